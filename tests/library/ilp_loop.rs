//! The no-good loop finds exactly the minimal unavoidable sets, whichever form it has and whichever backend answers.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use minclue_core::base::{Cell, CellSet, Index, Limits, Pace, Stop, rng};
use minclue_core::ilp::{BinaryModel, Literal, Sense, VarId};
use minclue_core::problem::{ClueProblem, LinearProblem, Oracle, SudokuClues, Verdict, Witness, WitnessError};
use minclue_core::sudoku::{Grid, Shape, all_grids, random_grid};
use minclue_core::unavoidable::{
    Complete, Family, Found, History, LoopForm, NoGoodLoop, NoGoodOptions, Regions, Source, SourceError,
};
use minclue_lp::Backend;

use crate::common::shape;

type Problem = SudokuClues<1>;

fn four_by_four() -> Vec<Grid> {
    all_grids::<1>(shape(2, 2), usize::MAX)
}

/// A solver, and what it is asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    backend: Backend,
    form: LoopForm,
    max_size: Option<usize>,
    max_sets: Option<usize>,
}

impl Way {
    fn source(self) -> NoGoodLoop<'static> {
        let Self { backend, form, max_size, max_sets } = self;
        NoGoodLoop::new(
            backend.solver().expect("a backend of this build"),
            NoGoodOptions { form, max_size, max_sets, ..NoGoodOptions::default() },
        )
    }
}

/// The sets that the options ask for, and the loop that found them.
fn run<const W: usize>(problem: &dyn LinearProblem<W>, options: Way) -> (Family<W>, NoGoodLoop<'static>) {
    let (mut family, mut source) = (Family::new(), options.source());
    let found = source.find(problem, &mut family, &Limits::none()).expect("the backend answers");
    assert_eq!(found, Found::Complete);
    (family, source)
}

/// Every form on every backend.
fn each_way() -> impl Iterator<Item = Way> {
    let forms = || LoopForm::ALL.iter();
    Backend::ALL.iter().flat_map(move |&backend| forms().map(move |&form| Way { backend, form, ..Way::default() }))
}

fn cells<const W: usize>(family: &Family<W>) -> Vec<CellSet<W>> {
    let mut sorted = family.clone();
    sorted.sort();
    sorted.sets().iter().map(|set| set.cells).collect()
}

/// The two classes of 4x4 grids have these sets, and no others exist.
fn is_known(family: &Family<1>) -> bool {
    let sizes = family.by_size();
    sizes == BTreeMap::from([(4, 8), (8, 2), (12, 4)]) || sizes == BTreeMap::from([(4, 4), (8, 6), (10, 16)])
}

/// Every witness differs in exactly its set, and no set can do without one of its cells.
fn assert_minimal<const W: usize>(problem: &dyn ClueProblem<W>, family: &Family<W>) {
    let mut oracle = problem.oracle();
    for set in family.sets() {
        assert_eq!(problem.difference(&set.witness), Ok(set.cells));
        for cell in set.cells {
            let clues = (problem.cells() - set.cells) | CellSet::only(cell);
            assert_eq!(oracle.second_solution(clues, &mut Limits::none().pace(1)), Verdict::Unique);
        }
    }
}

#[test]
fn every_way_finds_the_same_sets_in_both_classes() {
    both_classes(|| quick_ways().collect());
}

#[test]
#[ignore = "long: CBC minimizes"]
fn every_way_finds_the_same_sets_in_both_classes_at_length() {
    both_classes(|| each_way().collect());
}

fn both_classes(ways: impl Fn() -> Vec<Way>) {
    let grids = four_by_four();
    let mut classes = BTreeMap::new();
    for grid in grids {
        let problem = Problem::new(grid);
        // The class shows in the sets of size 4, which are quick to find.
        let small = run(&problem, Way { max_size: Some(4), ..Way::default() }).0;
        classes.entry(small.len()).or_insert(problem);
        if classes.len() == 2 {
            break;
        }
    }
    let n_sets: Vec<usize> = classes
        .values()
        .map(|problem| {
            let families: Vec<_> = ways().into_iter().map(|options| run(problem, options).0).collect();
            for family in &families {
                assert!(is_known(family), "{:?}", family.by_size());
                assert_minimal(problem, family);
                assert_eq!(cells(family), cells(&families[0]));
            }
            families[0].len()
        })
        .collect();
    assert_eq!(n_sets, [26, 14]);
}

