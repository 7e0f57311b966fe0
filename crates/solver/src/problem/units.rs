//! Weights of vertices and constraints as units: each unit is a cell of the engines, so certificates can be about
//! weights.

use std::borrow::Cow;

use minclue_core::base::{Cell, CellSet, Index as _};
use minclue_core::problem::MonotoneFollower;

use super::{AtWidth, Conditions, Problem, ProblemKind, Subject, no_cell};
use crate::about::{Known, ModelNames};
use crate::answer::Choice;
use crate::dispatch::WidthDispatch;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::interdiction::{Constraints, FollowerChoice};
use crate::part::PartialInstance;
use minclue_core::base::with_wide_width;

/// A problem as engines have it, whose choices have as many cells as they weigh.
pub(crate) struct InUnits<'p> {
    subject: Cow<'p, Subject>,
    /// The given and forbidden cells, in units.
    conditions: Conditions,
    /// For a weighted hypergraph, which is converted to constraints with its conditions applied, the forbidden
    /// vertices.
    excluded: Option<Vec<usize>>,
}

impl Problem {
    /// Are its weights units? Where there are rows too, or too many units, a leader pays for them.
    pub(crate) fn is_in_units(&self) -> bool {
        let is_chosen = matches!(self.subject, Subject::Hypergraph(_) | Subject::Contradiction(_));
        let weighs = |weights: &Vec<i64>| weights.iter().sum::<i64>() <= Self::MAX_CELLS as i64;
        is_chosen
            && !self.conditions.are_prices
            && self.conditions.rows.is_empty()
            && self.conditions.weights.as_ref().is_some_and(weighs)
    }

    /// Returns the names of its cells as engines count them: each unit of a weighted cell has its own name.
    ///
    /// # Errors
    /// [`Error`] if engines cannot solve the problem.
    pub fn unit_names(&self) -> Result<Vec<String>, Error> {
        let in_units = self.in_units()?;
        Ok(match in_units.follower() {
            Some(follower) => (0..follower.n_cells()).map(|cell| follower.cell_name(cell).to_owned()).collect(),
            None => (0..self.n_cells()).map(|cell| self.cell_name(Cell::new(cell))).collect(),
        })
    }

    /// Returns the choice that a certificate about it states, whose cells are units, one for each unit of weight.
    ///
    /// # Errors
    /// [`Error::Cells`] if there is no such unit, and [`Error`] if engines cannot solve the problem.
    pub fn choice_of_units(&self, units: &[usize]) -> Result<Choice, Error> {
        let in_units = self.in_units()?;
        let n_units = in_units.follower().map_or_else(|| self.n_cells(), MonotoneFollower::n_cells);
        let units: Vec<Cell> = units.iter().map(|unit| Cell::new(*unit)).collect();
        match units.iter().find(|unit| unit.get() >= n_units) {
            Some(unit) => Err(Error::Cells(no_cell(*unit, n_units))),
            None => self.choice(in_units.cells_of(&units)),
        }
    }

    /// The number of variables and rows of the model of its constraints, including units; `None` if it has no
    /// constraints.
    #[must_use]
    pub fn model_size(&self) -> Option<(usize, usize)> {
        let in_units = self.in_units().ok()?;
        let model = in_units.follower()?.model();
        Some((model.n_vars(), model.rows().len()))
    }

    /// Returns the problem that certificates of its minimum are about, with the given name.
    ///
    /// # Errors
    /// [`Error::Settings`] if a certificate cannot be about it, because cells of a grid or of a model are given or
    /// forbidden.
    pub fn certified(&self, name: String) -> Result<Known, Error> {
        let in_units = self.in_units()?;
        let has_vertices = self.kind() == ProblemKind::Hypergraph;
        let has_names = has_vertices || in_units.follower().is_some();
        in_units.visit(FollowerChoice::Oracle, Stating { name, has_names, has_vertices })?
    }

    /// Is there a vertex of every hyperedge that may be taken?
    ///
    /// # Errors
    /// [`Error::Unhittable`] if not.
    pub(crate) fn check_hyperedges(&self) -> Result<(), Error> {
        let Subject::Hypergraph(hypergraph) = &self.subject else { return Ok(()) };
        let is_out = |vertex: &usize| self.conditions.forbidden.contains(&Cell::new(*vertex));
        match hypergraph.edges.iter().any(|edge| edge.iter().all(is_out)) {
            true => Err(Error::Unhittable),
            false => Ok(()),
        }
    }

