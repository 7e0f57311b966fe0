//! Readers of problems, from texts and from files in the formats that other programs write.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use minclue_core::base::{Limits, TextLimits};
use minclue_core::hitting::read_hgr;
use minclue_core::ilp::{
    BilevelFileError, ModelError, ModelFormat, MpsAuxError, SolutionError, TextPlace, read_clauses,
    read_integer_mps_aux, read_ki, read_model, read_mps_aux, read_solution,
};
use minclue_core::problem::{BilevelProblem, MonotoneFollower};

use super::Problem;
#[cfg(feature = "puzzles")]
use crate::error::Error;
use crate::model_instance::ModelInstance;

/// The reason why a file or a text is not a problem.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{}: {error}", .file.display())]
    Io {
        /// The path of the file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A place in the file or text is invalid.
    #[error("{from}: {place}: {message}")]
    Place {
        /// The path of the file, or `the text`.
        from: String,
        /// The place.
        place: Box<TextPlace>,
        /// The reason.
        message: String,
    },
    /// The file or text as a whole is not a problem.
    #[error("{from}: {message}")]
    Whole {
        /// The path of the file, or `the text`.
        from: String,
        /// The line that shows it, from 1, if there is one.
        line: Option<usize>,
        /// The reason.
        message: String,
    },
}

/// The name of a text without a name.
const TEXT: &str = "the text";

impl LoadError {
    fn whole(from: &str, message: impl Into<String>) -> Self {
        Self::Whole { from: from.to_owned(), line: None, message: message.into() }
    }

    fn io(file: &Path, error: io::Error) -> Self {
        Self::Io { file: file.to_owned(), error }
    }

    fn of_model(file: &Path, error: ModelError) -> Self {
        let (from, message) = (file.display().to_string(), error.to_string());
        match error {
            ModelError::Place { place, reason } => Self::Place { from, place, message: reason.to_string() },
            ModelError::Line { line, .. } => Self::Whole { from, line: Some(line), message },
            _ => Self::Whole { from, line: None, message },
        }
    }

    fn of_program(file: &Path, error: BilevelFileError) -> Self {
        let (from, message) = (file.display().to_string(), error.to_string());
        match error {
            BilevelFileError::Place { place, reason } => Self::Place { from, place, message: reason.to_string() },
            BilevelFileError::Line { line, .. } => Self::Whole { from, line: Some(line).filter(|n| *n > 0), message },
            _ => Self::Whole { from, line: None, message },
        }
    }

    fn of_solution(file: &Path, error: SolutionError) -> Self {
        let (from, message) = (file.display().to_string(), error.to_string());
        match error {
            SolutionError::Line { place, reason } => {
                Self::Place { from, place: Box::new(place), message: reason.to_string() }
            }
            _ => Self::Whole { from, line: None, message },
        }
    }
}

impl Problem {
    /// Reads the problem of a file, whose kind depends on the file's extension, or else on its text:
    ///
    /// | name | problem |
    /// |---|---|
    /// | `.mps` with an `.aux` file of the same name, `.ki` | the bilevel program |
    /// | `.hgr` | the fewest vertices that hit every hyperedge |
    /// | `.cnf`, `.wcnf`, `.gcnf`, `.opb`, `.lp`, other `.mps` | the fewest constraints that contradict each other |
    /// | any other | a grid, or the grid of a puzzle; with the feature `puzzles` also any puzzle of docs/puzzles.md, and the rules of f-puzzles |
    ///
    /// A 0/1 model with a known solution is read from two files by [`Self::read_model`].
    ///
    /// With the feature `packed`, this function and the readers below decompress gzip and zstd files. Their extension
    /// comes before `.gz` or `.zst`, as in `clique.mps.gz`.
    ///
    /// # Errors
    /// [`LoadError`] with the place of the error.
    pub fn read(file: impl AsRef<Path>) -> Result<Self, LoadError> {
        let file = file.as_ref();
        let from = file.display().to_string();
        let plain = plain_name(file);
        let ending = plain.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let problem = match ending.as_str() {
            "ki" => {
                let program = read_ki(opened(file)?, &stem(file), &Limits::none());
                Self::of_program(&program.map_err(|e| LoadError::of_program(file, e))?)
            }
            "mps" => match aux_beside(&plain) {
                Some(aux) => Self::read_program(file, aux)?,
                None => Self::read_constraints(file)?,
            },
            "hgr" => {
                let text = text_of(file)?;
                let hypergraph = read_hgr(&text).map_err(|e| {
                    let line = text.lines().nth(e.line - 1).unwrap_or_default().to_owned();
                    let place = Box::new(TextPlace { line: e.line, column: e.column, width: 1, text: line });
                    LoadError::Place { from: from.clone(), place, message: e.reason.to_string() }
                })?;
                Self::of_hypergraph(hypergraph).map_err(|e| LoadError::whole(&from, e.to_string()))?
            }
            "lp" | "opb" | "cnf" | "wcnf" | "gcnf" => Self::read_constraints(file)?,
            _ => Self::of_text(&text_of(file)?, &from)?,
        };
        Ok(if problem.name.is_none() { problem.named(stem(file)) } else { problem })
    }

