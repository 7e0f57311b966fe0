//! A table that knows nothing of where it will stand: Markdown rounds and groups for people, CSV keeps what is known.

use std::borrow::Cow;

use minclue_core::base::no_formula;

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Count(u64),
    /// Seconds, or a mean of something else.
    Measure(f64),
    /// A share or a bound.
    Ratio(f64),
    /// A mean of whole numbers.
    Mean(f64),
    /// Not known.
    Empty,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(n: u64) -> Self {
        Self::Count(n)
    }
}

impl From<usize> for Cell {
    fn from(n: usize) -> Self {
        Self::Count(n as u64)
    }
}

impl Cell {
    pub(super) fn measure(value: Option<f64>) -> Self {
        value.map_or(Self::Empty, Self::Measure)
    }

    pub(super) fn ratio(value: Option<f64>) -> Self {
        value.map_or(Self::Empty, Self::Ratio)
    }

    pub(super) fn mean(value: Option<f64>) -> Self {
        value.map_or(Self::Empty, Self::Mean)
    }

    pub(super) fn count(value: Option<u64>) -> Self {
        value.map_or(Self::Empty, Self::Count)
    }

    fn markdown(&self) -> String {
        match self {
            // A name must not end its cell.
            Self::Text(text) => text.replace('|', "\\|"),
            Self::Count(n) => grouped(*n),
            // Three digits that count; nothing is known of the sixth anyway.
            Self::Measure(s) if *s >= 100.0 => grouped(s.round() as u64),
            Self::Measure(s) if *s >= 10.0 => format!("{s:.1}"),
            Self::Measure(s) if *s >= 1.0 => format!("{s:.2}"),
            Self::Measure(s) if *s >= 0.1 => format!("{s:.3}"),
            Self::Measure(s) => format!("{s:.6}"),
            Self::Ratio(r) => format!("{r:.3}"),
            Self::Mean(m) if *m >= 100.0 || *m == m.round() => grouped(m.round() as u64),
            Self::Mean(m) => format!("{m:.2}"),
            Self::Empty => String::new(),
        }
    }

    fn csv(&self) -> String {
        match self {
            Self::Text(text) => no_formula(text.clone()),
            Self::Count(n) => n.to_string(),
            Self::Measure(v) | Self::Ratio(v) | Self::Mean(v) => ((v * 1e9).round() / 1e9).to_string(),
            Self::Empty => String::new(),
        }
    }
}

/// A number with a comma before each three digits.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    /// The beginning of its file name.
    pub(super) name: &'static str,
    pub(super) title: Cow<'static, str>,
    /// What is to be known of it.
    pub(super) note: Cow<'static, str>,
    /// For each column its name in CSV and its title for people.
    pub(super) head: Vec<(String, String)>,
    pub(super) rows: Vec<Vec<Cell>>,
}

/// Columns whose names and titles are known beforehand.
pub(super) fn columns(names: &[(&str, &str)]) -> Vec<(String, String)> {
    names.iter().map(|(name, title)| ((*name).to_owned(), (*title).to_owned())).collect()
}

impl Table {
    /// A section of a Markdown document.
    pub(super) fn markdown(&self) -> String {
        let right = |column: usize| self.rows.iter().all(|row| !matches!(row[column], Cell::Text(_)));
        let rule: Vec<&str> = (0..self.head.len()).map(|column| if right(column) { "--:" } else { "---" }).collect();
        let titles: Vec<&str> = self.head.iter().map(|(_, title)| title.as_str()).collect();
        let (titles, rule) = (titles.join(" | "), rule.join("|"));
        let mut text = format!("## {}\n\n{}\n\n| {titles} |\n|{rule}|\n", self.title, self.note);
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(Cell::markdown).collect();
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
        text
    }

    /// A file of comma-separated values with a head.
    pub(super) fn csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        let head = self.head.iter().map(|(name, _)| no_formula(name.clone())).collect();
        for row in std::iter::once(head).chain(self.rows.iter().map(|row| row.iter().map(Cell::csv).collect())) {
            let row: Vec<String> = row;
            // Memory takes whatever is written, and text stays text.
            let _ = writer.write_record(row);
        }
        writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_in_both_forms() {
        let table = Table {
            name: "t",
            title: "A table".into(),
            note: "Of two rows.".into(),
            head: columns(&[("name", "name"), ("n", "n"), ("seconds", "time, s")]),
            rows: vec![
                vec!["a|b,c".into(), 1_234_567_u64.into(), Cell::Measure(0.25)],
                vec!["d".into(), Cell::Empty, Cell::Measure(12_345.678)],
            ],
        };
        assert_eq!(
            table.markdown(),
            "## A table\n\nOf two rows.\n\n| name | n | time, s |\n|---|--:|--:|\n| a\\|b,c | 1,234,567 | 0.250 |\n| d |  | 12,346 |\n"
        );
        assert_eq!(table.csv(), "name,n,seconds\n\"a|b,c\",1234567,0.25\nd,,12345.678\n");
        let guarded = Table { head: columns(&[("=cmd(),1", "")]), rows: Vec::new(), ..table };
        assert_eq!(guarded.csv(), "\"'=cmd(),1\"\n");
    }
}
