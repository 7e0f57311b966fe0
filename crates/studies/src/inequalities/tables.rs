//! Tables 1 to 3 of tjusila-2023, and the runs behind them.

use super::super::math::{MIN, geometric_mean, mean};
use super::super::table::{Cell, Table, columns};
use super::groups::{RunSetting, Study};
use super::paper::{Paper, PaperRun};
use super::run::{Count, InequalityRun};

/// The classes of Table 1 end at these seconds; the last one has no end.
const CLASSES: [u64; 9] = [1, 10, 30, 60, 300, 600, 1800, 3600, 7200];

/// All tables, in the order of the document.
pub(super) fn tables(study: &Study, paper: &Paper) -> Vec<Table> {
    vec![
        table_1(study),
        table_2(study, paper),
        table_3(study, paper),
        generation(study, paper),
        instances(study, paper),
    ]
}

/// Seconds for each set that a source found for a grid.
fn seconds_of_sets(record: &InequalityRun) -> Vec<f64> {
    record.seconds_of_sets().unwrap_or_else(|| {
        let n = record.n_sets.unwrap_or(0);
        vec![record.seconds / n.max(1) as f64; usize::try_from(n).unwrap_or(0)]
    })
}

/// The class of a time: the first one that ends at it or later.
fn class(seconds: f64) -> usize {
    CLASSES.iter().position(|end| seconds <= *end as f64).unwrap_or(CLASSES.len())
}

fn table_1(study: &Study) -> Table {
    let sources = &study.settings.sources;
    let counts: Vec<[u64; CLASSES.len() + 1]> = sources
        .iter()
        .map(|source| {
            let mut counts = [0; CLASSES.len() + 1];
            for record in study.names().filter_map(|name| study.generated(name, source)) {
                seconds_of_sets(record).into_iter().for_each(|s| counts[class(s)] += 1);
            }
            counts
        })
        .collect();
    let label = |class: usize| match (class.checked_sub(1).map(|before| CLASSES[before]), CLASSES.get(class)) {
        (None, end) => format!("at most {}", end.unwrap_or(&0)),
        (Some(start), Some(end)) => format!("{start} to {end}"),
        (Some(start), None) => format!("more than {start}"),
    };
    let rows = (0..=CLASSES.len()).map(|class| {
        let numbers = counts.iter().map(|counts| counts[class].into());
        std::iter::once(label(class).into()).chain(numbers).collect()
    });
    let head = sources.iter().map(|source| (format!("n_sets_{source}"), format!("sets, {source}")));
    Table {
        name: "table-1",
        title: "Table 1: seconds to generate an unavoidable set".into(),
        note: "How many sets took how long, over all grids. The no-good loop (`ilp`) finds one after the other; the other \
               sources find all at once, and each set counts with its share.".into(),
        rows: rows.collect(),
        head: columns(&[("seconds", "seconds")]).into_iter().chain(head).collect(),
    }
}

/// The runs of one way with one number of inequalities, each beside that of the paper.
struct Setting<'a> {
    way: RunSetting<'a>,
    count: Count,
    runs: Vec<(Option<&'a InequalityRun>, Option<&'a PaperRun>)>,
}

impl<'a> Setting<'a> {
    fn all(study: &'a Study, paper: &'a Paper) -> Vec<Self> {
        let mut settings = Vec::new();
        for way in study.run_settings() {
            for &count in &study.settings.counts {
                let run = |name| (study.solved(name, way, count), paper.run(name, count.number()));
                settings.push(Self { way, count, runs: study.names().map(run).collect() });
            }
        }
        settings
    }

    fn head(&self) -> Vec<Cell> {
        vec![self.way.source.into(), self.way.leaf.into(), self.count.to_string().into()]
    }

    fn finished(&self) -> impl Iterator<Item = &'a InequalityRun> {
        self.runs.iter().filter_map(|(run, _)| *run)
    }

    fn optimal(&self) -> impl Iterator<Item = &'a InequalityRun> {
        self.finished().filter(|run| run.is_optimal())
    }

    fn paper(&self) -> impl Iterator<Item = &'a PaperRun> {
        self.runs.iter().filter_map(|(_, paper)| *paper)
    }
}

const SETTING: [(&str, &str); 3] = [("source", "source"), ("leaf", "leaf"), ("inequalities", "inequalities")];

