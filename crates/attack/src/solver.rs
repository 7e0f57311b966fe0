//! Fillings of cells with values that differ in every house: the plain rules of grids, Latin squares and similar
//! puzzles.

use rand::seq::SliceRandom as _;

use crate::Rng;

/// Cells in which all values differ.
pub(crate) type House = Vec<usize>;

/// Cells, values from 1 to `n_values`, and houses.
#[derive(Clone, Debug)]
pub(crate) struct Houses {
    n_values: usize,
    /// For every cell the cells that cannot have its value.
    rivals: Vec<Vec<usize>>,
}

impl Houses {
    pub(crate) fn new(n_cells: usize, n_values: usize, houses: &[House]) -> Self {
        let rivals = |cell: usize| {
            let mut all: Vec<usize> =
                houses.iter().filter(|house| house.contains(&cell)).flatten().copied().filter(|c| *c != cell).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        Self { n_values, rivals: (0..n_cells).map(rivals).collect() }
    }

    /// Rows and columns of `n` cells.
    pub(crate) fn lines(n: usize) -> Vec<House> {
        let rows = (0..n).map(|r| (0..n).map(|c| n * r + c).collect());
        rows.chain((0..n).map(|c| (0..n).map(|r| n * r + c).collect())).collect()
    }

    /// Boxes of `rows` x `columns` cells.
    pub(crate) fn boxes(rows: usize, columns: usize) -> Vec<House> {
        let n = rows * columns;
        let house = |b: usize| {
            let (top, left) = (b / rows * rows, b % rows * columns);
            (0..n).map(|i| n * (top + i / columns) + left + i % columns).collect()
        };
        (0..n).map(house).collect()
    }

    /// All fillings with these clues (0 where there is none) go to `visit`, until it says stop; false if it did.
    pub(crate) fn fillings(&self, clues: &[u8], visit: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let mut cells = vec![0; self.rivals.len()];
        for (cell, value) in clues.iter().enumerate().filter(|(_, value)| **value != 0) {
            if self.clashes(&cells, cell, *value) {
                return true;
            }
            cells[cell] = *value;
        }
        let order: Vec<u8> = (1..=self.n_values).map(|value| value as u8).collect();
        self.go(&mut cells, &order, visit)
    }

    /// The first filling that a random order of values leads to.
    pub(crate) fn random(&self, rng: &mut Rng) -> Vec<u8> {
        let mut order: Vec<u8> = (1..=self.n_values).map(|value| value as u8).collect();
        order.shuffle(rng);
        let mut found = Vec::new();
        self.go(&mut vec![0; self.rivals.len()], &order, &mut |filling| {
            found = filling.to_vec();
            false
        });
        // One order of the values leaves much of a grid alike; so a part of it stays and the rest is filled anew.
        for _ in 0..4 {
            order.shuffle(rng);
            let mut cells: Vec<usize> = (0..found.len()).collect();
            cells.shuffle(rng);
            let mut kept = vec![0; found.len()];
            cells.iter().take(found.len() / 3).for_each(|cell| kept[*cell] = found[*cell]);
            self.go(&mut kept, &order, &mut |filling| {
                found = filling.to_vec();
                false
            });
        }
        found
    }

    /// All fillings, or none if there are more than `max`.
    pub(crate) fn all(&self, clues: &[u8], max: usize) -> Option<Vec<Vec<u8>>> {
        let mut all = Vec::new();
        self.fillings(clues, &mut |filling| {
            all.push(filling.to_vec());
            all.len() <= max
        });
        (all.len() <= max).then_some(all)
    }

    /// The number of fillings, at most `max`.
    pub(crate) fn count(&self, clues: &[u8], max: usize) -> usize {
        let mut n = 0;
        self.fillings(clues, &mut |_| {
            n += 1;
            n < max
        });
        n
    }

    /// Has a rival of this cell this value?
    pub(crate) fn clashes(&self, cells: &[u8], cell: usize, value: u8) -> bool {
        self.rivals[cell].iter().any(|rival| cells[*rival] == value)
    }

    /// Goes on with the cell that has the fewest values left.
    fn go(&self, cells: &mut Vec<u8>, order: &[u8], visit: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let n_left = |cells: &[u8], cell: usize| order.iter().filter(|v| !self.clashes(cells, cell, **v)).count();
        let blanks = (0..cells.len()).filter(|cell| cells[*cell] == 0);
        let Some(cell) = blanks.min_by_key(|cell| n_left(cells, *cell)) else { return visit(cells) };
        for value in order {
            if !self.clashes(cells, cell, *value) {
                cells[cell] = *value;
                let goes_on = self.go(cells, order, visit);
                cells[cell] = 0;
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1, 2, 12 and 576 Latin squares (McKay and Wanless, 2005); 288 grids of 4x4.
    #[test]
    fn all_small_squares_are_found() {
        for (n, wanted) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
            let houses = Houses::new(n * n, n, &Houses::lines(n));
            assert_eq!(houses.all(&vec![0; n * n], 10_000).map(|all| all.len()), Some(wanted));
        }
        let grid = Houses::new(16, 4, &[Houses::lines(4), Houses::boxes(2, 2)].concat());
        assert_eq!((grid.count(&[0; 16], 1000), grid.count(&[0; 16], 100)), (288, 100));
        assert_eq!(grid.all(&[0; 16], 287), None);
    }

    /// By hand: the upper right boxes of 2x3 begin in cell 3, the last but one box in cell 24.
    #[test]
    fn boxes_are_read_row_by_row() {
        let boxes = Houses::boxes(2, 3);
        assert_eq!(
            (boxes.len(), &boxes[1][..], &boxes[4][..]),
            (6, &[3, 4, 5, 9, 10, 11][..], &[24, 25, 26, 30, 31, 32][..])
        );
    }

    #[test]
    fn clues_that_clash_have_no_filling() {
        let square = Houses::new(4, 2, &Houses::lines(2));
        assert_eq!(
            (square.count(&[1, 1, 0, 0], 9), square.count(&[1, 0, 0, 2], 9), square.count(&[1, 0, 0, 1], 9)),
            (0, 0, 1)
        );
    }
}
