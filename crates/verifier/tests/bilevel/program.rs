//! Bilevel programs as they are stated, and their values by trying everything: what a certificate has to agree with.

use std::fmt::Write as _;

use super::common::Random;

/// Coefficients of variables, by their numbers.
pub(crate) type Terms = Vec<(usize, i64)>;

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) is_follower: bool,
    pub(crate) sense: String,
    pub(crate) rhs: i64,
    pub(crate) terms: Terms,
}

#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) is_pessimistic: bool,
    pub(crate) is_prevented: bool,
    /// Whether it is the follower's, and its bounds.
    pub(crate) variables: Vec<(bool, i64, i64)>,
    pub(crate) rows: Vec<Row>,
    pub(crate) constant: i64,
    pub(crate) leader: Terms,
    pub(crate) follower: Terms,
}

fn sum(terms: &Terms, point: &[i64]) -> i64 {
    terms.iter().map(|&(v, a)| a * point[v]).sum()
}

impl Row {
    pub(crate) fn holds(&self, point: &[i64]) -> bool {
        let left = sum(&self.terms, point);
        match &*self.sense {
            "<=" => left <= self.rhs,
            "=" => left == self.rhs,
            _ => left >= self.rhs,
        }
    }
}

/// All points within bounds.
pub(crate) fn points(bounds: &[(i64, i64)]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for &(lower, upper) in bounds {
        all = all
            .into_iter()
            .flat_map(|point: Vec<i64>| (lower..=upper).map(move |x| [&point[..], &[x]].concat()))
            .collect();
    }
    all
}

impl Program {
    /// A small one with rows of all kinds.
    pub(crate) fn random(random: &mut Random) -> Self {
        let range = |random: &mut Random, from: i64, to: i64| from + random.below((to - from + 1) as usize) as i64;
        let n = [1 + random.below(2), 1 + random.below(2)];
        let mut variables = Vec::new();
        for (is_follower, n) in [(false, n[0]), (true, n[1])] {
            for _ in 0..n {
                let lower = range(random, -1, 1);
                variables.push((is_follower, lower, lower + range(random, 0, 3)));
            }
        }
        // The levels need not stand one after the other.
        let variables = random.shuffled(variables);
        let is_prevented = random.below(3) == 0;
        let is_pessimistic = random.below(2) == 0;
        let terms = |random: &mut Random, may: &dyn Fn(bool) -> bool, of: usize| -> Terms {
            let own = (0..variables.len()).filter(|v| may(variables[*v].0));
            let some = own.filter(|_| random.below(of) > 0).collect::<Vec<_>>();
            let terms = some.into_iter().map(|v| (v, range(random, -3, 3)));
            terms.filter(|term| term.1 != 0).collect()
        };
        let leader = terms(random, &|is_follower| !is_follower || !is_prevented, 4);
        let follower = terms(random, &|is_follower| is_follower, 5);
        let mut rows = Vec::new();
        for (is_follower, most) in [(false, 3), (true, 4)] {
            for _ in 0..random.below(most) {
                let terms = terms(random, &|_| true, 4);
                let sense = ["<=", ">=", "<=", ">=", "="][random.below(5)].to_owned();
                rows.push(Row { is_follower, sense, rhs: range(random, -3, 5), terms });
            }
        }
        let rows = random.shuffled(rows);
        let constant = range(random, -2, 2);
        Self { is_pessimistic, is_prevented, variables, rows, constant, leader, follower }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::from("minclue-bilevel-cert/1\nprogram small\n");
        text += if self.is_pessimistic { "reading pessimistic\n" } else { "reading optimistic\n" };
        text += if self.is_prevented { "no-answer prevented\n" } else { "no-answer forbidden\n" };
        let level = |is_follower: bool| if is_follower { 'F' } else { 'L' };
        let written = |terms: &Terms| terms.iter().map(|(v, a)| format!(" {v} {a}")).collect::<String>();
        let _ = writeln!(text, "variables {}", self.variables.len());
        for (i, (is_follower, lower, upper)) in self.variables.iter().enumerate() {
            let _ = writeln!(text, "{} {lower} {upper} v{i}", level(*is_follower));
        }
        let _ = writeln!(text, "rows {}", self.rows.len());
        for (i, Row { is_follower, sense, rhs, terms }) in self.rows.iter().enumerate() {
            let _ = writeln!(text, "{} {sense} {rhs} r{i}{}", level(*is_follower), written(terms));
        }
        let _ = writeln!(text, "leader 10 {}{}", self.constant, written(&self.leader));
        let _ = writeln!(text, "follower 1 7{}", written(&self.follower));
        text
    }

