use std::collections::{BTreeMap, BTreeSet};

use rand::Rng as _;

use crate::base::{CellSet, Limits, rng};
use crate::problem::{ClueProblem as _, SudokuClues};
use crate::sudoku::{Geometry, Minlex, Puzzle, SudokuSolver, UniformGrids, minlex_grid};

use super::*;

/// Names of nine digits.
const NAMES: u128 = 362_880;
/// Orders of rows in a band, of stacks, of columns in the stacks, and names of digits.
const BAND_IMAGES: u128 = 6 * 6 * 216 * NAMES;
/// Orders of the two other bands, and of the rows in them.
const ORDERS: u64 = 72;

fn band(number: usize) -> MinlexBand {
    MinlexBand::new(number).expect("a band")
}

fn chunk(text: &str) -> CatalogChunk {
    text.parse().expect("a chunk")
}

fn minlex(grid: &Grid) -> Minlex<Grid> {
    minlex_grid(grid, &Limits::none()).expect("no limit")
}

fn uniform_grid(seed: u64) -> Grid {
    UniformGrids::new(Shape::NINE).expect("9x9").draw(&mut rng(seed))
}

#[test]
fn bands_have_as_many_images_and_completions_as_others_counted() {
    let (mut n_bands, mut n_grids) = (0, 0);
    for band in MinlexBand::all() {
        let images = BAND_IMAGES / u128::from(band.n_automorphisms());
        n_bands += images;
        n_grids += images * u128::from(band.n_candidates() * ORDERS);
    }
    // Both in *Mathematics of Sudoku I* (2006).
    assert_eq!(n_bands, 362_880 * 56 * 46_656);
    assert_eq!(n_grids, 6_670_903_752_021_072_936_960);
}

#[test]
fn bands_are_in_order_and_are_found_in_grids() {
    let bands: Vec<_> = MinlexBand::all().collect();
    assert!(bands.is_sorted_by(|a, b| a.digits() < b.digits()));
    assert_eq!((bands.len(), bands[0].number(), bands[415].number()), (416, 1, 416));
    let first = bands[0].digits().map(|digit| char::from(b'0' + digit.value() as u8));
    assert_eq!(first.iter().collect::<String>(), "123456789456789123789123456");
    for seed in 0..200 {
        let form = minlex(&uniform_grid(seed)).form;
        let first = MinlexBand::of(&form, 0);
        assert_eq!(form.digits()[..27], first.digits());
        assert!((1..3).all(|other| first <= MinlexBand::of(&form, other)));
    }
}

#[test]
fn a_band_has_as_many_prefixes_as_are_counted_in_ascending_order() {
    for number in [1, 29, 416] {
        let mut second_bands = SecondBands::new(band(number).rows());
        let (mut n, mut last) = (0, None);
        while second_bands.advance() {
            let rows = second_bands.rows();
            assert!(last.is_none_or(|last| last < rows));
            last = Some(rows);
            n += 1;
        }
        assert_eq!(n, band(number).n_prefixes(), "band {number}");
        assert!(!second_bands.advance());
    }
}

/// All grids with a prefix whose last rows are in the order of their first digits, ascending, by the solver.
fn completions(band: MinlexBand, prefix: u64) -> Vec<Grid> {
    let mut second_bands = SecondBands::new(band.rows());
    (0..=prefix).for_each(|_| assert!(second_bands.advance()));
    let rows = [*band.rows(), second_bands.rows()].concat();
    let mut cells: Vec<_> = rows.as_flattened().iter().map(|d| Some(Digit::from_index(usize::from(*d)))).collect();
    cells.resize(81, None);
    let puzzle = Puzzle::new(Shape::NINE, cells).expect("no clash");
    let mut grids = SudokuSolver::<2>::new(Shape::NINE).solutions(&puzzle, usize::MAX);
    grids.retain(|grid| [54, 63, 72].map(|cell| grid.digits()[cell]).is_sorted());
    grids.sort_unstable_by(|a, b| a.digits().cmp(b.digits()));
    grids
}

/// The full form, by the search that knows nothing of bands, decides the same.
#[test]
fn a_completion_is_in_the_catalog_if_and_only_if_it_is_its_own_form() {
    completions_are_their_own_forms(3);
}

