//! Whatever makes the no-good loop faster, its sets are all minimal unavoidable sets, as without.

use std::ops::RangeInclusive;

use minclue_core::base::{CellSet, Index, Limits};
use minclue_core::ilp::{BinaryModel, Effort, IlpSolver, Solved};
use minclue_core::problem::SudokuClues;
use minclue_core::sudoku::{Shape, all_grids};
use minclue_core::unavoidable::{
    Family, Found, GridImages, History, Images, LoopForm, LoopSplit, NoGoodLoop, NoGoodOptions, NoImages, OnStep,
    SourceError, TypeImages,
};
use minclue_lp::Backend;

use crate::common::{complete, random, shape};

/// One way to run the loop.
#[derive(Clone, Copy, Debug)]
struct Way {
    backend: Backend,
    form: LoopForm,
    split: LoopSplit,
    /// By their names: none, grid, types.
    images: &'static str,
}

const PLAIN: Way = Way { backend: Backend::Highs, form: LoopForm::Sizes, split: LoopSplit::None, images: "none" };

impl Way {
    fn images<const W: usize>(self, problem: &SudokuClues<W>) -> Box<dyn Images<W> + '_> {
        match self.images {
            "none" => Box::new(NoImages),
            "grid" => Box::new(GridImages::new(problem, &Limits::none())),
            _ => Box::new(TypeImages::new(problem)),
        }
    }

    fn history<const W: usize>(self) -> History<W> {
        History::of(self.form, self.split)
    }

    fn source(self, max_size: Option<usize>) -> NoGoodLoop<'static> {
        let Self { form, split, .. } = self;
        let solver = self.backend.solver().expect("a backend of this build");
        // Few enough to cut programs of 4x4 grids several times.
        NoGoodLoop::new(solver, NoGoodOptions { form, split, max_vars: Some(10), max_size, max_sets: None })
    }

    /// The loop from the end of a history on.
    fn resumed<const W: usize>(
        self,
        problem: &SudokuClues<W>,
        max_size: Option<usize>,
        history: &History<W>,
        on_step: OnStep<'_, W>,
    ) -> (Result<Found, SourceError>, Family<W>) {
        let (mut family, images) = (Family::new(), self.images(problem));
        let mut source = self.source(max_size);
        let found = source.resume_with(problem, &mut family, history, &*images, &Limits::none(), on_step);
        (found, family)
    }

    /// The sets up to a size, every step of the way fit for a history.
    fn sets<const W: usize>(self, problem: &SudokuClues<W>, max_size: Option<usize>) -> Vec<CellSet<W>> {
        let mut history = self.history();
        let none = self.history();
        let tell = &mut |step: &_| history.push(problem, Clone::clone(step)).map_err(|e| e.to_string());
        let (found, family) = self.resumed(problem, max_size, &none, tell);
        assert_eq!(found, Ok(Found::Complete), "{self:?}");
        cells(family)
    }
}

fn cells<const W: usize>(mut family: Family<W>) -> Vec<CellSet<W>> {
    family.sort();
    family.sets().iter().map(|set| set.cells).collect()
}

/// Everything that can be switched on, alone and together.
fn ways() -> Vec<Way> {
    let mut ways: Vec<Way> = ["none", "grid", "types"]
        .into_iter()
        .flat_map(|images| LoopSplit::ALL.iter().map(move |&split| Way { split, images, ..PLAIN }))
        .collect();
    ways.extend(["grid", "types"].map(|images| Way { form: LoopForm::Minimize, images, ..PLAIN }));
    ways
}

fn all_sets<const W: usize>(problem: &SudokuClues<W>, max_size: usize) -> Vec<CellSet<W>> {
    let all = cells(complete(problem, max_size));
    assert!(!all.is_empty());
    all
}

fn four(i: usize) -> SudokuClues<1> {
    SudokuClues::new(all_grids::<1>(shape(2, 2), i + 1).remove(i))
}

#[test]
fn all_sets_of_4x4_grids_come_every_way() {
    for i in [0, 7, 100, 201] {
        let problem = four(i);
        let all = all_sets(&problem, 16);
        assert!(matches!(all.len(), 14 | 26));
        for way in ways() {
            assert_eq!(way.sets(&problem, None), all, "{way:?}, grid {i}");
        }
    }
}

#[test]
fn all_sets_of_4x4_grids_come_from_every_backend() {
    let problem = four(7);
    let all = all_sets(&problem, 16);
    for &backend in Backend::ALL {
        let way = Way { backend, split: LoopSplit::Deep, images: "types", ..PLAIN };
        assert_eq!(way.sets(&problem, None), all, "{way:?}");
    }
}

#[test]
fn sets_of_a_6x6_grid_up_to_size_8_come_every_way() {
    sets_of_6x6_grids(1..=1);
}

#[test]
#[ignore = "long: more grids"]
fn sets_of_a_6x6_grid_up_to_size_8_come_every_way_at_length() {
    sets_of_6x6_grids(2..=3);
}

fn sets_of_6x6_grids(seeds: RangeInclusive<u64>) {
    for seed in seeds {
        let problem = random::<1>(shape(2, 3), seed);
        let all = all_sets(&problem, 8);
        for way in ways().into_iter().filter(|way| way.form == LoopForm::Sizes && way.split != LoopSplit::None) {
            assert_eq!(way.sets(&problem, Some(8)), all, "{way:?}, seed {seed}");
        }
    }
}

