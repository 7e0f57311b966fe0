//! The record of `solve` and `fcp`: the minimum, or what is known of it.

use std::borrow::Cow;
use std::fmt::Write as _;

use minclue_core::problem::{Counters, Drawing};

pub use minclue_solver::EngineRecord;

use super::given_puzzle::GivenRecord;
use super::head::{AnswerStatus, BoundQuestion, Bounds, ProblemRecord};
use super::picture::{Figure, Picture};
use super::proof::{Level, ProofRecord};
use super::record::{Record, Text, answer};
use super::words::{clue_name, clues, conditions, drawn, harmless, harmless_lines, units, why};
use minclue_solver::{EngineSettings, SearchRecord, StartRecord};

answer! {
    /// The answer of `solve` for one input: `minclue-result/1`.
    pub struct ResultRecord = "minclue-result/1";
    names: "id input grid shape variant status error.message lower_bound upper_bound minimum at_most at_least \
            puzzle engine n_nodes n_sets seconds seed certified";
    shown: "id: name, minimum: minimum, lower_bound: at least, upper_bound: at most, status: status, engine: engine, \
            n_nodes: nodes, seconds: seconds";
    /// The bounds; of several engines, the better of each.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// The question, if it was not for the minimum.
    #[serde(flatten)]
    pub question: Option<BoundQuestion>,
    /// The engine, or `both`.
    pub engine: Cow<'static, str>,
    /// The work, if one engine did it.
    #[serde(flatten)]
    pub work: Option<Counters>,
    /// The solver that answered this engine for the clues; as in the parts of several engines.
    pub follower: Option<&'static str>,
    /// The settings of this engine.
    pub settings: Option<EngineSettings>,
    /// The sets that this engine started from.
    pub start: Option<StartRecord>,
    /// The work of a published search or of the branch and cut, without the search for its start sets.
    pub search: Option<SearchRecord>,
    /// The answer of the engine that was asked to confirm this one.
    pub cross_check: Option<EngineRecord>,
    /// The puzzle that was given for its grid.
    pub given: Option<GivenRecord>,
    /// Cells that had to be clues.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given_cells: Vec<usize>,
    /// Cells that must not be clues.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden_cells: Vec<usize>,
    /// The search and decision code that two compared engines have in common.
    pub shared: Option<Vec<&'static str>>,
    /// Wall-clock seconds, the search for start sets and the solution of a puzzle included.
    pub seconds: f64,
    seed, version,
    /// The SHA-256 of the problem as a certificate states it, in hexadecimal, so that both can be matched.
    pub problem_sha256: Option<String>,
    /// Whether a certificate was written and checked.
    pub certified: bool,
    /// The certificate.
    pub proof: Option<ProofRecord>,
    /// What there is to draw of a square with rules that was asked about as a model.
    #[serde(skip)]
    pub drawing: Option<Drawing>,
    /// The answers of the single engines, where there were several; where one was asked to confirm another, that of the
    /// other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineRecord>,
}

impl Record for ResultRecord {
    fn statuses(&self) -> Vec<AnswerStatus> {
        std::iter::once(self.head.status).chain(self.engines.iter().map(|e| e.status)).collect()
    }

    fn says_something(&self) -> bool {
        // What one engine of two proved is shown, though the other failed.
        self.head.error.is_none() || self.bounds.lower_bound.is_some()
    }

    fn text(&self, paint: bool) -> Text {
        Text::Block(result(self, paint))
    }

    fn line(&self) -> Text {
        Text::Line(on_a_line(self))
    }

    fn drawing(&self) -> Option<&Drawing> {
        self.drawing.as_ref()
    }

    fn figure(&self) -> Option<Figure> {
        // The grid with the clues of the puzzle strong and all other digits light.
        let head = &self.head;
        if let Some(drawing) = &self.drawing {
            let picture = Picture::new(drawing.shape, &drawing.puzzle)?.with_rules(&drawing.rules);
            return Some(Figure::of(head.id.clone(), picture.solved(&drawing.solution), sentences(self)));
        }
        let grid = head.grid.as_deref().or(head.input.as_deref()).filter(|_| head.problem.is_none())?;
        let picture = match shown_puzzle(self) {
            Some(puzzle) => head.picture(puzzle)?.solved(grid),
            None => head.picture(grid)?.light(),
        };
        Some(Figure::of(head.id.clone(), picture, sentences(self)))
    }
}

