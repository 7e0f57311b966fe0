//! Any problem as rows over 0/1 variables: the target, unavoidable sets and symmetries.

use std::collections::HashMap;

use crate::stream::Stream;
use crate::{LinearRow, Problem, Reason, require};

/// More than any sum of a row can be.
pub(crate) const NO_BOUND: i64 = 1 << 62;

/// A problem and one solution of it. A point is told by its *flips*: the variables in which it differs from the target.
pub(crate) struct Model {
    /// The last one says that some shown variable is flipped; those before hold for the solutions.
    pub(crate) rows: Vec<Row>,
    /// The rows of each variable, and its coefficients there.
    pub(crate) columns: Vec<Vec<(u32, i64)>>,
    /// The variable of each cell.
    pub(crate) cells: Vec<usize>,
    /// The cell of a variable.
    cell_of: Vec<Option<usize>>,
    /// Of an exact cover problem: the options with just these items. Options are variables there, and items are rows.
    by_items: Option<HashMap<Box<[u32]>, usize>>,
}

/// The sum of these coefficients over the flips is at least `low` and at most `high`.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) terms: Vec<(u32, i64)>,
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Model {
    /// Checks that the target is a solution.
    pub(crate) fn new(problem: &Problem) -> Result<Self, Reason> {
        match problem {
            Problem::Sudoku { box_rows, box_columns, digits } => {
                let n = box_rows * box_columns;
                let kinds = if *box_rows > 1 && *box_columns > 1 { 4 } else { 3 };
                let options = (0..n * n * n).map(|option| {
                    let (cell, digit) = (option / n, option % n);
                    let (row, column) = (cell / n, cell % n);
                    let area = row / box_rows * box_rows + column / box_columns;
                    let items = [cell, (n + row) * n + digit, (2 * n + column) * n + digit, (3 * n + area) * n + digit];
                    items[..kinds].iter().map(|&item| item as u32).collect()
                });
                let target = digits.iter().enumerate().map(|(cell, &digit)| cell * n + digit as usize - 1);
                Self::of_cover(n * n * kinds, options.collect(), &target.collect::<Vec<_>>())
            }
            Problem::ExactCover { n_items, options, target } => Self::of_cover(*n_items, options.clone(), target),
            Problem::Model { n_vars, rows, ones, cells, shown } => {
                let row =
                    |LinearRow { terms, rhs }: &LinearRow| Row { terms: terms.clone(), low: *rhs, high: NO_BOUND };
                Self::of_rows(*n_vars, rows.iter().map(row).collect(), ones, cells, shown)
            }
        }
    }

    /// Each item is covered once: a row whose sum is 1.
    fn of_cover(n_items: usize, options: Vec<Box<[u32]>>, target: &[usize]) -> Result<Self, Reason> {
        let mut rows = vec![Row { terms: Vec::new(), low: 1, high: 1 }; n_items];
        for (items, option) in options.iter().zip(0..) {
            items.iter().for_each(|&item| rows[item as usize].terms.push((option, 1)));
        }
        let model = Self::of_rows(options.len(), rows, target, target, target)?;
        let n_options = options.len();
        let by_items: HashMap<_, _> = options.into_iter().zip(0..).collect();
        require!(by_items.len() == n_options, "two options cover the same items");
        // Such an option would be in a solution or not as one likes, which no set could show.
        require!(!by_items.contains_key(&[][..]), "an option without items");
        Ok(Self { by_items: Some(by_items), ..model })
    }

    fn of_rows(
        n_vars: usize,
        mut rows: Vec<Row>,
        ones: &[usize],
        cells: &[usize],
        shown: &[usize],
    ) -> Result<Self, Reason> {
        let mut is_one = vec![false; n_vars];
        ones.iter().for_each(|&variable| is_one[variable] = true);
        for (at, Row { terms, low, high }) in rows.iter_mut().enumerate() {
            let sum: i64 = terms.iter().filter(|term| is_one[term.0 as usize]).map(|term| term.1).sum();
            require!((*low..=*high).contains(&sum), "the target breaks row {at}");
            (*low, *high) = (*low - sum, *high - sum);
            // What is 1 becomes 0 by a flip.
            terms.iter_mut().filter(|term| is_one[term.0 as usize]).for_each(|term| term.1 = -term.1);
        }
        rows.push(Row { terms: shown.iter().map(|&variable| (variable as u32, 1)).collect(), low: 1, high: NO_BOUND });
        let mut columns = vec![Vec::new(); n_vars];
        for (row, at) in rows.iter().zip(0..) {
            row.terms.iter().for_each(|&(variable, a)| columns[variable as usize].push((at, a)));
        }
        let mut cell_of = vec![None; n_vars];
        for (cell, &variable) in cells.iter().enumerate() {
            require!(cell_of[variable].replace(cell).is_none(), "two cells have the variable {variable}");
        }
        Ok(Self { rows, columns, cells: cells.to_vec(), cell_of, by_items: None })
    }

    /// Reads an unavoidable set and checks the solution that proves it. Returns its cells. `sums` has a 0 for each row,
    /// before and after.
    pub(crate) fn read_set(&self, stream: &mut Stream<'_>, sums: &mut [i64]) -> Result<Vec<usize>, Reason> {
        let set = stream.list(self.cells.len(), "cell")?;
        let mut flips = stream.list(self.columns.len(), "variable")?;
        require!(!set.is_empty(), "an unavoidable set without cells");
        let is_cover = self.by_items.is_some();
        for &variable in &flips {
            let fits = |cell| !is_cover && set.binary_search(&cell).is_ok();
            require!(
                self.cell_of[variable].is_none_or(fits),
                "variable {variable} is a cell that cannot be listed here"
            );
        }
        // In an exact cover problem, these are listed by the set alone.
        flips.extend(set.iter().filter(|_| is_cover).map(|&cell| self.cells[cell]));
        let terms = || flips.iter().flat_map(|&variable| &self.columns[variable]);
        stream.look(flips.iter().map(|&variable| 4 * self.columns[variable].len() as u64).sum())?;
        terms().for_each(|&(row, a)| sums[row as usize] += a);
        let breaks = |at: usize| !(self.rows[at].low..=self.rows[at].high).contains(&sums[at]);
        // Rows without flips hold, since they do for the target; all but the last one.
        let last = self.rows.len() - 1;
        let broken = terms().map(|term| term.0 as usize).filter(|&at| at < last && breaks(at)).min();
        if let Some(at) = broken {
            return Err(Reason::Wrong(format!("the second solution breaks row {at}")));
        }
        require!(!breaks(last), "the second solution differs in no shown variable");
        terms().for_each(|term| sums[term.0 as usize] = 0);
        Ok(set)
    }

    /// Reads a symmetry. Returns the image of each cell.
    pub(crate) fn read_symmetry(&self, stream: &mut Stream<'_>) -> Result<Vec<usize>, Reason> {
        let Some(by_items) = &self.by_items else {
            return Err(Reason::Wrong("a symmetry of a linear model".into()));
        };
        let n_items = self.rows.len() - 1;
        let mut images = Vec::new();
        let mut taken = vec![false; n_items];
        for _ in 0..n_items {
            let image = stream.name(n_items, "item")?;
            require!(!std::mem::replace(&mut taken[image], true), "two items have the same image");
            images.push(image as u32);
        }
        // The items of each option are sorted and looked up.
        stream.look(self.columns.iter().map(|rows| 8 * (rows.len() as u64 + 8)).sum())?;
        let mut cells = Vec::new();
        for (at, rows) in self.columns.iter().enumerate() {
            // The last row is not an item.
            let mut items: Vec<u32> = rows.iter().filter_map(|row| images.get(row.0 as usize)).copied().collect();
            items.sort_unstable();
            let image = by_items.get(&items[..]);
            require!(image.is_some(), "the image of option {at} is not an option");
            if let Some(cell) = self.cell_of[at] {
                let image = image.and_then(|&image| self.cell_of[image]);
                require!(image.is_some(), "the image of cell {cell} is not in the target");
                cells.extend(image);
            }
        }
        Ok(cells)
    }
}
