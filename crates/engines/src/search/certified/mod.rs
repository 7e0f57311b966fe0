//! The native search as a writer of certificates.
//!
//! Budgets rise as in `native`, split into the same cases, cut by the same duals and symmetries. But every
//! step that closes a node or removes a cell is told as one of a certificate, and the subtrees are searched by a
//! `Prover` that prefers what is short to tell. The proof that stays is that of the last budget that was refuted.

mod cases;
mod evidence;
mod gather;
mod last;
mod leaf;
mod lemmas;
mod prover;
mod region;
mod upper;

use std::io;

use crate::base::{CellSet, Group, Limits, Stop};
use crate::engine::{Question, Start};
use crate::hitting::{Part, Pool};
use crate::local_search::{LocalSearch, LocalSearchHost as _};
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::proof::{Files, Lemma, Numbers, Proof, Tree};

use super::SearchOptions;
use super::native::{NODES_PER_START, SPLIT_FROM, STARTS, Split, TELLING};
use super::parallel::WorkerPool;
use super::question::Interrupted;

pub(super) use leaf::{CertifiedLeaf, prove_region};

/// Why a walk ended early before its end.
#[derive(Debug)]
enum Failure<const W: usize> {
    Interrupted(Interrupted<W>),
    Io(io::Error),
}

impl<const W: usize> From<Interrupted<W>> for Failure<W> {
    fn from(halt: Interrupted<W>) -> Self {
        Self::Interrupted(halt)
    }
}

impl<const W: usize> From<Stop> for Failure<W> {
    fn from(stop: Stop) -> Self {
        Self::Interrupted(Interrupted::Limit(stop))
    }
}

impl<const W: usize> From<io::Error> for Failure<W> {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The search with what it has written.
struct Writer<'w, 'a, 'o, const W: usize> {
    workers: WorkerPool<'a, 'o, W>,
    options: &'w SearchOptions,
    question: Question,
    incumbent: Option<CellSet<W>>,
    limits: Limits,
    files: &'w mut Files<'w>,
    numbers: Numbers<W>,
    lemmas: Vec<Lemma<W>>,
    /// The last tree that was closed, and the budget that it refutes.
    proven: Option<(usize, Tree)>,
}

