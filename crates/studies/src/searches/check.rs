//! Answers that cannot all be true. Every run on one grid counts the same puzzles.

use super::groups::Study;

/// A sentence for each run that found all puzzles of a grid and another number of them than the first run that did.
#[must_use]
pub fn contradictions(study: &Study) -> Vec<String> {
    let clues = study.settings.clues;
    let setups = study.setups();
    let mut found = Vec::new();
    for (grid, instance) in study.settings.instances.iter().enumerate() {
        let mut answers = setups.iter().filter_map(|setup| Some((setup, setup.complete(grid)?.n_puzzles?)));
        let Some((first, n)) = answers.next() else { continue };
        found.extend(answers.filter(|(_, other)| *other != n).map(|(setup, other)| {
            let (name, first) = (setup.name(), first.name());
            format!("{}: {first} finds {n} puzzles with {clues} clues, {name} finds {other}", instance.name)
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::run;
    use super::super::settings::tests::settings;
    use super::*;

    #[test]
    fn another_number_of_puzzles_is_found() {
        let settings = settings(&["v1", "v3", "native"], &[], &["a", "b"]);
        let mut runs =
            vec![run("a", "v1", 192, 1.0, 1.0), run("a", "v3", 320, 1.0, 1.0), run("b", "v1", 192, 1.0, 1.0)];
        runs.push(run("b", "native", 0, 1.0, 1.0));
        assert!(contradictions(&Study::new(settings.clone(), runs.clone())).is_empty());
        runs[3].record.as_mut().expect("a record").n_puzzles = Some(2);
        let study = Study::new(settings.clone(), runs.clone());
        assert_eq!(contradictions(&study), ["b: v1 with 192 sets finds 0 puzzles with 16 clues, native finds 2"]);
        // What is not all says nothing.
        runs[3].record.as_mut().expect("a record").complete = Some(false);
        assert!(contradictions(&Study::new(settings, runs)).is_empty());
    }
}
