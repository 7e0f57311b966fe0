//! Results for people: a picture of the puzzle and one sentence about what is known.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::base::{Cell, Index};
use crate::report::{
    Bounds, ExportRecord, Head, HittingSetRecord, Level, PuzzleRecord, Question, Record, ResultRecord, SetsRecord,
    SolveRecord, StatsRecord, Status,
};
use crate::sudoku::{Reader, Shape, cell_name, picture};

use super::super::given;
use super::sink::Output;
use super::{check, making, remarks};

pub(super) struct Text<O> {
    out: O,
    /// In color?
    paint: bool,
    n_records: usize,
}

impl<O: Write> Text<O> {
    pub(super) fn new(out: O, paint: bool) -> Self {
        Self { out, paint, n_records: 0 }
    }
}

impl<O: Write> Output for Text<O> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let head = record.head();
        // What was not answered has its message on standard error; what one engine of two proved is shown.
        let something_known = matches!(record, Record::Result(r) if r.bounds.lower_bound.is_some());
        if head.error.is_some() && !something_known {
            return Ok(());
        }
        match record {
            Record::Enumeration(r) => return self.number(r.head.id.as_deref(), r.n_puzzles.filter(|_| r.only_counted)),
            Record::HittingSets(r) => return self.number(None, Some(r.n_hitting_sets).filter(|_| r.only_counted)),
            Record::Neighbors(r) => return self.number(r.head.id.as_deref(), r.n_new.filter(|_| r.only_counted)),
            Record::Canon(r) => return self.line_if(&r.head, making::canon(r)),
            Record::Minimize(r) => return self.line_if(&r.head, making::minimize(r)),
            Record::Generated(r) => return self.line_if(&r.head, making::generated(r)),
            Record::Rate(r) => return self.line_if(&r.head, making::rate(r)),
            _ => {}
        }
        let mut text = String::new();
        if self.n_records > 0 && !matches!(record, Record::Export(_)) {
            text.push('\n');
        }
        if let Some(id) = &head.id {
            text.push_str(&harmless(id));
            text.push('\n');
        }
        text.push_str(&match record {
            Record::Result(r) => result(r),
            Record::Sets(r) => sets(r),
            Record::Check(r) => check::check(r, self.paint),
            Record::Export(r) => export(r),
            Record::Fill(r) => making::fill(r),
            Record::Backtracking(r) => making::backtracking(r),
            Record::Squares(r) => making::squares(r),
            Record::Enumeration(_)
            | Record::HittingSets(_)
            | Record::Neighbors(_)
            | Record::Canon(_)
            | Record::Minimize(_)
            | Record::Generated(_)
            | Record::Rate(_) => unreachable!("they are written above"),
        });
        self.n_records += 1;
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        self.line(puzzle.id.as_deref(), &puzzle.puzzle)
    }

    fn hitting_set(&mut self, hitting_set: &HittingSetRecord) -> io::Result<()> {
        let vertices: Vec<String> = hitting_set.vertices.iter().map(usize::to_string).collect();
        self.line(None, &vertices.join(" "))
    }
}

impl<O: Write> Text<O> {
    /// The puzzles are out already, and nothing stands between them, so that other programs can read them.
    fn number(&mut self, id: Option<&str>, number: Option<u64>) -> io::Result<()> {
        number.map_or(Ok(()), |n| self.line(id, &n.to_string()))
    }

    /// One line for a record, if it has one.
    fn line_if(&mut self, head: &Head, text: Option<String>) -> io::Result<()> {
        text.map_or(Ok(()), |text| self.line(head.id.as_deref(), &text))
    }

    /// One line, with the name before it as in an input.
    fn line(&mut self, id: Option<&str>, text: &str) -> io::Result<()> {
        let line = id.map_or_else(|| format!("{text}\n"), |id| format!("{} {text}\n", harmless(id)));
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }
}

