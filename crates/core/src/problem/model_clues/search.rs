//! Depth-first search for a point of rows `sum a x >= b`, with propagation, in integers.
//!
//! Every row is kept as `sum a l >= b` over literals l with positive coefficients a. Its *slack* is the sum of the
//! coefficients of all literals that are not false, minus b. A row with negative slack cannot hold, and a literal whose
//! coefficient is above the slack must be true. For rows with unit coefficients, this is propagation by counting: it
//! fixes the last open variable of a row `>= 1`, and all other variables of a row `= 1` with a true literal.

use crate::base::{Pace, Stop};
use crate::learning::lists::Lists;

use super::rows::AtLeast;

/// A literal as a number: `2 * variable + value` says that the variable has the value.
pub(super) type Lit = u32;

pub(super) fn lit(var: usize, value: bool) -> Lit {
    u32::try_from(2 * var).expect("fewer than 2^31 variables") | u32::from(value)
}

fn var(lit: Lit) -> usize {
    lit as usize / 2
}

/// The value of a variable that has none yet.
const OPEN: u8 = 2;

/// Why a search ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A limit came first.
    Limit(Stop),
    /// The limit on its work was reached.
    Spent,
}

/// The rows, and how far each is at the values chosen so far.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The literals of each row with their coefficients, large ones first.
    rows: Lists<(Lit, i64)>,
    /// The rows with each literal, and its coefficient there.
    with_lit: Lists<(u32, i64)>,
    /// The values that are tried last.
    last: Vec<bool>,
    /// The value of each variable, or [`OPEN`].
    values: Vec<u8>,
    /// For each row, the sum of the coefficients of literals that are not false, minus the right side.
    slack: Vec<i64>,
    /// For each row, the right side minus the coefficients of literals that are true; the row is satisfied if this is 0
    /// or less.
    need: Vec<i64>,
    /// For each row, the number of open literals.
    n_open: Vec<u32>,
    /// The literals made true, in order.
    trail: Vec<Lit>,
    /// The number of literals of the trail that have been propagated.
    head: usize,
    /// The decisions whose other value is still to be tried, each with the earlier length of the trail.
    decisions: Vec<(usize, Lit)>,
    /// The number of decisions since the last [`Self::reset`].
    n_nodes: u64,
    /// The work since its creation, as a number of list entries examined.
    work: u64,
    /// The work after which it gives up.
    max_work: u64,
    /// The length of the trail after a reset; `None` if the rows have no point.
    base: Option<usize>,
}

impl Search {
    /// The search for points of `rows` over as many variables as there are values in `last`; of the two values of a
    /// variable, that of `last` is tried last.
    pub(super) fn new(last: Vec<bool>, rows: &[AtLeast]) -> Self {
        let n_vars = last.len();
        let (mut of_rows, mut with_lit) = (Lists::default(), Vec::new());
        let (mut n_open, mut slack, mut need) = (Vec::new(), Vec::new(), Vec::new());
        for (r, row) in rows.iter().enumerate() {
            // `-a x` is `a (1 - x) - a`.
            let mut of_row: Vec<(Lit, i64)> = row.terms.iter().map(|(v, a)| (lit(*v, *a > 0), a.abs())).collect();
            of_row.sort_by_key(|(_, a)| std::cmp::Reverse(*a));
            for (lit, a) in &of_row {
                with_lit.push((*lit as usize, (u32::try_from(r).expect("fewer than 2^32 rows"), *a)));
            }
            let rhs = row.rhs + row.terms.iter().filter(|(_, a)| *a < 0).map(|(_, a)| -a).sum::<i64>();
            slack.push(of_row.iter().map(|(_, a)| a).sum::<i64>() - rhs);
            need.push(rhs);
            n_open.push(of_row.len() as u32);
            of_rows.push(of_row);
        }
        let mut search = Self {
            rows: of_rows,
            with_lit: Lists::by_owner(2 * n_vars, &with_lit),
            last,
            values: vec![OPEN; n_vars],
            slack,
            need,
            n_open,
            trail: Vec::with_capacity(n_vars),
            head: 0,
            decisions: Vec::with_capacity(n_vars),
            n_nodes: 0,
            work: 0,
            max_work: u64::MAX,
            base: None,
        };
        let holds = (0..rows.len()).all(|r| search.visit(r)) && search.propagate();
        search.base = holds.then_some(search.trail.len());
        search
    }

    /// The work since its creation, as a number of list entries examined: a measure of time that is the same in every
    /// run.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// From now on it gives up after so much more work.
    pub(super) fn allow(&mut self, work: u64) {
        self.max_work = self.work.saturating_add(work);
    }

    /// Forgets all but what was kept; false if the rows have no point with that.
    pub(super) fn reset(&mut self) -> bool {
        self.decisions.clear();
        self.n_nodes = 0;
        self.undo(self.base.unwrap_or(0));
        self.base.is_some()
    }

    /// The mark of what was kept.
    pub(super) fn root(&self) -> usize {
        self.base.unwrap_or(0)
    }

    /// Takes what is fixed now as given: nothing of it will be tried the other way.
    pub(super) fn forget_decisions(&mut self) {
        self.decisions.clear();
    }

    /// The value of a variable, if it has one.
    pub(super) fn value(&self, var: usize) -> Option<bool> {
        (self.values[var] != OPEN).then_some(self.values[var] == 1)
    }

