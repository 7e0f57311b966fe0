//! Jigsaw Sudoku: the boxes may have any form.

use super::block::{PuzzleError, TextBlock};
use super::houses::{House, Square, parse_square};
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "jigsaw",
    about: "n rows of n digits, each digit once in every row, column and region",
    clue: "the digit of a cell; the regions are given",
    example: "jigsaw four
1234
3412
4321
2143
AABB
ACCB
ACDB
CDDD
",
    parse,
};

/// The digits come first, then as many rows of letters, one letter a region. Regions need not be connected.
fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(0)?;
    let lines = block.rows();
    let n = lines.len() / 2;
    if !lines.len().is_multiple_of(2) {
        let message = format!("{} rows; a jigsaw has as many rows of letters as of digits", lines.len());
        return Err(block.fail_head(message));
    }
    let square = Square::read(block, 0..n)?;
    let letters = block.part_of_grid(n..2 * n)?;
    let mut regions: Vec<(char, House)> = Vec::new();
    for (row, line) in letters.iter().enumerate() {
        if line.len() != n {
            return Err(block.fail_at(n + row, 0, format!("this row has {} letters, not {n}", line.len())));
        }
        for (column, letter) in line.iter().enumerate() {
            if !letter.is_ascii_alphabetic() {
                return Err(block.fail_at(n + row, column, format!("{letter:?} is not a letter of a region")));
            }
            let cell = row * n + column;
            match regions.iter_mut().find(|(known, _)| known == letter) {
                Some((_, region)) if region.cells.len() == n => {
                    let message = format!("region {letter} has more than {n} cells");
                    return Err(block.fail_at(n + row, column, message));
                }
                Some((_, region)) => region.cells.push(cell),
                None => regions.push((*letter, House { name: format!("region {letter}"), cells: vec![cell] })),
            }
        }
    }
    if let Some((letter, region)) = regions.iter().find(|(_, region)| region.cells.len() < n) {
        let (cell, size) = (region.cells[0], region.cells.len());
        return Err(block.fail_at(n + cell / n, cell % n, format!("region {letter} has {size} cells, not {n}")));
    }
    let below: String = lines[n..].iter().map(|line| format!("{}\n", line.text)).collect();
    parse_square(PUZZLE.name, block, &square, regions.into_iter().map(|(_, region)| region).collect(), &below)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};

    #[test]
    fn regions_have_n_cells_each() {
        assert!(only("jigsaw\n12\n21\nAA\nbb\n").is_ok());
        assert_eq!(refusal("jigsaw\n12\n21\nAA\nAb\n"), "line 5, column 1: region A has more than 2 cells");
        assert_eq!(refusal("jigsaw\n12\n21\nAb\nbc\n"), "line 4, column 1: region A has 1 cells, not 2");
        assert_eq!(refusal("jigsaw\n12\n21\nA1\nbb\n"), "line 4, column 2: '1' is not a letter of a region");
        assert_eq!(refusal("jigsaw\n12\n21\nAAA\nbbb\n"), "line 4, column 1: this row has 3 letters, not 2");
        assert!(refusal("jigsaw\n12\n21\nAA\n").starts_with("line 1, column 1: 3 rows;"));
        assert_eq!(refusal("jigsaw\n12\n21\nAb\nbA\n"), "line 3, column 2: 1 stands twice in region A: R1C1 and R2C2");
    }
}
