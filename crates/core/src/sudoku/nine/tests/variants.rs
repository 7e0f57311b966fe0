//! The 9x9 path of variants against the solver of all shapes.

use std::ops::ControlFlow;

use rand::Rng as _;

use super::random_cells;
use crate::base::{CellSet, Limits, Rng, rng};
use crate::sudoku::variant::{JigsawRegions, Rule, Variant};
use crate::sudoku::{Counter, Grid, Large, Nine, NinePuzzles, SecondSolution, Shape, SudokuSolver, random_grid_of};

type Set = CellSet<2>;

const JIGSAW: &str = "AAABBBBBCAAADDBBCCAADDDBBCCAEEDDFFCCEEEDDFFFCEEEEFFFFCGGHHHIIIIGGGHHHIIIGGGGHHHII";

/// Variants, each with a number of clues with which the solver of all shapes is still done soon.
fn variants() -> Vec<(Variant, usize)> {
    let regions: JigsawRegions = JIGSAW.parse().expect("regions");
    let (latin, regions) = (regions.shape(), Rule::Jigsaw(regions));
    let of = |shape, rules: &[Rule], n_clues| (Variant::new(shape, rules).expect("a variant"), n_clues);
    vec![
        of(Shape::NINE, &[Rule::Diagonals], 19),
        of(Shape::NINE, &[Rule::Windows], 17),
        of(Shape::NINE, &[Rule::DisjointGroups], 19),
        of(Shape::NINE, &[Rule::AntiKnight], 11),
        of(Shape::NINE, &[Rule::AntiKing, Rule::Diagonals], 10),
        of(latin, std::slice::from_ref(&regions), 19),
        of(latin, &[regions, Rule::Diagonals, Rule::AntiKing], 7),
        of(latin, &[Rule::AntiKnight, Rule::AntiKing], 16),
    ]
}

fn grid(variant: &Variant, rng: &mut Rng) -> Option<Grid> {
    random_grid_of::<2>(variant, rng, &Limits::none()).expect("no limit")
}

fn by_any_shape(solver: &mut SudokuSolver<2>, target: &Grid, clues: Set) -> bool {
    match solver.second_of_any_shape(target.digits(), clues, &mut Limits::none().pace(1000)) {
        SecondSolution::Found(_) => true,
        SecondSolution::None => false,
        SecondSolution::Limit(_) => panic!("there was no limit"),
    }
}

fn is_witness(variant: &Variant, nine: &Nine, target: &Grid, cells: Set) {
    let witness = Grid::new(variant.shape(), &nine.witness()).expect("the witness is a grid");
    assert!(variant.keeps(witness.digits()), "{variant}");
    assert_eq!(target.difference::<2>(witness.digits()), cells);
}

#[test]
fn second_solutions_and_sets_are_those_of_the_solver_of_all_shapes() {
    second_solutions_and_sets(2);
}

#[test]
#[ignore = "long: more grids"]
fn second_solutions_and_sets_are_those_of_the_solver_of_all_shapes_at_length() {
    second_solutions_and_sets(6);
}

fn second_solutions_and_sets(n_grids: usize) {
    let mut rng = rng(1);
    let mut pace = Limits::none().pace(1000);
    for (variant, n_clues) in variants() {
        let mut solver = SudokuSolver::<2>::of(variant.clone());
        let (mut some, mut none) = (0, 0);
        for _ in 0..n_grids {
            let Some(target) = grid(&variant, &mut rng) else { panic!("{variant} has grids") };
            let mut nine = Nine::of(&variant, target.digits());
            for _ in 0..20 {
                let n = rng.random_range(n_clues..=n_clues + 25);
                let clues = random_cells(n, &mut rng);
                let found = nine.second_solution(clues, &mut pace).expect("there is no limit");
                assert_eq!(found.is_some(), by_any_shape(&mut solver, &target, clues), "{variant}: {clues:?}");
                let Some(cells) = found else {
                    none += 1;
                    continue;
                };
                some += 1;
                assert!(!cells.intersects(&clues));
                is_witness(&variant, &nine, &target, cells);
                let keep_out = random_cells(n, &mut rng);
                let set = nine.unhit_set(clues, keep_out, &mut pace).expect("no limit").expect("a set");
                is_witness(&variant, &nine, &target, set);
                for cell in set {
                    let rest = (Set::first_n(81) - set) | Set::only(cell);
                    assert!(!by_any_shape(&mut solver, &target, rest), "{variant}: {set:?} without {cell:?}");
                }
            }
        }
        assert!(some > 0 && none > 0, "{variant}: the test must see both answers: {some} and {none}");
    }
}