/// The seconds of the engines that proved the minimum, without those of an engine that was stopped.
fn proof_seconds(record: &ResultRecord) -> f64 {
    if record.engines.is_empty() || record.cross_check.is_some() {
        return record.seconds;
    }
    record.engines.iter().filter(|e| e.status == AnswerStatus::Optimal).map(|e| e.seconds).sum()
}

/// The puzzle, and the sentences below it.
fn result(record: &ResultRecord, paint: bool) -> String {
    let mut text = String::new();
    if let Some(puzzle) = shown_puzzle(record) {
        if record.head.problem.is_none() {
            text.push_str(&drawn(puzzle, record.head.shape.as_deref(), paint));
        }
        match (&record.bounds.clues, clue_names(record)) {
            // Of a model, the puzzle is the names of its clues.
            (Some(clues), Some(names)) if clues.join(" ") == *puzzle => {
                let _ = writeln!(text, "{}", in_columns(&names));
            }
            (_, names) => {
                let _ = writeln!(text, "{}", harmless_lines(puzzle.trim_end()));
                let clues = |names: String| match in_columns(&names) {
                    columns if columns == names => format!("clues: {names}\n"),
                    columns => format!("clues:\n{columns}\n"),
                };
                text.extend(names.map(clues));
            }
        }
    }
    text.extend(sentences(record).into_iter().map(|sentence| sentence + "\n"));
    text
}

/// Words between blanks as they are where a line holds them, and else in columns.
fn in_columns(words: &str) -> String {
    const WIDTH: usize = 100;
    if words.chars().count() <= WIDTH {
        return words.to_owned();
    }
    let words: Vec<&str> = words.split(' ').collect();
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    let line =
        |line: &[&str]| line.iter().map(|word| format!("{word:width$}")).collect::<String>().trim_end().to_owned();
    words.chunks((WIDTH / width).max(1)).map(line).collect::<Vec<_>>().join("\n")
}

/// The same on one line: the puzzle, or the grid where there is none to show, and what is known.
fn on_a_line(record: &ResultRecord) -> String {
    let puzzle = shown_puzzle(record).filter(|_| record.head.problem.is_none());
    let grid = || record.head.grid.as_ref().or(record.head.input.as_ref()).filter(|_| record.head.problem.is_none());
    let begin = puzzle.or_else(grid).cloned().or_else(|| shown_puzzle(record).and(clue_names(record)));
    let parts: Vec<String> = std::iter::once(answer_in_words(record, true)).chain(more(record)).collect();
    begin.map_or_else(String::new, |begin| begin + "  ") + &parts.join("; ")
}

/// The best puzzle, unless it would be taken for something else.
fn shown_puzzle(record: &ResultRecord) -> Option<&String> {
    let bounds = &record.bounds;
    let question = record.question.filter(|question| question.answer(bounds).is_some());
    // A puzzle beside the proof that there is none with so few clues would look like a counterexample.
    let is_shown = bounds.minimum.is_some()
        || question.is_none_or(|question| bounds.upper_bound.is_some_and(|upper| upper <= question.at_most()));
    bounds.puzzle.as_ref().filter(|_| is_shown)
}

/// The clues of the best puzzle as people read them, where it is not one of a grid.
fn clue_names(record: &ResultRecord) -> Option<String> {
    let kind = record.head.problem.as_ref()?.kind;
    let name = |name: &String| clue_name(name, kind);
    record.bounds.clues.as_ref().map(|names| names.iter().map(name).collect::<Vec<_>>().join(" "))
}

/// What is known of the minimum, and what comes with it.
fn sentences(record: &ResultRecord) -> Vec<String> {
    let mut sentences = vec![answer_in_words(record, false)];
    sentences.extend(more(record));
    sentences
}

