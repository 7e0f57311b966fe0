//! The tree of a search, and its form in a certificate.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{CellSet, Index};
use crate::problem::{MonotoneFollower, Reply};
use crate::proof::{RowEntry, RowNumber, Script, Sum, WeightedSet};

use super::program::{Program, Weights};

/// The fate of a node.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Open,
    /// Closed by these weights.
    Closed(Weights),
    /// Branched on an item: it is taken, or it is not.
    Cut {
        item: usize,
        one: usize,
        zero: usize,
    },
}

/// A complete tree, with its rows.
pub struct CutProof {
    program: Program,
    places: Vec<Place>,
}

/// The counting of the clue problem of a certificate: see [`MonotoneFollower::with_rows`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutTally {
    /// By the items that are taken, of which there are at most this many.
    Taken { most: usize },
    /// By one cell for each item: that it is taken, or the second cell, that it is not.
    Pairs {
        /// The demand that the choice costs less than the best known one, if there is such a demand, and its number of
        /// units per unit of cost in the search.
        cost: Option<(usize, i64)>,
    },
}

/// A proof as a certificate contains it.
pub struct CutScript<const W: usize> {
    /// The rows, in the order of their numbers.
    pub weighted: Vec<WeightedSet>,
    /// The steps of the tree.
    pub script: Script<W>,
}

/// The name of a row of the program, or of a row of the certificate alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Reply(usize),
    Demand(usize),
}

/// The cells that are taken, and those that cannot be any more.
#[derive(Clone, Copy)]
struct State<const W: usize> {
    taken: CellSet<W>,
    removed: CellSet<W>,
}

impl CutProof {
    pub(super) fn new(program: Program, places: Vec<Place>) -> Self {
        Self { program, places }
    }

    /// Fetches the values of responses in the proof for which only the losses are known; returns `false` if one has
    /// none.
    pub fn complete(&mut self, mut values: impl FnMut(&Reply) -> Option<Vec<bool>>) -> bool {
        let weights = self.places.iter().filter_map(|place| match place {
            Place::Closed(weights) => Some(weights),
            Place::Open | Place::Cut { .. } => None,
        });
        let rows = weights.flat_map(|weights| &weights.rows).map(|(row, _)| *row as usize);
        let used: BTreeSet<usize> = rows.filter_map(|row| row.checked_sub(self.program.n_own)).collect();
        for reply in used {
            let reply = &mut self.program.replies[reply];
            if reply.values.is_empty() {
                let Some(found) = values(reply) else { return false };
                reply.values = found;
            }
        }
        true
    }

    /// Returns the proof as steps about the clue problem of `follower` for `target`: no choice leaves only responses
    /// worth less. `demands` has the number of the demand of each of the leader's rows; `None` is the budget.
    ///
    /// # Errors
    /// A message if a sum proves less than it should.
    pub fn script<const W: usize>(
        &self,
        follower: &MonotoneFollower,
        demands: &[Option<usize>],
        tally: CutTally,
        target: i64,
    ) -> Result<CutScript<W>, String> {
        let mut writer = Writer {
            proof: self,
            follower,
            demands,
            tally,
            target,
            pairs: follower.pair_demands(),
            names: BTreeMap::new(),
            weighted: Vec::new(),
            script: Script::default(),
        };
        writer.tree()?;
        Ok(CutScript { weighted: writer.weighted, script: writer.script })
    }
}

struct Writer<'p, const W: usize> {
    proof: &'p CutProof,
    follower: &'p MonotoneFollower,
    demands: &'p [Option<usize>],
    tally: CutTally,
    target: i64,
    /// The demands that each item is taken or kept off.
    pairs: Vec<Option<usize>>,
    names: BTreeMap<Name, (RowNumber, usize)>,
    weighted: Vec<WeightedSet>,
    script: Script<W>,
}

