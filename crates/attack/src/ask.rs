//! Questions to the program, whose answers are compared with the truth.

use std::collections::BTreeMap;

use rand::Rng as _;
use serde_json::Value;

use crate::Rng;
use crate::lab::{Lab, Output, Wrong};
use crate::options::{self, Options};
use crate::truth::{Clues, Expected, Truth, members, set_of};

/// A number of a record.
pub(crate) fn number(record: &Value, field: &str) -> Option<u32> {
    record[field].as_u64().and_then(|n| u32::try_from(n).ok())
}

/// How the status of a record must be.
///
/// # Errors
/// If it is another one.
pub(crate) fn expect_status(record: &Value, wanted: &str) -> Result<(), Wrong> {
    if record["status"] == wanted {
        Ok(())
    } else {
        Err(format!("status {} in place of {wanted}: {record}", record["status"]))
    }
}

/// A question about a minimum: is it at most, or at least, a given number?
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    AtMost(u32),
    AtLeast(u32),
}

impl Bound {
    /// One near the truth, or far from it.
    pub(crate) fn random(rng: &mut Rng, minimum: u32, n: u32, knows_at_least: bool) -> Self {
        let k = match rng.random_range(0..4) {
            0 => minimum,
            1 => minimum.saturating_sub(1),
            2 => (minimum + 1).min(n),
            _ => rng.random_range(0..=n),
        };
        if knows_at_least && rng.random_bool(0.5) { Self::AtLeast(k.max(1)) } else { Self::AtMost(k) }
    }

    /// The words of the command line.
    pub(crate) fn args(self) -> [String; 2] {
        let (name, k) = match self {
            Self::AtMost(k) => ("--at-most", k),
            Self::AtLeast(k) => ("--at-least", k),
        };
        [name.to_owned(), k.to_string()]
    }

    /// Do these bounds answer it?
    fn is_answered(self, lower: u32, upper: Option<u32>) -> bool {
        let k = match self {
            Self::AtMost(k) => k,
            Self::AtLeast(k) => k - 1,
        };
        lower > k || upper.is_some_and(|upper| upper <= k)
    }
}

/// Looks at the answer to a question about the minimum; `clues` reads the clues of the best set from the record.
///
/// # Errors
/// Whatever is wrong with it.
pub(crate) fn check_minimum(
    output: &Output,
    truth: &Truth,
    is_limited: bool,
    bound: Option<Bound>,
    clues: &dyn Fn(&Value) -> Result<Option<Clues>, Wrong>,
) -> Result<(), Wrong> {
    let minimum = truth.minimum().ok_or("a question without an answer was asked")?;
    let record = output.record()?;
    let status = record["status"].as_str().unwrap_or("none");
    let lower = number(&record, "lower_bound").ok_or_else(|| format!("no lower bound: {record}"))?;
    let upper = number(&record, "upper_bound");
    if lower > minimum || upper.is_some_and(|upper| upper < minimum) {
        return Err(format!("bounds {lower} and {upper:?}, but the minimum is {minimum}"));
    }
    for engine in record["engines"].as_array().into_iter().flatten().chain([&record["cross_check"]]) {
        let (lower, upper) = (number(engine, "lower_bound"), number(engine, "upper_bound"));
        if lower.is_some_and(|lower| lower > minimum) || upper.is_some_and(|upper| upper < minimum) {
            return Err(format!("bounds of an engine are {lower:?} and {upper:?}, but the minimum is {minimum}"));
        }
    }
    expect_root_bound(&record, f64::from(minimum))?;
    match clues(&record)? {
        None if upper.is_some() => return Err("an upper bound without clues".to_owned()),
        Some(best) if !truth.is_valid(best) => return Err(format!("clues {best:b} leave several solutions")),
        Some(best) if Some(best.count_ones()) != upper => {
            return Err(format!("{} clues and the upper bound {upper:?}", best.count_ones()));
        }
        _ => {}
    }
    if record["minimum"].is_null() == (upper == Some(lower)) {
        return Err(format!("minimum {} beside bounds {lower} and {upper:?}", record["minimum"]));
    }
    let code = output.code;
    match status {
        "optimal" if upper == Some(lower) => {}
        "decided" if bound.is_some_and(|bound| bound.is_answered(lower, upper)) && upper != Some(lower) => {}
        "node_limit" if is_limited => {}
        other => return Err(format!("status {other} with bounds {lower} and {upper:?}: {}", output.stderr.trim())),
    }
    let is_right_code =
        if status == "node_limit" { code == Some(4) } else { code == Some(0) || is_limited && code == Some(4) };
    if is_right_code { Ok(()) } else { Err(format!("exit code {code:?} with status {status}")) }
}

