//! The minimum by ascending budgets: refute K clues, then K + 1, until a puzzle is found or the bounds meet.
//!
//! Each budget is split over the parts of a partition (see [`cases`]), and the exact minimum of each region, over the known
//! sets inside it, says which partition to take and how to spread the budget.

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::{Part, best_partition, cases};
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::unavoidable::Family;

use super::Options;
use super::improve::Improver;
use super::pool::Pool;
use super::tree::{Halt, Question, Tree};

/// How often the limits are asked, in nodes or guesses.
const PACE: u32 = 2048;
/// Nodes that the minimum of one region may cost; a smaller value found until then is used.
const REGION_NODES: u64 = 50_000;
/// Budgets too small to be worth a split.
const SPLIT_FROM: usize = 8;

/// See [`super::minimum`].
pub(super) fn minimum<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    start: &Family<W>,
    options: &Options,
    limits: &Limits,
    observer: &mut dyn Observer<W>,
) -> Minimum<W> {
    let pool = Pool::new(problem.cells(), start.sets().iter().map(|set| set.cells));
    let mut tree = Tree::new(problem, pool, limits, PACE, observer);
    let stop = ascend(&mut tree, problem, options).err();
    tree.outcome(stop)
}

/// Raises the lower bound until it meets the upper one.
fn ascend<const W: usize, P: ClueProblem<W>>(
    tree: &mut Tree<'_, W, P>,
    problem: &P,
    options: &Options,
) -> Result<(), Stop> {
    tree.raise_to_packing();
    Improver::new(options.seed).run(tree, problem)?;
    let parts = best_partition(problem.cells(), problem.partitions(), |region| region_minimum(tree, region))?;
    while tree.best().is_none_or(|clues| clues.len() > tree.lower) {
        match refute(tree, problem, &parts, tree.lower) {
            Ok(()) => tree.raise(tree.lower + 1),
            Err(Halt::Found(clues)) => tree.improve(clues),
            Err(Halt::Limit(stop)) => return Err(stop),
            Err(Halt::Spent) => unreachable!("budgets have no number of nodes"),
        }
    }
    Ok(())
}

/// Walks all clue sets of at most `k` cells.
fn refute<const W: usize, P: ClueProblem<W>>(
    tree: &mut Tree<'_, W, P>,
    problem: &P,
    parts: &[Part<W>],
    k: usize,
) -> Result<(), Halt<W>> {
    let cells = problem.cells();
    if parts.len() < 2 || k < SPLIT_FROM {
        return tree.ask(Question { most: k, cells, caps: Vec::new(), relaxed: false, until: u64::MAX });
    }
    for caps in cases(parts, k) {
        tree.ask(Question { most: k, cells, caps, relaxed: false, until: u64::MAX })?;
    }
    Ok(())
}

