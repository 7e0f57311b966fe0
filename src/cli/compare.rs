//! Holds the answers of several engines against each other.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;

use crate::report::{AnswerStatus, Bounds, EngineRecord};

use super::engine::Run;

/// What the answers of several engines say together.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Verdict {
    /// The better of each bound.
    Agree(AnswerStatus, Bounds),
    /// Not both can be right.
    Contradict(String),
}

/// Bounds are proven, so all hold at once, or an engine is wrong. Two different minima are a special case of that.
pub(super) fn together(records: &[EngineRecord]) -> Verdict {
    for low in records {
        for high in records {
            if let (Some(lower), Some(upper)) = (low.bounds.lower_bound, high.bounds.upper_bound)
                && lower > upper
            {
                return Verdict::Contradict(format!(
                    "{} proves at least {lower} clues, {} has a puzzle with {upper}",
                    low.engine, high.engine
                ));
            }
        }
    }
    let lower_bound = records.iter().filter_map(|r| r.bounds.lower_bound).max();
    let best = records.iter().filter(|r| r.bounds.upper_bound.is_some()).min_by_key(|r| r.bounds.upper_bound);
    let upper_bound = best.and_then(|r| r.bounds.upper_bound);
    let minimum = upper_bound.filter(|upper| Some(*upper) == lower_bound);
    let (puzzle, clues) = best.map(|r| (r.bounds.puzzle.clone(), r.bounds.clues.clone())).unwrap_or_default();
    let bounds = Bounds { lower_bound, upper_bound, minimum, puzzle, clues };
    let stopped = records.iter().map(|r| r.status).find(|status| *status != AnswerStatus::Optimal);
    let status = if minimum.is_some() { AnswerStatus::Optimal } else { stopped.unwrap_or(AnswerStatus::Optimal) };
    Verdict::Agree(status, bounds)
}

/// The log of one engine: `minclue-log/1`. `grid` is whatever was asked about, in one line.
#[derive(Serialize)]
struct Log<'a> {
    schema: &'static str,
    grid: &'a str,
    seed: u64,
    version: &'static str,
    answer: &'a EngineRecord,
    log: &'a [String],
}

/// Writes the log of every engine to a new file in `folder`, and says where.
pub(super) fn keep_logs(folder: &Path, grid: &str, seed: u64, runs: &[Run]) -> io::Result<String> {
    let name = |n: usize, run: &Run| format!("minclue-mismatch-{n}.{}.json", run.record.engine);
    // No log of an earlier mismatch is lost.
    let n = (1..).find(|&n| runs.iter().all(|run| !folder.join(name(n, run)).exists())).unwrap_or(0);
    let mut names = Vec::new();
    for run in runs {
        let log = Log {
            schema: "minclue-log/1",
            grid,
            seed,
            version: env!("CARGO_PKG_VERSION"),
            answer: &run.record,
            log: &run.journal,
        };
        let mut file = BufWriter::new(File::create_new(folder.join(name(n, run)))?);
        serde_json::to_writer_pretty(&mut file, &log)?;
        file.write_all(b"\n")?;
        file.flush()?;
        names.push(name(n, run));
    }
    Ok(format!("their logs are in {}", names.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Counters;

    fn record(engine: &'static str, lower: usize, upper: Option<usize>) -> EngineRecord {
        let bounds = Bounds::new(lower, upper.map(|k| (k, format!("puzzle of {engine}"))));
        let status = if bounds.minimum.is_some() { AnswerStatus::Optimal } else { AnswerStatus::TimeLimit };
        let engine = engine.into();
        EngineRecord {
            engine,
            status,
            bounds,
            work: Counters::default(),
            follower: None,
            start: None,
            search: None,
            proof: None,
            seconds: 0.0,
        }
    }

    #[test]
    fn bounds_add_up() {
        let agreed = |a, b| match together(&[a, b]) {
            Verdict::Agree(status, bounds) => (status, bounds.lower_bound, bounds.upper_bound, bounds.puzzle),
            Verdict::Contradict(message) => panic!("{message}"),
        };
        let (status, lower, upper, _) = agreed(record("native", 17, Some(17)), record("bilevel", 17, Some(17)));
        assert_eq!((status, lower, upper), (AnswerStatus::Optimal, Some(17), Some(17)));
        // Neither is done, and together they are.
        let (status, .., puzzle) = agreed(record("native", 15, Some(17)), record("bilevel", 17, Some(18)));
        assert_eq!((status, puzzle.as_deref()), (AnswerStatus::Optimal, Some("puzzle of native")));
        let (status, lower, upper, _) = agreed(record("native", 15, Some(18)), record("bilevel", 14, None));
        assert_eq!((status, lower, upper), (AnswerStatus::TimeLimit, Some(15), Some(18)));
    }

    #[test]
    fn contradictions_are_seen_from_both_sides() {
        for (a, b) in [((17, Some(17)), (18, Some(18))), ((18, Some(18)), (17, Some(17))), ((19, None), (15, Some(18)))]
        {
            let verdict = together(&[record("native", a.0, a.1), record("bilevel", b.0, b.1)]);
            assert!(
                matches!(&verdict, Verdict::Contradict(m) if m.contains("native") && m.contains("bilevel")),
                "{verdict:?}"
            );
        }
    }

    #[test]
    fn logs_of_mismatches_are_kept_side_by_side() {
        let folder = tempfile::tempdir().expect("a folder");
        let runs = || {
            [record("native", 17, Some(17)), record("bilevel", 18, Some(18))].map(|record| Run {
                record,
                journal: vec!["0.001 s: a line".to_owned()],
                unkept: None,
                refused: None,
            })
        };
        for n in 1..=2 {
            let message = keep_logs(folder.path(), "1234", 1, &runs()).expect("written");
            assert!(
                message.contains(&format!("minclue-mismatch-{n}.native.json and minclue-mismatch-{n}.bilevel.json"))
            );
        }
        let text = std::fs::read_to_string(folder.path().join("minclue-mismatch-1.bilevel.json")).expect("a file");
        let log: serde_json::Value = serde_json::from_str(&text).expect("json");
        assert_eq!(log["answer"]["minimum"], 18);
        assert_eq!(log["log"][0], "0.001 s: a line");
    }
}
