//! Are these clues enough, and is each of them needed?

use minclue_core::base::{CellSet, Pace};
use minclue_core::ilp::VarId;
use minclue_core::problem::{ClueProblem as _, Oracle, Verdict, Witness};
use minclue_core::unavoidable::shrink;
use minclue_report::{AmbiguityRecord, AnswerStatus, CheckRecord, Solutions, seconds};

use super::super::answer::Answer;
use super::super::version::VERSION;
use super::posed_instance::{PosedInstance, numbers};
use super::request::{FcpRequest, PACE};

/// Answers for the clues that the patterns name.
pub(super) fn check<const W: usize>(request: &FcpRequest<'_, W>, patterns: &str) -> Answer {
    let instance = request.instance;
    let clues = match instance.cells("--check", patterns) {
        Ok(clues) => clues,
        Err(message) => return Answer::BadFile(message),
    };
    let limits = request.context.limits(request.args.limits.time_limit, None);
    let (mut oracle, mut pace) = (instance.problem.oracle(), limits.pace(PACE));
    let mut record = CheckRecord::new(request.head(CheckRecord::SCHEMA, AnswerStatus::Done), VERSION);
    record.n_clues = Some(clues.len());
    record.head.input = Some(instance.names(clues).join(" "));
    match oracle.second_solution(clues, &mut pace) {
        Verdict::Limit(stop) => record.head.status = stop.into(),
        Verdict::Second(witness) => {
            (record.solutions, record.valid) = (Some(Solutions::Several), Some(false));
            record.ambiguity = Some(ambiguity(instance, &mut *oracle, witness, &mut pace));
        }
        Verdict::Unique => {
            (record.solutions, record.valid) = (Some(Solutions::One), Some(true));
            (record.n_solutions, record.n_solutions_is_exact) = (Some(1), Some(true));
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
    record.seconds = seconds(request.start.elapsed());
    let is_unwanted = record.valid == Some(false);
    let record = Box::new(record);
    if is_unwanted { Answer::CheckFailed(record) } else { Answer::Known(record) }
}

/// The known solution beside a second one that differs in few clues: what they say where they differ.
fn ambiguity<const W: usize>(
    instance: &PosedInstance<W>,
    oracle: &mut dyn Oracle<W>,
    witness: Witness,
    pace: &mut Pace,
) -> AmbiguityRecord {
    let problem = &instance.problem;
    let (cells, witness) = match problem.suffices(pace) {
        Verdict::Unique => {
            let set = shrink(problem, oracle, witness, CellSet::EMPTY, pace).into_set();
            (set.cells, set.witness)
        }
        // Even all clues leave this one, which differs in no cell: there is nothing that decides.
        Verdict::Second(witness) => (CellSet::EMPTY, witness),
        Verdict::Limit(_) => (problem.difference(&witness).unwrap_or(CellSet::EMPTY), witness),
    };
    let target = problem.target();
    let differing = instance.differing(&witness);
    let values = |is_second: bool| {
        let value =
            |var: &VarId| format!("{}={}", instance.model.var_name(*var), u8::from(target[var.get()] != is_second));
        differing.iter().map(value).collect::<Vec<_>>().join(" ")
    };
    AmbiguityRecord { solutions: [values(false), values(true)], cells: numbers(cells) }
}
