//! What people know from other programs: `-j`, `-t`, `--json`, `-o FILE`, and the names that others have for our subcommands.
//!
//! The options are added to every subcommand in one place, and what they mean is known here and in
//! [`destination`](super::destination) alone.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{StyledStr, ValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};

use super::args::heading;

/// The id of the option that names the file of the results.
pub(super) const OUTPUT: &str = "results_file";

/// Names that other programs have for our subcommands.
const SYNONYMS: &[(&str, &[&str])] = &[
    (
        "show",
        &["print", "draw", "display", "view", "render", "cat", "convert", "image", "picture", "svg", "png", "plot"],
    ),
    (
        "check",
        &["validate", "valid", "isvalid", "is-valid", "test", "unique", "uniqueness", "count", "info", "parse", "read"],
    ),
    ("rate", &["grade", "difficulty", "level", "rating", "analyze", "analyse", "hint", "hints", "step", "steps"]),
    ("solve", &["minimum", "min", "fewest", "optimize", "solution", "hitting-set", "hittingset", "mhs"]),
    ("sets", &["unavoidable", "ua", "uasets"]),
    ("puzzle", &["killer", "jigsaw", "latin", "nonogram", "kakuro"]),
    ("enumerate", &["list", "enum"]),
    ("generate", &["make", "create", "new", "gen", "random"]),
    ("minimize", &["reduce", "shrink", "minimal"]),
    (
        "canon",
        &[
            "canonical",
            "canonicalize",
            "normalize",
            "minlex",
            "isomorphic",
            "symmetry",
            "symmetries",
            "automorphism",
            "automorphisms",
        ],
    ),
    ("verify", &["prove", "proof", "certify", "certificate"]),
    ("worksheet", &["sheet", "pdf", "book"]),
    ("explain", &["mus", "muses", "iis", "conflict"]),
    ("bilevel", &["interdiction", "interdict", "blocker"]),
    ("export", &["write", "model", "lp", "mps"]),
    ("report", &["html", "summary"]),
    ("version", &["about"]),
    ("help", &["all", "commands", "usage"]),
];

/// Names that other programs have for our options. A subcommand may have several of them, and the first is meant.
const OPTION_SYNONYMS: &[(&str, &[&str])] = &[
    ("time-limit", &["-t", "--time", "--timeout", "--timelimit", "--max-time", "--limit", "--seconds"]),
    ("jobs", &["--cores", "--cpus", "--parallel", "--workers", "--threads"]),
    ("threads", &["--cores", "--cpus", "--parallel", "--workers", "--jobs"]),
    ("at-most", &["-k", "--clues", "--max", "--max-clues", "--upper-bound"]),
    ("number", &["-c", "--count", "--puzzles"]),
    ("certify", &["--proof", "--certificate", "--prove"]),
    ("level", &["-d", "-l", "--rating"]),
    ("levels", &["-d", "-l", "--rating"]),
    ("sizes", &["--size"]),
    ("shape", &["--size", "--box"]),
    ("format", &["-f", "--csv", "--pretty"]),
    ("seed", &["-s"]),
    ("quiet", &["--silent"]),
    ("verbose", &["--debug"]),
    ("color", &["--no-color"]),
];

/// Advice for options of other programs that have no counterpart here.
const ADVICE: &[(&str, &[&str])] = &[
    ("`minclue --version` prints the version", &["-V", "--version"]),
    ("inputs need no option: name the file, or use - for standard input", &["-i", "--input", "--file", "--stdin"]),
];

/// The subcommand that somebody means by a word of other programs.
pub(super) fn meant_by(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase().replace("ise", "ize");
    SYNONYMS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(name, _)| *name)
}

/// The option that somebody means by one of other programs, of the subcommand that these words begin with.
fn option_meant_by(word: &str, command: &Command, words: &[OsString]) -> Option<&'static str> {
    let mut command = command;
    for word in words.iter().skip(1) {
        let Some(inner) = command.find_subcommand(word) else { break };
        command = inner;
    }
    let has = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
    let mut meant = OPTION_SYNONYMS.iter().filter(|(_, words)| words.contains(&word)).map(|(name, _)| *name);
    meant.find(|name| has(name))
}

/// The same commands, each with `-j` and `-t` for what it does at once, and with `--json` and `-o FILE` if it writes results.
pub(super) fn added(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| command.mut_subcommand(name, added));
    with_results(with_jobs(command))
}

/// With `-t` for `--threads`, and `-j` for `--jobs`, or for `--threads` where there is no such option.
fn with_jobs(command: Command) -> Command {
    let has = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
    let (has_jobs, has_threads) = (has("jobs"), has("threads"));
    let command = if has_jobs { command.mut_arg("jobs", |arg| arg.short('j')) } else { command };
    match (has_threads, has_jobs) {
        (false, _) => command,
        (true, true) => command.mut_arg("threads", |arg| arg.short('t')),
        (true, false) => command.mut_arg("threads", |arg| arg.short('t').visible_short_alias('j')),
    }
}

/// With `--json` and `-o FILE`, as far as there is such a form and such a place.
fn with_results(command: Command) -> Command {
    let formats = command.get_arguments().find(|arg| arg.get_id() == "format").map(Arg::get_possible_values);
    let has = |name: &str| formats.iter().flatten().any(|format| format.get_name() == name);
    let (has_lines, has_pictures) = (has("jsonl"), has("svg"));
    let has_output =
        command.get_arguments().any(|arg| arg.get_short() == Some('o') || arg.get_long() == Some("output"));
    let command = if has_lines { with_json(command) } else { command };
    if has_output || !(has_lines || has_pictures) {
        return command;
    }
    command.arg(
        Arg::new(OUTPUT)
            .short('o')
            .long("output")
            .value_name("FILE")
            .value_parser(ValueParser::path_buf())
            .help("Write the results to FILE, not to standard output")
            .help_heading(heading::OUTPUT)
            .hide_short_help(true),
    )
}

