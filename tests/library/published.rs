//! The published searches against the reference, against each other and against what the papers say.

use minclue_core::base::{Cell, CellSet, Index, Limits, Rng, Stop, rng};
use minclue_core::hitting::reference;
use minclue_engines::published::{HittingSetQuery, Interrupted, Published, Tally, hitting_sets};
use rand::Rng as _;

/// Every search, and settings that change what it does on small hypergraphs.
const SEARCHES: [&str; 20] = [
    "checker2006",
    "checker2006/form=clique",
    "checker2006/sets=5/order=overlap",
    "checker2006/form=clique/order=search",
    "dmus-basic",
    "dmus-basic/sets=7/order=found",
    "dmus/shrink=first",
    "dmus/shrink=up",
    "dmus/shrink=down",
    "dmus/shrink=up-down",
    "dmus/shrink=up-twice",
    "dmus/shrink=fixpoint",
    "v4",
    "v5/sets=9",
    "checker2012",
    "checker2012/sets=20:2:3/pairs=30:0:3:5/triples=30:0:2:4/quadruples=9/quintuples=0/effective=3:2",
    "checker2012/sets=12:3:12/pairs=5:1:1:1/triples=3:2:1:1/effective=0:0",
    "checker2012/sets=64:1:2/effective=9:5/order=search",
    "checker2012/shrink=fixpoint",
    "checker2012/sets=20:2:3/pairs=30:0:3:5/quintuples=0/effective=3:2/shrink=down",
];

fn search(text: &str) -> Published {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// All that is found, sorted; and that nothing is found twice.
fn found<const W: usize>(sets: &[CellSet<W>], wanted: &HittingSetQuery<W>, settings: &Published) -> Vec<CellSet<W>> {
    let (mut all, mut tally) = (Vec::new(), Tally::default());
    let end = hitting_sets(sets, wanted, settings, &Limits::none(), &mut tally, &mut |cells| {
        all.push(cells);
        Ok(())
    });
    assert_eq!(end, Ok(()));
    assert_eq!(tally.n_nodes, tally.levels.iter().map(|level| level.n_nodes).sum::<u64>());
    assert!(tally.n_candidates >= all.len() as u64);
    all.sort();
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{settings} finds one twice");
    all
}

/// Sets of 1 to `largest` of `n_cells` cells, none with another one inside.
fn hypergraph(n_cells: usize, n_sets: usize, largest: usize, rng: &mut Rng) -> Vec<CellSet<1>> {
    let mut sets: Vec<CellSet<1>> = Vec::new();
    for _ in 0..n_sets {
        let size = rng.random_range(1..=largest);
        let set: CellSet<1> = (0..size).map(|_| Cell::new(rng.random_range(0..n_cells))).collect();
        if !sets.iter().any(|other| other.is_subset(&set)) {
            sets.retain(|other| !set.is_subset(other));
            sets.push(set);
        }
    }
    sets
}

fn all_cells(n: usize) -> CellSet<1> {
    CellSet::first_n(n)
}

#[test]
fn a_hundred_random_hypergraphs_agree_with_the_reference() {
    let mut rng = rng(6);
    let mut n_found = 0;
    for i in 0..100 {
        let n_cells = rng.random_range(4..=14);
        let n_sets = rng.random_range(0..=40);
        let sets = hypergraph(n_cells, n_sets, 2 + i % 6, &mut rng);
        for k in 0..=n_cells {
            let expected = reference::all_of_size(&sets, all_cells(n_cells), k);
            n_found += expected.len();
            let wanted = HittingSetQuery { n_cells: k, given: CellSet::EMPTY, open: all_cells(n_cells), n_unhit: 0 };
            for text in SEARCHES {
                assert_eq!(found(&sets, &wanted, &search(text)), expected, "{text}, k = {k}, {sets:?}");
            }
        }
    }
    assert!(n_found > 2_000, "{n_found} hitting sets are too few for a test");
}

#[test]
fn given_and_forbidden_cells_and_sets_that_may_stay_unhit() {
    let mut rng = rng(7);
    let mut n_found = 0;
    for i in 0..60 {
        let n_cells = rng.random_range(6..=12);
        let sets = hypergraph(n_cells, 25, 2 + i % 5, &mut rng);
        let subset = |rng: &mut Rng| -> CellSet<1> {
            (0..n_cells).filter(|_| rng.random_range(0..5) == 0).map(Cell::new).collect()
        };
        let (given, forbidden) = (subset(&mut rng), subset(&mut rng));
        let open = all_cells(n_cells) - forbidden;
        let n_unhit = i % 4;
        for k in 0..=n_cells {
            let mut expected = reference::all_of_size::<1>(&[], all_cells(n_cells), k);
            expected.retain(|cells| {
                let unhit = sets.iter().filter(|set| !set.intersects(cells)).count();
                given.is_subset(cells) && (*cells - given).is_subset(&open) && unhit <= n_unhit
            });
            n_found += expected.len();
            let wanted = HittingSetQuery { n_cells: k, given, open, n_unhit };
            for text in SEARCHES {
                assert_eq!(found(&sets, &wanted, &search(text)), expected, "{text}, {wanted:?}, {sets:?}");
            }
        }
    }
    assert!(n_found > 2_000, "{n_found} hitting sets are too few for a test");
}

#[test]
fn the_words_of_a_set_change_no_count() {
    let mut rng = rng(8);
    for i in 0..10 {
        let sets = hypergraph(14, 10 + 9 * i, 5, &mut rng);
        let wide: Vec<CellSet<4>> = sets.iter().map(CellSet::resized).collect();
        for text in SEARCHES {
            let (mut counts, mut wide_counts) = (Tally::default(), Tally::default());
            let (mut n_found, mut n_wide) = (0, 0);
            let wanted = HittingSetQuery { n_cells: 7, given: CellSet::EMPTY, open: all_cells(14), n_unhit: 0 };
            let end = hitting_sets(&sets, &wanted, &search(text), &Limits::none(), &mut counts, &mut |_| {
                n_found += 1;
                Ok(())
            });
            let wanted =
                HittingSetQuery { n_cells: 7, given: CellSet::EMPTY, open: all_cells(14).resized(), n_unhit: 0 };
            let wide_end = hitting_sets(&wide, &wanted, &search(text), &Limits::none(), &mut wide_counts, &mut |_| {
                n_wide += 1;
                Ok(())
            });
            assert_eq!((end, counts, n_found), (wide_end, wide_counts, n_wide), "{text}: {sets:?}");
        }
    }
}

#[test]
fn a_limit_or_the_visitor_ends_a_search() {
    let sets = hypergraph(14, 20, 5, &mut rng(3));
    let wanted = HittingSetQuery { n_cells: 9, given: CellSet::EMPTY, open: all_cells(14), n_unhit: 0 };
    for text in SEARCHES {
        let mut tally = Tally::default();
        let end =
            hitting_sets(&sets, &wanted, &search(text), &Limits::none().with_nodes(5), &mut tally, &mut |_| Ok(()));
        assert_eq!(
            (end, tally.n_nodes <= 6),
            (Err(Interrupted::Limit(Stop::Nodes)), true),
            "{text}: {}",
            tally.n_nodes
        );
        let mut n = 0;
        let end = hitting_sets(&sets, &wanted, &search(text), &Limits::none(), &mut tally, &mut |_| {
            n += 1;
            if n == 3 { Err(Interrupted::Enough) } else { Ok(()) }
        });
        assert_eq!((end, n), (Err(Interrupted::Enough), 3), "{text}");
    }
}
