//! The digits that may be in cells with different digits and a given sum.

use crate::ilp::{Sense, VarId};

use super::draft::{Choice, Draft};

/// Does a digit stand in cells with a given sum?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Never,
    Sometimes,
    Always,
}

/// Of each digit from 1 to n: may `length` different ones with this sum have it, and may they be without it?
pub(super) fn digit_uses(n: usize, length: usize, total: usize) -> Vec<Use> {
    let of = |digit: usize| {
        // `sums[k]` has the sums of k different digits other than this one.
        let mut sums = vec![vec![false; total + 1]; length + 1];
        sums[0][0] = true;
        for other in (1..=n).filter(|other| *other != digit) {
            for k in (1..=length).rev() {
                for sum in other..=total {
                    sums[k][sum] = sums[k][sum] || sums[k - 1][sum - other];
                }
            }
        }
        let with = total.checked_sub(digit).is_some_and(|rest| sums[length - 1][rest]);
        match (with, sums[length][total]) {
            (false, _) => Use::Never,
            (true, true) => Use::Sometimes,
            (true, false) => Use::Always,
        }
    };
    (1..=n).map(of).collect()
}

/// Rows for the digits that always stand in `cells`, and for those that never do, where `holds` is 1: the digits differ, and
/// have their sum. They follow from it, and say at once what else only a search finds.
pub(super) fn digits_follow(draft: &mut Draft, key: &str, holds: VarId, uses: &[Use], cells: &[&Choice]) {
    let mut never: Vec<VarId> = Vec::new();
    for (digit, digit_use) in (1..).zip(uses) {
        let vars = cells.iter().filter_map(|cell| cell.var(digit));
        match digit_use {
            Use::Never => never.extend(vars),
            Use::Always => {
                let terms = vars.map(|var| (var, 1)).chain([(holds, -1)]);
                draft.row(format!("{key}_has_{digit}"), terms, Sense::GreaterEqual, 0);
            }
            Use::Sometimes => {}
        }
    }
    if !never.is_empty() {
        let n = never.len() as i64;
        let terms = never.into_iter().map(|var| (var, 1)).chain([(holds, n)]);
        draft.row(format!("{key}_has_none"), terms, Sense::LessEqual, n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_say_which_digits_there_are() {
        let of = |length, total| {
            let uses = digit_uses(9, length, total);
            let digits =
                |wanted: Use| (1..).zip(&uses).filter(|(_, u)| **u == wanted).map(|(d, _)| d).collect::<Vec<_>>();
            (digits(Use::Always), digits(Use::Sometimes))
        };
        assert_eq!(of(2, 3), (vec![1, 2], vec![]));
        assert_eq!(of(2, 17), (vec![8, 9], vec![]));
        // 1 2 5 and 1 3 4.
        assert_eq!(of(3, 8), (vec![1], vec![2, 3, 4, 5]));
        assert_eq!(of(1, 4), (vec![4], vec![]));
        assert_eq!(of(9, 45), ((1..=9).collect(), vec![]));
        assert_eq!(of(2, 10), (vec![], vec![1, 2, 3, 4, 6, 7, 8, 9]));
    }
}
