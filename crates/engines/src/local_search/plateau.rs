//! A walk among the smallest puzzles of a large problem.
//!
//! A step takes one clue out and puts another one in, so that the puzzle stays valid and as small as it is; after each,
//! the clues that are not needed any more leave. That finds all that exchanges of two clues for one find, for what is
//! left of one is part of a sidestep's puzzle, and it walks on where these find nothing. Both questions of a step are
//! mostly answered by the sets that are known: a clue leaves only if it is the only one in no set, and a cell can stand
//! in for a clue only if it is in all sets that this one alone hits. What was moved stays where it is for a while
//! (taboo). When the walk has found nothing for long, a few cells come in at once, and others must leave.

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Index, Rng, Stop};

use super::LocalSearchHost;
use super::table::Table;

/// Steps without a better puzzle before a few cells come in at once.
const PATIENCE: u32 = 100;
/// How many come in, at least and at most.
const KICK: (usize, usize) = (2, 5);
/// Clues beyond the best puzzle that the walk may go on from.
const SLACK: usize = 1;
/// Steps for which a clue that was taken out stays out; up to twice as many.
const OUT: u64 = 2;
/// Steps for which a clue that came in stays; up to that and `OUT`.
const IN: u64 = 1;

/// The walk. It goes on where it was left.
#[derive(Debug)]
pub(super) struct PlateauSearch<const W: usize> {
    /// The cells that can be clues.
    cells: CellSet<W>,
    table: Table<W>,
    /// The steps until which a cell is taboo.
    taboo: Vec<u64>,
    n_steps: u64,
    best: usize,
    /// Steps since the last better puzzle or the last kick.
    since: u32,
    n_questions: u64,
    kick: Option<Kick<W>>,
}

/// Cells that came in at once.
#[derive(Debug)]
struct Kick<const W: usize> {
    /// The clues before.
    from: CellSet<W>,
    cells: CellSet<W>,
}

impl<const W: usize> PlateauSearch<W> {
    /// Starts from all cells that can be clues, and some unavoidable sets.
    pub(super) fn new(cells: CellSet<W>, known: &[CellSet<W>]) -> Self {
        let mut table = Table::new(cells);
        known.iter().filter(|set| set.is_subset(&cells)).for_each(|set| table.learn(*set));
        let taboo = vec![0; cells.iter().last().map_or(0, |cell| cell.get() + 1)];
        Self { cells, table, taboo, n_steps: 0, best: usize::MAX, since: 0, n_questions: 0, kick: None }
    }

    /// Goes on from other valid clues.
    pub(super) fn go_to(&mut self, clues: CellSet<W>) {
        self.kick = None;
        self.table.change_to(clues);
    }

    /// Walks until about `n_questions` more have been asked, or the best puzzle has at most `enough` clues.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn run(
        &mut self,
        host: &mut dyn LocalSearchHost<W>,
        rng: &mut Rng,
        n_questions: u64,
        enough: usize,
    ) -> Result<(), Stop> {
        let end = self.n_questions + n_questions;
        loop {
            self.minimize(host, rng)?;
            self.choose_partition();
            self.since += 1;
            self.report(host);
            if self.best <= enough || self.n_questions >= end {
                return Ok(());
            }
            host.check_limits()?;
            if self.since > PATIENCE || !self.step(host, rng)? {
                self.kick(rng);
            }
        }
    }

    /// A set that the clues do not hit, away from `avoid` where it can be; `None` if they are valid.
    fn ask(
        &mut self,
        host: &mut dyn LocalSearchHost<W>,
        clues: CellSet<W>,
        avoid: CellSet<W>,
    ) -> Result<Option<CellSet<W>>, Stop> {
        self.n_questions += 1;
        let unhit = host.unhit_set(clues, avoid)?;
        if let Some(set) = unhit {
            self.table.learn(set);
        }
        Ok(unhit)
    }

    /// Takes clues out until each is needed; those of a kick last.
    fn minimize(&mut self, host: &mut dyn LocalSearchHost<W>, rng: &mut Rng) -> Result<(), Stop> {
        loop {
            let (free, new) = (self.table.free(), self.kick.as_ref().map_or(CellSet::EMPTY, |kick| kick.cells));
            let of = if (free - new).is_empty() { free } else { free - new };
            let Some(clue) = any_of(of, rng) else { return Ok(()) };
            let rest = self.table.clues() - CellSet::only(clue);
            if self.ask(host, rest, CellSet::EMPTY)?.is_none() {
                self.table.change_to(host.core(rest));
                self.report(host);
            }
        }
    }

    /// Tells a better puzzle; on a very large problem the first minimal one is long in coming.
    fn report(&mut self, host: &mut dyn LocalSearchHost<W>) {
        let clues = self.table.clues();
        if clues.len() < self.best {
            (self.best, self.since) = (clues.len(), 0);
            host.improve(clues);
        }
    }

    /// After a kick, goes on from here, or back if that has led too far away from the best.
    fn choose_partition(&mut self) {
        if let Some(kick) = self.kick.take() {
            if self.table.clues().len() > self.best.saturating_add(SLACK) {
                self.table.change_to(kick.from);
            } else {
                self.since = 0;
            }
        }
    }

    /// Another clue for some clue; false if there is none.
    fn step(&mut self, host: &mut dyn LocalSearchHost<W>, rng: &mut Rng) -> Result<bool, Stop> {
        self.n_steps += 1;
        let clues = self.table.clues();
        let movable: CellSet<W> = self.cells.iter().filter(|cell| self.may_move(*cell)).collect();
        let mut order: Vec<Cell> = (clues & movable).iter().collect();
        order.shuffle(rng);
        for clue in order {
            let rest = clues - CellSet::only(clue);
            let mut open = self.table.stand_ins(clue, movable);
            while let Some(cell) = any_of(open, rng) {
                let with = rest | CellSet::only(cell);
                if let Some(set) = self.ask(host, with, open)? {
                    open &= set;
                    continue;
                }
                self.table.change_to(host.core(with));
                self.taboo[clue.get()] = self.n_steps + OUT + rng.random_range(0..=OUT);
                self.taboo[cell.get()] = self.n_steps + IN + rng.random_range(0..=OUT);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn may_move(&self, cell: Cell) -> bool {
        self.taboo[cell.get()] <= self.n_steps
    }

    /// Some cells come in.
    fn kick(&mut self, rng: &mut Rng) {
        let from = self.table.clues();
        let mut cells = CellSet::EMPTY;
        for _ in 0..rng.random_range(KICK.0..=KICK.1) {
            let Some(cell) = any_of(self.cells - from - cells, rng) else { break };
            cells.insert(cell);
            self.taboo[cell.get()] = self.n_steps + OUT;
        }
        self.table.change_to(from | cells);
        self.kick = Some(Kick { from, cells });
    }
}

/// One of the cells, if there are any.
fn any_of<const W: usize>(cells: CellSet<W>, rng: &mut Rng) -> Option<Cell> {
    let n = cells.len();
    if n == 0 { None } else { cells.iter().nth(rng.random_range(0..n)) }
}
