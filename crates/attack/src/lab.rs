//! A fresh folder in which the program runs, with the record of its commands.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Why an answer is wrong, in words; or why there is no answer.
pub(crate) type Wrong = String;

/// What the program said.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    /// Its exit code, unless a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Output {
    /// The records on standard output, one a line.
    ///
    /// # Errors
    /// If a line is not JSON.
    pub(crate) fn records(&self) -> Result<Vec<Value>, Wrong> {
        let record = |line: &str| serde_json::from_str(line).map_err(|e| format!("{e} in {line:?}"));
        self.stdout.lines().map(record).collect()
    }

    /// The only record.
    ///
    /// # Errors
    /// If there is none, or several.
    pub(crate) fn record(&self) -> Result<Value, Wrong> {
        let mut records = self.records()?;
        if records.len() != 1 {
            return Err(format!(
                "{} records in place of one; code {:?}, {}",
                records.len(),
                self.code,
                self.stderr.trim()
            ));
        }
        Ok(records.remove(0))
    }

    /// Is the exit code this one?
    ///
    /// # Errors
    /// If it is not.
    pub(crate) fn expect_code(&self, wanted: i32) -> Result<(), Wrong> {
        if self.code == Some(wanted) {
            Ok(())
        } else {
            Err(format!("exit code {:?} in place of {wanted}; it says: {}", self.code, self.stderr.trim()))
        }
    }
}

/// A folder of one case, with the program in it.
#[derive(Debug)]
pub(crate) struct Lab {
    program: PathBuf,
    folder: TempDir,
    patience: Duration,
    commands: Vec<String>,
    /// Files that may be refused where this build knows no better; see the campaign of dialects.
    pub(crate) n_refused: u64,
}

