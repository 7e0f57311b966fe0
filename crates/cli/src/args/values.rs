//! Single values of options.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::super::cells::row_and_column;

/// More threads than any machine is given; beyond that the number is a slip.
const MAX_THREADS: usize = 1024;

/// Seconds, such as `60` or `0.5`.
pub(in super::super) fn time(text: &str) -> Result<Duration, String> {
    let wanted = "write seconds, such as 60 or 0.5";
    let seconds: f64 = text.parse().map_err(|_| wanted.to_owned())?;
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(format!("a time limit must be more than 0; {wanted}"));
    }
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| format!("{wanted}; for no limit, leave the option out"))
}

/// A whole number from 0.
pub(in super::super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("write a whole number from 0 to {}", u64::MAX))
}

/// A whole number from 0.
pub(in super::super) fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number from 0".to_owned())
}

/// A number as the size or the length of something; more than any of them stands for all.
pub(in super::super) fn as_usize(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// A whole number from 1.
pub(in super::super) fn at_least_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        Ok(n) => Ok(n),
        Err(_) => Err("write a whole number from 1".to_owned()),
    }
}

/// A cell by its name, as 0-based row and column.
pub(in super::super) fn cell(text: &str) -> Result<(usize, usize), String> {
    row_and_column(text.trim())
        .map(|(row, column)| (row - 1, column - 1))
        .ok_or_else(|| "write a cell by row and column from 1, such as R1C1".to_owned())
}

/// A number of threads.
pub(in super::super) fn threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=MAX_THREADS).contains(n))
        .ok_or_else(|| format!("write a whole number from 1 to {MAX_THREADS}"))
}

/// A number of clues, from 0.
pub(in super::super) fn n_clues(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a number of clues, such as 17".to_owned())
}

/// A number of clues, from 1: every puzzle has at least 0.
pub(in super::super) fn some_clues(text: &str) -> Result<usize, String> {
    n_clues(text).and_then(|n| if n == 0 { Err("it must be at least 1".to_owned()) } else { Ok(n) })
}

/// A number or a range of numbers, both ends included: `24`, `22..29`, `100..`, `..30`.
pub(in super::super) fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let wanted = "write a number or a range with both its ends, such as 24, 22..29, 100.. or ..30";
    let number = |text: &str| text.parse::<u64>().map_err(|_| wanted.to_owned());
    let end = |text: &str, open: u64| if text.is_empty() { Ok(open) } else { number(text) };
    let range = match text.split_once("..") {
        Some((from, to)) => end(from, 0)?..=end(to, u64::MAX)?,
        None => number(text)?..=number(text)?,
    };
    if text == ".." {
        Err(wanted.to_owned())
    } else if range.is_empty() {
        Err(format!("this range is empty: {} is above {}", range.start(), range.end()))
    } else {
        Ok(range)
    }
}

/// A part of the cells, 0 to 1.
pub(in super::super) fn density(text: &str) -> Result<f64, String> {
    let density: Option<f64> = text.parse().ok();
    density.filter(|d| (0.0..=1.0).contains(d)).ok_or_else(|| "write a number from 0 to 1, such as 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_is_a_positive_number_of_seconds() {
        assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["0", "-1", "nan", "inf", "1e300", "1h", "", "1e-30"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn cells_have_names() {
        assert_eq!(cell("R1C1"), Ok((0, 0)));
        assert_eq!(cell(" r25c2"), Ok((24, 1)));
        for bad in ["R0C1", "R26C1", "C1R1", "1,1", "R1", "R-1C1", ""] {
            assert!(cell(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn threads_are_at_least_one_and_no_slip() {
        assert_eq!((threads("1"), threads("64")), (Ok(1), Ok(64)));
        for bad in ["0", "-1", "1e9", "100000", ""] {
            assert!(threads(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_of_clues() {
        assert_eq!((n_clues("0"), some_clues("17")), (Ok(0), Ok(17)));
        assert!(n_clues("-1").is_err() && n_clues("all").is_err() && some_clues("0").is_err());
    }

    #[test]
    fn ranges_have_both_their_ends() {
        assert_eq!(range("24"), Ok(24..=24));
        assert_eq!(range("22..29"), Ok(22..=29));
        assert_eq!((range("100.."), range("..30")), (Ok(100..=u64::MAX), Ok(0..=30)));
        for bad in ["", "..", "a..b", "1..2..3", "-1", "29..22", "1-2"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_density_is_a_part() {
        assert_eq!((density("0"), density("0.25"), density("1")), (Ok(0.0), Ok(0.25), Ok(1.0)));
        for bad in ["", "-0.1", "1.5", "nan", "25%"] {
            assert!(density(bad).is_err(), "{bad}");
        }
    }
}
