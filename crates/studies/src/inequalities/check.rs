//! Answers that cannot all be true. Every run on one grid looks for the same number.

use super::groups::Study;
use super::paper::Paper;

/// A sentence for each grid of which one run proves more clues to be needed than another one found to suffice.
#[must_use]
pub fn contradictions(study: &Study, paper: &Paper) -> Vec<String> {
    let mut found = Vec::new();
    for name in study.names() {
        let (lower, upper) = study.bounds(name);
        if let Some(upper) = upper.filter(|upper| *upper < lower) {
            found.push(format!("{name}: one run proves at least {lower} clues, another one has a puzzle with {upper}"));
        }
        for run in paper.runs_of(name) {
            if (lower as f64) > run.best + 0.5 {
                found.push(format!(
                    "{name}: a run proves at least {lower} clues, the paper has a puzzle with {}",
                    run.best
                ));
            }
            if let Some(upper) = upper.filter(|upper| (*upper as f64) < run.lower - 1e-6) {
                found.push(format!(
                    "{name}: a run has a puzzle with {upper} clues, the paper proves at least {}",
                    run.lower
                ));
            }
        }
    }
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::super::groups::tests::settings;
    use super::super::run::Count;
    use super::super::run::tests::solve;
    use super::*;
    use minclue_solver::AnswerStatus;

    fn study(bounds: [(usize, usize); 2]) -> Study {
        let counts = [Count::AtMost(500), Count::Any];
        let run = |(count, bounds)| solve("0", count, AnswerStatus::TimeLimit, bounds, 1.0);
        Study::new(settings(&counts, &["0"]), counts.into_iter().zip(bounds).map(run).collect())
    }

    #[test]
    fn bounds_that_cross_are_found() {
        assert!(contradictions(&study([(16, 19), (17, 18)]), &Paper::default()).is_empty());
        let found = contradictions(&study([(16, 17), (18, 18)]), &Paper::default());
        assert_eq!(found, ["0: one run proves at least 18 clues, another one has a puzzle with 17"]);
    }

    #[test]
    fn the_paper_may_contradict_too() {
        let text =
            "instance,cut_count,best_solution,lower bound,runtime,node_count,status\n0,500,18,17.4,9,3,Time Limit\n";
        let mut paper = Paper::default();
        paper.read(text).expect("results");
        assert!(contradictions(&study([(17, 19), (18, 18)]), &paper).is_empty());
        assert_eq!(contradictions(&study([(19, 19), (18, 19)]), &paper).len(), 1);
        assert_eq!(contradictions(&study([(16, 17), (17, 17)]), &paper).len(), 1);
    }
}
