//! The settings that reach the engines, from the arguments.

use std::path::Path;

use crate::ilp;
use crate::report::Question;
use crate::search;

use super::args::{BilevelArgs, Follower, Instructions, NativeArgs, RegionPreset, Source};

/// The settings that reach the engines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    pub(super) native: NativeArgs,
    pub(super) bilevel: &'a BilevelArgs,
    /// What is asked, if it is not the minimum.
    pub(super) question: Option<Question>,
    /// None for those that the engine takes by itself.
    pub(super) source: Option<Source>,
    pub(super) regions: RegionPreset,
    pub(super) max_sets: Option<usize>,
    /// The certificate to write.
    pub(super) certify: Option<&'a Path>,
}

impl Settings<'_> {
    /// The ILP solver that answers in place of the oracle, if one shall.
    ///
    /// # Errors
    /// A message if this program was built without it.
    pub(super) fn backend(&self) -> Result<Option<ilp::Backend>, String> {
        let name = match self.bilevel.follower {
            Follower::Oracle => return Ok(None),
            Follower::Highs => "highs",
            Follower::Cbc => "cbc",
        };
        name.parse().map(Some).map_err(|e| format!("--follower {name}: {e}"))
    }
}

/// The settings of the native engine.
pub(super) fn native(args: NativeArgs, question: Option<Question>) -> search::Options {
    search::Options {
        seed: args.seed,
        threads: args.threads,
        symmetry: !args.no_symmetry,
        instructions: match args.instructions {
            Instructions::Best => search::Instructions::Best,
            Instructions::Avx2 => search::Instructions::Avx2,
            Instructions::Portable => search::Instructions::Portable,
        },
        heuristic: true,
        at_most: question.map(Question::at_most),
    }
}
