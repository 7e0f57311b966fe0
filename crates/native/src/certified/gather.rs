//! Sets that need many clues in the last part, as the rows of one sum.

use pulp::Scalar;

use crate::base::ones;
use crate::proof::RowEntry;

use super::super::tail::group_bounds::FIELDS;
use super::super::tail::layout::GROUPS;
use super::super::tail::table::{GENERAL, Slots};
use super::evidence::Evidence;
use super::prover::{Node, Prover};

impl<const W: usize> Prover<'_, W> {
    /// Gathers rows that need `wanted` clues of the last part, none of which the cell `without` of the region hits,
    /// with few cells of `avoid`; false if there are not enough, as far as is tried.
    pub(super) fn gather(&mut self, node: &Node, without: Option<usize>, avoid: u64, wanted: u32) -> bool {
        let mut evidence = std::mem::take(&mut self.evidence);
        evidence.clear();
        let is_enough = self.gather_into(&mut evidence, node, without, avoid, wanted);
        self.evidence = evidence;
        is_enough
    }

    fn gather_into(
        &mut self,
        evidence: &mut Evidence,
        node: &Node,
        without: Option<usize>,
        avoid: u64,
        wanted: u32,
    ) -> bool {
        let none = &Slots::EMPTY;
        let hit = without.map_or(none, |rank| &self.table.hits[rank]);
        let mixed = self.levels[node.level].mixed.without(hit);
        let needs = mixed.flags(Scalar::new()).needs();
        let all = needs.all_pairs();
        let general = mixed.general();
        if needs.min() < wanted && general == [0; GENERAL] {
            return false;
        }
        for g in (0..GROUPS).filter(|g| needs.any >> (3 * g) & 1 == 1) {
            if evidence.needs == wanted {
                break;
            }
            if all >> (3 * g) & 1 == 1 && evidence.needs + 1 < wanted {
                self.triple(evidence, g, &mixed);
            } else {
                let slot = self.slot_of(&mixed, g, avoid);
                self.single(evidence, slot);
            }
        }
        if evidence.needs < wanted {
            let mut apart = general;
            let used = self.table.hit_by_any(needs.critical());
            apart.iter_mut().zip(used).for_each(|(slots, used)| *slots &= !used);
            for (w, word) in apart.iter().enumerate() {
                for bit in ones(*word) {
                    let slot = 64 * w + bit;
                    if self.table.last[slot] & node.last & evidence.last == 0 {
                        self.single(evidence, slot);
                        if evidence.needs == wanted {
                            return true;
                        }
                    }
                }
            }
        }
        evidence.needs == wanted
    }

    /// The slot of a group with the fewest cells of the region, of the first of each field.
    fn slot_of(&self, mixed: &Slots, g: usize, avoid: u64) -> usize {
        let firsts = (0..FIELDS).filter_map(|kind| mixed.first_in(g, kind));
        firsts.min_by_key(|slot| (self.region_of(*slot) & avoid).count_ones()).unwrap_or(0)
    }

    fn region_of(&self, slot: usize) -> u64 {
        self.table.region[slot]
    }

    fn single(&mut self, evidence: &mut Evidence, slot: usize) {
        let row = self.row(self.slot_sets[slot]);
        evidence.rows.push(row);
        evidence.load(self.region_of(slot));
        evidence.last |= self.table.last[slot];
        evidence.needs += 1;
    }

    /// Three pairs of a group: two of its cells, as half their sum says, rounded up.
    fn triple(&mut self, evidence: &mut Evidence, g: usize, mixed: &Slots) {
        let slots = [0, 1, 2].map(|kind| mixed.first_in(g, kind).expect("each pair has an unhit set"));
        let sets = slots.map(|slot| self.slot_sets[slot]);
        let row = match self.triples.get(&sets) {
            Some(row) => *row,
            None => {
                let rows = sets.map(|set| (self.row(set), 1));
                let row = self.script.row(RowEntry::Rounded(2, rows.to_vec()));
                self.triples.insert(sets, row);
                row
            }
        };
        evidence.rows.push(row);
        let [a, b, c] = slots.map(|slot| self.region_of(slot));
        evidence.load(a | b | c);
        evidence.load(a & b & c);
        evidence.last |= slots.iter().fold(0, |last, slot| last | self.table.last[*slot]);
        evidence.needs += 2;
    }
}
