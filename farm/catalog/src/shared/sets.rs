//! Minimal unavoidable sets with given cells in the third band, whatever else that band has.
//!
//! Let a set have just the two cells in the third band that hold x and y in one row and box. Its witness exchanges
//! them, and leaves all else of the third band as it is. So the set depends on nothing but the columns of the two and
//! the digits x and y, and the same holds for any cells of which each can only change for a digit of another one in its
//! row: every third band that has them in such places has the set. They are found by forced displacements, as in
//! `core::unavoidable`, from all of these cells at once.

use crate::base::{CellSet, Pace, Stop, minimal_sets, ones};

use super::bands::REGION;

/// Houses of a grid: rows, columns, boxes.
const HOUSES: usize = 27;
/// The digits of a row.
const DIGITS: u16 = 511;
/// The most cells of a set that cuts branches.
const MAX_KNOWN: u32 = 10;

/// A cell of the third band, up to the order of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// Cells with the same number are in one row, 0 to 2.
    pub(super) row: u8,
    pub(super) column: u8,
    /// Its digit, from 0.
    pub(super) digit: u8,
}

/// Finds the sets of two bands with given cells in the third one.
pub(super) struct Displacer<'a> {
    /// Without a third band.
    ground: Box<Ground>,
    /// For each cell the smaller sets inside the two bands that contain it.
    known: Vec<Vec<u64>>,
    pace: &'a mut Pace,
}

impl<'a> Displacer<'a> {
    /// `inside` are sets inside the two bands, which no other set contains: bit 9 r + c is the cell in row r, column c.
    pub(super) fn new(rows: &'a [[u8; 9]; 6], inside: &[u64], pace: &'a mut Pace) -> Self {
        let mut known = vec![Vec::new(); 64];
        for set in inside.iter().filter(|set| set.count_ones() <= MAX_KNOWN) {
            for cell in ones(*set) {
                known[cell].push(*set);
            }
        }
        Self { ground: Box::new(Ground::new(rows)), known, pace }
    }

    /// What minimal sets have inside the two bands that have just `places` in the third band, at most `max` cells in
    /// all. Sets that contain one inside the two bands with many cells may be among them.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn sets(&mut self, places: &[Place], max: u32) -> Result<Vec<u64>, Stop> {
        let Some(ground) = self.ground.with(places) else { return Ok(Vec::new()) };
        let mut search = Search {
            ground: &ground,
            known: &self.known,
            max,
            lost: [0; HOUSES],
            gained: [0; HOUSES],
            found: Vec::new(),
            pace: self.pace,
        };
        let mut root = Partial { cells: 0, pending: 0, touched: 0, paired: 0 };
        for cell in REGION..REGION + places.len() {
            root = search.with(&root, 1 << cell);
            search.lose(cell);
        }
        search.extend(root)?;
        let inside = search.found.iter().map(|set| CellSet::<1>::from_words([set & ((1 << REGION) - 1)]));
        Ok(minimal_sets(inside.collect()).iter().map(|set| set.words()[0]).collect())
    }
}

/// The cells of two bands, and some of the third.
#[derive(Clone)]
struct Ground {
    /// The digit of each cell.
    digits: [u8; 64],
    houses: [[u8; 3]; 64],
    /// For each cell and digit the cells with this digit in a house of the cell.
    forced: [[u64; 9]; 64],
    /// The digits that a cell may change for.
    possible: [u16; 64],
    /// Rows, columns, boxes and the digit of each cell, a bit each.
    units: [u64; 64],
}

impl Ground {
    /// That of two bands alone.
    fn new(rows: &[[u8; 9]; 6]) -> Self {
        let mut ground =
            Self { digits: [0; 64], houses: [[0; 3]; 64], forced: [[0; 9]; 64], possible: [0; 64], units: [0; 64] };
        let in_column = |column: usize| rows.iter().fold(0u16, |digits, row| digits | 1 << row[column]);
        for cell in 0..REGION {
            let (row, column) = (cell / 9, cell % 9);
            ground.set(cell, row as u8, column as u8, rows[row][column]);
            // A digit that the column has in the third band stays there.
            ground.possible[cell] = in_column(column) & !(1 << rows[row][column]);
            for other in 0..cell {
                ground.link(cell, other);
            }
        }
        ground
    }

    /// The same with some cells of the third band, which alone of its cells can change; `None` if one of them cannot.
    fn with(&self, places: &[Place]) -> Option<Self> {
        let mut ground = self.clone();
        for (cell, place) in (REGION..).zip(places) {
            ground.set(cell, 6 + place.row, place.column, place.digit);
            let others = places.iter().filter(|other| other.row == place.row && other.column / 3 == place.column / 3);
            ground.possible[cell] = others.fold(0, |digits, other| digits | 1 << other.digit) & !(1 << place.digit);
            if ground.possible[cell] == 0 {
                return None;
            }
            for other in 0..cell {
                ground.link(cell, other);
                if other < REGION && ground.houses[other][1] == ground.houses[cell][1] {
                    ground.possible[other] |= 1 << place.digit;
                }
            }
        }
        Some(ground)
    }

