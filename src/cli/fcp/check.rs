//! Are these clues enough, and is each of them needed?

use crate::base::CellSet;
use crate::problem::{ClueProblem as _, Oracle as _, Verdict};
use crate::report::{CheckRecord, Record, Solutions, Status, seconds};

use super::super::session::Answer;
use super::stated::numbers;
use super::{Asked, PACE};

/// Answers for the clues that the patterns name.
pub(super) fn check<const W: usize>(asked: &Asked<'_, W>, patterns: &str) -> Answer {
    let stated = asked.stated;
    let clues = match stated.cells("--check", patterns) {
        Ok(clues) => clues,
        Err(message) => return Answer::BadFile(message),
    };
    let limits = asked.context.limits(asked.args.time_limit, None);
    let (mut oracle, mut pace) = (stated.problem.oracle(), limits.pace(PACE));
    let mut record = CheckRecord {
        head: asked.head(CheckRecord::SCHEMA, Status::Optimal),
        n_clues: Some(clues.len()),
        solutions: None,
        valid: None,
        minimal: None,
        redundant: None,
        of_grid: None,
        differs: None,
        seconds: 0.0,
        version: env!("CARGO_PKG_VERSION"),
    };
    record.head.input = Some(stated.names(clues).join(" "));
    match oracle.second_solution(clues, &mut pace) {
        Verdict::Limit(stop) => record.head.status = stop.into(),
        Verdict::Second(_) => (record.solutions, record.valid) = (Some(Solutions::Several), Some(false)),
        Verdict::Unique => {
            (record.solutions, record.valid) = (Some(Solutions::One), Some(true));
            let mut redundant = CellSet::<W>::EMPTY;
            let mut stop = None;
            for clue in clues {
                match oracle.second_solution(clues - CellSet::only(clue), &mut pace) {
                    Verdict::Unique => redundant.insert(clue),
                    Verdict::Second(_) => {}
                    Verdict::Limit(why) => stop = Some(why),
                }
            }
            match stop {
                Some(stop) => record.head.status = stop.into(),
                None => (record.minimal, record.redundant) = (Some(redundant.is_empty()), Some(numbers(redundant))),
            }
        }
    }
    record.seconds = seconds(asked.start.elapsed());
    let is_unwanted = record.valid == Some(false);
    let record = Record::Check(Box::new(record));
    if is_unwanted { Answer::Unwanted(record) } else { Answer::Known(record) }
}