/// A name from a file must not steer the terminal.
pub(super) fn harmless(id: &str) -> String {
    id.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The same of text of several lines.
fn harmless_lines(text: &str) -> String {
    text.lines().map(harmless).collect::<Vec<_>>().join("\n")
}

/// The seconds of the engines that proved the minimum, without those of an engine that was stopped.
fn proof_seconds(record: &ResultRecord) -> f64 {
    if record.engines.is_empty() {
        return record.seconds;
    }
    record.engines.iter().filter(|e| e.status == Status::Optimal).map(|e| e.seconds).sum()
}

fn result(record: &ResultRecord) -> String {
    let bounds = &record.bounds;
    let answer = record.question.and_then(|question| Some((question, question.answer(bounds)?)));
    let mut text = String::new();
    // A puzzle beside the proof that there is none with so few clues would look like a counterexample.
    let is_shown = bounds.minimum.is_some()
        || answer.is_none_or(|(question, _)| bounds.upper_bound.is_some_and(|upper| upper <= question.at_most()));
    if let Some(puzzle) = bounds.puzzle.as_ref().filter(|_| is_shown) {
        if record.head.problem.is_none() {
            text.push_str(&drawn(puzzle, record.head.shape.as_deref()));
        }
        let _ = writeln!(text, "{}", harmless_lines(puzzle.trim_end()));
        // A puzzle that is more than the names of its clues.
        if let Some(names) = bounds.clues.as_ref().map(|names| names.join(" ")).filter(|names| names != puzzle) {
            let _ = writeln!(text, "clues: {}", harmless(&names));
        }
    }
    let engine = engines(record);
    let time = format!("{:.1} s", record.seconds);
    if let Some((question, yes)) = answer {
        let _ = writeln!(text, "{} by {engine} in {time}", decided(question, yes, bounds));
        text.push_str(&certificate(record));
        text.push_str(&remarks::about(record));
        return text;
    }
    let _ = match (bounds.minimum, bounds.lower_bound, bounds.upper_bound) {
        (Some(k), ..) => {
            let time = proof_seconds(record);
            let proof = if record.certified { "" } else { ", not certified" };
            writeln!(text, "minimum {}, proven by {engine} in {time:.1} s{proof}{}", clues(k), stopped(record))
        }
        (None, Some(l), Some(u)) => {
            writeln!(text, "between {l} and {u} clues: {} ({engine}, {time})", why(record.head.status))
        }
        (None, Some(l), None) => {
            writeln!(text, "at least {}: {} ({engine}, {time})", clues(l), why(record.head.status))
        }
        (None, None, _) => writeln!(text, "nothing known: {} ({engine}, {time})", why(record.head.status)),
    };
    text.push_str(&certificate(record));
    text.push_str(&remarks::about(record));
    text
}

/// The certificate that comes with an answer.
fn certificate(record: &ResultRecord) -> String {
    let Some(proof) = &record.proof else { return String::new() };
    let what = if proof.level == Level::Minimum { "certificate" } else { "certificate of the bounds" };
    let (file, time) = (harmless(&proof.file), proof.check_seconds);
    format!("{what} {file}, checked in {time:.1} s\nproblem sha256 {}\n", proof.problem_sha256)
}

/// The answer to a question about the minimum, and how it is known.
fn decided(question: Question, yes: bool, bounds: &Bounds) -> String {
    let lower = bounds.lower_bound.unwrap_or(0);
    if let (Question::AtMost(k), false) = (question, yes) {
        let known = bounds.minimum.map_or_else(|| format!("at least {lower}"), |k| format!("minimum {k}"));
        return format!("no puzzle has at most {} ({known}), proven", clues(k));
    }
    let known = match (bounds.minimum, bounds.upper_bound.filter(|upper| *upper <= question.at_most())) {
        (Some(k), _) => format!("minimum {}, proven", clues(k)),
        (None, Some(upper)) => format!("a puzzle with {}, found", clues(upper)),
        (None, None) => format!("at least {}, proven", clues(lower)),
    };
    format!("{}: {known}", if yes { "yes" } else { "no" })
}

/// Who knows it: of several engines those that proved it alone, or else all of them together.
fn engines(record: &ResultRecord) -> String {
    let names = |alone: bool| -> Vec<&str> {
        record.engines.iter().filter(|e| !alone || e.status == Status::Optimal).map(|e| short(&e.engine)).collect()
    };
    let names = Some(names(true)).filter(|names| !names.is_empty()).unwrap_or_else(|| names(false));
    if names.is_empty() { short(&record.engine).to_owned() } else { names.join(" and ") }
}

/// The name of an engine without its settings.
fn short(engine: &str) -> &str {
    engine.split('/').next().unwrap_or(engine)
}

/// What another engine said of it, or kept other engines from proving it too.
fn stopped(record: &ResultRecord) -> String {
    if let Some(check) = &record.cross_check {
        return match check.status {
            Status::Optimal | Status::Decided => format!(", confirmed by {}", check.engine),
            status => format!("; {}: {}", check.engine, why(status)),
        };
    }
    let mut text: String = record
        .engines
        .iter()
        .filter(|e| e.status != Status::Optimal)
        .map(|e| format!("; {}: {}", e.engine, why(e.status)))
        .collect();
    if text.is_empty() && record.head.status != Status::Optimal {
        let _ = write!(text, "; {}", why(record.head.status));
    }
    text
}

pub(in super::super) fn clues(k: usize) -> String {
    if k == 1 { "1 clue".to_owned() } else { format!("{k} clues") }
}

pub(in super::super) fn why(status: Status) -> &'static str {
    match status {
        Status::Optimal => "done",
        Status::Decided => "that is all that was asked",
        Status::Feasible => "as many as asked for, there may be more",
        Status::TimeLimit => "time limit reached",
        Status::NodeLimit => "node limit reached",
        Status::MemoryLimit => "memory limit reached",
        Status::Interrupted => "interrupted",
        Status::InvalidInput => "invalid input",
        Status::Mismatch => "the engines contradict each other",
        Status::Failed => "failed",
    }
}