/// The fewest cells that hit all known sets inside `region`, or a smaller number, and the nodes that it took.
fn region_minimum<const W: usize, P: ClueProblem<W>>(
    tree: &mut Tree<'_, W, P>,
    region: CellSet<W>,
) -> Result<(usize, u64), Stop> {
    let before = tree.counters.n_nodes;
    let mut least = 0;
    loop {
        let cost = tree.counters.n_nodes - before;
        let until = before + REGION_NODES;
        match tree.ask(Question { most: least, cells: region, caps: Vec::new(), relaxed: true, until }) {
            Ok(()) => least += 1,
            Err(Halt::Found(_) | Halt::Spent) => return Ok((least, cost)),
            Err(Halt::Limit(stop)) => return Err(stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::problem::{Oracle, Silent, Status, SudokuClues, Verdict};
    use crate::search::reference;
    use crate::sudoku::{Shape, all_grids, random_grid};
    use crate::unavoidable::displacements;

    fn shape(r: u8, c: u8) -> Shape {
        Shape::new(r, c).expect("a shape")
    }

    fn start<const W: usize>(problem: &SudokuClues<W>, max_size: usize) -> Family<W> {
        let mut family = Family::new();
        for set in displacements(problem, problem.cells(), max_size, &Limits::none()).sets {
            family.insert(set);
        }
        family
    }

    fn solve<const W: usize>(problem: &SudokuClues<W>, start: &Family<W>, limits: &Limits) -> Minimum<W> {
        minimum(problem, start, &Options::default(), limits, &mut Silent)
    }

    fn is_valid<const W: usize>(problem: &SudokuClues<W>, clues: CellSet<W>) -> bool {
        problem.oracle().second_solution(clues, &mut Limits::none().pace(1)) == Verdict::Unique
    }

    /// With and without sets to start from, on all 4x4 grids.
    #[test]
    fn agrees_with_the_reference_on_four_by_four() {
        for (i, grid) in all_grids::<1>(shape(2, 2), usize::MAX).into_iter().enumerate() {
            let problem = SudokuClues::<1>::new(grid);
            let family = if i % 2 == 0 { start(&problem, 16) } else { Family::new() };
            let found = solve(&problem, &family, &Limits::none());
            assert_eq!(found.status(), Status::Optimal);
            assert_eq!(found.upper_bound(), reference::minimum(&problem, &Family::new()).upper_bound());
            assert!(is_valid(&problem, found.clues.expect("optimal")));
        }
    }

    #[test]
    fn agrees_with_the_reference_on_six_by_six_of_both_shapes() {
        for seed in 1..=6 {
            for shape in [shape(2, 3), shape(3, 2)] {
                let problem = SudokuClues::<1>::new(random_grid::<1>(shape, &mut rng(seed)));
                let found = solve(&problem, &start(&problem, 8), &Limits::none());
                let wanted = reference::minimum(&problem, &start(&problem, 12));
                assert_eq!(found.upper_bound(), wanted.upper_bound(), "seed {seed}, {shape}");
                assert_eq!(found.lower_bound, wanted.lower_bound);
                assert!(is_valid(&problem, found.clues.expect("optimal")));
            }
        }
    }

    /// Of the 576 Latin squares of order 4, 432 need four clues and 144 need five, as brute force counts them.
    #[test]
    fn critical_sets_of_latin_squares() {
        let mut counts = [0; 6];
        for grid in all_grids::<1>(shape(1, 4), usize::MAX) {
            let found = solve(&SudokuClues::<1>::new(grid), &Family::new(), &Limits::none());
            counts[found.upper_bound().expect("optimal")] += 1;
        }
        assert_eq!(counts, [0, 0, 0, 0, 432, 144]);
    }

    #[test]
    fn a_limit_leaves_bounds_that_hold() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(2)));
        let family = start(&problem, 12);
        let found = solve(&problem, &family, &Limits::none().with_nodes(50_000));
        assert_eq!(found.status(), Status::Stopped(Stop::Nodes));
        assert!(found.lower_bound > 8 && found.upper_bound().is_some_and(|upper| upper < 30));
        assert!(is_valid(&problem, found.clues.expect("found at once")));
        // And one that comes before the first node: the packing bound and the puzzle that shows everything hold.
        let nothing = solve(&problem, &family, &Limits::none().with_nodes(0));
        assert!((8..=17).contains(&nothing.lower_bound) && nothing.upper_bound() == Some(81));
    }

    #[test]
    fn the_same_seed_gives_the_same_run() {
        let problem = SudokuClues::<1>::new(random_grid::<1>(shape(2, 4), &mut rng(2)));
        let family = start(&problem, 10);
        assert_eq!(solve(&problem, &family, &Limits::none()), solve(&problem, &family, &Limits::none()));
    }

    /// A set that is learned deep in the tree and stored with too few cells makes other branches prune wrongly. Then the
    /// partial sets of a larger budget no longer contain those of a smaller one.
    #[test]
    fn learned_sets_are_stored_whole() {
        for seed in 1..=3 {
            let problem = SudokuClues::<1>::new(random_grid::<1>(shape(2, 3), &mut rng(seed)));
            // Hardly any start set, so that nearly all are learned.
            let learned = solve(&problem, &start(&problem, 4), &Limits::none());
            let given = solve(&problem, &start(&problem, 14), &Limits::none());
            assert_eq!(learned.upper_bound(), given.upper_bound());
            assert_eq!(learned.lower_bound, given.lower_bound);
        }
    }
}