#[test]
#[ignore = "long: more prefixes"]
fn a_completion_is_in_the_catalog_if_and_only_if_it_is_its_own_form_at_length() {
    completions_are_their_own_forms(10);
}

fn completions_are_their_own_forms(n_prefixes: usize) {
    let random = &mut rng(3);
    let (mut n_taken, mut n_refused) = (0, 0);
    for number in [1, 2, 17, 40, 100, 250, 416] {
        let band = band(number);
        for _ in 0..n_prefixes {
            let from = random.random_range(0..band.n_prefixes());
            let chunk = CatalogChunk::new(band, from, from + 1).expect("a chunk");
            let found = CatalogPrefixes::new(chunk).next().expect("a prefix");
            assert_eq!(found.number, from);
            let mut expected = Vec::new();
            for grid in completions(band, from) {
                let minlex = minlex(&grid);
                if minlex.form == grid {
                    expected.push((grid, minlex.n_automorphisms));
                } else {
                    n_refused += 1;
                }
            }
            n_taken += expected.len();
            assert!(expected.is_sorted_by(|a, b| a.0.digits() < b.0.digits()));
            let found: Vec<_> = found.grids.iter().map(|found| (found.grid(), found.n_automorphisms)).collect();
            assert_eq!(found, expected, "band {number}, prefix {from}");
        }
    }
    assert!(n_taken > 10 * n_prefixes && n_refused > 10 * n_prefixes, "{n_taken} {n_refused}");
}

#[test]
fn the_form_of_any_grid_is_in_the_catalog() {
    for seed in [1, 2] {
        let Minlex { form, n_automorphisms, .. } = minlex(&uniform_grid(seed));
        let band = MinlexBand::of(&form, 0);
        let mut second_bands = SecondBands::new(band.rows());
        let wanted: Vec<u8> = form.digits()[27..54].iter().map(|digit| digit.index() as u8).collect();
        let mut number = 0;
        while second_bands.advance() && second_bands.rows().as_flattened() != wanted {
            number += 1;
        }
        let chunk = CatalogChunk::new(band, number, number + 1).expect("a chunk");
        let grids: Vec<CatalogGrid> = CatalogPrefixes::new(chunk).flat_map(|prefix| prefix.grids).collect();
        let found = grids.iter().find(|grid| grid.grid() == form).expect("the form");
        assert_eq!(found.n_automorphisms, n_automorphisms);
    }
}

#[test]
fn a_chunk_has_what_its_parts_have() {
    let whole = chunk("17.2000.2100");
    let prefixes: Vec<CatalogPrefix> = CatalogPrefixes::new(whole.clone()).collect();
    assert!(prefixes.iter().map(|prefix| prefix.number).eq(2000..2100));
    assert!(prefixes.iter().any(|prefix| !prefix.grids.is_empty()));
    let parts: Vec<CatalogChunk> = whole.split(30).collect();
    assert_eq!(
        parts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["17.2000.2030", "17.2030.2060", "17.2060.2090", "17.2090.2100"]
    );
    assert_eq!(parts.into_iter().flat_map(CatalogPrefixes::new).collect::<Vec<_>>(), prefixes);
    assert_eq!(CatalogPrefixes::new(chunk("17.2000.2000")).next(), None);
}

#[test]
fn chunks_have_names() {
    assert_eq!(chunk("17.5.1000").to_string(), "17.5.1000");
    assert_eq!(chunk("416").prefixes(), 0..band(416).n_prefixes());
    assert_eq!(chunk("1.7.7").prefixes(), 7..7);
    let refused = |text: &str| text.parse::<CatalogChunk>().expect_err("no chunk");
    for text in ["", "17.", "17.1", "17.1.2.3", "a", "17.-1.4"] {
        assert_eq!(refused(text), ChunkTextError::Syntax(text.to_owned()));
    }
    assert_eq!(refused("417"), ChunkTextError::Band("417".to_owned()));
    assert_eq!(refused("0.1.2"), ChunkTextError::Band("0".to_owned()));
    let n_prefixes = band(3).n_prefixes();
    for (from, to) in [(2, 1), (0, n_prefixes + 1)] {
        assert_eq!(refused(&format!("3.{from}.{to}")), ChunkTextError::Range { band: band(3), n_prefixes, from, to });
    }
}

