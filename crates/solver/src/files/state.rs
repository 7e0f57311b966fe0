//! The state of a stopped run of the bilevel engine as a file; see `docs/formats/state.md`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::base::{CellSet, PART, TextLimits, folder_of, remove_if_there, write_whole};
use crate::bilevel::{CaseState, State};
use crate::hitting::AtMost;
use crate::sudoku::Shape;

use super::digest::digest;

/// Name and version of the layout.
const SCHEMA: &str = "minclue-state/2";
/// The field at the end of the file: the SHA-256 of all before it, in hexadecimal.
const SEAL: &str = ",\"sha256\":\"";

/// The file for the state of one grid.
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
    /// The shape of the boxes: the same digits with other boxes are another problem.
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
    /// Regions, each with the most cells that it may have.
    caps: Vec<(String, usize)>,
    /// For each open node, the chosen cells and the cells that may still be chosen.
    open: Vec<(String, String)>,
}

impl StateFile {
    /// Creates the file for a grid in `folder`; `grid` is one line, and `shape` the shape of its boxes.
    #[must_use]
    pub fn new(folder: &Path, grid: &str, shape: Shape) -> Self {
        // A clash is seen, since the file names its grid and shape.
        let name = digest(&format!("{shape} {grid}"));
        Self { path: folder.join(format!("{name}.state.json")), grid: grid.to_owned(), shape }
    }

    fn failure(&self, what: &str, error: &dyn std::fmt::Display) -> String {
        format!("{}: {what}: {error}", self.path.display())
    }

    /// Reads the state, if the file exists.
    ///
    /// # Errors
    /// A message if the file cannot be read, or is not a state of this grid with the cells `cells`.
    pub fn read<const W: usize>(&self, cells: CellSet<W>) -> Result<Option<State<W>>, String> {
        let text = match TextLimits::OWN.read_text_file(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failure("the saved state cannot be read", &error)),
        };
        let none = |e: serde_json::Error| self.failure("this is not a saved state; remove it to start again", &e);
        // Other versions may be sealed in another way, or not at all.
        let Version { schema } = serde_json::from_str(&text).map_err(none)?;
        if schema != SCHEMA {
            return Err(self.failure("this state was saved by another version; remove it to start again", &schema));
        }
        if !is_whole(&text) {
            let why = "its sha256 is not that of its text";
            return Err(self.failure("this state was damaged or changed; remove it to start again", &why));
        }
        let record: Record = serde_json::from_str(&text).map_err(none)?;
        if record.grid != self.grid {
            return Err(self.failure("this is the state of another grid", &record.grid));
        }
        if record.shape != self.shape.to_string() {
            return Err(self.failure("this is the state of a grid with other boxes", &record.shape));
        }
        let state = record.state().filter(|state| is_sound(state, cells));
        state.map(Some).ok_or_else(|| self.failure("this is not a saved state", &"a set has cells that do not exist"))
    }

    /// Atomically replaces the state in the file.
    ///
    /// # Errors
    /// A message if that fails; the previous state is then kept.
    pub fn write<const W: usize>(&self, state: &State<W>) -> Result<(), String> {
        let failed = |error: &dyn std::fmt::Display| self.failure("the state cannot be saved", error);
        let text = serde_json::to_string(&Record::new(self, state)).map_err(|e| failed(&e))?;
        fs::create_dir_all(folder_of(&self.path)).map_err(|e| failed(&e))?;
        write_whole(&self.path, sealed(&text).as_bytes()).map_err(|e| failed(&e))
    }

    /// Removes temporary files of a run that was killed while writing this state. No other run may be writing it.
    pub fn remove_leftovers(&self) {
        let Some(name) = self.path.file_name().and_then(|name| name.to_str()) else { return };
        let begin = format!("{name}.");
        let Ok(entries) = fs::read_dir(folder_of(&self.path)) else { return };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        for left in names.filter(|left| left.starts_with(&begin) && left.ends_with(PART)) {
            // One that stays is in nobody's way.
            let _ = fs::remove_file(self.path.with_file_name(left));
        }
    }

    /// Removes the file, if it exists.
    ///
    /// # Errors
    /// A message if the file exists and cannot be removed.
    pub fn remove(&self) -> Result<(), String> {
        remove_if_there(&self.path)
            .map_err(|error| self.failure("the state of a solved grid cannot be removed", &error))
    }
}