/// The bound of the linear program at the root is a lower one, within the tolerance of such programs.
///
/// # Errors
/// If it is above the value.
pub(crate) fn expect_root_bound(record: &Value, value: f64) -> Result<(), Wrong> {
    match record["root_bound"].as_f64() {
        Some(bound) if bound > value + 1e-6 * value.abs().max(1.0) => {
            Err(format!("the bound at the root is {bound}, but the value is {value}"))
        }
        _ => Ok(()),
    }
}

/// Checks the certificate of an answer, if there is one.
///
/// # Errors
/// If it is missing or refused, or if it is about other bounds.
pub(crate) fn check_certificate(lab: &mut Lab, answer: &Output, file: &str) -> Result<(), Wrong> {
    check_certificate_of(lab, answer, file, &[])
}

/// The same with the options that tell `verify` which problem it must be about.
///
/// # Errors
/// As of [`check_certificate`].
pub(crate) fn check_certificate_of(lab: &mut Lab, answer: &Output, file: &str, about: &[String]) -> Result<(), Wrong> {
    let answer = answer.record()?;
    if answer["certified"] != true {
        // A limit may come before there is anything to certify.
        return if answer["status"] == "node_limit" { Ok(()) } else { Err(format!("not certified: {answer}")) };
    }
    let words = ["verify", "--format", "jsonl", file].map(str::to_owned);
    let output = lab.run(&words.iter().chain(about).cloned().collect::<Vec<_>>())?;
    output.expect_code(0)?;
    let verdict = output.record()?;
    for field in ["lower_bound", "upper_bound"] {
        if verdict[field] != answer[field] {
            return Err(format!("the certificate has {field} {} and the answer {}", verdict[field], answer[field]));
        }
    }
    if verdict["verified"] != true {
        return Err(format!("not verified: {verdict}"));
    }
    // Half of a certificate is none.
    lab.halve(file, "half.cert")?;
    let words = ["verify", "--format", "jsonl", "half.cert"].map(str::to_owned);
    lab.run(&words.iter().chain(about).cloned().collect::<Vec<_>>())?.expect_code(5)
}

/// The sets of clues that were listed, each once, held against all that are wanted.
///
/// # Errors
/// The first difference.
pub(crate) fn check_listed(found: &[Clues], wanted: &[Clues]) -> Result<(), Wrong> {
    let mut sorted = found.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("one is listed twice".to_owned());
    }
    if let Some(extra) = sorted.iter().find(|set| wanted.binary_search(set).is_err()) {
        return Err(format!("{extra:b} is listed and not wanted; {} are wanted", wanted.len()));
    }
    if sorted.len() != wanted.len() {
        let missing = wanted.iter().find(|set| sorted.binary_search(set).is_err()).copied().unwrap_or_default();
        return Err(format!("{} are listed and {} wanted; {missing:b} is missing", sorted.len(), wanted.len()));
    }
    Ok(())
}

/// The clue of each cell number of a record; without a list, these are the same.
type Cells<'a> = Option<&'a [usize]>;

/// The clues of a list of cell numbers.
fn numbered(list: &Value, cells: Cells<'_>) -> Result<Clues, Wrong> {
    let list = list.as_array().ok_or("no list of cells")?;
    let clue = |number: &Value| {
        let number = number.as_u64().and_then(|n| usize::try_from(n).ok());
        let clue = number.and_then(|n| cells.map_or(Some(n), |cells| cells.get(n).copied()));
        clue.filter(|clue| *clue < 64).ok_or_else(|| format!("no cell: {list:?}"))
    };
    Ok(set_of(list.iter().map(clue).collect::<Result<Vec<_>, _>>()?))
}

