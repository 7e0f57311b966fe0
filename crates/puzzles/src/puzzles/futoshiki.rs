//! Futoshiki: Latin squares with signs of inequality between neighbors.
//!
//! The rule that a cell is less than its neighbor has one row for every digit k: "the greater is at most k" implies
//! "the smaller is below k". These rows are the strongest rows of two cells for fractional points.

use super::block::{PuzzleError, TextBlock};
use super::draft::{Choice, Draft};
use super::houses::Square;
use super::modifiers::add_less;
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "futoshiki",
    about: "a Latin square with given signs between neighbors, which show the smaller digit",
    clue: "the digit of a cell; the signs are given",
    example: "futoshiki four
1<2 3 4
    ^
2 1<4 3
^
3 4 1 2
  v
4 3>2 1
",
    is_modified: false,
    parse,
};

/// A sign and where it stands.
struct Sign {
    /// The cell with the smaller digit.
    less: usize,
    greater: usize,
    /// Row of the block and column, from 0.
    place: (usize, usize),
}

/// A square with its signs.
struct Signed {
    square: Square,
    signs: Vec<Sign>,
    /// The row of the block, from 0, in which each row of the square stands.
    rows: Vec<usize>,
}

impl Signed {
    fn read(block: &TextBlock) -> Result<Self, PuzzleError> {
        let is_signs = |text: &str| text.chars().all(|c| matches!(c, ' ' | '^' | 'v'));
        let rows: Vec<usize> = (0..block.rows().len()).filter(|row| !is_signs(&block.rows()[*row].text)).collect();
        let (Some(first), n) = (rows.first(), rows.len()) else {
            return Err(block.fail_head("there are no rows below this line"));
        };
        let (mut signs, mut grid) = (Vec::new(), Vec::new());
        for (i, line) in block.rows().iter().enumerate() {
            let text: Vec<char> = line.text.chars().collect();
            // The row of the square that this line is, or that stands below it.
            let row = rows.partition_point(|r| *r < i);
            if rows.get(row) == Some(&i) {
                if text.len() != 2 * n - 1 {
                    let message =
                        format!("{n} cells with a sign or a blank between them have {} characters", 2 * n - 1);
                    return Err(block.fail_at(i, text.len().min(2 * n - 1), message));
                }
                for (column, sign) in text.iter().skip(1).step_by(2).enumerate() {
                    let (left, right) = (row * n + column, row * n + column + 1);
                    let place = (i, 2 * column + 1);
                    match sign {
                        ' ' => {}
                        '<' => signs.push(Sign { less: left, greater: right, place }),
                        '>' => signs.push(Sign { less: right, greater: left, place }),
                        other => {
                            return Err(block.fail_at(i, place.1, format!("{other:?} is not a sign: <, > or blank")));
                        }
                    }
                }
                grid.push(text.into_iter().step_by(2).collect::<Vec<char>>());
                continue;
            }
            if i < *first || row == n || rows[row] != i + 1 || rows[row - 1] + 1 != i {
                return Err(block.fail_at(i, 0, "only one line of ^ and v may come between two rows of digits"));
            }
            for (at, sign) in text.iter().enumerate().filter(|(_, sign)| **sign != ' ') {
                if at % 2 != 0 || at / 2 >= n {
                    return Err(block.fail_at(i, at, "this sign is not below a cell"));
                }
                let (upper, lower) = ((row - 1) * n + at / 2, row * n + at / 2);
                let (less, greater) = if *sign == '^' { (upper, lower) } else { (lower, upper) };
                signs.push(Sign { less, greater, place: (i, at) });
            }
        }
        let square = Square::of_characters(block, &grid, |row, column| (rows[row], 2 * column))?;
        Ok(Self { square, signs, rows })
    }

    /// Adds the rows of a sign.
    fn add_sign(&self, draft: &mut Draft, cells: &[Choice], sign: &Sign) {
        let name = |cell: usize| self.square.cell_name(cell).to_lowercase();
        let key = format!("{}_below_{}", name(sign.less), name(sign.greater));
        add_less(draft, self.square.n, &cells[sign.less], &cells[sign.greater], &key);
    }

