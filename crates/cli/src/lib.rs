//! The command line of `minclue`: one file per verb, and here the list of them. Only this crate prints, reads the
//! environment, handles signals and exits.
//!
//! `args` has the options that verbs share, `session` runs a verb over its inputs, `output` writes results to standard
//! output and `message` what went wrong to standard error. [`main`] is the whole program; it is a crate so that other
//! programs can be the same one, as that of the Python package.

#![forbid(unsafe_code)]
#![expect(unreachable_pub, reason = "here `pub` means all of the command line; outside there are two functions")]

mod ahead;
mod answer;
mod answers;
mod args;
mod canon;
mod cells;
mod certificates;
mod check;
mod claims;
mod classic;
mod command;
mod context;
mod enumerate;
mod enumerator;
mod exit;
mod export;
mod fcp;
mod fewest;
mod generate;
mod grid_argument;
mod hypergraph;
mod input;
mod journal;
mod message;
mod minimize;
mod mismatch;
mod neighbors;
mod output;
mod outside;
mod program;
mod progress;
mod question;
mod rate;
mod seed;
mod session;
mod set_file;
mod sets;
mod signal;
mod solve;
mod study;
mod target;
mod usage;
mod verify;

use std::ffi::OsString;
use std::panic;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches as _, Parser, Subcommand};

use self::args::{ClassicArgs, EnumerateArgs, ExportArgs, FcpArgs, GenerateArgs, StudyArgs, VerifyArgs};
use self::canon::CanonArgs;
use self::check::CheckArgs;
use self::command::Command;
use self::minimize::MinimizeArgs;
use self::neighbors::NeighborsArgs;
use self::rate::RateArgs;
use self::sets::SetsArgs;
use self::solve::SolveArgs;

use self::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  minclue solve grids.txt                        one answer a grid, in order
  minclue solve --time-limit 60 --format jsonl - < grids.txt
  minclue solve --engine both 1234341221434321   a 4x4 grid, by two engines that must agree
  minclue solve --at-most 17 grids.txt           which grids have a puzzle with at most 17 clues?
  minclue enumerate -k 4 --minimal 1234341221434321
  minclue check '1...............'               is this puzzle valid, and is it minimal?
  minclue sets --source region --list grids.txt
  minclue export --what bilevel --to mps+aux -o models/ grids.txt
  minclue fcp --model m.mps --solution m.sol     the fewest clues of any 0/1 model
  minclue study inequalities --time-limit 600 -o study/ grids.txt
  minclue generate --clues 22..29 | minclue rate

Exit codes:
  0 every input answered      1 internal or I/O error     2 wrong usage
  3 some input was invalid    4 a limit stopped an answer 5 engines or a required check disagree
  130, 143 ended by a signal, with the bounds so far written out";

const INPUT_HELP: &str = "\
Input:
  A file, a grid itself, or - for standard input (also when nothing is given): one grid or
  puzzle a line, a name before it if you like, or blocks of rows. Digits above 9 are A to P;
  an empty cell is . or 0 (on 16x16, 0 is 16).";

const FCP_HELP: &str = "\
Examples:
  minclue fcp instances/puzzles/futoshiki.txt
  minclue fcp --model m.mps --solution m.sol --clue-vars 'x_*'
  minclue fcp --model m.lp --solution m.sol --engine both --follower highs
  minclue fcp --enumerate 4 --minimal latin.txt
  minclue fcp --export m --to mps+aux puzzle.txt

Puzzles:
  latin, sudoku, sudoku-x, windoku, jigsaw, futoshiki, kakuro, kakuro-sums, slitherlink, matching,
  coloring, queens: a line PUZZLE [NAME] and the solved puzzle below it, blocks between blank lines;
  docs/puzzles.md has the formats.";

const GENERATE_HELP: &str = "\
Examples:
  minclue generate                                       a minimal puzzle
  minclue generate -n 300 --clues 22..29 --seed 7 --format jsonl
  minclue generate --density 0.3 --valid
  minclue generate --tries 1000000.. --symmetry half-turn
  minclue generate --shape 4x4 --clues 110..120
  minclue generate --grids -n 10 | minclue solve

Each record has the command that makes its puzzle again.";

/// Runs the program with the arguments of this process.
#[must_use]
pub fn main() -> ExitCode {
    run(&std::env::args_os().collect::<Vec<_>>()).into()
}

/// Runs the program inside another one, and returns its exit code. `starter` is what starts that one so that it does this:
/// a file, and the arguments before all others. `words` are the arguments.
///
/// It prints to standard output and standard error, and takes over SIGINT and SIGTERM for good.
#[must_use]
pub fn run_inside(starter: Vec<OsString>, words: Vec<OsString>) -> u8 {
    program::is_started_by(starter);
    let words: Vec<OsString> = [OsString::from("minclue")].into_iter().chain(words).collect();
    run(&words).code()
}

