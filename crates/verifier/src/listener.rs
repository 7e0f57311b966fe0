//! What a certificate says, step by step, for whoever wants to say the same in other words.

use std::ops::ControlFlow;

use crate::{Problem, Reason};

/// Hears a certificate while it is checked.
pub trait Listener {
    /// Takes a step that was just accepted. [`ControlFlow::Break`] ends the check with [`Reason::Stopped`].
    fn hear(&mut self, step: CheckedStep) -> ControlFlow<()>;
}

/// A step of a certificate, once it is accepted. First come the problem, the claim and the facts; then each lemma with
/// the steps of its proof, and at last the steps of the tree. Cells are ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said at the variants")]
pub enum CheckedStep {
    /// The target is a solution of it.
    Problem(Problem),
    /// The puzzles are valid, and what is left is to show that every valid set with fewer than `below` cells has one
    /// of them in it.
    Claim { below: usize, puzzles: Vec<Vec<usize>> },
    /// Every valid set has one of these cells.
    Set(Vec<usize>),
    /// Every valid set has of these cells, by their weights, as much as `min`.
    Weighted { cells: Vec<(usize, i64)>, min: i64 },
    /// The images of all cells. It maps valid sets to valid sets.
    Symmetry(Vec<usize>),
    /// The proof begins that every valid set has `min` cells of the region. Where it ends, that is one more fact.
    Lemma { region: Vec<usize>, min: i64 },
    /// The proof of the claim begins, if `below` is not 0.
    Tree,
    /// Step 0: the rows that can be named from here on.
    Rows(Vec<RowName>),
    /// Steps 1 to 3, with all weights. The cells of `removed` are, or the node `closes`.
    Sum { budget: i64, caps: Vec<(usize, i64)>, rows: Vec<(usize, i64)>, closes: bool, removed: Vec<usize> },
    /// Step 4: images of removed cells are removed.
    Symmetries { symmetries: Vec<usize>, removed: Vec<usize> },
    /// Step 5: at most `max` cells of the region, and when that node is closed, more.
    Split { region: Vec<usize>, max: i64 },
    /// Step 6: a cap on the cells outside a row.
    Cap { row: usize },
    /// Step 7: closes the node, since no cell of the row is left.
    Dead { row: usize },
    /// Step 8: closes the node, since the first `n_sets` sets cannot be hit, but by what has a listed puzzle in it.
    Search { n_sets: usize },
    /// Step 9: closes the node, since a listed puzzle is chosen.
    Listed,
    /// The node with one more chosen cell follows. When that is closed, the cell is removed.
    Child { cell: usize },
    /// The certificate has no more.
    End,
}

/// What a row is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said at the variants")]
pub enum RowName {
    /// A set, by its number.
    Set(usize),
    /// A weighted set, or after those a lemma.
    Fact(usize),
    /// A branch row of the path, that is the second side of a split.
    Branch(usize),
    /// Rows before it in the same list with their weights, added up, divided and rounded up.
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
