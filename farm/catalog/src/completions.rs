//! How many bands and grids there are below a 9x9 band.
//!
//! The columns of a stack can be completed as sets in 56 ways, as for [uniform grids](crate::sudoku::UniformGrids), and
//! the number of bands with given columns depends only on how these part the digits in each stack, up to names: the
//! first stack has one of 280 partitions, and so a table of 280 x 280 numbers holds all.

use std::sync::OnceLock;

use crate::sudoku::columns::{BandColumns, digits};
use crate::sudoku::spread::{BandSpread, Sets};

use super::reduced::BandRows;

/// Partitions of nine digits into three sets of three, whose order does not matter.
const N_PARTITIONS: usize = 280;

/// Orders of the three rows of a band.
const N_ORDERS: u64 = 6;

/// Numbers of what can stand below a band; the order of rows in a band and that of the two bands apart.
pub(super) struct Completions {
    /// Of the first band below it, which has the smallest digit in the first column.
    pub(super) n_prefixes: u64,
    /// Of a band below it.
    pub(super) n_second_bands: u64,
    pub(super) n_candidates: u64,
}

impl Completions {
    pub(super) fn of(band: &BandRows) -> Self {
        let tables = Tables::get();
        let spread = BandSpread::new(3, 3);
        // For each stack all ways to complete its columns: the sets of the second and of the third band.
        let ways: Vec<Vec<[Sets; 2]>> = (0..3)
            .map(|stack| {
                let sets = std::array::from_fn(|j| band.iter().fold(0_u16, |set, row| set | 1 << row[3 * stack + j]));
                spread.each(sets).map(|[_, second, third]| [second, third]).collect()
            })
            .collect();
        let [first, second, third] = &ways[..] else { unreachable!("three stacks") };
        // The second band has the smallest digit that the first column has left.
        let left = band.iter().fold(511_u16, |left, row| left & !(1 << row[0]));
        let smallest = left & left.wrapping_neg();
        let (mut n_first, mut n_second, mut n_both) = (0, 0, 0);
        for own in first {
            let is_first = own[0][0] & smallest != 0;
            // Rows of the table, by the ways of the second stack, and places in a row, by those of the third.
            let places = |ways: &[[Sets; 2]]| -> Vec<[usize; 2]> {
                ways.iter().map(|way| [0, 1].map(|band| tables.number(&way[band], &own[band]))).collect()
            };
            let (rows, columns) = (places(second), places(third));
            for row in &rows {
                for column in &columns {
                    let [n2, n3] = [0, 1].map(|band| u64::from(tables.n_bands[row[band]][column[band]]));
                    n_second += n2;
                    if is_first {
                        n_first += n2;
                        n_both += n2 * n3;
                    }
                }
            }
        }
        Self {
            n_prefixes: n_first / N_ORDERS,
            n_second_bands: n_second / N_ORDERS,
            n_candidates: n_both / (N_ORDERS * N_ORDERS),
        }
    }
}

/// The number of bands whose columns have these digits, the order of rows apart.
pub(super) fn n_bands(columns: &[u16; 9]) -> u64 {
    let tables = Tables::get();
    let [first, second, third] = [0, 3, 6].map(|start| [0, 1, 2].map(|j| columns[start + j]));
    let [row, column] = [second, third].map(|stack| tables.number(&stack, &first));
    u64::from(tables.n_bands[row][column]) / N_ORDERS
}

struct Tables {
    /// The number of a partition by its set with digit 0, and its set with the smallest digit that is left.
    numbers: Vec<[u16; 512]>,
    /// Numbers of bands whose first stack has the first partition, by those of the others.
    n_bands: Vec<[u16; N_PARTITIONS]>,
}

impl Tables {
    fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }

    fn new() -> Self {
        let triples = |all: u16| {
            let lowest = all & all.wrapping_neg();
            (0..512_u16).filter(move |s| s.count_ones() == 3 && s & !all == 0 && s & lowest != 0)
        };
        let partitions: Vec<Sets> =
            triples(511).flat_map(|a| triples(511 & !a).map(move |b| [a, b, 511 & !a & !b])).collect();
        let mut numbers = vec![[0; 512]; 512];
        for (number, [a, b, _]) in partitions.iter().enumerate() {
            numbers[usize::from(*a)][usize::from(*b)] = number as u16;
        }
        let mut n_bands = vec![[0; N_PARTITIONS]; N_PARTITIONS];
        for i in 0..N_PARTITIONS {
            for k in 0..=i {
                let columns = BandColumns::new(3, &[FIRST, partitions[i], partitions[k]].concat());
                // The second and the third stack can change places.
                n_bands[i][k] = columns.n_bands() as u16;
                n_bands[k][i] = n_bands[i][k];
            }
        }
        Self { numbers, n_bands }
    }

    /// The number of a partition under the names by which another one, `standard`, is the first.
    fn number(&self, partition: &Sets, standard: &Sets) -> usize {
        let mut names = [0_u16; 9];
        for (digit, name) in standard.iter().flat_map(|set| digits(*set)).zip(0..) {
            names[digit.trailing_zeros() as usize] = 1 << name;
        }
        let mut named =
            partition.map(|set| digits(set).fold(0, |named, digit| named | names[digit.trailing_zeros() as usize]));
        named.sort_unstable_by_key(|set| set.trailing_zeros());
        usize::from(self.numbers[usize::from(named[0])][usize::from(named[1])])
    }
}

const FIRST: Sets = [0b111, 0b111_000, 0b111_000_000];
