//! Grids in the files of other programs: tables, JSON, XML and addresses.

use minclue_core::sudoku::{ReadError, Rule, Shape};
use minclue_puzzles::grid_files::{GridReader, to_link};

use super::grids::{SHAPES, check};

/// Columns by the second byte: none, by number and by name.
const COLUMNS: [Option<&str>; 4] = [None, Some("2"), Some("puzzle"), Some("quizzes")];

/// What is read keeps the rules, and a link to it leads to it.
pub(crate) fn run(bytes: &[u8]) {
    let [first, second, text @ ..] = bytes else { return };
    let shape = SHAPES[usize::from(first.wrapping_sub(b'0')) % SHAPES.len()];
    let shape = shape.map(|(rows, columns)| Shape::new(rows, columns).expect("a shape"));
    let column = COLUMNS[usize::from(second.wrapping_sub(b'0')) % COLUMNS.len()];
    let column = column.map(|column| column.parse().expect("a column"));
    for entry in GridReader::new(text, shape, column).with_rules() {
        match entry {
            Ok(entry) => {
                check(&entry, shape.or(Some(entry.puzzle.shape())));
                // A record can have the regions of another size.
                let fits =
                    |rule: &Rule| !matches!(rule, Rule::Jigsaw(regions) if regions.shape() != entry.puzzle.shape());
                if entry.rules.iter().all(fits)
                    && let Ok(link) = to_link(&entry.puzzle, &entry.rules, None)
                {
                    let again = GridReader::new(link.as_bytes(), None, None).with_rules().next();
                    let again = again.and_then(Result::ok);
                    // Rules that stand twice in a record are one in a link, and so are both diagonals.
                    let is_same = again.as_ref().is_some_and(|again| {
                        again.puzzle == entry.puzzle && again.rules.is_empty() == entry.rules.is_empty()
                    });
                    assert!(is_same, "{link}: {:?}", entry.rules);
                }
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                if let ReadError::Refused { place, .. } = error {
                    assert!(place.line > 0 && place.column > 0);
                }
            }
        }
    }
}

/// Links to puzzles, packed anew.
pub(crate) fn made() -> Vec<Vec<u8>> {
    let puzzles = [super::GRID, "1..............4"].map(|cells| cells.parse().expect("a puzzle"));
    puzzles
        .iter()
        .filter_map(|puzzle| to_link(puzzle, &[], None).ok())
        .map(|link| format!("00{link}\n").into_bytes())
        .collect()
}
