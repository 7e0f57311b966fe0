//! The arguments of `classic`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use minclue_teaching::{CountRule, StopRule, Strategy};

use super::super::args::values::{at_least_one, seed};
use super::super::args::{Common, FormatArg, TimeArgs, formats};

/// The arguments of `classic`.
#[derive(Debug, ClapArgs)]
pub struct ClassicArgs {
    #[command(subcommand)]
    pub solver: Classic,
}

impl ClassicArgs {
    /// Options that do not go together.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        match &self.solver {
            Classic::Fill(args) if args.list && matches!(args.format, FormatArg::Csv | FormatArg::Table) => {
                Some("a table has one row for each puzzle; use --list with --format text, json or jsonl")
            }
            Classic::Fill(FillArgs { trace: true, format, .. })
            | Classic::Search(SearchArgs { trace: true, format, .. })
                if !matches!(format, FormatArg::Auto | FormatArg::Jsonl) =>
            {
                Some("--trace writes lines of JSON; use --format jsonl")
            }
            Classic::Fill(FillArgs { steps: true, format, .. })
            | Classic::Search(SearchArgs { steps: true, format, .. })
                if !matches!(format, FormatArg::Auto | FormatArg::Text | FormatArg::Lines) =>
            {
                Some("--steps writes human-readable lines; use --trace for programs")
            }
            Classic::Fill(FillArgs { seed: Some(_), order, .. }) if *order != ValueOrder::Random => {
                Some("--seed requires --order random")
            }
            Classic::Search(SearchArgs { seed: Some(_), ties, .. }) if *ties != TieRule::Random => {
                Some("--seed requires --ties random")
            }
            Classic::Fill(_) | Classic::Search(_) | Classic::Squares(_) => None,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Classic {
    /// Fill a puzzle by brute force, cell by cell, with the exact number of tries (maniccam-2013)
    Fill(FillArgs),
    /// Search by backtracking with forward checking: FC, MRV and CtN, with neutralisation (abuluaih-2015)
    Search(SearchArgs),
    /// List the candidates, contribution numbers and neutralisation of each blank square (abuluaih-2015)
    Squares(SquaresArgs),
}

/// The arguments of `classic fill`.
#[derive(Debug, ClapArgs)]
pub struct FillArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    pub format: FormatArg,

    /// Find all solutions
    #[arg(long, conflicts_with = "max_solutions")]
    pub all: bool,

    /// Stop after N solutions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one, allow_hyphen_values = true)]
    pub max_solutions: u64,

    /// Write every solution as it is found
    #[arg(long)]
    pub list: bool,

    /// Write every change of the board as a line of JSON; the record follows
    #[arg(long, conflicts_with = "list")]
    pub trace: bool,

    /// Write every change of the board as a human-readable line
    #[arg(long, conflicts_with_all = ["list", "trace"])]
    pub steps: bool,

    /// Order in which each cell tries its values
    #[arg(long, value_enum, default_value_t, value_name = "ORDER")]
    pub order: ValueOrder,

    /// Seed of the random order [default: a new one for each run, which is in the record]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,

    /// Limit on tries for each puzzle
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    pub max_tries: Option<u64>,

    #[command(flatten)]
    pub limits: TimeArgs,
}

/// In which order a cell tries its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ValueOrder {
    /// 1, 2, 3, ...
    #[default]
    Ascending,
    /// A random order for each cell
    Random,
}

/// The arguments of `classic search`.
#[derive(Debug, ClapArgs)]
pub struct SearchArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    pub format: FormatArg,

    /// Orders of the squares
    #[arg(long, value_enum, value_name = "STRATEGY", value_delimiter = ',', default_value = "fc,mrv,ctn")]
    pub strategies: Vec<Strategy>,

    /// Write every change of the board as a line of JSON; the record follows
    #[arg(long)]
    pub trace: bool,

    /// Write every change of the board as a human-readable line, indented by depth
    #[arg(long, conflicts_with = "trace")]
    pub steps: bool,

    /// Draw the search tree of each strategy: .svg, or .dot for Graphviz
    #[arg(long, value_name = "FILE")]
    pub tree: Option<PathBuf>,

    /// When a search ends [default: solved for fc and mrv, neutralised for ctn, which matches the published numbers]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub stop: Option<StopRule>,

    /// Choice among equally good squares
    #[arg(long, value_enum, default_value_t, value_name = "RULE")]
    pub ties: TieRule,

    /// Seed of random ties [default: a new one for each run, which is in the record]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,

    /// Unit of recursions
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub unit: CountRule,

    /// Limit on recursions for each puzzle and strategy
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    pub node_limit: Option<u64>,

    #[command(flatten)]
    pub limits: TimeArgs,
}

/// Choice among equally good squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TieRule {
    /// The first, row by row
    #[default]
    First,
    /// A random one
    Random,
}

/// The arguments of `classic squares`.
#[derive(Debug, ClapArgs)]
pub struct SquaresArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    pub format: FormatArg,
}
