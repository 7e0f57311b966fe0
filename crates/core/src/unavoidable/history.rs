//! The history of the no-good loop, solve by solve, in a form that can be checked and continued.

use crate::base::CellSet;
use crate::ilp::Effort;
use crate::problem::ClueProblem;

use super::UnavoidableSet;

/// The program of the no-good loop (tjusila-2023, section 4, which has the first and mentions the second).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum LoopForm {
    /// Sets of 1, 2, 3, ... cells, until there is none of that size.
    ///
    /// As published: (D1) asks for sets of m cells.
    #[default]
    Sizes,
    /// A smallest set that is left.
    ///
    /// No (D1): the number of cells that differ is minimized.
    Minimize,
}

impl LoopForm {
    pub const ALL: &'static [Self] = &[Self::Sizes, Self::Minimize];

    /// The name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sizes => "sizes",
            Self::Minimize => "minimize",
        }
    }
}

/// The split of the programs of [`LoopForm::Sizes`] into smaller ones.
///
/// Each set has a first cell, so the sets of m cells are those whose first cell is the first of all, then those whose
/// first cell is the second, and so on. In such a part the cells before agree with the target, and the cell itself does
/// not: both are fixed, and much follows from them before a solver is asked. The programs are those of the paper with
/// variables fixed; together they have the same sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum LoopSplit {
    /// One program for each size, as published
    #[default]
    None,
    /// By the first cell of a set
    Cell,
    /// By the first cell, and by its other value
    Value,
    /// The same, and on by what must change then, until few variables are left.
    ///
    /// The fewer they are, the less is left to the solver, and the more this is a search by propagation over the same
    /// rows rather than a loop of integer programs.
    Deep,
}

impl LoopSplit {
    pub const ALL: &'static [Self] = &[Self::None, Self::Cell, Self::Value, Self::Deep];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Cell => "cell",
            Self::Value => "value",
            Self::Deep => "deep",
        }
    }

    /// Returns whether the loop has parts.
    #[must_use]
    pub fn has_parts(self) -> bool {
        self != Self::None
    }
}

/// One solve of the loop that ended with an answer, or one image of the set of such a solve. In a part without further
/// sets, it represents all programs into which the part was split.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IterationRecord {
    /// The size of the sets, which is the m of (D1); `None` for [`LoopForm::Minimize`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub m: Option<usize>,
    /// The part, if the loop has parts ([`LoopSplit`]): the position of the set's first cell among all cells, from 0.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub part: Option<usize>,
    /// Whether the set is an image of an earlier set, for which no program was solved.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_false"))]
    pub image: bool,
    /// The size of the set found; `None` if there was none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub size: Option<usize>,
    /// The wall-clock time of the solve in seconds.
    #[cfg_attr(feature = "serde", serde(serialize_with = "to_the_microsecond"))]
    pub seconds: f64,
    /// The processor time of the solve in seconds, to the microsecond; older journals do not have it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cpu_seconds: Option<f64>,
    /// The work of the solve, as its backend counts it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub effort: Effort,
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[cfg(feature = "serde")]
fn to_the_microsecond<S: serde::Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(crate::base::microseconds(*seconds))
}

/// One solve with the set found.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<const W: usize> {
    /// The question, and the work of the solve.
    pub record: IterationRecord,
    /// The set, if there was one.
    pub set: Option<UnavoidableSet<W>>,
}

/// The solves of a loop that began without sets, in order. Each was checked when it was added: its set against the
/// rules of the problem, and its place against the earlier solves. The claim that no further set of a size exists is
/// the backend's, as in the loop itself.
#[derive(Clone, Debug, PartialEq)]
pub struct History<const W: usize> {
    form: LoopForm,
    has_parts: bool,
    steps: Vec<Step<W>>,
    /// The next place of [`LoopForm::Sizes`].
    next: Place,
}

/// A size and a part of it; all before are exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) m: usize,
    /// Always 0 in a loop without parts.
    pub(super) part: usize,
}

impl Place {
    const FIRST: Self = Self { m: 1, part: 0 };

    /// The place after this one, among `n_cells` cells. The last `m - 1` cells cannot be the first of a set of m.
    pub(super) fn after(self, has_parts: bool, n_cells: usize) -> Self {
        let Self { m, part } = self;
        if has_parts && part + m < n_cells { Self { m, part: part + 1 } } else { Self { m: m + 1, part: 0 } }
    }
}

/// The reason why a solve cannot be the next one of a history.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// The witness proves another set than the stated one, or none.
    #[error("{0}")]
    Witness(String),
    /// The size, the cells and m do not match.
    #[error("{0}")]
    Size(String),
    /// The loop would not have asked this question next.
    #[error("{0}")]
    Order(String),
    /// The set contains an earlier one, which was excluded.
    #[error("its set contains that of solve {0}")]
    CutOff(usize),
}

