//! The counters by level of the search tree (lin-wu-2013, section 4.5), as means over grids.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use minclue_engines::published::{Algorithm as Method, LevelTally, N_DEGREES};

use super::super::table::{Cell, Table, columns};
use super::algorithm::StudiedSearch;
use super::groups::{Compared, Setup, Study};
use super::times;

/// The level of a tree for whose leaves the paper has numbers.
const PAPER_CLUES: usize = 16;

/// The levels of the searches of a study.
pub(super) struct Levels<'a> {
    /// The algorithms that have some.
    pub(super) searches: Vec<Search<'a>>,
    pub(super) compared: Compared,
    clues: usize,
}

/// One algorithm with one number of sets.
pub(super) struct Search<'a> {
    pub(super) algorithm: &'a StudiedSearch,
    n_sets: Option<usize>,
    pub(super) levels: Vec<LevelMeans>,
}

/// The numbers of one level, as means over grids.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LevelMeans {
    /// Clues chosen.
    pub(super) level: usize,
    /// Clues left: r in the paper.
    pub(super) left: usize,
    pub(super) n_nodes: f64,
    pub(super) n_disjoint: f64,
    pub(super) n_more: f64,
    pub(super) n_equal_prune: f64,
    pub(super) n_equal_shrink: f64,
    pub(super) n_equal_none: f64,
    pub(super) n_equal_children: f64,
    pub(super) n_closed_by_clique: [f64; N_DEGREES],
}

impl LevelMeans {
    /// Adds the numbers of one of `n` grids.
    fn add(&mut self, tally: &LevelTally, n: f64) {
        for (sum, more) in [
            (&mut self.n_nodes, tally.n_nodes),
            (&mut self.n_disjoint, tally.n_disjoint),
            (&mut self.n_more, tally.n_more),
            (&mut self.n_equal_prune, tally.n_equal_prune),
            (&mut self.n_equal_shrink, tally.n_equal_shrink),
            (&mut self.n_equal_none, tally.n_equal_none),
            (&mut self.n_equal_children, tally.n_equal_children),
        ] {
            *sum += more as f64 / n;
        }
        for (sum, more) in self.n_closed_by_clique.iter_mut().zip(tally.n_closed_by_clique) {
            *sum += more as f64 / n;
        }
    }

    /// All numbers by name.
    fn by_name(&self) -> [(&'static str, f64); 7 + N_DEGREES] {
        let [pairs, triples, quadruples, quintuples] = self.n_closed_by_clique;
        [
            ("n_nodes", self.n_nodes),
            ("n_disjoint", self.n_disjoint),
            ("n_more", self.n_more),
            ("n_equal_prune", self.n_equal_prune),
            ("n_equal_shrink", self.n_equal_shrink),
            ("n_equal_none", self.n_equal_none),
            ("n_equal_children", self.n_equal_children),
            ("n_closed_by_pair", pairs),
            ("n_closed_by_triple", triples),
            ("n_closed_by_quadruple", quadruples),
            ("n_closed_by_quintuple", quintuples),
        ]
    }
}

/// The number of sets with which an algorithm is shown: its own, or else the one that was the fastest, or else the
/// first.
fn shown(study: &Study, algorithm: &StudiedSearch) -> Option<usize> {
    let counts = study.settings.counts_of(algorithm);
    let own = algorithm.own_sets();
    if counts.contains(&own) {
        return own;
    }
    times::fastest_sets(study, algorithm).or_else(|| counts.first().copied()).flatten()
}

impl<'a> Levels<'a> {
    pub(super) fn of(study: &'a Study) -> Self {
        let clues = study.settings.clues;
        let is_shown =
            |setup: &Setup<'_>| setup.algorithm.published().is_some() && shown(study, setup.algorithm) == setup.n_sets;
        let setups: Vec<Setup<'a>> = study.setups().into_iter().filter(is_shown).collect();
        let compared = Compared::of(&setups);
        let search = |(i, setup): (usize, &Setup<'a>)| {
            let records = compared.records(i, setup).unwrap_or_default();
            let n = records.len() as f64;
            let mut levels: BTreeMap<usize, LevelMeans> = BTreeMap::new();
            for level in records.iter().filter_map(|record| record.published()).flat_map(|search| &search.levels) {
                let left = clues.saturating_sub(level.level);
                let means = LevelMeans { level: level.level, left, ..LevelMeans::default() };
                levels.entry(level.level).or_insert(means).add(&level.tally, n);
            }
            Search { algorithm: setup.algorithm, n_sets: setup.n_sets, levels: levels.into_values().collect() }
        };
        let searches = setups.iter().enumerate().map(search).collect();
        Self { searches, compared, clues }
    }

    /// What the axis of levels is called. A level of the paper is the number of clues chosen, of 16.
    pub(super) fn axis(&self) -> (String, String) {
        let title = if self.clues == PAPER_CLUES { "level" } else { "clues chosen" };
        ("level".to_owned(), title.to_owned())
    }

    /// The searches by basic DMUS.
    pub(super) fn basic(&self) -> impl Iterator<Item = &Search<'a>> {
        self.searches.iter().filter(|search| matches!(search.method(), Some(Method::DmusBasic)))
    }

