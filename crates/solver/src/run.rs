//! Creates an engine from its settings, and runs it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use minclue_core::base::{Cell, CellSet, Limits, cpu_time};
use minclue_core::problem::{ClueProblem, Minimum, Witness};
use minclue_core::proof::{Certificate, Proof};
use minclue_core::unavoidable::Family;
#[cfg(feature = "serde")]
use minclue_engines::bilevel::Checkpoint;
use minclue_engines::bilevel::{AnswerBy, BranchAndCut, ByIlp};
use minclue_engines::engine::{self, LargerSets, Leaves, Start};
use minclue_engines::published::PublishedSearch;
use minclue_engines::search::Native;
use minclue_engines::width::Width;

use crate::bounds::{AnswerStatus, BoundQuestion, Bounds, seconds};
use crate::certificate::{self, Expected, Uncertified};
use crate::choice::{EngineName, SetSource};
use crate::engine_record::EngineRecord;
use crate::in_force::EngineSettings;
use crate::instance::ProblemInstance;
use crate::monitor::{Listener, Monitor};
use crate::settings::{Settings, node_lps};
use crate::sources::{LargerStart, SourceOptions};
#[cfg(feature = "serde")]
use crate::state_keeper::StateKeeper;
use crate::work::{SearchRecord, StartRecord};

/// The start data of an engine, besides what it finds itself.
#[derive(Clone, Copy, Debug)]
pub struct WarmStart<'a, const W: usize> {
    /// Start sets, which replace those of a source.
    pub sets: Option<&'a Family<W>>,
    /// Start clues, which a solver has found to be valid.
    pub puzzle: Option<CellSet<W>>,
}

impl<const W: usize> WarmStart<'_, W> {
    /// No start data.
    pub const NOTHING: Self = Self { sets: None, puzzle: None };

    /// With these clues where none were given.
    fn or_clues(self, clues: Option<CellSet<W>>) -> Self {
        Self { puzzle: self.puzzle.or(clues), ..self }
    }

    /// Do the clues that were given say all that is asked?
    fn answers(&self, question: engine::Question) -> bool {
        matches!(question, engine::Question::AtMost(k) if self.puzzle.is_some_and(|clues| clues.len() <= k))
    }

    /// Adds a fact that an engine which was stopped early may not know: the given clues are enough.
    fn complete(&self, minimum: &mut Minimum<W>, question: engine::Question) {
        if let Some(clues) = self.puzzle
            && minimum.upper_bound().is_none_or(|upper| clues.len() < upper)
        {
            minimum.clues = Some(clues);
            minimum.stop = minimum.stop.filter(|_| !self.answers(question));
        }
    }
}

/// The result of one engine for one instance.
#[derive(Clone, Debug)]
pub struct EngineRun {
    /// The record of its answer.
    pub record: EngineRecord,
    /// The clues of its puzzle.
    pub cells: Option<Vec<Cell>>,
    /// Its log, which is only kept if answers are compared.
    pub journal: Vec<String>,
    /// Why its state could not be kept, or its certificate not written.
    pub(crate) unkept: Option<String>,
    /// Why the checker refuses its certificate.
    pub(crate) refused: Option<String>,
    /// The message about its puzzle if a limit ended the second check: it is not reported as a puzzle.
    pub(crate) unchecked: Option<String>,
}

impl EngineRun {
    /// Creates the result of an answer and its log, without failure.
    #[must_use]
    pub fn new(record: EngineRecord, journal: Vec<String>) -> Self {
        Self { record, cells: None, journal, unkept: None, refused: None, unchecked: None }
    }
}

/// Runs one engine on one instance.
///
/// # Errors
/// A message if the engine failed, or if its answer does not stand up to a second look.
pub(crate) fn run<const W: usize>(
    name: EngineName,
    instance: &dyn ProblemInstance<W>,
    settings: &Settings,
    begin: WarmStart<'_, W>,
    limits: &Limits,
    monitor: &mut dyn Monitor,
    keep_journal: bool,
) -> Result<EngineRun, String>
where
    CellSet<W>: Width<W>,
{
    let start = Instant::now();
    monitor.begin(name, &instance.line(), limits)?;
    let mut listener = Listener::new(monitor, name, instance, keep_journal);
    let EngineCall { mut minimum, start: started, search, mut unkept, mut certificate } =
        call(name, instance, settings, begin, limits, &mut listener)?;
    let unchecked = second_look(name, settings.question, instance, &mut minimum, limits)?;
    if unchecked.is_some() {
        certificate = None;
    }
    let mut record = checked(name, settings.question, instance, &minimum, start.elapsed())?;
    (record.start, record.search) = (Some(started), search);
    record.follower = Some(settings.answer_by(name, instance.is_grid())?.name());
    let n_cells = instance.problem().cells().len();
    record.settings = Some(EngineSettings::of(name, settings, n_cells, instance.is_grid(), begin.sets.is_some()));
    let mut refused = None;
    if let (Some(certificate), Some(path), Some(problem)) = (certificate, &settings.certificate, instance.certifiable())
    {
        match certificate::write_and_check(certificate, path, problem, &Expected::Bounds(&record.bounds)) {
            Ok(proof) => record.proof = Some(proof),
            Err(Uncertified::Unwritten(message)) => unkept = Some(message),
            Err(Uncertified::Refused(message)) => refused = Some(message),
        }
    }
    let journal = listener.finish(&record);
    let cells = minimum.clues.map(|clues| (clues | instance.given()).iter().collect());
    Ok(EngineRun { cells, unkept, refused, unchecked, ..EngineRun::new(record, journal) })
}

