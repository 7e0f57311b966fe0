//! Checks whether a choice is valid, and which of its cells are redundant.

use minclue_core::base::{Cell, CellSet};
use minclue_core::problem::Verdict;
use minclue_core::unavoidable::{UnavoidableSet, shrink};

use super::clues::PACE;
use super::{Solver, Unavoidable};
use crate::dispatch::WidthDispatch;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::problem::AtWidth;

impl Solver<'_> {
    /// Returns a second solution that these cells leave, and a minimal unavoidable set that they miss; `None` if the
    /// cells are a valid choice. The conditions of the problem are ignored. After a limit, the set may not be minimal;
    /// it is empty if even all cells leave a second solution.
    ///
    /// ```
    /// # use minclue_solver::{Problem, Solver};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let problem: Problem = "1234341221434321".parse()?;
    /// let corner = problem.cell("R1C1").expect("a grid has it");
    /// let missed = Solver::new(&problem).second_solution(&[corner])?.expect("one clue is not enough");
    /// assert!(!missed.cells.is_empty() && !missed.cells.contains(&corner));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit was reached before there was any result.
    pub fn second_solution(self, cells: &[Cell]) -> Result<Option<Unavoidable>, Error> {
        let follower = self.follower.of_constraints();
        self.problem.subject().whole(follower, Second { solver: self, cells })?
    }

    /// Returns the redundant cells of a valid choice: those without which the other cells are valid too.
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit was reached before all cells were tested.
    pub fn redundant(self, cells: &[Cell]) -> Result<Vec<Cell>, Error> {
        let follower = self.follower.of_constraints();
        self.problem.subject().whole(follower, Redundant { solver: self, cells })?
    }
}

struct Second<'c, 'a> {
    solver: Solver<'a>,
    cells: &'c [Cell],
}

impl AtWidth for Second<'_, '_> {
    type Out = Result<Option<Unavoidable>, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let problem = instance.problem();
        let (mut oracle, mut pace) = (problem.oracle(), self.solver.limits_without_nodes().pace(PACE));
        let (cells, all) = (self.cells.iter().copied().collect::<CellSet<W>>(), problem.cells());
        let witness = match oracle.second_solution(cells, &mut pace) {
            Verdict::Unique => return Ok(None),
            Verdict::Limit(stop) => return Err(Error::Stopped(stop)),
            Verdict::Second(witness) => witness,
        };
        let of_all = if cells == all { None } else { Some(oracle.second_solution(all, &mut pace)) };
        let (cells, witness) = match of_all {
            Some(Verdict::Unique) => {
                let set = shrink(problem, &mut *oracle, witness, CellSet::EMPTY, &mut pace).into_set();
                let UnavoidableSet { cells, witness } = set;
                (cells, witness)
            }
            // Even all cells leave this one, which differs in none of them.
            Some(Verdict::Second(witness)) => (CellSet::EMPTY, witness),
            None => (CellSet::EMPTY, witness),
            Some(Verdict::Limit(_)) => (problem.difference(&witness).unwrap_or(CellSet::EMPTY), witness),
        };
        Ok(Some(Unavoidable { cells: cells.iter().collect(), witness }))
    }
}

struct Redundant<'c, 'a> {
    solver: Solver<'a>,
    cells: &'c [Cell],
}

impl AtWidth for Redundant<'_, '_> {
    type Out = Result<Vec<Cell>, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let (mut oracle, mut pace) = (instance.problem().oracle(), self.solver.limits_without_nodes().pace(PACE));
        let cells: CellSet<W> = self.cells.iter().copied().collect();
        let mut redundant = Vec::new();
        for cell in cells {
            match oracle.second_solution(cells - CellSet::only(cell), &mut pace) {
                Verdict::Unique => redundant.push(cell),
                Verdict::Second(_) => {}
                Verdict::Limit(stop) => return Err(Error::Stopped(stop)),
            }
        }
        Ok(redundant)
    }
}
