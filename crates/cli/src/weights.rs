//! `--weights` and `--rows`: what things weigh, and which rows the choice of them has to keep, by name.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use minclue_core::base::{CellSet, Limits, TextLimits};
use minclue_core::ilp::{BinaryModel, ModelError, ModelFormat, Sense, read_model};
use minclue_core::problem::{LeaderRow, MonotoneFollower};

use super::claims::{Claims, Refusal, file_of};
use super::exit::Exit;
use super::input::{Input, OpenError};

/// The most that all things may weigh together: each unit is a cell.
const MAX_WEIGHT: usize = CellSet::<10>::CAPACITY;

/// The file of `--weights`. It is read once, for what comes through a pipe is there once, however many inputs ask for it.
#[derive(Clone, Debug)]
pub struct WeightsFile {
    path: PathBuf,
    text: Arc<Mutex<Option<Arc<str>>>>,
    /// The highest group of clauses that it may name.
    n_groups: Arc<AtomicU64>,
}

impl From<OsString> for WeightsFile {
    fn from(path: OsString) -> Self {
        Self { path: path.into(), text: Arc::default(), n_groups: Arc::default() }
    }
}

impl WeightsFile {
    fn input(&self) -> Input {
        if self.path.as_os_str() == "-" { Input::Standard } else { Input::File(self.path.clone()) }
    }

    /// Groups up to this one are declared. One that has no clause is nothing to choose, but it may have a weight.
    pub(super) fn may_name_groups(&self, n_groups: u64) {
        self.n_groups.store(n_groups, Ordering::Relaxed);
    }

    /// The message with the option and the path before it.
    fn said(&self, message: &str) -> String {
        format!("--weights {}: {message}", self.path.display())
    }

    /// The text, once it was read.
    pub(super) fn text(&self) -> Option<Arc<str>> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The text, from the file only at the first call that has all of it.
    fn read(&self, limits: &Limits) -> Result<Arc<str>, (String, Exit)> {
        let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        match &*text {
            Some(text) => Ok(Arc::clone(text)),
            None => Ok(Arc::clone(text.insert(read(&self.input(), limits)?.into()))),
        }
    }
}

/// Gives the things that a leader chooses from the weights of a file: lines of a name and a whole number, and
/// comments that begin with `#`. What is not named weighs 1.
///
/// # Errors
/// A message with the file and its line, and the exit code.
pub(super) fn weighed(
    file: &WeightsFile,
    follower: MonotoneFollower,
    limits: &Limits,
) -> Result<MonotoneFollower, (String, Exit)> {
    if follower.has_prices() {
        return Err((file.said("the input has weights of its own"), Exit::Usage));
    }
    let text = file.read(limits).map_err(|(message, exit)| (file.said(&message), exit))?;
    let names: Vec<&str> = (0..follower.n_items()).map(|item| follower.item_name(item)).collect();
    let n_groups = file.n_groups.load(Ordering::Relaxed);
    let weights = units(&text, &names, n_groups).map_err(|message| (file.said(&message), Exit::InvalidInput))?;
    Ok(follower.with_prices(&weights))
}

/// The weights of these names where each unit is a cell.
///
/// # Errors
/// A message that names the line, or says that all weigh too much together.
fn units(text: &str, names: &[&str], n_groups: u64) -> Result<Vec<usize>, String> {
    let weights = weights(text, names, n_groups)?;
    let sum: usize = weights.iter().sum();
    if sum > MAX_WEIGHT {
        return Err(format!("all weigh {sum} together; each unit is a cell, and at most {MAX_WEIGHT} can be"));
    }
    Ok(weights)
}

/// What is said of a choice beside the question itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeaderFiles<'a> {
    /// What things weigh.
    pub(super) weights: Option<&'a WeightsFile>,
    /// Rows over their names: an LP, MPS or OPB file.
    pub(super) rows: Option<&'a Path>,
}

/// What a leader pays, and what it has to keep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LeaderTerms {
    /// What each thing weighs.
    pub(super) prices: Vec<i64>,
    /// The rows, over their numbers.
    pub(super) rows: Vec<LeaderRow>,
    /// The same as the file has them.
    pub(super) model: Option<BinaryModel>,
}