#[test]
fn small_shapes_have_as_many_classes_and_grids_as_others_counted() {
    // Symmetries of the shape and names of digits.
    for (text, n_classes, images, n_grids) in [
        ("2x2", 2, 2 * 8 * 8 * 24, 288),
        ("2x3", 49, 48 * 72 * 720, 28_200_960),
        ("3x2", 49, 48 * 72 * 720, 28_200_960),
    ] {
        let catalog = small_catalog(text.parse().expect("a shape")).expect("a small shape");
        assert_eq!(catalog.len(), n_classes, "{text}");
        assert!(catalog.is_sorted_by(|a, b| a.form.digits() < b.form.digits()));
        assert_eq!(catalog.iter().map(|class| images / class.n_automorphisms).sum::<u64>(), n_grids, "{text}");
    }
    for text in ["1x4", "2x4", "3x3"] {
        assert_eq!(small_catalog(text.parse().expect("a shape")), None);
    }
}

/// What a complete band must weigh: all classes that have the first band have it as their smallest one, and a class is
/// made of a band's completions in as many ways as the band has automorphisms, for each place where it stands, divided
/// by its own automorphisms.
#[test]
#[ignore = "a hundred million completions"]
fn the_first_band_is_complete() {
    let band = band(1);
    let mut weight = 0;
    for grid in CatalogPrefixes::new(CatalogChunk::whole(band)).flat_map(|prefix| prefix.grids) {
        let turned: Vec<Digit> = (0..81).map(|i| Digit::from_index(usize::from(grid.rows[i % 9][i / 9]))).collect();
        let turned = Grid::new(Shape::NINE, &turned).expect("a grid");
        let grid = (grid.grid(), grid.n_automorphisms);
        let n_places =
            [&grid.0, &turned].map(|g| (0..3).filter(|i| MinlexBand::of(g, *i) == band).count()).iter().sum::<usize>();
        // In parts that all numbers of automorphisms divide.
        weight += PARTS / grid.1 * n_places as u64;
    }
    assert_eq!(weight * band.n_automorphisms(), band.n_candidates() * PARTS);
}

/// Every number of automorphisms that a 9x9 grid has divides it.
const PARTS: u64 = 648 * 4;

/// One prefix at random of each thousand neighbors, in all bands: the grids below these say how many there are.
#[test]
#[ignore = "a billion prefixes"]
fn a_sample_of_prefixes_says_how_many_grids_there_are() {
    const BLOCK: u64 = 1000;
    let random = &mut rng(12);
    let (mut estimate, mut variance) = (0.0, 0.0);
    for band in MinlexBand::all() {
        let own_forms = OwnForms::new(band);
        let third_bands = ThirdBands::new(band);
        let mut second_bands = SecondBands::new(band.rows());
        let (mut last, mut from, n_prefixes) = (None, 0, band.n_prefixes());
        while from < n_prefixes {
            let size = BLOCK.min(n_prefixes - from);
            let chosen = random.random_range(0..size);
            let mut n_grids = 0;
            for i in 0..size {
                assert!(second_bands.advance());
                if i == chosen {
                    n_grids = grids_below(&own_forms, &third_bands, &second_bands, band).len();
                }
            }
            let weighted = n_grids as f64 * size as f64;
            estimate += weighted;
            // Blocks that follow each other differ by chance, and by what they are: so this is too large, if anything.
            variance += last.map_or(0.0, |last: f64| (weighted - last).powi(2) / 2.0);
            (last, from) = (Some(weighted), from + size);
        }
    }
    // E. Russell and F. Jarvis, *Mathematics of Sudoku II* (2006).
    let known = 5_472_730_538.0;
    let error = variance.sqrt();
    let said = format!("{estimate:.0} with a standard error of {error:.0}");
    assert!((estimate - known).abs() < 4.0 * error, "{said}");
    assert!(error < 0.005 * known, "{said}");
}