    /// The position of the search, for [`Self::undo`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Goes back to a mark.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some(lit) = self.trail.pop() else { return };
            for &(r, a) in self.with_lit.of(lit as usize) {
                self.need[r as usize] += a;
                self.n_open[r as usize] += 1;
            }
            for &(r, a) in self.with_lit.of(lit as usize ^ 1) {
                self.slack[r as usize] += a;
                self.n_open[r as usize] += 1;
            }
            self.values[var(lit)] = OPEN;
        }
        self.head = mark;
    }

    /// Makes a literal true with all that follows; false if some row cannot hold then.
    pub(super) fn fix(&mut self, lit: Lit) -> bool {
        self.make(lit) && self.propagate()
    }

    fn make(&mut self, lit: Lit) -> bool {
        match self.values[var(lit)] {
            OPEN => {}
            value => return u32::from(value) == lit & 1,
        }
        self.values[var(lit)] = (lit & 1) as u8;
        self.trail.push(lit);
        self.work += 2 * (self.with_lit.range(lit as usize).len() + self.with_lit.range(lit as usize ^ 1).len()) as u64;
        for &(r, a) in self.with_lit.of(lit as usize) {
            self.need[r as usize] -= a;
            self.n_open[r as usize] -= 1;
        }
        for &(r, a) in self.with_lit.of(lit as usize ^ 1) {
            self.slack[r as usize] -= a;
            self.n_open[r as usize] -= 1;
        }
        true
    }

    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            // Only rows that have lost a literal have less slack.
            for i in self.with_lit.range(lit as usize ^ 1) {
                self.work += 1;
                if !self.visit(self.with_lit.entry(i).0 as usize) {
                    return false;
                }
            }
        }
        true
    }

    /// Makes the literals true that the row cannot do without; false if it cannot hold.
    fn visit(&mut self, row: usize) -> bool {
        // A literal made true costs its row no slack.
        let slack = self.slack[row];
        if slack < 0 {
            return false;
        }
        for i in self.rows.range(row) {
            let (lit, a) = self.rows.entry(i);
            if a <= slack {
                break;
            }
            self.work += 1;
            if self.values[var(lit)] == OPEN {
                self.make(lit);
            }
        }
        true
    }

    /// Chooses the next variable to try: one of an unsatisfied row with the fewest open literals; `None` if all rows
    /// hold for any values of the open variables.
    fn choose(&mut self) -> Option<Lit> {
        let mut best = None;
        let mut fewest = u32::MAX;
        let mut n_rows = 0;
        for (r, (need, n_open)) in self.need.iter().zip(&self.n_open).enumerate() {
            n_rows = r + 1;
            if *need > 0 && *n_open < fewest {
                (best, fewest) = (Some(r), *n_open);
                // One open literal would have been made true.
                if fewest <= 2 {
                    break;
                }
            }
        }
        self.work += n_rows as u64;
        let open = || self.rows.of(best.unwrap_or(0)).iter().map(|(l, _)| *l).filter(|l| self.values[var(*l)] == OPEN);
        best?;
        // One that says something new and brings the row on is best; every other choice begins with what is new as
        // well.
        open().find(|l| self.is_new(*l)).or_else(|| open().next().map(|l| l ^ 1))
    }

    fn is_new(&self, lit: Lit) -> bool {
        self.last[var(lit)] != (lit & 1 == 1)
    }

    /// One more node: is the search to stop?
    fn step(&mut self, pace: &mut Pace) -> Result<(), Halt> {
        let stop = pace.step(self.n_nodes);
        self.n_nodes += 1;
        match stop {
            Some(stop) => Err(Halt::Limit(stop)),
            None if self.work > self.max_work => Err(Halt::Spent),
            None => Ok(()),
        }
    }

    /// Tries `lit`, or without one, or if that fails, the other values of the decisions from number `bottom` on; false
    /// if nothing is left.
    fn go_on(&mut self, lit: Option<Lit>, bottom: usize) -> bool {
        let mut holds = lit.is_some_and(|lit| {
            self.decisions.push((self.trail.len(), lit));
            self.fix(lit)
        });
        while !holds {
            if self.decisions.len() == bottom {
                return false;
            }
            let Some((mark, lit)) = self.decisions.pop() else { return false };
            self.undo(mark);
            holds = self.fix(lit ^ 1);
        }
        true
    }

    /// Returns whether there is a point with the fixed values. The search is then at that point, and open variables may
    /// have any value.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn solve(&mut self, pace: &mut Pace) -> Result<bool, Halt> {
        let bottom = self.decisions.len();
        loop {
            self.step(pace)?;
            match self.choose() {
                None => return Ok(true),
                choice => {
                    if !self.go_on(choice, bottom) {
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// Returns the number of points with the fixed values, where points with the same values of `shown` count once;
    /// `max` if there are more.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn count(&mut self, shown: &[usize], max: usize, pace: &mut Pace) -> Result<usize, Halt> {
        let mut is_shown = vec![false; self.values.len()];
        shown.iter().for_each(|v| is_shown[*v] = true);
        let mut n = 0;
        while n < max {
            self.step(pace)?;
            let choice = self.choose().filter(|l| is_shown[var(*l)]);
            let open = || shown.iter().find(|v| self.values[**v] == OPEN).map(|v| lit(*v, !self.last[*v]));
            let choice = choice.or_else(open);
            if choice.is_none() {
                let (mark, n_decisions) = (self.mark(), self.decisions.len());
                n += usize::from(self.solve(pace)?);
                self.decisions.truncate(n_decisions);
                self.undo(mark);
            }
            if !self.go_on(choice, 0) {
                break;
            }
        }
        Ok(n)
    }
}
