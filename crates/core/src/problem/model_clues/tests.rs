//! The oracle against all points of small models, and what is refused.

use rand::Rng;

use super::*;
use crate::base::{Limits, Stop, rng};
use crate::problem::{Certifiable, Region};
use crate::proof::Instance;

fn pace() -> Pace {
    Limits::none().pace(1)
}

fn points(n: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << n).map(move |point| (0..n).map(|i| point >> i & 1 == 1).collect())
}

/// A model of rows of all kinds with one of its points.
fn random_model(rng: &mut impl Rng) -> (BinaryModel, Vec<bool>) {
    let n = rng.random_range(1..=8);
    let mut model = BinaryModel::new("random");
    for i in 0..n {
        model.add_var(format!("v{i}"));
    }
    let target: Vec<bool> = (0..n).map(|_| rng.random_bool(0.5)).collect();
    for r in 0..rng.random_range(0..=5) {
        let is_unit = rng.random_bool(0.4);
        let mut terms = Vec::new();
        for var in model.vars() {
            let a = if is_unit { 1 } else { rng.random_range(-4..=4) };
            if a != 0 && rng.random_bool(0.6) {
                terms.push((var, a));
            }
        }
        let value: i64 = terms.iter().filter(|(v, _)| target[v.get()]).map(|(_, a)| a).sum();
        let room = rng.random_range(0..=2);
        let (sense, rhs) = match rng.random_range(0..3) {
            0 => (Sense::LessEqual, value + room),
            1 => (Sense::GreaterEqual, value - room),
            _ => (Sense::Equal, value),
        };
        model.add_row(format!("r{r}"), terms, sense, rhs);
    }
    (model, target)
}

fn some_of(vars: impl Iterator<Item = VarId>, density: f64, rng: &mut impl Rng) -> Vec<VarId> {
    vars.filter(|_| rng.random_bool(density)).collect()
}

/// All that a problem says about all its sets of clues, by looking at all points.
struct Brute {
    /// What each second solution shows, and the cells in which it differs.
    seconds: Vec<(Vec<bool>, CellSet<1>)>,
}

impl Brute {
    fn new(model: &BinaryModel, target: &[bool], cells: &[VarId], shown: &[VarId], given: CellSet<1>) -> Self {
        let at = |point: &[bool], vars: &[VarId]| -> Vec<bool> { vars.iter().map(|v| point[v.get()]).collect() };
        let seconds = points(model.n_vars())
            .filter(|point| model.violated_row(point).is_none() && at(point, shown) != at(target, shown))
            .map(|point| {
                let differs = cells.iter().enumerate().filter(|(_, v)| point[v.get()] != target[v.get()]);
                (at(&point, shown), differs.map(|(i, _)| Cell::new(i)).collect())
            })
            .filter(|(_, differs): &(_, CellSet<1>)| !differs.intersects(&given));
        Self { seconds: seconds.collect() }
    }

    fn unhit(&self, clues: CellSet<1>) -> impl Iterator<Item = &(Vec<bool>, CellSet<1>)> {
        self.seconds.iter().filter(move |(_, differs)| !differs.intersects(&clues))
    }

    fn is_minimal(&self, set: CellSet<1>) -> bool {
        let inside: Vec<_> = self.seconds.iter().filter(|(_, differs)| differs.is_subset(&set)).collect();
        !inside.is_empty() && inside.iter().all(|(_, differs)| *differs == set)
    }
}

