//! The run of one verb over all inputs: read, answer, write, and keep the exit code. Inputs that are answered in
//! parallel leave the same as one after the other: in the same order, each answer once it and all before it are known.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use minclue_core::sudoku::{Entry, Place};
use minclue_report::{AnswerStatus, ErrorRecord, Record};

use super::answer::Answer;
use super::answers::Answers;
use super::args::{Common, Jobs, VariantArgs};
use super::context::Context;
use super::embedded;
use super::exit::Exit;
use super::file_guard::{FileGuard, Refusal};
use super::input::Input;
use super::inputs::{self, Inputs, Loaded, Refused, refused, say_notes};
use super::load_error::LoadError;
use super::message::Messages;
use super::output::{FEW, Layout};
use super::parallel::{Pool, Queue, run_ordered};
use super::progress::{self, Log, grouped};
use super::record_sink::{Deferred, Direct, Event, RecordSink};
use super::variant;

/// What a verb does with each input.
pub(super) trait EntryVerb: Sync {
    /// Answers the grid or puzzle with this number, from 1; where there are several jobs, while others are answered.
    /// What belongs to the answer and is known before its record may go to `out` at once.
    fn answer(&self, number: usize, entry: &Entry, context: &Context, out: &mut dyn RecordSink) -> Answer;

    /// Looks at the files that the run will write, before anything is answered; `claims` has the input.
    ///
    /// # Errors
    /// One of them cannot be written, or something else would be lost.
    fn claim(&self, _claims: FileGuard) -> Result<(), Refusal> {
        // Most verbs write to standard output only.
        Ok(())
    }

    /// The threads at work, for the log; `None` of a verb with engines, which log that themselves.
    fn n_threads(&self, n_jobs: usize) -> Option<usize> {
        Some(n_jobs)
    }

    /// Inputs for each job that are held at once, waiting, at work or done. An input that takes long holds up the
    /// others only once all of these wait for it.
    fn n_held(&self) -> usize {
        256
    }

    /// Why an entry with these rules of its own, of which there are some, has no answer under the options.
    fn refuses(&self, rules: &VariantArgs) -> Option<Refused> {
        Some(variant::unknown(rules))
    }

    /// What is wrong with a second input, where only one can be answered.
    fn only_one(&self) -> Option<Refusal> {
        None
    }

    /// The record of an input without an answer.
    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record>;
}

/// Runs `verb` over every grid and puzzle of the input, as many at a time as `jobs` says.
pub(super) fn run(common: &Common, layout: Layout, jobs: Jobs, verb: &dyn EntryVerb) -> Exit {
    let Opened { answers, all, n_jobs } = match opened(common, layout, jobs, verb) {
        Ok(opened) => opened,
        Err(exit) => return exit,
    };
    let (context, quiet) = (Arc::clone(&answers.context), common.messages.quiet);
    let mut run = Run::new(verb, answers, n_jobs);
    let interrupt = context.interrupt().clone();
    // An interrupted input ends anywhere, perhaps within a grid.
    let all = all.take_while(move |_| !interrupt.is_raised());
    let mut number = 0;
    let mut items = all.map(move |(input, loaded)| {
        number += usize::from(loaded.is_ok());
        Item { input, loaded, number }
    });
    // A host has its own way to do several things at once.
    let end = if n_jobs == 1 || embedded::is_embedded() {
        items.try_for_each(|item| {
            let answer = item.answer((verb, layout), &context, quiet, &mut Direct(run.answers.out.as_mut()));
            run.end(item, answer)
        })
    } else {
        let pool = Pool {
            n_threads: n_jobs,
            n_held: verb.n_held(),
            is_over: &|| context.interrupt().is_raised(),
            // Nothing more can be written. That is not a signal, and has its own exit code.
            stop: &|| context.interrupt().raise(),
        };
        let work = |item: Item, queue: &Queue<Item, Step>| {
            let queue = queue.clone();
            let mut out = Deferred(Arc::new(move |event| queue.put(Step::Event(event))));
            let answer = item.answer((verb, layout), &context.with_queue(&out), quiet, &mut out);
            Step::End(item, answer)
        };
        run_ordered(items, &pool, work, |step| match step {
            Step::Event(event) => run.answers.event(event),
            Step::End(item, answer) => run.end(item, answer),
        })
    };
    if end.is_continue() {
        run.answers.is_interrupted();
    }
    run.finish(end)
}

