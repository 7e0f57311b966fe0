//! Conflict analysis: derives a clause that keeps the search from repeating a conflict, or the assumptions that cause
//! it.
//!
//! The clause is that of the first unique implication point. A literal that is false because another one of an item is
//! true is replaced by that one: in a Sudoku, a conflict depends on a thousand digits that cells cannot have, but on
//! only a few dozen cells that have those digits. Literals that the rest of the clause implies are then removed.

use super::clauses::Clauses;
use super::lit::Lit;
use super::order::Order;
use super::rules::Rules;
use super::trail::{Reason, Trail};

/// The maximum depth to which the reasons of a literal are followed to show that others imply it.
const DEPTH: usize = 60;

/// The state of a variable in the analysis of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// It is in the clause, or was replaced by literals that imply it.
    Seen,
    /// It is implied by literals that were seen.
    Follows,
    /// It is not known to be implied.
    Stays,
}

/// The memory of the analysis.
#[derive(Clone, Debug)]
pub(super) struct Conflict {
    /// Literals that are all false, though one must be true.
    pub(super) lits: Vec<Lit>,
    /// The clause that was learned: the first literal becomes true at once, and the second is of the level to go back
    /// to.
    pub(super) clause: Vec<Lit>,
    marks: Vec<Mark>,
    marked: Vec<u32>,
    /// The stamp of the last count of each level.
    counted: Vec<u64>,
    n_counts: u64,
}

/// The parts of the solver that an analysis reads.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) rules: &'a Rules,
    pub(super) trail: &'a Trail,
    pub(super) clauses: &'a Clauses,
}

impl View<'_> {
    /// Gives the false literals that make `lit` true.
    #[inline]
    fn reason(self, lit: Lit, mut visit: impl FnMut(Lit)) {
        match self.trail.reason_of(lit) {
            Reason::Chosen => {}
            Reason::Taken(by) => visit(by.not()),
            Reason::Last(item) => {
                self.rules.members(item as usize).iter().copied().filter(|l| *l != lit).for_each(visit);
            }
            Reason::Row(row) => {
                let before = self.trail.place_of(lit);
                self.rules.rows.why(row as usize, Some(lit.not()), self.trail, before, visit);
            }
            Reason::Clause(id) => self.clauses.lits(id).filter(|l| *l != lit).for_each(visit),
        }
    }
}

impl Conflict {
    pub(super) fn new(n_vars: usize) -> Self {
        Self {
            lits: Vec::new(),
            clause: Vec::new(),
            marks: vec![Mark::None; n_vars],
            marked: Vec::new(),
            // One for each guess, and those of the rules and of what is assumed.
            counted: vec![0; n_vars + 2],
            n_counts: 0,
        }
    }

    fn mark(&mut self, var: usize, mark: Mark) {
        if self.marks[var] == Mark::None {
            self.marked.push(var as u32);
        }
        self.marks[var] = mark;
    }

    fn clear(&mut self) {
        for var in self.marked.drain(..) {
            self.marks[var as usize] = Mark::None;
        }
    }

    /// Turns the conflict into a clause; the level to go back to, and the clause's depth. Some level is open.
    pub(super) fn learn(&mut self, view: View<'_>, order: &mut Order) -> (usize, u32) {
        let trail = view.trail;
        self.clause.clear();
        let mut lits = std::mem::take(&mut self.lits);
        let (mut n_open, mut newest) = (0, trail.lits().len());
        let last = loop {
            for &lit in &lits {
                if self.marks[lit.var()] == Mark::None && trail.level_of(lit) > 0 {
                    self.mark(lit.var(), Mark::Seen);
                    order.bump(lit.var());
                    if trail.level_of(lit) == trail.level() {
                        n_open += 1;
                    } else {
                        self.clause.push(lit);
                    }
                }
            }
            // The latest literal of this level that the conflict rests on gives way to its reason, until it is the only
            // one.
            let lit = loop {
                newest -= 1;
                let lit = trail.lits()[newest];
                if self.marks[lit.var()] == Mark::Seen && trail.level_of(lit) == trail.level() {
                    break lit;
                }
            };
            n_open -= 1;
            if n_open == 0 {
                break lit.not();
            }
            lits.clear();
            view.reason(lit, |lit| lits.push(lit));
        };
        self.lits = lits;
        self.replace_taken(trail);
        let mut clause = std::mem::take(&mut self.clause);
        clause.retain(|lit| trail.reason_of(*lit) == Reason::Chosen || !self.follows(view, lit.not(), 0));
        clause.insert(0, last);
        let newest = (1..clause.len()).max_by_key(|i| trail.level_of(clause[*i]));
        let back = newest.map_or(0, |i| {
            clause.swap(1, i);
            trail.level_of(clause[1])
        });
        self.clause = clause;
        self.clear();
        (back, self.depth(trail))
    }

    /// Puts the opposite of what took an item for the literals that lost it.
    fn replace_taken(&mut self, trail: &Trail) {
        let mut clause = std::mem::take(&mut self.clause);
        clause.retain_mut(|lit| match trail.reason_of(*lit) {
            Reason::Taken(by) => {
                *lit = by.not();
                let is_new = self.marks[by.var()] == Mark::None;
                self.mark(by.var(), Mark::Seen);
                is_new
            }
            _ => true,
        });
        self.clause = clause;
    }

    /// Does this true literal follow from what is seen?
    fn follows(&mut self, view: View<'_>, lit: Lit, depth: usize) -> bool {
        let mut reason = Vec::new();
        view.reason(lit, |lit| reason.push(lit));
        for lit in reason {
            let mark = self.marks[lit.var()];
            if view.trail.level_of(lit) == 0 || matches!(mark, Mark::Seen | Mark::Follows) {
                continue;
            }
            if mark == Mark::Stays || view.trail.reason_of(lit) == Reason::Chosen || depth == DEPTH {
                return false;
            }
            let follows = self.follows(view, lit.not(), depth + 1);
            self.mark(lit.var(), if follows { Mark::Follows } else { Mark::Stays });
            if !follows {
                return false;
            }
        }
        true
    }

    /// The number of levels in the clause.
    fn depth(&mut self, trail: &Trail) -> u32 {
        self.n_counts += 1;
        let mut depth = 0;
        for &lit in &self.clause {
            let level = trail.level_of(lit);
            if self.counted[level] != self.n_counts {
                self.counted[level] = self.n_counts;
                depth += 1;
            }
        }
        depth
    }

    /// The assumptions that the conflict rests on, if there is no level but theirs.
    pub(super) fn core(&mut self, view: View<'_>) -> Vec<Lit> {
        let mut core = Vec::new();
        let mut todo = std::mem::take(&mut self.lits);
        while let Some(lit) = todo.pop() {
            if self.marks[lit.var()] != Mark::None || view.trail.level_of(lit) == 0 {
                continue;
            }
            self.mark(lit.var(), Mark::Seen);
            if view.trail.reason_of(lit) == Reason::Chosen {
                core.push(lit.not());
            }
            view.reason(lit.not(), |lit| todo.push(lit));
        }
        self.clear();
        self.lits = todo;
        core
    }
}
