//! The claim to be proven: the puzzles, and the number of clues up to which their list is complete.

use std::cmp::Ordering;

use crate::bits::Bits;
use crate::groups::GroupedRows;
use crate::model::Model;
use crate::search::Search;
use crate::stream::Stream;
use crate::unique::check_unique;
use crate::work::each;
use crate::{Reason, require};

/// More puzzles than this are not taken.
const MAX_PUZZLES: usize = 1 << 16;

/// Every valid set with fewer than `below` cells has one of `puzzles` in it, which are valid.
pub(crate) struct Claim {
    pub(crate) below: usize,
    /// At least one, those with the fewest cells first.
    pub(crate) puzzles: Vec<Vec<usize>>,
}

impl Claim {
    /// Reads the claim, and checks that each puzzle is valid, is there once, and has no other one in it. So if the
    /// claim is true, no cell of those with fewer than `below` cells can be taken: what is left would have a puzzle in
    /// it.
    pub(crate) fn read<const W: usize>(
        stream: &mut Stream<'_>,
        model: &Model,
        search: &mut Search<'_, W>,
    ) -> Result<Self, Reason> {
        let n_cells = model.cells.len();
        let below = stream.number()?;
        let n = stream.count(MAX_PUZZLES, "puzzles")?;
        require!(n > 0, "there is no puzzle");
        let grouped = GroupedRows::new(model, |n_looks| search.spend(n_looks))?;
        let mut puzzles: Vec<Vec<usize>> = Vec::new();
        for _ in 0..n {
            let puzzle = stream.list(n_cells, "cell")?;
            let order = |last: &Vec<usize>| last.len().cmp(&puzzle.len()).then_with(|| last.cmp(&puzzle));
            require!(puzzles.last().is_none_or(|last| order(last) == Ordering::Less), "the puzzles are not in order");
            check_unique(model, &grouped, &puzzle, stream, &mut search.meter)?;
            puzzles.push(puzzle);
        }
        let upper = puzzles[0].len();
        require!(below <= n_cells as u64 + 1, "the minimum is not {below}: the puzzle has {upper} cells");
        let sets: Vec<Bits<W>> = puzzles.iter().map(|puzzle| puzzle.iter().copied().collect()).collect();
        for (i, puzzle) in puzzles.iter().enumerate() {
            let smaller = puzzles.partition_point(|other| other.len() < puzzle.len());
            search.spend((smaller * W) as u64)?;
            let has_other = each(sets[..smaller].iter()).any(|other| (*other - sets[i]).is_empty());
            require!(!has_other, "puzzle {i} contains another one");
        }
        Ok(Self { below: below as usize, puzzles })
    }

    /// Those whose list is complete.
    pub(crate) fn listed(&self) -> &[Vec<usize>] {
        &self.puzzles[..self.puzzles.partition_point(|puzzle| puzzle.len() < self.below)]
    }
}
