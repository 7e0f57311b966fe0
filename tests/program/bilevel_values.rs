//! The values that `bilevel` shows: constants of objectives, budgets of every form, what is proven at a limit, on a full
//! disk, and by which engine.

use std::process::Command;

use minclue_testkit::{Program, Run};
use serde_json::{Value, json};

use crate::minclue;

/// The follower packs two of three items that are worth 7, 5 and 4, and the leader takes one away: 9 is left.
const MPS: &str = "NAME pack\nROWS\n N gain\n L pay\n L room\n L off1\n L off2\n L off3\nCOLUMNS\n M 'MARKER' 'INTORG'\n \
                   t1 pay 1 off1 1\n t2 pay 1 off2 1\n t3 pay 1 off3 1\n p1 gain 7 room 1\n p1 off1 1\n p2 gain 5 room 1\n \
                   p2 off2 1\n p3 gain 4 room 1\n p3 off3 1\n M 'MARKER' 'INTEND'\nRHS\n r pay 1 room 2\n r off1 1 off2 1\n \
                   r off3 1\nBOUNDS\n BV b t1\n BV b t2\n BV b t3\n BV b p1\n BV b p2\n BV b p3\nENDATA\n";
const INDEX: &str = "N 3\nM 4\nLC 3\nLC 4\nLC 5\nLR 1\nLR 2\nLR 3\nLR 4\nLO -7\nLO -5\nLO -4\nOS 1\n";
const NAMES: &str = "@NUMVARS\n3\n@NUMCONSTRS\n4\n@VARSBEGIN\np1 7\np2 5\np3 4\n@VARSEND\n@CONSTRSBEGIN\nroom\noff1\noff2\noff3\n\
                     @CONSTRSEND\n@OBJSENSE\nMAX\n";
/// The follower alone, which minimizes.
const ALONE: &str = "NAME alone\nROWS\n N gain\n L room\nCOLUMNS\n p1 gain -7 room 1\n p2 gain -5 room 1\n p3 gain -4 room 1\nRHS\n \
                     r room 2\nBOUNDS\n BV b p1\n BV b p2\n BV b p3\nENDATA\n";
const PRICES: &str =
    "N 3\nM 4\nLC 3\nLC 4\nLC 5\nLR 1\nLR 2\nLR 3\nLR 4\nLO -7\nLO -5\nLO -4\nOS 1\nIC 1\nIC 1\nIC 1\nIB 1\n";

fn with_constant(mps: &str, right_side: i64) -> String {
    mps.replacen("RHS\n", &format!("RHS\n r gain {right_side}\n"), 1)
}

fn bilevel(program: &Program, args: &[&str]) -> Run {
    program.run([&["bilevel", "--format", "jsonl"], args].concat())
}

#[track_caller]
fn record(program: &Program, args: &[&str]) -> Value {
    let output = bilevel(program, args);
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.record()
}

