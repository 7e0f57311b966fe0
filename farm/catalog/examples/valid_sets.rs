//! Counts the sets of M cells of two 9x9 bands that leave one solution, the third band given.
//!
//! ```text
//! valid_sets M <LINES      each line has 54 digits, six rows; for each it says a number
//! ```
//!
//! A second program for what `minclue catalog --regions --valid M` counts, which shares nothing with it, not even a type:
//! `rustc --edition 2024 -O` compiles this file alone. It works the other way round. The sets of each band that leave one
//! solution of that band are listed by their sizes, since all other fillings of one band with the same columns can be
//! written down. Then each set of the one band is joined with each of the other. A pair that hits some sets over both
//! bands which other fillings differ in is asked of a plain search through fillings of both.

use std::env;
use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

/// Digits, rows and so on are numbers from 0, and sets of them are bits.
pub(crate) type Rows = [[u8; 9]; 6];

/// Cells of a band.
const BAND: usize = 27;
/// Cells of both.
const BOTH: usize = 2 * BAND;
/// Words of a vector that has a bit for each set.
const WORDS: usize = 8;
/// Sets that are kept from earlier answers.
const LEARNED: usize = 256;
/// Digits of which other fillings are written down.
const EXCHANGED: u32 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let m = env::args().nth(1).ok_or("valid_sets M <LINES")?.parse()?;
    for line in io::stdin().lock().lines() {
        let rows = rows(&line?).ok_or("a line has not 54 digits that are two bands")?;
        writeln!(io::stdout(), "{}", count(&rows, m))?;
    }
    Ok(())
}

/// Two bands of 54 digits.
pub(crate) fn rows(line: &str) -> Option<Rows> {
    let digits: Vec<u8> = line.bytes().filter(|b| (b'1'..=b'9').contains(b)).map(|b| b - b'1').collect();
    let rows: Rows = std::array::from_fn(|row| std::array::from_fn(|j| digits.get(9 * row + j).copied().unwrap_or(0)));
    let is_whole = |cells: &mut dyn Iterator<Item = u8>| cells.fold(0, |set, digit| set | 1 << digit) == 511;
    let boxes = |n: usize| (0..9).map(move |i| rows[n / 3 * 3 + i / 3][n % 3 * 3 + i % 3]);
    let fits = (0..6).all(|n| is_whole(&mut rows[n].into_iter()) && is_whole(&mut boxes(n)));
    let columns = (0..9).all(|j| rows.iter().fold(0_u16, |set, row| set | 1 << row[j]).count_ones() == 6);
    (line.len() == BOTH && digits.len() == BOTH && fits && columns).then_some(rows)
}

/// The number of sets of `m` cells.
pub(crate) fn count(rows: &Rows, m: usize) -> u64 {
    let differ = [0, 1].map(|band| differences(rows, band));
    // The fewest cells of one band leave the other one at most the rest.
    let least = [0, 1].map(|band| (0..=m).find(|size| !in_one_band(&differ[band], *size)[*size].is_empty()));
    let [Some(upper), Some(lower)] = least else { return 0 };
    let lists = [(0, lower), (1, upper)]
        .map(|(band, least_of_other)| in_one_band(&differ[band], m.saturating_sub(least_of_other)));
    let sets = over_both(rows);
    let mut learned: Vec<u64> = Vec::new();
    let mut n = 0;
    for size in (0..=m).filter(|size| *size < lists[0].len() && m - size < lists[1].len()) {
        let upper = Unhit::new(&sets, lists[0][size].iter().map(|cells| u64::from(*cells)));
        let lower = Unhit::new(&sets, lists[1][m - size].iter().map(|cells| u64::from(*cells) << BAND));
        for (i, a) in upper.cells.iter().enumerate() {
            let first = upper.first[i];
            for (k, b) in lower.cells.iter().enumerate() {
                if first & lower.first[k] != 0 || !upper.fits(i, &lower, k) {
                    continue;
                }
                let cells = a | b;
                if let Some(place) = learned.iter().position(|set| set & cells == 0) {
                    // What was of use comes sooner the next time.
                    learned.swap(place, place / 2);
                    continue;
                }
                match other_filling(rows, cells) {
                    None => n += 1,
                    Some(differ) => {
                        learned.truncate(LEARNED - 1);
                        learned.push(differ);
                    }
                }
            }
        }
    }
    n
}

/// Cells of a band, and which sets over both they do not hit.
struct Unhit {
    cells: Vec<u64>,
    /// The first words of the vectors apart, since these decide most pairs.
    first: Vec<u64>,
    others: Vec<[u64; WORDS - 1]>,
}

impl Unhit {
    fn new(sets: &[u64], of_band: impl Iterator<Item = u64>) -> Self {
        let mut all = Self { cells: Vec::new(), first: Vec::new(), others: Vec::new() };
        for cells in of_band {
            let [first, others @ ..] = vector(sets, cells);
            all.cells.push(cells);
            all.first.push(first);
            all.others.push(others);
        }
        all
    }

    /// Do both hit all sets beyond the first ones?
    fn fits(&self, i: usize, other: &Self, k: usize) -> bool {
        self.others[i].iter().zip(&other.others[k]).all(|(a, b)| a & b == 0)
    }
}

/// The sets that these cells do not hit, as bits.
fn vector(sets: &[u64], cells: u64) -> [u64; WORDS] {
    let mut unhit = [0; WORDS];
    for (i, set) in sets.iter().enumerate() {
        unhit[i / 64] |= u64::from(set & cells == 0) << (i % 64);
    }
    unhit
}

