//! Finds every minimal unavoidable set of a grid inside a region, by forced displacements.
//!
//! Let U be a minimal unavoidable set inside the region with witness W, and let c be its smallest cell. Then c holds
//! another digit v = W(c) than in the grid, so the cells that hold v in the grid and share a house with c must change
//! too: they are in U. Each of them needs a new digit in turn. The search starts at every cell c of the region, tries
//! every v, and follows these forced displacements, always at the displaced cell with the fewest digits left to try.
//! Among its branches is the one that takes W's digit every time; it never leaves U. When every displaced cell has a
//! new digit, the cells so far are unavoidable, and so they are U itself. Three kinds of branches are cut, none of
//! which can lead to U:
//! - every unit (row, column, box, digit, house of a variant) of U has at least two of its cells, and a cell whose
//!   possible digits are all outside the set so far brings further cells into its house; with too many of them, the set
//!   would be too large;
//! - c is the smallest cell, so none below it may be forced;
//! - the cells so far are a part of U and contain no unavoidable set except possibly U, which would already be found.
//!
//! So every minimal set of at most `max_size` cells is found. The final filter drops sets that contain another one,
//! which is smaller and therefore found too.
//!
//! When no cell is pending the result is a grid: in each house the new digits are pairwise different and each was lost
//! by a cell of the set in that same house, so they are exactly the lost ones. If a variant has moves, the cells a move
//! away that have the new digit in the grid are forced like those of a house, and no two cells of the set a move apart
//! get the same new digit; no digits are lost or regained there.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Digit, Index, Limits, Pace, Stop};
use crate::problem::{SudokuClues, Witness};

use super::UnavoidableSet;

/// How often the limits are asked, in search nodes.
const PACE: u32 = 1024;

/// The most cells of a set that cuts branches; larger ones cut too little for the time to look at them.
const MAX_KNOWN: usize = 12;

/// The result of a search for displacements.
#[derive(Clone, Debug)]
pub struct Displacements<const W: usize> {
    /// Minimal unavoidable sets, smallest first. If `stop` is set, some sets are missing, and some may not be minimal.
    pub sets: Vec<UnavoidableSet<W>>,
    /// The limit that ended the search early.
    pub stop: Option<Stop>,
    pub n_nodes: u64,
}

/// Finds all minimal unavoidable sets of the problem's grid that lie inside `region` and have at most `max_size` cells.
#[must_use]
#[inline(never)]
pub fn displacements<const W: usize>(
    problem: &SudokuClues<W>,
    region: CellSet<W>,
    max_size: usize,
    limits: &Limits,
) -> Displacements<W> {
    displacements_told(problem, region, max_size, limits, &mut |_, _| {})
}

/// The same, and `tell` is called now and then with how many sets were found, which need not be minimal yet, and which
/// part of the search is done, by a rule of thumb.
#[inline(never)]
pub(super) fn displacements_told<const W: usize>(
    problem: &SudokuClues<W>,
    region: CellSet<W>,
    max_size: usize,
    limits: &Limits,
    tell: &mut dyn FnMut(usize, f64),
) -> Displacements<W> {
    // Of plain Sudoku a cell has three houses, which the compiler then knows.
    if problem.variant().is_plain() {
        searched(Search::<W, 3>::new(problem, max_size, limits), region, tell)
    } else {
        searched(Search::<W, MAX_HOUSES>::new(problem, max_size, limits), region, tell)
    }
}

fn searched<const W: usize, const H: usize>(
    mut search: Search<'_, W, H>,
    region: CellSet<W>,
    tell: &mut dyn FnMut(usize, f64),
) -> Displacements<W> {
    let mut stop = None;
    // Backwards, so that the sets among the cells above a start are known when it begins.
    let starts: Vec<Cell> = region.iter().collect();
    // Sets have ever more cells to choose from. Times of 9x9 grids with sizes from 14 to 20 are close to this power.
    let power = 0.6 * search.max_size as f64;
    for (n_done, &start) in starts.iter().rev().enumerate() {
        tell(search.found.len(), (n_done as f64 / starts.len() as f64).powf(power));
        search.allowed.insert(start);
        if let Err(why) = search.from(start) {
            stop = Some(why);
            break;
        }
    }
    // What is left to do is short, but with many sets it is not nothing.
    tell(search.found.len(), 1.0);
    let sets = minimal(search.found, &mut stop, &mut search.pace);
    Displacements { sets, stop, n_nodes: search.n_nodes }
}

/// The most houses of a cell: row, column, box, two diagonals, window, disjoint group.
const MAX_HOUSES: usize = 7;

