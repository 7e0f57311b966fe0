//! Short ways to ask an engine, whichever it is.

use std::io;
use std::ops::ControlFlow;

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::{ClueProblem, Minimum, NoObserver};
use minclue_core::proof::Proof;
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::{self, BranchAndCut};
use minclue_engines::engine::{Engine, Enumeration, EnumerationQuery, ProofLog, Question, Run, Start};
use minclue_engines::search::{self, Native};
use minclue_lp::Highs;

/// The native engine with these settings.
pub(crate) fn native(options: &search::SearchOptions) -> Native {
    Native { options: options.clone() }
}

/// The branch and cut with these settings, by linear programs to the last clue.
pub(crate) fn tree<const W: usize>(options: &bilevel::BilevelOptions) -> BranchAndCut<'static, W> {
    BranchAndCut { options: *options, ..BranchAndCut::new(&Highs) }
}

pub(crate) fn minimum<const W: usize>(
    engine: &dyn Engine<W>,
    problem: &dyn ClueProblem<W>,
    family: &Family<W>,
    limits: &Limits,
) -> Minimum<W> {
    asked(engine, problem, family, Question::Minimum, limits)
}

/// What is asked about it.
pub(crate) fn asked<const W: usize>(
    engine: &dyn Engine<W>,
    problem: &dyn ClueProblem<W>,
    family: &Family<W>,
    question: Question,
    limits: &Limits,
) -> Minimum<W> {
    let mut silent = NoObserver;
    let mut run = Run::new(limits, &mut silent).asking(question);
    engine.minimum(problem, &Start::from(family), &mut run).expect("no proof is wanted")
}

/// The minimum with its proof, whose trees go to `files`.
pub(crate) fn proven<const W: usize>(
    engine: &dyn Engine<W>,
    problem: &dyn ClueProblem<W>,
    family: &Family<W>,
    limits: &Limits,
    files: impl FnMut() -> io::Result<std::fs::File> + 'static,
) -> (Minimum<W>, io::Result<Proof<W>>) {
    let (mut silent, mut log) = (NoObserver, ProofLog::new(files));
    let mut run = Run::new(limits, &mut silent).proving(&mut log);
    let found = engine.minimum(problem, &Start::from(family), &mut run).expect("options that leave a certificate");
    (found, log.into_proof().map(|proof| proof.expect("a run leaves one")))
}

/// Everything that is wanted, and the proof that it is all.
pub(crate) fn listed<const W: usize>(
    engine: &dyn Engine<W>,
    problem: &dyn ClueProblem<W>,
    family: &Family<W>,
    query: &EnumerationQuery<W>,
    limits: &Limits,
    files: impl FnMut() -> io::Result<std::fs::File> + 'static,
) -> (Enumeration, Vec<CellSet<W>>, io::Result<Proof<W>>) {
    let (mut silent, mut log, mut found) = (NoObserver, ProofLog::new(files), Vec::new());
    let mut run = Run::new(limits, &mut silent).proving(&mut log);
    let mut visit = |clues| {
        found.push(clues);
        ControlFlow::Continue(())
    };
    let end = engine.enumerate(problem, &Start::from(family), query, &mut run, &mut visit).expect("it enumerates");
    (end, found, log.into_proof().map(|proof| proof.expect("a run leaves one")))
}

/// Everything that is wanted, until the visitor leaves.
pub(crate) fn enumerated<const W: usize>(
    engine: &dyn Engine<W>,
    problem: &dyn ClueProblem<W>,
    family: &Family<W>,
    query: &EnumerationQuery<W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Enumeration {
    let (limits, mut silent) = (Limits::none(), NoObserver);
    let mut run = Run::new(&limits, &mut silent);
    engine.enumerate(problem, &Start::from(family), query, &mut run, visit).expect("an engine that enumerates")
}
