//! Clue problems of any 0/1 model: all engines on small models, their programs, and Sudoku written as a model.

use std::collections::{BTreeMap, BTreeSet};

use minclue_core::base::{Cell, CellSet, Digit, Limits, Stop, rng};
use minclue_core::ilp::{BinaryModel, Sense, VarId};
use minclue_core::problem::{
    ClueProblem, LinearProblem as _, Minimum, ModelClues, Status, SudokuClues, Verdict, positive,
};
use minclue_core::sudoku::{Grid, all_grids, random_grid};
use minclue_core::unavoidable::{Family, Found, LoopForm, NoGoodLoop, NoGoodOptions, Source as _};
use minclue_engines::bilevel::{self, AnswerBy, BilevelModel, ByIlp};
use minclue_engines::engine::Reference;
use minclue_engines::search::SearchOptions;
use minclue_lp::{Backend, Highs};
use rand::Rng;

use crate::ask;
use crate::common::{is_valid, matching, shape};

fn none() -> Limits {
    Limits::none()
}

/// The minimum, after a look at the clues that have it.
fn of(engine: &str, problem: &dyn ClueProblem<2>, found: &Minimum<2>) -> usize {
    assert_eq!(found.status(), Status::Optimal, "{engine}");
    let clues = found.clues.expect("all cells together suffice");
    assert!(is_valid(problem, clues), "{engine}");
    found.lower_bound
}

fn native(problem: &dyn ClueProblem<2>) -> usize {
    of("native", problem, &ask::minimum(&ask::native(&SearchOptions::default()), problem, &Family::new(), &none()))
}

fn branch_and_cut(problem: &dyn ClueProblem<2>) -> usize {
    let options = bilevel::BilevelOptions::default();
    of("bilevel", problem, &ask::minimum(&ask::tree(&options), problem, &Family::new(), &none()))
}

fn points(n: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << n).map(move |point| (0..n).map(|i| point >> i & 1 == 1).collect())
}

/// A model with a point, clues of both signs, and perhaps variables that are not shown; all clues together suffice.
fn random_problem(n_vars: std::ops::RangeInclusive<usize>, rng: &mut impl Rng) -> ModelClues<2> {
    loop {
        let n = rng.random_range(n_vars.clone());
        let mut model = BinaryModel::new("random");
        let vars: Vec<VarId> = (0..n).map(|i| model.add_var(format!("v{i}"))).collect();
        let target: Vec<bool> = (0..n).map(|_| rng.random_bool(0.5)).collect();
        for r in 0..rng.random_range(1..=4) {
            let coefficient = |_: &VarId| *[-3, -1, 1, 1, 2].get(rng.random_range(0..9_usize)).unwrap_or(&0);
            let coefficients: Vec<i64> = vars.iter().map(coefficient).collect();
            let terms: Vec<(VarId, i64)> = vars.iter().copied().zip(coefficients).filter(|(_, a)| *a != 0).collect();
            let value: i64 = terms.iter().filter(|(v, _)| target[v.get()]).map(|(_, a)| a).sum();
            let (sense, rhs) = match rng.random_range(0..3) {
                0 => (Sense::LessEqual, value + rng.random_range(0..=1)),
                1 => (Sense::GreaterEqual, value - rng.random_range(0..=1)),
                _ => (Sense::Equal, value),
            };
            model.add_row(format!("r{r}"), terms, sense, rhs);
        }
        let mut some =
            |density: f64| -> Vec<VarId> { vars.iter().copied().filter(|_| rng.random_bool(density)).collect() };
        let (cells, shown) = (some(0.85), some(0.85));
        let problem = ModelClues::new(model, target, &cells, &shown).expect("a problem");
        let interesting = problem.oracle().second_solution(CellSet::EMPTY, &mut none().pace(1)) != Verdict::Unique;
        if interesting && problem.suffices(&mut none().pace(1)) == Verdict::Unique {
            return problem;
        }
    }
}

/// The cells in which each second solution differs, by looking at all points.
fn second_solutions(problem: &ModelClues<2>) -> Vec<CellSet<2>> {
    let model = problem.model();
    let solutions = points(model.n_vars()).filter(|point| model.violated_row(point).is_none());
    solutions.filter_map(|point| problem.difference(&problem.witness(&point)).ok()).collect()
}

