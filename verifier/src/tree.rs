//! The rules of inference: rows, sums, nodes.

use crate::bits::Bits;
use crate::refusal::{Place, Reason};
use crate::stream::Stream;

/// More rows on a path than this, or more coefficients above 1 in them, are not taken.
const MAX_ROWS: usize = 1 << 22;
/// More terms in one sum than this are not taken.
const MAX_TERMS: usize = 1 << 22;
/// More caps and branch rows on a path than this are not taken.
const MAX_SIDES: usize = 1 << 10;
/// Counters of the quick sums have as many bits.
const N_PLANES: usize = 4;

/// Proven facts, and the state of the proof that is being read.
#[derive(Default)]
pub(crate) struct Prover<const W: usize> {
    cells: usize,
    /// At least so many of these cells: first the unavoidable sets, then the lemmas.
    pub(crate) sets: Vec<Row<W>>,
    pub(crate) lemmas: Vec<Row<W>>,
    /// The image of each cell.
    pub(crate) symmetries: Vec<Vec<u16>>,
    pub(crate) n_nodes: u64,
    pub(crate) n_steps: u64,
    /// The number of the node that is being read.
    current: u64,
    /// G.
    region: Bits<W>,
    /// B.
    budget: i64,
    /// The rows of the nodes on the path, the innermost ones last.
    rows: Vec<Row<W>>,
    /// What coefficients of rows have above 1.
    more: Vec<(u16, i64)>,
    caps: Vec<Cap<W>>,
    branch_rows: Vec<Row<W>>,
    /// The rows of the sum that is being read, with their weights.
    terms: Vec<(usize, i64)>,
    /// Room for one number per cell.
    loads: Vec<i64>,
    rooms: Vec<i64>,
}

/// `sum_c a(c) y(c) >= h`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row<const W: usize> {
    /// Where a is not 0.
    cells: Bits<W>,
    h: i64,
    /// Where its part of `more` is.
    more: (u32, u32),
}

impl<const W: usize> Row<W> {
    pub(crate) fn unit(cells: Bits<W>, h: i64) -> Self {
        Self { cells, h, more: (0, 0) }
    }
}

/// At most so many of these cells.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cap<const W: usize> {
    cells: Bits<W>,
    /// How many that are not chosen yet.
    left: i64,
}

#[derive(Clone, Copy, Default)]
struct Node<const W: usize> {
    number: u64,
    link: Link<W>,
    chosen: Bits<W>,
    alive: Bits<W>,
    /// The alive cells when the node began.
    begin: Bits<W>,
    /// The cells in caps of which nothing is left.
    full: Bits<W>,
    left: i64,
    /// The rows that it can name: the first one, and how many.
    first_row: usize,
    n_rows: usize,
    /// How many rows, coefficients, caps and branch rows there were when the node began.
    before: [usize; 4],
}

/// Why a node is there.
#[derive(Clone, Copy, Default)]
enum Link<const W: usize> {
    #[default]
    Root,
    Choice(usize),
    /// The first side of a split, with the branch row of the second.
    Low(Row<W>),
    High,
}

/// What a sum says about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome<const W: usize> {
    Closed,
    Removed(Bits<W>),
}

impl<const W: usize> Prover<W> {
    pub(crate) fn new(cells: usize) -> Self {
        Self { cells, loads: vec![0; cells], rooms: vec![0; cells], ..Self::default() }
    }

    /// Reads a proof that every valid set has more than `budget` cells of `region`.
    pub(crate) fn prove(&mut self, stream: &mut Stream<'_>, region: Bits<W>, budget: i64) -> Result<(), Reason> {
        (self.region, self.budget) = (region, budget);
        // Each proof so far has ended, and left no rows, caps and branch rows behind.
        let first = self.n_nodes;
        self.run(stream).inspect_err(|_| {
            if let Place::Tree(node) | Place::Lemma { node, .. } = &mut stream.place {
                *node = self.current - first;
            }
        })
    }

