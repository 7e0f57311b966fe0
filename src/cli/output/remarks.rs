//! What else there is to say of an answer: of the puzzle that was given, and of what two engines had in common.

use crate::report::{Bounds, GivenRecord, ResultRecord, Status};

use super::text::clues;

/// The lines that follow an answer.
pub(super) fn about(record: &ResultRecord) -> String {
    let mut text = String::new();
    if let Some(given) = &record.given {
        text.extend(of_given(given, record).map(|line| line + "\n"));
    }
    if let Some(shared) = &record.shared {
        text.push_str(&of_shared(shared));
        text.push('\n');
    }
    text
}

/// Is the puzzle that was given one with the fewest clues?
fn of_given(given: &GivenRecord, record: &ResultRecord) -> Option<String> {
    let GivenRecord { n_clues, is_minimum } = *given;
    let puzzle = format!("the puzzle given has {}", clues(n_clues));
    let Bounds { minimum, upper_bound, .. } = record.bounds;
    match (is_minimum, minimum, upper_bound) {
        (Some(true), ..) => Some(format!("{puzzle}: it is a minimum puzzle of its grid")),
        (Some(false), Some(k), _) => Some(format!("{puzzle}; the minimum is {k}")),
        (Some(false), None, Some(k)) => Some(format!("{puzzle}; {k} are enough")),
        // No more was asked.
        _ if record.head.status == Status::Decided => None,
        _ => record.bounds.lower_bound.map(|_| format!("{puzzle}; whether fewer are enough is not known")),
    }
}

/// How far one engine confirms another.
fn of_shared(shared: &[&str]) -> String {
    if shared.is_empty() {
        return "the engines shared nothing that searches or decides".to_owned();
    }
    let words: Vec<String> = shared.iter().map(|name| name.replace('_', " ")).collect();
    format!("shared by both engines: {}; so each confirms the other only in part", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_shared_is_said_in_words() {
        assert_eq!(
            of_shared(&["oracle", "start_sets"]),
            "shared by both engines: oracle, start sets; so each confirms the other only in part"
        );
        assert_eq!(of_shared(&[]), "the engines shared nothing that searches or decides");
    }
}
