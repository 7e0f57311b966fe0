//! Certificates as text: the pages in `valid` have proofs and what each one shows, and those in `invalid` forgeries,
//! most of them a proof with another part, with the reason for which each one is refused, and the place.

use std::fs;
use std::path::Path;

use crate::common::{FIRST, bytes};
use minclue_verifier::{Refusal, Verdict, verify_stream};
use sha2::{Digest as _, Sha256};

/// The parts of a certificate in their order; one that is not there is empty.
const PARTS: [&str; 8] = ["problem", "lower bound", "puzzles", "sets", "weighted sets", "symmetries", "lemmas", "tree"];

/// A section of a page: parts of a certificate as numbers, the title of the valid one that has the others, and what is
/// said of it.
struct Case {
    title: String,
    fields: Vec<(String, String)>,
}

impl Case {
    fn new(section: &str) -> Self {
        let mut lines = section.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let title = lines.next().expect("a title").to_owned();
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines {
            if line.starts_with(|first: char| first.is_ascii_digit()) {
                let (_, numbers) = fields.last_mut().expect("the name of a part");
                *numbers += " ";
                *numbers += line;
            } else {
                let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("{title}: what is {line}?"));
                fields.push((name.into(), value.trim().into()));
            }
        }
        Self { title, fields }
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.0 == name).map(|field| &*field.1)
    }

    fn part(&self, name: &str, valid: &[Self]) -> Vec<u8> {
        match (self.field(name), self.field("of")) {
            (Some(numbers), _) => {
                let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("{}: {word}", self.title));
                bytes(&numbers.split_whitespace().map(number).collect::<Vec<u64>>())
            }
            (None, Some(of)) => valid.iter().find(|case| case.title == of).expect(of).part(name, valid),
            (None, None) => bytes(if name == "tree" { &[] } else { &[0] }),
        }
    }

    fn verify(&self, valid: &[Self]) -> Result<Verdict, Refusal> {
        let head = format!("{FIRST}{:x}\n", Sha256::digest(self.part("problem", valid)));
        let parts = PARTS.iter().flat_map(|name| self.part(name, valid));
        let stream: Vec<u8> = head.into_bytes().into_iter().chain(parts).collect();
        let found = verify_stream(&stream[..]);
        assert!(found.as_ref().map_or(true, |verdict| verdict.n_bytes == stream.len() as u64), "{}", self.title);
        found
    }
}

/// Every section of the pages in a folder.
fn cases(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let pages = entries.map(|path| fs::read_to_string(path).expect("text"));
    pages.flat_map(|page| page.split("\n## ").skip(1).map(Case::new).collect::<Vec<_>>()).collect()
}

fn words(cells: &[usize]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_valid_is_accepted() {
    let valid = cases("valid");
    for case in &valid {
        let verdict = case.verify(&valid).unwrap_or_else(|refusal| panic!("{}: {refusal}", case.title));
        let (kind, bounds) = match (verdict.lower, verdict.upper) {
            (lower, upper) if lower == upper => ("minimum", lower.to_string()),
            (lower, upper) => ("bounds", format!("{lower} to {upper}")),
        };
        let shown = format!("{bounds}, the cells {}", words(&verdict.puzzle));
        assert_eq!(Some(shown.trim()), case.field(kind), "{}", case.title);
        let listed: Vec<String> = verdict.listed.iter().map(|puzzle| words(puzzle)).collect();
        assert_eq!(listed.join(" | "), case.field("listed").unwrap_or_default(), "{}", case.title);
        let Verdict { cells, n_sets, n_weighted_sets, n_symmetries, n_nodes, n_steps, n_searched, .. } = verdict;
        let counted = format!(
            "cells {cells}, sets {n_sets}, weighted sets {n_weighted_sets}, symmetries {n_symmetries}, \
             nodes {n_nodes}, steps {n_steps}, searched {n_searched}"
        );
        assert_eq!(counted, case.field("counted").unwrap_or(&counted), "{}", case.title);
    }
    assert!(valid.len() >= 35, "{} cases", valid.len());
}

#[test]
fn what_is_invalid_is_refused_for_its_reason() {
    let (valid, invalid) = (cases("valid"), cases("invalid"));
    for case in &invalid {
        let refusal = case.verify(&valid).expect_err(&case.title);
        assert!(refusal.reason.is_refusal(), "{}", case.title);
        let found = (refusal.reason.to_string(), &*refusal.place);
        assert_eq!((Some(&*found.0), Some(found.1)), (case.field("refused"), case.field("at")), "{}", case.title);
    }
    assert!(invalid.len() >= 165, "{} cases", invalid.len());
}

/// No two variables of the cycle change places alone.
#[test]
fn swaps_of_variables_that_map_rows_to_none() {
    let valid = cases("valid");
    for (i, j) in (0..10).flat_map(|j| (0..j).map(move |i| (i, j))) {
        let mut images: Vec<usize> = (0..10).collect();
        images.swap(i, j);
        let case = Case::new(&format!("a swap\nof: a symmetry of variables\nsymmetries: 1 {}", words(&images)));
        let refusal = case.verify(&valid).expect_err("must be refused");
        assert!(refusal.reason.to_string().contains("is not a row"), "{i} and {j}: {refusal}");
    }
}
