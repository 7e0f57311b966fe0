//! Small covers of the inequalities, as candidates for puzzles: a local search whose rows gain weight while they are
//! not hit (row weighting, a usual heuristic for set covering).
//!
//! It only uses the leader's rows. The follower decides whether a cover is a puzzle; if not, it returns a new row. So
//! the search shares nothing with `local_search`, which walks from puzzle to puzzle, and an independent branch and cut
//! uses it.

use rand::Rng as _;

use crate::base::{Cell, CellSet, Index, Rng, rng};
use crate::hitting::Pool;

/// Exchanges in a run.
const EXCHANGES: u64 = 1000;
/// Work that a search may do at first, in hits that it counts, and for each linear program that was solved.
const FIRST_WORK: u64 = 200_000_000;
const WORK_PER_LP: u64 = 20_000;
/// The fixed cost of an exchange.
const WORK_PER_EXCHANGE: u64 = 500;

/// A walk among sets of cells of one size. It goes on where it was left.
#[derive(Debug)]
pub(super) struct CoverSearch<const W: usize> {
    cells: CellSet<W>,
    /// Each row calls for one of its cells.
    rows: Pool<W>,
    /// By row: how many of its cells are chosen, and what it weighs.
    n_hits: Vec<u16>,
    weights: Vec<u64>,
    /// The rows that no chosen cell hits, and by row its place there.
    unhit: Vec<usize>,
    places: Vec<usize>,
    /// By cell: its rows; the weight of those that would be lost without it if it is chosen, and else of those that it
    /// would gain; the step in which it last came or went.
    of: Vec<Vec<usize>>,
    scores: Vec<u64>,
    changed: Vec<u64>,
    chosen: CellSet<W>,
    n_steps: u64,
    /// The cost so far.
    work: u64,
    rng: Rng,
}

impl<const W: usize> CoverSearch<W> {
    /// No rows and no cells yet.
    pub(super) fn new(cells: CellSet<W>, seed: u64) -> Self {
        let n_cells = cells.iter().last().map_or(0, |cell| cell.get() + 1);
        Self {
            cells,
            rows: Pool::new(cells, std::iter::empty()),
            n_hits: Vec::new(),
            weights: Vec::new(),
            unhit: Vec::new(),
            places: Vec::new(),
            of: vec![Vec::new(); n_cells],
            scores: vec![0; n_cells],
            changed: vec![0; n_cells],
            chosen: CellSet::EMPTY,
            n_steps: 0,
            work: 0,
            rng: rng(seed),
        }
    }

    /// Takes a row, unless it has it.
    pub(super) fn learn(&mut self, row: CellSet<W>) {
        if !self.rows.learn(row) {
            return;
        }
        let i = self.n_hits.len();
        row.iter().for_each(|cell| self.of[cell.get()].push(i));
        self.n_hits.push((row & self.chosen).len() as u16);
        self.weights.push(1);
        self.places.push(0);
        if self.n_hits[i] == 0 {
            self.lose(i);
        } else if let Some(only) = (row & self.chosen).single() {
            self.scores[only.get()] += 1;
        }
    }

    /// Is another run worth its time, after this number of linear programs?
    pub(super) fn is_due(&self, n_lps: u64) -> bool {
        self.work < FIRST_WORK + n_lps * WORK_PER_LP
    }

    /// The rows that it knows.
    pub(super) fn rows(&self) -> &[CellSet<W>] {
        self.rows.sets()
    }

    /// Walks for some exchanges to `size` cells that hit every row; `None` if it has not come to any.
    pub(super) fn cover(&mut self, size: usize) -> Option<CellSet<W>> {
        let last_step = self.n_steps + EXCHANGES;
        while self.chosen.len() > size {
            let cell = self.cheapest()?;
            self.remove(cell);
        }
        while self.chosen.len() < size {
            let cell = self.best_of(self.cells - self.chosen)?;
            self.insert(cell);
        }
        while !self.unhit.is_empty() {
            if self.n_steps >= last_step {
                return None;
            }
            self.exchange()?;
        }
        Some(self.chosen)
    }

    /// One cell for another one, which hits some row that was not hit; rows that still are not become heavier.
    fn exchange(&mut self) -> Option<()> {
        self.n_steps += 1;
        self.work += WORK_PER_EXCHANGE;
        let cell = self.cheapest()?;
        self.remove(cell);
        let row = self.rows.sets()[self.unhit[self.rng.random_range(0..self.unhit.len())]];
        let open = row - CellSet::only(cell);
        let cell = self.best_of(if open.is_empty() { row } else { open })?;
        self.insert(cell);
        for k in 0..self.unhit.len() {
            let i = self.unhit[k];
            self.weights[i] += 1;
            self.rows.sets()[i].iter().for_each(|cell| self.scores[cell.get()] += 1);
        }
        Some(())
    }

    /// The chosen cell whose rows weigh least, and that came first. The cell added last is kept, unless it is the only
    /// one.
    fn cheapest(&self) -> Option<Cell> {
        let key = |cell: &Cell| (self.scores[cell.get()], self.changed[cell.get()]);
        let has_just_come = |cell: &Cell| self.n_steps > 1 && self.changed[cell.get()] + 1 == self.n_steps;
        let others = self.chosen.iter().filter(|cell| !has_just_come(cell)).min_by_key(key);
        others.or_else(|| self.chosen.first())
    }

