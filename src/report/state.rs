//! The state of a stopped run of the bilevel engine as a file; see `docs/formats/state.md`.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::CellSet;
use crate::bilevel::{CaseState, State};
use crate::hitting::Cap;
use crate::sudoku::Shape;

use super::digest::digest;

/// Name and version of the layout.
const SCHEMA: &str = "minclue-state/1";

/// Where the state of one grid is kept.
#[derive(Clone, Debug)]
pub struct StateFile {
    path: PathBuf,
    grid: String,
    shape: Shape,
}

/// The file: sets of cells are hexadecimal numbers, in which bit c stands for cell c.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    schema: String,
    grid: String,
    /// Other boxes make another problem of the same digits.
    shape: String,
    lower_bound: usize,
    puzzle: Option<String>,
    budget: usize,
    cases: Vec<Case>,
    regions: Vec<(String, usize)>,
    learned: Vec<String>,
    n_nodes: u64,
    n_lps: u64,
    n_checks: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Case {
    /// Regions and the most cells that they may have.
    caps: Vec<(String, usize)>,
    /// Chosen cells, and those that may still be chosen.
    open: Vec<(String, String)>,
}

impl StateFile {
    /// The file of a grid in `folder`; the grid is given as one line, and the shape of its boxes.
    #[must_use]
    pub fn new(folder: &Path, grid: &str, shape: Shape) -> Self {
        // A clash is seen, since the file names its grid and shape.
        let name = digest(&format!("{shape} {grid}"));
        Self { path: folder.join(format!("{name}.state.json")), grid: grid.to_owned(), shape }
    }

    fn failure(&self, what: &str, error: &dyn std::fmt::Display) -> String {
        format!("{}: {what}: {error}", self.path.display())
    }

    /// The state, if there is one.
    ///
    /// # Errors
    /// A message if the file cannot be read, or is no state of this grid, whose cells are `cells`.
    pub fn read<const W: usize>(&self, cells: CellSet<W>) -> Result<Option<State<W>>, String> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failure("the saved state cannot be read", &error)),
        };
        let record: Record = serde_json::from_str(&text)
            .map_err(|e| self.failure("this is no saved state; remove it to begin anew", &e))?;
        if record.schema != SCHEMA {
            return Err(
                self.failure("this state was saved by another version; remove it to begin anew", &record.schema)
            );
        }
        if record.grid != self.grid {
            return Err(self.failure("this is the state of another grid", &record.grid));
        }
        if record.shape != self.shape.to_string() {
            return Err(self.failure("this is the state of a grid with other boxes", &record.shape));
        }
        let state = record.state().filter(|state| is_sound(state, cells));
        state.map(Some).ok_or_else(|| self.failure("this is no saved state", &"a set names cells that are not there"))
    }

    /// Writes a state in place of the one before, whole or not at all.
    ///
    /// # Errors
    /// A message if that fails; then the one before is still there.
    pub fn write<const W: usize>(&self, state: &State<W>) -> Result<(), String> {
        let failed = |error: &dyn std::fmt::Display| self.failure("the state cannot be saved", error);
        let text = serde_json::to_string(&Record::new(self, state)).map_err(|e| failed(&e))?;
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|e| failed(&e))?;
        }
        let new = self.path.with_extension("new");
        let write = || -> std::io::Result<()> {
            let mut file = fs::File::create(&new)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&new, &self.path)
        };
        write().map_err(|e| failed(&e))
    }

    /// Removes the file, if it is there.
    ///
    /// # Errors
    /// A message if it is there and stays.
    pub fn remove(&self) -> Result<(), String> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(self.failure("the state of a solved grid cannot be removed", &error))
            }
            _ => Ok(()),
        }
    }
}

/// Does it speak of `cells` only?
fn is_sound<const W: usize>(state: &State<W>, cells: CellSet<W>) -> bool {
    let inside = |set: &CellSet<W>| set.is_subset(&cells);
    let case = |case: &CaseState<W>| {
        case.caps.iter().all(|cap| inside(&cap.region))
            && case.open.iter().all(|(chosen, alive)| inside(chosen) && inside(alive))
    };
    state.best.iter().all(inside)
        && state.cases.iter().all(case)
        && state.regions.iter().all(|(region, _)| inside(region))
        && state.learned.iter().all(inside)
}

impl Record {
    fn new<const W: usize>(file: &StateFile, state: &State<W>) -> Self {
        let case = |case: &CaseState<W>| Case {
            caps: case.caps.iter().map(|cap| (hex(&cap.region), cap.most)).collect(),
            open: case.open.iter().map(|(chosen, alive)| (hex(chosen), hex(alive))).collect(),
        };
        Self {
            schema: SCHEMA.to_owned(),
            grid: file.grid.clone(),
            shape: file.shape.to_string(),
            lower_bound: state.lower,
            puzzle: state.best.as_ref().map(hex),
            budget: state.budget,
            cases: state.cases.iter().map(case).collect(),
            regions: state.regions.iter().map(|(region, least)| (hex(region), *least)).collect(),
            learned: state.learned.iter().map(hex).collect(),
            n_nodes: state.n_nodes,
            n_lps: state.n_lps,
            n_checks: state.n_checks,
        }
    }