/// Asks the problem for all sets of its cells what the brute force knows; returns how many of them are valid.
fn agree(problem: &dyn ClueProblem<1>, brute: &Brute, rng: &mut impl Rng) -> usize {
    let mut oracle = problem.oracle();
    let cells: Vec<Cell> = problem.cells().iter().collect();
    let subset = |bits: u32| -> CellSet<1> {
        cells.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, cell)| *cell).collect()
    };
    let suffices = brute.unhit(problem.cells()).next().is_none();
    assert_eq!(problem.oracle().second_solution(problem.cells(), &mut pace()) == Verdict::Unique, suffices);
    let mut n_valid = 0;
    for bits in 0..1_u32 << cells.len() {
        let clues = subset(bits);
        let others: Vec<_> = brute.unhit(clues).collect();
        match oracle.second_solution(clues, &mut pace()) {
            Verdict::Unique => assert!(others.is_empty(), "{clues:?}"),
            Verdict::Second(witness) => match problem.difference(&witness) {
                Ok(differs) => {
                    assert!(others.iter().any(|(_, other)| *other == differs) && !differs.intersects(&clues));
                }
                Err(WitnessError::NoCell) => assert!(!suffices),
                Err(error) => panic!("{error}"),
            },
            Verdict::Limit(stop) => panic!("{stop:?}"),
        }
        let mut patterns: Vec<&Vec<bool>> = others.iter().map(|(shown, _)| shown).collect();
        patterns.sort_unstable();
        patterns.dedup();
        for max in [0, 1, 2, 3, 1000] {
            let n = oracle.n_solutions(clues, max, &mut pace()).expect("it can count").expect("no limit");
            assert_eq!(n, (patterns.len() + 1).min(max));
        }
        if suffices {
            let keep_out = subset(rng.random());
            match oracle.unhit_set(clues, keep_out, &mut pace()).expect("a way of its own").expect("no limit") {
                None => {
                    assert!(others.is_empty());
                    // The plain search does not say what its answer rests on.
                    let core = oracle.core().unwrap_or(clues);
                    assert!(core.is_subset(&clues) && brute.unhit(core).next().is_none(), "{clues:?}: {core:?}");
                }
                Some(set) => assert!(!set.intersects(&clues) && brute.is_minimal(set), "{set:?}"),
            }
        }
        n_valid += usize::from(others.is_empty());
    }
    n_valid
}

fn plain(patience: u64) -> Choice {
    Choice::Plain { patience }
}

#[test]
fn the_oracle_knows_all_points() {
    let mut rng = rng(11);
    let (mut n_valid, mut n_insufficient, mut n_auxiliary) = (0, 0, 0);
    for i in 0..300 {
        let (model, target) = random_model(&mut rng);
        let cells = match i % 3 {
            0 => positive(&target),
            1 => model.vars().collect(),
            _ => some_of(model.vars(), 0.7, &mut rng),
        };
        let shown = if i % 2 == 0 { model.vars().collect() } else { some_of(model.vars(), 0.6, &mut rng) };
        let problem = ModelClues::<1>::new(model.clone(), target.clone(), &cells, &shown).expect("a problem");
        // Whichever search answers, and where one leaves questions to the other.
        let choices = [None, Some(Choice::Learning), Some(plain(u64::MAX)), Some(plain(20))];
        if let Some(choice) = choices[i % choices.len()] {
            problem.choice.set(choice).expect("nobody has measured");
        }
        let brute = Brute::new(&model, &target, &cells, &shown, CellSet::EMPTY);
        n_valid += agree(&problem, &brute, &mut rng);
        n_insufficient += usize::from(brute.unhit(problem.cells()).next().is_some());
        n_auxiliary += usize::from(shown.len() < model.n_vars() && !brute.seconds.is_empty());

        let region = problem.cells().iter().filter(|_| rng.random_bool(0.6)).collect();
        let part = Region::new(&problem, region);
        assert_eq!(part.cells(), region);
        let brute = Brute::new(&model, &target, &cells, &shown, problem.cells() - region);
        agree(&part, &brute, &mut rng);
    }
    assert!(n_valid > 300 && n_insufficient > 30 && n_auxiliary > 30, "{n_valid} {n_insufficient} {n_auxiliary}");
}

/// a + b + c = 2 with 3 a - 2 d >= 1.
fn small() -> (BinaryModel, [VarId; 4]) {
    let mut model = BinaryModel::new("small");
    let vars = ["a", "b", "c", "d"].map(|name| model.add_var(name));
    let [a, b, c, d] = vars;
    model.add_row("two", [(a, 1), (b, 1), (c, 1)], Sense::Equal, 2);
    model.add_row("large", [(a, 3), (d, -2)], Sense::GreaterEqual, 1);
    (model, vars)
}

const TARGET: [bool; 4] = [true, true, false, false];

fn new(cells: &[VarId], shown: &[VarId]) -> Result<ModelClues<1>, ModelCluesError> {
    ModelClues::new(small().0, TARGET.to_vec(), cells, shown)
}

