//! `--pool FILE`: every class of a hunt and every move that was done, so that it goes on after any end.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use minclue_core::base::{Limits, TextLimits};
use minclue_core::sudoku::{Puzzle, Reader, Shape, line};
use minclue_puzzles::puzzle_tools::{Hunt, HuntMove};
use serde_json::{Value, json};

use super::super::answer::Answer;

/// The layout's name and version.
const SCHEMA: &str = "minclue-pool/1";

/// Where a hunt is kept, if it is.
pub(super) struct PoolFile<'a> {
    path: Option<&'a Path>,
    file: Option<File>,
}

impl<'a> PoolFile<'a> {
    pub(super) fn none() -> Self {
        Self { path: None, file: None }
    }

    /// Opens the file of the hunt from the class of `first`, or begins it, and does again what it has. A last line
    /// without an end was being written when a run ended, and is dropped.
    ///
    /// # Errors
    /// The answer to the input, if the file cannot be used or is of another hunt.
    pub(super) fn open(path: &'a Path, first: &Puzzle, to: usize, hunt: &mut Hunt) -> Result<Self, Answer> {
        let failed = |e: &io::Error| Answer::Failed(format!("--pool {}: cannot use this file: {e}", path.display()));
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(|e| failed(&e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Answer::Failed(format!("--pool {}: another run is using it", path.display())));
            }
            Err(TryLockError::Error(e)) => return Err(failed(&e)),
        }
        let bytes = TextLimits::OWN.read(&mut file).map_err(|e| failed(&e))?;
        let n_whole = replay(&bytes, first, to, hunt)
            .map_err(|(line, why)| Answer::BadFile(format!("--pool {}:{line}: {why}", path.display())))?;
        file.set_len(n_whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|e| failed(&e))?;
        let mut pool = Self { path: Some(path), file: Some(file) };
        if n_whole == 0 {
            pool.write(&head_of(first.shape(), to))?;
        }
        Ok(pool)
    }

    /// Keeps a new class.
    ///
    /// # Errors
    /// The answer to the input, if the file cannot be written.
    pub(super) fn class(&mut self, form: &Puzzle) -> Result<(), Answer> {
        self.write(&json!({ "puzzle": line(form) }))
    }

    /// Keeps that a move was done.
    ///
    /// # Errors
    /// As of [`Self::class`].
    pub(super) fn done(&mut self, step: HuntMove, form: &Puzzle) -> Result<(), Answer> {
        self.write(&json!({ "done": step.name(), "puzzle": line(form) }))
    }

    /// In one piece, so that a run that is killed loses at most the line at work.
    fn write(&mut self, value: &Value) -> Result<(), Answer> {
        let (Some(file), Some(path)) = (&mut self.file, self.path) else { return Ok(()) };
        file.write_all(format!("{value}\n").as_bytes())
            .map_err(|e| Answer::Failed(format!("--pool {}: cannot write: {e}", path.display())))
    }
}

/// Does again what the bytes of a pool have, all lines that are whole, and returns how many bytes these are.
///
/// # Errors
/// The line, from 1, and what is wrong with it.
pub(in super::super) fn replay(
    bytes: &[u8],
    first: &Puzzle,
    to: usize,
    hunt: &mut Hunt,
) -> Result<usize, (usize, String)> {
    let shape = first.shape();
    let n_whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    // Only what began as the pool of this hunt is a line that was being written.
    if n_whole == 0 && !format!("{}\n", head_of(shape, to)).as_bytes().starts_with(bytes) {
        return Err((1, no_pool()));
    }
    let text = String::from_utf8_lossy(&bytes[..n_whole]);
    for (i, text) in text.lines().enumerate() {
        let done = match i {
            0 => head(text, shape, to),
            1 => is_of(text, first).and_then(|()| again(text, shape, hunt)),
            _ => again(text, shape, hunt),
        };
        done.map_err(|why| (i + 1, why))?;
    }
    Ok(n_whole)
}

fn head_of(shape: Shape, to: usize) -> Value {
    json!({ "schema": SCHEMA, "shape": shape.to_string(), "to": to })
}

fn no_pool() -> String {
    format!("this is not a pool: its first line is not a head of {SCHEMA}")
}

/// Is this the first line of the pool of such a hunt?
fn head(text: &str, shape: Shape, to: usize) -> Result<(), String> {
    let head: Value = serde_json::from_str(text).unwrap_or_default();
    if head["schema"] != SCHEMA {
        return Err(no_pool());
    }
    if head["shape"] != shape.to_string() || head["to"] != to {
        return Err(format!("this pool belongs to another search: shape {}, to {} clues", head["shape"], head["to"]));
    }
    Ok(())
}

/// Is this line, the first after the head, the class that the hunt starts from?
fn is_of(text: &str, first: &Puzzle) -> Result<(), String> {
    let class = serde_json::from_str::<Value>(text).unwrap_or_default();
    match class["puzzle"].as_str() {
        Some(puzzle) if puzzle != line(first) => Err(format!("this pool belongs to another puzzle: {puzzle}")),
        _ => Ok(()),
    }
}

/// Does again what a line says.
fn again(text: &str, shape: Shape, hunt: &mut Hunt) -> Result<(), String> {
    let no_line = || "neither a puzzle nor a move".to_owned();
    let value: Value = serde_json::from_str(text).map_err(|_| no_line())?;
    let puzzle = value["puzzle"].as_str().ok_or_else(no_line)?;
    if let Some(done) = value.get("done") {
        let step = done.as_str().and_then(HuntMove::named).ok_or_else(no_line)?;
        if !hunt.done(step, &form(puzzle, shape)?) {
            return Err("this move is out of order: lines are missing or were changed".to_owned());
        }
        return Ok(());
    }
    let puzzle = form(puzzle, shape)?;
    // A class may be there twice, where a run ended before the move that led to it.
    hunt.insert(&puzzle, &Limits::none()).map(|_| ()).map_err(|stop| format!("no minlex form: {stop:?}"))
}

/// A puzzle of a line.
fn form(puzzle: &str, shape: Shape) -> Result<Puzzle, String> {
    let entry = Reader::new(puzzle.as_bytes(), Some(shape)).next().and_then(Result::ok);
    entry.map(|entry| entry.puzzle).ok_or_else(|| format!("no puzzle of {shape}"))
}
