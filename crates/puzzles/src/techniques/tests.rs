//! Positions made by hand, found and not found, and every deduction on thousands of puzzles against the solution.

use std::collections::BTreeMap;
use std::time::Duration;

use rand::seq::SliceRandom as _;

use crate::base::{Cell, Digit, Limits, rng};
use crate::puzzle_tools::{Erasure, GridSource, Pattern, PuzzleSpec, RemovalOrder, generate};
use crate::sudoku::{Puzzle, Rule, Shape, SudokuSolver, Uniqueness, Variant, classify, random_grid};

use super::{
    Candidate, Cells, Deduction, Digits, NoWalkthrough, Position, SolvingLevel, Technique, next_deduction, walkthrough,
};

fn shape(name: &str) -> Shape {
    name.parse().expect("a shape")
}

/// The puzzle of one line; spaces are passed over.
fn puzzle(shape: Shape, text: &str) -> Puzzle {
    let digit = |c: char| c.to_digit(10).filter(|&d| d > 0).map(|d| Digit::new(d as usize));
    let cells: Vec<_> = text.chars().filter(|c| !c.is_whitespace()).map(digit).collect();
    Puzzle::new(shape, cells).expect("no clash")
}

/// `r1c2` in a 9x9 grid.
fn cell(name: &str) -> Cell {
    let digits: Vec<usize> = name.chars().filter_map(|c| c.to_digit(10)).map(|d| d as usize - 1).collect();
    Shape::NINE.cell(digits[0], digits[1])
}

fn digits(text: &str) -> Digits {
    text.chars().filter_map(|c| c.to_digit(10)).map(|d| Digit::new(d as usize)).collect()
}

/// `r1c2:5 r1c3:57` as candidates.
fn candidates(text: &str) -> Vec<Candidate> {
    let of_cell = |word: &str| {
        let (name, values) = word.split_once(':').expect("a cell and its digits");
        let cell = cell(name);
        digits(values).iter().map(|digit| Candidate { cell, digit }).collect::<Vec<_>>()
    };
    let mut all: Vec<Candidate> = text.split_whitespace().flat_map(of_cell).collect();
    all.sort_unstable();
    all
}

/// An empty 9x9 position in which some cells have these candidates only: `r1c1:12 r1c2:12`.
fn with_cells(text: &str) -> Position {
    let mut position = Position::new(&Puzzle::empty(Shape::NINE)).expect("9x9");
    for word in text.split_whitespace() {
        let (name, values) = word.split_once(':').expect("a cell and its digits");
        let cell = cell(name);
        for digit in position.candidates(cell).minus(digits(values)).iter() {
            position.remove(Candidate { cell, digit });
        }
    }
    position
}

/// The same, and a digit is in some cells of some houses only: the cells of the houses without it are named.
fn without(mut position: Position, digit: usize, cells: &str) -> Position {
    for name in cells.split_whitespace() {
        position.remove(Candidate { cell: cell(name), digit: Digit::new(digit) });
    }
    position
}

/// All cells of a row but some: `row(2, "47")` has those of row 2 without columns 4 and 7.
fn row(row: usize, but: &str) -> String {
    (1..=9).filter(|c| !but.contains(&c.to_string())).map(|c| format!("r{row}c{c} ")).collect()
}

/// The same of a column.
fn column(column: usize, but: &str) -> String {
    (1..=9).filter(|r| !but.contains(&r.to_string())).map(|r| format!("r{r}c{column} ")).collect()
}

fn find(technique: Technique, position: &Position) -> Option<Deduction> {
    let found = technique.finder().expect("something looks for it").find(position);
    assert!(found.iter().all(|deduction| deduction.technique == technique));
    found
}

/// What is removed, and not from cells that do not have it.
fn removes(technique: Technique, position: &Position, expected: &str) {
    let found = find(technique, position).unwrap_or_else(|| panic!("no {technique}"));
    assert_eq!(found.removed, candidates(expected), "{technique}: {}", found.text);
    assert!(found.placed.is_none());
    assert!(found.removed.iter().all(|c| position.candidates(c.cell).contains(c.digit)), "{}", found.text);
}

fn finds_nothing(technique: Technique, position: &Position) {
    let found = find(technique, position);
    assert!(found.is_none(), "{found:?}");
}

