//! Figs. 2, 3 and 4 of tjusila-2023 as tables of points.

use std::collections::BTreeMap;

use super::super::math::{geometric_mean, mean, profiles, shares};
use super::super::table::{Cell, Table, columns};
use super::groups::Study;
use super::paper::Paper;
use super::run::InequalityRun;

/// Fig. 2(a): the geometric mean of the seconds for the k-th set, over the grids that have one. Only sources that find
/// one set after the other have such times.
pub(super) fn figure_2a(study: &Study) -> Table {
    let mut rows = Vec::new();
    for source in &study.settings.sources {
        let of_grids: Vec<Vec<f64>> =
            study.names().filter_map(|name| study.generated(name, source)?.seconds_of_sets()).collect();
        for k in 0..of_grids.iter().map(Vec::len).max().unwrap_or(0) {
            let at_k = || of_grids.iter().filter_map(|seconds| seconds.get(k).copied());
            rows.push(vec![
                source.as_str().into(),
                (k + 1).into(),
                Cell::measure(geometric_mean(at_k())),
                at_k().count().into(),
            ]);
        }
    }
    Table {
        name: "figure-2a",
        title: "Fig. 2(a): time needed to generate the k-th unavoidable set".into(),
        note: "Geometric means over the grids that have one.".into(),
        head: columns(&[("source", "source"), ("k", "k"), ("seconds", "seconds"), ("grids", "grids")]),
        rows,
    }
}

/// The vertical lines of Fig. 2(a): how many sets of at most this many cells a grid has on average. Where a size is not
/// known to be exhausted, all sets of the grid count, as in the paper.
pub(super) fn figure_2_sizes(study: &Study) -> Table {
    let mut rows = Vec::new();
    for source in &study.settings.sources {
        let records: Vec<&InequalityRun> = study.names().filter_map(|name| study.generated(name, source)).collect();
        let sizes = records.iter().filter_map(|record| record.by_size.as_ref()).flat_map(BTreeMap::keys);
        let Some(largest) = sizes.max().copied() else { continue };
        for size in 1..=largest {
            let up_to = |record: &&InequalityRun| {
                let known = record.complete_to.is_some_and(|to| to >= size);
                let counted = record.by_size.as_ref().map_or(0, |sizes| sizes.range(..=size).map(|(_, n)| n).sum());
                if known { counted } else { record.n_sets.unwrap_or(counted) }
            };
            let of_size = |record: &&InequalityRun| {
                record.by_size.as_ref().and_then(|sizes| sizes.get(&size)).copied().unwrap_or(0)
            };
            rows.push(vec![
                source.as_str().into(),
                size.into(),
                Cell::measure(mean(records.iter().map(|record| of_size(record) as f64))),
                Cell::measure(mean(records.iter().map(|record| up_to(record) as f64))),
            ]);
        }
    }
    Table {
        name: "figure-2-sizes",
        title: "Fig. 2: unavoidable sets by size".into(),
        note:
            "Means over the grids: sets of the size, and sets of at most that size; where a size is not exhausted, all."
                .into(),
        head: columns(&[
            ("source", "source"),
            ("size", "size"),
            ("mean_sets", "sets"),
            ("mean_sets_up_to", "sets up to it"),
        ]),
        rows,
    }
}

/// Fig. 2(b): the geometric mean of the seconds until there were this many sets.
pub(super) fn figure_2b(study: &Study, paper: &Paper) -> Table {
    let mut points: Vec<(String, u64, f64, usize)> = Vec::new();
    for source in &study.settings.sources {
        let mut at: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for name in study.names() {
            for (n, seconds) in cumulative(study, name, source) {
                at.entry(n).or_default().push(seconds);
            }
        }
        points.extend(at.into_iter().filter_map(|(n, seconds)| {
            let n_grids = seconds.len();
            Some((source.clone(), n, geometric_mean(seconds)?, n_grids))
        }));
    }
    let mut at: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (n, seconds) in study.names().flat_map(|name| paper.generation(name)) {
        at.entry(*n).or_default().push(*seconds);
    }
    points.extend(at.into_iter().filter_map(|(n, seconds)| {
        let n_grids = seconds.len();
        Some(("paper".to_owned(), n, geometric_mean(seconds)?, n_grids))
    }));
    let row = |(source, n, seconds, n_grids): (String, u64, f64, usize)| {
        vec![source.into(), n.into(), Cell::Measure(seconds), n_grids.into()]
    };
    Table {
        name: "figure-2b",
        title: "Fig. 2(b): unavoidable sets as a function of time".into(),
        note: "Geometric means over the grids that have that many. Sources that find all at once have points for the numbers \
               that were asked for.".into(),
        head: columns(&[("source", "source"), ("n_sets", "sets"), ("seconds", "seconds"), ("grids", "grids")]),
        rows: points.into_iter().map(row).collect(),
    }
}

