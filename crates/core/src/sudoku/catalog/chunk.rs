//! A part of the catalog by name.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::band::MinlexBand;

/// Neighboring prefixes of a band. Its text is `band.from.to`, such as `17.0.1000` for the first thousand; the number of
/// a band alone is all of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CatalogChunk {
    band: MinlexBand,
    prefixes: Range<u64>,
}

/// Why a text does not name a chunk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChunkTextError {
    /// Not of the form `band.from.to`.
    #[error("`{0}` is not a part of the catalog; write band.from.to, such as 17.0.1000, or the number of a band")]
    Syntax(String),
    /// There is no such band.
    #[error("there is no band {0}; bands are numbered from 1 to 416")]
    Band(String),
    /// The numbers are not in order, or the band has not as many prefixes.
    #[error("{from}..{to} is not a range of prefixes of band {band}, which has {n_prefixes}")]
    Range {
        /// The band.
        band: MinlexBand,
        /// Its number of prefixes.
        n_prefixes: u64,
        /// The first number that was given.
        from: u64,
        /// The second one.
        to: u64,
    },
}

impl CatalogChunk {
    /// All of a band.
    #[must_use]
    pub fn whole(band: MinlexBand) -> Self {
        Self { band, prefixes: 0..band.n_prefixes() }
    }

    /// The prefixes of a band with numbers from `from`, and below `to`.
    ///
    /// # Errors
    /// [`ChunkTextError::Range`] unless `from <= to`, and the band has `to` prefixes.
    pub fn new(band: MinlexBand, from: u64, to: u64) -> Result<Self, ChunkTextError> {
        let n_prefixes = band.n_prefixes();
        if from <= to && to <= n_prefixes {
            Ok(Self { band, prefixes: from..to })
        } else {
            Err(ChunkTextError::Range { band, n_prefixes, from, to })
        }
    }

    /// The band.
    #[must_use]
    pub fn band(&self) -> MinlexBand {
        self.band
    }

    /// The numbers of its prefixes.
    #[must_use]
    pub fn prefixes(&self) -> Range<u64> {
        self.prefixes.clone()
    }

    /// The same prefixes as chunks of `size` each, the last one apart, which may be smaller. A size of 0 counts as 1.
    pub fn split(&self, size: u64) -> impl Iterator<Item = Self> + use<> {
        let band = self.band;
        ranges(self.prefixes(), size).map(move |prefixes| Self { band, prefixes })
    }
}

impl fmt::Display for CatalogChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.band, self.prefixes.start, self.prefixes.end)
    }
}

impl FromStr for CatalogChunk {
    type Err = ChunkTextError;

    fn from_str(text: &str) -> Result<Self, ChunkTextError> {
        let (band, range) = read(text)?;
        range.map_or_else(|| Ok(Self::whole(band)), |[from, to]| Self::new(band, from, to))
    }
}

/// Neighboring second bands of a band, in the same text as a [`CatalogChunk`].
///
/// Where both have the same numbers, they have the same second bands; here the others follow, which stand below the third
/// band in a minlex form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegionChunk {
    band: MinlexBand,
    second_bands: Range<u64>,
}

impl RegionChunk {
    /// All of a band.
    #[must_use]
    pub fn whole(band: MinlexBand) -> Self {
        Self { band, second_bands: 0..band.n_second_bands() }
    }

    /// The second bands with numbers from `from`, and below `to`.
    ///
    /// # Errors
    /// [`ChunkTextError::Range`] unless `from <= to`, and the band has `to` second bands.
    pub fn new(band: MinlexBand, from: u64, to: u64) -> Result<Self, ChunkTextError> {
        let n_prefixes = band.n_second_bands();
        if from <= to && to <= n_prefixes {
            Ok(Self { band, second_bands: from..to })
        } else {
            Err(ChunkTextError::Range { band, n_prefixes, from, to })
        }
    }

    /// The band.
    #[must_use]
    pub fn band(&self) -> MinlexBand {
        self.band
    }

    /// The numbers of its second bands.
    #[must_use]
    pub fn second_bands(&self) -> Range<u64> {
        self.second_bands.clone()
    }

    /// The same second bands as chunks of `size` each, the last one apart, which may be smaller. A size of 0 counts as 1.
    pub fn split(&self, size: u64) -> impl Iterator<Item = Self> + use<> {
        let band = self.band;
        ranges(self.second_bands(), size).map(move |second_bands| Self { band, second_bands })
    }
}

impl fmt::Display for RegionChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.band, self.second_bands.start, self.second_bands.end)
    }
}

impl FromStr for RegionChunk {
    type Err = ChunkTextError;

    fn from_str(text: &str) -> Result<Self, ChunkTextError> {
        let (band, range) = read(text)?;
        range.map_or_else(|| Ok(Self::whole(band)), |[from, to]| Self::new(band, from, to))
    }
}

/// A range in parts of `size`.
fn ranges(Range { start, end }: Range<u64>, size: u64) -> impl Iterator<Item = Range<u64>> {
    let size = size.max(1);
    let n_parts = (end - start).div_ceil(size);
    (0..n_parts).map(move |i| {
        let from = start + i * size;
        from..end.min(from.saturating_add(size))
    })
}

/// A band, and the numbers that follow it, if any do.
fn read(text: &str) -> Result<(MinlexBand, Option<[u64; 2]>), ChunkTextError> {
    let syntax = || ChunkTextError::Syntax(text.to_owned());
    let parts: Vec<u64> = text.split('.').map(str::parse).collect::<Result<_, _>>().map_err(|_| syntax())?;
    let (&number, range) = parts.split_first().ok_or_else(syntax)?;
    let band = usize::try_from(number).ok().and_then(MinlexBand::new);
    let band = band.ok_or_else(|| ChunkTextError::Band(number.to_string()))?;
    match range {
        [] => Ok((band, None)),
        [from, to] => Ok((band, Some([*from, *to]))),
        _ => Err(syntax()),
    }
}
