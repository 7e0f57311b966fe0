//! Files are read by readers with limits: nothing in the program holds a text that it did not measure.

use minclue_testkit::project_text;

use super::structure::rust_files;

/// The crates that read files of others.
const READERS: &[&str] = &[
    "crates/cli",
    "crates/core",
    "crates/engines",
    "crates/interop",
    "crates/puzzles",
    "crates/report",
    "crates/solver",
    "farm/campaign",
    "papers/studies",
];
/// What takes all there is, or a line of whatever length.
const UNLIMITED: &[&str] = &["read_to_string(", "read_to_end(", "read_line(", "read_until(", "fs::read(", ".split(b'"];
/// The reader with limits; what the system says of this process; and what a program says that we started.
const ALLOWED: &[&str] =
    &["crates/core/src/base/reading.rs", "crates/core/src/base/limits.rs", "crates/cli/src/campaign/pool.rs"];

/// Does a line read a text without a limit? A line with `.take(` has one.
fn is_unlimited(line: &str) -> bool {
    let code = if line.trim_start().starts_with("//") { "" } else { line };
    let has_lines = code.contains("BufReader::new(") && code.contains(".lines()");
    (has_lines || UNLIMITED.iter().any(|call| code.contains(call))) && !code.contains(".take(")
}

/// The lines of a file that do so, without those of its tests.
fn breaches(file: &str, text: &str) -> Vec<String> {
    let lines = text.lines().zip(1..).take_while(|(line, _)| !line.starts_with("#[cfg(test)]"));
    lines.filter(|(line, _)| is_unlimited(line)).map(|(line, at)| format!("{file}:{at}: {}", line.trim())).collect()
}

#[test]
fn nothing_reads_a_file_around_the_readers_with_limits() {
    let sources = READERS.iter().flat_map(|name| rust_files(&format!("{name}/src")));
    let is_tested = |file: &String| !ALLOWED.contains(&file.as_str()) && !file.contains("/tests");
    let sources: Vec<String> = sources.filter(is_tested).collect();
    assert!(sources.len() > 200, "the sources were not found: {sources:?}");
    let found: Vec<String> = sources.iter().flat_map(|file| breaches(file, &project_text(file))).collect();
    assert!(found.is_empty(), "read these by `TextLimits` of core::base:\n{}", found.join("\n"));
}

#[test]
fn a_reader_without_a_limit_is_found() {
    for line in [
        "let text = fs::read_to_string(path)?;",
        "file.read_to_end(&mut bytes)?;",
        "let bytes = std::fs::read(path)?;",
        "for line in BufReader::new(file).lines() {",
        "BufReader::new(input).split(b'\\n')",
    ] {
        assert_eq!(breaches("a.rs", line).len(), 1, "{line}");
        assert_eq!(breaches("a.rs", &format!("#[cfg(test)]\n{line}")).len(), 0, "{line}");
    }
    for line in ["file.take(MAX + 1).read_to_end(&mut bytes)?;", "for line in text.lines() {", "// fs::read(path)"] {
        assert_eq!(breaches("a.rs", line).len(), 0, "{line}");
    }
}
