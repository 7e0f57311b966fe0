//! Outside readers of the same files: CBC, GLPK and HiGHS find the optimum that the model has by brute force.

use std::fs;
use std::path::Path;
use std::process::Command;

use minclue_core::base::{Limits, rng};
use minclue_core::ilp::{ModelFormat, read_model};
use minclue_lp::{Optimum, read_back};

use super::random_models::{For, RandomModel};
use super::write_lp::lp;
use super::write_mps::mps;

/// What a program finds in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ProgramAnswer {
    Value(f64),
    Infeasible,
}

/// CBC's answer; `None` if it refuses the file.
fn cbc(file: &Path) -> Option<ProgramAnswer> {
    let solution = file.with_extension("cbc");
    let output = Command::new("cbc")
        .args([file, Path::new("solve"), Path::new("solu"), &solution])
        .output()
        .expect("this test runs the program `cbc`: install the Debian package coinor-cbc");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = fs::read_to_string(&solution).unwrap_or_default();
    if said.contains("errors on input") || text.is_empty() {
        return None;
    }
    let head = text.lines().next().unwrap_or_default();
    match head.strip_prefix("Optimal - objective value ") {
        Some(value) => Some(ProgramAnswer::Value(value.trim().parse().expect("a number"))),
        None => {
            assert!(head.to_lowercase().contains("infeasible"), "{head}\n{said}");
            Some(ProgramAnswer::Infeasible)
        }
    }
}

/// GLPK's answer; `None` if it refuses the file.
fn glpk(file: &Path, format: &str) -> Option<ProgramAnswer> {
    let report = file.with_extension("glpk");
    let output = Command::new("glpsol")
        .args([format, &file.display().to_string(), "-o", &report.display().to_string(), "--tmlim", "60"])
        .output()
        .expect("this test runs the program `glpsol`: install the Debian package glpk-utils");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = fs::read_to_string(&report).ok()?;
    let field =
        |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned();
    if ["OPTIMAL", "INTEGER OPTIMAL"].contains(&field("Status:").as_str()) {
        let value = field("Objective:").split_whitespace().nth(2).and_then(|word| word.parse().ok());
        return Some(ProgramAnswer::Value(value.unwrap_or_else(|| panic!("{said}"))));
    }
    assert!(
        said.contains("NO PRIMAL FEASIBLE") || said.contains("NO FEASIBLE") || said.contains("NO INTEGER FEASIBLE"),
        "{said}"
    );
    Some(ProgramAnswer::Infeasible)
}

/// The answer of HiGHS; `None` if it refuses the file.
fn highs(file: &Path) -> Option<ProgramAnswer> {
    match read_back(file).ok()?.optimum {
        Optimum::Value(value) => Some(ProgramAnswer::Value(value)),
        Optimum::Infeasible => Some(ProgramAnswer::Infeasible),
        Optimum::Other(status) => panic!("HiGHS ends with status {status}"),
    }
}

fn is_same(found: ProgramAnswer, wanted: Option<i64>) -> bool {
    match (found, wanted) {
        (ProgramAnswer::Value(value), Some(wanted)) => (value - wanted as f64).abs() < 1e-6,
        (ProgramAnswer::Infeasible, None) => true,
        _ => false,
    }
}

/// Both formats, all programs. The optimum is that of the model before it was written, by brute force.
#[test]
fn four_readers_find_one_optimum() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut rng = rng(19);
    let (mut n_values, mut n_infeasible) = (0, 0);
    for i in 0..60 {
        let made = RandomModel::random(&mut rng, For::All);
        let wanted = made.optimum();
        for ending in ["lp", "mps"] {
            let (text, format, option) = match ending {
                "lp" => (lp(&made, &mut rng, For::All), ModelFormat::Lp, "--lp"),
                _ => (mps(&made, &mut rng, For::All), ModelFormat::Mps, "--freemps"),
            };
            let read = read_model(text.as_bytes(), format, "made", &Limits::none());
            if ending == "lp" {
                made.assert_read(&read.unwrap_or_else(|e| panic!("{e}:\n{text}")), &text);
            } else {
                // The signs of the costs say there that it is to be maximized.
                let turned = RandomModel { objective: made.objective.iter().map(|c| -c).collect(), ..made.clone() };
                let meant = RandomModel { maximizes: false, ..if made.maximizes { turned } else { made.clone() } };
                meant.assert_read(&read.unwrap_or_else(|e| panic!("{e}:\n{text}")), &text);
            }
            let file = folder.path().join(format!("m{i}.{ending}"));
            fs::write(&file, &text).expect("a writable folder");
            let wanted = if ending == "mps" && made.maximizes { wanted.map(|value| -value) } else { wanted };
            let mut found = vec![("GLPK", glpk(&file, option)), ("HiGHS", highs(&file))];
            let cbc = cbc(&file);
            // CBC writes the value of what it minimizes.
            let cbc_wanted = if ending == "lp" && made.maximizes {
                cbc.map(|found| match found {
                    ProgramAnswer::Value(value) => ProgramAnswer::Value(-value),
                    ProgramAnswer::Infeasible => ProgramAnswer::Infeasible,
                })
            } else {
                cbc
            };
            found.push(("CBC", if cbc.is_some_and(|found| is_same(found, wanted)) { cbc } else { cbc_wanted }));
            for (program, found) in found {
                let found = found.unwrap_or_else(|| panic!("{program} refuses\n{text}"));
                assert!(is_same(found, wanted), "{program} finds {found:?}, not {wanted:?}, in\n{text}");
            }
            n_values += usize::from(wanted.is_some());
            n_infeasible += usize::from(wanted.is_none());
        }
    }
    assert!(n_values > 50 && n_infeasible > 5, "{n_values} {n_infeasible}");
}

