//! Random proofs of random problems: the rules of the format themselves are tried on all sets of cells, and the checker
//! has to come to the same result as a second, slow reading of the format.

use crate::common::{self, Certificate, Random, list, mask, members};

/// Where this test stands in a proof. Sets of cells are bits.
#[derive(Clone)]
struct Node {
    chosen: u32,
    alive: u32,
    caps: Vec<(u32, i64)>,
    branch_rows: Vec<(u32, i64)>,
    rows: Vec<Row>,
}

/// Coefficients and least sum.
#[derive(Clone, Debug)]
struct Row(Vec<i64>, i64);

struct Writer<'a> {
    random: &'a mut Random,
    n_cells: usize,
    valid: &'a [u32],
    edges: &'a [u32],
    lemmas: &'a [(u32, i64)],
    symmetries: &'a [Vec<usize>],
    region: u32,
    budget: i64,
    in_tree: bool,
    numbers: Vec<u64>,
    /// Steps that did something.
    n_used: &'a mut [usize; 9],
}

fn size(cells: u32) -> i64 {
    i64::from(cells.count_ones())
}

impl Writer<'_> {
    fn write(&mut self, numbers: &[usize]) {
        self.numbers.extend(numbers.iter().map(|&number| number as u64));
    }

    fn unit_row(&self, cells: u32, h: i64) -> Row {
        Row((0..self.n_cells).map(|cell| i64::from(cells >> cell & 1)).collect(), h)
    }

    fn live(&self, node: &Node) -> u32 {
        let mut live = node.alive;
        for (cells, max) in &node.caps {
            live &= if max - size(cells & node.chosen) <= 0 { !cells } else { !0 };
        }
        if self.budget - size(node.chosen) <= 0 { 0 } else { live }
    }

    /// The sets that the node stands for.
    fn meant(&self, node: &Node) -> Vec<u32> {
        let here = |&&set: &&u32| {
            let part = set & self.region;
            part & node.chosen == node.chosen
                && part & !(node.chosen | node.alive) == 0
                && size(part) <= self.budget
                && node.caps.iter().all(|(cells, max)| size(part & cells) <= *max)
                && node.branch_rows.iter().all(|(cells, min)| size(part & cells) >= *min)
        };
        self.valid.iter().filter(here).copied().collect()
    }

    /// New entries, of rows in the region only.
    fn name_rows(&mut self, node: &mut Node) {
        let mut entries: Vec<(Vec<usize>, Row)> = Vec::new();
        for (at, (cells, h)) in node.branch_rows.iter().enumerate() {
            entries.push((vec![1, at], self.unit_row(*cells, *h)));
        }
        for (at, &cells) in self.edges.iter().enumerate().filter(|(_, cells)| **cells & !self.region == 0) {
            entries.push((vec![2 + at], self.unit_row(cells, 1)));
        }
        for (at, &(cells, h)) in self.lemmas.iter().enumerate().filter(|(_, (cells, _))| cells & !self.region == 0) {
            entries.push((vec![0, 0, at], self.unit_row(cells, h)));
        }
        for _ in 0..self.random.below(3) {
            let divisor = 1 + self.random.below(3) as i64;
            let weights: Vec<i64> = entries.iter().map(|_| self.random.below(3) as i64).collect();
            let mut sum = self.unit_row(0, 0);
            for ((_, row), weight) in entries.iter().zip(&weights) {
                sum.0.iter_mut().zip(&row.0).for_each(|(to, a)| *to += weight * a);
                sum.1 += weight * row.1;
            }
            let up = |number: i64| (number + divisor - 1) / divisor;
            let row = Row(sum.0.into_iter().map(up).collect(), up(sum.1));
            let mut entry = vec![0, divisor as usize, weights.len()];
            entry.extend(weights.iter().enumerate().flat_map(|(at, &weight)| [at, weight as usize]));
            entries.push((entry, row));
        }
        self.write(&[0, entries.len()]);
        for (entry, _) in &entries {
            self.write(entry);
        }
        node.rows = entries.into_iter().map(|(_, row)| row).collect();
    }

    /// Whether the sum closes the node. Otherwise removes cells.
    fn sum(&mut self, node: &mut Node, all: i64, mut caps: Vec<i64>, rows: &[(usize, i64)], make_room: bool) -> bool {
        let live = members(self.live(node));
        let rest = |row: &Row| row.1 - members(node.chosen).iter().map(|&cell| row.0[cell]).sum::<i64>();
        let load = |cell: usize| rows.iter().map(|&(row, weight)| weight * node.rows[row].0[cell]).sum::<i64>();
        let room = |cell: usize, caps: &[i64]| {
            all + node.caps.iter().zip(caps).map(|((cells, _), u)| u * i64::from(cells >> cell & 1)).sum::<i64>()
        };
        if make_room && !caps.is_empty() {
            while live.iter().any(|&c| node.caps[0].0 >> c & 1 == 1 && load(c) > room(c, &caps)) {
                caps[0] += 1;
            }
        }
        let value: i64 = rows.iter().map(|&(row, weight)| weight * rest(&node.rows[row])).sum();
        let left = node.caps.iter().map(|(cells, max)| max - size(cells & node.chosen));
        let have = all * (self.budget - size(node.chosen))
            + caps.iter().zip(left).map(|(u, left)| u * left).sum::<i64>()
            + live.iter().map(|&c| (load(c) - room(c, &caps)).max(0)).sum::<i64>();
        if value > have {
            return true;
        }
        let dear = live.iter().filter(|&&c| room(c, &caps) - load(c) > have - value);
        let removed = dear.fold(0, |removed, c| removed | 1 << c);
        self.n_used[1 + usize::from(make_room) + usize::from(make_room && all == 0)] += usize::from(removed != 0);
        node.alive &= !removed;
        false
    }

    fn image(&self, symmetry: usize, cells: u32) -> u32 {
        members(cells).iter().fold(0, |image, &cell| image | 1 << self.symmetries[symmetry][cell])
    }

    /// Writes a node. `None` if some set that it stands for is there, so that nothing closes it.
    fn node(&mut self, mut node: Node, depth: usize) -> Option<()> {
        let begin = node.alive;
        let meant = self.meant(&node);
        if self.random.below(3) == 0 {
            self.name_rows(&mut node);
        }
        for _ in 0..self.random.below(8) {
            let n_rows = node.rows.len();
            let mut closed = false;
            let kind = self.random.below(9);
            match kind {
                0 if n_rows > 0 => {
                    // Small numbers, or large ones with a common factor.
                    let scale = 1 + usize::from(self.random.below(4) == 0) * self.random.below(1 << 30);
                    let all = self.random.below(3) * scale;
                    let caps: Vec<usize> = node.caps.iter().map(|_| self.random.below(3) * scale).collect();
                    let rows: Vec<usize> = (0..n_rows).map(|_| self.random.below(4) * scale).collect();
                    for (step, of) in [(vec![1, all], &caps), (vec![], &rows)] {
                        self.write(&step);
                        self.write(&[of.len()]);
                        of.iter().enumerate().for_each(|(at, &weight)| self.write(&[at, weight]));
                    }
                    let caps = caps.iter().map(|&u| u as i64).collect();
                    let rows: Vec<(usize, i64)> =
                        rows.iter().enumerate().map(|(at, &weight)| (at, weight as i64)).collect();
                    closed = self.sum(&mut node, all as i64, caps, &rows, false);
                }
                1 | 2 if n_rows > 0 && (kind == 1 || !node.caps.is_empty()) => {
                    let rows: Vec<usize> = (0..n_rows).filter(|_| self.random.below(3) > 0).collect();
                    let mut caps = vec![0; node.caps.len()];
                    if kind == 2 {
                        let cap = self.random.below(caps.len());
                        caps[cap] = 1;
                        self.write(&[3, cap]);
                    } else {
                        self.write(&[2]);
                    }
                    self.write(&[rows.len()]);
                    self.write(&rows);
                    let rows: Vec<(usize, i64)> = rows.iter().map(|&row| (row, 1)).collect();
                    closed = self.sum(&mut node, i64::from(kind == 1), caps, &rows, true);
                }
                3 | 4 if self.in_tree && !self.symmetries.is_empty() => {
                    let symmetry = self.random.below(self.symmetries.len());
                    let cap_stays = |cap: &(u32, i64)| node.caps.contains(&(self.image(symmetry, cap.0), cap.1));
                    let row_stays = |row: &(u32, i64)| node.branch_rows.contains(&(self.image(symmetry, row.0), row.1));
                    if self.image(symmetry, node.chosen) == node.chosen
                        && self.image(symmetry, begin) == begin
                        && node.caps.iter().all(cap_stays)
                        && node.branch_rows.iter().all(row_stays)
                    {
                        self.write(&[4, 1, symmetry]);
                        for _ in 0..self.n_cells {
                            let images = self.image(symmetry, begin & !node.alive);
                            self.n_used[4] += usize::from(node.alive & images != 0);
                            node.alive &= !images;
                        }
                    }
                }
                5 if depth < 3 => {
                    let cells = self.region & self.random.below(1 << self.n_cells) as u32;
                    let max = self.random.below(3);
                    self.write(&[5]);
                    self.numbers.extend(list(&members(cells)));
                    self.write(&[max]);
                    let mut low = node.clone();
                    low.caps.push((cells, max as i64));
                    let mut high = node.clone();
                    high.branch_rows.push((cells, max as i64 + 1));
                    self.node(low, depth + 1)?;
                    self.node(high, depth + 1)?;
                    self.n_used[5] += 1;
                    closed = true;
                }
                6 if n_rows > 0 && node.caps.len() < 4 => {
                    let row = self.random.below(n_rows);
                    let Row(a, h) = &node.rows[row];
                    if a.iter().all(|&a| a <= 1) {
                        let outside =
                            (0..self.n_cells).filter(|&cell| a[cell] == 0).fold(0, |cells, cell| cells | 1 << cell);
                        node.caps.push((self.region & outside, self.budget - h));
                        self.write(&[6, row]);
                        self.n_used[6] += 1;
                    }
                }
                7 if self.live(&node) != 0 && depth < 5 => self.child(&mut node, depth, None)?,
                8 => self.name_rows(&mut node),
                _ => {}
            }
            let gone = begin & !node.alive;
            assert!(meant.iter().all(|set| set & gone == 0), "a cell was removed that a set has: {:?}", self.numbers);
            if closed {
                assert!(meant.is_empty(), "a node was closed that stands for a set: {:?}", self.numbers);
                return Some(());
            }
        }
        // Then by the children of a set that is not hit.
        self.name_rows(&mut node);
        for _ in 0..=self.n_cells {
            for (at, Row(a, h)) in node.rows.clone().into_iter().enumerate() {
                let rest = h - members(node.chosen).iter().map(|&cell| a[cell]).sum::<i64>();
                if rest > 0 && members(self.live(&node)).iter().all(|&cell| a[cell] == 0) {
                    self.write(&[7, at]);
                    self.n_used[7] += 1;
                    assert!(meant.is_empty(), "a node was closed that stands for a set: {:?}", self.numbers);
                    return Some(());
                }
            }
            let open =
                node.rows.iter().find(|row| members(node.chosen).iter().all(|&cell| row.0[cell] == 0) && row.1 > 0);
            let of = (0..self.n_cells).filter(|&cell| open.is_some_and(|row| row.0[cell] > 0));
            let of = of.fold(0, |cells, cell| cells | 1 << cell) & self.live(&node);
            if of == 0 {
                return None;
            }
            self.child(&mut node, depth, Some(of))?;
        }
        None
    }

    fn child(&mut self, node: &mut Node, depth: usize, of: Option<u32>) -> Option<()> {
        let cells = members(of.unwrap_or_else(|| self.live(node)));
        let cell = cells[self.random.below(cells.len())];
        self.write(&[10 + cell]);
        node.alive &= !(1 << cell);
        let mut child = node.clone();
        child.chosen |= 1 << cell;
        self.n_used[8] += 1;
        self.node(child, depth + 1)
    }
}

