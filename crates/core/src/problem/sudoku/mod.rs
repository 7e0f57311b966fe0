//! The Minimum Sudoku Clue Problem: which cells of a grid must be shown?

mod certificate;
#[cfg(test)]
mod tests;

use crate::base::{Cell, CellSet, Digit, Group, Index, Limits, Pace, Stop};
use crate::ilp::{BinaryModel, Literal, Sense, VarId};
use crate::sudoku::{
    Geometry, Grid, House, Nine, Puzzle, Rule, SecondSolution, Shape, SudokuSolver, Variant, VariantClash,
    automorphisms, cell_name,
};

use super::{ClueProblem, LinearProblem, Oracle, Verdict, Witness, WitnessError};

/// The clue problem of one grid of any shape, plain or of a variant.
#[derive(Clone, Debug)]
pub struct SudokuClues<const W: usize> {
    grid: Grid,
    geometry: Geometry<W>,
}

/// Asks the Sudoku solver.
#[derive(Clone, Debug)]
struct SudokuOracle<const W: usize> {
    target: Box<[Digit]>,
    solver: SudokuSolver<W>,
}

impl<const W: usize> SudokuClues<W> {
    /// Creates the clue problem of `grid`. Its cells must fit into `W` words.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let geometry = Geometry::new(grid.shape());
        Self { grid, geometry }
    }

    /// Creates the clue problem of `grid` among the grids of `variant`. Its cells must fit into `W` words.
    ///
    /// # Errors
    /// The [`VariantClash`] if the grid violates the variant.
    ///
    /// # Panics
    /// If the variant has another shape.
    #[inline(never)]
    pub fn of(variant: &Variant, grid: Grid) -> Result<Self, VariantClash> {
        variant.check(&Puzzle::from(&grid))?;
        Ok(Self { grid, geometry: Geometry::of(variant.clone()) })
    }

    /// The rules of its solutions.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        self.geometry.variant()
    }

    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cell sets of its shape and variant.
    #[must_use]
    pub fn geometry(&self) -> &Geometry<W> {
        &self.geometry
    }

    fn shape(&self) -> Shape {
        self.grid.shape()
    }

    /// The pairs of cells that are a move apart, each once.
    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let variant = self.variant();
        let after = |a: Cell| variant.moves(a).iter().filter(move |b| **b > a).map(move |b| (a, *b));
        self.shape().cells().flat_map(after)
    }

    /// x_{ijk}: the solution has digit k in cell (i, j).
    fn x(&self, cell: Cell, digit: Digit) -> VarId {
        VarId::new(cell.get() * self.shape().n() + digit.index())
    }
}

impl<const W: usize> ClueProblem<W> for SudokuClues<W> {
    fn cells(&self) -> CellSet<W> {
        self.geometry.all()
    }

    fn oracle(&self) -> Box<dyn Oracle<W> + '_> {
        Box::new(SudokuOracle { target: self.grid.digits().into(), solver: SudokuSolver::of(self.variant().clone()) })
    }

    #[inline(never)]
    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError> {
        let (shape, values) = (self.shape(), &witness.0);
        if values.len() != shape.n_cells() {
            return Err(WitnessError::Length { found: values.len(), wanted: shape.n_cells() });
        }
        if let Some(bad) = values.iter().find(|v| !(1..=shape.n()).contains(&usize::from(**v))) {
            return Err(WitnessError::NotASolution(format!("{bad} is not a digit")));
        }
        let digits: Vec<Digit> = values.iter().map(|v| Digit::new(usize::from(*v))).collect();
        let other = Grid::new(shape, &digits).map_err(|clash| {
            WitnessError::NotASolution(format!("{} occurs twice in {}", clash.digit.value(), clash.house))
        })?;
        self.variant().check(&Puzzle::from(&other)).map_err(|clash| {
            WitnessError::NotASolution(format!("{} occurs twice {}", clash.digit.value(), clash.rule))
        })?;
        let differs: CellSet<W> = self.grid.difference(other.digits());
        if differs.is_empty() { Err(WitnessError::Target) } else { Ok(differs) }
    }

    fn cell_name(&self, cell: Cell) -> String {
        cell_name(self.shape(), cell)
    }

    #[inline(never)]
    fn partitions(&self) -> Vec<Vec<CellSet<W>>> {
        let shape = self.shape();
        if self.variant().regions().is_some() {
            // No boxes hold the lines together, so any of them do.
            let height = shape.n().isqrt();
            let part = |line: &dyn Fn(Cell) -> usize, i: usize| {
                shape.cells().filter(|&cell| line(cell) / height == i).collect::<CellSet<W>>()
            };
            let parts = |line: &dyn Fn(Cell) -> usize| (0..shape.n().div_ceil(height)).map(|i| part(line, i)).collect();
            return vec![parts(&|cell| shape.row(cell)), parts(&|cell| shape.column(cell))];
        }
        let bands = (0..shape.n_bands()).map(|i| self.geometry.band(i)).collect();
        let stacks = (0..shape.n_stacks()).map(|i| self.geometry.stack(i)).collect();
        vec![bands, stacks]
    }

    #[inline(never)]
    fn classes(&self) -> Vec<Vec<CellSet<W>>> {
        let shape = self.shape();
        let by = |class: &dyn Fn(Cell) -> usize| -> Vec<CellSet<W>> {
            let mut classes = vec![CellSet::EMPTY; shape.n()];
            self.cells().iter().for_each(|cell| classes[class(cell)].insert(cell));
            classes
        };
        vec![by(&|c| shape.row(c)), by(&|c| shape.column(c)), by(&|c| self.grid.get(c).index())]
    }

    #[inline(never)]
    fn joinable(&self) -> Vec<Vec<CellSet<W>>> {
        // Diagonals cut bands and stacks most, and regions of a jigsaw cut any lines. With windows or the knight's rule
        // a grid took more time so.
        let cuts = |rule: &Rule| {
            matches!(rule, Rule::Diagonals | Rule::FallingDiagonal | Rule::RisingDiagonal | Rule::Jigsaw(_))
        };
        let is_cut = self.variant().rules().iter().any(cuts);
        if is_cut { self.classes() } else { Vec::new() }
    }

    fn automorphisms(&self, max: usize, limits: &Limits) -> Group {
        let variant = self.variant();
        let group = automorphisms(&self.grid, max, limits).group;
        if variant.is_plain() { group } else { group.subgroup(|symmetry| variant.is_kept_by(symmetry)) }
    }
}

