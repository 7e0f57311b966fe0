//! The command line.

mod bilevel;
mod classic;
mod engine;
mod enumerate;
mod export;
mod fcp;
mod generate;
mod independent;
mod making;
mod sets;
mod study;
mod values;
mod verify;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args as ClapArgs, CommandFactory, FromArgMatches as _, Parser, Subcommand, ValueEnum};

use crate::sudoku::Shape;

pub use bilevel::{BilevelArgs, BranchingRule, BudgetOrder, Cuts, Follower, Heuristic, Leaf, Order, RegionRows};
pub use classic::{
    Classic, ClassicArgs, Counted, FillArgs, SearchArgs, SquareOrder, SquaresArgs, StopWhen, TieRule, ValueOrder,
};
pub use engine::Engine;
pub use enumerate::EnumerateArgs;
pub use export::{AuxStyle, ExportArgs, FileFormat, Model, NameStyle};
pub use fcp::{ClueArgs, FcpArgs};
pub(super) use generate::MAX_ATTEMPTS;
pub use generate::{DigOrder, GenerateArgs, GridFill, Symmetry};
pub use making::{CanonArgs, MinimizeArgs, NeighborsArgs, RateArgs};
use sets::REGIONS;
pub use sets::{Backend, Form, RegionPreset, SetsArgs, Source};
pub use study::{ClassicStudyArgs, InequalitiesArgs, SearchesArgs, Study, StudyArgs};
use values::{at_least_one, n_clues, number, seed, some_clues, threads, time};
pub use verify::VerifyArgs;

const EXAMPLES: &str = "\
Examples:
  minclue solve grids.txt                        one answer a grid, in order
  minclue solve --time-limit 60 --format jsonl - < grids.txt
  minclue solve --engine both 1234341221434321   a 4x4 grid, by two engines that must agree
  minclue solve --at-most 17 grids.txt           which grids have a puzzle with at most 17 clues?
  minclue enumerate -k 4 --minimal 1234341221434321
  minclue check '1...............'               is this puzzle valid, and is it minimal?
  minclue sets --source region --list grids.txt
  minclue export --model bilevel --format mps+aux -o models/ grids.txt
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
  minclue fcp --model m.mps --solution m.sol --clues 'x_*'
  minclue fcp --model m.lp --solution m.sol --engine both --follower highs
  minclue fcp --enumerate 4 --minimal latin.txt
  minclue fcp --export m --export-format mps+aux puzzle.txt

Puzzles:
  latin, sudoku, sudoku-x, windoku, jigsaw, futoshiki, kakuro, kakuro-sums, slitherlink, matching,
  colouring, queens: a line PUZZLE [NAME] and the solved puzzle below it, blocks between blank lines;
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

/// The smallest set of clues that leaves a Sudoku grid as the only solution, with proof by search.
#[derive(Debug, Parser)]
#[command(name = "minclue", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Verb {
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
    // Here -q is the q of {-p+q}.
    #[command(after_help = INPUT_HELP, alias = "neighbours", mut_arg("quiet", |quiet| quiet.short(None)))]
    Neighbors(NeighborsArgs),
    /// The teaching solvers: brute-force fill, and backtracking with FC, MRV and CtN
    Classic(ClassicArgs),
    /// Many runs that differ in one thing, with tables and figures
    Study(StudyArgs),
}

/// What all verbs have in common.
#[derive(Debug, ClapArgs)]
pub struct Common {
    /// A file, a grid itself, or - for standard input
    #[arg(value_name = "INPUT", default_value = "-", hide_default_value = true)]
    pub input: OsString,

    /// Box shape, rows x columns; tells 3x2 from 2x3, and 1x5 is the Latin square of order 5
    #[arg(long, value_name = "RxC", allow_hyphen_values = true)]
    pub shape: Option<Shape>,

    /// Write what the engines report to standard error
    #[arg(short, long)]
    pub verbose: bool,

    /// No progress on standard error
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Colours in messages.
    #[arg(help = "Colours in messages; auto also obeys NO_COLOR")]
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
}

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One array of all records
    Json,
    /// One record a line, each as soon as it is known
    Jsonl,
}

/// How results are written where a table of them makes sense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people
    #[default]
    Text,
    /// A table with a head line
    Csv,
    /// One array of all records
    Json,
    /// One record a line, each as soon as it is known
    Jsonl,
}

impl From<Format> for TableFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
            Format::Jsonl => Self::Jsonl,
        }
    }
}

/// When messages are coloured.
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

