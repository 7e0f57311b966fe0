//! Sets from external sources, each proven before use.

use crate::base::{Cell, CellSet, Index, Limits, Pace, Stop};
use crate::problem::{ClueProblem, Oracle, Verdict, Witness, WitnessError};

use super::shrink::unhit_witnessed;
use super::{Family, Found, UnavoidableSet};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 1024;

/// A set of cells that is claimed to be unavoidable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedSet {
    /// Its cells, 0-based and row-major, in any order.
    pub cells: Vec<usize>,
    /// The second solution that is claimed to prove it.
    pub witness: Option<Witness>,
}

/// The reason why a given set is rejected. Cells are given by their names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSet {
    /// The set has no cells.
    #[error("it has no cells")]
    Empty,
    /// A cell does not exist in the problem.
    #[error("there is no cell {cell}; the cells are 0 to {last}", last = n_cells.saturating_sub(1))]
    NoCell {
        cell: usize,
        /// The number of cells of the problem.
        n_cells: usize,
    },
    /// A cell occurs twice.
    #[error("{0} occurs in it twice")]
    Twice(String),
    /// Its witness proves nothing.
    #[error("{0}")]
    Witness(#[from] WitnessError),
    /// Its witness proves another set: it differs from the target in this cell.
    #[error("the witness differs in {0}, which is not in the set")]
    Missing(String),
    /// Its witness proves another set: it agrees with the target in this cell.
    #[error("the witness does not differ in {0}, which is in the set")]
    Extra(String),
    /// There is no second solution that differs only inside it.
    #[error("it is not unavoidable: no other solution differs from the grid in its cells alone")]
    Avoidable,
}

/// The result of importing sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedSets<const W: usize> {
    /// `Complete` if all sets were processed.
    pub found: Found,
    /// The sets that contain a smaller unavoidable set, and are kept because their witnesses prove them.
    pub not_minimal: Vec<CellSet<W>>,
    /// The number of sets without a witness that were replaced by a smaller unavoidable set inside.
    pub n_shrunk: usize,
}

/// Proves given sets and adds them to `family`, in their order and with their witnesses.
///
/// A set with a witness must be exactly the cells in which the witness differs from the target; the oracle then tests
/// whether it is minimal, with one query per cell. For a set without a witness, the oracle looks for a second solution
/// that differs only inside it; if the set is not minimal, a minimal set inside it replaces it.
///
/// # Errors
/// The number of the first invalid set, from 0, and the reason.
pub fn import_sets<'a, const W: usize>(
    problem: &dyn ClueProblem<W>,
    given: impl IntoIterator<Item = &'a ImportedSet>,
    family: &mut Family<W>,
    limits: &Limits,
) -> Result<ImportedSets<W>, (usize, InvalidSet)> {
    let mut oracle = problem.oracle();
    let mut pace = limits.pace(PACE);
    let mut outcome = ImportedSets { found: Found::Complete, not_minimal: Vec::new(), n_shrunk: 0 };
    for (i, set) in given.into_iter().enumerate() {
        let cells = cells_of(problem, &set.cells).map_err(|flaw| (i, flaw))?;
        let known = set.witness.as_ref().map(|witness| proven(problem, cells, witness)).transpose();
        let is_minimal = match known.map_err(|flaw| (i, flaw))? {
            Some(set) => {
                family.insert(set);
                is_minimal(problem, &mut *oracle, cells, &mut pace)
            }
            None => match unhit_witnessed(problem, &mut *oracle, problem.cells() - cells, CellSet::EMPTY, &mut pace) {
                Ok(Some(set)) => {
                    outcome.n_shrunk += usize::from(set.cells != cells);
                    family.insert(set);
                    Ok(true)
                }
                Ok(None) => return Err((i, InvalidSet::Avoidable)),
                Err(stop) => Err(stop),
            },
        };
        match is_minimal {
            Ok(true) => {}
            Ok(false) if outcome.not_minimal.contains(&cells) => {}
            Ok(false) => outcome.not_minimal.push(cells),
            Err(stop) => {
                outcome.found = Found::Limit(stop);
                break;
            }
        }
    }
    Ok(outcome)
}

