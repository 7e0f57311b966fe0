//! What is drawn: by `show`, on a terminal, and as SVG.

use std::process::Command;

use minclue_testkit::{Program, Run};
use roxmltree::Document;

use crate::{minclue, run, said};

const FOUR: &str = "1234341221434321";
/// A puzzle with one solution, which is another grid.
const PUZZLE: &str = "1.........4..3.2";
/// A valid 9x9 puzzle, and its solution.
const NINE: &str = "...64.2..1.8....3............9.18....7....6...........3......1.4..7......2.5.....";
const SOLUTION: &str = "953647281168925437742183956639418725271359648584276193397864512415732869826591374";

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

/// The parts of an SVG picture that have a class.
fn count(svg: &Document<'_>, class: &str) -> usize {
    svg.descendants().filter(|node| node.attribute("class") == Some(class)).count()
}

fn svg_of(args: &[&str], stdin: &str) -> String {
    let Run { text, stderr, .. } = run(args, stdin);
    assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{args:?}: {stderr}");
    text
}

#[test]
fn a_picture_has_box_characters_and_is_read_again() {
    let drawn = said(&["show", PUZZLE], "");
    let wanted = "\
┌─────┬─────┐
│ 1 . │ . . │
│ . . │ . . │
├─────┼─────┤
│ . . │ 4 . │
│ . 3 │ . 2 │
└─────┴─────┘
";
    assert_eq!(drawn, wanted);
    for (shape, puzzle) in
        [("2x2", PUZZLE.to_owned()), ("2x3", format!("1{}", ".".repeat(35))), ("3x3", NINE.to_owned())]
    {
        let drawn = said(&["show", &puzzle], "");
        let read = run(&["check", "--format", "jsonl"], &drawn).record();
        assert_eq!((&read["input"], &read["shape"]), (&puzzle.into(), &shape.into()));
    }
    let latin = said(&["show", "--shape", "1x3", "123231312"], "");
    assert_eq!(latin, "┌───────┐\n│ 1 2 3 │\n│ 2 3 1 │\n│ 3 1 2 │\n└───────┘\n");
}

