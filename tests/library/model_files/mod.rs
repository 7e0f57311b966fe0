//! Model files as people and programs write them: random files with every liberty of the formats, and CBC, GLPK and
//! HiGHS as outside readers of the same files.

mod outside;
mod random_models;
mod same;
mod write_lp;
mod write_mps;
mod write_styles;
