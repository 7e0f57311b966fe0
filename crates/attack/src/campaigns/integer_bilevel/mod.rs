//! Bilevel programs over integers, of nine kinds: both readings, both rules for choices without a response, and the
//! certificates, compared with an enumeration of all points of both levels.

mod expect;
mod files;
mod kinds;
mod program;

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use crate::Rng;
use crate::ask::expect_root_bound;
use crate::lab::{Lab, Output, Wrong};

use expect::{Answer, CERTIFICATE, Point};
use kinds::Question;
use program::{NoAnswer, Program, Reading};

/// One program, and a question about it.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let question = Question::random(rng);
    let files = files::write(&question.program, rng);
    lab.write("b.mps", &files.mps)?;
    // The AUX file is found beside the other one, or named.
    let is_beside = rng.random_bool(0.7);
    let aux = if is_beside { "b.aux" } else { "levels.aux" };
    lab.write(aux, &files.aux)?;
    let model: Vec<String> = if is_beside { vec!["b.mps".into()] } else { vec!["b.mps".into(), aux.into()] };
    ask(&question, &model, rng, lab)
}

fn ask(question: &Question, model: &[String], rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let mut args: Vec<String> = ["bilevel", "--format", "jsonl"].map(str::to_owned).to_vec();
    args.extend_from_slice(model);
    args.extend(rules(question.reading, question.no_answer));
    if rng.random_bool(0.2) {
        args.extend(["--seed".to_owned(), rng.random_range(0..1000).to_string()]);
    }
    if rng.random_bool(0.2) {
        args.extend(["--threads".to_owned(), rng.random_range(1..=2).to_string()]);
    }
    let is_limited = rng.random_bool(0.1);
    if is_limited {
        args.extend(["--node-limit".to_owned(), rng.random_range(1..10).to_string()]);
    }
    let is_certified = rng.random_bool(0.85);
    if is_certified {
        args.extend(["--certify".to_owned(), CERTIFICATE.to_owned()]);
    }
    let output = lab.run(&args)?;
    let (answer, record) = check(question, &output, is_limited)?;
    if is_certified && matches!(answer, Answer::Solved | Answer::Infeasible) {
        check_certificate(question, &record, model, rng, lab)?;
    }
    Ok(())
}

/// Looks at the status, the bounds, and at the point that is shown.
fn check(question: &Question, output: &Output, is_limited: bool) -> Result<(Answer, Value), Wrong> {
    let Question { program, reading, .. } = question;
    let (answer, record) = expect::answer(output, is_limited)?;
    let is_old = expect::is_of_older_class(&record);
    match answer {
        Answer::Refused if question.is_undefined() => return Ok((answer, record)),
        Answer::Refused => return Err(format!("refused: {}", output.stderr.trim())),
        // Where each choice has an answer, the older class has no use for the rule.
        _ if question.is_undefined() && (!is_old || program.has_unanswered()) => {
            return Err(format!("prevented answers are worth nothing that is defined, and yet: {record}"));
        }
        _ => {}
    }
    let least = question.least();
    let places = program.objective.places;
    let shown = |value: Option<i64>| value.map_or_else(|| "none".to_owned(), |value| files::decimal(value, places));
    let [lower, upper, optimum] = expect::bounds(&record, places)?;
    let is_wrong = match least {
        Some(least) => lower.is_some_and(|lower| lower > least) || upper.is_some_and(|upper| upper < least),
        None => upper.is_some(),
    };
    if is_wrong {
        return Err(format!("bounds {} and {}, but the value is {}", shown(lower), shown(upper), shown(least)));
    }
    match (&answer, least) {
        (Answer::Solved, Some(_)) if (lower, upper, optimum) == (least, least, least) => {}
        (Answer::Infeasible, None) | (Answer::Open, _) => {}
        _ => return Err(format!("the value is {}: {record}", shown(least))),
    }
    if let Some(least) = least {
        expect_root_bound(&record, least as f64 / 10_f64.powi(places as i32))?;
    }
    let Some(point) = expect::point(&record, program.leader.len(), program.follower.len())? else {
        return if upper.is_some() {
            Err(format!("an upper bound without a choice: {record}"))
        } else {
            Ok((answer, record))
        };
    };
    // At a limit, the older class may have no answer of the follower.
    let may_lack_answer = is_old && answer == Answer::Open;
    check_point(program, *reading, question.rule(), &point, upper, may_lack_answer)?;
    Ok((answer, record))
}

