//! A walk among the smallest puzzles of a problem.
//!
//! A step takes one clue out and puts another one in, so that the puzzle stays valid and as small as it is; after each,
//! the clues that are not needed any more leave. The step is the sidestep {-1+1} of lin-wu-2013, section 2.1. What an
//! exchange {-2+1} finds is part of some sidestep's puzzle, and the walk goes on where exchanges find nothing. Both
//! questions of a step are mostly answered by the sets that are known: a clue leaves only if it is the only one in no
//! set, and a cell can stand in for a clue only if it is in all sets that this one alone hits. What was moved stays
//! where it is for a while (taboo). When the walk has found nothing for long, a few cells come in at once, and others
//! must leave.

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Index, Rng, Stop, rng};

use super::table::Table;
use super::{HostReply, LARGE, LocalSearchHost};

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

/// The walk. It goes on where it was left, and is the same for the same seed.
#[derive(Debug)]
pub struct LocalSearch<const W: usize> {
    rng: Rng,
    /// The cells that can be clues.
    cells: CellSet<W>,
    table: Table<W>,
    /// The steps until which a cell is taboo.
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
    /// A walk with its own random choices, from `cells`, which are all that can be clues.
    #[must_use]
    pub fn new(cells: CellSet<W>, seed: u64) -> Self {
        let taboo = vec![0; cells.iter().last().map_or(0, |cell| cell.get() + 1)];
        let (table, rng) = (Table::new(cells), rng(seed));
        Self { rng, cells, table, taboo, n_steps: 0, best: usize::MAX, since: 0, kick: None, effort: 0 }
    }

    /// What the walk has cost so far, in the unit of its hosts.
    #[must_use]
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Walks for about as long as questions cost `effort`, or until the best puzzle has at most `enough` clues; every
    /// better one goes to the host. Sets out from the host's puzzle where that is better than all of the walk.
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
