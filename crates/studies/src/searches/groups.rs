//! The runs of the study by algorithm and number of sets, and the grids on which they can be compared.

use super::algorithm::StudiedSearch;
use super::run::{SearchKey, SearchRun};
use super::settings::SearchSettings;

/// The study of searches.
pub type Study = super::super::design::Study<SearchSettings>;

/// An algorithm with a number of sets.
#[derive(Clone, Debug)]
pub(super) struct Setup<'a> {
    pub(super) algorithm: &'a StudiedSearch,
    pub(super) n_sets: Option<usize>,
    /// By grid, in the order of the settings, what finished, be it by a limit.
    pub(super) runs: Vec<Option<&'a SearchRun>>,
}

impl Study {
    /// All algorithms with all their numbers of sets, in the order of the settings.
    pub(super) fn setups(&self) -> Vec<Setup<'_>> {
        let settings = &self.settings;
        let mut setups = Vec::new();
        for algorithm in &settings.algorithms {
            for n_sets in settings.counts_of(algorithm) {
                let key = |instance: &str| SearchKey {
                    instance: instance.to_owned(),
                    algorithm: algorithm.label.clone(),
                    n_sets,
                };
                let runs = settings.instances.iter().map(|instance| self.finished(&key(&instance.name)));
                setups.push(Setup { algorithm, n_sets, runs: runs.collect() });
            }
        }
        setups
    }
}

impl<'a> Setup<'a> {
    /// What it found on a grid, if it found all.
    pub(super) fn complete(&self, grid: usize) -> Option<&'a SearchRun> {
        self.runs[grid].filter(|record| record.is_complete())
    }

    /// What it found on all grids on which it found all.
    pub(super) fn all_complete(&self) -> impl Iterator<Item = &'a SearchRun> {
        self.runs.iter().filter_map(|run| run.filter(|record| record.is_complete()))
    }

    pub(super) fn name(&self) -> String {
        self.n_sets.map_or_else(|| self.algorithm.label.clone(), |n| format!("{} with {n} sets", self.algorithm.label))
    }
}

/// What can be compared: means over different grids say nothing of each other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Compared {
    /// The grids on which every setup that is compared found all, by number.
    pub(super) grids: Vec<usize>,
    /// Is the setup compared? It is if it came to an end on at least half of the grids on which any did: one that
    /// hardly ever ends would leave no grid for the others.
    is_in: Vec<bool>,
    note: String,
}

impl Compared {
    pub(super) fn of(setups: &[Setup<'_>]) -> Self {
        let n_grids = setups.first().map_or(0, |setup| setup.runs.len());
        let n_reached = (0..n_grids).filter(|&grid| setups.iter().any(|setup| setup.complete(grid).is_some())).count();
        let n_complete: Vec<usize> = setups.iter().map(|setup| setup.all_complete().count()).collect();
        let is_in: Vec<bool> = n_complete.iter().map(|&n| n > 0 && 2 * n >= n_reached).collect();
        let on_all =
            |grid: &usize| setups.iter().zip(&is_in).all(|(setup, is_in)| !is_in || setup.complete(*grid).is_some());
        let grids: Vec<usize> = if n_reached == 0 { Vec::new() } else { (0..n_grids).filter(on_all).collect() };
        let mut note = format!(
            "Means are over the {} of {n_grids} grids on which everything that is compared came to an end.",
            grids.len()
        );
        let left_out: Vec<String> = setups
            .iter()
            .zip(n_complete.iter().zip(&is_in))
            .filter(|(_, (_, is_in))| !**is_in)
            .map(|(setup, (n, _))| format!("{} ({n})", setup.name()))
            .collect();
        if !left_out.is_empty() && n_reached > 0 {
            let which = left_out.join(", ");
            note.push_str(&format!(
                " Not compared, since it ended on fewer than half of the {n_reached} grids on which any did: {which}."
            ));
        }
        Self { grids, is_in, note }
    }

    /// The rule in words, with what it left out.
    pub(super) fn note(&self) -> &str {
        &self.note
    }

    /// What setup `i`, which is `setup`, found on the grids; none if it is not compared, or if there are none.
    pub(super) fn records<'a>(&self, i: usize, setup: &Setup<'a>) -> Option<Vec<&'a SearchRun>> {
        let records = || self.grids.iter().filter_map(|&grid| setup.complete(grid)).collect();
        (self.is_in[i] && !self.grids.is_empty()).then(records)
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::run;
    use super::super::settings::tests::settings;
    use super::*;
    use minclue_solver::AnswerStatus;

    #[test]
    fn means_are_over_grids_that_all_have() {
        let mut slow = run("d", "v1", 192, 0.0, 600.0);
        let record = slow.record.as_mut().expect("a record");
        (record.status, record.complete, slow.head.exit) = (Some(AnswerStatus::TimeLimit), Some(false), Some(4));
        let mut runs = vec![run("a", "v1", 192, 0.0, 100.0), slow, run("a", "v2", 256, 0.0, 50.0)];
        runs.extend(["a", "b", "c", "d"].map(|grid| run(grid, "v3", 320, 0.0, 5.0)));
        runs.extend(["a", "c"].map(|grid| run(grid, "v4", 384, 0.0, 2.0)));
        let study = Study::new(settings(&["v1", "v2", "v3", "v4"], &[], &["a", "b", "c", "d", "e"]), runs);
        let setups = study.setups();
        let compared = Compared::of(&setups);
        assert_eq!(compared.grids, [0, 2]);
        assert_eq!(compared.is_in, [false, false, true, true]);
        assert_eq!(
            compared.note(),
            "Means are over the 2 of 5 grids on which everything that is compared came to an end. Not compared, since it \
             ended on fewer than half of the 4 grids on which any did: v1 with 192 sets (1), v2 with 256 sets (1)."
        );
        assert!(compared.records(0, &setups[0]).is_none());
        assert_eq!(compared.records(2, &setups[2]).map(|records| records.len()), Some(2));
        assert_eq!((setups[0].runs[3].is_some(), setups[0].complete(3)), (true, None));
    }

    #[test]
    fn without_runs_nothing_is_compared() {
        let study = Study::new(settings(&["v1"], &[], &["a"]), Vec::new());
        let compared = Compared::of(&study.setups());
        assert!(compared.grids.is_empty() && compared.records(0, &study.setups()[0]).is_none());
    }
}
