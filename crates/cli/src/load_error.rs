//! Why something was not loaded: an entry of a list, a model, a solution, a program. What the verbs say of it, and their
//! exit code, is the same for all of them.

use std::io::{self, BufRead};
use std::path::Path;

use minclue_core::base::{Limits, Stop};
use minclue_core::ilp::{ModelError, SolutionError, TextPlace};
use minclue_core::sudoku::{Foreign, Place, ReadError, Reason, RowLayout};
use minclue_puzzles::puzzles::PuzzleError;
use minclue_report::{AnswerStatus, ErrorRecord};

use super::exit::Exit;
use super::input::{Input, OpenError};
use super::message::Messages;

/// What is wrong with something that was to be loaded.
#[derive(Debug)]
pub(super) struct LoadError {
    /// The file or input, as messages call it.
    pub(super) file: String,
    /// The name of the entry.
    pub(super) id: Option<String>,
    pub(super) place: Option<Place>,
    /// The line, where there is one but no place in it.
    line: Option<usize>,
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
    pub(super) exit: Exit,
}

impl LoadError {
    /// About a file as a whole.
    pub(super) fn new(file: String, message: String, exit: Exit) -> Self {
        Self { file, id: None, place: None, line: None, message, help: None, exit }
    }

    /// At a place in a file.
    pub(super) fn at(file: String, place: Place, message: String) -> Self {
        Self { place: Some(place), ..Self::new(file, message, Exit::InvalidInput) }
    }

    /// At a line of a file, from 1; 0 is none.
    pub(super) fn at_line(file: String, line: usize, message: String) -> Self {
        Self { line: Some(line).filter(|line| *line > 0), ..Self::new(file, message, Exit::InvalidInput) }
    }

    pub(super) fn with_help(self, help: Option<&'static str>) -> Self {
        Self { help, ..self }
    }

    /// Of a list of grids and puzzles that is called `file`.
    pub(super) fn of_grid(file: String, error: ReadError) -> Self {
        match error {
            ReadError::Refused { id, place, reason } => {
                Self { id, help: help(&reason), ..Self::at(file, place, reason.to_string()) }
            }
            // A file that is damaged is invalid.
            ReadError::Io(ref e) if e.kind() == io::ErrorKind::InvalidData => {
                Self::new(file, error.to_string(), Exit::InvalidInput)
            }
            ReadError::Io(_) => Self::new(file, error.to_string(), Exit::Internal),
        }
    }

    /// Of a list of puzzles of other kinds.
    pub(super) fn of_puzzle(file: String, PuzzleError { line, column, id, text, message, stop }: PuzzleError) -> Self {
        let exit = stop.map_or(Exit::InvalidInput, |_| Exit::Limit);
        Self { id, exit, ..Self::at(file, Place { line, column, width: 1, text }, message) }
    }

    /// Says it, and returns the exit code.
    pub(super) fn report(&self, messages: &Messages) -> Exit {
        match &self.place {
            Some(place) => messages.refused(&self.file, place, &self.message, self.help),
            None if self.file.is_empty() => messages.error(&self.message, self.help),
            None => messages.error(&format!("{}: {}", self.file, self.message), self.help),
        }
        self.exit
    }

    /// It in one line, with its place.
    pub(super) fn in_words(&self) -> String {
        let line = self.place.as_ref().map(|place| place.line).or(self.line);
        let place = line.map_or_else(String::new, |line| format!("line {line}: "));
        format!("{}: {place}{}", self.file, self.message)
    }

    /// How what was to be loaded is answered.
    pub(super) fn status(&self) -> AnswerStatus {
        if self.exit == Exit::Internal { AnswerStatus::Failed } else { AnswerStatus::InvalidInput }
    }

    /// The same in a record.
    pub(super) fn record(&self) -> ErrorRecord {
        match &self.place {
            Some(place) => ErrorRecord::at(place, self.message.clone()),
            None => ErrorRecord { line: self.line, ..ErrorRecord::new(self.message.clone()) },
        }
    }
}

/// Why the loading of files ended early.
pub(super) enum LoadEnd {
    Error(Box<LoadError>),
    /// A limit came first.
    Stopped(Stop),
}

impl LoadEnd {
    pub(super) fn new(file: &Path, message: String, exit: Exit) -> Self {
        LoadError::new(file.display().to_string(), message, exit).into()
    }

    pub(super) fn at(file: &Path, TextPlace { line, column, width, text }: TextPlace, message: String) -> Self {
        LoadError::at(file.display().to_string(), Place { line, column, width, text }, message).into()
    }

    pub(super) fn at_line(file: &Path, line: usize, message: String) -> Self {
        LoadError::at_line(file.display().to_string(), line, message).into()
    }

