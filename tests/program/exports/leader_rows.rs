//! Rows beside the unavoidable sets: minima of regions and rows of symmetries change no minimum, and are what they say.

use minclue_core::base::{Cell, CellSet, Digit, Group, Index as _, Limits, rng};
use minclue_core::ilp::{IlpSolver as _, Solved};
use minclue_core::problem::{ClueProblem as _, LinearProblem as _, SudokuClues, Verdict};
use minclue_core::sudoku::{Grid, Shape, all_grids, random_grid};
use minclue_core::unavoidable::{Complete, Family, Source as _};
use minclue_engines::bilevel::{LeaderRows, ModelKind, RegionMinimum, RegionRows, hitting_model};
use minclue_lp::Highs;
use minclue_solver::WidthDispatch as _;

use super::assert_same_everywhere;
use crate::minclue;

/// Both are symmetric in many ways.
const FOUR: &str = "1234341221434321";
const SIX: &str = "123456456123231564564231312645645312";

fn problem(line: &str, shape: &str) -> SudokuClues<2> {
    let digits: Vec<Digit> = line.bytes().map(|b| Digit::new(usize::from(b - b'0'))).collect();
    SudokuClues::new(Grid::new(shape.parse().expect("a shape"), &digits).expect("a grid"))
}

/// All minimal unavoidable sets.
fn all_sets(problem: &SudokuClues<2>) -> Family<2> {
    let mut family = Family::new();
    Complete { max_size: problem.cells().len() }.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
    family
}

fn regions(problem: &SudokuClues<2>, rows: RegionRows) -> Vec<RegionMinimum<2>> {
    CellSet::<2>::region_minima(problem, rows, &Limits::none()).expect("no limit")
}

/// All sets of `n` of these cells.
fn choices(cells: &[Cell], n: usize) -> Vec<CellSet<2>> {
    if n == 0 {
        return vec![CellSet::EMPTY];
    }
    let from = |i: usize| choices(&cells[i + 1..], n - 1).into_iter().map(move |set| set | CellSet::only(cells[i]));
    (0..cells.len()).flat_map(from).collect()
}

fn is_valid(problem: &SudokuClues<2>, clues: CellSet<2>) -> bool {
    problem.oracle().second_solution(clues, &mut Limits::none().pace(1)) == Verdict::Unique
}

/// By brute force: with one clue less in the region some cell stays open whatever is given outside, and with that many
/// it need not.
#[test]
fn a_region_needs_as_many_clues_as_its_row_says() {
    let problem = problem(FOUR, "2x2");
    let rows = regions(&problem, RegionRows::Digits);
    // A row, a column or a digit left out, and perhaps two digits; three leave one, which is forced.
    assert!(rows.len() >= 4 + 4 + 4, "{rows:?}");
    for RegionMinimum { region, min } in rows {
        let (inside, outside) = (region.iter().collect::<Vec<_>>(), problem.cells() - region);
        let some = |n: usize| choices(&inside, n).into_iter().any(|clues| is_valid(&problem, clues | outside));
        assert!(some(min) && !some(min - 1), "{min} of {region:?}");
    }
}

#[test]
fn regions_have_names() {
    let problem = problem(SIX, "2x3");
    let names: Vec<String> =
        regions(&problem, RegionRows::Digits).iter().filter_map(|row| problem.region_name(row.region)).collect();
    for name in ["all_but_band1", "all_but_row6", "all_but_col2", "all_but_digit4", "all_but_digits2_5"] {
        assert!(names.iter().any(|n| n == name), "{name} of {names:?}");
    }
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!((different.len(), names.len()), (names.len(), regions(&problem, RegionRows::Digits).len()));
    assert_eq!(problem.region_name(problem.cells()), None);
    assert_eq!(problem.region_name(CellSet::only(Cell::new(3))), None);
}

/// HiGHS, CBC and GLPK read both kinds of rows, and the minimum stays.
#[test]
fn other_programs_read_the_rows() {
    let problem = problem(FOUR, "2x2");
    let sets = all_sets(&problem);
    let minima = regions(&problem, RegionRows::Lines);
    let symmetries = problem.automorphisms(Group::MAX, &Limits::none()).first_rows::<2>();
    assert!(minima.len() == 12 && symmetries.len() > 10, "{symmetries:?}");
    let rows = LeaderRows { sets: &sets, regions: &minima, symmetries: &symmetries };
    let size = (82 + sets.len() + minima.len() + symmetries.len(), 81);
    assert_same_everywhere(&problem, ModelKind::Hpr(rows), size, 4.0);
}

