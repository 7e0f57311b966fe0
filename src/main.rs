//! The command `minclue`.

use std::panic;
use std::process::ExitCode;

use minclue::cli::{self, Args, Exit};

fn main() -> ExitCode {
    // A panic is a defect of this program, and has the exit code of one.
    panic::catch_unwind(run).unwrap_or(Exit::Internal).into()
}

fn run() -> Exit {
    match Args::from_env() {
        Ok(args) => args.run(),
        Err(said) => cli::usage(&said),
    }
}
