//! What is asked about: a solution of a 0/1 model, and its variables that may be clues.

use std::path::Path;
use std::sync::Arc;

use minclue_core::base::{Cell, CellSet, Index, Limits};
use minclue_core::ilp::{BinaryModel, ModelFormat, SolutionError, Solved, VarId, matching, read_model, read_solution};
use minclue_core::problem::{Certifiable, ClueProblem, LinearProblem, ModelClues, Witness, positive};
use minclue_core::unavoidable::Family;
use minclue_puzzles::puzzles::{Layout, MAX_CLUES, Parts, PuzzleInstance};
use minclue_report::{ProblemRecord, clue_variable};
use minclue_solver::{Error, ModelInstance, Problem, ProblemInstance, SourceOptions};

use minclue_lp::Backend;

use super::super::args::ClueArgs;
use super::super::exit::Exit;
use super::super::last_look::Typed;
use super::super::load_error::{LoadEnd, open};

/// Most variables that a message names.
const MAX_NAMED: usize = 5;

/// Where a problem comes from.
pub(super) enum Source {
    /// A puzzle as text.
    Puzzle(Box<PuzzleInstance>),
    /// A model and a solution from files.
    Model {
        /// The model.
        model: BinaryModel,
        /// One value for each variable.
        solution: Vec<bool>,
        /// The variables that the file offers as clues, if it says so.
        cells: Option<Vec<VarId>>,
    },
}

/// What stands for the name of a file where any solution will do.
const ANY: &str = "any";

fn of_solution(file: &Path, error: SolutionError) -> LoadEnd {
    let message = error.to_string();
    match error {
        SolutionError::Stopped(stop) => LoadEnd::Stopped(stop),
        SolutionError::Line { place, reason } => LoadEnd::at(file, place, reason.to_string()),
        SolutionError::Unreadable(_) => LoadEnd::new(file, message, Exit::Internal),
        SolutionError::Empty | SolutionError::Cut => LoadEnd::new(file, message, Exit::InvalidInput),
    }
}

/// Some solution of a model, as `backend` finds it within the limits; the same one in every run.
fn any_solution(model: &Path, problem: &BinaryModel, backend: Backend, limits: &Limits) -> Result<Vec<bool>, LoadEnd> {
    let mut problem = problem.clone();
    problem.minimize([]);
    let solver = backend.solver().map_err(|e| LoadEnd::new(model, format!("--backend: {e}"), Exit::Usage))?;
    match solver.solve(&problem, limits) {
        Solved::Optimal { values, .. } | Solved::Limit { incumbent: Some(values), .. } => Ok(values),
        Solved::Limit { stop, .. } => Err(LoadEnd::Stopped(stop)),
        Solved::Infeasible => {
            Err(LoadEnd::new(model, format!("there is no solution, says {}", solver.name()), Exit::InvalidInput))
        }
        Solved::TooLarge(which) => Err(LoadEnd::new(model, format!("{}: {which}", solver.name()), Exit::InvalidInput)),
        Solved::Failed(why) => Err(LoadEnd::new(model, format!("{} failed: {why}", solver.name()), Exit::Internal)),
    }
}

