//! The object that a problem is made of, and its dispatch to engines: only here does its size become a width.

use minclue_core::base::CellSet;
use minclue_core::hitting::Hypergraph;
use minclue_core::ilp::IntegerBilevel;
use minclue_core::problem::{BilevelProblem, HypergraphClues, MonotoneFollower, SudokuClues};

use super::Conditions;
use crate::dispatch::WidthDispatch;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::interdiction::{Constraints, FollowerChoice};
use crate::model_instance::ModelInstance;
use crate::part::PartialInstance;
use crate::variant_grid::VariantGrid;
use minclue_core::base::{with_wide_width, with_width};

/// The object of a problem.
#[derive(Clone)]
pub(crate) enum Subject {
    /// A grid and its rules.
    Grid(Box<VariantGrid>),
    /// A model and one of its solutions.
    Model(Box<ModelInstance>),
    /// A hypergraph whose hyperedges all have vertices.
    Hypergraph(Hypergraph),
    /// Constraints from which a leader chooses.
    Contradiction(Box<MonotoneFollower>),
    /// A bilevel program of a supported class.
    Program(Box<BilevelProblem>),
    /// Any other bilevel program over integers.
    Integers(Box<IntegerBilevel>),
}

/// An operation on a clue problem of any width.
pub(crate) trait AtWidth {
    /// Its result.
    type Out;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>;
}

impl Subject {
    /// The name of its model.
    pub(crate) fn model_name(&self) -> &'static str {
        match self {
            Self::Grid(_) => "grid",
            Self::Model(_) => "model",
            Self::Hypergraph(_) => "hypergraph",
            Self::Contradiction(_) => "constraints",
            Self::Program(_) | Self::Integers(_) => "program",
        }
    }

    /// Do its constraints have weights of their own, so that a cell is several units?
    pub(crate) fn has_prices(&self) -> bool {
        matches!(self, Self::Contradiction(follower) if follower.has_prices())
    }

    /// Its clue problem without conditions. `by` answers for constraints.
    ///
    /// # Errors
    /// [`Error`] if it cannot be asked about, or is a bilevel program, which is none.
    pub(crate) fn whole<V: AtWidth>(&self, by: FollowerChoice, visit: V) -> Result<V::Out, Error> {
        match self {
            Self::Grid(grid) => with_width!(grid.grid().shape().n_cells(), W => {
                Ok(visit.at::<W>(&clues_of_grid(grid)))
            }),
            Self::Model(instance) => with_wide_width!(instance.clues.len(), W => {
                Ok(visit.at::<W>(&instance.at_width()?))
            }),
            Self::Hypergraph(hypergraph) => with_wide_width!(hypergraph.n_vertices, W => {
                Ok(visit.at::<W>(&clues_of_hypergraph(hypergraph)?))
            }),
            Self::Contradiction(follower) => with_wide_width!(follower.n_cells(), W => {
                Ok(visit.at::<W>(&Constraints::new(follower, by)?))
            }),
            Self::Program(_) | Self::Integers(_) => Err(Error::Settings(NO_CLUES.to_owned())),
        }
    }

    /// Its clue problem under conditions that are cells.
    ///
    /// # Errors
    /// The same.
    pub(crate) fn under<V: AtWidth>(
        &self,
        conditions: &Conditions,
        by: FollowerChoice,
        visit: V,
    ) -> Result<V::Out, Error> {
        if !conditions.has_cells() {
            return self.whole(by, visit);
        }
        // Of a hypergraph they make another one, and certificates can be about that.
        let Self::Hypergraph(hypergraph) = self else { return self.whole(by, Restricting { conditions, visit }) };
        let [given, forbidden] = conditions.numbers();
        let left = hypergraph.under(&given, &forbidden);
        with_wide_width!(left.n_vertices, W => {
            let [_, forbidden] = conditions.sets::<W>();
            Ok(visit.at::<W>(&PartialInstance::without(&clues_of_hypergraph(&left)?, forbidden)))
        })
    }
}

/// The message about bilevel programs in place of clue problems.
pub(crate) const NO_CLUES: &str = "choices of a bilevel program cannot be listed, and cannot start a search";

fn clues_of_grid<const W: usize>(grid: &VariantGrid) -> SudokuClues<W> {
    SudokuClues::of(grid.variant(), grid.grid().clone()).expect("it was seen to keep the rules")
}

fn clues_of_hypergraph<const W: usize>(hypergraph: &Hypergraph) -> Result<HypergraphClues<W>, Error> {
    let sets = hypergraph.sets::<W>().expect("this width was chosen for it");
    HypergraphClues::new(hypergraph.n_vertices, sets).map_err(|e| Error::Cells(e.to_string()))
}

/// Restricts an instance before it is visited.
struct Restricting<'c, V> {
    conditions: &'c Conditions,
    visit: V,
}

impl<V: AtWidth> AtWidth for Restricting<'_, V> {
    type Out = V::Out;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> V::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let [given, forbidden] = self.conditions.sets::<W>();
        self.visit.at::<W>(&PartialInstance::new(instance, given, forbidden))
    }
}
