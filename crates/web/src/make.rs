//! Puzzles that are made: of a level, of the size and the rules of the board.

use std::io;

use minclue_core::base::Limits;
use minclue_core::sudoku::line;
use minclue_puzzles::puzzle_tools::{GridSource, Made, NotMade, Pattern, PuzzleSpec, generate_at};
use minclue_puzzles::techniques::{SolvingLevel, walkthrough};

use crate::protocol::{Message, Trouble};
use crate::question::{ParsedPuzzle, Question, W, grid_line, posed};
use crate::steps::is_rated;

/// Any level.
const ANY: &str = "any";
/// Grids that are tried for one puzzle. On 9x9 some hundred are enough for every level.
const MAX_ATTEMPTS: u64 = 10_000;

/// The question begins with a line that has a level or `any`, a seed and a number of puzzles. An empty grid follows. The
/// puzzles are those of `minclue generate` and `worksheet` from grids of the solver, in half-turn symmetry.
pub(crate) fn make(question: Question<'_>, tell: &mut dyn FnMut(&Message) -> io::Result<()>) -> io::Result<()> {
    let Order { spec, seed, n } = match ordered(question) {
        Ok(order) => order,
        Err(trouble) => return tell(&trouble.into()),
    };
    for number in 0..n {
        match generate_at::<W>(&spec, seed, number, &Limits::none()) {
            Ok(made) => tell(&said(&spec, &made))?,
            Err(why) => return tell(&not_made(&spec, why)),
        }
    }
    Ok(())
}

/// What is asked for.
struct Order {
    spec: PuzzleSpec,
    seed: u64,
    n: u64,
}

fn ordered(question: Question<'_>) -> Result<Order, Trouble> {
    let usage = || Trouble::Refused("a level or any, a seed and a number, and below them an empty grid".to_owned());
    let (first, text) = question.text.split_once('\n').ok_or_else(usage)?;
    let [level, seed, n] = first.split(' ').collect::<Vec<_>>()[..] else { return Err(usage()) };
    let level = match level {
        ANY => None,
        name => Some(*SolvingLevel::ALL.iter().find(|level| level.name() == name).ok_or_else(usage)?),
    };
    let (seed, n) = seed.parse().ok().zip(n.parse().ok()).ok_or_else(usage)?;
    let ParsedPuzzle { variant, .. } = posed(Question { text, ..question })?;
    if level == Some(SolvingLevel::Beyond) && !variant.is_plain() {
        let why = "with more rules, the level beyond is not defined: choose another level";
        return Err(Trouble::Refused(why.to_owned()));
    }
    let grids = GridSource::Solver(variant);
    let spec = PuzzleSpec { max_attempts: MAX_ATTEMPTS, ..PuzzleSpec::for_people(grids, Pattern::HalfTurn, level) };
    Ok(Order { spec, seed, n })
}

fn said(spec: &PuzzleSpec, Made { puzzle, grid, .. }: &Made) -> Message {
    let variant = spec.grid.variant();
    let way = walkthrough(&variant, puzzle, grid, &Limits::none()).ok().filter(|way| is_rated(&variant, way));
    Message::Made { puzzle: line(puzzle), solution: grid_line(grid), level: way.map(|way| way.level().name()) }
}

fn not_made(spec: &PuzzleSpec, why: NotMade) -> Message {
    match why {
        NotMade::Attempts => Message::refused(&format_args!(
            "no such puzzle in {} grids of this size{}",
            spec.max_attempts,
            if spec.level.is_some() { ": choose an easier level" } else { "" }
        )),
        NotMade::NoGrid => Message::refused(&"no grid keeps these rules"),
        NotMade::Limit(stop) => Message::failed(&stop),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::protocol::Solutions;
    use crate::read::read;
    use crate::steps::steps;

    fn told(text: &str, rules: &str) -> Vec<Value> {
        let mut all = Vec::new();
        let mut tell = |said: &Message| {
            all.push(serde_json::to_value(said).expect("JSON"));
            Ok(())
        };
        make(Question { text, rules }, &mut tell).expect("somebody listens");
        all
    }

    fn word<'v>(said: &'v Value, name: &str) -> &'v str {
        said[name].as_str().unwrap_or_else(|| panic!("{name} of {said}"))
    }

    /// Each is as hard as was asked, and has the solution that is said.
    #[test]
    fn puzzles_are_of_the_level() {
        let empty = ".".repeat(81);
        for level in ["easy", "medium", "hard"] {
            let all = told(&format!("{level} 7 2\n{empty}"), "");
            assert_eq!(all.len(), 2);
            assert_ne!(all[0], all[1]);
            for said in &all {
                let puzzle = word(said, "puzzle");
                let Message::Way { level: rated, .. } = steps(puzzle.into()) else { panic!("{puzzle}") };
                assert_eq!((word(said, "is"), word(said, "level"), rated), ("made", level, level));
                let Message::Puzzle { solutions: Solutions::One { grid, .. }, .. } = read(puzzle.into()) else {
                    panic!("{puzzle}")
                };
                assert_eq!(word(said, "solution"), grid);
            }
        }
        let easy = told(&format!("easy 7 1\n{empty}"), "");
        let n = word(&easy[0], "puzzle").chars().filter(|&c| c != '.').count();
        assert!((32..=37).contains(&n), "two fifths of the cells, and a sixteenth: {n}");
    }

    #[test]
    fn puzzles_have_the_size_and_the_rules_of_the_board() {
        for (n, rules) in [(16, "x"), (16, "jigsaw=AABBAABBCCDDCCDD"), (36, "3x2"), (25, "1x5")] {
            let all = told(&format!("any 3 1\n{}", ".".repeat(n)), rules);
            let text = word(&all[0], "puzzle");
            assert_eq!(text.len(), n);
            let Message::Puzzle { solutions: Solutions::One { grid, .. }, .. } = read(Question { text, rules }) else {
                panic!("{rules} {text}")
            };
            assert_eq!(word(&all[0], "solution"), grid);
            let way = steps(Question { text, rules });
            match all[0].get("level") {
                Some(level) => assert!(matches!(way, Message::Way { level: rated, .. } if level == rated), "{rules}"),
                None => assert!(matches!(way, Message::Refused { .. }), "{rules}"),
            }
        }
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        let four = ".".repeat(16);
        for (order, rules, word) in [
            ("beyond 1 1", "", "an easier level"),
            ("beyond 1 1", "x", "another level"),
            ("awful 1 1", "", "a level"),
            ("easy 1", "", "a number"),
            ("easy x 1", "", "a seed"),
            ("any 1 1", "y", "`y`"),
        ] {
            let all = told(&format!("{order}\n{four}"), rules);
            let [Value::Object(said)] = &all[..] else { panic!("{all:?}") };
            assert_eq!(said["is"], "refused");
            assert!(said["message"].as_str().is_some_and(|message| message.contains(word)), "{said:?}");
        }
        let rules = "jigsaw=AAAAAAAAABBBBBBBBECCCCCCCBEDDDDDFCCEDDFFDFFEEDGFFFFEEHIGGGGEEHHIGGIGGHHHIIIIIIHHH";
        let all = told(&format!("any 1 1\n{}", ".".repeat(81)), rules);
        assert_eq!(all[0]["message"], "no grid keeps these rules");
    }
}
