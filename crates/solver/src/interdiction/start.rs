//! A first choice of the leader: good enough that little more than the proof is left.

use minclue_core::base::{Cell, CellSet, Index, Rng, stable_sort_by_key};
use minclue_core::problem::{BestAnswer, MonotoneFollower};
use rand::Rng as _;

/// Variables of the leader, by their numbers. There are no more of them than cells.
type Items<const W: usize> = CellSet<W>;

/// An answer of the follower, with the variables each of which prevents it.
struct Seen<const W: usize> {
    preventing: Items<W>,
    worth: i64,
}

/// Choices that are tried.
const ROUNDS: usize = 30;
/// Choices in a row that are no better, after which no more are tried.
const PATIENCE: usize = 8;

/// A choice of the leader as cells, and its answer.
pub(super) struct Choice<const W: usize> {
    pub(super) taken: CellSet<W>,
    pub(super) answer: Vec<bool>,
    pub(super) worth: i64,
    /// Did somebody say that no answer to it is worth more? That is still to be proven.
    pub(super) is_best: bool,
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
    let room = Room::new(follower, n_takes);
    let mut seen: Vec<Seen<W>> = Vec::new();
    let mut best: Option<Choice<W>> = None;
    let mut n_idle = 0;
    for _ in 0..ROUNDS {
        let items = preventing(&seen, &room, rng);
        let taken: CellSet<W> = follower.choice(&items.iter().map(Index::get).collect::<Vec<_>>());
        let BestAnswer::Best(answer, worth) = best_answer(taken) else { break };
        let is_new = seen.iter().all(|other| other.worth != worth || items.intersects(&other.preventing));
        if is_new {
            seen.push(Seen { preventing: single(follower, &answer), worth });
            stable_sort_by_key(&mut seen, |seen| std::cmp::Reverse(seen.worth));
        }
        n_idle += 1;
        if follower.meets_demands(taken) && best.as_ref().is_none_or(|best| worth < best.worth) {
            (best, n_idle) = (Some(Choice { taken, answer, worth, is_best: true }), 0);
        }
        if n_idle > PATIENCE {
            break;
        }
    }
    best
}

/// What the leader can take: rows of what each variable uses up, and how much there is of it.
struct Room {
    rows: Vec<(Vec<i64>, i64)>,
    /// The largest part of a row that each variable uses up, in units of [`SCORE`]; at least 1.
    parts: Vec<i64>,
}

impl Room {
    fn new(follower: &MonotoneFollower, n_takes: usize) -> Self {
        let n = follower.n_items();
        let rows = match follower.has_rows() {
            true => follower.limits(),
            false => vec![((0..n).map(|item| follower.n_cells_of(&[item]) as i64).collect(), n_takes as i64)],
        };
        let part = |item: usize| {
            let parts = rows.iter().map(|(used, most)| i128::from(used[item]) * SCORE / i128::from((*most).max(1)));
            parts.max().unwrap_or(0).clamp(1, i128::from(i64::MAX)) as i64
        };
        let parts = (0..n).map(part).collect();
        Self { rows, parts }
    }
}

/// The variables of which each prevents the answer by itself.
fn single<const W: usize>(follower: &MonotoneFollower, answer: &[bool]) -> Items<W> {
    let prevents = |item: &Cell| !follower.is_left(follower.item_cells::<W>(item.get()), answer);
    Items::<W>::first_n(follower.n_items()).iter().filter(prevents).collect()
}

/// Ways to prevent what was seen that are compared before the follower is asked about the best of them.
const TRIES: usize = 60;
/// Answers that are looked at when a variable is chosen: those that are worth the most.
const BEST_LEFT: usize = 24;

/// As much as the leader can pay: of some random ways that which leaves the least of the answers seen.
fn preventing<const W: usize>(seen: &[Seen<W>], room: &Room, rng: &mut Rng) -> Items<W> {
    let left = |items: Items<W>| seen.iter().find(|seen| !seen.preventing.intersects(&items)).map(|seen| seen.worth);
    let tries = (0..TRIES).map(|_| one_way(seen, room, rng));
    tries.min_by_key(|items| left(*items)).unwrap_or(Items::EMPTY)
}

/// One variable after the other: each prevents the best answer that is left, and more often than not as many others for
/// its price as any that does. What is left to spend goes to any variables.
fn one_way<const W: usize>(seen: &[Seen<W>], room: &Room, rng: &mut Rng) -> Items<W> {
    let mut items = Items::<W>::EMPTY;
    let mut left_of: Vec<i64> = room.rows.iter().map(|(_, most)| *most).collect();
    let mut payable = Items::<W>::first_n(room.parts.len());
    loop {
        let fits = |item: &Cell| room.rows.iter().zip(&left_of).all(|((used, _), left)| used[item.get()] <= *left);
        payable = payable.iter().filter(fits).collect();
        if payable.is_empty() {
            return items;
        }
        let left = seen.iter().filter(|seen| !seen.preventing.intersects(&items));
        let left: Vec<&Seen<W>> = left.take(BEST_LEFT).collect();
        let of_best = left.iter().map(|seen| seen.preventing & payable).find(|items| !items.is_empty());
        let choice = of_best.unwrap_or(payable);
        let count = |item: Cell| left.iter().filter(|seen| seen.preventing.contains(item)).count();
        let score = |item: Cell| count(item) as i128 * SCORE * SCORE / i128::from(room.parts[item.get()]);
        let most = if rng.random_bool(0.8) { choice.iter().map(score).max().unwrap_or(0) } else { 0 };
        let good: Vec<Cell> = choice.iter().filter(|item| score(*item) >= most).collect();
        let item = good[rng.random_range(0..good.len())];
        items.insert(item);
        payable.remove(item);
        for ((used, _), left) in room.rows.iter().zip(&mut left_of) {
            *left -= used[item.get()];
        }
    }
}

/// What all of a row is in parts of it.
const SCORE: i128 = 1 << 20;
