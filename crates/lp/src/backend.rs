//! The available solvers of integer programs, by name.

use std::str::FromStr;

use minclue_core::ilp::IlpSolver;

#[cfg(feature = "cbc")]
use crate::Cbc;
#[cfg(feature = "highs")]
use crate::Highs;

/// A solver of integer programs, which a build may include.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Backend {
    /// `HiGHS`, included in default builds.
    #[cfg_attr(feature = "clap", value(help = "HiGHS, built in"))]
    #[default]
    Highs,
    /// CBC, with the feature `cbc`.
    Cbc,
}

/// The reason why a backend is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// No backend has this name.
    #[error("`{0}` is not an ILP solver; use `highs` or `cbc`")]
    Unknown(String),
    /// The backend was left out of this build.
    #[error("this build has no `{0}`; build with the feature of that name")]
    NotBuilt(&'static str),
}

impl Backend {
    /// All backends of this build.
    pub const ALL: &'static [Self] = &[
        #[cfg(feature = "highs")]
        Self::Highs,
        #[cfg(feature = "cbc")]
        Self::Cbc,
    ];

    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Highs => "highs",
            Self::Cbc => "cbc",
        }
    }

    /// Returns its solver.
    ///
    /// # Errors
    /// [`BackendError::NotBuilt`] if it was left out of this build.
    pub fn solver(self) -> Result<&'static dyn IlpSolver, BackendError> {
        match self {
            #[cfg(feature = "highs")]
            Self::Highs => Ok(&Highs),
            #[cfg(feature = "cbc")]
            Self::Cbc => Ok(&Cbc),
            #[cfg(not(feature = "highs"))]
            Self::Highs => Err(BackendError::NotBuilt("highs")),
            #[cfg(not(feature = "cbc"))]
            Self::Cbc => Err(BackendError::NotBuilt("cbc")),
        }
    }
}

impl FromStr for Backend {
    type Err = BackendError;

    fn from_str(text: &str) -> Result<Self, BackendError> {
        match text {
            "highs" => Ok(Self::Highs),
            "cbc" => Ok(Self::Cbc),
            _ => Err(BackendError::Unknown(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for backend in Backend::ALL {
            assert_eq!(backend.name().parse(), Ok(*backend));
        }
        assert_eq!("glpk".parse::<Backend>(), Err(BackendError::Unknown("glpk".into())));
    }
}
