//! `minclue report`: records as one page of HTML.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;

use minclue_core::base::{TextLimits, write_whole};
use minclue_report::page::Page;
use minclue_solver::Unpacked;

use super::args::{Color, heading};
use super::command::Command;
use super::exit::Exit;
use super::file_guard::{FileGuard, Refusal};
use super::message::Messages;
use super::print;

/// The option, as people write it.
const OUTPUT: &str = "-o";
/// Standard input, as people write it.
const STDIN: &str = "-";

/// The folder of the complete chunks in that of a campaign.
const CHUNKS: &str = "chunks";

/// The arguments of `report`.
#[derive(Clone, Debug, ClapArgs)]
pub struct ReportArgs {
    /// Files of records, one JSON object a line (also packed by gzip or zstd), directories of campaigns, or - for
    /// standard input
    #[arg(value_name = "RECORDS", required = true)]
    pub records: Vec<PathBuf>,

    /// Write the page to FILE, not to standard output
    #[arg(short, long, value_name = "FILE", help_heading = heading::OUTPUT)]
    pub output: Option<PathBuf>,

    /// Title of the page [default: the names of the files]
    #[arg(long, value_name = "TEXT", help_heading = heading::OUTPUT)]
    pub title: Option<String>,

    /// Accepted for uniformity; report shows no progress
    #[arg(short, long, help_heading = heading::OUTPUT)]
    pub quiet: bool,
}

impl Command for ReportArgs {
    fn run(&self) -> Exit {
        let messages = Messages::new(Color::Auto);
        if let Err(refusal) = self.claim() {
            return refusal.report(&messages);
        }
        let mut page = Page::default();
        for path in &self.records {
            let all = files(path).and_then(|files| {
                files.into_iter().try_for_each(|file| {
                    read(&file, &mut page).map_err(|(why, exit)| {
                        let place = if file == *path { String::new() } else { format!("{}: ", file.display()) };
                        (format!("{place}{why}"), exit)
                    })
                })
            });
            if let Err((message, exit)) = all {
                messages.error(&format!("{}: {message}", path.display()), None);
                return exit;
            }
        }
        if page.is_empty() {
            messages.error("there are no records to show", None);
            return Exit::InvalidInput;
        }
        let names: Vec<String> = self.records.iter().map(|path| path.display().to_string()).collect();
        let html = page.html(&self.title.clone().unwrap_or_else(|| names.join(", ")));
        match &self.output {
            None => print::text(html.as_bytes()),
            Some(path) => match write_whole(path, html.as_bytes()) {
                Ok(()) => Exit::Answered,
                Err(error) => Refusal::unwritable(OUTPUT, path, &error).report(&messages),
            },
        }
    }
}

impl ReportArgs {
    /// Looks at the file before any work.
    fn claim(&self) -> Result<(), Refusal> {
        let mut claims = FileGuard::output();
        self.records.iter().for_each(|path| claims.reads("the records", path));
        if let Some(path) = self.output.as_deref().filter(|path| self.is_of_folder(path)) {
            let message = format!("{OUTPUT} {}: this is a file of the campaign or study", path.display());
            return Err(Refusal::usage(message, Some("give the page a name of its own, such as report.html")));
        }
        self.output.as_deref().map_or(Ok(()), |path| claims.replaces(OUTPUT, path))
    }
}

impl ReportArgs {
    /// Is this a file inside a folder that is reported, and not a page?
    fn is_of_folder(&self, path: &Path) -> bool {
        let Ok(place) = fs::canonicalize(path) else { return false };
        let is_page = place.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
        let mut folders = self.records.iter().filter(|records| records.is_dir());
        !is_page && folders.any(|folder| fs::canonicalize(folder).is_ok_and(|folder| place.starts_with(folder)))
    }
}

/// What is read of an argument: itself, or of a campaign its complete chunks in their order.
///
/// # Errors
/// What is wrong with the folder, and the exit code.
fn files(path: &Path) -> Result<Vec<PathBuf>, (String, Exit)> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let folder = path.join(CHUNKS);
    if !folder.is_dir() {
        return Err(("this directory is not a campaign: it has no chunks".to_owned(), Exit::InvalidInput));
    }
    let inside = |folder: &Path| -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
    };
    let groups = inside(&folder).map_err(|e| failed(&e))?;
    let mut chunks: Vec<PathBuf> = Vec::new();
    for group in groups.iter().filter(|group| group.is_dir()) {
        chunks.extend(inside(group).map_err(|e| failed(&e))?);
    }
    chunks.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    // A number beyond those before it has more digits.
    chunks.sort_by_key(|file| file.file_stem().map(|name| (name.len(), name.to_owned())));
    Ok(chunks)
}

/// What is said of a file that cannot be read.
fn failed(error: &io::Error) -> (String, Exit) {
    let exit = if error.kind() == ErrorKind::InvalidData { Exit::InvalidInput } else { Exit::Internal };
    (format!("this cannot be read: {error}"), exit)
}

/// Adds the lines of a file. A page that lacks some of them would not be what it says, so the first bad one ends it.
fn read(path: &Path, page: &mut Page) -> Result<(), (String, Exit)> {
    let input: Box<dyn BufRead + Send> = if path.as_os_str() == STDIN {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(path).map_err(|e| failed(&e))?))
    };
    for (i, line) in TextLimits::RECORDS.lines(Unpacked::new(input)).enumerate() {
        let line = line.map_err(|e| failed(&e))?;
        let line = String::from_utf8_lossy(&line);
        page.add(&line).map_err(|why| (format!("line {}: {why}", i + 1), Exit::InvalidInput))?;
    }
    Ok(())
}
