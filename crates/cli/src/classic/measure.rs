//! One run of the study: a puzzle is made, or a batch of them, and what it is made for is measured.

use std::ops::ControlFlow;
use std::time::Instant;

use rand::seq::SliceRandom;

use minclue_core::base::{Cell, CellSet, Limits, Stop, rng};
use minclue_core::sudoku::{Counter, Shape, Variant, cell_name, line};
use minclue_puzzles::puzzle_tools::{
    CountRange, Erasure, GridSource, Made, NotMade, Pattern, PuzzleSpec, RemovalOrder, generate,
};
use minclue_report::{AnswerStatus, seconds};
use minclue_studies::classic::{
    BatchRecord, ClassicKey, ClassicRecord, ClassicSettings, FillTime, PuzzleMade, RemovalRecord, SearchVariant,
    StudyPart, TrialRecord,
};
use minclue_teaching::{FillEnd, SearchEnd, Values, fill, random_fill, search, tries};

use super::super::target::is_only_solution;

/// As `generate`; the rarest puzzles here are one of some hundreds.
const MAX_ATTEMPTS: u64 = 100_000;

/// Words for the 81 cells.
const W: usize = 2;

/// Why a run has no record.
pub(in super::super) enum NoRecord {
    Stopped,
    /// Something is not as it must be: a defect of this program.
    Wrong(String),
}

impl From<Stop> for NoRecord {
    fn from(_: Stop) -> Self {
        // There are no other limits.
        Self::Stopped
    }
}

/// Does the runs of a study.
pub(in super::super) struct Measurer {
    settings: ClassicSettings,
    limits: Limits,
    counter: Counter<W>,
}

impl Measurer {
    /// For runs that `limits` may interrupt.
    pub(in super::super) fn new(settings: ClassicSettings, limits: Limits) -> Self {
        Self { settings, limits, counter: Counter::new(Shape::NINE) }
    }

    /// One run.
    ///
    /// # Errors
    /// Why there is no record.
    pub(in super::super) fn measure(&mut self, key: &ClassicKey) -> Result<ClassicRecord, NoRecord> {
        if self.limits.reached(0).is_some() {
            return Err(NoRecord::Stopped);
        }
        let number = self.settings.number(key);
        let recipe = recipe(&self.settings, key);
        let wanted = wanted(&self.settings, key);
        let start = Instant::now();
        if key.part == StudyPart::Density {
            let batch = self.batch(&wanted, number, self.settings.batch_size(key.number))?;
            let (status, seconds) = (Some(AnswerStatus::Done), seconds(start.elapsed()));
            return Ok(ClassicRecord { status, recipe, seconds, batch: Some(batch), ..ClassicRecord::default() });
        }
        let made = match generate(&wanted, self.settings.seed, number, &self.limits) {
            Ok(made) => made,
            Err(NotMade::Attempts | NotMade::NoGrid) => {
                let (status, seconds) = (Some(AnswerStatus::NodeLimit), seconds(start.elapsed()));
                return Ok(ClassicRecord { status, recipe, seconds, ..ClassicRecord::default() });
            }
            Err(NotMade::Limit(stop)) => return Err(stop.into()),
        };
        let seconds = seconds(start.elapsed());
        if !is_only_solution(&Variant::plain(Shape::NINE), &made.puzzle, &made.grid, &self.limits)? {
            return Err(NoRecord::Wrong(format!("{} does not have exactly one solution", line(&made.puzzle))));
        }
        let mut record = ClassicRecord {
            status: Some(AnswerStatus::Done),
            recipe,
            seconds,
            made: Some(PuzzleMade {
                puzzle: line(&made.puzzle),
                n_clues: made.puzzle.n_clues() as u64,
                minimal: made.minimal == Some(true),
                attempt: made.attempt,
            }),
            ..ClassicRecord::default()
        };
        match key.part {
            StudyPart::Band => {
                record.fill = Some(self.fill(&made)?);
                record.trials = self.trials(&made, number)?;
            }
            StudyPart::Tries => record.fill = Some(self.fill(&made)?),
            StudyPart::Removal => record.removal = Some(self.removal(&made, number)?),
            StudyPart::Density => {}
        }
        Ok(record)
    }

    fn batch(&self, wanted: &PuzzleSpec, first: u64, n_puzzles: u64) -> Result<BatchRecord, NoRecord> {
        let mut batch = BatchRecord { n_puzzles, n_valid: 0, n_clues: 0 };
        for number in first..first + n_puzzles {
            match generate(wanted, self.settings.seed, number, &self.limits) {
                Ok(made) => {
                    batch.n_valid += u64::from(made.valid);
                    batch.n_clues += made.puzzle.n_clues() as u64;
                }
                Err(NotMade::Limit(stop)) => return Err(stop.into()),
                Err(NotMade::Attempts | NotMade::NoGrid) => {
                    return Err(NoRecord::Wrong("nothing is wanted and nothing made".to_owned()));
                }
            }
        }
        Ok(batch)
    }

