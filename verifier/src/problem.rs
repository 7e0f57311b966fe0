//! Exact cover problems with a target: unavoidable sets, symmetries, and whether a puzzle has one solution.

use std::collections::HashMap;

use crate::Problem;
use crate::refusal::Reason;
use crate::stream::Stream;

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
    /// The options with each item.
    by_item: Vec<Vec<u32>>,
    /// The options with just these items.
    by_items: HashMap<Box<[u32]>, usize>,
    /// The option of each cell.
    target: Vec<usize>,
    /// The cell of each option of the target.
    cell: HashMap<usize, usize>,
    /// For each item whether the set that is looked at covers it. Empty between two sets.
    covered: Vec<bool>,
}

impl Instance {
    /// Reads a problem, and checks that the target is a solution.
    pub(crate) fn read(stream: &mut Stream<'_>) -> Result<(Problem, Self), Reason> {
        match stream.number()? {
            0 => Self::read_sudoku(stream),
            1 => {
                let n_items = stream.count(MAX_PARTS, "items")?;
                let n_options = stream.count(MAX_PARTS, "options")?;
                let mut options: Vec<Box<[u32]>> = Vec::new();
                let mut incidences = 0;
                for _ in 0..n_options {
                    options.push(stream.list(n_items, "item")?.iter().map(|&item| item as u32).collect());
                    incidences += options.last().map_or(0, |option| option.len());
                    if incidences > MAX_INCIDENCES {
                        return Err(Reason::TooMany("items in all options", MAX_INCIDENCES));
                    }
                }
                let target = stream.list(n_options, "option")?;
                let problem = Problem::ExactCover { n_items, options: options.clone(), target: target.clone() };
                Ok((problem, Self::new(n_items, options, target)?))
            }
            other => Err(Reason::Unknown("kind of problem", other, 2)),
        }
    }

    fn read_sudoku(stream: &mut Stream<'_>) -> Result<(Problem, Self), Reason> {
        let (rows, columns) = (stream.number()?, stream.number()?);
        let side = rows.checked_mul(columns).filter(|&n| n > 0 && n <= 25).ok_or(Reason::Shape(rows, columns))?;
        let (n, box_rows, box_columns) = (side as usize, rows as usize, columns as usize);
        let mut digits = Vec::new();
        for _ in 0..n * n {
            match stream.number()? {
                digit if digit >= 1 && digit <= side => digits.push(digit as u32),
                digit => return Err(Reason::Unknown("digit", digit, n)),
            }
        }
        let boxed = box_rows > 1 && box_columns > 1;
        let options = (0..n * n * n).map(|option| {
            let (cell, digit) = (option / n, option % n);
            let (row, column) = (cell / n, cell % n);
            let in_box = row / box_rows * box_rows + column / box_columns;
            let items = [cell, (n + row) * n + digit, (2 * n + column) * n + digit, (3 * n + in_box) * n + digit];
            items[..if boxed { 4 } else { 3 }].iter().map(|&item| item as u32).collect()
        });
        let target = digits.iter().enumerate().map(|(cell, &digit)| cell * n + digit as usize - 1).collect();
        let instance = Self::new(n * n * if boxed { 4 } else { 3 }, options.collect(), target)?;
        Ok((Problem::Sudoku { box_rows, box_columns, digits }, instance))
    }

    fn new(n_items: usize, options: Vec<Box<[u32]>>, target: Vec<usize>) -> Result<Self, Reason> {
        if target.len() > MAX_CELLS {
            return Err(Reason::TooMany("cells", MAX_CELLS));
        }
        let mut by_item = vec![Vec::new(); n_items];
        let mut by_items = HashMap::new();
        for (at, option) in options.iter().enumerate() {
            // Such an option would be in a solution or not as one likes, which no set could show.
            if option.is_empty() {
                return Err(Reason::EmptyOption);
            }
            for &item in option {
                by_item[item as usize].push(at as u32);
            }
            if by_items.insert(option.clone(), at).is_some() {
                return Err(Reason::SameOptions);
            }
        }
        let mut n_covers = vec![0_u32; n_items];
        for item in target.iter().flat_map(|&option| &options[option]) {
            n_covers[*item as usize] += 1;
        }
        if n_covers.iter().any(|&n| n != 1) {
            return Err(Reason::NotASolution);
        }
        let cell = target.iter().enumerate().map(|(cell, &option)| (option, cell)).collect();
        Ok(Self { n_items, options, by_item, by_items, target, cell, covered: vec![false; n_items] })
    }

    /// The number of cells.
    pub(crate) fn n_cells(&self) -> usize {
        self.target.len()
    }

