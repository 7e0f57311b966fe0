//! libFuzzer on the target that the variable `FUZZ_TARGET` names. With `FUZZ_MADE=DIR` the program instead writes the
//! inputs that targets make themselves to DIR/TARGET, prints the names of all targets, and ends. See README.md.
#![no_main]
#![expect(
    clippy::print_stdout,
    clippy::exit,
    reason = "this is a program for the terminal, and libFuzzer has the main function"
)]

use std::ffi::OsStr;
use std::path::Path;
use std::sync::LazyLock;
use std::{env, fs, io, process};

use minclue_fuzz::Target;

/// The target of this process.
static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").unwrap_or_default();
    minclue_fuzz::target(&name).unwrap_or_else(|| panic!("FUZZ_TARGET is {name:?}, which is not a target"))
});

/// Writes inputs to begin with, if that is what was asked for.
fn begin() {
    if let Some(folder) = env::var_os("FUZZ_MADE") {
        write(&folder).expect("the folder takes files");
        process::exit(0);
    }
    LazyLock::force(&TARGET);
}

fn write(folder: &OsStr) -> io::Result<()> {
    for target in minclue_fuzz::TARGETS {
        let folder = Path::new(folder).join(target.name);
        fs::create_dir_all(&folder)?;
        for (i, bytes) in (target.made)().iter().enumerate() {
            fs::write(folder.join(format!("made-{i}")), bytes)?;
        }
        println!("{}", target.name);
    }
    Ok(())
}

libfuzzer_sys::fuzz_target!(init: begin(), |bytes: &[u8]| (TARGET.run)(bytes));
