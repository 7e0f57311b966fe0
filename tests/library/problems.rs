//! Problems of every kind and with every condition, asked of the one solver, against brute force.

use std::fs;
use std::io::Read as _;

use flate2::Compression;
use flate2::bufread::GzEncoder;
use minclue::{
    BinaryModel, Cell, Engines, Error, Evidence, Grid, Hypergraph, Index as _, LoadError, ModelInstance, Problem,
    ProblemKind, Sense, Solver, Stop, VarId,
};
use minclue_core::base::{Rng, rng};
use rand::Rng as _;

/// The least weight of the sets of `n` cells for which `is_valid` holds.
fn least(n: usize, weight: impl Fn(usize) -> i64, is_valid: impl Fn(u32) -> bool) -> Option<i64> {
    let weigh = |set: u32| (0..n).filter(|cell| set >> cell & 1 == 1).map(&weight).sum();
    (0..1_u32 << n).filter(|set| is_valid(*set)).map(weigh).min()
}

fn mask(cells: &[Cell]) -> u32 {
    cells.iter().fold(0, |mask, cell| mask | 1 << cell.get())
}

fn cells(mask: u32) -> impl Iterator<Item = Cell> {
    (0..32).filter(move |cell| mask >> cell & 1 == 1).map(Cell::new)
}

/// What is asked of a problem beside itself.
struct RandomConditions {
    given: u32,
    forbidden: u32,
    weights: Option<Vec<u32>>,
    row: Option<(Vec<i64>, Sense, i64)>,
}

impl RandomConditions {
    fn random(n: usize, rng: &mut Rng) -> Self {
        let all = (1 << n) - 1;
        let some = |rng: &mut Rng| rng.random::<u32>() & rng.random::<u32>() & rng.random::<u32>() & all;
        let given = some(rng);
        let forbidden = some(rng) & !given;
        let weights = rng.random_bool(0.5).then(|| (0..n).map(|_| rng.random_range(0..4)).collect());
        let sense = [Sense::GreaterEqual, Sense::LessEqual, Sense::Equal][rng.random_range(0..3)];
        let row = rng
            .random_bool(0.3)
            .then(|| ((0..n).map(|_| rng.random_range(-2..3)).collect(), sense, rng.random_range(-1..3)));
        Self { given, forbidden, weights, row }
    }

    fn of(&self, problem: Problem) -> Problem {
        let problem = problem.given(cells(self.given)).forbidden(cells(self.forbidden));
        let problem = match &self.weights {
            Some(weights) => problem.weights(|cell| weights[cell.get()]),
            None => problem,
        };
        match &self.row {
            Some((terms, sense, rhs)) => {
                problem.row(terms.iter().enumerate().map(|(cell, a)| (Cell::new(cell), *a)), *sense, *rhs)
            }
            None => problem,
        }
    }

    fn weight(&self, cell: usize) -> i64 {
        self.weights.as_ref().map_or(1, |weights| i64::from(weights[cell]))
    }

    fn is_kept(&self, set: u32) -> bool {
        let keeps = |(terms, sense, rhs): &(Vec<i64>, Sense, i64)| {
            let sum: i64 = terms.iter().enumerate().filter(|(cell, _)| set >> cell & 1 == 1).map(|(_, a)| a).sum();
            match sense {
                Sense::GreaterEqual => sum >= *rhs,
                Sense::LessEqual => sum <= *rhs,
                Sense::Equal => sum == *rhs,
            }
        };
        set & self.given == self.given && set & self.forbidden == 0 && self.row.as_ref().is_none_or(keeps)
    }
}

