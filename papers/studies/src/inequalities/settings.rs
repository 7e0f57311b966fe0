//! The settings of a study. A directory holds one study, and is only continued by a run with the same settings.

use serde::{Deserialize, Serialize};

use super::super::design::{Study, StudyDesign};
use super::super::instance::{StudyInstance, first_difference, limit_option};
use super::run::{Count, InequalityRun, RunKey, RunKind};
use super::{check, summary};

/// The settings of a study: everything except the machine that its answers and times depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudySettings {
    /// The name and version of the format.
    pub schema: String,
    /// The version of minclue.
    pub version: String,
    /// The numbers of start inequalities, ascending.
    pub counts: Vec<Count>,
    /// The sources of the inequalities.
    pub sources: Vec<String>,
    /// The ways in which the engine ends a branch.
    pub leaves: Vec<String>,
    /// The rows of the linear programs of every run besides the inequalities. Older studies had only one kind.
    #[serde(default = "full")]
    pub relaxation: String,
    /// The regions whose minima are rows in every run.
    pub region_rows: String,
    /// The time limit of each run in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// The processor time limit of each run of `solve` in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_limit: Option<f64>,
    /// The seed of every run.
    pub seed: u64,
    /// The grids, in the order of the input.
    pub instances: Vec<StudyInstance>,
}

/// The relaxation of studies whose settings do not name it.
fn full() -> String {
    "full".to_owned()
}

impl StudyDesign for StudySettings {
    type Key = RunKey;
    type Record = InequalityRun;
    const SCHEMA: &'static str = "minclue-study/1";
    const RUN_SCHEMA: &'static str = "minclue-study-run/1";

    fn keys(&self) -> Vec<RunKey> {
        let mut keys = Vec::new();
        for instance in &self.instances {
            for source in &self.sources {
                keys.push(self.generation(&instance.name, source));
                for &count in &self.counts {
                    keys.extend(self.leaves.iter().map(|leaf| RunKey {
                        instance: instance.name.clone(),
                        what: RunKind::Solve,
                        source: source.clone(),
                        count,
                        leaf: Some(leaf.clone()),
                    }));
                }
            }
        }
        keys
    }

    fn difference(&self, wanted: &Self) -> Option<String> {
        let Self { schema, version, counts, sources, leaves, relaxation, region_rows, .. } = self;
        let Self { time_limit, cpu_limit, seed, instances, .. } = self;
        let list = |items: &[String]| items.join(",");
        let counted = |counts: &[Count]| list(&counts.iter().map(Count::to_string).collect::<Vec<_>>());
        let pairs = vec![
            (format!("layout {schema}"), format!("layout {}", wanted.schema)),
            (format!("minclue {version}"), format!("minclue {}", wanted.version)),
            (format!("--counts {}", counted(counts)), format!("--counts {}", counted(&wanted.counts))),
            (format!("--sources {}", list(sources)), format!("--sources {}", list(&wanted.sources))),
            (format!("--leaves {}", list(leaves)), format!("--leaves {}", list(&wanted.leaves))),
            (format!("--relaxation {relaxation}"), format!("--relaxation {}", wanted.relaxation)),
            (format!("--region-rows {region_rows}"), format!("--region-rows {}", wanted.region_rows)),
            (limit_option("time", *time_limit), limit_option("time", wanted.time_limit)),
            (limit_option("cpu", *cpu_limit), limit_option("cpu", wanted.cpu_limit)),
            (format!("--seed {seed}"), format!("--seed {}", wanted.seed)),
        ];
        first_difference(pairs, instances, &wanted.instances)
    }

    fn contradictions(study: &Study<Self>) -> Vec<String> {
        check::contradictions(study)
    }

    fn summary(study: &Study<Self>) -> Vec<String> {
        summary::summary(study)
    }
}

impl StudySettings {
    /// The one run that generates as many inequalities as any number asks for. A source without an end would not come
    /// to one for `any`.
    fn generation(&self, instance: &str, source: &str) -> RunKey {
        let max = self.counts.iter().filter_map(|count| count.number()).max();
        RunKey {
            instance: instance.to_owned(),
            what: RunKind::Sets,
            source: source.to_owned(),
            count: max.map_or(Count::Any, Count::AtMost),
            leaf: None,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn settings(names: &[&str]) -> StudySettings {
        let instance = |name: &&str| StudyInstance::new((*name).to_owned(), "2x2".to_owned(), "1234341221434321");
        StudySettings {
            schema: StudySettings::SCHEMA.to_owned(),
            version: "0".to_owned(),
            counts: vec![Count::AtMost(5), Count::Any],
            sources: vec!["complete".to_owned()],
            leaves: vec!["lp".to_owned()],
            relaxation: "full".to_owned(),
            region_rows: "parts".to_owned(),
            time_limit: None,
            cpu_limit: None,
            seed: 1,
            instances: names.iter().map(instance).collect(),
        }
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        let text = serde_json::to_string(&settings(&["a"])).expect("json");
        assert!(text.contains(r#""counts":["5","any"]"#), "{text}");
        assert_eq!(serde_json::from_str::<StudySettings>(&text).expect("settings"), settings(&["a"]));
    }

    #[test]
    fn every_run_has_its_key() {
        let mut settings = settings(&["a", "b"]);
        settings.counts.insert(1, Count::AtMost(20));
        settings.leaves.push("auto".to_owned());
        let keys = settings.keys();
        assert_eq!(keys.len(), 2 * (1 + 3 * 2));
        assert_eq!((keys[0].what, keys[0].count), (RunKind::Sets, Count::AtMost(20)));
        let said: Vec<String> = keys[1..3].iter().map(ToString::to_string).collect();
        assert_eq!(said, ["a: solve, complete, 5, leaf lp", "a: solve, complete, 5, leaf auto"]);
    }

    #[test]
    fn a_difference_has_a_name() {
        assert_eq!(settings(&["a"]).difference(&settings(&["a"])), None);
        let other = |change: fn(&mut StudySettings)| {
            let mut other = settings(&["a"]);
            change(&mut other);
            settings(&["a"]).difference(&other).expect("a difference")
        };
        assert_eq!(other(|s| s.counts = vec![Count::Any]), "it has --counts 5,any, not --counts any");
        assert_eq!(other(|s| s.time_limit = Some(0.5)), "it has no --time-limit, not --time-limit 0.5");
        assert_eq!(other(|s| s.instances[0].name = "b".to_owned()), "its grid 1 is `a`, not `b`");
        assert_eq!(other(|s| s.instances[0].digest.clear()), "its grid `a` is another one");
        assert_eq!(other(|s| s.instances.clear()), "it has 1 grids, not 0 grids");
    }

    #[test]
    fn counts_are_numbers_or_any() {
        assert_eq!("500".parse(), Ok(Count::AtMost(500)));
        assert_eq!("any".parse(), Ok(Count::Any));
        assert_eq!("0".parse(), Ok(Count::AtMost(0)));
        assert!(["-1", "all", ""].iter().all(|bad| bad.parse::<Count>().is_err()));
        assert!(Count::AtMost(u64::MAX) < Count::Any);
    }
}