impl<const W: usize> LinearProblem<W> for SudokuClues<W> {
    #[inline(never)]
    fn model(&self) -> BinaryModel {
        let shape = self.shape();
        let n = shape.n();
        let digits = || (0..n).map(Digit::from_index);
        let mut model = BinaryModel::new("solutions");
        let variant = self.variant();
        for cell in shape.cells() {
            for digit in digits() {
                let (row, column) = (shape.row(cell) + 1, shape.column(cell) + 1);
                model.add_var(format!("x_r{row}c{column}_{}", digit.value()));
            }
        }
        // (G0): every cell holds one digit.
        for cell in shape.cells() {
            let terms = digits().map(|d| (self.x(cell, d), 1));
            model.add_row(format!("cell_{}", cell_name(shape, cell).to_lowercase()), terms, Sense::Equal, 1);
        }
        // (G1) to (G3): every digit stands once in each row, column and box. The paper's model has the boxes of a Latin
        // square too; they repeat its lines, so they are kept and change nothing.
        for house in shape.houses() {
            let kind = match house {
                House::Row(i) => format!("row{}", i + 1),
                House::Column(i) => format!("col{}", i + 1),
                House::Box(i) => format!("box{}", i + 1),
            };
            for digit in digits() {
                let terms = shape.cells().filter(|&c| shape.is_in(c, house)).map(|c| (self.x(c, digit), 1));
                model.add_row(format!("{kind}_{}", digit.value()), terms, Sense::Equal, 1);
            }
        }
        for (i, house) in variant.houses().iter().enumerate() {
            for digit in digits() {
                let terms = house.cells.iter().map(|&c| (self.x(c, digit), 1));
                model.add_row(format!("house{}_{}", i + 1, digit.value()), terms, Sense::Equal, 1);
            }
        }
        for (first, second) in self.pairs() {
            let names = [first, second].map(|cell| cell_name(shape, cell).to_lowercase());
            for digit in digits() {
                let terms = [first, second].map(|c| (self.x(c, digit), 1));
                model.add_row(format!("{}_{}_{}", names[0], names[1], digit.value()), terms, Sense::LessEqual, 1);
            }
        }
        model
    }

    fn agreement(&self, cell: Cell) -> Literal {
        self.x(cell, self.grid.get(cell)).into()
    }

    #[inline(never)]
    fn region_name(&self, region: CellSet<W>) -> Option<String> {
        let part = self.cells() - region;
        let cuts = self.partitions().into_iter().chain(self.classes());
        for (kind, parts) in ["band", "stack", "row", "col", "digit"].into_iter().zip(cuts) {
            if let Some(i) = parts.iter().position(|cells| *cells == part) {
                return Some(format!("all_but_{kind}{}", i + 1));
            }
        }
        let digits = self.classes().pop()?;
        let left_out: Vec<usize> = (0..digits.len()).filter(|&i| digits[i].is_subset(&part)).collect();
        let all = left_out.iter().fold(CellSet::EMPTY, |all, &i| all | digits[i]);
        let names: Vec<String> = left_out.iter().map(|i| (i + 1).to_string()).collect();
        (!part.is_empty() && all == part).then(|| format!("all_but_digits{}", names.join("_")))
    }

    fn witness(&self, values: &[bool]) -> Witness {
        let n = self.shape().n();
        let digit = |cell: Cell| {
            let here = &values[cell.get() * n..(cell.get() + 1) * n];
            here.iter().position(|v| *v).map_or(0, |i| i as u8 + 1)
        };
        Witness(self.shape().cells().map(digit).collect())
    }
}

impl<const W: usize> Oracle<W> for SudokuOracle<W> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        match self.solver.second_solution(&self.target, clues, pace) {
            SecondSolution::None => Verdict::Unique,
            SecondSolution::Found(digits) => Verdict::Second(Witness(digits.iter().map(|d| d.value() as u8).collect())),
            SecondSolution::Limit(stop) => Verdict::Limit(stop),
        }
    }

    fn unhit_set(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        self.solver.unhit_set(&self.target, clues, keep_out, pace)
    }

    fn core(&self) -> Option<CellSet<W>> {
        self.solver.core()
    }

    fn is_quick(&self) -> bool {
        Nine::serves(self.solver.geometry().variant())
    }

    fn forget(&mut self) {
        self.solver.forget();
    }

    fn n_solutions(&mut self, clues: CellSet<W>, max: usize, pace: &mut Pace) -> Option<Result<usize, Stop>> {
        Some(self.solver.count(&self.target, clues, max, pace))
    }
}
