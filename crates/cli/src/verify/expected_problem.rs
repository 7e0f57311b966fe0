//! What the certificates have to be about: the grid, model or puzzle that was given beside them.

use std::ffi::OsStr;

use minclue_core::base::{Interrupt, Limits};
use minclue_core::sudoku::{Entry, Rule, Variant};
use minclue_puzzles::grid_files::GridReader;
use minclue_solver::about::{none_of, other_problem};
use minclue_solver::{Problem, solution_within};
use minclue_verifier::{BilevelVerdict, Verdict};

use super::super::answer::Answer;
use super::super::args::{NoAnswerArg, VariantArgs, VerifyArgs};
use super::super::bilevel::{self, AskedReading, ExpectedPrograms, ProvenValue};
use super::super::cells::Conditions;
use super::super::cheapest::{self, Expected, Leader, Priced};
use super::super::exit::Exit;
use super::super::input::Input;
use super::super::inputs::say_notes;
use super::super::last_look::{self, Statement, Typed};
use super::super::load_error::{LoadError, NO_GRID};
use super::super::message::Messages;
use super::super::rule_puzzle::{self, RuleSolutions};
use super::super::target::{self, NoGrid};
use super::super::variant;
use super::super::weights::LeaderFiles;
use super::super::{explain, hitting_set, puzzle};

/// What is wrong with conditions on the clues of a grid.
const NO_CELL: &str = "a cell of --given or --forbidden is outside the grid";
const AT_A_LIMIT: &str = "the search for the solution of this puzzle ended at a limit";

/// The problems of which a certificate has to be about one.
pub(super) enum ExpectedProblems {
    Listed(Vec<Expected>),
    /// A bilevel program: the program itself, or a problem for each value that answers may have.
    Program(Box<ExpectedPrograms>),
}

/// A problem that a certificate is about.
pub(super) struct ProblemMatch<'a> {
    pub(super) name: String,
    /// The problem whose cells have names, if it is not about a grid.
    pub(super) named: Option<&'a Problem>,
    /// What it proves of the value of a bilevel program.
    pub(super) value: ProvenValue,
}

impl ExpectedProblems {
    /// Reads them, if any were given. With them comes the exit code, for some of a file may be invalid; that was said.
    ///
    /// # Errors
    /// The exit code where there is none to compare with.
    pub(super) fn read(args: &VerifyArgs, messages: &Messages) -> Result<(Option<Self>, Exit), Exit> {
        let files = LeaderFiles { weights: args.weights.as_ref(), rows: args.rows.as_deref() };
        let leader = Leader { files, cost: args.cost };
        if let Some(model) = args.bilevel.as_deref() {
            let reading = AskedReading {
                is_pessimistic: args.pessimistic,
                is_prevented: args.no_answer.map(|no_answer| no_answer == NoAnswerArg::Prevented),
            };
            let asked = (args.target, args.cost);
            let program = bilevel::expected(model, args.aux.as_deref(), asked, reading, messages)?;
            return Ok((Some(Self::Program(Box::new(program))), Exit::Answered));
        }
        if let Some(file) = args.explain.as_deref() {
            let known = explain::known(file, args.hard.as_deref(), leader, messages)?;
            return Ok((Some(Self::Listed(vec![known])), Exit::Answered));
        }
        if let Some(file) = args.hypergraph.as_deref() {
            let known = hitting_set::known(file, leader, args)?;
            return Ok((Some(Self::Listed(vec![known])), Exit::Answered));
        }
        let (known, exit) = match (&args.grid, args.model.as_deref().zip(args.solution.as_deref()), &args.puzzle) {
            (Some(grid), _, _) => {
                let conditions = Conditions::of_options(args.given.as_deref(), args.forbidden.as_deref(), messages)?;
                grids(
                    grid,
                    args,
                    &Asked { leader, conditions, said: [args.given.as_deref(), args.forbidden.as_deref()] },
                    messages,
                )
            }
            (None, Some((model, solution)), _) => {
                (vec![puzzle::of_model(model, solution, &args.which, leader, messages)?], Exit::Answered)
            }
            (None, None, Some(puzzle)) => puzzle::of_puzzles(puzzle, &args.which, leader, messages),
            (None, None, None) => return Ok((None, Exit::Answered)),
        };
        if known.is_empty() { Err(exit) } else { Ok((Some(Self::Listed(known)), exit)) }
    }

    /// The name of the program whose value was verified.
    ///
    /// # Errors
    /// What differs, if it is another one.
    pub(super) fn find_program(&self, verdict: &BilevelVerdict) -> Result<String, String> {
        match self {
            Self::Listed(_) => {
                Err("it is about the value of a bilevel program; give the program with --bilevel".to_owned())
            }
            Self::Program(programs) => programs.of_value.find(verdict),
        }
    }

    /// The one that was verified.
    ///
    /// # Errors
    /// What differs, if it is none of them.
    pub(super) fn find(&self, verdict: &Verdict) -> Result<ProblemMatch<'_>, String> {
        let all = match self {
            Self::Listed(all) => all,
            Self::Program(programs) => {
                return match &programs.of_target {
                    Ok(program) => program.find(verdict).map(|(known, value)| ProblemMatch {
                        name: known.name,
                        named: None,
                        value,
                    }),
                    Err(message) => {
                        Err(format!("it is about clues, but the program has no such certificate: {message}"))
                    }
                };
            }
        };
        let Some(Expected { known, statement, priced, named }) =
            all.iter().find(|expected| expected.known.sha256 == verdict.problem_sha256)
        else {
            let other = match &all[..] {
                [one] => other_problem(verdict, &one.known),
                all => none_of(verdict, all.iter().map(|expected| &expected.known.name)),
            };
            // With weights or rows, the first certificate is about a value, and the second one, without it, is not.
            let is_unpriced = |expected: &Expected| expected.priced.as_ref().is_some_and(Priced::is_without_cost);
            return Err(match all.iter().any(is_unpriced) {
                true => format!("{other}; a certificate of a lower bound is about the cost before it: add --cost"),
                false => other,
            });
        };
        let checked = statement.as_ref().map_or(Ok(()), |statement| statement.check(verdict));
        checked.map_err(|what| format!("it is about another question: {what}"))?;
        let value = priced.as_ref().map_or(Ok(ProvenValue::default()), |priced| priced.value(verdict))?;
        Ok(ProblemMatch { name: known.name.clone(), named: named.as_ref(), value })
    }
}

