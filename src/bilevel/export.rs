//! The models as files for other solvers; `docs/formats/lp-mps-aux.md` shows them.

use std::fmt::Write as _;
use std::io;

use crate::base::CellSet;
use crate::ilp::{BinaryModel, Names, write_lp, write_mps};
use crate::problem::ClueProblem;
use crate::unavoidable::{Family, set_model};

use super::follower::follower;
use super::model::{BilevelModel, hitting_model};

/// The format of a model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// LP, for reading.
    Lp,
    /// MPS.
    Mps,
    /// MPS, and beside it an AUX file that says what is the follower's.
    MpsAux,
}

/// The model to write.
#[derive(Clone, Copy, Debug)]
pub enum ModelKind<'a, const W: usize> {
    /// The bilevel program, with these unavoidable-set inequalities.
    Bilevel(&'a Family<W>),
    /// Its high-point relaxation, with these unavoidable-set inequalities.
    Hpr(&'a Family<W>),
    /// The follower's program for these clues.
    Follower(CellSet<W>),
    /// The minimum hitting set of these sets: the leader alone.
    Hitting(&'a Family<W>),
    /// The program whose solutions are unavoidable sets of this size.
    Sets {
        /// m of (D1).
        size: usize,
        /// The sets cut off by (N2).
        known: &'a Family<W>,
    },
}

/// The text of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The LP or MPS file.
    pub model: String,
    /// The AUX file of [`Format::MpsAux`].
    pub aux: Option<String>,
}

/// Why a model cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// One file cannot hold two levels.
    #[error("LP and MPS hold one level only: write the bilevel model as mps+aux, or its relaxation `hpr`")]
    TwoLevels,
    /// An AUX file describes a follower, and this model has none.
    #[error("only the bilevel model has an AUX file")]
    OneLevel,
    /// A name does not fit into the format.
    #[error("{0}")]
    Name(#[from] io::Error),
}

/// Writes a model of `problem`.
///
/// # Errors
/// [`ExportError`] if format and model do not go together or a name of the model cannot be written.
pub fn export<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    kind: ModelKind<'_, W>,
    format: Format,
    names: Names,
) -> Result<Files, ExportError> {
    let one_level = |model: &BinaryModel| match format {
        Format::MpsAux => Err(ExportError::OneLevel),
        Format::Lp | Format::Mps => Ok(Files { model: text(model, format, names)?, aux: None }),
    };
    match kind {
        ModelKind::Bilevel(sets) => match format {
            Format::Lp | Format::Mps => Err(ExportError::TwoLevels),
            Format::MpsAux => {
                let model = BilevelModel::new(problem, sets);
                Ok(Files { model: text(&model.hpr, format, names)?, aux: Some(aux(&model)) })
            }
        },
        ModelKind::Hpr(sets) => {
            let mut model = BilevelModel::new(problem, sets).hpr;
            model.name = "hpr".into();
            one_level(&model)
        }
        ModelKind::Follower(clues) => one_level(&follower(problem, clues)),
        ModelKind::Hitting(sets) => one_level(&hitting_model(problem, sets)),
        ModelKind::Sets { size, known } => one_level(&set_model(problem, size, known)),
    }
}

fn text(model: &BinaryModel, format: Format, names: Names) -> io::Result<String> {
    let mut bytes = Vec::new();
    match format {
        Format::Lp => write_lp(model, names, &mut bytes)?,
        Format::Mps | Format::MpsAux => write_mps(model, names, &mut bytes)?,
    }
    Ok(String::from_utf8(bytes).expect("names are text"))
}

/// The AUX file in the index dialect, which MibS reads and the paper used: numbers are 0-based, in the order of the MPS
/// file, where the objective row is not counted.
///
/// `N` and `M` count the follower's columns and rows; then one line for each: `LC` column, `LR` row, `LO` objective
/// coefficient, in the order of the `LC` lines; `OS 1` says that the follower minimises.
#[must_use]
pub fn aux(model: &BilevelModel) -> String {
    let mut text = format!("N {}\nM {}\n", model.lower_vars.len(), model.lower_rows.len());
    let mut line = |key: &str, value: i64| writeln!(text, "{key} {value}").expect("writing to a string cannot fail");
    for var in &model.lower_vars {
        line("LC", var.get() as i64);
    }
    for row in &model.lower_rows {
        line("LR", row.get() as i64);
    }
    for var in &model.lower_vars {
        let coefficient = model.lower_objective.iter().find(|(v, _)| v == var).map_or(0, |(_, a)| *a);
        line("LO", coefficient);
    }
    line("OS", 1);
    text
}
