//! The arguments of `generate`.

use std::ffi::OsString;
use std::ops::RangeInclusive;

use clap::{Args as ClapArgs, ValueEnum};

use minclue_core::sudoku::Shape;
use minclue_puzzles::puzzle_tools::{Pattern, RemovalOrder};
use minclue_puzzles::techniques::SolvingLevel;

use super::heading;
use super::values::{at_least_one, density, range, seed};
use super::{Color, FormatArg, ThreadArgs, TimeArgs, VariantArgs, formats};

/// Attempts at a puzzle, if nothing else is said.
pub(in super::super) const MAX_ATTEMPTS: u64 = 100_000;

/// The arguments of `generate`.
#[derive(Clone, Debug, ClapArgs)]
pub struct GenerateArgs {
    /// Output format
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Number of puzzles; of each grid, with --from
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::OUTPUT)]
    pub number: u64,

    /// Seed of every random choice [default: a new one for each run]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SEED)]
    pub seed: Option<u64>,

    /// Number of the first puzzle of this seed; each puzzle can be made without those before it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SEED)]
    #[arg(hide_short_help = true)]
    pub first: u64,

    /// Box shape, rows x columns [default: 3x3, or that of --from]
    #[arg(long, value_name = "RxC", allow_hyphen_values = true)]
    #[arg(help_heading = heading::INPUT)]
    pub shape: Option<Shape>,

    /// The rules beside those of the shape: random grids are then drawn by the solver.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// Use these grids, not random ones: a file, a grid, or - for standard input; may be repeated
    #[arg(long, value_name = "INPUT", conflicts_with = "fill")]
    #[arg(help_heading = heading::INPUT)]
    #[arg(hide_short_help = true)]
    pub from: Vec<OsString>,

    /// Source of random grids [default: permutations up to 9x9, solver above]
    #[arg(long, value_enum, value_name = "HOW")]
    #[arg(help_heading = heading::INPUT)]
    #[arg(hide_short_help = true)]
    pub fill: Option<GridFill>,

    /// Draw every grid of the shape with the same probability: short for --fill uniform
    #[arg(long, conflicts_with_all = ["fill", "from", "pattern"])]
    #[arg(help_heading = heading::INPUT)]
    #[arg(hide_short_help = true)]
    pub uniform: bool,

    /// Write complete grids, not puzzles
    #[arg(long, conflicts_with_all = ["density", "valid", "minimal", "clues", "level", "symmetry", "pattern", "dig"])]
    #[arg(help_heading = heading::QUESTION)]
    pub grids: bool,

    /// Keep each cell with probability D, 0 to 1, whatever the number of solutions (maniccam-2013)
    #[arg(long, value_name = "D", value_parser = density, allow_hyphen_values = true, conflicts_with_all = ["symmetry", "dig"])]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub density: Option<f64>,

    /// With --density: only puzzles with one solution
    #[arg(long, visible_alias = "unique", requires = "density")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub valid: bool,

    /// Only minimal puzzles, in which every clue is needed
    #[arg(long)]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub minimal: bool,

    /// Number of clues, or a range such as 22..29, both ends included [default: remove clues until every clue is
    /// needed]
    #[arg(short = 'k', long, value_name = "RANGE", value_parser = range, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub clues: Option<RangeInclusive<u64>>,

    /// Only puzzles whose brute-force fill takes a number of tries in this range, such as 100000.. or 188..1404
    #[cfg_attr(feature = "papers", arg(long, value_name = "RANGE", value_parser = range, conflicts_with = "grids"))]
    #[cfg_attr(feature = "papers", arg(allow_hyphen_values = true, help_heading = heading::QUESTION))]
    #[cfg_attr(feature = "papers", arg(hide_short_help = true))]
    #[cfg_attr(not(feature = "papers"), arg(skip))]
    pub tries: Option<RangeInclusive<u64>>,

    /// Only puzzles whose backtracking by contribution numbers takes a number of recursions in this range
    #[cfg_attr(feature = "papers", arg(long, value_name = "RANGE", value_parser = range, conflicts_with = "grids"))]
    #[cfg_attr(feature = "papers", arg(allow_hyphen_values = true, help_heading = heading::QUESTION))]
    #[cfg_attr(feature = "papers", arg(hide_short_help = true))]
    #[cfg_attr(not(feature = "papers"), arg(skip))]
    pub ctn: Option<RangeInclusive<u64>>,

    /// Only puzzles of this level, as minclue rate reports it
    #[arg(long, visible_alias = "difficulty", value_enum, value_name = "LEVEL")]
    #[arg(help_heading = heading::QUESTION)]
    pub level: Option<SolvingLevel>,

    /// Symmetry of the pattern of clues
    #[arg(long, value_enum, default_value_t, value_name = "SYMMETRY")]
    #[arg(help_heading = heading::QUESTION)]
    pub symmetry: Pattern,

    /// Clues in exactly these cells: r1c1,r2c3,... or a line or a file that marks them, such as X..X..
    #[arg(long, value_name = "CELLS|FILE", conflicts_with_all = ["density", "clues", "symmetry", "dig"])]
    #[arg(help_heading = heading::QUESTION)]
    pub pattern: Option<OsString>,

    /// Order in which clues are removed
    #[arg(long, value_enum, default_value_t, value_name = "ORDER")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub dig: RemovalOrder,

    /// Give up on a puzzle after N attempts; with few clues, that may take hours
    #[arg(long, value_name = "N", default_value_t = MAX_ATTEMPTS, value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    #[arg(hide_short_help = true)]
    pub max_attempts: u64,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// Who works on it.
    #[command(flatten)]
    pub threads: ThreadArgs,

    /// Print no message about the seed or about puzzles that were given up
    #[arg(short, long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub quiet: bool,

    /// Use colors; auto obeys `NO_COLOR`
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(help_heading = heading::OUTPUT)]
    #[arg(hide_short_help = true)]
    pub color: Color,
}

