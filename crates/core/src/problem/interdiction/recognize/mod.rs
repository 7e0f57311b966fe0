//! Recognizes bilevel programs that are interdiction or blocker problems of a monotone follower, and explains why
//! others are not.

use crate::base::common_divisor;
use crate::ilp::{BilevelProgram, BinaryModel, LARGEST_SUM, NoAnswer, Row, Sense, VarId};

use super::{MonotoneFollower, hinders};

mod cheapest;
mod hidden;
mod leader;
mod reason;

pub use hidden::HiddenGrid;
use leader::LeaderRows;
pub use reason::{ClassError, ClassReason};

/// An interdiction or blocker problem: the follower and the leader's goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilevelProblem {
    /// The follower. Its cells are the leader's variables that are not fixed.
    pub follower: MonotoneFollower,
    pub goal: BilevelGoal,
    /// The names of the variables that the leader takes in any case: they are fixed to 1, or cost nothing.
    pub taken: Vec<String>,
    pub fixed_cost: i64,
    /// The price of each of the leader's variables that are not fixed.
    pub prices: Vec<i64>,
    /// The greatest common divisor of the prices. If the leader has no rows, it is the price of each variable.
    pub unit: i64,
    /// The constants of the leader's objective and of the value of responses.
    pub constants: Constants,
    /// The grid whose clue problem it is, if there is one.
    pub hidden: Option<HiddenGrid>,
}

/// The constants of the objectives of both levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Constants {
    /// The constant of the objective that the leader minimizes.
    pub leader: i64,
    /// The constant of the objective that the follower maximizes.
    pub follower: i64,
}

/// A choice of a blocker's leader whose price is limited; see [`BilevelProblem::within`].
const COST: &str = "cost";

/// The leader's goal in a bilevel program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BilevelGoal {
    /// Minimize the value of the follower's best response, within a budget: a min-max problem.
    Interdiction {
        /// The number of cells that the leader can take. If it has rows (see [`MonotoneFollower::with_rows`]), the
        /// number of its variables.
        n_takes: usize,
        /// The budget, in the numbers of the file; `None` if only other rows limit the choice.
        budget: Option<i64>,
        /// The fraction, as numerator and denominator, of the value of the response that the leader pays.
        scale: (i64, i64),
    },
    /// Minimize the cost of a choice after which the follower's best response is worth at most this.
    Blocker {
        /// The greatest allowed value of a response.
        most: i64,
    },
}

impl BilevelGoal {
    /// The name in messages and records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Interdiction { .. } => "interdiction",
            Self::Blocker { .. } => "blocker",
        }
    }

    /// The default treatment of a choice that leaves the follower without a response: in a blocker problem, it prevents
    /// all responses.
    #[must_use]
    pub fn no_answer(self) -> NoAnswer {
        match self {
            Self::Interdiction { .. } => NoAnswer::Forbidden,
            Self::Blocker { .. } => NoAnswer::Prevented,
        }
    }

    /// The leader's cost of a response of this value, if it pays for responses.
    #[must_use]
    pub fn leader_value(self, worth: i64) -> Option<i64> {
        match self {
            Self::Interdiction { scale: (numerator, denominator), .. } => {
                i64::try_from(i128::from(worth) * i128::from(numerator) / i128::from(denominator)).ok()
            }
            Self::Blocker { .. } => None,
        }
    }
}