fn minimal(sets: &[CellSet<2>]) -> BTreeSet<CellSet<2>> {
    sets.iter().filter(|set| !sets.iter().any(|other| other != *set && other.is_subset(set))).copied().collect()
}

/// The size of a smallest set of cells that hits all sets.
fn smallest_hitting(problem: &ModelClues<2>, sets: &[CellSet<2>]) -> usize {
    let cells: Vec<Cell> = problem.cells().iter().collect();
    let subset = |point: &Vec<bool>| -> CellSet<2> {
        cells.iter().zip(point).filter(|(_, taken)| **taken).map(|(cell, _)| *cell).collect()
    };
    let hitting =
        points(cells.len()).map(|point| subset(&point)).filter(|clues| sets.iter().all(|s| s.intersects(clues)));
    hitting.map(|clues| clues.len()).min().expect("all cells hit all sets")
}

#[test]
fn all_engines_find_the_minimum_of_small_models() {
    let mut rng = rng(2);
    let mut minima = BTreeSet::new();
    for _ in 0..150 {
        let problem = random_problem(3..=9, &mut rng);
        let wanted = smallest_hitting(&problem, &second_solutions(&problem));
        assert_eq!(
            of("reference", &problem, &ask::minimum(&Reference, &problem, &Family::new(), &Limits::none())),
            wanted
        );
        assert_eq!(native(&problem), wanted);
        assert_eq!(branch_and_cut(&problem), wanted);
        minima.insert(wanted);
    }
    assert!(minima.len() > 3, "{minima:?}");
}

#[test]
fn the_follower_answers_as_the_oracle_does() {
    let mut rng = rng(3);
    let (mut n_unique, mut n_second) = (0, 0);
    for i in 0..60 {
        let problem = random_problem(3..=8, &mut rng);
        let clues: CellSet<2> = problem.cells().iter().filter(|_| rng.random_bool(0.3)).collect();
        let is_unique = problem.oracle().second_solution(clues, &mut none().pace(1)) == Verdict::Unique;
        for backend in Backend::ALL {
            let by_ilp = ByIlp::new(&problem, AnswerBy::Ilp(backend.solver().expect("a backend of this build")));
            match by_ilp.oracle().second_solution(clues, &mut none().pace(1)) {
                Verdict::Unique => assert!(is_unique, "{backend:?}"),
                Verdict::Second(witness) => {
                    assert!(!is_unique && !problem.difference(&witness).expect("a solution").intersects(&clues));
                }
                Verdict::Limit(stop) => panic!("{backend:?}: {stop:?}"),
            }
            if i % 10 == 0 {
                assert_eq!(native(&by_ilp), native(&problem), "{backend:?}");
            }
        }
        n_unique += usize::from(is_unique);
        n_second += usize::from(!is_unique);
    }
    assert!(n_unique > 5 && n_second > 5, "{n_unique} {n_second}");
}

/// The program's last variable is z, which is not an option.
#[test]
fn the_follower_knows_exact_covers() {
    let edges: Vec<(usize, usize)> = (0..6).map(|v| (v, (v + 1) % 6)).collect();
    let hexagon = matching(6, &edges, &[0, 2, 4]);
    for backend in Backend::ALL {
        assert_eq!(
            native(&ByIlp::new(&hexagon, AnswerBy::Ilp(backend.solver().expect("a backend of this build")))),
            1,
            "{backend:?}"
        );
    }
}

/// The rows (F1) and (NG) with their constants, by all points of x, y and z.
#[test]
fn the_rows_of_the_follower_say_what_they_should() {
    let mut rng = rng(4);
    for _ in 0..20 {
        let problem = random_problem(3..=5, &mut rng);
        let (model, solutions) = (BilevelModel::new(&problem, &Family::new()), problem.model());
        let n_x = solutions.n_vars();
        assert_eq!(model.hpr.n_vars(), n_x + problem.cells().len() + 1);
        for point in points(model.hpr.n_vars()) {
            let holds = model.lower_rows.iter().all(|row| model.hpr.rows()[row.get()].holds(&point));
            let (x, z) = (&point[..n_x], point[point.len() - 1]);
            let has_clues =
                model.clue_vars.iter().all(|(cell, y)| !point[y.get()] || problem.agreement(*cell).holds(x));
            let is_other = problem.shown().iter().any(|literal| !literal.holds(x));
            assert_eq!(holds, solutions.violated_row(x).is_none() && has_clues && (is_other || z), "{point:?}");
        }
    }
}