#[test]
fn what_is_to_be_seen_is_marked() {
    let drawn = said(&["show", "--mark", "r1c1", "--set", "r2c2,r2c3", "--solution", PUZZLE], "");
    let rows: Vec<&str> = drawn.lines().collect();
    assert_eq!(rows[1], "│[1] . │ .  . │    │[1] 2 │ 3  4 │");
    assert_eq!(rows[2], "│ . (.)│(.) . │    │ 3 (4)│(2) 1 │");
    let painted = said(&["show", "--mark", "r1c1", "--color", "always", PUZZLE], "");
    assert!(painted.contains("\u{1b}[1;31m[1]\u{1b}[0m"), "{painted}");
    for (args, code, message) in [
        (&["--mark", "r5c1", PUZZLE][..], 3, "there is no R5C1 in a 4x4 grid"),
        (&["--set", "x", PUZZLE], 2, "neither a grid nor a cell"),
        (&["--solution", "1..............."], 3, "several solutions"),
    ] {
        let refused = run(&[&["show"], args].concat(), "");
        assert_eq!(refused.code, code, "{args:?}");
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    let refused = run(&["show", "--columns", "2", PUZZLE], "");
    assert_eq!(refused.code, 2, "a sheet of text has no columns");
}

#[test]
fn a_sheet_has_every_puzzle_and_no_markup_of_others() {
    let input = format!("x<b>& {PUZZLE}\nb {FOUR}\nc {PUZZLE}\n");
    let text = svg_of(&["show", "--format", "svg"], &input);
    let svg = Document::parse(&text).expect("XML");
    let root = svg.root_element();
    assert_eq!((root.attribute("role"), root.attribute("aria-describedby")), (Some("img"), Some("about")));
    let named = |name: &str| svg.descendants().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
    assert_eq!(named("title"), Some("3 grids"));
    assert!(named("desc").is_some_and(|text| text.starts_with("x<b>&; 1... .... ..4. .3.2 | b; ")), "{text}");
    assert!(named("style").is_some_and(|text| text.contains("prefers-color-scheme:dark")));
    assert_eq!(count(&svg, "c"), 4 + 16 + 4);
    let names: Vec<Option<&str>> =
        svg.descendants().filter(|node| node.attribute("class") == Some("name")).map(|node| node.text()).collect();
    assert_eq!(names, [Some("x<b>&"), Some("b"), Some("c")]);
    for what in ["<script", "href", "url(", "@import", "onload"] {
        assert!(!text.contains(what), "{what}");
    }
    let width = |columns: &str| {
        let text = svg_of(&["show", "--format", "svg", "--columns", columns], &input);
        let svg = Document::parse(&text).expect("XML");
        svg.root_element().attribute("width").and_then(|width| width.parse::<usize>().ok()).expect("a width")
    };
    assert!(width("1") < width("2") && width("2") < width("3") && width("3") == width("9"));
}

#[test]
fn a_minimum_is_drawn_with_its_clues_strong() {
    let text = svg_of(&["solve", "--format", "svg"], &format!("first {FOUR}\n"));
    let svg = Document::parse(&text).expect("XML");
    assert_eq!((count(&svg, "c"), count(&svg, "l"), count(&svg, "clue")), (4, 12, 4));
    let words: Vec<&str> = svg.descendants().filter_map(|node| node.text()).collect();
    assert!(words.contains(&"first") && text.contains("minimum 4 clues, proven by native in "), "{text}");
    // Where nothing is proven to be enough, the grid alone is drawn.
    let text = svg_of(&["solve", "--format", "svg", "--at-most", "3", FOUR], "");
    assert!(text.contains("no puzzle has at most 3 clues"), "{text}");
}

#[test]
fn two_solutions_are_drawn_with_the_cells_in_which_they_differ() {
    let record = run(&["check", "--format", "jsonl", "12343412........"], "").record();
    let n_cells = record["ambiguity"]["cells"].as_array().expect("cells").len();
    let text = svg_of(&["check", "--format", "svg", "12343412........"], "");
    let svg = Document::parse(&text).expect("XML");
    let digits = (count(&svg, "c"), count(&svg, "l"), count(&svg, "h"));
    assert_eq!((digits, count(&svg, "mark")), ((16, 16 - 2 * n_cells, 2 * n_cells), 2 * n_cells));
    assert!(text.contains("one solution") && text.contains("another solution"), "{text}");
    assert!(text.contains("decides between"), "{text}");
    let valid = svg_of(&["check", "--format", "svg", PUZZLE], "");
    assert_eq!(count(&Document::parse(&valid).expect("XML"), "c"), 4);
}

#[test]
fn every_set_is_drawn_with_its_second_solution() {
    let record = run(&["sets", "--list", "--format", "jsonl", FOUR], "").record();
    let sets = record["sets"].as_array().expect("sets");
    let n_cells: usize = sets.iter().map(|set| set["cells"].as_array().expect("cells").len()).sum();
    let text = svg_of(&["sets", "--format", "svg", FOUR], "");
    let svg = Document::parse(&text).expect("XML");
    let outlines = svg
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("set k")))
        .count();
    assert_eq!(count(&svg, "s"), n_cells);
    // The grid shows disjoint sets: at most four of at least four cells, and at least two.
    assert!((sets.len() + 2..=sets.len() + 4).contains(&outlines), "{outlines}");
}

