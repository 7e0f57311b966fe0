//! Sections 6 and 7 of maniccam-2013: solutions as clues are removed, and puzzles of a density that are valid.

use super::super::math::spread;
use super::super::table::{Cell, Table, columns};
use super::paper::REMOVED;
use super::run::StudyPart;
use super::select::Study;
use super::settings::{ClassicSettings, REMOVAL, Removal};

/// The numbers of solutions of each puzzle.
fn solutions(study: &Study) -> Vec<&[u64]> {
    let records = study.made(StudyPart::Removal, REMOVAL);
    records.into_iter().filter_map(|record| Some(&record.removal.as_ref()?.solutions[..])).collect()
}

/// The solutions after this many clues were removed. With fewer clues there are no fewer solutions, so from where
/// counting was given up there are the most.
fn after(settings: &Removal, counts: &[u64], removed: usize) -> Option<u64> {
    let last = counts.last().filter(|n| **n == settings.most_solutions);
    counts.get(removed).or(last).copied()
}

/// Solutions by the number of clues removed.
pub(super) fn removal(study: &Study) -> Table {
    let settings = &study.settings.removal;
    let puzzles = solutions(study);
    let mut rows = Vec::new();
    for removed in 0..=settings.most_removed as usize {
        let counts: Vec<u64> = puzzles.iter().filter_map(|counts| after(settings, counts, removed)).collect();
        let five = spread(counts.iter().map(|n| *n as f64));
        rows.push(vec![
            removed.into(),
            Cell::mean(five.map(|s| s.min)),
            Cell::mean(five.map(|s| s.q1)),
            Cell::mean(five.map(|s| s.median)),
            Cell::mean(five.map(|s| s.q3)),
            Cell::mean(five.map(|s| s.max)),
            counts.iter().filter(|n| **n == settings.most_solutions).count().into(),
            counts.len().into(),
        ]);
    }
    let note = format!(
        "Of minimal puzzles whose clues are removed one by one in random order. Counting ends at {} solutions, and a puzzle \
         that has them counts with this many from there on.",
        settings.most_solutions
    );
    Table {
        name: "removal",
        title: "Solutions as clues are removed".into(),
        note: note.into(),
        head: columns(&[
            ("removed", "clues removed"),
            ("least", "least"),
            ("first_quartile", "1st quartile"),
            ("median", "median"),
            ("third_quartile", "3rd quartile"),
            ("most", "most"),
            ("at_most_counted", "not counted to the end"),
            ("puzzles", "puzzles"),
        ]),
        rows,
    }
}

/// How solutions grow from where there are as many as the puzzle of the paper has.
pub(super) fn growth(study: &Study) -> Table {
    let start = REMOVED[0].1;
    let mut rows = Vec::new();
    for (more, paper) in REMOVED {
        let factor = |counts: &[u64]| {
            let first = counts.iter().position(|n| *n >= start)?;
            Some(after(&study.settings.removal, counts, first + more)? as f64 / counts[first] as f64)
        };
        let factors: Vec<f64> = solutions(study).into_iter().filter_map(factor).collect();
        let five = spread(factors.iter().copied());
        rows.push(vec![
            more.into(),
            paper.into(),
            Cell::mean(Some(paper as f64 / start as f64)),
            Cell::mean(five.map(|s| s.q1)),
            Cell::mean(five.map(|s| s.median)),
            Cell::mean(five.map(|s| s.q3)),
            factors.len().into(),
        ]);
    }
    let note = format!(
        "The puzzle of maniccam-2013, Fig. 2, is lost; it has {start} solutions. Ours begin where they first have that many, and \
         the factor is that over the solutions there."
    );
    Table {
        name: "growth",
        title: "Growth of the solutions".into(),
        note: note.into(),
        head: columns(&[
            ("removed", "more clues removed"),
            ("paper_solutions", "paper, solutions"),
            ("paper_factor", "paper, factor"),
            ("first_quartile", "1st quartile"),
            ("median", "median factor"),
            ("third_quartile", "3rd quartile"),
            ("puzzles", "puzzles"),
        ]),
        rows,
    }
}

