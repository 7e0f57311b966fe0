//! The cheapest choice if follower's responses are unavoidable sets. The branch and cut gets its rows from the oracle
//! of the clue problem behind the follower, which knows the puzzle better than a generic program.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use minclue_core::base::{CellSet, Index, Limits, Rng, Stop, rng, stable_sort_by_key};
use minclue_core::problem::{
    AnswerSource, BestAnswer, BilevelProblem, Counters, FollowerWork, LeaderRow, Loss, MonotoneFollower, Replies, Reply,
};
use minclue_engines::cuts::{self, CutQuestion, Replier};
use minclue_engines::width::Width;
use rand::Rng as _;

use super::super::cheapest::SetSource;
use super::super::{BilevelOutcome, BilevelTrouble, UpperProof, add};
use super::Choice;
use super::cuts::{Items, choice, told};
use super::{Search, no_solution};
use crate::choice::LpSolver;
use crate::dispatch::WidthDispatch;
use crate::monitor::Monitor;
use crate::settings::node_lps;

/// Guesses of our own search for the answer behind a set that a certificate needs.
const GUESSES: u64 = 20_000;
/// Items of more than this in a linear program are taken when a set against it is looked for. Further tries with 0.2, 0.4
/// and 0.7 where there is none changed the nodes of five 9x9 grids by -24 to +8 %, and took as long or up to 40 % longer.
const TAKEN_FROM: f64 = 0.01;
/// A set is of use if it has less than this in a point.
const VIOLATED: f64 = 0.999;
/// Rounds of the search for a first choice without a better one, after which it ends.
const PATIENCE: usize = 200;
/// The part of the time that it may take, and the most.
const FIRST_PART: f64 = 0.1;
const FIRST_TIME: Duration = Duration::from_secs(5);

/// Sets in place of answers.
struct Sets<'s, const W: usize> {
    problem: &'s BilevelProblem,
    source: &'s mut dyn SetSource,
    prices: &'s [i64],
    /// Items that must be taken, and items that must not.
    given: Items<W>,
    forbidden: Items<W>,
    limits: Limits,
    /// The value of a response.
    worth: i64,
    work: FollowerWork,
    more: Vec<Items<W>>,
    choice: Option<Items<W>>,
    monitor: &'s mut dyn Monitor,
}

