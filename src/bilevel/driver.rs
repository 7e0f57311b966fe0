//! The branch and cut: our own tree over the leader's LP, with the follower's answers as lazy inequalities.
//!
//! Budgets rise: for K = lower bound, the tree over all clue sets of at most K clues is walked depth first; if it closes,
//! the lower bound is K + 1. A node branches on an unavoidable set that its clues do not hit, one child for each cell,
//! and a cell that was tried is 0 in the children after it. A node is closed by an exact bound (see `master`), by an unhit
//! set without a free cell, or by the follower. Each budget is split over a partition of the cells (see [`cases`]); the
//! caps of a case are rows of its LP, and so are the minima of the regions, which trees of the same kind prove first.

use std::time::Instant;

use crate::base::{Cell, CellSet, Index, Limits, Pace, Stop};
use crate::hitting::{Cap, Part, cases, cheapest, measured};
use crate::ilp::LpStatus;
use crate::problem::{ClueProblem, Counters, Minimum, Observer, Oracle, Verdict};
use crate::unavoidable::{Family, Shrunk, shrink};

use super::Options;
use super::master::{Bound, Floor, Master};
use super::separate::{Violated, violated};

/// Inequalities in the LP at first, the smallest ones.
const START_ROWS: usize = 60;
/// Rounds of separation at one node.
const ROUNDS: usize = 12;
/// A value counts as integral if it is so close to 0 or 1.
const INTEGRAL: f64 = 1e-6;
/// How often the oracle asks for limits, in guesses.
const PACE: u32 = 1024;
/// Nodes that the minimum of one region may cost; a smaller value found until then is used.
const REGION_NODES: u64 = 2000;
/// The LP's point is rounded once in so many nodes.
const ROUND_EVERY: u64 = 64;
/// Seconds between two lines of the log.
const LOG_EVERY: f64 = 5.0;

/// Why the tree was left before its end.
enum Halt<const W: usize> {
    Found(CellSet<W>),
    Limit(Stop),
    /// The nodes for a region minimum were spent.
    Spent,
}

/// The state of one run.
pub(super) struct Driver<'a, const W: usize, P: ClueProblem<W>> {
    problem: &'a P,
    oracle: P::Oracle,
    limits: &'a Limits,
    pace: Pace,
    observer: &'a mut dyn Observer<W>,
    /// Unavoidable sets, start ones by size, then learned ones.
    pool: Vec<CellSet<W>>,
    master: Master<W>,
    budget: usize,
    /// Only the known sets are to be hit; the follower is not asked.
    relaxed: bool,
    /// Give up once the search has visited so many nodes in all.
    until: u64,
    lower: usize,
    best: Option<CellSet<W>>,
    counters: Counters,
    started: Instant,
    logged: f64,
}

impl<'a, const W: usize, P: ClueProblem<W>> Driver<'a, W, P> {
    pub(super) fn new(
        problem: &'a P,
        start: &Family<W>,
        limits: &'a Limits,
        observer: &'a mut dyn Observer<W>,
    ) -> Self {
        let mut pool: Vec<CellSet<W>> = start.sets().iter().map(|set| set.cells).collect();
        pool.sort_by_key(|set| (set.len(), *set));
        Self {
            problem,
            oracle: problem.oracle(),
            limits,
            pace: limits.clone().without_nodes().pace(PACE),
            observer,
            pool,
            master: Master::new(problem.cells(), Vec::new(), Vec::new(), problem.cells().len()),
            relaxed: false,
            until: u64::MAX,
            budget: 0,
            lower: 0,
            best: Some(problem.cells()),
            counters: Counters::default(),
            started: Instant::now(),
            logged: f64::NEG_INFINITY,
        }
    }

    /// Closes the gap, or stops at a limit.
    pub(super) fn run(mut self, options: &Options) -> Minimum<W> {
        let stop = self.close(options).err();
        self.log("end", true);
        self.counters.n_sets = self.pool.len() as u64;
        Minimum { lower_bound: self.lower, clues: self.best, stop, counters: self.counters }
    }

    fn close(&mut self, options: &Options) -> Result<(), Stop> {
        self.observer.log(&|| LOG_HEAD.to_owned());
        self.root()?;
        let parts = if options.split {
            let problem = self.problem;
            let minimum = |region| self.region_minimum(region);
            cheapest(measured(problem.cells(), problem.partitions(), minimum)?).unwrap_or_default()
        } else {
            Vec::new()
        };
        self.log("regions", true);
        while self.best.is_none_or(|clues| clues.len() > self.lower) {
            self.budget = self.lower;
            match self.refute(&parts) {
                Ok(()) => self.raise(self.lower + 1),
                Err(Halt::Found(clues)) => self.improve(clues),
                Err(Halt::Limit(stop)) => return Err(stop),
                Err(Halt::Spent) => unreachable!("budgets have no number of nodes"),
            }
        }
        Ok(())
    }

