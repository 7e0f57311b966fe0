//! Numbers and times for people, short enough for one line.

use std::time::Duration;

pub(in super::super) use minclue_report::grouped;

/// A number: whole up to 99,999, and then in thousands, millions or more, such as `331 k` or `33.1 M`.
pub(in super::super) fn number(n: u64) -> String {
    if n < 100_000 { grouped(n) } else { abbreviated(n, " ") }
}

/// A number and what is counted: `1 chunk`, `1,234 chunks`.
pub(in super::super) fn counted(n: u64, what: &str) -> String {
    plural(&grouped(n), n, what)
}

/// A number as it is written, and what is counted.
pub(in super::super) fn plural(number: &str, n: u64, what: &str) -> String {
    format!("{number} {what}{}", if n == 1 { "" } else { "s" })
}

/// A number in five characters at most, for a column of a table: `99999`, `331k`, `33.1M`.
pub(super) fn narrow(n: u64) -> String {
    if n < 100_000 { n.to_string() } else { abbreviated(n, "") }
}

/// Rounded down, so that a count never says more than there is.
fn abbreviated(n: u64, gap: &str) -> String {
    const UNITS: [&str; 6] = ["k", "M", "G", "T", "P", "E"];
    let (mut whole, mut rest, mut unit) = (n / 1000, n % 1000, 0);
    while whole >= 1000 {
        (whole, rest, unit) = (whole / 1000, whole % 1000, unit + 1);
    }
    let unit = UNITS[unit];
    if whole >= 100 { format!("{whole}{gap}{unit}") } else { format!("{whole}.{}{gap}{unit}", rest / 100) }
}

/// A time: `4 s`, `12 min`, `5 h 20 min`, `3 d 4 h`.
pub(super) fn time(time: Duration) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let seconds = time.as_secs();
    let two = |big: (u64, &str), small: (u64, &str)| match seconds % big.0 / small.0 {
        0 => format!("{} {}", seconds / big.0, big.1),
        n => format!("{} {} {n} {}", seconds / big.0, big.1, small.1),
    };
    match seconds {
        ..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / MINUTE),
        _ if seconds < 2 * DAY => two((HOUR, "h"), (MINUTE, "min")),
        _ => two((DAY, "d"), (HOUR, "h")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stays_short() {
        for (n, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (99_999, "99,999"),
            (100_000, "100 k"),
            (999_999, "999 k"),
            (1_000_000, "1.0 M"),
            (33_196_621, "33.1 M"),
            (u64::MAX, "18.4 E"),
        ] {
            assert_eq!(number(n), expected);
        }
        assert_eq!(grouped(1_234_567), "1,234,567");
        for n in [0, 99_999, 100_000, 1_000_000, 99_999_999, u64::MAX] {
            assert!(narrow(n).len() <= 5, "{}", narrow(n));
        }
    }

    #[test]
    fn a_time_has_at_most_two_units() {
        for (seconds, expected) in [
            (0, "0 s"),
            (119, "119 s"),
            (120, "2 min"),
            (7199, "119 min"),
            (7200, "2 h"),
            (19_260, "5 h 21 min"),
            (172_800, "2 d"),
            (190_000, "2 d 4 h"),
        ] {
            assert_eq!(time(Duration::from_secs(seconds)), expected);
        }
    }
}
