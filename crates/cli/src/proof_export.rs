//! The proof of a certificate as files for checkers that others wrote.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufWriter, ErrorKind, IntoInnerError};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use minclue_core::base::{Limits, WholeFile};
use minclue_interop::{
    BilevelProof, Cover, Facts, LONGEST_PROOF, Outlook, OutsideError, WrittenProof, write_cnf, write_drat, write_opb,
    write_veripb_told,
};

use super::exit::Exit;
use super::file_guard::{self, FileGuard, Refusal};
use super::input::Input;
use super::message::Messages;
use super::progress::grouped;

/// The option, as people write it.
const OPTION: &str = "--outside";

/// What is said where results cannot be written, and the exit code, which is `exit` otherwise. A closed pipe is not an
/// error.
pub(super) fn unwritten(messages: &Messages, error: &io::Error, exit: Exit) -> Exit {
    if error.kind() == ErrorKind::BrokenPipe {
        return exit;
    }
    messages.error(&format!("cannot write to standard output: {error}"), None);
    Exit::Internal
}

/// The files that are written: of the clues of something, and of both halves of a bilevel program.
const FILES: [&str; 8] =
    ["sets.opb", "puzzle.cnf", "puzzle.drat", "proof.pbp", "lower.opb", "lower.pbp", "upper.opb", "upper.pbp"];
/// How certificates of bilevel programs begin.
const BILEVEL: &[u8] = b"minclue-bilevel-cert/";

/// Looks at the files in `directory` before any work; `certificates` are read.
///
/// # Errors
/// One of them cannot be written, or a certificate would be lost.
pub(super) fn claim(certificates: &[PathBuf], directory: &Path) -> Result<(), Refusal> {
    file_guard::folder(OPTION, directory)?;
    let mut claims = FileGuard::output();
    certificates.iter().for_each(|path| claims.reads("the certificate", path));
    if directory.is_dir() {
        FILES.iter().try_for_each(|name| claims.replaces(OPTION, &directory.join(name)))
    } else {
        Ok(())
    }
}

/// Writes the files into `directory`, none of them with more than `max_steps` steps or the usual number, and asks
/// `veripb` if wanted. The checker has accepted the certificate, and counted what there is to write.
pub(super) fn write(
    certificate: &Path,
    directory: &Path,
    (max_steps, veripb): (Option<u64>, bool),
    outlook: Outlook,
    messages: &Messages,
) -> Exit {
    let max_steps = max_steps.unwrap_or(LONGEST_PROOF);
    match bilevel_files(certificate, directory, max_steps) {
        Ok(None) => {}
        Ok(Some(halves)) if veripb => {
            let asked = halves.into_iter().map(|half| {
                let name = |end: &str| format!("{half}.{end}");
                ask(directory, [&name("opb"), &name("pbp")], Some(half), messages)
            });
            return asked.fold(Exit::Answered, Exit::and);
        }
        Ok(Some(_)) => return Exit::Answered,
        Err(error) => {
            messages.error(&format!("{}: {error}", certificate.display()), longer(&error));
            return Exit::Internal;
        }
    }
    match puzzle_files(certificate, directory, max_steps) {
        Ok(()) => {}
        // The sets and the tree have a form all the same.
        Err(error @ OutsideError::Model) => messages.note(&format!("no puzzle.cnf and no puzzle.drat: {error}")),
        Err(error) => {
            messages.error(&format!("{}: {error}", certificate.display()), longer(&error));
            return Exit::Internal;
        }
    }
    match proof_files(certificate, directory, max_steps, outlook, messages) {
        Ok(()) if veripb => ask(directory, ["sets.opb", "proof.pbp"], None, messages),
        Ok(()) => Exit::Answered,
        Err(error) => {
            // The proof of an earlier certificate beside the sets of this one would look like its proof.
            let _ = fs::remove_file(directory.join("proof.pbp"));
            messages.error(&format!("proof.pbp: {error}"), longer(&error));
            Exit::Internal
        }
    }
}

/// What helps where a proof would be too long.
fn longer(error: &OutsideError) -> Option<&'static str> {
    matches!(error, OutsideError::TooLong { .. }).then_some("pass --max-steps N to write it anyway")
}

/// Writes a file that has its name only once it is whole.
fn write_file(
    directory: &Path,
    name: &str,
    write: impl FnOnce(&mut BufWriter<WholeFile>) -> Result<(), OutsideError>,
) -> Result<(), OutsideError> {
    let mut file = BufWriter::new(WholeFile::create(&directory.join(name))?);
    write(&mut file)?;
    Ok(file.into_inner().map_err(IntoInnerError::into_error)?.keep()?)
}

