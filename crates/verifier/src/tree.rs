//! The rules of inference: rows, sums, nodes.

use std::ops::Range;

use crate::bits::{Bits, Counters};
use crate::listener::{CheckedStep, Ears, RowName};
use crate::search::{MAX_GROUPS, Question, Search};
use crate::stream::{Stream, index};
use crate::work::{Meter, each};
use crate::{Reason, add, require};

/// More rows on a path than this, or more parts of coefficients above 1 in them, are not taken.
const MAX_ROWS: usize = 1 << 20;
/// More caps and branch rows on a path than this are not taken.
const MAX_SIDES: usize = 1 << 10;

/// Proven facts, and the state of the proof that is being read.
pub(crate) struct Prover<'s, const W: usize> {
    cells: usize,
    pub(crate) sets: Vec<Row<W>>,
    /// Rows that hold for all valid sets: those of weighted sets, and then of lemmas.
    pub(crate) lemmas: Vec<Row<W>>,
    /// The image of each cell.
    pub(crate) symmetries: Vec<Vec<usize>>,
    pub(crate) n_nodes: u64,
    pub(crate) n_steps: u64,
    /// Steps that were searches.
    pub(crate) n_searches: u64,
    /// Whether it is the tree, and no lemma.
    pub(crate) in_tree: bool,
    pub(crate) search: Search<'s, W>,
    pub(crate) ears: Ears<'s>,
    /// G and B.
    region: Bits<W>,
    budget: i64,
    /// The rows of the nodes on the path, the innermost ones last, and what belongs to them.
    rows: Vec<Row<W>>,
    more: Vec<(Bits<W>, i64)>,
    /// Rows with `<=`, whose h is what is left of them: less by the chosen cells.
    caps: Vec<Row<W>>,
    branch_rows: Vec<Row<W>>,
    counters: Counters<W>,
}

/// The number of bits of the excess of these coefficients over 1.
fn bits_above_1(a: &[i64]) -> u32 {
    let max = a.iter().max().map_or(0, |max| max - 1);
    64 - max.max(0).leading_zeros()
}

/// `sum_c a(c) y(c) >= h`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row<const W: usize> {
    /// The cells where a is not 0.
    cells: Bits<W>,
    h: i64,
    /// The part of `more` with what coefficients have above 1: sets of cells, and what is added there.
    more: (u32, u32),
}

impl<const W: usize> Row<W> {
    pub(crate) fn new(cells: Bits<W>, h: i64) -> Self {
        Self { cells, h, more: (0, 0) }
    }

    fn more(self) -> Range<usize> {
        self.more.0 as usize..self.more.1 as usize
    }
}

#[derive(Clone, Copy, Default)]
struct Node<const W: usize> {
    number: u64,
    /// Of the first side of a split: the branch row of the second.
    other_side: Option<Row<W>>,
    chosen: Bits<W>,
    alive: Bits<W>,
    /// The alive cells when the node began.
    begin: Bits<W>,
    left: i64,
    /// The rows that it can name: the first one, and how many.
    first_row: usize,
    n_rows: usize,
    /// The numbers of rows, parts of coefficients, caps and branch rows when the node began.
    before: [usize; 4],
}