    fn run(&mut self, stream: &mut Stream<'_>) -> Result<(), Reason> {
        let mut path: Vec<Node<W>> = Vec::new();
        let root = Node { alive: self.region, left: self.budget, ..Node::default() };
        let mut node = self.begin(root, Link::Root);
        loop {
            self.current = node.number;
            self.n_steps += 1;
            let live = if node.left > 0 { node.alive - node.full } else { Bits::EMPTY };
            let mut closed = false;
            match stream.number()? {
                0 => self.read_rows(stream, &mut node)?,
                step @ 1..=3 => {
                    let outcome = match step {
                        1 => self.read_weights(stream, &node, live)?,
                        2 => self.read_packing(stream, &node, live, None)?,
                        _ => {
                            let cap = stream.name(self.caps.len(), "cap")?;
                            self.read_packing(stream, &node, live, Some(cap))?
                        }
                    };
                    match outcome {
                        Outcome::Closed => closed = true,
                        Outcome::Removed(cells) => node.alive = node.alive - cells,
                    }
                }
                4 => self.reflect(stream, &mut node)?,
                5 => {
                    let cells = stream.list(self.cells, "cell")?.into_iter().fold(Bits::EMPTY, Bits::with);
                    let most = stream.term()?;
                    let high = Row::unit(cells, most.checked_add(1).ok_or(Reason::Overflow)?);
                    if !(cells - self.region).is_empty() {
                        return Err(Reason::OutsideRegion);
                    }
                    path.push(node);
                    node = self.begin(node, Link::Low(high));
                    self.add_cap(&mut node, cells, most)?;
                }
                6 => {
                    let row = self.rows[self.read_row(stream, &node)?];
                    if row.more.0 < row.more.1 {
                        return Err(Reason::NotZeroOne);
                    }
                    self.add_cap(&mut node, self.region - row.cells, self.budget - row.h)?;
                }
                7 => {
                    let row = self.rows[self.read_row(stream, &node)?];
                    let rest = fit(self.rest(&row, node.chosen))?;
                    let hope = (row.cells & live).count();
                    if rest <= 0 || hope > 0 {
                        return Err(Reason::Satisfiable(rest, hope));
                    }
                    closed = true;
                }
                other => {
                    let Some(cell) = usize::try_from(other - 8).ok().filter(|&cell| cell < self.cells) else {
                        return Err(Reason::Unknown("cell", other - 8, self.cells));
                    };
                    if !live.has(cell) {
                        return Err(Reason::NotLive(cell));
                    }
                    node.alive = node.alive.without(cell);
                    let mut child = self.begin(node, Link::Choice(cell));
                    child.chosen = child.chosen.with(cell);
                    child.left -= 1;
                    for cap in self.caps.iter_mut().filter(|cap| cap.cells.has(cell)) {
                        cap.left -= 1;
                        if cap.left <= 0 {
                            child.full = child.full | cap.cells;
                        }
                    }
                    path.push(node);
                    node = child;
                }
            }
            while closed {
                let [n_rows, n_more, n_caps, n_branch_rows] = node.before;
                self.rows.truncate(n_rows);
                self.more.truncate(n_more);
                self.caps.truncate(n_caps);
                self.branch_rows.truncate(n_branch_rows);
                let link = node.link;
                let Some(parent) = path.pop() else { return Ok(()) };
                node = parent;
                match link {
                    Link::Root | Link::High => {}
                    Link::Choice(cell) => {
                        for cap in self.caps.iter_mut().filter(|cap| cap.cells.has(cell)) {
                            cap.left += 1;
                        }
                        closed = false;
                    }
                    Link::Low(row) => {
                        path.push(node);
                        node = self.begin(node, Link::High);
                        self.branch_rows.push(row);
                        closed = false;
                    }
                }
            }
        }
    }

    /// A node that begins in the state of `parent`.
    fn begin(&mut self, parent: Node<W>, link: Link<W>) -> Node<W> {
        let number = self.n_nodes;
        self.n_nodes += 1;
        let before = [self.rows.len(), self.more.len(), self.caps.len(), self.branch_rows.len()];
        Node { number, link, begin: parent.alive, before, ..parent }
    }

