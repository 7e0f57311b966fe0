//! A last look at an answer before it is shown: is it one to what was typed?
//!
//! Engines, certificates and the checker are all about one problem, which the program has made of a file and of
//! options. If that is another one than was asked for, all of them agree, and all are wrong. So nothing here asks how a
//! problem is made, and none of that code is used: options are read once more in the plainest way, a row is added up as
//! its file has it, and things are known by their names as they are shown.

mod bilevel;
#[cfg(test)]
mod brute_force;
mod constraints;
mod generated;
mod hidden;
mod integers;
mod program;
mod read;
#[cfg(test)]
mod refusals;
mod search;
mod statement;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use minclue_core::ilp::BinaryModel;
use minclue_core::sudoku::Grid;
use minclue_report::{AnswerStatus, BilevelRecord, BoundQuestion, ResultRecord};
use minclue_solver::upper_file;

pub(super) use bilevel::bilevel;
pub(super) use constraints::Constraints;
pub(super) use generated::Recipe;
pub(super) use integers::integers;
pub(super) use program::{LeaderChoice, ProgramStatement};
pub(super) use read::{grid_cells, vertices};
pub(super) use statement::{Statement, States};

/// What was typed of a choice: what there is to choose from, and what is asked of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    /// The names of what can be chosen, in order.
    pub(super) names: Vec<String>,
    /// What has to be in the choice, by its place in `names`.
    pub(super) given: Vec<usize>,
    /// What must not be in it.
    pub(super) forbidden: Vec<usize>,
    /// Of each thing what it weighs; 1 where nothing is said.
    pub(super) weights: Option<Vec<i64>>,
    /// Rows over the names.
    pub(super) rows: Option<BinaryModel>,
    /// Sets of which each must have a thing in the choice.
    pub(super) sets: Vec<Vec<usize>>,
    /// Constraints of which those that are chosen must contradict each other.
    pub(super) constraints: Option<Constraints>,
    /// The bilevel program whose leader chooses.
    pub(super) program: Option<LeaderChoice>,
    /// The digits of the grid, one character for each cell.
    pub(super) grid: Option<String>,
    pub(super) question: Option<BoundQuestion>,
}

/// An answer, as it is going to be shown.
#[derive(Clone, Debug)]
pub(super) struct FinalAnswer {
    pub(super) status: AnswerStatus,
    /// The places of what is chosen, ascending.
    pub(super) chosen: Option<Vec<usize>>,
    pub(super) lower: Option<i64>,
    pub(super) upper: Option<i64>,
    pub(super) optimum: Option<i64>,
    /// Is a choice that costs less than the upper bound shown where a limit came first? So it is where each unit of a
    /// weight is counted, and some units of a thing are chosen.
    pub(super) may_cost_less: bool,
}

/// The cells of a grid, and nothing asked of them yet.
pub(super) fn of_grid(grid: &Grid) -> Typed {
    of_digits(&grid.to_string())
}

/// The same of the digits of a grid, one character for each cell.
fn of_digits(grid: &str) -> Typed {
    let n = grid.chars().count().isqrt();
    let names = (0..n * n).map(|cell| format!("R{}C{}", cell / n + 1, cell % n + 1)).collect();
    Typed { names, grid: Some(grid.to_owned()), ..Typed::default() }
}

/// Looks at a result: the error says in what it is no answer to what was typed.
///
/// # Errors
/// What is wrong.
pub(super) fn result(typed: &Typed, record: &ResultRecord) -> Result<(), String> {
    let bounds = &record.bounds;
    let chosen = match (&typed.grid, &bounds.puzzle, &bounds.clues) {
        (Some(_), Some(puzzle), _) => Some(typed.clues_of(puzzle)?),
        (_, _, Some(names)) => Some(typed.places(names)?),
        _ => None,
    };
    let number = |bound: Option<usize>| bound.map(|bound| i64::try_from(bound).unwrap_or(i64::MAX));
    let shown = FinalAnswer {
        status: record.head.status,
        chosen,
        lower: number(bounds.lower_bound),
        upper: number(bounds.upper_bound),
        optimum: number(bounds.minimum),
        may_cost_less: typed.weights.is_some() && bounds.minimum.is_none(),
    };
    typed.look(&shown)
}

