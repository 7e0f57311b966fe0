//! `minclue rate`: all measures of each puzzle.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::puzzle_tools::{self, Measure, Solved};
use crate::report::{ErrorRecord, Head, RateRecord, Record, Solutions, Status, seconds};
use crate::sudoku::Entry;

use super::args::RateArgs;
use super::exit::Exit;
use super::output::Output;
use super::session::{self, Answer, Ask, Context};
use super::target;
use super::width::with_wide_width;

/// Runs the verb.
#[must_use]
pub fn rate(args: &RateArgs) -> Exit {
    session::run(&args.common, args.format, &mut Rate { args })
}

struct Rate<'a> {
    args: &'a RateArgs,
}

impl Ask for Rate<'_> {
    fn answer(&mut self, entry: &Entry, context: &Context, _: &mut dyn Output) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.time_limit, self.args.max_tries);
        let rating =
            with_wide_width!(entry.puzzle.shape().n_cells(), W => puzzle_tools::rate::<W>(&entry.puzzle, &limits));
        let status = rating.stop().map_or(Status::Optimal, Status::from);
        let mut record = empty(target::head(RateRecord::SCHEMA, entry, None, status));
        record.n_clues = Some(rating.n_clues);
        record.solutions = rating.solved.ok().map(|solved| match solved {
            Solved::None => Solutions::None,
            Solved::One { .. } => Solutions::One,
            Solved::Several => Solutions::Several,
        });
        record.minimal = match rating.solved {
            Ok(Solved::One { minimal }) => Some(minimal),
            _ => None,
        };
        record.ntn = rating.ntn();
        for (name, measure, field) in [
            ("tries", rating.tries, &mut record.tries),
            ("fc", rating.fc, &mut record.fc),
            ("mrv", rating.mrv, &mut record.mrv),
            ("ctn", rating.ctn, &mut record.ctn),
        ] {
            *field = measure.known();
            if let Measure::AtLeast(n, _) = measure {
                record.at_least.insert(name, n);
            }
        }
        record.seconds = seconds(start.elapsed());
        Answer::Known(Record::Rate(Box::new(record)))
    }

    fn unanswered(&self, id: Option<String>, status: Status, error: ErrorRecord) -> Record {
        Record::Rate(Box::new(empty(Head::unanswered(RateRecord::SCHEMA, id, status, error))))
    }
}

fn empty(head: Head) -> RateRecord {
    RateRecord {
        head,
        n_clues: None,
        solutions: None,
        minimal: None,
        tries: None,
        fc: None,
        mrv: None,
        ctn: None,
        ntn: None,
        at_least: BTreeMap::new(),
        seconds: 0.0,
        version: env!("CARGO_PKG_VERSION"),
    }
}
