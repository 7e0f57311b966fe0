//! The certificate as a file.

use std::io::{self, Write as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::base::{CellSet, Index, WholeFile};

use super::instance::Instance;
use super::packing::Packer;
use super::proved::Lemma;
use super::tree::Tree;
use super::varint::{put, put_list};

/// How hard zstd tries where there are few bytes.
const LEVEL: i32 = 9;

/// An unavoidable set with what its witness has instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenSet {
    pub cells: Vec<usize>,
    /// The options of the witness that are not the target's, ascending; of a linear model, all variables in which it
    /// differs.
    pub options: Vec<usize>,
}

/// Cells of which a valid set of clues has so much together, with one solution that proves it: `sum w y >= min`.
///
/// The witness stays a solution when some cells go back to their value in the target, each with the variables of its
/// group, as long as these cells weigh less than `min` together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedSet {
    pub cells: Vec<usize>,
    /// The weight of each cell, from 1 to `min`.
    pub weights: Vec<u64>,
    /// What a valid set of clues weighs at least.
    pub min: u64,
    /// All variables in which the witness differs from the target, ascending.
    pub options: Vec<usize>,
    /// For each cell the variables of `options` that go back with it, ascending, beside its own; none where the weight
    /// is `min`.
    pub groups: Vec<Vec<usize>>,
}

/// A valid set of clues, and why it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenPuzzle<const W: usize> {
    pub cells: CellSet<W>,
    /// Clauses that follow one after the other, and after which it is plain that there is no second solution; none
    /// where the checker is quick enough without them. A variable v is written as 2v if it differs from the target, and
    /// as 2v + 1 if it does not; ascending in each.
    pub clauses: Vec<Vec<usize>>,
}

/// What a certificate says.
#[derive(Debug)]
pub struct Certificate<const W: usize> {
    pub instance: Instance,
    /// No valid set of clues has fewer cells, but for those with one of `puzzles` in them.
    pub lower: usize,
    /// Valid ones, at least one, in any order.
    pub puzzles: Vec<ProvenPuzzle<W>>,
    /// The sets, as they are numbered.
    pub sets: Vec<ProvenSet>,
    /// The weighted sets, as they are numbered; only for linear models.
    pub weighted: Vec<WeightedSet>,
    /// The symmetries, as they are numbered: the images of the items, or of the variables of a linear model.
    pub symmetries: Vec<Vec<usize>>,
    pub lemmas: Vec<Lemma<W>>,
    /// The tree; `None` if `lower` is 0.
    pub tree: Option<Tree>,
}

/// A certificate that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Bytes of the file.
    pub file_bytes: u64,
    pub n_bytes: u64,
    /// Nodes of the tree.
    pub n_nodes: u64,
    pub n_sets: usize,
}

impl<const W: usize> Certificate<W> {
    /// Writes the certificate to `path`. It has this name only once it is whole; see [`WholeFile`].
    ///
    /// # Errors
    /// The file cannot be written, or there is something else than a regular file; then nothing has changed.
    pub fn write(self, path: &Path) -> io::Result<Written> {
        let head = self.head();
        let (n_nodes, tree_bytes) = self.tree.as_ref().map_or((0, 0), |tree| (tree.n_nodes(), tree.n_bytes()));
        let mut file = HashedFile::create(path)?;
        let mut encoder = Packer::new(&mut file, LEVEL)?;
        encoder.write_all(&head)?;
        encoder.finish()?;
        if let Some(tree) = self.tree {
            tree.copy_to(&mut file)?;
        }
        let (sha256, file_bytes) = file.keep()?;
        Ok(Written { sha256, file_bytes, n_bytes: head.len() as u64 + tree_bytes, n_nodes, n_sets: self.sets.len() })
    }

    /// Everything before the tree.
    fn head(&self) -> Vec<u8> {
        let mut bytes = format!("minclue-cert/1\n{}\n", self.instance.sha256()).into_bytes();
        self.instance.write(&mut bytes);
        put(&mut bytes, self.lower as u64);
        put(&mut bytes, self.puzzles.len() as u64);
        let mut puzzles: Vec<_> = self.puzzles.iter().map(|puzzle| (numbers(puzzle.cells), &puzzle.clauses)).collect();
        puzzles.sort_unstable_by(|(a, _), (b, _)| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        for (cells, clauses) in puzzles {
            put_list(&mut bytes, &cells);
            put(&mut bytes, clauses.len() as u64);
            clauses.iter().for_each(|clause| put_list(&mut bytes, clause));
        }
        put(&mut bytes, self.sets.len() as u64);
        for set in &self.sets {
            put_list(&mut bytes, &set.cells);
            put_list(&mut bytes, &set.options);
        }
        put(&mut bytes, self.weighted.len() as u64);
        self.weighted.iter().for_each(|set| set.write(&mut bytes));
        put(&mut bytes, self.symmetries.len() as u64);
        for images in &self.symmetries {
            images.iter().for_each(|image| put(&mut bytes, *image as u64));
        }
        put(&mut bytes, self.lemmas.len() as u64);
        for lemma in &self.lemmas {
            put_list(&mut bytes, &numbers(lemma.region));
            put(&mut bytes, lemma.min as u64);
            bytes.extend_from_slice(&lemma.bytes);
        }
        bytes
    }
}

impl WeightedSet {
    fn write(&self, bytes: &mut Vec<u8>) {
        put_list(bytes, &self.cells);
        self.weights.iter().for_each(|weight| put(bytes, *weight));
        put(bytes, self.min);
        put_list(bytes, &self.options);
        self.groups.iter().for_each(|group| put_list(bytes, group));
    }
}

fn numbers<const W: usize>(cells: CellSet<W>) -> Vec<usize> {
    cells.iter().map(Index::get).collect()
}

/// A file that has its name once it is whole, and whose bytes are hashed on their way.
#[derive(Debug)]
pub struct HashedFile {
    file: WholeFile,
    hash: Sha256,
    n_bytes: u64,
}

impl HashedFile {
    /// Begins a file that shall be at `path`.
    ///
    /// # Errors
    /// As of [`WholeFile::create`].
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { file: WholeFile::create(path)?, hash: Sha256::new(), n_bytes: 0 })
    }

    /// The file takes its place. Its SHA-256 in hexadecimal, and its length in bytes.
    ///
    /// # Errors
    /// As of [`WholeFile::keep`].
    pub fn keep(self) -> io::Result<(String, u64)> {
        self.file.keep()?;
        Ok((format!("{:x}", self.hash.finalize()), self.n_bytes))
    }
}

impl io::Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.file.write(bytes)?;
        self.hash.update(&bytes[..n]);
        self.n_bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
