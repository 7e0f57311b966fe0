//! The journal of `minclue sets --source ilp`: a run that was ended by anything goes on from it, and no other file is
//! touched.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use minclue_testkit::{Program, Run};
use serde_json::Value;

use crate::minclue;

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";
const JOURNAL: &str = "journal.jsonl";

/// What makes the loop faster is off, unless the arguments speak of it.
fn sets(program: &Program, args: &[&str]) -> Command {
    let mut command = program.command([&["sets"], args].concat());
    let is_ilp = !args.contains(&"--source");
    for [option, value] in [["--source", "ilp"], ["--format", "jsonl"], ["--split", "none"], ["--images", "none"]] {
        let fits = match option {
            "--split" => is_ilp && !args.contains(&"minimize"),
            "--images" => is_ilp,
            _ => true,
        };
        if fits && !args.contains(&option) {
            command.args([option, value]);
        }
    }
    command.arg("--list");
    command
}

fn run(program: &Program, args: &[&str]) -> Run {
    Run::fed(&mut sets(program, args), "")
}

/// The record of a run that ended well.
fn answer(program: &Program, args: &[&str]) -> Value {
    let output = run(program, args);
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.record()
}

fn journal(program: &Program) -> String {
    program.read(JOURNAL)
}

fn solves(journal: &str) -> Vec<Value> {
    journal.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn n_sets(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().matches("\"witness\"").count()
}

/// A run on a 9x9 grid is killed at work and its last line torn; another one makes the same of it as one without a
/// break.
#[test]
fn a_killed_run_goes_on_where_it_was() {
    let program = minclue();
    let path = program.path(JOURNAL);
    let mut child = sets(&program, &["--journal", JOURNAL, NINE]).spawn().expect("the program starts");
    while n_sets(&path) < 3 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
        sleep(Duration::from_millis(10));
    }
    child.kill().expect("it is alive");
    child.wait().expect("it was killed");

    let text = journal(&program);
    assert!(text.ends_with('\n'), "every solve is written in one piece");
    let n_before = n_sets(&path);
    fs::write(&path, &text[..text.len() - 7]).expect("written");

    let n_wanted = n_before + 2;
    let wanted = n_wanted.to_string();
    let output = run(&program, &["--journal", JOURNAL, "--max-sets", &wanted, NINE]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let n_lines = text.lines().count();
    let message = format!("{JOURNAL}:{n_lines}: the last line is ignored: an earlier run ended while writing it");
    assert!(output.stderr.contains(&message), "{}", output.stderr);
    let resumed: Value = output.record();

    let whole = answer(&program, &["--max-sets", &wanted, NINE]);
    assert_eq!(whole["n_sets"], n_wanted);
    assert_eq!(resumed["sets"], whole["sets"]);
    assert_eq!(resumed["iterations"].as_array().map(Vec::len), whole["iterations"].as_array().map(Vec::len));
    // The whole lines of the killed run are still there, and none was asked again.
    let after = journal(&program);
    let kept: Vec<&str> = text.lines().take(n_lines - 1).collect();
    assert!(after.starts_with(&(kept.join("\n") + "\n")));
    assert_eq!(solves(&after).len(), resumed["iterations"].as_array().map_or(0, Vec::len));
}

#[test]
fn every_solve_of_either_form_is_in_the_journal_and_in_the_record() {
    for form in ["sizes", "minimize"] {
        let program = minclue();
        let record = answer(&program, &["--form", form, "--journal", JOURNAL, FOUR]);
        let text = journal(&program);
        let head: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
        assert_eq!(
            head,
            serde_json::json!({
                "schema": "minclue-journal/1", "grid": FOUR, "shape": "2x2", "backend": "highs", "form": form
            })
        );
        assert_eq!((&record["form"], &record["n_sets"]), (&Value::from(form), &Value::from(14)));
        let iterations = record["iterations"].as_array().expect("always with this source");
        for (line, told) in solves(&text).iter().zip(iterations) {
            for field in ["m", "size", "seconds", "cpu_seconds", "simplex_iterations", "nodes"] {
                assert_eq!(line.get(field), told.get(field), "{field}");
            }
            assert_eq!(told.get("m").is_some(), form == "sizes");
        }
        let found: Vec<_> = solves(&text).into_iter().filter(|line| line.get("witness").is_some()).collect();
        let listed = record["sets"].as_array().expect("a list");
        assert_eq!((found.len(), listed.len()), (14, 14));
        for (line, set) in found.iter().zip(listed) {
            assert_eq!((&line["cells"], &line["witness"]), (&set["cells"], &set["witness"]));
        }
        // All is known, so nothing is asked again.
        let again = answer(&program, &["--form", form, "--journal", JOURNAL, FOUR]);
        assert_eq!(journal(&program), text);
        assert_eq!((&again["sets"], &again["iterations"]), (&record["sets"], &record["iterations"]));
    }
}

/// A journal of a loop in parts says so, and names parts and images; a loop in other parts goes on from it, one without
/// does not.
#[test]
fn a_loop_in_parts_has_its_own_journal() {
    let program = minclue();
    let args = ["--split", "deep", "--images", "types", "--max-sets", "5", "--journal", JOURNAL, FOUR];
    assert_eq!(answer(&program, &args)["n_sets"], 5);
    let text = journal(&program);
    let head: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    assert_eq!(head["parts"], true);
    let lines = solves(&text);
    assert!(lines.iter().all(|line| line["part"].is_u64()));
    assert!(lines.iter().any(|line| line["image"] == true), "the sets of a 4x4 grid have few types");
    let output = run(&program, &["--journal", JOURNAL, FOUR]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("belongs to a run with --split cell, value or deep"), "{}", output.stderr);
    let whole = answer(&program, &["--split", "cell", "--journal", JOURNAL, FOUR]);
    assert_eq!((&whole["n_sets"], &whole["complete_to"]), (&Value::from(14), &Value::from(16)));
    assert!(journal(&program).starts_with(&text));
}

#[test]
fn other_sources_have_no_iterations() {
    let program = minclue();
    let record = answer(&program, &["--source", "complete", FOUR]);
    assert!(record.get("iterations").is_none() && record.get("form").is_none());
}

#[test]
fn people_are_told_what_the_solves_took() {
    let program = minclue();
    let output = run(&program, &["--format", "text", FOUR]);
    let text = &output.text;
    let line = text.lines().find(|line| line.contains("solves in")).expect("a line about the solves");
    assert!(line.starts_with("30 solves in ") && line.contains(", the slowest for m = "), "{line}");
}

/// A limit is an end like any other: what was found stays, and more is added by the next run.
#[test]
fn a_limit_leaves_a_journal_to_go_on_from() {
    let program = minclue();
    let mut lengths = Vec::new();
    for max in ["2", "5", "5", "14"] {
        let record = answer(&program, &["--journal", JOURNAL, "--max-sets", max, FOUR]);
        assert_eq!(record["n_sets"].to_string(), max);
        lengths.push(journal(&program).len());
    }
    assert!(lengths[0] < lengths[1] && lengths[1] == lengths[2] && lengths[2] < lengths[3], "{lengths:?}");
    // Fewer than there are: the first ones, and the journal keeps the others.
    assert_eq!(answer(&program, &["--journal", JOURNAL, "--max-sets", "3", FOUR])["n_sets"], 3);
    assert_eq!(journal(&program).len(), lengths[3]);
    assert_eq!(answer(&program, &["--journal", JOURNAL, FOUR])["status"], "done");
}

#[test]
fn a_torn_header_is_begun_again_and_an_empty_file_too() {
    for piece in ["", "{\"schema\":\"minclue-jour"] {
        let program = minclue();
        program.write(JOURNAL, piece);
        assert_eq!(answer(&program, &["--journal", JOURNAL, "--max-sets", "1", FOUR])["n_sets"], 1);
        assert_eq!(solves(&journal(&program)).len(), 4);
    }
}

/// Whatever is wrong with a file, it is not changed.
#[test]
fn a_refused_file_is_left_as_it_was() {
    let program = minclue();
    let _ = answer(&program, &["--journal", JOURNAL, "--max-sets", "3", FOUR]);
    let good = journal(&program);
    let torn = &good[..good.len() - 3];
    let refused = |text: &str, args: &[&str], code: i32, message: &str| {
        program.write(JOURNAL, text);
        let output = run(&program, args);
        assert_eq!(output.code, code, "{}", output.stderr);
        assert!(output.stderr.contains(message), "{}", output.stderr);
        assert_eq!(journal(&program), text);
        let record = output.record();
        assert!(record["error"]["message"].as_str().is_some_and(|m| m.contains(message)), "{record}");
    };
    let this: &[&str] = &["--journal", JOURNAL, FOUR];
    refused(torn, &["--journal", JOURNAL, OTHER], 3, "journal.jsonl:1: this journal belongs to another grid");
    refused(torn, &["--journal", JOURNAL, "--form", "minimize", FOUR], 3, "--form sizes");
    refused(&good.replace("highs", "cbc"), this, 3, "--backend cbc");
    refused(&good.replacen("\"m\":2", "\"m\":3", 1), this, 3, "journal.jsonl:3: it asks for sets of 3 cells");
    refused(&good.replacen("\"m\":2", "\"m\":", 1), this, 3, "journal.jsonl:3: this is not the record of a solve");
    refused(&good.replacen("\"cells\":[0", "\"cells\":[2", 1), this, 3, "journal.jsonl:5: ");
    refused(&format!("{FOUR}\n"), this, 3, "journal.jsonl:1: this is not the header of a journal");
    refused(FOUR, this, 3, "journal.jsonl:1: this is not the header of a journal");

    let held = fs::File::open(program.path(JOURNAL)).expect("a file");
    held.lock().expect("a lock");
    refused(&good, this, 1, "journal journal.jsonl is in use by another run");
}

#[cfg(unix)]
#[test]
fn a_device_is_no_journal() {
    let output = run(&minclue(), &["--journal", "/dev/null", FOUR]);
    assert_eq!(output.code, 1);
    assert!(
        output.stderr.contains("--journal /dev/null: this cannot be written: it is not a regular file"),
        "{}",
        output.stderr
    );
}

/// The disk is full in the middle of a line: the run ends, and the next one goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_journal_that_cannot_be_written_ends_the_run() {
    let program = minclue();
    // A limit on the size of files is as good as a full disk; ulimit counts in blocks of 512 or 1024 bytes.
    let limited: Run = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
        .arg(program.file())
        .args(["sets", "--source", "ilp", "--split", "none", "--images", "none", "--journal", JOURNAL, FOUR])
        .current_dir(program.folder())
        .output()
        .expect("there is a shell")
        .into();
    assert_eq!(limited.code, 1);
    let message = format!("journal {JOURNAL} cannot be written");
    assert!(limited.stderr.contains(&message), "{}", limited.stderr);
    let cut = journal(&program);
    // The limit may fall on the end of a line, since the seconds are not always as long.
    assert!(cut.len() == 512 || cut.len() == 1024, "{cut}");
    assert_eq!(answer(&program, &["--journal", JOURNAL, FOUR])["n_sets"], 14);
    assert!(journal(&program).starts_with(&cut[..=cut.rfind('\n').expect("whole lines")]));
}

/// The example of the documentation is a journal of this program, and has the solves that it would do today.
#[test]
fn the_documented_example_is_one() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats/journal.md")).expect("text");
    let (_, block) = page.split_once("```jsonl\n").expect("an example");
    let (example, _) = block.split_once("```").expect("its end");
    let program = minclue();
    program.write(JOURNAL, example);
    let record = answer(&program, &["--journal", JOURNAL, "--max-sets", "3", FOUR]);
    assert_eq!(journal(&program), example, "nothing is left to do");
    let fresh = answer(&program, &["--max-sets", "3", FOUR]);
    let asked = |record: &Value| -> Vec<(Value, Value)> {
        let iterations = record["iterations"].as_array().expect("a list");
        iterations.iter().map(|solve| (solve["m"].clone(), solve["size"].clone())).collect()
    };
    assert_eq!(asked(&record), asked(&fresh));
}
