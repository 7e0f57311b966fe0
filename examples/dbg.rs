use minclue::base::*;
use minclue::problem::*;
use minclue::search::{self, *};
use minclue::sudoku::*;
use minclue::unavoidable::*;
use std::collections::BTreeSet;
fn main() {
    for seed in [1u64, 3, 5, 2, 4] {
        let shape = if seed % 2 == 0 { Shape::new(2, 3) } else { Shape::new(3, 2) }.unwrap();
        let p = SudokuClues::<1>::new(random_grid::<1>(shape, &mut rng(seed)));
        for max in [4usize, 8, 10, 14] {
            let mut f = Family::new();
            Complete { max_size: max }.find(&p, &mut f, &Limits::none()).unwrap();
            for sym in [true, false] {
                let mut set = BTreeSet::new();
                let w = Wanted { n_clues: 8, puzzles: Puzzles::All, given: CellSet::EMPTY, forbidden: CellSet::EMPTY };
                let o = Options { symmetry: sym, ..Options::default() };
                let e = search::enumerate(&p, &f, &w, &o, &Limits::none(), &mut Silent, &mut |c| {
                    set.insert(c);
                });
                println!(
                    "seed {seed} max {max} sym {sym} group {}: {} nodes {}",
                    p.automorphisms(1000, &Limits::none()).order(),
                    set.len(),
                    e.counters.n_nodes
                );
            }
        }
    }
}
