//! `minclue study`, by the built program.

mod classic;
mod inequalities;
mod searches;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// The folder of a study, and which one it is.
struct Study {
    verb: &'static str,
    folder: TempDir,
}

impl Study {
    /// Two grids of 4x4, one of each class, and one of 6x6.
    fn new(verb: &'static str) -> Self {
        let study = Self { verb, folder: tempfile::tempdir().expect("a folder") };
        let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
        let named = |file: &str, name: &str| {
            let text = fs::read_to_string(instances.join(file)).expect("instances");
            let line = text.lines().find(|line| line.starts_with(name)).expect("an instance");
            format!("{line}\n")
        };
        let grids = [named("4x4.txt", "4x4-001"), named("4x4.txt", "4x4-003"), named("6x6.txt", "6x6-01")];
        fs::write(study.path("grids.txt"), grids.concat()).expect("a file");
        study
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn call(&self, args: &[&str]) -> Output {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("minclue"));
        let output = command.current_dir(self.folder.path()).args(["study", self.verb]).args(args).output();
        let output = output.expect("the program runs");
        assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
        output
    }

    fn runs(&self) -> Vec<Value> {
        self.read("study/runs.jsonl").lines().map(|line| serde_json::from_str(line).expect("a run")).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}
