//! The upper bound: a proof that no response to the best choice is worth more.

use std::time::Instant;

use minclue_core::base::{CellSet, Limits};
use minclue_core::ilp::NodeLps;
use minclue_core::problem::{BestAnswer, BilevelGoal, FollowerWork, MonotoneFollower, Replies};
use minclue_engines::cuts::most_worth;
use minclue_engines::width::Width;

use super::super::{BilevelTrouble, UpperProof, add};
use super::{Choice, Search, worth_more};
use crate::bounds::AnswerStatus;
use crate::choice::LpSolver;
use crate::dispatch::WidthDispatch;
use crate::settings::node_lps;

/// Guesses of our own search for the proof that no answer is worth more, where there is a solver beside it.
const PROOF_GUESSES: u64 = 1_000_000;
/// The same whatever the limits say: some thousandths of a second.
const FEW_GUESSES: u64 = 20_000;
/// The proof about the best choice.
pub(super) struct Upper {
    /// Its cost; `None` if nothing is proven.
    pub(super) bound: Option<i64>,
    /// Why no answer is worth more than the one that is shown.
    pub(super) proof: Option<UpperProof>,
    /// The limit that came before the proof, if one did.
    pub(super) stopped: Option<AnswerStatus>,
}

impl<const W: usize> Search<'_, '_, W>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    /// The upper bound, as far as it is proven.
    ///
    /// # Errors
    /// An answer is worth more than the one that was said to be the best.
    pub(super) fn upper_half(&mut self) -> Result<Upper, BilevelTrouble> {
        if self.best.is_none() {
            self.any_choice_will_do();
        }
        let proof = self.prove_upper()?;
        if self.best.is_none() {
            return Ok(Upper { bound: None, proof, stopped: None });
        }
        let stopped = if proof.is_none() { self.request.limits.reached(0).map(AnswerStatus::from) } else { None };
        Ok(Upper { bound: proof.and(self.upper), proof, stopped })
    }

    /// Why no answer to the best choice is worth more than it may be; `None` where nobody says so.
    ///
    /// # Errors
    /// There is such an answer.
    pub(super) fn prove_upper(&mut self) -> Result<Option<UpperProof>, BilevelTrouble> {
        let Some(taken) = self.best.as_ref().map(|best| best.taken) else { return Ok(None) };
        if let Some((_, proof)) = self.confirmed.filter(|(choice, _)| *choice == taken) {
            return Ok(proof);
        }
        let proof = self.proof_of(taken, self.most())?;
        self.confirmed = Some((taken, proof));
        Ok(proof)
    }

    /// Can the checker see what the upper half rests on? It searches itself.
    pub(super) fn is_certifiable(&mut self) -> Result<bool, BilevelTrouble> {
        let why = match self.prove_upper()? {
            Some(UpperProof::Search) => return Ok(true),
            Some(UpperProof::Dual) => "the upper bound is proven by a sum of rows; the exact search did not end",
            Some(UpperProof::Solver(_)) => "the upper bound depends on a solver",
            None => "the upper bound is not proven",
        };
        self.uncertified = Some(why.to_owned());
        Ok(false)
    }

    /// Proves that no response to this choice is worth more than `most`: by the exact search within a few milliseconds,
    /// by a sum of rows, by the exact search within the limits, or by a solver of integer programs.
    fn proof_of(&mut self, taken: CellSet<W>, most: i64) -> Result<Option<UpperProof>, BilevelTrouble> {
        if let Some(is_proven) = self.is_blocked(taken, most, FEW_GUESSES, &Limits::none()) {
            return if is_proven { Ok(Some(UpperProof::Search)) } else { Err(worth_more(most)) };
        }
        // A certificate needs the search.
        if self.request.settings.certificate.is_none() && self.most_of(taken) <= most {
            return Ok(Some(UpperProof::Dual));
        }
        let limits = self.request.limits.clone();
        let (guesses, short) = match self.solver {
            Some(_) => (PROOF_GUESSES, limits.with_part(0.5)),
            None => (u64::MAX, limits.clone()),
        };
        match self.is_blocked(taken, most, guesses, &short) {
            Some(true) => return Ok(Some(UpperProof::Search)),
            Some(false) => return Err(worth_more(most)),
            None if self.most_of(taken) <= most => return Ok(Some(UpperProof::Dual)),
            None => {}
        }
        let Some(solver) = self.solver else { return Ok(None) };
        let start = Instant::now();
        let answer = self.problem.follower.best_answer(taken, Some(solver), &limits);
        add(&mut self.follower, FollowerWork { n_solves: 1, n_programs: 1, time: start.elapsed() });
        match answer {
            BestAnswer::Best(_, worth) if worth > most => Err(worth_more(most)),
            BestAnswer::Best(..) | BestAnswer::None => Ok(Some(UpperProof::Solver(solver.name()))),
            BestAnswer::Unknown(_) => Ok(None),
        }
    }

    /// Does our own search know that no answer to this choice is worth more than `most`?
    fn is_blocked(&mut self, taken: CellSet<W>, most: i64, guesses: u64, limits: &Limits) -> Option<bool> {
        let start = Instant::now();
        let by_search = self.problem.follower.is_blocked(taken, most.checked_add(1)?, guesses, limits);
        add(&mut self.follower, FollowerWork { n_solves: 1, n_programs: 0, time: start.elapsed() });
        by_search
    }

    /// No answer to this choice is worth more than this, by a sum of rows in integers.
    fn most_of(&mut self, taken: CellSet<W>) -> i64 {
        if let Some((_, most)) = self.most.filter(|(choice, _)| *choice == taken) {
            return most;
        }
        let follower = &self.problem.follower;
        let replies = Replies::new(follower);
        let most = match replies.left(&is_taken(follower, taken)) {
            Some(left) => most_worth(&left, &replies.worths(), lps()),
            None => follower.worth_range().1,
        };
        self.most = Some((taken, most));
        most
    }

    /// The greatest allowed value of the follower.
    fn most(&self) -> i64 {
        match self.problem.goal {
            BilevelGoal::Blocker { most } => most,
            BilevelGoal::Interdiction { .. } => unreachable!("a search is about a blocker or about clues"),
        }
    }

    /// A choice where none was found in time: to take everything.
    fn any_choice_will_do(&mut self) {
        let (problem, follower, most) = (self.problem, &self.problem.follower, self.most());
        let items: Vec<usize> = (0..follower.n_items()).collect();
        let taken = follower.choice::<W>(&items);
        // That asks for the leader's rows too. A follower without an answer is not blocked, unless this is a clue
        // problem.
        let is_choice = self.may_be_silent
            || matches!(follower.best_answer_in(taken, FEW_GUESSES, &Limits::none()), BestAnswer::Best(..));
        if is_choice && self.is_blocked(taken, most, FEW_GUESSES, &Limits::none()) == Some(true) {
            self.upper = Some(problem.prices.iter().map(|price| price / problem.unit).sum());
            self.confirmed = Some((taken, Some(UpperProof::Search)));
            self.best = Some(Choice { taken, answer: Vec::new(), worth: most });
        }
    }
}

