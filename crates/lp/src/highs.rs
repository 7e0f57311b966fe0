//! HiGHS as a backend for whole models.

use std::cell::RefCell;
use std::fmt::Debug;

use good_lp::solvers::highs::HighsProblem;
use good_lp::{Expression, ProblemVariables, SolverModel, variable};
use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};

use minclue_core::base::{Limits, Stop};

use super::highs_handle::{Handle, Setting, Solution, node_count, solve_within};
use crate::claim::{Claim, check, check_fixed, without_backend};
use minclue_core::ilp::{BinaryModel, Effort, IlpSolver, Literal, RepeatedModel, Sense, Solved, VarId};

/// HiGHS: one thread, no gap.
///
/// The reported simplex iterations are those of all LPs of the branch and bound, including strong branching, separation
/// and heuristics: the `simplex_iteration_count` of HiGHS is this total for a model with integers. Presolve or a
/// heuristic without an LP may solve a model with 0 iterations, and presolve with 0 nodes too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Highs;

impl IlpSolver for Highs {
    fn name(&self) -> &'static str {
        "highs"
    }

    fn solve_measured(&self, model: &BinaryModel, limits: &Limits) -> (Solved, Effort) {
        if let Some(known) = without_backend(model, limits) {
            return (known, Effort::NONE);
        }
        match run(build(model), limits) {
            Ok(solved) => (check(model, claim(&solved)), effort(&solved)),
            Err(reason) => (Solved::Failed(reason), Effort::UNKNOWN),
        }
    }

    fn solve_again(&self, model: &RepeatedModel, fixed: &[Literal], limits: &Limits) -> Solved {
        if let Some(known) = without_backend(model.model(), limits) {
            return known;
        }
        KEPT.with_borrow_mut(|all| {
            let mut kept = match all.iter().position(|kept| kept.number == model.number()) {
                Some(place) => all.remove(place),
                None => Kept::new(model),
            };
            let claim = kept.claim(fixed, limits);
            all.truncate(MOST_KEPT - 1);
            all.insert(0, kept);
            check_fixed(model, fixed, claim)
        })
    }
}

