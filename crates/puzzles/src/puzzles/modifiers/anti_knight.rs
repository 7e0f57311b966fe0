//! Equal digits are never a knight's move apart.

use crate::ilp::{Sense, VarId};

use super::super::template::Template;
use super::{Modifier, Rule, RuleSet, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "anti-knight",
    about: "cells a knight's move apart have different digits",
    lines: &[],
    is_drawn: false,
    clue: None,
    example: "latin anti-knight five
12345
23451
34512
45123
51234
",
    read: |text| {
        let square = text.square;
        match pairs(square.n).find(|(a, b)| square.digits[*a] > 0 && square.digits[*a] == square.digits[*b]) {
            Some((a, b)) => {
                let (digit, one, other) = (square.symbol(b), square.cell_name(a), square.cell_name(b));
                let message = format!("{digit} is a knight's move from another: {one} and {other}");
                Err(text.block.fail_at(b / square.n, b % square.n, message))
            }
            None => Ok(Box::new(AntiKnight)),
        }
    },
};

struct AntiKnight;

/// The cells a knight's move apart in n rows, each pair once, the upper cell first.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    let moves = [(1, -2), (1, 2), (2, -1), (2, 1)];
    (0..n * n).flat_map(move |cell| {
        moves.into_iter().filter_map(move |(down, right): (usize, isize)| {
            let (row, column) = (cell / n + down, (cell % n).checked_add_signed(right)?);
            (row < n && column < n).then_some((cell, row * n + column))
        })
    })
}

impl RuleSet for AntiKnight {
    fn rules(&self) -> Vec<Rule> {
        vec![Rule::AntiKnight]
    }

    fn add(&self, model: &mut SquareModel<'_>) {
        let square = model.square;
        for (a, b) in pairs(square.n) {
            // A box may hold both, and says it already.
            if model.in_one_house(&[a, b]) {
                continue;
            }
            let key = format!("knight_{}_{}", square.cell_key(a), square.cell_key(b));
            for digit in 1..=square.n {
                let vars = [a, b].map(|cell| model.cells[cell].var(digit));
                model.draft.one_of(format!("{key}_{digit}"), vars.into_iter().flatten(), Sense::LessEqual);
            }
        }
    }

    fn show(&self, _: &mut Template, _: Option<&[VarId]>) {}
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::refusal;
    use super::pairs;

    #[test]
    fn a_knight_has_as_many_moves_as_on_a_board() {
        // 4 (n - 1) (n - 2) pairs.
        assert_eq!([1, 2, 3, 8].map(|n| pairs(n).count()), [0, 0, 8, 168]);
    }

    #[test]
    fn equal_digits_are_refused_at_the_lower_one() {
        assert_eq!(
            refusal("latin anti-knight\n123\n231\n312\n"),
            "line 3, column 3: 1 is a knight's move from another: R1C1 and R2C3"
        );
    }
}