/// The units that a set touches: one bit for each row, column, box, digit and house of a variant, with a lane for each
/// kind.
type Units = u128;

/// Bits of a lane, where that is enough for all units of a kind: lanes of this width are counted all at once.
const LANE: usize = 16;

/// Does each lane have at most `most` bits? That is less than half of the numbers that a lane can hold.
#[inline(always)]
fn has_at_most(lanes: u64, most: usize) -> bool {
    let every = |bits: u64| bits * 0x0001_0001_0001_0001;
    let pairs = lanes - (lanes >> 1 & every(0x5555));
    let fours = (pairs & every(0x3333)) + (pairs >> 2 & every(0x3333));
    let eights = (fours + (fours >> 4)) & every(0x0f0f);
    let counts = (eights + (eights >> 8)) & every(0x1f);
    // A lane with more reaches the highest bit.
    (counts + every(0x7fff - most as u64)) & every(0x8000) == 0
}

/// The cells that a new digit forces, and what they touch, if none of them is in the set.
#[derive(Clone, Copy, Debug)]
struct Forced<const W: usize> {
    cells: CellSet<W>,
    n: usize,
    /// Their units, and those of two or more of them.
    touched: Units,
    paired: Units,
}

/// A set on its way.
#[derive(Clone, Copy)]
struct Partial<const W: usize> {
    /// The cells that change.
    cells: CellSet<W>,
    /// Those of them without a new digit yet.
    pending: CellSet<W>,
    size: usize,
    /// The units with a cell of the set.
    touched: Units,
    /// The units with two or more.
    paired: Units,
}

/// The search where cells have at most `H` houses.
struct Search<'a, const W: usize, const H: usize> {
    problem: &'a SudokuClues<W>,
    n: usize,
    /// Bits of a lane.
    lane: usize,
    /// Rows, columns, boxes, digits and kinds of n houses of a variant.
    n_unit_kinds: usize,
    max_size: usize,
    pace: Pace,
    n_nodes: u64,
    /// For each cell and digit: the cells that hold this digit in the grid and share a house with the cell.
    forced: Vec<Forced<W>>,
    /// For each cell the digits whose forced cells are allowed.
    open: Vec<u32>,
    /// For each cell its row, column, box and houses of a variant, numbered through; the row again in places that are
    /// left.
    houses: Vec<[usize; H]>,
    /// For each house the bit of its unit, or none if it is of a kind that has fewer than n.
    unit_of: Vec<Units>,
    /// For each cell those a move away.
    moves: Vec<CellSet<W>>,
    /// For each cell its row, column, box, digit and houses of kinds that have n.
    units: Vec<Units>,
    /// For each cell its digit in the grid, as a mask.
    old: Vec<u32>,
    /// The start and the cells of the region above it.
    allowed: CellSet<W>,
    /// The new digit of each displaced cell, 0-based.
    new: Vec<u8>,
    /// For each house the digits that its cells in the set hold in the grid.
    lost: Vec<u32>,
    /// For each house the new digits of its cells in the set.
    gained: Vec<u32>,
    found: FxHashMap<CellSet<W>, Witness>,
    /// For each cell the small sets found that contain it.
    known: Vec<Vec<CellSet<W>>>,
    /// The most cells of a known set.
    most_known: usize,
}