/// Is the point one that both levels come to, and is it worth what is said?
fn check_point(
    program: &Program,
    reading: Reading,
    rule: NoAnswer,
    Point { x, y }: &Point,
    upper: Option<i64>,
    may_lack_answer: bool,
) -> Result<(), Wrong> {
    let is_within = program.leader.iter().zip(x).all(|(bounds, v)| (bounds.lower..=bounds.upper).contains(v));
    if !is_within {
        return Err(format!("{x:?} is out of bounds"));
    }
    let worth = program.worth(x, reading, rule).ok_or_else(|| format!("the leader may not choose {x:?}"))?;
    if upper != Some(worth) {
        return Err(format!("{x:?} is worth {worth}, and the upper bound is {upper:?}"));
    }
    let best = program.best_answers(x);
    let Some(y) = y else {
        return if best.is_empty() || may_lack_answer {
            Ok(())
        } else {
            Err(format!("no answer is shown to {x:?}, and there is one"))
        };
    };
    if best.is_empty() {
        return Err(format!("{y:?} is shown as the answer to {x:?}, and there is none"));
    }
    if !best.iter().any(|answer| answer == y) {
        return Err(format!("{y:?} is not a best answer to {x:?}, as {:?} is", best[0]));
    }
    if !program.leader_rows_hold(x, y) || program.value(x, y) != worth {
        return Err(format!("to {x:?} the answer {y:?} is not the one of this reading"));
    }
    Ok(())
}

/// The certificate proves the answer about this program, and nothing else.
fn check_certificate(
    question: &Question,
    record: &Value,
    model: &[String],
    rng: &mut Rng,
    lab: &mut Lab,
) -> Result<(), Wrong> {
    let is_old = expect::is_of_older_class(record);
    if record["certified"] != true {
        let says_why = is_old && record["uncertified"].is_string();
        return if says_why { Ok(()) } else { Err(format!("not certified: {record}")) };
    }
    let certificate = lab.read(CERTIFICATE)?;
    if !expect::has_both_halves(&certificate) {
        // The campaign of the older class looks at these.
        return if is_old { Ok(()) } else { Err("the certificate is not one of both halves".to_owned()) };
    }
    let reading = if question.reading == Reading::Optimistic { "reading optimistic" } else { "reading pessimistic" };
    if !certificate.lines().any(|line| line == reading) {
        return Err(format!("the certificate does not say {reading}"));
    }
    let verify = |lab: &mut Lab, file: &str, about: &[String]| {
        let words = ["verify", "--format", "text", file].map(str::to_owned);
        lab.run(&words.iter().chain(about).cloned().collect::<Vec<_>>())
    };
    let mut about: Vec<String> = Vec::new();
    for (option, file) in ["--bilevel", "--aux"].into_iter().zip(model) {
        about.extend([option.to_owned(), file.clone()]);
    }
    let wanted = expect::verdict(question.least(), question.program.objective.places);
    // About this program with these rules, about this program, or about the one that it states itself.
    let asked: Vec<String> = match rng.random_range(0..10) {
        0..5 => about.iter().cloned().chain(rules(question.reading, question.no_answer)).collect(),
        5..9 => about.clone(),
        _ => Vec::new(),
    };
    let output = verify(lab, CERTIFICATE, &asked)?;
    output.expect_code(0)?;
    if !output.stdout.lines().any(|line| line.starts_with(&wanted)) {
        return Err(format!("in place of {wanted:?}, verify says: {}", output.stdout.trim()));
    }
    let refuted = |output: Output, what: &str| {
        output.expect_code(expect::REFUTED).map_err(|e| format!("{what}: {e}: {}", output.stdout.trim()))
    };
    if let Some((what, text)) = expect::falsified(&certificate).choose(rng) {
        lab.write("false.cert", text)?;
        refuted(verify(lab, "false.cert", &about)?, what)?;
    }
    if rng.random_bool(0.2) {
        // It is about no other rules.
        let other = question.no_answer.map(|rule| match rule {
            NoAnswer::Forbidden => NoAnswer::Prevented,
            NoAnswer::Prevented => NoAnswer::Forbidden,
        });
        let others = if question.reading == Reading::Optimistic && rng.random_bool(0.5) {
            rules(Reading::Pessimistic, None)
        } else {
            rules(question.reading, other)
        };
        if others != rules(question.reading, None) {
            about.extend(others);
            refuted(verify(lab, CERTIFICATE, &about)?, "other rules")?;
        }
    }
    Ok(())
}

