//! The puzzle that stood for a grid, where it was not a grid that was given.

use schemars::JsonSchema;
use serde::Serialize;

use super::head::Bounds;

/// A puzzle with one solution, given in place of that solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GivenRecord {
    /// Its clues.
    pub n_clues: usize,
    /// Whether no puzzle of its grid has fewer clues; omitted if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_minimum: Option<bool>,
}

impl GivenRecord {
    /// What `bounds` say of a puzzle with a given number of clues.
    #[must_use]
    pub fn new(n_clues: usize, bounds: &Bounds) -> Self {
        let is_minimum = match (bounds.lower_bound, bounds.upper_bound) {
            (_, Some(upper)) if upper < n_clues => Some(false),
            (Some(lower), _) if lower >= n_clues => Some(true),
            _ => None,
        };
        Self { n_clues, is_minimum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_say_whether_a_puzzle_is_minimum_as_soon_as_they_can() {
        let of = |n_clues, lower, upper| {
            let bounds = Bounds::new(lower, Some((upper, "p".into())));
            GivenRecord::new(n_clues, &bounds).is_minimum
        };
        assert_eq!(of(17, 17, 17), Some(true));
        assert_eq!(of(17, 16, 17), None);
        // One clue fewer is enough, whatever the minimum is.
        assert_eq!((of(18, 15, 17), of(18, 17, 17)), (Some(false), Some(false)));
        assert_eq!(GivenRecord::new(17, &Bounds::default()).is_minimum, None);
    }
}
