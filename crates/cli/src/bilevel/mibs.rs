//! The arguments with which modeling languages call MibS, and the form in which they look for its answer.
//!
//! `BilevelJuMP` and PAO write an MPS and an AUX file, start a program with their names, and read standard output:
//! behind a line `Optimal solution:` stand `Cost = ..`, and then `x[I] = ..` for variables of the leader and `y[I] = ..`
//! for those of the follower that are not 0, numbered within their level. PAO reads these up to a line that begins with
//! `Number`. `BilevelJuMP` takes any word on standard error for a failure. So this is the verb, with its arguments
//! translated and its answer in that form.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::Path;

use minclue_core::base::{Limits, TextLimits, harmless};
use minclue_core::ilp::{IntegerVariable, read_integer_mps_aux};

use super::super::args::Color;
use super::super::exit::Exit;
use super::super::load_error::open;
use super::super::message::Messages;
use super::super::{Args, print, usage};
use super::read;

/// What names the MPS file, in the spelling of today and in that of older versions.
const INSTANCE: [&str; 2] = ["-Alps_instance", "-instance"];
/// The same of the AUX file.
const AUX: [&str; 2] = ["-MibS_auxiliaryInfoFile", "-auxiliaryInfoFile"];
/// The last column of files in which Pyomo wrote a constant: it is always 1, and PAO has no variable of this number.
const CONSTANT: &str = "ONE_VAR_CONSTANT";
/// The option for choices without an answer, which MibS does not allow whatever the program is.
const NO_ANSWER: &str = "--no-answer";
/// How parameters of MibS and of what it is made of begin.
const PARAMETERS: [&str; 5] = ["-Alps_", "-Bcps_", "-Blis_", "-MibS_", "-param"];

/// The options about the form of the answer, which is that of MibS.
const FORMS: [&str; 6] = ["--output", "-o", "--format", "--solution-file", "--quiet", "-q"];

/// A call of MibS.
#[derive(Debug, Default, PartialEq, Eq)]
struct Call {
    instance: OsString,
    aux: Option<OsString>,
    /// Are variables called by their names in the answer?
    is_by_name: bool,
    /// Options of the verb that mean the same, and those that stand among the others.
    options: Vec<OsString>,
    /// Parameters that steer another solver.
    passed_over: Vec<String>,
}

/// Do these words, the first of which is the name of the program, call MibS? The verb may stand before its parameters.
pub(in super::super) fn is_call(words: &[OsString]) -> bool {
    let words = parameters(words);
    let is_first = |begin: &str| words.first().is_some_and(|word| word.to_string_lossy().starts_with(begin));
    PARAMETERS.iter().any(|begin| is_first(begin)) || words.iter().any(|word| is_one_of(word, &INSTANCE))
}

/// The words behind the name of the program and the verb.
fn parameters(words: &[OsString]) -> &[OsString] {
    let words = words.get(1..).unwrap_or_default();
    match words.split_first() {
        Some((verb, rest)) if verb == "bilevel" => rest,
        _ => words,
    }
}

fn is_one_of(word: &OsStr, names: &[&str]) -> bool {
    names.iter().any(|name| word == *name)
}

impl Call {
    /// Reads the parameters.
    ///
    /// # Errors
    /// A message about what is missing, or cannot stand.
    fn of(words: &[OsString]) -> Result<Self, String> {
        let mut call = Self::default();
        let mut instance = None;
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let name = word.to_string_lossy().into_owned();
            if !name.starts_with('-') {
                return Err(format!("`{name}` is not a parameter; name the program with {} FILE", INSTANCE[0]));
            }
            // A value may be a negative number; a parameter or an option begins with a letter or a second `-`.
            let is_value = |word: &&OsString| {
                let text = word.to_string_lossy();
                let rest = text.strip_prefix('-');
                rest.is_none_or(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
            };
            let value = words.next_if(is_value);
            if FORMS.contains(&name.split('=').next().unwrap_or_default()) {
                return Err(format!(
                    "{name} cannot be used with parameters of MibS, whose answer has one form; use minclue bilevel FILE"
                ));
            }
            if name.starts_with("--") {
                call.options.push(word.clone());
                call.options.extend(value.cloned());
                continue;
            }
            let needed = || value.cloned().ok_or_else(|| format!("{name} requires a value"));
            match name.as_str() {
                name if INSTANCE.contains(&name) => instance = Some(needed()?),
                name if AUX.contains(&name) => call.aux = Some(needed()?),
                "-Alps_timeLimit" => call.options.extend(["--time-limit".into(), needed()?]),
                "-Alps_nodeLimit" => call.options.extend(["--node-limit".into(), needed()?]),
                "-MibS_inputFormat" => call.is_by_name = needed()? != "indexBased",
                _ => call.passed_over.push(name),
            }
        }
        call.instance = instance.ok_or_else(|| format!("the MPS file is missing: {} FILE", INSTANCE[0]))?;
        Ok(call)
    }

