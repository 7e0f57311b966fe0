//! Outside readers accept the LP and MPS files and see the same model in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use minclue::base::{Cell, CellSet, Digit, Index, Limits, rng};
use minclue::bilevel::{AuxDialect, BilevelModel, ExportError, Files, Format, ModelKind, export};
use minclue::hitting::{reference, write_hgr};
use minclue::ilp::{Names, Optimum, read_back};
use minclue::problem::{ClueProblem, Oracle, SudokuClues, Verdict, Witness};
use minclue::sudoku::{Grid, Shape, all_grids, random_grid};
use minclue::unavoidable::{Family, NoGoodLoop, NoGoodOptions, Source, UnavoidableSet, shrink};
use rand::Rng;

/// One grid of each class of 4x4 grids, with all of its minimal unavoidable sets.
fn four_by_four() -> Vec<(SudokuClues<1>, Family<1>)> {
    let mut classes = BTreeMap::new();
    for grid in all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX) {
        let problem = SudokuClues::new(grid);
        // The sets of size 4 tell the classes apart and are quick to find.
        let n_small = sets(&problem, NoGoodOptions { max_size: Some(4), ..NoGoodOptions::default() }).len();
        classes.entry(n_small).or_insert_with(|| {
            let family = sets(&problem, NoGoodOptions::default());
            (problem, family)
        });
        if classes.len() == 2 {
            break;
        }
    }
    classes.into_values().collect()
}

/// A 9x9 grid with some minimal unavoidable sets, learned from the oracle since the loop is slow here.
fn nine_by_nine() -> (SudokuClues<2>, Family<2>) {
    let mut rng = rng(11);
    let problem = SudokuClues::new(random_grid::<2>(Shape::new(3, 3).expect("a shape"), &mut rng));
    let (mut oracle, mut pace, mut family) = (problem.oracle(), Limits::none().pace(1), Family::new());
    while family.len() < 12 {
        let clues: CellSet<2> = problem.cells().iter().filter(|_| rng.random_bool(0.3)).collect();
        if let Verdict::Second(witness) = oracle.second_solution(clues, &mut pace) {
            family.insert(shrink(&problem, &mut oracle, witness, clues, &mut pace).into_set());
        }
    }
    (problem, family)
}

fn sets<const W: usize>(problem: &SudokuClues<W>, options: NoGoodOptions) -> Family<W> {
    let mut family = Family::new();
    NoGoodLoop::new(options).find(problem, &mut family, &Limits::none()).expect("the backend answers");
    family
}

/// The command line program of CBC.
fn cbc(args: &[&Path]) -> String {
    let output = Command::new("cbc")
        .args(args)
        .output()
        .expect("this test runs the program `cbc`: install the Debian package coinor-cbc");
    String::from_utf8(output.stdout).expect("CBC speaks ASCII")
}

/// The optimum that CBC finds in a model file.
fn cbc_optimum(file: &Path) -> f64 {
    let solution = file.with_extension("solution");
    let said = cbc(&[file, Path::new("solve"), Path::new("solu"), &solution]);
    let text = fs::read_to_string(&solution).unwrap_or_else(|_| panic!("CBC gives no solution:\n{said}"));
    let head = text.lines().next().unwrap_or_default();
    let value = head.strip_prefix("Optimal - objective value ").unwrap_or_else(|| panic!("{head}\n{said}"));
    value.trim().parse().expect("a number")
}

/// The numbers of rows and columns that CBC sees.
fn cbc_size(file: &Path) -> (usize, usize) {
    let said = cbc(&[file, "presolve".as_ref(), "off".as_ref(), "stat".as_ref(), "quit".as_ref()]);
    let line = said.lines().find_map(|line| line.strip_prefix("Problem has ")).unwrap_or_else(|| panic!("{said}"));
    let numbers: Vec<usize> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1])
}

fn close(optimum: Optimum, wanted: f64) -> bool {
    matches!(optimum, Optimum::Value(value) if (value - wanted).abs() < 1e-6)
}

/// Both formats, both kinds of names, both readers: one model, with this optimum.
fn assert_same_everywhere<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    kind: ModelKind<'_, W>,
    (n_rows, n_cols): (usize, usize),
    optimum: f64,
) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut relaxations = Vec::new();
    for names in [Names::Full, Names::Short] {
        for (format, file) in [(Format::Lp, "model.lp"), (Format::Mps, "model.mps")] {
            let path = folder.path().join(file);
            let files = export(problem, kind, format, names, "model").expect("names that every format carries");
            fs::write(&path, files.model).expect("a writable folder");
            let seen = read_back(&path).expect("HiGHS reads it");
            let what = format!("{kind:?} {format:?} {names:?}");
            assert_eq!((seen.n_rows, seen.n_cols), (n_rows, n_cols), "HiGHS, {what}");
            assert!(close(seen.optimum, optimum), "HiGHS, {what}: {:?}", seen.optimum);
            assert_eq!(cbc_size(&path), (n_rows, n_cols), "CBC, {what}");
            assert!((cbc_optimum(&path) - optimum).abs() < 1e-6, "CBC, {what}");
            relaxations.push((seen.relaxation, seen.n_nonzeros));
        }
    }
    let Optimum::Value(first) = relaxations[0].0 else { panic!("a relaxation without optimum") };
    assert!(relaxations.iter().all(|(value, n)| close(*value, first) && *n == relaxations[0].1));
}