impl BilevelProblem {
    /// Recognizes the problem of a bilevel program.
    ///
    /// # Errors
    /// [`ClassError`] with the row or variable and the rule, if it is not of this kind.
    pub fn of(bilevel: &BilevelProgram) -> Result<Self, ClassError> {
        check_numbers(bilevel)?;
        let split = Split::new(bilevel)?;
        let value = &bilevel.follower_objective;
        let mut rows = LeaderRows::of(bilevel, &split.is_follower)?;
        let (costs, worth) = split_objective(bilevel, &split.is_follower);
        if costs.is_empty() {
            rows.take_single_budget();
        }
        if value.is_empty() {
            return Err(ClassError::at(0, ClassReason::NoFollowerObjective));
        }
        let (goal, price) = match (costs.is_empty(), worth.is_empty()) {
            (true, true) => return Err(ClassError::at(0, ClassReason::NoObjective)),
            (false, false) => return Err(ClassError::at(0, ClassReason::MixedObjective)),
            (true, false) => (SearchGoal::MinMax(proportion(bilevel, &worth, value, 0)?), &rows.budget_terms()[..]),
            (false, true) => (SearchGoal::Blocker, &costs[..]),
        };
        let problem = match goal {
            SearchGoal::MinMax(scale) => {
                rows.no_coupling().and_then(|()| split.interdiction(bilevel, &rows, price, scale))
            }
            SearchGoal::Blocker => {
                let most = rows.most(bilevel, value)?;
                split.blocker(bilevel, &rows, price, most)
            }
        }?;
        let constants = Constants { leader: bilevel.constant, follower: bilevel.follower_constant };
        Ok(Self { constants, ..problem })
    }
}

impl BilevelProblem {
    /// The leader's objective at a bound, in the numbers of the file. For interdiction, the follower's response is
    /// worth `bound`; for a blocker problem, the leader pays `bound` units in addition to its fixed cost.
    #[must_use]
    pub fn objective(&self, bound: i64) -> i64 {
        let terms = self
            .goal
            .leader_value(bound)
            .unwrap_or_else(|| self.fixed_cost.saturating_add(self.unit.saturating_mul(bound)));
        self.constants.leader.saturating_add(terms)
    }

    /// The same for a fractional bound.
    #[must_use]
    pub fn objective_at(&self, bound: f64) -> f64 {
        let terms = match self.goal {
            BilevelGoal::Interdiction { scale: (numerator, denominator), .. } => {
                bound * numerator as f64 / denominator as f64
            }
            BilevelGoal::Blocker { .. } => self.fixed_cost as f64 + self.unit as f64 * bound,
        };
        self.constants.leader as f64 + terms
    }

    /// Converts the value of a response from that of its variables to that of the file.
    #[must_use]
    pub fn follower_value(&self, worth: i64) -> i64 {
        self.constants.follower.saturating_add(worth)
    }

    /// The cost of these of the leader's variables, given by their numbers, and of those that it takes in any case.
    #[must_use]
    pub fn cost_of(&self, items: &[usize]) -> i64 {
        self.fixed_cost + items.iter().map(|item| self.prices[*item]).sum::<i64>()
    }

    /// Returns whether the leader's variables have prices. They have none if only rows other than a budget limit the
    /// choice.
    #[must_use]
    pub fn has_prices(&self) -> bool {
        !matches!(self.goal, BilevelGoal::Interdiction { budget: None, .. })
    }

    /// The follower of a blocker problem with rows (see [`MonotoneFollower::with_rows`]) whose leader pays at most
    /// `most` in total. There, the number of cells of a choice does not determine its cost.
    #[must_use]
    pub fn within(&self, most: i64) -> MonotoneFollower {
        let mut follower = self.follower.clone();
        let terms = follower.item_vars().zip(self.prices.iter().copied()).filter(|(_, price)| *price > 0).collect();
        // All costs are multiples of the unit: a limit between two of them is the lower one, and so the same problem.
        let rhs = most.saturating_sub(self.fixed_cost).div_euclid(self.unit).saturating_mul(self.unit);
        follower.add_row(&Row { name: COST.to_owned(), terms, sense: Sense::LessEqual, rhs });
        follower
    }
}

