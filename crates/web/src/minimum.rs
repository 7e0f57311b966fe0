//! The fewest clues of a grid, with the bounds while they close in.

use std::io;

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::{ClueProblem, Counters, Minimum, Observer, Restricted, SudokuClues};
use minclue_core::sudoku::{Grid, Uniqueness, Variant, line};
use minclue_core::unavoidable::{Complete, CompleteByNumber, Family, Source as _, SourceError, UnavoidableSet};
use minclue_engines::engine::{Engine as _, LargerSets, Run, Start};
use minclue_engines::search::Native;

use crate::protocol::Message;
use crate::question::{ParsedPuzzle, Question, W, grid, posed, problem, solutions};

/// Which cells may be clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    /// All cells of the grid.
    All,
    /// The clues of the puzzle.
    Clues,
}

/// Answers to `tell`, beginning with the first bounds.
pub(crate) fn minimum(
    question: Question<'_>,
    among: Among,
    tell: &mut dyn FnMut(&Message) -> io::Result<()>,
) -> io::Result<()> {
    let (ParsedPuzzle { puzzle, variant, .. }, grid) =
        match posed(question).and_then(|posed| grid(&posed).map(|grid| (posed, grid))) {
            Ok(found) => found,
            Err(trouble) => return tell(&trouble.into()),
        };
    // As the program does: a search that knows a puzzle begins with it.
    let own = puzzle.as_grid().is_none().then(|| puzzle.clues::<W>());
    let forbidden = match among {
        Among::All => CellSet::EMPTY,
        Among::Clues => CellSet::first_n(puzzle.shape().n_cells()) - puzzle.clues::<W>(),
    };
    let mut told = BoundMessages { tell, grid: &grid, n_clues: usize::MAX, result: Ok(()) };
    let answer = search(&problem(&variant, &grid), forbidden, own, &mut told);
    let BoundMessages { tell, result, .. } = told;
    result?;
    tell(&match answer {
        Ok(found) => last_word(&variant, &grid, &found),
        Err(error) => Message::failed(&error),
    })
}

/// The native engine with the start sets and the settings that the program has unless an option says otherwise.
fn search(
    whole: &SudokuClues<W>,
    forbidden: CellSet<W>,
    own: Option<CellSet<W>>,
    told: &mut BoundMessages<'_>,
) -> Result<Minimum<W>, SourceError> {
    let (shape, limits) = (whole.grid().shape(), Limits::none());
    let mut family = Family::new();
    if whole.variant().is_plain() {
        Complete::affordable(shape).find(whole, &mut family, &limits)?;
    } else {
        CompleteByNumber::affordable(shape).find(whole, &mut family, &limits)?;
    }
    let larger = Complete::after(&family);
    let part = (!forbidden.is_empty()).then(|| Restricted::new(whole, CellSet::EMPTY, forbidden));
    if let Some(part) = &part {
        family = rest(part, &family);
    }
    let problem = part.as_ref().map_or(whole as &dyn ClueProblem<W>, |part| part);
    let larger = larger.map(|source| LargerOnPage { whole, part: part.as_ref(), source });
    let larger = larger.as_ref().map(|larger| larger as &dyn LargerSets<W>);
    let start = Start { family: &family, incumbent: own, larger };
    let found = Native::default().minimum(problem, &start, &mut Run::new(&limits, told));
    Ok(found.expect("no proof is asked for"))
}

/// Larger sets for a long search, as the program has them.
struct LargerOnPage<'p> {
    whole: &'p SudokuClues<W>,
    part: Option<&'p Restricted<'p, W>>,
    source: Complete,
}

impl LargerSets<W> for LargerOnPage<'_> {
    fn find(&self, limits: &Limits) -> Vec<CellSet<W>> {
        let (mut source, mut family) = (self.source, Family::new());
        // This source uses no tool that could fail; without its sets a search is as right as with them.
        let _ = source.find(self.whole, &mut family, limits);
        if let Some(part) = self.part {
            family = rest(part, &family);
        }
        family.sets().iter().map(|set| set.cells).collect()
    }
}

/// What is left of the sets where some cells may not be clues; one may now have another inside.
fn rest(part: &Restricted<'_, W>, whole: &Family<W>) -> Family<W> {
    let mut family = Family::new();
    for UnavoidableSet { cells, witness } in whole.sets() {
        if let Some(cells) = part.rest(*cells) {
            family.insert(UnavoidableSet { cells, witness: witness.clone() });
        }
    }
    family.keep_minimal();
    family
}

