//! `minclue verify`: checks certificates by the checker of the package `crates/verifier/`, which shares no code with
//! the search, and whether they are about what was given beside them.

mod expected_problem;
mod value;

use std::fs::{File, Metadata};
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use expected_problem::{ExpectedProblems, ProblemMatch};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use minclue_core::base::{Cell, CellSet, Digit, Index as _, Limits, Stop, harmless, harmless_json};
use minclue_core::sudoku::{Grid, Shape, line};
use minclue_interop::Outlook;
use minclue_report::{AnswerStatus, Bounds, Json as _, VerdictRecord, seconds};
use minclue_verifier::{Problem, Proven, Reason, Refusal, Verdict, verify_either};

use super::args::{FormatArg, VerifyArgs};
use super::command::Command;
use super::context::Context;
use super::embedded;
use super::exit::Exit;
use super::input::Input;
use super::load_error::unopened;
use super::message::Messages;
use super::output::{Aligned, Csv, Output as _};
use super::progress;
use super::proof_export;
use super::version::VERSION;
use minclue_solver::{is_gzip, unpacked_gzip};

impl Command for VerifyArgs {
    fn run(&self) -> Exit {
        verify(self)
    }

    fn conflict(&self) -> Option<String> {
        self.contradiction().map(str::to_owned)
    }
}

fn verify(args: &VerifyArgs) -> Exit {
    let messages = Messages::new(args.messages.color);
    let is_standard = args.files.iter().any(|file| is_standard(file));
    if is_standard && embedded::is_typed() {
        let help = "name its file, or pipe it in: minclue verify < FILE";
        messages.error("no certificate was given", Some(help));
        return Exit::Usage;
    }
    if let Some(Err(refusal)) = args.outside.as_deref().map(|directory| proof_export::claim(&args.files, directory)) {
        return refusal.report(&messages);
    }
    let (wanted, exit) = match ExpectedProblems::read(args, &messages) {
        Ok(wanted) => wanted,
        Err(exit) => return exit,
    };
    let is_outside = args.veripb || args.outside.is_some();
    let own = match Own::new(args, is_outside && is_standard) {
        Ok(own) => own,
        Err(e) => {
            messages.error(&format!("temporary files cannot be written: {e}"), None);
            return Exit::Internal;
        }
    };
    let context = match Context::new(&args.messages) {
        Ok(context) => context,
        Err(exit) => return exit,
    };
    let mut outlook = Outlook::default();
    let exit = exit.and(all(args, &own, wanted.as_ref(), &context, &mut outlook));
    // Writers of proofs for others ask no limits.
    context.end_at_once();
    drop(context);
    match (own.outside(args), args.files.first()) {
        (Some(directory), Some(file)) if exit == Exit::Answered => {
            let how = (args.max_steps, args.veripb);
            proof_export::write(own.certificate(file), directory, how, outlook, &messages)
        }
        _ => exit,
    }
}

/// Standard input in place of a file.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What is written for outside checkers alone, and removed at the end.
struct Own {
    directory: Option<TempDir>,
    /// A copy of standard input, which others can read once more.
    copy: Option<PathBuf>,
}

impl Own {
    fn new(args: &VerifyArgs, copies: bool) -> io::Result<Self> {
        let is_needed = copies || (args.veripb && args.outside.is_none());
        let directory = is_needed.then(|| tempfile::Builder::new().prefix("minclue-").tempdir()).transpose()?;
        let copy = directory.as_ref().filter(|_| copies).map(|directory| directory.path().join("certificate"));
        if let Some(path) = &copy {
            io::copy(&mut embedded::stdin(), &mut File::create(path)?)?;
        }
        Ok(Self { directory, copy })
    }

    /// Where a certificate is read from.
    fn certificate<'a>(&'a self, file: &'a Path) -> &'a Path {
        self.copy.as_deref().unwrap_or(file)
    }

    /// Where files for outside checkers are written, if they are wanted.
    fn outside<'a>(&'a self, args: &'a VerifyArgs) -> Option<&'a Path> {
        let own = self.directory.as_ref().filter(|_| args.veripb).map(TempDir::path);
        args.outside.as_deref().or(own)
    }
}

