//! `minclue worksheet`: puzzles for people to print.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args as ClapArgs};

use minclue_core::base::{quoted, write_whole};
use minclue_core::sudoku::{Rule, Shape, Variant, line};
use minclue_puzzles::puzzle_tools::{self, GridSource, Made, NotMade, Pattern, PuzzleSpec};
use minclue_puzzles::techniques::SolvingLevel;
use minclue_report::{AnswerStatus, SheetPuzzle, Worksheet};

use super::args::values::{as_usize, at_least_one, seed};
use super::args::{Color, TimeArgs, VariantArgs, heading};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::file_guard::{FileGuard, Refusal};
use super::generate::permutations;
use super::inputs::Inputs;
use super::print;
use super::progress;
use super::seed;
use super::sheet_puzzles::{self, SheetInput};
use super::target::grid_line;

/// The option, as people write it.
const OUTPUT: &str = "-o";
/// The title where none is given.
const TITLE: &str = "Sudoku";
/// Grids that are tried for one puzzle.
const MAX_ATTEMPTS: u64 = 100_000;

/// The arguments of `worksheet`.
#[derive(Clone, Debug, ClapArgs)]
pub struct WorksheetArgs {
    /// The puzzles, if they are not to be new ones.
    #[command(flatten)]
    pub own: SheetInput,

    /// Levels, separated by commas; not for variants [default: easy for size 4; easy,medium for 6; easy,medium,hard
    /// above]
    #[arg(
        long,
        alias = "level",
        alias = "difficulty",
        value_enum,
        value_delimiter = ',',
        value_name = "LEVELS",
        conflicts_with_all = ["variant", "input"]
    )]
    #[arg(help_heading = heading::QUESTION)]
    pub levels: Vec<SolvingLevel>,

    /// Digits of the grids, separated by commas: 4 and 6 for children, 8, 9 or 10
    #[arg(long, value_delimiter = ',', value_parser = size, default_value = "9", value_name = "SIZES", conflicts_with = "input")]
    #[arg(help_heading = heading::QUESTION)]
    pub sizes: Vec<Shape>,

    /// Rules beside those of rows, columns and boxes.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// Puzzles of each size and level
    #[arg(short = 'n', long, value_name = "N", default_value_t = 6, value_parser = at_least_one, conflicts_with = "input")]
    #[arg(help_heading = heading::QUESTION)]
    pub number: u64,

    /// Symmetry of the pattern of clues
    #[arg(long, value_enum, default_value = "half-turn", value_name = "SYMMETRY", conflicts_with = "input")]
    #[arg(help_heading = heading::QUESTION)]
    pub symmetry: Pattern,

    /// Seed of every random choice [default: a new one for each run, which is on the sheet]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true, help_heading = heading::SEED)]
    #[arg(conflicts_with = "input")]
    pub seed: Option<u64>,

    /// Puzzles on a page [default: 12 of size 4, 6 of others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=30))]
    #[arg(help_heading = heading::OUTPUT)]
    pub per_page: Option<u64>,

    /// Page heading
    #[arg(long, value_name = "TEXT", default_value = TITLE, help_heading = heading::OUTPUT)]
    pub title: String,

    /// Write the sheet to FILE, not to standard output
    #[arg(short, long, value_name = "FILE", help_heading = heading::OUTPUT)]
    pub output: Option<PathBuf>,

    /// Show no progress
    #[arg(short, long, help_heading = heading::OUTPUT)]
    pub quiet: bool,

    /// Limits of each puzzle.
    #[command(flatten)]
    pub limits: TimeArgs,
}

/// The customary shape of a grid with this many digits.
fn size(text: &str) -> Result<Shape, String> {
    let n = text.parse().ok().filter(|n| (4..=10).contains(n));
    n.and_then(|n: usize| Shape::of_cells(n * n)).ok_or_else(|| "write a size: 4, 6, 8, 9 or 10".to_owned())
}

