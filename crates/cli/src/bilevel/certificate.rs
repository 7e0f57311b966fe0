//! The files that a run writes, and the problems that its certificates are about.

use std::path::{Path, PathBuf};

use minclue_core::base::{Index as _, Limits};
use minclue_core::ilp::BilevelProgram;
use minclue_core::problem::{BilevelGoal, BilevelProblem, MonotoneFollower};
use minclue_core::proof::Instance;
use minclue_solver::about::{Known, difference, none_of, other_problem, taken};
use minclue_solver::{Problem, upper_file};
use minclue_verifier::{Problem as StatedProblem, Verdict};

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

    /// Those of the program with this number.
    pub(super) fn of(&self, number: usize) -> OwnFiles {
        let own = |path: &Option<PathBuf>| path.as_deref().map(|path| numbered(path, number));
        OwnFiles { certificate: own(&self.certify), solution: own(&self.solution) }
    }
}

/// What certificates have to be about: a program whose MPS or .ki file is `model`. Those of clues are about answers
/// worth some target, and perhaps a choice that costs at most so much; without a target, it is the one that the
/// certificate has. Those of the value are about the program itself.
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
    /// Why it is not of the class, if it is not.
    pub(in super::super) of_target: Result<ExpectedProgram, String>,
    pub(in super::super) of_value: ExpectedIntegers,
}

/// The program at a target.
fn of_target(pair: &Pair, (target, cost): (Option<i64>, Option<i64>)) -> Result<ExpectedProgram, LoadEnd> {
    let (program, problem) = read::program(pair, &Limits::none())?;
    let usage = |message: &str| LoadEnd::from(LoadError::new(String::new(), message.to_owned(), Exit::Usage));
    let is_blocker = matches!(problem.goal, BilevelGoal::Blocker { .. });
    if cost.is_some() && !is_blocker {
        return Err(usage("--cost is for blocker problems; this program is none"));
    }
    // Numbers as they are shown have the constants of the objectives, and a certificate knows none.
    let beyond = || usage("this number is too large beside the constant of its objective");
    let without = |number: i64, constant: i64| number.checked_sub(constant).ok_or_else(beyond);
    let target = target.map(|target| without(target, problem.constants.follower)).transpose()?;
    let paid = cost.map(|cost| without(cost, problem.constants.leader)).transpose()?;
    let limited = paid.filter(|_| problem.follower.has_rows());
    let follower = limited.map_or_else(|| problem.follower.clone(), |paid| problem.within(paid));
    let program = ExpectedProgram { program, problem, follower, cost, target };
    // Numbers that are too large are said before any check.
    let known = program.known(program.target.unwrap_or(1));
    known.map_err(|message| LoadEnd::new(&pair.model, message, Exit::InvalidInput))?;
    Ok(program)
}

/// A bilevel program that certificates have to be about.
pub(in super::super) struct ExpectedProgram {
    /// As its files have it.
    program: BilevelProgram,
    problem: BilevelProblem,
    /// The follower, whose leader pays at most `cost`.
    follower: MonotoneFollower,
    /// As the file counts, with the constant of the leader's objective.
    cost: Option<i64>,
    /// Without the constant of the follower's objective.
    target: Option<i64>,
}

/// What a certificate proves of the value of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct ProvenValue {
    pub(in super::super) at_least: Option<i64>,
    pub(in super::super) at_most: Option<i64>,
    /// What the leader takes, of an upper bound.
    pub(in super::super) leader: Option<Vec<String>>,
}

impl ExpectedProgram {
    /// What the leader pays at most, where that is part of the problem: its rows are, and the cost is one of them.
    fn limit(&self) -> Option<i64> {
        self.cost.filter(|_| self.problem.follower.has_rows())
    }

    /// The problem that a certificate is about, and what it proves of the value.
    ///
    /// # Errors
    /// What differs, if it is about another one.
    pub(in super::super) fn find(&self, verdict: &Verdict) -> Result<(Known, ProvenValue), String> {
        let found = self.target_in(&verdict.problem);
        let target = self.target.or(found).unwrap_or(1);
        let mut known = self.known(target)?;
        let is_it = |known: &Known| known.sha256 == verdict.problem_sha256;
        let Some(at) = known.iter().position(is_it) else { return Err(self.another(verdict, &known, found)) };
        let shown = self.problem.follower_value(target);
        let statement = ProgramStatement::new(self.program.clone(), shown, self.limit(), &clues_of(&self.problem));
        statement.check(verdict).map_err(|what| format!("it is not about what was asked: {what}"))?;
        let value = if at == 0 { self.value(verdict, target)? } else { ProvenValue::default() };
        Ok((known.swap_remove(at), value))
    }

