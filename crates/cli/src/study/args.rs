//! The arguments of `study`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Subcommand};

use minclue_engines::bilevel::RegionRows;
use minclue_engines::published::MAX_SETS;
use minclue_solver::{Relaxation, SetSource};
use minclue_studies::classic::MAX_PUZZLES;
use minclue_studies::inequalities::Count;
use minclue_studies::searches::StudiedSearch;

use super::super::args::values::{n_clues, seed, threads, time};
use super::super::args::{Common, MessageArgs, TimeArgs};
use super::leaf::StudyLeaf;

/// The arguments of `study`.
#[derive(Debug, ClapArgs)]
pub struct StudyArgs {
    #[command(subcommand)]
    pub study: StudyVerb,
}

#[derive(Debug, Subcommand)]
pub enum StudyVerb {
    /// Numbers of start inequalities of the bilevel engine, as in tjusila-2023
    Inequalities(InequalitiesArgs),
    /// Published hitting-set searches, as in lin-wu-2013
    Searches(SearchesArgs),
    /// The teaching solvers on puzzles made for it, as in abuluaih-2015 and maniccam-2013
    Classic(ClassicStudyArgs),
}

/// The arguments of `study inequalities`.
#[derive(Debug, ClapArgs)]
pub struct InequalitiesArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// The directory of the study; one that is there goes on if its settings are the same
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// Numbers of start inequalities; any leaves it to solve
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "500,1000,3000,5000,any")]
    pub counts: Vec<Count>,

    /// Where the inequalities come from
    #[arg(long, value_enum, value_name = "SOURCE", value_delimiter = ',', default_value = "complete")]
    pub sources: Vec<SetSource>,

    /// How the engine ends a branch: lp, native, auto; lp+highs and lp+cbc have an integer program as follower
    #[arg(long, value_name = "LEAF", value_delimiter = ',', default_value = "lp")]
    pub leaves: Vec<StudyLeaf>,

    /// What the linear programs know beside the inequalities; other leaves than lp go with full
    #[arg(long, value_enum, value_name = "RELAXATION", default_value = "published")]
    pub relaxation: Relaxation,

    /// With --relaxation full: minima of regions that every run takes as rows of its linear programs [default: parts]
    #[arg(long, value_enum, value_name = "ROWS")]
    pub region_rows: Option<RegionRows>,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// Limit on the processor time of each run of solve, written as a time
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub cpu_limit: Option<Duration>,

    /// Fixes every random choice
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,

    /// Runs at once, each a process [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub jobs: Option<usize>,
}

impl InequalitiesArgs {
    /// What contradicts the published relaxation, and what to do about it.
    pub(super) fn conflict(&self) -> Option<&'static str> {
        if self.relaxation != Relaxation::Published {
            None
        } else if !self.leaves.iter().all(|leaf| leaf.is_lp()) {
            Some("the published relaxation goes down to the last clue; other leaves than lp go with --relaxation full")
        } else if self.region_rows.is_some_and(|rows| rows != RegionRows::None) {
            Some("the published relaxation knows no minima of regions; --region-rows goes with --relaxation full")
        } else {
            None
        }
    }
}

/// The arguments of `study searches`.
#[derive(Debug, ClapArgs)]
pub struct SearchesArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// The directory of the study; one that is there goes on if its settings are the same
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// Every run finds all puzzles with exactly K clues
    #[arg(short = 'k', long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true)]
    pub clues: usize,

    /// What is compared: published searches, such as v3 or dmus/shrink=up, with @ and the source of their sets if it is
    /// not that of their paper: checker, blueprint, complete, region or lin-wu; v6 is v5@lin-wu; or native
    #[arg(long, value_name = "SEARCH", value_delimiter = ',', default_value = "v1,v2,v3,v4,v5,checker2012")]
    pub algorithms: Vec<StudiedSearch>,

    /// Numbers of sets, each with every published search [default: each has its own]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = n_sets, allow_hyphen_values = true)]
    pub set_counts: Vec<usize>,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// Runs at once, each a process; with one, none disturbs the seconds of another
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_hyphen_values = true)]
    pub jobs: usize,
}

/// The arguments of `study classic`.
#[derive(Debug, ClapArgs)]
pub struct ClassicStudyArgs {
    /// The directory of the study; one that is there goes on if its settings are the same
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// Puzzles of each band of abuluaih-2015: 41-53, 30-40 and 22-29 clues
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = n_puzzles, allow_hyphen_values = true)]
    pub puzzles: u64,

    /// Puzzles of each difficulty group of maniccam-2013, and puzzles from which clues are removed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = n_puzzles, allow_hyphen_values = true)]
    pub group_puzzles: u64,

    /// Puzzles of each density of maniccam-2013
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = n_puzzles, allow_hyphen_values = true)]
    pub density_puzzles: u64,

    /// Fixes every random choice
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,

    #[command(flatten)]
    pub messages: MessageArgs,
}

/// A number of puzzles of one kind.
fn n_puzzles(text: &str) -> Result<u64, String> {
    let n = text.parse().ok().filter(|n| (0..=MAX_PUZZLES).contains(n));
    n.ok_or_else(|| format!("write a number of puzzles from 0 to {MAX_PUZZLES}"))
}

/// A number of sets that a published search can track.
fn n_sets(text: &str) -> Result<usize, String> {
    let n = text.parse().ok().filter(|n| (1..=MAX_SETS).contains(n));
    n.ok_or_else(|| format!("write a number of sets from 1 to {MAX_SETS}"))
}
