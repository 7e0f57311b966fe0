//! Clue problems: a ground set of cells, a target solution, and an oracle that looks for a second one.
//!
//! The cells in which a second solution differs from the target form an *unavoidable set*: every set of clues that
//! leaves the target as the only solution has one of them. So the minimum number of clues is the size of a minimum
//! hitting set of all minimal unavoidable sets (tjusila-2023, Proposition 1; mcguire-2012, Lemma 1), and every engine
//! of this crate is a way to hold this conversation between a leader, who proposes clues, and an oracle.

mod certifiable;
mod hypergraph;
mod interdiction;
mod layout;
mod minimum;
mod model_clues;
mod node_log;
mod region;
mod restricted;
mod sudoku;

pub use certifiable::Certifiable;
pub use hypergraph::{HypergraphClues, HypergraphError};
pub use interdiction::{
    AnswerSource, BestAnswer, BilevelGoal, BilevelProblem, ClassError, ClassReason, Constants, ExplanationError,
    FollowerWork, HiddenGrid, InterdictionClues, LeaderRow, Loss, MonotoneFollower, NotMonotone, Replies, Reply,
    RowsLeft,
};
pub use layout::Layout;
pub use minimum::{Counters, Levels, Minimum, NoObserver, Observer, Prunes, Status};
pub use model_clues::{ModelClues, ModelCluesError, ModelCover, any_solution, positive};
pub use node_log::NodeLog;
pub use region::Region;
pub use restricted::Restricted;
pub use sudoku::SudokuClues;

use crate::base::{Cell, CellSet, Group, Index, Limits, Pace, Stop};
use crate::ilp::{BinaryModel, Literal};

/// A complete solution in the problem's own encoding; for Sudoku the digits 1 to n, row-major.
///
/// It proves that the cells in which it differs from the target form an unavoidable set, so such a set can be checked
/// by itself: see [`ClueProblem::difference`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Witness(pub Box<[u8]>);

/// Why a witness proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WitnessError {
    /// The wrong number of values.
    #[error("the witness has {found} values, not {wanted}")]
    Length { found: usize, wanted: usize },
    /// It is not a solution of the problem; the text says which rule it breaks.
    #[error("the witness is not a solution: {0}")]
    NotASolution(String),
    /// It is the target itself.
    #[error("the witness is the target itself")]
    Target,
    /// It is another solution, but its difference lies outside all cells, so no clues exclude it.
    #[error("the witness differs from the target in no cell, so no clues exclude it")]
    NoCell,
}

/// The oracle's answer to "with these clues, is there a second solution?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No: the clues leave the target as the only solution.
    Unique,
    /// Yes, and here it is.
    Second(Witness),
    /// A limit came first.
    Limit(Stop),
}

/// A clue problem over at most `64 * W` cells. Threads share it, each with an oracle of its own.
///
/// Engines see `&dyn ClueProblem<W>` and know nothing else of it.
pub trait ClueProblem<const W: usize>: Sync {
    /// The ground set: all cells that can be given as clues.
    fn cells(&self) -> CellSet<W>;

    /// A new oracle, which may borrow the problem; each thread takes its own.
    fn oracle(&self) -> Box<dyn Oracle<W> + '_>;

    /// Checks a witness against the rules and returns the cells in which it differs from the target.
    ///
    /// # Errors
    /// [`WitnessError`] unless it is a solution other than the target.
    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError>;

    /// The name of a cell for people.
    fn cell_name(&self, cell: Cell) -> String;

    /// Ways to cut the ground set into parts of the same kind, such as the bands of a grid; none by default.
    ///
    /// A search may split by the number of clues in each part. Any cut is valid; a good one has many small unavoidable
    /// sets inside the union of all parts but one.
    fn partitions(&self) -> Vec<Vec<CellSet<W>>> {
        Vec::new()
    }

