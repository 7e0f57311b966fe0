//! The symmetries of a variant: those of its shape that map its rules onto themselves.
//!
//! The search proceeds line by line. Two cells *see* each other if they share one of the additional houses, or are a
//! move apart. A symmetry preserves this, so the images of some rows and columns are inconsistent if two of the cells
//! where they cross are; the remaining candidates are compared house by house.

use crate::base::{Cell, CellPermutation, Group, Index, Limits, Pace, Stop};
use crate::sudoku::transform::{block_sizes, can_turn};

use super::Variant;

impl Variant {
    /// Returns whether this symmetry of the shape maps the rules of the variant onto themselves.
    #[must_use]
    pub fn is_kept_by(&self, symmetry: &CellPermutation) -> bool {
        let is_house = |cells: &[Cell]| {
            let mut images: Vec<Cell> = cells.iter().map(|cell| symmetry.apply(*cell)).collect();
            images.sort_unstable();
            self.houses.iter().any(|house| house.cells == images)
        };
        let is_move = |cell: Cell| {
            let there = self.moves(symmetry.apply(cell));
            self.moves(cell).iter().all(|other| there.binary_search(&symmetry.apply(*other)).is_ok())
        };
        self.houses.iter().all(|house| is_house(&house.cells)) && self.shape.cells().all(is_move)
    }

    /// Finds all symmetries of the shape that map the rules of the variant onto themselves; 96 for Sudoku-X. A node of
    /// the limits is the image of a line.
    ///
    /// # Errors
    /// The limit that was reached; [`Stop::Memory`] if there are more than `max`.
    pub fn symmetries(&self, max: usize, limits: &Limits) -> Result<Group, Stop> {
        let n = self.shape.n();
        let mut sees = vec![false; n * n * n * n];
        for house in &self.houses {
            for (a, b) in house.cells.iter().flat_map(|a| house.cells.iter().map(move |b| (a, b))) {
                sees[a.get() * n * n + b.get()] = true;
            }
        }
        for cell in self.shape.cells() {
            self.moves(cell).iter().for_each(|other| sees[cell.get() * n * n + other.get()] = true);
        }
        let mut search = Search {
            variant: self,
            n,
            sees,
            rows: Vec::new(),
            columns: Vec::new(),
            is_turned: false,
            found: Vec::new(),
            max,
            pace: limits.pace(1024),
            n_nodes: 0,
        };
        search.extend()?;
        if can_turn(self.shape) {
            search.is_turned = true;
            search.extend()?;
        }
        Ok(Group::from_closed(search.found))
    }
}

struct Search<'a> {
    variant: &'a Variant,
    n: usize,
    /// Whether two cells see each other.
    sees: Vec<bool>,
    /// The images of the first rows and columns.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// Whether these images are columns and rows.
    is_turned: bool,
    found: Vec<CellPermutation>,
    max: usize,
    pace: Pace,
    n_nodes: u64,
}

impl Search<'_> {
    /// Maps one more line, a row or a column in turn.
    fn extend(&mut self) -> Result<(), Stop> {
        let n = self.n;
        if self.columns.len() == n {
            let images: Vec<Cell> = (0..n * n).map(|cell| Cell::new(self.image(cell / n, cell % n))).collect();
            let symmetry = CellPermutation::new(images).expect("bijections of the lines");
            if self.variant.is_kept_by(&symmetry) {
                if self.found.len() == self.max {
                    return Err(Stop::Memory);
                }
                self.found.push(symmetry);
            }
            return Ok(());
        }
        let is_row = self.rows.len() == self.columns.len();
        let [height, width] = block_sizes(self.variant.shape);
        let block = if is_row { height } else { width };
        for image in 0..n {
            let lines = if is_row { &self.rows } else { &self.columns };
            let at = lines.len();
            let keeps_blocks = |line, other| (line / block == at / block) == (other / block == image / block);
            let is_free = lines.iter().enumerate().all(|(line, other)| *other != image && keeps_blocks(line, *other));
            if !is_free {
                continue;
            }
            self.n_nodes += 1;
            if let Some(stop) = self.pace.step(self.n_nodes) {
                return Err(stop);
            }
            if is_row { &mut self.rows } else { &mut self.columns }.push(image);
            if self.last_fits(is_row) {
                self.extend()?;
            }
            if is_row { &mut self.rows } else { &mut self.columns }.pop();
        }
        Ok(())
    }

    /// The image of the cell where two mapped lines cross.
    fn image(&self, row: usize, column: usize) -> usize {
        let (row, column) = (self.rows[row], self.columns[column]);
        if self.is_turned { column * self.n + row } else { row * self.n + column }
    }

    /// Do the cells of the last line see what their images see?
    fn last_fits(&self, is_row: bool) -> bool {
        let (n, all) = (self.n, self.n * self.n);
        let (n_rows, n_columns) = (self.rows.len(), self.columns.len());
        let new = |i: usize| if is_row { (n_rows - 1, i) } else { (i, n_columns - 1) };
        (0..if is_row { n_columns } else { n_rows }).map(new).all(|(row, column)| {
            let (cell, image) = (row * n + column, self.image(row, column));
            (0..n_rows)
                .flat_map(|r| (0..n_columns).map(move |c| (r, c)))
                .all(|(r, c)| self.sees[cell * all + r * n + c] == self.sees[image * all + self.image(r, c)])
        })
    }
}
