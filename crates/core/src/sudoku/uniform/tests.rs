use std::collections::BTreeMap;

use crate::base::{Limits, rng};
use crate::sudoku::{all_grids, minlex_grid, random_grid};

use super::*;

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn uniform(text: &str) -> UniformGrids {
    UniformGrids::new(shape(text)).expect("a shape that can be drawn")
}

/// Pearson's statistic in standard deviations above its mean, for many cells about normal.
fn excess(observed: &[u64], chances: &[f64]) -> f64 {
    let draws = observed.iter().sum::<u64>() as f64;
    let statistic: f64 = observed
        .iter()
        .zip(chances)
        .map(|(seen, chance)| (*seen as f64 - draws * chance).powi(2) / (draws * chance))
        .sum();
    let freedom = (observed.len() - 1) as f64;
    (statistic - freedom) / (2.0 * freedom).sqrt()
}

/// A fair source exceeds this in one of some 30,000 seeds; that of a test is fixed.
const FAIR: f64 = 4.0;

/// All ways to part the digits of `all` into sets of `size`, the order of the sets apart.
fn partitions(all: u16, size: u32) -> Vec<Vec<u16>> {
    if all == 0 {
        return vec![Vec::new()];
    }
    let lowest = all & all.wrapping_neg();
    let sets = (1..=all).filter(|set| set & !all == 0 && set & lowest != 0 && set.count_ones() == size);
    sets.flat_map(|set| {
        let rest = partitions(all & !set, size);
        rest.into_iter().map(move |sets| [vec![set], sets].concat())
    })
    .collect()
}

/// Calls `visit` with the numbers of bands of all columns that a band can have, and with how many have each; digits
/// have any names, and the columns of a stack and the stacks after the first may change places.
fn each_number(grids: UniformGrids, mut visit: impl FnMut(u64, u64)) {
    let partitions = partitions((1 << grids.n()) - 1, grids.rows as u32);
    let n_others = grids.rows - 1;
    let mut chosen = vec![0; n_others];
    loop {
        let sets: Vec<&[u16]> = [0].iter().chain(&chosen).map(|number| &partitions[*number][..]).collect();
        let columns = BandColumns::new(grids.rows, &sets.concat());
        let orders: u64 = chosen.chunk_by(|a, b| a == b).map(|same| factorial(same.len())).product();
        visit(columns.n_bands(), factorial(n_others) / orders);
        // The next numbers in ascending order.
        let Some(place) = chosen.iter().rposition(|number| number + 1 < partitions.len()) else { break };
        let next = chosen[place] + 1;
        chosen[place..].fill(next);
    }
}

fn factorial(k: usize) -> u64 {
    (1..=k as u64).product()
}

/// The bound of every draw, shown by trying all columns.
#[test]
fn bands_are_counted_as_others_counted_them_and_never_more_than_the_bound() {
    // With two bands both have the same columns, so all grids can be counted. The numbers are those of Wikipedia,
    // *Mathematics of Sudoku*, which names who found each. Of 9x9 there are 9! * 56 * 6^6 bands.
    for (text, known) in
        [("2x2", 288), ("3x2", 28_200_960), ("4x2", 29_136_487_207_403_520), ("3x3", 362_880 * 56 * 46_656)]
    {
        let grids = uniform(text);
        let (mut most, mut sum) = (0, 0);
        each_number(grids, |n_bands, times| {
            most = most.max(n_bands);
            sum += times * n_bands.pow(if grids.width == 2 { 2 } else { 1 });
        });
        assert_eq!(most, grids.most_bands(), "{text}");
        // What was left open: the sets of the first stack, and the order of the columns in each stack.
        let splits = partitions((1 << grids.n()) - 1, grids.rows as u32).len() as u64;
        assert_eq!(splits * factorial(grids.width).pow(grids.rows as u32) * sum, known, "{text}");
    }
}

