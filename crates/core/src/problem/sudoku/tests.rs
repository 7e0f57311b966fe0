//! Grids of variants as clue problems.

use std::collections::BTreeSet;

use rand::seq::SliceRandom as _;

use super::*;
use crate::base::rng;
use crate::problem::Certifiable as _;
use crate::proof::{Instance, LinearRow, Numbers, Proof};
use crate::sudoku::{Puzzle, Rule, SudokuSolver, all_grids, random_grid};

fn variant(shape: &str, rules: &str) -> Variant {
    let rules: Vec<Rule> = rules.split(',').map(|rule| rule.parse().expect("a rule")).collect();
    Variant::new(shape.parse().expect("a shape"), &rules).expect("a variant")
}

/// All grids of a variant with few.
fn grids(variant: &Variant) -> Vec<Grid> {
    SudokuSolver::<1>::of(variant.clone()).solutions(&Puzzle::empty(variant.shape()), usize::MAX)
}

fn witness(grid: &Grid) -> Witness {
    Witness(grid.digits().iter().map(|digit| digit.value() as u8).collect())
}

/// Of all grids of the shape, those of the variant are the solutions: of its model and of what a certificate states.
#[test]
fn model_and_certificate_have_the_grids_of_the_variant_and_no_others() {
    for (shape, rules) in
        [("2x2", "x"), ("2x2", "disjoint-groups"), ("1x4", "jigsaw=AABBACCBACDBCDDD"), ("1x5", "anti-knight")]
    {
        let variant = variant(shape, rules);
        let of_variant = grids(&variant);
        let problem = SudokuClues::<1>::of(&variant, of_variant[0].clone()).expect("it is one");
        let (model, n) = (problem.model(), variant.shape().n());
        let Some(Instance::Model(linear)) = (match problem.instance() {
            Instance::ExactCover { n_items, options, target } => {
                assert_eq!(target.len(), variant.shape().n_cells());
                let all: Vec<usize> = target.iter().flat_map(|option| options[*option].clone()).collect();
                assert_eq!(all.len(), n_items, "the target covers each item once");
                assert!(!variant.has_moves());
                Some(Instance::Model(problem.linear_instance()))
            }
            other => {
                assert!(variant.has_moves());
                Some(other)
            }
        }) else {
            panic!("{variant} is stated by rows")
        };
        for grid in all_grids::<1>(variant.shape(), 2_000).into_iter().chain(of_variant.iter().cloned()) {
            let mut values = vec![false; n * n * n];
            variant.shape().cells().for_each(|cell| values[cell.get() * n + grid.get(cell).index()] = true);
            let sum =
                |terms: &[(usize, i64)]| -> i64 { terms.iter().filter(|(v, _)| values[*v]).map(|(_, a)| a).sum() };
            let is_of_variant = of_variant.contains(&grid);
            assert_eq!(model.violated_row(&values).is_none(), is_of_variant, "{variant}");
            assert_eq!(linear.rows.iter().all(|row| sum(&row.terms) >= row.rhs), is_of_variant, "{variant}");
            let differs = problem.difference(&witness(&grid));
            assert_eq!(differs.is_ok(), is_of_variant && grid != of_variant[0], "{variant}: {differs:?}");
        }
    }
}

#[test]
fn a_grid_that_breaks_the_rules_is_none() {
    let grid = random_grid::<2>(Shape::NINE, &mut rng(1));
    let clash = SudokuClues::<2>::of(&variant("3x3", "x"), grid).expect_err("it has two equal digits");
    assert!(clash.to_string().contains("occurs twice in the"), "{clash}");
}

