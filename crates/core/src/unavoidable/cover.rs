//! Source "complete" of a model that is an exact cover: every minimal unavoidable set up to a size, by forced
//! displacements.
//!
//! The method is that of [`displacements`](super::displacements), with items in place of the houses of a grid. Let U be
//! a minimal unavoidable set, and c its first cell. The option of c is not in the witness, so each item of c that must
//! be covered is covered there by another option, which displaces the cells whose items it takes: they are in U. The
//! search chooses an item with the fewest remaining options, tries each of them, and follows the displacements. One
//! branch takes an option of the witness every time. It never leaves U, and when no item is open it has found an
//! unavoidable set inside U, so U itself. The search cuts branches that must become too large, that displace a cell
//! before the first one, or that contain a known set.

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Index, Limits, Pace, Stop};
use crate::problem::{ClueProblem, LinearProblem, ModelClues, ModelCover};

use super::{Family, Found, Source, SourceError, UnavoidableSet};

/// How often the limits are asked, in search nodes.
const PACE: u32 = 1024;

/// A source of minimal unavoidable sets of a model that is an exact cover; it finds none of other models.
#[derive(Clone, Copy, Debug)]
pub struct CoverDisplacements {
    /// The maximum number of cells of a set.
    pub max_size: usize,
    /// The limit on nodes: one size after the other is searched, until the next would exceed this number of nodes, or
    /// `max_sets`.
    pub max_nodes: u64,
    /// The limit on sets; see [`Self::max_nodes`].
    pub max_sets: usize,
}

impl CoverDisplacements {
    /// Creates the source with limits that take about a tenth of a second on one core.
    #[must_use]
    pub fn affordable() -> Self {
        Self { max_size: usize::MAX, max_nodes: 60_000, max_sets: 2_000 }
    }

    /// Creates the source for all sets of at most `max_size` cells, without a limit on the work.
    #[must_use]
    pub fn up_to(max_size: usize) -> Self {
        Self { max_size, max_nodes: u64::MAX, max_sets: usize::MAX }
    }
}

/// The smallest size that is searched: no set of a sensible puzzle has fewer cells than two.
const FIRST_SIZE: usize = 4;

impl<const W: usize> Source<W, ModelClues<W>> for CoverDisplacements {
    fn name(&self) -> &'static str {
        "complete"
    }

    /// [`Found::Complete`] says that all sets of the largest size that was searched are there, and all smaller ones.
    fn find(&mut self, problem: &ModelClues<W>, family: &mut Family<W>, limits: &Limits) -> Result<Found, SourceError> {
        let Some(cover) = problem.cover() else { return Ok(Found::Complete) };
        let n_cells = problem.cells().len();
        let (mut sets, mut n_nodes) = (FxHashMap::default(), 0);
        let mut size = FIRST_SIZE.min(self.max_size);
        let end = loop {
            let max_nodes = self.max_nodes.saturating_sub(n_nodes);
            let mut search = Search::new(problem, &cover, size, max_nodes, limits);
            let end = search.all();
            n_nodes += search.n_nodes;
            match end {
                Err(Halt::Limit(stop)) => break Found::Limit(stop),
                Err(Halt::Spent) => break Found::Complete,
                Ok(()) => sets = search.found,
            }
            if size >= self.max_size.min(n_cells) || sets.len() > self.max_sets {
                break Found::Complete;
            }
            size += 1;
        };
        let mut sets: Vec<(CellSet<W>, Vec<usize>)> = sets.into_iter().collect();
        sets.sort_unstable_by_key(|(cells, _)| (cells.len(), *cells));
        let mut found = Family::new();
        for (cells, options) in sets {
            let mut values: Vec<bool> = problem.target().to_vec();
            cells.iter().for_each(|cell| values[cover.options[cell.get()]] = false);
            options.into_iter().for_each(|option| values[option] = true);
            found.insert(UnavoidableSet { cells, witness: problem.witness(&values) });
        }
        found.keep_minimal();
        found.sets().iter().for_each(|set| _ = family.insert(set.clone()));
        Ok(end)
    }
}

/// Why the search of one size ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    Limit(Stop),
    /// It has visited as many nodes as it may.
    Spent,
}

