//! What the pages of the documentation show: every command is one that the program takes, and what stands below a
//! command in a block ```` ```console ```` is what it says.
//!
//! `MINCLUE_PAGES=write` writes what the program says into the pages instead. A line `...` stands for any lines, and
//! seconds are not compared.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use minclue_testkit::{Program, names, project, project_text};

use crate::{minclue, run};

/// The page whose commands stand in tables.
const PAPERS: &str = "docs/papers.md";

/// The pages, by their names from the root of the repository.
fn pages() -> Vec<String> {
    let docs = ["docs", "docs/formats"].into_iter().flat_map(|folder| {
        let is_page = |name: &String| name.ends_with(".md") && name != "SUMMARY.md";
        names(&project(folder)).into_iter().filter(is_page).map(move |name| format!("{folder}/{name}"))
    });
    docs.chain(["README.md".to_owned()]).collect()
}

/// A folder in which `minclue` is the program, or a script in its place, and `instances` are those of the repository.
fn folder(script: Option<&str>) -> Program {
    let program = minclue();
    symlink(project("instances"), program.path("instances")).expect("a link");
    fs::create_dir(program.path("bin")).expect("a folder");
    match script {
        None => symlink(program.file(), program.path("bin/minclue")).expect("a link"),
        Some(script) => {
            fs::write(program.path("bin/minclue"), script).expect("a script");
            fs::set_permissions(program.path("bin/minclue"), fs::Permissions::from_mode(0o755)).expect("it may be run");
        }
    }
    program
}

/// The program as on a terminal: the verbs whose answers are drawn there draw them.
const ON_A_TERMINAL: &str = "\
#!/bin/sh
case \"$1 $*\" in
*--format*) ;;
\"solve \"* | \"check \"*) set -- \"$@\" --format text ;;
esac
exec \"$PROGRAM\" \"$@\"
";

/// What a line says in a shell, on both of its outputs.
fn said(program: &Program, line: &str) -> String {
    let path = format!("{}:{}", program.path("bin").display(), std::env::var("PATH").expect("a PATH"));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {line}")])
        .current_dir(program.folder())
        .env("PATH", path)
        .env("PROGRAM", program.file())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("text")
}

/// Is this what the page shows? `...` stands for any lines.
fn agrees(shown: &[&str], said: &[&str]) -> bool {
    match (shown, said) {
        ([], said) => said.is_empty(),
        (["..."], _) => true,
        (["...", rest @ ..], _) => (0..=said.len()).any(|at| agrees(rest, &said[at..])),
        ([line, shown @ ..], [other, said @ ..]) => is_same(line, other) && agrees(shown, said),
        ([_, ..], []) => false,
    }
}

/// Are two lines the same but for their seconds?
fn is_same(shown: &str, said: &str) -> bool {
    let (shown, said): (Vec<&str>, Vec<&str>) = (shown.split_whitespace().collect(), said.split_whitespace().collect());
    let is_time = |words: &[&str], at: usize| {
        let unit = words.get(at + 1).map(|unit| unit.trim_end_matches([',', ';', '.', ')']));
        words[at].trim_start_matches('(').parse::<f64>().is_ok() && matches!(unit, Some("s" | "ms" | "min"))
    };
    let same = |at: usize| shown[at] == said[at] || (is_time(&shown, at) && is_time(&said, at));
    shown.len() == said.len() && (0..shown.len()).all(same)
}

/// Runs what a page shows; returns the page as it should be, and what differs.
fn played(page: &str) -> (String, Vec<String>) {
    let text = project_text(page);
    // What people see on a terminal, where answers are drawn.
    let program = folder(Some(ON_A_TERMINAL));
    let (mut written, mut wrong) = (Vec::new(), Vec::new());
    let mut lines = text.lines().peekable();
    let mut is_session = false;
    while let Some(line) = lines.next() {
        written.push(line.to_owned());
        is_session = if line.starts_with("```") { line == "```console" } else { is_session };
        let Some(command) = line.strip_prefix("$ ").filter(|_| is_session) else { continue };
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```")) {
            shown.push(line);
        }
        let answer = said(&program, command);
        let answer: Vec<&str> = answer.lines().map(str::trim_end).collect();
        if agrees(&shown, &answer) {
            written.extend(shown.iter().map(|&line| line.to_owned()));
        } else {
            wrong.push(format!("{page}: {command}\n{}\n", answer.join("\n")));
            written.extend(answer.iter().map(|&line| line.to_owned()));
        }
    }
    (written.join("\n") + "\n", wrong)
}

#[test]
fn what_a_page_shows_is_what_the_program_says() {
    let writes = std::env::var_os("MINCLUE_PAGES").is_some_and(|value| value == "write");
    let mut wrong = Vec::new();
    for page in pages() {
        let (text, differences) = played(&page);
        if writes && !differences.is_empty() {
            fs::write(project(&page), text).expect("a page");
        } else {
            wrong.extend(differences);
        }
    }
    assert!(wrong.is_empty(), "MINCLUE_PAGES=write writes this into the pages:\n{}", wrong.join("\n"));
}

/// The commands in code of a page, each with its place; those with options in brackets are forms of commands.
fn commands(page: &str) -> Vec<(String, String)> {
    let text = project_text(page);
    let text = text.replace("\\\n", " ");
    let mut is_fenced = false;
    let code = text.lines().flat_map(move |line| {
        is_fenced ^= line.starts_with("```");
        let whole = if is_fenced { Some(line) } else { line.strip_prefix("    ") };
        // Rows of a table of commands have them inside.
        let inside = line.split('`').skip(1).step_by(2).filter(|_| line.starts_with("| ") && page == PAPERS);
        whole.into_iter().chain(inside).collect::<Vec<_>>()
    });
    let code = code.map(|line| line.strip_prefix("$ ").unwrap_or(line));
    let code = code.filter(|line| line.starts_with("minclue ") && !line.contains(['[', '…']));
    code.map(|line| (format!("{page}: {line}"), line.to_owned())).collect()
}

