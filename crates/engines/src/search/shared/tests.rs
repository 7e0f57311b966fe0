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

/// The puzzles of one grid by its three bands.
fn by_bands(grid: &Grid, n_clues: usize) -> BTreeSet<CellSet<2>> {
    let mut found = BTreeSet::new();
    for omitted in 0..3 {
        let bands = TwoBands::of(grid, omitted);
        let own: [[u8; 9]; 3] = std::array::from_fn(|row| {
            std::array::from_fn(|column| grid.get(Shape::NINE.cell(3 * omitted + row, column)).index() as u8)
        });
        let mut rows: Vec<(usize, [u8; 9])> = own.into_iter().enumerate().collect();
        rows.sort_by_key(|(_, row)| row[0]);
        let third: ThirdBand = std::array::from_fn(|i| rows[i].1);
        let query = RegionQuery { n_clues, instructions: Instructions::Best };
        let thirds = [third];
        let mut search = RegionSearch::new(&bands, &thirds, query);
        search
            .run(&Limits::none(), &mut |_, clues| {
                let back = |cell: Cell| {
                    let (row, column) = (cell.get() / 9, cell.get() % 9);
                    let row = match row {
                        6.. => 3 * omitted + rows[row - 6].0,
                        _ if row < 3 * omitted => row,
                        _ => row + 3,
                    };
                    Cell::new(9 * row + column)
                };
                found.insert(clues.iter().map(back).collect());
            })
            .expect("no limit");
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
fn a_grid_has_the_puzzles_of_its_bands() {
    for seed in 0..2 {
        let grid = uniform_grid(seed);
        assert_eq!(by_bands(&grid, 16), by_grid(&grid, 16));
        assert_eq!(by_bands(&grid, 17), by_grid(&grid, 17));
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
                let all = bands.third_bands().len();
                let start = Instant::now();
                let thirds = wanted_third_bands(&bands, &Limits::none()).expect("no limit");
                let seconds_side = start.elapsed().as_secs_f64();
                let query = RegionQuery { n_clues: k, instructions: Instructions::Best };
                let mut search = RegionSearch::new(&bands, &thirds, query);
                let mut n = 0;
                search.run(&Limits::none(), &mut |_, _| n += 1).expect("no limit");
                let c = search.counts();
                // A random grid meets a region by its third bands: so each counts for the part of one grid.
                let ms = |s: f64| 1000.0 * s / all as f64;
                let parts = [seconds_side, c.seconds_sets, c.seconds_walk, c.seconds_grid_sets, c.seconds_finish];
                for (sum, s) in sum.iter_mut().zip(parts) {
                    *sum += ms(s);
                }
                sum[5] += thirds.len() as f64 / all as f64 / 6.0;
                let parts = parts.map(|s| (100.0 * ms(s)).round() / 100.0);
                println!("P {seed}.{side}.{omitted} {n} puzzles; {}/{all}; ms {parts:?}; {:?} nodes {}", thirds.len(), c.walk, c.n_nodes);
            }
        }
    }
    let total: f64 = sum[..5].iter().sum();
    println!("P a grid: {:?} = {:.2} ms; wanted {:.3}", sum.map(|s| (100.0 * s / n as f64).round() / 100.0), total / n as f64, sum[5] / n as f64);
}
