//! `minclue study classic`: the teaching solvers on puzzles that are made for it, one after the other in this process.

mod measure;

use std::io;
use std::time::Instant;

use measure::{Measurer, NoRecord};

use minclue_report::{AnswerStatus, seconds};
use minclue_studies::classic::{ClassicSettings, Study, contradictions, render};
use minclue_studies::{RunHead, RunLines, StudyDesign as _, StudyRun};

use super::super::args::ClassicStudyArgs;
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::progress::Steps;
use super::super::version::VERSION;
use super::runner::Shown;
use super::store::{self, Store};

/// Runs the study.
pub(super) fn run(args: &ClassicStudyArgs) -> Result<Exit, Exit> {
    let context = Context::of(args.color, args.verbose, args.quiet)?;
    let study = if args.report_only {
        let (settings, runs) = store::read(&args.output, &context)?;
        Study::new(settings, runs)
    } else {
        let settings = ClassicSettings::new(VERSION, args.seed, args.puzzles, args.group_puzzles, args.density_puzzles);
        let mut store = Store::open(&args.output, &settings, args.quiet, &context)?;
        let mut study = Study::new(settings, std::mem::take(&mut store.runs));
        run_pending(&mut study, &mut store, &context).map_err(|e| {
            context.messages.error(&format!("runs in {} cannot be kept: {e}", args.output.display()), None);
            Exit::Internal
        })?;
        study
    };
    let shown = Shown { files: render(&study), contradictions: contradictions(&study) };
    shown.write(&args.output, &study, &context)
}

/// Does what is not finished, and keeps each run as soon as it has ended. One that a signal ended leaves no line.
fn run_pending(study: &mut Study, store: &mut Store<ClassicSettings>, context: &Context) -> io::Result<()> {
    let keys = study.settings.keys();
    let n = keys.len();
    let open: Vec<_> = keys.into_iter().filter(|key| !study.run(key).is_some_and(StudyRun::is_finished)).collect();
    let mut steps = Steps::new(context.verbosity, n - open.len(), n);
    let mut measurer = Measurer::new(study.settings.clone(), context.limits(None, None));
    for key in open {
        let start = Instant::now();
        let (record, exit, message) = match measurer.measure(&key) {
            Ok(record) => {
                let exit = if record.status.is_some_and(AnswerStatus::is_done) { Exit::Answered } else { Exit::Limit };
                (serde_json::to_string(&record).ok(), exit, None)
            }
            Err(NoRecord::Stopped) => break,
            Err(NoRecord::Wrong(message)) => (None, Exit::CheckFailed, Some(message)),
        };
        let head = RunHead {
            schema: ClassicSettings::RUN_SCHEMA.to_owned(),
            key,
            jobs: 1,
            process_seconds: seconds(start.elapsed()),
            exit: Some(exit.code().into()),
            message,
        };
        steps.done(&format!("{}: after {:.3} s", head.key, head.process_seconds));
        if let Some(message) = &head.message {
            context.messages.error(&format!("{}: {message}", head.key), None);
        }
        let line = head.line(record.as_deref());
        store.append(&line)?;
        // What was just written is read as any later run of the study will read it.
        study.extend(RunLines::read(line.as_bytes(), ClassicSettings::RUN_SCHEMA).map_err(io::Error::other)?.runs);
    }
    Ok(())
}
