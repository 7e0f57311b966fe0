//! The least cost of a leader, for problems with weights or rows and for bilevel programs.

use minclue_core::base::{Cell, CellSet, Index as _};
use minclue_core::ilp::IntegerBilevel;
use minclue_core::problem::{BilevelProblem, MonotoneFollower};

use super::Solver;
use crate::answer::{Answer, Choice, cells_of};
use crate::dispatch::WidthDispatch;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::integer::solve_integers;
use crate::interdiction::{
    BilevelOutcome, BilevelRequest, BilevelTrouble, FollowerChoice, solve_bilevel, solve_cheapest,
};
use crate::monitor::Unmonitored;
use crate::problem::{AtWidth, Problem, Subject};

impl Problem {
    /// Returns the problem as a leader's problem: a bilevel program unchanged, and for any other problem the least
    /// weight of a valid choice, with its conditions as rows.
    ///
    /// # Errors
    /// [`Error`] if the problem has no such form.
    pub fn leader_program(&self) -> Result<BilevelProblem, Error> {
        match self.subject() {
            Subject::Program(program) => Ok((**program).clone()),
            Subject::Integers(_) => {
                Err(Error::Settings("a program over integers is not an interdiction program".to_owned()))
            }
            subject => subject.whole(FollowerChoice::Oracle, ForLeader(self))?,
        }
    }

    fn leader_program_of<const W: usize>(&self, instance: &dyn ProblemInstance<W>) -> Result<BilevelProblem, Error> {
        let (name, conditions) = (self.subject().model_name(), self.conditions());
        // Nothing is worth anything to a follower of hyperedges or constraints, so each of its answers is worth 0.
        let (follower, most) = match self.subject() {
            Subject::Hypergraph(hypergraph) => {
                (MonotoneFollower::of_hypergraph(hypergraph.n_vertices, &hypergraph.edges, name), -1)
            }
            Subject::Contradiction(follower) if follower.has_prices() => {
                let message = "constraints with weights of their own cannot have other weights or rows";
                return Err(Error::Settings(message.to_owned()));
            }
            Subject::Contradiction(follower) => ((**follower).clone(), -1),
            _ => MonotoneFollower::of_second_solutions(instance.problem(), name),
        };
        Ok(BilevelProblem::cheapest(follower, most, conditions.prices(self.n_cells()), &conditions.all_rows()))
    }
}

impl Solver<'_> {
    /// The value of a bilevel program.
    pub(super) fn program(self, program: &BilevelProblem) -> Result<Answer, Error> {
        let (problem, follower) = (self.problem, self.follower);
        let outcome = self.asked(follower, |request| solve_bilevel(program, request))?;
        Ok(of_leader(problem, program.clone(), outcome))
    }

    /// The value of a bilevel program over integers.
    pub(super) fn integers(self, program: &IntegerBilevel) -> Result<Answer, Error> {
        let mut limits = self.limits_without_nodes();
        if let Some(nodes) = self.nodes {
            limits = limits.with_nodes(nodes);
        }
        let mut unmonitored = Unmonitored;
        let monitor = self.monitor.unwrap_or(&mut unmonitored);
        let outcome = solve_integers(program, self.settings.certificate.as_deref(), &limits, monitor)?;
        let choice = outcome.best.as_ref().map(|(point, _)| {
            let own = (0..point.len()).filter(|v| !program.variables[*v].is_follower && point[*v] != 0);
            Choice::named(own.map(Cell::new).collect(), program.named_values(point, false), None)
        });
        Ok(Answer::of_integers(program.clone(), choice, outcome))
    }

    /// The least weight of a valid choice that keeps the rows.
    pub(super) fn least_weight(self) -> Result<Answer, Error> {
        self.problem.subject().whole(self.follower.of_constraints(), LeastWeight(self))?
    }

    /// Returns the result of a question that `ask` runs with these settings and limits.
    fn asked(
        self,
        follower: FollowerChoice,
        ask: impl FnOnce(&mut BilevelRequest<'_>) -> Result<BilevelOutcome, BilevelTrouble>,
    ) -> Result<BilevelOutcome, Error> {
        let limits = self.limits_without_nodes();
        let mut unmonitored = Unmonitored;
        let mut request = BilevelRequest {
            settings: &self.settings,
            follower,
            limits,
            max_nodes: self.nodes,
            monitor: self.monitor.unwrap_or(&mut unmonitored),
        };
        ask(&mut request).map_err(|trouble| match trouble {
            BilevelTrouble::Refused(message) => Error::Impossible(message),
            BilevelTrouble::Contradiction(message) => Error::Contradiction { message, outcome: None },
            BilevelTrouble::Failed(message) => Error::failed(message),
        })
    }
}

fn of_leader(problem: &Problem, program: BilevelProblem, outcome: BilevelOutcome) -> Answer {
    let choice = outcome.taken.as_ref().map(|taken| problem.chosen(cells_of(taken)));
    Answer::of_leader(program, choice, outcome)
}

/// Makes a problem what a leader pays for.
struct ForLeader<'p>(&'p Problem);

impl AtWidth for ForLeader<'_> {
    type Out = Result<BilevelProblem, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        self.0.leader_program_of(instance)
    }
}

/// Asks for the least weight.
struct LeastWeight<'a>(Solver<'a>);

impl AtWidth for LeastWeight<'_> {
    type Out = Result<Answer, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let Self(solver) = self;
        // What is given and forbidden are rows here.
        solver.check_all(instance, true)?;
        let problem = solver.problem;
        let program = problem.leader_program_of(instance)?;
        let follower = solver.follower.of_constraints();
        let outcome = solver.asked(follower, |request| solve_cheapest(instance, &program, request))?;
        Ok(of_leader(problem, program, outcome))
    }
}
