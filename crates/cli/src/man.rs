//! `minclue man`: the man pages, made from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::args::Color;
use super::command::Command;
use super::exit::Exit;
use super::file_guard::Refusal;
use super::message::Messages;
use super::print::{self, written};
use super::{examples, help, reference};

/// The arguments of `man`.
#[derive(Clone, Debug, ClapArgs)]
pub struct ManArgs {
    /// Directory for the pages of all subcommands [default: the page of the program to standard output]
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,

    /// Print the reference of all options as Markdown, which is docs/options.md
    #[arg(long, conflicts_with = "folder")]
    pub markdown: bool,
}

impl Command for ManArgs {
    fn run(&self) -> Exit {
        if self.markdown {
            return print::text(reference::options().as_bytes());
        }
        let mut command = help::command();
        command.build();
        let Some(folder) = &self.folder else {
            return written(page(&command).and_then(|page| io::stdout().write_all(&page)));
        };
        match fs::create_dir_all(folder).and_then(|()| pages(&command, folder)) {
            Ok(()) => Exit::Answered,
            Err(error) => Refusal::unwritable("DIR", folder, &error).report(&Messages::new(Color::Auto)),
        }
    }
}

/// The page of a command.
fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    // The page of the program has no verb.
    let verb = if command.get_name() == "minclue" { "" } else { command.get_name() };
    let examples = examples::of(verb);
    if !examples.is_empty() {
        let mut section = Roff::new();
        section.control("SH", ["EXAMPLES"]);
        for (line, what) in examples {
            section.control("TP", []).text([bold(*line)]).text([roman(*what)]);
        }
        section.to_writer(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    man.render_extra_section(&mut page)?;
    if command.get_version().is_some() {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// Writes the page of a command, and those of its verbs, `minclue.1` and `minclue-solve.1`.
fn pages(command: &clap::Command, folder: &Path) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    fs::write(folder.join(format!("{name}.1")), page(command)?)?;
    command.get_subcommands().filter(|verb| verb.get_name() != "help").try_for_each(|verb| pages(verb, folder))
}