    /// The text of the block, with the digits as clues.
    fn template(&self, block: &TextBlock, cells: &[Choice]) -> Template {
        let mut template = Template::default();
        let mut left = cells.iter().enumerate();
        for (i, line) in block.rows().iter().enumerate() {
            if self.rows.binary_search(&i).is_err() {
                template.text(line.text.clone());
            } else {
                for (at, character) in line.text.chars().enumerate() {
                    if at % 2 != 0 {
                        template.text(character);
                    } else if let Some((cell, choice)) = left.next() {
                        template.clue(choice.chosen, self.square.symbol(cell));
                    }
                }
            }
            template.end_line();
        }
        template
    }
}

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(0)?;
    let signed = Signed::read(block)?;
    let square = &signed.square;
    let houses = square.lines();
    square.check(block, &houses, |cell| (signed.rows[cell / square.n], 2 * (cell % square.n)))?;
    for sign in &signed.signs {
        if square.digits[sign.less] >= square.digits[sign.greater] {
            let (less, greater) = (square.cell_name(sign.less), square.cell_name(sign.greater));
            let (one, other) = (square.symbol(sign.less), square.symbol(sign.greater));
            let message =
                format!("this sign means that {less} is less than {greater}, but {one} is not less than {other}");
            return Err(block.fail_at(sign.place.0, sign.place.1, message));
        }
    }
    let (mut draft, cells) = square.draft(PUZZLE.name, &houses);
    for sign in &signed.signs {
        signed.add_sign(&mut draft, &cells, sign);
    }
    let template = signed.template(block, &cells);
    draft.finish(block, cells.iter().map(|choice| choice.chosen).collect(), template)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};

    #[test]
    fn signs_point_to_the_smaller_digit() {
        assert!(only("futoshiki\n1<2\n^ v\n2>1\n").is_ok());
        assert_eq!(
            refusal("futoshiki\n1>2\n2 1\n"),
            "line 2, column 2: this sign means that R1C2 is less than R1C1, but 2 is not less than 1"
        );
        assert_eq!(
            refusal("futoshiki\n1 2\n  ^\n2 1\n"),
            "line 3, column 3: this sign means that R1C2 is less than R2C2, but 2 is not less than 1"
        );
    }

    /// Even where the two cells could be equal: the rows of a sign do not lean on those of the houses.
    #[test]
    fn the_rows_of_a_sign_hold_for_smaller_digits_only() {
        let posed = only("futoshiki\n1<2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1\n").expect("a futoshiki");
        let rows: Vec<_> = posed.model.rows().iter().filter(|row| row.name.contains("_below_")).collect();
        assert_eq!(rows.len(), 4);
        for (less, greater) in (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b))) {
            let ones = [format!("x_r1c1_{less}"), format!("x_r1c2_{greater}")];
            let point: Vec<bool> = posed.model.var_names().map(|name| ones.iter().any(|one| one == name)).collect();
            assert_eq!(rows.iter().all(|row| row.holds(&point)), less < greater, "{less} and {greater}");
        }
    }

    #[test]
    fn misplaced_signs_are_refused() {
        assert_eq!(refusal("futoshiki\n1 2\n v\n2 1\n"), "line 3, column 2: this sign is not below a cell");
        assert_eq!(refusal("futoshiki\n1 2\n    v\n2 1\n"), "line 3, column 5: this sign is not below a cell");
        for text in ["futoshiki\n v\n1\n", "futoshiki\n1\nv\n", "futoshiki\n1 2\nv\nv\n2 1\n"] {
            assert!(refusal(text).contains("only one line of ^ and v may come between two rows"), "{text}");
        }
        assert_eq!(refusal("futoshiki\n1=2\n2 1\n"), "line 2, column 2: '=' is not a sign: <, > or blank");
        assert!(refusal("futoshiki\n12\n21\n").starts_with("line 2, column 3: 2 cells with"));
        assert!(refusal("futoshiki\nv\n").contains("no rows"));
    }

    #[test]
    fn digits_are_refused_where_they_stand() {
        assert_eq!(
            refusal("futoshiki\n1 2\nv\n2 3\n"),
            "line 4, column 3: '3' is not a digit; 2 rows have the digits 1 to 2"
        );
        assert_eq!(refusal("futoshiki\n1 2\n^\n1 2\n"), "line 4, column 1: 1 occurs twice in column 1: R1C1 and R2C1");
    }
}
