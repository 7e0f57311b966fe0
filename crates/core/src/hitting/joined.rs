//! Partitions into unions of classes, such as three digits each, with many known sets outside a part.
//!
//! A split pays if the regions outside its parts hold many small sets. In a plain grid those outside a band do. Extra
//! houses cross the bands: a grid of Sudoku-X has three times as many of its small sets outside three digits.

use crate::base::CellSet;

/// Most classes of a kind: all ways to join them are looked at, which are 1,260 for nine.
const MOST: usize = 9;
/// The numbers of parts.
const N_PARTS: [usize; 2] = [3, 4];

/// Returns, for three and for four parts, the partition with the most `sets` outside one of its parts, counted for all
/// parts. The parts are unions of the classes of one kind, of sizes as equal as possible. `kinds` has the classes of
/// each kind, which cover the ground set; kinds with more than nine classes are skipped.
#[must_use]
pub fn joined<const W: usize>(kinds: &[Vec<CellSet<W>>], sets: &[CellSet<W>]) -> Vec<Vec<CellSet<W>>> {
    let best = |p: usize| {
        let found = kinds.iter().filter_map(|classes| best_of(classes, sets, p));
        // The first of several that are equally good.
        found.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, parts)| parts)
    };
    N_PARTS.into_iter().filter_map(best).collect()
}

/// The best partition into `p` parts by classes of one kind, and its number of sets.
fn best_of<const W: usize>(classes: &[CellSet<W>], sets: &[CellSet<W>], p: usize) -> Option<(usize, Vec<CellSet<W>>)> {
    let n = classes.len();
    if n > MOST || n < p {
        return None;
    }
    // By a set of classes: the known sets that lie in them.
    let mut inside = vec![0; 1 << n];
    for set in sets {
        let touched = (0..n).filter(|&i| set.intersects(&classes[i])).fold(0, |touched, i| touched | 1 << i);
        inside[touched] += 1;
    }
    for i in 0..n {
        for some in (0..1 << n).filter(|some: &usize| some >> i & 1 == 1) {
            inside[some] += inside[some ^ 1 << i];
        }
    }
    let mut spread = Spread { size: n / p, inside: &inside, parts: Vec::new(), best: (0, Vec::new()) };
    spread.next((1 << n) - 1, p - n % p, n % p, 0);
    let (n_sets, parts) = spread.best;
    let union = |part: usize| (0..n).filter(|i| part >> i & 1 == 1).fold(CellSet::EMPTY, |all, i| all | classes[i]);
    (!parts.is_empty()).then(|| (n_sets, parts.into_iter().map(union).collect()))
}

/// All ways to spread classes over parts, each way once.
struct Spread<'i> {
    /// The number of classes of a part; a large part has one more.
    size: usize,
    inside: &'i [usize],
    parts: Vec<usize>,
    best: (usize, Vec<usize>),
}

impl Spread<'_> {
    /// Makes parts of the classes that are `left`.
    fn next(&mut self, left: usize, n_small: usize, n_large: usize, n_sets: usize) {
        if left == 0 {
            if self.best.1.is_empty() || n_sets > self.best.0 {
                self.best = (n_sets, self.parts.clone());
            }
            return;
        }
        let first = left & left.wrapping_neg();
        let others = left ^ first;
        let mut more = others;
        loop {
            let part = first | more;
            let is_large = part.count_ones() as usize == self.size + 1;
            let fits = if is_large { n_large > 0 } else { part.count_ones() as usize == self.size && n_small > 0 };
            if fits {
                self.parts.push(part);
                let outside = self.inside[self.inside.len() - 1 - part];
                let (small, large) = if is_large { (n_small, n_large - 1) } else { (n_small - 1, n_large) };
                self.next(left ^ part, small, large, n_sets + outside);
                self.parts.pop();
            }
            if more == 0 {
                break;
            }
            more = (more - 1) & others;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Index};

    fn set(cells: &[usize]) -> CellSet<1> {
        cells.iter().map(|&cell| Cell::new(cell)).collect()
    }

    /// Six classes of one cell each, and pairs that are to stay together: {0, 3}, {1, 4} and {2, 5}. Each lies outside
    /// two of three parts if it is one of them, and outside one if it is torn. So pairs that are parts count six, and
    /// any other way less.
    #[test]
    fn sets_stay_together_where_they_can() {
        let classes: Vec<CellSet<1>> = (0..6).map(|i| set(&[i])).collect();
        let pairs = [set(&[0, 3]), set(&[1, 4]), set(&[2, 5])];
        let found = joined(std::slice::from_ref(&classes), &pairs);
        assert_eq!(found.len(), 2);
        let mut three = found[0].clone();
        three.sort_by_key(|part| part.iter().next());
        assert_eq!(three, pairs);
        // Four parts: two of two classes and two of one.
        let mut sizes: Vec<usize> = found[1].iter().map(CellSet::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 1, 2, 2]);
    }

    /// Of two kinds, the one with more sets outside its parts.
    #[test]
    fn the_better_kind_is_taken() {
        let rows: Vec<CellSet<1>> = (0..3).map(|i| set(&[3 * i, 3 * i + 1, 3 * i + 2])).collect();
        let columns: Vec<CellSet<1>> = (0..3).map(|i| set(&[i, i + 3, i + 6])).collect();
        let in_columns = [set(&[0, 3]), set(&[1, 7])];
        let kinds = [rows.clone(), columns.clone()];
        assert_eq!(joined(&kinds, &in_columns), [columns]);
        assert_eq!(joined(&kinds, &[set(&[0, 1])]), [rows]);
    }

    #[test]
    fn parts_are_even_and_other_numbers_of_classes_are_left_alone() {
        let classes = |n: usize| -> Vec<CellSet<1>> { (0..n).map(|i| set(&[i])).collect() };
        assert!(joined(&[classes(10)], &[set(&[0, 1])]).is_empty());
        assert!(joined(&[classes(2)], &[set(&[0, 1])]).is_empty());
        let parts = joined(&[classes(9)], &[]);
        for (parts, sizes) in parts.iter().zip([vec![3, 3, 3], vec![2, 2, 2, 3]]) {
            let mut found: Vec<usize> = parts.iter().map(CellSet::len).collect();
            found.sort_unstable();
            assert_eq!(found, sizes);
            assert_eq!(parts.iter().fold(CellSet::EMPTY, |all, part| all | *part).len(), 9);
        }
        assert_eq!(parts.len(), 2);
    }
}
