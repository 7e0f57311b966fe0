//! The text below the options in `--help`: what a user of a subcommand needs to know beside them. Lines that begin with two
//! spaces are tables.

/// The notes of a subcommand, by its name.
pub(super) fn of(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "solve" => SOLVE,
        "enumerate" => ENUMERATE,
        "check" => CHECK,
        "sets" => SETS,
        "export" => EXPORT,
        "puzzle" => PUZZLE,
        "verify" => VERIFY,
        "generate" => GENERATE,
        "worksheet" => WORKSHEET,
        "rate" => RATE,
        "canon" => CANON,
        "minimize" => MINIMIZE,
        "neighbors" => NEIGHBORS,
        "campaign" => CAMPAIGN,
        "report" => REPORT,
        "study" => STUDY,
        _ => return None,
    })
}

const SOLVE: &str = "\
With --at-most or --at-least, the answer is yes or no; if a puzzle proves it, that puzzle is
printed. A valid puzzle as INPUT is the first upper bound, so a run that ends at a limit never
reports a worse puzzle. A separate solver confirms that each printed puzzle has exactly one solution.

No option of an engine changes the minimum, only the way to it. An option of the bilevel engine
selects that engine, unless --engine names another. docs/searches.md has the published searches.";

const ENUMERATE: &str = "\
Puzzles are printed as they are found; after a limit or Ctrl-C there may be more. If K is far from
both ends, there are more puzzles than anyone can read.

--certify lists all minimal puzzles with at most K clues, at most 65,536 of them; the other puzzles
with K clues contain one of these. The puzzles are then printed when all are found.

--max-solutions N searches puzzles with K + N - 1 clues and one solution first, so keep N small.";

const CHECK: &str = "\
Several solutions are counted up to 1000. Two of them are drawn side by side, with brackets around
the cells in which they differ; a clue in one of these cells decides between the two. If a puzzle
has no solution, check names clues that contradict each other.";

const SETS: &str = "\
--source complete and region search by displacements, blueprint by the types of sets, checker as the
program of 2006 did, and ilp by integer programs, smallest sets first (tjusila-2023). Without
--max-size and --max-sets, complete ends at 14 cells on 9x9, and earlier on larger grids.

Regions of --source region, and the size up to which they have every set:
  checker   7 cells  three digits, bands, stacks, 2x2 boxes (lin-wu-2013, section 2.2.1)
  lin-wu   11 cells  these, any four boxes, and five digits for sets of at most 11 cells
  all      11 cells  these, four digits, and five digits for sets of at most 16 cells

--types: two sets have the same type if exchanges of rows, columns, bands, stacks, of rows for
columns, and of digits map one to the other (mcguire-2012). Each further cell takes about ten times
as long. A limit leaves no partial result.";

const EXPORT: &str = "\
Models and their formats:
  bilevel   mps+aux, bobilib           leader and follower
  hpr       lp, mps, opb               the high-point relaxation
  follower  lp, mps, opb               the follower, for the clues of --given or of the puzzle
  hitting   lp, mps, opb, wcnf, hgr    the minimum hitting set of the unavoidable sets
  second    cnf                        a second solution, for the clues of --given or of the puzzle
  sets      lp, mps, opb               the set-generation problem for --size M

The files are NAME.MODEL.ENDING in a directory, or PREFIX.ENDING for the first grid and
PREFIX-NAME.ENDING for the others. --region-rows and --symmetry-rows help other solvers and leave
the minimum as it is (docs/region-minima.md); 9x9 rows take a second for parts, about ten for
lines, and minutes for digits.";

const PUZZLE: &str = "\
Which variables of a known solution must be given so that it is the only solution? Models are read
exactly or rejected: every variable binary, coefficients integers or decimals with at most nine
places; the objective is not used. docs/puzzles.md has the puzzles, docs/formats/ the models.";

const VERIFY: &str = "\
A certificate proves the problem that is written in it. --grid, --puzzle, --model and the like check
that this is your problem. The exit code is 0 if every file was accepted, 5 if one was refused, 4 if
a limit ended a check (NOT DECIDED), 1 if a file cannot be read.

--outside writes sets.opb and proof.pbp (for veripb), puzzle.cnf and puzzle.drat (for drat-trim); of
a bilevel program, lower.opb, lower.pbp, upper.opb and upper.pbp. docs/proofs.md has the details.";

const GENERATE: &str = "\
A puzzle depends only on the seed, its number and the options: puzzle 41 is the same whether those
before it are made or not. Its record has the command that makes it again. Numbers of clues that
no valid puzzle has (below 17 on 9x9) are rejected. --level works up to 11x11.";

const WORKSHEET: &str = "\
Easy puzzles have clues in two fifths of the cells, puzzles of variants in three tenths; of all
others, no clue can be removed. If any puzzle cannot be made, no sheet is written. The command that
makes the sheet again is at the foot of every page.";

const RATE: &str = "\
At each step, the easiest technique that makes progress is used; the hardest one that was needed
gives the level:
  easy     1 full house, 2 hidden single, 3 naked single
  medium   4 pointing, 5 claiming, 6 naked pair, 7 hidden pair
  hard     8 naked triple, 9 hidden triple, 10 naked quad, 11 hidden quad, 12 X-wing,
           13 skyscraper, 14 two-string kite, 15 XY-wing, 16 XYZ-wing
  expert   17 W-wing, 18 swordfish, 19 simple coloring, 20 unique rectangle, 21 jellyfish
  extreme  22 XY-chain, 23 alternating inference chain
  beyond   24 guess

The score is 100 times the rank of that technique, plus how often it was needed: 703 is three
hidden pairs. Levels are a convention; newspapers and other programs name them differently. Puzzles
without exactly one solution, or larger than 11x11, have no level. docs/teaching.md defines the
counts of --measures courses.";

const CANON: &str = "\
The minlex form is the image with the smallest line, an empty cell before every digit, among all
symmetries of the shape (rows in their band, bands, columns in their stack, stacks, transposition
where boxes are square) and names of the digits. Two puzzles are isomorphic if and only if their
forms are equal. With --variant, only symmetries that keep the rules count.";

const MINIMIZE: &str = "\
No clue of the result can be removed, but other clues of the puzzle may need fewer: --exact finds the
fewest of them. Other cells of the grid may need fewer still: minclue solve finds the minimum.";

const NEIGHBORS: &str = "\
Puzzles that are isomorphic to the input, or to an earlier one of the run, are omitted. A removed
clue does not return, but its cell may get another digit.

--to K repeats exchanges (method 2 of lin-wu-2013): {-2+1} of the class with the fewest clues that
had none yet, otherwise {-1+1}. Puzzles with K clues are printed as minlex forms when they are met.
--pool keeps all classes and moves in a file of JSON lines, from which the same command continues.";

const CAMPAIGN: &str = "\
A campaign is a directory that records all progress, so that killed runs can simply be repeated.
docs/clusters.md is the guide, docs/formats/campaign.md has the files.";

const REPORT: &str = "\
The page has the questions and their answers, minima and bounds over time as charts, a table, and
every grid with its puzzle. It loads nothing from elsewhere. A line without a status, or one that
contradicts itself, is rejected with its number and exit code 3, and no page is written.";

const STUDY: &str = "\
The same command continues after Ctrl-C or a kill, and runs only what is missing. A directory with
other settings is rejected, with the first difference. python -m minclue.analysis DIR makes the
tables and figures. docs/research.md is the guide.";
