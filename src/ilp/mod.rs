//! 0/1 linear models with exact integer data, the solvers for them, and an LP that stays warm.

#[cfg(feature = "cbc")]
mod cbc;
mod format;
mod highs;
mod highs_handle;
mod model;
mod node_lp;
mod read_back;
mod read_model;
mod read_solution;
mod select;
mod solve;
mod text;
mod warm_lp;

#[cfg(feature = "cbc")]
pub use cbc::Cbc;
pub use format::{Names, write_lp, write_mps, write_opb, write_wcnf};
pub use highs::Highs;
pub use model::{BinaryModel, Literal, Row, RowId, Sense, VarId};
pub use node_lp::{CoverRow, LpStatus, NodeLp};
pub use read_back::{Optimum, ReadBack, ReadBackError, read_back};
pub use read_model::{ModelError, ModelFormat, ModelReason, Read, read_model};
pub use read_solution::{SolutionError, SolutionReason, read_solution};
pub use select::{PatternError, matching};
pub use solve::{Backend, BackendError, Effort, IlpSolver, Solved};
pub use text::{TextPlace, TextReason};
pub use warm_lp::{Basis, WarmLp};