fn table_2(study: &Study, paper: &Paper) -> Table {
    let mut head = columns(&SETTING);
    head.extend(columns(&[("optimal", "optimal"), ("limit", "time limit"), ("missing", "not finished")]));
    if !paper.is_empty() {
        head.extend(columns(&[("paper_optimal", "paper, optimal"), ("paper_limit", "paper, time limit")]));
    }
    let row = |setting: Setting<'_>| {
        let (optimal, finished) = (setting.optimal().count(), setting.finished().count());
        let mut row = setting.head();
        row.extend([optimal, finished - optimal, setting.runs.len() - finished].map(Cell::from));
        if !paper.is_empty() {
            let (all, optimal) = (setting.paper().count(), setting.paper().filter(|run| run.is_optimal).count());
            row.extend([optimal, all - optimal].map(|n| if all == 0 { Cell::Empty } else { n.into() }));
        }
        row
    };
    Table {
        name: "table-2",
        title: "Table 2: how the runs ended".into(),
        note: "The number of grids that were solved to optimality, and of those that a limit ended, for each number of start \
               inequalities.".into(),
        rows: Setting::all(study, paper).into_iter().map(row).collect(),
        head,
    }
}

/// Seconds of a node; where nothing was counted as one, the root is.
fn seconds_per_node(seconds: f64, n_nodes: f64) -> f64 {
    seconds.max(MIN) / n_nodes.max(1.0)
}

fn table_3(study: &Study, paper: &Paper) -> Table {
    let mut head = columns(&SETTING);
    head.extend(columns(&[
        ("solved", "solved"),
        ("nodes", "nodes"),
        ("seconds_per_node", "time per node, s"),
        ("seconds", "total runtime, s"),
        ("start_sets", "start sets"),
        ("generation_seconds", "generation, s"),
        ("mean_seconds", "mean runtime, s"),
        ("seconds_all", "runtime of all runs, s"),
    ]));
    if !paper.is_empty() {
        head.extend(columns(&[
            ("paper_solved", "paper, solved"),
            ("paper_nodes", "paper, nodes"),
            ("paper_seconds_per_node", "paper, time per node, s"),
            ("paper_seconds", "paper, total runtime, s"),
        ]));
    }
    let row = |setting: Setting<'_>| {
        let nodes = |run: &InequalityRun| run.n_nodes.unwrap_or(0) as f64;
        let start_sets = setting.finished().filter_map(|run| Some(run.start?.n_sets as f64));
        let mut row = setting.head();
        row.extend([
            setting.optimal().count().into(),
            Cell::measure(geometric_mean(setting.optimal().map(|run| nodes(run).max(1.0)))),
            Cell::measure(geometric_mean(setting.optimal().map(|run| seconds_per_node(run.solving(), nodes(run))))),
            Cell::measure(geometric_mean(setting.optimal().map(InequalityRun::solving))),
            Cell::measure(mean(start_sets)),
            Cell::measure(geometric_mean(setting.finished().map(InequalityRun::generation))),
            Cell::measure(mean(setting.optimal().map(InequalityRun::solving))),
            Cell::measure(geometric_mean(setting.finished().map(InequalityRun::charged))),
        ]);
        if !paper.is_empty() {
            let theirs: Vec<&PaperRun> = setting.paper().filter(|run| run.is_optimal).collect();
            let all = setting.paper().count();
            row.extend([
                if all == 0 { Cell::Empty } else { theirs.len().into() },
                Cell::measure(geometric_mean(theirs.iter().map(|run| run.n_nodes.max(1.0)))),
                Cell::measure(geometric_mean(theirs.iter().map(|run| seconds_per_node(run.seconds, run.n_nodes)))),
                Cell::measure(geometric_mean(theirs.iter().map(|run| run.seconds))),
            ]);
        }
        row
    };
    Table {
        name: "table-3",
        title: "Table 3: nodes, time per node and runtime".into(),
        note: "Geometric means over the grids that were solved with that number of inequalities, as in the paper, where they \
               are other grids in each row; seconds are without generation. Beside them the mean number of start \
               inequalities, the geometric mean of their generation, the mean runtime, and the geometric mean over all runs \
               that finished, where what a limit ended counts with its generation, as long as it ran.".into(),
        rows: Setting::all(study, paper).into_iter().map(row).collect(),
        head,
    }
}

