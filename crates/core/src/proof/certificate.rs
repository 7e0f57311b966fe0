//! Certificates as files.

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

/// An unavoidable set with the options of its witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenSet {
    pub cells: Vec<usize>,
    /// The options of the witness that are not in the target, ascending; for a linear model, all variables in which it
    /// differs.
    pub options: Vec<usize>,
}

/// A weighted set: every valid set of clues satisfies `sum w y >= min` over its cells, and one solution proves it.
///
/// The witness remains a solution if some cells are set back to their values in the target, each with the variables of
/// its group, as long as the total weight of these cells is less than `min`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedSet {
    pub cells: Vec<usize>,
    /// The weight of each cell, from 1 to `min`.
    pub weights: Vec<u64>,
    /// The least weight of a valid set of clues.
    pub min: u64,
    /// All variables in which the witness differs from the target, ascending.
    pub options: Vec<usize>,
    /// For each cell, the further variables of `options` that are set back with it, ascending; empty if the weight is
    /// `min`.
    pub groups: Vec<Vec<usize>>,
}

/// A valid set of clues, with a proof of its validity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenPuzzle<const W: usize> {
    pub cells: CellSet<W>,
    /// Clauses, each of which follows from the earlier ones; after the last, propagation shows that there is no second
    /// solution. Empty if the checker is quick enough without them. The literal "variable v differs from the target" is
    /// written as 2v, and its negation as 2v + 1; the literals of a clause are ascending.
    pub clauses: Vec<Vec<usize>>,
}

/// The contents of a certificate.
#[derive(Debug)]
pub struct Certificate<const W: usize> {
    pub instance: Instance,
    /// Every valid set of clues has at least this many cells, except those that contain one of `puzzles`.
    pub lower: usize,
    /// Valid sets of clues, at least one, in any order.
    pub puzzles: Vec<ProvenPuzzle<W>>,
    /// The sets, in the order of their numbers.
    pub sets: Vec<ProvenSet>,
    /// The weighted sets, in the order of their numbers; only for linear models.
    pub weighted: Vec<WeightedSet>,
    /// The symmetries, in the order of their numbers: the images of the items, or of the variables of a linear model.
    pub symmetries: Vec<Vec<usize>>,
    pub lemmas: Vec<Lemma<W>>,
    /// The tree; `None` if `lower` is 0.
    pub tree: Option<Tree>,
}

/// A certificate after writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The size of the file in bytes.
    pub file_bytes: u64,
    pub n_bytes: u64,
    /// The number of nodes of the tree.
    pub n_nodes: u64,
    pub n_sets: usize,
}

impl<const W: usize> Certificate<W> {
    /// Writes the certificate to `path` atomically; see [`WholeFile`].
    ///
    /// # Errors
    /// If the file cannot be written, or if `path` is not a regular file. The previous file is then kept.
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

/// A file that is written atomically, and hashed while it is written.
#[derive(Debug)]
pub struct HashedFile {
    file: WholeFile,
    hash: Sha256,
    n_bytes: u64,
}

impl HashedFile {
    /// Creates a temporary file for `path`.
    ///
    /// # Errors
    /// Those of [`WholeFile::create`].
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { file: WholeFile::create(path)?, hash: Sha256::new(), n_bytes: 0 })
    }

    /// Completes the file, and returns its SHA-256 in hexadecimal and its length in bytes.
    ///
    /// # Errors
    /// Those of [`WholeFile::keep`].
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
