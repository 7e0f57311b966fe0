//! The searches of each puzzle of a band: three methods, under rules that the paper leaves open.

use serde::{Deserialize, Serialize};

use minclue_teaching::{CountRule, StopRule, Strategy, Ties, TrialSettings};

/// The methods of abuluaih-2015, Table 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    Fc,
    Mrv,
    Ctn,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopAt {
    /// When all squares have values.
    Solved,
    /// When all blank squares are neutralised.
    Neutralised,
}

/// The choice among equally good squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    First,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SearchVariant {
    pub method: Method,
    pub stop: StopAt,
    /// The choice among ties.
    pub ties: TieBreak,
}

/// Three searches to compare, one for each method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRule {
    /// The rule that fits the published depths: FC and MRV to the end, CtN to a neutralised set.
    Published,
    /// The rule in the text of the paper: all three to a neutralised set.
    Neutralised,
    /// All three to the end.
    Solved,
    /// As [`Self::Published`], with random ties.
    Random,
}

impl Method {
    /// All methods, in the order of the paper's tables.
    pub const ALL: [Self; 3] = [Self::Fc, Self::Mrv, Self::Ctn];

    /// Its name in the paper.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fc => "FC",
            Self::Mrv => "MRV",
            Self::Ctn => "CtN",
        }
    }
}

impl SearchRule {
    pub const ALL: [Self; 4] = [Self::Published, Self::Neutralised, Self::Solved, Self::Random];

    /// The search of a method under this rule. FC has no ties.
    #[must_use]
    pub fn variant(self, method: Method) -> SearchVariant {
        let stop = match (self, method) {
            (Self::Neutralised, _) | (Self::Published | Self::Random, Method::Ctn) => StopAt::Neutralised,
            _ => StopAt::Solved,
        };
        let is_random = self == Self::Random && method != Method::Fc;
        SearchVariant { method, stop, ties: if is_random { TieBreak::Random } else { TieBreak::First } }
    }
}

impl SearchVariant {
    /// Returns the distinct searches of all rules.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> =
            SearchRule::ALL.iter().flat_map(|rule| Method::ALL.map(|method| rule.variant(method))).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the settings of the search, with random ties of `seed`, counting assignments.
    #[must_use]
    pub fn settings(self, seed: u64) -> TrialSettings {
        TrialSettings {
            strategy: match self.method {
                Method::Fc => Strategy::Fc,
                Method::Mrv => Strategy::Mrv,
                Method::Ctn => Strategy::Ctn,
            },
            stop: Some(match self.stop {
                StopAt::Solved => StopRule::Solved,
                StopAt::Neutralised => StopRule::Neutralised,
            }),
            ties: match self.ties {
                TieBreak::First => Ties::First,
                TieBreak::Random => Ties::Random(seed),
            },
            count: CountRule::Assignments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_rule_is_where_the_solvers_begin() {
        for method in Method::ALL {
            let settings = SearchRule::Published.variant(method).settings(5);
            let own = TrialSettings::new(settings.strategy);
            assert_eq!(settings, TrialSettings { stop: Some(own.stop_rule()), ..own });
        }
    }

    #[test]
    fn rules_share_searches() {
        // Three methods to the end and three to a neutralised set, and two with random ties.
        assert_eq!(SearchVariant::all().len(), 8);
        let variants = |rule: SearchRule| Method::ALL.map(|method| rule.variant(method));
        assert_eq!(variants(SearchRule::Published)[..2], variants(SearchRule::Solved)[..2]);
        assert_eq!(variants(SearchRule::Published)[2], variants(SearchRule::Neutralised)[2]);
        assert_eq!(variants(SearchRule::Published)[0], variants(SearchRule::Random)[0], "FC has no ties");
        assert_eq!(SearchRule::Random.variant(Method::Mrv).settings(5).ties, Ties::Random(5));
    }
}
