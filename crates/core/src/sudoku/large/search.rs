//! The search for a second solution: guesses, what follows from them, and restarts.

use super::Large;
use super::conflict::View;
use super::rules::Lit;
use super::trail::{Reason, Value};
use crate::base::{Cell, Pace, Stop};

/// Learned clauses that are kept; more are a burden for every guess.
const MAX_CLAUSES: usize = 4000;
/// Conflicts of the shortest run between two restarts.
const RUN: u64 = 100;

/// What a search looks for.
#[derive(Clone, Copy)]
pub(super) enum Wish<'a> {
    /// Any second solution.
    Any,
    /// One that agrees with the target in these cells, in the first before all others, and so on.
    Agree(&'a [Cell]),
}

impl Large {
    /// A solution other than the target that agrees with it on `clues`: then the difference is kept, else the clues
    /// that rule it out are.
    ///
    /// With [`Wish::Agree`] over all cells that are not clues, no other solution differs in fewer of them: of all
    /// second solutions it is the first in the order by the first cell, then by the second, and so on. For a guess is
    /// always that the next cell agrees, and what a conflict teaches follows from cells before.
    pub(super) fn search(&mut self, clues: &[Cell], wish: Wish<'_>, pace: &mut Pace) -> Result<bool, Stop> {
        (self.core, self.is_new) = (None, false);
        let found = self.descend(clues, wish, pace);
        self.undo(0);
        if found == Ok(false) && self.core.is_none() {
            // There is no second solution whatever the clues.
            self.core = Some(Vec::new());
        }
        found
    }

    fn descend(&mut self, clues: &[Cell], wish: Wish<'_>, pace: &mut Pace) -> Result<bool, Stop> {
        let (mut n_runs, mut left, mut next_wish) = (1, RUN, 0);
        while !self.is_settled {
            if !self.propagate() {
                match self.trail.level() {
                    0 => self.is_settled = true,
                    1 => {
                        let view = View { rules: &self.rules, trail: &self.trail, clauses: &self.clauses };
                        self.core = Some(self.conflict.core(view));
                        return Ok(false);
                    }
                    _ => self.learn(),
                }
                (left, next_wish) = (left.saturating_sub(1), 0);
                continue;
            }
            if self.trail.level() == 0 {
                if self.clauses.n_learned() > MAX_CLAUSES {
                    self.clauses.forget_half(&self.trail);
                }
                if !self.give(clues) {
                    return Ok(false);
                }
                continue;
            }
            if self.trail.is_full() {
                self.keep_difference();
                return Ok(true);
            }
            if let Some(stop) = pace.step(self.n_guesses) {
                return Err(stop);
            }
            if left == 0 && matches!(wish, Wish::Any) {
                n_runs += 1;
                left = RUN * luby(n_runs);
                self.undo(usize::from(self.clauses.n_learned() <= MAX_CLAUSES));
                continue;
            }
            let guess = match wish {
                Wish::Any => None,
                Wish::Agree(cells) => {
                    let open = |cell: &Cell| self.trail.value(self.agrees(*cell)) == Value::Open;
                    next_wish += cells[next_wish..].iter().position(open).unwrap_or(cells.len() - next_wish);
                    cells.get(next_wish).map(|cell| self.agrees(*cell))
                }
            };
            let guess = guess.or_else(|| self.next_guess());
            self.n_guesses += 1;
            self.trail.begin();
            self.trail.push(guess.expect("an open variable is in the order"), Reason::Chosen);
        }
        Ok(false)
    }

    /// The clues are a level of their own; false if they rule each other out as clues of a second solution.
    fn give(&mut self, clues: &[Cell]) -> bool {
        self.trail.begin();
        for &cell in clues {
            let lit = self.agrees(cell);
            match self.trail.value(lit) {
                Value::True => {}
                Value::Open => self.trail.push(lit, Reason::Chosen),
                // It always holds that the cell differs, for nothing has been propagated since the level began.
                Value::False => {
                    self.core = Some(vec![cell]);
                    return false;
                }
            }
        }
        true
    }

    /// The most active open variable. It is guessed that the cell agrees with the target: so a second solution differs
    /// in few cells, and clauses speak of few as well.
    fn next_guess(&mut self) -> Option<Lit> {
        loop {
            let var = self.order.pop()?;
            if self.trail.value(Lit::has(var)) == Value::Open {
                let agrees = self.target[var / self.n()] == self.rules.digit(var);
                return Some(if agrees { Lit::has(var) } else { Lit::lacks(var) });
            }
        }
    }

    fn undo(&mut self, level: usize) {
        let Self { rules, trail, order, .. } = self;
        trail.undo(rules, level, |var| order.put_back(var));
    }

    /// Learns from a conflict and goes back to where that says something new.
    fn learn(&mut self) {
        let Self { rules, trail, clauses, conflict, order, .. } = self;
        let (back, depth) = conflict.learn(View { rules, trail, clauses }, order);
        order.decay();
        trail.undo(rules, back, |var| order.put_back(var));
        let reason = match conflict.clause.len() {
            1 => Reason::Chosen,
            _ => Reason::Clause(clauses.learn(&conflict.clause, depth)),
        };
        trail.push(conflict.clause[0], reason);
    }

    /// Everything that follows; false on a conflict, which is kept.
    fn propagate(&mut self) -> bool {
        let Self { rules, trail, clauses, conflict, .. } = self;
        while let Some(lit) = trail.next() {
            let var = lit.var();
            if lit.is_has() {
                for (item, place) in rules.items(var) {
                    let mut others = trail.places(item) & !(1 << place);
                    while others != 0 {
                        let other = rules.member(item, others.trailing_zeros() as usize);
                        others &= others - 1;
                        match trail.value(Lit::has(other)) {
                            Value::False => {}
                            Value::Open => trail.push(Lit::lacks(other), Reason::Taken(var as u32)),
                            Value::True => {
                                conflict.lits.clear();
                                conflict.lits.extend([Lit::lacks(var), Lit::lacks(other)]);
                                return false;
                            }
                        }
                    }
                }
            } else {
                // From all items first: what is taken back later must be whole.
                trail.strike(rules, var);
                for (item, _) in rules.items(var) {
                    let left = trail.places(item);
                    if left & left.wrapping_sub(1) != 0 {
                        continue;
                    }
                    // The last place may be on its way to be struck out as well.
                    let last = (left != 0).then(|| Lit::has(rules.member(item, left.trailing_zeros() as usize)));
                    match last.map(|last| (last, trail.value(last))) {
                        Some((_, Value::True)) => {}
                        Some((last, Value::Open)) => trail.push(last, Reason::Last(item as u32)),
                        None | Some((_, Value::False)) => {
                            conflict.lits.clear();
                            conflict.lits.extend(rules.members(item).map(Lit::has));
                            return false;
                        }
                    }
                }
            }
            if let Some(id) = clauses.visit(lit, trail, |trail, unit, id| trail.push(unit, Reason::Clause(id))) {
                conflict.lits.clear();
                conflict.lits.extend(clauses.lits(id));
                return false;
            }
        }
        true
    }
}

/// The lengths of runs between restarts, from 1: 1, 1, 2, 1, 1, 2, 4, 1, ... (Luby, Sinclair and Zuckerman, 1993).
fn luby(mut i: u64) -> u64 {
    loop {
        let size = 1 << (u64::BITS - 1 - i.leading_zeros());
        if i == 2 * size - 1 {
            return size;
        }
        i -= size - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn runs_have_the_known_lengths() {
        let lengths: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
