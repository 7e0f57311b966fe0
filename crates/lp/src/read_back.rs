//! Reads a model file with HiGHS, to see what an independent reader makes of it.

use std::ffi::CString;
use std::path::Path;

use super::highs_handle::{Handle, Setting};

/// The contents of a model file as HiGHS reads them.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadBack {
    pub n_cols: usize,
    /// The number of rows, without the objective.
    pub n_rows: usize,
    /// The number of nonzero entries of the rows.
    pub n_nonzeros: usize,
    /// The optimum of the LP relaxation.
    pub relaxation: Optimum,
    /// The optimum of the model with its integer columns.
    pub optimum: Optimum,
}

/// The result of solving a model. The values are floating-point numbers of a solver: use them for comparisons, not for
/// proofs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Optimum {
    /// The objective value of an optimal point.
    Value(f64),
    /// There is no feasible point.
    Infeasible,
    /// Any other result, with the model status of HiGHS.
    Other(i32),
}

/// The reason why a model file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadBackError {
    /// The path contains a nul or is not UTF-8.
    #[error("HiGHS cannot open a file of this name")]
    Path,
    /// HiGHS rejects the file, or the file has no columns.
    #[error("HiGHS cannot read this model file")]
    Refused,
}

/// Reads the LP or MPS file at `path`, by its extension (`.lp`, `.mps`), and solves the model.
///
/// There is no time limit; use it only for small models.
///
/// # Errors
/// [`ReadBackError`] if HiGHS cannot read the file.
pub fn read_back(path: &Path) -> Result<ReadBack, ReadBackError> {
    let name = path.to_str().and_then(|name| CString::new(name).ok()).ok_or(ReadBackError::Path)?;
    let mut highs = Handle::new();
    // HiGHS reads a text without any known keyword as an LP file with nothing in it.
    if !highs.read(&name) || highs.n_cols() == 0 {
        return Err(ReadBackError::Refused);
    }
    highs.set(c"solve_relaxation", Setting::Bool(true));
    let relaxation = solve(&mut highs);
    highs.set(c"solve_relaxation", Setting::Bool(false));
    // The default would accept a point within 0.01 % of the optimum.
    highs.set(c"mip_rel_gap", Setting::Float(0.0));
    highs.forget();
    let optimum = solve(&mut highs);
    Ok(ReadBack { n_cols: highs.n_cols(), n_rows: highs.n_rows(), n_nonzeros: highs.n_nonzeros(), relaxation, optimum })
}

fn solve(highs: &mut Handle) -> Optimum {
    match highs.run() {
        highs_sys::MODEL_STATUS_OPTIMAL => Optimum::Value(highs.objective()),
        highs_sys::MODEL_STATUS_INFEASIBLE => Optimum::Infeasible,
        other => Optimum::Other(other),
    }
}

#[cfg(test)]
mod tests {
    use minclue_core::ilp::{BinaryModel, Names, Sense, write_lp, write_mps};

    use super::*;

    fn file(text: &str, extension: &str) -> tempfile::TempPath {
        let file = tempfile::Builder::new().suffix(extension).tempfile().expect("a temporary file");
        std::fs::write(file.path(), text).expect("it can be written");
        file.into_temp_path()
    }

    #[test]
    fn the_triangle_from_a_file() {
        let lp = "Minimize\n obj: x + y + z\nSubject To\n a: x + y >= 1\n b: y + z >= 1\n c: x + z >= 1\n\
                  Binaries\n x y z\nEnd\n";
        let seen = read_back(&file(lp, ".lp")).expect("a good file");
        assert_eq!((seen.n_cols, seen.n_rows, seen.n_nonzeros), (3, 3, 6));
        assert_eq!((seen.relaxation, seen.optimum), (Optimum::Value(1.5), Optimum::Value(2.0)));
    }

    #[test]
    fn a_bad_file_is_refused() {
        assert_eq!(read_back(&file("this is not a model", ".lp")), Err(ReadBackError::Refused));
        assert_eq!(read_back(Path::new("no such file.mps")), Err(ReadBackError::Refused));
    }

    /// Has a variable in no row, an empty row, all senses, negative numbers, and a row too long for a line.
    fn model(with_objective: bool) -> BinaryModel {
        let mut model = BinaryModel::new("mixed");
        let vars: Vec<_> = (1..=60).map(|i| model.add_var(format!("a_long_variable_name_{i}"))).collect();
        model.add_row("le", vars[..50].iter().map(|&v| (v, 3)), Sense::LessEqual, 100);
        model.add_row("ge", [(vars[0], -5), (vars[2], 2)], Sense::GreaterEqual, -3);
        model.add_row("eq", vars[..50].iter().map(|&v| (v, 1)), Sense::Equal, 30);
        model.add_row("nothing", [], Sense::LessEqual, 2);
        if with_objective {
            model.minimize(vars[..50].iter().map(|&v| (v, -2)));
        }
        model
    }

    fn back(text: &[u8], suffix: &str) -> ReadBack {
        let file = tempfile::Builder::new().suffix(suffix).tempfile().expect("a temporary file");
        std::fs::write(file.path(), text).expect("it can be written");
        read_back(file.path()).expect("HiGHS reads it")
    }

    #[test]
    fn highs_reads_what_we_write() {
        for with_objective in [true, false] {
            for names in [Names::Full, Names::Short] {
                let model = model(with_objective);
                let (mut lp, mut mps) = (Vec::new(), Vec::new());
                write_lp(&model, names, &mut lp).expect("memory");
                write_mps(&model, names, &mut mps).expect("memory");
                assert!(lp.split(|&b| b == b'\n').all(|line| line.len() < 255));
                let best = Optimum::Value(if with_objective { -60.0 } else { 0.0 });
                for (text, suffix) in [(lp, ".lp"), (mps, ".mps")] {
                    let seen = back(&text, suffix);
                    assert_eq!((seen.n_cols, seen.n_rows, seen.optimum), (60, 4, best), "{suffix}");
                    assert_eq!(seen.n_nonzeros, 102, "{suffix}");
                }
            }
        }
    }
}
