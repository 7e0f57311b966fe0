//! `minclue-fuzz-seeds DIR` writes the inputs that targets make themselves to DIR/TARGET, for the fuzzer to begin with, and prints
//! the names of all targets. Without DIR it only prints them.
#![expect(clippy::print_stdout, reason = "this is a program for the terminal")]

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    for target in minclue_fuzz::TARGETS {
        if let Some(folder) = &folder {
            let folder = folder.join(target.name);
            fs::create_dir_all(&folder)?;
            for (i, bytes) in (target.made)().iter().enumerate() {
                fs::write(folder.join(format!("made-{i}")), bytes)?;
            }
        }
        println!("{}", target.name);
    }
    Ok(())
}
