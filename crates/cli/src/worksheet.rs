//! `minclue worksheet`: puzzles for people to print.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use minclue_core::base::write_whole;
use minclue_core::sudoku::{Shape, Variant, line};
use minclue_puzzles::puzzle_tools::{self, Erasure, GridSource, Made, NotMade, Pattern, PuzzleSpec, RemovalOrder};
use minclue_puzzles::techniques::SolvingLevel;
use minclue_report::{AnswerStatus, SheetPuzzle, Worksheet};

use super::args::values::{as_usize, at_least_one, seed};
use super::args::{Color, TimeArgs, heading};
use super::claims::{Claims, Refusal};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::print;
use super::progress;
use super::seed;
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
    /// How hard, one after the other [default: easy for size 4; easy,medium for 6; easy,medium,hard above]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "LEVELS", help_heading = heading::QUESTION)]
    pub levels: Vec<SolvingLevel>,

    /// Digits of the grids: 4 and 6 for children, 8, 9 or 10; several with commas
    #[arg(long, value_delimiter = ',', value_parser = size, default_value = "9", value_name = "SIZES")]
    #[arg(help_heading = heading::QUESTION)]
    pub sizes: Vec<Shape>,

    /// Puzzles of each size and level
    #[arg(short = 'n', long, value_name = "N", default_value_t = 6, value_parser = at_least_one)]
    #[arg(help_heading = heading::QUESTION)]
    pub number: u64,

    /// Patterns of clues that look the same after this
    #[arg(long, value_enum, default_value = "half-turn", value_name = "SYMMETRY")]
    #[arg(help_heading = heading::QUESTION)]
    pub symmetry: Pattern,

    /// Fixes every random choice [default: another one each time, which is on the sheet]
    #[arg(long, value_name = "N", value_parser = seed, allow_hyphen_values = true, help_heading = heading::SEED)]
    pub seed: Option<u64>,

    /// Puzzles on a page [default: 12 of size 4, 6 of others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=30))]
    #[arg(help_heading = heading::OUTPUT)]
    pub per_page: Option<u64>,

    /// What stands above every page
    #[arg(long, value_name = "TEXT", default_value = TITLE, help_heading = heading::OUTPUT)]
    pub title: String,

    /// Write the sheet to this file, in place of standard output
    #[arg(short, long, value_name = "FILE", help_heading = heading::OUTPUT)]
    pub output: Option<PathBuf>,

    /// Limits of each puzzle.
    #[command(flatten)]
    pub limits: TimeArgs,
}

/// The customary shape of a grid with this many digits.
fn size(text: &str) -> Result<Shape, String> {
    let n = text.parse().ok().filter(|n| (4..=10).contains(n));
    n.and_then(|n: usize| Shape::of_cells(n * n)).ok_or_else(|| "the sizes are 4, 6, 8, 9 and 10".to_owned())
}

impl Command for WorksheetArgs {
    fn run(&self) -> Exit {
        let context = match Context::of(Color::Auto, false, false) {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        let messages = context.messages;
        let claimed = self.output.as_deref().map_or(Ok(()), |path| Claims::output().replaces(OUTPUT, path));
        if let Err(refusal) = claimed {
            return refusal.report(messages);
        }
        let seed = seed::asked_or_drawn(self.seed);
        let puzzles = match self.puzzles(seed, &context) {
            Ok(puzzles) => puzzles,
            Err(exit) => return exit,
        };
        let sheet = Worksheet {
            title: self.title.clone(),
            command: self.command(seed),
            per_page: self.per_page.map(as_usize),
            puzzles,
        };
        let html = sheet.html();
        match &self.output {
            None => print::text(html.as_bytes()),
            Some(path) => match write_whole(path, html.as_bytes()) {
                Ok(()) => Exit::Answered,
                Err(error) => Refusal::unwritable(OUTPUT, path, &error).report(messages),
            },
        }
    }
}

impl WorksheetArgs {
    /// All puzzles, or the exit code of the first that was not made: a sheet that lacks some would not be what was asked.
    fn puzzles(&self, seed: u64, context: &Context) -> Result<Vec<SheetPuzzle>, Exit> {
        progress::begin(None);
        progress::unit("attempts");
        let mut puzzles = Vec::new();
        for &shape in &self.sizes {
            for level in self.levels_of(shape) {
                for _ in 0..self.number {
                    let limits = context.limits(self.limits.time_limit, None);
                    // The number goes on over all levels, so that no two puzzles come from the same grid.
                    let spec = self.spec(shape, level);
                    match puzzle_tools::generate::<2>(&spec, seed, puzzles.len() as u64, &limits) {
                        Ok(made) => puzzles.push(sheet_puzzle(shape, level, &made)),
                        Err(why) => return Err(not_made(shape, level, why, context)),
                    }
                }
            }
        }
        progress::done();
        Ok(puzzles)
    }

