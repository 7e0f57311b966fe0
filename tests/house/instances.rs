//! The files of `instances/`: they are what their generator writes, every grid is valid, and the known answers belong
//! to them. `cargo test --release --test house -- --ignored instances` writes the generated files anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use minclue_core::base::{CellSet, Digit, Limits, rng};
use minclue_core::hitting::reference;
use minclue_core::problem::{ClueProblem, SudokuClues, Witness};
use minclue_core::sudoku::{
    Entry, Grid, Reader, Shape, Uniqueness, all_grids, automorphisms, classify, digit_char, line, random_grid,
};
use minclue_core::unavoidable::{Blueprint, Family, UnavoidableSet, blueprints};

use crate::classes;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap_or_else(|e| panic!("instances/{name}: {e}"))
}

fn text(grid: &Grid) -> String {
    grid.digits().iter().map(|d| digit_char(grid.shape().n(), *d)).collect()
}

fn four_by_four() -> Vec<Grid> {
    let mut grids = all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX);
    // In an order of their own, so that the names do not depend on how the solver walks.
    grids.sort_by_key(text);
    grids
}

/// The generated files, each with its content.
fn generated() -> [(&'static str, String); 10] {
    let mut four = String::from("# All 288 grids of 4x4 with 2x2 boxes, ascending.\n");
    for (i, grid) in four_by_four().iter().enumerate() {
        four.push_str(&format!("4x4-{:03} {}\n", i + 1, text(grid)));
    }
    let mut six =
        String::from("# Ten random 6x6 grids with 2x3 boxes: `sudoku::random_grid` with the seed in the name.\n");
    for seed in 1..=10 {
        let grid = random_grid::<1>(Shape::new(2, 3).expect("a shape"), &mut rng(seed));
        six.push_str(&format!("6x6-{seed:02} {}\n", text(&grid)));
    }
    let mut nine = String::from("# Ten random 9x9 grids: `sudoku::random_grid` with the seed in the name.\n");
    for seed in 1..=10 {
        let grid = random_grid::<2>(Shape::NINE, &mut rng(seed));
        nine.push_str(&format!("seed-{seed:02} {}\n", text(&grid)));
    }
    let mut thousand =
        String::from("# A thousand random 9x9 grids: `sudoku::random_grid` with the seed in the name.\n");
    for seed in 1..=1000 {
        let grid = random_grid::<2>(Shape::NINE, &mut rng(seed));
        thousand.push_str(&format!("seed-{seed:04} {}\n", text(&grid)));
    }
    [
        ("4x4.txt", four),
        ("6x6.txt", six),
        ("9x9-generated.txt", nine),
        ("9x9-thousand.txt", thousand),
        ("6x6-classes.txt", six_by_six_classes()),
        ("8x8.txt", random_grids::<1>("8x8", 2, 4, 30)),
        ("10x10.txt", random_grids::<2>("10x10", 2, 5, 5)),
        ("12x12.txt", random_grids::<4>("12x12", 3, 4, 5)),
        ("16x16.txt", random_grids::<4>("16x16", 4, 4, 2)),
        (BLUEPRINTS, blueprint_lines()),
    ]
}

/// The smallest grid of each class of 6x6.
fn six_by_six_classes() -> String {
    let mut lines = String::from(
        "# The smallest grid of each of the 49 classes of 6x6 grids with 2x3 boxes, ascending. Grids of one class differ in the\n\
         # names of digits and the order of bands, rows of a band, stacks and columns of a stack.\n",
    );
    for (i, grid) in classes::classes().keys().enumerate() {
        let digits: String = grid.iter().map(u8::to_string).collect();
        lines.push_str(&format!("6x6-class-{:02} {digits}\n", i + 1));
    }
    lines
}

/// Random grids of one shape, from the seeds 1, 2 and so on.
fn random_grids<const W: usize>(size: &str, rows: u8, columns: u8, n_grids: u64) -> String {
    let mut lines = format!(
        "# Random {size} grids with {rows}x{columns} boxes: `sudoku::random_grid` with the seed in the name.\n"
    );
    for seed in 1..=n_grids {
        let grid = random_grid::<W>(Shape::new(rows, columns).expect("a shape"), &mut rng(seed));
        lines.push_str(&format!("{size}-{seed:02} {}\n", text(&grid)));
    }
    lines
}

/// The types of minimal unavoidable sets of 9x9 up to twelve cells, generated anew.
fn blueprint_lines() -> String {
    let mut all = blueprints(Shape::NINE, 12, &Limits::none()).expect("no limit");
    all.retain(|blueprint| blueprint.is_in_a_grid(Shape::NINE, &Limits::none()).expect("no limit"));
    let mut by_size: BTreeMap<usize, Vec<&Blueprint>> = BTreeMap::new();
    all.iter().for_each(|blueprint| by_size.entry(blueprint.size()).or_default().push(blueprint));
    let counts: Vec<String> = by_size.iter().map(|(size, list)| format!("{} of {size}", list.len())).collect();
    let mut lines = format!("# The {} blueprints of 9x9 with at most 12 cells: {}.\n", all.len(), counts.join(", "));
    for (size, list) in by_size {
        for (i, blueprint) in list.into_iter().enumerate() {
            let puzzle = blueprint.puzzle(Shape::NINE);
            let cells = puzzle.cells().iter().map(|d| d.map_or('.', |d| digit_char(9, d)));
            lines.push_str(&format!("{size}-{:03} {}\n", i + 1, cells.collect::<String>()));
        }
    }
    lines
}

#[test]
#[ignore = "writes into instances/"]
fn write_generated() {
    for (name, content) in generated() {
        fs::write(folder().join(name), content).expect("instances/ can be written");
    }
}

#[test]
fn generated_files_are_what_the_generator_makes() {
    for (name, content) in generated() {
        assert!(read(name) == content, "instances/{name} is stale; its README names the command that writes it");
    }
}

/// What `make demo` solves: a copy of something that has its name elsewhere.
const DEMO: &str = "demo.txt";

#[test]
fn the_demo_is_a_copy() {
    let all = entries();
    let elsewhere = |id: &Option<String>| {
        let others = all.iter().filter(|(name, _)| *name != DEMO).flat_map(|(_, list)| list);
        others.into_iter().find(|entry| entry.id == *id).map(|entry| line(&entry.puzzle))
    };
    for entry in &all[DEMO] {
        assert_eq!(elsewhere(&entry.id), Some(line(&entry.puzzle)), "{:?}", entry.id);
    }
}

/// The patterns of minimal unavoidable sets, from `instances/`. They stand for no grid.
const BLUEPRINTS: &str = "../crates/core/src/unavoidable/blueprint/blueprints.txt";

/// The entries of every instance file by file name.
fn entries() -> BTreeMap<String, Vec<Entry>> {
    let mut found = BTreeMap::new();
    for file in fs::read_dir(folder()).expect("instances/ is there") {
        let name = file.expect("an entry").file_name().into_string().expect("text");
        if !name.ends_with(".txt") {
            continue;
        }
        let content = read(&name);
        let list: Vec<Entry> = Reader::new(content.as_bytes(), None)
            .map(|entry| entry.unwrap_or_else(|e| panic!("instances/{name}: {e}")))
            .collect();
        assert!(!list.is_empty(), "instances/{name} holds nothing");
        found.insert(name, list);
    }
    found
}

#[test]
fn every_entry_is_named_once_and_stands_for_one_grid() {
    let mut ids = BTreeSet::new();
    for (name, entries) in entries() {
        if name == DEMO {
            continue;
        }
        for entry in entries {
            let id = entry.id.clone().unwrap_or_else(|| panic!("instances/{name}:{}: no name", entry.place.line));
            if name.contains("puzzles") {
                assert_eq!(entry.puzzle.as_grid(), None, "{id} is not a puzzle");
                assert!(matches!(classify::<10>(&entry.puzzle), Uniqueness::One(_)), "{id} is not unique");
            } else {
                let grid = entry.puzzle.as_grid().unwrap_or_else(|| panic!("{id} of instances/{name} is not a grid"));
                assert_eq!(text(&grid), line(&entry.puzzle));
            }
            assert!(ids.insert(id.clone()), "{id} is named twice");
        }
    }
}

/// The lines of `known.tsv`: name, kind, value, source.
fn known() -> Vec<(String, String, Option<usize>, String)> {
    read("known.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let [id, kind, value, source] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("known.tsv: not four columns: {line}");
            };
            let value = if kind == "=inf=" { None } else { Some(value.parse().expect("a number of clues")) };
            assert!(matches!(kind, "=opt=" | "=best=" | "=inf="), "known.tsv: {kind} is not a kind of answer");
            assert!(!source.is_empty(), "known.tsv: {id} has no source");
            (id.to_owned(), kind.to_owned(), value, source.to_owned())
        })
        .collect()
}

