//! The variant that an entry is of.

use minclue_core::sudoku::{Puzzle, Variant};

use super::answer::Answer;
use super::args::VariantArgs;

/// The variant of a puzzle that keeps its rules.
///
/// # Errors
/// The answer, if the rules do not go with the shape of the puzzle or it breaks one of them.
pub(super) fn of(args: &VariantArgs, puzzle: &Puzzle) -> Result<Variant, Answer> {
    let variant = Variant::new(puzzle.shape(), &args.variant).map_err(|e| Answer::Usage(format!("--variant: {e}")))?;
    match variant.check(puzzle) {
        Ok(()) => Ok(variant),
        Err(clash) => Err(Answer::Refused { message: clash.to_string(), help: None }),
    }
}