fn places(technique: Technique, position: &Position, expected: &str) {
    let found = find(technique, position).unwrap_or_else(|| panic!("no {technique}"));
    assert_eq!(found.placed.into_iter().collect::<Vec<_>>(), candidates(expected), "{technique}: {}", found.text);
}

#[test]
fn singles() {
    let nine = |text: &str| Position::new(&puzzle(Shape::NINE, text)).expect("9x9");
    let rest = |n: usize| ".".repeat(n);
    // Row 1 lacks 7 only.
    let full = nine(&format!("12345689.{}", rest(72)));
    places(Technique::FullHouse, &full, "r1c9:7");
    finds_nothing(Technique::FullHouse, &nine(&format!("1234568..{}", rest(72))));
    // 5 in rows 2 and 3 and column 1 leaves one place of box 1: R1C3, since R1C2 is filled.
    let hidden = nine(&format!(".1....... ...5..... ......5.. 5........ {}", rest(45)));
    places(Technique::HiddenSingle, &hidden, "r1c3:5");
    assert_eq!(
        find(Technique::HiddenSingle, &hidden).expect("found").text,
        "R1C3 is 5: it is the only place for 5 in box 1"
    );
    let free = nine(&format!("......... ...5..... ......5.. 5........ {}", rest(45)));
    finds_nothing(Technique::HiddenSingle, &free);
    // R1C1 sees 1 to 8.
    let naked = nine(&format!(".1234.... 5........ 6........ 7........ 8........{}", rest(36)));
    places(Technique::NakedSingle, &naked, "r1c1:9");
    finds_nothing(Technique::NakedSingle, &nine(&format!(".1234.... 5........ 6........ 7........ {}", rest(45))));
}

#[test]
fn locked_candidates() {
    let box_1 = "r2c1 r2c2 r2c3 r3c1 r3c2 r3c3";
    let start = || with_cells("");
    removes(Technique::Pointing, &without(start(), 4, box_1), "r1c4:4 r1c5:4 r1c6:4 r1c7:4 r1c8:4 r1c9:4");
    finds_nothing(Technique::Pointing, &without(start(), 4, "r2c1 r2c2 r2c3 r3c1 r3c2"));
    finds_nothing(Technique::Claiming, &without(start(), 4, box_1));
    let column_5 = column(5, "456");
    removes(Technique::Claiming, &without(start(), 4, &column_5), "r4c4:4 r5c4:4 r6c4:4 r4c6:4 r5c6:4 r6c6:4");
    finds_nothing(Technique::Claiming, &without(start(), 4, &column(5, "3456")));
    // A Latin square has no boxes in which anything could be locked.
    let latin = Position::new(&Puzzle::empty(shape("1x5"))).expect("5x5");
    assert!(latin.houses().len() == 10);
    finds_nothing(Technique::Pointing, &latin);
}

#[test]
fn subsets() {
    removes(
        Technique::NakedPair,
        &with_cells("r1c1:12 r1c9:12"),
        "r1c2:12 r1c3:12 r1c4:12 r1c5:12 r1c6:12 r1c7:12 r1c8:12",
    );
    finds_nothing(Technique::NakedPair, &with_cells("r1c1:12 r1c9:13"));
    finds_nothing(Technique::NakedPair, &with_cells("r1c1:12 r2c9:12"));
    let three = with_cells("r1c1:12 r1c5:23 r1c9:13");
    removes(Technique::NakedTriple, &three, "r1c2:123 r1c3:123 r1c4:123 r1c6:123 r1c7:123 r1c8:123");
    finds_nothing(Technique::NakedPair, &three);
    finds_nothing(Technique::NakedTriple, &with_cells("r1c1:12 r1c5:23 r1c9:14"));
    let four = with_cells("r1c1:12 r1c4:23 r1c6:34 r1c9:14");
    removes(Technique::NakedQuad, &four, "r1c2:1234 r1c3:1234 r1c5:1234 r1c7:1234 r1c8:1234");
    finds_nothing(Technique::NakedTriple, &four);

    let hidden = |n: usize, columns: &str| {
        (1..=n).fold(with_cells(""), |position, digit| without(position, digit, &row(1, columns)))
    };
    removes(Technique::HiddenPair, &hidden(2, "19"), "r1c1:3456789 r1c9:3456789");
    finds_nothing(Technique::HiddenPair, &hidden(2, "149"));
    finds_nothing(Technique::HiddenPair, &hidden(1, "19"));
    removes(Technique::HiddenTriple, &hidden(3, "149"), "r1c1:456789 r1c4:456789 r1c9:456789");
    finds_nothing(Technique::HiddenTriple, &hidden(3, "1459"));
    removes(Technique::HiddenQuad, &hidden(4, "1459"), "r1c1:56789 r1c4:56789 r1c5:56789 r1c9:56789");
}