impl<const W: usize> Writer<'_, W> {
    fn tree(&mut self) -> Result<(), String> {
        let mut stack = vec![(0, State { taken: CellSet::EMPTY, removed: CellSet::EMPTY })];
        while let Some((place, state)) = stack.pop() {
            match &self.proof.places[place] {
                Place::Open => return Err("a node of the tree is open".to_owned()),
                Place::Closed(weights) => self.sum(weights, state)?,
                Place::Cut { item, one, zero } => {
                    let cell = Index::new(self.follower.item_cell(*item));
                    // When the side with the cell is closed, the cell is removed, and the node goes on.
                    stack.push((*zero, State { removed: state.removed | CellSet::only(cell), ..state }));
                    if self.left(state) > 0 {
                        self.script.child(cell);
                        stack.push((*one, State { taken: state.taken | CellSet::only(cell), ..state }));
                    }
                }
            }
        }
        Ok(())
    }

    /// The number of cells that may still be taken.
    fn left(&self, state: State<W>) -> i128 {
        let budget = match self.tally {
            CutTally::Taken { most } => most,
            CutTally::Pairs { .. } => self.follower.n_items(),
        };
        budget as i128 - state.taken.len() as i128
    }

    /// The row of this name, which joins the others if it is new.
    ///
    /// # Errors
    /// A message if it asks for more than checkers take.
    fn row(&mut self, name: Name) -> Result<(RowNumber, usize), String> {
        if let Some(row) = self.names.get(&name) {
            return Ok(*row);
        }
        let index = self.weighted.len();
        let set = match name {
            Name::Reply(reply) => self.follower.weighted_reply(&self.proof.program.replies[reply], self.target),
            Name::Demand(demand) => self.follower.weighted_demand(demand),
        };
        if set.min > LARGEST_SET {
            return Err(TOO_LARGE.to_owned());
        }
        self.weighted.push(set);
        let row = (self.script.row(RowEntry::Weighted(index)), index);
        self.names.insert(name, row);
        Ok(row)
    }

    /// The sum that closes a node.
    fn sum(&mut self, weights: &Weights, state: State<W>) -> Result<(), String> {
        let program = &self.proof.program;
        let mut budget = 0;
        let mut named: Vec<(Name, i64)> = Vec::new();
        for (row, weight) in &weights.rows {
            let row = *row as usize;
            match self.demands.get(row) {
                Some(Some(demand)) => named.push((Name::Demand(*demand), *weight)),
                Some(None) => budget += weight,
                // An answer worth less than the target says nothing.
                None if program.replies[row - program.n_own].worth < self.target => {}
                None => named.push((Name::Reply(row - program.n_own), *weight)),
            }
        }
        match self.tally {
            CutTally::Taken { .. } => budget += weights.objective,
            CutTally::Pairs { cost: Some((demand, unit)) } => {
                for (_, weight) in &mut named {
                    *weight = weight.checked_mul(unit).ok_or_else(|| TOO_LARGE.to_owned())?;
                }
                named.push((Name::Demand(demand), weights.objective));
            }
            CutTally::Pairs { cost: None } => {}
        }
        let mut rows: Vec<(RowNumber, u64)> = Vec::new();
        let mut load = vec![0_i128; self.follower.n_cells()];
        let mut value = 0_i128;
        for (name, weight) in named {
            let (number, index) = self.row(name)?;
            let set = &self.weighted[index];
            value += i128::from(weight) * i128::from(set.min);
            for (cell, a) in set.cells.iter().zip(&set.weights) {
                let part = i128::from(weight) * i128::from(*a);
                load[*cell] += part;
                if state.taken.contains(Index::new(*cell)) {
                    value -= part;
                }
            }
            rows.push((number, weight.unsigned_abs()));
        }
        let left = self.left(state);
        let is_live = |cell: usize| left > 0 && !(state.taken | state.removed).contains(Index::new(cell));
        let mut have = 0;
        if let CutTally::Pairs { .. } = self.tally {
            let live = (0..load.len()).filter(|cell| is_live(*cell)).map(|cell| load[cell]);
            budget = i64::try_from(live.max().unwrap_or(0).max(1)).map_err(|_| TOO_LARGE.to_owned())?;
            for item in 0..self.follower.n_items() {
                let (Some(demand), Some(keep)) = (self.pairs[item], self.follower.keep_cell(item)) else { continue };
                let own = self.follower.item_cell(item);
                if state.taken.contains(Index::new(own)) {
                    continue;
                }
                let most = [own, keep].into_iter().filter(|cell| is_live(*cell)).map(|cell| load[cell]).max();
                let weight = i128::from(budget) - most.unwrap_or(0);
                if weight > 0 {
                    value += weight;
                    rows.push((self.row(Name::Demand(demand))?.0, weight as u64));
                }
            }
        } else {
            let over = |cell: usize| (load[cell] - i128::from(budget)).max(0);
            have += (0..load.len()).filter(|cell| is_live(*cell)).map(over).sum::<i128>();
        }
        have += i128::from(budget) * left;
        if value <= have {
            return Err(format!("a sum of {value} must exceed {have}"));
        }
        if value.max(have) > LARGEST {
            return Err(TOO_LARGE.to_owned());
        }
        self.script.sum(Sum { budget: budget.unsigned_abs(), caps: &[], rows: &rows });
        Ok(())
    }
}

/// The maximum of the numbers of a sum in a certificate.
const LARGEST: i128 = 1 << 60;
/// The maximum `min` of a weighted set that checkers accept.
const LARGEST_SET: u64 = 1 << 40;
const TOO_LARGE: &str = "the numbers of the tree are too large for a certificate";
