//! The settings of a study of the teaching solvers.

use serde::{Deserialize, Serialize};

use super::super::design::{Study, StudyDesign};
use super::super::instance::first_difference;
use super::check;
use super::run::{ClassicKey, ClassicRecord, StudyPart};

/// The number of puzzles of a density in one record; there are too many for one record each.
pub const BATCH: u64 = 1000;

/// The maximum number of puzzles of one kind. Every kind has its own range of this many numbers of the seed, since
/// puzzles with the same number have the same grid.
pub const MAX_PUZZLES: u64 = 1_000_000;

/// The settings of a study of the teaching solvers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassicSettings {
    /// The name and version of the format.
    pub schema: String,
    /// The version of minclue.
    pub version: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of puzzles of each band.
    pub puzzles: u64,
    /// The number of puzzles of each difficulty group, and of puzzles from which clues are removed.
    pub group_puzzles: u64,
    /// The number of puzzles of each density.
    pub density_puzzles: u64,
    /// The bands of abuluaih-2015.
    pub bands: Vec<Band>,
    /// The difficulty groups of maniccam-2013.
    pub groups: Vec<PuzzleGroup>,
    /// The limits of removing clues.
    pub removal: Removal,
    /// The shares of cells to keep.
    pub densities: Vec<f64>,
}

/// A range of numbers of clues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    pub name: String,
    /// The fewest and the most clues.
    pub clues: [u64; 2],
}

/// A range of tries of the brute-force fill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleGroup {
    pub name: String,
    /// The fewest and the most tries.
    pub tries: [u64; 2],
    /// The fewest and the most clues.
    pub clues: [u64; 2],
}

/// The limits of removing clues from a valid puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Removal {
    /// The maximum number of clues to remove.
    pub most_removed: u64,
    /// The maximum number of solutions to count; no more clues are removed then.
    pub most_solutions: u64,
}

impl ClassicSettings {
    /// Creates the settings with the bands of abuluaih-2015, Table 1, and the groups of maniccam-2013, Fig. 3, with
    /// these numbers of puzzles.
    #[must_use]
    pub fn new(version: &str, seed: u64, puzzles: u64, group_puzzles: u64, density_puzzles: u64) -> Self {
        let band = |name: &str, clues| Band { name: name.to_owned(), clues };
        let group = |name: &str, tries| PuzzleGroup { name: name.to_owned(), tries, clues: [22, 40] };
        Self {
            schema: Self::SCHEMA.to_owned(),
            version: version.to_owned(),
            seed,
            puzzles,
            group_puzzles,
            density_puzzles,
            bands: vec![band("easy", [41, 53]), band("medium", [30, 40]), band("difficult", [22, 29])],
            groups: vec![
                group("easy", [188, 1404]),
                group("medium", [1462, 98_072]),
                group("very hard", [19_836, 473_842]),
            ],
            removal: Removal { most_removed: 8, most_solutions: 1_000_000 },
            densities: vec![0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.75],
        }
    }

    /// The name of a density as a group.
    #[must_use]
    pub fn density_name(density: f64) -> String {
        format!("{density:.2}")
    }

    /// The band of this name.
    #[must_use]
    pub fn band(&self, name: &str) -> Option<&Band> {
        self.bands.iter().find(|band| band.name == name)
    }

    /// The difficulty group of this name.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<&PuzzleGroup> {
        self.groups.iter().find(|group| group.name == name)
    }

    /// The keys of one kind of puzzles; empty if the study does not have the kind.
    #[must_use]
    pub fn keys_of(&self, part: StudyPart, group: &str) -> Vec<ClassicKey> {
        let n = match part {
            StudyPart::Band => self.puzzles,
            StudyPart::Tries | StudyPart::Removal => self.group_puzzles,
            StudyPart::Density => self.density_puzzles.div_ceil(BATCH),
        };
        (0..n).map(|number| ClassicKey { part, group: group.to_owned(), number }).collect()
    }

    /// The number of the (first) puzzle of a run among those of the seed. Each kind has its own numbers, since puzzles
    /// with the same number have the same grid.
    ///
    /// # Panics
    /// If the key does not belong to this study.
    #[must_use]
    pub fn number(&self, key: &ClassicKey) -> u64 {
        let kinds = self.kinds();
        let kind = kinds.iter().position(|(part, group)| *part == key.part && *group == key.group);
        let kind = kind.expect("a key of this study") as u64;
        let step = if key.part == StudyPart::Density { BATCH } else { 1 };
        kind * MAX_PUZZLES + key.number * step
    }

    /// The number of puzzles in a batch of a density.
    #[must_use]
    pub fn batch_size(&self, batch: u64) -> u64 {
        BATCH.min(self.density_puzzles.saturating_sub(batch * BATCH))
    }

    /// All kinds of puzzles, in the order of the runs.
    fn kinds(&self) -> Vec<(StudyPart, String)> {
        let bands = self.bands.iter().map(|band| (StudyPart::Band, band.name.clone()));
        let groups = self.groups.iter().map(|group| (StudyPart::Tries, group.name.clone()));
        let removal = [(StudyPart::Removal, REMOVAL.to_owned())];
        let densities = self.densities.iter().map(|density| (StudyPart::Density, Self::density_name(*density)));
        bands.chain(groups).chain(removal).chain(densities).collect()
    }
}

