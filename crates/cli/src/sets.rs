//! `minclue sets`: minimal unavoidable sets of each grid.

use std::path::PathBuf;
use std::time::Instant;

use clap::{ArgMatches, Args as ClapArgs};

use minclue_core::base::{Cell, Index as _};
use minclue_core::sudoku::{Entry, Shape};
use minclue_core::unavoidable::{DegreeCounts, Degrees, Found, LoopForm, LoopSplit, Spread, Stats};
use minclue_lp::Backend;
use minclue_report::{
    AnswerStatus, DegreeRecord, ErrorRecord, Head, PackedRecord, PackingRecord, Record, SetsRecord, SpreadRecord,
    StatsRecord, seconds,
};
use minclue_solver::files::{SetRecord, witness_line};
use minclue_solver::{
    GivenSets, GivenSetsReport, LoopImages, RegionPreset, SetSource, SetsFrom, SetsOptions, Solver, SourceOptions,
    Unavoidable, solution_within,
};

use super::answer::Answer;
use super::args::heading;
use super::args::values::{as_usize, at_least_one, number};
use super::args::{Common, FormatArg, JobArgs, REGIONS, TimeArgs, VariantArgs, formats};
use super::blueprints;
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::file_guard::{FileGuard, Refusal};
use super::inputs::{Refused, refused};
use super::journal;
use super::load_error::LoadEnd;
use super::output::Layout;
use super::progress;
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::set_file;
use super::solution_file;
use super::target;
use super::variant;
use super::version::VERSION;

/// The arguments of `sets`.
#[derive(Debug, ClapArgs)]
pub struct SetsArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ALL), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// The rules beside those of the shape.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// List the types of the sets of all grids of --shape (the blueprints of mcguire-2012), not the sets of each grid
    #[arg(long, conflicts_with_all = ["input", "column", "variant", "source", "backend", "regions", "from", "missed", "form"])]
    #[arg(conflicts_with_all = ["split", "max_vars", "images", "journal", "max_sets", "jobs", "stats"])]
    #[arg(help_heading = heading::QUESTION)]
    pub types: bool,

    /// Source of the sets
    #[arg(long, value_enum, default_value_t, value_name = "SOURCE")]
    #[arg(help_heading = heading::SETS)]
    pub source: SetSource,

    /// Solver of --source ilp [default: highs]
    #[arg(long, value_enum, value_name = "BACKEND")]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub backend: Option<Backend>,

    /// Regions of --source region [default: all]
    #[arg(long, value_enum, value_name = "REGIONS")]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub regions: Option<RegionPreset>,

    /// Read the sets from FILE: records of sets --list, or lines of cell numbers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "backend", "regions", "form", "split", "max_vars", "images", "journal"])]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub from: Option<PathBuf>,

    /// Find disjoint sets that a solution misses: FILE is a solver's solution of a model that export wrote for this
    /// grid
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "backend", "regions", "from", "form", "split", "max_vars", "images", "journal", "variant", "max_size"])]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub missed: Option<PathBuf>,

    /// Integer programs of --source ilp [default: sizes]
    #[arg(long, value_enum, value_name = "FORM")]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub form: Option<LoopForm>,

    /// How to cut the programs of --form sizes into smaller ones [default: deep]
    #[arg(long, value_enum, value_name = "SPLIT")]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub split: Option<LoopSplit>,

    /// With --split deep: cut programs of more than N variables [default: 350, or half of all]
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub max_vars: Option<u64>,

    /// Sets to add with each set that --source ilp finds, without solving a program [default: types]
    #[arg(long, value_enum, value_name = "IMAGES")]
    #[arg(help_heading = heading::SETS)]
    #[arg(hide_short_help = true)]
    pub images: Option<LoopImages>,

    /// Write every solve of --source ilp to FILE, and continue from there
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::SETS)]
    pub journal: Option<PathBuf>,

    /// Find sets of at most N cells
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_size: Option<u64>,

    /// Find at most N sets; 0 means none
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_sets: Option<u64>,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,

    /// List the sets, not only their numbers
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub list: bool,

    /// Report what the sets prove of the grid: disjoint sets, sets that need two clues, digits and boxes
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub stats: bool,

    /// With --stats: search for sets that need up to K clues, 2 to 8 [default: 2]
    #[arg(long, value_name = "K", value_parser = degree, allow_hyphen_values = true, requires = "stats")]
    #[arg(help_heading = heading::OUTPUT)]
    #[arg(hide_short_help = true)]
    pub degree: Option<usize>,

    /// With --stats: at most N cells in sets that need several clues [default: 4 K + 3]
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true, requires = "stats")]
    #[arg(help_heading = heading::OUTPUT)]
    #[arg(hide_short_help = true)]
    pub degree_size: Option<u64>,
}

