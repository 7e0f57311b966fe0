//! Numbers of chunks as lists that array jobs take: `3,17-19`.

/// Ascending numbers as ranges.
#[must_use]
pub fn as_ranges(numbers: &[u64]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &n in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => ranges.push((n, n)),
        }
    }
    let text = |&(first, last): &(u64, u64)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

/// Why a text is not a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{part}` is neither a number nor a range such as 17-19")]
pub struct NumbersError {
    part: String,
}

/// The numbers of such a list, ascending, each once.
///
/// # Errors
/// The first part that is neither a number nor a range.
pub fn from_ranges(text: &str) -> Result<Vec<u64>, NumbersError> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let error = || NumbersError { part: part.to_owned() };
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| error());
        let (first, last) = match part.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if last < first {
            return Err(error());
        }
        numbers.extend(first..=last);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_written() {
        for (numbers, text) in [(vec![3, 17, 18, 19], "3,17-19"), (vec![0], "0"), (vec![1, 2, 4, 6, 7], "1-2,4,6-7")] {
            assert_eq!(as_ranges(&numbers), text);
            assert_eq!(from_ranges(text), Ok(numbers));
        }
        assert_eq!(as_ranges(&[]), "");
        assert_eq!(from_ranges("5,1-3,2"), Ok(vec![1, 2, 3, 5]));
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in ["", "1-", "2-1", "a", "1,,2", "-1"] {
            assert!(from_ranges(text).is_err(), "{text}");
        }
    }
}
