//! Pairwise disjoint sets, collected once before the search: their union is an unavoidable set of degree d, which needs
//! d clues (mcguire-2012, Corollary 6 and section 5.3.2).

use crate::base::{CellSet, Pace, Stop};

use super::settings::Cliques;

/// The unions of the first cliques of `size` sets, in the order of the paper: by the largest number among their sets,
/// then by the second largest, and so on. With the smallest set as number 1, the largest number is at least `start`,
/// the second at least `start - 1`, and so on.
///
/// # Errors
/// The limit that came first: where there are few cliques, to know that may take long.
pub(super) fn unions<const W: usize>(
    sets: &[CellSet<W>],
    size: usize,
    settings: &Cliques,
    pace: &mut Pace,
) -> Result<Vec<CellSet<W>>, Stop> {
    // In a small family hardly a set would be left.
    let start = if sets.len() < 2 * settings.start { 0 } else { settings.start.saturating_sub(1) };
    let mut collect = Collect { sets, start, max: settings.max, size, pace, found: Vec::new() };
    if settings.max > 0 {
        collect.extend(CellSet::EMPTY, sets.len(), 0)?;
    }
    Ok(collect.found)
}

struct Collect<'a, const W: usize> {
    sets: &'a [CellSet<W>],
    start: usize,
    max: usize,
    size: usize,
    pace: &'a mut Pace,
    found: Vec<CellSet<W>>,
}

impl<const W: usize> Collect<'_, W> {
    /// All ways to add to the `n` sets whose union is `union` others with numbers below `below`.
    fn extend(&mut self, union: CellSet<W>, below: usize, n: usize) -> Result<(), Stop> {
        if n == self.size {
            self.found.push(union);
            return Ok(());
        }
        // Each call looks at all sets; it is not a node.
        if let Some(stop) = self.pace.step(0) {
            return Err(stop);
        }
        for i in self.start.saturating_sub(n)..below {
            if self.sets[i].intersects(&union) {
                continue;
            }
            self.extend(union | self.sets[i], i, n + 1)?;
            if self.found.len() >= self.max {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::base::{Cell, Index, Limits};

    fn sets(members: &[&[usize]]) -> Vec<CellSet<1>> {
        members.iter().map(|m| m.iter().map(|&i| Cell::new(i)).collect()).collect()
    }

    fn settings(max: usize, start: usize) -> Cliques {
        Cliques { max, start, cuts: Default::default() }
    }

    #[test]
    fn all_cliques_of_a_small_family() {
        let family = sets(&[&[0, 1], &[1, 2], &[3, 4], &[5, 6], &[2, 3]]);
        let of = |size, settings| unions(&family, size, &settings, &mut Limits::none().pace(1)).expect("no limit");
        // Pairs by the larger number: 2 with 0 and 1; 3 with 0, 1 and 2; 4 with 0 and 3.
        let pairs = sets(&[&[0, 1, 3, 4], &[1, 2, 3, 4], &[0, 1, 5, 6], &[1, 2, 5, 6], &[3, 4, 5, 6]]);
        let last = sets(&[&[0, 1, 2, 3], &[2, 3, 5, 6]]);
        assert_eq!(of(2, settings(99, 0)), [pairs.clone(), last.clone()].concat());
        assert_eq!(of(2, settings(3, 0)), pairs[..3]);
        assert_eq!(of(3, settings(99, 0)).len(), 3);
        assert_eq!(of(4, settings(99, 0)).len(), 0);
        assert_eq!(of(2, settings(0, 0)).len(), 0);
        // The larger number from 3 on, the other one from 2 on; not in so small a family, where it would leave too
        // little.
        assert_eq!(of(2, settings(99, 3)), of(2, settings(99, 0)));
        let stopped = unions(&family, 2, &settings(99, 0), &mut Limits::none().with_time(Duration::ZERO).pace(0));
        assert_eq!(stopped, Err(Stop::Time));
        // Number 2 is {1, 2}: the larger number from 2 on leaves all of them, the other one from 1 on as well.
        assert_eq!(of(2, settings(99, 2)), of(2, settings(99, 0)));
    }
}