    fn fill(&self, made: &Made) -> Result<FillTime, NoRecord> {
        let mut found = None;
        let start = Instant::now();
        let filled = fill(&made.puzzle, &Values::Ascending, 1, &self.limits, &mut |grid| {
            found = Some(grid.clone());
            ControlFlow::Continue(())
        });
        let seconds = seconds(start.elapsed());
        if let FillEnd::Limit(stop) = filled.end {
            return Err(stop.into());
        }
        same_grid(made, found.as_ref() == Some(&made.grid), "the brute-force fill")?;
        Ok(FillTime { tries: filled.tries, seconds })
    }

    fn trials(&self, made: &Made, number: u64) -> Result<Vec<TrialRecord>, NoRecord> {
        let mut trials = Vec::new();
        for variant in SearchVariant::all() {
            let settings = variant.settings(self.settings.seed.wrapping_add(number));
            let trial = search(&made.puzzle, &settings, &self.limits);
            let is_same = match trial.outcome {
                SearchEnd::Limit(stop) => return Err(stop.into()),
                SearchEnd::NoSolution => false,
                SearchEnd::Solved(grid) => grid == made.grid,
            };
            same_grid(made, is_same, variant.method.name())?;
            let (recursions, backtracks, depth) = (trial.recursions, trial.backtracks, trial.depth as u64);
            trials.push(TrialRecord { variant, recursions, backtracks, depth });
        }
        Ok(trials)
    }

    /// Solutions as the clues are removed in an order that seed and number fix.
    fn removal(&mut self, made: &Made, number: u64) -> Result<RemovalRecord, NoRecord> {
        let limits = &self.settings.removal;
        let mut order: Vec<Cell> = made.puzzle.clues::<W>().iter().collect();
        order.shuffle(&mut rng(self.settings.seed.wrapping_add(number)));
        order.truncate(limits.most_removed as usize);
        let mut record = RemovalRecord { removed: Vec::new(), solutions: vec![1] };
        let mut clues = made.puzzle.clues::<W>();
        let mut pace = self.limits.pace(256);
        for cell in order {
            clues -= CellSet::only(cell);
            let left = made.grid.puzzle(clues);
            let n = self.counter.count(left.cells(), limits.most_solutions, &mut pace)?;
            record.removed.push(cell_name(Shape::NINE, cell));
            record.solutions.push(n);
            if n == limits.most_solutions {
                break;
            }
        }
        Ok(record)
    }
}

/// A valid puzzle has one solution, whoever solves it.
fn same_grid(made: &Made, is_same: bool, who: &str) -> Result<(), NoRecord> {
    let wrong = || NoRecord::Wrong(format!("{who} does not find the grid of {}", line(&made.puzzle)));
    is_same.then_some(()).ok_or_else(wrong)
}

/// What the puzzle of a run shall be.
fn wanted(settings: &ClassicSettings, key: &ClassicKey) -> PuzzleSpec {
    let mut wanted = PuzzleSpec {
        grid: GridSource::Permutations(Shape::NINE, random_fill),
        erasure: Erasure::Dig { order: RemovalOrder::Random, pattern: Pattern::Free },
        valid: false,
        minimal: false,
        clues: None,
        tries: None,
        ctn: None,
        level: None,
        max_attempts: MAX_ATTEMPTS,
    };
    let clues = |range: [u64; 2]| Some(range[0] as usize..=range[1] as usize);
    match key.part {
        StudyPart::Band => wanted.clues = settings.band(&key.group).and_then(|band| clues(band.clues)),
        StudyPart::Tries => {
            let group = settings.group(&key.group);
            wanted.clues = group.and_then(|group| clues(group.clues));
            wanted.tries = group.map(|group| CountRange { range: group.tries[0]..=group.tries[1], count: tries });
        }
        // Digging to the end leaves a minimal puzzle.
        StudyPart::Removal => {}
        StudyPart::Density => wanted.erasure = Erasure::Density(density(settings, key)),
    }
    wanted
}

fn density(settings: &ClassicSettings, key: &ClassicKey) -> f64 {
    let named = |density: &&f64| ClassicSettings::density_name(**density) == key.group;
    settings.densities.iter().find(named).copied().unwrap_or(1.0)
}

/// The command that makes the same puzzles.
fn recipe(settings: &ClassicSettings, key: &ClassicKey) -> String {
    let (seed, number) = (settings.seed, settings.number(key));
    let mut recipe = format!("minclue generate --seed {seed} --first {number} --fill permutations");
    let range = |range: [u64; 2]| format!("{}..{}", range[0], range[1]);
    match key.part {
        StudyPart::Band => {
            let clues = settings.band(&key.group).map_or_else(String::new, |band| range(band.clues));
            recipe.push_str(&format!(" --clues {clues}"));
        }
        StudyPart::Tries => {
            if let Some(group) = settings.group(&key.group) {
                recipe.push_str(&format!(" --clues {} --tries {}", range(group.clues), range(group.tries)));
            }
        }
        StudyPart::Removal => {}
        StudyPart::Density => {
            let (n, density) = (settings.batch_size(key.number), density(settings, key));
            recipe.push_str(&format!(" -n {n} --density {density}"));
        }
    }
    recipe
}
