//! Reads the files of bilevel programs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use minclue_core::base::Limits;
use minclue_core::ilp::{
    BilevelFileError, BilevelProgram, MpsAuxError, PlacedIntegerBilevel, read_integer_mps_aux, read_ki, read_mps_aux,
};
use minclue_core::problem::BilevelProblem;
use minclue_solver::without_packing;

use super::super::exit::Exit;
use super::super::load_error::{LoadEnd, open};

/// The files of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Pair {
    /// The MPS or the .ki file.
    pub(super) model: PathBuf,
    /// The AUX file of an MPS file.
    pub(super) aux: Option<PathBuf>,
    /// Its name in records: that of the model file without its ending, and with its folder where another has the same.
    pub(super) id: String,
}

impl Pair {
    fn new(model: PathBuf, aux: Option<PathBuf>) -> Self {
        Self { model, aux, id: String::new() }
    }

    /// The name of the model file without its ending.
    pub(super) fn name(&self) -> String {
        let plain = without_packing(&self.model);
        plain.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
    }
}

/// The ending of a file, packed or not.
fn ending(path: &Path) -> String {
    without_packing(path).extension().map_or_else(String::new, |end| end.to_string_lossy().to_ascii_lowercase())
}

/// The programs that the arguments name: an AUX file belongs to the MPS file before it, and one that is not named
/// stands beside that under its name. MibS's own end in `.txt`.
///
/// # Errors
/// A message about an argument that is neither.
pub(super) fn pairs(arguments: &[OsString]) -> Result<Vec<Pair>, String> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut may_have_aux = false;
    for argument in arguments {
        let path = PathBuf::from(argument);
        match ending(&path).as_str() {
            "mps" => {
                let aux = without_packing(&path).with_extension("aux");
                pairs.push(Pair::new(path, Some(aux)));
                may_have_aux = true;
            }
            "ki" => {
                pairs.push(Pair::new(path, None));
                may_have_aux = false;
            }
            "aux" | "txt" if may_have_aux => {
                if let Some(pair) = pairs.last_mut() {
                    pair.aux = Some(path);
                }
                may_have_aux = false;
            }
            "aux" => return Err(format!("{}: an AUX file must follow its MPS file", path.display())),
            _ => return Err(format!("{}: the file of a program must end in .mps or .ki", path.display())),
        }
    }
    let names: Vec<String> = pairs.iter().map(Pair::name).collect();
    for (pair, name) in pairs.iter_mut().zip(&names) {
        let is_one = names.iter().filter(|other| *other == name).count() == 1;
        pair.id = match is_one {
            true => name.clone(),
            false => without_packing(&pair.model).with_extension("").display().to_string(),
        };
    }
    Ok(pairs)
}

fn of_aux(file: &Path, error: BilevelFileError) -> LoadEnd {
    let message = error.to_string();
    match error {
        BilevelFileError::Stopped(stop) => LoadEnd::Stopped(stop),
        BilevelFileError::Place { place, reason } => LoadEnd::at(file, *place, reason.to_string()),
        BilevelFileError::Line { line, .. } => LoadEnd::at_line(file, line, message),
        BilevelFileError::Unreadable(_) => LoadEnd::new(file, message, Exit::Internal),
    }
}

/// The program of a pair of files, before it is known whether it is one that is solved here.
fn model(pair: &Pair, limits: &Limits) -> Result<BilevelProgram, LoadEnd> {
    let name = pair.name();
    let text = open(&pair.model, limits)?;
    match &pair.aux {
        None => read_ki(text, &name, limits).map_err(|e| of_aux(&pair.model, e)),
        Some(aux) => read_mps_aux(text, open(aux, limits)?, &name, limits).map_err(|e| of_pair(pair, aux, e)),
    }
}

fn of_pair(pair: &Pair, aux: &Path, error: MpsAuxError) -> LoadEnd {
    match error {
        MpsAuxError::Model(e) => LoadEnd::of_model(&pair.model, e),
        MpsAuxError::Aux(e) => of_aux(aux, e),
    }
}

/// The program of a pair of files as one over bounded integers.
///
/// # Errors
/// Why the files give none.
pub(super) fn integers(pair: &Pair, limits: &Limits) -> Result<PlacedIntegerBilevel, LoadEnd> {
    let name = pair.name();
    let text = open(&pair.model, limits)?;
    match &pair.aux {
        None => {
            let program = read_ki(text, &name, limits).map_err(|e| of_aux(&pair.model, e))?;
            Ok(PlacedIntegerBilevel::from(&program))
        }
        Some(aux) => read_integer_mps_aux(text, open(aux, limits)?, &name, limits).map_err(|e| of_pair(pair, aux, e)),
    }
}

/// The program of a pair of files, and the problem that it is.
///
/// # Errors
/// Why the files give none, or none of those that are solved here.
pub(super) fn program(pair: &Pair, limits: &Limits) -> Result<(BilevelProgram, BilevelProblem), LoadEnd> {
    let model = model(pair, limits)?;
    let problem = BilevelProblem::of(&model).map_err(|e| LoadEnd::at_line(&pair.model, e.line, e.to_string()))?;
    Ok((model, problem))
}

/// A program of files.
pub(super) enum AnyProgram {
    /// Of a class with an engine of its own.
    Class(Box<(BilevelProgram, BilevelProblem)>),
    /// Any other over integers.
    Integers(Box<PlacedIntegerBilevel>),
}

/// The program of a pair of files, of any class.
///
/// # Errors
/// Why the files give none.
pub(super) fn any_program(pair: &Pair, limits: &Limits) -> Result<AnyProgram, LoadEnd> {
    match program(pair, limits) {
        Ok(of_class) => Ok(AnyProgram::Class(Box::new(of_class))),
        Err(LoadEnd::Stopped(stop)) => Err(LoadEnd::Stopped(stop)),
        Err(LoadEnd::Error(_)) => integers(pair, limits).map(|placed| AnyProgram::Integers(Box::new(placed))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(arguments: &[&str]) -> Result<Vec<(String, Option<String>)>, String> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        Ok(pairs(&arguments)?.iter().map(|pair| (text(&pair.model), pair.aux.as_deref().map(text))).collect())
    }

    #[test]
    fn programs_of_one_name_have_their_folders() {
        let ids = |arguments: &[&str]| -> Vec<String> {
            let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
            pairs(&arguments).expect("programs").into_iter().map(|pair| pair.id).collect()
        };
        assert_eq!(ids(&["a/ins9.ki", "b/ins9.ki", "b/ins8.mps.gz"]), ["a/ins9", "b/ins9", "ins8"]);
        assert_eq!(ids(&["a/ins9.ki", "b/ins8.ki"]), ["ins9", "ins8"]);
    }

    #[test]
    fn an_aux_file_belongs_to_the_model_before_it() {
        let pair = |model: &str, aux: Option<&str>| (model.to_owned(), aux.map(str::to_owned));
        assert_eq!(
            all(&["a.mps", "b.aux", "c.mps.gz", "d.ki", "E.MPS", "f.mps", "g.txt"]),
            Ok(vec![
                pair("a.mps", Some("b.aux")),
                pair("c.mps.gz", Some("c.aux")),
                pair("d.ki", None),
                pair("E.MPS", Some("E.aux")),
                pair("f.mps", Some("g.txt"))
            ])
        );
        for wrong in [&["a.aux"][..], &["a.mps", "a.aux", "b.aux"], &["d.ki", "d.aux"], &["a.lp"], &["a"], &["a.txt"]] {
            assert!(all(wrong).is_err(), "{wrong:?}");
        }
    }
}
