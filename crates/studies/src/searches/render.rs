//! All files that a study is shown in: one document, and for each table and figure its values and its plot. Each says
//! of how many clues and grids it is, and under which limit.

use serde_json::{Value, json};

use super::super::design::StudyDesign as _;
use super::super::output::{OutputFile, document_of, pretty};
use super::super::table::{Cell, Table, columns};
use super::groups::Study;
use super::levels::Levels;
use super::published::Timed;
use super::settings::SearchSettings;
use super::{check, comparison, figures, sequences, times, vega};

/// Makes the tables and figures of a study.
#[must_use]
pub fn render(study: &Study) -> Vec<OutputFile> {
    let settings = &study.settings;
    let levels = Levels::of(study);
    let mut tables = vec![times::table(study, Timed::Search), times::table(study, Timed::Both)];
    tables.extend(sequences::table(study));
    tables.extend([comparison::comparison(study), levels.table()]);
    let mut files = vec![OutputFile { name: "tables.md".to_owned(), text: document(study, &tables) }];
    tables.push(comparison::instances(study));
    files.extend(tables.iter().map(|table| values(settings, table)));
    files.push(OutputFile { name: "levels.json".to_owned(), text: pretty(&levels.json(study)) });
    for (table, plot) in plots(study, &levels) {
        files.push(values(settings, &table));
        files.push(OutputFile::plot(&table, &plot));
    }
    files
}

fn plots(study: &Study, levels: &Levels<'_>) -> Vec<(Table, Value)> {
    let plot = |table: Table, plot: fn(&Table) -> Value| {
        let mut plot = plot(&table);
        plot["title"] = json!({ "text": table.title, "subtitle": study.settings.said() });
        (table, plot)
    };
    vec![
        plot(times::curves(study), vega::table_2),
        plot(figures::figure_10a(levels), vega::powers),
        plot(figures::figure_10b(levels), vega::powers),
        plot(figures::figure_11a(levels), vega::curves),
        plot(figures::figure_11b(levels), vega::curves),
        plot(figures::figure_12(levels), vega::shares),
        plot(figures::figure_13(levels), vega::shares),
        plot(figures::figure_14(levels), vega::curves),
    ]
}

/// The values of a table. A file of values may lie anywhere, so the last columns are the same in every row and say what
/// was asked.
fn values(settings: &SearchSettings, table: &Table) -> OutputFile {
    let mut table = table.clone();
    table.head.extend(columns(&[("clues", "clues"), ("study_grids", "grids"), ("time_limit", "limit, s")]));
    for row in &mut table.rows {
        row.extend([settings.clues.into(), settings.instances.len().into(), Cell::measure(settings.time_limit)]);
    }
    OutputFile::csv(&table)
}

fn document(study: &Study, tables: &[Table]) -> String {
    let settings = &study.settings;
    let n_runs = settings.keys().len();
    let n_finished = study.runs().filter(|run| run.is_finished()).count();
    let max_jobs = study.runs().map(|run| run.head.jobs).max().unwrap_or(1);
    let head = format!(
        "# Published searches\n\nAll puzzles with {}, minclue {}; {n_finished} of {n_runs} runs are finished, with at most \
         {max_jobs} at once. The tables and figures are those of lin-wu-2013, section 4.\n\n",
        settings.said(),
        settings.version,
    );
    let failed = study.failed().map(|(key, message)| format!("{key}: {message}"));
    document_of(head, failed, check::contradictions(study), tables)
}

#[cfg(test)]
mod tests {
    use super::super::levels::tests::with_levels;
    use super::super::run::tests::run;
    use super::super::settings::tests::settings;
    use super::*;

    #[test]
    fn every_file_is_there_for_a_study_without_runs_too() {
        let runs = vec![with_levels(run("a", "v3", 320, 1.0, 2.0), 2), run("a", "native", 0, 0.0, 1.0)];
        for runs in [Vec::new(), runs] {
            let files = render(&Study::new(settings(&["v3", "v4", "native"], &[], &["a"]), runs));
            assert_eq!(files.len(), 1 + 5 + 1 + 2 * 8);
            for file in files {
                match file.name.rsplit_once('.') {
                    Some((_, "json")) if file.name == "levels.json" => {
                        let levels: Value = serde_json::from_str(&file.text).expect("JSON");
                        assert_eq!((&levels["clues"], &levels["time_limit"]), (&json!(16), &json!(600.0)));
                    }
                    Some((_, "json")) => {
                        let plot: Value = serde_json::from_str(&file.text).expect("JSON");
                        assert_eq!(plot["title"]["subtitle"], "16 clues, 1 grid, with 600 s each", "{}", file.name);
                    }
                    Some((_, "csv")) => {
                        let mut lines = file.text.lines();
                        let head = lines.next().expect("a head");
                        assert!(head.ends_with(",clues,study_grids,time_limit"), "{}", file.name);
                        assert!(lines.all(|line| line.ends_with(",16,1,600")), "{}", file.name);
                        assert!(!head.split(',').any(|cell| cell == "count"), "{}: see `plot`", file.name);
                    }
                    _ => assert!(file.text.starts_with("# ") && file.text.contains("## Table 4")),
                }
            }
        }
    }

    #[test]
    fn failures_and_contradictions_are_said() {
        let mut failed = run("b", "v3", 320, 0.0, 0.0);
        (failed.head.exit, failed.head.message, failed.record) = (Some(1), Some("no\nmemory".to_owned()), None);
        let mut other = run("a", "native", 0, 0.0, 1.0);
        other.record.as_mut().expect("a record").n_puzzles = Some(1);
        let runs = vec![run("a", "v3", 320, 0.0, 1.0), other, failed];
        let text = render(&Study::new(settings(&["v3", "native"], &[], &["a", "b"]), runs)).remove(0).text;
        assert!(text.contains("- **failed**: b: v3, 320 sets: no memory\n"), "{text}");
        assert!(text.contains("- **contradiction**: a: v3 with 320 sets finds 0"), "{text}");
    }
}
