//! Proper colourings of a graph. Colours have names, so that exchanging two colours gives another solution.

use crate::ilp::{Sense, VarId};

use super::block::{Block, PoseError};
use super::draft::{Choice, Draft};
use super::graph::{Graph, edge_name, words_after};
use super::template::Template;
use super::{Posed, Puzzle};

pub(super) const PUZZLE: Puzzle = Puzzle {
    name: "colouring",
    about: "the vertices of a graph in colours 1 to k, different at both ends of every edge",
    clue: "the colour of a vertex",
    example: "colouring pentagon k=3
cycle 5
colours 1 2 1 2 3
",
    pose,
};

/// The most colours.
const MOST_COLOURS: usize = 25;

fn pose(block: &Block) -> Result<Posed, PoseError> {
    block.at_most_parameters(1)?;
    let (graph, n_rows) = Graph::read(block)?;
    let n_vertices = graph.n_vertices();
    block.at_most_clues(n_vertices)?;
    let words = words_after(block, n_rows, "colours")?;
    let mut colours: Vec<usize> = Vec::new();
    for (line, column, word) in &words {
        if colours.len() == n_vertices {
            let message = format!("the graph has {n_vertices} vertices; this is one colour more");
            return Err(block.fail(line, *column, message));
        }
        colours.push(colour(word).map_err(|message| block.fail(line, *column, message))?);
    }
    if colours.len() < n_vertices {
        let message = format!("{} colours for {n_vertices} vertices", colours.len());
        return Err(block.fail_head(message));
    }
    let highest = colours.iter().copied().max().unwrap_or(1);
    let given = block.parameter(0, |word| match word.strip_prefix("k=").map(colour) {
        Some(Ok(k)) if k >= highest => Ok(k),
        Some(Ok(k)) => Err(format!("there are {k} colours, but one is {highest}")),
        Some(Err(message)) => Err(message),
        None => Err(format!("`{word}` does not say the number of colours: k=3")),
    })?;
    for (a, b) in graph.edges() {
        if colours[*a] == colours[*b] {
            let (line, column, word) = words[*b];
            let message = format!("both ends of the edge {} have colour {word}", edge_name((*a, *b)));
            return Err(block.fail(line, column, message));
        }
    }
    let k = given.unwrap_or(highest);
    let mut draft = Draft::new(PUZZLE.name);
    let vertices: Vec<Choice> =
        (1..).zip(&colours).map(|(vertex, colour)| draft.choice("x", &format!("v{vertex}"), 1..=k, *colour)).collect();
    for (a, b) in graph.edges() {
        for ((colour, one), (_, other)) in vertices[*a].options.iter().zip(&vertices[*b].options) {
            draft.one_of(format!("edge_{}_{}_{colour}", a + 1, b + 1), [*one, *other], Sense::LessEqual);
        }
    }
    let clues: Vec<VarId> = vertices.iter().map(|choice| choice.chosen).collect();
    let mut template = Template::default();
    block.rows()[..n_rows].iter().for_each(|line| template.text(format!("{}\n", line.text)));
    template.text("colours");
    for (clue, colour) in clues.iter().zip(&colours) {
        template.text(" ");
        template.clue(*clue, colour.to_string());
    }
    template.end_line();
    draft.pose(block, clues, template)
}

/// The colour of a word, or what is wrong with it.
fn colour(word: &str) -> Result<usize, String> {
    let number = word.parse().ok().filter(|number| (1..=MOST_COLOURS).contains(number));
    number.ok_or_else(|| format!("`{word}` is no colour: 1 to {MOST_COLOURS}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};

    #[test]
    fn improper_colourings_are_refused() {
        let triangle = "colouring\nedges 1-2 2-3 1-3\n";
        assert_eq!(
            refusal(&format!("{triangle}colours 1 2 1\n")),
            "line 3, column 13: both ends of the edge 1-3 have colour 1"
        );
        assert_eq!(refusal(&format!("{triangle}colours 1 2\n")), "line 1, column 1: 2 colours for 3 vertices");
        assert!(refusal(&format!("{triangle}colours 1 2 3 4\n")).starts_with("line 3, column 15: the graph has 3"));
        assert_eq!(refusal(&format!("{triangle}colours 1 2 0\n")), "line 3, column 13: `0` is no colour: 1 to 25");
    }

    #[test]
    fn the_head_says_how_many_colours_there_are() {
        let n_vars =
            |head: &str| only(&format!("{head}\ncycle 4\ncolours 1 2 1 2\n")).map(|posed| posed.model.n_vars());
        assert_eq!(n_vars("colouring").expect("a colouring"), 8);
        assert_eq!(n_vars("colouring k=3").expect("a colouring"), 12);
        for (head, what) in [("k=1", "there are 1 colours, but one is 2"), ("k=x", "no colour"), ("k", "")] {
            let found = n_vars(&format!("colouring {head}")).map_err(|e| e.message);
            assert!(found.map_or_else(|message| message.contains(what), |_| head == "k"), "{head}");
        }
        assert!(n_vars("colouring 2x2").is_err_and(|e| e.message.contains("does not say the number")));
    }
}
