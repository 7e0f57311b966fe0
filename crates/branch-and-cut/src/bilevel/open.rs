//! The open nodes of a tree, and in which order they are taken.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use crate::base::{CellSet, Group};

use super::dual_bound::Bound;

/// Which open node is next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum NodeOrder {
    /// The youngest.
    ///
    /// The LP stays close to where it was, and few nodes are open.
    #[default]
    #[cfg_attr(feature = "clap", value(name = "depth"))]
    DepthFirst,
    /// One with the least bound.
    ///
    /// No node is visited that a tree in another order could spare, but many are open.
    #[cfg_attr(feature = "clap", value(name = "best"))]
    BestFirst,
}

impl NodeOrder {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DepthFirst => "depth",
            Self::BestFirst => "best",
        }
    }
}

/// A part of the search: the valid sets of clues that have `chosen` and otherwise only cells of `alive`.
#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    pub(super) chosen: CellSet<W>,
    pub(super) alive: CellSet<W>,
    /// Proven for the node when it was made.
    pub(super) bound: Bound,
    /// The symmetries of the problem that leave every clue where it is; `None` if there are no more.
    pub(super) group: Option<Arc<Group>>,
}

/// The open nodes, each once.
#[derive(Clone, Debug)]
pub(super) enum Open<const W: usize> {
    Stack(Vec<Node<W>>),
    Heap(BinaryHeap<Ranked<W>>),
}

/// A node by its bound: the largest of a heap is the one to visit next.
#[derive(Clone, Debug)]
pub(super) struct Ranked<const W: usize>(Node<W>);

impl<const W: usize> Ranked<W> {
    /// Of two nodes with the same bound the one with more clues is closer to an end.
    fn rank(&self) -> (Reverse<Bound>, usize, Reverse<(CellSet<W>, CellSet<W>)>) {
        let node = &self.0;
        (Reverse(node.bound), node.chosen.len(), Reverse((node.chosen, node.alive)))
    }
}

impl<const W: usize> Ord for Ranked<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl<const W: usize> PartialOrd for Ranked<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> PartialEq for Ranked<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<const W: usize> Eq for Ranked<W> {}

impl<const W: usize> Open<W> {
    pub(super) fn new(order: NodeOrder, nodes: Vec<Node<W>>) -> Self {
        let mut open = match order {
            NodeOrder::DepthFirst => Self::Stack(Vec::new()),
            NodeOrder::BestFirst => Self::Heap(BinaryHeap::new()),
        };
        open.push(nodes);
        open
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Stack(nodes) => nodes.len(),
            Self::Heap(nodes) => nodes.len(),
        }
    }

    /// The nodes so that pushing them again gives the same order.
    pub(super) fn nodes(&self) -> Vec<Node<W>> {
        match self {
            Self::Stack(nodes) => nodes.iter().rev().cloned().collect(),
            Self::Heap(nodes) => nodes.iter().map(|ranked| ranked.0.clone()).collect(),
        }
    }

    /// Adds the children of a node, the first to be visited first.
    pub(super) fn push(&mut self, children: Vec<Node<W>>) {
        match self {
            Self::Stack(nodes) => nodes.extend(children.into_iter().rev()),
            Self::Heap(nodes) => nodes.extend(children.into_iter().map(Ranked)),
        }
    }

    pub(super) fn pop(&mut self) -> Option<Node<W>> {
        match self {
            Self::Stack(nodes) => nodes.pop(),
            Self::Heap(nodes) => nodes.pop().map(|ranked| ranked.0),
        }
    }

    /// The least bound of all open nodes.
    pub(super) fn bound(&self) -> Option<Bound> {
        match self {
            Self::Stack(nodes) => nodes.iter().map(|node| node.bound).min(),
            Self::Heap(nodes) => nodes.peek().map(|ranked| ranked.0.bound),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Index};

    fn node(value: i64, n_clues: usize) -> Node<2> {
        let chosen = (0..n_clues).map(Cell::new).collect();
        Node { chosen, alive: CellSet::EMPTY, bound: Bound { value }, group: None }
    }

    fn taken(order: NodeOrder) -> Vec<(i64, usize)> {
        let mut open = Open::new(order, vec![node(3, 1)]);
        open.push(vec![node(2, 0), node(2, 4), node(5, 1)]);
        assert_eq!((open.len(), open.bound()), (4, Some(Bound { value: 2 })));
        // Saved and read again, they come in the same order.
        let mut again = Open::new(order, open.nodes());
        let key = |node: Node<2>| (node.bound.value, node.chosen.len());
        let first: Vec<_> = std::iter::from_fn(|| open.pop().map(key)).collect();
        assert_eq!(first, std::iter::from_fn(|| again.pop().map(key)).collect::<Vec<_>>());
        first
    }

    #[test]
    fn nodes_come_in_order() {
        assert_eq!(taken(NodeOrder::DepthFirst), [(2, 0), (2, 4), (5, 1), (3, 1)]);
        assert_eq!(taken(NodeOrder::BestFirst), [(2, 4), (2, 0), (3, 1), (5, 1)]);
    }
}
