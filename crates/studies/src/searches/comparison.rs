//! All that was run, algorithm by algorithm, and run by run.

use minclue_solver::PublishedRecord;

use super::super::math::{geometric_mean, mean};
use super::super::table::{Cell, Table, columns};
use super::groups::{Setup, Study};
use super::run::SearchRun;

/// A row for each algorithm and number of sets.
pub(super) fn comparison(study: &Study) -> Table {
    let row = |setup: Setup<'_>| {
        let records: Vec<&SearchRun> = setup.all_complete().collect();
        let n_finished = setup.runs.iter().flatten().count();
        let mean_of = |value: &dyn Fn(&SearchRun) -> Option<f64>| mean(records.iter().filter_map(|r| value(r)));
        let counted = |value: fn(&PublishedRecord) -> u64| mean_of(&|r| Some(value(r.published()?) as f64));
        vec![
            setup.algorithm.label.as_str().into(),
            Cell::count(setup.n_sets.map(|n| n as u64)),
            setup.algorithm.start().into(),
            records.len().into(),
            (n_finished - records.len()).into(),
            (setup.runs.len() - n_finished).into(),
            Cell::measure(mean_of(&|r| Some(r.search_seconds()))),
            Cell::measure(geometric_mean(records.iter().map(|r| r.search_seconds()))),
            Cell::measure(mean_of(&|r| r.start.map(|_| r.start_seconds()))),
            Cell::mean(mean_of(&|r| Some(r.start?.n_sets as f64))),
            Cell::mean(mean_of(&|r| r.search.as_ref().map(|_| r.nodes()))),
            Cell::mean(counted(|search| search.n_candidates)),
            Cell::mean(counted(|search| search.n_rebuilds)),
            Cell::mean(mean_of(&|r| Some(r.n_puzzles? as f64))),
            setup.algorithm.engine_with(setup.n_sets).into(),
        ]
    };
    Table {
        name: "comparison",
        title: "All searches".into(),
        note: "Each row stands for the grids on which it found all puzzles (finished), which may be other grids in each row: \
               Tables 2 and 4 compare. A limit ended some runs, and some are missing. Seconds are those of the processor \
               for the search without its start sets; all but the geometric mean are means."
            .into(),
        rows: study.setups().into_iter().map(row).collect(),
        head: columns(&[
            ("algorithm", "algorithm"),
            ("n_sets", "sets"),
            ("source", "start sets from"),
            ("finished", "finished"),
            ("limit", "limit"),
            ("missing", "missing"),
            ("seconds", "seconds"),
            ("geometric_seconds", "geometric mean, s"),
            ("start_seconds", "start sets, s"),
            ("start_sets", "start sets"),
            ("nodes", "nodes"),
            ("candidates", "candidates"),
            ("rebuilds", "rebuilds"),
            ("puzzles", "puzzles"),
            ("engine", "engine"),
        ]),
    }
}

/// A row for each run that finished.
pub(super) fn instances(study: &Study) -> Table {
    let setups = study.setups();
    let mut rows = Vec::new();
    for (grid, instance) in study.settings.instances.iter().enumerate() {
        for setup in &setups {
            let Some(record) = setup.runs[grid] else { continue };
            let (search, counted) = (record.search.as_ref(), record.published());
            rows.push(vec![
                instance.name.as_str().into(),
                setup.algorithm.label.as_str().into(),
                Cell::count(setup.n_sets.map(|n| n as u64)),
                if record.is_complete() { "complete".into() } else { "limit".into() },
                Cell::measure(search.map(|work| work.cpu_seconds)),
                Cell::measure(record.start.map(|_| record.start_seconds())),
                Cell::Measure(record.seconds),
                Cell::count(record.start.map(|start| start.n_sets)),
                Cell::count(search.map(|work| work.n_nodes)),
                Cell::count(counted.map(|search| search.n_candidates)),
                Cell::count(counted.map(|search| search.n_rebuilds)),
                Cell::count(record.n_puzzles),
            ]);
        }
    }
    Table {
        name: "instances",
        title: "The runs".into(),
        note: "Seconds of the processor for the search and for its start sets, and seconds of the clock.".into(),
        head: columns(&[
            ("instance", "grid"),
            ("algorithm", "algorithm"),
            ("n_sets", "sets"),
            ("status", "status"),
            ("seconds", "seconds"),
            ("start_seconds", "start sets, s"),
            ("clock_seconds", "by the clock, s"),
            ("start_sets", "start sets"),
            ("nodes", "nodes"),
            ("candidates", "candidates"),
            ("rebuilds", "rebuilds"),
            ("puzzles", "puzzles"),
        ]),
        rows,
    }
}
