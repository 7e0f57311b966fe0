//! The files of one run, looked at before any work: none of them stands for two things, and none is written over that
//! is not meant.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use minclue_core::base::{folder_of, ordinary_file};

use super::answer::Answer;
use super::exit::Exit;
use super::input::Input;
use super::message::Messages;

/// What helps where one file stands for two things.
const OWN_NAMES: &str = "give every file of a run its own name";

/// Which file it is, whatever it is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Identity {
    /// A file that is there, by device and number: other names and links do not matter.
    Itself(u64, u64),
    /// A place for a file: the device and number of the folder, and the name.
    Place(u64, u64, OsString),
}

impl Identity {
    /// What a path stands for, its links followed; `None` if no file can be there.
    pub(super) fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().as_ref().map(Self::itself).or_else(|| Self::place(path).ok())
    }

    /// A stream that is an ordinary file; a terminal or a pipe has no other name.
    pub(super) fn of_stream(stream: impl AsFd) -> Option<Self> {
        let metadata = stream.as_fd().try_clone_to_owned().and_then(|stream| File::from(stream).metadata());
        metadata.ok().filter(Metadata::is_file).as_ref().map(Self::itself)
    }

    fn itself(metadata: &Metadata) -> Self {
        Self::Itself(metadata.dev(), metadata.ino())
    }

    /// The place that a path stands for, its links followed.
    fn place(path: &Path) -> io::Result<Self> {
        let path = ordinary_file(path)?;
        let folder = fs::metadata(folder_of(&path))?;
        Ok(Self::Place(folder.dev(), folder.ino(), path.file_name().unwrap_or_default().to_owned()))
    }
}

/// What the files of a run are, by what they are.
#[derive(Debug, Default)]
pub(super) struct FileGuard {
    files: HashMap<Identity, String>,
    /// Does the input come from standard input?
    is_standard: bool,
}

/// Why a file is not written.
#[derive(Debug)]
pub(super) struct Refusal {
    message: String,
    help: Option<&'static str>,
    exit: Exit,
}

impl Refusal {
    pub(super) fn usage(message: String, help: Option<&'static str>) -> Self {
        Self { message, help, exit: Exit::Usage }
    }

    /// The system does not let it be written.
    pub(super) fn unwritable(option: &str, path: &Path, error: &io::Error) -> Self {
        let message = format!("{option} {}: this cannot be written: {error}", path.display());
        Self { message, help: None, exit: Exit::Internal }
    }

    /// Says it, and returns the exit code.
    pub(super) fn report(self, messages: &Messages) -> Exit {
        messages.error(&self.message, self.help);
        self.exit
    }

    /// The answer to an input of several.
    pub(super) fn answer(self) -> Answer {
        if self.exit == Exit::Usage { Answer::Usage(self.message) } else { Answer::Failed(self.message) }
    }
}

impl FileGuard {
    /// Standard output, and the inputs of the run.
    pub(super) fn of<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> Self {
        let mut claims = Self::output();
        inputs.into_iter().for_each(|input| claims.input(input));
        claims
    }

    /// An input of the run.
    pub(super) fn input(&mut self, input: &Input) {
        match input {
            Input::Standard => {
                self.is_standard = true;
                self.stream("standard input", io::stdin());
            }
            Input::File(path) => self.reads("the input", path),
            Input::Literal(_) | Input::Catalog(_) => {}
        }
    }

    pub(super) fn output() -> Self {
        let mut claims = Self::default();
        claims.stream("standard output", io::stdout());
        claims
    }

    fn stream(&mut self, name: &str, stream: impl AsFd) {
        if let Some(file) = Identity::of_stream(stream) {
            self.files.insert(file, name.to_owned());
        }
    }

    /// A file that the run reads, by what people call it.
    pub(super) fn reads(&mut self, name: &str, path: &Path) {
        if let Ok(metadata) = fs::metadata(path) {
            self.files.insert(Identity::itself(&metadata), name.to_owned());
        }
    }

    /// Something that `option` reads from standard input.
    ///
    /// # Errors
    /// The input comes from there.
    pub(super) fn reads_standard_input(&self, option: &str) -> Result<(), Refusal> {
        let help = Some("give the input as a file");
        let taken = || Refusal::usage(format!("{option}: standard input is already the input"), help);
        if self.is_standard { Err(taken()) } else { Ok(()) }
    }

    /// The file of `--from`, if there is one.
    pub(super) fn reads_from(&mut self, path: Option<&Path>) {
        path.into_iter().for_each(|path| self.reads(&file_of("--from"), path));
    }

