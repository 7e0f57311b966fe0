//! The branch and cut of clues with weights, whose tree becomes a certificate.

use std::path::Path;

use minclue_core::base::{CellSet, Index, nameless_file};
use minclue_core::problem::{BilevelProblem, Certifiable as _, Counters, InterdictionClues, MonotoneFollower};
use minclue_core::proof::{Numbers, Proof, Tree};
use minclue_engines::cuts::{CutAnswer, CutProof, CutTally};
use minclue_engines::width::Width;

use super::super::{BilevelOutcome, BilevelTrouble};
use super::{Search, TargetAnswer, too_large};
use crate::bounds::Bounds;
use crate::certificate::{Expected, Uncertified, unwritten, write_and_check};
use crate::dispatch::WidthDispatch;

/// Nodes of the native engine for the certificate of a tree whose numbers are too large for one.
const SET_NODES: u64 = 100_000;
/// A choice by its items.
pub(super) type Items<const W: usize> = CellSet<W>;

impl<const W: usize> Search<'_, '_, W>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    /// The price of each item, in units.
    pub(super) fn unit_prices(&self) -> Vec<i64> {
        self.problem.prices.iter().map(|price| price / self.problem.unit).collect()
    }

    /// Returns the result of a blocker problem, with its certificates.
    pub(super) fn after_block(
        mut self,
        most: i64,
        CutAnswer { best, stop, work, proved, .. }: CutAnswer<W>,
    ) -> Result<BilevelOutcome, BilevelTrouble> {
        let Some(target) = most.checked_add(1) else { return Err(too_large()) };
        let problem = self.problem;
        let demands: Vec<Option<usize>> = problem.follower.leader_rows().iter().map(|row| row.demand).collect();
        self.upper = best.map(|(_, cost)| cost);
        if let Some(stop) = stop {
            return self.finish(Some(stop.into()));
        }
        let (Some(path), Some((items, cost))) = (self.request.settings.certificate.clone(), best) else {
            return self.finish(None);
        };
        if !problem.follower.has_rows() {
            if cost == 0 {
                self.uncertified = Some("a choice without cost needs no proof".to_owned());
            } else if let Some(proof) = proved {
                let tally = CutTally::Taken { most: usize::try_from(cost - 1).unwrap_or(0) };
                let puzzle = choice(&problem.follower, items);
                self.certify(&path, (&problem.follower, target), &proof, &demands, tally, puzzle)?;
            }
            return self.finish(None);
        }
        if let Some(proof) = proved.filter(|_| cost > 0) {
            let items: Vec<usize> = items.iter().map(Index::get).collect();
            let within = problem.within(problem.cost_of(&items) - problem.unit);
            let demand = within.n_demands().checked_sub(1);
            let tally = CutTally::Pairs { cost: demand.map(|demand| (demand, problem.unit)) };
            let all = CellSet::first_n(within.n_cells());
            if !self.certify(&path, (&within, target), &proof, &demands, tally, all)? {
                self.certify_by_sets(&path, (&within, target), tally)?;
            }
        }
        self.certify_cost(target)?;
        self.work.n_sets = work.n_sets;
        self.finish(None)
    }

    /// A certificate that cannot be kept takes nothing from the answer.
    fn unkept(&mut self, message: String) {
        self.uncertified = Some(message.clone());
        self.failure = Some(message);
    }

    /// If the numbers of a tree are too large for a certificate, the native engine may prove the same by unavoidable
    /// sets, which have no coefficients.
    fn certify_by_sets(
        &mut self,
        path: &Path,
        question: (&MonotoneFollower, i64),
        tally: CutTally,
    ) -> Result<(), BilevelTrouble> {
        // The best choice is none of this question, and the proof of the upper half needs time too.
        let (best, limits, nodes) = (self.best.take(), self.request.limits.clone(), self.request.max_nodes);
        let most = self.work.n_nodes.saturating_add(SET_NODES);
        self.request.limits = limits.with_part(0.5);
        self.request.max_nodes = Some(nodes.map_or(most, |nodes| nodes.min(most)));
        let said = self.ask_and_certify(question, least_cells(tally, question.0) - 1, path);
        (self.best, self.request.limits, self.request.max_nodes) = (best, limits, nodes);
        match said? {
            TargetAnswer::Not if self.certificates[0].is_some() => self.uncertified = None,
            TargetAnswer::Not | TargetAnswer::Unknown => {}
            TargetAnswer::Prevented(_) => {
                let message = format!("a choice leaves no answer worth {}, and a tree found none", question.1);
                return Err(BilevelTrouble::Contradiction(message));
            }
        }
        Ok(())
    }

    /// Writes the certificate of a tree about the clue problem of this follower and target, in which `puzzle` is valid.
    /// False if the tree cannot be written as one.
    fn certify(
        &mut self,
        path: &Path,
        (follower, target): (&MonotoneFollower, i64),
        proof: &CutProof,
        demands: &[Option<usize>],
        tally: CutTally,
        puzzle: CellSet<W>,
    ) -> Result<bool, BilevelTrouble> {
        let lower = least_cells(tally, follower);
        let script = match proof.script::<W>(follower, demands, tally, target) {
            Ok(script) => script,
            Err(message) => {
                self.uncertified = Some(message);
                return Ok(false);
            }
        };
        let clues = InterdictionClues::<W>::new(follower, Some(target), self.source)
            .map_err(|e| BilevelTrouble::Refused(e.to_string()))?;
        let clues = clues.clues();
        let mut numbers = Numbers::default().with_weighted(script.weighted.len());
        let written = nameless_file(path).and_then(Tree::new).and_then(|mut tree| {
            tree.add(&mut numbers, &script.script)?;
            Ok(tree)
        });
        let tree = match written {
            Ok(tree) => tree,
            Err(e) => {
                self.unkept(unwritten(path, &e));
                return Ok(true);
            }
        };
        let proof = Proof { lower, puzzles: Vec::new(), numbers, lemmas: Vec::new(), tree: Some(tree) };
        let mut certificate = clues.certificate(puzzle, proof, &|_| None);
        certificate.weighted = script.weighted;
        let bounds = Bounds::new(lower, Some((puzzle.len(), String::new())));
        match write_and_check(certificate, path, clues, &Expected::Bounds(&bounds)) {
            Ok(record) => self.certificates[0] = Some(record),
            Err(Uncertified::Unwritten(message)) => self.unkept(message),
            Err(Uncertified::Refused(message)) => return Err(BilevelTrouble::Contradiction(message)),
        }
        Ok(true)
    }
}

/// At least this many cells of the clue problem must be taken, by a proof that no choice leaves its answers worth less.
fn least_cells(tally: CutTally, follower: &MonotoneFollower) -> usize {
    1 + match tally {
        CutTally::Taken { most } => most,
        CutTally::Pairs { .. } => follower.n_items(),
    }
}

/// The progress of the tree, for a log.
pub(super) fn told(problem: &BilevelProblem, lower: i64, best: Option<i64>, work: &Counters) -> String {
    let upper = best.map_or_else(|| "none known".to_owned(), |best| problem.objective(best).to_string());
    format!("at least {}, best {upper}, {} nodes", problem.objective(lower), work.n_nodes)
}

/// The cells of the choice of these items.
pub(super) fn choice<const W: usize>(follower: &MonotoneFollower, items: Items<W>) -> CellSet<W> {
    follower.choice(&items.iter().map(Index::get).collect::<Vec<usize>>())
}