/// The grids of all files by name.
fn grids() -> BTreeMap<String, Grid> {
    let all = entries().into_values().flatten();
    all.filter_map(|entry| Some((entry.id?, entry.puzzle.as_grid()?))).collect()
}

#[test]
fn known_answers_belong_to_instances() {
    let grids = grids();
    let mut seen = BTreeSet::new();
    for (id, kind, value, _) in known() {
        let grid = grids.get(&id).unwrap_or_else(|| panic!("known.tsv: {id} is in no instance file"));
        assert!(seen.insert(id.clone()), "known.tsv: {id} occurs twice");
        if grid.shape() == Shape::NINE && kind == "=opt=" {
            // Every 9x9 grid has its minimum in this range.
            assert!((17..=21).contains(&value.expect("a value")), "{id}");
        }
    }
    let is_four = |id: &str| grids[id].shape().n() == 4;
    assert_eq!(known().iter().filter(|(id, .., value, _)| is_four(id) && *value == Some(4)).count(), 288);
}

#[test]
fn the_papers_first_figure_is_a_puzzle_and_its_solution() {
    let puzzles = entries().remove("papers-puzzles.txt").expect("it is there");
    let figure = puzzles.iter().find(|entry| entry.id.as_deref() == Some("tjusila-2023-fig1a")).expect("it is there");
    assert_eq!(figure.puzzle.n_clues(), 17);
    assert_eq!(classify::<2>(&figure.puzzle), Uniqueness::One(grids()["tjusila-2023-fig1b"].clone()));
}

