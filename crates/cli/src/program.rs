//! How this program is started once more, for runs that are processes of their own.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What starts it, where that is not the file of this process.
static STARTER: OnceLock<Vec<OsString>> = OnceLock::new();

/// From now on `words` start this program: a file, and the arguments that come before all others.
pub(super) fn is_started_by(words: Vec<OsString>) {
    // Only the first caller in a process is heard; there is no second one with other words.
    let _ = STARTER.set(words);
}

/// What starts this program.
#[derive(Debug)]
pub(super) struct Program {
    words: Vec<OsString>,
}

impl Program {
    /// This one.
    ///
    /// # Errors
    /// The system does not say which file this process is.
    pub(super) fn itself() -> io::Result<Self> {
        let words = match STARTER.get() {
            Some(words) if !words.is_empty() => words.clone(),
            _ => vec![std::env::current_exe()?.into()],
        };
        Ok(Self { words })
    }

    /// The file of this program, if it is nothing but this program.
    pub(super) fn own_file() -> Option<PathBuf> {
        if STARTER.get().is_some() { None } else { std::env::current_exe().ok() }
    }

    pub(super) fn file(&self) -> &Path {
        self.words.first().map_or(Path::new(""), Path::new)
    }

    /// A process of it, without arguments so far.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(self.file());
        command.args(self.words.iter().skip(1));
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_file_of_this_process_where_nothing_else_is_said() {
        let program = Program::itself().expect("a file");
        assert_eq!(program.file(), std::env::current_exe().expect("a file"));
        assert_eq!(program.command().get_args().count(), 0);
    }
}
