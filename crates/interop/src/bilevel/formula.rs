//! The formula of a half, and the meaning of the nodes of its tree in it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::Write;

use minclue_verifier::BilevelRow;

use super::steps::{Node, Program};
use crate::error::OutsideError;

/// The number of a constraint.
pub(super) type Id = u64;
/// `sum a v <= b` over integers.
pub(super) type IntegerRow = (Vec<(u32, i128)>, i128);

/// A 0/1 variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    /// A bit of an integer.
    Bit(u32, u32),
    /// A case of an answer.
    Case(u32, u32),
    /// A branch.
    Branch(u32),
    /// The bound that is to be proven.
    Goal,
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit(v, k) => write!(f, "v{v}_{k}"),
            Self::Case(answer, case) => write!(f, "z{answer}_{case}"),
            Self::Branch(branch) => write!(f, "e{branch}"),
            Self::Goal => f.write_str("goal"),
        }
    }
}

/// `sum a x >= b` over 0/1 variables.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    terms: Vec<(Variable, i128)>,
    pub(super) rhs: i128,
}

fn exact(number: Option<i128>) -> Result<i128, OutsideError> {
    number.ok_or(OutsideError::TooLarge)
}

impl Linear {
    /// The degree: the amount that is missing if all terms are minimal.
    pub(super) fn degree(&self) -> Result<i128, OutsideError> {
        let negative = self.terms.iter().filter(|term| term.1 < 0);
        exact(negative.map(|term| term.1).try_fold(self.rhs, i128::checked_sub))
    }

    /// The same, unless the variable has this value.
    pub(super) fn unless(mut self, variable: Variable, value: bool) -> Result<Self, OutsideError> {
        let degree = self.degree()?;
        if degree > 0 {
            if value {
                self.terms.push((variable, degree));
            } else {
                self.terms.push((variable, -degree));
                self.rhs = exact(self.rhs.checked_sub(degree))?;
            }
        }
        Ok(self)
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (variable, a) in &self.terms {
            write!(f, "{a:+} {variable} ")?;
        }
        write!(f, ">= {}", self.rhs)
    }
}

/// How integers are bits.
pub(super) struct Bits {
    pub(super) bounds: Vec<(i64, i64)>,
}

impl Bits {
    /// The distance between the bounds.
    fn width(&self, v: u32) -> i128 {
        let (lower, upper) = self.bounds[v as usize];
        i128::from(upper) - i128::from(lower)
    }

    pub(super) fn n_bits(&self, v: u32) -> u32 {
        128 - self.width(v).leading_zeros()
    }

    /// The bits of a sum, and what it is where all are 0.
    fn sum(&self, terms: &[(u32, i128)]) -> Result<(Vec<(Variable, i128)>, i128), OutsideError> {
        let (mut bits, mut constant) = (Vec::new(), 0_i128);
        for &(v, a) in terms.iter().filter(|term| term.1 != 0) {
            let least = exact(a.checked_mul(self.bounds[v as usize].0.into()))?;
            constant = exact(constant.checked_add(least))?;
            for k in 0..self.n_bits(v) {
                bits.push((Variable::Bit(v, k), exact(a.checked_mul(1 << k))?));
            }
        }
        Ok((bits, constant))
    }

    /// `sum a v <= b`.
    pub(super) fn at_most(&self, (terms, rhs): &IntegerRow) -> Result<Linear, OutsideError> {
        let (mut terms, constant) = self.sum(terms)?;
        terms.iter_mut().for_each(|term| term.1 = -term.1);
        Ok(Linear { terms, rhs: exact(constant.checked_sub(*rhs))? })
    }

    /// `v >= at`.
    pub(super) fn at_least(&self, v: u32, at: i64) -> Result<Linear, OutsideError> {
        self.at_most(&(vec![(v, -1)], -i128::from(at)))
    }
}

fn broken((terms, rhs): &IntegerRow) -> IntegerRow {
    (terms.iter().map(|(v, a)| (*v, -a)).collect(), -rhs - 1)
}

fn integers(row: &BilevelRow) -> IntegerRow {
    (wide(&row.terms), row.rhs.into())
}

