//! The steps of a search that a certificate leaves to its checker.
//!
//! The checker has verified that no cells hit all sets, so any search will succeed. Each step is a line of the proof,
//! which a reader has to add up; so this search works longer than the checker's own to use fewer steps. It closes a
//! node by disjoint sets if they are easy to find, and otherwise by the duals of a linear program, converted to
//! integers: a sum over sets, caps and the budget. On a 9x9 grid, this took one step where disjoint sets alone took
//! forty. The linear program only proposes: integers decide whether a sum closes the node, and which cells it excludes.

use std::rc::Rc;

use super::error::OutsideError;
use super::fractional::{Fractional, NodeDecision};
use super::proof::Proof;
use super::tree::Row;

/// Disjoint sets against the budget, or against a cap.
struct Packing {
    cap: Option<usize>,
    sets: Vec<(usize, i64)>,
}

impl Proof<'_> {
    /// Closes the node: nothing that it stands for hits these sets and has no listed puzzle in it.
    pub(super) fn search(&mut self, sets: &[Rc<Row>]) -> Result<(), OutsideError> {
        let bounds = self.own_bounds()?;
        let full = self.tree.full_caps();
        let live: Vec<u32> = (0..self.n_cells as u32).filter(|cell| self.tree.lives(*cell, &full)).collect();
        if live.len() > 128 {
            return Err(OutsideError::Lost("a search over many cells"));
        }
        let mut bit = vec![0_u128; self.n_cells];
        live.iter().zip(0..).for_each(|(cell, at)| bit[*cell as usize] = 1 << at);
        // Those that say something here, as cells that were live at first.
        let is_open = |row: &&Rc<Row>| {
            row.terms.iter().all(|(cell, _)| self.tree.region()[*cell as usize])
                && !row.terms.iter().any(|(cell, _)| self.tree.chosen().contains(cell))
        };
        let mut named: Vec<Rc<Row>> = sets.iter().filter(is_open).cloned().collect();
        let n_sets = named.len();
        let is_inside = |row: &&Rc<Row>| {
            let mut cells = row.terms.iter().map(|(cell, _)| self.tree.region()[*cell as usize]);
            cells.all(|inside| inside) && self.tree.rest(row) > 0
        };
        named.extend(bounds.iter().filter(is_inside).cloned());
        let mask = |row: &Rc<Row>| row.terms.iter().fold(0, |mask, (cell, _)| mask | bit[*cell as usize]);
        let rows: Vec<(u128, i128)> = named.iter().map(|row| (mask(row), self.tree.rest(row))).collect();
        let caps: Vec<(u128, i128)> = self.tree.caps().iter().map(|cap| self.masked(cap, &bit)).collect();
        let mut program = Fractional::new(live.len(), &rows, self.tree.left(), &caps);
        // Of each node, the sets that are not hit.
        let mut levels: Vec<Vec<(usize, u128)>> =
            vec![rows[..n_sets].iter().map(|(set, _)| *set).enumerate().collect()];
        self.tree.name_rows(Rc::new(named));
        let mut chosen = Vec::new();
        let mut is_first = true;
        while let Some(unhit) = levels.last() {
            // The node itself was counted as a step of the certificate.
            if !std::mem::take(&mut is_first) {
                self.count()?;
            }
            let full = self.tree.full_caps();
            let lives = live.iter().filter(|cell| self.tree.lives(**cell, &full));
            let alive = lives.fold(0, |alive, cell| alive | bit[*cell as usize]);
            let open = by_size(unhit, alive);
            let closed = match open.first() {
                None => {
                    self.listed()?;
                    true
                }
                Some((row, 0)) => {
                    self.dead(*row)?;
                    true
                }
                Some(_) => match self.disjoint(&open, alive, &bit) {
                    Some(Packing { cap, sets }) => {
                        let caps: Vec<(usize, i64)> = cap.iter().map(|cap| (*cap, 1)).collect();
                        self.sum(i64::from(cap.is_none()), &caps, &sets)?
                    }
                    None => {
                        let in_hand: u128 = chosen.iter().fold(0, |all, cell| all | bit[*cell as usize]);
                        let needs = |(at, (row, min)): (usize, &(u128, i128))| {
                            let rest = min - i128::from((row & in_hand).count_ones());
                            (rest > 0).then_some((at, row & alive, rest))
                        };
                        let bounds: Vec<(usize, u128, i128)> =
                            (n_sets..).zip(&rows[n_sets..]).filter_map(needs).collect();
                        match program.solve(&open, &bounds, alive, in_hand) {
                            NodeDecision::Sum(sum) => self.sum(sum.budget, &sum.caps, &sum.rows)?,
                            NodeDecision::Branch(at) => {
                                let below = unhit.iter().filter(|(_, set)| set >> at & 1 == 0).copied().collect();
                                levels.push(below);
                                chosen.push(live[at]);
                                self.child(live[at]);
                                continue;
                            }
                        }
                    }
                },
            };
            if closed {
                levels.pop();
                chosen.pop();
                program.back();
            }
        }
        Ok(())
    }

    /// A cap as it is here: its cells that are live, and how many of them there may be.
    fn masked(&self, cap: &super::tree::Cap, bit: &[u128]) -> (u128, i128) {
        let members = bit.iter().zip(&cap.members).filter(|(_, is_member)| **is_member);
        (members.fold(0, |all, (bit, _)| all | bit), self.tree.left_of(cap))
    }

    /// Disjoint sets that are too many, if a glance finds them.
    fn disjoint(&self, unhit: &[(usize, u128)], alive: u128, bit: &[u128]) -> Option<Packing> {
        let packed = |cap: Option<usize>, of: u128, left: i128| {
            let mut packing = Packing { cap, sets: Vec::new() };
            let mut cells = 0;
            for (at, set) in unhit.iter().filter(|(_, set)| set & !of == 0) {
                if set & cells == 0 {
                    cells |= set;
                    packing.sets.push((*at, 1));
                }
            }
            (packing.sets.len() as i128 > left).then_some(packing)
        };
        let of_caps = self.tree.caps().iter().enumerate().map(|(at, cap)| {
            let (members, left) = self.masked(cap, bit);
            (Some(at), members & alive, left)
        });
        let mut all = std::iter::once((None, alive, self.tree.left())).chain(of_caps);
        all.find_map(|(cap, of, left)| packed(cap, of, left))
    }
}

/// The alive cells of each set, the smallest ones first.
fn by_size(sets: &[(usize, u128)], alive: u128) -> Vec<(usize, u128)> {
    let size = |set: u128| (set & alive).count_ones() as usize;
    let mut places = [0; 130];
    sets.iter().for_each(|(_, set)| places[size(*set) + 1] += 1);
    (1..places.len()).for_each(|at| places[at] += places[at - 1]);
    let mut sorted = vec![(0, 0); sets.len()];
    for (at, set) in sets {
        let place = &mut places[size(*set)];
        sorted[*place] = (*at, set & alive);
        *place += 1;
    }
    sorted
}
