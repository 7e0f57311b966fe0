//! Trees: every point of a box is in a node that a sum closes.

use std::fmt;

use super::answer::{Answer, Cases};
use super::area::Area;
use super::knapsack::Knapsack;
use super::lines::{Lines, Words, exact, shown};
use super::listener::{BilevelStep, Ears};
use super::plain::Plain;
use super::program::Terms;
use super::sums::{BilevelRow, Sum};
use crate::work::Meter;
use crate::{Reason, require};

/// A longer path is not taken, and no path whose rows, with those that wait beside it, have more terms than this, a row
/// counted as some of them.
const MAX_DEPTH: usize = 1 << 20;
const MAX_TERMS: usize = 1 << 24;

/// The position of a check.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Of(&'static str),
    Rule(usize),
    /// A node, from 0 in preorder, and of which half.
    Node(u64, &'static str),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(part) => f.write_str(part),
            Self::Rule(rule) => write!(f, "rule {rule}"),
            Self::Node(node, half) => write!(f, "node {node} of the {half} half"),
        }
    }
}

/// The statement of a tree.
pub(super) struct Goal<'p> {
    /// `c v <= q` is what no point of a closed node has beside its rows; `None` if there is no point at all.
    pub(super) less: Option<(&'p Terms, i128)>,
    /// The rows of rules, which come after the halves. Of the upper half, `None`: it has the halves of the follower
    /// alone, and no witnesses, since it is about all answers and not about the best.
    pub(super) rules: Option<&'p [BilevelRow]>,
}

enum Frame {
    /// The first side is open: then the upper bound was another one. Or the second one is, and that was the lower one.
    Branch { v: usize, at: i64, old: i64, is_second: bool },
    /// The path ends in `broken` turned around, if there is one, or in the last row of the witness.
    Cases {
        broken: Option<BilevelRow>,
        rest: std::vec::IntoIter<BilevelRow>,
        last: Option<BilevelRow>,
        n_path: usize,
        n_held: usize,
    },
}

/// A tree while it is read.
pub(super) struct Tree<'p> {
    plain: &'p Plain,
    goal: Goal<'p>,
    area: Area,
    frames: Vec<Frame>,
    path: Vec<BilevelRow>,
    /// The terms of all rows of the path, and of those that wait.
    n_held: usize,
    /// The items, once a node is closed by their table.
    knapsack: Option<Knapsack>,
}

impl<'p> Tree<'p> {
    /// A tree over a box.
    pub(super) fn new(plain: &'p Plain, goal: Goal<'p>, area: Area) -> Self {
        Self { plain, goal, area, frames: Vec::new(), path: Vec::new(), n_held: 0, knapsack: None }
    }

    /// Reads it, and counts its nodes.
    pub(super) fn read(
        mut self,
        lines: &mut Lines<'_>,
        part: &mut Part,
        (answer, sum): (&mut Answer, &mut Sum),
        ears: &mut Ears<'_>,
    ) -> Result<u64, Reason> {
        let half = if self.goal.rules.is_some() { "lower" } else { "upper" };
        for n_nodes in 0.. {
            *part = Part::Node(n_nodes, half);
            lines.next()?;
            let (mut words, meter) = lines.parts();
            match words.word()? {
                b"b" => self.branch(words, ears)?,
                b"w" if self.goal.rules.is_some() => self.witness(words, (answer, sum), meter, ears)?,
                b"d" => {
                    self.close(words, sum, meter, ears)?;
                    if !self.next()? {
                        return Ok(n_nodes + 1);
                    }
                }
                b"k" if self.goal.rules.is_some() => {
                    words.end()?;
                    self.close_by_table(meter, ears)?;
                    if !self.next()? {
                        return Ok(n_nodes + 1);
                    }
                }
                other => return Err(Reason::Wrong(format!("`{}` is not a node of the {half} half", shown(other)))),
            }
        }
        Err(Reason::TooMuch("more nodes than can be counted".into()))
    }

    fn push(&mut self, frame: Frame) -> Result<(), Reason> {
        if self.frames.len() >= MAX_DEPTH {
            return Err(Reason::TooMuch(format!("the tree is deeper than {MAX_DEPTH}, the limit of this checker")));
        }
        self.frames.push(frame);
        Ok(())
    }

    /// `b V K`.
    fn branch(&mut self, mut words: Words<'_>, ears: &mut Ears<'_>) -> Result<(), Reason> {
        let v = words.index(self.plain.n_vars(), "variable")?;
        let at = words.number()?;
        words.end()?;
        let (lower, upper) = (self.area.lower[v], self.area.upper[v]);
        require!(lower <= at && at < upper, "variable {v} is from {lower} to {upper} here, and cannot be cut at {at}");
        self.area.upper[v] = at;
        ears.hear(|| BilevelStep::Branch { variable: v as u32, at })?;
        self.push(Frame::Branch { v, at, old: upper, is_second: false })
    }