#[test]
#[ignore = "takes minutes; up to size 8 above"]
fn sets_of_6x6_grids_up_to_size_12_come_every_way() {
    for seed in 1..=3 {
        let problem = random::<1>(shape(2, 3), seed);
        let all = all_sets(&problem, 12);
        for way in ways().into_iter().filter(|way| way.split != LoopSplit::None) {
            assert_eq!(way.sets(&problem, Some(12)), all, "{way:?}, seed {seed}");
        }
    }
}

#[test]
fn sets_of_a_9x9_grid_up_to_size_6_come_in_parts() {
    let problem = random::<2>(Shape::NINE, 1);
    let all = all_sets(&problem, 6);
    for images in ["none", "types"] {
        let way = Way { split: LoopSplit::Deep, images, ..PLAIN };
        assert_eq!(way.sets(&problem, Some(6)), all, "{way:?}");
    }
}

/// Ended after any step, images among them, the loop goes on, and has the same sets in the end.
#[test]
fn a_loop_in_parts_goes_on_from_its_history() {
    let problem = four(0);
    let all = all_sets(&problem, 16);
    for way in ways().into_iter().filter(|way| way.split != LoopSplit::None || way.images == "types") {
        for n_first in [0, 1, 2, 5, 20, 30, 31, 32, 33, 34, 35, 36, 40, 60, 90, 1000] {
            let (mut history, mut left) = (way.history(), n_first);
            let none = way.history();
            let (stopped, _) = way.resumed(&problem, None, &none, &mut |step| {
                left = usize::checked_sub(left, 1).ok_or("enough")?;
                history.push(&problem, step.clone()).map_err(|e| e.to_string())
            });
            let is_whole = stopped == Ok(Found::Complete);
            assert!(is_whole || stopped == Err(SourceError::OnStep("enough".into())), "{way:?}: {stopped:?}");
            assert!(is_whole || history.steps().len() == n_first);
            let (found, family) = way.resumed(&problem, None, &history.clone(), &mut |step| {
                assert!(!is_whole, "nothing is left to do");
                history.push(&problem, step.clone()).map_err(|e| e.to_string())
            });
            assert_eq!(found, Ok(Found::Complete));
            assert_eq!(cells(family), all, "{way:?} after {n_first}");
        }
    }
}

/// Every part of every size is exhausted once and in order; what has a set names the place of its first cell.
#[test]
fn the_records_tell_the_parts() {
    let problem = four(0);
    for split in [LoopSplit::Cell, LoopSplit::Value, LoopSplit::Deep] {
        let way = Way { split, images: "types", ..PLAIN };
        let (mut exhausted, mut n_images, mut n_solved) = (Vec::new(), 0, 0);
        let (found, _) = way.resumed(&problem, None, &way.history(), &mut |step| {
            let record = step.record;
            match &step.set {
                None => exhausted.push((record.m, record.part)),
                Some(set) => {
                    assert_eq!(record.part, set.cells.first().map(Index::get));
                    n_images += usize::from(record.image);
                    n_solved += usize::from(!record.image);
                }
            }
            Ok(())
        });
        assert_eq!(found, Ok(Found::Complete));
        let all: Vec<_> = (1..=16).flat_map(|m| (0..=16 - m).map(move |part| (Some(m), Some(part)))).collect();
        assert_eq!(exhausted, all);
        assert_eq!(n_images + n_solved, all_sets(&problem, 16).len());
        assert!(n_images > n_solved, "4x4 sets have few types: {n_images} of {n_solved}");
    }
}

#[test]
fn a_history_without_parts_is_none_of_a_loop_with_them() {
    let problem = four(0);
    let way = Way { split: LoopSplit::Cell, ..PLAIN };
    let (found, _) = way.resumed(&problem, None, &PLAIN.history(), &mut |_| Ok(()));
    assert_eq!(found, Err(SourceError::History));
    let (found, _) = PLAIN.resumed(&problem, None, &way.history(), &mut |_| Ok(()));
    assert_eq!(found, Err(SourceError::History));
}

/// Says of small programs that they have no solution.
#[derive(Debug)]
struct Liar {
    n_lies: std::sync::atomic::AtomicUsize,
}

impl IlpSolver for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn solve_measured(&self, model: &BinaryModel, limits: &Limits) -> (Solved, Effort) {
        use std::sync::atomic::Ordering::Relaxed;
        let honest = Backend::Highs.solver().expect("built in").solve_measured(model, limits);
        let lies = matches!(honest.0, Solved::Optimal { .. }) && self.n_lies.fetch_add(1, Relaxed) == 0;
        if lies { (Solved::Infeasible, Effort::NONE) } else { honest }
    }
}

/// A backend that overlooks a set is found out where an image lies in a part that it called exhausted.
#[test]
fn images_find_out_a_backend_that_overlooks_a_set() {
    let problem = four(0);
    let liar = Liar { n_lies: 0.into() };
    let options = NoGoodOptions { split: LoopSplit::Cell, ..NoGoodOptions::default() };
    let history = History::of(options.form, options.split);
    let found = NoGoodLoop::new(&liar, options).resume_with(
        &problem,
        &mut Family::new(),
        &history,
        &TypeImages::new(&problem),
        &Limits::none(),
        &mut |_| Ok(()),
    );
    let reason = match found {
        Err(SourceError::Backend { backend: "liar", reason }) => reason,
        other => panic!("{other:?}"),
    };
    assert!(reason.contains("part 0 exhausted, which still had a set"), "{reason}");
}
