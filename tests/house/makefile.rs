//! The lists of the Makefile.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use minclue_testkit::{project, project_text};

use crate::structure::{ROOMS, crate_folders, rust_files};

/// The names of all functions in the Rust files below a folder.
fn functions(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            functions(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let text = fs::read_to_string(&path).expect("text");
            let names = text.split("fn ").skip(1).map(|rest| rest.split(['(', '<']).next().unwrap_or_default());
            found.extend(names.map(str::to_owned));
        }
    }
}

/// What `make quick` leaves out is there to be left out: a test that has another name now would be in it again.
#[test]
fn the_slow_tests_are_tests() {
    let slow = listed("SLOW");
    let mut functions_of_all = BTreeSet::new();
    ["src", "tests"].iter().chain(&ROOMS).for_each(|folder| functions(&project(folder), &mut functions_of_all));
    assert!(slow.len() > 5, "{slow:?}");
    for name in slow {
        assert!(functions_of_all.contains(&name), "{name} of the list SLOW is not a test");
    }
}

/// What `make test-long` runs is what is ignored for that reason, in every file, and nothing else.
#[test]
fn the_long_tests_are_those_that_are_ignored_for_it() {
    let (mut long, mut others) = (Vec::new(), Vec::new());
    for file in ["src", "tests"].into_iter().chain(ROOMS).flat_map(rust_files) {
        let text = project_text(&file);
        for ignored in text.split("#[ignore = \"").skip(1) {
            let (reason, rest) = ignored.split_once("fn ").expect("a function");
            let name = rest.split('(').next().unwrap_or_default().to_owned();
            if reason.starts_with("long: ") { long.push(name) } else { others.push(name) }
        }
    }
    let word = listed("LONG").pop().expect("a word");
    assert!(long.len() > 20 && long.iter().all(|name| name.ends_with(&format!("_{word}"))), "{long:?}");
    assert!(others.iter().all(|other| !other.contains(&word)), "{others:?}");
}

/// The words of a list of the Makefile.
fn listed(name: &str) -> Vec<String> {
    let makefile = project_text("Makefile");
    let (_, list) = makefile.split_once(&format!("\n{name} = ")).expect("the list");
    let list = list.replace("\\\n", " ");
    list.lines().next().expect("a line").split_whitespace().map(str::to_owned).collect()
}

/// Every crate but those that test the others runs with checks under `make test`, and under the fuzzer.
#[test]
fn every_crate_with_logic_is_checked() {
    let is_tested = |name: &str| !matches!(name, "attack" | "fuzz" | "testkit");
    let names = crate_folders().filter_map(|folder| Some(folder.rsplit_once('/')?.1.to_owned()));
    let mut crates: Vec<String> = names.filter(|name| is_tested(name)).map(|name| format!("minclue-{name}")).collect();
    crates.sort();
    let (root, others) = ("minclue".to_owned(), listed("CHECKED"));
    assert_eq!(others.split_first(), Some((&root, &crates[..])));
    let fuzz = project_text("crates/fuzz/run").replace("\\\n", " ");
    let (_, fuzz) = fuzz.split_once("for package in ").expect("the loop");
    let (fuzz, _) = fuzz.split_once(';').expect("its end");
    let others = crates.iter().map(String::as_str);
    assert!(fuzz.split_whitespace().eq(others.chain(["minclue-fuzz"])), "crates/fuzz/run: {fuzz}");
}
