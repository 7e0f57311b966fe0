//! Recognizes a blocker problem that is the clue problem of a grid, as `export --what bilevel` writes it, with any
//! names and order of its variables and rows.
//!
//! The follower has a variable for each cell and digit, and an equation for each cell, and for each digit in each row,
//! column and box. Two equations have two variables or more in common exactly if they are about one digit, and one is
//! of a box and the other of a row or column that crosses it. So equations without such a partner are those of cells,
//! and all others follow. At the end, the program of the grid is compared with this one, row by row.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Digit, Index as _, Limits};
use crate::ilp::{BilevelProgram, Row, Sense, VarId};
use crate::problem::{LinearProblem as _, SudokuClues};
use crate::sudoku::{Grid, SecondSolution, Shape, SudokuSolver};

/// The grid behind a blocker problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenGrid {
    /// The grid, up to the order and the names of its digits, rows and columns.
    pub grid: Grid,
    /// For each item, the cell of which it is the clue.
    pub cells: Vec<Cell>,
}

/// Words for the cells of the largest grid.
const W: usize = 10;
/// Guesses for whether a row of the leader says what holds of all clues.
const GUESSES: u64 = 10_000;
/// How often limits are asked, in guesses.
const PACE: u32 = 256;

/// A row in one form, with numbers in place of variables.
type Plain = (Vec<(usize, i64)>, bool, i64);

/// The row as `... <= rhs`, or as an equation whose first coefficient is positive; divided by what divides all of it.
fn plain(row: &Row, number: impl Fn(VarId) -> usize) -> Plain {
    let mut terms: Vec<(usize, i64)> =
        row.terms.iter().filter(|(_, a)| *a != 0).map(|(var, a)| (number(*var), *a)).collect();
    terms.sort_unstable();
    let is_equation = row.sense == Sense::Equal;
    let turn = match row.sense {
        Sense::LessEqual => false,
        Sense::GreaterEqual => true,
        Sense::Equal => terms.first().is_some_and(|(_, a)| *a < 0),
    };
    let sign = if turn { -1 } else { 1 };
    let divisor =
        terms.iter().map(|(_, a)| a.unsigned_abs()).fold(row.rhs.unsigned_abs(), super::common_divisor).max(1);
    let part = |number: i64| sign * number / i64::try_from(divisor).unwrap_or(1);
    (terms.into_iter().map(|(var, a)| (var, part(a))).collect(), is_equation, part(row.rhs))
}

impl HiddenGrid {
    /// The grid of a program whose leader pays the same for each of the variables `items`, and for nothing else, so that
    /// no answer is worth more than `most`, and whose other rows are `demands`.
    pub(super) fn of(bilevel: &BilevelProgram, items: &[VarId], most: i64, demands: &[Row]) -> Option<Self> {
        let n_cells = items.len();
        let n = n_cells.isqrt();
        let n_vars = bilevel.follower_vars.len();
        if n * n != n_cells || !(4..=Shape::MAX_N).contains(&n) || n_vars != n_cells * n + 1 {
            return None;
        }
        // z is 1 where no second solution is found, and has to be.
        let &[(z, worth)] = &bilevel.follower_objective[..] else { return None };
        if !(worth <= most && most < 0) {
            return None;
        }
        let found = Found::of(bilevel, items, z, n)?;
        found.is_program(bilevel, items, z).then_some(())?;
        demands.iter().all(|row| found.is_implied(row, items)).then_some(())?;
        Some(Self { grid: found.grid, cells: found.cells })
    }
}

/// A grid, and what the variables say of it.
struct Found {
    grid: Grid,
    cells: Vec<Cell>,
    /// For each variable of the follower except z, its number in the model of the grid.
    numbers: FxHashMap<VarId, usize>,
}

