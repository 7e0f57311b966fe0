//! Proper colorings of a graph. Colors have names, so exchanging two colors gives another solution.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock};
use super::draft::{Choice, Draft};
use super::graph::{Graph, edge_name, words_after};
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "coloring",
    about: "the vertices of a graph in colors 1 to k, different at both ends of every edge",
    clue: "the color of a vertex",
    example: "coloring pentagon k=3
cycle 5
colors 1 2 1 2 3
",
    is_modified: false,
    parse,
};

const MAX_COLORS: usize = 25;

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(1)?;
    let (graph, n_rows) = Graph::read(block)?;
    let n_vertices = graph.n_vertices();
    block.at_most_clues(n_vertices)?;
    let words = words_after(block, n_rows, "colors")?;
    let mut colors: Vec<usize> = Vec::new();
    for (line, column, word) in &words {
        if colors.len() == n_vertices {
            let message = format!("the graph has {n_vertices} vertices; this is one color more");
            return Err(block.fail(line, *column, message));
        }
        colors.push(color(word).map_err(|message| block.fail(line, *column, message))?);
    }
    if colors.len() < n_vertices {
        let message = format!("{} colors for {n_vertices} vertices", colors.len());
        return Err(block.fail_head(message));
    }
    let highest = colors.iter().copied().max().unwrap_or(1);
    let given = block.parameter(0, |word| match word.strip_prefix("k=").map(color) {
        Some(Ok(k)) if k >= highest => Ok(k),
        Some(Ok(k)) => Err(format!("there are {k} colors, but one is {highest}")),
        Some(Err(message)) => Err(message),
        None => Err(format!("`{word}` is not the number of colors; write it as k=3")),
    })?;
    for (a, b) in graph.edges() {
        if colors[*a] == colors[*b] {
            let (line, column, word) = words[*b];
            let message = format!("both ends of the edge {} have color {word}", edge_name((*a, *b)));
            return Err(block.fail(line, column, message));
        }
    }
    let k = given.unwrap_or(highest);
    let mut draft = Draft::new(PUZZLE.name);
    let vertices: Vec<Choice> =
        (1..).zip(&colors).map(|(vertex, color)| draft.choice("x", &format!("v{vertex}"), 1..=k, *color)).collect();
    for (a, b) in graph.edges() {
        for ((color, one), (_, other)) in vertices[*a].options.iter().zip(&vertices[*b].options) {
            draft.one_of(format!("edge_{}_{}_{color}", a + 1, b + 1), [*one, *other], Sense::LessEqual);
        }
    }
    let clues: Vec<VarId> = vertices.iter().map(|choice| choice.chosen).collect();
    let mut template = Template::default();
    block.rows()[..n_rows].iter().for_each(|line| template.text(format!("{}\n", line.text)));
    template.text("colors");
    for (clue, color) in clues.iter().zip(&colors) {
        template.text(" ");
        template.clue(*clue, color.to_string());
    }
    template.end_line();
    draft.finish(block, clues, template)
}

/// The color of a word, or what is wrong with it.
fn color(word: &str) -> Result<usize, String> {
    let number = word.parse().ok().filter(|number| (1..=MAX_COLORS).contains(number));
    number.ok_or_else(|| format!("`{word}` is not a color: 1 to {MAX_COLORS}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};

    #[test]
    fn improper_colorings_are_refused() {
        let triangle = "coloring\nedges 1-2 2-3 1-3\n";
        assert_eq!(
            refusal(&format!("{triangle}colors 1 2 1\n")),
            "line 3, column 12: both ends of the edge 1-3 have color 1"
        );
        assert_eq!(refusal(&format!("{triangle}colors 1 2\n")), "line 1, column 1: 2 colors for 3 vertices");
        assert!(refusal(&format!("{triangle}colors 1 2 3 4\n")).starts_with("line 3, column 14: the graph has 3"));
        assert_eq!(refusal(&format!("{triangle}colors 1 2 0\n")), "line 3, column 12: `0` is not a color: 1 to 25");
    }

    #[test]
    fn the_head_says_how_many_colors_there_are() {
        let n_vars = |head: &str| only(&format!("{head}\ncycle 4\ncolors 1 2 1 2\n")).map(|posed| posed.model.n_vars());
        assert_eq!(n_vars("coloring").expect("a coloring"), 8);
        assert_eq!(n_vars("coloring k=3").expect("a coloring"), 12);
        for (head, what) in [("k=1", "there are 1 colors, but one is 2"), ("k=x", "not a color"), ("k", "")] {
            let found = n_vars(&format!("coloring {head}")).map_err(|e| e.message);
            assert!(found.map_or_else(|message| message.contains(what), |_| head == "k"), "{head}");
        }
        // As files had it before.
        let british = |text: &str| text.replace("color", "colour");
        let posed = only(&british("coloring\ncycle 4\ncolors 1 2 1 2\n")).expect("a coloring");
        assert_eq!((posed.puzzle, posed.model.n_vars()), ("coloring", 8));
        assert!(n_vars("coloring 2x2").is_err_and(|e| e.message.contains("is not the number of colors")));
    }
}
