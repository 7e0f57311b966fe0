//! The truth about choices with costs and conditions, by an enumeration of all choices, and the comparison with the
//! answers of the program.

use std::fmt::Write as _;

use rand::Rng as _;
use serde_json::Value;

use crate::Rng;
use crate::ask::expect_root_bound;
use crate::lab::{Lab, Output, Wrong};
use crate::options::one_of;
use crate::truth::{Clues, Truth, members};

/// Reads what was chosen from a record; nothing where the record has no choice.
pub(crate) type Chosen = dyn Fn(&Value) -> Result<Option<Clues>, Wrong>;

/// More clues have too many choices.
pub(crate) const MAX_CLUES: u32 = 16;

/// `low <= sum a x <= high` over clues, x being 1 for those that are chosen.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceRow {
    pub(crate) terms: Vec<(usize, i64)>,
    pub(crate) low: Option<i64>,
    pub(crate) high: Option<i64>,
}

impl ChoiceRow {
    fn sum(&self, chosen: Clues) -> i64 {
        self.terms.iter().filter(|(clue, _)| chosen >> clue & 1 == 1).map(|(_, a)| a).sum()
    }

    pub(crate) fn holds(&self, chosen: Clues) -> bool {
        let sum = self.sum(chosen);
        self.low.is_none_or(|low| low <= sum) && self.high.is_none_or(|high| sum <= high)
    }
}

/// What a choice costs, and what it must keep beside being enough.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// One for each clue.
    pub(crate) prices: Vec<u64>,
    pub(crate) rows: Vec<ChoiceRow>,
    /// Clues that are in every choice.
    pub(crate) given: Clues,
    /// Clues that are in none.
    pub(crate) forbidden: Clues,
}

impl Terms {
    /// Random ones over `n` clues: weights, rows, given and forbidden clues, each or not.
    pub(crate) fn random(rng: &mut Rng, n: usize, largest: u64) -> Self {
        let mut terms = Self { prices: vec![1; n], ..Self::default() };
        if rng.random_bool(0.6) {
            let range = [1, 3, 9, largest][rng.random_range(0..4)].min(largest);
            terms.prices =
                (0..n).map(|_| if rng.random_bool(0.15) { 0 } else { rng.random_range(1..=range) }).collect();
        }
        if rng.random_bool(0.6) {
            terms.rows = (0..rng.random_range(1..=3)).map(|_| row(rng, n)).collect();
        }
        let mut some = |chance: f64| (0..n).filter(|_| rng.random_bool(chance)).fold(0, |set, i| set | 1 << i);
        let (given, forbidden): (Clues, Clues) = (some(0.08), some(0.1));
        terms.given = given;
        // A clue that is both leaves no choice; that is asked now and then.
        terms.forbidden = if rng.random_bool(0.9) { forbidden & !given } else { forbidden };
        terms
    }

    /// Do all weigh 1?
    pub(crate) fn is_plain(&self) -> bool {
        self.prices.iter().all(|price| *price == 1)
    }

    pub(crate) fn cost(&self, chosen: Clues) -> u64 {
        members(chosen).map(|clue| self.prices[clue as usize]).sum()
    }

    pub(crate) fn allows(&self, chosen: Clues) -> bool {
        self.given & !chosen == 0 && self.forbidden & chosen == 0 && self.rows.iter().all(|row| row.holds(chosen))
    }

    /// The least cost of a choice that is enough and keeps all; `None` if there is none.
    pub(crate) fn least(&self, truth: &Truth) -> Option<u64> {
        let mut least: Option<u64> = None;
        for chosen in 0..1 << truth.n() {
            let cost = self.cost(chosen);
            if least.is_none_or(|least| cost < least) && self.allows(chosen) && truth.is_valid(chosen) {
                least = Some(cost);
            }
        }
        least
    }

    /// The file of weights: lines of a name and a weight, those of 1 left out now and then.
    pub(crate) fn weights(&self, names: &[String], rng: &mut Rng) -> String {
        let mut text = String::from(one_of(rng, &["", "# weights\n", "\n"]));
        for (name, price) in names.iter().zip(&self.prices) {
            if *price != 1 || rng.random_bool(0.5) {
                let _ = writeln!(text, "{name}{}{price}{}", one_of(rng, &[" ", "\t"]), one_of(rng, &["", "", " # so"]));
            }
        }
        text
    }

