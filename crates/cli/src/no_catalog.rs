//! Without the feature `farm` no input is a part of the catalog of grids: the types of its parts have no value, so that
//! whoever knows them need not ask whether they are there.

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;

use minclue_core::base::Limits;

/// What an argument begins with that names a part of the catalog.
pub(super) const CATALOG: &str = "catalog:";

/// A part of the catalog: none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CatalogChunk {}

/// A part of what its grids share: none.
pub(super) use CatalogChunk as RegionChunk;

/// Why a text does not name a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this build has no catalog of grids (feature farm)")]
pub(super) struct ChunkTextError;

impl FromStr for CatalogChunk {
    type Err = ChunkTextError;

    fn from_str(_: &str) -> Result<Self, ChunkTextError> {
        Err(ChunkTextError)
    }
}

impl fmt::Display for CatalogChunk {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// The grids of a part as lines: there are none.
pub(super) fn text(chunk: &CatalogChunk, _: &Limits) -> Box<dyn BufRead + Send> {
    match *chunk {}
}
