//! The Minimum Sudoku Clue Problem: which cells of a grid must be shown?

use crate::base::{Cell, CellPermutation, CellSet, Digit, Group, Index, Limits, Pace, Stop};
use crate::ilp::{BinaryModel, Literal, Sense, VarId};
use crate::proof::Instance;
use crate::sudoku::{Geometry, Grid, House, SecondSolution, Shape, SudokuSolver, automorphisms, cell_name};

use super::{Certifiable, ClueProblem, LinearProblem, Oracle, Verdict, Witness, WitnessError};

/// The clue problem of one grid of any shape.
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
    /// The clue problem of `grid`. `W` words must hold its cells.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let geometry = Geometry::new(grid.shape());
        Self { grid, geometry }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cell sets of its shape.
    #[must_use]
    pub fn geometry(&self) -> &Geometry<W> {
        &self.geometry
    }

    fn shape(&self) -> Shape {
        self.grid.shape()
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
        Box::new(SudokuOracle { target: self.grid.digits().into(), solver: SudokuSolver::new(self.shape()) })
    }

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
            WitnessError::NotASolution(format!("{} stands twice in {}", clash.digit.value(), clash.house))
        })?;
        let differs: CellSet<W> = self.grid.difference(other.digits());
        if differs.is_empty() { Err(WitnessError::Target) } else { Ok(differs) }
    }

    fn cell_name(&self, cell: Cell) -> String {
        cell_name(self.shape(), cell)
    }

    fn partitions(&self) -> Vec<Vec<CellSet<W>>> {
        let bands = (0..self.shape().n_bands()).map(|i| self.geometry.band(i)).collect();
        let stacks = (0..self.shape().n_stacks()).map(|i| self.geometry.stack(i)).collect();
        vec![bands, stacks]
    }

    fn classes(&self) -> Vec<Vec<CellSet<W>>> {
        let shape = self.shape();
        let by = |class: &dyn Fn(Cell) -> usize| -> Vec<CellSet<W>> {
            let mut classes = vec![CellSet::EMPTY; shape.n()];
            self.cells().iter().for_each(|cell| classes[class(cell)].insert(cell));
            classes
        };
        vec![by(&|c| shape.row(c)), by(&|c| shape.column(c)), by(&|c| self.grid.get(c).index())]
    }

    fn automorphisms(&self, max: usize, limits: &Limits) -> Group {
        automorphisms(&self.grid, max, limits).group
    }
}

impl<const W: usize> LinearProblem<W> for SudokuClues<W> {
    fn model(&self) -> BinaryModel {
        let shape = self.shape();
        let n = shape.n();
        let digits = || (0..n).map(Digit::from_index);
        let mut model = BinaryModel::new("solutions");
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
        model
    }

    fn agreement(&self, cell: Cell) -> Literal {
        self.x(cell, self.grid.get(cell)).into()
    }

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

impl<const W: usize> Certifiable<W> for SudokuClues<W> {
    fn instance(&self) -> Instance {
        let shape = self.shape();
        let digits = self.grid.digits().iter().map(|digit| digit.value()).collect();
        Instance::Sudoku { box_rows: shape.box_rows(), box_columns: shape.box_cols(), digits }
    }

    fn replacement(&self, set: CellSet<W>, witness: &Witness) -> Vec<usize> {
        let n = self.shape().n();
        set.iter().map(|cell| cell.get() * n + usize::from(witness.0[cell.get()]) - 1).collect()
    }

    fn item_images(&self, symmetry: &CellPermutation) -> Vec<usize> {
        let shape = self.shape();
        let n = shape.n();
        let mut digit_images = vec![0; n];
        for cell in shape.cells() {
            digit_images[self.grid.get(cell).index()] = self.grid.get(symmetry.apply(cell)).index();
        }
        let lines = |house: House| match house {
            House::Row(i) => (0, usize::from(i)),
            House::Column(i) => (1, usize::from(i)),
            House::Box(i) => (2, usize::from(i)),
        };
        // The items in their order: cells, then (house, digit) by kinds of houses; a house's image is the house of its
        // kind of cells' images.
        let n_kinds = if shape.box_rows() > 1 && shape.box_cols() > 1 { 3 } else { 2 };
        let mut images: Vec<usize> = shape.cells().map(|cell| symmetry.apply(cell).get()).collect();
        images.resize((1 + n_kinds) * n * n, 0);
        for house in shape.houses().filter(|house| lines(*house).0 < n_kinds) {
            let cells: Vec<Cell> = shape.cells().filter(|cell| shape.is_in(*cell, house)).collect();
            let same = |other: &House| cells.iter().all(|cell| shape.is_in(symmetry.apply(*cell), *other));
            let image = shape.houses().filter(|other| lines(*other).0 < n_kinds).find(same).map_or((0, 0), lines);
            let (kind, i) = lines(house);
            for (digit, digit_image) in digit_images.iter().enumerate() {
                images[(1 + kind) * n * n + i * n + digit] = (1 + image.0) * n * n + image.1 * n + digit_image;
            }
        }
        images
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
        if let Some(nine) = self.solver.nine(&self.target) {
            return Some(nine.unhit_set(clues, keep_out, pace));
        }
        Some(self.solver.large(&self.target)?.unhit_set(clues, keep_out, pace))
    }

    fn core(&self) -> Option<CellSet<W>> {
        self.solver.core()
    }

    fn forget(&mut self) {
        self.solver.forget();
    }

    fn n_solutions(&mut self, clues: CellSet<W>, max: usize, pace: &mut Pace) -> Option<Result<usize, Stop>> {
        Some(self.solver.count(&self.target, clues, max, pace))
    }
}