/// The sets as OPB, and the puzzle's uniqueness as CNF and DRAT.
fn puzzle_files(certificate: &Path, directory: &Path, max_steps: u64) -> Result<(), OutsideError> {
    fs::create_dir_all(directory)?;
    let facts = Facts::read(File::open(certificate)?)?;
    write_file(directory, "sets.opb", |file| Ok(write_opb(&facts, file)?))?;
    let (cover, puzzle) = (Cover::of(&facts.problem)?, facts.puzzle());
    write_file(directory, "puzzle.cnf", |file| write_cnf(&cover, puzzle, file))?;
    write_file(directory, "puzzle.drat", |file| write_drat(&cover, puzzle, file, max_steps).map(drop))
}

/// Nodes of searches from which on it is said beforehand what there is to write: some seconds of work.
const MANY: u64 = 100_000;
/// How long to wait until the next estimate.
const PATIENCE: Duration = Duration::from_secs(10);

/// The tree for `veripb`. Of a long one it is said what there is to write, and then how much of it is written.
fn proof_files(
    certificate: &Path,
    directory: &Path,
    max_steps: u64,
    outlook: Outlook,
    messages: &Messages,
) -> Result<(), OutsideError> {
    let Outlook { steps, searches, searched } = outlook;
    let is_long = searched >= MANY;
    if is_long {
        messages.note(&format!(
            "proof.pbp: {} steps of the certificate, and {} searches of {} nodes together, which take the most time",
            grouped(steps),
            grouped(searches),
            grouped(searched)
        ));
    }
    let mut last = Instant::now();
    let mut tell = |n: u64, written: WrittenProof| {
        if is_long && n < searches && last.elapsed() >= PATIENCE {
            last = Instant::now();
            let all = (u128::from(written.steps) * u128::from(searches) / u128::from(n.max(1))) as u64;
            messages.note(&format!(
                "proof.pbp: {} of {} searches, {} steps, {} MB; about {} steps in all, if the other searches are like these",
                grouped(n),
                grouped(searches),
                grouped(written.steps),
                grouped(written.bytes / 1_000_000),
                grouped(all)
            ));
        }
    };
    write_file(directory, "sets.opb", |sets| {
        write_file(directory, "proof.pbp", |proof| {
            let written = write_veripb_told(File::open(certificate)?, sets, proof, max_steps, &mut tell)?;
            if is_long {
                let (steps, bytes) = (grouped(written.steps), grouped(written.bytes.div_ceil(1_000_000)));
                messages.note(&format!("proof.pbp: {steps} steps, {bytes} MB"));
            }
            Ok(())
        })
    })
}

/// Both halves of a bilevel program, and which of them there are; `None` if the certificate is not about one.
fn bilevel_files(
    certificate: &Path,
    directory: &Path,
    max_steps: u64,
) -> Result<Option<Vec<&'static str>>, OutsideError> {
    let opened = Input::File(certificate.to_owned()).open_within(&Limits::none());
    let mut text = opened.map_err(|error| io::Error::other(error.to_string()))?;
    // What cannot be unpacked is none, and those who read it say why.
    if !text.fill_buf().is_ok_and(|begin| begin.starts_with(BILEVEL)) {
        return Ok(None);
    }
    fs::create_dir_all(directory)?;
    // A half of an earlier certificate would look like one of this.
    for name in &FILES[4..] {
        match fs::remove_file(directory.join(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    let proof = BilevelProof::read(text, max_steps)?;
    let mut halves = Vec::new();
    if proof.verdict.lower.is_some() || proof.verdict.is_infeasible {
        write_file(directory, "lower.opb", |formula| {
            write_file(directory, "lower.pbp", |steps| proof.write_lower(formula, steps).map(drop))
        })?;
        halves.push("lower");
    }
    if proof.verdict.upper.is_some() {
        write_file(directory, "upper.opb", |formula| {
            write_file(directory, "upper.pbp", |steps| proof.write_upper(formula, steps).map(drop))
        })?;
        halves.push("upper");
    }
    Ok(Some(halves))
}

/// Runs `veripb` on what was written, of a half of a bilevel program or of all that there is.
fn ask(directory: &Path, files: [&str; 2], half: Option<&str>, messages: &Messages) -> Exit {
    let of_half = |before: &str| half.map_or_else(String::new, |half| format!("{before}{half} half"));
    let ran = Command::new("veripb").args(files.map(|name| directory.join(name))).output();
    match ran {
        Ok(output) if output.status.success() => {
            let said = String::from_utf8_lossy(&output.stdout);
            let verdict = said.lines().find(|line| line.contains("VERIFIED")).unwrap_or("accepted");
            messages.note(&format!("veripb{}: {}", of_half(", "), verdict.trim_start_matches("s ")));
            Exit::Answered
        }
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            messages.error(
                &format!("veripb REFUSED the proof{}: {}", of_half(" of the "), String::from_utf8_lossy(&said).trim()),
                None,
            );
            Exit::CheckFailed
        }
        Err(error) => {
            let help = "install it with: cargo install veripb --locked";
            messages.error(&format!("the program veripb cannot be run: {error}"), Some(help));
            Exit::Internal
        }
    }
}
