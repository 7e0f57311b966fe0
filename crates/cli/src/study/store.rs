//! The directory of a study: `settings.json`, written first, and `runs.jsonl`, which grows by a line for each run. What
//! is there is the truth; everything else in the directory is made from it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use minclue_core::base::write_whole;
use minclue_studies::{RunLines, RunOf, StudyDesign};

use super::super::context::Context;
use super::super::exit::Exit;

const SETTINGS: &str = "settings.json";
const RUNS: &str = "runs.jsonl";

/// The open file of runs. Nobody else can run this study until it is closed.
pub(super) struct Store<P: StudyDesign> {
    file: File,
    /// The runs of the file when it was opened.
    pub(super) runs: Vec<RunOf<P>>,
}

impl<P: StudyDesign> Store<P> {
    /// Begins a study in `folder`, or goes on with the one that is there.
    ///
    /// # Errors
    /// The exit code; what is wrong was said. A directory of another study is left as it was.
    pub(super) fn open(folder: &Path, settings: &P, quiet: bool, context: &Context) -> Result<Self, Exit> {
        let say = Say { folder, context };
        fs::create_dir_all(folder).map_err(|e| say.failed(folder, &e))?;
        match read_settings::<P>(folder, &say)? {
            Some(there) => {
                if let Some(difference) = there.difference(settings) {
                    let help = "choose another directory, or use the settings of the study that is there";
                    return Err(
                        say.refused(&format!("another study is in {}: {difference}", folder.display()), Some(help))
                    );
                }
            }
            None if folder.join(RUNS).exists() => {
                let message = format!("{} has runs and no {SETTINGS}", folder.display());
                return Err(say.refused(&message, None));
            }
            None => {
                let mut text = serde_json::to_string_pretty(settings).expect("strings and numbers are JSON");
                text.push('\n');
                let path = folder.join(SETTINGS);
                write_whole(&path, text.as_bytes()).map_err(|e| say.failed(&path, &e))?;
            }
        }
        let path = folder.join(RUNS);
        let failed = |e: io::Error| say.failed(&path, &e);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                context.messages.error(&format!("{} is in use by another run of this study", path.display()), None);
                return Err(Exit::Internal);
            }
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let lines = say.lines::<P>(&path, &bytes)?;
        if let Some(line) = lines.torn {
            file.set_len(lines.n_bytes as u64).map_err(failed)?;
            if !quiet {
                let why = "an earlier run ended while it was written";
                context.messages.note(&format!("{}:{line}: the last line is dropped: {why}", path.display()));
            }
        }
        file.seek(SeekFrom::Start(lines.n_bytes as u64)).map_err(failed)?;
        Ok(Self { file, runs: lines.runs })
    }

    /// Adds a line, in one piece and not buffered, so that a kill loses at most the runs at work.
    pub(super) fn append(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes())
    }
}

/// Reads the study in `folder` and changes nothing, even while it runs.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn read<P: StudyDesign>(folder: &Path, context: &Context) -> Result<(P, Vec<RunOf<P>>), Exit> {
    let say = Say { folder, context };
    let Some(settings) = read_settings(folder, &say)? else {
        return Err(say.refused(&format!("there is no study in {}", folder.display()), None));
    };
    let path = folder.join(RUNS);
    let bytes = match fs::read(&path) {
        Err(e) if e.kind() == ErrorKind::NotFound => Vec::new(),
        read => read.map_err(|e| say.failed(&path, &e))?,
    };
    Ok((settings, say.lines::<P>(&path, &bytes)?.runs))
}

fn read_settings<P: StudyDesign>(folder: &Path, say: &Say<'_>) -> Result<Option<P>, Exit> {
    let path = folder.join(SETTINGS);
    let text = match fs::read_to_string(&path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|e| say.failed(&path, &e))?,
    };
    let schema =
        serde_json::from_str::<serde_json::Value>(&text).ok().and_then(|v| Some(v.get("schema")?.as_str()?.to_owned()));
    if let Some(schema) = schema.filter(|schema| schema != P::SCHEMA) {
        let message = format!("{}: the layout is `{schema}`, not `{}`", path.display(), P::SCHEMA);
        return Err(say.refused(&message, Some("this is the directory of another kind of study")));
    }
    serde_json::from_str(&text)
        .map(Some)
        .map_err(|e| say.refused(&format!("{}: these are not the settings of a study: {e}", path.display()), None))
}

/// Says what is wrong.
struct Say<'a> {
    folder: &'a Path,
    context: &'a Context,
}

impl Say<'_> {
    fn refused(&self, message: &str, help: Option<&str>) -> Exit {
        self.context.messages.error(message, help);
        Exit::InvalidInput
    }

    fn failed(&self, path: &Path, e: &io::Error) -> Exit {
        let (path, folder) = (path.display(), self.folder.display());
        self.context.messages.error(&format!("study {folder} cannot be used: {path}: {e}"), None);
        Exit::Internal
    }

    fn lines<P: StudyDesign>(&self, path: &Path, bytes: &[u8]) -> Result<RunLines<P::Key, P::Record>, Exit> {
        RunLines::read(bytes, P::RUN_SCHEMA)
            .map_err(|e| self.refused(&format!("{}:{}: {e}", path.display(), e.line), None))
    }
}
