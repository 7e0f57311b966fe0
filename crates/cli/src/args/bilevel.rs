//! The arguments of the bilevel engine.

use std::path::PathBuf;

use clap::{ArgMatches, Args as ClapArgs, Command};

use minclue_solver::BilevelSettings;

use super::super::explicit_options::is_explicit;
use super::heading;

/// How the bilevel engine works, and what it reads and writes.
#[derive(Clone, Debug, ClapArgs)]
#[command(next_help_heading = heading::BILEVEL)]
pub struct BilevelArgs {
    /// Those that the solver knows.
    #[command(flatten)]
    pub settings: BilevelSettings,

    /// Append the node log to FILE, one JSON record a line
    #[arg(long, value_name = "FILE")]
    #[arg(hide_short_help = true)]
    pub log: Option<PathBuf>,

    /// Keep the open nodes in DIR; the same command continues from there
    #[arg(long, value_name = "DIR")]
    #[arg(hide_short_help = true)]
    pub state: Option<PathBuf>,

    /// The options among these that were said and are no defaults, as people write them, in their order.
    #[arg(skip)]
    explicit: Vec<String>,
}

/// The option that every engine of `puzzle` has.
const FOLLOWER: &str = "--follower";

impl BilevelArgs {
    /// Takes down which of them were said.
    pub(in super::super) fn note_explicit(&mut self, matches: &ArgMatches) {
        let command = Self::augment_args(Command::new(""));
        let explicit = command.get_arguments().filter(|arg| is_explicit(arg, matches));
        self.explicit = explicit.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
    }

    /// The first option that is said and that only this engine can follow.
    pub(in super::super) fn asked_for(&self) -> Option<&str> {
        let follower = self.explicit.iter().find(|option| *option == FOLLOWER);
        follower.or(self.explicit.first()).map(String::as_str)
    }

    /// The same of all options but the one that every engine of `puzzle` has.
    pub(in super::super) fn tuned_by(&self) -> Option<&str> {
        self.explicit.iter().find(|option| *option != FOLLOWER).map(String::as_str)
    }
}