/// A few random edges, half of the time with their images under a permutation.
fn random_problem(random: &mut Random) -> Certificate {
    let n_cells = 3 + random.below(5);
    let symmetry = random.shuffled((0..n_cells).collect());
    let symmetric = random.below(2) == 0;
    let mut edges: Vec<Vec<usize>> = Vec::new();
    for _ in 0..1 + random.below(5) {
        let mut edge: Vec<usize> = (0..n_cells).filter(|_| random.below(5) < 2).collect();
        while edge.len() > 1 && !edges.contains(&edge) {
            edges.push(edge.clone());
            if symmetric {
                edge = edge.iter().map(|&cell| symmetry[cell]).collect();
                edge.sort_unstable();
            }
        }
    }
    // Any valid set is a puzzle; all cells allow to claim more than is true.
    let mut certificate = common::edges(n_cells, edges);
    if symmetric {
        certificate.symmetries = vec![symmetry];
    }
    certificate
}

#[test]
fn random_proofs() {
    let mut random = Random(1);
    let (mut n_accepted, mut n_refused, mut n_lemmas, mut n_used) = (0, 0, 0, [0; 9]);
    for round in 0..20_000 {
        let mut certificate = random_problem(&mut random);
        let n_cells = certificate.puzzle.len();
        let edges: Vec<u32> = certificate.sets.iter().map(|(cells, _)| mask(cells)).collect();
        let valid: Vec<u32> = (0..1 << n_cells).filter(|set| edges.iter().all(|edge| set & edge != 0)).collect();
        let mut lemmas: Vec<(u32, i64)> = Vec::new();
        let mut proven = true;
        // Two lemmas on some cells, then the tree; some of them claim too much.
        for proof in 0..3 {
            let region = if proof < 2 { random.below(1 << n_cells) as u32 } else { mask(&certificate.puzzle) };
            let truth = valid.iter().map(|set| size(set & region)).min().unwrap_or(0);
            let claim = truth + i64::from(random.below(6) == 0);
            let in_tree = proof == 2;
            if in_tree {
                certificate.lower = claim as u64;
                if claim == 0 || claim > n_cells as i64 {
                    certificate.lower = 0;
                    break;
                }
            }
            let mut writer = Writer {
                random: &mut random,
                n_cells,
                valid: &valid,
                edges: &edges,
                lemmas: &lemmas,
                symmetries: &certificate.symmetries,
                region,
                budget: claim - 1,
                in_tree,
                numbers: Vec::new(),
                n_used: &mut n_used,
            };
            let (caps, branch_rows, rows) = Default::default();
            let done = writer.node(Node { chosen: 0, alive: region, caps, branch_rows, rows }, 0);
            // Nothing less than the truth is proven by children of sets alone, as a region may need more than its sets
            // say.
            assert!(done.is_none() || claim <= truth, "round {round}");
            let numbers = writer.numbers;
            if in_tree {
                proven = done.is_some();
                certificate.tree = numbers;
            } else if done.is_some() {
                lemmas.push((region, claim));
                certificate.lemmas.push((members(region), claim as u64, numbers));
                n_lemmas += 1;
            }
        }
        match certificate.verify() {
            Ok(verdict) => {
                assert!(proven, "round {round}: {certificate:?}");
                assert_eq!(verdict.lower as u64, certificate.lower);
                n_accepted += 1;
            }
            Err(refusal) => {
                assert!(!proven, "round {round}: {refusal}: {certificate:?}");
                n_refused += 1;
            }
        }
    }
    assert!(n_accepted > 10_000 && n_refused > 1000 && n_lemmas > 5000, "{n_accepted} {n_refused} {n_lemmas}");
    assert!(n_used[1..].iter().all(|&n| n > 100), "{n_used:?}");
}
