//! 0/1 linear models with exact integer data, their file formats, and the interface of their solvers.

mod bilevel_file;
mod clauses;
mod decimal;
mod format;
mod fresh_names;
mod integer_bilevel;
mod model;
mod model_error;
mod node_lp;
mod propagation;
mod read_model;
mod read_solution;
mod select;
mod solve;
mod text;

pub use bilevel_file::{
    BilevelFileError, BilevelProgram, BilevelReason, LARGEST_SUM, MpsAuxError, PlacedIntegerBilevel,
    read_integer_mps_aux, read_ki, read_mps_aux,
};
pub use clauses::{Clause, ClauseFormat, ClauseGroup, ClauseSet, read_clauses};
pub use format::{Names, write_lp, write_mps, write_opb, write_wcnf};
pub use integer_bilevel::{
    IntegerBilevel, IntegerVariable, LevelRow, NoAnswer, Reading, ScaledObjective, decimal_text,
};
pub use model::{BinaryModel, Literal, Row, RowId, Sense, VarId};
pub use model_error::{ModelError, ModelReason};
pub use node_lp::{CoverRow, LpStatus, NodeLp, NodeLps};
pub use propagation::{Propagation, Reduced, Values};
pub use read_model::{ModelFormat, Read, Selector, read_model};
pub use read_solution::{SolutionError, SolutionReason, read_solution};
pub use select::{PatternError, matching, row_matching};
pub use solve::{Effort, IlpSolver, RepeatedModel, Solved};
pub use text::{TextPlace, TextReason};
