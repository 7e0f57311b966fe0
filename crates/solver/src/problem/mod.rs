//! Problems: the input of every question, whatever file or value they come from.

mod conditions;
mod read;
mod subject;
mod units;

use std::fmt;

use minclue_core::base::{Cell, CellSet, Index as _};
use minclue_core::hitting::Hypergraph;
use minclue_core::ilp::{
    BilevelProgram, BinaryModel, ClauseSet, IntegerBilevel, NoAnswer, PlacedIntegerBilevel, Row, Sense,
};
use minclue_core::problem::{BilevelProblem, Drawing, LeaderRow, MonotoneFollower};
use minclue_core::sudoku::{Grid, Puzzle, cell_name};

use crate::answer::Choice;
use crate::api::solution;
use crate::error::Error;
use crate::interdiction::LeaderEngine;
use crate::model_instance::ModelInstance;
use crate::variant_grid::VariantGrid;

pub(crate) use conditions::Conditions;
pub use read::LoadError;
pub(crate) use subject::{AtWidth, NO_CLUES, Subject};
pub(crate) use units::InUnits;

/// A problem: a ground set of cells, of which a smallest valid choice is wanted, and the conditions on a choice.
///
/// | source | cells | a choice is valid if |
/// |---|---|---|
/// | a grid, a puzzle | the cells of the grid, row by row | its clues have one solution (tjusila-2023, section 2) |
/// | a solution of a 0/1 model | variables of the model | their values determine the solution (tjusila-2023, section 6) |
/// | a hypergraph | vertices | it contains a vertex of every hyperedge |
/// | constraints that contradict each other | constraints | they contradict each other |
/// | a bilevel program | variables of the leader; in programs over integers, of both players | the leader's rows hold |
///
/// The answer to a bilevel program is its value, the cost of the leader's best choice. A problem includes its
/// conditions: cells that are [given](Self::given) or [forbidden](Self::forbidden), [weights](Self::weights) of cells,
/// and [rows](Self::row).
///
/// ```
/// # use minclue_solver::{Problem, Solver};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let problem: Problem = "1234341221434321".parse()?;
/// let corner = problem.cell("R1C1").expect("a grid has it");
/// assert_eq!(Solver::new(&problem.given([corner])).run()?.minimum(), Some(4));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Problem {
    name: Option<String>,
    subject: Subject,
    conditions: Conditions,
}

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A grid of Sudoku or of a variant.
    Grid,
    /// A solution of a 0/1 model, including puzzles of other kinds.
    Model,
    /// A hypergraph.
    Hypergraph,
    /// Constraints that contradict each other.
    Contradiction,
    /// A bilevel program that is a clue problem: the leader pays to keep the follower below a bound.
    Blocker,
    /// Any other bilevel program over integers.
    Bilevel,
}

impl Problem {
    /// The maximum number of cells of a problem: the capacity of the widest bit sets.
    pub const MAX_CELLS: usize = CellSet::<10>::CAPACITY;

    fn of(subject: Subject) -> Self {
        Self { name: None, subject, conditions: Conditions::default() }
    }

    /// Creates the problem of a grid: which clues leave it as the only solution?
    #[must_use]
    pub fn of_grid(grid: &Grid) -> Self {
        Self::of_variant(VariantGrid::plain(grid.clone()))
    }

    /// Creates the problem of a grid of a variant: which clues leave it as the only solution?
    #[must_use]
    pub fn of_variant(grid: VariantGrid) -> Self {
        Self::of(Subject::Grid(Box::new(grid)))
    }

    /// Creates the problem of the solution of a puzzle.
    ///
    /// # Errors
    /// [`Error::NotOneGrid`] if the puzzle has no solution or several.
    pub fn of_puzzle(puzzle: &Puzzle) -> Result<Self, Error> {
        Ok(Self::of_grid(&solution(puzzle)?))
    }