/// `--help` at the end has the program read all words before it, and answer none.
#[test]
fn every_command_of_a_page_is_understood() {
    let script =
        "#!/bin/sh\n\"$PROGRAM\" \"$@\" --help </dev/null >/dev/null 2>said && echo good >>good || cat said >>bad\n";
    let mut n_commands = 0;
    for (place, line) in pages().iter().flat_map(|page| commands(page)) {
        let program = folder(Some(script));
        // Two blanks and more stand before an explanation, and files that are read are not there.
        let line = line.split("   ").next().unwrap_or_default();
        let line = line.split(" < ").next().unwrap_or_default();
        // A campaign is made of another command.
        let (line, inner) = line.split_once(" -- ").unwrap_or((line, "solve"));
        said(&program, line);
        said(&program, &format!("minclue {inner}"));
        let bad = fs::read_to_string(program.path("bad")).unwrap_or_default();
        assert!(bad.is_empty(), "{place}\n{bad}");
        assert!(program.path("good").exists(), "{place}\nthe program did not run");
        n_commands += 1;
    }
    assert!(n_commands > 40, "{n_commands}");
}

/// What `--help` says of a verb and of the verbs below it.
fn help(verb: &str) -> String {
    let whole = run(&[verb, "--help"], "").text;
    let below = whole.split("Commands:\n").nth(1).unwrap_or_default();
    let below = below.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let below: Vec<String> = below.map(|name| run(&[verb, name, "--help"], "").text).collect();
    whole + &below.concat()
}

/// The options that code in a text begins with: `-k` of `` `-k K` ``, both of `` `--of|--by` ``.
fn options(text: &str) -> Vec<String> {
    let code = text.split('`').skip(1).step_by(2).filter(|code| code.starts_with('-') && !code.starts_with("---"));
    let words = code.flat_map(|code| code.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'));
    words.filter(|word| word.starts_with('-') && word.len() > 1).map(str::to_owned).collect()
}

/// An option of another verb comes after its name there: `` `solve --leaf` ``.
#[test]
fn the_options_in_the_section_of_a_verb_are_its_own() {
    let (page, mut n_options) = (project_text("docs/cli.md"), 0);
    let verbs: Vec<String> =
        run(&["--help"], "").text.lines().filter_map(|line| line.strip_prefix("  ").map(str::to_owned)).collect();
    for section in page.split("\n## ").skip(1) {
        let verb = section.lines().next().unwrap_or_default();
        if !verbs.iter().any(|line| line.split_whitespace().next() == Some(verb)) {
            continue;
        }
        let help = help(verb);
        let words: Vec<&str> = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        for option in options(section) {
            assert!(words.contains(&&*option), "docs/cli.md names {option} in the section of {verb}, which has none");
            n_options += 1;
        }
    }
    assert!(n_options > 200, "{n_options}");
}

#[test]
fn what_a_page_must_not_show_is_found() {
    assert!(agrees(&["a", "...", "z"], &["a", "b", "c", "z"]));
    assert!(agrees(&["minimum 4 clues in 0.7 s"], &["minimum 4 clues in 12 s"]));
    assert!(agrees(&["(complete, 0.0 s)"], &["(complete, 0.1 s)"]));
    assert!(!agrees(&["minimum 4 clues in 0.7 s"], &["minimum 5 clues in 0.7 s"]));
    assert_eq!(
        options("`-k K` of `solve --leaf`, `--of|--by`, and `--counts N,...`"),
        ["-k", "--of", "--by", "--counts"]
    );
    assert!(!agrees(&["a"], &["a", "b"]) && !agrees(&["a", "b"], &["a"]));
}