/// A right side of the objective is its constant with the other sign, in every number that is shown.
#[test]
fn the_constant_of_an_objective_is_added_to_the_value() {
    let program = minclue();
    for (name, mps, aux) in [("i", MPS, INDEX), ("n", MPS, NAMES)] {
        program.write(&format!("{name}.aux"), aux);
        for (right_side, value) in [(-100, 109), (50, -41), (0, 9)] {
            program.write(&format!("{name}.mps"), with_constant(mps, right_side));
            for engine in ["cuts", "native", "bilevel", "both"] {
                let file = format!("{name}.mps");
                let record = record(&program, &["--engine", engine, "--solution-file", "s.sol", &file]);
                let shown = (&record["optimum"], &record["lower_bound"], &record["upper_bound"]);
                assert_eq!(shown, (&json!(value), &json!(value), &json!(value)), "{engine}");
                // The follower's objective stands in the AUX file, which has no place for a constant.
                assert_eq!((&record["follower_value"], &record["leader_cost"]), (&json!(9), &json!(1)));
                let head = format!("# Objective value = {value}\n# Follower value = 9\n");
                assert!(program.read("s.sol").starts_with(&head), "{}", program.read("s.sol"));
                std::fs::remove_file(program.path("s.sol")).expect("it");
            }
            let text = program.run(["bilevel", "--format", "text", &format!("{name}.mps")]).text;
            assert!(text.contains(&format!("value {value}, proven by")), "{text}");
        }
    }
    // Of an interdiction file both values have the other sign than its objective.
    program.write("a.aux", PRICES);
    program.write("a.mps", with_constant(ALONE, 30));
    let record = record(&program, &["--engine", "native", "--certify", "a.cert", "a.mps"]);
    assert_eq!((&record["optimum"], &record["follower_value"]), (&json!(39), &json!(39)));
    let last = record["targets"].as_array().and_then(|targets| targets.last()).expect("a target");
    assert_eq!((&last["target"], &last["prevented"]), (&json!(39), &json!(false)));
    // The targets of certificates are values as they are shown.
    let verify =
        |cert: &str, target: &str| program.run(["verify", cert, "--bilevel", "a.mps", "--target", target]).code;
    assert_eq!((verify("a.cert", "39"), verify("a.cert.upper", "40"), verify("a.cert", "9")), (0, 0, 5));
}

/// What a blocker costs has the constant too, and so have the costs that certificates are about.
#[test]
fn the_cost_of_a_blocker_has_the_constant() {
    let program = minclue();
    let mps = MPS
        .replace(" N gain\n L pay\n", " N pay\n L gain\n")
        .replace(" r pay 1 room 2", " r pay -1000 gain 7\n r room 2");
    program.write("b.mps", &mps);
    program.write("b.aux", INDEX);
    // Items 1 and one of the others have to go, so that at most 7 is left; the first alone leaves 9.
    let unit = record(&program, &["--certify", "b.cert", "b.mps"]);
    assert_eq!((&unit["goal"], &unit["optimum"]), (&json!("blocker"), &json!(1002)));
    let dear = mps.replace(" t1 pay 1", " t1 pay 3");
    program.write("c.mps", &dear);
    program.write("c.aux", INDEX);
    let dear = record(&program, &["--certify", "c.cert", "c.mps"]);
    assert_eq!((&dear["optimum"], &dear["certified"]), (&json!(1002), &json!(true)));
    let verify = |cert: &str, cost: &str| {
        program.run(["verify", cert, "--bilevel", "c.mps", "--target", "8", "--cost", cost]).code
    };
    assert_eq!((verify("c.cert", "1001"), verify("c.cert.upper", "1002"), verify("c.cert", "1")), (0, 0, 5));
}

#[test]
fn a_constant_that_is_no_integer_is_refused_with_its_line() {
    let program = minclue();
    program.write("f.mps", MPS.replacen("RHS\n", "RHS\n r gain 0.5\n", 1));
    program.write("f.aux", INDEX);
    let output = bilevel(&program, &["f.mps"]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("the constant `0.5` of the objective"), "{}", output.stderr);
    assert_eq!(output.record()["error"]["line"], 22);
}