/// The arguments of `solve`.
#[derive(Debug, ClapArgs)]
pub struct SolveArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,

    /// native, bilevel, both (one after the other, compared), or a published search: checker2006, dmus-basic, dmus,
    /// checker2012, v1 to v5, with settings such as dmus/sets=512/shrink=up
    #[arg(long, default_value_t, default_value_if("independent", "true", "both"), value_name = "ENGINE")]
    pub engine: Engine,

    /// Two engines that share nothing that searches or decides; implies --engine both
    #[arg(long)]
    pub independent: bool,

    /// At most so long for each grid and engine
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,

    /// At most so many search nodes for each grid and engine
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    pub node_limit: Option<u64>,

    /// At most so much memory for the process, in MB
    #[arg(long, value_name = "MB", value_parser = at_least_one, allow_hyphen_values = true)]
    pub memory_limit: Option<u64>,

    /// Stop as soon as it is known whether a puzzle has at most K clues
    #[arg(long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true, conflicts_with = "at_least")]
    pub at_most: Option<usize>,

    /// Stop as soon as it is known whether the minimum is at least K
    #[arg(long, value_name = "K", value_parser = some_clues, allow_hyphen_values = true)]
    pub at_least: Option<usize>,

    /// Write a certificate of the answer, and check it before the answer is shown; {} stands for the number of the grid
    #[arg(long, value_name = "FILE")]
    pub certify: Option<PathBuf>,

    /// How the native engine works.
    #[command(flatten)]
    pub native: NativeArgs,

    /// Where the start sets of the bilevel engine or of a published search come from [default: complete, or those of its paper]
    #[arg(long, value_enum, value_name = "SOURCE")]
    pub source: Option<Source>,

    /// The regions of --source region [default: all]
    #[arg(long, value_enum, value_name = "REGIONS")]
    pub regions: Option<RegionPreset>,

    /// Start sets of every engine from a file: records of sets --list, cut lists, lines of cell numbers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "regions"])]
    pub from: Option<PathBuf>,

    /// At most so many start sets; with 0 an engine starts from none
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    pub max_sets: Option<u64>,

    /// How the bilevel engine works.
    #[command(flatten)]
    pub bilevel: BilevelArgs,
}

/// How the native engine works: nothing here changes what is true, only the way there.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct NativeArgs {
    /// Fixes every random choice
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,

    /// Threads of the native engine; the answer is the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_hyphen_values = true)]
    pub threads: usize,

    /// Do not use the grid's automorphisms
    #[arg(long)]
    pub no_symmetry: bool,

    /// Vector instructions of the native engine; the answer is the same for all
    #[arg(long, value_enum, default_value_t, value_name = "SET")]
    pub instructions: Instructions,
}

/// Vector instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Instructions {
    /// The widest that this machine has
    #[default]
    Best,
    /// At most AVX2
    Avx2,
    /// Those that every machine has
    Portable,
}

/// The arguments of `check`.
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,

    /// Does the puzzle belong to this grid?
    #[arg(long, value_name = "GRID")]
    pub grid: Option<String>,

    /// Exit with code 5 unless every puzzle has one solution and belongs to --grid
    #[arg(long)]
    pub require_valid: bool,

    /// At most so long for each puzzle
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
}

impl Args {
    /// The arguments of this process, with what clap cannot say about their combinations checked.
    ///
    /// # Errors
    /// What is wrong with them, or the help that was asked for.
    pub fn from_env() -> Result<Self, clap::Error> {
        let mut words: Vec<OsString> = std::env::args_os().collect();
        // As people try it.
        if let [_, word] = &mut words[..]
            && word == "version"
        {
            *word = "--version".into();
        }
        let matches = Self::command().try_get_matches_from(words)?;
        let mut args = Self::from_arg_matches(&matches).map_err(|e| e.format(&mut Self::command()))?;
        if let Some((_, matches)) = matches.subcommand() {
            args.verb.choose_engine(matches);
        }
        match args.verb.conflict() {
            Some((verb, message)) => {
                // The error shows the usage of the verb, not that of the whole program.
                let mut command = Self::command();
                command.build();
                let command = command.find_subcommand_mut(verb).cloned().unwrap_or_else(Self::command);
                Err(clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).with_cmd(&command))
            }
            None => Ok(args),
        }
    }
}

