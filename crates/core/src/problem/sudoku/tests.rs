//! Grids of variants as clue problems.