/// Of all 288 grids: some puzzle of four clues keeps the rows, and there are fewer that do.
#[test]
fn rows_of_symmetries_leave_a_puzzle_of_the_minimum() {
    let mut n_symmetric = 0;
    for grid in all_grids::<2>(Shape::new(2, 2).expect("a shape"), usize::MAX) {
        let problem = SudokuClues::<2>::new(grid);
        let rows = problem.automorphisms(Group::MAX, &Limits::none()).first_rows::<2>();
        n_symmetric += usize::from(!rows.is_empty());
        let keeps = |set: &CellSet<2>| rows.iter().all(|(a, b)| set.contains(*a) || !set.contains(*b));
        let cells: Vec<Cell> = problem.cells().iter().collect();
        let all = choices(&cells, 4);
        let kept: Vec<CellSet<2>> = all.iter().copied().filter(keeps).collect();
        assert!(kept.len() < all.len());
        assert!(kept.into_iter().any(|clues| is_valid(&problem, clues)), "{}", problem.grid());
    }
    assert_eq!(n_symmetric, 288);
}

/// Larger grids, by HiGHS: with all sets there are, and both kinds of rows, the minimum is that of the engines.
#[test]
fn no_row_changes_the_minimum_of_a_grid() {
    let shape = Shape::new(2, 3).expect("a shape");
    let random = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(5)));
    for problem in [problem(SIX, "2x3"), random] {
        let minimum = crate::ask::minimum(problem.grid().clone());
        let sets = all_sets(&problem);
        let minima = regions(&problem, RegionRows::Lines);
        let symmetries = problem.automorphisms(Group::MAX, &Limits::none()).first_rows::<2>();
        let optimum = |rows: LeaderRows<'_, 2>| match Highs.solve(&hitting_model(&problem, rows), &Limits::none()) {
            Solved::Optimal { objective, .. } => objective as usize,
            other => panic!("{other:?}"),
        };
        let none = LeaderRows::from(&sets);
        assert_eq!(optimum(none), minimum);
        assert_eq!(optimum(LeaderRows { regions: &minima, ..none }), minimum);
        assert_eq!(optimum(LeaderRows { symmetries: &symmetries, ..none }), minimum);
        assert_eq!(optimum(LeaderRows { regions: &minima, symmetries: &symmetries, ..none }), minimum);
    }
}

#[test]
fn the_program_writes_them_and_says_how_many() {
    let program = minclue();
    let args = ["export", "--what", "hpr", "--to", "lp", "--region-rows", "lines", "--symmetry-rows", "-o", "m"];
    let record = program.run([&args[..], &["--format", "jsonl", FOUR]].concat()).record();
    assert_eq!((&record["n_sets"], &record["n_region_rows"]), (&14.into(), &12.into()));
    let text = program.read("m.lp");
    let n_rows = |start: &str| text.lines().filter(|line| line.trim_start().starts_with(start)).count();
    assert_eq!((n_rows("R_all_but_"), n_rows("U_")), (12, 14));
    assert_eq!(record["n_symmetry_rows"], n_rows("S_"));
    assert!(text.contains(" R_all_but_row1: y_r2c1 + "), "{text}");
    // Rows of symmetries are clauses, minima of regions are not.
    assert_eq!(program.run(["export", "--to", "wcnf", "--symmetry-rows", "-o", "m", FOUR]).code, 0);
    for (format, rows) in [("wcnf", "--region-rows=lines"), ("hgr", "--region-rows=parts"), ("hgr", "--symmetry-rows")]
    {
        let refused = program.run(["export", "--to", format, rows, "-o", "m", FOUR]);
        assert!(refused.code == 2 && refused.stderr.contains("use --to opb"), "{format}, {rows}: {}", refused.stderr);
    }
    // A cap on the size of the sets: those of 4 cells, and no larger ones.
    let few = ["export", "--what", "hitting", "--to", "hgr", "--max-size", "4", "-o", "m", "--format", "jsonl", FOUR];
    let n_sets = program.run(few).record()["n_sets"].as_u64().expect("a number");
    assert!((1..14).contains(&n_sets), "{n_sets}");
    assert!(program.read("m.hgr").lines().filter(|l| !l.starts_with(['c', 'p'])).all(|l| l.split(' ').count() == 4));
}