impl<const W: usize> History<W> {
    /// Creates the history of a loop without parts that has not started.
    #[must_use]
    pub fn new(form: LoopForm) -> Self {
        Self::of(form, LoopSplit::None)
    }

    /// Creates the history of a loop that has not started. Both ways to split into parts have the same parts and
    /// histories; [`LoopForm::Minimize`] has none.
    #[must_use]
    pub fn of(form: LoopForm, split: LoopSplit) -> Self {
        Self { form, has_parts: form == LoopForm::Sizes && split.has_parts(), steps: Vec::new(), next: Place::FIRST }
    }

    /// Returns whether the loop has parts.
    #[must_use]
    pub fn has_parts(&self) -> bool {
        self.has_parts
    }

    /// The form of the loop.
    #[must_use]
    pub fn form(&self) -> LoopForm {
        self.form
    }

    /// The solves, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step<W>] {
        &self.steps
    }

    /// The sets found, in order.
    pub fn sets(&self) -> impl Iterator<Item = &UnavoidableSet<W>> {
        self.steps.iter().filter_map(|step| step.set.as_ref())
    }

    /// Checks the next solve and adds it.
    ///
    /// # Errors
    /// [`HistoryError`] if it cannot be the next one; the history is then unchanged.
    #[inline(never)]
    pub fn push(&mut self, problem: &dyn ClueProblem<W>, step: Step<W>) -> Result<(), HistoryError> {
        let IterationRecord { m, size, .. } = step.record;
        if let Some(set) = &step.set {
            let proven = problem.difference(&set.witness).map_err(|e| HistoryError::Witness(e.to_string()))?;
            if proven != set.cells {
                return Err(HistoryError::Witness("the witness differs from the target in other cells".into()));
            }
        }
        let n_cells = step.set.as_ref().map(|set| set.cells.len());
        if n_cells != size {
            let size_text = |n: Option<usize>| n.map_or_else(|| "no set".to_owned(), |n| format!("a set of {n} cells"));
            return Err(HistoryError::Size(format!("it reports {} and has {}", size_text(size), size_text(n_cells))));
        }
        if step.record.image && (step.set.is_none() || self.steps.last().is_none_or(|last| last.set.is_none())) {
            return Err(HistoryError::Order("it is the image of no set".into()));
        }
        match self.form {
            LoopForm::Sizes => {
                let Some(m) = m else {
                    return Err(HistoryError::Size("it does not say which size it asks for".into()));
                };
                if size.is_some_and(|size| size != m) {
                    return Err(HistoryError::Size(format!("it asks for sets of {m} cells and finds another")));
                }
                let next = self.next.m;
                if m != next {
                    return Err(HistoryError::Order(format!("it asks for sets of {m} cells where {next} is next")));
                }
                self.check_part(problem, &step)?;
            }
            LoopForm::Minimize => {
                if m.is_some() {
                    return Err(HistoryError::Size("it asks for a size, which this form does not".into()));
                }
                if step.record.part.is_some() {
                    return Err(HistoryError::Order("it has a part, which this form does not".into()));
                }
                if self.has_ended() {
                    return Err(HistoryError::Order("it follows a solve that found no set".into()));
                }
                let before = self.sets().last().map_or(0, |set| set.cells.len());
                if let Some(size) = size.filter(|size| *size < before) {
                    return Err(HistoryError::Order(format!("a set of {size} cells follows one of {before}")));
                }
            }
        }
        if let Some(set) = &step.set
            && let Some(i) =
                self.steps.iter().position(|old| old.set.as_ref().is_some_and(|s| s.cells.is_subset(&set.cells)))
        {
            return Err(HistoryError::CutOff(i + 1));
        }
        if step.set.is_none() {
            self.next = self.next.after(self.has_parts, problem.cells().len());
        }
        self.steps.push(step);
        Ok(())
    }

    /// Is the part that a solve of [`LoopForm::Sizes`] states the one that is next, and that of its set?
    fn check_part(&self, problem: &dyn ClueProblem<W>, step: &Step<W>) -> Result<(), HistoryError> {
        let part = match step.record.part {
            None if !self.has_parts => return Ok(()),
            Some(part) if self.has_parts => part,
            None => return Err(HistoryError::Order("it does not say which part it asks for".into())),
            Some(_) => return Err(HistoryError::Order("it has a part in a loop without".into())),
        };
        let next = self.next.part;
        // An image may lie in a part that comes later.
        if part < next || part > next && !step.record.image {
            return Err(HistoryError::Order(format!("it is about part {part} where {next} is next")));
        }
        match &step.set {
            Some(set) if first_place(problem.cells(), set.cells) != Some(part) => {
                Err(HistoryError::Order(format!("its set is none of part {part}")))
            }
            _ => Ok(()),
        }
    }

    /// The next place of [`LoopForm::Sizes`]; all places before it are exhausted.
    pub(super) fn next(&self) -> Place {
        self.next
    }

    /// Did the last solve find nothing? In [`LoopForm::Minimize`] there is nothing left then.
    pub(super) fn has_ended(&self) -> bool {
        self.steps.last().is_some_and(|last| last.set.is_none())
    }
}