#[test]
fn what_is_not_a_problem_is_refused() {
    let (model, [a, b, c, d]) = small();
    let error = |target: &[bool], cells: &[VarId], shown: &[VarId]| {
        ModelClues::<1>::new(model.clone(), target.to_vec(), cells, shown).expect_err("no problem").to_string()
    };
    assert!(new(&[a, b], &[c, d]).is_ok());
    assert_eq!(error(&TARGET[..3], &[], &[]), "the solution has 3 values; the model has 4 variables");
    assert_eq!(
        error(&[true, true, true, false], &[], &[]),
        "the solution violates row `two`: a + b + c is 3, but should be 2"
    );
    assert_eq!(
        error(&[false, true, true, true], &[], &[]),
        "the solution violates row `large`: 3 a - 2 d is -2, but should be at least 1"
    );
    assert_eq!(error(&TARGET, &[a, b, a], &[]), "variable `a` occurs twice");
    assert_eq!(error(&TARGET, &[a], &[d, b, d]), "variable `d` occurs twice");
    assert_eq!(error(&TARGET, &[VarId::new(4)], &[]), "the model has no variable number 4");

    let mut wide = BinaryModel::new("wide");
    let vars: Vec<VarId> = (0..65).map(|i| wide.add_var(format!("x{i}"))).collect();
    let of = |cells: &[VarId]| ModelClues::<1>::new(wide.clone(), vec![false; 65], cells, &[]);
    assert!(of(&vars[1..]).is_ok());
    assert_eq!(of(&vars).expect_err("too many"), ModelCluesError::TooManyCells { n_cells: 65, max: 64 });

    let mut large = BinaryModel::new("large");
    let x = large.add_var("x");
    large.add_row("huge", [(x, i64::MAX)], Sense::LessEqual, i64::MAX);
    let error = ModelClues::<1>::new(large, vec![true], &[x], &[x]).expect_err("too large");
    assert_eq!(error.to_string(), "the numbers of row `huge` are too large to be added up exactly");
}

#[test]
fn a_witness_is_checked() {
    let (_, [a, b, c, d]) = small();
    let problem = new(&[a, b, c], &[a, b, c, d]).expect("a problem");
    let difference = |values: [u8; 4]| problem.difference(&Witness(values.into()));
    let cells = |cells: &[usize]| cells.iter().map(|i| Cell::new(*i)).collect::<CellSet<1>>();
    let no_solution = |text: &str| Err(WitnessError::NotASolution(text.into()));
    assert_eq!(difference([1, 0, 1, 0]), Ok(cells(&[1, 2])));
    assert_eq!(difference([1, 1, 0, 1]), Err(WitnessError::NoCell));
    assert_eq!(difference([1, 1, 0, 0]), Err(WitnessError::Target));
    assert_eq!(difference([1, 1, 1, 0]), no_solution("the left side of row `two` is 3, and should be 2"));
    assert_eq!(difference([0, 1, 1, 0]), no_solution("the left side of row `large` is 0, and should be at least 1"));
    assert_eq!(difference([1, 2, 0, 0]), no_solution("2 is neither 0 nor 1"));
    assert_eq!(problem.difference(&Witness([1, 1].into())), Err(WitnessError::Length { found: 2, wanted: 4 }));
    let part = Region::new(&problem, cells(&[1]));
    assert_eq!(part.difference(&Witness([1, 0, 1, 0].into())), no_solution("c=0 is given"));
    assert_eq!((problem.cell_name(Cell::new(1)), problem.cell_name(Cell::new(2))), ("b".into(), "c=0".into()));
    // What is not shown makes no second solution.
    let narrow = new(&[a, b, c], &[a, b, c]).expect("a problem");
    assert_eq!(narrow.difference(&Witness([1, 1, 0, 1].into())), Err(WitnessError::Target));
    assert_eq!(narrow.suffices(&mut pace()), Verdict::Unique);
    assert_eq!(problem.suffices(&mut pace()), Verdict::Second(Witness([1, 1, 0, 1].into())));
}

#[test]
#[should_panic(expected = "no clues suffice")]
fn a_set_without_cells_is_never_told() {
    let (model, [a, b, c, _]) = small();
    let problem = ModelClues::<1>::new(model.clone(), TARGET.to_vec(), &[a, b, c], &model.vars().collect::<Vec<_>>());
    let problem = problem.expect("a problem");
    let set = problem.oracle().unhit_set(problem.cells(), CellSet::EMPTY, &mut pace());
    unreachable!("{set:?}");
}