impl<'a, const W: usize, const H: usize> Search<'a, W, H> {
    fn new(problem: &'a SudokuClues<W>, max_size: usize, limits: &Limits) -> Self {
        let (grid, geometry) = (problem.grid(), problem.geometry());
        let shape = grid.shape();
        let n = shape.n();
        let digit = |cell: Cell| grid.get(cell).index();
        let lane = n.max(LANE);
        let variant = problem.variant();
        // The boxes of a Latin square are its rows.
        let of_shape = |cell| [shape.row(cell), n + shape.column(cell), 2 * n + shape.box_of(cell)];
        let houses: Vec<[usize; H]> = shape
            .cells()
            .map(|cell| {
                let of_variant = variant.houses().iter().enumerate().filter(|(_, house)| house.cells.contains(&cell));
                let all = of_shape(cell).into_iter().chain(of_variant.map(|(i, _)| 3 * n + i));
                let mut own = [shape.row(cell); H];
                for (i, house) in all.enumerate() {
                    own[i] = house;
                }
                own
            })
            .collect();
        // The units of rows, columns and boxes have the numbers of these houses; digits follow, then the kinds that
        // have n houses. A kind of fewer, such as a diagonal, says less than rows do.
        let mut unit_of: Vec<Units> = (0..3 * n).map(|house| 1 << (house / n * lane + house % n)).collect();
        let mut n_unit_kinds = 4;
        for kind in variant.houses().chunk_by(|a, b| a.kind == b.kind) {
            let is_counted = kind.len() == n && (n_unit_kinds + 1) * lane <= Units::BITS as usize;
            unit_of.extend((0..kind.len()).map(|i| Units::from(is_counted) << (n_unit_kinds * lane + i)));
            n_unit_kinds += usize::from(is_counted);
        }
        let unit = |cell: Cell| {
            houses[cell.get()].iter().fold(1 << (3 * lane + digit(cell)), |units, house| units | unit_of[*house])
        };
        let units: Vec<Units> = shape.cells().map(unit).collect();
        let force = |(cell, d): (Cell, usize)| {
            let cells: CellSet<W> = geometry.peers(cell).iter().filter(|&peer| digit(peer) == d).collect();
            let (touched, paired) = cells.iter().fold((0, 0), |(touched, paired), cell| {
                let units = units[cell.get()];
                (touched | units, paired | touched & units)
            });
            Forced { cells, n: cells.len(), touched, paired }
        };
        let forced = shape.cells().flat_map(|cell| (0..n).map(move |d| (cell, d))).map(force).collect();
        // No set has more cells than the grid, and a small number leaves room for sums.
        let max_size = max_size.min(shape.n_cells());
        Self {
            problem,
            n,
            lane,
            n_unit_kinds,
            unit_of,
            max_size,
            pace: limits.pace(PACE),
            n_nodes: 0,
            forced,
            open: vec![0; shape.n_cells()],
            houses,
            moves: shape.cells().map(|cell| variant.moves(cell).iter().copied().collect()).collect(),
            units,
            old: shape.cells().map(|cell| 1 << digit(cell)).collect(),
            allowed: CellSet::EMPTY,
            new: vec![0; shape.n_cells()],
            lost: vec![0; 3 * n + variant.houses().len()],
            gained: vec![0; 3 * n + variant.houses().len()],
            found: FxHashMap::default(),
            known: vec![Vec::new(); shape.n_cells()],
            most_known: (max_size / 2).min(MAX_KNOWN),
        }
    }

    /// All sets whose smallest cell is `start`.
    fn from(&mut self, start: Cell) -> Result<(), Stop> {
        for (open, forced) in self.open.iter_mut().zip(self.forced.chunks_exact(self.n)) {
            let is_open = |forced: &Forced<W>| forced.cells.is_subset(&self.allowed);
            *open = forced.iter().enumerate().fold(0, |open, (d, forced)| open | u32::from(is_open(forced)) << d);
        }
        let cells = CellSet::only(start);
        self.lose(start);
        let units = self.units[start.get()];
        let done = self.extend(Partial { cells, pending: cells, size: 1, touched: units, paired: 0 });
        self.regain(start);
        done
    }

    /// The digit of `cell` must find another place in its houses.
    fn lose(&mut self, cell: Cell) {
        for house in self.houses[cell.get()] {
            self.lost[house] |= self.old[cell.get()];
        }
    }

    /// Undoes [`Self::lose`]: no other cell of a house holds the same digit.
    fn regain(&mut self, cell: Cell) {
        for house in self.houses[cell.get()] {
            self.lost[house] &= !self.old[cell.get()];
        }
    }

    fn extend(&mut self, set: Partial<W>) -> Result<(), Stop> {
        self.n_nodes += 1;
        if let Some(stop) = self.pace.step(self.n_nodes) {
            return Err(stop);
        }
        // The pending cell with the fewest digits, and the units that must get a further cell: a digit that stands in
        // the set once, and a house in which some cell can only take a digit that the house has not lost yet.
        let mut best: Option<(Cell, u32)> = None;
        let of_digits: Units = ((1 << self.n) - 1) << (3 * self.lane);
        let mut wanting = set.touched & !set.paired & of_digits;
        for cell in set.pending {
            let digits = self.digits(cell, &set);
            if digits == 0 {
                return Ok(());
            }
            let (of_shape, others) = self.houses[cell.get()].split_at(3);
            for house in of_shape {
                wanting |= if digits & self.lost[*house] == 0 { self.unit_of[*house] } else { 0 };
            }
            for house in others.iter().filter(|house| digits & self.lost[**house] == 0) {
                wanting |= self.unit_of[*house];
            }
            if best.is_none_or(|(_, fewest)| digits.count_ones() < fewest.count_ones()) {
                best = Some((cell, digits));
            }
        }
        let Some((cell, mut digits)) = best else {
            self.add(set.cells, set.size);
            return Ok(());
        };
        if !self.has_room(wanting, set.size) {
            return Ok(());
        }
        let houses = self.houses[cell.get()];
        while digits != 0 {
            let d = digits.trailing_zeros() as usize;
            let digit = 1 << d;
            digits &= digits - 1;
            let extra = self.forced[cell.get() * self.n + d].cells - set.cells;
            let mut next = self.with(&set, extra);
            if extra.iter().any(|one| self.known[one.get()].iter().any(|known| known.is_subset(&next.cells))) {
                continue;
            }
            next.pending.remove(cell);
            self.new[cell.get()] = d as u8;
            for house in houses {
                self.gained[house] |= digit;
            }
            for one in extra {
                self.lose(one);
            }
            let done = self.extend(next);
            for one in extra {
                self.regain(one);
            }
            for house in houses {
                self.gained[house] &= !digit;
            }
            done?;
        }
        Ok(())
    }

