//! The proof of a half.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Write;

use super::formula::{Aim, Formula, Id, Linear, Meaning, Variable};
use crate::error::OutsideError;
use crate::veripb::WrittenProof;

/// A literal: a variable, and whether it is 1.
type Literal = (Variable, bool);

/// A node with children that are open.
enum Open {
    /// The first side, or with the bound before it the second one.
    Branch {
        variable: u32,
        branch: Branch,
        old: Option<Id>,
        is_second: bool,
    },
    Cases {
        children: Vec<Variable>,
        next: usize,
        one: Id,
    },
}

/// `e <=> v <= K`: the variable e, and the constraints for where it is 1 and where it is 0.
#[derive(Clone, Copy)]
struct Branch {
    variable: Variable,
    at_most: Id,
    at_least: Id,
}

struct Proof<'a, W> {
    formula: &'a Formula,
    out: &'a mut W,
    line: String,
    next: Id,
    written: WrittenProof,
    /// The constraints that say the bounds of the box, lower and upper ones; none where the bits do.
    lower: Vec<Option<Id>>,
    upper: Vec<Option<Id>>,
    /// That the objective is below what is to be shown.
    less: Option<Id>,
    premises: Vec<Literal>,
    open: Vec<Open>,
    /// The clauses of closed children of each open node.
    clauses: Vec<Vec<Id>>,
    branches: HashMap<(u32, i64), Branch>,
}

/// Writes the proof of a formula.
pub(super) fn write<W: Write>(formula: &Formula, out: &mut W) -> Result<WrittenProof, OutsideError> {
    let mut proof = Proof {
        formula,
        out,
        line: String::new(),
        next: formula.n_constraints() + 1,
        written: WrittenProof::default(),
        lower: vec![None; formula.upper.len()],
        upper: formula.upper.clone(),
        less: None,
        premises: Vec::new(),
        open: Vec::new(),
        clauses: vec![Vec::new()],
        branches: HashMap::new(),
    };
    proof.all()?;
    proof.out.flush()?;
    Ok(proof.written)
}

