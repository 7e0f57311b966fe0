//! The front door of the crate, as its users see it.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use minclue::{
    AnswerStatus, BinaryModel, Cell, Counters, EngineName, EngineRecord, Engines, Error, Grid, Index as _, Interrupt,
    ModelCluesError, ModelInstance, Monitor, Puzzle, Sense, Shape, Solver, VarId, minimum, puzzles_with, solution,
    unavoidable_sets, verify,
};
use minclue_core::base::{Limits, rng};
use minclue_core::sudoku::{all_grids, random_grid};

const SMALL: &str = "1234341221434321";
const MIDDLE: &str = "123456456123231564564231312645645312";

fn grid(text: &str) -> Grid {
    text.parse().expect("a grid")
}

fn small_grids() -> Vec<Grid> {
    all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX).into_iter().step_by(37).collect()
}

/// Is the grid the only solution of these clues? By the number of grids that agree with them.
fn is_valid(all: &[Grid], grid: &Grid, clues: u32) -> bool {
    let agrees = |other: &&Grid| grid.shape().cells().all(|c| clues >> c.get() & 1 == 0 || other.get(c) == grid.get(c));
    all.iter().filter(agrees).count() == 1
}

#[test]
fn the_minimum_of_a_grid_is_one_call() {
    let answer = minimum(&grid(MIDDLE)).expect("an answer");
    assert_eq!((answer.minimum(), answer.lower_bound(), answer.upper_bound()), (Some(9), 9, 9));
    assert_eq!(answer.status(), AnswerStatus::Optimal);
    assert_eq!(answer.puzzle().n_clues(), 9);
    assert_eq!(answer.clues().len(), 9);
    assert_eq!(solution(answer.puzzle()).expect("it stands for its grid"), grid(MIDDLE));
}

#[test]
fn given_and_forbidden_cells_are_as_brute_force_says() {
    let all = all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX);
    let mut n_impossible = 0;
    for (i, grid) in small_grids().into_iter().enumerate() {
        let valid: Vec<u32> =
            (0..1u32 << 16).filter(|clues| clues.count_ones() <= 7 && is_valid(&all, &grid, *clues)).collect();
        for j in 0..8 {
            // Any masks will do; the second has none of the first.
            let given = (0x9e37_79b9u32.wrapping_mul((i * 8 + j) as u32 + 1) >> 16) & 0x1111 << (j % 4);
            let forbidden = (0x85eb_ca6bu32.wrapping_mul((i * 8 + j) as u32 + 3) >> 16) & 0xb5b5 & !given;
            let cells = |mask: u32| (0..16).filter(move |c| mask >> c & 1 == 1).map(Cell::new);
            let fits = |clues: &&u32| **clues & given == given && **clues & forbidden == 0;
            let expected = valid.iter().filter(fits).map(|clues| clues.count_ones() as usize).min();
            for engines in [Engines::Native, Engines::Bilevel] {
                let solver = || Solver::new(&grid).engine(engines).given(cells(given)).forbidden(cells(forbidden));
                let answer = match solver().run() {
                    Err(Error::NoPuzzle) => {
                        n_impossible += 1;
                        assert!(!is_valid(&all, &grid, !forbidden & 0xffff));
                        continue;
                    }
                    other => other.expect("an answer"),
                };
                assert!(
                    expected.is_none_or(|expected| answer.minimum() == Some(expected)),
                    "{grid} {given:x} {forbidden:x}"
                );
                assert!(expected.is_some() || answer.lower_bound() > 7);
                let clues = answer.clues().iter().fold(0, |mask, cell| mask | 1u32 << cell.get());
                assert!(clues & given == given && clues & forbidden == 0 && is_valid(&all, &grid, clues));
                let k = answer.upper_bound();
                let no = solver().at_most(k - 1).run().expect("an answer");
                assert!(no.lower_bound() >= k, "{grid} {given:x} {forbidden:x}: {} of {k}", no.lower_bound());
                let yes = solver().at_most(k).run().expect("an answer");
                assert!(yes.upper_bound() <= k);
            }
        }
    }
    assert!(n_impossible > 0, "some questions have no answer");
}

#[test]
fn engines_agree_through_the_front_door() {
    let grid = grid(MIDDLE);
    for engines in ["native", "bilevel", "both", "dmus", "checker2012"] {
        let engines: Engines = engines.parse().expect("an engine");
        assert_eq!(Solver::new(&grid).engine(engines).run().expect("an answer").minimum(), Some(9), "{engines}");
    }
    let answer = Solver::new(&grid).independent().run().expect("an answer");
    let names: Vec<_> = answer.engines().map(|engine| engine.engine.clone()).collect();
    assert_eq!((names, answer.shared()), (vec!["native".into(), "bilevel".into()], &[][..]));
    assert!(!Solver::new(&grid).engine(Engines::Both).run().expect("an answer").shared().is_empty());
}

