//! The options that were said and are no defaults: every record in JSON names them, so that it can be made again from
//! itself alone.
//!
//! They are taken from the parsed arguments, whatever the subcommand, and belong to the thread of the run, as the host
//! of [`embedded`](super::embedded) does: several runs may go on in one process.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::rc::Rc;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use serde_json::{Map, Value};

use minclue_core::base::harmless_json;
use minclue_report::OPTIONS;

/// Options about how an answer is shown, and how many are worked on at once, which say nothing of the answer.
const SHOWN: &[&str] = &["format", "json", "columns", "color", "verbose", "quiet", "jobs"];

/// The options that were said, by name, with what they were given.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SaidOptions(Map<String, Value>);

thread_local! {
    /// Those of the run of this thread, as the end of a record in JSON.
    static SAID: RefCell<Option<Rc<[u8]>>> = const { RefCell::new(None) };
}

/// Puts back what was before, also after a panic.
pub(super) struct Guard(Option<Rc<[u8]>>);

impl Drop for Guard {
    fn drop(&mut self) {
        SAID.set(self.0.take());
    }
}

impl SaidOptions {
    /// Those of a subcommand, or of one inside it.
    pub(super) fn of(command: &Command, matches: &ArgMatches) -> Self {
        if let Some((name, inner)) = matches.subcommand()
            && let Some(command) = command.find_subcommand(name)
        {
            return Self::of(command, inner);
        }
        Self(command.get_arguments().filter_map(|arg| said(arg, matches)).collect())
    }

    /// From now on these are the options of this thread, until the guard is gone.
    pub(super) fn begin(&self) -> Guard {
        let end = (!self.0.is_empty()).then(|| {
            let options = Value::Object(self.0.clone());
            harmless_json(format!(",\"{OPTIONS}\":{options}}}")).into_bytes().into()
        });
        Guard(SAID.replace(end))
    }
}

/// What an option was given on the command line, unless it is a default.
fn given<'a>(arg: &Arg, matches: &'a ArgMatches) -> Option<Vec<&'a OsStr>> {
    let id = arg.get_id().as_str();
    if arg.is_positional() || matches.value_source(id) != Some(ValueSource::CommandLine) {
        return None;
    }
    let given: Vec<&OsStr> = matches.try_get_raw(id).ok()??.collect();
    let default = arg.get_default_values().iter().map(clap::builder::OsStr::as_os_str);
    (!given.iter().copied().eq(default)).then_some(given)
}

/// Was the option said, and is it no default?
pub(super) fn is_explicit(arg: &Arg, matches: &ArgMatches) -> bool {
    given(arg, matches).is_some()
}

/// The name of an option and what it was given, unless it is a default.
fn said(arg: &Arg, matches: &ArgMatches) -> Option<(String, Value)> {
    let name = arg.get_long().filter(|name| !SHOWN.contains(name))?;
    let given = given(arg, matches)?;
    let takes_values = arg.get_action().takes_values();
    let value = match &given[..] {
        [] => Value::Bool(true),
        _ if !takes_values => Value::Bool(true),
        [one] => value(one),
        several => Value::Array(several.iter().map(|one| value(one)).collect()),
    };
    Some((name.replace('-', "_"), value))
}

/// A whole number as one, and all else as it was written.
fn value(text: &OsStr) -> Value {
    let text = text.to_string_lossy();
    text.parse::<i64>().ok().filter(|n| n.to_string() == text).map_or_else(|| text.into_owned().into(), Value::from)
}

/// A record in JSON, with the options of this run.
pub(super) fn with_options(mut record: Vec<u8>) -> Vec<u8> {
    SAID.with_borrow(|end| {
        if let Some(end) = end
            && record.last() == Some(&b'}')
        {
            record.pop();
            record.extend_from_slice(end);
        }
    });
    record
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use serde_json::json;

    use super::super::Args;
    use super::*;

    fn options(line: &str) -> Value {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Value::Object(Args::from_words(&words).expect("arguments").said.0)
    }

    #[test]
    fn names_of_files_steer_nobody() {
        let args = Args::from_words(&["minclue", "explain", "--weights", "a\u{202e}b", "x"].map(OsString::from));
        let _guard = args.expect("arguments").said.begin();
        assert_eq!(with_options(b"{}".to_vec()), br#"{,"options":{"weights":"a\u202eb"}}"#);
    }

    #[test]
    fn what_was_said_and_is_no_default_has_its_name() {
        assert_eq!(options("minclue solve x"), json!({}));
        assert_eq!(options("minclue solve --threads 1 --seed 1 --lp-solver auto --format jsonl -q x"), json!({}));
        assert_eq!(
            options("minclue solve --leaf lp --max-sets 100 --no-split --time-limit 5m --region-rows=none x"),
            json!({"leaf": "lp", "max_sets": 100, "no_split": true, "time_limit": "5m", "region_rows": "none"})
        );
        assert_eq!(options("minclue enumerate -k 17..18 x"), json!({"clues": "17..18"}));
        // Of a subcommand inside another, its own.
        assert_eq!(options("minclue classic search --strategies mrv x"), json!({"strategies": "mrv"}));
    }

    #[test]
    fn a_record_ends_with_the_options_of_its_run_alone() {
        let record = || br#"{"status":"done"}"#.to_vec();
        let said = SaidOptions(Map::from_iter([("leaf".to_owned(), json!("lp"))]));
        {
            let _guard = said.begin();
            assert_eq!(with_options(record()), br#"{"status":"done","options":{"leaf":"lp"}}"#);
            let _inner = SaidOptions::default().begin();
            assert_eq!(with_options(record()), record());
        }
        assert_eq!(with_options(record()), record());
    }
}
