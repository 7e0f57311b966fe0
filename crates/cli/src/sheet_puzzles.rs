//! The puzzles of a file as those of a sheet to print: each with one solution, and rated.

use std::ffi::OsString;

use clap::Args as ClapArgs;

use minclue_core::base::{Limits, quoted};
use minclue_core::sudoku::{Entry, Shape, line};
use minclue_puzzles::grid_files::Column;
use minclue_puzzles::puzzle_tools::{self, RatedSolve};
use minclue_report::{SheetPuzzle, why};

use super::answer::Answer;
use super::args::{Color, Common, MessageArgs, VariantArgs, heading};
use super::context::Context;
use super::exit::Exit;
use super::human_rating::people;
use super::inputs::{self, Inputs, Refused};
use super::target::{self, NoGrid};
use super::variant;
use super::worksheet::rules;

/// A command of more characters than this does not fit below a page.
const LONGEST_COMMAND: usize = 160;

/// Where the puzzles of a sheet are.
#[derive(Clone, Debug, ClapArgs)]
pub struct SheetInput {
    /// Your own puzzles, not new ones: files, puzzles themselves, or - for standard input
    #[arg(value_name = "INPUT")]
    pub input: Vec<OsString>,

    /// Column of a table (name or number from 1) or field of JSON that has the puzzle
    #[arg(long, value_name = "NAME|NUMBER", requires = "input", help_heading = heading::INPUT)]
    pub column: Option<Column>,

    /// Box shape of your own puzzles, rows x columns: 2x3 and 3x2 differ
    #[arg(long, value_name = "RxC", requires = "input", allow_hyphen_values = true, help_heading = heading::INPUT)]
    pub shape: Option<Shape>,
}

impl SheetInput {
    /// The same as every verb has it.
    pub(super) fn common(&self, quiet: bool) -> Common {
        let messages = MessageArgs { verbose: false, quiet, color: Color::Auto };
        Common { input: self.input.clone(), column: self.column.clone(), shape: self.shape, messages }
    }

    /// The inputs as words of a command; nothing of those that are longer than a line.
    pub(super) fn words(&self) -> String {
        let words: String = self.input.iter().map(|input| format!(" {}", quoted(&input.to_string_lossy()))).collect();
        Some(words).filter(|words| words.chars().count() <= LONGEST_COMMAND).unwrap_or_default()
    }
}

/// All puzzles, or the exit code: a sheet with a puzzle that nobody can solve is none.
///
/// # Errors
/// The exit code; what is wrong was said, of every puzzle that cannot be printed.
pub(super) fn all(
    inputs: &Inputs,
    common: &Common,
    variant: &VariantArgs,
    limits: &dyn Fn() -> Limits,
    context: &Context,
) -> Result<Vec<SheetPuzzle>, Exit> {
    let (mut puzzles, mut stopped) = (Vec::new(), None);
    let loaded = inputs::load_from(inputs, common, context, |entry| {
        puzzles.push(one(&entry, variant, &limits()).map_err(|not| match not {
            NotOne::Refused(refused) => refused,
            NotOne::Limit(stop) => {
                stopped.get_or_insert(stop);
                (format!("no solution, {}", why(stop.into())), None)
            }
        })?);
        Ok(())
    });
    match (loaded, stopped) {
        (Ok(()), _) => Ok(puzzles),
        (Err(Exit::InvalidInput), Some(stop)) => Err(context.exit_of(stop.into())),
        (Err(exit), _) => Err(exit),
    }
}

/// Why an entry cannot go on a worksheet.
enum NotOne {
    Refused(Refused),
    Limit(minclue_core::base::Stop),
}

fn one(entry: &Entry, args: &VariantArgs, limits: &Limits) -> Result<SheetPuzzle, NotOne> {
    let refused = |message: String| NotOne::Refused((message, None));
    let variant = variant::of(args, entry).map_err(|answer| match answer {
        Answer::Refused { message, .. } | Answer::Usage(message) => refused(message),
        _ => refused("this is not a puzzle of the variant".to_owned()),
    })?;
    if entry.puzzle.as_grid().is_some() {
        return Err(refused("this grid is complete, so there is nothing to solve".to_owned()));
    }
    let solution = target::solution_within(&variant, &entry.puzzle, limits).map_err(|no_grid| match no_grid {
        // The rest of the message is about grids, which a worksheet does not ask for.
        NoGrid::Refused(message) => NotOne::Refused((
            message.split(',').next().unwrap_or(message).to_owned(),
            Some("every puzzle of a sheet must have exactly one solution; minclue check INPUT shows which have"),
        )),
        NoGrid::Limit(stop) => NotOne::Limit(stop),
    })?;
    let level = puzzle_tools::rate(&variant, &entry.puzzle, true, limits).solved.map_err(NotOne::Limit)?;
    let level = match &level {
        RatedSolve::One { way: Some(way), .. } => Some(people(way, None).level),
        _ => None,
    };
    let caption = match (&entry.id, level) {
        (Some(name), Some(level)) => Some(format!("{name} ({level})")),
        (name, level) => name.clone().or(level.map(str::to_owned)),
    };
    let (puzzle, solution) = (line(&entry.puzzle), target::grid_line(&solution));
    Ok(SheetPuzzle { level: rules(&variant), variant, caption, puzzle, solution })
}
