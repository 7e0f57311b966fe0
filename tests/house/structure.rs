//! House rules that no compiler holds, by a look at each line of the sources: inside `core` rooms only know rooms below
//! them, only the program prints, `unsafe` has one file, and files stay short.

use std::path::Path;

use minclue_testkit::{names, project, project_text};

/// The rooms of `core` from the ground up. A room may know the rooms of lower floors, and none of its own floor.
const FLOORS: &[&[&str]] =
    &[&["base"], &["learning"], &["sudoku", "ilp", "proof"], &["hitting", "problem"], &["unavoidable"]];
const CORE: &str = "crates/core/src/";

/// The only file with `unsafe`. Its crate is the only one that does not forbid it, beside one `main` without a choice.
const UNSAFE: &str = "crates/lp/src/highs_handle.rs";
const NOT_FORBIDDEN: &[&str] = &["crates/lp/src/lib.rs", "crates/fuzz/src/main.rs"];

/// Where there is a terminal, and the one message of tests that are skipped.
const PRINTERS: &[&str] =
    &["crates/cli/src/", "crates/attack/src/", "crates/fuzz/src/main.rs", "crates/testkit/src/lib.rs"];
const PRINT: &[&str] = &["print!", "println!", "eprint!", "eprintln!", "dbg!"];

const LONGEST_FILE: usize = 700;

/// The folders that have a crate in each of their own folders.
pub(crate) const ROOMS: [&str; 3] = ["crates", "papers", "farm"];

/// The folder of every crate but the root and that of Python, from the root of the repository; by name within each room.
pub(crate) fn crate_folders() -> impl Iterator<Item = String> {
    ROOMS.into_iter().flat_map(|room| names(&project(room)).into_iter().map(move |name| format!("{room}/{name}")))
}

/// The words of a line of code: a comment is none, and a path is one with its `::`.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    code.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '!'))).filter(|word| !word.is_empty())
}

/// The room of `core` that a file is in, and its floor.
fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

/// What is wrong with a line of a file that has its name from the root of the repository.
fn breach(file: &str, line: &str) -> Option<String> {
    let room = file.strip_prefix(CORE).and_then(|file| file.split_once('/')).map(|(room, _)| room);
    let is_source = file.contains("src/");
    for word in words(line) {
        if let (Some(room), Some(path)) = (room, word.strip_prefix("crate::")) {
            let named = path.split("::").next().unwrap_or_default();
            match (floor(room), floor(named)) {
                (None, _) => return Some(format!("{room} is not a room of the map")),
                (_, None) => return Some("write imports as crate::room::item".to_owned()),
                (own, other) if named != room && other >= own => return Some(format!("{room} must not know {named}")),
                _ => {}
            }
        }
        if is_source && word == "unsafe" && file != UNSAFE {
            return Some(format!("`unsafe` stands only in {UNSAFE}"));
        }
        if is_source && PRINT.contains(&word) && !PRINTERS.iter().any(|printer| file.starts_with(printer)) {
            return Some(format!("{word} outside of the program"));
        }
    }
    None
}

/// The Rust files below a folder, by their names from the root of the repository.
pub(crate) fn rust_files(folder: &str) -> Vec<String> {
    let is_ours = |name: &String| !matches!(name.as_str(), "target" | "seeds");
    let inside = names(&project(folder)).into_iter().filter(is_ours).flat_map(|name| {
        let path = format!("{folder}/{name}");
        if project(&path).is_dir() { rust_files(&path) } else { vec![path] }
    });
    inside.filter(|path| Path::new(path).extension().is_some_and(|ext| ext == "rs")).collect()
}