/// The ways that take seconds where minimizing with CBC takes minutes.
fn quick_ways() -> impl Iterator<Item = Way> {
    each_way().filter(|way| way.form == LoopForm::Sizes || way.backend == Backend::Highs)
}

fn as_published() -> impl Iterator<Item = Way> {
    each_way().filter(|way| way.form == LoopForm::Sizes)
}

fn by_highs() -> impl Iterator<Item = Way> {
    as_published().filter(|way| way.backend == Backend::Highs)
}

/// The loop, and the regions, which on 4x4 are the whole grid, find the same sets.
fn check_every(stride: usize, ways: impl Fn() -> Vec<Way>) {
    for grid in four_by_four().into_iter().step_by(stride) {
        let problem = Problem::new(grid);
        let mut regions = Family::new();
        assert_eq!(Regions::default().find(&problem, &mut regions, &Limits::none()), Ok(Found::Complete));
        assert!(is_known(&regions), "{:?}", regions.by_size());
        for options in ways() {
            let (family, _) = run(&problem, options);
            assert_eq!(cells(&family), cells(&regions));
            assert_minimal(&problem, &family);
        }
    }
}

#[test]
fn four_by_four_grids_from_everywhere() {
    check_every(145, || as_published().collect());
}

#[test]
#[ignore = "long: a tenth of all grids"]
fn four_by_four_grids_from_everywhere_at_length() {
    check_every(10, || as_published().collect());
}

#[test]
#[ignore = "takes minutes; the sample above is a tenth of it"]
fn all_four_by_four_grids() {
    check_every(1, || each_way().collect());
}

#[test]
fn the_records_tell_the_loop() {
    let problem = Problem::new(four_by_four().remove(0));
    for options in each_way() {
        let (family, source) = run(&problem, options);
        let found: Vec<usize> = source.records().iter().filter_map(|record| record.size).collect();
        assert_eq!(found, family.sets().iter().map(|set| set.cells.len()).collect::<Vec<_>>());
        let empty: Vec<Option<usize>> = source.records().iter().filter(|r| r.size.is_none()).map(|r| r.m).collect();
        match options.form {
            // Each size from 1 to 16 ends with a solve that finds nothing.
            LoopForm::Sizes => assert_eq!(empty, (1..=16).map(Some).collect::<Vec<_>>()),
            LoopForm::Minimize => assert_eq!(empty, [None]),
        }
        for record in source.records() {
            assert!(record.seconds > 0.0);
            assert!(record.effort.simplex_iterations.is_some(), "{record:?}");
            assert_eq!(record.effort.nodes.is_some(), options.backend == Backend::Highs, "{record:?}");
        }
    }
}

#[test]
fn a_largest_size_ends_either_form() {
    let problem = Problem::new(four_by_four().remove(0));
    let all = run(&problem, Way::default()).0;
    for max_size in [3, 4, 7, 8, 11] {
        let small: Vec<_> = cells(&all).into_iter().filter(|set| set.len() <= max_size).collect();
        for options in each_way() {
            let (family, source) = run(&problem, Way { max_size: Some(max_size), ..options });
            assert_eq!(cells(&family), small);
            let last = source.records().last().expect("one solve at least");
            match options.form {
                LoopForm::Sizes => assert_eq!((last.m, last.size), (Some(max_size), None)),
                // It asks for no size, so it meets the next one.
                LoopForm::Minimize => assert!(last.size.is_some_and(|size| size > max_size)),
            }
        }
    }
}

#[test]
fn a_stopped_loop_can_be_continued() {
    let problem = Problem::new(four_by_four().remove(0));
    let all = run(&problem, Way::default()).0;
    for options in each_way() {
        let (mut family, few) = (Family::new(), Way { max_sets: Some(3), ..options });
        let mut ends = Vec::new();
        while ends.last() != Some(&Found::Complete) {
            ends.push(few.source().find(&problem, &mut family, &Limits::none()).expect("the backend answers"));
            assert!(family.len() <= 3 * ends.len());
        }
        assert_eq!(cells(&family), cells(&all));
    }
}

