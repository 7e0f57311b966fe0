//! `minclue study`: many runs that differ in one thing, each a process of this program, and what they show together.

mod conduct;
mod inequalities;
mod instances;
mod pool;
mod searches;
mod store;

use super::args::{Study, StudyArgs};
use super::exit::Exit;

/// Runs the verb.
#[must_use]
pub fn study(args: &StudyArgs) -> Exit {
    let ended = match &args.study {
        Study::Inequalities(args) => inequalities::run(args),
        Study::Searches(args) => searches::run(args),
    };
    match ended {
        Ok(exit) | Err(exit) => exit,
    }
}
