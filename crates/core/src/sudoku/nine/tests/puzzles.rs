//! Puzzles whose solution is not known, against the solver of all shapes.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::*;
use crate::base::Pace;
use crate::sudoku::{NinePuzzles, Puzzle, WalkEnd};

type Clues = Vec<Option<Digit>>;

fn pace() -> Pace {
    Limits::none().pace(1000)
}

fn clues(target: &Grid, cells: Set) -> Clues {
    Shape::NINE.cells().map(|cell| cells.contains(cell).then(|| target.digits()[cell.get()])).collect()
}

/// The solutions, sorted; each is a grid with the clues, and comes once.
fn all_solutions(nine: &mut NinePuzzles, cells: &Clues) -> Vec<Vec<Digit>> {
    let mut found = Vec::new();
    let walk = nine.walk(cells, &mut pace(), |digits| {
        Grid::new(Shape::NINE, digits).expect("a solution is a grid");
        assert!(cells.iter().zip(digits).all(|(clue, digit)| clue.is_none_or(|clue| clue == *digit)));
        found.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(walk, WalkEnd::Exhausted);
    found.sort();
    assert!(found.windows(2).all(|two| two[0] < two[1]), "a solution came twice");
    found
}

#[test]
fn counts_are_those_of_the_solver_of_all_shapes() {
    let mut rng = rng(11);
    let (mut solver, mut nine) = (SudokuSolver::<2>::new(Shape::NINE), NinePuzzles::new());
    let (mut one, mut some, mut many) = (0, 0, 0);
    for round in 0..1200 {
        let target = grid(&mut rng);
        let cells = random_cells(17 + round % 24, &mut rng);
        let cells = clues(&target, cells);
        let puzzle = Puzzle::new(Shape::NINE, cells.clone()).expect("clues of a grid do not clash");
        let expected = solver.solutions(&puzzle, 50);
        let count = nine.count(&cells, 50, &mut pace()).expect("there is no limit");
        assert_eq!(count, expected.len() as u64, "{cells:?}");
        match count {
            1 => one += 1,
            50 => many += 1,
            _ => some += 1,
        }
        if count < 50 {
            let mut expected: Vec<_> = expected.iter().map(|grid| grid.digits().to_vec()).collect();
            expected.sort();
            assert_eq!(all_solutions(&mut nine, &cells), expected);
        }
    }
    assert!(one > 20 && some > 100 && many > 100, "the test must see all answers: {one}, {some}, {many}");
}

/// Dropped clue by clue until none can go: unique, and of several solutions without any one clue.
#[test]
fn minimal_puzzles_are_unique_and_nothing_less_is() {
    let mut rng = rng(12);
    let mut nine = NinePuzzles::new();
    for _ in 0..60 {
        let target = grid(&mut rng);
        let mut kept = all();
        for cell in random_cells(81, &mut rng) {
            let without = kept - Set::only(cell);
            let unique = nine.count(&clues(&target, without), 2, &mut pace()) == Ok(1);
            let known = Nine::new(target.digits()).second_solution(without, &mut pace());
            assert_eq!(unique, known == Ok(None));
            if unique {
                kept = without;
            }
        }
        assert!(kept.len() < 35);
        assert_eq!(all_solutions(&mut nine, &clues(&target, kept)), [target.digits()]);
        for cell in kept {
            assert_eq!(nine.count(&clues(&target, kept - Set::only(cell)), 2, &mut pace()), Ok(2));
        }
    }
}

/// Wrong clues: a few solutions are left, or none, or the clues clash.
#[test]
fn wrong_clues_and_clashes() {
    let mut rng = rng(13);
    let (mut solver, mut nine) = (SudokuSolver::<2>::new(Shape::NINE), NinePuzzles::new());
    let [mut clashes, mut none, mut some] = [0; 3];
    for round in 0..2000 {
        let target = grid(&mut rng);
        let cells = random_cells(10 + round % 30, &mut rng);
        let mut cells = clues(&target, cells);
        for _ in 0..=round % 3 {
            cells[rng.random_range(0..81)] = Some(Digit::new(rng.random_range(1..=9)));
        }
        let count = nine.count(&cells, 3, &mut pace());
        let Ok(puzzle) = Puzzle::new(Shape::NINE, cells.clone()) else {
            assert_eq!(count, Ok(0), "{cells:?}");
            clashes += 1;
            continue;
        };
        let expected = solver.solutions(&puzzle, 3).len() as u64;
        assert_eq!(count, Ok(expected), "{cells:?}");
        if expected == 0 { none += 1 } else { some += 1 }
    }
    assert!(clashes > 200 && none > 100 && some > 200, "{clashes}, {none}, {some}");
}

/// Every two cells of a house, with the same digit and nothing else.
#[test]
fn two_equal_clues_in_a_house_leave_nothing() {
    let mut nine = NinePuzzles::new();
    for a in 0..81 {
        for b in 0..a {
            let mut cells = vec![None; 81];
            (cells[a], cells[b]) = (Some(Digit::new(5)), Some(Digit::new(5)));
            let houses = |at: usize| [at / 9, at % 9, at / 27 * 3 + at % 9 / 3];
            let clash = houses(a).iter().zip(&houses(b)).any(|(a, b)| a == b);
            assert_eq!(nine.count(&cells, 1, &mut pace()), Ok(u64::from(!clash)), "{a} {b}");
        }
    }
}

#[test]
fn the_empty_puzzle_has_many_different_solutions() {
    let mut nine = NinePuzzles::new();
    let empty = vec![None; 81];
    let mut found = HashSet::new();
    let walk = nine.walk(&empty, &mut pace(), |digits| {
        Grid::new(Shape::NINE, digits).expect("a solution is a grid");
        found.insert(*digits);
        if found.len() == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(walk, WalkEnd::Stopped);
    assert_eq!(nine.count(&empty, 1000, &mut pace()), Ok(1000));
    assert_eq!(nine.count(&empty, 1, &mut pace()), Ok(1));
    assert_eq!(nine.count(&empty, 0, &mut pace()), Ok(0));
}

/// 16 clues with exactly two solutions, computed by brute force; and a grid is its own only solution.
#[test]
fn known_puzzles() {
    let mut nine = NinePuzzles::new();
    let text = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........";
    let two: Clues = text.chars().map(|c| c.to_digit(10).map(|d| Digit::new(d as usize))).collect();
    assert_eq!(nine.count(&two, 100, &mut pace()), Ok(2));
    for solution in all_solutions(&mut nine, &two) {
        let full: Clues = solution.iter().copied().map(Some).collect();
        assert_eq!(all_solutions(&mut nine, &full), [solution]);
    }
}

#[test]
fn a_limit_on_guesses_is_exact_and_no_answer() {
    let mut nine = NinePuzzles::new();
    let empty = vec![None; 81];
    let mut few = Limits::none().with_nodes(3).pace(1000);
    assert_eq!(nine.count(&empty, 2, &mut few), Err(Stop::Nodes));
    assert_eq!(nine.n_guesses(), 3);
    assert_eq!(nine.walk(&empty, &mut few, |_| ControlFlow::Continue(())), WalkEnd::Limit(Stop::Nodes));
    // A grid needs no guess.
    let target: Clues = grid(&mut rng(14)).digits().iter().copied().map(Some).collect();
    assert_eq!(nine.count(&target, 2, &mut few), Ok(1));
}

#[test]
#[should_panic(expected = "81 cells")]
fn other_sizes_are_refused() {
    let _ = NinePuzzles::new().count(&[None; 80], 2, &mut pace());
}