    /// A file that `option` makes anew; one that is there is replaced.
    ///
    /// # Errors
    /// The file stands for something else in this run, or it is not a regular one.
    pub(super) fn replaces(&mut self, option: &str, path: &Path) -> Result<(), Refusal> {
        let place = self.free(option, path)?;
        self.files.insert(place, file_of(option));
        Ok(())
    }

    /// A file that `option` adds to.
    ///
    /// # Errors
    /// As of [`Self::replaces`].
    pub(super) fn extends(&mut self, option: &str, path: &Path) -> Result<(), Refusal> {
        self.replaces(option, path)?;
        self.reads(&file_of(option), path);
        Ok(())
    }

    /// May it be written? Its place.
    fn free(&self, option: &str, path: &Path) -> Result<Identity, Refusal> {
        let name = path.display();
        let place = Identity::place(path).map_err(|e| Refusal::unwritable(option, path, &e))?;
        let itself = fs::metadata(path).ok().as_ref().map(Identity::itself);
        match self.files.get(&place).or_else(|| self.files.get(itself.as_ref()?)) {
            Some(other) if *other == file_of(option) => Err(Refusal::usage(
                format!("{option} {name}: this run has already written another file there"),
                Some(OWN_NAMES),
            )),
            Some(other) => Err(Refusal::usage(format!("{option} {name}: this is also {other}"), Some(OWN_NAMES))),
            None => Ok(place),
        }
    }
}

/// What people call the file of an option.
pub(super) fn file_of(option: &str) -> String {
    format!("the file of {option}")
}

/// A folder that `option` fills, which is made if it is not there: is something else there?
///
/// # Errors
/// There is, or its own folder cannot be used.
pub(super) fn folder(option: &str, path: &Path) -> Result<(), Refusal> {
    let failed = |why: String| Refusal {
        message: format!("{option} {}: this directory cannot be used: {why}", path.display()),
        help: None,
        exit: Exit::Internal,
    };
    match fs::metadata(path) {
        Ok(there) if !there.is_dir() => Err(failed("a file has this name".to_owned())),
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(failed(e.to_string())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_file_is_known_by_any_of_its_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("grids"), "").expect("written");
        fs::hard_link(at("grids"), at("hard")).expect("a link");
        symlink("grids", at("soft")).expect("a link");
        fs::create_dir(at("deep")).expect("made");
        symlink("..", at("deep/up")).expect("a link");
        let mut claims = FileGuard::default();
        claims.reads("the input", &at("grids"));
        for name in ["grids", "hard", "soft", "deep/../grids", "deep/up/grids"] {
            let refusal = claims.replaces("--certify", &at(name)).expect_err(name);
            assert!(refusal.message.ends_with("this is also the input") && refusal.exit == Exit::Usage, "{name}");
        }
        assert!(claims.replaces("--certify", &at("other")).is_ok());
    }

    #[test]
    fn two_files_of_a_run_are_not_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        symlink("new", at("link")).expect("a link");
        symlink("log", at("link-to-log")).expect("a link");
        let mut claims = FileGuard::default();
        claims.replaces("--certify", &at("new")).map_err(|e| e.message).expect("nothing is there");
        for name in ["new", "link"] {
            let refusal = claims.extends("--log", &at(name)).expect_err(name);
            assert!(refusal.message.ends_with("this is also the file of --certify"), "{}", refusal.message);
            let refusal = claims.replaces("--certify", &at(name)).expect_err(name);
            assert!(refusal.message.contains("already written another file there"), "{}", refusal.message);
        }
        claims.extends("--log", &at("log")).map_err(|e| e.message).expect("nothing is there");
        assert!(claims.replaces("--certify", &at("link-to-log")).is_err());
    }

    #[test]
    fn what_is_not_an_ordinary_file_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut claims = FileGuard::default();
        for (path, why) in [
            (Path::new("/dev/null"), "a device"),
            (folder.path(), "a directory"),
            (&folder.path().join("missing/x"), "there is no folder"),
        ] {
            let refusal = claims.replaces("--certify", path).expect_err(why);
            assert!(refusal.message.contains(why) && refusal.exit == Exit::Internal, "{}", refusal.message);
        }
        assert!(super::folder("--state", &folder.path().join("missing")).is_ok());
        assert!(super::folder("--state", folder.path()).is_ok());
        fs::write(folder.path().join("file"), "").expect("written");
        assert!(super::folder("--state", &folder.path().join("file")).is_err());
    }
}