    fn add_cap(&mut self, node: &mut Node<W>, cells: Bits<W>, most: i64) -> Result<(), Reason> {
        if self.caps.len() + self.branch_rows.len() >= MAX_SIDES {
            return Err(Reason::TooMany("caps and branch rows", MAX_SIDES));
        }
        let left = fit(i128::from(most) - i128::from((cells & node.chosen).count()))?;
        if left <= 0 {
            node.full = node.full | cells;
        }
        self.caps.push(Cap { cells, left });
        Ok(())
    }

    /// Step 0.
    fn read_rows(&mut self, stream: &mut Stream<'_>, node: &mut Node<W>) -> Result<(), Reason> {
        // The rows that this node named so far are named no more.
        self.rows.truncate(node.before[0]);
        self.more.truncate(node.before[1]);
        let first = self.rows.len();
        let n = stream.count(MAX_ROWS - first, "rows")?;
        for _ in 0..n {
            let row = match stream.number()? {
                0 => self.combine(stream, first)?,
                1 => self.branch_rows[stream.name(self.branch_rows.len(), "branch row")?],
                name => {
                    let what = Reason::Unknown("set", name - 2, self.sets.len());
                    *usize::try_from(name - 2).ok().and_then(|name| self.sets.get(name)).ok_or(what)?
                }
            };
            self.rows.push(row);
        }
        (node.first_row, node.n_rows) = (first, n);
        Ok(())
    }

    /// A lemma, or a Chvátal-Gomory row of those from `first` on.
    fn combine(&mut self, stream: &mut Stream<'_>, first: usize) -> Result<Row<W>, Reason> {
        let divisor = stream.term()?;
        if divisor == 0 {
            return Ok(self.lemmas[stream.name(self.lemmas.len(), "lemma")?]);
        }
        self.loads.fill(0);
        let mut h = 0;
        for _ in 0..stream.number()? {
            let row = self.rows[first + stream.name(self.rows.len() - first, "row")?];
            let weight = stream.term()?;
            h = add(h, weight, row.h)?;
            self.add_loads(&row, weight, row.cells)?;
        }
        let up = |number: i64| number / divisor + i64::from(number % divisor > 0);
        let begin = self.more.len() as u32;
        let mut cells = Bits::EMPTY;
        for (c, load) in self.loads.iter().enumerate().filter(|(_, load)| **load > 0) {
            cells = cells.with(c);
            if up(*load) > 1 {
                self.more.push((c as u16, up(*load) - 1));
            }
        }
        if self.more.len() > MAX_ROWS {
            return Err(Reason::TooMany("coefficients above 1", MAX_ROWS));
        }
        Ok(Row { cells, h: up(h), more: (begin, self.more.len() as u32) })
    }

    /// Adds a row to the loads of the cells in `of`.
    fn add_loads(&mut self, row: &Row<W>, weight: i64, of: Bits<W>) -> Result<(), Reason> {
        for c in (row.cells & of).iter() {
            self.loads[c] = add(self.loads[c], weight, 1)?;
        }
        for &(c, more) in &self.more[row.more.0 as usize..row.more.1 as usize] {
            if of.has(c.into()) {
                self.loads[usize::from(c)] = add(self.loads[usize::from(c)], weight, more)?;
            }
        }
        Ok(())
    }

    /// The name of a row that is used: its place in `rows`.
    #[inline]
    fn read_row(&self, stream: &mut Stream<'_>, node: &Node<W>) -> Result<usize, Reason> {
        let row = node.first_row + stream.name(node.n_rows, "row")?;
        if (self.rows[row].cells - self.region).is_empty() { Ok(row) } else { Err(Reason::OutsideRegion) }
    }

    /// Where the coefficients of a row are above 1, and what they have more than that.
    fn more_of(&self, row: &Row<W>) -> &[(u16, i64)] {
        &self.more[row.more.0 as usize..row.more.1 as usize]
    }

    fn rest(&self, row: &Row<W>, chosen: Bits<W>) -> i128 {
        let mut rest = i128::from(row.h) - i128::from((row.cells & chosen).count());
        for &(c, more) in self.more_of(row) {
            rest -= if chosen.has(c.into()) { i128::from(more) } else { 0 };
        }
        rest
    }

