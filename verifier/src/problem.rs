//! Exact cover problems with a target: unavoidable sets, symmetries, and whether a puzzle has one solution.

use std::collections::HashMap;

use crate::stream::Stream;
use crate::{Problem, Reason, require};

/// More cells than this are not taken.
pub(crate) const MAX_CELLS: usize = 640;
/// More items or options than this are not taken.
const MAX_PARTS: usize = 1 << 20;
/// More items in all options together than this are not taken.
const MAX_INCIDENCES: usize = 1 << 24;
/// The search for a second solution of the puzzle stops when it has looked at items and options as often: some seconds.
const MAX_LOOKS: u64 = 1 << 32;

/// An exact cover problem and one solution of it.
pub(crate) struct Instance {
    n_items: usize,
    options: Vec<Box<[u32]>>,
    /// The options with just these items.
    by_items: HashMap<Box<[u32]>, usize>,
    /// The option of each cell, ascending.
    pub(crate) target: Vec<usize>,
}

impl Instance {
    /// Reads a problem, and checks that the target is a solution.
    pub(crate) fn read(stream: &mut Stream<'_>) -> Result<(Problem, Self), Reason> {
        if stream.name(2, "kind of problem")? == 0 {
            return Self::read_sudoku(stream);
        }
        let n_items = stream.count(MAX_PARTS, "items")?;
        let n_options = stream.count(MAX_PARTS, "options")?;
        let mut options: Vec<Box<[u32]>> = Vec::new();
        let mut n_incidences = 0;
        for _ in 0..n_options {
            let option = stream.list(n_items, "item")?;
            n_incidences += option.len();
            require!(n_incidences <= MAX_INCIDENCES, "more than {MAX_INCIDENCES} items in all options");
            options.push(option.iter().map(|&item| item as u32).collect());
        }
        let target = stream.list(n_options, "option")?;
        let problem = Problem::ExactCover { n_items, options: options.clone(), target: target.clone() };
        Ok((problem, Self::new(n_items, options, target)?))
    }

    fn read_sudoku(stream: &mut Stream<'_>) -> Result<(Problem, Self), Reason> {
        let (rows, columns) = (stream.number()?, stream.number()?);
        let n = rows.saturating_mul(columns);
        require!((1..=25).contains(&n), "no grid of box shape {rows} x {columns} with at most {MAX_CELLS} cells");
        let (n, box_rows, box_columns) = (n as usize, rows as usize, columns as usize);
        let mut digits = Vec::new();
        for _ in 0..n * n {
            let digit = stream.number()?;
            require!((1..=n as u64).contains(&digit), "there is no digit {digit}, only {n} of them");
            digits.push(digit as u32);
        }
        let kinds = if box_rows > 1 && box_columns > 1 { 4 } else { 3 };
        let options = (0..n * n * n).map(|option| {
            let (cell, digit) = (option / n, option % n);
            let (row, column) = (cell / n, cell % n);
            let in_box = row / box_rows * box_rows + column / box_columns;
            let items = [cell, (n + row) * n + digit, (2 * n + column) * n + digit, (3 * n + in_box) * n + digit];
            items[..kinds].iter().map(|&item| item as u32).collect()
        });
        let target = digits.iter().enumerate().map(|(cell, &digit)| cell * n + digit as usize - 1).collect();
        let instance = Self::new(n * n * kinds, options.collect(), target)?;
        Ok((Problem::Sudoku { box_rows, box_columns, digits }, instance))
    }

    fn new(n_items: usize, options: Vec<Box<[u32]>>, target: Vec<usize>) -> Result<Self, Reason> {
        require!(target.len() <= MAX_CELLS, "more than {MAX_CELLS} cells, which is the limit of this checker");
        let by_items: HashMap<_, _> = options.iter().cloned().zip(0..).collect();
        require!(by_items.len() == options.len(), "two options cover the same items");
        // Such an option would be in a solution or not as one likes, which no set could show.
        require!(!by_items.contains_key(&[][..]), "an option without items");
        let instance = Self { n_items, options, by_items, target };
        let covered = instance.items(&instance.target);
        require!(covered.into_iter().eq(0..n_items as u32), "the target does not cover every item exactly once");
        Ok(instance)
    }

    /// The items of these options in ascending order, as often as they are covered.
    fn items(&self, options: &[usize]) -> Vec<u32> {
        let mut items: Vec<u32> = options.iter().flat_map(|&option| &self.options[option]).copied().collect();
        items.sort_unstable();
        items
    }

    /// The cell of an option, if it is in the target.
    fn cell(&self, option: usize) -> Option<usize> {
        self.target.binary_search(&option).ok()
    }