#[test]
fn the_house_rules_hold() {
    let folders = ["src", "python", "tests", "benches", "examples"].into_iter().chain(ROOMS);
    let files: Vec<String> = folders.filter(|name| project(name).is_dir()).flat_map(rust_files).collect();
    assert!(files.len() > 300, "the sources were not found: {files:?}");
    let mut found = Vec::new();
    for file in &files {
        let text = project_text(file);
        let lines = || text.lines().zip(1..);
        found.extend(lines().filter_map(|(line, at)| Some(format!("{file}:{at}: {}", breach(file, line)?))));
        let n_lines = text.lines().count();
        if n_lines > LONGEST_FILE {
            found.push(format!("{file}: {n_lines} lines; split at {LONGEST_FILE}"));
        }
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn every_crate_forbids_unsafe_code() {
    let crates = crate_folders().map(|folder| format!("{folder}/src"));
    let roots = crates
        .chain(["src".to_owned(), "python/src".to_owned()])
        .flat_map(|src| ["lib.rs", "main.rs"].map(|root| format!("{src}/{root}")));
    let roots: Vec<String> = roots.filter(|root| project(root).is_file()).collect();
    assert!(roots.len() > 12, "{roots:?}");
    for root in roots {
        let forbids = project_text(&root).contains("\n#![forbid(unsafe_code)]\n");
        assert!(forbids != NOT_FORBIDDEN.contains(&root.as_str()), "{root}: forbid(unsafe_code)");
    }
    // The lint that holds the rest of `lp`.
    assert!(project_text("Cargo.toml").contains("\nunsafe_code = \"deny\"\n"));
    assert!(project_text("crates/lp/Cargo.toml").ends_with("[lints]\nworkspace = true\n"));
}

/// The page plays the teaching solvers, and the fuzzer tries every reader.
const OF_ALL_ROOMS: &[&str] = &["crates/fuzz", "crates/web"];

#[test]
fn the_product_needs_papers_and_farms_only_by_features() {
    let product = crate_folders().filter(|folder| folder.starts_with("crates/"));
    let product = product.filter(|folder| !OF_ALL_ROOMS.contains(&folder.as_str())).chain([".".to_owned()]);
    let aside: Vec<String> = ["papers", "farm"].iter().flat_map(|room| names(&project(room))).collect();
    let is_aside = |line: &str| aside.iter().any(|name| line.starts_with(&format!("minclue-{name} ")));
    let mut n_optional = 0;
    for folder in product {
        let manifest = project_text(&format!("{folder}/Cargo.toml"));
        let (_, needs) = manifest.split_once("\n[dependencies]\n").expect("dependencies");
        let needs = needs.lines().take_while(|line| !line.starts_with('['));
        for line in needs.filter(|line| is_aside(line)) {
            assert!(line.contains("optional = true"), "{folder}: {line}");
            n_optional += 1;
        }
    }
    assert!(n_optional >= 5, "{n_optional} of published, campaign, catalog, studies and teaching");
}

#[test]
fn what_breaks_a_rule_is_found() {
    let is_fine = |file: &str, line: &str| breach(file, line).is_none();
    let core = |file: &str, line: &str| is_fine(&format!("{CORE}{file}"), line);
    assert!(core("hitting/mod.rs", "use crate::base::Limits;"));
    assert!(core("unavoidable/mod.rs", "fn f() -> crate::sudoku::Grid { crate::problem::g() }"));
    assert!(core("unavoidable/mod.rs", "pub(in crate::unavoidable) use crate::unavoidable::Family;"));
    assert!(!core("base/bits.rs", "use crate::sudoku::Grid;"));
    assert!(!core("sudoku/grid.rs", "    use crate::ilp::BinaryModel;"));
    assert!(!core("hitting/mod.rs", "fn f(witness: &crate::problem::Witness) {}"));
    assert!(!core("base/bits.rs", "use crate::{base::Cell, sudoku::Grid};"));
    assert!(!core("extra/mod.rs", "use crate::base::Cell;"));
    assert!(is_fine(UNSAFE, "    unsafe { g() }") && is_fine("crates/lp/src/cbc.rs", "// unsafe"));
    assert!(!is_fine("crates/lp/src/cbc.rs", "    unsafe { g() }"));
    assert!(is_fine("crates/cli/src/solve.rs", "println!();") && is_fine("benches/large.rs", "println!();"));
    assert!(!is_fine("crates/solver/src/run.rs", "    eprint!(\"x\");") && !is_fine("src/lib.rs", "dbg!(x)"));
}
