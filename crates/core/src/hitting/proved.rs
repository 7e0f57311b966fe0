//! The cases of a budget as a certificate lists them: nested splits, and caps derived from the needs of regions.

use crate::base::CellSet;
use crate::proof::{RowEntry, Script, Sum};

use super::split::{AtMost, Part, budgets};

/// One case, with the steps that precede its tree in a certificate.
#[derive(Clone, Debug)]
pub struct ProvedCase<const W: usize> {
    /// The steps from the end of the previous case to the beginning of this one; if the case is not open, they include
    /// its own steps.
    pub script: Script<W>,
    /// The caps, numbered as in the certificate; the first one is that of the region to search first.
    pub caps: Vec<AtMost<W>>,
    /// The branch rows: a minimum number of cells in each region. Symmetries must preserve them too.
    pub rows: Vec<AtMost<W>>,
    /// Whether the case needs a search. If not, the region needs more than its cap.
    pub is_open: bool,
}

/// Returns the cases that cover all hitting sets of at most `k` cells, and the steps after the last case. They are
/// those of [`cases`](super::cases), without redundant caps. `lemma` returns the number of the lemma about a region.
pub fn proved_cases<const W: usize>(
    parts: &[Part<W>],
    k: usize,
    lemma: impl Fn(CellSet<W>) -> usize,
) -> (Vec<ProvedCase<W>>, Script<W>) {
    let budgets = budgets(parts, k);
    let case = |i: usize| {
        let (own, max) = budgets[i];
        let mut script = Script::default();
        let mut caps = vec![AtMost { region: own.region, max }];
        let rows = budgets[..i].iter().map(|(part, max)| AtMost { region: part.region, max: max + 1 }).collect();
        script.split(own.region, max);
        let is_open = max >= own.min;
        if !is_open {
            let row = script.row(RowEntry::Lemma(lemma(own.region)));
            script.sum(Sum { budget: 0, caps: &[(0, 1)], rows: &[(row, 1)] });
            return ProvedCase { script, caps, rows, is_open };
        }
        for (j, (part, max)) in budgets.iter().enumerate() {
            // In the cases before this one the region of part j had at most its budget; now it has more.
            let is_more = j < i && max + 1 >= part.min;
            let outside = if is_more { max + 1 } else { part.min };
            if outside > 0 {
                let entry = if is_more { RowEntry::Branch(j) } else { RowEntry::Lemma(lemma(part.region)) };
                let row = script.row(entry);
                script.cap_outside(row);
                caps.push(AtMost { region: part.cells, max: k.saturating_sub(outside) });
            }
        }
        ProvedCase { script, caps, rows, is_open }
    };
    let cases: Vec<_> = (0..budgets.len()).map(case).collect();
    let mut last = Script::default();
    if !cases.is_empty() {
        // More than its budget outside every part: more than k in all.
        let rows: Vec<_> = (0..cases.len()).map(|i| (last.row(RowEntry::Branch(i)), 1)).collect();
        last.sum(Sum { budget: (cases.len() - 1) as u64, caps: &[], rows: &rows });
    }
    (cases, last)
}

#[cfg(test)]
mod tests {
    use super::super::split::cases;
    use super::*;
    use crate::base::{Cell, Index};

    /// The open cases are those of [`cases`], in their order, less caps that hold anyway.
    #[test]
    fn the_cases_are_the_same() {
        let part = |i: usize| -> CellSet<1> { (4 * i..4 * (i + 1)).map(Cell::new).collect() };
        for p in 0..=4usize {
            let all = (0..p).fold(CellSet::EMPTY, |all, i| all | part(i));
            for min in 0..5 {
                let parts: Vec<Part<1>> =
                    (0..p).map(|i| Part { cells: part(i), region: all - part(i), min, cost: i as u64 }).collect();
                for k in 1..=8 {
                    let (proved, last) = proved_cases(&parts, k, |_| 0);
                    assert_eq!((proved.len(), last.is_empty()), (p, p == 0));
                    let open: Vec<_> = proved.into_iter().filter(|case| case.is_open).map(|case| case.caps).collect();
                    let mut wanted = cases(&parts, k);
                    wanted.iter_mut().for_each(|caps| {
                        let own = caps.remove(0);
                        caps.retain(|cap| cap.max < k);
                        caps.insert(0, own);
                    });
                    assert_eq!(open, wanted, "{p} parts, {min} outside each, {k} clues");
                }
            }
        }
    }
}
