//! Unavoidable sets from files: whatever is wrong in a file that the built program wrote is refused.

use minclue_solver::files::SetFile;
use proptest::prelude::*;

use crate::said;

const FOUR: &str = "1234341221434321";

/// One character of a witness or of a list of cells changed into another: the library refuses it for its grid.
fn is_refused(text: &str) -> bool {
    use minclue_core::base::{Digit, Limits};
    use minclue_core::problem::SudokuClues;
    use minclue_core::sudoku::{Grid, Shape};
    use minclue_core::unavoidable::{Family, import_sets};

    let four = Shape::new(2, 2).expect("a shape");
    let digits: Vec<Digit> = FOUR.bytes().map(|b| Digit::new(usize::from(b - b'0'))).collect();
    let problem = SudokuClues::<1>::new(Grid::new(four, &digits).expect("a grid"));
    let read = SetFile::read(text.as_bytes()).and_then(|file| file.of_grid(FOUR, four));
    let Ok(sets) = read else { return true };
    import_sets(&problem, sets.iter().map(|(_, set)| set), &mut Family::new(), &Limits::none()).is_err()
}

/// The ranges of bytes of all witnesses and lists of cells.
fn proofs(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    for (open, close) in [("\"cells\":[", "]"), ("\"witness\":\"", "\"")] {
        for (at, _) in text.match_indices(open) {
            let from = at + open.len();
            found.push(from..from + text[from..].find(close).expect("it is closed"));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_wrong_character_of_a_proof_is_refused(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), other in prop::sample::select("0123456789.,-+eE[]{}\" xX".chars().collect::<Vec<_>>())) {
        use std::sync::LazyLock;
        static TEXT: LazyLock<String> = LazyLock::new(|| said(&["sets", "--list", "--format", "jsonl", FOUR], ""));
        let proofs = proofs(&TEXT);
        prop_assert!(proofs.len() == 28 && !is_refused(&TEXT));
        let range = which.get(&proofs).clone();
        let at = range.start + at.index(range.len());
        let mut text = TEXT.clone();
        text.replace_range(at..=at, &other.to_string());
        prop_assume!(text != *TEXT);
        prop_assert!(is_refused(&text), "{:?} at {} in {}", other, at, text);
    }
}