thread_local! {
    /// The models that were last solved again in this thread, the latest first: HiGHS cannot leave it.
    static KEPT: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// Models that are kept at once: a follower has two, whether there is an answer and the smallest one.
const MOST_KEPT: usize = 2;

/// A whole model in HiGHS, whose bounds move.
struct Kept {
    /// The number of the [`RepeatedModel`].
    number: u64,
    highs: Handle,
    solution: Solution,
    /// The columns that are currently fixed, ascending.
    fixed: Vec<i32>,
}

impl Kept {
    fn new(repeated: &RepeatedModel) -> Self {
        let model = repeated.model();
        let mut highs = Handle::new();
        highs.set(c"mip_rel_gap", Setting::Float(0.0));
        highs.set(c"mip_abs_gap", Setting::Float(0.0));
        let mut cost = vec![0.0; model.n_vars()];
        for &(var, coefficient) in model.objective() {
            cost[var.get()] += coefficient as f64;
        }
        highs.add_unit_cols(&cost);
        highs.make_cols_whole();
        let (mut starts, mut index, mut value) = (Vec::new(), Vec::new(), Vec::new());
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for row in model.rows() {
            starts.push(number(index.len()));
            // Exact: larger numbers were refused before.
            let mut terms: Vec<(i32, f64)> = row.terms.iter().map(|&(j, a)| (number(j.get()), a as f64)).collect();
            terms.sort_unstable_by_key(|term| term.0);
            index.extend(terms.iter().map(|term| term.0));
            value.extend(terms.iter().map(|term| term.1));
            let right = row.rhs as f64;
            lower.push(if row.sense == Sense::LessEqual { f64::NEG_INFINITY } else { right });
            upper.push(if row.sense == Sense::GreaterEqual { f64::INFINITY } else { right });
        }
        highs.add_rows(&lower, &upper, &starts, &index, &value);
        Self { number: repeated.number(), highs, solution: Solution::default(), fixed: Vec::new() }
    }

    /// Returns the claim of HiGHS about the model in which these literals are true.
    fn claim(&mut self, fixed: &[Literal], limits: &Limits) -> Claim {
        let free = vec![(0.0, 1.0); self.fixed.len()];
        self.set_bounds(&self.fixed.clone(), &free);
        let mut bounds: Vec<(i32, f64)> =
            fixed.iter().map(|of| (number(of.var.get()), f64::from(u8::from(of.positive)))).collect();
        bounds.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        bounds.dedup();
        if bounds.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            self.fixed.clear();
            return Claim::Infeasible;
        }
        self.fixed = bounds.iter().map(|bound| bound.0).collect();
        let values: Vec<(f64, f64)> = bounds.iter().map(|bound| (bound.1, bound.1)).collect();
        self.set_bounds(&self.fixed.clone(), &values);
        let left = limits.time_left().map_or(f64::INFINITY, |left| left.as_secs_f64());
        self.highs.restart_clocks();
        self.highs.set(c"time_limit", Setting::Float(left));
        let status = self.highs.run_within(limits);
        let has_point = self.highs.info(c"primal_solution_status") == FEASIBLE;
        self.highs.solution(&mut self.solution);
        let point = || self.solution.x.clone();
        let mut limit = |stop| Claim::Limit {
            stop,
            point: has_point.then(point),
            bound: self.highs.float_info(c"mip_dual_bound").unwrap_or(f64::NEG_INFINITY),
        };
        match status {
            highs_sys::MODEL_STATUS_OPTIMAL if has_point => {
                Claim::Optimal { point: point(), objective: self.highs.objective() }
            }
            highs_sys::MODEL_STATUS_INFEASIBLE => Claim::Infeasible,
            highs_sys::MODEL_STATUS_REACHED_TIME_LIMIT => limit(Stop::Time),
            highs_sys::MODEL_STATUS_REACHED_INTERRUPT => limit(Stop::Interrupted),
            other => Claim::Failed(format!("HiGHS ended with status {other}")),
        }
    }

    fn set_bounds(&mut self, cols: &[i32], bounds: &[(f64, f64)]) {
        let (lower, upper): (Vec<f64>, Vec<f64>) = bounds.iter().copied().unzip();
        self.highs.set_cols_bounds(cols, &lower, &upper);
    }
}

/// The status of a point that HiGHS calls feasible.
const FEASIBLE: i32 = 2;

fn number(n: usize) -> i32 {
    i32::try_from(n).expect("a model has fewer than 2^31 columns and entries")
}

/// The model as `good_lp` gives it to HiGHS, with its variables in order.
fn build(model: &BinaryModel) -> HighsProblem {
    let mut variables = ProblemVariables::new();
    let columns = variables.add_vector(variable().binary(), model.n_vars());
    let sum = |terms: &[(VarId, i64)]| {
        let mut sum = Expression::with_capacity(terms.len());
        for &(var, coefficient) in terms {
            // Exact: larger numbers were refused before.
            sum.add_mul(coefficient as f64, columns[var.get()]);
        }
        sum
    };
    let mut problem = variables.minimise(sum(model.objective())).using(good_lp::highs);
    for row in model.rows() {
        let (left, right) = (sum(&row.terms), row.rhs as f64);
        problem.add_constraint(match row.sense {
            Sense::LessEqual => left.leq(right),
            Sense::Equal => left.eq(right),
            Sense::GreaterEqual => left.geq(right),
        });
    }
    problem
}

/// `good_lp` builds the model, and HiGHS itself solves it, since `good_lp` hides the bound and calls every end at a
/// limit without incumbent an error.
fn run(problem: HighsProblem, limits: &Limits) -> Result<SolvedModel, String> {
    let mut highs = problem.try_into_inner().map_err(refused)?;
    highs.try_set_option("threads", 1).map_err(refused)?;
    highs.try_set_option("parallel", "off").map_err(refused)?;
    highs.try_set_option("mip_rel_gap", 0.0).map_err(refused)?;
    highs.try_set_option("mip_abs_gap", 0.0).map_err(refused)?;
    if let Some(left) = limits.time_left() {
        highs.try_set_option("time_limit", left.as_secs_f64()).map_err(refused)?;
    }
    solve_within(highs, limits).map_err(refused)
}

