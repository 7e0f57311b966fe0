//! Calls a source of unavoidable sets. This is the only module that knows all sources.

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::{ModelClues, SudokuClues};
use minclue_core::sudoku::Shape;
use minclue_core::unavoidable::{
    Blueprints, Complete, CompleteByNumber, CoverDisplacements, DisjointFamilies, Family, Found, GridImages, History,
    Images, LoneCells, LoopForm, LoopSplit, NoGoodLoop, NoGoodOptions, NoImages, Regions, Source as _, SourceError,
    TypeImages,
};

use minclue_engines::engine::LargerSets;
use minclue_lp::{Backend, BackendError};

use crate::choice::{LoopImages, RegionPreset, SetSource};
use crate::instance::ProblemInstance;

/// The sizes of CHECKER's sets: of all, and of those in its regions (lin-wu-2013, sections 2.2.1 and 4.2).
const CHECKER_SIZES: (usize, usize) = (12, 14);

/// The options of a source.
#[derive(Clone, Copy, Debug)]
pub struct SourceOptions {
    /// The source.
    pub source: SetSource,
    /// The solver of [`SetSource::Ilp`].
    pub backend: Backend,
    /// The regions of [`SetSource::Region`].
    pub regions: RegionPreset,
    /// The programs of [`SetSource::Ilp`].
    pub form: LoopForm,
    /// The split of these programs into smaller ones.
    pub split: LoopSplit,
    /// The number of variables below which [`LoopSplit::Deep`] does not split a program.
    pub max_vars: Option<usize>,
    /// The further sets that [`SetSource::Ilp`] derives without solving a program.
    pub images: LoopImages,
    /// The maximum number of cells of a set.
    pub max_size: Option<usize>,
    /// The maximum number of sets.
    pub max_sets: Option<usize>,
    /// The number of clues of the puzzles that the search looks for. If it is small, source "complete" stops at smaller
    /// sets, unless a size is set.
    pub max_clues: Option<usize>,
}

impl SourceOptions {
    /// The default split of the programs of source "ilp": deep enough that the solver only has to prove that nothing is
    /// left; see `results/study`.
    pub const SPLIT: LoopSplit = LoopSplit::Deep;

    /// Creates the options for all sets that `source` finds.
    #[must_use]
    pub fn of(source: SetSource) -> Self {
        let (backend, regions) = (Backend::default(), RegionPreset::default());
        Self {
            source,
            backend,
            regions,
            form: LoopForm::default(),
            split: Self::SPLIT,
            max_vars: None,
            images: LoopImages::default(),
            max_size: None,
            max_sets: None,
            max_clues: None,
        }
    }

    /// The number of sets for which source "complete" goes beyond the affordable size.
    fn grows_to(&self) -> Option<usize> {
        self.max_sets.filter(|_| self.source == SetSource::Complete && self.max_size.is_none())
    }

    /// The size to which source "complete" goes, or from which it grows.
    fn complete_size<const W: usize>(&self, problem: &SudokuClues<W>) -> usize {
        let shape = problem.grid().shape();
        let affordable = self.max_clues.map_or_else(|| Complete::affordable(shape), |k| Complete::for_clues(shape, k));
        self.max_size.unwrap_or(affordable.max_size)
    }

    /// The size to which source "blueprint" goes.
    fn blueprint_size<const W: usize>(&self, problem: &SudokuClues<W>) -> usize {
        self.max_size.unwrap_or_else(|| Blueprints::affordable(problem.grid().shape()).max_size)
    }

    /// The size to which source "checker" has all sets: that of the types of CHECKER (lin-wu-2013, section 2.2.1).
    fn checker_size<const W: usize>(&self, problem: &SudokuClues<W>) -> usize {
        self.blueprint_size(problem).min(CHECKER_SIZES.0)
    }

    /// The regions of source "region" in grids of this shape.
    fn region_source(&self, shape: Shape) -> Regions {
        let preset = match self.regions {
            RegionPreset::Checker => Regions::checker(),
            RegionPreset::LinWu => Regions::lin_wu(),
            RegionPreset::All => Regions::all(),
        };
        // Regions of large grids hold more sets than memory does.
        let affordable =
            (shape.n() > 9).then(|| Complete::affordable(shape).max_size + if shape.n() > 16 { 0 } else { 2 });
        preset.with_max_size(self.max_size.or(affordable))
    }