/// Can all numbers be added up exactly?
fn check_numbers(bilevel: &BilevelProgram) -> Result<(), ClassError> {
    let model = &bilevel.model;
    let check = |terms: &[(VarId, i64)], (name, rhs): (&str, i64), of: String, line: usize| {
        let at = terms.iter().map(|(var, a)| (*a, format!("{of} at `{}`", model.var_name(*var))));
        let all: Vec<(i64, String)> = at.chain([(rhs, format!("{name} of {of}"))]).collect();
        let sum: i128 = all.iter().map(|(number, _)| i128::from(*number).abs()).sum();
        let largest = all.into_iter().max_by_key(|(number, _)| number.unsigned_abs());
        match largest.filter(|_| sum > i128::from(LARGEST_SUM)) {
            Some((number, place)) => Err(ClassError::at(line, ClassReason::LargeNumber { number, place })),
            None => Ok(()),
        }
    };
    for (row, line) in model.rows().iter().zip(&bilevel.row_lines) {
        check(&row.terms, ("the right side", row.rhs), format!("row `{}`", row.name), *line)?;
    }
    check(model.objective(), ("the constant", bilevel.constant), "the leader's objective".to_owned(), 0)?;
    let of = "the follower's objective".to_owned();
    check(&bilevel.follower_objective, ("the constant", bilevel.follower_constant), of, 0)
}

enum SearchGoal {
    MinMax((i64, i64)),
    Blocker,
}

type Terms = Vec<(VarId, i64)>;

/// The leader's part of its objective, and the follower's.
fn split_objective(bilevel: &BilevelProgram, is_follower: &[bool]) -> (Terms, Terms) {
    let terms = bilevel.model.objective().iter().copied().filter(|(_, a)| *a != 0);
    let (worth, costs) = terms.partition(|(var, _)| is_follower[var.get()]);
    (costs, worth)
}

/// The ratio of the terms to `value`, as a fraction. It must be the same for all variables, and positive.
fn proportion(
    bilevel: &BilevelProgram,
    terms: &[(VarId, i64)],
    value: &[(VarId, i64)],
    line: usize,
) -> Result<(i64, i64), ClassError> {
    let of = |list: &[(VarId, i64)], var: VarId| list.iter().find(|(other, _)| *other == var).map_or(0, |(_, a)| *a);
    let refused = |var: VarId, reason: fn(String) -> ClassReason| {
        Err(ClassError::at(line, reason(bilevel.model.var_name(var).to_owned())))
    };
    let Some(&(first, denominator)) = value.first() else {
        return Err(ClassError::at(line, ClassReason::NoFollowerObjective));
    };
    let numerator = of(terms, first);
    if numerator == 0 {
        return refused(first, ClassReason::NotProportional);
    }
    if (numerator < 0) != (denominator < 0) {
        return refused(first, ClassReason::SameSide);
    }
    for var in bilevel.follower_vars.iter().copied() {
        let (mine, its) = (i128::from(of(terms, var)), i128::from(of(value, var)));
        if mine * i128::from(denominator) != its * i128::from(numerator) {
            return refused(var, ClassReason::NotProportional);
        }
    }
    let divisor = common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
    let shortened = |number: i64| i64::try_from(number.unsigned_abs() / divisor).unwrap_or(i64::MAX);
    Ok((shortened(numerator), shortened(denominator)))
}

/// The variables by level.
struct Split {
    is_follower: Vec<bool>,
}

/// The leader's variables by their treatment.
struct Kept {
    /// Those that are free, in order.
    cells: Vec<VarId>,
    /// Those that are always taken.
    taken: Vec<VarId>,
}

impl Kept {
    fn taken_names(&self, bilevel: &BilevelProgram) -> Vec<String> {
        self.taken.iter().map(|var| bilevel.model.var_name(*var).to_owned()).collect()
    }
}