    /// The program of a text that a checker took.
    pub(crate) fn read(text: &str) -> Self {
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
        let number = |word: &str| word.parse::<i64>().expect("a number");
        let terms = |words: &[&str]| words.chunks(2).map(|pair| (number(pair[0]) as usize, number(pair[1]))).collect();
        let n_vars = number(lines[4][1]) as usize;
        let variable = |line: &Vec<&str>| (line[0] == "F", number(line[1]), number(line[2]));
        let row = |line: &Vec<&str>| Row {
            is_follower: line[0] == "F",
            sense: line[1].to_owned(),
            rhs: number(line[2]),
            terms: terms(&line[4..]),
        };
        let [leader, follower] = [&lines[lines.len() - 2], &lines[lines.len() - 1]];
        Self {
            is_pessimistic: lines[2][1] == "pessimistic",
            is_prevented: lines[3][1] == "prevented",
            variables: lines[5..][..n_vars].iter().map(variable).collect(),
            rows: lines[6 + n_vars..lines.len() - 2].iter().map(row).collect(),
            constant: number(leader[2]),
            leader: terms(&leader[3..]),
            follower: terms(&follower[3..]),
        }
    }

    fn has_follower(&self, row: &Row) -> bool {
        row.terms.iter().any(|term| self.variables[term.0].0)
    }

    pub(crate) fn value(&self, point: &[i64]) -> i64 {
        self.constant + sum(&self.leader, point)
    }

    /// What a choice of the leader is worth, if it is allowed; the follower's variables in `choice` do not matter.
    fn worth(&self, choice: &[i64]) -> Option<i64> {
        let bounds: Vec<(i64, i64)> = (self.variables.iter().zip(choice))
            .map(|(&(is_follower, lower, upper), &x)| if is_follower { (lower, upper) } else { (x, x) })
            .collect();
        let mut answers = points(&bounds);
        answers.retain(|point| self.rows.iter().filter(|row| row.is_follower).all(|row| row.holds(point)));
        let leaders = || self.rows.iter().filter(|row| !row.is_follower);
        let Some(best) = answers.iter().map(|point| sum(&self.follower, point)).min() else {
            let is_allowed =
                self.is_prevented && leaders().filter(|row| !self.has_follower(row)).all(|row| row.holds(choice));
            return is_allowed.then(|| self.value(choice));
        };
        answers.retain(|point| sum(&self.follower, point) == best);
        let is_right = |point: &&Vec<i64>| leaders().all(|row| row.holds(point));
        if !self.is_pessimistic {
            return answers.iter().filter(is_right).map(|point| self.value(point)).min();
        }
        if answers.iter().any(|point| !is_right(&point)) {
            return None;
        }
        answers.iter().map(|point| self.value(point)).max()
    }

    /// The value of the program, and a choice with this value; the follower's variables in it are as low as can be.
    pub(crate) fn truth(&self) -> Option<(i64, Vec<i64>)> {
        let choices: Vec<(i64, i64)> =
            self.variables.iter().map(|&(is_follower, l, u)| if is_follower { (l, l) } else { (l, u) }).collect();
        points(&choices).into_iter().filter_map(|choice| Some((self.worth(&choice)?, choice))).min()
    }

    /// Are all numbers so small that sums of them are?
    pub(crate) fn is_small(&self) -> bool {
        let bounds = self.variables.iter().flat_map(|(_, lower, upper)| [*lower, *upper]);
        let of_rows = self.rows.iter().flat_map(|row| row.terms.iter().map(|term| term.1).chain([row.rhs]));
        let objectives = self.leader.iter().chain(&self.follower).map(|term| term.1);
        bounds.chain(of_rows).chain(objectives).chain([self.constant]).all(|number| number.abs() < 1 << 20)
    }

    /// How many points there are within the bounds.
    pub(crate) fn n_points(&self) -> i64 {
        self.variables.iter().map(|(_, lower, upper)| upper - lower + 1).fold(1, i64::saturating_mul)
    }
}
