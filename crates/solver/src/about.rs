//! The problem that a certificate is about, compared with the problem that it should be about.

use minclue_verifier::{LinearRow, Problem, Verdict};

use minclue_core::base::{Cell, CellSet, Index as _};
use minclue_core::problem::{Certifiable as _, LinearProblem, ModelClues, MonotoneFollower};
use minclue_core::proof::{Instance, LinearInstance};
use minclue_core::sudoku::{Shape, cell_name};

use minclue_core::base::with_wide_width;

/// Most terms of a row that a message names.
const MAX_TERMS: usize = 6;

/// A problem that a certificate may be about, with its names.
pub struct Known {
    /// The name of the problem.
    pub name: String,
    /// The instance that a certificate states.
    pub instance: Instance,
    /// The digest of the instance.
    pub sha256: String,
    /// The names of its variables and rows.
    pub names: Option<ModelNames>,
}

impl Known {
    /// Creates the problem with the given name.
    #[must_use]
    pub fn new(name: String, instance: Instance, names: Option<ModelNames>) -> Self {
        Self { name, sha256: instance.sha256(), instance, names }
    }
}

impl Known {
    /// Creates the problem of a follower at a target; without a target, that of constraints that contradict each other.
    ///
    /// # Errors
    /// A message if its numbers are too large.
    pub fn of_follower(follower: &MonotoneFollower, target: Option<i64>, name: String) -> Result<Self, String> {
        with_wide_width!(follower.n_cells(), W => {
            let clues: ModelClues<W> = follower.clues_at(target).map_err(|e| e.to_string())?;
            let names = ModelNames::of_variables(LinearProblem::model(&clues).var_names());
            Ok(Self::new(name, clues.instance(), Some(names)))
        })
    }
}

/// Returns the names of the variables that the leader takes in the certificate's cells.
#[must_use]
pub fn taken(follower: &MonotoneFollower, verdict: &Verdict) -> Vec<String> {
    let cells: CellSet<10> = verdict.puzzle.iter().map(|cell| Cell::new(*cell)).collect();
    follower.items_in(cells).into_iter().map(|item| follower.item_name(item).to_owned()).collect()
}

/// Names of the variables and rows of a linear model.
pub struct ModelNames {
    /// One name for each variable.
    pub variables: Vec<String>,
    /// One name for each row of the instance.
    pub rows: Vec<String>,
}

impl ModelNames {
    /// Creates names of variables only.
    #[must_use]
    pub fn of_variables<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        Self { variables: names.map(str::to_owned).collect(), rows: Vec::new() }
    }

    /// Returns the names for a problem whose cells are vertices: a vertex called `3` becomes `vertex 3`, since a number
    /// alone would read as a variable.
    #[must_use]
    pub fn with_vertices(mut self) -> Self {
        for name in &mut self.variables {
            let (number, unit) = name.split_once("_unit").unwrap_or((name, ""));
            if number.bytes().all(|b| b.is_ascii_digit()) {
                let unit = if unit.is_empty() { String::new() } else { format!(" unit {unit}") };
                *name = format!("vertex {number}{unit}");
            }
        }
        self
    }

    fn variable(names: Option<&Self>, at: usize) -> String {
        names.and_then(|names| names.variables.get(at)).map_or_else(|| format!("x{at}"), Clone::clone)
    }

    fn row(names: Option<&Self>, at: usize) -> String {
        names
            .and_then(|names| names.rows.get(at))
            .map_or_else(|| format!("row {}", at + 1), |name| format!("row `{name}`"))
    }
}

/// Most problems that a message names.
const MAX_NAMED: usize = 5;

/// Returns the message for a certificate that is about another problem: the first difference, and both digests.
#[must_use]
pub fn other_problem(found: &Verdict, wanted: &Known) -> String {
    let differs = difference(&found.problem, &wanted.instance, wanted.names.as_ref());
    let digests = format!("its SHA-256 is {}, and that of {} is {}", found.problem_sha256, wanted.name, wanted.sha256);
    format!("it is about another problem: {differs}; {digests}")
}

/// Returns the message for a certificate that is about none of these problems.
#[must_use]
pub fn none_of<'a>(found: &Verdict, names: impl ExactSizeIterator<Item = &'a String>) -> String {
    let (ours, n) = (&found.problem_sha256, names.len());
    let named: Vec<&str> = names.take(MAX_NAMED).map(String::as_str).collect();
    let more = if n > MAX_NAMED { "; ..." } else { "" };
    let named = named.join("; ");
    format!("it is about another problem: its SHA-256 is {ours}, and none of these {n} has that: {named}{more}")
}