/// The result of a call.
struct EngineCall<const W: usize> {
    minimum: Minimum<W>,
    start: StartRecord,
    search: Option<SearchRecord>,
    unkept: Option<String>,
    certificate: Option<Certificate<W>>,
}

/// The start sets that an engine takes under the settings, to answer a question.
fn source_options(name: EngineName, settings: &Settings, question: engine::Question) -> SourceOptions {
    let max_sets = settings.most_sets(name);
    let regions = settings.regions;
    let max_clues = question.at_most().filter(|_| name == EngineName::Native);
    SourceOptions { max_sets, regions, max_clues, ..SourceOptions::of(settings.start_source(name)) }
}

fn call<const W: usize>(
    name: EngineName,
    instance: &dyn ProblemInstance<W>,
    settings: &Settings,
    begin: WarmStart<'_, W>,
    limits: &Limits,
    listener: &mut Listener<'_, W>,
) -> Result<EngineCall<W>, String>
where
    CellSet<W>: Width<W>,
{
    let question = asked(settings.question, instance);
    let found;
    let (family, start, larger) = match begin.sets {
        Some(given) => (given, StartRecord { n_sets: given.len() as u64, ..StartRecord::default() }, None),
        // Nothing is searched.
        None if begin.answers(question) => (&Family::new(), StartRecord::default(), None),
        None => {
            let wanted = source_options(name, settings, question);
            found = measured(instance, &wanted, limits)?;
            (&found.0, found.1, LargerStart::after(&found.0, &wanted, instance))
        }
    };
    listener.start_sets(instance.problem().cells().len(), &start);
    let answer_by = settings.answer_by(name, instance.is_grid())?;
    let begin = begin.or_clues(family.puzzle());
    let asked = ByIlp::new(instance.problem(), answer_by);
    let larger = larger.as_ref().map(|larger| larger as &dyn LargerSets<W>);
    let start_of = Start { family, incumbent: begin.puzzle, larger };
    let mut called = search_by(name, &asked, instance, &start_of, settings, limits, listener)?;
    begin.complete(&mut called.minimum, question);
    let proven = called.proof.zip(called.minimum.clues).zip(instance.certifiable());
    let certificate = proven.map(|((proof, clues), problem)| problem.certificate(clues, proof, &witnesses(family)));
    let EngineSearch { minimum, search, unkept, .. } = called;
    Ok(EngineCall { minimum, start, search, unkept, certificate })
}

/// The result of a search.
struct EngineSearch<const W: usize> {
    minimum: Minimum<W>,
    search: Option<SearchRecord>,
    unkept: Option<String>,
    proof: Option<Proof<W>>,
}

