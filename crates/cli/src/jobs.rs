//! The run of one verb over inputs that are answered side by side. What is written is the same as of one after the
//! other, in the same order; each answer is out as soon as it and all before it are known.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use minclue_core::sudoku::{Entry, ReadError};
use minclue_report::{AnswerStatus, ErrorRecord, Record};

use super::answer::Answer;
use super::args::Common;
use super::claims::{Claims, Refusal};
use super::context::Context;
use super::embedded;
use super::exit::Exit;
use super::finds::{Finds, Later, Now};
use super::input::Input;
use super::inputs::Found;
use super::output::{Layout, Output};
use super::progress;
use super::session::{self, EntryVerb, Run, say_notes};
use super::side_by_side::{Says, Team, all_said};
use super::turn::{self, Kept};

/// A verb of which all that takes time needs nothing of the inputs before.
pub(super) trait SideBySide: Sync {
    /// What takes time makes this.
    type Work: Send + 'static;
    /// What is known of the inputs before.
    type State;

    /// Inputs for each job that are held at once, waiting, at work or done. An input that takes long holds up the
    /// others only once all of these wait for it.
    fn n_held(&self) -> usize {
        256
    }

    /// Does what takes time for the grid or puzzle with this number, from 1, perhaps in another thread. What belongs to
    /// the answer and is known before its record may go to `out` at once.
    fn work(&self, number: usize, entry: &Entry, context: &Context, out: &mut dyn Finds) -> Self::Work;

    /// Makes the answer, in the order of the inputs.
    fn answer(&self, state: &mut Self::State, entry: &Entry, work: Self::Work, context: &Context) -> Answer;

    /// As of [`EntryVerb::claim`].
    ///
    /// # Errors
    /// As there.
    fn claim(&self, _claims: Claims) -> Result<(), Refusal> {
        Ok(())
    }

    /// Has it engines, which say in the log how they work?
    fn has_engines(&self) -> bool {
        false
    }

    /// As of [`EntryVerb::only_one`].
    fn only_one(&self) -> Option<Refusal> {
        None
    }

    /// The record of an input without an answer.
    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record>;
}

/// Runs `verb` over every grid and puzzle of the input, `n_jobs` at a time.
pub(super) fn run<V: SideBySide>(
    common: &Common,
    layout: Layout,
    n_jobs: usize,
    verb: &V,
    state: &mut V::State,
) -> Exit {
    let ready = Cell::new(None);
    let mut in_turn = InTurn { verb, state, ready: &ready, number: 0, n_jobs };
    // A host belongs to one thread, and has its own way to do several things at once.
    if n_jobs == 1 || embedded::is_embedded() {
        return session::run(common, layout, &mut in_turn);
    }
    let (answers, all) = match session::opened(common, layout, &mut in_turn) {
        Ok(opened) => opened,
        Err(exit) => return exit,
    };
    let context = Arc::clone(&answers.context);
    let mut run = Run::new(&mut in_turn, answers, common.messages.quiet);
    let interrupt = context.interrupt().clone();
    // An interrupted input ends anywhere, perhaps within a grid.
    let all = all.take_while(move |_| !interrupt.is_raised());
    let mut n_whole = 0;
    let numbered = all.map(move |(input, found)| {
        n_whole += usize::from(matches!(found, Found::Whole(_)));
        Item { input, found, number: n_whole }
    });
    let team = Team {
        n_threads: n_jobs,
        n_held: verb.n_held(),
        is_over: &|| context.interrupt().is_raised(),
        // Nothing more can be written. That is not a signal, and has its own exit code.
        stop: &|| context.interrupt().raise(),
    };
    let work = |item: Item, says: &Says<Event<V::Work>>| item.work(verb, &context, common.messages.quiet, says);
    let end = all_said(numbered, &team, work, |event| match event {
        Event::Kept(Kept::Words(say)) => {
            say();
            ControlFlow::Continue(())
        }
        Event::Kept(Kept::Result(write)) => run.answers.write(write),
        Event::End(Item { input, found: Found::Whole(entry), .. }, work) => {
            ready.set(work);
            run.one(&input, &entry)
        }
        Event::End(Item { input, found, .. }, _) => run.found(&input, found),
    });
    if end.is_continue() {
        run.answers.is_interrupted();
    }
    run.finish(end)
}

/// What was found in an input.
struct Item {
    input: Arc<Input>,
    found: Found<Entry, ReadError>,
    /// Its number among grids and puzzles.
    number: usize,
}

/// What is said of an item, in order.
enum Event<W> {
    Kept(Kept),
    /// All was said, and here is what took time, if anything did.
    End(Item, Option<W>),
}

impl Item {
    fn work<V: SideBySide>(self, verb: &V, context: &Context, quiet: bool, says: &Says<Event<V::Work>>) {
        let work = match &self.found {
            Found::Whole(entry) => {
                let listener = says.clone();
                progress::begin(entry.id.as_deref());
                let work = turn::listen(
                    move |kept| listener.say(Event::Kept(kept)),
                    || {
                        say_notes(&self.input.name(), entry, quiet, context.messages);
                        verb.work(self.number, entry, context, &mut Later)
                    },
                );
                progress::done();
                Some(work)
            }
            _ => None,
        };
        says.say(Event::End(self, work));
    }
}

/// Answers one input after the other, with the work that is ready or after doing it.
struct InTurn<'a, V: SideBySide> {
    verb: &'a V,
    state: &'a mut V::State,
    ready: &'a Cell<Option<V::Work>>,
    number: usize,
    n_jobs: usize,
}

impl<V: SideBySide> EntryVerb for InTurn<'_, V> {
    fn answer(&mut self, entry: &Entry, context: &Context, out: &mut dyn Output) -> Answer {
        self.number += 1;
        let work = self.ready.take();
        let work = work.unwrap_or_else(|| self.verb.work(self.number, entry, context, &mut Now(out)));
        self.verb.answer(self.state, entry, work, context)
    }

    fn claim(&mut self, claims: Claims) -> Result<(), Refusal> {
        self.verb.claim(claims)
    }

    fn n_threads(&self) -> Option<usize> {
        (!self.verb.has_engines()).then_some(self.n_jobs)
    }

    fn only_one(&self) -> Option<Refusal> {
        self.verb.only_one()
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        self.verb.unanswered(id, status, error)
    }
}
