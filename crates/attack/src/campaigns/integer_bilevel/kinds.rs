//! Random programs of nine kinds, each with its own difficulty.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;

use crate::Rng;

use super::program::{Bounds, NoAnswer, Objective, Program, Reading, Row, Sense, dot};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// Small numbers, rows of the follower, and of the leader over its own variables.
    Plain,
    /// Rows of the leader with variables of the follower.
    Coupling,
    /// A follower that maximizes, rows of all senses, bounds below 0.
    Senses,
    /// Equations of the follower with the leader's variables, and of the leader.
    Equations,
    /// Choices to which the follower has no response.
    Unanswered,
    /// Several rows of the leader, which may leave it no choice.
    Several,
    /// A follower with many optimal responses, which takes one that is bad for the leader.
    Pessimistic,
    /// Decimals in rows and objectives, and constants.
    Decimals,
    /// Interdiction and blocker problems over 0/1 variables, including followers without a response.
    Binary,
}

pub(super) const KINDS: [Kind; 9] = [
    Kind::Plain,
    Kind::Coupling,
    Kind::Senses,
    Kind::Equations,
    Kind::Unanswered,
    Kind::Several,
    Kind::Pessimistic,
    Kind::Decimals,
    Kind::Binary,
];

/// A program, and how it is meant.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) program: Program,
    pub(super) reading: Reading,
    /// What the command line says of choices without an answer; nothing only where there is none.
    pub(super) no_answer: Option<NoAnswer>,
}

impl Question {
    /// A random question of a random kind.
    pub(super) fn random(rng: &mut Rng) -> Self {
        let kind = *KINDS.choose(rng).unwrap_or(&Kind::Plain);
        Self::of_kind(kind, rng)
    }

    pub(super) fn of_kind(kind: Kind, rng: &mut Rng) -> Self {
        let program = if kind == Kind::Binary { binary(rng) } else { general(kind, rng) };
        let is_pessimistic = rng.random_bool(if kind == Kind::Pessimistic { 1.0 } else { 0.12 });
        let reading = if is_pessimistic { Reading::Pessimistic } else { Reading::Optimistic };
        // With the follower in the objective, a prevented answer would be worth nothing that is defined.
        let may_be_prevented = !program.has_follower_in_objective() || rng.random_bool(0.1);
        let no_answer = if !program.has_unanswered() && rng.random_bool(0.6) {
            None
        } else if may_be_prevented && rng.random_bool(0.6) {
            Some(NoAnswer::Prevented)
        } else {
            Some(NoAnswer::Forbidden)
        };
        Self { program, reading, no_answer }
    }

    /// What is right about choices without an answer; where there is none, each rule says the same.
    pub(super) fn rule(&self) -> NoAnswer {
        self.no_answer.unwrap_or(NoAnswer::Forbidden)
    }

    /// Has the question no meaning? Then it is to be refused.
    pub(super) fn is_undefined(&self) -> bool {
        self.no_answer == Some(NoAnswer::Prevented) && self.program.has_follower_in_objective()
    }

    pub(super) fn least(&self) -> Option<i64> {
        self.program.least(self.reading, self.rule())
    }
}

/// No program has more points than this, so that all can be looked at.
const MOST_POINTS: i64 = 20_000;

/// How numbers are drawn.
struct Numbers {
    largest: i64,
    /// The share of nonzero coefficients.
    density: f64,
    /// The share of negative coefficients.
    negative: f64,
}

impl Numbers {
    fn draw(&self, rng: &mut Rng) -> i64 {
        if !rng.random_bool(self.density) {
            return 0;
        }
        let size = rng.random_range(1..=self.largest);
        if rng.random_bool(self.negative) { -size } else { size }
    }

    fn list(&self, n: usize, rng: &mut Rng) -> Vec<i64> {
        (0..n).map(|_| self.draw(rng)).collect()
    }

    /// The same, with one at least that is not 0.
    fn list_of_some(&self, n: usize, rng: &mut Rng) -> Vec<i64> {
        let mut list = self.list(n, rng);
        if list.iter().all(|a| *a == 0) {
            list[rng.random_range(0..n)] = rng.random_range(1..=self.largest);
        }
        list
    }
}

fn bounds(kind: Kind, rng: &mut Rng) -> Bounds {
    let is_signed = rng.random_bool(if kind == Kind::Senses { 0.6 } else { 0.15 });
    let lower = if is_signed { rng.random_range(-3..=1) } else { 0 };
    let width = match rng.random_range(0..20) {
        0 => 0,
        1..8 => 1,
        8..16 => rng.random_range(2..=3),
        _ => rng.random_range(4..=6),
    };
    Bounds { lower, upper: lower + width }
}

