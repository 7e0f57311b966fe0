//! `minclue study`: many runs that differ in one thing, and what they show together. Each is a process of this program; only
//! those of the teaching solvers, a puzzle each, are too short for that.

mod classic;
mod conduct;
mod inequalities;
mod instances;
mod pool;
mod searches;
mod store;

use super::args::{Study, StudyArgs};
use super::command::Command;
use super::exit::Exit;

impl Command for StudyArgs {
    fn run(&self) -> Exit {
        study(self)
    }
}

/// Runs the verb.
fn study(args: &StudyArgs) -> Exit {
    let ended = match &args.study {
        Study::Classic(args) => classic::run(args),
        Study::Inequalities(args) => inequalities::run(args),
        Study::Searches(args) => searches::run(args),
    };
    match ended {
        Ok(exit) | Err(exit) => exit,
    }
}
