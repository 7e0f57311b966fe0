//! All ways to make one 9x9 band of another, by its rows, its columns and names of digits.
//!
//! A band without names of digits is two permutations of its columns: one takes each column to the one in whose first
//! row the digit of its second row stands, the other does so with the digit of its third row. A way to make band B of
//! band A maps the columns of B to those of A so that the permutations go along. So the image of one column determines
//! those of all that the permutations lead to, mostly all nine, and 6 orders of the rows times 9 images are all that is
//! tried.

use std::ops::ControlFlow;

use super::reduced::BandRows;

const NONE: u8 = u8::MAX;

/// A way to make one band of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mapping {
    /// For each column of what is made the column of the source.
    pub(super) columns: [u8; 9],
    /// The new name of each digit, from 0.
    pub(super) names: [u8; 9],
}

/// A band without names of digits: for the second and the third row, in which columns of the first row their digits
/// are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Links([[u8; 9]; 2]);

impl Links {
    /// Of a band with its rows in this order.
    pub(super) fn new([first, second, third]: [&[u8; 9]; 3]) -> Self {
        let mut column_of = [0; 9];
        for (column, digit) in first.iter().enumerate() {
            column_of[usize::from(*digit)] = column as u8;
        }
        Self([second, third].map(|row| row.map(|digit| column_of[usize::from(digit)])))
    }
}

/// Visits every way to make the band with links `form`, whose first row is in ascending order, of the band of `rows`.
pub(super) fn each_mapping(
    rows: &BandRows,
    form: &Links,
    visit: &mut impl FnMut(&Mapping) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let [first, ..] = order;
        let partial = Partial { form, source: &Links::new(order.map(|row| &rows[row])), images: Images::NONE };
        partial.complete(&mut |columns| {
            let mut names = [0; 9];
            for (name, column) in columns.iter().enumerate() {
                names[usize::from(rows[first][usize::from(*column)])] = name as u8;
            }
            visit(&Mapping { columns: *columns, names })
        })?;
    }
    ControlFlow::Continue(())
}

/// Columns of the form that have a column of the source, and so do stacks.
#[derive(Clone, Copy)]
struct Images {
    columns: [u8; 9],
    stacks: [u8; 3],
    used_columns: u16,
    used_stacks: u8,
}

impl Images {
    const NONE: Self = Self { columns: [NONE; 9], stacks: [NONE; 3], used_columns: 0, used_stacks: 0 };
}

#[derive(Clone, Copy)]
struct Partial<'a> {
    form: &'a Links,
    source: &'a Links,
    images: Images,
}

impl Partial<'_> {
    /// Visits all maps that continue this one.
    fn complete(&self, visit: &mut impl FnMut(&[u8; 9]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(column) = self.images.columns.iter().position(|image| *image == NONE) else {
            return visit(&self.images.columns);
        };
        for image in 0..9 {
            let mut next = *self;
            if next.assign(column, image) {
                next.complete(visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Maps a column and all that follows from it; false if this is a contradiction.
    fn assign(&mut self, column: usize, image: u8) -> bool {
        let images = &mut self.images;
        if images.columns[column] != NONE {
            return images.columns[column] == image;
        }
        let (stack, stack_bit) = (image / 3, 1 << (image / 3));
        let known = &mut images.stacks[column / 3];
        let stack_fits = if *known == NONE { images.used_stacks & stack_bit == 0 } else { *known == stack };
        if images.used_columns >> image & 1 == 1 || !stack_fits {
            return false;
        }
        *known = stack;
        images.used_stacks |= stack_bit;
        images.used_columns |= 1 << image;
        images.columns[column] = image;
        (0..2).all(|k| {
            let (column, image) = (self.form.0[k][column], self.source.0[k][usize::from(image)]);
            self.assign(usize::from(column), image)
        })
    }
}
