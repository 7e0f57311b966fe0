//! A first choice of the leader: good enough that little more than the proof is left.

use minclue_core::base::{Cell, CellSet, Rng};
use minclue_core::problem::{BestAnswer, MonotoneFollower};
use rand::Rng as _;

/// An answer of the follower, with the cells each of which prevents it.
struct Seen<const W: usize> {
    preventing: CellSet<W>,
    worth: i64,
}

/// Choices that are tried.
const ROUNDS: usize = 30;
/// Choices in a row that are no better, after which no more are tried.
const PATIENCE: usize = 8;

/// A choice of at most `n_takes` cells, and its answer.
pub(super) struct Choice<const W: usize> {
    pub(super) taken: CellSet<W>,
    pub(super) answer: Vec<bool>,
    pub(super) worth: i64,
}

/// Tries choices that prevent the best answers seen so far, and asks for the answer to each; `best_answer` says it.
///
/// `None` if the first question has no answer in time, or if none of the choices keeps the leader's rows.
pub(super) fn choose<const W: usize>(
    follower: &MonotoneFollower,
    n_takes: usize,
    rng: &mut Rng,
    mut best_answer: impl FnMut(CellSet<W>) -> BestAnswer,
) -> Option<Choice<W>> {
    let mut seen: Vec<Seen<W>> = Vec::new();
    let mut best: Option<Choice<W>> = None;
    let mut n_idle = 0;
    for _ in 0..ROUNDS {
        let taken = preventing(&seen, n_takes, CellSet::first_n(follower.n_cells()), rng);
        let BestAnswer::Best(answer, worth) = best_answer(taken) else { break };
        let is_new = seen.iter().all(|other| other.worth != worth || taken.intersects(&other.preventing));
        if is_new {
            seen.push(Seen { preventing: single(follower, &answer), worth });
            seen.sort_by_key(|seen| std::cmp::Reverse(seen.worth));
        }
        n_idle += 1;
        if follower.meets_demands(taken) && best.as_ref().is_none_or(|best| worth < best.worth) {
            (best, n_idle) = (Some(Choice { taken, answer, worth }), 0);
        }
        if n_idle > PATIENCE {
            break;
        }
    }
    best
}

/// The cells of which each prevents the answer by itself.
fn single<const W: usize>(follower: &MonotoneFollower, answer: &[bool]) -> CellSet<W> {
    let prevents = |cell: &Cell| !follower.is_left(CellSet::<W>::only(*cell), answer);
    CellSet::<W>::first_n(follower.n_cells()).iter().filter(prevents).collect()
}

/// Ways to prevent what was seen that are compared before the follower is asked about the best of them.
const TRIES: usize = 60;
/// Answers that are looked at when a cell is chosen: those that are worth the most.
const BEST_LEFT: usize = 24;

/// As many cells as may be taken: of some random ways that which leaves the least of the answers seen.
fn preventing<const W: usize>(seen: &[Seen<W>], n_takes: usize, all: CellSet<W>, rng: &mut Rng) -> CellSet<W> {
    let left = |taken: CellSet<W>| seen.iter().find(|seen| !seen.preventing.intersects(&taken)).map(|seen| seen.worth);
    let tries = (0..TRIES).map(|_| one_way(seen, n_takes, all, rng));
    tries.min_by_key(|taken| left(*taken)).unwrap_or(CellSet::EMPTY)
}

/// One cell after the other: each prevents the best answer that is left, and more often than not as many others as any that
/// does. What is left to spend goes to any cells.
fn one_way<const W: usize>(seen: &[Seen<W>], n_takes: usize, all: CellSet<W>, rng: &mut Rng) -> CellSet<W> {
    let mut taken = CellSet::EMPTY;
    for _ in 0..n_takes {
        let left = seen.iter().filter(|seen| !seen.preventing.intersects(&taken));
        let left: Vec<&Seen<W>> = left.take(BEST_LEFT).collect();
        let of_best = left.iter().map(|seen| seen.preventing).find(|cells| !cells.is_empty());
        let choice = of_best.unwrap_or(all - taken);
        let count = |cell: Cell| left.iter().filter(|seen| seen.preventing.contains(cell)).count();
        let most = if rng.random_bool(0.8) { choice.iter().map(count).max().unwrap_or(0) } else { 0 };
        let good: Vec<Cell> = choice.iter().filter(|cell| count(*cell) >= most).collect();
        if good.is_empty() {
            break;
        }
        taken.insert(good[rng.random_range(0..good.len())]);
    }
    taken
}
