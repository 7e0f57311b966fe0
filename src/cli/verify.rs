//! `minclue verify`: checks certificates by the checker of the package `verifier/`, which shares no code with the search.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::Path;
use std::time::Instant;

use minclue_verifier::{Problem, Reason, Verdict};
use sha2::{Digest as _, Sha256};

use crate::base::{Cell, CellSet, Digit, Index as _};
use crate::report::{Bounds, Status, VerdictRecord, seconds};
use crate::sudoku::{Grid, Shape, line};

use super::args::{Format, VerifyArgs};
use super::exit::Exit;
use super::message::Messages;
use super::outside;

/// Runs the verb.
#[must_use]
pub fn verify(args: &VerifyArgs) -> Exit {
    let messages = Messages::new(args.color);
    if args.outside.is_some() && args.files.len() > 1 {
        messages.error("--outside takes one certificate at a time", None);
        return Exit::Usage;
    }
    if let Some(Err(refusal)) = args.outside.as_deref().map(|directory| outside::claim(&args.files, directory)) {
        return refusal.say(messages);
    }
    let mut exit = Exit::Answered;
    let mut records = Vec::new();
    for file in &args.files {
        let (record, outcome) = one(file);
        if let Some(error) = &record.error {
            let refused = if outcome == Exit::CheckFailed { "REFUSED: " } else { "" };
            messages.error(&format!("{}: {refused}{error}", file.display()), None);
        }
        exit = exit.and(outcome);
        let told = match args.format {
            Format::Text => tell(&text(&record)),
            Format::Jsonl => tell(&json(&record)),
            Format::Json => {
                records.push(record);
                Ok(())
            }
        };
        if let Err(e) = told {
            return outside::unwritten(messages, &e);
        }
    }
    if args.format == Format::Json
        && let Err(e) = tell(&json(&records))
    {
        return outside::unwritten(messages, &e);
    }
    match &args.outside {
        Some(directory) if exit == Exit::Answered => outside::write(&args.files[0], directory, args.veripb, messages),
        _ => exit,
    }
}

fn tell(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn json(record: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string(record).unwrap_or_default();
    text.push('\n');
    text
}

/// Checks one certificate.
fn one(path: &Path) -> (VerdictRecord, Exit) {
    let start = Instant::now();
    let mut record = VerdictRecord {
        schema: VerdictRecord::SCHEMA,
        file: path.display().to_string(),
        status: Status::Failed,
        verified: false,
        bounds: Bounds::default(),
        kind: None,
        n_cells: None,
        n_vars: None,
        n_rows: None,
        grid: None,
        shape: None,
        sha256: None,
        n_bytes: None,
        n_nodes: None,
        n_steps: None,
        n_sets: None,
        error: None,
        seconds: 0.0,
        version: env!("CARGO_PKG_VERSION"),
    };
    let mut hash = Hashing { hash: Sha256::new(), inner: None };
    let verdict = match File::open(path) {
        Ok(file) => {
            hash.inner = Some(file);
            minclue_verifier::verify(&mut hash)
        }
        Err(error) => {
            record.error = Some(error.to_string());
            return (record, Exit::Internal);
        }
    };
    record.seconds = seconds(start.elapsed());
    match verdict {
        Ok(verdict) => {
            record.sha256 = Some(hash.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
            accept(&mut record, &verdict);
            (record, Exit::Answered)
        }
        Err(refusal) => {
            let exit = if matches!(refusal.reason, Reason::Io(_)) { Exit::Internal } else { Exit::CheckFailed };
            record.error = Some(refusal.to_string());
            (record, exit)
        }
    }
}

/// A file whose bytes are hashed as they are read.
struct Hashing {
    hash: Sha256,
    inner: Option<File>,
}

impl Read for Hashing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.as_mut().map_or(Ok(0), |file| file.read(buffer))?;
        self.hash.update(&buffer[..n]);
        Ok(n)
    }
}

fn accept(record: &mut VerdictRecord, verdict: &Verdict) {
    let Verdict { lower, upper, n_bytes, n_nodes, n_steps, n_sets, .. } = *verdict;
    (record.verified, record.n_sets) = (true, Some(n_sets as u64));
    (record.n_bytes, record.n_nodes, record.n_steps) = (Some(n_bytes), Some(n_nodes), Some(n_steps));
    record.n_cells = Some(verdict.cells);
    let (kind, sizes) = match &verdict.problem {
        Problem::Sudoku { .. } => ("sudoku", None),
        Problem::ExactCover { n_items, options, .. } => ("exact_cover", Some((options.len(), *n_items))),
        Problem::Model { n_vars, rows, .. } => ("model", Some((*n_vars, rows.len()))),
    };
    record.kind = Some(kind);
    (record.n_vars, record.n_rows) = sizes.unzip();
    record.status = if lower == upper { Status::Optimal } else { Status::Feasible };
    let grid = grid_of(&verdict.problem);
    let clues: CellSet<10> = verdict.puzzle.iter().map(|&cell| Cell::new(cell)).collect();
    let puzzle = grid.as_ref().map_or_else(
        || verdict.puzzle.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
        |grid| line(&grid.puzzle(clues)),
    );
    record.bounds = Bounds::new(lower, Some((upper, puzzle)));
    record.shape = grid.as_ref().map(|grid| grid.shape().to_string());
    record.grid = grid.as_ref().map(super::target::grid_line);
}

/// The grid of a problem that was verified, if it is one.
fn grid_of(problem: &Problem) -> Option<Grid> {
    let Problem::Sudoku { box_rows, box_columns, digits } = problem else { return None };
    let shape = Shape::new(u8::try_from(*box_rows).ok()?, u8::try_from(*box_columns).ok()?).ok()?;
    let digits: Vec<Digit> = digits.iter().map(|digit| Digit::new(*digit as usize)).collect();
    Grid::new(shape, &digits).ok()
}

/// One line that says it all, then what it is about.
fn text(record: &VerdictRecord) -> String {
    if !record.verified {
        return String::new();
    }
    let bounds = &record.bounds;
    let (lower, upper) = (bounds.lower_bound.unwrap_or(0), bounds.upper_bound.unwrap_or(0));
    let said = match bounds.minimum {
        Some(k) => format!("VERIFIED minimum = {k}"),
        None => format!("VERIFIED {lower} <= minimum <= {upper}"),
    };
    let size = record.n_vars.zip(record.n_rows).zip(record.n_cells).map(|((vars, rows), cells)| match record.kind {
        Some("model") => format!("linear model with {vars} variables, {rows} rows, {cells} cells"),
        _ => format!("exact cover with {vars} options, {rows} items, {cells} cells"),
    });
    let lines = [
        ("about", &size),
        ("shape", &record.shape),
        ("grid", &record.grid),
        ("puzzle", &bounds.puzzle),
        ("sha256", &record.sha256),
    ];
    let lines: String =
        lines.iter().filter_map(|(name, value)| value.as_ref().map(|value| format!("{name:<7}{value}\n"))).collect();
    format!("{said}\n{lines}")
}