/// What is known of the minimum: a sentence, in short where it follows a puzzle.
fn answer_in_words(record: &ResultRecord, is_short: bool) -> String {
    let bounds = &record.bounds;
    let kind = record.head.problem.as_ref().map(|problem| problem.kind);
    let asked = conditions(&record.head, &record.given_cells, &record.forbidden_cells);
    let counted = |k: usize| units(k, kind) + &asked;
    let engine = engines(record);
    let time = format!("{:.1} s", record.seconds);
    let answer = record.question.and_then(|question| Some((question, question.answer(bounds)?)));
    if let Some((question, yes)) = answer {
        let answer = match is_short {
            true => decided_in_short(question, yes, bounds, (kind, &asked)),
            false => decided(question, yes, bounds, (kind, &asked)),
        };
        // A puzzle is looked at by itself; what is confirmed is that there is none with fewer clues.
        let is_proven = matches!(question, BoundQuestion::AtMost(_)) != yes;
        let said = record.cross_check.as_ref().filter(|_| is_proven);
        let said = said.map_or_else(String::new, |check| confirmed(record.engines.first(), check));
        return format!("{answer} by {engine} in {time}{said}");
    }
    match (bounds.minimum, bounds.lower_bound, bounds.upper_bound) {
        (Some(k), ..) => {
            let time = proof_seconds(record);
            format!("minimum {}, proven by {engine} in {time:.1} s{}", counted(k), stopped(record))
        }
        (None, Some(l), Some(u)) => {
            format!("between {l} and {}: {} ({engine}, {time})", counted(u), why(record.head.status))
        }
        (None, Some(l), None) => format!("at least {}: {} ({engine}, {time})", counted(l), why(record.head.status)),
        (None, None, _) => format!("no bound: {} ({engine}, {time})", why(record.head.status)),
    }
}

/// What comes with an answer: its certificate, and remarks.
fn more(record: &ResultRecord) -> Vec<String> {
    let mut more: Vec<String> = record.head.variant_names().into_iter().collect();
    more.extend(certificate(record.proof.as_ref()));
    more.extend(record.given.as_ref().and_then(|given| of_given(given, record)));
    more.extend(record.shared.as_deref().map(of_shared));
    more
}

/// What is said of the certificate that comes with an answer.
#[must_use]
pub fn certificate(proof: Option<&ProofRecord>) -> Vec<String> {
    let Some(proof) = proof else { return Vec::new() };
    let what = match proof.level {
        Level::Minimum => "certificate",
        Level::Bounds => "certificate of the bounds",
        Level::Puzzles => "certificate of all puzzles",
    };
    let (file, time) = (harmless(&proof.file), proof.check_seconds);
    vec![format!("{what} {file}, checked in {time:.1} s"), format!("problem sha256 {}", proof.problem_sha256)]
}

/// The answer to a question about the minimum, and how it is known.
fn decided(question: BoundQuestion, yes: bool, bounds: &Bounds, (kind, asked): (Option<&str>, &str)) -> String {
    let clues = |k: usize| units(k, kind) + asked;
    let puzzle = match kind {
        Some(ProblemRecord::HYPERGRAPH | ProblemRecord::WEIGHTED_HYPERGRAPH) => "hitting set",
        Some(ProblemRecord::EXPLANATION | ProblemRecord::WEIGHTED_EXPLANATION) => "contradiction",
        _ => "puzzle",
    };
    let lower = bounds.lower_bound.unwrap_or(0);
    if let (BoundQuestion::AtMost(k), false) = (question, yes) {
        let known = bounds.minimum.map_or_else(|| format!("at least {lower}"), |k| format!("minimum {k}"));
        return format!("no {puzzle} has at most {} ({known}), proven", clues(k));
    }
    let known = match (bounds.minimum, bounds.upper_bound.filter(|upper| *upper <= question.at_most())) {
        (Some(k), _) => format!("minimum {}, proven", clues(k)),
        (None, Some(upper)) => format!("a {puzzle} with {}, found", clues(upper)),
        (None, None) => format!("at least {}, proven", clues(lower)),
    };
    format!("{}: {known}", if yes { "yes" } else { "no" })
}

/// The same after a puzzle or a grid.
fn decided_in_short(
    question: BoundQuestion,
    yes: bool,
    bounds: &Bounds,
    (kind, asked): (Option<&str>, &str),
) -> String {
    let answer = if yes { "yes" } else { "no" };
    match (bounds.minimum, bounds.upper_bound.filter(|upper| *upper <= question.at_most())) {
        (Some(k), _) => format!("{answer} (minimum {k}{asked}), proven"),
        (None, Some(upper)) => format!("{answer} ({}{asked}), found", units(upper, kind)),
        (None, None) => format!("{answer} (at least {}{asked}), proven", bounds.lower_bound.unwrap_or(0)),
    }
}