    /// `None` if a set is no number, or too large.
    fn state<const W: usize>(&self) -> Option<State<W>> {
        let case = |case: &Case| -> Option<CaseState<W>> {
            let cap = |(region, most): &(String, usize)| Some(Cap { region: set(region)?, most: *most });
            let node = |(chosen, alive): &(String, String)| Some((set(chosen)?, set(alive)?));
            Some(CaseState {
                caps: case.caps.iter().map(cap).collect::<Option<_>>()?,
                open: case.open.iter().map(node).collect::<Option<_>>()?,
            })
        };
        let best = match &self.puzzle {
            Some(puzzle) => Some(set(puzzle)?),
            None => None,
        };
        Some(State {
            lower: self.lower_bound,
            best,
            budget: self.budget,
            cases: self.cases.iter().map(case).collect::<Option<_>>()?,
            regions: self.regions.iter().map(|(region, least)| Some((set(region)?, *least))).collect::<Option<_>>()?,
            learned: self.learned.iter().map(|learned| set(learned)).collect::<Option<_>>()?,
            n_nodes: self.n_nodes,
            n_lps: self.n_lps,
            n_checks: self.n_checks,
        })
    }
}

/// A set of cells as a hexadecimal number.
fn hex<const W: usize>(set: &CellSet<W>) -> String {
    let digits: String = set.words().iter().rev().map(|word| format!("{word:016x}")).collect();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
}

fn set<const W: usize>(hex: &str) -> Option<CellSet<W>> {
    let digits = hex.trim_start_matches('0');
    if hex.is_empty() || digits.len() > 16 * W || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut words = [0; W];
    for (i, digit) in digits.bytes().rev().enumerate() {
        words[i / 16] |= u64::from(char::from(digit).to_digit(16)?) << (4 * (i % 16));
    }
    Some(CellSet::from_words(words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Index};

    fn cells(members: &[usize]) -> CellSet<2> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    fn state() -> State<2> {
        State {
            lower: 16,
            best: Some(cells(&[0, 63, 64, 80])),
            budget: 17,
            cases: vec![CaseState {
                caps: vec![Cap { region: cells(&[1, 2, 70]), most: 2 }],
                open: vec![(cells(&[]), cells(&[0, 80])), (cells(&[4]), cells(&[5, 79]))],
            }],
            regions: vec![(cells(&[3, 4, 5]), 2)],
            learned: vec![cells(&[9, 10]), cells(&[64])],
            n_nodes: 5,
            n_lps: 6,
            n_checks: 7,
        }
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = StateFile::new(&folder.path().join("new"), "1234", Shape::NINE);
        let all = CellSet::first_n(81);
        assert_eq!(file.read::<2>(all), Ok(None));
        file.write(&State::<2>::default()).expect("written");
        file.write(&state()).expect("written over the first one");
        assert_eq!(file.read(all), Ok(Some(state())));
        // A state that speaks of other cells, or of another grid, is refused.
        assert!(file.read::<2>(CellSet::first_n(80)).is_err_and(|e| e.contains("not there")));
        assert!(file.read::<1>(CellSet::first_n(64)).is_err_and(|e| e.contains("not there")));
        let other = StateFile { grid: "4321".into(), ..file.clone() };
        assert!(other.read::<2>(all).is_err_and(|e| e.contains("another grid")));
        let boxes = StateFile { shape: Shape::new(1, 9).expect("a shape"), ..file.clone() };
        assert!(boxes.read::<2>(all).is_err_and(|e| e.contains("other boxes")));
        assert_ne!(StateFile::new(folder.path(), "1234", boxes.shape).path.file_name(), file.path.file_name());
        fs::write(&file.path, "{").expect("written");
        assert!(file.read::<2>(all).is_err_and(|e| e.contains("no saved state")));
        file.remove().expect("removed");
        file.remove().expect("nothing to remove");
    }

    #[test]
    fn sets_are_hexadecimal_numbers() {
        assert_eq!(
            (hex(&cells(&[])), hex(&cells(&[0, 4])), hex(&cells(&[64]))),
            ("0".into(), "11".into(), "10000000000000000".into())
        );
        assert_eq!(set::<2>("10000000000000000"), Some(cells(&[64])));
        assert_eq!(set::<1>("10000000000000000"), None);
        assert_eq!((set::<2>(""), set::<2>("+1"), set::<2>("g")), (None, None, None));
    }
}
