//! Which commit this is, for `--version` and the records: from the variable `MINCLUE_COMMIT`, from what Cargo wrote
//! into a package, or from git. Without any of them the version stands alone.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Characters of a commit that are shown.
const SHOWN: usize = 9;

fn main() {
    println!("cargo::rerun-if-env-changed=MINCLUE_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let named = env::var("MINCLUE_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(packaged).or_else(checked_out);
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match commit.as_deref().and_then(|commit| commit.get(..SHOWN.min(commit.len()))) {
        Some(commit) => {
            println!("cargo::rustc-env=MINCLUE_COMMIT={commit}");
            println!("cargo::rustc-env=MINCLUE_VERSION={version}+g{commit}");
        }
        None => println!("cargo::rustc-env=MINCLUE_VERSION={version}"),
    }
    println!("cargo::rustc-env=MINCLUE_TARGET={}", env::var("TARGET").unwrap_or_default());
}

/// The commit of a package that `cargo package` made.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    rest.split_once('"').map(|(commit, _)| commit.to_owned())
}

/// The commit that is checked out, if this file belongs to it.
fn checked_out() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "HEAD"])
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