/// The numbers as a set of cells.
fn cells_of<const W: usize>(problem: &dyn ClueProblem<W>, numbers: &[usize]) -> Result<CellSet<W>, InvalidSet> {
    let n_cells = problem.cells().len();
    let mut cells = CellSet::EMPTY;
    for &number in numbers {
        if number >= n_cells {
            return Err(InvalidSet::NoCell { cell: number, n_cells });
        }
        let cell = Cell::new(number);
        if cells.contains(cell) {
            return Err(InvalidSet::Twice(problem.cell_name(cell)));
        }
        cells.insert(cell);
    }
    if cells.is_empty() { Err(InvalidSet::Empty) } else { Ok(cells) }
}

/// The set, if its witness proves it.
fn proven<const W: usize>(
    problem: &dyn ClueProblem<W>,
    cells: CellSet<W>,
    witness: &Witness,
) -> Result<UnavoidableSet<W>, InvalidSet> {
    let differs = problem.difference(witness)?;
    if let Some(cell) = (differs - cells).first() {
        return Err(InvalidSet::Missing(problem.cell_name(cell)));
    }
    if let Some(cell) = (cells - differs).first() {
        return Err(InvalidSet::Extra(problem.cell_name(cell)));
    }
    Ok(UnavoidableSet { cells, witness: witness.clone() })
}

