//! The symmetries of a model with its target: permutations of the variables that map second solutions to second
//! solutions.
//!
//! A point is represented by its *flips*, the variables in which it differs from the target, and each row by a row over
//! flips. A permutation that maps these rows to each other, cells to cells and shown variables to shown variables maps
//! valid clues to valid clues. It may map a 1 of the target to a 0.
//!
//! # How they are found
//!
//! Variables and rows get colors, which are refined by the colors around them until nothing changes (color refinement,
//! as in McKay's `nauty`). Two cells that a symmetry exchanges keep the same color, so if all cells end with different
//! colors there is no symmetry, as in most random instances. Otherwise one cell after the other gets its own color, the
//! first of the smallest color, until all colors differ: these cells are a *base*, whose images determine a symmetry.
//! From the end of the base to its beginning, the search looks for one symmetry for each image that a cell of the base
//! can have if the earlier cells are fixed. These symmetries generate all, and those found by any time generate a
//! subgroup.

use rustc_hash::FxHashSet;

use crate::base::{Cell, CellPermutation, Group, Index, Limits};
use crate::ilp::VarId;

use super::Linear;

/// Variables and terms of rows that a search looks at before it is content with what it has: about a second.
const MAX_WORK: u64 = 300_000_000;
/// Variables that are told apart by hand on the way to one symmetry; each takes memory.
const MAX_DEPTH: usize = 200;

/// The colors of all variables.
type Colors = Vec<u32>;

/// Rows over flips, and how they hang together.
pub(super) struct Symmetries<'l> {
    linear: &'l Linear,
    rows: Vec<(Vec<(usize, i64)>, i64)>,
    known: FxHashSet<(Vec<(usize, i64)>, i64)>,
    /// The cost of a round of a refinement.
    round: u64,
    work_left: u64,
    depth_left: usize,
}

/// A search that was given up.
struct GivenUp;

impl<'l> Symmetries<'l> {
    pub(super) fn new(linear: &'l Linear) -> Self {
        let flipped = |row: &super::AtLeast| {
            let is_one = |var: usize| linear.target[var];
            let sum: i64 = row.terms.iter().filter(|(var, _)| is_one(*var)).map(|(_, a)| a).sum();
            let terms = row.terms.iter().map(|&(var, a)| (var, if is_one(var) { -a } else { a }));
            (terms.collect(), row.rhs - sum)
        };
        let mut rows: Vec<_> = linear.rows.iter().map(flipped).collect();
        rows.sort_unstable();
        rows.dedup();
        let known = rows.iter().cloned().collect();
        let n_terms: usize = rows.iter().map(|(terms, _): &(Vec<_>, i64)| terms.len()).sum();
        let round = (linear.target.len() + n_terms) as u64;
        Self { linear, rows, known, round, work_left: MAX_WORK, depth_left: MAX_DEPTH }
    }

    /// The symmetries as permutations of the cells: all of them, or a subgroup if there are more than `max` or a limit
    /// comes first.
    pub(super) fn of_cells<const W: usize>(&mut self, max: usize, limits: &Limits) -> Group {
        let n_cells = self.linear.cells.len();
        let mut group = Group::trivial(n_cells);
        let mut colors = self.first_colors();
        self.refine(&mut [&mut colors]);
        let (mut base, mut stages) = (Vec::new(), vec![colors]);
        while let Some(var) = first_of_smallest(&stages[base.len()], &self.linear.cells) {
            let mut colors = stages[base.len()].clone();
            colors[var] = colors.len() as u32;
            self.refine(&mut [&mut colors]);
            base.push(var);
            stages.push(colors);
            if self.work_left == 0 {
                return group;
            }
        }
        let mut generators: Vec<CellPermutation> = Vec::new();
        for (var, colors) in base.into_iter().zip(stages).rev() {
            for image in with_color(&colors, colors[var]) {
                if limits.reached(0).is_some() {
                    return group;
                }
                if group.orbit::<W>(self.cell_of(var)).contains(self.cell_of(image)) {
                    continue;
                }
                match self.maps((colors.clone(), colors.clone()), var, image) {
                    Ok(None) => {}
                    Ok(Some(images)) => {
                        generators.push(self.on_cells(&images));
                        let Some(larger) = Group::generated_by(n_cells, &generators, max) else { return group };
                        group = larger;
                    }
                    Err(GivenUp) => return group,
                }
            }
        }
        group
    }

    /// A symmetry with these images of the cells: the image of each variable.
    pub(super) fn extending(&mut self, cells: &CellPermutation) -> Option<Vec<usize>> {
        let mut pair = (self.first_colors(), self.first_colors());
        for (i, &var) in self.linear.cells.iter().enumerate() {
            let color = (self.linear.target.len() + i) as u32;
            pair.0[var.get()] = color;
            pair.1[self.linear.cells[cells.apply(Cell::new(i)).get()].get()] = color;
        }
        (self.work_left, self.depth_left) = (u64::MAX, usize::MAX);
        self.any_map(pair).ok().flatten()
    }

