//! What variants are made of, and their symmetries.

use std::collections::BTreeSet;

use super::*;
use crate::base::{Cell, CellPermutation, Digit, Limits, Stop, rng};
use crate::sudoku::{Grid, Puzzle, Transform, random_grid, random_grid_of};

/// Regions of 9x9 that are not boxes.
pub(in crate::sudoku) const JIGSAW: &str = "\
AAABBBBBC
AAADDBBCC
AADDDBBCC
AEEDDFFCC
EEEDDFFFC
EEEEFFFFC
GGHHHIIII
GGGHHHIII
GGGGHHHII";

fn variant(shape: &str, rules: &str) -> Variant {
    let rules: Vec<Rule> = rules.split(',').map(|rule| rule.parse().expect("a rule")).collect();
    Variant::new(shape.parse().expect("a shape"), &rules).expect("a variant")
}

fn jigsaw() -> Variant {
    let regions: JigsawRegions = JIGSAW.parse().expect("regions");
    Variant::new(regions.shape(), &[Rule::Jigsaw(regions)]).expect("a variant")
}

#[test]
fn a_variant_is_written_as_it_is_read() {
    for text in ["x", "windoku,anti-king", "x,anti-knight,disjoint-groups"] {
        assert_eq!(variant("3x3", text).to_string(), text);
    }
    let written = jigsaw().to_string();
    assert_eq!(written, format!("jigsaw={}", JIGSAW.replace('\n', "")));
    assert_eq!(written.parse(), Ok(jigsaw().rules()[0].clone()));
    assert!(Variant::plain(Shape::NINE).is_plain() && Variant::plain(Shape::NINE).to_string().is_empty());
}

/// Both diagonals are the two of them.
#[test]
fn a_diagonal_is_a_house_alone_too() {
    let names = |text: &str| variant("3x3", text).houses().iter().map(|house| house.name.clone()).collect::<Vec<_>>();
    let (falling, rising) = (names("falling-diagonal"), names("rising-diagonal"));
    assert_eq!([falling.clone(), rising.clone()].concat(), names("x"));
    assert_eq!((falling.len(), names("falling-diagonal,rising-diagonal")), (1, names("x")));
    let cells = |text: &str| variant("2x2", text).houses()[0].cells.iter().map(|cell| cell.get()).collect::<Vec<_>>();
    assert_eq!((cells("falling-diagonal"), cells("rising-diagonal")), (vec![0, 5, 10, 15], vec![3, 6, 9, 12]));
}

#[test]
fn what_makes_no_variant_is_named() {
    let unknown = "knight".parse::<Rule>().expect_err("no rule").to_string();
    assert!(unknown.starts_with("there is no rule `knight`; there are x, falling-diagonal"), "{unknown}");
    let drawn = "thermometer r1c1".parse::<Rule>().expect_err("no rule").to_string();
    assert_eq!(drawn, "`thermometer r1c1` should have 2 cells or more");
    let regions = |text: &str| text.parse::<JigsawRegions>().map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(regions("AABB"), Ok(()));
    assert_eq!(regions("AAAB"), Err("region A has 3 cells, but all regions must have 2".to_owned()));
    assert_eq!(
        regions("AAB"),
        Err("3 letters of regions; expected n rows of n letters, with n from 2 to 25".to_owned())
    );
    let refused = |shape: &str, rules: &[Rule]| {
        Variant::new(shape.parse().expect("a shape"), rules).expect_err("no variant").to_string()
    };
    assert_eq!(refused("3x3", &[Rule::Diagonals, Rule::Diagonals]), "x occurs twice");
    assert_eq!(
        refused("3x3", &[Rule::Diagonals, Rule::FallingDiagonal]),
        "x includes falling-diagonal; give only one of them"
    );
    assert_eq!(
        refused("3x3", &[Rule::RisingDiagonal, Rule::Diagonals]),
        "x includes rising-diagonal; give only one of them"
    );
    assert!(
        refused("3x3", &[Rule::NonConsecutive]).starts_with("non-consecutive is only supported for puzzles as models")
    );
    let cage: Rule = "cage r1c1 r1c2 sum 3".parse().expect("a rule");
    assert!(refused("3x3", std::slice::from_ref(&cage)).starts_with("cages is only supported for"));
    assert_eq!(cage.to_string(), "cage r1c1 r1c2 sum 3");
    assert_eq!(refused("2x3", &[Rule::Windows]), "windoku needs 3x3, but this grid has boxes of 2x3");
    let jigsaw = jigsaw().rules()[0].clone();
    let wanted = "jigsaw needs Latin squares of its order, which is shape 1x9, but this grid has boxes of 3x3";
    assert_eq!(refused("3x3", &[jigsaw]), wanted);
    assert!(refused("1x9", &[Rule::DisjointGroups]).starts_with("disjoint-groups needs boxes of more than one"));
}

