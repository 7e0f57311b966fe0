//! Lists all valid choices with a given number of cells, passed to a visitor as they are found.

use std::ops::ControlFlow;

use minclue_core::base::{Cell, CellSet, Stop};
use minclue_core::problem::Counters;
use minclue_engines::engine::{EnumerationQuery, LargerSets, WantedPuzzles};

use super::Solver;
use crate::answer::Choice;
use crate::choice::{EngineName, Engines, RegionPreset, SetSource};
use crate::dispatch::WidthDispatch;
use crate::engine_record::ProofRecord;
use crate::enumeration::{Enumerated, EnumerationRequest};
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::monitor::{Listener, Unmonitored};
use crate::problem::{AtWidth, NO_CLUES};
use crate::run::not_unique;
use crate::sources::{LargerStart, SourceOptions};
use crate::work::{SearchRecord, StartRecord};

/// The choices in a list, and the start of its search.
#[derive(Clone, Copy, Debug)]
pub struct ListOptions {
    /// All choices, or only the minimal ones.
    pub wanted: WantedPuzzles,
    /// The most solutions that may agree with a choice, including the target; more than 1 only for grids.
    pub n_solutions: usize,
    /// The source of start sets; `None` for the engine's default source.
    pub source: Option<SetSource>,
    /// The regions of [`SetSource::Region`].
    pub regions: RegionPreset,
}

impl Default for ListOptions {
    /// All valid choices.
    fn default() -> Self {
        Self { wanted: WantedPuzzles::All, n_solutions: 1, source: None, regions: RegionPreset::default() }
    }
}

/// The result of a list.
#[derive(Clone, Debug)]
pub struct ListEnd {
    /// The limit that ended it; `None` if it is complete or the visitor ended it.
    pub stop: Option<Stop>,
    /// The start sets of the search.
    pub start: StartRecord,
    /// The work of the search.
    pub work: Counters,
    /// The search, without the generation of sets.
    pub search: SearchRecord,
    /// The certificate that the list is complete, if it was requested and the list is complete.
    pub proof: Option<ProofRecord>,
    /// The reason why there is no certificate, or why it is not reliable.
    pub uncertified: Option<String>,
}

impl Solver<'_> {
    /// Passes each valid choice with `n` cells to `visit`, as soon as it is found and checked, until `visit` breaks.
    /// The given and forbidden cells of the problem apply; problems with weights or rows are not supported.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// # use minclue_solver::{ListOptions, Problem, Solver};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let problem: Problem = "1234341221434321".parse()?;
    /// let mut n = 0;
    /// let list = Solver::new(&problem).list(4, &ListOptions::default(), &mut |choice| {
    ///     n += usize::from(choice.len() == 4);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(n > 0 && list.stop.is_none());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Settings`] if the problem or the settings do not support it, [`Error::Failed`] if a tool failed or a
    /// choice turned out not to be valid.
    pub fn list(
        self,
        n: usize,
        options: &ListOptions,
        visit: &mut dyn FnMut(Choice) -> ControlFlow<()>,
    ) -> Result<ListEnd, Error> {
        let engine = self.lister()?;
        let problem = self.problem;
        let chosen = &mut |cells: Vec<Cell>| visit(problem.chosen(cells));
        let follower = self.follower.of_constraints();
        problem.subject().whole(follower, Listing { solver: self, engine, n, options, visit: chosen })?
    }

    /// The engine that makes a list.
    ///
    /// # Errors
    /// [`Error::Settings`] if a list cannot be asked for.
    pub(super) fn lister(&self) -> Result<EngineName, Error> {
        let refused = |message: &str| Err(Error::Settings(message.to_owned()));
        if self.problem.is_program() {
            return refused(NO_CLUES);
        }
        // No choice has a cell that is both given and forbidden: the list is empty.
        self.problem.conditions().check_cells(self.problem)?;
        self.check_settings()?;
        if self.problem.conditions().has_leader() || self.problem.subject().has_prices() {
            return refused("choices are listed by their number of cells, without weights and rows");
        }
        match self.engines {
            None | Some(Engines::Native) => Ok(EngineName::Native),
            Some(Engines::Published(search)) => Ok(EngineName::Published(search)),
            Some(Engines::Bilevel | Engines::Both) => {
                refused("all choices are listed by the native engine or by a published search")
            }
        }
    }
}

/// A list that is made, and who sees it.
struct Listing<'l, 'a> {
    solver: Solver<'a>,
    engine: EngineName,
    n: usize,
    options: &'l ListOptions,
    visit: &'l mut dyn FnMut(Vec<Cell>) -> ControlFlow<()>,
}

impl AtWidth for Listing<'_, '_> {
    type Out = Result<ListEnd, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: WidthDispatch<W>,
    {
        let Self { mut solver, engine, n, options, visit } = self;
        let limits = solver.limits();
        let mut unmonitored = Unmonitored;
        let monitor = solver.monitor.take().unwrap_or(&mut unmonitored);
        monitor.begin(engine, &instance.line(), &limits).map_err(Error::failed)?;
        let mut listener = Listener::new(monitor, engine, instance, false);
        let source = (options.source, options.regions);
        let (sets, start) =
            CellSet::<W>::sets_to_enumerate(engine, source, n, instance, &limits).map_err(Error::failed)?;
        let usual = SourceOptions::of(SetSource::Complete);
        let is_usual = engine == EngineName::Native && options.source.is_none();
        let larger = is_usual.then(|| LargerStart::after(&sets, &usual, instance)).flatten();
        listener.start_sets(instance.problem().cells().len(), &start);
        let [given, forbidden] = solver.problem.conditions().sets::<W>();
        let query = EnumerationQuery {
            n_clues: n,
            puzzles: options.wanted,
            given,
            forbidden,
            n_solutions: options.n_solutions,
        };
        let path = solver.settings.certificate.as_deref();
        let request = EnumerationRequest {
            engine,
            options: solver.settings.native(),
            sets: &sets,
            larger: larger.as_ref().map(|larger| larger as &dyn LargerSets<W>),
            query: &query,
            limits: &limits,
            observer: &mut listener,
            certify: path.zip(instance.certifiable()),
        };
        let (mut failure, mut of_look) = (None, None);
        let mut checked = |cells: CellSet<W>| {
            if options.n_solutions == 1 {
                match instance.is_unique(cells, &limits) {
                    Ok(true) => {}
                    Ok(false) => failure = Some(Error::failed(not_unique(&instance.puzzle(cells), &engine.text()))),
                    Err(stop) => of_look = Some(stop),
                }
                if failure.is_some() || of_look.is_some() {
                    return ControlFlow::Break(());
                }
            }
            visit(cells.iter().collect())
        };
        let found = CellSet::<W>::enumerate(instance.problem(), request, &mut checked).map_err(Error::failed)?;
        let Enumerated { stop, work, search, proof, uncertified } = found;
        let stop = of_look.or(stop);
        failure.map_or(Ok(ListEnd { stop, start, work, search, proof, uncertified }), Err)
    }
}
