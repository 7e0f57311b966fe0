//! Is this the program that made the campaign? Answers of another one may differ, and nobody would see why.

use minclue_campaign::{Manifest, file_sha256};

use super::super::exit::Exit;
use super::super::message::Messages;
use super::super::program::Program;
use super::super::version::VERSION;

/// The hash of this program, where it is a file of its own.
pub(super) fn sha256() -> Option<String> {
    Program::own_file().and_then(|file| file_sha256(&file).ok())
}

/// Refuses another program than the one of `manifest`, unless that is `accepted`.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn check(
    manifest: &Manifest,
    program: Option<&str>,
    accepted: bool,
    messages: &Messages,
) -> Result<(), Exit> {
    let differs = if manifest.version != VERSION {
        format!("minclue {}, and this is {VERSION}", manifest.version)
    } else if manifest.program_sha256.as_deref().zip(program).is_some_and(|(there, here)| there != here) {
        format!("another program of the same version, {VERSION}")
    } else {
        return Ok(());
    };
    if accepted {
        return Ok(());
    }
    messages.error(
        &format!("another program made the campaign: {differs}"),
        Some("use that program, or --changed-program; the last line of each chunk names the program that ran it"),
    );
    Err(Exit::InvalidInput)
}
