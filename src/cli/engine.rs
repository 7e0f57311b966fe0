//! Makes an engine of its settings, and runs it: whatever it is, through one contract.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::base::{CellSet, Limits, cpu_time};
use crate::bilevel::{BranchAndCut, ByIlp, Checkpoint};
use crate::engine::{self, ProofLog, Start};
use crate::ilp::Highs;
use crate::problem::{Certifiable as _, ClueProblem, Minimum, Witness};
use crate::proof::{Certificate, Proof};
use crate::report::{AnswerStatus, BoundQuestion, Bounds, EngineRecord, SearchRecord, StartRecord, seconds};
use crate::search::{Native, PublishedSearch};
use crate::unavoidable::Family;
use crate::width::Width as _;

use super::args::{RegionPreset, SetSource};
use super::bilevel::{self, Kept};
use super::certify::{self, Uncertified};
use super::instance::ProblemInstance;
use super::progress::{Progress, Verbosity};
use super::settings::{Name, Settings};
use super::sources;

impl Name {
    /// The start sets of a source, or of its own.
    fn wanted(self, source: Option<SetSource>, regions: RegionPreset) -> sources::SourceOptions {
        sources::SourceOptions { regions, ..sources::SourceOptions::of(source.unwrap_or(self.source())) }
    }
}

/// What engines begin with, besides what they find by themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begin<'a, const W: usize> {
    /// Start sets that were given, in place of those of a source.
    pub(super) sets: Option<&'a Family<W>>,
    /// Clues that were given; a solver has found them valid.
    pub(super) puzzle: Option<CellSet<W>>,
}

impl<const W: usize> Begin<'_, W> {
    /// Nothing.
    pub(super) const NOTHING: Self = Self { sets: None, puzzle: None };

    /// Do the clues that were given say all that is asked?
    fn answers(&self, question: Option<BoundQuestion>) -> bool {
        self.puzzle.is_some_and(|clues| question.is_some_and(|question| clues.len() <= question.at_most()))
    }

    /// What an engine that was stopped before it looked at the given clues does not know: that they are enough.
    fn complete(&self, minimum: &mut Minimum<W>, question: Option<BoundQuestion>) {
        if let Some(clues) = self.puzzle
            && minimum.upper_bound().is_none_or(|upper| clues.len() < upper)
        {
            minimum.clues = Some(clues);
            minimum.stop = minimum.stop.filter(|_| !self.answers(question));
        }
    }
}

/// What one engine did with one grid.
pub(super) struct Run {
    pub(super) record: EngineRecord,
    /// Its log; kept only where answers will be compared.
    pub(super) journal: Vec<String>,
    /// Why its state could not be kept, or its certificate not written.
    pub(super) unkept: Option<String>,
    /// Why the checker refuses its certificate.
    pub(super) refused: Option<String>,
}

/// Runs one engine on one problem.
///
/// # Errors
/// A message if the engine failed, or if its answer does not stand up to a second look.
pub(super) fn run<const W: usize, S: ProblemInstance<W>>(
    name: Name,
    instance: &S,
    settings: Settings<'_>,
    begin: Begin<'_, W>,
    limits: &Limits,
    verbosity: Verbosity,
    keep_journal: bool,
) -> Result<Run, String> {
    let start = Instant::now();
    let mut progress = Progress::new(verbosity, &name.text(), limits, keep_journal);
    if name == Name::Bilevel
        && let Some(file) = &settings.bilevel.log
    {
        progress.log_to(file, &instance.line())?;
    }
    let Called { minimum, start: started, search, mut unkept, certificate } =
        call(name, instance, settings, begin, limits, &mut progress)?;
    let mut record = checked(name, settings.question, instance, &minimum, start.elapsed())?;
    (record.start, record.search) = (Some(started), search);
    record.follower = Some(settings.answer_by(name, S::IS_GRID)?.name());
    let mut refused = None;
    if let (Some(certificate), Some(path)) = (certificate, settings.certify) {
        match certify::write_and_check(certificate, path, instance.problem(), &record.bounds) {
            Ok(proof) => record.proof = Some(proof),
            Err(Uncertified::Unwritten(message)) => unkept = Some(message),
            Err(Uncertified::Refused(message)) => refused = Some(message),
        }
    }
    progress.sum_up(&record.work);
    Ok(Run { record, journal: progress.into_journal(), unkept, refused })
}

/// What came of a call.
struct Called<const W: usize> {
    minimum: Minimum<W>,
    start: StartRecord,
    search: Option<SearchRecord>,
    unkept: Option<String>,
    certificate: Option<Certificate<W>>,
}

