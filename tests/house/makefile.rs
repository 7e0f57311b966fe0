//! The lists of the Makefile.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use minclue_testkit::{project, project_text};

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
    let makefile = project_text("Makefile");
    let (_, list) = makefile.split_once("\nSLOW = ").expect("the list");
    let (list, _) = list.split_once("\n\n").expect("its end");
    let slow: Vec<&str> = list.split_whitespace().filter(|word| *word != "\\").collect();
    let mut functions_of_all = BTreeSet::new();
    ["src", "tests", "crates"].iter().for_each(|folder| functions(&project(folder), &mut functions_of_all));
    assert!(slow.len() > 5, "{slow:?}");
    for name in slow {
        assert!(functions_of_all.contains(name), "{name} of the list SLOW is not a test");
    }
}