    /// Creates the problem of a solution of a 0/1 model: which of its variables determine it?
    #[must_use]
    pub fn of_model(instance: ModelInstance) -> Self {
        let name = name_of(&instance.model);
        Self { name, ..Self::of(Subject::Model(Box::new(instance))) }
    }

    /// Creates the problem of a hypergraph: which vertices hit every hyperedge? Cell i is vertex i + 1 in files.
    ///
    /// # Errors
    /// [`Error::Cells`] if there are more than 640 vertices, or if a hyperedge is empty or has an unknown vertex.
    pub fn of_hypergraph(hypergraph: Hypergraph) -> Result<Self, Error> {
        let n = hypergraph.n_vertices;
        if n > Self::MAX_CELLS {
            return Err(Error::Cells(format!("{n} vertices; the maximum is {}", Self::MAX_CELLS)));
        }
        for (edge, number) in hypergraph.edges.iter().zip(1..) {
            if edge.is_empty() {
                return Err(Error::Cells(format!("hyperedge {number} has no vertex, so it cannot be hit")));
            }
            if let Some(vertex) = edge.iter().find(|vertex| **vertex >= n) {
                let vertex = vertex + 1;
                return Err(Error::Cells(format!("hyperedge {number} has vertex {vertex}; there are {n}")));
            }
        }
        Ok(Self::of(Subject::Hypergraph(hypergraph)))
    }

    /// Creates the problem of clauses: which of them, or of their groups, contradict each other?
    ///
    /// # Errors
    /// [`Error::Constraints`] if there are no clauses to choose from, or too many.
    pub fn of_clauses(clauses: &ClauseSet) -> Result<Self, Error> {
        let follower =
            MonotoneFollower::of_clauses(clauses, "clauses").map_err(|e| Error::Constraints(e.to_string()))?;
        Self::of_constraints(follower)
    }

    /// Creates the problem of the rows of a 0/1 model: which of them contradict each other? Rows for which `is_hard`
    /// returns `true` always hold.
    ///
    /// # Errors
    /// [`Error::Constraints`] if there are no rows to choose from, or too many.
    pub fn of_rows(model: &BinaryModel, is_hard: impl Fn(&Row) -> bool) -> Result<Self, Error> {
        let follower = MonotoneFollower::of_rows(model, is_hard).map_err(|e| Error::Constraints(e.to_string()))?;
        Self::of_constraints(follower)
    }

    /// Creates the problem of constraints made by [`MonotoneFollower::of_clauses`] or [`MonotoneFollower::of_rows`]:
    /// which of them contradict each other?
    ///
    /// # Errors
    /// [`Error::Constraints`] if there are too many constraints to choose from.
    pub fn of_constraints(follower: MonotoneFollower) -> Result<Self, Error> {
        match follower.n_cells() {
            n if n > Self::MAX_CELLS => Err(Error::Constraints(format!(
                "{n} constraints to choose from; the maximum is {}, so more of them must be hard",
                Self::MAX_CELLS
            ))),
            _ => Ok(Self::of(Subject::Contradiction(Box::new(follower)))),
        }
    }

    /// Creates the problem of a bilevel program: what is its optimal value? A blocker problem that is a clue problem is
    /// solved as one; all others are solved as programs over integers. A choice that leaves the follower of a blocker
    /// problem without a feasible response counts as preventing it.
    #[must_use]
    pub fn of_program(program: &BilevelProgram) -> Self {
        Self::of_class(program, BilevelProblem::of(program).ok())
    }

    /// The same of a program whose class is known, if it has one.
    pub(super) fn of_class(program: &BilevelProgram, class: Option<BilevelProblem>) -> Self {
        let no_answer = class.as_ref().map_or_else(NoAnswer::default, |class| class.goal.no_answer());
        match class.and_then(Self::of_blocker) {
            Some(problem) => Self { name: name_of(&program.model), ..problem },
            None => Self::of_integers(IntegerBilevel { no_answer, ..PlacedIntegerBilevel::from(program).program }),
        }
    }