impl Command for WorksheetArgs {
    fn run(&self) -> Exit {
        let context = match Context::of(Color::Auto, false, self.quiet) {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        let messages = &context.messages;
        let made = if self.own.input.is_empty() { self.generated(&context) } else { self.given(&context) };
        let (puzzles, command) = match made {
            Ok(made) => made,
            Err(exit) => return exit,
        };
        let per_page = self.per_page.map(as_usize);
        let sheet = Worksheet { title: self.title.clone(), command, per_page, puzzles };
        let html = sheet.html();
        match &self.output {
            None => print::text(html.as_bytes()),
            Some(path) => match write_whole(path, html.as_bytes()) {
                Ok(()) => Exit::Answered,
                Err(error) => Refusal::unwritable(OUTPUT, path, &error).report(messages),
            },
        }
    }

    fn choose(&mut self, matches: &ArgMatches) {
        let mut own = None;
        self.variant.choose_shape(&mut own);
        let is_said = matches.value_source("sizes") == Some(ValueSource::CommandLine);
        // Of other sizes there are no sheets; then it is said what the regions are for.
        let own = own.filter(|_| !is_said).and_then(|own: Shape| size(&own.n().to_string()).ok());
        if let Some(own) = own {
            self.sizes = vec![own];
        }
    }
}

impl WorksheetArgs {
    /// New puzzles, and the command that makes them again.
    fn generated(&self, context: &Context) -> Result<(Vec<SheetPuzzle>, String), Exit> {
        self.claim(FileGuard::output(), context)?;
        let variants = self.variants().map_err(|why| {
            context.messages.error(&why, None);
            Exit::Usage
        })?;
        let seed = seed::asked_or_drawn(self.seed);
        Ok((self.puzzles(&variants, seed, context)?, self.command(&format!(" --seed {seed} -n {}", self.number))))
    }

    /// The puzzles that were given, and the command that makes a sheet of them again.
    fn given(&self, context: &Context) -> Result<(Vec<SheetPuzzle>, String), Exit> {
        let common = self.own.common(self.quiet);
        let inputs = Inputs::of_common(&common, &context.messages)?;
        self.claim(FileGuard::of(inputs.iter()), context)?;
        let limits = || context.limits(self.limits.time_limit, None);
        let puzzles = sheet_puzzles::all(&inputs, &common, &self.variant, &limits, context)?;
        Ok((puzzles, self.command(&self.own.words())))
    }

    /// Looks at the file of the sheet, before anything is made.
    fn claim(&self, claims: FileGuard, context: &Context) -> Result<(), Exit> {
        let claimed = self.output.as_deref().map_or(Ok(()), |path| {
            let mut claims = claims;
            claims.replaces(OUTPUT, path)
        });
        claimed.map_err(|refusal| refusal.report(&context.messages))
    }

    /// All puzzles, or the exit code of the first that was not made: a sheet that lacks some would not be what was
    /// asked.
    fn puzzles(&self, variants: &[Variant], seed: u64, context: &Context) -> Result<Vec<SheetPuzzle>, Exit> {
        progress::begin(None);
        progress::unit("attempts");
        let mut puzzles = Vec::new();
        for variant in variants {
            for level in self.levels_of(variant) {
                for _ in 0..self.number {
                    let limits = context.limits(self.limits.time_limit, None);
                    // The number goes on over all levels, so that no two puzzles come from the same grid.
                    let spec = self.spec(variant, level);
                    match puzzle_tools::generate(&spec, seed, puzzles.len() as u64, &limits) {
                        Ok(made) => puzzles.push(sheet_puzzle(variant, level, &made)),
                        Err(why) => return Err(not_made(variant, level, why, context)),
                    }
                }
            }
        }
        progress::done();
        Ok(puzzles)
    }

    /// The rules of each size.
    fn variants(&self) -> Result<Vec<Variant>, String> {
        let mut variants = Vec::new();
        for size in &self.sizes {
            let mut shape = None;
            self.variant.choose_shape(&mut shape);
            if let Some(own) = shape.filter(|own| own.n() != size.n()) {
                let (n, wanted) = (size.n(), own.n());
                return Err(format!("--sizes {n}: the regions of the jigsaw have size {wanted}"));
            }
            let shape = shape.unwrap_or(*size);
            variants.push(Variant::new(shape, &self.variant.variant).map_err(|e| format!("--variant: {e}"))?);
        }
        Ok(variants)
    }

