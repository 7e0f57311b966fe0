//! A bilevel program over integers, and its value by an enumeration of all points of both levels.
//!
//! This is the literal definition of such a program: the leader chooses, the follower takes an optimal response, and
//! then the leader's rows are checked. Nothing is transformed.

/// The bounds of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i64,
    pub(super) upper: i64,
}

impl Bounds {
    pub(super) fn width(self) -> i64 {
        self.upper - self.lower
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    AtMost,
    AtLeast,
    Equal,
}

/// A row over the variables of both levels. Its numbers are those of the file times ten to the power of `places`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// One for each of the leader's variables.
    pub(super) of_leader: Vec<i64>,
    /// One for each of the follower's.
    pub(super) of_follower: Vec<i64>,
    pub(super) sense: Sense,
    pub(super) rhs: i64,
    pub(super) places: u32,
    /// Is it one that the follower has to keep?
    pub(super) is_follower: bool,
}

impl Row {
    pub(super) fn holds(&self, x: &[i64], y: &[i64]) -> bool {
        let sum = dot(&self.of_leader, x) + dot(&self.of_follower, y);
        match self.sense {
            Sense::AtMost => sum <= self.rhs,
            Sense::AtLeast => sum >= self.rhs,
            Sense::Equal => sum == self.rhs,
        }
    }

    /// Does it have a variable of the follower?
    pub(super) fn is_about_follower(&self) -> bool {
        self.of_follower.iter().any(|a| *a != 0)
    }
}

/// Which of its best answers the follower takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The best one for the leader.
    Optimistic,
    /// One that breaks a row of the leader, or the worst one for it.
    Pessimistic,
}

/// What a choice is worth to which the follower has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// It is not allowed.
    Forbidden,
    /// The leader has won: its rows about the follower ask for nothing.
    Prevented,
}

/// What is minimized, or maximized by a follower: numbers times ten to the power of `places`.
#[derive(Clone, Debug, Default)]
pub(super) struct Objective {
    pub(super) of_leader: Vec<i64>,
    pub(super) of_follower: Vec<i64>,
    pub(super) constant: i64,
    pub(super) places: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) leader: Vec<Bounds>,
    pub(super) follower: Vec<Bounds>,
    pub(super) rows: Vec<Row>,
    /// The leader minimizes this.
    pub(super) objective: Objective,
    /// The follower's, over its own variables.
    pub(super) goal: Objective,
    pub(super) is_maximized: bool,
}

impl Program {
    /// Is this choice within what the leader can see before the follower answers? Then its rows without the follower hold.
    pub(super) fn may_choose(&self, x: &[i64]) -> bool {
        self.rows.iter().filter(|row| !row.is_follower && !row.is_about_follower()).all(|row| row.holds(x, &[]))
    }

    /// All answers to a choice that are best for the follower.
    pub(super) fn best_answers(&self, x: &[i64]) -> Vec<Vec<i64>> {
        let mut best: Option<i64> = None;
        let mut answers: Vec<Vec<i64>> = Vec::new();
        for y in points(&self.follower) {
            if !self.rows.iter().filter(|row| row.is_follower).all(|row| row.holds(x, &y)) {
                continue;
            }
            let sum = dot(&self.goal.of_follower, &y);
            let cost = if self.is_maximized { -sum } else { sum };
            if best.is_none_or(|best| cost < best) {
                best = Some(cost);
                answers.clear();
            }
            if best == Some(cost) {
                answers.push(y);
            }
        }
        answers
    }

    /// Do all rows of the leader hold?
    pub(super) fn leader_rows_hold(&self, x: &[i64], y: &[i64]) -> bool {
        self.rows.iter().filter(|row| !row.is_follower).all(|row| row.holds(x, y))
    }

    /// The leader's objective, with its constant, times ten to the power of its places.
    pub(super) fn value(&self, x: &[i64], y: &[i64]) -> i64 {
        dot(&self.objective.of_leader, x) + dot(&self.objective.of_follower, y) + self.objective.constant
    }

