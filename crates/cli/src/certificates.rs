//! The files of the certificates of a run: where each goes, and that none of them takes the place of something else.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use minclue_solver::upper_file;

use super::args::BilevelArgs;
use super::file_guard::{self, FileGuard, Refusal};

/// The option, as people write it.
const OPTION: &str = "--certify";
/// How every certificate begins, of any version.
const MAGIC: &[u8] = b"minclue-cert/";
/// That of a bilevel program over integers.
const BILEVEL_MAGIC: &[u8] = b"minclue-bilevel-cert/";

/// The certificates of the inputs of one run, in order.
pub(super) struct Certificates<'a> {
    /// The file of `--certify`; `{}` in it stands for the number of the input.
    path: Option<&'a Path>,
    /// Has each a second one beside it, that of the upper bound?
    are_pairs: bool,
    claimed: Mutex<Claimed>,
}

/// What became of the files of a run so far.
#[derive(Default)]
struct Claimed {
    /// What all of them are.
    claims: FileGuard,
    /// Inputs up to this one have claimed their certificates.
    n_inputs: usize,
    /// What those got who have not asked yet.
    ready: BTreeMap<usize, Result<PathBuf, Refusal>>,
}

impl<'a> Certificates<'a> {
    /// Nothing is claimed yet.
    pub(super) fn new(path: Option<&'a Path>) -> Self {
        Self { path, are_pairs: false, claimed: Mutex::default() }
    }

    /// The same where the upper bound may have a certificate of its own.
    pub(super) fn in_pairs(self, are_pairs: bool) -> Self {
        Self { are_pairs, ..self }
    }

    /// Claims what engines write, the first certificate among it; `claims` has what the run reads.
    ///
    /// # Errors
    /// A file cannot be written, or something else would be lost.
    pub(super) fn claim(&self, mut claims: FileGuard, bilevel: Option<&BilevelArgs>) -> Result<(), Refusal> {
        if let Some(folder) = bilevel.and_then(|bilevel| bilevel.state.as_ref()) {
            file_guard::folder("--state", folder)?;
        }
        if let Some(log) = bilevel.and_then(|bilevel| bilevel.log.as_ref()) {
            claims.extends("--log", log)?;
        }
        let mut claimed = self.claimed();
        if let Some(first) = self.path_of(1) {
            self.claim_files(&mut claims, &first)?;
            claimed.ready.insert(1, Ok(first));
            claimed.n_inputs = 1;
        }
        claimed.claims = claims;
        Ok(())
    }

    /// The certificate of the input with this number, from 1, if there shall be any. Inputs claim theirs in their
    /// order, whoever asks first, so that of two with one name it is always the later one that is refused.
    ///
    /// # Errors
    /// As of [`Self::claim`].
    pub(super) fn of(&self, number: usize) -> Result<Option<PathBuf>, Refusal> {
        let mut claimed = self.claimed();
        while claimed.n_inputs < number {
            let next = claimed.n_inputs + 1;
            let Some(path) = self.path_of(next) else { return Ok(None) };
            let claim = self.claim_files(&mut claimed.claims, &path).map(|()| path);
            claimed.ready.insert(next, claim);
            claimed.n_inputs = next;
        }
        claimed.ready.remove(&number).transpose()
    }

    fn claim_files(&self, claims: &mut FileGuard, path: &Path) -> Result<(), Refusal> {
        claim_certificate(claims, path)?;
        if self.are_pairs { claim_certificate(claims, &upper_file(path)) } else { Ok(()) }
    }

    /// What the files of the run are, for whoever writes others.
    pub(super) fn with_claims<T>(&self, change: impl FnOnce(&mut FileGuard) -> T) -> T {
        change(&mut self.claimed().claims)
    }

    fn claimed(&self) -> MutexGuard<'_, Claimed> {
        self.claimed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is wrong with a second input: there is but one name for two certificates.
    pub(super) fn only_one(&self) -> Option<Refusal> {
        let path = self.path.filter(|path| !path.to_string_lossy().contains("{}"))?.display();
        let message = format!("{OPTION} {path} names one file, but there are several inputs");
        Some(Refusal::usage(message, Some("put {} in its name for the number of the input, such as proof-{}.cert")))
    }

    fn path_of(&self, number: usize) -> Option<PathBuf> {
        let path = self.path?;
        let text = path.to_string_lossy();
        // A name that is not text stays as it is.
        Some(if text.contains("{}") { text.replace("{}", &number.to_string()).into() } else { path.to_owned() })
    }
}

/// Claims one certificate.
///
/// # Errors
/// It cannot be written, or something else would be lost.
pub(super) fn claim_certificate(claims: &mut FileGuard, path: &Path) -> Result<(), Refusal> {
    claims.replaces(OPTION, path)?;
    if holds_something_else(path) {
        let message = format!("{OPTION} {}: this file exists and is not a certificate", path.display());
        return Err(Refusal::usage(message, Some("remove it, or use another name")));
    }
    Ok(())
}

/// Does the file begin with these bytes? It is read from its start again after that.
fn begins_with(mut file: &File, bytes: &[u8]) -> bool {
    let mut begin = vec![0; bytes.len()];
    let is_so = file.read_exact(&mut begin).is_ok() && begin == bytes;
    file.rewind().is_ok() && is_so
}

/// Is there a file with something in it that is not a certificate? An older certificate may be replaced.
pub(super) fn holds_something_else(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return path.exists() };
    if file.metadata().is_ok_and(|there| there.len() == 0) {
        return false;
    }
    if begins_with(&file, BILEVEL_MAGIC) {
        return false;
    }
    let mut begin = [0; MAGIC.len()];
    let read = zstd::stream::read::Decoder::new(file).and_then(|mut stream| stream.read_exact(&mut begin));
    read.is_err() || begin != MAGIC
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Of two with one name the later one is refused, though it asks first.
    #[test]
    fn inputs_claim_in_their_order() {
        let folder = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink("proof-2", folder.path().join("proof-3")).expect("a link");
        let path = folder.path().join("proof-{}");
        let certificates = Certificates::new(Some(&path));
        let names: Vec<Option<String>> = [4, 3, 1, 2]
            .into_iter()
            .map(|number| {
                let path = certificates.of(number).ok()??;
                Some(path.file_name()?.to_string_lossy().into_owned())
            })
            .collect();
        let proof = |number: usize| Some(format!("proof-{number}"));
        assert_eq!(names, [proof(4), None, proof(1), proof(2)]);
        assert!(matches!(Certificates::new(None).of(7), Ok(None)));
    }

    #[test]
    fn only_certificates_and_empty_files_are_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let packed = |text: &[u8]| zstd::encode_all(text, 1).expect("it compresses");
        for (content, is_else) in [
            (Vec::new(), false),
            (packed(b"minclue-cert/1\nand more"), false),
            (packed(b"minclue-cert/7"), false),
            (packed(b"minclue-cert"), true),
            (packed(b"another archive"), true),
            (b"minclue-cert/1\n".to_vec(), true),
            (b"notes".to_vec(), true),
        ] {
            let path = folder.path().join("x");
            fs::write(&path, &content).expect("written");
            assert_eq!(holds_something_else(&path), is_else, "{content:?}");
        }
        assert!(!holds_something_else(&folder.path().join("missing")));
    }
}
