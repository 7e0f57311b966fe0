//! The text of the page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use minclue_core::base::steers;

use super::charts::{curve, distributions, minima};
use super::row::{Question, Row, Trace};
use super::unit::Unit;
use crate::number::grouped;
use crate::picture::escaped;

/// Minima that the sentence at the top counts one by one.
const MOST_COUNTED: usize = 12;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1a1c20;--paper:#fff;--weak:#5d6370;--rule:#c3c8d1;--lower:#17703a;--upper:#1d5fc4}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e8eaee;--paper:#15171b;--weak:#9aa2b0;--rule:#474d58;--lower:#6fd495;--upper:#7fb0ff}}
body{max-width:64rem;margin:0 auto;padding:1rem;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}th,td{padding:.2rem .6rem;border-bottom:1px solid var(--rule);text-align:left}
.n{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%;max-width:36rem;display:block}svg text{fill:var(--ink);font-size:13px}
.bar{fill:var(--upper)}.axis{stroke:var(--rule);stroke-width:1}.mid{text-anchor:middle}svg text.weak{fill:var(--weak)}.lower,.upper{fill:none;stroke-width:2.5}.lower{stroke:var(--lower)}.upper{stroke:var(--upper)}.end{text-anchor:end}
.grids{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem}figure{margin:0;break-inside:avoid}
figure img{width:100%}figcaption{color:var(--weak);font-size:.85rem;overflow-wrap:anywhere}a{color:var(--upper)}
h1{font-size:1.4rem}h2{font-size:1.1rem;break-after:avoid}tr,svg{break-inside:avoid}thead{display:table-header-group}
@media print{body{max-width:none;padding:0}.wide{overflow:visible}.grids{grid-template-columns:repeat(3,1fr)}}
";

pub(super) fn page(title: &str, rows: &[Row], traces: &[Trace]) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        summary(rows)
    );
    for line in answers(rows).into_iter().chain(minimum_lines(rows)) {
        let _ = writeln!(page, "<p>{line}</p>");
    }
    let minima = distributions(rows);
    if !minima.is_empty() {
        let _ = writeln!(page, "<h2>Minima</h2>\n{}", minima.join("\n"));
    }
    if !traces.is_empty() {
        page.push_str("<h2>Bounds over time</h2>\n");
        for trace in traces {
            let of = rows.iter().find(|row| row.grid.as_ref() == Some(&trace.grid));
            let name = of.map(|row| &row.name).filter(|name| !name.is_empty()).unwrap_or(&trace.grid);
            // Of what the bounds are, a log does not say.
            let unit = of.map_or_else(|| "bounds".to_owned(), |row| row.unit.axis());
            let caption = "Green: proven lower bound. Blue: best known puzzle or value.";
            let _ = writeln!(
                page,
                "<figure>{}<figcaption>{}. {caption}</figcaption></figure>",
                curve(trace, &unit),
                escaped(name)
            );
        }
    }
    if !rows.is_empty() {
        page.push_str("<h2>Records</h2>\n");
        table(&mut page, rows);
    }
    let drawn: Vec<String> = rows.iter().filter_map(figure).collect();
    if !drawn.is_empty() {
        let _ = writeln!(page, "<h2>Grids</h2>\n<div class=\"grids\">\n{}</div>", drawn.concat());
    }
    page + "</body>\n</html>\n"
}

/// How many, and how they ended.
fn summary(rows: &[Row]) -> String {
    let mut statuses: Vec<(&str, u64)> = Vec::new();
    for row in rows {
        match statuses.iter_mut().find(|(status, _)| *status == row.status) {
            Some((_, n)) => *n += 1,
            None => statuses.push((&row.status, 1)),
        }
    }
    let texts: Vec<String> =
        statuses.iter().map(|(status, n)| format!("{} {}", grouped(*n), escaped(status))).collect();
    let records = if rows.len() == 1 { "record" } else { "records" };
    let seconds: f64 = rows.iter().filter_map(|row| row.seconds).sum();
    let ended = if texts.is_empty() { String::new() } else { format!(": {}", texts.join(", ")) };
    format!("{} {records}{ended}. {} seconds together.", grouped(rows.len() as u64), with_decimals(seconds, 1))
}

