//! `minclue study`, by the built program.

mod classic;
mod inequalities;
mod searches;

use std::fs;
use std::path::{Path, PathBuf};

use minclue_testkit::{Program, Run};
use serde_json::Value;

use crate::minclue;

/// The folder of a study, and which one it is.
struct Study {
    verb: &'static str,
    program: Program,
}

impl Study {
    /// Two grids of 4x4, one of each class, and one of 6x6.
    fn new(verb: &'static str) -> Self {
        let study = Self { verb, program: minclue() };
        let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
        let named = |file: &str, name: &str| {
            let text = fs::read_to_string(instances.join(file)).expect("instances");
            let line = text.lines().find(|line| line.starts_with(name)).expect("an instance");
            format!("{line}\n")
        };
        let grids = [named("4x4.txt", "4x4-001"), named("4x4.txt", "4x4-003"), named("6x6.txt", "6x6-01")];
        study.program.write("grids.txt", grids.concat());
        study
    }

    fn path(&self, name: &str) -> PathBuf {
        self.program.path(name)
    }

    fn read(&self, name: &str) -> String {
        self.program.read(name)
    }

    fn call(&self, args: &[&str]) -> Run {
        self.program.run([&["study", self.verb], args].concat())
    }

    fn runs(&self) -> Vec<Value> {
        self.read("study/runs.jsonl").lines().map(|line| serde_json::from_str(line).expect("a run")).collect()
    }
}
