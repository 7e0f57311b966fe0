//! The branch and cut with rows that have coefficients: the follower answers its choices, and its tree becomes a
//! certificate.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use minclue_core::base::{CellSet, Index, Limits, Stop, nameless_file, rng};
use minclue_core::ilp::NodeLps;
use minclue_core::problem::{
    AnswerSource, BestAnswer, BilevelProblem, Certifiable as _, Counters, FollowerWork, InterdictionClues, LeaderRow,
    MonotoneFollower, Replies, Reply,
};
use minclue_core::proof::{Numbers, Proof, Tree};
use minclue_engines::cuts::{
    self, AnswerSearch, BestFound, CutAnswer, CutGoal, CutProof, CutQuestion, CutTally, Replier,
};
use minclue_engines::width::Width;

use super::super::start::{self, Choice};
use super::super::{BilevelOutcome, BilevelTrouble, add};
use super::upper::good_answer;
use super::{Search, TargetAnswer, no_solution, too_large};
use crate::bounds::Bounds;
use crate::certificate::{Expected, Uncertified, unwritten, write_and_check};
use crate::choice::LpSolver;
use crate::dispatch::WidthDispatch;
use crate::settings::node_lps;

/// Nodes of our own branch and bound for a best answer to a choice.
const MAX_NODES: usize = 5_000;
/// The same for an answer to a fractional choice, where any good one will do.
const FEW_NODES: usize = 200;
/// Nodes of the native engine for the certificate of a tree whose numbers are too large for one.
const SET_NODES: u64 = 100_000;
/// The part of the time that is left which the tree may take.
const TREE_PART: f64 = 0.85;
/// What an answer is worth is made whole in these parts, where a choice takes a fraction of it.
const PARTS: f64 = 1024.0;

/// A choice by its items.
pub(super) type Items<const W: usize> = CellSet<W>;

/// Answers for the follower.
struct Answers<'s, 'r, 'a, const W: usize> {
    search: &'s mut Search<'r, 'a, W>,
    replies: Replies<'r>,
    lps: &'static dyn NodeLps,
    /// What each of the follower's own variables is worth, and the item that takes it away.
    worths: Vec<i64>,
    takers: Vec<Option<usize>>,
    /// The answers to choices.
    answers: BTreeMap<Items<W>, Vec<bool>>,
}

impl<const W: usize> Answers<'_, '_, '_, W>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    fn follower(&self) -> &MonotoneFollower {
        &self.search.problem.follower
    }

    /// A best answer to a choice: by the branch and bound, and else as for any engine.
    fn answer(&mut self, taken: Items<W>, limits: &Limits) -> Result<Reply, Stop> {
        let start = Instant::now();
        // Whoever names a solver wants its word.
        let is_program = matches!(self.search.source, AnswerSource::Program(_));
        let found =
            (!is_program).then(|| self.fast(taken, &self.worths, f64::NEG_INFINITY, MAX_NODES, limits)).flatten();
        add(&mut self.search.follower, FollowerWork { n_solves: 1, n_programs: 0, time: start.elapsed() });
        let values = match found {
            Some(BestFound::Answer(ones, true)) => self.replies.values(&ones),
            _ => match self.search.best_answer_within(choice(self.follower(), taken), limits) {
                BestAnswer::Best(values, _) => values,
                BestAnswer::None => return Err(Stop::OracleFailed),
                BestAnswer::Unknown(stop) => return Err(stop),
            },
        };
        let reply = self.reply(taken, &values).ok_or(Stop::OracleFailed)?;
        self.answers.insert(taken, values);
        Ok(reply)
    }

    /// By our own branch and bound.
    fn fast(
        &self,
        taken: Items<W>,
        worths: &[i64],
        above: f64,
        max_nodes: usize,
        limits: &Limits,
    ) -> Option<BestFound> {
        let left = self.replies.left(&self.is_taken(taken))?;
        Some(AnswerSearch { lps: self.lps, n_vars: worths.len(), max_nodes }.best(&left, worths, above, limits))
    }

    fn is_taken(&self, items: Items<W>) -> Vec<bool> {
        (0..self.follower().n_items()).map(|item| items.contains(Index::new(item))).collect()
    }

    fn reply(&self, items: Items<W>, values: &[bool]) -> Option<Reply> {
        self.replies.reply(&self.is_taken(items), values)
    }
}

