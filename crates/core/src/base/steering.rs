//! Control characters in names, which affect the terminal or the direction of text.

/// Returns whether a character has an effect besides being shown. Control characters affect terminals, direction marks
/// make a name look like another, and line and paragraph separators start a line where none is meant.
#[must_use]
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{feff}')
}

/// Returns the text with each such character replaced by a visible placeholder.
#[must_use]
pub fn harmless(text: &str) -> String {
    text.chars().map(|c| if steers(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Returns equivalent JSON with escapes for such characters. They only occur in strings, and ASCII characters below 127
/// are escaped in any case.
#[must_use]
pub fn harmless_json(json: String) -> String {
    let is_left = |c: char| c >= '\u{7f}' && steers(c);
    if !json.contains(is_left) {
        return json;
    }
    json.chars().map(|c| if is_left(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() }).collect()
}

/// Quotes a word for the shell, whatever characters it contains. Characters that affect a terminal are written as
/// numbers, in the form that every POSIX shell reads.
#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    if !word.chars().any(steers) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let octal = |c: char| c.to_string().bytes().map(|byte| format!("\\{byte:03o}")).collect::<String>();
    let escaped = |c: char| if steers(c) || "%\\'".contains(c) { octal(c) } else { c.to_string() };
    format!("\"$(printf '{}')\"", word.chars().map(escaped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_replaced_and_letters_of_all_languages_stay() {
        for c in ['\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2067}', '\u{200f}', '\u{61c}', '\u{2028}', '\n'] {
            assert_eq!(harmless(&format!("a{c}b")), "a\u{fffd}b", "{c:?}");
        }
        let names = "\u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{645}\u{631}\u{62d}\u{628}\u{627} \u{4f60}\u{597d} \u{e9}\u{1f9e9}";
        assert_eq!(harmless(names), names);
    }

    #[test]
    fn json_says_the_same_in_escapes() {
        let text = "a\u{202e}b\u{9b}c\u{7f}\n\"\u{e9}";
        let json = harmless_json(serde_json::to_string(text).expect("json"));
        assert!(!json.chars().any(steers), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).expect("json"), text);
        assert_eq!(harmless_json("{}\n".to_owned()), "{}\n");
    }

    #[test]
    fn a_word_of_the_shell_stays_one() {
        assert_eq!(quoted("/a/b-c.d"), "/a/b-c.d");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("50% a\u{202e}'\\"), r#""$(printf '50\045 a\342\200\256\047\134')""#);
    }
}
