//! Digits increase along a thermometer.

use crate::ilp::VarId;
use crate::sudoku::DrawnRule;

use super::super::block::PuzzleError;
use super::line_rules::{LineRule, LineRules};
use super::{Modifier, RuleLine, RuleText, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "thermometers",
    about: "digits increase from cell to cell along each thermometer",
    lines: &["thermometer"],
    is_drawn: false,
    clue: Some("a thermometer"),
    example: "sudoku thermometers four
1234
3412
2143
4321
thermometer r1c1 r1c2 r2c2
thermometer r4c4 r4c3 r3c3
",
    read: |text| LineRules::read(text, |text, line| thermometer(text, line).map(|rule| vec![rule])),
};

struct Thermometer {
    /// From the bulb on.
    cells: Vec<usize>,
    rule: DrawnRule,
}

fn thermometer(text: &RuleText<'_>, line: &RuleLine<'_>) -> Result<Thermometer, PuzzleError> {
    let square = text.square;
    let cells = text.cells(line, &line.words[1..])?;
    if cells.len() < 2 {
        return Err(text.fail_end(line, "a thermometer has two or more cells"));
    }
    for (pair, (column, _)) in cells.windows(2).zip(&line.words[2..]) {
        if square.digits[pair[0]] >= square.digits[pair[1]] && square.digits[pair[1]] > 0 {
            let [low, high] = [pair[0], pair[1]].map(|cell| (square.symbol(cell), square.cell_name(cell)));
            let message =
                format!("the digits of a thermometer increase; {} has {}, {} has {}", low.1, low.0, high.1, high.0);
            return Err(text.fail(line, *column, message));
        }
    }
    Ok(Thermometer { rule: DrawnRule::Thermometer(text.all_at(&cells)), cells })
}

impl LineRule for Thermometer {
    fn rule(&self) -> DrawnRule {
        self.rule.clone()
    }

    fn give(&self, model: &mut SquareModel<'_>, number: usize) {
        for (i, pair) in self.cells.windows(2).enumerate() {
            model.give_less(pair[0], pair[1], &format!("thermometer{number}_{}", i + 1));
        }
    }

    fn clue(&self, model: &mut SquareModel<'_>, number: usize) -> VarId {
        let step = |(i, pair): (usize, &[usize])| model.less(pair[0], pair[1], &format!("rises{number}_{}", i + 1));
        let steps: Vec<VarId> = self.cells.windows(2).enumerate().map(step).collect();
        model.all(&steps, &format!("thermometer{number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::refusal;

    #[test]
    fn thermometers_that_fall_are_refused_where_they_do() {
        let of = |rule: &str| refusal(&format!("latin\n123\n231\n312\n{rule}\n"));
        assert_eq!(
            of("thermometer r1c1 r1c2 r2c1"),
            "line 5, column 23: the digits of a thermometer increase; R1C2 has 2, R2C1 has 2"
        );
        assert_eq!(of("thermometer r1c1"), "line 5, column 17: a thermometer has two or more cells");
        assert_eq!(of("thermometer"), "line 5, column 12: a thermometer has two or more cells");
        assert_eq!(
            of("thermometer r1c1 r1c2\nthermometer r1c1 r1c2"),
            "line 6, column 1: this occurs twice: thermometer r1c1 r1c2"
        );
    }
}
