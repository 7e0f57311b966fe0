//! What stands first in every help: commands to copy.

/// The examples of a verb, by its name; of the whole program by an empty name.
pub(super) fn of(verb: &str) -> &'static [(&'static str, &'static str)] {
    match verb {
        "" => &[
            ("minclue solve PUZZLE", "the fewest clues of the grid of a puzzle"),
            ("minclue check PUZZLE", "has it one solution, and is each clue needed?"),
            ("minclue solve --certify g.cert GRID", "with a proof: then minclue verify g.cert"),
            ("minclue generate -k 24", "a puzzle with 24 clues"),
        ],
        "solve" => &[
            ("minclue solve 123456456123231564564231312645645312", "a 6x6 grid, on the command line"),
            ("minclue solve --time-limit 5m --jobs auto grids.txt", "one answer a grid, in order, by all cores"),
            ("minclue solve --at-most 17 grids.txt", "which grids have a puzzle with 17 clues?"),
            ("minclue solve --certify grid.cert grid.txt", "with a proof that minclue verify checks"),
            ("minclue solve --independent grid.txt", "twice, by engines that share nothing"),
        ],
        "enumerate" => &[
            ("minclue enumerate -k 4 1234341221434321", "all puzzles with 4 clues of a 4x4 grid"),
            ("minclue enumerate -k 17 --count grids.txt", "how many 17s does each grid have?"),
            ("minclue enumerate -k 4..5 --minimal --given r1c1 1234341221434321", "minimal ones with a clue in R1C1"),
        ],
        "check" => &[
            ("minclue check '1..............4'", "draws two solutions"),
            ("minclue check --format jsonl puzzles.txt", "one record a puzzle"),
            ("minclue check --require-valid puzzles.txt", "exit code 5 if one is not valid"),
        ],
        "show" => &[
            ("minclue show --solution puzzles.txt", "each puzzle with its solution beside it"),
            ("minclue show --format svg puzzles.txt > sheet.svg", "a sheet of them, to print"),
            ("minclue show --set r1c1,r1c2 --mark r5c5 PUZZLE", "cells that are to be seen"),
        ],
        "report" => &[
            ("minclue report answers.jsonl -o page.html", "what solve --format jsonl wrote, to look at"),
            ("minclue report runs.jsonl nodes.jsonl -o page.html", "runs of a study, with the bounds of a node log"),
        ],
        "sets" => &[
            ("minclue sets --stats grid.txt", "how many, which sizes, how many disjoint ones"),
            ("minclue sets --max-size 8 --list grid.txt", "each set, with its second solution"),
            ("minclue sets --max-size 8 --format svg grid.txt > sets.svg", "the same as pictures"),
            ("minclue sets --types", "the 525 types of 9x9 up to 12 cells"),
            ("minclue sets --types --list --shape 2x3", "the types of 6x6 themselves"),
            ("minclue sets --source ilp --max-sets 50 --journal j grid.txt", "by integer programs (tjusila-2023)"),
        ],
        "export" => &[
            ("minclue export -o models/ grids.txt", "the bilevel model as MPS and AUX"),
            ("minclue export --what hitting --to lp -o g grid.txt", "the leader alone, as g.lp"),
            ("minclue export --what follower --given r1c1,r2c2 -o f grid.txt", "the follower's answer to two clues"),
        ],
        "puzzle" => &[
            ("minclue puzzle instances/puzzles/futoshiki.txt", "a kind of puzzle that minclue reads"),
            ("minclue puzzle --model m.mps --solution m.sol --clue-vars 'x_*'", "a 0/1 model of your own"),
            ("minclue puzzle --enumerate 4 --minimal latin.txt", "all with 4 clues"),
            ("minclue puzzle --export m --to mps+aux puzzle.txt", "as a model for other solvers"),
        ],
        "bilevel" => &[
            ("minclue bilevel m.mps m.aux", "a bilevel program as MibS reads it"),
            ("minclue bilevel --time-limit 1m *.ki", "knapsack interdiction, several files"),
            ("minclue bilevel --certify m.cert m.mps", "with proof of both halves"),
        ],
        "explain" => &[
            ("minclue explain formula.cnf", "the fewest clauses that cannot all hold"),
            ("minclue explain groups.gcnf --certify g.cert", "groups of clauses, with a proof"),
            ("minclue explain model.lp --hard 'flow_*'", "rows of a model; these always hold"),
        ],
        "verify" => &[
            ("minclue verify grid.cert", "VERIFIED and the minimum, or the step that fails"),
            ("minclue verify grid.cert --grid grid.txt", "and it must be about this grid"),
            ("minclue verify grid.cert --outside proof --veripb", "also by checkers of others"),
        ],
        "generate" => &[
            ("minclue generate", "a minimal puzzle, another one each time"),
            ("minclue generate -n 300 -k 22..29 --seed 7 --format jsonl", "300 with 22 to 29 clues"),
            ("minclue generate --symmetry half-turn -k 24", "with a symmetric pattern"),
            ("minclue generate --level easy -n 20", "for people: singles are enough"),
            ("minclue generate --pattern pattern.txt", "clues where the file has an X"),
            ("minclue generate --grids --uniform -n 10", "ten grids, each with the same chance"),
        ],
        "worksheet" => &[
            ("minclue worksheet -o sheet.html", "easy, medium and hard ones, six of each"),
            ("minclue worksheet --sizes 4,6 -n 12 -o children.html", "small ones, for children"),
            ("minclue worksheet --levels expert --per-page 2 -o sheet.html", "two on a page"),
            ("minclue worksheet mine.txt --title 'Room 12' -o sheet.html", "your own puzzles"),
        ],
        "catalog" => &[
            ("minclue catalog --shape 2x3", "the 49 essentially different 6x6 grids"),
            ("minclue catalog 17.0.1000", "a part of band 17 of the 9x9 grids"),
            ("minclue catalog --count 1.0.1000 416", "how many grids two parts have"),
            ("minclue catalog --bands --format table", "the 416 bands"),
        ],
        "rate" => &[
            ("minclue rate puzzles.txt", "how hard each is for people"),
            ("minclue rate --steps PUZZLE", "every step of a person, as hints"),
            ("minclue rate --steps=1 PUZZLE", "only the first one"),
            ("minclue rate --format csv puzzles.txt", "as a table"),
        ],
        "canon" => &[
            ("minclue canon --distinct puzzles.txt", "one of each class of isomorphic puzzles"),
            ("minclue canon --order GRID", "the minlex form and the number of automorphisms"),
            ("minclue canon --same-as PUZZLE puzzles.txt", "which are isomorphic to this one?"),
        ],
        "minimize" => &[
            ("minclue minimize PUZZLE", "drop clues until none can be dropped"),
            ("minclue minimize --orders 1000 PUZZLE", "the best of 1000 random orders"),
            ("minclue minimize --exact PUZZLE", "the fewest of its clues, proven"),
        ],
        "neighbors" => &[
            ("minclue neighbors --remove 1 --add 1 puzzles.txt", "exchange one clue"),
            ("minclue neighbors --remove 2 --add 1 --count puzzles.txt", "how many with one clue less?"),
            ("minclue neighbors --to 17 --pool pool.jsonl PUZZLE", "down to 17 clues; goes on from its pool"),
            ("minclue neighbors --to 17 --known known.txt --time-limit 1h --pool p PUZZLE", "how many are met?"),
        ],
        "classic" => &[
            ("minclue classic fill PUZZLE", "brute force, with its tries"),
            ("minclue classic search PUZZLE", "FC, MRV and CtN side by side"),
            ("minclue classic search --steps --strategies mrv PUZZLE", "every step of one"),
            ("minclue classic search --tree trees.svg PUZZLE", "the search trees side by side"),
        ],
        "study" => &[
            ("minclue study inequalities -o study grids.txt", "how many start inequalities are best?"),
            ("minclue study searches -k 16 -o study grids.txt", "published searches side by side"),
        ],
        "campaign" => &[
            ("minclue campaign new c -- solve --at-most 17 grids.txt", "cut the list into chunks, in the directory c"),
            ("minclue campaign run c", "run what is missing; after any kill, again"),
            ("minclue campaign submit c --to slurm --time 1h", "the script for a cluster, and its command"),
            ("minclue campaign collect c --again 1% -o all.jsonl", "check all of it, and write the records"),
        ],
        "completions" => {
            &[("minclue completions bash > ~/.local/share/bash-completion/completions/minclue", "for bash")]
        }
        "schema" => &[
            ("minclue schema", "the names of all records"),
            ("minclue schema result", "of what solve and puzzle write"),
        ],
        "man" => &[("minclue man man1", "a page for each verb into the folder man1")],
        _ => &[],
    }
}

/// The examples of a verb as text, or nothing.
pub(super) fn text(verb: &str) -> Option<String> {
    /// What is longer has its explanation in a line of its own.
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
