//! Values of random programs of all kinds, compared with what trying everything says of the program as it is stated.

use minclue_verifier::{BilevelVerdict, Limits, Refusal, verify_bilevel};

use crate::common::Random;
use crate::maker::{Maker, Plain, Rule, Rules, dot};
use crate::program::{Program, points};

pub(crate) fn check(text: &str) -> Result<BilevelVerdict, Refusal> {
    verify_bilevel(text.as_bytes(), &Limits::default())
}

/// A random program that is small enough, and its plain form.
pub(crate) fn random_program(random: &mut Random) -> (Program, Plain) {
    loop {
        let program = Program::random(random);
        let plain = Plain::new(&program);
        if program.n_points() <= 100 && plain.bounds.len() <= program.variables.len() + 3 {
            return (program, plain);
        }
    }
}

/// Rules that are right.
pub(crate) fn random_rules(plain: &Plain, random: &mut Random) -> Rules {
    let mut rules = Rules::default();
    for _ in 0..random.below(8) {
        let rule = Rule::random(plain, random, rules.all.len());
        rules.take(plain, rule);
    }
    rules
}

/// Whether all of a certificate is accepted.
fn halves(
    (program, plain): (&Program, &Plain),
    random: &mut Random,
    lower: Option<Option<i64>>,
    upper: Option<&[i64]>,
) -> Result<BilevelVerdict, Refusal> {
    let rules = if lower.is_some() { random_rules(plain, random) } else { Rules::default() };
    let mut maker = Maker { rules, ..Maker::new(plain, random) };
    if let Some(below) = lower {
        maker.lower(below);
    }
    if let Some(point) = upper {
        maker.upper(point);
    }
    check(&format!("{}{}end\n", program.text(), maker.text))
}

/// A point of the plain form that is feasible for both levels and has this value.
fn point_of(plain: &Plain, choice: &[i64], value: i64) -> Vec<i64> {
    let point: Vec<i64> = (0..plain.bounds.len()).map(|v| choice.get(v).copied().unwrap_or(0)).collect();
    let mut best = plain.best_answers(&point);
    best.retain(|point| plain.holds(point));
    let of = |point: &Vec<i64>| plain.constant + dot(&plain.leader, point);
    best.into_iter().find(|point| of(point) == value).expect("the plain form has the same value")
}

#[test]
fn values_are_those_of_the_program_as_it_is_stated() {
    let mut random = Random(1);
    let mut n = [[[0; 2]; 2]; 2];
    for _ in 0..1200 {
        let (program, plain) = random_program(&mut random);
        let both = (&program, &plain);
        let truth = program.truth();
        let kind = [program.is_pessimistic, program.is_prevented, truth.is_some()].map(usize::from);
        n[kind[0]][kind[1]][kind[2]] += 1;
        let Some((value, choice)) = truth else {
            let verdict = halves(both, &mut random, Some(None), None).expect("nothing is there");
            assert!(verdict.is_infeasible && verdict.lower.is_none() && verdict.upper.is_none());
            assert!(halves(both, &mut random, Some(Some(5)), None).is_ok());
            continue;
        };
        let point = point_of(&plain, &choice, value);
        let verdict = halves(both, &mut random, Some(Some(value)), Some(&point));
        let verdict = verdict.unwrap_or_else(|refusal| panic!("{refusal}: {program:?}"));
        assert_eq!((verdict.lower, verdict.upper, verdict.is_infeasible), (Some(value), Some(value), false));
        assert!(verdict.is_solved() && verdict.program == program.text());
        assert_eq!(verdict.point, point[..program.variables.len()]);
        // One more is too much, and so is nothing at all.
        for wrong in [Some(value + 1), Some(value + 2), None] {
            assert!(halves(both, &mut random, Some(wrong), None).is_err(), "{wrong:?}: {program:?}");
        }
        // Less is not to be had by any point.
        for point in points(&plain.bounds).into_iter().take(2000) {
            let is_less = plain.holds(&point) && plain.constant + dot(&plain.leader, &point) < value;
            if is_less && random.below(4) == 0 {
                assert!(halves(both, &mut random, None, Some(&point)).is_err(), "{point:?}: {program:?}");
            }
        }
    }
    let n: Vec<i32> = n.into_iter().flatten().flatten().collect();
    assert!(n.iter().all(|n| *n >= 20), "{n:?}");
}

/// A rule is right for the checker if it is for the maker, and the maker's rows hold for all points that count.
#[test]
fn rules_are_right_or_refused() {
    let mut random = Random(2);
    let mut n = [0; 2];
    for _ in 0..12_000 {
        let (program, plain) = random_program(&mut random);
        let mut rules = random_rules(&plain, &mut random);
        let n_earlier = rules.all.len();
        let rule = Rule::random(&plain, &mut random, n_earlier);
        let earlier: String = rules.all.iter().map(Rule::text).collect();
        let text =
            format!("{}rules {}\n{earlier}{}lower -1000\nd 1 0\nend\n", program.text(), n_earlier + 1, rule.text());
        let is_right = rules.take(&plain, rule);
        let found = check(&text);
        assert_eq!(found.is_ok(), is_right, "{found:?}\n{text}");
        n[usize::from(is_right)] += 1;
        if !is_right {
            continue;
        }
        let (a, b) = rules.rows.last().expect("it was taken");
        for point in points(&plain.bounds) {
            if plain.holds(&point) && dot(a, &point) > *b {
                let best = plain.best_answers(&point);
                assert!(dot(&plain.follower, &best[0]) < dot(&plain.follower, &point), "{point:?}\n{text}");
            }
        }
    }
    assert!(n.iter().all(|n| *n > 600), "{n:?}");
}
