//! Blocker problems whose leader has rows that taking more may break. Each choice has as many cells as the leader has
//! variables then, so what a choice costs is one more row, and comes down: the last question is whether a choice that
//! costs less than the best one keeps all rows.

use minclue_core::base::{CellSet, stable_sort_by_key};
use minclue_core::problem::{BestAnswer, InterdictionClues};
use minclue_engines::width::Width;

use super::super::start::Choice;
use super::super::{BilevelOutcome, BilevelTrouble};
use super::{Said, Search, no_solution, upper_file};
use crate::asks::Asks;

/// Guesses of our own search for whether a variable can be left out of a choice.
const GUESSES: u64 = 20_000;

impl<const W: usize> Search<'_, '_, W>
where
    CellSet<W>: Asks<W> + Width<W>,
{
    /// Answers worth `target` or more are to be prevented by a choice that keeps the leader's rows, for as little as
    /// can be.
    pub(super) fn block_at_costs(mut self, target: i64) -> Result<BilevelOutcome, BilevelTrouble> {
        let problem = self.problem;
        self.lower = Some(0);
        let mut most: Option<i64> = None;
        while self.upper.is_none_or(|upper| self.lower < Some(upper)) {
            let best = self.best.take();
            let said = self.ask_cost(target, most, self.request.settings.certificate.clone());
            self.best = best;
            let said = said?;
            if !matches!(said, Said::Not) {
                // It proves no bound of this problem.
                self.certificates[0] = None;
            }
            match said {
                Said::Not if most.is_none() => return Err(no_solution(problem.goal)),
                Said::Not => self.lower = self.upper,
                Said::Stopped(status) => return self.finish(Some(status)),
                Said::Prevented(taken) => {
                    let items = self.fewer(target, problem.follower.items_in(taken));
                    let cost = problem.cost_of(&items);
                    let taken = problem.follower.choice(&items);
                    let (answer, worth) = match self.best_answer(taken) {
                        BestAnswer::Best(_, worth) if worth >= target => {
                            let message =
                                format!("an answer is worth {worth}, and a search found none from {target} on");
                            return Err(BilevelTrouble::Contradiction(message));
                        }
                        BestAnswer::Best(answer, worth) => (answer, worth),
                        BestAnswer::None | BestAnswer::Unknown(_) => (Vec::new(), target - 1),
                    };
                    self.best = Some(Choice { taken, answer, worth, is_best: true });
                    self.upper = Some((cost - problem.fixed_cost) / problem.unit);
                    most = Some(cost - problem.unit);
                }
            }
        }
        if self.request.settings.certificate.is_some() {
            self.certify_cost(target)?;
        }
        self.finish(None)
    }

    /// Asks whether a choice that costs at most `most` leaves no answer worth `target`.
    fn ask_cost(
        &mut self,
        target: i64,
        most: Option<i64>,
        certificate: Option<std::path::PathBuf>,
    ) -> Result<Said<W>, BilevelTrouble> {
        let within = most.map(|most| self.problem.within(most));
        let follower = within.as_ref().unwrap_or(&self.problem.follower);
        let n_takes = follower.n_items();
        let clues = InterdictionClues::new(follower, Some(target), self.source)
            .map_err(|e| BilevelTrouble::Refused(e.to_string()))?;
        let settings = self.settings(n_takes, certificate);
        let outcome = self.ask(&clues, Some(target), &settings)?;
        let said = self.said(&outcome, n_takes);
        if let Some(step) = self.targets.last_mut() {
            (step.cost, step.prevented) = (most, said.is_prevented());
        }
        Ok(said)
    }

    /// The choice without what it can do without, the dearest first.
    fn fewer(&self, target: i64, mut items: Vec<usize>) -> Vec<usize> {
        let (follower, prices) = (&self.problem.follower, &self.problem.prices);
        let mut dearest: Vec<usize> = items.iter().copied().filter(|item| prices[*item] > 0).collect();
        stable_sort_by_key(&mut dearest, |item| std::cmp::Reverse(prices[*item]));
        for item in dearest {
            let rest: Vec<usize> = items.iter().copied().filter(|other| *other != item).collect();
            let limits = &self.request.limits;
            if follower.is_blocked(follower.choice::<W>(&rest), target, GUESSES, limits) == Some(true) {
                items = rest;
            }
        }
        items
    }

    /// The certificate of the upper bound: a choice that costs as much is one.
    pub(super) fn certify_cost(&mut self, target: i64) -> Result<(), BilevelTrouble> {
        if self.certificates[0].is_none() || self.upper == Some(0) {
            self.uncertified.get_or_insert_with(|| "a choice that costs nothing needs no proof".to_owned());
        }
        if !self.is_certifiable()? {
            return Ok(());
        }
        let Some(path) = self.request.settings.certificate.as_deref().map(upper_file) else { return Ok(()) };
        let Some(best) = &self.best else { return Ok(()) };
        let cost = self.problem.cost_of(&self.problem.follower.items_in(best.taken));
        let n_targets = self.targets.len();
        let lower = self.certificates[0].take().filter(|_| self.upper != Some(0));
        self.ask_cost(target, Some(cost), Some(path))?;
        // It was asked for the certificate alone, so it is not among the targets of the search.
        self.targets.truncate(n_targets);
        let upper = self.certificates[0].take();
        self.certificates = [lower, upper];
        Ok(())
    }
}