/// Returns the first difference between the problem of a certificate and the wanted problem.
#[must_use]
pub fn difference(found: &Problem, wanted: &Instance, names: Option<&ModelNames>) -> String {
    match (found, wanted) {
        (
            Problem::Sudoku { box_rows, box_columns, digits },
            Instance::Sudoku { box_rows: rows, box_columns: columns, digits: wanted },
        ) => {
            if (box_rows, box_columns) != (rows, columns) {
                return format!("its grid has boxes of {box_rows}x{box_columns}, and not of {rows}x{columns}");
            }
            let differs = |at: &usize| digits[*at] as usize != wanted[*at];
            let Some(at) = (0..wanted.len()).find(differs) else { return by_digest() };
            let n = (0..wanted.len()).filter(differs).count();
            let (cell, cells) = (cell_of(*rows, *columns, at), if n == 1 { "cell" } else { "cells" });
            format!("its grid differs in {n} {cells}: {cell} is {} there, and not {}", digits[at], wanted[at])
        }
        (
            Problem::ExactCover { n_items, options, target },
            Instance::ExactCover { n_items: items, options: wanted_options, target: wanted },
        ) => {
            let (n, wanted_n) = (options.len(), wanted_options.len());
            let same =
                |at: &usize| options[*at].iter().map(|item| *item as usize).eq(wanted_options[*at].iter().copied());
            if (*n_items, n) != (*items, wanted_n) {
                format!("it has {n_items} items and {n} options, and not {items} and {wanted_n}")
            } else if let Some(at) = (0..n).find(|at| !same(at)) {
                format!("option {at} has other items")
            } else if target != wanted {
                "it has another target".to_owned()
            } else {
                by_digest()
            }
        }
        (Problem::Model { n_vars, rows, ones, cells, shown }, Instance::Model(wanted)) => {
            of_models(&Model { n_vars: *n_vars, rows, ones, cells, shown }, wanted, names)
        }
        (found, wanted) => {
            let found = match found {
                Problem::Sudoku { .. } => "a grid",
                Problem::ExactCover { .. } => "an exact cover problem",
                Problem::Model { .. } => "a linear model",
            };
            let wanted = match wanted {
                Instance::Sudoku { .. } => "a grid",
                Instance::ExactCover { .. } => "an exact cover problem",
                Instance::Model(_) => "a linear model",
            };
            format!("it is {found}, and not {wanted}")
        }
    }
}

/// The message if no part differs.
fn by_digest() -> String {
    "its digest is another one".to_owned()
}

fn cell_of(rows: usize, columns: usize, at: usize) -> String {
    let shape = u8::try_from(rows).ok().zip(u8::try_from(columns).ok());
    let shape = shape.and_then(|(rows, columns)| Shape::new(rows, columns).ok());
    shape.map_or_else(|| format!("cell {at}"), |shape| cell_name(shape, Cell::new(at)))
}

/// A model of a certificate.
struct Model<'a> {
    n_vars: usize,
    rows: &'a [LinearRow],
    ones: &'a [usize],
    cells: &'a [usize],
    shown: &'a [usize],
}

fn of_models(found: &Model<'_>, wanted: &LinearInstance, names: Option<&ModelNames>) -> String {
    let (rows, wanted_rows) = (found.rows.len(), wanted.rows.len());
    if (found.n_vars, rows) != (wanted.n_vars, wanted_rows) {
        return format!(
            "it has {} variables and {rows} rows, and not {} and {wanted_rows} (an equation is two rows)",
            found.n_vars, wanted.n_vars
        );
    }
    for (at, (row, wanted)) in found.rows.iter().zip(&wanted.rows).enumerate() {
        let terms: Vec<(usize, i64)> = row.terms.iter().map(|&(variable, a)| (variable as usize, a)).collect();
        if (&terms, row.rhs) != (&wanted.terms, wanted.rhs) {
            let (said, other) = (written(&terms, row.rhs, names), written(&wanted.terms, wanted.rhs, names));
            let name = ModelNames::row(names, at);
            // Long rows are cut, perhaps before what differs.
            return if said == other {
                format!("{name}, {said}, differs: {}", of_terms(&terms, &wanted.terms, names))
            } else {
                format!("{name} is {said} there, and not {other}")
            };
        }
    }
    let of_lists = [
        (found.ones, &wanted.ones, "is not the same in the two solutions", ""),
        (found.cells, &wanted.cells, "may be a clue in one of them only", "the clues are in another order"),
        (found.shown, &wanted.shown, "is shown in one of them only", ""),
    ];
    for (found, wanted, said, otherwise) in of_lists {
        if found != &wanted[..] {
            let first = (0..found.len().max(wanted.len())).flat_map(|at| [found.get(at), wanted.get(at)]).flatten();
            let one = first.copied().find(|variable| found.contains(variable) != wanted.contains(variable));
            return one.map_or_else(
                || otherwise.to_owned(),
                |variable| format!("variable {} {said}", ModelNames::variable(names, variable)),
            );
        }
    }
    by_digest()
}

