//! Unavoidable sets from files: records and lines.

use std::collections::HashSet;
use std::sync::OnceLock;

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::SudokuClues;
use minclue_core::sudoku::{Grid, Reader, Shape, all_grids};
use minclue_core::unavoidable::{Family, import_sets};
use minclue_solver::files::SetFile;

use super::GRID;

/// A file with more cells is read, but its sets are not proven.
const MAX_CELLS: usize = 2000;

/// Our grid, and every set of cells in which another grid differs from it.
fn known() -> &'static (SudokuClues<1>, HashSet<CellSet<1>>) {
    static KNOWN: OnceLock<(SudokuClues<1>, HashSet<CellSet<1>>)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let entry = Reader::new(GRID.as_bytes(), None).next().and_then(Result::ok).expect("a grid");
        let grid: Grid = entry.puzzle.as_grid().expect("it is complete");
        let others = all_grids::<1>(grid.shape(), usize::MAX);
        assert_eq!(others.len(), 288);
        let sets: HashSet<CellSet<1>> = others.iter().map(|other| grid.difference(other.digits())).collect();
        (SudokuClues::new(grid), sets)
    })
}

/// What a file says about a grid can be proven or is refused: what is taken of it is the difference to some other grid.
pub(crate) fn run(bytes: &[u8]) {
    let file = match SetFile::read(bytes) {
        Ok(file) => file,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for shape in [(2, 2), (3, 3), (1, 4)].map(|(rows, columns)| Shape::new(rows, columns).expect("a shape")) {
        match file.of_grid(GRID, shape) {
            Ok(sets) if (shape.n(), shape.is_latin()) == (4, false) => {
                let given: Vec<_> = sets.into_iter().map(|(_, set)| set).collect();
                if given.iter().map(|set| set.cells.len() + 1).sum::<usize>() > MAX_CELLS {
                    return;
                }
                let (problem, known) = known();
                let mut family = Family::new();
                if let Err((i, flaw)) = import_sets(problem, &given, &mut family, &Limits::none()) {
                    assert!(i < given.len() && !flaw.to_string().is_empty());
                }
                assert!(family.sets().iter().all(|set| !set.cells.is_empty() && known.contains(&set.cells)));
            }
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
