use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::base::Digit;
use crate::base::{Cell, Index as _, rng};
use crate::problem::NoObserver;
use crate::sudoku::{Grid, Shape, UniformGrids};
use crate::unavoidable::Family;
use rand::Rng as _;

use minclue_engine::{Engine as _, EnumerationQuery, Run, Start};
use minclue_native::{Native, SearchOptions};

use super::*;

fn uniform_grid(seed: u64) -> Grid {
    UniformGrids::new(Shape::NINE).expect("9x9").draw(&mut rng(seed))
}

/// The puzzles of one grid by its three pairs of bands, and by its three pairs of stacks, each alone.
fn by_regions(grid: &Grid, n_clues: usize) -> Vec<(TwoBands, BTreeSet<CellSet<2>>)> {
    let mut all = Vec::new();
    for is_turned in [false, true] {
        let at = |row: usize, column: usize| if is_turned { 9 * column + row } else { 9 * row + column };
        let side = if is_turned { grid.turned() } else { grid.clone() };
        for omitted in 0..3 {
            let bands = TwoBands::of(&side, omitted);
            let mut rows = [3 * omitted, 3 * omitted + 1, 3 * omitted + 2];
            rows.sort_by_key(|row| side.get(Shape::NINE.cell(*row, 0)));
            let third: ThirdBand =
                rows.map(|row| std::array::from_fn(|column| side.get(Shape::NINE.cell(row, column)).index() as u8));
            let query = RegionQuery { n_clues, instructions: Instructions::Best };
            let (thirds, mut found) = ([third], BTreeSet::new());
            let mut search = TwoBandsSearch::new(&bands, &thirds, query);
            let mut visit = |puzzle: RegionPuzzle| {
                let back = |cell: Cell| {
                    let (row, column) = (cell.get() / 9, cell.get() % 9);
                    let row = match row {
                        6.. => rows[row - 6],
                        _ if row < 3 * omitted => row,
                        _ => row + 3,
                    };
                    Cell::new(at(row, column))
                };
                found.insert(puzzle.clues.iter().map(back).collect());
            };
            search.run(&Limits::none(), &mut visit).expect("no limit");
            all.push((bands, found));
        }
    }
    all
}

/// All regions together have these puzzles, and each those that it is expected to find.
fn assert_found(grid: &Grid, n_clues: usize, puzzles: &BTreeSet<CellSet<2>>) {
    let by_regions = by_regions(grid, n_clues);
    let all: BTreeSet<CellSet<2>> = by_regions.iter().flat_map(|(_, found)| found).copied().collect();
    assert_eq!(&all, puzzles);
    for puzzle in puzzles {
        let expected = two_bands_that_find(grid, *puzzle);
        assert!(!expected.is_empty() && expected.len() < 6, "{}", expected.len());
        for bands in expected {
            let (_, found) = by_regions.iter().find(|(of, _)| *of == bands).expect("two bands of the grid");
            assert!(found.contains(puzzle));
        }
    }
}

/// The same by the native engine.
fn by_grid(grid: &Grid, n_clues: usize) -> BTreeSet<CellSet<2>> {
    let problem = SudokuClues::<2>::new(grid.clone());
    let mut family = Family::new();
    for set in displacements(&problem, CellSet::first_n(81), 12, &Limits::none()).sets {
        family.insert(set);
    }
    let (limits, mut silent, mut found) = (Limits::none(), NoObserver, BTreeSet::new());
    let engine = Native { options: SearchOptions::default() };
    let mut run = Run::new(&limits, &mut silent);
    let mut visit = |clues| {
        found.insert(clues);
        ControlFlow::Continue(())
    };
    let query = EnumerationQuery::all(n_clues);
    engine.enumerate(&problem, &Start::from(&family), &query, &mut run, &mut visit).expect("an enumeration");
    found
}

fn grid(text: &str) -> Grid {
    let digits: Vec<Digit> = text.bytes().map(|b| Digit::new(usize::from(b - b'0'))).collect();
    Grid::new(Shape::NINE, &digits).expect("a grid")
}

#[test]
fn a_grid_has_the_puzzles_of_its_regions() {
    assert_found(&uniform_grid(0), 16, &by_grid(&uniform_grid(0), 16));
}

#[test]
#[ignore = "long: all puzzles of a grid by six regions"]
fn the_grid_with_29_puzzles_has_them_by_its_regions_at_length() {
    let grid = grid("639241785284765193517983624123857946796432851458619237342178569861594372975326418");
    let puzzles = by_grid(&grid, 17);
    assert_eq!(puzzles.len(), 29);
    assert_found(&grid, 17, &puzzles);
}

