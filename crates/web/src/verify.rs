//! A certificate that was dropped on the page.

use std::io::Read;

use minclue_verifier::{Problem, verify as check};

use crate::protocol::{CertifiedGrid, Message};

/// Reads it piece by piece, so that it may be longer than memory.
pub(crate) fn verify(source: impl Read) -> Message {
    match check(source) {
        Ok(verdict) => Message::Verified {
            lower: verdict.lower,
            upper: verdict.upper,
            grid: grid(&verdict.problem, &verdict.puzzle),
            sha256: verdict.problem_sha256,
            nodes: verdict.n_nodes,
        },
        Err(refusal) if !refusal.reason.is_refusal() => Message::failed(&refusal),
        Err(refusal) => Message::refused(&refusal),
    }
}

/// What it is about, where the page can draw it.
fn grid(problem: &Problem, clues: &[usize]) -> Option<CertifiedGrid> {
    let Problem::Sudoku { box_rows, box_columns, digits } = problem else { return None };
    if digits.iter().any(|&digit| digit > 9) {
        return None;
    }
    let grid: String = digits.iter().map(u32::to_string).collect();
    let shown = |(cell, digit): (usize, char)| if clues.contains(&cell) { digit } else { '.' };
    let puzzle = grid.chars().enumerate().map(shown).collect();
    Some(CertifiedGrid { boxes: [*box_rows, *box_columns], grid, puzzle })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_is_refused() {
        let said = verify(&b"123456789"[..]);
        assert!(
            matches!(&said, Message::Refused { message } if message.contains("not a minclue certificate")),
            "{said:?}"
        );
    }

    #[test]
    fn a_grid_of_a_certificate_is_drawn_with_its_puzzle() {
        let digits = "1234341221434321".chars().filter_map(|c| c.to_digit(10)).collect();
        let problem = Problem::Sudoku { box_rows: 2, box_columns: 2, digits };
        let drawn = grid(&problem, &[0, 15]).expect("a grid");
        assert_eq!((drawn.boxes, drawn.puzzle.as_str()), ([2, 2], "1..............1"));
        let large = Problem::Sudoku { box_rows: 2, box_columns: 5, digits: vec![10; 100] };
        assert_eq!(grid(&large, &[]), None);
    }
}