    /// Returns whether engines count a cell as several cells, or as none.
    #[must_use]
    pub fn has_units(&self) -> bool {
        let is_one = |weight: &i64| *weight == 1;
        let are_ones = |weights: &Vec<i64>| weights.iter().all(is_one);
        self.subject.has_prices() || (self.is_in_units() && !self.conditions.weights.as_ref().is_none_or(are_ones))
    }

    /// It in units, if its weights are some, else as it is.
    ///
    /// # Errors
    /// [`Error::Settings`] if there are weights already.
    pub(crate) fn in_units(&self) -> Result<InUnits<'_>, Error> {
        let weights = self.conditions.weights.as_ref().filter(|_| self.is_in_units());
        let prices = || -> Vec<usize> { weights.into_iter().flatten().map(|weight| *weight as usize).collect() };
        let mut excluded = None;
        let subject = match (&self.subject, weights) {
            (Subject::Hypergraph(hypergraph), Some(_)) => {
                let [given, forbidden] = self.conditions.numbers();
                let left = hypergraph.under(&given, &forbidden);
                let follower = MonotoneFollower::of_hypergraph(left.n_vertices, &left.edges, self.subject.model_name());
                excluded = Some(forbidden);
                Cow::Owned(Subject::Contradiction(Box::new(follower.with_prices(&prices()))))
            }
            (Subject::Contradiction(follower), Some(_)) if follower.has_prices() => {
                return Err(Error::Settings("these constraints have weights of their own".to_owned()));
            }
            (Subject::Contradiction(follower), Some(_)) => {
                Cow::Owned(Subject::Contradiction(Box::new((**follower).clone().with_prices(&prices()))))
            }
            (subject, _) => Cow::Borrowed(subject),
        };
        let mut in_units = InUnits { subject, conditions: Conditions::default(), excluded };
        let [given, forbidden] = [&self.conditions.given, &self.conditions.forbidden]
            .map(|cells| in_units.units_of(&cells.iter().copied().collect::<Vec<_>>()).into_iter().collect());
        in_units.conditions = Conditions { given, forbidden, ..Conditions::default() };
        Ok(in_units)
    }
}

/// States a problem as certificates do.
struct Stating {
    name: String,
    /// Whether the variables of its model have names.
    has_names: bool,
    /// Whether its cells are vertices.
    has_vertices: bool,
}

impl AtWidth for Stating {
    type Out = Result<Known, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let refused = || Error::Settings("certificates do not support given or forbidden cells".to_owned());
        let stated = instance.certifiable().ok_or_else(refused)?.instance();
        let names = self.has_names.then(|| ModelNames::of_variables(instance.problem().model().var_names()));
        let names = if self.has_vertices { names.map(ModelNames::with_vertices) } else { names };
        Ok(Known::new(self.name, stated, names))
    }
}

impl InUnits<'_> {
    fn follower(&self) -> Option<&MonotoneFollower> {
        match &*self.subject {
            Subject::Contradiction(follower) => Some(follower),
            _ => None,
        }
    }

    /// Its clue problem under its conditions. `by` answers for constraints.
    ///
    /// # Errors
    /// [`Error`] if it cannot be asked about.
    pub(crate) fn visit<V: AtWidth>(&self, by: FollowerChoice, visit: V) -> Result<V::Out, Error> {
        let (Some(excluded), Some(follower)) = (&self.excluded, self.follower()) else {
            return self.subject.under(&self.conditions, by, visit);
        };
        with_wide_width!(follower.n_cells(), W => {
            let instance = Constraints::<W>::new(follower, by)?.without(excluded);
            let cells = excluded.iter().flat_map(|vertex| follower.item_cells::<W>(*vertex)).collect();
            Ok(visit.at::<W>(&PartialInstance::without(&instance, cells)))
        })
    }

    /// The units of these cells.
    pub(crate) fn units_of(&self, cells: &[Cell]) -> Vec<Cell> {
        match self.follower() {
            Some(follower) => cells.iter().flat_map(|cell| follower.item_cells::<10>(cell.get())).collect(),
            None => cells.to_vec(),
        }
    }

    /// The cells of which these units are all there are.
    pub(crate) fn cells_of(&self, units: &[Cell]) -> Vec<Cell> {
        let Some(follower) = self.follower() else { return units.to_vec() };
        let taken = follower.items_in(units.iter().copied().collect::<CellSet<10>>());
        // What weighs nothing has no unit, so that none is missing of it.
        let is_left = |item: &usize| self.excluded.as_ref().is_none_or(|excluded| !excluded.contains(item));
        taken.into_iter().filter(is_left).map(Cell::new).collect()
    }
}