/// The sets that a pair brings to every third band, against those of single grids.
#[test]
fn fields_have_the_sets_of_all_grids_with_a_pair() {
    const MAX: usize = 12;
    let bands = TwoBands::of(&uniform_grid(5), 1);
    let thirds = bands.third_bands();
    let problem = SudokuClues::<2>::new(bands.grid(&thirds[0]));
    let inside = displacements(&problem, CellSet::first_n(REGION), MAX, &Limits::none()).sets;
    let inside: Vec<u64> = inside.iter().map(|set| set.cells.words()[0]).collect();
    let mut pace = Limits::none().pace(PACE);
    let mut displacer = Displacer::new(bands.rows(), &inside, &mut pace);
    let mut fields = fields::pairs(&left(bands.rows()));
    for field in &mut fields {
        field.sets = displacer.sets(&field.places, MAX as u32).expect("no limit");
        field.sets.retain(|set| !inside.iter().any(|smaller| smaller & !set == 0));
    }
    for third in &thirds[..3] {
        let problem = SudokuClues::<2>::new(bands.grid(third));
        let last = problem.geometry().band(2);
        let all = displacements(&problem, problem.geometry().all(), MAX, &Limits::none()).sets;
        let wanted: BTreeSet<CellSet<2>> =
            all.iter().map(|set| set.cells).filter(|set| (*set & last).len() == 2).collect();
        let found: BTreeSet<CellSet<2>> = fields.iter().flat_map(|field| field.of(third)).collect();
        assert!(wanted.len() > 20);
        assert_eq!(found, wanted);
    }
}

/// A set belongs to a third band if and only if it is unavoidable there.
#[test]
fn sets_belong_to_the_third_bands_that_part_them_alike() {
    let bands = TwoBands::of(&uniform_grid(7), 0);
    let (thirds, left) = (bands.third_bands(), left(bands.rows()));
    let slots: Vec<Slots> = thirds.iter().map(|third| Slots::new(&left, third)).collect();
    let mut family = SharedFamily::default();
    let problem = SudokuClues::<2>::new(bands.grid(&thirds[0]));
    for set in displacements(&problem, problem.geometry().all(), 11, &Limits::none()).sets {
        assert!(family.insert(&slots[0], set.cells));
        assert!(!family.insert(&slots[0], set.cells));
    }
    let mut n_elsewhere = 0;
    for (slots, third) in slots.iter().zip(&thirds).skip(1) {
        let problem = SudokuClues::<2>::new(bands.grid(third));
        let all = displacements(&problem, problem.geometry().all(), 11, &Limits::none()).sets;
        let all: BTreeSet<CellSet<2>> = all.iter().map(|set| set.cells).collect();
        for set in family.of(slots, 0) {
            assert!(all.contains(&set));
            n_elsewhere += 1;
        }
    }
    assert!(n_elsewhere > 100);
}

/// What a walk is given of a set holds in every third band with these cells in one row, and it is given nothing of
/// others.
#[test]
fn walks_are_told_what_third_bands_share() {
    let bands = TwoBands::of(&uniform_grid(7), 0);
    let (thirds, left) = (bands.third_bands(), left(bands.rows()));
    let of_grid = |third: &ThirdBand| -> BTreeSet<CellSet<2>> {
        let problem = SudokuClues::<2>::new(bands.grid(third));
        let found = displacements(&problem, problem.geometry().all(), 12, &Limits::none());
        found.sets.iter().map(|set| set.cells).collect()
    };
    let (slots, all) = (Slots::new(&left, &thirds[0]), of_grid(&thirds[0]));
    let mut family = SharedFamily::default();
    for set in &all {
        family.insert(&slots, *set);
    }
    let told: Vec<WalkSet> = family.untold().collect();
    let group_of = |cell: Cell| (cell.get() / 9, cell.get() % 9 / 3);
    let in_a_group = |set: &CellSet<2>| {
        let groups: BTreeSet<_> = set.iter().filter(|cell| cell.get() >= REGION).map(group_of).collect();
        groups.len() < 2
    };
    assert_eq!(told.len(), all.iter().filter(|set| in_a_group(set)).count());
    assert_eq!(family.untold().count(), 0);
    // The columns and digits of each lane.
    let mut places = std::collections::BTreeMap::new();
    for (square, a, b, c) in (0..81).map(|i| (i / 27, i / 9 % 3, i / 3 % 3, i % 3)) {
        let groups = [vec![(0, a), (1, b)], vec![(0, a), (2, c)], vec![(1, b), (2, c)], vec![(0, a), (1, b), (2, c)]];
        for cells in groups {
            let lane = fields::lane(square, &cells).expect("two or three cells");
            let of_lane: Vec<_> =
                cells.iter().map(|(x, place)| (3 * square + x, left[3 * square + x][*place])).collect();
            assert_eq!(places.entry(lane).or_insert_with(|| of_lane.clone()), &of_lane);
        }
    }
    assert_eq!((places.len(), fields::lane(0, &[(0, 0)])), (162, None));
    let mut n_shared = 0;
    for third in &thirds[..8] {
        let all = of_grid(third);
        for set in &told {
            let cells = set.lane.map(|lane| places[&lane].iter().map(|(column, digit)| (*column, *digit)));
            let below: CellSet<2> = cells
                .into_iter()
                .flatten()
                .filter_map(|(column, digit)| bands::cell_below(third, column as u8, digit))
                .collect();
            let whole = CellSet::from_words([set.inside, 0]) | below;
            if in_a_group(&whole) {
                assert!(all.contains(&whole));
                n_shared += 1;
            }
        }
    }
    assert!(n_shared > told.len());
}