/// Asks about `problem` under random conditions, and compares with brute force over `is_valid`, which holds for more
/// cells wherever it holds for some. Returns how many questions had an answer.
fn compared(problem: &Problem, n_questions: usize, rng: &mut Rng, is_valid: impl Fn(u32) -> bool) -> usize {
    let n = problem.n_cells();
    let mut n_answered = 0;
    for _ in 0..n_questions {
        let asked = RandomConditions::random(n, rng);
        let posed = asked.of(problem.clone());
        let expected = least(n, |cell| asked.weight(cell), |set| is_valid(set) && asked.is_kept(set));
        let engines = [None, Some(Engines::Native), Some(Engines::Bilevel), Some(Engines::Both)];
        let solver = Solver::new(&posed);
        let solver = match engines[rng.random_range(0..engines.len())] {
            Some(engines) => solver.engine(engines),
            None => solver,
        };
        // A leader has its own engine, and no other can be named.
        let found = match solver.run() {
            Err(Error::Settings(_)) => Solver::new(&posed).run(),
            found => found,
        };
        let answer = match (found, expected) {
            (Ok(answer), Some(_)) => answer,
            (Err(Error::NoPuzzle | Error::Unhittable | Error::Impossible(_)), None) => continue,
            (other, expected) => panic!("{posed:?}: {expected:?}, and not {other:?}"),
        };
        n_answered += 1;
        assert_eq!((answer.minimum(), answer.upper_bound()), (expected, expected), "{posed:?}");
        let choice = answer.choice().expect("without a limit");
        let set = mask(choice.cells());
        assert!(is_valid(set) && asked.is_kept(set), "{posed:?}: {choice}");
        assert_eq!(choice.cells().iter().map(|cell| asked.weight(cell.get())).sum::<i64>(), expected.unwrap_or(-1));
        let is_of_leader = asked.row.is_some();
        assert!(!is_of_leader || matches!(answer.evidence(), Evidence::Leader(_)));
    }
    n_answered
}

fn random_hypergraph(rng: &mut Rng) -> Hypergraph {
    let n_vertices = rng.random_range(2..9);
    let edge = |rng: &mut Rng| -> Vec<usize> {
        let one = rng.random_range(0..n_vertices);
        (0..n_vertices).filter(|vertex| *vertex == one || rng.random_bool(0.3)).collect()
    };
    Hypergraph { n_vertices, edges: (0..rng.random_range(1..8)).map(|_| edge(rng)).collect() }
}

#[test]
fn hypergraphs_under_all_conditions() {
    let mut rng = rng(1);
    let mut n_answered = 0;
    for _ in 0..40 {
        let hypergraph = random_hypergraph(&mut rng);
        let edges: Vec<u32> = hypergraph.edges.iter().map(|edge| edge.iter().fold(0, |set, v| set | 1 << v)).collect();
        let problem = Problem::of_hypergraph(hypergraph).expect("a hypergraph");
        assert_eq!((problem.kind(), problem.cell("1")), (ProblemKind::Hypergraph, Some(Cell::new(0))));
        n_answered += compared(&problem, 8, &mut rng, |set| edges.iter().all(|edge| set & edge != 0));
    }
    assert!(n_answered > 100, "{n_answered}");
}

#[test]
fn constraints_under_all_conditions() {
    let mut rng = rng(2);
    let (mut n_answered, mut n_satisfiable) = (0, 0);
    while n_answered < 60 {
        let mut model = BinaryModel::new("rows");
        let vars: Vec<VarId> = (0..4).map(|i| model.add_var(format!("x{i}"))).collect();
        let n_rows = rng.random_range(3..8);
        for row in 0..n_rows {
            let terms: Vec<(VarId, i64)> =
                vars.iter().map(|var| (*var, [-2, -1, 1, 2][rng.random_range(0..4)])).collect();
            model.add_row(format!("r{row}"), terms, Sense::GreaterEqual, rng.random_range(-1..4));
        }
        let keeps = |row: usize, point: u32| {
            let row = &model.rows()[row];
            let sum: i64 = row.terms.iter().filter(|(var, _)| point >> var.get() & 1 == 1).map(|(_, a)| a).sum();
            sum >= row.rhs
        };
        let is_contradiction =
            |set: u32| (0..16).all(|point| (0..n_rows).any(|row| set >> row & 1 == 1 && !keeps(row, point)));
        let problem = Problem::of_rows(&model, |_| false).expect("rows to choose from");
        assert_eq!((problem.kind(), problem.n_cells()), (ProblemKind::Contradiction, n_rows));
        if !is_contradiction((1 << n_rows) - 1) {
            assert!(matches!(Solver::new(&problem).run(), Err(Error::Satisfiable)));
            n_satisfiable += 1;
            continue;
        }
        let contradicting = |set: u32| is_contradiction(set);
        n_answered += compared_constraints(&problem, &mut rng, contradicting);
    }
    assert!(n_satisfiable > 0);
}