/// The degrees that --stats takes.
fn degree(text: &str) -> Result<usize, String> {
    let wanted = "write a number of clues from 2 to 8";
    text.parse().ok().filter(|k| (2..=8).contains(k)).ok_or_else(|| wanted.to_owned())
}

impl Command for SetsArgs {
    fn run(&self) -> Exit {
        if self.types {
            return blueprints::run(self);
        }
        let wanted = SourceOptions {
            source: self.source,
            regions: self.regions.unwrap_or_default(),
            backend: self.backend.unwrap_or_default(),
            form: self.form.unwrap_or_default(),
            split: self.split.unwrap_or(SourceOptions::SPLIT),
            max_vars: self.max_vars.map(as_usize),
            images: self.images.unwrap_or_default(),
            max_size: self.max_size.map(as_usize),
            max_sets: self.max_sets.map(as_usize),
            max_clues: None,
        };
        match set_file::Sets::open(self.from.as_deref(), &self.common) {
            Ok(from) => runner::run(
                &self.common,
                self.layout(),
                self.jobs.sharing(1, self.journal.is_some()),
                &Sets { args: self, wanted, from },
            ),
            Err(exit) => exit,
        }
    }

    fn common(&self) -> Option<&Common> {
        (!self.types).then_some(&self.common)
    }

    fn choose(&mut self, _: &ArgMatches) {
        self.variant.choose_shape(&mut self.common.shape);
    }

    fn conflict(&self) -> Option<String> {
        if let Some(message) = self.variant.conflict(self.common.shape, self.format) {
            return Some(message);
        }
        let is_ilp = self.source == SetSource::Ilp;
        let message = if self.types && self.format == FormatArg::Svg {
            "types have no grid to draw; omit --types or --format svg"
        } else if self.regions.is_some() && self.source != SetSource::Region {
            REGIONS
        } else if self.backend.is_some() && !is_ilp {
            "--backend requires --source ilp"
        } else if self.form.is_some() && !is_ilp {
            "--form requires --source ilp"
        } else if self.split.is_some() && !(is_ilp && self.form.unwrap_or_default() == LoopForm::Sizes) {
            "--split requires --source ilp --form sizes"
        } else if self.max_vars.is_some() && !(is_ilp && self.split.unwrap_or(SourceOptions::SPLIT) == LoopSplit::Deep)
        {
            "--max-vars requires --source ilp --split deep"
        } else if self.images.is_some() && !is_ilp {
            "--images requires --source ilp"
        } else if self.journal.is_some() && !is_ilp {
            "--journal requires --source ilp"
        } else if self.backend == Some(Backend::Cbc) && !cfg!(feature = "cbc") {
            "this build has no CBC; use --backend highs"
        } else {
            self.of_source(&self.variant)?
        };
        Some(message.to_owned())
    }
}

impl SetsArgs {
    /// Sets that are listed are rows of their own, and without sets there is nothing to draw.
    fn layout(&self) -> Layout {
        if self.is_listed() {
            Layout::with(self.format, SetsRecord::LISTED)
        } else {
            Layout::of::<SetsRecord>(self.format)
        }
    }

