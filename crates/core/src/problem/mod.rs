//! Clue problems: a ground set of cells, a target solution, and an oracle that looks for a second one.
//!
//! The cells in which a second solution differs from the target form an *unavoidable set*: every set of clues that
//! leaves the target as the only solution contains one of them. So the minimum number of clues is the size of a minimum
//! hitting set of all minimal unavoidable sets (tjusila-2023, Proposition 1; mcguire-2012, Lemma 1), and every engine
//! is a form of this dialogue between a leader, who proposes clues, and an oracle.

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
pub use layout::{Drawing, Layout};
pub use minimum::{Counters, Levels, Minimum, NoObserver, Observer, Prunes, Status};
pub use model_clues::{ModelClues, ModelCluesError, ModelCover, any_solution, points, positive};
pub use node_log::NodeLog;
pub use region::Region;
pub use restricted::Restricted;
pub use sudoku::SudokuClues;

use crate::base::{Cell, CellSet, Group, Index, Limits, Pace, Stop};
use crate::ilp::{BinaryModel, Literal};

/// A complete solution in the problem's own encoding; for Sudoku the digits 1 to n, row-major.
///
/// It proves that the cells in which it differs from the target form an unavoidable set, so such a set can be checked
/// independently: see [`ClueProblem::difference`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Witness(pub Box<[u8]>);

/// The reason why a witness proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WitnessError {
    /// It has the wrong number of values.
    #[error("the witness has {found} values, not {wanted}")]
    Length { found: usize, wanted: usize },
    /// It is not a solution of the problem; the text states the violated rule.
    #[error("the witness is not a solution: {0}")]
    NotASolution(String),
    /// It is the target itself.
    #[error("the witness is the target itself")]
    Target,
    /// It is another solution, but differs in no cell, so no clues exclude it.
    #[error("the witness differs from the target in no cell, so no clues exclude it")]
    NoCell,
}

/// The oracle's answer to the question whether there is a second solution with these clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is none: the clues leave the target as the only solution.
    Unique,
    /// There is a second solution.
    Second(Witness),
    /// A limit was reached.
    Limit(Stop),
}

/// A clue problem over at most `64 * W` cells. Threads share it, and each has its own oracle.
///
/// Engines only use it as `&dyn ClueProblem<W>`.
pub trait ClueProblem<const W: usize>: Sync {
    /// The ground set: all cells that can be given as clues.
    fn cells(&self) -> CellSet<W>;

    /// The cells of the problem that certificates state: besides the ground set, cells that may not be clues although no
    /// unavoidable set has one. By default, these are [`Self::cells`].
    fn stated_cells(&self) -> CellSet<W> {
        self.cells()
    }

    /// Creates an oracle, which may borrow the problem. Each thread creates its own.
    fn oracle(&self) -> Box<dyn Oracle<W> + '_>;

    /// Checks a witness against the rules and returns the cells in which it differs from the target.
    ///
    /// # Errors
    /// [`WitnessError`] unless it is a solution other than the target.
    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError>;

    /// The name of a cell in messages.
    fn cell_name(&self, cell: Cell) -> String;

    /// Partitions of the ground set into parts of the same kind, such as the bands of a grid; none by default.
    ///
    /// A search may split by the number of clues in each part. Every partition is valid; a good one has many small
    /// unavoidable sets inside the union of all parts but one.
    fn partitions(&self) -> Vec<Vec<CellSet<W>>> {
        Vec::new()
    }

    /// Finer partitions of the ground set into parts of the same kind, such as the rows, the columns and the digits of
    /// a grid; none by default. The cells outside one or two of them are a region that needs many clues.
    fn classes(&self) -> Vec<Vec<CellSet<W>>> {
        Vec::new()
    }

    /// Those of [`Self::classes`] whose unions may be parts, in addition to those of [`Self::partitions`]; none by
    /// default. They help if the parts of `partitions` cut most small unavoidable sets.
    fn joinable(&self) -> Vec<Vec<CellSet<W>>> {
        Vec::new()
    }

    /// Symmetries: permutations of the ground set that map valid sets of clues to valid sets of clues; by default only
    /// the identity.
    ///
    /// They may be incomplete: if there are more than `max`, or at a limit, an implementation returns a subgroup, which
    /// is sufficient for a search that skips cases symmetric to earlier ones.
    fn automorphisms(&self, max: usize, limits: &Limits) -> Group {
        let _ = (max, limits);
        Group::trivial(self.cells().iter().last().map_or(0, |cell| cell.get() + 1))
    }
}

/// A clue problem whose solutions are the points of a 0/1 model, as integer programs need it.
pub trait LinearProblem<const W: usize>: ClueProblem<W> {
    /// The 0/1 model of all solutions, without an objective. For Sudoku, it has the rows (G0) to (G3) of tjusila-2023.
    fn model(&self) -> BinaryModel;

    /// The literal over [`Self::model`] that is 1 exactly if the solution agrees with the target in this cell.
    fn agreement(&self, cell: Cell) -> Literal;

    /// The literals of the target: a second solution violates one of them, as (NG) of tjusila-2023, section 6,
    /// requires. By default, these are the agreements of all cells; a problem whose solutions show more than its cells
    /// overrides it.
    fn shown(&self) -> Vec<Literal> {
        self.cells().iter().map(|cell| self.agreement(cell)).collect()
    }

    /// The name of a region in the rows of models, in lower case and without blanks: for Sudoku, `all_but_band2`,
    /// `all_but_row9` or `all_but_digits1_4`. Two regions never have the same name; by default, regions have none.
    fn region_name(&self, region: CellSet<W>) -> Option<String> {
        let _ = region;
        None
    }

    /// The witness of a 0/1 solution of [`Self::model`]; `values` has one value per variable.
    fn witness(&self, values: &[bool]) -> Witness;
}

/// An oracle, which looks for second solutions.
pub trait Oracle<const W: usize>: Send {
    /// Looks for a solution other than the target that agrees with it on `clues`.
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict;

    /// Returns a minimal unavoidable set that `clues` do not hit, or `Ok(None)` if they leave the target as the only
    /// solution. The set avoids the cells of `keep_out` if possible. The default implementation returns `None`, for
    /// oracles without a special method.
    ///
    /// Callers use `unavoidable::unhit_set`, which has a method for every problem. It needs the problem, to check and
    /// shrink witnesses, so it cannot be the default here. An oracle that knows its problem well can be much faster;
    /// its sets are then trusted like its answers on uniqueness.
    fn unhit_set(
        &mut self,
        _clues: CellSet<W>,
        _keep_out: CellSet<W>,
        _pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        None
    }

    /// Returns a subset of the clues of the last question that leaves the target as the only solution, if that question
    /// found them to do so; otherwise `None`. The default implementation returns `None`, for oracles that do not know
    /// on which clues their answers depend.
    fn core(&self) -> Option<CellSet<W>> {
        None
    }

    /// Returns whether answers take microseconds, so that a local search may ask a hundred thousand questions; `false`
    /// by default.
    fn is_quick(&self) -> bool {
        false
    }

    /// Discards all knowledge from earlier questions, so that the next answers are those of a new oracle. An oracle
    /// that learns may find other second solutions than a new one, but never another answer.
    fn forget(&mut self) {}

    /// Counts the solutions that agree with the target on `clues`, including the target, up to `max`. The default
    /// implementation returns `None`, for oracles that cannot count.
    fn n_solutions(&mut self, _clues: CellSet<W>, _most: usize, _pace: &mut Pace) -> Option<Result<usize, Stop>> {
        None
    }
}