/// Is there no second solution that differs inside `cells` but not in all of them?
fn is_minimal<const W: usize>(
    problem: &dyn ClueProblem<W>,
    oracle: &mut dyn Oracle<W>,
    cells: CellSet<W>,
    pace: &mut Pace,
) -> Result<bool, Stop> {
    let rest = problem.cells() - cells;
    for cell in cells {
        match oracle.second_solution(rest | CellSet::only(cell), pace) {
            Verdict::Unique => {}
            Verdict::Second(_) => return Ok(false),
            Verdict::Limit(stop) => return Err(stop),
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Digit, Stop, rng};
    use crate::problem::SudokuClues;
    use crate::sudoku::{Grid, Shape, random_grid};
    use crate::unavoidable::{Complete, Source};

    fn four() -> SudokuClues<1> {
        let digits: Vec<Digit> = "1234341221434321".bytes().map(|b| Digit::new(usize::from(b - b'0'))).collect();
        SudokuClues::new(Grid::new(Shape::new(2, 2).expect("a shape"), &digits).expect("a grid"))
    }

    fn witness(text: &str) -> Option<Witness> {
        Some(Witness(text.bytes().map(|b| b - b'0').collect()))
    }

    fn one(cells: &[usize], witness: Option<Witness>) -> Result<(ImportedSets<1>, Family<1>), InvalidSet> {
        let mut family = Family::new();
        let set = ImportedSet { cells: cells.to_vec(), witness };
        let given = import_sets(&four(), [&set], &mut family, &Limits::none()).map_err(|(_, flaw)| flaw)?;
        Ok((given, family))
    }

    /// In the first two rows, 1 and 3 stand in columns 1 and 3: they can be swapped.
    const SWAP: &str = "3214143221434321";

    #[test]
    fn a_true_witness_is_believed() {
        let (given, family) = one(&[6, 4, 2, 0], witness(SWAP)).expect("a true one");
        assert_eq!((given.found, given.n_shrunk, given.not_minimal.len()), (Found::Complete, 0, 0));
        assert_eq!(family.sets()[0].witness, witness(SWAP).expect("given"));
    }

    #[test]
    fn a_false_witness_is_not() {
        let flaw = |cells: &[usize], text| one(cells, witness(text)).map(|_| ()).expect_err("a false one");
        assert_eq!(flaw(&[0, 2, 4], SWAP), InvalidSet::Missing("R2C3".to_owned()));
        assert_eq!(flaw(&[0, 2, 4, 6, 7], SWAP), InvalidSet::Extra("R2C4".to_owned()));
        assert_eq!(flaw(&[0, 2, 4, 6], "1234341221434321"), InvalidSet::Witness(WitnessError::Target));
        assert!(matches!(flaw(&[0, 2, 4, 6], "3214143221434322"), InvalidSet::Witness(WitnessError::NotASolution(_))));
        assert!(matches!(flaw(&[0, 2, 4, 6], "321414322143432"), InvalidSet::Witness(WitnessError::Length { .. })));
    }

    #[test]
    fn cells_that_make_no_set() {
        let flaw = |cells: &[usize]| one(cells, None).map(|_| ()).expect_err("a wrong one");
        assert_eq!(flaw(&[]), InvalidSet::Empty);
        assert_eq!(flaw(&[0, 16]), InvalidSet::NoCell { cell: 16, n_cells: 16 });
        assert_eq!(flaw(&[0, usize::MAX]), InvalidSet::NoCell { cell: usize::MAX, n_cells: 16 });
        assert_eq!(flaw(&[0, 2, 0]), InvalidSet::Twice("R1C1".to_owned()));
        assert_eq!(flaw(&[0, 2, 4]), InvalidSet::Avoidable);
    }

    #[test]
    fn without_a_witness_one_is_found_and_the_set_made_minimal() {
        let (given, family) = one(&[0, 2, 4, 6], None).expect("unavoidable");
        assert_eq!((given.n_shrunk, family.len()), (0, 1));
        assert_eq!(Some(family.sets()[0].witness.clone()), witness(SWAP));
        let (given, family) = one(&[0, 2, 4, 6, 7], None).expect("unavoidable");
        assert_eq!((given.n_shrunk, family.sets()[0].cells.iter().map(Index::get).collect()), (1, vec![0, 2, 4, 6]));
    }

    /// Rows 1 and 2 changed about: unavoidable, and far from minimal.
    #[test]
    fn what_is_not_minimal_is_kept_with_its_witness_and_counted() {
        let (given, family) = one(&[0, 1, 2, 3, 4, 5, 6, 7], witness("3412123421434321")).expect("unavoidable");
        assert_eq!((given.not_minimal.len(), given.n_shrunk, family.sets()[0].cells.len()), (1, 0, 8));
    }

    #[test]
    fn the_first_wrong_set_is_named_and_a_limit_is_no_verdict() {
        let sets = [&[0usize, 2, 4, 6][..], &[0, 1]].map(|cells| ImportedSet { cells: cells.to_vec(), witness: None });
        let result = import_sets(&four(), &sets, &mut Family::new(), &Limits::none());
        assert_eq!(result, Err((1, InvalidSet::Avoidable)));
        let interrupt = crate::base::Interrupt::default();
        interrupt.raise();
        let mut family = Family::new();
        let given = import_sets(&four(), &sets, &mut family, &Limits::none().with_interrupt(interrupt));
        assert_eq!(given.map(|given| given.found), Ok(Found::Limit(Stop::Interrupted)));
        assert!(family.is_empty());
    }

    /// All sets of a 9x9 grid, with and without their witnesses, come back as they were.
    #[test]
    fn a_family_comes_back() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(3)));
        let mut wanted = Family::new();
        Complete { max_size: 12 }.find(&problem, &mut wanted, &Limits::none()).expect("no tool to fail");
        for with_witness in [true, false] {
            let given = |set: &UnavoidableSet<2>| ImportedSet {
                cells: set.cells.iter().map(Index::get).collect(),
                witness: with_witness.then(|| set.witness.clone()),
            };
            let sets: Vec<ImportedSet> = wanted.sets().iter().map(given).collect();
            let mut family = Family::new();
            let outcome = import_sets(&problem, &sets, &mut family, &Limits::none()).expect("true ones");
            assert_eq!(outcome, ImportedSets { found: Found::Complete, not_minimal: Vec::new(), n_shrunk: 0 });
            assert!(family.sets().iter().map(|set| set.cells).eq(wanted.sets().iter().map(|set| set.cells)));
        }
    }
}
