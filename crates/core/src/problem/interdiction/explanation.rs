//! Constraints that contradict each other, as a follower: the leader chooses which of them hold.
//!
//! A response of the follower is an assignment that satisfies all constraints that the leader has chosen. So a choice
//! without a response is unsatisfiable, and such a choice with the fewest constraints is a smallest unsatisfiable
//! subset (Liffiton, Mneimneh, Lynce, Andraus, Marques-Silva, Sakallah, "A branch and bound algorithm for extracting
//! smallest minimal unsatisfiable subformulas", 2009). Its minimal unavoidable sets are the minimal correction sets.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::ilp::{BinaryModel, Clause, ClauseFormat, ClauseGroup, ClauseSet, Literal, Row, RowId, Sense, VarId};

use super::MonotoneFollower;
use super::items::MAX_CELLS;

/// The reason why there are no constraints to choose from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExplanationError {
    /// All constraints are hard.
    #[error("all constraints are hard, so there is nothing to choose from")]
    NothingSoft,
    /// The sum of the weights is too large.
    #[error("the weights of the soft clauses add up to {sum}; if they differ, their sum may be at most {MAX_CELLS}")]
    Weights { sum: u128 },
    /// The numbers do not fit into 64 bits.
    #[error("the numbers of row `{0}` are too large to be added up exactly")]
    Overflow(String),
}

/// The weights of soft clauses where they differ.
fn weights(soft: &[ClauseGroup]) -> Result<Option<Vec<usize>>, ExplanationError> {
    if soft.windows(2).all(|pair| pair[0].weight == pair[1].weight) {
        return Ok(None);
    }
    let sum = soft.iter().map(|group| u128::from(group.weight)).sum();
    if sum > MAX_CELLS as u128 {
        return Err(ExplanationError::Weights { sum });
    }
    Ok(Some(soft.iter().map(|group| group.weight as usize).collect()))
}

impl MonotoneFollower {
    /// Creates the problem of clauses: which clauses or groups contradict each other? The cells are the clauses of CNF,
    /// the soft clauses of WCNF and the groups of GCNF, with the names `c`, `soft` and `group` followed by their
    /// numbers. Hard clauses always hold. If weights differ, a clause has as many cells as its weight.
    ///
    /// # Errors
    /// [`ExplanationError`] if all clauses are hard, or if different weights are too large.
    pub fn of_clauses(set: &ClauseSet, name: &str) -> Result<Self, ExplanationError> {
        let is_cnf = set.format == ClauseFormat::Cnf;
        let mut soft: Vec<(String, Vec<&Clause>)> = Vec::new();
        if is_cnf {
            soft.extend(set.hard.iter().zip(1..).map(|(clause, i)| (format!("c{i}"), vec![clause])));
        }
        for group in &set.groups {
            let kind = if set.format == ClauseFormat::Gcnf { "group" } else { "soft" };
            soft.push((format!("{kind}{}", group.number), group.clauses.iter().collect()));
        }
        if soft.is_empty() {
            return Err(ExplanationError::NothingSoft);
        }
        let weights = weights(&set.groups)?;
        let hard: &[Clause] = if is_cnf { &[] } else { &set.hard };
        let mut model = BinaryModel::new(name);
        let cells: Vec<VarId> = soft.iter().map(|(name, _)| model.add_var(name.as_str())).collect();
        let all = || hard.iter().chain(soft.iter().flat_map(|(_, clauses)| clauses.iter().copied()));
        let numbers: BTreeSet<u32> = all().flat_map(|clause| &clause.literals).map(|l| l.unsigned_abs()).collect();
        let vars: FxHashMap<u32, VarId> =
            numbers.into_iter().map(|number| (number, model.add_var(format!("x{number}")))).collect();
        let mut n_rows = 0;
        let mut add = |model: &mut BinaryModel, clause: &Clause, cell: Option<VarId>| {
            let literal = |l: &i32| Literal::new(vars[&l.unsigned_abs()], *l > 0);
            let literals: BTreeSet<Literal> = clause.literals.iter().map(literal).collect();
            // A clause with both signs of a variable always holds.
            if literals.iter().any(|l| l.positive && literals.contains(&Literal::new(l.var, false))) {
                return;
            }
            n_rows += 1;
            let not_chosen = cell.map(|cell| Literal::new(cell, false));
            let terms = literals.into_iter().chain(not_chosen).map(|literal| (literal, 1));
            model.add_literal_row(format!("row{n_rows}"), terms, Sense::GreaterEqual, 1);
        };
        hard.iter().for_each(|clause| add(&mut model, clause, None));
        for ((_, clauses), cell) in soft.iter().zip(&cells) {
            clauses.iter().for_each(|clause| add(&mut model, clause, Some(*cell)));
        }
        let follower = Self::new(model, cells, Vec::new(), Vec::new());
        let follower = follower.expect("a clause that is chosen only adds to what must hold");
        let follower = Self { n_groups: set.n_groups, ..follower };
        Ok(match weights {
            Some(weights) => follower.with_prices(&weights),
            None => follower,
        })
    }