/// The files in which a reader differs from the others or drops something; that is why this crate reads files itself.
#[test]
fn where_programs_disagree() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a writable folder");
        path
    };
    let mps = |entries: &str, bounds: &str| {
        format!(
            "NAME t\nROWS\n N  obj\n L  r1\nCOLUMNS\n    M         'MARKER'                 'INTORG'\n    x         obj       1\n{entries}    \
             y         r1        1\n    M         'MARKER'                 'INTEND'\nRHS\n    rhs       r1        2\nBOUNDS\n{bounds} BV b         y\nENDATA\n"
        )
    };
    let entry = "    x         r1        1\n";
    // x is fixed to 1 at cost 1: CBC has it so, as we do, and HiGHS finds 0 since it drops the second bound.
    let fixed = mps(entry, " BV b         x\n FX b         x         1\n");
    let file = path("fixed.mps", &fixed);
    assert_eq!((cbc(&file), highs(&file)), (Some(ProgramAnswer::Value(1.0)), Some(ProgramAnswer::Value(0.0))));
    let read = read_model(fixed.as_bytes(), ModelFormat::Mps, "t", &Limits::none()).expect("a model");
    assert_eq!(read.model.rows().last().map(|row| (row.name.as_str(), row.rhs)), Some(("fix_x", 1)));
    // An entry twice: CBC and GLPK refuse the file, as we do, and HiGHS drops one.
    let twice = mps(&entry.repeat(2), " BV b         x\n");
    let file = path("twice.mps", &twice);
    assert_eq!((cbc(&file), glpk(&file, "--freemps")), (None, None));
    assert!(highs(&file).is_some());
    assert!(read_model(twice.as_bytes(), ModelFormat::Mps, "t", &Limits::none()).is_err());
    // A name that begins with `$`: GLPK takes it for a comment and refuses the file, so no such name is written.
    let dollar = mps(entry, " BV b         x\n").replace("r1", "$1");
    let file = path("dollar.mps", &dollar);
    assert_eq!((cbc(&file), glpk(&file, "--freemps")), (Some(ProgramAnswer::Value(0.0)), None));
    // A constant in a row: GLPK refuses it, as we do. With it the most is 1; HiGHS drops it and finds 2.
    let constant = "Maximize\n obj: x + y\nSubject To\n r1: x + y + 1 <= 2\nBinary\n x y\nEnd\n";
    let file = path("constant.lp", constant);
    assert_eq!(glpk(&file, "--lp"), None);
    assert_eq!(highs(&file), Some(ProgramAnswer::Value(2.0)));
    assert!(read_model(constant.as_bytes(), ModelFormat::Lp, "t", &Limits::none()).is_err());
    // A later bound in an LP file holds to all of them.
    let later = "Maximize\n obj: x + y\nSubject To\n r1: x + y <= 2\nBounds\n x <= 1\n x <= 0\nGenerals\n x\nBinaries\n y\nEnd\n";
    let file = path("later.lp", later);
    let one = Some(ProgramAnswer::Value(1.0));
    assert_eq!((glpk(&file, "--lp"), highs(&file)), (one, one));
    let read = read_model(later.as_bytes(), ModelFormat::Lp, "t", &Limits::none()).expect("a model");
    assert_eq!(read.model.rows().last().map(|row| (row.name.as_str(), row.rhs)), Some(("fix_x", 0)));
}
