//! Calls an engine: the one place that knows their signatures.

use std::time::{Duration, Instant};

use crate::base::Limits;
use crate::bilevel;
use crate::problem::{Minimum, SudokuClues};
use crate::report::{Bounds, EngineRecord, Status, seconds};
use crate::search;
use crate::sudoku::{Grid, line};
use crate::unavoidable::Family;

use super::args::{Engine, RegionPreset, Source};
use super::progress::{Audience, Watch};
use super::sources;
use super::target::is_unique;

/// An engine by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Native,
    Bilevel,
}

impl Name {
    /// The engines that an argument asks for, in the order in which they run.
    pub(super) fn all(asked: Engine) -> &'static [Self] {
        match asked {
            Engine::Native => &[Self::Native],
            Engine::Bilevel => &[Self::Bilevel],
            Engine::Both => &[Self::Native, Self::Bilevel],
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Bilevel => "bilevel",
        }
    }
}

/// The settings that reach the engines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) seed: u64,
    pub(super) source: Source,
    pub(super) regions: RegionPreset,
    pub(super) max_sets: Option<usize>,
}

/// What one engine did with one grid.
pub(super) struct Run {
    pub(super) record: EngineRecord,
    /// Its log; kept only where answers will be compared.
    pub(super) journal: Vec<String>,
}

/// Runs one engine on one grid, from `start_sets` or else from those of its source.
///
/// # Errors
/// A message if the engine failed, or if its answer does not stand up to a second look.
pub(super) fn run<const W: usize>(
    name: Name,
    problem: &SudokuClues<W>,
    settings: Settings,
    start_sets: Option<&Family<W>>,
    limits: &Limits,
    audience: Audience,
    keep_journal: bool,
) -> Result<Run, String> {
    let start = Instant::now();
    let mut watch = Watch::new(audience, name.text(), limits, keep_journal);
    let minimum = call(name, problem, settings, start_sets, limits, &mut watch)?;
    let record = checked(name, problem.grid(), &minimum, start.elapsed())?;
    Ok(Run { record, journal: watch.into_journal() })
}

fn call<const W: usize>(
    name: Name,
    problem: &SudokuClues<W>,
    settings: Settings,
    start_sets: Option<&Family<W>>,
    limits: &Limits,
    watch: &mut Watch,
) -> Result<Minimum<W>, String> {
    let wanted = match name {
        Name::Native => sources::Wanted::of(Source::Complete),
        Name::Bilevel => {
            let wanted = sources::Wanted::of(settings.source);
            sources::Wanted { max_sets: settings.max_sets, regions: settings.regions, ..wanted }
        }
    };
    let mut found = Family::new();
    let family = match start_sets {
        Some(given) => given,
        None => {
            // Stopped by a limit, it has as many sets as it has; the engine sees the same limit next.
            sources::find(problem, &wanted, &mut found, &limits.clone().without_nodes())
                .map_err(|e| format!("start sets: {e}"))?;
            &found
        }
    };
    Ok(match name {
        Name::Native => search::minimum(
            problem,
            family,
            &search::Options { seed: settings.seed, ..search::Options::default() },
            limits,
            watch,
        ),
        Name::Bilevel => bilevel::minimum(problem, family, &bilevel::Options::default(), limits, watch),
    })
}

/// The record of an answer, unless it contradicts itself or its puzzle is not unique.
fn checked<const W: usize>(
    name: Name,
    grid: &Grid,
    minimum: &Minimum<W>,
    time: Duration,
) -> Result<EngineRecord, String> {
    let engine = name.text();
    let (lower, upper) = (minimum.lower_bound, minimum.upper_bound());
    let status = match (upper, minimum.stop) {
        (Some(upper), _) if upper == lower => Status::Optimal,
        (Some(upper), _) if upper < lower => {
            return Err(format!("internal error: engine {engine} claims at least {lower} and at most {upper} clues"));
        }
        (_, Some(stop)) => stop.into(),
        (_, None) => return Err(format!("internal error: engine {engine} ended without an answer or a limit")),
    };
    if let Some(clues) = minimum.clues
        && !is_unique(grid, clues)
    {
        let puzzle = line(&grid.puzzle(clues));
        return Err(format!("internal error: the grid is not the only solution of {puzzle}, found by engine {engine}"));
    }
    let best = minimum.clues.map(|clues| (clues.len(), line(&grid.puzzle(clues))));
    Ok(EngineRecord {
        engine,
        status,
        bounds: Bounds::new(lower, best),
        work: minimum.counters.into(),
        seconds: seconds(time),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, CellSet, Index, Stop};
    use crate::problem::Counters;
    use crate::sudoku::{Shape, all_grids};

    fn look(lower_bound: usize, cells: &[usize], stop: Option<Stop>) -> Result<EngineRecord, String> {
        let grid = all_grids::<1>(Shape::new(2, 2).expect("a shape"), 1).remove(0);
        let clues: CellSet<1> = cells.iter().map(|&c| Cell::new(c)).collect();
        let minimum = Minimum { lower_bound, clues: Some(clues), stop, counters: Counters::default() };
        checked(Name::Native, &grid, &minimum, Duration::ZERO)
    }

    #[test]
    fn an_answer_is_looked_at_before_it_is_shown() {
        let all: Vec<usize> = (0..16).collect();
        assert!(look(16, &all, None).is_ok_and(|r| r.status == Status::Optimal));
        assert!(look(4, &all, Some(Stop::Time)).is_ok_and(|r| r.status == Status::TimeLimit));
        assert!(look(1, &[0], None).is_err_and(|e| e.contains("not the only solution")));
        assert!(look(17, &all, None).is_err_and(|e| e.contains("at least 17 and at most 16")));
        assert!(look(4, &all, None).is_err_and(|e| e.contains("without an answer")));
    }
}