fn wide(terms: &[(u32, i64)]) -> Vec<(u32, i128)> {
    terms.iter().map(|(v, a)| (*v, i128::from(*a))).collect()
}

/// The statement of a response of the follower: it violates the first row, or satisfies it and violates the second, and
/// so on; or it satisfies all of them, and the follower does at least as well.
struct Answer {
    /// The rows that it may violate somewhere within the bounds of the program: halves, by their numbers, and its own
    /// bounds.
    rows: Vec<(Option<usize>, IntegerRow)>,
    last: IntegerRow,
}

impl Answer {
    fn new(program: &Program, values: &[(u32, i64)], links: &[(u32, u32, i64)]) -> Result<Self, OutsideError> {
        let value: HashMap<u32, i64> = values.iter().copied().collect();
        let x = |v: u32| i128::from(value.get(&v).copied().unwrap_or(0));
        // A sum with the answer in it, over the leader's variables, and what is left.
        let put = |terms: &[(u32, i64)]| -> Result<(BTreeMap<u32, i128>, i128), OutsideError> {
            let (mut sum, mut constant) = (BTreeMap::new(), 0_i128);
            for &(v, a) in terms {
                if !program.is_follower[v as usize] {
                    *sum.entry(v).or_insert(0) += i128::from(a);
                    continue;
                }
                constant = exact(i128::from(a).checked_mul(x(v)).and_then(|part| constant.checked_add(part)))?;
                for &(_, u, factor) in links.iter().filter(|link| link.0 == v) {
                    *sum.entry(u).or_insert(0) += i128::from(a) * i128::from(factor);
                }
            }
            sum.retain(|_, a| *a != 0);
            Ok((sum, constant))
        };
        let is_kept = |(terms, rhs): &IntegerRow| -> Result<bool, OutsideError> {
            let mut most = 0_i128;
            for (v, a) in terms {
                let (lower, upper) = program.bounds[*v as usize];
                let end = if *a > 0 { upper } else { lower };
                most = exact(a.checked_mul(end.into()).and_then(|part| most.checked_add(part)))?;
            }
            Ok(most <= *rhs)
        };
        let mut rows = Vec::new();
        for (i, (half, _)) in program.halves.iter().enumerate().filter(|(_, half)| half.1) {
            let (sum, constant) = put(&half.terms)?;
            let row = (sum.into_iter().collect(), exact(i128::from(half.rhs).checked_sub(constant))?);
            if !is_kept(&row)? {
                rows.push((Some(i), row));
            }
        }
        let linked: std::collections::BTreeSet<u32> = links.iter().map(|link| link.0).collect();
        for v in linked {
            for (sign, bound) in [(1, program.bounds[v as usize].1), (-1, program.bounds[v as usize].0)] {
                let (sum, constant) = put(&[(v, sign)])?;
                let row = (sum.into_iter().collect(), i128::from(sign) * i128::from(bound) - constant);
                if !is_kept(&row)? {
                    rows.push((None, row));
                }
            }
        }
        let (sum, constant) = put(&program.follower)?;
        let own = wide(&program.follower).into_iter().chain(sum.into_iter().map(|(u, e)| (u, -e)));
        Ok(Self { rows, last: (own.collect(), constant) })
    }
}

/// A node of the tree, in the terms of the formula.
pub(super) enum Meaning {
    Branch {
        variable: u32,
        at: i64,
    },
    /// The answer, its cases that follow as children, those that cannot be in this box, and the constraint that one of
    /// them is.
    Witness {
        children: Vec<Variable>,
        closed: Vec<(Variable, usize)>,
        one: Id,
    },
    /// Numbers in the list of rows, and the weight of the objective.
    Sum {
        objective: i64,
        rows: Vec<(usize, i64)>,
    },
}

/// The goal of the proof.
pub(super) enum Aim {
    /// The objective is at least this.
    AtLeast(i128),
    /// There is no solution.
    Nothing,
    /// The objective is at least as much as at this solution.
    Best(Vec<i64>),
}