impl Split {
    /// The levels, where the follower's rows are those of a monotone one.
    fn new(bilevel: &BilevelProgram) -> Result<Self, ClassError> {
        let mut is_follower = vec![false; bilevel.model.n_vars()];
        bilevel.follower_vars.iter().for_each(|var| is_follower[var.get()] = true);
        if is_follower.iter().all(|is| *is) {
            return Err(ClassError::at(0, ClassReason::NoLeader));
        }
        for row in &bilevel.follower_rows {
            let line = bilevel.row_lines[row.get()];
            let Row { name, terms, sense, .. } = &bilevel.model.rows()[row.get()];
            let of_leader = || terms.iter().filter(|(var, a)| !is_follower[var.get()] && *a != 0);
            let Some((var, _)) = of_leader().find(|(_, a)| !hinders(*sense, *a)) else { continue };
            let (row, variable) = (name.clone(), bilevel.model.var_name(*var).to_owned());
            let reason = match sense {
                Sense::Equal => ClassReason::LinkedEquality { row, variable },
                _ => ClassReason::Helps { row, variable },
            };
            return Err(ClassError::at(line, reason));
        }
        Ok(Self { is_follower })
    }

    /// The follower and the leader's demands, with fixed variables as numbers, and the leader's other rows.
    fn follower(&self, bilevel: &BilevelProgram, rows: &LeaderRows, kept: &Kept) -> (MonotoneFollower, Vec<Row>) {
        let mut model = BinaryModel::new(bilevel.model.name.clone());
        let mut number = vec![None; bilevel.model.n_vars()];
        let own = bilevel.follower_vars.iter();
        for var in kept.cells.iter().chain(own) {
            number[var.get()] = Some(model.add_var(bilevel.model.var_name(*var)));
        }
        let is_taken = |var: VarId| kept.taken.contains(&var);
        let rest = |row: &Row| -> Row {
            let fixed = row.terms.iter().filter(|(var, _)| number[var.get()].is_none() && is_taken(*var));
            let fixed: i64 = fixed.map(|(_, a)| a).sum();
            let terms = row.terms.iter().filter_map(|(var, a)| Some((number[var.get()]?, *a)));
            let terms = terms.filter(|(_, a)| *a != 0).collect();
            Row { name: row.name.clone(), terms, sense: row.sense, rhs: row.rhs - fixed }
        };
        for row in &bilevel.follower_rows {
            let Row { name, terms, sense, rhs } = rest(&bilevel.model.rows()[row.get()]);
            model.add_row(name, terms, sense, rhs);
        }
        // A demand that is met by what is taken in any case asks for nothing.
        let demands = rows.demands.iter().map(&rest).filter(|row| row.rhs > 0).collect();
        let known = |var: &VarId| number[var.get()].expect("a variable of the follower, or a cell");
        let value = bilevel.follower_objective.iter().map(|(var, a)| (known(var), *a)).collect();
        let cells = kept.cells.iter().map(known).collect();
        let own_rows = rows.hindered().map(rest).collect();
        (MonotoneFollower::new(model, cells, value, demands).expect("its rows were looked at"), own_rows)
    }

    /// The leader's variables that may be chosen, at prices that stand in `prices`.
    fn keep(&self, bilevel: &BilevelProgram, rows: &LeaderRows, prices: &[(VarId, i64)]) -> Kept {
        let (mut cells, mut taken) = (Vec::new(), Vec::new());
        for var in bilevel.model.vars().filter(|var| !self.is_follower[var.get()]) {
            let stands_in = |row: &Row| row.terms.iter().any(|(other, a)| *other == var && *a > 0);
            let is_free = price_of(var, prices) == 0 && !rows.hindered().any(stands_in);
            match rows.fixed[var.get()] {
                Some(false) => {}
                Some(true) => taken.push(var),
                // What costs nothing can only help.
                None if is_free => taken.push(var),
                None => cells.push(var),
            }
        }
        Kept { cells, taken }
    }

