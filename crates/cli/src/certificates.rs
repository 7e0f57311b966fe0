//! The files of the certificates of a run: where each goes, and that none of them takes the place of something else.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::args::BilevelArgs;
use super::claims::{self, Claims, Refusal};

/// The option, as people write it.
const OPTION: &str = "--certify";
/// How every certificate begins, of any version.
const MAGIC: &[u8] = b"minclue-cert/";

/// The certificates of the inputs of one run, in order.
pub(super) struct Certificates<'a> {
    /// The file of `--certify`; `{}` in it stands for the number of the input.
    path: Option<&'a Path>,
    /// What all files of the run are.
    pub(super) claims: Claims,
    /// Inputs so far.
    n_inputs: usize,
}

impl<'a> Certificates<'a> {
    /// Nothing is claimed yet.
    pub(super) fn new(path: Option<&'a Path>) -> Self {
        Self { path, claims: Claims::default(), n_inputs: 0 }
    }

    /// Claims what engines write, the first certificate among it; `claims` has what the run reads.
    ///
    /// # Errors
    /// A file cannot be written, or something else would be lost.
    pub(super) fn claim(&mut self, claims: Claims, bilevel: &BilevelArgs) -> Result<(), Refusal> {
        self.claims = claims;
        if let Some(folder) = &bilevel.state {
            claims::folder("--state", folder)?;
        }
        if let Some(log) = &bilevel.log {
            self.claims.extends("--log", log)?;
        }
        self.path_of(1).map_or(Ok(()), |first| self.claim_one(&first))
    }

    /// The certificate of the next input, if there shall be any.
    ///
    /// # Errors
    /// As of [`Self::claim`].
    pub(super) fn next(&mut self) -> Result<Option<PathBuf>, Refusal> {
        self.n_inputs += 1;
        let Some(path) = self.path_of(self.n_inputs) else { return Ok(None) };
        // The first one was claimed before any work.
        if self.n_inputs > 1 {
            self.claim_one(&path)?;
        }
        Ok(Some(path))
    }

    /// What is wrong with a second input: there is but one name for two certificates.
    pub(super) fn only_one(&self) -> Option<Refusal> {
        let path = self.path.filter(|path| !path.to_string_lossy().contains("{}"))?.display();
        let message = format!("{OPTION} {path} names one file, and there are several inputs");
        Some(Refusal::usage(message, Some("put {} where their numbers shall stand, such as proof-{}.cert")))
    }

    fn path_of(&self, number: usize) -> Option<PathBuf> {
        let path = self.path?;
        let text = path.to_string_lossy();
        // A name that is not text stays as it is.
        Some(if text.contains("{}") { text.replace("{}", &number.to_string()).into() } else { path.to_owned() })
    }

    fn claim_one(&mut self, path: &Path) -> Result<(), Refusal> {
        self.claims.replaces(OPTION, path)?;
        if holds_something_else(path) {
            let message = format!("{OPTION} {}: this file is there, and it is not a certificate", path.display());
            return Err(Refusal::usage(message, Some("remove it, or take another name")));
        }
        Ok(())
    }
}

/// Is there a file with something in it that is not a certificate? An older certificate may be replaced.
fn holds_something_else(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return path.exists() };
    if file.metadata().is_ok_and(|there| there.len() == 0) {
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
