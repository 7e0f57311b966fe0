//! The arguments that verbs share, and those of verbs with several files.

mod bilevel;
mod common;
mod enumerate;
mod export;
mod format;
mod generate;
pub(super) mod heading;
mod jobs;
mod limits;
mod messages;
mod native;
mod puzzle;
mod solve;
mod threads;
mod together;
pub(super) mod values;
mod variant;
mod verify;

pub(super) use bilevel::BilevelArgs;
pub(super) use common::Common;
pub(super) use enumerate::EnumerateArgs;
pub(super) use export::{AuxStyle, ExportArgs, FileFormat, Model, NameStyle, ending};
pub(super) use format::{FormatArg, formats, of_hypergraph};
pub(super) use generate::MAX_ATTEMPTS;
pub(super) use generate::{GenerateArgs, GridFill};
pub(super) use jobs::{JobArgs, Jobs};
pub(super) use limits::{LimitArgs, TimeArgs};
pub(super) use messages::{Color, MessageArgs};
pub(super) use native::NativeArgs;
pub(super) use puzzle::{ClueArgs, PuzzleArgs};
pub(super) use solve::SolveArgs;
pub(super) use threads::ThreadArgs;
pub(super) use together::{
    NO_BILEVEL, REGIONS, about_bilevel, choose_bilevel, engines, has_bilevel, independent, is_engine_said,
    one_at_a_time,
};
pub(super) use variant::{VariantArgs, jigsaw_regions, variant_rule};
pub(super) use verify::{NoAnswerArg, VerifyArgs};
