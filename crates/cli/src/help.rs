//! The help of the program and of every verb: examples first, then the options in groups.

use std::fmt::Write as _;

use clap::{Command, CommandFactory as _};

use super::{Args, examples, habits};

/// Verbs under the heading of what they are for.
type Groups = [(&'static str, &'static [&'static str])];

/// The ten verbs that most people need.
const FIRST: &Groups = &[
    ("Answer", &["solve", "enumerate", "check", "verify"]),
    ("Puzzles", &["generate", "rate", "canon", "show"]),
    ("Beyond", &["puzzle", "bilevel"]),
];

/// All verbs, those of the first list among them.
const ALL: &Groups = &[
    ("The fewest clues, and proof", &["solve", "enumerate", "check", "sets", "export", "verify"]),
    ("Other problems, and many of them", &["puzzle", "bilevel", "explain", "canon", "catalog", "campaign"]),
    ("For people", &["show", "generate", "worksheet", "rate", "minimize", "neighbors", "report"]),
    ("For papers", &["study", "classic"]),
    ("About", &["help", "completions", "man", "schema", "version"]),
];

const VERB: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";
const PROGRAM: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}\nOptions:\n{options}{after-help}";

const INPUT: &str = "\
A grid or puzzle is a file, the grid itself, or - for standard input: one a line, or blocks of
rows; . or 0 is an empty cell. Many other forms are read: see docs/cli.md.";

const PROGRAMS: &str = "\
A program is an MPS file with the AUX file of its name beside it, or a .ki file of a knapsack
interdiction problem: see docs/bilevel.md.";

const CONSTRAINTS: &str = "\
Constraints are a file of clauses, groups of clauses, or linear rows: see docs/bilevel.md.";

const GRIDS: &str = "\
A model is written for each grid: a file, the grid itself, or - for standard input. A puzzle
stands for its solution. For the solvers that read these files, see docs/solvers.md.";

const EXIT_CODES: &str = "\
Exit codes:
  0 every input answered      1 internal or I/O error     2 wrong usage
  3 some input was invalid    4 a limit stopped an answer 5 engines or a required check disagree
  130, 143 ended by a signal, with the bounds so far written out";

/// The whole command line, with its help.
pub(super) fn command() -> Command {
    with(FIRST)
}

/// What `minclue help all` says.
pub(super) fn of_all_verbs() -> clap::Error {
    with(ALL).try_get_matches_from(["minclue", "-h"]).expect_err("help is shown in place of a run")
}

/// The command line, and of its verbs these at the beginning of its help.
fn with(shown: &Groups) -> Command {
    let plain = habits::added(Args::command());
    let names: Vec<String> = plain.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let groups = groups(shown, &plain);
    let before = format!("{groups}\n{}", examples::text("").unwrap_or_default());
    let whole = plain
        .help_template(PROGRAM)
        .before_help(before)
        .after_help(EXIT_CODES)
        .long_version(super::version::long())
        .subcommand_help_heading("Verbs");
    names.into_iter().fold(whole, |whole, name| {
        whole.mut_subcommand(&name, |verb| {
            let reads = verb.get_positionals().any(|argument| argument.get_id() == "input");
            let verb = match examples::text(&name) {
                Some(examples) => verb.before_help(examples),
                None => verb,
            };
            let verb = if verb.has_subcommands() { verb } else { verb.help_template(VERB) };
            match (name.as_str(), reads) {
                ("bilevel", _) => verb.after_help(PROGRAMS),
                ("explain", _) => verb.after_help(CONSTRAINTS),
                ("export", _) => verb.after_help(GRIDS),
                ("puzzle", _) | (_, false) => verb,
                (_, true) => verb.after_help(INPUT),
            }
        })
    })
}

/// The verbs in groups, each with its line of help. Groups of verbs that this program was built without are left out.
fn groups(groups: &Groups, command: &Command) -> String {
    let (mut text, mut n_shown) = (String::new(), 0);
    for (group, verbs) in groups {
        let about = |verb: &str| match command.find_subcommand(verb) {
            Some(verb) => verb.get_about().map(ToString::to_string),
            None => (verb == "help").then(|| "This help, that of a verb, or `help all`".to_owned()),
        };
        let lines = verbs.iter().filter_map(|verb| Some(format!("  {verb:11}  {}\n", about(verb)?)));
        let lines: Vec<String> = lines.collect();
        if !lines.is_empty() {
            let _ = write!(text, "{group}:\n{}", lines.concat());
            n_shown += lines.len();
        }
    }
    if command.get_subcommands().count() > n_shown {
        text.push_str("All verbs: minclue help all\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

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