    /// What a choice of the leader is worth; `None` if it is not allowed.
    pub(super) fn worth(&self, x: &[i64], reading: Reading, no_answer: NoAnswer) -> Option<i64> {
        if !self.may_choose(x) {
            return None;
        }
        let answers = self.best_answers(x);
        if answers.is_empty() {
            return (no_answer == NoAnswer::Prevented).then(|| self.value(x, &[]));
        }
        let value = |y: &Vec<i64>| self.value(x, y);
        match reading {
            Reading::Optimistic => answers.iter().filter(|y| self.leader_rows_hold(x, y)).map(value).min(),
            Reading::Pessimistic if answers.iter().all(|y| self.leader_rows_hold(x, y)) => {
                answers.iter().map(value).max()
            }
            Reading::Pessimistic => None,
        }
    }

    /// The least worth of a choice; `None` if none is allowed.
    pub(super) fn least(&self, reading: Reading, no_answer: NoAnswer) -> Option<i64> {
        points(&self.leader).filter_map(|x| self.worth(&x, reading, no_answer)).min()
    }

    /// Is there a choice, as far as the leader can see, to which the follower has no answer?
    pub(super) fn has_unanswered(&self) -> bool {
        points(&self.leader).any(|x| self.may_choose(&x) && self.best_answers(&x).is_empty())
    }

    /// Does the leader care about what the follower answers, but for its rows?
    pub(super) fn has_follower_in_objective(&self) -> bool {
        self.objective.of_follower.iter().any(|a| *a != 0)
    }
}

/// The sum of products; where `of` has numbers and `at` ends before, what is missing is 0.
pub(super) fn dot(of: &[i64], at: &[i64]) -> i64 {
    of.iter().zip(at).map(|(a, v)| a * v).sum()
}

/// All points within bounds.
pub(super) fn points(bounds: &[Bounds]) -> impl Iterator<Item = Vec<i64>> + '_ {
    let mut next: Option<Vec<i64>> = Some(bounds.iter().map(|bounds| bounds.lower).collect());
    std::iter::from_fn(move || {
        let point = next.clone()?;
        next = successor(point.clone(), bounds);
        Some(point)
    })
}

