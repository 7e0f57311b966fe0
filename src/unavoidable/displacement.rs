//! Every minimal unavoidable set of a grid inside a region, by forced displacements.
//!
//! Let U be an unavoidable set inside the region with witness W, and let c be its smallest cell. Then c holds another
//! digit v = W(c) than in the grid, so the cells that hold v in the grid and share a house with c must change too: they
//! are in U. Each of them needs a new digit in turn. The search starts at every cell c of the region, tries every v, and
//! follows these forced displacements, always at the displaced cell with the fewest digits left to try. Among its
//! branches is the one that takes W's digit every time; it never leaves U, and when no displaced cell is left
//! without a new digit, its cells are unavoidable. If U is minimal they are U itself. So every minimal set is found;
//! what is found besides, the closing filter drops: sets that contain another one.
//!
//! When no cell is pending the result is a grid: in each house the new digits are pairwise different and each was lost
//! by a cell of the set in that same house, so they are exactly the lost ones.

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Digit, Index, Limits, Pace, Stop};
use crate::problem::{SudokuClues, Witness};
use crate::sudoku::Shape;

use super::UnavoidableSet;

/// How often the limits are asked, in search nodes.
const PACE: u32 = 1024;

/// What a search for displacements found.
#[derive(Clone, Debug)]
pub struct Displacements<const W: usize> {
    /// Minimal unavoidable sets, smallest first; if `stop` is set some are missing, and some may not be minimal.
    pub sets: Vec<UnavoidableSet<W>>,
    /// The limit that ended the search before it was complete.
    pub stop: Option<Stop>,
    /// Search nodes.
    pub n_nodes: u64,
}

/// All minimal unavoidable sets of the problem's grid that lie inside `region` and have at most `max_size` cells.
#[must_use]
pub fn displacements<const W: usize>(
    problem: &SudokuClues<W>,
    region: CellSet<W>,
    max_size: usize,
    limits: &Limits,
) -> Displacements<W> {
    let mut search = Search::new(problem, max_size, limits);
    let mut allowed = region;
    let mut stop = None;
    for start in region {
        search.allowed = allowed;
        if let Err(why) = search.from(start) {
            stop = Some(why);
            break;
        }
        // Later sets have no cell as small as this one.
        allowed.remove(start);
    }
    let sets = minimal(search.found, &mut stop, &mut search.pace);
    Displacements { sets, stop, n_nodes: search.n_nodes }
}