    pub(super) fn of_model(file: &Path, error: ModelError) -> Self {
        let message = error.to_string();
        match error {
            ModelError::Stopped(stop) => Self::Stopped(stop),
            ModelError::Place { place, reason } => Self::at(file, *place, reason.to_string()),
            ModelError::Line { line, .. } => Self::at_line(file, line, message),
            ModelError::Unreadable(_) => Self::new(file, message, Exit::Internal),
            ModelError::Extension | ModelError::Compressed | ModelError::NoVariables => {
                Self::new(file, message, Exit::InvalidInput)
            }
        }
    }

    /// Says an error, and returns the exit code.
    pub(super) fn report(&self, messages: &Messages) -> Exit {
        match self {
            Self::Error(error) => error.report(messages),
            Self::Stopped(_) => Exit::Limit,
        }
    }
}

impl From<LoadError> for LoadEnd {
    fn from(error: LoadError) -> Self {
        Self::Error(Box::new(error))
    }
}

/// What is wrong with a solution of a model.
pub(super) fn of_solution(file: &Path, error: SolutionError) -> LoadEnd {
    let message = error.to_string();
    match error {
        SolutionError::Stopped(stop) => LoadEnd::Stopped(stop),
        SolutionError::Line { place, reason } => LoadEnd::at(file, place, reason.to_string()),
        SolutionError::Unreadable(_) => LoadEnd::new(file, message, Exit::Internal),
        SolutionError::Empty | SolutionError::Cut => LoadEnd::new(file, message, Exit::InvalidInput),
    }
}

/// Opens a file that is read until it ends or a limit does.
pub(super) fn open(file: &Path, limits: &Limits) -> Result<Box<dyn BufRead + Send>, LoadEnd> {
    let opened = Input::File(file.to_owned()).open_within(limits);
    opened.map_err(|e| LoadEnd::new(file, unopened(e), Exit::Internal))
}

/// What is said of a file that does not open, after its name.
pub(super) fn unopened(error: OpenError) -> String {
    match error {
        OpenError::Unreadable { reason, .. } => format!("the file cannot be opened: {reason}"),
        other => other.to_string(),
    }
}

/// What helps where there is no grid.
pub(super) const NO_GRID: &str = "one grid a line, or blocks of rows; # begins a comment";

/// What helps against a refusal, where the refusal itself does not say it.
fn help(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::Length { .. } => {
            Some("a grid is n x n cells in one line, or a block of n rows; write . for an empty cell")
        }
        Reason::BlockEnd { rows: 1, n: 25 } => {
            Some("25 cells are a row of a 25x25 grid; a Latin square of order 5 needs --shape 1x5")
        }
        Reason::BlockEnd { rows: 1, n: 16 } => {
            Some("16 cells in one line are a 4x4 grid if its digits are 1 to 4, and a row of a 16x16 grid otherwise")
        }
        Reason::BlockRow { .. } | Reason::BlockEnd { .. } => {
            Some("each row of a block of n rows has n cells; write . for an empty cell, not a space")
        }
        Reason::Rows { layout: RowLayout::Parts, .. } => {
            Some("none of these rows is read; put an empty line after every n rows, and nowhere else")
        }
        Reason::Rows { layout: RowLayout::Number, .. } => {
            Some("none of these rows is read; put an empty line after each puzzle to read the others")
        }
        Reason::Rows { layout: RowLayout::Smaller { .. } | RowLayout::Boxes { .. }, .. } => {
            Some("if it is one puzzle, give its boxes with --shape; otherwise separate the puzzles by empty lines")
        }
        Reason::Rows { .. } => Some("none of these rows is read; put # before a line that is not a row of the puzzle"),
        Reason::LongRun { .. } => Some("put an empty line after each puzzle"),
        Reason::Mixed => Some("in a block with numbers beyond 9, all digits are numbers, and 0 or . is an empty cell"),
        Reason::CandidateLine { .. } => {
            Some("each cell has its candidates at their places, and . for each removed one")
        }
        Reason::NotText => Some("save the input as UTF-8 or plain ASCII text"),
        Reason::LongLine { .. } => Some("one grid a line; the largest grid, 25x25, has 625 cells"),
        Reason::NotAGrid => {
            Some("one grid a line, or a block of n rows of n cells; write . for an empty cell, not a space")
        }
        Reason::Several => Some("one grid or puzzle a line; only the solution of a puzzle may follow it"),
        Reason::Candidates => Some("give the puzzle itself: its clues, and . for every other cell"),
        Reason::Address => Some("give an address that contains the cells, or the puzzle itself"),
        Reason::Foreign(Foreign::Certificate) => Some("to check a certificate, run minclue verify FILE"),
        Reason::NoShape { .. }
        | Reason::Character { .. }
        | Reason::Clash(..)
        | Reason::Solution { .. }
        | Reason::Form(_)
        | Reason::Foreign(_) => None,
    }
}