impl<const W: usize> Sets<'_, W> {
    /// A minimal set that `taken` does not hit, of items beside those of `keep_out` where there is one.
    fn unhit(&mut self, taken: Items<W>, keep_out: Items<W>) -> Result<Option<Items<W>>, Stop> {
        let start = Instant::now();
        let numbers = |items: Items<W>| items.iter().map(Index::get).collect::<Vec<usize>>();
        let set = self.source.unhit(&numbers(taken), &numbers(keep_out), &self.limits);
        self.work = self.work.and(FollowerWork { n_solves: 1, n_programs: 0, time: start.elapsed() });
        Ok(set?.map(|set| set.into_iter().map(Index::new).collect()))
    }

    fn all(&self) -> Items<W> {
        Items::first_n(self.prices.len())
    }

    fn reply(&self, set: Items<W>) -> Reply {
        let is_in = |item: usize| set.contains(Index::new(item));
        let loss = |item: usize| if is_in(item) { Loss::Whole } else { Loss::Nothing };
        Reply { values: Vec::new(), worth: self.worth, losses: (0..self.prices.len()).map(loss).collect() }
    }

    /// The choice without what it can do without, the dearest first; it hits everything.
    fn reduced(&mut self, mut choice: Items<W>) -> Result<Items<W>, Stop> {
        let mut items: Vec<usize> = (choice - self.given).iter().map(Index::get).collect();
        stable_sort_by_key(&mut items, |item| Reverse(self.prices[*item]));
        for item in items {
            let rest = choice - Items::only(Index::new(item));
            if self.unhit(rest, self.forbidden)?.is_none() {
                choice = rest;
            }
        }
        Ok(choice)
    }

    /// A minimal choice above `begin`, by sets that it does not hit, which are kept; `wanted` says which item of one is
    /// taken. `None` if nothing that may be taken hits some set.
    fn completed(
        &mut self,
        begin: Items<W>,
        known: &mut Vec<Items<W>>,
        mut wanted: impl FnMut(&[Items<W>], Items<W>) -> Option<usize>,
    ) -> Result<Option<Items<W>>, Stop> {
        let mut choice = begin | self.given;
        loop {
            let open: Vec<Items<W>> = known.iter().copied().filter(|set| !set.intersects(&choice)).collect();
            let set = match open.iter().min_by_key(|set| set.len()) {
                Some(set) => *set,
                None => match self.unhit(choice, self.forbidden)? {
                    None => return Ok(Some(self.reduced(choice)?)),
                    Some(set) => {
                        known.push(set);
                        self.more.push(set);
                        set
                    }
                },
            };
            let Some(item) = wanted(&open, set - self.forbidden) else { return Ok(None) };
            choice.insert(Index::new(item));
        }
    }

    /// A good first choice: one is made, and parts of it are made anew, until nothing better comes or a limit does.
    fn first(&mut self, sets: &[Items<W>], rng: &mut Rng) -> Option<Items<W>> {
        let mut known = sets.to_vec();
        let mut best: Option<Items<W>> = None;
        let mut n_idle = 0;
        while n_idle < PATIENCE {
            let kept = best.map_or(Items::EMPTY, |best| best.iter().filter(|_| rng.random_bool(0.7)).collect());
            let prices = self.prices;
            let done = self.completed(kept, &mut known, |open, set| {
                // What hits the most for its price, with some chance for any other.
                let mut score = |item: usize| {
                    let hit = open.iter().filter(|other| other.contains(Index::new(item))).count().max(1);
                    let price = prices[item].max(0) as f64 + 0.01;
                    hit as f64 / price * rng.random_range(0.6..1.0)
                };
                let scored = set.iter().map(|item| (score(item.get()), item.get()));
                scored.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, item)| item)
            });
            let Ok(done) = done else { break };
            n_idle += 1;
            let Some(done) = done else { continue };
            if best.is_none_or(|best| self.cost(done) < self.cost(best)) {
                n_idle = 0;
            }
            if best.is_none_or(|best| self.cost(done) <= self.cost(best)) {
                best = Some(done);
            }
        }
        best
    }

    fn cost(&self, items: Items<W>) -> i64 {
        items.iter().map(|item| self.prices[item.get()]).sum()
    }
}

impl<const W: usize> Replier<W> for Sets<'_, W> {
    fn best(&mut self, taken: Items<W>) -> Result<Reply, Stop> {
        let Some(first) = self.unhit(taken, self.forbidden)? else {
            return Ok(Reply { worth: self.worth - 1, ..self.reply(Items::EMPTY) });
        };
        // Sets that have nothing in common, until their items leave no answer.
        let mut choice = taken | (first - self.forbidden);
        while let Some(set) = self.unhit(choice, self.forbidden)? {
            self.more.push(set);
            if (set - self.forbidden - choice).is_empty() {
                return Ok(self.reply(first));
            }
            choice |= set - self.forbidden;
        }
        self.choice = Some(self.reduced(choice)?);
        Ok(self.reply(first))
    }

    fn against(&mut self, point: &[f64]) -> Option<Reply> {
        let from =
            |least: f64| -> Items<W> { (0..point.len()).filter(|i| point[*i] > least).map(Index::new).collect() };
        let set = self.unhit(from(TAKEN_FROM), from(TAKEN_FROM * 0.5)).ok()??;
        let sum: f64 = set.iter().map(|item| point[item.get()]).sum();
        if sum < VIOLATED {
            return Some(self.reply(set));
        }
        self.more.push(set);
        None
    }

    fn also(&mut self) -> (Vec<Reply>, Option<Items<W>>) {
        let more = std::mem::take(&mut self.more);
        (more.into_iter().map(|set| self.reply(set)).collect(), self.choice.take())
    }

    fn hear(&mut self, lower: i64, best: Option<i64>, work: &Counters) {
        let problem = self.problem;
        self.monitor.log(&|| told(problem, lower, best, work));
    }
}

