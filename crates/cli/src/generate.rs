//! `minclue generate`: puzzles made on demand.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ArgMatches;

use minclue_core::base::TextLimits;
use minclue_core::sudoku::{Entry, Puzzle, Shape, UniformGrids, Variant, line};
use minclue_puzzles::puzzle_tools::{
    self, CountRange, Erasure, GridSource, Made, NotMade, Pattern, PuzzleCount, PuzzleSpec, RemovalOrder,
};
use minclue_puzzles::techniques::{Position, SolvingLevel};
use minclue_report::{AnswerStatus, ErrorRecord, GeneratedRecord, Head, RecipeRecord, seconds};
use minclue_solver::not_unique;

use super::answer::Answer;
use super::answers::{Answers, REPORT};
use super::args::values::as_usize;
use super::args::{GenerateArgs, GridFill, MAX_ATTEMPTS, VariantArgs};
use super::cells::{CellError, Cells};
use super::command::Command;
use super::context::{Context, Limiter};
use super::courses;
use super::enumerator::beyond;
use super::exit::Exit;
use super::human_rating::people;
use super::input::Input;
use super::inputs::{Inputs, say_notes};
use super::last_look::{self, Recipe};
use super::message::Messages;
use super::output::Layout;
use super::parallel;
use super::progress;
use super::seed;
use super::target::{self, grid_line, is_only_solution};
use super::trivial_bounds::{self, Possible};
use super::variant;
use super::version::VERSION;

/// Puzzles with more digits may take for ever to be made minimal.
const LARGE: usize = 16;

impl Command for GenerateArgs {
    fn run(&self) -> Exit {
        generate(self)
    }

    fn choose(&mut self, _: &ArgMatches) {
        self.variant.choose_shape(&mut self.shape);
    }

    fn conflict(&self) -> Option<String> {
        let shape = self.shape.or_else(|| self.from.is_empty().then_some(Shape::NINE));
        self.variant.conflict(shape, self.format).or_else(|| self.contradiction().map(str::to_owned))
    }
}

fn generate(args: &GenerateArgs) -> Exit {
    let context = match Context::of(args.color, false, args.quiet) {
        Ok(context) => context,
        Err(exit) => return exit,
    };
    let seed = seed::asked_or_drawn(args.seed);
    let pattern = match pattern(args, &context.messages) {
        Ok(pattern) => pattern,
        Err(exit) => return exit,
    };
    let mut run = Run {
        args,
        pattern,
        seed,
        n_made: 0,
        answers: Answers::new(context, Layout::of::<GeneratedRecord>(args.format)),
        said_fewest: None,
        said_most: None,
        said_rare: false,
    };
    let end = run.all();
    run.answers.is_interrupted();
    if args.seed.is_none() && args.format.is_for_people() && !args.quiet && run.n_made > 0 {
        // Lines of puzzles have no place for it, records do.
        run.answers.context.messages.note(&format!("seed {seed}; repeat with --seed {seed}"));
    }
    run.answers.finish(end)
}

const PATTERN: &str = "--pattern";

/// The cells of `--pattern`, which names them or a file that marks them. What is wrong with it is said here.
fn pattern(args: &GenerateArgs, messages: &Messages) -> Result<Option<Cells>, Exit> {
    let Some(argument) = &args.pattern else { return Ok(None) };
    let text = if Path::new(argument).is_file() {
        let text = TextLimits::SMALL.read_text_file(argument).map_err(|e| {
            messages.error(&format!("{PATTERN}: {} cannot be read: {e}", argument.display()), None);
            Exit::Internal
        })?;
        let plain = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        plain.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
    } else {
        argument.to_string_lossy().into_owned()
    };
    Cells::of_option(PATTERN, Some(&text), messages)
}

/// What came of one number.
struct Attempted {
    made: Result<Made, NotMade>,
    /// A second look at a puzzle that is said to be valid.
    is_unique: bool,
    seconds: f64,
}

