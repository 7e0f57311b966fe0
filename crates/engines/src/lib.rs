//! The engines: each takes a clue problem and returns bounds that are valid at any time.
//!
//! [`engine`] is their contract, and [`width`] brings them together. [`search`] is the native hitting-set search,
//! [`bilevel`] the branch and cut over linear programs, [`cuts`] a branch and cut for interdiction problems whose rows
//! have coefficients, [`witness`] a search for bilevel programs over integers, and [`published`] has the searches of
//! mcguire-2012 and lin-wu-2013 as published. [`local_search`] finds puzzles for all of them. [`dense_lp`] solves the
//! small linear programs at the nodes of a branch and cut; larger ones need another solver.
//!
//! Each is a separate crate, compiled once for every width. This crate does not compile any of them again.

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
    //! Stands in for the published searches.
    pub use super::no_published::{NoPublished as Published, NoPublishedSearch as PublishedSearch};
}
pub mod width;
