//! The branch and cut: trees over the leader's LP, with the follower's answers as lazy inequalities.
//!
//! A budget K is refuted by a tree over all clue sets of at most K clues (see `tree`); if it closes, the lower bound is
//! K + 1. Each budget is split over a partition of the cells (see [`cases`]); the caps of a case are rows of its LP,
//! and the minima of regions are rows as well (see `regions`).

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::base::{CellSet, Group, Index, Limits, Pace, Rng, Stop, rng};
use crate::hitting::{AtMost, Part, Pool, ProvedCase, cases, keeping, proved_cases};
use crate::ilp::{LpStatus, NodeLps};
use crate::open::Open;
use crate::problem::{ClueProblem, Counters, Minimum, NodeLog, Observer, Oracle};
use crate::unavoidable::unhit_set;
use minclue_engine::Question;
use minclue_engine::local_search::{HostReply, LocalSearch};

use super::cover_search::CoverSearch;
use super::dual_bound::Bound;
use super::even_cases::even_cases;
use super::master::Master;
use super::options::{BilevelOptions, Budgets};
use super::recorder::Recorder;
use super::rows::{Row, RowKind};
use super::separate::{violated, violated_rows};
use super::tree::Node;
use super::zero_half::zero_half;
use super::{Hooks, RegionRows};

/// Inequalities in the LP at first, the smallest ones.
const START_ROWS: usize = 40;
/// Rounds of separation at the root.
const ROOT_ROUNDS: usize = 200;
/// Rounds of zero-half rows at the root.
const ZERO_HALF_ROUNDS: usize = 10;
/// How often the oracle asks for limits, in guesses.
const PACE: u32 = 1024;
/// Guesses that a question on the way to a puzzle is worth.
const SHORT_QUESTION: u64 = 20_000;
/// Seconds between two lines of the log.
const LOG_EVERY: f64 = 5.0;

/// Why a tree search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupted<const W: usize> {
    Found(CellSet<W>),
    Limit(Stop),
}

/// One case of a budget.
#[derive(Clone, Debug)]
pub(super) struct Case<const W: usize> {
    pub(super) caps: Vec<AtMost<W>>,
    pub(super) open: Vec<Node<W>>,
}

/// The state of one run.
pub(super) struct Driver<'a, const W: usize> {
    pub(super) problem: &'a dyn ClueProblem<W>,
    pub(super) oracle: Box<dyn Oracle<W> + 'a>,
    pub(super) lps: &'a dyn NodeLps,
    pub(super) limits: &'a Limits,
    pace: Pace,
    /// For questions that may stay open.
    short_pace: Pace,
    pub(super) options: BilevelOptions,
    pub(super) question: Question,
    pub(super) hooks: Hooks<'a, W>,
    observer: &'a mut dyn Observer<W>,
    /// Unavoidable sets, start ones by size, then learned ones.
    pub(super) pool: Pool<W>,
    pub(super) n_start: usize,
    /// The sets of the pool that the clues of the node do not hit; all of them at the root.
    pub(super) unhit: Vec<CellSet<W>>,
    /// Rows of other kinds.
    pub(super) rows: Vec<Row<W>>,
    pub(super) master: Master<W>,
    /// The number of clues that is to be refuted.
    pub(super) budget: usize,
    /// The tree that is walked, and the cases after it.
    pub(super) open: Open<Node<W>>,
    pub(super) later: VecDeque<Case<W>>,
    pub(super) lower: usize,
    pub(super) best: Option<CellSet<W>>,
    pub(super) counters: Counters,
    pub(super) local_search: LocalSearch<W>,
    pub(super) cover_search: CoverSearch<W>,
    pub(super) n_local_checks: u64,
    /// Those of them about covers.
    pub(super) n_cover_checks: u64,
    rng: Rng,
    /// From this many clues on, subtrees are handed over.
    pub(super) leaf_from: usize,
    /// Of a task among others: the first one that ended its round, and the number of this one.
    pub(super) useful: Option<(&'a AtomicUsize, usize)>,
    pub(super) recorder: Option<Recorder<'a, W>>,
    started: Instant,
    logged: f64,
}

