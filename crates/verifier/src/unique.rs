//! The search for a second solution of the puzzle.

use std::cmp::Reverse;

use crate::Reason;
use crate::model::{Model, Row};

/// The search stops when it has looked at terms and rows as often: some seconds.
const MAX_LOOKS: u64 = 1 << 32;

/// Checks that every solution that agrees with the target in the cells of `puzzle` does so in all shown variables.
/// Returns how many looks it took.
pub(crate) fn check_unique(model: &Model, puzzle: &[usize]) -> Result<u64, Reason> {
    let mut search = Search::new(model);
    puzzle.iter().for_each(|&cell| search.set(model.cells[cell], false));
    // How many variables were set before each guess that may be wrong.
    let mut guesses = Vec::new();
    loop {
        if search.follow()? {
            search.look(model.rows.len())?;
            let open = (0..model.rows.len()).filter(|&row| search.is_open(row));
            // Fewest variables first, then what was broken most often, which finds the hard part of the puzzle.
            let row = open.min_by_key(|&row| (search.sums[row].n_free, Reverse(search.sums[row].n_broken)));
            let mut variables = row.iter().flat_map(|&row| &model.rows[row].terms).map(|term| term.0 as usize);
            let Some(guess) = variables.find(|&variable| search.flips[variable].is_none()) else {
                return Err(Reason::Wrong("the puzzle has a second solution".into()));
            };
            guesses.push(search.trail.len());
            search.set(guess, true);
        } else {
            let Some(begin) = guesses.pop() else { return Ok(search.n_looks) };
            let guess = search.trail[begin];
            search.undo(begin);
            search.set(guess, false);
        }
    }
}

/// Some variables, set.
struct Search<'a> {
    model: &'a Model,
    flips: Vec<Option<bool>>,
    /// The variables that are set, in this order.
    trail: Vec<usize>,
    sums: Vec<Sums>,
    /// Rows that may set further variables, or that are broken.
    tight: Vec<u32>,
    n_looks: u64,
}

/// What a row can still come to.
struct Sums {
    min: i64,
    max: i64,
    /// How many of its variables are not set.
    n_free: usize,
    /// The greatest coefficient, without sign.
    greatest: i64,
    n_broken: u64,
}

impl<'a> Search<'a> {
    fn new(model: &'a Model) -> Self {
        let sums = |row: &Row| Sums {
            min: row.terms.iter().map(|term| term.1.min(0)).sum(),
            max: row.terms.iter().map(|term| term.1.max(0)).sum(),
            n_free: row.terms.len(),
            greatest: row.terms.iter().map(|term| term.1.abs()).max().unwrap_or(0),
            n_broken: 0,
        };
        let (flips, sums) = (vec![None; model.columns.len()], model.rows.iter().map(sums).collect());
        Self { model, flips, trail: Vec::new(), sums, tight: (0..model.rows.len() as u32).collect(), n_looks: 0 }
    }

    fn look(&mut self, n: usize) -> Result<(), Reason> {
        self.n_looks += n as u64;
        if self.n_looks > MAX_LOOKS {
            return Err(Reason::TooMuch(format!("a search of the puzzle takes more than {MAX_LOOKS} looks")));
        }
        Ok(())
    }

    /// Whether some values of the variables that are not set would break a row.
    fn is_open(&self, row: usize) -> bool {
        self.sums[row].min < self.model.rows[row].low || self.sums[row].max > self.model.rows[row].high
    }

    fn set(&mut self, variable: usize, flip: bool) {
        self.flips[variable] = Some(flip);
        self.trail.push(variable);
        self.n_looks += self.model.columns[variable].len() as u64;
        for &(row, a) in &self.model.columns[variable] {
            let (Row { low, high, .. }, sums) = (&self.model.rows[row as usize], &mut self.sums[row as usize]);
            *sums.bound(a, flip) += if flip { a } else { -a };
            sums.n_free -= 1;
            if sums.max - low < sums.greatest || high - sums.min < sums.greatest {
                self.tight.push(row);
            }
        }
    }

    /// Frees the variables that were set since there were `n` of them.
    fn undo(&mut self, n: usize) {
        for variable in self.trail.drain(n..) {
            let flip = self.flips[variable].take() == Some(true);
            for &(row, a) in &self.model.columns[variable] {
                let sums = &mut self.sums[row as usize];
                *sums.bound(a, flip) -= if flip { a } else { -a };
                sums.n_free += 1;
            }
        }
    }

    /// Sets what the rows force. Returns whether all of them can still hold.
    fn follow(&mut self) -> Result<bool, Reason> {
        while let Some(at) = self.tight.pop() {
            let Row { terms, low, high } = &self.model.rows[at as usize];
            let Sums { min, max, n_free, .. } = self.sums[at as usize];
            if max < *low || min > *high {
                self.sums[at as usize].n_broken += 1;
                self.tight.clear();
                return Ok(false);
            }
            if n_free == 0 {
                continue;
            }
            self.look(terms.len())?;
            for &(variable, a) in terms {
                let Sums { min, max, .. } = self.sums[at as usize];
                let (raises, lowers) = (min + a.abs() <= *high, max - a.abs() >= *low);
                if self.flips[variable as usize].is_none() && !(raises && lowers) {
                    self.set(variable as usize, (a > 0) != lowers);
                }
            }
        }
        Ok(true)
    }
}

impl Sums {
    /// What is known better when a variable with this coefficient is set.
    fn bound(&mut self, a: i64, flip: bool) -> &mut i64 {
        if flip == (a > 0) { &mut self.min } else { &mut self.max }
    }
}
