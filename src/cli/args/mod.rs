//! The arguments that verbs share, and those of verbs with several files.

mod bilevel;
mod classic;
mod common;
mod engine;
mod enumerate;
mod export;
mod fcp;
mod generate;
mod native;
mod source;
mod study;
mod together;
pub(super) mod values;
mod verify;

pub(super) use bilevel::{BilevelArgs, BranchingRule, BudgetOrder, Cuts, Follower, Heuristic, Leaf, Order, RegionRows};
pub(super) use classic::{
    Classic, ClassicArgs, Counted, FillArgs, SearchArgs, SquareOrder, SquaresArgs, StopWhen, TieRule, ValueOrder,
};
pub(super) use common::{Color, Common, Format, TableFormat};
pub(super) use engine::Engine;
pub(super) use enumerate::EnumerateArgs;
pub(super) use export::{AuxStyle, ExportArgs, FileFormat, Model, NameStyle};
pub(super) use fcp::{ClueArgs, FcpArgs};
pub(super) use generate::MAX_ATTEMPTS;
pub(super) use generate::{DigOrder, GenerateArgs, GridFill, Symmetry};
pub(super) use native::{Instructions, NativeArgs};
pub(super) use source::{Backend, Form, RegionPreset, Source};
pub(super) use study::{ClassicStudyArgs, InequalitiesArgs, SearchesArgs, Study, StudyArgs};
pub(super) use together::{REGIONS, about_bilevel, choose_bilevel, engines, has_bilevel, independent};
pub(super) use verify::VerifyArgs;