#[test]
fn fish() {
    let lines = |columns: &[(usize, &str)]| {
        columns.iter().fold(with_cells(""), |position, &(r, but)| without(position, 7, &row(r, but)))
    };
    let x_wing = lines(&[(2, "37"), (8, "37")]);
    let others = |c: usize, but: &str| column(c, but).split_whitespace().map(|c| format!("{c}:7 ")).collect::<String>();
    removes(Technique::XWing, &x_wing, &(others(3, "28") + &others(7, "28")));
    finds_nothing(Technique::XWing, &lines(&[(2, "37"), (8, "38")]));
    let swordfish = lines(&[(2, "37"), (5, "17"), (8, "13")]);
    removes(Technique::Swordfish, &swordfish, &(others(1, "258") + &others(3, "258") + &others(7, "258")));
    finds_nothing(Technique::XWing, &swordfish);
    let jellyfish = lines(&[(2, "37"), (5, "17"), (8, "15"), (9, "35")]);
    let expected: String = [1, 3, 5, 7].map(|c| others(c, "2589")).concat();
    removes(Technique::Jellyfish, &jellyfish, &expected);
    finds_nothing(Technique::Swordfish, &jellyfish);
    finds_nothing(Technique::Jellyfish, &lines(&[(2, "37"), (5, "17"), (8, "15"), (9, "36")]));
    // On the side.
    let side = without(without(with_cells(""), 7, &column(2, "37")), 7, &column(8, "37"));
    let found = find(Technique::XWing, &side).expect("an X-wing of columns");
    assert!(found.text.ends_with("in columns 2 and 8, 7 is in rows 3 and 7 only"), "{}", found.text);
}

#[test]
fn two_conjugate_pairs() {
    // Rows 2 and 8 share column 3; the other ends R2C7 and R8C8 see R7C7, R9C7, R1C8 and R3C8.
    let rows = without(without(with_cells(""), 7, &row(2, "37")), 7, &row(8, "38"));
    removes(Technique::Skyscraper, &rows, "r1c8:7 r3c8:7 r7c7:7 r9c7:7");
    finds_nothing(Technique::TwoStringKite, &rows);
    // No shared column.
    finds_nothing(Technique::Skyscraper, &without(without(with_cells(""), 7, &row(2, "37")), 7, &row(8, "48")));
    // Row 2 ends in R2C2 and R2C8, column 3 in R1C3 and R7C3. R2C2 and R1C3 share box 1; R7C8 sees the others.
    let kite = without(without(with_cells(""), 7, &row(2, "28")), 7, &column(3, "17"));
    removes(Technique::TwoStringKite, &kite, "r7c8:7");
    finds_nothing(Technique::Skyscraper, &kite);
    // R2C4 is not in box 1.
    finds_nothing(Technique::TwoStringKite, &without(without(with_cells(""), 7, &row(2, "48")), 7, &column(3, "17")));
}

#[test]
fn wings() {
    // The pivot R1C1 sees R1C9 and R9C1; R9C9 sees both.
    removes(Technique::XyWing, &with_cells("r1c1:12 r1c9:13 r9c1:23"), "r9c9:3");
    finds_nothing(Technique::XyWing, &with_cells("r1c1:12 r1c9:13 r9c1:24"));
    finds_nothing(Technique::XyWing, &with_cells("r1c1:12 r1c9:13 r9c2:23"));
    // The pivot has 3 too, so a cell must see it as well: R1C2 and R1C3 do.
    let xyz = with_cells("r1c1:123 r1c9:13 r2c2:23");
    removes(Technique::XyzWing, &xyz, "r1c2:3 r1c3:3");
    finds_nothing(Technique::XyWing, &xyz);
    finds_nothing(Technique::XyzWing, &with_cells("r1c1:123 r1c9:13 r9c1:14"));
    finds_nothing(Technique::XyzWing, &with_cells("r1c1:123 r1c9:13 r5c5:23"));
    // R1C1 and R9C9 have 1 and 2. In column 5, 1 is in rows 1 and 9 only, so one of the two cells is 2.
    let w = without(with_cells("r1c1:12 r9c9:12"), 1, &column(5, "19"));
    removes(Technique::WWing, &w, "r1c9:2 r9c1:2");
    finds_nothing(Technique::WWing, &without(with_cells("r1c1:12 r9c9:12"), 1, &column(5, "159")));
    finds_nothing(Technique::WWing, &without(with_cells("r1c1:12 r9c9:13"), 1, &column(5, "19")));
}