#[test]
fn limits_leave_bounds() {
    let grid = random_grid::<2>(Shape::NINE, &mut rng(1));
    let answer = Solver::new(&grid).node_limit(20).run().expect("an answer");
    assert_eq!((answer.status(), answer.minimum()), (AnswerStatus::NodeLimit, None));
    assert!(answer.lower_bound() > 8 && answer.upper_bound() < 81);
    assert_eq!(solution(answer.puzzle()).expect("it stands for its grid"), grid);
    // A start is never lost.
    let again = Solver::new(&grid).start(answer.puzzle()).node_limit(1).run().expect("an answer");
    assert!(again.upper_bound() <= answer.upper_bound());

    // Nobody knows the minimum of any 16x16 grid.
    let large = random_grid::<4>(Shape::new(4, 4).expect("a shape"), &mut rng(1));
    let interrupt = Interrupt::default();
    let answer = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            interrupt.raise();
        });
        Solver::new(&large).interrupt(interrupt.clone()).run().expect("an answer")
    });
    assert_eq!(answer.status(), AnswerStatus::Interrupted);
}

#[test]
fn a_question_that_makes_no_sense_is_refused() {
    let grid = grid(SMALL);
    let cell = |i| [Cell::new(i)];
    let refused = |solver: Solver<'_, Grid>| solver.run().expect_err("refused");
    assert!(matches!(refused(Solver::new(&grid).given(cell(16))), Error::Cells(m) if m.contains("no cell 16")));
    assert!(matches!(refused(Solver::new(&grid).given(cell(3)).forbidden(cell(3))), Error::Cells(_)));
    assert!(matches!(refused(Solver::new(&grid).forbidden(grid.shape().cells())), Error::NoPuzzle));
    let other: Puzzle = "4...............".parse().expect("a puzzle");
    assert!(
        matches!(refused(Solver::new(&grid).start(&other)), Error::Start(m) if m.contains("not those of the grid"))
    );
    let few: Puzzle = "1...............".parse().expect("a puzzle");
    assert!(matches!(refused(Solver::new(&grid).start(&few)), Error::Start(m) if m.contains("second solution")));
    assert!(matches!(solution(&few), Err(Error::NotOneGrid(m)) if m.contains("several")));
    let certified = || Solver::new(&grid).certificate("never-written.cert");
    assert!(matches!(refused(certified().engine(Engines::Both)), Error::Settings(_)));
    assert!(matches!(refused(certified().given(cell(0))), Error::Settings(_)));
    assert!(!Path::new("never-written.cert").exists());
    let unwritten = refused(Solver::new(&grid).certificate("no/such/folder/x.cert"));
    assert!(unwritten.to_string().contains("no/such/folder/x.cert"), "{unwritten}");
}

#[test]
fn certificates_are_accepted_and_damaged_ones_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.cert");
    for engines in [Engines::Native, Engines::Bilevel] {
        let answer = Solver::new(&grid(MIDDLE)).engine(engines).certificate(&file).run().expect("an answer");
        assert_eq!(answer.engines().next().and_then(|engine| engine.proof.as_ref()).map(|p| p.n_sets > 0), Some(true));
        let verdict = verify(&file).expect("accepted");
        assert_eq!((verdict.lower, verdict.upper), (9, 9));
    }
    let mut bytes = std::fs::read(&file).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    std::fs::write(&file, bytes).expect("written");
    assert!(matches!(verify(&file), Err(Error::Refused(_))));
    assert!(matches!(verify(folder.path().join("none")), Err(Error::Io(_))));
}

#[test]
fn all_puzzles_come_and_a_dropped_iterator_ends() {
    for grid in small_grids() {
        let all = all_grids::<1>(grid.shape(), usize::MAX);
        let expected = (0..1u32 << 16).filter(|clues| clues.count_ones() == 5 && is_valid(&all, &grid, *clues)).count();
        let found: std::collections::HashSet<String> =
            puzzles_with(&grid, 5).map(|puzzle| puzzle.to_string()).collect();
        assert_eq!(found.len(), expected);
    }
    // There are far more than anyone waits for.
    let large = random_grid::<2>(Shape::NINE, &mut rng(1));
    let mut puzzles = puzzles_with(&large, 40);
    assert_eq!(puzzles.next().map(|puzzle| puzzle.n_clues()), Some(40));
    let start = Instant::now();
    drop(puzzles);
    assert!(start.elapsed() < Duration::from_secs(60), "the search ended with the iterator");
    let mut none = puzzles_with(&grid(SMALL), 3);
    assert_eq!((none.next(), none.next()), (None, None));
}

