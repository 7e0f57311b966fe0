//! `minclue classic squares`: candidates, contribution numbers and neutralisation.

use minclue_core::base::Index;
use minclue_core::sudoku::Entry;
use minclue_report::{AnswerStatus, ErrorRecord, Head, Record, SquareRecord, SquaresRecord};
use minclue_teaching::Squares;

use super::super::answer::Answer;
use super::super::args::Jobs;
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::output::Layout;
use super::super::record_sink::RecordSink;
use super::super::runner::{self, EntryVerb};
use super::super::target;
use super::super::version::VERSION;
use super::args::SquaresArgs;

pub(super) fn run(args: &SquaresArgs) -> Exit {
    runner::run(&args.common, Layout::of::<SquaresRecord>(args.format), Jobs::ONE, &SquaresVerb)
}

struct SquaresVerb;

impl EntryVerb for SquaresVerb {
    fn answer(&self, _: usize, entry: &Entry, _: &Context, _: &mut dyn RecordSink) -> Answer {
        let squares = Squares::of(&entry.puzzle);
        let mut record =
            SquaresRecord::new(target::head(SquaresRecord::SCHEMA, entry, None, AnswerStatus::Done), VERSION);
        record.n_blank = Some(squares.n_blank());
        record.n_candidates = Some(squares.n_candidates);
        record.ntn = squares.ntn().filter(|ntn| ntn.is_finite());
        record.neutralised = Some(squares.is_neutralised());
        record.squares = squares
            .squares
            .iter()
            .map(|square| SquareRecord {
                cell: square.cell.get(),
                candidates: square.candidates.iter().map(|d| d.value()).collect(),
                neutralised: square.is_neutralised,
                ctn: square.weight.value(),
            })
            .collect();
        Answer::Known(Box::new(record))
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(SquaresRecord::new(Head::unanswered(SquaresRecord::SCHEMA, id, status, error), VERSION))
    }
}
