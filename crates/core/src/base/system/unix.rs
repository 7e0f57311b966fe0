//! Linux and other Unix systems.

use std::ffi::{OsStr, OsString};
use std::fs::{FileType, Permissions};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tempfile::Builder;

/// The permissions of a new file, of which the umask takes its part.
const NEW_FILE: u32 = 0o666;

/// The processor time of this thread.
pub(in crate::base) fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// Returns the human-readable kind of a file that is neither regular nor a folder.
pub(in crate::base) fn special_kind(file_type: FileType) -> &'static str {
    if file_type.is_char_device() || file_type.is_block_device() {
        "a device"
    } else if file_type.is_fifo() {
        "a pipe"
    } else if file_type.is_socket() {
        "a socket"
    } else {
        "something else"
    }
}

/// The first bytes of a name, at most `max`.
pub(in crate::base) fn begin_of_name(name: &OsStr, max: usize) -> OsString {
    let name = name.as_bytes();
    OsStr::from_bytes(&name[..name.len().min(max)]).to_owned()
}

/// Temporary files with the permissions that every new file has.
pub(in crate::base) fn new_file<'a, 'b>() -> Builder<'a, 'b> {
    let mut builder = Builder::new();
    builder.permissions(Permissions::from_mode(NEW_FILE));
    builder
}
