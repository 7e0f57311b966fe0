//! The search against all points of small rules.

use rand::Rng as _;
use rand::seq::SliceRandom;

use super::*;
use crate::base::{Limits, Pace, Rng, Stop, rng};

fn pace() -> Pace {
    Limits::none().pace(1)
}

/// Rules as lists, which anybody can check.
#[derive(Clone, Debug, Default)]
struct Plain {
    n_vars: usize,
    exactly_one: Vec<Vec<Lit>>,
    at_most_one: Vec<Vec<Lit>>,
    clauses: Vec<Vec<Lit>>,
    rows: Vec<(Vec<(Lit, i64)>, i64)>,
}

impl Plain {
    fn rules(&self) -> Rules {
        let mut rules = Rules::new(self.n_vars);
        self.exactly_one.iter().for_each(|lits| rules.exactly_one(lits));
        self.at_most_one.iter().for_each(|lits| rules.at_most_one(lits));
        self.clauses.iter().for_each(|lits| rules.clause(lits));
        self.rows.iter().for_each(|(terms, rhs)| rules.at_least(terms, *rhs));
        rules
    }

    fn holds(&self, point: &[bool]) -> bool {
        let count = |lits: &Vec<Lit>| lits.iter().filter(|lit| is_true(**lit, point)).count();
        let sum = |terms: &[(Lit, i64)]| -> i64 { terms.iter().filter(|t| is_true(t.0, point)).map(|t| t.1).sum() };
        self.exactly_one.iter().all(|lits| count(lits) == 1)
            && self.at_most_one.iter().all(|lits| count(lits) <= 1)
            && self.clauses.iter().all(|lits| count(lits) >= 1)
            && self.rows.iter().all(|(terms, rhs)| sum(terms) >= *rhs)
    }

    fn points(&self) -> Vec<Vec<bool>> {
        let all = (0..1_u32 << self.n_vars).map(|bits| (0..self.n_vars).map(|i| bits >> i & 1 == 1).collect());
        all.filter(|point: &Vec<bool>| self.holds(point)).collect()
    }
}

fn is_true(lit: Lit, point: &[bool]) -> bool {
    point[lit.var()] == lit.is_positive()
}

/// Literals of different variables.
fn some_lits(n_vars: usize, max: usize, rng: &mut Rng) -> Vec<Lit> {
    let mut vars: Vec<usize> = (0..n_vars).collect();
    vars.shuffle(rng);
    vars.truncate(rng.random_range(1..=max.min(n_vars)));
    let signed = rng.random_bool(0.5);
    vars.into_iter().map(|var| Lit::new(var, !signed || rng.random_bool(0.6))).collect()
}

/// Rules of all kinds; sums run over items as well as over anything.
fn random_rules(rng: &mut Rng) -> Plain {
    let n_vars = rng.random_range(2..=11);
    let mut plain = Plain { n_vars, ..Plain::default() };
    for _ in 0..rng.random_range(0..=2) {
        plain.exactly_one.push(some_lits(n_vars, 5, rng));
    }
    for _ in 0..rng.random_range(0..=2) {
        plain.at_most_one.push(some_lits(n_vars, 4, rng));
    }
    for _ in 0..rng.random_range(0..=3) {
        plain.clauses.push(some_lits(n_vars, 4, rng));
    }
    for _ in 0..rng.random_range(0..=3) {
        let mut lits = some_lits(n_vars, 8, rng);
        if let Some(item) = plain.exactly_one.iter().chain(&plain.at_most_one).next().filter(|_| rng.random_bool(0.5)) {
            lits.retain(|lit| item.iter().all(|other| other.var() != lit.var()));
            lits.extend(item.iter().filter(|_| rng.random_bool(0.8)));
        }
        let terms: Vec<(Lit, i64)> =
            lits.into_iter().map(|lit| (lit, rng.random_range(-5..=9))).filter(|term| term.1 != 0).collect();
        let most: i64 = terms.iter().map(|term| term.1.max(0)).sum();
        plain.rows.push((terms, rng.random_range(-3..=most.max(0))));
    }
    plain
}

fn random_assumptions(n_vars: usize, rng: &mut Rng) -> Vec<Lit> {
    let vars = (0..n_vars).filter(|_| rng.random_bool(0.3)).collect::<Vec<_>>();
    vars.into_iter().map(|var| Lit::new(var, rng.random_bool(0.5))).collect()
}