/// Who knows it: of several engines those that proved it alone, or else all of them together.
fn engines(record: &ResultRecord) -> String {
    // A check only confirms, unless it has the answer that the first engine has not.
    if let ([own], Some(check)) = (&record.engines[..], &record.cross_check) {
        return match (own.status.is_answered(), check.status.is_answered()) {
            (false, true) => short(&check.engine).to_owned(),
            (false, false) => format!("{} and {}", short(&own.engine), short(&check.engine)),
            (true, _) => short(&own.engine).to_owned(),
        };
    }
    let names = |alone: bool| -> Vec<&str> {
        record
            .engines
            .iter()
            .filter(|e| !alone || e.status == AnswerStatus::Optimal)
            .map(|e| short(&e.engine))
            .collect()
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
        return confirmed(record.engines.first(), check);
    }
    let mut text: String = record
        .engines
        .iter()
        .filter(|e| e.status != AnswerStatus::Optimal)
        .map(|e| format!("; {}: {}", e.engine, why(e.status)))
        .collect();
    if text.is_empty() && record.head.status != AnswerStatus::Optimal {
        let _ = write!(text, "; {}", why(record.head.status));
    }
    text
}

/// How far a check confirms the answer of an engine.
fn confirmed(own: Option<&EngineRecord>, check: &EngineRecord) -> String {
    let stopped = |e: &EngineRecord| format!("; {}: {}", e.engine, why(e.status));
    match (own.filter(|own| !own.status.is_answered()), check.status.is_answered()) {
        (None, true) => format!(", confirmed by {}", check.engine),
        (None, false) => stopped(check),
        (Some(own), true) => stopped(own),
        (Some(own), false) => stopped(own) + &stopped(check),
    }
}

/// Is the puzzle that was given one with the fewest clues?
fn of_given(given: &GivenRecord, record: &ResultRecord) -> Option<String> {
    let GivenRecord { n_clues, is_minimum } = *given;
    let puzzle = format!("the puzzle given has {}", clues(n_clues));
    let Bounds { minimum, upper_bound, .. } = record.bounds;
    match (is_minimum, minimum, upper_bound) {
        (Some(true), ..) => Some(format!("{puzzle}: it is a minimum puzzle of its grid")),
        (Some(false), Some(k), _) if k < n_clues => Some(format!("{puzzle}, {} more than the minimum", n_clues - k)),
        (Some(false), None, Some(k)) => Some(format!("{puzzle}; {k} are enough")),
        // No more was asked.
        _ if record.head.status == AnswerStatus::Decided => None,
        _ => record.bounds.lower_bound.map(|_| format!("{puzzle}; whether fewer are enough is not decided")),
    }
}

