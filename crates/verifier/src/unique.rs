//! The search for a second solution of a puzzle, shortened by clauses.

use std::cmp::Reverse;

use crate::Reason;
use crate::groups::GroupedRows;
use crate::model::{Model, NO_BOUND, Row};
use crate::stream::Stream;
use crate::work::{Meter, each, step};

/// The searches for one puzzle stop when they have taken as many looks: some 15 seconds.
const MAX_LOOKS: u64 = 1 << 34;
/// Looks that it takes to make ready a variable, a row or a term for the searches of one puzzle.
const LOOKS_PER_PART: u64 = 8;
/// Looks at a row or a term: each is at another place of the memory.
const LOOKS_PER_TERM: u64 = 8;
/// Looks of a visit of a row with groups, for each of them and for each of its terms.
const LOOKS_PER_GROUP: u64 = 64;
const LOOKS_PER_GROUPED_TERM: u64 = 16;
/// More clauses for one puzzle than this are not taken.
const MAX_CLAUSES: usize = 1 << 20;

/// Checks that every solution that agrees with the target in the cells of `puzzle` does so in all shown variables.
///
/// Clauses follow in the stream. Each is checked like the whole: a search finds no solution that
/// breaks it. From then on it holds, and saves that part of all searches that follow.
pub(crate) fn check_unique(
    model: &Model,
    grouped: &GroupedRows,
    puzzle: &[usize],
    stream: &mut Stream<'_>,
    meter: &mut Meter<'_>,
) -> Result<(), Reason> {
    let mut search = Search::new(model, grouped, puzzle, meter)?;
    for at in 0..stream.count(MAX_CLAUSES, "clauses")? {
        let clause: Vec<Literal> = stream.list(2 * model.columns.len(), "literal")?.into_iter().map(Literal).collect();
        if !search.refute(&clause)? {
            return Err(Reason::Wrong(format!("clause {at} of the puzzle does not follow")));
        }
        search.add(&clause)?;
    }
    if search.refute(&[])? { Ok(()) } else { Err(Reason::Wrong("the puzzle has a second solution".into())) }
}

/// A variable differs from the target, or it does not: 2v, or 2v + 1.
#[derive(Clone, Copy)]
struct Literal(usize);

impl Literal {
    fn variable(self) -> usize {
        self.0 / 2
    }