fn call<const W: usize, S: ProblemInstance<W>>(
    name: Name,
    instance: &S,
    settings: Settings<'_>,
    begin: Begin<'_, W>,
    limits: &Limits,
    progress: &mut Progress,
) -> Result<Called<W>, String> {
    let of_source = || name.wanted(Some(name.start_source(settings)), settings.regions);
    let wanted = match name {
        Name::Native => {
            sources::SourceOptions { max_sets: settings.max_sets, ..sources::SourceOptions::of(SetSource::Complete) }
        }
        Name::Bilevel => {
            let max_sets = settings.max_sets.or_else(|| settings.lp_sets());
            sources::SourceOptions { max_sets, ..of_source() }
        }
        Name::Published(_) => sources::SourceOptions { max_sets: settings.max_sets, ..of_source() },
    };
    let found;
    let (family, start) = match begin.sets {
        Some(given) => (given, StartRecord { n_sets: given.len() as u64, ..StartRecord::default() }),
        // Nothing is searched.
        None if begin.answers(settings.question) => (&Family::new(), StartRecord::default()),
        None => {
            found = measured(instance, &wanted, limits)?;
            (&found.0, found.1)
        }
    };
    let problem = instance.problem();
    let asked = ByIlp::new(problem, settings.answer_by(name, S::IS_GRID)?);
    let start_of = Start { family, incumbent: begin.puzzle };
    let mut called = search_by(name, &asked, instance, &start_of, settings, limits, progress)?;
    begin.complete(&mut called.minimum, settings.question);
    let certificate = called
        .proof
        .zip(called.minimum.clues)
        .map(|(proof, clues)| problem.certificate(clues, proof, &witnesses(family)));
    let Searched { minimum, search, unkept, .. } = called;
    Ok(Called { minimum, start, search, unkept, certificate })
}

/// What came of a search.
struct Searched<const W: usize> {
    minimum: Minimum<W>,
    search: Option<SearchRecord>,
    unkept: Option<String>,
    proof: Option<Proof<W>>,
}

/// Searches `problem`, which is that of `instance`, perhaps with another oracle.
fn search_by<const W: usize, S: ProblemInstance<W>>(
    name: Name,
    problem: &dyn ClueProblem<W>,
    instance: &S,
    start: &Start<'_, W>,
    settings: Settings<'_>,
    limits: &Limits,
    progress: &mut Progress,
) -> Result<Searched<W>, String> {
    let cpu = cpu_time();
    let n_cells = problem.cells().len();
    let (mut kept, mut leaves, tally) = (None, None, Mutex::default());
    if name == Name::Bilevel {
        (kept, leaves) = (Kept::of(instance, settings)?, bilevel::leaves::<W, S>(settings)?);
    }
    let engine = match name {
        Name::Native => S::Width::native(Native { options: settings.native(n_cells) }),
        Name::Bilevel => S::Width::branch_and_cut(BranchAndCut {
            options: settings.branch_and_cut(n_cells),
            lps: &Highs,
            leaves: leaves.as_deref(),
            checkpoint: kept.as_ref().map(|kept| kept as &dyn Checkpoint<W>),
            resume: kept.as_ref().and_then(|kept| kept.found.as_ref()),
        }),
        Name::Published(published) => S::Width::published(PublishedSearch {
            settings: published,
            options: settings.native(n_cells),
            tally: Some(&tally),
        }),
    };
    let mut log = match settings.certify {
        Some(path) => {
            let mut files = certify::files(path);
            // Before hours of work, not after them.
            files().map_err(|e| certify::unwritten(path, &e))?;
            Some((path, ProofLog::new(files)))
        }
        None => None,
    };
    let proof = log.as_mut().map(|(_, log)| log);
    let mut run = engine::Run { limits, question: settings.asked(), observer: progress, proof };
    let minimum = engine.minimum(problem, start, &mut run).map_err(|e| format!("--certify: {e}"))?;
    drop(engine);
    let is_published = matches!(name, Name::Published(_));
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let search = is_published.then(|| SearchRecord::published(&tally, seconds(cpu_time() - cpu)));
    let unkept = kept.and_then(|kept| kept.close(&minimum).err());
    let proof = log.map_or(Ok(None), |(path, log)| log.into_proof().map_err(|e| certify::unwritten(path, &e)));
    Ok(match proof {
        Ok(proof) => Searched { minimum, search, unkept, proof },
        Err(message) => Searched { minimum, search, unkept: Some(message), proof: None },
    })
}

/// The witnesses of a family.
fn witnesses<const W: usize>(family: &Family<W>) -> impl Fn(&CellSet<W>) -> Option<Witness> {
    let known: FxHashMap<_, _> = family.sets().iter().map(|set| (set.cells, &set.witness)).collect();
    move |set| known.get(set).map(|witness| (*witness).clone())
}

/// The sets that an engine starts from when it enumerates, and what they cost.
pub(super) fn sets_to_enumerate<const W: usize, S: ProblemInstance<W>>(
    name: Name,
    source: Option<SetSource>,
    regions: RegionPreset,
    instance: &S,
    limits: &Limits,
) -> Result<(Family<W>, StartRecord), String> {
    measured(instance, &name.wanted(source, regions), limits)
}

