//! The reference implementation: short, slow, and easy to verify. All other searches are tested against it on small
//! cases.

use crate::base::CellSet;

/// Returns a minimum hitting set of `sets`, or `None` if one of them is empty.
#[must_use]
pub fn minimum<const W: usize>(sets: &[CellSet<W>]) -> Option<CellSet<W>> {
    if sets.iter().any(CellSet::is_empty) {
        return None;
    }
    (0..).find_map(|k| of_size_at_most(sets, k, CellSet::EMPTY))
}

/// Returns all hitting sets of exactly `k` cells of `cells`, ascending.
#[must_use]
pub fn all_of_size<const W: usize>(sets: &[CellSet<W>], cells: CellSet<W>, k: usize) -> Vec<CellSet<W>> {
    let mut found = Vec::new();
    subsets(cells, k, CellSet::EMPTY, &mut |candidate| {
        if sets.iter().all(|set| set.intersects(&candidate)) {
            found.push(candidate);
        }
    });
    found.sort();
    found
}

/// Some set not yet hit must get one of its cells: try each.
fn of_size_at_most<const W: usize>(sets: &[CellSet<W>], k: usize, chosen: CellSet<W>) -> Option<CellSet<W>> {
    let Some(unhit) = sets.iter().find(|set| !set.intersects(&chosen)) else { return Some(chosen) };
    if chosen.len() == k {
        return None;
    }
    unhit.iter().find_map(|cell| of_size_at_most(sets, k, chosen | CellSet::only(cell)))
}

fn subsets<const W: usize>(rest: CellSet<W>, k: usize, chosen: CellSet<W>, visit: &mut impl FnMut(CellSet<W>)) {
    if k == 0 {
        return visit(chosen);
    }
    let mut rest = rest;
    while let Some(cell) = rest.first() {
        rest.remove(cell);
        subsets(rest, k - 1, chosen | CellSet::only(cell), visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Index};

    fn sets(members: &[&[usize]]) -> Vec<CellSet<1>> {
        members.iter().map(|m| m.iter().map(|&i| Cell::new(i)).collect()).collect()
    }

    #[test]
    fn small_cases_by_hand() {
        assert_eq!(minimum(&sets(&[])).map(|h| h.len()), Some(0));
        assert_eq!(minimum(&sets(&[&[]])), None);
        assert_eq!(minimum(&sets(&[&[0, 1], &[1, 2], &[2, 0]])).map(|h| h.len()), Some(2));
        // The seven lines of the Fano plane need three points.
        let fano = sets(&[&[0, 1, 2], &[0, 3, 4], &[0, 5, 6], &[1, 3, 5], &[1, 4, 6], &[2, 3, 6], &[2, 4, 5]]);
        assert_eq!(minimum(&fano).map(|h| h.len()), Some(3));
        // Its hitting sets of size 3 are its lines.
        assert_eq!(all_of_size(&fano, CellSet::first_n(7), 3).len(), 7);
    }
}
