//! The minimum by budgets: refute K clues, then K + 1, until a puzzle is found or the bounds meet. When the bounds are
//! close, the budget is one clue less than the best puzzle. [`Climb`] implements this for the search and for the one
//! that writes certificates; each refutes a budget in its own way.
//!
//! Each budget is split over the parts of a partition (see [`cases`]), and the exact minimum of each region, over the
//! known sets inside it, determines the partition and the distribution of the budget.

use crate::base::{CellSet, Group, Index, Limits, Stop};
use crate::hitting::{AtMost, Part, Pool, cases, costly_first, joined, keeping, measured};
use crate::problem::{ClueProblem, Minimum};
use crate::unavoidable::DegreePacking;
use minclue_engine::local_search::LARGE;
use minclue_engine::{self as engine, Run, Start};

use super::SearchOptions;
use super::certified;
use super::disjoint;
use super::parallel::WorkerPool;
use super::question::{FoundSet, Interrupted, Question};
use super::set_learner::SetLearner;

/// Nodes that the minimum of one region may cost; a smaller value found until then is used.
const REGION_NODES: u64 = 50_000;
/// Budgets too small to be worth a split.
const SPLIT_FROM: usize = 8;
/// How long partitions race: see [`Split`]. Bands and stacks are of a kind, and their costs grow alike.
const OF_A_KIND: Race = Race { drop_from: u64::MAX, settle_from: 5_000 };
/// Parts of digits and bands are not: from one clue to the next, the costs of one may grow by five and of another by
/// twenty.
const OF_SEVERAL_KINDS: Race = Race { drop_from: 50_000, settle_from: 200_000 };
/// Bounds that are no further apart than this are closed from above: see [`Climb::budget`].
const NEAR: usize = 3;
/// A partition that costs this many times as much as the best one is out.
const FAR: u64 = 4;
/// A budget costs about this many times as much as the one before; from three to seven on 9x9 grids.
const GROWTH: u64 = 5;
/// Walks before a budget are worth no more nodes than this: a guess that is too large would leave all the time to them.
const WALKS: u64 = 50_000_000;
/// A budget that is expected to take more nodes, a minute or so, is not asked for before the smaller ones.
const LONG: u64 = 400_000_000;
/// On a large problem a budget may never be refuted: so the search for puzzles takes turns with a tree that is given up
/// after a number of nodes, at first this one, and is begun again with twice as many.
const FIRST_TURN: u64 = 800_000;

/// The minimum of a problem, with a proof if the run wants one.
pub(super) fn minimum<const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Start<'_, W>,
    options: &SearchOptions,
    run: &mut Run<'_, W>,
) -> Minimum<W> {
    let Run { limits, question, observer, proof } = run.part();
    if let Some(log) = proof {
        let (found, proof) = certified::minimum(problem, start, options, limits, question, observer, log.files());
        log.take(proof);
        return found;
    }
    let cells = problem.cells();
    let pool = Pool::new(cells, start.family.sets().iter().map(|set| set.cells));
    let mut workers = WorkerPool::new(problem, &pool, options, Some(cells), limits, observer);
    let turn = (options.heuristic && cells.len() > LARGE).then_some(FIRST_TURN);
    let climb = Climb { options, question, start, limits };
    let stop = climb.ascend(&mut workers, &mut Plain { limits, turn }).err();
    workers.outcome(stop)
}

/// The result of a budget.
pub(super) enum Answer<const W: usize> {
    /// No puzzle has so few clues.
    Refuted,
    /// A puzzle within the budget.
    Found(CellSet<W>),
    /// The search was suspended.
    Open,
}

/// How budgets are refuted: with a proof or without.
pub(super) trait Refuter<const W: usize> {
    /// Why it ends early.
    type Error: From<Stop>;

    /// Takes the disjoint sets that the lower bound comes from.
    fn keep(&mut self, _packing: DegreePacking<W>) {}