/// How often each question was asked and answered, in the order in which they come.
fn answers(rows: &[Row]) -> Vec<String> {
    const ANSWERS: [&str; 3] = ["no", "yes", "not known"];
    let mut counts: Vec<(&str, [u64; 3])> = Vec::new();
    for question in rows.iter().filter_map(|row| row.question.as_ref()) {
        let at = counts.iter().position(|(text, _)| *text == question.text).unwrap_or_else(|| {
            counts.push((&question.text, [0; 3]));
            counts.len() - 1
        });
        let answer = ANSWERS.iter().position(|answer| *answer == question.answer());
        counts[at].1[answer.unwrap_or(ANSWERS.len() - 1)] += 1;
    }
    let line = |(text, n): &(&str, [u64; 3])| {
        let [no, yes, open] = n.map(grouped);
        let open = if n[2] == 0 { String::new() } else { format!(", not known {open}") };
        format!("{}: no {no}, yes {yes}{open}", escaped(text))
    };
    counts.iter().map(line).collect()
}

/// What the minima are, of each thing that is counted, and of how many records the minimum is not known.
fn minimum_lines(rows: &[Row]) -> Vec<String> {
    let is_open = |row: &&Row, unit: Unit| {
        let has_bounds = row.lower.is_some() || row.upper.is_some();
        row.unit == unit && row.question.is_none() && has_bounds && row.minimum().is_none()
    };
    let line = |(unit, counts): (Unit, BTreeMap<i64, u64>)| {
        let open = rows.iter().filter(|row| is_open(row, unit)).count() as u64;
        let open = if open == 0 { String::new() } else { format!(", not known {}", grouped(open)) };
        let ends = counts.keys().next().zip(counts.keys().next_back());
        let said = match ends {
            Some((first, last)) if counts.len() > MOST_COUNTED => {
                format!("{} to {}, known {}", unit.counted(*first), unit.counted(*last), grouped(counts.values().sum()))
            }
            _ => counts
                .iter()
                .map(|(n, k)| format!("{} {}", unit.counted(*n), grouped(*k)))
                .collect::<Vec<_>>()
                .join(", "),
        };
        format!("minimum: {said}{open}")
    };
    minima(rows).into_iter().map(line).collect()
}

/// A column of the table.
struct Column {
    head: &'static str,
    is_number: bool,
    /// What stands in a row, as HTML.
    cell: fn(&Row) -> String,
}

const COLUMNS: [Column; 11] = [
    Column { head: "name", is_number: false, cell: |row| escaped(&row.name) },
    Column { head: "subcommand", is_number: false, cell: |row| escaped(&row.subcommand) },
    Column { head: "settings", is_number: false, cell: |row| escaped(&row.settings) },
    Column { head: "question", is_number: false, cell: |row| of_question(row, |question| &question.text) },
    Column { head: "answer", is_number: false, cell: |row| of_question(row, |question| question.answer()) },
    Column { head: "status", is_number: false, cell: |row| escaped(&row.ended()) },
    Column { head: "at least", is_number: true, cell: |row| number(row.lower) },
    Column { head: "at most", is_number: true, cell: |row| number(row.upper) },
    Column { head: "nodes", is_number: true, cell: |row| row.nodes.map_or_else(String::new, grouped) },
    Column {
        head: "seconds",
        is_number: true,
        cell: |row| number(row.seconds.map(|seconds| with_decimals(seconds, 2))),
    },
    Column { head: "certificate", is_number: false, cell: |row| links(&row.certificates) },
];

fn of_question(row: &Row, text: impl Fn(&Question) -> &str) -> String {
    row.question.as_ref().map_or_else(String::new, |question| escaped(text(question)))
}

