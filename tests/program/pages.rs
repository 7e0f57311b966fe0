//! The pages of the documentation: the program accepts every command, and has every option. `tests/cases` compares the
//! output that they show.

#![cfg(unix)]

use std::collections::HashSet;
use std::fs;

use minclue_testkit::console::{Console, Outputs, agrees, documentation, sections};
use minclue_testkit::{project, project_text};

use crate::{minclue, run};

/// The page whose commands stand in tables.
const PAPERS: &str = "docs/papers.md";

/// A page in which a command stands in one line.
fn unbroken(page: &str) -> String {
    project_text(page).replace("\\\n", " ")
}

/// The lines of code of a text, each with the word behind its fence; those that are only indented have none.
fn code(text: &str) -> Vec<(Option<&str>, &str)> {
    let (mut code, mut kind) = (Vec::new(), None);
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(name) => kind = if kind.is_some() { None } else { Some(name) },
            None if kind.is_some() => code.push((kind, line)),
            None => code.extend(line.strip_prefix("    ").map(|line| (None, line))),
        }
    }
    code
}

/// The commands in code of a page, each with its place; those with options in brackets are forms of commands.
fn commands(page: &str) -> Vec<(String, String)> {
    let text = unbroken(page);
    // Rows of a table of commands have them inside.
    let rows = text.lines().filter(|line| line.starts_with("| ") && page == PAPERS);
    let inside = rows.flat_map(|line| line.split('`').skip(1).step_by(2));
    let code = code(&text).into_iter().map(|(_, line)| line).chain(inside);
    let code = code.map(|line| line.strip_prefix("$ ").unwrap_or(line));
    let code = code.filter(|line| line.starts_with("minclue ") && !line.contains(['[', '…']));
    code.map(|line| (format!("{page}: {line}"), line.to_owned())).collect()
}

/// `--help` at the end has the program read all words before it, and answer none.
#[test]
fn every_command_of_a_page_is_understood() {
    let script =
        "#!/bin/sh\n\"$PROGRAM\" \"$@\" --help </dev/null >/dev/null 2>said && echo good >>good || cat said >>bad\n";
    let mut n_commands = 0;
    for (place, line) in documentation().iter().flat_map(|page| commands(page)) {
        let console = Console::new(minclue(), Outputs::Mixed, &[("minclue", script)]);
        // Two blanks and more stand before an explanation, and files that are read are not there.
        let line = line.split("   ").next().unwrap_or_default();
        let line = line.split(" < ").next().unwrap_or_default();
        // A campaign is made of another command.
        let (line, inner) = line.split_once(" -- ").unwrap_or((line, "solve"));
        for line in [line, &format!("minclue {inner}")] {
            // What the program says is in files.
            let _ = console.said(line);
        }
        let program = console.program();
        let bad = fs::read_to_string(program.path("bad")).unwrap_or_default();
        assert!(bad.is_empty(), "{place}\n{bad}");
        assert!(program.path("good").exists(), "{place}\nthe program did not run");
        n_commands += 1;
    }
    assert!(n_commands > 40, "{n_commands}");
}

/// The commands that a reader pastes into a shell, without explanations.
fn pasted(page: &str) -> Vec<String> {
    let text = unbroken(page);
    let command = |(kind, line): (Option<&str>, &str)| {
        assert!(kind.is_some(), "{page}: code without a fence: {line}");
        let command = match kind {
            Some("console" | "text") => line.strip_prefix("$ "),
            Some("sh") => Some(line).filter(|line| !line.is_empty()),
            _ => None,
        };
        command.map(|line| line.split("  #").next().unwrap_or(line).trim().to_owned())
    };
    code(&text).into_iter().filter_map(command).collect()
}

#[expect(clippy::print_stderr, reason = "a test that skips something says so")]
fn skipped(command: &str) {
    eprintln!("skipped, since there is no program highs: {command}");
}