/// Searches `problem`, which is that of `instance`, perhaps with another oracle.
fn search_by<const W: usize>(
    name: EngineName,
    problem: &dyn ClueProblem<W>,
    instance: &dyn ProblemInstance<W>,
    start: &Start<'_, W>,
    settings: &Settings,
    limits: &Limits,
    listener: &mut Listener<'_, W>,
) -> Result<EngineSearch<W>, String>
where
    CellSet<W>: Width<W>,
{
    let cpu = cpu_time();
    let n_cells = problem.cells().len();
    let tally = Mutex::default();
    #[cfg(feature = "serde")]
    let kept = if name == EngineName::Bilevel { StateKeeper::of(instance, settings)? } else { None };
    let leaves = leaves::<W>(settings, instance.is_grid())?;
    let engine = match name {
        EngineName::Native => CellSet::<W>::native(Native { options: settings.native() }),
        EngineName::Bilevel => CellSet::<W>::branch_and_cut(BranchAndCut {
            options: settings.branch_and_cut(n_cells),
            leaves: leaves.as_deref(),
            #[cfg(feature = "serde")]
            checkpoint: kept.as_ref().map(|kept| kept as &dyn Checkpoint<W>),
            #[cfg(feature = "serde")]
            resume: kept.as_ref().and_then(|kept| kept.found.as_ref()),
            ..BranchAndCut::new(node_lps(settings.bilevel.lp_solver)?)
        }),
        EngineName::Published(published) => CellSet::<W>::published(PublishedSearch {
            settings: published,
            seed: settings.seed,
            local_search: settings.local_search,
            tally: Some(&tally),
        }),
    };
    let mut log = match &settings.certificate {
        Some(path) => Some((path, certificate::log(path)?)),
        None => None,
    };
    let proof = log.as_mut().map(|(_, log)| log);
    let mut run = engine::Run { limits, question: asked(settings.question, instance), observer: listener, proof };
    let minimum = engine.minimum(problem, start, &mut run).map_err(|e| format!("--certify: {e}"))?;
    drop(engine);
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    let cpu_seconds = seconds(cpu_time() - cpu);
    let search = match name {
        EngineName::Published(_) => Some(SearchRecord::published(&tally, cpu_seconds)),
        // The relaxations of a tree are compared by what they cost, also where others are at work.
        EngineName::Bilevel => Some(SearchRecord { cpu_seconds, n_nodes: minimum.counters.n_nodes, published: None }),
        EngineName::Native => None,
    };
    #[cfg(feature = "serde")]
    let unkept = kept.and_then(|kept| kept.close(&minimum).err());
    #[cfg(not(feature = "serde"))]
    let unkept = None;
    let proof = log.map_or(Ok(None), |(path, log)| certificate::proof(log, path));
    Ok(match proof {
        Ok(proof) => EngineSearch { minimum, search, unkept, proof },
        Err(message) => EngineSearch { minimum, search, unkept: Some(message), proof: None },
    })
}

/// The question for an engine, which does not know the given clues.
fn asked<const W: usize>(question: Option<BoundQuestion>, instance: &dyn ProblemInstance<W>) -> engine::Question {
    let at_most = |question: BoundQuestion| question.at_most().saturating_sub(instance.given().len());
    question.map_or(engine::Question::Minimum, |question| engine::Question::AtMost(at_most(question)))
}

/// The solver of small subproblems of the branch and cut: the native search, if the problem's own oracle is used.
fn leaves<const W: usize>(settings: &Settings, is_grid: bool) -> Result<Option<Box<dyn Leaves<W>>>, String>
where
    CellSet<W>: Width<W>,
{
    let by_oracle = matches!(settings.answer_by(EngineName::Bilevel, is_grid)?, AnswerBy::Problem);
    Ok(by_oracle.then(|| CellSet::<W>::leaves(Native { options: settings.native() })))
}

/// The witnesses of a family.
pub(crate) fn witnesses<const W: usize>(family: &Family<W>) -> impl Fn(&CellSet<W>) -> Option<Witness> {
    let known: FxHashMap<_, _> = family.sets().iter().map(|set| (set.cells, &set.witness)).collect();
    move |set| known.get(set).map(|witness| (*witness).clone())
}

/// The sets that an engine starts from when it enumerates puzzles with `n_clues`, and what they cost; those of
/// `source`, or of its own.
///
/// # Errors
/// A message if a tool of the source failed.
pub(crate) fn sets_to_enumerate<const W: usize>(
    name: EngineName,
    (source, regions): (Option<SetSource>, crate::choice::RegionPreset),
    n_clues: usize,
    instance: &dyn ProblemInstance<W>,
    limits: &Limits,
) -> Result<(Family<W>, StartRecord), String> {
    let max_clues = (name == EngineName::Native && source.is_none()).then_some(n_clues);
    let options = SourceOptions { regions, max_clues, ..SourceOptions::of(source.unwrap_or(name.source())) };
    measured(instance, &options, limits)
}

/// Start sets, and what they cost.
fn measured<const W: usize>(
    instance: &dyn ProblemInstance<W>,
    options: &SourceOptions,
    limits: &Limits,
) -> Result<(Family<W>, StartRecord), String> {
    let (start, cpu) = (Instant::now(), cpu_time());
    let family = instance.start_sets(options, limits)?;
    let (wall, cpu) = (seconds(start.elapsed()), seconds(cpu_time() - cpu));
    let record = StartRecord { n_sets: family.len() as u64, seconds: Some(wall), cpu_seconds: Some(cpu) };
    Ok((family, record))
}

