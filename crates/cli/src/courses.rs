//! What the teaching solvers count of a puzzle, for `rate` and `generate`, and the grids that they draw.

use minclue_core::base::{Limits, Stop};
use minclue_core::sudoku::Puzzle;
use minclue_puzzles::puzzle_tools::{GridDraw, PuzzleCount};
use minclue_report::RateRecord;
use minclue_teaching::CourseCounts;

/// Draws grids by the brute-force fill.
pub(super) const FILL: Option<GridDraw> = Some(minclue_teaching::random_fill);

/// Tries of the brute-force fill.
pub(super) const TRIES: Option<PuzzleCount> = Some(minclue_teaching::tries);

/// Recursions in the order of contribution numbers.
pub(super) const CTN: Option<PuzzleCount> = Some(minclue_teaching::ctn);

/// Writes all counts of a puzzle into its record, and returns the limit that came, if one did.
pub(super) fn count(puzzle: &Puzzle, limits: &Limits, record: &mut RateRecord) -> Option<Stop> {
    let counts = CourseCounts::of(puzzle, limits);
    record.ntn = counts.ntn();
    for (name, count, field) in [
        ("tries", counts.tries, &mut record.tries),
        ("fc", counts.fc, &mut record.fc),
        ("mrv", counts.mrv, &mut record.mrv),
        ("ctn", counts.ctn, &mut record.ctn),
    ] {
        *field = count.ok();
        if let Err((n, _)) = count {
            record.at_least.insert(name, n);
        }
    }
    counts.stop()
}
