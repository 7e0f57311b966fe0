//! `minclue solve`: the minimum number of clues of each grid.

use std::path::Path;
use std::time::Instant;

use crate::base::Limits;
use crate::problem::SudokuClues;
use crate::report::{Bounds, ErrorRecord, Head, Question, Record, ResultRecord, Status, seconds};
use crate::sudoku::Entry;
use crate::unavoidable::Family;

use super::answer::Answer;
use super::args::SolveArgs;
use super::certificates::Certificates;
use super::claims::{Claims, Refusal};
use super::context::Context;
use super::engine::Begin;
use super::exit::Exit;
use super::given::{self, Most};
use super::inquiry::{self, Inquiry};
use super::output::Output;
use super::session::{self, Ask};
use super::settings::Settings;
use super::target;
use super::width::with_width;

/// Runs the verb.
#[must_use]
pub fn solve(args: &SolveArgs) -> Exit {
    match given::Sets::open(args.from.as_deref(), &args.common) {
        Ok(from) => {
            let certificates = Certificates::new(args.certify.as_deref());
            session::run(&args.common, args.format, &mut Solve { args, certificates, from })
        }
        Err(exit) => exit,
    }
}

struct Solve<'a> {
    args: &'a SolveArgs,
    certificates: Certificates<'a>,
    from: Option<given::Sets>,
}

impl Ask for Solve<'_> {
    fn answer(&mut self, entry: &Entry, context: &Context, _: &mut dyn Output) -> Answer {
        match self.certificates.next() {
            Ok(certify) => {
                with_width!(entry.puzzle.shape().n_cells(), W => self.one::<W>(entry, certify.as_deref(), context))
            }
            Err(refusal) => refusal.answer(),
        }
    }

    fn claim(&mut self, mut claims: Claims) -> Result<(), Refusal> {
        claims.reads_from(self.args.from.as_deref());
        self.certificates.claim(claims, &self.args.bilevel)
    }

    fn only_one(&self) -> Option<Refusal> {
        self.certificates.only_one()
    }

    fn unanswered(&self, id: Option<String>, status: Status, error: ErrorRecord) -> Record {
        self.unasked(Head::unanswered(ResultRecord::SCHEMA, id, status, error), 0.0)
    }
}

impl Solve<'_> {
    fn settings<'a>(&'a self, certify: Option<&'a Path>) -> Settings<'a> {
        Settings {
            native: self.args.native,
            bilevel: &self.args.bilevel,
            question: self.args.at_most.map(Question::AtMost).or(self.args.at_least.map(Question::AtLeast)),
            source: self.args.source,
            regions: self.args.regions.unwrap_or_default(),
            max_sets: self.args.max_sets.map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
            certify,
            independent: self.args.independent,
        }
    }

    fn one<const W: usize>(&self, entry: &Entry, certify: Option<&Path>, context: &Context) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.time_limit, None);
        let grid = match target::grid::<W>(&entry.puzzle, &limits) {
            Ok(grid) => grid,
            // A puzzle whose solution was not found in time.
            Err(no_grid) => {
                return no_grid.answer(|stop| {
                    let head = target::head(ResultRecord::SCHEMA, entry, None, stop.into());
                    Answer::Known(self.unasked(head, seconds(start.elapsed())))
                });
            }
        };
        let problem = SudokuClues::<W>::new(grid);
        let settings = self.settings(certify);
        let mut start_sets = None;
        if let Some(from) = &self.from {
            let most = Most { size: None, sets: settings.max_sets };
            // Stopped by a limit, there are as many as there are; the engine sees the same limit next.
            if let Err(answer) = from.find(&problem, most, start_sets.insert(Family::new()), &limits) {
                return answer;
            }
        }
        let puzzle = entry.puzzle.as_grid().is_none().then(|| entry.puzzle.clues::<W>());
        let inquiry = Inquiry {
            engine: self.args.engine,
            settings,
            limits: &|| self.limits(context),
            context,
            head: &|status| target::head(ResultRecord::SCHEMA, entry, Some(problem.grid()), status),
            start,
            n_given: puzzle.map(|clues| clues.len()),
        };
        inquiry.answer(&problem, Begin { sets: start_sets.as_ref(), puzzle })
    }

    /// The limits of one engine.
    fn limits(&self, context: &Context) -> Limits {
        context.limits_of_engine(self.args.time_limit, self.args.node_limit, self.args.memory_limit)
    }

    /// The record of an input that reached no engine.
    fn unasked(&self, head: Head, seconds: f64) -> Record {
        inquiry::record(self.args.engine, self.settings(None), head, Bounds::default(), &[], seconds)
    }
}
