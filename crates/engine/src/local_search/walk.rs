//! A walk among the smallest puzzles of a problem.
//!
//! A step replaces one clue so that the puzzle stays valid and keeps its size, then removes the clues that are no
//! longer needed. The step is the sidestep {-1+1} of lin-wu-2013, section 2.1. Every puzzle that an exchange {-2+1}
//! finds is contained in the puzzle of some sidestep, and the walk continues even if no such exchange exists. The known
//! sets answer most of both questions of a step: a clue can be removed only if every set contains another clue, and a
//! cell can replace a clue only if it is in all sets that this clue alone hits. A moved cell stays in place for a while
//! (taboo). After many steps without improvement, the walk adds a few cells at once and removes others.

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Index, Rng, Stop, rng};

use super::table::Table;
use super::{HostReply, LARGE, LocalSearchHost};

/// Steps without a better puzzle before a few cells come in at once.
const PATIENCE: u32 = 100;
/// The least and the greatest number of cells added at once.
const KICK: (usize, usize) = (2, 5);
/// Clues beyond the best puzzle that the walk may go on from.
const SLACK: usize = 1;
/// Steps for which a clue that was taken out stays out; up to twice as many.
const OUT: u64 = 2;
/// Steps for which a clue that came in stays; up to that and `OUT`.
const IN: u64 = 1;

/// The walk. Each run continues where the last one ended; the same seed gives the same walk.
#[derive(Debug)]
pub struct LocalSearch<const W: usize> {
    rng: Rng,
    /// The cells that may be clues.
    cells: CellSet<W>,
    table: Table<W>,
    /// For each cell, the step until which it is taboo.
    taboo: Vec<u64>,
    n_steps: u64,
    best: usize,
    /// Steps since the last better puzzle or the last kick.
    since: u32,
    kick: Option<Kick<W>>,
    effort: u64,
}

/// Cells that came in at once.
#[derive(Debug)]
struct Kick<const W: usize> {
    from: CellSet<W>,
    cells: CellSet<W>,
}

impl<const W: usize> LocalSearch<W> {
    /// Creates a walk with its own random choices; `cells` are the only cells that may be clues.
    #[must_use]
    pub fn new(cells: CellSet<W>, seed: u64) -> Self {
        let taboo = vec![0; cells.iter().last().map_or(0, |cell| cell.get() + 1)];
        let (table, rng) = (Table::new(cells), rng(seed));
        Self { rng, cells, table, taboo, n_steps: 0, best: usize::MAX, since: 0, kick: None, effort: 0 }
    }

    /// The cost of the walk so far, in the unit of its hosts.
    #[must_use]
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Walks until its queries have cost about `effort`, or until the best puzzle has at most `enough` clues, and
    /// passes every better puzzle to the host. Starts from the host's puzzle if that is better than all puzzles of the
    /// walk.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn run(&mut self, host: &mut dyn LocalSearchHost<W>, effort: u64, enough: usize) -> Result<(), Stop> {
        if self.best == usize::MAX {
            host.known().iter().filter(|set| set.is_subset(&self.cells)).for_each(|set| self.table.learn(*set));
        }
        if let Some(known) = host.best().filter(|known| known.len() < self.best.min(self.cells.len())) {
            (self.best, self.since, self.kick) = (known.len(), 0, None);
            self.table.change_to(known);
        }
        let end = self.effort + effort;
        let mut before = host.effort();
        loop {
            self.minimize(host)?;
            self.settle();
            self.since += 1;
            self.report(host);
            // Each cell is needed, so there is nowhere to go.
            if self.table.clues() == self.cells && self.table.free().is_empty() {
                self.effort = end;
                return Ok(());
            }
            // A round without a question is not for nothing either.
            let now = host.effort();
            self.effort += (now - before).max(1);
            before = now;
            if self.best <= enough || self.effort >= end {
                return Ok(());
            }
            host.check_limits()?;
            if self.since > PATIENCE || !self.step(host)? {
                self.kick();
            }
        }
    }

    /// Are these clues valid? If not, the set that they do not hit is away from `avoid` where it can be.
    fn ask(
        &mut self,
        host: &mut dyn LocalSearchHost<W>,
        clues: CellSet<W>,
        avoid: CellSet<W>,
    ) -> Result<HostReply<W>, Stop> {
        let reply = host.ask(clues, avoid)?;
        if let HostReply::Unhit(set) = reply {
            self.table.learn(set);
        }
        Ok(reply)
    }

    /// Takes clues out until each is needed; those of a kick last.
    fn minimize(&mut self, host: &mut dyn LocalSearchHost<W>) -> Result<(), Stop> {
        // Nobody can say of these.
        let mut open = CellSet::EMPTY;
        loop {
            let free = self.table.free() - open;
            let new = self.kick.as_ref().map_or(CellSet::EMPTY, |kick| kick.cells);
            let of = if (free - new).is_empty() { free } else { free - new };
            let Some(clue) = any_of(of, &mut self.rng) else { return Ok(()) };
            host.check_limits()?;
            let rest = self.table.clues() - CellSet::only(clue);
            match self.ask(host, rest, CellSet::EMPTY)? {
                HostReply::Unhit(_) => {}
                HostReply::Open => open.insert(clue),
                HostReply::Valid => {
                    self.table.change_to(host.core(rest));
                    if self.cells.len() > LARGE {
                        // The first minimal puzzle is long in coming.
                        self.report(host);
                    }
                }
            }
        }
    }

    /// Passes on a better puzzle.
    fn report(&mut self, host: &mut dyn LocalSearchHost<W>) {
        let clues = self.table.clues();
        if clues.len() < self.best {
            (self.best, self.since) = (clues.len(), 0);
            host.improve(clues);
        }
    }

    /// After a kick, goes on from here, or back if that has led too far away from the best.
    fn settle(&mut self) {
        if let Some(kick) = self.kick.take() {
            if self.table.clues().len() > self.best.saturating_add(SLACK) {
                self.table.change_to(kick.from);
            } else {
                self.since = 0;
            }
        }
    }

    /// Another clue for some clue; false if there is none.
    fn step(&mut self, host: &mut dyn LocalSearchHost<W>) -> Result<bool, Stop> {
        self.n_steps += 1;
        let clues = self.table.clues();
        let movable: CellSet<W> = self.cells.iter().filter(|cell| self.may_move(*cell)).collect();
        let mut order: Vec<Cell> = (clues & movable).iter().collect();
        order.shuffle(&mut self.rng);
        for clue in order {
            let rest = clues - CellSet::only(clue);
            let mut open = self.table.stand_ins(clue, movable);
            while let Some(cell) = any_of(open, &mut self.rng) {
                let with = rest | CellSet::only(cell);
                match self.ask(host, with, open)? {
                    HostReply::Unhit(set) => open &= set,
                    HostReply::Open => open.remove(cell),
                    HostReply::Valid => {
                        self.table.change_to(host.core(with));
                        self.taboo[clue.get()] = self.n_steps + OUT + self.rng.random_range(0..=OUT);
                        self.taboo[cell.get()] = self.n_steps + IN + self.rng.random_range(0..=OUT);
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn may_move(&self, cell: Cell) -> bool {
        self.taboo[cell.get()] <= self.n_steps
    }

    /// Some cells come in.
    fn kick(&mut self) {
        let from = self.table.clues();
        let mut cells = CellSet::EMPTY;
        for _ in 0..self.rng.random_range(KICK.0..=KICK.1) {
            let Some(cell) = any_of(self.cells - from - cells, &mut self.rng) else { break };
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
