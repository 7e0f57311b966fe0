//! The walk on problems that brute force can answer for.

use crate::base::{Cell, CellSet, Index, Rng, Stop, rng};

use super::{HostReply, LocalSearch, LocalSearchHost};

/// A problem that is nothing but its sets, all of which the judge knows and gives one by one.
struct Sets {
    cells: CellSet<1>,
    sets: Vec<CellSet<1>>,
    best: Option<CellSet<1>>,
    n_asked: u64,
    most_asked: u64,
    /// Every question of this number is left open; 0 for none.
    open_every: u64,
}

impl Sets {
    fn new(n_cells: usize, sets: Vec<CellSet<1>>) -> Self {
        Self { cells: CellSet::first_n(n_cells), sets, best: None, n_asked: 0, most_asked: u64::MAX, open_every: 0 }
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
    fn ask(&mut self, clues: CellSet<1>, avoid: CellSet<1>) -> Result<HostReply<1>, Stop> {
        self.n_asked += 1;
        if self.n_asked > self.most_asked {
            return Err(Stop::Time);
        }
        if self.open_every > 0 && self.n_asked.is_multiple_of(self.open_every) {
            return Ok(HostReply::Open);
        }
        let unhit = self.sets.iter().copied().filter(|set| !set.intersects(&clues));
        Ok(unhit.min_by_key(|set| (*set & avoid).len()).into())
    }

    fn core(&self, clues: CellSet<1>) -> CellSet<1> {
        // A clue that is not needed leaves, as from an oracle that knows what its answer rests on.
        let spare = clues.iter().find(|cell| self.is_hit_by(clues - CellSet::only(*cell)));
        spare.map_or(clues, |cell| clues - CellSet::only(cell))
    }

    fn known(&self) -> &[CellSet<1>] {
        &self.sets[..1]
    }

    fn effort(&self) -> u64 {
        self.n_asked
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
        // Questions that stay open cost a few puzzles, and no more.
        host.open_every = if round % 2 == 0 { 0 } else { 7 };
        let minimum = host.minimum();
        LocalSearch::new(host.cells, 1).run(&mut host, 20_000, minimum).expect("there is no limit");
        assert_eq!(host.best.map(|best| best.len()), Some(minimum), "round {round}");
    }
}

#[test]
fn the_walk_sets_out_from_the_best_puzzle_that_is_known() {
    let mut host = random_sets(40, 300, 6, &mut rng(2));
    let mut walk = LocalSearch::new(host.cells, 3);
    walk.run(&mut host, 3000, 0).expect("there is no limit");
    let (best, n_asked) = (host.best.expect("a puzzle"), host.n_asked);
    let mut other = LocalSearch::new(host.cells, 4);
    other.run(&mut host, 1, best.len()).expect("there is no limit");
    assert_eq!(host.best, Some(best));
    assert!(host.n_asked - n_asked < 100, "nothing is taken out of all cells");
}

#[test]
fn the_walk_ends_where_there_is_nothing_to_ask() {
    let each_alone = (0..5).map(|i| CellSet::only(Cell::new(i))).collect();
    let mut host = Sets::new(5, each_alone);
    let mut walk = LocalSearch::new(host.cells, 1);
    walk.run(&mut host, 1000, 0).expect("there is no limit");
    assert!(host.best == Some(host.cells) && host.n_asked < 10);
    assert!(walk.effort() >= 1000);
}

#[test]
fn the_walk_goes_on_after_a_limit_and_is_fixed_by_its_seed() {
    let run = |pieces: &[u64]| {
        let mut host = random_sets(40, 300, 6, &mut rng(2));
        let mut walk = LocalSearch::new(host.cells, 3);
        for &piece in pieces {
            walk.run(&mut host, piece, 0).expect("there is no limit");
        }
        (host.best, host.n_asked)
    };
    assert_eq!(run(&[3000]), run(&[3000]));
    let (best, asked) = run(&[3000]);
    assert!(best.is_some_and(|best| best.len() < 20) && (2000..3200).contains(&asked), "{best:?} {asked}");
    let (in_pieces, _) = run(&[100, 400, 2500]);
    assert!(in_pieces.is_some_and(|best| best.len() < 20));

    // A limit in the middle of anything leaves a walk that can go on.
    let mut host = random_sets(40, 300, 6, &mut rng(2));
    let mut walk = LocalSearch::new(host.cells, 3);
    for max in 1..400 {
        host.most_asked = 7 * max;
        assert_eq!(walk.run(&mut host, u64::MAX / 2, 0), Err(Stop::Time));
    }
    assert!(host.best.is_some_and(|best| best.len() < 20));
}
