//! The certificate of a run, while it is written.
//!
//! A tree is walked depth first, so its nodes come in the order in which a checker reads them. But the steps after the
//! children of a node are known before the children are visited. So the steps of a node are one script with a *hole*
//! for each unvisited child, and when a child is finished, the scripts above it continue.

use std::collections::VecDeque;
use std::io;

use crate::base::{CellPermutation, CellSet};
use crate::proof::{Files, Lemma, Numbers, RowEntry, RowNumber as Name, Script, Tree};

use super::rows::{Row, RowKind};

/// The steps of one node, as far as they are known.
struct Frame<const W: usize> {
    script: Script<W>,
    /// The places for the scripts of children.
    holes: Vec<usize>,
    /// Holes that were reached.
    n_reached: usize,
}

/// The proof of a bound.
enum Evidence<const W: usize> {
    /// The steps of a root that is closed at once.
    Root(Script<W>),
    Tree(Tree),
}

/// The proofs of a run: the finished ones, and the one being written.
pub(super) struct Recorder<'f, const W: usize> {
    /// Gives files for trees; without it they stay in memory.
    files: Option<&'f mut Files<'f>>,
    pub(super) numbers: Numbers<W>,
    pub(super) lemmas: Vec<Lemma<W>>,
    /// The tree of the budget; `None` if it is void, or between two budgets.
    tree: Option<Tree>,
    /// The node that is visited.
    script: Script<W>,
    holes: Vec<usize>,
    /// The nodes above it.
    frames: Vec<Frame<W>>,
    /// The scripts before the remaining cases, each with whether it nearly closes its case.
    cases: VecDeque<(Script<W>, bool)>,
    last: Script<W>,
    /// The best bound with its proof.
    lower: usize,
    evidence: Option<Evidence<W>>,
    error: Option<io::Error>,
}

impl<'f, const W: usize> Recorder<'f, W> {
    /// Nothing is proven yet. Trees go to `files`, or to memory.
    pub(super) fn new(files: Option<&'f mut Files<'f>>) -> Self {
        Self {
            files,
            numbers: Numbers::default(),
            lemmas: Vec::new(),
            tree: None,
            script: Script::default(),
            holes: Vec::new(),
            frames: Vec::new(),
            cases: VecDeque::new(),
            last: Script::default(),
            lower: 0,
            evidence: None,
            error: None,
        }
    }

    /// Could something not be written? Then the run ends with the bounds that it has.
    pub(super) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// The tree of a new budget, in `cases` with the steps before each; see
    /// [`proved_cases`](crate::hitting::proved_cases).
    pub(super) fn begin_budget(&mut self, cases: VecDeque<(Script<W>, bool)>, last: Script<W>) {
        (self.cases, self.last) = (cases, last);
        self.frames.clear();
        let tree = self.new_tree();
        self.tree = self.kept(tree);
    }

    fn new_tree(&mut self) -> io::Result<Tree> {
        self.files.as_mut().map_or_else(|| Ok(Tree::in_memory()), |files| files().and_then(Tree::new))
    }

    fn kept<T>(&mut self, result: io::Result<T>) -> Option<T> {
        result.map_err(|error| self.error = Some(error)).ok()
    }

    fn write(&mut self, write: impl FnOnce(&mut Tree, &mut Numbers<W>) -> io::Result<()>) {
        if let Some(tree) = &mut self.tree {
            let written = write(tree, &mut self.numbers);
            if self.kept(written).is_none() {
                self.tree = None;
            }
        }
    }

    /// Goes on to the next case that is searched.
    pub(super) fn begin_case(&mut self) {
        while let Some((script, is_open)) = self.cases.pop_front() {
            self.write(|tree, numbers| tree.add(numbers, &script));
            if is_open {
                break;
            }
        }
    }

    /// The budget is refuted: no valid clue set has fewer than `lower` cells.
    pub(super) fn end_budget(&mut self, lower: usize) {
        self.begin_case();
        let last = std::mem::take(&mut self.last);
        self.write(|tree, numbers| tree.add(numbers, &last));
        if let Some(tree) = self.tree.take()
            && lower > self.lower
        {
            (self.lower, self.evidence) = (lower, Some(Evidence::Tree(tree)));
        }
    }