impl Found {
    fn of(bilevel: &BilevelProgram, items: &[VarId], z: VarId, n: usize) -> Option<Self> {
        let rows = || bilevel.follower_rows.iter().map(|row| &bilevel.model.rows()[row.get()]);
        let equations: Vec<Vec<VarId>> = rows()
            .filter(|row| row.sense == Sense::Equal)
            .map(|row| row.terms.iter().map(|(var, _)| *var).collect())
            .collect();
        if equations.len() != 4 * n * n || equations.iter().any(|row| row.len() != n || row.contains(&z)) {
            return None;
        }
        let mut rows_of: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        for (i, row) in equations.iter().enumerate() {
            row.iter().for_each(|var| rows_of.entry(*var).or_default().push(i));
        }
        let mut in_common: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for of_var in rows_of.values() {
            if of_var.len() != 4 {
                return None;
            }
            for (i, a) in of_var.iter().enumerate() {
                of_var[i + 1..].iter().for_each(|b| *in_common.entry((*a, *b)).or_default() += 1);
            }
        }
        let mut crosses = vec![false; equations.len()];
        for ((a, b), _) in in_common.iter().filter(|(_, n)| **n > 1) {
            (crosses[*a], crosses[*b]) = (true, true);
        }
        // The cell of each variable, and the sets of cells of all other equations: the houses, each once for each digit.
        let mut cell_of: FxHashMap<VarId, usize> = FxHashMap::default();
        let of_cells: Vec<usize> = (0..equations.len()).filter(|i| !crosses[*i]).collect();
        if of_cells.len() != n * n {
            return None;
        }
        for (cell, i) in of_cells.iter().enumerate() {
            equations[*i].iter().for_each(|var| _ = cell_of.insert(*var, cell));
        }
        let cell_of = |var: &VarId| cell_of.get(var).copied();
        let mut houses: BTreeMap<BTreeSet<usize>, Vec<usize>> = BTreeMap::new();
        for i in (0..equations.len()).filter(|i| crosses[*i]) {
            let cells: Option<BTreeSet<usize>> = equations[i].iter().map(cell_of).collect();
            houses.entry(cells?).or_default().push(i);
        }
        let lines = Lines::of(&houses.keys().collect::<Vec<_>>(), n)?;
        // Any row has each digit once, and each column has it once.
        let mut digit_of: FxHashMap<VarId, usize> = FxHashMap::default();
        for (digit, i) in houses.get(lines.rows.first()?)?.iter().enumerate() {
            equations[*i].iter().for_each(|var| _ = digit_of.insert(*var, digit));
        }
        for column in &lines.columns {
            for i in houses.get(column)? {
                let digit = equations[*i].iter().find_map(|var| digit_of.get(var).copied())?;
                equations[*i].iter().for_each(|var| _ = digit_of.insert(*var, digit));
            }
        }
        let place = lines.places(n)?;
        let mut numbers = FxHashMap::default();
        for var in rows_of.keys() {
            let number = place[cell_of(var)?] * n + digit_of.get(var)?;
            numbers.insert(*var, number);
        }
        // (F1): the clue of an item fixes the variable that stands beside it.
        let mut beside: FxHashMap<VarId, VarId> = FxHashMap::default();
        for row in rows().filter(|row| row.terms.len() == 2) {
            let (a, b) = (row.terms[0].0, row.terms[1].0);
            beside.extend([(a, b), (b, a)]);
        }
        let mut digits: Vec<Option<Digit>> = vec![None; n * n];
        let mut cells = Vec::with_capacity(n * n);
        for item in items {
            let number = *numbers.get(beside.get(item)?)?;
            digits[number / n] = Some(Digit::from_index(number % n));
            cells.push(Cell::new(number / n));
        }
        let digits: Option<Vec<Digit>> = digits.into_iter().collect();
        let grid = Grid::new(lines.shape, &digits?).ok()?;
        Some(Self { grid, cells, numbers })
    }

    /// Are the follower's rows those of this grid, and no others?
    fn is_program(&self, bilevel: &BilevelProgram, items: &[VarId], z: VarId) -> bool {
        let clues = SudokuClues::<W>::new(self.grid.clone());
        let model = clues.model();
        let n_x = model.n_vars();
        let item_of: FxHashMap<VarId, usize> = items.iter().copied().zip(0..).collect();
        // All numbers must be different ones, or the rows of other programs could look the same.
        let taken: BTreeSet<usize> = self.numbers.values().copied().collect();
        if taken.len() != n_x || self.numbers.len() != n_x {
            return false;
        }
        let number = |var: VarId| match (self.numbers.get(&var), item_of.get(&var)) {
            (Some(number), _) => *number,
            (None, Some(item)) => n_x + item,
            (None, None) if var == z => usize::MAX,
            // It is in no row of such a program.
            (None, None) => usize::MAX - 1,
        };
        let x = |cell: Cell| clues.agreement(cell).var.get();
        let mut wanted: Vec<Plain> = model.rows().iter().map(|row| plain(row, VarId::get)).collect();
        wanted.extend(self.cells.iter().zip(0..).map(|(cell, item)| (vec![(x(*cell), -1), (n_x + item, 1)], false, 0)));
        let mut shown: Vec<(usize, i64)> = self.cells.iter().map(|cell| (x(*cell), 1)).collect();
        shown.sort_unstable();
        shown.push((usize::MAX, -1));
        wanted.push((shown, false, self.cells.len() as i64 - 1));
        let rows = bilevel.follower_rows.iter().map(|row| &bilevel.model.rows()[row.get()]);
        let mut given: Vec<Plain> = rows.map(|row| plain(row, number)).collect();
        wanted.sort_unstable();
        given.sort_unstable();
        wanted == given
    }