    /// Reads the bilevel program of an MPS file and its AUX file.
    ///
    /// # Errors
    /// [`LoadError`] with the place of the error, or the rule that the program breaks.
    pub fn read_program(mps: impl AsRef<Path>, aux: impl AsRef<Path>) -> Result<Self, LoadError> {
        let (mps, aux) = (mps.as_ref(), aux.as_ref());
        // A blocker that is a clue problem is solved faster as such.
        let zero_one = read_mps_aux(opened(mps)?, opened(aux)?, &stem(mps), &Limits::none());
        if let Some((program, class)) = zero_one.ok().and_then(|program| {
            let class = BilevelProblem::of(&program).ok()?;
            Some((program, class))
        }) {
            return Ok(Self::of_class(&program, Some(class)));
        }
        let program = read_integer_mps_aux(opened(mps)?, opened(aux)?, &stem(mps), &Limits::none());
        program.map(|placed| Self::of_integers(placed.program)).map_err(|e| match e {
            MpsAuxError::Model(e) => LoadError::of_model(mps, e),
            MpsAuxError::Aux(e) => LoadError::of_program(aux, e),
        })
    }

    /// Reads a 0/1 model and one of its solutions. The variables that are 1 may be clues; in clause files, only those
    /// of the soft clauses.
    ///
    /// # Errors
    /// [`LoadError`] with the place of the error, or the row that the solution violates.
    pub fn read_model(model: impl AsRef<Path>, solution: impl AsRef<Path>) -> Result<Self, LoadError> {
        let (model, solution) = (model.as_ref(), solution.as_ref());
        let of_model = |e| LoadError::of_model(model, e);
        let format = ModelFormat::of(model).map_err(of_model)?;
        let read = read_model(opened(model)?, format, &stem(model), &Limits::none()).map_err(of_model)?;
        let mut values = read_solution(opened(solution)?, &read.model, &Limits::none())
            .map_err(|e| LoadError::of_solution(solution, e))?;
        read.complete(&mut values);
        let offered = read.cells.unwrap_or_else(|| read.model.vars().collect());
        let clues = offered.into_iter().filter(|var| values[var.get()]).collect();
        match ModelInstance::with_solution(read.model, values, clues) {
            Ok(instance) => Ok(Self::of_model(instance)),
            Err(e) => Err(LoadError::whole(&model.display().to_string(), e.to_string())),
        }
    }

    /// Constraints that contradict each other.
    fn read_constraints(file: &Path) -> Result<Self, LoadError> {
        let (of_model, name) = (|e| LoadError::of_model(file, e), stem(file));
        let follower = match ModelFormat::of(file).map_err(of_model)? {
            ModelFormat::Clauses(format) => {
                let clauses = read_clauses(opened(file)?, format, &Limits::none()).map_err(of_model)?;
                MonotoneFollower::of_clauses(&clauses, &name)
            }
            format => {
                let read = read_model(opened(file)?, format, &name, &Limits::none()).map_err(of_model)?;
                MonotoneFollower::of_ranges(&read.model, read.bound_rows(), &read.upper_halves)
            }
        };
        let invalid = |message: String| LoadError::whole(&file.display().to_string(), message);
        let follower = follower.map_err(|e| invalid(e.to_string()))?;
        Self::of_constraints(follower).map_err(|e| invalid(e.to_string()))
    }

    /// The one grid or puzzle of a text.
    #[cfg(not(feature = "puzzles"))]
    fn of_text(text: &str, from: &str) -> Result<Self, LoadError> {
        let puzzle: minclue_core::sudoku::Puzzle =
            text.parse().map_err(|e: minclue_core::sudoku::ParseError| LoadError::whole(from, e.to_string()))?;
        Self::of_puzzle(&puzzle).map_err(|e| LoadError::whole(from, e.to_string()))
    }

