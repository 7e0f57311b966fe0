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
    /// Compare numbers of start inequalities of the bilevel engine, as in tjusila-2023
    Inequalities(InequalitiesArgs),
    /// Compare published hitting-set searches, as in lin-wu-2013
    Searches(SearchesArgs),
    /// Compare the teaching solvers on generated puzzles, as in abuluaih-2015 and maniccam-2013
    Classic(ClassicStudyArgs),
}

/// The arguments of `study inequalities`.
#[derive(Debug, ClapArgs)]
pub struct InequalitiesArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Directory of the study; an existing study with the same settings continues
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// Numbers of start inequalities; any uses the default of solve
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "500,1000,3000,5000,any")]
    pub counts: Vec<Count>,

    /// Sources of the inequalities
    #[arg(long, value_enum, value_name = "SOURCE", value_delimiter = ',', default_value = "complete")]
    pub sources: Vec<SetSource>,

    /// How the engine closes subtrees: lp, native, auto; lp+highs and lp+cbc have an integer program as follower
    #[arg(long, value_name = "LEAF", value_delimiter = ',', default_value = "lp")]
    pub leaves: Vec<StudyLeaf>,

    /// Contents of the linear programs beside the inequalities; other leaves than lp require full
    #[arg(long, value_enum, value_name = "RELAXATION", default_value = "published")]
    pub relaxation: Relaxation,

    /// With --relaxation full: minima of regions as rows of the linear programs [default: parts]
    #[arg(long, value_enum, value_name = "ROWS")]
    pub region_rows: Option<RegionRows>,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// Limit on the processor time of each run of solve
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub cpu_limit: Option<Duration>,

    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,

    /// Runs at the same time, each in a process [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub jobs: Option<usize>,
}

impl InequalitiesArgs {
    /// What contradicts the published relaxation, and what to do about it.
    pub(super) fn conflict(&self) -> Option<&'static str> {
        if self.relaxation != Relaxation::Published {
            None
        } else if !self.leaves.iter().all(|leaf| leaf.is_lp()) {
            Some("the published relaxation goes down to the last clue; for other leaves than lp, use --relaxation full")
        } else if self.region_rows.is_some_and(|rows| rows != RegionRows::None) {
            Some("the published relaxation has no minima of regions; use --region-rows with --relaxation full")
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

    /// Directory of the study; an existing study with the same settings continues
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// Number of clues: every run lists all puzzles with exactly K clues
    #[arg(short = 'k', long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true)]
    pub clues: usize,

    /// Searches to compare: published ones, such as v3 or dmus/shrink=up, or native; @ names another source of their
    /// sets: checker, blueprint, complete, region or lin-wu; v6 is v5@lin-wu
    #[arg(long, value_name = "SEARCH", value_delimiter = ',', default_value = "v1,v2,v3,v4,v5,checker2012")]
    pub algorithms: Vec<StudiedSearch>,

    /// Numbers of sets for every published search [default: that of each search]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = n_sets, allow_hyphen_values = true)]
    pub set_counts: Vec<usize>,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// Runs at the same time, each in a process; only one run at a time gives reliable seconds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_hyphen_values = true)]
    pub jobs: usize,
}

/// The arguments of `study classic`.
#[derive(Debug, ClapArgs)]
pub struct ClassicStudyArgs {
    /// Directory of the study; an existing study with the same settings continues
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

    /// Seed of every random choice
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