/// Checks all files. `outlook` becomes what there is to write of the last one for outside checkers.
fn all(
    args: &VerifyArgs,
    own: &Own,
    wanted: Option<&ExpectedProblems>,
    context: &Context,
    outlook: &mut Outlook,
) -> Exit {
    let (messages, mut log) = (&context.messages, context.verbosity.log());
    if let Some(log) = &mut log {
        log.say(&progress::program(1));
    }
    let mut exit = Exit::Answered;
    let mut out = Verdicts::new(args.format);
    let n_files = args.files.len() as u64;
    progress::of(0, Box::new(move || Some(n_files)));
    for file in &args.files {
        progress::begin(file.file_name().and_then(|name| name.to_str()).filter(|_| !is_standard(file)));
        if context.interrupt().is_raised() {
            return match out.finish() {
                Ok(()) => exit.and(context.exit_of_signal()),
                Err(e) => proof_export::unwritten(messages, &e, exit),
            };
        }
        let limits = context.limits(args.time_limit, None);
        let (record, outcome) = one(file, own.certificate(file), wanted, &limits, outlook);
        let outcome = match record.status {
            AnswerStatus::Done | AnswerStatus::Failed => outcome,
            status => context.exit_of(status),
        };
        if let Some(log) = &mut log {
            progress::verified(log, &record);
        }
        if let Some(error) = &record.error {
            let refused = match record.status {
                AnswerStatus::Failed if outcome == Exit::CheckFailed => "REFUSED: ",
                AnswerStatus::Failed => "",
                _ => "NOT DECIDED: ",
            };
            let name = if is_standard(file) { "standard input".into() } else { file.to_string_lossy() };
            messages.error(&format!("{name}: {refused}{error}"), None);
        }
        exit = exit.and(outcome);
        progress::done();
        if let Err(e) = out.take(record) {
            return proof_export::unwritten(messages, &e, exit);
        }
    }
    match out.finish() {
        Ok(()) => exit,
        Err(e) => proof_export::unwritten(messages, &e, exit),
    }
}

/// What certificates of one bilevel program prove of its value together.
#[derive(Default)]
struct Values {
    n: usize,
    at_least: Option<i64>,
    at_most: Option<i64>,
}

impl Values {
    fn add(&mut self, record: &VerdictRecord) {
        if record.kind == Some(value::KIND) {
            return;
        }
        self.n += usize::from(record.value_at_least.or(record.value_at_most).is_some());
        self.at_least = self.at_least.max(record.value_at_least);
        self.at_most = self.at_most.into_iter().chain(record.value_at_most).min();
    }

    /// A line, if there is more than one such certificate.
    fn together(&self) -> Option<String> {
        let said = said_of_value(self.at_least, self.at_most).filter(|_| self.n > 1)?;
        Some(format!("together: {said}\n"))
    }
}

/// What is proven of a value, if anything is.
fn said_of_value(at_least: Option<i64>, at_most: Option<i64>) -> Option<String> {
    match (at_least, at_most) {
        (None, None) => None,
        (Some(value), None) => Some(format!("VERIFIED value >= {value}")),
        (None, Some(value)) => Some(format!("VERIFIED value <= {value}")),
        (Some(lower), Some(upper)) if lower == upper => Some(format!("VERIFIED value = {lower}")),
        (Some(lower), Some(upper)) => Some(format!("VERIFIED {lower} <= value <= {upper}")),
    }
}

/// Where verdicts go. They are about files and not about inputs, so that they have no place among other records.
enum Verdicts {
    Text(Values),
    Lines,
    Table(Aligned<Box<dyn io::Write>>),
    Csv(Box<Csv<Box<dyn io::Write>>>),
    Json(Vec<VerdictRecord>),
}

impl Verdicts {
    fn new(format: FormatArg) -> Self {
        match format {
            FormatArg::Table => Self::Table(Aligned::new(embedded::stdout(), VerdictRecord::COLUMNS, false)),
            FormatArg::Csv => Self::Csv(Box::new(Csv::new(embedded::stdout(), VerdictRecord::COLUMNS, false))),
            FormatArg::Json => Self::Json(Vec::new()),
            FormatArg::Jsonl => Self::Lines,
            FormatArg::Auto | FormatArg::Text | FormatArg::Lines => Self::Text(Values::default()),
            // Verdicts are neither pictures nor puzzles, and the option does not take these.
            FormatArg::Svg | FormatArg::Sdk | FormatArg::Link => Self::Text(Values::default()),
        }
    }

    fn take(&mut self, record: VerdictRecord) -> io::Result<()> {
        match self {
            Self::Text(values) => {
                values.add(&record);
                print(&text(&record))
            }
            Self::Lines => print(&json(&record)),
            Self::Table(table) => {
                table.value(record.value()?);
                Ok(())
            }
            Self::Csv(csv) => csv.value(record.value()?),
            Self::Json(records) => {
                records.push(record);
                Ok(())
            }
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Text(values) => values.together().map_or(Ok(()), |said| print(&said)),
            Self::Lines | Self::Csv(_) => Ok(()),
            Self::Table(table) => table.finish(),
            Self::Json(records) => print(&json(records)),
        }
    }
}

fn print(text: &str) -> io::Result<()> {
    progress::aside_output(|| {
        let mut out = embedded::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()
    })
}

