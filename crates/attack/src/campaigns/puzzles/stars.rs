//! Star battle with one star in every row, column and region.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;

use super::{PuzzleInstance, title, truth};
use crate::Rng;

/// For every way to place stars in rows and columns so that none touch, the column of the star in each row.
fn placements(n: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n {
        let longer = |stars: &Vec<usize>| {
            let is_free = |c: &usize| !stars.contains(c) && stars.last().is_none_or(|last| last.abs_diff(*c) > 1);
            (0..n).filter(is_free).map(|c| [stars.as_slice(), &[c]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Regions that grow from the stars: the number of that of each cell. Now and then one takes a cell that it does not
/// touch.
fn regions(rng: &mut Rng, stars: &[usize]) -> Vec<usize> {
    let n = stars.len();
    let mut of: Vec<Option<usize>> = vec![None; n * n];
    for (row, column) in stars.iter().enumerate() {
        of[row * n + column] = Some(row);
    }
    while let Some(cell) = (0..n * n).filter(|cell| of[*cell].is_none()).collect::<Vec<_>>().choose(rng).copied() {
        let is_beside = |other: &usize| (other / n).abs_diff(cell / n) + (other % n).abs_diff(cell % n) == 1;
        let near: Vec<usize> = (0..n * n).filter(is_beside).filter_map(|other| of[other]).collect();
        of[cell] = if rng.random_bool(0.02) { Some(rng.random_range(0..n)) } else { near.choose(rng).copied() };
    }
    of.into_iter().flatten().collect()
}

pub(super) fn star_battle(rng: &mut Rng) -> Option<PuzzleInstance> {
    let n = *[1, 4, 5, 6, 6, 7].choose(rng)?;
    let mut all = placements(n);
    let target = all[rng.random_range(0..all.len())].clone();
    let regions = regions(rng, &target);
    let has_all = |stars: &Vec<usize>| {
        let mut met: Vec<usize> = stars.iter().enumerate().map(|(row, column)| regions[row * n + column]).collect();
        met.sort_unstable();
        met.dedup();
        met.len() == n
    };
    all.retain(has_all);
    let star = |star: &usize| (0..n).map(|c| if c == *star { '*' } else { '.' }).chain(['\n']).collect::<String>();
    let letters =
        |row: &[usize]| row.iter().map(|region| (b'A' + *region as u8) as char).chain(['\n']).collect::<String>();
    let (board, below): (String, String) =
        (target.iter().map(star).collect(), regions.chunks(n).map(letters).collect());
    let k = if rng.random_bool(0.3) { " k=1" } else { "" };
    let text = format!("star-battle{}{k}\n{board}{below}", title(rng));
    let names = target.iter().enumerate().map(|(r, c)| format!("s_r{}c{}", r + 1, c + 1)).collect();
    Some(PuzzleInstance { text, names, truth: truth(&target, &all) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A002464: permutations of which no two neighbors differ by 1.
    #[test]
    fn stars_that_do_not_touch_have_their_known_numbers() {
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(|n| placements(n).len()), [1, 0, 0, 2, 14, 90, 646]);
    }

    #[test]
    fn every_region_has_one_star() {
        let mut rng = <Rng as rand::SeedableRng>::seed_from_u64(1);
        for stars in placements(5) {
            let regions = regions(&mut rng, &stars);
            let mut met: Vec<usize> = stars.iter().enumerate().map(|(row, column)| regions[5 * row + column]).collect();
            met.sort_unstable();
            assert_eq!((regions.len(), met), (25, vec![0, 1, 2, 3, 4]));
        }
    }
}
