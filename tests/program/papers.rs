//! Rows of the papers: what each says, and the command that says it again.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{minclue, run, said};

/// The grid of mcguire-2012, Lemma 7.
const LEMMA_7: &str = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";

/// Nine disjoint sets of nine cells that need two clues each, so at least 18 (mcguire-2012, Lemma 7); disjoint
/// unavoidable sets alone say 10.
#[test]
fn stats_show_the_packing_of_lemma_7() {
    let record = run(&["sets", "--stats", "--format", "jsonl", LEMMA_7], "").record();
    let (stats, packing) = (&record["stats"], &record["stats"]["packing"]);
    assert_eq!(
        (&stats["clique_number"], &packing["n_clues"], &packing["exact"]),
        (&json!(10), &json!(18), &json!(true))
    );
    let sets = packing["sets"].as_array().expect("a list");
    let cells: BTreeSet<u64> =
        sets.iter().flat_map(|set| set["cells"].as_array().expect("cells")).filter_map(Value::as_u64).collect();
    assert!(sets.len() == 9 && cells.len() == 81, "they are disjoint and cover the grid");
    assert!(sets.iter().all(|set| set["degree"] == 2 && set["cells"].as_array().is_some_and(|cells| cells.len() == 9)));
    let text = said(&["sets", "--stats", LEMMA_7], "");
    assert!(text.contains("disjoint sets that need 18 clues together:") && text.contains("2 clues in R1C1 "), "{text}");
}

#[test]
fn higher_degrees_are_counted_where_they_are_asked_for() {
    let record =
        run(&["sets", "--stats", "--degree", "3", "--degree-size", "12", "--format", "jsonl", LEMMA_7], "").record();
    let degrees: Vec<_> =
        record["stats"]["degrees"].as_array().expect("a list").iter().map(|d| (&d["degree"], &d["max_size"])).collect();
    assert_eq!(degrees, [(&json!(2), &json!(12)), (&json!(3), &json!(12))]);
    assert!(record["stats"].get("n_degree_2").is_none(), "those are of at most 11 cells");
    for (words, wanted) in [
        (&["sets", "--degree", "3", LEMMA_7][..], "--stats"),
        (&["sets", "--stats", "--degree", "1", LEMMA_7], "2 to 8"),
        (&["sets", "--stats", "--degree-size", "0", LEMMA_7], "--degree-size"),
    ] {
        let output = run(words, "");
        assert!(output.code == 2 && output.stderr.contains(wanted), "{words:?}: {}", output.stderr);
    }
}

/// The lower bound is that of the packing, so that nothing is searched, and the certificate is nine lemmas and a sum.
#[test]
fn a_packing_may_be_the_whole_proof() {
    let program = minclue();
    let record = program.run(["solve", "--certify", "l7.cert", "--format", "jsonl", LEMMA_7]).record();
    assert_eq!((&record["minimum"], &record["certified"]), (&json!(18), &json!(true)));
    assert!(record["n_nodes"].as_u64() < Some(100) && record["proof"]["n_nodes"].as_u64() < Some(100), "{record}");
    let verified = program.run(["verify", "l7.cert", "--grid", LEMMA_7, "--format", "jsonl"]);
    assert_eq!(verified.code, 0, "{}", verified.stderr);
}

/// mcguire-2012, section 5.2.1: 525 types of at most twelve cells, and none of 5 and 7; a paper before it counted those
/// of at most 9 cells by hand.
#[test]
fn types_are_counted_and_listed() {
    let record = run(&["blueprints", "--format", "jsonl"], "").record();
    assert_eq!(record["n_types"], 525);
    assert_eq!(record["by_size"], json!({ "4": 1, "6": 4, "8": 9, "9": 3, "10": 47, "11": 44, "12": 417 }));
    let listed = said(&["blueprints", "--list", "--max-size", "9", "--format", "csv"], "");
    let mut lines = listed.lines();
    assert_eq!(lines.next(), Some("shape,size,puzzle,exchanged"));
    let first = lines.next().expect("a type of 4 cells");
    assert!(first.starts_with("3x3,4,1..2.....2..1..") && listed.lines().count() == 1 + 1 + 4 + 9 + 3, "{listed}");
    let stopped = run(&["blueprints", "--max-size", "16", "--time-limit", "50ms", "--format", "jsonl"], "");
    assert!(
        stopped.code == 4 && stopped.record()["status"] == "time_limit" && stopped.record().get("n_types").is_none()
    );
}