    fn set(&mut self, cell: usize, row: u8, column: u8, digit: u8) {
        self.digits[cell] = digit;
        self.houses[cell] = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
        self.units[cell] =
            self.houses[cell].iter().fold(1 << (HOUSES as u8 + digit), |units, house| units | 1 << house);
    }

    /// Cells with a house in common force each other.
    fn link(&mut self, cell: usize, other: usize) {
        if (0..3).any(|kind| self.houses[cell][kind] == self.houses[other][kind]) {
            self.forced[cell][usize::from(self.digits[other])] |= 1 << other;
            self.forced[other][usize::from(self.digits[cell])] |= 1 << cell;
        }
    }
}

/// A set on its way.
#[derive(Clone, Copy)]
struct Partial {
    cells: u64,
    /// Those without a new digit yet.
    pending: u64,
    /// The units with a cell of the set, and those with two or more.
    touched: u64,
    paired: u64,
}

struct Search<'a> {
    ground: &'a Ground,
    known: &'a [Vec<u64>],
    max: u32,
    /// By house: the digits that its cells in the set lose, and those that they gain.
    lost: [u16; HOUSES],
    gained: [u16; HOUSES],
    found: Vec<u64>,
    pace: &'a mut Pace,
}

impl Search<'_> {
    fn lose(&mut self, cell: usize) {
        for house in self.ground.houses[cell] {
            self.lost[usize::from(house)] |= 1 << self.ground.digits[cell];
        }
    }

    fn regain(&mut self, cell: usize) {
        for house in self.ground.houses[cell] {
            self.lost[usize::from(house)] &= !(1 << self.ground.digits[cell]);
        }
    }

    fn extend(&mut self, set: Partial) -> Result<(), Stop> {
        if let Some(stop) = self.pace.step(0) {
            return Err(stop);
        }
        let size = set.cells.count_ones();
        let mut best: Option<(usize, u16)> = None;
        // Units that must get a further cell: a digit that is touched once, and a house in which a cell can only take a
        // digit that the house has not lost yet.
        let mut wanting = set.touched & !set.paired & (u64::MAX << HOUSES);
        for cell in ones(set.pending) {
            let digits = self.digits(cell, &set, size);
            if digits == 0 {
                return Ok(());
            }
            for house in self.ground.houses[cell] {
                wanting |= u64::from(digits & self.lost[usize::from(house)] == 0) << house;
            }
            if best.is_none_or(|(_, fewest)| digits.count_ones() < fewest.count_ones()) {
                best = Some((cell, digits));
            }
        }
        let Some((cell, mut digits)) = best else {
            self.found.push(set.cells);
            return Ok(());
        };
        if size + most_of_a_kind(wanting) > self.max {
            return Ok(());
        }
        let houses = self.ground.houses[cell];
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let extra = self.ground.forced[cell][digit] & !set.cells;
            let mut next = self.with(&set, extra);
            if ones(extra).any(|one| self.known[one].iter().any(|known| known & !next.cells == 0)) {
                continue;
            }
            next.pending &= !(1 << cell);
            for house in houses {
                self.gained[usize::from(house)] |= 1 << digit;
            }
            for one in ones(extra) {
                self.lose(one);
            }
            let done = self.extend(next);
            for one in ones(extra) {
                self.regain(one);
            }
            for house in houses {
                self.gained[usize::from(house)] &= !(1 << digit);
            }
            done?;
        }
        Ok(())
    }

    /// The digits that a pending cell can take.
    #[inline]
    fn digits(&self, cell: usize, set: &Partial, size: u32) -> u16 {
        let [row, column, square] = self.ground.houses[cell].map(usize::from);
        let gained = self.gained[row] | self.gained[column] | self.gained[square];
        let possible = self.ground.possible[cell] & !gained & DIGITS;
        // These force no further cell.
        let mut digits = possible & self.lost[row] & self.lost[column] & self.lost[square];
        if size == self.max {
            return digits;
        }
        let mut others = possible & !digits;
        while others != 0 {
            let digit = others.trailing_zeros();
            others &= others - 1;
            let extra = self.ground.forced[cell][digit as usize] & !set.cells;
            let n_extra = extra.count_ones();
            if size + n_extra <= self.max {
                let next = self.with(set, extra);
                let fits = size + n_extra + most_of_a_kind(next.touched & !next.paired) <= self.max;
                digits |= u16::from(fits) << digit;
            }
        }
        digits
    }

    /// `set` with further cells, all of them pending.
    #[inline]
    fn with(&self, set: &Partial, extra: u64) -> Partial {
        let mut next = *set;
        next.cells |= extra;
        next.pending |= extra;
        for cell in ones(extra) {
            let units = self.ground.units[cell];
            next.paired |= next.touched & units;
            next.touched |= units;
        }
        next
    }
}

/// How many rows, columns, boxes or digits are among `units`, whichever are most: a set that needs a further cell in
/// each needs this many.
#[inline]
fn most_of_a_kind(units: u64) -> u32 {
    let count = |i: u32| (units >> (9 * i) & 511).count_ones();
    count(0).max(count(1)).max(count(2)).max(count(3))
}