    /// Comes before the first budget.
    fn begin(&mut self, _workers: &mut WorkerPool<'_, '_, W>, _split: &mut Split<W>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Is there a puzzle with at most `k` clues?
    fn refute(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        split: &mut Split<W>,
        k: usize,
    ) -> Result<Answer<W>, Self::Error>;
}

/// Walks the cases of a budget, and keeps nothing but the answer.
struct Plain<'l> {
    limits: &'l Limits,
    /// The number of nodes after which a tree is suspended.
    turn: Option<u64>,
}

impl<const W: usize> Refuter<W> for Plain<'_> {
    type Error = Stop;

    fn refute(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        split: &mut Split<W>,
        k: usize,
    ) -> Result<Answer<W>, Stop> {
        if let Some(turn) = self.turn {
            workers.limit(&self.limits.clone().with_nodes(workers.counters.n_nodes + turn));
        }
        let question = Question::any(k, workers.problem.cells());
        let answer = match split.walk(workers, &question, &mut |_, _, _| Ok(())) {
            Ok(()) => Answer::Refuted,
            Err(Interrupted::Found(clues)) => Answer::Found(clues),
            Err(Interrupted::Limit(Stop::Nodes)) if self.limits.reached(workers.counters.n_nodes).is_none() => {
                self.turn = self.turn.map(|turn| 2 * turn);
                Answer::Open
            }
            Err(Interrupted::Limit(stop)) => return Err(stop),
            Err(Interrupted::Spent | Interrupted::Left) => {
                unreachable!("budgets have no number of nodes, and all of them are walked")
            }
        };
        workers.limit(self.limits);
        Ok(answer)
    }
}

/// The way up to the minimum.
pub(super) struct Climb<'o, const W: usize> {
    pub(super) options: &'o SearchOptions,
    pub(super) question: engine::Question,
    pub(super) start: &'o Start<'o, W>,
    pub(super) limits: &'o Limits,
}

