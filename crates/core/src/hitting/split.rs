//! Splits a budget of cells over the parts of a partition, such as the three bands of a grid.
//!
//! With p parts and k cells, the numbers of cells outside each part sum to (p - 1) k. So if budgets sum to (p - 1) (k -
//! 1), some part has at most its budget of cells outside it, which gives one case for each part. In that case, the
//! region outside the part is searched first, under a tight cap. Lower bounds on the regions cap the parts as well:
//! with h cells needed outside a part, at most k - h are left for the part.

use std::cmp::Reverse;

use crate::base::{CellSet, Group, stable_sort_by_key};

/// A cap: at most `max` cells of `region`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtMost<const W: usize> {
    /// The region in which cells are counted.
    pub region: CellSet<W>,
    /// The maximum number of cells.
    pub max: usize,
}

/// A part of the ground set, with bounds on the region outside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<const W: usize> {
    pub cells: CellSet<W>,
    pub region: CellSet<W>,
    /// Every hitting set has at least this many cells in the region.
    pub min: usize,
    /// The work of the proof of `min`, in nodes; an estimate of the work to come.
    pub cost: u64,
}

/// Measures the parts of each partition that has more than two parts. `minimum` returns a lower bound for a region and
/// the work of its proof.
///
/// # Errors
/// The first error of `minimum`.
pub fn measured<const W: usize, E>(
    all: CellSet<W>,
    partitions: Vec<Vec<CellSet<W>>>,
    mut minimum: impl FnMut(CellSet<W>) -> Result<(usize, u64), E>,
) -> Result<Vec<Vec<Part<W>>>, E> {
    let mut part = |cells| {
        let region = all - cells;
        minimum(region).map(|(min, cost)| Part { cells, region, min, cost })
    };
    let large = partitions.into_iter().filter(|partition| partition.len() > 2);
    large.map(|partition| partition.into_iter().map(&mut part).collect()).collect()
}

/// Returns the partition whose regions were measured with the least work.
#[must_use]
pub fn cheapest<const W: usize>(partitions: Vec<Vec<Part<W>>>) -> Option<Vec<Part<W>>> {
    partitions.into_iter().min_by_key(|parts| parts.iter().map(|part| part.cost).sum::<u64>())
}

/// Returns the symmetries that map the caps of a case to one another.
#[must_use]
pub fn keeping<const W: usize>(group: &Group, caps: &[AtMost<W>]) -> Group {
    group.subgroup(|p| caps.iter().all(|cap| caps.contains(&AtMost { region: p.apply_set(cap.region), max: cap.max })))
}

/// Returns the cases that cover all hitting sets of at most `k` cells, each as a list of caps; the first cap is that of
/// the region to search first. Parts with costly regions come first and get the smaller budgets.
#[must_use]
pub fn cases<const W: usize>(parts: &[Part<W>], k: usize) -> Vec<Vec<AtMost<W>>> {
    let parts = budgets(parts, k);
    let case = |i: usize| {
        let own = AtMost { region: parts[i].0.region, max: parts[i].1 };
        let others = parts.iter().enumerate().map(|(j, (part, budget))| {
            // In the cases before this one the region of part j had at most its budget; now it has more.
            let outside = if j < i { part.min.max(budget + 1) } else { part.min };
            AtMost { region: part.cells, max: k.saturating_sub(outside) }
        });
        std::iter::once(own).chain(others).collect()
    };
    (0..parts.len()).filter(|&i| parts[i].1 >= parts[i].0.min).map(case).collect()
}

/// Returns the parts in the order of their cases, each with the maximum number of cells in its region; these sum to
/// (p - 1) (k
/// - 1).
#[must_use]
pub fn budgets<const W: usize>(parts: &[Part<W>], k: usize) -> Vec<(Part<W>, usize)> {
    let mut parts = parts.to_vec();
    costly_first(&mut parts);
    let (p, total) = (parts.len(), parts.len().saturating_sub(1) * k.saturating_sub(1));
    let budget = |i: usize| total / p + usize::from(i >= p - total % p);
    parts.into_iter().enumerate().map(|(i, part)| (part, budget(i))).collect()
}

/// Sorts the parts so that those with costly regions come first.
#[inline(never)]
pub fn costly_first<const W: usize>(parts: &mut [Part<W>]) {
    stable_sort_by_key(parts, |part| Reverse(part.cost));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Index};

    /// Every way to spread at most k cells over the parts, with the least ones outside each, is in exactly one case.
    #[test]
    fn every_distribution_is_in_one_case() {
        const SIZE: usize = 9;
        let part = |i: usize| -> CellSet<1> { (SIZE * i..SIZE * (i + 1)).map(Cell::new).collect() };
        for p in 2..=4usize {
            let all = (0..p).fold(CellSet::EMPTY, |all, i| all | part(i));
            for min in 0..4 {
                let parts: Vec<Part<1>> =
                    (0..p).map(|i| Part { cells: part(i), region: all - part(i), min, cost: i as u64 }).collect();
                for k in 1..=7 {
                    let cases = cases(&parts, k);
                    for code in 0..(k + 1).pow(p as u32) {
                        let counts: Vec<usize> = (0..p).map(|i| code / (k + 1).pow(i as u32) % (k + 1)).collect();
                        let n: usize = counts.iter().sum();
                        if n != k || counts.iter().any(|c| n - c < min) {
                            continue;
                        }
                        let cells: CellSet<1> =
                            (0..p).flat_map(|i| part(i).iter().take(counts[i]).collect::<Vec<_>>()).collect();
                        let holds = |caps: &[AtMost<1>]| caps.iter().all(|cap| (cells & cap.region).len() <= cap.max);
                        let n_cases = cases.iter().filter(|caps| holds(caps)).count();
                        assert_eq!(n_cases, 1, "{counts:?} of {k}, at least {min} outside a part");
                    }
                }
            }
        }
    }
}
