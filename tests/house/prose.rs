//! The pages as prose: each names its reader, and all together are short enough to be read.

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

/// Words that are not those of docs/style.md are found, one by one.
#[test]
fn words_of_the_style_page_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let git = |args: &[&str]| {
        let status = Command::new("git").args(args).current_dir(&folder).output().expect("git runs").status;
        assert!(status.success(), "git {args:?}");
    };
    git(&["init", "-q"]);
    std::fs::create_dir_all(folder.path().join("src")).expect("a folder");
    let found = |file: &str, text: &str| {
        std::fs::write(folder.path().join(file), format!("{text}\n")).expect("a file");
        git(&["add", "-A"]);
        let run = Command::new("sh").arg(project(".ci/words")).current_dir(&folder).output().expect("sh runs");
        std::fs::remove_file(folder.path().join(file)).expect("the file");
        !run.status.success()
    };
    for text in [
        "The neighbour.",
        "This verb is new.",
        "Files of others are refused.",
        "It writes text for people.",
        "The name stands in the head.",
        "Sets are looked for.",
        "Rows without variables are left out.",
        "A file that is given away.",
        "What is not known is empty.",
        "- One item. Whoever reads it\n  is told.",
        &"long ".repeat(25),
    ] {
        assert!(found("page.md", text), "{text}");
    }
    for text in [
        "What is not known?",
        "How hard is it for people? The grids of other programs.",
        "```\nWhat is not known is empty.\n```",
        "`...` stands for any lines.",
    ] {
        assert!(!found("page.md", text), "{text}");
    }
    assert!(found("src/a.rs", "const A: &str = \"the word says nothing here\";"));
    assert!(!found("src/a.rs", "// the word says nothing here"));
    assert!(found("src/a.rs", "// it was mended"));
}
