//! The engines on hypergraphs: against the reference on random ones, and on some whose minimum is known.

use std::ops::ControlFlow;

use minclue_core::base::{Cell, CellSet, Index, Limits, Rng, rng};
use minclue_core::hitting::{read_hgr, reference, write_hgr};
use minclue_core::problem::{ClueProblem, HypergraphClues, Minimum, Region, Status};
use minclue_core::unavoidable::{Family, UnavoidableSet};
use minclue_engines::bilevel::{self, AnswerBy, ByIlp, LeafMode, RegionRows};
use minclue_engines::engine::{EnumerationQuery, WantedPuzzles};
use minclue_engines::search::{self, Native};
use minclue_lp::Highs;
use rand::Rng as _;

use crate::ask;

/// Hyperedges of 1 to `largest` of `n_vertices` vertices, some inside others.
fn random_edges(n_vertices: usize, n_edges: usize, largest: usize, rng: &mut Rng) -> Vec<CellSet<2>> {
    let edge = |rng: &mut Rng| -> CellSet<2> {
        (0..rng.random_range(1..=largest)).map(|_| Cell::new(rng.random_range(0..n_vertices))).collect()
    };
    (0..n_edges).map(|_| edge(rng)).collect()
}

/// Every `step`-th hyperedge as a set to start from.
fn start<const W: usize>(problem: &HypergraphClues<W>, step: usize) -> Family<W> {
    let mut family = Family::new();
    for &cells in problem.edges().iter().step_by(step) {
        assert!(family.insert(UnavoidableSet { cells, witness: problem.witness_of(cells) }));
    }
    family
}

/// No sets to start from, some, and all.
fn starts<const W: usize>(problem: &HypergraphClues<W>) -> [Family<W>; 3] {
    [Family::new(), start(problem, 3), start(problem, 1)]
}

/// The minimum, after a look at the hitting set that has it.
fn of<const W: usize>(engine: &str, edges: &[CellSet<W>], found: &Minimum<W>) -> usize {
    assert_eq!(found.status(), Status::Optimal, "{engine}");
    let clues = found.clues.expect("an engine always has a hitting set");
    assert!(edges.iter().all(|edge| edge.intersects(&clues)), "{engine}: {clues:?}");
    assert_eq!(clues.len(), found.lower_bound, "{engine}");
    found.lower_bound
}

fn native(problem: &dyn ClueProblem<2>, edges: &[CellSet<2>], start: &Family<2>) -> usize {
    let options = search::SearchOptions::default();
    let found = ask::minimum(&ask::native(&options), problem, start, &Limits::none());
    of("native", edges, &found)
}

/// The branch and cut by linear programs to the last clue.
fn bilevel(problem: &dyn ClueProblem<2>, edges: &[CellSet<2>], start: &Family<2>) -> usize {
    let options =
        bilevel::BilevelOptions { leaf: LeafMode::Lp, regions: RegionRows::None, ..bilevel::BilevelOptions::default() };
    let found = ask::minimum(&ask::tree(&options), problem, start, &Limits::none());
    of("bilevel", edges, &found)
}

/// All hitting sets that are wanted, sorted; none may come twice.
fn enumerated(
    problem: &dyn ClueProblem<2>,
    start: &Family<2>,
    n_clues: usize,
    puzzles: WantedPuzzles,
) -> Vec<CellSet<2>> {
    let mut found = Vec::new();
    let query = EnumerationQuery { puzzles, ..EnumerationQuery::all(n_clues) };
    let end = ask::enumerated(&Native::default(), problem, start, &query, &mut |clues| {
        found.push(clues);
        ControlFlow::Continue(())
    });
    assert_eq!(end.stop, None);
    found.sort();
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "one comes twice");
    found
}

/// Does every vertex of this hitting set have a hyperedge that no other one hits?
fn is_minimal(edges: &[CellSet<2>], clues: CellSet<2>) -> bool {
    clues.iter().all(|cell| edges.iter().any(|edge| (*edge & clues) == CellSet::only(cell)))
}

