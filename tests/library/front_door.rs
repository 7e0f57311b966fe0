//! The front door of the crate, as its users see it.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use minclue::{
    Answer, AnswerStatus, BinaryModel, Cell, Choice, Choices, Counters, EngineName, EngineRecord, Engines, Error, Grid,
    Index as _, Interrupt, ModelCluesError, ModelInstance, Monitor, Problem, Puzzle, Sense, Shape, Solver, Stop, VarId,
    minimum, solution, unavoidable_sets, verify,
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
    assert_eq!((answer.minimum(), answer.lower_bound(), answer.upper_bound()), (Some(9), Some(9), Some(9)));
    assert_eq!(answer.status(), AnswerStatus::Optimal);
    let puzzle = answer.puzzle().expect("of a grid");
    assert_eq!((puzzle.n_clues(), answer.choice().map(Choice::len)), (9, Some(9)));
    assert_eq!(solution(puzzle).expect("it stands for its grid"), grid(MIDDLE));
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
            let expected = valid.iter().filter(fits).map(|clues| i64::from(clues.count_ones())).min();
            let problem = Problem::of_grid(&grid).given(cells(given)).forbidden(cells(forbidden));
            for engines in [Engines::Native, Engines::Bilevel] {
                let solver = || Solver::new(&problem).engine(engines);
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
                assert!(expected.is_some() || answer.lower_bound() > Some(7));
                let chosen = answer.choice().expect("a choice").cells();
                let clues = chosen.iter().fold(0, |mask, cell| mask | 1u32 << cell.get());
                assert!(clues & given == given && clues & forbidden == 0 && is_valid(&all, &grid, clues));
                let k = chosen.len();
                let no = solver().at_most(k - 1).run().expect("an answer");
                assert!(no.lower_bound() >= Some(k as i64), "{grid} {given:x} {forbidden:x}: {no:?}");
                let yes = solver().at_most(k).run().expect("an answer");
                assert!(yes.upper_bound() <= Some(k as i64));
            }
        }
    }
    assert!(n_impossible > 0, "some questions have no answer");
}

#[test]
fn engines_agree_through_the_front_door() {
    let grid = Problem::of_grid(&grid(MIDDLE));
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
    let problem = Problem::of_grid(&grid);
    let answer = Solver::new(&problem).node_limit(20).run().expect("an answer");
    assert_eq!((answer.status(), answer.minimum()), (AnswerStatus::NodeLimit, None));
    assert!(answer.lower_bound() > Some(8) && answer.upper_bound() < Some(81));
    assert_eq!(solution(answer.puzzle().expect("a puzzle")).expect("it stands for its grid"), grid);
    // A start is never lost.
    let start = answer.choice().expect("a choice");
    let again = Solver::new(&problem).start(start).node_limit(1).run().expect("an answer");
    assert!(again.upper_bound() <= answer.upper_bound());

    // Nobody knows the minimum of any 16x16 grid.
    let large = random_grid::<4>(Shape::new(4, 4).expect("a shape"), &mut rng(1));
    let interrupt = Interrupt::default();
    let answer = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            interrupt.raise();
        });
        Solver::new(&Problem::of_grid(&large)).interrupt(interrupt.clone()).run().expect("an answer")
    });
    assert_eq!(answer.status(), AnswerStatus::Interrupted);
}

#[test]
fn a_question_that_makes_no_sense_is_refused() {
    let grid = grid(SMALL);
    let cell = |i| [Cell::new(i)];
    let refused = |solver: Solver<'_>| solver.run().expect_err("refused");
    let of = || Problem::of_grid(&grid);
    assert!(matches!(refused(Solver::new(&of().given(cell(16)))), Error::Cells(m) if m.contains("no cell 16")));
    assert!(matches!(refused(Solver::new(&of().given(cell(3)).forbidden(cell(3)))), Error::Cells(_)));
    assert!(matches!(refused(Solver::new(&of().forbidden(grid.shape().cells()))), Error::NoPuzzle));
    let other: Puzzle = "4...............".parse().expect("a puzzle");
    assert!(matches!(of().clues_of(&other), Err(Error::Start(m)) if m.contains("not those of the grid")));
    let few: Puzzle = "1...............".parse().expect("a puzzle");
    let start = of().clues_of(&few).expect("clues of it");
    assert!(matches!(refused(Solver::new(&of()).start(&start)), Error::Start(m) if m.contains("second solution")));
    assert!(matches!(solution(&few), Err(Error::NotOneGrid(m)) if m.contains("several")));
    let (whole, part) = (of(), of().given(cell(0)));
    let certified = |problem| Solver::new(problem).certificate("never-written.cert");
    assert!(matches!(refused(certified(&whole).engine(Engines::Both)), Error::Settings(_)));
    assert!(matches!(refused(certified(&part)), Error::Settings(_)));
    assert!(!Path::new("never-written.cert").exists());
    let unwritten = refused(Solver::new(&whole).certificate("no/such/folder/x.cert"));
    assert!(unwritten.to_string().contains("no/such/folder/x.cert"), "{unwritten}");
}

