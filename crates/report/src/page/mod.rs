//! Records as one page of HTML, for people: a table, how often each minimum is, bounds over time, and every grid.
//!
//! [`Page`] takes lines of JSON as they are in files, whatever wrote them: records of any verb, runs of studies, chunks
//! of campaigns, node logs. It knows them by their fields, so that records of older versions are read too. Nothing in
//! the page is loaded from elsewhere, and it prints.

mod charts;
mod html;
mod row;

use serde_json::Value;

use row::{Row, Trace};

/// The name of a line of a node log.
const NODE_LOG: &str = "minclue-node-log/1";

/// A page that grows line by line.
#[derive(Clone, Debug, Default)]
pub struct Page {
    rows: Vec<Row>,
    traces: Vec<Trace>,
}

impl Page {
    /// How many records there are.
    #[must_use]
    pub fn n_records(&self) -> usize {
        self.rows.len()
    }

    /// Is there nothing to show?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.traces.is_empty()
    }

    /// Adds what a line of a file has; a blank one has nothing.
    ///
    /// # Errors
    /// Why the line is not a record.
    pub fn add(&mut self, line: &str) -> Result<(), String> {
        if line.trim().is_empty() {
            return Ok(());
        }
        let value: Value = serde_json::from_str(line).map_err(|e| format!("this is not JSON: {e}"))?;
        if let Some(records) = value.get("records").and_then(Value::as_array) {
            return records.iter().try_for_each(|record| self.record(record, None));
        }
        match value.get("record") {
            Some(record) => self.record(record, Some(&value)),
            None => self.record(&value, None),
        }
    }

    /// Adds one record; `run` is what stands around it in a study.
    fn record(&mut self, record: &Value, run: Option<&Value>) -> Result<(), String> {
        let schema = record.get("schema").and_then(Value::as_str).unwrap_or_default();
        if !schema.starts_with("minclue-") {
            return Err("this is not a record of minclue: it has no `schema` that begins with minclue-".to_owned());
        }
        if schema == NODE_LOG {
            return Trace::extend(&mut self.traces, record);
        }
        self.rows.push(Row::of(schema, record, run)?);
        Ok(())
    }

    /// The whole page.
    #[must_use]
    pub fn html(&self, title: &str) -> String {
        html::page(title, &self.rows, &self.traces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"{"schema":"minclue-result/1","id":"<four>","grid":"1234341221434321","shape":"2x2",
        "status":"optimal","lower_bound":4,"upper_bound":4,"minimum":4,"puzzle":"1....4....4....1","seconds":0.5,
        "proof":{"file":"four.cert","level":"minimum"}}"#;

    fn page(lines: &[&str]) -> Page {
        let mut page = Page::default();
        lines.iter().for_each(|line| page.add(&line.replace('\n', " ")).expect("a record"));
        page
    }

    #[test]
    fn a_record_is_a_row_a_bar_and_a_picture() {
        let html = page(&[ANSWER, "", ANSWER]).html("two & more");
        assert!(html.contains("<title>two &amp; more</title>") && html.contains("&lt;four&gt;"), "{html}");
        assert!(!html.contains("<four>"));
        assert_eq!(html.matches("<tr><td").count(), 2);
        assert_eq!(html.matches("href=\"four.cert\"").count(), 2);
        assert_eq!(html.matches("data:image/svg+xml").count(), 2);
        assert!(html.contains("2 records") && html.contains(">4 clues: 2<"), "{html}");
    }

    #[test]
    fn runs_and_chunks_have_their_records_inside() {
        let run = format!(r#"{{"schema":"minclue-study-run/1","instance":"7","what":"solve","record":{ANSWER}}}"#);
        let chunk = format!(r#"{{"schema":"minclue-campaign-part/1","records":[{ANSWER},{ANSWER}]}}"#);
        let page = page(&[&run, &chunk]);
        assert_eq!(page.n_records(), 3);
        assert!(page.html("t").contains("what=solve"));
    }

    #[test]
    fn a_node_log_becomes_a_curve() {
        let line = |at: f64, lower, upper| {
            format!(
                r#"{{"schema":"{NODE_LOG}","grid":"1234341221434321","seconds":{at},"lower_bound":{lower},"upper_bound":{upper}}}"#
            )
        };
        let html = page(&[&line(0.1, 2, 9), &line(0.2, 4, 4)]).html("log");
        assert_eq!(html.matches("class=\"lower\"").count(), 1);
        assert!(html.contains("Bounds over time"));
    }

    #[test]
    fn what_is_not_a_record_is_refused_with_its_reason() {
        let mut page = Page::default();
        for (line, why) in [
            ("{", "not JSON"),
            ("3", "schema"),
            (r#"{"schema":"other/1"}"#, "schema"),
            (r#"{"schema":"minclue-result/1"}"#, "status"),
            (r#"{"schema":"minclue-result/1","status":"optimal","lower_bound":5,"upper_bound":4}"#, "5"),
            (r#"{"schema":"minclue-result/1","status":"optimal","lower_bound":-5}"#, "lower_bound"),
            (r#"{"schema":"minclue-result/1","status":"optimal","shape":"2x2","grid":"12"}"#, "grid"),
        ] {
            let refused = page.add(line).expect_err(line);
            assert!(refused.contains(why), "{line}: {refused}");
        }
        assert!(page.is_empty());
    }

    /// A file of anybody may name anything as its certificate.
    #[test]
    fn a_link_leads_to_a_file_and_never_runs_anything() {
        let html = page(&[&ANSWER.replace("four.cert", "javascript:alert(1)")]).html("t");
        assert!(!html.contains("href=\"javascript"), "{html}");
    }
}