/// Looks at a list of minimal unavoidable sets: each is one, each stands once, and those that must be there are.
///
/// # Errors
/// The first difference.
pub(crate) fn check_sets(
    record: &Value,
    truth: &Truth,
    max_size: Option<u32>,
    max_sets: Option<usize>,
    cells: Cells<'_>,
) -> Result<(), Wrong> {
    let listed = record["sets"].as_array().ok_or_else(|| format!("no sets: {record}"))?;
    let set = |set: &Value| numbered(&set["cells"], cells);
    let mut found: Vec<Clues> = listed.iter().map(set).collect::<Result<_, _>>()?;
    found.sort_unstable();
    if found.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("a set occurs twice".to_owned());
    }
    if let Some(wrong) = found.iter().find(|set| !truth.sets().contains(set)) {
        return Err(format!("{wrong:b} is not a minimal unavoidable set"));
    }
    if number(record, "n_sets") != u32::try_from(found.len()).ok() {
        return Err(format!("{} sets and n_sets {}", found.len(), record["n_sets"]));
    }
    if let Some(size) = max_size
        && found.iter().any(|set| set.count_ones() > size)
    {
        return Err(format!("a set of more than {size} cells"));
    }
    let complete_to = number(record, "complete_to");
    if let Some(size) = complete_to {
        let n_missing = truth.sets().iter().filter(|set| set.count_ones() <= size && !found.contains(set)).count();
        if n_missing > 0 {
            return Err(format!("{n_missing} sets of at most {size} cells are missing, and it says complete_to"));
        }
    }
    match record["status"].as_str() {
        Some("done") if max_size.is_none() && max_sets.is_none() && found.len() != truth.sets().len() => {
            Err(format!("{} sets of {} and done", found.len(), truth.sets().len()))
        }
        Some("done") => Ok(()),
        Some("max_reached") if max_sets.is_some_and(|max| found.len() == max) => Ok(()),
        other => Err(format!("status {other:?} with {} sets", found.len())),
    }
}

/// A problem of `fcp`: how it is asked, what its clues are called, and the truth.
#[derive(Clone, Debug)]
pub(crate) struct ModelProblem {
    /// The words after `fcp`.
    pub(crate) args: Vec<String>,
    /// The name of each clue.
    pub(crate) names: Vec<String>,
    /// The number of each clue's variable; clues of one variable need no other name in options.
    pub(crate) options: Vec<String>,
    pub(crate) truth: Truth,
}

impl ModelProblem {
    /// A problem in which the names of clues are those of their variables.
    pub(crate) fn new(args: Vec<String>, names: Vec<String>, truth: Truth) -> Self {
        Self { args, options: names.clone(), names, truth }
    }

    fn command(&self, more: &[&[String]]) -> Vec<String> {
        let fcp = ["fcp".to_owned()];
        let format = ["--format".to_owned(), "jsonl".to_owned()];
        fcp.iter().chain(&self.args).chain(more.iter().copied().flatten()).chain(&format).cloned().collect()
    }

    fn clues(&self, names: &[&str]) -> Result<Clues, Wrong> {
        let numbers: BTreeMap<&str, usize> =
            self.names.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
        let number = |name: &&str| numbers.get(name).copied().ok_or_else(|| format!("`{name}` is not a clue"));
        Ok(set_of(names.iter().map(number).collect::<Result<Vec<_>, _>>()?))
    }

