use rand::Rng as _;

use super::*;
use crate::base::{Rng as Seeded, rng};
use crate::dense_lp::DenseLps;
use crate::ilp::{IntegerVariable, LevelRow, NoAnswer, Reading, Row, ScaledObjective, Sense, VarId};

struct Silent;

impl WitnessObserver for Silent {
    fn bounds(&mut self, _lower: i64, _best: Option<i64>, _work: &Counters) {}
}

fn terms(list: &[(usize, i64)]) -> Vec<(VarId, i64)> {
    list.iter().filter(|(_, a)| *a != 0).map(|(v, a)| (VarId::new(*v), *a)).collect()
}

fn row(list: &[(usize, i64)], sense: Sense, rhs: i64, is_follower: bool) -> LevelRow {
    LevelRow { row: Row { name: "r".to_owned(), terms: terms(list), sense, rhs }, is_follower }
}

fn objective(list: &[(usize, i64)]) -> ScaledObjective {
    ScaledObjective { terms: terms(list), ..ScaledObjective::default() }
}

fn variables(leader: &[(i64, i64)], follower: &[(i64, i64)]) -> Vec<IntegerVariable> {
    let all = leader.iter().map(|ends| (ends, false)).chain(follower.iter().map(|ends| (ends, true)));
    all.enumerate()
        .map(|(i, ((lower, upper), is_follower))| IntegerVariable {
            name: format!("v{i}"),
            lower: *lower,
            upper: *upper,
            is_follower,
        })
        .collect()
}

/// The example of Moore and Bard (1990): the linear relaxation has its optimum elsewhere.
fn moore_bard() -> IntegerBilevel {
    IntegerBilevel {
        name: "moore-bard".to_owned(),
        variables: variables(&[(0, 10)], &[(0, 10)]),
        rows: vec![
            row(&[(0, -25), (1, 20)], Sense::LessEqual, 30, true),
            row(&[(0, 1), (1, 2)], Sense::LessEqual, 10, true),
            row(&[(0, 2), (1, -1)], Sense::LessEqual, 15, true),
            row(&[(0, 2), (1, 10)], Sense::GreaterEqual, 15, true),
        ],
        leader: objective(&[(0, -1), (1, -10)]),
        follower: objective(&[(1, 1)]),
        reading: Reading::Optimistic,
        no_answer: NoAnswer::Forbidden,
    }
}

#[test]
fn the_example_of_moore_and_bard() {
    let program = moore_bard();
    let answer = solve(&program, &DenseLps, true, &Limits::none(), &mut Silent).expect("a plain form");
    assert_eq!((answer.lower, &answer.best), (Some(-22), &Some((vec![2, 2], -22))));
    assert!(answer.is_best_proven);
    let text = certificate(&answer);
    assert!(text.contains("\nlower -22\n") && text.ends_with("end\n"), "{text}");
}

/// All points of a level.
fn points(ends: &[(i64, i64)]) -> Vec<Vec<i64>> {
    ends.iter().fold(vec![Vec::new()], |points, (lo, hi)| {
        let longer = |point: Vec<i64>| (*lo..=*hi).map(move |x| [point.clone(), vec![x]].concat());
        points.into_iter().flat_map(longer).collect()
    })
}

fn holds(row: &LevelRow, point: &[i64]) -> bool {
    let sum: i64 = row.row.terms.iter().map(|(v, a)| a * point[v.get()]).sum();
    match row.row.sense {
        Sense::LessEqual => sum <= row.row.rhs,
        Sense::Equal => sum == row.row.rhs,
        Sense::GreaterEqual => sum >= row.row.rhs,
    }
}

fn sum(objective: &ScaledObjective, point: &[i64]) -> i64 {
    objective.constant + objective.terms.iter().map(|(v, a)| a * point[v.get()]).sum::<i64>()
}

