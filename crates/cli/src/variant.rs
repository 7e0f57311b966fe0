//! The rules of an entry: those of `--variant`, and those that it brings.

use minclue_core::sudoku::{Entry, Rule, Variant};
use minclue_puzzles::grid_files::unknown_rules;

use super::answer::Answer;
use super::args::VariantArgs;
use super::inputs::Refused;

/// All rules of an entry beside those of its shape.
pub(super) fn rules(args: &VariantArgs, entry: &Entry) -> Vec<Rule> {
    let mut rules = args.variant.clone();
    rules.extend(entry.rules.iter().filter(|rule| !args.variant.contains(rule)).cloned());
    rules
}

/// The variant of a puzzle that keeps its rules.
///
/// # Errors
/// The answer, if the rules do not go with the shape of the puzzle or are not those of a variant, or if it breaks one
/// of them.
pub(super) fn of(args: &VariantArgs, entry: &Entry) -> Result<Variant, Answer> {
    let variant = Variant::new(entry.puzzle.shape(), &rules(args, entry));
    // An option is wrong for all inputs, a rule that an entry brings for itself.
    let of_option = Variant::new(entry.puzzle.shape(), &args.variant).is_err();
    let variant = variant.map_err(|e| match of_option {
        true => Answer::Usage(format!("--variant: {e}")),
        false => Answer::Refused { message: e.to_string(), help: None },
    })?;
    match variant.check(&entry.puzzle) {
        Ok(()) => Ok(variant),
        Err(clash) => Err(Answer::Refused { message: clash.to_string(), help: None }),
    }
}

/// Why a subcommand refuses rules that it does not know.
pub(super) fn unknown(rules: &VariantArgs) -> Refused {
    let help = Some("check, solve and show support all rules; `minclue puzzle` supports them for all its questions");
    (unknown_rules(&rules.variant), help)
}

/// The same of a subcommand that knows houses and moves, which a search knows too.
pub(super) fn unsearched(rules: &VariantArgs) -> Option<Refused> {
    (!rules.variant.iter().all(Rule::is_searched)).then(|| unknown(rules))
}