    /// Is this row, `sum a y >= rhs`, one that all clues keep which leave one solution? It must ask for one of a set of
    /// clues, without which there is a second one.
    fn is_implied(&self, row: &Row, items: &[VarId]) -> bool {
        if row.rhs <= 0 {
            return true;
        }
        let mut clues: CellSet<W> = self.cells.iter().copied().collect();
        for (var, a) in &row.terms {
            match items.iter().position(|item| item == var) {
                Some(item) if *a >= row.rhs => clues.remove(self.cells[item]),
                _ => return false,
            }
        }
        let mut solver = SudokuSolver::<W>::new(self.grid.shape());
        let mut pace = Limits::none().with_nodes(GUESSES).pace(PACE);
        matches!(solver.second_solution(self.grid.digits(), clues, &mut pace), SecondSolution::Found(_))
    }
}

/// The rows and columns as sets of cells, in an order in which they make bands and stacks.
struct Lines {
    shape: Shape,
    rows: Vec<BTreeSet<usize>>,
    columns: Vec<BTreeSet<usize>>,
}

impl Lines {
    /// Of all houses: a box has two cells or more in common with each row and column that crosses it, and a row one with
    /// each column.
    fn of(houses: &[&BTreeSet<usize>], n: usize) -> Option<Self> {
        if houses.len() != 3 * n {
            return None;
        }
        let in_common = |a: usize, b: usize| houses[a].intersection(houses[b]).count();
        let others = |a: usize| (0..houses.len()).filter(move |b| *b != a);
        // Whatever crosses a box twice is a line, and whatever a line crosses twice is a box.
        let mut side: Vec<Option<bool>> = vec![None; houses.len()];
        let mut next = vec![0];
        side[0] = Some(true);
        while let Some(a) = next.pop() {
            for b in others(a).filter(|b| in_common(a, *b) > 1) {
                if side[b].is_none() {
                    side[b] = Some(side[a] == Some(false));
                    next.push(b);
                }
            }
        }
        let of_side = |is: bool| -> Vec<usize> { (0..houses.len()).filter(|a| side[*a] == Some(is)).collect() };
        let (boxes, lines) = match (of_side(true), of_side(false)) {
            (boxes, lines) if boxes.len() == n && lines.len() == 2 * n => (boxes, lines),
            (lines, boxes) if boxes.len() == n && lines.len() == 2 * n => (boxes, lines),
            _ => return None,
        };
        let first = *lines.first()?;
        let (rows, columns): (Vec<usize>, Vec<usize>) =
            lines.iter().partition(|line| **line == first || in_common(first, **line) == 0);
        let width = boxes.iter().map(|own| in_common(first, *own)).max()?;
        let height = n.checked_div(width).filter(|height| height * width == n)?;
        let shape = Shape::new(u8::try_from(height).ok()?, u8::try_from(width).ok()?).ok()?;
        // Those that cross the same boxes stand together.
        let in_order = |mut lines: Vec<usize>| -> Vec<BTreeSet<usize>> {
            lines.sort_by_key(|line| {
                let crossed: Vec<usize> = boxes.iter().copied().filter(|own| in_common(*line, *own) > 0).collect();
                (crossed, *line)
            });
            lines.into_iter().map(|line| houses[line].clone()).collect()
        };
        Some(Self { shape, rows: in_order(rows), columns: in_order(columns) })
    }

    /// By cell of the equations: its place in the grid.
    fn places(&self, n: usize) -> Option<Vec<usize>> {
        let at = |lines: &[BTreeSet<usize>], cell: usize| lines.iter().position(|line| line.contains(&cell));
        (0..n * n).map(|cell| Some(at(&self.rows, cell)? * n + at(&self.columns, cell)?)).collect()
    }
}
