//! `minclue study searches`: published searches by `minclue enumerate`.

use minclue_studies::StudyDesign as _;
use minclue_studies::searches::{SearchKey, SearchSettings, StudiedSearch};

use super::super::context::Context;
use super::super::exit::Exit;
use super::super::version::VERSION;
use super::args::SearchesArgs;
use super::instances::Instances;
use super::runner::{Kind, StudyRunner, add};

pub(super) fn run(args: &SearchesArgs) -> Result<Exit, Exit> {
    let context = Context::new(&args.common.messages)?;
    let conduct = StudyRunner {
        kind: Searches { args, algorithms: algorithms(args) },
        common: &args.common,
        output: &args.output,
        max_jobs: args.jobs,
        context,
    };
    conduct.run()
}

/// What is compared, each once: the same label is the same search.
fn algorithms(args: &SearchesArgs) -> Vec<StudiedSearch> {
    let mut algorithms: Vec<StudiedSearch> = Vec::new();
    for algorithm in &args.algorithms {
        if !algorithms.contains(algorithm) {
            algorithms.push(algorithm.clone());
        }
    }
    algorithms
}

struct Searches<'a> {
    args: &'a SearchesArgs,
    algorithms: Vec<StudiedSearch>,
}

impl Kind for Searches<'_> {
    type StudyDesign = SearchSettings;

    fn settings(&self, instances: &Instances) -> SearchSettings {
        let mut set_counts = self.args.set_counts.clone();
        set_counts.sort_unstable();
        set_counts.dedup();
        SearchSettings {
            schema: SearchSettings::SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            clues: self.args.clues,
            algorithms: self.algorithms.clone(),
            set_counts,
            time_limit: self.args.limits.time_limit.map(|time| time.as_secs_f64()),
            instances: instances.described(),
        }
    }

    fn command(&self, key: &SearchKey, _number: &str) -> Vec<String> {
        let algorithm = self.algorithms.iter().find(|algorithm| algorithm.label == key.algorithm);
        let algorithm = algorithm.expect("keys are made of these algorithms");
        let mut args: Vec<String> = vec!["enumerate".into()];
        add(&mut args, "--engine", algorithm.engine_with(key.n_sets));
        if let Some(source) = &algorithm.source {
            add(&mut args, "--source", source);
        }
        if let Some(regions) = &algorithm.regions {
            add(&mut args, "--regions", regions);
        }
        add(&mut args, "--clues", self.args.clues.to_string());
        if let Some(time) = self.args.limits.time_limit {
            add(&mut args, "--time-limit", time.as_secs_f64().to_string());
        }
        args.push("--count".into());
        args
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::super::super::{Args, Verb};
    use super::super::args::StudyVerb as Compared;
    use super::*;

    /// The command lines of all runs on one grid.
    fn commands(words: &[&str]) -> Vec<String> {
        let words = [&["minclue", "study", "searches", "-k", "15", "-o", "study"], words].concat();
        let args = Args::try_parse_from(words).expect("a study");
        let Verb::Study(study) = args.verb else { panic!("another verb") };
        let Compared::Searches(args) = study.study else { panic!("another study") };
        let kind = Searches { args: &args, algorithms: algorithms(&args) };
        let mut counts = args.set_counts.clone();
        counts.sort_unstable();
        let key = |algorithm: &StudiedSearch, n_sets| SearchKey {
            instance: "a".to_owned(),
            algorithm: algorithm.label.clone(),
            n_sets,
        };
        let keys = kind.algorithms.iter().flat_map(|algorithm| match counts.as_slice() {
            [] => vec![key(algorithm, algorithm.own_sets())],
            counts => counts.iter().map(|n| key(algorithm, Some(*n))).collect(),
        });
        let text = |args: Vec<String>| args.join(" ");
        keys.map(|key| text(kind.command(&key, "1"))).collect()
    }

    #[test]
    fn a_run_says_everything() {
        assert_eq!(
            commands(&["--algorithms", "v3,v3,v6/shrink=up,native", "--time-limit", "60"]),
            [
                "enumerate --engine dmus-basic/sets=320/order=overlap --source checker --clues 15 --time-limit 60 --count",
                "enumerate --engine dmus/sets=384/order=search/shrink=up --source region --regions lin-wu --clues 15 \
                 --time-limit 60 --count",
                "enumerate --engine native --clues 15 --time-limit 60 --count",
            ]
        );
        assert_eq!(
            commands(&["--algorithms", "v1@complete", "--set-counts", "64,128"]),
            [64, 128].map(|n| format!(
                "enumerate --engine checker2006/sets={n}/order=found/form=tuple --source complete --clues 15 --count"
            ))
        );
    }

    #[test]
    fn the_default_is_the_versions_of_the_paper_and_the_later_program() {
        let commands = commands(&[]);
        assert_eq!(commands.len(), 6);
        assert!(commands[5].contains("--engine checker2012/") && commands[5].contains("--source blueprint"));
        assert!(commands[..5].iter().all(|command| command.contains("--source checker")), "{commands:?}");
    }
}