impl<const W: usize> Climb<'_, W> {
    fn upper(workers: &WorkerPool<'_, '_, W>) -> usize {
        workers.best().map_or(usize::MAX, |clues| clues.len())
    }

    fn is_answered(&self, workers: &WorkerPool<'_, '_, W>) -> bool {
        self.question.is_answered(workers.lower, Self::upper(workers))
    }

    /// A puzzle with at most this many clues need not be improved.
    fn good_enough(&self, workers: &WorkerPool<'_, '_, W>) -> usize {
        self.question.at_most().unwrap_or(0).max(workers.lower)
    }

    /// The number of clues to refute next.
    ///
    /// A budget takes some eight times as long as the one before, so small ones cost little and say which partition to
    /// take. Once that is known and the bounds are near, one clue less than the best puzzle is asked for at once: its
    /// refutation is that of all smaller numbers, and a puzzle would have to be met anyway. Where that may take long, a
    /// limit may come first, and each smaller budget is a better bound.
    fn budget(&self, workers: &WorkerPool<'_, '_, W>, split: &Split<W>) -> usize {
        let (lower, upper) = (workers.lower, Self::upper(workers));
        let is_large = workers.problem.cells().len() > LARGE;
        let is_short = || !is_large && split.expected(upper - 1) <= LONG;
        match self.question.at_most() {
            Some(k) if split.is_settled() => k.min(upper - 1),
            None if split.is_settled() && upper - lower <= NEAR && is_short() => upper - 1,
            _ => lower,
        }
    }

    /// Raises the lower bound until it meets the upper one, or until what is asked is answered.
    ///
    /// Disjoint sets that need several clues each bound it too. Where they do not answer by themselves, budgets are
    /// refuted all the same: small ones cost next to nothing, and what they cost is counted. A limit may leave no
    /// better bound.
    pub(super) fn ascend<R: Refuter<W>>(
        &self,
        workers: &mut WorkerPool<'_, '_, W>,
        refuter: &mut R,
    ) -> Result<(), R::Error> {
        let mut packing = None;
        let end = self.by_budgets(workers, refuter, &mut packing);
        if let Some(packing) = packing.filter(|packing| end.is_err() && packing.weight > workers.lower) {
            workers.raise(packing.weight);
            refuter.keep(packing);
        }
        end
    }

    fn by_budgets<R: Refuter<W>>(
        &self,
        workers: &mut WorkerPool<'_, '_, W>,
        refuter: &mut R,
        packing: &mut Option<DegreePacking<W>>,
    ) -> Result<(), R::Error> {
        let (cells, options) = (workers.problem.cells(), self.options);
        if let Some(bound) = workers.packing_bound(CellSet::EMPTY, cells) {
            workers.raise(bound);
        }
        let known = workers.take_known(self.start.incumbent)?;
        if known.is_some() && self.is_answered(workers) {
            return Ok(());
        }
        if options.heuristic {
            workers.begin_walks(options.seed);
        }
        workers.walk_puzzles(0, self.good_enough(workers))?;
        if self.is_answered(workers) {
            return Ok(());
        }
        *packing = disjoint::more_than(workers.lower, workers.problem, self.start.family, self.limits);
        if self.is_proven(workers, refuter, packing) {
            return Ok(());
        }
        let mut split = Split::new(workers, CellSet::EMPTY, cells, options, self.limits)?;
        refuter.begin(workers, &mut split)?;
        while !self.is_answered(workers) {
            let k = self.walk_and_budget(workers, &split)?;
            if self.is_answered(workers) || self.is_proven(workers, refuter, packing) {
                break;
            }
            workers.enlarge(self.start, split.expected(k));
            match refuter.refute(workers, &mut split, k)? {
                Answer::Refuted => workers.raise(k + 1),
                Answer::Found(clues) => workers.improve(clues),
                Answer::Open => {}
            }
        }
        Ok(())
    }

    /// Do disjoint sets answer by themselves, with the best puzzle so far? Then the bound is theirs.
    fn is_proven<R: Refuter<W>>(
        &self,
        workers: &mut WorkerPool<'_, '_, W>,
        refuter: &mut R,
        packing: &mut Option<DegreePacking<W>>,
    ) -> bool {
        let upper = Self::upper(workers);
        let Some(found) = packing.take_if(|found| self.question.is_answered(found.weight, upper)) else { return false };
        workers.raise(found.weight);
        refuter.keep(found);
        true
    }

    /// The budget to refute next, after walks that are worth its nodes.
    fn walk_and_budget(&self, workers: &mut WorkerPool<'_, '_, W>, split: &Split<W>) -> Result<usize, Stop> {
        loop {
            let k = self.budget(workers, split);
            workers.walk_puzzles(split.expected(k).min(WALKS), self.good_enough(workers))?;
            // A better puzzle may bring the bounds near, and then a larger budget is next.
            let next = self.budget(workers, split);
            if next <= k || self.is_answered(workers) {
                return Ok(next);
            }
        }
    }
}

/// When the costs of a budget, in nodes of the best partition, say which of several is the best.
#[derive(Clone, Copy, Debug)]
struct Race {
    /// The number of nodes after which partitions that take [`FAR`] times as much are dropped.
    drop_from: u64,
    /// The number of nodes after which only the best partition is kept.
    settle_from: u64,
}

/// How the questions of one problem are split.
///
/// A grid may be cut into bands or into stacks, and one may be three times as much work as the other. Small budgets are
/// refuted in all ways, until the nodes that they take show which is the best.
pub(super) struct Split<const W: usize> {
    pub(super) partitions: Vec<Vec<Part<W>>>,
    race: Race,
    /// The partitions that may be the best.
    racing: Vec<usize>,
    /// The partition with the least cost for the last budget.
    best: usize,
    /// The last budget that was searched by partitions, and the number of nodes of the best one.
    last: Option<(usize, u64)>,
    pub(super) group: Group,
}

impl<const W: usize> Split<W> {
    /// Measures the partitions, and finds the symmetries that keep the given cells and those that may be chosen.
    pub(super) fn new(
        workers: &mut WorkerPool<'_, '_, W>,
        given: CellSet<W>,
        cells: CellSet<W>,
        options: &SearchOptions,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let problem = workers.problem;
        let group = symmetries(problem, given, cells, options, limits);
        let all = problem.cells();
        let mut cuts = problem.partitions();
        let joined = joined(&problem.joinable(), workers.learner.pool.sets());
        let race = if joined.is_empty() { OF_A_KIND } else { OF_SEVERAL_KINDS };
        cuts.extend(joined);
        let mut partitions = measured(all, cuts, |region| region_minimum(workers, region))?;
        for parts in &mut partitions {
            // Costly regions get the smaller budgets.
            costly_first(parts);
        }
        let racing = (0..partitions.len()).collect();
        Ok(Self { partitions, race, racing, best: 0, last: None, group })
    }

