//! The tree of a search, as in Figure 7 of abuluaih-2015: an assignment is a node below the previous one.

use crate::base::{Cell, Digit};

use super::watch::BoardChange;

/// The assignments of a search, in chronological order.
#[derive(Clone, Debug)]
pub struct SearchTree {
    nodes: Vec<TreeNode>,
    /// The nodes in force; `None` for nodes beyond the maximum that are not kept.
    path: Vec<Option<usize>>,
    max_nodes: usize,
    n_left_out: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The previous assignment in force; `None` for a node at the root.
    pub parent: Option<usize>,
    pub cell: Cell,
    pub digit: Digit,
    /// Whether it is in force at the end. If not, it was undone.
    pub stands: bool,
}

impl SearchTree {
    /// Creates an empty tree that keeps at most `max_nodes` nodes.
    #[must_use]
    pub fn new(max_nodes: usize) -> Self {
        Self { nodes: Vec::new(), path: Vec::new(), max_nodes, n_left_out: 0 }
    }

    /// Takes a change that a search reports.
    pub fn take(&mut self, change: BoardChange) {
        let Some(digit) = change.digit else {
            if let Some(Some(undone)) = self.path.pop() {
                self.nodes[undone].stands = false;
            }
            return;
        };
        if self.nodes.len() == self.max_nodes {
            self.n_left_out += 1;
            self.path.push(None);
            return;
        }
        // What is kept came before all that is left out, so that only kept nodes are above a kept one.
        let parent = self.path.last().copied().flatten();
        self.path.push(Some(self.nodes.len()));
        self.nodes.push(TreeNode { parent, cell: change.cell, digit, stands: true });
    }

    /// The assignments; each comes after its parent.
    #[must_use]
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// The number of assignments that are not kept.
    #[must_use]
    pub fn n_left_out(&self) -> u64 {
        self.n_left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Limits;
    use crate::sudoku::Puzzle;
    use crate::{SearchEnd, Strategy, TrialSettings, search_watched};

    const PUZZLE: &str = "..58.462742735689181.92.45.64.13.578.8.7..2.63..5.8149194283.657.849.312.536.19..";

    fn tree(strategy: Strategy, max_nodes: usize) -> (SearchTree, crate::Trial) {
        let puzzle: Puzzle = PUZZLE.parse().expect("a puzzle");
        let mut tree = SearchTree::new(max_nodes);
        let mut watch = |change| tree.take(change);
        let trial = search_watched(&puzzle, &TrialSettings::new(strategy), &Limits::none(), &mut watch);
        (tree, trial)
    }

    /// Assignments, those that were undone, and those that stand are the counts of the search.
    #[test]
    fn a_tree_has_the_counts_of_its_search() {
        for strategy in [Strategy::Fc, Strategy::Mrv, Strategy::Ctn] {
            let (tree, trial) = tree(strategy, usize::MAX);
            let SearchEnd::Solved(grid) = trial.outcome else { panic!("it has a solution") };
            let standing: Vec<&TreeNode> = tree.nodes().iter().filter(|node| node.stands).collect();
            assert_eq!(tree.nodes().len() as u64, trial.recursions);
            assert_eq!((standing.len(), tree.n_left_out()), (trial.depth, 0));
            assert!(standing.iter().all(|node| grid.get(node.cell) == node.digit));
            // They are one path, and a child is made after its parent.
            for (i, node) in tree.nodes().iter().enumerate() {
                assert!(node.parent.is_none_or(|parent| parent < i));
                assert!(!node.stands || node.parent.is_none_or(|parent| tree.nodes()[parent].stands));
            }
        }
    }

    #[test]
    fn a_tree_that_is_too_large_is_its_beginning() {
        let (whole, _) = tree(Strategy::Fc, usize::MAX);
        let (cut, _) = tree(Strategy::Fc, 5);
        assert_eq!(cut.n_left_out(), whole.nodes().len() as u64 - 5);
        let place = |node: &TreeNode| (node.parent, node.cell, node.digit);
        assert!(cut.nodes().iter().map(place).eq(whole.nodes()[..5].iter().map(place)));
    }
}