    /// Finer cuts of the ground set into parts of the same kind, such as the rows, the columns and the digits of a
    /// grid; none by default. What lies outside one or two of them is a region that needs many clues.
    fn classes(&self) -> Vec<Vec<CellSet<W>>> {
        Vec::new()
    }

    /// Those of [`Self::classes`] whose unions may be parts beside those of [`Self::partitions`]; none by default. It
    /// is worth asking for where the parts of `partitions` cut most small unavoidable sets.
    fn joinable(&self) -> Vec<Vec<CellSet<W>>> {
        Vec::new()
    }

    /// Symmetries: permutations of the ground set that map valid sets of clues to valid sets of clues; by default only
    /// the identity.
    ///
    /// They need not be all there are. An implementation that knows more than `max`, or that comes to a limit, answers
    /// with a subgroup, which is as good for a search that skips what is symmetric to something it has seen.
    fn automorphisms(&self, max: usize, limits: &Limits) -> Group {
        let _ = (max, limits);
        Group::trivial(self.cells().iter().last().map_or(0, |cell| cell.get() + 1))
    }
}

/// A clue problem whose solutions are the points of a 0/1 model: what integer programs ask.
pub trait LinearProblem<const W: usize>: ClueProblem<W> {
    /// The 0/1 model of all solutions, without objective. For Sudoku the rows (G0) to (G3) of tjusila-2023.
    fn model(&self) -> BinaryModel;

    /// The literal over [`Self::model`] that is 1 exactly when the solution agrees with the target in this cell.
    fn agreement(&self, cell: Cell) -> Literal;

    /// The literals of the target: a second solution is one that breaks one of them, as (NG) of tjusila-2023, section
    /// 6, asks. By default the agreement of all cells; a problem whose solutions show more than its cells says so here.
    fn shown(&self) -> Vec<Literal> {
        self.cells().iter().map(|cell| self.agreement(cell)).collect()
    }

    /// The name of a region in the rows of models, in lower case and without blanks, where it has one: for Sudoku
    /// `all_but_band2`, `all_but_row9` or `all_but_digits1_4`. No two regions share a name; by default none has one.
    fn region_name(&self, region: CellSet<W>) -> Option<String> {
        let _ = region;
        None
    }

    /// The witness that a 0/1 solution of [`Self::model`] stands for; `values` has one entry per variable.
    fn witness(&self, values: &[bool]) -> Witness;
}

/// Looks for second solutions.
pub trait Oracle<const W: usize>: Send {
    /// A solution other than the target that agrees with it on `clues`.
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict;

    /// A minimal unavoidable set that `clues` do not hit, or `Ok(None)` if they leave the target as the only solution;
    /// it avoids the cells of `keep_out` where it can. `None`, as by default, from an oracle with no way of its own.
    ///
    /// Ask `unavoidable::unhit_set`, which has one for every problem. That one needs the problem, to check witnesses
    /// and to shrink them, so it cannot stand here; an oracle that knows its problem well can do all of it much faster,
    /// and answers for the set as it answers for uniqueness.
    fn unhit_set(
        &mut self,
        _clues: CellSet<W>,
        _keep_out: CellSet<W>,
        _pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        None
    }

    /// Clues that leave the target as the only solution, among those that the last question found to do so. `None`, as
    /// by default, from an oracle that does not know on which clues its answer rests, and after any other answer.
    fn core(&self) -> Option<CellSet<W>> {
        None
    }

    /// Do answers take microseconds? Then a local search may ask a hundred thousand questions. By default they do not.
    fn is_quick(&self) -> bool {
        false
    }

    /// Forgets all questions, so that the next answers are those of a new oracle. An oracle that learns from one
    /// question for the next may find other second solutions than a new one, though never another answer.
    fn forget(&mut self) {}

    /// The number of solutions that agree with the target on `clues`, itself among them, or `max` if there are more.
    /// `None`, as by default, from an oracle that cannot count.
    fn n_solutions(&mut self, _clues: CellSet<W>, _most: usize, _pace: &mut Pace) -> Option<Result<usize, Stop>> {
        None
    }
}