impl GenerateArgs {
    /// Options that do not go together.
    pub(in super::super) fn contradiction(&self) -> Option<&'static str> {
        let is_drawn = self.uniform || self.fill.is_some_and(|fill| fill != GridFill::Solver);
        if !self.variant.is_plain() && is_drawn {
            return Some("--variant requires --fill solver, which draws grids with more rules");
        }
        if let Some(message) = self.of_rules(&self.variant) {
            return Some(message);
        }
        if self.fill == Some(GridFill::Uniform) && self.pattern.is_some() {
            return Some("--pattern changes the grid, so its grids are not uniform; omit --fill uniform or --pattern");
        }
        let end = self.first.checked_add(self.number);
        end.is_none().then_some("the numbers of puzzles have 64 bits; give a smaller --first or -n")
    }

    /// What these rules, of `--variant` or of a grid of `--from`, do not go with.
    pub(in super::super) fn of_rules(&self, rules: &VariantArgs) -> Option<&'static str> {
        if rules.is_plain() {
            None
        } else if self.tries.is_some() || self.ctn.is_some() {
            Some("--tries and --ctn count the steps of solvers of plain grids, and cannot be used with more rules")
        } else if self.level == Some(SolvingLevel::Beyond) {
            Some("--level beyond cannot be used with more rules, which the known techniques do not use")
        } else {
            rules.of_format(self.format)
        }
    }

    /// Where random grids of a shape come from.
    pub(in super::super) fn fill_of(&self, shape: Shape) -> GridFill {
        let default = if shape.n() <= Shape::NINE.n() && self.variant.is_plain() {
            GridFill::Permutations
        } else {
            GridFill::Solver
        };
        if self.uniform { GridFill::Uniform } else { self.fill.unwrap_or(default) }
    }
}

/// Where random grids come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GridFill {
    /// Brute-force fill with a random order of values for each cell (maniccam-2013, section 7)
    #[cfg_attr(not(feature = "papers"), value(skip))]
    Permutations,
    /// Solver with values in random order
    Solver,
    /// Every grid with the same probability: 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3
    Uniform,
}

impl GridFill {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Permutations => "permutations",
            Self::Solver => "solver",
            Self::Uniform => "uniform",
        }
    }
}
