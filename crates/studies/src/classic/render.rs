//! All files that the study is shown in: one document, and for each table and figure its values and its plot.

use serde_json::json;

use super::super::design::StudyDesign as _;
use super::super::output::{OutputFile, document_of};
use super::super::table::Table;
use super::recursions::Counted;
use super::select::Study;
use super::{check, figures, recursions, solutions, tries, vega};

/// Makes the tables and figures of a study.
#[must_use]
pub fn render(study: &Study) -> Vec<OutputFile> {
    let tables = [
        recursions::table(study, Counted::Recursions),
        recursions::table(study, Counted::Backtracks),
        recursions::order(study),
        recursions::depths(study),
        tries::table(study),
        solutions::removal(study),
        solutions::growth(study),
        solutions::densities(study),
        tries::making(study),
    ];
    let mut files = vec![OutputFile { name: "tables.md".to_owned(), text: document(study, &tables) }];
    files.extend(tables.iter().map(OutputFile::csv));
    let (figure_3, figure_8) = (figures::figure_3(study), figures::figure_8(study));
    let plots = [vega::figure_3(&figure_3), vega::figure_8(&figure_8)];
    for (table, mut plot) in [figure_3, figure_8].into_iter().zip(plots) {
        plot["title"] = json!({ "text": table.title, "subtitle": study.settings.said() });
        files.push(OutputFile::csv(&table));
        files.push(OutputFile::plot(&table, &plot));
    }
    files
}

fn document(study: &Study, tables: &[Table]) -> String {
    let settings = &study.settings;
    let n_finished = study.runs().filter(|run| run.is_finished()).count();
    let head = format!(
        "# Teaching solvers\n\n{}, minclue {}; {n_finished} of {} runs are finished. The tables and figures are those of \
         abuluaih-2015, section 5, and maniccam-2013, sections 3, 6 and 7, on other puzzles.\n\n",
        settings.said(),
        settings.version,
        settings.keys().len(),
    );
    let failed = study.failed().map(|(key, message)| format!("{key}: {message}"));
    document_of(head, failed, check::contradictions(study), tables)
}

#[cfg(test)]
mod tests {
    use super::super::run::StudyPart;
    use super::super::run::tests::{run, with_trials};
    use super::super::settings::tests::settings;
    use super::*;

    #[test]
    fn every_file_is_there_for_a_study_without_runs_too() {
        let one = run(StudyPart::Band, "easy", 0, with_trials(41, [(45, 5), (40, 0), (12, 0)]));
        for runs in [Vec::new(), vec![one]] {
            let files = render(&Study::new(settings(2, 1, 5), runs));
            assert_eq!(files.len(), 1 + 9 + 2 * 2);
            for file in files {
                if file.name.ends_with(".json") {
                    let plot: serde_json::Value = serde_json::from_str(&file.text).expect("JSON");
                    assert_eq!(plot["title"]["subtitle"], "2 puzzles a band, 1 a group, seed 1");
                } else if file.name.ends_with(".csv") {
                    let head = file.text.lines().next().expect("a head");
                    assert!(!head.split(',').any(|cell| cell == "count"), "{}: see `plot`", file.name);
                }
            }
        }
    }

    #[test]
    fn failures_and_contradictions_are_said() {
        let mut failed = run(StudyPart::Band, "easy", 1, with_trials(41, [(45, 5), (40, 0), (12, 0)]));
        (failed.head.exit, failed.head.message, failed.record) = (Some(5), Some("two\nsolutions".to_owned()), None);
        let wrong = run(StudyPart::Band, "easy", 0, with_trials(40, [(45, 5), (40, 0), (12, 0)]));
        let text = render(&Study::new(settings(2, 0, 0), vec![failed, wrong])).remove(0).text;
        assert!(text.contains("- **failed**: band easy, 1: two solutions\n"), "{text}");
        assert!(text.contains("- **contradiction**: band easy, 0: 40 clues are not of this band\n"), "{text}");
        assert!(text.contains("2 puzzles a band, 0 a group, seed 1, minclue 0; 1 of 6 runs"), "{text}");
    }
}
