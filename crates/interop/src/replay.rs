//! The steps of a certificate in their order, and their repetition for symmetries.
//!
//! A symmetry that preserves a node maps a proof that a cell is excluded to a proof that its image is. So all steps of
//! the node are repeated, with the images of all cells. Cells that are already excluded need no second proof, and a
//! copy may be closed before its end; then its remaining steps are skipped.

use std::rc::Rc;

use minclue_verifier::CheckedStep;

use super::error::OutsideError;
use super::proof::{Images, Proof, mapped, mapped_cells, mapped_terms};
use super::tree::Row;
use super::veripb::Map;

/// The context of the steps that are replayed.
#[derive(Default)]
pub(super) struct Frame {
    /// How cells are mapped.
    map: Map,
    /// The caps and branch rows to which the steps refer.
    caps: Vec<usize>,
    branches: Vec<usize>,
    /// The nodes that the steps are in.
    nodes: Vec<Recorded>,
    /// The number of open nodes, if the last one is already closed.
    closed_at: Option<usize>,
    /// The first node is there already, with all of its caps.
    is_copy: bool,
}

/// A node as the steps have it.
struct Recorded {
    side: Side,
    /// The numbers of caps and branch rows after it is closed, and at its beginning.
    n_before: [usize; 2],
    n_at_begin: [usize; 2],
    begin: usize,
    /// The step that named the rows with which it begins, and those that it has.
    named_at_begin: Option<usize>,
    named: Option<usize>,
    /// Cells that were removed in it.
    removed: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Only,
    First,
    Second,
}

impl Frame {
    fn n_sides(&self) -> [usize; 2] {
        [self.caps.len(), self.branches.len()]
    }

    fn open(&mut self, side: Side, n_before: [usize; 2], begin: usize) {
        let named = self.nodes.last().and_then(|node| node.named);
        let n_at_begin = self.n_sides();
        let removed = Vec::new();
        self.nodes.push(Recorded { side, n_before, n_at_begin, begin, named_at_begin: named, named, removed });
    }
}

/// Does the step close its node?
fn closes(step: &CheckedStep) -> bool {
    match step {
        CheckedStep::Sum { closes, .. } => *closes,
        CheckedStep::Dead { .. } | CheckedStep::Search { .. } | CheckedStep::Listed => true,
        _ => false,
    }
}

