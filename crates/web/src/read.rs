//! What is typed, pasted or clicked: is it a puzzle, and what is wrong with it if it is none?

use minclue_core::base::{Cell, Index, Limits};
use minclue_core::sudoku::line;
use minclue_puzzles::puzzle_tools::{Checked, check_at};

use crate::protocol::{Message, Solutions};
use crate::question::{ParsedPuzzle, Question, W, boxes, grid_line, posed};

/// Solutions are counted up to this many.
const MAX_SOLUTIONS: u64 = 1000;

/// Reads it, and looks at its solutions.
pub(crate) fn read(question: Question<'_>) -> Message {
    let ParsedPuzzle { puzzle, variant, name } = match posed(question) {
        Ok(posed) => posed,
        Err(trouble) => return trouble.into(),
    };
    let solutions = match check_at::<W>(&variant, &puzzle, MAX_SOLUTIONS, &Limits::none()) {
        Ok(Checked::Valid { grid, redundant: Ok(redundant) }) => {
            Solutions::One { redundant: numbers(&redundant), grid: grid_line(&grid) }
        }
        Ok(Checked::Contradictory { clues: Ok(clues) }) => Solutions::None { clues: numbers(&clues) },
        Ok(Checked::Ambiguous(found)) => {
            let two = found.solutions.each_ref().map(grid_line);
            Solutions::Several { two, cells: numbers(&found.cells), n: found.n_solutions, all: found.is_exact }
        }
        Ok(Checked::Valid { redundant: Err(stop), .. } | Checked::Contradictory { clues: Err(stop) }) | Err(stop) => {
            return Message::failed(&stop);
        }
    };
    let rules = variant.rules().iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    Message::Puzzle { boxes: boxes(puzzle.shape()), rules, line: line(&puzzle), name, solutions }
}

fn numbers(cells: &[Cell]) -> Vec<usize> {
    cells.iter().map(|cell| cell.get()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the grid has rows 1234 3412 2143 4321. In it, 1 and 2 of the first two columns in rows 1 and 3 can be
    /// exchanged, and a puzzle with all else given has the two solutions that differ there.
    #[test]
    fn two_solutions_come_with_the_cells_that_differ() {
        let Message::Puzzle { boxes: [2, 2], line, solutions, .. } = read("..34 3412 ..43 4321".into()) else {
            panic!("read")
        };
        assert_eq!(line, "..343412..434321");
        let Solutions::Several { mut two, cells, n: 2, all: true } = solutions else { panic!("{solutions:?}") };
        two.sort();
        assert_eq!((two, cells), (["1234341221434321".into(), "2134341212434321".into()], vec![0, 1, 8, 9]));
    }

    #[test]
    fn a_puzzle_has_its_solution_and_what_it_does_not_need() {
        let Message::Puzzle { name, solutions, .. } = read("mine 1234341221434321".into()) else { panic!("read") };
        let all: Vec<usize> = (0..16).collect();
        assert_eq!(name.as_deref(), Some("mine"));
        assert_eq!(solutions, Solutions::One { grid: "1234341221434321".into(), redundant: all });
    }

    /// By hand: the last cell of the first row can be 4 only, and there is a 4 below it.
    #[test]
    fn clues_that_contradict_each_other_are_named() {
        let Message::Puzzle { solutions, .. } = read("123........4....".into()) else { panic!("read") };
        assert_eq!(solutions, Solutions::None { clues: vec![0, 1, 2, 11] });
    }

    /// No grid fits these regions, with or without the two clues.
    #[test]
    fn rules_without_a_grid_are_seen() {
        let rules = "jigsaw=AAAAAAAAABBBBBBBBECCCCCCCBEDDDDDFCCEDDFFDFFEEDGFFFFEEHIGGGGEEHHIGGIGGHHHIIIIIIHHH";
        let text = format!("12{}", ".".repeat(79));
        let Message::Puzzle { solutions, .. } = read(Question { text: &text, rules }) else { panic!("read") };
        assert_eq!(solutions, Solutions::None { clues: Vec::new() });
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_its_place() {
        for (text, word) in [("", "nothing"), ("12x4 3412 2143 43z1", "z"), ("1134341221434321", "R1C2")] {
            let Message::Refused { message } = read(text.into()) else { panic!("{text}") };
            assert!(message.contains(word), "{message}");
        }
        let Message::Refused { message } = read(".".repeat(256).as_str().into()) else { panic!("16x16") };
        assert!(message.contains("16 x 16"), "{message}");
    }

    /// By hand: boxes of three rows and two columns have all digits, the first one of two rows and three columns has 3
    /// twice, and no corners of like digits touch. The second grid is a Latin square; its first box of two rows and two
    /// columns has 2 twice.
    #[test]
    fn boxes_are_those_of_the_question_or_the_text() {
        let read = |text, rules| read(Question { text, rules });
        let six = "123456345612561234234561456123612345";
        let record = format!(r#"{{"grid":"{six}","shape":"3x2"}}"#);
        let record = record.as_str();
        for (text, rules, wanted) in [
            (six, "3x2", [3, 2]),
            (record, "", [3, 2]),
            (record, "anti-king,3x2", [3, 2]),
            ("1234234134124123", "1x4", [1, 4]),
        ] {
            let Message::Puzzle { boxes, solutions, .. } = read(text, rules) else { panic!("{text} {rules}") };
            assert_eq!(boxes, wanted);
            assert!(matches!(solutions, Solutions::One { .. }), "{solutions:?}");
        }
        for (text, rules, word) in [
            (six, "", "box 1"),
            (record, "2x3", "box 1"),
            ("1234234134124123", "", "box 1"),
            (six, "9x9", "81 rows"),
            (six, "3x2,2x3", "`3x2,2x3` is not a box shape"),
            ("1234............", "2x2,jigsaw=AABBAABBCCDDCCDD", "jigsaw"),
        ] {
            let Message::Refused { message } = read(text, rules) else { panic!("{text} {rules}") };
            assert!(message.contains(word), "{message}");
        }
    }

    /// By hand: below 1234 the cells of both diagonals leave two fillings, with 3 and 4 or 4 and 3 to begin with.
    #[test]
    fn rules_are_read_and_kept() {
        let read = |text, rules| read(Question { text, rules });
        let Message::Puzzle { solutions, .. } = read("1234............", "x") else { panic!("read") };
        let Solutions::Several { mut two, n: 2, all: true, .. } = solutions else { panic!("{solutions:?}") };
        two.sort();
        assert_eq!(two, ["1234341243212143", "1234432121433412"].map(str::to_owned));
        for (text, rules, word) in [
            ("1234............", "y", "`y`"),
            ("12341...........", "x", "R2C1"),
            ("1..............1", "x", "diagonal"),
            ("1234............", "jigsaw=AABBAACCBACDBCDDD", "regions"),
            ("1234............", "windoku", "windoku"),
        ] {
            let Message::Refused { message } = read(text, rules) else { panic!("{text} {rules}") };
            assert!(message.contains(word), "{message}");
        }
        let jigsaw = "jigsaw=AABBAABBCCDDCCDD";
        let Message::Puzzle { boxes: [1, 4], rules, solutions, .. } = read("1234............", jigsaw) else {
            panic!("read")
        };
        assert_eq!(rules, jigsaw);
        assert!(matches!(solutions, Solutions::Several { n: 12, all: true, .. }), "{solutions:?}");
    }
}
