//! `minclue study`: many runs that differ in one thing, whose tables and figures `minclue.analysis` of the Python
//! package makes. A study is a campaign, each run a process of this program; only those of the teaching solvers, a
//! puzzle each, are too short for that.

mod args;
mod classic;
mod inequalities;
mod instances;
mod leaf;
mod runner;
mod searches;
mod store;

pub use self::args::StudyArgs;
use self::args::StudyVerb;
use super::command::Command;
use super::exit::Exit;

impl Command for StudyArgs {
    fn run(&self) -> Exit {
        study(self)
    }

    fn conflict(&self) -> Option<String> {
        match &self.study {
            StudyVerb::Inequalities(args) => args.conflict().map(str::to_owned),
            StudyVerb::Searches(_) | StudyVerb::Classic(_) => None,
        }
    }
}

fn study(args: &StudyArgs) -> Exit {
    let ended = match &args.study {
        StudyVerb::Classic(args) => classic::run(args),
        StudyVerb::Inequalities(args) => inequalities::run(args),
        StudyVerb::Searches(args) => searches::run(args),
    };
    match ended {
        Ok(exit) | Err(exit) => exit,
    }
}
