//! Records of any subcommand and version, for the page of `report`; and the runs of studies, which resume from them.

use minclue_report::page::Page;
use minclue_studies::{RunLines, StudyDesign, classic, inequalities, searches};

/// A page of all lines that are records is one page of HTML, whatever stands in them.
pub(crate) fn run(bytes: &[u8]) {
    runs::<inequalities::StudySettings>(bytes);
    runs::<searches::SearchSettings>(bytes);
    runs::<classic::ClassicSettings>(bytes);
    let mut page = Page::default();
    let mut n_lines = 0;
    for line in bytes.split(|byte| *byte == b'\n') {
        let n_records = page.n_records();
        match page.add(&String::from_utf8_lossy(line)) {
            Ok(()) => n_lines += 1,
            Err(message) => assert!(!message.is_empty() && page.n_records() >= n_records),
        }
    }
    assert!(n_lines > 0 || page.is_empty());
    if page.is_empty() {
        return;
    }
    let html = page.html("fuzz <b>");
    assert!(html.starts_with("<!doctype html>"), "{html}");
    // What a record says is text: it opens no element and ends none that is ours.
    assert!(!html.contains("<script") && html.matches("</html>").count() == 1 && html.matches("<body").count() == 1);
    assert!(html.contains("fuzz &lt;b&gt;"));
}

/// Whole lines are runs, and a line that a kill cut off is none.
fn runs<P: StudyDesign>(bytes: &[u8]) {
    match RunLines::<P::Key, P::Record>::read(bytes, P::RUN_SCHEMA) {
        Ok(lines) => {
            assert!(lines.n_bytes <= bytes.len() && lines.torn.is_some() == (lines.n_bytes < bytes.len()));
            assert_eq!(lines.runs.len(), bytes[..lines.n_bytes].iter().filter(|byte| **byte == b'\n').count());
        }
        Err(error) => assert!(error.line > 0 && !error.reason.is_empty()),
    }
}