#[test]
fn it_finds_a_point_exactly_if_there_is_one_and_cores_rule_all_out() {
    let mut rng = rng(1);
    let [mut n_yes, mut n_no, mut n_whole] = [0; 3];
    for _ in 0..1500 {
        let plain = random_rules(&mut rng);
        let points = plain.points();
        let first: Vec<bool> = (0..plain.n_vars).map(|_| rng.random_bool(0.5)).collect();
        let mut learner = Learner::new(plain.rules(), &first);
        for _ in 0..12 {
            let assumed = random_assumptions(plain.n_vars, &mut rng);
            let fits = |lits: &[Lit]| points.iter().any(|point| lits.iter().all(|lit| is_true(*lit, point)));
            let found = learner.search(&assumed, SearchGoal::Any, &mut pace()).expect("no limit");
            assert_eq!(found, fits(&assumed), "{plain:?} {assumed:?}");
            if found {
                let point = learner.point();
                assert!(plain.holds(point) && assumed.iter().all(|lit| is_true(*lit, point)), "{plain:?}");
                assert_eq!(learner.core(), None);
                n_yes += 1;
            } else {
                let core = learner.core().expect("known after a no").to_vec();
                assert!(core.iter().all(|lit| assumed.contains(lit)) && !fits(&core), "{plain:?} {core:?}");
                n_whole += usize::from(core.len() == assumed.len() && core.len() > 2);
                n_no += 1;
            }
        }
    }
    assert!(n_yes > 3000 && n_no > 3000 && n_whole > 5, "{n_yes} {n_no} {n_whole}");
}

/// The wishes are an order of all points, and the one that is found is the first.
#[test]
fn wishes_come_true_in_their_order() {
    let mut rng = rng(2);
    let mut n_found = 0;
    for _ in 0..800 {
        let plain = random_rules(&mut rng);
        let points = plain.points();
        let mut learner = Learner::new(plain.rules(), &vec![false; plain.n_vars]);
        for _ in 0..8 {
            let assumed = random_assumptions(plain.n_vars, &mut rng);
            let mut wishes: Vec<Lit> = (0..plain.n_vars).map(|var| Lit::new(var, rng.random_bool(0.5))).collect();
            wishes.shuffle(&mut rng);
            wishes.truncate(rng.random_range(0..=plain.n_vars));
            let granted = |point: &[bool]| -> Vec<bool> { wishes.iter().map(|lit| is_true(*lit, point)).collect() };
            let fitting = points.iter().filter(|point| assumed.iter().all(|lit| is_true(*lit, point)));
            let best = fitting.map(|point| granted(point)).max();
            let found = learner.search(&assumed, SearchGoal::Agree(&wishes), &mut pace()).expect("no limit");
            assert_eq!(found.then(|| granted(learner.point())), best, "{plain:?} {assumed:?} {wishes:?}");
            n_found += usize::from(found);
        }
    }
    assert!(n_found > 1000, "{n_found}");
}

/// Ten pigeons in nine holes: no point, and a conflict must be learned for every step of the way.
fn pigeons(n: usize) -> Rules {
    let mut rules = Rules::new(n * (n - 1));
    let lit = |pigeon: usize, hole: usize| Lit::new(pigeon * (n - 1) + hole, true);
    for pigeon in 0..n {
        rules.exactly_one(&(0..n - 1).map(|hole| lit(pigeon, hole)).collect::<Vec<_>>());
    }
    for hole in 0..n - 1 {
        rules.at_most_one(&(0..n).map(|pigeon| lit(pigeon, hole)).collect::<Vec<_>>());
    }
    rules
}

