//! Are puzzles that are known among those that a search of regions found?

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use serde_json::Value;

use minclue_campaign::TaskLine;
use minclue_catalog::{RegionChunk, RegionForm, two_bands_that_find};
use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::sudoku::{Grid, Puzzle, Shape};
use minclue_puzzles::grid_files::GridReader;

use super::super::catalog::minlex_line;
use super::second_rules::Rules;
use super::second_solver::solutions;

/// What was searched, and what was found, by the number of clues.
#[derive(Debug, Default)]
pub(super) struct RegionFinds(BTreeMap<usize, Parts>);

/// All about one number of clues.
#[derive(Debug, Default)]
struct Parts {
    /// What was searched to the end.
    done: Vec<RegionChunk>,
    /// Each as its record writes it.
    puzzles: HashSet<String>,
}

/// How many puzzles of a file had to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ListedPuzzles {
    /// Puzzles of the file.
    n: u64,
    /// Those that a region which was searched has to find; all of them were found, but for `wrong`.
    n_expected: u64,
}

impl RegionFinds {
    /// Takes the records of a task.
    pub(super) fn add(&mut self, line: &TaskLine) {
        for record in &line.records {
            let Ok(record) = serde_json::from_str::<Value>(record.get()) else { continue };
            let (Some(schema), Some(n_clues)) = (record["schema"].as_str(), record["n_clues"].as_u64()) else {
                continue;
            };
            let parts = self.0.entry(n_clues as usize).or_default();
            if schema.starts_with("minclue-regions/") {
                let part = record["id"].as_str().and_then(|id| id.parse().ok());
                parts.done.extend(part.filter(|_| record["status"] == "done"));
            } else if schema.starts_with("minclue-catalog-puzzle/") {
                parts.puzzles.extend(record["puzzle"].as_str().map(str::to_owned));
            }
        }
    }

    /// Looks for the puzzles of a file. `wrong` hears of each that is missing, or is none.
    ///
    /// # Errors
    /// The file cannot be read, or a signal came.
    pub(super) fn look_for(
        &self,
        path: &Path,
        limits: &Limits,
        wrong: &mut dyn FnMut(String),
    ) -> Result<ListedPuzzles, LookError> {
        let reader = GridReader::new(BufReader::new(File::open(path)?), Some(Shape::NINE), None);
        let (mut known, mut expected) = (ListedPuzzles::default(), Vec::new());
        for entry in reader {
            let entry = entry.map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e.to_string()))?;
            known.n += 1;
            let Some(parts) = self.0.get(&entry.puzzle.n_clues()) else { continue };
            let place = format!("{}:{}", path.display(), entry.place.line);
            match Self::expected(&entry.puzzle, parts, limits)? {
                Some((line, forms)) => expected.push((place, entry.puzzle.n_clues(), line, forms)),
                None => wrong(format!("{place}: the puzzle does not have exactly one solution")),
            }
        }
        let forms: BTreeSet<RegionForm> = expected.iter().flat_map(|(.., forms)| forms).copied().collect();
        let numbers = RegionForm::numbers(&forms);
        for (place, n_clues, line, forms) in expected {
            let Parts { done, puzzles } = &self.0[&n_clues];
            let has = |part: &RegionChunk, form| {
                part.band() == RegionForm::band(form) && part.second_bands().contains(&numbers[form])
            };
            let Some(part) = done.iter().find(|part| forms.iter().any(|form| has(part, form))) else { continue };
            known.n_expected += 1;
            if !puzzles.contains(&line) {
                wrong(format!("{place}: this known puzzle is missing from {part}: {line}"));
            }
        }
        Ok(known)
    }

    /// The puzzle as a record writes it, and the regions in bands that were searched which have to find it; `None` if
    /// it is not a puzzle.
    fn expected(puzzle: &Puzzle, parts: &Parts, limits: &Limits) -> Result<Option<(String, Vec<RegionForm>)>, Stop> {
        let rules = Rules::new(Shape::NINE, "").unwrap_or_else(|wrong| unreachable!("{wrong}"));
        let found = solutions(puzzle, &rules, 2, limits)?;
        let [digits] = found.as_slice() else { return Ok(None) };
        let grid = Grid::new(Shape::NINE, digits).unwrap_or_else(|clash| unreachable!("it was solved: {clash:?}"));
        let clues: CellSet<2> = puzzle.clues();
        let bands: HashSet<usize> = parts.done.iter().map(|part| part.band().number()).collect();
        let forms = two_bands_that_find(&grid, clues);
        let forms = forms.iter().map(RegionForm::of).filter(|form| bands.contains(&form.band().number())).collect();
        Ok(Some((minlex_line(&grid, clues).1, forms)))
    }
}

impl ListedPuzzles {
    /// What was looked for, and found.
    pub(super) fn text(self) -> String {
        let Self { n, n_expected } = self;
        format!("{n_expected} of {n} known puzzles belong to regions that were searched")
    }
}

/// Why puzzles could not be looked for.
#[derive(Debug, thiserror::Error)]
pub(super) enum LookError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it was ended")]
    Stop(Stop),
}

impl From<Stop> for LookError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}
