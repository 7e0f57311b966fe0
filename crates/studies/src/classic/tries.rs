//! Fig. 3 of maniccam-2013 as a table, and what it took to make the puzzles.

use super::super::math::{mean, spread};
use super::super::table::{Cell, Table, columns};
use super::paper::Daily;
use super::run::StudyPart;
use super::select::{Study, floats, n_clues};
use super::settings::REMOVAL;

/// The fill by difficulty group, a row of tries and one of milliseconds for each.
pub(super) fn table(study: &Study) -> Table {
    let mut rows = Vec::new();
    for group in &study.settings.groups {
        let records = study.made(StudyPart::Tries, &group.name);
        let fills: Vec<_> = records.iter().filter_map(|record| record.fill).collect();
        let paper = Daily::of(&group.name);
        let mut add = |what: &str, values: Vec<f64>, paper: Option<[f64; 3]>, cell: fn(Option<f64>) -> Cell| {
            let five = spread(values.iter().copied());
            rows.push(vec![
                group.name.as_str().into(),
                what.into(),
                cell(mean(values.iter().copied())),
                cell(five.map(|s| s.min)),
                cell(five.map(|s| s.q1)),
                cell(five.map(|s| s.median)),
                cell(five.map(|s| s.q3)),
                cell(five.map(|s| s.max)),
                cell(paper.map(|paper| paper[0])),
                cell(paper.map(|paper| paper[1])),
                cell(paper.map(|paper| paper[2])),
                values.len().into(),
            ]);
        };
        add("tries", fills.iter().map(|fill| fill.tries as f64).collect(), paper.map(|p| p.tries), Cell::mean);
        let milliseconds = fills.iter().map(|fill| fill.seconds * 1000.0).collect();
        add("milliseconds", milliseconds, paper.map(|p| p.milliseconds), Cell::measure);
    }
    Table {
        name: "groups",
        title: "Fig. 3: the brute-force fill".into(),
        note: "Tries and time of puzzles that were made until their tries were in the range of the paper's five, so least and \
               most are near the paper's by choice; what lies between is not."
            .into(),
        head: columns(&[
            ("group", "group"),
            ("measure", "measure"),
            ("mean", "mean"),
            ("least", "least"),
            ("first_quartile", "1st quartile"),
            ("median", "median"),
            ("third_quartile", "3rd quartile"),
            ("most", "most"),
            ("paper_mean", "paper, mean"),
            ("paper_least", "paper, least"),
            ("paper_most", "paper, most"),
            ("puzzles", "puzzles"),
        ]),
        rows,
    }
}

/// What was made, and how long that took.
pub(super) fn making(study: &Study) -> Table {
    let settings = &study.settings;
    let range = |range: [u64; 2]| format!("{} to {}", range[0], range[1]);
    let bands =
        settings.bands.iter().map(|band| (StudyPart::Band, "band", &band.name[..], range(band.clues), String::new()));
    let groups =
        settings.groups.iter().map(|g| (StudyPart::Tries, "group", &g.name[..], range(g.clues), range(g.tries)));
    let removal = [(StudyPart::Removal, "removal", REMOVAL, "as few as digging leaves".to_owned(), String::new())];
    let mut rows = Vec::new();
    for (part, what, name, clues, tries) in bands.chain(groups).chain(removal) {
        let (records, ended) = (study.made(part, name), study.ended(part, name));
        let made: Vec<_> = records.iter().filter_map(|record| record.made.as_ref()).collect();
        let of_fills = spread(records.iter().filter_map(|record| Some(record.fill?.tries as f64)));
        rows.push(vec![
            what.into(),
            name.into(),
            clues.into(),
            tries.into(),
            made.len().into(),
            (ended.len() - made.len()).into(),
            Cell::mean(mean(floats(&n_clues(&records)))),
            Cell::ratio(mean(made.iter().map(|made| f64::from(u8::from(made.minimal))))),
            Cell::mean(mean(made.iter().map(|made| made.attempt as f64))),
            Cell::mean(of_fills.map(|s| s.median)),
            Cell::mean(of_fills.map(|s| s.max)),
            Cell::measure(mean(records.iter().map(|record| record.seconds))),
        ]);
    }
    Table {
        name: "making",
        title: "The puzzles".into(),
        note: "All are valid: clues are taken in random order from a grid of the random fill (maniccam-2013, section 7) as \
               long as one solution is left, down to a number of clues drawn from the range, each with equal chance, or to \
               where no more can be taken."
            .into(),
        head: columns(&[
            ("part", "part"),
            ("group", "name"),
            ("clues", "clues wanted"),
            ("tries", "tries wanted"),
            ("puzzles", "puzzles"),
            ("not_made", "not made"),
            ("mean_clues", "mean clues"),
            ("minimal", "minimal"),
            ("mean_attempts", "mean attempts"),
            ("median_tries", "median tries"),
            ("most_tries", "most tries"),
            ("seconds", "seconds to make one"),
        ]),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::{run, with_clues};
    use super::super::run::{ClassicRecord, FillTime};
    use super::super::settings::tests::settings;
    use super::*;

    fn study() -> Study {
        let fill = |number, tries, seconds| {
            let record = ClassicRecord { fill: Some(FillTime { tries, seconds }), ..with_clues(24 + number) };
            run(StudyPart::Tries, "easy", number, record)
        };
        let mut runs = vec![fill(0, 200, 0.001), fill(1, 1000, 0.002), fill(2, 600, 0.006)];
        runs.push(run(StudyPart::Tries, "easy", 3, ClassicRecord::default()));
        Study::new(settings(0, 4, 0), runs)
    }

    #[test]
    fn a_group_by_hand() {
        let csv = table(&study()).csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 1 + 2 * 3);
        assert_eq!(lines[1], "easy,tries,600,200,400,600,800,1000,561,188,1404,3");
        assert_eq!(lines[2], "easy,milliseconds,3,1,1.5,2,4,6,1.2,1,2,3");
        assert_eq!(lines[5], "very hard,tries,,,,,,,162500,19836,473842,0");
    }

    #[test]
    fn what_was_not_made_is_counted_apart() {
        let csv = making(&study()).csv();
        let easy = csv.lines().find(|line| line.starts_with("group,easy")).expect("a row");
        // 24, 25 and 26 clues, of which the helper calls the first two minimal.
        assert_eq!(easy, "group,easy,22 to 40,188 to 1404,3,1,25,0.666666667,2,600,1000,0.25");
    }
}