#[test]
fn unavoidable_sets_come_with_their_second_solutions() {
    for grid in small_grids() {
        let sets = unavoidable_sets(&grid, 16).expect("sets");
        for set in &sets {
            let differs: Vec<Cell> = grid.shape().cells().filter(|&c| set.second.get(c) != grid.get(c)).collect();
            assert_eq!(differs, set.cells);
        }
        // Every grid of the shape differs in a set that holds one of them.
        for other in all_grids::<1>(grid.shape(), usize::MAX).iter().filter(|other| **other != grid) {
            assert!(sets.iter().any(|set| set.cells.iter().all(|&c| other.get(c) != grid.get(c))));
        }
        assert!(sets.is_sorted_by_key(|set| set.cells.len()));
    }
    assert!(unavoidable_sets(&grid(SMALL), 3).expect("sets").is_empty());
}

/// Two of three.
fn choice() -> (BinaryModel, [VarId; 3]) {
    let mut model = BinaryModel::new("choice");
    let vars = ["a", "b", "c"].map(|name| model.add_var(name));
    model.add_row("two", vars.map(|var| (var, 1)), Sense::Equal, 2);
    (model, vars)
}

#[test]
fn a_model_of_ones_own_has_fewest_clues() {
    let (model, [a, b, c]) = choice();
    let instance = ModelInstance::new(model.clone(), &[a, b]).expect("a solution");
    let answer = Solver::of_model(&instance).engine(Engines::Both).run().expect("an answer");
    assert_eq!((answer.minimum(), answer.puzzle().join(" ")), (Some(2), "a b".to_owned()));
    // That c is 0 says it all.
    let with_zeros = instance.clone().with_clues(&[a, b, c]).expect("clues");
    let answer = Solver::of_model(&with_zeros).run().expect("an answer");
    assert_eq!((answer.minimum(), answer.puzzle().join(" ")), (Some(1), "c".to_owned()));
    let answer = Solver::of_model(&with_zeros).forbidden([Cell::new(2)]).run().expect("an answer");
    assert_eq!(answer.minimum(), Some(2));
    let start = ["a".to_owned(), "b".to_owned()].to_vec();
    let answer = Solver::of_model(&with_zeros).start(&start).at_most(2).run().expect("an answer");
    assert_eq!(answer.puzzle(), &start);
    let seen = instance.clone().with_shown(&[a]).expect("shown");
    assert_eq!(Solver::of_model(&seen).run().expect("an answer").minimum(), Some(1));
    let blind = instance.with_clues(&[b]).expect("clues");
    assert!(matches!(Solver::of_model(&blind).run(), Err(Error::NoPuzzle)));
    assert!(matches!(ModelInstance::new(model, &[a]), Err(ModelCluesError::Violated { row, .. }) if row == "two"));
}

#[test]
fn a_monitor_hears_every_engine() {
    #[derive(Default)]
    struct Heard {
        engines: Vec<String>,
        bounds: Vec<(usize, Option<usize>)>,
        n_ended: usize,
    }
    impl Monitor for Heard {
        fn begin(&mut self, engine: EngineName, instance: &str, _: &Limits) -> Result<(), String> {
            assert_eq!(instance, MIDDLE);
            self.engines.push(engine.text().into_owned());
            Ok(())
        }

        fn bounds(&mut self, lower: usize, upper: Option<usize>, _: &Counters) {
            self.bounds.push((lower, upper));
        }

        fn end(&mut self, _: &EngineRecord) {
            self.n_ended += 1;
        }
    }
    let mut heard = Heard::default();
    let grid = grid(MIDDLE);
    let first = grid.shape().cell(0, 0);
    let answer = Solver::new(&grid).engine(Engines::Both).given([first]).monitor(&mut heard).run().expect("an answer");
    assert_eq!((heard.engines, heard.n_ended), (vec!["native".to_owned(), "bilevel".to_owned()], 2));
    let k = answer.minimum().expect("a minimum");
    assert!(heard.bounds.iter().all(|&(lower, upper)| lower <= k && upper.is_none_or(|upper| upper >= k)));
    assert!(heard.bounds.contains(&(k, Some(k))), "{:?}", heard.bounds);
}
