//! `minclue show`: grids and puzzles as pictures.

use clap::{ArgMatches, Args as ClapArgs};

use minclue_core::base::{Index, Stop};
use minclue_core::sudoku::{Entry, Rule, Shape, line};
use minclue_report::picture::Picture;
use minclue_report::{AnswerStatus, Columns, ErrorRecord, Head, Record, ShowRecord};

use super::answer::Answer;
use super::args::values::at_least_one;
use super::args::{Common, FormatArg, Jobs, TimeArgs, VariantArgs, formats, heading};
use super::cells::Cells;
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::inputs::Refused;
use super::message::Messages;
use super::output::Layout;
use super::record_sink::RecordSink;
use super::rule_puzzle::{self, RuleSolutions};
use super::runner::{self, EntryVerb};
use super::target;
use super::variant;

const MARK: &str = "--mark";
const SET: &str = "--set";

/// The arguments of `show`.
#[derive(Debug, ClapArgs)]
pub struct ShowArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::PICTURES), default_value = "text", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Draw the solution beside each puzzle
    #[arg(long, help_heading = heading::OUTPUT)]
    pub solution: bool,

    /// Highlight cells: r1c1,r2c3,... or a line that marks them
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true, help_heading = heading::OUTPUT)]
    pub mark: Option<String>,

    /// Outline a set of cells, in the same form; may be repeated
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true, help_heading = heading::OUTPUT)]
    pub set: Vec<String>,

    /// Pictures side by side on a sheet of --format svg [default: as many as fit a page]
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::OUTPUT)]
    pub columns: Option<u64>,

    /// The rules beside those of the shape.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// Limits of the search for solutions.
    #[command(flatten)]
    pub limits: TimeArgs,
}

impl Command for ShowArgs {
    fn run(&self) -> Exit {
        let messages = Messages::new(self.common.messages.color);
        let mark = Cells::of_option(MARK, self.mark.as_deref(), &messages);
        let sets = self.set.iter().map(|set| Cells::of_option(SET, Some(set), &messages));
        let sets: Result<Vec<Option<Cells>>, Exit> = sets.collect();
        match mark.and_then(|mark| Ok((mark, sets?))) {
            Ok((mark, sets)) => {
                let none = Columns { names: "", shown: "", rows: None };
                let layout = Layout::with(self.format, none).in_columns(self.columns);
                let show = Show { args: self, mark, sets: sets.into_iter().flatten().collect() };
                runner::run(&self.common, layout, Jobs::ONE, &show)
            }
            Err(exit) => exit,
        }
    }

    fn conflict(&self) -> Option<String> {
        let of_columns = (self.columns.is_some() && self.format != FormatArg::Svg)
            .then(|| "--columns requires --format svg".to_owned());
        let is_drawn = self.solution || self.mark.is_some() || !self.set.is_empty();
        let of_drawing = || {
            (is_drawn && self.format.is_of_puzzles())
                .then(|| "--solution, --mark and --set require --format text or svg".to_owned())
        };
        of_columns.or_else(of_drawing).or_else(|| self.variant.conflict(self.common.shape, self.format))
    }

    fn choose(&mut self, _: &ArgMatches) {
        self.variant.choose_shape(&mut self.common.shape);
    }
}

struct Show<'a> {
    args: &'a ShowArgs,
    mark: Option<Cells>,
    sets: Vec<Cells>,
}

impl EntryVerb for Show<'_> {
    fn refuses(&self, _: &VariantArgs) -> Option<Refused> {
        None
    }

    fn answer(&self, _: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        let head = |status| target::head(ShowRecord::SCHEMA, entry, None, status);
        let line = line(&entry.puzzle);
        let rules = variant::rules(&self.args.variant, entry);
        let head = |status| match rules.is_empty() {
            true => head(status),
            false => rule_puzzle::of_rules(head(status), None, &rules),
        };
        let picture = match self.picture(entry.puzzle.shape(), &line) {
            Ok(picture) => picture.with_rules(&rules),
            Err(answer) => return answer,
        };
        let mut pictures = vec![picture];
        if self.args.solution && entry.puzzle.as_grid().is_none() {
            let limits = context.limits(self.args.limits.time_limit, None);
            let without = |stop: Stop, pictures| -> Answer {
                Answer::Known(Box::new(ShowRecord { head: head(stop.into()), pictures }))
            };
            let grid = if rules.iter().all(Rule::is_searched) {
                let variant = match variant::of(&self.args.variant, entry) {
                    Ok(variant) => variant,
                    Err(answer) => return answer,
                };
                match target::solution_within(&variant, &entry.puzzle, &limits) {
                    Ok(grid) => target::grid_line(&grid),
                    Err(no_grid) => return target::answer(&no_grid, |stop| without(stop, pictures)),
                }
            } else {
                match rule_puzzle::solutions(entry, &rules, &limits, |stop| without(stop, pictures.clone())) {
                    Ok(RuleSolutions::One(puzzle)) => puzzle.grid,
                    Ok(other) => return target::answer(&other.refusal(), |_| Answer::NoRecord),
                    Err(answer) => return answer,
                }
            };
            pictures.push(pictures[0].clone().solved(&grid));
        }
        Answer::Known(Box::new(ShowRecord { head: head(AnswerStatus::Done), pictures }))
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        let head = Head::unanswered(ShowRecord::SCHEMA, id, status, error);
        Box::new(ShowRecord { head, pictures: Vec::new() })
    }
}

impl Show<'_> {
    /// The puzzle with what is to be seen of it.
    fn picture(&self, shape: Shape, line: &str) -> Result<Picture, Answer> {
        let cells = |cells: &Cells, option| {
            let cells = cells.of(shape).map_err(|e| e.answer(option))?;
            Ok(cells.into_iter().map(Index::get).collect::<Vec<usize>>())
        };
        let mut picture =
            Picture::new(shape, line).ok_or_else(|| Answer::Failed("a grid has no picture".to_owned()))?;
        if let Some(mark) = &self.mark {
            picture = picture.marked(&cells(mark, MARK)?);
        }
        for set in &self.sets {
            picture = picture.outlined(&cells(set, SET)?);
        }
        Ok(picture)
    }
}
