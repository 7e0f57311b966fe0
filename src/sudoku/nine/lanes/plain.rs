//! Four words in an array, for any machine.
