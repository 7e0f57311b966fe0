//! 0/1 linear models with exact integer data.

mod model;

pub use model::{BinaryModel, Row, RowId, Sense, VarId};
