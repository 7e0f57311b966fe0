//! The walk on problems that brute force can answer for.

use crate::base::{Cell, CellSet, Index, Rng, Stop, rng};

use super::LocalSearchHost;
use super::plateau::PlateauSearch;

/// A problem that is nothing but its sets, all of which the judge knows and tells one by one.
struct Sets {
    cells: CellSet<1>,
    sets: Vec<CellSet<1>>,
    best: Option<CellSet<1>>,
    n_asked: u64,
    most_asked: u64,
}

impl Sets {
    fn new(n_cells: usize, sets: Vec<CellSet<1>>) -> Self {
        Self { cells: CellSet::first_n(n_cells), sets, best: None, n_asked: 0, most_asked: u64::MAX }
    }

    fn is_hit_by(&self, clues: CellSet<1>) -> bool {
        self.sets.iter().all(|set| set.intersects(&clues))
    }

    /// The fewest cells that hit all sets.
    fn minimum(&self) -> usize {
        let n = self.cells.len();
        let hits = |bits: &u64| self.is_hit_by(CellSet::from_words([*bits]));
        (0..1u64 << n).filter(hits).map(u64::count_ones).min().expect("all cells hit all sets") as usize
    }
}

impl LocalSearchHost<1> for Sets {
    fn is_valid(&mut self, clues: CellSet<1>) -> Result<bool, Stop> {
        Ok(self.unhit_set(clues, CellSet::EMPTY)?.is_none())
    }

    fn unhit_set(&mut self, clues: CellSet<1>, avoid: CellSet<1>) -> Result<Option<CellSet<1>>, Stop> {
        self.n_asked += 1;
        if self.n_asked > self.most_asked {
            return Err(Stop::Time);
        }
        let unhit = self.sets.iter().copied().filter(|set| !set.intersects(&clues));
        Ok(unhit.min_by_key(|set| (*set & avoid).len()))
    }

    fn core(&self, clues: CellSet<1>) -> CellSet<1> {
        // A clue that is not needed leaves, as from an oracle that knows what its answer rests on.
        let spare = clues.iter().find(|cell| self.is_hit_by(clues - CellSet::only(*cell)));
        spare.map_or(clues, |cell| clues - CellSet::only(cell))
    }

    fn known(&self) -> &[CellSet<1>] {
        &self.sets[..1]
    }

    fn common(&self, _: CellSet<1>) -> CellSet<1> {
        self.cells
    }

    fn check_limits(&self) -> Result<(), Stop> {
        Ok(())
    }

    fn best(&self) -> Option<CellSet<1>> {
        self.best
    }

    fn improve(&mut self, clues: CellSet<1>) {
        assert!(self.is_hit_by(clues), "only valid clues are reported");
        assert!(self.best.is_none_or(|best| clues.len() < best.len()), "only better ones are reported");
        self.best = Some(clues);
    }
}

fn random_sets(n_cells: usize, n_sets: usize, size: usize, rng: &mut Rng) -> Sets {
    let cell = |rng: &mut Rng| Cell::new(rand::Rng::random_range(rng, 0..n_cells));
    let sets = (0..n_sets).map(|_| (0..size).map(|_| cell(rng)).collect()).collect();
    Sets::new(n_cells, sets)
}

#[test]
fn the_walk_finds_minimum_hitting_sets() {
    let mut rng = rng(1);
    for round in 0..20 {
        let mut host = random_sets(16, 20 + 5 * round, 4, &mut rng);
        let minimum = host.minimum();
        let mut walk = PlateauSearch::new(host.cells, &host.sets[..1]);
        walk.run(&mut host, &mut rng, 20_000, minimum).expect("there is no limit");
        assert_eq!(host.best.map(|best| best.len()), Some(minimum), "round {round}");
    }
}

#[test]
fn the_walk_goes_on_after_a_limit_and_is_fixed_by_its_seed() {
    let run = |pieces: &[u64]| {
        let mut host = random_sets(40, 300, 6, &mut rng(2));
        let mut rng = rng(3);
        let mut walk = PlateauSearch::new(host.cells, &host.sets[..1]);
        for &piece in pieces {
            walk.run(&mut host, &mut rng, piece, 0).expect("there is no limit");
        }
        (host.best, host.n_asked)
    };
    assert_eq!(run(&[3000]), run(&[3000]));
    let (best, asked) = run(&[3000]);
    assert!(best.is_some_and(|best| best.len() < 20) && (3000..3200).contains(&asked), "{best:?} {asked}");
    let (in_pieces, _) = run(&[100, 400, 2500]);
    assert!(in_pieces.is_some_and(|best| best.len() < 20));

    // A limit in the middle of anything leaves a walk that can go on.
    let mut host = random_sets(40, 300, 6, &mut rng(2));
    let mut rng = rng(3);
    let mut walk = PlateauSearch::new(host.cells, &[]);
    for max in 1..400 {
        host.most_asked = 7 * max;
        assert_eq!(walk.run(&mut host, &mut rng, u64::MAX / 2, 0), Err(Stop::Time));
    }
    assert!(host.best.is_some_and(|best| best.len() < 20));
}