/// The items that rows with one item alone fix: those to be taken, and those not to be.
fn fixed<const W: usize>(rows: &[LeaderRow]) -> (Items<W>, Items<W>) {
    let (mut given, mut forbidden) = (Items::EMPTY, Items::EMPTY);
    for row in rows {
        if let [(item, a)] = row.terms[..] {
            if row.rhs > 0 {
                given.insert(Index::new(item));
            } else if a < row.rhs {
                forbidden.insert(Index::new(item));
            }
        }
    }
    (given, forbidden)
}

impl<const W: usize> Search<'_, '_, W>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    /// The cheapest choice that leaves no answer worth more than `most`, where `source` has the sets of such answers.
    pub(in super::super) fn cheapest_by_cuts(
        mut self,
        most: i64,
        source: &mut dyn SetSource,
    ) -> Result<BilevelOutcome, BilevelTrouble> {
        let (problem, limits) = (self.problem, self.request.limits.clone());
        let (follower, prices) = (&problem.follower, self.unit_prices());
        let rows = follower.leader_rows();
        let (given, forbidden) = fixed(&rows);
        let seed = self.request.settings.seed;
        let is_proven = self.request.settings.certificate.is_some();
        let start: Vec<Items<W>> =
            source.start().into_iter().map(|set| set.into_iter().map(Index::new).collect()).collect();
        let mut sets = Sets {
            problem,
            source,
            prices: &prices,
            given,
            forbidden,
            limits: limits.clone(),
            worth: most + 1,
            work: FollowerWork::default(),
            more: Vec::new(),
            choice: None,
            monitor: &mut *self.request.monitor,
        };
        match sets.unhit(sets.all(), Items::EMPTY) {
            Ok(None) => {}
            Ok(Some(_)) => return Err(BilevelTrouble::Refused("whatever is taken, something is left".to_owned())),
            Err(stop) => return self.finish(Some(stop.into())),
        }
        sets.limits = limits.with_part(FIRST_PART).with_time(FIRST_TIME);
        sets.choice = sets.first(&start, &mut rng(seed));
        let replies = start.iter().map(|set| sets.reply(*set)).collect();
        sets.limits = limits.clone();
        let question = CutQuestion { prices: prices.clone(), most, rows, replies, is_proven };
        let lps = node_lps(LpSolver::Auto).expect("a build always has the dense one");
        let max_nodes = self.request.max_nodes;
        let tree_limits = max_nodes.map_or_else(|| limits.clone(), |nodes| limits.clone().with_nodes(nodes));
        let mut answer = cuts::solve(question, lps, &mut sets, &tree_limits);
        let work = sets.work;
        add(&mut self.follower, work);
        self.work.add(&answer.work);
        (self.work.n_sets, self.work.root_bound) = (answer.work.n_sets, answer.work.root_bound);
        self.lower = Some(answer.lower.ok_or_else(no_solution)?);
        if let Some((items, _)) = answer.best {
            let taken = choice(follower, items);
            // The oracle has answered that nothing is left of it. Where it is a program, our own search is still to say so.
            if !matches!(self.source, AnswerSource::Program(_)) {
                self.confirmed = Some((taken, Some(UpperProof::Search)));
            }
            self.best = Some(Choice { taken, answer: Vec::new(), worth: most });
        }
        let replies = Replies::new(follower);
        if let Some(proof) = &mut answer.proved
            && !proof.complete(|reply| values::<W>(follower, &replies, reply, &limits))
        {
            self.uncertified = Some("the answer behind a set was not found in time".to_owned());
            answer.proved = None;
        }
        self.after_block(most, answer)
    }
}

/// The answer behind a set: with all other items taken it is the only kind there is.
fn values<const W: usize>(
    follower: &MonotoneFollower,
    replies: &Replies<'_>,
    reply: &Reply,
    limits: &Limits,
) -> Option<Vec<bool>> {
    let is_taken: Vec<bool> = reply.losses.iter().map(|loss| *loss == Loss::Nothing).collect();
    let taken: Vec<usize> = (0..is_taken.len()).filter(|item| is_taken[*item]).collect();
    match follower.best_answer_in(follower.choice::<W>(&taken), GUESSES, limits) {
        BestAnswer::Best(values, _) => Some(replies.reply(&is_taken, &values)?.values),
        BestAnswer::None | BestAnswer::Unknown(_) => None,
    }
}
