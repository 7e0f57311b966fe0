//! `minclue classic`: the teaching solvers.

mod fill;
mod search;
mod squares;

use super::args::{Classic, ClassicArgs};
use super::exit::Exit;

/// Runs the verb.
#[must_use]
pub fn classic(args: &ClassicArgs) -> Exit {
    match &args.solver {
        Classic::Fill(args) => fill::run(args),
        Classic::Search(args) => search::run(args),
        Classic::Squares(args) => squares::run(args),
    }
}
