//! Models for other solvers.

use std::path::{Path, PathBuf};

use minclue_core::base::{CellSet, harmless};
use minclue_core::hitting::write_hgr;
use minclue_core::problem::ClueProblem as _;
use minclue_core::unavoidable::{Family, Found};
use minclue_report::{AnswerStatus, ExportRecord, seconds};
use minclue_solver::{Asks, ProblemInstance as _};

use super::super::answer::Answer;
use super::super::args::{AuxStyle, Model};
use super::super::claims::Claims;
use super::super::export::{self, Unwritten, appended};
use super::super::version::VERSION;
use super::request::FcpRequest;
use super::sets;

/// Writes the model; the number of the problem joins the names of files after the first one.
pub(super) fn export<const W: usize>(
    request: &FcpRequest<'_, W>,
    prefix: &Path,
    number: usize,
    claims: &mut Claims,
) -> Answer
where
    CellSet<W>: Asks<W>,
{
    let (args, instance) = (request.args, request.instance);
    let stem = if number == 1 { prefix.to_owned() } else { appended(prefix, &format!("-{number}")) };
    let files: Vec<PathBuf> =
        args.file_format().endings().iter().map(|ending| appended(&stem, &format!(".{ending}"))).collect();
    if let Err(refusal) = export::claim(claims, "--export", &files) {
        return refusal.answer();
    }
    let mut family = Family::new();
    let record = |status: AnswerStatus, n_sets: Option<usize>, files: &[PathBuf]| -> Answer {
        Answer::Known(Box::new(ExportRecord {
            head: request.head(ExportRecord::SCHEMA, status),
            model: args.exported_model().name(),
            format: args.file_format().name(),
            n_sets: n_sets.filter(|_| args.exported_model() != Model::Follower),
            n_region_rows: None,
            n_symmetry_rows: None,
            files: files.iter().map(|file| file.display().to_string()).collect(),
            seconds: seconds(request.start.elapsed()),
            version: VERSION,
        }))
    };
    // Without a number of sets, the program is the paper's: it needs none.
    if args.max_sets.is_some() || args.max_size.is_some() || args.exported_model() == Model::Hitting {
        let limits = request.context.limits(args.limits.time_limit, None);
        family = match sets::find(instance, args, &limits) {
            // A part of the sets would be a file of another model, which nobody could tell from the whole.
            Ok((_, Found::Limit(stop), _)) => return record(stop.into(), None, &[]),
            Ok((family, ..)) => family,
            Err(message) => return Answer::Failed(message),
        };
    }
    let given = args.given.as_deref().map_or(Ok(CellSet::EMPTY), |patterns| instance.cells("--given", patterns));
    let clues = match given {
        Ok(clues) => clues,
        Err(message) => return Answer::BadFile(message),
    };
    let kind = export::kind(args.exported_model(), args.size, clues, (&family).into());
    let hypergraph = || {
        let comments = format!("unavoidable sets of {}; vertex v is clue v of the problem", harmless(&instance.line()));
        write_hgr(instance.problem.cells().len(), family.sets().iter().map(|set| set.cells), &comments)
    };
    let how = export::How { format: args.file_format(), aux: AuxStyle::default(), names: args.names };
    match export::write(&instance.problem, kind, how, &hypergraph, &files) {
        Err(Unwritten::Model(message)) => Answer::BadFile(message),
        Err(Unwritten::File(message)) => Answer::Failed(message),
        Ok(()) => record(AnswerStatus::Done, Some(family.len()), &files),
    }
}
