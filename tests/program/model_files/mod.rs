//! Model files as people and programs write them, through the built program.

mod reading_limits;
