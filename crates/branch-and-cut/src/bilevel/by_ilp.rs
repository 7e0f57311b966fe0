//! A clue problem whose oracle is the paper's follower: a 0/1 program for each question (tjusila-2023, section 3).
//!
//! It is far slower than an oracle that knows the problem. Use it as a second opinion, or to repeat the measurements of
//! the paper.

use crate::base::{Cell, CellSet, Group, Limits, Pace, Stop};
use crate::ilp::{BinaryModel, IlpSolver, Literal, RepeatedModel, Solved};
use crate::problem::{ClueProblem, LinearProblem, ModelClues, Oracle, Verdict, Witness, WitnessError};
use crate::unavoidable::{Family, shrink, smallest_set_model};

use super::by_rows::{RowsOracle, clues_by_rows};
use super::follower::follower;

/// Of second solutions that differ in more cells, the smallest set is too hard a program: with it, a 16x16 grid has 8
/// questions answered in 40 CPU s, and with one for each cell 59.
const ONE_PROGRAM_CELLS: usize = 100;

/// A problem whose oracle is the follower's program, or another one, as chosen in [`Self::new`]; everything else is
/// that of the original problem.
///
/// A second solution of the backend is checked against the rules before it is returned, so it is as good as any other.
/// The answer that there is none is the claim of the backend, in floating-point arithmetic: `z = 1 is optimal` has no
/// witness, and is trusted. So an upper bound found by this oracle depends on the backend, as in the paper, unless the
/// puzzle is checked again, as `minclue solve` does with the problem's own oracle. Lower bounds do not depend on it,
/// since every set behind them has a witness.
pub struct ByIlp<'p, const W: usize> {
    problem: &'p dyn LinearProblem<W>,
    by: By<'p, W>,
}

/// The solver that checks clues.
#[derive(Clone, Copy, Default)]
pub enum AnswerBy<'s> {
    /// The problem's own oracle.
    #[default]
    Problem,
    /// The search of [`ModelClues`] over the rows of its model, for problems whose cells determine the target, such as
    /// Sudoku.
    Rows,
    /// The follower's program, by this solver.
    Ilp(&'s dyn IlpSolver),
}

impl AnswerBy<'_> {
    /// The name in records.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Problem => "oracle",
            Self::Rows => "rows",
            Self::Ilp(solver) => solver.name(),
        }
    }
}

/// The same, with what it takes.
enum By<'p, const W: usize> {
    Problem,
    Rows(Box<ModelClues<W>>),
    Ilp(&'p dyn IlpSolver),
}

impl<'p, const W: usize> ByIlp<'p, W> {
    /// Creates a problem whose clues are checked by `by`: a solver, the rows, or the problem's own oracle.
    ///
    /// # Panics
    /// If `by` is [`AnswerBy::Rows`] and the cells of the problem do not determine the target.
    #[must_use]
    pub fn new(problem: &'p dyn LinearProblem<W>, by: AnswerBy<'p>) -> Self {
        let by = match by {
            AnswerBy::Problem => By::Problem,
            AnswerBy::Rows => By::Rows(Box::new(clues_by_rows(problem))),
            AnswerBy::Ilp(solver) => By::Ilp(solver),
        };
        Self { problem, by }
    }
}

impl<const W: usize> ClueProblem<W> for ByIlp<'_, W> {
    fn cells(&self) -> CellSet<W> {
        self.problem.cells()
    }

    fn stated_cells(&self) -> CellSet<W> {
        self.problem.stated_cells()
    }

    fn oracle(&self) -> Box<dyn Oracle<W> + '_> {
        match &self.by {
            By::Problem => self.problem.oracle(),
            By::Rows(rows) => Box::new(RowsOracle::new(self.problem, rows)),
            By::Ilp(solver) => {
                let program = RepeatedModel::new(follower(self.problem, CellSet::EMPTY));
                let smallest = RepeatedModel::new(smallest_set_model(self.problem, &Family::new()));
                Box::new(IlpOracle { problem: self.problem, solver: *solver, program, smallest })
            }
        }
    }

    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError> {
        self.problem.difference(witness)
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.problem.cell_name(cell)
    }

    fn partitions(&self) -> Vec<Vec<CellSet<W>>> {
        self.problem.partitions()
    }

    fn classes(&self) -> Vec<Vec<CellSet<W>>> {
        self.problem.classes()
    }

    fn joinable(&self) -> Vec<Vec<CellSet<W>>> {
        self.problem.joinable()
    }

    fn automorphisms(&self, max: usize, limits: &Limits) -> Group {
        self.problem.automorphisms(max, limits)
    }
}

