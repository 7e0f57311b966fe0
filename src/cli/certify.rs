//! Certificates: written beside an answer, checked before it is shown.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Instant;

use minclue_verifier::{Problem, Reason, Verdict, verify};

use crate::base::nameless_file;
use crate::problem::Certifiable;
use crate::proof::{Certificate, Instance, LinearRow};
use crate::report::{Bounds, Level, ProofRecord, seconds};

/// Files for trees, in the folder of the certificate. They have no names, so nothing stays behind whatever happens.
pub(super) fn files(path: &Path) -> impl FnMut() -> io::Result<File> {
    let path = path.to_owned();
    move || nameless_file(&path)
}

/// What is said where a file cannot be written.
pub(super) fn unwritten(path: &Path, error: &io::Error) -> String {
    format!("the certificate {} cannot be written: {error}", path.display())
}

/// Why an answer has no certificate.
pub(super) enum Uncertified {
    /// The file cannot be written, or it says more than the checker can see in good time.
    Unwritten(String),
    /// The checker refuses it, or it says something else than the search; it is kept.
    Refused(String),
}

/// Writes a certificate, and has it checked as by anyone else: from the file, for this problem, with these bounds.
///
/// # Errors
/// [`Uncertified`].
pub(super) fn write_and_check<const W: usize, P: Certifiable<W>>(
    certificate: Certificate<W>,
    path: &Path,
    problem: &P,
    bounds: &Bounds,
) -> Result<ProofRecord, Uncertified> {
    let written = certificate.write(path).map_err(|e| Uncertified::Unwritten(unwritten(path, &e)))?;
    let start = Instant::now();
    let refused = |reason: String| {
        let path = path.display();
        Uncertified::Refused(format!("internal error: the checker REFUSES the certificate {path}: {reason}"))
    };
    let file = File::open(path).map_err(|e| refused(e.to_string()))?;
    let verdict = verify(file).map_err(|refusal| match refusal.reason {
        Reason::TooMuch(what) => Uncertified::Unwritten(format!(
            "the certificate {} is more than its checker takes on: {what}; a puzzle with more clues, as --at-most finds it, is \
             easier to check",
            path.display()
        )),
        Reason::Io(_) | Reason::Wrong(_) => refused(refusal.to_string()),
    })?;
    if !is_about(&verdict, &problem.instance()) {
        return Err(refused("it is about another problem".to_owned()));
    }
    if (Some(verdict.lower), Some(verdict.upper)) != (bounds.lower_bound, bounds.upper_bound) {
        let (lower, upper) = (verdict.lower, verdict.upper);
        return Err(refused(format!(
            "it proves at least {lower} and at most {upper} clues, which is not what was found"
        )));
    }
    Ok(ProofRecord {
        level: if bounds.minimum.is_some() { Level::Minimum } else { Level::Bounds },
        file: path.display().to_string(),
        sha256: written.sha256,
        n_file_bytes: written.file_bytes,
        n_bytes: written.n_bytes,
        n_nodes: verdict.n_nodes,
        n_sets: verdict.n_sets as u64,
        check_seconds: seconds(start.elapsed()),
    })
}

/// Is what was verified about this problem?
fn is_about(verdict: &Verdict, instance: &Instance) -> bool {
    match (&verdict.problem, instance) {
        (
            Problem::Sudoku { box_rows, box_columns, digits },
            Instance::Sudoku { box_rows: rows, box_columns: columns, digits: wanted },
        ) => box_rows == rows && box_columns == columns && same(digits, wanted),
        (
            Problem::ExactCover { n_items, options, target },
            Instance::ExactCover { n_items: wanted_items, options: wanted_options, target: wanted },
        ) => {
            let same_options = options.len() == wanted_options.len()
                && options.iter().zip(wanted_options).all(|(option, wanted)| same(option, wanted));
            n_items == wanted_items && target == wanted && same_options
        }
        (Problem::Model { n_vars, rows, ones, cells, shown }, Instance::Model(wanted)) => {
            let terms = |row: &minclue_verifier::LinearRow, wanted: &LinearRow| {
                row.terms.iter().map(|&(variable, a)| (variable as usize, a)).eq(wanted.terms.iter().copied())
            };
            let same_rows = rows.len() == wanted.rows.len()
                && rows.iter().zip(&wanted.rows).all(|(row, wanted)| row.rhs == wanted.rhs && terms(row, wanted));
            *n_vars == wanted.n_vars
                && same_rows
                && (ones, cells, shown) == (&wanted.ones, &wanted.cells, &wanted.shown)
        }
        (Problem::Sudoku { .. } | Problem::ExactCover { .. } | Problem::Model { .. }, _) => false,
    }
}

/// The same numbers, as the checker and the search have them?
fn same(numbers: &[u32], wanted: &[usize]) -> bool {
    numbers.iter().map(|number| *number as usize).eq(wanted.iter().copied())
}

#[cfg(test)]
mod tests {
    use minclue_verifier::verify_stream;

    use crate::proof::LinearInstance;

    use super::*;

    /// What a problem is when a puzzle of all its cells is verified, without a bound.
    fn verdict(problem: &[u8]) -> Verdict {
        let stream = [b"minclue-cert/1\n", problem, &[0, 1, 0, 0, 0, 0]].concat();
        verify_stream(&stream[..]).expect("it is right")
    }

    #[test]
    fn exact_covers_are_compared_whole() {
        // The items 0 and 1 in one option, and alone; the first one is the target.
        let verdict = verdict(&[1, 2, 3, 2, 0, 0, 1, 0, 1, 1, 1, 0]);
        let cover = |n_items: usize, options: &[&[usize]], target: &[usize]| Instance::ExactCover {
            n_items,
            options: options.iter().map(|option| option.to_vec()).collect(),
            target: target.to_vec(),
        };
        assert!(is_about(&verdict, &cover(2, &[&[0, 1], &[0], &[1]], &[0])));
        assert!(!is_about(&verdict, &cover(3, &[&[0, 1], &[0], &[1]], &[0])));
        assert!(!is_about(&verdict, &cover(2, &[&[0, 1], &[0]], &[0])));
        assert!(!is_about(&verdict, &cover(2, &[&[0, 1], &[1], &[0]], &[0])));
        assert!(!is_about(&verdict, &cover(2, &[&[0, 1], &[0], &[1]], &[1, 2])));
    }

    #[test]
    fn models_are_compared_whole() {
        // 2 x - y >= -1 at x = 1, y = 0; x is the cell, and shown.
        let verdict = verdict(&[2, 2, 1, 2, 0, 0, 4, 1, 1, 1, 0, 1, 0, 1, 0]);
        let model = LinearInstance {
            n_vars: 2,
            rows: vec![LinearRow { terms: vec![(0, 2), (1, -1)], rhs: -1 }],
            ones: vec![0],
            cells: vec![0],
            shown: vec![0],
        };
        let changed = |change: &dyn Fn(&mut LinearInstance)| {
            let mut model = model.clone();
            change(&mut model);
            is_about(&verdict, &Instance::Model(model))
        };
        assert!(changed(&|_| ()));
        assert!(!changed(&|model| model.n_vars = 3));
        assert!(!changed(&|model| model.rows[0].rhs = -2));
        assert!(!changed(&|model| model.rows[0].terms[1].1 = 1));
        assert!(!changed(&|model| model.rows.clear()));
        assert!(!changed(&|model| model.ones.push(1)));
        assert!(!changed(&|model| model.cells[0] = 1));
        assert!(!changed(&|model| model.shown.push(1)));
    }
}