/// Sixty of 4 to 16 vertices, with any share of their hyperedges known at the start.
#[test]
fn sixty_random_hypergraphs_agree_with_the_reference() {
    let mut rng = rng(11);
    let (mut n_found, mut largest) = (0, 0);
    for i in 0..60 {
        let n_vertices = 4 + i % 13;
        let (n_edges, size) = (rng.random_range(0..=40), 2 + i % 5);
        let edges = random_edges(n_vertices, n_edges, size, &mut rng);
        let problem = HypergraphClues::new(n_vertices, edges.iter().copied()).expect("a hypergraph");
        let minimum = reference::minimum(&edges).expect("no edge is empty").len();
        largest = largest.max(minimum);
        for start in starts(&problem) {
            assert_eq!(native(&problem, &edges, &start), minimum, "{edges:?}");
            for k in 0..=n_vertices {
                let mut expected = reference::all_of_size(&edges, problem.cells(), k);
                n_found += expected.len();
                assert_eq!(enumerated(&problem, &start, k, WantedPuzzles::All), expected, "k = {k}, {edges:?}");
                expected.retain(|clues| is_minimal(&edges, *clues));
                assert_eq!(enumerated(&problem, &start, k, WantedPuzzles::Minimal), expected, "k = {k}, {edges:?}");
            }
        }
    }
    assert!(n_found > 50_000 && largest >= 8, "{n_found} hitting sets, at most {largest}, are too few for a test");
}

/// The branch and cut shares no search with the native engine; and the model says what the oracle says.
#[test]
fn the_branch_and_cut_agrees_too() {
    let mut rng = rng(12);
    for i in 0..12 {
        let n_vertices = 5 + i;
        let edges = random_edges(n_vertices, 3 * n_vertices, 2 + i % 4, &mut rng);
        let problem = HypergraphClues::new(n_vertices, edges.iter().copied()).expect("a hypergraph");
        let minimum = reference::minimum(&edges).expect("no edge is empty").len();
        for start in starts(&problem) {
            assert_eq!(bilevel(&problem, &edges, &start), minimum, "{edges:?}");
        }
        let by_ilp = ByIlp::new(&problem, AnswerBy::Ilp(&Highs));
        assert_eq!(bilevel(&by_ilp, &edges, &start(&problem, 2)), minimum, "{edges:?}");
    }
}

/// What is left of a hypergraph when the vertices outside a region are given.
#[test]
fn regions_have_the_edges_inside() {
    let mut rng = rng(13);
    for _ in 0..30 {
        let edges = random_edges(12, 25, 4, &mut rng);
        let region: CellSet<2> = (0..12).filter(|_| rng.random_bool(0.7)).map(Cell::new).collect();
        let whole = HypergraphClues::new(12, edges.iter().copied()).expect("a hypergraph");
        let problem = Region::new(&whole, region);
        let inside: Vec<CellSet<2>> = edges.iter().filter(|edge| edge.is_subset(&region)).copied().collect();
        let minimum = reference::minimum(&inside).expect("no edge is empty").len();
        for start in starts(&HypergraphClues::new(12, inside.iter().copied()).expect("a hypergraph")) {
            assert_eq!(native(&problem, &inside, &start), minimum, "{edges:?}, {region:?}");
            let expected = reference::all_of_size(&inside, region, minimum);
            assert_eq!(enumerated(&problem, &start, minimum, WantedPuzzles::All), expected);
        }
        assert_eq!(bilevel(&problem, &inside, &Family::new()), minimum, "{edges:?}, {region:?}");
    }
}

