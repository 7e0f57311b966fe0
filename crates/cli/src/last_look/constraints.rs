//! Constraints as their file has them, of which those that are chosen must contradict each other.

use std::collections::BTreeMap;

use minclue_core::ilp::{BinaryModel, Clause, ClauseFormat, ClauseSet, Row, RowId, Sense, VarId};

use super::search::{Patience, Searched};

/// The constraints of a file.
#[derive(Clone, Debug)]
pub(in super::super) struct Constraints {
    model: BinaryModel,
    /// Rows that always hold.
    hard: Vec<Row>,
    /// The rows of each thing that can be chosen.
    soft: Vec<Vec<Row>>,
    /// What these weigh by the file, where it says so of some.
    weights: Option<Vec<i64>>,
}

impl Constraints {
    /// Rows, of which some always hold. Halves of a range, the upper one after the other, are one row.
    pub(in super::super) fn of_model(model: &BinaryModel, hard: &[RowId], upper_halves: &[RowId]) -> Self {
        let mut ranges: Vec<(Vec<Row>, bool)> = Vec::new();
        for (row, id) in model.rows().iter().zip((0..).map(RowId::new)) {
            match ranges.last_mut().filter(|_| upper_halves.contains(&id)) {
                Some((rows, is_hard)) => {
                    rows.push(row.clone());
                    *is_hard |= hard.contains(&id);
                }
                None => ranges.push((vec![row.clone()], hard.contains(&id))),
            }
        }
        let (hard, soft): (Vec<_>, Vec<_>) = ranges.into_iter().partition(|(_, is_hard)| *is_hard);
        Self {
            model: model.clone(),
            hard: hard.into_iter().flat_map(|(rows, _)| rows).collect(),
            soft: soft.into_iter().map(|(rows, _)| rows).collect(),
            weights: None,
        }
    }

    /// Clauses: those of CNF one by one, the soft ones of WCNF, and the groups of GCNF.
    pub(in super::super) fn of_clauses(set: &ClauseSet) -> Self {
        let mut model = BinaryModel::new("clauses");
        let mut vars: BTreeMap<u32, VarId> = BTreeMap::new();
        let mut row = |clause: &Clause| {
            let mut rhs = 1;
            let mut terms = Vec::new();
            for literal in &clause.literals {
                let number = literal.unsigned_abs();
                let var = *vars.entry(number).or_insert_with(|| model.add_var(format!("x{number}")));
                terms.push((var, if *literal > 0 { 1 } else { -1 }));
                rhs -= i64::from(*literal < 0);
            }
            Row { name: String::new(), terms, sense: Sense::GreaterEqual, rhs }
        };
        let hard: Vec<Row> = set.hard.iter().map(&mut row).collect();
        let groups: Vec<Vec<Row>> =
            set.groups.iter().map(|group| group.clauses.iter().map(&mut row).collect()).collect();
        let weights: Vec<i64> =
            set.groups.iter().map(|group| i64::try_from(group.weight).unwrap_or(i64::MAX)).collect();
        if set.format == ClauseFormat::Cnf {
            let soft = hard.into_iter().map(|row| vec![row]).chain(groups).collect();
            return Self { model, hard: Vec::new(), soft, weights: None };
        }
        let are_same = weights.windows(2).all(|pair| pair[0] == pair[1]);
        Self { model, hard, soft: groups, weights: Some(weights).filter(|_| !are_same) }
    }

    /// What each thing weighs by the file, where that differs.
    pub(in super::super) fn weights(&self) -> Option<Vec<i64>> {
        self.weights.clone()
    }

    /// Have these no solution, together with those that always hold, as far as a short search sees?
    ///
    /// # Errors
    /// That they have one.
    pub(super) fn look(&self, chosen: &[usize]) -> Result<(), String> {
        match self.contradict(chosen, &Patience::of(1)) {
            Some(false) => Err("the chosen constraints have a solution".to_owned()),
            Some(true) | None => Ok(()),
        }
    }

    /// The same; `None` if that takes a longer search.
    pub(super) fn contradict(&self, chosen: &[usize], patience: &Patience) -> Option<bool> {
        let rows: Vec<&Row> = self.hard.iter().chain(chosen.iter().flat_map(|item| &self.soft[*item])).collect();
        match patience.solution(&self.model, &rows) {
            Searched::Solution(_) => Some(false),
            Searched::Nothing => Some(true),
            Searched::Unknown => None,
        }
    }
}
