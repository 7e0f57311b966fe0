//! Holds the house rules of `docs/architecture.md` by reading `src/`: imports go downwards only, `unsafe` and printing
//! stay where they belong, files stay short.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the ground up. A room may know the rooms of lower floors, and none of its own floor.
const FLOORS: &[&[&str]] = &[
    &["base"],
    &["sudoku", "ilp", "proof"],
    &["hitting", "problem", "puzzles", "classic"],
    &["unavoidable"],
    &["local_search"],
    &["bilevel", "search"],
    &["files"],
    &["report", "puzzle_tools", "campaign"],
    &["cli"],
];

/// The file that speaks to HiGHS in its own language; what stands on it is safe code.
const UNSAFE: &[&str] = &["ilp/highs_handle.rs"];
const PRINTERS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];
const LONGEST_FILE: usize = 700;

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

/// A word, `::` or a single other character, and its line from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    text: String,
    line: usize,
}

/// The tokens of Rust source without comments, lifetimes and the text of literals.
fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        let mut text = None;
        match chars[i] {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 || i >= chars.len() {
                        break;
                    }
                }
            }
            '"' => i = end_of_string(&chars, i),
            // A lifetime has no closing quote after its first character; a character literal has.
            '\'' if at(i + 1) != '\\' && at(i + 2) != '\'' => i += 1 + usize::from(is_word(at(i + 1))),
            '\'' => {
                i += if at(i + 1) == '\\' { 3 } else { 2 };
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            c if is_word(c) => {
                while is_word(at(i)) {
                    i += 1;
                }
                let word: String = chars[start..i].iter().collect();
                let hashes = (0..).take_while(|k| at(i + k) == '#').count();
                if matches!(word.as_str(), "r" | "br" | "cr") && at(i + hashes) == '"' {
                    i = end_of_raw_string(&chars, i + hashes + 1, hashes);
                } else {
                    text = Some(word);
                }
            }
            ':' if at(i + 1) == ':' => {
                i += 2;
                text = Some("::".to_owned());
            }
            c => {
                i += 1;
                if !c.is_whitespace() {
                    text = Some(c.to_string());
                }
            }
        }
        found.extend(text.map(|text| Token { text, line }));
        line += chars[start..i.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    found
}

fn end_of_string(chars: &[char], open: usize) -> usize {
    let mut i = open + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

fn end_of_raw_string(chars: &[char], mut i: usize, hashes: usize) -> usize {
    while i < chars.len() {
        if chars[i] == '"' && (1..=hashes).all(|k| chars.get(i + k) == Some(&'#')) {
            return i + 1 + hashes;
        }
        i += 1;
    }
    i
}

/// The module path of a file below `src/`: `ilp/model.rs` is `ilp::model`, `ilp/mod.rs` is `ilp`.
fn module_of(file: &str) -> Vec<String> {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        path.pop();
    }
    path
}

