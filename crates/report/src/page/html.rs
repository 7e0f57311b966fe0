//! The text of the page.

use std::fmt::Write as _;

use super::charts::{curve, distribution};
use super::row::{Row, Trace};
use crate::picture::escaped;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1a1c20;--paper:#fff;--weak:#5d6370;--rule:#c3c8d1;--lower:#17703a;--upper:#1d5fc4}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e8eaee;--paper:#15171b;--weak:#9aa2b0;--rule:#474d58;--lower:#6fd495;--upper:#7fb0ff}}
body{max-width:64rem;margin:0 auto;padding:1rem;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}th,td{padding:.2rem .6rem;border-bottom:1px solid var(--rule);text-align:left}
.n{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%;max-width:36rem;display:block}svg text{fill:var(--ink);font-size:13px}
.bar{fill:var(--upper)}.lower,.upper{fill:none;stroke-width:2.5}.lower{stroke:var(--lower)}.upper{stroke:var(--upper)}.end{text-anchor:end}
.grids{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem}figure{margin:0;break-inside:avoid}
figure img{width:100%}figcaption{color:var(--weak);font-size:.85rem;overflow-wrap:anywhere}a{color:var(--upper)}
h1{font-size:1.4rem}h2{font-size:1.1rem;break-after:avoid}tr,svg{break-inside:avoid}thead{display:table-header-group}
@media print{body{max-width:none;padding:0}.wide{overflow:visible}.grids{grid-template-columns:repeat(3,1fr)}}
";

/// All of it.
pub(super) fn page(title: &str, rows: &[Row], traces: &[Trace]) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        summary(rows)
    );
    if let Some(svg) = distribution(rows) {
        let _ = writeln!(page, "<h2>Minima</h2>\n{svg}");
    }
    if !traces.is_empty() {
        page.push_str("<h2>Bounds over time</h2>\n");
        for trace in traces {
            let caption = format!("Green: proven. Blue: known. {}", escaped(&trace.grid));
            let _ = writeln!(page, "<figure>{}<figcaption>{caption}</figcaption></figure>", curve(trace));
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
    let mut statuses: Vec<(&str, usize)> = Vec::new();
    for row in rows {
        match statuses.iter_mut().find(|(status, _)| *status == row.status) {
            Some((_, n)) => *n += 1,
            None => statuses.push((&row.status, 1)),
        }
    }
    let texts: Vec<String> = statuses.iter().map(|(status, n)| format!("{n} {}", escaped(status))).collect();
    let records = if rows.len() == 1 { "record" } else { "records" };
    let seconds: f64 = rows.iter().filter_map(|row| row.seconds).sum();
    let ended = if texts.is_empty() { String::new() } else { format!(": {}", texts.join(", ")) };
    format!("{} {records}{ended}. {seconds:.1} seconds together.", rows.len())
}

fn table(page: &mut String, rows: &[Row]) {
    page.push_str("<div class=\"wide\"><table>\n<thead><tr>");
    for head in ["name", "verb", "settings", "status", "at least", "at most", "nodes", "seconds", "certificate"] {
        let _ = write!(page, "<th scope=\"col\">{head}</th>");
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        page.push_str("<tr>");
        for text in [&row.name, &row.kind, &row.settings, &row.ended()] {
            let _ = write!(page, "<td>{}</td>", escaped(text));
        }
        let seconds = row.seconds.map_or_else(String::new, |seconds| format!("{seconds:.2}"));
        for text in [number(row.lower), number(row.upper), number(row.nodes), seconds] {
            let _ = write!(page, "<td class=\"n\">{text}</td>");
        }
        let links: Vec<String> = row.certificates.iter().map(|file| link(file)).collect();
        let _ = writeln!(page, "<td>{}</td></tr>", links.join(", "));
    }
    page.push_str("</tbody>\n</table></div>\n");
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
        if matches!(c, '%' | '#' | '?' | '\\' | ' ') || c.is_control() {
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
