//! Reports a missing system library before the linker does: the feature `cbc` needs `libCbcSolver`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CC");
    if env::var_os("CARGO_FEATURE_CBC").is_none() {
        return;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    if !links_with_cbc(&out) {
        for line in [
            "feature `cbc` needs the CBC library, and no libCbcSolver was found by the linker.",
            "  Debian or Ubuntu:  sudo apt-get install coinor-libcbc-dev",
            "  or build without that feature:  cargo build --release",
        ] {
            println!("cargo::error={line}");
        }
    }
}

/// Asks the linker itself, since it alone knows every place where it looks.
fn links_with_cbc(out: &Path) -> bool {
    let source = out.join("cbc_probe.c");
    if fs::write(&source, "int main(void) { return 0; }\n").is_err() {
        return true; // no place to probe: let the real link speak
    }
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".into());
    let probe = Command::new(compiler)
        .arg(&source)
        .arg("-o")
        .arg(out.join("cbc_probe"))
        .arg("-lCbcSolver")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    // Without a compiler driver there is nothing to ask, and the real link will say so.
    probe.map_or(true, |status| status.success())
}
