//! The points of the figures.

use std::cmp::Reverse;

use super::super::table::{Cell, Table, columns};
use super::paper::Daily;
use super::run::StudyPart;
use super::select::Study;
use super::variant::{Method, Rule};

/// Fig. 3 of maniccam-2013: the tries of each of our puzzles, and the three numbers of each of the paper's groups.
pub(super) fn figure_3(study: &Study) -> Table {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for group in &study.settings.groups {
        let mut add = |from: &str, what: &str, tries: u64| {
            rows.push(vec![from.into(), group.name.as_str().into(), what.into(), tries.into()]);
        };
        let records = study.made(StudyPart::Tries, &group.name);
        for fill in records.iter().filter_map(|record| record.fill) {
            add("ours", "puzzle", fill.tries);
        }
        if let Some(paper) = Daily::of(&group.name) {
            for (what, tries) in ["mean", "least", "most"].into_iter().zip(paper.tries) {
                add("maniccam-2013", what, tries as u64);
            }
        }
    }
    Table {
        name: "figure-3",
        title: "maniccam-2013, Fig. 3: tries of the brute-force fill".into(),
        note: "".into(),
        head: columns(&[("from", "from"), ("group", "group"), ("what", "what"), ("tries", "tries")]),
        rows,
    }
}

/// Fig. 8 of abuluaih-2015: recursions of all puzzles of the bands, from the most clues to the fewest, by the published
/// rule.
pub(super) fn figure_8(study: &Study) -> Table {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for band in &study.settings.bands {
        let mut records = study.made(StudyPart::Band, &band.name);
        let n_clues = |record: &super::run::ClassicRecord| record.made.as_ref().map(|made| made.n_clues);
        // Stable: of equally many clues the first one made.
        records.sort_by_key(|record| Reverse(n_clues(record)));
        for record in records {
            let recursions = |method| record.trial(Rule::Published.variant(method)).map(|trial| trial.recursions);
            let [fc, mrv, ctn] = Method::ALL.map(|method| Cell::count(recursions(method)));
            let (number, clues) = ((rows.len() + 1).into(), Cell::count(n_clues(record)));
            rows.push(vec![number, band.name.as_str().into(), clues, mrv, ctn, fc]);
        }
    }
    Table {
        name: "figure-8",
        title: "abuluaih-2015, Fig. 8: recursions of MRV and CtN".into(),
        note: "".into(),
        head: columns(&[
            ("puzzle", "puzzle, from most clues to fewest"),
            ("band", "band"),
            ("n_clues", "clues"),
            ("MRV", "MRV"),
            ("CtN", "CtN"),
            ("FC", "FC"),
        ]),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::{run, with_clues, with_trials};
    use super::super::run::{ClassicRecord, FillTime};
    use super::super::settings::tests::settings;
    use super::*;

    #[test]
    fn puzzles_stand_by_band_and_clues() {
        let of = |band: &str, number, clues| {
            run(StudyPart::Band, band, number, with_trials(clues, [(90 - clues, 3), (81 - clues, 0), (20 + number, 0)]))
        };
        let runs = vec![of("difficult", 0, 25), of("easy", 0, 41), of("easy", 1, 50), of("easy", 2, 41)];
        let csv = figure_8(&Study::new(settings(3, 0, 0), runs)).csv();
        assert_eq!(
            csv.lines().skip(1).collect::<Vec<_>>(),
            ["1,easy,50,31,21,40", "2,easy,41,40,20,49", "3,easy,41,40,22,49", "4,difficult,25,56,20,65"]
        );
    }

    #[test]
    fn our_puzzles_stand_beside_the_papers_numbers() {
        let record = ClassicRecord { fill: Some(FillTime { tries: 700, seconds: 0.0 }), ..with_clues(30) };
        let csv = figure_3(&Study::new(settings(0, 1, 0), vec![run(StudyPart::Tries, "easy", 0, record)])).csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[1..3], ["ours,easy,puzzle,700", "maniccam-2013,easy,mean,561"]);
        assert_eq!(lines.len(), 1 + 1 + 3 * 3);
    }
}