impl LeaderFiles<'_> {
    /// Is anything said?
    pub(super) fn is_some(self) -> bool {
        self.weights.is_some() || self.rows.is_some()
    }

    /// Claims both as what is read.
    ///
    /// # Errors
    /// The weights are to come from standard input, where the input comes from.
    pub(super) fn claim(self, claims: &mut Claims) -> Result<(), Refusal> {
        for (option, path) in [("--weights", self.weights.map(|file| &*file.path)), ("--rows", self.rows)] {
            path.into_iter().for_each(|path| claims.reads(&file_of(option), path));
        }
        match self.weights {
            Some(file) if file.input() == Input::Standard => claims.reads_standard_input("--weights -"),
            _ => Ok(()),
        }
    }

    /// What the files say of the things with these names; those that are not named weigh 1.
    ///
    /// # Errors
    /// A message with the file and its place, and the exit code.
    pub(super) fn read(self, names: &[&str], limits: &Limits) -> Result<LeaderTerms, (String, Exit)> {
        let prices = match self.weights {
            None => vec![1; names.len()],
            Some(file) => {
                let text = file.read(limits).map_err(|(message, exit)| (file.said(&message), exit))?;
                let n_groups = file.n_groups.load(Ordering::Relaxed);
                let weights =
                    weights(&text, names, n_groups).map_err(|message| (file.said(&message), Exit::InvalidInput))?;
                weights.into_iter().map(|weight| weight as i64).collect()
            }
        };
        let Some(path) = self.rows else { return Ok(LeaderTerms { prices, ..LeaderTerms::default() }) };
        let said = |(message, exit)| (format!("--rows {}: {message}", path.display()), exit);
        let model = model(path, limits).map_err(said)?;
        let rows = rows(&model, names).map_err(said)?;
        Ok(LeaderTerms { prices, rows, model: Some(model) })
    }
}

/// The model that rows are read from.
fn model(path: &Path, limits: &Limits) -> Result<BinaryModel, (String, Exit)> {
    let invalid = |message: String| (message, Exit::InvalidInput);
    let format = match ModelFormat::of(path) {
        Ok(format @ (ModelFormat::Lp | ModelFormat::Mps | ModelFormat::Opb)) => format,
        Ok(ModelFormat::Clauses(_)) | Err(_) => {
            return Err(invalid("rows are read from .lp, .mps and .opb files".to_owned()));
        }
    };
    let file = Input::File(path.to_owned()).open_within(limits).map_err(unopened)?;
    let model = match read_model(file, format, "rows", limits) {
        Ok(read) => read.model,
        Err(ModelError::Place { place, reason }) => {
            return Err(invalid(format!("line {}, column {}: {reason}", place.line, place.column)));
        }
        Err(e @ ModelError::Stopped(_)) => return Err((e.to_string(), Exit::Limit)),
        Err(e) => return Err(invalid(e.to_string())),
    };
    if model.objective().iter().any(|(_, a)| *a != 0) {
        return Err(invalid("there is an objective; what things weigh stands in the file of --weights".to_owned()));
    }
    Ok(model)
}

/// The rows of a model over these names.
fn rows(model: &BinaryModel, names: &[&str]) -> Result<Vec<LeaderRow>, (String, Exit)> {
    let invalid = |message: String| (message, Exit::InvalidInput);
    let mut rows = Vec::new();
    for row in model.rows() {
        let mut terms: Vec<(usize, i64)> = Vec::new();
        for (var, a) in &row.terms {
            let name = model.var_name(*var);
            let place = named(name, names);
            let place = place
                .ok_or_else(|| invalid(format!("row `{}`: there is nothing called `{name}` to choose", row.name)))?;
            // Two spellings of one name are one thing.
            match terms.iter_mut().find(|(other, _)| *other == place) {
                Some((_, sum)) => {
                    *sum = sum.checked_add(*a).ok_or_else(|| {
                        invalid(format!("row `{}`: the numbers of `{name}` are too large together", row.name))
                    })?;
                }
                None => terms.push((place, *a)),
            }
        }
        let signs: &[i64] = match row.sense {
            Sense::GreaterEqual => &[1],
            Sense::LessEqual => &[-1],
            Sense::Equal => &[1, -1],
        };
        rows.extend(signs.iter().map(|sign| LeaderRow {
            demand: None,
            terms: terms.iter().map(|(place, a)| (*place, sign * a)).collect(),
            rhs: sign * row.rhs,
        }));
    }
    Ok(rows)
}

/// The number of a name, in whatever case it is written if only one is called so. `x7` is what is called `7`, since
/// variables of LP and OPB files do not begin with a digit.
fn named(name: &str, names: &[&str]) -> Option<usize> {
    let exactly = |name: &str| names.iter().position(|other| *other == name);
    let in_any_case = || {
        let mut places = (0..names.len()).filter(|place| names[*place].eq_ignore_ascii_case(name));
        places.next().filter(|_| places.next().is_none())
    };
    exactly(name).or_else(in_any_case).or_else(|| exactly(name.strip_prefix('x')?))
}

/// What is said of a file that does not open.
pub(super) fn unopened(error: OpenError) -> (String, Exit) {
    let message = match error {
        OpenError::Unreadable { reason, .. } => format!("the file cannot be opened: {reason}"),
        other => other.to_string(),
    };
    (message, Exit::Internal)
}