/// Runs the program: `words` are its name and its arguments.
fn run(words: &[OsString]) -> Exit {
    let run = || match Args::from_words(words.to_vec()) {
        Ok(args) => args.run(),
        Err(said) => usage::usage(&said, words),
    };
    // A panic is a defect of this program, and has the exit code of one.
    panic::catch_unwind(run).unwrap_or(Exit::Internal)
}

/// The smallest set of clues that leaves a Sudoku grid as the only solution, with proof by search.
#[derive(Debug, Parser)]
#[command(name = "minclue", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// Makes the list of verbs: each has its help and the type of its arguments, which is a [`Command`].
macro_rules! verbs {
    ($($(#[$meta:meta])* $verb:ident($args:ty),)*) => {
        /// What to do.
        #[derive(Debug, Subcommand)]
        pub enum Verb {
            $($(#[$meta])* $verb($args),)*
        }

        impl Verb {
            fn command(&self) -> &dyn Command {
                match self {
                    $(Self::$verb(args) => args,)*
                }
            }

            fn command_mut(&mut self) -> &mut dyn Command {
                match self {
                    $(Self::$verb(args) => args,)*
                }
            }
        }
    };
}

verbs! {
    /// The minimum number of clues of each grid, and a puzzle that has it
    #[command(after_help = INPUT_HELP)]
    Solve(SolveArgs),
    /// All puzzles of each grid with a given number of clues
    #[command(after_help = INPUT_HELP)]
    Enumerate(EnumerateArgs),
    /// How many solutions a puzzle has, and which of its clues are redundant
    #[command(after_help = INPUT_HELP)]
    Check(CheckArgs),
    /// Minimal unavoidable sets of each grid
    #[command(after_help = INPUT_HELP)]
    Sets(SetsArgs),
    /// Models of each grid as files for other solvers
    #[command(after_help = INPUT_HELP)]
    Export(ExportArgs),
    /// The fewest clues of other puzzles, or of any 0/1 model with a solution
    #[command(after_help = FCP_HELP)]
    Fcp(FcpArgs),
    /// Check certificates that solve --certify wrote
    Verify(VerifyArgs),
    /// Random grids and puzzles: by density, by number of clues, minimal, symmetric, as hard as wanted
    #[command(after_help = GENERATE_HELP)]
    Generate(GenerateArgs),
    /// How hard each puzzle is: clues, tries, recursions of FC, MRV and CtN, NtN
    #[command(after_help = INPUT_HELP)]
    Rate(RateArgs),
    /// The minlex form of each puzzle or grid, its automorphisms, and what is isomorphic
    #[command(after_help = INPUT_HELP)]
    Canon(CanonArgs),
    /// A minimal puzzle inside each puzzle
    #[command(after_help = INPUT_HELP, alias = "minimise")]
    Minimize(MinimizeArgs),
    /// The valid puzzles that some clues taken away and others put in lead to, up to isomorphism
    #[command(after_help = INPUT_HELP, alias = "neighbours")]
    Neighbors(NeighborsArgs),
    /// The teaching solvers: brute-force fill, and backtracking with FC, MRV and CtN
    Classic(ClassicArgs),
    /// Many runs that differ in one thing, with tables and figures
    Study(StudyArgs),
}

impl Args {
    /// The arguments, with what clap cannot say about their combinations checked.
    ///
    /// # Errors
    /// What is wrong with them, or the help that was asked for.
    pub fn from_words(mut words: Vec<OsString>) -> Result<Self, clap::Error> {
        // As people try it.
        if let [_, word] = &mut words[..]
            && word == "version"
        {
            *word = "--version".into();
        }
        let matches = Self::command().try_get_matches_from(words)?;
        let mut args = Self::from_arg_matches(&matches).map_err(|e| e.format(&mut Self::command()))?;
        let Some((verb, matches)) = matches.subcommand() else { return Ok(args) };
        args.verb.command_mut().choose(matches);
        match args.verb.command().conflict() {
            Some(message) => {
                // The error shows the usage of the verb, not that of the whole program.
                let mut command = Self::command();
                command.build();
                let command = command.find_subcommand_mut(verb).cloned().unwrap_or_else(Self::command);
                Err(clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).with_cmd(&command))
            }
            None => Ok(args),
        }
    }

    /// Runs the verb.
    #[must_use]
    pub fn run(&self) -> Exit {
        self.verb.command().run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn verbs_have_their_british_spelling_too() {
        let verb = |name: &str| Args::command().find_subcommand(name).map(|verb| verb.get_name().to_owned());
        for (british, name) in ["minimise", "neighbours"].into_iter().zip(["minimize", "neighbors"]) {
            assert_eq!(verb(british).as_deref(), Some(name));
        }
        assert_eq!(verb("minimizing"), None);
    }
}