fn json(record: &impl serde::Serialize) -> String {
    let mut text = harmless_json(serde_json::to_string(record).unwrap_or_default());
    text.push('\n');
    text
}

/// Checks one certificate, which is read from `path`.
fn one(
    file: &Path,
    path: &Path,
    wanted: Option<&ExpectedProblems>,
    limits: &Limits,
    outlook: &mut Outlook,
) -> (VerdictRecord, Exit) {
    let start = Instant::now();
    let mut record = VerdictRecord::unverified(file.display().to_string(), VERSION);
    let mut n_bytes = None;
    let input = if is_standard(path) { Input::Standard } else { Input::File(path.to_owned()) };
    if !is_standard(path) {
        n_bytes = path.metadata().ok().filter(Metadata::is_file).map(|meta| meta.len());
    }
    let mut inner = match input.open_packed(limits) {
        Ok(inner) => inner,
        Err(error) => {
            record.error = Some(unopened(error));
            return (record, Exit::Internal);
        }
    };
    // Texts may be packed so; an error comes up again where all of it is read.
    let is_gzip = inner.fill_buf().is_ok_and(is_gzip);
    let mut bytes = Hashing { hash: Sha256::new(), inner, n_read: 0, n_bytes };
    let stop = || limits.reached(0).is_some();
    let within = minclue_verifier::Limits { stop: &stop, ..minclue_verifier::Limits::default() };
    let verdict = if is_gzip {
        verify_either(unpacked_gzip(BufReader::new(&mut bytes)), &within)
    } else {
        verify_either(&mut bytes, &within)
    };
    record.seconds = seconds(start.elapsed());
    // At a limit the input ends. What was read of it may not be all.
    let stop = limits.reached(0).filter(|_| verdict.is_err() || n_bytes != Some(bytes.n_read));
    let (error, exit) = match verdict {
        Ok(_) if let Some(stop) = stop => {
            record.status = AnswerStatus::from(stop);
            (format!("{stop} before the end of the file"), Exit::Limit)
        }
        Ok(Proven::Bilevel(verdict)) => {
            record.sha256 = Some(format!("{:x}", bytes.hash.finalize()));
            record.problem_sha256 = Some(verdict.program_sha256.clone());
            match wanted.map(|wanted| wanted.find_program(&verdict)).transpose() {
                Ok(name) => {
                    value::accept(&mut record, &verdict);
                    record.input = name;
                    return (record, Exit::Answered);
                }
                Err(message) => (message, Exit::CheckFailed),
            }
        }
        Ok(Proven::Clues(verdict)) => {
            record.sha256 = Some(format!("{:x}", bytes.hash.finalize()));
            record.problem_sha256 = Some(verdict.problem_sha256.clone());
            match wanted.map(|wanted| wanted.find(&verdict)).transpose() {
                Ok(found) => {
                    accept(&mut record, &verdict, found.as_ref().and_then(|found| found.named));
                    *outlook = Outlook::from(&*verdict);
                    if let Some(ProblemMatch { name, value, .. }) = found {
                        record.input = Some(name);
                        (record.value_at_least, record.value_at_most) = (value.at_least, value.at_most);
                        record.leader = value.leader;
                    }
                    return (record, Exit::Answered);
                }
                Err(message) => (message, Exit::CheckFailed),
            }
        }
        Err(refusal) => refused(&mut record, &refusal, stop),
    };
    record.error = Some(error);
    (record, exit)
}

/// What is said of a certificate that was not accepted, and the exit code. Only what is wrong in it refuses it.
fn refused(record: &mut VerdictRecord, refusal: &Refusal, stop: Option<Stop>) -> (String, Exit) {
    if let Some(stop) = stop {
        record.status = AnswerStatus::from(stop);
        return (format!("{stop} at byte {} of the unpacked stream, in {}", refusal.byte, refusal.place), Exit::Limit);
    }
    match refusal.reason {
        Reason::TooMuch(_) => {
            record.status = AnswerStatus::NodeLimit;
            (refusal.to_string(), Exit::Limit)
        }
        Reason::Io(_) | Reason::Stopped => (refusal.to_string(), Exit::Internal),
        Reason::Foreign(_) | Reason::Damaged(_) | Reason::Wrong(_) => (refusal.to_string(), Exit::CheckFailed),
    }
}

/// A file whose bytes are hashed as they are read.
struct Hashing<R> {
    hash: Sha256,
    inner: R,
    n_read: u64,
    /// All there are, if that is known.
    n_bytes: Option<u64>,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.hash.update(&buffer[..n]);
        self.n_read += n as u64;
        if let Some(n_bytes) = self.n_bytes {
            progress::part(self.n_read as f64 / n_bytes.max(1) as f64);
        }
        Ok(n)
    }
}

