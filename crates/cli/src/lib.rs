//! The command line of `minclue`: one file per verb, and here the list of them. Only this crate prints, reads the
//! environment, handles signals and exits.
//!
//! `args` has the options that verbs share, `runner` runs a verb over its inputs, `output` writes results to standard
//! output and `message` what went wrong to standard error. [`main`] is the whole program; it is a crate so that other
//! programs can be the same one, as that of the Python package.

#![forbid(unsafe_code)]
#![expect(
    unreachable_pub,
    reason = "here `pub` means all of the command line; outside there are two functions, `embedded` and `readers`"
)]
#![cfg_attr(
    not(all(feature = "farm", feature = "papers")),
    allow(dead_code, unused_imports, reason = "verbs that are left out use it")
)]

mod answer;
mod answers;
mod args;
mod bilevel;
mod blueprints;
#[cfg(feature = "farm")]
mod campaign;
mod canon;
#[cfg(feature = "farm")]
mod catalog;
#[cfg(not(feature = "farm"))]
#[path = "no_catalog.rs"]
mod catalog;
mod cells;
mod certificates;
mod cheapest;
mod check;
#[cfg(feature = "papers")]
mod classic;
mod command;
mod completions;
mod context;
#[cfg(feature = "papers")]
mod courses;
#[cfg(not(feature = "papers"))]
#[path = "no_courses.rs"]
mod courses;
mod destination;
mod embedded;
mod enumerate;
mod enumerator;
mod examples;
mod exit;
mod explain;
mod explicit_options;
mod export;
mod file_guard;
mod generate;
mod grid_argument;
mod habits;
mod help;
mod hitting_set;
mod human_rating;
mod hypergraph;
mod input;
mod inputs;
mod journal;
mod last_look;
mod load_error;
mod man;
mod message;
mod minimize;
mod mismatch;
mod neighbors;
mod notes;
mod output;
mod parallel;
mod print;
mod program;
mod progress;
mod proof_export;
mod puzzle;
mod question;
mod rate;
#[doc(hidden)]
pub mod readers;
mod record_sink;
mod reference;
mod report;
mod rule_puzzle;
mod runner;
mod schema;
mod seed;
mod set_file;
mod sets;
mod sheet_puzzles;
mod show;
mod signal;
mod solution_file;
mod solve;
#[cfg(feature = "papers")]
mod study;
mod target;
mod trivial_bounds;
mod usage;
mod variant;
mod verify;
mod version;
mod weights;
mod worksheet;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::panic;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use self::args::{Color, EnumerateArgs, ExportArgs, GenerateArgs, PuzzleArgs, SolveArgs, VerifyArgs};
use self::bilevel::{BilevelVerbArgs, mibs};
use self::canon::CanonArgs;
use self::check::CheckArgs;
use self::command::Command;
use self::completions::CompletionsArgs;
use self::destination::Destination;
use self::explain::ExplainArgs;
use self::explicit_options::SaidOptions;
use self::man::ManArgs;
use self::message::Messages;
use self::minimize::MinimizeArgs;
use self::neighbors::NeighborsArgs;
use self::rate::RateArgs;
use self::report::ReportArgs;
use self::schema::SchemaArgs;
use self::sets::SetsArgs;
use self::show::ShowArgs;
use self::version::VersionArgs;
use self::worksheet::WorksheetArgs;

use self::exit::Exit;

pub use self::embedded::{Ended, Host, Message, Request};

/// The name of `sets --types` as a verb.
const BLUEPRINTS: &str = "blueprints";

/// Runs the program with the arguments of this process.
#[must_use]
pub fn main() -> ExitCode {
    run(&std::env::args_os().collect::<Vec<_>>()).into()
}

/// Runs the program inside another one, and returns its exit code. `starter` is what starts that one so that it does
/// this: a file, and the arguments before all others. `words` are the arguments.
///
/// It prints to standard output and standard error, and takes over SIGINT and SIGTERM for good.
#[must_use]
pub fn run_inside(starter: Vec<OsString>, words: Vec<OsString>) -> u8 {
    program::is_started_by(starter);
    let words: Vec<OsString> = [OsString::from("minclue")].into_iter().chain(words).collect();
    let exit = run(&words);
    // What ends the other program may not know of this buffer.
    let _ = io::stdout().flush();
    exit.code()
}

/// Runs the program: `words` are its name and its arguments.
fn run(words: &[OsString]) -> Exit {
    let run = || {
        if mibs::is_call(words) {
            return mibs::run(words);
        }
        match Args::from_words(words) {
            Ok(args) => args.run(),
            Err(said) => usage::usage(&said, words),
        }
    };
    // A panic is a defect of this program, and has the exit code of one.
    panic::catch_unwind(run).unwrap_or(Exit::Internal)
}

/// Find the fewest clues that determine a Sudoku grid, as an exact minimum hitting set of its unavoidable sets, and prove
/// that fewer cannot.
#[derive(Debug, Parser)]
#[command(name = "minclue", version, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub verb: Verb,

    /// The options of it that were said.
    #[arg(skip)]
    said: SaidOptions,

    /// Where its results go.
    #[arg(skip)]
    destination: Destination,
}

/// Makes the list of verbs: each has its help and the type of its arguments, which is a [`Command`], and some are only
/// there with a feature.
macro_rules! verbs {
    ($($(#[$meta:meta])* $verb:ident($args:ty) $(if $feature:literal)?,)*) => {
        #[derive(Debug, Subcommand)]
        pub enum Verb {
            $($(#[cfg(feature = $feature)])? $(#[$meta])* $verb($args),)*
        }

        impl Verb {
            fn command(&self) -> &dyn Command {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$verb(args) => args,)*
                }
            }

            fn command_mut(&mut self) -> &mut dyn Command {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$verb(args) => args,)*
                }
            }
        }
    };
}