#[test]
fn houses_have_each_cell_as_often_as_their_rule_says() {
    for (rules, n_houses, n_kinds, of_corner, of_center) in
        [("x", 2, 2, 1, 2), ("windoku", 9, 1, 1, 1), ("disjoint-groups", 9, 1, 1, 1), ("anti-king", 0, 0, 0, 0)]
    {
        let variant = variant("3x3", rules);
        assert_eq!((variant.houses().len(), variant.n_kinds()), (n_houses, n_kinds), "{rules}");
        assert!(variant.houses().iter().all(|house| house.cells.len() == 9 && house.cells.is_sorted()));
        let n_of = |at: usize| variant.houses().iter().filter(|house| house.cells.contains(&Cell::new(at))).count();
        assert_eq!((n_of(0), n_of(40)), (of_corner, of_center), "{rules}");
    }
    let cells = |at: usize| variant("3x3", "windoku").houses()[at].cells.iter().map(|c| c.get()).collect::<Vec<_>>();
    assert_eq!(cells(0), [10, 11, 12, 19, 20, 21, 28, 29, 30]);
    assert_eq!(cells(3), [50, 51, 52, 59, 60, 61, 68, 69, 70]);
    assert_eq!(cells(4), [9, 13, 17, 18, 22, 26, 27, 31, 35]);
    // From a corner a knight goes to two cells and a king to one in another row and column; from the center eight and
    // four.
    for (rule, of_corner, of_center) in [("anti-knight", 2, 8), ("anti-king", 1, 4), ("anti-knight,anti-king", 3, 12)] {
        let variant = variant("3x3", rule);
        assert_eq!([0, 40].map(|at| variant.moves(Cell::new(at)).len()), [of_corner, of_center]);
        let is_mutual = |a: Cell| variant.moves(a).iter().all(|b| variant.moves(*b).contains(&a));
        assert!(Shape::NINE.cells().all(is_mutual));
    }
}

#[test]
fn a_clash_names_the_rule_and_both_cells() {
    let clash = |rules: &str, clues: &[(usize, usize)]| {
        let mut cells = vec![None; 81];
        clues.iter().for_each(|(at, digit)| cells[*at] = Some(Digit::new(*digit)));
        let puzzle = Puzzle::new(Shape::NINE, cells).expect("no clash of the shape");
        variant("3x3", rules).check(&puzzle).map_err(|clash| clash.to_string())
    };
    assert_eq!(clash("x", &[(0, 5), (40, 5)]), Err("5 occurs twice in the falling diagonal: R1C1 and R5C5".to_owned()));
    assert_eq!(clash("x", &[(8, 5), (40, 5)]), Err("5 occurs twice in the rising diagonal: R1C9 and R5C5".to_owned()));
    assert_eq!(clash("x", &[(0, 5), (41, 5)]), Ok(()));
    assert_eq!(clash("windoku", &[(10, 5), (30, 5)]), Err("5 occurs twice in window 1: R2C2 and R4C4".to_owned()));
    assert_eq!(
        clash("windoku", &[(9, 5), (31, 5)]),
        Err("5 occurs twice in hidden window 1: R2C1 and R4C5".to_owned())
    );
    let group = Err("5 occurs twice in disjoint group 1: R1C1 and R4C4".to_owned());
    assert_eq!(clash("disjoint-groups", &[(0, 5), (30, 5)]), group);
    let knight = Err("5 occurs twice a knight's move apart: R1C3 and R3C4".to_owned());
    assert_eq!(clash("anti-king,anti-knight", &[(2, 5), (21, 5)]), knight);
    let king = Err("5 occurs twice corner to corner: R3C3 and R4C4".to_owned());
    assert_eq!(clash("anti-king,anti-knight", &[(20, 5), (30, 5)]), king);
}