impl Lab {
    /// A new folder.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub(crate) fn new(program: &Path, patience: Duration) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("minclue-attack-").tempdir()?;
        Ok(Self { program: program.to_owned(), folder, patience, commands: Vec::new(), n_refused: 0 })
    }

    /// How often the program ran.
    pub(crate) fn n_runs(&self) -> u64 {
        self.commands.len() as u64
    }

    /// Writes a file of the case.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Wrong> {
        fs::write(self.folder.path().join(name), text).map_err(|e| format!("cannot write {name}: {e}"))
    }

    /// The text of a file of the case, which the program wrote; what is not text is replaced.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(&self, name: &str) -> Result<String, Wrong> {
        let bytes = fs::read(self.folder.path().join(name)).map_err(|e| format!("cannot read {name}: {e}"))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Writes the first half of a file to another one.
    ///
    /// # Errors
    /// If that fails.
    pub(crate) fn halve(&self, name: &str, half: &str) -> Result<(), Wrong> {
        let path = |name: &str| self.folder.path().join(name);
        let bytes = fs::read(path(name)).map_err(|e| format!("{name}: {e}"))?;
        fs::write(path(half), &bytes[..bytes.len() / 2]).map_err(|e| format!("{half}: {e}"))
    }

    /// Removes a file or a folder of the case, if it is there.
    pub(crate) fn remove(&self, name: &str) {
        let path = self.folder.path().join(name);
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }

    /// Runs the program; its standard input is empty. A panic, a signal and a run that does not end are wrong whatever
    /// was asked. Where numbers are too large for solvers of integer programs it says so, and is asked again without them.
    ///
    /// # Errors
    /// These.
    pub(crate) fn run<A: AsRef<OsStr>>(&mut self, args: &[A]) -> Result<Output, Wrong> {
        let output = self.run_or_refuse(args)?;
        if is_too_large_for_programs(&output)? {
            let words: Vec<&OsStr> = args.iter().map(AsRef::as_ref).collect();
            let without = without_programs(&words)
                .ok_or_else(|| format!("no integer program is asked for, and it says: {}", output.stderr.trim()))?;
            return self.run(&without);
        }
        match output {
            Output { code: Some(2), stderr, .. } => {
                Err(format!("wrong usage (code 2), so this attack or the documents are wrong: {}", stderr.trim()))
            }
            output => Ok(output),
        }
    }

    /// The same, where the program may say that options do not go together.
    ///
    /// # Errors
    /// As of [`Self::run`], but for wrong usage.
    pub(crate) fn run_or_refuse<A: AsRef<OsStr>>(&mut self, args: &[A]) -> Result<Output, Wrong> {
        let words: Vec<&str> = args.iter().map(|word| word.as_ref().to_str().unwrap_or("?")).collect();
        self.commands.push(format!("minclue {}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")));
        let failed = |e: io::Error| format!("the program cannot be run: {e}");
        let (stdout, stderr) = (self.folder.path().join(".stdout"), self.folder.path().join(".stderr"));
        let mut child = Command::new(&self.program)
            .args(args)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(File::create(&stdout).map_err(failed)?)
            .stderr(File::create(&stderr).map_err(failed)?)
            .spawn()
            .map_err(failed)?;
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                break status;
            }
            if start.elapsed() > self.patience {
                child.kill().and_then(|()| child.wait()).map_err(failed)?;
                return Err(format!("it did not end within {} seconds", self.patience.as_secs()));
            }
            sleep(Duration::from_millis(1));
        };
        let text =
            |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).map_err(failed);
        let output = Output { code: status.code(), stdout: text(&stdout)?, stderr: text(&stderr)? };
        if output.stderr.contains("panicked at") {
            return Err(format!("it panicked: {}", output.stderr.trim()));
        }
        match output.code {
            None => Err(format!("a signal ended it ({status})")),
            // No limit of time is ever given, and every option is one that the documents allow.
            Some(1) => Err(format!("internal error (code 1): {}", output.stderr.trim())),
            Some(_) => Ok(output),
        }
    }

    /// Keeps the files and the commands in a folder, with the reason.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn keep(&self, folder: &Path, why: &str) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        copy(self.folder.path(), folder)?;
        fs::write(folder.join("commands.sh"), self.commands.join("\n") + "\n")?;
        fs::write(folder.join("why.txt"), format!("{why}\n"))
    }

    pub(crate) fn last_command(&self) -> &str {
        self.commands.last().map_or("", String::as_str)
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(to.join(&name))?;
            copy(&entry.path(), &to.join(&name))?;
        } else {
            let visible = name.to_string_lossy().trim_start_matches('.').to_owned();
            fs::copy(entry.path(), to.join(visible))?;
        }
    }
    Ok(())
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Does the program say that a row is too large for solvers of integer programs?
///
/// # Errors
/// If it is not, or if the exit code is not that of a refused input.
fn is_too_large_for_programs(output: &Output) -> Result<bool, Wrong> {
    // Messages are wrapped.
    let said = output.stderr.replace('\u{2502}', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((before, after)) = said.split_once(", but integer programs in floating point are only reliable up to ")
    else {
        return Ok(false);
    };
    let sum = before.rsplit(' ').next().and_then(|number| number.parse::<u128>().ok());
    let most = after.split(';').next().and_then(|number| number.parse::<u128>().ok());
    match (sum, most) {
        (Some(sum), Some(most)) if sum > most => output.expect_code(3).map(|()| true),
        _ => Err(format!("this is not too large: {said}")),
    }
}

/// The same command with our own search in place of integer programs; `None` if it asks for none.
fn without_programs<'a>(args: &[&'a OsStr]) -> Option<Vec<&'a OsStr>> {
    let mut left = Vec::new();
    let mut words = args.iter().copied();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--independent") => {}
            Some("--follower") => drop(words.next()),
            _ => left.push(word),
        }
    }
    (left.len() < args.len()).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_for_programs_is_asked_without_them() {
        let said = |code, sum: &str| {
            let stderr = format!(
                "error: the numbers of row `c 8` add up to {sum}, but integer\n  \u{2502} programs in floating point are \
                 only reliable up to 100000000; use --follower oracle\n"
            );
            is_too_large_for_programs(&Output { code: Some(code), stdout: String::new(), stderr })
        };
        assert_eq!(said(3, "100000001"), Ok(true));
        assert!(said(1, "100000001").is_err(), "refused as what it is not");
        assert!(said(3, "100000000").is_err(), "small enough");
        let other = Output { code: Some(1), stdout: String::new(), stderr: "error: a row".to_owned() };
        assert_eq!(is_too_large_for_programs(&other), Ok(false));
        let words = |text: &'static str| text.split(' ').map(OsStr::new).collect::<Vec<_>>();
        let without = |text| without_programs(&words(text));
        assert_eq!(without("fcp a --follower cbc --seed 1"), Some(words("fcp a --seed 1")));
        assert_eq!(without("solve --independent a"), Some(words("solve a")));
        assert_eq!(without("solve a --seed 1"), None);
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(["x_1", "x*", "a'b", ""].map(quoted), ["x_1", "'x*'", r"'a'\''b'", "''"]);
    }
}