    /// Step 1.
    fn read_weights(&mut self, stream: &mut Stream<'_>, node: &Node<W>, live: Bits<W>) -> Result<Outcome<W>, Reason> {
        let all = stream.term()?;
        let mut weights = Vec::new();
        for _ in 0..stream.count(MAX_TERMS, "terms")? {
            weights.push((stream.name(self.caps.len(), "cap")?, stream.term()?));
        }
        self.terms.clear();
        for _ in 0..stream.count(MAX_TERMS, "terms")? {
            let row = self.read_row(stream, node)?;
            self.terms.push((row, stream.term()?));
        }
        self.sum(node, live, all, &weights, false)
    }

    /// Steps 2 and, for a cap, 3.
    fn read_packing(
        &mut self,
        stream: &mut Stream<'_>,
        node: &Node<W>,
        live: Bits<W>,
        cap: Option<usize>,
    ) -> Result<Outcome<W>, Reason> {
        self.terms.clear();
        let n = stream.count(MAX_TERMS, "terms")?;
        let mut quick = n < 1 << N_PLANES;
        for _ in 0..n {
            let row = self.read_row(stream, node)?;
            quick = quick && !self.more_of(&self.rows[row]).iter().any(|&(c, _)| live.has(c.into()));
            self.terms.push((row, 1));
        }
        match cap {
            _ if quick => Ok(self.quick_sum(node, live, cap)),
            None => self.sum(node, live, 1, &[], true),
            Some(cap) => self.sum(node, live, 0, &[(cap, 1)], true),
        }
    }

    /// The sum of `terms` with D = `all` and the weights u; if asked, cap 0 gets the least one in addition that makes
    /// room for the loads in it.
    fn sum(
        &mut self,
        node: &Node<W>,
        live: Bits<W>,
        all: i64,
        weights: &[(usize, i64)],
        make_room: bool,
    ) -> Result<Outcome<W>, Reason> {
        self.loads.fill(0);
        self.rooms.fill(all);
        let mut value = 0;
        for at in 0..self.terms.len() {
            let (row, weight) = self.terms[at];
            let row = self.rows[row];
            value = add(value, weight, fit(self.rest(&row, node.chosen))?)?;
            self.add_loads(&row, weight, live)?;
        }
        let mut have = add(0, all, node.left)?;
        let mut add_cap = |rooms: &mut [i64], cap: &Cap<W>, weight: i64| {
            have = add(have, weight, cap.left)?;
            (cap.cells & live).iter().try_for_each(|c| add(rooms[c], weight, 1).map(|room| rooms[c] = room))
        };
        for &(cap, weight) in weights {
            add_cap(&mut self.rooms, &self.caps[cap], weight)?;
        }
        if let Some(cap) = self.caps.first().filter(|_| make_room) {
            let lacks = (cap.cells & live).iter().map(|c| self.loads[c] - self.rooms[c]);
            let least = lacks.max().map_or(0, |most| most.max(0));
            add_cap(&mut self.rooms, cap, least)?;
        }
        for c in live.iter() {
            have = add(have, (self.loads[c] - self.rooms[c]).max(0), 1)?;
        }
        if value > have {
            return Ok(Outcome::Closed);
        }
        let gap = i128::from(have) - i128::from(value);
        let dear = |&c: &usize| i128::from(self.rooms[c] - self.loads[c]) > gap;
        Ok(Outcome::Removed(live.iter().filter(dear).fold(Bits::EMPTY, Bits::with)))
    }

