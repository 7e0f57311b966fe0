//! What is said while a verb runs, the same for every verb that says something.

use clap::{Args as ClapArgs, ValueEnum};

use super::heading;

/// What is said while a verb runs.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct MessageArgs {
    /// Print a detailed log to standard error
    #[arg(short, long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub verbose: bool,

    /// Show no progress
    #[arg(short, long, conflicts_with = "verbose")]
    #[arg(help_heading = heading::OUTPUT)]
    pub quiet: bool,

    #[arg(help = "Use colors; auto obeys NO_COLOR")]
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(help_heading = heading::OUTPUT, hide_short_help = true)]
    pub color: Color,
}

/// When messages are colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
