//! 0/1 linear models with exact integer data.

mod highs_handle;
mod model;
mod read_back;
mod warm_lp;

pub use model::{BinaryModel, Row, RowId, Sense, VarId};
pub use read_back::{Optimum, ReadBack, ReadBackError, read_back};
pub use warm_lp::{Basis, CoverRow, LpStatus, WarmLp};
