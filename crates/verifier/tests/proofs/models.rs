//! Random linear models: what the checker says of sets and puzzles is compared with all points.

use crate::common::{Cells, Certificate, Linear, Problem, Random, by_children, members};

/// Random rows that hold for a random target.
fn random_model(random: &mut Random) -> Linear {
    let n_vars = 1 + random.below(7);
    let some =
        |random: &mut Random, of: usize| -> Vec<usize> { (0..n_vars).filter(|_| random.below(of) > 0).collect() };
    let (ones, shown) = (some(random, 2), some(random, 3));
    let cells = some(random, 4);
    let cells = random.shuffled(cells);
    let mut rows = Vec::new();
    for _ in 0..random.below(6) {
        let size = 1 + random.below(4);
        let terms: Vec<(usize, i64)> = some(random, 3)
            .into_iter()
            .map(|variable| (variable, random.below(2 * size + 1) as i64 - size as i64))
            .collect();
        let now: i64 = terms.iter().filter(|term| ones.contains(&term.0)).map(|term| term.1).sum();
        let rhs = now - random.below(size + 1) as i64;
        if random.below(3) == 0 {
            // An equation.
            rows.push((terms.iter().map(|&(variable, a)| (variable, -a)).collect(), -now));
            rows.push((terms, now));
        } else {
            rows.push((terms, rhs));
        }
    }
    Linear { n_vars, rows, ones, cells, shown }
}

#[test]
fn puzzles_are_accepted_if_they_are_valid() {
    let mut random = Random(7);
    let mut n = [0; 2];
    for _ in 0..4000 {
        let model = random_model(&mut random);
        let puzzle = members(random.below(1 << model.cells.len()) as Cells);
        let certificate = Certificate::about(Problem::Model(model), puzzle);
        let valid = certificate.problem.valid(&certificate.puzzle);
        if valid {
            assert!(certificate.verify().is_ok(), "{certificate:?}");
        } else {
            assert_eq!(certificate.reason(), "the puzzle has a second solution", "{certificate:?}");
        }
        n[usize::from(valid)] += 1;
    }
    assert!(n.iter().all(|&n| n > 500), "{n:?}");
}

#[test]
fn sets_are_accepted_if_a_second_solution_shows_them() {
    let mut random = Random(8);
    let mut n = [0; 2];
    for _ in 0..20_000 {
        let model = random_model(&mut random);
        let all: Vec<usize> = (0..model.cells.len()).collect();
        let flips = members(random.below(1 << model.n_vars) as Cells);
        let set = members((random.below(1 << all.len()) | random.below(1 << all.len())) as Cells);
        let right = !set.is_empty()
            && model.holds(&flips)
            && flips.iter().any(|variable| model.shown.contains(variable))
            && model.cells_of(&flips).iter().all(|cell| set.contains(cell));
        let mut certificate = Certificate::about(Problem::Model(model), all);
        // Where all cells leave a second solution, there is no puzzle.
        if certificate.verify().is_ok() {
            certificate.sets = vec![(set, flips)];
            assert_eq!(certificate.verify().is_ok(), right, "{certificate:?}");
            n[usize::from(right)] += 1;
        }
    }
    assert!(n.iter().all(|&n| n > 500), "{n:?}");
}

#[test]
fn minima_of_random_models() {
    let mut random = Random(9);
    let mut n = [0; 4];
    for _ in 0..4000 {
        let problem = Problem::Model(random_model(&mut random));
        if problem.sets().iter().all(|(cells, _)| !cells.is_empty()) {
            let certificate = by_children(problem);
            let minimum = certificate.lower;
            let verdict = certificate.verify().unwrap_or_else(|refusal| panic!("{refusal}: {certificate:?}"));
            assert_eq!((verdict.lower as u64, verdict.upper as u64), (minimum, minimum));
            n[(minimum as usize).min(3)] += 1;
        }
    }
    assert!(n.iter().all(|&n| n > 50), "{n:?}");
}