fn regions(text: &str) -> Vec<CatalogRegion> {
    CatalogRegions::new(text.parse().expect("a chunk")).collect()
}

/// A class of regions with as many symmetries takes this many second bands of its first band, if that has `n` of its
/// own: one for each way to put it there.
fn n_second_bands_of(region: &CatalogRegion, first: MinlexBand) -> u64 {
    let second = MinlexBand::of(&region.bands.grid(&region.bands.third_bands()[0]), 1);
    let ways = if second == first { 2 } else { 1 };
    ways * first.n_automorphisms() / region.n_automorphisms
}

/// Orbits: every second band is one of a region, or has a class that comes before.
#[test]
fn regions_and_their_images_are_all_second_bands() {
    for number in [413, 415, 416] {
        let first = band(number);
        let mut second_bands = SecondBands::all(first.rows());
        let (mut n_before, mut n) = (0, 0);
        while second_bands.advance() {
            n += 1;
            n_before += u64::from(band::Bands::get().class(&second_bands.rows()) < first.index());
        }
        assert_eq!(n, first.n_second_bands(), "band {number}");
        let of_regions: u64 = regions(&number.to_string()).iter().map(|region| n_second_bands_of(region, first)).sum();
        assert_eq!(of_regions + n_before, n, "band {number}");
    }
}

/// The regions of a grid whose classes are all among those from `first` on, each with its symmetries.
#[test]
fn grids_counted_by_their_regions_are_those_of_the_catalog() {
    grids_counted_from(414);
}

#[test]
#[ignore = "long: more bands"]
fn grids_counted_by_their_regions_are_those_of_the_catalog_at_length() {
    grids_counted_from(410);
}

fn grids_counted_from(first: usize) {
    let by_grids: u64 = (first..=416)
        .map(|number| {
            let chunk = CatalogChunk::whole(band(number));
            CatalogPrefixes::new(chunk).map(|prefix| prefix.grids.len() as u64).sum::<u64>()
        })
        .sum();
    // A grid has six regions. An image of one with a third band below stands for as many of the six as the symmetries
    // of the grid make of it: those of the grid by those that keep the third band.
    let mut sixths = 0.0;
    for number in first..=416 {
        for region in regions(&number.to_string()) {
            for third in region.bands.third_bands() {
                let grid = region.bands.grid(&third);
                let turned: Vec<_> = (0..81).map(|i| grid.digits()[9 * (i % 9) + i / 9]).collect();
                let turned = Grid::new(Shape::NINE, &turned).expect("a grid");
                let classes = [&grid, &turned].into_iter().flat_map(|grid| (0..3).map(|b| MinlexBand::of(grid, b)));
                if classes.into_iter().all(|class| class.number() >= first) {
                    // Third bands that symmetries of the region make of each other are one: each counts for its part.
                    let n = minlex(&grid).n_automorphisms;
                    sixths += n as f64 / region.n_automorphisms as f64;
                }
            }
        }
    }
    assert!((sixths / 6.0 - by_grids as f64).abs() < 1e-6, "{sixths} sixths, {by_grids} grids");
}

#[test]
fn two_bands_and_their_third_bands_make_grids() {
    let grid = uniform_grid(3);
    for omitted in 0..3 {
        let bands = TwoBands::of(&grid, omitted);
        let thirds = bands.third_bands();
        assert!(thirds.is_sorted());
        let forms: Vec<_> = thirds.iter().map(|third| minlex(&bands.grid(third)).form).collect();
        assert!(forms.contains(&minlex(&grid).form));
    }
}