    /// What is said of a certificate of another problem; in its row of the target stands `found`.
    fn another(&self, verdict: &Verdict, known: &[Known], found: Option<i64>) -> String {
        let [one] = known else { return none_of(verdict, known.iter().map(|known| &known.name)) };
        let program = &self.problem.follower.model().name;
        let is_at = |target: i64| {
            let known = self.known(target).ok();
            known.is_some_and(|known| known.iter().any(|known| known.sha256 == verdict.problem_sha256))
        };
        match (self.target, found.filter(|found| is_at(*found))) {
            (Some(target), Some(found)) => {
                let [found, target] = [found, target].map(|target| self.problem.follower_value(target));
                format!("it is about another problem: {program} with target {found}, and not with target {target}")
            }
            (Some(_), None) => other_problem(verdict, one),
            (None, _) => {
                let differs = difference(&verdict.problem, &one.instance, one.names.as_ref());
                format!("it is about another problem than {program}, whatever the target: {differs}")
            }
        }
    }

    /// The problem at a target, and the grid whose clue problem it is, if it is one.
    fn known(&self, target: i64) -> Result<Vec<Known>, String> {
        let Self { problem, follower, .. } = self;
        let program = &problem.follower.model().name;
        let shown = problem.follower_value(target);
        let cost = self.limit().map_or_else(String::new, |cost| format!(" and cost {cost}"));
        let known = Known::of_follower(follower, Some(target), format!("{program} with target {shown}{cost}"))?;
        let hidden = match (&problem.hidden, problem.goal) {
            (Some(hidden), BilevelGoal::Blocker { most }) if most.checked_add(1) == Some(target) => {
                let grid = Problem::of_grid(&hidden.grid);
                Some(grid.certified(format!("the grid of {program}")).map_err(|e| e.to_string())?)
            }
            _ => None,
        };
        Ok(std::iter::once(known).chain(hidden).collect())
    }

    /// The target of the problem of a certificate: of a blocker what its answers must stay below, of interdiction the
    /// number that its row has, which is the only one that differs from target to target.
    fn target_in(&self, found: &StatedProblem) -> Option<i64> {
        if let BilevelGoal::Blocker { most } = self.problem.goal {
            return most.checked_add(1);
        }
        let instance =
            |target| Known::of_follower(&self.follower, Some(target), String::new()).ok().map(|known| known.instance);
        let (Some(Instance::Model(one)), Some(Instance::Model(two))) = (instance(1), instance(2)) else { return None };
        let StatedProblem::Model { rows, .. } = found else { return None };
        let at = (0..one.rows.len()).find(|at| one.rows[*at] != two.rows[*at])?;
        let (variable, _) = *one.rows[at].terms.iter().find(|term| !two.rows[at].terms.contains(term))?;
        let row = rows.get(at)?;
        let answer = row.terms.iter().find(|(other, _)| *other as usize == variable);
        answer.map_or(Some(row.rhs), |(_, a)| a.checked_neg())
    }

    /// What the bounds of a certificate say of the value.
    ///
    /// # Errors
    /// A message if they say nothing of the cost that was asked for.
    fn value(&self, verdict: &Verdict, target: i64) -> Result<ProvenValue, String> {
        let Self { problem, follower, cost, .. } = self;
        let Verdict { lower, upper, .. } = *verdict;
        match problem.goal {
            BilevelGoal::Interdiction { n_takes, .. } => {
                let at_most = (upper <= n_takes).then(|| problem.objective(target.saturating_sub(1)));
                Ok(ProvenValue {
                    at_least: (lower > n_takes).then(|| problem.objective(target)),
                    at_most,
                    leader: at_most.map(|_| taken(follower, verdict)),
                })
            }
            BilevelGoal::Blocker { .. } => ProvenValue::of_blocker(problem, follower, *cost, verdict),
        }
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
                    Err(format!("it leaves open whether a cost of {cost} is enough: it proves {least} to {most}"))
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