    /// Is it true if the variable differs?
    fn flip(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

/// Some variables, set.
struct Search<'a, 's> {
    model: &'a Model,
    grouped: &'a GroupedRows,
    meter: &'a mut Meter<'s>,
    /// Rows after those of the model, and by variable where they are.
    clauses: Vec<Row>,
    clauses_of: Vec<Vec<(u32, i64)>>,
    flips: Vec<Option<bool>>,
    /// The variables that are set, in this order.
    trail: Vec<usize>,
    sums: Vec<Sums>,
    /// Rows that may set further variables, or that are broken.
    tight: Vec<u32>,
    /// Rows with groups that are to be visited, and for each whether it is among them.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    /// Nothing is left to refute.
    is_settled: bool,
    /// Looks that were taken, and as many of them as the meter knows of.
    n_looks: u64,
    n_paid: u64,
}

/// The possible sums of a row.
struct Sums {
    min: i64,
    max: i64,
    /// The number of its variables that are not set.
    n_free: usize,
    /// The greatest coefficient, without sign.
    greatest: i64,
    n_broken: u64,
}

impl<'a, 's> Search<'a, 's> {
    /// The cells of the puzzle agree with the target, and what follows from that.
    fn new(
        model: &'a Model,
        grouped: &'a GroupedRows,
        puzzle: &[usize],
        meter: &'a mut Meter<'s>,
    ) -> Result<Self, Reason> {
        let n_parts = model.columns.len() + model.rows.iter().map(|row| 1 + row.terms.len()).sum::<usize>();
        let n_looks = LOOKS_PER_PART * n_parts as u64;
        meter.spend(n_looks)?;
        let mut search = Self {
            model,
            grouped,
            meter,
            clauses: Vec::new(),
            clauses_of: vec![Vec::new(); model.columns.len()],
            flips: vec![None; model.columns.len()],
            trail: Vec::new(),
            sums: model.rows.iter().map(Sums::new).collect(),
            tight: (0..model.rows.len() as u32).collect(),
            waiting: (0..grouped.len() as u32).collect(),
            is_waiting: vec![true; grouped.len()],
            is_settled: false,
            n_looks,
            n_paid: n_looks,
        };
        puzzle.iter().for_each(|&cell| search.set(model.cells[cell], false));
        search.is_settled = !search.follow()?;
        Ok(search)
    }

    /// Is there no solution with the puzzle that breaks this clause? That without literals is broken by all of them.
    fn refute(&mut self, clause: &[Literal]) -> Result<bool, Reason> {
        // What the clauses before have set counts, even if nothing was searched.
        self.look(0)?;
        let begin = self.trail.len();
        for literal in clause {
            match self.flips[literal.variable()] {
                None => self.set(literal.variable(), !literal.flip()),
                Some(flip) if flip == literal.flip() => {
                    // It holds anyway.
                    self.stop();
                    self.undo(begin);
                    return Ok(true);
                }
                Some(_) => {}
            }
        }
        let is_refuted = self.is_settled || self.is_empty()?;
        self.stop();
        self.undo(begin);
        Ok(is_refuted)
    }

    /// Is there no solution with what is set?
    fn is_empty(&mut self) -> Result<bool, Reason> {
        // How many variables were set before each guess that may be wrong.
        let mut guesses = Vec::new();
        loop {
            if self.follow()? {
                let n_rows = self.sums.len();
                self.look(n_rows)?;
                let open = each(0..n_rows).filter(|&row| self.is_open(row));
                // Fewest variables first, then what was broken most often, which finds the hard part of the puzzle.
                let row = open.min_by_key(|&row| (self.sums[row].n_free, Reverse(self.sums[row].n_broken)));
                let variables = each(row.iter().flat_map(|&row| &self.row(row).terms).map(|term| term.0 as usize));
                let is_free = |&(_, variable): &(usize, usize)| self.flips[variable].is_none();
                let Some((n_set, guess)) = variables.enumerate().find(is_free) else { return Ok(false) };
                self.look(n_set)?;
                guesses.push(self.trail.len());
                self.set(guess, true);
            } else {
                let Some(begin) = guesses.pop() else { return Ok(true) };
                let guess = self.trail[begin];
                self.undo(begin);
                self.set(guess, false);
            }
        }
    }

    /// A clause that holds from now on. Nothing is set but what follows from the puzzle.
    fn add(&mut self, clause: &[Literal]) -> Result<(), Reason> {
        let at = self.sums.len() as u32;
        let terms = clause.iter().map(|literal| (literal.variable() as u32, if literal.flip() { 1 } else { -1 }));
        let terms: Vec<(u32, i64)> = terms.collect();
        let low = 1 - clause.iter().filter(|literal| !literal.flip()).count() as i64;
        let row = Row { terms, low, high: NO_BOUND };
        let mut sums = Sums::new(&row);
        for &(variable, a) in &row.terms {
            self.clauses_of[variable as usize].push((at, a));
            if let Some(flip) = self.flips[variable as usize] {
                sums.set(a, flip);
            }
        }
        self.clauses.push(row);
        self.sums.push(sums);
        self.tight.push(at);
        if !self.follow()? {
            self.is_settled = true;
        }
        Ok(())
    }

    fn row(&self, at: usize) -> &Row {
        let n = self.model.rows.len();
        if at < n { &self.model.rows[at] } else { &self.clauses[at - n] }
    }

    /// Counts looks at rows and terms, and hands on what was counted.
    fn look(&mut self, n: usize) -> Result<(), Reason> {
        self.count(LOOKS_PER_TERM * n as u64)
    }

    fn count(&mut self, n_looks: u64) -> Result<(), Reason> {
        self.n_looks += n_looks;
        self.meter.spend(self.n_looks - self.n_paid)?;
        self.n_paid = self.n_looks;
        if self.n_looks > MAX_LOOKS {
            return Err(Reason::TooMuch(format!("a search of the puzzle takes more than {MAX_LOOKS} looks")));
        }
        Ok(())
    }

    /// Whether some values of the variables that are not set would break a row.
    fn is_open(&self, at: usize) -> bool {
        let Row { low, high, .. } = self.row(at);
        self.sums[at].min < *low || self.sums[at].max > *high
    }

    fn set(&mut self, variable: usize, flip: bool) {
        self.flips[variable] = Some(flip);
        self.trail.push(variable);
        let of = &self.grouped.of[variable];
        for &row in each(of.iter()) {
            if !std::mem::replace(&mut self.is_waiting[row as usize], true) {
                self.waiting.push(row);
            }
        }
        let Self { model, clauses, clauses_of, sums, tight, n_looks, .. } = self;
        let n = model.rows.len();
        // Once here, and once where it is free again.
        let n_terms = model.columns[variable].len() + clauses_of[variable].len();
        *n_looks += LOOKS_PER_TERM * (1 + 2 * n_terms + of.len()) as u64;
        for &(at, a) in each(model.columns[variable].iter().chain(&clauses_of[variable])) {
            let at = at as usize;
            let Row { low, high, .. } = if at < n { &model.rows[at] } else { &clauses[at - n] };
            let sums = &mut sums[at];
            sums.set(a, flip);
            if sums.max - low < sums.greatest || high - sums.min < sums.greatest {
                tight.push(at as u32);
            }
        }
    }

    /// Frees the variables that were set since there were `n` of them.
    fn undo(&mut self, n: usize) {
        for variable in self.trail.drain(n..) {
            let flip = self.flips[variable].take() == Some(true);
            for &(at, a) in each(self.model.columns[variable].iter().chain(&self.clauses_of[variable])) {
                self.sums[at as usize].free(a, flip);
            }
        }
    }

    /// Sets what the rows force. Returns whether all of them can still hold.
    fn follow(&mut self) -> Result<bool, Reason> {
        while self.follow_bounds()? {
            let Some(row) = self.waiting.pop() else { return Ok(true) };
            self.is_waiting[row as usize] = false;
            let (n_groups, n_terms) = self.grouped.size(row);
            self.count(LOOKS_PER_GROUP * n_groups as u64 + LOOKS_PER_GROUPED_TERM * n_terms as u64)?;
            let Some(forced) = self.grouped.visit(row, &self.flips) else {
                self.stop();
                return Ok(false);
            };
            for (variable, flip) in forced {
                match self.flips[variable] {
                    None => self.set(variable, flip),
                    Some(other) if other != flip => {
                        self.stop();
                        return Ok(false);
                    }
                    Some(_) => {}
                }
            }
        }
        self.stop();
        Ok(false)
    }

    /// Nothing is to be visited any more.
    fn stop(&mut self) {
        self.tight.clear();
        self.waiting.drain(..).for_each(|row| self.is_waiting[row as usize] = false);
    }

    /// The same by each row's least and greatest sum.
    fn follow_bounds(&mut self) -> Result<bool, Reason> {
        while let Some(at) = self.tight.pop() {
            step();
            let at = at as usize;
            let Row { low, high, .. } = *self.row(at);
            let Sums { min, max, n_free, .. } = self.sums[at];
            if max < low || min > high {
                self.sums[at].n_broken += 1;
                self.tight.clear();
                return Ok(false);
            }
            if n_free == 0 {
                continue;
            }
            let n_terms = self.row(at).terms.len();
            self.look(n_terms)?;
            for i in each(0..n_terms) {
                let (variable, a) = self.row(at).terms[i];
                let Sums { min, max, .. } = self.sums[at];
                let (raises, lowers) = (min + a.abs() <= high, max - a.abs() >= low);
                if self.flips[variable as usize].is_none() && !(raises && lowers) {
                    self.set(variable as usize, (a > 0) != lowers);
                }
            }
        }
        Ok(true)
    }
}

impl Sums {
    /// Those of a row of which no variable is set.
    fn new(row: &Row) -> Self {
        Self {
            min: row.terms.iter().map(|term| term.1.min(0)).sum(),
            max: row.terms.iter().map(|term| term.1.max(0)).sum(),
            n_free: row.terms.len(),
            greatest: row.terms.iter().map(|term| term.1.abs()).max().unwrap_or(0),
            n_broken: 0,
        }
    }

    /// A variable with this coefficient is set.
    fn set(&mut self, a: i64, flip: bool) {
        *self.bound(a, flip) += if flip { a } else { -a };
        self.n_free -= 1;
    }

    /// And free again.
    fn free(&mut self, a: i64, flip: bool) {
        *self.bound(a, flip) -= if flip { a } else { -a };
        self.n_free += 1;
    }

    /// Returns the bound that improves when a variable with this coefficient is set.
    fn bound(&mut self, a: i64, flip: bool) -> &mut i64 {
        if flip == (a > 0) { &mut self.min } else { &mut self.max }
    }
}

#[cfg(test)]
mod tests;