    /// No split: for a question with enough clues that the unavoidable sets are hit anyway.
    pub(super) fn whole(
        problem: &dyn ClueProblem<W>,
        given: CellSet<W>,
        cells: CellSet<W>,
        options: &SearchOptions,
        limits: &Limits,
    ) -> Self {
        let group = symmetries(problem, given, cells, options, limits);
        Self { partitions: Vec::new(), race: OF_A_KIND, racing: Vec::new(), best: 0, last: None, group }
    }

    /// Is it known which partition to take?
    pub(super) fn is_settled(&self) -> bool {
        self.racing.len() < 2
    }

    /// Walks smaller questions of the same kind, until it is known which partition to take.
    pub(super) fn choose_partition(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        question: &Question<W>,
    ) -> Result<(), Interrupted<W>> {
        for max in SPLIT_FROM.max(question.given.len())..question.max {
            if self.is_settled() {
                break;
            }
            self.walk(workers, &Question { max, ..question.clone() }, &mut |_, _, _| Ok(()))?;
        }
        self.racing.retain(|&i| i == self.best);
        Ok(())
    }

    /// Walks a question case by case; before all is settled, perhaps more than once.
    pub(super) fn walk<'a>(
        &mut self,
        workers: &mut WorkerPool<'a, '_, W>,
        question: &Question<W>,
        visit: &mut VisitCase<'_, 'a, W>,
    ) -> Result<(), Interrupted<W>> {
        let choices = self.choices(question.max);
        if choices.is_empty() {
            return self.walk_cases(workers, question, vec![Vec::new()], visit);
        }
        let mut costs = Vec::new();
        for i in choices {
            let before = workers.counters.n_nodes;
            self.walk_cases(workers, question, cases(&self.partitions[i], question.max), visit)?;
            costs.push(workers.counters.n_nodes - before);
        }
        self.compare(question.max, &costs);
        Ok(())
    }

    /// The partitions to refute a budget by: none if it is not worth a split, and several, one after the other, until
    /// it is known which is the best.
    pub(super) fn choices(&self, k: usize) -> Vec<usize> {
        if k < SPLIT_FROM { Vec::new() } else { self.racing.clone() }
    }

    /// The parts by which it is settled that a question of this size is split; none if it is not worth it.
    pub(super) fn settled_parts(&mut self, k: usize) -> &mut [Part<W>] {
        let best = self.choices(k).first().copied();
        best.map_or(&mut [], |best| &mut self.partitions[best])
    }

    /// The nodes that a budget may take, as far as the last one says.
    pub(super) fn expected(&self, k: usize) -> u64 {
        let Some((last, cost)) = self.last else { return 0 };
        cost.saturating_mul(GROWTH.saturating_pow(k.saturating_sub(last) as u32))
    }

    /// Takes the nodes that each of the choices for budget `k` cost.
    pub(super) fn compare(&mut self, k: usize, costs: &[u64]) {
        let known: Vec<(u64, usize)> = costs.iter().copied().zip(self.racing.iter().copied()).collect();
        let Some(&(least, best)) = known.iter().min() else { return };
        (self.best, self.last) = (best, Some((k, least)));
        let too_much = match least {
            cost if cost >= self.race.settle_from => least,
            cost if cost >= self.race.drop_from => FAR * least,
            _ => u64::MAX,
        };
        let stays = known.into_iter().filter(|&(cost, i)| i == best || cost < too_much);
        self.racing = stays.map(|(_, i)| i).collect();
    }

    fn walk_cases<'a>(
        &self,
        workers: &mut WorkerPool<'a, '_, W>,
        question: &Question<W>,
        cases: Vec<Vec<AtMost<W>>>,
        visit: &mut VisitCase<'_, 'a, W>,
    ) -> Result<(), Interrupted<W>> {
        for caps in cases {
            let group = keeping(&self.group, &caps);
            let group = (!group.is_trivial()).then_some(group);
            let question = Question { caps: caps.clone(), ..question.clone() };
            workers.walk(question, group.as_ref(), &mut |learner, find| visit(learner, find, &caps))?;
        }
        Ok(())
    }
}

