//! What the certificates have to be about: the grid, model or puzzle that was given beside them.

use std::ffi::OsStr;

use minclue_core::base::{Interrupt, Limits};
use minclue_core::problem::{Certifiable as _, SudokuClues};
use minclue_core::sudoku::{Entry, Variant};
use minclue_puzzles::grid_files::GridReader;
use minclue_solver::about::{Known, none_of, other_problem};
use minclue_solver::{Problem, VariantGrid, with_width};
use minclue_verifier::Verdict;

use super::super::args::{VariantArgs, VerifyArgs};
use super::super::bilevel::{self, ExpectedProgram, ProvenValue};
use super::super::cells::Conditions;
use super::super::cheapest::{self, Expected, Leader};
use super::super::exit::Exit;
use super::super::input::Input;
use super::super::inputs::say_notes;
use super::super::last_look::{self, Statement, Typed};
use super::super::load_error::{LoadError, NO_GRID};
use super::super::message::Messages;
use super::super::target::{self, NoGrid};
use super::super::weights::LeaderFiles;
use super::super::{explain, hitting_set, puzzle};

/// What is wrong with conditions on the clues of a grid.
const NO_CELL: &str = "a cell of --given or --forbidden lies outside the grid";
/// The problems of which a certificate has to be about one.
pub(super) enum ExpectedProblems {
    Listed(Vec<Expected>),
    /// A bilevel program: a problem for each value that answers may have.
    Program(Box<ExpectedProgram>),
}

/// A problem that a certificate is about.
pub(super) struct ProblemMatch {
    pub(super) name: String,
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
            let program = bilevel::expected(model, args.aux.as_deref(), (args.target, args.cost), messages)?;
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

    /// The one that was verified.
    ///
    /// # Errors
    /// What differs, if it is none of them.
    pub(super) fn find(&self, verdict: &Verdict) -> Result<ProblemMatch, String> {
        let all = match self {
            Self::Listed(all) => all,
            Self::Program(program) => {
                return program.find(verdict).map(|(known, value)| ProblemMatch { name: known.name, value });
            }
        };
        let Some(Expected { known, statement, priced }) =
            all.iter().find(|expected| expected.known.sha256 == verdict.problem_sha256)
        else {
            return Err(match &all[..] {
                [one] => other_problem(verdict, &one.known),
                all => none_of(verdict, all.iter().map(|expected| &expected.known.name)),
            });
        };
        let checked = statement.as_ref().map_or(Ok(()), |statement| statement.check(verdict));
        checked.map_err(|what| format!("it is not about what was asked: {what}"))?;
        let value = priced.as_ref().map_or(Ok(ProvenValue::default()), |priced| priced.value(verdict))?;
        Ok(ProblemMatch { name: known.name.clone(), value })
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
    for (i, entry) in GridReader::new(text, shape, None).enumerate() {
        match entry {
            Ok(entry) => {
                let name = name(&input, i, &entry);
                say_notes(&input.name(), &entry, args.messages.quiet, messages);
                match with_width!(entry.puzzle.shape().n_cells(), W => grid::<W>(&args.variant, &entry, &name, asked)) {
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
        messages.error(&format!("there is no grid in {}", input.name()), Some(NO_GRID));
        exit = Exit::InvalidInput;
    }
    (all, exit)
}

/// What a grid of the input is called.
fn name(input: &Input, i: usize, entry: &Entry) -> String {
    let id = entry.id.as_ref().map_or_else(String::new, |id| format!(", `{id}`"));
    match input {
        Input::Literal(_) | Input::Catalog(_) => "the grid of --grid".to_owned(),
        Input::Standard | Input::File(_) => format!("grid {} of {}{id}", i + 1, input.name()),
    }
}

fn grid<const W: usize>(
    args: &VariantArgs,
    entry: &Entry,
    name: &str,
    Asked { leader, conditions, said }: &Asked<'_>,
) -> Result<Expected, String> {
    let variant = Variant::new(entry.puzzle.shape(), &args.variant).map_err(|e| format!("--variant: {e}"))?;
    variant.check(&entry.puzzle).map_err(|clash| clash.to_string())?;
    match target::grid_of::<W>(&variant, &entry.puzzle, &Limits::none()) {
        Ok(grid) => {
            let problem = SudokuClues::<W>::of(&variant, grid).expect("the solver keeps the rules");
            if leader.files.is_some() {
                let [given, forbidden] = conditions.of::<W>(entry.puzzle.shape()).map_err(|_| NO_CELL.to_owned())?;
                let n = entry.puzzle.shape().n();
                let [must, must_not] = said.map(|text| last_look::grid_cells(text, n));
                let typed = Typed { given: must?, forbidden: must_not?, ..last_look::of_grid(problem.grid()) };
                let posed = VariantGrid::new(variant, problem.grid().clone()).expect("the solver keeps the rules");
                let posed = Problem::of_variant(posed).given(given).forbidden(forbidden);
                return cheapest::known(posed, *leader, typed, name.to_owned()).map_err(|(message, _)| message);
            }
            let statement = Statement { typed: last_look::of_grid(problem.grid()), cost: None, has_units: false };
            Ok(Expected::new(Known::new(name.to_owned(), problem.instance(), None), Some(statement)))
        }
        Err(NoGrid::Refused(message)) => Err(message.to_owned()),
        Err(NoGrid::Limit(_)) => Err("it was not seen in time which grid this puzzle stands for".to_owned()),
    }
}