/// What a run begins with.
struct Opened {
    answers: Answers,
    all: Loaded<Entry>,
    n_jobs: usize,
}

/// Opens the inputs, and where answers go.
///
/// # Errors
/// The exit code, if nothing can be answered; that was said.
fn opened(common: &Common, layout: Layout, jobs: Jobs, verb: &dyn EntryVerb) -> Result<Opened, Exit> {
    let context = Context::new(&common.messages)?;
    let messages = &context.messages;
    let inputs = Inputs::of_common(common, messages)?;
    verb.claim(FileGuard::of(inputs.iter())).map_err(|refusal| refusal.report(messages))?;
    progress::of(0, inputs.counted_grids(common.shape, common.column.as_ref()));
    let mut all = inputs.grids(context.interrupt(), common.shape, common.column.clone());
    if let Some(refusal) = verb.only_one() {
        all = inputs::single(all).ok_or_else(|| refusal.report(messages))?;
    }
    // Who types is answered line by line.
    let n_ahead = match jobs {
        _ if inputs.is_typed() => 0,
        _ if layout.depends_on_inputs() => FEW + 1,
        // Who writes to a pipe may wait for an answer before the next one.
        Jobs::UpTo(n) if n > 1 && inputs.are_readable_twice() => n,
        _ => 0,
    };
    let first: Vec<_> = all.by_ref().take(n_ahead).collect();
    let n_jobs = match jobs {
        Jobs::Said(n) => n,
        Jobs::UpTo(_) if inputs.is_typed() => 1,
        // All inputs are these where there are fewer than were looked at.
        Jobs::UpTo(n) if first.len() < n_ahead => n.min(first.len()).max(1),
        Jobs::UpTo(n) => n,
    };
    let layout = if layout.depends_on_inputs() { layout.for_inputs(first.len()) } else { layout };
    let mut answers = Answers::new(context, layout);
    answers.exit = inputs.exit();
    Ok(Opened { answers, all: Box::new(first.into_iter().chain(all)), n_jobs })
}

/// What was loaded from an input.
struct Item {
    input: Arc<Input>,
    loaded: Result<Entry, Box<LoadError>>,
    /// Its number among grids and puzzles.
    number: usize,
}

impl Item {
    /// The answer to a grid or puzzle; to all else there is none.
    fn answer(
        &self,
        (verb, layout): (&dyn EntryVerb, Layout),
        context: &Context,
        quiet: bool,
        out: &mut dyn RecordSink,
    ) -> Answer {
        let Ok(entry) = &self.loaded else { return Answer::NoRecord };
        progress::begin(entry.id.as_deref());
        say_notes(&self.input.name(), entry, quiet, &context.messages);
        let rules = VariantArgs::brought(&entry.rules);
        let of_format = || layout.refuses(&rules).map(refused);
        let answer = match (!rules.is_plain()).then(|| verb.refuses(&rules).or_else(of_format)).flatten() {
            None => verb.answer(self.number, entry, context, out),
            Some((message, help)) => Answer::Refused { message, help },
        };
        progress::done();
        answer
    }
}

/// What comes of an item, in order.
enum Step {
    Event(Event),
    /// All else is written.
    End(Item, Answer),
}

struct Run<'a> {
    verb: &'a dyn EntryVerb,
    answers: Answers,
    /// The log of a verb without engines, which then has no other.
    log: Option<Log>,
    n_inputs: u64,
    start: Instant,
    said: Said,
}