/// The place of the first cell of `set` among all cells, from 0.
pub(super) fn first_place<const W: usize>(cells: CellSet<W>, set: CellSet<W>) -> Option<usize> {
    let first = set.first()?;
    cells.iter().position(|cell| cell == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{SudokuClues, Witness};
    use crate::sudoku::{Shape, all_grids};

    fn problem() -> SudokuClues<1> {
        SudokuClues::new(all_grids::<1>(Shape::new(2, 2).expect("a shape"), 1).remove(0))
    }

    /// Sets of the problem: the grid with two digits swapped everywhere, and with two swapped in one band where that is
    /// a solution.
    fn sets() -> Vec<UnavoidableSet<1>> {
        let problem = problem();
        let others = all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX);
        let witnesses = others.iter().map(|g| Witness(g.digits().iter().map(|d| d.value() as u8).collect()));
        let mut sets: Vec<_> = witnesses
            .filter_map(|witness| Some(UnavoidableSet { cells: problem.difference(&witness).ok()?, witness }))
            .collect();
        sets.sort_by_key(|set| set.cells.len());
        sets
    }

    fn step(m: Option<usize>, size: Option<usize>, set: Option<UnavoidableSet<1>>) -> Step<1> {
        Step {
            record: IterationRecord {
                m,
                part: None,
                image: false,
                size,
                seconds: 0.0,
                cpu_seconds: None,
                effort: Effort::UNKNOWN,
            },
            set,
        }
    }

    #[test]
    fn sizes_come_one_after_the_other() {
        let (problem, set) = (problem(), sets().remove(0));
        let mut history = History::new(LoopForm::Sizes);
        for m in 1..4 {
            assert!(matches!(history.push(&problem, step(Some(m + 1), None, None)), Err(HistoryError::Order(_))));
            assert_eq!(history.push(&problem, step(Some(m), None, None)), Ok(()));
        }
        assert!(matches!(history.push(&problem, step(None, Some(4), Some(set.clone()))), Err(HistoryError::Size(_))));
        assert_eq!(history.push(&problem, step(Some(4), Some(4), Some(set.clone()))), Ok(()));
        assert_eq!(history.push(&problem, step(Some(4), Some(4), Some(set))), Err(HistoryError::CutOff(4)));
        assert!(matches!(history.push(&problem, step(Some(3), None, None)), Err(HistoryError::Order(_))));
        assert_eq!((history.steps().len(), history.next().m), (4, 4));
    }

    #[test]
    fn smallest_sets_come_first_and_nothing_follows_the_end() {
        let (problem, sets) = (problem(), sets());
        let mut history = History::new(LoopForm::Minimize);
        let (small, large) = (sets[0].clone(), sets.last().expect("there are some").clone());
        let of = |set: &UnavoidableSet<1>| step(None, Some(set.cells.len()), Some(set.clone()));
        assert!(matches!(
            history.push(&problem, step(Some(4), Some(4), Some(small.clone()))),
            Err(HistoryError::Size(_))
        ));
        assert_eq!(history.push(&problem, of(&large)), Ok(()));
        assert!(matches!(history.push(&problem, of(&small)), Err(HistoryError::Order(_))));
        assert_eq!(history.push(&problem, step(None, None, None)), Ok(()));
        assert!(matches!(history.push(&problem, of(&large)), Err(HistoryError::Order(_))));
    }

    #[test]
    fn a_set_needs_its_witness() {
        let (problem, sets) = (problem(), sets());
        let mut history = History::new(LoopForm::Minimize);
        let false_set = UnavoidableSet { cells: sets[0].cells, witness: sets[1].witness.clone() };
        assert!(matches!(history.push(&problem, step(None, Some(4), Some(false_set))), Err(HistoryError::Witness(_))));
        let none = UnavoidableSet { cells: sets[0].cells, witness: Witness(vec![1; 16].into()) };
        assert!(matches!(history.push(&problem, step(None, Some(4), Some(none))), Err(HistoryError::Witness(_))));
        let wrong = step(None, Some(5), Some(sets[0].clone()));
        assert!(matches!(history.push(&problem, wrong), Err(HistoryError::Size(_))));
        assert!(matches!(history.push(&problem, step(None, Some(4), None)), Err(HistoryError::Size(_))));
        assert!(history.steps().is_empty());
    }
}