    /// The root LP with all separation, a first lower bound; then a first puzzle by rounding.
    fn root(&mut self) -> Result<(), Stop> {
        self.begin(Vec::new(), Vec::new(), self.problem.cells().len());
        self.master.fix(CellSet::EMPTY, CellSet::EMPTY);
        loop {
            if let Some(stop) = self.limits.reached(self.counters.n_nodes) {
                return Err(stop);
            }
            let (status, bound) = self.solve();
            if bound.clues() > self.lower {
                self.raise(bound.clues());
            }
            let cuts = violated(&self.pool, self.master.y());
            if cuts.sets.is_empty() || status != LpStatus::Optimal {
                return self.round();
            }
            self.master.cut(&cuts);
        }
    }

    /// Walks all clue sets of at most `budget` cells, case by case.
    fn refute(&mut self, parts: &[Part<W>]) -> Result<(), Halt<W>> {
        let (all, k) = (self.problem.cells(), self.budget);
        if parts.is_empty() {
            self.begin(Vec::new(), Vec::new(), k);
            return self.node(CellSet::EMPTY, all, CellSet::EMPTY);
        }
        for caps in cases(parts, k) {
            let region = caps[0].region;
            let floors = parts.iter().map(|part| Floor { region: part.region, least: part.least }).collect();
            self.begin(caps, floors, k);
            self.node(CellSet::EMPTY, all, region)?;
        }
        Ok(())
    }

    /// The fewest cells that hit all known sets inside `region`, or a smaller number, by trees of the same kind over those
    /// sets alone; and the nodes that it took.
    fn region_minimum(&mut self, region: CellSet<W>) -> Result<(usize, u64), Stop> {
        let inside: Vec<CellSet<W>> = self.pool.iter().copied().filter(|set| set.is_subset(&region)).collect();
        let outside = std::mem::replace(&mut self.pool, inside);
        self.relaxed = true;
        self.until = self.counters.n_nodes + REGION_NODES;
        let before = self.counters.n_nodes;
        let mut least = 0;
        let found = loop {
            let cost = self.counters.n_nodes - before;
            self.budget = least;
            self.begin(Vec::new(), Vec::new(), least);
            match self.node(CellSet::EMPTY, region, CellSet::EMPTY) {
                Ok(()) => least += 1,
                Err(Halt::Found(_) | Halt::Spent) => break Ok((least, cost)),
                Err(Halt::Limit(stop)) => break Err(stop),
            }
        };
        self.relaxed = false;
        self.until = u64::MAX;
        self.pool = outside;
        found
    }

    /// A new LP with the smallest sets.
    fn begin(&mut self, caps: Vec<Cap<W>>, floors: Vec<Floor<W>>, budget: usize) {
        self.counters.n_lps += std::mem::take(&mut self.master.n_lps);
        self.master = Master::new(self.problem.cells(), caps, floors, budget);
        let first: Vec<CellSet<W>> = self.pool.iter().copied().take(START_ROWS).collect();
        self.master.add(&first);
    }

    fn solve(&mut self) -> (LpStatus, Bound<W>) {
        let solved = self.master.solve();
        self.counters.n_lps += std::mem::take(&mut self.master.n_lps);
        solved
    }

    /// One node of the tree: `chosen` are clues, only cells of `alive` can still become clues. Sets inside `region` are
    /// branched on first.
    fn node(&mut self, chosen: CellSet<W>, mut alive: CellSet<W>, region: CellSet<W>) -> Result<(), Halt<W>> {
        self.counters.n_nodes += 1;
        if let Some(stop) = self.limits.reached(self.counters.n_nodes - 1) {
            return Err(Halt::Limit(stop));
        }
        if self.counters.n_nodes > self.until {
            return Err(Halt::Spent);
        }
        self.log("", false);
        let left = self.budget - chosen.len();
        alive -= self.master.exhausted(chosen);
        let mut rounds = 0;
        let branch = loop {
            let Some(branch) = self.branching_set(chosen, alive, region) else {
                match self.follower(chosen)? {
                    Some(_) => continue,
                    None => return Err(Halt::Found(chosen)),
                }
            };
            if branch.is_empty() || left == 0 {
                return Ok(());
            }
            if left == 1 {
                return self.last(chosen, alive);
            }
            self.master.fix(chosen, self.problem.cells() - alive - chosen);
            let (status, bound) = self.solve();
            if bound.exceeds(self.budget) {
                return Ok(());
            }
            let dead = bound.fixed_out(alive, self.budget);
            if !dead.is_empty() {
                alive -= dead;
                continue;
            }
            if status != LpStatus::Optimal {
                break branch;
            }
            rounds += 1;
            if rounds > ROUNDS {
                break branch;
            }
            let cuts = violated(&self.pool, self.master.y());
            if !cuts.sets.is_empty() {
                self.master.cut(&cuts);
                continue;
            }
            match self.integral() {
                Some(point) if point.len() <= self.budget => match self.follower(point)? {
                    Some(set) => self.master.cut(&Violated { sets: vec![set] }),
                    None => return Err(Halt::Found(point)),
                },
                _ => break branch,
            }
        };
        if self.counters.n_nodes.is_multiple_of(ROUND_EVERY) && !self.relaxed {
            self.round().map_err(Halt::Limit)?;
            if let Some(clues) = self.best.filter(|clues| clues.len() <= self.budget) {
                return Err(Halt::Found(clues));
            }
        }
        let y: Vec<f64> = self.master.y().to_vec();
        let mut order: Vec<Cell> = branch.iter().collect();
        order.sort_by(|a, b| y[b.get()].total_cmp(&y[a.get()]));
        for cell in order {
            alive.remove(cell);
            self.node(chosen | CellSet::only(cell), alive, region)?;
        }
        Ok(())
    }

