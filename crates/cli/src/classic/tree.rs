//! `--tree`: the search tree of each strategy as a picture.

use std::io;
use std::path::Path;

use minclue_core::base::{Digit, write_whole};
use minclue_core::sudoku::{Shape, cell_name};
use minclue_report::StrategyRecord;
use minclue_report::picture::{TreeMark, TreePicture, tree_dot, tree_sheet};
use minclue_teaching::{SearchTree, TreeNode};

/// What is larger is not looked at any more.
pub(super) const MAX_NODES: usize = 2000;

/// The endings of files that are written as text for Graphviz.
const DOT: [&str; 2] = ["dot", "gv"];
/// The ending of pictures.
const SVG: &str = "svg";

/// Is it known by the ending of its name what is to be written?
///
/// # Errors
/// The message for people.
pub(super) fn is_known(path: &Path) -> Result<(), String> {
    let is_known = ending(path).is_some_and(|ending| ending == SVG || DOT.contains(&ending));
    if is_known { Ok(()) } else { Err("--tree requires a file that ends in .svg, or in .dot for Graphviz".to_owned()) }
}

fn ending(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// The tree of one strategy.
pub(super) fn picture(shape: Shape, tree: &SearchTree, strategy: &StrategyRecord) -> TreePicture {
    let mark = |node: &TreeNode| TreeMark {
        parent: node.parent,
        label: format!("{} = {}", cell_name(shape, node.cell), Digit::value(node.digit)),
        is_undone: !node.stands,
    };
    let (n, undone) = (strategy.recursions, strategy.backtracks);
    let cut = match tree.n_left_out() {
        0 => String::new(),
        left_out => format!(", {left_out} not drawn"),
    };
    TreePicture {
        name: strategy.strategy.to_owned(),
        caption: format!("{n} recursions, {undone} backtracks{cut}"),
        nodes: tree.nodes().iter().map(mark).collect(),
    }
}

/// Writes the trees in the form that the name says.
pub(super) fn write(path: &Path, trees: &[TreePicture]) -> io::Result<()> {
    let text = if ending(path) == Some(SVG) { tree_sheet(trees) } else { tree_dot(trees) };
    write_whole(path, text.as_bytes())
}
