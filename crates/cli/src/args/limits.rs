//! The limits of a run, the same for every verb that has them.

use std::time::Duration;

use clap::Args as ClapArgs;

use super::heading;
use super::values::{at_least_one, time};

/// A limit on time.
#[derive(Clone, Copy, Debug, ClapArgs)]
#[command(next_help_heading = heading::LIMITS)]
pub struct TimeArgs {
    /// Time limit for each input and engine: seconds, or 500ms, 5m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
}

/// The limits of an engine.
#[derive(Clone, Copy, Debug, ClapArgs)]
#[command(next_help_heading = heading::LIMITS)]
pub struct LimitArgs {
    /// Time limit for each input and engine: seconds, or 500ms, 5m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,

    /// Limit on search nodes for each input and engine
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true, hide_short_help = true)]
    pub node_limit: Option<u64>,

    /// Memory limit of the process, in MB
    #[arg(long, value_name = "MB", value_parser = at_least_one, allow_hyphen_values = true, hide_short_help = true)]
    pub memory_limit: Option<u64>,
}
