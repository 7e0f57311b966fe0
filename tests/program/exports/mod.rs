//! Outside readers accept the exported files and see the same model in them, and the pages and golden files show what
//! is written.

mod bench;
mod clauses;
mod golden;
mod integer;
mod leader_rows;
mod number_formats;
mod pages;
mod plain;
mod readers;

use std::collections::BTreeMap;
use std::fs;

use minclue_core::base::{CellSet, Limits, rng};
use minclue_core::hitting::reference;
use minclue_core::ilp::{Names, RowId, VarId};
use minclue_core::problem::{ClueProblem, LinearProblem, SudokuClues, Verdict};
use minclue_core::sudoku::{Shape, all_grids, random_grid};
use minclue_core::unavoidable::{Family, NoGoodLoop, NoGoodOptions, Source, shrink};
use minclue_engines::bilevel::{AuxDialect, BilevelModel, ExportError, Files, Format, ModelKind, export};
use minclue_lp::{Highs, Optimum, read_back};
use rand::Rng;
use readers::{Relaxation, cbc_optimum, cbc_size, glpk};

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
            family.insert(shrink(&problem, &mut *oracle, witness, clues, &mut pace).into_set());
        }
    }
    drop(oracle);
    (problem, family)
}

fn sets<const W: usize>(problem: &SudokuClues<W>, options: NoGoodOptions) -> Family<W> {
    let mut family = Family::new();
    NoGoodLoop::new(&Highs, options).find(problem, &mut family, &Limits::none()).expect("the backend answers");
    family
}

fn close(optimum: Optimum, wanted: f64) -> bool {
    matches!(optimum, Optimum::Value(value) if (value - wanted).abs() < 1e-6)
}

/// Both formats, both kinds of names, all readers: one model, with this optimum.
fn assert_same_everywhere<const W: usize>(
    problem: &dyn LinearProblem<W>,
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
            if let Some(glpk) = glpk(&path, names, Relaxation::Yes) {
                assert_eq!((glpk.n_rows, glpk.n_cols), (n_rows, n_cols), "GLPK, {what}");
                assert!(close(seen.relaxation, glpk.optimum), "GLPK, {what}: {glpk:?}");
            }
            // GLPK has no presolve to speak of, so larger models are read and relaxed only.
            if n_cols < 100
                && let Some(glpk) = glpk(&path, names, Relaxation::No)
            {
                assert!((glpk.optimum - optimum).abs() < 1e-6, "GLPK, {what}: {glpk:?}");
            }
            relaxations.push((seen.relaxation, seen.n_nonzeros));
        }
    }
    let Optimum::Value(first) = relaxations[0].0 else { panic!("a relaxation without optimum") };
    assert!(relaxations.iter().all(|(value, n)| close(*value, first) && *n == relaxations[0].1));
}