fn generation(study: &Study, paper: &Paper) -> Table {
    let theirs = |name: &str| !paper.generation(name).is_empty();
    let beside = study.names().any(theirs);
    let mut head = columns(&[
        ("instance", "grid"),
        ("source", "source"),
        ("n_sets", "sets"),
        ("seconds", "seconds"),
        ("complete_to", "complete to"),
        ("largest", "largest set"),
    ]);
    if beside {
        head.extend(columns(&[("paper_n_sets", "paper, sets"), ("paper_seconds", "paper, s")]));
    }
    let mut rows = Vec::new();
    for name in study.names() {
        for source in &study.settings.sources {
            let Some(record) = study.generated(name, source) else { continue };
            let largest = record.by_size.as_ref().and_then(|sizes| sizes.keys().next_back().copied());
            let n_sets = record.n_sets.unwrap_or(0);
            let mut row: Vec<Cell> = vec![name.into(), source.as_str().into(), n_sets.into()];
            row.push(Cell::Measure(
                record.iterations.as_ref().map_or(record.seconds, |all| all.iter().map(|i| i.seconds).sum()),
            ));
            row.extend([record.complete_to, largest].map(|size| Cell::count(size.map(|size| size as u64))));
            if beside {
                let as_many = paper.generation(name).iter().filter(|(n, _)| *n <= n_sets).max_by_key(|(n, _)| *n);
                row.push(Cell::count(as_many.map(|(n, _)| *n)));
                row.push(Cell::measure(as_many.map(|(_, seconds)| *seconds)));
            }
            rows.push(row);
        }
    }
    Table {
        name: "generation",
        title: "Generation of inequalities".into(),
        note: "For each grid and source as many sets as the largest number of inequalities asks for, or as many as there are \
               within the limit.".into(),
        head,
        rows,
    }
}

