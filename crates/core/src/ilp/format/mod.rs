//! Writers of 0/1 models: LP and MPS, which every ILP solver reads, and two formats that number the variables.

mod lp;
mod mps;
mod opb;
mod wcnf;

use std::borrow::Cow;
use std::io;

use rustc_hash::FxHashSet;

use super::{BinaryModel, RowId, VarId};

pub use lp::write_lp;
pub use mps::write_mps;
pub use opb::write_opb;
pub use wcnf::write_wcnf;

/// The names of variables and rows in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Names {
    /// The names of the model. An MPS file with them is in free format.
    #[default]
    Full,
    /// `c0000000`, `c0000001`, ... for variables and `r0000000`, ... for rows: eight characters, the limit of fixed
    /// MPS. The numbers are 0-based, as in an AUX file.
    Short,
}

impl Names {
    /// The name of a variable in a file with these names.
    #[must_use]
    pub fn of_var(self, model: &BinaryModel, var: VarId) -> Cow<'_, str> {
        match self {
            Self::Full => Cow::Borrowed(model.var_name(var)),
            Self::Short => Cow::Owned(format!("c{:07}", var.get())),
        }
    }

    /// The name of a row in a file with these names.
    #[must_use]
    pub fn of_row(self, model: &BinaryModel, row: RowId) -> Cow<'_, str> {
        match self {
            Self::Full => Cow::Borrowed(&model.rows()[row.get()].name),
            Self::Short => Cow::Owned(format!("r{:07}", row.get())),
        }
    }
}

/// The name of the objective row in every file.
pub(super) const OBJECTIVE: &str = "obj";

/// The names of one file, checked.
#[derive(Debug)]
struct Labels<'a> {
    vars: Vec<Cow<'a, str>>,
    rows: Vec<Cow<'a, str>>,
}

impl<'a> Labels<'a> {
    /// Fails with `InvalidInput` on a name that the format cannot carry, on one that occurs twice, and on a row that is
    /// called like the objective.
    fn new(model: &'a BinaryModel, names: Names, carries: fn(&str) -> bool) -> io::Result<Self> {
        let vars: Vec<_> = (0..model.n_vars()).map(|i| names.of_var(model, VarId::new(i))).collect();
        let rows: Vec<_> = (0..model.rows().len()).map(|i| names.of_row(model, RowId::new(i))).collect();
        if names == Names::Short {
            return Ok(Self { vars, rows });
        }
        for (kind, list, taken) in [("variable", &vars, None), ("row", &rows, Some(OBJECTIVE))] {
            let mut seen: FxHashSet<&str> = FxHashSet::default();
            for name in list {
                let name: &str = name;
                let why = if !carries(name) {
                    "cannot be written in this format"
                } else if taken == Some(name) {
                    "is taken by the objective"
                } else if !seen.insert(name) {
                    "occurs twice"
                } else {
                    continue;
                };
                return Err(refused(kind, name, why));
            }
        }
        Ok(Self { vars, rows })
    }
}

fn refused(kind: &str, name: &str, why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("the {kind} name `{name}` {why}; use short names"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ilp::Sense;

    #[test]
    fn a_file_has_no_character_that_steers() {
        let mut model = BinaryModel::new("m\u{202e}\n\u{1b}c");
        let var = model.add_var("a\u{2067}b\u{9b}");
        model.add_row("r", [(var, 1)], Sense::GreaterEqual, 1);
        let mut files: Vec<Vec<u8>> = vec![Vec::new(); 4];
        write_lp(&model, Names::Short, &mut files[0]).expect("written");
        write_mps(&model, Names::Short, &mut files[1]).expect("written");
        write_opb(&model, &mut files[2]).expect("written");
        write_wcnf(&model, &mut files[3]).expect("written");
        for file in files {
            let text = String::from_utf8(file).expect("a text");
            assert!(text.contains("m\u{fffd}\u{fffd}\u{fffd}c"), "{text}");
            assert!(!text.chars().any(|c| c != '\n' && crate::base::steers(c)), "{text}");
        }
        assert!(write_lp(&model, Names::Full, &mut Vec::new()).is_err());
        assert!(write_mps(&model, Names::Full, &mut Vec::new()).is_err());
    }

    #[test]
    fn bad_names_are_refused_and_short_ones_help() {
        for names in [["a", "a"], ["a b", "c"], ["", "c"]] {
            let mut model = BinaryModel::new("bad");
            for name in names {
                model.add_var(name);
            }
            for write in [write_lp::<Vec<u8>>, write_mps::<Vec<u8>>] {
                let error = write(&model, Names::Full, &mut Vec::new()).expect_err("a bad name");
                assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
                assert!(write(&model, Names::Short, &mut Vec::new()).is_ok());
            }
        }
        // What begins a comment in MPS, or is its marker, whatever is called so.
        let error = |row: &str, var: &str| {
            let mut model = BinaryModel::new("bad");
            let var = model.add_var(var);
            model.add_row(row, [(var, 1)], Sense::LessEqual, 1);
            assert!(write_mps(&model, Names::Short, &mut Vec::new()).is_ok());
            write_mps(&model, Names::Full, &mut Vec::new()).err().map(|error| error.to_string())
        };
        let refused =
            |kind: &str, name: &str, why: &str| Some(format!("the {kind} name `{name}` {why}; use short names"));
        for name in ["$a", "$", "*a", "*", "'MARKER'"] {
            let why = "cannot be written in this format";
            assert_eq!(error("a", name), refused("variable", name, why));
            assert_eq!(error(name, "a"), refused("row", name, why));
        }
        assert_eq!(error("a$*", "a*$"), None);
        assert_eq!(error("MARKER", "'MARKER"), None);
        // Variables do not share their names with rows.
        assert_eq!(error("obj", "a"), refused("row", "obj", "is taken by the objective"));
        assert_eq!(error("obj_", "obj"), None);
        // Readable as a number, as an operator, as the head of a section.
        for name in ["e12", "3x", "a<b", "Binaries", "st", "gen", "Int", "sos1", "semi", "such", "infinity"] {
            let mut model = BinaryModel::new("bad");
            model.add_var(name);
            assert!(write_lp(&model, Names::Full, &mut Vec::new()).is_err(), "{name}");
        }
    }
}