/// A puzzle with 23 blank squares as that of abuluaih-2015, Figures 6 and 7, whose digits are lost: CtN needs two
/// squares, and FC explores eight.
const FIGURE_7: &str = "..58.462742735689181.92.45.64.13.578.8.7..2.63..5.8149194283.657.849.312.536.19..";

#[test]
fn search_trees_are_drawn_and_have_the_counts_of_the_record() {
    let program = minclue();
    let search = ["classic", "search", "--stop", "neutralised", "--format", "jsonl"];
    for file in ["trees.svg", "trees.dot"] {
        let record = program.run([&search[..], &["--tree", file, FIGURE_7]].concat()).record();
        let text = program.read(file);
        for strategy in record["strategies"].as_array().expect("a list") {
            let counts = format!("{} recursions, {} backtracks", strategy["recursions"], strategy["backtracks"]);
            assert!(text.contains(&counts), "{file}: {counts}");
        }
        let ctn = &record["strategies"][2];
        assert_eq!((&ctn["strategy"], &ctn["recursions"], &ctn["backtracks"]), (&json!("ctn"), &json!(2), &json!(0)));
        assert_eq!(record["strategies"][0]["recursions"], 8);
        // A box for each recursion.
        let all: u64 =
            record["strategies"].as_array().expect("a list").iter().filter_map(|s| s["recursions"].as_u64()).sum();
        let mark = if file.ends_with("svg") { "<rect class=\"node" } else { " [label=" };
        assert_eq!(text.matches(mark).count() as u64, all, "{file}");
    }
    for (args, wanted) in [
        (&["classic", "search", "--tree", "tree.txt", FIGURE_7][..], ".svg"),
        (&["classic", "search", "--tree", "tree.svg", FIGURE_7, FIGURE_7], "one puzzle"),
        (&["classic", "search", "--steps", "--format", "csv", FIGURE_7], "--trace"),
        (&["classic", "fill", "--steps", "--trace", FIGURE_7], "--trace"),
    ] {
        let output = program.run(args);
        assert!(output.code == 2 && output.stderr.contains(wanted), "{args:?}: {}", output.stderr);
    }
}