/// Looks at the puzzle of an answer once more. If a limit comes before that has ended, the puzzle is taken out of the
/// answer, which the limit ends then, and what is returned says so.
fn second_look<const W: usize>(
    name: EngineName,
    question: Option<BoundQuestion>,
    instance: &dyn ProblemInstance<W>,
    minimum: &mut Minimum<W>,
    limits: &Limits,
) -> Result<Option<String>, String> {
    let Some(clues) = minimum.clues else { return Ok(None) };
    let puzzle = || instance.puzzle(clues);
    match instance.is_unique(clues, limits) {
        Ok(true) => Ok(None),
        Ok(false) => Err(not_unique(&puzzle(), &name.text())),
        Err(stop) => {
            let n_given = instance.given().len();
            minimum.clues = None;
            // What the lower bound answers needs no puzzle.
            let bounds = Bounds::new(minimum.lower_bound + n_given, None);
            if question.and_then(|question| question.answer(&bounds)).is_none() {
                minimum.stop = Some(stop);
            }
            let n = clues.len() + n_given;
            Ok(Some(format!(
                "{stop} before the {n} clues of engine {} were checked again, so they are not an answer: {}",
                name.text(),
                puzzle()
            )))
        }
    }
}

/// The record of an answer, unless it contradicts itself.
fn checked<const W: usize>(
    name: EngineName,
    question: Option<BoundQuestion>,
    instance: &dyn ProblemInstance<W>,
    minimum: &Minimum<W>,
    time: Duration,
) -> Result<EngineRecord, String> {
    let engine = name.text();
    let n_given = instance.given().len();
    let (lower, upper) = (minimum.lower_bound + n_given, minimum.upper_bound().map(|upper| upper + n_given));
    let best = minimum.clues.map(|clues| (clues.len() + n_given, instance.puzzle(clues)));
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
    let (work, seconds) = (minimum.counters, seconds(time));
    Ok(EngineRecord { engine, status, bounds, work, seconds, ..EngineRecord::default() })
}

/// Returns the message about a puzzle of an engine that is not valid.
#[must_use]
pub fn not_unique(puzzle: &str, engine: &str) -> String {
    format!("internal error: the target is not the only solution of {puzzle}, found by engine {engine}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use minclue_core::base::{Cell, Index, Stop};
    use minclue_core::problem::{Counters, LinearProblem, SudokuClues};
    use minclue_core::sudoku::{Shape, all_grids};

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
        let mut minimum = Minimum { lower_bound, clues: Some(clues), stop, counters: Counters::default() };
        let instance = SudokuClues::<2>::new(grid);
        second_look(EngineName::Native, question, &instance, &mut minimum, &Limits::none())?;
        checked(EngineName::Native, question, &instance, &minimum, Duration::ZERO)
    }

    /// A grid at which a second look takes longer than the limits allow.
    struct Slow(SudokuClues<2>);

    impl ProblemInstance<2> for Slow {
        fn problem(&self) -> &dyn LinearProblem<2> {
            &self.0
        }

        fn line(&self) -> String {
            self.0.line()
        }

        fn puzzle(&self, clues: CellSet<2>) -> String {
            ProblemInstance::puzzle(&self.0, clues)
        }

        fn is_unique(&self, _: CellSet<2>, _: &Limits) -> Result<bool, Stop> {
            Err(Stop::Time)
        }
    }

    #[test]
    fn what_was_not_looked_at_is_no_answer() {
        let instance = Slow(SudokuClues::<2>::new("1234341221434321".parse().expect("a grid")));
        let settings = Settings::default();
        let run = |settings: &Settings| {
            let (limits, mut monitor) = (Limits::none(), crate::monitor::Unmonitored);
            run(EngineName::Native, &instance, settings, WarmStart::NOTHING, &limits, &mut monitor, false)
                .expect("a run")
        };
        let EngineRun { record, cells, unchecked, .. } = run(&settings);
        assert_eq!((record.status, record.bounds.lower_bound), (AnswerStatus::TimeLimit, Some(4)));
        assert_eq!((record.bounds.upper_bound, record.bounds.puzzle, cells), (None, None, None));
        let said = unchecked.expect("a message");
        assert!(
            said.starts_with("time limit reached before the 4 clues of engine native were checked again"),
            "{said}"
        );
        // A question that the lower bound answers needs no puzzle.
        let EngineRun { record, .. } = run(&Settings { question: Some(BoundQuestion::AtMost(3)), ..settings });
        assert_eq!((record.status, record.bounds.lower_bound), (AnswerStatus::Decided, Some(4)));
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
