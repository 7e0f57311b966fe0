//! The arguments of the native engine.

use clap::Args as ClapArgs;

use minclue_engines::search::Instructions;
use minclue_solver::Settings;

use super::heading;
use super::values::{seed, threads};

/// How the native engine works: nothing here changes what is true, only the way there.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct NativeArgs {
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    #[arg(help_heading = heading::ENGINE, hide_short_help = true)]
    pub seed: u64,

    /// Threads of the native engine, or auto for all cores
    ///
    /// No number changes the answer.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_hyphen_values = true)]
    #[arg(help_heading = heading::ENGINE)]
    pub threads: usize,

    /// Do not use the automorphisms of the grid
    #[arg(long)]
    #[arg(help_heading = heading::ENGINE, hide_short_help = true)]
    pub no_symmetry: bool,

    /// Vector instructions of the native engine; none changes the answer
    #[arg(long, value_enum, default_value_t, value_name = "SET")]
    #[arg(help_heading = heading::ENGINE, hide_short_help = true)]
    pub instructions: Instructions,
}

impl NativeArgs {
    /// The same for the solver, with nothing else said.
    pub(in super::super) fn settings(&self) -> Settings {
        let Self { seed, threads, no_symmetry, instructions } = *self;
        Settings { seed, threads, symmetry: !no_symmetry, instructions, ..Settings::default() }
    }
}