    /// The free cells of an unhit set with the fewest of them; `None` if every set of the pool is hit.
    fn branching_set(&self, chosen: CellSet<W>, alive: CellSet<W>, region: CellSet<W>) -> Option<CellSet<W>> {
        let unhit = self.pool.iter().filter(|set| !set.intersects(&chosen));
        unhit.map(|set| (!set.is_subset(&region), (*set & alive).len(), *set & alive)).min().map(|(_, _, free)| free)
    }

    /// One clue left: it must be in every unhit set.
    fn last(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> Result<(), Halt<W>> {
        let unhit = self.pool.iter().filter(|set| !set.intersects(&chosen));
        let mut common = unhit.fold(alive, |common, set| common & *set);
        while let Some(cell) = common.first() {
            common.remove(cell);
            let with = chosen | CellSet::only(cell);
            match self.follower(with)? {
                Some(set) => common &= set,
                None => return Err(Halt::Found(with)),
            }
        }
        Ok(())
    }

    /// The follower's answer to these clues: an unavoidable set that they do not hit, or `None` if there is no second
    /// solution. A new set joins the pool.
    fn follower(&mut self, clues: CellSet<W>) -> Result<Option<CellSet<W>>, Halt<W>> {
        if self.relaxed {
            return Ok(None);
        }
        self.ask(clues).map_err(Halt::Limit)
    }

    fn ask(&mut self, clues: CellSet<W>) -> Result<Option<CellSet<W>>, Stop> {
        self.counters.n_checks += 1;
        match self.oracle.second_solution(clues, &mut self.pace) {
            Verdict::Unique => Ok(None),
            Verdict::Second(witness) => {
                match shrink(self.problem, &mut self.oracle, witness, CellSet::EMPTY, &mut self.pace) {
                    Shrunk::Minimal(set) => {
                        self.counters.n_learned += 1;
                        self.pool.push(set.cells);
                        Ok(Some(set.cells))
                    }
                    Shrunk::Limit(_, stop) => Err(stop),
                }
            }
            Verdict::Limit(stop) => Err(stop),
        }
    }

    /// The LP's point, if it is integral.
    fn integral(&self) -> Option<CellSet<W>> {
        let mut point = CellSet::EMPTY;
        for c in self.problem.cells() {
            let y = self.master.y()[c.get()];
            if y > 1.0 - INTEGRAL {
                point.insert(c);
            } else if y > INTEGRAL {
                return None;
            }
        }
        Some(point)
    }

    /// A puzzle by rounding: the likeliest cell of each unhit set enters, then those that can leave do.
    fn round(&mut self) -> Result<(), Stop> {
        let y = self.master.y().to_vec();
        let value = |cell: &Cell| y[cell.get()];
        let mut clues = CellSet::EMPTY;
        loop {
            let known = self.pool.iter().copied().find(|set| !set.intersects(&clues));
            let unhit = match known {
                Some(set) => Some(set),
                None => self.ask(clues)?,
            };
            let Some(set) = unhit else { break };
            clues.insert(set.iter().max_by(|a, b| value(a).total_cmp(&value(b))).expect("a set has cells"));
        }
        let mut order: Vec<Cell> = clues.iter().collect();
        order.sort_by(|a, b| value(a).total_cmp(&value(b)));
        for cell in order {
            let without = clues - CellSet::only(cell);
            if self.pool.iter().all(|set| set.intersects(&without)) && self.ask(without)?.is_none() {
                clues = without;
            }
        }
        self.improve(clues);
        Ok(())
    }

    fn improve(&mut self, clues: CellSet<W>) {
        if self.best.is_none_or(|best| clues.len() < best.len()) {
            self.best = Some(clues);
            self.tell("puzzle");
        }
    }

    fn raise(&mut self, lower: usize) {
        self.lower = lower;
        self.tell("bound");
    }

    fn tell(&mut self, event: &str) {
        self.counters.n_sets = self.pool.len() as u64;
        self.observer.bounds(self.lower, self.best.as_ref(), &self.counters);
        self.log(event, true);
    }

    /// A line of the node log, at most once in a few seconds unless `now`.
    fn log(&mut self, event: &str, now: bool) {
        let seconds = self.started.elapsed().as_secs_f64();
        if !now && seconds - self.logged < LOG_EVERY {
            return;
        }
        self.logged = seconds;
        let upper = self.best.map(|clues| clues.len());
        let gap = upper.map(|upper| 100.0 * (upper - self.lower) as f64 / upper as f64);
        let (c, rows, lower, pool) = (self.counters, self.master.n_rows(), self.lower, self.pool.len());
        self.observer.log(&|| {
            let dash = || "-".to_owned();
            let upper = upper.map_or_else(dash, |u| u.to_string());
            let gap = gap.map_or_else(dash, |g| format!("{g:.1}%"));
            let (nodes, lps, checks) = (c.n_nodes, c.n_lps, c.n_checks);
            format!(
                "{nodes:>10} {lps:>10} {rows:>6} {pool:>7} {checks:>8} {lower:>6} {upper:>6} {gap:>7} {seconds:>9.1}  {event}"
            )
        });
        if !now {
            self.counters.n_sets = self.pool.len() as u64;
            self.observer.bounds(self.lower, self.best.as_ref(), &self.counters);
        }
    }
}

/// The head of the node log.
const LOG_HEAD: &str = "     nodes        LPs   rows    sets   checks  lower  upper     gap   seconds";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::problem::{Silent, Status, SudokuClues};
    use crate::sudoku::{Shape, all_grids, random_grid};
    use crate::unavoidable::{RegionKind, Regions, Source};