fn common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl<W: Write> Proof<'_, W> {
    /// Writes what was pushed.
    fn flush(&mut self) -> Result<(), OutsideError> {
        self.line.push('\n');
        self.out.write_all(self.line.as_bytes())?;
        self.written.bytes += self.line.len() as u64;
        self.line.clear();
        Ok(())
    }

    /// Writes what was pushed, which makes a constraint.
    fn constraint(&mut self) -> Result<Id, OutsideError> {
        self.flush()?;
        self.written.steps += 1;
        self.next += 1;
        Ok(self.next - 1)
    }

    fn all(&mut self) -> Result<(), OutsideError> {
        self.line.push_str("pseudo-Boolean proof version 3.0");
        self.flush()?;
        let _ = write!(self.line, "f {};", self.formula.n_constraints());
        self.flush()?;
        let conclusion = match &self.formula.aim {
            Aim::Nothing => {
                let clause = self.tree()?;
                format!("UNSAT : {clause}")
            }
            Aim::Best(point) => {
                let best = self.solution(point)?;
                let clause = self.tree()?;
                format!("BOUNDS {best} : {clause} {best}")
            }
            Aim::AtLeast(bound) => {
                let id = self.at_least(*bound)?;
                format!("BOUNDS {bound} : {id} INF")
            }
        };
        let _ = write!(self.line, "output NONE;\nconclusion {conclusion};\nend pseudo-Boolean proof;");
        self.flush()
    }

    /// Writes a solution, after which only better ones are looked for. Returns its objective.
    fn solution(&mut self, point: &[i64]) -> Result<i128, OutsideError> {
        self.line.push_str("soli");
        let mut value = -self.formula.objective_at_0()?;
        for (v, x) in (0_u32..).zip(point) {
            let above = i128::from(*x) - i128::from(self.formula.bits.bounds[v as usize].0);
            for k in 0..self.formula.bits.n_bits(v) {
                let sign = if above >> k & 1 == 1 { "" } else { "~" };
                let _ = write!(self.line, " {sign}{}", Variable::Bit(v, k));
            }
        }
        for (v, d) in &self.formula.objective {
            let part = d.checked_mul(point[*v as usize].into()).and_then(|part| value.checked_add(part));
            value = part.ok_or(OutsideError::TooLarge)?;
        }
        self.line.push(';');
        let id = self.constraint()?;
        self.less = Some(self.rounded(id)?);
        Ok(value)
    }

    /// A bound of the objective, which comes to multiples of the greatest common divisor of its numbers alone.
    fn rounded(&mut self, id: Id) -> Result<Id, OutsideError> {
        let divisor = self.formula.objective.iter().fold(0, |divisor, (_, c)| common_divisor(divisor, c.abs()));
        if divisor < 2 {
            return Ok(id);
        }
        let _ = write!(self.line, "pol {id} {divisor} d {divisor} *;");
        self.constraint()
    }

    /// Proves that the objective of the formula is at least this.
    fn at_least(&mut self, bound: i128) -> Result<Id, OutsideError> {
        let at_0 = self.formula.objective_at_0()?;
        let bits = &self.formula.bits;
        let least = bound.checked_add(at_0).ok_or(OutsideError::TooLarge)?;
        let opposite: Vec<(u32, i128)> = self.formula.objective.iter().map(|(v, c)| (*v, -c)).collect();
        let less = bits.at_most(&(self.formula.objective.clone(), least - 1))?.unless(Variable::Goal, true)?;
        let row = bits.at_most(&(opposite, -least))?;
        let degree = row.degree()?;
        let less = self.define(&less, (Variable::Goal, true))?;
        let row = self.define(&row.unless(Variable::Goal, false)?, (Variable::Goal, false))?;
        self.less = Some(self.rounded(less)?);
        self.premises.push((Variable::Goal, false));
        let clause = self.tree()?;
        if degree <= 0 {
            return Ok(row);
        }
        let _ = write!(self.line, "pol {row} {clause} {degree} * +;");
        self.constraint()
    }

    /// A constraint that the literal makes true.
    fn define(&mut self, linear: &Linear, (variable, value): Literal) -> Result<Id, OutsideError> {
        let _ = write!(self.line, "red {linear} : {variable} -> {};", u8::from(value));
        self.constraint()
    }

    fn branch(&mut self, v: u32, at: i64) -> Result<Branch, OutsideError> {
        if let Some(branch) = self.branches.get(&(v, at)) {
            return Ok(*branch);
        }
        let variable = Variable::Branch(self.branches.len() as u32);
        let bits = &self.formula.bits;
        let at_most = bits.at_most(&(vec![(v, 1)], at.into()))?.unless(variable, false)?;
        let at_least = bits.at_least(v, at + 1)?.unless(variable, true)?;
        let at_most = self.define(&at_most, (variable, false))?;
        let at_least = self.define(&at_least, (variable, true))?;
        let branch = Branch { variable, at_most, at_least };
        self.branches.insert((v, at), branch);
        Ok(branch)
    }

    /// The whole tree. Returns the clause of the root.
    fn tree(&mut self) -> Result<Id, OutsideError> {
        let formula = self.formula;
        for node in &formula.nodes {
            match node {
                Meaning::Branch { variable, at } => {
                    let branch = self.branch(*variable, *at)?;
                    let old = self.upper[*variable as usize];
                    self.upper[*variable as usize] = Some(branch.at_most);
                    self.premises.push((branch.variable, true));
                    self.open.push(Open::Branch { variable: *variable, branch, old, is_second: false });
                    self.clauses.push(Vec::new());
                }
                Meaning::Witness { children, closed, one } => {
                    let mut clauses = Vec::new();
                    for (case, row) in closed {
                        self.premises.push((*case, true));
                        let sum = self.sum(0, &[(*row, 1)])?;
                        clauses.push(self.clause(&[sum])?);
                        self.premises.pop();
                    }
                    self.clauses.push(clauses);
                    self.premises.push((children[0], true));
                    self.open.push(Open::Cases { children: children.clone(), next: 1, one: *one });
                }
                Meaning::Sum { objective, rows } => {
                    let sum = self.sum(*objective, rows)?;
                    let clause = self.clause(&[sum])?;
                    self.forget(&[sum])?;
                    if let Some(root) = self.close(clause)? {
                        return Ok(root);
                    }
                }
            }
        }
        Err(OutsideError::Lost("the end of the tree"))
    }

    /// A sum of rows, and of the bounds of the box that close the node then.
    fn sum(&mut self, objective: i64, rows: &[(usize, i64)]) -> Result<Id, OutsideError> {
        let formula = self.formula;
        let mut p: HashMap<u32, i128> = HashMap::new();
        let mut add = |terms: &[(u32, i128)], weight: i128| -> Result<(), OutsideError> {
            for (v, a) in terms {
                let to = p.entry(*v).or_insert(0);
                let sum = a.checked_mul(weight).and_then(|part| to.checked_add(part));
                *to = sum.ok_or(OutsideError::TooLarge)?;
            }
            Ok(())
        };
        let mut parts: Vec<(Id, i128)> = Vec::new();
        if let Some(id) = self.less.filter(|_| objective > 0) {
            add(&formula.objective, objective.into())?;
            parts.push((id, objective.into()));
        }
        for (row, weight) in rows.iter().filter(|row| row.1 > 0) {
            let (id, (terms, _)) = &formula.rows[*row];
            add(terms, i128::from(*weight))?;
            parts.push((*id, i128::from(*weight)));
        }
        let mut p: Vec<(u32, i128)> = p.into_iter().filter(|term| term.1 != 0).collect();
        p.sort_unstable();
        for (v, a) in p {
            let bound = if a > 0 { self.lower[v as usize] } else { self.upper[v as usize] };
            parts.extend(bound.map(|id| (id, a.abs())));
        }
        self.line.push_str("pol");
        for (i, (id, weight)) in parts.iter().enumerate() {
            let _ = write!(self.line, " {id}");
            if *weight != 1 {
                let _ = write!(self.line, " {weight} *");
            }
            if i > 0 {
                self.line.push_str(" +");
            }
        }
        self.line.push(';');
        self.constraint()
    }

    /// Not all premises hold.
    fn clause(&mut self, hints: &[Id]) -> Result<Id, OutsideError> {
        self.line.push_str("rup ");
        // One answer may be asked twice on a path.
        let mut named = HashSet::new();
        for (variable, value) in self.premises.iter().filter(|premise| named.insert(premise.0)) {
            let _ = write!(self.line, "{}{variable} ", if *value { "" } else { "~" });
        }
        self.line.push_str(if self.premises.is_empty() { ">= 1 :" } else { "==> >= 1 :" });
        for id in hints {
            let _ = write!(self.line, " {id}");
        }
        self.line.push(';');
        self.constraint()
    }

    fn forget(&mut self, ids: &[Id]) -> Result<(), OutsideError> {
        self.line.push_str("del id");
        for id in ids {
            let _ = write!(self.line, " {id}");
        }
        self.line.push(';');
        self.flush()
    }

    /// Goes on behind a node that this clause closes. Returns that of the root at the end.
    fn close(&mut self, mut clause: Id) -> Result<Option<Id>, OutsideError> {
        loop {
            let Some(last) = self.open.last_mut() else { return Ok(Some(clause)) };
            if let Some(clauses) = self.clauses.last_mut() {
                clauses.push(clause);
            }
            self.premises.pop();
            let mut hints = match last {
                Open::Branch { variable, branch, old, is_second } => {
                    let v = *variable as usize;
                    if !*is_second {
                        self.upper[v] = *old;
                        (*old, *is_second) = (self.lower[v], true);
                        self.lower[v] = Some(branch.at_least);
                        self.premises.push((branch.variable, false));
                        return Ok(None);
                    }
                    self.lower[v] = *old;
                    Vec::new()
                }
                Open::Cases { children, next, .. } if *next < children.len() => {
                    self.premises.push((children[*next], true));
                    *next += 1;
                    return Ok(None);
                }
                Open::Cases { one, .. } => vec![*one],
            };
            self.open.pop();
            let clauses = self.clauses.pop().unwrap_or_default();
            hints.extend(&clauses);
            clause = self.clause(&hints)?;
            self.forget(&clauses)?;
        }
    }
}