/// What was said of refused inputs, so that a file of the wrong kind does not say the same a thousand times.
#[derive(Default)]
struct Said {
    message: String,
    /// The input, and how often it was refused with this message in a row.
    name: String,
    n: u64,
}

impl Said {
    /// This often the same is said in a row.
    const MOST: u64 = 3;

    fn refused(&mut self, name: &str, place: &Place, message: &str, help: Option<&str>, messages: &Messages) {
        if (self.message.as_str(), self.name.as_str()) != (message, name) {
            self.sum_up(messages);
            *self = Self { message: message.to_owned(), name: name.to_owned(), n: 0 };
        }
        self.n += 1;
        if self.n <= Self::MOST {
            messages.refused(name, place, message, help);
        }
    }

    /// Says how often the same was not said.
    fn sum_up(&mut self, messages: &Messages) {
        let more = std::mem::take(&mut self.n).saturating_sub(Self::MOST);
        if more > 0 {
            let times = if more == 1 { "once".to_owned() } else { format!("{} times", grouped(more)) };
            messages.error(&format!("{}: the same {times} more: {}", self.name, self.message), None);
        }
    }
}

impl<'a> Run<'a> {
    /// Says to the log what is at work.
    fn new(verb: &'a dyn EntryVerb, answers: Answers, n_jobs: usize) -> Self {
        let n_threads = verb.n_threads(n_jobs);
        let mut log = n_threads.and(answers.context.verbosity.log());
        if let (Some(log), Some(n_threads)) = (&mut log, n_threads) {
            log.say(&progress::program(n_threads));
        } else if n_jobs > 1
            && let Some(mut log) = answers.context.verbosity.log()
        {
            log.say(&progress::side_by_side(n_jobs));
        }
        Self { verb, answers, log, n_inputs: 0, start: Instant::now(), said: Said::default() }
    }

    /// Writes what follows the last answer, and returns the exit code.
    fn finish(mut self, end: ControlFlow<()>) -> Exit {
        self.said.sum_up(&self.answers.context.messages);
        if let Some(log) = &mut self.log {
            log.sum_up(self.n_inputs, self.start.elapsed());
        }
        self.answers.finish(end)
    }

    /// Writes the answer to what was found, or what is wrong with it. Breaks where nothing more can be written.
    fn end(&mut self, Item { input, loaded, .. }: Item, answer: Answer) -> ControlFlow<()> {
        match loaded {
            Ok(entry) => self.answer(&input, &entry, answer)?,
            Err(error) => match &error.place {
                Some(place) => {
                    self.n_inputs += 1;
                    self.refuse(&input, error.id.clone(), place, error.message.clone(), error.help)?;
                    progress::done();
                }
                None => self.answers.exit = self.answers.exit.and(error.report(&self.answers.context.messages)),
            },
        }
        ControlFlow::Continue(())
    }

    fn answer(&mut self, input: &Input, entry: &Entry, answer: Answer) -> ControlFlow<()> {
        self.n_inputs += 1;
        if let Answer::Refused { message, help } = answer {
            return self.refuse(input, entry.id.clone(), &entry.place, message, help);
        }
        self.answers.take(answer, |status, message| {
            // What failed here has no place in the input.
            let error = match status {
                AnswerStatus::Failed => ErrorRecord::new(message),
                _ => ErrorRecord::at(&entry.place, message),
            };
            self.verb.unanswered(entry.id.clone(), status, error)
        })
    }

    /// Refuses an entry at its place in the input.
    fn refuse(
        &mut self,
        input: &Input,
        id: Option<String>,
        place: &Place,
        message: String,
        help: Option<&'static str>,
    ) -> ControlFlow<()> {
        let literal = matches!(input, Input::Literal(_));
        let help = help.or_else(|| literal.then_some("no file has this name, so it was read as a grid"));
        self.said.refused(&input.name(), place, &message, help, &self.answers.context.messages);
        let record = self.verb.unanswered(id, AnswerStatus::InvalidInput, ErrorRecord::at(place, message));
        self.answers.put(&*record, Exit::InvalidInput)
    }
}