verbs! {
    /// Find the fewest clues of each grid, and prove that fewer cannot determine it
    Solve(SolveArgs),
    /// List all puzzles of each grid with a given number of clues
    Enumerate(EnumerateArgs),
    /// Count the solutions of each puzzle, and find its redundant clues
    Check(CheckArgs),
    /// Draw grids and puzzles, as text or SVG
    Show(ShowArgs),
    /// List minimal unavoidable sets of each grid, or their types in all grids of a shape
    #[command(alias = BLUEPRINTS)]
    Sets(SetsArgs),
    /// Write models of each grid for ILP, bilevel, SAT and hitting-set solvers
    Export(ExportArgs),
    /// Find the fewest clues of other kinds of puzzles, or of any 0/1 model
    #[command(visible_alias = "fcp")]
    Puzzle(PuzzleArgs),
    /// Solve bilevel programs over integers (MPS and AUX files), with proof
    Bilevel(BilevelVerbArgs),
    /// Find the fewest constraints that contradict each other: clauses, groups or rows
    Explain(ExplainArgs),
    /// Check certificates that --certify wrote
    Verify(VerifyArgs),
    /// Make random puzzles and grids: by level, number of clues, symmetry or pattern
    Generate(GenerateArgs),
    /// Make a printable page of puzzles, your own or new ones, with their solutions
    Worksheet(WorksheetArgs),
    /// List all essentially different grids, band by band, as minlex forms
    Catalog(catalog::CatalogArgs) if "farm",
    /// Rate how hard each puzzle is for people, and show the steps as hints
    Rate(RateArgs),
    /// Write minlex forms; find automorphisms and isomorphic puzzles and grids
    Canon(CanonArgs),
    /// Remove clues until every clue is needed; with --exact, find the fewest of the clues
    Minimize(MinimizeArgs),
    /// Find puzzles by exchanging clues; with --to, search for puzzles with fewer clues
    #[command(alias = "hunt")]
    Neighbors(NeighborsArgs),
    /// Run the teaching solvers: brute-force fill, and backtracking with FC, MRV and CtN
    Classic(classic::ClassicArgs) if "papers",
    /// Run an experiment: many runs that differ in one setting, with tables and figures
    Study(study::StudyArgs) if "papers",
    /// Process many inputs, here or on a cluster; a killed run continues where it stopped
    Campaign(campaign::CampaignArgs) if "farm",
    /// Turn records into one HTML page: a table, minima, bounds over time, every grid
    Report(ReportArgs),
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
    /// Print the man page, or write those of all subcommands
    Man(ManArgs),
    /// Print the JSON Schemas of records
    Schema(SchemaArgs),
    /// Print the versions of minclue and of the solvers in it
    Version(VersionArgs),
}

impl Args {
    /// The arguments, with what clap cannot say about their combinations checked.
    ///
    /// # Errors
    /// What is wrong with them, or the help that was asked for.
    pub fn from_words(words: &[OsString]) -> Result<Self, clap::Error> {
        let words = &spelled_out(words);
        if words.get(1..).is_some_and(|asked| asked == ["help", "all"]) {
            return Err(help::of_all_verbs());
        }
        let mut command = habits::added(Self::command());
        // What is right needs no help, which would be made at every start; what is wrong is read once more.
        let matches = command
            .try_get_matches_from_mut(words)
            .or_else(|_| help::command_of(words).try_get_matches_from(words))
            .map_err(|error| habits::advised(error, &command, words))?;
        let mut args = Self::from_arg_matches(&matches).map_err(|e| e.format(&mut help::command()))?;
        args.said = SaidOptions::of(&command, &matches);
        let destination = Destination::of(&command, &matches);
        let Some((verb, matches)) = matches.subcommand() else { return Ok(args) };
        args.verb.command_mut().choose(matches);
        let conflict = match destination {
            Ok(destination) => {
                args.destination = destination;
                args.verb.command().conflict()
            }
            Err(message) => Some(message),
        };
        match conflict {
            Some(message) => {
                // The error shows the usage of the verb, not that of the whole program.
                let mut command = help::command();
                command.build();
                let command = command.find_subcommand_mut(verb).cloned().unwrap_or_else(help::command);
                Err(clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).with_cmd(&command))
            }
            None => Ok(args),
        }
    }

    #[must_use]
    pub fn run(&self) -> Exit {
        let _said = self.said.begin();
        match self.destination.begin() {
            Ok(_results) => self.verb.command().run(),
            Err(message) => {
                Messages::new(Color::Auto).error(&message, None);
                Exit::Internal
            }
        }
    }
}

/// The words, with the option that another name of a verb stands for.
fn spelled_out(words: &[OsString]) -> Vec<OsString> {
    let mut words = words.to_vec();
    if words.get(1).is_some_and(|verb| verb == BLUEPRINTS) {
        words.insert(2, OsString::from("--types"));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        help::command().debug_assert();
    }

    #[test]
    fn merged_verbs_have_their_other_names_too() {
        let verb = |name: &str| help::command().find_subcommand(name).map(|verb| verb.get_name().to_owned());
        for (other, name) in [("hunt", "neighbors"), ("blueprints", "sets")] {
            assert_eq!(verb(other).as_deref(), Some(name));
        }
    }
}