/// Constraints are all there are without a condition that takes some away, or they could have a solution.
fn compared_constraints(problem: &Problem, rng: &mut Rng, is_valid: impl Fn(u32) -> bool) -> usize {
    let n = problem.n_cells();
    let mut n_answered = 0;
    for _ in 0..4 {
        let asked = RandomConditions { forbidden: 0, ..RandomConditions::random(n, rng) };
        let posed = asked.of(problem.clone());
        let expected = least(n, |cell| asked.weight(cell), |set| is_valid(set) && asked.is_kept(set));
        match (Solver::new(&posed).run(), expected) {
            (Ok(answer), Some(_)) => {
                assert_eq!(answer.minimum(), expected, "{posed:?}");
                let set = mask(answer.choice().expect("without a limit").cells());
                assert!(is_valid(set) && asked.is_kept(set), "{posed:?}");
                n_answered += 1;
            }
            (Err(Error::Impossible(_)), None) => {}
            (other, expected) => panic!("{posed:?}: {expected:?}, and not {other:?}"),
        }
    }
    n_answered
}

/// Choices of six things of which three were chosen, and no two neighbors.
fn small_model() -> (BinaryModel, Vec<VarId>, Vec<u32>) {
    let mut model = BinaryModel::new("apart");
    let vars: Vec<VarId> = (0..6).map(|i| model.add_var(format!("x{i}"))).collect();
    model.add_row("three", vars.iter().map(|var| (*var, 1)), Sense::Equal, 3);
    for pair in vars.windows(2) {
        model.add_row(format!("apart_{}", pair[0].get()), pair.iter().map(|var| (*var, 1)), Sense::LessEqual, 1);
    }
    let apart = |set: &u32| set.count_ones() == 3 && set & (set << 1) == 0;
    (model, vars, (0..64).filter(apart).collect())
}

#[test]
fn models_under_all_conditions() {
    let mut rng = rng(3);
    let (model, vars, solutions) = small_model();
    let mut n_answered = 0;
    for target in &solutions {
        let ones: Vec<VarId> = vars.iter().copied().filter(|var| target >> var.get() & 1 == 1).collect();
        let instance = ModelInstance::new(model.clone(), &ones).expect("a solution");
        let instance = instance.with_clues(&vars).expect("variables");
        let is_only = |set: u32| solutions.iter().filter(|other| (*other ^ target) & set == 0).count() == 1;
        let problem = Problem::of_model(instance);
        assert_eq!((problem.name(), problem.n_cells()), (Some("apart"), 6));
        n_answered += compared(&problem, 20, &mut rng, is_only);
    }
    assert!(n_answered > 25, "{n_answered}");
}

#[test]
fn grids_weigh_as_brute_force_says() {
    let problem: Problem = "1234341221434321".parse().expect("a grid");
    let grid: Grid = problem.grid().expect("of a grid").clone();
    let all = minclue_core::sudoku::all_grids::<1>(grid.shape(), usize::MAX);
    let others: Vec<u32> = all
        .iter()
        .filter(|other| **other != grid)
        .map(|other| mask(&grid.shape().cells().filter(|cell| other.get(*cell) != grid.get(*cell)).collect::<Vec<_>>()))
        .collect();
    let n_answered = compared(&problem, 25, &mut rng(4), |set| others.iter().all(|other| set & other != 0));
    assert!(n_answered > 10, "{n_answered}");
}

#[test]
fn choices_are_listed_under_conditions() {
    let hypergraph = Hypergraph { n_vertices: 5, edges: vec![vec![0, 1], vec![1, 2, 3], vec![3, 4]] };
    let hits = |set: u32| [0b11, 0b1110, 0b11000].iter().all(|edge| set & edge != 0);
    let problem = Problem::of_hypergraph(hypergraph).expect("a hypergraph").given([Cell::new(1)]);
    for n in 0..=5 {
        let expected = (0..32_u32).filter(|set| set.count_ones() == n && set & 2 == 2 && hits(*set)).count();
        let mut found = Solver::new(&problem).all_with(n as usize).expect("a list");
        assert_eq!((found.by_ref().count(), found.stop()), (expected, None));
    }
    let weighed = problem.clone().weights(|_| 2);
    assert!(matches!(Solver::new(&weighed).all_with(2), Err(Error::Settings(_))));
    assert!(matches!(Solver::new(&problem).engine(Engines::Bilevel).all_with(2), Err(Error::Settings(_))));
}

