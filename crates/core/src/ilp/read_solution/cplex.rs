//! The XML of CPLEX: an element `variable` for each variable, with its name and value as attributes.

use super::SolutionReason;

/// Does this first line begin such a file?
pub(super) fn begins(line: &str) -> bool {
    line.starts_with("<?xml") || line.starts_with("<CPLEXSolution")
}

/// The names and values that stand in a line.
///
/// # Errors
/// [`SolutionReason`] if the file says that there is no solution, and for an element without a name or a value.
pub(super) fn line(line: &str) -> Result<Vec<(String, &str)>, SolutionReason> {
    if attribute(line, "solutionStatusString").is_some_and(|status| status.contains("infeasible")) {
        return Err(SolutionReason::Infeasible);
    }
    let elements = line.split("<variable ").skip(1);
    elements
        .map(|element| {
            let element = &element[..element.find('>').unwrap_or(element.len())];
            let (name, value) = (attribute(element, "name"), attribute(element, "value"));
            name.zip(value).map(|(name, value)| (plain(name), value)).ok_or(SolutionReason::Form)
        })
        .collect()
}

/// The text of this attribute.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let start = element.match_indices(name).find_map(|(at, _)| {
        let is_word = element[..at].chars().next_back().is_none_or(char::is_whitespace);
        element[at + name.len()..].strip_prefix("=\"").filter(|_| is_word)
    })?;
    start.split('"').next()
}

/// A name without the escapes of XML.
fn plain(name: &str) -> String {
    let quotes = name.replace("&quot;", "\"").replace("&apos;", "'");
    quotes.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