/// The options for how a program is read.
fn rules(reading: Reading, no_answer: Option<NoAnswer>) -> Vec<String> {
    let mut words = Vec::new();
    if reading == Reading::Pessimistic {
        words.push("--pessimistic".to_owned());
    }
    if let Some(rule) = no_answer {
        let word = if rule == NoAnswer::Forbidden { "forbidden" } else { "prevented" };
        words.extend(["--no-answer".to_owned(), word.to_owned()]);
    }
    words
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::program::tests::moore_and_bard;
    use super::*;

    fn output(record: &str, code: i32) -> Output {
        Output { code: Some(code), stdout: format!("{record}\n"), stderr: String::new() }
    }

    fn question() -> Question {
        Question { program: moore_and_bard(), reading: Reading::Optimistic, no_answer: Some(NoAnswer::Forbidden) }
    }

    /// The value is -22 at (2, 2).
    #[test]
    fn answers_are_compared() {
        let said = |record: &str, code: i32| check(&question(), &output(record, code), false).is_ok();
        let right = r#"{"status":"optimal","lower_bound":-22,"upper_bound":-22,"optimum":-22,"leader":["x1=2"],
            "follower":["y1=2"],"root_bound":-42.0}"#
            .replace('\n', "");
        assert!(said(&right, 0), "{:?}", check(&question(), &output(&right, 0), false));
        for (from, to) in [
            ("x1=2", "x1=3"),
            ("x1=2", "x1=11"),
            ("x1=2", "x2=2"),
            ("y1=2", "y1=3"),
            ("            \"follower\":[\"y1=2\"],", ""),
            ("-22,\"upper_bound\":-22", "-23,\"upper_bound\":-22"),
            ("-22,\"upper_bound\":-22", "-21,\"upper_bound\":-21"),
            ("-22,\"upper_bound\":-22", "-22,\"upper_bound\":-21"),
            ("optimum\":-22", "optimum\":-42"),
            ("optimum\":-22", "optimum\":-22.5"),
            ("root_bound\":-42.0", "root_bound\":-21.0"),
            ("\"optimal\"", "\"decided\",\"infeasible\":true"),
            ("optimal", "node_limit"),
        ] {
            let wrong = right.replace(from, to);
            assert!(wrong != right && !said(&wrong, 0), "{wrong}");
        }
        assert!(!said(&right, 4) && !said("", 3), "the code and the record do not fit");
        let open = r#"{"status":"node_limit","lower_bound":-42}"#;
        assert!(check(&question(), &output(open, 4), true).is_ok());
        assert!(check(&question(), &output(open, 4), false).is_err());
        assert!(check(&question(), &output(&open.replace("-42", "-2"), 4), true).is_err());
    }

    /// Who answers by brute force passes, and who is off by one does not.
    #[test]
    fn right_answers_pass() {
        let mut rng = Rng::seed_from_u64(21);
        let (mut n_solved, mut n_infeasible) = (0, 0);
        for _ in 0..150 {
            let question = Question::random(&mut rng);
            let Question { program, reading, .. } = &question;
            if question.is_undefined() {
                continue;
            }
            let Some(least) = question.least() else {
                n_infeasible += 1;
                assert!(check(&question, &output(r#"{"status":"decided","infeasible":true}"#, 0), false).is_ok());
                continue;
            };
            n_solved += 1;
            let worth = |x: &Vec<i64>| program.worth(x, *reading, question.rule());
            let x = program::points(&program.leader).find(|x| worth(x) == Some(least)).expect("a choice");
            let right = |y: &Vec<i64>| program.leader_rows_hold(&x, y) && program.value(&x, y) == least;
            let y = program.best_answers(&x).into_iter().find(right);
            let list = |values: &[i64], name: fn(usize) -> String| -> Vec<String> {
                let some = values.iter().enumerate().filter(|(_, v)| **v != 0);
                some.map(|(i, v)| format!("{}={v}", name(i))).collect()
            };
            let said = |value: i64| {
                let value = files::decimal(value, program.objective.places);
                let record = serde_json::json!({
                    "status": "optimal", "lower_bound": value, "upper_bound": value, "optimum": value,
                    "leader": list(&x, files::x), "follower": y.as_ref().map(|y| list(y, files::y)),
                });
                check(&question, &output(&record.to_string(), 0), false)
            };
            assert!(said(least).is_ok(), "{question:?}: {:?}", said(least));
            assert!(said(least - 1).is_err() && said(least + 1).is_err(), "{question:?}");
        }
        assert!(n_solved > 80 && n_infeasible > 5, "{n_solved}, {n_infeasible}");
    }

    #[test]
    fn what_is_undefined_has_to_be_refused() {
        let undefined = Question { no_answer: Some(NoAnswer::Prevented), ..question() };
        let refused = Output { code: Some(3), stdout: String::new(), stderr: "error: no".to_owned() };
        assert!(undefined.is_undefined() && check(&undefined, &refused, false).is_ok());
        assert!(check(&question(), &refused, false).is_err());
        let solved = r#"{"status":"optimal","lower_bound":-22,"upper_bound":-22,"optimum":-22}"#;
        assert!(check(&undefined, &output(solved, 0), false).is_err());
    }

    #[test]
    fn no_choice_is_an_answer_where_there_is_none() {
        let mut question = question();
        question.program.rows[1].rhs = -1;
        assert_eq!(question.least(), None);
        let said = |record: &str, code| check(&question, &output(record, code), false).is_ok();
        let right = r#"{"status":"decided","infeasible":true}"#;
        assert!(said(right, 0) && !said(right, 3) && !said(r#"{"status":"decided"}"#, 0));
        assert!(check(&question, &output(r#"{"status":"optimal","lower_bound":1}"#, 0), false).is_err());
    }
}