/// Narrows bounds until all points can be looked at.
fn narrow(leader: &mut [Bounds], follower: &mut [Bounds], rng: &mut Rng) {
    let n_points = |of: &[Bounds]| of.iter().map(|bounds| bounds.width() + 1).product::<i64>();
    while n_points(leader) * n_points(follower) > MOST_POINTS {
        let place = rng.random_range(0..leader.len() + follower.len());
        let bounds = match place.checked_sub(leader.len()) {
            Some(place) => &mut follower[place],
            None => &mut leader[place],
        };
        bounds.upper = bounds.upper.min(bounds.lower + bounds.width() - 1).max(bounds.lower);
    }
}

fn random_point(of: &[Bounds], rng: &mut Rng) -> Vec<i64> {
    of.iter().map(|bounds| rng.random_range(bounds.lower..=bounds.upper)).collect()
}

/// Which levels a row has variables of.
#[derive(Clone, Copy)]
enum Levels {
    Leader,
    Follower,
    Both,
    /// Of the follower and, by this chance, of the leader.
    Mostly(f64),
}

/// The rows of a program whose bounds are known.
struct Rows<'a> {
    kind: Kind,
    leader: &'a [Bounds],
    follower: &'a [Bounds],
    numbers: Numbers,
    /// A point that most rows leave.
    anchor: (Vec<i64>, Vec<i64>),
    /// How many rows care about it.
    faith: f64,
    /// How much room rows leave there at most.
    slack: i64,
    all: Vec<Row>,
}

impl Rows<'_> {
    /// Some rows, of which this share are equations.
    fn add(&mut self, n_rows: usize, is_follower: bool, levels: Levels, equal: f64, rng: &mut Rng) {
        for _ in 0..n_rows {
            let sense = if rng.random_bool(equal) { Sense::Equal } else { sense(self.kind, rng) };
            let mut places = 0;
            if self.kind == Kind::Decimals {
                places = rng.random_range(0..=2);
                self.numbers.largest = [5, 40, 300][places as usize];
                self.slack = self.numbers.largest;
            }
            self.row(is_follower, levels, sense, places, rng);
        }
    }

    fn row(&mut self, is_follower: bool, levels: Levels, sense: Sense, places: u32, rng: &mut Rng) {
        let (has_leader, has_follower) = match levels {
            Levels::Leader => (true, false),
            Levels::Follower => (false, true),
            Levels::Both => (true, true),
            Levels::Mostly(chance) => (rng.random_bool(chance), true),
        };
        let mut some = |n: usize, is_there: bool| if is_there { self.numbers.list_of_some(n, rng) } else { vec![0; n] };
        let (of_leader, of_follower) = (some(self.leader.len(), has_leader), some(self.follower.len(), has_follower));
        let (x, y) = if rng.random_bool(self.faith) {
            self.anchor.clone()
        } else {
            (random_point(self.leader, rng), random_point(self.follower, rng))
        };
        let at = dot(&of_leader, &x) + dot(&of_follower, &y);
        let slack = rng.random_range(0..=self.slack);
        let rhs = match sense {
            Sense::AtMost => at + slack,
            Sense::AtLeast => at - slack,
            Sense::Equal => at,
        };
        self.all.push(Row { of_leader, of_follower, sense, rhs, places, is_follower });
    }
}

/// At most, mostly; at least as often where the kind is about that.
fn sense(kind: Kind, rng: &mut Rng) -> Sense {
    let at_least = if kind == Kind::Senses { 0.5 } else { 0.25 };
    if rng.random_bool(at_least) { Sense::AtLeast } else { Sense::AtMost }
}

