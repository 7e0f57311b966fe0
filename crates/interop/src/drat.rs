//! A DRAT proof that the clauses of [`write_cnf`](super::write_cnf) are unsatisfiable.
//!
//! The search uses unit propagation, and branches on the options of an item with the fewest. Each failed branch gives a
//! clause, "not all of these options", which follows from the earlier clauses by unit propagation, since the search
//! uses no other reasoning.

use std::io::Write;

use super::cover::Cover;
use super::error::OutsideError;
use super::text::Text;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refuted {
    /// The number of clauses of the proof, including the empty clause.
    pub clauses: u64,
    /// The size of the proof in bytes.
    pub bytes: u64,
}

/// Writes a proof that the puzzle has no second solution.
///
/// # Errors
/// If it has a second solution, if the proof has more than `max_clauses` clauses, or if `out` fails.
pub fn write_drat<O: Write>(
    cover: &Cover,
    puzzle: &[usize],
    out: &mut O,
    max_clauses: u64,
) -> Result<Refuted, OutsideError> {
    let covering = cover.covering();
    let mut is_open = vec![false; cover.options.len()];
    for option in cover.open(puzzle) {
        is_open[option as usize] = true;
    }
    let mut search = Search {
        options: &cover.options,
        left: covering.iter().map(Vec::len).collect(),
        covering,
        value: vec![None; cover.options.len()],
        trail: Vec::new(),
        n_agree: 0,
        n_differ: 0,
        open: cover.open(puzzle).collect(),
        is_open,
        decisions: Vec::new(),
        text: Text::default(),
        out,
        written: Refuted::default(),
        max_clauses,
    };
    let clues = puzzle.iter().map(|cell| cover.target[*cell]);
    let is_refuted = !clues.into_iter().all(|option| search.set(option, true)) || !search.propagate(0);
    if !is_refuted {
        search.refute()?;
    }
    search.clause(false)?;
    search.out.flush()?;
    Ok(search.written)
}

struct Search<'a, O> {
    options: &'a [Box<[u32]>],
    covering: Vec<Vec<u32>>,
    /// Options of each item that are not false.
    left: Vec<usize>,
    value: Vec<Option<bool>>,
    trail: Vec<u32>,
    /// Open options of the target that are true, and that are false.
    n_agree: usize,
    n_differ: usize,
    /// The options of the target of which one has to be false.
    open: Vec<u32>,
    is_open: Vec<bool>,
    decisions: Vec<u32>,
    text: Text,
    out: &'a mut O,
    written: Refuted,
    max_clauses: u64,
}

/// A level of the search.
struct Level {
    /// Length of the trail before the decision.
    trail: usize,
    /// Clauses of failed branches below it, by their last decision.
    failed: Vec<u32>,
}

impl<O: Write> Search<'_, O> {
    /// Fails on every branch, or finds a solution.
    fn refute(&mut self) -> Result<(), OutsideError> {
        let mut levels = vec![Level { trail: self.trail.len(), failed: Vec::new() }];
        loop {
            let option = self.branch().ok_or(OutsideError::SecondSolution)?;
            levels.push(Level { trail: self.trail.len(), failed: Vec::new() });
            self.decisions.push(option);
            let mut from = self.trail.len();
            let mut holds = self.set(option, true) && self.propagate(from);
            while !holds {
                // The last decision fails, and its negation holds a level above.
                let Some(level) = levels.pop() else { return Ok(()) };
                if levels.is_empty() {
                    return Ok(());
                }
                self.clause(false)?;
                self.undo(level.trail);
                for failed in level.failed {
                    self.decisions.push(failed);
                    self.clause(true)?;
                    self.decisions.pop();
                }
                let Some(option) = self.decisions.pop() else { return Ok(()) };
                if let Some(above) = levels.last_mut() {
                    above.failed.push(option);
                }
                from = self.trail.len();
                holds = match self.value[option as usize] {
                    None => self.set(option, false) && self.propagate(from),
                    Some(value) => !value,
                };
            }
        }
    }

    /// The first open option of an item that has fewest; none if all items are covered.
    fn branch(&self) -> Option<u32> {
        let is_covered =
            |item: &usize| self.covering[*item].iter().any(|option| self.value[*option as usize] == Some(true));
        let item = (0..self.left.len()).filter(|item| !is_covered(item)).min_by_key(|item| self.left[*item])?;
        self.covering[item].iter().copied().find(|option| self.value[*option as usize].is_none())
    }

    /// Decides an open option, and says whether that leaves every item an option. An option that is decided must agree.
    fn set(&mut self, option: u32, value: bool) -> bool {
        if let Some(before) = self.value[option as usize] {
            return before == value;
        }
        self.value[option as usize] = Some(value);
        self.trail.push(option);
        if self.is_open[option as usize] {
            *if value { &mut self.n_agree } else { &mut self.n_differ } += 1;
        }
        let mut holds = true;
        if !value {
            for item in &self.options[option as usize] {
                self.left[*item as usize] -= 1;
                holds &= self.left[*item as usize] > 0;
            }
        }
        holds
    }

    /// Draws all conclusions from what the trail has from `from` on; `false` at a contradiction.
    fn propagate(&mut self, from: usize) -> bool {
        let mut at = from;
        loop {
            if !self.propagate_open() {
                return false;
            }
            let Some(option) = self.trail.get(at).copied() else { return true };
            at += 1;
            let value = self.value[option as usize] == Some(true);
            for item in self.options[option as usize].iter().map(|item| *item as usize) {
                if value || self.left[item] == 1 {
                    for i in 0..self.covering[item].len() {
                        let other = self.covering[item][i];
                        let holds = if value {
                            other == option || self.set(other, false)
                        } else {
                            self.value[other as usize] == Some(false) || self.set(other, true)
                        };
                        if !holds {
                            return false;
                        }
                    }
                }
            }
        }
    }

    /// The clause that some open option of the target is false.
    fn propagate_open(&mut self) -> bool {
        if self.n_differ > 0 || self.n_agree + 1 < self.open.len() {
            return true;
        }
        match self.open.iter().copied().find(|option| self.value[*option as usize].is_none()) {
            Some(last) => self.set(last, false),
            None => false,
        }
    }

    fn undo(&mut self, length: usize) {
        for option in self.trail.drain(length..) {
            let value = self.value[option as usize].take() == Some(true);
            if self.is_open[option as usize] {
                *if value { &mut self.n_agree } else { &mut self.n_differ } -= 1;
            }
            if !value {
                for item in &self.options[option as usize] {
                    self.left[*item as usize] += 1;
                }
            }
        }
    }

    /// Adds or deletes the clause that not all decisions are right.
    fn clause(&mut self, is_deleted: bool) -> Result<(), OutsideError> {
        if is_deleted {
            self.text.push("d ");
        } else {
            self.written.clauses += 1;
            if self.written.clauses > self.max_clauses {
                return Err(OutsideError::TooLong { form: "DRAT", limit: self.max_clauses });
            }
        }
        for option in &self.decisions {
            self.text.push("-").number(option + 1).push(" ");
        }
        self.text.push("0\n");
        let out = &mut self.out;
        self.written.bytes += self.text.take(|bytes| out.write_all(bytes))? as u64;
        Ok(())
    }
}
