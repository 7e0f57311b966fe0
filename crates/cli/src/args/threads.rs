//! How many threads share the work of a verb without an engine.

use clap::Args as ClapArgs;

use super::values::threads;

/// How many threads share the work.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct ThreadArgs {
    /// Threads that share the work, or auto for all cores
    ///
    /// No number changes the answers or their order.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_hyphen_values = true)]
    pub threads: usize,
}
