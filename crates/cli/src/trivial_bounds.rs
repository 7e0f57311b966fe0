//! Numbers of clues that no puzzle has are not looked for.

use minclue_core::sudoku::{FewestClues, Shape};
use minclue_puzzles::puzzle_tools::{Erasure, GridSource, PuzzleSpec};

/// What can be had of the wanted numbers of clues.
pub(super) enum Possible {
    /// All of it, as far as is known.
    All(PuzzleSpec),
    /// Only the numbers that are left in this range; the message says why.
    Rest(PuzzleSpec, String),
    /// Nothing; the message says why.
    Nothing(String),
}

/// Takes the numbers of clues that are known to be too few from what is wanted of valid puzzles.
pub(super) fn possible(mut wanted: PuzzleSpec) -> Possible {
    let is_valid = wanted.valid || wanted.minimal || matches!(wanted.erasure, Erasure::Dig { .. } | Erasure::Mask(_));
    let (Some(range), true) = (wanted.clues.clone(), is_valid) else { return Possible::All(wanted) };
    if !wanted.grid.variant().is_plain() {
        // More rules need fewer clues, and how few is not known.
        return Possible::All(wanted);
    }
    let (fewest, known) = known(wanted.grid.shape());
    let (from, to) = (*range.start(), *range.end());
    if to < fewest {
        return Possible::Nothing(known);
    }
    if from >= fewest {
        return Possible::All(wanted);
    }
    wanted.clues = Some(fewest..=to);
    // A range without a lower end asks for nothing that cannot be.
    if from == 0 { Possible::All(wanted) } else { Possible::Rest(wanted, format!("{known}; --clues begins there")) }
}

/// Does chance hardly ever make a puzzle with so few clues, if there is one at all? Of a given grid nobody knows that.
pub(super) fn is_rare(wanted: &PuzzleSpec) -> bool {
    let (Some(range), Erasure::Dig { .. }, true) = (&wanted.clues, &wanted.erasure, wanted.grid.variant().is_plain())
    else {
        return false;
    };
    let shape = wanted.grid.shape();
    let is_given = matches!(wanted.grid, GridSource::Given(..));
    match shape.n() {
        ..9 => false,
        9 if shape == Shape::NINE => *range.end() <= if is_given { 19 } else { 18 },
        // Dug puzzles of larger grids keep about a third of their clues, and those of Latin squares more than a quarter.
        _ => *range.end() <= shape.n_cells() / 4,
    }
}

/// The fewest clues of any puzzle of this shape, and a sentence that says so.
fn known(shape: Shape) -> (usize, String) {
    let FewestClues { n_clues, source } = FewestClues::of(shape);
    let n = shape.n();
    let what = if shape.is_latin() { format!("Latin square of order {n}") } else { format!("{n}x{n} Sudoku puzzle") };
    let clues = if n_clues == 1 { "clue" } else { "clues" };
    (n_clues, format!("no {what} has fewer than {n_clues} {clues} ({source})"))
}

#[cfg(test)]
mod tests {
    use minclue_core::base::rng;
    use minclue_core::sudoku::{Variant, random_grid};
    use minclue_puzzles::puzzle_tools::{Pattern, RemovalOrder};

    use super::*;

    #[test]
    fn few_clues_are_rare_and_fewer_of_a_given_grid() {
        let shape = |rows, columns| Shape::new(rows, columns).expect("a shape");
        let given = GridSource::Given(Variant::plain(Shape::NINE), random_grid::<2>(Shape::NINE, &mut rng(1)));
        let any = |shape: Shape| GridSource::Solver(Variant::plain(shape));
        for (grid, most) in [(any(Shape::NINE), 18), (given, 19), (any(shape(3, 4)), 36), (any(shape(4, 4)), 64)] {
            let is_rare = |clues: std::ops::RangeInclusive<usize>| {
                is_rare(&PuzzleSpec {
                    grid: grid.clone(),
                    erasure: Erasure::Dig { order: RemovalOrder::Random, pattern: Pattern::Free },
                    valid: true,
                    minimal: false,
                    clues: Some(clues),
                    tries: None,
                    ctn: None,
                    level: None,
                    max_attempts: 1,
                })
            };
            assert!(is_rare(most..=most) && is_rare(0..=most), "{most}");
            assert!(!is_rare(most + 1..=most + 1) && !is_rare(most..=usize::MAX), "{most}");
        }
    }
}
