//! Zero-half rows: half the sum of some rows, with coefficients rounded up and the right side rounded up.
//!
//! They are a special case of Chvatal-Gomory rows. For nonnegative integers y, every combination of valid rows with
//! weights 1/2 is valid after rounding, so the proof of a row consists of its source rows. Rounding strengthens the row
//! if the right sides sum to an odd number and few cells with positive y have odd coefficients.

use rand::seq::SliceRandom;

use crate::base::{CellSet, Index, Rng, stable_sort_by};

use super::rows::{Row, RowKind};

/// Most rows of one combination.
const MAX_TERMS: usize = 6;
/// Starts of the greedy search in one call.
const STARTS: usize = 200;
/// Least violation that is worth a row.
const MIN_VIOLATION: f64 = 0.05;
/// Most rows that one call returns.
const MAX: usize = 8;
/// Rows so far from tight are not combined.
const SLACK: f64 = 0.3;

/// A row, and what it does to a sum: the loss of a sum is needed some thousand times for each row.
struct Term<'r, const W: usize> {
    row: &'r Row<W>,
    /// Its left side less its right side.
    slack: f64,
    /// The cells of positive y with an odd coefficient.
    odd: CellSet<W>,
}

/// The loss of a sum by rounding up.
#[derive(Clone, Copy)]
struct Loss<const W: usize> {
    slack: f64,
    odd: CellSet<W>,
}

impl<const W: usize> Loss<W> {
    fn with(self, term: &Term<'_, W>) -> Self {
        Self { slack: self.slack + term.slack, odd: self.odd ^ term.odd }
    }

    /// Of the left side and the slacks, twice; a violated row loses less than 1.
    fn total(self, y: &[f64]) -> f64 {
        let rounded: f64 = self.odd.iter().map(|cell| y[cell.get()]).sum();
        self.slack + rounded
    }
}

/// Violated combinations of `rows` at `y`, the worst first, found by a randomized greedy search.
pub(super) fn zero_half<const W: usize>(rows: &[Row<W>], y: &[f64], rng: &mut Rng) -> Vec<Row<W>> {
    let term = |row| {
        let mut odd = CellSet::EMPTY;
        Row::each(row, |cell| {
            if y[cell.get()] != 0.0 {
                odd = odd ^ CellSet::only(cell);
            }
        });
        Term { row, slack: (row.activity(y) - row.min as f64).max(0.0), odd }
    };
    let is_tight = |row: &&Row<W>| row.kind != RowKind::Combined && row.activity(y) - row.min as f64 <= SLACK;
    let tight: Vec<Term<'_, W>> = rows.iter().filter(is_tight).map(term).collect();
    let mut order: Vec<usize> = (0..tight.len()).collect();
    let mut found: Vec<(f64, Row<W>)> = Vec::new();
    for _ in 0..STARTS {
        order.shuffle(rng);
        let Some(terms) = greedy(&tight, &order, y) else { continue };
        let Some(row) = combine(&terms) else { continue };
        let violation = row.min as f64 - row.activity(y);
        if violation > MIN_VIOLATION && found.iter().all(|(_, other)| *other != row) {
            found.push((violation, row));
        }
    }
    stable_sort_by(&mut found, |a, b| b.0.total_cmp(&a.0));
    found.into_iter().take(MAX).map(|(_, row)| row).collect()
}

/// From the first row of the order on, takes again and again the row that loses least, and returns the best of these
/// sums whose right side is odd: one of even right sides gains nothing, however little it loses.
fn greedy<'r, const W: usize>(rows: &[Term<'r, W>], order: &[usize], y: &[f64]) -> Option<Vec<&'r Row<W>>> {
    let first = *order.first()?;
    let mut terms = vec![first];
    let mut loss = Loss { slack: 0.0, odd: CellSet::EMPTY }.with(&rows[first]);
    let (mut best, mut n_best) = (f64::INFINITY, 0);
    loop {
        let lost = loss.total(y);
        let is_odd = terms.iter().map(|&i| rows[i].row.min).sum::<usize>() % 2 == 1;
        if is_odd && lost < best - 1e-9 {
            (best, n_best) = (lost, terms.len());
        }
        if terms.len() == MAX_TERMS {
            break;
        }
        let mut next: Option<(f64, usize)> = None;
        for &i in order[1..].iter().filter(|i| !terms.contains(i)) {
            let with = loss.with(&rows[i]).total(y);
            if next.is_none_or(|(min, _)| with < min) {
                next = Some((with, i));
            }
        }
        let Some((_, i)) = next else { break };
        terms.push(i);
        loss = loss.with(&rows[i]);
    }
    terms.truncate(n_best);
    (n_best > 0).then(|| terms.into_iter().map(|i| rows[i].row).collect())
}

/// Half the sum of the rows, rounded up; `None` if the right sides sum to an even number.
fn combine<const W: usize>(terms: &[&Row<W>]) -> Option<Row<W>> {
    let min: usize = terms.iter().map(|term| term.min).sum();
    if min.is_multiple_of(2) {
        return None;
    }
    // The counts of the cells as layers, of which every second one stays.
    let mut counts: Vec<CellSet<W>> = Vec::new();
    for term in terms {
        term.each(|cell| match counts.iter_mut().find(|layer| !layer.contains(cell)) {
            Some(layer) => layer.insert(cell),
            None => counts.push(CellSet::only(cell)),
        });
    }
    let terms = terms.iter().map(|term| (*term).clone()).collect();
    Some(Row::combined(counts.into_iter().step_by(2).collect(), min.div_ceil(2), terms))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, rng};
    use rand::Rng as _;

    fn cells(members: &[usize]) -> CellSet<2> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    #[test]
    fn a_triangle_needs_two() {
        let rows = [Row::set(cells(&[0, 1])), Row::set(cells(&[1, 2])), Row::set(cells(&[0, 2]))];
        let found = zero_half(&rows, &[0.5; 3], &mut rng(1));
        assert_eq!(found, [Row::combined(vec![cells(&[0, 1, 2])], 2, rows.clone().into())]);
        assert!(zero_half(&rows, &[1.0, 1.0, 0.0], &mut rng(1)).is_empty());
    }

    /// Every 0/1 point of the rows keeps their combinations.
    #[test]
    fn combinations_are_valid() {
        const N: usize = 8;
        let mut rng = rng(5);
        let mut n_found = 0;
        for _ in 0..300 {
            let subset = |word: u64| CellSet::<2>::from_words([word, 0]);
            let mut rows: Vec<Row<2>> = (0..9).map(|_| Row::set(subset(rng.random_range(1..1 << N)))).collect();
            rows.push(Row::region(subset(rng.random_range(1..1 << N)), 2));
            let y: Vec<f64> = (0..N).map(|_| f64::from(rng.random_range(0..4u8)) / 4.0).collect();
            for combined in zero_half(&rows, &y, &mut rng) {
                n_found += 1;
                for point in (0..1u64 << N).map(subset) {
                    if rows.iter().all(|row| row.is_met_by(&point)) {
                        assert!(combined.is_met_by(&point), "{combined:?} at {point:?}");
                    }
                }
            }
        }
        assert!(n_found > 20, "{n_found}");
    }
}