/// The version of a file.
#[derive(Deserialize)]
struct Version {
    schema: String,
}

/// A record with its digest as the last field.
fn sealed(record: &str) -> String {
    let open = record.strip_suffix('}').unwrap_or(record);
    format!("{open}{SEAL}{}\"}}", sha256(open))
}

/// Is the digest at the end that of what stands before it?
fn is_whole(text: &str) -> bool {
    text.rsplit_once(SEAL).is_some_and(|(open, seal)| seal.trim_end() == format!("{}\"}}", sha256(open)))
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
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
            caps: case.caps.iter().map(|cap| (hex(&cap.region), cap.max)).collect(),
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
            regions: state.regions.iter().map(|(region, min)| (hex(region), *min)).collect(),
            learned: state.learned.iter().map(hex).collect(),
            n_nodes: state.n_nodes,
            n_lps: state.n_lps,
            n_checks: state.n_checks,
        }
    }

    /// `None` if a set is not a number, or too large.
    fn state<const W: usize>(&self) -> Option<State<W>> {
        let case = |case: &Case| -> Option<CaseState<W>> {
            let cap = |(region, max): &(String, usize)| Some(AtMost { region: set(region)?, max: *max });
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
            regions: self.regions.iter().map(|(region, min)| Some((set(region)?, *min))).collect::<Option<_>>()?,
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
                caps: vec![AtMost { region: cells(&[1, 2, 70]), max: 2 }],
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
        assert!(file.read::<2>(CellSet::first_n(80)).is_err_and(|e| e.contains("do not exist")));
        assert!(file.read::<1>(CellSet::first_n(64)).is_err_and(|e| e.contains("do not exist")));
        let other = StateFile { grid: "4321".into(), ..file.clone() };
        assert!(other.read::<2>(all).is_err_and(|e| e.contains("another grid")));
        let boxes = StateFile { shape: Shape::new(1, 9).expect("a shape"), ..file.clone() };
        assert!(boxes.read::<2>(all).is_err_and(|e| e.contains("other boxes")));
        assert_ne!(StateFile::new(folder.path(), "1234", boxes.shape).path.file_name(), file.path.file_name());
        fs::write(&file.path, "{").expect("written");
        assert!(file.read::<2>(all).is_err_and(|e| e.contains("not a saved state")));
        fs::write(&file.path, r#"{"schema":"minclue-state/1"}"#).expect("written");
        assert!(file.read::<2>(all).is_err_and(|e| e.contains("another version")));
        file.remove().expect("removed");
        file.remove().expect("nothing to remove");
    }

    /// A changed digit anywhere would be another state, and perhaps a wrong minimum.
    #[test]
    fn a_state_that_was_changed_anywhere_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = StateFile::new(folder.path(), "1234", Shape::NINE);
        file.write(&state()).expect("written");
        let good = fs::read(&file.path).expect("a state");
        for i in 0..good.len() {
            let mut bad = good.clone();
            bad[i] = if bad[i] == b'1' { b'0' } else { b'1' };
            fs::write(&file.path, &bad).expect("written");
            assert!(file.read::<2>(CellSet::first_n(81)).is_err(), "{}", String::from_utf8_lossy(&bad));
            fs::write(&file.path, &good[..i]).expect("written");
            assert!(file.read::<2>(CellSet::first_n(81)).is_err(), "{i} bytes");
        }
        // An editor that ends the line does no harm.
        fs::write(&file.path, [&good[..], b"\n"].concat()).expect("written");
        assert_eq!(file.read(CellSet::first_n(81)), Ok(Some(state())));
    }

    #[test]
    fn what_a_kill_leaves_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = StateFile::new(folder.path(), "1234", Shape::NINE);
        file.write(&state()).expect("written");
        let name = file.path.file_name().expect("a name").to_string_lossy().into_owned();
        let left = folder.path().join(format!("{name}.x7Gh2a{PART}"));
        let others = ["0123456789abcdef.state.json.x7Gh2a.part", "notes.part", "0123456789abcdef.state.json"];
        for path in others.map(|name| folder.path().join(name)).iter().chain([&left]) {
            fs::write(path, "{").expect("written");
        }
        file.remove_leftovers();
        assert!(!left.exists() && file.read::<2>(CellSet::first_n(81)).is_ok_and(|found| found.is_some()));
        assert!(others.iter().all(|name| folder.path().join(name).exists()));
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
