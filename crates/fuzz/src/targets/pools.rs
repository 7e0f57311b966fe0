//! Pools of hunts.

use minclue_cli::readers;
use minclue_core::sudoku::Puzzle;
use minclue_puzzles::puzzle_tools::Hunt;

/// The puzzle that the hunt starts from, as its minlex form, and the number of clues that it wants.
const FIRST: &str = "......12.1.3.32.";
const TO: usize = 4;
const HEAD: &str = "{\"schema\":\"minclue-pool/1\",\"shape\":\"2x2\",\"to\":4}\n";

/// The pool of a hunt, and the same behind the head that it must have.
pub(crate) fn run(bytes: &[u8]) {
    check(bytes);
    check(&[HEAD.as_bytes(), bytes].concat());
}

fn read(bytes: &[u8]) -> Option<(usize, Hunt)> {
    let first: Puzzle = FIRST.parse().expect("a puzzle");
    let mut hunt = Hunt::new(TO);
    match readers::pool(bytes, &first, TO, &mut hunt) {
        Ok(n_bytes) => Some((n_bytes, hunt)),
        Err((line, message)) => {
            assert!(line > 0 && line <= bytes.iter().filter(|byte| **byte == b'\n').count().max(1));
            assert!(!message.is_empty());
            None
        }
    }
}

/// There are no more classes than lines that have one, and every pool begins with a pool, whatever a kill left of it.
fn check(bytes: &[u8]) {
    let Some((n_bytes, hunt)) = read(bytes) else { return };
    assert!(n_bytes <= bytes.len() && !bytes[n_bytes..].contains(&b'\n'));
    let n_classes: usize = hunt.n_classes().map(|(_, n)| n).sum();
    let n_lines = bytes[..n_bytes].iter().filter(|byte| **byte == b'\n').count();
    assert!(n_classes <= n_lines.saturating_sub(1) && hunt.n_found() <= n_classes);
    if let Some((_, next)) = hunt.next() {
        assert!(next.n_clues() > TO);
    }
    // A head that was being written is one only if it is ours to the letter.
    let head = bytes[..n_bytes].iter().position(|byte| *byte == b'\n').unwrap_or(n_bytes);
    for at in (head + 1..n_bytes).rev().step_by(1 + n_bytes / 8) {
        assert!(read(&bytes[..at]).is_some(), "not a pool: its first {at} bytes");
    }
}