    fn best(&self, record: &Value) -> Result<Option<Clues>, Wrong> {
        let names = |clues: &'_ Vec<Value>| {
            let names: Vec<&str> = clues.iter().filter_map(Value::as_str).collect();
            let found = self.clues(&names)?;
            if found.count_ones() as usize == clues.len() { Ok(found) } else { Err("a clue occurs twice".to_owned()) }
        };
        record["clues"].as_array().map(names).transpose()
    }

    /// Asks a random question, or several, and looks at the answers.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub(crate) fn ask(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        for _ in 0..rng.random_range(1..=3) {
            match rng.random_range(0..10) {
                0..5 => self.ask_minimum(rng, lab)?,
                5..7 => self.ask_all(rng, lab)?,
                7 => self.ask_sets(rng, lab)?,
                _ => self.ask_check(rng, lab)?,
            }
        }
        Ok(())
    }

    /// The answer to a problem whose clues all together are not enough.
    fn refused(output: &Output) -> Result<(), Wrong> {
        output.expect_code(3).map_err(|e| format!("all clues leave a second solution, but: {e}"))
    }

    /// The minimum, or bounds.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn ask_minimum(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        let Options { args, is_limited, certificate } = options::of_minimum(rng);
        let minimum = self.truth.minimum();
        let bound =
            minimum.filter(|_| rng.random_bool(0.25)).map(|minimum| Bound::random(rng, minimum, self.truth.n(), false));
        let question = bound.map(Bound::args).into_iter().flatten().collect::<Vec<_>>();
        if let Some(file) = certificate {
            lab.remove(file);
        }
        let output = lab.run(&self.command(&[&question, &args]))?;
        if minimum.is_none() {
            return Self::refused(&output);
        }
        check_minimum(&output, &self.truth, is_limited, bound, &|record| self.best(record))?;
        certificate.map_or(Ok(()), |file| check_certificate(lab, &output, file))
    }

    fn ask_all(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        let k = match self.truth.minimum() {
            Some(minimum) if rng.random_bool(0.7) => minimum + rng.random_range(0..=2),
            _ => rng.random_range(0..=self.truth.n()),
        };
        if !self.truth.is_countable(k) {
            return Ok(());
        }
        let wanted = Expected { minimal: rng.random_bool(0.4), ..Expected::size(k) };
        let mut more = vec!["--enumerate".to_owned(), k.to_string()];
        if wanted.minimal {
            more.push("--minimal".to_owned());
        }
        options::native(rng, &mut more);
        let output = lab.run(&self.command(&[&more]))?;
        if !self.truth.is_answerable() {
            return Self::refused(&output);
        }
        output.expect_code(0)?;
        let mut records = output.records()?;
        let last = records.pop().ok_or("no record")?;
        expect_status(&last, "done")?;
        let set = |record: &Value| {
            let names = record["puzzle"].as_array().ok_or_else(|| format!("no list of clues: {record}"))?;
            let names: Vec<&str> = names.iter().map(|name| name.as_str().unwrap_or("?")).collect();
            self.clues(&names)
        };
        let found = records.iter().map(set).collect::<Result<Vec<_>, _>>()?;
        if last["complete"] != true || number(&last, "n_puzzles") != u32::try_from(found.len()).ok() {
            return Err(format!("{} sets, and the record says {last}", found.len()));
        }
        check_listed(&found, &self.truth.all(&wanted))
    }

    fn ask_sets(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        if self.truth.sets().len() > 200 {
            return Ok(());
        }
        let max_size = rng.random_bool(0.3).then(|| rng.random_range(1..=self.truth.n().max(1)));
        let max_sets = rng.random_bool(0.3).then(|| rng.random_range(1..=8));
        let mut more = vec!["--sets".to_owned()];
        more.extend(max_size.iter().flat_map(|size| ["--max-size".to_owned(), size.to_string()]));
        more.extend(max_sets.iter().flat_map(|max| ["--max-sets".to_owned(), max.to_string()]));
        if rng.random_bool(0.5) {
            more.extend(["--backend".to_owned(), "highs".to_owned()]);
        }
        let output = lab.run(&self.command(&[&more]))?;
        if !self.truth.is_answerable() {
            return Self::refused(&output);
        }
        output.expect_code(0)?;
        let record = output.record()?;
        check_sets(&record, &self.truth, max_size, max_sets, Some(&self.cells(&record)?))
    }

    fn ask_check(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        let Some(clues) = self.some_clues(rng) else { return Ok(()) };
        let named: Vec<&str> = members(clues).map(|clue| self.options[clue as usize].as_str()).collect();
        let more = ["--check".to_owned(), named.join(",")];
        let output = lab.run(&self.command(&[&more]))?;
        if !self.truth.is_answerable() && output.code == Some(3) {
            return Ok(());
        }
        let cells = if output.code == Some(0) { self.cells(&output.record()?)? } else { Vec::new() };
        check_checked(&output, &self.truth, clues, 5, Some(&cells))
    }

    /// The clue of each cell of a record, by the names there.
    fn cells(&self, record: &Value) -> Result<Vec<usize>, Wrong> {
        let names = record["problem"]["cells"].as_array().ok_or_else(|| format!("no cells: {record}"))?;
        let clue = |name: &Value| {
            self.names.iter().position(|other| name == other).ok_or_else(|| format!("{name} is not a clue"))
        };
        let cells = names.iter().map(clue).collect::<Result<Vec<_>, _>>()?;
        if set_of(cells.iter().copied()) == self.truth.all_clues() {
            Ok(cells)
        } else {
            Err(format!("other clues: {record}"))
        }
    }

    /// A set of clues, not empty: often one that is just enough.
    fn some_clues(&self, rng: &mut Rng) -> Option<Clues> {
        if self.truth.n() == 0 {
            return None;
        }
        let mut clues = set_of((0..self.truth.n() as usize).filter(|_| rng.random_bool(0.6)));
        if self.truth.is_answerable() && rng.random_bool(0.6) {
            clues = self.truth.all_clues();
            for _ in 0..rng.random_range(0..=self.truth.n()) {
                let without = clues & !(1 << rng.random_range(0..self.truth.n()));
                if self.truth.is_valid(without) {
                    clues = without;
                }
            }
        }
        (clues != 0).then_some(clues)
    }
}

