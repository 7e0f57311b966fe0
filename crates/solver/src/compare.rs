//! Compares the answers of several engines.

use crate::bounds::{AnswerStatus, Bounds};
use crate::engine_record::EngineRecord;

/// The combined answers of several engines.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Agreement {
    /// The answers agree; these are the better of each bound.
    Agree(AnswerStatus, Bounds),
    /// The answers contradict each other.
    Contradict(String),
}

/// Bounds are proven, so all hold at once, or an engine is wrong. Two different minima are a special case of that.
pub(crate) fn together(records: &[EngineRecord]) -> Agreement {
    for low in records {
        for high in records {
            if let (Some(lower), Some(upper)) = (low.bounds.lower_bound, high.bounds.upper_bound)
                && lower > upper
            {
                return Agreement::Contradict(format!(
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
    Agreement::Agree(status, bounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(engine: &'static str, lower: usize, upper: Option<usize>) -> EngineRecord {
        let bounds = Bounds::new(lower, upper.map(|k| (k, format!("puzzle of {engine}"))));
        let status = if bounds.minimum.is_some() { AnswerStatus::Optimal } else { AnswerStatus::TimeLimit };
        let engine = engine.into();
        EngineRecord { engine, status, bounds, ..EngineRecord::default() }
    }

    #[test]
    fn bounds_add_up() {
        let agreed = |a, b| match together(&[a, b]) {
            Agreement::Agree(status, bounds) => (status, bounds.lower_bound, bounds.upper_bound, bounds.puzzle),
            Agreement::Contradict(message) => panic!("{message}"),
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
                matches!(&verdict, Agreement::Contradict(m) if m.contains("native") && m.contains("bilevel")),
                "{verdict:?}"
            );
        }
    }
}