    /// The rows as LP or OPB, over names that begin with a letter; the ending, and the text.
    pub(crate) fn row_file(&self, names: &[String], rng: &mut Rng) -> (&'static str, String) {
        if rng.random_bool(0.3) { ("opb", opb(&self.rows, names)) } else { ("lp", lp(&self.rows, names, rng)) }
    }
}

/// A random row: at least, at most or exactly some, mostly of few clues with small numbers.
pub(crate) fn row(rng: &mut Rng, n: usize) -> ChoiceRow {
    let chance = if rng.random_bool(0.7) { 0.3 } else { 0.8 };
    let mut terms: Vec<(usize, i64)> = Vec::new();
    for clue in 0..n {
        if rng.random_bool(chance) {
            let size = if rng.random_bool(0.7) { 1 } else { rng.random_range(2..=5) };
            terms.push((clue, if rng.random_bool(0.2) { -size } else { size }));
        }
    }
    if terms.is_empty() {
        terms.push((rng.random_range(0..n), 1));
    }
    let (least, most) = terms.iter().fold((0, 0), |(least, most), (_, a)| (least + a.min(&0), most + a.max(&0)));
    let side = rng.random_range(least..=most);
    let (low, high) = match rng.random_range(0..10) {
        0..5 => (Some(side.min((least + most) / 2)), None),
        5..9 => (None, Some(side.max((least + most) / 2))),
        _ => (Some(side), Some(side)),
    };
    ChoiceRow { terms, low, high }
}

pub(crate) fn lp(rows: &[ChoiceRow], names: &[String], rng: &mut Rng) -> String {
    let mut text = format!("{}\n\nSubject To\n", one_of(rng, &["Minimize", "Maximize"]));
    for (i, row) in rows.iter().enumerate() {
        let mut left = String::new();
        for (clue, a) in &row.terms {
            let _ = write!(left, " {} {} {}", if *a < 0 { '-' } else { '+' }, a.abs(), names[*clue]);
        }
        match (row.low, row.high) {
            (Some(low), Some(high)) if low == high => _ = writeln!(text, " c{i}:{left} = {low}"),
            (low, high) => {
                low.into_iter().for_each(|low| _ = writeln!(text, " c{i}_low:{left} >= {low}"));
                high.into_iter().for_each(|high| _ = writeln!(text, " c{i}:{left} <= {high}"));
            }
        }
    }
    let used: std::collections::BTreeSet<&str> =
        rows.iter().flat_map(|row| &row.terms).map(|(clue, _)| names[*clue].as_str()).collect();
    text + "Binaries\n " + &used.into_iter().collect::<Vec<_>>().join(" ") + "\nEnd\n"
}

pub(crate) fn opb(rows: &[ChoiceRow], names: &[String]) -> String {
    let mut text = String::from("* rows\n");
    for row in rows {
        let left: String = row.terms.iter().map(|(clue, a)| format!("{a:+} {} ", names[*clue])).collect();
        let minus: String = row.terms.iter().map(|(clue, a)| format!("{:+} {} ", -a, names[*clue])).collect();
        match (row.low, row.high) {
            (Some(low), Some(high)) if low == high => _ = writeln!(text, "{left}= {low} ;"),
            (low, high) => {
                low.into_iter().for_each(|low| _ = writeln!(text, "{left}>= {low} ;"));
                high.into_iter().for_each(|high| _ = writeln!(text, "{minus}>= {} ;", -high));
            }
        }
    }
    text
}

/// The options of a question about the least cost, only those that every input takes; whether a limit is among them,
/// and the file of the certificate.
pub(crate) fn options(rng: &mut Rng) -> (Vec<String>, bool, Option<&'static str>) {
    let mut args: Vec<String> = Vec::new();
    crate::options::native(rng, &mut args);
    let is_limited = rng.random_bool(0.1);
    if is_limited {
        args.extend(["--node-limit".to_owned(), rng.random_range(1..20).to_string()]);
    }
    let certificate = rng.random_bool(0.5).then_some("answer.cert");
    if let Some(file) = certificate {
        args.extend(["--certify".to_owned(), file.to_owned()]);
    }
    (args, is_limited, certificate)
}

