//! The command `minclue`.

#![forbid(unsafe_code)]
#![expect(unreachable_pub, reason = "nobody is outside of a program; here `pub` means all of the command line")]

mod cli;

use std::panic;
use std::process::ExitCode;

use cli::{Args, Exit};

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
