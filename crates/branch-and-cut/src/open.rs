//! The open nodes of a tree, and the order in which they are processed.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The order in which open nodes are processed.
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

/// A node that is still to be visited.
pub(crate) trait OpenNode {
    /// The bound proven for it.
    type Bound: Copy + Ord;
    /// Of two nodes with the same bound, the larger one is next.
    type Tie: Ord;

    fn rank(&self) -> (Self::Bound, Self::Tie);
}

/// The open nodes, each once.
pub(crate) enum Open<N: OpenNode> {
    Stack(Vec<N>),
    Heap(BinaryHeap<Ranked<N>>),
}

/// A node by its bound: the largest of a heap is the one to visit next.
pub(crate) struct Ranked<N>(N);

impl<N: OpenNode> Ord for Ranked<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let [(bound, tie), (other_bound, other_tie)] = [self.0.rank(), other.0.rank()];
        other_bound.cmp(&bound).then(tie.cmp(&other_tie))
    }
}

impl<N: OpenNode> PartialOrd for Ranked<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N: OpenNode> PartialEq for Ranked<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<N: OpenNode> Eq for Ranked<N> {}

impl<N: OpenNode> Open<N> {
    pub(crate) fn new(order: NodeOrder, nodes: Vec<N>) -> Self {
        let mut open = match order {
            NodeOrder::DepthFirst => Self::Stack(Vec::new()),
            NodeOrder::BestFirst => Self::Heap(BinaryHeap::new()),
        };
        open.push(nodes);
        open
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Stack(nodes) => nodes.len(),
            Self::Heap(nodes) => nodes.len(),
        }
    }

    /// The nodes so that pushing them again gives the same order.
    pub(crate) fn nodes(&self) -> Vec<N>
    where
        N: Clone,
    {
        match self {
            Self::Stack(nodes) => nodes.iter().rev().cloned().collect(),
            Self::Heap(nodes) => nodes.iter().map(|ranked| ranked.0.clone()).collect(),
        }
    }

    /// Adds the children of a node, the first to be visited first.
    pub(crate) fn push(&mut self, children: Vec<N>) {
        match self {
            Self::Stack(nodes) => nodes.extend(children.into_iter().rev()),
            Self::Heap(nodes) => nodes.extend(children.into_iter().map(Ranked)),
        }
    }

    pub(crate) fn pop(&mut self) -> Option<N> {
        match self {
            Self::Stack(nodes) => nodes.pop(),
            Self::Heap(nodes) => nodes.pop().map(|ranked| ranked.0),
        }
    }

    /// The least bound of all open nodes.
    pub(crate) fn bound(&self) -> Option<N::Bound> {
        match self {
            Self::Stack(nodes) => nodes.iter().map(|node| node.rank().0).min(),
            Self::Heap(nodes) => nodes.peek().map(|ranked| ranked.0.rank().0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bound, and a number of clues.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Node(i64, usize);

    impl OpenNode for Node {
        type Bound = i64;
        type Tie = usize;

        fn rank(&self) -> (i64, usize) {
            (self.0, self.1)
        }
    }

    fn taken(order: NodeOrder) -> Vec<Node> {
        let mut open = Open::new(order, vec![Node(3, 1)]);
        open.push(vec![Node(2, 0), Node(2, 4), Node(5, 1)]);
        assert_eq!((open.len(), open.bound()), (4, Some(2)));
        // Saved and read again, they come in the same order.
        let mut again = Open::new(order, open.nodes());
        let first: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
        assert_eq!(first, std::iter::from_fn(|| again.pop()).collect::<Vec<_>>());
        first
    }

    #[test]
    fn nodes_come_in_order() {
        assert_eq!(taken(NodeOrder::DepthFirst), [Node(2, 0), Node(2, 4), Node(5, 1), Node(3, 1)]);
        assert_eq!(taken(NodeOrder::BestFirst), [Node(2, 4), Node(2, 0), Node(3, 1), Node(5, 1)]);
    }
}