#[test]
fn steps_are_lines_for_people() {
    let text = said(&["classic", "search", "--stop", "neutralised", "--steps", "--strategies", "fc,ctn", FIGURE_7], "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..3], ["fc", "       1  R1C1 = 9", "       2    R1C2 = 3"], "{text}");
    assert!(text.contains("is emptied") && text.contains("\nctn\n       1  "), "{text}");
    let text = said(&["classic", "fill", "--steps", "1..4.........32."], "");
    assert!(text.starts_with("fill\n       1  R1C2 = 2\n") || text.starts_with("fill\n       2  R1C2 = 2\n"), "{text}");
}

/// lin-wu-2013, introduction, method 2. On 4x4 all puzzles with four clues are met from any puzzle.
#[test]
fn a_hunt_meets_every_class_and_goes_on_from_its_pool() {
    let program = minclue();
    const START: &str = "12.4.........32.";
    let whole = program.run(["hunt", "--to", "4", "--format", "jsonl", START]).records();
    let record = whole.last().expect("the record");
    assert_eq!((&record["schema"], &record["complete"]), (&json!("minclue-hunt/1"), &json!(true)));
    assert_eq!(record["n_found"], whole.len() - 1);
    assert_eq!(record["n_classes"]["4"], record["n_found"]);
    let forms: Vec<String> =
        whole[..whole.len() - 1].iter().map(|found| found["puzzle"].as_str().expect("a puzzle").to_owned()).collect();
    // The minlex forms of all valid puzzles with four clues.
    let all: String = said(&["enumerate", "-k", "4"], "1234341221434321\n1234341223414123\n");
    let minlex = |record: &Value| record["minlex"].as_str().expect("a form").to_owned();
    let classes: BTreeSet<String> = run(&["canon", "--format", "jsonl"], &all).records().iter().map(minlex).collect();
    assert_eq!(forms.iter().cloned().collect::<BTreeSet<_>>(), classes);
    // In pieces of 70 moves, with a line torn by a kill, and by two threads: the same in the same order.
    let mut found = Vec::new();
    for round in 0.. {
        let threads = if round % 2 == 0 { "1" } else { "2" };
        let args = [
            "hunt",
            "--to",
            "4",
            "--pool",
            "pool",
            "--max-moves",
            "70",
            "--threads",
            threads,
            "--format",
            "jsonl",
            START,
        ];
        let records = program.run(args).records();
        let (record, pieces) = records.split_last().expect("the record");
        found.extend(pieces.iter().map(|found| found["puzzle"].as_str().expect("a puzzle").to_owned()));
        if record["complete"] == true {
            break;
        }
        assert_eq!((&record["status"], &record["n_moves"]), (&json!("max_reached"), &json!(70)));
        program.write("pool", program.read("pool") + "{\"puzz");
    }
    assert_eq!(found, forms);
    // Of known puzzles only the number is given.
    program.write("known", forms[1..].join("\n") + "\n");
    let output = program.run(["hunt", "--to", "4", "--known", "known", "--format", "jsonl", START]).records();
    assert_eq!(
        (output.len(), &output[1]["n_known"], &output[0]["puzzle"]),
        (2, &json!(forms.len() - 1), &json!(forms[0]))
    );
}

#[test]
fn a_hunt_says_what_is_wrong_with_its_pool() {
    let program = minclue();
    program.run(["hunt", "--to", "4", "--pool", "pool", "--max-moves", "2", "12.4.........32."]);
    let pool = program.read("pool");
    let mut lines: Vec<&str> = pool.lines().collect();
    let done = *lines.iter().find(|line| line.contains("done")).expect("two moves");
    lines.push(done);
    program.write("changed", lines.join("\n") + "\n");
    program.write("other", "{}\n");
    program.write("foreign", "not a pool, and no line feed");
    for (args, code, wanted) in [
        (
            &["hunt", "--to", "3", "--pool", "pool", "12.4.........32."][..],
            3,
            "pool:1: this is the pool of another hunt",
        ),
        (
            &["hunt", "--to", "4", "--pool", "pool", "...43.1..1....2."],
            3,
            "pool:2: this is the pool of the hunt from another puzzle",
        ),
        (&["hunt", "--to", "4", "--pool", "other", "12.4.........32."], 3, "other:1: this is not a pool"),
        (&["hunt", "--to", "4", "--pool", "foreign", "12.4.........32."], 3, "foreign:1: this is not a pool"),
        (&["hunt", "--to", "4", "--pool", "changed", "12.4.........32."], 3, "was not the next one"),
        (&["hunt", "--to", "4", "1..4.........32."], 3, "it has 4 clues"),
        (&["hunt", "--to", "4", "1..............4"], 3, "solution"),
        (&["hunt", "--to", "4", "--pool", "p", "12.4.........32.", "12.4.........32."], 2, "its own --pool"),
        (&["hunt", "12.4.........32."], 2, "--to"),
    ] {
        let output = program.run(args);
        assert!(output.code == code && output.stderr.contains(wanted), "{args:?}: {} {}", output.code, output.stderr);
    }
    assert_eq!(program.read("foreign"), "not a pool, and no line feed");
    // A pool whose first line was being written is begun again.
    program.write("foreign", &pool[..20]);
    let begun = program.run(["hunt", "--to", "4", "--pool", "foreign", "--max-moves", "2", "12.4.........32."]);
    assert_eq!((begun.code, program.read("foreign")), (0, pool), "{}", begun.stderr);
}

/// Each input of a campaign is a hunt of its own, and what it finds is puzzles of other grids.
#[test]
fn hunts_are_a_campaign() {
    let program = minclue();
    program.write("starts", "12.4.........32.\n1.34.........32.\n");
    program.run(["campaign", "new", "c", "--", "hunt", "--to", "4", "--max-moves", "5", "starts"]);
    program.run(["campaign", "run", "c"]);
    let collected = program.run(["campaign", "collect", "c", "-o", "all.jsonl"]);
    assert_eq!(collected.code, 0, "{}", collected.stderr);
    let all = program.read("all.jsonl");
    let hunts = all.lines().filter(|line| line.contains("minclue-hunt/1")).count();
    assert!(hunts == 2 && all.lines().count() > 2, "{all}");
}
