//! A split of a budget over parts that differs from that of the native engine, for runs that must not share reasoning
//! with it.

use crate::hitting::{AtMost, Part};

/// The cases that cover all sets of at most `k` cells, each as caps; the first cap is that of the region to search
/// first.
///
/// A set of k cells has (p - 1) k of them outside the p parts, counted for each part, so that outside some part there
/// are at most as many as the mean: the case of the first such part. Outside the parts before it there are more, which
/// leaves them less.
pub(super) fn even_cases<const W: usize>(parts: &[Part<W>], k: usize) -> Vec<Vec<AtMost<W>>> {
    let p = parts.len();
    let mean = (p.saturating_sub(1) * k).checked_div(p).unwrap_or(k);
    let case = |i: usize| {
        let own = AtMost { region: parts[i].region, max: mean };
        let before = parts[..i].iter().map(|part| AtMost { region: part.cells, max: k.saturating_sub(mean + 1) });
        std::iter::once(own).chain(before).collect()
    };
    (0..p).map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, CellSet, Index};

    /// Every way to spread at most k cells over the parts is in a case, and exactly k cells, if there are any, are in
    /// one only.
    #[test]
    fn every_distribution_is_in_a_case() {
        const SIZE: usize = 9;
        let part = |i: usize| -> CellSet<2> { (SIZE * i..SIZE * (i + 1)).map(Cell::new).collect() };
        for p in 2..=4usize {
            let all = (0..p).fold(CellSet::EMPTY, |all, i| all | part(i));
            let parts: Vec<Part<2>> =
                (0..p).map(|i| Part { cells: part(i), region: all - part(i), min: 0, cost: 0 }).collect();
            for k in 0..=7 {
                let cases = even_cases(&parts, k);
                for code in 0..(k + 1).pow(p as u32) {
                    let counts: Vec<usize> = (0..p).map(|i| code / (k + 1).pow(i as u32) % (k + 1)).collect();
                    let n: usize = counts.iter().sum();
                    if n > k {
                        continue;
                    }
                    let cells: CellSet<2> =
                        (0..p).flat_map(|i| part(i).iter().take(counts[i]).collect::<Vec<_>>()).collect();
                    let holds = |caps: &[AtMost<2>]| caps.iter().all(|cap| (cells & cap.region).len() <= cap.max);
                    let n_cases = cases.iter().filter(|caps| holds(caps)).count();
                    assert!(n_cases >= 1 && (n < k || k == 0 || n_cases == 1), "{counts:?} of {k}: {n_cases} cases");
                }
            }
        }
    }
}
