//! Signs that show which of two cells is greater.

use crate::ilp::VarId;
use crate::sudoku::{CellAt, DrawnRule};

use super::super::block::PuzzleError;
use super::super::houses::Square;
use super::line_rules::{LineRule, LineRules};
use super::non_consecutive::neighbors;
use super::{Modifier, RuleLine, RuleText, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "signs",
    about: "the first cell of each sign is greater than the second",
    lines: &["greater"],
    is_drawn: false,
    clue: Some("a sign"),
    example: "sudoku signs four
1234
3412
2143
4321
greater r1c2 r1c1
greater r2c2 r2c3
greater r4c1 r3c1
",
    read: |text| LineRules::read(text, signs),
};

struct Sign {
    greater: usize,
    less: usize,
    key: String,
    rule: DrawnRule,
}

impl Sign {
    fn new(square: &Square, greater: usize, less: usize) -> Self {
        let [one, other] = [greater, less].map(|cell| square.cell_key(cell));
        let rule = DrawnRule::Sign([greater, less].map(|cell| CellAt::of(cell, square.n)));
        Self { greater, less, key: format!("{one}_greater_{other}"), rule }
    }
}

/// Two cells, or `all` for the signs between all neighbors.
fn signs(text: &RuleText<'_>, line: &RuleLine<'_>) -> Result<Vec<Sign>, PuzzleError> {
    let square = text.square;
    let sorted = |(a, b): (usize, usize)| if square.digits[a] > square.digits[b] { (a, b) } else { (b, a) };
    if let [_, (column, "all")] = line.words[..] {
        if !square.is_solved() {
            return Err(text.fail(line, column, "`all` needs a solved puzzle: the signs follow from its digits"));
        }
        return Ok(neighbors(square.n).map(sorted).map(|(greater, less)| Sign::new(square, greater, less)).collect());
    }
    let [greater, less] = text.cells(line, &line.words[1..])?[..] else {
        return Err(text.fail_end(line, "a sign is between two cells: the greater one, then the other; or `all`"));
    };
    if square.digits[greater] <= square.digits[less] && square.digits[greater] > 0 {
        let (one, other) = (square.symbol(greater), square.symbol(less));
        let (name, other_name) = (square.cell_name(greater), square.cell_name(less));
        let message =
            format!("this sign means that {name} is greater than {other_name}, but {one} is not greater than {other}");
        return Err(text.fail(line, line.words[1].0, message));
    }
    Ok(vec![Sign::new(square, greater, less)])
}

impl LineRule for Sign {
    fn rule(&self) -> DrawnRule {
        self.rule.clone()
    }

    fn give(&self, model: &mut SquareModel<'_>, _: usize) {
        model.give_less(self.less, self.greater, &self.key);
    }

    fn clue(&self, model: &mut SquareModel<'_>, _: usize) -> VarId {
        model.less(self.less, self.greater, &self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{only, refusal};

    #[test]
    fn signs_that_point_the_other_way_are_refused() {
        let of = |rule: &str| refusal(&format!("latin\n12\n21\n{rule}\n"));
        assert_eq!(
            of("greater r1c1 r1c2"),
            "line 4, column 9: this sign means that R1C1 is greater than R1C2, but 1 is not greater than 2"
        );
        let message = "a sign is between two cells: the greater one, then the other; or `all`";
        assert_eq!(of("greater r1c2"), format!("line 4, column 13: {message}"));
        assert_eq!(of("greater r1c2 r1c1 r2c1"), format!("line 4, column 23: {message}"));
        assert_eq!(of("greater all\ngreater r1c2 r1c1"), "line 5, column 1: this occurs twice: greater r1c2 r1c1");
    }

    #[test]
    fn all_signs_are_those_of_neighbors() {
        let posed = only("latin clues=signs\n123\n231\n312\ngreater all\n").expect("a square");
        assert_eq!(posed.clues.len(), 12);
    }
}