/// A refutation holds at every point of the rules, and makes the answer plain: no guess is left.
#[test]
fn a_refutation_follows_and_is_enough() {
    let mut rng = rng(3);
    let (mut n_clauses, mut n_points) = (0, 0);
    for _ in 0..6000 {
        let plain = random_rules(&mut rng);
        let points = plain.points();
        let mut learner = Learner::new(plain.rules(), &vec![false; plain.n_vars]);
        let assumed = random_assumptions(plain.n_vars, &mut rng);
        let fits = points.iter().any(|point| assumed.iter().all(|lit| is_true(*lit, point)));
        let Some(clauses) = learner.refutation(&assumed, &mut pace()).expect("no limit") else {
            assert!(fits, "{plain:?} {assumed:?}");
            continue;
        };
        assert!(!fits, "{plain:?} {assumed:?}");
        let mut rules = plain.rules();
        for clause in &clauses {
            assert!(points.iter().all(|point| clause.iter().any(|lit| is_true(*lit, point))), "{plain:?} {clause:?}");
            rules.clause(clause);
        }
        let mut told = Learner::new(rules, &vec![false; plain.n_vars]);
        assert_eq!(told.search(&assumed, SearchGoal::Any, &mut pace()), Ok(false));
        assert_eq!(told.n_guesses(), 0, "{plain:?} {assumed:?} {clauses:?}");
        n_clauses += clauses.len();
        n_points += points.len();
    }
    assert!(n_clauses > 10 && n_points > 1000, "{n_clauses} {n_points}");
    let mut rules = pigeons(6);
    let clauses = Learner::new(pigeons(6), &[false; 30]).refutation(&[], &mut pace()).expect("no limit");
    let clauses = clauses.expect("there is no point");
    assert!(clauses.len() > 20);
    clauses.iter().for_each(|clause| rules.clause(clause));
    let mut told = Learner::new(rules, &[false; 30]);
    assert_eq!((told.search(&[], SearchGoal::Any, &mut pace()), told.n_guesses()), (Ok(false), 0));
}

#[test]
fn a_limit_is_no_answer_and_what_was_learned_stays() {
    let n_vars = 7 * 6;
    let mut learner = Learner::new(pigeons(7), &vec![false; n_vars]);
    let mut limited = Limits::none().with_nodes(20).pace(1);
    assert_eq!(learner.search(&[], SearchGoal::Any, &mut limited), Err(Stop::Nodes));
    assert_eq!(learner.search(&[], SearchGoal::Any, &mut pace()), Ok(false));
    assert_eq!(learner.core(), Some(&[][..]));
    let n_guesses = learner.n_guesses();
    assert_eq!(learner.search(&[Lit::new(0, true)], SearchGoal::Any, &mut pace()), Ok(false));
    assert_eq!(learner.n_guesses(), n_guesses, "it is known for good that there is no point");
}

#[test]
fn forgotten_is_as_new() {
    let mut rng = rng(3);
    let mut n_different = 0;
    for _ in 0..60 {
        let plain = random_rules(&mut rng);
        let first = vec![false; plain.n_vars];
        let (mut old, mut new) = (Learner::new(plain.rules(), &first), Learner::new(plain.rules(), &first));
        let questions: Vec<Vec<Lit>> = (0..20).map(|_| random_assumptions(plain.n_vars, &mut rng)).collect();
        let ask = |learner: &mut Learner| -> Vec<(bool, Vec<bool>, u64)> {
            let mut answers = Vec::new();
            for assumed in &questions {
                let before = learner.n_guesses();
                let found = learner.search(assumed, SearchGoal::Any, &mut pace()).expect("no limit");
                answers.push((found, learner.point().to_vec(), learner.n_guesses() - before));
            }
            answers
        };
        let answers = ask(&mut old);
        n_different += usize::from(ask(&mut old) != answers);
        old.forget();
        assert_eq!(ask(&mut old), answers);
        assert_eq!(ask(&mut new), answers);
    }
    assert!(n_different > 0, "some questions must be answered otherwise the second time");
}

/// An item of more than 64 literals, and a sum over it, are kept in several words.
#[test]
fn long_items_are_items() {
    let n = 150;
    let lits: Vec<Lit> = (0..n).map(|var| Lit::new(var, true)).collect();
    let mut rules = Rules::new(n);
    rules.exactly_one(&lits);
    rules.at_least(&lits.iter().zip(0..).map(|(lit, i)| (*lit, i)).collect::<Vec<_>>(), 130);
    rules.at_least(&lits.iter().zip(0..).map(|(lit, i)| (*lit, -i)).collect::<Vec<_>>(), -131);
    let mut learner = Learner::new(rules, &vec![false; n]);
    let ask =
        |learner: &mut Learner, lits: &[Lit]| learner.search(lits, SearchGoal::Any, &mut pace()).expect("no limit");
    assert!(ask(&mut learner, &[]));
    let one: Vec<usize> = (0..n).filter(|var| learner.point()[*var]).collect();
    assert!(one == [130] || one == [131]);
    assert!(ask(&mut learner, &[lits[131]]) && ask(&mut learner, &[lits[130].not()]));
    assert!(!ask(&mut learner, &[lits[129]]) && !ask(&mut learner, &[lits[130].not(), lits[131].not()]));
    assert_eq!(learner.n_guesses(), 1, "the sum leaves two, and a question that says which has nothing to guess");
}
