//! What the Python package `minclue` cannot do in Python: run verbs of the command line in threads of their own, and be
//! the program. The functions that users see, and how they speak, are the Python modules beside this crate.

#![forbid(unsafe_code)]

use std::ffi::OsString;

use pyo3::prelude::*;

mod run;

#[pymodule]
mod _native {
    use super::{OsString, Python, pyfunction};

    #[pymodule_export]
    use super::run::Run;

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "it is the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Is the program, and returns its exit code. `starter` starts it once more, `words` are its arguments.
    #[pyfunction]
    fn main(py: Python<'_>, starter: Vec<OsString>, words: Vec<OsString>) -> u8 {
        py.detach(|| minclue_cli::run_inside(starter, words))
    }
}
