//! The arguments of `export`.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};

use minclue_core::ilp::Names;
use minclue_engines::bilevel::RegionRows;
use minclue_solver::{RegionPreset, SetSource};

use super::heading;
use super::values::{at_least_one, number};
use super::{Common, FormatArg, formats};

/// The arguments of `export`.
#[derive(Debug, ClapArgs)]
pub struct ExportArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Format of the files [default: by the ending of -o; otherwise mps+aux for bilevel, cnf for second, mps for other
    /// models]
    #[arg(long, value_enum, value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub to: Option<FileFormat>,

    /// Model to write [default: hitting for lp, mps, opb, wcnf and hgr; second for cnf; otherwise bilevel]
    #[arg(long, value_enum, value_name = "MODEL")]
    #[arg(help_heading = heading::OUTPUT)]
    pub what: Option<Model>,

    /// Output format of the names of the files
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    #[arg(hide_short_help = true)]
    pub format: FormatArg,

    /// Source of the unavoidable-set inequalities
    #[arg(long, value_enum, default_value_t, value_name = "SOURCE")]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub source: SetSource,

    /// Regions of --source region [default: all]
    #[arg(long, value_enum, value_name = "REGIONS")]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub regions: Option<RegionPreset>,

    /// Read the unavoidable sets from FILE: records of sets --list, or lines of cell numbers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "regions"])]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub from: Option<PathBuf>,

    /// Use only sets of at most N cells
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub max_size: Option<u64>,

    /// Use at most N inequalities; 0 gives the plain model of tjusila-2023
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub max_sets: Option<u64>,

    /// Add minima of regions as rows of the leader: the clues that all bands but one need, and so on [default: none]
    #[arg(long, value_enum, value_name = "ROWS")]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub region_rows: Option<RegionRows>,

    /// Add rows of the leader that break the symmetries of the grid
    #[arg(long)]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub symmetry_rows: bool,

    /// Clues of --what follower and second: r1c1,r2c3,... or a line that marks them [default: those of the puzzle]
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub given: Option<String>,

    /// Size of --what sets, m in (D1); smaller sets of the source are cut off
    #[arg(long, value_name = "M", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub size: Option<u64>,

    /// How the AUX file of --to mps+aux refers to the follower's variables and rows [default: index]
    #[arg(long, value_enum, value_name = "DIALECT")]
    #[arg(help_heading = heading::OUTPUT)]
    #[arg(hide_short_help = true)]
    pub aux: Option<AuxStyle>,

    /// Names of variables and rows; short names fit fixed-format MPS readers such as that of `MibS`
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "NAMES",
        help = "Names of variables and rows; short names fit fixed-format MPS readers such as that of MibS"
    )]
    #[arg(help_heading = heading::OUTPUT)]
    #[arg(hide_short_help = true)]
    pub names: NameStyle,

    /// Directory, beginning of the file names, or a file whose ending gives the format, such as x.lp
    #[arg(short, long, value_name = "DIR|PREFIX|FILE", default_value = ".")]
    #[arg(help_heading = heading::OUTPUT)]
    pub output: PathBuf,
}

/// How variables and rows are named in an exported file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum NameStyle {
    /// `y_r1c1`, `x_r1c1_5`, `z`
    #[default]
    Full,
    /// Eight characters, numbered
    Short,
}

impl From<NameStyle> for Names {
    fn from(style: NameStyle) -> Self {
        match style {
            NameStyle::Full => Self::Full,
            NameStyle::Short => Self::Short,
        }
    }
}

/// What an AUX file calls the follower's variables and rows by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AuxStyle {
    /// Their numbers in the MPS file
    #[default]
    Index,
    /// Their names in the MPS file
    Names,
}

/// The format of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FileFormat {
    /// CPLEX LP
    Lp,
    /// Free MPS
    Mps,
    /// MPS, and an AUX file that lists the follower's variables and rows
    #[value(name = "mps+aux")]
    MpsAux,
    /// `MPS` and AUX with names, as in `BOBILib`.
    #[value(help = "MPS and AUX with names, as in BOBILib")]
    Bobilib,
    /// Pseudo-Boolean constraints, as in the competitions
    Opb,
    /// Weighted partial `MaxSAT`, as in the evaluations since 2022.
    #[value(help = "Weighted partial MaxSAT, as in the evaluations since 2022")]
    Wcnf,
    /// A hypergraph, as in PACE 2025
    Hgr,
    /// DIMACS clauses: does the puzzle have a second solution?
    Cnf,
}

