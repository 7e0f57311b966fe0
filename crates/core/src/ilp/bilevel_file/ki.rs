//! `.ki` files: knapsack interdiction in the format of Weninger and Fukasawa.

use std::io::BufRead;

use crate::base::Limits;
use crate::ilp::text::Lines;
use crate::ilp::{BinaryModel, RowId, Sense, VarId};

use super::error::{BilevelFileError, BilevelReason};
use super::words::Words;
use super::{BilevelProgram, LARGEST_SUM};

/// Most items; more have more variables than any model here.
const MAX_ITEMS: usize = 1 << 20;

/// Reads a `.ki` file; `name` becomes the name of the model.
///
/// The file has the number n of items, the capacities of the follower and of the leader, and three lists of n numbers:
/// the weights for the follower, the weights for the leader, and the profits. Item i, from 1, has the variables `z`
/// followed by i (the follower packs it) and `x` followed by i (the leader removes it). Pairs of words such as `group
/// TRS` may follow.
///
/// # Errors
/// [`BilevelFileError`] with line and column, if the text is not such a file.
pub fn read_ki(text: impl BufRead, name: &str, limits: &Limits) -> Result<BilevelProgram, BilevelFileError> {
    let mut words = Words::new(Lines::new(text, limits), false);
    let (n, word) = words.natural("the number of items")?;
    if n == 0 {
        return Err(words.refused(&word, BilevelReason::NoFollower("items")));
    }
    if n > MAX_ITEMS {
        return Err(words.refused(&word, BilevelReason::TooLarge));
    }
    let mut numbers = |what, n: usize, beside: i64| -> Result<(Vec<i64>, usize), BilevelFileError> {
        let (mut numbers, mut sum, mut line) = (Vec::new(), i128::from(beside), 0);
        for _ in 0..n {
            let (number, word) = words.integer(what)?;
            if number < 0 {
                return Err(words.refused(&word, BilevelReason::Negative(number)));
            }
            sum += i128::from(number);
            if sum > i128::from(LARGEST_SUM) {
                return Err(words.refused(&word, BilevelReason::LargeNumber(number)));
            }
            numbers.push(number);
            line = word.line;
        }
        Ok((numbers, line))
    };
    let (capacity, capacity_line) = numbers("the follower's capacity", 1, 0)?;
    let (budget, budget_line) = numbers("the leader's capacity", 1, 0)?;
    let (capacity, budget) = (capacity[0], budget[0]);
    let (weights, _) = numbers("a weight of the follower", n, capacity)?;
    let (costs, _) = numbers("a weight of the leader", n, budget)?;
    let (profits, _) = numbers("a profit", n, 0)?;
    // Behind the numbers stands where the instance comes from, as pairs of words such as `group TRS`.
    while let Some(word) = words.advance()? {
        if !word.text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(words.refused(&word, BilevelReason::Surplus(word.text.clone())));
        }
        words.expect("a word about the instance")?;
    }
    let name = name.replace(|c: char| !c.is_ascii_graphic(), "_");
    let mut model = BinaryModel::new(name);
    let follower_vars: Vec<VarId> = (1..=n).map(|i| model.add_var(format!("z{i}"))).collect();
    let leader_vars: Vec<VarId> = (1..=n).map(|i| model.add_var(format!("x{i}"))).collect();
    let nonzero = |vars: &[VarId], numbers: &[i64]| -> Vec<(VarId, i64)> {
        vars.iter().copied().zip(numbers.iter().copied()).filter(|(_, number)| *number != 0).collect()
    };
    let follower_objective = nonzero(&follower_vars, &profits);
    model.add_row("knapsack", nonzero(&follower_vars, &weights), Sense::LessEqual, capacity);
    for (i, (z, x)) in follower_vars.iter().zip(&leader_vars).enumerate() {
        model.add_row(format!("link{}", i + 1), [(*z, 1), (*x, 1)], Sense::LessEqual, 1);
    }
    let follower_rows = (0..=n).map(RowId::new).collect();
    let budget = Some(model.add_row("budget", nonzero(&leader_vars, &costs), Sense::LessEqual, budget));
    model.minimize(follower_objective.iter().copied());
    let mut row_lines = vec![0; n + 2];
    (row_lines[0], row_lines[n + 1]) = (capacity_line, budget_line);
    let variable_lines = vec![0; 2 * n];
    Ok(BilevelProgram {
        model,
        follower_vars,
        follower_rows,
        follower_objective,
        constant: 0,
        follower_constant: 0,
        budget,
        row_lines,
        variable_lines,
    })
}