/// A formula, and the tree over it.
pub(super) struct Formula {
    pub(super) bits: Bits,
    pub(super) aim: Aim,
    pub(super) objective: Vec<(u32, i128)>,
    /// All constraints; that with number i is the one at i - 1.
    constraints: Vec<Linear>,
    /// Rows with the number of their constraint. The nodes name these.
    pub(super) rows: Vec<(Id, IntegerRow)>,
    /// The constraints of upper bounds, where bits do not say them.
    pub(super) upper: Vec<Option<Id>>,
    pub(super) nodes: Vec<Meaning>,
}

impl Formula {
    fn new(bounds: Vec<(i64, i64)>, aim: Aim, objective: &[(u32, i64)]) -> Result<Self, OutsideError> {
        let n = bounds.len();
        let bits = Bits { bounds };
        let mut formula = Self {
            bits,
            aim,
            objective: wide(objective),
            constraints: Vec::new(),
            rows: Vec::new(),
            upper: vec![None; n],
            nodes: Vec::new(),
        };
        for v in 0..n as u32 {
            let width = formula.bits.width(v);
            if width != (1 << formula.bits.n_bits(v)) - 1 {
                let upper = formula.bits.bounds[v as usize].1;
                let row = formula.bits.at_most(&(vec![(v, 1)], upper.into()))?;
                formula.upper[v as usize] = Some(formula.constraint(row));
            }
        }
        Ok(formula)
    }

    fn constraint(&mut self, linear: Linear) -> Id {
        self.constraints.push(linear);
        self.constraints.len() as Id
    }

    pub(super) fn n_constraints(&self) -> Id {
        self.constraints.len() as Id
    }

    /// One more row, which holds if the variable is 1, if there is one. Returns its number.
    fn row(&mut self, row: IntegerRow, of: Option<Variable>) -> Result<usize, OutsideError> {
        let linear = self.bits.at_most(&row)?;
        let linear = match of {
            Some(variable) => linear.unless(variable, false)?,
            None => linear,
        };
        let id = self.constraint(linear);
        self.rows.push((id, row));
        Ok(self.rows.len() - 1)
    }

    pub(super) fn lower(
        program: &Program,
        rules: &[BilevelRow],
        nodes: &[Node],
        below: Option<i64>,
    ) -> Result<Self, OutsideError> {
        let aim = match below {
            Some(below) => {
                let at_0 = |(v, c): &(u32, i64)| i128::from(*c) * i128::from(program.bounds[*v as usize].0);
                let least = exact(program.leader.iter().map(at_0).try_fold(0_i128, i128::checked_add))?;
                Aim::AtLeast(exact((i128::from(below) - i128::from(program.constant)).checked_sub(least))?)
            }
            None => Aim::Nothing,
        };
        let mut formula = Self::new(program.bounds.clone(), aim, &program.leader)?;
        for row in program.halves.iter().map(|half| &half.0).chain(rules) {
            formula.row(integers(row), None)?;
        }
        let mut walk = Walk { n_fixed: program.halves.len() + rules.len(), path: Vec::new(), holds: HashMap::new() };
        walk.lower(&mut formula, program, nodes)?;
        Ok(formula)
    }

    pub(super) fn upper(program: &Program, point: &[i64], nodes: &[Node]) -> Result<Self, OutsideError> {
        let fixed = |((bounds, is_follower), x): ((&(i64, i64), &bool), &i64)| {
            if *is_follower { *bounds } else { (*x, *x) }
        };
        let bounds = program.bounds.iter().zip(&program.is_follower).zip(point).map(fixed).collect();
        let mut formula = Self::new(bounds, Aim::Best(point.to_vec()), &program.follower)?;
        let mut number = HashMap::new();
        for (i, (half, _)) in program.halves.iter().enumerate().filter(|(_, half)| half.1) {
            number.insert(i, formula.row(integers(half), None)?);
        }
        for node in nodes {
            formula.nodes.push(match node {
                Node::Branch { variable, at } => Meaning::Branch { variable: *variable, at: *at },
                Node::Sum { objective, rows } => {
                    let named = |(row, weight): &(usize, i64)| Some((*number.get(row)?, *weight));
                    let rows: Option<Vec<(usize, i64)>> = rows.iter().map(named).collect();
                    Meaning::Sum { objective: *objective, rows: rows.ok_or(OutsideError::Lost("a half"))? }
                }
                Node::Witness { .. } => return Err(OutsideError::Lost("a witness of the upper half")),
            });
        }
        Ok(formula)
    }

