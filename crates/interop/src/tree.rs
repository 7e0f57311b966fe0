//! The state of a node: the chosen cells, the excluded cells with the reasons, the caps and rows of the path, and the
//! current sum.
//!
//! The checker has verified that all numbers have at most 64 bits, so sums of a few of them fit into an `i128`.

use std::rc::Rc;

use super::error::OutsideError;

/// The number of a constraint of the proof.
pub(super) type Id = u64;

/// A row `sum of a(c) y(c) >= h`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) id: Id,
    /// Cells, ascending, and their coefficients, which are not 0.
    pub(super) terms: Vec<(u32, i128)>,
    pub(super) rhs: i128,
}

impl Row {
    /// The row of a set of cells.
    pub(super) fn unit(id: Id, cells: &[u32], rhs: i128) -> Self {
        Self { id, terms: cells.iter().map(|cell| (*cell, 1)).collect(), rhs }
    }
}

/// At most `bound` cells of `members`.
pub(super) struct Cap {
    pub(super) id: Id,
    pub(super) members: Vec<bool>,
    pub(super) bound: i128,
}

/// A constraint that puts cells out at some node, given the ones before that it needs.
struct Reason {
    id: Id,
    needs: Needs,
}

/// The premises of a propagation besides the chosen cells: full caps (or the budget) and reasons, each ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    full: Vec<Id>,
    reasons: Vec<usize>,
}

/// A sum, in the numbers of this file.
pub(super) struct Weights<'a> {
    pub(super) budget: i128,
    pub(super) caps: Vec<(usize, i128)>,
    pub(super) rows: Vec<(&'a Row, i128)>,
}

/// The consequence of a sum.
pub(super) struct Outcome {
    pub(super) closed: bool,
    pub(super) removed: Vec<u32>,
    pub(super) needs: Needs,
}

/// The state to which a node returns.
#[derive(Clone)]
pub(super) struct Mark {
    removed: usize,
    reasons: usize,
    caps: usize,
    branches: usize,
    rows: Rc<Vec<Rc<Row>>>,
}

/// The path to a node.
pub(super) struct Tree {
    region: Vec<bool>,
    budget_id: Id,
    budget: i128,
    chosen: Vec<u32>,
    is_chosen: Vec<bool>,
    /// Why a cell is out, as a place in `reasons`.
    out: Vec<Option<usize>>,
    removed: Vec<u32>,
    reasons: Vec<Reason>,
    caps: Vec<Cap>,
    branches: Vec<Rc<Row>>,
    rows: Rc<Vec<Rc<Row>>>,
    load: Vec<i128>,
    room: Vec<i128>,
}

impl Tree {
    /// The root: at most `budget` cells of `region`, by the constraint `budget_id`.
    pub(super) fn new(region: Vec<bool>, budget: i128, budget_id: Id) -> Self {
        let n = region.len();
        Self {
            region,
            budget_id,
            budget,
            chosen: Vec::new(),
            is_chosen: vec![false; n],
            out: vec![None; n],
            removed: Vec::new(),
            reasons: Vec::new(),
            caps: Vec::new(),
            branches: Vec::new(),
            rows: Rc::default(),
            load: vec![0; n],
            room: vec![0; n],
        }
    }

    pub(super) fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    pub(super) fn budget(&self) -> i128 {
        self.budget
    }

    pub(super) fn budget_id(&self) -> Id {
        self.budget_id
    }