/// The value by going through all points, as the class is defined.
pub(super) fn value(program: &IntegerBilevel) -> Option<i64> {
    let ends = |is_follower: bool| -> Vec<(i64, i64)> {
        let own = program.variables.iter().filter(|var| var.is_follower == is_follower);
        own.map(|var| (var.lower, var.upper)).collect()
    };
    let rows = |is_follower: bool| program.rows.iter().filter(move |row| row.is_follower == is_follower);
    let is_coupling = |row: &LevelRow| row.row.terms.iter().any(|(v, _)| program.is_follower(*v));
    let together = |x: &[i64], y: Vec<i64>| -> Vec<i64> {
        let (mut x, mut y) = (x.iter().copied(), y.into_iter());
        let own = |var: &IntegerVariable| if var.is_follower { y.next() } else { x.next() };
        program.variables.iter().filter_map(own).collect()
    };
    let mut best: Option<i64> = None;
    for x in points(&ends(false)) {
        let all: Vec<Vec<i64>> = points(&ends(true)).into_iter().map(|y| together(&x, y)).collect();
        let answers: Vec<&Vec<i64>> = all.iter().filter(|point| rows(true).all(|row| holds(row, point))).collect();
        let least = answers.iter().map(|point| sum(&program.follower, point)).min();
        let best_answers: Vec<&&Vec<i64>> =
            answers.iter().filter(|point| Some(sum(&program.follower, point)) == least).collect();
        let of_leader = |point: &Vec<i64>| rows(false).all(|row| holds(row, point));
        let comes_to = if best_answers.is_empty() {
            let is_choice = rows(false).filter(|row| !is_coupling(row)).all(|row| holds(row, &all[0]));
            (program.no_answer == NoAnswer::Prevented && is_choice).then(|| sum(&program.leader, &all[0]))
        } else if program.reading == Reading::Optimistic {
            best_answers.iter().filter(|point| of_leader(point)).map(|point| sum(&program.leader, point)).min()
        } else if best_answers.iter().all(|point| of_leader(point)) {
            best_answers.iter().map(|point| sum(&program.leader, point)).max()
        } else {
            None
        };
        best = best.into_iter().chain(comes_to).min();
    }
    best
}

/// Knapsack interdiction, with variables in any order, scaled rows and items that weigh or are worth nothing.
pub(super) fn interdiction(seed: u64, n: usize) -> IntegerBilevel {
    let mut rng: Seeded = rng(seed);
    // Each variable's place.
    let mut places: Vec<usize> = (0..2 * n).collect();
    for i in (1..2 * n).rev() {
        places.swap(i, rng.random_range(0..=i));
    }
    let draw = |rng: &mut Seeded| -> Vec<i64> { (0..n).map(|_| rng.random_range(0..=9)).collect() };
    let (prices, weights, worth) = (draw(&mut rng), draw(&mut rng), draw(&mut rng));
    let list = |numbers: &[i64], from: usize, factor: i64| -> Vec<(usize, i64)> {
        let mut list: Vec<_> = numbers.iter().enumerate().map(|(i, a)| (places[from + i], factor * a)).collect();
        list.sort_unstable();
        list
    };
    let mut variables = variables(&vec![(0, 1); n], &vec![(0, 1); n]);
    places.iter().enumerate().for_each(|(v, place)| variables[*place].is_follower = v >= n);
    let mut rows = Vec::new();
    for i in 0..n {
        let factor = rng.random_range(1..=3);
        let mut link = vec![(places[i], factor), (places[n + i], factor)];
        link.sort_unstable();
        rows.push(row(&link, Sense::LessEqual, rng.random_range(factor..2 * factor), true));
    }
    let some = |numbers: &[i64], rng: &mut Seeded| rng.random_range(0..=numbers.iter().sum::<i64>() + 1);
    let (budget, capacity) = (some(&prices, &mut rng), some(&weights, &mut rng));
    if prices.iter().any(|a| *a > 0) {
        rows.push(row(&list(&prices, 0, -2), Sense::GreaterEqual, -2 * budget, rng.random_bool(0.5)));
    }
    if weights.iter().any(|a| *a > 0) {
        rows.push(row(&list(&weights, n, 1), Sense::LessEqual, capacity, true));
    }
    let mut leader = objective(&list(&worth, n, 3));
    leader.constant = rng.random_range(-5..=5);
    let reading = if rng.random_bool(0.5) { Reading::Pessimistic } else { Reading::Optimistic };
    let follower = objective(&list(&worth, n, -2));
    let name = format!("knapsack-{seed}");
    IntegerBilevel { name, variables, rows, leader, follower, reading, no_answer: NoAnswer::Forbidden }
}