struct Search<'a, const W: usize> {
    problem: &'a SudokuClues<W>,
    max_size: usize,
    pace: Pace,
    n_nodes: u64,
    /// Rows, columns, boxes and digits: a set has no unit with a single cell.
    units: Vec<Vec<CellSet<W>>>,
    /// The cells of each digit in the grid.
    holders: Vec<CellSet<W>>,
    allowed: CellSet<W>,
    /// The new digit of each displaced cell, 0-based.
    new: Vec<u8>,
    /// For each digit the cells that see a cell whose new digit it is.
    taken: Vec<CellSet<W>>,
    found: FxHashMap<CellSet<W>, Witness>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(problem: &'a SudokuClues<W>, max_size: usize, limits: &Limits) -> Self {
        let (grid, geometry) = (problem.grid(), problem.geometry());
        let n = grid.shape().n();
        let holders: Vec<CellSet<W>> =
            (0..n).map(|d| grid.shape().cells().filter(|&c| grid.get(c).index() == d).collect()).collect();
        let mut units: Vec<Vec<CellSet<W>>> = geometry.houses().chunks(n).map(<[_]>::to_vec).collect();
        units.push(holders.clone());
        Self {
            problem,
            max_size,
            pace: limits.pace(PACE),
            n_nodes: 0,
            units,
            holders,
            allowed: CellSet::EMPTY,
            new: vec![0; grid.shape().n_cells()],
            taken: vec![CellSet::EMPTY; n],
            found: FxHashMap::default(),
        }
    }

    /// All sets whose smallest cell is `start`.
    fn from(&mut self, start: Cell) -> Result<(), Stop> {
        self.extend(CellSet::only(start), CellSet::only(start))
    }

    /// `cells` change; `pending` are those of them without a new digit yet.
    fn extend(&mut self, cells: CellSet<W>, pending: CellSet<W>) -> Result<(), Stop> {
        self.n_nodes += 1;
        if let Some(stop) = self.pace.step(self.n_nodes) {
            return Err(stop);
        }
        if self.least_size(cells) > self.max_size {
            return Ok(());
        }
        // The pending cell with the fewest digits.
        let mut best: Option<(Cell, u32)> = None;
        for cell in pending {
            let digits = self.digits(cell, cells);
            if best.is_none_or(|(_, fewest)| digits.count_ones() < fewest.count_ones()) {
                best = Some((cell, digits));
                if digits.count_ones() <= 1 {
                    break;
                }
            }
        }
        let Some((cell, mut digits)) = best else {
            self.found.entry(cells).or_insert_with(|| witness(self.problem, cells, &self.new));
            return Ok(());
        };
        let peers = self.problem.geometry().peers(cell);
        while digits != 0 {
            let d = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let forced = self.holders[d] & peers;
            let before = self.taken[d];
            self.taken[d] |= peers;
            self.new[cell.get()] = d as u8;
            let done = self.extend(cells | forced, (pending | (forced - cells)) - CellSet::only(cell));
            self.taken[d] = before;
            done?;
        }
        Ok(())
    }

    /// The digits that a displaced cell can take, as a mask.
    fn digits(&self, cell: Cell, cells: CellSet<W>) -> u32 {
        let peers = self.problem.geometry().peers(cell);
        let mut mask = 0;
        for d in 0..self.holders.len() {
            let forced = self.holders[d] & peers;
            let fits = !self.taken[d].contains(cell)
                && !self.holders[d].contains(cell)
                && forced.is_subset(&self.allowed)
                && (self.max_size >= Shape::MAX_N * Shape::MAX_N || (cells | forced).len() <= self.max_size);
            mask |= u32::from(fits) << d;
        }
        mask
    }

    /// The least size of a set that contains `cells`: every row, column, box and digit in it has two of its cells.
    fn least_size(&self, cells: CellSet<W>) -> usize {
        let size = cells.len();
        if size > self.max_size {
            return size;
        }
        let lone = |kind: &Vec<CellSet<W>>| kind.iter().filter(|unit| (**unit & cells).single().is_some()).count();
        size + self.units.iter().map(lone).max().unwrap_or(0)
    }
}

/// The grid with the new digits in `cells`.
fn witness<const W: usize>(problem: &SudokuClues<W>, cells: CellSet<W>, new: &[u8]) -> Witness {
    let value = |(i, old): (usize, &Digit)| {
        if cells.contains(Cell::new(i)) { new[i] + 1 } else { old.value() as u8 }
    };
    Witness(problem.grid().digits().iter().enumerate().map(value).collect())
}

/// The sets that contain no other one, smallest first. Once there is a `stop` the rest is kept as it is.
fn minimal<const W: usize>(
    found: FxHashMap<CellSet<W>, Witness>,
    stop: &mut Option<Stop>,
    pace: &mut Pace,
) -> Vec<UnavoidableSet<W>> {
    let mut sets: Vec<UnavoidableSet<W>> =
        found.into_iter().map(|(cells, witness)| UnavoidableSet { cells, witness }).collect();
    sets.sort_by_key(|set| (set.cells.len(), set.cells));
    // A subset has its smallest cell among the cells of the set.
    let mut by_first: FxHashMap<Cell, Vec<CellSet<W>>> = FxHashMap::default();
    sets.retain(|set| {
        *stop = stop.or_else(|| pace.step(0));
        if stop.is_some() {
            return true;
        }
        let is_minimal = !set
            .cells
            .iter()
            .filter_map(|cell| by_first.get(&cell))
            .any(|smaller| smaller.iter().any(|s| s.is_subset(&set.cells)));
        if is_minimal {
            by_first.entry(set.cells.first().expect("a set has cells")).or_default().push(set.cells);
        }
        is_minimal
    });
    sets
}
