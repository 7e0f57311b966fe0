//! The steps of a certificate, for programs that translate it.

use std::ops::ControlFlow;

use crate::{Problem, Reason};

/// A listener that receives the steps of a certificate during its check.
pub trait Listener {
    /// Takes a step that was accepted. [`ControlFlow::Break`] ends the check with [`Reason::Stopped`].
    fn hear(&mut self, step: CheckedStep) -> ControlFlow<()>;
}

/// An accepted step of a certificate. The problem, the claim and the facts come first; then each lemma with the steps
/// of its proof, and finally the steps of the tree. Cells are ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said at the variants")]
pub enum CheckedStep {
    /// The problem, whose target is a solution.
    Problem(Problem),
    /// The claim, whose puzzles are valid: every valid set with fewer than `below` cells contains one of them. The
    /// proof follows.
    Claim { below: usize, puzzles: Vec<Vec<usize>> },
    /// Every valid set contains one of these cells.
    Set(Vec<usize>),
    /// Every valid set weighs at least `min` in these cells.
    Weighted { cells: Vec<(usize, i64)>, min: i64 },
    /// The images of all cells. It maps valid sets to valid sets.
    Symmetry(Vec<usize>),
    /// The proof begins that every valid set has `min` cells of the region. At its end, that is a further fact.
    Lemma { region: Vec<usize>, min: i64 },
    /// The proof of the claim begins, if `below` is not 0.
    Tree,
    /// Step 0: the rows that the following steps may name.
    Rows(Vec<RowName>),
    /// Steps 1 to 3, with all weights. The cells in `removed` are removed, or the node `closes`.
    Sum { budget: i64, caps: Vec<(usize, i64)>, rows: Vec<(usize, i64)>, closes: bool, removed: Vec<usize> },
    /// Step 4: images of removed cells are removed.
    Symmetries { symmetries: Vec<usize>, removed: Vec<usize> },
    /// Step 5: at most `max` cells of the region, and when that node is closed, more.
    Split { region: Vec<usize>, max: i64 },
    /// Step 6: a cap on the cells outside a row.
    Cap { row: usize },
    /// Step 7: closes the node, since no cell of the row is left.
    Dead { row: usize },
    /// Step 8: closes the node, since only sets that contain a listed puzzle hit the first `n_sets` sets.
    Search { n_sets: usize },
    /// Step 9: closes the node, since a listed puzzle is chosen.
    Listed,
    /// The node with one more chosen cell follows. When it is closed, the cell is removed.
    Child { cell: usize },
    /// The certificate ends.
    End,
}

/// The definition of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said at the variants")]
pub enum RowName {
    /// A set, by its number.
    Set(usize),
    /// A weighted set, or after those a lemma.
    Fact(usize),
    /// A branch row of the path, that is the second side of a split.
    Branch(usize),
    /// Earlier rows of the same list with their weights, added up, divided and rounded up.
    Rounded { divisor: i64, parts: Vec<(usize, i64)> },
}

/// Hears steps of a kind, whatever the certificates are about.
pub(crate) trait Hears<S> {
    fn take(&mut self, step: S) -> ControlFlow<()>;
}

impl Hears<CheckedStep> for dyn Listener + '_ {
    fn take(&mut self, step: CheckedStep) -> ControlFlow<()> {
        self.hear(step)
    }
}

/// Whoever listens, if anybody does.
pub(crate) struct EarsOf<'l, L: ?Sized>(Option<&'l mut L>);

pub(crate) type Ears<'l> = EarsOf<'l, dyn Listener + 'l>;

impl<'l, L: ?Sized> EarsOf<'l, L> {
    pub(crate) fn new(listener: Option<&'l mut L>) -> Self {
        Self(listener)
    }

    /// The step is made only if somebody hears it.
    #[inline(always)]
    pub(crate) fn hear<S>(&mut self, step: impl FnOnce() -> S) -> Result<(), Reason>
    where
        L: Hears<S>,
    {
        match &mut self.0 {
            None => Ok(()),
            Some(listener) => match listener.take(step()) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Reason::Stopped),
            },
        }
    }

    /// Notes a part of a step, if somebody hears it.
    #[inline(always)]
    pub(crate) fn note<T>(&self, parts: &mut Vec<T>, part: impl FnOnce() -> T) {
        if self.0.is_some() {
            parts.push(part());
        }
    }
}
