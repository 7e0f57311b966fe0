//! WebAssembly with the system interface WASI: one thread, and only the files that the host provides. The page provides
//! none.

use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tempfile::Builder;

/// The time since this was first asked: with one thread and no other clock, that is what a search costs.
pub(in crate::base) fn thread_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Returns the kind of a file that is neither regular nor a folder; the system does not report it.
pub(in crate::base) fn special_kind(_: FileType) -> &'static str {
    "something else"
}

/// The first characters of a name, with at most `max` bytes; names are Unicode here.
pub(in crate::base) fn begin_of_name(name: &OsStr, max: usize) -> OsString {
    let name = name.to_string_lossy();
    name[..name.floor_char_boundary(max)].into()
}

/// Temporary files; there are no permissions.
pub(in crate::base) fn new_file<'a, 'b>() -> Builder<'a, 'b> {
    Builder::new()
}
