//! The known unavoidable sets, indexed by the cells of a clue set: which clues are needed, and which cells could
//! replace one.
//!
//! Each cell has a row of bits, one for each set, so that a step processes words rather than sets.

use crate::base::{Cell, CellSet, Index};

use super::LARGE;

/// The maximum number of known sets, and that of a large problem, whose questions cost more.
const MAX_SETS: (usize, usize) = (1 << 12, 1 << 15);
const BITS: usize = u64::BITS as usize;

/// The sets, and those of them that a single clue hits.
#[derive(Clone, Debug)]
pub(super) struct Table<const W: usize> {
    clues: CellSet<W>,
    sets: Vec<CellSet<W>>,
    max_sets: usize,
    /// For each cell, the sets that contain it.
    of: Vec<Vec<u64>>,
    /// The sets that exactly one clue hits.
    private: Vec<u64>,
    /// The sets that were private since the hand last passed them.
    used: Vec<u64>,
    /// The next set to be forgotten, unless it was used.
    hand: usize,
}

impl<const W: usize> Table<W> {
    /// No sets yet. The clues are all cells that can be, and valid.
    pub(super) fn new(clues: CellSet<W>) -> Self {
        let n_cells = clues.iter().last().map_or(0, |cell| cell.get() + 1);
        let max_sets = if clues.len() > LARGE { MAX_SETS.1 } else { MAX_SETS.0 };
        let of = vec![Vec::new(); n_cells];
        Self { clues, sets: Vec::new(), max_sets, of, private: Vec::new(), used: Vec::new(), hand: 0 }
    }

    /// The clues, which are valid at all times.
    pub(super) fn clues(&self) -> CellSet<W> {
        self.clues
    }

    /// The clues that nothing known calls for.
    pub(super) fn free(&self) -> CellSet<W> {
        self.clues.iter().filter(|cell| self.private_of(*cell).all(|word| word == 0)).collect()
    }

    /// The cells that are in every known set that no clue but this one hits, without the clues.
    pub(super) fn stand_ins(&self, clue: Cell, max: CellSet<W>) -> CellSet<W> {
        let mut common = max - self.clues;
        for (i, mut word) in self.private_of(clue).enumerate() {
            while word != 0 {
                common &= self.sets[i * BITS + word.trailing_zeros() as usize];
                word &= word - 1;
            }
            if common.is_empty() {
                break;
            }
        }
        common
    }

    fn private_of(&self, clue: Cell) -> impl Iterator<Item = u64> + '_ {
        self.of[clue.get()].iter().zip(&self.private).map(|(of, private)| of & private)
    }

    /// Takes an unavoidable set. The clues hit it, since they are valid.
    pub(super) fn learn(&mut self, set: CellSet<W>) {
        let i = if self.sets.len() < self.max_sets { self.push() } else { self.forget() };
        let (word, bit) = (i / BITS, 1 << (i % BITS));
        self.sets[i] = set;
        set.iter().for_each(|cell| self.of[cell.get()][word] |= bit);
        if (set & self.clues).len() == 1 {
            self.private[word] |= bit;
            self.used[word] |= bit;
        }
    }

    /// A place for one more set.
    fn push(&mut self) -> usize {
        let i = self.sets.len();
        if i.is_multiple_of(BITS) {
            let rows = self.of.iter_mut().chain([&mut self.private, &mut self.used]);
            rows.for_each(|row| row.push(0));
        }
        self.sets.push(CellSet::EMPTY);
        i
    }

    /// The place of a set that was not used for long, which is forgotten.
    fn forget(&mut self) -> usize {
        loop {
            let i = self.hand;
            self.hand = (i + 1) % self.sets.len();
            let (word, bit) = (i / BITS, 1 << (i % BITS));
            // What is in use now was so since the hand passed, and stays for a round.
            let was_used = self.used[word] & bit != 0;
            self.used[word] &= !bit;
            if !was_used {
                self.sets[i].iter().for_each(|cell| self.of[cell.get()][word] &= !bit);
                self.private[word] &= !bit;
                return i;
            }
        }
    }

    /// Changes to other valid clues.
    pub(super) fn change_to(&mut self, clues: CellSet<W>) {
        self.clues = clues;
        let mut twice = vec![0; self.private.len()];
        self.private.fill(0);
        for clue in clues {
            for ((of, once), twice) in self.of[clue.get()].iter().zip(&mut self.private).zip(&mut twice) {
                *twice |= *once & of;
                *once |= of;
            }
        }
        for ((once, twice), used) in self.private.iter_mut().zip(twice).zip(&mut self.used) {
            *once &= !twice;
            *used |= *once;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::rng;

    /// Compares with the sets themselves; returns how many are hit by one clue only, and how many clues are free.
    fn check(table: &Table<1>) -> (usize, usize) {
        let mut n_private = 0;
        for clue in table.clues {
            let without = table.clues - CellSet::only(clue);
            let private: Vec<CellSet<1>> = table.sets.iter().copied().filter(|set| !set.intersects(&without)).collect();
            let all = CellSet::first_n(40);
            let common = private.iter().fold(all - table.clues, |common, set| common & *set);
            assert_eq!(table.stand_ins(clue, all), common);
            assert_eq!(table.free().contains(clue), private.is_empty());
            n_private += private.len();
        }
        (n_private, table.free().len())
    }

    /// Walks for 1,000 steps, and returns the sums of what [`check`] says.
    fn checked_walk(table: &mut Table<1>) -> (usize, usize) {
        let mut rng = rng(1);
        let mut sums = (0, 0);
        for _ in 0..1_000 {
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
            let (n_private, n_free) = check(table);
            sums = (sums.0 + n_private, sums.1 + n_free);
        }
        sums
    }

    #[test]
    fn what_is_needed_stays_right_while_clues_and_sets_change() {
        let (n_private, n_free) = checked_walk(&mut Table::new(CellSet::first_n(40)));
        assert!(n_private > 1000 && n_free > 1000, "{n_private} {n_free}");
        // And so it does while sets are forgotten.
        let mut small = Table { max_sets: 100, ..Table::new(CellSet::first_n(40)) };
        let (n_private, n_free) = checked_walk(&mut small);
        assert!(n_private > 1000 && n_free > 1000, "{n_private} {n_free}");
        assert_eq!(small.sets.len(), 100);
    }

    #[test]
    fn what_a_single_clue_hits_is_kept() {
        let mut table = Table::<1> { max_sets: 100, ..Table::new(CellSet::first_n(64)) };
        let pair = |i: usize, j: usize| -> CellSet<1> { [Cell::new(i), Cell::new(j)].into_iter().collect() };
        let clues = CellSet::first_n(63);
        table.change_to(clues);
        table.learn(pair(0, 63));
        for i in 0..1_000 {
            table.learn(pair(1 + i % 7, 10 + i % 50));
            table.change_to(clues);
        }
        assert!(table.sets.len() == 100 && table.sets.contains(&pair(0, 63)));
        assert_eq!(table.stand_ins(Cell::new(0), CellSet::first_n(64)), CellSet::only(Cell::new(63)));
    }
}
