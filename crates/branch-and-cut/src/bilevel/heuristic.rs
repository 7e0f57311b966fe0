//! Puzzles for the upper bound: rounding of the LP's point, and two local searches.

use crate::base::{Cell, CellSet, Index, Stop, sort_by_size};
use minclue_engine::local_search::{HostReply, LocalSearch, LocalSearchHost, first_questions};

use super::branching::smallest_first;
use super::cover_search::CoverSearch;
use super::driver::Driver;
use super::options::{Heuristic, LP_SETS};

/// Nodes of the trees for which one more question of the local search for each cell is worth its time.
const NODES_PER_QUESTION: u64 = 40;
/// Questions for each cell at once, where one may take long.
const QUESTIONS_AT_ONCE: u64 = 4;
/// Nodes of the other search that count like one of the trees.
const LEAF_NODES_PER_NODE: u64 = 2000;
/// Questions to a follower that is an integer program, for covers: at first, and linear programs for each one more. Such
/// a program costs as much as some hundred of these, so that the share of the heuristic stays small.
const FIRST_PROGRAMS: u64 = 10;
const LPS_PER_PROGRAM: u64 = 1000;
/// Rounds of rounding and root LPs that make the first inequalities of a problem that comes without any.
const FIRST_ROUNDS: usize = 40;
/// A round is worth its questions while it raises the root bound by this many clues.
const MIN_RISE: f64 = 0.02;