/// Ended after any solve, the loop goes on from its history without a solve too many.
#[test]
fn a_loop_goes_on_from_its_history() {
    let problem = Problem::new(four_by_four().remove(0));
    // A history is the same for every backend.
    for options in quick_ways().filter(|way| way.backend == Backend::Highs) {
        let (all, whole) = run(&problem, options);
        for n_first in 0..=whole.records().len() {
            let mut history = History::new(options.form);
            let mut left = n_first;
            let stopped = options.source().resume(
                &problem,
                &mut Family::new(),
                &History::new(options.form),
                &Limits::none(),
                &mut |step| {
                    left = left.checked_sub(1).ok_or("enough")?;
                    history.push(&problem, step.clone()).map_err(|e| e.to_string())
                },
            );
            let ended = if n_first < whole.records().len() {
                Err(SourceError::OnStep("enough".into()))
            } else {
                Ok(Found::Complete)
            };
            assert_eq!(stopped, ended);
            assert_eq!(history.steps().len(), n_first);

            let (mut family, mut second, mut n_more) = (Family::new(), options.source(), 0);
            let found = second.resume(&problem, &mut family, &history, &Limits::none(), &mut |_| {
                n_more += 1;
                Ok(())
            });
            assert_eq!(found, Ok(Found::Complete));
            assert_eq!(cells(&family), cells(&all));
            assert_eq!((n_more, second.records().len()), (whole.records().len() - n_first, whole.records().len()));
            assert!(second.records().iter().zip(history.steps()).all(|(record, step)| *record == step.record));
        }
    }
}

#[test]
fn limits_count_the_sets_of_a_history() {
    let problem = Problem::new(four_by_four().remove(0));
    for options in each_way() {
        let mut history = History::new(options.form);
        let tell = &mut |step: &_| history.push(&problem, Clone::clone(step)).map_err(|e| e.to_string());
        let none = History::new(options.form);
        options.source().resume(&problem, &mut Family::new(), &none, &Limits::none(), tell).expect("all");
        let resumed = |options: Way| {
            let (mut family, mut n_solves) = (Family::new(), 0);
            let found = options.source().resume(&problem, &mut family, &history, &Limits::none(), &mut |_| {
                n_solves += 1;
                Ok(())
            });
            assert_eq!(n_solves, 0, "the history knows it all");
            (found, family.by_size().into_iter().collect::<Vec<_>>())
        };
        let all = resumed(options);
        assert_eq!(all.0, Ok(Found::Complete));
        assert_eq!(resumed(Way { max_sets: Some(3), ..options }), (Ok(Found::Enough), vec![(4, 3)]));
        let small: Vec<_> = all.1.iter().copied().filter(|(size, _)| *size <= 8).collect();
        assert_eq!(resumed(Way { max_size: Some(8), ..options }), (Ok(Found::Complete), small));
    }
}

#[test]
fn a_history_of_another_run_is_refused() {
    let problem = Problem::new(four_by_four().remove(0));
    let options = Way { max_size: Some(4), ..Way::default() };
    let mut history = History::new(LoopForm::Sizes);
    let tell = &mut |step: &_| history.push(&problem, Clone::clone(step)).map_err(|e| e.to_string());
    let mut family = Family::new();
    options.source().resume(&problem, &mut family, &History::new(LoopForm::Sizes), &Limits::none(), tell).expect("all");
    let again = |options: Way, family: &mut Family<1>| {
        options.source().resume(&problem, family, &history, &Limits::none(), &mut |_| Ok(()))
    };
    // Another form, and a family that the history does not know of.
    let minimize = Way { form: LoopForm::Minimize, ..options };
    assert_eq!(again(minimize, &mut Family::new()), Err(SourceError::History));
    assert_eq!(again(options, &mut family), Err(SourceError::History));
    assert_eq!(again(options, &mut Family::new()), Ok(Found::Complete));
}

/// No machine lists all sets of a 16x16 grid, so only the limit can end this loop, early or late.
#[test]
fn a_time_limit_ends_the_loop_inside_a_solve() {
    let problem = SudokuClues::<4>::new(random_grid::<4>(shape(4, 4), &mut rng(1)));
    for options in each_way() {
        let (mut family, mut n_found) = (Family::new(), 0);
        let limits = Limits::none().with_time(Duration::from_millis(1500));
        let none = History::new(options.form);
        let found = options.source().resume(&problem, &mut family, &none, &limits, &mut |step| {
            n_found += usize::from(step.set.is_some());
            Ok(())
        });
        assert_eq!(found, Ok(Found::Limit(Stop::Time)));
        assert_eq!(family.len(), n_found, "what was found until then is kept");
    }
}

