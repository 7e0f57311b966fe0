//! `minclue classic`: the teaching solvers.

mod args;
mod fill;
mod measure;
mod search;
mod squares;
mod trace;
mod tree;

pub use self::args::ClassicArgs;
pub(super) use self::measure::{Measurer, NoRecord};

use self::args::Classic;
use super::command::Command;
use super::exit::Exit;

impl Command for ClassicArgs {
    fn run(&self) -> Exit {
        classic(self)
    }

    fn conflict(&self) -> Option<String> {
        let tree = match &self.solver {
            Classic::Search(args) => args.tree.as_deref(),
            Classic::Fill(_) | Classic::Squares(_) => None,
        };
        let ending = tree.and_then(|path| tree::is_known(path).err());
        self.contradiction().map(str::to_owned).or(ending)
    }
}

fn classic(args: &ClassicArgs) -> Exit {
    match &args.solver {
        Classic::Fill(args) => fill::run(args),
        Classic::Search(args) => search::run(args),
        Classic::Squares(args) => squares::run(args),
    }
}