/// The rooms that a file names, with the line where it does: the first step of every path that starts at the root of
/// the crate, be it by `crate::`, by the crate's name, or by enough `super::`.
fn rooms_named(file: &str, tokens: &[Token]) -> Vec<(String, usize)> {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text.as_str());
    let mut named = Vec::new();
    // Inline modules around the current token, each with the depth of braces outside it.
    let mut inline: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    let mut i = 0;
    while i < tokens.len() {
        match text(i) {
            "mod" if text(i + 2) == "{" => {
                inline.push((text(i + 1).to_owned(), depth));
                depth += 1;
                i += 2;
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inline.pop_if(|(_, outside)| *outside == depth);
            }
            "crate" | "minclue" | "super" if text(i + 1) == "::" && !(i > 0 && text(i - 1) == "::") => {
                let mut module = module_of(file);
                module.extend(inline.iter().map(|(name, _)| name.clone()));
                if text(i) == "super" {
                    module.pop();
                } else {
                    module.clear();
                }
                i += 2;
                while text(i) == "super" && text(i + 1) == "::" {
                    module.pop();
                    i += 2;
                }
                if module.is_empty() {
                    first_steps(tokens, i, &mut named);
                }
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    named
}

/// The word at `i`, or the first word of every path in the group that opens there.
fn first_steps(tokens: &[Token], i: usize, named: &mut Vec<(String, usize)>) {
    let Some(token) = tokens.get(i) else { return };
    if token.text != "{" {
        named.push((token.text.clone(), token.line));
        return;
    }
    let mut depth = 0;
    for (before, token) in tokens[i..].iter().zip(&tokens[i + 1..]) {
        match before.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        match (depth, before.text.as_str(), token.text.as_str()) {
            (0, ..) => return,
            (1, "{" | ",", step) if step != "}" => named.push((step.to_owned(), token.line)),
            _ => {}
        }
    }
}

/// Every breach of the rules in one file; `file` is its path below `src/`, with `/`.
fn breaches(file: &str, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let module = module_of(file);
    let mut found = Vec::new();
    let mut breach = |line: usize, what: String| found.push(format!("src/{file}:{line}: {what}"));

    // `lib.rs` and `main.rs` stand outside the rooms and may know them all.
    if let Some(room) = module.first() {
        match floor(room) {
            None => breach(1, format!("`{room}` is not a room of docs/architecture.md")),
            Some(own) => {
                for (named, line) in rooms_named(file, &tokens) {
                    match floor(&named) {
                        _ if named == *room => {}
                        None => breach(line, format!("`{named}` is not a room; write imports as crate::room::item")),
                        Some(other) if other < own => {}
                        Some(_) => breach(line, format!("`{room}` must not know `{named}`")),
                    }
                }
            }
        }
    }
    for (token, next) in tokens.iter().zip(tokens.iter().skip(1)) {
        if token.text == "unsafe" && !UNSAFE.contains(&file) {
            breach(token.line, format!("`unsafe` stands only in {}", UNSAFE.join(" and ")));
        }
        let may_print = file == "main.rs" || module.first().is_some_and(|room| room == "cli");
        if next.text == "!" && PRINTERS.contains(&token.text.as_str()) && !may_print {
            breach(token.line, format!("`{}!` outside src/cli and src/main.rs", token.text));
        }
    }
    let n_lines = source.lines().count();
    if n_lines > LONGEST_FILE {
        breach(n_lines, format!("{n_lines} lines; split at {LONGEST_FILE}"));
    }
    found
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_house_rules_hold() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    assert!(files.len() > 20, "src/ was not found: {files:?}");
    files.sort();
    let mut found = Vec::new();
    for path in files {
        let file = path.strip_prefix(&src).expect("it is below src").to_str().expect("text").replace('\\', "/");
        found.extend(breaches(&file, &fs::read_to_string(&path).expect("text")));
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn every_folder_is_a_room() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(src).expect("a folder") {
        let entry = entry.expect("an entry");
        if entry.path().is_dir() {
            let name = entry.file_name().into_string().expect("text");
            assert!(floor(&name).is_some(), "src/{name} is not a room of docs/architecture.md");
        }
    }
}

/// The rooms that the map lists, from the top floor down: the first words of each line of the list that are rooms.
fn floors_of(map: &str) -> Vec<Vec<&str>> {
    let (_, section) = map.split_once("\n## The rooms\n").expect("the map has its section");
    let list = section.lines().skip_while(|line| !line.starts_with("    ")).take_while(|line| line.starts_with("    "));
    list.map(|line| line.split_whitespace().take_while(|word| floor(word).is_some()).collect()).collect()
}

#[test]
fn the_map_lists_the_same_floors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let map = fs::read_to_string(path).expect("the map is there");
    let listed = floors_of(&map);
    assert!(listed.iter().map(Vec::as_slice).eq(FLOORS.iter().rev().copied()), "{listed:?}");
}

/// The lines of the breaches in `source`, for the tests of the scanner itself.
fn lines(file: &str, source: &str) -> Vec<usize> {
    let line = |breach: &String| breach.split(':').nth(1).and_then(|n| n.parse().ok()).expect("src/file:line: what");
    breaches(file, source).iter().map(line).collect()
}

#[test]
fn downward_imports_pass() {
    let source = "use crate::base::Limits;\nuse crate::{hitting::{self, reference}, problem::Minimum};\n\
                  use super::reference;\npub(crate) fn f() -> crate::sudoku::Grid { crate::search::g() }\n\
                  mod tests { use super::super::reference; use super::*; }\n";
    assert_eq!(breaches("search/native.rs", source), Vec::<String>::new());
    assert_eq!(breaches("main.rs", "use minclue::cli; fn main() { println!(\"\"); }"), Vec::<String>::new());
}

#[test]
fn upward_and_sideways_imports_are_found() {
    assert_eq!(lines("base/bits.rs", "\nuse crate::sudoku::Grid;"), [2]);
    assert_eq!(lines("sudoku/grid.rs", "use crate::ilp::BinaryModel;"), [1]);
    assert_eq!(lines("hitting/mod.rs", "use crate::problem::Witness;"), [1]);
    assert_eq!(lines("search/mod.rs", "fn f() {\n    crate::bilevel::minimum()\n}"), [2]);
    assert_eq!(lines("report/mod.rs", "use crate::campaign;"), [1]);
}

#[test]
fn no_spelling_hides_an_import() {
    assert_eq!(
        lines("base/bits.rs", "use crate::{\n    base::Cell,\n    sudoku::{Grid, Shape},\n    cli,\n};"),
        [3, 4]
    );
    assert_eq!(lines("base/bits.rs", "use super::super::sudoku::Grid;"), [1]);
    assert_eq!(lines("base/mod.rs", "use super::sudoku::Grid;"), [1]);
    assert_eq!(lines("base/bits.rs", "mod tests {\n use super::super::super::sudoku; }"), [2]);
    assert_eq!(lines("base/bits.rs", "extern crate self as minclue;\nuse minclue::sudoku;"), [2]);
    assert_eq!(lines("base/bits.rs", "macro_rules! m { () => { $crate::sudoku::f() } }"), [1]);
    assert_eq!(lines("base/bits.rs", "use crate::*;"), [1]);
    assert_eq!(lines("base/bits.rs", "use crate /* here */ :: // there\n sudoku;"), [2]);
}

#[test]
fn unsafe_printing_and_strange_rooms_are_found() {
    assert_eq!(lines("ilp/warm_lp.rs", "fn f() {\n unsafe { g() } }"), [2]);
    assert_eq!(lines("ilp/cbc.rs", "fn f() { unsafe { g() } }"), [1]);
    assert_eq!(lines("ilp/highs_handle.rs", "fn f() { unsafe { g() } }"), [0; 0]);
    assert_eq!(lines("search/mod.rs", "fn f() {\n\n println!(\"x\"); eprint!(\"y\"); }"), [3, 3]);
    assert_eq!(lines("cli/mod.rs", "fn f() { println!(\"x\"); }"), [0; 0]);
    assert_eq!(lines("utils/mod.rs", ""), [1]);
    assert_eq!(lines("base/long.rs", &"\n".repeat(701)), [701]);
    assert_eq!(lines("base/long.rs", &"\n".repeat(700)), [0; 0]);
}

#[test]
fn comments_and_literals_are_no_code() {
    let source = r##"
        //! `crate::cli` and unsafe and println!()
        /* crate::cli /* unsafe */ crate::cli */
        const A: &str = "crate::cli \" unsafe { println!() }";
        const B: &str = r#"crate::cli " unsafe"#;
        const C: [char; 3] = ['"', '\'', '\u{22}'];
        fn f<'a>(x: &'a str) -> &'a str { x }
    "##;
    assert_eq!(breaches("base/bits.rs", source), Vec::<String>::new());
    // What follows them is read again, on the right line.
    assert_eq!(lines("base/bits.rs", &format!("{source}\nuse crate::cli;")), [9]);
}
