//! Single values of options.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Duration;

/// More threads than any machine is given; beyond that the number is a slip.
const MAX_THREADS: usize = 1024;

/// The units of a time, the largest first, in seconds.
const UNITS: [(&str, f64); 5] = [("d", 86400.0), ("h", 3600.0), ("ms", 0.001), ("m", 60.0), ("s", 1.0)];

/// A time: seconds such as `60` or `0.5`, or numbers with units such as `500ms`, `5m` or `1h30m`.
pub(in super::super) fn time(text: &str) -> Result<Duration, String> {
    let wanted = "write seconds, such as 60 or 0.5, or 500ms, 5m, 1h30m, 2d";
    let seconds = seconds_of(text).ok_or_else(|| wanted.to_owned())?;
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(format!("a time limit must be more than 0; {wanted}"));
    }
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| format!("{wanted}; for no limit, omit the option"))
}

fn seconds_of(text: &str) -> Option<f64> {
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    let (mut rest, mut sum) = (text, 0.0);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
        let number: f64 = rest[..end].parse().ok()?;
        let (unit, seconds) = UNITS.into_iter().find(|(unit, _)| rest[end..].starts_with(unit))?;
        sum += number * seconds;
        rest = &rest[end + unit.len()..];
    }
    (!text.is_empty()).then_some(sum)
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

/// A number of threads or processes; `auto` is one for each core that this process may use.
pub(in super::super) fn threads(text: &str) -> Result<usize, String> {
    if text == "auto" {
        return Ok(thread::available_parallelism().map_or(1, NonZero::get));
    }
    text.parse()
        .ok()
        .filter(|n| (1..=MAX_THREADS).contains(n))
        .ok_or_else(|| format!("write a whole number from 1 to {MAX_THREADS}, or auto"))
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
    let wanted = "write a number or a range, such as 24, 22..29, 100.. or ..30";
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
    fn a_time_limit_is_seconds_or_has_units() {
        for (text, milliseconds) in [
            ("0.5", 500),
            ("60", 60_000),
            ("500ms", 500),
            ("90s", 90_000),
            ("5m", 300_000),
            ("1h30m", 5_400_000),
            ("1.5h", 5_400_000),
            ("2d", 172_800_000),
            ("1m500ms", 60_500),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for bad in ["0", "-1", "nan", "inf", "1e300", "", "1e-30", "h", "5x", "1h30", "-5m", "0m", "5 m", "1..5m"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn threads_are_at_least_one_and_no_slip() {
        assert_eq!((threads("1"), threads("64")), (Ok(1), Ok(64)));
        assert!(threads("auto").is_ok_and(|n| n >= 1));
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