impl<'a, const W: usize> Driver<'a, W> {
    pub(super) fn new(
        problem: &'a dyn ClueProblem<W>,
        lps: &'a dyn NodeLps,
        start: impl Iterator<Item = CellSet<W>>,
        options: &BilevelOptions,
        hooks: Hooks<'a, W>,
        limits: &'a Limits,
        observer: &'a mut dyn Observer<W>,
    ) -> Self {
        let pool = Pool::new(problem.cells(), start);
        let patient = limits.clone().without_nodes();
        // With sets from the start, the oracle is a fast one.
        let brief = if pool.is_empty() { patient.clone().with_nodes(SHORT_QUESTION) } else { patient.clone() };
        Self {
            problem,
            oracle: problem.oracle(),
            lps,
            limits,
            pace: patient.pace(PACE),
            short_pace: brief.pace(PACE),
            options: *options,
            question: Question::Minimum,
            hooks,
            observer,
            n_start: pool.len(),
            pool,
            unhit: Vec::new(),
            rows: Vec::new(),
            master: Master::new(lps, problem.cells(), &[]),
            budget: 0,
            open: Open::new(options.order, Vec::new()),
            later: VecDeque::new(),
            lower: 0,
            best: Some(problem.cells()),
            counters: Counters::default(),
            local_search: LocalSearch::new(problem.cells(), options.seed),
            cover_search: CoverSearch::new(problem.cells(), options.seed),
            n_local_checks: 0,
            n_cover_checks: 0,
            rng: rng(options.seed),
            leaf_from: 0,
            useful: None,
            recorder: None,
            started: Instant::now(),
            logged: f64::NEG_INFINITY,
        }
    }

    /// The same with another question.
    pub(super) fn asking(self, question: Question) -> Self {
        Self { question, ..self }
    }

