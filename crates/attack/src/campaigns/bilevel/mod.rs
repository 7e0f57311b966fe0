//! Bilevel programs: knapsacks, cliques, matchings and others, interdiction and blockers, in all formats, compared with
//! an enumeration of all choices of both levels.

mod files;
mod program;

use rand::Rng as _;
use serde_json::Value;

use crate::Rng;
use crate::ask::expect_root_bound;
use crate::lab::{Lab, Output, Wrong};
use crate::options::{self, one_of};

use program::{Goal, Program, Truth};

/// One program, and a question or two.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let program = Program::random(rng);
    let truth = program.truth();
    let file = files::write(&program, rng, lab)?;
    for _ in 0..rng.random_range(1..=2) {
        ask(&program, &truth, file, rng, lab)?;
    }
    Ok(())
}

fn ask(program: &Program, truth: &Truth, file: &str, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let mut args: Vec<String> = ["bilevel", "--format", "jsonl", file].map(str::to_owned).to_vec();
    if rng.random_bool(0.3) {
        args.extend(["--follower".to_owned(), one_of(rng, &["auto", "oracle", "highs"]).to_owned()]);
    }
    options::native(rng, &mut args);
    let is_limited = rng.random_bool(0.15);
    if is_limited {
        args.extend(["--node-limit".to_owned(), rng.random_range(1..30).to_string()]);
    }
    let certificate = rng.random_bool(0.5).then_some("answer.cert");
    if let Some(name) = certificate {
        lab.remove(name);
        args.extend(["--certify".to_owned(), name.to_owned()]);
    }
    let output = lab.run(&args)?;
    let is_by_tree = output.record().is_ok_and(|record| is_by_tree(&record));
    // What such choices are worth is for the campaign of programs over integers.
    if truth.has_unanswered && (is_by_tree || output.code == Some(3)) {
        return Ok(());
    }
    let Some(value) = truth.value else {
        let is_open = is_limited && output.code == Some(4);
        let is_said = is_by_tree && output.record()?["infeasible"] == true && output.code == Some(0);
        return if is_open || is_said {
            Ok(())
        } else {
            output.expect_code(3).map_err(|e| format!("there is no choice, but: {e}"))
        };
    };
    // A leader that nothing limits takes everything, and whom nothing is worth anything has no objective.
    if program.is_unlimited() && output.code == Some(3) {
        return Ok(());
    }
    let record = check(program, value, &output, is_limited)?;
    match certificate {
        Some(name) if is_by_tree && output.code == Some(0) => {
            lab.run(&["verify", name, "--bilevel", file])?.expect_code(0).map_err(|e| format!("the certificate: {e}"))
        }
        Some(name) if output.code == Some(0) => check_certificate(value, &record, file, name, lab),
        _ => Ok(()),
    }
}

/// Was it solved as a program over integers? Then values stand beside the names, and both halves in one certificate.
fn is_by_tree(record: &Value) -> bool {
    record["goal"] == "integers"
}

/// Looks at the bounds, and at the choices of both as they are shown.
fn check(program: &Program, value: i64, output: &Output, is_limited: bool) -> Result<Value, Wrong> {
    let record = output.record()?;
    let bound = |name: &str| record[name].as_i64();
    let (lower, upper) = (bound("lower_bound"), bound("upper_bound"));
    if lower.is_some_and(|lower| lower > value) || upper.is_some_and(|upper| upper < value) {
        return Err(format!("bounds {lower:?} and {upper:?}, but the value is {value}"));
    }
    let is_solved = lower.is_some() && lower == upper;
    match record["status"].as_str().unwrap_or("none") {
        "optimal" if is_solved && (output.code == Some(0) || is_limited && output.code == Some(4)) => {}
        "node_limit" if is_limited && output.code == Some(4) => {}
        other => {
            return Err(format!(
                "status {other}, code {:?}, bounds {lower:?}, {upper:?}: {}",
                output.code, output.stderr
            ));
        }
    }
    if is_solved && bound("optimum") != Some(value) {
        return Err(format!("the optimum is {value}: {record}"));
    }
    if record["status"] == "optimal" && !record["upper_proof"].is_string() {
        return Err(format!("no proof of the upper half: {record}"));
    }
    expect_root_bound(&record, value as f64)?;
    if !record["leader"].is_array() {
        return if upper.is_some() { Err(format!("an upper bound without a choice: {record}")) } else { Ok(record) };
    }
    let leader = named(&record["leader"], 'x', program.n_leader)?;
    if !program.allows(leader) {
        return Err(format!("the leader may not take {leader:b}"));
    }
    // Which of several rows is the budget, no file says; one that limits nothing is none.
    let is_paid = matches!(program.goal, Goal::Blocker { .. }) || program.leader_rows.is_empty();
    if is_paid && bound("leader_cost").is_some_and(|cost| cost != program.price(leader)) {
        return Err(format!("{leader:b} costs {}: {record}", program.price(leader)));
    }
    let best = program.best_answer(leader).ok_or("the follower has no answer to that")?;
    if let Some(worth) = bound("follower_value").filter(|_| !is_by_tree(&record)) {
        let follower = named(&record["follower"], 'z', program.n_follower)?;
        if !program.is_answer(leader, follower) || program.worth(follower) != worth {
            return Err(format!("{follower:b} is not an answer worth {worth} to {leader:b}"));
        }
        if is_solved && worth != best && matches!(program.goal, Goal::Interdiction { .. }) {
            return Err(format!("the follower answers with {worth}, and {best} is its best"));
        }
    }
    let costs = match program.goal {
        Goal::Interdiction { scale, .. } => scale * best,
        Goal::Blocker { most } if best > most => return Err(format!("{leader:b} leaves an answer worth {best}")),
        Goal::Blocker { .. } => program.price(leader),
    };
    if upper != Some(costs + program.constant) {
        return Err(format!("{leader:b} has the value {}, and the upper bound is {upper:?}", costs + program.constant));
    }
    Ok(record)
}

