//! Records name the options of their run, and habits from other programs work or get advice that helps.

use serde_json::{Value, json};

use crate::minclue;

const FOUR: &str = "1234341221434321";
const PUZZLE: &str = "12.4.........32.";

fn record(args: &[&str]) -> Value {
    let output = minclue().run([args, &["--format", "jsonl"]].concat());
    let mut records = output.records();
    records.pop().unwrap_or_else(|| panic!("{args:?}: {}", output.stderr))
}

#[test]
fn records_of_every_subcommand_name_what_was_said_and_no_default() {
    for (args, options) in [
        (&["solve", "--threads", "2", FOUR][..], json!({"threads": 2})),
        (&["solve", "--at-most=3", "--no-symmetry", FOUR], json!({"at_most": 3, "no_symmetry": true})),
        (&["solve", "--weights", "w", "--given", "r1c1", FOUR], json!({"weights": "w", "given": "r1c1"})),
        (&["solve", "--time-limit", "1h", "-v", "-j", "2", FOUR], json!({"time_limit": "1h"})),
        (&["enumerate", "-k", "4", "--count", FOUR], json!({"clues": 4, "count": true})),
        (&["check", "--require-valid", PUZZLE], json!({"require_valid": true})),
        (&["sets", "--max-size", "6", FOUR], json!({"max_size": 6})),
        (&["puzzle", "--engine", "bilevel", "latin.txt"], json!({"engine": "bilevel"})),
        (&["bilevel", "--follower", "oracle", "three.ki"], json!({"follower": "oracle"})),
        (&["explain", "--engine", "bilevel", "two.cnf"], json!({"engine": "bilevel"})),
        (&["export", "-o", "out/", "--what", "hitting", FOUR], json!({"output": "out/", "what": "hitting"})),
        (&["generate", "--shape", "2x2", "--seed", "7"], json!({"shape": "2x2", "seed": 7})),
        (&["catalog", "--shape", "2x2", "--count"], json!({"count": true, "shape": "2x2"})),
        (&["hunt", "--to", "4", "--max-moves", "2", PUZZLE], json!({"to": 4, "max_moves": 2})),
        (&["neighbors", "--remove", "1", "--add", "1", PUZZLE], json!({"remove": 1, "add": 1})),
        (&["classic", "search", "--strategies", "mrv", PUZZLE], json!({"strategies": "mrv"})),
    ] {
        let program = minclue();
        program.write("latin.txt", "latin\n12\n21\n");
        program.write("three.ki", "3\n5\n1\n2 3 4\n1 1 1\n5 6 8\n");
        program.write("two.cnf", "p cnf 1 2\n1 0\n-1 0\n");
        program.write("w", "r1c1 2\n");
        let output = program.run([args, &["--format", "jsonl"]].concat());
        let records = output.records();
        let record = records.last().unwrap_or_else(|| panic!("{args:?}: {}", output.stderr));
        assert_eq!(record["options"], options, "{args:?}");
        assert!(output.text.trim_end().ends_with(&format!("\"options\":{options}}}")), "{}", output.text);
    }
    for args in [
        &["solve", FOUR][..],
        &["solve", "--seed", "1", "--leaf-clues", "14", "--leaf", "native", FOUR],
        &["canon", FOUR],
    ] {
        let said = record(args)["options"].clone();
        // A default that was said is left out, where the program has it as one.
        assert_eq!(said.get("seed"), None, "{said}");
        assert_eq!(said.is_null(), args.len() == 2, "{said}");
    }
    // A catalog may have millions of lines, which do not repeat them.
    let listed = record(&["catalog", "--shape", "2x2"]);
    assert_eq!((&listed["status"], listed.get("options")), (&json!("done"), None));
    let all = minclue().run(["solve", "--at-most", "4", "--format", "json", FOUR, FOUR]).text;
    let all: Value = serde_json::from_str(&all).expect("an array");
    assert_eq!((&all[0]["options"], &all[1]["options"]), (&json!({"at_most": 4}), &json!({"at_most": 4})));
}

/// What was not said is as much a part of how an answer was made.
#[test]
fn records_name_the_settings_that_were_in_force() {
    let native = record(&["solve", FOUR]);
    let settings = json!({"source": "complete", "symmetry": true, "threads": 1, "local_search": true});
    assert_eq!((&native["settings"], &native["follower"]), (&settings, &json!("oracle")));
    let chosen = |args: &[&str]| record(&[&["solve", "--engine", "bilevel"], args].concat())["settings"].clone();
    let auto = chosen(&[FOUR]);
    assert_eq!(
        (&auto["leaf"], &auto["lp_solver"], &auto["cuts"]),
        (&json!("auto"), &json!("dense"), &json!("zero-half"))
    );
    let lp = chosen(&["--leaf", "lp", "--lp-solver", "highs", "--cuts", "none", FOUR]);
    assert_eq!((&lp["leaf"], &lp["lp_solver"], &lp["region_rows"]), (&json!("lp"), &json!("highs"), &json!("lines")));
    assert_eq!((&lp["cuts"], &lp["max_sets"]), (&json!("none"), &json!(3000)));
    let both = record(&["solve", "--independent", FOUR]);
    assert!(both.get("settings").is_none(), "{both}");
    let [native, bilevel] = &both["engines"].as_array().expect("parts")[..] else { panic!("{both}") };
    assert_eq!((&native["settings"]["symmetry"], &native["settings"]["source"]), (&json!(false), &json!("complete")));
    assert_eq!(
        (&bilevel["settings"]["source"], &bilevel["settings"]["heuristic"]),
        (&json!("blueprint"), &json!("covers"))
    );
}

