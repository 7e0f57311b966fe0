//! The arguments of `campaign`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use minclue_campaign::Scheduler;

use super::super::args::MessageArgs;
use super::super::args::heading;
use super::super::args::values::{at_least_one, number, seed, threads, time};

/// Steps of the second solver for one puzzle. It is a bound on the time of one that is too hard, however large the grid
/// is.
const CHECK_STEPS: u64 = 1_000_000;

/// The arguments of `campaign`.
#[derive(Debug, ClapArgs)]
pub struct CampaignArgs {
    /// What is done with a campaign.
    #[command(subcommand)]
    pub verb: CampaignVerb,
}

/// What is done with a campaign.
#[derive(Debug, Subcommand)]
pub enum CampaignVerb {
    /// Make a campaign: minclue campaign new DIR -- solve OPTIONS INPUT
    New(CampaignNewArgs),
    /// Run the missing chunks on this machine, or one chunk for a scheduler
    Run(CampaignRunArgs),
    /// Show progress and errors
    Status(CampaignStatusArgs),
    /// List the missing chunks, as an array list: 3,17-19
    Missing(CampaignMissingArgs),
    /// Check everything and write the records, in the order of the inputs
    Collect(CampaignCollectArgs),
    /// Write the script that submits the missing chunks to a scheduler
    Submit(CampaignSubmitArgs),
}

/// What all of them have in common.
#[derive(Debug, ClapArgs)]
pub struct CampaignCommon {
    /// Directory of the campaign
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    #[command(flatten)]
    pub messages: MessageArgs,
}

/// The arguments of `campaign new`.
#[derive(Debug, ClapArgs)]
pub struct CampaignNewArgs {
    /// The directory and the messages.
    #[command(flatten)]
    pub common: CampaignCommon,

    /// Tasks in each chunk; aim for a few minutes of work
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one, allow_hyphen_values = true)]
    pub chunk_size: u64,

    /// Prefixes in each task, if the input is a part of the catalog; a prefix has four or five grids
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one, allow_hyphen_values = true)]
    pub prefixes: u64,

    /// Run each input with each of these values, such as engine=native,bilevel; repeat for all combinations
    #[arg(long, value_name = "OPTION=VALUES", value_parser = varied)]
    pub vary: Vec<Varied>,

    /// Command to run, with its options and inputs
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// An option that takes several values in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Varied {
    /// Its name, without hyphens.
    pub option: String,
    pub values: Vec<String>,
}

fn varied(text: &str) -> Result<Varied, String> {
    let wanted = "write an option and its values, such as engine=native,bilevel";
    let (option, values) = text.trim_start_matches('-').split_once('=').ok_or(wanted)?;
    let values: Vec<String> = values.split(',').map(str::to_owned).collect();
    if option.is_empty() || values.iter().any(String::is_empty) {
        return Err(wanted.to_owned());
    }
    Ok(Varied { option: option.to_owned(), values })
}

/// The arguments of `campaign run`.
#[derive(Debug, ClapArgs)]
pub struct CampaignRunArgs {
    /// The directory and the messages.
    #[command(flatten)]
    pub common: CampaignCommon,

    /// Chunks to run at the same time, each in a process; auto is one for each core
    #[arg(long, value_name = "N", default_value = "auto", value_parser = threads, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["chunk", "index_from"])]
    pub jobs: usize,

    /// Run only this chunk, in this process
    #[arg(long, value_name = "N", value_parser = number, conflicts_with = "index_from")]
    #[arg(help_heading = "One chunk")]
    pub chunk: Option<u64>,

    /// Run the chunk whose number is in a variable of the environment.
    #[arg(
        help = "Run the chunk whose number is in this environment variable, the first that is set: SLURM_ARRAY_TASK_ID|JOB_COMPLETION_INDEX|AWS_BATCH_JOB_ARRAY_INDEX"
    )]
    #[arg(long, value_name = "NAME|NAME...", value_delimiter = '|')]
    #[arg(help_heading = "One chunk")]
    pub index_from: Vec<String>,

    /// Add N to the number of --index-from
    #[arg(long, value_name = "N", value_parser = number, default_value_t = 0, requires = "index_from")]
    #[arg(help_heading = "One chunk", conflicts_with = "of")]
    pub first: u64,

    /// Use the number of --index-from as a position in this list, such as 3,17-19, counted from 0
    #[arg(long, value_name = "LIST", requires = "index_from")]
    #[arg(help_heading = "One chunk")]
    pub of: Option<String>,

    /// Stop after this time and keep all that is done; a later run continues
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub stop_after: Option<Duration>,

    /// Continue although another version or file of the program made the campaign
    #[arg(long)]
    pub changed_program: bool,

    /// Say each task to the pool that started this, which runs N chunks at once.
    #[arg(long, hide = true, value_name = "N", requires = "chunk")]
    pub for_pool: Option<u64>,
}

/// The arguments of `campaign status`.
#[derive(Debug, ClapArgs)]
pub struct CampaignStatusArgs {
    /// The directory and the messages.
    #[command(flatten)]
    pub common: CampaignCommon,

    /// Output format
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: StatusFormat,
}