    /// The name of the regions, if the source searches regions.
    #[must_use]
    pub fn regions_name(&self) -> Option<&'static str> {
        (self.source == SetSource::Region).then(|| self.regions.name())
    }

    /// The name of the solver, if the source uses one.
    #[must_use]
    pub fn backend_name(&self) -> Option<&'static str> {
        (self.source == SetSource::Ilp).then(|| self.backend.name())
    }
}

/// Finds unavoidable sets and adds them to `family`.
///
/// # Errors
/// [`SourceError`] if a tool that the source uses failed.
pub(crate) fn find<const W: usize>(
    problem: &SudokuClues<W>,
    wanted: &SourceOptions,
    family: &mut Family<W>,
    limits: &Limits,
) -> Result<Found, SourceError> {
    if wanted.max_sets == Some(0) {
        // Nothing need be looked for.
        return Ok(Found::Enough);
    }
    if !problem.variant().is_plain() && matches!(wanted.source, SetSource::Blueprint | SetSource::Checker) {
        return Err(SourceError::Variant { name: wanted.source.name() });
    }
    let found = match wanted.source {
        SetSource::Complete => complete(problem, wanted, family, limits),
        SetSource::Blueprint => Blueprints { max_size: wanted.blueprint_size(problem) }.find(problem, family, limits),
        SetSource::Region => wanted.region_source(problem.grid().shape()).find(problem, family, limits),
        SetSource::Ilp => by_programs(problem, wanted, family, limits),
        SetSource::Checker => checker(problem, wanted, family, limits),
    }?;
    let Some(max) = wanted.max_sets.filter(|max| family.len() > *max) else { return Ok(found) };
    family.keep_first(max);
    // After a limit, smaller sets than those that are there may be missing.
    Ok(if matches!(found, Found::Limit(_)) { found } else { Found::Enough })
}

/// Unavoidable sets of a grid to start from: those of the source, and of a variant enough of them, unless it is said
/// how many or how large.
///
/// # Errors
/// [`SourceError`] if a tool that the source uses failed.
pub(crate) fn find_to_start<const W: usize>(
    problem: &SudokuClues<W>,
    wanted: &SourceOptions,
    family: &mut Family<W>,
    limits: &Limits,
) -> Result<Found, SourceError> {
    let is_said = wanted.max_sets.is_some() || wanted.max_size.is_some();
    if problem.variant().is_plain() || is_said || wanted.source != SetSource::Complete {
        return find(problem, wanted, family, limits);
    }
    CompleteByNumber::affordable(problem.grid().shape()).find(problem, family, limits)
}

/// Larger sets of a grid than those that a search starts from.
pub(crate) struct LargerStart<'p, const W: usize> {
    instance: &'p dyn ProblemInstance<W>,
    max_size: usize,
}

impl<'p, const W: usize> LargerStart<'p, W> {
    /// Most cells of a grid that has them: what a search of a larger one will cost is not known before.
    const CELLS: usize = 81;
    /// Those after `family`, which `wanted` gave; none where a source, a size or a number was asked for.
    pub(crate) fn after(
        family: &Family<W>,
        wanted: &SourceOptions,
        instance: &'p dyn ProblemInstance<W>,
    ) -> Option<Self> {
        let is_affordable = instance.is_grid() && instance.problem().cells().len() <= Self::CELLS;
        let is_usual = wanted.source == SetSource::Complete && wanted.max_sets.is_none() && wanted.max_size.is_none();
        let source = Complete::after(family).filter(|_| is_affordable && is_usual)?;
        Some(Self { instance, max_size: source.max_size })
    }
}

impl<const W: usize> LargerSets<W> for LargerStart<'_, W> {
    fn find(&self, limits: &Limits) -> Vec<CellSet<W>> {
        let wanted = SourceOptions { max_size: Some(self.max_size), ..SourceOptions::of(SetSource::Complete) };
        // This source uses no tool that could fail; without its sets a search is as right as with them.
        let found = self.instance.start_sets(&wanted, limits).unwrap_or_default();
        found.sets().iter().map(|set| set.cells).collect()
    }
}