#[test]
fn coloring() {
    // Pairs: R2C1 - R2C5 in row 2, R2C5 - R8C5 in column 5, R8C5 - R9C6 in box 8. One color has R2C1 and R8C5, the
    // other R2C5 and R9C6. R9C1 sees R2C1 and R9C6; nothing else that is left sees both colors.
    let two = || without(without(with_cells(""), 7, &row(2, "15")), 7, &column(5, "28"));
    let three = || without(two(), 7, "r7c4 r7c6 r8c4 r8c6 r9c4");
    removes(Technique::SimpleColoring, &three(), "r9c1:7");
    finds_nothing(Technique::SimpleColoring, &two());
    // With R9C1 - R9C6 in row 9, R9C1 and R2C1 have the same color in column 1, so that color is false.
    let wrapped = without(three(), 7, &row(9, "16"));
    removes(Technique::SimpleColoring, &wrapped, "r2c1:7 r8c5:7 r9c1:7");
    let text = find(Technique::SimpleColoring, &wrapped).expect("found").text;
    assert!(text.ends_with("all or none are 7, and R2C1 and R9C1 share column 1"), "{text}");
}

#[test]
fn unique_rectangles() {
    let pairs = "r1c1:12 r1c4:12 r2c1:12";
    removes(Technique::UniqueRectangle, &with_cells(&format!("{pairs} r2c4:123")), "r2c4:12");
    // Four boxes: no exchange.
    finds_nothing(Technique::UniqueRectangle, &with_cells("r1c1:12 r1c4:12 r5c1:12 r5c4:123"));
    // Type 2: one of the roof is 3.
    let two = with_cells("r1c1:12 r1c4:12 r2c1:123 r2c4:123");
    let rest = "r2c2:3 r2c3:3 r2c5:3 r2c6:3 r2c7:3 r2c8:3 r2c9:3";
    removes(Technique::UniqueRectangle, &two, rest);
    // Type 4: in row 2, 1 is in the roof only, so 2 is not.
    let four = without(with_cells("r1c1:12 r1c4:12 r2c1:1234 r2c4:1256"), 1, &row(2, "14"));
    removes(Technique::UniqueRectangle, &four, "r2c1:2 r2c4:2");
    finds_nothing(Technique::UniqueRectangle, &with_cells("r1c1:12 r1c4:12 r2c1:1234 r2c4:1256"));
}

#[test]
fn chains() {
    // R1C1 is 1, or 2; then R1C9 is 3, R5C9 is 4, and R5C2 is 1. R1C1 and R5C2 see R1C2, and R2C2 and others of column
    // 2.
    let xy = with_cells("r1c1:12 r1c9:23 r5c9:34 r5c2:14");
    removes(Technique::XyChain, &xy, "r1c2:1 r2c2:1 r3c2:1 r4c1:1 r5c1:1 r6c1:1");
    finds_nothing(Technique::XyChain, &with_cells("r1c1:12 r1c9:23 r5c9:34 r5c2:15"));
    let found = find(Technique::AlternatingChain, &xy).expect("an XY-chain is one of these");
    assert!(found.removed.iter().all(|c| candidates("r1c2:1 r2c2:1 r3c2:1 r4c1:1 r5c1:1 r6c1:1").contains(c)));
    // A skyscraper: if R2C7 is not 7, R2C3 is, so R8C3 is not, and R8C8 is.
    let sky = without(without(with_cells(""), 7, &row(2, "37")), 7, &row(8, "38"));
    removes(Technique::AlternatingChain, &sky, "r1c8:7 r3c8:7 r7c7:7 r9c7:7");
    let text = find(Technique::AlternatingChain, &sky).expect("found").text;
    assert!(text.contains("if R2C7 is not 7, then R2C3 is 7, then R8C3 is not 7, then R8C8 is 7"), "{text}");
    finds_nothing(Technique::AlternatingChain, &with_cells("r1c1:12 r5c5:23"));
}

