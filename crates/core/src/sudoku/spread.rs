//! Continuations of a row of boxes: the sets of digits in the lines of the first box are given, and those of the others
//! are drawn.

use rand::Rng as _;

use crate::base::Rng;

/// The maximum number of boxes in a row, and of lines of a box.
pub const MOST: usize = 3;

/// Sets of digits, as bits: one for each line of a box.
pub type Sets = [u16; MOST];

pub(super) const NONE: Sets = [0; MOST];

/// All continuations in which each line of the row of boxes gets all digits, and so does each box.
///
/// With two boxes, the lines of the second box have the sets of the first, exchanged. With three, let S1, S2 and S3 be
/// the sets of the first box. Every digit of S1 goes to line 2 in one of the other boxes and to line 3 in the other
/// one. Let T1 be those that go to line 2 in the second box, and so on in a cycle: T2 to line 3, T3 to line 1. Line 2
/// of the second box has T1 and S3 without T3, and its size is right if T1 and T3 are equally large. So the
/// continuations are the triples of subsets of one size: their number is the sum of C(m, k)^3 for sets of m digits,
/// which is 10 for 2 and 56 for 3, for all sets.
#[derive(Clone, Debug)]
pub struct BandSpread {
    n_boxes: usize,
    /// Triples of subsets of one size; bit i stands for the i-th member of a set.
    triples: Vec<Sets>,
}

impl BandSpread {
    /// Creates the continuations for `n_boxes` boxes, two or three, whose lines have sets of `size` digits.
    #[must_use]
    pub fn new(n_boxes: usize, size: usize) -> Self {
        let subsets = 0..1_u16 << size;
        let mut triples = Vec::new();
        if n_boxes == MOST {
            for a in subsets.clone() {
                let same = || subsets.clone().filter(move |s| s.count_ones() == a.count_ones());
                triples.extend(same().flat_map(|b| same().map(move |c| [a, b, c])));
            }
        }
        Self { n_boxes, triples }
    }

    /// The sets of all boxes, the first of which has the sets `first`; each way has the same chance.
    pub(super) fn draw(&self, first: Sets, rng: &mut Rng) -> [Sets; MOST] {
        if self.n_boxes < MOST {
            return [first, [first[1], first[0], 0], NONE];
        }
        continued(first, &self.triples[rng.random_range(0..self.triples.len())])
    }

    /// Returns all continuations with three boxes.
    pub fn each(&self, first: Sets) -> impl Iterator<Item = [Sets; MOST]> {
        self.triples.iter().map(move |triple| continued(first, triple))
    }

    #[cfg(test)]
    pub(super) fn n_ways(&self) -> usize {
        if self.n_boxes < MOST { 1 } else { self.triples.len() }
    }
}

/// The sets of three boxes, the first of which has the sets `first`.
#[inline]
fn continued(first: Sets, triple: &Sets) -> [Sets; MOST] {
    let ahead: Sets = std::array::from_fn(|i| members(first[i], triple[i]));
    let second = std::array::from_fn(|i| {
        let (before, two_before) = ((i + 2) % MOST, (i + 1) % MOST);
        ahead[before] | first[two_before] & !ahead[two_before]
    });
    let all = first.iter().fold(0, |all, set| all | set);
    [first, second, std::array::from_fn(|i| all & !first[i] & !second[i])]
}

/// The members of a set whose places in it `chosen` has.
fn members(set: u16, chosen: u16) -> u16 {
    let (mut rest, mut members) = (set, 0);
    for place in 0.. {
        if rest == 0 {
            break;
        }
        let lowest = rest & rest.wrapping_neg();
        if chosen >> place & 1 == 1 {
            members |= lowest;
        }
        rest ^= lowest;
    }
    members
}