    /// Creates the problem of a blocker problem: what does it cost the leader? Returns `None` unless it is a clue
    /// problem: all variables cost the same, and the leader has no rows except demands.
    #[must_use]
    pub fn of_blocker(program: BilevelProblem) -> Option<Self> {
        let is_of_clues = LeaderEngine::suits(&program).0 != LeaderEngine::Witnesses;
        is_of_clues.then(|| Self::of(Subject::Program(Box::new(program))))
    }

    /// Creates the problem of a bilevel program over integers: what is its optimal value, in units of its scale?
    /// [`Self::of_program`] may solve a blocker problem faster.
    ///
    /// ```
    /// # use minclue_core::ilp::{IntegerBilevel, read_integer_mps_aux};
    /// # use minclue_solver::{Problem, Solver};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// // Moore and Bard (1990): min -x - 10 y, where y is as small as the follower's rows allow.
    /// let mps = "NAME mb\nROWS\n N c\n L a\n L b\n L d\n G e\nCOLUMNS\n M 'MARKER' 'INTORG'\n x c -1 a -25\n x b 1 d 2\n x e 2\n \
    ///            y c -10 a 20\n y b 2 d -1\n y e 10\n M 'MARKER' 'INTEND'\nRHS\n r a 30 b 10\n r d 15 e 15\nBOUNDS\n UP b x 10\n \
    ///            UP b y 10\nENDATA\n";
    /// let aux = "N 1\nM 4\nLC 1\nLR 0\nLR 1\nLR 2\nLR 3\nLO 1\nOS 1\n";
    /// let read = read_integer_mps_aux(mps.as_bytes(), aux.as_bytes(), "mb", &Default::default())?;
    /// let answer = Solver::new(&Problem::of_integers(read.program)).run()?;
    /// assert_eq!(answer.minimum(), Some(-22));
    /// assert_eq!(answer.choice().map(ToString::to_string).as_deref(), Some("x=2"));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn of_integers(program: IntegerBilevel) -> Self {
        let name = Some(program.name.clone()).filter(|name| !name.is_empty());
        Self { name, ..Self::of(Subject::Integers(Box::new(program))) }
    }

    /// Sets the name of the problem.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Requires these cells in every choice. They count toward the total.
    #[must_use]
    pub fn given(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.conditions.given.extend(cells);
        self
    }

    /// Excludes these cells from every choice.
    #[must_use]
    pub fn forbidden(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.conditions.forbidden.extend(cells);
        self
    }

    /// Gives each cell the weight that `weight` returns, instead of 1. The problem then asks for the least weight.
    #[must_use]
    pub fn weights(mut self, weight: impl Fn(Cell) -> u32) -> Self {
        self.conditions.weights = Some((0..self.n_cells()).map(|cell| i64::from(weight(Cell::new(cell)))).collect());
        self
    }

    /// Sets the prices that a leader pays for the cells, in their order. Unlike [`Self::weights`], prices are never
    /// split into units, however small they are.
    ///
    /// # Panics
    /// If the number of prices differs from the number of cells, or if a price is negative.
    #[must_use]
    pub fn prices(mut self, prices: Vec<i64>) -> Self {
        assert_eq!(prices.len(), self.n_cells(), "a price for each cell");
        assert!(prices.iter().all(|price| *price >= 0), "nobody pays less than nothing");
        (self.conditions.weights, self.conditions.are_prices) = (Some(prices), true);
        self
    }

    /// Adds a row that every choice must satisfy: the sum of the coefficients of its cells, compared with `rhs` by
    /// `sense`.
    ///
    /// ```
    /// # use minclue_solver::{Problem, Solver};
    /// # use minclue_core::ilp::Sense;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let problem: Problem = "1234341221434321".parse()?;
    /// let first_row = ["R1C1", "R1C2", "R1C3", "R1C4"].map(|name| problem.cell(name).expect("a cell"));
    /// let three = problem.row(first_row.map(|cell| (cell, 1)), Sense::GreaterEqual, 3);
    /// assert!(Solver::new(&three).run()?.minimum().is_some_and(|n| n >= 4));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn row(mut self, terms: impl IntoIterator<Item = (Cell, i64)>, sense: Sense, rhs: i64) -> Self {
        let terms: Vec<(usize, i64)> = terms.into_iter().map(|(cell, a)| (cell.get(), a)).collect();
        self.conditions.rows.extend(LeaderRow::of(&terms, sense, rhs));
        self
    }

    /// The kind of the problem.
    #[must_use]
    pub fn kind(&self) -> ProblemKind {
        match &self.subject {
            Subject::Grid(_) => ProblemKind::Grid,
            Subject::Model(_) => ProblemKind::Model,
            Subject::Hypergraph(_) => ProblemKind::Hypergraph,
            Subject::Contradiction(_) => ProblemKind::Contradiction,
            Subject::Program(_) => ProblemKind::Blocker,
            Subject::Integers(_) => ProblemKind::Bilevel,
        }
    }

    /// The name of its file or model, if there is one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The number of cells to choose from.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        match &self.subject {
            Subject::Grid(grid) => grid.grid().shape().n_cells(),
            Subject::Model(instance) => instance.clues.len(),
            Subject::Hypergraph(hypergraph) => hypergraph.n_vertices,
            Subject::Contradiction(follower) => follower.n_items(),
            Subject::Program(problem) => problem.follower.n_items(),
            Subject::Integers(program) => program.variables.len(),
        }
    }

    /// The name of a cell: `R2C3`, a variable (followed by `=0` if that is its value), the number of a vertex from 1,
    /// or a constraint.
    ///
    /// # Panics
    /// If the cell does not exist.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> String {
        assert!(cell.get() < self.n_cells(), "there is no cell {}", cell.get());
        match &self.subject {
            Subject::Grid(grid) => cell_name(grid.grid().shape(), cell),
            Subject::Model(instance) => instance.clue_name(cell),
            Subject::Hypergraph(_) => (cell.get() + 1).to_string(),
            Subject::Contradiction(follower) => follower.item_name(cell.get()).to_owned(),
            Subject::Program(problem) => problem.follower.item_name(cell.get()).to_owned(),
            Subject::Integers(program) => program.variables[cell.get()].name.clone(),
        }
    }

    /// The name of a cell in a sentence.
    pub(crate) fn described(&self, cell: Cell) -> String {
        let name = self.cell_name(cell);
        if matches!(self.subject, Subject::Hypergraph(_)) { format!("vertex {name}") } else { name }
    }

    /// Checks that the conditions fit the problem and each other.
    ///
    /// # Errors
    /// [`Error::Cells`] with the name of a cell that does not exist, or that is both given and forbidden.
    pub fn check(&self) -> Result<(), Error> {
        self.conditions.check(self)
    }

    /// Returns the cell with this name.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<Cell> {
        (0..self.n_cells()).map(Cell::new).find(|cell| self.cell_name(*cell) == name)
    }

    /// The highest declared group of clauses; some groups may be empty.
    #[must_use]
    pub fn n_groups(&self) -> u64 {
        match &self.subject {
            Subject::Contradiction(follower) => follower.n_groups(),
            _ => 0,
        }
    }

    /// A one-line description, for logs.
    #[must_use]
    pub fn line(&self) -> String {
        match &self.subject {
            Subject::Grid(grid) if grid.variant().is_plain() => grid.grid().to_string(),
            Subject::Grid(grid) => format!("{} {}", grid.grid(), grid.variant()),
            Subject::Model(instance) => instance.line(),
            Subject::Hypergraph(Hypergraph { n_vertices, edges }) => {
                format!("a hypergraph with {n_vertices} vertices and {} hyperedges", edges.len())
            }
            Subject::Contradiction(follower) => format!("constraints {}", follower.model().name),
            Subject::Program(problem) => format!("program {}", problem.follower.model().name),
            Subject::Integers(program) => format!("program {}", program.name),
        }
    }

    /// The grid, for a problem of a grid.
    #[must_use]
    pub fn grid(&self) -> Option<&Grid> {
        match &self.subject {
            Subject::Grid(grid) => Some(grid.grid()),
            _ => None,
        }
    }

    /// The model and its solution, for a problem of a model.
    #[must_use]
    pub fn model(&self) -> Option<&ModelInstance> {
        match &self.subject {
            Subject::Model(instance) => Some(instance),
            _ => None,
        }
    }

    /// Returns these cells as a choice, such as one to start from, without checking that it is valid.
    ///
    /// # Errors
    /// [`Error::Cells`] if a cell does not exist.
    pub fn choice(&self, cells: impl IntoIterator<Item = Cell>) -> Result<Choice, Error> {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        match cells.iter().find(|cell| cell.get() >= self.n_cells()) {
            Some(cell) => Err(Error::Cells(no_cell(*cell, self.n_cells()))),
            None => Ok(self.chosen(cells)),
        }
    }

    /// Returns the clues of a puzzle of its grid as a choice.
    ///
    /// # Errors
    /// [`Error::Start`] if a clue differs from the grid, or if the problem has no grid.
    pub fn clues_of(&self, puzzle: &Puzzle) -> Result<Choice, Error> {
        let grid = self.grid().ok_or_else(|| Error::Start("this problem is not about a grid".to_owned()))?;
        let clues = puzzle.clue_cells();
        let is_of_it = puzzle.shape() == grid.shape() && clues.iter().all(|&c| puzzle.get(c) == Some(grid.get(c)));
        match is_of_it {
            true => Ok(self.chosen(clues)),
            false => Err(Error::Start("its clues are not those of the grid".to_owned())),
        }
    }

    /// These cells, which are some of it and ascending.
    pub(crate) fn chosen(&self, cells: Vec<Cell>) -> Choice {
        if let Some(grid) = self.grid() {
            let puzzle = grid.puzzle::<10>(cells.iter().copied().collect());
            return Choice::of_puzzle(cells, puzzle);
        }
        let names = cells.iter().map(|cell| self.cell_name(*cell)).collect();
        let shown = self.model().and_then(|instance| instance.show(&cells));
        Choice::named(cells, names, shown)
    }

    /// Returns a drawing of a grid with rules in which these cells are clues; `None` for all other problems.
    #[must_use]
    pub fn drawing(&self, cells: &[Cell]) -> Option<Drawing> {
        self.model()?.drawing(cells)
    }

    /// Is it a bilevel program, of which the value is wanted?
    pub(crate) fn is_program(&self) -> bool {
        matches!(self.subject, Subject::Program(_) | Subject::Integers(_))
    }

    pub(crate) fn subject(&self) -> &Subject {
        &self.subject
    }

    pub(crate) fn conditions(&self) -> &Conditions {
        &self.conditions
    }
}

/// The name of a model, if it has one.
fn name_of(model: &BinaryModel) -> Option<String> {
    Some(model.name.clone()).filter(|name| !name.is_empty())
}

/// The message about a cell that does not exist.
pub(crate) fn no_cell(cell: Cell, n_cells: usize) -> String {
    format!("there is no cell {}; there are {n_cells}, from 0", cell.get())
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Problem");
        debug.field("kind", &self.kind()).field("name", &self.name).field("n_cells", &self.n_cells());
        debug.field("conditions", &self.conditions).finish_non_exhaustive()
    }
}

impl From<&Grid> for Problem {
    fn from(grid: &Grid) -> Self {
        Self::of_grid(grid)
    }
}

impl From<VariantGrid> for Problem {
    fn from(grid: VariantGrid) -> Self {
        Self::of_variant(grid)
    }
}

impl From<ModelInstance> for Problem {
    fn from(instance: ModelInstance) -> Self {
        Self::of_model(instance)
    }
}