#[test]
fn a_deduction_that_was_made_is_not_found_again() {
    let mut position = with_cells("r1c1:12 r1c9:12");
    let pair = find(Technique::NakedPair, &position).expect("a pair");
    position.apply(&pair);
    finds_nothing(Technique::NakedPair, &position);
    let columns: Cells = position.places(Digit::new(1)) & position.houses()[0].1;
    assert_eq!(columns, [cell("r1c1"), cell("r1c9")].into_iter().collect());
    position.place(cell("r1c1"), Digit::new(1));
    assert_eq!(position.candidates(cell("r1c9")), digits("2"));
    assert_eq!(position.empty_cells().count(), 80);
}

fn spec(shape: Shape, pattern: Pattern) -> PuzzleSpec {
    PuzzleSpec {
        grid: GridSource::Solver(Variant::plain(shape)),
        erasure: Erasure::Dig { order: RemovalOrder::Random, pattern },
        valid: true,
        minimal: false,
        clues: None,
        tries: None,
        ctn: None,
        level: None,
        max_attempts: 1,
    }
}

#[test]
fn every_deduction_agrees_with_the_solution() {
    let mut met = BTreeMap::<Technique, usize>::new();
    for (name, n) in [("2x2", 300), ("2x3", 700), ("1x5", 300), ("2x4", 300), ("3x3", 1400)] {
        for number in 0..n {
            let made = generate(&spec(shape(name), Pattern::Free), 3, number, &Limits::none()).expect("a puzzle");
            let mut position = Position::new(&made.puzzle).expect("small enough");
            let walk = walkthrough(&Variant::plain(made.puzzle.shape()), &made.puzzle, &made.grid, &Limits::none())
                .expect("a way");
            for step in &walk.steps {
                let text = &step.text;
                let right = |c: &Candidate| made.grid.get(c.cell) == c.digit;
                assert!(step.placed.iter().all(right), "{name} {number}: {text}");
                assert!(!step.removed.iter().any(right), "{name} {number}: {text}");
                let is_open = |c: &Candidate| position.candidates(c.cell).contains(c.digit);
                assert!(step.placed.iter().chain(&step.removed).all(is_open), "{name} {number}: {text}");
                assert_eq!(step.placed.is_some(), step.removed.is_empty(), "{text}");
                position.apply(step);
                *met.entry(step.technique).or_default() += 1;
            }
            assert!(position.is_solved());
        }
    }
    // Jellyfish and hidden quads are rare.
    let rare =
        [Technique::Jellyfish, Technique::HiddenQuad, Technique::NakedQuad, Technique::Swordfish, Technique::Guess];
    let missing: Vec<_> = Technique::ALL.iter().filter(|t| !met.contains_key(t) && !rare.contains(t)).collect();
    assert!(missing.is_empty(), "{missing:?} {met:?}");
}

/// The houses of a variant are houses, and cells a move apart see each other.
#[test]
fn every_deduction_in_a_variant_agrees_with_the_solution() {
    let mut said = String::new();
    for (name, rules, n) in [("2x2", "x", 40), ("2x3", "x", 60), ("3x3", "windoku", 25), ("3x3", "anti-knight", 25)] {
        let rules: Vec<Rule> = rules.split(',').map(|rule| rule.parse().expect("a rule")).collect();
        let variant = Variant::new(shape(name), &rules).expect("a variant");
        let wanted = PuzzleSpec { grid: GridSource::Solver(variant.clone()), ..spec(shape(name), Pattern::Free) };
        for number in 0..n {
            let made = generate(&wanted, 3, number, &Limits::none()).expect("a puzzle");
            let mut position = Position::of(&variant, &made.puzzle).expect("small enough");
            let walk = walkthrough(&variant, &made.puzzle, &made.grid, &Limits::none()).expect("a way");
            for step in &walk.steps {
                let right = |c: &Candidate| made.grid.get(c.cell) == c.digit;
                assert!(step.placed.iter().all(right), "{name} {number}: {}", step.text);
                assert!(!step.removed.iter().any(right), "{name} {number}: {}", step.text);
                assert!(step.technique != Technique::UniqueRectangle, "digits could not be exchanged: {}", step.text);
                said += &step.text;
                position.apply(step);
            }
            assert!(position.is_solved());
        }
    }
    assert!(said.contains("the falling diagonal") && said.contains("window ") && !said.contains("extra house"));
}