/// The picture of a puzzle written by ourselves, so it reads.
pub(super) fn drawn(puzzle: &str, shape: Option<&str>) -> String {
    let shape = shape.and_then(|s| s.parse().ok());
    Reader::new(puzzle.as_bytes(), shape).flatten().map(|entry| picture(&entry.puzzle)).collect()
}

/// The names of cells: of a grid, or of what stands in its place.
pub(super) fn names(cells: &[usize], head: &Head) -> Vec<String> {
    let shape: Shape = head.shape.as_deref().and_then(|s| s.parse().ok()).unwrap_or(Shape::NINE);
    let name = |&cell: &usize| match &head.problem {
        Some(problem) => problem.cells.get(cell).map_or_else(String::new, |name| harmless(name)),
        None => cell_name(shape, Cell::new(cell)),
    };
    cells.iter().map(name).collect()
}

fn sets(record: &SetsRecord) -> String {
    let mut text = String::new();
    let source = record.backend.map_or_else(|| record.source.to_owned(), |b| format!("{} with {b}", record.source));
    let n_sets = record.n_sets.unwrap_or(0);
    let source = record.regions.map_or_else(|| source.clone(), |regions| format!("{source} {regions}"));
    let noun = if n_sets == 1 { "set" } else { "sets" };
    // Of sets from a file, not all need be minimal.
    let is_minimal = record.source != given::NAME || record.n_not_minimal == Some(0);
    let minimal = if is_minimal { "minimal " } else { "" };
    let _ = writeln!(
        text,
        "{n_sets} {minimal}unavoidable {noun}: {} ({source}, {:.1} s)",
        why(record.head.status),
        record.seconds
    );
    text.push_str(&by_size(record));
    if let Some(n) = record.n_not_minimal.filter(|n| *n > 0) {
        let _ = writeln!(text, "not minimal: {n}");
    }
    if let Some(n) = record.n_shrunk.filter(|n| *n > 0) {
        let _ = writeln!(text, "replaced by a minimal one inside: {n}");
    }
    if let Some(size) = record.complete_to {
        let _ = writeln!(text, "complete up to size {size}");
    }
    text.extend(record.stats.as_ref().map(stats));
    text.extend(record.iterations.as_deref().and_then(solves));
    for set in record.sets.iter().flatten() {
        let _ = writeln!(text, "{}: {}", names(&set.cells, &record.head).join(" "), harmless(&set.witness));
    }
    text
}