impl<const W: usize> Driver<'_, W> {
    /// Takes the clues that somebody knows, once the oracle has found them valid; returns them then.
    pub(super) fn take_known(&mut self) -> Result<Option<CellSet<W>>, Stop> {
        let Some(clues) = self.hooks.incumbent.map(|clues| clues & self.problem.cells()) else { return Ok(None) };
        if self.ask(clues, CellSet::EMPTY)?.is_some() {
            return Ok(None);
        }
        self.improve_to(clues);
        Ok(Some(clues))
    }

    /// The first puzzles: from the root LP, from valid clues that are known, and from anywhere.
    pub(super) fn first_puzzles(&mut self) -> Result<(), Stop> {
        if self.learns_all() {
            return self.first_sets();
        }
        if self.options.heuristic >= Heuristic::Rounding {
            self.round()?;
        }
        self.search_locally()?;
        if self.options.heuristic == Heuristic::Covers {
            self.learn_smallest();
            self.root()?;
        }
        Ok(())
    }

    /// Takes the smallest inequalities that the search for covers came to, as many as linear programs make good use of.
    fn learn_smallest(&mut self) {
        let mut rows = self.cover_search.rows().to_vec();
        sort_by_size(&mut rows);
        for row in rows {
            if self.pool.len() >= LP_SETS {
                break;
            }
            self.pool.learn(row);
        }
    }

    /// The first puzzles of a problem that comes without inequalities, and the inequalities on the way to them.
    /// Questions with many clues are the easy ones, so a start of the local search, which goes down from all clues,
    /// comes before any rounding, which goes up from none.
    fn first_sets(&mut self) -> Result<(), Stop> {
        if self.options.heuristic >= Heuristic::Local {
            self.walk_puzzles(self.few_questions())?;
            self.root()?;
        }
        if self.options.heuristic >= Heuristic::Rounding {
            for _ in 0..FIRST_ROUNDS {
                let before = self.counters.root_bound;
                self.round()?;
                if self.is_closed() {
                    break;
                }
                self.root()?;
                if self.is_closed() || self.counters.root_bound < before + MIN_RISE {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Is a question the only way to a set, since there are none from the start?
    pub(super) fn learns_all(&self) -> bool {
        self.n_start == 0
    }

    /// Does the pool keep what the local search learns? Where sets are there from the start, they are the smallest
    /// ones, and the trees are faster without what is learned on the way to a puzzle. But a program is too dear for its
    /// answer to be thrown away.
    fn keeps_all(&self) -> bool {
        self.learns_all() || self.options.by_program
    }

    /// May the follower be asked about one more cover?
    fn may_ask_of_covers(&self) -> bool {
        !self.options.by_program || self.n_cover_checks < FIRST_PROGRAMS + self.counters.n_lps / LPS_PER_PROGRAM
    }

    /// Searches again once the trees have grown.
    pub(super) fn improve_again(&mut self) -> Result<(), Stop> {
        let is_due = match self.options.heuristic {
            Heuristic::None | Heuristic::Rounding => false,
            Heuristic::Covers if !(self.cover_search.is_due(self.counters.n_lps) && self.may_ask_of_covers()) => false,
            _ if self.learns_all() => {
                // A question of a general problem costs about as much as an LP, or more: half of the work is for
                // puzzles.
                let others = self.counters.n_checks - self.n_local_checks + self.counters.n_lps + self.leaf_work();
                self.n_local_checks <= others
            }
            Heuristic::Covers => true,
            Heuristic::Local => self.questions_due() > 0,
        };
        if is_due { self.search_locally() } else { Ok(()) }
    }

    /// The nodes of the other search, in those of the trees.
    fn leaf_work(&self) -> u64 {
        self.counters.n_leaf_nodes / LEAF_NODES_PER_NODE
    }

    /// The questions of the local search that the trees are worth by now, beyond those that were asked.
    fn questions_due(&self) -> u64 {
        let work = self.counters.n_nodes + self.leaf_work();
        let for_each = first_questions(self.oracle.is_quick()) + work / NODES_PER_QUESTION;
        (for_each * self.problem.cells().len() as u64).saturating_sub(self.local_search.effort())
    }

    /// The local search of the options, if they have one.
    fn search_locally(&mut self) -> Result<(), Stop> {
        match self.options.heuristic {
            Heuristic::None | Heuristic::Rounding => Ok(()),
            Heuristic::Covers => self.search_covers(),
            Heuristic::Local if self.learns_all() => self.walk_puzzles(self.few_questions()),
            Heuristic::Local => self.walk_puzzles(self.questions_due()),
        }
    }

    /// Covers of the inequalities, one cell smaller than the best puzzle: the follower finds a puzzle among them, or an
    /// inequality that each of them violates.
    fn search_covers(&mut self) -> Result<(), Stop> {
        self.improve_by(|driver, enough| {
            let mut search = std::mem::replace(&mut driver.cover_search, CoverSearch::new(CellSet::EMPTY, 0));
            let end = driver.puzzles_among_covers(&mut search, enough);
            driver.cover_search = search;
            end
        })
    }

    fn puzzles_among_covers(&mut self, search: &mut CoverSearch<W>, enough: usize) -> Result<(), Stop> {
        self.pool.sets().iter().for_each(|row| search.learn(*row));
        while search.is_due(self.counters.n_lps) && self.may_ask_of_covers() {
            // Where a question is dear, only the puzzle that would end the run is worth one.
            let size = match self.best {
                _ if self.options.by_program => enough.min(self.problem.cells().len()),
                best => best.map_or(self.problem.cells().len(), |best| best.len()).saturating_sub(1),
            };
            if size < enough || self.is_closed() {
                return Ok(());
            }
            self.check_limits()?;
            let Some(cover) = search.cover(size) else { continue };
            self.n_cover_checks += 1;
            match self.ask_briefly(cover, CellSet::EMPTY)? {
                HostReply::Open => return Ok(()),
                HostReply::Unhit(set) => search.learn(set),
                HostReply::Valid => self.improve_to(LocalSearchHost::core(self, cover)),
            }
            if self.learns_all() {
                // A question may be slow, so it is one at a time.
                return Ok(());
            }
        }
        Ok(())
    }

    /// As many as are asked at once where one may take long.
    fn few_questions(&self) -> u64 {
        QUESTIONS_AT_ONCE * self.problem.cells().len() as u64
    }

    /// Walks from puzzle to puzzle for as long as about `n_questions` take.
    fn walk_puzzles(&mut self, n_questions: u64) -> Result<(), Stop> {
        self.improve_by(|driver, enough| {
            let none = LocalSearch::new(CellSet::EMPTY, 0);
            let mut local_search = std::mem::replace(&mut driver.local_search, none);
            let end = local_search.run(driver, n_questions, enough);
            driver.local_search = local_search;
            end
        })
    }

    /// Runs a local search for puzzles of `enough` clues.
    fn improve_by(&mut self, search: impl FnOnce(&mut Self, usize) -> Result<(), Stop>) -> Result<(), Stop> {
        let enough = self.question.at_most().unwrap_or(0).max(self.lower);
        let (n_sets, n_asked) = (self.pool.len(), self.counters.n_checks);
        let end = search(self, enough);
        self.n_local_checks += self.counters.n_checks - n_asked;
        if !self.keeps_all() {
            self.pool.truncate(n_sets);
        }
        end
    }

    /// A puzzle by rounding: the likeliest cell of each unhit set enters, then those that can leave do. There
    /// is none where a question stays open.
    fn round(&mut self) -> Result<(), Stop> {
        let y = self.master.y().to_vec();
        let value = |cell: &Cell| y[cell.get()];
        let mut clues = CellSet::EMPTY;
        loop {
            let known = self.pool.sets().iter().copied().find(|set| !set.intersects(&clues));
            let unhit = match known {
                Some(set) => Some(set),
                None => match self.ask_briefly(clues, CellSet::EMPTY)? {
                    HostReply::Open => return Ok(()),
                    HostReply::Unhit(set) => Some(set),
                    HostReply::Valid => None,
                },
            };
            let Some(likeliest) = unhit.and_then(|set| set.iter().max_by(|a, b| value(a).total_cmp(&value(b)))) else {
                break;
            };
            clues.insert(likeliest);
        }
        let mut order: Vec<Cell> = clues.iter().collect();
        smallest_first(&mut order, &y);
        for cell in order {
            let without = clues - CellSet::only(cell);
            if self.is_valid_briefly(without)? {
                clues = without;
            }
        }
        self.improve_to(clues);
        Ok(())
    }

    /// Are these clues enough? Where a question may take for ever, one that stays open counts as a no: the puzzle is
    /// then not found, and nothing is wrong.
    fn is_valid_briefly(&mut self, clues: CellSet<W>) -> Result<bool, Stop> {
        Ok(self.pool.is_hit_by(clues) && self.ask_briefly(clues, CellSet::EMPTY)? == HostReply::Valid)
    }
}

impl<const W: usize> LocalSearchHost<W> for Driver<'_, W> {
    fn ask(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<HostReply<W>, Stop> {
        self.ask_briefly(clues, avoid)
    }

    fn core(&self, clues: CellSet<W>) -> CellSet<W> {
        self.core().map_or(clues, |core| core & clues)
    }

    fn known(&self) -> &[CellSet<W>] {
        self.pool.sets()
    }

    fn effort(&self) -> u64 {
        self.counters.n_checks
    }

    fn check_limits(&self) -> Result<(), Stop> {
        Driver::check_limits(self)
    }

    fn best(&self) -> Option<CellSet<W>> {
        self.best
    }

    fn improve(&mut self, clues: CellSet<W>) {
        self.improve_to(clues);
    }
}