/// The search of one size.
struct Search<'c, const W: usize> {
    cover: &'c ModelCover,
    cells: CellSet<W>,
    /// By item: the options that are not in the target.
    others: Vec<Vec<usize>>,
    /// By option: the cells that it displaces.
    displaced: Vec<CellSet<W>>,
    /// By option: how many of its items have been taken.
    n_taken: Vec<u32>,
    is_taken: Vec<bool>,
    /// Cells that may be displaced: the first one, and those after it.
    allowed: CellSet<W>,
    max_size: usize,
    chosen: Vec<usize>,
    /// The sets with their options.
    found: FxHashMap<CellSet<W>, Vec<usize>>,
    /// The small ones of them, by cell.
    known: Vec<Vec<CellSet<W>>>,
    n_nodes: u64,
    max_nodes: u64,
    pace: Pace,
}

impl<'c, const W: usize> Search<'c, W> {
    fn new(problem: &ModelClues<W>, cover: &'c ModelCover, max_size: usize, max_nodes: u64, limits: &Limits) -> Self {
        let mut others = vec![Vec::new(); cover.owner.len()];
        let mut displaced = vec![CellSet::EMPTY; cover.items.len()];
        for (option, items) in cover.items.iter().enumerate() {
            if problem.target()[option] {
                continue;
            }
            items.iter().for_each(|item| others[*item].push(option));
            displaced[option] = items.iter().filter_map(|item| cover.owner[*item]).collect();
        }
        Self {
            cover,
            cells: problem.cells(),
            displaced,
            n_taken: vec![0; cover.items.len()],
            is_taken: vec![false; others.len()],
            others,
            allowed: CellSet::EMPTY,
            max_size,
            chosen: Vec::new(),
            found: FxHashMap::default(),
            known: vec![Vec::new(); problem.cells().len()],
            n_nodes: 0,
            max_nodes,
            pace: limits.clone().without_nodes().pace(PACE),
        }
    }

    /// Backwards, so that the sets among the cells after a first one are known when it begins.
    fn all(&mut self) -> Result<(), Halt> {
        let starts: Vec<Cell> = self.cells.iter().collect();
        for start in starts.into_iter().rev() {
            self.allowed.insert(start);
            let open = self.items_of(CellSet::only(start));
            self.extend(CellSet::only(start), &open)?;
        }
        Ok(())
    }

    /// The items of these cells that must be covered, and are not yet.
    fn items_of(&self, cells: CellSet<W>) -> Vec<usize> {
        let items = cells.iter().flat_map(|cell| &self.cover.items[self.cover.options[cell.get()]]);
        items.copied().filter(|item| self.cover.is_exact[*item] && !self.is_taken[*item]).collect()
    }

    /// The cells that an option would displace beside these; `None` if it cannot be taken.
    fn more(&self, option: usize, cells: CellSet<W>) -> Option<CellSet<W>> {
        let more = self.displaced[option] - cells;
        let fits = self.n_taken[option] == 0 && cells.len() + more.len() <= self.max_size;
        (fits && more.is_subset(&self.allowed)).then_some(more)
    }

    /// `cells` are displaced, and the items of `open` have to be covered.
    fn extend(&mut self, cells: CellSet<W>, open: &[usize]) -> Result<(), Halt> {
        self.n_nodes += 1;
        if let Some(stop) = self.pace.step(0) {
            return Err(Halt::Limit(stop));
        }
        if self.n_nodes > self.max_nodes {
            return Err(Halt::Spent);
        }
        let Some(&first) = open.first() else {
            if !self.found.contains_key(&cells) {
                self.found.insert(cells, self.chosen.clone());
                // Larger ones cut too little for the time to look at them.
                if cells.len() <= self.max_size / 2 + 1 {
                    cells.iter().for_each(|cell| self.known[cell.get()].push(cells));
                }
            }
            return Ok(());
        };
        let (mut best, mut fewest) = (first, usize::MAX);
        // Items whose options bring different cells bring them all.
        let (mut least, mut seen) = (cells.len(), CellSet::EMPTY);
        for &item in open {
            let (mut n, mut min, mut union) = (0, usize::MAX, CellSet::EMPTY);
            for &option in &self.others[item] {
                let Some(more) = self.more(option, cells) else { continue };
                (n, min, union) = (n + 1, min.min(more.len()), union | more);
            }
            if n == 0 {
                return Ok(());
            }
            if n < fewest {
                (best, fewest) = (item, n);
            }
            if min > 0 && !union.intersects(&seen) {
                (least, seen) = (least + min, seen | union);
                if least > self.max_size {
                    return Ok(());
                }
            }
        }
        for i in 0..self.others[best].len() {
            let option = self.others[best][i];
            let Some(more) = self.more(option, cells) else { continue };
            let next = cells | more;
            let holds_known = more.iter().any(|cell| self.known[cell.get()].iter().any(|set| set.is_subset(&next)));
            if holds_known {
                continue;
            }
            self.take(option, true);
            self.chosen.push(option);
            let mut below: Vec<usize> = open.iter().copied().filter(|item| !self.is_taken[*item]).collect();
            below.extend(self.items_of(more));
            let end = self.extend(next, &below);
            self.chosen.pop();
            self.take(option, false);
            end?;
        }
        Ok(())
    }

