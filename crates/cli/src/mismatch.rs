//! The logs of engines that contradict each other.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::version::VERSION;
use minclue_core::base::harmless_json;
use minclue_report::EngineRecord;
use minclue_solver::EngineRun;

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
pub(super) fn keep_logs(folder: &Path, grid: &str, seed: u64, runs: &[EngineRun]) -> io::Result<String> {
    // Inputs that are answered side by side take turns, or two would take the same names.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let name = |n: usize, run: &EngineRun| format!("minclue-mismatch-{n}.{}.json", run.record.engine);
    // No log of an earlier mismatch is lost.
    let n = (1..).find(|&n| runs.iter().all(|run| !folder.join(name(n, run)).exists())).unwrap_or(0);
    let mut names = Vec::new();
    for run in runs {
        let log = Log { schema: "minclue-log/1", grid, seed, version: VERSION, answer: &run.record, log: &run.journal };
        let mut file = BufWriter::new(File::create_new(folder.join(name(n, run)))?);
        file.write_all(harmless_json(serde_json::to_string_pretty(&log)?).as_bytes())?;
        file.write_all(b"\n")?;
        file.flush()?;
        names.push(name(n, run));
    }
    Ok(format!("their logs are in {}", names.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use minclue_core::base::steers;
    use minclue_report::{AnswerStatus, Bounds};

    fn run(engine: &'static str, minimum: usize) -> EngineRun {
        let record = EngineRecord {
            engine: engine.into(),
            status: AnswerStatus::Optimal,
            bounds: Bounds::new(minimum, Some((minimum, format!("puzzle of {engine}")))),
            ..EngineRecord::default()
        };
        EngineRun::new(record, vec!["0.001 s: a line".to_owned()])
    }

    #[test]
    fn a_log_has_no_character_that_steers() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = "a\u{202e}b\u{9b}c\u{1b}";
        keep_logs(folder.path(), name, 1, &[run("native", 17), run("bilevel", 18)]).expect("written");
        let text = std::fs::read_to_string(folder.path().join("minclue-mismatch-1.native.json")).expect("a file");
        assert!(!text.chars().any(|c| c != '\n' && steers(c)), "{text}");
        let log: serde_json::Value = serde_json::from_str(&text).expect("json");
        assert_eq!(log["grid"], name);
    }

    #[test]
    fn logs_of_mismatches_are_kept_side_by_side() {
        let folder = tempfile::tempdir().expect("a folder");
        let runs = [run("native", 17), run("bilevel", 18)];
        for n in 1..=2 {
            let message = keep_logs(folder.path(), "1234", 1, &runs).expect("written");
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
