//! A random share of the tasks of a campaign, solved again by other means.

use std::path::Path;

use rand::Rng as _;
use serde_json::Value;

use minclue_campaign::{CampaignSetting, TaskLine};
use minclue_core::base::{Interrupt, rng};

use super::args::SecondOpinion;
use super::task_files::without_files;
use super::tasks::{Task, TaskRunner as _, VerbTasks, part_of_regions};

/// What a second opinion says of a first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opinion {
    Same,
    /// Nothing: a limit stopped it, or it cannot answer such a question.
    None(String),
    Other(String),
}

/// The tasks that are solved again: `n` of `n_tasks`, ascending.
pub(super) fn drawn(n: u64, n_tasks: u64, seed: u64) -> Vec<u64> {
    let (mut rng, mut wanted) = (rng(seed), n.min(n_tasks));
    // Each task is taken with the chance that makes all choices of `n` equally likely.
    let is_taken = |&task: &u64| {
        let is_taken = wanted > 0 && rng.random_range(0..n_tasks - task) < wanted;
        wanted -= u64::from(is_taken);
        is_taken
    };
    (0..n_tasks).filter(is_taken).collect()
}

/// Has it solved again. `folder` is where a certificate may lie for a moment; no file of the first run is touched.
pub(super) fn ask(
    by: SecondOpinion,
    task: Task<'_>,
    first: &TaskLine,
    folder: &Path,
    interrupt: &Interrupt,
) -> Opinion {
    let certificate = folder.join("again.cert").display().to_string();
    // By the same search, on this machine: what is counted must be the same.
    if part_of_regions(task.input).is_some() {
        return match VerbTasks::default().run(task, interrupt) {
            Err(wrong) => Opinion::None(wrong),
            Ok(second) => compared(first, &second),
        };
    }
    let more = match by {
        SecondOpinion::Bilevel if asks_for_engine(&task.setting.words) => {
            return Opinion::None("its command names an engine".to_owned());
        }
        SecondOpinion::Bilevel => ["--engine".to_owned(), "bilevel".to_owned()],
        SecondOpinion::Certificate => ["--certify".to_owned(), certificate],
    };
    let words = without_files(&task.setting.words).into_iter().chain(more).collect();
    let setting = CampaignSetting { words, key: task.setting.key.clone() };
    match VerbTasks::default().run(Task { setting: &setting, ..task }, interrupt) {
        Err(wrong) => Opinion::None(wrong),
        Ok(second) => compared(first, &second),
    }
}

fn asks_for_engine(words: &[String]) -> bool {
    words.iter().any(|word| word == "--engine" || word.starts_with("--engine=") || word == "--independent")
}

/// Is nothing left to do for a task?
pub(super) fn is_final(line: &TaskLine) -> bool {
    matches!(line.status().as_str(), "optimal" | "decided" | "done")
}

/// Both must allow the same: bounds that do not cross, and the same where both are final.
fn compared(first: &TaskLine, second: &TaskLine) -> Opinion {
    let [a, b] = [first, second].map(last_record);
    let (Some(a), Some(b)) = (a, b) else { return Opinion::None("it has no answer".to_owned()) };
    if first.has_failed() || second.has_failed() {
        return Opinion::None(second.message.clone().unwrap_or_else(|| "it failed".to_owned()));
    }
    let number = |record: &Value, name: &str| record.get(name).and_then(Value::as_u64);
    for (lower, upper) in [(&a, &b), (&b, &a)] {
        if let (Some(at_least), Some(at_most)) = (number(lower, "lower_bound"), number(upper, "upper_bound"))
            && at_least > at_most
        {
            return Opinion::Other(format!("at least {at_least} clues, and a puzzle with {at_most}"));
        }
    }
    if !is_final(first) || !is_final(second) {
        return Opinion::None(format!("{} and {}", first.status(), second.status()));
    }
    for name in ["minimum", "n_puzzles"] {
        let [one, other] = [&a, &b].map(|record| number(record, name));
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            return Opinion::Other(format!("{name} {one} and {other}"));
        }
    }
    let [one, other] = [&a, &b].map(|record| record.get("digest"));
    if one != other {
        return Opinion::Other("the counts of the regions differ".to_owned());
    }
    Opinion::Same
}

fn last_record(line: &TaskLine) -> Option<Value> {
    serde_json::from_str(line.records.last()?.get()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(record: &str) -> TaskLine {
        TaskLine::new(0, Some(0), 0.0, vec![record.to_owned()]).expect("JSON")
    }

    #[test]
    fn what_is_drawn_follows_from_the_seed() {
        assert_eq!(drawn(3, 3, 1), [0, 1, 2]);
        assert_eq!(drawn(5, 1000, 7), drawn(5, 1000, 7));
        assert_ne!(drawn(5, 1000, 7), drawn(5, 1000, 8));
        assert_eq!(drawn(5, 2, 1).len(), 2);
    }

    #[test]
    fn answers_that_cannot_both_be_true_are_noticed() {
        let optimal =
            |n: u64| line(&format!(r#"{{"status":"optimal","lower_bound":{n},"upper_bound":{n},"minimum":{n}}}"#));
        assert_eq!(compared(&optimal(18), &optimal(18)), Opinion::Same);
        assert!(matches!(compared(&optimal(18), &optimal(19)), Opinion::Other(_)));
        let limit = line(r#"{"status":"time_limit","lower_bound":17,"upper_bound":18}"#);
        assert!(matches!(compared(&optimal(18), &limit), Opinion::None(_)));
        assert!(matches!(compared(&optimal(19), &limit), Opinion::Other(_)));
        let puzzles = |n: u64| line(&format!(r#"{{"status":"done","n_puzzles":{n}}}"#));
        assert_eq!(compared(&puzzles(2), &puzzles(2)), Opinion::Same);
        assert!(matches!(compared(&puzzles(2), &puzzles(1)), Opinion::Other(_)));
        // A region that another machine walked otherwise, though neither found a puzzle.
        let regions = |digest: &str| line(&format!(r#"{{"status":"done","n_puzzles":0,"digest":"{digest}"}}"#));
        assert_eq!(compared(&regions("ab"), &regions("ab")), Opinion::Same);
        assert!(matches!(compared(&regions("ab"), &regions("ac")), Opinion::Other(_)));
    }
}