    /// The one grid or puzzle of a text.
    #[cfg(feature = "puzzles")]
    fn of_text(text: &str, from: &str) -> Result<Self, LoadError> {
        use minclue_core::sudoku::{Place, ReadError, Rule, Variant};
        use minclue_puzzles::grid_files::GridReader;
        use minclue_puzzles::puzzles::{OpenPuzzle, PUZZLES, PuzzleReader};

        use crate::target::NoGrid;
        use crate::variant_grid::VariantGrid;

        let at = |place: Place, message: String| {
            let Place { line, column, width, text } = place;
            let place = Box::new(TextPlace { line, column, width, text });
            LoadError::Place { from: from.to_owned(), place, message }
        };
        let several = || LoadError::whole(from, "there are several grids or puzzles; a problem needs exactly one");
        let word = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let word = word.and_then(|line| line.split_whitespace().next()).unwrap_or_default();
        if PUZZLES.iter().any(|kind| kind.name == word) {
            let mut all = PuzzleReader::new(text.as_bytes());
            let first = all.next().expect("there is a line that is not a comment");
            let instance = first.map_err(|e| {
                let place = Place { line: e.line, column: e.column, width: 1, text: e.text };
                at(place, e.message)
            })?;
            return if all.next().is_some() {
                Err(several())
            } else {
                Self::try_from(instance).map_err(|e| LoadError::whole(from, e.to_string()))
            };
        }
        let mut all = GridReader::new(text.as_bytes(), None, None).with_rules();
        let entry = match all.next() {
            None => return Err(LoadError::whole(from, "there is no grid and no puzzle")),
            Some(Ok(entry)) => entry,
            Some(Err(ReadError::Refused { place, reason, .. })) => return Err(at(place, reason.to_string())),
            Some(Err(e @ ReadError::Io(_))) => return Err(LoadError::whole(from, e.to_string())),
        };
        if all.next().is_some() {
            return Err(several());
        }
        if entry.rules.iter().all(Rule::is_searched) {
            let variant = Variant::new(entry.puzzle.shape(), &entry.rules).map_err(|e| e.to_string());
            let variant = variant.and_then(|v| v.check(&entry.puzzle).map(|()| v).map_err(|e| e.to_string()));
            let grid = variant.and_then(|variant| {
                let grid = crate::api::solution_within(&variant, &entry.puzzle, &Limits::none());
                let grid = grid.map_err(|e| match e {
                    NoGrid::Refused(message) => message.to_owned(),
                    NoGrid::Limit(stop) => stop.to_string(),
                })?;
                VariantGrid::new(variant, grid).map_err(|e| e.to_string())
            });
            let problem = Self::of_variant(grid.map_err(|message| at(entry.place, message))?);
            return Ok(Self { name: entry.id, ..problem });
        }
        let open = OpenPuzzle::new(&entry.puzzle, &entry.rules, entry.id.as_deref());
        let instance = open.and_then(|open| open.only(&Limits::none())).map_err(|e| at(entry.place, e.message))?;
        Self::try_from(instance).map_err(|e| LoadError::whole(from, e.to_string()))
    }
}

/// The problem of a text: a grid, or a puzzle that stands for one.
impl FromStr for Problem {
    type Err = LoadError;

    fn from_str(text: &str) -> Result<Self, LoadError> {
        Self::of_text(text, TEXT)
    }
}

/// A puzzle of any kind; what it offers as clues may be clues.
#[cfg(feature = "puzzles")]
impl TryFrom<minclue_puzzles::puzzles::PuzzleInstance> for Problem {
    type Error = Error;

    fn try_from(instance: minclue_puzzles::puzzles::PuzzleInstance) -> Result<Self, Error> {
        let id = instance.id.clone();
        let problem = Self::of_model(ModelInstance::of_puzzle(instance)?);
        Ok(Self { name: id.or(problem.name), ..problem })
    }
}

fn opened(file: &Path) -> Result<impl BufRead + use<>, LoadError> {
    let read = BufReader::new(File::open(file).map_err(|e| LoadError::io(file, e))?);
    #[cfg(feature = "packed")]
    let read = crate::packed::Unpacked::new(Box::new(read));
    Ok(read)
}

fn text_of(file: &Path) -> Result<String, LoadError> {
    TextLimits::LARGE.read_text(opened(file)?).map_err(|e| LoadError::io(file, e))
}

/// The path whose ending says what is in a file.
fn plain_name(file: &Path) -> PathBuf {
    #[cfg(feature = "packed")]
    return crate::packed::without_packing(file);
    #[cfg(not(feature = "packed"))]
    file.to_owned()
}

/// The AUX file beside an MPS file, perhaps packed.
fn aux_beside(mps: &Path) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(feature = "packed") { &["aux", "aux.gz", "aux.zst"] } else { &["aux"] };
    endings.iter().map(|ending| mps.with_extension(ending)).find(|aux| aux.exists())
}

/// The name of a file without its endings.
fn stem(file: &Path) -> String {
    plain_name(file).file_stem().map_or_else(String::new, |stem: &OsStr| stem.to_string_lossy().into_owned())
}
