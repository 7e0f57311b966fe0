//! Consoles in Markdown: commands in a block ```` ```console ````, each with its output below it.
//!
//! A line `> ` continues the command, `? N` below it is its exit code if that is not 0, and `! ` precedes each line of
//! standard error if the two outputs are separate. `...` stands for any lines, `[..]` for anything within a line, and
//! seconds are not compared. A block ```` ```file NAME ```` is a file for the commands.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::{Program, names, project};

/// Returns the Markdown files of a folder of the repository, without the table of contents of the book.
#[must_use]
pub fn pages(folder: &str) -> Vec<String> {
    let is_page = |name: &String| name.ends_with(".md") && name != "SUMMARY.md";
    names(&project(folder)).into_iter().filter(is_page).map(|name| format!("{folder}/{name}")).collect()
}

/// Returns the pages of the documentation, with their paths from the root of the repository.
#[must_use]
pub fn documentation() -> Vec<String> {
    ["docs", "docs/formats"].into_iter().flat_map(pages).chain(["README.md".to_owned()]).collect()
}

/// The form in which the two outputs of a command are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outputs {
    /// As on a terminal: mixed, and without an exit code.
    Mixed,
    /// Standard output, then standard error, whose lines begin with `! `.
    Apart,
}

/// No program is started while a script is written: it would hold the file open for writing until it runs, and a script that
/// anybody holds so cannot be run.
static STARTING: Mutex<()> = Mutex::new(());

/// A console with its folder, which runs the commands of a page.
#[derive(Debug)]
pub struct Console {
    program: Program,
    outputs: Outputs,
}