#[test]
fn certificates_are_accepted_and_damaged_ones_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.cert");
    for engines in [Engines::Native, Engines::Bilevel] {
        let problem = Problem::of_grid(&grid(MIDDLE));
        let answer = Solver::new(&problem).engine(engines).certificate(&file).run().expect("an answer");
        assert!(answer.certificates().iter().all(|proof| proof.n_sets > 0) && answer.certificates().len() == 1);
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

/// All puzzles of a grid with this many clues.
fn listed(grid: &Grid, n_clues: usize) -> Choices {
    Solver::new(&Problem::of_grid(grid)).all_with(n_clues).expect("a list")
}

#[test]
fn all_puzzles_come_and_a_dropped_iterator_ends() {
    for grid in small_grids() {
        let all = all_grids::<1>(grid.shape(), usize::MAX);
        let expected = (0..1u32 << 16).filter(|clues| clues.count_ones() == 5 && is_valid(&all, &grid, *clues)).count();
        let found: std::collections::HashSet<String> = listed(&grid, 5).map(|choice| choice.to_string()).collect();
        assert_eq!(found.len(), expected);
    }
    // There are far more than anyone waits for.
    let large = random_grid::<2>(Shape::NINE, &mut rng(1));
    let mut puzzles = listed(&large, 40);
    assert_eq!(puzzles.next().map(|choice| choice.len()), Some(40));
    let start = Instant::now();
    drop(puzzles);
    assert!(start.elapsed() < Duration::from_secs(60), "the search ended with the iterator");
    let mut none = listed(&grid(SMALL), 3);
    assert_eq!((none.next(), none.next(), none.stop()), (None, None, None));
    // A list that a limit ends says so.
    let problem = Problem::of_grid(&large);
    let mut few = Solver::new(&problem).node_limit(2).all_with(20).expect("a list");
    assert_eq!((few.by_ref().count(), few.stop()), (0, Some(Stop::Nodes)));
}

#[test]
fn unavoidable_sets_come_with_their_second_solutions() {
    for grid in small_grids() {
        let sets = unavoidable_sets(&grid, 16).expect("sets");
        for set in &sets {
            let second = set.second(grid.shape());
            let differs: Vec<Cell> = grid.shape().cells().filter(|&c| second.get(c) != grid.get(c)).collect();
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
    let of = |instance: &ModelInstance| Problem::of_model(instance.clone());
    let names = |answer: &Answer| answer.choice().expect("a choice").names().join(" ");
    let answer = Solver::new(&of(&instance)).engine(Engines::Both).run().expect("an answer");
    assert_eq!((answer.minimum(), names(&answer)), (Some(2), "a b".to_owned()));
    // That c is 0 says it all.
    let with_zeros = instance.clone().with_clues(&[a, b, c]).expect("clues");
    let answer = Solver::new(&of(&with_zeros)).run().expect("an answer");
    assert_eq!((answer.minimum(), names(&answer)), (Some(1), "c=0".to_owned()));
    let problem = of(&with_zeros).forbidden([Cell::new(2)]);
    assert_eq!(Solver::new(&problem).run().expect("an answer").minimum(), Some(2));
    let problem = of(&with_zeros);
    let start = problem.choice(["a", "b"].map(|name| problem.cell(name).expect("a clue"))).expect("cells");
    let answer = Solver::new(&problem).start(&start).at_most(2).run().expect("an answer");
    assert_eq!(answer.choice(), Some(&start));
    let seen = instance.clone().with_shown(&[a]).expect("shown");
    assert_eq!(Solver::new(&of(&seen)).run().expect("an answer").minimum(), Some(1));
    let blind = instance.with_clues(&[b]).expect("clues");
    assert!(matches!(Solver::new(&of(&blind)).run(), Err(Error::NoPuzzle)));
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
    let problem = Problem::of_grid(&grid(MIDDLE)).given([Cell::new(0)]);
    let answer = Solver::new(&problem).engine(Engines::Both).monitor(&mut heard).run().expect("an answer");
    assert_eq!((heard.engines, heard.n_ended), (vec!["native".to_owned(), "bilevel".to_owned()], 2));
    let k = answer.minimum().expect("a minimum") as usize;
    assert!(heard.bounds.iter().all(|&(lower, upper)| lower <= k && upper.is_none_or(|upper| upper >= k)));
    assert!(heard.bounds.contains(&(k, Some(k))), "{:?}", heard.bounds);
}
