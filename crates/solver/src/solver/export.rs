//! Exports a problem as a model for other solvers: the bilevel program, its parts, or the hitting set.

use minclue_core::base::{Cell, CellSet, Group, Index as _, harmless};
use minclue_core::hitting::write_hgr;
use minclue_core::ilp::Names;
use minclue_core::problem::ClueProblem as _;
use minclue_core::sudoku::{Puzzle, cell_name, line};
use minclue_engines::bilevel::{self, AuxDialect, Format, LeaderRows, ModelKind, RegionRows};

use super::Solver;
use super::sets::{self, SetsOptions};
use crate::dispatch::WidthDispatch;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::monitor::Unmonitored;
use crate::problem::AtWidth;
use crate::region_rows::RegionRowsError;

/// The model that is exported (tjusila-2023, sections 3 and 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportModel {
    /// The bilevel program.
    Bilevel,
    /// Its high-point relaxation.
    HighPoint,
    /// The follower's program for a choice of clues.
    Follower(Vec<Cell>),
    /// The leader's program without the follower. If its only rows are unavoidable sets, it is the minimum hitting set.
    Hitting,
    /// The program whose solutions are the unavoidable sets of this size, except those of the request.
    Sets(usize),
}

/// The format of an exported model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// CPLEX LP.
    Lp,
    /// Free MPS.
    Mps,
    /// MPS, with an AUX file for the follower.
    MpsAux(AuxDialect),
    /// MPS and AUX as in BOBILib.
    Bobilib,
    /// Pseudo-Boolean constraints.
    Opb,
    /// Weighted partial `MaxSAT`.
    Wcnf,
    /// The unavoidable sets as a hypergraph, without a model.
    Hypergraph,
}

impl ExportFormat {
    /// As a model; `None` for what is none.
    fn of_model(self) -> Option<Format> {
        match self {
            Self::Lp => Some(Format::Lp),
            Self::Mps => Some(Format::Mps),
            Self::MpsAux(dialect) => Some(Format::MpsAux(dialect)),
            Self::Bobilib => Some(Format::Bobilib),
            Self::Opb => Some(Format::Opb),
            Self::Wcnf => Some(Format::Wcnf),
            Self::Hypergraph => None,
        }
    }
}

/// The options of an export.
#[derive(Clone, Debug)]
pub struct ExportOptions<'a> {
    /// The model.
    pub model: ExportModel,
    /// The format.
    pub format: ExportFormat,
    /// The names of variables and rows in LP, MPS and AUX files.
    pub names: Names,
    /// The first part of the file names: an AUX file with names refers to its MPS file.
    pub stem: &'a str,
    /// The source of the unavoidable sets whose inequalities become rows of the leader; without it, the program is that
    /// of the paper.
    pub sets: Option<SetsOptions<'a>>,
    /// The regions whose minima become rows of the leader; grids only.
    pub regions: RegionRows,
    /// Whether to add rows that break the symmetries of the grid; grids only.
    pub symmetries: bool,
}

impl ExportOptions<'_> {
    /// Creates the options for a model as in the paper, without inequalities and with full names.
    #[must_use]
    pub fn new(model: ExportModel, format: ExportFormat) -> Self {
        let (regions, symmetries) = (RegionRows::None, false);
        Self { model, format, names: Names::Full, stem: "model", sets: None, regions, symmetries }
    }
}

/// An exported model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text of the model, or of the hypergraph.
    pub model: String,
    /// The text of the AUX file of a bilevel program.
    pub aux: Option<String>,
    /// The number of variables, or of vertices.
    pub n_variables: usize,
    /// The number of rows without the objective, or of hyperedges.
    pub n_rows: usize,
    /// The number of inequalities of unavoidable sets.
    pub n_sets: usize,
    /// The number of minima of regions.
    pub n_regions: usize,
    /// The number of rows that break symmetries.
    pub n_symmetries: usize,
}

