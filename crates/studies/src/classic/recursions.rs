//! Tables 1 and 2 of abuluaih-2015, and what their difference says: how deep the searches went.

use super::super::math::{mean, spread};
use super::super::table::{Cell, Table, columns};
use super::paper::Published;
use super::run::{StudyPart, TrialRecord};
use super::select::Study;
use super::variant::{Method, Rule};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Recursions,
    Backtracks,
}

impl Counted {
    fn of(self, trial: &TrialRecord) -> f64 {
        match self {
            Self::Recursions => trial.recursions as f64,
            Self::Backtracks => trial.backtracks as f64,
        }
    }

    fn published(self, published: Published) -> u64 {
        match self {
            Self::Recursions => published.recursions,
            Self::Backtracks => published.backtracks,
        }
    }
}

/// The searches of a method on the puzzles of a band.
fn trials(study: &Study, rule: Rule, band: &str, method: Method) -> Vec<TrialRecord> {
    let records = study.made(StudyPart::Band, band);
    records.iter().filter_map(|record| record.trial(rule.variant(method)).copied()).collect()
}

/// Each rule with each band, in the order of the tables.
fn rules_and_bands(study: &Study) -> impl Iterator<Item = (Rule, &str)> {
    let bands = || study.settings.bands.iter().map(|band| band.name.as_str());
    Rule::ALL.into_iter().flat_map(move |rule| bands().map(move |band| (rule, band)))
}

/// Table 1 or 2, with each rule.
pub(super) fn table(study: &Study, counted: Counted) -> Table {
    let mut rows = Vec::new();
    for (rule, band) in rules_and_bands(study) {
        for method in Method::ALL {
            let values: Vec<f64> = trials(study, rule, band, method).iter().map(|trial| counted.of(trial)).collect();
            let paper = Published::of(method, band).map(|published| counted.published(published));
            let mean = mean(values.iter().copied());
            let five = spread(values.iter().copied());
            rows.push(vec![
                rule.name().into(),
                band.into(),
                method.name().into(),
                Cell::count(paper),
                Cell::mean(mean),
                Cell::ratio(mean.zip(paper).map(|(ours, paper)| ours / paper as f64)),
                Cell::mean(five.map(|s| s.min)),
                Cell::mean(five.map(|s| s.q1)),
                Cell::mean(five.map(|s| s.median)),
                Cell::mean(five.map(|s| s.q3)),
                Cell::mean(five.map(|s| s.max)),
                values.len().into(),
            ]);
        }
    }
    let (name, title, what) = match counted {
        Counted::Recursions => ("table-1", "Table 1: recursions", "assignments tried"),
        Counted::Backtracks => ("table-2", "Table 2: backtracks", "assignments undone"),
    };
    let note = format!(
        "Means and quartiles of {what}, beside the means of abuluaih-2015. Rules: published, FC and MRV to the end and CtN to \
         a neutralised set, the first of ties; all neutralised, the paper's words; all solved, none stops before the end; \
         random ties, as published but for ties of MRV and CtN."
    );
    Table {
        name,
        title: title.into(),
        note: note.into(),
        head: columns(&[
            ("rule", "rule"),
            ("band", "band"),
            ("method", "method"),
            ("paper", "paper"),
            ("mean", "mean"),
            ("mean_to_paper", "mean / paper"),
            ("least", "least"),
            ("first_quartile", "1st quartile"),
            ("median", "median"),
            ("third_quartile", "3rd quartile"),
            ("most", "most"),
            ("puzzles", "puzzles"),
        ]),
        rows,
    }
}

/// Is CtN < MRV < FC in mean recursions, as the paper has it in every band?
pub(super) fn order(study: &Study) -> Table {
    let mut rows = Vec::new();
    for (rule, band) in rules_and_bands(study) {
        let of = |method| mean(trials(study, rule, band, method).iter().map(|trial| trial.recursions as f64));
        let [fc, mrv, ctn] = Method::ALL.map(of);
        let holds = fc.zip(mrv).zip(ctn).map(|((fc, mrv), ctn)| ctn < mrv && mrv < fc);
        rows.push(vec![
            rule.name().into(),
            band.into(),
            Cell::mean(ctn),
            Cell::mean(mrv),
            Cell::mean(fc),
            holds.map_or(Cell::Empty, |holds| if holds { "true".into() } else { "false".into() }),
        ]);
    }
    let held = |rule: Rule| {
        let of_rule = |row: &&Vec<Cell>| row[0] == Cell::from(rule.name());
        let all_true = rows.iter().filter(of_rule).all(|row| row[5] == Cell::from("true"));
        format!("{}: {}", rule.name(), if all_true { "true" } else { "false" })
    };
    let said: Vec<String> = Rule::ALL.into_iter().map(held).collect();
    let note = format!("CtN < MRV < FC in mean recursions in every band, as in the paper. {}.", said.join("; "));
    Table {
        name: "order",
        title: "Order of the methods".into(),
        note: note.into(),
        head: columns(&[
            ("rule", "rule"),
            ("band", "band"),
            ("ctn", "CtN"),
            ("mrv", "MRV"),
            ("fc", "FC"),
            ("holds", "CtN < MRV < FC"),
        ]),
        rows,
    }
}