impl Proof<'_> {
    /// Takes all steps of a certificate, and proves images of lemmas before the tree.
    pub(super) fn replay(&mut self, steps: &[CheckedStep], images: &Images) -> Result<(), OutsideError> {
        let is_proof = |step: &CheckedStep| matches!(step, CheckedStep::Lemma { .. } | CheckedStep::Tree);
        let begins: Vec<usize> = (0..steps.len()).filter(|at| is_proof(&steps[*at])).collect();
        let mut frame = Frame::default();
        for (at, step) in steps.iter().enumerate() {
            if *step == CheckedStep::Tree {
                for (lemma, map) in &images.lemmas {
                    let mut frame = Frame { map: map.clone(), ..Frame::default() };
                    for at in begins[*lemma]..begins[*lemma + 1] {
                        self.feed(&mut frame, &steps[at], (steps, at))?;
                    }
                }
            }
            self.feed(&mut frame, step, (steps, at))?;
        }
        Ok(())
    }

    /// Takes a step, the one at a place of all; where no symmetry goes back to them, all are not needed.
    pub(super) fn feed(
        &mut self,
        frame: &mut Frame,
        step: &CheckedStep,
        place: (&[CheckedStep], usize),
    ) -> Result<(), OutsideError> {
        match step {
            CheckedStep::Lemma { .. } | CheckedStep::Tree => {
                *frame = Frame { map: frame.map.clone(), ..Frame::default() };
                frame.open(Side::Only, [0, 0], place.1 + 1);
                return match step {
                    CheckedStep::Lemma { region, min } => {
                        self.begin_lemma(mapped_cells(region, &frame.map), (*min).into(), frame.map.is_some())
                    }
                    _ => self.begin_tree(),
                };
            }
            CheckedStep::End => return Ok(()),
            _ => {}
        }
        let n_before = frame.n_sides();
        if frame.closed_at.is_none() {
            self.count()?;
            match (self.take(frame, step, place)?, closes(step)) {
                (true, false) => frame.closed_at = Some(frame.nodes.len()),
                (false, true) => return Err(OutsideError::Lost("a node that is not closed")),
                _ => {}
            }
        }
        self.follow(frame, step, n_before, place.1);
        Ok(())
    }

    /// Does what a step says, and tells whether that closed the node.
    fn take(
        &mut self,
        frame: &mut Frame,
        step: &CheckedStep,
        place: (&[CheckedStep], usize),
    ) -> Result<bool, OutsideError> {
        let last_cap = |proof: &Self| proof.tree.caps().len() - 1;
        match step {
            CheckedStep::Rows(names) => self.name_rows(names, &frame.branches, &frame.map)?,
            CheckedStep::Sum { budget, caps, rows, .. } => {
                let cap = |(cap, weight): &(usize, i64)| Some((*frame.caps.get(*cap)?, *weight));
                let caps: Option<Vec<(usize, i64)>> = caps.iter().map(cap).collect();
                return self.sum(*budget, &caps.ok_or(OutsideError::Lost("a cap"))?, rows);
            }
            CheckedStep::Symmetries { symmetries, removed } => {
                return self.reflect(frame, symmetries, removed, place);
            }
            CheckedStep::Split { region, max } => {
                self.split(mapped_cells(region, &frame.map), (*max).into())?;
                frame.caps.push(last_cap(self));
            }
            CheckedStep::Cap { row } if frame.is_copy && frame.nodes.len() == 1 => {
                let (members, bound) = self.outside(*row)?;
                frame.caps.push(self.find_cap(&members, bound)?);
            }
            CheckedStep::Cap { row } => {
                self.cap(*row)?;
                frame.caps.push(last_cap(self));
            }
            CheckedStep::Dead { row } => {
                self.dead(*row)?;
                return Ok(true);
            }
            CheckedStep::Search { n_sets } => {
                // The search knew the first ones alone. The others were proven as well, but a copy has no images of them.
                let n_sets = if frame.map.is_none() { self.n_sets() } else { *n_sets };
                let sets = (0..n_sets).map(|set| self.set(set, &frame.map));
                let sets: Vec<Rc<Row>> = sets.collect::<Result<_, _>>()?;
                self.search(&sets)?;
                return Ok(true);
            }
            CheckedStep::Listed => {
                self.listed()?;
                return Ok(true);
            }
            CheckedStep::Child { cell } => {
                let cell = mapped(*cell as u32, &frame.map);
                if self.tree.is_live(cell) {
                    self.child(cell);
                } else {
                    frame.closed_at = Some(frame.nodes.len() + 1);
                }
            }
            _ => return Err(OutsideError::Lost("a step")),
        }
        Ok(false)
    }

    /// Notes what a step means for those that follow. `n_before` is how many caps and branch rows there were.
    fn follow(&mut self, frame: &mut Frame, step: &CheckedStep, n_before: [usize; 2], at: usize) {
        let Some(node) = frame.nodes.last_mut() else { return };
        match step {
            CheckedStep::Rows(_) => node.named = Some(at),
            CheckedStep::Sum { removed, .. } | CheckedStep::Symmetries { removed, .. } => node.removed.extend(removed),
            CheckedStep::Split { .. } => frame.open(Side::First, n_before, at + 1),
            CheckedStep::Child { cell } => {
                node.removed.push(*cell);
                frame.open(Side::Only, n_before, at + 1);
            }
            _ => {}
        }
        if !closes(step) {
            return;
        }
        while let Some(Recorded { side, n_before: [n_caps, n_branches], .. }) = frame.nodes.pop() {
            frame.caps.truncate(n_caps);
            frame.branches.truncate(n_branches);
            frame.closed_at = frame.closed_at.filter(|n| frame.nodes.len() >= *n);
            match side {
                Side::Only => break,
                Side::First => {
                    let n_before = frame.n_sides();
                    if frame.closed_at.is_none() {
                        frame.branches.push(self.tree.branches().len().saturating_sub(1));
                    }
                    frame.open(Side::Second, n_before, at + 1);
                    break;
                }
                // The node of the split has no more steps.
                Side::Second => {}
            }
        }
    }

    /// Removes what the checker removed by symmetries, and tells whether that closed the node.
    fn reflect(
        &mut self,
        frame: &Frame,
        symmetries: &[usize],
        removed: &[usize],
        place: (&[CheckedStep], usize),
    ) -> Result<bool, OutsideError> {
        let node = frame.nodes.last().ok_or(OutsideError::Lost("a symmetry"))?;
        for cell in removed {
            let image = mapped(*cell as u32, &frame.map);
            if !self.tree.is_live(image) {
                continue;
            }
            let way = self.way(symmetries, &node.removed, *cell).ok_or(OutsideError::Lost("an image"))?;
            let map: Map = Some(way.iter().map(|cell| mapped(*cell, &frame.map)).collect());
            if self.copy(frame, node, map, place)? {
                return Ok(true);
            }
            if self.tree.is_live(image) {
                return Err(OutsideError::Lost("an image that is not removed"));
            }
        }
        Ok(false)
    }

    /// Symmetries, one after the other, that map one of some cells to this one: the images of all cells.
    fn way(&self, symmetries: &[usize], from: &[usize], to: usize) -> Option<Vec<u32>> {
        let mut before: Vec<Option<(usize, usize)>> = vec![None; self.n_cells];
        let mut queue = from.to_vec();
        let mut at = 0;
        while before[to].is_none() {
            let cell = *queue.get(at)?;
            at += 1;
            for symmetry in symmetries {
                let image = *self.symmetries.get(*symmetry)?.get(cell)?;
                if before[image].is_none() && !from.contains(&image) {
                    before[image] = Some((cell, *symmetry));
                    queue.push(image);
                }
            }
        }
        let mut way: Vec<u32> = (0..self.n_cells as u32).collect();
        let mut cell = to;
        while let Some((earlier, symmetry)) = before[cell] {
            way = self.symmetries[symmetry].iter().map(|image| way[*image]).collect();
            cell = earlier;
        }
        Some(way)
    }

    /// Does all once more that was done in this node, with the images of all cells. Tells whether that closed it.
    fn copy(
        &mut self,
        frame: &Frame,
        node: &Recorded,
        map: Map,
        (steps, end): (&[CheckedStep], usize),
    ) -> Result<bool, OutsideError> {
        // From where cells are now to where they are in the copy.
        let mut onward: Vec<u32> = vec![0; self.n_cells];
        (0..self.n_cells as u32).for_each(|cell| onward[mapped(cell, &frame.map) as usize] = mapped(cell, &map));
        let onward: Map = Some(onward.into());
        let [n_caps, n_branches] = node.n_at_begin;
        let caps = frame.caps[..n_caps].iter().map(|at| {
            let cap = &self.tree.caps()[*at];
            let mut members = vec![false; self.n_cells];
            let inside = (0..self.n_cells as u32).filter(|cell| cap.members[*cell as usize]);
            inside.for_each(|cell| members[mapped(cell, &onward) as usize] = true);
            self.find_cap(&members, cap.bound)
        });
        let caps = caps.collect::<Result<_, _>>()?;
        let branches = frame.branches[..n_branches].iter().map(|at| {
            let row = &self.tree.branches()[*at];
            let terms = mapped_terms(&row.terms, &onward);
            let place = self.tree.branches().iter().position(|other| other.terms == terms && other.rhs == row.rhs);
            place.ok_or(OutsideError::Lost("the image of a branch row"))
        });
        let branches = branches.collect::<Result<_, _>>()?;
        let mut copy = Frame { map, caps, branches, is_copy: true, ..Frame::default() };
        copy.open(Side::Only, [n_caps, n_branches], node.begin);
        let rows = Rc::clone(self.tree.rows());
        if let Some(named) = node.named_at_begin {
            copy.nodes[0].named = Some(named);
            copy.nodes[0].named_at_begin = Some(named);
            self.take(&mut copy, &steps[named], (steps, named))?;
        }
        for at in node.begin..end {
            self.feed(&mut copy, &steps[at], (steps, at))?;
        }
        if copy.closed_at == Some(1) {
            return Ok(true);
        }
        self.tree.name_rows(rows);
        Ok(false)
    }

    fn find_cap(&self, members: &[bool], bound: i128) -> Result<usize, OutsideError> {
        let place = self.tree.caps().iter().position(|cap| cap.members == members && cap.bound == bound);
        place.ok_or(OutsideError::Lost("the image of a cap"))
    }
}
