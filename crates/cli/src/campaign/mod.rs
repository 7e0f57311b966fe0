//! `minclue campaign`: many inputs, in a directory that survives any kill. The directory itself is `minclue_campaign`;
//! here are its verbs, what runs a task, and the pool of processes that runs chunks on this machine.

mod args;
mod chunk;
#[cfg(feature = "papers")]
mod classic_tasks;
mod collect;
mod directory;
mod listed_puzzles;
mod missing;
mod new;
mod opinion;
mod pool;
mod program;
mod puzzles;
mod regions;
mod run;
mod second_relations;
mod second_rules;
mod second_solver;
mod status;
mod submit;
mod task_files;
mod tasks;

pub use self::args::CampaignArgs;
pub(super) use self::directory::{Directory, said};
pub(super) use self::new::create;
pub(super) use self::pool::PoolRun;
pub(super) use self::run::missing as run_missing;
pub(super) use self::tasks::{FOLDER, NUMBER};

use self::args::CampaignVerb;
use super::command::Command;
use super::exit::Exit;

impl Command for CampaignArgs {
    fn run(&self) -> Exit {
        let ended = match &self.verb {
            CampaignVerb::New(args) => new::run(args),
            CampaignVerb::Run(args) => run::run(args),
            CampaignVerb::Status(args) => status::run(args),
            CampaignVerb::Missing(args) => missing::run(args),
            CampaignVerb::Collect(args) => collect::run(args),
            CampaignVerb::Submit(args) => submit::run(args),
        };
        match ended {
            Ok(exit) | Err(exit) => exit,
        }
    }
}
