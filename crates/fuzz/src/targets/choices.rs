//! Conditions on a choice: files of weights, lists of cells.

use std::fmt::Write as _;

use minclue_cli::readers;
use minclue_core::base::Index as _;
use minclue_core::sudoku::Shape;

/// Names as grids, hypergraphs and models have them; two that differ in their case only.
const NAMES: [&str; 8] = ["r1c1", "R1C2", "7", "x7", "a", "A", "c0000001", "group3"];
/// The most that a thing may weigh.
const MAX_WEIGHT: usize = 1_000_000;

/// Weights are in range, and the same when they are written and read again; a line that is not counted changes none.
pub(crate) fn weights(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for n_groups in [0, 7] {
        let weights = match readers::weights(text, &NAMES, n_groups) {
            Ok(weights) => weights,
            Err(message) => {
                assert!(message.starts_with("line "), "{message}");
                continue;
            }
        };
        assert!(weights.len() == NAMES.len() && weights.iter().all(|weight| *weight <= MAX_WEIGHT));
        let mut written = String::from("# all of them\n");
        NAMES.iter().zip(&weights).for_each(|(name, weight)| _ = writeln!(written, "\t{name}  {weight} # {weight}"));
        assert_eq!(readers::weights(&written, &NAMES, n_groups), Ok(weights));
    }
}

/// Cells lie in the grid, and are the same by name and as a line.
pub(super) fn cells(text: &str) {
    for shape in [(2, 2), (3, 3), (1, 5)].map(|(rows, columns)| Shape::new(rows, columns).expect("a shape")) {
        let read = |text: &str| readers::cells(text, shape);
        let cells = match read(text) {
            Ok(cells) => cells,
            Err((place, message)) => {
                assert!(place.line == 1 && place.column > 0 && !message.is_empty());
                continue;
            }
        };
        let numbers: Vec<usize> = cells.iter().map(|cell| cell.get()).collect();
        assert!(numbers.iter().all(|cell| *cell < shape.n_cells()));
        let line: String = (0..shape.n_cells()).map(|cell| if numbers.contains(&cell) { 'x' } else { '.' }).collect();
        assert_eq!(read(&line).as_ref(), Ok(&cells));
        let name = |cell: &usize| format!("r{}c{}", cell / shape.n() + 1, cell % shape.n() + 1);
        if !numbers.is_empty() {
            assert_eq!(read(&numbers.iter().map(name).collect::<Vec<_>>().join(",")), Ok(cells));
        }
    }
}