/// The loop finds every set up to a size that the search by displacements finds, and no other.
fn check_random<const W: usize>(shape: Shape, n_grids: u64, max_size: usize, ways: impl Fn() -> Vec<Way>) {
    for seed in 1..=n_grids {
        let problem = SudokuClues::<W>::new(random_grid::<W>(shape, &mut rng(seed)));
        let mut complete = Family::new();
        assert_eq!(Complete { max_size }.find(&problem, &mut complete, &Limits::none()), Ok(Found::Complete));
        assert!(!complete.is_empty());
        for options in ways() {
            let (family, _) = run(&problem, Way { max_size: Some(max_size), ..options });
            assert_eq!(cells(&family), cells(&complete), "{options:?}, seed {seed}");
            assert_minimal(&problem, &family);
        }
    }
}

fn six_by_six() -> Shape {
    shape(2, 3)
}

#[test]
fn a_six_by_six_grid_up_to_size_6() {
    check_random::<1>(six_by_six(), 1, 6, || by_highs().collect());
    check_random::<1>(six_by_six(), 1, 4, || as_published().collect());
}

#[test]
#[ignore = "long: three grids, by both backends"]
fn a_six_by_six_grid_up_to_size_6_at_length() {
    check_random::<1>(six_by_six(), 3, 6, || as_published().collect());
    check_random::<1>(six_by_six(), 1, 4, || quick_ways().collect());
}

#[test]
#[ignore = "takes minutes; up to size 6 above"]
fn six_by_six_grids_up_to_size_8() {
    check_random::<1>(six_by_six(), 3, 8, || each_way().collect());
}

#[test]
#[ignore = "takes hours: the first 400 of 2000 to 4000 sets of a grid take 150 s on HiGHS; up to size 8 above"]
fn six_by_six_grids() {
    check_random::<1>(six_by_six(), 3, 36, || as_published().collect());
}

#[test]
fn a_nine_by_nine_grid_up_to_size_4() {
    check_random::<2>(Shape::NINE, 1, 4, || by_highs().collect());
}

#[test]
#[ignore = "long: by both backends"]
fn a_nine_by_nine_grid_up_to_size_4_at_length() {
    check_random::<2>(Shape::NINE, 1, 4, || as_published().collect());
}

#[test]
#[ignore = "takes minutes; a smaller size above"]
fn nine_by_nine_grids_up_to_size_8() {
    check_random::<2>(Shape::NINE, 3, 8, || as_published().collect());
}

/// The vertices of the 4x4 grid graph, row-major, and its 24 edges.
const N_VERTICES: usize = 16;

fn edges() -> Vec<(usize, usize)> {
    (0..N_VERTICES)
        .flat_map(|v| {
            let right = (v % 4 < 3).then_some((v, v + 1));
            let below = (v < 12).then_some((v, v + 4));
            right.into_iter().chain(below)
        })
        .collect()
}

/// A clue problem that is not a Sudoku: which edges of a perfect matching of the 4x4 grid graph must be given so that
/// no other one contains them? Cells are the 8 edges of the target in order of their first vertices; a witness has the
/// partner of each vertex.
#[derive(Clone)]
struct Matching {
    target: Vec<u8>,
}

/// All perfect matchings, by their partners: the first free vertex takes each free neighbor.
fn matchings(partners: &mut Vec<Option<u8>>, found: &mut Vec<Vec<u8>>) {
    let Some(v) = partners.iter().position(Option::is_none) else {
        found.push(partners.iter().flatten().copied().collect());
        return;
    };
    for (a, b) in edges().into_iter().filter(|(a, b)| *a == v || *b == v) {
        let w = a + b - v;
        if partners[w].is_none() {
            (partners[v], partners[w]) = (Some(w as u8), Some(v as u8));
            matchings(partners, found);
            (partners[v], partners[w]) = (None, None);
        }
    }
}

fn all_matchings() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    matchings(&mut vec![None; N_VERTICES], &mut found);
    found
}

