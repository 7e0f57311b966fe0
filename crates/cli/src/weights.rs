//! `--weights` and `--rows`: what things weigh, and which rows the choice of them has to keep, by name.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use minclue_core::base::{Cell, CellSet, Index as _, Limits, TextLimits};
use minclue_core::ilp::{BinaryModel, ModelError, ModelFormat, read_model};
use minclue_core::problem::LeaderRow;
use minclue_solver::Problem;

use super::exit::Exit;
use super::file_guard::{FileGuard, Refusal, file_of};
use super::input::Input;
use super::load_error::unopened;

/// The most that all things may weigh together: each unit is a cell.
const MAX_WEIGHT: usize = CellSet::<10>::CAPACITY;

/// The file of `--weights`. It is read once, for what comes through a pipe is there once, however many inputs ask for it.
#[derive(Clone, Debug)]
pub struct WeightsFile {
    path: PathBuf,
    text: Arc<Mutex<Option<Arc<str>>>>,
}

impl From<OsString> for WeightsFile {
    fn from(path: OsString) -> Self {
        Self { path: path.into(), text: Arc::default() }
    }
}

impl WeightsFile {
    fn input(&self) -> Input {
        if self.path.as_os_str() == "-" { Input::Standard } else { Input::File(self.path.clone()) }
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

/// What the cells of a problem weigh by a file, where each unit is a cell of the engines: lines of a name and a whole
/// number, and comments that begin with `#`. What is not named weighs 1.
///
/// # Errors
/// A message with the file and its line, and the exit code.
pub(super) fn in_units(file: &WeightsFile, problem: Problem, limits: &Limits) -> Result<Problem, (String, Exit)> {
    if problem.has_units() {
        return Err((file.said("the input has its own weights"), Exit::Usage));
    }
    let text = file.read(limits).map_err(|(message, exit)| (file.said(&message), exit))?;
    let names = names_of(&problem);
    let units = units(&text, &Things::of(&names, problem.n_groups()));
    let units = units.map_err(|message| (file.said(&message), Exit::InvalidInput))?;
    Ok(problem.weights(|cell| units[cell.get()] as u32))
}

/// The names of the cells of a problem.
fn names_of(problem: &Problem) -> Vec<String> {
    (0..problem.n_cells()).map(|cell| problem.cell_name(Cell::new(cell))).collect()
}

/// What a leader chooses from, by name.
#[derive(Clone, Debug)]
pub(super) struct Things<'a> {
    names: Vec<&'a str>,
    /// Groups of clauses up to this number are declared. One that has no clause is nothing to choose: it may be named,
    /// and is never taken.
    n_groups: u64,
}

/// Who is meant by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Named {
    Thing(usize),
    /// The group of clauses with this number, which has none.
    EmptyGroup(u64),
}

impl<'a> Things<'a> {
    pub(super) fn new(names: &[&'a str], n_groups: u64) -> Self {
        Self { names: names.to_vec(), n_groups }
    }

    fn of(names: &'a [String], n_groups: u64) -> Self {
        Self { names: names.iter().map(String::as_str).collect(), n_groups }
    }

    /// Who is called so, in whatever case if that says one. `x7` is also what is called `7`, since variables of LP and
    /// OPB files do not begin with a digit.
    fn named(&self, name: &str) -> Option<Named> {
        let exactly = |name: &str| self.names.iter().position(|other| *other == name);
        let in_any_case = || {
            let mut places = (0..self.names.len()).filter(|place| self.names[*place].eq_ignore_ascii_case(name));
            places.next().filter(|_| places.next().is_none())
        };
        let thing = exactly(name).or_else(in_any_case).or_else(|| exactly(name.strip_prefix('x')?));
        let group = || group_of(name).filter(|group| (1..=self.n_groups).contains(group));
        thing.map(Named::Thing).or_else(|| group().map(Named::EmptyGroup))
    }
}

/// The number of a group of clauses by its name, in whatever case.
fn group_of(name: &str) -> Option<u64> {
    let digits = name.to_ascii_lowercase().strip_prefix("group")?.to_owned();
    digits.parse().ok().filter(|group: &u64| group.to_string() == digits)
}

/// The weights of these things where each unit is a cell.
///
/// # Errors
/// A message that names the line, or says that all weigh too much together.
fn units(text: &str, things: &Things<'_>) -> Result<Vec<usize>, String> {
    let weights = weights(text, things)?;
    let sum: usize = weights.iter().sum();
    if sum > MAX_WEIGHT {
        return Err(format!("the weights add up to {sum}; at most {MAX_WEIGHT} is supported"));
    }
    Ok(weights)
}

/// What is said of a choice beside the question itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeaderFiles<'a> {
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
    pub(super) fn is_some(self) -> bool {
        self.weights.is_some() || self.rows.is_some()
    }