    /// What these rules, of `--variant` or of an entry, do not go with.
    fn of_source(&self, rules: &VariantArgs) -> Option<&'static str> {
        rules.of_source(Some(self.source).filter(|_| self.from.is_none()), self.images)
    }

    fn degrees(&self) -> Degrees {
        let of_degree = self.degree.map_or_else(Degrees::default, Degrees::up_to);
        Degrees { max_size: self.degree_size.map_or(of_degree.max_size, as_usize), ..of_degree }
    }

    fn is_listed(&self) -> bool {
        self.list || self.format == FormatArg::Svg
    }
}

struct Sets<'a> {
    args: &'a SetsArgs,
    wanted: SourceOptions,
    from: Option<set_file::Sets>,
}

impl EntryVerb for Sets<'_> {
    fn refuses(&self, rules: &VariantArgs) -> Option<Refused> {
        let of_source = || self.args.of_source(rules).map(refused);
        variant::unsearched(rules).or_else(of_source)
    }

    /// A list of sets can be long.
    fn n_held(&self) -> usize {
        if self.args.is_listed() { 2 } else { 256 }
    }

    fn answer(&self, _: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        self.one(entry, context)
    }

    fn claim(&self, mut claims: FileGuard) -> Result<(), Refusal> {
        claims.reads_from(self.args.from.as_deref());
        claims.reads_from(self.args.missed.as_deref());
        self.args.journal.as_deref().map_or(Ok(()), |journal| claims.extends("--journal", journal))
    }

    fn only_one(&self) -> Option<Refusal> {
        let journal =
            self.args.journal.as_ref().map(|_| "a journal belongs to one grid: give each grid its own --journal");
        let missed =
            self.args.missed.as_ref().map(|_| "a solution belongs to one grid: give each grid its own --missed");
        journal.or(missed).map(|message| Refusal::usage(message.to_owned(), None))
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(SetsRecord::SCHEMA, id, status, error)))
    }
}

impl Sets<'_> {
    fn empty(&self, head: Head) -> SetsRecord {
        SetsRecord {
            source: match (&self.from, &self.args.missed) {
                (Some(_), _) => SetsRecord::FILE,
                (None, Some(_)) => SetsRecord::MISSED,
                (None, None) => self.wanted.source.name(),
            },
            backend: self.wanted.backend_name(),
            regions: self.wanted.regions_name(),
            form: (self.wanted.source == SetSource::Ilp).then(|| self.wanted.form.name()),
            ..SetsRecord::new(head, VERSION)
        }
    }

    fn one(&self, entry: &Entry, context: &Context) -> Answer {
        let (args, start) = (self.args, Instant::now());
        let limits = context.limits(args.limits.time_limit, None);
        progress::finds("sets");
        let variant = match variant::of(&args.variant, entry) {
            Ok(variant) => variant,
            Err(answer) => return answer,
        };
        let grid = match solution_within(&variant, &entry.puzzle, &limits) {
            Ok(grid) => grid,
            Err(no_grid) => {
                return target::answer(&no_grid, |stop| {
                    let head = target::head(SetsRecord::SCHEMA, entry, None, stop.into()).of_variant(&variant);
                    Answer::Known(Box::new(self.empty(head)))
                });
            }
        };
        let problem = target::problem_of(&variant, &grid);
        let (places, sets) = match set_file::of_grid(self.from.as_ref(), &grid) {
            Ok(given) => given,
            Err(answer) => return answer,
        };
        let heard = |report: &GivenSetsReport| self.from.iter().for_each(|from| from.note(report, &context.messages));
        let (max_size, max_sets) = (self.wanted.max_size, self.wanted.max_sets);
        let from = match (sets, &args.missed) {
            (Some(sets), _) => SetsFrom::Given(GivenSets { sets, max_size, max_sets, heard: Some(&heard) }),
            (None, Some(file)) => match solution_file::cells(file, &grid, &limits) {
                Ok(cells) => SetsFrom::Missed { cells, max_sets },
                Err(LoadEnd::Stopped(stop)) => {
                    let head = target::head(SetsRecord::SCHEMA, entry, Some(&grid), stop.into());
                    return Answer::Known(Box::new(self.empty(head)));
                }
                Err(LoadEnd::Error(error)) => return Answer::BadFile(format!("--missed {}", error.in_words())),
            },
            (None, None) => SetsFrom::Source(self.wanted),
        };
        let stats = args.stats.then(|| args.degrees());
        let options = SetsOptions { from, is_listed: args.is_listed(), stats, journal: args.journal.as_deref() };
        let mut solves = journal::Solves { max_sets, quiet: args.common.messages.quiet, messages: &context.messages };
        let limited = || limits.clone();
        let asked = Solver::new(&problem).limits_by(&limited).monitor(&mut solves).sets(&options);
        let found = match asked {
            Ok(found) => found,
            Err(e) => return set_file::answer(self.from.as_ref(), &places, e),
        };
        let mut status = match found.found {
            Found::Complete => AnswerStatus::Done,
            Found::Enough => AnswerStatus::MaxReached,
            Found::Limit(stop) => stop.into(),
        };
        let is_limited = matches!(found.found, Found::Limit(_));
        if let Some(stop) = found.stats.as_ref().and_then(|stats| stats.stop).filter(|_| !is_limited) {
            status = stop.into();
        }
        let head = target::head(SetsRecord::SCHEMA, entry, Some(&grid), status).of_variant(&variant);
        let mut record = self.empty(head);
        record.n_sets = Some(found.by_size.values().sum());
        record.by_size = Some(found.by_size);
        // Of what was not looked at, nothing is known.
        if let Some(given) = found.given.filter(|_| !is_limited) {
            record.n_not_minimal = Some(given.n_not_minimal);
            record.n_shrunk = Some(given.n_shrunk);
        }
        record.complete_to = found.complete_to;
        record.stats = found.stats.as_ref().map(stats_record);
        record.iterations = found.solves;
        record.sets = args.is_listed().then(|| found.sets.iter().map(|set| listed(grid.shape(), set)).collect());
        record.seconds = seconds(start.elapsed());
        Answer::Known(Box::new(record))
    }
}

