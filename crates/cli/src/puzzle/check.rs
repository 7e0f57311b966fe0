//! Are these clues enough, and is each of them needed?

use minclue_report::{AmbiguityRecord, AnswerStatus, CheckRecord, Solutions, seconds};
use minclue_solver::{Error, Solver, Unavoidable};

use super::super::answer::Answer;
use super::super::version::VERSION;
use super::model_input::{LoadedModel, numbers};
use super::request::FcpRequest;

/// Answers for the clues that the patterns name.
pub(super) fn check(request: &FcpRequest<'_>, patterns: &str) -> Answer {
    let instance = request.instance;
    let clues = match instance.cells("--check", patterns) {
        Ok(clues) => clues,
        Err(message) => return Answer::BadFile(message),
    };
    let limits = request.context.limits(request.args.limits.time_limit, None);
    let limited = || limits.clone();
    let solver = || Solver::new(&instance.problem).limits_by(&limited);
    let mut record = CheckRecord::new(request.head(CheckRecord::SCHEMA, AnswerStatus::Done), VERSION);
    record.n_clues = Some(clues.len());
    let names = clues.iter().map(|clue| instance.problem.cell_name(*clue));
    record.head.input = Some(names.collect::<Vec<_>>().join(" "));
    match solver().second_solution(&clues) {
        Err(Error::Stopped(stop)) => record.head.status = stop.into(),
        Err(e) => return Answer::of_error(e),
        Ok(Some(second)) => {
            (record.solutions, record.valid) = (Some(Solutions::Several), Some(false));
            record.ambiguity = Some(ambiguity(instance, &second));
        }
        Ok(None) => {
            (record.solutions, record.valid) = (Some(Solutions::One), Some(true));
            (record.n_solutions, record.n_solutions_is_exact) = (Some(1), Some(true));
            match solver().redundant(&clues) {
                Err(Error::Stopped(stop)) => record.head.status = stop.into(),
                Err(e) => return Answer::of_error(e),
                Ok(redundant) => {
                    (record.minimal, record.redundant) = (Some(redundant.is_empty()), Some(numbers(&redundant)));
                }
            }
        }
    }
    record.seconds = seconds(request.start.elapsed());
    let is_unwanted = record.valid == Some(false);
    let record = Box::new(record);
    if is_unwanted { Answer::CheckFailed(record) } else { Answer::Known(record) }
}

/// The known solution beside a second one that differs in few clues: what they say where they differ.
fn ambiguity(instance: &LoadedModel, second: &Unavoidable) -> AmbiguityRecord {
    let values = [false, true].map(|is_second| instance.values(&second.witness, is_second));
    AmbiguityRecord { solutions: values, cells: numbers(&second.cells) }
}
