//! Which minclue this is: what `--version` says and what records carry.

use clap::Args as ClapArgs;

use minclue_engines::search::instructions;

use super::command::Command;
use super::exit::Exit;
use super::print;

/// The version as records carry it: `0.1.0+g1a2b3c4d5`, or without the commit where it is not known.
pub(super) const VERSION: &str = env!("MINCLUE_VERSION");

/// What `--version` says: the version, the commit, and the solvers in this build.
pub(super) fn long() -> String {
    let commit = option_env!("MINCLUE_COMMIT").map_or_else(String::new, |commit| format!(" (commit {commit})"));
    let without = |option: &str| format!("not in this build (feature {option})");
    let highs = minclue_lp::highs_version().unwrap_or_else(|| without("highs"));
    let cbc = minclue_lp::cbc_version().unwrap_or_else(|| without("cbc"));
    let (version, target) = (env!("CARGO_PKG_VERSION"), env!("MINCLUE_TARGET"));
    let left_out = [("papers", cfg!(feature = "papers")), ("farm", cfg!(feature = "farm"))];
    let left_out: String = left_out
        .into_iter()
        .filter(|(_, is_there)| !is_there)
        .map(|(feature, _)| format!("{feature:8}{}\n", without(feature)))
        .collect();
    format!(
        "{version}{commit}\nHiGHS   {highs}\nCBC     {cbc}\n{left_out}target  {target}, vector instructions: {}",
        instructions()
    )
}

/// The arguments of `version`.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct VersionArgs {}

impl Command for VersionArgs {
    fn run(&self) -> Exit {
        print::text(format!("minclue {}\n", long()).as_bytes())
    }
}
