//! The journal of the no-good loop as text: a header, then one line of JSON for each solve. A run that ended for any
//! reason can resume from its journal; `docs/formats/journal.md` describes the format.

use serde::{Deserialize, Serialize};

use crate::base::{Cell, Digit, Index, microseconds};
use crate::ilp::Effort;
use crate::sudoku::{Reader, Shape, digit_char, line};
use crate::unavoidable::{History, IterationRecord, LoopForm, LoopSplit, Step, UnavoidableSet};
use minclue_core::problem::{ClueProblem, SudokuClues, Witness};

/// The first line of a journal, which identifies the solves. Only a run with the same head may continue the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalHead {
    schema: String,
    grid: String,
    shape: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    variant: String,
    backend: String,
    form: String,
    #[serde(default, skip_serializing_if = "is_false")]
    parts: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    #[serde(default, skip_serializing_if = "is_false")]
    image: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<String>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    simplex_iterations: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

/// The contents of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal<const W: usize> {
    /// The solves, after their checks.
    pub history: History<W>,
    /// The length of its complete lines in bytes; 0 if there is no header yet.
    pub n_bytes: usize,
    /// The number of an incomplete last line, from 1, if a run ended while writing it.
    pub torn: Option<usize>,
}

/// An error in a journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct JournalError {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub message: String,
}

impl JournalHead {
    /// The name and version of the format.
    pub const SCHEMA: &'static str = "minclue-journal/1";

    /// Creates the header of a journal about the grid of `problem`.
    #[must_use]
    pub fn new<const W: usize>(problem: &SudokuClues<W>, backend: &str, form: LoopForm) -> Self {
        let grid = problem.grid();
        Self {
            schema: Self::SCHEMA.to_owned(),
            grid: line(&grid.puzzle(problem.cells())),
            shape: grid.shape().to_string(),
            variant: problem.variant().to_string(),
            backend: backend.to_owned(),
            form: form.name().to_owned(),
            parts: false,
        }
    }

    /// Returns the same header for a loop with this split. Both ways to cut programs into parts have the same journals.
    #[must_use]
    pub fn with(mut self, split: LoopSplit) -> Self {
        self.parts = self.form == LoopForm::Sizes.name() && split.has_parts();
        self
    }

    /// The header as a line, with its line end.
    #[must_use]
    pub fn line(&self) -> String {
        json_line(self)
    }

    /// Why a journal with header `self` is not one with header `wanted`.
    fn refusal(&self, wanted: &Self) -> Option<String> {
        let Self { schema, grid, shape, variant, backend, form, parts } = self;
        if *schema != wanted.schema {
            return Some(format!("its format is `{schema}`, not `{}`", wanted.schema));
        }
        if (grid, shape) != (&wanted.grid, &wanted.shape) {
            return Some(format!("this journal belongs to another grid: {grid}, {shape}"));
        }
        if *variant != wanted.variant {
            let of =
                if variant.is_empty() { "without --variant".to_owned() } else { format!("with --variant {variant}") };
            return Some(format!("this journal belongs to a run {of}"));
        }
        if *backend != wanted.backend {
            return Some(format!("this journal belongs to a run with --backend {backend}"));
        }
        if *form != wanted.form {
            return Some(format!("this journal belongs to a run with --form {form}"));
        }
        let split = if *parts { "--split cell, value or deep" } else { "--split none" };
        (*parts != wanted.parts).then(|| format!("this journal belongs to a run with {split}"))
    }
}

impl<const W: usize> Journal<W> {
    /// Reads the journal of a run of `form`, which must have this header. An incomplete last line, which the run was
    /// writing when it ended, is ignored.
    ///
    /// # Errors
    /// [`JournalError`] if the journal belongs to another run, if a complete line is invalid, or if a witness does not
    /// prove its set.
    #[inline(never)]
    pub fn read(
        bytes: &[u8],
        wanted: &JournalHead,
        form: LoopForm,
        problem: &SudokuClues<W>,
    ) -> Result<Self, JournalError> {
        let split = if wanted.parts { LoopSplit::Cell } else { LoopSplit::None };
        let mut journal = Self { history: History::of(form, split), n_bytes: 0, torn: None };
        for (i, text) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
            let line = i + 1;
            let error = |message: String| JournalError { line, message };
            let Some(whole) = text.strip_suffix(b"\n") else {
                // Anything may follow a header, but only a piece of one may be the whole file: it might not be a
                // journal.
                if line == 1 && !wanted.line().as_bytes().starts_with(text) {
                    return Err(error("this is not the header of a journal".into()));
                }
                journal.torn = Some(line);
                break;
            };
            if line == 1 {
                let head: JournalHead =
                    serde_json::from_slice(whole).map_err(|_| error("this is not the header of a journal".into()))?;
                if let Some(refusal) = head.refusal(wanted) {
                    return Err(error(refusal));
                }
            } else {
                let solve: SolveLine = serde_json::from_slice(whole)
                    .map_err(|e| error(format!("this is not the record of a solve: {}", reason(&e))))?;
                let step = solve.step(problem.grid().shape()).map_err(error)?;
                journal.history.push(problem, step).map_err(|e| error(e.to_string()))?;
            }
            journal.n_bytes += text.len();
        }
        Ok(journal)
    }
}