impl<const W: usize> Replier<W> for Answers<'_, '_, '_, W>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    fn best(&mut self, taken: Items<W>) -> Result<Reply, Stop> {
        let limits = self.search.request.limits.clone();
        self.answer(taken, &limits)
    }

    fn against(&mut self, point: &[f64], above: f64) -> Option<Reply> {
        let taken: Items<W> = (0..point.len()).filter(|item| point[*item] > 0.999).map(Index::new).collect();
        let part = |var: usize| self.takers[var].map_or(1.0, |item| (1.0 - point[item]).clamp(0.0, 1.0));
        let worths = self.worths.iter().enumerate();
        let worths: Vec<i64> = worths.map(|(var, worth)| (*worth as f64 * part(var) * PARTS).round() as i64).collect();
        let start = Instant::now();
        let found = self.fast(taken, &worths, above * PARTS, FEW_NODES, &self.search.request.limits);
        add(&mut self.search.follower, FollowerWork { n_solves: 1, n_programs: 0, time: start.elapsed() });
        match found? {
            BestFound::Answer(ones, _) => self.reply(taken, &self.replies.values(&ones)),
            BestFound::Nothing | BestFound::Unknown => None,
        }
    }

    fn hear(&mut self, lower: i64, best: Option<i64>, work: &Counters) {
        let problem = self.search.problem;
        self.search.request.monitor.log(&|| told(problem, lower, best, work));
    }
}