/// The smallest sets of cells of one band in which other fillings of it differ.
fn differences(rows: &Rows, band: usize) -> Vec<u64> {
    let of_band = ((1_u64 << BAND) - 1) << (BAND * band);
    let mut differ = Vec::new();
    Fillings::new(rows, !of_band).each(&mut |set| {
        differ.push(set >> (BAND * band));
        true
    });
    smallest(differ.into_iter().filter(|set| *set != 0).collect())
}

/// The sets of up to `most` cells of one band, by size, that no other filling of the band agrees with.
fn in_one_band(differ: &[u64], most: usize) -> Vec<Vec<u32>> {
    // For each cell the sets that it hits.
    let n_words = differ.len().div_ceil(64);
    let mut hits = vec![vec![0_u64; n_words]; BAND];
    let mut unhit = vec![0_u64; n_words];
    for (i, set) in differ.iter().enumerate() {
        unhit[i / 64] |= 1 << (i % 64);
        for (cell, hits) in hits.iter_mut().enumerate() {
            hits[i / 64] |= (set >> cell & 1) << (i % 64);
        }
    }
    let mut found = vec![Vec::new(); most + 1];
    choose(&hits, 0, 0, &unhit, &mut found);
    found
}

/// Adds cells from `from` on in every way.
fn choose(hits: &[Vec<u64>], from: usize, chosen: u32, unhit: &[u64], found: &mut [Vec<u32>]) {
    let size = chosen.count_ones() as usize;
    if unhit.iter().all(|word| *word == 0) {
        found[size].push(chosen);
    }
    if size + 1 < found.len() {
        for cell in from..BAND {
            let unhit: Vec<u64> = unhit.iter().zip(&hits[cell]).map(|(unhit, hit)| unhit & !hit).collect();
            choose(hits, cell + 1, chosen | 1 << cell, &unhit, found);
        }
    }
}

/// Some sets over both bands that other fillings differ in, small ones first.
fn over_both(rows: &Rows) -> Vec<u64> {
    let mut found = Vec::new();
    for digits in (0..512_u16).filter(|digits| (2..=EXCHANGED).contains(&digits.count_ones())) {
        let fixed = (0..BOTH).filter(|cell| digits >> rows[cell / 9][cell % 9] & 1 == 0);
        let fixed = fixed.fold(0, |set: u64, cell| set | 1 << cell);
        Fillings::new(rows, fixed).each(&mut |set| {
            found.push(set);
            true
        });
    }
    let upper = (1_u64 << BAND) - 1;
    let mut sets = smallest(found.into_iter().filter(|set| set & upper != 0 && set & !upper != 0).collect());
    sets.truncate(64 * WORDS);
    sets
}

/// Sets none of which contains another one, small ones first.
fn smallest(mut sets: Vec<u64>) -> Vec<u64> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    let mut kept: Vec<u64> = Vec::new();
    for set in sets {
        if kept.len() < 4096 && kept.iter().all(|smaller| smaller & !set != 0) {
            kept.push(set);
        }
    }
    kept
}

/// The cells in which some other filling differs that agrees in `cells`, if there is one.
fn other_filling(rows: &Rows, cells: u64) -> Option<u64> {
    let mut other = None;
    Fillings::new(rows, cells).each(&mut |differ| {
        other = (differ != 0).then_some(differ);
        other.is_none()
    });
    other
}

/// All fillings of two bands whose columns have the digits that they have, and which agree in some cells.
struct Fillings<'a> {
    rows: &'a Rows,
    /// What is left for each row, column and box.
    left: [[u16; 9]; 3],
    open: u64,
    differ: u64,
}

impl<'a> Fillings<'a> {
    fn new(rows: &'a Rows, fixed: u64) -> Self {
        let mut left = [[0; 9]; 3];
        for cell in (0..BOTH).filter(|cell| fixed >> cell & 1 == 0) {
            let digit = 1 << rows[cell / 9][cell % 9];
            for (left, unit) in left.iter_mut().zip(units(cell)) {
                left[unit] |= digit;
            }
        }
        Self { rows, left, open: !fixed & ((1 << BOTH) - 1), differ: 0 }
    }

    /// Visits the cells in which each filling differs, until `visit` has enough; false if it has.
    fn each(&mut self, visit: &mut impl FnMut(u64) -> bool) -> bool {
        let (mut cell, mut digits, mut fewest, mut rest) = (BOTH, 0, 10, self.open);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let [row, column, square] = units(place);
            let fit = self.left[0][row] & self.left[1][column] & self.left[2][square];
            if fit.count_ones() < fewest {
                (cell, digits, fewest) = (place, fit, fit.count_ones());
                if fewest < 2 {
                    break;
                }
            }
        }
        if cell == BOTH {
            return visit(self.differ);
        }
        self.open ^= 1 << cell;
        let mut goes_on = true;
        while digits != 0 && goes_on {
            let digit = digits & digits.wrapping_neg();
            digits ^= digit;
            let differs = u64::from(digit != 1 << self.rows[cell / 9][cell % 9]) << cell;
            self.take(cell, digit);
            self.differ ^= differs;
            goes_on = self.each(visit);
            self.differ ^= differs;
            self.take(cell, digit);
        }
        self.open ^= 1 << cell;
        goes_on
    }

    /// Takes a digit from what is left, or gives it back.
    fn take(&mut self, cell: usize, digit: u16) {
        for (left, unit) in self.left.iter_mut().zip(units(cell)) {
            left[unit] ^= digit;
        }
    }
}

/// The row, the column and the box of a cell.
fn units(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, column, row / 3 * 3 + column / 3]
}
