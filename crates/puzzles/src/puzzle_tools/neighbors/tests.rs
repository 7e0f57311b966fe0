use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use rand::seq::SliceRandom;

use crate::base::{Cell, Digit, Index, Limits, rng};
use crate::sudoku::Uniqueness;
use crate::sudoku::{Puzzle, Shape, classify, line, random_grid};

use super::*;

fn shape(r: u8, c: u8) -> Shape {
    Shape::new(r, c).expect("a shape")
}

fn found(puzzle: &Puzzle, exchange: Exchange) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let (mut n, mut parts) = (0, vec![0.0]);
    let mut visit = |puzzle: &Puzzle| {
        n += 1;
        found.insert(line(puzzle));
        ControlFlow::Continue(())
    };
    let end = find_neighbors(puzzle, exchange, &Limits::none(), &mut visit, &mut |part| parts.push(part));
    assert_eq!(end, NeighborsEnd::Complete);
    assert!(parts.is_sorted() && parts.last().is_some_and(|last| (last - 1.0).abs() < 1e-9), "{exchange:?}: {parts:?}");
    assert_eq!(n, found.len(), "each once");
    found
}

/// All cells of `n` among `cells`, by brute force.
fn choices(cells: &[usize], n: usize) -> Vec<Vec<usize>> {
    match n {
        0 => vec![Vec::new()],
        _ => cells
            .iter()
            .enumerate()
            .flat_map(|(i, &cell)| {
                choices(&cells[i + 1..], n - 1).into_iter().map(move |mut rest| {
                    rest.insert(0, cell);
                    rest
                })
            })
            .collect(),
    }
}

/// The same by trying everything.
fn brute_force(puzzle: &Puzzle, exchange: Exchange) -> BTreeSet<String> {
    let shape = puzzle.shape();
    let clues: Vec<usize> = shape.cells().filter(|c| puzzle.get(*c).is_some()).map(Index::get).collect();
    let mut valid = BTreeSet::new();
    for removed in choices(&clues, exchange.remove) {
        let mut rest = puzzle.cells().to_vec();
        removed.iter().for_each(|&at| rest[at] = None);
        let empty: Vec<usize> = (0..rest.len()).filter(|&at| rest[at].is_none()).collect();
        for added in choices(&empty, exchange.add) {
            for code in 0..shape.n().pow(exchange.add as u32) {
                let mut cells = rest.clone();
                let mut code = code;
                for &at in &added {
                    cells[at] = Some(Digit::from_index(code % shape.n()));
                    code /= shape.n();
                }
                let comes_back = added.iter().any(|&at| removed.contains(&at) && cells[at] == puzzle.cells()[at]);
                if comes_back {
                    continue;
                }
                if let Ok(puzzle) = Puzzle::new(shape, cells)
                    && let Uniqueness::One(_) = classify::<1>(&puzzle)
                {
                    valid.insert(line(&puzzle));
                }
            }
        }
    }
    valid
}

fn is_minimal(text: &str, shape: Shape) -> bool {
    let cells: Vec<Option<Digit>> = text.chars().map(|c| c.to_digit(10).map(|d| Digit::new(d as usize))).collect();
    (0..cells.len()).filter(|&at| cells[at].is_some()).all(|at| {
        let mut fewer = cells.clone();
        fewer[at] = None;
        !matches!(classify::<1>(&Puzzle::new(shape, fewer).expect("no clash")), Uniqueness::One(_))
    })
}

#[test]
fn neighbors_are_what_brute_force_finds() {
    let mut rng = rng(5);
    let mut n_found = 0;
    for (shape, n_clues, exchanges) in [
        (shape(2, 2), 4, &[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (3, 2)][..]),
        (shape(2, 2), 6, &[(2, 0), (2, 1), (1, 1)]),
        (shape(1, 4), 5, &[(1, 1), (2, 1)]),
        (shape(2, 3), 9, &[(1, 1)]),
    ] {
        for _ in 0..4 {
            let grid = random_grid::<1>(shape, &mut rng);
            let mut cells: Vec<Cell> = shape.cells().collect();
            cells.shuffle(&mut rng);
            let puzzle = grid.puzzle::<1>(cells[..n_clues].iter().copied().collect());
            for &(remove, add) in exchanges {
                let all = Exchange { remove, add, only_minimal: false };
                let valid = brute_force(&puzzle, all);
                assert_eq!(found(&puzzle, all), valid, "{} -{remove}+{add}", line(&puzzle));
                n_found += valid.len();
                let minimal: BTreeSet<String> = valid.into_iter().filter(|text| is_minimal(text, shape)).collect();
                assert_eq!(found(&puzzle, Exchange { only_minimal: true, ..all }), minimal);
            }
        }
    }
    assert!(n_found > 1000, "the test must see neighbors: {n_found}");
}

#[test]
fn a_long_list_changes_nothing() {
    // Few clues of 6x6: thousands of solutions, so that the last clue is tried one by one; brute force by the counter
    // alone.
    let shape = shape(2, 3);
    let grid = random_grid::<1>(shape, &mut rng(3));
    for n_clues in [6, 7] {
        let puzzle = grid.puzzle::<1>((0..n_clues).map(|i| Cell::new(i * 5)).collect());
        let all = Exchange { remove: 0, add: 1, only_minimal: false };
        assert_eq!(found(&puzzle, all), brute_force(&puzzle, all));
    }
}

#[test]
fn a_visitor_may_leave_and_limits_hold() {
    let grid = random_grid::<1>(shape(2, 2), &mut rng(1));
    let puzzle = Puzzle::from(&grid);
    let exchange = Exchange { remove: 2, add: 0, only_minimal: false };
    let left = find_neighbors(&puzzle, exchange, &Limits::none(), &mut |_| ControlFlow::Break(()), &mut |_| {});
    assert_eq!(left, NeighborsEnd::Stopped);
    let limits = Limits::none().with_time(Duration::ZERO);
    let nine = Puzzle::empty(Shape::NINE);
    let three = Exchange { remove: 0, add: 3, only_minimal: false };
    let stopped = find_neighbors(&nine, three, &limits, &mut |_| ControlFlow::Continue(()), &mut |_| {});
    assert!(matches!(stopped, NeighborsEnd::Limit(_)));
}

#[test]
fn one_removal_after_the_other_visits_the_same_in_the_same_order() {
    let grid = random_grid::<1>(shape(2, 2), &mut rng(5));
    let puzzle = grid.puzzle::<1>((0..6).map(|i| Cell::new(i * 2)).collect());
    for (remove, add) in [(0, 1), (1, 1), (2, 1), (6, 0), (7, 1)] {
        let exchange = Exchange { remove, add, only_minimal: false };
        let (mut whole, mut single) = (Vec::new(), Vec::new());
        let mut visit = |puzzle: &Puzzle| {
            whole.push(line(puzzle));
            ControlFlow::Continue(())
        };
        find_neighbors(&puzzle, exchange, &Limits::none(), &mut visit, &mut |_| {});
        let removals = Removals::new(&puzzle, remove);
        let (n_all, mut n) = (removals.n_all(), 0.0);
        for removed in removals {
            n += 1.0;
            find_neighbors_without(&puzzle, &removed, exchange, &Limits::none(), &mut |puzzle| {
                single.push(line(puzzle));
                ControlFlow::Continue(())
            });
        }
        assert_eq!(single, whole, "{exchange:?}");
        assert!(f64::abs(n - n_all) < 1e-9, "{exchange:?}: {n} of {n_all}");
    }
}