    /// Creates the problem of rows: which rows of `constraints` contradict each other? Rows for which `is_hard` returns
    /// `true` always hold; the others are the cells. A cell has the name of its row, with `row_` in front if that name
    /// is in use.
    ///
    /// # Errors
    /// [`ExplanationError`] if all rows are hard, or if numbers are too large.
    pub fn of_rows(constraints: &BinaryModel, is_hard: impl Fn(&Row) -> bool) -> Result<Self, ExplanationError> {
        let hard = constraints.rows().iter().enumerate().filter(|(_, row)| is_hard(row));
        Self::of_ranges(constraints, hard.map(|(row, _)| RowId::new(row)), &[])
    }

    /// Creates the problem of the rows of a file: as [`Self::of_rows`], but each row of `upper_halves`, which the file
    /// states in one range with the row before it, is one constraint with that row. If one of the halves is hard, both
    /// are.
    ///
    /// # Errors
    /// The same.
    pub fn of_ranges(
        constraints: &BinaryModel,
        hard: impl IntoIterator<Item = RowId>,
        upper_halves: &[RowId],
    ) -> Result<Self, ExplanationError> {
        let mut model = BinaryModel::new(constraints.name.clone());
        let n_rows = constraints.rows().len();
        let mut is_half = vec![false; n_rows];
        upper_halves.iter().for_each(|row| is_half[row.get()] = true);
        // By row, the first row of its range.
        let first: Vec<usize> = (0..n_rows).map(|row| row - usize::from(is_half[row])).collect();
        let mut is_hard = vec![false; n_rows];
        hard.into_iter().for_each(|row| is_hard[first[row.get()]] = true);
        let soft: Vec<&Row> =
            (0..n_rows).filter(|row| !is_half[*row] && !is_hard[*row]).map(|row| &constraints.rows()[row]).collect();
        if soft.is_empty() {
            return Err(ExplanationError::NothingSoft);
        }
        let rows = constraints.rows().iter().map(|row| row.name.as_str());
        let mut taken: BTreeSet<String> = constraints.var_names().map(str::to_owned).collect();
        let of_rows: BTreeSet<&str> = rows.collect();
        let mut cell_name = |row: &Row| {
            let mut name = row.name.clone();
            while taken.contains(&name) || (name != row.name && of_rows.contains(name.as_str())) {
                name = format!("row_{name}");
            }
            taken.insert(name.clone());
            name
        };
        let cells: Vec<VarId> = soft.iter().map(|row| model.add_var(cell_name(row))).collect();
        let vars: Vec<VarId> = constraints.var_names().map(|name| model.add_var(name)).collect();
        let (mut next, mut cell) = (cells.iter(), None);
        for (number, row) in constraints.rows().iter().enumerate() {
            let terms: Vec<(VarId, i64)> = row.terms.iter().map(|(var, a)| (vars[var.get()], *a)).collect();
            if is_hard[first[number]] {
                model.add_row(row.name.as_str(), terms, row.sense, row.rhs);
                continue;
            }
            if !is_half[number] {
                cell = next.next().copied();
            }
            let cell = cell.expect("a cell for each soft row");
            let overflow = || ExplanationError::Overflow(row.name.clone());
            let sum = |of: fn(i64) -> i64| terms.iter().map(|(_, a)| i128::from(of(*a))).sum::<i128>();
            for sense in [Sense::LessEqual, Sense::GreaterEqual] {
                if row.sense != Sense::Equal && row.sense != sense {
                    continue;
                }
                // Loosened by as much as any point can break it, unless the row is chosen.
                let most = match sense {
                    Sense::LessEqual => sum(|a| a.max(0)) - i128::from(row.rhs),
                    _ => i128::from(row.rhs) - sum(|a| a.min(0)),
                };
                if most <= 0 {
                    continue;
                }
                let most = i64::try_from(most).map_err(|_| overflow())?;
                let (factor, rhs) = match sense {
                    Sense::LessEqual => (most, row.rhs.checked_add(most)),
                    _ => (-most, row.rhs.checked_sub(most)),
                };
                // Of an equation there are two rows. All others are called as people know them.
                let is_second = row.sense == Sense::Equal && sense == Sense::GreaterEqual;
                let name = if is_second { format!("{}_least", row.name) } else { row.name.clone() };
                let terms = terms.iter().copied().chain([(cell, factor)]);
                model.add_row(name, terms, sense, rhs.ok_or_else(overflow)?);
            }
        }
        Ok(Self::new(model, cells, Vec::new(), Vec::new()).expect("a row that is chosen only adds to what must hold"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, CellSet, Index as _, Limits, Rng, rng};
    use crate::ilp::read_clauses;
    use crate::problem::{ClueProblem as _, Verdict};
    use rand::Rng as _;

    fn clauses(text: &str, format: ClauseFormat) -> ClauseSet {
        read_clauses(text.as_bytes(), format, &Limits::none()).expect("clauses")
    }

    /// Is a choice of constraints, each a bit, without a solution?
    fn contradicts(follower: &MonotoneFollower, choice: u64) -> bool {
        let problem = follower.clues_at::<1>(None).expect("small numbers");
        let chosen: CellSet<1> = (0..follower.n_cells()).filter(|i| choice >> i & 1 == 1).map(Cell::new).collect();
        problem.oracle().second_solution(chosen, &mut Limits::none().pace(1)) == Verdict::Unique
    }

    #[test]
    fn groups_are_cells_and_hard_clauses_always_hold() {
        let set = clauses("p gcnf 2 4 2\n{0} 1 2 0\n{1} -1 0\n{2} -2 0\n{1} 1 -2 0\n", ClauseFormat::Gcnf);
        let follower = MonotoneFollower::of_clauses(&set, "g").expect("groups");
        assert_eq!((follower.n_cells(), follower.cell_name(0)), (2, "group1"));
        let all: Vec<bool> = (0..4).map(|choice| contradicts(&follower, choice)).collect();
        // Group 1 asks for not 1, and that 2 implies 1; with 1 or 2 that is too much.
        assert_eq!(all, [false, true, false, true]);
        let set = clauses("p cnf 1 3\n1 0\n-1 0\n1 -1 0\n", ClauseFormat::Cnf);
        let follower = MonotoneFollower::of_clauses(&set, "c").expect("clauses");
        assert_eq!(follower.n_cells(), 3);
        assert!(contradicts(&follower, 0b011) && !contradicts(&follower, 0b110));
        let weighted = clauses("p wcnf 1 2 9\n2 1 0\n3 -1 0\n", ClauseFormat::Wcnf);
        let follower = MonotoneFollower::of_clauses(&weighted, "w").expect("weights");
        assert_eq!((follower.n_items(), follower.n_cells(), follower.item_name(1)), (2, 5, "soft2"));
        assert!(contradicts(&follower, 0b11111) && !contradicts(&follower, 0b01111));
        let heavy = clauses("p wcnf 1 2 999\n2 1 0\n639 -1 0\n", ClauseFormat::Wcnf);
        assert_eq!(MonotoneFollower::of_clauses(&heavy, "w"), Err(ExplanationError::Weights { sum: 641 }));
        let hard = clauses("p wcnf 1 1 9\n9 1 0\n", ClauseFormat::Wcnf);
        assert_eq!(MonotoneFollower::of_clauses(&hard, "h"), Err(ExplanationError::NothingSoft));
    }

    fn random_rows(rng: &mut Rng) -> BinaryModel {
        let mut model = BinaryModel::new("rows");
        let vars: Vec<VarId> = (0..rng.random_range(1..=4)).map(|i| model.add_var(format!("v{i}"))).collect();
        for i in 0..rng.random_range(1..=6) {
            let sense = [Sense::LessEqual, Sense::Equal, Sense::GreaterEqual][rng.random_range(0..3)];
            let terms: Vec<(VarId, i64)> = vars.iter().map(|var| (*var, rng.random_range(-3..=3))).collect();
            let terms = terms.into_iter().filter(|(_, a)| *a != 0);
            model.add_row(
                if i == 0 { "v0".to_owned() } else { format!("r{i}") },
                terms,
                sense,
                rng.random_range(-4..=4),
            );
        }
        model
    }

    #[test]
    fn a_range_is_one_row_and_hard_as_a_whole() {
        let mut model = BinaryModel::new("ranges");
        let [x, y] = ["x", "y"].map(|name| model.add_var(name));
        model.add_row("range", [(x, 3), (y, 3)], Sense::GreaterEqual, 1);
        model.add_row("range_upper", [(x, 3), (y, 3)], Sense::LessEqual, 2);
        model.add_row("other", [(x, 1)], Sense::LessEqual, 0);
        let follower = MonotoneFollower::of_ranges(&model, [], &[RowId::new(1)]).expect("rows");
        assert_eq!((follower.n_cells(), contradicts(&follower, 1), contradicts(&follower, 2)), (2, true, false));
        for hard in [0, 1] {
            let follower = MonotoneFollower::of_ranges(&model, [RowId::new(hard)], &[RowId::new(1)]).expect("rows");
            assert_eq!((follower.n_cells(), contradicts(&follower, 0)), (1, true));
        }
    }

    #[test]
    fn chosen_rows_contradict_each_other_exactly_where_no_point_keeps_them() {
        let mut rng = rng(2);
        let (mut n_sat, mut n_unsat) = (0, 0);
        for _ in 0..300 {
            let model = random_rows(&mut rng);
            let n_hard = rng.random_range(0..2);
            let is_hard = |row: &Row| model.rows()[..n_hard].iter().any(|hard| hard.name == row.name);
            let Ok(follower) = MonotoneFollower::of_rows(&model, is_hard) else { continue };
            for choice in 0..1_u64 << follower.n_cells() {
                let holds = |point: u32| {
                    let values: Vec<bool> = (0..model.n_vars()).map(|i| point >> i & 1 == 1).collect();
                    let chosen = |i: usize| i < n_hard || choice >> (i - n_hard) & 1 == 1;
                    model.rows().iter().enumerate().all(|(i, row)| !chosen(i) || row.holds(&values))
                };
                let is_unsat = !(0..1_u32 << model.n_vars()).any(holds);
                assert_eq!(contradicts(&follower, choice), is_unsat, "{model:?} {choice:b}");
                if is_unsat { n_unsat += 1 } else { n_sat += 1 }
            }
        }
        assert!(n_sat > 500 && n_unsat > 500, "{n_sat} {n_unsat}");
    }
}
