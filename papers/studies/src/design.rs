//! A study as a whole: the settings, which say what is to be run, and of each run the newest line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::run::{RunOutcome, StudyRun, latest};

/// The settings of a study: everything that its answers and seconds depend on, but for the machine. They say what its
/// runs are, and a directory is continued only by a study with the same ones.
pub trait StudyDesign: Serialize + DeserializeOwned {
    /// Which run; shown to people in a few words.
    type Key: Clone + Ord + Display + Send + Sync + Serialize + DeserializeOwned;
    /// What the study needs of the record of a run.
    type Record: RunOutcome + DeserializeOwned;
    /// Name and version of the layout of the settings.
    const SCHEMA: &'static str;
    /// Name and version of the layout of the runs.
    const RUN_SCHEMA: &'static str;

    /// All runs, in the order in which they are best done: grid by grid, so that what is there after a while is whole.
    fn keys(&self) -> Vec<Self::Key>;

    /// The first thing in which a study that is there, `self`, is not the one that is `wanted`.
    fn difference(&self, wanted: &Self) -> Option<String>;

    /// Answers that cannot all be true, a sentence each.
    fn contradictions(study: &Study<Self>) -> Vec<String>
    where
        Self: Sized;
}

/// A run of the study with these settings.
pub type RunOf<P> = StudyRun<<P as StudyDesign>::Key, <P as StudyDesign>::Record>;

pub struct Study<P: StudyDesign> {
    /// What was to be run.
    pub settings: P,
    runs: BTreeMap<P::Key, RunOf<P>>,
}

impl<P: StudyDesign> Study<P> {
    /// A study of these runs; of two with one key the later one counts, and what does not belong to the settings does
    /// not.
    #[must_use]
    pub fn new(settings: P, runs: Vec<RunOf<P>>) -> Self {
        let wanted: BTreeSet<P::Key> = settings.keys().into_iter().collect();
        let runs = latest(runs).into_iter().filter(|run| wanted.contains(&run.head.key));
        Self { settings, runs: runs.map(|run| (run.head.key.clone(), run)).collect() }
    }

    /// The runs that left a line.
    pub fn runs(&self) -> impl Iterator<Item = &RunOf<P>> {
        self.runs.values()
    }

    /// What a run found, if it finished.
    pub(super) fn finished(&self, key: &P::Key) -> Option<&P::Record> {
        self.runs.get(key).filter(|run| run.is_finished())?.record.as_ref()
    }
}
