//! Grids with rules that are neither houses nor moves, such as cages: asked about as a model of all fillings.

use minclue_core::base::{Cell, Limits, Stop};
use minclue_core::ilp::VarId;
use minclue_core::problem::Layout;
use minclue_core::sudoku::{DrawnRule, Entry, Rule, digit_char};
use minclue_puzzles::puzzles::{OpenPuzzle, OpenSolutions, PuzzleError};
use minclue_report::Head;
use minclue_solver::NoGrid;

use super::answer::Answer;
use super::args::ClueArgs;
use super::puzzle::{LoadedModel, Source};

/// The solutions of a puzzle with such rules.
pub(super) enum RuleSolutions {
    /// It has one solution.
    One(Box<RulePuzzle>),
    None,
    /// Two of its solutions, in one line each.
    Several([String; 2]),
}

impl RuleSolutions {
    /// What is said of a puzzle that has no grid.
    pub(super) fn refusal(&self) -> NoGrid {
        NoGrid::Refused(match self {
            Self::Several(_) => "this puzzle has several solutions",
            _ => "this puzzle has no solution",
        })
    }
}

/// A grid with its rules. Cell i of the problem is cell i of the grid.
pub(super) struct RulePuzzle {
    pub(super) model: LoadedModel,
    /// The solution, in one line.
    pub(super) grid: String,
    /// Its rules as they were given, with all sums.
    rules: Vec<Rule>,
    /// The cells whose digits are given.
    pub(super) given: Vec<Cell>,
}

/// Looks for the solution of an entry with these rules.
///
/// # Errors
/// The answer, if a rule does not go with the grid; or what `stopped` makes of the limit that came first.
pub(super) fn solutions(
    entry: &Entry,
    rules: &[Rule],
    limits: &Limits,
    stopped: impl FnOnce(Stop) -> Answer,
) -> Result<RuleSolutions, Answer> {
    let refused = |e: PuzzleError| Answer::Refused { message: format!("{}: {}", e.text, e.message), help: None };
    let open = OpenPuzzle::new(&entry.puzzle, rules, entry.id.as_deref()).map_err(refused)?;
    let n = entry.puzzle.shape().n();
    let line = |digits: &[_]| digits.iter().map(|digit| digit_char(n, *digit)).collect::<String>();
    Ok(match open.solutions(limits).map_err(stopped)? {
        OpenSolutions::None => RuleSolutions::None,
        OpenSolutions::Several([one, other]) => RuleSolutions::Several([line(&one), line(&other)]),
        OpenSolutions::One(mut instance) => {
            let Some(square) = instance.square.clone() else {
                return Err(Answer::Failed("a square with rules lost its form".to_owned()));
            };
            let grid = line(&square.digits);
            let rules = rules.iter().map(|rule| with_sum(rule, &square.rules)).collect();
            instance.layout = Box::new(InOneLine { grid: grid.chars().collect(), cells: square.cells });
            let model = LoadedModel::new(Source::Puzzle(instance), &ClueArgs::default())
                .map_err(|message| Answer::Refused { message, help: None })?;
            RuleSolutions::One(Box::new(RulePuzzle { model, grid, rules, given: entry.puzzle.clue_cells() }))
        }
    })
}

/// The head of its record, which is one of a grid.
pub(super) fn of_rules(head: Head, solved: Option<&RulePuzzle>, rules: &[Rule]) -> Head {
    let rules = solved.map_or(rules, |solved| &solved.rules);
    let variant = rules.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let grid = head.grid.or_else(|| solved.map(|solved| solved.grid.clone()));
    Head { grid, variant: Some(variant), ..head }
}

/// A rule with its sum, if that is the one of the solution: `known` has all sums, and a puzzle does not show them.
fn with_sum(rule: &Rule, known: &[(Rule, Option<VarId>)]) -> Rule {
    let Rule::Drawn(DrawnRule::LittleKiller { start, direction, sum: None }) = rule else { return rule.clone() };
    let is_same = |known: &&Rule| matches!(known, Rule::Drawn(DrawnRule::LittleKiller { start: at, direction: to, .. }) if at == start && to == direction);
    known.iter().map(|(known, _)| known).find(is_same).unwrap_or(rule).clone()
}

/// Shows a puzzle as grids are: in one line.
struct InOneLine {
    grid: Vec<char>,
    /// The variable of each cell's digit.
    cells: Vec<VarId>,
}

impl Layout for InOneLine {
    fn show(&self, is_clue: &dyn Fn(VarId) -> bool) -> String {
        self.cells.iter().zip(&self.grid).map(|(var, digit)| if is_clue(*var) { *digit } else { '.' }).collect()
    }

    fn shows(&self, var: VarId) -> bool {
        self.cells.contains(&var)
    }
}

/// The cells in which two lines differ.
pub(super) fn differing(lines: &[String; 2]) -> Vec<usize> {
    let [one, other] = lines.each_ref().map(|line| line.chars());
    one.zip(other).enumerate().filter(|(_, (a, b))| a != b).map(|(cell, _)| cell).collect()
}