impl Source {
    /// Reads a model and its solution within `limits`, a deadline and a signal among them, and at most so much memory
    /// in MB. Where any solution will do, `backend` looks for one.
    pub(super) fn of_model(
        model: &Path,
        solution: &Path,
        backend: Backend,
        limits: &Limits,
        memory: Option<u64>,
    ) -> Result<Self, LoadEnd> {
        let format = ModelFormat::of(model).map_err(|e| LoadEnd::of_model(model, e))?;
        let unpacked = match model
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("gz") || end.eq_ignore_ascii_case("zst"))
        {
            true => Path::new(model.file_stem().unwrap_or_default()),
            false => model,
        };
        let name = unpacked.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        // The reader of a file ends at the deadline and at a signal, and whoever reads then asks the same limits.
        let with_memory = memory
            .map_or_else(|| limits.clone(), |megabytes| limits.clone().with_memory(megabytes.saturating_mul(1 << 20)));
        let read =
            read_model(open(model, limits)?, format, &name, &with_memory).map_err(|e| LoadEnd::of_model(model, e))?;
        let values = if solution == Path::new(ANY) {
            any_solution(model, &read.model, backend, limits)?
        } else {
            let mut values = read_solution(open(solution, limits)?, &read.model, &with_memory)
                .map_err(|e| of_solution(solution, e))?;
            read.complete(&mut values);
            values
        };
        Ok(Self::Model { model: read.model, solution: values, cells: read.cells })
    }

    /// The name of the problem.
    pub(super) fn id(&self) -> Option<String> {
        match self {
            Self::Puzzle(posed) => posed.id.clone(),
            Self::Model { model, .. } => Some(model.name.clone()),
        }
    }

    fn model(&self) -> (&BinaryModel, &[bool]) {
        match self {
            Self::Puzzle(posed) => (&posed.model, &posed.solution),
            Self::Model { model, solution, .. } => (model, solution),
        }
    }

    /// The variables that may be clues.
    ///
    /// # Errors
    /// A message if there are none, or too many.
    pub(super) fn cells(&self, args: &ClueArgs) -> Result<Vec<VarId>, String> {
        let (model, solution) = self.model();
        let named = match (&args.clue_vars, self) {
            (Some(patterns), _) => matching(model, patterns).map_err(|e| format!("--clue-vars: {e}"))?,
            (None, Self::Puzzle(posed)) if !args.both_signs => posed.clues.clone(),
            (None, Self::Model { cells: Some(cells), .. }) => cells.clone(),
            (None, _) => model.vars().collect(),
        };
        let cells: Vec<VarId> = if args.both_signs {
            named
        } else {
            let ones = positive(solution);
            named.into_iter().filter(|var| ones.binary_search(var).is_ok()).collect()
        };
        match cells.len() {
            0 => {
                Err("no variable that may be a clue is 1 in the solution (--both-signs takes zeros as well)".to_owned())
            }
            n if n > MAX_CLUES => {
                Err(format!("{n} variables may be clues; at most {MAX_CLUES} can be, so name some with --clue-vars"))
            }
            _ => Ok(cells),
        }
    }
}

/// A problem that can be asked about.
pub(super) struct PosedInstance<const W: usize> {
    pub(super) id: Option<String>,
    kind: &'static str,
    layout: Option<Arc<dyn Layout>>,
    parts: Parts,
    pub(super) model: BinaryModel,
    pub(super) problem: ModelClues<W>,
    /// The variables that are seen.
    shown: Vec<VarId>,
}

impl<const W: usize> PosedInstance<W> {
    /// The problem with these cells.
    ///
    /// # Errors
    /// A message that names row and variable if the solution is none.
    pub(super) fn new(source: Source, cells: &[VarId], args: &ClueArgs) -> Result<Self, String> {
        let id = source.id();
        let (kind, layout, model, solution) = match source {
            Source::Puzzle(posed) => (posed.puzzle, Some(posed.layout.into()), posed.model, posed.solution),
            Source::Model { model, solution, .. } => (ProblemRecord::MODEL, None, model, solution),
        };
        let shown = match &args.shown {
            Some(patterns) => matching(&model, patterns).map_err(|e| format!("--shown: {e}"))?,
            None => model.vars().collect(),
        };
        let parts = if kind == ProblemRecord::MODEL { Parts::default() } else { Parts::of(&model, cells) };
        let problem = ModelClues::new(model.clone(), solution, cells, &shown).map_err(|e| e.to_string())?;
        let problem = problem.with_parts(&parts.partitions, &parts.classes);
        Ok(Self { id, kind, layout, parts, model, problem, shown })
    }

    /// The same without a width.
    ///
    /// # Errors
    /// [`Error`] if its solution breaks a row, which would be a defect of minclue.
    pub(super) fn posed(&self) -> Result<Problem, Error> {
        let clues = self.problem.cells().iter().map(|cell| self.problem.variable(cell)).collect();
        let instance = ModelInstance::with_solution(self.model.clone(), self.problem.target().to_vec(), clues)?;
        let instance = instance.with_shown(&self.shown)?.called(self.line());
        let Parts { partitions, classes } = self.parts.clone();
        let instance = instance.with_parts(partitions, classes);
        Ok(Problem::of_model(match &self.layout {
            Some(layout) => instance.with_layout(Arc::clone(layout)),
            None => instance,
        }))
    }