#[test]
fn random_grids_keep_the_rules_and_are_fixed_by_their_seed() {
    for variant in [variant("3x3", "x"), variant("3x3", "anti-knight,anti-king"), variant("2x3", "x"), jigsaw()] {
        let grid = |seed| random_grid_of::<2>(&variant, &mut rng(seed), &Limits::none()).expect("no limit");
        let one = grid(1).expect("there are grids");
        assert!(variant.keeps(one.digits()) && variant.check(&Puzzle::from(&one)).is_ok());
        assert_eq!(grid(1).as_ref(), Some(&one));
        assert_ne!(grid(2), Some(one));
    }
    // No Latin square of order 2 has different diagonals, nor has a cut into rows and half rows any grid.
    assert_eq!(random_grid_of::<2>(&variant("1x2", "x"), &mut rng(1), &Limits::none()), Ok(None));
    let stopped = Limits::none().with_time(std::time::Duration::ZERO);
    assert_eq!(random_grid_of::<2>(&jigsaw(), &mut rng(1), &stopped), Err(Stop::Time));
    assert!(!variant("3x3", "x").keeps(random_grid::<2>(Shape::NINE, &mut rng(1)).digits()));
}

/// Every order of n lines that keeps blocks of three together.
fn line_orders() -> Vec<Vec<usize>> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::new();
    for blocks in orders {
        for (a, b) in orders.iter().flat_map(|a| orders.iter().map(move |b| (a, b))) {
            all.extend(orders.map(|c| {
                (0..9).map(|line| 3 * blocks[line / 3] + [a, b, &c][line / 3][line % 3]).collect::<Vec<usize>>()
            }));
        }
    }
    all
}

/// All 3,359,232 symmetries of 9x9 tried one by one. Those of Sudoku-X are 96: an order of the lines that leaves the
/// middle of the grid where it is and opposite lines opposite (3! * 2 * 2 of them), for rows and columns the same or
/// one of them turned round (2), and transposition (2). Those of disjoint groups keep the place in the box, so bands
/// and lines of bands are exchanged apart: (3! * 3!)^2 * 2. Of windows, lines that no window or box tells apart can be
/// exchanged. Knights and kings leave the eight of the square.
#[test]
fn the_symmetries_are_those_that_trying_all_of_them_finds() {
    let orders = line_orders();
    assert_eq!(orders.len(), 1296);
    let known = [("x", Some(96)), ("disjoint-groups", Some(2592)), ("windoku", None), ("anti-knight", Some(8))];
    for (rules, known) in known {
        let variant = variant("3x3", rules);
        // The houses of each cell, as bits.
        let mut of = [0_u32; 81];
        for (i, house) in variant.houses().iter().enumerate() {
            house.cells.iter().for_each(|cell| of[cell.get()] |= 1 << i);
        }
        let mut found = BTreeSet::new();
        for (rows, columns) in orders.iter().flat_map(|rows| orders.iter().map(move |columns| (rows, columns))) {
            for is_turned in [false, true] {
                let image = |cell: Cell| {
                    let (row, column) = (rows[cell.get() / 9], columns[cell.get() % 9]);
                    Cell::new(if is_turned { 9 * column + row } else { 9 * row + column })
                };
                // Cells of one house come to cells of one house; there are as many pairs before and after.
                let in_one = |a: Cell, b: Cell| of[a.get()] & of[b.get()] != 0;
                let kept = variant.houses().iter().all(|house| {
                    house.cells.iter().all(|cell| in_one(image(house.cells[0]), image(*cell)))
                        && house.cells.iter().all(|a| house.cells.iter().all(|b| in_one(image(*a), image(*b))))
                });
                let is_move = |a: Cell, b: &Cell| variant.moves(image(a)).contains(&image(*b));
                if kept && Shape::NINE.cells().all(|a| variant.moves(a).iter().all(|b| is_move(a, b))) {
                    let images: Vec<Cell> = Shape::NINE.cells().map(image).collect();
                    found.insert(CellPermutation::new(images).expect("bijections"));
                }
            }
        }
        let group = variant.symmetries(100_000, &Limits::none()).expect("no limit");
        assert_eq!(group.elements().iter().cloned().collect::<BTreeSet<_>>(), found, "{rules}");
        assert!(known.is_none_or(|known| known == found.len()), "{rules}: {}", found.len());
        assert_eq!(variant.symmetries(found.len() - 1, &Limits::none()), Err(Stop::Memory));
    }
}

