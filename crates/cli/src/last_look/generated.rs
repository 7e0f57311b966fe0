//! A last look at a puzzle that was made: is it one of those that were asked for?

use std::ops::RangeInclusive;

use minclue_report::GeneratedRecord;

use super::of_digits;
use super::read::grid_cells;

/// What was typed of puzzles to make.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Recipe<'a> {
    /// What the grid has to agree with, one character for each cell: the grid or puzzle that it is made from.
    pub(in super::super) from: Option<String>,
    /// The cells of the clues, as `--pattern` has them.
    pub(in super::super) pattern: Option<&'a str>,
    /// The name of what the pattern of clues looks the same after.
    pub(in super::super) symmetry: Option<&'static str>,
    pub(in super::super) clues: Option<&'a RangeInclusive<u64>>,
    pub(in super::super) tries: Option<&'a RangeInclusive<u64>>,
    pub(in super::super) ctn: Option<&'a RangeInclusive<u64>>,
    pub(in super::super) level: Option<&'static str>,
    /// Must it have one solution?
    pub(in super::super) valid: bool,
    pub(in super::super) minimal: bool,
    /// Must it have all clues?
    pub(in super::super) whole: bool,
}

impl Recipe<'_> {
    /// Looks at the record of a puzzle that was made.
    ///
    /// # Errors
    /// What it is not.
    pub(in super::super) fn look(&self, record: &GeneratedRecord) -> Result<(), String> {
        let (Some(puzzle), Some(grid)) = (record.puzzle.as_deref(), record.head.grid.as_deref()) else {
            return Err("the record has no puzzle or no grid".to_owned());
        };
        let typed = of_digits(grid);
        let n = typed.names.len().isqrt();
        if let Some(from) = &self.from {
            typed.clues_of(from).map_err(|what| format!("the grid is not that of --from: {what}"))?;
        }
        let clues = typed.clues_of(puzzle)?;
        if record.n_clues != Some(clues.len()) {
            return Err(format!("the puzzle has {} clues, but the record reports {:?}", clues.len(), record.n_clues));
        }
        if self.whole && clues.len() != n * n {
            return Err(format!(
                "--grids asks for a complete grid, but {} of its cells are empty",
                n * n - clues.len()
            ));
        }
        let in_range = |what: &str, range: Option<&RangeInclusive<u64>>, number: Option<u64>| match (range, number) {
            (Some(range), Some(number)) if range.contains(&number) => Ok(()),
            (None, _) => Ok(()),
            (Some(_), number) => Err(format!("{number:?} is not in the range of {what}")),
        };
        in_range("--clues", self.clues, Some(clues.len() as u64))?;
        in_range("--tries", self.tries, record.tries)?;
        in_range("--ctn", self.ctn, record.ctn)?;
        if let Some(pattern) = self.pattern
            && grid_cells(Some(pattern), n)? != clues
        {
            return Err("the clues are not in the cells of --pattern".to_owned());
        }
        if let Some(cell) = self.symmetry.and_then(|symmetry| unlike(symmetry, n, &clues)) {
            return Err(format!("{} and its image must both be clues or both be empty", typed.names[cell]));
        }
        if let Some(level) = self.level
            && record.people.as_ref().map(|people| people.level) != Some(level)
        {
            return Err(format!("its level is not {level}"));
        }
        match (record.valid, record.minimal) {
            (valid, _) if self.valid && valid != Some(true) => {
                Err("the record does not report one solution".to_owned())
            }
            (_, minimal) if self.minimal && minimal != Some(true) => {
                Err("the record does not report that it is minimal".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// A cell of which the image is a clue and it is not, or the other way round.
fn unlike(symmetry: &str, n: usize, clues: &[usize]) -> Option<usize> {
    let image = |cell: usize, symmetry: &str| {
        let (row, column) = (cell / n, cell % n);
        let (row, column) = match symmetry {
            "half-turn" => (n - 1 - row, n - 1 - column),
            "quarter-turn" => (column, n - 1 - row),
            "left-right" => (row, n - 1 - column),
            "top-bottom" => (n - 1 - row, column),
            "diagonal" => (column, row),
            "antidiagonal" => (n - 1 - column, n - 1 - row),
            _ => (row, column),
        };
        row * n + column
    };
    let all = ["half-turn", "quarter-turn", "left-right", "top-bottom", "diagonal", "antidiagonal"];
    let one = [symmetry];
    let symmetries = if symmetry == "full" { &all[..] } else { &one[..] };
    let differs = |cell: &usize| {
        symmetries.iter().any(|symmetry| clues.contains(cell) != clues.contains(&image(*cell, symmetry)))
    };
    (0..n * n).find(differs)
}

#[cfg(test)]
mod tests {
    use minclue_report::{AnswerStatus, Head, PeopleRecord};

    use super::*;

    fn made() -> GeneratedRecord {
        let grid = Some("1234341221434321".to_owned());
        let people = PeopleRecord {
            level: "easy",
            score: 101,
            technique: None,
            n_steps: 12,
            techniques: [].into(),
            steps: None,
        };
        GeneratedRecord {
            puzzle: Some("1..4........4..1".to_owned()),
            n_clues: Some(4),
            valid: Some(true),
            minimal: Some(true),
            tries: Some(10),
            ctn: Some(7),
            people: Some(people),
            ..GeneratedRecord::new(Head { grid, ..Head::new(GeneratedRecord::SCHEMA, AnswerStatus::Done) }, "0")
        }
    }

    fn corners() -> GeneratedRecord {
        GeneratedRecord { puzzle: Some("1..4........4321".to_owned()), n_clues: Some(6), ..made() }
    }

    #[test]
    fn a_puzzle_that_keeps_all_that_was_asked_passes() {
        let record = made();
        let recipe = Recipe {
            from: Some("12..34..........".to_owned()),
            pattern: Some("r1c1,R1C4,r4c1,r4c4"),
            symmetry: Some("full"),
            clues: Some(&(4..=4)),
            tries: Some(&(10..=u64::MAX)),
            ctn: Some(&(0..=7)),
            level: Some("easy"),
            valid: true,
            minimal: true,
            whole: false,
        };
        assert_eq!(recipe.look(&record), Ok(()));
        assert_eq!(Recipe { pattern: Some("X..X........X..X"), ..recipe }.look(&record), Ok(()));
        assert_eq!(Recipe::default().look(&corners()), Ok(()));
    }

    #[test]
    fn a_lie_about_a_puzzle_that_was_made_is_seen() {
        let lies = |what: &str, recipe: Recipe<'_>, record: GeneratedRecord| {
            let said = recipe.look(&record).expect_err(what);
            assert!(said.contains(what), "{what}: {said}");
        };
        let none = Recipe::default;
        lies("no puzzle or no grid", none(), GeneratedRecord { puzzle: None, ..made() });
        lies("not the digit", none(), GeneratedRecord { puzzle: Some("2..4........4..1".to_owned()), ..made() });
        lies("has 4 clues", none(), GeneratedRecord { n_clues: Some(5), ..made() });
        lies("not that of --from", Recipe { from: Some("13..............".to_owned()), ..none() }, made());
        lies("12 of its cells are empty", Recipe { whole: true, ..none() }, made());
        lies("the range of --clues", Recipe { clues: Some(&(5..=9)), ..none() }, made());
        lies("the range of --tries", Recipe { tries: Some(&(11..=90)), ..none() }, made());
        lies("the range of --ctn", Recipe { ctn: Some(&(0..=6)), ..none() }, made());
        lies("the range of --ctn", Recipe { ctn: Some(&(0..=6)), ..none() }, GeneratedRecord { ctn: None, ..made() });
        lies("cells of --pattern", Recipe { pattern: Some("r1c1,r1c4,r4c1"), ..none() }, made());
        lies("and its image must both be", Recipe { symmetry: Some("half-turn"), ..none() }, corners());
        lies("and its image must both be", Recipe { symmetry: Some("quarter-turn"), ..none() }, corners());
        lies("and its image must both be", Recipe { symmetry: Some("top-bottom"), ..none() }, corners());
        lies("and its image must both be", Recipe { symmetry: Some("diagonal"), ..none() }, corners());
        lies("and its image must both be", Recipe { symmetry: Some("antidiagonal"), ..none() }, corners());
        lies("and its image must both be", Recipe { symmetry: Some("full"), ..none() }, corners());
        assert_eq!(Recipe { symmetry: Some("left-right"), ..none() }.look(&corners()), Ok(()));
        lies("its level is not hard", Recipe { level: Some("hard"), ..none() }, made());
        lies("one solution", Recipe { valid: true, ..none() }, GeneratedRecord { valid: Some(false), ..made() });
        lies("minimal", Recipe { minimal: true, ..none() }, GeneratedRecord { minimal: None, ..made() });
    }
}