    /// The kind of puzzle, or that it is a model.
    pub(super) fn kind(&self) -> &'static str {
        self.kind
    }

    pub(super) fn record(&self) -> ProblemRecord {
        ProblemRecord {
            kind: self.kind,
            n_variables: self.model.n_vars(),
            n_rows: self.model.rows().len(),
            cells: self.names(self.problem.cells()),
        }
    }

    /// The clues by name, and nothing asked of them yet.
    pub(super) fn typed(&self) -> Typed {
        Typed { names: self.names(self.problem.cells()), ..Typed::default() }
    }

    /// What these cells say as clues.
    pub(super) fn names(&self, cells: CellSet<W>) -> Vec<String> {
        cells.iter().map(|cell| self.problem.cell_name(cell)).collect()
    }

    /// The cells that patterns name.
    ///
    /// # Errors
    /// A message naming a variable that may not be a clue.
    pub(super) fn cells(&self, option: &str, patterns: &str) -> Result<CellSet<W>, String> {
        let all: Vec<(VarId, Cell)> =
            self.problem.cells().iter().map(|cell| (self.problem.variable(cell), cell)).collect();
        let patterns = &self.variables(patterns);
        let is_pattern = patterns.contains(['*', '?']);
        let named = matching(&self.model, patterns).map_err(|e| format!("{option}: {e}"))?;
        let mut cells = CellSet::EMPTY;
        for var in named {
            match all.iter().find(|(other, _)| *other == var) {
                Some((_, cell)) => cells.insert(*cell),
                // A pattern says which of the clues; a name says itself.
                None if is_pattern => {}
                None => return Err(format!("{option}: variable `{}` is not a clue", self.model.var_name(var))),
            }
        }
        Ok(cells)
    }

    /// Patterns with the names of variables in place of clues such as `R2C2=3`, which a puzzle shows.
    fn variables(&self, patterns: &str) -> String {
        let variable = |pattern: &str| clue_variable(pattern.trim()).filter(|_| self.kind != ProblemRecord::MODEL);
        let patterns = patterns.split(',').map(|pattern| variable(pattern).unwrap_or_else(|| pattern.to_owned()));
        patterns.collect::<Vec<_>>().join(",")
    }

    /// Why all clues together are not enough. A puzzle whose clues were not chosen has no others.
    pub(super) fn not_enough(&self, witness: &Witness, which: &ClueArgs) -> String {
        let differs = self.differing(witness);
        let more = if differs.len() > MAX_NAMED { ", ..." } else { "" };
        let names: Vec<&str> = differs.iter().take(MAX_NAMED).map(|var| self.model.var_name(*var)).collect();
        let clues = match self.problem.cells().len() {
            1 => "the only clue leaves".to_owned(),
            n => format!("all {n} clues together leave"),
        };
        let end = if self.kind == ProblemRecord::MODEL || which.is_used() {
            "let --clue-vars name more variables, or --shown those that matter"
        } else {
            "so no set of clues is valid"
        };
        format!("{clues} a second solution, which differs in {}{more}; {end}", names.join(", "))
    }

    /// The variables in which a second solution differs.
    pub(super) fn differing(&self, witness: &Witness) -> Vec<VarId> {
        let target = self.problem.target();
        self.model.vars().filter(|var| (witness.0[var.get()] != 0) != target[var.get()]).collect()
    }
}

impl<const W: usize> ProblemInstance<W> for PosedInstance<W> {
    fn problem(&self) -> &dyn LinearProblem<W> {
        &self.problem
    }

    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        Some(&self.problem)
    }

    fn line(&self) -> String {
        self.id.as_ref().map_or_else(|| self.kind.to_owned(), |id| format!("{} {id}", self.kind))
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        match &self.layout {
            Some(layout) => {
                let variables: Vec<VarId> = clues.iter().map(|cell| self.problem.variable(cell)).collect();
                let shown = layout.show(&|var| variables.contains(&var));
                // Other variables than those of the puzzle may be clues, and zeros.
                let is_seen =
                    |cell: &Cell| self.problem.agreement(*cell).positive && layout.shows(self.problem.variable(*cell));
                let unseen: CellSet<W> = clues.iter().filter(|cell| !is_seen(cell)).collect();
                if unseen.is_empty() { shown } else { format!("{shown}{}\n", self.names(unseen).join("\n")) }
            }
            None => self.names(clues).join(" "),
        }
    }

    fn clue_names(&self, clues: CellSet<W>) -> Option<Vec<String>> {
        Some(self.names(clues))
    }

    fn is_unique(&self, clues: CellSet<W>) -> bool {
        self.problem.is_unique(clues)
    }

    fn start_sets(&self, options: &SourceOptions, limits: &Limits) -> Result<Family<W>, String> {
        self.problem.start_sets(options, limits)
    }
}

/// The numbers of cells.
pub(super) fn numbers<const W: usize>(cells: CellSet<W>) -> Vec<usize> {
    cells.iter().map(Index::get).collect()
}
