//! The digit in the circle of an arrow is the sum of the digits along it.

use crate::ilp::{Sense, VarId};
use crate::sudoku::DrawnRule;

use super::super::block::PuzzleError;
use super::line_rules::{LineRule, LineRules};
use super::{Modifier, RuleLine, RuleText, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "arrows",
    about: "the digit in the circle, the first cell of an arrow, is the sum of the digits along the arrow",
    lines: &["arrow"],
    is_drawn: false,
    clue: Some("an arrow"),
    example: "sudoku arrows four
1234
3412
2143
4321
arrow r1c3 r1c2 r1c1
arrow r2c2 r3c2 r2c1
",
    read: |text| LineRules::read(text, |text, line| arrow(text, line).map(|rule| vec![rule])),
};

struct Arrow {
    circle: usize,
    /// The cells along the arrow, as many as the highest digit at most.
    shaft: Vec<usize>,
    rule: DrawnRule,
}

fn arrow(text: &RuleText<'_>, line: &RuleLine<'_>) -> Result<Arrow, PuzzleError> {
    let square = text.square;
    let cells = text.cells(line, &line.words[1..])?;
    let [circle, shaft @ ..] = cells.as_slice() else {
        return Err(text.fail_end(line, "an arrow has a cell for its circle, and one or more along it"));
    };
    if shaft.is_empty() {
        return Err(text.fail_end(line, "an arrow has a cell for its circle, and one or more along it"));
    }
    let total: usize = shaft.iter().map(|cell| square.digits[*cell]).sum();
    let is_known = cells.iter().all(|cell| square.digits[*cell] > 0);
    if is_known && total != square.digits[*circle] {
        let (digit, name) = (square.symbol(*circle), square.cell_name(*circle));
        let message = format!("the digits along this arrow have the sum {total}, but its circle {name} has {digit}");
        return Err(text.fail(line, line.words[1].0, message));
    }
    Ok(Arrow { circle: *circle, shaft: shaft.to_vec(), rule: DrawnRule::Arrow(text.all_at(&cells)) })
}

impl Arrow {
    /// The sum along the arrow minus the circle.
    fn difference(&self, model: &SquareModel<'_>) -> Vec<(VarId, i64)> {
        let mut terms = model.sum(&self.shaft, 1);
        terms.extend(model.sum(&[self.circle], -1));
        terms
    }
}

impl LineRule for Arrow {
    fn rule(&self) -> DrawnRule {
        self.rule.clone()
    }

    fn give(&self, model: &mut SquareModel<'_>, number: usize) {
        let terms = self.difference(model);
        model.draft.row(format!("arrow{number}"), terms, Sense::Equal, 0);
    }

    /// The difference and n, so that no total is negative.
    fn clue(&self, model: &mut SquareModel<'_>, number: usize) -> VarId {
        let (n, length) = (model.square.n, self.shaft.len());
        let terms = self.difference(model);
        let key = format!("arrow{number}");
        model.total_is(terms, n as i64, length..=length * n + n - 1, &key, Some(&key))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::refusal;

    #[test]
    fn arrows_that_point_to_another_sum_are_refused() {
        let of = |rule: &str| refusal(&format!("latin\n123\n231\n312\n{rule}\n"));
        assert_eq!(
            of("arrow r1c3 r1c1 r1c2 r2c3"),
            "line 5, column 7: the digits along this arrow have the sum 4, but its circle R1C3 has 3"
        );
        let message = "an arrow has a cell for its circle, and one or more along it";
        assert_eq!(of("arrow"), format!("line 5, column 6: {message}"));
        assert_eq!(of("arrow r1c1"), format!("line 5, column 11: {message}"));
    }
}