/// Looks at the record of a check of these clues; `invalid` is the exit code where they are not enough.
///
/// # Errors
/// What is wrong.
pub(crate) fn check_checked(
    output: &Output,
    truth: &Truth,
    clues: Clues,
    invalid: i32,
    cells: Cells<'_>,
) -> Result<(), Wrong> {
    let is_valid = truth.is_valid(clues);
    output.expect_code(if is_valid { 0 } else { invalid })?;
    let record = output.record()?;
    let solutions = if is_valid { "one" } else { "several" };
    if record["valid"] != is_valid || record["solutions"] != solutions {
        return Err(format!("clues {clues:b} have {solutions} solutions, and the record says {record}"));
    }
    if number(&record, "n_clues") != Some(clues.count_ones()) {
        return Err(format!("{} clues, and the record says {record}", clues.count_ones()));
    }
    if !is_valid {
        return Ok(());
    }
    let redundant = numbered(&record["redundant"], cells)?;
    if redundant != truth.redundant(clues) || record["minimal"] != (redundant == 0) {
        return Err(format!(
            "of {clues:b} the clues {:b} are redundant, and the record says {record}",
            truth.redundant(clues)
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clues 0 and 1 together, and clue 2, each contradict another solution: two are needed, 2 and one of the others.
    fn truth() -> Truth {
        Truth::new(3, vec![0b011, 0b100])
    }

    fn said(record: &str, code: i32) -> Output {
        Output { code: Some(code), stdout: format!("{record}\n"), stderr: String::new() }
    }

    fn minimum(record: &str, code: i32, is_limited: bool, bound: Option<Bound>) -> Result<(), Wrong> {
        let clues = |record: &Value| {
            let clues = record["clues"].as_array();
            Ok(clues.map(|clues| set_of(clues.iter().filter_map(Value::as_u64).map(|clue| clue as usize))))
        };
        check_minimum(&said(record, code), &truth(), is_limited, bound, &clues)
    }

    #[test]
    fn right_minima_pass_and_wrong_ones_do_not() {
        let right = r#"{"status":"optimal","lower_bound":2,"upper_bound":2,"minimum":2,"clues":[0,2]}"#;
        assert_eq!(minimum(right, 0, false, None), Ok(()));
        for (from, to) in [
            ("\"lower_bound\":2,\"upper_bound\":2,\"minimum\":2", "\"lower_bound\":3,\"upper_bound\":3,\"minimum\":3"),
            ("\"lower_bound\":2,\"upper_bound\":2,\"minimum\":2", "\"lower_bound\":1,\"upper_bound\":1,\"minimum\":1"),
            ("\"lower_bound\":2", "\"lower_bound\":1"),
            ("[0,2]", "[0,1]"),
            ("[0,2]", "[0,1,2]"),
            (",\"clues\":[0,2]", ""),
            (",\"minimum\":2", ""),
            ("\"lower_bound\":2", "\"root_bound\":2.5,\"lower_bound\":2"),
            ("optimal", "decided"),
            ("optimal", "node_limit"),
            ("\"lower_bound\":2,", ""),
        ] {
            let wrong = right.replace(from, to);
            assert_ne!(wrong, right);
            assert!(minimum(&wrong, 0, false, None).is_err(), "{wrong}");
        }
        assert!(minimum(right, 4, false, None).is_err());
        assert!(minimum(right, 5, true, None).is_err());
        assert!(minimum(&format!("{right}\n{right}"), 0, false, None).is_err());
    }

    #[test]
    fn bounds_are_an_answer_only_where_a_limit_or_a_question_was_given() {
        let open = r#"{"status":"node_limit","lower_bound":1,"upper_bound":3,"clues":[0,1,2]}"#;
        assert_eq!(minimum(open, 4, true, None), Ok(()));
        assert!(minimum(open, 4, false, None).is_err());
        assert!(minimum(open, 0, true, None).is_err());
        let decided = open.replace("node_limit", "decided");
        assert_eq!(minimum(&decided, 0, false, Some(Bound::AtMost(3))), Ok(()));
        assert_eq!(minimum(&decided, 0, false, Some(Bound::AtMost(0))), Ok(()));
        assert_eq!(minimum(&decided, 0, false, Some(Bound::AtLeast(1))), Ok(()));
        assert!(minimum(&decided, 0, false, Some(Bound::AtMost(2))).is_err());
        assert!(minimum(&decided, 0, false, Some(Bound::AtLeast(2))).is_err());
    }

    #[test]
    fn a_wrong_bound_of_one_engine_is_seen() {
        let both = r#"{"status":"optimal","lower_bound":2,"upper_bound":2,"minimum":2,"clues":[0,2],
            "engines":[{"lower_bound":2,"upper_bound":2},{"lower_bound":0,"upper_bound":2}]}"#
            .replace('\n', "");
        assert_eq!(minimum(&both, 0, false, None), Ok(()));
        assert!(minimum(&both.replace("\"lower_bound\":0", "\"lower_bound\":3"), 0, false, None).is_err());
    }

    #[test]
    fn lists_are_compared() {
        assert_eq!(check_listed(&[3, 1], &[1, 3]), Ok(()));
        for wrong in [&[1][..], &[1, 3, 3], &[1, 3, 5], &[1, 5]] {
            assert!(check_listed(wrong, &[1, 3]).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn sets_are_compared() {
        let sets = |text: &str, size, max| {
            check_sets(&serde_json::from_str(text).expect("JSON"), &truth(), size, max, None).is_ok()
        };
        let all = r#"{"status":"done","n_sets":2,"complete_to":3,"sets":[{"cells":[2]},{"cells":[0,1]}]}"#;
        let one = r#"{"status":"done","n_sets":1,"complete_to":1,"sets":[{"cells":[2]}]}"#;
        assert!(sets(all, None, None) && sets(one, Some(1), None));
        assert!(sets(&one.replace("done", "max_reached").replace("\"complete_to\":1,", ""), None, Some(1)));
        assert!(!sets(one, None, None));
        assert!(!sets(all, Some(1), None));
        assert!(!sets(&one.replace("\"complete_to\":1", "\"complete_to\":2"), Some(1), None));
        assert!(!sets(&all.replace("[0,1]", "[0]"), None, None));
        assert!(!sets(&all.replace("[0,1]", "[2]"), None, None));
    }

    /// Cell 0 of the record is clue 2, and so on.
    #[test]
    fn cells_have_the_names_of_the_record() {
        let stated = ModelProblem::new(Vec::new(), ["a", "b", "c"].map(str::to_owned).to_vec(), truth());
        let record = serde_json::json!({"problem": {"cells": ["c", "a", "b"]}, "redundant": [1, 2]});
        let cells = stated.cells(&record).expect("cells");
        assert_eq!((&cells[..], numbered(&record["redundant"], Some(&cells))), (&[2, 0, 1][..], Ok(0b011)));
        assert!(numbered(&serde_json::json!([3]), Some(&cells)).is_err());
        assert!(stated.cells(&serde_json::json!({"problem": {"cells": ["c", "a"]}})).is_err());
    }

    #[test]
    fn checks_are_compared() {
        let check = |clues, text: &str, code| check_checked(&said(text, code), &truth(), clues, 5, None).is_ok();
        let all = r#"{"n_clues":3,"valid":true,"solutions":"one","minimal":false,"redundant":[0,1]}"#;
        assert!(check(0b111, all, 0) && !check(0b111, all, 5));
        assert!(!check(0b111, &all.replace("[0,1]", "[0]"), 0));
        assert!(!check(0b011, &all.replace('3', "2"), 0));
        assert!(check(0b011, r#"{"n_clues":2,"valid":false,"solutions":"several"}"#, 5));
        assert!(!check(0b101, r#"{"n_clues":2,"valid":false,"solutions":"several"}"#, 5));
    }
}