fn stats_record(stats: &Stats) -> StatsRecord {
    let cells = |cells: &Vec<Cell>| cells.iter().map(|cell| cell.get()).collect();
    let clique = stats.clique.as_ref();
    let Spread { min, mean, max } = stats.cells_in_sets;
    let is_two = |counts: &&DegreeCounts| (counts.degree, counts.max_size) == (2, Degrees::default().max_size);
    let two = stats.degrees.iter().find(is_two);
    let more = stats.degrees.iter().filter(|counts| !is_two(counts)).cloned();
    let packing = stats.packing.as_ref().map(|packing| PackingRecord {
        n_clues: packing.weight,
        exact: packing.is_maximum,
        sets: packing.sets.iter().map(|(degree, set)| PackedRecord { degree: *degree, cells: cells(set) }).collect(),
    });
    StatsRecord {
        clique_number: clique.map(|c| c.sets.len()),
        clique_exact: clique.map(|c| c.is_exact),
        clique: clique.map(|c| c.sets.iter().map(cells).collect()),
        n_degree_2: two.map(|d| d.all.clone()),
        n_nontrivial_degree_2: two.map(|d| d.nontrivial.clone()),
        degrees: more
            .map(|DegreeCounts { degree, max_size, all, nontrivial }| DegreeRecord {
                degree,
                max_size,
                n_sets: all,
                n_nontrivial: nontrivial,
            })
            .collect(),
        packing,
        by_digits: stats.by_digits.clone(),
        by_boxes: stats.by_boxes.iter().map(|((bands, stacks), n)| (format!("{bands}x{stacks}"), *n)).collect(),
        cells_in_sets: SpreadRecord { min, mean, max },
    }
}

fn listed(shape: Shape, set: &Unavoidable) -> SetRecord {
    let cells = set.cells.iter().map(|cell| cell.get()).collect();
    SetRecord { cells, witness: witness_line(shape, &set.witness) }
}