/// Each technique by itself, on positions from which easier ones have not taken everything: it must be right wherever
/// it looks, not only where it is needed.
#[test]
fn every_technique_is_right_where_it_is_not_needed() {
    for number in 0..500 {
        let made = generate(&spec(Shape::NINE, Pattern::Free), 9, number, &Limits::none()).expect("a puzzle");
        for &technique in Technique::ALL {
            let Some(finder) = technique.finder() else { continue };
            let mut position = Position::new(&made.puzzle).expect("9x9");
            while let Some(step) = finder.find(&position) {
                let right = |c: &Candidate| made.grid.get(c.cell) == c.digit;
                assert!(step.placed.iter().all(right) && !step.removed.iter().any(right), "{number}: {}", step.text);
                position.apply(&step);
            }
        }
    }
}

/// Without the assumption of one solution, what is removed is in none of several solutions.
#[test]
fn without_the_assumption_every_solution_is_kept() {
    let mut rng = rng(5);
    let (mut n_puzzles, mut n_steps) = (0, 0);
    for _ in 0..400 {
        let grid = random_grid::<2>(shape("2x3"), &mut rng);
        let mut cells: Vec<Cell> = grid.shape().cells().collect();
        cells.shuffle(&mut rng);
        let puzzle = grid.puzzle::<2>(cells.into_iter().take(11).collect());
        if !matches!(classify::<2>(&puzzle), Uniqueness::Many(..)) {
            continue;
        }
        let solutions = SudokuSolver::<2>::new(grid.shape()).solutions(&puzzle, 500);
        let mut position = Position::new(&puzzle).expect("6x6");
        while let Some(step) = next_deduction(&position, false) {
            assert!(!step.technique.assumes_uniqueness());
            for solution in &solutions {
                let right = |c: &Candidate| solution.get(c.cell) == c.digit;
                assert!(step.placed.iter().all(right) && !step.removed.iter().any(right), "{}", step.text);
            }
            position.apply(&step);
            n_steps += 1;
        }
        assert!(!position.is_solved(), "several solutions cannot be told apart");
        n_puzzles += 1;
    }
    assert!(n_puzzles > 100 && n_steps > 500, "{n_puzzles} {n_steps}");
}

#[test]
fn a_rating_is_the_hardest_step_and_how_often_it_was_taken() {
    let grid = "1234341221434321";
    let solution = puzzle(shape("2x2"), grid).as_grid().expect("a grid");
    let plain = Variant::plain(shape("2x2"));
    let rated =
        |text: &str| walkthrough(&plain, &puzzle(plain.shape(), text), &solution, &Limits::none()).expect("a way");
    let done = rated(grid);
    assert_eq!((done.steps.len(), done.hardest(), done.score(), done.level()), (0, None, 0, SolvingLevel::Easy));
    let one = rated("123.341221434321");
    assert_eq!((one.hardest(), one.score()), (Some(Technique::FullHouse), 101));
    let four = rated("1..4.........32.");
    assert_eq!((four.level(), four.steps.len()), (SolvingLevel::Easy, 12));
    assert_eq!(four.counts().values().sum::<usize>(), 12);
    assert!((200..400).contains(&four.score()), "{}", four.score());
}

#[test]
fn a_stop_is_said_and_grids_that_are_too_large_are_refused() {
    let made = generate(&spec(Shape::NINE, Pattern::Free), 1, 0, &Limits::none()).expect("a puzzle");
    let stopped =
        walkthrough(&Variant::plain(Shape::NINE), &made.puzzle, &made.grid, &Limits::none().with_time(Duration::ZERO));
    assert!(matches!(stopped, Err(NoWalkthrough::Limit(_))), "{stopped:?}");
    let large = Position::new(&Puzzle::empty(shape("3x4")));
    assert!(large.is_err_and(|e| e.to_string().contains("11x11")));
}
