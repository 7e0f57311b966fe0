//! Cases of the program: each section of a file beside this one is a test with a fresh folder, and so is each page of the
//! documentation. The lines below a command are its output; `crates/testkit/src/console.rs` has the notation. The generated
//! pages of the documentation are compared too.
//!
//! `cargo test --test cases NAME` runs those whose names contain this, and with `MINCLUE_CASES=write` writes the output of
//! the program into the pages.

use std::fs;
use std::process::ExitCode;
use std::sync::Mutex;

use libtest_mimic::{Arguments, Failed, Trial};
use minclue_testkit::console::{Console, Outputs, documentation, pages, picked, sections};
use minclue_testkit::{Program, project, project_text};

/// The program, which leaves its exit code where `pick` finds it behind a pipe.
const PLAIN: &str = "\
#!/bin/sh
rm -f \"$CODE\"
\"$PROGRAM\" \"$@\"
code=$?
echo $code >\"$CODE\"
exit $code
";

/// The program as on a terminal: the verbs whose answers are drawn there draw them.
const ON_A_TERMINAL: &str = "\
#!/bin/sh
case \"$1 $*\" in
*--format*) ;;
\"solve \"* | \"check \"*) set -- \"$@\" --format text ;;
esac
exec \"$PROGRAM\" \"$@\"
";

/// A folder in which `minclue` is this script.
fn console(outputs: Outputs, minclue: &str) -> Console {
    let this = std::env::current_exe().expect("this program");
    // Behind `head` it has all that it reads while the program still ends.
    let wait = "tries=0\nwhile [ ! -s \"$CODE\" ] && [ $tries -lt 500 ]; do sleep 0.01; tries=$((tries + 1)); done";
    let pick = format!("#!/bin/sh\n{} pick \"$@\"\n{wait}\nexit \"$(cat \"$CODE\")\"\n", this.display());
    let program = Program::new(env!("CARGO_BIN_EXE_minclue"));
    Console::new(program, outputs, &[("minclue", minclue), ("pick", &pick)])
}

/// Compares or writes a part of a page.
fn judge(page: &str, part: &str, (played, wrong): &(String, Vec<String>)) -> Result<(), Failed> {
    /// One part of a page is written at a time.
    static WRITING: Mutex<()> = Mutex::new(());
    if wrong.is_empty() {
        return Ok(());
    }
    if std::env::var_os("MINCLUE_CASES").is_none_or(|value| value != "write") {
        return Err(format!("MINCLUE_CASES=write writes this into {page}:\n{}", wrong.join("\n")).into());
    }
    let _guard = WRITING.lock().expect("no panic");
    let text = project_text(page).replacen(part, played, 1);
    fs::write(project(page), text).map_err(|e| Failed::from(e.to_string()))
}

/// One test for each section, in which the files before the first section are there.
fn cases(page: &str) -> Vec<Trial> {
    let mut parts = sections(&project_text(page));
    let before = parts.remove(0);
    let name = page.trim_start_matches("tests/cases/").trim_end_matches(".md").to_owned();
    let trial = |part: String| {
        let title = part.lines().next().unwrap_or_default().trim_start_matches("## ");
        let (name, page, before) = (format!("{name}: {title}"), page.to_owned(), before.clone());
        Trial::test(name, move || {
            let console = console(Outputs::Apart, PLAIN);
            judge(&page, &before, &console.played(&before))?;
            judge(&page, &part, &console.played(&part))
        })
    };
    parts.into_iter().map(trial).collect()
}

/// Pages that the program writes itself, and its arguments.
const GENERATED: &[(&str, &[&str])] =
    &[("docs/options.md", &["man", "--markdown"]), ("docs/records.md", &["schema", "--markdown"])];

/// Compares or writes a page that the program writes.
fn is_generated(page: &str, text: &str) -> Result<(), Failed> {
    if fs::read_to_string(project(page)).is_ok_and(|found| found == text) {
        return Ok(());
    }
    if std::env::var_os("MINCLUE_CASES").is_none_or(|value| value != "write") {
        return Err(format!("{page} is not what the program writes: MINCLUE_CASES=write writes it").into());
    }
    fs::write(project(page), text).map_err(|e| Failed::from(e.to_string()))
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|word| word == "pick") {
        return pick(&args[2..]);
    }
    let docs = documentation().into_iter().map(|page| {
        Trial::test(page.clone(), move || {
            let text = project_text(&page);
            judge(&page, &text, &console(Outputs::Mixed, ON_A_TERMINAL).played(&text))
        })
    });
    let generated = GENERATED.iter().map(|&(page, words)| {
        Trial::test(format!("generated: {page}"), move || {
            let output = Program::new(env!("CARGO_BIN_EXE_minclue")).run(words);
            is_generated(page, &output.text)
        })
    });
    let trials = docs.chain(generated).chain(pages("tests/cases").iter().flat_map(|page| cases(page))).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The command `pick` of the cases.
#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn pick(fields: &[String]) -> ExitCode {
    print!("{}", picked(&mut std::io::stdin(), fields));
    ExitCode::SUCCESS
}
