//! Exports the models as files for other solvers; the pages in `docs/formats` describe them.

use std::io;

use crate::base::CellSet;
use crate::ilp::{BinaryModel, Names, write_lp, write_mps, write_opb, write_wcnf};
use crate::problem::LinearProblem;
use crate::unavoidable::{Family, set_model};

use super::auxiliary::{AuxDialect, aux};
use super::follower::follower;
use super::leader_rows::LeaderRows;
use super::model::{BilevelModel, hitting_model};

/// The format of a model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Lp,
    Mps,
    /// MPS, with an AUX file that lists the follower's variables and rows.
    MpsAux(AuxDialect),
    /// MPS and AUX as in `BOBILib`: an AUX file with names, and the name of the instance in both files.
    Bobilib,
    /// OPB, for pseudo-Boolean solvers.
    Opb,
    /// WCNF, for `MaxSAT` solvers.
    Wcnf,
}

/// The model to export.
#[derive(Clone, Copy, Debug)]
pub enum ModelKind<'a, const W: usize> {
    /// The bilevel program, with these rows of the leader.
    Bilevel(LeaderRows<'a, W>),
    /// Its high-point relaxation, with these rows of the leader.
    Hpr(LeaderRows<'a, W>),
    /// The follower's program for a choice of clues.
    Follower(CellSet<W>),
    /// The leader's program with these rows: if all of them are unavoidable sets, the minimum hitting set.
    Hitting(LeaderRows<'a, W>),
    /// The program whose solutions are unavoidable sets of this size.
    Sets {
        size: usize,
        /// The sets excluded by (N2).
        known: &'a Family<W>,
    },
}

/// The texts of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The text of the model file, which is the only file if the model has one level.
    pub model: String,
    /// The AUX file of [`Format::MpsAux`] and [`Format::Bobilib`].
    pub aux: Option<String>,
    /// The number of variables.
    pub n_variables: usize,
    /// The number of rows, without the objective.
    pub n_rows: usize,
}

impl Files {
    fn of(model: &BinaryModel, text: String, aux: Option<String>) -> Self {
        Self { model: text, aux, n_variables: model.n_vars(), n_rows: model.rows().len() }
    }
}

/// The reason why a model cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A single file cannot hold two levels.
    #[error(
        "one file can only hold one level: write the bilevel model as mps+aux or bobilib, or write its relaxation `hpr`"
    )]
    TwoLevels,
    /// An AUX file describes a follower, and this model has none.
    #[error("only the bilevel model has an AUX file")]
    OneLevel,
    /// A name or a row does not fit the format.
    #[error("{0}")]
    DoesNotFit(#[from] io::Error),
}

/// Writes a model of `problem`.
///
/// `instance` is the first part of the file names: an AUX file with names refers to its MPS file. `names` are those of
/// LP, MPS and AUX files; the other formats number their variables.
///
/// # Errors
/// [`ExportError`] if the format does not support the model, or a name or a row of it.
#[inline(never)]
pub fn export<const W: usize>(
    problem: &dyn LinearProblem<W>,
    kind: ModelKind<'_, W>,
    format: Format,
    names: Names,
    instance: &str,
) -> Result<Files, ExportError> {
    let one_level = |model: &BinaryModel| match format {
        Format::MpsAux(_) | Format::Bobilib => Err(ExportError::OneLevel),
        Format::Lp | Format::Mps | Format::Opb | Format::Wcnf => {
            Ok(Files::of(model, text(model, format, names)?, None))
        }
    };
    match kind {
        ModelKind::Bilevel(rows) => {
            let dialect = match format {
                Format::Lp | Format::Mps | Format::Opb | Format::Wcnf => return Err(ExportError::TwoLevels),
                Format::MpsAux(dialect) => dialect,
                Format::Bobilib => AuxDialect::Names,
            };
            let mut model = BilevelModel::new(problem, rows);
            if format == Format::Bobilib {
                model.hpr.name = instance.replace(|c: char| !c.is_ascii_graphic(), "_");
            }
            let aux = aux(&model, dialect, names, instance);
            Ok(Files::of(&model.hpr, text(&model.hpr, format, names)?, Some(aux)))
        }
        ModelKind::Hpr(rows) => {
            let mut model = BilevelModel::new(problem, rows).hpr;
            model.name = "hpr".into();
            one_level(&model)
        }
        ModelKind::Follower(clues) => one_level(&follower(problem, clues)),
        ModelKind::Hitting(rows) => one_level(&hitting_model(problem, rows)),
        ModelKind::Sets { size, known } => one_level(&set_model(problem, size, known)),
    }
}

fn text(model: &BinaryModel, format: Format, names: Names) -> io::Result<String> {
    let mut bytes = Vec::new();
    match format {
        Format::Lp => write_lp(model, names, &mut bytes)?,
        Format::Mps | Format::MpsAux(_) | Format::Bobilib => write_mps(model, names, &mut bytes)?,
        Format::Opb => write_opb(model, &mut bytes)?,
        Format::Wcnf => write_wcnf(model, &mut bytes)?,
    }
    Ok(String::from_utf8(bytes).expect("names are text"))
}
