//! `minclue completions`: what a shell needs to complete verbs and options.

use clap::Args as ClapArgs;
use clap_complete::Shell;

use super::command::Command;
use super::exit::Exit;
use super::help;
use super::print;

/// The arguments of `completions`.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    pub shell: Shell,
}

impl Command for CompletionsArgs {
    fn run(&self) -> Exit {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut help::command(), "minclue", &mut script);
        print::text(&script)
    }
}