    /// The same with a recorder, which is asked for depth first trees of rising budgets.
    pub(super) fn with_recorder(self, recorder: Recorder<'a, W>) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// Closes the gap, or stops at a limit.
    pub(super) fn run(self) -> Minimum<W> {
        self.run_recorded().0
    }

    /// The same; the recorder comes with the answer.
    pub(super) fn run_recorded(mut self) -> (Minimum<W>, Option<Recorder<'a, W>>) {
        let found = self.finish();
        (found, self.recorder)
    }

    /// The same; the sets that were learned come with the answer.
    pub(super) fn run_learning(mut self) -> (Minimum<W>, Vec<CellSet<W>>) {
        let found = self.finish();
        (found, self.pool.after(self.n_start).to_vec())
    }

    fn finish(&mut self) -> Minimum<W> {
        let stop = self.close().err();
        self.count();
        self.log("end", true);
        if stop.is_some() {
            self.keep(true);
        }
        Minimum { lower_bound: self.lower, clues: self.best, stop, counters: self.counters }
    }

    /// A limit that came before a state was taken up: what is kept says more than what is known until now.
    fn unkept(&mut self, stop: Stop) -> Stop {
        self.hooks.checkpoint = None;
        stop
    }

    fn close(&mut self) -> Result<(), Stop> {
        let known = self.take_known().map_err(|stop| self.unkept(stop))?;
        if known.is_some() && self.is_closed() {
            return Ok(());
        }
        let resumed = match self.hooks.resume.take() {
            Some(state) => self.take_up(state).map_err(|stop| self.unkept(stop))?,
            None => false,
        };
        self.root()?;
        self.first_puzzles()?;
        let parts = if self.is_closed() { Vec::new() } else { self.measure_regions()? };
        if self.options.regions > RegionRows::None && !self.is_closed() {
            self.root()?;
        }
        if resumed && !self.is_closed() {
            self.finish_budget()?;
        }
        if self.is_closed() {
            return Ok(());
        }
        let group = self.symmetries();
        while !self.is_closed() {
            self.budget = match self.options.budgets {
                Budgets::Rising => self.lower,
                Budgets::Falling => {
                    let below_best = self.best.map_or(self.lower, |best| best.len() - 1);
                    self.question.at_most().map_or(below_best, |k| k.min(below_best))
                }
            };
            self.later = self.cases(&parts, &group);
            self.finish_budget()?;
        }
        Ok(())
    }

    /// Do the bounds meet, or answer what is asked?
    pub(super) fn is_closed(&self) -> bool {
        let upper = self.best.map_or(usize::MAX, |best| best.len());
        self.question.is_answered(self.lower, upper)
    }

    /// The root LP with all separation: a lower bound.
    pub(super) fn root(&mut self) -> Result<(), Stop> {
        self.begin(&[]);
        self.list_unhit(CellSet::EMPTY);
        let mut n_combined = 0;
        for _ in 0..ROOT_ROUNDS {
            self.check_limits()?;
            let status = self.solve();
            let all = self.problem.cells();
            let dual_bound = self.master.dual_bound();
            let bound = dual_bound.bound(CellSet::EMPTY, all);
            self.counters.root_bound = self.counters.root_bound.max(bound.as_f64());
            if bound.clues() > self.lower {
                self.log_root(&dual_bound, bound.clues());
                self.raise(bound.clues());
            }
            if status != LpStatus::Optimal {
                break;
            }
            let mut cuts = self.separate();
            if cuts.is_empty() && self.options.zero_half && n_combined < ZERO_HALF_ROUNDS {
                n_combined += 1;
                cuts = zero_half(self.master.lp.rows(), self.master.y(), &mut self.rng);
                self.rows.extend(cuts.iter().cloned());
            }
            if cuts.is_empty() {
                break;
            }
            self.master.cut(cuts);
        }
        self.log("root", true);
        Ok(())
    }

    /// The symmetries to use.
    fn symmetries(&self) -> Group {
        if self.options.symmetry {
            self.problem.automorphisms(Group::MAX, self.limits)
        } else {
            Group::trivial(self.problem.cells().iter().last().map_or(0, |cell| cell.get() + 1))
        }
    }

    /// The cases of a budget.
    fn cases(&mut self, parts: &[Part<W>], group: &Group) -> VecDeque<Case<W>> {
        let all = self.problem.cells();
        let case = |caps: Vec<AtMost<W>>, rows: &[AtMost<W>]| {
            let kept = keeping(&keeping(group, &caps), rows);
            let group = (!kept.is_trivial()).then(|| Arc::new(kept));
            let root = Node { chosen: CellSet::EMPTY, alive: all, bound: Bound { value: 0 }, group };
            Case { caps, open: vec![root] }
        };
        if let Some(recorder) = &mut self.recorder {
            let (proved, last) =
                proved_cases(parts, self.budget, |region| recorder.lemma_of(region).unwrap_or_default());
            let scripts = proved.iter().map(|case| (case.script.clone(), case.is_open)).collect();
            recorder.begin_budget(scripts, last);
            if !parts.is_empty() {
                let open = proved.into_iter().filter(|case| case.is_open);
                return open.map(|ProvedCase { caps, rows, .. }| case(caps, &rows)).collect();
            }
        }
        let caps = match parts {
            [] => vec![Vec::new()],
            _ if self.options.even_split => even_cases(parts, self.budget),
            _ => cases(parts, self.budget),
        };
        caps.into_iter().map(|caps| case(caps, &[])).collect()
    }

    /// Walks what is left of the budget; then no clue set of so few cells is left, or a better puzzle closed the gap.
    fn finish_budget(&mut self) -> Result<(), Stop> {
        while let Some(case) = self.later.pop_front() {
            self.begin(&case.caps);
            self.master.aim(self.budget);
            if let Some(recorder) = &mut self.recorder {
                recorder.begin_case();
            }
            self.open = Open::new(self.options.order, case.open);
            self.begin_leaves(&case.caps);
            let region = case.caps.first().map_or(CellSet::EMPTY, |cap| cap.region);
            if let Err(stop) = self.walk(region) {
                // What is left of this case is as good as a case of its own.
                self.later.push_front(Case { caps: case.caps, open: self.open.nodes() });
                self.open = Open::new(self.options.order, Vec::new());
                return Err(stop);
            }
            if self.is_closed() {
                self.later.clear();
                self.abandon_log();
                return Ok(());
            }
            self.log("case", true);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.end_budget(self.budget + 1);
        }
        self.raise(self.budget + 1);
        Ok(())
    }

    /// Walks the open nodes of one case.
    pub(super) fn walk(&mut self, region: CellSet<W>) -> Result<(), Stop> {
        if self.options.threads > 1 && self.recorder.is_none() {
            return self.walk_by_threads(region);
        }
        loop {
            // The state is whole between two nodes.
            self.keep(false);
            let Some(node) = self.open.pop() else { return Ok(()) };
            self.falling_bound(node.bound);
            self.log("", false);
            if self.step(node, region)? && self.is_closed() {
                return Ok(());
            }
            self.improve_again()?;
            if self.is_closed() {
                return Ok(());
            }
            self.lower_budget();
        }
    }

    /// Visits a node, and takes its children. True if it had a better puzzle: there may be more in it, of fewer clues, so
    /// it stays open.
    pub(super) fn step(&mut self, node: Node<W>, region: CellSet<W>) -> Result<bool, Stop> {
        let end = self.check_limits().map_err(Interrupted::Limit).and_then(|()| self.visit(&node, region));
        match end {
            Ok(children) => {
                if let Some(recorder) = &mut self.recorder {
                    recorder.end_node(children.len());
                }
                self.open.push(children);
                Ok(false)
            }
            Err(Interrupted::Found(clues)) => {
                self.improve_to(clues);
                if !self.is_closed() {
                    self.open.push(vec![node]);
                }
                Ok(true)
            }
            Err(Interrupted::Limit(stop)) => {
                self.open.push(vec![node]);
                Err(stop)
            }
        }
    }

    /// Looks for fewer clues than the best puzzle has.
    pub(super) fn lower_budget(&mut self) {
        let below_best = self.best.map_or(usize::MAX, |best| best.len() - 1);
        if below_best < self.budget {
            self.budget = below_best;
            self.abandon_log();
            self.master.aim(self.budget);
            let caps = self.master.caps().to_vec();
            self.begin_leaves(&caps);
        }
    }

    /// A new LP with the smallest sets and the regions of the partition.
    pub(super) fn begin(&mut self, caps: &[AtMost<W>]) {
        self.count();
        self.master = Master::new(self.lps, self.problem.cells(), caps);
        let mut first: Vec<Row<W>> = self.rows.iter().filter(|row| row.kind == RowKind::Region).cloned().collect();
        first.truncate(START_ROWS / 4);
        first.extend(self.pool.sets().iter().take(START_ROWS).copied().map(Row::set));
        self.master.add(first);
    }

    pub(super) fn solve(&mut self) -> LpStatus {
        let status = self.master.lp.solve();
        self.count();
        status
    }

    pub(super) fn count(&mut self) {
        self.counters.n_lps += std::mem::take(&mut self.master.lp.n_lps);
        self.counters.n_sets = self.pool.len() as u64;
        self.counters.n_learned = self.pool.n_learned();
    }

    /// Rows that the last point of the LP violates.
    pub(super) fn separate(&self) -> Vec<Row<W>> {
        let y = self.master.y();
        let mut rows = violated_rows(&self.rows, self.master.lp.rows(), y);
        rows.extend(violated(&self.unhit, y).into_iter().map(Row::set));
        rows
    }

    /// The follower's answer to these clues: an unavoidable set that they do not hit, with few cells of `keep_out`,
    /// which joins the pool; or `None` if there is no second solution.
    pub(super) fn ask(&mut self, clues: CellSet<W>, keep_out: CellSet<W>) -> Result<Option<CellSet<W>>, Stop> {
        self.question(clues, keep_out, false)
    }

    /// The same, but it stays open where there were no sets at the start and an oracle that counts its guesses needs
    /// many.
    pub(super) fn ask_briefly(&mut self, clues: CellSet<W>, keep_out: CellSet<W>) -> Result<HostReply<W>, Stop> {
        match self.question(clues, keep_out, true) {
            Err(Stop::Nodes) => Ok(HostReply::Open),
            answer => answer.map(HostReply::from),
        }
    }

    fn question(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        is_brief: bool,
    ) -> Result<Option<CellSet<W>>, Stop> {
        self.counters.n_checks += 1;
        let pace = if is_brief { &mut self.short_pace } else { &mut self.pace };
        let set = unhit_set(self.problem, &mut *self.oracle, clues, keep_out, pace)?;
        if let Some(set) = set
            && self.pool.learn(set)
        {
            self.unhit.push(set);
            if let Some(leaf) = &mut self.hooks.leaf {
                leaf.learn(set);
            }
        }
        Ok(set)
    }

    /// Begins a node with these clues: the sets that they do not hit.
    pub(super) fn list_unhit(&mut self, chosen: CellSet<W>) {
        self.unhit.clear();
        self.unhit.extend(self.pool.unhit(chosen));
    }

    /// The clues on which the follower's last answer rests, if it was that they are enough and it knows.
    pub(super) fn core(&self) -> Option<CellSet<W>> {
        self.oracle.core()
    }

    pub(super) fn check_limits(&self) -> Result<(), Stop> {
        if self.recorder.as_ref().is_some_and(Recorder::has_failed) {
            return Err(Stop::OracleFailed);
        }
        // An earlier task has ended the round already, so what comes of this one is dropped.
        if self.useful.is_some_and(|(last, number)| last.load(Ordering::Relaxed) < number) {
            return Err(Stop::Interrupted);
        }
        self.limits.reached(self.counters.n_nodes).map_or(Ok(()), Err)
    }

    pub(super) fn improve_to(&mut self, clues: CellSet<W>) {
        if self.best.is_none_or(|best| clues.len() < best.len()) {
            self.best = Some(clues);
            self.report("puzzle");
        }
    }

    pub(super) fn raise(&mut self, lower: usize) {
        if lower > self.lower {
            self.lower = lower;
            self.report("bound");
        }
    }

    /// A tree that goes down from the best puzzle proves a bound by its open nodes; `next` is the one that was just
    /// taken.
    fn falling_bound(&mut self, next: Bound) {
        if self.options.budgets == Budgets::Falling && self.later.is_empty() && next.clues() > self.lower {
            let open = self.open.bound().map_or(next, |bound| bound.min(next));
            self.raise(open.clues().min(self.budget + 1));
        }
    }

    fn report(&mut self, event: &'static str) {
        self.count();
        self.observer.bounds(self.lower, self.best.as_ref(), &self.counters);
        self.log(event, true);
    }

    /// A line of the node log, at most once in a few seconds unless `now`.
    pub(super) fn log(&mut self, event: &'static str, now: bool) {
        let seconds = self.started.elapsed().as_secs_f64();
        if !now && seconds - self.logged < LOG_EVERY {
            return;
        }
        self.logged = seconds;
        let (c, upper) = (self.counters, self.best.map(|clues| clues.len()));
        self.observer.node_log(&NodeLog {
            n_nodes: c.n_nodes,
            n_open: self.open.len() as u64,
            n_lps: c.n_lps,
            n_leaves: c.n_leaves,
            n_rows: self.master.lp.n_rows(),
            n_sets: self.pool.len() as u64,
            n_cuts: self.rows.len() as u64,
            n_checks: c.n_checks,
            budget: self.budget,
            root_bound: c.root_bound,
            lower: self.lower,
            upper,
            gap: NodeLog::gap_of(self.lower, upper),
            seconds,
            event,
        });
        if !now {
            self.observer.bounds(self.lower, self.best.as_ref(), &self.counters);
        }
    }
}
