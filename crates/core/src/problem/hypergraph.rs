//! The hitting-set problem as a clue problem: which vertices of a hypergraph hit every hyperedge?
//!
//! For each minimal hyperedge, there is one other solution, which differs from the target exactly in its vertices. So
//! the minimal unavoidable sets are the minimal hyperedges, the valid sets of clues are the hitting sets, and every
//! engine of this crate is a search for a minimum hitting set.

use crate::base::{Cell, CellPermutation, CellSet, Index, Pace, Stop, minimal_sets};
use crate::ilp::{BinaryModel, Literal, Sense, VarId};
use crate::proof::{Instance, LinearInstance, LinearRow};

use super::{Certifiable, ClueProblem, LinearProblem, Oracle, Verdict, Witness, WitnessError};

/// The clue problem of one hypergraph.
#[derive(Clone, Debug)]
pub struct HypergraphClues<const W: usize> {
    n_vertices: usize,
    /// The minimal hyperedges, by size and then by vertices.
    edges: Vec<CellSet<W>>,
}

/// Looks through the hyperedges, small ones first.
#[derive(Clone, Debug)]
struct HypergraphOracle<'e, const W: usize> {
    edges: &'e [CellSet<W>],
    n_vertices: usize,
}

/// The reason why a hypergraph has no clue problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HypergraphError {
    /// There are more vertices than the width allows.
    #[error("{n_vertices} vertices; the maximum is {max}")]
    TooLarge {
        /// The number of vertices of the hypergraph.
        n_vertices: usize,
        /// The maximum number of vertices for the width.
        max: usize,
    },
    /// A hyperedge is empty.
    #[error("hyperedge {edge} is empty, so it cannot be hit")]
    Empty {
        /// The number of the hyperedge, from 1.
        edge: usize,
    },
    /// A hyperedge has a vertex that does not exist.
    #[error("hyperedge {edge} has vertex {vertex}, and there are only {n_vertices}")]
    Vertex {
        /// The number of the hyperedge, from 1.
        edge: usize,
        /// The vertex, from 1.
        vertex: usize,
        /// The number of vertices of the hypergraph.
        n_vertices: usize,
    },
}

impl<const W: usize> HypergraphClues<W> {
    /// Creates the clue problem of the hypergraph with vertices 0 to `n_vertices - 1` and these hyperedges. Hyperedges
    /// that contain another one are dropped, since every set that hits the smaller one hits them.
    ///
    /// # Errors
    /// [`HypergraphError`] if a hyperedge is empty or has a vertex that does not exist, or if the vertices do not fit
    /// into W words.
    pub fn new(n_vertices: usize, edges: impl IntoIterator<Item = CellSet<W>>) -> Result<Self, HypergraphError> {
        let max = CellSet::<W>::CAPACITY;
        if n_vertices > max {
            return Err(HypergraphError::TooLarge { n_vertices, max });
        }
        let edges: Vec<CellSet<W>> = edges.into_iter().collect();
        let cells = CellSet::first_n(n_vertices);
        for (i, edge) in edges.iter().enumerate() {
            if edge.is_empty() {
                return Err(HypergraphError::Empty { edge: i + 1 });
            }
            if let Some(vertex) = (*edge - cells).first() {
                return Err(HypergraphError::Vertex { edge: i + 1, vertex: vertex.get() + 1, n_vertices });
            }
        }
        Ok(Self { n_vertices, edges: minimal_sets(edges) })
    }

    /// The minimal hyperedges, by size and then by vertices: all minimal unavoidable sets.
    #[must_use]
    pub fn edges(&self) -> &[CellSet<W>] {
        &self.edges
    }

    /// Returns the solution that differs from the target exactly in `edge`, which must be one of [`Self::edges`].
    #[must_use]
    pub fn witness_of(&self, edge: CellSet<W>) -> Witness {
        witness_of(self.n_vertices, edge)
    }

    /// Is it one of the minimal hyperedges?
    fn has(&self, set: CellSet<W>) -> bool {
        self.edges.binary_search_by_key(&key(&set), key).is_ok()
    }

    /// The solution differs from the target in this hyperedge.
    fn differs_on(&self, edge: usize) -> VarId {
        VarId::new(edge)
    }

    /// The solution agrees with the target in this vertex.
    fn agrees_in(&self, vertex: Cell) -> VarId {
        VarId::new(self.edges.len() + vertex.get())
    }
}

/// One byte for each vertex: 1 where the solution differs from the target, 0 where it agrees.
fn witness_of<const W: usize>(n_vertices: usize, differs: CellSet<W>) -> Witness {
    Witness((0..n_vertices).map(|v| u8::from(differs.contains(Cell::new(v)))).collect())
}

