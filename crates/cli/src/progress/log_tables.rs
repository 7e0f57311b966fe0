//! The tables of the log: their heads, and rows that stand below them whatever the numbers.

use std::time::Duration;

use minclue_core::problem::{Counters, NodeLog};
use minclue_report::VerdictRecord;

use super::log::{Log, WIDTH};
use super::units::{grouped, narrow};

/// The head of a branch and cut; docs/formats/node-log.md says what the columns mean.
pub(super) const NODES: &str =
    " nodes  open   LPs leaves  rows  sets  cuts checks budget   root lower upper    gap   time  event";
/// The head of a search over unavoidable sets.
pub(super) const SEARCH: &str = " nodes  sets learned checks lower upper    gap   time  event";
/// The head of an enumeration.
pub(super) const FOUND: &str = " nodes  sets learned checks  found   time  event";

/// A row below [`NODES`].
pub(super) fn node_row(line: &NodeLog) -> String {
    format!(
        "{:>6}{:>6}{:>6}{:>7}{:>6}{:>6}{:>6}{:>7}{:>7}{:>7.3}{:>6}{:>6}{:>7}{:>7}  {}",
        narrow(line.n_nodes),
        narrow(line.n_open),
        narrow(line.n_lps),
        narrow(line.n_leaves),
        narrow(line.n_rows as u64),
        narrow(line.n_sets),
        narrow(line.n_cuts),
        narrow(line.n_checks),
        line.budget,
        line.root_bound,
        line.lower,
        upper(line.upper),
        gap(line.lower, line.upper),
        time(line.seconds),
        line.event,
    )
}

/// A row below [`SEARCH`].
pub(super) fn search_row(work: &Counters, bounds: (usize, Option<usize>), seconds: f64, event: &str) -> String {
    let (low, high) = bounds;
    format!("{}{:>6}{:>6}{:>7}{:>7}  {event}", searched(work), low, upper(high), gap(low, high), time(seconds))
}

/// A row below [`FOUND`].
pub(super) fn found_row(work: &Counters, n_found: u64, seconds: f64, event: &str) -> String {
    format!("{}{:>7}{:>7}  {event}", searched(work), narrow(n_found), time(seconds))
}

fn searched(work: &Counters) -> String {
    let Counters { n_nodes, n_sets, n_learned, n_checks, .. } = *work;
    format!("{:>6}{:>6}{:>8}{:>7}", narrow(n_nodes), narrow(n_sets), narrow(n_learned), narrow(n_checks))
}

fn upper(upper: Option<usize>) -> String {
    upper.map_or_else(|| "-".to_owned(), |upper| upper.to_string())
}

pub(super) fn gap(lower: usize, upper: Option<usize>) -> String {
    NodeLog::gap_of(lower, upper).map_or_else(|| "-".to_owned(), |gap| format!("{:.1}%", 100.0 * gap))
}

/// Seconds in six characters.
fn time(seconds: f64) -> String {
    if seconds < 1000.0 { format!("{seconds:.2}") } else { format!("{seconds:.0}") }
}

/// The work of a whole run, a few short lines.
pub(super) fn work(work: &Counters) -> Vec<String> {
    // Named one by one, so that a new number is not forgotten here.
    let Counters { n_nodes, n_sets, n_learned, n_checks, n_lps, n_regions, n_leaves, n_leaf_nodes, .. } = *work;
    let Counters { root_bound, levels, prunes, .. } = work;
    let mut lines = vec![
        entry("nodes", &grouped(n_nodes)),
        entry("sets", &format!("{}, {} of them learned", grouped(n_sets), grouped(n_learned))),
        entry("checks", &grouped(n_checks)),
    ];
    if n_lps > 0 {
        lines.push(entry("LPs", &format!("{}, root bound {root_bound:.3}", grouped(n_lps))));
    }
    if n_regions > 0 {
        lines.push(entry("regions", &grouped(n_regions)));
    }
    if n_leaves > 0 {
        lines.push(entry("leaves", &format!("{} of {} nodes", grouped(n_leaves), grouped(n_leaf_nodes))));
    }
    let causes: Vec<_> = prunes.by_cause().into_iter().filter(|(_, n)| *n > 0).collect();
    for (i, (cause, n)) in causes.iter().enumerate() {
        let head = if i == 0 { "closed by" } else { "" };
        lines.push(entry(head, &format!("{:<9}{:>16}", cause.replace('_', " "), grouped(*n))));
    }
    let levels: Vec<String> = levels.used().iter().map(|n| format!("{:>6}", narrow(*n))).collect();
    for (i, levels) in levels.chunks((WIDTH - ENTRY) / 6).enumerate() {
        lines.push(entry(if i == 0 { "levels" } else { "" }, levels.concat().as_str()));
    }
    lines
}