impl Matching {
    fn edge(&self, cell: Cell) -> (usize, usize) {
        let first = |v: &usize| *v < usize::from(self.target[*v]);
        let v = (0..N_VERTICES).filter(first).nth(cell.get()).expect("8 edges");
        (v, usize::from(self.target[v]))
    }

    fn differs(&self, partners: &[u8]) -> CellSet<1> {
        let cells = self.cells().into_iter();
        cells.filter(|&cell| usize::from(partners[self.edge(cell).0]) != self.edge(cell).1).collect()
    }
}

impl ClueProblem<1> for Matching {
    fn cells(&self) -> CellSet<1> {
        CellSet::first_n(N_VERTICES / 2)
    }

    fn oracle(&self) -> Box<dyn Oracle<1> + '_> {
        Box::new(self.clone())
    }

    fn difference(&self, witness: &Witness) -> Result<CellSet<1>, WitnessError> {
        if witness.0.len() != N_VERTICES {
            return Err(WitnessError::Length { found: witness.0.len(), wanted: N_VERTICES });
        }
        if !all_matchings().iter().any(|matching| **matching == *witness.0) {
            return Err(WitnessError::NotASolution("these are not the partners of a perfect matching".into()));
        }
        let differs = self.differs(&witness.0);
        if differs.is_empty() { Err(WitnessError::Target) } else { Ok(differs) }
    }

    fn cell_name(&self, cell: Cell) -> String {
        let (a, b) = self.edge(cell);
        format!("{a}-{b}")
    }
}

impl LinearProblem<1> for Matching {
    fn model(&self) -> BinaryModel {
        let mut model = BinaryModel::new("matchings");
        let edges = edges();
        let vars: Vec<VarId> = edges.iter().map(|(a, b)| model.add_var(format!("e_{a}_{b}"))).collect();
        for v in 0..N_VERTICES {
            let here = edges.iter().zip(&vars).filter(|((a, b), _)| *a == v || *b == v).map(|(_, &var)| (var, 1));
            model.add_row(format!("vertex_{v}"), here, Sense::Equal, 1);
        }
        model
    }

    fn agreement(&self, cell: Cell) -> Literal {
        VarId::new(edges().iter().position(|edge| *edge == self.edge(cell)).expect("an edge")).into()
    }

    fn witness(&self, values: &[bool]) -> Witness {
        let mut partners = vec![u8::MAX; N_VERTICES];
        for ((a, b), _) in edges().into_iter().zip(values).filter(|(_, taken)| **taken) {
            (partners[a], partners[b]) = (b as u8, a as u8);
        }
        Witness(partners.into())
    }
}

impl Oracle<1> for Matching {
    fn second_solution(&mut self, clues: CellSet<1>, _: &mut Pace) -> Verdict {
        let second = all_matchings().into_iter().find(|m| {
            let differs = self.differs(m);
            !differs.is_empty() && (differs & clues).is_empty()
        });
        second.map_or(Verdict::Unique, |m| Verdict::Second(Witness(m.into())))
    }
}

/// Any clue problem will do.
#[test]
fn matchings_have_their_sets_found_too() {
    check_matchings(9);
}

#[test]
#[ignore = "long: every perfect matching"]
fn matchings_have_their_sets_found_too_at_length() {
    check_matchings(1);
}

/// Of perfect matchings, the sets by trying all others.
fn check_matchings(stride: usize) {
    let all = all_matchings();
    assert_eq!(all.len(), 36, "the number of domino tilings of the 4x4 board (Kasteleyn 1961)");
    let mut sizes = BTreeSet::new();
    for target in all.iter().step_by(stride) {
        let problem = Matching { target: target.clone() };
        let others: Vec<_> = all.iter().map(|m| problem.differs(m)).filter(|set| !set.is_empty()).collect();
        let mut minimal: Vec<_> =
            others.iter().copied().filter(|set| !others.iter().any(|o| o != set && o.is_subset(set))).collect();
        minimal.sort_by_key(|set| (set.len(), *set));
        minimal.dedup();
        for options in each_way() {
            let (family, _) = run(&problem, options);
            assert_eq!(cells(&family), minimal, "{options:?}");
            assert_minimal(&problem, &family);
        }
        sizes.extend(minimal.iter().map(CellSet::len));
    }
    // Cycles through 2, 4 and more edges of the matching, so that the loop has sizes to go through.
    assert!(sizes.len() > 1, "{sizes:?}");
}