fn random(seed: u64) -> IntegerBilevel {
    let mut rng: Seeded = rng(seed);
    let mut ends = |most: usize| -> Vec<(i64, i64)> {
        let n = rng.random_range(1..=most);
        (0..n)
            .map(|_| {
                let lower = rng.random_range(-2..=1);
                (lower, lower + rng.random_range(0..=4))
            })
            .collect()
    };
    let (leader, follower) = (ends(3), ends(3));
    let (n_leader, n) = (leader.len(), leader.len() + follower.len());
    let list = |from: usize, to: usize, most: i64, rng: &mut Seeded| -> Vec<(usize, i64)> {
        (from..to).map(|v| (v, rng.random_range(-most..=most))).collect()
    };
    let senses = [Sense::LessEqual, Sense::LessEqual, Sense::GreaterEqual, Sense::Equal];
    let mut rows = Vec::new();
    for _ in 0..rng.random_range(1..=3) {
        let sense = senses[rng.random_range(0..4)];
        rows.push(row(&list(0, n, 4, &mut rng), sense, rng.random_range(-4..=8), true));
    }
    for _ in 0..rng.random_range(0..=2) {
        let to = if rng.random_bool(0.5) { n } else { n_leader };
        let sense = senses[rng.random_range(0..3)];
        rows.push(row(&list(0, to, 3, &mut rng), sense, rng.random_range(-3..=8), false));
    }
    let no_answer = if rng.random_bool(0.3) { NoAnswer::Prevented } else { NoAnswer::Forbidden };
    let reading = if rng.random_bool(0.4) { Reading::Pessimistic } else { Reading::Optimistic };
    let to = if no_answer == NoAnswer::Prevented { n_leader } else { n };
    let mut own = objective(&list(0, to, 5, &mut rng));
    own.constant = rng.random_range(-3..=3);
    let follower_objective = objective(&list(n_leader, n, 4, &mut rng));
    IntegerBilevel {
        name: format!("random-{seed}"),
        variables: variables(&leader, &follower),
        rows,
        leader: own,
        follower: follower_objective,
        reading,
        no_answer,
    }
}

/// The certificate of an answer, as text.
pub(super) fn certificate(answer: &WitnessAnswer) -> String {
    let mut text = Vec::new();
    answer.proof.as_ref().expect("a proof").write(&mut text).expect("memory");
    String::from_utf8(text).expect("text")
}

pub(super) fn checked(text: &str) -> Result<minclue_verifier::BilevelVerdict, minclue_verifier::Refusal> {
    minclue_verifier::verify_bilevel(text.as_bytes(), &minclue_verifier::Limits::default())
}

/// The value is that of all points, and the checker accepts the certificate of both halves, and no better claim.
fn is_right(program: &IntegerBilevel, value: Option<i64>) -> WitnessAnswer {
    is_right_from(knapsack::FEW_ITEMS, program, value)
}