/// The symmetries that keep the given cells and those that may be chosen.
fn symmetries<const W: usize>(
    problem: &dyn ClueProblem<W>,
    given: CellSet<W>,
    cells: CellSet<W>,
    options: &SearchOptions,
    limits: &Limits,
) -> Group {
    if options.symmetry {
        problem.automorphisms(Group::MAX, limits).stabilizer(given).stabilizer(cells)
    } else {
        Group::trivial(problem.cells().iter().last().map_or(0, |cell| cell.get() + 1))
    }
}

/// Is called with every find, and the caps of the case that has it.
pub(super) type VisitCase<'v, 'a, const W: usize> =
    dyn FnMut(&mut SetLearner<'a, W>, FoundSet<W>, &[AtMost<W>]) -> Result<(), Interrupted<W>> + 'v;

/// The fewest cells that hit all known sets inside `region`, or a smaller number, and the nodes that it took.
fn region_minimum<const W: usize>(
    workers: &mut WorkerPool<'_, '_, W>,
    region: CellSet<W>,
) -> Result<(usize, u64), Stop> {
    let (mut min, mut cost) = (0, 0);
    loop {
        let question = Question { relaxed: true, until: REGION_NODES - cost, ..Question::any(min, region) };
        let (end, nodes) = workers.ask(question);
        cost = REGION_NODES.min(cost + nodes);
        match end {
            Ok(()) => min += 1,
            Err(Interrupted::Found(_) | Interrupted::Spent | Interrupted::Left) => return Ok((min, cost)),
            Err(Interrupted::Limit(stop)) => return Err(stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::problem::{NoObserver, Status, SudokuClues, Verdict};
    use crate::unavoidable::{Family, displacements};
    use minclue_core::sudoku::{Shape, all_grids, random_grid};
    use minclue_engine::{Engine, Reference};

    fn shape(r: u8, c: u8) -> Shape {
        Shape::new(r, c).expect("a shape")
    }

    fn start<const W: usize>(problem: &SudokuClues<W>, max_size: usize) -> Family<W> {
        let mut family = Family::new();
        for set in displacements(problem, problem.cells(), max_size, &Limits::none()).sets {
            family.insert(set);
        }
        family
    }

    fn solve<const W: usize>(problem: &SudokuClues<W>, start: &Family<W>, limits: &Limits) -> Minimum<W> {
        minimum(problem, &Start::from(start), &SearchOptions::default(), &mut Run::new(limits, &mut NoObserver))
    }

    fn by_reference<const W: usize>(problem: &SudokuClues<W>, start: &Family<W>) -> Minimum<W>
    where
        Reference: Engine<W>,
    {
        Reference
            .minimum(problem, &Start::from(start), &mut Run::new(&Limits::none(), &mut NoObserver))
            .expect("no proof is wanted")
    }

    fn is_valid<const W: usize>(problem: &SudokuClues<W>, clues: CellSet<W>) -> bool {
        problem.oracle().second_solution(clues, &mut Limits::none().pace(1)) == Verdict::Unique
    }

    /// With and without sets to start from, on all 4x4 grids.
    #[test]
    fn agrees_with_the_reference_on_four_by_four() {
        for (i, grid) in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().enumerate() {
            let problem = SudokuClues::<2>::new(grid);
            let family = if i % 2 == 0 { start(&problem, 16) } else { Family::new() };
            let found = solve(&problem, &family, &Limits::none());
            assert_eq!(found.status(), Status::Optimal);
            assert_eq!(found.upper_bound(), by_reference(&problem, &Family::new()).upper_bound());
            assert!(is_valid(&problem, found.clues.expect("optimal")));
        }
    }

    #[test]
    fn agrees_with_the_reference_on_six_by_six_of_both_shapes() {
        for seed in 1..=6 {
            for shape in [shape(2, 3), shape(3, 2)] {
                let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(seed)));
                let found = solve(&problem, &start(&problem, 8), &Limits::none());
                let wanted = by_reference(&problem, &start(&problem, 12));
                assert_eq!(found.upper_bound(), wanted.upper_bound(), "seed {seed}, {shape}");
                assert_eq!(found.lower_bound, wanted.lower_bound);
                assert!(is_valid(&problem, found.clues.expect("optimal")));
            }
        }
    }

    /// Of the 576 Latin squares of order 4, 432 need four clues and 144 need five, as brute force counts them.
    #[test]
    fn critical_sets_of_latin_squares() {
        let mut counts = [0; 6];
        for grid in all_grids::<2>(shape(1, 4), usize::MAX) {
            let found = solve(&SudokuClues::<2>::new(grid), &Family::new(), &Limits::none());
            counts[found.upper_bound().expect("optimal")] += 1;
        }
        assert_eq!(counts, [0, 0, 0, 0, 432, 144]);
    }

    #[test]
    fn a_limit_leaves_bounds_that_hold() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(2)));
        let family = start(&problem, 12);
        let found = solve(&problem, &family, &Limits::none().with_nodes(50_000));
        assert_eq!(found.status(), Status::Stopped(Stop::Nodes));
        assert!(found.lower_bound > 8 && found.upper_bound().is_some_and(|upper| upper < 30));
        assert!(is_valid(&problem, found.clues.expect("found at once")));
        // And one that comes before the first node: the packing bound and the puzzle that shows everything hold.
        let nothing = solve(&problem, &family, &Limits::none().with_nodes(0));
        assert!((8..=17).contains(&nothing.lower_bound) && nothing.upper_bound() == Some(81));
    }

    /// Between 14 and 17 clues, after a budget of 13 that took few nodes or many.
    #[test]
    fn a_long_budget_waits_for_the_smaller_ones() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(2)));
        let (cells, options, limits) = (problem.cells(), SearchOptions::default(), Limits::none());
        let (pool, family, mut observer) = (Pool::new(cells, std::iter::empty()), Family::new(), NoObserver);
        let mut workers = WorkerPool::new(&problem, &pool, &options, Some(cells), &limits, &mut observer);
        workers.improve(CellSet::first_n(17));
        workers.raise(14);
        let mut split = Split::whole(&problem, CellSet::EMPTY, cells, &options, &limits);
        let next = |split: &Split<2>, question| {
            let (options, start, limits) = (&options, &Start::from(&family), &limits);
            Climb { options, question, start, limits }.budget(&workers, split)
        };
        let long = LONG / GROWTH.pow(3);
        for (nodes, wanted) in [(long, 16), (long + 1, 14)] {
            split.last = Some((13, nodes));
            assert_eq!(next(&split, engine::Question::Minimum), wanted, "after {nodes} nodes");
        }
        // A smaller bound answers no question about 15 clues.
        assert_eq!(next(&split, engine::Question::AtMost(15)), 15);
    }

    #[test]
    fn the_same_seed_gives_the_same_run() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 4), &mut rng(2)));
        let family = start(&problem, 10);
        assert_eq!(solve(&problem, &family, &Limits::none()), solve(&problem, &family, &Limits::none()));
    }

    /// A set that is learned deep in the tree and stored with too few cells makes other branches prune wrongly. Then
    /// the partial sets of a larger budget no longer contain those of a smaller one.
    #[test]
    fn learned_sets_are_stored_whole() {
        for seed in 1..=3 {
            let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(seed)));
            // Hardly any start set, so that nearly all are learned.
            let learned = solve(&problem, &start(&problem, 4), &Limits::none());
            let given = solve(&problem, &start(&problem, 14), &Limits::none());
            assert_eq!(learned.upper_bound(), given.upper_bound());
            assert_eq!(learned.lower_bound, given.lower_bound);
        }
    }
}
