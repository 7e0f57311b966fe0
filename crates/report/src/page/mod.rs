//! Records as one page of HTML, for people: a table, how often each minimum is, bounds over time, and every grid.
//!
//! [`Page`] takes lines of JSON as they are in files, whatever wrote them: records of any verb, runs of studies, chunks
//! of campaigns, node logs. It knows them by their fields, so that records of older versions are read too. What a run
//! that failed said stands in place of its record. Nothing in the page is loaded from elsewhere, and it prints.

mod charts;
mod fields;
mod html;
mod row;
mod unit;

use serde_json::Value;

use super::enumeration::PuzzleRecord;
use row::{Row, Trace, kind_of};

/// The name of a line of a node log.
const NODE_LOG: &str = "minclue-node-log/1";
/// The name of the first line of a chunk. The lines of its tasks have none.
const CHUNK: &str = "minclue-chunk/1";

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
        if is_frame(&value) {
            return Ok(());
        }
        if let Some(name) = without_record(&value) {
            self.rows.push(Row::failed(name, &value));
            return Ok(());
        }
        if let Some(records) = value.get("records").and_then(Value::as_array) {
            return records.iter().try_for_each(|record| self.record(record, Some(&value)));
        }
        match value.get("record") {
            Some(record) => self.record(record, Some(&value)),
            None => self.record(&value, None),
        }
    }

    /// Adds one record; `run` is what stands around it in a study or a chunk. Where it has no name of its own, as in
    /// studies of the teaching solvers, that of the run counts.
    fn record(&mut self, record: &Value, run: Option<&Value>) -> Result<(), String> {
        let of_run = || run.and_then(|run| schema(run).or_else(|| is_task(run).then_some(CHUNK)));
        let Some(schema) = schema(record).or_else(of_run).filter(|name| name.starts_with("minclue-")) else {
            return Err("this is not a record of minclue: it has no `schema` that begins with minclue-".to_owned());
        };
        if schema == NODE_LOG {
            return Trace::extend(&mut self.traces, record);
        }
        // The record of the grid, which follows, tells how many there are.
        if schema == PuzzleRecord::SCHEMA {
            return Ok(());
        }
        self.rows.push(Row::of(schema, record, run)?);
        Ok(())
    }

    #[must_use]
    pub fn html(&self, title: &str) -> String {
        html::page(title, &self.rows, &self.traces)
    }
}

/// The name and version of a layout, if the line has it.
fn schema(value: &Value) -> Option<&str> {
    value.get("schema").and_then(Value::as_str)
}

/// Is this the head or the end of a chunk? They say nothing that the tasks between them do not.
fn is_frame(line: &Value) -> bool {
    schema(line) == Some(CHUNK) || line.pointer("/end/answers_sha256").is_some()
}

/// Is this the line of a task of a chunk?
fn is_task(line: &Value) -> bool {
    line.get("task").is_some_and(Value::is_u64) && line.get("records").is_some()
}

