//! Uniform grids have every class of bands as often as the catalog says.

use minclue_core::base::{Digit, Rng, rng};
use minclue_core::sudoku::{Grid, Shape, UniformGrids, random_grid};

use super::MinlexBand;

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

/// The chance of each class is exact: its bands, times the grids with such a band on top.
#[test]
fn the_416_classes_of_bands_come_as_often_as_they_have_grids() {
    const DRAWS: usize = 10_000;
    let weight = |band: MinlexBand| band.n_candidates() as f64 / band.n_automorphisms() as f64;
    let total: f64 = MinlexBand::all().map(weight).sum();
    // Classes of which fewer are expected are put together.
    let is_large = |band: MinlexBand| weight(band) / total * DRAWS as f64 > 5.0;
    let large: Vec<MinlexBand> = MinlexBand::all().filter(|band| is_large(*band)).collect();
    let mut chances: Vec<f64> = large.iter().map(|band| weight(*band) / total).collect();
    chances.push(1.0 - chances.iter().sum::<f64>());
    let excesses_of = |draw: &mut dyn FnMut(&mut Rng) -> Grid| {
        let random = &mut rng(9);
        // The first and the last band, and the last stack: each is drawn in another way.
        let mut observed = [(); 3].map(|()| vec![0; chances.len()]);
        for _ in 0..DRAWS {
            let grid = draw(random);
            let turned: Vec<Digit> = (0..81).map(|i| grid.digits()[i % 9 * 9 + i / 9]).collect();
            let turned = Grid::new(Shape::NINE, &turned).expect("a grid");
            let bands = [MinlexBand::of(&grid, 0), MinlexBand::of(&grid, 2), MinlexBand::of(&turned, 2)];
            for (observed, band) in observed.iter_mut().zip(bands) {
                observed[large.binary_search(&band).unwrap_or(large.len())] += 1;
            }
        }
        observed.map(|observed| excess(&observed, &chances))
    };
    let fair = excesses_of(&mut |random| UniformGrids::new(Shape::NINE).expect("9x9").draw(random));
    assert!(fair.iter().all(|excess| excess.abs() < FAIR), "{fair:?}");
    let solver = excesses_of(&mut |random| random_grid::<2>(Shape::NINE, random));
    assert!(solver.iter().any(|excess| *excess > FAIR), "{solver:?}");
}
