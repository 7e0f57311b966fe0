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

    /// The format of the files [default: by the ending of -o; else mps+aux for bilevel, mps for the other models]
    #[arg(long, value_enum, value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub to: Option<FileFormat>,

    /// The model to write [default: hitting for lp, mps, opb, wcnf and hgr, else bilevel]
    #[arg(long, value_enum, value_name = "MODEL")]
    #[arg(help_heading = heading::OUTPUT)]
    pub what: Option<Model>,

    /// How the names of the files are written to standard output
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Where the unavoidable-set inequalities come from
    #[arg(long, value_enum, default_value_t, value_name = "SOURCE")]
    #[arg(help_heading = heading::SETS)]
    pub source: SetSource,

    /// The regions of --source region [default: all]
    #[arg(long, value_enum, value_name = "REGIONS")]
    #[arg(help_heading = heading::SETS)]
    pub regions: Option<RegionPreset>,

    /// Unavoidable sets from a file in place of a source: records of sets --list, or lines of cell numbers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "regions"])]
    #[arg(help_heading = heading::SETS)]
    pub from: Option<PathBuf>,

    /// Use only sets of at most N cells; a source looks no further
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SETS)]
    pub max_size: Option<u64>,

    /// Use at most N inequalities; with 0 the model is the plain one of tjusila-2023
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SETS)]
    pub max_sets: Option<u64>,

    /// Minima of regions as rows of the leader: how many clues all bands but one need, and so on [default: none]
    #[arg(long, value_enum, value_name = "ROWS")]
    #[arg(help_heading = heading::SETS)]
    pub region_rows: Option<RegionRows>,

    /// Rows of the leader that leave one of each class of symmetric puzzles, where the grid has automorphisms
    #[arg(long)]
    #[arg(help_heading = heading::SETS)]
    pub symmetry_rows: bool,

    /// The clues of --what follower and second: r1c1,r2c3,... or a line that marks them [default: those of the puzzle
    /// given]
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub given: Option<String>,

    /// The size of --what sets, m in (D1); sets of the source below it are cut off
    #[arg(long, value_name = "M", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub size: Option<u64>,

    /// What the AUX file of --to mps+aux calls the follower's variables and rows by [default: index]
    #[arg(long, value_enum, value_name = "DIALECT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub aux: Option<AuxStyle>,

    /// How variables and rows are named; short names fit fixed-format MPS readers such as that of `MibS`
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "NAMES",
        help = "How variables and rows are named; short names fit fixed-format MPS readers such as that of MibS"
    )]
    #[arg(help_heading = heading::OUTPUT)]
    pub names: NameStyle,

    /// A directory, the beginning of the file names, or a file whose ending says the format: x.lp
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
    /// MPS with an AUX file that says which variables and rows are the follower's
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
    /// DIMACS clauses: has the puzzle a second solution?
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
pub const CLAUSES: &str = "CNF files are about grids: take minclue export";

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
    Some(format!("{f} {} writes no .{ending} file: leave {f} out, or the ending of {o}", format.name()))
}

/// What is wrong with a model in a format. Every `--what X` and `--to X` of the message is a way out by itself.
pub(super) fn misfit(model: Model, format: FileFormat, names: NameStyle, options: OptionNames) -> Option<String> {
    use FileFormat::{Bobilib, Cnf, Hgr, Lp, Mps, MpsAux, Opb, Wcnf};
    let OptionNames { model: m, format: f, .. } = options;
    let message = match (model, format) {
        (Model::Second, Cnf) if names == NameStyle::Short => {
            "--names short is for LP and MPS; in CNF files variables are numbers, so leave it out".to_owned()
        }
        (Model::Second, Cnf) => return None,
        (Model::Second, _) | (_, Cnf) => {
            format!("a second solution is written as clauses: take {m} second and {f} cnf")
        }
        (Model::Bilevel, Lp | Mps | Opb) => format!(
            "a bilevel model needs its AUX file: take {f} mps+aux or {f} bobilib; for one level only, take {m} hpr"
        ),
        (Model::Bilevel | Model::Hpr | Model::Follower | Model::Sets, Hgr) => {
            format!("a hypergraph holds the unavoidable sets and nothing else: take {m} hitting")
        }
        (Model::Bilevel, Wcnf) => format!("WCNF holds clauses, and this model has sums: take {m} hitting"),
        (Model::Hpr | Model::Follower | Model::Sets, Wcnf) => {
            format!("WCNF holds clauses, and this model has sums: take {f} opb, or {m} hitting")
        }
        (Model::Hpr | Model::Follower | Model::Hitting | Model::Sets, MpsAux | Bobilib) => {
            format!("only the bilevel model has an AUX file: take {f} mps or {f} lp, or {m} bilevel")
        }
        (_, Hgr) if names == NameStyle::Short => {
            "--names short is for LP and MPS; in an hgr file vertices are numbers, so leave it out".to_owned()
        }
        (_, Opb | Wcnf) if names == NameStyle::Short => {
            "--names short is for LP and MPS; in OPB and WCNF files variables are numbers, so leave it out".to_owned()
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
            _ if !has_sets && self.from.is_some() => {
                "this model has no unavoidable sets, so there is nothing to take --from a file"
            }
            _ if !has_sets && (self.max_sets.is_some() || self.source != SetSource::default()) => {
                "this model has no unavoidable sets, so there is nothing for --source and --max-sets to choose"
            }
            _ if !has_sets && self.max_size.is_some() => {
                "this model has no unavoidable sets, so there is nothing for --max-size to choose"
            }
            (Model::Sets, _) if self.max_size.is_some() => {
                "the sets that --what sets leaves out are those below --size; leave --max-size out"
            }
            _ if !has_leader && (self.has_region_rows() || self.symmetry_rows) => {
                "--region-rows and --symmetry-rows are rows of the leader: take --what bilevel, --what hpr or --what hitting"
            }
            (_, Wcnf) if self.has_region_rows() => {
                "WCNF holds clauses, and the minimum of a region is a sum: take --to opb, or leave --region-rows out"
            }
            (_, Hgr) if self.has_region_rows() || self.symmetry_rows => {
                "a hypergraph holds the unavoidable sets and nothing else: take --to opb, or leave --region-rows and \
                 --symmetry-rows out"
            }
            (_, Bobilib) if self.aux == Some(AuxStyle::Index) => {
                "an AUX file of BOBILib has names: take --aux names, or --to mps+aux"
            }
            (_, Lp | Mps | Opb | Wcnf | Hgr | Cnf) if self.aux.is_some() => {
                "--aux chooses between kinds of AUX files, which go with --what bilevel and --to mps+aux; leave it out"
            }
            _ if !has_clues && self.given.is_some() => "--given goes with --what follower and --what second only",
            (Model::Sets, _) if self.size.is_none() => {
                "--what sets asks for sets of one size: give it with --size, such as --size 4"
            }
            _ if model != Model::Sets && self.size.is_some() => "--size goes with --what sets only",
            _ => return None,
        };
        Some(message.to_owned())
    }
}
