//! The command line: one file per verb. Only this room prints, reads the environment, handles signals and exits.
//!
//! `args` says what can be asked, `session` runs a verb over its inputs, `output` writes results to standard output and
//! `message` what went wrong to standard error.

mod args;
mod bilevel;
mod cells;
mod certify;
mod check;
mod compare;
mod engine;
mod enumerate;
mod enumerator;
mod exit;
mod export;
mod fcp;
mod given;
mod hypergraph;
mod input;
mod inquiry;
mod journal;
mod message;
mod output;
mod outside;
mod progress;
mod session;
mod sets;
mod settings;
mod signal;
mod solve;
mod sources;
mod study;
mod subject;
mod target;
mod usage;
mod verify;
mod width;

pub use args::{
    Args, AuxStyle, Backend, BilevelArgs, BranchingRule, BudgetOrder, CheckArgs, Color, Common, Cuts, Engine,
    EnumerateArgs, ExportArgs, FcpArgs, FileFormat, Follower, Form, Format, Heuristic, InequalitiesArgs, Leaf, Model,
    NameStyle, NativeArgs, Order, RegionPreset, RegionRows, SearchesArgs, SetsArgs, SolveArgs, Source, Study,
    StudyArgs, Verb, VerifyArgs,
};
pub use check::check;
pub use enumerate::enumerate;
pub use exit::Exit;
pub use export::export;
pub use fcp::fcp;
pub use sets::sets;
pub use solve::solve;
pub use study::study;
pub use usage::usage;
pub use verify::verify;
