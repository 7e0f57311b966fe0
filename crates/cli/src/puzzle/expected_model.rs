//! The problems of a model or of a file of puzzles, for a certificate to be held against.

use std::ffi::OsStr;
use std::path::Path;

use minclue_core::base::{Interrupt, Limits};
use minclue_lp::Backend;
use minclue_puzzles::puzzles::puzzles_in;
use minclue_solver::about::Known;

use super::super::args::ClueArgs;
use super::super::cheapest::{self, Expected, Leader};
use super::super::exit::Exit;
use super::super::input::Input;
use super::super::load_error::LoadError;
use super::super::message::Messages;
use super::model_input::{LoadedModel, Source};
use super::refusal;

/// The problem of a model and its solution; or the exit code, where it was said what is wrong.
pub(in super::super) fn of_model(
    model: &Path,
    solution: &Path,
    which: &ClueArgs,
    leader: Leader<'_>,
    messages: &Messages,
) -> Result<Expected, Exit> {
    // A signal ends this verb at once, and it has no other limit.
    let source =
        Source::of_model(model, solution, Backend::default(), &Limits::none(), None).map_err(|e| e.report(messages))?;
    known(source, model.display().to_string(), which, leader, messages)
}

/// The problems of a file of puzzles, and the exit code, which is graver where something is wrong; that was said.
pub(in super::super) fn of_puzzles(
    argument: &OsStr,
    which: &ClueArgs,
    leader: Leader<'_>,
    messages: &Messages,
) -> (Vec<Expected>, Exit) {
    let opened = Input::file_or_address_of(argument).and_then(|input| Ok((input.open(&Interrupt::default())?, input)));
    let (text, input) = match opened {
        Ok(opened) => opened,
        Err(e) => {
            messages.error(&format!("--puzzle: {e}"), Some("give a file of puzzles, or - for standard input"));
            return (Vec::new(), Exit::Internal);
        }
    };
    let (mut all, mut exit) = (Vec::new(), Exit::Answered);
    for (i, posed) in puzzles_in(text, Limits::none()).enumerate() {
        match posed {
            Ok(posed) => {
                let (id, kind) = (posed.id.clone().unwrap_or_default(), posed.puzzle);
                let name = format!("{kind} {id}").trim_end().to_owned();
                let name = format!("puzzle {} of {}, `{name}`", i + 1, input.name());
                match known(Source::Puzzle(Box::new(posed)), name, which, leader, messages) {
                    Ok(one) => all.push(one),
                    Err(other) => exit = exit.and(other),
                }
            }
            Err(e) => exit = exit.and(LoadError::of_puzzle(input.name(), e).report(messages)),
        }
    }
    if all.is_empty() && exit == Exit::Answered {
        let help = "a puzzle begins with a line such as `latin NAME`; docs/puzzles.md has the formats";
        messages.error(&format!("{} has no puzzle", input.name()), Some(help));
        exit = Exit::InvalidInput;
    }
    (all, exit)
}

fn known(
    source: Source,
    name: String,
    which: &ClueArgs,
    leader: Leader<'_>,
    messages: &Messages,
) -> Result<Expected, Exit> {
    let id = source.id();
    let invalid = |message: String| (message, Exit::InvalidInput);
    let known = LoadedModel::new(source, which).map_err(invalid).and_then(|instance| {
        if leader.files.is_some() {
            return cheapest::known(instance.problem.clone(), leader, instance.typed(), name);
        }
        let known = instance.problem.certified(name).map_err(|e| invalid(e.to_string()))?;
        let names = Some(instance.stated_names());
        Ok(Expected::new(Known { names, ..known }, None).named_by(instance.problem))
    });
    known.map_err(|(message, exit)| {
        messages.error(&refusal(id.as_deref(), &message), None);
        exit
    })
}
