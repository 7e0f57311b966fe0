//! What the bounds of a record count, in the words that its text has for them.

use serde_json::Value;

use super::fields::text;
use crate::words::units;
use crate::{BilevelRecord, ProblemRecord};

/// What the bounds of a record are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    /// A number of what is chosen in a problem of this kind: clues, unless the kind has another word.
    Chosen(Option<&'static str>),
    /// A value, by the name that stands before it. It may be negative.
    Value(&'static str),
}

impl Unit {
    /// Of a record of this kind, such as `result`.
    pub(super) fn of(kind: &str, record: &Value) -> Self {
        const NOT_CLUES: [&str; 4] = [
            ProblemRecord::HYPERGRAPH,
            ProblemRecord::WEIGHTED_HYPERGRAPH,
            ProblemRecord::EXPLANATION,
            ProblemRecord::WEIGHTED_EXPLANATION,
        ];
        match kind {
            "bilevel" => Self::Value(BilevelRecord::value_name(text(record, "goal").as_deref())),
            // A certificate of a linear model does not say what its cells are.
            "verdict" if text(record, "kind").as_deref() == Some(ProblemRecord::MODEL) => Self::Value("minimum"),
            _ => {
                let problem = record.get("problem").and_then(|problem| text(problem, "kind"));
                Self::Chosen(NOT_CLUES.into_iter().find(|kind| problem.as_deref() == Some(*kind)))
            }
        }
    }

    /// May a bound be this number?
    pub(super) fn fits(self, bound: i64) -> bool {
        bound >= 0 || matches!(self, Self::Value(_))
    }

    /// What is counted, as an axis calls it: `clues`, or the name of a value.
    pub(super) fn axis(self) -> String {
        match self {
            Self::Chosen(kind) => units(2, kind).trim_start_matches("2 ").to_owned(),
            Self::Value(name) => name.to_owned(),
        }
    }

    /// `17 clues`, or `value -3`.
    pub(super) fn counted(self, n: i64) -> String {
        match self {
            Self::Chosen(kind) => units(usize::try_from(n).unwrap_or(0), kind),
            Self::Value(name) => format!("{name} {n}"),
        }
    }

    /// The minimum, below the picture that shows what is counted.
    pub(super) fn minimum(self, n: i64) -> String {
        match self {
            Self::Chosen(_) => format!("minimum {n}"),
            Self::Value(_) => self.counted(n),
        }
    }

    /// Both bounds, where they have not met.
    pub(super) fn between(self, lower: i64, upper: i64) -> String {
        match self {
            Self::Chosen(_) => format!("{lower} to {}", self.counted(upper)),
            Self::Value(name) => format!("{name} between {lower} and {upper}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn counted(kind: &str, record: &Value) -> [String; 4] {
        let unit = Unit::of(kind, record);
        [unit.counted(1), unit.counted(3), unit.minimum(3), unit.between(2, 3)]
    }

    #[test]
    fn axes_have_the_word_alone() {
        let axes = ["hypergraph", "explanation", "weighted-hypergraph", "latin"]
            .map(|kind| Unit::of("result", &json!({"problem": {"kind": kind}})).axis());
        assert_eq!(axes, ["vertices", "constraints", "units of weight", "clues"]);
        assert_eq!(Unit::of("bilevel", &json!({"goal": "interdiction"})).axis(), "value");
    }

    /// The words are those of the texts of `solve`, `explain`, `bilevel` and `verify`.
    #[test]
    fn bounds_have_the_words_of_the_text() {
        let of = |kind: &str| counted("result", &json!({"problem": {"kind": kind}}));
        assert_eq!(counted("result", &json!({})), ["1 clue", "3 clues", "minimum 3", "2 to 3 clues"]);
        assert_eq!(of("latin"), ["1 clue", "3 clues", "minimum 3", "2 to 3 clues"]);
        assert_eq!(of("hypergraph"), ["1 vertex", "3 vertices", "minimum 3", "2 to 3 vertices"]);
        assert_eq!(of("explanation"), ["1 constraint", "3 constraints", "minimum 3", "2 to 3 constraints"]);
        for weighted in ["weighted-hypergraph", "weighted-explanation"] {
            assert_eq!(of(weighted)[..2], ["1 unit of weight", "3 units of weight"]);
        }
        let of = |goal: &str| counted("bilevel", &json!({"goal": goal, "problem": {"kind": goal}}));
        assert_eq!(of("interdiction"), ["value 1", "value 3", "value 3", "value between 2 and 3"]);
        assert_eq!(of("blocker")[1], "cheapest blocker 3");
        assert_eq!(of("clues")[3], "least weight between 2 and 3");
        assert_eq!(counted("verdict", &json!({"kind": "sudoku"}))[1], "3 clues");
        assert_eq!(counted("verdict", &json!({"kind": "model"}))[1], "minimum 3");
    }
}
