//! Search trees as pictures: SVG, or the text of Graphviz.
//!
//! What was undone is said by a mark and by dashes, not by color alone.

use std::fmt::Write as _;

use super::svg::{DARK, STYLE, escaped};

/// The room of a node, and the distance of two levels.
const WIDTH: usize = 92;
const LEVEL: usize = 46;
/// The box of a node.
const BOX: (usize, usize) = (80, 26);
/// Around a tree, and above its first node.
const GAP: usize = 28;
const HEAD: usize = 56;

/// Edges and boxes, beside the colors of pictures.
const TREE_STYLE: &str = "\
.node{fill:none;stroke-width:2}.edge{fill:none;stroke-width:1.5}.undone{stroke-dasharray:4 4}
.t{font-size:14px;fill:#10131a}
@media screen and (prefers-color-scheme:dark){.t{fill:#fff}}
";

/// The tree of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreePicture {
    /// A word for it, such as the strategy.
    pub name: String,
    /// A sentence for it, such as its counts.
    pub caption: String,
    /// The nodes; each comes after its parent.
    pub nodes: Vec<TreeMark>,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMark {
    /// Its parent; `None` below the root.
    pub parent: Option<usize>,
    pub label: String,
    /// Was it undone?
    pub is_undone: bool,
}

impl TreeMark {
    fn words(&self) -> String {
        if self.is_undone { format!("{} \u{d7}", self.label) } else { self.label.clone() }
    }
}

/// The trees side by side as one SVG file.
#[must_use]
pub fn tree_sheet(trees: &[TreePicture]) -> String {
    let laid_out: Vec<Laid> = trees.iter().map(Laid::new).collect();
    let width = laid_out.iter().map(|tree| tree.width + GAP).sum::<usize>() + GAP;
    let height = laid_out.iter().map(|tree| tree.height).max().unwrap_or(0) + 2 * GAP;
    let mut body = String::new();
    let mut x = GAP;
    for (tree, picture) in laid_out.iter().zip(trees) {
        let _ = writeln!(body, "<g transform=\"translate({x} {GAP})\">\n{}</g>", tree.body(picture));
        x += tree.width + GAP;
    }
    let names: Vec<String> = trees.iter().map(|tree| format!("{}: {}", tree.name, tree.caption)).collect();
    let about = escaped(&names.join("; "));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-describedby=\"about\">\n\
         <title>Search trees</title>\n<desc id=\"about\">{about}</desc>\n<style>\n{STYLE}{DARK}{TREE_STYLE}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
    )
}

/// The trees in the language of Graphviz, one graph after the other.
#[must_use]
pub fn tree_dot(trees: &[TreePicture]) -> String {
    let mut text = String::new();
    for tree in trees {
        let quoted = |words: &str| words.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "digraph \"{}\" {{", quoted(&tree.name));
        let _ = writeln!(text, "  label=\"{}: {}\";\n  node [shape=box];", quoted(&tree.name), quoted(&tree.caption));
        text.push_str("  start [shape=point];\n");
        for (i, node) in tree.nodes.iter().enumerate() {
            let style = if node.is_undone { ", style=dashed" } else { "" };
            let parent = node.parent.map_or_else(|| "start".to_owned(), |parent| format!("n{parent}"));
            let _ = writeln!(text, "  n{i} [label=\"{}\"{style}];\n  {parent} -> n{i};", quoted(&node.words()));
        }
        text.push_str("}\n");
    }
    text
}

/// Where the nodes of a tree are.
struct Laid {
    /// The middle of each node, and its level.
    places: Vec<(usize, usize)>,
    /// The middle of the root.
    root: usize,
    width: usize,
    height: usize,
}

impl Laid {
    /// Leaves stand side by side in their order, and what is above stands in the middle of its children.
    fn new(tree: &TreePicture) -> Self {
        let n = tree.nodes.len();
        let (mut level, mut has_child) = (vec![1; n], vec![false; n]);
        for (i, node) in tree.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                level[i] = level[parent] + 1;
                has_child[parent] = true;
            }
        }
        // Nodes come in the order of a walk, so leaves do too, and a child comes after its parent.
        let (mut spans, mut n_leaves) = (vec![None::<(usize, usize)>; n], 0);
        for i in 0..n {
            if !has_child[i] {
                let middle = WIDTH * n_leaves + WIDTH / 2;
                spans[i] = Some((middle, middle));
                n_leaves += 1;
            }
        }
        let joined = |a: Option<(usize, usize)>, middle: usize| {
            Some(a.map_or((middle, middle), |(left, right)| (left.min(middle), right.max(middle))))
        };
        let mut root = None;
        for i in (0..n).rev() {
            let middle = spans[i].map_or(0, |(left, right)| left.midpoint(right));
            match tree.nodes[i].parent {
                Some(parent) => spans[parent] = joined(spans[parent], middle),
                None => root = joined(root, middle),
            }
        }
        let middle = |span: Option<(usize, usize)>| span.map_or(WIDTH / 2, |(left, right)| left.midpoint(right));
        let places = spans.into_iter().map(middle).zip(level).collect::<Vec<_>>();
        let words = tree.name.len().max(tree.caption.len()) * 8;
        let depth = places.iter().map(|(_, level)| *level).max().unwrap_or(0);
        Self {
            root: middle(root),
            width: (WIDTH * n_leaves.max(1)).max(words),
            height: HEAD + LEVEL * (depth + 1),
            places,
        }
    }

    fn body(&self, tree: &TreePicture) -> String {
        let mut body = String::new();
        let middle = self.width / 2;
        let _ = writeln!(body, "<text class=\"name\" x=\"{middle}\" y=\"15\">{}</text>", escaped(&tree.name));
        let _ = writeln!(body, "<text class=\"word\" x=\"{middle}\" y=\"37\">{}</text>", escaped(&tree.caption));
        let at = |place: Option<usize>| place.map_or((self.root, 0), |i| self.places[i]);
        let y = |level: usize| HEAD + LEVEL * level + BOX.1 / 2;
        let _ = writeln!(body, "<circle class=\"node thick\" cx=\"{}\" cy=\"{}\" r=\"5\"/>", self.root, y(0));
        for (node, &(x, level)) in tree.nodes.iter().zip(&self.places) {
            let (above, parent_level) = at(node.parent);
            let from = y(parent_level) + if parent_level == 0 { 5 } else { BOX.1 / 2 };
            let to = y(level) - BOX.1 / 2;
            let class = if node.is_undone { "k0 undone" } else { "k2" };
            let _ = writeln!(body, "<path class=\"edge {class}\" d=\"M{above} {from}L{x} {to}\"/>");
            let _ = writeln!(
                body,
                "<rect class=\"node {class}\" x=\"{}\" y=\"{to}\" width=\"{}\" height=\"{}\" rx=\"5\"/>\n\
                 <text class=\"t\" x=\"{x}\" y=\"{}\">{}</text>",
                x - BOX.0 / 2,
                BOX.0,
                BOX.1,
                y(level) + 5,
                escaped(&node.words())
            );
        }
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root with two children, the first of which has two and was undone with them.
    fn small() -> TreePicture {
        let node = |parent, label: &str, is_undone| TreeMark { parent, label: label.to_owned(), is_undone };
        TreePicture {
            name: "fc".to_owned(),
            caption: "4 of 4".to_owned(),
            nodes: vec![
                node(None, "a", true),
                node(Some(0), "b", true),
                node(Some(0), "c", true),
                node(None, "<d>", false),
            ],
        }
    }

    #[test]
    fn leaves_stand_side_by_side_and_parents_above_the_middle() {
        let laid = Laid::new(&small());
        assert_eq!(laid.places, [(92, 1), (46, 2), (138, 2), (230, 1)]);
        assert_eq!((laid.root, laid.width, laid.height), (161, 276, HEAD + 3 * LEVEL));
        let sheet = tree_sheet(&[small(), small()]);
        assert!(sheet.starts_with("<svg ") && sheet.matches("&lt;d&gt;</text>").count() == 2);
        assert_eq!(sheet.matches(" \u{d7}</text>").count(), 6, "what was undone says so in words");
        let nothing = TreePicture { nodes: Vec::new(), ..small() };
        assert!(tree_sheet(&[nothing]).contains("<circle"));
    }

    #[test]
    fn graphviz_has_an_edge_to_every_node() {
        let text = tree_dot(&[small()]);
        for edge in ["start -> n0;", "n0 -> n1;", "n0 -> n2;", "start -> n3;"] {
            assert!(text.contains(edge), "{text}");
        }
        assert_eq!(text.matches("style=dashed").count(), 3);
    }
}