pub(super) fn is_right_from(few: usize, program: &IntegerBilevel, value: Option<i64>) -> WitnessAnswer {
    let answer = solve_from(few, program, &DenseLps, true, &Limits::none(), &mut Silent).expect("a plain form");
    let name = &program.name;
    assert_eq!(answer.stop, None, "{name}");
    assert_eq!((answer.lower, answer.best.as_ref().map(|(_, value)| *value)), (value, value), "{name}");
    assert_eq!(answer.is_best_proven, value.is_some(), "{name}");
    let text = certificate(&answer);
    let verdict = checked(&text).unwrap_or_else(|refusal| panic!("{name}: {refusal}\n{text}"));
    assert_eq!((verdict.lower, verdict.upper), (value, value), "{name}");
    assert_eq!((verdict.is_infeasible, &verdict.program), (value.is_none(), &program.text()), "{name}");
    if let Some(value) = value {
        let more = text.replace(&format!("\nlower {value}\n"), &format!("\nlower {}\n", value + 1));
        assert!(checked(&more).is_err(), "{name} is no more than {value}:\n{more}");
        let less = text.replace(&format!("\nupper {value}\n"), &format!("\nupper {}\n", value - 1));
        assert!(checked(&less).is_err(), "{name} is no less than {value}");
    }
    answer
}

#[test]
fn values_are_those_of_all_points() {
    for seed in 0..1000 {
        let program = random(seed);
        is_right(&program, value(&program));
    }
}

/// A packing: two rows over items, of which each may be taken by one of the leader's variables.
fn packing(seed: u64) -> IntegerBilevel {
    let mut rng: Seeded = rng(seed);
    let n = rng.random_range(3..=5);
    let draw = |least: i64, most: i64, rng: &mut Seeded| -> Vec<i64> {
        (0..n).map(|_| rng.random_range(least..=most)).collect()
    };
    let own = |list: &[i64]| -> Vec<(usize, i64)> { list.iter().enumerate().map(|(i, a)| (n + i, *a)).collect() };
    let mut rows: Vec<LevelRow> = Vec::new();
    for _ in 0..rng.random_range(1..=2) {
        let weights = draw(1, 9, &mut rng);
        rows.push(row(&own(&weights), Sense::LessEqual, weights.iter().sum::<i64>() / 2, true));
    }
    for i in 0..n {
        // Some items can be taken by two.
        let other = if rng.random_bool(0.3) { vec![((i + 1) % n, 1)] } else { Vec::new() };
        let mut list = [vec![(i, 1)], other, vec![(n + i, 1)]].concat();
        list.sort_unstable();
        let rhs = list.len() as i64 - 1;
        rows.push(row(&list, Sense::LessEqual, rhs.min(1), true));
    }
    let prices = draw(1, 4, &mut rng);
    let list: Vec<(usize, i64)> = prices.iter().enumerate().map(|(i, a)| (i, *a)).collect();
    rows.push(row(&list, Sense::LessEqual, rng.random_range(1..=6), false));
    let worth = draw(1, 9, &mut rng);
    IntegerBilevel {
        name: format!("packing-{seed}"),
        variables: variables(&vec![(0, 1); n], &vec![(0, 1); n]),
        rows,
        leader: objective(&own(&worth)),
        follower: objective(&own(&worth.iter().map(|a| -a).collect::<Vec<_>>())),
        reading: Reading::Optimistic,
        no_answer: NoAnswer::Forbidden,
    }
}

#[test]
fn rules_of_packings_are_right() {
    let mut n_rules = 0;
    for seed in 0..300 {
        let program = packing(seed);
        let answer = is_right(&program, value(&program));
        n_rules += certificate(&answer).lines().filter(|line| line.starts_with("rule ")).count();
    }
    assert!(n_rules > 100, "{n_rules}");
}

