//! Second solutions of a 0/1 model by a search without learning: best for easy questions, and the one that can count.

use crate::base::{CellSet, Index, Pace};
use crate::ilp::VarId;

use super::search::{Halt, Lit, Search, lit};
use super::{Linear, NO_CLUES};

/// Looks for second solutions by depth-first search with propagation, over the rows of the model and (NG) of
/// tjusila-2023, section 6: some shown variable differs from the target.
///
/// Values other than the target's come first, since what is sought differs from it. Limits count the decisions of one
/// question.
#[derive(Clone, Debug)]
pub(super) struct PlainOracle<'m> {
    linear: &'m Linear,
    search: Search,
}

/// The literal that says that a variable has its value of the target.
fn kept(linear: &Linear, var: VarId) -> Lit {
    lit(var.get(), linear.target[var.get()])
}

impl<'m> PlainOracle<'m> {
    pub(super) fn new(linear: &'m Linear) -> Self {
        let rows: Vec<_> = linear.rows.iter().cloned().chain([linear.another()]).collect();
        Self { linear, search: Search::new(linear.target.clone(), &rows) }
    }

    /// The work since its creation.
    pub(super) fn work(&self) -> u64 {
        self.search.work()
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

    fn second<const W: usize>(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Result<bool, Halt> {
        let holds = self.search.reset() && self.fix(clues);
        // A question without decisions is asked of the limits too.
        match pace.step(0) {
            Some(stop) => Err(Halt::Limit(stop)),
            None => Ok(holds && self.search.solve(pace)?),
        }
    }

    /// A minimal set that the clues do not hit, with few cells of `keep_out`; `None` if they are enough. It gives up
    /// after so much work.
    ///
    /// # Panics
    /// If there is a second solution that differs in no cell.
    pub(super) fn unhit_set<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        work: u64,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Halt> {
        self.search.allow(work);
        let root = self.search.root();
        if !self.second(clues, pace)? {
            return Ok(None);
        }
        self.search.forget_decisions();
        self.minimal(root, keep_out, pace).map(Some)
    }

    /// Solutions that show the same are one: the target, and what differs from it in the shown variables.
    pub(super) fn n_solutions<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        max: usize,
        pace: &mut Pace,
    ) -> Result<usize, Halt> {
        self.search.allow(u64::MAX);
        let holds = self.search.reset() && self.fix(clues);
        let shown: Vec<usize> = self.linear.shown.iter().map(|var| var.get()).collect();
        match pace.step(0) {
            Some(stop) => Err(Halt::Limit(stop)),
            None if holds && max > 0 => Ok(self.search.count(&shown, max - 1, pace)? + 1),
            None => Ok(max.min(1)),
        }
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
    ) -> Result<CellSet<W>, Halt> {
        let all = CellSet::first_n(self.linear.cells.len());
        let mut set = self.differing();
        assert!(!set.is_empty(), "{NO_CLUES}");
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