impl Console {
    /// Creates a console in a fresh folder, with the `instances` and `models` of the repository and these scripts, which can
    /// be run by their names. They find the program in `$PROGRAM`.
    ///
    /// # Panics
    /// If the files cannot be written.
    #[must_use]
    pub fn new(program: Program, outputs: Outputs, scripts: &[(&str, &str)]) -> Self {
        for folder in ["instances", "models"] {
            symlink(project(folder), program.path(folder)).expect("a link");
        }
        fs::create_dir(program.path(".bin")).expect("a folder");
        let _alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, script) in scripts {
            let file = program.path(".bin").join(name);
            fs::write(&file, script).expect("a script");
            fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("it may be run");
        }
        Self { program, outputs }
    }

    /// The program, in whose folder the commands run.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the output of a command in a shell.
    ///
    /// # Panics
    /// If it is not text, or if a program that the command starts panics.
    #[must_use]
    pub fn said(&self, command: &str) -> Vec<String> {
        let path = format!("{}:{}", self.program.path(".bin").display(), std::env::var("PATH").expect("a PATH"));
        let redirect = if self.outputs == Outputs::Mixed { "exec 2>&1; " } else { "" };
        // The shell holds on to what is on its standard input, and a command may need none.
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("{redirect}{command}")])
            .current_dir(self.program.folder())
            .env("PATH", path)
            .env("PROGRAM", self.program.file())
            .env("CODE", self.program.path(".bin/code"))
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let started = {
            let _alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
            shell.spawn().expect("a shell")
        };
        let output = started.wait_with_output().expect("its output");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let (out, err) = (self.same_each_time(&text(output.stdout)), self.same_each_time(&text(output.stderr)));
        assert!(!out.contains("panicked at") && !err.contains("panicked at"), "{command}\n{out}{err}");
        assert!(err.chars().all(|c| c == '\n' || !c.is_control()), "{command}: control characters in {err:?}");
        let line = |line: &str| line.trim_end().to_owned();
        let mut lines = Vec::new();
        if self.outputs == Outputs::Apart && !output.status.success() {
            lines.push(output.status.code().map_or_else(|| "? killed".to_owned(), |code| format!("? {code}")));
        }
        lines.extend(out.lines().map(line));
        lines.extend(err.lines().map(|text| line(&format!("! {text}"))));
        lines
    }

    /// What is another one each time: seconds and versions in records, and the folder.
    fn same_each_time(&self, text: &str) -> String {
        let mut text = text.replace(&*self.program.folder().to_string_lossy(), "[FOLDER]");
        for field in ["\"seconds\":", "\"cpu_seconds\":", "\"version\":"] {
            let mut parts = text.split(field);
            let first = parts.next().unwrap_or_default().to_owned();
            text = parts.fold(first, |so_far, part| {
                let end = part.find([',', '}']).unwrap_or(part.len());
                so_far + field + "[..]" + &part[end..]
            });
        }
        text
    }

    /// Runs the commands of a page. Returns the page as it should be, and each command with a different output.
    ///
    /// # Panics
    /// Those of [`Self::said`], and if a file cannot be written.
    #[must_use]
    pub fn played(&self, text: &str) -> (String, Vec<String>) {
        let (mut written, mut wrong) = (Vec::new(), Vec::new());
        let mut lines = text.lines().peekable();
        let mut is_session = false;
        while let Some(line) = lines.next() {
            written.push(line.to_owned());
            is_session = if line.starts_with("```") { line == "```console" } else { is_session };
            if let Some(name) = line.strip_prefix("```file ") {
                let mut content = String::new();
                while let Some(line) = lines.next_if(|&line| line != "```") {
                    written.push(line.to_owned());
                    content += line;
                    content.push('\n');
                }
                self.program.write(name, content);
            }
            let Some(command) = line.strip_prefix("$ ").filter(|_| is_session) else { continue };
            let mut command = command.to_owned();
            while let Some(line) = lines.next_if(|line| *line == ">" || line.starts_with("> ")) {
                written.push(line.to_owned());
                command.push('\n');
                command.push_str(line.get(2..).unwrap_or_default());
            }
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```")) {
                shown.push(line);
            }
            let answer = self.said(&command);
            let answer: Vec<&str> = answer.iter().map(String::as_str).collect();
            if agrees(&shown, &answer) {
                written.extend(shown.iter().map(|&line| line.to_owned()));
            } else {
                wrong.push(format!("$ {command}\n{}\nand not\n{}\n", answer.join("\n"), shown.join("\n")));
                // What is shown with marks for anything stays so where it still holds.
                let kept =
                    |line: &&str| shown.iter().find(|shown| is_same(shown, line)).copied().unwrap_or(line).to_owned();
                written.extend(answer.iter().map(kept));
            }
        }
        (written.join("\n") + "\n", wrong)
    }
}

/// Returns the parts of a page: the text before its first heading `## `, and each such heading with the text below it.
#[must_use]
pub fn sections(text: &str) -> Vec<String> {
    let (mut sections, mut is_fenced) = (vec![String::new()], false);
    for line in text.lines() {
        is_fenced ^= line.starts_with("```");
        if line.starts_with("## ") && !is_fenced {
            sections.push(String::new());
        }
        let section = sections.last_mut().expect("there is one");
        section.push_str(line);
        section.push('\n');
    }
    sections
}

/// Returns whether this is the output on the page, where `...` stands for any lines.
#[must_use]
pub fn agrees(shown: &[&str], said: &[&str]) -> bool {
    match (shown, said) {
        ([], said) => said.is_empty(),
        (["..."], _) => true,
        (["...", rest @ ..], _) => (0..=said.len()).any(|at| agrees(rest, &said[at..])),
        ([line, shown @ ..], [other, said @ ..]) => is_same(line, other) && agrees(shown, said),
        ([_, ..], []) => false,
    }
}

/// Are two lines the same but for their seconds, and for what `[..]` stands for?
fn is_same(shown: &str, said: &str) -> bool {
    if shown.contains("[..]") && matches(shown, said) {
        return true;
    }
    let (shown, said): (Vec<&str>, Vec<&str>) = (shown.split_whitespace().collect(), said.split_whitespace().collect());
    let is_time = |words: &[&str], at: usize| {
        let unit = words.get(at + 1).map(|unit| unit.trim_end_matches([',', ';', '.', ')']));
        words[at].trim_start_matches('(').parse::<f64>().is_ok() && matches!(unit, Some("s" | "ms" | "min"))
    };
    let same = |at: usize| shown[at] == said[at] || (is_time(&shown, at) && is_time(&said, at));
    shown.len() == said.len() && (0..shown.len()).all(same)
}

/// Does this text have the parts of a pattern in their order, the first at its begin and the last at its end?
fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once("[..]") else { return pattern == text };
    let Some(text) = text.strip_prefix(first) else { return false };
    rest.is_empty() || text.char_indices().any(|(at, _)| matches(rest, &text[at..]))
}

/// Returns the fields with these names of each record of an input, one line per record: `name=value`, or `name=-` if
/// there is none. A path selects fields of objects and items of lists: `error.line`, `sets.0`.
///
/// # Panics
/// If a line is not a record.
#[must_use]
pub fn picked(input: &mut dyn std::io::Read, fields: &[String]) -> String {
    let mut text = String::new();
    input.read_to_string(&mut text).expect("text");
    let record = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let field = |name: &String| {
            let value = record.pointer(&format!("/{}", name.replace('.', "/")));
            format!("{name}={}", value.map_or_else(|| "-".to_owned(), ToString::to_string))
        };
        fields.iter().map(field).collect::<Vec<_>>().join(" ") + "\n"
    };
    text.lines().map(record).collect()
}
