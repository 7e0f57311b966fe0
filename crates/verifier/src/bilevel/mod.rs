//! Certificates of bilevel integer programs, which docs/formats/bilevel-certificate.md describes.
//!
//! All sums are exact integers; overflow is an error. A tree is read node by node; memory holds one box, and the path
//! to the node with its rows.

mod answer;
mod area;
mod knapsack;
mod lines;
mod listener;
mod plain;
mod program;
mod rules;
mod sums;
mod tree;

use std::io::Read;

use sha2::{Digest as _, Sha256};

use crate::work::Meter;
use crate::{Limits, Reason, Refusal, require};

use answer::Answer;
use lines::{Lines, shown};
use listener::Ears;
use plain::Plain;
use program::{FIRST, Program};
use rules::{MAX_RULES, Rules};
use sums::Sum;
use tree::{Goal, Part, Tree};

pub use listener::{BilevelListener, BilevelStep};
pub use program::BilevelVariable;
pub use sums::BilevelRow;

pub(crate) use program::MAGIC;

/// The statement that a certificate proves about a bilevel program: no point that is feasible for both levels has a
/// value below `lower`, or there is no such point if `is_infeasible`; and `point`, with a value for each of
/// `variables`, is such a point with the value `upper`. Values are those of the leader's objective with its constant,
/// before `scale` divides it.
///
/// `program` is the text of the program byte for byte, with its SHA-256 in hexadecimal. `n_nodes` is the number of
/// nodes of both trees, `n_rules` that of the rules, and `n_bytes` and `n_lines` those of the file. `n_looks` is the
/// work of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said above")]
pub struct BilevelVerdict {
    pub program: String,
    pub program_sha256: String,
    pub name: String,
    /// Whether the follower takes the response that is worst for the leader among its best ones.
    pub is_pessimistic: bool,
    /// Whether the leader has won if the follower has no response.
    pub is_prevented: bool,
    pub variables: Vec<BilevelVariable>,
    pub n_rows: usize,
    pub scale: u64,
    pub lower: Option<i64>,
    pub is_infeasible: bool,
    pub upper: Option<i64>,
    /// Empty without an upper half.
    pub point: Vec<i64>,
    /// Whether the follower has a response at the point. Otherwise its values there are meaningless.
    pub has_answer: bool,
    pub n_rules: usize,
    pub n_nodes: u64,
    pub n_lines: u64,
    pub n_bytes: u64,
    pub n_looks: u64,
}

impl BilevelVerdict {
    /// Formats a value with the decimals of its scale.
    #[must_use]
    pub fn shown(&self, value: i64) -> String {
        let sign = if value < 0 { "-" } else { "" };
        let (whole, behind) = (value.unsigned_abs() / self.scale, value.unsigned_abs() % self.scale);
        if behind == 0 {
            return format!("{sign}{whole}");
        }
        let places = self.scale.ilog10() as usize;
        format!("{sign}{whole}.{}", format!("{behind:0places$}").trim_end_matches('0'))
    }

    /// Returns whether both bounds are proven and equal.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.lower.is_some() && self.lower == self.upper
    }
}

/// Checks a certificate of a bilevel program, `minclue-bilevel-cert/1`, as text.
pub fn verify_bilevel(source: impl Read, limits: &Limits<'_>) -> Result<BilevelVerdict, Refusal> {
    check_all(source, limits, Ears::new(None))
}

/// Does the same, and passes each accepted step to `listener`.
pub fn verify_bilevel_heard_by(
    source: impl Read,
    limits: &Limits<'_>,
    listener: &mut dyn BilevelListener,
) -> Result<BilevelVerdict, Refusal> {
    check_all(source, limits, Ears::new(Some(listener)))
}

fn check_all(mut source: impl Read, limits: &Limits<'_>, mut ears: Ears<'_>) -> Result<BilevelVerdict, Refusal> {
    let mut lines = Lines::new(&mut source, Meter::new(limits.search_looks, limits.stop));
    let mut part = Part::Of("the first line");
    check(&mut lines, &mut part, limits, &mut ears).map_err(|reason| {
        let place = format!("line {}, {part}", lines.number);
        Refusal { byte: lines.n_bytes, place, reason }
    })
}

