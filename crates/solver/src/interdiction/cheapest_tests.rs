//! Least weights, compared with brute force.

use minclue_core::base::{Cell, CellSet, Index as _, Limits, Rng, rng};
use minclue_core::hitting::Hypergraph;
use minclue_core::ilp::{BinaryModel, Sense, VarId};
use minclue_core::problem::{
    BilevelProblem, ClueProblem as _, HypergraphClues, LeaderRow, ModelClues, MonotoneFollower, SudokuClues,
};
use minclue_core::sudoku::Grid;
use rand::Rng as _;

use super::{BilevelOutcome, BilevelRequest, BilevelTrouble, FollowerChoice, UpperProof, solve_cheapest};
use crate::bounds::AnswerStatus;
use crate::instance::ProblemInstance;
use crate::monitor::Unmonitored;
use crate::settings::Settings;

/// The least weight of a choice that keeps the rows and for which `is_enough` holds; `None` if there is none.
fn brute_force(prices: &[i64], rows: &[LeaderRow], is_enough: impl Fn(CellSet<1>) -> bool) -> Option<i64> {
    let n = prices.len();
    let is_in = |choice: u64, item: usize| choice >> item & 1 == 1;
    let cost = |choice: u64| (0..n).filter(|item| is_in(choice, *item)).map(|item| prices[item]).sum::<i64>();
    let keeps = |choice: u64, row: &LeaderRow| {
        row.terms.iter().filter(|(item, _)| is_in(choice, *item)).map(|(_, a)| a).sum::<i64>() >= row.rhs
    };
    let cells = |choice: u64| (0..n).filter(|item| is_in(choice, *item)).map(Cell::new).collect::<CellSet<1>>();
    let mut choices: Vec<u64> = (0..1 << n).filter(|choice| rows.iter().all(|row| keeps(*choice, row))).collect();
    choices.sort_by_key(|choice| cost(*choice));
    choices.into_iter().find(|choice| is_enough(cells(*choice))).map(cost)
}

fn random_rows(n: usize, rng: &mut Rng) -> Vec<LeaderRow> {
    let n_rows = [0, 0, 1, 2][rng.random_range(0..4)];
    let mut row = || LeaderRow {
        demand: None,
        terms: (0..n).map(|item| (item, rng.random_range(-2..=2))).filter(|(_, a)| *a != 0).collect(),
        rhs: rng.random_range(-3..=2),
    };
    (0..n_rows).map(|_| row()).filter(|row| !row.terms.is_empty()).collect()
}

fn solved(
    instance: &dyn ProblemInstance<1>,
    problem: &BilevelProblem,
    certificate: Option<std::path::PathBuf>,
) -> Result<BilevelOutcome, BilevelTrouble> {
    let (settings, mut monitor) = (Settings { certificate, ..Settings::default() }, Unmonitored);
    let mut request = BilevelRequest {
        settings: &settings,
        follower: FollowerChoice::Oracle,
        limits: Limits::none(),
        max_nodes: None,
        monitor: &mut monitor,
    };
    solve_cheapest(instance, problem, &mut request)
}

/// Asks for the least weight and a certificate, and compares with what is known. Was there a certificate?
fn compare(instance: &dyn ProblemInstance<1>, problem: &BilevelProblem, wanted: Option<i64>, what: &str) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("p.cert");
    match (solved(instance, problem, Some(file.clone())), wanted) {
        (Ok(outcome), Some(wanted)) => {
            assert_eq!(outcome.status, AnswerStatus::Optimal, "{what}");
            assert_eq!(outcome.lower.map(|lower| lower * problem.unit), Some(wanted), "{what}");
            let taken = outcome.taken.expect("a best choice");
            assert_eq!(problem.cost_of(&taken), wanted, "{what}");
            assert_eq!(outcome.upper_proof, Some(UpperProof::Search), "{what}");
            let is_both = outcome.lower_certificate.is_some()
                && (outcome.upper_certificate.is_some() || !problem.follower.has_rows());
            assert!(is_both || wanted == 0, "{what}: {:?}", outcome.uncertified);
        }
        (Err(BilevelTrouble::Refused(_)), None) => {}
        (other, _) => panic!("{what}: {other:?} in place of {wanted:?}"),
    }
    file.exists()
}