    /// Writes it as OPB.
    pub(super) fn write(&self, program: &Program, out: &mut impl Write) -> Result<(), OutsideError> {
        let mut variables: Vec<Variable> = Vec::new();
        for v in 0..self.bits.bounds.len() as u32 {
            variables.extend((0..self.bits.n_bits(v)).map(|k| Variable::Bit(v, k)));
        }
        let n_bits = variables.len();
        let of_cases = self.constraints.iter().flat_map(|row| &row.terms);
        let cases: std::collections::BTreeSet<(u32, u32)> = of_cases
            .filter_map(
                |(variable, _)| if let Variable::Case(answer, case) = variable { Some((*answer, *case)) } else { None },
            )
            .collect();
        writeln!(out, "* #variable= {} #constraint= {}", n_bits + cases.len(), self.constraints.len())?;
        writeln!(out, "* An integer is its lower bound and the sum of 2^k times its bit k, v0_k for variable 0.")?;
        for (v, (lower, upper)) in self.bits.bounds.iter().enumerate() {
            let name = program.names.get(v).map_or("of the plain form", |name| name);
            writeln!(out, "* variable {v}, {lower} to {upper}: {name}")?;
        }
        match &self.aim {
            Aim::AtLeast(_) | Aim::Nothing => {
                let least = self.bits.sum(&self.objective)?.1 + i128::from(program.constant);
                writeln!(out, "* The objective is the leader's; add {least} for the value.")?;
                writeln!(
                    out,
                    "* Rows of the program come first. Those of rules, and z, which say that one case of an answer holds,\n\
                     * are axioms: the checker of minclue has seen why they hold where the follower answers best."
                )?;
            }
            Aim::Best(_) => {
                let least = self.bits.sum(&self.objective)?.1;
                writeln!(
                    out,
                    "* The rows of the follower at the choice of the leader. The objective is its own, less {least}."
                )?;
            }
        }
        if !matches!(self.aim, Aim::Nothing) {
            write!(out, "min:")?;
            for (variable, a) in self.bits.sum(&self.objective)?.0 {
                write!(out, " {a:+} {variable}")?;
            }
            writeln!(out, " ;")?;
        }
        for row in &self.constraints {
            writeln!(out, "{row} ;")?;
        }
        Ok(out.flush()?)
    }

    /// The objective where all bits are 0.
    pub(super) fn objective_at_0(&self) -> Result<i128, OutsideError> {
        Ok(self.bits.sum(&self.objective)?.1)
    }
}

/// A path through the tree of a lower half.
struct Walk {
    n_fixed: usize,
    /// The numbers of the rows of the path.
    path: Vec<usize>,
    /// Rows of answers that hold in a case, by answer, case and row.
    holds: HashMap<(u32, u32, u32), usize>,
}

/// An answer with its numbers: of the rows of its cases, the last one included, and of the constraint that one holds.
struct Known {
    answer: Answer,
    cases: Vec<usize>,
    one: Id,
}

/// Children that are still to come.
enum Open {
    Branch { is_second: bool },
    Cases { number: u32, children: Vec<u32>, next: usize, n_path: usize },
}

type AnswerKey = (Vec<(u32, i64)>, Vec<(u32, u32, i64)>);

