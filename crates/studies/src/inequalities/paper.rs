//! Results of the paper from a file of the user's, to stand beside ours. They are not part of this project.

use std::collections::BTreeMap;

/// A run of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PaperRun {
    pub(super) best: f64,
    pub(super) lower: f64,
    pub(super) seconds: f64,
    pub(super) n_nodes: f64,
    pub(super) is_optimal: bool,
}

/// What is known of the paper, by the names of its grids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paper {
    runs: BTreeMap<(String, u64), PaperRun>,
    /// Seconds until there were this many sets.
    generation: BTreeMap<String, Vec<(u64, f64)>>,
}

/// Why a file does not hold results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PaperError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Paper {
    /// Adds what a CSV file has. One with a column `cut_count` holds runs: `instance`, `cut_count`, `best_solution`,
    /// `lower bound`, `runtime`, `node_count` and `status`; one with columns `seconds_to_N` the times of set
    /// generation.
    ///
    /// # Errors
    /// [`PaperError`] if it has none of these columns, or if a value is none.
    pub fn read(&mut self, text: &str) -> Result<(), PaperError> {
        let mut lines = text.lines().enumerate();
        let head: Vec<&str> = lines.next().map(|(_, line)| line.trim().split(',').collect()).unwrap_or_default();
        let n_before = self.runs.len() + self.generation.len();
        for (i, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let row = Row { line: i + 1, cells: head.iter().copied().zip(line.trim().split(',')).collect() };
            let instance = row.text("instance")?.to_owned();
            if head.contains(&"cut_count") {
                self.runs.insert((instance, row.number("cut_count")? as u64), row.run()?);
            } else {
                let seconds =
                    head.iter().filter_map(|name| Some((*name, name.strip_prefix("seconds_to_")?.parse().ok()?)));
                // A loop that did not come so far has no time.
                let seconds = seconds.filter_map(|(name, n)| Some((n, row.number(name).ok()?)));
                self.generation.insert(instance, seconds.collect());
            }
        }
        if self.runs.len() + self.generation.len() == n_before {
            return Err(PaperError { line: 1, message: "no results of the paper follow this head".to_owned() });
        }
        Ok(())
    }

    /// Is there anything to show?
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The run on a grid with this many inequalities.
    pub(super) fn run(&self, instance: &str, count: Option<u64>) -> Option<&PaperRun> {
        self.runs.get(&(instance.to_owned(), count?))
    }

    /// All runs on a grid.
    pub(super) fn runs_of<'a>(&'a self, instance: &'a str) -> impl Iterator<Item = &'a PaperRun> {
        self.runs.iter().filter(move |((name, _), _)| name == instance).map(|(_, run)| run)
    }

    /// Seconds until there were this many sets of a grid, for the numbers that are known.
    pub(super) fn generation(&self, instance: &str) -> &[(u64, f64)] {
        self.generation.get(instance).map_or(&[], Vec::as_slice)
    }
}

/// A line by the names of its columns.
struct Row<'a> {
    line: usize,
    cells: BTreeMap<&'a str, &'a str>,
}

impl Row<'_> {
    fn error(&self, message: String) -> PaperError {
        PaperError { line: self.line, message }
    }

    fn text(&self, name: &str) -> Result<&str, PaperError> {
        self.cells.get(name).copied().ok_or_else(|| self.error(format!("there is no column `{name}`")))
    }

    fn number(&self, name: &str) -> Result<f64, PaperError> {
        let text = self.text(name)?;
        text.parse().ok().filter(|v: &f64| v.is_finite()).ok_or_else(|| self.error(format!("`{text}` is not a {name}")))
    }

    fn run(&self) -> Result<PaperRun, PaperError> {
        Ok(PaperRun {
            best: self.number("best_solution")?,
            lower: self.number("lower bound")?,
            seconds: self.number("runtime")?,
            n_nodes: self.number("node_count")?,
            is_optimal: self.text("status")? == "Optimal",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Numbers of our own; the columns are those of the paper's files.
    const RUNS: &str = "instance,parameter,cut_count,best_solution,lower bound,gap,runtime,node_count,status\n\
        7,2,500,17.0,17.0,0.0,60.5,21,Optimal\n7,2,1000,18.0,16.5,0.1,99,30,Time Limit\n";

    #[test]
    fn runs_and_generation_are_told_apart() {
        let mut paper = Paper::default();
        paper.read(RUNS).expect("runs");
        paper.read("instance,seconds_to_50,seconds_to_100,sets_by_size\n7,1.5,,4:2 6:1\n").expect("generation");
        let run = paper.run("7", Some(1000)).expect("a run");
        assert_eq!((run.best, run.lower, run.is_optimal), (18.0, 16.5, false));
        assert_eq!(paper.runs_of("7").count(), 2);
        assert_eq!((paper.run("7", None), paper.run("8", Some(500))), (None, None));
        assert_eq!(paper.generation("7"), [(50, 1.5)]);
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        let refusal = |text: &str| Paper::default().read(text).expect_err("no results").to_string();
        assert_eq!(refusal(""), "line 1: no results of the paper follow this head");
        assert_eq!(refusal(&RUNS.replace("60.5", "soon")), "line 2: `soon` is not a runtime");
        assert_eq!(refusal("a,b\n1,2\n"), "line 2: there is no column `instance`");
    }
}