/// How far one engine confirms another.
fn of_shared(shared: &[&str]) -> String {
    if shared.is_empty() {
        return "the engines shared no search or decision code".to_owned();
    }
    let words: Vec<String> = shared.iter().map(|name| name.replace('_', " ")).collect();
    format!("shared by both engines: {}; each confirms the other only in part", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorRecord, Head};
    use minclue_core::sudoku::Place;

    fn sentence(status: AnswerStatus, bounds: Bounds) -> String {
        result(&record(status, bounds), false)
    }

    fn record(status: AnswerStatus, bounds: Bounds) -> ResultRecord {
        let head = Head::new(ResultRecord::SCHEMA, status).of_shape("2x2".parse().expect("a shape"));
        ResultRecord { bounds, engine: "native".into(), seconds: 3.24, seed: 1, ..ResultRecord::new(head, "0") }
    }

    fn part(engine: &'static str, status: AnswerStatus, seconds: f64) -> EngineRecord {
        EngineRecord { engine: engine.into(), status, seconds, ..EngineRecord::default() }
    }

    #[test]
    fn of_two_engines_each_gets_its_due() {
        let part = |engine: &'static str, status| part(engine, status, if engine == "native" { 3.2 } else { 60.0 });
        let said = |parts: &[EngineRecord], status| {
            let mut record = record(status, Bounds::new(4, Some((4, "1...............".to_owned()))));
            record.engine = "both".into();
            record.engines = parts.to_vec();
            result(&record, false).lines().last().unwrap_or_default().to_owned()
        };
        let (native, bilevel) = (part("native", AnswerStatus::Optimal), part("bilevel", AnswerStatus::Optimal));
        assert_eq!(
            said(&[native.clone(), bilevel], AnswerStatus::Optimal),
            "minimum 4 clues, proven by native and bilevel in 63.2 s"
        );
        assert_eq!(
            said(&[native.clone(), part("bilevel", AnswerStatus::TimeLimit)], AnswerStatus::Optimal),
            "minimum 4 clues, proven by native in 3.2 s; bilevel: time limit reached"
        );
        assert_eq!(
            said(&[native], AnswerStatus::Interrupted),
            "minimum 4 clues, proven by native in 3.2 s; interrupted"
        );
        let checked = |status| {
            let mut record = record(status, Bounds::new(4, Some((4, "1...............".to_owned()))));
            (record.engine, record.cross_check) = ("bilevel".into(), Some(part("native", status)));
            result(&record, false).lines().last().unwrap_or_default().to_owned()
        };
        assert_eq!(checked(AnswerStatus::Optimal), "minimum 4 clues, proven by bilevel in 3.2 s, confirmed by native");
        assert_eq!(
            checked(AnswerStatus::TimeLimit),
            "minimum 4 clues, proven by bilevel in 3.2 s; native: time limit reached"
        );
    }

    /// The check may know more than the engine that it was to check.
    #[test]
    fn of_a_check_it_is_said_who_knows_what() {
        let part = |engine, status| part(engine, status, 1.0);
        let said = |own, check, status, bounds: (usize, usize), question| {
            let puzzle = (bounds.1, "1...............".to_owned());
            let mut record = record(status, Bounds::new(bounds.0, Some(puzzle)));
            record.engine = "bilevel".into();
            record.engines = vec![part("bilevel", own)];
            record.cross_check = Some(part("native", check));
            record.question = question;
            result(&record, false).lines().last().unwrap_or_default().to_owned()
        };
        let (done, time) = (AnswerStatus::Optimal, AnswerStatus::TimeLimit);
        assert_eq!(
            said(done, AnswerStatus::Decided, done, (4, 4), None),
            "minimum 4 clues, proven by bilevel in 3.2 s, confirmed by native"
        );
        assert_eq!(
            said(time, done, time, (4, 4), None),
            "minimum 4 clues, proven by native in 3.2 s; bilevel: time limit reached"
        );
        assert_eq!(
            said(time, time, time, (4, 4), None),
            "minimum 4 clues, proven by bilevel and native in 3.2 s; bilevel: time limit reached; native: time limit reached"
        );
        assert_eq!(
            said(time, time, time, (3, 5), None),
            "between 3 and 5 clues: time limit reached (bilevel and native, 3.2 s)"
        );
        // What was asked is confirmed where it rests on a bound, and not where a puzzle shows it.
        let decided = AnswerStatus::Decided;
        let at_most = |k| Some(BoundQuestion::AtMost(k));
        assert_eq!(
            said(decided, decided, decided, (4, 6), at_most(3)),
            "no puzzle has at most 3 clues (at least 4), proven by bilevel in 3.2 s, confirmed by native"
        );
        assert_eq!(
            said(decided, decided, decided, (2, 3), at_most(3)),
            "yes: a puzzle with 3 clues, found by bilevel in 3.2 s"
        );
    }

    #[test]
    fn every_state_of_the_bounds_has_a_sentence() {
        let puzzle = || "1...............".to_owned();
        let text = sentence(AnswerStatus::Optimal, Bounds::new(1, Some((1, puzzle()))));
        assert!(text.starts_with("┌─────┬─────┐\n│ 1 . │ . . │\n"), "{text}");
        assert!(text.ends_with("minimum 1 clue, proven by native in 3.2 s\n"), "{text}");
        let text = sentence(AnswerStatus::TimeLimit, Bounds::new(15, Some((18, puzzle()))));
        assert!(text.ends_with("between 15 and 18 clues: time limit reached (native, 3.2 s)\n"), "{text}");
        let text = sentence(AnswerStatus::Interrupted, Bounds::new(15, None));
        assert_eq!(text, "at least 15 clues: interrupted (native, 3.2 s)\n");
        let text = sentence(AnswerStatus::NodeLimit, Bounds::default());
        assert_eq!(text, "no bound: node limit reached (native, 3.2 s)\n");
    }

    #[test]
    fn a_certificate_is_named() {
        let mut record = record(AnswerStatus::Optimal, Bounds::new(1, Some((1, "1...............".to_owned()))));
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
        assert!(result(&record, false).ends_with(end), "{}", result(&record, false));
    }

    #[test]
    fn a_question_is_answered_by_yes_or_no() {
        let said = |question, lower, upper| {
            let mut record =
                record(AnswerStatus::Decided, Bounds::new(lower, Some((upper, "1...............".to_owned()))));
            record.question = Some(question);
            result(&record, false)
        };
        let no = said(BoundQuestion::AtMost(18), 19, 20);
        assert_eq!(no, "no puzzle has at most 18 clues (at least 19), proven by native in 3.2 s\n");
        let yes = said(BoundQuestion::AtMost(18), 12, 18);
        assert!(yes.ends_with("\n1...............\nyes: a puzzle with 18 clues, found by native in 3.2 s\n"), "{yes}");
        assert_eq!(said(BoundQuestion::AtLeast(19), 19, 20), "yes: at least 19 clues, proven by native in 3.2 s\n");
        let no = said(BoundQuestion::AtLeast(19), 12, 18);
        assert!(no.ends_with("\n1...............\nno: a puzzle with 18 clues, found by native in 3.2 s\n"), "{no}");
        // The minimum says more than was asked.
        let both = said(BoundQuestion::AtMost(16), 17, 17);
        assert!(both.ends_with("\nno puzzle has at most 16 clues (minimum 17), proven by native in 3.2 s\n"));
        // And without an answer the bounds are as good as ever.
        let mut record = record(AnswerStatus::TimeLimit, Bounds::new(15, None));
        record.question = Some(BoundQuestion::AtMost(16));
        assert_eq!(result(&record, false), "at least 15 clues: time limit reached (native, 3.2 s)\n");
    }

    #[test]
    fn many_names_stand_in_columns() {
        assert_eq!(in_columns("a bb c"), "a bb c");
        let names: Vec<String> = (1..=30).map(|i| format!("x{i}")).collect();
        let shown = in_columns(&names.join(" "));
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!((lines.len(), lines[1]), (2, "x21  x22  x23  x24  x25  x26  x27  x28  x29  x30"));
        assert_eq!(shown.split_whitespace().collect::<Vec<_>>(), names);
        let long = "y".repeat(120);
        assert_eq!(in_columns(&format!("{long} z")), format!("{long}\nz"));
    }

    #[test]
    fn a_line_begins_with_the_puzzle_or_the_grid() {
        let line = |question, lower, upper, puzzle: &str| {
            let mut record = record(AnswerStatus::Optimal, Bounds::new(lower, Some((upper, puzzle.to_owned()))));
            record.head.grid = Some("1234341221434321".to_owned());
            record.question = question;
            on_a_line(&record)
        };
        let puzzle = "1...............";
        assert_eq!(line(None, 1, 1, puzzle), format!("{puzzle}  minimum 1 clue, proven by native in 3.2 s"));
        let question = Some(BoundQuestion::AtMost(3));
        let no = "1234341221434321  no (at least 4), proven by native in 3.2 s";
        assert_eq!(line(question, 4, 5, puzzle), no);
        assert_eq!(line(question, 1, 2, puzzle), format!("{puzzle}  yes (2 clues), found by native in 3.2 s"));
        let question = Some(BoundQuestion::AtLeast(4));
        assert_eq!(line(question, 4, 5, puzzle), "1234341221434321  yes (at least 4), proven by native in 3.2 s");
        assert_eq!(line(question, 4, 4, puzzle), format!("{puzzle}  yes (minimum 4), proven by native in 3.2 s"));
        let mut given = record(AnswerStatus::Optimal, Bounds::new(1, Some((1, puzzle.to_owned()))));
        given.given = Some(GivenRecord { n_clues: 2, is_minimum: Some(false) });
        let wanted = "minimum 1 clue, proven by native in 3.2 s; the puzzle given has 2 clues, 1 more than the minimum";
        assert_eq!(on_a_line(&given), format!("{puzzle}  {wanted}"));
    }

    #[test]
    fn a_record_omits_what_is_not_known() {
        let error = ErrorRecord::at(&Place { line: 3, column: 5, width: 1, text: String::new() }, "x".into());
        let head = Head::unanswered(ResultRecord::SCHEMA, None, AnswerStatus::InvalidInput, error);
        let record = ResultRecord { engine: "native".into(), seed: 1, ..ResultRecord::new(head, "0") };
        assert_eq!(
            serde_json::to_string(&record).expect("json"),
            r#"{"schema":"minclue-result/1","status":"invalid_input","error":{"line":3,"column":5,"message":"x"},"engine":"native","seconds":0.0,"seed":1,"version":"0","certified":false}"#
        );
    }

    #[test]
    fn what_was_shared_is_said_in_words() {
        assert_eq!(
            of_shared(&["oracle", "start_sets"]),
            "shared by both engines: oracle, start sets; each confirms the other only in part"
        );
        assert_eq!(of_shared(&[]), "the engines shared no search or decision code");
    }
}
