//! The help of the program and of every verb: examples first, then the options in groups.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::{Command, CommandFactory as _};

use super::{Args, examples, habits, notes};

/// Subcommands under the heading of their purpose.
type Groups = [(&'static str, &'static [&'static str])];

/// The ten subcommands that most people need.
const FIRST: &Groups = &[
    ("Solve and prove", &["solve", "enumerate", "verify"]),
    ("Puzzles", &["check", "rate", "generate", "minimize"]),
    ("Models and bilevel programs", &["export", "bilevel"]),
    ("Many grids", &["campaign"]),
];

/// All subcommands, those of the first list among them.
const ALL: &Groups = &[
    ("Solve and prove", &["solve", "enumerate", "sets", "verify"]),
    ("Puzzles", &["check", "rate", "generate", "minimize", "neighbors", "canon", "show", "worksheet"]),
    ("Models and bilevel programs", &["export", "bilevel", "puzzle", "explain"]),
    ("Many grids", &["campaign", "catalog", "report"]),
    ("Experiments of papers", &["study", "classic"]),
    ("About minclue", &["help", "completions", "man", "schema", "version"]),
];

const VERB: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";
const PROGRAM: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}";

const INPUT: &str = "\
A grid or puzzle is a file, the grid itself, or - for standard input: one a line, or blocks of
rows; . or 0 is an empty cell. docs/cli.md lists the other forms.";

const PROGRAMS: &str = "\
A program is an MPS file with the AUX file of its name beside it, or a .ki file of a knapsack
interdiction problem; docs/bilevel.md has the details.";

const CONSTRAINTS: &str = "\
Constraints are a file of clauses, groups of clauses, or linear rows; see docs/bilevel.md.";

const GRIDS: &str = "\
A grid is a file, the grid itself, or - for standard input; a puzzle is completed to its grid. Each
grid gets its own model. docs/solvers.md shows how to solve the files.";

const CAMPAIGNS: &str = "\
The directory records all progress: after a kill or Ctrl-C, repeat the command. docs/clusters.md is
the guide.";

const EXIT_CODES: &str = "\
Exit codes:
  0 every input was answered  1 internal or I/O error     2 wrong usage
  3 an input was invalid      4 a limit stopped an answer 5 engines or a required check disagree
  130, 143 ended by a signal, with the known bounds written";

/// The whole command line, with its help.
pub(super) fn command() -> Command {
    with(FIRST, false)
}

/// The same, as these words ask for its help: `-h` lists the options of a subcommand without their groups.
pub(super) fn command_of(words: &[OsString]) -> Command {
    let is_short = words.iter().take_while(|word| *word != "--").any(|word| word == "-h");
    with(FIRST, is_short)
}

/// The text of `minclue help all`.
pub(super) fn of_all_verbs() -> clap::Error {
    with(ALL, false).try_get_matches_from(["minclue", "-h"]).expect_err("help is shown in place of a run")
}

/// The command line, with these subcommands at the beginning of its help.
fn with(shown: &Groups, is_short: bool) -> Command {
    let plain = habits::added(Args::command());
    let names: Vec<String> = plain.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let groups = groups(shown, &plain);
    let before = format!("{groups}\n{}", examples::text("").unwrap_or_default());
    let whole = plain
        .help_template(PROGRAM)
        .before_help(before)
        .after_help(EXIT_CODES)
        .long_version(super::version::long())
        .subcommand_value_name("SUBCOMMAND")
        .subcommand_help_heading("Subcommands");
    names.into_iter().fold(whole, |whole, name| {
        whole.mut_subcommand(&name, |verb| {
            let verb = match examples::text(&name) {
                Some(examples) => verb.before_help(examples),
                None => verb,
            };
            let verb = verb.help_template(VERB);
            let input = footer(&verb);
            let adds = adds(&verb);
            let short = [input, adds.as_deref()].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
            let long = [input, notes::of(&name)].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
            let verb = if short.is_empty() { verb } else { verb.after_help(short) };
            let verb = if long.is_empty() { verb } else { verb.after_long_help(long) };
            if is_short { verb.mut_args(|arg| arg.help_heading(None::<&'static str>)) } else { verb }
        })
    })
}

/// The input of a subcommand, below its options.
fn footer(verb: &Command) -> Option<&'static str> {
    let reads = verb.get_positionals().any(|argument| argument.get_id() == "input");
    match (verb.get_name(), reads) {
        ("bilevel", _) => Some(PROGRAMS),
        ("explain", _) => Some(CONSTRAINTS),
        ("export", _) => Some(GRIDS),
        ("campaign", _) => Some(CAMPAIGNS),
        ("puzzle", _) | (_, false) => None,
        (_, true) => Some(INPUT),
    }
}

/// The end of `-h`: the options that only `--help` shows, by their groups.
fn adds(verb: &Command) -> Option<String> {
    if verb.has_subcommands() {
        return None;
    }
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for arg in verb.get_arguments().filter(|arg| arg.is_hide_short_help_set() && !arg.is_hide_set()) {
        let heading = arg.get_help_heading().unwrap_or("other options");
        match groups.iter_mut().find(|(group, _)| *group == heading) {
            Some((_, n)) => *n += 1,
            None => groups.push((heading, 1)),
        }
    }
    let has_values = verb.get_arguments().any(|arg| arg.get_possible_values().iter().any(|v| v.get_help().is_some()));
    let n: usize = groups.iter().map(|(_, n)| n).sum();
    let mut parts = Vec::new();
    if n > 0 {
        groups.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let groups: Vec<String> = groups.iter().map(|(group, n)| format!("{n} {}", group.to_lowercase())).collect();
        parts.push(format!("{n} more option{} ({})", if n == 1 { "" } else { "s" }, groups.join(", ")));
    }
    parts.extend(has_values.then(|| "the meaning of each value".to_owned()));
    parts.extend(notes::of(verb.get_name()).map(|_| "notes".to_owned()));
    let all = match &parts[..] {
        [] => return None,
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    Some(format!("`--help` adds: {all}."))
}

/// The subcommands in groups, each with its line of help. Groups that this program was built without are left out.
fn groups(groups: &Groups, command: &Command) -> String {
    let (mut text, mut n_shown) = (String::new(), 0);
    for (group, verbs) in groups {
        let about = |verb: &str| match command.find_subcommand(verb) {
            Some(verb) => verb.get_about().map(ToString::to_string),
            None => (verb == "help").then(|| "Show this help, that of a subcommand, or `help all`".to_owned()),
        };
        let lines = verbs.iter().filter_map(|verb| Some(format!("  {verb:11}  {}\n", about(verb)?)));
        let lines: Vec<String> = lines.collect();
        if !lines.is_empty() {
            let _ = write!(text, "{group}:\n{}", lines.concat());
            n_shown += lines.len();
        }
    }
    if command.get_subcommands().count() > n_shown {
        text.push_str(
            "\nAll subcommands: minclue help all     One of them: minclue SUBCOMMAND -h (one screen) or --help\n",
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of a common terminal window.
    const SCREEN: usize = 40;

    /// The words of a command as a shell splits them; quotes are single ones.
    fn words(line: &str) -> Vec<OsString> {
        let quoted = line.split('\'').enumerate();
        let parts = quoted.flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(OsString::from).collect::<Vec<_>>(),
            _ => vec![OsString::from(part)],
        });
        parts.collect()
    }

    #[test]
    fn every_verb_is_in_one_group() {
        let command = command();
        let mut verbs: Vec<&str> = command.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<&str> = ALL.iter().flat_map(|(_, verbs)| verbs.iter().copied()).collect();
        verbs.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, verbs);
        let first: Vec<&str> = FIRST.iter().flat_map(|(_, verbs)| verbs.iter().copied()).collect();
        assert_eq!(first.len(), 10);
        assert!(first.iter().all(|verb| verbs.contains(verb)));
    }

    #[test]
    fn every_example_is_a_command() {
        for verb in ALL.iter().flat_map(|(_, verbs)| verbs.iter().copied()).chain([""]) {
            for (line, _) in examples::of(verb) {
                let line = line.split(['>', '|']).next().unwrap_or_default();
                let parsed = Args::from_words(&words(line));
                assert!(parsed.is_ok(), "{line}: {}", parsed.err().map_or_else(String::new, |e| e.to_string()));
            }
        }
    }

    #[test]
    fn a_short_help_fits_a_screen_and_names_what_is_left() {
        let mut command = command_of(&["minclue", "solve", "-h"].map(OsString::from));
        command.build();
        for name in FIRST.iter().flat_map(|(_, names)| names.iter()) {
            let text = command.find_subcommand_mut(name).expect("it is there").render_help().to_string();
            let n_lines = text.lines().count();
            assert!(n_lines <= SCREEN, "{name} has {n_lines} lines:\n{text}");
            let last = text.split("\n\n").last().unwrap_or_default();
            assert!(*name == "campaign" || last.starts_with("`--help` adds: "), "{name}: {last}");
        }
        let n_lines = command.render_help().to_string().lines().count();
        assert!(n_lines <= SCREEN, "{n_lines}");
    }

    #[test]
    fn no_line_of_a_help_is_wider_than_a_hundred_columns() {
        let mut command = command();
        command.build();
        let text = format!("{}{}", command.render_help(), of_all_verbs());
        assert_eq!(text.lines().find(|line| line.chars().count() > 100), None);
        // Nothing of the list of verbs and of the examples is so long that it is broken.
        let lines =
            |text: &str| text.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&groups(ALL, &Args::command())).into_iter().find(|line| !text.contains(line)), None);
        for verb in command.get_subcommands_mut() {
            let examples = examples::text(verb.get_name()).unwrap_or_default();
            let text = verb.render_help().to_string();
            assert_eq!(lines(&examples).into_iter().find(|line| !text.contains(line.trim_end())), None);
            for text in [verb.render_help().to_string(), verb.render_long_help().to_string()] {
                let wide = text.lines().find(|line| line.chars().count() > 100);
                assert_eq!(wide, None, "{}", verb.get_name());
            }
        }
    }
}