/// Unavoidable sets of a 0/1 model to start from: all small ones where it is an exact cover, else those of one cell
/// where it has few, and families of disjoint ones around clues that hit those. None in a run that leaves nothing in
/// common between engines, where each asks by itself.
///
/// # Errors
/// [`SourceError`] if a source failed.
pub(crate) fn find_of_model<const W: usize>(
    problem: &ModelClues<W>,
    wanted: &SourceOptions,
    family: &mut Family<W>,
    limits: &Limits,
) -> Result<Found, SourceError> {
    if wanted.source != SetSource::Complete || wanted.max_sets == Some(0) {
        return Ok(Found::Enough);
    }
    let affordable = CoverDisplacements::affordable();
    let max_size = wanted.max_size.unwrap_or(affordable.max_size);
    let found = CoverDisplacements { max_size, ..affordable }.find(problem, family, limits)?;
    if matches!(found, Found::Limit(_)) {
        return Ok(found);
    }
    // Where these are not to be had, clues may be few and strong: which of them are needed in any case?
    if family.is_empty() {
        let found = LoneCells::few().find(problem, family, limits)?;
        if matches!(found, Found::Limit(_) | Found::Complete) {
            return Ok(found);
        }
    }
    let found = DisjointFamilies::first().find(problem, family, limits)?;
    if let Some(max) = wanted.max_sets {
        family.keep_first(max);
    }
    Ok(found)
}

/// Source "checker": by types, as the brute-force approach of CHECKER, then in its regions.
fn checker<const W: usize>(
    problem: &SudokuClues<W>,
    wanted: &SourceOptions,
    family: &mut Family<W>,
    limits: &Limits,
) -> Result<Found, SourceError> {
    let found = Blueprints { max_size: wanted.checker_size(problem) }.find(problem, family, limits)?;
    if found != Found::Complete {
        return Ok(found);
    }
    let max_size = wanted.max_size.unwrap_or(CHECKER_SIZES.1);
    let found = Regions::checker().with_max_size(Some(max_size)).find(problem, family, limits)?;
    family.keep_minimal();
    Ok(found)
}

/// Source "complete": up to the size asked for or the one that is affordable; but where a number of sets was asked for
/// and no size, one size after the other until they are there.
fn complete<const W: usize>(
    problem: &SudokuClues<W>,
    wanted: &SourceOptions,
    family: &mut Family<W>,
    limits: &Limits,
) -> Result<Found, SourceError> {
    let mut max_size = wanted.complete_size(problem);
    let Some(max) = wanted.grows_to() else { return Complete { max_size }.find(problem, family, limits) };
    loop {
        // A search of twice the time for each further size; the sets of the smaller ones come again and change nothing.
        limits.note_found(family.len(), family.len() as f64 / max as f64);
        // How far one size is says nothing of how many there will be.
        let found = Complete { max_size }.find(problem, family, &limits.clone().without_meter())?;
        if found != Found::Complete {
            return Ok(found);
        }
        if family.len() >= max {
            return Ok(Found::Enough);
        }
        if max_size >= problem.grid().shape().n_cells() {
            return Ok(Found::Complete);
        }
        max_size += 1;
    }
}

/// Source "ilp", from the beginning.
fn by_programs<const W: usize>(
    problem: &SudokuClues<W>,
    wanted: &SourceOptions,
    family: &mut Family<W>,
    limits: &Limits,
) -> Result<Found, SourceError> {
    let history = History::of(wanted.form, wanted.split);
    let images = images_in(problem, wanted, limits);
    no_good_loop(wanted)?.resume_with(problem, family, &history, &*images, limits, &mut |_| Ok(()))
}

/// The further sets that source "ilp" gets without solving a program.
#[must_use]
pub(crate) fn images_in<'a, const W: usize>(
    problem: &'a SudokuClues<W>,
    wanted: &SourceOptions,
    limits: &Limits,
) -> Box<dyn Images<W> + 'a> {
    match wanted.images {
        LoopImages::None => Box::new(NoImages),
        LoopImages::Grid => Box::new(GridImages::new(problem, limits)),
        // Types are those of plain grids.
        LoopImages::Types if !problem.variant().is_plain() => Box::new(GridImages::new(problem, limits)),
        LoopImages::Types => Box::new(TypeImages::new(problem)),
    }
}

/// The loop of source "ilp".
///
/// # Errors
/// [`SourceError`] if the backend was left out of this build.
pub(crate) fn no_good_loop(wanted: &SourceOptions) -> Result<NoGoodLoop<'static>, SourceError> {
    let backend = wanted.backend.name();
    let failure = |e: BackendError| SourceError::Backend { backend, reason: e.to_string() };
    let SourceOptions { form, split, max_vars, max_size, max_sets, .. } = *wanted;
    let solver = wanted.backend.solver().map_err(failure)?;
    Ok(NoGoodLoop::new(solver, NoGoodOptions { form, split, max_vars, max_size, max_sets }))
}

