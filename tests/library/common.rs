//! What the tests of the library share.

use minclue_core::base::{CellSet, Limits, rng};
use minclue_core::ilp::{BinaryModel, Sense, VarId};
use minclue_core::problem::{ClueProblem, ModelClues, SudokuClues, Verdict};
use minclue_core::sudoku::{Grid, Reader, Shape, random_grid};
use minclue_core::unavoidable::{Complete, Family, Source as _};
use minclue_puzzles::puzzles::{self, PuzzleInstance};
use minclue_testkit::{project, project_text, shared_text};

pub(crate) fn shape(rows: u8, columns: u8) -> Shape {
    Shape::new(rows, columns).expect("a shape")
}

/// A random grid, by its seed.
pub(crate) fn random<const W: usize>(shape: Shape, seed: u64) -> SudokuClues<W> {
    SudokuClues::new(random_grid::<W>(shape, &mut rng(seed)))
}

/// The clue problem of a perfect matching, an exact cover of vertices by edges: its minimum is the forcing number.
pub(crate) fn matching(n_vertices: usize, edges: &[(usize, usize)], matching: &[usize]) -> ModelClues<2> {
    let mut model = BinaryModel::new("matching");
    let vars: Vec<VarId> = (0..edges.len()).map(|edge| model.add_var(format!("x{edge}"))).collect();
    for vertex in 0..n_vertices {
        let there = edges.iter().zip(&vars).filter(|((a, b), _)| *a == vertex || *b == vertex);
        model.add_row(format!("vertex{vertex}"), there.map(|(_, var)| (*var, 1)), Sense::Equal, 1);
    }
    let cells: Vec<VarId> = matching.iter().map(|edge| vars[*edge]).collect();
    let target = (0..edges.len()).map(|edge| matching.contains(&edge)).collect();
    ModelClues::new(model, target, &cells, &vars).expect("a matching")
}

/// All minimal unavoidable sets of at most `max_size` cells.
pub(crate) fn complete<const W: usize>(problem: &SudokuClues<W>, max_size: usize) -> Family<W> {
    let mut family = Family::new();
    Complete { max_size }.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
    family
}

/// No other solution agrees with these clues.
pub(crate) fn is_valid<const W: usize>(problem: &dyn ClueProblem<W>, clues: CellSet<W>) -> bool {
    problem.oracle().second_solution(clues, &mut Limits::none().pace(1)) == Verdict::Unique
}

/// The grids of a list, by name.
pub(crate) fn grids(text: &str) -> impl Iterator<Item = (String, Grid)> {
    let entries = Reader::new(text.as_bytes(), None).map(|entry| entry.expect("a grid"));
    entries.map(|entry| (entry.id.expect("a name"), entry.puzzle.as_grid().expect("a grid")))
}

fn named(text: &str, name: &str) -> Grid {
    grids(text).find(|(id, _)| id == name).expect("the name is there").1
}

/// A grid that stands in a paper, by its name in the project's instances.
pub(crate) fn published(name: &str) -> Grid {
    named(&project_text("instances/papers.txt"), name)
}

/// A grid of tjusila-2023, or `None` with a message if the data is not there.
pub(crate) fn of_the_paper(id: &str) -> Option<Grid> {
    Some(named(&shared_text("paper_9x9.txt")?, id))
}

/// Every instance of `instances/puzzles`, by the names of its files, with these.
pub(crate) fn instances() -> Vec<(String, PuzzleInstance)> {
    let mut found = Vec::new();
    for file in minclue_testkit::names(&project("instances/puzzles")) {
        let text = project_text(&format!("instances/puzzles/{file}"));
        let posed =
            puzzles::PuzzleReader::new(text.as_bytes()).map(|found| found.unwrap_or_else(|e| panic!("{file}: {e}")));
        let name = file.split('.').next().expect("a name");
        found.extend(posed.map(|posed| (name.to_owned(), posed)));
    }
    found
}
