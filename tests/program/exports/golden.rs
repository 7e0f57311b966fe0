//! The files in `models/` are what the commands in its README write, byte for byte.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::minclue;

/// All files of a folder but the README, by name; the benchmark in `bench` has a test of its own.
fn files(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().into_string().expect("a plain name"))
        .filter(|name| name != "README.md")
        .collect()
}

/// After a change that is meant, run the commands of `models/README.md` in the root of the repository.
#[test]
fn every_model_is_written_by_its_command() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let readme = fs::read_to_string(golden.join("README.md")).expect("the README");
    let program = minclue();
    let mut named = BTreeSet::new();
    for row in readme.lines().filter(|line| line.starts_with("| `")) {
        let quoted: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        let (command, names) = quoted.split_last().expect("files and a command");
        let args: Vec<&str> = command.split(' ').skip(1).collect();
        let output = program.run(&args);
        assert_eq!(output.code, 0, "{command}: {}", output.stderr);
        let said = output.text;
        // The second file of a pair is named by its ending alone.
        let first = names.first().expect("a file");
        let expanded = names.iter().map(|name| match name.strip_prefix('.') {
            Some(ending) => Path::new(first).with_extension(ending).display().to_string(),
            None => (*name).to_owned(),
        });
        let expanded: Vec<String> = expanded.collect();
        let paths: Vec<String> = expanded.iter().map(|name| format!("models/{name}")).collect();
        assert!(said.lines().eq(paths.iter().map(String::as_str)), "{command} writes\n{said}");
        named.extend(expanded);
    }
    assert_eq!(files(&golden), named, "files in models/, and files that its README names");
    assert_eq!(files(&program.path("models")), named);
    for name in &named {
        let read = |folder: &Path| fs::read_to_string(folder.join(name)).expect("a text file");
        assert!(read(&golden) == read(&program.path("models")), "models/{name} is not what its command writes");
    }
}
