//! Reads the choice from another solver's solution of an exported model.

use minclue_core::base::{Cell, CellSet, Limits};
use minclue_core::ilp::{BinaryModel, Names, SolutionError, VarId, read_solution};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::BilevelModel;

use super::Solver;
use crate::dispatch::WidthDispatch;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::problem::AtWidth;

impl Solver<'_> {
    /// Returns the cells that a solution of an exported model chooses: the variables y that are 1 in the bilevel
    /// program, in its high-point relaxation or in the hitting set ([`ExportModel`](crate::ExportModel)), with the
    /// names of any export format. `solution` is the output of a solver in a format that [`read_solution`] reads. The
    /// cells are not checked, and the conditions of the problem are ignored; [`second_solution`](Self::second_solution)
    /// returns whether they are a valid choice, and if not, an inequality that they violate.
    ///
    /// ```
    /// # use minclue_solver::{Problem, Solver};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let problem: Problem = "1234341221434321".parse()?;
    /// let cbc = "Optimal - objective value 2\n 0 y_r1c1 1 1\n 6 y_r2c3 1 1\n";
    /// let chosen = Solver::new(&problem).chosen(cbc.as_bytes())?;
    /// let missed = Solver::new(&problem).second_solution(&chosen)?.expect("two clues are not enough");
    /// assert!(missed.cells.iter().all(|cell| !chosen.contains(cell)));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Solution`] if the text is not a solution of such a model; [`Error::Settings`] for a problem
    /// without cells.
    pub fn chosen(self, solution: &[u8]) -> Result<Vec<Cell>, Error> {
        let (limits, follower) = (self.limits_without_nodes(), self.follower.of_constraints());
        self.problem.subject().whole(follower, Reading { solution, limits })?
    }
}

/// Reads a solution at a width.
struct Reading<'s> {
    solution: &'s [u8],
    limits: Limits,
}

impl AtWidth for Reading<'_> {
    type Out = Result<Vec<Cell>, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let BilevelModel { hpr, clue_vars, .. } = BilevelModel::new(instance.problem(), &Family::new());
        let (n_leader, n_all) = (clue_vars.len(), hpr.n_vars());
        // The leader's variables stand before z alone.
        let first = n_all - 1 - n_leader;
        let leader: Vec<VarId> = clue_vars.iter().map(|(_, y)| *y).collect();
        let all: Vec<VarId> = hpr.vars().collect();
        let read = |naming: Naming, vars: &[VarId]| {
            read_solution(self.solution, &naming.model(&hpr, vars), &self.limits).map_err(Error::from)
        };
        let cells = |values: &[bool]| -> Vec<Cell> {
            clue_vars.iter().zip(values).filter(|(_, value)| **value).map(|((cell, _), _)| *cell).collect()
        };
        for naming in [Naming::Numbers, Naming::Short, Naming::Full] {
            // Both levels together have z = 1, in a variable that the leader alone lacks.
            match read(naming, &all) {
                Ok(values) if values[n_all - 1] => return Ok(cells(&values[first..])),
                Err(error @ Error::Solution(SolutionError::Stopped(_))) => return Err(error),
                _ => {}
            }
            if let Ok(values) = read(naming, &leader) {
                return Ok(cells(&values));
            }
        }
        // What is wrong is said in the names that people read.
        read(Naming::Full, &all).map(|values| cells(&values[first..]))
    }
}

/// How a file calls its variables.
#[derive(Clone, Copy)]
enum Naming {
    /// `x1`, `x2` and so on, as in OPB files; WCNF files omit the letter.
    Numbers,
    /// `c0000000` and so on.
    Short,
    Full,
}

impl Naming {
    /// A model of these variables of `model`, in their order, with nothing but their names.
    fn model(self, model: &BinaryModel, vars: &[VarId]) -> BinaryModel {
        let mut named = BinaryModel::new("solution");
        for (var, n) in vars.iter().zip(0..) {
            named.add_var(match self {
                Self::Numbers => format!("x{}", n + 1),
                Self::Short => Names::Short.of_var(model, VarId::new(n)).into_owned(),
                Self::Full => model.var_name(*var).to_owned(),
            });
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use minclue_core::base::Index;
    use minclue_core::ilp::SolutionReason;

    use super::*;
    use crate::{ExportFormat, ExportModel, ExportOptions, Problem, SetSource, SetsOptions, SourceOptions};

    fn problem() -> Problem {
        "1234341221434321".parse().expect("a grid")
    }

    fn chosen(text: &str) -> Result<Vec<usize>, Error> {
        let cells = Solver::new(&problem()).chosen(text.as_bytes())?;
        Ok(cells.into_iter().map(Index::get).collect())
    }

    /// The same two cells by each of the names that exported files have, for the leader alone and for both levels.
    #[test]
    fn cells_are_known_by_all_names_of_all_models() {
        for text in [
            "y_r1c1 1\ny_r2c3 1\n",
            "z 1\nx_r1c1_1 1\ny_r1c1 1\ny_r2c3 1\n",
            "c0000000 1\nc0000006 1\n",
            "c0000064 1\nc0000070 1\nc0000080 1\nc0000000 1\n",
            "s OPTIMUM FOUND\nv x1 -x2 x7 -x16\n",
            "s OPTIMUM FOUND\nv x1 x65 -x66 x71 x81\n",
            "s OPTIMUM FOUND\no 2\nv 1000001000000000\n",
            "solution status: optimal solution found\nobjective value: 2\ny_r1c1 1 (obj:1)\ny_r2c3 1 (obj:1)\n",
        ] {
            assert_eq!(chosen(text).expect(text), [0, 6], "{text}");
        }
        assert_eq!(chosen("Optimal - objective value 0\n").expect("a solution"), [0; 0]);
    }

    #[test]
    fn what_is_no_solution_is_refused_in_the_names_of_the_model() {
        let said = |text: &str| match chosen(text) {
            Err(Error::Solution(error)) => error,
            other => panic!("{text}: {other:?}"),
        };
        let SolutionError::Line { place, reason } = said("y_r1c1 1\ny_r5c1 1\n") else { panic!("a line") };
        assert_eq!(place.line, 2);
        assert!(matches!(reason, SolutionReason::Unknown { name, .. } if name == "y_r5c1"));
        assert!(said("y_r1c1 0.5\n").to_string().contains("variable `y_r1c1` is 0.5, neither 0 nor 1"));
        assert!(said("Infeasible - objective value 3\n").to_string().contains("infeasible"));
        assert_eq!(said(""), SolutionError::Empty);
    }

    /// The names are those of the files.
    #[test]
    fn the_names_are_those_that_are_written() {
        for (format, names) in [(ExportFormat::Lp, Names::Full), (ExportFormat::Lp, Names::Short)] {
            let problem = problem();
            let sets = SetsOptions::of(SourceOptions { max_size: Some(4), ..SourceOptions::of(SetSource::Complete) });
            for model in [ExportModel::Hitting, ExportModel::HighPoint] {
                let options = ExportOptions { names, sets: Some(sets.clone()), ..ExportOptions::new(model, format) };
                let text = Solver::new(&problem).export(&options).expect("a model").model;
                let (_, binaries) = text.split_once("Binaries").expect("a section");
                let variables: Vec<&str> = binaries.split_whitespace().filter(|word| *word != "End").collect();
                let solution: String = variables.iter().map(|name| format!("{name} 1\n")).collect();
                assert_eq!(chosen(&solution).expect("a solution").len(), 16, "{text}");
            }
        }
    }
}
