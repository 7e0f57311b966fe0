//! How many inputs are answered at a time.

use clap::Args as ClapArgs;

use super::heading;
use super::values::threads;

/// How many inputs are answered at a time.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct JobArgs {
    /// Inputs that are answered side by side, or auto for all cores; the answers and their order are the same for any
    /// number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_hyphen_values = true)]
    #[arg(help_heading = heading::INPUT)]
    pub jobs: usize,
}
