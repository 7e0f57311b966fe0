//! Text that is safe in spreadsheets.

/// Adds a leading `'` to a name that a spreadsheet would take for a formula (OWASP, "CSV injection").
#[must_use]
pub fn no_formula(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_formula_becomes_text() {
        for text in ["=1+1", "+x", "-x", "@x", "\tx", "\rx"] {
            assert_eq!(no_formula(text.into()), format!("'{text}"));
        }
        assert_eq!(no_formula("a=b".into()), "a=b");
    }
}
