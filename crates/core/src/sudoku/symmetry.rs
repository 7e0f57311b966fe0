//! The automorphisms of a grid: the symmetries of its shape that map it to itself up to the names of the digits.
//!
//! The symmetries of a shape exchange rows within their band, bands as a whole, columns and stacks likewise, and rows
//! with columns where a box has as many rows as columns. A Latin square has no boxes: all its rows may be exchanged,
//! all its columns, and the rows with the columns. (Maps that exchange rows or columns of a Latin square with *digits*,
//! its autoparatopisms, are excluded, since they do not map rows to rows or columns.)
//!
//! # How they are found
//!
//! A grid is its n * n triples (row, column, digit), and an automorphism without transposition is three permutations,
//! of the rows, the columns and the digits, that map triples to triples. Two members of a triple determine the third.
//! So the images of two determine that of the third, and the images of a few lines determine everything: the forced
//! part is a sub-square, and each further row at least doubles it. Row 0, column 0 and row 1 are enough for an ordinary
//! grid of any size, and nearly all wrong images of them contradict themselves after a few triples.
//!
//! Those few lines are a *base* of the group: only the identity fixes them all. The search goes up its stabilizer chain
//! (C. C. Sims, 1970): in the group that fixes the first k lines of the base, those elements that fix one more are a
//! subgroup, and the others are its cosets, one for each further image of that line. So the search only has to find one
//! element for each image, and if it stops early, the elements found so far are a group.

use crate::base::{Cell, CellPermutation, Group, Limits, Pace};

use super::grid::Grid;
use super::shape::Shape;

/// The automorphisms of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automorphisms {
    /// The group, which contains at least the identity.
    pub group: Group,
    /// Whether these are all automorphisms. If not, a limit was reached, and the group is a subgroup.
    pub is_whole: bool,
}

/// Finds the automorphisms of `grid`, as permutations p of its cells: some renaming of the digits maps the digit of
/// every cell c to that of p(c). They map valid puzzles of the grid to valid puzzles.
///
/// If there are more than `max`, or at a limit, the result is a subgroup. A node of the limits is the choice of an
/// image: about 500 for an ordinary 9x9 grid, which take less than 0.1 ms.
#[must_use]
pub fn automorphisms(grid: &Grid, max: usize, limits: &Limits) -> Automorphisms {
    let upright = Square::new(grid, false);
    let mut search = Search { grid, source: &upright, max, pace: limits.pace(64), nodes: 0 };
    let mut elements = vec![CellPermutation::identity(grid.shape().n_cells())];
    let is_whole = search.climb(&mut elements).is_ok();
    Automorphisms { group: Group::from_closed(elements), is_whole }
}

/// A limit came first, on the work or on the number of elements.
struct Stopped;

/// The members of the triples, as positions; the next two positions after [`DIGIT`] are again the first two.
const KINDS: usize = 3;
const ROW: usize = 0;
const COLUMN: usize = 1;
const DIGIT: usize = 2;

/// A grid as triples, with rows and columns exchanged if it is turned.
struct Square {
    n: usize,
    /// For each kind, the member of a triple, indexed by those of the next kind and of the one after it.
    third: [Box<[u8]>; KINDS],
    /// The number of rows of a band and of columns of a stack. The lines of a Latin square are independent.
    widths: [usize; 2],
}

impl Square {
    fn new(grid: &Grid, turned: bool) -> Self {
        let shape = grid.shape();
        let n = shape.n();
        let mut third = [ROW, COLUMN, DIGIT].map(|_| vec![0; n * n].into_boxed_slice());
        for cell in shape.cells() {
            let (row, column, digit) = (shape.row(cell), shape.column(cell), grid.get(cell).index());
            let triple = if turned { [column, row, digit] } else { [row, column, digit] };
            for (kind, third) in third.iter_mut().enumerate() {
                third[triple[(kind + 1) % KINDS] * n + triple[(kind + 2) % KINDS]] = triple[kind] as u8;
            }
        }
        let widths = if shape.is_latin() { [1, 1] } else { [shape.box_rows(), shape.box_cols()] };
        Self { n, third, widths }
    }
}

const NONE: u8 = u8::MAX;
type Table = [u8; Shape::MAX_N];

/// A bijection that is known in part.
#[derive(Clone, Copy)]
struct Partial {
    to: Table,
    from: Table,
}

impl Partial {
    const EMPTY: Self = Self { to: [NONE; Shape::MAX_N], from: [NONE; Shape::MAX_N] };

    /// Maps `i` to `j`; whether this is news, or `None` if it is a contradiction.
    fn assign(&mut self, i: usize, j: usize) -> Option<bool> {
        if self.to[i] == NONE && self.from[j] == NONE {
            (self.to[i], self.from[j]) = (j as u8, i as u8);
            Some(true)
        } else {
            (usize::from(self.to[i]) == j).then_some(false)
        }
    }
}

/// Images of some rows, columns and digits, and of the bands and stacks of these.
#[derive(Clone, Copy)]
struct Images {
    lines: [Partial; KINDS],
    blocks: [Partial; 2],
    /// The members with an image, of each kind, in the order of assignment.
    known: [Table; KINDS],
    n_known: [usize; KINDS],
    /// The number of these that have been combined with each other.
    n_done: [usize; KINDS],
}

impl Images {
    const EMPTY: Self = Self {
        lines: [Partial::EMPTY; KINDS],
        blocks: [Partial::EMPTY; 2],
        known: [[0; Shape::MAX_N]; KINDS],
        n_known: [0; KINDS],
        n_done: [0; KINDS],
    };