fn general(kind: Kind, rng: &mut Rng) -> Program {
    // An equation leaves a single variable no choice.
    let least = if kind == Kind::Equations { 2 } else { 1 };
    let (n, m) = (rng.random_range(1..=4), rng.random_range(least..=4));
    let mut leader: Vec<Bounds> = (0..n).map(|_| bounds(kind, rng)).collect();
    let mut follower: Vec<Bounds> = (0..m).map(|_| bounds(kind, rng)).collect();
    narrow(&mut leader, &mut follower, rng);
    let anchor = (random_point(&leader, rng), random_point(&follower, rng));
    let sizes = if kind == Kind::Equations { [1, 2, 3] } else { [2, 5, 9] };
    let mut rows = Rows {
        kind,
        leader: &leader,
        follower: &follower,
        numbers: Numbers { largest: *sizes.choose(rng).unwrap_or(&5), density: 0.7, negative: 0.3 },
        anchor,
        faith: if matches!(kind, Kind::Several | Kind::Unanswered) { 0.5 } else { 0.92 },
        slack: *[0, 2, 6].choose(rng).unwrap_or(&2),
        all: Vec::new(),
    };
    let coupling = Levels::Mostly(0.6);
    rows.add(rng.random_range(1..=3), true, Levels::Mostly(0.8), 0.0, rng);
    match kind {
        Kind::Coupling | Kind::Pessimistic => rows.add(rng.random_range(1..=2), false, coupling, 0.0, rng),
        Kind::Equations => {
            rows.add(1, true, Levels::Both, 1.0, rng);
            let levels = *[Levels::Leader, Levels::Follower, coupling].choose(rng).unwrap_or(&coupling);
            rows.add(rng.random_range(0..=1), false, levels, 1.0, rng);
        }
        Kind::Several => {
            rows.add(rng.random_range(1..=2), false, Levels::Leader, 0.15, rng);
            rows.add(rng.random_range(1..=2), false, coupling, 0.1, rng);
        }
        Kind::Unanswered => {
            rows.add(1, true, Levels::Both, 0.3, rng);
            rows.add(rng.random_range(0..=1), false, coupling, 0.0, rng);
            // Rows of the follower over the leader's variables alone are odd, and allowed.
            rows.add(usize::from(rng.random_bool(0.15)), true, Levels::Leader, 0.0, rng);
        }
        _ => {
            let levels = if rng.random_bool(0.7) { Levels::Leader } else { coupling };
            rows.add(rng.random_range(0..=1), false, levels, 0.0, rng);
        }
    }
    let rows = rows.all;
    // A follower that wants the same as the leader makes an easy program, so mostly it wants the opposite of something.
    let numbers = Numbers { largest: *[1, 3, 9].choose(rng).unwrap_or(&3), density: 0.8, negative: 0.5 };
    let mut objective =
        Objective { of_leader: numbers.list(n, rng), of_follower: numbers.list(m, rng), ..Objective::default() };
    let mut goal = Objective { of_follower: numbers.list_of_some(m, rng), ..Objective::default() };
    if rng.random_bool(0.4) && objective.of_follower.iter().any(|a| *a != 0) {
        goal.of_follower = objective.of_follower.iter().map(|a| -a).collect();
    }
    if kind == Kind::Pessimistic {
        let few = Numbers { largest: 2, density: 0.5, negative: 0.5 };
        goal.of_follower = if rng.random_bool(0.1) { vec![0; m] } else { few.list(m, rng) };
    }
    let is_about_leader = match kind {
        Kind::Unanswered => 0.7,
        _ => 0.1,
    };
    if rng.random_bool(is_about_leader) {
        objective.of_follower = vec![0; m];
    }
    if kind == Kind::Decimals {
        objective.places = rng.random_range(0..=2);
        goal.places = rng.random_range(0..=1);
        objective.constant = rng.random_range(-99..=99);
    } else if rng.random_bool(0.1) {
        objective.constant = rng.random_range(-9..=9);
    }
    let is_maximized = rng.random_bool(if kind == Kind::Senses { 0.7 } else { 0.3 });
    Program { leader, follower, rows, objective, goal, is_maximized }
}

