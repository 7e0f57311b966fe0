//! One algorithm of a study: a published search and the source of its sets, as one word such as
//! `v5/shrink=up@complete`.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use minclue_engines::published::{Algorithm as Method, Published};

/// The name of the engine that is not a published search.
const NATIVE: &str = "native";

/// An algorithm to compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudiedSearch {
    /// The word that the user wrote.
    pub label: String,
    /// The complete name of the search, or `native`.
    pub engine: String,
    /// The source of its sets; `None` for the native engine, which has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The regions of source `region`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<String>,
}

impl StudiedSearch {
    /// The search, if it is a published one.
    #[must_use]
    pub fn published(&self) -> Option<Published> {
        self.engine.parse().ok()
    }

    /// The default number of sets.
    #[must_use]
    pub fn own_sets(&self) -> Option<usize> {
        self.published().map(|search| search.n_sets)
    }

    /// Returns the engine with this number of sets.
    #[must_use]
    pub fn engine_with(&self, n_sets: Option<usize>) -> String {
        match (self.published(), n_sets) {
            (Some(search), Some(n_sets)) => Published { n_sets, ..search }.to_string(),
            _ => self.engine.clone(),
        }
    }

    /// The source and its regions in a few words.
    pub(super) fn start(&self) -> String {
        match (&self.source, &self.regions) {
            (Some(source), Some(regions)) => format!("{source}, {regions}"),
            (Some(source), None) => source.clone(),
            _ => String::new(),
        }
    }
}

impl FromStr for StudiedSearch {
    type Err = String;

    /// Reads `SPEC` or `SPEC@SOURCE`.
    fn from_str(text: &str) -> Result<Self, String> {
        let label = text.trim().to_owned();
        let (spec, source) = match label.split_once('@') {
            Some((spec, source)) => (spec, Some(source)),
            None => (label.as_str(), None),
        };
        if spec == NATIVE {
            let own = "the native engine has start sets of its own; write native without @";
            return if source.is_some() {
                Err(own.to_owned())
            } else {
                Ok(Self { engine: NATIVE.to_owned(), source: None, regions: None, label })
            };
        }
        // Version 6 is version 5 with the sets of another Phase 1 (lin-wu-2013, Table 1).
        let (spec, source) = match spec.strip_prefix("v6").filter(|rest| rest.is_empty() || rest.starts_with('/')) {
            Some(_) if source.is_some() => {
                return Err("v6 is v5@lin-wu; for other sets, write v5@SOURCE".to_owned());
            }
            Some(settings) => (format!("v5{settings}"), Some("lin-wu")),
            None => (spec.to_owned(), source),
        };
        let search: Published = spec.parse()?;
        let (source, regions) = match source {
            // Each with the sets of its paper.
            None if matches!(search.algorithm, Method::Checker2012(_)) => ("blueprint", None),
            None => ("checker", None),
            Some("lin-wu") => ("region", Some("lin-wu")),
            Some(source @ ("checker" | "blueprint" | "complete" | "region")) => (source, None),
            Some(other) => {
                return Err(format!("`@{other}` is not a source: checker, blueprint, complete, region or lin-wu"));
            }
        };
        let regions = regions.map(str::to_owned);
        Ok(Self { engine: search.to_string(), source: Some(source.to_owned()), regions, label })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> StudiedSearch {
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn each_has_the_sets_of_its_paper_or_those_that_are_said() {
        for (text, start) in [
            ("v1", "checker"),
            ("checker2012", "blueprint"),
            ("v5@complete", "complete"),
            ("v4@region", "region"),
            ("dmus/sets=320@lin-wu", "region, lin-wu"),
            ("v6", "region, lin-wu"),
            ("native", ""),
        ] {
            assert_eq!((read(text).start().as_str(), read(text).label.as_str()), (start, text));
        }
        assert_eq!(read("v6").engine, read("v5").engine);
        assert_eq!(read("v6/shrink=1").engine, read("v5/shrink=first").engine);
    }

    #[test]
    fn a_number_of_sets_takes_the_place_of_its_own() {
        assert_eq!(read("v3").engine_with(Some(128)), "dmus-basic/sets=128/order=overlap");
        assert_eq!((read("v1").own_sets(), read("native").own_sets()), (Some(192), None));
        // The cuts of the sets stay.
        let engine = read("checker2012/sets=384:9:100").engine_with(Some(256));
        assert!(engine.starts_with("checker2012/sets=256:9:100/"), "{engine}");
        assert_eq!(read("native").engine_with(None), "native");
    }

    #[test]
    fn what_is_none_is_refused_with_a_reason() {
        for (text, reason) in [
            ("", "not a published search"),
            ("v7", "not a published search"),
            ("v60", "not a published search"),
            ("v6@checker", "v5@SOURCE"),
            ("v5@ilp", "not a source"),
            ("v5@", "not a source"),
            ("native@complete", "start sets of its own"),
            ("v6/form=tuple", "no setting `form`"),
        ] {
            let error = text.parse::<StudiedSearch>().expect_err(text);
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
