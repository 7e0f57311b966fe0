//! The files that a run writes, and the problems that its certificates are about.

use std::path::{Path, PathBuf};

use minclue_core::base::{Index as _, Limits};
use minclue_core::ilp::BilevelProgram;
use minclue_core::problem::{BilevelGoal, BilevelProblem, MonotoneFollower};
use minclue_solver::about::{Known, none_of, other_problem, taken};
use minclue_solver::{LeaderEngine, Problem};
use minclue_verifier::Verdict;

use super::super::certificates::claim_certificate;
use super::super::exit::Exit;
use super::super::file_guard::Refusal;
use super::super::last_look::{ProgramStatement, States as _};
use super::super::load_error::{LoadEnd, LoadError};
use super::super::message::Messages;
use super::read::{self, Pair};
use super::value_certificate::{AskedReading, ExpectedIntegers};
use super::{BilevelVerbArgs, claims, numbered};

/// Where the certificate and the solution of a program go.
pub(super) struct OwnFiles {
    pub(super) certificate: Option<PathBuf>,
    pub(super) solution: Option<PathBuf>,
}

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
                let message = format!("{option} {} names one file, but there are several programs", path.display());
                return Err(Refusal::usage(message, Some("put {} in its name, for the number of the program")));
            }
            for number in 1..=pairs.len() {
                let path = numbered(path, number);
                if option == "--certify" {
                    claim_certificate(&mut claims, &path)?;
                } else {
                    claims.replaces(option, &path)?;
                }
            }
        }
        Ok(Self { certify: args.certify.clone(), solution: args.solution_file.clone() })
    }

    /// Those of the program with this number.
    pub(super) fn of(&self, number: usize) -> OwnFiles {
        let own = |path: &Option<PathBuf>| path.as_deref().map(|path| numbered(path, number));
        OwnFiles { certificate: own(&self.certify), solution: own(&self.solution) }
    }
}

/// What certificates have to be about: a program whose MPS or .ki file is `model`. Those of clues are about a blocker that
/// is a clue problem, and perhaps a choice that costs at most so much. Those of the value are about the program itself.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(in super::super) fn expected(
    model: &Path,
    aux: Option<&Path>,
    (target, cost): (Option<i64>, Option<i64>),
    reading: AskedReading,
    messages: &Messages,
) -> Result<ExpectedPrograms, Exit> {
    let mut pairs = read::pairs(&[model.as_os_str().to_owned()]).map_err(|message| {
        messages.error(&format!("--bilevel {message}"), None);
        Exit::Usage
    })?;
    let Some(mut pair) = pairs.pop() else { return Err(Exit::Usage) };
    if let Some(aux) = aux {
        pair.aux = Some(aux.to_owned());
    }
    let of_value = ExpectedIntegers::new(pair.clone(), reading, target.is_some() || cost.is_some());
    match of_target(&pair, (target, cost)) {
        Ok(program) => Ok(ExpectedPrograms { of_target: Ok(program), of_value }),
        // It may be a program of another class than those whose values clues prove.
        Err(LoadEnd::Error(error)) if error.exit == Exit::InvalidInput && of_value.is_there() => {
            Ok(ExpectedPrograms { of_target: Err(error.message), of_value })
        }
        Err(error) => Err(error.report(messages)),
    }
}

/// What certificates of a program have to be about, in the one form and in the other.
pub(in super::super) struct ExpectedPrograms {
    /// Why it is not a clue problem, if that is so.
    pub(in super::super) of_target: Result<ExpectedProgram, String>,
    pub(in super::super) of_value: ExpectedIntegers,
}

/// The program as a blocker that is a clue problem.
fn of_target(pair: &Pair, (target, cost): (Option<i64>, Option<i64>)) -> Result<ExpectedProgram, LoadEnd> {
    let (program, problem) = read::program(pair, &Limits::none())?;
    let usage = |message: String| LoadEnd::from(LoadError::new(String::new(), message, Exit::Usage));
    let advice = if target.is_some() || cost.is_some() { ": omit --target and --cost" } else { "" };
    let of_value = || LoadEnd::new(&pair.model, format!("{OF_VALUE}{advice}"), Exit::InvalidInput);
    let BilevelGoal::Blocker { most } = problem.goal else { return Err(of_value()) };
    if LeaderEngine::suits(&problem).0 == LeaderEngine::Witnesses {
        return Err(of_value());
    }
    let own = most.checked_add(1).ok_or_else(|| usage("the numbers of the follower are too large".to_owned()))?;
    // Numbers as they are shown have the constants of the objectives, and a certificate knows none.
    let shown = problem.follower_value(own);
    if target.is_some_and(|target| target != shown) {
        return Err(usage(format!("the program's own target is {shown}; omit --target")));
    }
    let program = ExpectedProgram { program, problem, cost, target: own };
    // Numbers that are too large are said before any check.
    program.known().map_err(|message| LoadEnd::new(&pair.model, message, Exit::InvalidInput))?;
    Ok(program)
}

