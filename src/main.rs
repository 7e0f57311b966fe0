//! The program `minclue`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    minclue_cli::main()
}