fn with_json(command: Command) -> Command {
    command.mut_arg("format", |format| format.default_value_if("json", "true", "jsonl")).arg(
        Arg::new("json")
            .long("json")
            .action(ArgAction::SetTrue)
            .conflicts_with("format")
            .help("One JSON record a line: short for --format jsonl")
            .help_heading(heading::OUTPUT)
            .hide_short_help(true),
    )
}

/// The file of the results, if one was named.
pub(super) fn output(matches: &clap::ArgMatches) -> Option<PathBuf> {
    matches.try_get_one::<PathBuf>(OUTPUT).ok().flatten().cloned()
}

/// The same error with advice that helps: our subcommand for a name that other programs use, and no advice that takes an
/// option for an input.
pub(super) fn advised(mut error: clap::Error, command: &Command, words: &[OsString]) -> clap::Error {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = match error.get(ContextKind::InvalidSubcommand) {
                Some(ContextValue::String(word)) => meant_by(word),
                _ => None,
            };
            if let Some(name) = word {
                error.remove(ContextKind::SuggestedSubcommand);
                let tip = StyledStr::from(format!("did you mean `minclue {name}`?"));
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
            }
        }
        ErrorKind::UnknownArgument => {
            let word = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::String(word)) => option_meant_by(word, command, words),
                _ => None,
            };
            if let Some(name) = word {
                // The usage is that of the option that clap guessed.
                if error.remove(ContextKind::SuggestedArg).is_some() {
                    error.remove(ContextKind::Usage);
                }
                let tip = StyledStr::from(format!("did you mean `--{name}`?"));
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
                return error;
            }
            let advice = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::String(word)) => {
                    ADVICE.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(advice, _)| *advice)
                }
                _ => None,
            };
            if let Some(advice) = advice {
                error.remove(ContextKind::SuggestedArg);
                error.remove(ContextKind::Usage);
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(advice)]));
                return error;
            }
            let of_value = |tip: &StyledStr| tip.to_string().contains("as a value, use '-- ");
            if let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested) {
                let left: Vec<_> = tips.iter().filter(|tip| !of_value(tip)).cloned().collect();
                error.remove(ContextKind::Suggested);
                if !left.is_empty() {
                    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(left));
                }
            }
        }
        _ => {}
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::super::Args;
    use super::*;

    #[test]
    fn synonyms_lead_to_subcommands_and_are_none() {
        let command = Args::command();
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        for (name, words) in SYNONYMS {
            // clap adds `help` by itself.
            assert!(names.contains(name) || *name == "help", "{name}");
            for word in *words {
                assert!(command.find_subcommand(word).is_none(), "{word} is a subcommand");
                assert_eq!(meant_by(word), Some(*name));
            }
        }
        assert_eq!((meant_by("Print"), meant_by("chess")), (Some("show"), None));
    }

    #[test]
    fn synonyms_lead_to_options_that_the_subcommand_has() {
        let command = added(Args::command());
        let meant = |words: &str, word: &str| {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            option_meant_by(word, &command, &words)
        };
        assert_eq!(meant("minclue solve -k 4", "-k"), Some("at-most"));
        assert_eq!(meant("minclue solve --cores 4", "--cores"), Some("jobs"));
        assert_eq!(meant("minclue puzzle --cores 4", "--cores"), Some("threads"));
        // It has no such option.
        assert_eq!(meant("minclue canon -k 4", "-k"), None);
        assert_eq!(meant("minclue solve --no-such", "--no-such"), None);
    }

    #[test]
    fn threads_and_jobs_have_their_letters_in_every_subcommand() {
        fn look(command: &Command, n_seen: &mut usize) {
            let of = |name: &str| command.get_arguments().find(|arg| arg.get_long() == Some(name));
            let letters = |arg: &Arg| arg.get_short_and_visible_aliases().unwrap_or_default();
            if let Some(threads) = of("threads") {
                let all = if of("jobs").is_some() { vec!['t'] } else { vec!['t', 'j'] };
                assert_eq!(letters(threads), all, "{}", command.get_name());
                *n_seen += 1;
            }
            if let Some(jobs) = of("jobs") {
                assert_eq!(letters(jobs), ['j'], "{}", command.get_name());
            }
            command.get_subcommands().for_each(|inner| look(inner, n_seen));
        }
        let mut command = added(Args::command());
        // No letter has two meanings.
        command.build();
        let mut n_seen = 0;
        look(&command, &mut n_seen);
        assert!(n_seen >= 7, "{n_seen}");
    }

    #[test]
    fn every_subcommand_with_lines_of_json_has_both_options() {
        let command = added(Args::command());
        let longs = |name: &str| -> Vec<String> {
            let command = command.find_subcommand(name).expect("a subcommand");
            command.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned)).collect()
        };
        for name in
            ["solve", "enumerate", "check", "show", "sets", "puzzle", "bilevel", "explain", "verify", "generate"]
        {
            let longs = longs(name);
            let has = |option: &str| longs.iter().filter(|long| *long == option).count();
            assert_eq!((has("output"), has("json")), (1, usize::from(name != "show")), "{name}: {longs:?}");
        }
        // It has an option of this name already.
        assert_eq!(longs("export").iter().filter(|long| *long == "output").count(), 1);
    }
}
