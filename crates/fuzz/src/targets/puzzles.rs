//! Solved puzzles as text.

use minclue_core::ilp::Sense;
use minclue_puzzles::puzzles::{PuzzleInstance, PuzzleReader};

/// The known solution satisfies every row, and clues are true in it.
pub(crate) fn run(bytes: &[u8]) {
    for posed in PuzzleReader::new(bytes) {
        match posed {
            Ok(posed) => check(&posed),
            Err(error) => assert!(error.line > 0 && error.column > 0 && !error.message.is_empty()),
        }
    }
}

fn check(posed: &PuzzleInstance) {
    assert_eq!(posed.solution.len(), posed.model.n_vars());
    assert!(posed.clues.iter().all(|clue| posed.solution[clue.get()]));
    for row in posed.model.rows() {
        let sum: i128 =
            row.terms.iter().filter(|(var, _)| posed.solution[var.get()]).map(|(_, a)| i128::from(*a)).sum();
        let rhs = i128::from(row.rhs);
        let holds = match row.sense {
            Sense::LessEqual => sum <= rhs,
            Sense::Equal => sum == rhs,
            Sense::GreaterEqual => sum >= rhs,
        };
        assert!(holds, "{}", row.name);
    }
    for is_clue in [true, false] {
        let shown = posed.layout.show(&|_| is_clue);
        assert!(shown.ends_with('\n'), "{shown:?}");
    }
}