    pub(super) fn region(&self) -> &[bool] {
        &self.region
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            removed: self.removed.len(),
            reasons: self.reasons.len(),
            caps: self.caps.len(),
            branches: self.branches.len(),
            rows: Rc::clone(&self.rows),
        }
    }

    /// Forgets what came after `mark`, but not the chosen cells.
    pub(super) fn back_to(&mut self, mark: Mark) {
        for cell in self.removed.drain(mark.removed..) {
            self.out[cell as usize] = None;
        }
        self.reasons.truncate(mark.reasons);
        self.caps.truncate(mark.caps);
        self.branches.truncate(mark.branches);
        self.rows = mark.rows;
    }

    pub(super) fn choose(&mut self, cell: u32) {
        self.chosen.push(cell);
        self.is_chosen[cell as usize] = true;
    }

    /// Takes back the last choice.
    pub(super) fn unchoose(&mut self) {
        if let Some(cell) = self.chosen.pop() {
            self.is_chosen[cell as usize] = false;
        }
    }

    pub(super) fn name_rows(&mut self, rows: Rc<Vec<Rc<Row>>>) {
        self.rows = rows;
    }

    pub(super) fn add_cap(&mut self, cap: Cap) {
        self.caps.push(cap);
    }

    pub(super) fn add_branch(&mut self, row: Row) {
        self.branches.push(Rc::new(row));
    }

    /// Puts cells out, since `id` says so where `needs` hold.
    pub(super) fn remove(&mut self, cells: &[u32], id: Id, needs: Needs) {
        for cell in cells {
            self.out[*cell as usize] = Some(self.reasons.len());
        }
        self.removed.extend(cells);
        self.reasons.push(Reason { id, needs });
    }

    pub(super) fn rows(&self) -> &Rc<Vec<Rc<Row>>> {
        &self.rows
    }

    pub(super) fn row(&self, row: usize) -> Result<Rc<Row>, OutsideError> {
        self.rows.get(row).cloned().ok_or(OutsideError::Lost("a row"))
    }

    pub(super) fn branches(&self) -> &[Rc<Row>] {
        &self.branches
    }

    pub(super) fn caps(&self) -> &[Cap] {
        &self.caps
    }

    pub(super) fn left(&self) -> i128 {
        self.budget - self.chosen.len() as i128
    }

    pub(super) fn left_of(&self, cap: &Cap) -> i128 {
        cap.bound - self.chosen.iter().filter(|cell| cap.members[**cell as usize]).count() as i128
    }

    /// What a row needs beside the chosen cells.
    pub(super) fn rest(&self, row: &Row) -> i128 {
        let chosen = row.terms.iter().filter(|(cell, _)| self.is_chosen[*cell as usize]).map(|(_, a)| *a);
        row.rhs - chosen.sum::<i128>()
    }

    /// The constraint that is full and has the cell, if there is one.
    fn full(&self, cell: u32, full: &[&Cap]) -> Option<Id> {
        if self.left() <= 0 {
            return Some(self.budget_id);
        }
        full.iter().find(|cap| cap.members[cell as usize]).map(|cap| cap.id)
    }

    pub(super) fn full_caps(&self) -> Vec<&Cap> {
        self.caps.iter().filter(|cap| self.left_of(cap) <= 0).collect()
    }

    /// Whether the cell is live; `full` are the full caps.
    pub(super) fn lives(&self, cell: u32, full: &[&Cap]) -> bool {
        let c = cell as usize;
        self.region[c] && !self.is_chosen[c] && self.out[c].is_none() && self.full(cell, full).is_none()
    }

    pub(super) fn is_live(&self, cell: u32) -> bool {
        self.lives(cell, &self.full_caps())
    }

    /// Returns the reasons that exclude these cells, none of which is chosen or live; each is in the region.
    fn needs(&self, cells: impl Iterator<Item = u32>, full: &[&Cap]) -> Needs {
        let mut needs = Needs::default();
        for cell in cells {
            // A full cap needs nothing but the chosen cells.
            match (self.full(cell, full), self.out[cell as usize]) {
                (Some(id), _) => needs.full.push(id),
                (None, Some(reason)) => needs.reasons.push(reason),
                (None, None) => {}
            }
        }
        needs.full.sort_unstable();
        needs.full.dedup();
        needs.reasons.sort_unstable();
        needs.reasons.dedup();
        needs
    }

    /// The constraints that prove what `needs` says from the chosen cells alone, in the order in which they propagate.
    pub(super) fn hints(&self, needs: &Needs) -> Vec<Id> {
        let mut wanted = vec![false; self.reasons.len()];
        let mut full = needs.full.clone();
        for reason in &needs.reasons {
            wanted[*reason] = true;
        }
        // A reason needs earlier ones only.
        for place in (0..wanted.len()).rev().take_while(|_| !needs.reasons.is_empty()) {
            if wanted[place] {
                full.extend(&self.reasons[place].needs.full);
                for earlier in &self.reasons[place].needs.reasons {
                    wanted[*earlier] = true;
                }
            }
        }
        full.sort_unstable();
        full.dedup();
        full.extend(wanted.iter().zip(&self.reasons).filter(|(wanted, _)| **wanted).map(|(_, reason)| reason.id));
        full
    }

    /// Step 7: what puts out all cells of the row that are not chosen.
    pub(super) fn dead(&self, row: &Row) -> Option<Needs> {
        let full = self.full_caps();
        let open = || row.terms.iter().map(|(cell, _)| *cell).filter(|cell| !self.is_chosen[*cell as usize]);
        let closes = self.rest(row) > 0 && !open().any(|cell| self.lives(cell, &full));
        closes.then(|| self.needs(open(), &full))
    }

    /// Adds up a sum.
    pub(super) fn sum(&mut self, weights: &Weights<'_>) -> Outcome {
        let (mut load, mut room) = (std::mem::take(&mut self.load), std::mem::take(&mut self.room));
        let outcome = self.sum_in(weights, &mut load, &mut room);
        (self.load, self.room) = (load, room);
        outcome
    }

    fn sum_in(&self, weights: &Weights<'_>, load: &mut [i128], room: &mut [i128]) -> Outcome {
        load.fill(0);
        room.fill(weights.budget);
        let mut value = 0;
        let mut have = weights.budget * self.left();
        for (row, weight) in &weights.rows {
            value += weight * self.rest(row);
            row.terms.iter().for_each(|(cell, a)| load[*cell as usize] += weight * a);
        }
        for (cap, weight) in &weights.caps {
            let cap = &self.caps[*cap];
            have += weight * self.left_of(cap);
            let members = room.iter_mut().zip(&cap.members).filter(|(_, member)| **member);
            members.for_each(|(room, _)| *room += weight);
        }
        let full = self.full_caps();
        let cells = || 0..self.region.len() as u32;
        let live: Vec<u32> = cells().filter(|cell| self.lives(*cell, &full)).collect();
        have += live.iter().map(|cell| (load[*cell as usize] - room[*cell as usize]).max(0)).sum::<i128>();
        let closed = value > have;
        let slack = have - value;
        let goes = |cell: &u32| !closed && room[*cell as usize] - load[*cell as usize] > slack;
        let removed = live.iter().copied().filter(goes).collect();
        // The other cells that are out may as well be in: they only take from what the sum has.
        let over = |cell: &u32| self.region[*cell as usize] && load[*cell as usize] > room[*cell as usize];
        let open = |cell: &u32| !self.is_chosen[*cell as usize] && !self.lives(*cell, &full);
        Outcome { closed, removed, needs: self.needs(cells().filter(over).filter(open), &full) }
    }

    /// The coefficients and the right-hand side of a Chvátal-Gomory row of these rows.
    pub(super) fn rounded(n_cells: usize, parts: &[(&Row, i128)], divisor: i128, id: Id) -> Row {
        let mut load = vec![0; n_cells];
        let mut rhs = 0;
        for (row, weight) in parts {
            rhs += weight * row.rhs;
            row.terms.iter().for_each(|(cell, a)| load[*cell as usize] += weight * a);
        }
        let up = |sum: i128| (sum + (divisor - 1)) / divisor;
        let terms = load.into_iter().zip(0..).filter(|(sum, _)| *sum > 0).map(|(sum, cell)| (cell, up(sum))).collect();
        Row { id, terms, rhs: up(rhs) }
    }
}
