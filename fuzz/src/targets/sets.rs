//! Unavoidable sets from files: records, pickles, lines.

use minclue::report::SetFile;
use minclue::sudoku::Shape;

use super::GRID;

/// The sets of a file lie in the grid that is asked about.
pub(crate) fn run(bytes: &[u8]) {
    match SetFile::read(bytes) {
        Ok(file) => {
            for shape in [(2, 2), (3, 3), (1, 4)].map(|(rows, columns)| Shape::new(rows, columns).expect("a shape")) {
                match file.of_grid(GRID, shape) {
                    Ok(sets) => {
                        for (place, set) in sets {
                            assert!(set.cells.iter().all(|cell| *cell < shape.n_cells()), "{place}");
                        }
                    }
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// As a pickle, whatever it is.
pub(crate) fn pickle(bytes: &[u8]) {
    if bytes.first() == Some(&0x80) {
        run(bytes);
    } else {
        run(&[&[0x80, 4], bytes].concat());
    }
}
