//! The first part of every help: commands to copy.

/// The examples of a subcommand, by its name; of the whole program by an empty name.
pub(super) fn of(verb: &str) -> &'static [(&'static str, &'static str)] {
    match verb {
        "" => &[
            ("minclue solve PUZZLE", "the fewest clues of the puzzle's grid"),
            ("minclue solve --certify g.cert PUZZLE", "with a certificate, for minclue verify g.cert"),
            ("minclue check PUZZLE", "one solution? every clue needed?"),
        ],
        "solve" => &[
            ("minclue solve 1234341221434321", "a 4x4 grid, on the command line"),
            ("minclue solve --time-limit 5m grids.txt", "one answer for each grid, in order"),
            ("minclue solve --at-most 17 grids.txt", "which grids have a puzzle with 17 clues?"),
            ("minclue solve --certify grid.cert grid.txt", "with a certificate for minclue verify"),
            ("minclue solve --independent grid.txt", "twice, by independent engines"),
        ],
        "enumerate" => &[
            ("minclue enumerate -k 4 1234341221434321", "all puzzles with 4 clues of a 4x4 grid"),
            ("minclue enumerate -k 17 --count grids.txt", "how many puzzles with 17 clues?"),
            (
                "minclue enumerate -k 4..5 --minimal --given r1c1 1234341221434321",
                "minimal puzzles with a clue in R1C1",
            ),
        ],
        "check" => &[
            ("minclue check '1..............4'", "not valid: draws two solutions"),
            ("minclue check --format jsonl puzzles.txt", "one JSON record for each puzzle"),
            ("minclue check --require-valid puzzles.txt", "exit code 5 if a puzzle is not valid"),
        ],
        "show" => &[
            ("minclue show --solution puzzles.txt", "each puzzle with its solution beside it"),
            ("minclue show --format svg puzzles.txt > sheet.svg", "a sheet to print"),
            ("minclue show --set r1c1,r1c2 --mark r5c5 PUZZLE", "with an outline and a highlighted cell"),
        ],
        "report" => &[
            ("minclue report answers.jsonl -o page.html", "a page of the answers of solve --format jsonl"),
            ("minclue report runs.jsonl nodes.jsonl -o page.html", "runs of a study, with bounds over time"),
        ],
        "sets" => &[
            ("minclue sets --stats grid.txt", "how many, their sizes, disjoint sets"),
            ("minclue sets --max-size 8 --list grid.txt", "each set, with its second solution"),
            ("minclue sets --max-size 8 --format svg grid.txt > sets.svg", "the same as pictures"),
            ("minclue sets --types", "the 525 types of 9x9 up to 12 cells"),
            ("minclue sets --types --list --shape 2x3", "the types of 6x6 themselves"),
            ("minclue sets --source ilp --max-sets 50 --journal j grid.txt", "by integer programs"),
        ],
        "export" => &[
            ("minclue export -o models/ grids.txt", "the bilevel models as MPS and AUX files"),
            ("minclue export -o g.lp grid.txt", "the hitting-set model, for HiGHS or CBC"),
            ("minclue export -o g.wcnf grid.txt", "the same for MaxSAT solvers"),
            ("minclue export -o p.cnf PUZZLE", "a second solution of a puzzle, for SAT solvers"),
        ],
        "puzzle" => &[
            ("minclue puzzle instances/puzzles/futoshiki.txt", "a puzzle in a text file"),
            ("minclue puzzle --model m.mps --solution m.sol --clue-vars 'x_*'", "a 0/1 model of your own"),
            ("minclue puzzle --enumerate 4 --minimal latin.txt", "all minimal sets of 4 clues"),
            ("minclue puzzle --export m --to mps+aux puzzle.txt", "a model for other solvers"),
        ],
        "bilevel" => &[
            ("minclue bilevel m.mps m.aux", "one program, in the files of MibS"),
            ("minclue bilevel --time-limit 1m *.ki", "several knapsack interdiction problems"),
            ("minclue bilevel --pessimistic m.mps", "the follower breaks ties against the leader"),
            ("minclue bilevel --certify m.cert m.mps", "with a certificate of both bounds"),
            ("minclue verify m.cert --bilevel m.mps", "check it against the program"),
        ],
        "explain" => &[
            ("minclue explain formula.cnf", "the fewest clauses that cannot all hold"),
            ("minclue explain groups.gcnf --certify g.cert", "groups of clauses, with a certificate"),
            ("minclue explain model.lp --hard 'flow_*'", "rows of a model; flow_* always hold"),
        ],
        "verify" => &[
            ("minclue verify grid.cert", "VERIFIED and the minimum, or REFUSED and why"),
            ("minclue verify grid.cert --grid grid.txt", "check also that it is about this grid"),
            ("minclue verify grid.cert --outside proof --veripb", "check also with a third-party checker"),
        ],
        "generate" => &[
            ("minclue generate", "a minimal puzzle, a new one each time"),
            ("minclue generate -n 300 -k 22..29 --seed 7 --format jsonl", "300 puzzles with 22 to 29 clues"),
            ("minclue generate --symmetry half-turn -k 24", "with a symmetric pattern of clues"),
            ("minclue generate --level easy -n 20", "20 easy puzzles"),
            ("minclue generate --pattern pattern.txt", "clues in the cells marked in the file"),
            ("minclue generate --grids --uniform -n 10", "ten grids, all equally likely"),
        ],
        "worksheet" => &[
            ("minclue worksheet -o sheet.html", "six easy, six medium, six hard puzzles"),
            ("minclue worksheet --sizes 4,6 -n 12 -o children.html", "small puzzles, for children"),
            ("minclue worksheet --levels expert --per-page 2 -o sheet.html", "two expert puzzles on a page"),
            ("minclue worksheet mine.txt --title 'Room 12' -o sheet.html", "your own puzzles"),
        ],
        "catalog" => &[
            ("minclue catalog --shape 2x3", "the 49 essentially different 6x6 grids"),
            ("minclue catalog 17.0.1000", "a part of band 17 of the 9x9 grids"),
            ("minclue catalog --count 1.0.1000 416", "how many grids two parts have"),
            ("minclue catalog --bands --format table", "the 416 bands"),
        ],
        "rate" => &[
            ("minclue rate puzzles.txt", "the level and score of each puzzle"),
            ("minclue rate --steps PUZZLE", "every step, as hints"),
            ("minclue rate --steps=1 PUZZLE", "only the first step"),
            ("minclue rate --format csv puzzles.txt", "a table"),
        ],
        "canon" => &[
            ("minclue canon --distinct puzzles.txt", "one puzzle of each isomorphism class"),
            ("minclue canon --order GRID", "the minlex form and the number of automorphisms"),
            ("minclue canon --same-as PUZZLE puzzles.txt", "which puzzles are isomorphic to PUZZLE?"),
        ],
        "minimize" => &[
            ("minclue minimize PUZZLE", "remove clues until every clue is needed"),
            ("minclue minimize --orders 1000 PUZZLE", "the best of 1000 random orders"),
            ("minclue minimize --exact PUZZLE", "the fewest of its clues, proven"),
        ],
        "neighbors" => &[
            ("minclue neighbors --remove 1 --add 1 puzzles.txt", "exchange one clue"),
            ("minclue neighbors --remove 2 --add 1 --count puzzles.txt", "how many with one clue fewer?"),
            ("minclue neighbors --to 17 --pool pool.jsonl PUZZLE", "down to 17 clues; the pool keeps its progress"),
            (
                "minclue neighbors --to 17 --known known.txt --time-limit 1h --pool p PUZZLE",
                "how many known puzzles are met?",
            ),
        ],
        "classic" => &[
            ("minclue classic fill PUZZLE", "brute force, with its tries"),
            ("minclue classic search PUZZLE", "FC, MRV and CtN side by side"),
            ("minclue classic search --steps --strategies mrv PUZZLE", "every step of one strategy"),
            ("minclue classic search --tree trees.svg PUZZLE", "the search trees side by side"),
        ],
        "study" => &[
            ("minclue study inequalities -o study grids.txt", "how many start inequalities are best?"),
            ("minclue study searches -k 16 -o study grids.txt", "published searches side by side"),
        ],
        "campaign" => &[
            (
                "minclue campaign new c -- solve --at-most 17 grids.txt",
                "split the list into chunks, in the directory c",
            ),
            ("minclue campaign run c", "run what is missing; after a kill, run it again"),
            ("minclue campaign status c", "show progress and errors"),
            ("minclue campaign submit c --to slurm --time 1h", "write the script for a Slurm cluster"),
            ("minclue campaign collect c --again 1% -o all.jsonl", "check everything, and write the records"),
        ],
        "completions" => &[("minclue completions bash > minclue.bash", "for bash: source this file")],
        "schema" => &[
            ("minclue schema", "the names of all records"),
            ("minclue schema result", "the records of solve and puzzle"),
        ],
        "man" => &[("minclue man man1", "one page for each subcommand, in man1")],
        _ => &[],
    }
}

/// The examples of a subcommand as text, or nothing.
pub(super) fn text(verb: &str) -> Option<String> {
    /// A longer command has its explanation in a line of its own.
    const WIDTH: usize = 48;
    let line = |(command, what): &(&str, &str)| {
        if command.len() <= WIDTH {
            format!("  {command:WIDTH$}  {what}\n")
        } else {
            format!("  {command}\n  {:WIDTH$}  {what}\n", "")
        }
    };
    let examples = of(verb);
    (!examples.is_empty()).then(|| format!("Examples:\n{}", examples.iter().map(line).collect::<String>()))
}