/// The minimum of a problem with a proof of its lower bound, or why that cannot be written. A limit leaves the proof of
/// the bound that was reached.
pub(super) fn minimum<'w, const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Start<'_, W>,
    options: &'w SearchOptions,
    limits: &Limits,
    question: Question,
    observer: &mut dyn Observer<W>,
    files: &'w mut Files<'w>,
) -> (Minimum<W>, io::Result<Proof<W>>) {
    let cells = problem.cells();
    let pool = Pool::new(cells, start.family.sets().iter().map(|set| set.cells));
    let workers = WorkerPool::new(problem, &pool, options, Some(cells), limits, observer);
    let mut writer = Writer {
        workers,
        options,
        question,
        incumbent: start.incumbent,
        limits: limits.clone(),
        files,
        numbers: Numbers::default(),
        lemmas: Vec::new(),
        proven: None,
    };
    let stop = match writer.ascend() {
        Ok(()) => None,
        Err(Failure::Interrupted(Interrupted::Limit(stop))) => Some(stop),
        Err(Failure::Io(error)) => return (writer.workers.outcome(Some(Stop::OracleFailed)), Err(error)),
        Err(Failure::Interrupted(Interrupted::Found(_) | Interrupted::Spent | Interrupted::Left)) => {
            unreachable!("budgets take these up")
        }
    };
    writer.finish(stop)
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    fn upper(&self) -> usize {
        self.workers.best().map_or(usize::MAX, |clues| clues.len())
    }

    fn answered(&self) -> bool {
        self.question.is_answered(self.workers.lower, self.upper())
    }

    /// Raises the lower bound until it meets the upper one, or until what is asked is answered.
    fn ascend(&mut self) -> Result<(), Failure<W>> {
        let cells = self.workers.problem.cells();
        if let Some(bound) = self.workers.packing_bound(CellSet::EMPTY, cells) {
            self.workers.raise(bound);
        }
        let known = self.workers.take_known(self.incumbent)?;
        if known.is_some() && self.answered() {
            return Ok(());
        }
        let enough = |writer: &Self| writer.question.at_most().unwrap_or(0).max(writer.workers.lower);
        let mut local_search = LocalSearch::new(self.options.seed);
        if self.options.heuristic {
            if let Some(clues) = known {
                let enough = enough(self);
                self.workers.improve_from(&mut local_search, clues, enough)?;
            }
            let enough = enough(self);
            self.workers.improve_by(&mut local_search, STARTS, enough)?;
        }
        if self.answered() {
            return Ok(());
        }
        let mut split = Split::new(&mut self.workers, CellSet::EMPTY, cells, self.options, &self.limits)?;
        for parts in &mut split.partitions {
            self.lemmas(parts)?;
        }
        while !self.answered() {
            let k = match self.question.at_most() {
                Some(k) if split.is_settled => k.min(self.upper() - 1),
                _ => self.workers.lower,
            };
            match self.budget(k, &mut split) {
                Ok(tree) => {
                    self.proven = Some((k, tree));
                    self.workers.raise(k + 1);
                }
                Err(Failure::Interrupted(Interrupted::Found(clues))) => self.workers.improve(clues),
                Err(failure) => return Err(failure),
            }
            if self.options.heuristic && !self.answered() {
                // Again, for about as long as a small part of the search up to now.
                let n_starts = (self.workers.counters.n_nodes / NODES_PER_START) as usize;
                let (more, enough) = (n_starts.saturating_sub(local_search.n_starts()), enough(self));
                self.workers.improve_by(&mut local_search, more, enough)?;
            }
        }
        Ok(())
    }

    /// The tree that refutes `k` clues; before it is known which partition is the better one, the smallest of several.
    fn budget(&mut self, k: usize, split: &mut Split<W>) -> Result<Tree, Failure<W>> {
        if k < SPLIT_FROM || split.partitions.is_empty() {
            return self.walk(k, &[], &split.group);
        }
        if split.is_settled {
            let parts = split.partitions[split.best].clone();
            return self.walk(k, &parts, &split.group);
        }
        let mut best: Option<Tree> = None;
        for i in 0..split.partitions.len() {
            let tree = match self.walk(k, &split.partitions[i].clone(), &split.group) {
                Err(Failure::Io(error)) if best.is_some() => {
                    // The number is refuted by the tree before this one, whatever becomes of the proof.
                    self.workers.raise(k + 1);
                    return Err(Failure::Io(error));
                }
                tree => tree?,
            };
            if best.as_ref().is_none_or(|best| tree.n_nodes() < best.n_nodes()) {
                (best, split.best) = (Some(tree), i);
            }
        }
        best.map_or_else(
            || self.walk(k, &[], &split.group),
            |tree| {
                split.is_settled = tree.n_nodes() >= TELLING / 4;
                Ok(tree)
            },
        )
    }

    /// What is proven in the end. A bound that no tree has shown, since it came from the sets alone, is shown by one
    /// now.
    fn finish(mut self, stop: Option<Stop>) -> (Minimum<W>, io::Result<Proof<W>>) {
        let lower = self.workers.lower;
        let is_proven = self.proven.as_ref().is_some_and(|(k, _)| k + 1 == lower);
        if lower > 0 && !is_proven {
            // One sum shows it, so a limit that was reached need not keep us from it.
            self.limits = Limits::none();
            let group = Group::trivial(1);
            self.proven = match self.walk(lower - 1, &[] as &[Part<W>], &group) {
                Ok(tree) => Some((lower - 1, tree)),
                Err(Failure::Io(error)) => return (self.workers.outcome(stop), Err(error)),
                Err(Failure::Interrupted(_)) => self.proven,
            };
        }
        let (lower, tree) = self.proven.take().map_or((0, None), |(k, tree)| (k + 1, Some(tree)));
        let mut minimum = self.workers.outcome(stop);
        minimum.lower_bound = lower;
        (minimum, Ok(Proof { lower, numbers: self.numbers, lemmas: self.lemmas, tree }))
    }
}