/// A union is kept by what keeps both; a Latin square with regions by what maps regions to regions.
#[test]
fn symmetries_of_unions_and_of_jigsaws() {
    let group = |variant: &Variant| variant.symmetries(10_000_000, &Limits::none()).expect("no limit");
    let both = group(&variant("3x3", "x,anti-knight"));
    let (x, knight) = (group(&variant("3x3", "x")), group(&variant("3x3", "anti-knight")));
    assert_eq!(both.order(), x.elements().iter().filter(|p| knight.contains(p)).count());
    // Boxes as regions of a Latin square of order 4: the 2 * (2! * 2! * 2!)^2 symmetries of 4x4.
    assert_eq!(group(&variant("1x4", "jigsaw=AABBAABBCCDDCCDD")).order(), 128);
    assert_eq!(group(&jigsaw()).order(), 1);
}

#[test]
fn images_have_one_minlex_form_and_it_keeps_the_rules() {
    let mut rng = rng(5);
    for variant in [
        variant("3x3", "x"),
        variant("3x3", "anti-knight"),
        variant("2x3", "x"),
        variant("1x4", "jigsaw=AABBAABBCCDDCCDD"),
    ] {
        let group = variant.symmetries(10_000, &Limits::none()).expect("no limit");
        let shape = variant.shape();
        let grid = random_grid_of::<2>(&variant, &mut rng, &Limits::none()).expect("no limit").expect("a grid");
        let puzzle = grid.puzzle::<2>(shape.cells().filter(|cell| cell.get() % 3 == 1).collect());
        for given in [Puzzle::from(&grid), puzzle] {
            let own = variant.minlex(&given, &group);
            assert_eq!(own.transform.puzzle(&given), own.form);
            assert_eq!(variant.check(&own.form), Ok(()));
            assert_eq!(group.order() as u64 % own.n_automorphisms, 0);
            let mut forms = BTreeSet::new();
            for symmetry in group.elements().iter().step_by(5) {
                let names = Transform::random(shape, &mut rng);
                let digits = (0..shape.n()).map(|i| names.digit(Digit::from_index(i))).collect();
                let image = Transform::new(shape, symmetry.clone(), digits).puzzle(&given);
                assert_eq!(variant.check(&image), Ok(()));
                let form = variant.minlex(&image, &group);
                assert_eq!(form.n_automorphisms, own.n_automorphisms);
                forms.insert(form.form.cells().iter().map(|d| d.map_or(0, Digit::value)).collect::<Vec<_>>());
            }
            assert_eq!(forms.len(), 1);
            // No image is smaller than the form.
            let form: Vec<usize> = own.form.cells().iter().map(|d| d.map_or(0, Digit::value)).collect();
            assert!(forms.contains(&form));
        }
    }
}

/// On a plain shape, with the symmetries of the shape, it is the minlex form that [`crate::sudoku::minlex_grid`] has.
#[test]
fn without_rules_the_form_is_that_of_the_shape() {
    let plain = Variant::plain("2x2".parse().expect("a shape"));
    let group = plain.symmetries(1000, &Limits::none()).expect("no limit");
    assert_eq!(group.order(), 128);
    for grid in crate::sudoku::all_grids::<1>(plain.shape(), 288) {
        let theirs = crate::sudoku::minlex_grid(&grid, &Limits::none()).expect("no limit");
        let ours = plain.minlex(&Puzzle::from(&grid), &group);
        assert_eq!(ours.form.as_grid().as_ref().map(Grid::digits), Some(theirs.form.digits()));
        assert_eq!(ours.n_automorphisms, theirs.n_automorphisms);
    }
}
