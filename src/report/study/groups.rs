//! A study as a whole: the settings, and of each run the newest line.

use std::collections::BTreeMap;

use super::run::{Run, RunKey, RunKind, RunRecord, latest};
use super::settings::{Count, StudySettings};

/// Settings and runs.
#[derive(Clone, Debug)]
pub struct Study {
    /// What was to be run.
    pub settings: StudySettings,
    runs: BTreeMap<RunKey, Run>,
}

/// One way to run the engine: what a curve or a row stands for, but for the number of inequalities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way<'a> {
    pub(super) source: &'a str,
    pub(super) leaf: &'a str,
}

impl Way<'_> {
    /// The name in figures.
    pub(super) fn name(&self) -> String {
        format!("{}, leaf {}", self.source, self.leaf)
    }
}

impl Study {
    /// A study of these runs; of two with one key the later one counts, and what does not belong to the settings does not.
    #[must_use]
    pub fn new(settings: StudySettings, runs: Vec<Run>) -> Self {
        let wanted: std::collections::BTreeSet<RunKey> = keys(&settings).into_iter().collect();
        let runs = latest(runs).into_iter().filter(|run| wanted.contains(&run.head.key));
        Self { settings, runs: runs.map(|run| (run.head.key.clone(), run)).collect() }
    }

    /// All runs of the settings, in the order in which they are best done: grid by grid, so that what is there after a
    /// while is whole.
    #[must_use]
    pub fn keys(&self) -> Vec<RunKey> {
        keys(&self.settings)
    }

    /// The run with a key, if it left a line.
    #[must_use]
    pub fn run(&self, key: &RunKey) -> Option<&Run> {
        self.runs.get(key)
    }

    /// The runs that left a line.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.runs.values()
    }

    /// The names of the grids, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.settings.instances.iter().map(|instance| instance.name.as_str())
    }

    /// Every way, in the order of the settings.
    pub(super) fn ways(&self) -> Vec<Way<'_>> {
        let leaves = &self.settings.leaves;
        let of = |source| leaves.iter().map(move |leaf| Way { source, leaf });
        self.settings.sources.iter().flat_map(|source| of(source)).collect()
    }

    /// What a run of `solve` found, if it finished.
    pub(super) fn solved(&self, instance: &str, way: Way<'_>, count: Count) -> Option<&RunRecord> {
        self.finished(&RunKey {
            instance: instance.to_owned(),
            what: RunKind::Solve,
            source: way.source.to_owned(),
            count,
            leaf: Some(way.leaf.to_owned()),
        })
    }

    /// What the generation of inequalities gave, if it finished.
    pub(super) fn generated(&self, instance: &str, source: &str) -> Option<&RunRecord> {
        self.finished(&generation(&self.settings, instance, source))
    }

    fn finished(&self, key: &RunKey) -> Option<&RunRecord> {
        self.runs.get(key).filter(|run| run.is_finished())?.record.as_ref()
    }

    /// The bounds of a grid, by all that finished runs prove.
    pub(super) fn bounds(&self, instance: &str) -> (usize, Option<usize>) {
        let records = || {
            let of_it = self.runs.values().filter(|run| run.head.key.instance == instance && run.is_finished());
            of_it.filter_map(|run| run.record.as_ref())
        };
        let lower = records().filter_map(|record| record.lower_bound).max().unwrap_or(0);
        (lower, records().filter_map(|record| record.upper_bound).min())
    }

    /// The minimum of a grid, if its bounds meet.
    pub(super) fn minimum(&self, instance: &str) -> Option<usize> {
        let (lower, upper) = self.bounds(instance);
        upper.filter(|upper| *upper == lower)
    }
}

fn keys(settings: &StudySettings) -> Vec<RunKey> {
    let mut keys = Vec::new();
    for instance in &settings.instances {
        for source in &settings.sources {
            keys.push(generation(settings, &instance.name, source));
            for &count in &settings.counts {
                keys.extend(settings.leaves.iter().map(|leaf| RunKey {
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

/// The one run that generates as many inequalities as any number asks for. A source without an end would not come to one
/// for `any`.
fn generation(settings: &StudySettings, instance: &str, source: &str) -> RunKey {
    let most = settings.counts.iter().filter_map(|count| count.number()).max();
    RunKey {
        instance: instance.to_owned(),
        what: RunKind::Sets,
        source: source.to_owned(),
        count: most.map_or(Count::Any, Count::AtMost),
        leaf: None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::run::tests::solve;
    use super::super::settings::StudyInstance;
    use super::*;
    use crate::report::Status;

    pub(in super::super) fn settings(counts: &[Count], names: &[&str]) -> StudySettings {
        let instance = |name: &&str| StudyInstance::new((*name).to_owned(), "2x2".to_owned(), "1234341221434321");
        StudySettings {
            schema: StudySettings::SCHEMA.to_owned(),
            version: "0".to_owned(),
            counts: counts.to_vec(),
            sources: vec!["complete".to_owned()],
            leaves: vec!["lp".to_owned()],
            region_rows: "parts".to_owned(),
            time_limit: Some(10.0),
            seed: 1,
            instances: names.iter().map(instance).collect(),
        }
    }

    #[test]
    fn every_run_has_its_key() {
        let mut settings = settings(&[Count::AtMost(5), Count::AtMost(20), Count::Any], &["a", "b"]);
        settings.leaves.push("auto".to_owned());
        let study = Study::new(settings, Vec::new());
        let keys = study.keys();
        assert_eq!(keys.len(), 2 * (1 + 3 * 2));
        assert_eq!((keys[0].what, keys[0].count), (RunKind::Sets, Count::AtMost(20)));
        let names: Vec<String> = study.ways().iter().map(Way::name).collect();
        assert_eq!(names, ["complete, leaf lp", "complete, leaf auto"]);
    }

    #[test]
    fn bounds_are_those_of_all_finished_runs() {
        let five = Count::AtMost(5);
        let mut runs = vec![
            solve("a", five, Status::TimeLimit, (17, 19), 10.0),
            solve("a", Count::Any, Status::TimeLimit, (16, 18), 10.0),
            solve("b", five, Status::Optimal, (4, 4), 10.0),
            solve("another", five, Status::Optimal, (9, 9), 10.0),
        ];
        let mut failed = solve("b", Count::Any, Status::Optimal, (5, 5), 10.0);
        failed.head.exit = None;
        runs.push(failed);
        let study = Study::new(settings(&[five, Count::Any], &["a", "b"]), runs);
        assert_eq!((study.bounds("a"), study.minimum("a")), ((17, Some(18)), None));
        assert_eq!(study.minimum("b"), Some(4));
        assert_eq!(study.runs().count(), 4);
    }
}