impl Walk {
    fn lower(&mut self, formula: &mut Formula, program: &Program, nodes: &[Node]) -> Result<(), OutsideError> {
        let mut answers: Vec<Known> = Vec::new();
        let mut numbers: HashMap<AnswerKey, u32> = HashMap::new();
        let mut open: Vec<Open> = Vec::new();
        for node in nodes {
            match node {
                Node::Branch { variable, at } => {
                    formula.nodes.push(Meaning::Branch { variable: *variable, at: *at });
                    open.push(Open::Branch { is_second: false });
                }
                Node::Witness { values, links, may_break } => {
                    let mut key = (values.clone(), links.clone());
                    key.0.sort_unstable();
                    key.0.retain(|(v, x)| *x != 0 || links.iter().any(|link| link.0 == *v));
                    let number = match numbers.get(&key) {
                        Some(number) => *number,
                        None => {
                            let number = answers.len() as u32;
                            answers.push(known(formula, program, &key, number)?);
                            numbers.insert(key, number);
                            number
                        }
                    };
                    let Known { answer, cases, one } = &answers[number as usize];
                    let at = |half: &usize| answer.rows.iter().position(|row| row.0 == Some(*half)).map(|at| at as u32);
                    let children: Option<Vec<u32>> = may_break.iter().map(at).collect();
                    let mut children = children.ok_or(OutsideError::Lost("a case of an answer"))?;
                    let n_cases = answer.rows.len() as u32;
                    children.push(n_cases);
                    let case = |case: &u32| Variable::Case(number, *case);
                    let closed = (0..n_cases).filter(|case| !children.contains(case));
                    formula.nodes.push(Meaning::Witness {
                        children: children.iter().map(case).collect(),
                        closed: closed.map(|at| (case(&at), cases[at as usize])).collect(),
                        one: *one,
                    });
                    open.push(Open::Cases { number, children, next: 0, n_path: self.path.len() });
                    self.enter(formula, &answers, &mut open)?;
                }
                Node::Sum { objective, rows } => {
                    let named = |(row, weight): &(usize, i64)| match row.checked_sub(self.n_fixed) {
                        None => Some((*row, *weight)),
                        Some(at) => Some((*self.path.get(at)?, *weight)),
                    };
                    let rows: Option<Vec<(usize, i64)>> = rows.iter().map(named).collect();
                    let rows = rows.ok_or(OutsideError::Lost("a row of the path"))?;
                    formula.nodes.push(Meaning::Sum { objective: *objective, rows });
                    self.next(formula, &answers, &mut open)?;
                }
            }
        }
        Ok(())
    }

    /// The rows of the next child of an answer.
    fn enter(&mut self, formula: &mut Formula, answers: &[Known], open: &mut [Open]) -> Result<(), OutsideError> {
        let Some(Open::Cases { number, children, next, n_path }) = open.last_mut() else { return Ok(()) };
        self.path.truncate(*n_path);
        let known = &answers[*number as usize];
        let case = children[*next];
        for row in &children[..*next] {
            let number = *number;
            let at = match self.holds.get(&(number, case, *row)) {
                Some(at) => *at,
                None => {
                    let holds = known.answer.rows[*row as usize].1.clone();
                    let at = formula.row(holds, Some(Variable::Case(number, case)))?;
                    self.holds.insert((number, case, *row), at);
                    at
                }
            };
            self.path.push(at);
        }
        self.path.push(known.cases[case as usize]);
        *next += 1;
        Ok(())
    }

    fn next(&mut self, formula: &mut Formula, answers: &[Known], open: &mut Vec<Open>) -> Result<(), OutsideError> {
        while let Some(last) = open.last_mut() {
            match last {
                Open::Branch { is_second: is_second @ false } => {
                    *is_second = true;
                    return Ok(());
                }
                Open::Branch { .. } => {}
                Open::Cases { children, next, .. } if *next < children.len() => {
                    return self.enter(formula, answers, open);
                }
                Open::Cases { n_path, .. } => self.path.truncate(*n_path),
            }
            open.pop();
        }
        Ok(())
    }
}

/// Writes the cases of an answer.
fn known(formula: &mut Formula, program: &Program, key: &AnswerKey, number: u32) -> Result<Known, OutsideError> {
    let answer = Answer::new(program, &key.0, &key.1)?;
    let mut cases = Vec::new();
    let rows = answer.rows.iter().map(|row| broken(&row.1)).chain([answer.last.clone()]);
    for (row, case) in rows.zip(0..) {
        cases.push(formula.row(row, Some(Variable::Case(number, case)))?);
    }
    let terms = (0..cases.len() as u32).map(|case| (Variable::Case(number, case), 1)).collect();
    let one = formula.constraint(Linear { terms, rhs: 1 });
    Ok(Known { answer, cases, one })
}
