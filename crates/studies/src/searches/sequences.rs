//! Table 5 of lin-wu-2013: the sequences of Shrink steps of improved DMUS.

use minclue_engines::published::{Algorithm as Method, Published, Shrinks};

use super::super::math::mean;
use super::super::table::{Cell, Table, columns};
use super::algorithm::StudiedSearch;
use super::groups::{Compared, Setup, Study};
use super::published::TABLE_5;
use super::run::SearchRun;

/// The sequence of an algorithm, and what it shares with those that it is compared with.
fn sequence(algorithm: &StudiedSearch) -> Option<(Shrinks, String)> {
    let search = algorithm.published()?;
    let Method::Dmus(shrinks) = search.algorithm else { return None };
    let without = Published { algorithm: Method::Dmus(Shrinks::First), ..search };
    Some((shrinks, format!("{without} {}", algorithm.start())))
}

/// Setups that differ in their sequence only, in the order of the paper.
fn groups(study: &Study) -> Vec<Vec<(Shrinks, Setup<'_>)>> {
    let mut groups: Vec<(String, Vec<(Shrinks, Setup<'_>)>)> = Vec::new();
    for setup in study.setups() {
        let Some((shrinks, shared)) = sequence(setup.algorithm) else { continue };
        let shared = format!("{shared} {:?}", setup.n_sets);
        match groups.iter_mut().find(|(other, _)| *other == shared) {
            Some((_, group)) => group.push((shrinks, setup)),
            None => groups.push((shared, vec![(shrinks, setup)])),
        }
    }
    let mut groups: Vec<_> = groups.into_iter().map(|(_, group)| group).collect();
    for group in &mut groups {
        group.sort_by_key(|(shrinks, _)| number(*shrinks));
        group.dedup_by_key(|(shrinks, _)| *shrinks);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// The number of a sequence in Table 5, from 0.
fn number(shrinks: Shrinks) -> usize {
    Shrinks::ALL.iter().position(|other| *other == shrinks).expect("all are there")
}

/// Table 5, if some search was to be run with two sequences.
pub(super) fn table(study: &Study) -> Option<Table> {
    let groups = groups(study);
    if groups.is_empty() {
        return None;
    }
    let mut rows = Vec::new();
    for group in groups {
        let setups: Vec<Setup<'_>> = group.iter().map(|(_, setup)| setup.clone()).collect();
        let compared = Compared::of(&setups);
        for (i, (shrinks, setup)) in group.iter().enumerate() {
            let records = compared.records(i, setup).unwrap_or_default();
            let mean_of = |value: fn(&SearchRun) -> f64| mean(records.iter().map(|record| value(record)));
            rows.push(vec![
                setup.algorithm.label.as_str().into(),
                Cell::count(setup.n_sets.map(|n| n as u64)),
                (number(*shrinks) + 1).into(),
                shrinks.to_string().into(),
                Cell::measure(mean_of(SearchRun::both_seconds)),
                Cell::measure(mean_of(SearchRun::search_seconds)),
                Cell::mean(mean_of(SearchRun::nodes)),
                Cell::Measure(TABLE_5[number(*shrinks)]),
                records.len().into(),
            ]);
        }
    }
    Some(Table {
        name: "table-5",
        title: "Table 5: sequences of Shrink steps".into(),
        note: "Mean seconds of the processor for searches that differ in their sequence only, over the grids on which all of \
               these came to an end; one that did on fewer than half of those on which any did is left out. Seconds of both \
               phases stand beside the paper's, which are such seconds of version 6 with 384 sets, for 16 clues."
            .into(),
        head: columns(&[
            ("algorithm", "algorithm"),
            ("n_sets", "sets"),
            ("method", "method"),
            ("shrink", "sequence"),
            ("seconds", "seconds"),
            ("search_seconds", "of the search"),
            ("nodes", "nodes"),
            ("paper_seconds", "paper, seconds"),
            ("grids_compared", "grids"),
        ]),
        rows,
    })
}

#[cfg(test)]
mod tests {
    use super::super::run::tests::run;
    use super::super::settings::tests::settings;
    use super::*;

    #[test]
    fn what_differs_in_its_sequence_only_is_compared() {
        let algorithms =
            ["v6/shrink=fixpoint", "v6", "v4/shrink=1", "v5/shrink=1", "v3", "native", "dmus/shrink=1@lin-wu"];
        let settings = settings(&algorithms, &[], &["a", "b"]);
        let mut runs: Vec<_> = [("v6/shrink=fixpoint", 9.0), ("v6", 6.0), ("dmus/shrink=1@lin-wu", 7.0)]
            .into_iter()
            .flat_map(|(label, seconds)| ["a", "b"].map(|grid| run(grid, label, 384, 1.0, seconds)))
            .collect();
        runs.pop();
        let table = table(&Study::new(settings, runs)).expect("three sequences");
        let lines: Vec<String> = table.csv().lines().skip(1).map(str::to_owned).collect();
        assert_eq!(
            lines,
            [
                "dmus/shrink=1@lin-wu,384,1,first,8,7,1000,18.18,1",
                "v6,384,3,down,7,6,1000,13.93,1",
                "v6/shrink=fixpoint,384,6,fixpoint,10,9,1000,17.16,1",
            ]
        );
    }

    #[test]
    fn one_sequence_makes_no_table() {
        assert_eq!(table(&Study::new(settings(&["v4", "v5", "v6", "v3"], &[128, 512], &["a"]), Vec::new())), None);
    }
}