fn check(
    lines: &mut Lines<'_>,
    part: &mut Part,
    limits: &Limits<'_>,
    ears: &mut Ears<'_>,
) -> Result<BilevelVerdict, Reason> {
    read_first(lines)?;
    *part = Part::Of("the program");
    let program = Program::read(lines)?;
    *part = Part::Of("the plain form of the program");
    let plain = Plain::new(&program)?;
    // A few terms may make many numbers.
    lines.meter.spend(8 * (plain.n_vars() + plain.halves.len()) as u64)?;
    ears.hear(|| plain.step(&program))?;
    let mut sum = Sum::new(plain.n_vars());
    let mut answer = Answer::new(&plain);
    let mut n_nodes = 0;
    let mut rules = Rules::new(&plain);
    let (mut lower, mut is_infeasible, mut upper, mut point) = (None, false, None, Vec::new());
    *part = Part::Of("the halves");
    lines.next()?;
    let mut words = lines.words();
    if words.word()? == b"rules" {
        let n_rules = words.count(MAX_RULES, "rules")?;
        words.end()?;
        for rule in 0..n_rules {
            *part = Part::Rule(rule);
            lines.next()?;
            let (mut words, meter) = lines.parts();
            words.expect("rule")?;
            rules.read(words, &plain, (&mut answer, &mut sum), meter)?;
            ears.hear(|| BilevelStep::Rule(rules.rows[rule].clone()))?;
        }
        *part = Part::Of("the lower half");
        let mut words = lines.next()?;
        match words.word()? {
            b"lower" => lower = Some(words.number()?),
            b"infeasible" => is_infeasible = true,
            other => return Err(Reason::Wrong(format!("`{}` is neither lower nor infeasible", shown(other)))),
        }
        words.end()?;
        ears.hear(|| BilevelStep::Lower(lower))?;
        let below = |value: i64| reached(&plain.leader, i128::from(value) - i128::from(plain.constant) - 1);
        let goal = Goal { less: lower.map(|value| (&plain.leader, below(value))), rules: Some(&rules.rows) };
        n_nodes += Tree::new(&plain, goal, plain.area.clone()).read(lines, part, (&mut answer, &mut sum), ears)?;
        *part = Part::Of("the halves");
        lines.next()?;
    }
    let has_lower = lower.is_some() || is_infeasible;
    let mut words = lines.words();
    match words.word()? {
        b"upper" if !is_infeasible => {
            *part = Part::Of("the upper half");
            let value = words.number()?;
            words.end()?;
            let is_above = lower.is_none_or(|lower| lower <= value);
            require!(is_above, "the point is below the lower bound, so one of the two proofs must be wrong");
            upper = Some(value);
            point = read_point(lines, &plain, value)?;
            ears.hear(|| BilevelStep::Upper { point: point.clone() })?;
            n_nodes += no_better(&plain, &point)?.read(lines, part, (&mut answer, &mut sum), ears)?;
            *part = Part::Of("the end");
            lines.next()?;
            words = lines.words();
            words.expect("end")?;
        }
        b"end" if has_lower => {}
        other => return Err(Reason::Wrong(format!("certificates do not have `{}` here", shown(other)))),
    }
    words.end()?;
    *part = Part::Of("the end");
    lines.end()?;
    ears.hear(|| BilevelStep::End)?;
    // The last variable of the plain program says that there is none.
    let has_answer = !program.is_prevented || point.last() == Some(&0);
    point.truncate(program.variables.len());
    let Program { text, name, is_pessimistic, is_prevented, variables, scale, n_rows, .. } = program;
    Ok(BilevelVerdict {
        program_sha256: format!("{:x}", Sha256::digest(&text)),
        program: text,
        name,
        is_pessimistic,
        is_prevented,
        variables,
        n_rows,
        scale,
        lower,
        is_infeasible,
        upper,
        point,
        has_answer,
        n_rules: rules.rows.len(),
        n_nodes,
        n_lines: lines.number,
        n_bytes: lines.n_bytes,
        n_looks: limits.search_looks - lines.meter.left(),
    })
}

/// The largest number up to `most` that an objective can come to in integers: a multiple of the greatest common divisor
/// of its coefficients.
fn reached(objective: &[(u32, i64)], most: i128) -> i128 {
    let divisor = objective.iter().fold(0, |divisor, (_, c)| common_divisor(divisor, c.unsigned_abs()));
    most.saturating_sub(most.rem_euclid(i128::from(divisor.max(1))))
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The first line.
fn read_first(lines: &mut Lines<'_>) -> Result<(), Reason> {
    lines.next()?;
    let line = lines.line();
    if !line.starts_with(MAGIC.as_bytes()) {
        return Err(Reason::Foreign(format!("its first line is not `{FIRST}`")));
    }
    require!(line == FIRST.as_bytes(), "this checker only supports `{FIRST}`");
    Ok(())
}

/// The point of the upper half, which keeps all rows and has this value.
fn read_point(lines: &mut Lines<'_>, plain: &Plain, value: i64) -> Result<Vec<i64>, Reason> {
    lines.next()?;
    let (mut words, meter) = lines.parts();
    words.expect("point")?;
    let mut point = Vec::new();
    for v in 0..plain.n_vars() {
        let x = words.number()?;
        require!(plain.area.has(v, x), "variable {v} is {x}, outside its bounds");
        point.push(x);
    }
    words.end()?;
    for (i, half) in plain.halves.iter().enumerate() {
        meter.spend(half.terms.len() as u64)?;
        let sum = plain::at(&half.terms, &point)?;
        require!(sum <= i128::from(half.rhs), "the point breaks half {i}: {sum} is above {}", half.rhs);
    }
    let found = plain.value(&point)?;
    require!(found == value, "the point has the value {found}, and not {value}");
    Ok(point)
}

/// The tree which shows that the follower has no better answer than that of the point.
fn no_better<'p>(plain: &'p Plain, point: &[i64]) -> Result<Tree<'p>, Reason> {
    let mut area = plain.area.clone();
    for (v, x) in point.iter().enumerate().filter(|(v, _)| !plain.is_follower[*v]) {
        (area.lower[v], area.upper[v]) = (*x, *x);
    }
    let now = plain::at(&plain.follower, point)?;
    let less = reached(&plain.follower, lines::exact(now.checked_sub(1))?);
    let goal = Goal { less: Some((&plain.follower, less)), rules: None };
    Ok(Tree::new(plain, goal, area))
}
