//! LP files in the styles of the programs that write them: heads, order, helpers, and what they do with empty rows.

use minclue_core::base::Rng;
use rand::Rng as _;

use super::random_models::{RandomModel, RandomRow};

/// A program that writes LP files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Highs,
    Scip,
    Glpk,
    Cbc,
    Pulp,
}

pub(crate) const STYLES: [Style; 5] = [Style::Highs, Style::Scip, Style::Glpk, Style::Cbc, Style::Pulp];

/// The model as this program writes it, with rows between that say nothing.
pub(crate) fn styled(made: &RandomModel, style: Style, rng: &mut Rng) -> String {
    let mut text = String::new();
    let mut line = |words: &str| text.extend([words, "\n"]);
    let (min, max, st) = match style {
        Style::Highs => ("min", "max", "st"),
        Style::Scip => ("Minimize", "Maximize", "Subject to"),
        _ => ("Minimize", "Maximize", "Subject To"),
    };
    line(match style {
        Style::Highs => "\\ File written by HiGHS .lp file handler",
        Style::Scip => "\\ SCIP STATISTICS\n\\   Problem name     : made",
        Style::Glpk => "\\* Problem: made *\\\n",
        Style::Cbc => "\\Problem name: made\n",
        Style::Pulp => "\\* made *\\",
    });
    line(if made.maximizes { max } else { min });
    let costs: Vec<(usize, i64)> = made.objective.iter().copied().enumerate().filter(|(_, cost)| *cost != 0).collect();
    // A constant, which plays no part.
    let constant = if rng.random_bool(0.3) && style != Style::Glpk { "  +5" } else { "" };
    line(&format!(" obj: {}{constant}", sum(made, &costs, 0, style)));
    line(st);
    let mut slacks = Vec::new();
    for (i, row) in made.rows.iter().enumerate() {
        if rng.random_bool(0.4) {
            line(&idle(i, style, rng));
        }
        for one in rows(made, i, row, style, &mut slacks) {
            line(&format!(" {one}"));
        }
    }
    line(if style == Style::Highs { "bounds" } else { "Bounds" });
    for (slack, size) in &slacks {
        line(&format!(" 0 <= {slack} <= {size}"));
    }
    for (name, fixed) in made.names.iter().zip(&made.fixed) {
        line(&bound(name, *fixed, style));
    }
    let sections: &[&str] = match style {
        Style::Highs => &["bin", "gen", "semi"],
        Style::Scip => &["Binaries"],
        Style::Glpk => &["\nGenerals"],
        Style::Cbc => &["Integers"],
        Style::Pulp => &["Generals", "Binaries"],
    };
    for section in sections {
        line(section);
        // Fixed ones are general ones, where there are both sections.
        let is_here = |is_fixed: bool| match *section {
            "gen" | "Generals" => is_fixed,
            "bin" => !is_fixed,
            "Binaries" => !is_fixed || style == Style::Scip,
            "semi" => false,
            _ => true,
        };
        for (name, _) in made.names.iter().zip(&made.fixed).filter(|(_, fixed)| is_here(fixed.is_some())) {
            line(&format!(" {name}"));
        }
    }
    line(if style == Style::Highs { "end" } else { "\nEnd" });
    text
}

/// A row that always holds.
fn idle(i: usize, style: Style, rng: &mut Rng) -> String {
    let (name, sides) = (["end", "none", "bounds", "st"][i % 4], ["= +0", ">= -1", "<= 0"]);
    let side = sides[rng.random_range(0..3)];
    match style {
        Style::Pulp => format!("_C{i}:0 <= 0"),
        _ => format!(" {name}: {side}"),
    }
}

fn bound(name: &str, fixed: Option<bool>, style: Style) -> String {
    match (fixed.map(u8::from), style) {
        (Some(value), Style::Highs | Style::Glpk | Style::Pulp) => format!(" {name} = {value}"),
        (Some(value), _) => format!(" {value} <= {name} <= {value}"),
        (None, Style::Highs) => format!(" {name} <= 1"),
        (None, Style::Cbc) => format!(" -0 <= {name} <= 1"),
        (None, _) => format!(" 0 <= {name} <= 1"),
    }
}

/// A row as one line or two.
fn rows(
    made: &RandomModel,
    i: usize,
    row: &RandomRow,
    style: Style,
    slacks: &mut Vec<(String, String)>,
) -> Vec<String> {
    let sum = sum(made, &row.terms, row.places, style);
    let plus = if style == Style::Highs || style == Style::Scip { "+" } else { "" };
    let shown = |digits: i64| format!("{}{}", if digits < 0 { "" } else { plus }, decimal(digits, row.places));
    match (row.lower, row.upper) {
        (Some(lower), Some(upper)) if lower == upper => vec![format!("r{i}: {sum} = {}", shown(lower))],
        (Some(lower), Some(upper)) if style == Style::Glpk => {
            slacks.push((format!("~r_{i}"), decimal(upper - lower, row.places)));
            vec![format!("r{i}: {sum} - ~r_{i} = {}", shown(lower))]
        }
        (Some(lower), Some(upper)) => {
            let (low, up) = match style {
                Style::Highs => ("lo", "up"),
                Style::Scip => ("_lhs", "_rhs"),
                _ => ("_low", ""),
            };
            vec![format!("r{i}{low}: {sum} >= {}", shown(lower)), format!("r{i}{up}: {sum} <= {}", shown(upper))]
        }
        (Some(lower), None) => vec![format!("r{i}: {sum} >= {}", shown(lower))],
        (None, upper) => vec![format!("r{i}: {sum} <= {}", shown(upper.unwrap_or_default()))],
    }
}

fn sum(made: &RandomModel, terms: &[(usize, i64)], places: u32, style: Style) -> String {
    let always = matches!(style, Style::Highs | Style::Scip);
    let mut text = String::new();
    for (i, (v, a)) in terms.iter().enumerate() {
        let sign = if *a < 0 { "-" } else { "+" };
        let gap = if always { "" } else { " " };
        let size = decimal(a.abs(), places);
        let number = if size == "1" && !always { String::new() } else { format!("{size} ") };
        let first = if i == 0 && *a > 0 && style == Style::Pulp { String::new() } else { format!("{sign}{gap}") };
        text.push_str(&format!("{first}{number}{} ", made.names[*v]));
    }
    text.trim_end().to_owned()
}

/// A number without zeros at its end.
fn decimal(digits: i64, places: u32) -> String {
    let unit = 10_i64.pow(places);
    let (whole, behind) = (digits.abs() / unit, digits.abs() % unit);
    let text = format!("{whole}.{behind:0width$}", width = places as usize);
    let short = if behind == 0 { whole.to_string() } else { text.trim_end_matches('0').to_owned() };
    if digits < 0 { format!("-{short}") } else { short }
}
