//! Functions that depend on the operating system: the kinds of files, and the clock of a thread.

#[cfg(not(target_family = "wasm"))]
mod unix;
#[cfg(target_family = "wasm")]
mod wasm;

#[cfg(not(target_family = "wasm"))]
pub(super) use unix::{begin_of_name, new_file, special_kind, thread_time};
#[cfg(target_family = "wasm")]
pub(super) use wasm::{begin_of_name, new_file, special_kind, thread_time};
