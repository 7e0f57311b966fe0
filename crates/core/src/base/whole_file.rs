//! Atomic writing of files.
//!
//! A file is written under a temporary name in its folder, and renamed when it is complete. Until then, the previous
//! file is kept, and a failure leaves no temporary file. Only a regular file is ever replaced, never a folder, a device
//! or a pipe. A symbolic link is followed, and remains a link.

use std::fs::{self, File, FileType};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::system::{begin_of_name, new_file, special_kind};

/// The extension of incomplete files. It follows the name of the file and some random letters.
pub const PART: &str = ".part";
/// Most symbolic links that are followed, as in Linux.
const MAX_LINKS: usize = 40;
/// Most bytes of a name that a temporary name begins with: with all that follows it stays below the 255 that most file
/// systems take.
const MAX_OF_NAME: usize = 200;

/// Returns the path at which a file can be written: `path` itself, or the target of its symbolic links. It is a regular
/// file or does not exist.
///
/// # Errors
/// If the path exists but is not a regular file, or if its folder does not exist. The message explains which.
pub fn ordinary_file(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..=MAX_LINKS {
        match fs::symlink_metadata(&place) {
            Ok(there) if there.is_symlink() => place = folder_of(&place).join(fs::read_link(&place)?),
            Ok(there) if there.is_file() => return Ok(place),
            Ok(there) => {
                let message = format!("it is not a regular file, but {}", kind(there.file_type()));
                return Err(io::Error::new(ErrorKind::InvalidInput, message));
            }
            Err(e) if e.kind() == ErrorKind::NotFound => {
                let folder = folder_of(&place);
                return if !folder.is_dir() {
                    Err(io::Error::new(ErrorKind::NotFound, format!("there is no folder {}", folder.display())))
                } else if place.file_name().is_none() || place.as_os_str().as_encoded_bytes().ends_with(b"/") {
                    Err(io::Error::new(ErrorKind::InvalidInput, "this is not a file name"))
                } else {
                    Ok(place)
                };
            }
            Err(e) => return Err(e),
        }
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "its symbolic links lead to no file"))
}

fn kind(file_type: FileType) -> &'static str {
    if file_type.is_dir() { "a directory" } else { special_kind(file_type) }
}

/// The folder of a path; that of a bare name is `.`.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file that is being written. Dropping it before [`Self::keep`] removes it.
#[derive(Debug)]
pub struct WholeFile {
    file: NamedTempFile,
    place: PathBuf,
}

impl WholeFile {
    /// Creates a temporary file for `path`, or for the target of its symbolic links.
    ///
    /// # Errors
    /// Those of [`ordinary_file`], and if no file can be created in the folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        let place = ordinary_file(path)?;
        let mut prefix = begin_of_name(place.file_name().unwrap_or_default(), MAX_OF_NAME);
        prefix.push(".");
        let file = new_file().prefix(&prefix).suffix(PART).tempfile_in(folder_of(&place))?;
        Ok(Self { file, place })
    }

    /// Completes the file: it replaces the previous file and takes over its permissions.
    ///
    /// # Errors
    /// If it cannot be written completely, or if its path is now something else. The temporary file is then removed.
    pub fn keep(self) -> io::Result<()> {
        let place = ordinary_file(&self.place)?;
        let file = self.file.as_file();
        if let Ok(before) = fs::metadata(&place) {
            file.set_permissions(before.permissions())?;
        }
        file.sync_all()?;
        self.file.persist(&place).map(drop).map_err(|e| e.error)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file atomically.
///
/// # Errors
/// Those of [`WholeFile::create`] and [`WholeFile::keep`].
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.keep()
}