    /// The cell whose rows weigh most, and that has been away for longest.
    fn best_of(&self, cells: CellSet<W>) -> Option<Cell> {
        cells.iter().max_by_key(|cell| (self.scores[cell.get()], u64::MAX - self.changed[cell.get()]))
    }

    fn insert(&mut self, cell: Cell) {
        let mut gained = 0;
        self.work += self.of[cell.get()].len() as u64;
        for k in 0..self.of[cell.get()].len() {
            let i = self.of[cell.get()][k];
            match self.n_hits[i] {
                0 => {
                    gained += self.weights[i];
                    self.find(i);
                }
                1 => {
                    if let Some(other) = (self.rows.sets()[i] & self.chosen).first() {
                        self.scores[other.get()] -= self.weights[i];
                    }
                }
                _ => {}
            }
            self.n_hits[i] += 1;
        }
        self.chosen.insert(cell);
        self.scores[cell.get()] = gained;
        self.changed[cell.get()] = self.n_steps;
    }

    fn remove(&mut self, cell: Cell) {
        self.chosen.remove(cell);
        self.scores[cell.get()] = 0;
        self.work += self.of[cell.get()].len() as u64;
        for k in 0..self.of[cell.get()].len() {
            let i = self.of[cell.get()][k];
            self.n_hits[i] -= 1;
            match self.n_hits[i] {
                0 => self.lose(i),
                1 => {
                    if let Some(other) = (self.rows.sets()[i] & self.chosen).first() {
                        self.scores[other.get()] += self.weights[i];
                    }
                }
                _ => {}
            }
        }
        self.changed[cell.get()] = self.n_steps;
    }

    /// No chosen cell hits a row any more: each of its cells would.
    fn lose(&mut self, row: usize) {
        self.places[row] = self.unhit.len();
        self.unhit.push(row);
        self.rows.sets()[row].iter().for_each(|cell| self.scores[cell.get()] += self.weights[row]);
    }

    /// A cell that is about to be chosen hits a row.
    fn find(&mut self, row: usize) {
        let place = self.places[row];
        self.unhit.swap_remove(place);
        if let Some(&moved) = self.unhit.get(place) {
            self.places[moved] = place;
        }
        self.rows.sets()[row].iter().for_each(|cell| self.scores[cell.get()] -= self.weights[row]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hitting::reference;

    /// All that is counted, from the rows themselves.
    fn check(search: &CoverSearch<1>) {
        let rows = search.rows.sets();
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(search.n_hits[i] as usize, (*row & search.chosen).len());
            let n_listed = search.unhit.iter().filter(|&&k| k == i).count();
            assert_eq!(n_listed, usize::from(!row.intersects(&search.chosen)));
        }
        for cell in search.cells {
            let others = search.chosen - CellSet::only(cell);
            let counts = |row: &CellSet<1>| row.contains(cell) && !row.intersects(&others);
            let weights = rows.iter().zip(&search.weights).filter(|(row, _)| counts(row)).map(|(_, weight)| weight);
            assert_eq!(search.scores[cell.get()], weights.sum::<u64>(), "{cell:?}");
        }
    }

    #[test]
    fn it_comes_to_minimum_covers_and_counts_right_all_the_while() {
        let mut rng = rng(1);
        let (mut n_walks, cells) = (0, CellSet::<1>::first_n(30));
        for n_rows in (10..60).step_by(5) {
            let mut search = CoverSearch::new(cells, n_rows);
            let mut known: Vec<CellSet<1>> = Vec::new();
            for _ in 0..n_rows {
                let n = rng.random_range(2..7);
                known.push((0..n).map(|_| Cell::new(rng.random_range(0..30))).collect());
                search.learn(known[known.len() - 1]);
                let minimum = reference::minimum(&known).expect("no row is empty").len();
                let cover = (0..20).find_map(|_| search.cover(minimum)).expect("a cover that exists is found");
                assert!(cover.len() == minimum && known.iter().all(|row| row.intersects(&cover)));
                check(&search);
                n_walks += usize::from(search.n_steps > 100);
                // There is none that is smaller, and the walk for it leaves all counts as they should be.
                assert_eq!(search.cover(minimum - 1), None);
                check(&search);
            }
        }
        assert!(n_walks > 100, "{n_walks}");
    }

    #[test]
    fn without_rows_or_cells_nothing_goes_wrong() {
        let mut search = CoverSearch::<1>::new(CellSet::first_n(5), 1);
        assert_eq!(search.cover(0), Some(CellSet::EMPTY));
        assert_eq!(search.cover(5), Some(CellSet::first_n(5)));
        assert_eq!(search.cover(6), None);
        search.learn(CellSet::only(Cell::new(3)));
        assert_eq!(search.cover(0), None);
        assert_eq!(search.cover(1), Some(CellSet::only(Cell::new(3))));
        assert!(search.is_due(1));
    }
}