/// The size up to which `family` has every minimal unavoidable set, if that is known.
///
/// The ILP source goes through the sizes in ascending order, so that all below the size at which it stopped are there.
pub(crate) fn complete_to<const W: usize>(
    wanted: &SourceOptions,
    found: Found,
    family: &Family<W>,
    problem: &SudokuClues<W>,
) -> Option<usize> {
    // Sets come by rising size, or were sorted, so of the first ones all below the largest are there.
    let below_largest = || family.by_size().keys().next_back().map(|largest| largest.saturating_sub(1));
    let region_size = || wanted.region_source(problem.grid().shape()).complete_to(problem.grid().shape());
    match (wanted.source, found) {
        (SetSource::Region | SetSource::Complete | SetSource::Blueprint | SetSource::Checker, Found::Limit(_)) => None,
        (SetSource::Region, Found::Complete) => Some(region_size()),
        (SetSource::Region, Found::Enough) => below_largest().map(|size| size.min(region_size())),
        // It grew until nothing was left.
        (SetSource::Complete, Found::Complete) if wanted.grows_to().is_some() => Some(problem.grid().shape().n_cells()),
        (SetSource::Complete, Found::Complete) => Some(wanted.complete_size(problem)),
        (SetSource::Blueprint, Found::Complete) => Some(wanted.blueprint_size(problem)),
        (SetSource::Checker, Found::Complete) => Some(wanted.checker_size(problem)),
        (SetSource::Checker, Found::Enough) => below_largest().map(|size| size.min(wanted.checker_size(problem))),
        (SetSource::Ilp, Found::Complete) => Some(wanted.max_size.unwrap_or(problem.grid().shape().n_cells())),
        (SetSource::Complete | SetSource::Blueprint | SetSource::Ilp, Found::Enough)
        | (SetSource::Ilp, Found::Limit(_)) => below_largest(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minclue_core::base::{Stop, rng};
    use minclue_core::sudoku::random_grid;

    #[test]
    fn no_sets_are_enough_of_every_source() {
        let problem = SudokuClues::<1>::new(random_grid::<1>(Shape::new(2, 2).expect("a shape"), &mut rng(1)));
        for source in [SetSource::Complete, SetSource::Region, SetSource::Blueprint, SetSource::Ilp, SetSource::Checker]
        {
            let wanted = SourceOptions { max_sets: Some(0), ..SourceOptions::of(source) };
            let mut family = Family::new();
            let found = find(&problem, &wanted, &mut family, &Limits::none()).expect("no tool is used");
            assert_eq!((found, family.len()), (Found::Enough, 0), "{source:?}");
            assert_eq!(complete_to(&wanted, found, &family, &problem), None, "{source:?}");
        }
    }

    #[test]
    fn complete_goes_on_until_there_are_as_many_sets_as_wanted() {
        let problem = SudokuClues::<1>::new(random_grid::<1>(Shape::new(2, 3).expect("a shape"), &mut rng(1)));
        let ask = |max_sets| {
            let wanted = SourceOptions { max_sets, ..SourceOptions::of(SetSource::Complete) };
            let mut family = Family::new();
            let found = find(&problem, &wanted, &mut family, &Limits::none()).expect("no tool is used");
            (found, family.len(), complete_to(&wanted, found, &family, &problem))
        };
        let (found, affordable, to) = ask(None);
        assert_eq!((found, to), (Found::Complete, Some(14)));
        assert_eq!(ask(Some(affordable - 1)).0, Found::Enough);
        let more = affordable + 10;
        let (found, n, to) = ask(Some(more));
        assert_eq!((found, n), (Found::Enough, more));
        assert!(to >= Some(14));
        let (found, all, to) = ask(Some(usize::MAX));
        assert!(all > more);
        assert_eq!((found, to), (Found::Complete, Some(36)));
    }

    /// A limit that leaves more sets than were wanted is still one: what is there need not be the smallest.
    #[test]
    fn enough_sets_after_a_limit_are_not_all_up_to_a_size() {
        let problem = SudokuClues::<1>::new(random_grid::<1>(Shape::new(2, 3).expect("a shape"), &mut rng(1)));
        let mut family = Family::new();
        find(&problem, &SourceOptions::of(SetSource::Complete), &mut family, &Limits::none()).expect("no tool is used");
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        for source in [SetSource::Complete, SetSource::Region, SetSource::Checker] {
            let wanted = SourceOptions { max_size: Some(14), max_sets: Some(3), ..SourceOptions::of(source) };
            let mut known = family.clone();
            let found = find(&problem, &wanted, &mut known, &limits).expect("no tool is used");
            assert_eq!((found, known.len()), (Found::Limit(Stop::Time), 3), "{source:?}");
            assert_eq!(complete_to(&wanted, found, &known, &problem), None);
        }
    }
}