    /// The initial colors: no symmetry exchanges cells with other variables, or shown variables with others.
    fn first_colors(&self) -> Colors {
        let mut colors = vec![0; self.linear.target.len()];
        self.linear.cells.iter().for_each(|var| colors[var.get()] += 1);
        self.linear.shown.iter().for_each(|var| colors[var.get()] += 2);
        colors
    }

    fn cell_of(&self, var: usize) -> Cell {
        let place = self.linear.cells.iter().position(|cell| cell.get() == var);
        Cell::new(place.expect("the base has cells"))
    }

    fn on_cells(&self, images: &[usize]) -> CellPermutation {
        let image = |var: &VarId| self.cell_of(images[var.get()]);
        CellPermutation::new(self.linear.cells.iter().map(image).collect::<Vec<_>>())
            .expect("a symmetry permutes the cells")
    }

    /// A symmetry that keeps these colors, from those of the first to those of the second, and maps `var` to `image`.
    fn maps(&mut self, mut pair: (Colors, Colors), var: usize, image: usize) -> Result<Option<Vec<usize>>, GivenUp> {
        let new = pair.0.len() as u32;
        (pair.0[var], pair.1[image]) = (new, new);
        self.any_map(pair)
    }

    fn any_map(&mut self, (mut from, mut to): (Colors, Colors)) -> Result<Option<Vec<usize>>, GivenUp> {
        if self.work_left == 0 || self.depth_left == 0 {
            return Err(GivenUp);
        }
        if !self.refine(&mut [&mut from, &mut to]) {
            return Ok(None);
        }
        let all: Vec<VarId> = self.linear.model.vars().collect();
        let Some(var) = first_of_smallest(&from, &all) else {
            let mut at = vec![0; to.len()];
            to.iter().enumerate().for_each(|(var, color)| at[*color as usize] = var);
            let images: Vec<usize> = from.iter().map(|color| at[*color as usize]).collect();
            return Ok(self.keeps_rows(&images).then_some(images));
        };
        self.depth_left -= 1;
        for image in with_color(&to, from[var]) {
            if let Some(images) = self.maps((from.clone(), to.clone()), var, image)? {
                self.depth_left += 1;
                return Ok(Some(images));
            }
        }
        self.depth_left += 1;
        Ok(None)
    }

    fn keeps_rows(&self, images: &[usize]) -> bool {
        self.rows.iter().all(|(terms, rhs)| {
            let mut terms: Vec<(usize, i64)> = terms.iter().map(|(var, a)| (images[*var], *a)).collect();
            terms.sort_unstable();
            self.known.contains(&(terms, *rhs))
        })
    }

    /// Tells variables apart by the rows that they are in, and rows by their variables, as long as that makes a
    /// difference; the colors of the sides go by the same numbers. False if the sides cannot be mapped to each other.
    ///
    /// The contents of a row are added up as hashes. Two different rows may have equal sums by chance, which only costs
    /// time: every symmetry is checked row by row.
    fn refine(&mut self, sides: &mut [&mut Colors]) -> bool {
        let mut n_colors = 0;
        loop {
            self.work_left = self.work_left.saturating_sub(self.round * sides.len() as u64);
            let mut keys: Vec<Vec<(u32, u64)>> = Vec::new();
            for colors in sides.iter() {
                let mut seen = vec![0_u64; colors.len()];
                for (terms, rhs) in &self.rows {
                    let hash = |var: usize, a: i64| mix(u64::from(colors[var]) ^ mix(a as u64));
                    let row = terms.iter().fold(mix(*rhs as u64), |sum, &(var, a)| sum.wrapping_add(hash(var, a)));
                    terms.iter().for_each(|&(var, a)| seen[var] = seen[var].wrapping_add(mix(row ^ mix(a as u64))));
                }
                keys.push(colors.iter().copied().zip(seen).collect());
            }
            let mut sorted = keys.clone();
            sorted.iter_mut().for_each(|keys| keys.sort_unstable());
            if sorted.windows(2).any(|pair| pair[0] != pair[1]) {
                return false;
            }
            sorted[0].dedup();
            for (colors, keys) in sides.iter_mut().zip(&keys) {
                for (color, key) in colors.iter_mut().zip(keys) {
                    *color = sorted[0].binary_search(key).unwrap_or(0) as u32;
                }
            }
            if sorted[0].len() == n_colors {
                return true;
            }
            n_colors = sorted[0].len();
        }
    }
}

/// The first of these variables whose color is shared, and by the fewest.
fn first_of_smallest(colors: &Colors, of: &[VarId]) -> Option<usize> {
    let mut n_with = vec![0_u32; colors.len()];
    colors.iter().for_each(|color| n_with[*color as usize] += 1);
    let n = |var: usize| n_with[colors[var] as usize];
    of.iter().map(|var| var.get()).filter(|var| n(*var) > 1).min_by_key(|var| (n(*var), *var))
}

fn with_color(colors: &Colors, color: u32) -> Vec<usize> {
    (0..colors.len()).filter(|var| colors[*var] == color).collect()
}

/// Spreads a number over all bits (the finalizer of `SplitMix64`).
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x ^ (x >> 31)).wrapping_add(0x9e37_79b9_7f4a_7c15)
}