/// What is said of the clues of grids.
struct Asked<'a> {
    leader: Leader<'a>,
    conditions: Conditions,
    /// The values of --given and --forbidden.
    said: [Option<&'a str>; 2],
}

/// The grids of `--grid`; puzzles are completed.
fn grids(argument: &OsStr, args: &VerifyArgs, asked: &Asked<'_>, messages: &Messages) -> (Vec<Expected>, Exit) {
    let mut shape = args.shape;
    args.variant.choose_shape(&mut shape);
    let opened = Input::of(argument, shape).and_then(|input| Ok((input.open(&Interrupt::default())?, input)));
    let (text, input) = match opened {
        Ok(opened) => opened,
        Err(e) => {
            messages.error(&format!("--grid: {e}"), e.help());
            return (Vec::new(), Exit::Internal);
        }
    };
    let (mut all, mut exit) = (Vec::new(), Exit::Answered);
    for (i, entry) in GridReader::new(text, shape, None).with_rules().enumerate() {
        match entry {
            Ok(entry) => {
                let name = name(&input, i, &entry);
                say_notes(&input.name(), &entry, args.messages.quiet, messages);
                match grid(&args.variant, &entry, &name, asked) {
                    Ok(known) => all.push(known),
                    Err(message) => {
                        let help = "give a grid, or a puzzle with exactly one solution";
                        messages.refused(&input.name(), &entry.place, &message, Some(help));
                        exit = exit.and(Exit::InvalidInput);
                    }
                }
            }
            Err(e) => exit = exit.and(LoadError::of_grid(input.name(), e).report(messages)),
        }
    }
    if all.is_empty() && exit == Exit::Answered {
        messages.error(&format!("{} has no grid", input.name()), Some(NO_GRID));
        exit = Exit::InvalidInput;
    }
    (all, exit)
}

/// What is said of a puzzle without a grid.
fn why(no_grid: &NoGrid) -> String {
    match no_grid {
        NoGrid::Refused(message) => (*message).to_owned(),
        NoGrid::Limit(_) => AT_A_LIMIT.to_owned(),
    }
}

/// A grid with rules that are neither houses nor moves.
fn of_rules(entry: &Entry, rules: &[Rule], name: &str, leader: Leader<'_>) -> Result<Expected, String> {
    let without = |answer| match answer {
        Answer::Refused { message, .. } | Answer::Failed(message) => message,
        _ => AT_A_LIMIT.to_owned(),
    };
    let solved = rule_puzzle::solutions(entry, rules, &Limits::none(), |_| Answer::NoRecord).map_err(without)?;
    let model = match solved {
        RuleSolutions::One(puzzle) => puzzle.model,
        other => return Err(why(&other.refusal())),
    };
    if leader.files.is_some() {
        return cheapest::known(model.problem.clone(), leader, model.typed(), name.to_owned()).map_err(|(e, _)| e);
    }
    let known = model.problem.certified(name.to_owned()).map_err(|e| e.to_string())?;
    Ok(Expected::new(known, None).named_by(model.problem))
}

/// What a grid of the input is called.
fn name(input: &Input, i: usize, entry: &Entry) -> String {
    let id = entry.id.as_ref().map_or_else(String::new, |id| format!(", `{id}`"));
    match input {
        Input::Literal(_) | Input::Catalog(_) => "the grid of --grid".to_owned(),
        Input::Standard | Input::File(_) => format!("grid {} of {}{id}", i + 1, input.name()),
    }
}

fn grid(
    args: &VariantArgs,
    entry: &Entry,
    name: &str,
    Asked { leader, conditions, said }: &Asked<'_>,
) -> Result<Expected, String> {
    let rules = variant::rules(args, entry);
    if !rules.iter().all(Rule::is_searched) {
        return of_rules(entry, &rules, name, *leader);
    }
    let variant = Variant::new(entry.puzzle.shape(), &rules).map_err(|e| format!("--variant: {e}"))?;
    variant.check(&entry.puzzle).map_err(|clash| clash.to_string())?;
    let grid = solution_within(&variant, &entry.puzzle, &Limits::none()).map_err(|no_grid| why(&no_grid))?;
    let typed = last_look::of_grid(&grid);
    let problem = target::problem_of(&variant, &grid);
    if leader.files.is_some() {
        let [given, forbidden] = conditions.of(entry.puzzle.shape()).map_err(|_| NO_CELL.to_owned())?;
        let n = entry.puzzle.shape().n();
        let [must, must_not] = said.map(|text| last_look::grid_cells(text, n));
        let typed = Typed { given: must?, forbidden: must_not?, ..typed };
        let problem = problem.given(given).forbidden(forbidden);
        return cheapest::known(problem, *leader, typed, name.to_owned()).map_err(|(message, _)| message);
    }
    let statement = Statement { typed, cost: None, has_units: false };
    let known = problem.certified(name.to_owned()).map_err(|e| e.to_string())?;
    Ok(Expected::new(known, Some(statement)))
}