/// The same for the least weight.
///
/// # Errors
/// What is wrong.
pub(super) fn least_weight(typed: &Typed, record: &BilevelRecord) -> Result<(), String> {
    let chosen = record.leader.as_deref().map(|names| typed.places(names)).transpose()?;
    if let (Some(_), Some(puzzle)) = (&typed.grid, &record.puzzle)
        && chosen.as_ref() != Some(&typed.clues_of(puzzle)?)
    {
        return Err(format!("the clues of {puzzle} are not those that are named"));
    }
    let shown = FinalAnswer {
        status: record.head.status,
        chosen,
        lower: record.lower_bound.map(|bound| bound.units),
        upper: record.upper_bound.map(|bound| bound.units),
        optimum: record.optimum.map(|value| value.units),
        may_cost_less: false,
    };
    typed.look(&shown)?;
    match (&shown.chosen, record.leader_cost) {
        (Some(chosen), Some(cost)) if typed.weight(chosen) != i128::from(cost) => {
            Err(format!("the choice weighs {}, and {cost} is said", typed.weight(chosen)))
        }
        _ => Ok(()),
    }
}

impl Typed {
    /// Is this an answer to what was typed?
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn look(&self, shown: &FinalAnswer) -> Result<(), String> {
        let FinalAnswer { status, lower, upper, optimum, .. } = *shown;
        bounds_agree(status, (lower, upper), optimum)?;
        if status == AnswerStatus::Decided {
            // Beyond 64 bits with a sign, no bound differs from the largest of them.
            let k = self.question.map(|question| i64::try_from(question.at_most()).unwrap_or(i64::MAX));
            let is_said = |k: i64| upper.is_some_and(|upper| upper <= k) || lower.is_some_and(|lower| lower > k);
            if !k.is_some_and(is_said) {
                return Err("the question is said to be decided, and neither bound decides it".to_owned());
            }
        }
        match (&shown.chosen, upper) {
            (None, None) => Ok(()),
            (None, Some(upper)) => Err(format!("at most {upper}, and there is no choice that shows it")),
            (Some(_), None) => Err("a choice is shown, and no upper bound".to_owned()),
            (Some(chosen), Some(upper)) => {
                self.check(chosen)?;
                let weight = self.weight(chosen);
                if weight != i128::from(upper) && !(shown.may_cost_less && weight < i128::from(upper)) {
                    return Err(format!("the choice comes to {weight}, and {upper} is said"));
                }
                Ok(())
            }
        }
    }

    /// Does the choice of these things keep all that was asked of one?
    ///
    /// # Errors
    /// What it does not keep.
    pub(super) fn check(&self, chosen: &[usize]) -> Result<(), String> {
        self.conditions(chosen)?;
        self.constraints.as_ref().map_or(Ok(()), |constraints| constraints.look(chosen))
    }

    /// The same without what takes a search.
    fn conditions(&self, chosen: &[usize]) -> Result<(), String> {
        // Listed are millions of choices, so each is looked up once for all conditions.
        let mut is_chosen = vec![false; self.names.len()];
        chosen.iter().for_each(|item| is_chosen[*item] = true);
        if let Some(item) = self.given.iter().find(|item| !is_chosen[**item]) {
            return Err(format!("{} is given, and not taken", self.names[*item]));
        }
        if let Some(item) = self.forbidden.iter().find(|item| is_chosen[**item]) {
            return Err(format!("{} is forbidden, and taken", self.names[*item]));
        }
        if let Some(row) = self.broken_row(&is_chosen) {
            return Err(format!("row `{row}` does not hold"));
        }
        match self.sets.iter().position(|set| !set.iter().any(|item| is_chosen[*item])) {
            Some(set) => Err(format!("hyperedge {} is not hit", set + 1)),
            None => Ok(()),
        }
    }

    /// Is this choice one of those with `n` things that were asked for?
    ///
    /// # Errors
    /// What it does not keep.
    pub(super) fn one_of(&self, chosen: &[usize], n: usize) -> Result<(), String> {
        if chosen.len() != n {
            return Err(format!("one of {n} was asked for, and has {}", chosen.len()));
        }
        self.check(chosen)
    }

    /// The same of a puzzle of a grid.
    ///
    /// # Errors
    /// As of [`Self::one_of`].
    pub(super) fn listed(&self, puzzle: &str, n: usize) -> Result<(), String> {
        self.one_of(&self.clues_of(puzzle)?, n)
    }

    /// The same of things with these names.
    ///
    /// # Errors
    /// As of [`Self::one_of`].
    pub(super) fn listed_names(&self, names: &[String], n: usize) -> Result<(), String> {
        self.one_of(&self.places(names)?, n)
    }

