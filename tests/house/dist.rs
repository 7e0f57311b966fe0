//! What is published: the scripts of `make dist` name what there is, and all of it has one version.

use std::path::PathBuf;
use std::process::Command;

use minclue_testkit::{project, project_text};
#[cfg(unix)]
use tempfile::TempDir;

#[cfg(unix)]
use crate::machine::{link_tools, project_with_scripts, stub};
use crate::structure::crate_folders;

/// The version of the workspace.
fn version() -> String {
    let manifest = project_text("Cargo.toml");
    let (_, workspace) = manifest.split_once("[workspace.package]\nversion = \"").expect("the version");
    workspace.split('"').next().expect("a version").to_owned()
}

#[test]
fn everything_has_the_version_of_the_workspace() {
    let version = version();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert!(project_text("CITATION.cff").contains(&format!("\nversion: {version}\n")));
    assert!(project_text("README.md").contains(&format!("  version = {{{version}}},\n")));
    assert!(project_text(".ci/deb/control").contains("\nVersion: @VERSION@-1\n"));
    assert!(project_text("pyproject.toml").contains("\ndynamic = [\"version\"]\n"));
    // The scripts read the version as `version` above does, by a pattern of their own.
    let script = project_text(".ci/release");
    let pattern = script.lines().find_map(|line| line.strip_prefix("version=$(")).expect("the pattern");
    let shell = Command::new("sh").args(["-c", pattern.trim_end_matches(')')]).current_dir(project(".")).output();
    assert_eq!(String::from_utf8_lossy(&shell.expect("a shell").stdout).trim(), version);
    // Crates of the workspace need each other in exactly this version, or a registry gives others.
    let manifest = project_text("Cargo.toml");
    let (_, table) = manifest.split_once("\n[workspace.dependencies]\n").expect("the table of crates");
    let lines: Vec<&str> = table.lines().take_while(|line| !line.is_empty()).collect();
    assert!(lines.len() > 10, "{lines:?}");
    for line in lines {
        assert!(line.ends_with(&format!("version = \"={version}\" }}")), "{line}");
    }
}

/// A version that a manifest says of itself, or of another crate of ours, is one more to be changed and forgotten.
#[test]
fn no_other_manifest_has_a_version_of_ours() {
    for folder in crate_folders().chain(["python".to_owned()]) {
        let manifest = project_text(&format!("{folder}/Cargo.toml"));
        assert!(manifest.contains("\nversion.workspace = true\n"), "{folder}");
        for line in manifest.lines().filter(|line| line.starts_with("minclue-")) {
            assert!(!line.contains("version"), "{folder}: {line}");
        }
    }
}

/// `make version` on a copy of what it writes to, with a cargo that does nothing.
#[cfg(unix)]
#[test]
fn the_next_version_is_written_everywhere() {
    let (bin, copy) = (TempDir::new().expect("a folder"), project_with_scripts(&["version", "release"]));
    link_tools(bin.path(), &["date", "dirname", "sed", "sh"]);
    stub(bin.path(), "cargo", "exit 0");
    stub(bin.path(), "git", "exit 1");
    let files = ["Cargo.toml", "CITATION.cff", "README.md"];
    for file in files {
        std::fs::copy(project(file), copy.path().join(file)).expect("a copy");
    }
    let run = |word: &str| {
        let script = copy.path().join(".ci/version");
        let mut shell = Command::new("/bin/sh");
        let shell = shell.arg(script).arg(word).env_clear().env("PATH", bin.path()).env("HOME", copy.path());
        shell.output().expect("a shell").status.success()
    };
    for word in ["", "0.2", "1.2.3.4", "v0.2.0", "0.2."] {
        assert!(!run(word), "{word:?} is not a version");
    }
    assert!(run("13.14.15"));
    let n_before = |file: &str| project_text(file).matches(&version()).count();
    for (file, n_named) in files.into_iter().zip([n_before("Cargo.toml") - n_others(), 1, 1]) {
        let text = std::fs::read_to_string(copy.path().join(file)).expect("text");
        assert_eq!(text.matches("13.14.15").count(), n_named, "{file}");
    }
}

