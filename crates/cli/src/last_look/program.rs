//! Is the problem that a certificate states that of the bilevel program in these files?
//!
//! A certificate has numbers for names. Its cells are the leader's variables in the order of the file, without those of
//! which the file leaves no choice; where rows need it, each has a second cell, that it is not taken. So the number of
//! cells says what they are, and single choices say the rest: one is to be taken exactly if the leader's rows hold, and
//! the follower has no answer that is worth the target. Of a program that hides a grid, the problem may be that grid.

use std::rc::Rc;

use minclue_core::ilp::{BilevelProgram, Row, Sense, VarId};
use minclue_verifier::Problem;

use super::Typed;
use super::hidden::{self, StatedGrid};
use super::search::{Patience, Searched, holds};
use super::statement::{Statement, States};

/// A bilevel program as its files have it, and the question about it as it was typed.
#[derive(Clone, Debug)]
pub(in super::super) struct ProgramStatement(Rc<Asked>);

#[derive(Debug)]
struct Asked {
    program: BilevelProgram,
    is_follower: Vec<bool>,
    /// The leader's rows as `... <= rhs` without zeros, an equation as two of them.
    leader_rows: Vec<Row>,
    /// Does the leader want the follower's answer to be worth little?
    is_interdiction: bool,
    /// What answers that are to be prevented are worth.
    target: i64,
    /// The variables of the leader that are said to be the clues of a grid, with their cells.
    clues: Vec<(VarId, usize)>,
}

/// Choices of the leader of a program.
#[derive(Clone, Debug)]
pub(in super::super) struct LeaderChoice {
    asked: Rc<Asked>,
    /// The variables that can be chosen, and those that are taken beside every choice.
    vars: Vec<VarId>,
    taken: Vec<VarId>,
    /// The row that is not part of the statement: it says how many cells are paid for.
    counted: Option<usize>,
}

impl ProgramStatement {
    /// `clues` are names of variables of the leader, with the cell of which each is the clue if the program hides a grid.
    pub(in super::super) fn new(program: BilevelProgram, target: i64, clues: &[(String, usize)]) -> Self {
        let mut is_follower = vec![false; program.model.n_vars()];
        program.follower_vars.iter().for_each(|var| is_follower[var.get()] = true);
        let mut is_own = vec![true; program.model.rows().len()];
        program.follower_rows.iter().for_each(|row| is_own[row.get()] = false);
        let rows = program.model.rows().iter().zip(is_own).filter(|(_, is_own)| *is_own).map(|(row, _)| row);
        let of_leader = |row: &&Row| row.terms.iter().all(|(var, a)| *a == 0 || !is_follower[var.get()]);
        let leader_rows = rows.filter(of_leader).flat_map(halves).collect();
        let is_interdiction = program.model.objective().iter().all(|(var, a)| *a == 0 || is_follower[var.get()]);
        let named = |name: &str| program.model.vars().find(|var| program.model.var_name(*var) == name);
        let clues = clues.iter().filter_map(|(name, cell)| Some((named(name)?, *cell))).collect();
        Self(Rc::new(Asked { program, is_follower, leader_rows, is_interdiction, target, clues }))
    }

    /// Whether the cells of the problem are these choices, and the two agree about them.
    fn check_choices(&self, choice: LeaderChoice, problem: &Problem, puzzle: &[usize]) -> Result<(), String> {
        let names = choice.vars.iter().map(|var| self.0.program.model.var_name(*var).to_owned()).collect();
        let typed = Typed { names, program: Some(choice), ..Typed::default() };
        Statement { typed, cost: None, has_units: false }.check_problem(problem, puzzle)
    }
}

