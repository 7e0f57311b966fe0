//! How hard a puzzle is for people, and each step of theirs, for the page to give as hints.

use minclue_core::base::{Digit, Index as _, Limits};
use minclue_core::sudoku::{Variant, digit_char};
use minclue_puzzles::techniques::{Candidate, Deduction, NoWalkthrough, Position, Technique, Walkthrough, walkthrough};

use crate::protocol::{HumanStep, Message, Trouble};
use crate::question::{Question, grid, posed};

/// All steps from the puzzle to its solution.
pub(crate) fn steps(question: Question<'_>) -> Message {
    way(question).unwrap_or_else(Message::from)
}

fn way(question: Question<'_>) -> Result<Message, Trouble> {
    let posed = posed(question)?;
    let solution = grid(&posed)?;
    let way = walkthrough(&posed.variant, &posed.puzzle, &solution, &Limits::none()).map_err(|why| match why {
        NoWalkthrough::TooLarge(large) => Trouble::Refused(large.to_string()),
        NoWalkthrough::Limit(stop) => Trouble::Failed(stop.to_string()),
    })?;
    if !is_rated(&posed.variant, &way) {
        let why = "No level: with these rules it needs more than the known techniques";
        return Err(Trouble::Refused(why.to_owned()));
    }
    let mut position =
        Position::of(&posed.variant, &posed.puzzle).map_err(|large| Trouble::Refused(large.to_string()))?;
    let said = |step: &Deduction| {
        let said = human_step(&position, step);
        position.apply(step);
        said
    };
    let steps = way.steps.iter().map(said).collect();
    Ok(Message::Way { level: way.level().name(), technique: way.hardest().map(Technique::name), steps })
}

/// Is the level known? Nobody looked for all that more rules give, so of their puzzles a guess says nothing.
pub(crate) fn is_rated(variant: &Variant, way: &Walkthrough) -> bool {
    variant.is_plain() || way.hardest() != Some(Technique::Guess)
}

fn human_step(position: &Position, step: &Deduction) -> HumanStep {
    let shape = position.shape();
    let name = |digit: Digit| digit_char(shape.n(), digit);
    let candidate = |c: &Candidate| (c.cell.get(), name(c.digit));
    HumanStep {
        technique: step.technique.name(),
        level: step.technique.level().name(),
        text: step.text.clone(),
        placed: step.placed.as_ref().map(candidate),
        removed: step.removed.iter().map(candidate).collect(),
        line: shape.cells().map(|cell| position.value(cell).map_or('.', name)).collect(),
        left: shape.cells().map(|cell| position.candidates(cell).iter().map(name).collect()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> (&'static str, Option<&'static str>, Vec<HumanStep>) {
        match steps(text.into()) {
            Message::Way { level, technique, steps } => (level, technique, steps),
            other => panic!("{other:?}"),
        }
    }

    /// The puzzle of docs/teaching.md, as `minclue rate --steps` tells it.
    #[test]
    fn steps_lead_from_the_puzzle_to_its_solution() {
        let text = "..2..9.8.......1..64..1..7..8.3...6....2.1....1...6.4..5..8..93..7.......3.9..7..";
        let (level, technique, steps) = told(text);
        assert_eq!((level, technique, steps.len()), ("extreme", Some("alternating inference chain"), 70));
        assert_eq!((steps[0].line.as_str(), steps[0].technique), (text, "hidden single"));
        assert_eq!(steps[0].text, "R1C1 is 1: it is the only place for 1 in box 1");
        // By hand: row 1 has 2, 9 and 8, column 1 has 6, and the box 2, 6 and 4.
        assert_eq!((steps[0].left[0].as_str(), steps[0].left[2].as_str()), ("1357", ""));
        for two in steps.windows(2) {
            let [step, next] = two else { panic!("two") };
            let written: Vec<usize> =
                (0..81).filter(|&cell| step.line.as_bytes()[cell] != next.line.as_bytes()[cell]).collect();
            assert_eq!(written, step.placed.iter().map(|&(cell, _)| cell).collect::<Vec<_>>(), "{}", step.text);
            for &(cell, digit) in &step.removed {
                assert!(step.left[cell].contains(digit) && !next.left[cell].contains(digit), "{}", step.text);
            }
        }
        assert_eq!(steps.last().map(|last| last.line.matches('.').count()), Some(1));
    }

    #[test]
    fn a_complete_grid_needs_no_step() {
        assert_eq!(told("1234341221434321"), ("easy", None, Vec::new()));
    }

    /// One cell is left; it has the digit that its row, its column and its diagonal lack.
    #[test]
    fn more_rules_are_houses_and_moves() {
        let text = "423113242.133142";
        let Message::Way { level, steps, .. } = steps(Question { text, rules: "x" }) else { panic!("{text}") };
        assert_eq!((level, steps.len(), steps[0].placed), ("easy", 1, Some((9, '4'))));
    }

    #[test]
    fn what_has_no_way_is_refused() {
        for (text, rules, word) in [("1...............", "", "several solutions"), ("12z4", "", "z")] {
            let Message::Refused { message } = steps(Question { text, rules }) else { panic!("{text}") };
            assert!(message.contains(word), "{message}");
        }
    }
}
