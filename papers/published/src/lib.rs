//! The published searches for all hitting sets with a given number of cells, as published: the checkers of
//! mcguire-2012 (section 5.3) and the DMUS algorithms of lin-wu-2013 (sections 2.2 and 3).
//!
//! They do not depend on Sudoku (see mcguire-2012, section 5.3.2): a search takes sets, and visits every hitting set of
//! exactly k cells once. The papers differ in the nodes that they close, and in the set on which a node branches. They
//! share the *hitting vectors*, the bits of the tracked sets that a cell hits, and the *dead clues*, the cells that
//! were tried before and are excluded in the rest of the branch.
//!
//! | name | closes a node | branches on | file |
//! |---|---|---|---|
//! | `checker2006` | if k clues leave a set unhit | the first unhit set | `rules.rs` |
//! | `dmus-basic` | if there are more disjoint unhit sets than clues left | the first unhit set | `rules.rs` |
//! | `dmus` | also if there are exactly as many, and Shrink empties one | the smallest of the shrunk sets | `rules.rs` |
//! | `checker2012` | if an unhit clique, found before the search, has more sets than clues left | an unhit set with the fewest cells alive | `checker2012.rs` |
//!
//! There is one extension: some sets may be allowed to stay unhit. mcguire-2012, section 5.7, looks for puzzles with
//! two solutions in this way, without details.

#![forbid(unsafe_code)]

use minclue_core::{base, hitting, problem, unavoidable};

mod checker2012;
mod cliques;
mod engine;
mod order;
mod parts;
mod rules;
mod settings;
mod track;
mod vectors;
mod walk;

use crate::base::{CellSet, Index as _, Limits, SetBits, SetId, Stop};

use checker2012::Checker2012;
use order::{Numbering, ordered};
use rules::{Basic, CliqueFirst, First, Node, Rule, Shrinking, Vectorized};
use vectors::Vectors;
use walk::Walk;

pub use engine::PublishedSearch;
pub use minclue_engine::tally::{LevelTally, N_DEGREES, Tally};
pub use settings::{
    Algorithm, Cliques, Cut, FEW_SETS, FEW_UNHIT, MAX_SETS, N_CUTS, Published, SearchForm, SetOrder, Shrinks, Tradeoffs,
};

use crate::hitting::max_clique;

/// The width in which the searches are compiled for up to 128 cells, and the one for all others.
const NARROW: usize = 2;
const WIDE: usize = 10;
/// How often the limits are asked, in nodes.
const PACE: u32 = 4096;
/// Order "search" sorts the sets again with this many clues left.
const RESORT_AT: usize = 11;

/// The parameters of a search for hitting sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HittingSetQuery<const W: usize> {
    /// The number of cells of each hitting set.
    pub n_cells: usize,
    /// Cells that each hitting set contains.
    pub given: CellSet<W>,
    /// Further cells that it may contain.
    pub open: CellSet<W>,
    /// The maximum number of sets that may stay unhit.
    pub n_unhit: usize,
}

/// The reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted {
    /// A limit was reached.
    Limit(Stop),
    /// The visitor ended it.
    Enough,
}

/// A visitor, which is called once with every hitting set, and may end the search.
pub type Visit<'v, const W: usize> = dyn FnMut(CellSet<W>) -> Result<(), Interrupted> + 'v;

/// Passes every requested hitting set of `sets` to `visit` once, which may end the search. Adds the statistics to
/// `tally`, whose nodes count toward the node limit.
///
/// If some sets may stay unhit, no set of `sets` may contain another one: it would be counted twice.
///
/// # Errors
/// The reason why the search ended early.
pub fn hitting_sets<const W: usize>(
    sets: &[CellSet<W>],
    wanted: &HittingSetQuery<W>,
    settings: &Published,
    limits: &Limits,
    tally: &mut Tally,
    visit: &mut Visit<'_, W>,
) -> Result<(), Interrupted> {
    const { assert!(W <= WIDE, "no search is compiled for this many cells") }
    if W <= NARROW {
        narrow(&all_resized(sets), &wanted.resized(), settings, limits, tally, &mut |cells| visit(cells.resized()))
    } else {
        wide(&all_resized(sets), &wanted.resized(), settings, limits, tally, &mut |cells| visit(cells.resized()))
    }
}