impl States for ProgramStatement {
    fn check_problem(&self, problem: &Problem, puzzle: &[usize]) -> Result<(), String> {
        let cells = match problem {
            Problem::Model { cells, .. } => cells,
            Problem::Sudoku { box_rows, box_columns, digits } => {
                let Asked { program, clues, target, .. } = &*self.0;
                let grid = StatedGrid { box_rows: *box_rows, box_columns: *box_columns, digits };
                let target = target.checked_sub(program.follower_constant).ok_or("its target is too large")?;
                return hidden::look(program, clues, target, &grid);
            }
            Problem::ExactCover { .. } => return Err("its problem is an exact cover, not a program".to_owned()),
        };
        let mut said = format!("it has {} cells, which is not the number of choices of the leader", cells.len());
        for choice in self.0.choices(cells.len()) {
            match self.check_choices(choice, problem, puzzle) {
                Ok(()) => return Ok(()),
                Err(what) => said = what,
            }
        }
        Err(said)
    }
}

impl Asked {
    /// What the leader may choose from if `n_cells` cells are to say that, one or two for each variable: by any of the
    /// rows that can be its budget.
    fn choices(self: &Rc<Self>, n_cells: usize) -> Vec<LeaderChoice> {
        let limits = |row: &Row| !row.terms.is_empty() && row.terms.iter().all(|(_, a)| *a > 0);
        let named = self.program.budget.map(|budget| self.program.model.rows()[budget.get()].name.as_str());
        let may_be_budget = |row: &Row| limits(row) && named.is_none_or(|name| row.name == name);
        let rows = 0..self.leader_rows.len();
        let budgets = rows.filter(|row| may_be_budget(&self.leader_rows[*row])).map(Some).chain([None]);
        let mut all = Vec::new();
        for budget in budgets {
            let (vars, taken) = self.split(budget);
            let counted = budget.filter(|_| self.is_interdiction);
            if n_cells == vars.len() && self.is_a_count(&vars, counted) && !self.has_more_rows(counted, &vars, &taken) {
                all.push(LeaderChoice { asked: Rc::clone(self), vars, taken, counted });
            } else if n_cells == 2 * vars.len() {
                all.push(LeaderChoice { asked: Rc::clone(self), vars, taken, counted: None });
            }
        }
        all
    }

    /// Do rows of the leader hinder choices, beside the one that is counted? Then a cell that is not a clue says nothing,
    /// and each variable has two. A row of a blocker that only fixed variables would break hinders none.
    fn has_more_rows(&self, counted: Option<usize>, vars: &[VarId], taken: &[VarId]) -> bool {
        let rest = |row: &Row| {
            let of = |these: &[VarId]| row.terms.iter().copied().filter(|(var, _)| these.contains(var)).collect();
            let (terms, fixed): (Vec<_>, Vec<(VarId, i64)>) = (of(vars), of(taken));
            Row { terms, rhs: row.rhs - fixed.iter().map(|(_, a)| a).sum::<i64>(), ..row.clone() }
        };
        let mut more = self.leader_rows.iter().enumerate().filter(|(row, _)| Some(*row) != counted).map(|(_, row)| row);
        let hinders = |row: &Row| row.terms.len() > 1 && is_binding(row) && row.terms.iter().any(|(_, a)| *a > 0);
        more.any(|row| hinders(row) && (self.is_interdiction || is_binding(&rest(row))))
    }

    /// Does each of these cost the same?
    fn is_a_count(&self, vars: &[VarId], counted: Option<usize>) -> bool {
        let prices = match counted {
            Some(row) => &self.leader_rows[row].terms,
            None => self.program.model.objective(),
        };
        let mut prices = vars.iter().map(|var| coefficient(prices, *var));
        let first = prices.next();
        prices.all(|price| Some(price) == first)
    }