/// The order of hyperedges.
fn key<const W: usize>(edge: &CellSet<W>) -> (usize, CellSet<W>) {
    (edge.len(), *edge)
}

impl<const W: usize> ClueProblem<W> for HypergraphClues<W> {
    fn cells(&self) -> CellSet<W> {
        CellSet::first_n(self.n_vertices)
    }

    fn oracle(&self) -> Box<dyn Oracle<W> + '_> {
        Box::new(HypergraphOracle { edges: &self.edges, n_vertices: self.n_vertices })
    }

    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError> {
        let values = &witness.0;
        if values.len() != self.n_vertices {
            return Err(WitnessError::Length { found: values.len(), wanted: self.n_vertices });
        }
        if let Some(bad) = values.iter().find(|v| **v > 1) {
            return Err(WitnessError::NotASolution(format!("{bad} is neither 0 nor 1")));
        }
        let differs: CellSet<W> = (0..self.n_vertices).filter(|&v| values[v] == 1).map(Cell::new).collect();
        if differs.is_empty() {
            return Err(WitnessError::Target);
        }
        if !self.has(differs) {
            let text = "the vertices in which it differs are not a minimal hyperedge";
            return Err(WitnessError::NotASolution(text.into()));
        }
        Ok(differs)
    }

    /// The number of the vertex, from 1, as files have it.
    fn cell_name(&self, cell: Cell) -> String {
        (cell.get() + 1).to_string()
    }
}

impl<const W: usize> LinearProblem<W> for HypergraphClues<W> {
    /// At most one hyperedge is chosen, and each vertex agrees with the target or is in the chosen one. First a
    /// variable for each hyperedge, then one for each vertex.
    fn model(&self) -> BinaryModel {
        let mut model = BinaryModel::new("solutions");
        for i in 0..self.edges.len() {
            model.add_var(format!("edge_{}", i + 1));
        }
        let vertices = || (0..self.n_vertices).map(Cell::new);
        for vertex in vertices() {
            model.add_var(format!("agree_{}", self.cell_name(vertex)));
        }
        // A row without terms says nothing, and not every solver reads one.
        if !self.edges.is_empty() {
            let terms = (0..self.edges.len()).map(|i| (self.differs_on(i), 1));
            model.add_row("one_edge", terms, Sense::LessEqual, 1);
        }
        for vertex in vertices() {
            let with_it = self.edges.iter().enumerate().filter(|(_, edge)| edge.contains(vertex));
            let terms = with_it.map(|(i, _)| (self.differs_on(i), 1)).chain([(self.agrees_in(vertex), 1)]);
            model.add_row(format!("vertex_{}", self.cell_name(vertex)), terms, Sense::Equal, 1);
        }
        model
    }

    fn agreement(&self, cell: Cell) -> Literal {
        self.agrees_in(cell).into()
    }

    fn witness(&self, values: &[bool]) -> Witness {
        let agrees = |v: usize| self.agreement(Cell::new(v)).holds(values);
        Witness((0..self.n_vertices).map(|v| u8::from(!agrees(v))).collect())
    }
}

impl<const W: usize> Certifiable<W> for HypergraphClues<W> {
    /// The rows of [`LinearProblem::model`], each equation as two.
    fn instance(&self) -> Instance {
        let n_edges = self.edges.len();
        let agree: Vec<usize> = (n_edges..n_edges + self.n_vertices).collect();
        let mut rows = Vec::new();
        if n_edges > 0 {
            rows.push(LinearRow { terms: (0..n_edges).map(|edge| (edge, -1)).collect(), rhs: -1 });
        }
        for vertex in (0..self.n_vertices).map(Cell::new) {
            let with_it = self.edges.iter().enumerate().filter(|(_, edge)| edge.contains(vertex));
            let terms: Vec<usize> = with_it.map(|(i, _)| i).chain([self.agrees_in(vertex).get()]).collect();
            for sign in [1, -1] {
                rows.push(LinearRow { terms: terms.iter().map(|var| (*var, sign)).collect(), rhs: sign });
            }
        }
        let n_vars = n_edges + self.n_vertices;
        Instance::Model(LinearInstance { n_vars, rows, ones: agree.clone(), cells: agree.clone(), shown: agree })
    }

    /// The hyperedge and its vertices.
    fn replacement(&self, set: CellSet<W>, _: &Witness) -> Vec<usize> {
        let edge = self.edges.binary_search_by_key(&key(&set), key).ok();
        edge.into_iter().chain(set.iter().map(|vertex| self.agrees_in(vertex).get())).collect()
    }

    /// Symmetries are not looked for, so there is only the identity, here of the variables.
    fn item_images(&self, _: &CellPermutation) -> Vec<usize> {
        (0..self.edges.len() + self.n_vertices).collect()
    }
}