/// A knapsack of which one item has a price, or none, or none within the budget.
#[test]
fn a_knapsack_with_any_budget_is_solved() {
    let program = minclue();
    for (text, value, cost) in [
        // One price, beyond the budget and within it.
        ("3\n5\n0\n1 1 7\n2 0 0\n7 6 9\n", 7, 0),
        ("2\n5\n1\n1 1\n2 0\n3 4\n", 3, 0),
        ("2\n4\n3\n3 2\n0 3\n6 5\n", 0, 3),
        ("3\n9\n4\n4 5 6\n0 5 0\n1 2 3\n", 2, 0),
        // One item in all, and nothing that costs anything.
        ("1\n5\n2\n5\n3\n8\n", 8, 0),
        ("1\n5\n3\n5\n3\n8\n", 0, 3),
        ("2\n5\n0\n1 1\n0 0\n3 4\n", 0, 0),
        // Several prices, all of them beyond the budget, and a budget of 0.
        ("2\n5\n3\n1 1\n4 9\n3 4\n", 7, 0),
        ("2\n5\n0\n1 1\n1 1\n3 4\n", 7, 0),
    ] {
        program.write("k.ki", text);
        for engine in ["auto", "cuts", "native", "bilevel", "both"] {
            let record = record(&program, &["--engine", engine, "k.ki"]);
            assert_eq!((&record["status"], &record["optimum"]), (&json!("optimal"), &json!(value)), "{engine} {text}");
            assert_eq!(record["leader_cost"], cost, "{engine} {text}: {record}");
            assert!(record["budget"].is_u64(), "{record}");
        }
    }
}

/// The same of programs with the rows of both levels, where nothing says which row is the budget.
#[test]
fn a_leader_with_one_limit_or_none_has_its_answer() {
    let program = minclue();
    program.write("m.aux", INDEX);
    let columns = " t1 pay 1 off1 1\n t2 pay 1 off2 1\n t3 pay 1 off3 1\n";
    for (new, value) in [
        (" t1 pay 2 off1 1\n t2 off2 1\n t3 off3 1\n", 7),
        (" t1 pay 1 off1 1\n t2 off2 1\n t3 off3 1\n", 0),
        // No row limits it, so it takes everything.
        (" t1 off1 1\n t2 off2 1\n t3 off3 1\n", 0),
    ] {
        assert!(MPS.contains(columns));
        program.write("m.mps", MPS.replace(columns, new));
        for engine in ["auto", "native"] {
            let record = record(&program, &["--engine", engine, "m.mps"]);
            assert_eq!((&record["status"], &record["optimum"]), (&json!("optimal"), &json!(value)), "{new}");
        }
    }
}

