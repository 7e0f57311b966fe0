//! The grids of a study. All are read before the first run, so that nothing is wrong with the last one after days.

use std::collections::BTreeMap;

use minclue_core::sudoku::{Entry, Place, ReadError};
use minclue_puzzles::grid_files::GridReader;
use minclue_solver::with_width;
use minclue_studies::StudyInstance;

use super::super::answer::Answer;
use super::super::args::Common;
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::inputs::{Found, Inputs};
use super::super::session::{exit_of, help};
use super::super::target::{self, grid_line};

/// Grids by name.
pub(super) struct Instances {
    /// Name, shape and the line of the grid.
    grids: Vec<(String, String, String)>,
    numbers: BTreeMap<String, usize>,
}

impl Instances {
    /// Reads all of them.
    ///
    /// # Errors
    /// The exit code; what is wrong was said, of every grid that is.
    pub(super) fn read(common: &Common, context: &Context) -> Result<Self, Exit> {
        let messages = context.messages;
        let inputs = Inputs::of_grids(&common.input, common.shape, messages)?;
        if inputs.exit() != Exit::Answered {
            return Err(inputs.exit());
        }
        if inputs.is_typed() && !common.quiet {
            messages.note("reading grids from the terminal, one a line; Ctrl-D ends");
        }
        let mut instances = Self { grids: Vec::new(), numbers: BTreeMap::new() };
        let mut exit = Exit::Answered;
        let (shape, column) = (common.shape, common.column.clone());
        let read = move |text| GridReader::new(text, shape, column.clone());
        for (input, found) in inputs.read(context.interrupt(), read) {
            if context.interrupt().is_raised() {
                break;
            }
            let mut refuse = |place: &Place, message: &str, help: Option<&str>| {
                messages.refused(&input.name(), place, message, help);
                exit = exit.and(Exit::InvalidInput);
            };
            match found {
                Found::Whole(entry) => match instances.add(&entry, context) {
                    Ok(()) => {}
                    Err((message, help)) => refuse(&entry.place, &message, help),
                },
                Found::Wrong(ReadError::Refused { place, reason, .. }) => {
                    refuse(&place, &reason.to_string(), help(&reason));
                }
                Found::Wrong(e @ ReadError::Io(_)) => {
                    messages.error(&format!("{}: {e}", input.name()), None);
                    return Err(exit_of(&e));
                }
                Found::Unopened(e) => {
                    messages.error(&e.to_string(), e.help());
                    return Err(Exit::Internal);
                }
                Found::Nothing => {
                    messages.error(&format!("there is no grid in {}", input.name()), None);
                    exit = exit.and(Exit::InvalidInput);
                }
            }
        }
        if context.interrupt().is_raised() {
            return Err(context.exit_of_signal());
        }
        if exit == Exit::Answered { Ok(instances) } else { Err(exit) }
    }

    fn add(&mut self, entry: &Entry, context: &Context) -> Result<(), (String, Option<&'static str>)> {
        let shape = entry.puzzle.shape();
        let limits = context.limits(None, None);
        let target = with_width!(shape.n_cells(), W => target::grid::<W>(&entry.puzzle, &limits));
        let grid = match target {
            Ok(grid) => grid_line(&grid),
            Err(no_grid) => {
                // Without limits only a signal stops the search, and that is heard by the caller.
                return match target::answer(&no_grid, |_| Answer::Usage(String::new())) {
                    Answer::Refused { message, help } => Err((message, help)),
                    _ => Ok(()),
                };
            }
        };
        let name = entry.id.clone().unwrap_or_else(|| format!("grid-{}", self.grids.len() + 1));
        if self.numbers.insert(name.clone(), self.grids.len()).is_some() {
            return Err((
                format!("a grid before this one is called `{name}` too"),
                Some("give each grid its own name"),
            ));
        }
        self.grids.push((name, shape.to_string(), grid));
        Ok(())
    }

    /// What the settings say of them.
    pub(super) fn described(&self) -> Vec<StudyInstance> {
        self.grids.iter().map(|(name, shape, grid)| StudyInstance::new(name.clone(), shape.clone(), grid)).collect()
    }

    /// The number, from 1, the shape and the line of the grid with this name, which is one of these.
    pub(super) fn find(&self, name: &str) -> (usize, &str, &str) {
        let i = self.numbers[name];
        let (_, shape, grid) = &self.grids[i];
        (i + 1, shape, grid)
    }
}
