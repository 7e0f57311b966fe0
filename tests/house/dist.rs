//! What is given away: the scripts of `make dist` name what there is, and all of it has one version.

use std::path::Path;
use std::process::Command;

use minclue_testkit::{project, project_text};

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
    assert!(project_text(".ci/deb/control").contains("\nVersion: @VERSION@-1\n"));
    // The script reads the version as `version` above does, by a pattern of its own.
    let script = project_text(".ci/dist");
    let pattern = script.lines().find_map(|line| line.strip_prefix("version=$(")).expect("the pattern");
    let shell = Command::new("sh").args(["-c", pattern.trim_end_matches(')')]).current_dir(project(".")).output();
    assert_eq!(String::from_utf8_lossy(&shell.expect("a shell").stdout).trim(), version);
    // Crates of the workspace need each other in this version, or a registry gives others.
    for line in
        project_text("Cargo.toml").lines().filter(|line| line.contains("version = \"") && line.contains("path ="))
    {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
}

#[test]
fn what_is_copied_is_there() {
    let script = project_text(".ci/dist");
    let copied = |line: &str| -> Vec<String> {
        let words = line
            .split_whitespace()
            .skip(1)
            .filter(|word| !word.starts_with(['-', '$', '"', '|']) && !word.contains(')'));
        words.map(str::to_owned).collect()
    };
    let names: Vec<String> = script.lines().filter(|line| line.starts_with("cp ")).flat_map(copied).collect();
    assert!(names.len() > 6, "{names:?}");
    for name in names {
        assert!(project(&name).exists(), "{name}");
    }
    let called = script.split_whitespace().filter(|word| word.starts_with(".ci/"));
    for name in called.chain([".ci/prepare"]) {
        assert!(project(name).is_file(), "{name}");
    }
}

/// The programs that are built are those whose licenses are collected.
#[test]
fn notices_are_those_of_the_programs() {
    let (script, notices) = (project_text(".ci/dist"), project_text(".ci/notices"));
    let named = script.lines().find_map(|line| line.strip_prefix("programs=\"")).expect("the programs");
    let named: Vec<&str> = named.trim_end_matches('"').split(' ').collect();
    let list = notices.lines().find_map(|line| line.strip_prefix("PROGRAMS = [")).expect("the programs");
    let list: Vec<&str> = list.trim_end_matches(']').split(", ").map(|name| name.trim_matches('"')).collect();
    assert_eq!(named, list);
}

/// A package for a registry has its licenses, and a README where it says that it has one.
#[test]
fn published_crates_carry_their_licenses() {
    let crates = std::fs::read_dir(project("crates")).expect("the crates").map(|entry| entry.expect("an entry").path());
    let published = |folder: &Path| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        !manifest.contains("publish = false")
    };
    let folders: Vec<_> = crates.filter(|folder| published(folder)).collect();
    assert!(folders.len() > 8, "{folders:?}");
    for folder in folders {
        for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = std::fs::read_to_string(folder.join(license)).unwrap_or_default();
            assert_eq!(text, project_text(license), "{}/{license}", folder.display());
        }
    }
}