    /// Keeps a set that is complete.
    fn add(&mut self, cells: CellSet<W>, size: usize) {
        if let Entry::Vacant(entry) = self.found.entry(cells) {
            entry.insert(witness(self.problem, cells, &self.new));
            if size <= self.most_known {
                for cell in cells {
                    self.known[cell.get()].push(cells);
                }
            }
        }
    }

    /// The digits that a pending cell can take, as a mask: none that a house of it has gained, none whose forced cells
    /// are not allowed or too many.
    #[inline]
    fn digits(&self, cell: Cell, set: &Partial<W>) -> u32 {
        let houses = self.houses[cell.get()];
        let mut gained = houses.iter().fold(self.old[cell.get()], |gained, house| gained | self.gained[*house]);
        let mut held = 0;
        if H > 3 {
            for other in self.moves[cell.get()] {
                if !set.cells.contains(other) {
                    held |= self.old[other.get()];
                } else if !set.pending.contains(other) {
                    gained |= 1 << self.new[other.get()];
                }
            }
        }
        let possible = ((1 << self.n) - 1) & !gained;
        // These force no further cell.
        let mut digits = houses.iter().fold(possible & !held, |digits, house| digits & self.lost[*house]);
        if set.size == self.max_size {
            return digits;
        }
        let mut others = possible & !digits & self.open[cell.get()];
        while others != 0 {
            let d = others.trailing_zeros() as usize;
            others &= others - 1;
            let forced = &self.forced[cell.get() * self.n + d];
            let (size, once) = if forced.cells.intersects(&set.cells) {
                let next = self.with(set, forced.cells - set.cells);
                (next.size, next.touched & !next.paired)
            } else {
                let paired = set.paired | forced.paired | set.touched & forced.touched;
                (set.size + forced.n, (set.touched | forced.touched) & !paired)
            };
            digits |= u32::from(size <= self.max_size && self.has_room(once, size)) << d;
        }
        digits
    }

    /// `set` with further cells, all of them pending.
    #[inline]
    fn with(&self, set: &Partial<W>, extra: CellSet<W>) -> Partial<W> {
        let mut next = *set;
        next.cells |= extra;
        next.pending |= extra;
        for cell in extra {
            next.size += 1;
            let units = self.units[cell.get()];
            next.paired |= next.touched & units;
            next.touched |= units;
        }
        next
    }

    /// Can a set of this size have a further cell in each of these units? Two units of a kind have no cell in common, so
    /// it takes as many cells as there are units of the kind that has most of them.
    #[inline]
    fn has_room(&self, units: Units, size: usize) -> bool {
        let room = self.max_size - size;
        if self.lane == LANE {
            let has_room = has_at_most(units as u64, room);
            return has_room && (H == 3 || has_at_most((units >> u64::BITS) as u64, room));
        }
        let kind: Units = (1 << self.n) - 1;
        (0..self.n_unit_kinds).all(|i| (units >> (i * self.lane) & kind).count_ones() as usize <= room)
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
    sets.sort_unstable_by_key(|set| (set.cells.len(), set.cells));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against a count of each lane.
        #[test]
        fn lanes_are_counted_at_once(bits in any::<[u16; 4]>(), fewer in any::<[u16; 4]>(), most in 0..20usize) {
            let lanes: [u16; 4] = std::array::from_fn(|i| bits[i] & (fewer[i] | fewer[i].rotate_left(3)));
            let word = lanes.iter().rev().fold(0u64, |word, lane| word << LANE | u64::from(*lane));
            let wanted = lanes.iter().all(|lane| lane.count_ones() as usize <= most);
            prop_assert_eq!(has_at_most(word, most), wanted);
        }
    }
}
