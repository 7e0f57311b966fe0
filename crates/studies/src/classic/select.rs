//! The runs of the study by band, group and density.

use super::run::{ClassicRecord, StudyPart};
use super::settings::ClassicSettings;

/// The study of the teaching solvers.
pub type Study = super::super::design::Study<ClassicSettings>;

impl Study {
    /// What was made of one kind of puzzles, by number. A puzzle that all attempts did not make is none.
    pub(super) fn made(&self, part: StudyPart, group: &str) -> Vec<&ClassicRecord> {
        self.ended(part, group).into_iter().filter(|record| record.made.is_some() || record.batch.is_some()).collect()
    }

    /// What came to an end of one kind, by number.
    pub(super) fn ended(&self, part: StudyPart, group: &str) -> Vec<&ClassicRecord> {
        self.settings.keys_of(part, group).iter().filter_map(|key| self.finished(key)).collect()
    }
}

/// Their numbers of clues.
pub(super) fn n_clues(records: &[&ClassicRecord]) -> Vec<u64> {
    records.iter().filter_map(|record| Some(record.made.as_ref()?.n_clues)).collect()
}

/// Whole numbers as those of which a mean is made.
pub(super) fn floats(values: &[u64]) -> Vec<f64> {
    values.iter().map(|value| *value as f64).collect()
}