    /// Claims both as what is read.
    ///
    /// # Errors
    /// The weights are to come from standard input, where the input comes from.
    pub(super) fn claim(self, claims: &mut FileGuard) -> Result<(), Refusal> {
        for (option, path) in [("--weights", self.weights.map(|file| &*file.path)), ("--rows", self.rows)] {
            path.into_iter().for_each(|path| claims.reads(&file_of(option), path));
        }
        match self.weights {
            Some(file) if file.input() == Input::Standard => claims.reads_standard_input("--weights -"),
            _ => Ok(()),
        }
    }

    /// What the files say of the cells of a problem; those that are not named weigh 1.
    ///
    /// # Errors
    /// A message with the file and its place, and the exit code.
    pub(super) fn read(self, problem: &Problem, limits: &Limits) -> Result<LeaderTerms, (String, Exit)> {
        let names = names_of(problem);
        let things = Things::of(&names, problem.n_groups());
        let prices = match self.weights {
            None => vec![1; things.names.len()],
            Some(file) => {
                let text = file.read(limits).map_err(|(message, exit)| (file.said(&message), exit))?;
                let weights = weights(&text, &things).map_err(|message| (file.said(&message), Exit::InvalidInput))?;
                weights.into_iter().map(|weight| weight as i64).collect()
            }
        };
        let Some(path) = self.rows else { return Ok(LeaderTerms { prices, ..LeaderTerms::default() }) };
        let said = |(message, exit)| (format!("--rows {}: {message}", path.display()), exit);
        let model = model(path, limits).map_err(said)?;
        let rows = rows(&model, &things).map_err(said)?;
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
    let file = Input::File(path.to_owned()).open_within(limits).map_err(|e| (unopened(e), Exit::Internal))?;
    let model = match read_model(file, format, "rows", limits) {
        Ok(read) => read.model,
        Err(ModelError::Place { place, reason }) => {
            return Err(invalid(format!("line {}, column {}: {reason}", place.line, place.column)));
        }
        Err(e @ ModelError::Stopped(_)) => return Err((e.to_string(), Exit::Limit)),
        Err(e) => return Err(invalid(e.to_string())),
    };
    if model.objective().iter().any(|(_, a)| *a != 0) {
        return Err(invalid("the file has an objective; give weights with --weights".to_owned()));
    }
    Ok(model)
}

/// The rows of a model over these things. What cannot be taken counts for nothing in them.
fn rows(model: &BinaryModel, things: &Things<'_>) -> Result<Vec<LeaderRow>, (String, Exit)> {
    let invalid = |message: String| (message, Exit::InvalidInput);
    let mut rows = Vec::new();
    for row in model.rows() {
        let mut terms: Vec<(usize, i64)> = Vec::new();
        for (var, a) in &row.terms {
            let name = model.var_name(*var);
            let place = match things.named(name) {
                Some(Named::Thing(place)) => place,
                Some(Named::EmptyGroup(_)) => continue,
                None => {
                    return Err(invalid(format!("row `{}`: nothing to choose is called `{name}`", row.name)));
                }
            };
            // Two spellings of one name are one thing.
            match terms.iter_mut().find(|(other, _)| *other == place) {
                Some((_, sum)) => {
                    *sum = sum.checked_add(*a).ok_or_else(|| {
                        invalid(format!("row `{}`: the coefficients of `{name}` are too large together", row.name))
                    })?;
                }
                None => terms.push((place, *a)),
            }
        }
        rows.extend(LeaderRow::of(&terms, row.sense, row.rhs));
    }
    Ok(rows)
}

fn read(input: &Input, limits: &Limits) -> Result<String, (String, Exit)> {
    let file = input.open_within(limits).map_err(|e| (unopened(e), Exit::Internal))?;
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

/// The weights of these things, in their order; what weighs 0 is taken for nothing.
///
/// # Errors
/// A message that names the line.
pub(super) fn weights(text: &str, things: &Things<'_>) -> Result<Vec<usize>, String> {
    let mut weights = vec![1; things.names.len()];
    let mut seen = HashSet::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, weight) = match words[..] {
            [] => continue,
            [name, weight] => (name, weight),
            _ => return Err(format!("line {number}: write a name and a weight")),
        };
        let named = things.named(name).ok_or_else(|| format!("line {number}: nothing to choose is called `{name}`"))?;
        let weight: usize =
            weight.parse().ok().filter(|weight| *weight <= MAX_ONE).ok_or_else(|| {
                format!("line {number}: a weight is a whole number from 0 to {MAX_ONE}, not `{weight}`")
            })?;
        if !seen.insert(named) {
            return Err(format!("line {number}: `{name}` already has a weight"));
        }
        if let Named::Thing(place) = named {
            weights[place] = weight;
        }
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minclue_core::ilp::Sense;

    fn things(names: &[&'static str]) -> Things<'static> {
        Things::new(names, 0)
    }

    #[test]
    fn what_is_not_named_weighs_one() {
        assert_eq!(weights("# all\nB 3 # heavy\n\n  a\t2\r\n", &things(&["a", "b", "c"])), Ok(vec![2, 3, 1]));
        assert_eq!(weights("a 0", &things(&["a"])), Ok(vec![0]));
        assert_eq!(weights("", &things(&["a"])), Ok(vec![1]));
    }

    #[test]
    fn names_have_any_case_where_that_says_one() {
        let place = |name: &str, names: &[&'static str]| match things(names).named(name) {
            Some(Named::Thing(place)) => Some(place),
            _ => None,
        };
        assert_eq!(place("r1c2", &["R1C1", "R1C2"]), Some(1));
        assert_eq!(place("a", &["A", "a"]), Some(1));
        assert_eq!(place("Ab", &["AB", "ab"]), None);
        assert_eq!(place("x12", &["1", "12"]), Some(1));
        assert_eq!(place("x12", &["x12", "12"]), Some(0));
        assert_eq!(place("y12", &["12"]), None);
    }

    #[test]
    fn a_group_without_clauses_may_have_a_weight() {
        let of = |n_groups: u64| Things::new(&["group1", "group3"], n_groups);
        assert_eq!(weights("group2 5\nGROUP3 0\n", &of(3)), Ok(vec![1, 0]));
        for (text, n_groups) in [("group2 5", 0), ("group4 5", 3), ("group0 1", 3), ("group02 1", 3)] {
            assert!(weights(text, &of(n_groups)).is_err_and(|e| e.contains("nothing to choose is called")), "{text}");
        }
        assert!(weights("group2 x", &of(3)).is_err_and(|e| e.contains("whole number")));
        assert!(weights("group2 1\nGroup2 1", &of(3)).is_err_and(|e| e.contains("already has a weight")));
    }

    #[test]
    fn a_group_without_clauses_counts_for_nothing_in_rows() {
        let mut model = BinaryModel::new("rows");
        let terms = ["group1", "Group2", "group3"].map(|name| (model.add_var(name), 2));
        model.add_row("room", terms, Sense::LessEqual, 3);
        let read = |n_groups: u64| rows(&model, &Things::new(&["group1", "group3"], n_groups));
        let row = LeaderRow { demand: None, terms: vec![(0, -2), (1, -2)], rhs: -3 };
        assert_eq!(read(3), Ok(vec![row]));
        assert!(read(0).is_err_and(|(message, _)| message.contains("nothing to choose is called `Group2`")));
    }

    #[test]
    fn every_refusal_names_its_line() {
        let refused = |text: &str, what: &str| {
            let message = units(text, &things(&["a", "b"])).expect_err(text);
            assert!(message.starts_with(what), "{message}");
        };
        refused("a 1\n\nc 2", "line 3: nothing to choose is called `c`");
        refused("a", "line 1: write a name and a weight");
        refused("a 1 2", "line 1: write a name and a weight");
        for weight in ["1000001", "-1", "1.5", "x", "99999999999999999999999"] {
            refused(&format!("#\nb {weight}"), "line 2: a weight is a whole number from 0 to 1000000");
        }
        refused("a 1\nA 1", "line 2: `A` already has a weight");
        refused("a 640", "the weights add up to 641");
        refused("a 1000000\nb 1000000", "the weights add up to 2000000");
    }
}