/// The minimum of a hypergraph and its minimum hitting sets, after a way through its file: by the reference and by both
/// engines.
fn known(n_vertices: usize, edges: &[CellSet<2>]) -> (usize, Vec<CellSet<2>>) {
    let read = read_hgr(&write_hgr(n_vertices, edges.iter().copied(), "")).expect("a hypergraph");
    assert_eq!((read.n_vertices, read.sets::<2>().as_deref()), (n_vertices, Some(edges)));
    let sets = read.sets::<2>().expect("it is wide enough");
    let problem = HypergraphClues::new(read.n_vertices, sets).expect("a hypergraph");
    let minimum = reference::minimum(edges).expect("no edge is empty").len();
    let covered = edges.iter().fold(CellSet::EMPTY, |all, edge| all | *edge);
    let expected = reference::all_of_size(edges, covered, minimum);
    for start in starts(&problem) {
        assert_eq!(native(&problem, edges, &start), minimum);
        assert_eq!(bilevel(&problem, edges, &start), minimum);
        assert_eq!(enumerated(&problem, &start, minimum, WantedPuzzles::All), expected);
    }
    (minimum, expected)
}

fn edge<const W: usize>(vertices: impl IntoIterator<Item = usize>) -> CellSet<W> {
    vertices.into_iter().map(Cell::new).collect()
}

/// The lines of the projective plane of order 2: a set of points meets them all only if it has one of them.
#[test]
fn the_lines_of_the_fano_plane_hit_each_other() {
    let mut lines: Vec<CellSet<2>> = (0..7).map(|i| edge([i, (i + 1) % 7, (i + 3) % 7])).collect();
    let (minimum, found) = known(7, &lines);
    lines.sort();
    assert_eq!((minimum, found), (3, lines));
}

/// No 2q - 2 points meet every line of an affine plane of order q: for q = 3, five points are needed.
#[test]
fn the_affine_plane_of_order_three_needs_five_points() {
    let point = |x: usize, y: usize| 3 * (x % 3) + y % 3;
    let sloped = (0..3).flat_map(|m| (0..3).map(move |b| edge((0..3).map(|x| point(x, m * x + b)))));
    let lines: Vec<CellSet<2>> = sloped.chain((0..3).map(|x| edge((0..3).map(|y| point(x, y))))).collect();
    assert_eq!((lines.len(), known(9, &lines).0), (12, 5));
}

/// The vertex covers of a cycle of odd length 2m + 1 have m + 1 vertices, two of them neighbors: one cover for each
/// edge. Those of even length take every second vertex.
#[test]
fn vertex_covers_of_cycles() {
    for n in 3..=12 {
        let cycle: Vec<CellSet<2>> = (0..n).map(|i| edge([i, (i + 1) % n])).collect();
        let (minimum, found) = known(n, &cycle);
        assert_eq!((minimum, found.len()), (n.div_ceil(2), if n % 2 == 0 { 2 } else { n }), "{n}");
    }
}

#[test]
fn vertex_covers_of_complete_graphs() {
    for n in 2..=8 {
        let pairs: Vec<CellSet<2>> = (0..n).flat_map(|i| (0..i).map(move |j| edge([i, j]))).collect();
        let (minimum, found) = known(n, &pairs);
        assert_eq!((minimum, found.len()), (n - 1, n));
    }
}

/// The Petersen graph has five independent sets of four vertices, and so five covers of six. Its vertices lie across
/// two words, beside others that nothing needs.
#[test]
fn vertex_covers_of_the_petersen_graph() {
    let (outer, inner) = (|i: usize| 57 + i % 5, |i: usize| 62 + i % 5);
    let edges: Vec<CellSet<2>> = (0..5)
        .flat_map(|i| [[outer(i), outer(i + 1)], [inner(i), inner(i + 2)], [outer(i), inner(i)]])
        .map(edge)
        .collect();
    let (minimum, found) = known(100, &edges);
    assert_eq!((minimum, found.len()), (6, 5));
}

/// No hyperedge, no clue; and a hyperedge of one vertex is a clue that is always needed.
#[test]
fn hypergraphs_that_leave_no_choice() {
    assert_eq!(known(5, &[]), (0, vec![CellSet::EMPTY]));
    assert_eq!(known(0, &[]), (0, vec![CellSet::EMPTY]));
    let singles: Vec<CellSet<2>> = (0..4).map(|i| edge([2 * i])).chain([edge([0, 1]), edge([2, 3])]).collect();
    assert_eq!(known(9, &singles), (4, vec![edge([0, 2, 4, 6])]));
}
