//! The comparison of the numbers of inequalities in a few lines, for the end of a run; `minclue.analysis` makes the
//! tables of the paper.

use std::collections::BTreeMap;

use minclue_solver::AnswerStatus;

use super::super::design::Study;
use super::run::{Count, RunKind};
use super::settings::StudySettings;

/// The runs with one number of inequalities.
#[derive(Default)]
struct Row {
    n_runs: usize,
    n_solved: usize,
    n_nodes: u64,
    n_lps: u64,
    cpu_seconds: f64,
}

/// A line of names, and one for each source, end of a branch and number of inequalities, with means over all grids whose
/// run is finished.
pub(super) fn summary(study: &Study<StudySettings>) -> Vec<String> {
    let mut rows: BTreeMap<(&str, &str, Count), Row> = BTreeMap::new();
    for run in study.runs().filter(|run| run.head.key.what == RunKind::Solve && run.is_finished()) {
        let (key, Some(record)) = (&run.head.key, &run.record) else { continue };
        let row = rows.entry((&key.source, key.leaf.as_deref().unwrap_or("none"), key.count)).or_default();
        row.n_runs += 1;
        row.n_solved += usize::from(record.status == Some(AnswerStatus::Optimal));
        row.n_nodes += record.n_nodes.unwrap_or(0);
        row.n_lps += record.n_lps.unwrap_or(0);
        row.cpu_seconds += record.search.map_or(0.0, |search| search.cpu_seconds);
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let head = format!(
        "{:>12} {:>8} {:>6} {:>9} {:>10} {:>10} {:>9}",
        "inequalities", "source", "leaves", "solved", "mean nodes", "mean LPs", "mean s"
    );
    let line = |((source, leaf, count), row): (&(&str, &str, Count), &Row)| {
        let mean = |sum: u64| sum as f64 / row.n_runs as f64;
        format!(
            "{:>12} {source:>8} {leaf:>6} {:>9} {:>10.1} {:>10.1} {:>9.3}",
            count.to_string(),
            format!("{} of {}", row.n_solved, row.n_runs),
            mean(row.n_nodes),
            mean(row.n_lps),
            row.cpu_seconds / row.n_runs as f64,
        )
    };
    [head].into_iter().chain(rows.iter().map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::run::Run;
    use super::super::run::tests::solve;
    use super::super::settings::tests::settings;
    use super::*;

    #[test]
    fn each_number_has_the_means_of_its_finished_runs() {
        let run = |name, count, status, n_nodes| -> Run {
            let mut run = solve(name, count, status, (16, 17), 1.0);
            run.record = run.record.map(|record| super::super::InequalityRun { n_nodes: Some(n_nodes), ..record });
            run
        };
        let runs = vec![
            run("a", Count::AtMost(5), AnswerStatus::Optimal, 10),
            run("b", Count::AtMost(5), AnswerStatus::TimeLimit, 20),
            run("a", Count::Any, AnswerStatus::Optimal, 4),
            run("b", Count::Any, AnswerStatus::Interrupted, 999),
        ];
        let lines = summary(&Study::new(settings(&["a", "b"]), runs));
        let words: Vec<Vec<&str>> = lines.iter().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(words[1], ["5", "complete", "lp", "1", "of", "2", "15.0", "0.0", "0.000"]);
        assert_eq!(words[2], ["any", "complete", "lp", "1", "of", "1", "4.0", "0.0", "0.000"]);
        assert!(summary(&Study::new(settings(&["a"]), vec![])).is_empty());
    }
}
