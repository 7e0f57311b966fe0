//! Types for builds without the feature `papers`, which have no published search. The type of their settings has no
//! value, so code that handles the settings compiles unchanged.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Mutex;

use minclue_core::base::CellSet;
use minclue_core::problem::{ClueProblem, Minimum};
use minclue_engine::tally::Tally;
use minclue_engine::{Engine, EngineError, Enumeration, EnumerationQuery, Run, Start, at_each_width};

/// The settings of a published search; this build has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPublished {}

impl NoPublished {
    /// Returns `None`: this build has no published search.
    #[must_use]
    pub fn named(_: &str) -> Option<Self> {
        None
    }

    /// Returns whether its sets come from blueprints by default.
    #[must_use]
    pub fn takes_blueprints(self) -> bool {
        match self {}
    }
}

impl fmt::Display for NoPublished {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NoPublished {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Err(format!("`{text}` is not an engine; published searches are not part of this build"))
    }
}

/// A published search as an engine; this build has none.
#[derive(Clone, Debug)]
pub struct NoPublishedSearch<'e> {
    pub settings: NoPublished,
    /// The seed of the local search.
    pub seed: u64,
    /// Whether to look for a good puzzle before the search.
    pub local_search: bool,
    /// The place for the statistics of the search.
    pub tally: Option<&'e Mutex<Tally>>,
}

macro_rules! engine {
    ($W:literal) => {
        impl Engine<$W> for NoPublishedSearch<'_> {
            fn name(&self) -> Cow<'static, str> {
                match self.settings {}
            }

            fn minimum(
                &self,
                _: &dyn ClueProblem<$W>,
                _: &Start<'_, $W>,
                _: &mut Run<'_, $W>,
            ) -> Result<Minimum<$W>, EngineError> {
                match self.settings {}
            }

            fn enumerate(
                &self,
                _: &dyn ClueProblem<$W>,
                _: &Start<'_, $W>,
                _: &EnumerationQuery<$W>,
                _: &mut Run<'_, $W>,
                _: &mut dyn FnMut(CellSet<$W>) -> ControlFlow<()>,
            ) -> Result<Enumeration, EngineError> {
                match self.settings {}
            }
        }
    };
}
at_each_width!(engine);