#[test]
fn bilevel_programs_have_a_value_and_no_other_conditions() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("three.ki");
    fs::write(&file, "3\n1\n5\n1 1 1\n2 3 4\n3 4 6\n").expect("written");
    let text = fs::read_to_string(&file).expect("text");
    let problem = Problem::read(&file).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!((problem.kind(), problem.name(), problem.n_cells()), (ProblemKind::Bilevel, Some("three"), 6));
    let answer = Solver::new(&problem).run().expect("an answer");
    let minimum = answer.minimum().expect("without a limit");
    let (taken, (follower, worth)) = (answer.choice().expect("a choice"), answer.follower().expect("an answer"));
    assert!(taken.len() == 1 && !follower.is_empty() && worth == minimum);
    for engines in [Engines::Native, Engines::Bilevel, Engines::Both] {
        // The engine is the one that suits the program.
        let refused = Solver::new(&problem).engine(engines).run();
        assert!(matches!(refused, Err(Error::Settings(m)) if m.contains("its own engine")));
    }
    let given = problem.clone().given([Cell::new(0)]);
    assert!(matches!(Solver::new(&given).run(), Err(Error::Settings(m)) if m.contains("rows of the program")));
    assert!(matches!(Solver::new(&problem).at_most(1).run(), Err(Error::Settings(_))));
    let all = Solver::new(&problem).all_with(1);
    assert!(matches!(all, Err(Error::Settings(_))), "{all:?}");
}

#[test]
fn certificates_of_every_kind_are_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let (model, vars, _) = small_model();
    let instance = ModelInstance::new(model, &[vars[0], vars[2], vars[4]]).expect("a solution");
    let hypergraph = Hypergraph { n_vertices: 5, edges: vec![vec![0, 1], vec![1, 2, 3], vec![3, 4]] };
    let hypergraph = Problem::of_hypergraph(hypergraph).expect("a hypergraph");
    let problems = [
        ("grid", "1234341221434321".parse().expect("a grid")),
        ("model", Problem::of_model(instance)),
        ("given", hypergraph.clone().given([Cell::new(0)]).forbidden([Cell::new(4)])),
        ("units", hypergraph.clone().weights(|cell| cell.get() as u32)),
        ("steps", Problem::read("instances/toolkit/steps.gcnf").expect("groups")),
        ("clique", Problem::read("instances/toolkit/clique.mps").expect("a program")),
        ("row", hypergraph.row([(Cell::new(0), 1), (Cell::new(1), 1)], Sense::GreaterEqual, 2)),
    ];
    for (name, problem) in problems {
        let answer = Solver::new(&problem).certificate(file(name)).run().unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(answer.minimum().is_some() && answer.failure().is_none(), "{name}: {answer:?}");
        let certificates = answer.certificates();
        assert!(!certificates.is_empty(), "{name}");
        for proof in certificates {
            match problem.kind() {
                ProblemKind::Bilevel => minclue::verify_bilevel(&proof.file).map(|_| ()),
                _ => minclue::verify(&proof.file).map(|_| ()),
            }
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}

#[test]
fn what_is_no_problem_is_refused_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("written");
        Problem::read(&file).expect_err(name)
    };
    let at = |error: LoadError| match error {
        LoadError::Place { place, message, from } => (from, place.line, place.column, message),
        other => panic!("{other}"),
    };
    let (from, line, column, message) = at(refused("a.hgr", "p hs 3 2\n1 2\n2 4\n"));
    assert!(from.ends_with("a.hgr") && (line, column) == (3, 3), "{line}:{column}: {message}");
    assert_eq!(at(refused("a.cnf", "p cnf 1 1\n2 0\n")).1, 2);
    assert_eq!(at(refused("grid.txt", "123434122143432?\n")).2, 16);
    assert_eq!(at(refused("latin.txt", "latin\n12\n22\n")).1, 3);
    let several = refused("two.txt", "1234341221434321\n1234341221434321\n");
    assert!(several.to_string().contains("there are several"), "{several}");
    let many = refused("many.txt", "1...............\n");
    assert!(many.to_string().contains("several solutions"), "{many}");
    assert!(matches!(refused("empty.txt", "\n"), LoadError::Whole { .. }));
    assert!(matches!(Problem::read(folder.path().join("none.txt")), Err(LoadError::Io { .. })));
    let hypergraph = Hypergraph { n_vertices: 641, edges: vec![vec![0]] };
    assert!(matches!(Problem::of_hypergraph(hypergraph), Err(Error::Cells(m)) if m.contains("641")));
    let problem: Problem = "1234341221434321".parse().expect("a grid");
    let outside = problem.row([(Cell::new(16), 1)], Sense::Equal, 1);
    assert!(matches!(Solver::new(&outside).run(), Err(Error::Cells(_))));
}

