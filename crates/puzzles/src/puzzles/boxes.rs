//! The shape of boxes in the head of a puzzle.

use crate::sudoku::Shape;

use super::block::{PuzzleError, TextBlock, pair};

/// The shape of the boxes of n rows: the only parameter of the head, or else the squarest one.
pub(super) fn boxes(block: &TextBlock, n: usize) -> Result<Shape, PuzzleError> {
    block.at_most_parameters(1)?;
    let given = block.parameter(0, |word| {
        let (rows, cols) =
            pair(word).ok_or_else(|| format!("`{word}` is not a box shape; write rows x columns: 2x3"))?;
        let shape = match (u8::try_from(rows), u8::try_from(cols)) {
            (Ok(rows), Ok(cols)) => Shape::new(rows, cols).map_err(|e| e.to_string())?,
            _ => return Err(format!("boxes of {word} are too large")),
        };
        if shape.is_latin() {
            return Err(format!("boxes of {word} are the lines of the grid; this is a `latin`"));
        }
        if shape.n() != n {
            return Err(format!("boxes of {word} make a grid of {} rows; this one has {n}", shape.n()));
        }
        Ok(shape)
    })?;
    given
        .or_else(|| Shape::of_cells(n * n))
        .ok_or_else(|| block.fail_head(format!("{n} rows have no default boxes; a square without boxes is a `latin`")))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};

    const SIX: &str = "123456\n456123\n231564\n564231\n312645\n645312\n";

    #[test]
    fn the_head_says_the_boxes() {
        assert!(only(&format!("sudoku\n{SIX}")).is_ok());
        assert!(only(&format!("sudoku 2x3\n{SIX}")).is_ok());
        assert_eq!(refusal(&format!("sudoku 3x2\n{SIX}")), "line 4, column 1: 2 occurs twice in box 1: R1C2 and R3C1");
        assert_eq!(
            refusal(&format!("sudoku 2x2\n{SIX}")),
            "line 1, column 8: boxes of 2x2 make a grid of 4 rows; this one has 6"
        );
        for (head, start) in [
            ("0x3", "boxes of 0x3 give"),
            ("1x6", "boxes of 1x6 are the lines"),
            ("999x6", "boxes of 999x6 are too large"),
            ("k=2", "`k=2` is not a box shape"),
        ] {
            let found = refusal(&format!("sudoku {head}\n{SIX}"));
            assert!(found.starts_with(&format!("line 1, column 8: {start}")), "{found}");
        }
        assert!(refusal("sudoku\n1\n").contains("`latin`"));
    }
}
