//! Little killer: sums of diagonal lines.

use crate::ilp::{Sense, VarId};
use crate::sudoku::{Direction, DrawnRule};

use super::super::block::PuzzleError;
use super::line_rules::{LineRule, LineRules};
use super::{Modifier, RuleLine, RuleText, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "little-killer",
    about: "the digits of a diagonal line have a given sum; they may be equal",
    lines: &["little-killer"],
    is_drawn: false,
    clue: Some("the sum of a diagonal line"),
    example: "sudoku little-killer four
1234
3412
2143
4321
little-killer r1c2 down-right 6
little-killer r4c1 up-right 10
",
    read: |text| LineRules::read(text, |text, line| diagonal(text, line).map(|rule| vec![rule])),
};

struct Diagonal {
    cells: Vec<usize>,
    /// The sum, which is that of the solution where it is known.
    total: usize,
    rule: DrawnRule,
}

/// The first cell and the direction; the sum may come after.
fn diagonal(text: &RuleText<'_>, line: &RuleLine<'_>) -> Result<Diagonal, PuzzleError> {
    let (square, n) = (text.square, text.square.n);
    let form = "a little killer has its first cell and a direction: down-right, down-left, up-right or up-left";
    let first = match line.words.get(1) {
        Some(word) => text.cell(line, *word)?,
        None => return Err(text.fail_end(line, form)),
    };
    let Some((column, word)) = line.words.get(2) else { return Err(text.fail_end(line, form)) };
    let Some(direction) = Direction::ALL.into_iter().find(|direction| direction.name() == *word) else {
        return Err(text.fail(line, *column, form));
    };
    let (down, right) = direction.step();
    let next = |cell: &usize| {
        let (row, column) = ((cell / n).checked_add_signed(down.into())?, (cell % n).checked_add_signed(right.into())?);
        (row < n && column < n).then_some(row * n + column)
    };
    let cells: Vec<usize> = std::iter::successors(Some(first), next).collect();
    let known = square.is_solved().then(|| cells.iter().map(|cell| square.digits[*cell]).sum::<usize>());
    let total = match (known, line.words.get(3)) {
        (Some(total), Some((column, word))) if word.parse() != Ok(total) => {
            return Err(text.fail(line, *column, format!("this diagonal line has the sum {total}, not {word}")));
        }
        (Some(total), _) => total,
        (None, Some((column, word))) => {
            word.parse::<u16>().map_err(|_| text.fail(line, *column, format!("`{word}` is not a sum")))?.into()
        }
        (None, None) => {
            return Err(text.fail_end(line, "the sum is missing; it can only be omitted in a solved puzzle"));
        }
    };
    if let Some((column, word)) = line.words.get(4) {
        return Err(text.fail(line, *column, format!("`{word}` has no effect here")));
    }
    let sum = u16::try_from(total).ok();
    Ok(Diagonal { rule: DrawnRule::LittleKiller { start: text.at(first), direction, sum }, total, cells })
}

impl LineRule for Diagonal {
    fn rule(&self) -> DrawnRule {
        self.rule.clone()
    }

    fn give(&self, model: &mut SquareModel<'_>, number: usize) {
        let (terms, total) = (model.sum(&self.cells, 1), self.total);
        model.draft.row(format!("little_killer{number}"), terms, Sense::Equal, total as i64);
    }

    fn clue(&self, model: &mut SquareModel<'_>, number: usize) -> VarId {
        let (terms, length) = (model.sum(&self.cells, 1), self.cells.len());
        let key = format!("little_killer{number}");
        model.total_is(terms, 0, length..=length * model.square.n, &key, Some(&key))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{refusal, shown};

    #[test]
    fn sums_follow_from_the_solution() {
        let text = "latin clues=little-killer\n123\n231\n312\nlittle-killer r1c3 down-left\n";
        assert_eq!(shown(text)[1], "...\n...\n...\nlittle-killer r1c3 down-left 9\n");
    }

    #[test]
    fn diagonals_are_refused_word_by_word() {
        let of = |rule: &str| refusal(&format!("latin\n12\n21\n{rule}\n"));
        let form = "a little killer has its first cell and a direction: down-right, down-left, up-right or up-left";
        assert_eq!(of("little-killer"), format!("line 4, column 14: {form}"));
        assert_eq!(of("little-killer r1c1"), format!("line 4, column 19: {form}"));
        assert_eq!(of("little-killer r1c1 down"), format!("line 4, column 20: {form}"));
        assert_eq!(of("little-killer r1c1 down-right 3"), "line 4, column 31: this diagonal line has the sum 2, not 3");
        assert_eq!(of("little-killer r1c1 down-right 2 2"), "line 4, column 33: `2` has no effect here");
        assert_eq!(
            of("little-killer r1c1 down-right\nlittle-killer r1c1 down-right 2"),
            "line 5, column 1: this occurs twice: little-killer r1c1 down-right 2"
        );
    }
}
