//! Connectedness of fields, as rows of a 0/1 model without additional choices.
//!
//! A layer t has, for every field, a variable that is 1 exactly if the field is a member and can be reached from the
//! starts through members in at most t steps. Every layer is a function of the previous one, so a set of members has
//! one point. If the last layer has as many steps as a shortest path can have, it must contain all members.

use crate::ilp::{Sense, VarId};

use super::draft::Draft;

/// The fields of a rectangle, row-major.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Board {
    /// The number of fields.
    pub(super) fn n_fields(self) -> usize {
        self.rows * self.columns
    }

    /// The fields with a side in common with this one.
    pub(super) fn neighbors(self, field: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (field / self.columns, field % self.columns);
        [
            (row > 0).then(|| field - self.columns),
            (column > 0).then(|| field - 1),
            (column + 1 < self.columns).then_some(field + 1),
            (row + 1 < self.rows).then_some(field + self.columns),
        ]
        .into_iter()
        .flatten()
    }

    /// Does the field touch the border?
    pub(super) fn is_on_border(self, field: usize) -> bool {
        let (row, column) = (field / self.columns, field % self.columns);
        row == 0 || column == 0 || row + 1 == self.rows || column + 1 == self.columns
    }

    /// No shortest way through any set of fields has more fields than this.
    ///
    /// It never has all four fields of a 2x2 square, where it could take a short cut. So cut the board into such
    /// squares, with smaller pieces at two sides, and count at most three fields in each.
    pub(super) fn longest_way(self) -> usize {
        let (squares, odd_row, odd_column) = ((self.rows / 2) * (self.columns / 2), self.rows % 2, self.columns % 2);
        3 * squares + odd_row * (self.columns - odd_column) + odd_column * (self.rows - odd_row) + odd_row * odd_column
    }
}

/// Adds the rows that all members can be reached from the starts in at most `n_steps` steps.
///
/// `members` has a variable for each field, and `starts` one for those that may be starts, itself or one that implies
/// it.
pub(super) fn add_reach(
    draft: &mut Draft,
    prefix: &str,
    board: Board,
    members: &[VarId],
    starts: Vec<Option<VarId>>,
    n_steps: usize,
) {
    let mut layer = starts;
    for step in 1..=n_steps {
        let next = (0..board.n_fields()).map(|field| {
            let member = members[field];
            // Who is a start whenever it is a member stays so.
            if layer[field] == Some(member) {
                return layer[field];
            }
            let sources: Vec<VarId> =
                layer[field].into_iter().chain(board.neighbors(field).filter_map(|near| layer[near])).collect();
            if sources.is_empty() {
                return None;
            }
            let is_reached = draft.value(member) && sources.iter().any(|source| draft.value(*source));
            let key = format!("{prefix}{step}_r{}c{}", field / board.columns + 1, field % board.columns + 1);
            let var = draft.var(key.clone(), is_reached);
            draft.row(format!("{key}_member"), [(var, 1), (member, -1)], Sense::LessEqual, 0);
            let back = sources.iter().map(|source| (*source, -1));
            draft.row(format!("{key}_from"), back.chain([(var, 1)]), Sense::LessEqual, 0);
            for (i, source) in sources.iter().enumerate() {
                let terms = [(*source, 1), (member, 1), (var, -1)];
                draft.row(format!("{key}_by{}", i + 1), terms, Sense::LessEqual, 1);
            }
            Some(var)
        });
        layer = next.collect();
    }
    for (field, reached) in layer.into_iter().enumerate() {
        let member = members[field];
        let key = format!("{prefix}_r{}c{}", field / board.columns + 1, field % board.columns + 1);
        match reached {
            Some(var) if var == member => {}
            Some(var) => draft.row(key, [(member, 1), (var, -1)], Sense::LessEqual, 0),
            None => draft.row(key, [(member, 1)], Sense::Equal, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most fields on a shortest way through any set of fields, by trying all sets.
    fn longest_by_trying(board: Board) -> usize {
        let n = board.n_fields();
        let farthest = |set: u32, start: usize| {
            let mut far = vec![0; n];
            far[start] = 1;
            let mut queue = vec![start];
            let mut at = 0;
            while at < queue.len() {
                let field = queue[at];
                at += 1;
                for near in board.neighbors(field) {
                    if set & (1 << near) != 0 && far[near] == 0 {
                        far[near] = far[field] + 1;
                        queue.push(near);
                    }
                }
            }
            far.into_iter().max().unwrap_or(0)
        };
        let of_set = |set: u32| (0..n).filter(|f| set & (1 << f) != 0).map(|f| farthest(set, f)).max().unwrap_or(0);
        (0..1 << n).map(of_set).max().unwrap_or(0)
    }

    #[test]
    fn no_shortest_way_is_longer() {
        for (rows, columns) in [(1, 1), (1, 5), (2, 2), (2, 5), (3, 3), (3, 4)] {
            let board = Board { rows, columns };
            assert!(longest_by_trying(board) <= board.longest_way(), "{board:?}");
        }
        assert_eq!(Board { rows: 6, columns: 6 }.longest_way(), 27);
        assert_eq!(Board { rows: 5, columns: 5 }.longest_way(), 12 + 4 + 4 + 1);
        assert_eq!(Board { rows: 0, columns: 4 }.longest_way(), 0);
    }
}