    /// `w N [V X]... S [V U D]...`.
    fn witness(
        &mut self,
        mut words: Words<'_>,
        (answer, sum): (&mut Answer, &mut Sum),
        meter: &mut Meter<'_>,
        ears: &mut Ears<'_>,
    ) -> Result<(), Reason> {
        answer.read(&mut words, self.plain)?;
        words.end()?;
        let room = MAX_TERMS - self.n_held;
        let Cases { rows, last, size: n_held } = answer.cases(self.plain, &self.area, sum, meter, room)?;
        ears.hear(|| BilevelStep::Witness {
            values: answer.named().iter().map(|v| (*v, answer.value(*v))).collect(),
            links: answer.all_links().to_vec(),
            may_break: rows.iter().map(|row| row.0).collect(),
        })?;
        let rows: Vec<BilevelRow> = rows.into_iter().map(|row| row.1).collect();
        self.n_held += n_held;
        let n_path = self.path.len();
        let mut rest = rows.into_iter();
        let broken = rest.next();
        let (row, last) = match &broken {
            Some(row) => (row.broken()?, Some(last)),
            None => (last, None),
        };
        self.path.push(row);
        self.push(Frame::Cases { broken, rest, last, n_path, n_held })
    }

    /// `d O N [R W]...`: the node is closed, or the file is refused.
    fn close(
        &self,
        mut words: Words<'_>,
        sum: &mut Sum,
        meter: &mut Meter<'_>,
        ears: &mut Ears<'_>,
    ) -> Result<(), Reason> {
        sum.clear();
        let mut q = 0_i128;
        let mut rows = Vec::new();
        let objective = words.unsigned("the weight of the objective")?;
        if objective > 0 {
            let Some((terms, rhs)) = self.goal.less else {
                return Err(Reason::Wrong("the objective has a weight, and no value was claimed".into()));
            };
            meter.spend(2 * terms.len() as u64)?;
            sum.add_all(objective, terms)?;
            q = exact(rhs.checked_mul(objective.into()))?;
        }
        let n_rules = self.goal.rules.map_or(0, <[BilevelRow]>::len);
        let n_halves = self.plain.halves.len();
        let n_rows = n_halves + n_rules + self.path.len();
        for _ in 0..words.count(usize::MAX, "rows")? {
            let row = words.index(n_rows, "row")?;
            let weight = words.unsigned("a weight")?;
            ears.note(&mut rows, || (row, weight));
            let (terms, rhs) = match (row.checked_sub(n_halves), self.goal.rules) {
                (None, rules) => {
                    let half = &self.plain.halves[row];
                    require!(half.is_follower || rules.is_some(), "half {row} is the leader's");
                    (&half.terms, half.rhs)
                }
                (Some(rule), Some(rules)) if rule < n_rules => (&rules[rule].terms, rules[rule].rhs),
                (Some(row), _) => {
                    let row = &self.path[row - n_rules];
                    (&row.terms, row.rhs)
                }
            };
            meter.spend(2 * terms.len() as u64)?;
            sum.add_all(weight, terms)?;
            q = exact(q.checked_add(i128::from(weight) * i128::from(rhs)))?;
        }
        words.end()?;
        let least = self.area.least_of(sum.terms())?;
        require!(least > q, "the sum does not close the node: it can be {least}, and {q} is allowed");
        ears.hear(|| BilevelStep::Sum { objective, rows })
    }

    /// `k`: the node is closed, or the file is refused.
    fn close_by_table(&mut self, meter: &mut Meter<'_>, ears: &mut Ears<'_>) -> Result<(), Reason> {
        let knapsack = match &mut self.knapsack {
            Some(knapsack) => knapsack,
            none => none.insert(Knapsack::new(self.plain, meter)?),
        };
        if let Some(bound) = knapsack.bound(&self.area, meter)? {
            let Some((_, q)) = self.goal.less else {
                return Err(Reason::Wrong("the table does not close the node: the leader has a choice".into()));
            };
            require!(bound > q, "the table does not close the node: it can be {bound}, and {q} is allowed");
        }
        ears.hear(|| BilevelStep::Knapsack)
    }

    /// Goes on to the next open node; false if there is none.
    fn next(&mut self) -> Result<bool, Reason> {
        while let Some(frame) = self.frames.last_mut() {
            match frame {
                Frame::Branch { v, at, old, is_second } => {
                    if !*is_second {
                        self.area.upper[*v] = *old;
                        (*old, *is_second) = (self.area.lower[*v], true);
                        self.area.lower[*v] = *at + 1;
                        return Ok(true);
                    }
                    self.area.lower[*v] = *old;
                }
                Frame::Cases { broken, rest, last, n_path, n_held } => {
                    self.path.pop();
                    if let Some(kept) = broken.take() {
                        self.path.push(kept);
                        *broken = rest.next();
                        let row = match broken {
                            Some(row) => Some(row.broken()?),
                            None => last.take(),
                        };
                        // With a broken row there is a last one as well.
                        self.path.extend(row);
                        return Ok(true);
                    }
                    self.path.truncate(*n_path);
                    self.n_held -= *n_held;
                }
            }
            self.frames.pop();
        }
        Ok(false)
    }
}