impl SolveLine {
    fn step<const W: usize>(self, shape: Shape) -> Result<Step<W>, String> {
        let effort = Effort { simplex_iterations: self.simplex_iterations, nodes: self.nodes };
        if ![self.seconds, self.cpu_seconds.unwrap_or(0.0)].iter().all(|time| time.is_finite() && *time >= 0.0) {
            return Err("its seconds are not a duration".into());
        }
        let set = match (self.cells, self.witness) {
            (None, None) => None,
            (Some(cells), Some(witness)) => {
                if !cells.is_sorted_by(|a, b| a < b) || cells.last().is_none_or(|last| *last >= shape.n_cells()) {
                    return Err(format!("its cells are not ascending numbers below {}", shape.n_cells()));
                }
                Some(UnavoidableSet {
                    cells: cells.into_iter().map(Cell::new).collect(),
                    witness: witness_of(shape, &witness)?,
                })
            }
            _ => return Err("cells and witness must occur together".into()),
        };
        let Self { m, part, image, size, seconds, cpu_seconds, .. } = self;
        let record = IterationRecord { m, part, image, size, seconds, cpu_seconds, effort };
        Ok(Step { record, set })
    }
}

/// Returns the line of one solve, with its line end.
#[must_use]
pub fn solve_line<const W: usize>(shape: Shape, step: &Step<W>) -> String {
    let IterationRecord { m, part, image, size, seconds, cpu_seconds, effort } = step.record;
    let cells = step.set.as_ref().map(|set| set.cells.iter().map(Index::get).collect());
    let witness = step.set.as_ref().map(|set| witness_line(shape, &set.witness));
    let Effort { simplex_iterations, nodes } = effort;
    let seconds = microseconds(seconds);
    json_line(&SolveLine { m, part, image, size, cells, witness, seconds, cpu_seconds, simplex_iterations, nodes })
}

/// Returns a second grid in one line.
#[must_use]
pub fn witness_line(shape: Shape, witness: &Witness) -> String {
    witness.0.iter().map(|&value| digit_char(shape.n(), Digit::new(usize::from(value)))).collect()
}

/// The grid that [`witness_line`] wrote.
fn witness_of(shape: Shape, text: &str) -> Result<Witness, String> {
    let wrong = |why: &str| format!("its witness is not a grid of shape {shape}: {why}");
    let entry = match Reader::new(text.as_bytes(), Some(shape)).next() {
        Some(Ok(entry)) => entry,
        Some(Err(e)) => return Err(wrong(&e.to_string())),
        None => return Err(wrong("it is empty")),
    };
    let grid = entry.puzzle.as_grid().ok_or_else(|| wrong("cells are empty"))?;
    let witness = Witness(grid.digits().iter().map(|d| d.value() as u8).collect());
    // Names, comments and other spellings, which the reader understands too, have no place here.
    if witness_line(shape, &witness) == text { Ok(witness) } else { Err(wrong("there is more in it")) }
}

fn json_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("strings and numbers are JSON");
    line.push('\n');
    line
}