    /// The words of the verb, with files for its record and its values.
    fn words(&self, record: &Path, values: &Path) -> Vec<OsString> {
        let named: [&OsStr; 9] = [
            "minclue".as_ref(),
            "bilevel".as_ref(),
            "--quiet".as_ref(),
            "--format".as_ref(),
            "jsonl".as_ref(),
            "--output".as_ref(),
            record.as_os_str(),
            "--solution-file".as_ref(),
            values.as_os_str(),
        ];
        let mut words: Vec<OsString> = named.into_iter().map(OsStr::to_owned).collect();
        words.extend(self.options.iter().cloned());
        if !self.options.iter().any(|option| option.to_string_lossy().starts_with(NO_ANSWER)) {
            words.push(format!("{NO_ANSWER}=forbidden").into());
        }
        words.push("--".into());
        words.push(self.instance.clone());
        words.extend(self.aux.clone());
        words
    }
}

/// Answers the call. The exit code is 0 where the run ended as asked, also by a limit, as that of MibS.
pub(in super::super) fn run(words: &[OsString]) -> Exit {
    let messages = Messages::new(Color::Auto);
    let failed = |message: &str, exit: Exit| {
        messages.error(message, None);
        exit
    };
    let call = match Call::of(parameters(words)) {
        Ok(call) => call,
        Err(message) => return failed(&message, Exit::Usage),
    };
    if !call.passed_over.is_empty() {
        messages
            .note(&format!("ignored, since they are parameters of another solver: {}", call.passed_over.join(", ")));
    }
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(e) => return failed(&format!("no directory for the answer: {e}"), Exit::Internal),
    };
    let (record, values) = (folder.path().join("record"), folder.path().join("values"));
    let words = call.words(&record, &values);
    let exit = match Args::from_words(&words) {
        Ok(args) => args.run(),
        Err(said) => return usage::usage(&said, &words),
    };
    if !matches!(exit, Exit::Answered | Exit::Limit) {
        return exit;
    }
    let said = Said::read(&record, &values);
    match call.columns() {
        Ok(columns) => print::text(said.text(&columns, call.is_by_name).as_bytes()),
        Err(message) => failed(&message, Exit::InvalidInput),
    }
}

impl Call {
    /// The variables, in the order of the file.
    fn columns(&self) -> Result<Vec<IntegerVariable>, String> {
        let files: Vec<OsString> = [Some(self.instance.clone()), self.aux.clone()].into_iter().flatten().collect();
        let pairs = read::pairs(&files)?;
        let pair = pairs.first().ok_or("no program")?;
        let aux = pair.aux.as_deref().ok_or("the program has no AUX file")?;
        let limits = Limits::none();
        let unread = |_| "the files cannot be read again".to_owned();
        let (model, aux) = (open(&pair.model, &limits).map_err(unread)?, open(aux, &limits).map_err(unread)?);
        let placed = read_integer_mps_aux(model, aux, &pair.name(), &limits).map_err(|e| e.to_string())?;
        Ok(placed.program.variables)
    }
}

/// What the verb said.
#[derive(Debug, Default)]
struct Said {
    status: String,
    is_infeasible: bool,
    cost: Option<String>,
    /// Names with values other than 0.
    values: Vec<(String, String)>,
    n_nodes: u64,
    seconds: f64,
}

impl Said {
    /// From its record, and its file of values, which has comments alone without a choice.
    fn read(record: &Path, values: &Path) -> Self {
        let read = |file: &Path| TextLimits::OWN.read_text_file(file).unwrap_or_default();
        let record = read(record);
        let record: serde_json::Value = serde_json::from_str(record.trim()).unwrap_or_default();
        let mut said = Self {
            status: record["status"].as_str().unwrap_or_default().to_owned(),
            is_infeasible: record["infeasible"].as_bool().unwrap_or_default(),
            n_nodes: record["n_nodes"].as_u64().unwrap_or_default(),
            seconds: record["seconds"].as_f64().unwrap_or_default(),
            ..Self::default()
        };
        for line in read(values).lines() {
            match line.strip_prefix("# ") {
                Some(comment) => {
                    let cost = comment.trim().strip_prefix("Objective value = ").map(str::to_owned);
                    said.cost = said.cost.or(cost);
                }
                None => {
                    said.values.extend(line.split_once(' ').map(|(name, value)| (name.to_owned(), value.to_owned())));
                }
            }
        }
        said
    }