/// How often the manifest has our version as that of another package, or as a part of one.
#[cfg(unix)]
fn n_others() -> usize {
    let manifest = project_text("Cargo.toml");
    let ours = [format!("\nversion = \"{}\"", version()), format!("version = \"={}\"", version())];
    manifest.matches(&version()).count()
        - ours.iter().map(|word| manifest.matches(word.as_str()).count()).sum::<usize>()
}

/// The scripts that make what is published.
const SCRIPTS: [&str; 6] = [".ci/dist", ".ci/programs", ".ci/wheel", ".ci/sdist", ".ci/container", ".ci/version"];

#[test]
fn what_is_copied_is_there() {
    let copied = |line: &str| -> Vec<String> {
        let words = line.split_whitespace().skip(1);
        let words = words.filter(|word| !word.starts_with(['-', '$', '"', '|', '>']) && !word.contains(')'));
        words.filter(|word| !word.starts_with("target/")).map(str::to_owned).collect()
    };
    let (mut names, mut called) = (Vec::new(), Vec::new());
    for script in SCRIPTS.map(project_text) {
        let lines = script.lines().map(str::trim).filter(|line| line.starts_with("cp "));
        names.extend(lines.flat_map(copied));
        let code = script.lines().filter(|line| !line.starts_with('#'));
        let words = code.flat_map(str::split_whitespace).filter(|word| word.starts_with(".ci/"));
        called.extend(words.map(str::to_owned));
    }
    assert!(names.len() > 6, "{names:?}");
    for name in names {
        assert!(project(&name).exists(), "{name}");
    }
    assert!(called.len() > 6, "{called:?}");
    for name in called {
        assert!(project(&name).is_file(), "{name}");
    }
}

/// Every file of a release goes into the folder whose files get a checksum, and `docs/releasing.md` names each.
#[test]
fn the_files_of_a_release_are_named() {
    let (script, page) = (project_text(".ci/dist"), project_text("docs/releasing.md"));
    let version = version();
    let named = script.split(['"', ' ', '\n']).filter_map(|word| word.strip_prefix("$out/minclue")).map(|name| {
        let name = name.replace("${version}", &version).replace("$version", &version).replace("$bill", "");
        format!("minclue{name}")
    });
    let named: Vec<String> = named.collect();
    assert!(named.len() >= 3, "{named:?}");
    for name in named {
        for arch in ["x86_64", "aarch64"] {
            let debian = if arch == "x86_64" { "amd64" } else { "arm64" };
            let name = name.replace("$arch", arch).replace("$debian", debian);
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }
    let steps =
        page.lines().filter(|line| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok()));
    assert_eq!(steps.count(), 10);
}

/// The programs that are built are those whose licenses are collected.
#[test]
fn notices_are_those_of_the_programs() {
    let (script, notices) = (project_text(".ci/programs"), project_text(".ci/notices"));
    let named = script.lines().find_map(|line| line.strip_prefix("programs=\"")).expect("the programs");
    let named: Vec<&str> = named.trim_end_matches('"').split(' ').collect();
    let list = notices.lines().find_map(|line| line.strip_prefix("PROGRAMS = [")).expect("the programs");
    let list: Vec<&str> = list.trim_end_matches(']').split(", ").map(|name| name.trim_matches('"')).collect();
    assert_eq!(named, list);
}

/// A package for a registry has its licenses, and a README where it says that it has one.
#[test]
fn published_crates_carry_their_licenses() {
    let crates = crate_folders().map(|folder| project(&folder));
    let published = |folder: &PathBuf| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        !manifest.contains("publish = false")
    };
    let folders: Vec<_> = crates.filter(published).collect();
    assert!(folders.len() > 8, "{folders:?}");
    for folder in folders {
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = std::fs::read_to_string(folder.join(license)).unwrap_or_default();
            assert_eq!(text, project_text(license), "{}/{license}", folder.display());
        }
    }
}
