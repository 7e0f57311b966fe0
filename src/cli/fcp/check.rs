//! Are these clues enough, and is each of them needed?

use crate::base::{CellSet, Pace};
use crate::ilp::VarId;
use crate::problem::{ClueProblem as _, Oracle, Verdict, Witness};
use crate::report::{AmbiguityRecord, CheckRecord, Solutions, Status, seconds};
use crate::unavoidable::shrink;

use super::super::answer::Answer;
use super::asked::{Asked, PACE};
use super::stated::{Stated, numbers};

/// Answers for the clues that the patterns name.
pub(super) fn check<const W: usize>(asked: &Asked<'_, W>, patterns: &str) -> Answer {
    let stated = asked.stated;
    let clues = match stated.cells("--check", patterns) {
        Ok(clues) => clues,
        Err(message) => return Answer::BadFile(message),
    };
    let limits = asked.context.limits(asked.args.time_limit, None);
    let (mut oracle, mut pace) = (stated.problem.oracle(), limits.pace(PACE));
    let mut record = CheckRecord::new(asked.head(CheckRecord::SCHEMA, Status::Optimal));
    record.n_clues = Some(clues.len());
    record.head.input = Some(stated.names(clues).join(" "));
    match oracle.second_solution(clues, &mut pace) {
        Verdict::Limit(stop) => record.head.status = stop.into(),
        Verdict::Second(witness) => {
            (record.solutions, record.valid) = (Some(Solutions::Several), Some(false));
            record.ambiguity = Some(ambiguity(stated, &mut *oracle, witness, &mut pace));
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
    record.seconds = seconds(asked.start.elapsed());
    let is_unwanted = record.valid == Some(false);
    let record = Box::new(record);
    if is_unwanted { Answer::Unwanted(record) } else { Answer::Known(record) }
}

/// The known solution beside a second one that differs in few clues: what they say where they differ.
fn ambiguity<const W: usize>(
    stated: &Stated<W>,
    oracle: &mut dyn Oracle<W>,
    witness: Witness,
    pace: &mut Pace,
) -> AmbiguityRecord {
    let problem = &stated.problem;
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
    let differing = stated.differing(&witness);
    let values = |is_second: bool| {
        let value =
            |var: &VarId| format!("{}={}", stated.model.var_name(*var), u8::from(target[var.get()] != is_second));
        differing.iter().map(value).collect::<Vec<_>>().join(" ")
    };
    AmbiguityRecord { solutions: [values(false), values(true)], cells: numbers(cells) }
}
