//! Shared parts of the tests: the built program in a fresh folder, and the folder of third-party data, which must not
//! be copied.
//!
//! It does not depend on the library, so tests of any package can use it.

#![forbid(unsafe_code)]

#[cfg(unix)]
pub mod console;

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A program in a fresh folder, which is deleted with it.
#[derive(Debug)]
pub struct Program {
    file: PathBuf,
    folder: TempDir,
}

impl Program {
    /// Creates the program in `file`; tests get its path from `env!("CARGO_BIN_EXE_minclue")`.
    ///
    /// # Panics
    /// If no temporary folder can be created.
    #[must_use]
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into(), folder: tempfile::tempdir().expect("a folder") }
    }

    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of a file in its folder.
    #[must_use]
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder().join(name)
    }

    /// Writes a file in its folder.
    ///
    /// # Panics
    /// If that fails.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap_or_else(|e| panic!("{name}: {e}"));
    }

    /// Reads the text of a file in its folder.
    ///
    /// # Panics
    /// If the file does not exist.
    #[must_use]
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Returns the names of the files in its folder, sorted.
    ///
    /// # Panics
    /// If a name is not UTF-8.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        names(self.folder())
    }

    /// Creates the command of the program with these arguments, not yet started: standard input is empty, and the
    /// outputs are captured.
    pub fn command(&self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = Command::new(&self.file);
        command.current_dir(self.folder()).args(args).env_remove("NO_COLOR");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts the program with these arguments, with pipes to and from it.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(&self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Child {
        self.command(args).stdin(Stdio::piped()).spawn().expect("the program starts")
    }

    /// Runs the program with these arguments, and returns its output.
    ///
    /// # Panics
    /// If it panics, is killed, or if its output is not UTF-8.
    pub fn run(&self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Run {
        self.feed(args, "")
    }

    /// Runs the program with these arguments and standard input, and returns its output.
    ///
    /// # Panics
    /// If it panics, is killed, or if its output is not UTF-8.
    pub fn feed(&self, args: impl IntoIterator<Item = impl AsRef<OsStr>>, stdin: impl AsRef<[u8]>) -> Run {
        Run::fed(&mut self.command(args), stdin)
    }
}

/// Returns the names of the files in a folder, sorted.
///
/// # Panics
/// If there is no such folder, or a name is not UTF-8.
#[must_use]
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// The exit status and the output of a run.
#[derive(Clone, Debug)]
pub struct Run {
    pub code: i32,
    pub text: String,
    pub stderr: String,
}

impl Run {
    /// Runs a command with `stdin` as standard input.
    ///
    /// # Panics
    /// If it does not start, panics, is killed, or if its output is not UTF-8.
    pub fn fed(command: &mut Command, stdin: impl AsRef<[u8]>) -> Self {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        // It may end without reading: that closes the pipe.
        let _ = child.stdin.take().expect("piped").write_all(stdin.as_ref());
        child.wait_with_output().expect("the program ends").into()
    }

    /// Returns its only record.
    ///
    /// # Panics
    /// If standard output is anything else.
    #[must_use]
    pub fn record(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("{e}: {}{}", self.text, self.stderr))
    }

    /// Returns its records, one per line.
    ///
    /// # Panics
    /// If standard output is anything else.
    #[must_use]
    pub fn records(&self) -> Vec<Value> {
        let record = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.text.lines().map(record).collect()
    }
}

impl From<Output> for Run {
    /// # Panics
    /// If the program panicked, was killed, or said what is not UTF-8.
    fn from(output: Output) -> Self {
        let utf8 = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let (text, stderr) = (utf8(output.stdout), utf8(output.stderr));
        assert!(!stderr.contains("panicked"), "{stderr}");
        Self { code: output.status.code().unwrap_or_else(|| panic!("it was killed: {stderr}")), text, stderr }
    }
}

/// Returns the path of a file of the project.
#[must_use]
pub fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Reads the text of a file of the project.
///
/// # Panics
/// If it cannot be read.
#[must_use]
pub fn project_text(name: &str) -> String {
    fs::read_to_string(project(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Returns the path of a file of third-party data: in the folder in `MINCLUE_DATA`, or in `../shared/data`, beside the
/// project. Prints a message and returns `None` if it does not exist: there is nothing to check then.
#[expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]
#[must_use]
pub fn shared_data(name: &str) -> Option<PathBuf> {
    let beside = || project("../shared/data");
    let path = std::env::var_os("MINCLUE_DATA").map_or_else(beside, PathBuf::from).join(name);
    if !path.is_file() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

/// Reads the text of such a file.
///
/// # Panics
/// If it exists and cannot be read.
#[must_use]
pub fn shared_text(name: &str) -> Option<String> {
    shared_data(name).map(|path| fs::read_to_string(path).unwrap_or_else(|e| panic!("{name}: {e}")))
}