    /// The next line of the base, given what the lines before it force; `None` if that is everything: from all rows and
    /// one column follow all digits, and from these all columns.
    fn next_line(&self, n: usize) -> Option<(usize, usize)> {
        let is_open = |kind: usize, i: usize| self.lines[kind].to[i] == NONE;
        let first = [(ROW, 0), (COLUMN, 0)].into_iter();
        first.chain((1..n).map(|row| (ROW, row))).find(|&(kind, i)| is_open(kind, i))
    }

    /// Maps `i` to `j`; `false` if this contradicts what is known.
    fn assign(&mut self, kind: usize, i: usize, j: usize, widths: [usize; 2]) -> bool {
        let Some(is_news) = self.lines[kind].assign(i, j) else { return false };
        if is_news {
            self.known[kind][self.n_known[kind]] = i as u8;
            self.n_known[kind] += 1;
            if let Some(width) = widths.get(kind) {
                return self.blocks[kind].assign(i / width, j / width).is_some();
            }
        }
        true
    }

    /// Maps all that is forced by what is known; `false` if it contradicts itself.
    ///
    /// When everything is known, each row has been combined with each column, so nothing is left to check.
    fn propagate(&mut self, source: &Square, target: &Square) -> bool {
        let n = source.n;
        while let Some(kind) = (0..KINDS).find(|&kind| self.n_done[kind] < self.n_known[kind]) {
            let i = usize::from(self.known[kind][self.n_done[kind]]);
            let image = usize::from(self.lines[kind].to[i]);
            self.n_done[kind] += 1;
            let (next, last) = ((kind + 1) % KINDS, (kind + 2) % KINDS);
            for k in 0..self.n_done[next] {
                let j = usize::from(self.known[next][k]);
                let third = source.third[last][i * n + j];
                let its_image = target.third[last][image * n + usize::from(self.lines[next].to[j])];
                if !self.assign(last, usize::from(third), usize::from(its_image), source.widths) {
                    return false;
                }
            }
            for k in 0..self.n_done[last] {
                let j = usize::from(self.known[last][k]);
                let third = source.third[next][j * n + i];
                let its_image = target.third[next][usize::from(self.lines[last].to[j]) * n + image];
                if !self.assign(next, usize::from(third), usize::from(its_image), source.widths) {
                    return false;
                }
            }
        }
        true
    }

    /// The cells that all rows and columns being known maps to each other.
    fn permutation(&self, shape: Shape, turned: bool) -> CellPermutation {
        let image = |cell: Cell| {
            let row = usize::from(self.lines[ROW].to[shape.row(cell)]);
            let column = usize::from(self.lines[COLUMN].to[shape.column(cell)]);
            if turned { shape.cell(column, row) } else { shape.cell(row, column) }
        };
        CellPermutation::new(shape.cells().map(image).collect::<Box<[Cell]>>()).expect("bijections of the lines")
    }
}

struct Search<'a> {
    grid: &'a Grid,
    source: &'a Square,
    max: usize,
    pace: Pace,
    nodes: u64,
}

impl Search<'_> {
    /// From the identity up the stabilizer chain. `elements` is a group before and after, wherever the climb ends.
    fn climb(&mut self, elements: &mut Vec<CellPermutation>) -> Result<(), Stopped> {
        let (shape, n, source) = (self.grid.shape(), self.source.n, self.source);
        let mut base = Vec::new();
        let mut fixed = Images::EMPTY;
        while let Some((kind, i)) = fixed.next_line(n) {
            base.push((fixed, kind, i));
            fixed = self.below(source, &fixed, kind, i, i)?.expect("the identity is an automorphism");
        }
        for (fixed, kind, i) in base.into_iter().rev() {
            let mut cosets = Vec::new();
            for j in (0..n).filter(|j| *j != i) {
                let Some(next) = self.below(source, &fixed, kind, i, j)? else { continue };
                if let Some(found) = self.first(source, &next)? {
                    cosets.push(found.permutation(shape, false));
                    self.check_order(elements.len() * (1 + cosets.len()))?;
                }
            }
            extend(elements, &cosets);
        }
        if shape.is_latin() || shape.box_rows() == shape.box_cols() {
            let turned = Square::new(self.grid, true);
            if let Some(found) = self.first(&turned, &Images::EMPTY)? {
                self.check_order(2 * elements.len())?;
                extend(elements, &[found.permutation(shape, true)]);
            }
        }
        Ok(())
    }

    fn check_order(&self, order: usize) -> Result<(), Stopped> {
        if order > self.max { Err(Stopped) } else { Ok(()) }
    }

    /// The images with `i` mapped to `j` and all that follows; `None` if it contradicts itself.
    fn below(
        &mut self,
        target: &Square,
        images: &Images,
        kind: usize,
        i: usize,
        j: usize,
    ) -> Result<Option<Images>, Stopped> {
        let mut next = *images;
        if !next.assign(kind, i, j, self.source.widths) {
            return Ok(None);
        }
        if self.pace.step(self.nodes).is_some() {
            return Err(Stopped);
        }
        self.nodes += 1;
        let fits = next.propagate(self.source, target);
        Ok(fits.then_some(next))
    }

    /// The first way to complete the images.
    fn first(&mut self, target: &Square, images: &Images) -> Result<Option<Images>, Stopped> {
        let Some((kind, i)) = images.next_line(self.source.n) else { return Ok(Some(*images)) };
        for j in 0..self.source.n {
            if let Some(next) = self.below(target, images, kind, i, j)?
                && let Some(found) = self.first(target, &next)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Adds the cosets of these representatives to a group.
fn extend(elements: &mut Vec<CellPermutation>, cosets: &[CellPermutation]) {
    let order = elements.len();
    for representative in cosets {
        for i in 0..order {
            elements.push(representative.compose(&elements[i]));
        }
    }
}
