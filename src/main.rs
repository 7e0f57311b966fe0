//! The command `minclue`.

use std::panic;
use std::process::ExitCode;

use minclue::cli::{self, Args, Exit, Verb};

fn main() -> ExitCode {
    // A panic is a defect of this program, and has the exit code of one.
    panic::catch_unwind(run).unwrap_or(Exit::Internal).into()
}

fn run() -> Exit {
    let args = match Args::from_env() {
        Ok(args) => args,
        Err(said) => return cli::usage(&said),
    };
    match &args.verb {
        Verb::Solve(args) => cli::solve(args),
        Verb::Enumerate(args) => cli::enumerate(args),
        Verb::Check(args) => cli::check(args),
        Verb::Sets(args) => cli::sets(args),
        Verb::Export(args) => cli::export(args),
        Verb::Fcp(args) => cli::fcp(args),
        Verb::Study(args) => cli::study(args),
        Verb::Verify(args) => cli::verify(args),
        Verb::Generate(args) => cli::generate(args),
        Verb::Rate(args) => cli::rate(args),
        Verb::Canon(args) => cli::canon(args),
        Verb::Minimize(args) => cli::minimize(args),
        Verb::Neighbors(args) => cli::neighbors(args),
        Verb::Classic(args) => cli::classic(args),
    }
}
