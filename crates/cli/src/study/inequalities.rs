//! `minclue study inequalities`: numbers of start inequalities of the bilevel engine.

use std::thread;

use minclue_engines::bilevel::RegionRows;
use minclue_solver::{Relaxation, SetSource};
use minclue_studies::StudyDesign as _;
use minclue_studies::inequalities::{RunKey, RunKind, StudySettings};

use super::super::campaign::FOLDER;
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::version::VERSION;
use super::args::InequalitiesArgs;
use super::instances::Instances;
use super::leaf::StudyLeaf;
use super::runner::{Kind, StudyRunner, add};

pub(super) fn run(args: &InequalitiesArgs) -> Result<Exit, Exit> {
    let context = Context::new(&args.common.messages)?;
    let n_cores = || thread::available_parallelism().map_or(1, usize::from);
    let conduct = StudyRunner {
        kind: Inequalities { args },
        common: &args.common,
        output: &args.output,
        max_jobs: args.jobs.unwrap_or_else(n_cores),
        context,
    };
    conduct.run()
}

struct Inequalities<'a> {
    args: &'a InequalitiesArgs,
}

impl Inequalities<'_> {
    /// The minima of regions that every run takes as rows.
    fn region_rows(&self) -> RegionRows {
        match self.args.relaxation {
            Relaxation::Full => self.args.region_rows.unwrap_or(RegionRows::Parts),
            Relaxation::Published => RegionRows::None,
        }
    }
}

impl Kind for Inequalities<'_> {
    type StudyDesign = StudySettings;

    fn settings(&self, instances: &Instances) -> StudySettings {
        let InequalitiesArgs { counts, sources, leaves, relaxation, limits, cpu_limit, seed, .. } = self.args;
        let mut counts = counts.clone();
        counts.sort_unstable();
        counts.dedup();
        StudySettings {
            schema: StudySettings::SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            counts,
            sources: names(sources.iter().map(|source| source.name().to_owned())),
            leaves: names(leaves.iter().map(|leaf| leaf.name())),
            relaxation: relaxation.name().to_owned(),
            region_rows: self.region_rows().name().to_owned(),
            time_limit: limits.time_limit.map(|time| time.as_secs_f64()),
            cpu_limit: cpu_limit.map(|time| time.as_secs_f64()),
            seed: *seed,
            instances: instances.described(),
        }
    }

    fn command(&self, key: &RunKey, number: &str) -> Vec<String> {
        let verb = match key.what {
            RunKind::Solve => "solve",
            RunKind::Sets => "sets",
        };
        let mut args: Vec<String> = vec![verb.into()];
        add(&mut args, "--source", &key.source);
        if let Some(n) = key.count.number() {
            add(&mut args, "--max-sets", n.to_string());
        }
        if let Some(time) = self.args.limits.time_limit {
            add(&mut args, "--time-limit", time.as_secs_f64().to_string());
        }
        match key.what {
            RunKind::Solve => {
                add(&mut args, "--engine", "bilevel");
                add(&mut args, "--seed", self.args.seed.to_string());
                if let Some(time) = self.args.cpu_limit {
                    add(&mut args, "--cpu-limit", time.as_secs_f64().to_string());
                }
                add(&mut args, "--relaxation", self.args.relaxation.name());
                if self.args.relaxation == Relaxation::Full {
                    add(&mut args, "--region-rows", self.region_rows().name());
                }
                for (option, value) in key.leaf.iter().flat_map(|leaf| StudyLeaf::options(leaf)) {
                    add(&mut args, option, value);
                }
            }
            // The no-good loop takes hours on a 9x9 grid, so it goes on where it was stopped.
            RunKind::Sets if key.source == SetSource::Ilp.name() => {
                add(&mut args, "--journal", format!("{FOLDER}/journal-{number}.jsonl"));
            }
            RunKind::Sets => {}
        }
        args
    }
}

/// Names in the order in which they were given, each once.
fn names(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