/// Asks a backend for the optimum of the follower's program.
///
/// Its way to an unhit set is a second program: of the cells in which the second solution differs, the fewest that are
/// unavoidable. That is one program in place of one for each cell, as [`shrink`] asks.
struct IlpOracle<'p, const W: usize> {
    problem: &'p dyn LinearProblem<W>,
    solver: &'p dyn IlpSolver,
    /// The program without clues; adding a clue fixes a variable.
    program: RepeatedModel,
    /// The no-good loop's program for its first set (tjusila-2023, section 4).
    smallest: RepeatedModel,
}

impl<const W: usize> IlpOracle<'_, W> {
    fn solve(&self, program: &RepeatedModel, clues: CellSet<W>, pace: &Pace) -> Solved {
        // The backend's nodes are not search nodes.
        let limits = pace.limits().clone().without_nodes();
        let given: Vec<Literal> = clues.iter().map(|cell| self.problem.agreement(cell)).collect();
        self.solver.solve_again(program, &given, &limits)
    }

    /// The smallest unavoidable set inside of this one; `None` where the backend does not say.
    fn smallest_inside(&self, cells: CellSet<W>, pace: &Pace) -> Option<CellSet<W>> {
        let given = self.problem.cells() - cells;
        let Solved::Optimal { values, .. } = self.solve(&self.smallest, given, pace) else { return None };
        let witness = second(self.problem, given, self.smallest.model(), &values)?;
        self.problem.difference(&witness).ok()
    }
}

impl<const W: usize> Oracle<W> for IlpOracle<'_, W> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        if let Some(stop) = pace.step(0) {
            return Verdict::Limit(stop);
        }
        believed(self.problem, clues, self.program.model(), self.solve(&self.program, clues, pace))
    }

    fn unhit_set(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        let witness = match self.second_solution(clues, pace) {
            Verdict::Unique => return Some(Ok(None)),
            Verdict::Limit(stop) => return Some(Err(stop)),
            Verdict::Second(witness) => witness,
        };
        let cells = self.problem.difference(&witness).expect("it was checked to be a second solution");
        if cells.len() <= ONE_PROGRAM_CELLS
            && !cells.intersects(&keep_out)
            && let Some(set) = self.smallest_inside(cells, pace)
        {
            return Some(Ok(Some(set)));
        }
        // Cell by cell, those of `keep_out` first.
        Some(shrink(self.problem, self, witness, keep_out, pace).minimal().map(|set| Some(set.cells)))
    }
}

/// Returns the usable part of an answer about the follower's program; [`Stop::OracleFailed`] if there is none.
fn believed<const W: usize>(
    problem: &dyn LinearProblem<W>,
    clues: CellSet<W>,
    model: &BinaryModel,
    answer: Solved,
) -> Verdict {
    match answer {
        // z alone has a cost, so this is z = 1. The values must be a point all the same.
        Solved::Optimal { objective: 1, values } if holds(model, &values) => Verdict::Unique,
        Solved::Optimal { objective: 0, values } => {
            second(problem, clues, model, &values).map_or(Verdict::Limit(Stop::OracleFailed), Verdict::Second)
        }
        // The target with z = 1 is always a point, so there is no infeasible program.
        Solved::Optimal { .. } | Solved::Infeasible | Solved::TooLarge(_) | Solved::Failed(_) => {
            Verdict::Limit(Stop::OracleFailed)
        }
        // A second solution is one, whether the backend came to its end or not.
        Solved::Limit { incumbent, stop, .. } => incumbent
            .and_then(|values| second(problem, clues, model, &values))
            .map_or(Verdict::Limit(stop), Verdict::Second),
    }
}

/// The second solution in a point of the follower's program, if it is one: all rows hold in integers, it keeps the
/// rules of `problem`, differs from the target, and agrees with it on `clues`.
fn second<const W: usize>(
    problem: &dyn LinearProblem<W>,
    clues: CellSet<W>,
    model: &BinaryModel,
    values: &[bool],
) -> Option<Witness> {
    let stands = |witness: &Witness| problem.difference(witness).is_ok_and(|cells| !cells.intersects(&clues));
    holds(model, values).then(|| problem.witness(values)).filter(stands)
}

