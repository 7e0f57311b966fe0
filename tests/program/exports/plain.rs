//! The plain model of tjusila-2023, without a start inequality: the built program writes it, other programs read it.

use std::fs;

use minclue_core::base::rng;
use minclue_core::ilp::Names;
use minclue_core::sudoku::{Grid, digit_char, random_grid};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::{Format, ModelKind, export};
use minclue_lp::{Optimum, read_back};
use minclue_testkit::{Program, Run};

use super::number_formats::read_hgr;
use super::readers::{Relaxation, cbc_optimum, cbc_size, glpk};
use super::{assert_same_everywhere, four_by_four};
use crate::minclue;

/// A run that ends well.
fn done(program: &Program, args: &[&str]) -> Run {
    let run = program.run(args);
    assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    run
}

fn line(grid: &Grid) -> String {
    grid.digits().iter().map(|digit| digit_char(grid.shape().n(), *digit)).collect()
}

/// A 4x4 grid, and a 6x6 grid of each shape, with the shape, the number of cells, and the minimum that the reference
/// finds.
fn grids() -> Vec<(String, &'static str, usize, usize)> {
    let mut grids = vec![("1234341221434321".to_owned(), "2x2", 16, 4)];
    for (seed, shape) in [(1, "2x3"), (2, "3x2")] {
        let grid = random_grid::<2>(shape.parse().expect("a shape"), &mut rng(seed));
        grids.push((line(&grid), shape, 36, crate::ask::minimum(grid)));
    }
    grids
}

/// Rows of the high-point relaxation: one for all y, the rules of the grid, and one for each clue that agrees. No sets,
/// no more.
#[test]
fn the_plain_model_is_read_by_other_programs() {
    for (grid, shape, n_cells, _) in grids() {
        let n = n_cells.isqrt();
        let size = (1 + 4 * n_cells + n_cells + 1, n_cells * n + n_cells + 1);
        let program = minclue();
        program.write("none", "");
        for (names, kind) in [("full", Names::Full), ("short", Names::Short)] {
            for format in ["lp", "mps"] {
                let exported = |what: &[&str], file: &str| {
                    let start = ["export", "--what", "hpr", "--to", format, "--names", names, "--shape", shape];
                    done(&program, &[&start[..], what, &["-q", "-o", file, &grid]].concat());
                    program.path(format!("{file}.{format}"))
                };
                let file = exported(&["--max-sets", "0"], "zero");
                let of_file = exported(&["--from", "none"], "empty");
                assert_eq!(fs::read(&file).expect("a file"), fs::read(of_file).expect("a file"), "0 sets are none");
                let seen = read_back(&file).expect("HiGHS reads it");
                assert_eq!((seen.n_rows, seen.n_cols), size, "HiGHS {format} {names} {shape}");
                assert!(matches!(seen.optimum, Optimum::Value(value) if value.abs() < 1e-6), "{:?}", seen.optimum);
                assert_eq!(cbc_size(&file), size, "CBC {format} {names} {shape}");
                assert!(cbc_optimum(&file).abs() < 1e-6);
                if let Some(glpk) = glpk(&file, kind, Relaxation::Yes) {
                    assert_eq!((glpk.n_rows, glpk.n_cols), size, "GLPK {format} {names} {shape}");
                    assert!(glpk.optimum.abs() < 1e-6);
                }
            }
        }
        // As a bilevel model, and as the others that hold sets.
        for what in [&["--to", "bobilib"][..], &["--to", "hgr"], &["--to", "wcnf"], &["--what", "hitting"]] {
            let files = done(
                &program,
                &[&["export", "--max-sets", "0", "--format", "jsonl", "--shape", shape, "-o", "m"], what, &[&grid]]
                    .concat(),
            )
            .record();
            assert_eq!((&files["n_sets"], &files["status"]), (&0.into(), &"done".into()));
            for file in files["files"].as_array().expect("files") {
                assert!(fs::metadata(program.path(file.as_str().expect("a name"))).expect("a file").len() > 0);
            }
        }
        let hgr = program.read("m.hgr");
        assert_eq!(read_hgr(&hgr), (n_cells, Vec::new()));
    }
}

/// A leader without inequalities asks for no clue; LP text without rows is not for GLPK, so its MPS is read.
#[test]
fn the_leader_alone_without_sets_has_no_rows() {
    let (problem, _) = four_by_four().remove(0);
    let folder = tempfile::tempdir().expect("a folder");
    let none = Family::new();
    for (format, file) in [(Format::Lp, "m.lp"), (Format::Mps, "m.mps")] {
        let path = folder.path().join(file);
        let files = export(&problem, ModelKind::Hitting((&none).into()), format, Names::Full, "m").expect("names");
        fs::write(&path, files.model).expect("a file");
        let seen = read_back(&path).expect("HiGHS reads it");
        assert_eq!((seen.n_rows, seen.n_cols), (0, 16));
        assert!(cbc_optimum(&path).abs() < 1e-6);
    }
    assert_same_everywhere(&problem, ModelKind::Hpr((&none).into()), (82, 81), 0.0);
}

/// Engines that start from nothing find the known minimum.
#[test]
fn an_engine_without_start_sets_finds_the_minimum() {
    for (grid, shape, _, minimum) in grids() {
        let program = minclue();
        program.write("none", "# no set\n");
        // A published search learns nothing, so that it is asked about the smallest grid only.
        let engines = if minimum == 4 { &["native", "bilevel", "dmus"][..] } else { &["native", "bilevel"] };
        for engine in engines {
            for sets in [["--max-sets", "0"], ["--from", "none"]] {
                let start = ["solve", "--format", "jsonl", "--shape", shape, "--engine", engine];
                let record = done(&program, &[&start[..], &sets, &[&grid]].concat()).record();
                assert_eq!((&record["minimum"], &record["start"]["n_sets"]), (&minimum.into(), &0.into()), "{engine}");
            }
        }
        for source in ["complete", "region", "blueprint", "checker", "ilp"] {
            let args = [
                "sets",
                "--max-sets",
                "0",
                "--stats",
                "--list",
                "--format",
                "jsonl",
                "--source",
                source,
                "--shape",
                shape,
            ];
            let record = done(&program, &[&args[..], &[&grid]].concat()).record();
            assert_eq!((&record["n_sets"], &record["status"]), (&0.into(), &"max_reached".into()), "{source}");
            assert!(record.get("complete_to").is_none(), "{source}");
        }
    }
}
