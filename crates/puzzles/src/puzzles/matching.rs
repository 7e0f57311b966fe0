//! Perfect matchings of a graph: the fewest clues are the forcing number.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock};
use super::draft::Draft;
use super::graph::{Graph, edge, edge_name, words_after};
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "matching",
    about: "a perfect matching: edges of a graph, exactly one at every vertex",
    clue: "an edge of the matching",
    example: "matching hexagon
edges 1-2 2-3 3-4 4-5 5-6 6-1
matched 1-2 3-4 5-6
",
    is_modified: false,
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(0)?;
    let (graph, n_rows) = Graph::read(block)?;
    let n_vertices = graph.n_vertices();
    let mut matched: Vec<usize> = Vec::new();
    let mut at_vertex: Vec<Option<(usize, usize)>> = vec![None; n_vertices];
    let words = words_after(block, n_rows, "matched")?;
    for (line, column, word) in &words {
        let found = edge(word).and_then(|found| {
            let number = graph.edges().iter().position(|known| *known == found);
            number.ok_or_else(|| format!("{} is not an edge of the graph", edge_name(found)))
        });
        let number = found.map_err(|message| block.fail(line, *column, message))?;
        let found = graph.edges()[number];
        for vertex in [found.0, found.1] {
            if let Some(other) = at_vertex[vertex].replace(found) {
                let (one, other) = (edge_name(other), edge_name(found));
                let message = format!("vertex {} is in two matched edges: {one} and {other}", vertex + 1);
                return Err(block.fail(line, *column, message));
            }
        }
        matched.push(number);
    }
    if let Some(vertex) = at_vertex.iter().position(Option::is_none) {
        let odd = if n_vertices % 2 == 0 { "" } else { "; an odd number of vertices has no perfect matching" };
        return Err(block.fail_head(format!("vertex {} is in no matched edge{odd}", vertex + 1)));
    }
    let mut draft = Draft::new(PUZZLE.name);
    let mut is_matched = vec![false; graph.edges().len()];
    matched.iter().for_each(|number| is_matched[*number] = true);
    let mut with_vertex: Vec<Vec<VarId>> = vec![Vec::new(); n_vertices];
    let mut vars = Vec::new();
    for ((a, b), is_matched) in graph.edges().iter().zip(is_matched) {
        let var = draft.var(format!("m_{}_{}", a + 1, b + 1), is_matched);
        with_vertex[*a].push(var);
        with_vertex[*b].push(var);
        vars.push(var);
    }
    for (vertex, edges) in with_vertex.into_iter().enumerate() {
        draft.one_of(format!("vertex_{}", vertex + 1), edges, Sense::Equal);
    }
    let clues: Vec<VarId> = matched.iter().map(|number| vars[*number]).collect();
    let mut template = Template::default();
    block.rows()[..n_rows].iter().for_each(|line| template.text(format!("{}\n", line.text)));
    template.text("matched");
    for (clue, (_, _, word)) in clues.iter().zip(&words) {
        template.text(" ");
        template.clue(*clue, *word);
    }
    template.end_line();
    draft.finish(block, clues, template)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{refusal, shown};

    #[test]
    fn what_is_not_a_perfect_matching_is_refused() {
        let path = "matching\nedges 1-2 2-3 3-4\n";
        assert_eq!(refusal(&format!("{path}matched 2-3\n")), "line 1, column 1: vertex 1 is in no matched edge");
        assert_eq!(
            refusal(&format!("{path}matched 1-2 2-3\n")),
            "line 3, column 13: vertex 2 is in two matched edges: 1-2 and 2-3"
        );
        assert_eq!(refusal(&format!("{path}matched 1-4\n")), "line 3, column 9: 1-4 is not an edge of the graph");
        assert!(
            refusal("matching\ncycle 5\nmatched 1-2 3-4\n").contains("vertex 5 is in no matched edge; an odd number")
        );
        assert_eq!(refusal(path), "line 1, column 1: vertex 1 is in no matched edge");
    }

    #[test]
    fn edges_may_be_written_both_ways_and_on_several_lines() {
        let text = "matching\nedges 2-1\nedges 3-4 1-3\nmatched 4-3\nmatched 1-2\n";
        assert_eq!(
            shown(text),
            [
                "edges 2-1\nedges 3-4 1-3\nmatched . .\n".to_owned(),
                "edges 2-1\nedges 3-4 1-3\nmatched 4-3 1-2\n".to_owned()
            ]
        );
    }
}