impl FileFormat {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lp => "lp",
            Self::Mps => "mps",
            Self::MpsAux => "mps+aux",
            Self::Bobilib => "bobilib",
            Self::Opb => "opb",
            Self::Wcnf => "wcnf",
            Self::Hgr => "hgr",
            Self::Cnf => "cnf",
        }
    }

    /// The format that the ending of a file stands for. MPS is left to the model: it is one file or two.
    fn of_ending(ending: &str) -> Option<Self> {
        [Self::Lp, Self::Opb, Self::Wcnf, Self::Hgr, Self::Cnf].into_iter().find(|format| format.name() == ending)
    }

    /// The endings of the files.
    #[must_use]
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Lp => &["lp"],
            Self::Mps => &["mps"],
            Self::MpsAux | Self::Bobilib => &["mps", "aux"],
            Self::Opb => &["opb"],
            Self::Wcnf => &["wcnf"],
            Self::Hgr => &["hgr"],
            Self::Cnf => &["cnf"],
        }
    }
}

/// The model to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// Leader and follower
    Bilevel,
    /// The high-point relaxation: both levels as one
    Hpr,
    /// The follower's problem for given clues
    Follower,
    /// The minimum hitting set of the unavoidable sets: the leader alone
    Hitting,
    /// The set-generation problem: its solutions differ from the grid in --size cells
    Sets,
    /// A second solution of the puzzle, as clauses
    Second,
}

impl Model {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bilevel => "bilevel",
            Self::Hpr => "hpr",
            Self::Follower => "follower",
            Self::Hitting => "hitting",
            Self::Sets => "sets",
            Self::Second => "second",
        }
    }
}

/// Why only grids are written so.
pub const CLAUSES: &str = "CNF files are for grids only: use minclue export";

/// The ending of a file that is to be written, if some format has it. A folder has none.
pub fn ending(output: &Path) -> Option<String> {
    let is_folder = output.is_dir() || output.as_os_str().to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
    let ending = output.extension().filter(|_| !is_folder)?.to_str()?.to_ascii_lowercase();
    (FileFormat::of_ending(&ending).is_some() || FileFormat::MpsAux.endings().contains(&&*ending)).then_some(ending)
}

/// The model and the format that are meant: the format may follow from the file to write, and what is not said then
/// from the other.
pub(super) fn meant(model: Option<Model>, format: Option<FileFormat>, output: &Path) -> (Model, FileFormat) {
    let format = format.or_else(|| FileFormat::of_ending(&ending(output)?));
    let model = model.unwrap_or(match format {
        Some(FileFormat::Lp | FileFormat::Mps | FileFormat::Opb | FileFormat::Wcnf | FileFormat::Hgr) => Model::Hitting,
        Some(FileFormat::Cnf) => Model::Second,
        Some(FileFormat::MpsAux | FileFormat::Bobilib) | None => Model::Bilevel,
    });
    let format = format.unwrap_or(match model {
        Model::Bilevel => FileFormat::MpsAux,
        Model::Second => FileFormat::Cnf,
        Model::Hpr | Model::Follower | Model::Hitting | Model::Sets => FileFormat::Mps,
    });
    (model, format)
}

/// The options for a model, for a format and for the files, as a verb calls them.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionNames {
    pub(super) model: &'static str,
    pub(super) format: &'static str,
    pub(super) output: &'static str,
}

/// What is wrong with a file whose ending is that of another format.
pub(super) fn other_ending(output: &Path, format: FileFormat, options: OptionNames) -> Option<String> {
    let ending = ending(output).filter(|ending| !format.endings().contains(&&**ending))?;
    let OptionNames { format: f, output: o, .. } = options;
    Some(format!("{f} {} writes no .{ending} file: omit {f}, or the ending of {o}", format.name()))
}

