//! `report`: records as one page.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use minclue_testkit::project;

use crate::{minclue, said};

const FOUR: &str = "1234341221434321";

/// The page of a file with this text: the exit code, what is said on standard error, and the page if there is one.
fn page_of(text: &str) -> (i32, String, Option<String>) {
    let program = minclue();
    program.write("records.jsonl", text);
    let run = program.run(["report", "records.jsonl", "-o", "page.html"]);
    let page = program.names().contains(&"page.html".to_owned()).then(|| program.read("page.html"));
    (run.code, run.stderr, page)
}

#[test]
fn answers_of_the_program_become_a_page() {
    let answers = said(&["solve", "--format", "jsonl", FOUR], "");
    let (code, stderr, page) = page_of(&answers.repeat(3));
    let page = page.expect("a page");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(page.contains("3 records: 3 optimal") && page.contains(">4 clues: 3<"), "{page}");
    assert_eq!(page.matches("<img ").count(), 3);
}

#[test]
fn a_bad_line_is_named_and_leaves_no_page() {
    let answers = said(&["solve", "--format", "jsonl", FOUR], "");
    let (code, stderr, page) = page_of(&format!("{answers}\n{{}}\n"));
    assert_eq!((code, page), (3, None));
    assert!(stderr.contains("records.jsonl: line 3: "), "{stderr}");
    let (code, stderr, page) = page_of("\n");
    assert_eq!((code, page), (3, None));
    assert!(stderr.contains("no records"), "{stderr}");
}

#[test]
fn bounds_are_counted_in_what_was_chosen() {
    let program = minclue();
    program.write("square.hgr", "p hs 4 4\n1 2\n2 3\n3 4\n4 1\n");
    program.write("two.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    program.write("three.ki", "3\n5\n1\n2 3 4\n1 1 1\n5 6 8\n");
    let run = |args: &[&str]| program.run([args, &["--format", "jsonl"]].concat());
    let set = run(&["solve", "--hypergraph", "square.hgr"]);
    let why = run(&["explain", "two.cnf"]);
    let value = run(&["bilevel", "three.ki"]);
    let page =
        page_of(&[set.text, why.text, value.text.clone(), said(&["solve", "--format", "jsonl", FOUR], "")].concat());
    let page = page.2.unwrap_or_else(|| panic!("no page: {}", page.1));
    let value = format!(">value {}: 1<", value.record()["optimum"]);
    for bar in [">2 vertices: 1<", ">2 constraints: 1<", ">4 clues: 1<", &value] {
        assert!(page.contains(bar), "{bar}: {page}");
    }
}

#[test]
fn a_chunk_of_a_campaign_becomes_a_page() {
    let program = minclue();
    program.write("grids.txt", "a 1234341221434321\nb 1234341243212143\n");
    for args in [&["campaign", "new", "c", "--", "solve", "grids.txt"][..], &["campaign", "run", "c"]] {
        let run = program.run(args);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let run = program.run(["report", "c/chunks/000/000000.jsonl"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.text.contains("2 records: 2 optimal"), "{}", run.text);
}

/// The files `runs.jsonl` below `folder`.
fn runs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            runs(&path, found);
        } else if path.ends_with("runs.jsonl") {
            found.push(path);
        }
    }
}

#[test]
fn the_runs_of_every_study_become_a_page() {
    let (mut files, program) = (Vec::new(), minclue());
    runs(&project("results"), &mut files);
    assert!(files.len() > 10, "{files:?}");
    for file in files {
        let run = program.run([OsStr::new("report"), file.as_os_str()]);
        // It says how campaigns ended, and no study wrote it.
        if file.ends_with("distribution/runs.jsonl") {
            assert!(run.code == 3 && run.stderr.contains("begins with minclue-"), "{}", run.stderr);
            continue;
        }
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", file.display());
        let n_runs = fs::read_to_string(&file).expect("text").lines().count();
        assert!(run.text.contains(&format!("<p>{n_runs} records: ")), "{}", file.display());
    }
}

/// A result is read beside the commit that made it, whatever the verb.
#[test]
fn the_records_of_check_and_verify_have_the_version_of_the_others() {
    let program = minclue();
    program.write("latin.txt", "latin\n12\n21\n");
    let version = |args: &[&str]| {
        let record = program.run([args, &["--format", "jsonl"]].concat()).record();
        record["version"].as_str().unwrap_or_else(|| panic!("{args:?}: {record}")).to_owned()
    };
    let solve = version(&["solve", "--certify", "four.cert", FOUR]);
    for args in [
        &["check", "1..............4"][..],
        &["check", "1134341221434321"],
        &["puzzle", "--check", "x_r1c1_1", "latin.txt"],
        &["verify", "four.cert"],
        &["verify", "latin.txt"],
    ] {
        assert_eq!(version(args), solve, "{args:?}");
    }
}
