//! The unavoidable sets of a problem: from a source, from the no-good loop with its journal, or from given sets after
//! their proof.

use std::collections::BTreeMap;
#[cfg(feature = "serde")]
use std::path::Path;

use minclue_core::base::{Cell, CellSet, Digit, Limits};
use minclue_core::problem::{SudokuClues, Witness};
use minclue_core::sudoku::{Grid, Shape};
use minclue_core::unavoidable::{
    Degrees, Family, Found, History, Images, IterationRecord, NoImages, Stats, Step, UnavoidableSet, missed_sets,
};

use super::Solver;
use crate::choice::SetSource;
use crate::dispatch::WidthDispatch;
use crate::error::Error;
#[cfg(feature = "serde")]
use crate::files::JournalFile;
use crate::given_sets::GivenSets;
use crate::instance::ProblemInstance;
use crate::monitor::{Monitor, Unmonitored};
use crate::problem::AtWidth;
use crate::sources::{SourceOptions, complete_to, images_in, no_good_loop};

/// An unavoidable set: each valid choice contains one of its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavoidable {
    /// Its cells, ascending.
    pub cells: Vec<Cell>,
    /// The second solution that proves it, in the encoding of the problem. It differs from the target in exactly these
    /// cells.
    pub witness: Witness,
}

impl Unavoidable {
    /// Returns the second solution, for a set of a grid.
    ///
    /// # Panics
    /// If the set does not belong to a grid of this shape.
    #[must_use]
    pub fn second(&self, shape: Shape) -> Grid {
        let digits: Vec<Digit> = self.witness.0.iter().map(|&digit| Digit::new(digit.into())).collect();
        Grid::new(shape, &digits).expect("a witness of a grid is a grid")
    }
}

/// The origin of unavoidable sets.
#[derive(Clone, Debug)]
pub enum SetsFrom<'a> {
    /// A source. For a model, it is always the no-good loop (tjusila-2023, section 4).
    Source(SourceOptions),
    /// Given sets; each is proven before use.
    Given(GivenSets<'a>),
    /// Pairwise disjoint sets that a choice misses, up to the point where the choice and all their cells together are
    /// valid: the inequalities that cut off a point of the leader (tjusila-2023, section 3).
    Missed {
        /// The choice.
        cells: Vec<Cell>,
        /// The maximum number of sets.
        max_sets: Option<usize>,
    },
}

/// The options of a search for unavoidable sets.
#[derive(Clone, Debug)]
pub struct SetsOptions<'a> {
    /// The origin of the sets.
    pub from: SetsFrom<'a>,
    /// Whether to return the sets, and not only their number.
    pub is_listed: bool,
    /// The sets of higher degree that statistics count, if statistics are wanted; grids only.
    pub stats: Option<Degrees>,
    /// The file in which the no-good loop records its solves, and from which it resumes; grids only.
    #[cfg(feature = "serde")]
    pub journal: Option<&'a Path>,
}

impl SetsOptions<'_> {
    /// Creates the options for the sets of a source.
    #[must_use]
    pub fn of(source: SourceOptions) -> Self {
        Self {
            from: SetsFrom::Source(source),
            is_listed: true,
            stats: None,
            #[cfg(feature = "serde")]
            journal: None,
        }
    }
}

/// The unavoidable sets found.
#[derive(Clone, Debug)]
pub struct SetsFound {
    /// Whether the sets are complete, as reported by the source.
    pub found: Found,
    /// The number of sets of each size.
    pub by_size: BTreeMap<usize, usize>,
    /// The sets, smallest first, if they were requested.
    pub sets: Vec<Unavoidable>,
    /// The largest size up to which every minimal unavoidable set is included, if it is known.
    pub complete_to: Option<usize>,
    /// For given sets, the number of sets kept although not minimal, and the number replaced by a smaller set.
    pub given: Option<GivenCounts>,
    /// The solves of the no-good loop, starting with those of its journal.
    pub solves: Option<Vec<IterationRecord>>,
    /// The statistics, if they were requested.
    pub stats: Option<Stats>,
}