    /// The searches by improved DMUS.
    pub(super) fn improved(&self) -> impl Iterator<Item = &Search<'a>> {
        self.searches.iter().filter(|search| matches!(search.method(), Some(Method::Dmus(_))))
    }

    /// All numbers as a table.
    pub(super) fn table(&self) -> Table {
        let mut head = columns(&[("algorithm", "algorithm"), ("n_sets", "sets")]);
        head.push(self.axis());
        head.extend(columns(&[("left", "left")]));
        let titles = LevelMeans::default().by_name().map(|(name, _)| (name.to_owned(), title(name)));
        head.extend(titles);
        let mut rows = Vec::new();
        for search in &self.searches {
            for level in &search.levels {
                let mut row: Vec<Cell> = vec![
                    search.algorithm.label.as_str().into(),
                    Cell::count(search.n_sets.map(|n| n as u64)),
                    level.level.into(),
                    level.left.into(),
                ];
                row.extend(level.by_name().map(|(_, value)| Cell::Mean(value)));
                rows.push(row);
            }
        }
        Table {
            name: "levels",
            title: "The search by level".into(),
            note: format!(
                "Means for each number of clues chosen: nodes; disjoint sets found; nodes with more of them than clues left; \
                 with exactly as many, closed by Shrink, left with fewer children, or left as they were; the children of \
                 these; and nodes closed by an unhit clique. Each algorithm with its own number of sets, or else the one \
                 that was the fastest. {}",
                self.compared.note()
            )
            .into(),
            head,
            rows,
        }
    }

    /// All numbers as JSON.
    pub(super) fn json(&self, study: &Study) -> Value {
        let settings = &study.settings;
        let search = |search: &Search<'_>| {
            let level = |level: &LevelMeans| {
                let mut object = json!({ "level": level.level, "left": level.left });
                for (name, value) in level.by_name() {
                    object[name] = json!(value);
                }
                object
            };
            let mut object = json!({
                "algorithm": search.algorithm.label,
                "engine": search.algorithm.engine_with(search.n_sets),
                "levels": search.levels.iter().map(level).collect::<Vec<_>>(),
            });
            if let Some(n_sets) = search.n_sets {
                object["n_sets"] = json!(n_sets);
            }
            object
        };
        let mut whole = json!({
            "schema": "minclue-search-levels/1",
            "clues": self.clues,
            "n_grids": settings.instances.len(),
            "n_compared": self.compared.grids.len(),
            "searches": self.searches.iter().map(search).collect::<Vec<_>>(),
        });
        if let Some(limit) = settings.time_limit {
            whole["time_limit"] = json!(limit);
        }
        whole
    }
}

impl Search<'_> {
    fn method(&self) -> Option<Method> {
        self.algorithm.published().map(|search| search.algorithm)
    }
}

/// The title of a counter.
fn title(name: &str) -> String {
    name.trim_start_matches("n_").replace('_', " ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::run::Run;
    use super::super::run::tests::run;
    use super::super::settings::tests::settings;
    use super::*;
    use minclue_solver::LevelRecord;

    /// Two levels of 16: 3 and 4 nodes of `times` runs.
    pub(in super::super) fn with_levels(mut run: Run, times: u64) -> Run {
        let level = |level, n_nodes: u64, n_disjoint: u64, rest: [u64; 5]| {
            let [more, prune, shrink, none, children] = rest.map(|n| n * times);
            let tally = LevelTally {
                n_nodes: n_nodes * times,
                n_disjoint: n_disjoint * times,
                n_more: more,
                n_equal_prune: prune,
                n_equal_shrink: shrink,
                n_equal_none: none,
                n_equal_children: children,
                n_closed_by_clique: [0; N_DEGREES],
            };
            LevelRecord { level, tally }
        };
        let record = run.record.as_mut().expect("a record");
        let levels = vec![level(14, 10, 30, [4, 3, 2, 1, 6]), level(15, 4, 8, [4, 0, 0, 0, 0])];
        let search = record.search.as_mut().expect("work");
        search.published.get_or_insert_default().levels = levels;
        run
    }

    #[test]
    fn levels_are_means_over_grids() {
        let runs = vec![with_levels(run("a", "v4", 384, 0.0, 1.0), 1), with_levels(run("b", "v4", 384, 0.0, 1.0), 3)];
        let study = Study::new(settings(&["v4", "native"], &[], &["a", "b"]), runs);
        let levels = Levels::of(&study);
        assert_eq!((levels.searches.len(), levels.basic().count(), levels.improved().count()), (1, 0, 1));
        let at_14 = levels.searches[0].levels[0];
        assert_eq!((at_14.level, at_14.left, at_14.n_nodes, at_14.n_equal_children), (14, 2, 20.0, 12.0));
        let lines: Vec<String> = levels.table().csv().lines().map(str::to_owned).collect();
        assert_eq!(lines[2], "v4,384,15,1,8,16,8,0,0,0,0,0,0,0,0");
        assert_eq!(levels.json(&study)["searches"][0]["levels"][1]["n_more"], 8.0);
    }

    #[test]
    fn an_algorithm_is_shown_with_its_own_sets_or_the_fastest() {
        let runs = vec![run("a", "v3", 128, 0.0, 9.0), run("a", "v3", 256, 0.0, 5.0)];
        let study = |counts: &[usize]| Study::new(settings(&["v3"], counts, &["a"]), runs.clone());
        for (counts, expected) in [(&[][..], 320), (&[128, 320], 320), (&[128, 256], 256), (&[192, 448], 192)] {
            let study = study(counts);
            assert_eq!(shown(&study, &study.settings.algorithms[0]), Some(expected), "{counts:?}");
        }
    }
}