impl<const W: usize> HypergraphOracle<'_, W> {
    /// A smallest hyperedge that the clues do not hit; of those the first with the fewest cells of `keep_out`.
    fn unhit(&self, clues: CellSet<W>, keep_out: CellSet<W>) -> Option<CellSet<W>> {
        let mut best: Option<(usize, CellSet<W>)> = None;
        for &edge in self.edges.iter().filter(|edge| !edge.intersects(&clues)) {
            if best.is_some_and(|(_, smaller)| smaller.len() < edge.len()) {
                break;
            }
            let n_unwanted = (edge & keep_out).len();
            if best.is_none_or(|(fewest, _)| n_unwanted < fewest) {
                best = Some((n_unwanted, edge));
            }
            if n_unwanted == 0 {
                break;
            }
        }
        best.map(|(_, edge)| edge)
    }
}

impl<const W: usize> Oracle<W> for HypergraphOracle<'_, W> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        if let Some(stop) = pace.step(0) {
            return Verdict::Limit(stop);
        }
        match self.unhit(clues, CellSet::EMPTY) {
            Some(edge) => Verdict::Second(witness_of(self.n_vertices, edge)),
            None => Verdict::Unique,
        }
    }

    /// No question is needed to shrink a hyperedge, since they are minimal.
    fn unhit_set(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        Some(match pace.step(0) {
            Some(stop) => Err(stop),
            None => Ok(self.unhit(clues, keep_out)),
        })
    }

    /// One for the target, and one for each hyperedge that is not hit.
    fn n_solutions(&mut self, clues: CellSet<W>, max: usize, pace: &mut Pace) -> Option<Result<usize, Stop>> {
        let unhit = self.edges.iter().filter(|edge| !edge.intersects(&clues));
        Some(pace.step(0).map_or_else(|| Ok((1 + unhit.take(max).count()).min(max)), Err))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Limits, rng};
    use crate::problem::Region;
    use rand::Rng as _;

    fn set(cells: &[usize]) -> CellSet<1> {
        cells.iter().map(|&v| Cell::new(v)).collect()
    }

    fn clues(n_vertices: usize, edges: &[&[usize]]) -> HypergraphClues<1> {
        HypergraphClues::new(n_vertices, edges.iter().map(|edge| set(edge))).expect("a hypergraph")
    }

    fn pace() -> Pace {
        Limits::none().pace(1)
    }

    fn some() -> HypergraphClues<1> {
        clues(6, &[&[0, 1, 2], &[3, 4], &[1, 2], &[2, 3], &[0, 4, 5], &[2, 1], &[2, 3, 4]])
    }

    fn not_a_solution(text: &str) -> Result<CellSet<1>, WitnessError> {
        Err(WitnessError::NotASolution(text.into()))
    }

    #[test]
    fn only_minimal_edges_stay() {
        assert_eq!(some().edges(), [set(&[1, 2]), set(&[2, 3]), set(&[3, 4]), set(&[0, 4, 5])]);
        assert_eq!(some().cells(), set(&[0, 1, 2, 3, 4, 5]));
        assert_eq!(some().cell_name(Cell::new(5)), "6");
    }

    #[test]
    fn what_is_not_a_hypergraph_is_refused() {
        let error = |n, edges: &[&[usize]]| {
            HypergraphClues::<1>::new(n, edges.iter().map(|edge| set(edge))).expect_err("no hypergraph")
        };
        assert_eq!(error(3, &[&[1], &[]]), HypergraphError::Empty { edge: 2 });
        assert_eq!(error(3, &[&[1, 3]]), HypergraphError::Vertex { edge: 1, vertex: 4, n_vertices: 3 });
        assert_eq!(error(65, &[]), HypergraphError::TooLarge { n_vertices: 65, max: 64 });
        assert_eq!(clues(64, &[&[63]]).edges(), [set(&[63])]);
        assert!(clues(0, &[]).edges().is_empty());
    }

    #[test]
    fn a_witness_is_a_minimal_edge() {
        let problem = some();
        for &edge in problem.edges() {
            assert_eq!(problem.difference(&problem.witness_of(edge)), Ok(edge));
        }
        let no_edge = not_a_solution("the vertices in which it differs are not a minimal hyperedge");
        for other in [&[0][..], &[1, 2, 3], &[0, 1, 2], &[2, 3, 4]] {
            assert_eq!(problem.difference(&problem.witness_of(set(other))), no_edge, "{other:?}");
        }
        assert_eq!(problem.difference(&problem.witness_of(set(&[]))), Err(WitnessError::Target));
        let difference = |values: &[u8]| problem.difference(&Witness(values.into()));
        assert_eq!(difference(&[0, 1, 1, 0, 0, 0]), Ok(set(&[1, 2])));
        assert_eq!(difference(&[0, 1, 1, 0, 0]), Err(WitnessError::Length { found: 5, wanted: 6 }));
        assert_eq!(difference(&[0, 1, 1, 0, 0, 2]), not_a_solution("2 is neither 0 nor 1"));
    }

    #[test]
    fn the_smallest_edge_is_the_answer() {
        let problem = some();
        let mut oracle = problem.oracle();
        let mut second = |cells: &[usize]| oracle.second_solution(set(cells), &mut pace());
        assert_eq!(second(&[]), Verdict::Second(some().witness_of(set(&[1, 2]))));
        assert_eq!(second(&[2, 3]), Verdict::Second(some().witness_of(set(&[0, 4, 5]))));
        assert_eq!(second(&[2, 4]), Verdict::Unique);
        let mut unhit = |cells: &[usize], keep_out: &[usize]| {
            oracle.unhit_set(set(cells), set(keep_out), &mut pace()).expect("its own way").expect("no limit")
        };
        assert_eq!(unhit(&[], &[2, 4]), Some(set(&[1, 2])));
        assert_eq!(unhit(&[], &[1, 2, 4]), Some(set(&[2, 3])));
        assert_eq!(unhit(&[], &[1, 2]), Some(set(&[3, 4])));
        // The smallest, whatever it has.
        assert_eq!(unhit(&[2], &[3, 4]), Some(set(&[3, 4])));
        assert_eq!(unhit(&[2, 3], &[0]), Some(set(&[0, 4, 5])));
        assert_eq!(unhit(&[2, 4], &[0]), None);
    }

    #[test]
    fn a_limit_is_no_answer() {
        let mut pace = Limits::none().with_nodes(0).pace(1);
        let problem = some();
        let mut oracle = problem.oracle();
        assert_eq!(oracle.second_solution(set(&[2, 4]), &mut pace), Verdict::Limit(Stop::Nodes));
        assert_eq!(oracle.unhit_set(set(&[2, 4]), set(&[]), &mut pace), Some(Err(Stop::Nodes)));
    }

    #[test]
    fn a_region_has_the_edges_inside() {
        let problem = some();
        let region = Region::new(&problem, set(&[1, 2, 3, 5]));
        assert_eq!(region.cells(), set(&[1, 2, 3, 5]));
        assert_eq!(region.oracle().second_solution(set(&[2]), &mut pace()), Verdict::Unique);
        let unhit = |clues| region.oracle().unhit_set(clues, set(&[]), &mut pace());
        assert_eq!(unhit(set(&[])), Some(Ok(Some(set(&[1, 2])))));
        assert_eq!(unhit(set(&[1])), Some(Ok(Some(set(&[2, 3])))));
        assert_eq!(region.difference(&some().witness_of(set(&[2, 3]))), Ok(set(&[2, 3])));
        assert_eq!(region.difference(&some().witness_of(set(&[3, 4]))), not_a_solution("5 is given"));
        // A region of a region is what lies in both.
        let smaller = Region::new(&region, set(&[0, 1, 2, 4]));
        assert_eq!(smaller.cells(), set(&[1, 2]));
        assert_eq!(smaller.oracle().second_solution(set(&[1]), &mut pace()), Verdict::Unique);
        assert_eq!(smaller.difference(&some().witness_of(set(&[2, 3]))), not_a_solution("4 is given"));
    }

    /// Every 0/1 point of the model is the target or one of the other solutions, and all of them are points.
    #[test]
    fn the_model_has_these_solutions() {
        let mut rng = rng(4);
        for n in 0..=5 {
            let edges: Vec<CellSet<1>> = (0..n)
                .map(|_| (0..rng.random_range(1..=3)).map(|_| Cell::new(rng.random_range(0..n))).collect())
                .collect();
            let problem = HypergraphClues::<1>::new(n, edges).expect("a hypergraph");
            let model = problem.model();
            let mut found = Vec::new();
            for point in 0..1_u32 << model.n_vars() {
                let values: Vec<bool> = (0..model.n_vars()).map(|i| point >> i & 1 == 1).collect();
                if model.violated_row(&values).is_some() {
                    continue;
                }
                let witness = problem.witness(&values);
                let agree = (0..n).map(Cell::new).filter(|c| problem.agreement(*c).holds(&values)).collect();
                match problem.difference(&witness) {
                    Ok(cells) => {
                        assert_eq!((cells ^ agree, cells & agree), (CellSet::first_n(n), CellSet::EMPTY));
                        found.push(cells);
                    }
                    Err(WitnessError::Target) => assert_eq!(agree, CellSet::first_n(n)),
                    Err(error) => panic!("{error}"),
                }
            }
            found.sort_unstable_by_key(key);
            assert_eq!(found, problem.edges());
        }
    }
}