/// What is wrong with an option of the bilevel engine beside another.
fn about_bilevel(option: &str) -> String {
    // Of both engines, neither need be confirmed by the other.
    let both = if option == "--cross-check" { "" } else { " or --engine both" };
    format!("{option} is about the bilevel engine: take --engine bilevel{both}, or leave it out")
}

/// What is wrong with the settings of engines, and with a certificate beside them.
fn engines(engine: Engine, bilevel: &BilevelArgs, certify: bool) -> Option<&'static str> {
    let message = if certify && matches!(engine, Engine::Both | Engine::Published(_)) {
        "one engine writes one certificate; --certify goes with --engine native or bilevel"
    } else if certify && bilevel.node_order != Order::Depth {
        "a certificate is written node by node; --certify goes with --node-order depth"
    } else if certify && bilevel.budgets != BudgetOrder::Rising {
        "a certificate refutes one number of clues; --certify goes with --budgets rising"
    } else if certify && bilevel.state.is_some() {
        "a run that goes on from a state has no proof of what came before; --certify goes without --state"
    } else if bilevel.cross_check && engine != Engine::Bilevel {
        "--cross-check confirms answers of the bilevel engine; it goes with --engine bilevel"
    } else if bilevel.follower == Follower::Cbc && !cfg!(feature = "cbc") {
        "this minclue was built without CBC; take --follower highs"
    } else if bilevel.follower != Follower::Oracle && bilevel.leaf.is_some_and(|l| l != Leaf::Lp) {
        "the native search has a follower of its own; --follower highs and cbc go with --leaf lp"
    } else if bilevel.leaf_clues.is_some() && bilevel.leaf != Some(Leaf::Native) {
        "--leaf-clues says when the native search takes over; it goes with --leaf native only"
    } else {
        return None;
    };
    Some(message)
}

impl Verb {
    /// Takes the bilevel engine where no engine was said and an option was that no other can follow.
    fn choose_engine(&mut self, matches: &ArgMatches) {
        let (engine, asked_for) = match self {
            Self::Solve(a) if !a.independent => (&mut a.engine, a.bilevel.asked_for()),
            Self::Fcp(a) if !a.independent => (&mut a.engine, a.bilevel.tuned_by()),
            _ => return,
        };
        if asked_for.is_some() && matches.value_source("engine") != Some(ValueSource::CommandLine) {
            *engine = Engine::Bilevel;
        }
    }

    /// Options that do not go together: the verb and what to do about it.
    fn conflict(&self) -> Option<(&'static str, String)> {
        let is_bilevel = |engine| matches!(engine, Engine::Bilevel | Engine::Both);
        let owned = |message: &'static str| message.to_owned();
        match self {
            Self::Check(_) | Self::Study(_) | Self::Rate(_) | Self::Canon(_) | Self::Minimize(_) => None,
            Self::Verify(a) => a.conflict().map(|message| ("verify", owned(message))),
            Self::Generate(a) => a.conflict().map(|message| ("generate", owned(message))),
            Self::Neighbors(a) => a.conflict().map(|message| ("neighbors", owned(message))),
            Self::Classic(a) => a.conflict().map(|message| ("classic", owned(message))),
            Self::Solve(a) => {
                let of_engine =
                    a.bilevel.asked_for().filter(|_| !a.independent && !is_bilevel(a.engine)).map(about_bilevel);
                let of_regions = (a.regions.is_some() && a.source != Some(Source::Region)).then_some(REGIONS);
                let apart = || independent::conflict(a.engine, &a.bilevel, a.source, a.from.is_some());
                let apart = || a.independent.then(apart).flatten();
                let more =
                    || engines(a.engine, &a.bilevel, a.certify.is_some()).or(of_regions).or_else(apart).map(owned);
                of_engine.or_else(more).map(|message| ("solve", message))
            }
            Self::Fcp(a) => {
                let of_engine =
                    a.bilevel.tuned_by().filter(|_| !a.independent && !is_bilevel(a.engine)).map(about_bilevel);
                let apart = || independent::conflict(a.engine, &a.bilevel, None, false);
                let apart = || a.independent.then(apart).flatten();
                let engines = || engines(a.engine, &a.bilevel, a.certify.is_some());
                let more = || a.conflict().or_else(|| engines().or_else(apart).map(owned));
                of_engine.or_else(more).map(|message| ("fcp", message))
            }
            Self::Enumerate(a) => a.conflict().map(|message| ("enumerate", owned(message))),
            Self::Sets(a) => a.conflict().map(|message| ("sets", owned(message))),
            Self::Export(a) => a.conflict().map(|message| ("export", message)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }
}