/// Numbers of sets of one grid and the seconds until then.
fn cumulative(study: &Study, name: &str, source: &str) -> BTreeMap<u64, f64> {
    let generated = study.generated(name, source);
    if let Some(of_sets) = generated.and_then(InequalityRun::seconds_of_sets) {
        let sums = of_sets.iter().scan(0.0, |sum, seconds| {
            *sum += seconds;
            Some(*sum)
        });
        return (1..).zip(sums).collect();
    }
    let starts = study.run_settings().into_iter().filter(|way| way.source == source).flat_map(|way| {
        // Only what reached the number that was asked for was timed for it; `any` asks for another one in each grid.
        study.settings.counts.iter().filter_map(move |count| {
            let start = study.solved(name, way, *count)?.start?;
            Some((start.n_sets, start.seconds?)).filter(|(n, _)| count.number() == Some(*n))
        })
    });
    let mut at: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    starts.for_each(|(n, seconds)| at.entry(n).or_default().push(seconds));
    at.into_iter().filter_map(|(n, seconds)| Some((n, geometric_mean(seconds)?))).collect()
}

/// Whether the generation of inequalities is part of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timed {
    /// Fig. 3(a).
    Solving,
    /// Fig. 3(b), the "augmented time".
    WithGeneration,
}

/// Fig. 3: for each way a performance profile of the numbers of inequalities.
pub(super) fn figure_3(study: &Study, timed: Timed) -> Table {
    let mut rows = Vec::new();
    for way in study.run_settings() {
        let time = |name, count| {
            let run = study.solved(name, way, count).filter(|run| run.is_optimal())?;
            Some(if timed == Timed::Solving { run.solving() } else { run.seconds })
        };
        let counts = &study.settings.counts;
        let times: Vec<Vec<Option<f64>>> =
            counts.iter().map(|&count| study.names().map(|name| time(name, count)).collect()).collect();
        for (count, steps) in counts.iter().zip(profiles(&times)) {
            rows.extend(steps.into_iter().map(|(tau, share)| {
                vec![way.name().into(), count.to_string().into(), Cell::Ratio(tau), Cell::Ratio(share)]
            }));
        }
    }
    let (name, title) = match timed {
        Timed::Solving => ("figure-3a", "Fig. 3(a): performance profile without generation time"),
        Timed::WithGeneration => ("figure-3b", "Fig. 3(b): performance profile with generation time"),
    };
    Table {
        name,
        title: title.into(),
        note: "The share of grids that are solved within a factor of the time of the best number of inequalities."
            .into(),
        head: columns(&[
            ("setting", "setting"),
            ("inequalities", "inequalities"),
            ("tau", "factor"),
            ("share", "share"),
        ]),
        rows,
    }
}