/// Recursions less backtracks: the assignments on the way to the end.
pub(super) fn depths(study: &Study) -> Table {
    let mut rows = Vec::new();
    for (rule, band) in rules_and_bands(study) {
        for method in Method::ALL {
            let depths = trials(study, rule, band, method);
            let blanks = study.made(StudyPart::Band, band);
            let blanks = blanks.iter().filter_map(|record| Some(81.0 - record.made.as_ref()?.n_clues as f64));
            rows.push(vec![
                rule.name().into(),
                band.into(),
                method.name().into(),
                Cell::count(Published::of(method, band).map(Published::depth)),
                Cell::mean(mean(depths.iter().map(|trial| trial.depth as f64))),
                Cell::mean(mean(blanks)),
            ]);
        }
    }
    Table {
        name: "depths",
        title: "Assignments on the way to the end".into(),
        note:
            "Recursions less backtracks; of the paper, the difference of its means in Tables 1 and 2. A run to the end \
               assigns every blank square, so this says where the published runs stopped."
                .into(),
        head: columns(&[
            ("rule", "rule"),
            ("band", "band"),
            ("method", "method"),
            ("paper", "paper"),
            ("depth", "mean depth"),
            ("blanks", "mean blank squares"),
        ]),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::{run, with_clues, with_trials};
    use super::super::settings::tests::settings;
    use super::*;

    /// Four puzzles of one band, and one that was not made.
    fn study() -> Study {
        let counts = [(40, 6), (30, 0), (12, 2)];
        let easy = [41, 43, 45, 53].into_iter().zip(1..).map(|(n_clues, i): (u64, u64)| {
            let [fc, mrv, ctn] = counts;
            let fc = (fc.0 + 10 * i, fc.1 + 10 * i);
            run(StudyPart::Band, "easy", i - 1, with_trials(n_clues, [fc, mrv, ctn]))
        });
        let mut none = run(StudyPart::Band, "easy", 4, with_clues(41));
        none.record.as_mut().expect("a record").made = None;
        // More recursions by CtN than by MRV.
        let medium = run(StudyPart::Band, "medium", 0, with_trials(30, [(60, 9), (51, 0), (52, 1)]));
        Study::new(settings(5, 0, 0), easy.chain([none, medium]).collect())
    }

    #[test]
    fn a_row_by_hand() {
        let csv = table(&study(), Counted::Recursions).csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 1 + 4 * 3 * 3);
        // 50, 60, 70 and 80.
        assert_eq!(lines[1], "published,easy,FC,45,65,1.444444444,50,57.5,65,72.5,80,4");
        assert_eq!(lines[3], "published,easy,CtN,10,12,1.2,12,12,12,12,12,4");
        assert_eq!(lines[7], "published,difficult,FC,84594,,,,,,,,0");
        let csv = table(&study(), Counted::Backtracks).csv();
        assert_eq!(csv.lines().nth(1), Some("published,easy,FC,12,31,2.583333333,16,23.5,31,38.5,46,4"));
    }

    #[test]
    fn the_order_is_said_where_it_is_known() {
        let table = order(&study());
        let csv = table.csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(
            lines[1..4],
            ["published,easy,12,30,65,true", "published,medium,52,51,60,false", "published,difficult,,,,"]
        );
        assert!(table.note.contains("published: false; all neutralised: false"), "{}", table.note);
        let good = [("easy", 41), ("medium", 30), ("difficult", 22)]
            .map(|(band, clues)| run(StudyPart::Band, band, 0, with_trials(clues, [(60, 9), (51, 0), (50, 1)])));
        let table = order(&Study::new(settings(1, 0, 0), good.to_vec()));
        assert!(table.note.contains("published: true; all neutralised: true"), "{}", table.note);
    }

    #[test]
    fn depths_stand_beside_the_blank_squares() {
        let csv = depths(&study()).csv();
        // Blanks 40, 38, 36 and 28.
        assert_eq!(csv.lines().nth(3), Some("published,easy,CtN,9,10,35.5"));
        assert_eq!(csv.lines().nth(4), Some("published,medium,FC,53,51,51"));
    }
}