fn refused(error: impl Debug) -> String {
    format!("HiGHS refused a call: {error:?}")
}

fn claim(solved: &SolvedModel) -> Claim {
    let point = || solved.get_solution().columns().to_vec();
    let has_point = solved.primal_solution_status() == HighsSolutionStatus::Feasible;
    let limit = |stop| Claim::Limit {
        stop,
        point: has_point.then(point),
        bound: solved.double_info_value(c"mip_dual_bound").unwrap_or(f64::NEG_INFINITY),
    };
    match solved.status() {
        HighsModelStatus::Optimal if has_point => {
            Claim::Optimal { point: point(), objective: solved.objective_value() }
        }
        HighsModelStatus::Infeasible => Claim::Infeasible,
        HighsModelStatus::ReachedTimeLimit => limit(Stop::Time),
        HighsModelStatus::ReachedInterrupt => limit(Stop::Interrupted),
        other => Claim::Failed(format!("HiGHS ended with status {other:?}")),
    }
}

/// HiGHS says -1 for a count that it does not have.
fn effort(solved: &SolvedModel) -> Effort {
    Effort { simplex_iterations: u64::try_from(solved.simplex_iteration_count()).ok(), nodes: node_count(solved) }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use minclue_core::base::Interrupt;

    use super::*;

    /// Blocks of three points, two of which are in exactly one block: of 9 points, and of three times as many.
    fn triples(tripled: usize) -> Vec<[usize; 3]> {
        if tripled == 0 {
            let lines = (0..9).flat_map(|a| (a + 1..9).flat_map(move |b| (b + 1..9).map(move |c| [a, b, c])));
            let is_line = |[a, b, c]: &[usize; 3]| [1, 3].iter().all(|by| (a / by + b / by + c / by).is_multiple_of(3));
            return lines.filter(is_line).collect();
        }
        let (smaller, n) = (triples(tripled - 1), 3_usize.pow(u32::try_from(tripled).expect("small") + 1));
        let across = (0..n).map(|x| [x, n + x, 2 * n + x]);
        let inside = smaller.iter().flat_map(|[x, y, z]| {
            (0..9).map(move |ij| [ij / 3 * n + x, ij % 3 * n + y, (6 - ij / 3 - ij % 3) % 3 * n + z])
        });
        across.chain(inside).collect()
    }

    /// The smallest hitting set of the triples of 81 points, which takes HiGHS far longer than anybody waits.
    fn hard() -> BinaryModel {
        let triples = triples(2);
        assert_eq!(triples.len(), 1080);
        let mut model = BinaryModel::new("a81");
        let vars: Vec<VarId> = (0..81).map(|i| model.add_var(format!("x{i}"))).collect();
        for (i, triple) in triples.iter().enumerate() {
            model.add_row(format!("t{i}"), triple.map(|point| (vars[point], 1)), Sense::GreaterEqual, 1);
        }
        model.minimize(vars.iter().map(|var| (*var, 1)));
        model
    }

    #[test]
    fn a_signal_ends_it_in_the_middle() {
        let model = hard();
        for again in [false, true] {
            let interrupt = Interrupt::default();
            let limits = Limits::none().with_interrupt(interrupt.clone());
            let raising = thread::spawn(move || {
                thread::sleep(Duration::from_millis(300));
                interrupt.raise();
            });
            let solved = match again {
                false => Highs.solve_measured(&model, &limits).0,
                true => Highs.solve_again(&RepeatedModel::new(model.clone()), &[], &limits),
            };
            raising.join().expect("no panic");
            assert!(matches!(solved, Solved::Limit { stop: Stop::Interrupted, .. }), "{again} {solved:?}");
        }
    }
}
