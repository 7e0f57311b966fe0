//! A search that a certificate leaves to its checker, step by step.
//!
//! The checker has seen that nothing hits all sets, so any search will do. This one closes a node by disjoint sets, or
//! goes on with the cells of a smallest set. It is made for short proofs and not for speed.

use std::rc::Rc;

use super::error::OutsideError;
use super::proof::Proof;
use super::tree::Row;

/// Disjoint sets against the budget, or against a cap.
struct Packing {
    cap: Option<usize>,
    sets: Vec<(usize, i64)>,
    cells: u128,
    left: i128,
}

impl Proof<'_> {
    /// Closes the node: nothing that it stands for hits these sets and has no listed puzzle in it.
    pub(super) fn search(&mut self, sets: &[Rc<Row>]) -> Result<(), OutsideError> {
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
        let sets: Vec<Rc<Row>> = sets.iter().filter(is_open).cloned().collect();
        let mask = |row: &Rc<Row>| row.terms.iter().fold(0, |mask, (cell, _)| mask | bit[*cell as usize]);
        // Of each node, the sets that are not hit.
        let mut levels: Vec<Vec<(usize, u128)>> = vec![sets.iter().map(mask).enumerate().collect()];
        self.tree.name_rows(Rc::new(sets));
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
                Some((_, smallest)) => match self.sharpest(&open, alive, &bit) {
                    Some(Packing { cap, sets, .. }) => {
                        let caps: Vec<(usize, i64)> = cap.iter().map(|cap| (*cap, 1)).collect();
                        self.sum(i64::from(cap.is_none()), &caps, &sets)?
                    }
                    None => {
                        let hits = |cell: u128| open.iter().filter(|(_, set)| set & cell != 0).count();
                        let cells = (0..live.len()).filter(|at| smallest >> at & 1 == 1);
                        let best = cells.max_by_key(|at| hits(1 << at)).unwrap_or(0);
                        let below = unhit.iter().filter(|(_, set)| set >> best & 1 == 0).copied().collect();
                        levels.push(below);
                        self.child(live[best]);
                        false
                    }
                },
            };
            if closed {
                levels.pop();
            }
        }
        Ok(())
    }

    /// Disjoint sets that are too many, or just enough to put all other cells out.
    fn sharpest(&self, unhit: &[(usize, u128)], alive: u128, bit: &[u128]) -> Option<Packing> {
        let packed = |cap: Option<usize>, of: u128, left: i128| {
            let mut packing = Packing { cap, sets: Vec::new(), cells: 0, left };
            for (at, set) in unhit.iter().filter(|(_, set)| set & !of == 0) {
                if set & packing.cells == 0 {
                    packing.cells |= set;
                    packing.sets.push((*at, 1));
                }
            }
            let others = of & !packing.cells;
            let spare = packing.left - packing.sets.len() as i128;
            (spare < 0 || spare == 0 && others != 0).then_some(packing)
        };
        let of_caps = self.tree.caps().iter().enumerate().map(|(at, cap)| {
            let members = (0..bit.len()).filter(|cell| cap.members[*cell]);
            (Some(at), members.fold(0, |all, cell| all | bit[cell]) & alive, self.tree.left_of(cap))
        });
        let all = std::iter::once((None, alive, self.tree.left())).chain(of_caps);
        let found: Vec<Packing> = all.filter_map(|(cap, of, left)| packed(cap, of, left)).collect();
        found.into_iter().min_by_key(|packing| packing.left - packing.sets.len() as i128)
    }
}

/// What is alive of each set, the smallest ones first.
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