/// The answer, once another solver has looked at its puzzle.
fn last_word(variant: &Variant, grid: &Grid, found: &Minimum<W>) -> Message {
    let Some(clues) = found.clues.filter(|clues| clues.len() == found.lower_bound) else {
        return Message::failed(&"a search without limits ended before its bounds met");
    };
    let puzzle = grid.puzzle(clues);
    match solutions(variant, &puzzle) {
        Ok(Uniqueness::One(only)) if only == *grid => {
            let (nodes, sets) = (found.counters.n_nodes, found.counters.n_sets);
            Message::Minimum { clues: clues.len(), puzzle: line(&puzzle), nodes, sets }
        }
        Ok(_) => Message::failed(&format_args!("the grid is not the only solution of {}", line(&puzzle))),
        Err(trouble) => trouble.into(),
    }
}

/// Tells what the engine reports.
struct BoundMessages<'t> {
    tell: &'t mut dyn FnMut(&Message) -> io::Result<()>,
    grid: &'t Grid,
    /// Of the best puzzle that was told.
    n_clues: usize,
    /// Did somebody listen up to now?
    result: io::Result<()>,
}

impl BoundMessages<'_> {
    fn tell(&mut self, said: &Message) {
        if self.result.is_ok() {
            self.result = (self.tell)(said);
        }
    }
}

impl Observer<W> for BoundMessages<'_> {
    fn bounds(&mut self, lower: usize, clues: Option<&CellSet<W>>, work: &Counters) {
        if let Some(clues) = clues.filter(|clues| clues.len() < self.n_clues) {
            self.n_clues = clues.len();
            self.tell(&Message::Better { puzzle: line(&self.grid.puzzle(*clues)) });
        }
        self.tell(&Message::Bounds { lower, upper: clues.map(CellSet::len), nodes: work.n_nodes });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Every line, as the page reads it.
    fn said_of(question: Question<'_>, among: Among) -> Vec<Value> {
        let mut all = Vec::new();
        let mut tell = |said: &Message| {
            all.push(serde_json::to_value(said).expect("JSON"));
            Ok(())
        };
        minimum(question, among, &mut tell).expect("somebody listens");
        all
    }

    fn said(text: &str, among: Among) -> Vec<Value> {
        said_of(text.into(), among)
    }

    /// Four clues, as of every 4x4 grid (`instances/known.txt`).
    #[test]
    fn bounds_close_in_until_they_meet() {
        let all = said("1234341221434321", Among::All);
        let last = all.last().expect("an answer");
        assert_eq!((&last["is"], &last["clues"]), (&"minimum".into(), &4.into()));
        assert_eq!(last["puzzle"].as_str().map(|p| p.chars().filter(|&c| c != '.').count()), Some(4));
        let bounds: Vec<_> = all.iter().filter(|said| said["is"] == "bounds").collect();
        assert!(bounds.is_sorted_by_key(|said| said["lower"].as_u64()), "{all:?}");
        assert!(bounds.is_sorted_by_key(|said| said["upper"].as_u64().map(std::cmp::Reverse)), "{all:?}");
        assert!(bounds.last().is_some_and(|said| said["lower"] == 4 && said["upper"] == 4), "{all:?}");
    }

    #[test]
    fn within_a_puzzle_only_its_clues_count() {
        let own = "12343412........";
        assert_eq!(said(own, Among::All).last().map(|said| said["is"].clone()), Some("refused".into()));
        let own = "1234341221......";
        let all = said(own, Among::Clues);
        let puzzle = all.last().and_then(|said| said["puzzle"].as_str()).expect("a puzzle");
        assert!(puzzle.chars().zip(own.chars()).all(|(found, own)| found == '.' || found == own), "{puzzle}");
        assert!(puzzle.len() == 16 && puzzle.chars().filter(|&c| c != '.').count() >= 4);
    }

    /// With both diagonals three clues are enough, one for each of three digits, and fewer never are; the second grid
    /// has a digit twice in a diagonal.
    #[test]
    fn rules_count() {
        let rules = "x";
        let all = said_of(Question { text: "4231132424133142", rules }, Among::All);
        assert_eq!(all.last().map(|said| said["clues"].clone()), Some(3.into()), "{all:?}");
        let all = said_of(Question { text: "1234341221434321", rules }, Among::All);
        let message = all.last().and_then(|said| said["message"].as_str()).expect("a refusal");
        assert!(message.contains("diagonal"), "{message}");
    }
}
