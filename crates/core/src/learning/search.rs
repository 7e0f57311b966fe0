//! The search for a point: guesses, propagation and restarts.

use std::ops::ControlFlow;

use super::Learner;
use super::clauses::Clauses;
use super::conflict::View;
use super::lit::Lit;
use super::rules::Rules;
use super::trail::{Reason, Trail, Value};
use crate::base::{Pace, Stop};

/// Learned clauses that are kept; more are a burden for every guess.
const MAX_CLAUSES: usize = 4000;
/// Conflicts of the shortest run between two restarts.
const RUN: u64 = 100;

/// The goal of a search.
#[derive(Clone, Copy, Debug)]
pub enum SearchGoal<'a> {
    Any,
    /// A point at which these literals are true: the first has priority over all others, then the second, and so on.
    Agree(&'a [Lit]),
}

impl Learner {
    /// Returns whether there is a point at which all of these literals are true. [`Self::point`] is then that point;
    /// otherwise [`Self::core`] has literals that are enough to rule it out.
    ///
    /// With [`SearchGoal::Agree`], the point is the first in the lexicographic order by the wishes. So no point
    /// fulfills all wishes that it fulfills, and another one. The reason: a guess always makes the next wish true while
    /// there is one, and a learned clause about a wish follows from the earlier wishes.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn search(&mut self, assumed: &[Lit], wish: SearchGoal<'_>, pace: &mut Pace) -> Result<bool, Stop> {
        (self.core, self.is_new) = (None, false);
        let found = self.descend(assumed, wish, pace);
        self.undo(0);
        if found == Ok(false) && self.core.is_none() {
            // There is no point whatever is assumed.
            self.core = Some(Vec::new());
        }
        found
    }

    /// Returns a proof that there is no point at which all of `assumed` are true, or `None` if there is one. The proof
    /// is a list of clauses. Each follows from the rules, the assumptions and the earlier clauses, mostly by
    /// propagation alone; after the last, propagation finds a conflict. All clauses learned before are discarded.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn refutation(&mut self, assumed: &[Lit], pace: &mut Pace) -> Result<Option<Vec<Box<[Lit]>>>, Stop> {
        self.forget();
        self.lessons = Some(Vec::new());
        let found = self.search(assumed, SearchGoal::Any, pace);
        let lessons = self.lessons.take().unwrap_or_default();
        Ok((!found?).then_some(lessons))
    }

    fn descend(&mut self, assumed: &[Lit], wish: SearchGoal<'_>, pace: &mut Pace) -> Result<bool, Stop> {
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
                if !self.assume(assumed) {
                    return Ok(false);
                }
                continue;
            }
            if self.trail.is_full() {
                for (var, value) in self.point.iter_mut().enumerate() {
                    *value = self.trail.value(Lit::new(var, true)) == Value::True;
                }
                return Ok(true);
            }
            if let Some(stop) = pace.step(self.n_guesses) {
                return Err(stop);
            }
            if left == 0 && matches!(wish, SearchGoal::Any) {
                n_runs += 1;
                left = RUN * luby(n_runs);
                self.undo(usize::from(self.clauses.n_learned() <= MAX_CLAUSES));
                continue;
            }
            let guess = match wish {
                SearchGoal::Any => None,
                SearchGoal::Agree(wishes) => {
                    let open = |lit: &Lit| self.trail.value(*lit) == Value::Open;
                    next_wish += wishes[next_wish..].iter().position(open).unwrap_or(wishes.len() - next_wish);
                    wishes.get(next_wish).copied()
                }
            };
            let guess = guess.or_else(|| self.next_guess());
            self.n_guesses += 1;
            self.trail.begin();
            self.trail.push(guess.expect("an open variable is in the order"), Reason::Chosen);
        }
        Ok(false)
    }

    /// Makes the assumptions in their own level; returns `false` if they contradict each other.
    fn assume(&mut self, assumed: &[Lit]) -> bool {
        self.trail.begin();
        for &lit in assumed {
            match self.trail.value(lit) {
                Value::True => {}
                Value::Open => self.trail.push(lit, Reason::Chosen),
                // It is never true, or its opposite is assumed too: nothing has been propagated since the level began.
                Value::False => {
                    let is_fixed = self.trail.level_of(lit) == 0;
                    self.core = Some(if is_fixed { vec![lit] } else { vec![lit.not(), lit] });
                    return false;
                }
            }
        }
        true
    }

    /// The most active open variable, with the value that is tried first.
    fn next_guess(&mut self) -> Option<Lit> {
        loop {
            let var = self.order.pop()?;
            let lit = Lit::new(var, self.first[var]);
            if self.trail.value(lit) == Value::Open {
                return Some(lit);
            }
        }
    }

    fn undo(&mut self, level: usize) {
        let Self { rules, trail, order, .. } = self;
        trail.undo(rules, level, |var| order.put_back(var));
    }

    /// Learns from a conflict and goes back to where that says something new.
    fn learn(&mut self) {
        let Self { rules, trail, clauses, conflict, order, lessons, .. } = self;
        let n_before = trail.lits().len();
        let (back, depth) = conflict.learn(View { rules, trail, clauses }, order);
        if let Some(lessons) = lessons {
            lessons.push(conflict.clause.as_slice().into());
        }
        order.decay();
        trail.undo(rules, back, |var| order.put_back(var));
        self.work += (n_before - trail.lits().len()) as u64;
        let reason = match conflict.clause.len() {
            1 => Reason::Chosen,
            _ => Reason::Clause(clauses.learn(&conflict.clause, depth)),
        };
        trail.push(conflict.clause[0], reason);
    }

    /// Everything that follows; false on a conflict, which is kept.
    fn propagate(&mut self) -> bool {
        while let Some(lit) = self.trail.next() {
            // From all items first: what is taken back later must be whole.
            self.trail.strike(&self.rules, lit.not());
            self.work += 1 + self.rules.items(lit.not()).len() as u64;
            if !(self.take_items(lit) && self.last_of_items(lit.not()) && self.rows(lit.not())) {
                return false;
            }
            let Self { trail, clauses, conflict, work, .. } = self;
            if let Some(id) = clauses.visit(lit, trail, work, |trail, unit, id| trail.push(unit, Reason::Clause(id))) {
                conflict.lits.clear();
                conflict.lits.extend(clauses.lits(id));
                return false;
            }
        }
        true
    }

    /// A true literal leaves its items to no other one.
    fn take_items(&mut self, lit: Lit) -> bool {
        let Self { rules, trail, conflict, work, .. } = self;
        for &(item, place) in rules.items(lit) {
            let item = item as usize;
            *work += u64::from(trail.n_places(item));
            let end = trail.visit_places(rules, item, |trail, other| {
                let other = rules.member(item, other);
                if other == lit {
                    return ControlFlow::Continue(());
                }
                match trail.value(other) {
                    Value::False => {}
                    Value::Open => trail.push(other.not(), Reason::Taken(lit)),
                    Value::True => {
                        conflict.lits.clear();
                        conflict.lits.extend([lit.not(), other.not()]);
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
            debug_assert!(rules.member(item, place as usize) == lit);
            if end.is_break() {
                return false;
            }
        }
        true
    }

    /// A false literal may leave an item to its last one.
    fn last_of_items(&mut self, lit: Lit) -> bool {
        let Self { rules, trail, conflict, .. } = self;
        for &(item, _) in rules.items(lit) {
            let item = item as usize;
            if trail.n_places(item) > 1 || !rules.is_exact(item) {
                continue;
            }
            // The last place may be on its way to be struck out as well.
            let last = trail.first_place(rules, item).map(|place| rules.member(item, place));
            match last.map(|last| (last, trail.value(last))) {
                Some((_, Value::True)) => {}
                Some((last, Value::Open)) => trail.push(last, Reason::Last(item as u32)),
                None | Some((_, Value::False)) => {
                    conflict.lits.clear();
                    conflict.lits.extend(rules.members(item));
                    return false;
                }
            }
        }
        true
    }

    /// A false literal takes slack from rows.
    fn rows(&mut self, lit: Lit) -> bool {
        let Self { rules, trail, conflict, work, .. } = self;
        let all = &rules.rows;
        for &(group, place) in all.of(lit) {
            *work += 1;
            if let Some(row) = all.strike(group, place, trail) {
                let push = |trail: &mut Trail, lit| trail.push(lit, Reason::Row(row as u32));
                if !all.visit(row, trail, &mut conflict.lits, work, push) {
                    return false;
                }
            }
        }
        true
    }
}

/// Adds the consequences of the rules alone: clauses are stored, and unit clauses become true. Returns `false` if
/// no point satisfies them.
pub(super) fn begin(rules: &Rules, trail: &mut Trail, clauses: &mut Clauses) -> bool {
    let alone = |trail: &mut Trail, lit: Lit| match trail.value(lit) {
        Value::True => true,
        Value::False => false,
        Value::Open => {
            trail.push(lit, Reason::Chosen);
            true
        }
    };
    let mut holds = true;
    for clause in &rules.clauses {
        match clause[..] {
            [] => holds = false,
            [lit] => holds &= alone(trail, lit),
            _ => clauses.insert(clause),
        }
    }
    for item in (0..rules.n_items()).filter(|item| rules.is_exact(*item)) {
        match *rules.members(item) {
            [] => holds = false,
            [lit] => holds &= alone(trail, lit),
            _ => {}
        }
    }
    let (mut conflict, mut work) = (Vec::new(), 0);
    for row in 0..rules.rows.len() {
        let push = |trail: &mut Trail, lit| trail.push(lit, Reason::Row(row as u32));
        holds = holds && rules.rows.visit(row, trail, &mut conflict, &mut work, push);
    }
    holds
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