/// Items that the leader can take away from the follower. Sometimes the follower has to have some of them, or one of each
/// group; without them it has no answer.
fn binary(rng: &mut Rng) -> Program {
    let n = rng.random_range(2..=4);
    let bit = Bounds { lower: 0, upper: 1 };
    let unit = |i: usize| (0..n).map(|j| i64::from(i == j)).collect::<Vec<i64>>();
    let zeros = vec![0; n];
    let row = |of_leader: &[i64], of_follower: &[i64], sense, rhs, is_follower| Row {
        of_leader: of_leader.to_vec(),
        of_follower: of_follower.to_vec(),
        sense,
        rhs,
        places: 0,
        is_follower,
    };
    let mut rows: Vec<Row> = (0..n).map(|i| row(&unit(i), &unit(i), Sense::AtMost, 1, true)).collect();
    let some = Numbers { largest: *[1, 4, 9].choose(rng).unwrap_or(&4), density: 0.95, negative: 0.0 };
    let (prices, worths) = (some.list_of_some(n, rng), some.list_of_some(n, rng));
    // Does the follower pay for what it must have, or does it collect what has room?
    let must_have = rng.random_bool(0.5);
    if must_have {
        let sense = if rng.random_bool(0.5) { Sense::AtLeast } else { Sense::Equal };
        let n_groups = rng.random_range(1..=2);
        for group in 0..n_groups {
            let members: Vec<i64> = (0..n).map(|i| i64::from(i % n_groups == group)).collect();
            rows.push(row(&zeros, &members, sense, 1, true));
        }
    } else {
        for _ in 0..rng.random_range(0..=2) {
            let weights = some.list_of_some(n, rng);
            let all: i64 = weights.iter().sum();
            rows.push(row(&zeros, &weights, Sense::AtMost, rng.random_range(0..=all), true));
        }
    }
    let all = |of: &[i64]| of.iter().sum::<i64>();
    let mut objective = Objective { of_leader: zeros.clone(), of_follower: zeros.clone(), ..Objective::default() };
    if rng.random_bool(0.5) {
        // Interdiction: what the follower gets is to be low, or what it pays to be high.
        objective.of_follower = worths.iter().map(|worth| if must_have { -worth } else { *worth }).collect();
        let budget = rng.random_range(0..=all(&prices));
        rows.insert(0, row(&prices, &zeros, Sense::AtMost, budget, false));
    } else {
        objective.of_leader.clone_from(&prices);
        let limit = rng.random_range(0..=all(&worths) + 1);
        let sense = if must_have { Sense::AtLeast } else { Sense::AtMost };
        rows.insert(0, row(&zeros, &worths, sense, limit, false));
    }
    let goal = Objective { of_follower: worths, ..Objective::default() };
    Program { leader: vec![bit; n], follower: vec![bit; n], rows, objective, goal, is_maximized: !must_have }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng as _;

    use super::super::program::points;
    use super::*;

    fn questions(kind: Kind, n: usize) -> Vec<Question> {
        let mut rng = Rng::seed_from_u64(5);
        (0..n).map(|_| Question::of_kind(kind, &mut rng)).collect()
    }

    fn count(of: &[Question], is: impl Fn(&Question) -> bool) -> usize {
        of.iter().filter(|question| is(question)).count()
    }

    /// Of each kind most programs have a value, and some have none.
    #[test]
    fn most_programs_have_a_value() {
        for kind in KINDS {
            let all = questions(kind, 100);
            let n_valued = count(&all, |question| question.least().is_some());
            assert!((50..=99).contains(&n_valued), "{kind:?}: {n_valued}");
        }
    }

    /// A relaxation that lets the leader answer for the follower is mostly too good, so the second level matters.
    #[test]
    fn the_second_level_matters() {
        for kind in KINDS {
            let all = questions(kind, 100);
            let n = count(&all, |question| {
                let Program { leader, follower, rows, .. } = &question.program;
                let relaxed = points(leader)
                    .flat_map(|x| points(follower).map(move |y| (x.clone(), y)))
                    .filter(|(x, y)| rows.iter().all(|row| row.holds(x, y)))
                    .map(|(x, y)| question.program.value(&x, &y))
                    .min();
                relaxed != question.least()
            });
            assert!(n >= 25, "{kind:?}: {n}");
        }
    }

    /// Each kind has what it is named for.
    #[test]
    fn kinds_have_what_they_are_named_for() {
        let least = |question: &Question, reading, rule| question.program.least(reading, rule);
        let mut found: HashMap<Kind, usize> = HashMap::new();
        for kind in KINDS {
            let n = count(&questions(kind, 100), |question| {
                let Program { rows, is_maximized, .. } = &question.program;
                let coupling = rows.iter().filter(|row| !row.is_follower && row.is_about_follower());
                match kind {
                    Kind::Plain => true,
                    Kind::Coupling => coupling.count() > 0,
                    Kind::Senses => *is_maximized,
                    Kind::Equations => rows.iter().any(|row| row.is_follower && row.sense == Sense::Equal),
                    Kind::Several => rows.iter().filter(|row| !row.is_follower).count() > 1,
                    // The rule about choices without an answer decides.
                    Kind::Unanswered => {
                        !question.program.has_follower_in_objective()
                            && least(question, question.reading, NoAnswer::Forbidden)
                                != least(question, question.reading, NoAnswer::Prevented)
                    }
                    // So does the reading.
                    Kind::Pessimistic => {
                        least(question, Reading::Optimistic, question.rule())
                            != least(question, Reading::Pessimistic, question.rule())
                    }
                    Kind::Decimals => rows.iter().any(|row| row.places > 0),
                    Kind::Binary => question.program.has_unanswered(),
                }
            });
            found.insert(kind, n);
        }
        for (kind, n) in &found {
            assert!(*n >= 15, "{found:?}: {kind:?}");
        }
    }
}
