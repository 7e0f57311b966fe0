//! The native search, extended by certificates.
//!
//! Budgets rise as in `native`, by the same [`Climb`], and are split into the same cases, cut by the same duals and
//! symmetries. But every step that closes a node or removes a cell is written as a step of the certificate, and the
//! subtrees are searched by a `Prover` that prefers short proofs. The certificate has the proof of the last refuted
//! budget. An [enumeration](enumerate) is one budget, in which puzzles are recorded and do not end the search.

mod cases;
mod enumerate;
mod evidence;
mod gather;
mod last;
mod leaf;
mod lemmas;
mod packing;
mod prover;
mod region;
mod upper;

use std::io;

use crate::base::{Group, Limits, Stop};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::proof::{Files, Lemma, Numbers, Proof, Tree};
use crate::unavoidable::DegreePacking;
use minclue_engine::{Question, Start};

use super::SearchOptions;
use super::native::{Answer, Climb, Refuter, Split};
use super::parallel::WorkerPool;
use super::question::{Goal, Interrupted};

use enumerate::Finds;
pub(super) use enumerate::enumerate;
pub(super) use leaf::prove_region;

/// Why a walk ended early.
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

/// The proof so far, and the parts needed to extend it.
struct Writer<'w, const W: usize> {
    limits: Limits,
    files: &'w mut Files<'w>,
    numbers: Numbers<W>,
    lemmas: Vec<Lemma<W>>,
    /// The last closed tree, and the budget that it refutes.
    proven: Option<(usize, Tree)>,
    /// The disjoint sets behind the lower bound, if it comes from disjoint sets.
    packing: Option<DegreePacking<W>>,
    /// The goal: one puzzle, or all of them, which are stored in `finds`.
    goal: Goal,
    finds: Finds<W>,
}

impl<'w, const W: usize> Writer<'w, W> {
    fn new(goal: Goal, limits: &Limits, files: &'w mut Files<'w>) -> Self {
        let (numbers, lemmas, finds) = (Numbers::default(), Vec::new(), Finds::default());
        Self { limits: limits.clone(), files, numbers, lemmas, proven: None, packing: None, goal, finds }
    }
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
    let mut workers = WorkerPool::new(problem, &pool, options, Some(cells), limits, observer);
    let mut writer = Writer::new(Goal::First, limits, files);
    let climb = Climb { options, question, start, limits };
    let stop = match climb.ascend(&mut workers, &mut writer) {
        Ok(()) => None,
        Err(Failure::Interrupted(Interrupted::Limit(stop))) => Some(stop),
        Err(Failure::Io(error)) => return (workers.outcome(Some(Stop::OracleFailed)), Err(error)),
        Err(Failure::Interrupted(Interrupted::Found(_) | Interrupted::Spent | Interrupted::Left)) => {
            unreachable!("budgets take these up")
        }
    };
    writer.finish(workers, stop)
}

impl<const W: usize> Refuter<W> for Writer<'_, W> {
    type Error = Failure<W>;

    fn keep(&mut self, packing: DegreePacking<W>) {
        self.packing = Some(packing);
    }

    fn begin(&mut self, workers: &mut WorkerPool<'_, '_, W>, split: &mut Split<W>) -> Result<(), Failure<W>> {
        split.partitions.iter_mut().try_for_each(|parts| self.lemmas(workers, parts))
    }

    fn refute(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        split: &mut Split<W>,
        k: usize,
    ) -> Result<Answer<W>, Failure<W>> {
        match self.budget(workers, k, split) {
            Ok(tree) => {
                self.proven = Some((k, tree));
                Ok(Answer::Refuted)
            }
            Err(Failure::Interrupted(Interrupted::Found(clues))) => Ok(Answer::Found(clues)),
            Err(failure) => Err(failure),
        }
    }
}

impl<const W: usize> Writer<'_, W> {
    /// The tree that refutes `k` clues; before it is known which partition is the better one, the one of several that
    /// took the fewest nodes.
    fn budget(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        k: usize,
        split: &mut Split<W>,
    ) -> Result<Tree, Failure<W>> {
        let (mut best, mut costs): (Option<Tree>, Vec<u64>) = (None, Vec::new());
        for i in split.choices(k) {
            let before = workers.counters.n_nodes;
            let tree = match self.walk(workers, k, &split.partitions[i], &split.group) {
                Err(Failure::Io(error)) if best.is_some() => {
                    // The number is refuted by the tree before this one, whatever becomes of the proof.
                    workers.raise(k + 1);
                    return Err(Failure::Io(error));
                }
                tree => tree?,
            };
            let cost = workers.counters.n_nodes - before;
            if costs.iter().all(|known| cost < *known) {
                best = Some(tree);
            }
            costs.push(cost);
        }
        let Some(tree) = best else { return self.walk(workers, k, &[], &split.group) };
        split.compare(k, &costs);
        Ok(tree)
    }

    /// Returns the final proof. A bound without a tree, which came from the sets alone, gets a tree now.
    fn finish(
        mut self,
        mut workers: WorkerPool<'_, '_, W>,
        mut stop: Option<Stop>,
    ) -> (Minimum<W>, io::Result<Proof<W>>) {
        let lower = workers.lower;
        let is_proven = self.proven.as_ref().is_some_and(|(k, _)| k + 1 == lower);
        if lower > 0 && !is_proven {
            // One sum shows it, so a limit that was reached need not keep us from it.
            self.limits = Limits::none();
            workers.limit(&Limits::none());
            let group = Group::trivial(1);
            let tree = match self.packing.take().filter(|packing| packing.weight == lower) {
                Some(packing) => self.packed(&mut workers, &packing),
                None => self.walk(&mut workers, lower - 1, &[], &group),
            };
            self.proven = match tree {
                Ok(tree) => Some((lower - 1, tree)),
                Err(Failure::Io(error)) => return (workers.outcome(stop), Err(error)),
                Err(Failure::Interrupted(why)) => {
                    // The bound goes with its proof, so the answer is not the end.
                    if let Interrupted::Limit(limit) = why {
                        stop.get_or_insert(limit);
                    }
                    self.proven
                }
            };
        }
        let (lower, tree) = self.proven.take().map_or((0, None), |(k, tree)| (k + 1, Some(tree)));
        let mut minimum = workers.outcome(stop);
        minimum.lower_bound = lower;
        (minimum, Ok(Proof { lower, puzzles: Vec::new(), numbers: self.numbers, lemmas: self.lemmas, tree }))
    }
}
