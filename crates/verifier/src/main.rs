//! The checker as a program: `minclue-verifier [--time-limit SECONDS] FILE`. Use `-` for standard input.
#![forbid(unsafe_code)]

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;
use std::slice;
use std::time::{Duration, Instant};

use minclue_verifier::{BilevelVerdict, Limits, Problem, Proven, Reason, Refusal, Verdict, verify_either};

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).peekable();
    let time = if args.next_if(|option| option == "--time-limit").is_some() {
        args.next().and_then(|text| seconds(&text)).map(Some)
    } else {
        Some(None)
    };
    let (said, code) = match (time, args.next(), args.next()) {
        (Some(time), Some(path), None) => match read(&path, time) {
            Ok(Ok(verdict)) => {
                let said = match &verdict {
                    Proven::Clues(verdict) => accepted(verdict),
                    Proven::Bilevel(verdict) => bilevel(verdict),
                };
                let printed = io::stdout().write_all(said.as_bytes());
                return if printed.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) };
            }
            Ok(Err(refusal)) if matches!(refusal.reason, Reason::Io(_)) => (refusal.reason.to_string(), 1),
            Ok(Err(refusal)) if refusal.reason.is_refusal() => (format!("REFUSED {refusal}"), 5),
            Ok(Err(refusal)) => (format!("NOT DECIDED {refusal}"), 4),
            Err(error) => (format!("{}: {error}", path.display()), 1),
        },
        _ => ("usage: minclue-verifier [--time-limit SECONDS] FILE".into(), 2),
    };
    // Where nobody can read it, the exit code still says it.
    let _ = writeln!(io::stderr(), "{said}");
    ExitCode::from(code)
}

/// A time in seconds.
fn seconds(text: &OsStr) -> Option<Duration> {
    text.to_str()?.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// Checks a file, or standard input. The time begins now.
fn read(path: &OsStr, time: Option<Duration>) -> io::Result<Result<Proven, Refusal>> {
    let begin = Instant::now();
    let stop = || time.is_some_and(|time| begin.elapsed() >= time);
    let limits = Limits { stop: &stop, ..Limits::default() };
    if path == "-" {
        Ok(verify_either(io::stdin().lock(), &limits))
    } else {
        File::open(path).map(|file| verify_either(file, &limits))
    }
}

/// The bounds, and what they are about: a certificate of another grid proves nothing about this one.
fn accepted(verdict: &Verdict) -> String {
    let Verdict { lower, upper, problem, puzzle, listed_below, listed, problem_sha256, .. } = verdict;
    let bounds = if lower < upper {
        format!("VERIFIED {lower} <= minimum <= {upper}")
    } else if listed.is_empty() {
        format!("VERIFIED minimum = {lower}")
    } else {
        let n = listed.len();
        format!("VERIFIED minimum = {lower}, all minimal puzzles with at most {} clues: {n}", listed_below - 1)
    };
    let puzzles = if listed.is_empty() { slice::from_ref(puzzle) } else { listed };
    let about = match problem {
        Problem::Sudoku { box_rows, box_columns, digits } => {
            // Numbers of two digits need something between them.
            let between = if digits.iter().any(|&digit| digit > 9) { " " } else { "" };
            let grid: Vec<String> = digits.iter().map(u32::to_string).collect();
            let mut text = format!("boxes  {box_rows} x {box_columns}\ngrid   {}", grid.join(between));
            for puzzle in puzzles {
                let mut clues = vec!["."; grid.len()];
                puzzle.iter().for_each(|&cell| clues[cell] = &grid[cell]);
                text += &format!("\npuzzle {}", clues.join(between));
            }
            text
        }
        Problem::ExactCover { n_items, options, target } => {
            format!("items  {n_items}\noptions {}\ntarget {target:?}{}", options.len(), cells_of(puzzles))
        }
        Problem::Model { n_vars, rows, cells, .. } => {
            format!("vars   {n_vars}\nrows   {}\ncells  {cells:?}{}", rows.len(), cells_of(puzzles))
        }
    };
    format!("{bounds}\n{about}\nproblem sha256 {problem_sha256}\n")
}

/// Puzzles as numbers of cells.
fn cells_of(puzzles: &[Vec<usize>]) -> String {
    puzzles.iter().map(|puzzle| format!("\npuzzle {puzzle:?}")).collect()
}

/// Returns the proven value of a bilevel program, with the choices of both players.
fn bilevel(verdict: &BilevelVerdict) -> String {
    let shown = |value| verdict.shown(value);
    let said = match (verdict.lower, verdict.upper) {
        (Some(lower), Some(upper)) if lower == upper => format!("value = {}, both halves", shown(lower)),
        (Some(lower), Some(upper)) => format!("{} <= value <= {}", shown(lower), shown(upper)),
        (Some(lower), None) => format!("value >= {}", shown(lower)),
        (None, Some(upper)) => format!("value <= {}", shown(upper)),
        (None, None) => "no choice of the leader is allowed".to_owned(),
    };
    let mut text = format!("VERIFIED {said}\nprogram {}\n", verdict.name);
    let reading = if verdict.is_pessimistic { "pessimistic" } else { "optimistic" };
    let no_answer = if verdict.is_prevented { "prevented" } else { "forbidden" };
    text += &format!("reading {reading}, no-answer {no_answer}\n");
    for (level, is_follower) in [("leader", false), ("follower", true)].iter().filter(|_| verdict.upper.is_some()) {
        let own =
            verdict.variables.iter().zip(&verdict.point).filter(|(v, x)| v.is_follower == *is_follower && **x != 0);
        let values: Vec<String> = own.map(|(v, x)| format!("{}={x}", v.name)).collect();
        let said = match *is_follower && !verdict.has_answer {
            true => "no answer".to_owned(),
            false if values.is_empty() => "all 0".to_owned(),
            false => values.join(" "),
        };
        text += &format!("{level} {said}\n");
    }
    format!("{text}program sha256 {}\n", verdict.program_sha256)
}