/// A knapsack of items that are worth about what they weigh, under several rows; the leader may take one item.
fn hard_follower(n: usize, n_rows: usize, seed: u64) -> IntegerBilevel {
    let mut rng: Seeded = rng(seed);
    let weights: Vec<Vec<i64>> = (0..n_rows).map(|_| (0..n).map(|_| rng.random_range(20..=100)).collect()).collect();
    let worth: Vec<i64> =
        (0..n).map(|i| weights.iter().map(|w| w[i]).sum::<i64>() / n_rows as i64 + rng.random_range(5..=15)).collect();
    let mut rows: Vec<LevelRow> = Vec::new();
    for w in &weights {
        let list: Vec<(usize, i64)> = w.iter().enumerate().map(|(i, w)| (n + i, *w)).collect();
        rows.push(row(&list, Sense::LessEqual, w.iter().sum::<i64>() / 2, true));
    }
    for i in 0..n {
        rows.push(row(&[(i, 1), (n + i, 1)], Sense::LessEqual, 1, true));
    }
    let all: Vec<(usize, i64)> = (0..n).map(|i| (i, 1)).collect();
    rows.push(row(&all, Sense::LessEqual, 1, false));
    let own = |sign: i64| -> Vec<(usize, i64)> { worth.iter().enumerate().map(|(i, a)| (n + i, sign * a)).collect() };
    IntegerBilevel {
        name: "hard".to_owned(),
        variables: variables(&vec![(0, 1); n], &vec![(0, 1); n]),
        rows,
        leader: objective(&own(1)),
        follower: objective(&own(-1)),
        reading: Reading::Optimistic,
        no_answer: NoAnswer::Forbidden,
    }
}

/// That no answer is better is proven by bounds: to guess it would take hours.
#[test]
fn hard_followers_are_proven_by_bounds() {
    for (n, n_rows) in [(30, 1), (16, 4)] {
        let program = hard_follower(n, n_rows, 1);
        let answer = solve(&program, &DenseLps, true, &Limits::none(), &mut Silent).expect("a plain form");
        assert!(answer.is_best_proven, "{n} items");
        let verdict = checked(&certificate(&answer)).unwrap_or_else(|refusal| panic!("{refusal}"));
        assert!(verdict.is_solved() && verdict.lower == answer.lower, "{n} items");
    }
}

#[test]
fn bounds_at_a_limit_are_proven() {
    let mut n_open = 0;
    for seed in 0..200 {
        let program = random(seed);
        let value = value(&program);
        let limits = Limits::none().with_nodes(2);
        let answer = solve(&program, &DenseLps, true, &limits, &mut Silent).expect("a plain form");
        let verdict = checked(&certificate(&answer)).unwrap_or_else(|refusal| panic!("{seed}: {refusal}"));
        assert_eq!((verdict.lower, verdict.is_infeasible), (answer.lower, answer.lower.is_none()), "{seed}");
        assert!(answer.lower.is_none_or(|lower| value.is_none_or(|value| lower <= value)), "{seed}");
        assert!(answer.best.is_none_or(|(_, best)| value.is_some_and(|value| best >= value)), "{seed}");
        n_open += u32::from(answer.stop.is_some());
    }
    assert!(n_open > 5, "{n_open}");
}

/// A path through a grid of roads, of which the leader may make some longer: each has a longer copy beside it.
fn longer_roads(seed: u64) -> IntegerBilevel {
    let mut rng: Seeded = rng(seed);
    let (width, height) = (3, 2);
    let place = |x: usize, y: usize| x * height + y;
    let mut roads = Vec::new();
    for x in 0..width {
        for y in 0..height {
            if x + 1 < width {
                roads.push((place(x, y), place(x + 1, y)));
            }
            if y + 1 < height {
                roads.push((place(x, y), place(x, y + 1)));
            }
        }
    }
    let n = roads.len();
    let (short, long) = (|i: usize| n + 2 * i, |i: usize| n + 2 * i + 1);
    let lengths: Vec<(i64, i64)> = (0..n).map(|_| (rng.random_range(1..=6), rng.random_range(1..=5))).collect();
    let mut rows: Vec<LevelRow> = Vec::new();
    for v in 0..width * height - 1 {
        let mut list = Vec::new();
        for (i, (from, to)) in roads.iter().enumerate() {
            let sign = i64::from(*from == v) - i64::from(*to == v);
            list.extend([(short(i), sign), (long(i), sign)]);
        }
        rows.push(row(&list, Sense::Equal, i64::from(v == 0), true));
    }
    for i in 0..n {
        rows.push(row(&[(i, 1), (short(i), 1)], Sense::LessEqual, 1, true));
    }
    let all: Vec<(usize, i64)> = (0..n).map(|i| (i, 1)).collect();
    rows.push(row(&all, Sense::LessEqual, 2, false));
    let own = |sign: i64| -> Vec<(usize, i64)> {
        let lengths = lengths.iter().enumerate();
        lengths.flat_map(|(i, (a, more))| [(short(i), sign * a), (long(i), sign * (a + more))]).collect()
    };
    IntegerBilevel {
        name: format!("roads-{seed}"),
        variables: variables(&vec![(0, 1); n], &vec![(0, 1); 2 * n]),
        rows,
        leader: objective(&own(-1)),
        follower: objective(&own(1)),
        reading: Reading::Optimistic,
        no_answer: NoAnswer::Forbidden,
    }
}

