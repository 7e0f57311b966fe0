//! The no-good loop of tjusila-2023, section 4: a 0/1 program finds one minimal unavoidable set after the other.
//!
//! Faithful and slow: soon seconds for each further set of a 9x9 grid. It is the generator of the paper, a reference for
//! the fast ones, and the one that any clue problem with a 0/1 model has for nothing.

use std::time::Instant;

use crate::base::Limits;
use crate::ilp::{Backend, BinaryModel, IlpSolver, Sense, Solved};
use crate::problem::ClueProblem;

use super::{Family, Found, Source, SourceError, UnavoidableSet};

/// The program for size `m`: the rows of the problem, for Sudoku (G0) to (G3), with
///
/// - (D1): the solution agrees with the target in all but `size` cells;
/// - (N2), for every set of `family`: it agrees with the target somewhere in the set.
///
/// It has no objective. The cells in which a solution differs form an unavoidable set of `size` cells, which contains
/// none of the family.
#[must_use]
pub fn set_model<const W: usize, P: ClueProblem<W>>(problem: &P, size: usize, family: &Family<W>) -> BinaryModel {
    let mut model = problem.model();
    model.name = format!("sets_of_size_{size}");
    let agree = problem.cells().iter().map(|cell| (problem.agreement(cell), 1));
    let rest = problem.cells().len() as i64 - size as i64;
    model.add_row("D1", agree, Sense::Equal, rest);
    for set in family.sets() {
        add_cut(&mut model, problem, set);
    }
    model
}

/// Adds (N2) for one set; cuts are numbered by the row they become.
fn add_cut<const W: usize, P: ClueProblem<W>>(model: &mut BinaryModel, problem: &P, set: &UnavoidableSet<W>) {
    let name = format!("N2_{}", model.rows().len());
    model.add_row(name, set.cells.iter().map(|cell| (problem.agreement(cell), 1)), Sense::GreaterEqual, 1);
}

/// One solve of the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterationRecord {
    /// The size asked for.
    pub m: usize,
    /// The size of the set found, which is `m`; `None` if there is none of this size any more.
    pub size: Option<usize>,
    /// Wall-clock seconds of the solve.
    pub seconds: f64,
}

/// Settings of the no-good loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoGoodOptions {
    /// The solver of the programs.
    pub backend: Backend,
    /// No set larger than this is looked for.
    pub max_size: Option<usize>,
    /// So many new sets are enough.
    pub max_sets: Option<usize>,
}

impl Default for NoGoodOptions {
    fn default() -> Self {
        Self { backend: Backend::Highs, max_size: None, max_sets: None }
    }
}

/// The loop: sizes m = 1, 2, 3, ..., as the paper has them, and for each the program of [`set_model`] until it is
/// infeasible. Every set it adds is minimal (Proposition 3), since all smaller ones are in the family by then.
///
/// The sizes below 4, of which a Sudoku grid has no set, cost one easy solve each. A family that already holds sets is
/// continued: none of its sets is found again. That a size is exhausted rests on the backend's word.
#[derive(Clone, Debug, Default)]
pub struct NoGoodLoop {
    options: NoGoodOptions,
    records: Vec<IterationRecord>,
}

impl NoGoodLoop {
    /// A loop that has not begun.
    #[must_use]
    pub fn new(options: NoGoodOptions) -> Self {
        Self { options, records: Vec::new() }
    }

    /// All solves so far that ended with an answer, in order.
    #[must_use]
    pub fn records(&self) -> &[IterationRecord] {
        &self.records
    }
}

impl<const W: usize, P: ClueProblem<W>> Source<W, P> for NoGoodLoop {
    fn name(&self) -> &'static str {
        "ilp"
    }

    fn find(&mut self, problem: &P, family: &mut Family<W>, limits: &Limits) -> Result<Found, SourceError> {
        let solver = self.options.backend.solver();
        let n_cells = problem.cells().len();
        let n_before = family.len();
        for m in 1..=self.options.max_size.map_or(n_cells, |most| most.min(n_cells)) {
            let mut model = set_model(problem, m, family);
            loop {
                if self.options.max_sets.is_some_and(|most| family.len() - n_before >= most) {
                    return Ok(Found::Enough);
                }
                let start = Instant::now();
                let solved = solver.solve(&model, limits);
                let seconds = start.elapsed().as_secs_f64();
                let values = match solved {
                    Solved::Optimal { values, .. } => values,
                    Solved::Infeasible => {
                        self.records.push(IterationRecord { m, size: None, seconds });
                        break;
                    }
                    Solved::Limit { stop, .. } => return Ok(Found::Limit(stop)),
                    Solved::Failed(reason) => return Err(failure(solver, reason)),
                };
                let set = unavoidable(problem, &values, m).map_err(|reason| failure(solver, reason))?;
                self.records.push(IterationRecord { m, size: Some(set.cells.len()), seconds });
                add_cut(&mut model, problem, &set);
                if !family.insert(set) {
                    return Err(failure(solver, "it found a set that was cut off".into()));
                }
            }
        }
        Ok(Found::Complete)
    }
}

/// The set that a solution of the program for size `m` stands for, checked against the rules of the problem.
fn unavoidable<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    values: &[bool],
    m: usize,
) -> Result<UnavoidableSet<W>, String> {
    let witness = problem.witness(values);
    let cells = problem.difference(&witness).map_err(|error| error.to_string())?;
    if cells.len() != m {
        return Err(format!("it found a set of {} cells where {m} were asked for", cells.len()));
    }
    Ok(UnavoidableSet { cells, witness })
}

fn failure(solver: &dyn IlpSolver, reason: String) -> SourceError {
    SourceError::Backend { backend: solver.name(), reason }
}
