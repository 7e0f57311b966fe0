use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::base::{Cell, rng};
use crate::engine::{Engine as _, EnumerationQuery, Run, Start};
use crate::problem::NoObserver;
use crate::search::{Native, SearchOptions};
use crate::sudoku::{Grid, Shape, UniformGrids};
use crate::unavoidable::Family;

use super::*;

fn uniform_grid(seed: u64) -> Grid {
    UniformGrids::new(Shape::NINE).expect("9x9").draw(&mut rng(seed))
}

/// The puzzles of one grid by its three bands, and by its three stacks.
fn by_regions(grid: &Grid, n_clues: usize) -> BTreeSet<CellSet<2>> {
    let mut found = BTreeSet::new();
    for is_turned in [false, true] {
        let at = |row: usize, column: usize| if is_turned { 9 * column + row } else { 9 * row + column };
        let digits: Vec<_> = (0..81).map(|i| grid.digits()[at(i / 9, i % 9)]).collect();
        let side = Grid::new(Shape::NINE, &digits).expect("a grid");
        for omitted in 0..3 {
            let bands = TwoBands::of(&side, omitted);
            let mut rows = [3 * omitted, 3 * omitted + 1, 3 * omitted + 2];
            rows.sort_by_key(|row| side.get(Shape::NINE.cell(*row, 0)));
            let third: ThirdBand = rows.map(|row| {
                std::array::from_fn(|column| side.get(Shape::NINE.cell(row, column)).index() as u8)
            });
            let query = RegionQuery { n_clues, instructions: Instructions::Best };
            let thirds = [third];
            let mut search = RegionSearch::new(&bands, &thirds, query);
            let mut visit = |_, clues: CellSet<2>| {
                let back = |cell: Cell| {
                    let (row, column) = (cell.get() / 9, cell.get() % 9);
                    let row = match row {
                        6.. => rows[row - 6],
                        _ if row < 3 * omitted => row,
                        _ => row + 3,
                    };
                    Cell::new(at(row, column))
                };
                found.insert(clues.iter().map(back).collect());
            };
            search.run(&Limits::none(), &mut visit).expect("no limit");
        }
    }
    found
}

/// The same by the native engine.
fn by_grid(grid: &Grid, n_clues: usize) -> BTreeSet<CellSet<2>> {
    let problem = SudokuClues::<2>::new(grid.clone());
    let mut family = Family::new();
    for set in displacements(&problem, CellSet::first_n(81), 12, &Limits::none()).sets {
        family.insert(set);
    }
    let (limits, mut silent, mut found) = (Limits::none(), NoObserver, BTreeSet::new());
    let engine = Native { options: SearchOptions::default() };
    let mut run = Run::new(&limits, &mut silent);
    let mut visit = |clues| {
        found.insert(clues);
        ControlFlow::Continue(())
    };
    let query = EnumerationQuery::all(n_clues);
    engine.enumerate(&problem, &Start::from(&family), &query, &mut run, &mut visit).expect("an enumeration");
    found
}

#[test]
fn a_grid_has_the_puzzles_of_its_regions() {
    for seed in 0..2 {
        let grid = uniform_grid(seed);
        assert_eq!(by_regions(&grid, 16), by_grid(&grid, 16));
    }
}

/// Regions of random grids, each with the third bands that it is searched with.
#[test]
#[ignore = "a measurement"]
fn measure() {
    let n: u64 = std::env::var("N").map_or(1, |n| n.parse().expect("a number"));
    let k: usize = std::env::var("K").map_or(16, |n| n.parse().expect("a number"));
    let mut sum = [0.0; 6];
    for seed in 0..n {
        let grid = uniform_grid(seed);
        let turned: Vec<_> = (0..81).map(|i| grid.digits()[9 * (i % 9) + i / 9]).collect();
        let turned = Grid::new(Shape::NINE, &turned).expect("a grid");
        for (side, grid) in [grid, turned].iter().enumerate() {
            for omitted in 0..3 {
                let bands = TwoBands::of(grid, omitted);
                let thirds = bands.third_bands();
                let all = thirds.len();
                let query = RegionQuery { n_clues: k, instructions: Instructions::Best };
                let mut search = RegionSearch::new(&bands, &thirds, query);
                let mut n = 0;
                search.run(&Limits::none(), &mut |_, _| n += 1).expect("no limit");
                let c = search.counts();
                // A random grid meets a region by its third bands: so each counts for the part of one grid.
                let ms = |s: f64| 1000.0 * s / all as f64;
                let parts = [c.seconds_sides, c.seconds_sets, c.seconds_walk, c.seconds_grid_sets, c.seconds_finish];
                for (sum, s) in sum.iter_mut().zip(parts) {
                    *sum += ms(s);
                }
                sum[5] += c.n_by_bands as f64 / all as f64 / 6.0;
                let parts = parts.map(|s| (100.0 * ms(s)).round() / 100.0);
                println!("P {seed}.{side}.{omitted} {n} puzzles; {}/{all}; ms {parts:?}; {:?} nodes {}", c.n_by_bands, c.walk, c.n_nodes);
            }
        }
    }
    let total: f64 = sum[..5].iter().sum();
    println!("P a grid: {:?} = {:.2} ms; wanted {:.3}", sum.map(|s| (100.0 * s / n as f64).round() / 100.0), total / n as f64, sum[5] / n as f64);
}
