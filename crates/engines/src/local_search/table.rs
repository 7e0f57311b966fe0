//! Valid clues beside the unavoidable sets that are known: which clues are needed, and what could stand in for one.

use crate::base::{Cell, CellSet, Index};

/// The maximum number of known sets; beyond it, those that were not used for long are forgotten.
const MAX_SETS: usize = 30_000;
/// The number that is left then.
const KEPT_SETS: usize = 20_000;

/// The sets, and how often the clues hit each.
#[derive(Clone, Debug)]
pub(super) struct Table<const W: usize> {
    clues: CellSet<W>,
    sets: Vec<CellSet<W>>,
    n_hits: Vec<u16>,
    /// When each set last became one that a single clue hits.
    last_used: Vec<u64>,
    /// The sets that a cell is in.
    of: Vec<Vec<u32>>,
    /// For each clue the number of sets that no other clue hits.
    n_private: Vec<u32>,
    now: u64,
}

impl<const W: usize> Table<W> {
    /// No sets yet. The clues are valid.
    pub(super) fn new(clues: CellSet<W>) -> Self {
        let n_cells = clues.iter().last().map_or(0, |cell| cell.get() + 1);
        let (of, n_private) = (vec![Vec::new(); n_cells], vec![0; n_cells]);
        Self { clues, sets: Vec::new(), n_hits: Vec::new(), last_used: Vec::new(), of, n_private, now: 0 }
    }

    /// The clues, which are valid at all times.
    pub(super) fn clues(&self) -> CellSet<W> {
        self.clues
    }

    /// The clues that nothing known calls for.
    pub(super) fn free(&self) -> CellSet<W> {
        self.clues.iter().filter(|cell| self.n_private[cell.get()] == 0).collect()
    }

    /// The cells that are in every known set that no clue but this one hits, without the clues.
    pub(super) fn stand_ins(&self, clue: Cell, max: CellSet<W>) -> CellSet<W> {
        let mut common = max - self.clues;
        for &i in &self.of[clue.get()] {
            if self.n_hits[i as usize] == 1 {
                common &= self.sets[i as usize];
                if common.is_empty() {
                    break;
                }
            }
        }
        common
    }

    /// Takes an unavoidable set. The clues hit it, since they are valid.
    pub(super) fn learn(&mut self, set: CellSet<W>) {
        if self.sets.len() >= MAX_SETS {
            self.forget();
        }
        self.now += 1;
        self.store(set, self.now);
    }

    fn store(&mut self, set: CellSet<W>, last_used: u64) {
        let i = self.sets.len() as u32;
        set.iter().for_each(|cell| self.of[cell.get()].push(i));
        let hit = set & self.clues;
        if let Some(cell) = hit.single() {
            self.n_private[cell.get()] += 1;
        }
        self.sets.push(set);
        self.n_hits.push(hit.len() as u16);
        self.last_used.push(last_used);
    }

    /// Changes to other valid clues.
    pub(super) fn change_to(&mut self, clues: CellSet<W>) {
        self.now += 1;
        // First those that come, so that every set is hit at every moment.
        for cell in clues - self.clues {
            self.insert(cell);
        }
        for cell in self.clues - clues {
            self.remove(cell);
        }
    }

    fn insert(&mut self, cell: Cell) {
        for &i in &self.of[cell.get()] {
            let i = i as usize;
            if self.n_hits[i] == 1
                && let Some(other) = (self.sets[i] & self.clues).first()
            {
                self.n_private[other.get()] -= 1;
            }
            self.n_hits[i] += 1;
        }
        self.clues.insert(cell);
        self.n_private[cell.get()] = 0;
    }

    fn remove(&mut self, cell: Cell) {
        self.clues.remove(cell);
        for &i in &self.of[cell.get()] {
            let i = i as usize;
            self.n_hits[i] -= 1;
            if self.n_hits[i] == 1
                && let Some(other) = (self.sets[i] & self.clues).first()
            {
                self.n_private[other.get()] += 1;
                self.last_used[i] = self.now;
            }
        }
        self.n_private[cell.get()] = 0;
    }

    /// Keeps the sets that a single clue hits, and of the others those that were so last.
    fn forget(&mut self) {
        let mut kept: Vec<(bool, u64, usize)> =
            (0..self.sets.len()).map(|i| (self.n_hits[i] != 1, u64::MAX - self.last_used[i], i)).collect();
        kept.sort_unstable();
        let mut order: Vec<usize> = kept.into_iter().take(KEPT_SETS).map(|(_, _, i)| i).collect();
        order.sort_unstable();
        let mut rest = Self { now: self.now, of: vec![Vec::new(); self.of.len()], ..Self::new(self.clues) };
        rest.n_private = vec![0; self.n_private.len()];
        for i in order {
            rest.store(self.sets[i], self.last_used[i]);
        }
        *self = rest;
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::rng;

    /// Counts from the sets themselves.
    fn check(table: &Table<1>) {
        let private = |clue: Cell| {
            let without = table.clues - CellSet::only(clue);
            table.sets.iter().filter(move |set| !set.intersects(&without))
        };
        for clue in table.clues {
            assert_eq!(table.n_private[clue.get()] as usize, private(clue).count());
            let all = CellSet::first_n(40);
            let common = private(clue).fold(all - table.clues, |common, set| common & *set);
            assert_eq!(table.stand_ins(clue, all), common);
            assert_eq!(table.free().contains(clue), private(clue).next().is_none());
        }
    }

    #[test]
    fn counts_stay_right_while_clues_and_sets_change() {
        let mut rng = rng(1);
        let mut table = Table::<1>::new(CellSet::first_n(40));
        let (mut n_private, mut n_free) = (0, 0);
        for _ in 0..500 {
            let mut draw = |n: usize| -> CellSet<1> { (0..n).map(|_| Cell::new(rng.random_range(0..40))).collect() };
            let set = draw(8);
            if set.intersects(&table.clues) {
                table.learn(set);
            }
            let next = draw(25);
            if table.sets.iter().all(|set| set.intersects(&next)) {
                table.change_to(next);
                assert_eq!(table.clues(), next);
            } else {
                let clues = table.clues;
                let cell = next.first().expect("a cell");
                let is_needed = clues.contains(cell) && !table.free().contains(cell);
                table.change_to(if is_needed { clues | next } else { clues - CellSet::only(cell) });
            }
            check(&table);
            n_private += table.n_private.iter().sum::<u32>();
            n_free += table.free().len();
        }
        assert!(n_private > 1000 && n_free > 1000, "{n_private} {n_free}");
        table.forget();
        check(&table);
    }

    #[test]
    fn what_a_single_clue_hits_is_kept() {
        let mut table = Table::<1>::new(CellSet::first_n(64));
        let pair = |i: usize, j: usize| -> CellSet<1> { [Cell::new(i), Cell::new(j)].into_iter().collect() };
        table.change_to(CellSet::first_n(63));
        table.learn(pair(0, 63));
        for i in 0..MAX_SETS {
            table.learn(pair(1 + i % 7, 10 + i % 50));
        }
        assert!(table.sets.len() < MAX_SETS && table.sets.contains(&pair(0, 63)));
        assert_eq!(table.stand_ins(Cell::new(0), CellSet::first_n(64)), CellSet::only(Cell::new(63)));
    }
}
