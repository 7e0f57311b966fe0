//! Tables 2 and 4 of lin-wu-2013: mean seconds by algorithm and number of sets, and who is how many times as fast.

use std::collections::BTreeSet;

use super::super::math::mean;
use super::super::table::{Cell, Table, columns};
use super::algorithm::StudiedSearch;
use super::groups::{Compared, Study};
use super::published::{Timed, Version};
use super::run::SearchRun;

/// The mean seconds of one algorithm by number of sets, those that are compared only.
struct Row<'a> {
    algorithm: &'a StudiedSearch,
    seconds: Vec<(Option<usize>, f64)>,
}

impl Row<'_> {
    fn fastest(&self) -> Option<(Option<usize>, f64)> {
        self.seconds.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

fn seconds(record: &SearchRun, timed: Timed) -> f64 {
    match timed {
        Timed::Search => record.search_seconds(),
        Timed::Both => record.both_seconds(),
    }
}

/// A row for each algorithm, and what is compared.
fn all(study: &Study, timed: Timed) -> (Vec<Row<'_>>, Compared) {
    let setups = study.setups();
    let compared = Compared::of(&setups);
    let mut rows: Vec<Row<'_>> = Vec::new();
    for algorithm in &study.settings.algorithms {
        let of_it = setups.iter().enumerate().filter(|(_, setup)| setup.algorithm == algorithm);
        let seconds = of_it.filter_map(|(i, setup)| {
            let records = compared.records(i, setup)?;
            Some((setup.n_sets, mean(records.into_iter().map(|record| seconds(record, timed)))?))
        });
        rows.push(Row { algorithm, seconds: seconds.collect() });
    }
    (rows, compared)
}

/// The number of sets with which an algorithm was the fastest.
pub(super) fn fastest_sets(study: &Study, algorithm: &StudiedSearch) -> Option<Option<usize>> {
    let (rows, _) = all(study, Timed::Search);
    let row = rows.into_iter().find(|row| row.algorithm == algorithm)?;
    row.fastest().map(|(n_sets, _)| n_sets)
}

/// Table 2 or 4.
pub(super) fn table(study: &Study, timed: Timed) -> Table {
    let (rows, compared) = all(study, timed);
    let counts: BTreeSet<Option<usize>> = study.setups().iter().map(|setup| setup.n_sets).collect();
    let mut head = columns(&[("algorithm", "algorithm")]);
    // The native engine, which has no number, comes last.
    let mut counts: Vec<Option<usize>> = counts.into_iter().collect();
    counts.sort_by_key(|count| count.unwrap_or(usize::MAX));
    head.extend(counts.iter().map(|count| match count {
        Some(n) => (format!("seconds_{n}_sets"), format!("{n} sets")),
        None => ("seconds_own_sets".to_owned(), "own sets".to_owned()),
    }));
    head.extend(columns(&[
        ("fastest", "the fastest"),
        ("fastest_sets", "with sets"),
        ("speed_up", "speed-up"),
        ("paper_fastest", "paper, the fastest"),
        ("paper_fastest_sets", "paper, with sets"),
        ("paper_speed_up", "paper, speed-up"),
        ("grids_compared", "grids"),
    ]));
    let first = rows.first();
    let base = first.and_then(Row::fastest);
    let paper = |row: &Row<'_>| Version::of(&row.algorithm.label).and_then(|version| version.fastest(timed));
    let paper_base = first.and_then(paper);
    let cells = |row: &Row<'_>| {
        let at = |count: &Option<usize>| row.seconds.iter().find(|(n, _)| n == count).map(|(_, seconds)| *seconds);
        let (fastest, theirs) = (row.fastest(), paper(row));
        let over = |a: Option<f64>, b: Option<f64>| Cell::measure(a.zip(b).map(|(a, b)| a / b));
        let mut cells: Vec<Cell> = vec![row.algorithm.label.as_str().into()];
        cells.extend(counts.iter().map(|count| Cell::measure(at(count))));
        cells.extend([
            Cell::measure(fastest.map(|(_, seconds)| seconds)),
            Cell::count(fastest.and_then(|(n, _)| n).map(|n| n as u64)),
            over(base.map(|(_, seconds)| seconds), fastest.map(|(_, seconds)| seconds)),
            Cell::measure(theirs.map(|(_, seconds)| seconds)),
            Cell::count(theirs.map(|(n, _)| n as u64)),
            over(paper_base.map(|(_, seconds)| seconds), theirs.map(|(_, seconds)| seconds)),
            compared.grids.len().into(),
        ]);
        cells
    };
    let (name, title, what) = match timed {
        Timed::Search => ("table-2", "Table 2: seconds of the search (Phase 2)", "Mean seconds of the processor."),
        Timed::Both => (
            "table-4",
            "Table 4: seconds of both phases",
            "Mean seconds of the processor, those of the search for start sets (Phase 1) included.",
        ),
    };
    Table {
        name,
        title: title.into(),
        note: format!(
            "{what} {} The speed-up is that over the first row, each with the number of sets that was its fastest. \
             The paper's are means over 100 grids and 16 clues, on another machine.",
            compared.note()
        )
        .into(),
        rows: rows.iter().map(cells).collect(),
        head,
    }
}

