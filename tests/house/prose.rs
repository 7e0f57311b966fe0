//! The pages as prose: each names its reader, and all together are short enough to be read.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use minclue_testkit::{project, project_text};

use crate::book::{links, pages, plain};

/// The kinds of readers, as the line below the title of a page has them.
const READERS: [&str; 4] = ["*Core* · ", "*Around Sudoku* · ", "*For researchers* · ", "*For contributors* · "];
/// The same as headings of `docs/SUMMARY.md`.
const HEADINGS: [&str; 4] = ["# Core", "# Around Sudoku", "# For researchers", "# For contributors"];
/// The words of all pages that people wrote.
const MOST_WORDS: usize = 60_000;

/// Did a program write this page, or is it a page of commands with their answers, or a license?
fn is_generated(page: &str) -> bool {
    let is_table = page.starts_with("results/") && page.ends_with("/tables.md");
    let is_reference = ["docs/options.md", "docs/records.md"].contains(&page);
    is_table || is_reference || ["tests/", "LICENSE"].iter().any(|start| page.starts_with(start))
}

/// The first line below the title, which is the first line.
fn mark(page: &str) -> String {
    let text = project_text(page);
    text.lines().skip(1).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

#[test]
fn each_page_names_its_reader_below_its_title() {
    let summary = project_text("docs/SUMMARY.md");
    let sections: Vec<&str> = summary.split("\n# ").skip(1).collect();
    let headings: Vec<String> =
        sections.iter().map(|text| format!("# {}", text.lines().next().unwrap_or(""))).collect();
    assert_eq!(headings, HEADINGS, "the order of docs/SUMMARY.md");
    let mut n_pages = 0;
    for (section, reader) in sections.iter().zip(READERS) {
        for link in links(section) {
            let page = plain(&PathBuf::from("docs").join(link)).to_string_lossy().into_owned();
            if !is_generated(&page) && page != "CHANGELOG.md" {
                let mark = mark(&page);
                assert!(mark.starts_with(reader), "{page} is below `{reader}` in docs/SUMMARY.md and begins `{mark}`");
                n_pages += 1;
            }
        }
    }
    assert!(n_pages > 50, "{n_pages} pages");
}

/// The words of the prose of a page: outside of code, those that have a letter or a digit.
fn words(text: &str) -> usize {
    let mut is_code = false;
    let prose = text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        let is_indented = line.starts_with("    ") && !line.trim_start().starts_with("- ");
        !is_code && !is_fence && !is_indented
    });
    let words = prose.flat_map(str::split_whitespace);
    words.filter(|word| word.chars().any(|c| c.is_ascii_alphanumeric())).count()
}

#[test]
fn words_are_those_of_prose() {
    assert_eq!(words("# A title\n\nTwo words -- and | bars | `code`.\n\n    no code\n\n```\nnor this\n```\nmore"), 8);
}

#[test]
fn all_pages_together_are_short_enough_to_be_read() {
    let pages = pages(".").into_iter().filter(|page| !is_generated(page));
    let counts: Vec<usize> = pages.map(|page| words(&project_text(&page))).collect();
    let n_words: usize = counts.iter().sum();
    assert!(counts.len() > 50 && n_words > 10_000, "{} pages, {n_words} words", counts.len());
    assert!(n_words <= MOST_WORDS, "{n_words} words; `.ci/words --count` lists them");
}

/// Words that are not those of docs/style.md are found, one by one, and nothing else is.
#[test]
fn words_of_the_style_page_are_found() {
    let long = "long ".repeat(25);
    let found = [
        ("md", "The neighbour."),
        ("md", "This verb is new."),
        ("md", "Files of others are refused."),
        ("md", "It writes text for people."),
        ("md", "The name stands in the head."),
        ("md", "Sets are looked for."),
        ("md", "Rows without variables are left out."),
        ("md", "A file that is given away."),
        ("md", "What is not known is empty."),
        ("md", "- One item. Whoever reads it\n  is told."),
        ("md", &long),
        ("rs", "const A: &str = \"the word says nothing here\";"),
        ("rs", "// it was mended"),
    ];
    let passed = [
        ("md", "What is not known?"),
        ("md", "How hard is it for people? The grids of other programs."),
        ("md", "```\nWhat is not known is empty.\n```"),
        ("md", "`...` stands for any lines."),
        ("rs", "// the word says nothing here"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (kind, texts) in [("found", &found[..]), ("passed", &passed[..])] {
        for (i, (ending, text)) in texts.iter().enumerate() {
            fs::write(folder.path().join(format!("{kind}-{i}.{ending}")), format!("{text}\n")).expect("a file");
        }
    }
    for args in [&["init", "-q"][..], &["add", "-A"]] {
        let run = Command::new("git").args(args).current_dir(&folder).output().expect("git runs");
        assert!(run.status.success(), "git {args:?}");
    }
    let run = Command::new("sh").arg(project(".ci/words")).current_dir(&folder).output().expect("sh runs");
    assert!(!run.status.success());
    let said = String::from_utf8(run.stderr).expect("text");
    for (i, (_, text)) in found.iter().enumerate() {
        assert!(said.contains(&format!("found-{i}.")), "not found: {text}");
    }
    for (i, (_, text)) in passed.iter().enumerate() {
        assert!(!said.contains(&format!("passed-{i}.")), "found: {text}\n{said}");
    }
}
