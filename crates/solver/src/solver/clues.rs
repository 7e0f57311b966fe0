//! The fewest cells of a valid choice, found by engines for clue problems.

use minclue_core::base::{Cell, CellSet};
use minclue_core::problem::Verdict;
use minclue_core::unavoidable::Family;

use super::Solver;
use crate::answer::{Answer, Choice};
use crate::ask::{SolveRequest, Trouble};
use crate::choice::Engines;
use crate::dispatch::WidthDispatch;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::monitor::Unmonitored;
use crate::problem::{AtWidth, InUnits, ProblemKind};
use crate::run::WarmStart;

/// How often limits are asked while it is seen whether some cells suffice, in guesses.
pub(super) const PACE: u32 = 1024;

impl Solver<'_> {
    /// The fewest cells, or the least weight where each unit of it is a cell of the engines.
    pub(super) fn fewest(self) -> Result<Answer, Error> {
        let in_units = self.problem.in_units()?;
        let by = self.follower.of_constraints();
        in_units.visit(by, Fewest { solver: self, in_units: &in_units })?
    }

    /// Do these cells of an instance suffice?
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit came first.
    pub(super) fn suffices<const W: usize>(
        &self,
        instance: &dyn ProblemInstance<W>,
        cells: CellSet<W>,
    ) -> Result<bool, Error> {
        let mut pace = self.limits_without_nodes().pace(PACE);
        match instance.problem().oracle().second_solution(cells, &mut pace) {
            Verdict::Unique => Ok(true),
            Verdict::Second(_) => Ok(false),
            Verdict::Limit(stop) => Err(Error::Stopped(stop)),
        }
    }

    /// Is there a valid choice at all, since all cells together are one? `is_whole` says that none is given or
    /// forbidden in the instance.
    ///
    /// # Errors
    /// Why not, or the limit that came first.
    pub(super) fn check_all<const W: usize>(
        &self,
        instance: &dyn ProblemInstance<W>,
        is_whole: bool,
    ) -> Result<(), Error> {
        match self.problem.kind() {
            // All cells of a grid leave it, and all vertices hit every hyperedge.
            ProblemKind::Grid if is_whole => Ok(()),
            ProblemKind::Hypergraph => Ok(()),
            _ if self.suffices(instance, instance.problem().cells())? => Ok(()),
            ProblemKind::Contradiction => Err(Error::Satisfiable),
            _ => Err(Error::NoPuzzle),
        }
    }
}

/// Asks engines about an instance.
struct Fewest<'s, 'a> {
    solver: Solver<'a>,
    in_units: &'s InUnits<'a>,
}

impl AtWidth for Fewest<'_, '_> {
    type Out = Result<Answer, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let Self { mut solver, in_units } = self;
        solver.check_all(instance, !solver.problem.conditions().has_cells())?;
        let given = instance.given();
        let start: Option<CellSet<W>> =
            solver.start.as_ref().map(|choice| in_units.units_of(choice.cells()).into_iter().collect());
        if let Some(cells) = start {
            if !given.is_subset(&cells) || !(cells - given).is_subset(&instance.problem().cells()) {
                return Err(Error::Start("a given cell is missing, or a forbidden cell is present".to_owned()));
            }
            if !solver.suffices(instance, cells - given)? {
                return Err(Error::Start("they leave a second solution".to_owned()));
            }
        }
        let mut family = None;
        if let Some(given) = solver.sets.take() {
            // Stopped by a limit, there are as many as there are; the engine sees the same limit next.
            let limits = solver.limits_without_nodes();
            let proven = given.prove(instance.problem(), family.insert(Family::new()), &limits);
            proven.map_err(|(number, reason)| Error::GivenSet { number, reason })?;
        }
        let monitor = solver.monitor.take();
        let mut unmonitored = Unmonitored;
        let mut request = SolveRequest {
            engines: solver.engines.unwrap_or(Engines::Native),
            settings: &solver.settings,
            limits: &|| solver.limits(),
            monitor: monitor.unwrap_or(&mut unmonitored),
        };
        let begin = WarmStart { sets: family.as_ref(), puzzle: start.map(|cells| cells - given) };
        let mut outcome = CellSet::<W>::ask(instance, begin, &mut request)?;
        match outcome.trouble.take() {
            None => {}
            Some(Trouble::Contradiction(message)) => {
                return Err(Error::Contradiction { message, outcome: Some(Box::new(outcome)) });
            }
            Some(Trouble::Refused(message)) => return Err(Error::Uncertified { message, outcome: Box::new(outcome) }),
            Some(Trouble::Failed(message)) => return Err(Error::Failed { message, outcome: Some(Box::new(outcome)) }),
        }
        // Before an engine has found any valid choice there are all cells together.
        let all: Vec<Cell> = (instance.problem().cells() | given).iter().collect();
        let units = outcome.cells().map_or(all, <[Cell]>::to_vec);
        let cells = in_units.cells_of(&units);
        let conditions = solver.problem.conditions();
        let is_missing = conditions.given.iter().find(|cell| !cells.contains(cell));
        if let Some(cell) = is_missing.or_else(|| cells.iter().find(|cell| conditions.forbidden.contains(cell))) {
            let message = format!("the answer contradicts the condition on {}", solver.problem.cell_name(*cell));
            return Err(Error::Contradiction { message, outcome: Some(Box::new(outcome)) });
        }
        let choice: Choice = solver.problem.chosen(cells);
        let lower = outcome.bounds.lower_bound.unwrap_or(given.len()) as i64;
        Ok(Answer::of_engines(lower, units.len() as i64, choice, outcome))
    }
}