/// Table 2 as points, ours and the paper's.
pub(super) fn curves(study: &Study) -> Table {
    let (ours, compared) = all(study, Timed::Search);
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let point = |from: &str, label: &str, n_sets: usize, seconds: f64| {
        vec![from.into(), label.into(), n_sets.into(), Cell::Measure(seconds)]
    };
    for row in &ours {
        let counted = row.seconds.iter().filter_map(|(n_sets, seconds)| Some(((*n_sets)?, *seconds)));
        rows.extend(counted.map(|(n, seconds)| point("ours", &row.algorithm.label, n, seconds)));
    }
    for version in ours.iter().filter_map(|row| Version::of(&row.algorithm.label)) {
        rows.extend(version.seconds(Timed::Search).map(|(n, s)| point("lin-wu-2013, 16 clues", version.label, n, s)));
    }
    Table {
        name: "figure-table-2",
        title: "Table 2: seconds of the search by number of sets".into(),
        note: compared.note().to_owned().into(),
        head: columns(&[("from", "from"), ("algorithm", "algorithm"), ("n_sets", "sets"), ("seconds", "seconds")]),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::run;
    use super::super::settings::tests::settings;
    use super::*;

    fn lines(table: &Table) -> Vec<String> {
        table.csv().lines().map(str::to_owned).collect()
    }

    /// Grid b has no run of v3 with 256 sets, so means are those of grid a.
    fn study() -> Study {
        let mut runs = Vec::new();
        for (algorithm, n_sets, search) in [("v1", 128, 120.0), ("v1", 256, 100.0), ("v3", 128, 10.0)] {
            runs.extend(["a", "b"].map(|grid| run(grid, algorithm, n_sets, 10.0, search)));
        }
        runs.extend([run("a", "v3", 256, 10.0, 5.0), run("a", "native", 0, 0.0, 1.0), run("b", "native", 0, 0.0, 3.0)]);
        Study::new(settings(&["v1", "v3", "native"], &[128, 256], &["a", "b"]), runs)
    }

    #[test]
    fn speed_ups_by_hand() {
        let table_2 = table(&study(), Timed::Search);
        assert_eq!(
            lines(&table_2),
            [
                "algorithm,seconds_128_sets,seconds_256_sets,seconds_own_sets,fastest,fastest_sets,speed_up,paper_fastest,\
                 paper_fastest_sets,paper_speed_up,grids_compared",
                "v1,120,100,,100,256,1,1754.89,192,1,1",
                "v3,10,5,,5,256,20,44.51,320,39.426870366,1",
                "native,,,1,1,,100,,,,1",
            ]
        );
        assert!(table_2.note.contains("over the 1 of 2 grids"), "{}", table_2.note);
        let table_4 = lines(&table(&study(), Timed::Both));
        assert!(table_4[2].starts_with("v3,20,15,,15,256,7.333333333,81.93,320,21.876113756"), "{table_4:?}");
    }

    #[test]
    fn the_paper_is_beside_its_own_labels_only() {
        let runs = vec![run("a", "v3@complete", 320, 1.0, 4.0), run("a", "v3", 320, 1.0, 2.0)];
        let study = Study::new(settings(&["v3@complete", "v3"], &[], &["a"]), runs);
        // The first row is none of the paper's, so there is nothing to be faster than.
        assert_eq!(
            lines(&table(&study, Timed::Search))[1..],
            ["v3@complete,4,4,320,1,,,,1", "v3,2,2,320,2,44.51,320,,1"]
        );
        let curves = lines(&curves(&study));
        assert_eq!(curves[1..3], ["ours,v3@complete,320,4", "ours,v3,320,2"]);
        assert_eq!((curves.len(), curves[3].as_str()), (1 + 2 + 7, "\"lin-wu-2013, 16 clues\",v3,128,818.03"));
    }

    #[test]
    fn the_fastest_number_of_sets_is_known() {
        let study = study();
        let fastest = |i: usize| fastest_sets(&study, &study.settings.algorithms[i]);
        assert_eq!((fastest(0), fastest(2)), (Some(Some(256)), Some(None)));
    }
}
