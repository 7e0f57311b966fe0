//! Models for other solvers.

use std::path::{Path, PathBuf};

use minclue_report::{AnswerStatus, ExportRecord, seconds};
use minclue_solver::{Error, ExportOptions, Exported, SetsOptions, Solver};

use super::super::answer::Answer;
use super::super::args::{AuxStyle, Model};
use super::super::export::{self, appended};
use super::super::file_guard::FileGuard;
use super::super::version::VERSION;
use super::request::FcpRequest;
use super::sets;

/// Writes the model; the number of the problem joins the names of files after the first one.
pub(super) fn export(request: &FcpRequest<'_>, prefix: &Path, number: usize, claims: &mut FileGuard) -> Answer {
    let (args, instance) = (request.args, request.instance);
    let (prefix, _) = export::prefix(prefix);
    let stem = if number == 1 { prefix } else { appended(&prefix, &format!("-{number}")) };
    let files: Vec<PathBuf> =
        args.file_format().endings().iter().map(|ending| appended(&stem, &format!(".{ending}"))).collect();
    if let Err(refusal) = export::claim(claims, "--export", &files) {
        return refusal.answer();
    }
    let record = |status: AnswerStatus, exported: Option<&Exported>| -> Answer {
        let files = if exported.is_some() { &files[..] } else { &[] };
        let has_sets = args.exported_model() != Model::Follower;
        Answer::Known(Box::new(ExportRecord {
            model: args.exported_model().name(),
            format: args.file_format().name(),
            n_variables: exported.map(|exported| exported.n_variables),
            n_rows: exported.map(|exported| exported.n_rows),
            n_sets: exported.filter(|_| has_sets).map(|exported| exported.n_sets),
            files: files.iter().map(|file| file.display().to_string()).collect(),
            seconds: seconds(request.start.elapsed()),
            ..ExportRecord::new(request.head(ExportRecord::SCHEMA, status), VERSION)
        }))
    };
    let clues = match args.given.as_deref().map_or(Ok(Vec::new()), |patterns| instance.cells("--given", patterns)) {
        Ok(clues) => clues,
        Err(message) => return Answer::BadFile(message),
    };
    // Without a number of sets, the program is the paper's: it needs none.
    let has_sets = args.max_sets.is_some() || args.max_size.is_some() || args.exported_model() == Model::Hitting;
    let names = export::stem(&files);
    let options =
        export::export_options(args.exported_model(), args.size, clues, args.file_format(), AuxStyle::default());
    let options = ExportOptions {
        names: args.names.into(),
        stem: &names,
        sets: has_sets.then(|| SetsOptions::of(sets::source(args))),
        ..options
    };
    let limits = request.context.limits(args.limits.time_limit, None);
    match Solver::new(&instance.problem).limits_by(&|| limits.clone()).export(&options) {
        Ok(exported) => match export::save(&exported, &files) {
            Ok(()) => {
                if !args.messages.quiet {
                    request.context.messages.note(&export::size(&exported, &files));
                }
                record(AnswerStatus::Done, Some(&exported))
            }
            Err(message) => Answer::Failed(message),
        },
        Err(Error::Stopped(stop)) => record(stop.into(), None),
        Err(e) => Answer::of_error(e),
    }
}