/// Start sets, and what they cost.
fn measured<const W: usize, S: ProblemInstance<W>>(
    instance: &S,
    wanted: &sources::SourceOptions,
    limits: &Limits,
) -> Result<(Family<W>, StartRecord), String> {
    let (start, cpu) = (Instant::now(), cpu_time());
    let family = instance.start_sets(wanted, limits)?;
    let (wall, cpu) = (seconds(start.elapsed()), seconds(cpu_time() - cpu));
    let record = StartRecord { n_sets: family.len() as u64, seconds: Some(wall), cpu_seconds: Some(cpu) };
    Ok((family, record))
}

/// The record of an answer, unless it contradicts itself or its puzzle is not unique.
fn checked<const W: usize, S: ProblemInstance<W>>(
    name: Name,
    question: Option<BoundQuestion>,
    instance: &S,
    minimum: &Minimum<W>,
    time: Duration,
) -> Result<EngineRecord, String> {
    let engine = name.text();
    let (lower, upper) = (minimum.lower_bound, minimum.upper_bound());
    let best = minimum.clues.map(|clues| (clues.len(), instance.puzzle(clues)));
    let clues = minimum.clues.and_then(|clues| instance.clue_names(clues));
    let bounds = Bounds { clues, ..Bounds::new(lower, best) };
    let status = match (upper, minimum.stop) {
        (Some(upper), _) if upper == lower => AnswerStatus::Optimal,
        (Some(upper), _) if upper < lower => {
            return Err(format!("internal error: engine {engine} claims at least {lower} and at most {upper} clues"));
        }
        (_, Some(stop)) => stop.into(),
        // Only where no more was asked may an engine end with bounds that do not meet.
        (_, None) if question.is_some_and(|question| question.answer(&bounds).is_some()) => AnswerStatus::Decided,
        (_, None) => return Err(format!("internal error: engine {engine} ended without an answer or a limit")),
    };
    if let Some(clues) = minimum.clues
        && !instance.is_unique(clues)
    {
        return Err(not_unique(&instance.puzzle(clues), &engine));
    }
    let (work, seconds) = (minimum.counters, seconds(time));
    Ok(EngineRecord { engine, status, bounds, work, follower: None, start: None, search: None, proof: None, seconds })
}

/// What is said of a puzzle that an engine found and that is none.
pub(super) fn not_unique(puzzle: &str, engine: &str) -> String {
    format!("internal error: the target is not the only solution of {puzzle}, found by engine {engine}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, CellSet, Index, Stop};
    use crate::problem::{Counters, SudokuClues};
    use crate::sudoku::{Shape, all_grids};

    fn look(lower_bound: usize, cells: &[usize], stop: Option<Stop>) -> Result<EngineRecord, String> {
        ask(None, lower_bound, cells, stop)
    }

    fn ask(
        question: Option<BoundQuestion>,
        lower_bound: usize,
        cells: &[usize],
        stop: Option<Stop>,
    ) -> Result<EngineRecord, String> {
        let grid = all_grids::<2>(Shape::new(2, 2).expect("a shape"), 1).remove(0);
        let clues: CellSet<2> = cells.iter().map(|&c| Cell::new(c)).collect();
        let minimum = Minimum { lower_bound, clues: Some(clues), stop, counters: Counters::default() };
        checked(Name::Native, question, &SudokuClues::<2>::new(grid), &minimum, Duration::ZERO)
    }

    #[test]
    fn an_answer_is_looked_at_before_it_is_shown() {
        let all: Vec<usize> = (0..16).collect();
        assert!(look(16, &all, None).is_ok_and(|r| r.status == AnswerStatus::Optimal));
        assert!(look(4, &all, Some(Stop::Time)).is_ok_and(|r| r.status == AnswerStatus::TimeLimit));
        assert!(look(1, &[0], None).is_err_and(|e| e.contains("not the only solution")));
        assert!(look(17, &all, None).is_err_and(|e| e.contains("at least 17 and at most 16")));
        assert!(look(4, &all, None).is_err_and(|e| e.contains("without an answer")));
    }

    #[test]
    fn bounds_need_not_meet_only_where_they_answer_what_was_asked() {
        let all: Vec<usize> = (0..16).collect();
        let decided =
            |question, lower| ask(Some(question), lower, &all, None).is_ok_and(|r| r.status == AnswerStatus::Decided);
        assert!(decided(BoundQuestion::AtMost(4), 5) && decided(BoundQuestion::AtMost(16), 3));
        assert!(decided(BoundQuestion::AtLeast(5), 5) && decided(BoundQuestion::AtLeast(17), 3));
        for (question, lower) in
            [(BoundQuestion::AtMost(4), 4), (BoundQuestion::AtMost(15), 3), (BoundQuestion::AtLeast(6), 5)]
        {
            let refused = ask(Some(question), lower, &all, None);
            assert!(refused.is_err_and(|e| e.contains("without an answer")), "{question:?}");
        }
        let stopped = ask(Some(BoundQuestion::AtMost(4)), 4, &all, Some(Stop::Nodes));
        assert!(stopped.is_ok_and(|r| r.status == AnswerStatus::NodeLimit));
    }
}