    /// The tree is void: another budget is walked, or a step is not one of a certificate.
    pub(super) fn abandon(&mut self) {
        self.tree = None;
    }

    /// A better bound, for which the root is closed at once by `script`.
    pub(super) fn root(&mut self, lower: usize, script: Script<W>) {
        if lower > self.lower {
            (self.lower, self.evidence) = (lower, Some(Evidence::Root(script)));
        }
    }

    /// Begins a node, and discards the notes about an abandoned one.
    pub(super) fn begin_node(&mut self) {
        self.script = Script::default();
        self.holes.clear();
    }

    /// The node that is visited.
    pub(super) fn script(&mut self) -> &mut Script<W> {
        &mut self.script
    }

    /// The steps of the node are these.
    pub(super) fn replace(&mut self, script: Script<W>) {
        self.script = script;
    }

    /// Here the steps of a child follow.
    pub(super) fn hole(&mut self) {
        self.holes.push(self.script.len());
    }

    /// The visit of a node is over; `n_children` are to be visited.
    pub(super) fn end_node(&mut self, n_children: usize) {
        if self.tree.is_none() {
            return;
        }
        debug_assert_eq!(self.holes.len(), n_children, "a hole for each child");
        let frame =
            Frame { script: std::mem::take(&mut self.script), holes: std::mem::take(&mut self.holes), n_reached: 0 };
        self.write(|tree, numbers| tree.open(numbers, &frame.script));
        self.frames.push(frame);
        while let Some(frame) = self.frames.pop() {
            let from = frame.n_reached.checked_sub(1).map_or(0, |i| frame.holes[i]);
            let hole = frame.holes.get(frame.n_reached).copied();
            let to = hole.unwrap_or(frame.script.len());
            self.write(|tree, _| tree.steps(&frame.script, from..to));
            if hole.is_some() {
                self.frames.push(Frame { n_reached: frame.n_reached + 1, ..frame });
                break;
            }
        }
    }

    /// The name of a row in a script; the lemma of a region must be there.
    pub(super) fn name(lemmas: &[Lemma<W>], script: &mut Script<W>, row: &Row<W>) -> Name {
        match row.kind {
            RowKind::Set => script.set(row.support()),
            RowKind::Region => {
                let is_it = |lemma: &Lemma<W>| lemma.region == row.support() && lemma.min == row.min;
                let number = lemmas.iter().position(is_it);
                debug_assert!(number.is_some(), "a region without a lemma is not a row");
                script.row(RowEntry::Lemma(number.unwrap_or_default()))
            }
            RowKind::Combined => {
                let terms = row.terms().iter().map(|term| (Self::name(lemmas, script, term), 1)).collect();
                script.row(RowEntry::Rounded(2, terms))
            }
        }
    }

    /// Images of what was removed follow.
    pub(super) fn symmetries(&mut self, generators: &[CellPermutation]) {
        let numbers: Vec<usize> = generators.iter().map(|p| self.numbers.symmetry(p)).collect();
        self.script.symmetries(&numbers);
    }

    /// Adds a lemma, proven by `bytes`.
    pub(super) fn lemma(&mut self, region: CellSet<W>, min: usize, bytes: Vec<u8>) {
        self.lemmas.push(Lemma { region, min, bytes });
    }

    /// The number of the lemma about a region.
    pub(super) fn lemma_of(&self, region: CellSet<W>) -> Option<usize> {
        self.lemmas.iter().position(|lemma| lemma.region == region)
    }

    /// The best bound, and its tree.
    ///
    /// # Errors
    /// Something could not be written.
    pub(super) fn finish(mut self) -> io::Result<(usize, Option<Tree>, Numbers<W>, Vec<Lemma<W>>)> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let tree = match self.evidence.take() {
            None => None,
            Some(Evidence::Tree(tree)) => Some(tree),
            Some(Evidence::Root(script)) => {
                let mut tree = self.new_tree()?;
                tree.add(&mut self.numbers, &script)?;
                Some(tree)
            }
        };
        Ok((self.lower, tree, self.numbers, self.lemmas))
    }
}