fn links(files: &[String]) -> String {
    files.iter().map(|file| link(file)).collect::<Vec<_>>().join(", ")
}

/// The table, without columns in which nothing stands.
fn table(page: &mut String, rows: &[Row]) {
    let columns: Vec<&Column> =
        COLUMNS.iter().filter(|column| rows.iter().any(|row| !(column.cell)(row).is_empty())).collect();
    page.push_str("<div class=\"wide\"><table>\n<thead><tr>");
    for column in &columns {
        let _ = write!(page, "<th scope=\"col\">{}</th>", column.head);
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        page.push_str("<tr>");
        for column in &columns {
            let class = if column.is_number { " class=\"n\"" } else { "" };
            let _ = write!(page, "<td{class}>{}</td>", (column.cell)(row));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table></div>\n");
}

/// A number of seconds, with commas between thousands.
fn with_decimals(seconds: f64, decimals: usize) -> String {
    let text = format!("{seconds:.decimals$}");
    match text.split_once('.').and_then(|(whole, rest)| Some((whole.parse().ok()?, rest))) {
        Some((whole, rest)) => format!("{}.{rest}", grouped(whole)),
        None => text,
    }
}

/// A number, if there is one.
fn number<N: ToString>(n: Option<N>) -> String {
    n.map_or_else(String::new, |n| n.to_string())
}

/// A link to a file beside the page. A record may be of anybody, so nothing else is linked: a name that would be
/// another host stays text, and one that looks like a scheme is said to be a file of this folder.
fn link(file: &str) -> String {
    let text = escaped(file);
    if file.starts_with("//") {
        return text;
    }
    let looks_like_scheme = file.split('/').next().is_some_and(|first| first.contains(':'));
    let folder = if looks_like_scheme { "./" } else { "" };
    format!("<a href=\"{folder}{}\">{text}</a>", escaped(&address(file)))
}

/// The name of a file as an address: what would end it, begin something else or be passed over is written by its
/// number. Browsers take a backslash for a slash, and pass over control characters and the spaces at both ends.
fn address(file: &str) -> String {
    let mut address = String::with_capacity(file.len());
    for c in file.chars() {
        if matches!(c, '%' | '#' | '?' | '\\' | ' ') || steers(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(address, "%{byte:02X}");
            }
        } else {
            address.push(c);
        }
    }
    address
}

/// A grid with the words below it.
fn figure(row: &Row) -> Option<String> {
    let image = encoded(row.picture.as_ref()?);
    let said = match (row.minimum(), row.lower, row.upper) {
        (Some(minimum), ..) => row.unit.minimum(minimum),
        (None, ..) if row.question.as_ref().is_some_and(|question| question.yes.is_some()) => {
            of_question(row, |question| &question.text) + ": " + &of_question(row, |question| question.answer())
        }
        (None, Some(lower), Some(upper)) => row.unit.between(lower, upper),
        _ => row.status.clone(),
    };
    let puzzle = escaped(row.puzzle.as_deref().unwrap_or_default());
    let (name, said) = (escaped(&row.name), escaped(&said));
    let alt = if puzzle.is_empty() { "a grid" } else { &puzzle };
    Some(format!(
        "<figure><img alt=\"{alt}\" src=\"data:image/svg+xml,{image}\"><figcaption>{name} {said}</figcaption></figure>\n"
    ))
}

/// A picture as part of an address: what would end the address or begin something else is written by its number.
fn encoded(svg: &str) -> String {
    let mut text = String::with_capacity(svg.len() + svg.len() / 8);
    for c in svg.chars() {
        match c {
            '"' => text.push('\''),
            '#' => text.push_str("%23"),
            '%' => text.push_str("%25"),
            '<' => text.push_str("%3C"),
            '>' => text.push_str("%3E"),
            '&' => text.push_str("%26"),
            '\n' => text.push(' '),
            c => text.push(c),
        }
    }
    text
}
