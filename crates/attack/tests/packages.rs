//! The licenses and sources of all packages, by `deny.toml`. What cargo-deny does, as far as it needs no database.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

/// The licenses that `deny.toml` allows.
fn allowed() -> Vec<String> {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let (_, list) = text.split_once("\nallow = [").expect("a list");
    let (list, _) = list.split_once(']').expect("its end");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Every package that any feature on any system asks for.
fn packages() -> Vec<Value> {
    let mut command = Command::new(env!("CARGO"));
    let args = ["metadata", "--format-version", "1", "--all-features", "--locked", "--manifest-path"];
    let output = command.args(args).arg(root().join("Cargo.toml")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Does this expression leave a way that is allowed? `OR` (or `/`, as it was once written), `AND`, parentheses; `WITH`
/// loosens a license.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let holds = any(&words, &mut at, allowed);
    assert_eq!(at, words.len(), "{expression} is not a license expression");
    holds
}

fn any(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut holds = all(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        holds |= all(words, at, allowed);
    }
    holds
}

fn all(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut holds = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        holds &= one(words, at, allowed);
    }
    holds
}

fn one(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let word = words[*at];
    *at += 1;
    if word == "(" {
        let holds = any(words, at, allowed);
        assert_eq!(words.get(*at), Some(&")"));
        *at += 1;
        return holds;
    }
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    allowed.iter().any(|license| license == word)
}

#[test]
fn expressions_are_read() {
    let allowed = ["MIT", "Apache-2.0"].map(str::to_owned);
    for good in
        ["MIT", "GPL-3.0 OR MIT", "MIT/Apache-2.0", "(GPL-3.0 OR MIT) AND Apache-2.0", "Apache-2.0 WITH LLVM-exception"]
    {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "GPL-3.0 OR (MIT AND Zlib)", "mit"] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

#[test]
fn every_package_has_a_license_that_goes_with_ours() {
    let (allowed, packages) = (allowed(), packages());
    assert!(allowed.len() > 3 && packages.len() > 150);
    for package in &packages {
        let license = package["license"].as_str().unwrap_or("none");
        assert!(is_allowed(license, &allowed), "{} {}: {license}", package["name"], package["version"]);
    }
    // None is allowed for nothing.
    for license in &allowed {
        let others: Vec<String> = allowed.iter().filter(|other| *other != license).cloned().collect();
        // An exception makes a license wider; it is needed where it is named.
        let needs_it = |package: &&Value| {
            let stated = package["license"].as_str().unwrap_or("none");
            !is_allowed(stated, &others) || (license.contains(" WITH ") && stated.contains(license.as_str()))
        };
        assert!(packages.iter().any(|package| needs_it(&package)), "no package needs {license}");
    }
}

#[test]
fn every_package_is_ours_or_of_the_one_registry() {
    let packages = packages();
    let sources: BTreeSet<&str> = packages.iter().filter_map(|package| package["source"].as_str()).collect();
    assert!(sources.len() == 1 && sources.iter().all(|source| source.starts_with("registry+https://")), "{sources:?}");
}
