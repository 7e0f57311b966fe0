//! What is asked about: a solution of a 0/1 model, and its variables that may be clues.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use minclue_core::base::{Cell, Index as _, Limits};
use minclue_core::ilp::{BinaryModel, ModelFormat, Sense, Solved, VarId, matching, read_model, read_solution};
use minclue_core::problem::{Witness, positive};
use minclue_lp::Backend;
use minclue_puzzles::puzzles::{MAX_CLUES, Parts, PuzzleInstance};
use minclue_report::{ProblemRecord, clue_name, clue_variable};
use minclue_solver::about::ModelNames;
use minclue_solver::{ModelInstance, Problem};

use super::super::args::ClueArgs;
use super::super::exit::Exit;
use super::super::last_look::Typed;
use super::super::load_error::{LoadEnd, of_solution, open};

/// Most variables that a message names.
const MAX_NAMED: usize = 5;

/// Where a problem comes from.
pub(in super::super) enum Source {
    /// A puzzle as text.
    Puzzle(Box<PuzzleInstance>),
    /// A model and a solution from files.
    Model {
        model: BinaryModel,
        /// One value for each variable.
        solution: Vec<bool>,
        /// The variables that the file offers as clues, if it says so.
        cells: Option<Vec<VarId>>,
    },
}

/// What stands for the name of a file where any solution will do.
const ANY: &str = "any";

/// Some solution of a model, as `backend` finds it within the limits; the same one in every run.
fn any_solution(model: &Path, problem: &BinaryModel, backend: Backend, limits: &Limits) -> Result<Vec<bool>, LoadEnd> {
    let mut problem = problem.clone();
    problem.minimize([]);
    let solver = backend.solver().map_err(|e| LoadEnd::new(model, format!("--backend: {e}"), Exit::Usage))?;
    match solver.solve(&problem, limits) {
        Solved::Optimal { values, .. } | Solved::Limit { incumbent: Some(values), .. } => Ok(values),
        Solved::Limit { stop, .. } => Err(LoadEnd::Stopped(stop)),
        Solved::Infeasible => {
            Err(LoadEnd::new(model, format!("{} reports that there is no solution", solver.name()), Exit::InvalidInput))
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
            0 => Err("no variable that may be a clue is 1 in the solution; --both-signs also allows zeros".to_owned()),
            n if n > MAX_CLUES => Err(format!(
                "{n} variables may be clues, but at most {MAX_CLUES} are supported; name fewer with --clue-vars"
            )),
            _ => Ok(cells),
        }
    }
}

/// A model and its solution as a problem, and what people call it.
pub(in super::super) struct LoadedModel {
    pub(super) id: Option<String>,
    /// The kind of puzzle, or that it is a model.
    pub(super) kind: &'static str,
    pub(in super::super) problem: Problem,
}

impl LoadedModel {
    /// The problem whose clues are what the arguments name.
    ///
    /// # Errors
    /// A message that names row and variable if the solution is none.
    pub(in super::super) fn new(source: Source, args: &ClueArgs) -> Result<Self, String> {
        let (id, clues) = (source.id(), source.cells(args)?);
        let (kind, layout, model, solution) = match source {
            Source::Puzzle(posed) => (posed.puzzle, Some(posed.layout), posed.model, posed.solution),
            Source::Model { model, solution, .. } => (ProblemRecord::MODEL, None, model, solution),
        };
        let shown = match &args.shown {
            Some(patterns) => matching(&model, patterns).map_err(|e| format!("--shown: {e}"))?,
            None => model.vars().collect(),
        };
        let Parts { partitions, classes } =
            if kind == ProblemRecord::MODEL { Parts::default() } else { Parts::of(&model, &clues) };
        let line = id.as_ref().map_or_else(|| kind.to_owned(), |id| format!("{kind} {id}"));
        let instance = ModelInstance::with_solution(model, solution, clues)
            .and_then(|instance| instance.with_shown(&shown))
            .map_err(|e| e.to_string())?;
        let instance = instance.with_parts(partitions, classes).called(line);
        let problem = Problem::of_model(match layout {
            Some(layout) => instance.with_layout(layout.into()),
            None => instance,
        });
        Ok(Self { id, kind, problem })
    }

    fn instance(&self) -> &ModelInstance {
        self.problem.model().expect("it was made of a model")
    }

    pub(super) fn record(&self) -> ProblemRecord {
        let model = self.instance().model();
        ProblemRecord {
            kind: self.kind,
            n_variables: model.n_vars(),
            n_rows: model.rows().len(),
            cells: self.typed().names,
        }
    }