    /// The answer as it is looked for.
    fn text(&self, columns: &[IntegerVariable], is_by_name: bool) -> String {
        let is_done = self.status == "optimal";
        let mut text = String::new();
        match &self.cost {
            None if self.is_infeasible => text.push_str("The problem is infeasible.\n"),
            None => text.push_str("No solution was found.\n"),
            Some(cost) => {
                text.push_str(if is_done { "Optimal solution:\n" } else { "Best solution found:\n" });
                let _ = writeln!(text, "Cost = {cost}");
                for (level, is_follower) in [("x", false), ("y", true)] {
                    let of_level = columns.iter().filter(|variable| variable.is_follower == is_follower).enumerate();
                    for (number, variable) in of_level.filter(|(_, variable)| variable.name != CONSTANT) {
                        let name = harmless(&variable.name);
                        let Some((_, value)) = self.values.iter().find(|(known, _)| *known == name) else { continue };
                        let _ = match is_by_name {
                            true => writeln!(text, "{name} = {value}"),
                            false => writeln!(text, "{level}[{number}] = {value}"),
                        };
                    }
                }
            }
        }
        let _ = writeln!(text, "Number of nodes processed = {}", self.n_nodes);
        let _ = writeln!(text, "Search wall-clock time = {:.2} s", self.seconds);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    fn call(text: &str) -> Result<Call, String> {
        Call::of(parameters(&words(text)))
    }

    #[test]
    fn a_call_of_mibs_is_known_by_its_parameters() {
        for text in [
            "minclue -Alps_instance m.mps -MibS_auxiliaryInfoFile m.aux",
            "minclue bilevel -MibS_auxiliaryInfoFile m.aux -Alps_instance m.mps",
            "mibs -instance m.mps",
            "minclue bilevel --certify c -Alps_instance m.mps",
            "mibs -param mibs.par",
        ] {
            assert!(is_call(&words(text)), "{text}");
        }
        for text in ["minclue", "minclue bilevel m.mps", "minclue solve -t 3 -", "minclue solve -MibS_x"] {
            assert!(!is_call(&words(text)), "{text}");
        }
    }

    #[test]
    fn parameters_become_options() {
        let text = "mibs -Alps_instance m.mps -MibS_auxiliaryInfoFile m.txt -Alps_timeLimit 3.5 -Blis_cutStrategy -1 \
                    -MibS_flag -Alps_nodeLimit 7 --certify c.cert -param p -MibS_inputFormat nameBased";
        let read = call(text).expect("a call");
        assert_eq!(
            (read.instance.to_str(), read.aux.as_deref().and_then(OsStr::to_str)),
            (Some("m.mps"), Some("m.txt"))
        );
        assert_eq!(read.options, words("--time-limit 3.5 --node-limit 7 --certify c.cert"));
        assert_eq!(read.passed_over, ["-Blis_cutStrategy", "-MibS_flag", "-param"]);
        assert!(read.is_by_name);
        let all = read.words(Path::new("r"), Path::new("v"));
        let wanted = "minclue bilevel --quiet --format jsonl --output r --solution-file v --time-limit 3.5 --node-limit 7 \
                      --certify c.cert --no-answer=forbidden -- m.mps m.txt";
        assert_eq!(all, words(wanted));
    }

    #[test]
    fn what_is_missing_is_said() {
        let message = |text: &str| call(text).expect_err("a refusal");
        assert_eq!(message("mibs -param p"), "the MPS file is missing: -Alps_instance FILE");
        assert_eq!(message("mibs -Alps_instance"), "-Alps_instance requires a value");
        assert_eq!(message("mibs -Alps_instance -MibS_auxiliaryInfoFile m.aux"), "-Alps_instance requires a value");
        assert!(message("mibs -Alps_instance m.mps n.mps").starts_with("`n.mps` is not a parameter"));
    }

    #[test]
    fn values_are_numbered_within_their_level() {
        let variable =
            |name: &str, is_follower| IntegerVariable { name: name.to_owned(), lower: -9, upper: 9, is_follower };
        let columns = [variable("a", true), variable("b", false), variable("c", true), variable("d", false)];
        let said = |status: &str, cost: Option<&str>| Said {
            status: status.to_owned(),
            is_infeasible: status == "decided",
            cost: cost.map(str::to_owned),
            values: [("d", "-2"), ("c", "3"), ("a", "1")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .to_vec(),
            n_nodes: 5,
            seconds: 0.25,
        };
        let end = "Number of nodes processed = 5\nSearch wall-clock time = 0.25 s\n";
        let optimal = said("optimal", Some("-2.5"));
        let wanted = format!("Optimal solution:\nCost = -2.5\nx[1] = -2\ny[0] = 1\ny[1] = 3\n{end}");
        assert_eq!(optimal.text(&columns, false), wanted);
        let wanted = format!("Optimal solution:\nCost = -2.5\nd = -2\na = 1\nc = 3\n{end}");
        assert_eq!(optimal.text(&columns, true), wanted);
        let constant = [columns[1].clone(), columns[3].clone(), variable(CONSTANT, false)];
        let with_constant = Said { values: vec![(CONSTANT.to_owned(), "1".to_owned())], ..said("optimal", Some("4")) };
        assert_eq!(with_constant.text(&constant, false), format!("Optimal solution:\nCost = 4\n{end}"));
        let best = said("time_limit", Some("4")).text(&columns, false);
        assert!(best.starts_with("Best solution found:\nCost = 4\n"));
        // Who looks for an optimal solution must not find one.
        for (status, begin) in [("decided", "The problem is infeasible."), ("time_limit", "No solution was found.")] {
            let text = said(status, None).text(&columns, false);
            assert!(text.starts_with(begin) && !text.contains("Optimal"), "{text}");
        }
    }
}
