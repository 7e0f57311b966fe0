//! Figs. 10 to 14 of lin-wu-2013 as tables of points.

use super::super::table::{Cell, Table, columns};
use super::levels::{LevelMeans, Levels, Search};

/// A figure of one number by level, with a line for each search.
fn curve<'s, 'a: 's>(
    levels: &Levels<'_>,
    about: (&'static str, &'static str, &str),
    column: (&str, &str),
    searches: impl Iterator<Item = &'s Search<'a>>,
    value: impl Fn(&LevelMeans) -> Option<f64>,
) -> Table {
    let (name, title, note) = about;
    let mut rows = Vec::new();
    for search in searches {
        rows.extend(search.levels.iter().filter_map(|level| {
            let value = Cell::Measure(value(level)?);
            Some(vec![search.algorithm.label.as_str().into(), level.level.into(), value])
        }));
    }
    let mut head = columns(&[("algorithm", "algorithm")]);
    head.push(levels.axis());
    head.extend(columns(&[column]));
    Table { name, title: title.into(), note: format!("{note} {}", levels.compared.note()).into(), head, rows }
}

/// A quotient; none where it has no meaning.
fn over(a: f64, b: f64) -> Option<f64> {
    (b > 0.0).then(|| a / b)
}

/// Fig. 10(a): nodes.
pub(super) fn figure_10a(levels: &Levels<'_>) -> Table {
    let about = ("figure-10a", "Fig. 10(a): nodes by level", "Mean numbers; levels without nodes have no point.");
    curve(levels, about, ("nodes", "nodes"), levels.searches.iter(), |level| Some(level.n_nodes).filter(|n| *n > 0.0))
}

/// Fig. 10(b): disjoint sets.
pub(super) fn figure_10b(levels: &Levels<'_>) -> Table {
    let about =
        ("figure-10b", "Fig. 10(b): disjoint sets by level", "Mean numbers; levels without such sets have no point.");
    curve(levels, about, ("disjoint_sets", "disjoint sets"), levels.searches.iter(), |level| {
        Some(level.n_disjoint).filter(|n| *n > 0.0)
    })
}

/// The searches that look for disjoint sets at every node.
fn dmus<'l, 'a>(levels: &'l Levels<'a>) -> impl Iterator<Item = &'l Search<'a>> {
    levels.basic().chain(levels.improved())
}

/// Fig. 11(a): disjoint sets for each node.
pub(super) fn figure_11a(levels: &Levels<'_>) -> Table {
    let about = (
        "figure-11a",
        "Fig. 11(a): disjoint sets for each node (D)",
        "All disjoint sets of a level over all nodes of the level.",
    );
    curve(levels, about, ("disjoint_sets_a_node", "disjoint sets a node"), dmus(levels), |level| {
        over(level.n_disjoint, level.n_nodes)
    })
}

/// Fig. 11(b): their ratio to what would close the node.
pub(super) fn figure_11b(levels: &Levels<'_>) -> Table {
    let about = (
        "figure-11b",
        "Fig. 11(b): D over r + 1",
        "Disjoint sets for each node, over one more than the clues left (r), with which the search for them ends.",
    );
    curve(levels, about, ("ratio", "D / (r + 1)"), dmus(levels), |level| {
        over(level.n_disjoint, level.n_nodes).map(|d| d / (level.left + 1) as f64)
    })
}

/// Fig. 14: children of the nodes with exactly as many disjoint sets as clues left.
pub(super) fn figure_14(levels: &Levels<'_>) -> Table {
    let about = (
        "figure-14",
        "Fig. 14: children of a node with exactly as many disjoint sets as clues left",
        "Over the nodes that were not closed: n_equal_children / (n_equal_shrink + n_equal_none).",
    );
    curve(levels, about, ("children", "children"), dmus(levels), |level| {
        over(level.n_equal_children, level.n_equal_shrink + level.n_equal_none)
    })
}