/// What was checked of a certificate.
pub(in super::super) fn verified(log: &mut Log, record: &VerdictRecord) {
    log.say(&record.file);
    let counts = [
        ("nodes", record.n_nodes),
        ("steps", record.n_steps),
        ("searched", record.n_searched),
        ("sets", record.n_sets),
        ("rules", record.n_rules),
        ("looks", record.n_looks),
        ("bytes", record.n_bytes),
    ];
    for (name, n) in counts {
        if let Some(n) = n {
            log.say(&entry(name, &grouped(n)));
        }
    }
    log.say(&entry("time", &format!("{:.2} s", record.seconds)));
}

impl Log {
    /// How a run over inputs ended.
    pub(in super::super) fn sum_up(&mut self, n_inputs: u64, time: Duration) {
        self.say(&entry("inputs", &grouped(n_inputs)));
        self.say(&entry("time", &format!("{:.2} s", time.as_secs_f64())));
    }
}

/// Columns before what an entry says.
const ENTRY: usize = 12;

/// A line of the summary.
pub(super) fn entry(name: &str, text: &str) -> String {
    format!("  {name:<10}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the words of a head end; those of a row end there too.
    fn ends(line: &str) -> Vec<usize> {
        let is_end = |i: usize| !line[i..].starts_with(' ') && line[i + 1..].chars().next().is_none_or(|c| c == ' ');
        (0..line.len()).filter(|&i| is_end(i)).collect()
    }

    #[test]
    fn the_columns_stand_under_their_heads_whatever_the_numbers() {
        for big in [0, 99_999, u64::MAX / 2] {
            let counters = Counters { n_nodes: big, n_sets: big, n_learned: big, n_checks: big, ..Counters::default() };
            let line = NodeLog {
                n_nodes: big,
                n_open: big,
                n_lps: big,
                n_leaves: big,
                n_rows: 99_999,
                n_sets: big,
                n_cuts: big,
                n_checks: big,
                budget: 400,
                root_bound: 14.5,
                lower: 17,
                upper: Some(400),
                gap: None,
                seconds: 99_999.0,
                event: "regions",
            };
            for (head, row) in [
                (NODES, node_row(&line)),
                (SEARCH, search_row(&counters, (17, Some(400)), 99_999.0, "bound")),
                (FOUND, found_row(&counters, big, 0.25, "bound")),
            ] {
                let (ours, theirs) = (ends(&row), ends(head));
                assert_eq!(ours[..ours.len() - 1], theirs[..theirs.len() - 1], "{head}\n{row}");
                assert!(row.len() <= WIDTH, "{row}");
            }
        }
    }

    #[test]
    fn all_work_is_told_in_short_lines() {
        let mut counters = Counters { n_lps: 9, n_leaves: 8, n_leaf_nodes: 1_234_567, ..Counters::default() };
        for level in 0..64 {
            counters.enter(level);
        }
        counters.prunes.dead_set = 7;
        let lines = work(&counters);
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{lines:#?}");
        assert!(lines.contains(&"  leaves    8 of 1,234,567 nodes".to_owned()), "{lines:#?}");
        assert!(lines.iter().any(|line| line.starts_with("  closed by dead set ")), "{lines:#?}");
        let n_levels: usize =
            lines.iter().map(|line| line.split_whitespace().filter(|word| *word == "1").count()).sum();
        assert_eq!(n_levels, 64);
    }
}