fn instances(study: &Study, paper: &Paper) -> Table {
    let mut head = columns(&[("instance", "grid")]);
    head.extend(columns(&SETTING));
    head.extend(columns(&[
        ("status", "status"),
        ("lower_bound", "at least"),
        ("upper_bound", "at most"),
        ("gap", "gap"),
        ("root_bound", "root bound"),
        ("seconds", "seconds"),
        ("generation_seconds", "generation, s"),
        ("nodes", "nodes"),
        ("leaf_nodes", "nodes of leaves"),
        ("start_sets", "start sets"),
        ("learned_sets", "learned sets"),
    ]));
    if !paper.is_empty() {
        head.extend(columns(&[
            ("paper_lower_bound", "paper, at least"),
            ("paper_upper_bound", "paper, at most"),
            ("paper_seconds", "paper, s"),
            ("paper_nodes", "paper, nodes"),
        ]));
    }
    let mut rows = Vec::new();
    for name in study.names() {
        for way in study.run_settings() {
            for &count in &study.settings.counts {
                let Some(run) = study.solved(name, way, count) else { continue };
                let size = |bound: Option<usize>| Cell::count(bound.map(|bound| bound as u64));
                let gap = run
                    .upper_bound
                    .zip(run.lower_bound)
                    .map(|(upper, lower)| upper.saturating_sub(lower) as f64 / upper.max(1) as f64);
                let mut row: Vec<Cell> =
                    vec![name.into(), way.source.into(), way.leaf.into(), count.to_string().into()];
                row.extend([
                    if run.is_optimal() { "optimal".into() } else { "limit".into() },
                    size(run.lower_bound),
                    size(run.upper_bound),
                    Cell::ratio(gap),
                    Cell::ratio(run.root_bound),
                    Cell::Measure(run.solving()),
                    Cell::Measure(run.generation()),
                    Cell::count(run.n_nodes),
                    Cell::count(run.n_leaf_nodes),
                    Cell::count(run.start.map(|start| start.n_sets)),
                    Cell::count(run.n_learned),
                ]);
                if !paper.is_empty() {
                    let theirs = paper.run(name, count.number());
                    row.extend([
                        Cell::ratio(theirs.map(|run| run.lower)),
                        Cell::count(theirs.map(|run| run.best.round() as u64)),
                        Cell::measure(theirs.map(|run| run.seconds)),
                        Cell::count(theirs.map(|run| run.n_nodes as u64)),
                    ]);
                }
                rows.push(row);
            }
        }
    }
    Table {
        name: "instances",
        title: "The runs".into(),
        note: "Seconds are those of the engine without the generation of its start inequalities, which stands beside them.".into(),
        head,
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::tests::settings;
    use super::super::run::tests::solve;
    use super::*;
    use minclue_solver::{AnswerStatus, StartRecord};

    #[test]
    fn a_time_is_in_the_class_that_it_ends() {
        assert_eq!([0.0, 1.0, 1.5, 10.0, 7200.0, 7200.1].map(class), [0, 0, 1, 1, 8, 9]);
    }

    /// Grid a: 1 s and 4 s. Grid b: 4 s and a limit at 10 s. Half a second of each went into 5 start inequalities.
    fn study() -> Study {
        let (few, any) = (Count::AtMost(5), Count::Any);
        let mut runs = vec![
            solve("a", few, AnswerStatus::Optimal, (4, 4), 1.5),
            solve("a", any, AnswerStatus::Optimal, (4, 4), 4.5),
            solve("b", few, AnswerStatus::Optimal, (4, 4), 4.5),
            solve("b", any, AnswerStatus::TimeLimit, (3, 4), 10.5),
        ];
        for run in &mut runs {
            let record = run.record.as_mut().expect("a record");
            record.start = Some(StartRecord { n_sets: 5, seconds: Some(0.5), ..StartRecord::default() });
        }
        Study::new(settings(&[few, any], &["a", "b", "c"]), runs)
    }

    fn csv(table: &Table, column: &str) -> Vec<String> {
        let text = table.csv();
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let i = lines.next().and_then(|head| head.iter().position(|name| *name == column)).expect("a column");
        lines.map(|line| line[i].to_owned()).collect()
    }

    #[test]
    fn endings_are_counted() {
        let table = table_2(&study(), &Paper::default());
        assert_eq!(
            (csv(&table, "optimal"), csv(&table, "limit")),
            (vec!["2".into(), "1".into()], vec!["0".into(), "1".into()])
        );
        assert_eq!(csv(&table, "missing"), ["1", "1"]);
    }

    #[test]
    fn means_are_over_what_was_solved() {
        let table = table_3(&study(), &Paper::default());
        assert_eq!(csv(&table, "solved"), ["2", "1"]);
        assert_eq!(csv(&table, "seconds"), ["2", "4"]);
        assert_eq!(csv(&table, "mean_seconds"), ["2.5", "4"]);
        assert_eq!(csv(&table, "nodes"), ["100", "100"]);
        assert_eq!(csv(&table, "seconds_per_node"), ["0.02", "0.04"]);
        assert_eq!(csv(&table, "generation_seconds"), ["0.5", "0.5"]);
        // The square root of 4 * 10.5.
        assert_eq!(csv(&table, "seconds_all"), ["2", "6.480740698"]);
    }

    #[test]
    fn the_paper_stands_beside_the_same_grids_only() {
        let mut paper = Paper::default();
        let row = |id: &str, seconds: u32, status: &str| format!("{id},5,4,4,{seconds},10,{status}\n");
        let head = "instance,cut_count,best_solution,lower bound,runtime,node_count,status\n";
        let text = [
            head.to_owned(),
            row("a", 2, "Optimal"),
            row("b", 8, "Optimal"),
            row("z", 50, "Optimal"),
            row("c", 9, "Time Limit"),
        ];
        paper.read(&text.concat()).expect("results");
        let (two, three) = (table_2(&study(), &paper), table_3(&study(), &paper));
        assert_eq!(
            (csv(&two, "paper_optimal"), csv(&two, "paper_limit")),
            (vec!["2".into(), String::new()], vec!["1".into(), String::new()])
        );
        assert_eq!(
            (csv(&three, "paper_seconds"), csv(&three, "paper_seconds_per_node")),
            (vec!["4".into(), String::new()], vec!["0.4".into(), String::new()])
        );
        assert_eq!(csv(&instances(&study(), &paper), "paper_nodes"), ["10", "", "10", ""]);
    }

    #[test]
    fn the_share_of_a_set_is_its_time_where_all_come_at_once() {
        let record = InequalityRun { n_sets: Some(4), seconds: 8.0, ..InequalityRun::default() };
        assert_eq!(seconds_of_sets(&record), [2.0; 4]);
    }
}