/// Writes into the record what was proven. Without a problem whose cells have names, those of other puzzles are numbers.
fn accept(record: &mut VerdictRecord, verdict: &Verdict, named: Option<&minclue_solver::Problem>) {
    let Verdict { lower, upper, n_bytes, n_nodes, n_steps, n_searched, n_sets, .. } = *verdict;
    (record.verified, record.n_sets) = (true, Some(n_sets as u64));
    (record.n_bytes, record.n_nodes, record.n_steps) = (Some(n_bytes), Some(n_nodes), Some(n_steps));
    record.n_searched = Some(n_searched);
    record.n_looks = Some(verdict.n_looks);
    (record.n_cells, record.n_problem_bytes) = (Some(verdict.cells), Some(verdict.n_problem_bytes));
    let (kind, sizes) = match &verdict.problem {
        Problem::Sudoku { .. } => ("sudoku", None),
        Problem::ExactCover { n_items, options, .. } => ("exact_cover", Some((options.len(), *n_items))),
        Problem::Model { n_vars, rows, .. } => ("model", Some((*n_vars, rows.len()))),
    };
    record.kind = Some(kind);
    (record.n_vars, record.n_rows) = sizes.unzip();
    record.status = AnswerStatus::Done;
    let grid = grid_of(&verdict.problem);
    let written = |cells: &Vec<usize>| match &grid {
        Some(grid) => line(&grid.puzzle(cells.iter().map(|&cell| Cell::new(cell)).collect::<CellSet<10>>())),
        None => match named.and_then(|problem| problem.choice_of_units(cells).ok()) {
            Some(choice) => choice.names().join(" "),
            None => cells.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
        },
    };
    record.bounds = Bounds::new(lower, Some((upper, written(&verdict.puzzle))));
    if !verdict.listed.is_empty() {
        record.all_up_to = Some(verdict.listed_below - 1);
        record.n_puzzles = Some(verdict.listed.len());
        record.puzzles = Some(verdict.listed.iter().map(written).collect());
    }
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

/// What is said of a list of `n` puzzles: all with the minimum of clues, or all minimal ones with up to `max`.
fn listed(n: usize, minimum: usize, max: usize) -> String {
    match (n, max == minimum) {
        (1, true) => "with this puzzle alone".to_owned(),
        (_, true) => format!("with these {n} puzzles and no others"),
        (1, false) => format!("with this puzzle, and no other minimal one up to {max} clues"),
        (_, false) => format!("with these {n} minimal puzzles, and no others up to {max} clues"),
    }
}

/// One line that says it all, then what it is about.
fn text(record: &VerdictRecord) -> String {
    if !record.verified {
        return String::new();
    }
    if record.kind == Some(value::KIND) {
        return value::text(record);
    }
    let bounds = &record.bounds;
    let (lower, upper) = (bounds.lower_bound.unwrap_or(0), bounds.upper_bound.unwrap_or(0));
    let said = match (bounds.minimum, record.all_up_to, record.n_puzzles) {
        (Some(k), Some(max), Some(n)) => format!("VERIFIED minimum = {k}, {}", listed(n, k, max)),
        (Some(k), ..) => format!("VERIFIED minimum = {k}"),
        (None, ..) => format!("VERIFIED {lower} <= minimum <= {upper}"),
    };
    // Of a bilevel program, the value is what was asked, and the bounds are how it is proven.
    let value = said_of_value(record.value_at_least, record.value_at_most);
    let (said, cells) = match value {
        Some(value) => (value, said.strip_prefix("VERIFIED ").map(str::to_owned)),
        None => (said, None),
    };
    // All cells, of a lower bound, are nothing to show; and a leader's choice has names.
    let is_shown = record.puzzles.is_none() && cells.is_none();
    let size = record.n_vars.zip(record.n_rows).zip(record.n_cells).map(|((vars, rows), cells)| match record.kind {
        Some("model") => format!("linear model with {vars} variables, {rows} rows, {cells} cells"),
        _ => format!("exact cover with {vars} options, {rows} items, {cells} cells"),
    });
    let lines = [
        ("input", &record.input),
        ("about", &size),
        ("shape", &record.shape),
        ("grid", &record.grid),
        ("leader", &record.leader.as_ref().map(|taken| format!("takes {}", taken.join(" ")))),
        ("cells", &cells),
        ("puzzle", &bounds.puzzle.clone().filter(|_| is_shown)),
        ("sha256", &record.sha256),
        ("problem sha256 ", &record.problem_sha256),
    ];
    let lines: String =
        lines.iter().filter_map(|(name, value)| Some(format!("{name:<7}{}\n", harmless(value.as_ref()?)))).collect();
    let puzzles: String = record.puzzles.iter().flatten().map(|puzzle| format!("puzzle {puzzle}\n")).collect();
    format!("{said}\n{lines}{puzzles}")
}
