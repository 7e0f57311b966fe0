//! A part of the catalog by name.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::band::MinlexBand;

/// Neighboring prefixes of a band. Its text is `band.from.to`, such as `17.0.1000` for the first thousand; the number
/// of a band alone is all of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CatalogChunk(BandRange);

/// Neighboring second bands of a band, in the same text as a [`CatalogChunk`].
///
/// Where both have the same numbers, they have the same second bands; here the others follow, which stand below the
/// third band in a minlex form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegionChunk(BandRange);

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
        band: MinlexBand,
        /// Its number of prefixes.
        n_prefixes: u64,
        /// The first number that was given.
        from: u64,
        to: u64,
    },
}

impl CatalogChunk {
    /// All of a band.
    #[must_use]
    pub fn whole(band: MinlexBand) -> Self {
        Self(BandRange { band, numbers: 0..band.n_prefixes() })
    }

    /// The prefixes of a band with numbers from `from`, and below `to`.
    ///
    /// # Errors
    /// [`ChunkTextError::Range`] unless `from <= to`, and the band has `to` prefixes.
    pub fn new(band: MinlexBand, from: u64, to: u64) -> Result<Self, ChunkTextError> {
        BandRange::new(band, from, to, band.n_prefixes()).map(Self)
    }

    #[must_use]
    pub fn band(&self) -> MinlexBand {
        self.0.band
    }

    /// The numbers of its prefixes.
    #[must_use]
    pub fn prefixes(&self) -> Range<u64> {
        self.0.numbers.clone()
    }

    /// The same prefixes as chunks of `size` each, the last one apart, which may be smaller. A size of 0 counts as 1.
    pub fn split(&self, size: u64) -> impl Iterator<Item = Self> + use<> {
        self.0.split(size).map(Self)
    }
}

impl RegionChunk {
    /// All of a band.
    #[must_use]
    pub fn whole(band: MinlexBand) -> Self {
        Self(BandRange { band, numbers: 0..band.n_second_bands() })
    }

    /// The second bands with numbers from `from`, and below `to`.
    ///
    /// # Errors
    /// [`ChunkTextError::Range`] unless `from <= to`, and the band has `to` second bands.
    pub fn new(band: MinlexBand, from: u64, to: u64) -> Result<Self, ChunkTextError> {
        BandRange::new(band, from, to, band.n_second_bands()).map(Self)
    }

    #[must_use]
    pub fn band(&self) -> MinlexBand {
        self.0.band
    }

    /// The numbers of its second bands.
    #[must_use]
    pub fn second_bands(&self) -> Range<u64> {
        self.0.numbers.clone()
    }

    /// The same second bands as chunks of `size` each, the last one apart, which may be smaller. A size of 0 counts as
    /// 1.
    pub fn split(&self, size: u64) -> impl Iterator<Item = Self> + use<> {
        self.0.split(size).map(Self)
    }
}

impl fmt::Display for CatalogChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for RegionChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for CatalogChunk {
    type Err = ChunkTextError;

    fn from_str(text: &str) -> Result<Self, ChunkTextError> {
        BandRange::read(text, MinlexBand::n_prefixes).map(Self)
    }
}

impl FromStr for RegionChunk {
    type Err = ChunkTextError;

    fn from_str(text: &str) -> Result<Self, ChunkTextError> {
        BandRange::read(text, MinlexBand::n_second_bands).map(Self)
    }
}

/// Neighboring numbers of a band.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct BandRange {
    band: MinlexBand,
    numbers: Range<u64>,
}

impl BandRange {
    /// Those from `from`, and below `to`, of `n_prefixes`.
    fn new(band: MinlexBand, from: u64, to: u64, n_prefixes: u64) -> Result<Self, ChunkTextError> {
        if from <= to && to <= n_prefixes {
            Ok(Self { band, numbers: from..to })
        } else {
            Err(ChunkTextError::Range { band, n_prefixes, from, to })
        }
    }

    /// A band, and the numbers that follow it or else all of them; `count` says how many there are.
    fn read(text: &str, count: fn(MinlexBand) -> u64) -> Result<Self, ChunkTextError> {
        let syntax = || ChunkTextError::Syntax(text.to_owned());
        let parts: Vec<u64> = text.split('.').map(str::parse).collect::<Result<_, _>>().map_err(|_| syntax())?;
        let (&number, range) = parts.split_first().ok_or_else(syntax)?;
        let band = usize::try_from(number).ok().and_then(MinlexBand::new);
        let band = band.ok_or_else(|| ChunkTextError::Band(number.to_string()))?;
        match range {
            [] => Ok(Self { band, numbers: 0..count(band) }),
            [from, to] => Self::new(band, *from, *to, count(band)),
            _ => Err(syntax()),
        }
    }

    fn split(&self, size: u64) -> impl Iterator<Item = Self> + use<> {
        let (band, Range { start, end }) = (self.band, self.numbers.clone());
        let size = size.max(1);
        let n_parts = (end - start).div_ceil(size);
        (0..n_parts).map(move |i| {
            let from = start + i * size;
            Self { band, numbers: from..end.min(from.saturating_add(size)) }
        })
    }
}

impl fmt::Display for BandRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.band, self.numbers.start, self.numbers.end)
    }
}