    /// Reads an unavoidable set and checks the solution that proves it. Returns its cells.
    pub(crate) fn read_set(&self, stream: &mut Stream<'_>) -> Result<Vec<usize>, Reason> {
        let set = stream.list(self.target.len(), "cell")?;
        let instead = stream.list(self.options.len(), "option")?;
        require!(!set.is_empty(), "an unavoidable set without cells");
        for &option in &instead {
            require!(self.cell(option).is_none(), "option {option} of the second solution is one of the target");
        }
        // The options of the target cover nothing twice, so those that cover the same do not either.
        let out: Vec<usize> = set.iter().map(|&cell| self.target[cell]).collect();
        let same = self.items(&out) == self.items(&instead);
        require!(same, "the options of the set and those instead do not cover the same items once");
        Ok(set)
    }

    /// Reads a symmetry. Returns the image of each cell.
    pub(crate) fn read_symmetry(&self, stream: &mut Stream<'_>) -> Result<Vec<usize>, Reason> {
        let mut images = Vec::new();
        let mut taken = vec![false; self.n_items];
        for _ in 0..self.n_items {
            let image = stream.name(self.n_items, "item")?;
            require!(!std::mem::replace(&mut taken[image], true), "two items have the same image");
            images.push(image as u32);
        }
        let mut cells = Vec::new();
        for (at, option) in self.options.iter().enumerate() {
            let mut items: Vec<u32> = option.iter().map(|&item| images[item as usize]).collect();
            items.sort_unstable();
            let image = self.by_items.get(&items[..]);
            require!(image.is_some(), "the image of option {at} is no option");
            if let Some(cell) = self.cell(at) {
                let image = image.and_then(|&image| self.cell(image));
                require!(image.is_some(), "the image of cell {cell} is not in the target");
                cells.extend(image);
            }
        }
        Ok(cells)
    }

    /// Checks that the target is the only solution with the cells of `puzzle`.
    pub(crate) fn check_unique(&self, puzzle: &[usize]) -> Result<(), Reason> {
        let mut search = Search::new(self);
        puzzle.iter().for_each(|&cell| search.turn(self.target[cell], true));
        // The options chosen for an item, each with those to be tried after it.
        let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
        loop {
            search.n_looks += self.n_items as u64;
            require!(search.n_looks <= MAX_LOOKS, "a search of the puzzle takes more than {MAX_LOOKS} looks");
            let open = (0..self.n_items).filter(|&item| !search.covered[item]);
            let mut choices = if let Some(item) = open.min_by_key(|&item| search.n_free[item]) {
                let options = search.by_item[item].iter().copied();
                options.filter(|&option| search.n_covered[option] == 0).collect()
            } else {
                let other = path.iter().any(|&(option, _)| self.cell(option).is_none());
                require!(!other, "the puzzle has a second solution");
                Vec::new()
            };
            let next = loop {
                if let Some(option) = choices.pop() {
                    break option;
                }
                let Some((option, others)) = path.pop() else { return Ok(()) };
                search.turn(option, false);
                choices = others;
            };
            search.turn(next, true);
            path.push((next, choices));
        }
    }
}

/// A part of a solution.
struct Search<'a> {
    instance: &'a Instance,
    /// The options with each item.
    by_item: Vec<Vec<usize>>,
    covered: Vec<bool>,
    /// How many items of each option are covered.
    n_covered: Vec<i32>,
    /// How many options without covered items each item has.
    n_free: Vec<i32>,
    /// How much work it was so far.
    n_looks: u64,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance) -> Self {
        let mut by_item = vec![Vec::new(); instance.n_items];
        for (at, option) in instance.options.iter().enumerate() {
            option.iter().for_each(|&item| by_item[item as usize].push(at));
        }
        let n_free = by_item.iter().map(|options| options.len() as i32).collect();
        let (covered, n_covered) = (vec![false; instance.n_items], vec![0; instance.options.len()]);
        Self { instance, by_item, covered, n_covered, n_free, n_looks: 0 }
    }

    /// Takes an option in, or out again.
    fn turn(&mut self, option: usize, on: bool) {
        let one = if on { 1 } else { -1 };
        for &item in &self.instance.options[option] {
            self.covered[item as usize] = on;
            self.n_looks += self.by_item[item as usize].len() as u64;
            for &other in &self.by_item[item as usize] {
                self.n_covered[other] += one;
                if self.n_covered[other] == i32::from(on) {
                    self.n_looks += self.instance.options[other].len() as u64;
                    self.instance.options[other].iter().for_each(|&item| self.n_free[item as usize] -= one);
                }
            }
        }
    }
}