/// The only group of puzzles from which clues are removed.
const REMOVAL: &str = "minimal";

impl StudyDesign for ClassicSettings {
    type Key = ClassicKey;
    type Record = ClassicRecord;
    const SCHEMA: &'static str = "minclue-classic-study/1";
    const RUN_SCHEMA: &'static str = "minclue-classic-study-run/1";

    fn keys(&self) -> Vec<ClassicKey> {
        self.kinds().iter().flat_map(|(part, group)| self.keys_of(*part, group)).collect()
    }

    fn difference(&self, wanted: &Self) -> Option<String> {
        let rest = |settings: &Self| {
            let Self { bands, groups, removal, densities, .. } = settings;
            serde_json::to_string(&(bands, groups, removal, densities)).expect("strings and numbers are JSON")
        };
        let Self { schema, version, seed, puzzles, group_puzzles, density_puzzles, .. } = self;
        let pairs = vec![
            (format!("layout {schema}"), format!("layout {}", wanted.schema)),
            (format!("minclue {version}"), format!("minclue {}", wanted.version)),
            (format!("--seed {seed}"), format!("--seed {}", wanted.seed)),
            (format!("--puzzles {puzzles}"), format!("--puzzles {}", wanted.puzzles)),
            (format!("--group-puzzles {group_puzzles}"), format!("--group-puzzles {}", wanted.group_puzzles)),
            (format!("--density-puzzles {density_puzzles}"), format!("--density-puzzles {}", wanted.density_puzzles)),
            (rest(self), rest(wanted)),
        ];
        first_difference(pairs, &[], &[])
    }

    fn contradictions(study: &Study<Self>) -> Vec<String> {
        check::contradictions(study)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::*;

    pub(in super::super) fn settings(puzzles: u64, group_puzzles: u64, density_puzzles: u64) -> ClassicSettings {
        ClassicSettings::new("0", 1, puzzles, group_puzzles, density_puzzles)
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        let settings = settings(3, 2, 10);
        let text = serde_json::to_string(&settings).expect("json");
        assert_eq!(serde_json::from_str::<ClassicSettings>(&text).expect("settings"), settings);
    }

    #[test]
    fn every_run_has_its_key_and_no_puzzle_has_the_number_of_another() {
        let settings = settings(3, 2, 2 * BATCH + 1);
        let keys = settings.keys();
        assert_eq!(keys.len(), 3 * 3 + 3 * 2 + 2 + 7 * 3);
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
        let numbers: BTreeSet<u64> = keys.iter().map(|key| settings.number(key)).collect();
        assert_eq!(numbers.len(), keys.len());
        let densities = settings.keys_of(StudyPart::Density, "0.30");
        let batches: Vec<u64> = densities.iter().map(|key| settings.batch_size(key.number)).collect();
        assert_eq!(batches, [BATCH, BATCH, 1]);
        assert_eq!(settings.number(&densities[1]) - settings.number(&densities[0]), BATCH);
    }

    #[test]
    fn a_difference_has_a_name() {
        let there = settings(3, 2, 10);
        assert_eq!(there.difference(&there), None);
        let other = |change: fn(&mut ClassicSettings)| {
            let mut other = there.clone();
            change(&mut other);
            there.difference(&other).expect("a difference")
        };
        assert_eq!(other(|s| s.seed = 7), "it has --seed 1, not --seed 7");
        assert_eq!(other(|s| s.puzzles = 4), "it has --puzzles 3, not --puzzles 4");
        assert_eq!(other(|s| s.group_puzzles = 4), "it has --group-puzzles 2, not --group-puzzles 4");
        assert_eq!(other(|s| s.density_puzzles = 4), "it has --density-puzzles 10, not --density-puzzles 4");
        assert!(other(|s| s.bands[0].clues[0] = 42).contains(r#"{"name":"easy","clues":[41,53]}"#));
    }
}
