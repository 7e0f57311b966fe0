//! Any problem as rows over 0/1 variables, with the target, unavoidable sets and symmetries.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::stream::Stream;
use crate::work::each;
use crate::{LinearRow, Problem, Reason, require};

/// More than any sum of a row can be.
pub(crate) const NO_BOUND: i64 = 1 << 62;
/// Weighted sets for more than this are not taken.
const MAX_WEIGHT: i64 = 1 << 40;

/// A problem and one solution of it. A point is given by its *flips*: the variables in which it differs from the
/// target.
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
        self.add_up(stream, &flips, sums)?;
        self.terms(&flips).for_each(|term| sums[term.0 as usize] = 0);
        Ok(set)
    }

    fn terms(&self, flips: &[usize]) -> impl Iterator<Item = &(u32, i64)> {
        flips.iter().flat_map(|&variable| &self.columns[variable])
    }

    /// Leaves in `sums` what the rows have at a point, and checks that it is a second solution.
    fn add_up(&self, stream: &mut Stream<'_>, flips: &[usize], sums: &mut [i64]) -> Result<(), Reason> {
        stream.look(flips.iter().map(|&variable| 4 * self.columns[variable].len() as u64).sum())?;
        each(self.terms(flips)).for_each(|&(row, a)| sums[row as usize] += a);
        let breaks = |at: usize| !(self.rows[at].low..=self.rows[at].high).contains(&sums[at]);
        // Rows without flips hold, since they do for the target; all but the last one.
        let last = self.rows.len() - 1;
        let broken = self.terms(flips).map(|term| term.0 as usize).filter(|&at| at < last && breaks(at)).min();
        if let Some(at) = broken {
            return Err(Reason::Wrong(format!("the second solution breaks row {at}")));
        }
        require!(!breaks(last), "the second solution differs in no shown variable");
        Ok(())
    }

    /// Reads a weighted set of a linear model. Returns the weight of each cell, and what they are at least together.
    ///
    /// The solution is looked at as in [`Self::read_set`]. Then cells go back to their value in the target, each with
    /// the variables of its group, which no other cell has. Whichever cells that are, if they weigh less than `min`
    /// together, a second solution must be left: so whatever has less in common with the set is not valid.
    pub(crate) fn read_weighted(&self, stream: &mut Stream<'_>, sums: &mut [i64]) -> Result<(Vec<i64>, i64), Reason> {
        require!(self.by_items.is_none(), "a weighted set of an exact cover problem");
        let set = stream.list(self.cells.len(), "cell")?;
        let mut weights = vec![0; self.cells.len()];
        for &cell in &set {
            weights[cell] = stream.term()?;
        }
        let min = stream.term()?;
        require!((1..=MAX_WEIGHT).contains(&min), "a weighted set for {min}, not for 1 to {MAX_WEIGHT}");
        let outside = set.iter().find(|&&cell| !(1..=min).contains(&weights[cell]));
        require!(outside.is_none(), "a cell weighs less than 1 or more than {min}");
        let flips = stream.list(self.columns.len(), "variable")?;
        for &variable in &flips {
            let fits = self.cell_of[variable].is_none_or(|cell| weights[cell] > 0);
            require!(fits, "variable {variable} is a cell that is not in the set");
        }
        self.add_up(stream, &flips, sums)?;
        stream.look(self.columns.len() as u64)?;
        let mut is_grouped = vec![false; self.columns.len()];
        // By row: what cells take from it together, and whether none takes more than its weight stands for.
        let mut taken: BTreeMap<u32, (i128, bool)> = BTreeMap::new();
        for &cell in &set {
            let mut group = stream.list(self.columns.len(), "variable")?;
            let weight = weights[cell];
            require!(weight < min || group.is_empty(), "a group of a cell that weighs {min}");
            if weight == min {
                continue;
            }
            for &variable in &group {
                require!(flips.binary_search(&variable).is_ok(), "variable {variable} of a group is as in the target");
                require!(self.cell_of[variable].is_none(), "variable {variable} of a group is a cell");
                require!(!std::mem::replace(&mut is_grouped[variable], true), "variable {variable} is in two groups");
            }
            group.extend(flips.binary_search(&self.cells[cell]).is_ok().then_some(self.cells[cell]));
            stream.look(group.iter().map(|&variable| 16 * self.columns[variable].len() as u64).sum())?;
            let mut of_cell: BTreeMap<u32, i128> = BTreeMap::new();
            each(self.terms(&group)).for_each(|&(row, a)| *of_cell.entry(row).or_default() += i128::from(a));
            for (row, a) in of_cell.into_iter().filter(|(_, a)| *a > 0) {
                let slack = i128::from(sums[row as usize]) - i128::from(self.rows[row as usize].low);
                let (sum, is_light) = taken.entry(row).or_insert((0, true));
                *sum += a;
                *is_light &= a * i128::from(min) <= i128::from(weight) * (slack + 1);
            }
        }
        for (row, (sum, is_light)) in taken {
            let slack = i128::from(sums[row as usize]) - i128::from(self.rows[row as usize].low);
            // If each `a / (slack + 1)` is at most `weight / min`, cells that weigh less than `min` take less than
            // `slack + 1`.
            require!(sum <= slack || is_light, "row {row} may break when cells of the set go back");
        }
        self.terms(&flips).for_each(|term| sums[term.0 as usize] = 0);
        Ok((weights, min))
    }

    /// Reads a symmetry. Returns the image of each cell.
    pub(crate) fn read_symmetry(&self, stream: &mut Stream<'_>) -> Result<Vec<usize>, Reason> {
        match &self.by_items {
            Some(by_items) => self.read_item_images(stream, by_items),
            None => self.read_variable_images(stream),
        }
    }

    /// Reads a permutation of all variables that maps rows over flips to such rows, so second solutions to second
    /// solutions, and cells to cells.
    fn read_variable_images(&self, stream: &mut Stream<'_>) -> Result<Vec<usize>, Reason> {
        let images = read_permutation(stream, self.columns.len(), "variable")?;
        let n_terms: u64 = self.rows.iter().map(|row| row.terms.len() as u64 + 1).sum();
        stream.look(16 * n_terms + 128 * self.rows.len() as u64)?;
        let sorted = |row: &Row, image: &dyn Fn(u32) -> u32| {
            let mut terms: Vec<(u32, i64)> = row.terms.iter().map(|&(variable, a)| (image(variable), a)).collect();
            terms.sort_unstable();
            (terms, row.low, row.high)
        };
        // Different rows have different images, so if each image is a row, the rows are permuted. The last one, that
        // something shown is flipped, has an image of its own: it alone may not be mapped to another row.
        let (last, others) = self.rows.split_last().ok_or(Reason::Wrong("a model without rows".into()))?;
        let known: HashSet<_> = others.iter().map(|row| sorted(row, &|variable| variable)).collect();
        for (at, row) in each(others.iter().enumerate()) {
            let image = sorted(row, &|variable| images[variable as usize]);
            require!(known.contains(&image), "the image of row {at} is not a row");
        }
        let image = sorted(last, &|variable| images[variable as usize]);
        require!(image == sorted(last, &|variable| variable), "the image of a shown variable is not shown");
        let mut cells = Vec::new();
        for (cell, &variable) in self.cells.iter().enumerate() {
            let image = self.cell_of[images[variable] as usize];
            require!(image.is_some(), "the image of cell {cell} is not a cell");
            cells.extend(image);
        }
        Ok(cells)
    }

    fn read_item_images(
        &self,
        stream: &mut Stream<'_>,
        by_items: &HashMap<Box<[u32]>, usize>,
    ) -> Result<Vec<usize>, Reason> {
        let images = read_permutation(stream, self.rows.len() - 1, "item")?;
        // The items of each option are sorted and looked up.
        stream.look(self.columns.iter().map(|rows| 8 * (rows.len() as u64 + 8)).sum())?;
        let mut cells = Vec::new();
        for (at, rows) in each(self.columns.iter().enumerate()) {
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

/// Reads the images of 0, 1, ..., n - 1, all of them different.
fn read_permutation(stream: &mut Stream<'_>, n: usize, what: &str) -> Result<Vec<u32>, Reason> {
    let mut images = Vec::new();
    let mut taken = vec![false; n];
    for _ in 0..n {
        let image = stream.name(n, what)?;
        require!(!std::mem::replace(&mut taken[image], true), "two {what}s have the same image");
        images.push(image as u32);
    }
    Ok(images)
}