#[test]
fn a_limit_is_no_answer() {
    let (_, vars) = small();
    let problem = new(&vars, &vars).expect("a problem");
    let mut oracle = problem.oracle();
    let mut spent = Limits::none().with_nodes(0).pace(1);
    assert_eq!(oracle.second_solution(problem.cells(), &mut spent), Verdict::Limit(Stop::Nodes));
    assert_eq!(oracle.unhit_set(CellSet::EMPTY, CellSet::EMPTY, &mut spent), Some(Err(Stop::Nodes)));
    assert_eq!(oracle.n_solutions(CellSet::EMPTY, 9, &mut spent), Some(Err(Stop::Nodes)));
    // One node is not enough to find all solutions, and the oracle is as good as new afterwards.
    let mut one = Limits::none().with_nodes(1).pace(1);
    assert_eq!(oracle.n_solutions(CellSet::EMPTY, 9, &mut one), Some(Err(Stop::Nodes)));
    assert_eq!(oracle.n_solutions(CellSet::EMPTY, 9, &mut pace()), Some(Ok(4)));
}

#[test]
fn a_certificate_says_the_same_problem() {
    let (_, [a, b, c, d]) = small();
    let problem = new(&[c, a], &[b, a]).expect("a problem");
    let Instance::Model(linear) = problem.instance() else { panic!("a model") };
    assert_eq!((linear.n_vars, &linear.ones[..]), (4, &[a.get(), b.get()][..]));
    assert_eq!((linear.cells, linear.shown), (vec![c.get(), a.get()], vec![a.get(), b.get()]));
    // The equation is two rows; d is in none of the lists, but a witness may need it.
    let holds = |values: &[bool]| {
        linear
            .rows
            .iter()
            .all(|row| row.terms.iter().filter(|(v, _)| values[*v]).map(|(_, x)| x).sum::<i64>() >= row.rhs)
    };
    assert_eq!(linear.rows.len(), 3);
    for point in points(4) {
        assert_eq!(holds(&point), small().0.violated_row(&point).is_none());
    }
    let witness = Witness([1, 0, 1, 1].into());
    assert_eq!(problem.replacement(CellSet::EMPTY, &witness), [b.get(), c.get(), d.get()]);
}

/// Cells in a ring, at most one of each two neighbors, and every second one in the target.
#[test]
fn the_choice_is_the_same_for_everybody() {
    let mut model = BinaryModel::new("ring");
    let vars: Vec<VarId> = (0..40).map(|i| model.add_var(format!("x{i}"))).collect();
    for i in 0..vars.len() {
        let terms = [(vars[i], 1), (vars[(i + 1) % vars.len()], 1)];
        model.add_row(format!("pair{i}"), terms, Sense::LessEqual, 1);
    }
    let target: Vec<bool> = (0..vars.len()).map(|i| i % 2 == 0).collect();
    let measure = || {
        let problem = ModelClues::<1>::new(model.clone(), target.clone(), &vars, &vars).expect("a problem");
        let set = problem.oracle().unhit_set(CellSet::EMPTY, CellSet::EMPTY, &mut pace());
        (*problem.choice.get().expect("measured by the first question"), set)
    };
    assert_eq!(measure(), measure());
    let problem = ModelClues::<1>::new(model.clone(), target.clone(), &vars, &vars).expect("a problem");
    let mut none = Limits::none().with_nodes(0).pace(1);
    assert_eq!(problem.oracle().unhit_set(CellSet::EMPTY, CellSet::EMPTY, &mut none), Some(Err(Stop::Nodes)));
    assert_eq!(problem.choice.get(), None, "a limit leaves it to be measured");
}

/// A cut that leaves a cell out or has one twice is dropped, and the others are kept.
#[test]
fn parts_are_cuts_of_the_cells() {
    let (model, [a, b, c, d]) = small();
    let problem = ModelClues::<1>::new(model, TARGET.to_vec(), &[c, a, b], &[a, b, c, d]).expect("a problem");
    let cells = |cells: &[usize]| cells.iter().map(|i| Cell::new(*i)).collect::<CellSet<1>>();
    let problem = problem.with_parts(
        &[vec![vec![a], vec![b, c]], vec![vec![a, b]], vec![vec![a], vec![a, b]]],
        &[vec![vec![a], vec![b], vec![c]]],
    );
    assert_eq!(problem.partitions(), [[cells(&[1]), cells(&[0, 2])]]);
    assert_eq!(problem.classes(), [[cells(&[1]), cells(&[2]), cells(&[0])]]);
}

/// All permutations of `0..n`.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let with = |at: usize| {
        shorter.iter().map(move |images| {
            let mut images = images.clone();
            images.insert(at, n - 1);
            images
        })
    };
    (0..n).flat_map(with).collect()
}