/// A part of the nodes and its name.
type Part = (&'static str, fn(&LevelMeans) -> f64);

/// Shares of the nodes of a level.
fn shares<'s, 'a: 's>(
    levels: &Levels<'_>,
    about: (&'static str, &'static str),
    searches: impl Iterator<Item = &'s Search<'a>>,
    parts: &[Part],
) -> Table {
    let (name, title) = about;
    let mut rows = Vec::new();
    for search in searches {
        for level in &search.levels {
            rows.extend(parts.iter().filter_map(|(part, value)| {
                let share = Cell::Ratio(over(value(level), level.n_nodes)?);
                Some(vec![search.algorithm.label.as_str().into(), level.level.into(), (*part).into(), share])
            }));
        }
    }
    let mut head = columns(&[("algorithm", "algorithm")]);
    head.push(levels.axis());
    head.extend(columns(&[("nodes", "nodes"), ("share", "share of all nodes")]));
    let note = format!("The rest has fewer disjoint sets than clues left. {}", levels.compared.note());
    Table { name, title: title.into(), note: note.into(), head, rows }
}

/// Fig. 12: basic DMUS.
pub(super) fn figure_12(levels: &Levels<'_>) -> Table {
    let about = ("figure-12", "Fig. 12: basic DMUS, nodes with as many disjoint sets as clues left, and with more");
    let equal: fn(&LevelMeans) -> f64 = |level| level.n_equal_prune + level.n_equal_shrink + level.n_equal_none;
    shares(levels, about, levels.basic(), &[("as many", equal), ("more", |level| level.n_more)])
}

/// Fig. 13: improved DMUS.
pub(super) fn figure_13(levels: &Levels<'_>) -> Table {
    let about = ("figure-13", "Fig. 13: improved DMUS, what Shrink does where there are as many as clues left");
    shares(
        levels,
        about,
        levels.improved(),
        &[
            ("as many, none", |level| level.n_equal_none),
            ("as many, shrink", |level| level.n_equal_shrink),
            ("as many, prune", |level| level.n_equal_prune),
            ("more", |level| level.n_more),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::super::groups::Study;
    use super::super::levels::tests::with_levels;
    use super::super::run::tests::run;
    use super::super::settings::tests::settings;
    use super::*;

    fn lines(table: &Table) -> Vec<String> {
        table.csv().lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn figures_by_hand() {
        let runs = ["v1", "v3", "v4"].into_iter().zip([192, 320, 384]);
        let runs = runs.map(|(label, n_sets)| with_levels(run("a", label, n_sets, 0.0, 1.0), 1)).collect();
        let study = Study::new(settings(&["v1", "v3", "v4", "native"], &[], &["a"]), runs);
        let levels = Levels::of(&study);
        assert_eq!(lines(&figure_10a(&levels)), ["v1,14,10", "v1,15,4", "v3,14,10", "v3,15,4", "v4,14,10", "v4,15,4"]);
        assert_eq!(lines(&figure_10b(&levels))[..2], ["v1,14,30", "v1,15,8"]);
        assert_eq!(lines(&figure_11a(&levels)), ["v3,14,3", "v3,15,2", "v4,14,3", "v4,15,2"]);
        assert_eq!(lines(&figure_11b(&levels))[..2], ["v3,14,1", "v3,15,1"]);
        assert_eq!(
            lines(&figure_12(&levels)),
            ["v3,14,as many,0.6", "v3,14,more,0.4", "v3,15,as many,0", "v3,15,more,1"]
        );
        assert_eq!(
            lines(&figure_13(&levels))[..4],
            [
                "v4,14,\"as many, none\",0.1",
                "v4,14,\"as many, shrink\",0.2",
                "v4,14,\"as many, prune\",0.3",
                "v4,14,more,0.4"
            ]
        );
        // 6 children of the 3 nodes that were not closed; on level 15 there is none.
        assert_eq!(lines(&figure_14(&levels)), ["v3,14,2", "v4,14,2"]);
    }
}
