//! What a terminal shows, and that pictures are XML; `tests/cases/pictures.md` has what is drawn.

use std::process::Command;

use minclue_testkit::Program;
use roxmltree::Document;

use crate::{minclue, said};

const FOUR: &str = "1234341221434321";
/// A puzzle with one solution, which is another grid.
const PUZZLE: &str = "1.........4..3.2";

/// A run of the program on a terminal, with its output as the terminal has it. Without the program `script` of
/// util-linux it fails.
fn on_a_terminal(program: &Program, args: &str) -> String {
    let command = format!("'{}' {args}", program.file().display());
    let output = Command::new("script")
        .args(["-q", "-e", "-c", &command, "/dev/null"])
        .current_dir(program.folder())
        .env_remove("NO_COLOR")
        .output()
        .expect("the program `script` of util-linux (Debian: bsdutils)");
    assert!(output.status.success(), "{args}: {output:?}");
    String::from_utf8(output.stdout).expect("text").replace("\r\n", "\n")
}

/// Text without what colors it.
fn without_colors(text: &str) -> String {
    ["1;31", "1", "2", "0"].iter().fold(text.to_owned(), |text, code| text.replace(&format!("\u{1b}[{code}m"), ""))
}

#[test]
fn every_picture_is_xml() {
    let input = format!("x<b>& {PUZZLE}\nb {FOUR}\n");
    for (args, input) in [
        (&["show", "--mark", "r1c1"][..], input.as_str()),
        (&["solve"], &input),
        (&["solve", "--at-most", "3"], FOUR),
        (&["check"], PUZZLE),
        (&["check"], "12343412........"),
        (&["sets"], &input),
        (&["generate", "-n", "2", "--seed", "1", "--shape", "2x2"], ""),
        (&["enumerate", "-k", "4"], FOUR),
    ] {
        let text = said(&[args, &["--format", "svg", "-q"]].concat(), input);
        let svg = Document::parse(&text).unwrap_or_else(|e| panic!("{args:?}: {e}: {text}"));
        assert!(svg.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")), "{args:?}");
    }
}

#[test]
fn on_a_terminal_answers_are_drawn_and_elsewhere_they_are_lines() {
    let program = minclue();
    program.write("four.txt", format!("a {FOUR}\nb {FOUR}\nc {FOUR}\nd {FOUR}\n"));
    program.write("five.txt", format!("{FOUR}\n").repeat(5));
    let few = without_colors(&on_a_terminal(&program, "solve -q four.txt"));
    assert_eq!((few.matches('┌').count(), few.matches("\nminimum 4 clues, proven").count()), (4, 4), "{few}");
    // More than four get a line each, and so does a pipe.
    let many = on_a_terminal(&program, "solve -q five.txt");
    assert_eq!((many.matches('┌').count(), many.lines().count()), (0, 5), "{many}");
    let piped = program.run(["solve", "four.txt"]).text;
    let lines: Vec<&str> = piped.lines().collect();
    assert_eq!(lines.len(), 4, "{piped}");
    let words: Vec<&str> = lines[1].split(' ').collect();
    assert_eq!((words[0], words[1].len(), &words[2..7]), ("b", 16, &["", "minimum", "4", "clues,", "proven"][..]));
    // A line is an input again.
    assert_eq!(program.feed(["check", "--require-valid"], &piped).code, 0);
    let asked = on_a_terminal(&program, "solve -q --format lines four.txt");
    assert!(asked.lines().count() == 4 && !asked.contains('\u{1b}'), "{asked}");
}

#[test]
fn on_a_terminal_clues_are_bold_and_what_differs_is_red() {
    let program = minclue();
    let seen = on_a_terminal(&program, "check 12343412........");
    assert!(seen.contains("\u{1b}[1;31m[") && seen.contains("\u{1b}[1m"), "{seen}");
    let plain = on_a_terminal(&program, "check --color never 12343412........");
    assert_eq!(without_colors(&seen), plain);
}

#[test]
fn on_a_terminal_few_puzzles_are_drawn_below_their_lines() {
    let program = minclue();
    let puzzles = |n: &str| on_a_terminal(&program, &format!("generate -q --shape 2x2 --color never -n {n}"));
    let four = puzzles("4");
    assert_eq!((four.matches('┌').count(), four.lines().take_while(|line| line.len() == 16).count()), (4, 4), "{four}");
    assert_eq!(puzzles("5").matches('┌').count(), 0);
    let piped = program.run(["generate", "-q", "--shape", "2x2", "-n", "4"]).text;
    assert!(!piped.contains('┌') && piped.lines().count() == 4);
    let minimal = on_a_terminal(&program, &format!("minimize --color never {FOUR}"));
    assert_eq!((minimal.lines().next().map(str::len), minimal.matches('┌').count()), (Some(16), 1), "{minimal}");
}