/// The linear programs for answers.
fn lps() -> &'static dyn NodeLps {
    node_lps(LpSolver::Auto).expect("a build always has the dense one")
}

fn is_taken<const W: usize>(follower: &MonotoneFollower, taken: CellSet<W>) -> Vec<bool> {
    let items = follower.items_in(taken);
    (0..follower.n_items()).map(|item| items.contains(&item)).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use minclue_core::ilp::{read_ki, read_mps_aux};
    use minclue_core::problem::BilevelProblem;

    use super::super::super::{BilevelOutcome, BilevelRequest, FollowerChoice, LeaderEngine};
    use super::*;
    use crate::monitor::Unmonitored;
    use crate::settings::Settings;

    /// Weights that are even, each worth its weight, and room for those from 1 to half of them and one more: what the
    /// rows say is one more than the best answer, and to prove that there is none takes all of a search. The leader is to
    /// leave nothing worth more than these.
    fn even_weights(n: usize) -> BilevelProblem {
        let weights: Vec<usize> = (0..n).map(|i| 2 * (1000 + i * i * 37 % 991)).collect();
        let room = weights[1..n / 2].iter().sum::<usize>() + 1;
        let list = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let ones = list(&vec![1; n]);
        let text = format!("{n}\n{room}\n1\n{}\n{ones}\n{}\n", list(&weights), list(&weights));
        let bilevel = read_ki(text.as_bytes(), "even", &Limits::none()).expect("a knapsack");
        let problem = BilevelProblem::of(&bilevel).expect("interdiction");
        let most = Replies::new(&problem.follower).worths()[1..n / 2].iter().sum();
        BilevelProblem { goal: BilevelGoal::Blocker { most }, ..problem }
    }

    /// The end of a search that found this choice and answer, and proved this lower bound.
    fn finished(
        problem: &BilevelProblem,
        (items, ones): (&[usize], &[usize]),
        lower: i64,
        limits: Limits,
    ) -> Result<BilevelOutcome, BilevelTrouble> {
        let (settings, mut monitor) = (Settings::default(), Unmonitored);
        let mut request = BilevelRequest {
            settings: &settings,
            follower: FollowerChoice::Oracle,
            limits,
            max_nodes: None,
            monitor: &mut monitor,
        };
        let mut search = Search::<2>::new(problem, LeaderEngine::Cuts, false, &mut request)?;
        let answer = Replies::new(&problem.follower).values(ones);
        let worth = problem.follower.worth(&answer);
        let taken = problem.follower.choice(items);
        (search.lower, search.upper) = (Some(lower), Some(items.len() as i64));
        search.best = Some(Choice { taken, answer, worth });
        search.finish(None)
    }

    #[test]
    fn a_better_answer_than_the_best_is_a_contradiction() {
        let (problem, no_limit) = (even_weights(6), Limits::none());
        let right = finished(&problem, (&[0], &[1, 2]), 1, no_limit.clone()).expect("an outcome");
        assert_eq!((right.status, right.upper, right.lower), (AnswerStatus::Optimal, Some(1), Some(1)));
        assert_eq!(right.upper_proof, Some(UpperProof::Search));
        let BilevelGoal::Blocker { most } = problem.goal else { panic!("{problem:?}") };
        let less = BilevelProblem { goal: BilevelGoal::Blocker { most: most - 2 }, ..problem };
        let wrong = finished(&less, (&[0], &[1]), 1, no_limit).expect_err("a contradiction");
        assert!(matches!(&wrong, BilevelTrouble::Contradiction(message) if message.contains("is worth more than")));
    }

    /// A blocker has to leave the follower an answer. In a clue problem, nothing has to be left.
    #[test]
    fn a_choice_that_leaves_no_answer_is_no_bound_of_a_blocker() {
        let upper = |room: i64, may_be_silent: bool| {
            let mps = format!(
                "NAME b\nROWS\n N pay\n L most\n L f\nCOLUMNS\n M 'MARKER' 'INTORG'\n x pay 1 f 2\n y pay 1 f 2\n \
                 z most 1 f -1\n w most 1\n M 'MARKER' 'INTEND'\nRHS\n r most 1 f {room}\nBOUNDS\n BV b x\n BV b y\n \
                 BV b z\n BV b w\nENDATA\n"
            );
            let aux = "N 2\nM 1\nLC 2\nLC 3\nLR 1\nLO -1\nLO -1\nOS 1\n";
            let bilevel = read_mps_aux(mps.as_bytes(), aux.as_bytes(), "b", &Limits::none()).expect("a program");
            let problem = BilevelProblem::of(&bilevel).expect("a blocker");
            let (settings, mut monitor) = (Settings::default(), Unmonitored);
            let mut request = BilevelRequest {
                settings: &settings,
                follower: FollowerChoice::Oracle,
                limits: Limits::none(),
                max_nodes: None,
                monitor: &mut monitor,
            };
            let search = Search::<2>::new(&problem, LeaderEngine::Cuts, may_be_silent, &mut request).expect("a search");
            search.finish(Some(AnswerStatus::TimeLimit)).expect("an outcome").upper
        };
        // With both taken, z would have to be 2.
        assert_eq!((upper(2, false), upper(2, true)), (None, Some(2)));
        // With room for one more it is 1, and then it may be that w is 1 too, which is more than 1.
        assert_eq!((upper(3, false), upper(3, true)), (None, None));
    }

    /// The bounds as they were found meet, but the upper bound is not proven.
    #[test]
    fn nothing_is_optimal_without_its_upper_half() {
        let problem = even_weights(40);
        let ones: Vec<usize> = (1..20).collect();
        let stopped = Limits::none().with_time(Duration::ZERO);
        let outcome = finished(&problem, (&[0], &ones), 1, stopped).expect("an outcome");
        assert_eq!((outcome.status, outcome.upper_proof), (AnswerStatus::TimeLimit, None));
        assert_eq!((outcome.lower, outcome.upper), (Some(1), None));
    }
}
