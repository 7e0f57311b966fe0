//! Exported grids are recognized as the clue problems of these grids, with original or changed names and orders; after
//! any other change, they are not.

use minclue_core::base::{Limits, Rng, rng};
use minclue_core::ilp::{BilevelProgram, BinaryModel, Names, RowId, Sense, VarId, read_mps_aux};
use minclue_core::problem::{BilevelProblem, SudokuClues};
use minclue_core::sudoku::{Grid, Shape, random_grid};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::{AuxDialect, BilevelModel, Format, ModelKind, export};
use rand::Rng as _;
use rand::seq::SliceRandom as _;

use super::{AnswerStatus, BilevelRequest, FollowerChoice, solve_bilevel};
use crate::choice::SetSource;
use crate::instance::ProblemInstance as _;
use crate::monitor::Unmonitored;
use crate::settings::Settings;
use crate::sources::SourceOptions;

fn sets(clues: &SudokuClues<2>) -> Family<2> {
    let wanted = SourceOptions { max_sets: Some(40), ..SourceOptions::of(SetSource::Complete) };
    clues.start_sets(&wanted, &Limits::none()).expect("sets")
}

/// The program of a grid, by way of its files.
fn exported(clues: &SudokuClues<2>, family: &Family<2>, names: Names, dialect: AuxDialect) -> BilevelProgram {
    let files =
        export(clues, ModelKind::Bilevel(family.into()), Format::MpsAux(dialect), names, "grid").expect("files");
    let aux = files.aux.expect("an AUX file");
    read_mps_aux(files.model.as_bytes(), aux.as_bytes(), "grid", &Limits::none()).expect("a program")
}

/// The same program with its variables and rows in another order, under other names, and rows turned and multiplied.
fn disguised(bilevel: &BilevelProgram, rng: &mut Rng) -> BilevelProgram {
    let old = &bilevel.model;
    let mut order: Vec<VarId> = old.vars().collect();
    order.shuffle(rng);
    let mut model = BinaryModel::new("disguised");
    let mut number = vec![VarId::new(0); old.n_vars()];
    for (i, var) in order.iter().enumerate() {
        number[var.get()] = model.add_var(format!("v{i}"));
    }
    let of = |terms: &[(VarId, i64)], factor: i64| -> Vec<(VarId, i64)> {
        terms.iter().map(|(var, a)| (number[var.get()], factor * a)).collect()
    };
    let mut rows: Vec<usize> = (0..old.rows().len()).collect();
    rows.shuffle(rng);
    let mut follower_rows = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let (is_follower, row) = (bilevel.follower_rows.contains(&RowId::new(*row)), &old.rows()[*row]);
        let turned = match row.sense {
            Sense::LessEqual => Sense::GreaterEqual,
            Sense::GreaterEqual => Sense::LessEqual,
            Sense::Equal => Sense::Equal,
        };
        let factor = rng.random_range(1..4);
        let (factor, sense) = if rng.random_bool(0.5) { (-factor, turned) } else { (factor, row.sense) };
        let mut terms = of(&row.terms, factor);
        terms.shuffle(rng);
        let id = model.add_row(format!("r{i}"), terms, sense, factor * row.rhs);
        if is_follower {
            follower_rows.push(id);
        }
    }
    model.minimize(of(old.objective(), 3));
    let mut follower_vars: Vec<VarId> = bilevel.follower_vars.iter().map(|var| number[var.get()]).collect();
    follower_vars.sort_unstable();
    let n_rows = model.rows().len();
    BilevelProgram {
        follower_vars,
        follower_rows,
        follower_objective: of(&bilevel.follower_objective, 5),
        constant: bilevel.constant,
        follower_constant: bilevel.follower_constant,
        budget: None,
        row_lines: vec![0; n_rows],
        variable_lines: vec![0; old.n_vars()],
        model,
    }
}

/// The least that the leader pays, and the number of variables that it takes for it.
fn least(problem: &BilevelProblem) -> (i64, usize) {
    let (settings, mut monitor) = (Settings::default(), Unmonitored);
    let mut request = BilevelRequest {
        settings: &settings,
        follower: FollowerChoice::Auto,
        limits: Limits::none(),
        max_nodes: None,
        monitor: &mut monitor,
    };
    let outcome = solve_bilevel(problem, &mut request).expect("an outcome");
    assert_eq!((outcome.status, outcome.lower), (AnswerStatus::Optimal, outcome.upper), "{outcome:?}");
    (problem.objective(outcome.lower.expect("a bound")), outcome.taken.expect("a choice").len())
}

