//! The command line: one file per verb. Only this room prints, reads the environment, handles signals and exits.
//!
//! `args` says what can be asked, `session` runs a verb over its inputs, `output` writes results to standard output and
//! `message` what went wrong to standard error.

mod about;
mod ahead;
mod answer;
mod answers;
mod args;
mod asked;
mod bilevel;
mod canon;
mod cells;
mod certificates;
mod certify;
mod check;
mod claims;
mod classic;
mod compare;
mod context;
mod engine;
mod enumerate;
mod enumerator;
mod exit;
mod export;
mod fcp;
mod fewest;
mod generate;
mod given;
mod hypergraph;
mod input;
mod inquiry;
mod journal;
mod message;
mod minimize;
mod neighbors;
mod output;
mod outside;
mod progress;
mod rate;
mod seed;
mod session;
mod sets;
mod settings;
mod shared;
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
    Args, AuxStyle, Backend, BilevelArgs, BranchingRule, BudgetOrder, CanonArgs, CheckArgs, Classic, ClassicArgs,
    ClassicStudyArgs, ClueArgs, Color, Common, Counted, Cuts, DigOrder, Engine, EnumerateArgs, ExportArgs, FcpArgs,
    FileFormat, FillArgs, Follower, Form, Format, GenerateArgs, GridFill, Heuristic, InequalitiesArgs, Leaf,
    MinimizeArgs, Model, NameStyle, NativeArgs, NeighborsArgs, Order, RateArgs, RegionPreset, RegionRows, SearchArgs,
    SearchesArgs, SetsArgs, SolveArgs, Source, SquareOrder, SquaresArgs, StopWhen, Study, StudyArgs, Symmetry,
    TableFormat, TieRule, ValueOrder, Verb, VerifyArgs,
};
pub use canon::canon;
pub use check::check;
pub use classic::classic;
pub use enumerate::enumerate;
pub use exit::Exit;
pub use export::export;
pub use fcp::fcp;
pub use generate::generate;
pub use minimize::minimize;
pub use neighbors::neighbors;
pub use rate::rate;
pub use sets::sets;
pub use solve::solve;
pub use study::study;
pub use usage::usage;
pub use verify::verify;