    /// The levels of a size; that of a variant is not known.
    fn levels_of(&self, variant: &Variant) -> Vec<Option<SolvingLevel>> {
        let levels: &[SolvingLevel] = match (self.levels.as_slice(), variant.shape().n()) {
            _ if !variant.is_plain() => return vec![None],
            ([], 0..=4) => &[SolvingLevel::Easy],
            ([], 5..=6) => &[SolvingLevel::Easy, SolvingLevel::Medium],
            ([], _) => &[SolvingLevel::Easy, SolvingLevel::Medium, SolvingLevel::Hard],
            (levels, _) => levels,
        };
        levels.iter().copied().map(Some).collect()
    }

    /// What a puzzle of a level shall be.
    fn spec(&self, variant: &Variant, level: Option<SolvingLevel>) -> PuzzleSpec {
        let shape = variant.shape();
        let grids = if shape.n() <= 9 && variant.is_plain() {
            permutations(shape)
        } else {
            GridSource::Solver(variant.clone())
        };
        PuzzleSpec { max_attempts: MAX_ATTEMPTS, ..PuzzleSpec::for_people(grids, self.symmetry, level) }
    }

    /// The command that makes the same sheet.
    fn command(&self, of_what: &str) -> String {
        let listed = |words: Vec<String>| words.join(",");
        let mut command = format!("minclue worksheet{of_what}");
        if self.own.input.is_empty() {
            let _ = write!(command, " --sizes {}", listed(self.sizes.iter().map(|s| s.n().to_string()).collect()));
        }
        if !self.levels.is_empty() {
            let _ = write!(command, " --levels {}", listed(self.levels.iter().map(ToString::to_string).collect()));
        }
        if !self.variant.is_plain() {
            let _ = write!(
                command,
                " --variant {}",
                listed(self.variant.variant.iter().map(ToString::to_string).collect())
            );
        }
        if self.symmetry != Pattern::HalfTurn {
            let _ = write!(command, " --symmetry {}", self.symmetry.name());
        }
        if let Some(n) = self.per_page {
            let _ = write!(command, " --per-page {n}");
        }
        if self.title != TITLE {
            let _ = write!(command, " --title {}", quoted(&self.title));
        }
        command
    }
}

fn sheet_puzzle(variant: &Variant, level: Option<SolvingLevel>, made: &Made) -> SheetPuzzle {
    let level = level.map_or_else(|| rules(variant), |level| level.name().to_owned());
    SheetPuzzle {
        variant: variant.clone(),
        level,
        caption: None,
        puzzle: line(&made.puzzle),
        solution: grid_line(&made.grid),
    }
}

/// What the rules of a variant ask of who solves the puzzle.
pub(super) fn rules(variant: &Variant) -> String {
    variant.rules().iter().map(told).collect::<Vec<_>>().join("; ")
}

/// What a rule asks of who solves the puzzle.
fn told(rule: &Rule) -> &'static str {
    match rule {
        Rule::Diagonals => "all digits in both diagonals",
        Rule::FallingDiagonal => "all digits in the diagonal from the upper left",
        Rule::RisingDiagonal => "all digits in the diagonal from the lower left",
        Rule::Windows => "all digits in each window",
        Rule::DisjointGroups => "all digits in the same places of the boxes",
        Rule::AntiKnight => "cells a knight's move apart differ",
        Rule::AntiKing => "cells with touching corners differ",
        Rule::Jigsaw(_) => "regions in place of boxes",
        Rule::NonConsecutive => "neighbors are not consecutive",
        Rule::Drawn(rule) => rule.name(),
    }
}

/// Says why there is no sheet.
fn not_made(variant: &Variant, level: Option<SolvingLevel>, why: NotMade, context: &Context) -> Exit {
    let n = variant.shape().n();
    let (why, status) = match why {
        NotMade::Attempts => (format!("not in {MAX_ATTEMPTS} attempts"), AnswerStatus::NodeLimit),
        NotMade::NoGrid => ("no grid keeps the rules".to_owned(), AnswerStatus::InvalidInput),
        NotMade::Limit(stop) => (minclue_report::why(stop.into()).to_owned(), stop.into()),
    };
    let help = (n < 9 && level.is_some())
        .then_some("small grids need few techniques; ask for easier --levels, or larger --sizes");
    let of = level.map_or_else(|| format!("with {variant}"), |level| format!("of level {level}"));
    context.messages.error(&format!("no {n}x{n} puzzle {of}: {why}"), help);
    context.exit_of(status)
}
