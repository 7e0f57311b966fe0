//! The pages of all runs in `results`; `tests/cases/report.md` has other records.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use minclue_testkit::project;

use crate::minclue;

/// The files `runs.jsonl.gz` below `folder`.
fn runs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            runs(&path, found);
        } else if path.ends_with("runs.jsonl.gz") {
            found.push(path);
        }
    }
}

#[test]
fn the_runs_of_every_study_become_a_page() {
    let (mut files, program) = (Vec::new(), minclue());
    runs(&project("results"), &mut files);
    assert!(files.len() > 10, "{files:?}");
    for file in files {
        let run = program.run([OsStr::new("report"), file.as_os_str()]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", file.display());
        let unpacked = Command::new("gzip").arg("-dc").arg(&file).output().expect("gzip");
        let n_runs = String::from_utf8(unpacked.stdout).expect("text").lines().count();
        // Its numbers have separators.
        let plain = run.text.replace(',', "");
        assert!(plain.contains(&format!("<p>{n_runs} records: ")), "{}", file.display());
    }
}
