//! The design of a study: the settings, which determine the runs, and the newest line of each run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::run::{RunOutcome, StudyRun, latest};

/// The settings of a study: everything except the machine that its answers and times depend on. They determine the
/// runs, and a directory is only continued by a study with the same settings.
pub trait StudyDesign: Serialize + DeserializeOwned {
    /// The key of a run, shown to users as a few words.
    type Key: Clone + Ord + Display + Send + Sync + Serialize + DeserializeOwned;
    /// The fields that the study needs of the record of a run.
    type Record: RunOutcome + DeserializeOwned;
    /// The name and version of the format of the settings.
    const SCHEMA: &'static str;
    /// The name and version of the format of the runs.
    const RUN_SCHEMA: &'static str;

    /// Returns all runs in the best order: grid by grid, so that the results so far are complete for some grids.
    fn keys(&self) -> Vec<Self::Key>;

    /// Returns the first difference between an existing study, `self`, and the `wanted` one.
    fn difference(&self, wanted: &Self) -> Option<String>;

    /// Returns contradictions among the answers, one sentence each.
    fn contradictions(study: &Study<Self>) -> Vec<String>
    where
        Self: Sized;

    /// Returns a short table of the answers so far, line by line; empty if the study has none that is short.
    fn summary(_study: &Study<Self>) -> Vec<String>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// A run of the study with these settings.
pub type RunOf<P> = StudyRun<<P as StudyDesign>::Key, <P as StudyDesign>::Record>;

pub struct Study<P: StudyDesign> {
    pub settings: P,
    runs: BTreeMap<P::Key, RunOf<P>>,
}

impl<P: StudyDesign> Study<P> {
    /// Creates a study of these runs. The last run with the same key counts, and runs that do not belong to the
    /// settings are ignored.
    #[must_use]
    pub fn new(settings: P, runs: Vec<RunOf<P>>) -> Self {
        let wanted: BTreeSet<P::Key> = settings.keys().into_iter().collect();
        let runs = latest(runs).into_iter().filter(|run| wanted.contains(&run.head.key));
        Self { settings, runs: runs.map(|run| (run.head.key.clone(), run)).collect() }
    }

    /// The runs that have a line.
    pub fn runs(&self) -> impl Iterator<Item = &RunOf<P>> {
        self.runs.values()
    }

    /// Returns the result of a run, if it finished.
    pub(super) fn finished(&self, key: &P::Key) -> Option<&P::Record> {
        self.runs.get(key).filter(|run| run.is_finished())?.record.as_ref()
    }
}