    /// The leader's variables that can be chosen, and those that it takes in any case, if this row is its budget.
    fn split(&self, budget: Option<usize>) -> (Vec<VarId>, Vec<VarId>) {
        let budget = budget.map(|row| &self.leader_rows[row]);
        let hinders = |row: &&Row, var: VarId| {
            row.terms.len() > 1
                && is_binding(row)
                && row.terms.iter().any(|(_, a)| *a > 0)
                && coefficient(&row.terms, var) > 0
        };
        let (mut vars, mut taken) = (Vec::new(), Vec::new());
        for var in self.program.model.vars().filter(|var| !self.is_follower[var.get()]) {
            let singles = || self.leader_rows.iter().filter(|row| row.terms.len() == 1 && row.terms[0].0 == var);
            let can_be = |value: i64| singles().all(|row| row.terms[0].1 * value <= row.rhs);
            let price = budget.map_or(0, |row| coefficient(&row.terms, var));
            let is_free = coefficient(self.program.model.objective(), var) == 0
                && price == 0
                && !self.leader_rows.iter().any(|row| hinders(&row, var));
            match (can_be(1), can_be(0)) {
                (true, true) if is_free => taken.push(var),
                (true, true) => vars.push(var),
                (true, false) => taken.push(var),
                (false, _) => {}
            }
        }
        if let Some(row) = budget.filter(|_| self.is_interdiction) {
            let price = |var: &VarId| i128::from(coefficient(&row.terms, *var));
            let left = i128::from(row.rhs) - taken.iter().map(price).sum::<i128>();
            vars.retain(|var| price(var) <= left);
        }
        (vars, taken)
    }
}

impl LeaderChoice {
    /// Do the leader's rows hold at this choice, and has the follower no answer that is worth the target? `None` if that
    /// takes a longer search.
    pub(super) fn is_wanted(&self, choice: &[usize], patience: &Patience) -> Option<bool> {
        let Asked { program, is_follower, leader_rows, target, .. } = &*self.asked;
        let mut values = vec![false; program.model.n_vars()];
        let chosen = choice.iter().map(|item| self.vars[*item]).chain(self.taken.iter().copied());
        chosen.for_each(|var| values[var.get()] = true);
        let looked_at = leader_rows.iter().enumerate().filter(|(row, _)| Some(*row) != self.counted);
        if !looked_at.map(|(_, row)| row).all(|row| holds(row, &values)) {
            return Some(false);
        }
        // No answer is worth more than 64 bits hold.
        let rhs = target.checked_sub(program.follower_constant)?;
        let terms = program.follower_objective.clone();
        let worth = Row { name: String::new(), terms, sense: Sense::GreaterEqual, rhs };
        let of_leader = program.model.vars().filter(|var| !is_follower[var.get()]);
        let fixed: Vec<Row> = of_leader
            .map(|var| {
                let rhs = i64::from(values[var.get()]);
                Row { name: String::new(), terms: vec![(var, 1)], sense: Sense::Equal, rhs }
            })
            .collect();
        let own = program.follower_rows.iter().map(|row| &program.model.rows()[row.get()]);
        let rows: Vec<&Row> = fixed.iter().chain([&worth]).chain(own).collect();
        match patience.solution(&program.model, &rows) {
            Searched::Solution(_) => Some(false),
            Searched::Nothing => Some(true),
            Searched::Unknown => None,
        }
    }
}

pub(super) fn coefficient(terms: &[(VarId, i64)], var: VarId) -> i64 {
    terms.iter().filter(|(other, _)| *other == var).map(|(_, a)| a).sum()
}

// How a problem is made needs the same of rows. It is written once more here, since a last look that shares it would share
// its mistakes.

/// The row as one or two of the form `... <= rhs`.
pub(super) fn halves(row: &Row) -> Vec<Row> {
    let half = |sign: i64| Row {
        name: row.name.clone(),
        terms: row.terms.iter().filter(|(_, a)| *a != 0).map(|(var, a)| (*var, sign * a)).collect(),
        sense: Sense::LessEqual,
        rhs: sign * row.rhs,
    };
    match row.sense {
        Sense::LessEqual => vec![half(1)],
        Sense::GreaterEqual => vec![half(-1)],
        Sense::Equal => vec![half(1), half(-1)],
    }
}

/// Can the row `... <= rhs` be broken?
pub(super) fn is_binding(row: &Row) -> bool {
    row.terms.iter().map(|(_, a)| i128::from((*a).max(0))).sum::<i128>() > i128::from(row.rhs)
}
