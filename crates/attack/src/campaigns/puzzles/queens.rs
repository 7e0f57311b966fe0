//! Queens that do not attack each other.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;

use super::{PuzzleInstance, title, truth};
use crate::Rng;

/// For every solution the column of the queen in each row.
fn solutions(n: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for row in 0..n {
        let longer = |queens: &Vec<usize>| {
            let is_free = |c: &usize| queens.iter().enumerate().all(|(r, q)| q != c && q.abs_diff(*c) != row - r);
            (0..n).filter(is_free).map(|c| [queens.as_slice(), &[c]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

pub(super) fn queens(rng: &mut Rng) -> Option<PuzzleInstance> {
    let n = *[1, 4, 5, 6, 7, 8].choose(rng)?;
    let all = solutions(n);
    let target = &all[rng.random_range(0..all.len())];
    let row = |queen: &usize| (0..n).map(|c| if c == *queen { 'Q' } else { '.' }).chain(['\n']).collect::<String>();
    let text = format!("queens{}\n{}", title(rng), target.iter().map(row).collect::<String>());
    let names = target.iter().enumerate().map(|(r, c)| format!("q_r{}c{}", r + 1, c + 1)).collect();
    Some(PuzzleInstance { text, names, truth: truth(target, &all) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queens_have_their_known_numbers() {
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(|n| solutions(n).len()), [1, 0, 0, 2, 10, 4, 40, 92]);
    }
}