/// The layout of a run or a task that left no record, since it failed.
fn without_record(line: &Value) -> Option<&str> {
    if line.get("records").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        return is_task(line).then_some(CHUNK);
    }
    let name = schema(line).filter(|name| name.starts_with("minclue-") && kind_of(name).ends_with("-run"));
    name.filter(|_| line.get("record").is_none())
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

    /// As docs/formats/studies.md and docs/formats/campaign.md have them.
    #[test]
    fn a_run_that_failed_is_a_row_with_its_message() {
        let run = r#"{"schema":"minclue-study-run/1","instance":"g<1>","what":"solve","exit":1,"message":"no & more"}"#;
        let task = r#"{"task":3,"exit":101,"seconds":0.5,"message":"it\nended","records":[]}"#;
        let ended = r#"{"schema":"minclue-search-study-run/1","instance":"g2","process_seconds":1.0}"#;
        let page = page(&[run, task, ended, ANSWER]);
        let html = page.html("t");
        assert_eq!(page.n_records(), 4);
        assert!(html.contains("4 records: 3 failed, 1 optimal"), "{html}");
        for row in [
            "<td>g&lt;1&gt;</td><td>study-run</td><td>what=solve</td><td>failed: no &amp; more</td>",
            "<td></td><td>chunk</td><td>task=3</td><td>failed: it ended</td>",
            "<td>g2</td><td>search-study-run</td><td></td><td>failed</td>",
        ] {
            assert!(html.contains(row), "{row}: {html}");
        }
    }

    /// Records of studies of the teaching solvers have no name of their own.
    #[test]
    fn what_stands_around_a_record_may_name_its_layout() {
        let record = r#"{"status":"node_limit","recipe":"minclue generate","seconds":0.25}"#;
        let run = format!(
            r#"{{"schema":"minclue-classic-study-run/1","part":"band","exit":4,"message":"not made","record":{record}}}"#
        );
        let task = format!(r#"{{"task":0,"exit":4,"seconds":0.5,"records":[{record}]}}"#);
        let html = page(&[&run, &task]).html("t");
        let row = "<td>classic-study-run</td><td>part=band</td><td>node_limit: not made</td>";
        assert!(html.contains(row), "{html}");
        assert!(html.contains("<td>chunk</td><td>task=0</td><td>node_limit</td>"), "{html}");
    }

    #[test]
    fn the_head_and_the_end_of_a_chunk_are_no_rows() {
        let head = r#"{"schema":"minclue-chunk/1","campaign":"0123","chunk":0}"#;
        let end = r#"{"end":{"n_tasks":1,"statuses":{"optimal":1},"sha256":"01","answers_sha256":"23"}}"#;
        let task = format!(r#"{{"task":0,"exit":0,"seconds":0.5,"records":[{ANSWER}]}}"#);
        assert_eq!(page(&[head, &task, end]).n_records(), 1);
        assert!(page(&[head, end]).is_empty());
    }

    #[test]
    fn bounds_of_other_problems_are_not_clues() {
        let record = |schema: &str, more: &str| format!(r#"{{"schema":"minclue-{schema}","status":"optimal",{more}}}"#);
        let bilevel = record("bilevel/1", r#""goal":"interdiction","lower_bound":-3,"upper_bound":-3"#);
        let set = record("result/1", r#""problem":{"kind":"hypergraph"},"lower_bound":3,"upper_bound":3"#);
        let why = record("result/1", r#""problem":{"kind":"explanation"},"lower_bound":3,"upper_bound":3"#);
        let clues = record("result/1", r#""lower_bound":3,"upper_bound":3"#);
        let html = page(&[&bilevel, &set, &why, &clues, &bilevel]).html("t");
        for bar in [">value -3: 2<", ">3 vertices: 1<", ">3 constraints: 1<", ">3 clues: 1<"] {
            assert!(html.contains(bar), "{bar}: {html}");
        }
        assert!(html.contains("<td class=\"n\">-3</td><td class=\"n\">-3</td>"), "{html}");
        let one = record("result/1", r#""lower_bound":1,"upper_bound":1"#);
        assert!(page(&[&one]).html("t").contains(">1 clue: 1<"));
    }

    /// Three minima, one of them alone, and a run that a limit ended.
    #[test]
    fn minima_are_counted_on_top_and_drawn_with_axes() {
        let record = |lower: u8, upper: u8, more: &str| {
            format!(
                r#"{{"schema":"minclue-result/1","status":"s","lower_bound":{lower},"upper_bound":{upper},"n_nodes":1234567{more}}}"#
            )
        };
        let lines = [record(17, 17, ""), record(19, 19, ""), record(17, 17, ""), record(17, 19, "")];
        let html = page(&lines.each_ref().map(String::as_str)).html("t");
        assert!(html.contains("<p>minimum: 17 clues 2, 19 clues 1, not known 1</p>"), "{html}");
        assert_eq!(html.matches("class=\"bar\"").count(), 2, "{html}");
        // A scale: 18 has its place, and no bar.
        for word in [">18</text>", ">minimum (clues)</text>", ">records</text>", ">1,234,567<"] {
            assert!(html.contains(word), "{word}: {html}");
        }
        // A question whose bounds do not meet asks for no minimum.
        let asked = record(18, 20, r#","at_most":17"#);
        assert!(!page(&[&asked]).html("t").contains("minimum"));
        let many: Vec<String> = (17..37).map(|n| record(n, n, "")).collect();
        let html = page(&many.iter().map(String::as_str).collect::<Vec<_>>()).html("t");
        assert!(html.contains("<p>minimum: 17 clues to 36 clues, known 20</p>"), "{html}");
    }

    #[test]
    fn both_bounds_of_a_bilevel_program_may_have_certificates() {
        let record = r#"{"schema":"minclue-bilevel/1","goal":"interdiction","status":"optimal","lower_bound":3,
            "upper_bound":3,"lower_certificate":{"file":"b.cert"},"upper_certificate":{"file":"b.cert.upper"}}"#;
        let links = "<td><a href=\"b.cert\">b.cert</a>, <a href=\"b.cert.upper\">b.cert.upper</a></td>";
        assert!(page(&[record]).html("t").contains(links));
    }

    #[test]
    fn below_a_grid_stands_what_was_weighed() {
        let weighed = ANSWER
            .replace("minclue-result/1", "minclue-bilevel/1")
            .replace("\"seconds", "\"goal\":\"clues\",\"seconds");
        assert!(page(&[&weighed]).html("t").contains("<figcaption>&lt;four&gt; least weight 4</figcaption>"));
        let open = |answer: &str| page(&[&answer.replace("upper_bound\":4", "upper_bound\":5")]).html("t");
        assert!(open(&weighed).contains("<figcaption>&lt;four&gt; least weight between 4 and 5</figcaption>"));
        assert!(open(ANSWER).contains("<figcaption>&lt;four&gt; 4 to 5 clues</figcaption>"));
    }

    #[test]
    fn a_question_stands_with_its_answers() {
        let record = |question: &str, lower: u8, upper: u8| {
            let bounds = format!(r#""lower_bound":{lower},"upper_bound":{upper}"#);
            format!(r#"{{"schema":"minclue-result/1","id":"g","status":"decided",{question},{bounds}}}"#)
        };
        let at_most = r#""at_most":17"#;
        let task = |n: u8, record: &str| format!(r#"{{"task":{n},"exit":0,"seconds":0.5,"records":[{record}]}}"#);
        let lines = [
            task(0, &record(at_most, 18, 20)),
            task(1, &record(at_most, 18, 18)),
            task(2, &record(at_most, 13, 17)),
            task(3, &record(at_most, 13, 22)),
            record(r#""at_least":18"#, 18, 22),
        ];
        let html = page(&lines.each_ref().map(String::as_str)).html("t");
        assert!(html.contains("<p>at most 17 clues: no 2, yes 1, not known 1</p>"), "{html}");
        assert!(html.contains("<p>at least 18 clues: no 0, yes 1</p>"), "{html}");
        assert!(html.contains("<td>at most 17 clues</td><td>no</td><td>decided</td>"), "{html}");
        // Who asks for the minimum has no such line, and no such columns.
        let html = page(&[ANSWER]).html("t");
        assert!(!html.contains("question") && !html.contains("<p>at "), "{html}");
    }

    #[test]
    fn the_table_names_subcommands_and_has_no_empty_columns() {
        let html = page(&[ANSWER]).html("t");
        let heads = ["name", "subcommand", "status", "at least", "at most", "seconds", "certificate"];
        let heads: String = heads.map(|head| format!("<th scope=\"col\">{head}</th>")).concat();
        assert!(html.contains(&format!("<tr>{heads}</tr>")) && html.contains("<td>solve</td>"), "{html}");
        let of = |schema: &str, more: &str| {
            let html = page(&[&format!(r#"{{"schema":"minclue-{schema}/1","status":"done"{more}}}"#)]).html("t");
            html.split("<td>").nth(1).and_then(|cell| cell.split('<').next()).unwrap_or_default().to_owned()
        };
        assert_eq!(of("result", r#","problem":{"kind":"hypergraph"}"#), "solve");
        assert_eq!(of("result", r#","problem":{"kind":"explanation"}"#), "explain");
        assert_eq!(of("result", r#","problem":{"kind":"latin"}"#), "puzzle");
        for (schema, subcommand) in
            [("enumeration", "enumerate"), ("verdict", "verify"), ("check", "check"), ("squares", "classic squares")]
        {
            assert_eq!(of(schema, ""), subcommand);
        }
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
        assert!(html.contains("aria-label=\"Bounds over 0.2 seconds: 4 to 4\""), "{html}");
        // Of what, the log does not say, nor what its grid is called. A record of the grid does.
        assert!(html.contains(">bounds</text>") && html.contains("<figcaption>1234341221434321. Green"), "{html}");
        let html = page(&[&line(0.1, 2, 9), &line(0.2, 4, 4), ANSWER]).html("log");
        assert!(html.contains(">clues</text>") && html.contains("<figcaption>&lt;four&gt;. Green"), "{html}");
    }

    /// All sixteen cells are an upper bound from the start, and would make the scale useless.
    #[test]
    fn the_scale_of_a_curve_is_that_of_what_was_found() {
        let line = |at: f64, upper: i64| {
            format!(
                r#"{{"schema":"{NODE_LOG}","grid":"1234341221434321","seconds":{at},"lower_bound":4,"upper_bound":{upper}}}"#
            )
        };
        let html = page(&[&line(0.0, 16), &line(0.1, 6), &line(0.2, 4)]).html("log");
        assert!(html.contains(">6</text>") && !html.contains(">16</text>"), "{html}");
        let html = page(&[&line(0.0, 16), &line(0.1, 16)]).html("log");
        assert!(html.contains(">16</text>"), "{html}");
        // A file of anybody may say anything.
        let most = line(0.1, i64::MAX);
        assert!(page(&[&line(0.0, 16), &most]).html("log").contains("class=\"upper\""));
    }

    #[test]
    fn what_is_not_a_record_is_refused_with_its_reason() {
        let mut page = Page::default();
        for (line, why) in [
            ("{", "not JSON"),
            ("3", "schema"),
            (r#"{"schema":"other/1"}"#, "schema"),
            (r#"{"schema":"other-run/1"}"#, "schema"),
            (r#"{"schema":"minclue-study-run/1","record":{"schema":"other/1","status":"optimal"}}"#, "schema"),
            // A line of results/catalog/campaigns.jsonl.gz, which no study wrote.
            (r#"{"campaign":"known","n_tasks":2000,"statuses":{"done":2000},"seconds":13871.26}"#, "schema"),
            (r#"{"schema":"minclue-result/1"}"#, "status"),
            (r#"{"schema":"minclue-result/1","status":"optimal","lower_bound":5,"upper_bound":4}"#, "at most 4"),
            (r#"{"schema":"minclue-bilevel/1","status":"optimal","lower_bound":-3,"upper_bound":-4}"#, "-4"),
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
        let html = |file: &str| page(&[&ANSWER.replace("four.cert", file)]).html("t");
        for (file, address) in [
            ("javascript:alert(1)", "./javascript:alert(1)"),
            ("10:30 four.cert", "./10:30%20four.cert"),
            ("a#1.cert", "a%231.cert"),
            ("a?1.cert", "a%3F1.cert"),
            ("a%23.cert", "a%2523.cert"),
            ("b/a:1.cert", "b/a:1.cert"),
            ("../four.cert", "../four.cert"),
            ("/home/four.cert", "/home/four.cert"),
            // Browsers take these for `//host`.
            (r"\\\\host\\x", "%5C%5Chost%5Cx"),
            (r"/\\host/x", "/%5Chost/x"),
            (r"/\t/host/x", "/%09/host/x"),
            (" //host/x", "%20//host/x"),
        ] {
            let html = html(file);
            assert!(html.contains(&format!("<a href=\"{address}\">")), "{file}: {html}");
        }
        let other_host = html("//host/x");
        assert!(!other_host.contains("href") && other_host.contains("<td>//host/x</td>"), "{other_host}");
    }
}