impl Solver<'_> {
    /// Exports the problem as a model for other solvers, without its conditions.
    ///
    /// ```
    /// # use minclue_solver::{ExportFormat, ExportModel, ExportOptions, Problem, Solver};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let problem: Problem = "1234341221434321".parse()?;
    /// let relaxation = ExportOptions::new(ExportModel::HighPoint, ExportFormat::Lp);
    /// assert!(Solver::new(&problem).export(&relaxation)?.model.contains("Minimize"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit was reached, since a model with some of its rows would be another model;
    /// [`Error::Export`] if the format cannot hold the model; and those of [`Self::sets`].
    pub fn export(self, options: &ExportOptions<'_>) -> Result<Exported, Error> {
        let follower = self.follower.of_constraints();
        self.problem.subject().whole(follower, Writing { solver: self, options })?
    }
}

/// Writes a model at a width.
struct Writing<'w, 'a> {
    solver: Solver<'a>,
    options: &'w ExportOptions<'w>,
}

impl AtWidth for Writing<'_, '_> {
    type Out = Result<Exported, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let Self { mut solver, options } = self;
        let limits = solver.limits();
        let mut unmonitored = Unmonitored;
        let monitor = solver.monitor.take().unwrap_or(&mut unmonitored);
        let family = match &options.sets {
            Some(wanted) => sets::find(instance, wanted, &limits, monitor)?.whole()?,
            None => Default::default(),
        };
        let (mut regions, mut symmetries) = (Vec::new(), Vec::new());
        if let Some(problem) = instance.sudoku() {
            regions = CellSet::<W>::region_minima(problem, options.regions, &limits).map_err(|e| match e {
                RegionRowsError::Stopped(stop) => Error::Stopped(stop),
                failed @ RegionRowsError::Failed(_) => Error::failed(failed.to_string()),
            })?;
            if options.symmetries {
                symmetries = problem.automorphisms(Group::MAX, &limits).first_rows::<W>();
            }
        }
        if let Some(stop) = limits.reached(0) {
            return Err(Error::Stopped(stop));
        }
        let (n_sets, n_regions, n_symmetries) = (family.len(), regions.len(), symmetries.len());
        let rows = LeaderRows { sets: &family, regions: &regions, symmetries: &symmetries };
        let files = match options.format.of_model() {
            None => {
                let n_cells = instance.problem().cells().len();
                let sets = family.sets().iter().map(|set| set.cells);
                let model = write_hgr(n_cells, sets, &comments(instance));
                bilevel::Files { model, aux: None, n_variables: n_cells, n_rows: n_sets }
            }
            Some(format) => {
                let kind = match &options.model {
                    ExportModel::Bilevel => ModelKind::Bilevel(rows),
                    ExportModel::HighPoint => ModelKind::Hpr(rows),
                    ExportModel::Hitting => ModelKind::Hitting(rows),
                    ExportModel::Follower(clues) => ModelKind::Follower(clues.iter().copied().collect()),
                    ExportModel::Sets(size) => ModelKind::Sets { size: *size, known: &family },
                };
                bilevel::export(instance.problem(), kind, format, options.names, options.stem)
                    .map_err(|e| Error::Export(e.to_string()))?
            }
        };
        let bilevel::Files { model, aux, n_variables, n_rows } = files;
        Ok(Exported { model, aux, n_variables, n_rows, n_sets, n_regions, n_symmetries })
    }
}

/// The comments of a hypergraph file, which say what its vertices are.
fn comments<const W: usize>(instance: &dyn ProblemInstance<W>) -> String {
    let Some(problem) = instance.sudoku() else {
        return format!("unavoidable sets of {}; vertex v is clue v of the problem", harmless(&instance.line()));
    };
    let (grid, shape) = (problem.grid(), problem.grid().shape());
    let grid = line(&Puzzle::from(grid));
    let last = cell_name(shape, Cell::new(shape.n() - 1));
    format!(
        "unavoidable sets of the grid {grid} (boxes {shape})\n\
         vertex v is cell v - 1, row by row: vertex 1 is R1C1, vertex {} is {last}",
        shape.n()
    )
}
