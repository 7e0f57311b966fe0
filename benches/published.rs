//! The published searches on grids that the project generates, at a number of clues that takes each a fraction of a
//! second, so that two states of the code can be compared. `results/published-searches/` has those of the papers' size.

use criterion::{Criterion, criterion_group, criterion_main};

use minclue_core::base::{CellSet, Limits, rng};
use minclue_core::problem::{ClueProblem, SudokuClues};
use minclue_core::sudoku::{Shape, random_grid};
use minclue_core::unavoidable::{Complete, Family, Source};
use minclue_engines::published::{HittingSetQuery, Published, Tally, hitting_sets};

/// The sets of a grid, and all of its cells.
fn sets(seed: u64) -> (Vec<CellSet<2>>, CellSet<2>) {
    let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(seed)));
    let mut family = Family::new();
    Complete { max_size: 12 }.find(&problem, &mut family, &Limits::none()).expect("no tool to fail");
    (family.sets().iter().map(|set| set.cells).collect(), problem.cells())
}

/// All hitting sets, without an oracle.
fn searches(c: &mut Criterion) {
    for (text, n_cells) in [("v1", 11), ("v2", 11), ("v3", 14), ("v4", 14), ("v5", 14), ("checker2012", 14)] {
        let mut group = c.benchmark_group(format!("{text}, {n_cells} clues"));
        group.sample_size(10);
        let settings: Published = text.parse().expect("a published search");
        for seed in [1, 6] {
            let (sets, open) = sets(seed);
            let wanted = HittingSetQuery { n_cells, given: CellSet::EMPTY, open, n_unhit: 0 };
            group.bench_function(format!("seed {seed}"), |b| {
                b.iter(|| {
                    let mut tally = Tally::default();
                    let end = hitting_sets(&sets, &wanted, &settings, &Limits::none(), &mut tally, &mut |_| Ok(()));
                    assert_eq!(end, Ok(()));
                    tally.n_nodes
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