/// The treatment of given sets that are not minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenCounts {
    /// The number of sets that were kept.
    pub n_not_minimal: usize,
    /// The number of sets that were replaced by a smaller set.
    pub n_shrunk: usize,
}

impl Solver<'_> {
    /// Finds unavoidable sets of a grid or of a model, without regard to its conditions. At a limit, returns the sets
    /// found so far.
    ///
    /// ```
    /// # use minclue_solver::{Problem, SetSource, SetsOptions, Solver, SourceOptions};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let problem: Problem = "1234341221434321".parse()?;
    /// let complete = SourceOptions { max_size: Some(4), ..SourceOptions::of(SetSource::Complete) };
    /// let found = Solver::new(&problem).sets(&SetsOptions::of(complete))?;
    /// assert_eq!(found.complete_to, Some(4));
    /// assert!(found.sets.iter().all(|set| set.cells.len() == 4));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Settings`] if the problem has no such sets, [`Error::GivenSet`] if a given set is not unavoidable,
    /// [`Error::Journal`] if the journal belongs to another run, [`Error::Failed`] if a tool failed.
    pub fn sets(mut self, options: &SetsOptions<'_>) -> Result<SetsFound, Error> {
        let limits = self.limits();
        let mut unmonitored = Unmonitored;
        let monitor = self.monitor.take().unwrap_or(&mut unmonitored);
        let search = SetSearch { options, limits: &limits, monitor };
        self.problem.subject().whole(self.follower.of_constraints(), search)?
    }
}

/// A family, and how it was found.
pub(super) struct FamilyFound<const W: usize> {
    pub(super) family: Family<W>,
    found: Found,
    given: Option<GivenCounts>,
    solves: Option<Vec<IterationRecord>>,
}

impl<const W: usize> FamilyFound<W> {
    /// The family, unless a limit came before it was whole: a part could not be told from it.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(super) fn whole(self) -> Result<Family<W>, Error> {
        match self.found {
            Found::Limit(stop) => Err(Error::Stopped(stop)),
            Found::Complete | Found::Enough => Ok(self.family),
        }
    }
}

/// Looks for sets at a width.
struct SetSearch<'s> {
    options: &'s SetsOptions<'s>,
    limits: &'s Limits,
    monitor: &'s mut dyn Monitor,
}

impl AtWidth for SetSearch<'_> {
    type Out = Result<SetsFound, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let Self { options, limits, monitor } = self;
        let FamilyFound { family, found, given, solves } = find(instance, options, limits, monitor)?;
        let complete_to = match (&options.from, instance.sudoku()) {
            (SetsFrom::Given(_) | SetsFrom::Missed { .. }, _) => None,
            (SetsFrom::Source(source), Some(problem)) => complete_to(source, found, &family, problem),
            (SetsFrom::Source(source), None) => {
                let all = instance.problem().cells().len();
                (found == Found::Complete).then(|| source.max_size.map_or(all, |size| size.min(all)))
            }
        };
        let stats = options.stats.zip(instance.sudoku());
        let stats = stats.map(|(degrees, problem)| Stats::of(problem, &family, complete_to, degrees, limits));
        let listed = if options.is_listed { family.sets() } else { &[] };
        let set =
            |set: &UnavoidableSet<W>| Unavoidable { cells: set.cells.iter().collect(), witness: set.witness.clone() };
        let sets = listed.iter().map(set).collect();
        Ok(SetsFound { found, by_size: family.by_size(), sets, complete_to, given, solves, stats })
    }
}