    fn interdiction(
        &self,
        bilevel: &BilevelProgram,
        rows: &LeaderRows,
        prices: &[(VarId, i64)],
        scale: (i64, i64),
    ) -> Result<BilevelProblem, ClassError> {
        let mut kept = self.keep(bilevel, rows, prices);
        let fixed_cost = cost_of(&kept.taken, prices);
        let budget = rows.budget.as_ref().map(|row| row.rhs);
        let left = budget.map_or(i64::MAX, |budget| budget.saturating_sub(fixed_cost));
        if let (Some(row), true) = (&rows.budget, left < 0) {
            let line = leader::line_of(bilevel, row);
            return Err(ClassError::at(line, ClassReason::NoBudgetLeft(row.name.clone())));
        }
        // What costs more than all that is left is never taken.
        kept.cells.retain(|var| price_of(*var, prices) <= left);
        let paid = Paid::new(&kept.cells, prices, fixed_cost);
        let (follower, own_rows) = self.follower(bilevel, rows, &kept);
        let (follower, n_takes) = if paid.are_units() && rows.others.is_empty() {
            let n_takes = usize::try_from(left / paid.unit).unwrap_or(usize::MAX).min(kept.cells.len());
            (follower, n_takes)
        } else {
            (follower.with_rows(&own_rows), kept.cells.len())
        };
        let goal = BilevelGoal::Interdiction { n_takes, budget, scale };
        Ok(paid.problem(kept.taken_names(bilevel), follower, goal))
    }

    fn blocker(
        &self,
        bilevel: &BilevelProgram,
        rows: &LeaderRows,
        prices: &[(VarId, i64)],
        most: i64,
    ) -> Result<BilevelProblem, ClassError> {
        if let Some((var, _)) = prices.iter().find(|(_, a)| *a < 0) {
            let reason = ClassReason::NegativePrice(bilevel.model.var_name(*var).to_owned());
            return Err(ClassError::at(0, reason));
        }
        let kept = self.keep(bilevel, rows, prices);
        let paid = Paid::new(&kept.cells, prices, cost_of(&kept.taken, prices));
        let (follower, own_rows) = self.follower(bilevel, rows, &kept);
        let is_free = own_rows.iter().all(|row| !leader::is_binding(row));
        let is_counted = paid.are_units() && is_free;
        let hidden = match is_counted && kept.taken.is_empty() {
            true => HiddenGrid::of(bilevel, &kept.cells, most, &rows.demands),
            false => None,
        };
        let follower = if is_counted { follower } else { follower.with_rows(&own_rows) };
        let problem = paid.problem(kept.taken_names(bilevel), follower, BilevelGoal::Blocker { most });
        Ok(BilevelProblem { hidden, ..problem })
    }
}

fn cost_of(taken: &[VarId], prices: &[(VarId, i64)]) -> i64 {
    prices.iter().filter(|(var, _)| taken.contains(var)).map(|(_, a)| a).sum()
}

/// The price of a variable.
fn price_of(var: VarId, prices: &[(VarId, i64)]) -> i64 {
    prices.iter().find(|(other, _)| *other == var).map_or(0, |(_, price)| *price)
}

/// The leader's costs, in the numbers of the file.
struct Paid {
    /// The price of each variable that the leader may take.
    prices: Vec<i64>,
    /// The greatest common divisor of the prices.
    unit: i64,
    /// The cost of the variables that are taken in any case.
    fixed: i64,
}

impl Paid {
    fn new(vars: &[VarId], prices: &[(VarId, i64)], fixed: i64) -> Self {
        Self::of(vars.iter().map(|var| price_of(*var, prices)).collect(), fixed)
    }

    fn of(prices: Vec<i64>, fixed: i64) -> Self {
        let unit = prices.iter().fold(0, |unit, price| common_divisor(unit, price.unsigned_abs())).max(1);
        Self { prices, unit: i64::try_from(unit).unwrap_or(1), fixed }
    }

    /// Does everything cost the same?
    fn are_units(&self) -> bool {
        self.prices.iter().all(|price| *price == self.unit)
    }

    /// The problem in which these of the leader's variables are taken in any case.
    fn problem(self, taken: Vec<String>, follower: MonotoneFollower, goal: BilevelGoal) -> BilevelProblem {
        let constants = Constants::default();
        let Self { prices, unit, fixed: fixed_cost } = self;
        BilevelProblem { follower, goal, taken, fixed_cost, prices, unit, constants, hidden: None }
    }
}