#[test]
fn hypergraphs_with_weights_and_rows() {
    let mut rng = rng(11);
    let [mut n_none, mut n_certified] = [0; 2];
    for number in 0..150 {
        let n = rng.random_range(2..=7);
        let edges: Vec<Vec<usize>> = (0..rng.random_range(1..=6))
            .map(|_| (0..n).filter(|_| rng.random_bool(0.5)).collect::<Vec<usize>>())
            .filter(|edge| !edge.is_empty())
            .collect();
        let prices: Vec<i64> = (0..n).map(|_| rng.random_range(0..=5)).collect();
        let rows = random_rows(n, &mut rng);
        let hypergraph = Hypergraph { n_vertices: n, edges };
        let sets = hypergraph.sets::<1>().expect("few vertices");
        let is_enough = |cells: CellSet<1>| sets.iter().all(|set| set.intersects(&cells));
        let wanted = brute_force(&prices, &rows, is_enough);
        let follower = MonotoneFollower::of_hypergraph(n, &hypergraph.edges, "hypergraph");
        let problem = BilevelProblem::cheapest(follower, -1, prices, &rows);
        let clues = HypergraphClues::<1>::new(n, sets.clone()).expect("a hypergraph");
        n_certified += u32::from(compare(&clues, &problem, wanted, &format!("hypergraph {number}")));
        n_none += u32::from(wanted.is_none());
    }
    assert!(n_none > 5 && n_certified > 80, "{n_none} without a choice, {n_certified} certified");
}

#[test]
fn models_with_weights_and_rows() {
    let mut rng = rng(12);
    let [mut n_none, mut n_certified] = [0; 2];
    for number in 0..120 {
        let n = rng.random_range(2..=6);
        let mut model = BinaryModel::new("model");
        let vars: Vec<VarId> = (0..n).map(|i| model.add_var(format!("v{i}"))).collect();
        let target: Vec<bool> = (0..n).map(|_| rng.random_bool(0.5)).collect();
        for i in 0..rng.random_range(1..=3) {
            let terms: Vec<(VarId, i64)> = vars.iter().map(|var| (*var, rng.random_range(-2..=2))).collect();
            let terms: Vec<(VarId, i64)> = terms.into_iter().filter(|(_, a)| *a != 0).collect();
            let sum: i64 = terms.iter().filter(|(var, _)| target[var.get()]).map(|(_, a)| a).sum();
            if !terms.is_empty() {
                model.add_row(format!("r{i}"), terms, Sense::LessEqual, sum + rng.random_range(0..=1));
            }
        }
        let prices: Vec<i64> = (0..n).map(|_| rng.random_range(0..=4)).collect();
        let rows = random_rows(n, &mut rng);
        let point = |bits: u32| (0..n).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>();
        let others: Vec<Vec<bool>> =
            (0..1 << n).map(point).filter(|p| *p != target && model.violated_row(p).is_none()).collect();
        let is_enough = |cells: CellSet<1>| {
            others.iter().all(|other| cells.iter().any(|cell| other[cell.get()] != target[cell.get()]))
        };
        let wanted = brute_force(&prices, &rows, is_enough);
        let shown: Vec<VarId> = model.vars().collect();
        let clues = ModelClues::<1>::new(model, target, &vars, &shown).expect("a solution");
        let (follower, most) = MonotoneFollower::of_second_solutions(&clues, "model");
        let problem = BilevelProblem::cheapest(follower, most, prices, &rows);
        n_certified += u32::from(compare(&clues, &problem, wanted, &format!("model {number}")));
        n_none += u32::from(wanted.is_none());
    }
    assert!(n_none > 5 && n_certified > 60, "{n_none} without a choice, {n_certified} certified");
}

#[test]
fn grids_with_weights() {
    let mut rng = rng(13);
    for text in ["1234341221434321", "1234341223414123"] {
        let clues = SudokuClues::<1>::new(text.parse::<Grid>().expect("a grid"));
        for number in 0..3 {
            let prices: Vec<i64> = (0..16).map(|_| rng.random_range(1..=9)).collect();
            let rows = random_rows(16, &mut rng);
            let wanted = brute_force(&prices, &rows, |cells| clues.is_unique(cells, &Limits::none()) == Ok(true));
            let (follower, most) = MonotoneFollower::of_second_solutions(&clues, "grid");
            assert_eq!(follower.n_items(), clues.cells().len());
            let problem = BilevelProblem::cheapest(follower, most, prices, &rows);
            compare(&clues, &problem, wanted, &format!("{text} {number}"));
        }
    }
}