/// Fig. 4: solving times of grids with few clues against those with more. The paper knows two groups, with and without
/// a puzzle of 17 clues; here each minimum is one, and what nobody solved another.
pub(super) fn figure_4(study: &Study) -> Table {
    let mut groups: BTreeMap<Option<usize>, Vec<&str>> = BTreeMap::new();
    for name in study.names() {
        groups.entry(study.minimum(name)).or_default().push(name);
    }
    let mut rows = Vec::new();
    for way in study.run_settings() {
        for &count in &study.settings.counts {
            for (minimum, names) in &groups {
                let runs = names.iter().filter_map(|name| study.solved(name, way, count));
                let label = minimum.map_or_else(|| "minimum open".to_owned(), |k| format!("{k} clues"));
                let times = runs.filter(|run| run.is_optimal()).map(InequalityRun::solving);
                rows.extend(shares(times, names.len()).into_iter().map(|(seconds, share)| {
                    let setting = (way.name().into(), count.to_string().into());
                    vec![setting.0, setting.1, label.clone().into(), Cell::Measure(seconds), Cell::Ratio(share)]
                }));
            }
        }
    }
    Table {
        name: "figure-4",
        title: "Fig. 4: solving times by minimum number of clues".into(),
        note: "The share of the grids of a group that were solved within that time, generation not counted.".into(),
        head: columns(&[
            ("setting", "setting"),
            ("inequalities", "inequalities"),
            ("group", "group"),
            ("seconds", "seconds"),
            ("share", "share"),
        ]),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::tests::settings;
    use super::super::run::tests::solve;
    use super::super::run::{Count, Run, RunKey, RunKind};
    use super::*;
    use minclue_core::ilp::Effort;
    use minclue_core::unavoidable::IterationRecord;
    use minclue_solver::{AnswerStatus, StartRecord};

    const FEW: Count = Count::AtMost(5);

    fn lines(table: &Table) -> Vec<String> {
        table.csv().lines().skip(1).map(str::to_owned).collect()
    }

    /// The no-good loop on one grid: seconds of the solves, and the size of the set that each found.
    fn loop_run(instance: &str, solves: &[(f64, Option<usize>)]) -> Run {
        let mut run = solve(instance, FEW, AnswerStatus::Optimal, (4, 4), 1.0);
        run.head.key = RunKey { what: RunKind::Sets, source: "ilp".to_owned(), leaf: None, ..run.head.key };
        let record = run.record.as_mut().expect("a record");
        let solved = |&(seconds, size)| IterationRecord { m: None, size, seconds, effort: Effort::UNKNOWN };
        record.iterations = Some(solves.iter().map(solved).collect());
        let mut sizes = BTreeMap::new();
        solves.iter().filter_map(|(_, size)| *size).for_each(|size| *sizes.entry(size).or_insert(0) += 1);
        (record.n_sets, record.by_size) = (Some(sizes.values().sum()), Some(sizes));
        record.complete_to = Some(4);
        run
    }

    /// Sets after 1, 1 and 4 s of one grid, and after 4 and 9 s, with a size exhausted between them, of the other.
    fn generation() -> Study {
        let runs = vec![
            loop_run("a", &[(1.0, Some(4)), (1.0, Some(4)), (4.0, Some(6))]),
            loop_run("b", &[(4.0, Some(4)), (5.0, None), (4.0, Some(6))]),
        ];
        let mut settings = settings(&[FEW], &["a", "b"]);
        settings.sources = vec!["ilp".to_owned()];
        Study::new(settings, runs)
    }

    #[test]
    fn generation_by_hand() {
        assert_eq!(lines(&figure_2a(&generation())), ["ilp,1,2,2", "ilp,2,3,2", "ilp,3,4,1"]);
        // Until then: 1, 2 and 6 s; 4 and 13 s.
        let until = lines(&figure_2b(&generation(), &Paper::default()));
        assert_eq!((&until[0], &until[2]), (&"ilp,1,2,2".to_owned(), &"ilp,3,6,1".to_owned()));
        assert!(until[1].starts_with("ilp,2,5.099"), "{until:?}");
    }

    #[test]
    fn sizes_by_hand() {
        let sizes = lines(&figure_2_sizes(&generation()));
        assert_eq!(sizes[3..], ["ilp,4,1.5,1.5", "ilp,5,0,2.5", "ilp,6,1,2.5"]);
    }

    fn times(solved: &[(&str, Count, f64, f64)]) -> Study {
        let run = |&(name, count, seconds, generation): &(&str, Count, f64, f64)| {
            let minimum = if name == "c" { 5 } else { 4 };
            let mut run = solve(name, count, AnswerStatus::Optimal, (minimum, minimum), seconds + generation);
            let start = StartRecord { n_sets: 5, seconds: Some(generation), ..StartRecord::default() };
            run.record.as_mut().expect("a record").start = Some(start);
            run
        };
        Study::new(settings(&[FEW, Count::Any], &["a", "b", "c", "d"]), solved.iter().map(run).collect())
    }

    #[test]
    fn generation_time_may_turn_a_profile() {
        let study = times(&[("a", FEW, 2.0, 0.0), ("a", Count::Any, 1.0, 3.0)]);
        let way = "\"complete, leaf lp\"";
        let profile =
            |timed| lines(&figure_3(&study, timed)).into_iter().map(|line| line.replace(way, "")).collect::<Vec<_>>();
        assert_eq!(profile(Timed::Solving), [",5,1,0", ",5,2,0.25", ",any,1,0.25", ",any,2,0.25"]);
        assert_eq!(profile(Timed::WithGeneration), [",5,1,0.25", ",5,2,0.25", ",any,1,0", ",any,2,0.25"]);
    }

    #[test]
    fn grids_are_grouped_by_their_minimum() {
        let study = times(&[("a", FEW, 2.0, 1.0), ("b", Count::Any, 3.0, 0.0), ("c", FEW, 4.0, 0.0)]);
        let lines: Vec<String> =
            lines(&figure_4(&study)).into_iter().map(|line| line.replace("\"complete, leaf lp\",", "")).collect();
        assert_eq!(lines, ["5,4 clues,2,0.5", "5,5 clues,4,1", "any,4 clues,3,0.5"]);
    }
}
