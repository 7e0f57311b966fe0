//! Numbers of chunks as lists that array jobs take: `3,17-19`.

use std::collections::BTreeSet;

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

/// Why a text is not a list of chunks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumbersError {
    /// This part of it is something else.
    #[error("`{0}` is neither a number nor a range such as 17-19")]
    Form(String),
    /// This part of it has numbers that no chunk has.
    #[error("`{0}` has chunks that do not exist: the campaign has {1}, numbered from 0")]
    Beyond(String, u64),
}

/// The numbers of such a list, ascending, each once. All of them are numbers of `n_chunks` chunks, so that no range is
/// longer than the campaign.
///
/// # Errors
/// The first part that is neither a number nor a range, or goes beyond the last chunk.
pub fn from_ranges(text: &str, n_chunks: u64) -> Result<Vec<u64>, NumbersError> {
    let mut numbers = BTreeSet::new();
    for part in text.split(',') {
        let error = || NumbersError::Form(part.to_owned());
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| error());
        let (first, last) = match part.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if last < first {
            return Err(error());
        }
        if last >= n_chunks {
            return Err(NumbersError::Beyond(part.to_owned(), n_chunks));
        }
        numbers.extend(first..=last);
    }
    Ok(numbers.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_written() {
        for (numbers, text) in [(vec![3, 17, 18, 19], "3,17-19"), (vec![0], "0"), (vec![1, 2, 4, 6, 7], "1-2,4,6-7")] {
            assert_eq!(as_ranges(&numbers), text);
            assert_eq!(from_ranges(text, 20), Ok(numbers));
        }
        assert_eq!(as_ranges(&[]), "");
        assert_eq!(from_ranges("5,1-3,2", 6), Ok(vec![1, 2, 3, 5]));
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in ["", "1-", "2-1", "a", "1,,2", "-1"] {
            assert!(from_ranges(text, 9).is_err(), "{text}");
        }
    }

    /// Whatever is asked for, no more numbers are made than there are chunks.
    #[test]
    fn a_list_ends_with_the_last_chunk() {
        assert_eq!(from_ranges("0-8", 9), Ok((0..9).collect()));
        for text in ["9", "3,0-9", "0-9999999999", "0-18446744073709551615"] {
            assert!(matches!(from_ranges(text, 9), Err(NumbersError::Beyond(_, 9))), "{text}");
        }
        assert!(from_ranges("0", 0).is_err());
    }
}
