//! Checks for contradictory answers: every run on one grid counts the same puzzles.

use super::super::design::{Study, StudyDesign as _};
use super::run::SearchKey;
use super::settings::SearchSettings;

/// A sentence for each run that found all puzzles of a grid and another number of them than the first run that did.
pub(super) fn contradictions(study: &Study<SearchSettings>) -> Vec<String> {
    let clues = study.settings.clues;
    let keys = study.settings.keys();
    let mut found = Vec::new();
    for of_grid in keys.chunk_by(|a, b| a.instance == b.instance) {
        let complete = |key| study.finished(key).filter(|record| record.is_complete())?.n_puzzles;
        let mut answers = of_grid.iter().filter_map(|key| Some((key, complete(key)?)));
        let Some((first, n)) = answers.next() else { continue };
        found.extend(answers.filter(|(_, other)| *other != n).map(|(key, other)| {
            let (instance, name, first) = (&key.instance, setup(key), setup(first));
            format!("{instance}: {first} finds {n} puzzles with {clues} clues, {name} finds {other}")
        }));
    }
    found
}

/// The algorithm with its number of sets.
fn setup(key: &SearchKey) -> String {
    key.n_sets.map_or_else(|| key.algorithm.clone(), |n| format!("{} with {n} sets", key.algorithm))
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::run;
    use super::super::settings::tests::settings;
    use super::*;

    #[test]
    fn another_number_of_puzzles_is_found() {
        let settings = settings(&["v1", "v3", "native"], &[], &["a", "b"]);
        let mut runs = vec![run("a", "v1", 192), run("a", "v3", 320), run("b", "v1", 192), run("b", "native", 0)];
        assert!(contradictions(&Study::new(settings.clone(), runs.clone())).is_empty());
        runs[3].record.as_mut().expect("a record").n_puzzles = Some(2);
        let study = Study::new(settings.clone(), runs.clone());
        assert_eq!(contradictions(&study), ["b: v1 with 192 sets finds 0 puzzles with 16 clues, native finds 2"]);
        // What is not all says nothing.
        runs[3].record.as_mut().expect("a record").complete = Some(false);
        assert!(contradictions(&Study::new(settings, runs)).is_empty());
    }
}
