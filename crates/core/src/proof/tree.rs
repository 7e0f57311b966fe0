//! Trees that are written while a search runs.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Seek as _, SeekFrom, Write as _};
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::{CellPermutation, CellSet};

use super::packing::Packer;
use super::script::{RowEntry, Script};
use super::varint::put;

/// How hard zstd tries: level 1 costs less than the search saves by smaller files.
const LEVEL: i32 = 1;

/// The numbers of sets and symmetries, in the order in which scripts first name them.
#[derive(Clone, Debug)]
pub struct Numbers<const W: usize> {
    sets: Vec<CellSet<W>>,
    set_numbers: FxHashMap<CellSet<W>, u32>,
    symmetries: Vec<CellPermutation>,
    /// Weighted sets, which are numbered before the lemmas.
    n_weighted: usize,
}

impl<const W: usize> Default for Numbers<W> {
    fn default() -> Self {
        Self { sets: Vec::new(), set_numbers: FxHashMap::default(), symmetries: Vec::new(), n_weighted: 0 }
    }
}

impl<const W: usize> Numbers<W> {
    fn set(&mut self, set: CellSet<W>) -> u32 {
        *self.set_numbers.entry(set).or_insert_with(|| {
            self.sets.push(set);
            (self.sets.len() - 1) as u32
        })
    }

    /// Numbers these sets, whether or not a script names them.
    pub fn know(&mut self, sets: &[CellSet<W>]) {
        sets.iter().for_each(|set| {
            self.set(*set);
        });
    }

    /// Returns the number of a symmetry.
    pub fn symmetry(&mut self, symmetry: &CellPermutation) -> usize {
        if let Some(number) = self.symmetries.iter().position(|known| known == symmetry) {
            return number;
        }
        self.symmetries.push(symmetry.clone());
        self.symmetries.len() - 1
    }

    /// Sets the number of weighted sets, which are known before any script.
    #[must_use]
    pub fn with_weighted(self, n_weighted: usize) -> Self {
        Self { n_weighted, ..self }
    }

    #[must_use]
    pub fn sets(&self) -> &[CellSet<W>] {
        &self.sets
    }

    #[must_use]
    pub fn symmetries(&self) -> &[CellPermutation] {
        &self.symmetries
    }

    /// Returns a script as bytes, starting with its dictionary.
    #[must_use]
    pub fn resolve(&mut self, script: &Script<W>) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.dictionary(script, &mut bytes);
        bytes.extend_from_slice(&script.bytes);
        bytes
    }

    fn dictionary(&mut self, script: &Script<W>, bytes: &mut Vec<u8>) {
        if !script.entries.is_empty() {
            put(bytes, 0);
            put(bytes, script.entries.len() as u64);
        }
        for entry in &script.entries {
            match entry {
                RowEntry::Rounded(divisor, terms) => {
                    put(bytes, 0);
                    put(bytes, *divisor);
                    put(bytes, terms.len() as u64);
                    for (row, weight) in terms {
                        put(bytes, u64::from(row.get()));
                        put(bytes, *weight);
                    }
                }
                RowEntry::Branch(number) => {
                    put(bytes, 1);
                    put(bytes, *number as u64);
                }
                RowEntry::Set(set) => {
                    put(bytes, 2 + u64::from(self.set(*set)));
                }
                RowEntry::Weighted(number) => {
                    put(bytes, 0);
                    put(bytes, 0);
                    put(bytes, *number as u64);
                }
                RowEntry::Lemma(number) => {
                    put(bytes, 0);
                    put(bytes, 0);
                    put(bytes, (self.n_weighted + *number) as u64);
                }
            }
        }
    }
}

/// A source of files for trees; each file is only needed until the certificate is written.
pub type Files<'f> = dyn FnMut() -> io::Result<File> + 'f;

/// The destination of the bytes of a tree.
enum Output {
    File(Packer<File>),
    Memory(Vec<u8>),
}

impl Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::File(encoder) => encoder.write_all(bytes),
            Self::Memory(memory) => {
                memory.extend_from_slice(bytes);
                Ok(())
            }
        }
    }
}

/// The tree of one budget, compressed into a file while its scripts are written; or the tree of a lemma, in memory.
pub struct Tree {
    output: Output,
    buffer: Vec<u8>,
    n_nodes: u64,
    n_bytes: u64,
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("n_nodes", &self.n_nodes).field("n_bytes", &self.n_bytes).finish_non_exhaustive()
    }
}

impl Tree {
    /// Creates an empty tree in a temporary file in the folder of the certificate, without a name if the system
    /// supports that.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn new(file: File) -> io::Result<Self> {
        let encoder = Packer::new(file, LEVEL)?;
        Ok(Self { output: Output::File(encoder), buffer: Vec::new(), n_nodes: 1, n_bytes: 0 })
    }

    /// Creates an empty tree in memory, for the proof of a lemma.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { output: Output::Memory(Vec::new()), buffer: Vec::new(), n_nodes: 1, n_bytes: 0 }
    }

    /// Adds the next script.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add<const W: usize>(&mut self, numbers: &mut Numbers<W>, script: &Script<W>) -> io::Result<()> {
        self.open(numbers, script)?;
        self.steps(script, 0..script.len())
    }

    /// Begins a script whose pieces are added by [`Self::steps`].
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn open<const W: usize>(&mut self, numbers: &mut Numbers<W>, script: &Script<W>) -> io::Result<()> {
        self.buffer.clear();
        numbers.dictionary(script, &mut self.buffer);
        self.n_nodes += script.n_nodes;
        self.n_bytes += self.buffer.len() as u64;
        self.output.write(&self.buffer)
    }

    /// Adds a piece of a script, between two positions that [`Script::len`] returned.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn steps<const W: usize>(&mut self, script: &Script<W>, piece: Range<usize>) -> io::Result<()> {
        self.n_bytes += piece.len() as u64;
        self.output.write(&script.bytes[piece])
    }

    #[must_use]
    pub fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// The number of bytes so far, before compression.
    #[must_use]
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// The bytes of a tree in memory; `None` if it is in a file.
    #[must_use]
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        match self.output {
            Output::File(_) => None,
            Output::Memory(bytes) => Some(bytes),
        }
    }

    /// Ends the frame of a tree in a file, and copies it.
    pub(super) fn copy_to(self, to: &mut impl io::Write) -> io::Result<()> {
        match self.output {
            Output::File(encoder) => {
                let mut file = encoder.finish()?;
                file.seek(SeekFrom::Start(0))?;
                io::copy(&mut BufReader::new(file), to).map(|_| ())
            }
            Output::Memory(bytes) => {
                let mut encoder = Packer::new(to, LEVEL)?;
                encoder.write_all(&bytes)?;
                encoder.finish().map(|_| ())
            }
        }
    }
}