/// How often a puzzle of a density is valid.
pub(super) fn densities(study: &Study) -> Table {
    let mut rows = Vec::new();
    for density in &study.settings.densities {
        let records = study.made(StudyPart::Density, &ClassicSettings::density_name(*density));
        let batches: Vec<_> = records.iter().filter_map(|record| record.batch).collect();
        let n: u64 = batches.iter().map(|batch| batch.n_puzzles).sum();
        let valid: u64 = batches.iter().map(|batch| batch.n_valid).sum();
        let clues: u64 = batches.iter().map(|batch| batch.n_clues).sum();
        let seconds: f64 = records.iter().map(|record| record.seconds).sum();
        let each = |sum: f64| (n > 0).then(|| sum / n as f64);
        let interval = interval(valid, n);
        rows.push(vec![
            Cell::Ratio(*density),
            n.into(),
            Cell::mean(each(clues as f64)),
            valid.into(),
            Cell::measure(each(valid as f64)),
            Cell::measure(interval.map(|(low, _)| low)),
            Cell::measure(interval.map(|(_, high)| high)),
            Cell::mean((valid > 0).then(|| n as f64 / valid as f64)),
            Cell::measure(each(seconds)),
            Cell::measure((valid > 0).then(|| seconds / valid as f64)),
        ]);
    }
    Table {
        name: "density",
        title: "Puzzles by density".into(),
        note: "Puzzles of the random fill and erasure of maniccam-2013, section 7, with the share of those that have one \
               solution and its interval of 95 %. The paper calls its three of 0.25, 0.5 and 0.75 unique, and takes less than \
               0.1 s for one; the seconds here include the question whether it is valid."
            .into(),
        head: columns(&[
            ("density", "density"),
            ("puzzles", "puzzles"),
            ("mean_clues", "mean clues"),
            ("valid", "valid"),
            ("share", "share"),
            ("share_low", "from"),
            ("share_high", "to"),
            ("puzzles_a_valid_one", "puzzles for a valid one"),
            ("seconds", "seconds to make one"),
            ("seconds_a_valid_one", "seconds for a valid one"),
        ]),
        rows,
    }
}

/// The interval of 95 % of a share (Wilson's); none of nothing.
fn interval(n_good: u64, n: u64) -> Option<(f64, f64)> {
    const Z: f64 = 1.959_964;
    if n == 0 {
        return None;
    }
    let whole = n as f64;
    let share = n_good as f64 / whole;
    let middle = share + Z * Z / (2.0 * whole);
    let half = Z * (share * (1.0 - share) / whole + Z * Z / (4.0 * whole * whole)).sqrt();
    let scale = 1.0 + Z * Z / whole;
    Some((((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::{run, with_clues};
    use super::super::run::{BatchRecord, ClassicRecord, RemovalRecord};
    use super::super::settings::BATCH;
    use super::super::settings::tests::settings;
    use super::*;

    fn removal_study() -> Study {
        let max = settings(0, 3, 0).removal.most_solutions;
        let solutions = [&[1, 2, 109, 218, 436, 500, 872][..], &[1, 50, 200, 1000, 2000, max], &[1, 2]];
        let runs = solutions.into_iter().zip(0..).map(|(solutions, number)| {
            let removal = RemovalRecord { removed: Vec::new(), solutions: solutions.to_vec() };
            run(StudyPart::Removal, "minimal", number, ClassicRecord { removal: Some(removal), ..with_clues(24) })
        });
        Study::new(settings(0, 3, 0), runs.collect())
    }

    #[test]
    fn solutions_by_hand() {
        let csv = removal(&removal_study()).csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[1], "0,1,1,1,1,1,0,3");
        assert_eq!(lines[2], "1,2,2,2,26,50,0,3");
        assert_eq!(lines[3], "2,109,131.75,154.5,177.25,200,0,2", "the third puzzle ended");
        assert_eq!(lines[7], "6,872,250654,500436,750218,1000000,1,2", "the second has at least as many as before");
        assert_eq!(lines[8], "7,1000000,1000000,1000000,1000000,1000000,1,1");
    }

    #[test]
    fn growth_begins_where_the_paper_does() {
        let csv = growth(&removal_study()).csv();
        let lines: Vec<&str> = csv.lines().collect();
        // From 109 and from 200.
        assert_eq!(lines[1], "0,109,1,1,1,1,2");
        assert_eq!(lines[2], "1,401,3.678899083,2.75,3.5,4.25,2");
        assert_eq!(lines[4], "4,5153,47.275229358,1256,2504,3752,2");
    }

    #[test]
    fn batches_of_a_density_are_added() {
        let batch = |number, n_puzzles, n_valid, n_clues| {
            let batch = BatchRecord { n_puzzles, n_valid, n_clues };
            run(StudyPart::Density, "0.30", number, ClassicRecord { batch: Some(batch), ..ClassicRecord::default() })
        };
        let runs = vec![batch(0, BATCH, 4, 24_500), batch(1, 500, 2, 11_500)];
        let csv = densities(&Study::new(settings(0, 0, BATCH + 500), runs)).csv();
        let line = csv.lines().nth(2).expect("a row");
        assert!(line.starts_with("0.3,1500,24,6,0.004,0.001"), "{line}");
        assert!(line.ends_with(",250,0.000333333,0.083333333"), "{line}");
        assert_eq!(csv.lines().nth(1), Some("0.25,0,,0,,,,,,"));
    }

    /// Newcombe 1998, Table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    #[test]
    fn intervals_of_the_literature() {
        for (good, n, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let (a, b) = interval(good, n).expect("some");
            assert!((a - low).abs() < 1e-4 && (b - high).abs() < 1e-4, "{good} of {n}: {a} {b}");
        }
        assert_eq!(interval(0, 0), None);
    }
}