/// The length of the shortest path, by going round by round.
fn shortest(program: &IntegerBilevel, taken: &[usize]) -> i64 {
    let n = program.variables.len() / 3;
    let (mut ends, mut length) = (vec![(usize::MAX, usize::MAX); n], vec![0; n]);
    let (places, linked): (Vec<&LevelRow>, Vec<&LevelRow>) =
        program.rows.iter().filter(|row| row.is_follower).partition(|row| row.row.sense == Sense::Equal);
    assert_eq!(linked.len(), n);
    for (v, level) in places.iter().enumerate() {
        for (var, a) in level.row.terms.iter().filter(|(var, _)| (var.get() - n).is_multiple_of(2)) {
            let ends = &mut ends[(var.get() - n) / 2];
            if *a > 0 { ends.0 = v } else { ends.1 = v }
        }
    }
    for (var, a) in &program.follower.terms {
        let road = (var.get() - n) / 2;
        if ((var.get() - n) % 2 == 1) == taken.contains(&road) {
            length[road] = *a;
        }
    }
    let last = places.len();
    let mut far = vec![i64::MAX / 2; last + 1];
    far[0] = 0;
    for _ in 0..=last {
        for (road, (from, to)) in ends.iter().enumerate() {
            let to = if *to == usize::MAX { last } else { *to };
            far[to] = far[to].min(far[*from] + length[road]);
        }
    }
    far[last]
}

#[test]
fn followers_with_equations_go_other_ways() {
    for seed in 0..30 {
        let program = longer_roads(seed);
        let n = program.variables.len() / 3;
        let pairs = (0..n).flat_map(|a| (a..n).map(move |b| [a, b]));
        let value = pairs.map(|taken| shortest(&program, &taken)).max().map(|length| -length);
        let answer = is_right(&program, value);
        assert!(answer.work.n_nodes <= 60, "{}: {} nodes", program.name, answer.work.n_nodes);
    }
}
/// A linear program that ends early since its objective is large enough has a point of no use, and may prove less in
/// integers than it said.
#[test]
fn values_that_hardly_differ_are_told_apart() {
    for unit in [10_000_i64, 1_000_000, 10_000_000, 100_000_000, 1 << 50] {
        let values = format!("{} {} {}", unit + 1, unit, unit + 2);
        let text = format!("3\n1\n1\n1 1 1\n1 1 1\n{values}\n");
        let program = crate::ilp::read_ki(text.as_bytes(), "k", &Limits::none()).expect("a program");
        let program = crate::ilp::PlacedIntegerBilevel::from(&program).program;
        let limits = Limits::none().with_nodes(100);
        let answer = solve(&program, &DenseLps, true, &limits, &mut Silent).expect("a plain form");
        assert_eq!((answer.lower, answer.stop), (Some(unit + 1), None), "{unit}");
    }
}
