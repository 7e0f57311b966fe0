//! The arguments of `puzzle`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args as ClapArgs};

use minclue_core::ilp::ModelFormat;
use minclue_lp::Backend;
use minclue_solver::{Engines, Follower};

use super::super::weights::WeightsFile;
use super::export::{CLAUSES, OptionNames, meant, misfit, other_ending};
use super::heading;
use super::values::{at_least_one, n_clues, number};
use super::{
    BilevelArgs, FileFormat, FormatArg, LimitArgs, MessageArgs, Model, NO_BILEVEL, NameStyle, NativeArgs, formats,
};

/// Which variables may be clues, and which make a difference.
#[derive(Debug, Default, ClapArgs)]
pub struct ClueArgs {
    /// Variables that may be clues, such as x_*, x1..x81 or a,b [default: those of the puzzle, all of a model, the soft
    /// clauses of WCNF or the groups of GCNF]
    #[arg(long, value_name = "PATTERNS")]
    #[arg(help_heading = heading::QUESTION)]
    pub clue_vars: Option<String>,

    /// Allow clues that set a variable to 0
    #[arg(long)]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub both_signs: bool,

    /// Count two solutions as the same if they agree in these variables [default: all]
    #[arg(long, value_name = "PATTERNS")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub shown: Option<String>,
}

impl ClueArgs {
    pub(in super::super) fn is_used(&self) -> bool {
        self.clue_vars.is_some() || self.both_signs || self.shown.is_some()
    }
}

/// The arguments of `puzzle`.
#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("task"))]
#[command(group = ArgGroup::new("set_lists").args(["sets", "export"]))]
pub struct PuzzleArgs {
    /// Solved puzzles as text: files, or - for standard input [default: -]
    #[arg(value_name = "FILE")]
    pub input: Vec<OsString>,

    /// Use a 0/1 model, not puzzles: an LP, MPS or OPB file, or clauses as CNF, WCNF or GCNF
    #[arg(long, value_name = "FILE", requires = "solution", conflicts_with = "input")]
    #[arg(help_heading = heading::INPUT)]
    pub model: Option<PathBuf>,

    /// Solution of --model, as ILP, SAT and pseudo-Boolean solvers write it, or lines of a name and a value; any finds
    /// one by a search
    #[arg(long, value_name = "FILE", requires = "model")]
    #[arg(help_heading = heading::INPUT)]
    pub solution: Option<PathBuf>,

    /// What may be a clue.
    #[command(flatten)]
    pub which: ClueArgs,

    /// Check whether these clues are enough, and whether each is needed; exit code 5 if they are not enough
    #[arg(long, value_name = "PATTERNS", group = "task")]
    #[arg(help_heading = heading::QUESTION)]
    pub check: Option<String>,

    /// List minimal unavoidable sets, smallest first, by integer programs
    #[arg(long, group = "task")]
    #[arg(help_heading = heading::QUESTION)]
    pub sets: bool,

    /// List all sets of K clues that are enough
    #[arg(long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true, group = "task")]
    #[arg(help_heading = heading::QUESTION)]
    pub enumerate: Option<usize>,

    /// Write a model for other solvers to PREFIX.mps, PREFIX.aux and the like, or to a file such as x.lp
    #[arg(long, value_name = "PREFIX|FILE", group = "task")]
    #[arg(help_heading = heading::QUESTION)]
    pub export: Option<PathBuf>,

    /// With --enumerate: only sets in which every clue is needed
    #[arg(long, requires = "enumerate")]
    #[arg(help_heading = heading::QUESTION)]
    #[arg(hide_short_help = true)]
    pub minimal: bool,

    /// With --export: the model; follower requires --given, and sets requires --size [default: hitting for lp, mps,
    /// opb, wcnf and hgr, otherwise bilevel]
    #[arg(long, value_enum, value_name = "MODEL", requires = "export")]
    #[arg(help_heading = heading::EXPORT)]
    #[arg(hide_short_help = true)]
    pub what: Option<Model>,

    /// With --export: the format of the file [default: by its ending; otherwise mps+aux for bilevel, mps for other
    /// models]
    #[arg(long, value_enum, value_name = "FORMAT", requires = "export")]
    #[arg(help_heading = heading::EXPORT)]
    #[arg(hide_short_help = true)]
    pub to: Option<FileFormat>,

    /// With --export: names as they are, or x1, x2, ... for strict readers
    #[arg(long, value_enum, default_value_t, value_name = "STYLE", requires = "export")]
    #[arg(help_heading = heading::EXPORT)]
    #[arg(hide_short_help = true)]
    pub names: NameStyle,

    /// With --export --what follower: the clues
    #[arg(long, value_name = "PATTERNS", requires = "export")]
    #[arg(help_heading = heading::EXPORT)]
    #[arg(hide_short_help = true)]
    pub given: Option<String>,

