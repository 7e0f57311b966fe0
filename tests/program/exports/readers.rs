//! Programs that read LP and MPS files.

use std::fs;
use std::path::Path;
use std::process::Command;

use minclue_core::ilp::Names;

/// The command line program of CBC.
fn cbc(args: &[&Path]) -> String {
    let output = Command::new("cbc")
        .args(args)
        .output()
        .expect("this test runs the program `cbc`: install the Debian package coinor-cbc");
    String::from_utf8(output.stdout).expect("CBC speaks ASCII")
}

/// The optimum that CBC finds in a model file.
pub(crate) fn cbc_optimum(file: &Path) -> f64 {
    let solution = file.with_extension("solution");
    let said = cbc(&[file, Path::new("solve"), Path::new("solu"), &solution]);
    let text = fs::read_to_string(&solution).unwrap_or_else(|_| panic!("CBC gives no solution:\n{said}"));
    let head = text.lines().next().unwrap_or_default();
    let value = head.strip_prefix("Optimal - objective value ").unwrap_or_else(|| panic!("{head}\n{said}"));
    value.trim().parse().expect("a number")
}

/// The numbers of rows and columns that CBC sees.
pub(crate) fn cbc_size(file: &Path) -> (usize, usize) {
    let said = cbc(&[file, "presolve".as_ref(), "off".as_ref(), "stat".as_ref(), "quit".as_ref()]);
    let line = said.lines().find_map(|line| line.strip_prefix("Problem has ")).unwrap_or_else(|| panic!("{said}"));
    let numbers: Vec<usize> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1])
}

/// What GLPK sees in a model file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glpk {
    pub(crate) n_rows: usize,
    pub(crate) n_cols: usize,
    pub(crate) optimum: f64,
}

/// Whether the variables may be fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relaxation {
    Yes,
    No,
}

/// GLPK's opinion of a file whose ending says its format. Short names are read as fixed MPS, column by column. `None`,
/// with a message, where the program is missing.
#[expect(clippy::print_stderr, reason = "a test that skips something says so")]
pub(crate) fn glpk(file: &Path, names: Names, relaxed: Relaxation) -> Option<Glpk> {
    let format = match (file.extension().and_then(|e| e.to_str()), names) {
        (Some("lp"), _) => "--lp",
        (Some("mps"), Names::Full) => "--freemps",
        (Some("mps"), Names::Short) => "--mps",
        other => panic!("{other:?}"),
    };
    let report = file.with_extension("report");
    let mut command = Command::new("glpsol");
    command.arg(format).arg(file).arg("-o").arg(&report).args(["--tmlim", "60"]);
    if relaxed == Relaxation::Yes {
        command.arg("--nomip");
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: this part runs the program `glpsol` of the Debian package glpk-utils ({error})");
            return None;
        }
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = fs::read_to_string(&report).unwrap_or_else(|_| panic!("GLPK gives no solution:\n{said}"));
    let field = |name: &str| -> &str {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}\n{text}"));
        line.trim()
    };
    assert!(["OPTIMAL", "INTEGER OPTIMAL"].contains(&field("Status:")), "{}\n{said}", field("Status:"));
    let number = |name: &str| -> usize {
        field(name).split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{name}\n{text}"))
    };
    let optimum = field("Objective:").split_whitespace().nth(2).and_then(|word| word.parse().ok());
    let optimum = optimum.unwrap_or_else(|| panic!("{}", field("Objective:")));
    Some(Glpk { n_rows: number("Rows:"), n_cols: number("Columns:"), optimum })
}