#[test]
fn the_high_point_relaxation() {
    for (problem, family) in four_by_four() {
        assert_same_everywhere(&problem, ModelKind::Hpr((&Family::new()).into()), (82, 81), 0.0);
        // All minimal unavoidable sets are in it, so here the relaxation is the whole problem.
        assert_same_everywhere(&problem, ModelKind::Hpr((&family).into()), (82 + family.len(), 81), 4.0);
    }
    let (problem, family) = nine_by_nine();
    assert_same_everywhere(&problem, ModelKind::Hpr((&Family::new()).into()), (407, 811), 0.0);
    let cells: Vec<_> = family.sets().iter().map(|set| set.cells).collect();
    let hitting = reference::minimum(&cells).expect("no set is empty").len();
    assert_same_everywhere(&problem, ModelKind::Hpr((&family).into()), (419, 811), hitting as f64);
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
    let Files { model, aux, .. } =
        export(&problem, ModelKind::Bilevel((&family).into()), Format::MpsAux(AuxDialect::Index), Names::Full, "model")
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

/// The dialect with names says of the same file what the one with numbers says.
#[test]
fn both_aux_dialects_agree() {
    let (problem, family) = four_by_four().remove(0);
    for (names, first_var, first_row, z) in
        [(Names::Full, "x_r1c1_1", "cell_r1c1", "z"), (Names::Short, "c0000000", "r0000000", "c0000080")]
    {
        let written =
            |format| export(&problem, ModelKind::Bilevel((&family).into()), format, names, "four").expect("good names");
        let numbers = written(Format::MpsAux(AuxDialect::Index));
        let named = written(Format::MpsAux(AuxDialect::Names));
        assert_eq!(numbers.model, named.model);
        let aux = named.aux.expect("an AUX file");
        let lines: Vec<&str> = aux.lines().collect();
        assert_eq!(lines[..4], ["@NUMVARS", "65", "@NUMCONSTRS", "81"]);
        assert_eq!(lines[lines.len() - 4..], ["@NAME", "bilevel", "@MPS", "four.mps"]);
        let section = |begin: &str, end: &str| -> Vec<&str> {
            let after = lines.iter().copied().skip_while(|line| *line != begin).skip(1);
            after.take_while(|line| *line != end).collect()
        };
        let vars = section("@VARSBEGIN", "@VARSEND");
        let rows = section("@CONSTRSBEGIN", "@CONSTRSEND");
        assert_eq!((vars.len(), rows.len()), (65, 81));
        assert_eq!((vars[0], rows[0], vars[64]), (&*format!("{first_var} 0"), first_row, &*format!("{z} 1")));

        // Number by number the same variables and rows.
        let model = BilevelModel::new(&problem, &family);
        let by_number = numbers.aux.expect("an AUX file");
        let values = |key: &str| -> Vec<usize> {
            let values = by_number.lines().filter_map(|line| line.strip_prefix(key));
            values.map(|v| v.trim().parse().expect("a number")).collect()
        };
        let of_vars: Vec<String> = values("LC ")
            .into_iter()
            .zip(values("LO "))
            .map(|(i, cost)| format!("{} {cost}", names.of_var(&model.hpr, VarId::new(i))))
            .collect();
        let of_rows: Vec<String> =
            values("LR ").into_iter().map(|i| names.of_row(&model.hpr, RowId::new(i)).into_owned()).collect();
        assert_eq!((vars, rows), (of_vars.iter().map(|s| &**s).collect(), of_rows.iter().map(|s| &**s).collect()));
    }
}

/// A BOBILib pair has one name, in both files; blanks cannot stand in it.
#[test]
fn a_bobilib_pair_has_one_name() {
    let (problem, family) = four_by_four().remove(0);
    let files = export(&problem, ModelKind::Bilevel((&family).into()), Format::Bobilib, Names::Full, "four by four")
        .expect("good names");
    assert_eq!(files.model.lines().next(), Some("NAME          four_by_four"));
    assert!(files.aux.is_some_and(|aux| aux.ends_with("@NAME\nfour_by_four\n@MPS\nfour by four.mps\n")));
}

/// Fields begin at columns 2, 5, 15 and 25: MibS reads by column, and so does fixed MPS.
#[test]
fn short_names_stand_in_the_columns_of_fixed_mps() {
    let (problem, family) = nine_by_nine();
    let Files { model, aux, .. } = export(
        &problem,
        ModelKind::Bilevel((&family).into()),
        Format::MpsAux(AuxDialect::Index),
        Names::Short,
        "model",
    )
    .expect("short names");
    assert!(aux.is_some_and(|aux| aux.starts_with("N 730\nM 406\n")));
    let mut section = "";
    for line in model.lines() {
        if !line.starts_with(' ') {
            section = line.split(' ').next().unwrap_or_default();
            continue;
        }
        // The field before each of these columns has ended, and one begins there.
        let starts: &[usize] = match section {
            "ROWS" => &[4],
            "COLUMNS" | "RHS" => &[4, 14],
            "BOUNDS" => &[4, 14],
            other => panic!("a line in {other}"),
        };
        for &start in starts {
            assert!(line[..start].ends_with(' ') && !line[start..].starts_with(' '), "{section}: {line}");
        }
        assert!(line.contains("MARKER") || line.len() <= 36, "{section}: {line}");
        if matches!(section, "COLUMNS" | "RHS") && !line.contains("MARKER") {
            assert_eq!((&line[22..24], line.len()), ("  ", 36), "{section}: {line}");
        }
    }
}

#[test]
fn formats_and_levels_must_go_together() {
    let (problem, family) = four_by_four().remove(0);
    for format in [Format::Lp, Format::Mps, Format::Opb, Format::Wcnf] {
        let refused = export(&problem, ModelKind::Bilevel((&family).into()), format, Names::Full, "model");
        assert!(matches!(refused, Err(ExportError::TwoLevels)));
    }
    for format in [Format::MpsAux(AuxDialect::Index), Format::MpsAux(AuxDialect::Names), Format::Bobilib] {
        let refused = export(&problem, ModelKind::Hpr((&family).into()), format, Names::Full, "model");
        assert!(matches!(refused, Err(ExportError::OneLevel)));
    }
    for kind in [ModelKind::Hpr((&family).into()), ModelKind::Follower(CellSet::EMPTY)] {
        let refused = export(&problem, kind, Format::Wcnf, Names::Full, "model");
        assert!(matches!(refused, Err(ExportError::DoesNotFit(_))));
    }
}