impl Attempted {
    /// Makes the puzzle, unless a signal has ended the run before.
    fn new(wanted: &PuzzleSpec, seed: u64, number: u64, limiter: &Limiter, time: Option<Duration>) -> Option<Self> {
        if limiter.is_interrupted() {
            return None;
        }
        let start = Instant::now();
        let limits = limiter.limits(time, None);
        let variant = wanted.grid.variant();
        let made = puzzle_tools::generate(wanted, seed, number, &limits);
        let looked = match &made {
            Ok(made) if made.valid => is_only_solution(&variant, &made.puzzle, &made.grid, &limits),
            _ => Ok(true),
        };
        let (made, is_unique) = match looked {
            Ok(is_unique) => (made, is_unique),
            Err(stop) => (Err(NotMade::Limit(stop)), true),
        };
        Some(Self { made, is_unique, seconds: seconds(start.elapsed()) })
    }
}

struct Run<'a> {
    args: &'a GenerateArgs,
    /// The cells of the clues, if they are given.
    pattern: Option<Cells>,
    seed: u64,
    n_made: u64,
    answers: Answers,
    /// The shape of which it was said last how few clues its puzzles can have.
    said_fewest: Option<Shape>,
    /// The number of cells of which it was said last that puzzles can have no more clues.
    said_most: Option<usize>,
    /// Was it said that chance hardly ever makes such puzzles?
    said_rare: bool,
}