#[test]
fn six_by_six_grids_fall_into_forty_nine_classes() {
    let classes = classes::classes();
    assert_eq!(classes.len(), 49);
    // The number of all grids of this shape, as others counted them; each is in one class.
    assert_eq!(classes.values().sum::<usize>(), 28_200_960);
    let digits = |grid: &Grid| -> classes::Digits { std::array::from_fn(|i| grid.digits()[i].value() as u8) };
    let grids = entries().remove("6x6-classes.txt").expect("it is there");
    let grids: Vec<Grid> = grids.into_iter().filter_map(|entry| entry.puzzle.as_grid()).collect();
    let names: BTreeSet<classes::Digits> = grids.iter().map(digits).collect();
    assert_eq!((grids.len(), names.len()), (49, 49));
    for grid in grids {
        assert_eq!(grid.shape(), classes::shape());
        // The smallest of its class, by either way, and a class has as many grids as its smallest one has other forms.
        let own = digits(&grid);
        assert_eq!((classes::smallest(&own), classes::orbit(&own).first().copied()), (own, Some(own)));
        let group = automorphisms(&grid, usize::MAX, &Limits::none()).group;
        assert_eq!(classes[&own], 48 * 72 * classes::N_RENAMINGS / group.order());
    }
    // Every grid is of one of them.
    for seed in 1..=20 {
        let grid = digits(&random_grid::<1>(classes::shape(), &mut rng(seed)));
        assert!(names.contains(&classes::smallest(&grid)), "seed {seed}");
    }
}

/// All minimal unavoidable sets of each 4x4 grid, by comparing it with every other one.
fn all_minimal_sets() -> Vec<Family<1>> {
    let grids = four_by_four();
    let witness = |grid: &Grid| Witness(grid.digits().iter().map(|d: &Digit| d.value() as u8).collect());
    let witnesses: Vec<Witness> = grids.iter().map(witness).collect();
    grids
        .into_iter()
        .map(|grid| {
            let own = witness(&grid);
            let problem = SudokuClues::<1>::new(grid);
            let mut family = Family::new();
            for witness in witnesses.iter().filter(|w| **w != own) {
                let cells = problem.difference(witness).expect("another grid");
                family.insert(UnavoidableSet { cells, witness: witness.clone() });
            }
            family.keep_minimal();
            family
        })
        .collect()
}

#[test]
fn four_by_four_grids_fall_into_two_classes() {
    let a = BTreeMap::from([(4, 8), (8, 2), (12, 4)]);
    let b = BTreeMap::from([(4, 4), (8, 6), (10, 16)]);
    let (mut n_a, mut n_b) = (0, 0);
    for family in all_minimal_sets() {
        let cells: Vec<_> = family.sets().iter().map(|set| set.cells).collect();
        assert_eq!(reference::minimum(&cells).map(|hitting| hitting.len()), Some(4), "known.tsv says so of all");
        // The number of puzzles with the minimum number of clues tells the classes apart too.
        let n_minimum = if family.by_size() == a {
            n_a += 1;
            12
        } else {
            assert_eq!(family.by_size(), b);
            n_b += 1;
            128
        };
        let all = CellSet::first_n(16);
        assert_eq!(reference::all_of_size(&cells, all, 4).len(), n_minimum);
    }
    assert_eq!((n_a, n_b), (96, 192));
}
