//! Model files as people and programs write them: found cases through the built program, random files with every liberty of the
//! formats, and CBC, GLPK and HiGHS as outside readers of the same files.

mod cases;
mod made;
mod outside;
mod same;
mod stopped;
mod write_lp;
mod write_mps;
