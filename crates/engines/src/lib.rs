//! The engines: each takes a clue problem and answers with bounds that hold at any moment.
//!
//! [`engine`] is their contract, [`width`] the one place where they meet. [`search`] is the native hitting-set search,
//! [`bilevel`] the branch and cut over linear programs, [`cuts`] that of interdiction problems with rows that have
//! coefficients, [`witness`] that of bilevel programs over integers, [`published`] the searches of mcguire-2012 and lin-wu-2013 as published, and [`local_search`] finds
//! puzzles for all of them. [`dense_lp`] solves the small linear programs at the nodes of a branch and cut; for larger
//! ones it is given another solver.
//!
//! Each is a crate of its own, compiled beside the others at every width. Nothing here compiles any of them again.

#![forbid(unsafe_code)]

pub use minclue_branch_and_cut::{bilevel, cuts, dense_lp, witness};
pub use minclue_engine as engine;
pub use minclue_engine::local_search;
pub use minclue_native as search;
#[cfg(feature = "papers")]
pub use minclue_published as published;

#[cfg(not(feature = "papers"))]
mod no_published;
#[cfg(not(feature = "papers"))]
pub mod published {
    //! In place of the published searches.
    pub use super::no_published::{NoPublished as Published, NoPublishedSearch as PublishedSearch};
}
pub mod width;
