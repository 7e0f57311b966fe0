//! The settings of a study of searches.

use serde::{Deserialize, Serialize};

use super::super::design::{Study, StudyDesign};
use super::super::instance::{StudyInstance, first_difference, limit_option};
use super::algorithm::StudiedSearch;
use super::check;
use super::run::{SearchKey, SearchRun};

/// The settings of a study of searches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchSettings {
    /// The name and version of the format.
    pub schema: String,
    /// The version of minclue.
    pub version: String,
    /// The number of clues of the puzzles to find.
    pub clues: usize,
    /// The algorithms to compare, in the order of the tables.
    pub algorithms: Vec<StudiedSearch>,
    /// The numbers of sets, ascending; empty if each algorithm uses its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_counts: Vec<usize>,
    /// The time limit of each run in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// The grids, in the order of the input.
    pub instances: Vec<StudyInstance>,
}

impl SearchSettings {
    /// The numbers of sets with which an algorithm is run.
    fn counts_of(&self, algorithm: &StudiedSearch) -> Vec<Option<usize>> {
        match algorithm.own_sets() {
            Some(_) if !self.set_counts.is_empty() => self.set_counts.iter().copied().map(Some).collect(),
            own => vec![own],
        }
    }
}

impl StudyDesign for SearchSettings {
    type Key = SearchKey;
    type Record = SearchRun;
    const SCHEMA: &'static str = "minclue-search-study/1";
    const RUN_SCHEMA: &'static str = "minclue-search-study-run/1";

    fn keys(&self) -> Vec<SearchKey> {
        let mut keys = Vec::new();
        for instance in &self.instances {
            for algorithm in &self.algorithms {
                keys.extend(self.counts_of(algorithm).into_iter().map(|n_sets| SearchKey {
                    instance: instance.name.clone(),
                    algorithm: algorithm.label.clone(),
                    n_sets,
                }));
            }
        }
        keys
    }

    fn difference(&self, wanted: &Self) -> Option<String> {
        let Self { schema, version, clues, algorithms, set_counts, time_limit, instances } = self;
        let labels = |algorithms: &[StudiedSearch]| {
            let labels: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.label.as_str()).collect();
            format!("--algorithms {}", labels.join(","))
        };
        let counts = |counts: &[usize]| match counts {
            [] => "no --set-counts".to_owned(),
            counts => format!("--set-counts {}", counts.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
        };
        let mut pairs = vec![
            (format!("layout {schema}"), format!("layout {}", wanted.schema)),
            (format!("minclue {version}"), format!("minclue {}", wanted.version)),
            (format!("--clues {clues}"), format!("--clues {}", wanted.clues)),
            (labels(algorithms), labels(&wanted.algorithms)),
        ];
        // One name may have stood for another search.
        let written = |algorithm: &StudiedSearch| {
            let StudiedSearch { label, engine, .. } = algorithm;
            format!("`{label}` as {engine} from {}", algorithm.start())
        };
        pairs.extend(algorithms.iter().zip(&wanted.algorithms).map(|(a, b)| (written(a), written(b))));
        pairs.push((counts(set_counts), counts(&wanted.set_counts)));
        pairs.push((limit_option("time", *time_limit), limit_option("time", wanted.time_limit)));
        first_difference(pairs, instances, &wanted.instances)
    }

    fn contradictions(study: &Study<Self>) -> Vec<String> {
        check::contradictions(study)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn settings(algorithms: &[&str], set_counts: &[usize], names: &[&str]) -> SearchSettings {
        let instance = |name: &&str| StudyInstance::new((*name).to_owned(), "3x3".to_owned(), "1");
        SearchSettings {
            schema: SearchSettings::SCHEMA.to_owned(),
            version: "0".to_owned(),
            clues: 16,
            algorithms: algorithms.iter().map(|text| text.parse().expect("an algorithm")).collect(),
            set_counts: set_counts.to_vec(),
            time_limit: Some(600.0),
            instances: names.iter().map(instance).collect(),
        }
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        for settings in [settings(&["v1", "v6", "native"], &[], &["a"]), settings(&["v3"], &[128, 192], &["a"])] {
            let text = serde_json::to_string(&settings).expect("json");
            assert_eq!(serde_json::from_str::<SearchSettings>(&text).expect("settings"), settings);
        }
    }

    #[test]
    fn every_run_has_its_key() {
        let said = |settings: SearchSettings| settings.keys().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            said(settings(&["v1", "native"], &[], &["a", "b"])),
            ["a: v1, 192 sets", "a: native", "b: v1, 192 sets", "b: native"]
        );
        assert_eq!(
            said(settings(&["v3", "native"], &[128, 512], &["a"])),
            ["a: v3, 128 sets", "a: v3, 512 sets", "a: native"]
        );
    }

    #[test]
    fn a_difference_has_a_name() {
        let there = settings(&["v1", "v3"], &[], &["a"]);
        assert_eq!(there.difference(&there), None);
        let other = |change: fn(&mut SearchSettings)| {
            let mut other = there.clone();
            change(&mut other);
            there.difference(&other).expect("a difference")
        };
        assert_eq!(other(|s| s.clues = 17), "it has --clues 16, not --clues 17");
        assert_eq!(other(|s| s.algorithms.truncate(1)), "it has --algorithms v1,v3, not --algorithms v1");
        assert_eq!(other(|s| s.set_counts.push(128)), "it has no --set-counts, not --set-counts 128");
        assert_eq!(other(|s| s.time_limit = None), "it has --time-limit 600, not no --time-limit");
        let engine = other(|s| s.algorithms[0].engine = "native".to_owned());
        assert!(engine.contains("`v1` as checker2006/") && engine.ends_with("not `v1` as native from checker"));
        assert_eq!(other(|s| s.instances[0].digest.clear()), "its grid `a` is another one");
    }
}