    fn shape(r: u8, c: u8) -> Shape {
        Shape::new(r, c).expect("a shape")
    }

    fn start<const W: usize>(problem: &SudokuClues<W>, max_digits: usize) -> Family<W> {
        let mut family = Family::new();
        let mut source = Regions::checker();
        source.kinds[0].0 = RegionKind::Digits(max_digits);
        source.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
        family
    }

    fn solve<const W: usize>(problem: &SudokuClues<W>, start: &Family<W>, limits: &Limits) -> Minimum<W> {
        let found = Driver::new(problem, start, limits, &mut Silent).run(&Options::default());
        if let Some(clues) = found.clues {
            let answer = problem.oracle().second_solution(clues, &mut Limits::none().pace(1));
            assert_eq!(answer, Verdict::Unique, "every incumbent is a valid puzzle");
        }
        found
    }

    #[test]
    fn every_four_by_four_grid_needs_four_clues() {
        for (i, grid) in all_grids::<1>(shape(2, 2), usize::MAX).into_iter().enumerate() {
            let problem = SudokuClues::<1>::new(grid);
            // With all inequalities from the start, and with none but the follower's.
            let family = if i % 2 == 0 { start(&problem, 4) } else { Family::new() };
            let found = solve(&problem, &family, &Limits::none());
            assert_eq!((found.status(), found.upper_bound()), (Status::Optimal, Some(4)));
        }
    }

    #[test]
    fn splitting_budgets_changes_no_minimum() {
        for seed in 1..=4 {
            for shape in [shape(2, 3), shape(3, 2)] {
                let problem = SudokuClues::<1>::new(random_grid::<1>(shape, &mut rng(seed)));
                let family = start(&problem, 2);
                let run = |split| {
                    Driver::new(&problem, &family, &Limits::none(), &mut Silent).run(&Options { split }).upper_bound()
                };
                assert_eq!(run(true), run(false), "seed {seed}, {shape}");
            }
        }
    }

    #[test]
    fn a_limit_leaves_bounds_that_hold() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(2)));
        let found = solve(&problem, &start(&problem, 3), &Limits::none().with_nodes(30));
        assert_eq!(found.status(), Status::Stopped(Stop::Nodes));
        assert!(found.lower_bound >= 10 && found.upper_bound().is_some_and(|upper| upper < 35));
        let nothing = solve(&problem, &Family::new(), &Limits::none().with_nodes(0));
        assert_eq!((nothing.lower_bound, nothing.upper_bound()), (0, Some(81)));
    }
}
