//! Selects variables and rows by patterns of their names.

use super::{BinaryModel, RowId, VarId};

/// The reason why patterns select no variables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// No variable matches the pattern.
    #[error("no variable is called `{0}`")]
    NoMatch(String),
    /// No row matches the pattern.
    #[error("no row is called `{0}`")]
    NoRow(String),
    /// A pattern between two commas, or at an end, is empty.
    #[error("there is an empty pattern in `{0}`")]
    Empty(String),
}

/// Returns the variables whose names match one of the patterns, in the order of the model. Patterns are separated by
/// commas. In a pattern, `*` matches any text, `?` matches any character, and all other characters match themselves;
/// use `?` for a comma in a name. `x3..x17` is a range of all names with the same prefix and a number from 3 to 17,
/// unless a variable has exactly this name.
///
/// # Errors
/// [`PatternError`] if a pattern is empty or matches no variable.
pub fn matching(model: &BinaryModel, patterns: &str) -> Result<Vec<VarId>, PatternError> {
    let is_taken = taken(&model.var_names().collect::<Vec<_>>(), patterns)?;
    Ok(model.vars().filter(|var| is_taken[var.get()]).collect())
}

/// Returns the rows whose names match one of the patterns, as [`matching`] does for variables.
///
/// # Errors
/// [`PatternError`] if a pattern is empty or matches no row.
pub fn row_matching(model: &BinaryModel, patterns: &str) -> Result<Vec<RowId>, PatternError> {
    let names: Vec<&str> = model.rows().iter().map(|row| row.name.as_str()).collect();
    let is_taken = taken(&names, patterns).map_err(|e| match e {
        PatternError::NoMatch(name) => PatternError::NoRow(name),
        other => other,
    })?;
    Ok((0..names.len()).filter(|row| is_taken[*row]).map(RowId::new).collect())
}

/// By name: does it match one of the patterns?
fn taken(names: &[&str], patterns: &str) -> Result<Vec<bool>, PatternError> {
    let names: Vec<Vec<char>> = names.iter().map(|name| name.chars().collect()).collect();
    let mut is_taken = vec![false; names.len()];
    for text in patterns.split(',') {
        let pattern: Vec<char> = text.trim().chars().collect();
        if pattern.is_empty() {
            return Err(PatternError::Empty(patterns.to_owned()));
        }
        let range = if names.contains(&pattern) { None } else { Range::of(text.trim()) };
        let mut found = false;
        for (taken, name) in is_taken.iter_mut().zip(&names) {
            if range.as_ref().map_or_else(|| matches(&pattern, name), |range| range.has(name)) {
                (*taken, found) = (true, true);
            }
        }
        if !found {
            return Err(PatternError::NoMatch(text.trim().to_owned()));
        }
    }
    Ok(is_taken)
}

/// Names with the same beginning and a number between two.
struct Range {
    prefix: Vec<char>,
    numbers: std::ops::RangeInclusive<u64>,
}

impl Range {
    /// The range that a text such as `x3..x17` means.
    fn of(text: &str) -> Option<Self> {
        let (first, last) = text.split_once("..")?;
        let prefix = first.trim_end_matches(|c: char| c.is_ascii_digit());
        let (from, to) = (first.strip_prefix(prefix)?.parse().ok()?, last.strip_prefix(prefix)?.parse().ok()?);
        Some(Self { prefix: prefix.chars().collect(), numbers: from..=to })
    }

    /// A number has no zeros before it, so that a name is in a range or not whatever its length.
    fn has(&self, name: &[char]) -> bool {
        let Some(digits) = name.strip_prefix(self.prefix.as_slice()) else { return false };
        let is_number = digits.iter().all(char::is_ascii_digit) && (digits.len() == 1 || digits.first() != Some(&'0'));
        is_number && digits.iter().collect::<String>().parse().is_ok_and(|n| self.numbers.contains(&n))
    }
}

/// Does the whole name match? After a mismatch only the last `*` need take one character more, since what an earlier
/// one took was as little as possible.
fn matches(pattern: &[char], name: &[char]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut last_star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                last_star = Some((p + 1, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => (p, n) = (p + 1, n + 1),
            _ => {
                let Some((after, taken)) = last_star else { return false };
                last_star = Some((after, taken + 1));
                (p, n) = (after, taken + 1);
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn does(pattern: &str, name: &str) -> bool {
        matches(&pattern.chars().collect::<Vec<_>>(), &name.chars().collect::<Vec<_>>())
    }

    #[test]
    fn stars_and_question_marks() {
        for (pattern, name) in [
            ("*", ""),
            ("*", "x"),
            ("x_*", "x_"),
            ("x_*", "x_1_2"),
            ("*_2", "x_1_2"),
            ("x?", "xé"),
            ("a*b*c", "abbbcc"),
            ("*ab*ab", "abaabab"),
            ("x(?,*)", "x(1,22)"),
            ("x", "x"),
            ("**", "x"),
            ("?*", "x"),
        ] {
            assert!(does(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("x", "xx"),
            ("x_*", "x"),
            ("?", ""),
            ("?*", ""),
            ("a*b*c", "abbbcd"),
            ("*ab*ab", "aab"),
            ("x", "X"),
            ("", "x"),
        ] {
            assert!(!does(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn every_pattern_must_find_something() {
        let mut model = BinaryModel::new("names");
        let [x1, x2, y] = ["x_1", "x_2", "y"].map(|name| model.add_var(name));
        let of = |patterns| matching(&model, patterns);
        assert_eq!(of("y, x_?"), Ok(vec![x1, x2, y]));
        assert_eq!(of("x*,x_1"), Ok(vec![x1, x2]));
        assert_eq!(of("x*,z*"), Err(PatternError::NoMatch("z*".into())));
        assert_eq!(of("x*,,y"), Err(PatternError::Empty("x*,,y".into())));
        assert_eq!(of(""), Err(PatternError::Empty(String::new())));
        assert_eq!(of("x_2..x_9"), Ok(vec![x2]));
        assert_eq!(of("x_0..x_1,y"), Ok(vec![x1, y]));
        for none in ["x_3..x_9", "x_2..x_1", "x_..x_2", "x_1..y", "x..", "x_01..x_", "x_1..2"] {
            assert_eq!(of(none), Err(PatternError::NoMatch(none.into())), "{none}");
        }
        let mut model = BinaryModel::new("ranges");
        let [odd, x10, x9] = ["x1..x9", "x10", "x9"].map(|name| model.add_var(name));
        assert_eq!(matching(&model, "x1..x9"), Ok(vec![odd]));
        assert_eq!(matching(&model, "x1..x10"), Ok(vec![x10, x9]));
    }
}