/// What is wrong with a model in a format. Every `--what X` and `--to X` of the message is a way out by itself.
pub(super) fn misfit(model: Model, format: FileFormat, names: NameStyle, options: OptionNames) -> Option<String> {
    use FileFormat::{Bobilib, Cnf, Hgr, Lp, Mps, MpsAux, Opb, Wcnf};
    let OptionNames { model: m, format: f, .. } = options;
    let message = match (model, format) {
        (Model::Second, Cnf) if names == NameStyle::Short => {
            "--names short is for LP and MPS; variables of CNF files are numbers, so omit it".to_owned()
        }
        (Model::Second, Cnf) => return None,
        (Model::Second, _) | (_, Cnf) => {
            format!("a second solution is written as clauses: use {m} second and {f} cnf")
        }
        (Model::Bilevel, Lp | Mps | Opb) => format!(
            "a bilevel model needs its AUX file: use {f} mps+aux or {f} bobilib; for one level only, use {m} hpr"
        ),
        (Model::Bilevel | Model::Hpr | Model::Follower | Model::Sets, Hgr) => {
            format!("a hypergraph has unavoidable sets only: use {m} hitting")
        }
        (Model::Bilevel, Wcnf) => format!("WCNF has clauses only, and this model has sums: use {m} hitting"),
        (Model::Hpr | Model::Follower | Model::Sets, Wcnf) => {
            format!("WCNF has clauses only, and this model has sums: use {f} opb, or {m} hitting")
        }
        (Model::Hpr | Model::Follower | Model::Hitting | Model::Sets, MpsAux | Bobilib) => {
            format!("only the bilevel model has an AUX file: use {f} mps or {f} lp, or {m} bilevel")
        }
        (_, Hgr) if names == NameStyle::Short => {
            "--names short is for LP and MPS; vertices of hgr files are numbers, so omit it".to_owned()
        }
        (_, Opb | Wcnf) if names == NameStyle::Short => {
            "--names short is for LP and MPS; variables of OPB and WCNF files are numbers, so omit it".to_owned()
        }
        (Model::Bilevel, MpsAux | Bobilib)
        | (Model::Hpr | Model::Follower | Model::Sets, Lp | Mps | Opb)
        | (Model::Hitting, Lp | Mps | Opb | Wcnf | Hgr) => return None,
    };
    Some(message)
}

impl ExportArgs {
    /// The model, said or meant.
    #[must_use]
    pub fn model(&self) -> Model {
        meant(self.what, self.to, &self.output).0
    }

    /// The format, said or meant.
    #[must_use]
    pub fn file_format(&self) -> FileFormat {
        meant(self.what, self.to, &self.output).1
    }

    /// Are minima of regions asked for?
    #[must_use]
    pub fn has_region_rows(&self) -> bool {
        self.region_rows.is_some_and(|rows| rows != RegionRows::None)
    }

    /// Options that do not go together, and what to do about it.
    pub(in super::super) fn contradiction(&self) -> Option<String> {
        use FileFormat::{Bobilib, Cnf, Hgr, Lp, Mps, Opb, Wcnf};
        let (model, format) = meant(self.what, self.to, &self.output);
        let has_sets = !matches!(model, Model::Follower | Model::Second);
        let has_leader = matches!(model, Model::Bilevel | Model::Hpr | Model::Hitting);
        let has_clues = matches!(model, Model::Follower | Model::Second);
        let options = OptionNames { model: "--what", format: "--to", output: "--output" };
        let misfit = misfit(model, format, self.names, options);
        if let Some(message) = misfit.or_else(|| other_ending(&self.output, format, options)) {
            return Some(message);
        }
        let message = match (model, format) {
            _ if self.regions.is_some() && self.source != SetSource::Region => super::REGIONS,
            _ if !has_sets && self.from.is_some() => "this model has no unavoidable sets; omit --from",
            _ if !has_sets && (self.max_sets.is_some() || self.source != SetSource::default()) => {
                "this model has no unavoidable sets; omit --source and --max-sets"
            }
            _ if !has_sets && self.max_size.is_some() => "this model has no unavoidable sets; omit --max-size",
            (Model::Sets, _) if self.max_size.is_some() => {
                "--what sets cuts off the sets below --size; omit --max-size"
            }
            _ if !has_leader && (self.has_region_rows() || self.symmetry_rows) => {
                "--region-rows and --symmetry-rows are rows of the leader: use --what bilevel, --what hpr or --what hitting"
            }
            (_, Wcnf) if self.has_region_rows() => {
                "WCNF has clauses only, and the minimum of a region is a sum: use --to opb, or omit --region-rows"
            }
            (_, Hgr) if self.has_region_rows() || self.symmetry_rows => {
                "a hypergraph has unavoidable sets only: use --to opb, or omit --region-rows and --symmetry-rows"
            }
            (_, Bobilib) if self.aux == Some(AuxStyle::Index) => {
                "an AUX file of BOBILib has names: use --aux names, or --to mps+aux"
            }
            (_, Lp | Mps | Opb | Wcnf | Hgr | Cnf) if self.aux.is_some() => {
                "--aux applies to AUX files only, with --what bilevel and --to mps+aux; omit it"
            }
            _ if !has_clues && self.given.is_some() => "--given requires --what follower or --what second",
            (Model::Sets, _) if self.size.is_none() => "--what sets requires the size of the sets, such as --size 4",
            _ if model != Model::Sets && self.size.is_some() => "--size requires --what sets",
            _ => return None,
        };
        Some(message.to_owned())
    }
}