/// What learns answers the same questions of every variant in the same way, and its sets are minimal.
#[test]
fn the_path_that_learns_agrees_on_variants() {
    let mut rng = rng(3);
    let mut pace = Limits::none().pace(1000);
    let (mut some, mut none) = (0, 0);
    for (variant, n_clues) in variants() {
        let target = grid(&variant, &mut rng).expect("it has grids");
        let (mut nine, mut large) = (Nine::of(&variant, target.digits()), Large::of(&variant, target.digits()));
        for _ in 0..20 {
            let n = rng.random_range(n_clues..=n_clues + 25);
            let clues = random_cells(n, &mut rng);
            let found = large.unhit_set(clues, random_cells(n, &mut rng), &mut pace).expect("there is no limit");
            let is_unique = nine.second_solution(clues, &mut pace).expect("there is no limit").is_none();
            assert_eq!(found.is_none(), is_unique, "{variant}: {clues:?}");
            let Some(set) = found else {
                let core: Set = large.core().expect("known after a proof");
                assert!(
                    core.is_subset(&clues) && nine.second_solution(core, &mut pace) == Ok(None),
                    "{variant}: {core:?}"
                );
                none += 1;
                continue;
            };
            some += 1;
            assert!(!set.intersects(&clues) && variant.keeps(large.witness()));
            assert_eq!(target.difference::<2>(large.witness()), set);
            for cell in set {
                let rest = (Set::first_n(81) - set) | Set::only(cell);
                assert_eq!(nine.second_solution(rest, &mut pace), Ok(None), "{variant}: {set:?} without {cell:?}");
            }
        }
    }
    assert!(some > 20 && none > 20, "the test must see both answers: {some} and {none}");
}

/// A question that takes more guesses than there is patience for is answered by the path that learns. Then the clues
/// are known on which the answer rests, which the plain search cannot say.
#[test]
fn long_questions_are_left_to_the_path_that_learns() {
    let mut rng = rng(4);
    let mut pace = Limits::none().pace(1000);
    let (variant, _) = variants().into_iter().nth(5).expect("the jigsaw");
    let (mut n_left, mut n_kept) = (0, 0);
    for _ in 0..20 {
        let target = grid(&variant, &mut rng).expect("it has grids");
        let mut solver = SudokuSolver::<2>::of(variant.clone()).with_patience(20);
        let mut nine = Nine::of(&variant, target.digits());
        let mut clues = Set::first_n(81);
        for cell in Set::first_n(81) {
            let rest = clues - Set::only(cell);
            let found =
                solver.unhit_set(target.digits(), rest, Set::EMPTY, &mut pace).expect("9x9 cells").expect("no limit");
            match found {
                None => clues = rest,
                Some(set) => assert!(!set.intersects(&rest)),
            }
        }
        assert_eq!(nine.second_solution(clues, &mut pace), Ok(None));
        assert_eq!(solver.second_solution(target.digits(), clues, &mut pace), SecondSolution::None);
        match solver.core() {
            Some(core) => {
                assert!(core.is_subset(&clues) && nine.second_solution(core, &mut pace) == Ok(None));
                n_left += 1;
            }
            None => n_kept += 1,
        }
    }
    assert!(n_left > 0 && n_kept > 0, "{n_left} were left to it, {n_kept} were not");
}

#[test]
fn all_solutions_are_those_of_the_solver_of_all_shapes() {
    let mut rng = rng(2);
    for (variant, n_clues) in variants() {
        let mut nine = NinePuzzles::of(&variant).expect("it has 9x9 cells");
        let (mut solver, mut n_several) = (SudokuSolver::<2>::of(variant.clone()), 0);
        // Until there was a puzzle with some solutions, but not too many to see all of them.
        for round in 0.. {
            if round >= 5 && n_several > 0 {
                break;
            }
            assert!(round < 100, "{variant}: no such puzzle");
            let target = grid(&variant, &mut rng).expect("it has grids");
            let puzzle = target.puzzle(random_cells(rng.random_range(n_clues..=n_clues + 6), &mut rng));
            let mut wanted = Vec::new();
            solver.walk(&puzzle, &Limits::none(), |digits| {
                wanted.push(digits.to_vec());
                if wanted.len() < 300 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let mut found = Vec::new();
            nine.walk(puzzle.cells(), &mut Limits::none().pace(1000), |digits| {
                found.push(digits.to_vec());
                if found.len() < 300 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            assert_eq!(found.len(), wanted.len(), "{variant}");
            assert!(found.iter().all(|digits| variant.keeps(digits)));
            if wanted.len() < 300 {
                wanted.sort();
                found.sort();
                assert_eq!(found, wanted, "{variant}");
                n_several += usize::from(wanted.len() > 1);
            }
        }
    }
}

/// Clues that no grid of the variant has, though they break no rule by themselves, and a whole grid that breaks one.
#[test]
fn what_has_no_solution_has_none() {
    let x = &variants()[0].0;
    let plain = crate::sudoku::random_grid::<2>(Shape::NINE, &mut rng(3));
    assert!(!x.keeps(plain.digits()));
    let mut pace = Limits::none().pace(1000);
    assert_eq!(
        Counter::<2>::of(x.clone()).uniqueness(&(&plain).into(), &mut pace),
        Ok(crate::sudoku::Uniqueness::None)
    );
    let cells: Vec<_> = plain.digits().iter().copied().map(Some).collect();
    assert_eq!(NinePuzzles::of(x).expect("9x9").count(&cells, 2, &mut pace), Ok(0));
    assert!(NinePuzzles::of(&Variant::plain("2x3".parse().expect("a shape"))).is_none());
}
