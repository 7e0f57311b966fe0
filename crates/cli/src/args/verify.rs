//! The arguments of `verify`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args as ClapArgs, ValueEnum};

use minclue_core::ilp::NoAnswer;
use minclue_core::sudoku::Shape;

use super::super::weights::WeightsFile;
use super::heading;
use super::values::{at_least_one, time};
use super::{ClueArgs, FormatArg, MessageArgs, VariantArgs, formats};

/// What a choice of the leader is that leaves the follower without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NoAnswerArg {
    /// The choice is not allowed
    Forbidden,
    /// The choice prevents every answer
    Prevented,
}

impl From<NoAnswerArg> for NoAnswer {
    fn from(arg: NoAnswerArg) -> Self {
        match arg {
            NoAnswerArg::Forbidden => Self::Forbidden,
            NoAnswerArg::Prevented => Self::Prevented,
        }
    }
}

/// The arguments of `verify`.
#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("paid").args(["bilevel", "weights", "rows"]).multiple(true))]
#[command(group = ArgGroup::new("outside_checkers").args(["outside", "veripb"]).multiple(true))]
pub struct VerifyArgs {
    /// Certificates, or - for standard input [default: -]
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub files: Vec<PathBuf>,

    /// Time limit for each certificate: seconds, or 500ms, 5m, 1h30m; at the limit, it is neither accepted nor refused
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    #[arg(hide_short_help = true)]
    pub time_limit: Option<Duration>,

    /// Check that the certificates are about this grid, or those of a file; - is standard input
    #[arg(long, value_name = "GRID", conflicts_with_all = ["model", "puzzle"])]
    #[arg(help_heading = heading::QUESTION)]
    pub grid: Option<OsString>,

    /// Box shape of --grid, rows x columns
    #[arg(long, value_name = "RxC", requires = "grid", allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub shape: Option<Shape>,

    /// The rules of --grid beside those of its shape.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// Check that they are about this model and its --solution, as for puzzle
    #[arg(long, value_name = "FILE", requires = "solution", conflicts_with = "puzzle")]
    #[arg(help_heading = heading::QUESTION)]
    pub model: Option<PathBuf>,

    /// Known solution of --model, as for puzzle
    #[arg(long, value_name = "FILE", requires = "model")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub solution: Option<PathBuf>,

    /// Check that they are about the puzzles of this file, as for puzzle; - is standard input
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION)]
    pub puzzle: Option<OsString>,

    /// Check that they are about this bilevel program, an MPS or .ki file, and report what they prove of its value
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grid", "model", "puzzle"])]
    #[arg(help_heading = heading::QUESTION)]
    pub bilevel: Option<PathBuf>,

    /// AUX file of --bilevel [default: the file of the same name]
    #[arg(long, value_name = "FILE", requires = "bilevel")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub aux: Option<PathBuf>,

    /// With --bilevel: check that they are about this follower objective value, which they prove preventable or not
    #[arg(long, value_name = "T", requires = "bilevel", allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub target: Option<i64>,

    /// With --bilevel: check that certificates of its value are about the pessimistic reading
    #[arg(long, requires = "bilevel")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub pessimistic: bool,

    /// With --bilevel: check how certificates of its value count a choice without an answer
    #[arg(long, value_enum, requires = "bilevel", value_name = "WHAT")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub no_answer: Option<NoAnswerArg>,

    /// Most that the leader may pay: in blocker problems of --bilevel with other rows of the leader, or with --weights
    /// or --rows
    #[arg(long, value_name = "C", allow_hyphen_values = true, requires = "paid")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub cost: Option<i64>,

    /// Check that they are about the constraints of this file, as for explain
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grid", "model", "puzzle", "bilevel"])]
    #[arg(help_heading = heading::QUESTION)]
    pub explain: Option<PathBuf>,

    /// Rows of --explain that always hold, as for explain
    #[arg(long, value_name = "PATTERNS", requires = "explain")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub hard: Option<String>,

    /// Check that they are about this hypergraph
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grid", "model", "puzzle", "bilevel", "explain"])]
    #[arg(help_heading = heading::QUESTION)]
    pub hypergraph: Option<PathBuf>,

    /// Vertices of --hypergraph that had to be taken, as for solve; with --grid, cells (and --weights or --rows)
    #[arg(long, value_name = "CELLS")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub given: Option<String>,

    /// Vertices or cells that must not be taken, in the same form
    #[arg(long, value_name = "CELLS")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub forbidden: Option<String>,

    /// Weights of the problem, as for solve, puzzle or explain
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub weights: Option<WeightsFile>,

    /// Rows that the choice must satisfy, as for solve, puzzle or explain
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub rows: Option<PathBuf>,

    /// What may be a clue of --model or --puzzle: as it was for puzzle.
    #[command(flatten)]
    pub which: ClueArgs,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Files for outside checkers.
    #[arg(
        help = "Write the proof of one certificate for third-party checkers into DIR: OPB and VeriPB, and the puzzle's uniqueness as CNF and DRAT"
    )]
    #[arg(long, value_name = "DIR")]
    #[arg(help_heading = heading::PROOF)]
    pub outside: Option<PathBuf>,

    /// Check the proof with the program veripb too
    #[arg(long)]
    #[arg(help_heading = heading::PROOF)]
    pub veripb: bool,

    /// With --outside or --veripb: write proofs of up to N steps [default: 10000000, up to 3 GB]
    #[arg(long, alias = "max-proof-steps", value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(requires = "outside_checkers", help_heading = heading::PROOF)]
    #[arg(hide_short_help = true)]
    pub max_steps: Option<u64>,

    #[command(flatten)]
    pub messages: MessageArgs,
}

impl VerifyArgs {
    /// Options that do not go together, and what to do about it.
    pub(in super::super) fn contradiction(&self) -> Option<&'static str> {
        let of_file = [&self.model, &self.explain, &self.hypergraph].into_iter().flatten().next();
        let is_named = of_file.is_some() || self.grid.is_some() || self.puzzle.is_some();
        let is_weighted = self.weights.is_some() || self.rows.is_some();
        let has_conditions = self.hypergraph.is_some() || (self.grid.is_some() && is_weighted);
        let files = self.files.iter().filter(|file| file.as_os_str() == "-").count();
        let problems = [&self.grid, &self.puzzle].into_iter().flatten().filter(|argument| *argument == "-").count();
        if !self.variant.is_plain() && self.grid.is_none() {
            Some("--variant requires --grid")
        } else if is_weighted && !is_named {
            Some("--weights and --rows require --grid, --puzzle, --model, --explain or --hypergraph")
        } else if (self.given.is_some() || self.forbidden.is_some()) && !has_conditions {
            Some("--given and --forbidden require --hypergraph, or --grid and --weights or --rows")
        } else if files + problems > 1 {
            Some("standard input can be read only once: give the certificate or the problem as a file")
        } else if self.which.is_used() && self.model.is_none() && self.puzzle.is_none() {
            Some("--clue-vars, --both-signs and --shown require --model or --puzzle")
        } else if self.files.len() > 1 && (self.outside.is_some() || self.veripb) {
            Some("--outside and --veripb take one certificate at a time")
        } else {
            None
        }
    }
}