/// Finds the sets of the options.
///
/// # Errors
/// Those of [`Solver::sets`].
pub(super) fn find<const W: usize>(
    instance: &dyn ProblemInstance<W>,
    options: &SetsOptions<'_>,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<FamilyFound<W>, Error>
where
    CellSet<W>: WidthDispatch<W>,
{
    let mut family = Family::new();
    let (mut given, mut solves) = (None, None);
    let found = match (&options.from, instance.sudoku()) {
        (SetsFrom::Given(sets), _) => {
            let proven = sets
                .prove(instance.problem(), &mut family, limits)
                .map_err(|(number, reason)| Error::GivenSet { number, reason })?;
            given = Some(GivenCounts { n_not_minimal: proven.not_minimal.len(), n_shrunk: proven.n_shrunk });
            proven.found
        }
        (SetsFrom::Missed { cells, max_sets }, _) => {
            let cells = cells.iter().copied().collect();
            let found = missed_sets(instance.problem(), cells, *max_sets, &mut family, limits);
            found.ok_or(Error::NoPuzzle)?
        }
        (SetsFrom::Source(source), Some(problem)) if source.source != SetSource::Ilp => {
            CellSet::<W>::find_sets(problem, source, &mut family, limits).map_err(|e| Error::failed(e.to_string()))?
        }
        (SetsFrom::Source(source), _) => {
            let asked = Loop { options, source, limits };
            let (found, records) = asked.run(instance, &mut family, monitor)?;
            solves = Some(records);
            found
        }
    };
    Ok(FamilyFound { family, found, given, solves })
}

/// The no-good loop, from where its journal ends.
struct Loop<'s> {
    options: &'s SetsOptions<'s>,
    source: &'s SourceOptions,
    limits: &'s Limits,
}

impl Loop<'_> {
    fn run<const W: usize>(
        &self,
        instance: &dyn ProblemInstance<W>,
        family: &mut Family<W>,
        monitor: &mut dyn Monitor,
    ) -> Result<(Found, Vec<IterationRecord>), Error> {
        let Self { options, source, limits } = *self;
        let mut solves = no_good_loop(source).map_err(|e| Error::failed(e.to_string()))?;
        let problem = instance.sudoku();
        let images =
            problem.map_or_else(|| Box::new(NoImages) as Box<dyn Images<W>>, |grid| images_in(grid, source, limits));
        let (history, mut keep) = kept(options, source, problem, monitor)?;
        let n_sets = history.steps().iter().filter(|step| step.set.is_some()).count();
        let mut n = (history.steps().len() as u64, n_sets);
        let mut on_step = |step: &Step<W>| {
            n = (n.0 + 1, n.1 + usize::from(step.set.is_some()));
            monitor.solve(n.0, n.1);
            keep(step)
        };
        let found = solves
            .resume_with(instance.problem(), family, &history, &*images, limits, &mut on_step)
            .map_err(|e| Error::failed(e.to_string()))?;
        Ok((found, solves.records().to_vec()))
    }
}

/// Keeps a solve, if there is a journal.
type Keep<'k, const W: usize> = Box<dyn FnMut(&Step<W>) -> Result<(), String> + 'k>;

/// The solves of the journal, if there is one, and what keeps more of them. Only grids have journals, and only with serde.
fn kept<'k, const W: usize>(
    options: &'k SetsOptions<'_>,
    source: &SourceOptions,
    problem: Option<&'k SudokuClues<W>>,
    monitor: &mut dyn Monitor,
) -> Result<(History<W>, Keep<'k, W>), Error> {
    #[cfg(feature = "serde")]
    if let Some((path, problem)) = options.journal.zip(problem) {
        let (mut file, history) = JournalFile::open(path, problem, source)?;
        if let Some(line) = file.torn {
            monitor.torn(path, line);
        }
        return Ok((history, Box::new(move |step| file.keep(step))));
    }
    #[cfg(not(feature = "serde"))]
    let _ = (options, problem, monitor);
    Ok((History::of(source.form, source.split), Box::new(|_| Ok(()))))
}