/// The regions of a grid are those of all symmetric ones, in other order, and are found where they are said to be.
#[test]
fn regions_of_a_grid_are_those_of_its_images() {
    let regions_of = |grid: &Grid| {
        let turned: Vec<_> = (0..81).map(|i| grid.digits()[9 * (i % 9) + i / 9]).collect();
        let turned = Grid::new(Shape::NINE, &turned).expect("a grid");
        let both = [grid, &turned];
        let mut all: Vec<_> = both
            .iter()
            .flat_map(|side| (0..3).map(|omitted| CatalogRegion::of(&TwoBands::of(side, omitted))))
            .map(|(region, chunk)| (chunk.to_string(), region))
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    };
    for seed in 0..2 {
        let grid = uniform_grid(seed);
        let found = regions_of(&grid);
        assert_eq!(found, regions_of(&minlex(&grid).form));
        for (chunk, region) in &found {
            assert_eq!(regions(chunk), std::slice::from_ref(region));
            let forms: Vec<_> =
                region.bands.third_bands().iter().map(|third| minlex(&region.bands.grid(third)).form).collect();
            assert!(forms.contains(&minlex(&grid).form), "{chunk}");
        }
    }
}

/// Counting goes through the same regions as listing them, and knows their third bands without writing them.
#[test]
fn regions_are_counted_as_they_are_listed() {
    let mut counter = RegionCounter::default();
    let mut all = RegionTotals::default();
    // Two parts that follow each other, one before them, and another band.
    for text in ["17.40.1000", "17.1000.1500", "17.0.40", "412.0.200000"] {
        let part: RegionChunk = text.parse().expect("a part");
        let (totals, stop) = counter.count(&part, &Limits::none());
        let mut expected: BTreeMap<u64, RegionGroup> = BTreeMap::new();
        for region in regions(text) {
            let thirds = region.bands.third_bands();
            let n_classes = region.n_classes(&thirds);
            *expected.entry(region.n_automorphisms).or_default() +=
                RegionGroup { n_regions: 1, n_thirds: thirds.len() as u64, n_classes };
        }
        assert_eq!((totals.groups.clone(), stop), (expected, None), "{text}");
        let range = part.second_bands();
        assert_eq!(totals.n_second_bands, range.end - range.start);
        all += &totals;
    }
    assert!(all.groups.len() > 1 && all.sum().n_classes < all.sum().n_thirds, "{all:?}");
    assert_eq!(MinlexBand::all().map(MinlexBand::n_second_bands).sum::<u64>(), N_SECOND_BANDS);
}

/// Orbits again, by counting: what a band has for its images and for earlier bands is all.
#[test]
fn images_and_earlier_second_bands_are_all() {
    for number in [404, 413, 416] {
        let first = band(number);
        let (totals, _) = RegionCounter::default().count(&RegionChunk::whole(first), &Limits::none());
        assert_eq!(totals.n_earlier + totals.n_images, first.n_second_bands(), "band {number}");
    }
}

/// A class of a region and a third band is a grid with one of its six bands and stacks marked. So the classes are as many
/// as the orbits of these six under the automorphisms of each grid, which nothing of regions is needed for.
#[test]
fn classes_of_third_bands_are_grids_with_a_marked_band() {
    const FIRST: usize = 414;
    let geometry = Geometry::<2>::new(Shape::NINE);
    let six: Vec<CellSet<2>> = (0..3).flat_map(|i| [geometry.band(i), geometry.stack(i)]).collect();
    let mut n_marked = 0;
    for grid in
        (FIRST..=416).flat_map(|number| CatalogPrefixes::new(CatalogChunk::whole(band(number)))).flat_map(|p| p.grids)
    {
        let symmetries = SudokuClues::<2>::new(grid.grid()).automorphisms(usize::MAX, &Limits::none());
        let first_image = |marked: CellSet<2>| {
            let images = symmetries.elements().iter().map(|symmetry| symmetry.apply_set(marked));
            images.chain([marked]).min().expect("itself")
        };
        n_marked += six.iter().map(|marked| first_image(*marked)).collect::<BTreeSet<_>>().len() as u64;
    }
    let is_late = |grid: &Grid| {
        let sides = [grid.clone(), grid.turned()];
        sides.iter().all(|side| (0..3).all(|i| MinlexBand::of(side, i).number() >= FIRST))
    };
    let mut n_classes = 0;
    for region in (FIRST..=416).flat_map(|number| regions(&number.to_string())) {
        let thirds = region.bands.third_bands();
        let late: Vec<_> = thirds.into_iter().filter(|third| is_late(&region.bands.grid(third))).collect();
        n_classes += region.n_classes(&late);
    }
    assert_eq!(n_classes, n_marked);
}