    /// The same for at most 15 terms of weight 1 with coefficients of at most 1 on live cells, where D or the one u is 1.
    /// Bit k of the load of a cell is in set k of `planes`, so that 64 cells are added up or compared at a time.
    fn quick_sum(&self, node: &Node<W>, live: Bits<W>, cap: Option<usize>) -> Outcome<W> {
        let mut planes = [Bits::EMPTY; N_PLANES];
        let mut value = 0;
        for &(row, _) in &self.terms {
            let row = &self.rows[row];
            value += self.rest(row, node.chosen);
            let mut carry = row.cells & live;
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        }
        // Before cap 0 gets its weight, the room is 1 in `paid` and 0 elsewhere.
        let (paid, left) = match cap {
            None => (live, node.left),
            Some(cap) => (self.caps[cap].cells & live, self.caps[cap].left),
        };
        let (first, first_left) = self.caps.first().map_or((Bits::EMPTY, 0), |cap| (cap.cells & live, cap.left));
        let least = (greatest(&planes, first & paid) - 1).max(greatest(&planes, first - paid)).max(0);
        let others = live - first;
        let mut have = i128::from(left) + least * i128::from(first_left);
        let mut loaded = Bits::EMPTY;
        for (k, &plane) in planes.iter().enumerate() {
            have += i128::from((plane & others).count() << k);
            loaded = loaded | plane;
        }
        have -= i128::from((loaded & others & paid).count());
        if value > have {
            return Outcome::Closed;
        }
        // Cells of room r are removed if their load is below r - gap. Where r = 0 there are none, as the gap is none either.
        let gap = have - value;
        Outcome::Removed(
            lower(&planes, first & paid, least + 1 - gap)
                | lower(&planes, first - paid, least - gap)
                | lower(&planes, others & paid, 1 - gap),
        )
    }

    /// Step 4.
    fn reflect(&self, stream: &mut Stream<'_>, node: &mut Node<W>) -> Result<(), Reason> {
        if matches!(stream.place, Place::Lemma { .. }) {
            return Err(Reason::SymmetryInLemma);
        }
        let mut used = Vec::new();
        for _ in 0..stream.count(MAX_TERMS, "symmetries")? {
            let name = stream.name(self.symmetries.len(), "symmetry")?;
            if !used.contains(&name) {
                used.push(name);
            }
        }
        let image = |name: &usize, of: &Bits<W>| {
            of.iter().fold(Bits::EMPTY, |image, c| image.with(self.symmetries[*name][c].into()))
        };
        for name in &used {
            // As C stays, so does what caps and branch rows have of it.
            let cap_stays = |cap: &Cap<W>| self.caps.contains(&Cap { cells: image(name, &cap.cells), ..*cap });
            let row_stays = |row: &Row<W>| self.branch_rows.contains(&Row { cells: image(name, &row.cells), ..*row });
            let moved = match () {
                () if image(name, &node.chosen) != node.chosen => "the chosen cells",
                () if image(name, &node.begin) != node.begin => "the alive cells",
                () if !self.caps.iter().all(cap_stays) => "the caps",
                () if !self.branch_rows.iter().all(row_stays) => "the branch rows",
                () => continue,
            };
            return Err(Reason::Moves(moved));
        }
        loop {
            let removed = node.begin - node.alive;
            let all = used.iter().fold(removed, |all, name| all | image(name, &removed));
            if all == removed {
                return Ok(());
            }
            node.alive = node.alive - all;
        }
    }
}

/// `to + weight * a`, where all of them fit into 63 bits.
fn add(to: i64, weight: i64, a: i64) -> Result<i64, Reason> {
    weight.checked_mul(a).and_then(|product| to.checked_add(product)).ok_or(Reason::Overflow)
}

fn fit(number: i128) -> Result<i64, Reason> {
    i64::try_from(number).map_err(|_| Reason::Overflow)
}

/// The greatest load in `cells`, or 0.
fn greatest<const W: usize>(planes: &[Bits<W>; N_PLANES], mut cells: Bits<W>) -> i128 {
    let mut load = 0;
    for (k, &plane) in planes.iter().enumerate().rev() {
        if !(cells & plane).is_empty() {
            cells = cells & plane;
            load |= 1 << k;
        }
    }
    load
}

/// The members of `cells` with loads below `bound`.
fn lower<const W: usize>(planes: &[Bits<W>; N_PLANES], mut cells: Bits<W>, bound: i128) -> Bits<W> {
    if bound <= 0 || bound >= 1 << N_PLANES {
        return if bound <= 0 { Bits::EMPTY } else { cells };
    }
    let mut lower = Bits::EMPTY;
    for (k, &plane) in planes.iter().enumerate().rev() {
        if bound >> k & 1 == 1 {
            lower = lower | (cells - plane);
            cells = cells & plane;
        } else {
            cells = cells - plane;
        }
    }
    lower
}

#[cfg(test)]
mod tests;