#[test]
fn the_high_point_relaxation() {
    for (problem, family) in four_by_four() {
        assert_same_everywhere(&problem, ModelKind::Hpr(&Family::new()), (82, 81), 0.0);
        // All minimal unavoidable sets are in it, so here the relaxation is the whole problem.
        assert_same_everywhere(&problem, ModelKind::Hpr(&family), (82 + family.len(), 81), 4.0);
    }
    let (problem, family) = nine_by_nine();
    assert_same_everywhere(&problem, ModelKind::Hpr(&Family::new()), (407, 811), 0.0);
    let cells: Vec<_> = family.sets().iter().map(|set| set.cells).collect();
    let hitting = reference::minimum(&cells).expect("no set is empty").len();
    assert_same_everywhere(&problem, ModelKind::Hpr(&family), (419, 811), hitting as f64);
}

#[test]
fn the_follower() {
    let (problem, family) = four_by_four().remove(0);
    let cells: Vec<_> = family.sets().iter().map(|set| set.cells).collect();
    let valid = reference::minimum(&cells).expect("no set is empty");
    let fewer = valid - CellSet::only(valid.first().expect("four clues"));
    assert_same_everywhere(&problem, ModelKind::Follower(valid), (64 + 4 + 1, 65), 1.0);
    assert_same_everywhere(&problem, ModelKind::Follower(fewer), (64 + 3 + 1, 65), 0.0);
}

#[test]
fn the_set_model_has_an_empty_objective() {
    let (problem, family) = four_by_four().remove(0);
    let mut known = Family::new();
    known.insert(family.sets()[0].clone());
    assert_same_everywhere(&problem, ModelKind::Sets { size: 4, known: &known }, (64 + 1 + 1, 64), 0.0);
    let (problem, _) = nine_by_nine();
    assert_same_everywhere(&problem, ModelKind::Sets { size: 4, known: &Family::new() }, (325, 729), 0.0);
}

#[test]
fn the_aux_file_names_the_follower() {
    let (problem, family) = four_by_four().remove(0);
    let Files { model, aux } =
        export(&problem, ModelKind::Bilevel(&family), Format::MpsAux(AuxDialect::Index), Names::Full, "model")
            .expect("good names");
    // The names in the order of the MPS file; the first row is the objective.
    let section = |head: &str, end: &str| {
        let (_, rest) = model.split_once(&format!("\n{head}\n")).expect("a section");
        rest.split_once(&format!("\n{end}\n")).expect("its end").0.to_owned()
    };
    let rows: Vec<String> =
        section("ROWS", "COLUMNS").lines().skip(1).map(|line| line[4..].trim().to_owned()).collect();
    let mut columns: Vec<String> = Vec::new();
    for line in section("COLUMNS", "RHS").lines().filter(|line| !line.contains("'MARKER'")) {
        let name = line.split_whitespace().next().expect("a name").to_owned();
        if columns.last() != Some(&name) {
            columns.push(name);
        }
    }
    let aux = aux.expect("an AUX file");
    let values = |key: &str| -> Vec<usize> {
        aux.lines()
            .filter_map(|line| line.strip_prefix(&format!("{key} ")))
            .map(|v| v.parse().expect("0-based"))
            .collect()
    };
    let lower_columns: Vec<&String> = values("LC").iter().map(|&i| &columns[i]).collect();
    let lower_rows: Vec<&String> = values("LR").iter().map(|&i| &rows[i]).collect();
    assert_eq!((values("N"), values("M"), values("OS")), (vec![65], vec![81], vec![1]));
    assert_eq!((lower_columns.len(), lower_rows.len()), (65, 81));
    assert!(lower_columns[..64].iter().all(|name| name.starts_with("x_")) && lower_columns[64] == "z");
    assert!(lower_rows.iter().all(|name| !name.starts_with('V') && !name.starts_with('U')));
    // The follower pays for z alone.
    let costs = values("LO");
    assert_eq!((costs.len(), costs[64], costs.iter().sum::<usize>()), (65, 1, 1));
    // The leader keeps y, (V1) and the inequalities.
    let model = BilevelModel::new(&problem, &family);
    assert_eq!(model.hpr.n_vars() - model.lower_vars.len(), 16);
    assert_eq!(model.hpr.rows().len() - model.lower_rows.len(), 1 + family.len());
}