#[test]
fn an_export_is_the_clue_problem_of_its_grid() {
    let mut rng = rng(55);
    for (height, width) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let clues = SudokuClues::<2>::new(random_grid::<2>(Shape::new(height, width).expect("a shape"), &mut rng));
        for family in [Family::new(), sets(&clues)] {
            for (names, dialect) in [(Names::Full, AuxDialect::Names), (Names::Short, AuxDialect::Index)] {
                let program = exported(&clues, &family, names, dialect);
                let n_cells = usize::from(height * width).pow(2);
                for program in [disguised(&program, &mut rng), program] {
                    let problem = BilevelProblem::of(&program).expect("a blocker");
                    let hidden = problem.hidden.as_ref().expect("a grid");
                    assert_eq!(hidden.cells.len(), n_cells);
                    assert_eq!(hidden.grid.shape().n_cells(), n_cells);
                }
            }
        }
    }
}

/// By the grid, and by the rows of the program alone.
#[test]
fn a_grid_and_its_disguise_have_one_minimum() {
    let mut rng = rng(56);
    for grid in ["1234341221434321", "1234341243212143"] {
        let grid: Grid = grid.parse().expect("a grid");
        let clues = SudokuClues::<2>::new(grid);
        let program = exported(&clues, &sets(&clues), Names::Full, AuxDialect::Names);
        let problem = BilevelProblem::of(&program).expect("a blocker");
        let plain = BilevelProblem { hidden: None, ..problem.clone() };
        let wanted = least(&plain);
        assert_eq!(usize::try_from(wanted.0), Ok(wanted.1));
        let other = BilevelProblem::of(&disguised(&program, &mut rng)).expect("a blocker");
        assert!(other.hidden.is_some());
        assert_eq!(least(&problem), wanted);
        assert_eq!(least(&other), (3 * wanted.0, wanted.1));
    }
}

/// Each change leaves a blocker problem, but not that of the grid.
#[test]
fn what_says_something_else_hides_no_grid() {
    let clues = SudokuClues::<2>::new("1234341221434321".parse().expect("a grid"));
    let model = BilevelModel::new(&clues, &Family::new());
    let y: Vec<VarId> = model.clue_vars.iter().map(|(_, y)| *y).collect();
    let program = exported(&clues, &Family::new(), Names::Full, AuxDialect::Names);
    assert!(BilevelProblem::of(&program).expect("a blocker").hidden.is_some());
    let hidden = |change: &dyn Fn(&mut BilevelProgram)| {
        let mut changed = program.clone();
        change(&mut changed);
        changed.row_lines.resize(changed.model.rows().len(), 0);
        BilevelProblem::of(&changed).map(|problem| problem.hidden.is_some())
    };
    // Rows of the leader: at least two of four clues, which no set says; a pair that is no unavoidable set; a clue that
    // is given, and one that is not to be had.
    let demand = |terms: Vec<(VarId, i64)>, sense: Sense, rhs: i64| {
        hidden(&move |p: &mut BilevelProgram| _ = p.model.add_row("more", terms.clone(), sense, rhs))
    };
    let ones = |vars: &[VarId]| vars.iter().map(|var| (*var, 1)).collect::<Vec<_>>();
    assert_eq!(demand(ones(&y[..4]), Sense::GreaterEqual, 2), Ok(false));
    assert_eq!(demand(ones(&y[..2]), Sense::GreaterEqual, 1), Ok(false));
    assert_eq!(demand(ones(&y[..1]), Sense::GreaterEqual, 1), Ok(false));
    assert_eq!(demand(ones(&y[..1]), Sense::LessEqual, 0), Ok(false));
    assert_eq!(demand(ones(&y[..2]), Sense::LessEqual, 1), Ok(false));
    // All clues together are hit by any.
    assert_eq!(demand(ones(&y), Sense::GreaterEqual, 1), Ok(true));
    // Prices that differ, and a row of the follower more, as of another rule.
    assert_eq!(
        hidden(&|p| p.model.minimize(y.iter().zip(1..).map(|(y, price)| (*y, price)).collect::<Vec<_>>())),
        Ok(false)
    );
    let more = hidden(&|p| {
        let row = p.model.add_row("rule", [(VarId::new(0), 1), (VarId::new(5), 1)], Sense::LessEqual, 1);
        p.follower_rows.push(row);
    });
    assert_eq!(more, Ok(false));
}