#[test]
fn the_other_boxes_have_as_many_ways_as_is_said_and_each_is_another() {
    for (boxes, size, ways) in [(2, 3, 1), (3, 2, 10), (3, 3, 56)] {
        let spread = BandSpread::new(boxes, size);
        assert_eq!(spread.n_ways(), ways);
        let first: Sets = std::array::from_fn(|i| if i < boxes { ((1 << size) - 1) << (i * size) } else { 0 });
        let all = first.iter().fold(0, |all, set| all | set);
        let mut seen = BTreeMap::new();
        let random = &mut rng(5);
        for _ in 0..1000 {
            let sets = spread.draw(first, random);
            let union = |sets: &mut dyn Iterator<Item = u16>| sets.fold(0, |union, set| union | set);
            for (i, own) in sets.iter().enumerate().take(boxes) {
                assert!(own[..boxes].iter().all(|set| set.count_ones() == size as u32));
                assert_eq!(union(&mut own.iter().copied()), all);
                assert_eq!(union(&mut sets.iter().map(|sets| sets[i])), all);
            }
            *seen.entry(sets).or_insert(0_u64) += 1;
        }
        assert_eq!(seen.len(), ways);
    }
}

#[test]
fn all_288_grids_come_equally_often_and_the_solver_is_not_fair() {
    let grids = all_grids::<1>(shape("2x2"), 1000);
    let numbers: BTreeMap<Vec<Digit>, usize> =
        grids.iter().enumerate().map(|(number, grid)| (grid.digits().to_vec(), number)).collect();
    let chances = vec![1.0 / 288.0; 288];
    let excess_of = |draw: &mut dyn FnMut(&mut Rng) -> Grid| {
        let (mut observed, random) = (vec![0; 288], &mut rng(1));
        for _ in 0..100 * 288 {
            observed[numbers[draw(random).digits()]] += 1;
        }
        excess(&observed, &chances)
    };
    let fair = excess_of(&mut |random| uniform("2x2").draw(random));
    assert!(fair.abs() < FAIR, "{fair}");
    let solver = excess_of(&mut |random| random_grid::<1>(shape("2x2"), random));
    assert!(solver > FAIR, "{solver}");
}

#[test]
fn the_49_classes_of_6x6_come_as_often_as_they_have_grids() {
    // Rows, columns, and names of digits: 48 * 72 * 720.
    const IMAGES: u64 = 2_488_320;
    for (text, draws) in [("2x3", 20_000), ("3x2", 5_000)] {
        let excess_of = |draw: &mut dyn FnMut(&mut Rng) -> Grid| {
            let mut classes = BTreeMap::new();
            let random = &mut rng(6);
            for _ in 0..draws {
                let minlex = minlex_grid(&draw(random), &Limits::none()).expect("no limit");
                let class = classes.entry(minlex.form.digits().to_vec()).or_insert((0_u64, 0));
                class.0 = IMAGES / minlex.n_automorphisms;
                class.1 += 1;
            }
            // Classes that are too small for this test, seen or not, are put together.
            let (large, small): (Vec<_>, Vec<_>) = classes.into_values().partition(|class| class.0 > 50_000);
            let (n_large, n_small) = (large.iter().map(|c| c.0).sum::<u64>(), small.iter().map(|c| c.1).sum());
            let sizes = large.iter().map(|c| c.0).chain([28_200_960 - n_large]);
            let chances: Vec<f64> = sizes.map(|size| size as f64 / 28_200_960.0).collect();
            let observed: Vec<u64> = large.iter().map(|c| c.1).chain([n_small]).collect();
            excess(&observed, &chances)
        };
        let fair = excess_of(&mut |random| uniform(text).draw(random));
        assert!(fair.abs() < FAIR, "{text}: {fair}");
        let solver = excess_of(&mut |random| random_grid::<1>(shape(text), random));
        assert!(solver > FAIR, "{text}: {solver}");
    }
}

#[test]
fn every_shape_of_the_list_is_drawn_and_others_are_refused() {
    for text in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"] {
        let grid = |seed| uniform(text).draw(&mut rng(seed));
        assert_eq!(grid(1).shape(), shape(text));
        assert_eq!(grid(1), grid(1));
        assert_ne!(grid(1), grid(2));
    }
    for text in ["1x4", "2x5", "3x4", "4x3", "5x5"] {
        assert_eq!(UniformGrids::new(shape(text)), Err(NoUniformGrids(shape(text))));
    }
}
