//! Checks for contradictory answers: every run on one grid looks for the same number.

use super::super::design::Study;
use super::settings::StudySettings;

/// A sentence for each grid of which one run proves more clues to be needed than another one found to suffice.
pub(super) fn contradictions(study: &Study<StudySettings>) -> Vec<String> {
    let crossing = |name: &str| {
        let records = || {
            let of_it = study.runs().filter(|run| run.head.key.instance == name && run.is_finished());
            of_it.filter_map(|run| run.record.as_ref())
        };
        let lower = records().filter_map(|record| record.lower_bound).max()?;
        let upper = records().filter_map(|record| record.upper_bound).min().filter(|upper| *upper < lower)?;
        Some(format!("{name}: one run proves at least {lower} clues, another one has a puzzle with {upper}"))
    };
    study.settings.instances.iter().filter_map(|instance| crossing(&instance.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::solve;
    use super::super::run::{Count, Run};
    use super::super::settings::tests::settings;
    use super::*;
    use minclue_solver::AnswerStatus;

    fn said(runs: Vec<Run>) -> Vec<String> {
        contradictions(&Study::new(settings(&["a", "b"]), runs))
    }

    #[test]
    fn bounds_that_cross_are_found() {
        let run = |count, bounds| solve("a", count, AnswerStatus::TimeLimit, bounds, 1.0);
        let runs = |bounds: [(usize, usize); 2]| vec![run(Count::AtMost(5), bounds[0]), run(Count::Any, bounds[1])];
        assert!(said(runs([(16, 19), (17, 18)])).is_empty());
        let crossed = runs([(16, 17), (18, 18)]);
        assert_eq!(said(crossed.clone()), ["a: one run proves at least 18 clues, another one has a puzzle with 17"]);
        // Another grid has other bounds, and what did not finish says nothing.
        let mut other = crossed.clone();
        other[1].head.key.instance = "b".to_owned();
        assert!(said(other).is_empty());
        let mut failed = crossed;
        failed[1].head.exit = None;
        assert!(said(failed).is_empty());
    }
}