fn stats(record: &StatsRecord) -> String {
    let mut text = String::new();
    if let (Some(n), Some(exact)) = (record.clique_number, record.clique_exact) {
        let whose = if exact { "the grid has no more" } else { "of these sets; with larger ones there may be more" };
        let _ = writeln!(text, "  disjoint sets: {n} ({whose})");
    }
    if let Some(all) = &record.n_degree_2 {
        let nontrivial = counts(record.n_nontrivial_degree_2.iter().flatten());
        let _ = writeln!(text, "  minimal sets that need two clues, by size up to 11: {}", counts(all));
        let _ = writeln!(text, "  of these not two disjoint sets: {nontrivial}");
    }
    let _ = writeln!(text, "  sets by number of digits: {}", counts(&record.by_digits));
    let _ = writeln!(text, "  sets by bands x stacks: {}", counts(&record.by_boxes));
    let cells = record.cells_in_sets;
    let _ = writeln!(text, "  sets of a cell: {} to {}, mean {:.1}", cells.min, cells.max, cells.mean);
    text
}

/// A table on one line.
fn counts<'a, K: std::fmt::Display + 'a>(table: impl IntoIterator<Item = (&'a K, &'a usize)>) -> String {
    let cells: Vec<String> = table.into_iter().map(|(key, n)| format!("{key}: {n}")).collect();
    if cells.is_empty() { "none".to_owned() } else { cells.join(", ") }
}

/// How many sets there are of each size, and up to each size.
fn by_size(record: &SetsRecord) -> String {
    let mut text = String::new();
    let mut n_so_far = 0;
    for (i, (size, n)) in record.by_size.iter().flatten().enumerate() {
        if i == 0 {
            text.push_str("  size    sets   up to\n");
        }
        n_so_far += n;
        let _ = writeln!(text, "{size:>6} {n:>7} {n_so_far:>7}");
    }
    text
}

/// What the solves of the no-good loop took.
fn solves(records: &[SolveRecord]) -> Option<String> {
    let slowest = records.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds))?;
    let total: f64 = records.iter().map(|solve| solve.seconds).sum();
    let noun = if records.len() == 1 { "solve" } else { "solves" };
    let found = slowest.size.map_or_else(|| "no set".to_owned(), |size| format!("a set of {size}"));
    let asked = slowest.m.map_or_else(String::new, |m| format!(" for m = {m}"));
    let n = records.len();
    Some(format!("{n} {noun} in {total:.1} s, the slowest{asked} in {:.1} s: {found}\n", slowest.seconds))
}

