//! The published searches for all hitting sets with a given number of cells, as published: the checkers of
//! mcguire-2012 (section 5.3) and the DMUS algorithms of lin-wu-2013 (sections 2.2 and 3).
//!
//! Nothing in them is about Sudoku (mcguire-2012, section 5.3.2, says so), and nothing here is: a search takes sets and tells
//! every hitting set of exactly k cells once. What differs from paper to paper is which nodes are closed, and which set a node branches
//! on; what they share is the *hitting vectors*, the bits of the tracked sets that a cell hits, and the *dead clues*, the
//! cells that were tried before and so are out for the rest of the branch.
//!
//! | name | closes a node | branches on | file |
//! |---|---|---|---|
//! | `checker2006` | when k clues leave a set unhit | the first unhit set | `rules.rs` |
//! | `dmus-basic` | at more disjoint unhit sets than clues left | the first unhit set | `rules.rs` |
//! | `dmus` | also when Shrink empties one of exactly as many | the smallest of the shrunk sets | `rules.rs` |
//! | `checker2012` | at an unhit clique of more sets than clues left, found before the search | an unhit set with the fewest cells alive | `checker2012.rs` |
//!
//! In one thing we go beyond the papers: some sets may be allowed to stay unhit, which is how mcguire-2012, section 5.7,
//! looks for puzzles with two solutions and does not say how.

mod checker2012;
mod cliques;
mod order;
mod rules;
mod settings;
mod tally;
mod vectors;
mod walk;

use pulp::Arch;

use crate::base::{CellSet, Limits, SetBits, Stop};

use checker2012::Checker2012;
use order::{Numbering, ordered};
use rules::{Basic, CliqueFirst, First, Node, Rule, Shrinking};
use vectors::Vectors;
use walk::{Visit, Walk};

pub use settings::{
    Algorithm, Cliques, Cut, FEW_SETS, FEW_UNHIT, Form, MOST_SETS, N_CUTS, N_DEGREES, Published, SetOrder, Shrinks,
    Tradeoffs,
};
pub use tally::{LevelTally, Tally};

use super::clique::max_clique;

/// How often the limits are asked, in nodes.
const PACE: u32 = 4096;
/// Order "search" sorts the sets again with so many clues left.
const RESORT_AT: usize = 11;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted<const W: usize> {
    /// The number of cells of each hitting set.
    pub n_cells: usize,
    /// Cells that each has.
    pub given: CellSet<W>,
    /// Cells that each may have beside them.
    pub open: CellSet<W>,
    /// At most so many of the sets may stay unhit.
    pub n_unhit: usize,
}

/// Why a search was left before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A limit was reached.
    Limit(Stop),
    /// The visitor has what it wanted.
    Enough,
}