/// How a status is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatusFormat {
    /// Human-readable
    Text,
    /// One JSON object
    Json,
}

/// The arguments of `campaign missing`.
#[derive(Debug, ClapArgs)]
pub struct CampaignMissingArgs {
    /// The directory and the messages.
    #[command(flatten)]
    pub common: CampaignCommon,

    /// One number a line
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub lines: bool,
}

/// The arguments of `campaign collect`.
#[derive(Debug, ClapArgs)]
pub struct CampaignCollectArgs {
    /// The directory and the messages.
    #[command(flatten)]
    pub common: CampaignCommon,

    /// Write all records or none to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    #[arg(help_heading = heading::OUTPUT)]
    pub output: Option<PathBuf>,

    /// Omit times, so that two campaigns of the same inputs give the same bytes
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub no_times: bool,

    /// Write the available records although some are missing or wrong
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub partial: bool,

    /// Solve a random sample of the tasks again: a number, or a share such as 1%
    #[arg(long, value_name = "N|P%", value_parser = share)]
    #[arg(help_heading = heading::PROOF)]
    pub again: Option<Share>,

    /// How to solve them again: by the branch and cut, which shares no search with the native engine, or with a
    /// certificate for the verifier
    #[arg(long, value_enum, default_value = "bilevel", value_name = "HOW", requires = "again")]
    #[arg(help_heading = heading::PROOF)]
    pub by: SecondOpinion,

    /// For a search of regions (`catalog -k`): check that the puzzles of FILE that belong to searched regions were
    /// found
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::PROOF)]
    pub known: Option<PathBuf>,

    /// Steps of the second solver for each puzzle; a puzzle that needs more is reported as not checked
    #[arg(long, value_name = "N", default_value_t = CHECK_STEPS, value_parser = at_least_one)]
    #[arg(help_heading = heading::PROOF)]
    pub check_steps: u64,

    /// Seed for choosing the tasks of --again
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SEED)]
    pub seed: u64,
}

/// How many of all tasks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Share {
    Number(u64),
    /// This part, from 0 to 1.
    Part(f64),
}

impl Share {
    /// The number of `n`, rounded up.
    pub(super) fn of(self, n: u64) -> u64 {
        match self {
            Self::Number(number) => number.min(n),
            Self::Part(part) => ((part * n as f64).ceil() as u64).min(n),
        }
    }
}

fn share(text: &str) -> Result<Share, String> {
    let wanted = || "write a number, or a share such as 1%".to_owned();
    match text.strip_suffix('%') {
        Some(percent) => {
            let percent: f64 = percent.trim().parse().map_err(|_| wanted())?;
            if (0.0..=100.0).contains(&percent) { Ok(Share::Part(percent / 100.0)) } else { Err(wanted()) }
        }
        None => text.parse().map(Share::Number).map_err(|_| wanted()),
    }
}

/// Who is asked a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SecondOpinion {
    /// Branch and cut
    Bilevel,
    /// Certificate and verifier
    Certificate,
}

/// The arguments of `campaign submit`.
#[derive(Debug, ClapArgs)]
pub struct CampaignSubmitArgs {
    /// The directory and the messages.
    #[command(flatten)]
    pub common: CampaignCommon,

    /// Scheduler
    #[arg(long, value_name = "SCHEDULER", value_parser = scheduler)]
    pub to: Scheduler,

    /// Time for each chunk; a chunk stops a little earlier and is submitted again
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub time: Option<Duration>,

    /// Memory for each chunk, in MB
    #[arg(long, value_name = "MB", default_value_t = 1000, value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub memory: u64,

    /// Chunks at the same time, if the scheduler has such an option [default: its own]
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub at_once: Option<u64>,

    /// Elements of an array job at most.
    #[arg(help = "Most elements of an array job, MaxArraySize of `scontrol show config`")]
    #[arg(long, value_name = "N", default_value_t = 1001, value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_array: u64,

    /// Path of the program on the machines that run it [default: this program]
    #[arg(long, value_name = "FILE")]
    pub program: Option<String>,

    /// Container image with the program, for kubernetes
    #[arg(long, value_name = "IMAGE", default_value = "minclue")]
    pub image: String,
}

fn scheduler(text: &str) -> Result<Scheduler, String> {
    let names: Vec<&str> = Scheduler::ALL.into_iter().map(Scheduler::name).collect();
    let found = Scheduler::ALL.into_iter().find(|scheduler| scheduler.name() == text);
    found.ok_or_else(|| format!("write one of {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_number_or_a_part() {
        assert_eq!(share("5").map(|share| share.of(3)), Ok(3));
        assert_eq!(share("1%").map(|share| share.of(250)), Ok(3));
        for wrong in ["", "%", "-1", "101%", "x"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_option_is_varied_by_its_name() {
        let expected = Varied { option: "leaf".to_owned(), values: vec!["lp".to_owned(), "auto".to_owned()] };
        assert_eq!(varied("leaf=lp,auto"), Ok(expected.clone()));
        assert_eq!(varied("--leaf=lp,auto"), Ok(expected));
        for wrong in ["leaf", "=a", "leaf=", "leaf=a,,b"] {
            assert!(varied(wrong).is_err(), "{wrong}");
        }
    }
}