fn all_resized<const W: usize, const V: usize>(sets: &[CellSet<W>]) -> Vec<CellSet<V>> {
    sets.iter().map(CellSet::resized).collect()
}

impl<const W: usize> HittingSetQuery<W> {
    fn resized<const V: usize>(&self) -> HittingSetQuery<V> {
        let Self { n_cells, given, open, n_unhit } = *self;
        HittingSetQuery { n_cells, given: given.resized(), open: open.resized(), n_unhit }
    }
}

/// The search in one width. It is not generic, so that what calls it does not compile it once more.
fn narrow(
    sets: &[CellSet<NARROW>],
    wanted: &HittingSetQuery<NARROW>,
    settings: &Published,
    limits: &Limits,
    tally: &mut Tally,
    visit: &mut Visit<'_, NARROW>,
) -> Result<(), Interrupted> {
    search(sets, wanted, settings, limits, tally, visit)
}

/// The same in the other width.
fn wide(
    sets: &[CellSet<WIDE>],
    wanted: &HittingSetQuery<WIDE>,
    settings: &Published,
    limits: &Limits,
    tally: &mut Tally,
    visit: &mut Visit<'_, WIDE>,
) -> Result<(), Interrupted> {
    search(sets, wanted, settings, limits, tally, visit)
}

fn search<const W: usize>(
    sets: &[CellSet<W>],
    wanted: &HittingSetQuery<W>,
    settings: &Published,
    limits: &Limits,
    tally: &mut Tally,
    visit: &mut Visit<'_, W>,
) -> Result<(), Interrupted> {
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
            |sets: &[CellSet<W>], max: usize| sets.iter().filter(|set| !set.intersects(&clues)).take(max + 1).count();
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
    if let Algorithm::Checker2012(tradeoffs) = &settings.algorithm {
        return Checker2012::new(&tracked, &root, tradeoffs, limits, tally, visit)?.run(&root);
    }
    // Few lengths, since each is compiled for itself.
    match tracked.len().div_ceil(64) {
        0 | 1 => root.walk::<1>(tracked, settings, limits, tally, visit),
        2 => root.walk::<2>(tracked, settings, limits, tally, visit),
        3 | 4 => root.walk::<4>(tracked, settings, limits, tally, visit),
        _ => root.walk::<8>(tracked, settings, limits, tally, visit),
    }
}

/// The root of a search.
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

    fn walk<const S: usize>(
        &self,
        tracked: Vec<CellSet<W>>,
        settings: &Published,
        limits: &Limits,
        tally: &mut Tally,
        visit: &mut Visit<'_, W>,
    ) -> Result<(), Interrupted> {
        let rule: &mut dyn Rule<W, S> = match settings.algorithm {
            Algorithm::Checker2006(SearchForm::Tuple) => &mut First,
            Algorithm::Checker2006(SearchForm::Clique) => {
                let clique = max_clique(&tracked, &limits.clone().without_nodes());
                &mut CliqueFirst { clique: clique.chosen.into_iter().map(SetId::new).collect() }
            }
            Algorithm::DmusBasic => &mut Vectorized::new(Basic::new()),
            Algorithm::Dmus(shrinks) => &mut Vectorized::new(Shrinking::new(shrinks)),
            Algorithm::Checker2012(_) => unreachable!("it has a walk of its own"),
        };
        let vectors = Vectors::<W, S>::new(tracked);
        let active: SetBits<S> = vectors.all() - vectors.hits_of(self.given);
        let node = Node { chosen: self.given, alive: self.open, active, left: self.left, spare: self.spare };
        let mut walk = Walk {
            vectors,
            resort: (settings.order == SetOrder::Search && rule.sorts_again()).then_some(RESORT_AT),
            rule,
            n_clues: self.given.len() + self.left,
            counts_cells: self.counts_cells(),
            pace: limits.pace(PACE),
            tally,
            visit,
        };
        walk.node(node)
    }
}