#[test]
fn the_no_good_loop_finds_all_minimal_sets() {
    let mut rng = rng(5);
    let mut n_sets = 0;
    for _ in 0..15 {
        let problem = random_problem(3..=7, &mut rng);
        let wanted = minimal(&second_solutions(&problem));
        for form in LoopForm::ALL {
            let mut family = Family::new();
            let mut no_good = NoGoodLoop::new(&Highs, NoGoodOptions { form: *form, ..NoGoodOptions::default() });
            assert!(matches!(no_good.find(&problem, &mut family, &none()), Ok(Found::Complete)), "{form:?}");
            assert_eq!(family.sets().iter().map(|set| set.cells).collect::<BTreeSet<_>>(), wanted, "{form:?}");
        }
        n_sets += wanted.len();
    }
    assert!(n_sets > 30, "{n_sets}");
}

/// A grid as an exact cover: what stands in each cell, and where each digit stands in each house.
fn as_model(grid: &Grid) -> ModelClues<2> {
    let shape = grid.shape();
    let n = shape.n();
    let mut model = BinaryModel::new("grid");
    let mut items: BTreeMap<String, Vec<VarId>> = BTreeMap::new();
    let mut target = Vec::new();
    for cell in shape.cells() {
        for digit in (0..n).map(Digit::from_index) {
            let (row, column, value) = (shape.row(cell), shape.column(cell), digit.value());
            let var = model.add_var(format!("x{row}_{column}_{value}"));
            let house = shape.box_of(cell);
            for item in [
                format!("cell{row}_{column}"),
                format!("row{row}_{value}"),
                format!("column{column}_{value}"),
                format!("box{house}_{value}"),
            ] {
                items.entry(item).or_default().push(var);
            }
            target.push(grid.get(cell) == digit);
        }
    }
    for (item, vars) in items {
        model.add_row(item, vars.into_iter().map(|var| (var, 1)), Sense::Equal, 1);
    }
    let (cells, shown) = (positive(&target), model.vars().collect::<Vec<_>>());
    ModelClues::new(model, target, &cells, &shown).expect("a problem")
}

#[test]
fn latin_squares_of_order_four_need_four_or_five() {
    let mut minima = BTreeMap::new();
    for grid in all_grids::<2>(shape(1, 4), usize::MAX) {
        let minimum = native(&as_model(&grid));
        assert_eq!(minimum, native(&SudokuClues::<2>::new(grid)));
        *minima.entry(minimum).or_insert(0) += 1;
    }
    // 432 of the 576 are tables of the cyclic group with rows, columns and symbols in some order, and n^2/4 = 4 cells
    // are a critical set of these; 144 are tables of the other group.
    assert_eq!(minima, BTreeMap::from([(4, 432), (5, 144)]));
}

#[test]
fn sudoku_as_a_model_has_the_same_minimum() {
    let mut rng = rng(6);
    for i in 0..16 {
        let shape = if i < 12 { shape(2, 2) } else { shape(2, 3) };
        let grid = random_grid::<2>(shape, &mut rng);
        let (model, sudoku) = (as_model(&grid), SudokuClues::<2>::new(grid));
        let wanted = native(&sudoku);
        assert_eq!((native(&model), branch_and_cut(&model)), (wanted, wanted));
        // The two oracles say the same of any clues.
        for _ in 0..20 {
            let clues: CellSet<2> = sudoku.cells().iter().filter(|_| rng.random_bool(0.35)).collect();
            let (mut a, mut b) = (model.oracle(), sudoku.oracle());
            let found = |found: Option<Result<usize, Stop>>| found.expect("it counts").expect("there is no limit");
            assert_eq!(
                found(a.n_solutions(clues, 50, &mut none().pace(1))),
                found(b.n_solutions(clues, 50, &mut none().pace(1)))
            );
        }
    }
}
