//! States of stopped runs.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use minclue_core::base::{Cell, CellSet, Index as _};
use minclue_core::hitting::AtMost;
use minclue_core::sudoku::Shape;
use minclue_engines::bilevel::{CaseState, State};
use minclue_solver::files::StateFile;
use tempfile::TempDir;

use super::GRID;

struct Kept {
    file: StateFile,
    path: PathBuf,
    /// The state of a run, as it is written.
    text: Vec<u8>,
    _folder: TempDir,
}

fn cells(members: impl IntoIterator<Item = usize>) -> CellSet<1> {
    members.into_iter().map(Cell::new).collect()
}

fn kept() -> &'static Kept {
    static KEPT: OnceLock<Kept> = OnceLock::new();
    KEPT.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = StateFile::new(folder.path(), GRID, Shape::new(2, 2).expect("a shape"));
        let state: State<1> = State {
            lower: 2,
            best: Some(cells(0..16)),
            budget: 2,
            cases: vec![CaseState {
                caps: vec![AtMost { region: cells(0..8), max: 1 }],
                open: vec![(cells([6]), cells([1, 4, 7])), (cells([]), cells(0..16))],
            }],
            regions: vec![(cells(0..8), 1)],
            learned: vec![cells([6, 7, 14, 15])],
            ..State::default()
        };
        file.write(&state).expect("it is written");
        let path = fs::read_dir(folder.path()).expect("a folder").next().expect("a file").expect("a file").path();
        let text = fs::read(&path).expect("the state");
        Kept { file, path, text, _folder: folder }
    })
}

/// A state that is read names cells of its grid only, and is the same when it is written and read again.
pub(crate) fn run(bytes: &[u8]) {
    // The tests call this from several threads, and there is one file.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept();
    fs::write(&kept.path, bytes).expect("a file");
    let all = cells(0..16);
    let Ok(Some(state)) = kept.file.read(all) else { return };
    assert!(state.learned.iter().chain(&state.best).all(|set| set.is_subset(&all)));
    kept.file.write(&state).expect("it is written");
    assert_eq!(kept.file.read(all), Ok(Some(state)));
}

/// The state of a run.
pub(crate) fn made() -> Vec<Vec<u8>> {
    vec![kept().text.clone()]
}