/// Returns the message of `serde_json` without the place, whose line is always 1.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(reason, _)| reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Limits;
    use crate::sudoku::{Grid, all_grids};
    use crate::unavoidable::{Family, NoGoodLoop, NoGoodOptions};
    use minclue_lp::Highs;

    fn problem(i: usize) -> SudokuClues<1> {
        SudokuClues::new(grids().remove(i))
    }

    fn grids() -> Vec<Grid> {
        all_grids::<1>(Shape::new(2, 2).expect("a shape"), 2)
    }

    /// A journal of sizes up to 4, and where its lines begin.
    fn journal(problem: &SudokuClues<1>, form: LoopForm) -> (JournalHead, String, History<1>) {
        let head = JournalHead::new(problem, "highs", form);
        let (mut text, mut history) = (head.line(), History::new(form));
        let options = NoGoodOptions { form, max_size: Some(4), ..NoGoodOptions::default() };
        NoGoodLoop::new(&Highs, options)
            .resume(problem, &mut Family::new(), &History::new(form), &Limits::none(), &mut |step| {
                text.push_str(&solve_line(problem.grid().shape(), step));
                let mut kept = step.clone();
                kept.record.seconds = microseconds(kept.record.seconds);
                history.push(problem, kept).map_err(|e| e.to_string())
            })
            .expect("the backend answers");
        (head, text, history)
    }

    #[test]
    fn what_was_written_is_read() {
        for &form in LoopForm::ALL {
            let problem = problem(0);
            let (head, text, history) = journal(&problem, form);
            assert!(history.sets().count() >= 4);
            let read = Journal::read(text.as_bytes(), &head, form, &problem).expect("a journal");
            assert_eq!(read, Journal { history, n_bytes: text.len(), torn: None });
        }
    }

    #[test]
    fn a_torn_line_does_not_count_wherever_it_is_torn() {
        let problem = problem(0);
        let (head, text, history) = journal(&problem, LoopForm::Sizes);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for end in 0..text.len() {
            let read = Journal::read(&text.as_bytes()[..end], &head, LoopForm::Sizes, &problem).expect("a journal");
            let n_whole = text[..end].matches('\n').count();
            let n_bytes: usize = lines[..n_whole].iter().map(|line| line.len()).sum();
            assert_eq!((read.n_bytes, read.torn), (n_bytes, (end > n_bytes).then_some(n_whole + 1)));
            assert_eq!(read.history.steps(), &history.steps()[..n_whole.saturating_sub(1)]);
        }
    }

    #[test]
    fn another_header_is_refused() {
        let problem = problem(0);
        let (_, text, _) = journal(&problem, LoopForm::Sizes);
        let refusal = |text: &str, head: &JournalHead| {
            Journal::read(text.as_bytes(), head, LoopForm::Sizes, &problem).expect_err("another journal").to_string()
        };
        let other = JournalHead::new(&self::problem(1), "highs", LoopForm::Sizes);
        assert!(refusal(&text, &other).contains("belongs to another grid: 12"));
        let other = JournalHead::new(&problem, "cbc", LoopForm::Sizes);
        assert_eq!(refusal(&text, &other), "this journal belongs to a run with --backend highs");
        let other = JournalHead::new(&problem, "highs", LoopForm::Minimize);
        assert_eq!(refusal(&text, &other), "this journal belongs to a run with --form sizes");
        let head = JournalHead::new(&problem, "highs", LoopForm::Sizes);
        assert!(refusal(&text.replace("journal/1", "journal/2"), &head).contains("`minclue-journal/2`"));
        for no_journal in ["1234341221434321", "1234341221434321\n", "\n", "{}\n", "{\"schema\":\"x"] {
            assert!(refusal(no_journal, &head).starts_with("this is not the header"), "{no_journal}");
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        let problem = problem(0);
        let (head, text, _) = journal(&problem, LoopForm::Sizes);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let first = lines.iter().position(|line| line.contains("witness")).expect("a set");
        let wrong = |lines: &[String]| {
            let error = Journal::read(lines.concat().as_bytes(), &head, LoopForm::Sizes, &problem).expect_err("wrong");
            (error.line, error.message)
        };
        let edited = |i: usize, from: &str, to: &str| {
            let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            assert!(lines[i].contains(from));
            lines[i] = lines[i].replacen(from, to, 1);
            wrong(&lines)
        };
        let line = first + 1;
        for (from, to, message) in [
            ("{", "", "this is not the record of a solve"),
            ("\"m\"", "\"n\"", "unknown field `n`"),
            ("\"m\":4", "\"m\":5", "asks for sets of 5 cells"),
            ("\"size\":4", "\"size\":3", "a set of 3 cells and has a set of 4"),
            ("\"cells\":[", "\"cells\":[99,", "not ascending numbers below 16"),
            ("\"seconds\":", "\"seconds\":-1", "not a duration"),
            ("\"witness\":\"", "\"witness\":\"x", "not a grid of shape 2x2"),
            ("\"witness\":\"", "\"witness\":\"a ", "not a grid of shape 2x2: there is more in it"),
        ] {
            let (at, said) = edited(first, from, to);
            assert!(at == line && said.contains(message), "{from} {to}: {at}: {said}");
        }
        // Lines that are right by themselves, at the wrong place.
        let mut twice: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        twice.insert(first + 1, twice[first].clone());
        assert_eq!(wrong(&twice), (line + 1, format!("its set contains that of solve {}", line - 1)));
        let mut skipped: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        skipped.remove(1);
        assert_eq!(wrong(&skipped), (2, "it asks for sets of 2 cells where 1 is next".into()));
    }
}
