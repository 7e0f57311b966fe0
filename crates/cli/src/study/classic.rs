//! `minclue study classic`: the teaching solvers on puzzles that are made for it, one after the other in one process.

use minclue_campaign::{CampaignInput, CampaignSetting};
use minclue_studies::StudyDesign as _;
use minclue_studies::classic::ClassicSettings;

use super::super::context::Context;
use super::super::exit::Exit;
use super::super::version::VERSION;
use super::args::ClassicStudyArgs;
use super::runner;
use super::store::Runs;

/// Runs of a process: a puzzle takes milliseconds.
const CHUNK_SIZE: u64 = 100;

pub(super) fn run(args: &ClassicStudyArgs) -> Result<Exit, Exit> {
    let context = Context::new(&args.messages)?;
    let settings = ClassicSettings::new(VERSION, args.seed, args.puzzles, args.group_puzzles, args.density_puzzles);
    let runs = runs(&settings);
    // One at a time: none disturbs the seconds of another.
    runner::run(&args.output, settings, runs, 1, args.messages.quiet, context)
}

/// A run has no grid to read: its key is its input.
fn runs(settings: &ClassicSettings) -> Runs {
    let inputs = settings.keys().into_iter().enumerate().map(|(i, key)| CampaignInput {
        name: format!("run-{}", i + 1),
        shape: "3x3".to_owned(),
        line: serde_json::to_string(&key).expect("names and numbers are JSON"),
    });
    let words = vec!["study".to_owned(), "classic".to_owned()];
    let setting = CampaignSetting { words, key: serde_json::Map::new() };
    Runs { inputs: inputs.collect(), settings: vec![setting], chunk_size: CHUNK_SIZE }
}
