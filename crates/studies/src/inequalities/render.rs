//! All files that a study is shown in: one document, and for each table and figure its values and its plot.

use super::super::design::StudyDesign as _;
use super::super::output::{OutputFile, document_of};
use super::super::table::Table;
use super::figures::{self, Timed};
use super::groups::Study;
use super::paper::Paper;
use super::{check, tables, vega};

/// Makes the tables and figures of a study, with those of the paper beside them where they are given.
#[must_use]
pub fn render(study: &Study, paper: &Paper) -> Vec<OutputFile> {
    let tables = tables::tables(study, paper);
    let sizes = figures::figure_2_sizes(study);
    let (two_a, two_b) = (figures::figure_2a(study), figures::figure_2b(study, paper));
    let (three_a, three_b) =
        (figures::figure_3(study, Timed::Solving), figures::figure_3(study, Timed::WithGeneration));
    let four = figures::figure_4(study);
    let plots = [
        (vega::figure_2a(&two_a, &sizes), &two_a),
        (vega::figure_2_sizes(&sizes), &sizes),
        (vega::figure_2b(&two_b), &two_b),
        (vega::figure_3(&three_a), &three_a),
        (vega::figure_3(&three_b), &three_b),
        (vega::figure_4(&four), &four),
    ];
    let mut files = vec![OutputFile { name: "tables.md".to_owned(), text: document(study, paper, &tables) }];
    files.extend(tables.iter().map(OutputFile::csv));
    for (plot, table) in plots {
        files.push(OutputFile::csv(table));
        files.push(OutputFile::plot(table, &plot));
    }
    files
}

fn document(study: &Study, paper: &Paper, tables: &[Table]) -> String {
    let settings = &study.settings;
    let limit = settings.time_limit.map_or("without a time limit".to_owned(), |s| format!("with {s} s each"));
    let n_runs = study.settings.keys().len();
    let n_finished = study.runs().filter(|run| run.is_finished()).count();
    let head = format!(
        "# Numbers of start inequalities\n\n{} grids, minclue {}, {limit}; {n_finished} of {n_runs} runs are finished. \
         The tables and figures are those of tjusila-2023, section 5.\n\n",
        settings.instances.len(),
        settings.version,
    );
    let failed = study.failed().map(|(key, message)| {
        let leaf = key.leaf.as_ref().map_or_else(|| "sets".to_owned(), |leaf| format!("leaf {leaf}"));
        format!("{}, {}, {}, {leaf}: {message}", key.instance, key.source, key.count)
    });
    document_of(head, failed, check::contradictions(study, paper), tables)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::groups::tests::settings;
    use super::super::run::Count;
    use super::super::run::tests::solve;
    use super::*;
    use minclue_solver::AnswerStatus;

    #[test]
    fn every_file_is_there_for_a_study_without_runs_too() {
        let counts = [Count::AtMost(5), Count::Any];
        let runs = counts.map(|count| solve("a", count, AnswerStatus::Optimal, (4, 4), 1.0)).to_vec();
        for runs in [Vec::new(), runs] {
            let files = render(&Study::new(settings(&counts, &["a"]), runs), &Paper::default());
            assert_eq!(files.len(), 1 + 5 + 2 * 6);
            for file in files {
                match file.name.rsplit_once('.') {
                    Some((_, "json")) => {
                        let plot: Value = serde_json::from_str(&file.text).expect("JSON");
                        assert!(plot["$schema"].is_string() && !plot["title"].is_null(), "{}", file.name);
                    }
                    Some((_, "csv")) => {
                        let columns = |line: &str| line.replace("complete, leaf", "").split(',').count();
                        let mut lines = file.text.lines();
                        let head = columns(lines.next().expect("a head"));
                        assert!(lines.all(|line| columns(line) == head), "{}", file.name);
                        assert!(!file.text.split(',').any(|cell| cell == "count"), "{}: see `vega`", file.name);
                    }
                    _ => assert!(file.text.starts_with("# ") && file.text.contains("## Table 3")),
                }
            }
        }
    }

    #[test]
    fn failures_and_contradictions_are_said() {
        let counts = [Count::AtMost(5), Count::Any];
        let mut failed = solve("b", Count::Any, AnswerStatus::Optimal, (4, 4), 1.0);
        (failed.head.exit, failed.head.message) = (Some(1), Some("no\nmemory".to_owned()));
        let runs = vec![
            solve("a", counts[0], AnswerStatus::Optimal, (4, 4), 1.0),
            solve("a", counts[1], AnswerStatus::Optimal, (5, 5), 1.0),
            failed,
        ];
        let text = render(&Study::new(settings(&counts, &["a", "b"]), runs), &Paper::default()).remove(0).text;
        assert!(text.contains("- **failed**: b, complete, any, leaf lp: no memory\n"), "{text}");
        assert!(text.contains("- **contradiction**: a: "), "{text}");
    }
}
