//! What systems do in different ways: the kinds of their files, and the clock of a thread. Everything else that we ask
//! of a system is the same on all of them.

#[cfg(not(target_family = "wasm"))]
mod unix;
#[cfg(target_family = "wasm")]
mod wasm;

#[cfg(not(target_family = "wasm"))]
pub(super) use unix::{begin_of_name, new_file, special_kind, thread_time};
#[cfg(target_family = "wasm")]
pub(super) use wasm::{begin_of_name, new_file, special_kind, thread_time};