/// By looking at all permutations of the variables: which of them keep the rows, seen from the target?
#[test]
fn symmetries_are_all_that_keep_the_rows() {
    let mut rng = rng(5);
    let (mut n_larger, mut n_swapped) = (0, 0);
    for _ in 0..400 {
        let n = rng.random_range(2..=5);
        let mut model = BinaryModel::new("few");
        for i in 0..n {
            model.add_var(format!("v{i}"));
        }
        let target: Vec<bool> = (0..n).map(|_| rng.random_bool(0.5)).collect();
        // Rows over flips with few different numbers, so that many permutations keep them.
        let rows: Vec<Vec<usize>> =
            (0..rng.random_range(1..=3)).map(|_| (0..n).filter(|_| rng.random_bool(0.6)).collect()).collect();
        for (r, row) in rows.iter().enumerate() {
            let sign = |var: usize| if target[var] { -1 } else { 1 };
            let ones = row.iter().filter(|var| target[**var]).count() as i64;
            model.add_row(
                format!("r{r}"),
                row.iter().map(|&var| (VarId::new(var), sign(var))),
                Sense::LessEqual,
                2 - ones,
            );
        }
        let (cells, shown) = (some_of(model.vars(), 0.8, &mut rng), some_of(model.vars(), 0.8, &mut rng));
        let problem = ModelClues::<1>::new(model, target.clone(), &cells, &shown).expect("the target is a solution");
        let found = problem.automorphisms(1000, &Limits::none());
        let kept = |images: &Vec<usize>| {
            let image = |row: &Vec<usize>| {
                let mut row: Vec<usize> = row.iter().map(|var| images[*var]).collect();
                row.sort_unstable();
                row
            };
            let maps = |vars: &[VarId]| vars.iter().all(|var| vars.contains(&VarId::new(images[var.get()])));
            rows.iter().all(|row| row.is_empty() || rows.contains(&image(row))) && maps(&cells) && maps(&shown)
        };
        let mut expected: Vec<Vec<usize>> = permutations(n)
            .into_iter()
            .filter(kept)
            .map(|images| {
                let place = |var: VarId| cells.iter().position(|cell| *cell == var).expect("a cell");
                cells.iter().map(|var| place(VarId::new(images[var.get()]))).collect()
            })
            .collect();
        expected.sort();
        expected.dedup();
        let elements = found.elements().iter();
        let listed: Vec<Vec<usize>> = elements
            .clone()
            .map(|element| (0..cells.len()).map(|i| element.apply(Cell::new(i)).get()).collect())
            .collect();
        assert_eq!(listed, expected, "{rows:?} {target:?} {cells:?} {shown:?}");
        for element in elements {
            let images = problem.item_images(element);
            assert!(kept(&images), "{images:?}");
            for (i, var) in cells.iter().enumerate() {
                assert_eq!(images[var.get()], cells[element.apply(Cell::new(i)).get()].get());
            }
            n_swapped += usize::from(cells.iter().any(|var| target[var.get()] != target[images[var.get()]]));
        }
        n_larger += usize::from(found.order() > 2);
    }
    assert!(n_larger > 40 && n_swapped > 50, "{n_larger} {n_swapped}");
}

#[test]
fn more_symmetries_than_are_wanted_are_a_subgroup() {
    let mut model = BinaryModel::new("free");
    let vars: Vec<VarId> = (0..8).map(|i| model.add_var(format!("v{i}"))).collect();
    model.add_row("one", vars.iter().map(|var| (*var, 1)), Sense::GreaterEqual, 1);
    let problem = ModelClues::<1>::new(model, vec![true; 8], &vars, &vars).expect("a solution");
    assert_eq!(problem.automorphisms(50_000, &Limits::none()).order(), 40_320);
    let some = problem.automorphisms(1000, &Limits::none());
    assert!(some.order() <= 1000 && some.order() >= 100, "{}", some.order());
    assert!(problem.automorphisms(1000, &Limits::none().with_time(std::time::Duration::ZERO)).is_trivial());
}

/// Thousands of variables that nothing distinguishes are more than a search looks at.
#[test]
fn what_is_too_much_to_tell_apart_is_left() {
    let mut model = BinaryModel::new("many");
    let vars: Vec<VarId> = (0..5000).map(|i| model.add_var(format!("v{i}"))).collect();
    let problem = ModelClues::<1>::new(model, vec![true; 5000], &vars[..5], &vars).expect("a solution");
    assert!(problem.automorphisms(1000, &Limits::none()).is_trivial());
}
