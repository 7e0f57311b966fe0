//! Numbers for 9x9 bands that leave out what is easy to leave out: names of digits and the order of columns.
//!
//! Give the digits the names by which the first box is 123, 456, 789, and put the columns of the second and of the
//! third box in the order of their first digits. What is left is a *reduced band*. The rows of its second box can have
//! 56 triples of sets, and those of the third box have the digits that are left; in each box, the second and the third
//! row have their digits in one of six orders. So there are 56 * 6^4 = 72,576 reduced bands, few enough for a table.

use std::array::from_fn;

/// Number of reduced bands.
pub(super) const N_REDUCED: usize = N_BEGINNINGS * N_BOX_ORDERS;

/// Number of reduced bands without their third box.
pub(super) const N_BEGINNINGS: usize = 56 * N_BOX_ORDERS;

/// Orders of the second and third row of a box.
pub(super) const N_BOX_ORDERS: usize = 36;

/// Digits of a 9x9 band, 0 to 8.
pub(super) type BandRows = [[u8; 9]; 3];

/// Digits of a box, 0 to 8.
pub(super) type BoxRows = [[u8; 3]; 3];

/// The orders of three things: the rank of each.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The tables by which bands get their numbers.
pub(super) struct Reduced {
    /// The triples of sets that the rows of the second box can have, as bits of digits.
    sets: Vec<[u16; 3]>,
    /// The number of a triple, by the digits 3 to 8 of its first set and the digits 0 to 2 of its second one.
    number: [u8; 512],
    /// The number of an order, by which of the three pairs ascend.
    order: [u8; 8],
    /// The order that columns have in one row when another row put them in order.
    relative: [[u8; 6]; 6],
}

impl Reduced {
    pub(super) fn new() -> Self {
        let mut tables = Self { sets: Vec::new(), number: [0; 512], order: [0; 8], relative: [[0; 6]; 6] };
        for (i, ranks) in ORDERS.iter().enumerate() {
            tables.order[ascents(*ranks)] = i as u8;
        }
        for (i, first) in ORDERS.iter().enumerate() {
            for (k, other) in ORDERS.iter().enumerate() {
                let mut ranks = [0; 3];
                for column in 0..3 {
                    ranks[usize::from(first[column])] = other[column];
                }
                tables.relative[i][k] = tables.order[ascents(ranks)];
            }
        }
        let own = |row: u16| 0b111 << (3 * row);
        let sets_of = |row: u16| (0..512_u16).filter(move |s| s.count_ones() == 3 && s & own(row) == 0);
        for first in sets_of(0) {
            for second in sets_of(1).filter(|second| second & first == 0) {
                let third = 511 & !first & !second;
                if third & own(2) == 0 {
                    tables.number[key(first, second)] = tables.sets.len() as u8;
                    tables.sets.push([first, second, third]);
                }
            }
        }
        tables
    }

    /// The number of the reduced band of a band, below [`N_REDUCED`].
    pub(super) fn number(&self, rows: &BandRows) -> usize {
        let [first, second, third] = [0, 3, 6].map(|start| from_fn(|row| from_fn(|k| rows[row][start + k])));
        let names = names_by(&first);
        self.beginning(&named(&second, &names)) * N_BOX_ORDERS + self.orders(&named(&third, &names))
    }

    /// The number of a second box, below [`N_BEGINNINGS`], with the names that digits have by the first one. With that
    /// of the third box, it is the number of the reduced band: one for each beginning after the other.
    pub(super) fn beginning(&self, rows: &BoxRows) -> usize {
        let set = |row: usize| rows[row].iter().fold(0, |set, digit| set | 1 << digit);
        usize::from(self.number[key(set(0), set(1))]) * N_BOX_ORDERS + self.orders(rows)
    }

    /// The number of a third box, below [`N_BOX_ORDERS`].
    #[inline]
    pub(super) fn orders(&self, rows: &BoxRows) -> usize {
        let [first, second, third] = rows.map(|row| self.order[ascents(row)]);
        let relative = &self.relative[usize::from(first)];
        usize::from(relative[usize::from(second)] * 6 + relative[usize::from(third)])
    }

    /// The reduced band with this number.
    pub(super) fn band(&self, number: usize) -> BandRows {
        let second = &self.sets[number / (N_BOX_ORDERS * N_BOX_ORDERS)];
        let orders = [number / N_BOX_ORDERS % N_BOX_ORDERS, number % N_BOX_ORDERS];
        from_fn(|row| {
            let own = 0b111 << (3 * row);
            let sets = [own, second[row], 511 & !own & !second[row]];
            from_fn(|column| {
                let order = match (column / 3, row) {
                    (0, _) | (_, 0) => 0,
                    (b, 1) => orders[b - 1] / 6,
                    (b, _) => orders[b - 1] % 6,
                };
                let rank = ORDERS[order][column % 3];
                (0..9).filter(|digit| sets[column / 3] >> digit & 1 == 1).nth(usize::from(rank)).unwrap_or_default()
            })
        })
    }
}

/// The names of digits by which a box has 0 to 8 row by row.
pub(super) fn names_by(first: &BoxRows) -> [u8; 9] {
    let mut names = [0; 9];
    for (name, digit) in (0..).zip(first.as_flattened()) {
        names[usize::from(*digit)] = name;
    }
    names
}

/// A box with other names for its digits.
pub(super) fn named(rows: &BoxRows, names: &[u8; 9]) -> BoxRows {
    rows.map(|row| row.map(|digit| names[usize::from(digit)]))
}

/// Which of the pairs of three different things ascend, as bits.
fn ascents([a, b, c]: [u8; 3]) -> usize {
    usize::from(a < b) | usize::from(a < c) << 1 | usize::from(b < c) << 2
}

/// What of the sets of the first two rows determines all three; see `number` of [`Reduced`].
fn key(first: u16, second: u16) -> usize {
    usize::from(first >> 3 | (second & 0b111) << 6)
}
