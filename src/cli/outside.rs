//! The proof of a certificate as files for checkers that others wrote.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind};
use std::path::Path;
use std::process::Command;

use crate::proof::outside::{
    LONGEST_PROOF, Origin, OutsideError, Reader, write_cnf, write_drat, write_opb, write_veripb,
};

use super::exit::Exit;
use super::message::Messages;

/// What is said where results cannot be written. A closed pipe is no error.
pub(super) fn unwritten(messages: Messages, error: &io::Error) -> Exit {
    if error.kind() != ErrorKind::BrokenPipe {
        messages.error(&format!("cannot write to standard output: {error}"), None);
    }
    Exit::Internal
}

/// Writes the files into `directory`, and asks `veripb` if wanted.
pub(super) fn write(certificate: &Path, directory: &Path, veripb: bool, messages: Messages) -> Exit {
    match puzzle_files(certificate, directory) {
        Ok(()) => {}
        // The sets and the tree have a form all the same.
        Err(error @ OutsideError::Model) => messages.note(&format!("no puzzle.cnf and no puzzle.drat: {error}")),
        Err(error) => {
            messages.error(&format!("{}: {error}", certificate.display()), None);
            return Exit::Internal;
        }
    }
    match proof_files(certificate, directory) {
        Ok(()) if veripb => ask(directory, messages),
        Ok(()) => Exit::Answered,
        Err(error) => {
            // What is left of a proof that was given up would look like one.
            let _ = fs::remove_file(directory.join("proof.pbp"));
            messages.error(&format!("proof.pbp: {error}"), None);
            Exit::Internal
        }
    }
}

fn opened(certificate: &Path) -> Result<Reader<impl io::Read>, OutsideError> {
    Ok(Reader::new(File::open(certificate)?)?)
}

fn create(directory: &Path, name: &str) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(directory.join(name))?))
}

/// The sets as OPB, and the puzzle's uniqueness as CNF and DRAT.
fn puzzle_files(certificate: &Path, directory: &Path) -> Result<(), OutsideError> {
    fs::create_dir_all(directory)?;
    let reader = opened(certificate)?;
    write_opb(reader.header(), &mut create(directory, "sets.opb")?)?;
    if matches!(reader.header().problem.origin, Origin::Model { .. }) {
        return Err(OutsideError::Model);
    }
    write_cnf(reader.header(), &mut create(directory, "puzzle.cnf")?)?;
    write_drat(reader.header(), &mut create(directory, "puzzle.drat")?, LONGEST_PROOF)?;
    Ok(())
}

/// The tree for `veripb`.
fn proof_files(certificate: &Path, directory: &Path) -> Result<(), OutsideError> {
    let (mut sets, mut proof) = (create(directory, "sets.opb")?, create(directory, "proof.pbp")?);
    write_veripb(&mut opened(certificate)?, &mut sets, &mut proof, LONGEST_PROOF)?;
    Ok(())
}

/// Runs `veripb` on what was written.
fn ask(directory: &Path, messages: Messages) -> Exit {
    let ran = Command::new("veripb").arg(directory.join("sets.opb")).arg(directory.join("proof.pbp")).output();
    match ran {
        Ok(output) if output.status.success() => {
            let said = String::from_utf8_lossy(&output.stdout);
            let verdict = said.lines().find(|line| line.contains("VERIFIED")).unwrap_or("accepted");
            messages.note(&format!("veripb: {}", verdict.trim_start_matches("s ")));
            Exit::Answered
        }
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            messages.error(&format!("veripb REFUSED the proof: {}", String::from_utf8_lossy(&said).trim()), None);
            Exit::CheckFailed
        }
        Err(error) => {
            let help = "it comes with: cargo install veripb --locked";
            messages.error(&format!("the program veripb cannot be run: {error}"), Some(help));
            Exit::Internal
        }
    }
}