/// What is said of certificates about clues where a program has none.
const OF_VALUE: &str = "certificates of this program are about its value";

/// A blocker that certificates have to be about.
pub(in super::super) struct ExpectedProgram {
    /// As its files have it.
    program: BilevelProgram,
    problem: BilevelProblem,
    /// As the file counts, with the constant of the leader's objective.
    cost: Option<i64>,
    /// What the answers to be prevented are worth, without the constant of the follower's objective.
    target: i64,
}

/// The value of a program that a certificate proves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct ProvenValue {
    pub(in super::super) at_least: Option<i64>,
    pub(in super::super) at_most: Option<i64>,
    /// What the leader takes, of an upper bound.
    pub(in super::super) leader: Option<Vec<String>>,
}

impl ExpectedProgram {
    /// The problem that a certificate is about, and what it proves of the value.
    ///
    /// # Errors
    /// What differs, if it is about another one.
    pub(in super::super) fn find(&self, verdict: &Verdict) -> Result<(Known, ProvenValue), String> {
        let mut known = self.known()?;
        let is_it = |known: &Known| known.sha256 == verdict.problem_sha256;
        let Some(at) = known.iter().position(is_it) else {
            return Err(match &known[..] {
                [one] => other_problem(verdict, one),
                all => none_of(verdict, all.iter().map(|known| &known.name)),
            });
        };
        let shown = self.problem.follower_value(self.target);
        let statement = ProgramStatement::new(self.program.clone(), shown, &clues_of(&self.problem));
        statement.check(verdict).map_err(|what| format!("it is about another question: {what}"))?;
        let Self { problem, cost, .. } = self;
        let value = match at {
            0 => ProvenValue::of_blocker(problem, &problem.follower, *cost, verdict)?,
            _ => ProvenValue::default(),
        };
        Ok((known.swap_remove(at), value))
    }

    /// The problem, and the grid whose clue problem it is, if it is one.
    fn known(&self) -> Result<Vec<Known>, String> {
        let Self { problem, target, .. } = self;
        let program = &problem.follower.model().name;
        let shown = problem.follower_value(*target);
        let name = format!("{program} with target {shown}");
        let known = Known::of_follower(&problem.follower, Some(*target), name)?;
        let hidden = problem.hidden.as_ref().map(|hidden| {
            let grid = Problem::of_grid(&hidden.grid);
            grid.certified(format!("the grid of {program}")).map_err(|e| e.to_string())
        });
        Ok(std::iter::once(known).chain(hidden.transpose()?).collect())
    }
}

impl ProvenValue {
    /// Of a blocker, whose leader perhaps pays at most `cost`; `follower` is that of the certificate.
    ///
    /// # Errors
    /// A message if it says nothing of this cost.
    pub(in super::super) fn of_blocker(
        problem: &BilevelProblem,
        follower: &MonotoneFollower,
        cost: Option<i64>,
        verdict: &Verdict,
    ) -> Result<Self, String> {
        let leader = || Some(taken(follower, verdict));
        if !follower.has_rows() {
            // All that the leader pays for costs the same, so the bounds of cells are about every cost.
            let [least, most] = [verdict.lower, verdict.upper].map(|bound| problem.objective(bound as i64));
            return match cost.filter(|cost| (least..most).contains(cost)) {
                Some(cost) => {
                    Err(format!("it does not decide whether a cost of {cost} is enough: it proves {least} to {most}"))
                }
                None => Ok(Self { at_least: Some(least), at_most: Some(most), leader: leader() }),
            };
        }
        // The cost is one of the rows. A choice is as many cells as the leader has variables, and no choice is fewer.
        // All costs are whole numbers.
        let Some(cost) = cost else { return Ok(Self::default()) };
        let n_items = follower.n_items();
        let is_enough = verdict.upper <= n_items;
        Ok(Self {
            at_least: (verdict.lower > n_items).then(|| cost.saturating_add(1)),
            at_most: is_enough.then_some(cost),
            leader: leader().filter(|_| is_enough),
        })
    }
}

/// The names of the leader's variables that are clues of the grid of a program, each with its cell, if there is one.
pub(in super::super) fn clues_of(problem: &BilevelProblem) -> Vec<(String, usize)> {
    let cells = problem.hidden.iter().flat_map(|hidden| &hidden.cells).enumerate();
    cells.map(|(item, cell)| (problem.follower.item_name(item).to_owned(), cell.get())).collect()
}
