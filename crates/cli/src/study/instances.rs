//! The grids of a study. All are read before the first run, so that nothing is wrong with the last one after days.

use std::collections::BTreeSet;

use minclue_campaign::CampaignInput;
use minclue_core::sudoku::{Entry, Variant};
use minclue_studies::StudyInstance;

use super::super::answer::Answer;
use super::super::args::Common;
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::inputs::{self, Refused};
use super::super::target::{self, grid_line};

pub(super) struct Instances {
    /// Name, shape and the line of the grid.
    grids: Vec<(String, String, String)>,
    names: BTreeSet<String>,
}

impl Instances {
    /// Reads all of them.
    ///
    /// # Errors
    /// The exit code; what is wrong was said, of every grid that is.
    pub(super) fn read(common: &Common, context: &Context) -> Result<Self, Exit> {
        let mut instances = Self { grids: Vec::new(), names: BTreeSet::new() };
        inputs::load_all(common, context, |entry| instances.add(&entry, context))?;
        Ok(instances)
    }

    fn add(&mut self, entry: &Entry, context: &Context) -> Result<(), Refused> {
        let shape = entry.puzzle.shape();
        let limits = context.limits(None, None);
        let grid = match target::solution_within(&Variant::plain(shape), &entry.puzzle, &limits) {
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
        if name.chars().any(char::is_whitespace) {
            return Err((format!("the name `{name}` has spaces"), Some("give each grid a name of one word")));
        }
        if !self.names.insert(name.clone()) {
            return Err((format!("an earlier grid is also called `{name}`"), Some("give each grid its own name")));
        }
        self.grids.push((name, shape.to_string(), grid));
        Ok(())
    }

    /// What the settings say of them.
    pub(super) fn described(&self) -> Vec<StudyInstance> {
        self.grids.iter().map(|(name, shape, grid)| StudyInstance::new(name.clone(), shape.clone(), grid)).collect()
    }

    /// The same as inputs of a campaign.
    pub(super) fn inputs(&self) -> Vec<CampaignInput> {
        let input = |(name, shape, line): &(String, String, String)| CampaignInput {
            name: name.clone(),
            shape: shape.clone(),
            line: line.clone(),
        };
        self.grids.iter().map(input).collect()
    }
}