/// The first term in which two rows differ that begin alike.
fn of_terms(found: &[(usize, i64)], wanted: &[(usize, i64)], names: Option<&ModelNames>) -> String {
    let of = |terms: &[(usize, i64)], variable: usize| {
        terms.iter().filter(|term| term.0 == variable).map(|term| term.1).sum::<i64>()
    };
    let differs = |variable: &usize| of(found, *variable) != of(wanted, *variable);
    let Some(variable) = found.iter().chain(wanted).map(|term| term.0).find(differs) else {
        return "its terms are in another order".to_owned();
    };
    let term = |a: i64| term(variable, a, names);
    match (of(found, variable), of(wanted, variable)) {
        (a, 0) => format!("it has `{}` there, and no such term here", term(a)),
        (0, a) => format!("it lacks `{}` there", term(a)),
        (a, other) => format!("it has `{}` there, and not `{}`", term(a), term(other)),
    }
}

/// A term as people write it.
fn term(variable: usize, a: i64, names: Option<&ModelNames>) -> String {
    let sign = if a < 0 { "-" } else { "" };
    let factor = if a.unsigned_abs() == 1 { String::new() } else { format!("{} ", a.unsigned_abs()) };
    format!("{sign}{factor}{}", ModelNames::variable(names, variable))
}

/// A row as people write it.
fn written(terms: &[(usize, i64)], rhs: i64, names: Option<&ModelNames>) -> String {
    let mut text = String::new();
    for (at, &(variable, a)) in terms.iter().take(MAX_TERMS).enumerate() {
        let sign = match (at, a < 0) {
            (0, true) => "-",
            (0, false) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        };
        let factor = if a.unsigned_abs() == 1 { String::new() } else { format!("{} ", a.unsigned_abs()) };
        text.push_str(&format!("{sign}{factor}{}", ModelNames::variable(names, variable)));
    }
    let more = if terms.len() > MAX_TERMS { " + ..." } else { "" };
    format!("`{text}{more} >= {rhs}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The items 0 and 1 in one option, and alone; the first one is the target. No verb states such a problem, so that
    /// only here it is seen what is said of one.
    #[test]
    fn exact_covers_differ_in_a_part_that_is_named() {
        let found = Problem::ExactCover {
            n_items: 2,
            options: vec![Box::new([0, 1]), Box::new([0]), Box::new([1])],
            target: vec![0],
        };
        let said = |n_items: usize, options: &[&[usize]], target: &[usize]| {
            let options = options.iter().map(|option| option.to_vec()).collect();
            difference(&found, &Instance::ExactCover { n_items, options, target: target.to_vec() }, None)
        };
        assert_eq!(said(3, &[&[0, 1], &[0], &[1]], &[0]), "it has 2 items and 3 options, and not 3 and 3");
        assert_eq!(said(2, &[&[0, 1], &[0]], &[0]), "it has 2 items and 3 options, and not 2 and 2");
        assert_eq!(said(2, &[&[0, 1], &[1], &[0]], &[0]), "option 1 has other items");
        assert_eq!(said(2, &[&[0, 1], &[0], &[1]], &[1, 2]), "it has another target");
    }

    #[test]
    fn a_vertex_is_not_read_as_a_number() {
        let names = ModelNames::of_variables(["1", "2_unit3", "edge_1", "keep_2"].into_iter()).with_vertices();
        let row = written(&[(0, -2), (1, 1), (2, 3), (3, 1)], -1, Some(&names));
        assert_eq!(row, "`-2 vertex 1 + vertex 2 unit 3 + 3 edge_1 + keep_2 >= -1`");
    }

    #[test]
    fn of_long_rows_the_term_that_differs_is_named() {
        let row = |last: i64| -> Vec<(usize, i64)> { (0..8).map(|at| (at, if at == 7 { last } else { 40 })).collect() };
        let said = |found: &[(usize, i64)], wanted: &[(usize, i64)]| of_terms(found, wanted, None);
        assert_eq!(written(&row(440), 0, None), written(&row(441), 0, None));
        assert_eq!(said(&row(440), &row(441)), "it has `440 x7` there, and not `441 x7`");
        assert_eq!(said(&row(-1), &row(-1)[..7]), "it has `-x7` there, and no such term here");
        assert_eq!(said(&row(40)[..7], &row(40)), "it lacks `40 x7` there");
        let mut turned = row(3);
        turned.swap(6, 7);
        assert_eq!(said(&turned, &row(3)), "its terms are in another order");
    }

    #[test]
    fn long_rows_are_cut_and_signs_are_written_as_people_do() {
        let terms: Vec<(usize, i64)> = [-1, 1, -3, 2, 1, 1, 5].into_iter().enumerate().collect();
        assert_eq!(written(&terms, -2, None), "`-x0 + x1 - 3 x2 + 2 x3 + x4 + x5 + ... >= -2`");
        assert_eq!(written(&terms[..1], 0, None), "`-x0 >= 0`");
    }
}