    /// The name of a row that the choice of these things breaks.
    fn broken_row(&self, is_chosen: &[bool]) -> Option<&str> {
        let rows = self.rows.as_ref()?;
        let values: Vec<bool> =
            rows.var_names().map(|name| read::place(name, &self.names).is_some_and(|place| is_chosen[place])).collect();
        rows.rows().iter().find(|row| !search::holds(row, &values)).map(|row| row.name.as_str())
    }

    /// What these things weigh together.
    pub(super) fn weight(&self, chosen: &[usize]) -> i128 {
        match &self.weights {
            Some(weights) => chosen.iter().map(|item| i128::from(weights[*item])).sum(),
            None => chosen.len() as i128,
        }
    }

    /// The same with weights as their file has them, if there is one.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub(super) fn with_weights(mut self, text: Option<&str>) -> Result<Self, String> {
        if let Some(text) = text {
            self.weights = Some(read::weights(text, &self.names)?);
        }
        Ok(self)
    }

    /// The places of things with these names, ascending.
    fn places(&self, names: &[String]) -> Result<Vec<usize>, String> {
        let place = |name: &String| {
            let place = self.names.iter().position(|other| other == name);
            place.ok_or_else(|| format!("there is nothing called `{name}` to take"))
        };
        let mut places = names.iter().map(place).collect::<Result<Vec<usize>, String>>()?;
        places.sort_unstable();
        match places.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("{} is taken twice", self.names[pair[0]])),
            None => Ok(places),
        }
    }

    /// The cells of the clues of a puzzle, which must be those of the grid.
    fn clues_of(&self, puzzle: &str) -> Result<Vec<usize>, String> {
        let grid = self.grid.as_deref().unwrap_or_default();
        let (n, n_of_grid) = (puzzle.chars().count(), grid.chars().count());
        if n != n_of_grid {
            return Err(format!("the puzzle has {n} cells, and the grid {n_of_grid}"));
        }
        let clues = puzzle.chars().zip(grid.chars()).enumerate().filter(|(_, (clue, _))| *clue != '.');
        let cell = |(cell, (clue, digit)): (usize, (char, char))| match clue == digit {
            true => Ok(cell),
            false => Err(format!("the clue of {} is not the digit of the grid", self.names[cell])),
        };
        clues.map(cell).collect()
    }
}

/// Do the bounds and what is said to be proven fit together?
///
/// # Errors
/// What does not.
fn bounds_agree(status: AnswerStatus, bounds: (Option<i64>, Option<i64>), optimum: Option<i64>) -> Result<(), String> {
    if let (Some(lower), Some(upper)) = bounds
        && lower > upper
    {
        return Err(format!("at least {lower} and at most {upper}"));
    }
    if optimum.is_some() && bounds != (optimum, optimum) {
        return Err("an optimum is said, and the bounds are not both that".to_owned());
    }
    if status == AnswerStatus::Optimal && optimum.is_none() {
        return Err("it is said to be proven, and the bounds do not meet".to_owned());
    }
    Ok(())
}

/// A record of which nothing is proven any more; what was found stays.
pub(super) fn unproven(record: BilevelRecord) -> BilevelRecord {
    BilevelRecord {
        lower_bound: None,
        upper_bound: None,
        optimum: None,
        gap: None,
        upper_proof: None,
        certified: false,
        lower_certificate: None,
        upper_certificate: None,
        uncertified: None,
        ..record
    }
}

/// Removes the certificates of an answer that does not stand up to the last look: they are about another problem.
pub(super) fn withdraw(certificate: Option<&Path>) {
    for path in certificate.iter().flat_map(|path| [path.to_path_buf(), upper_file(path)]) {
        // One that is not there is not missed.
        drop(fs::remove_file(path));
    }
}

/// Removes the certificates that an earlier run left under this name, where this one has an answer and wrote none for its lower
/// bound or its upper one: they would pass for its own.
pub(super) fn drop_old(certificate: Option<&Path>, record: &BilevelRecord) {
    let Some(path) = certificate.filter(|_| record.head.status.is_answered()) else { return };
    if record.lower_certificate.is_none() {
        drop(fs::remove_file(path));
    }
    if record.upper_certificate.is_none() {
        drop(fs::remove_file(upper_file(path)));
    }
}

/// What is said of an answer that does not stand up to the last look.
pub(super) fn contradicts(what: &str) -> String {
    format!("THE ANSWER CONTRADICTS WHAT WAS ASKED: {what}")
}