impl<'s, const W: usize> Prover<'s, W> {
    pub(crate) fn new(cells: usize, meter: Meter<'s>, ears: Ears<'s>) -> Self {
        Self {
            cells,
            search: Search::new(meter),
            ears,
            sets: Vec::new(),
            lemmas: Vec::new(),
            symmetries: Vec::new(),
            n_nodes: 0,
            n_steps: 0,
            n_searches: 0,
            in_tree: false,
            region: Bits::default(),
            budget: 0,
            rows: Vec::new(),
            more: Vec::new(),
            caps: Vec::new(),
            branch_rows: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// Reads a proof that every valid set has more than `budget` cells of `region`.
    pub(crate) fn prove(&mut self, stream: &mut Stream<'_>, region: Bits<W>, budget: i64) -> Result<(), Reason> {
        (self.region, self.budget) = (region, budget);
        let first = self.n_nodes;
        // What weighted sets have above 1 stays for all proofs.
        let before = [self.rows.len(), self.more.len(), 0, 0];
        let root = Node { number: first, alive: region, begin: region, left: budget, before, ..Node::default() };
        self.n_nodes += 1;
        let mut path = vec![root];
        while let Some(&Node { number, .. }) = path.last() {
            self.n_steps += 1;
            let closed = self.step(stream, &mut path);
            if closed.inspect_err(|_| stream.place = format!("node {} of {}", number - first, stream.place))? {
                self.close(&mut path);
            }
        }
        Ok(())
    }

    /// Reads a step of the last node of the path. Returns whether it closes the node; it may begin another one.
    fn step(&mut self, stream: &mut Stream<'_>, path: &mut Vec<Node<W>>) -> Result<bool, Reason> {
        let Some(node) = path.last_mut() else { return Ok(false) };
        // What steps ask of all caps.
        stream.look(((2 * self.caps.len() + 1) * W) as u64)?;
        match stream.number()? {
            0 => self.read_rows(stream, node)?,
            step @ 1..=3 => return self.sum(stream, node, step),
            4 => self.reflect(stream, node)?,
            5 => {
                let list = stream.list(self.cells, "cell")?;
                let cells: Bits<W> = list.iter().copied().collect();
                let max = stream.term()?;
                require!((cells - self.region).is_empty(), "cells outside the region of the lemma");
                let high = Row::new(cells, add(max, 1, 1)?);
                let low = self.begin(node, Some(high));
                self.add_cap(&low, cells, max)?;
                path.push(low);
                self.ears.hear(|| CheckedStep::Split { region: list, max })?;
            }
            6 => {
                let (number, &row) = self.read_row(stream, node)?;
                require!(row.more.0 == row.more.1, "a cap from a row with a coefficient above 1");
                self.add_cap(node, self.region - row.cells, self.budget - row.h)?;
                self.ears.hear(|| CheckedStep::Cap { row: number })?;
            }
            7 => {
                let (number, row) = self.read_row(stream, node)?;
                let (rest, hope) = (self.rest(row, node.chosen)?, (row.cells & self.live(node)).count());
                require!(rest > 0 && hope == 0, "the row can hold: it needs {rest}, and {hope} of its cells live");
                self.ears.hear(|| CheckedStep::Dead { row: number })?;
                return Ok(true);
            }
            8 => {
                self.search(stream, node)?;
                self.n_searches += 1;
                return Ok(true);
            }
            9 => {
                stream.look((self.search.listed.len() * W) as u64)?;
                require!(self.search.has_listed(node.chosen), "no listed puzzle is among the chosen cells");
                self.ears.hear(|| CheckedStep::Listed)?;
                return Ok(true);
            }
            step => {
                let cell = index(step - 10, self.cells, "cell")?;
                require!(self.live(node).has(cell), "cell {cell} is not live");
                node.alive = node.alive - Bits::one(cell);
                let mut child = self.begin(node, None);
                child.chosen = child.chosen | Bits::one(cell);
                child.left -= 1;
                self.caps.iter_mut().filter(|cap| cap.cells.has(cell)).for_each(|cap| cap.h -= 1);
                path.push(child);
                self.ears.hear(|| CheckedStep::Child { cell })?;
            }
        }
        Ok(false)
    }

    /// A node that begins in the state of `parent`.
    fn begin(&mut self, parent: &Node<W>, other_side: Option<Row<W>>) -> Node<W> {
        self.n_nodes += 1;
        let before = [self.rows.len(), self.more.len(), self.caps.len(), self.branch_rows.len()];
        Node { number: self.n_nodes - 1, other_side, begin: parent.alive, before, ..*parent }
    }

    /// Ends the last node of the path, and continues its parent.
    fn close(&mut self, path: &mut Vec<Node<W>>) {
        let Some(Node { other_side, chosen, before, .. }) = path.pop() else { return };
        self.rows.truncate(before[0]);
        self.more.truncate(before[1]);
        self.caps.truncate(before[2]);
        self.branch_rows.truncate(before[3]);
        let Some(node) = path.last_mut() else { return };
        let cell = chosen - node.chosen;
        self.caps.iter_mut().filter(|cap| !(cap.cells & cell).is_empty()).for_each(|cap| cap.h += 1);
        // The second side takes the place of the node that was split, which has no steps of its own any more.
        if let Some(row) = other_side {
            (node.number, node.begin) = (self.n_nodes, node.alive);
            self.n_nodes += 1;
            self.branch_rows.push(row);
        }
    }

    /// L.
    fn live(&self, node: &Node<W>) -> Bits<W> {
        let full = each(self.caps.iter()).filter(|cap| cap.h <= 0);
        if node.left > 0 { full.fold(node.alive, |live, cap| live - cap.cells) } else { Bits::default() }
    }

    fn add_cap(&mut self, node: &Node<W>, cells: Bits<W>, max: i64) -> Result<(), Reason> {
        let n = self.caps.len() + self.branch_rows.len();
        require!(n < MAX_SIDES, "more than {MAX_SIDES} caps and branch rows, which is the limit of this checker");
        self.caps.push(Row::new(cells, add(max, -1, (cells & node.chosen).count())?));
        Ok(())
    }

    /// Step 0.
    fn read_rows(&mut self, stream: &mut Stream<'_>, node: &mut Node<W>) -> Result<(), Reason> {
        // The rows that this node named so far are named no more.
        self.rows.truncate(node.before[0]);
        self.more.truncate(node.before[1]);
        let first = self.rows.len();
        let n = stream.count(MAX_ROWS - first, "rows")?;
        let mut names = Vec::new();
        for _ in 0..n {
            let row = match stream.number()? {
                0 => self.combine(stream, first, &mut names)?,
                1 => {
                    let branch = stream.name(self.branch_rows.len(), "branch row")?;
                    self.ears.note(&mut names, || RowName::Branch(branch));
                    self.branch_rows[branch]
                }
                entry => {
                    let set = index(entry - 2, self.sets.len(), "set")?;
                    self.ears.note(&mut names, || RowName::Set(set));
                    self.sets[set]
                }
            };
            self.rows.push(row);
        }
        (node.first_row, node.n_rows) = (first, n);
        self.ears.hear(|| CheckedStep::Rows(names))
    }

    /// A weighted set, a lemma, or a Chvátal-Gomory row of those from `first` on.
    fn combine(&mut self, stream: &mut Stream<'_>, first: usize, names: &mut Vec<RowName>) -> Result<Row<W>, Reason> {
        let divisor = stream.term()?;
        if divisor == 0 {
            let lemma = stream.name(self.lemmas.len(), "lemma")?;
            self.ears.note(names, || RowName::Fact(lemma));
            return Ok(self.lemmas[lemma]);
        }
        self.counters.clear();
        let (mut h, mut parts, all) = (0, Vec::new(), (0..self.cells).collect());
        for _ in 0..stream.number()? {
            let number = stream.name(self.rows.len() - first, "row")?;
            let row = self.rows[first + number];
            stream.look(((row.more().len() + 1) * W) as u64)?;
            let weight = stream.term()?;
            self.ears.note(&mut parts, || (number, weight));
            h = add(h, weight, row.h)?;
            self.add_row(stream, &row, weight, all)?;
        }
        self.ears.note(names, || RowName::Rounded { divisor, parts });
        // Each cell's number, and then each bit of what was made of it.
        stream.look((self.cells * 2 * (self.counters.n_bits() + 1)) as u64)?;
        let up = |number: i64| number / divisor + i64::from(number % divisor > 0);
        let a: Vec<i64> = each(0..self.cells).map(|c| up(self.counters.get(c))).collect();
        self.row_of(&a, up(h))
    }

    /// The row of a weighted set holds for all valid sets, as lemmas do.
    pub(crate) fn take_weighted(&mut self, stream: &mut Stream<'_>, a: &[i64], h: i64) -> Result<(), Reason> {
        // Each bit of each cell's number.
        stream.look((self.cells * (bits_above_1(a) as usize + 2)) as u64)?;
        let row = self.row_of(a, h)?;
        self.lemmas.push(row);
        Ok(())
    }

    /// The row with these coefficients.
    fn row_of(&mut self, a: &[i64], h: i64) -> Result<Row<W>, Reason> {
        let begin = self.more.len() as u32;
        // The bits of what the coefficients have above 1.
        for k in 0..bits_above_1(a) {
            let cells = each(0..self.cells).filter(|&c| a[c] > 1 && (a[c] - 1) >> k & 1 == 1).collect();
            self.more.push((cells, 1 << k));
        }
        require!(self.more.len() <= MAX_ROWS, "more than {MAX_ROWS} parts of coefficients above 1");
        let cells = each(0..self.cells).filter(|&c| a[c] > 0).collect();
        Ok(Row { cells, h, more: (begin, self.more.len() as u32) })
    }

    /// A row that is used, and its number among those that can be named.
    #[inline(always)]
    fn read_row(&self, stream: &mut Stream<'_>, node: &Node<W>) -> Result<(usize, &Row<W>), Reason> {
        let number = stream.name(node.n_rows, "row")?;
        let row = &self.rows[node.first_row + number];
        require!((row.cells - self.region).is_empty(), "cells outside the region of the lemma");
        stream.look(((row.more().len() + 1) * W) as u64)?;
        Ok((number, row))
    }

    fn rest(&self, row: &Row<W>, chosen: Bits<W>) -> Result<i64, Reason> {
        let rest = add(row.h, -1, (row.cells & chosen).count())?;
        let more = each(self.more[row.more()].iter());
        more.copied().try_fold(rest, |rest, (cells, a)| add(rest, -a, (cells & chosen).count()))
    }

    /// Adds a row to the counters of the cells in `of`.
    fn add_row(&mut self, stream: &mut Stream<'_>, row: &Row<W>, weight: i64, of: Bits<W>) -> Result<(), Reason> {
        self.counters.add(row.cells & of, weight, 1)?;
        self.more[row.more()].iter().try_for_each(|&(cells, a)| self.counters.add(cells & of, weight, a))?;
        stream.look(self.counters.n_looks())
    }

    /// Steps 1 to 3: `counters` have load - room of all live cells.
    fn sum(&mut self, stream: &mut Stream<'_>, node: &mut Node<W>, step: u64) -> Result<bool, Reason> {
        let live = self.live(node);
        let weight = |stream: &mut Stream<'_>| if step == 1 { stream.term() } else { Ok(1) };
        self.counters.clear();
        let all = if step == 3 { 0 } else { weight(stream)? };
        let mut have = add(0, all, node.left)?;
        self.counters.add(live, -1, all)?;
        let (mut caps, mut rows) = (Vec::new(), Vec::new());
        let n_caps = if step == 1 { stream.number()? } else { step - 2 };
        for _ in 0..n_caps {
            let number = stream.name(self.caps.len(), "cap")?;
            let cap = self.caps[number];
            let u = weight(stream)?;
            self.ears.note(&mut caps, || (number, u));
            have = add(have, u, cap.h)?;
            self.counters.add(cap.cells & live, -1, u)?;
        }
        let mut value = 0;
        for _ in 0..stream.number()? {
            let (number, &row) = self.read_row(stream, node)?;
            let w = weight(stream)?;
            self.ears.note(&mut rows, || (number, w));
            value = add(value, w, self.rest(&row, node.chosen)?)?;
            self.add_row(stream, &row, w, live)?;
        }
        stream.look((4 * self.counters.n_bits() * W) as u64 + self.counters.n_looks())?;
        if step > 1
            && let Some(&cap) = self.caps.first()
        {
            let min = self.counters.greatest(cap.cells);
            have = add(have, min, cap.h)?;
            self.counters.add(cap.cells & live, -1, min)?;
            self.ears.note(&mut caps, || (0, min));
        }
        have = add(have, 1, self.counters.sum_above_0()?)?;
        let (closes, before) = (value > have, node.alive);
        if !closes {
            // Cells with room - load > gap. None has more than `max`.
            let gap = add(have, -1, value)?;
            if gap < self.counters.max() {
                self.counters.add(live, 1, gap)?;
                node.alive = node.alive - self.counters.negative();
            }
        }
        let removed = || (before - node.alive).iter().collect();
        self.ears.hear(|| CheckedStep::Sum { budget: all, caps, rows, closes, removed: removed() })?;
        Ok(closes)
    }

    /// Step 8.
    fn search(&mut self, stream: &mut Stream<'_>, node: &Node<W>) -> Result<(), Reason> {
        let first = match stream.name(self.caps.len() + 1, "cap")? {
            0 => self.region,
            j => self.caps[j - 1].cells & self.region,
        };
        let n_sets = stream.count(self.sets.len(), "sets")?;
        let n_groups = stream.count(MAX_GROUPS, "groups")?;
        let groups: Result<Vec<_>, _> = (0..3 * n_groups).map(|_| stream.name(self.cells, "cell")).collect();
        let question = Question {
            region: self.region,
            first,
            groups: &groups?,
            chosen: node.chosen,
            live: self.live(node),
            left: node.left,
            caps: self.caps.iter().map(|cap| (cap.cells, cap.h)).collect(),
        };
        self.search.close(&question, self.sets[..n_sets].iter().map(|set| set.cells))?;
        self.ears.hear(|| CheckedStep::Search { n_sets })
    }

    /// Step 4.
    fn reflect(&mut self, stream: &mut Stream<'_>, node: &mut Node<W>) -> Result<(), Reason> {
        require!(self.in_tree, "a symmetry in the proof of a lemma");
        require!(self.search.listed.is_empty(), "a symmetry, which need not map listed puzzles to listed ones");
        let image = |symmetry: &[usize], of: Bits<W>| -> Bits<W> { of.iter().map(|c| symmetry[c]).collect() };
        // An image looks at each cell, and a search for it at each row.
        let n_looks = |rows: &[Row<W>]| (rows.len() * (64 + rows.len()) * W) as u64;
        let n_looks = n_looks(&self.caps) + n_looks(&self.branch_rows) + (2 * 64 * W) as u64;
        let (mut used, mut numbers, before) = (Vec::new(), Vec::new(), node.alive);
        for _ in 0..stream.count(self.symmetries.len(), "symmetries")? {
            let number = stream.name(self.symmetries.len(), "symmetry")?;
            self.ears.note(&mut numbers, || number);
            let symmetry = &self.symmetries[number][..];
            stream.look(n_looks)?;
            require!(image(symmetry, node.chosen) == node.chosen, "the symmetry does not keep the chosen cells");
            require!(image(symmetry, node.begin) == node.begin, "the symmetry does not keep the alive cells");
            // As C stays, so does what caps and branch rows have of it.
            let stay = |rows: &[Row<W>]| {
                rows.iter().all(|row| rows.contains(&Row { cells: image(symmetry, row.cells), ..*row }))
            };
            require!(stay(&self.caps), "the symmetry does not keep the caps");
            require!(stay(&self.branch_rows), "the symmetry does not keep the branch rows");
            used.push(symmetry);
        }
        let mut removed = node.begin - node.alive;
        while !removed.is_empty() {
            stream.look((used.len() * 64 * W) as u64)?;
            let images = used.iter().fold(Bits::default(), |all, symmetry| all | image(symmetry, removed));
            removed = images & node.alive;
            node.alive = node.alive - removed;
        }
        let removed = || (before - node.alive).iter().collect();
        self.ears.hear(|| CheckedStep::Symmetries { symmetries: numbers, removed: removed() })
    }
}