/// Is this a 0/1 point of the program?
fn holds(model: &BinaryModel, values: &[bool]) -> bool {
    values.len() == model.n_vars() && model.violated_row(values).is_none()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::base::rng;
    use crate::bilevel::BranchAndCut;
    use crate::problem::{NoObserver, Status, SudokuClues};
    use crate::sudoku::{Grid, Shape, all_grids, random_grid};
    use crate::unavoidable::{Family, Regions, Source, unhit_set};
    use minclue_engine::{Engine as _, Run, Start};
    use minclue_lp::{Backend, Highs};
    use rand::Rng;

    fn shape(r: u8, c: u8) -> Shape {
        Shape::new(r, c).expect("a shape")
    }

    /// The sets of the regions are what the bilevel engine starts from.
    fn start(problem: &SudokuClues<2>) -> Family<2> {
        let mut family = Family::new();
        Regions::checker().find(problem, &mut family, &Limits::none()).expect("no tool to fail");
        family
    }

    fn pace() -> Pace {
        Limits::none().pace(1)
    }

    #[test]
    fn it_answers_as_the_solver_does() {
        let mut rng = rng(5);
        let grids: Vec<Grid> = (0..6).map(|i| random_grid::<2>(shape(2, 2 + i % 2), &mut rng)).collect();
        let (mut n_unique, mut n_second) = (0, 0);
        for problem in grids.into_iter().map(SudokuClues::<2>::new) {
            for _ in 0..12 {
                let density = rng.random_range(0.1..0.8);
                let clues: CellSet<2> = problem.cells().iter().filter(|_| rng.random_bool(density)).collect();
                let is_unique = problem.oracle().second_solution(clues, &mut pace()) == Verdict::Unique;
                for &backend in Backend::ALL {
                    match ByIlp::new(&problem, AnswerBy::Ilp(backend.solver().expect("a backend of this build")))
                        .oracle()
                        .second_solution(clues, &mut pace())
                    {
                        Verdict::Unique => assert!(is_unique, "{backend:?}"),
                        Verdict::Second(witness) => {
                            assert!(!is_unique, "{backend:?}");
                            let cells = problem.difference(&witness).expect("a second solution");
                            assert!(!cells.intersects(&clues));
                        }
                        Verdict::Limit(stop) => panic!("{backend:?}: {stop:?}"),
                    }
                }
                if is_unique { n_unique += 1 } else { n_second += 1 }
            }
        }
        assert!(n_unique > 5 && n_second > 5, "{n_unique}, {n_second}");
    }

    /// By the program for the smallest one, and cell by cell where cells are to be kept out.
    #[test]
    fn its_unhit_sets_are_minimal() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 2), &mut rng(3)));
        let clues = CellSet::only(problem.cells().first().expect("a cell"));
        for &backend in Backend::ALL {
            let by_ilp = ByIlp::new(&problem, AnswerBy::Ilp(backend.solver().expect("a backend of this build")));
            let mut asked = by_ilp.oracle();
            let mut ask = |keep_out| unhit_set(&by_ilp, &mut *asked, clues, keep_out, &mut pace());
            let first = ask(CellSet::EMPTY).expect("no limit").expect("one clue is not a puzzle");
            let second = ask(problem.cells() - first).expect("no limit").expect("one clue is not a puzzle");
            for cells in [first, second] {
                assert!(!cells.intersects(&clues));
                let mut oracle = problem.oracle();
                assert_ne!(oracle.second_solution(problem.cells() - cells, &mut pace()), Verdict::Unique);
                for cell in cells {
                    let rest = cells - CellSet::only(cell);
                    assert_eq!(oracle.second_solution(problem.cells() - rest, &mut pace()), Verdict::Unique);
                }
            }
            // All of these clues, and one more question, which the kept programs of the others must not change.
            let all = unhit_set(&by_ilp, &mut *asked, problem.cells(), CellSet::EMPTY, &mut pace());
            assert_eq!(all, Ok(None), "{backend:?}");
        }
    }

    /// A set by the program is a smallest one of those inside of the cells in which the second solution differs.
    #[test]
    fn its_sets_are_the_smallest_where_all_is_free() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(9)));
        let smallest = start(&problem).sets().iter().map(|set| set.cells.len()).min();
        let program = RepeatedModel::new(follower(&problem, CellSet::EMPTY));
        let of_size = RepeatedModel::new(smallest_set_model(&problem, &Family::new()));
        let oracle = IlpOracle { problem: &problem, solver: &Highs, program, smallest: of_size };
        let found = oracle.smallest_inside(problem.cells(), &pace()).expect("HiGHS says");
        assert_eq!(Some(found.len()), smallest);
    }

    #[test]
    fn the_minimum_is_the_same() {
        minima_agree(60, 1);
    }

    #[test]
    #[ignore = "long: more grids"]
    fn the_minimum_is_the_same_at_length() {
        minima_agree(24, 3);
    }

    fn minima_agree(stride: usize, n_larger: u64) {
        let small = all_grids::<2>(shape(2, 2), usize::MAX).into_iter().step_by(stride);
        let larger = (1..=n_larger).map(|seed| random_grid::<2>(shape(2, 3), &mut rng(seed)));
        for (i, problem) in small.chain(larger).map(SudokuClues::<2>::new).enumerate() {
            // Some start without sets, so that the oracle finds them all.
            let family = if i % 4 == 0 { Family::new() } else { start(&problem) };
            let bounds = |found: crate::problem::Minimum<2>| {
                assert_eq!(found.status(), Status::Optimal);
                found.upper_bound()
            };
            let solve = |problem: &dyn ClueProblem<2>| {
                let (limits, mut silent) = (Limits::none(), NoObserver);
                let mut run = Run::new(&limits, &mut silent);
                bounds(BranchAndCut::new(&Highs).minimum(problem, &Start::from(&family), &mut run).expect("no proof"))
            };
            let plain = solve(&problem);
            let backend = Backend::ALL[i % Backend::ALL.len()];
            let by_ilp = ByIlp::new(&problem, AnswerBy::Ilp(backend.solver().expect("a backend of this build")));
            assert_eq!(solve(&by_ilp), plain, "{backend:?}");
        }
    }

    #[test]
    fn a_limit_is_no_answer() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 2), &mut rng(1)));
        let by_ilp = ByIlp::new(&problem, AnswerBy::Ilp(&Highs));
        let mut oracle = by_ilp.oracle();
        let mut late = Limits::none().with_time(Duration::ZERO).pace(1000);
        assert_eq!(oracle.second_solution(problem.cells(), &mut late), Verdict::Limit(Stop::Time));
        let mut spent = Limits::none().with_nodes(0).pace(1000);
        assert_eq!(oracle.second_solution(problem.cells(), &mut spent), Verdict::Limit(Stop::Nodes));
    }

    #[test]
    fn an_answer_that_does_not_stand_is_none() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 2), &mut rng(1)));
        let cells = problem.cells();
        let model = follower(&problem, cells);
        let nothing = Verdict::Limit(Stop::OracleFailed);
        let asked = |answer| believed(&problem, cells, &model, answer);

        // The target with z = 0 breaks (N1), and with z = 1 it is a point.
        let mut target = vec![false; model.n_vars()];
        cells.iter().for_each(|cell| target[problem.agreement(cell).var.get()] = true);
        assert_eq!(asked(Solved::Optimal { values: target.clone(), objective: 0 }), nothing);
        assert_eq!(asked(Solved::Optimal { values: target.clone(), objective: 1 }), nothing);
        let with_z: Vec<bool> = target.iter().copied().take(model.n_vars() - 1).chain([true]).collect();
        assert_eq!(asked(Solved::Optimal { values: with_z.clone(), objective: 1 }), Verdict::Unique);
        // It is not a second solution, whatever the objective is said to be.
        assert_eq!(asked(Solved::Optimal { values: with_z.clone(), objective: 0 }), nothing);
        assert_eq!(asked(Solved::Optimal { values: Vec::new(), objective: 1 }), nothing);
        assert_eq!(asked(Solved::Optimal { values: with_z.clone(), objective: 2 }), nothing);
        assert_eq!(asked(Solved::Infeasible), nothing);
        assert_eq!(asked(Solved::Failed("it gave up".into())), nothing);
        // A limit stays one, unless a second solution was found before.
        let stopped = |incumbent| Solved::Limit { incumbent, bound: Some(1), stop: Stop::Time };
        assert_eq!(asked(stopped(None)), Verdict::Limit(Stop::Time));
        assert_eq!(asked(stopped(Some(with_z))), Verdict::Limit(Stop::Time));

        let free = follower(&problem, CellSet::EMPTY);
        let Solved::Optimal { values, objective: 0 } = Highs.solve(&free, &Limits::none()) else {
            panic!("a grid without clues has many solutions")
        };
        assert!(matches!(believed(&problem, CellSet::EMPTY, &free, stopped(Some(values.clone()))), Verdict::Second(_)));
        // The same point is none where a clue forbids it.
        assert_eq!(asked(stopped(Some(values))), Verdict::Limit(Stop::Time));
    }
}
