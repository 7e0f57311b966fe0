//! Checks for records that cannot be true for any puzzle.

use super::super::design::{Study, StudyDesign as _};
use super::run::{ClassicKey, ClassicRecord, StudyPart};
use super::settings::ClassicSettings;

/// Returns contradictions in the records, one sentence each; empty if there are none.
pub(super) fn contradictions(study: &Study<ClassicSettings>) -> Vec<String> {
    let settings = &study.settings;
    let of = |key: &ClassicKey| Some((key.clone(), study.finished(key)?));
    let flaws = |(key, record): (ClassicKey, &ClassicRecord)| Some(format!("{key}: {}", flaw(settings, &key, record)?));
    settings.keys().iter().filter_map(of).filter_map(flaws).collect()
}

fn flaw(settings: &ClassicSettings, key: &ClassicKey, record: &ClassicRecord) -> Option<String> {
    let outside = |value: u64, range: [u64; 2]| !(range[0]..=range[1]).contains(&value);
    let n_clues = record.made.as_ref().map(|made| made.n_clues);
    if let (StudyPart::Band, Some(band), Some(n)) = (key.part, settings.band(&key.group), n_clues)
        && outside(n, band.clues)
    {
        return Some(format!("{n} clues are not of this band"));
    }
    if let (StudyPart::Tries, Some(group), Some(fill)) = (key.part, settings.group(&key.group), record.fill)
        && outside(fill.tries, group.tries)
    {
        return Some(format!("{} tries are not of this group", fill.tries));
    }
    for trial in &record.trials {
        if trial.recursions != trial.backtracks + trial.depth {
            let name = trial.variant.method.name();
            return Some(format!("of the recursions of {name} some are neither undone nor on the way to the solution"));
        }
    }
    let solutions = record.removal.as_ref().map_or(&[][..], |removal| &removal.solutions);
    if solutions.first().is_some_and(|n| *n != 1) || solutions.windows(2).any(|pair| pair[0] > pair[1]) {
        return Some("a puzzle that was valid has fewer solutions with fewer clues".to_owned());
    }
    record
        .batch
        .filter(|batch| batch.n_valid > batch.n_puzzles)
        .map(|_| "more puzzles are valid than there are".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::{run, with_clues, with_trials};
    use super::super::run::{BatchRecord, FillTime, RemovalRecord};
    use super::super::settings::tests::settings;
    use super::*;

    #[test]
    fn sound_records_say_nothing_and_others_do() {
        let said = |part, group: &str, record| {
            contradictions(&Study::new(settings(1, 1, 1), vec![run(part, group, 0, record)]))
        };
        let counts = [(9, 4), (7, 2), (5, 0)];
        let removal = |solutions: &[u64]| {
            let removal = RemovalRecord { removed: vec!["R1C1".to_owned()], solutions: solutions.to_vec() };
            ClassicRecord { removal: Some(removal), ..with_clues(24) }
        };
        let batch = |n_valid| {
            let batch = BatchRecord { n_puzzles: 2, n_valid, n_clues: 50 };
            ClassicRecord { batch: Some(batch), ..ClassicRecord::default() }
        };
        let tries = |tries| ClassicRecord { fill: Some(FillTime { tries, seconds: 0.0 }), ..with_clues(24) };
        let mut wrong = with_trials(30, counts);
        wrong.trials[0].depth += 1;
        for (part, group, good, bad, complaint) in [
            (StudyPart::Band, "medium", with_trials(30, counts), with_trials(29, counts), "29 clues are not"),
            (StudyPart::Band, "medium", with_trials(40, counts), wrong, "of the recursions of FC some"),
            (StudyPart::Tries, "easy", tries(188), tries(1405), "1405 tries are not"),
            (StudyPart::Removal, "minimal", removal(&[1, 2, 2]), removal(&[1, 3, 2]), "fewer solutions"),
            (StudyPart::Removal, "minimal", removal(&[1]), removal(&[2]), "fewer solutions"),
            (StudyPart::Density, "0.30", batch(2), batch(3), "more puzzles are valid"),
        ] {
            assert!(said(part, group, good).is_empty());
            let said = said(part, group, bad);
            assert!(said.len() == 1 && said[0].contains(complaint), "{said:?}");
        }
    }
}