    /// Reads an unavoidable set and checks the solution that proves it. Returns its cells.
    pub(crate) fn read_set(&mut self, stream: &mut Stream<'_>) -> Result<Vec<usize>, Reason> {
        let set = stream.list(self.n_cells(), "cell")?;
        let instead = stream.list(self.options.len(), "option")?;
        if set.is_empty() {
            return Err(Reason::EmptySet);
        }
        let mut open = 0;
        for &item in set.iter().flat_map(|&cell| &self.options[self.target[cell]]) {
            self.covered[item as usize] = true;
            open += 1;
        }
        for option in instead {
            if self.cell.contains_key(&option) {
                return Err(Reason::InTarget(option));
            }
            for &item in &self.options[option] {
                if !std::mem::take(&mut self.covered[item as usize]) {
                    return Err(Reason::NotASwap);
                }
                open -= 1;
            }
        }
        if open == 0 { Ok(set) } else { Err(Reason::NotASwap) }
    }

    /// Reads a symmetry. Returns the image of each cell.
    pub(crate) fn read_symmetry(&self, stream: &mut Stream<'_>) -> Result<Vec<u16>, Reason> {
        let mut images = Vec::new();
        let mut taken = vec![false; self.n_items];
        for _ in 0..self.n_items {
            let image = stream.name(self.n_items, "item")?;
            if std::mem::replace(&mut taken[image], true) {
                return Err(Reason::NotAPermutation);
            }
            images.push(image as u32);
        }
        let mut cells = vec![0; self.n_cells()];
        for (at, option) in self.options.iter().enumerate() {
            let mut items: Vec<u32> = option.iter().map(|&item| images[item as usize]).collect();
            items.sort_unstable();
            let image = self.by_items.get(&items[..]).ok_or(Reason::OptionLost(at))?;
            if let Some(&cell) = self.cell.get(&at) {
                cells[cell] = *self.cell.get(image).ok_or(Reason::TargetMoved(cell))? as u16;
            }
        }
        Ok(cells)
    }

    /// Checks that the target is the only solution with the cells of `puzzle`.
    pub(crate) fn check_unique(&self, puzzle: &[usize]) -> Result<(), Reason> {
        let mut search = Search::new(self);
        for &cell in puzzle {
            search.choose(self.target[cell]);
        }
        // Of each item that was branched on: how many options were chosen before, and the options left for it.
        let mut path: Vec<(usize, Vec<u32>)> = Vec::new();
        loop {
            let n_chosen = search.chosen.len();
            match search.tightest() {
                Some(item) => {
                    let options: Vec<u32> = self.by_item[item]
                        .iter()
                        .copied()
                        .filter(|&option| search.hurdles[option as usize] == 0)
                        .collect();
                    path.push((n_chosen, options));
                }
                None if search.chosen.iter().any(|option| !self.cell.contains_key(option)) => {
                    return Err(Reason::NotUnique);
                }
                None => {}
            }
            search.n_looks += self.n_items as u64;
            if search.n_looks > MAX_LOOKS {
                return Err(Reason::TooHard(MAX_LOOKS));
            }
            loop {
                let Some((before, options)) = path.last_mut() else { return Ok(()) };
                while search.chosen.len() > *before {
                    search.undo();
                }
                if let Some(option) = options.pop() {
                    search.choose(option as usize);
                    break;
                }
                path.pop();
            }
        }
    }
}

/// A part of a solution.
struct Search<'a> {
    instance: &'a Instance,
    chosen: Vec<usize>,
    covered: Vec<bool>,
    /// How many items of each option are covered.
    hurdles: Vec<u32>,
    /// How many options without covered items each item has.
    n_free: Vec<u32>,
    /// How much work it was so far.
    n_looks: u64,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance) -> Self {
        let n_free = instance.by_item.iter().map(|options| options.len() as u32).collect();
        let (covered, hurdles) = (vec![false; instance.n_items], vec![0; instance.options.len()]);
        Self { instance, chosen: Vec::new(), covered, hurdles, n_free, n_looks: 0 }
    }

    /// The item not covered with the fewest options, if there is one.
    fn tightest(&self) -> Option<usize> {
        (0..self.covered.len()).filter(|&item| !self.covered[item]).min_by_key(|&item| self.n_free[item])
    }

    fn choose(&mut self, option: usize) {
        let instance = self.instance;
        self.chosen.push(option);
        for &item in &instance.options[option] {
            self.covered[item as usize] = true;
            self.n_looks += instance.by_item[item as usize].len() as u64;
            for &other in &instance.by_item[item as usize] {
                self.hurdles[other as usize] += 1;
                if self.hurdles[other as usize] == 1 {
                    self.n_looks += instance.options[other as usize].len() as u64;
                    for &touched in &instance.options[other as usize] {
                        self.n_free[touched as usize] -= 1;
                    }
                }
            }
        }
    }

    fn undo(&mut self) {
        let instance = self.instance;
        for &item in self.chosen.pop().iter().flat_map(|&option| &instance.options[option]) {
            self.covered[item as usize] = false;
            for &other in &instance.by_item[item as usize] {
                self.hurdles[other as usize] -= 1;
                if self.hurdles[other as usize] == 0 {
                    for &touched in &instance.options[other as usize] {
                        self.n_free[touched as usize] += 1;
                    }
                }
            }
        }
    }
}