/// The next point, the last variable first.
fn successor(mut point: Vec<i64>, bounds: &[Bounds]) -> Option<Vec<i64>> {
    for (v, bounds) in point.iter_mut().zip(bounds).rev() {
        if *v < bounds.upper {
            *v += 1;
            return Some(point);
        }
        *v = bounds.lower;
    }
    None
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn row(of_leader: &[i64], of_follower: &[i64], sense: Sense, rhs: i64, is_follower: bool) -> Row {
        Row { of_leader: of_leader.to_vec(), of_follower: of_follower.to_vec(), sense, rhs, places: 0, is_follower }
    }

    fn objective(of_leader: &[i64], of_follower: &[i64]) -> Objective {
        Objective { of_leader: of_leader.to_vec(), of_follower: of_follower.to_vec(), ..Objective::default() }
    }

    fn between(lower: i64, upper: i64) -> Bounds {
        Bounds { lower, upper }
    }

    const READINGS: [Reading; 2] = [Reading::Optimistic, Reading::Pessimistic];
    const RULES: [NoAnswer; 2] = [NoAnswer::Forbidden, NoAnswer::Prevented];

    /// The example of Moore and Bard (1990). Its integer optimum is (2, 2); without the follower's objective, (2, 4).
    pub(in super::super) fn moore_and_bard() -> Program {
        Program {
            leader: vec![between(0, 10)],
            follower: vec![between(0, 10)],
            rows: vec![
                row(&[-25], &[20], Sense::AtMost, 30, true),
                row(&[1], &[2], Sense::AtMost, 10, true),
                row(&[2], &[-1], Sense::AtMost, 15, true),
                row(&[2], &[10], Sense::AtLeast, 15, true),
            ],
            objective: objective(&[-1], &[-10]),
            goal: objective(&[], &[1]),
            is_maximized: false,
        }
    }

    #[test]
    fn the_example_of_moore_and_bard() {
        let program = moore_and_bard();
        for reading in READINGS {
            assert_eq!(program.least(reading, NoAnswer::Forbidden), Some(-22));
        }
        assert_eq!(program.best_answers(&[2]), [[2]]);
        assert_eq!(program.worth(&[2], Reading::Optimistic, NoAnswer::Forbidden), Some(-22));
        // No y is enough at 0, and at 9 there is none between 3 and 1/2.
        assert!(program.best_answers(&[0]).is_empty() && program.best_answers(&[9]).is_empty());
        assert!(program.has_unanswered() && program.has_follower_in_objective());
        // A follower who maximizes wants what the leader wants.
        let friend = Program { is_maximized: true, ..program };
        assert_eq!(friend.least(Reading::Optimistic, NoAnswer::Forbidden), Some(-42));
    }

    /// The follower has to take y = x or more of two things that cost it the same; one costs the leader 3, the other 1.
    fn indifferent() -> Program {
        Program {
            leader: vec![between(0, 2)],
            follower: vec![between(0, 2), between(0, 2)],
            rows: vec![row(&[-1], &[1, 1], Sense::AtLeast, 0, true)],
            objective: objective(&[-2], &[3, 1]),
            goal: objective(&[], &[1, 1]),
            is_maximized: false,
        }
    }

    #[test]
    fn the_readings_differ_where_the_follower_is_indifferent() {
        let mut program = indifferent();
        let least = |program: &Program| READINGS.map(|reading| program.least(reading, NoAnswer::Forbidden));
        // Optimistic: x = 2 is answered by (0, 2), and costs -4 + 2. Pessimistic: x = 0 is best.
        assert_eq!(least(&program), [Some(-2), Some(0)]);
        // A row that the first thing breaks: now only x = 0 is safe.
        program.objective.of_follower = vec![0, 0];
        program.rows.push(row(&[0], &[1, 0], Sense::AtMost, 0, false));
        assert_eq!(least(&program), [Some(-4), Some(0)]);
        // Something has to be chosen, and everything is unsafe.
        program.rows.push(row(&[1], &[0, 0], Sense::AtLeast, 1, false));
        assert_eq!(least(&program), [Some(-4), None]);
    }

    #[test]
    fn a_row_of_the_leader_binds_the_leader_alone() {
        // The follower answers y = 0 whatever the row of the leader wants.
        let mut program = indifferent();
        program.rows = vec![row(&[0], &[1, 0], Sense::AtLeast, 1, false)];
        assert_eq!(program.least(Reading::Optimistic, NoAnswer::Forbidden), None);
        // As a row of the follower it binds.
        program.rows[0].is_follower = true;
        assert_eq!(program.least(Reading::Optimistic, NoAnswer::Forbidden), Some(-4 + 3));
    }

    #[test]
    fn a_choice_without_an_answer() {
        // y = 2 - x with y at least 1, so x = 2 leaves none; the leader wants y to be at least 2, and x to be large.
        let program = Program {
            leader: vec![between(0, 2)],
            follower: vec![between(1, 3)],
            rows: vec![row(&[1], &[1], Sense::Equal, 2, true), row(&[0], &[1], Sense::AtLeast, 2, false)],
            objective: objective(&[-5], &[0]),
            goal: objective(&[], &[1]),
            is_maximized: true,
        };
        assert_eq!(RULES.map(|rule| program.least(Reading::Optimistic, rule)), [Some(0), Some(-10)]);
        assert!(program.has_unanswered());
        // Rows of the leader over its own variables hold in any case.
        let mut limited = program.clone();
        limited.rows.push(row(&[1], &[0], Sense::AtMost, 1, false));
        assert_eq!(RULES.map(|rule| limited.least(Reading::Pessimistic, rule)), [Some(0), Some(0)]);
        assert!(!limited.has_unanswered());
        let mut shifted = program;
        shifted.objective.constant = 7;
        assert_eq!(RULES.map(|rule| shifted.least(Reading::Pessimistic, rule)), [Some(7), Some(-3)]);
    }

    #[test]
    fn all_points_are_listed() {
        let bounds = [between(-1, 0), between(3, 3), between(0, 2)];
        let listed: Vec<Vec<i64>> = points(&bounds).collect();
        assert_eq!(listed.len(), 6);
        assert_eq!((&listed[0][..], &listed[5][..]), (&[-1, 3, 0][..], &[0, 3, 2][..]));
        assert_eq!(points(&[]).count(), 1);
    }
}
