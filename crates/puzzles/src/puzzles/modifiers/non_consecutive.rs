//! Neighbors do not have consecutive digits.
//!
//! Two neighbors are in one line, so they differ, and at most one of them has k or k + 1. This is one row for each k,
//! which is stronger than one row for each pair of digits.

use crate::ilp::{Sense, VarId};

use super::super::template::Template;
use super::{Modifier, Rule, RuleSet, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "non-consecutive",
    about: "the digits of neighbors are not consecutive",
    lines: &[],
    is_drawn: false,
    clue: None,
    example: "latin non-consecutive five
13524
35241
52413
24135
41352
",
    read: |text| {
        let square = text.square;
        let is_known = |cell: usize| square.digits[cell] > 0;
        let mut next = neighbors(square.n)
            .filter(|(a, b)| is_known(*a) && is_known(*b))
            .filter(|(a, b)| square.digits[*a].abs_diff(square.digits[*b]) == 1);
        match next.next() {
            Some((a, b)) => {
                let [one, other] = [a, b].map(|cell| format!("{} in {}", square.symbol(cell), square.cell_name(cell)));
                let message = format!("{one} and {other} are consecutive");
                Err(text.block.fail_at(b / square.n, b % square.n, message))
            }
            None => Ok(Box::new(NonConsecutive)),
        }
    },
};

struct NonConsecutive;

/// Every cell with its neighbors to the right and below.
pub(super) fn neighbors(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n * n).flat_map(move |cell| {
        let right = (cell % n + 1 < n).then_some((cell, cell + 1));
        let below = (cell / n + 1 < n).then_some((cell, cell + n));
        right.into_iter().chain(below)
    })
}

impl RuleSet for NonConsecutive {
    fn rules(&self) -> Vec<Rule> {
        vec![Rule::NonConsecutive]
    }

    fn add(&self, model: &mut SquareModel<'_>) {
        let square = model.square;
        for (a, b) in neighbors(square.n) {
            let key = format!("apart_{}_{}", square.cell_key(a), square.cell_key(b));
            for k in 1..square.n {
                let vars = [a, b].into_iter().flat_map(|cell| [k, k + 1].map(|digit| model.cells[cell].var(digit)));
                model.draft.one_of(format!("{key}_{k}"), vars.flatten(), Sense::LessEqual);
            }
        }
    }

    fn show(&self, _: &mut Template, _: Option<&[VarId]>) {}
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::refusal;

    #[test]
    fn digits_that_follow_each_other_are_refused_at_the_second() {
        assert_eq!(
            refusal("latin non-consecutive\n12\n21\n"),
            "line 2, column 2: 1 in R1C1 and 2 in R1C2 are consecutive"
        );
    }
}
