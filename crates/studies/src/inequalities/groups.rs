//! The runs of the study, by what they are compared in.

use super::run::{Count, InequalityRun, RunKey, RunKind};
use super::settings::StudySettings;

/// The study of inequalities.
pub type Study = super::super::design::Study<StudySettings>;

/// One way to run the engine: what a curve or a row stands for, but for the number of inequalities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunSetting<'a> {
    pub(super) source: &'a str,
    pub(super) leaf: &'a str,
}

impl RunSetting<'_> {
    /// The name in figures.
    pub(super) fn name(&self) -> String {
        format!("{}, leaf {}", self.source, self.leaf)
    }
}

impl Study {
    /// The names of the grids, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.settings.instances.iter().map(|instance| instance.name.as_str())
    }

    /// Every way, in the order of the settings.
    pub(super) fn run_settings(&self) -> Vec<RunSetting<'_>> {
        let leaves = &self.settings.leaves;
        let of = |source| leaves.iter().map(move |leaf| RunSetting { source, leaf });
        self.settings.sources.iter().flat_map(|source| of(source)).collect()
    }

    /// What a run of `solve` found, if it finished.
    pub(super) fn solved(&self, instance: &str, way: RunSetting<'_>, count: Count) -> Option<&InequalityRun> {
        self.finished(&RunKey {
            instance: instance.to_owned(),
            what: RunKind::Solve,
            source: way.source.to_owned(),
            count,
            leaf: Some(way.leaf.to_owned()),
        })
    }

    /// What the generation of inequalities gave, if it finished.
    pub(super) fn generated(&self, instance: &str, source: &str) -> Option<&InequalityRun> {
        self.finished(&self.settings.generation(instance, source))
    }

    /// The bounds of a grid, by all that finished runs prove.
    pub(super) fn bounds(&self, instance: &str) -> (usize, Option<usize>) {
        let records = || {
            let of_it = self.runs().filter(|run| run.head.key.instance == instance && run.is_finished());
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

#[cfg(test)]
pub(super) mod tests {
    use super::super::run::tests::solve;
    use super::*;
    use crate::{StudyDesign as _, StudyInstance};
    use minclue_solver::AnswerStatus;

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
        let keys = study.settings.keys();
        assert_eq!(keys.len(), 2 * (1 + 3 * 2));
        assert_eq!((keys[0].what, keys[0].count), (RunKind::Sets, Count::AtMost(20)));
        let names: Vec<String> = study.run_settings().iter().map(RunSetting::name).collect();
        assert_eq!(names, ["complete, leaf lp", "complete, leaf auto"]);
    }

    #[test]
    fn bounds_are_those_of_all_finished_runs() {
        let five = Count::AtMost(5);
        let mut runs = vec![
            solve("a", five, AnswerStatus::TimeLimit, (17, 19), 10.0),
            solve("a", Count::Any, AnswerStatus::TimeLimit, (16, 18), 10.0),
            solve("b", five, AnswerStatus::Optimal, (4, 4), 10.0),
            solve("another", five, AnswerStatus::Optimal, (9, 9), 10.0),
        ];
        let mut failed = solve("b", Count::Any, AnswerStatus::Optimal, (5, 5), 10.0);
        failed.head.exit = None;
        runs.push(failed);
        let study = Study::new(settings(&[five, Count::Any], &["a", "b"]), runs);
        assert_eq!((study.bounds("a"), study.minimum("a")), ((17, Some(18)), None));
        assert_eq!(study.minimum("b"), Some(4));
        assert_eq!(study.runs().count(), 4);
    }
}