/// Removes a file, if it exists.
///
/// # Errors
/// If the file exists and cannot be removed.
pub fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Creates an unnamed file in the folder of `path`, or of the target of its symbolic links. It is deleted when it is
/// closed.
///
/// # Errors
/// Those of [`WholeFile::create`].
pub fn nameless_file(path: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder_of(&ordinary_file(path)?))
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_only_when_it_is_whole() {
        let folder = folder();
        let path = folder.path().join("x");
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("it is ours");
        let mut file = WholeFile::create(&path).expect("a file");
        file.write_all(b"new").expect("written");
        assert_eq!(fs::read(&path).expect("the old one"), b"old");
        file.keep().expect("kept");
        assert_eq!(fs::read(&path).expect("the new one"), b"new");
        assert_eq!(fs::metadata(&path).expect("it").permissions().mode() & 0o777, 0o640);
        drop(WholeFile::create(&path).expect("a file"));
        assert_eq!((names(folder.path()), fs::read(&path).expect("it")), (vec!["x".to_owned()], b"new".to_vec()));
    }

    /// As any file that is made in this folder, so that others may read it where the umask lets them.
    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file() {
        let folder = folder();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write_whole(&ours, b"x").expect("written");
        fs::write(&plain, "x").expect("written");
        let mode = |path: &Path| fs::metadata(path).expect("it").permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
    }

    #[test]
    fn a_link_stays_a_link_and_its_target_is_written() {
        let folder = folder();
        fs::create_dir(folder.path().join("deep")).expect("made");
        let (link, second, target) =
            (folder.path().join("link"), folder.path().join("deep/second"), folder.path().join("deep/target"));
        symlink("deep/second", &link).expect("a link");
        symlink("target", &second).expect("a link");
        for text in ["there was nothing", "and now there was something"] {
            write_whole(&link, text.as_bytes()).expect("written");
            assert_eq!(fs::read_to_string(&target).expect("the target"), text);
            assert!(link.is_symlink() && second.is_symlink());
        }
        assert_eq!(names(&folder.path().join("deep")), ["second", "target"]);
    }

    #[test]
    fn only_an_ordinary_file_is_replaced() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("directory")).expect("made");
        symlink("directory", at("link")).expect("a link");
        symlink("/dev/null", at("null")).expect("a link");
        symlink("circle", at("circle")).expect("a link");
        let _listener = UnixListener::bind(at("socket")).expect("a socket");
        for (path, why) in [
            (at("directory"), "a directory"),
            (at("link"), "a directory"),
            (at("null"), "a device"),
            (PathBuf::from("/dev/null"), "a device"),
            (at("socket"), "a socket"),
            (at("circle"), "lead to no file"),
            (at("missing/x"), "there is no folder"),
            (at("x/"), "not a file name"),
        ] {
            let refusal = WholeFile::create(&path).expect_err("refused").to_string();
            assert!(refusal.contains(why), "{}: {refusal}", path.display());
        }
        assert_eq!(names(folder.path()), ["circle", "directory", "link", "null", "socket"]);
    }

    /// What comes in between is not lost either.
    #[test]
    fn what_takes_the_place_meanwhile_is_left() {
        let folder = folder();
        let path = folder.path().join("x");
        let file = WholeFile::create(&path).expect("a file");
        fs::create_dir(&path).expect("made");
        assert!(file.keep().is_err_and(|e| e.to_string().contains("a directory")));
        assert_eq!(names(folder.path()), ["x"]);
    }

    #[test]
    fn files_of_others_are_not_in_the_way() {
        let folder = folder();
        for name in ["x.part", "x.tree", "x.new"] {
            fs::write(folder.path().join(name), name).expect("written");
        }
        let path = folder.path().join("x");
        drop(nameless_file(&path).expect("a file"));
        write_whole(&path, b"x").expect("written");
        assert_eq!(names(folder.path()), ["x", "x.new", "x.part", "x.tree"]);
        for name in ["x.part", "x.tree", "x.new"] {
            assert_eq!(fs::read_to_string(folder.path().join(name)).expect("it"), name);
        }
        // The longest name that there can be.
        write_whole(&folder.path().join("n".repeat(255)), b"x").expect("written");
    }
}