impl Run<'_> {
    /// Breaks where nothing more can be done; the exit code is kept either way.
    fn all(&mut self) -> ControlFlow<()> {
        if self.args.from.is_empty() {
            let shape = self.args.shape.unwrap_or(Shape::NINE);
            let source = match self.args.fill_of(shape) {
                GridFill::Permutations => permutations(shape),
                GridFill::Solver => match Variant::new(shape, &self.args.variant.variant) {
                    Ok(variant) => GridSource::Solver(variant),
                    Err(e) => {
                        self.answers.fail(&format!("--variant: {e}"), None, Exit::Usage);
                        return ControlFlow::Break(());
                    }
                },
                GridFill::Uniform => match UniformGrids::new(shape) {
                    Ok(grids) => GridSource::Uniform(grids),
                    Err(e) => {
                        self.answers.fail(&e.to_string(), None, Exit::Usage);
                        return ControlFlow::Break(());
                    }
                },
            };
            let number = self.args.number;
            progress::of(0, Box::new(move || Some(number)));
            return self.puzzles(&source, None);
        }
        let (shape, messages) = (self.args.shape, self.answers.context.messages.clone());
        let from = |argument: &OsStr| Input::of(argument, shape);
        let inputs = match Inputs::of(&self.args.from, from, (Some("--from"), None), &messages) {
            Ok(inputs) => inputs,
            Err(exit) => {
                self.answers.exit = self.answers.exit.and(exit);
                return ControlFlow::Break(());
            }
        };
        self.answers.exit = self.answers.exit.and(inputs.exit());
        let (counted, number) = (inputs.counted_grids(shape, None), self.args.number);
        progress::of(0, Box::new(move || Some(counted()?.saturating_mul(number))));
        for (input, loaded) in inputs.grids(self.answers.context.interrupt(), shape, None) {
            if self.answers.is_interrupted() {
                break;
            }
            match loaded {
                Ok(entry) => self.puzzles_of(&format!("--from {}", input.name()), &entry)?,
                Err(error) => {
                    let exit = error.report(&self.answers.context.messages);
                    match &error.place {
                        Some(_) => self.refused(error.id.clone(), error.record())?,
                        None => self.answers.exit = self.answers.exit.and(exit),
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The puzzles of one grid of `--from`.
    fn puzzles_of(&mut self, name: &str, entry: &Entry) -> ControlFlow<()> {
        let messages = self.answers.context.messages.clone();
        say_notes(name, entry, self.args.quiet, &messages);
        let of_rules = self.args.of_rules(&VariantArgs::brought(&entry.rules));
        let of_rules = of_rules.map_or(Ok(()), |message| Err(Answer::Usage(message.to_owned())));
        let variant = match of_rules.and_then(|()| variant::of(&self.args.variant, entry)) {
            Ok(variant) => variant,
            Err(Answer::Refused { message, .. } | Answer::Usage(message)) => {
                messages.refused(name, &entry.place, &message, None);
                return self.refused(entry.id.clone(), ErrorRecord::at(&entry.place, message));
            }
            // A variant is refused in no other way.
            Err(_) => return ControlFlow::Break(()),
        };
        let limits = self.answers.context.limits(self.args.limits.time_limit, None);
        match target::solution_within(&variant, &entry.puzzle, &limits) {
            Ok(grid) => self.puzzles(&GridSource::Given(variant, grid), Some(entry)),
            Err(target::NoGrid::Refused(message)) => {
                let help = Some("give a grid, or a puzzle with exactly one solution");
                messages.refused(name, &entry.place, message, help);
                self.refused(entry.id.clone(), ErrorRecord::at(&entry.place, message.to_owned()))
            }
            Err(target::NoGrid::Limit(stop)) => {
                let head = target::head(GeneratedRecord::SCHEMA, entry, None, stop.into());
                self.answers.known(&GeneratedRecord::new(head, VERSION))
            }
        }
    }

    /// The record of an input that is not a grid; why was said.
    fn refused(&mut self, id: Option<String>, error: ErrorRecord) -> ControlFlow<()> {
        let head = Head::unanswered(GeneratedRecord::SCHEMA, id, AnswerStatus::InvalidInput, error);
        self.answers.put(&GeneratedRecord::new(head, VERSION), Exit::InvalidInput)
    }

    /// As many puzzles as are wanted from one source.
    fn puzzles(&mut self, source: &GridSource, entry: Option<&Entry>) -> ControlFlow<()> {
        let mut wanted = wanted(self.args, source.clone());
        let n_cells = source.shape().n_cells();
        match self.pattern.as_ref().map(|pattern| pattern.of(source.shape())).transpose() {
            Ok(None) => {}
            Ok(Some(cells)) => {
                wanted.clues = Some(cells.len()..=cells.len());
                wanted.erasure = Erasure::Mask(cells);
            }
            Err(CellError { place, message }) => {
                self.answers.context.messages.refused(PATTERN, &place, &message, None);
                self.answers.exit = self.answers.exit.and(Exit::Usage);
                return ControlFlow::Continue(());
            }
        }
        if wanted.clues.as_ref().is_some_and(|range| *range.start() > n_cells) {
            let message = format!("a grid with boxes of {} has {n_cells} cells; --clues asks for more", source.shape());
            self.answers.fail(&message, None, Exit::Usage);
            return ControlFlow::Continue(());
        }
        let asked = self.args.clues.as_ref().map_or(0, |range| *range.end());
        let beyond = beyond(
            asked,
            n_cells,
            &format!("a grid with boxes of {} has {n_cells} cells", source.shape()),
            "puzzle with more clues",
        );
        if let Some(message) = beyond.filter(|_| !self.args.quiet && self.said_most.replace(n_cells) != Some(n_cells)) {
            self.answers.context.messages.note(&message);
        }
        if self.args.level.is_some()
            && let Err(e) = Position::new(&Puzzle::empty(source.shape()))
        {
            self.answers.fail(&format!("--level: {e}"), None, Exit::Usage);
            return ControlFlow::Continue(());
        }
        let Some(wanted) = self.possible(wanted) else { return ControlFlow::Continue(()) };
        self.say_rare(&wanted);
        let (n_threads, seed, time) = (self.args.threads.threads, self.seed, self.args.limits.time_limit);
        progress::begin(entry.and_then(|entry| entry.id.as_deref()));
        progress::unit("attempts");
        let limiter = self.answers.context.limiter(n_threads == 1);
        let make = |number| (number, Attempted::new(&wanted, seed, number, &limiter, time));
        let interrupt = self.answers.context.interrupt().clone();
        let numbers = (self.args.first..).take(as_usize(self.args.number)).take_while(move |_| !interrupt.is_raised());
        let take = |(number, made): (u64, Option<Attempted>)| match made {
            Some(made) => self.take(&wanted, number, entry, made),
            None => ControlFlow::Continue(()),
        };
        if n_threads > 1 {
            return parallel::map_ordered(numbers, n_threads, make, take);
        }
        numbers.map(make).try_for_each(take)
    }

    /// One puzzle more, or none within the limits. Breaks where nothing more can be done.
    fn take(
        &mut self,
        wanted: &PuzzleSpec,
        number: u64,
        entry: Option<&Entry>,
        Attempted { made, is_unique, seconds }: Attempted,
    ) -> ControlFlow<()> {
        let record = match made {
            Ok(made) if is_unique => {
                let record = self.record(wanted, number, entry, &made);
                if let Err(what) = self.recipe(entry).look(&record) {
                    self.answers.fail(&last_look::contradicts(&what), Some(REPORT), Exit::CheckFailed);
                    return ControlFlow::Break(());
                }
                self.n_made += 1;
                record
            }
            Ok(made) => {
                let message = not_unique(&line(&made.puzzle), "generate");
                self.answers.fail(&message, None, Exit::Internal);
                return ControlFlow::Break(());
            }
            Err(why) => self.not_made(wanted, number, entry, why),
        };
        self.answers.known(&GeneratedRecord { seconds, ..record })?;
        progress::done();
        ControlFlow::Continue(())
    }

    /// What is wanted without the numbers of clues that no puzzle has, if any are left. That is said once of a shape.
    fn possible(&mut self, wanted: PuzzleSpec) -> Option<PuzzleSpec> {
        let shape = wanted.grid.shape();
        let is_new = self.said_fewest.replace(shape) != Some(shape);
        match trivial_bounds::possible(wanted) {
            Possible::All(wanted) => Some(wanted),
            Possible::Rest(wanted, why) => {
                if is_new && !self.args.quiet {
                    self.answers.context.messages.note(&why);
                }
                Some(wanted)
            }
            Possible::Nothing(why) => {
                if is_new {
                    self.answers.fail(&why, None, Exit::Usage);
                }
                None
            }
        }
    }

    /// Says once, before the first attempt, that what is wanted may not be there, unless it was said when to give up.
    fn say_rare(&mut self, wanted: &PuzzleSpec) {
        let args = self.args;
        let is_ended = args.limits.time_limit.is_some() || args.max_attempts < MAX_ATTEMPTS;
        if args.quiet || is_ended || !trivial_bounds::is_rare(wanted) || self.said_rare {
            return;
        }
        self.said_rare = true;
        let end = wanted.clues.as_ref().map_or(0, |range| *range.end());
        let what = match wanted.grid {
            GridSource::Given(..) => format!(
                "random generation rarely reaches this few clues, and the grid may have no such puzzle: minclue solve --at-most {end} decides that"
            ),
            _ => "random generation rarely reaches this few clues".to_owned(),
        };
        let n = counted_attempts(args.max_attempts);
        let ends = "--time-limit or --max-attempts stops earlier";
        self.answers.context.messages.note(&format!("{what}; {n} at each may take hours; {ends}"));
    }

    /// What was typed of the puzzles.
    fn recipe(&self, entry: Option<&Entry>) -> Recipe<'_> {
        let args = self.args;
        Recipe {
            from: entry.map(|entry| line(&entry.puzzle)),
            pattern: self.pattern.as_ref().map(Cells::text),
            symmetry: Some(args.symmetry).filter(|s| *s != Pattern::Free).map(Pattern::name),
            clues: args.clues.as_ref(),
            tries: args.tries.as_ref(),
            ctn: args.ctn.as_ref(),
            level: args.level.map(SolvingLevel::name),
            valid: args.valid || args.density.is_none(),
            minimal: args.minimal,
            whole: args.grids,
        }
    }

    fn record(&self, wanted: &PuzzleSpec, number: u64, entry: Option<&Entry>, made: &Made) -> GeneratedRecord {
        let mut record = self.empty(wanted, number, entry, AnswerStatus::Done);
        record.head.grid = Some(grid_line(&made.grid));
        record.puzzle = Some(line(&made.puzzle));
        record.n_clues = Some(made.puzzle.n_clues());
        record.valid = Some(made.valid);
        record.minimal = made.minimal;
        record.tries = made.tries;
        record.ctn = made.ctn;
        record.people = made.walkthrough.as_ref().map(|way| people(way, None));
        if let Some(recipe) = &mut record.recipe {
            recipe.attempt = Some(made.attempt);
        }
        record
    }

    /// There is no such puzzle within the limits: a record that says so, and a message.
    fn not_made(&self, wanted: &PuzzleSpec, number: u64, entry: Option<&Entry>, why: NotMade) -> GeneratedRecord {
        let (status, what) = match why {
            NotMade::Attempts => (AnswerStatus::NodeLimit, attempts(wanted.max_attempts)),
            NotMade::NoGrid => (AnswerStatus::InvalidInput, "these rules have no grid".to_owned()),
            NotMade::Limit(stop) => (AnswerStatus::from(stop), minclue_report::why(stop.into()).to_owned()),
        };
        let shape = wanted.grid.shape();
        if !self.args.quiet {
            let deep = wanted.clues.is_none() && wanted.grid.shape().n() > LARGE && matches!(why, NotMade::Limit(_));
            // Of 9x9 puzzles with 18 clues and fewer, chance makes hardly any.
            let rare = wanted.clues.as_ref().is_some_and(|range| *range.end() <= 18 && shape == Shape::NINE);
            let is_given =
                matches!(wanted.grid, GridSource::Given(..)) && matches!(why, NotMade::Attempts | NotMade::Limit(_));
            let help = match &wanted.clues {
                _ if deep => {
                    "; removing the last clues of such a large grid takes too long, so give --clues".to_owned()
                }
                Some(range) if is_given => format!(
                    "; for this grid, minclue solve --at-most {0} decides whether there is one, and minclue enumerate -k {0} lists all",
                    range.end()
                ),
                Some(range) if rare => format!(
                    "; random generation rarely reaches this few clues: use minclue neighbors --to {} with a puzzle that has more",
                    range.end()
                ),
                _ => String::new(),
            };
            self.answers.context.messages.note(&format!("puzzle {number} of seed {}: {what}{help}", self.seed));
        }
        self.empty(wanted, number, entry, status)
    }

    fn empty(&self, wanted: &PuzzleSpec, number: u64, entry: Option<&Entry>, status: AnswerStatus) -> GeneratedRecord {
        let shape = wanted.grid.shape();
        let (density, dig) = match &wanted.erasure {
            Erasure::Density(density) => (Some(*density), None),
            Erasure::Dig { .. } => (None, Some(self.args.dig.name())),
            Erasure::Mask(_) => (None, None),
        };
        let id = entry.and_then(|entry| entry.id.clone());
        let head = Head { id, ..Head::new(GeneratedRecord::SCHEMA, status).of_shape(shape) };
        let recipe = RecipeRecord {
            seed: self.seed,
            number,
            attempt: None,
            fill: match wanted.grid {
                GridSource::Permutations(..) => GridFill::Permutations.name(),
                GridSource::Solver(_) => GridFill::Solver.name(),
                GridSource::Uniform(_) => GridFill::Uniform.name(),
                GridSource::Given(..) => "given",
            },
            density: density.filter(|_| !self.args.grids),
            dig,
            symmetry: Some(self.args.symmetry).filter(|s| *s != Pattern::Free).map(Pattern::name),
            pattern: pattern_line(wanted),
            command: command(self.args, self.seed, wanted, number),
        };
        GeneratedRecord {
            recipe: Some(recipe),
            ..GeneratedRecord::new(head.of_variant(&wanted.grid.variant()), VERSION)
        }
    }
}

fn attempts(n: u64) -> String {
    format!("not in {}", counted_attempts(n))
}

fn counted_attempts(n: u64) -> String {
    if n == 1 { "1 attempt".to_owned() } else { format!("{n} attempts") }
}

/// Grids by the brute-force fill; where that is left out, by the solver.
pub(super) fn permutations(shape: Shape) -> GridSource {
    match courses::FILL {
        Some(fill) => GridSource::Permutations(shape, fill),
        None => GridSource::Solver(Variant::plain(shape)),
    }
}

/// The range that was asked for of a count.
fn count_range(range: Option<RangeInclusive<u64>>, count: Option<PuzzleCount>) -> Option<CountRange> {
    range.zip(count).map(|(range, count)| CountRange { range, count })
}

fn wanted(args: &GenerateArgs, grid: GridSource) -> PuzzleSpec {
    let erasure = match args.density {
        // A whole grid is what density 1 keeps of it.
        _ if args.grids => Erasure::Density(1.0),
        Some(density) => Erasure::Density(density),
        None => Erasure::Dig { order: args.dig, pattern: args.symmetry },
    };
    let clues = args.clues.as_ref().map(|range| {
        let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        number(*range.start())..=number(*range.end())
    });
    PuzzleSpec {
        grid,
        erasure,
        valid: args.valid,
        minimal: args.minimal,
        clues,
        tries: count_range(args.tries.clone(), courses::TRIES),
        ctn: count_range(args.ctn.clone(), courses::CTN),
        level: args.level,
        max_attempts: args.max_attempts,
    }
}

/// The command that makes this very puzzle again.
fn command(args: &GenerateArgs, seed: u64, wanted: &PuzzleSpec, number: u64) -> String {
    let mut command = format!("minclue generate --seed {seed} --first {number}");
    let mut add = |option: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(command, " --{option}");
            if !value.is_empty() {
                let _ = write!(command, " {value}");
            }
        }
    };
    let flag = |is_set: bool| is_set.then(String::new);
    match &wanted.grid {
        GridSource::Given(_, grid) => add("from", Some(grid_line(grid))),
        GridSource::Permutations(..) => add("fill", Some(GridFill::Permutations.name().to_owned())),
        GridSource::Solver(_) => add("fill", Some(GridFill::Solver.name().to_owned())),
        GridSource::Uniform(_) => add("fill", Some(GridFill::Uniform.name().to_owned())),
    }
    let shape = wanted.grid.shape();
    add("shape", (shape != Shape::NINE).then(|| shape.to_string()));
    let variant = wanted.grid.variant();
    add("variant", (!variant.is_plain()).then(|| variant.to_string()));
    add("grids", flag(args.grids));
    add("density", args.density.map(|density| density.to_string()));
    add("valid", flag(args.valid));
    add("minimal", flag(args.minimal));
    add("pattern", pattern_line(wanted));
    add("clues", args.clues.as_ref().map(written_range));
    add("tries", args.tries.as_ref().map(written_range));
    add("ctn", args.ctn.as_ref().map(written_range));
    add("level", args.level.map(|level| level.name().to_owned()));
    add("symmetry", (args.symmetry != Pattern::Free).then(|| args.symmetry.name().to_owned()));
    add("dig", (args.dig != RemovalOrder::Random).then(|| args.dig.name().to_owned()));
    add("max-attempts", (args.max_attempts != MAX_ATTEMPTS).then(|| args.max_attempts.to_string()));
    command
}

/// The cells of the clues as a line, if they are given.
fn pattern_line(wanted: &PuzzleSpec) -> Option<String> {
    let Erasure::Mask(cells) = &wanted.erasure else { return None };
    Some(wanted.grid.shape().cells().map(|cell| if cells.contains(&cell) { 'X' } else { '.' }).collect())
}

/// A range as it is read.
fn written_range(range: &RangeInclusive<u64>) -> String {
    match (*range.start(), *range.end()) {
        (from, to) if from == to => from.to_string(),
        (from, u64::MAX) => format!("{from}.."),
        (from, to) => format!("{from}..{to}"),
    }
}