    /// With --export --what sets: the number of cells
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true, requires = "export")]
    #[arg(help_heading = heading::EXPORT)]
    #[arg(hide_short_help = true)]
    pub size: Option<u64>,

    /// With --sets and --export: sets of at most N cells
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true, requires = "set_lists")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub max_size: Option<u64>,

    /// With --sets and --export: at most N sets [default: all; in exports none, except for --what hitting]
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true, requires = "set_lists")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub max_sets: Option<u64>,

    /// With --sets, --export and --solution any: the solver of the integer programs
    #[arg(long, value_enum, default_value_t, value_name = "BACKEND")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub backend: Backend,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::PUZZLE), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Engine: native, bilevel, both (compared), or a published search as for solve
    #[arg(long, default_value_t, default_value_if("independent", "true", "both"), value_name = "ENGINE")]
    #[arg(help_heading = heading::ENGINE)]
    #[cfg_attr(not(feature = "papers"), arg(help = "Engine: native, bilevel or both (compared)"))]
    pub engine: Engines,

    /// Solve twice with independent engines and compare (implies --engine both)
    #[arg(long, conflicts_with = "task")]
    #[arg(help_heading = heading::ENGINE)]
    #[arg(hide_short_help = true)]
    pub independent: bool,

    /// Stop as soon as it is known whether K clues can be enough
    #[arg(long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true, conflicts_with = "task")]
    #[arg(help_heading = heading::QUESTION)]
    pub at_most: Option<usize>,

    /// Find clues of the least weight; FILE has lines of a clue and a weight, and other clues weigh 1
    #[arg(long, value_name = "FILE", conflicts_with_all = ["task", "at_most", "independent"])]
    #[arg(help_heading = heading::QUESTION, hide_short_help = true)]
    pub weights: Option<WeightsFile>,

    /// Rows that the clues must satisfy: an LP, MPS or OPB file over their names, without objective
    #[arg(long, value_name = "FILE", conflicts_with_all = ["task", "at_most", "independent"])]
    #[arg(help_heading = heading::QUESTION, hide_short_help = true)]
    pub rows: Option<PathBuf>,

    /// Was the engine named?
    #[arg(skip)]
    pub is_engine_said: bool,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Write a certificate of the answer, and check it
    ///
    /// {} is the number of the problem.
    #[arg(long, value_name = "FILE", conflicts_with = "task")]
    #[arg(help_heading = heading::PROOF)]
    pub certify: Option<PathBuf>,

    /// How the native engine works.
    #[command(flatten)]
    pub native_engine: NativeArgs,

    /// How the bilevel engine works.
    #[command(flatten)]
    pub bilevel: BilevelArgs,

    #[command(flatten)]
    pub messages: MessageArgs,
}

impl PuzzleArgs {
    /// The model to export, said or meant.
    #[must_use]
    pub fn exported_model(&self) -> Model {
        self.exported().0
    }

    /// The format to export to, said or meant.
    #[must_use]
    pub fn file_format(&self) -> FileFormat {
        self.exported().1
    }

    fn exported(&self) -> (Model, FileFormat) {
        meant(self.what, self.to, self.export.as_deref().unwrap_or(Path::new("")))
    }

    /// Options that do not go together, and what to do about it.
    pub(in super::super) fn contradiction(&self) -> Option<String> {
        let options = OptionNames { model: "--what", format: "--to", output: "--export" };
        let misfit = || match self.exported() {
            (Model::Second, _) => Some(CLAUSES.to_owned()),
            (model, format) => misfit(model, format, self.names, options)
                .or_else(|| other_ending(self.export.as_deref()?, format, options)),
        };
        let misuse = || self.misuse().map(str::to_owned);
        self.model_as_text().or_else(misuse).or_else(|| self.export.is_some().then(misfit)?)
    }

    /// A model where puzzles as text are wanted: no puzzle looks like one.
    fn model_as_text(&self) -> Option<String> {
        let file = self.input.iter().find(|file| ModelFormat::of(Path::new(file)).is_ok())?.display();
        Some(format!(
            "{file} is a model, not puzzles as text: use --model {file}, with --solution FILE or --solution any"
        ))
    }

    fn misuse(&self) -> Option<&'static str> {
        let without_cbc = !cfg!(feature = "cbc");
        if self.bilevel.state.is_some() {
            Some("--state is for grids only; omit it")
        } else if self.enumerate.is_some() && matches!(self.engine, Engines::Bilevel | Engines::Both) {
            Some(NO_BILEVEL)
        } else if self.backend == Backend::Cbc && without_cbc {
            Some("this build has no CBC; use --backend highs")
        } else if self.bilevel.settings.follower == Follower::Cbc && without_cbc {
            Some("this build has no CBC; use --follower highs")
        } else if self.exported_model() == Model::Follower && self.export.is_some() && self.given.is_none() {
            Some("--what follower requires the clues: give them with --given")
        } else if self.given.is_some() && self.exported_model() != Model::Follower {
            Some("--given requires --what follower")
        } else if self.exported_model() == Model::Sets && self.export.is_some() && self.size.is_none() {
            Some("--what sets requires the size of the sets, such as --size 4")
        } else if self.size.is_some() && self.exported_model() != Model::Sets {
            Some("--size requires --what sets")
        } else {
            None
        }
    }
}
