//! Help, version, and arguments that make no sense.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::error::{ContextKind, ErrorKind};

use minclue_core::base::steers;

use super::exit::Exit;
use super::print;

const SOLVE: &str = "To solve a grid or a file of grids, run: minclue solve INPUT";

const CLASSIC: &str = "\
To fill a puzzle by brute force, run: minclue classic fill INPUT
To search it with FC, MRV and CtN, run: minclue classic search INPUT
To list the candidates of its squares, run: minclue classic squares INPUT";

const STUDY: &str = "\
To compare numbers of start inequalities, run: minclue study inequalities -o DIR INPUT
To compare published searches, run: minclue study searches -k K -o DIR INPUT
To compare the teaching solvers, run: minclue study classic -o DIR";

/// Prints what clap has to say of `words`: help and version to standard output, errors to standard error.
#[must_use]
pub fn usage(said: &clap::Error, words: &[OsString]) -> Exit {
    let plain = said.render().to_string();
    let steers = |c: char| c != '\n' && steers(c);
    let printed = match plain.contains(steers) {
        // A word that was typed, perhaps by a pattern of the shell for names of files.
        true => write!(io::stderr(), "{}", plain.replace(steers, "\u{fffd}")),
        false => said.print(),
    };
    if let Some(advice) = advice(said, words) {
        let _ = writeln!(io::stderr(), "{advice}");
    }
    if said.use_stderr() { Exit::Usage } else { print::written(printed) }
}

/// What is said beside the error: where a verb is missing, the likeliest is the input itself, as other tools take it.
fn advice(said: &clap::Error, words: &[OsString]) -> Option<&'static str> {
    let verb = words.get(1)?;
    let next = words.get(2);
    let is_unknown = matches!(said.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument);
    // Of a verb inside another, with its own options, clap says enough.
    let is_named = |names: &[&str]| next.is_some_and(|next| names.iter().any(|name| next == name));
    match verb.to_str() {
        Some("classic" | "study") if cfg!(not(feature = "papers")) => {
            Some("This build does not have it (feature papers).")
        }
        Some("campaign" | "catalog") if cfg!(not(feature = "farm")) => {
            Some("This build does not have it (feature farm).")
        }
        Some("classic") => (is_unknown && !is_named(&["fill", "search", "squares", "help"])).then_some(CLASSIC),
        Some("study") => (is_unknown && !is_named(&["inequalities", "searches", "classic", "help"])).then_some(STUDY),
        _ => {
            let is_alone =
                said.get(ContextKind::SuggestedSubcommand).is_none() && said.get(ContextKind::Suggested).is_none();
            (said.kind() == ErrorKind::InvalidSubcommand && is_alone).then_some(SOLVE)
        }
    }
}