fn read(input: &Input, limits: &Limits) -> Result<String, (String, Exit)> {
    let file = input.open_within(limits).map_err(unopened)?;
    let text = TextLimits::SMALL.read_text(file).map_err(|e| match e.kind() {
        io::ErrorKind::InvalidData => (e.to_string(), Exit::InvalidInput),
        _ => (e.to_string(), Exit::Internal),
    })?;
    // A limit ends the reader as the end of the file does. What was read by then would be another question.
    match limits.reached(0) {
        None => Ok(text),
        Some(stop) => Err((format!("{stop} before the end of the file"), Exit::Limit)),
    }
}

/// The most that one thing may weigh.
const MAX_ONE: usize = 1_000_000;

/// The weights of these names, in their order; what weighs 0 is taken for nothing. Groups of clauses up to `n_groups`
/// may be named that are not among them.
///
/// # Errors
/// A message that names the line.
pub(super) fn weights(text: &str, names: &[&str], n_groups: u64) -> Result<Vec<usize>, String> {
    let mut weights: Vec<Option<usize>> = vec![None; names.len()];
    let mut empty = HashSet::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, weight) = match words[..] {
            [] => continue,
            [name, weight] => (name, weight),
            _ => return Err(format!("line {number}: a line is a name and a weight")),
        };
        let place = named(name, names);
        let group = group_of(name).filter(|group| place.is_none() && (1..=n_groups).contains(group));
        if place.is_none() && group.is_none() {
            return Err(format!("line {number}: there is nothing called `{name}` to choose"));
        }
        let weight: usize =
            weight.parse().ok().filter(|weight| *weight <= MAX_ONE).ok_or_else(|| {
                format!("line {number}: a weight is a whole number from 0 to {MAX_ONE}, not `{weight}`")
            })?;
        let is_new = match (place, group) {
            (Some(place), _) => weights[place].replace(weight).is_none(),
            (None, group) => empty.insert(group),
        };
        if !is_new {
            return Err(format!("line {number}: `{name}` has a weight already"));
        }
    }
    Ok(weights.into_iter().map(|weight| weight.unwrap_or(1)).collect())
}

/// The number of a group of clauses by its name, in whatever case.
fn group_of(name: &str) -> Option<u64> {
    let digits = name.to_ascii_lowercase().strip_prefix("group")?.to_owned();
    digits.parse().ok().filter(|group: &u64| group.to_string() == digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_weighs_one() {
        assert_eq!(weights("# all\nB 3 # heavy\n\n  a\t2\r\n", &["a", "b", "c"], 0), Ok(vec![2, 3, 1]));
        assert_eq!(weights("a 0", &["a"], 0), Ok(vec![0]));
        assert_eq!(weights("", &["a"], 0), Ok(vec![1]));
    }

    #[test]
    fn names_have_any_case_where_that_says_one() {
        assert_eq!(named("r1c2", &["R1C1", "R1C2"]), Some(1));
        assert_eq!(named("a", &["A", "a"]), Some(1));
        assert_eq!(named("Ab", &["AB", "ab"]), None);
        assert_eq!(named("x12", &["1", "12"]), Some(1));
        assert_eq!(named("x12", &["x12", "12"]), Some(0));
        assert_eq!(named("y12", &["12"]), None);
    }

    #[test]
    fn a_group_without_clauses_may_have_a_weight() {
        let names = ["group1", "group3"];
        assert_eq!(weights("group2 5\nGROUP3 0\n", &names, 3), Ok(vec![1, 0]));
        for (text, n_groups) in [("group2 5", 0), ("group4 5", 3), ("group0 1", 3), ("group02 1", 3)] {
            assert!(weights(text, &names, n_groups).is_err_and(|e| e.contains("nothing called")), "{text}");
        }
        assert!(weights("group2 x", &names, 3).is_err_and(|e| e.contains("whole number")));
        assert!(weights("group2 1\nGroup2 1", &names, 3).is_err_and(|e| e.contains("has a weight already")));
    }

    #[test]
    fn every_refusal_names_its_line() {
        let refused = |text: &str, what: &str| {
            let message = units(text, &["a", "b"], 0).expect_err(text);
            assert!(message.starts_with(what), "{message}");
        };
        refused("a 1\n\nc 2", "line 3: there is nothing called `c`");
        refused("a", "line 1: a line is a name and a weight");
        refused("a 1 2", "line 1: a line is a name and a weight");
        for weight in ["1000001", "-1", "1.5", "x", "99999999999999999999999"] {
            refused(&format!("#\nb {weight}"), "line 2: a weight is a whole number from 0 to 1000000");
        }
        refused("a 1\nA 1", "line 2: `A` has a weight already");
        refused("a 640", "all weigh 641 together");
        refused("a 1000000\nb 1000000", "all weigh 2000000 together");
    }
}
