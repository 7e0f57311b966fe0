//! Minimum hitting sets with weighted vertices, as a follower: the leader chooses vertices, and a response of the
//! follower is a hyperedge without chosen vertices.

use crate::ilp::{BinaryModel, Sense, VarId};

use super::MonotoneFollower;

impl MonotoneFollower {
    /// Creates the problem of a hypergraph: which vertices hit all hyperedges? The vertices are 0 to `n_vertices - 1`;
    /// their cells have the names `1`, `2` and so on, and [`Self::with_prices`] sets their weights.
    ///
    /// # Panics
    /// If a hyperedge has a vertex that does not exist.
    #[must_use]
    pub fn of_hypergraph(n_vertices: usize, edges: &[Vec<usize>], name: &str) -> Self {
        let mut model = BinaryModel::new(name);
        let cells: Vec<VarId> = (1..=n_vertices).map(|vertex| model.add_var(vertex.to_string())).collect();
        let chosen: Vec<VarId> = (1..=edges.len()).map(|edge| model.add_var(format!("edge_{edge}"))).collect();
        model.add_row("one_edge", chosen.iter().map(|edge| (*edge, 1)), Sense::Equal, 1);
        let mut with_it: Vec<Vec<VarId>> = vec![Vec::new(); n_vertices];
        for (edge, vertices) in chosen.iter().zip(edges) {
            vertices.iter().for_each(|vertex| with_it[*vertex].push(*edge));
        }
        for (vertex, with_it) in cells.iter().zip(with_it).filter(|(_, with_it)| !with_it.is_empty()) {
            let terms = with_it.into_iter().chain([*vertex]).map(|var| (var, 1));
            model.add_row(format!("vertex_{}", vertex.get() + 1), terms, Sense::LessEqual, 1);
        }
        Self::new(model, cells, Vec::new(), Vec::new()).expect("a vertex that is chosen only leaves fewer hyperedges")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, CellSet, Index as _, Limits, rng};
    use crate::problem::{ClueProblem as _, Verdict};
    use rand::Rng as _;

    #[test]
    fn cells_are_valid_exactly_where_whole_vertices_hit_everything() {
        let mut rng = rng(5);
        let (mut n_valid, mut n_invalid) = (0, 0);
        for _ in 0..60 {
            let n = rng.random_range(1..=5);
            let mut edge =
                || (0..n).filter(|_| rng.random_bool(0.5)).chain([0]).collect::<std::collections::BTreeSet<_>>();
            let edges: Vec<Vec<usize>> = (0..n).map(|_| edge().into_iter().collect()).collect();
            let weights: Vec<usize> = (0..n).map(|_| rng.random_range(1..=2)).collect();
            let follower = MonotoneFollower::of_hypergraph(n, &edges[1..], "h").with_prices(&weights);
            let problem = follower.clues_at::<1>(None).expect("small numbers");
            let mut oracle = problem.oracle();
            for choice in 0..1_u64 << follower.n_cells() {
                let cells: CellSet<1> =
                    (0..follower.n_cells()).filter(|i| choice >> i & 1 == 1).map(Cell::new).collect();
                let whole = follower.items_in(cells);
                let hits = edges[1..].iter().all(|edge| edge.iter().any(|vertex| whole.contains(vertex)));
                let verdict = oracle.second_solution(cells, &mut Limits::none().pace(1));
                assert_eq!(verdict == Verdict::Unique, hits, "{edges:?} {weights:?} {cells:?}");
                if hits { n_valid += 1 } else { n_invalid += 1 }
            }
        }
        assert!(n_valid > 200 && n_invalid > 200, "{n_valid} {n_invalid}");
    }
}