#[test]
fn packed_files_are_read_as_what_is_in_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).expect("written");
        folder.path().join(name)
    };
    let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 1).expect("it compresses");
    let gzip = |bytes: &[u8]| {
        let mut all = Vec::new();
        GzEncoder::new(bytes, Compression::default()).read_to_end(&mut all).expect("it compresses");
        all
    };
    let mps = fs::read("instances/toolkit/clique.mps").expect("a file");
    let aux = fs::read("instances/toolkit/clique.aux").expect("a file");
    let hypergraph = fs::read("instances/toolkit/fano.hgr").expect("a file");
    let clique = write("clique.mps.gz", &gzip(&mps));
    for (name, aux) in [("clique.aux.zst", zstd(&aux)), ("clique.aux", aux)] {
        write(name, &aux);
        let clique = Problem::read(&clique).expect("a program");
        assert_eq!((clique.kind(), clique.name()), (ProblemKind::Bilevel, Some("clique")));
    }
    let fano = Problem::read(write("fano.HGR.zst", &zstd(&hypergraph))).expect("a hypergraph");
    assert_eq!((fano.name(), fano.n_cells()), (Some("fano"), 7));
    // A grid is known by its text, whatever its file is called.
    let grid = Problem::read(write("grid", &zstd(b"1234341221434321\n"))).expect("a grid");
    assert_eq!((grid.kind(), grid.n_cells()), (ProblemKind::Grid, 16));
    let cut = Problem::read(write("cut.hgr.zst", &zstd(&hypergraph)[..20])).expect_err("damaged").to_string();
    assert!(cut.ends_with("cut.hgr.zst: this zstd file is cut off at byte 20"), "{cut}");
}

#[test]
fn puzzles_of_other_kinds_are_shown_as_on_paper() {
    let problem: Problem = "latin\n12\n21\n".parse().expect("a puzzle");
    let answer = Solver::new(&problem).run().expect("an answer");
    assert_eq!((problem.kind(), answer.minimum()), (ProblemKind::Model, Some(1)));
    let shown = answer.choice().expect("a choice").to_string();
    assert_eq!((shown.lines().count(), shown.matches('.').count()), (2, 3), "{shown}");
}

#[test]
fn a_model_and_its_solution_are_two_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("written");
        folder.path().join(name)
    };
    let model = file("two.lp", "Minimize\n obj:\nSubject To\n two: a + b + c = 2\nBinary\n a b c\nEnd\n");
    let solution = file("two.sol", "a 1\nb 1\nc 0\n");
    let problem = Problem::read_model(&model, &solution).expect("a problem");
    assert_eq!(Solver::new(&problem).run().expect("an answer").minimum(), Some(2));
    let wrong = file("wrong.sol", "a 1\nb 1\nc 1\n");
    let refused = Problem::read_model(&model, wrong).expect_err("no solution").to_string();
    assert!(refused.contains("`two`"), "{refused}");
}

#[test]
fn a_limit_of_a_leader_leaves_what_is_known() {
    let problem: Problem = "534621216354465132321465153246642513".parse().expect("a grid");
    let posed = problem.weights(|cell| 1 + (cell.get() % 5) as u32);
    let answer = Solver::new(&posed).node_limit(1).run().expect("bounds");
    assert!(answer.minimum().is_none() || answer.lower_bound() == answer.upper_bound());
    let whole = Solver::new(&posed).run().expect("an answer").minimum();
    assert!(answer.lower_bound() <= whole && answer.upper_bound().is_none_or(|upper| Some(upper) >= whole));
    let interrupt = minclue::Interrupt::default();
    interrupt.raise();
    match Solver::new(&posed).interrupt(interrupt).run() {
        Ok(answer) => assert!(answer.lower_bound() <= whole),
        Err(e) => assert!(matches!(e, Error::Stopped(Stop::Interrupted)), "{e}"),
    }
}