/// What the sieve and the search of a third band find, and the native search of their rest, against the native search
/// of everything.
#[test]
fn clue_sets_are_finished_as_by_the_native_search() {
    let mut rng = rng(3);
    let (mut n_found, mut n_cases) = (0, [0; 2]);
    for seed in 0..4 {
        let problem = SudokuClues::<2>::new(uniform_grid(seed));
        let sets: Vec<CellSet<2>> = displacements(&problem, CellSet::first_n(81), 10, &Limits::none())
            .sets
            .iter()
            .map(|set| set.cells)
            .filter(|set| !set.is_subset(&CellSet::first_n(REGION)))
            .collect();
        for (size, left) in [(20, 5), (22, 5), (18, 6), (20, 6), (16, 7), (18, 7)] {
            let n_clues = size + left;
            let mut some = |_| {
                let mut clues = 0u64;
                while clues.count_ones() < size as u32 {
                    clues |= 1 << rng.random_range(0..REGION);
                }
                clues
            };
            let clues: Vec<u64> = (0..600).map(&mut some).collect::<BTreeSet<u64>>().into_iter().collect();
            let query = FinishQuery {
                n_clues,
                region: REGION,
                parts: stacks(),
                most: 9,
                least: 0,
                balanced_from: u32::MAX,
                instructions: Instructions::Best,
            };
            let native = |clues: &[u64]| {
                let mut found = Vec::new();
                let mut finisher =
                    Finisher::new(&problem, sets.iter().copied(), query, &Limits::none()).expect("three bands");
                let mut pace = Limits::none().pace(PACE);
                finisher.finish(clues, &mut pace, &mut |clues| found.push(clues)).expect("no limit");
                found
            };
            let mut exact = Exact::new(&problem, n_clues as u32);
            sets.iter().for_each(|set| exact.insert(*set));
            let sort = Sort { left: left as u32, is_balanced: false };
            exact.finish(Instructions::Best.arch(), &clues, sort, &mut Limits::none().pace(PACE)).expect("no limit");
            n_cases[0] += exact.found.len();
            n_cases[1] += exact.rest.len();
            let mut found = exact.found.clone();
            found.extend(native(&exact.rest));
            found.sort_unstable();
            let mut wanted = native(&clues);
            wanted.sort_unstable();
            assert_eq!(found, wanted);
            n_found += wanted.len();
        }
    }
    assert!(n_found > 50 && n_cases.iter().all(|n| *n > 50), "{n_found}, {n_cases:?}");
}

/// What is answered and counted does not depend on the instructions.
#[test]
fn all_instructions_count_alike() {
    let bands = TwoBands::of(&uniform_grid(1), 2);
    let thirds = bands.third_bands();
    let all = [Instructions::Best, Instructions::Avx2, Instructions::Portable].map(|instructions| {
        let mut search = TwoBandsSearch::new(&bands, &thirds[..5], RegionQuery { n_clues: 16, instructions });
        search.run(&Limits::none(), &mut |_| ()).expect("no limit");
        RegionCounts { seconds: RegionSeconds::default(), ..*search.counts() }
    });
    assert!(all[0].walk.n_survivors > 0);
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}
