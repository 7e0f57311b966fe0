//! The files that a run writes, and the problems that its certificates are about.

use std::path::{Path, PathBuf};

use minclue_core::base::Limits;
use minclue_core::problem::{BilevelGoal, Certifiable as _, LinearProblem, ModelClues, MonotoneFollower, SudokuClues};
use minclue_solver::about::{Known, ModelNames};
use minclue_solver::{upper_file, with_wide_width, with_width};

use super::super::certificates::claim_certificate;
use super::super::claims::Refusal;
use super::super::exit::Exit;
use super::super::message::Messages;
use super::read::{self, Pair, Unread};
use super::{BilevelVerbArgs, claims, numbered};

/// The files that a run writes.
pub(super) struct Files {
    certify: Option<PathBuf>,
    solution: Option<PathBuf>,
}

impl Files {
    /// Claims all files of all programs, before any work.
    ///
    /// # Errors
    /// A file cannot be written, or something else would be lost.
    pub(super) fn claim(args: &BilevelVerbArgs, pairs: &[Pair]) -> Result<Self, Refusal> {
        let mut claims = claims(pairs);
        let is_numbered = |path: &Path| path.to_string_lossy().contains("{}");
        for (option, path) in [("--certify", &args.certify), ("--solution-file", &args.solution_file)] {
            let Some(path) = path else { continue };
            if pairs.len() > 1 && !is_numbered(path) {
                let message = format!("{option} {} names one file, and there are several programs", path.display());
                return Err(Refusal::usage(message, Some("put {} where their numbers shall stand")));
            }
            for number in 1..=pairs.len() {
                let path = numbered(path, number);
                if option == "--certify" {
                    claim_certificate(&mut claims, &path)?;
                    claim_certificate(&mut claims, &upper_file(&path))?;
                } else {
                    claims.replaces(option, &path)?;
                }
            }
        }
        Ok(Self { certify: args.certify.clone(), solution: args.solution_file.clone() })
    }

    pub(super) fn certificate(&self, number: usize) -> Option<PathBuf> {
        self.certify.as_deref().map(|path| numbered(path, number))
    }

    pub(super) fn solution(&self, number: usize) -> Option<PathBuf> {
        self.solution.as_deref().map(|path| numbered(path, number))
    }
}

/// The problems that certificates of a program are about when answers worth `target` are to be prevented, and perhaps by
/// a choice that costs at most so much; `model` is its MPS or .ki file. Where it is the clue problem of a grid, this is
/// one more.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(in super::super) fn known(
    model: &Path,
    aux: Option<&Path>,
    (target, cost): (i64, Option<i64>),
    messages: Messages,
) -> Result<Vec<Known>, Exit> {
    let mut pairs = read::pairs(&[model.as_os_str().to_owned()]).map_err(|message| {
        messages.error(&format!("--bilevel {message}"), None);
        Exit::Usage
    })?;
    let Some(mut pair) = pairs.pop() else { return Err(Exit::Usage) };
    if let Some(aux) = aux {
        pair.aux = Some(aux.to_owned());
    }
    let problem = match read::problem(&pair, &Limits::none()) {
        Ok(problem) => problem,
        Err(Unread::Invalid(invalid)) => {
            match &invalid.place {
                Some(place) => messages.refused(&invalid.file, place, &invalid.message, None),
                None => messages.error(&format!("{}: {}", invalid.file, invalid.message), None),
            }
            return Err(invalid.exit);
        }
        Err(Unread::Stopped(_)) => return Err(Exit::Limit),
    };
    let is_limited = matches!(problem.goal, BilevelGoal::Blocker { .. }) && problem.follower.has_rows();
    if cost.is_some() && !is_limited {
        messages.error("--cost is for blocker problems whose leader has other rows; this program is none", None);
        return Err(Exit::Usage);
    }
    // Numbers as they are shown have the constants of the objectives, and a certificate knows none.
    let name = format!("{} with target {target}", problem.follower.model().name);
    let beyond = || {
        messages.error("this number is too large beside the constant of its objective", None);
        Exit::Usage
    };
    let target = target.checked_sub(problem.constants.follower).ok_or_else(beyond)?;
    let hidden = match (&problem.hidden, problem.goal) {
        (Some(hidden), BilevelGoal::Blocker { most }) if most.checked_add(1) == Some(target) => {
            let grid = hidden.grid.clone();
            let name = format!("the grid of {}", problem.follower.model().name);
            let instance = with_width!(grid.shape().n_cells(), W => SudokuClues::<W>::new(grid).instance());
            Some(Known::new(name, instance, None))
        }
        _ => None,
    };
    let (name, follower) = match cost {
        Some(cost) => {
            let paid = cost.checked_sub(problem.constants.leader).ok_or_else(beyond)?;
            (format!("{name} and cost {cost}"), problem.within(paid))
        }
        None => (name, problem.follower),
    };
    let known = known_of(&follower, Some(target), name).map_err(|message| {
        messages.error(&format!("{}: {message}", model.display()), None);
        Exit::InvalidInput
    })?;
    Ok(std::iter::once(known).chain(hidden).collect())
}

/// The problem of a follower at a target; without one, of constraints that contradict each other.
///
/// # Errors
/// A message if its numbers are too large.
pub(in super::super) fn known_of(
    follower: &MonotoneFollower,
    target: Option<i64>,
    name: String,
) -> Result<Known, String> {
    with_wide_width!(follower.n_cells(), W => {
        let clues: ModelClues<W> = follower.clues_at(target).map_err(|e| e.to_string())?;
        let variables = LinearProblem::model(&clues).var_names().map(str::to_owned).collect();
        Ok(Known::new(name, clues.instance(), Some(ModelNames { variables, rows: Vec::new() })))
    })
}
