//! Minimal unavoidable sets by the no-good loop, which any 0/1 model has (tjusila-2023, section 4).

use minclue_core::base::Limits;
use minclue_core::ilp::VarId;
use minclue_core::problem::ClueProblem as _;
use minclue_core::unavoidable::{Family, Found, NoGoodLoop, NoGoodOptions, Source as _, UnavoidableSet};
use minclue_report::{AnswerStatus, SetsRecord, seconds};
use minclue_solver::files::SetRecord;

use super::super::answer::Answer;
use super::super::args::PuzzleArgs;
use super::super::args::values::as_usize;
use super::super::version::VERSION;
use super::posed_instance::{PosedInstance, numbers};
use super::request::FcpRequest;

/// Lists the sets.
pub(super) fn sets<const W: usize>(request: &FcpRequest<'_, W>) -> Answer {
    let limits = request.context.limits(request.args.limits.time_limit, None);
    let (family, found, solves) = match find(request.instance, request.args, &limits) {
        Ok(found) => found,
        Err(message) => return Answer::Failed(message),
    };
    let status = match found {
        Found::Complete => AnswerStatus::Done,
        Found::Enough => AnswerStatus::MaxReached,
        Found::Limit(stop) => stop.into(),
    };
    let set = |set: &UnavoidableSet<W>| {
        let target = request.instance.problem.target();
        let values = request.instance.differing(&set.witness);
        let value = |var: &VarId| format!("{}={}", request.instance.model.var_name(*var), u8::from(!target[var.get()]));
        SetRecord { cells: numbers(set.cells), witness: values.iter().map(value).collect::<Vec<_>>().join(" ") }
    };
    let is_whole = found == Found::Complete;
    Answer::Known(Box::new(SetsRecord {
        head: request.head(SetsRecord::SCHEMA, status),
        source: "ilp",
        backend: Some(request.args.backend.name()),
        regions: None,
        form: Some("sizes"),
        n_sets: Some(family.len()),
        by_size: Some(family.by_size()),
        complete_to: is_whole.then(|| {
            let all = request.instance.problem.cells().len();
            request.args.max_size.map(as_usize).map_or(all, |size| size.min(all))
        }),
        stats: None,
        n_not_minimal: None,
        n_shrunk: None,
        seconds: seconds(request.start.elapsed()),
        version: VERSION,
        iterations: Some(solves.records().to_vec()),
        sets: Some(family.sets().iter().map(set).collect()),
    }))
}

/// The sets that the arguments ask for.
///
/// # Errors
/// A message if the solver failed.
pub(super) fn find<const W: usize>(
    instance: &PosedInstance<W>,
    args: &PuzzleArgs,
    limits: &Limits,
) -> Result<(Family<W>, Found, NoGoodLoop<'static>), String> {
    let backend = args.backend.solver().map_err(|e| format!("--backend: {e}"))?;
    let (max_size, max_sets) = (args.max_size.map(as_usize), args.max_sets.map(as_usize));
    let mut solves = NoGoodLoop::new(backend, NoGoodOptions { max_size, max_sets, ..NoGoodOptions::default() });
    let mut family = Family::new();
    let found = solves.find(&instance.problem, &mut family, limits).map_err(|e| e.to_string())?;
    Ok((family, found, solves))
}