fn export(record: &ExportRecord) -> String {
    record.files.iter().map(|file| format!("{file}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{EngineRecord, ProofRecord, Work};

    fn sentence(status: Status, bounds: Bounds) -> String {
        result(&record(status, bounds))
    }

    fn record(status: Status, bounds: Bounds) -> ResultRecord {
        let head = Head {
            schema: ResultRecord::SCHEMA,
            id: None,
            grid: None,
            input: None,
            shape: Some("2x2".into()),
            problem: None,
            status,
            error: None,
        };
        ResultRecord {
            head,
            bounds,
            question: None,
            engine: "native".into(),
            search: None,
            work: None,
            start: None,
            cross_check: None,
            given: None,
            shared: None,
            seconds: 3.24,
            seed: 1,
            version: "0",
            problem_sha256: None,
            certified: false,
            proof: None,
            engines: Vec::new(),
        }
    }

    #[test]
    fn of_two_engines_each_gets_its_due() {
        let part = |engine: &'static str, status| EngineRecord {
            engine: engine.into(),
            search: None,
            proof: None,
            follower: None,
            status,
            bounds: Bounds::default(),
            work: Work::default(),
            start: None,
            seconds: if engine == "native" { 3.2 } else { 60.0 },
        };
        let said = |parts: &[EngineRecord], status| {
            let mut record = record(status, Bounds::new(4, Some((4, "1...............".to_owned()))));
            record.engine = "both".into();
            record.engines = parts.to_vec();
            result(&record).lines().last().unwrap_or_default().to_owned()
        };
        let (native, bilevel) = (part("native", Status::Optimal), part("bilevel", Status::Optimal));
        assert_eq!(
            said(&[native.clone(), bilevel], Status::Optimal),
            "minimum 4 clues, proven by native and bilevel in 63.2 s, not certified"
        );
        assert_eq!(
            said(&[native.clone(), part("bilevel", Status::TimeLimit)], Status::Optimal),
            "minimum 4 clues, proven by native in 3.2 s, not certified; bilevel: time limit reached"
        );
        assert_eq!(
            said(&[native], Status::Interrupted),
            "minimum 4 clues, proven by native in 3.2 s, not certified; interrupted"
        );
        let checked = |status| {
            let mut record = record(status, Bounds::new(4, Some((4, "1...............".to_owned()))));
            (record.engine, record.cross_check) = ("bilevel".into(), Some(part("native", status)));
            result(&record).lines().last().unwrap_or_default().to_owned()
        };
        assert_eq!(
            checked(Status::Optimal),
            "minimum 4 clues, proven by bilevel in 3.2 s, not certified, confirmed by native"
        );
        assert_eq!(
            checked(Status::TimeLimit),
            "minimum 4 clues, proven by bilevel in 3.2 s, not certified; native: time limit reached"
        );
    }

    #[test]
    fn every_state_of_the_bounds_has_a_sentence() {
        let puzzle = || "1...............".to_owned();
        let text = sentence(Status::Optimal, Bounds::new(1, Some((1, puzzle()))));
        assert!(text.starts_with(" 1 . | . .\n"), "{text}");
        assert!(text.ends_with("minimum 1 clue, proven by native in 3.2 s, not certified\n"), "{text}");
        let text = sentence(Status::TimeLimit, Bounds::new(15, Some((18, puzzle()))));
        assert!(text.ends_with("between 15 and 18 clues: time limit reached (native, 3.2 s)\n"), "{text}");
        let text = sentence(Status::Interrupted, Bounds::new(15, None));
        assert_eq!(text, "at least 15 clues: interrupted (native, 3.2 s)\n");
        let text = sentence(Status::NodeLimit, Bounds::default());
        assert_eq!(text, "nothing known: node limit reached (native, 3.2 s)\n");
    }

    #[test]
    fn a_certificate_is_named() {
        let mut record = record(Status::Optimal, Bounds::new(1, Some((1, "1...............".to_owned()))));
        record.certified = true;
        record.proof = Some(ProofRecord {
            level: Level::Minimum,
            file: "one.cert".to_owned(),
            problem_sha256: "0123".to_owned(),
            sha256: String::new(),
            n_file_bytes: 1,
            n_bytes: 1,
            n_nodes: 1,
            n_sets: 1,
            check_seconds: 0.5,
        });
        let end =
            "minimum 1 clue, proven by native in 3.2 s\ncertificate one.cert, checked in 0.5 s\nproblem sha256 0123\n";
        assert!(result(&record).ends_with(end), "{}", result(&record));
    }

    #[test]
    fn a_question_is_answered_by_yes_or_no() {
        let said = |question, lower, upper| {
            let mut record = record(Status::Decided, Bounds::new(lower, Some((upper, "1...............".to_owned()))));
            record.question = Some(question);
            result(&record)
        };
        let no = said(Question::AtMost(18), 19, 20);
        assert_eq!(no, "no puzzle has at most 18 clues (at least 19), proven by native in 3.2 s\n");
        let yes = said(Question::AtMost(18), 12, 18);
        assert!(yes.ends_with("\n1...............\nyes: a puzzle with 18 clues, found by native in 3.2 s\n"), "{yes}");
        assert_eq!(said(Question::AtLeast(19), 19, 20), "yes: at least 19 clues, proven by native in 3.2 s\n");
        let no = said(Question::AtLeast(19), 12, 18);
        assert!(no.ends_with("\n1...............\nno: a puzzle with 18 clues, found by native in 3.2 s\n"), "{no}");
        // The minimum says more than was asked.
        let both = said(Question::AtMost(16), 17, 17);
        assert!(both.ends_with("\nno puzzle has at most 16 clues (minimum 17), proven by native in 3.2 s\n"));
        // And without an answer the bounds are as good as ever.
        let mut record = record(Status::TimeLimit, Bounds::new(15, None));
        record.question = Some(Question::AtMost(16));
        assert_eq!(result(&record), "at least 15 clues: time limit reached (native, 3.2 s)\n");
    }
}
