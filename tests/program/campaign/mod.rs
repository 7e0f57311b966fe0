//! Campaigns of the built program: the same records as without one, whatever was killed, and everything named that is
//! not as it was left.

mod damage;
mod engines;
mod files;
mod kills;

use minclue_testkit::{Program, Run};

use crate::{chunk_file, minclue};

/// Grids of 6x6 by name, some hundredths of a second each.
fn grids(n: usize) -> String {
    let n = n.to_string();
    let made = minclue().run(["generate", "--grids", "--shape", "2x3", "--seed", "7", "-n", &n]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    made.text
        .lines()
        .enumerate()
        .map(|(i, line)| format!("g{i} {}\n", line.split(' ').next_back().unwrap_or(line)))
        .collect()
}

/// A program in a folder with a campaign `c` of `n` grids, in chunks of `size`.
fn campaign(n: usize, size: usize) -> Program {
    let program = minclue();
    program.write("grids.txt", grids(n));
    let made = program.run(["campaign", "new", "c", "--chunk-size", &size.to_string(), "--", "solve", "grids.txt"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    program
}

/// The records, without times and in order; the campaign must be whole.
fn collected(program: &Program) -> String {
    let run = program.run(["campaign", "collect", "c", "--no-times"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.text
}

fn verb(program: &Program, words: &[&str]) -> Run {
    program.run(["campaign"].iter().chain(words))
}

#[test]
fn a_campaign_gives_the_records_of_one_run() {
    let program = campaign(12, 5);
    let run = verb(&program, &["run", "c", "--jobs", "2"]);
    let said = "minclue: 3 chunks are complete; next: minclue campaign collect c (check, and write the records), or minclue report c (a page of HTML)\n";
    assert_eq!((run.code, run.text.as_str(), run.stderr.as_str()), (0, "", said));
    let all = verb(&program, &["collect", "c", "--again", "2"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    assert!(all.stderr.contains("12 of 12 tasks: 12 optimal"), "{}", all.stderr);
    assert!(all.stderr.contains("12 puzzles solved by a second solver"), "{}", all.stderr);
    assert!(all.stderr.contains("2 tasks solved again, the same answers"), "{}", all.stderr);
    let plain = program.run(["solve", "grids.txt", "--format", "jsonl"]);
    for (one, other) in all.records().iter().zip(plain.records()) {
        for field in ["id", "grid", "status", "minimum", "puzzle", "n_nodes", "schema"] {
            assert_eq!(one[field], other[field], "{field}");
        }
    }
    assert_eq!(all.records().len(), 12);
    // A file has all of it or is not there.
    let written = verb(&program, &["collect", "c", "-o", "all.jsonl", "-q"]);
    assert_eq!((written.code, written.text.as_str()), (0, ""));
    assert_eq!(program.read("all.jsonl"), all.text);
    let again = verb(&program, &["run", "c"]);
    assert_eq!((again.code, again.stderr.as_str()), (0, said), "nothing is left to do");
}

/// One step solves nothing but a grid that is full, so every puzzle is too hard; and the steps that are taken by
/// themselves are enough for these.
#[test]
fn a_puzzle_that_is_too_hard_for_the_second_solver_is_named_and_fails_nothing() {
    let program = campaign(3, 3);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let hard = verb(&program, &["collect", "c", "--check-steps", "1", "--no-times", "-o", "hard.jsonl"]);
    assert_eq!(hard.code, 0, "{}", hard.stderr);
    let names: Vec<String> =
        program.run(["solve", "grids.txt", "--format", "jsonl"]).records().iter().map(name).collect();
    let said = format!(
        "3 puzzles were not checked, since the second solver did not finish within 1 step: {}",
        names.join(" ")
    );
    assert!(hard.stderr.contains(&said), "{}", hard.stderr);
    assert!(!hard.stderr.contains("solved by a second solver"), "{}", hard.stderr);
    let records = program.read("hard.jsonl");
    assert_eq!(records.matches(r#""puzzle_checked":false"#).count(), 3, "{records}");
    let all = verb(&program, &["collect", "c", "--no-times"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    assert!(all.stderr.contains("3 puzzles solved by a second solver"), "{}", all.stderr);
    assert!(!all.stderr.contains("not checked") && !all.text.contains("puzzle_checked"), "{}", all.stderr);
    // Beside that, the records are the same; the order of their fields is not.
    let mut hard: Vec<serde_json::Value> =
        records.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    for record in &mut hard {
        record.as_object_mut().expect("fields").remove("puzzle_checked");
    }
    assert_eq!(hard, all.records());
}

fn name(record: &serde_json::Value) -> String {
    record["id"].as_str().expect("a name").to_owned()
}

#[test]
fn any_chunk_runs_by_its_number_as_often_as_anyone_likes() {
    let program = campaign(7, 3);
    assert_eq!(verb(&program, &["missing", "c"]).text, "0-2\n");
    for (n, missing) in [("1", "0,2\n"), ("1", "0,2\n"), ("2", "0\n")] {
        let run = verb(&program, &["run", "c", "--chunk", n]);
        assert_eq!((run.code, run.text.as_str()), (0, ""), "{}", run.stderr);
        assert_eq!(verb(&program, &["missing", "c"]).text, missing);
    }
    let early = verb(&program, &["collect", "c"]);
    assert_eq!((early.code, early.text.as_str()), (5, ""));
    assert!(early.stderr.contains("1 chunk is missing: 0"), "{}", early.stderr);
    assert_eq!(verb(&program, &["collect", "c", "--partial"]).records().len(), 4);
    let indexed = |words: &[&str], name: &str, value: &str| {
        let mut command = program.command(["campaign", "run", "c"].iter().chain(words));
        Run::fed(command.env(name, value), "")
    };
    let names = "SLURM_ARRAY_TASK_ID|JOB_COMPLETION_INDEX";
    assert_eq!(indexed(&["--index-from", names], "JOB_COMPLETION_INDEX", "x").code, 2);
    assert_eq!(indexed(&["--index-from", names], "SLURM_ARRAY_TASK_ID", "3").code, 2, "there are three");
    assert_eq!(verb(&program, &["run", "c", "--index-from", names]).code, 2, "neither is set");
    // No number wraps around to a chunk that is there, and no list is longer than the campaign.
    for (option, value, index) in [
        ("--first", "2", "18446744073709551615"),
        ("--of", "0-18446744073709551615", "0"),
        ("--of", "0-9999999999", "0"),
        ("--of", "0,3", "0"),
    ] {
        let run = indexed(&["--index-from", names, option, value], "JOB_COMPLETION_INDEX", index);
        assert!(run.code == 2 && run.stderr.contains("the campaign has 3"), "{} {}", run.code, run.stderr);
    }
    assert_eq!(indexed(&["--index-from", names, "--of", "2,1,0-0"], "JOB_COMPLETION_INDEX", "0").code, 0);
    assert_eq!(verb(&program, &["missing", "c"]).text, "");
    collected(&program);
}

#[test]
fn a_matrix_of_settings_runs_each_input_with_each() {
    let program = minclue();
    program.write("grids.txt", "a 1234341221434321\nb 1234341243212143\n");
    let new = ["new", "c", "--chunk-size", "3", "--vary", "engine=native,bilevel", "--vary", "at-most=3,4", "--"];
    let made = verb(&program, &[&new[..], &["solve", "grids.txt"]].concat());
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert!(made.text.contains("2 inputs, 8 tasks, 3 chunks"), "{}", made.text);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let all = verb(&program, &["collect", "c"]).records();
    let said: Vec<String> = all
        .iter()
        .map(|record| {
            let setting = &record["setting"];
            let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            format!("{} {} {}", text(&record["id"]), text(&setting["engine"]), text(&setting["at_most"]))
        })
        .collect();
    let expected = ["a native 3", "a native 4", "a bilevel 3", "a bilevel 4"];
    let expected: Vec<String> = expected
        .iter()
        .map(ToString::to_string)
        .chain(expected.iter().map(|text| text.replacen('a', "b", 1)))
        .collect();
    assert_eq!(said, expected);
    assert!(all.iter().all(|record| record["engine"] == record["setting"]["engine"]));
}

#[test]
fn other_verbs_have_campaigns_and_what_cannot_be_one_is_refused() {
    let program = minclue();
    program.write("grids.txt", "a 1234341221434321\nb 1234341243212143\n");
    let made = verb(&program, &["new", "e", "--", "enumerate", "-k", "4", "grids.txt"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert_eq!(verb(&program, &["run", "e"]).code, 0);
    let collected = verb(&program, &["collect", "e"]);
    let plain = program.run(["enumerate", "-k", "4", "grids.txt", "--format", "jsonl"]);
    assert_eq!(collected.records().len(), plain.records().len());
    assert!(plain.records().len() > 4 && collected.stderr.contains("puzzles solved by"), "{}", collected.stderr);
    for (words, said) in [
        (&["canon", "--distinct", "grids.txt"][..], "cannot be split into independent tasks"),
        (&["generate", "-k", "24"], "cannot be split into independent tasks"),
        (&["generate", "-k", "24"], "neighbors with --to"),
        (&["solve", "--no-such-option", "grids.txt"], "is not valid"),
        (&["solve", "--format", "csv", "grids.txt"], "--format"),
        (&["solve", "missing.txt"], "missing.txt"),
        (&["solve", "grids.txt", "grids.txt"], "also called `a`"),
    ] {
        let refused = verb(&program, &[&["new", "x", "--"], words].concat());
        assert_ne!(refused.code, 0, "{words:?}");
        assert!(refused.stderr.contains(said), "{words:?}: {}", refused.stderr);
        assert!(!program.path("x").join("campaign.json").exists(), "{words:?}");
    }
    let again = verb(&program, &["new", "e", "--", "solve", "grids.txt"]);
    assert_eq!(again.code, 3, "{}", again.stderr);
    std::fs::create_dir(program.path("full")).expect("a folder");
    program.write("full/notes.txt", "mine");
    let full = verb(&program, &["new", "full", "--", "solve", "grids.txt"]);
    assert!(full.code == 3 && full.stderr.contains("not empty"), "{}", full.stderr);
    assert_eq!(verb(&program, &["status", "nowhere"]).code, 3);
}

/// A shell takes the name of the directory as one word.
#[test]
fn commands_that_are_said_can_be_run() {
    let program = minclue();
    program.write("grids.txt", "a 1234341221434321\n");
    let made = verb(&program, &["new", "a b/c", "--", "solve", "grids.txt"]);
    assert!(made.text.ends_with("\nminclue campaign run 'a b/c'\n"), "{} {}", made.text, made.stderr);
    assert_eq!(verb(&program, &["run", "a b/c"]).code, 0);
    let text = program.read("a b/c/chunks/000/000000.jsonl");
    program.write("a b/c/chunks/000/000000.jsonl", text.replacen("\"minimum\":4", "\"minimum\":5", 1));
    let collect = verb(&program, &["collect", "a b/c"]);
    assert!(collect.code == 5 && collect.stderr.contains("'a b/c' --chunk 0"), "{}", collect.stderr);
}

#[test]
fn a_status_says_how_far_it_is() {
    let program = campaign(7, 3);
    assert_eq!(verb(&program, &["run", "c", "--chunk", "1"]).code, 0);
    let text = verb(&program, &["status", "c"]).text;
    assert!(text.contains("chunks    1 of 3 complete\ntasks     3 of 7: 3 optimal\n"), "{text}");
    assert!(text.contains("remaining 0,2\n"), "{text}");
    let status = verb(&program, &["status", "c", "--format", "json"]).record();
    assert_eq!((&status["n_whole"], &status["statuses"]["optimal"]), (&1.into(), &3.into()));
    assert_eq!(verb(&program, &["missing", "c", "--lines"]).text, "0\n2\n");
}

/// No file has the grids: each task makes those of its part.
#[test]
fn a_part_of_the_catalog_is_an_input() {
    let program = minclue();
    let made = verb(&program, &["new", "c", "--prefixes", "2", "--chunk-size", "1", "--", "check", "catalog:1.0.5"]);
    assert!(made.code == 0 && made.text.contains("3 inputs, 3 tasks, 3 chunks"), "{} {}", made.text, made.stderr);
    assert!(program.read("c/inputs.txt").contains("3x3 1.4.5 catalog:1.4.5"));
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let all = verb(&program, &["collect", "c"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    let plain = program.run(["check", "--format", "jsonl", "catalog:1.0.5"]);
    let ids = |run: &Run| run.records().iter().map(|record| record["id"].to_string()).collect::<Vec<_>>();
    assert_eq!(ids(&all), ids(&plain));
    assert!(ids(&plain).len() > 5, "{}", plain.text);
    for wrong in ["catalog:0.0.1", "catalog:1.5.4", "catalog:x"] {
        assert_ne!(program.run(["check", wrong]).code, 0, "{wrong}");
    }
    let mixed = verb(&program, &["new", "m", "--", "check", "catalog:1.0.5", "1234341221434321"]);
    assert_eq!(mixed.code, 2, "{}", mixed.stderr);
}

/// The puzzles of a variant have one solution by its rules, and mostly several without them.
#[test]
fn variants_have_campaigns() {
    let program = minclue();
    program.write("regions.txt", "AABB\nAACB\nCCDB\nCDDD\n");
    for (name, rule) in [("x", "x"), ("j", "jigsaw=regions.txt")] {
        let shape: &[&str] = if name == "x" { &["--shape", "2x2"] } else { &[] };
        let make = [&["generate", "--grids", "-n", "3", "--seed", "1", "--format", "lines", "--variant", rule], shape];
        let grids = format!("{name}.txt");
        program.write(&grids, program.run(make.concat()).text);
        assert_eq!(program.run(["campaign", "new", name, "--", "solve", "--variant", rule, &grids]).code, 0);
    }
    // The file is not needed where the chunks run.
    std::fs::remove_file(program.path("regions.txt")).expect("it was there");
    for name in ["x", "j"] {
        assert_eq!(verb(&program, &["run", name]).code, 0);
        let all = verb(&program, &["collect", name]);
        assert!(all.code == 0 && all.stderr.contains("3 puzzles solved by a second solver"), "{}", all.stderr);
        assert!(all.records().iter().all(|record| record["status"] == "optimal"), "{}", all.text);
    }
    let chunk = program.read("x/chunks/000/000000.jsonl");
    let without = chunk_file::changed(&chunk, |record| record["variant"] = "".into());
    program.write("x/chunks/000/000000.jsonl", without);
    let collect = verb(&program, &["collect", "x"]);
    assert!(collect.code == 5 && collect.stderr.contains("has a second solution"), "{}", collect.stderr);
}

/// Parts of the catalog whose regions are searched; a task that is run again counts the same.
#[test]
fn regions_of_the_catalog_are_a_campaign() {
    let program = minclue();
    let new = ["campaign", "new", "c", "--prefixes", "2", "--chunk-size", "2", "--", "catalog", "-k", "16", "17.8.13"];
    let made = program.run(new);
    assert!(made.text.contains("3 inputs, 3 tasks, 2 chunks"), "{} {}", made.text, made.stderr);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let all = verb(&program, &["collect", "c", "--again", "1"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    assert!(all.stderr.contains("1 task solved again, the same answers"), "{}", all.stderr);
    let sum =
        |records: &[serde_json::Value], name: &str| -> u64 { records.iter().filter_map(|r| r[name].as_u64()).sum() };
    let whole = program.run(["catalog", "-k", "16", "17.8.13", "--format", "jsonl"]).records();
    for name in ["n_regions", "n_thirds", "n_candidates", "n_survivors", "n_puzzles"] {
        assert_eq!(sum(&all.records(), name), sum(&whole, name), "{name}");
    }
}

/// Whoever loses a part, does one twice or changes its numbers is noticed, also with new hashes.
#[test]
fn regions_that_are_lost_doubled_or_changed_are_noticed() {
    let program = minclue();
    let new = ["campaign", "new", "c", "--prefixes", "4", "--chunk-size", "1", "--", "catalog", "-k", "16", "17.5.13"];
    assert!(program.run(new).text.contains("2 inputs, 2 tasks, 2 chunks"));
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let all = verb(&program, &["collect", "c"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    assert!(all.stderr.contains("8 of 2,436,461,568 second bands searched"), "{}", all.stderr);
    let chunks = ["c/chunks/000/000000.jsonl", "c/chunks/000/000001.jsonl"];
    let texts = chunks.map(|chunk| program.read(chunk));
    let refused = |said: &str| {
        let collect = verb(&program, &["collect", "c"]);
        assert!(collect.code == 5 && collect.stderr.contains(said), "{said}: {}", collect.stderr);
        assert_eq!(collect.text, "");
        chunks.iter().zip(&texts).for_each(|(chunk, text)| program.write(chunk, text));
    };
    // The records are those of a search; only sums and hashes are made anew.
    let with = |change: &dyn Fn(&mut Vec<serde_json::Value>)| {
        program.write(chunks[0], chunk_file::with_records(&texts[0], |records| change(records)));
    };
    let add = |record: &mut serde_json::Value, name: &str, n: i64| {
        record[name] = (record[name].as_i64().expect("a number") + n).into();
    };
    with(&|records| add(&mut records[0], "n_regions", -1));
    refused("17.5.9: it reports");
    with(&|records| add(&mut records[0], "n_classes", 1));
    refused("17.5.9: it reports");
    with(&|records| records[0]["id"] = "17.9.13".into());
    refused("the record of its regions is about 17.9.13");
    // The other part in its place, under its name.
    let other: Vec<serde_json::Value> = all.records();
    with(&|records| {
        records[0] = other[1].clone();
        records[0]["id"] = "17.5.9".into();
    });
    refused("17.5.9: it reports");
    with(&|records| records.extend([records[0].clone()]));
    refused("it has several records of its regions");
    std::fs::remove_file(program.path(chunks[1])).expect("removed");
    refused("1 chunk is missing: 1");
    assert_eq!(verb(&program, &["collect", "c"]).code, 0);
}

/// Whoever takes a puzzle away, and changes all sums and hashes with care, is noticed by who knows the puzzle.
#[test]
#[ignore = "long: all puzzles of a region"]
fn known_puzzles_must_be_among_those_of_regions_at_length() {
    let text = include_str!("../../../instances/papers.txt");
    let named = text.lines().find_map(|line| line.strip_prefix("mcguire-2012-sec5.3.1 ")).expect("the grid");
    let program = minclue();
    let part = program.run(["catalog", "--find", named]).text.lines().nth(2).expect("a part").to_owned();
    assert_eq!(program.run(["campaign", "new", "c", "--", "catalog", "-k", "17", &part]).code, 0);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let known = program.run(["enumerate", "-k", "17", named]).text;
    assert_eq!(known.lines().count(), 29);
    // One of another number of clues is nobody's.
    program.write("known.txt", format!("{known}{named}\n"));
    let collect = ["collect", "c", "--known", "known.txt"];
    let all = verb(&program, &collect);
    assert_eq!(all.code, 0, "{}", all.stderr);
    let said = all.stderr.lines().find(|line| line.contains("of 30 known puzzles")).expect("a note").to_owned();
    let n_expected: usize = said.split_whitespace().find_map(|word| word.parse().ok()).expect("a number");
    assert!((1..29).contains(&n_expected), "{said}");

    let chunk = program.read("c/chunks/000/000000.jsonl");
    let n_missing = (0..all.records().len() - 1).filter(|number| {
        let text = chunk_file::with_records(&chunk, |records| {
            records.remove(*number);
            let sum = records.last_mut().expect("a sum");
            sum["n_puzzles"] = (sum["n_puzzles"].as_u64().expect("a number") - 1).into();
        });
        program.write("c/chunks/000/000000.jsonl", text);
        let collect = verb(&program, &collect);
        assert!(matches!(collect.code, 0 | 5), "{}", collect.stderr);
        assert_eq!(
            collect.code == 5,
            collect.stderr.contains("this known puzzle is missing from"),
            "{}",
            collect.stderr
        );
        collect.code == 5
    });
    let n_missing = n_missing.count();
    assert_eq!(verb(&program, &["collect", "c"]).code, 0, "nothing else sees it");
    // Some puzzles of the region are of other grids, or another region of the grid is the one to find them.
    assert_eq!(n_missing, n_expected);

    program.write("known.txt", "1".repeat(80));
    assert_eq!(verb(&program, &collect).code, 3, "what cannot be read");
    let grids = campaign(2, 1);
    assert_eq!(verb(&grids, &["run", "c"]).code, 0);
    let refused = verb(&grids, &["collect", "c", "--known", "known.txt"]);
    assert!(refused.code == 2 && refused.stderr.contains("--known requires a campaign of"), "{}", refused.stderr);
}

/// What each task has anyway may be said too, and a puzzle with several solutions is an invalid input of the whole.
#[test]
fn a_campaign_of_latin_squares_says_that_an_input_is_invalid() {
    let program = minclue();
    program.write("in.txt", "a 1234214334124321\nb ................\n");
    let made = verb(&program, &["new", "c", "--", "solve", "--shape", "1x4", "--quiet", "--color=never", "in.txt"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    // A time that no clock can count is no limit.
    let run = verb(&program, &["run", "c", "--stop-after", "10000000000000000000"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let all = verb(&program, &["collect", "c"]);
    let statuses: Vec<_> = all.records().iter().map(|record| record["status"].clone()).collect();
    assert_eq!((all.code, statuses), (3, vec!["optimal".into(), "invalid_input".into()]), "{}", all.stderr);
    assert_eq!(all.records()[0]["shape"], "1x4");
}
