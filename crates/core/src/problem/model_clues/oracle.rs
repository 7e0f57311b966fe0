//! The oracle of a 0/1 model: a search of our own, exact, in integers.

use crate::base::{CellSet, Index, Pace, Stop};
use crate::ilp::{Literal, VarId};
use crate::problem::{Oracle, Verdict, Witness};

use super::Linear;
use super::rows::AtLeast;
use super::search::{Lit, Search, lit};

/// Looks for second solutions by depth-first search with propagation, over the rows of the model and (NG) of
/// tjusila-2023, section 6: some shown variable differs from the target.
///
/// Values other than the target's come first, since what is sought differs from it. Limits count the decisions of one
/// question.
#[derive(Clone, Debug)]
pub(super) struct ModelOracle<'m> {
    linear: &'m Linear,
    search: Search,
}

/// The literal that says that a variable has its value of the target.
fn kept(linear: &Linear, var: VarId) -> Lit {
    lit(var.get(), linear.target[var.get()])
}

impl<'m> ModelOracle<'m> {
    pub(super) fn new(linear: &'m Linear) -> Self {
        let mut rows = linear.rows.clone();
        rows.push(another(linear));
        Self { linear, search: Search::new(linear.target.clone(), &rows) }
    }

    fn fix<const W: usize>(&mut self, clues: CellSet<W>) -> bool {
        clues.iter().all(|cell| self.search.fix(kept(self.linear, self.linear.cells[cell.get()])))
    }

    /// The value of a variable where the search stands; the target's if it may be both.
    fn value(&self, var: VarId) -> bool {
        self.search.value(var.get()).unwrap_or(self.linear.target[var.get()])
    }

    /// The cells in which the solution differs at which the search stands.
    fn differing<const W: usize>(&self) -> CellSet<W> {
        self.linear.differing(|var| self.value(var))
    }

    fn second<const W: usize>(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Result<bool, Stop> {
        let holds = self.search.reset() && self.fix(clues);
        // A question without decisions is asked of the limits too.
        pace.step(0).map_or_else(|| Ok(holds && self.search.solve(pace)?), Err)
    }

    /// A minimal set inside that of the solution at which the search stands, `root` being the mark before it.
    ///
    /// All cells outside are fixed for good. Each cell inside is asked whether a solution can do without it. If so,
    /// that one takes over. If not, every solution that is left differs there, which is fixed too and makes the next
    /// questions easier.
    fn minimal<const W: usize>(
        &mut self,
        root: usize,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<CellSet<W>, Stop> {
        let all = CellSet::first_n(self.linear.cells.len());
        let mut set = self.differing();
        assert!(!set.is_empty(), "no clues suffice; ask ModelClues::suffices before an engine");
        let mut needed = CellSet::EMPTY;
        self.search.undo(root);
        let holds = self.fix(all - set);
        debug_assert!(holds, "there is a solution");
        loop {
            let open = set - needed;
            let Some(cell) = (open & keep_out).first().or_else(|| open.first()) else { return Ok(set) };
            let mark = self.search.mark();
            let clue = CellSet::only(cell);
            if self.fix(clue) && self.search.solve(pace)? {
                let smaller = self.differing();
                debug_assert!(smaller.is_subset(&(set - clue)) && needed.is_subset(&smaller), "all else is fixed");
                self.search.forget_decisions();
                self.search.undo(mark);
                let holds = self.fix(set - smaller);
                debug_assert!(holds, "there is a solution");
                set = smaller;
            } else {
                self.search.undo(mark);
                needed.insert(cell);
                let holds = self.search.fix(kept(self.linear, self.linear.cells[cell.get()]) ^ 1);
                debug_assert!(holds, "there is a solution");
            }
        }
    }
}

/// (NG), moved to the form of the rows: `sum over ones (1 - x) + sum over zeros x >= 1`.
fn another(linear: &Linear) -> AtLeast {
    let literals = || linear.shown.iter().map(|var| linear.kept(*var));
    let sign = |literal: Literal| if literal.positive { -1 } else { 1 };
    AtLeast {
        terms: literals().map(|literal| (literal.var.get(), sign(literal))).collect(),
        rhs: 1 - literals().filter(|literal| literal.positive).count() as i64,
    }
}

impl<const W: usize> Oracle<W> for ModelOracle<'_> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        match self.second(clues, pace) {
            Ok(false) => Verdict::Unique,
            Ok(true) => {
                let values = (0..self.linear.target.len()).map(|i| u8::from(self.value(VarId::new(i))));
                Verdict::Second(Witness(values.collect()))
            }
            Err(stop) => Verdict::Limit(stop),
        }
    }

    /// # Panics
    /// If there is a second solution that differs in no cell.
    fn unhit_set(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        let root = self.search.root();
        Some(self.second(clues, pace).and_then(|found| {
            if !found {
                return Ok(None);
            }
            self.search.forget_decisions();
            self.minimal(root, keep_out, pace).map(Some)
        }))
    }

    /// Solutions that show the same are one: the target, and what differs from it in the shown variables.
    fn n_solutions(&mut self, clues: CellSet<W>, max: usize, pace: &mut Pace) -> Option<Result<usize, Stop>> {
        let holds = self.search.reset() && self.fix(clues);
        let shown: Vec<usize> = self.linear.shown.iter().map(|var| var.get()).collect();
        Some(match pace.step(0) {
            Some(stop) => Err(stop),
            None if holds && max > 0 => self.search.count(&shown, max - 1, pace).map(|n| n + 1),
            None => Ok(max.min(1)),
        })
    }
}