#[test]
fn formats_and_levels_must_go_together() {
    let (problem, family) = four_by_four().remove(0);
    for format in [Format::Lp, Format::Mps] {
        let refused = export(&problem, ModelKind::Bilevel(&family), format, Names::Full, "model");
        assert!(matches!(refused, Err(ExportError::TwoLevels)));
    }
    let refused = export(&problem, ModelKind::Hpr(&family), Format::MpsAux(AuxDialect::Index), Names::Full, "model");
    assert!(matches!(refused, Err(ExportError::OneLevel)));
}

/// The hyperedges of an hgr file, read by the words of its format: comments, one head line, one line for each edge.
fn read_hgr(text: &str) -> (usize, Vec<CellSet<1>>) {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().expect("a head line").split(' ').collect();
    let ["p", "hs", n_vertices, n_edges] = head[..] else { panic!("{head:?} is no head line") };
    let n_vertices: usize = n_vertices.parse().expect("a number");
    let edges: Vec<CellSet<1>> = lines
        .map(|line| {
            let vertices = line.split(' ').map(|v| v.parse::<usize>().expect("a number"));
            vertices.inspect(|v| assert!((1..=n_vertices).contains(v))).map(|v| Cell::new(v - 1)).collect()
        })
        .collect();
    assert_eq!(edges.len(), n_edges.parse::<usize>().expect("a number"));
    (n_vertices, edges)
}

/// With all minimal unavoidable sets as edges, a minimum hitting set is a smallest puzzle: 4 clues on 4x4.
#[test]
fn hypergraphs_are_read_back() {
    for (problem, family) in four_by_four() {
        let sets: Vec<CellSet<1>> = family.sets().iter().map(|set| set.cells).collect();
        let (n_vertices, edges) = read_hgr(&write_hgr(16, sets.iter().copied(), "two lines\nof comment"));
        assert_eq!((n_vertices, &edges), (16, &sets));
        let clues = reference::minimum(&edges).expect("no edge is empty");
        assert_eq!(clues.len(), 4);
        assert_eq!(problem.oracle().second_solution(clues, &mut Limits::none().pace(1)), Verdict::Unique);
    }
}

/// The page's example is what the program writes, to the letter.
#[test]
fn the_hypergraph_of_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("minclue"));
    let args = ["export", "--model", "hitting", "--format", "hgr", "-o", "four", "1234341221434321"];
    assert!(command.current_dir(folder.path()).args(args).output().expect("the program runs").status.success());
    let written = fs::read_to_string(folder.path().join("four.hgr")).expect("the file is there");
    let page = include_str!("../docs/formats/hgr.md");
    let (_, block) = page.split_once("```hgr\n").expect("an example");
    assert_eq!(block.split_once("```").expect("its end").0, written);
    let (n_vertices, edges) = read_hgr(&written);
    assert_eq!((n_vertices, edges.len(), reference::minimum(&edges).map(|h| h.len())), (16, 14, Some(4)));
}

/// Every line of the page's examples is a line of a file that `export` writes; `...` stands for lines left out.
#[test]
fn the_page_shows_what_is_written() {
    let bytes = |text: &str| text.bytes().map(|b| b - b'0').collect::<Vec<u8>>();
    let digits: Vec<Digit> = bytes("1234341221434321").iter().map(|&d| Digit::new(d.into())).collect();
    let grid = Grid::new(Shape::new(2, 2).expect("a shape"), &digits).expect("a grid");
    let problem = SudokuClues::<1>::new(grid);
    let witness = Witness(bytes("2134341212434321").into());
    let mut family = Family::new();
    family.insert(UnavoidableSet { cells: problem.difference(&witness).expect("a second solution"), witness });

    let lp = export(&problem, ModelKind::Hpr(&family), Format::Lp, Names::Full, "model").expect("good names");
    let mps = export(&problem, ModelKind::Bilevel(&family), Format::MpsAux(AuxDialect::Index), Names::Full, "model")
        .expect("good names");
    let written = BTreeMap::from([("lp", lp.model), ("mps", mps.model), ("aux", mps.aux.expect("an AUX file"))]);

    let page = include_str!("../docs/formats/lp-mps-aux.md");
    let mut shown = 0;
    for block in page.split("```").skip(1).step_by(2) {
        let (format, lines) = block.split_once('\n').expect("a block of several lines");
        let Some(text) = written.get(format) else { continue };
        let mut rest = text.lines();
        for line in lines.lines().filter(|line| *line != "...") {
            assert!(rest.any(|written| written == line), "not in the {format} file, or not in this order: {line}");
        }
        shown += 1;
    }
    assert_eq!(shown, 3);
}
