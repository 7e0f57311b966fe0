//! Classifies puzzles by their number of solutions: none, one or several.

use crate::base::Limits;

use super::counter::{Counter, Uniqueness};
use super::grid::Puzzle;

/// Returns whether a puzzle has no solution, one, or several. Its cells must fit into `W` words.
///
/// If there are several, any two of them are returned.
#[must_use]
pub fn classify<const W: usize>(puzzle: &Puzzle) -> Uniqueness {
    // Without limits there is nothing to ask often.
    let mut pace = Limits::none().pace(u32::MAX);
    Counter::<W>::new(puzzle.shape()).uniqueness(puzzle, &mut pace).expect("there is no limit")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Digit;
    use crate::sudoku::{Shape, SudokuSolver, WalkEnd, count_solutions};

    fn four() -> Shape {
        Shape::new(2, 2).expect("a shape")
    }

    fn cells(text: &str) -> Vec<Option<Digit>> {
        text.chars().map(|c| c.to_digit(10).filter(|d| *d > 0).map(|d| Digit::new(d as usize))).collect()
    }

    #[test]
    fn none_one_and_many_are_told_apart() {
        let of = |text: &str| classify::<1>(&Puzzle::new(four(), cells(text)).expect("no clash"));
        assert!(matches!(of("1234341221434321"), Uniqueness::One(_)));
        // R1C4 sees 1, 2 and 3 in its row and a 4 in its column.
        assert_eq!(of("123........4...."), Uniqueness::None);
        assert!(matches!(of("................"), Uniqueness::Many(a, b) if a != b));
    }
    /// The path of 9x9 and the solver of all shapes, on the puzzle with 16 clues and exactly two solutions (computed by
    /// brute force), on one of its puzzles with a clue more, and on the same with a wrong one.
    #[test]
    fn nine_by_nine_has_the_same_answers() {
        let two = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........";
        let of = |cells: Vec<Option<Digit>>| Puzzle::new(Shape::NINE, cells).expect("no clash");
        let puzzle = of(cells(two));
        let mut by_any_shape = SudokuSolver::<2>::new(Shape::NINE).solutions(&puzzle, 3);
        let Uniqueness::Many(a, b) = classify::<2>(&puzzle) else { panic!("it has two solutions") };
        let mut found = vec![a, b];
        for both in [&mut by_any_shape, &mut found] {
            both.sort_by(|a, b| a.digits().cmp(b.digits()));
        }
        assert_eq!(found, by_any_shape);
        assert_eq!(count_solutions::<2>(&puzzle, 100, &Limits::none()), (2, WalkEnd::Exhausted));
        assert_eq!(count_solutions::<2>(&puzzle, 2, &Limits::none()), (2, WalkEnd::Stopped));
        let at = found[0].digits().iter().zip(found[1].digits()).position(|(a, b)| a != b).expect("they differ");
        let with = |digit: Digit| {
            let mut more = cells(two);
            more[at] = Some(digit);
            classify::<2>(&of(more))
        };
        assert_eq!(with(found[0].digits()[at]), Uniqueness::One(found[0].clone()));
        assert_eq!(with(found[1].digits()[at]), Uniqueness::One(found[1].clone()));
        let candidates = (1..=9).map(Digit::new).filter(|d| found.iter().all(|grid| grid.digits()[at] != *d));
        let wrong: Vec<_> = candidates
            .filter_map(|digit| {
                let mut more = cells(two);
                more[at] = Some(digit);
                Puzzle::new(Shape::NINE, more).ok()
            })
            .collect();
        assert!(!wrong.is_empty() && wrong.iter().all(|puzzle| classify::<2>(puzzle) == Uniqueness::None));
    }
}
