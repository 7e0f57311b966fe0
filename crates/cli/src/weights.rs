//! `--weights`: a file of what things weigh, by name.

use std::io::{self, Read as _};
use std::path::Path;

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::MonotoneFollower;

use super::exit::Exit;
use super::input::{Input, OpenError};

/// The most that all things may weigh together: each unit is a cell.
const MAX_WEIGHT: usize = CellSet::<10>::CAPACITY;

/// Gives the things that a leader chooses from the weights of a file: lines of a name and a whole number from 1, and
/// comments that begin with `#`. What is not named weighs 1.
///
/// # Errors
/// A message with the file and its line, and the exit code.
pub(super) fn weighed(
    path: &Path,
    follower: MonotoneFollower,
    limits: &Limits,
) -> Result<MonotoneFollower, (String, Exit)> {
    let said = |message: String, exit: Exit| (format!("--weights {}: {message}", path.display()), exit);
    if follower.has_prices() {
        return Err(said("the input has weights of its own".to_owned(), Exit::Usage));
    }
    let text = read(path, limits).map_err(|(message, exit)| said(message, exit))?;
    let names: Vec<&str> = (0..follower.n_items()).map(|item| follower.item_name(item)).collect();
    let weights = weights(&text, &names).map_err(|message| said(message, Exit::InvalidInput))?;
    Ok(follower.with_prices(&weights))
}

fn read(path: &Path, limits: &Limits) -> Result<String, (String, Exit)> {
    let input = if path.as_os_str() == "-" { Input::Standard } else { Input::File(path.to_owned()) };
    let mut file = input.open_within(limits).map_err(|e| {
        let message = match e {
            OpenError::Unreadable { reason, .. } => format!("the file cannot be opened: {reason}"),
            other => other.to_string(),
        };
        (message, Exit::Internal)
    })?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(|e| match e.kind() {
        io::ErrorKind::InvalidData => ("it is not text".to_owned(), Exit::InvalidInput),
        _ => (e.to_string(), Exit::Internal),
    })?;
    Ok(text)
}

/// The weights of these names, in their order.
///
/// # Errors
/// A message that names the line, or says that all weigh too much together.
fn weights(text: &str, names: &[&str]) -> Result<Vec<usize>, String> {
    let mut weights: Vec<Option<usize>> = vec![None; names.len()];
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, weight) = match words[..] {
            [] => continue,
            [name, weight] => (name, weight),
            _ => return Err(format!("line {number}: a line is a name and a weight")),
        };
        let place = names.iter().position(|other| *other == name);
        let place = place.ok_or_else(|| format!("line {number}: there is nothing called `{name}` to choose"))?;
        let weight: usize = weight
            .parse()
            .ok()
            .filter(|weight| *weight >= 1)
            .ok_or_else(|| format!("line {number}: a weight is a whole number of at least 1, not `{weight}`"))?;
        if weights[place].replace(weight).is_some() {
            return Err(format!("line {number}: `{name}` has a weight already"));
        }
    }
    let weights: Vec<usize> = weights.into_iter().map(|weight| weight.unwrap_or(1)).collect();
    let sum = weights.iter().fold(0_usize, |sum, weight| sum.saturating_add(*weight));
    if sum > MAX_WEIGHT {
        return Err(format!("all weigh {sum} together; each unit is a cell, and at most {MAX_WEIGHT} can be"));
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_weighs_one() {
        assert_eq!(weights("# all\nb 3 # heavy\n\n  a\t2\r\n", &["a", "b", "c"]), Ok(vec![2, 3, 1]));
        assert_eq!(weights("", &["a"]), Ok(vec![1]));
    }

    #[test]
    fn every_refusal_names_its_line() {
        let refused = |text: &str, what: &str| {
            let message = weights(text, &["a", "b"]).expect_err(text);
            assert!(message.starts_with(what), "{message}");
        };
        refused("a 1\n\nc 2", "line 3: there is nothing called `c`");
        refused("a", "line 1: a line is a name and a weight");
        refused("a 1 2", "line 1: a line is a name and a weight");
        for weight in ["0", "-1", "1.5", "x", "99999999999999999999999"] {
            refused(&format!("#\nb {weight}"), "line 2: a weight is a whole number of at least 1");
        }
        refused("a 1\na 1", "line 2: `a` has a weight already");
        refused("a 640", "all weigh 641 together");
        refused(&format!("a {0}\nb {0}", usize::MAX), "all weigh");
    }
}