/// Every hitting set of `sets` that is wanted, each told once to `visit`, which may end the search. What it did is added to
/// `tally`, and the limit on nodes counts those that are there.
///
/// No set of `sets` may contain another one where some may stay unhit: they would be counted twice.
///
/// # Errors
/// What ended the search early.
pub fn hitting_sets<const W: usize>(
    sets: &[CellSet<W>],
    wanted: &Wanted<W>,
    settings: &Published,
    limits: &Limits,
    tally: &mut Tally,
    visit: &mut dyn FnMut(CellSet<W>) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let left =
        wanted.n_cells.checked_sub(wanted.given.len()).filter(|left| *left <= (wanted.open - wanted.given).len());
    let Some(left) = left else { return Ok(()) };
    tally.prepare(wanted.n_cells);
    let numbering = (settings.order == SetOrder::Search).then(|| Numbering::by_hits(sets));
    let renumbered = |cells| numbering.as_ref().map_or(cells, |n| n.renumbered(cells));
    let places = ordered(sets, settings.order, settings.n_sets);
    let tracked: Vec<CellSet<W>> = places.iter().take(settings.n_sets).map(|&i| renumbered(sets[i])).collect();
    let beyond: Vec<CellSet<W>> = places.iter().skip(settings.n_sets).map(|&i| sets[i]).collect();
    let is_dropped = matches!(settings.algorithm, Algorithm::Checker2012(_));
    let mut checked = |candidate: CellSet<W>| {
        let clues = numbering.as_ref().map_or(candidate, |n| n.original(candidate));
        let missed =
            |sets: &[CellSet<W>], most: usize| sets.iter().filter(|set| !set.intersects(&clues)).take(most + 1).count();
        let holds = if wanted.n_unhit > 0 || is_dropped {
            missed(sets, wanted.n_unhit) <= wanted.n_unhit
        } else {
            missed(&beyond, 0) == 0
        };
        if holds { visit(clues) } else { Ok(()) }
    };
    let given = renumbered(wanted.given);
    let root = Root { given, open: renumbered(wanted.open) - given, left, spare: wanted.n_unhit };
    let visit: &mut Visit<'_, W> = &mut checked;
    match tracked.len().div_ceil(64) {
        0 | 1 => root.search::<1>(tracked, settings, limits, tally, visit),
        2 => root.search::<2>(tracked, settings, limits, tally, visit),
        3 => root.search::<3>(tracked, settings, limits, tally, visit),
        4 => root.search::<4>(tracked, settings, limits, tally, visit),
        5 => root.search::<5>(tracked, settings, limits, tally, visit),
        6 => root.search::<6>(tracked, settings, limits, tally, visit),
        7 => root.search::<7>(tracked, settings, limits, tally, visit),
        _ => root.search::<8>(tracked, settings, limits, tally, visit),
    }
}

/// Where a search begins.
struct Root<const W: usize> {
    given: CellSet<W>,
    open: CellSet<W>,
    left: usize,
    spare: usize,
}

impl<const W: usize> Root<W> {
    /// Are more than half of the cells wanted?
    fn counts_cells(&self) -> bool {
        2 * self.left > self.open.len()
    }

    fn search<const S: usize>(
        &self,
        tracked: Vec<CellSet<W>>,
        settings: &Published,
        limits: &Limits,
        tally: &mut Tally,
        visit: &mut Visit<'_, W>,
    ) -> Result<(), Halt> {
        match settings.algorithm {
            Algorithm::Checker2006(Form::Tuple) => self.walk::<S, _>(tracked, First, settings, limits, tally, visit),
            Algorithm::Checker2006(Form::Clique) => {
                let clique = max_clique(&tracked, &limits.clone().without_nodes()).sets().to_vec();
                self.walk::<S, _>(tracked, CliqueFirst { clique }, settings, limits, tally, visit)
            }
            Algorithm::DmusBasic => self.walk::<S, _>(tracked, Basic::new(), settings, limits, tally, visit),
            Algorithm::Dmus(shrinks) => {
                self.walk::<S, _>(tracked, Shrinking::new(shrinks), settings, limits, tally, visit)
            }
            Algorithm::Checker2012(tradeoffs) => {
                Checker2012::new(&tracked, self, &tradeoffs, limits, tally, visit)?.run(self)
            }
        }
    }

    fn walk<const S: usize, R: Rule<W, S>>(
        &self,
        tracked: Vec<CellSet<W>>,
        rule: R,
        settings: &Published,
        limits: &Limits,
        tally: &mut Tally,
        visit: &mut Visit<'_, W>,
    ) -> Result<(), Halt> {
        let vectors = Vectors::<W, S>::new(tracked);
        let active: SetBits<S> = vectors.all() - vectors.hits_of(self.given);
        let node = Node { chosen: self.given, alive: self.open, active, left: self.left, spare: self.spare };
        let mut walk = Walk {
            vectors,
            rule,
            n_clues: self.given.len() + self.left,
            counts_cells: self.counts_cells(),
            resort: (settings.order == SetOrder::Search && R::SORTS_AGAIN).then_some(RESORT_AT),
            arch: Arch::new(),
            pace: limits.pace(PACE),
            tally,
            visit,
        };
        walk.node(node)
    }
}