    /// The clues by name, and nothing asked of them yet.
    pub(in super::super) fn typed(&self) -> Typed {
        Typed { names: self.all_cells().map(|cell| self.problem.cell_name(cell)).collect(), ..Typed::default() }
    }

    pub(super) fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.problem.n_cells()).map(Cell::new)
    }

    /// The cells that patterns name, ascending.
    ///
    /// # Errors
    /// A message naming a variable that may not be a clue.
    pub(super) fn cells(&self, option: &str, patterns: &str) -> Result<Vec<Cell>, String> {
        let instance = self.instance();
        let patterns = &self.variables(patterns);
        let is_pattern = patterns.contains(['*', '?']);
        let named = matching(instance.model(), patterns).map_err(|e| format!("{option}: {e}"))?;
        let mut cells = BTreeSet::new();
        for var in named {
            match instance.clues().iter().position(|clue| *clue == var) {
                Some(cell) => {
                    cells.insert(Cell::new(cell));
                }
                // A pattern says which of the clues; a name says itself.
                None if is_pattern => {}
                None => return Err(format!("{option}: variable `{}` is not a clue", instance.model().var_name(var))),
            }
        }
        Ok(cells.into_iter().collect())
    }

    /// Patterns with the names of variables in place of clues as answers show them: `R2C2=3` and `b=0`.
    fn variables(&self, patterns: &str) -> String {
        let instance = self.instance();
        let shown: BTreeMap<String, VarId> = instance
            .clues()
            .iter()
            .zip(self.all_cells())
            .map(|(var, cell)| (clue_name(&self.problem.cell_name(cell), self.kind), *var))
            .collect();
        let variable = |pattern: &str| {
            let pattern = pattern.trim();
            let of_clue = || shown.get(pattern).map(|var| instance.model().var_name(*var).to_owned());
            let of_place = || clue_variable(pattern).filter(|_| self.kind != ProblemRecord::MODEL);
            let is_variable = instance.model().var_names().any(|name| name == pattern);
            if is_variable { None } else { of_clue().or_else(of_place) }
        };
        let patterns = patterns.split(',').map(|pattern| variable(pattern).unwrap_or_else(|| pattern.to_owned()));
        patterns.collect::<Vec<_>>().join(",")
    }

    /// Why all clues together are not enough. A puzzle whose clues were not chosen has no others.
    pub(super) fn not_enough(&self, witness: &Witness, which: &ClueArgs) -> String {
        let (model, differs) = (self.instance().model(), self.differing(witness));
        let more = if differs.len() > MAX_NAMED { ", ..." } else { "" };
        let names: Vec<&str> = differs.iter().take(MAX_NAMED).map(|var| model.var_name(*var)).collect();
        let clues = match self.problem.n_cells() {
            1 => "the only clue leaves".to_owned(),
            n => format!("all {n} clues together leave"),
        };
        let end = if self.kind == ProblemRecord::MODEL || which.is_used() {
            "name more variables with --clue-vars, or only those that matter with --shown"
        } else {
            "so no set of clues is valid"
        };
        format!("{clues} a second solution, which differs in {}{more}; {end}", names.join(", "))
    }

    /// The variables in which a second solution differs.
    fn differing(&self, witness: &Witness) -> Vec<VarId> {
        let instance = self.instance();
        let target = instance.solution();
        instance.model().vars().filter(|var| (witness.0[var.get()] != 0) != target[var.get()]).collect()
    }

    /// The variables in which a second solution differs, with their values in it or in the known one.
    pub(super) fn values(&self, witness: &Witness, is_second: bool) -> String {
        let instance = self.instance();
        let value = |var: VarId| {
            let is_one = instance.solution()[var.get()] != is_second;
            format!("{}={}", instance.model().var_name(var), u8::from(is_one))
        };
        self.differing(witness).into_iter().map(value).collect::<Vec<_>>().join(" ")
    }

    /// The names of variables and rows of the problem that certificates state: an equation is two rows of it, and a row
    /// without variables is none.
    pub(super) fn stated_names(&self) -> ModelNames {
        let model = self.instance().model();
        let variables = model.vars().map(|var| model.var_name(var).to_owned()).collect();
        let rows = model.rows().iter().filter(|row| !row.terms.is_empty());
        let rows = rows.flat_map(|row| vec![row.name.clone(); if row.sense == Sense::Equal { 2 } else { 1 }]);
        ModelNames { variables, rows: rows.collect() }
    }
}

/// The numbers of cells.
pub(super) fn numbers(cells: &[Cell]) -> Vec<usize> {
    cells.iter().map(|cell| cell.get()).collect()
}
