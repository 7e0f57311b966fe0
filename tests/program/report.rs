//! `report`: records as one page.

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