#[test]
fn numbers_that_leave_no_room_for_sums_are_refused_with_their_place() {
    let program = minclue();
    let large = 3_i64 << 60;
    let refused = |file: &str, code: i32, what: &str| {
        let output = bilevel(&program, &[file]);
        assert_eq!(output.code, code, "{}", output.stderr);
        let message = output.record()["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains(what), "{what}: {message}");
        output.record()["error"].clone()
    };
    program.write("k.ki", format!("2\n5\n1\n1 1\n1 1\n3 {large}\n"));
    let error = refused("k.ki", 3, &format!("{large} is too large"));
    assert_eq!((&error["line"], &error["column"]), (&json!(6), &json!(3)));
    program.write("m.aux", INDEX);
    program.write("m.mps", MPS.replace("p2 gain 5 room 1", &format!("p2 gain 5 room {large}")));
    let error = refused("m.mps", 3, &format!("the number {large} is too large (row `room` at `p2`)"));
    assert_eq!(error["line"], 5);
    program.write("m.mps", MPS.replace("p2 gain 5", &format!("p2 gain {large}")));
    program.write("m.aux", INDEX.replace("LO -5", &format!("LO -{large}")));
    refused("m.mps", 3, &format!("the number {large} is too large (the leader's objective at `p2`)"));
}

/// A program whose certificates take some kilobytes.
fn items(n: usize) -> String {
    let list = |of: &dyn Fn(usize) -> usize| (0..n).map(|i| of(i).to_string()).collect::<Vec<_>>().join(" ");
    format!("{n}\n100\n4\n{}\n{}\n{}\n", list(&|i| i * 37 % 41 + 5), list(&|_| 1), list(&|i| i * 53 % 31 + 3))
}

/// A limit on the size of files is as good as a full disk.
#[cfg(target_os = "linux")]
fn on_a_full_disk(program: &Program, args: &[&str]) -> Run {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
        .arg(program.file())
        .args(args)
        .current_dir(program.folder())
        .output()
        .expect("there is a shell")
        .into()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_value_of_a_bilevel_program() {
    let program = minclue();
    program.write("k.ki", items(12));
    let value = record(&program, &["k.ki"])["optimum"].clone();
    assert!(value.as_i64() > Some(0));
    for engine in ["cuts", "native", "bilevel"] {
        for (option, what) in [("--certify", "cannot be written"), ("--solution-file", "--solution-file f")] {
            let args = ["bilevel", "--engine", engine, option, "f", "k.ki"];
            let output = on_a_full_disk(&program, &[&args[..], &["--format", "jsonl"]].concat());
            assert_eq!(output.code, 1, "{}", output.stderr);
            let record = output.record();
            let bounds = (&record["lower_bound"], &record["upper_bound"], &record["optimum"]);
            assert_eq!(bounds, (&value, &value, &value), "{engine} {option}: {record}");
            assert_eq!((&record["status"], &record["certified"]), (&json!("optimal"), &json!(false)));
            assert!(record["error"]["message"].as_str().is_some_and(|message| message.contains(what)), "{record}");
            assert!(record["error"].get("line").is_none(), "{record}");
            let output = on_a_full_disk(&program, &[&args[..], &["--format", "text"]].concat());
            assert_eq!(output.code, 1);
            assert!(output.text.contains(&format!("value {value}, proven by {engine}")), "{}", output.text);
            assert_eq!(program.names(), ["k.ki"], "nothing is left of the file");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_what_a_hunt_has_found() {
    let program = minclue();
    let puzzle = "12.4.........32.";
    let args = ["hunt", "--to", "4", "--pool", "pool", "--format", "jsonl", puzzle];
    let output = on_a_full_disk(&program, &args);
    assert_eq!(output.code, 1, "{}", output.stderr);
    let record = output.records().pop().expect("a record");
    assert_eq!((&record["schema"], &record["status"]), (&json!("minclue-hunt/1"), &json!("failed")));
    for name in ["n_moves", "n_classes", "n_found"] {
        assert!(record.get(name).is_some(), "{name}: {record}");
    }
    assert!(record["error"]["message"].as_str().is_some_and(|message| message.contains("--pool pool")), "{record}");
    assert_eq!((record["error"].get("line"), record["error"].get("column")), (None, None), "{record}");
}

/// Even weights, each worth its weight, and an odd capacity: what the rows say is one more than the best answer, and a
/// search needs long to see that there is none.
#[test]
fn nothing_is_optimal_before_its_upper_half_is_proven() {
    let program = minclue();
    let n = 60;
    let weights: Vec<usize> = (0..n).map(|i| 2 * (1_000 + i * i * 7_919 % 991)).collect();
    let list = weights.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let room = weights.iter().sum::<usize>() / 4 * 2 + 1;
    program.write("k.ki", format!("{n}\n{room}\n1\n{list}\n{}\n{list}\n", ["1"; 60].join(" ")));
    for engine in ["cuts", "native"] {
        let output = bilevel(&program, &["--engine", engine, "--follower", "oracle", "--time-limit", "0.3s", "k.ki"]);
        assert_eq!(output.code, 4, "{}", output.stderr);
        let record = output.record();
        assert_eq!(record["status"], "time_limit", "{record}");
        assert!(record.get("optimum").is_none() && record.get("upper_proof").is_none(), "{record}");
        // There is a choice all the same, and what is proven of it.
        assert!(record["leader"].as_array().is_some_and(|leader| leader.len() <= 1), "{record}");
        assert_eq!(record["upper_bound"], room, "{record}");
        assert!(record["follower_value"].as_u64() <= Some(room as u64), "{record}");
        let args = ["bilevel", "--format", "text", "--engine", engine, "--follower", "oracle", "--time-limit", "0.3s"];
        let text = program.run([&args[..], &["k.ki"]].concat()).text;
        assert!(text.contains("not proven to be its best"), "{text}");
    }
}

#[test]
fn records_name_their_engine_and_why_it_was_taken() {
    let program = minclue();
    program.write("k.ki", items(8));
    let record_of = |args: &[&str]| record(&program, args);
    let reason = |record: &Value| record["engine_reason"].as_str().unwrap_or_default().to_owned();
    let by_itself = record_of(&["k.ki"]);
    assert_eq!(
        (by_itself["engine"].as_str(), reason(&by_itself)),
        (Some("cuts"), "the leader wants a value to be small".into())
    );
    assert_eq!(record_of(&["--engine", "auto", "k.ki"])["engine"], "cuts");
    let native = record_of(&["--engine", "native", "k.ki"]);
    assert_eq!((&native["engine"], native.get("engine_reason")), (&json!("native"), None));
    // A blocker with one price is a clue problem, and one with several is none.
    let mps = MPS.replace(" N gain\n L pay\n", " N pay\n L gain\n").replace(" r pay 1 room 2", " r gain 7 room 2");
    program.write("b.aux", INDEX);
    program.write("b.mps", &mps);
    let blocker = record_of(&["b.mps"]);
    assert_eq!((blocker["engine"].as_str(), &blocker["optimum"]), (Some("bilevel"), &json!(2)));
    assert!(reason(&blocker).contains("clue problem"));
    program.write("b.mps", mps.replace(" t1 pay 1", " t1 pay 3"));
    assert_eq!(record_of(&["b.mps"])["engine"], "cuts");
    // The export of a grid is the clue problem of the grid.
    for (name, more) in [("full", &["--max-sets", "9"][..]), ("short", &["--names", "short"])] {
        assert_eq!(program.run([&["export", "-o", name, "1234341221434321"][..], more].concat()).code, 0);
        let grid = record_of(&[&format!("{name}.mps")]);
        assert_eq!((grid["engine"].as_str(), &grid["optimum"]), (Some("native"), &json!(4)));
        assert!(reason(&grid).contains("clue problem of a grid"), "{grid}");
        let text = program.run(["bilevel", "--format", "text", &format!("{name}.mps")]).text;
        assert!(text.contains("engine native: this is the clue problem of a grid"), "{text}");
    }
}

#[test]
fn the_root_bound_is_one_of_the_leaders_objective() {
    let program = minclue();
    program.write("k.ki", items(14));
    let cuts = record(&program, &["--engine", "cuts", "k.ki"]);
    let (bound, optimum) = (cuts["root_bound"].as_f64().expect("a bound"), cuts["optimum"].as_f64().expect("a value"));
    assert!(bound > 0.0 && bound <= optimum, "{bound} of {optimum}");
    // A number of variables that are taken is no bound of a value.
    assert_eq!(record(&program, &["--engine", "bilevel", "k.ki"]).get("root_bound"), None);
    program.write("m.aux", NAMES);
    program.write("m.mps", with_constant(MPS, -1000));
    let shifted = record(&program, &["--engine", "cuts", "m.mps"])["root_bound"].as_f64().expect("a bound");
    assert!((1000.0..=1009.0).contains(&shifted), "{shifted}");
}

#[test]
fn programs_of_one_name_are_told_apart() {
    let program = minclue();
    for folder in ["easy", "hard"] {
        std::fs::create_dir(program.path(folder)).expect("made");
        program.write(&format!("{folder}/one.ki"), items(6));
    }
    program.write("easy/two.ki", items(5));
    let records = bilevel(&program, &["easy/one.ki", "hard/one.ki", "easy/two.ki"]).records();
    let told: Vec<(&str, &str)> =
        records.iter().map(|r| (r["id"].as_str().expect("an id"), r["file"].as_str().expect("a file"))).collect();
    assert_eq!(told, [("easy/one", "easy/one.ki"), ("hard/one", "hard/one.ki"), ("two", "easy/two.ki")]);
}
