//! `minclue classic`: the teaching solvers.

mod fill;
mod measure;
mod search;
mod squares;
mod trace;

pub(super) use self::measure::{Measurer, NoRecord};

use super::args::{Classic, ClassicArgs};
use super::command::Command;
use super::exit::Exit;

impl Command for ClassicArgs {
    fn run(&self) -> Exit {
        classic(self)
    }

    fn conflict(&self) -> Option<String> {
        self.contradiction().map(str::to_owned)
    }
}

/// Runs the verb.
fn classic(args: &ClassicArgs) -> Exit {
    match &args.solver {
        Classic::Fill(args) => fill::run(args),
        Classic::Search(args) => search::run(args),
        Classic::Squares(args) => squares::run(args),
    }
}