impl<'r, 'a, const W: usize> Search<'r, 'a, W>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    /// Interdiction by rows with coefficients: `least` is what the follower gets when the leader takes everything, if it
    /// has an answer then.
    pub(in super::super) fn interdict(
        mut self,
        n_takes: usize,
        least: Option<i64>,
    ) -> Result<BilevelOutcome, BilevelTrouble> {
        if let Some(stopped) = self.begin(n_takes, least)? {
            return self.finish(Some(stopped));
        }
        let least = self.lower.unwrap_or(0);
        let follower = &self.problem.follower;
        let has_rows = follower.has_rows();
        let mut rows = follower.leader_rows();
        if !has_rows {
            let terms = (0..follower.n_items()).map(|item| (item, -1)).collect();
            rows.push(LeaderRow { demand: None, terms, rhs: -(n_takes as i64) });
        }
        let demands: Vec<Option<usize>> = rows.iter().map(|row| row.demand).collect();
        let CutAnswer { stop, work, proved, .. } = self.by_cuts(rows, CutGoal::Value { least }, Some(n_takes))?;
        if let Some(stop) = stop {
            return self.finish(Some(stop.into()));
        }
        let (Some(path), Some(target)) =
            (self.request.settings.certificate.clone(), self.best.as_ref().map(|best| best.worth))
        else {
            return self.finish(None);
        };
        if let Some(proof) = proved.filter(|_| target > least) {
            let tally = if has_rows { CutTally::Pairs { cost: None } } else { CutTally::Taken { most: n_takes } };
            let all = CellSet::first_n(self.problem.follower.n_cells());
            if !self.certify(&path, (&self.problem.follower, target), &proof, &demands, tally, all)? {
                self.certify_by_sets(&path, (&self.problem.follower, target), tally)?;
            }
        }
        self.certify_upper(n_takes)?;
        self.work.n_sets = work.n_sets;
        self.finish(None)
    }

    /// A blocker problem by rows with coefficients.
    pub(in super::super) fn block_by_cuts(
        mut self,
        most: i64,
        least: Option<i64>,
    ) -> Result<BilevelOutcome, BilevelTrouble> {
        if let Some(stopped) = self.begin_to_block(most, least)? {
            return self.finish(Some(stopped));
        }
        let rows = self.problem.follower.leader_rows();
        let answer = self.by_cuts(rows, CutGoal::Cost { prices: self.unit_prices(), most }, None)?;
        self.after_block(most, answer)
    }

    /// What each item costs, in units.
    pub(super) fn unit_prices(&self) -> Vec<i64> {
        self.problem.prices.iter().map(|price| price / self.problem.unit).collect()
    }

    /// What came of a blocker problem, with its certificates.
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
                self.uncertified = Some("a choice that costs nothing needs no proof".to_owned());
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

    /// Asks the branch and cut, which begins with what a short search finds where there is a budget for it, and takes
    /// its bounds, its best choice and its work.
    ///
    /// # Errors
    /// Where no choice keeps the leader's rows.
    fn by_cuts(
        &mut self,
        rows: Vec<LeaderRow>,
        goal: CutGoal,
        n_takes: Option<usize>,
    ) -> Result<CutAnswer<W>, BilevelTrouble> {
        let (problem, limits) = (self.problem, self.request.limits.clone());
        let (nodes, seed) = (self.request.max_nodes, self.request.settings.seed);
        let is_proven = self.request.settings.certificate.is_some();
        let follower = &problem.follower;
        let replies = Replies::new(follower);
        let (worths, takers) = (replies.worths(), replies.takers());
        let lps = node_lps(LpSolver::Auto).expect("a build always has the dense one");
        let mut answers = Answers { search: self, replies, lps, worths, takers, answers: BTreeMap::new() };
        // No answer is worth more than that to a leader who takes nothing.
        // Where that takes too long, any good answer says something.
        let short = limits.with_part(0.25);
        let nothing = choice::<W>(follower, Items::EMPTY);
        let mut known: Vec<Reply> = match answers.answer(Items::EMPTY, &short) {
            Ok(reply) => vec![reply],
            Err(_) => match good_answer(follower, &answers.replies, nothing) {
                BestAnswer::Best(values, _) => answers.reply(Items::EMPTY, &values).into_iter().collect(),
                BestAnswer::None | BestAnswer::Unknown(_) => Vec::new(),
            },
        };
        let first = n_takes.and_then(|n_takes| {
            let short = limits.with_part(0.25);
            start::choose(follower, n_takes, &mut rng(seed), |taken| {
                let items = items_of(follower, taken);
                match answers.answer(items, &short) {
                    Ok(reply) => {
                        let (values, worth) = (reply.values.clone(), reply.worth);
                        known.push(reply);
                        BestAnswer::Best(values, worth)
                    }
                    Err(stop) => BestAnswer::Unknown(stop),
                }
            })
        });
        let first = first.map(|first| (items_of(follower, first.taken), first.worth));
        let question = CutQuestion { n_items: follower.n_items(), rows, goal, known: first, replies: known, is_proven };
        // The proof of the upper half needs time too.
        let limits = limits.with_part(TREE_PART);
        let limits = nodes.map_or_else(|| limits.clone(), |nodes| limits.clone().with_nodes(nodes));
        let answer = cuts::solve(question, lps, &mut answers, &limits);
        let given = answers.answers;
        self.work.add(&answer.work);
        (self.work.n_sets, self.work.root_bound) = (answer.work.n_sets, answer.work.root_bound);
        self.lower = Some(answer.lower.ok_or_else(|| no_solution(problem.goal))?);
        // Whatever comes to be the best choice has been answered.
        self.best = answer.best.and_then(|(items, _)| {
            let answer = given.get(&items)?.clone();
            Some(Choice { taken: choice(follower, items), worth: follower.worth(&answer), answer, is_best: true })
        });
        Ok(answer)
    }

    /// A certificate that cannot be kept takes nothing from the answer.
    fn unkept(&mut self, message: String) {
        self.uncertified = Some(message.clone());
        self.failure = Some(message);
    }

    /// Where the numbers of a tree are too large for a certificate, the native engine may prove the same by unavoidable
    /// sets, which have none.
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
            TargetAnswer::Not | TargetAnswer::Stopped(_) => {}
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

/// How far the tree is, for a log.
pub(super) fn told(problem: &BilevelProblem, lower: i64, best: Option<i64>, work: &Counters) -> String {
    let upper = best.map_or_else(|| "none known".to_owned(), |best| problem.objective(best).to_string());
    format!("at least {}, best {upper}, {} nodes", problem.objective(lower), work.n_nodes)
}

/// The cells of the choice of these items.
pub(super) fn choice<const W: usize>(follower: &MonotoneFollower, items: Items<W>) -> CellSet<W> {
    follower.choice(&items.iter().map(Index::get).collect::<Vec<usize>>())
}

/// The items of a choice.
fn items_of<const W: usize>(follower: &MonotoneFollower, taken: CellSet<W>) -> Items<W> {
    follower.items_in(taken).into_iter().map(Index::new).collect()
}