/// They run in a folder with the files of a clone; HiGHS runs if its program is installed. `tests/house/dist.rs` has the names of
/// files that are installed.
#[test]
fn every_block_of_the_first_pages_can_be_pasted() {
    let makefile = project_text("Makefile");
    let mut scripts = vec![("minclue", "#!/bin/sh\nexec \"$PROGRAM\" \"$@\"\n".to_owned())];
    // The one that `.ci/highs` had pip bring, if it did.
    let brought = fs::read_dir(project("target")).into_iter().flatten().flatten().map(|entry| entry.path());
    scripts.extend(
        brought
            .filter(|folder| folder.join("bin/highs").exists())
            .map(|folder| {
                format!("#!/bin/sh\nLD_LIBRARY_PATH=\"{0}/lib\" exec \"{0}/bin/highs\" \"$@\"\n", folder.display())
            })
            .map(|script| ("highs", script)),
    );
    let scripts: Vec<(&str, &str)> = scripts.iter().map(|(name, script)| (*name, script.as_str())).collect();
    for page in ["README.md", "docs/start.md"] {
        let console = Console::new(minclue(), Outputs::Apart, &scripts);
        let mut n_run = 0;
        for command in pasted(page) {
            let words: Vec<&str> = command.split_whitespace().collect();
            match words.as_slice() {
                ["make", target, ..] | [_, "make", target, ..] => {
                    assert!(makefile.contains(&format!("\n{target}:")), "{page}: {command}");
                }
                ["sudo" | "pip" | "cargo", ..] | [_, "pip" | "cargo", ..] => {}
                ["highs", ..] if console.said("command -v highs").iter().any(|line| line.starts_with("? ")) => {
                    skipped(&command);
                }
                _ => {
                    let said = console.said(&command);
                    let code = said.iter().find_map(|line| line.strip_prefix("? ")).unwrap_or("0");
                    let expected: &[&str] = match command.as_str() {
                        // A limit ends it, and that is the point.
                        limited if limited.contains("-limit ") => &["0", "4"],
                        // The puzzle is not valid.
                        check if check.starts_with("minclue check") => &["0", "1"],
                        _ => &["0"],
                    };
                    assert!(expected.contains(&code), "{page}: {command}\n{}", said.join("\n"));
                    n_run += 1;
                }
            }
        }
        assert!(n_run > 5, "{page} has {n_run} commands");
    }
}

/// The `--help` of a subcommand, and of those below it.
fn help(name: &str) -> String {
    let whole = run(&[name, "--help"], "").text;
    let below = whole.split("Commands:\n").nth(1).unwrap_or_default();
    let below = below.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let below: Vec<String> = below.map(|inner| run(&[name, inner, "--help"], "").text).collect();
    whole + &below.concat()
}

/// The options that code in a text begins with: `-k` of `` `-k K` ``, both of `` `--of|--by` ``.
fn options(text: &str) -> Vec<String> {
    let code = text.split('`').skip(1).step_by(2).filter(|code| code.starts_with('-') && !code.starts_with("---"));
    let words = code.flat_map(|code| code.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'));
    words.filter(|word| word.starts_with('-') && word.len() > 1).map(str::to_owned).collect()
}

/// A subcommand has the options that the page of the command line names.
#[test]
fn the_options_of_the_command_line_are_there() {
    let all = run(&["help", "all"], "").text;
    let names = all.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let names: Vec<&str> = names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase())).collect();
    assert!(names.len() > 25, "{names:?}");
    let help: String =
        names.iter().filter(|name| !["minclue", "help"].contains(*name)).map(|name| help(name)).collect();
    let words: HashSet<&str> = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let options = options(&project_text("docs/cli.md"));
    for option in &options {
        assert!(words.contains(&**option), "docs/cli.md names {option}, which no subcommand has");
    }
    assert!(options.len() > 40, "{}", options.len());
}

#[test]
fn options_are_found_in_code() {
    assert_eq!(
        options("`-k K` of `solve --leaf`, `--of|--by`, and `--counts N,...`"),
        ["-k", "--of", "--by", "--counts"]
    );
}

#[test]
fn what_a_page_must_not_show_is_found() {
    assert!(agrees(&["a", "...", "z"], &["a", "b", "c", "z"]));
    assert!(agrees(&["minimum 4 clues in 0.7 s"], &["minimum 4 clues in 12 s"]));
    assert!(agrees(&["(complete, 0.0 s)"], &["(complete, 0.1 s)"]));
    assert!(agrees(&["seed [..], 4 [..]"], &["seed 12, 4 clues"]));
    assert!(!agrees(&["seed [..], 4 clues"], &["seed 12, 4 clues, or 5"]));
    assert!(!agrees(&["minimum 4 clues in 0.7 s"], &["minimum 5 clues in 0.7 s"]));
    assert!(!agrees(&["a"], &["a", "b"]) && !agrees(&["a", "b"], &["a"]));
    // An exit code, and what is said on standard error, where nothing is shown.
    let console = || Console::new(minclue(), Outputs::Apart, &[]);
    let page = |answer: &str| format!("## A case\n\n```console\n$ echo a\n> echo b >&2; exit 3\n{answer}```\n");
    let right = page("? 3\na\n! b\n");
    assert_eq!(console().played(&right), (right.clone(), vec![]));
    for wrong in ["", "a\n! b\n", "? 3\na\nb\n", "? 3\n! b\n", "? 4\na\n! b\n"] {
        let (written, found) = console().played(&page(wrong));
        assert_eq!((written, found.len()), (right.clone(), 1), "{wrong}");
    }
    assert_eq!(sections("# All\n## One\n```\n## No\n```\n## Two\n").len(), 3);
}