    fn levels_of(&self, shape: Shape) -> Vec<SolvingLevel> {
        match (self.levels.as_slice(), shape.n()) {
            ([], 0..=4) => vec![SolvingLevel::Easy],
            ([], 5..=6) => vec![SolvingLevel::Easy, SolvingLevel::Medium],
            ([], _) => vec![SolvingLevel::Easy, SolvingLevel::Medium, SolvingLevel::Hard],
            (levels, _) => levels.to_vec(),
        }
    }

    /// Easy puzzles have two fifths of the cells and a bit more, as in newspapers; others are dug to the end.
    fn spec(&self, shape: Shape, level: SolvingLevel) -> PuzzleSpec {
        let n_cells = shape.n_cells();
        let fewest = 2 * n_cells / 5;
        PuzzleSpec {
            grid: if shape.n() <= 9 {
                GridSource::Permutations(shape)
            } else {
                GridSource::Solver(Variant::plain(shape))
            },
            erasure: Erasure::Dig { order: RemovalOrder::Random, pattern: self.symmetry },
            valid: true,
            minimal: false,
            clues: (level == SolvingLevel::Easy).then(|| fewest..=fewest + n_cells / 16),
            tries: None,
            ctn: None,
            level: Some(level),
            max_attempts: MAX_ATTEMPTS,
        }
    }

    /// The command that makes the same sheet.
    fn command(&self, seed: u64) -> String {
        let listed = |words: Vec<String>| words.join(",");
        let mut command = format!("minclue worksheet --seed {seed} -n {}", self.number);
        let _ = write!(command, " --sizes {}", listed(self.sizes.iter().map(|s| s.n().to_string()).collect()));
        if !self.levels.is_empty() {
            let _ = write!(command, " --levels {}", listed(self.levels.iter().map(ToString::to_string).collect()));
        }
        if self.symmetry != Pattern::HalfTurn {
            let _ = write!(command, " --symmetry {}", self.symmetry.name());
        }
        command
    }
}

fn sheet_puzzle(shape: Shape, level: SolvingLevel, made: &Made) -> SheetPuzzle {
    SheetPuzzle { shape, level: level.name(), puzzle: line(&made.puzzle), solution: grid_line(&made.grid) }
}

/// Says why there is no sheet.
fn not_made(shape: Shape, level: SolvingLevel, why: NotMade, context: &Context) -> Exit {
    let n = shape.n();
    let (why, status) = match why {
        NotMade::Attempts => (format!("not in {MAX_ATTEMPTS} attempts"), AnswerStatus::NodeLimit),
        NotMade::NoGrid => unreachable!("shapes without further rules have grids"),
        NotMade::Limit(stop) => (minclue_report::why(stop.into()).to_owned(), stop.into()),
    };
    let help = (n < 9).then_some("small grids need few techniques; ask for easier --levels, or larger --sizes");
    context.messages.error(&format!("no {n}x{n} puzzle of level {level}: {why}"), help);
    context.exit_of(status)
}