/// Symmetries of a grid that break the rules are left out.
#[test]
fn automorphisms_keep_the_rules() {
    let x = variant("2x2", "x");
    let mut n_fewer = 0;
    for grid in grids(&x) {
        let of_shape = SudokuClues::<1>::new(grid.clone()).automorphisms(1000, &Limits::none());
        let problem = SudokuClues::<1>::of(&x, grid).expect("it is one");
        let group = problem.automorphisms(1000, &Limits::none());
        assert!(group.elements().iter().all(|p| x.is_kept_by(p) && of_shape.contains(p)));
        assert_eq!(group.order(), of_shape.elements().iter().filter(|p| x.is_kept_by(p)).count());
        n_fewer += usize::from(group.order() < of_shape.order());
        // Items of a certificate go where cells and digits go.
        for symmetry in group.elements() {
            let mut images = problem.item_images(symmetry);
            images.sort_unstable();
            assert!(images.iter().copied().eq(0..images.len()));
        }
    }
    assert!(n_fewer > 0);
    // Of what has moves, they are those of a linear model.
    let knight = variant("1x5", "anti-knight");
    let mut n_elements = 0;
    for grid in grids(&knight) {
        let problem = SudokuClues::<1>::of(&knight, grid).expect("it is one");
        let Instance::Model(model) = problem.instance() else { panic!("a linear model") };
        let image = |row: &LinearRow, images: &[usize]| {
            let mut terms: Vec<(usize, i64)> = row.terms.iter().map(|(var, a)| (images[*var], *a)).collect();
            terms.sort_unstable();
            (terms, row.rhs)
        };
        let identity: Vec<usize> = (0..model.n_vars).collect();
        let known: BTreeSet<_> = model.rows.iter().map(|row| image(row, &identity)).collect();
        for symmetry in problem.automorphisms(1000, &Limits::none()).elements() {
            let images = problem.item_images(symmetry);
            assert!(model.rows.iter().all(|row| known.contains(&image(row, &images))));
            assert!(model.ones.iter().all(|one| model.ones.contains(&images[*one])));
            n_elements += usize::from(!symmetry.is_identity());
        }
    }
    assert!(n_elements > 0);
}

#[test]
fn a_jigsaw_is_cut_into_lines() {
    let jigsaw =
        variant("1x9", "jigsaw=AAABBBBBCAAADDBBCCAADDDBBCCAEEDDFFCCEEEDDFFFCEEEEFFFFCGGHHHIIIIGGGHHHIIIGGGGHHHII");
    let grid = crate::sudoku::random_grid_of::<2>(&jigsaw, &mut rng(1), &Limits::none()).expect("no limit");
    let problem = SudokuClues::<2>::of(&jigsaw, grid.expect("it has grids")).expect("it is one");
    let parts = problem.partitions();
    assert_eq!(parts.len(), 2);
    for parts in parts {
        assert_eq!(parts.iter().map(CellSet::len).collect::<Vec<_>>(), [27, 27, 27]);
        assert_eq!(parts.iter().fold(CellSet::EMPTY, |all, part| all | *part), problem.cells());
    }
}

/// Clues of a large grid that are enough, and of which hardly any can be taken.
fn few_clues(problem: &SudokuClues<4>) -> CellSet<4> {
    let (mut clues, mut oracle, mut pace) = (problem.cells(), problem.oracle(), Limits::none().pace(1));
    let mut cells: Vec<Cell> = clues.iter().collect();
    cells.shuffle(&mut rng(2));
    for cell in cells {
        let fewer = clues - CellSet::only(cell);
        if oracle.second_solution(fewer, &mut pace) == Verdict::Unique {
            clues = fewer;
        }
    }
    clues
}

/// The certificate of a puzzle of a large grid has clauses, by which the checker sees what it could not see alone; with
/// another puzzle they prove nothing.
#[test]
fn puzzles_of_large_grids_are_certified_by_clauses() {
    let shape = "4x4".parse().expect("a shape");
    let problem = SudokuClues::<4>::new(random_grid::<4>(shape, &mut rng(1)));
    let clues = few_clues(&problem);
    let written = |clues: CellSet<4>, refuted: CellSet<4>| {
        let proof =
            Proof { lower: 0, puzzles: Vec::new(), numbers: Numbers::default(), lemmas: Vec::new(), tree: None };
        let mut certificate = problem.certificate(refuted, proof, &|_| None);
        assert!(certificate.puzzles[0].clauses.len() > 20, "{} clauses", certificate.puzzles[0].clauses.len());
        certificate.puzzles[0].cells = clues;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("certificate");
        certificate.write(&path).expect("a file");
        minclue_verifier::verify(std::fs::File::open(path).expect("it is there"))
    };
    let verdict = written(clues, clues).expect("it is right");
    assert_eq!((verdict.upper, verdict.problem_sha256), (clues.len(), problem.instance().sha256()));
    let needed = clues.iter().last().expect("some clues");
    let refusal = written(clues - CellSet::only(needed), clues).expect_err("two solutions");
    assert_eq!(refusal.place, "the claim");
}
