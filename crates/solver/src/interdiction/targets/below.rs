//! What is left of the time when a target is too hard goes to lower ones, so that a limit leaves a lower bound that
//! says something.

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::BestAnswer;
use minclue_engines::width::Width;

use super::super::BilevelTrouble;
use super::super::start::Choice;
use super::{Said, Search};
use crate::asks::Asks;

/// Targets that are tried.
const TARGETS: usize = 6;

/// The same limits, with this part of the time that is left.
pub(super) fn part_of(limits: &Limits, part: f64) -> Limits {
    limits.time_left().map_or_else(|| limits.clone(), |left| limits.clone().with_time(left.mul_f64(part)))
}

impl<const W: usize> Search<'_, '_, W>
where
    CellSet<W>: Asks<W> + Width<W>,
{
    /// Tries targets between the lower bound and `open`, for which there was not enough time, half way each time. The
    /// lower a target is, the more answers stand against a choice, and the sooner it is clear that no choice prevents
    /// them all.
    pub(super) fn ask_lower(&mut self, mut open: i64, n_takes: usize) -> Result<(), BilevelTrouble> {
        // The proof of the upper half needs time too.
        let (all, certificate) = (self.request.limits.clone(), self.certificates[0].clone());
        let whole = part_of(&all, 0.8);
        for n_left in (1..=TARGETS).rev() {
            let Some(lower) = self.lower.filter(|lower| open - lower > 1) else { break };
            let target = lower + (open - lower) / 2;
            self.request.limits = part_of(&whole, 1.0 / n_left as f64);
            let said = self.ask_target_and_certify(target, n_takes, None);
            self.request.limits = whole.clone();
            match said? {
                Said::Not => {
                    self.lower = Some(target);
                    let wanted = self.request.settings.certificate.as_ref();
                    self.uncertified =
                        wanted.map(|_| "the bound comes from a lower target, after the limit".to_owned());
                }
                Said::Prevented(taken) => {
                    open = target;
                    if let BestAnswer::Best(answer, worth) = self.best_answer(taken) {
                        let is_better = self.best.as_ref().is_none_or(|best| worth < best.worth);
                        self.best = if is_better {
                            Some(Choice { taken, answer, worth, is_best: true })
                        } else {
                            self.best.take()
                        };
                    }
                }
                Said::Stopped(_) => open = target,
            }
        }
        self.request.limits = all;
        self.certificates[0] = certificate;
        Ok(())
    }
}