/// Looks at the answer to a question about the least cost; `chosen` reads what was chosen from the record.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn check(
    output: &Output,
    truth: &Truth,
    terms: &Terms,
    is_limited: bool,
    chosen: &Chosen,
) -> Result<(), Wrong> {
    let Some(least) = terms.least(truth) else {
        // A limit may come before it is known that there is none.
        let is_open = is_limited && output.code == Some(4);
        return if is_open {
            Ok(())
        } else {
            output.expect_code(3).map_err(|e| format!("there is no choice, but: {e}"))
        };
    };
    let record = output.record()?;
    let bound = |name: &str| record[name].as_i64();
    let (lower, upper) = (bound("lower_bound"), bound("upper_bound"));
    if lower.is_some_and(|lower| lower > least as i64) || upper.is_some_and(|upper| upper < least as i64) {
        return Err(format!("bounds {lower:?} and {upper:?}, but the least cost is {least}"));
    }
    for engine in record["engines"].as_array().into_iter().flatten() {
        let (lower, upper) = (engine["lower_bound"].as_i64(), engine["upper_bound"].as_i64());
        if lower.is_some_and(|lower| lower > least as i64) || upper.is_some_and(|upper| upper < least as i64) {
            return Err(format!("bounds of an engine are {lower:?} and {upper:?}, but the least cost is {least}"));
        }
    }
    match chosen(&record)? {
        None if upper.is_some() => return Err("an upper bound without a choice".to_owned()),
        Some(set) if !truth.is_valid(set) => return Err(format!("the choice {set:b} is not enough")),
        Some(set) if !terms.allows(set) => return Err(format!("the choice {set:b} breaks a condition")),
        Some(set) if Some(terms.cost(set) as i64) != upper => {
            return Err(format!("the choice {set:b} costs {}, and the upper bound is {upper:?}", terms.cost(set)));
        }
        _ => {}
    }
    if bound("leader_cost").is_some_and(|cost| upper.is_some() && Some(cost) != upper) {
        return Err(format!("the upper bound is {upper:?}, and the record says {record}"));
    }
    expect_root_bound(&record, least as f64)?;
    if record["schema"] == "minclue-bilevel/1" && record["status"] == "optimal" && !record["upper_proof"].is_string() {
        return Err(format!("no proof of the upper half: {record}"));
    }
    let is_solved = lower.is_some() && lower == upper;
    match record["status"].as_str().unwrap_or("none") {
        "optimal" if is_solved && output.code == Some(0) => Ok(()),
        "optimal" if is_solved && is_limited && output.code == Some(4) => Ok(()),
        "node_limit" if is_limited && output.code == Some(4) => Ok(()),
        other => Err(format!("status {other}, code {:?}, bounds {lower:?}, {upper:?}: {}", output.code, output.stderr)),
    }
}