/// The set of names such as `x1`, each once.
fn named(list: &Value, letter: char, n: usize) -> Result<u64, Wrong> {
    let mut set = 0;
    for name in list.as_array().into_iter().flatten().filter_map(Value::as_str) {
        let name = name.strip_suffix("=1").unwrap_or(name);
        // In the dialect of interdiction, the leader's variable is called for what it takes.
        let plain = name.strip_prefix("take_z").or_else(|| name.strip_prefix(letter));
        let number = plain.and_then(|number| number.parse::<usize>().ok()).filter(|i| (1..=n).contains(i));
        let bit = 1 << (number.ok_or_else(|| format!("{name} is none of {n} names"))? - 1);
        if set & bit != 0 {
            return Err(format!("{name} occurs twice"));
        }
        set |= bit;
    }
    Ok(set)
}

/// The certificate of a blocker that is a clue problem: both bounds.
fn check_certificate(value: i64, record: &Value, file: &str, name: &str, lab: &mut Lab) -> Result<(), Wrong> {
    if !record["lower_certificate"].is_object() {
        let is_said = record["certified"] == false && record["uncertified"].is_string();
        return if is_said { Ok(()) } else { Err(format!("neither certified nor a word why not: {record}")) };
    }
    let output = lab.run(&["verify", "--format", "jsonl", name, "--bilevel", file])?;
    output.expect_code(0).map_err(|e| format!("the certificate: {e}"))?;
    let verdict = output.record()?;
    let proven = ["value_at_least", "value_at_most"].map(|bound| verdict[bound].as_i64());
    if verdict["verified"] != true || proven != [Some(value); 2] {
        return Err(format!("the value is {value}, and this is verified: {verdict}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::program::tests::three;
    use super::*;

    /// The value is 5: item 1 is taken and item 3 packed, or item 2 and one of the others.
    #[test]
    fn answers_are_compared() {
        let program = three();
        let said = |record: &str, code: i32| {
            let output = Output { code: Some(code), stdout: format!("{record}\n"), stderr: String::new() };
            check(&program, 5, &output, false).is_ok()
        };
        let right = r#"{"status":"optimal","lower_bound":5,"upper_bound":5,"optimum":5,"leader":["x1"],"leader_cost":1,
            "follower":["z3"],"follower_value":5,"upper_proof":"search","root_bound":4.5}"#
            .replace('\n', "");
        assert!(said(&right, 0) && said(&right.replace("x1", "take_z1"), 0));
        for (from, to) in [
            ("[\"x1\"]", "[]"),
            ("[\"x1\"]", "[\"x1\",\"x2\"]"),
            ("[\"x1\"]", "[\"x1\",\"x1\"]"),
            ("x1", "x4"),
            ("x1", "x3"),
            ("z3", "z2"),
            ("[\"z3\"]", "[\"z1\"]"),
            ("[\"z3\"]", "[\"z2\",\"z3\"]"),
            ("leader_cost\":1", "leader_cost\":2"),
            ("lower_bound\":5", "lower_bound\":4"),
            ("lower_bound\":5,\"upper_bound\":5", "lower_bound\":6,\"upper_bound\":6"),
            ("optimum\":5", "optimum\":4"),
            (",\"upper_proof\":\"search\"", ""),
            ("root_bound\":4.5", "root_bound\":5.5"),
            ("optimal", "node_limit"),
        ] {
            let wrong = right.replace(from, to);
            assert!(wrong != right && !said(&wrong, 0), "{wrong}");
        }
        assert!(!said(&right, 4) && !said("", 3));
    }
}
