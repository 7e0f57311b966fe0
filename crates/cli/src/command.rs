//! What the arguments of every verb can do.

use clap::ArgMatches;

use super::args::Common;
use super::catalog::RegionChunk;
use super::exit::Exit;

/// The arguments of a verb, which know how to run it.
pub(super) trait Command {
    /// Runs the verb; what is wrong is said on standard error.
    fn run(&self) -> Exit;

    /// Options that do not go together, and what to do about it.
    fn conflict(&self) -> Option<String> {
        // Most of it is said to clap.
        None
    }

    /// The inputs and messages of a verb that answers one grid or puzzle after the other, and each by itself.
    fn common(&self) -> Option<&Common> {
        None
    }

    /// The parts of the catalog of a verb that searches one after the other, and each by itself.
    fn regions(&self) -> Option<Vec<RegionChunk>> {
        None
    }

    /// The parts of the catalog as they were said.
    fn parts(&self) -> &[String] {
        &[]
    }

    /// Takes what follows from other options where nothing was said.
    fn choose(&mut self, _: &ArgMatches) {}
}
