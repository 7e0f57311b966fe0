//! Equal digits are never a king's move apart.
//!
//! Four cells that meet in a point have different digits, which is one row for each digit: stronger than one for each
//! pair of them.

use crate::ilp::{Sense, VarId};

use super::super::template::Template;
use super::{Modifier, Rule, RuleSet, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "anti-king",
    about: "cells that touch at a corner have different digits",
    lines: &[],
    is_drawn: false,
    clue: None,
    example: "latin anti-king five
12345
34512
51234
23451
45123
",
    read: |text| {
        let square = text.square;
        let n = square.n;
        let pairs = corners(n).flat_map(|at| [(at, at + n + 1), (at + 1, at + n)]);
        let mut equal = pairs.filter(|(a, b)| square.digits[*a] > 0 && square.digits[*a] == square.digits[*b]);
        match equal.next() {
            Some((a, b)) => {
                let (digit, one, other) = (square.symbol(b), square.cell_name(a), square.cell_name(b));
                let message = format!("{digit} is a king's move from another: {one} and {other}");
                Err(text.block.fail_at(b / n, b % n, message))
            }
            None => Ok(Box::new(AntiKing)),
        }
    },
};

struct AntiKing;

/// The upper left cells of all squares of 2x2 cells.
fn corners(n: usize) -> impl Iterator<Item = usize> {
    (0..n * n).filter(move |cell| cell / n + 1 < n && cell % n + 1 < n)
}

impl RuleSet for AntiKing {
    fn rules(&self) -> Vec<Rule> {
        vec![Rule::AntiKing]
    }

    fn add(&self, model: &mut SquareModel<'_>) {
        let square = model.square;
        let n = square.n;
        for at in corners(n) {
            let four = [at, at + 1, at + n, at + n + 1];
            if model.in_one_house(&four) {
                continue;
            }
            for digit in 1..=n {
                let vars = four.map(|cell| model.cells[cell].var(digit));
                let name = format!("king_{}_{digit}", square.cell_key(at));
                model.draft.one_of(name, vars.into_iter().flatten(), Sense::LessEqual);
            }
        }
    }

    fn show(&self, _: &mut Template, _: Option<&[VarId]>) {}
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::refusal;

    #[test]
    fn equal_digits_are_refused_at_the_lower_one() {
        assert_eq!(
            refusal("latin anti-king\n12\n21\n"),
            "line 3, column 2: 1 is a king's move from another: R1C1 and R2C2"
        );
    }
}