#[test]
fn puzzles_that_were_found_are_a_sheet() {
    let text = svg_of(&["generate", "-n", "2", "--seed", "1", "--shape", "2x2", "--format", "svg"], "");
    let svg = Document::parse(&text).expect("XML");
    let puzzles = said(&["generate", "-n", "2", "--seed", "1", "--shape", "2x2", "-q"], "");
    assert_eq!(count(&svg, "c"), puzzles.matches(|c: char| c.is_ascii_digit()).count());
    let found = run(&["enumerate", "-k", "4", FOUR, "--format", "svg", "-q"], "");
    let n = said(&["enumerate", "-k", "4", "--count", "-q", FOUR], "");
    let svg = Document::parse(&found.text).expect("XML");
    assert_eq!(count(&svg, "c").to_string(), (4 * n.trim().parse::<usize>().expect("a number")).to_string());
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

#[test]
fn lists_are_tables_of_at_most_a_hundred_columns() {
    let input = format!("first {NINE}\n{SOLUTION}\n");
    for (args, heading) in [
        (&["check"][..], "name"),
        (&["rate"], "name"),
        (&["minimize"], "name"),
        (&["canon", "--distinct"], "minlex form"),
        (&["solve", "--node-limit", "1"], "name"),
        (&["enumerate", "-k", "16", "--node-limit", "1", "--count"], "name"),
        (&["sets", "--max-size", "4"], "name"),
        (&["sets", "--max-size", "4", "--list"], "name"),
        (&["neighbors", "-r", "0", "-a", "1", "--max-puzzles", "2", "--count"], "name"),
    ] {
        let table = run(&[args, &["--format", "table", "-q"]].concat(), &input).text;
        let head = table.lines().next().unwrap_or_default();
        assert!(head.contains(heading) && table.lines().count() > 2, "{args:?}: {table}");
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{args:?}: {table}");
    }
    let rows = |args: &[&str]| run(&[args, &["--format", "csv", "-q"]].concat(), &input).text;
    let solved = rows(&["solve", "--node-limit", "1"]);
    assert!(solved.starts_with("id,input,grid,shape,status,") && solved.contains(",node_limit,"), "{solved}");
    assert!(rows(&["check"]).contains(&format!("first,{NINE},{SOLUTION},3x3,done,")));
    let listed = rows(&["sets", "--max-size", "4", "--list"]);
    assert!(listed.starts_with("id,shape,cells,witness\nfirst,3x3,"), "{listed}");
    let found = run(&["enumerate", "-k", "4", "-q", "--format", "csv", FOUR], "").text;
    assert!(found.starts_with("id,puzzle\n,") && found.lines().count() > 2, "{found}");
}

#[test]
fn forms_that_make_no_sense_are_refused_by_name() {
    for (args, form) in [
        (&["rate"][..], "svg"),
        (&["export"], "svg"),
        (&["verify"], "svg"),
        (&["puzzle"], "svg"),
        (&["show"], "csv"),
        (&["show"], "jsonl"),
    ] {
        let refused = run(&[args, &["--format", form]].concat(), FOUR);
        assert_eq!(refused.code, 2, "{args:?}");
        let message = format!("invalid value '{form}' for '--format <FORMAT>'");
        assert!(refused.stderr.contains(&message) && refused.stderr.contains("possible values"), "{}", refused.stderr);
    }
}

#[test]
fn puzzles_leave_in_the_forms_of_other_programs() {
    let input = format!("one {PUZZLE}\ntwo {FOUR}\n");
    for verb in [&["solve"][..], &["minimize"], &["show"], &["enumerate", "-k", "4"], &["canon"]] {
        let puzzles = |format: &str| run(&[verb, &["--format", format, "-q"]].concat(), &input).text;
        let sdk = puzzles("sdk");
        // What was written is read again, the same puzzles under the same names.
        let plain = |text: &str| run(&["show", "--format", "sdk"], text).text;
        assert_eq!(plain(&sdk).matches("[Puzzle]").count(), sdk.matches("[Puzzle]").count(), "{verb:?}");
        assert!(sdk.starts_with("#Done\n[Puzzle]\n"), "{verb:?}: {sdk}");
        let links = puzzles("link");
        assert_eq!(links.lines().count(), sdk.matches("[Puzzle]").count(), "{verb:?}");
        assert!(links.lines().all(|line| line.starts_with("https://sudokupad.app/fpuzzles")), "{links}");
        let rows = |text: &str| -> String { text.chars().filter(|c| matches!(c, '.' | '1'..='4')).collect() };
        assert_eq!(rows(&plain(&links)), rows(&sdk), "{verb:?}");
    }
    let made = run(&["generate", "-n", "2", "--seed", "1", "--format", "link"], "").text;
    assert_eq!(made.lines().count(), 2);
    assert_eq!(run(&["rate", "--format", "sdk", FOUR], "").code, 2);
    let latin = run(&["show", "--format", "link", "--shape", "1x4", FOUR], "");
    assert!(latin.code == 1 && latin.stderr.contains("SudokuPad draws no 4x4 grid"), "{}", latin.stderr);
}