/// Checks the certificates of an answer: one of both bounds, or one of each. `about` are the options by which `verify`
/// knows the problem again.
///
/// # Errors
/// If one is missing or refused, or if it says less than the answer.
pub(crate) fn check_certificates(lab: &mut Lab, answer: &Output, about: &[String], file: &str) -> Result<(), Wrong> {
    if answer.code != Some(0) {
        return Ok(());
    }
    let record = answer.record()?;
    // That a choice without cost is the cheapest needs no proof.
    let is_free = record["lower_bound"] == 0 && record["uncertified"].is_string();
    if record["certified"] != true && !is_free {
        return Err(format!("not certified: {record}"));
    }
    let verify = |lab: &mut Lab, file: &str, cost: Option<i64>| {
        let words = ["verify", "--format", "jsonl", file].map(str::to_owned);
        let cost = cost.into_iter().flat_map(|cost| ["--cost".to_owned(), cost.to_string()]);
        lab.run_or_refuse(&words.iter().chain(about).cloned().chain(cost).collect::<Vec<_>>())
    };
    let verdict = |output: &Output| -> Result<Value, Wrong> {
        output.expect_code(0)?;
        let verdict = output.record()?;
        if verdict["verified"] == true { Ok(verdict) } else { Err(format!("not verified: {verdict}")) }
    };
    let bound = |of: &Value, name: &str| of[name].as_i64();
    let least = bound(&record, "lower_bound").ok_or_else(|| format!("no lower bound: {record}"))?;
    if record["schema"] == "minclue-result/1" {
        if is_free && record["certified"] != true {
            return Ok(());
        }
        let verdict = verdict(&verify(lab, file, None)?)?;
        let is_same = ["lower_bound", "upper_bound"].iter().all(|name| bound(&verdict, name) == Some(least));
        return if is_same { Ok(()) } else { Err(format!("not that answer: {verdict}")) };
    }
    if least == 0 && !record["lower_certificate"].is_object() {
        if !record["upper_certificate"].is_object() {
            return Ok(());
        }
        return verdict(&verify(lab, &format!("{file}.upper"), Some(0))?).map(drop);
    }
    let lower = verdict(&verify(lab, file, Some(least - 1))?)?;
    if bound(&lower, "value_at_least") != Some(least) {
        return Err(format!("the lower half says: {lower}"));
    }
    if let Some(most) = bound(&lower, "value_at_most") {
        // All that is chosen weighs the same, so there is one certificate, of both bounds.
        return if most == least { Ok(()) } else { Err(format!("not the answer {record}: {lower}")) };
    }
    // It is about no other cost.
    verify(lab, file, Some(least))?.expect_code(5)?;
    verdict(&verify(lab, &format!("{file}.upper"), Some(least))?).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clues 0 and 1 together contradict one solution, clue 2 another: 2 and one of the others are needed.
    fn truth() -> Truth {
        Truth::new(3, vec![0b011, 0b100])
    }

    fn terms() -> Terms {
        Terms { prices: vec![5, 2, 1], ..Terms::default() }
    }

    fn at_most(terms: &[(usize, i64)], high: i64) -> ChoiceRow {
        ChoiceRow { terms: terms.to_vec(), low: None, high: Some(high) }
    }

    #[test]
    fn least_costs_by_hand() {
        assert_eq!(terms().least(&truth()), Some(3));
        assert_eq!(Terms { forbidden: 0b010, ..terms() }.least(&truth()), Some(6));
        assert_eq!(Terms { given: 0b001, ..terms() }.least(&truth()), Some(6));
        assert_eq!(Terms { forbidden: 0b100, ..terms() }.least(&truth()), None);
        let rows = vec![at_most(&[(1, 1), (2, 1)], 1)];
        assert_eq!(Terms { rows, ..terms() }.least(&truth()), Some(6));
        let exactly = ChoiceRow { terms: vec![(0, 2), (1, -1)], low: Some(1), high: Some(1) };
        assert_eq!(Terms { rows: vec![exactly], ..terms() }.least(&truth()), Some(8));
    }

    #[test]
    fn answers_are_compared() {
        let said = |record: &str, code: i32, terms: &Terms| {
            let output = Output { code: Some(code), stdout: format!("{record}\n"), stderr: String::new() };
            let chosen = |record: &Value| Ok(record["chosen"].as_u64());
            check(&output, &truth(), terms, false, &chosen).is_ok()
        };
        let right = r#"{"schema":"minclue-bilevel/1","status":"optimal","lower_bound":3,"upper_bound":3,"leader_cost":3,
            "upper_proof":"search","root_bound":2.5,"chosen":6}"#;
        let right = &right.replace('\n', "");
        assert!(said(right, 0, &terms()));
        for (from, to) in [
            ("6}", "7}"),
            ("6}", "3}"),
            ("lower_bound\":3", "lower_bound\":2"),
            (",\"chosen\":6", ""),
            ("leader_cost\":3", "leader_cost\":2"),
            ("\"upper_proof\":\"search\",", ""),
            ("2.5", "3.5"),
        ] {
            let wrong = right.replace(from, to);
            assert!(wrong != *right && !said(&wrong, 0, &terms()), "{wrong}");
        }
        assert!(!said(&right.replace('3', "4"), 0, &terms()) && !said(right, 4, &terms()));
        // The choice of finding 1 of an attack: it is cheapest, and forbidden.
        assert!(!said(right, 0, &Terms { forbidden: 0b010, ..terms() }));
        assert!(!said(right, 0, &Terms { forbidden: 0b100, ..terms() }));
        assert!(said("", 3, &Terms { forbidden: 0b100, ..terms() }));
    }

    #[test]
    fn rows_are_written() {
        let names = ["x1", "x2", "x3"].map(str::to_owned);
        let mut rows = vec![at_most(&[(0, 1), (2, -2)], 1)];
        rows.push(ChoiceRow { terms: vec![(1, 3)], low: Some(3), high: Some(3) });
        assert_eq!(opb(&rows, &names), "* rows\n-1 x1 +2 x3 >= -1 ;\n+3 x2 = 3 ;\n");
        let mut rng = <Rng as rand::SeedableRng>::seed_from_u64(1);
        let text = lp(&rows, &names, &mut rng);
        assert!(text.ends_with("\n c0: + 1 x1 - 2 x3 <= 1\n c1: + 3 x2 = 3\nBinaries\n x1 x2 x3\nEnd\n"), "{text}");
    }
}
