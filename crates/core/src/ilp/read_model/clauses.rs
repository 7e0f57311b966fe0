//! Clauses as a 0/1 model, with a variable for each variable that occurs, and a variable for each group that is 1 if
//! the group holds.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::base::Pace;
use crate::ilp::clauses::{Clause, ClauseFormat, ClauseSet};
use crate::ilp::model_error::{ModelError, ModelReason};
use crate::ilp::{BinaryModel, Literal, Sense, VarId};

use super::{Read, stopped};

/// A variable that is 1 exactly if all of its clauses hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    pub var: VarId,
    /// The clauses; in each, a literal must hold.
    pub clauses: Vec<Vec<Literal>>,
}

impl Selector {
    /// Returns whether all of its clauses hold at the 0/1 point `values`.
    #[must_use]
    pub fn holds(&self, values: &[bool]) -> bool {
        self.clauses.iter().all(|clause| clause.iter().any(|literal| literal.holds(values)))
    }
}

impl ClauseSet {
    /// The 0/1 model, with `name`: its points are the assignments that keep the hard clauses.
    ///
    /// Variable n of the file is `x` and n; variables that occur in no clause are left out, since nothing decides them.
    /// A hard clause is a row, `c` and its number. Group n has the variable `soft` or `group` and n, which is 1 exactly
    /// where all of its clauses hold; so an assignment is one point.
    ///
    /// # Errors
    /// [`ModelError`] for a hard clause without literals, without any variable, and at a limit.
    pub(super) fn into_model(self, name: String, pace: &mut Pace) -> Result<Read, ModelError> {
        let all = self.hard.iter().chain(self.groups.iter().flat_map(|group| &group.clauses));
        let mut numbers: Vec<u32> = all.flat_map(|clause| &clause.literals).map(|l| l.unsigned_abs()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            return Err(ModelError::NoVariables);
        }
        let mut model = BinaryModel::new(name);
        let vars: FxHashMap<u32, VarId> =
            numbers.into_iter().map(|number| (number, model.add_var(format!("x{number}")))).collect();
        let literals = |clause: &Clause| literals(clause, &vars);
        let mut free_rows = Vec::new();
        for (i, clause) in self.hard.iter().enumerate() {
            stopped(pace)?;
            let row = format!("c{}", i + 1);
            match literals(clause) {
                Some(all) if all.is_empty() => {
                    return Err(ModelError::Line { line: clause.line, reason: ModelReason::EmptyClause });
                }
                Some(all) => {
                    model.add_literal_row(row, all.into_iter().map(|l| (l, 1)), Sense::GreaterEqual, 1);
                }
                None => free_rows.push(row),
            }
        }
        let prefix = if self.format == ClauseFormat::Gcnf { "group" } else { "soft" };
        let (mut selectors, mut cells) = (Vec::new(), Vec::new());
        for group in &self.groups {
            stopped(pace)?;
            let key = format!("{prefix}{}", group.number);
            let mut clauses: Vec<Vec<Literal>> = group.clauses.iter().filter_map(literals).collect();
            // Each clause has a variable of its own, unless it is the only one or a literal.
            if clauses.len() > 1 {
                for (i, clause) in clauses.iter_mut().enumerate().filter(|(_, clause)| clause.len() != 1) {
                    let part = Selector {
                        var: model.add_var(format!("{key}_{}", i + 1)),
                        clauses: vec![std::mem::take(clause)],
                    };
                    part.add_rows(&mut model);
                    *clause = vec![part.var.into()];
                    selectors.push(part);
                }
            }
            let selector = Selector { var: model.add_var(key), clauses };
            selector.add_rows(&mut model);
            cells.push(selector.var);
            selectors.push(selector);
        }
        let cells = (self.format != ClauseFormat::Cnf).then_some(cells);
        Ok(Read { model, n_bound_rows: 0, upper_halves: Vec::new(), free_rows, has_objective: true, selectors, cells })
    }
}

/// The literals of a clause, each once; `None` if it always holds.
fn literals(clause: &Clause, vars: &FxHashMap<u32, VarId>) -> Option<Vec<Literal>> {
    let known = |literal: &i32| vars.get(&literal.unsigned_abs()).map(|var| Literal::new(*var, *literal > 0));
    let all: BTreeSet<Literal> = clause.literals.iter().filter_map(known).collect();
    // Some literal of a variable holds.
    (!contradicts_itself(&all)).then(|| all.into_iter().collect())
}

/// Is a variable there in both ways?
fn contradicts_itself(all: &BTreeSet<Literal>) -> bool {
    all.iter().any(|l| l.positive && all.contains(&Literal::new(l.var, false)))
}

impl Selector {
    /// Adds the rows that make the variable what it says: of one clause, or of literals.
    fn add_rows(&self, model: &mut BinaryModel) {
        let name = model.var_name(self.var).to_owned();
        let own = |factor: i64| (Literal::from(self.var), factor);
        match self.clauses.as_slice() {
            // Some literal holds, and where one does so does the clause.
            [clause] => {
                let terms = clause.iter().map(|l| (*l, 1)).chain([own(-1)]);
                model.add_literal_row(name.clone(), terms, Sense::GreaterEqual, 0);
                for (i, literal) in clause.iter().enumerate() {
                    let terms = [(*literal, 1), own(-1)];
                    model.add_literal_row(format!("{name}_from_{}", i + 1), terms, Sense::LessEqual, 0);
                }
            }
            clauses => {
                let all: BTreeSet<Literal> = clauses.iter().flatten().copied().collect();
                if contradicts_itself(&all) {
                    // Such clauses never hold together.
                    model.add_literal_row(format!("{name}_all"), [own(1)], Sense::LessEqual, 0);
                    return;
                }
                let n = all.len() as i64;
                let terms = all.iter().map(|l| (*l, 1)).chain([own(-1)]);
                model.add_literal_row(format!("{name}_all"), terms, Sense::LessEqual, n - 1);
                for (i, literal) in all.iter().enumerate() {
                    let terms = [(*literal, 1), own(-1)];
                    model.add_literal_row(format!("{name}_needs_{}", i + 1), terms, Sense::GreaterEqual, 0);
                }
            }
        }
    }
}
