//! Latin squares: the fewest clues are the smallest critical set.

use super::block::{PuzzleError, TextBlock};
use super::square::{Base, Boxes, parse_square};
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "latin",
    about: "n rows of n digits, each digit once in every row and column",
    clue: "the digit of a cell",
    example: "latin cyclic-4
1234
2341
3412
4123
",
    is_modified: true,
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    parse_square(PUZZLE.name, block, &Base { boxes: Boxes::None, ..Base::default() })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};

    #[test]
    fn what_is_not_a_latin_square_is_refused_with_its_place() {
        assert_eq!(refusal("latin\n12\n12\n"), "line 3, column 1: 1 occurs twice in column 1: R1C1 and R2C1");
        assert_eq!(refusal("latin\n121\n212\n"), "line 2, column 1: 2 rows of 3 cells are not a square");
        assert_eq!(refusal("latin\n1?\n21\n"), "line 2, column 2: '?' is not a digit; 2 rows have the digits 1 to 2");
        assert_eq!(refusal("latin 2x2\n12\n21\n"), "line 1, column 7: `2x2` has no effect here");
        let wide = format!("latin\n{}", format!("{}\n", "1".repeat(26)).repeat(26));
        assert_eq!(refusal(&wide), "line 2, column 1: 26 rows; there may be at most 25");
    }

    #[test]
    fn the_largest_square_is_posed() {
        let symbol = |i: usize| "123456789ABCDEFGHIJKLMNOP".chars().nth(i % 25).expect("25 of them");
        let row = |i: usize| (0..25).map(|j| symbol(i + j)).chain(['\n']).collect::<String>();
        let posed = only(&format!("latin\n{}", (0..25).map(row).collect::<String>())).expect("a square");
        assert_eq!((posed.model.n_vars(), posed.clues.len()), (15_625, 625));
    }

    #[test]
    fn variables_and_rows_have_plain_names() {
        let posed = only("latin\n12\n21\n").expect("a square");
        let names: Vec<&str> = posed.model.var_names().collect();
        assert_eq!(names[..3], ["x_r1c1_1", "x_r1c1_2", "x_r1c2_1"]);
        let rows: Vec<&str> = posed.model.rows().iter().map(|row| row.name.as_str()).collect();
        assert_eq!(rows[3..6], ["x_r2c2", "row1_1", "row1_2"]);
    }
}