    /// An option takes its items from all others, or gives them back.
    fn take(&mut self, option: usize, is_taken: bool) {
        let Self { cover, others, n_taken, is_taken: taken, .. } = self;
        for &item in &cover.items[option] {
            taken[item] = is_taken;
            for &other in &others[item] {
                if is_taken { n_taken[other] += 1 } else { n_taken[other] -= 1 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::ilp::VarId;
    use crate::problem::{SudokuClues, positive};
    use crate::sudoku::{Shape, random_grid};
    use crate::unavoidable::displacements;

    fn model_of<const W: usize>(grid: &SudokuClues<W>) -> ModelClues<W> {
        let model = grid.model();
        let mut target = vec![false; model.n_vars()];
        grid.cells().iter().for_each(|cell| target[grid.agreement(cell).var.get()] = true);
        let (cells, shown): (Vec<VarId>, Vec<VarId>) = (positive(&target), model.vars().collect());
        ModelClues::new(model, target, &cells, &shown).expect("a solution")
    }

    fn find<const W: usize>(problem: &ModelClues<W>, mut source: CoverDisplacements) -> Family<W> {
        let mut family = Family::new();
        assert_eq!(source.find(problem, &mut family, &Limits::none()), Ok(Found::Complete));
        for set in family.sets() {
            assert_eq!(problem.difference(&set.witness), Ok(set.cells));
        }
        family
    }

    /// Cell i of the model is cell i of the grid, so the sets are the same.
    #[test]
    fn grids_as_models_have_the_sets_of_grids() {
        for (text, size) in [("2x2", 16), ("1x5", 12), ("2x3", 12)] {
            let shape: Shape = text.parse().expect("a shape");
            for seed in 1..=4 {
                let grid = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(seed)));
                let mut wanted: Vec<CellSet<2>> = displacements(&grid, grid.cells(), size, &Limits::none())
                    .sets
                    .iter()
                    .map(|set| set.cells)
                    .collect();
                let mut found: Vec<CellSet<2>> = find(&model_of(&grid), CoverDisplacements::up_to(size))
                    .sets()
                    .iter()
                    .map(|set| set.cells)
                    .collect();
                wanted.sort_unstable();
                found.sort_unstable();
                assert!(wanted.len() > 5, "{text} has {} sets", wanted.len());
                assert_eq!(found, wanted, "{text}, seed {seed}");
            }
        }
    }

    #[test]
    fn fewer_nodes_give_all_sets_of_a_smaller_size() {
        let grid = SudokuClues::<2>::new(random_grid::<2>(Shape::new(2, 3).expect("a shape"), &mut rng(9)));
        let problem = model_of(&grid);
        let some = find(&problem, CoverDisplacements { max_nodes: 3_000, ..CoverDisplacements::affordable() });
        let largest = some.sets().iter().map(|set| set.cells.len()).max().expect("there are sets");
        let all = find(&problem, CoverDisplacements::up_to(largest));
        let below = |family: &Family<2>| family.sets().iter().filter(|set| set.cells.len() < largest).count();
        assert!(largest < 36 && below(&some) == below(&all) && some.len() == all.len());
        let mut none = Family::new();
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        let end = CoverDisplacements::affordable().find(&problem, &mut none, &limits);
        assert_eq!((end, none.len()), (Ok(Found::Limit(Stop::Time)), 0));
    }
}