/// The tasks of a campaign are runs like others.
#[test]
fn records_of_a_campaign_name_the_options_of_its_tasks() {
    let program = minclue();
    let new = ["campaign", "new", "c", "--", "solve", "--at-most", "3", "--json", FOUR];
    assert_eq!(program.run(new).code, 0);
    assert_eq!(program.run(["campaign", "run", "c", "-j", "1"]).code, 0);
    let line = program.read("c/chunks/000/000000.jsonl");
    assert!(line.contains(r#""options":{"at_most":3,"shape":"2x2"}"#), "{line}");
}

#[test]
fn json_is_a_line_for_each_record() {
    for args in
        [&["solve", FOUR][..], &["check", PUZZLE], &["enumerate", "-k", "4", FOUR], &["catalog", "--shape", "2x2"]]
    {
        let without = |format: &[&str]| -> Vec<Value> {
            let mut records = minclue().run([args, format].concat()).records();
            for record in &mut records {
                for field in ["seconds", "start", "search"] {
                    record[field] = json!(0);
                }
            }
            records
        };
        assert_eq!(without(&["--json"]), without(&["--format", "jsonl"]), "{args:?}");
    }
    let both = minclue().run(["solve", "--json", "--format", "csv", FOUR]);
    assert_eq!(both.code, 2, "{}", both.text);
    assert!(both.stderr.contains("--json") && both.stderr.contains("--format"), "{}", both.stderr);
}

#[test]
fn results_go_to_the_file_of_output() {
    let program = minclue();
    program.write("answers", "of an earlier run\n");
    for option in [&["-o", "answers"][..], &["--output=answers"]] {
        let output = program.run([&["solve", "--format", "csv", FOUR], option].concat());
        assert_eq!((output.code, output.text.as_str()), (0, ""), "{}", output.stderr);
        let answers = program.read("answers");
        assert!(answers.starts_with("id,") && answers.contains(FOUR) && answers.lines().count() == 2, "{answers}");
    }
    let drawn = program.run(["show", "--format", "svg", "-o", "grid.svg", FOUR]);
    assert_eq!((drawn.code, drawn.text.as_str()), (0, ""), "{}", drawn.stderr);
    assert!(program.read("grid.svg").starts_with("<svg"));
    // Nothing is lost where nothing comes of it.
    for (args, code) in
        [(&["solve", "1134341221434321", "-o", "answers"][..], 3), (&["solve", "--leaf", "x", "-o", "answers"], 2)]
    {
        assert_eq!(program.run(args).code, code);
        assert!(program.read("answers").contains(FOUR));
    }
    assert_eq!(program.run(["solve", "-o", "no/folder", FOUR]).code, 1);
}

#[test]
fn the_file_of_output_is_no_other_file_of_the_run() {
    let program = minclue();
    program.write("grids.txt", format!("{FOUR}\n"));
    std::os::unix::fs::symlink("grids.txt", program.path("link.txt")).expect("a link");
    for args in [
        &["solve", "grids.txt", "-o", "grids.txt"][..],
        &["solve", "grids.txt", "-o", "./link.txt"],
        &["solve", "--from", "grids.txt", FOUR, "-o", "grids.txt"],
        &["solve", "--certify", "new.cert", FOUR, "-o", "new.cert"],
    ] {
        let output = program.run(args);
        assert_eq!(output.code, 2, "{args:?}: {}", output.stderr);
        assert!(output.stderr.contains("as well"), "{}", output.stderr);
        assert_eq!(program.read("grids.txt"), format!("{FOUR}\n"));
    }
}

#[test]
fn words_of_other_programs_lead_to_ours() {
    for (word, meant) in
        [("print", "show"), ("draw", "show"), ("validate", "check"), ("grade", "rate"), ("mus", "explain")]
    {
        let output = minclue().run([word, FOUR]);
        assert_eq!(output.code, 2);
        let wanted = format!("tip: did you mean `minclue {meant}`?");
        assert!(output.stderr.contains(&wanted), "{}", output.stderr);
        assert!(!output.stderr.contains("similar") && !output.stderr.contains("To solve"), "{}", output.stderr);
    }
    let near = minclue().run(["sovle", FOUR]).stderr;
    assert!(near.contains("'solve'"), "{near}");
    let grid = minclue().run([FOUR]).stderr;
    assert!(grid.contains("minclue solve INPUT"), "{grid}");
}

#[test]
fn habits_of_other_programs_are_options() {
    for args in [&["solve", "-j", "2", FOUR][..], &["check", "-j2", PUZZLE], &["hunt", "--to", "4", "-j", "2", PUZZLE]]
    {
        let output = minclue().run(args);
        assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
    }
    let made = |option: &str| minclue().run(["generate", option, "easy", "--seed", "1"]).text;
    assert_eq!(made("--difficulty"), made("--level"));
    assert!(!made("--level").is_empty());
    // An option that is not there is no input.
    let unknown = minclue().run(["solve", "-d", FOUR]).stderr;
    assert!(unknown.contains("'-d'") && !unknown.contains("-- -d"), "{unknown}");
}

#[test]
fn the_end_of_a_help_is_about_its_own_inputs() {
    let ends =
        |name: &str| minclue().run([name, "-h"]).text.trim_end().lines().rev().take(3).collect::<Vec<_>>().join(" ");
    assert!(ends("solve").contains("empty cell"));
    assert!(ends("bilevel").contains("AUX") && !ends("bilevel").contains("empty cell"));
    assert!(ends("export").contains("solvers") && !ends("export").contains("empty cell"));
    assert!(ends("explain").contains("clauses"));
}
