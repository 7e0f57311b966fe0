//! Makes certificates: byte by byte, and by a search that uses every step of the format as chance has it.

use std::rc::Rc;

use minclue_verifier::verify_stream;

use super::super::Cover;
use super::super::tree::{Cap, Needs, Row, Tree, Weights};

/// Bytes of a certificate.
#[derive(Clone, Default)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl Bytes {
    pub(super) fn number(&mut self, mut number: u64) -> &mut Self {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
        self
    }

    pub(super) fn numbers(&mut self, numbers: &[u64]) -> &mut Self {
        numbers.iter().for_each(|number| {
            self.number(*number);
        });
        self
    }

    pub(super) fn list(&mut self, list: &[u32]) -> &mut Self {
        self.number(list.len() as u64);
        let mut next = 0;
        for number in list {
            self.number(u64::from(number - next));
            next = number + 1;
        }
        self
    }

    /// `n`, then `n` pairs.
    fn pairs(&mut self, pairs: &[(usize, u64)]) -> &mut Self {
        self.number(pairs.len() as u64);
        for (first, second) in pairs {
            self.number(*first as u64).number(*second);
        }
        self
    }
}

/// The problem of a certificate, from its kind on: each edge of cells is an option, and so is each cell alone, which is
/// the target. So edges are unavoidable, and who meets all of them is valid.
pub(super) fn hypergraph(n_cells: usize, edges: &[Vec<u32>]) -> Bytes {
    let mut bytes = Bytes::default();
    bytes.numbers(&[1, n_cells as u64, (n_cells + edges.len()) as u64]);
    (0..n_cells as u32).for_each(|cell| {
        bytes.list(&[cell]);
    });
    edges.iter().for_each(|edge| {
        bytes.list(edge);
    });
    bytes.list(&(0..n_cells as u32).collect::<Vec<_>>());
    bytes
}

/// The edges as sets, each with its option.
pub(super) fn edges(n_cells: usize, edges: &[Vec<u32>]) -> Vec<(Vec<u32>, Vec<u32>)> {
    edges.iter().cloned().zip((n_cells as u32..).map(|option| vec![option])).collect()
}

/// The problem of a grid.
pub(super) fn grid(rows: u64, columns: u64, digits: &str) -> Bytes {
    let mut bytes = Bytes::default();
    bytes.numbers(&[0, rows, columns]);
    digits.bytes().for_each(|digit| {
        bytes.number(u64::from(digit - b'0'));
    });
    bytes
}

/// The same as an exact cover problem.
pub(super) fn cover(rows: usize, columns: usize, digits: &str) -> Cover {
    Cover::of_grid(rows, columns, digits.bytes().map(|digit| u32::from(digit - b'0')).collect())
}

/// A whole certificate of what follows its second line, whose digest is what the checker says.
pub(super) fn sealed(body: &Bytes) -> Vec<u8> {
    let with = |digest: &str| [format!("{HEAD}{digest}\n").as_bytes(), &body.0].concat();
    let none = with(&"0".repeat(64));
    let refusal = verify_stream(&none[..]).expect_err("that is not the digest").reason.to_string();
    let digest = refusal.strip_prefix("its SHA-256 is ").and_then(|rest| rest.split(',').next());
    with(digest.unwrap_or_else(|| panic!("{refusal}")))
}

pub(super) const HEAD: &str = "minclue-cert/1\n";

/// A certificate as a file.
pub(super) fn packed(certificate: &[u8]) -> Vec<u8> {
    zstd::encode_all(certificate, 1).expect("memory")
}

/// All solutions, by trying.
pub(super) fn solutions(problem: &Cover) -> Vec<Vec<u32>> {
    fn go(problem: &Cover, covered: &mut Vec<bool>, path: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        let Some(item) = covered.iter().position(|covered| !covered) else {
            found.push(path.clone());
            return;
        };
        for (option, items) in (0..).zip(&problem.options) {
            let fits = items.iter().all(|item| !covered[*item as usize]);
            if fits && items.contains(&(item as u32)) {
                items.iter().for_each(|item| covered[*item as usize] = true);
                path.push(option);
                go(problem, covered, path, found);
                path.pop();
                items.iter().for_each(|item| covered[*item as usize] = false);
            }
        }
    }
    let mut found = Vec::new();
    go(problem, &mut vec![false; problem.n_items], &mut Vec::new(), &mut found);
    found.iter_mut().for_each(|solution| solution.sort_unstable());
    found
}

/// The minimal unavoidable sets, each with what the other solution has instead.
pub(super) fn unavoidable(problem: &Cover) -> Vec<(Vec<u32>, Vec<u32>)> {
    let others = solutions(problem).into_iter().filter(|other| *other != problem.target);
    let sets = others.map(|other| {
        let cells = (0..).zip(&problem.target).filter(|(_, option)| !other.contains(option)).map(|(cell, _)| cell);
        (cells.collect(), other.iter().copied().filter(|option| !problem.target.contains(option)).collect())
    });
    let sets: Vec<(Vec<u32>, Vec<u32>)> = sets.collect();
    let within =
        |small: &[u32], large: &[u32]| small.len() < large.len() && small.iter().all(|cell| large.contains(cell));
    sets.iter().filter(|(set, _)| !sets.iter().any(|(other, _)| within(other, set))).cloned().collect()
}

/// A hitting set with fewest cells among `cells`, of the sets that lie within them.
pub(super) fn hitting_set(cells: &[u32], sets: &[Vec<u32>]) -> Vec<u32> {
    let mask = |set: &[u32]| set.iter().fold(0_u64, |mask, cell| mask | 1 << cell);
    let all = mask(cells);
    let sets: Vec<u64> = sets.iter().map(|set| mask(set)).filter(|set| set & !all == 0).collect();
    (0..=cells.len())
        .find_map(|size| hit(0, size, &sets))
        .map(|mask| (0..64).filter(|c| mask >> c & 1 == 1).collect())
        .expect("all cells hit all sets")
}

fn hit(mask: u64, left: usize, sets: &[u64]) -> Option<u64> {
    let Some(set) = sets.iter().filter(|set| *set & mask == 0).min_by_key(|set| set.count_ones()) else {
        return Some(mask);
    };
    let cells = (0..64).filter(|cell| left > 0 && set >> cell & 1 == 1);
    cells.into_iter().find_map(|cell| hit(mask | 1 << cell, left - 1, sets))
}

/// Chance that is the same on every machine.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) % end as u64) as usize
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// How the maker goes about a tree.
#[derive(Clone, Copy)]
pub(super) struct Taste {
    /// One in this number of nodes has a rounded row, a cap, a split or a sum of any weights; 0 for none at all.
    pub(super) odd: usize,
    pub(super) seed: u64,
    pub(super) n_lemmas: usize,
}

/// Adds everything from the claim on. `puzzle` has to meet the sets, which need `lower` cells.
pub(super) fn certify(
    mut bytes: Bytes,
    n_cells: usize,
    sets: &[(Vec<u32>, Vec<u32>)],
    puzzle: &[u32],
    lower: u64,
    taste: Taste,
) -> Vec<u8> {
    bytes.numbers(&[lower, 1]).list(puzzle).numbers(&[0, sets.len() as u64]);
    for (cells, options) in sets {
        bytes.list(cells).list(options);
    }
    bytes.numbers(&[0, 0, taste.n_lemmas as u64]);
    let sets: Vec<Vec<u32>> = sets.iter().map(|(cells, _)| cells.clone()).collect();
    let mut maker = Maker { bytes, chance: Chance(taste.seed), odd: taste.odd, sets, lemmas: Vec::new(), n_cells };
    for _ in 0..taste.n_lemmas {
        // Two sets that overlap tend to need more than what disjoint ones do.
        let mut region = maker.sets[maker.chance.below(maker.sets.len())].clone();
        region.extend(&maker.sets[maker.chance.below(maker.sets.len())]);
        region.sort_unstable();
        region.dedup();
        let h = hitting_set(&region, &maker.sets).len();
        maker.bytes.list(&region).number(h as u64);
        maker.refute(&region, h as i128 - 1);
        maker.lemmas.push(Row::unit(0, &region, h as i128));
    }
    if lower > 0 {
        maker.refute(&(0..n_cells as u32).collect::<Vec<_>>(), i128::from(lower) - 1);
    }
    sealed(&maker.bytes)
}

struct Maker {
    bytes: Bytes,
    chance: Chance,
    odd: usize,
    sets: Vec<Vec<u32>>,
    lemmas: Vec<Row>,
    n_cells: usize,
}

impl Maker {
    fn refute(&mut self, region: &[u32], budget: i128) {
        let inside = (0..self.n_cells as u32).map(|cell| region.contains(&cell)).collect();
        let mut tree = Tree::new(inside, budget, 0);
        let rows = self.name(&mut tree, 0, 0);
        self.node(&mut tree, rows, 0, (0, 0));
    }

    fn odd(&mut self) -> bool {
        self.odd > 0 && self.chance.one_in(self.odd)
    }

    /// Step 0: all rows within the region, and rounded ones.
    fn name(&mut self, tree: &mut Tree, n_branches: usize, n_rounded: usize) -> Vec<Rc<Row>> {
        let mut rows = Vec::new();
        let mut entries = Bytes::default();
        let sets = self.sets.iter().map(|set| Row::unit(0, set, 1));
        let inside = |row: &Row| row.terms.iter().all(|(cell, _)| tree.region()[*cell as usize]);
        for (row, number) in sets.zip(2..).filter(|(row, _)| inside(row)) {
            entries.number(number);
            rows.push(Rc::new(row));
        }
        for (row, number) in self.lemmas.iter().cloned().zip(0..).filter(|(row, _)| inside(row)) {
            entries.numbers(&[0, 0, number]);
            rows.push(Rc::new(row));
        }
        for branch in 0..n_branches {
            entries.numbers(&[1, branch as u64]);
            rows.push(Rc::clone(&tree.branches()[branch]));
        }
        for _ in 0..if rows.is_empty() { 0 } else { n_rounded } {
            let divisor = 1 + self.chance.below(3);
            let parts = (0..self.chance.below(4)).map(|_| (self.chance.below(rows.len()), self.chance.below(3) as u64));
            let parts: Vec<(usize, u64)> = parts.collect();
            entries.numbers(&[0, divisor as u64]).pairs(&parts);
            let of: Vec<(&Row, i128)> = parts.iter().map(|(row, w)| (rows[*row].as_ref(), i128::from(*w))).collect();
            rows.push(Rc::new(Tree::rounded(self.n_cells, &of, divisor as i128, 0)));
        }
        self.bytes.numbers(&[0, rows.len() as u64]).0.extend(entries.0);
        tree.name_rows(Rc::new(rows.clone()));
        rows
    }

    /// A sum; says whether it closed the node.
    fn add(
        &mut self,
        tree: &mut Tree,
        rows: &[Rc<Row>],
        budget: u64,
        caps: &[(usize, u64)],
        named: &[(usize, u64)],
        lifted: bool,
    ) -> bool {
        let mut weights = Weights {
            budget: budget.into(),
            caps: caps.iter().map(|(cap, weight)| (*cap, i128::from(*weight))).collect(),
            rows: named.iter().map(|(row, weight)| (rows[*row].as_ref(), i128::from(*weight))).collect(),
        };
        if lifted && !tree.caps().is_empty() {
            weights.caps.push((0, lift(tree, &weights)));
        }
        let outcome = tree.sum(&weights);
        if !lifted {
            self.bytes.numbers(&[1, budget]).pairs(caps).pairs(named);
        } else {
            match caps {
                [] => self.bytes.number(2),
                caps => self.bytes.numbers(&[3, caps[0].0 as u64]),
            };
            self.bytes.number(named.len() as u64);
            named.iter().for_each(|(row, _)| {
                self.bytes.number(*row as u64);
            });
        }
        tree.remove(&outcome.removed, 0, Needs::default());
        outcome.closed
    }

    /// A packing of the rows that are not met and meet in live cells nowhere, in an order by chance.
    fn packing(&mut self, tree: &Tree, rows: &[Rc<Row>]) -> Vec<(usize, u64)> {
        let mut taken = vec![false; self.n_cells];
        let mut order: Vec<usize> = (0..rows.len()).collect();
        for i in 1..order.len() {
            order.swap(i, self.chance.below(i + 1));
        }
        let live = |row: usize| rows[row].terms.iter().filter(|(cell, _)| tree.is_live(*cell)).count();
        order.sort_by_key(|row| live(*row));
        order.retain(|row| {
            let row = &rows[*row];
            let open = |cell: &u32| !tree.chosen().contains(cell);
            let cells = || row.terms.iter().map(|(cell, _)| *cell).filter(|cell| tree.is_live(*cell));
            let fits =
                row.terms.iter().all(|(cell, a)| open(cell) && *a == 1) && !cells().any(|cell| taken[cell as usize]);
            cells().filter(|_| fits).for_each(|cell| taken[cell as usize] = true);
            fits
        });
        order.into_iter().map(|row| (row, 1)).collect()
    }

    fn node(
        &mut self,
        tree: &mut Tree,
        mut rows: Vec<Rc<Row>>,
        depth: usize,
        (mut n_caps, n_branches): (usize, usize),
    ) {
        if self.odd() {
            rows = self.name(tree, n_branches, 3);
        }
        if self.odd() {
            let units = (0..rows.len()).filter(|row| rows[*row].terms.iter().all(|(_, a)| *a == 1));
            let units: Vec<usize> = units.collect();
            if !units.is_empty() {
                let row = units[self.chance.below(units.len())];
                let mut members = tree.region().to_vec();
                rows[row].terms.iter().for_each(|(cell, _)| members[*cell as usize] = false);
                tree.add_cap(Cap { id: 0, members, bound: tree.budget() - rows[row].rhs });
                self.bytes.numbers(&[6, row as u64]);
                n_caps += 1;
            }
        }
        let packing = self.packing(tree, &rows);
        if self.add(tree, &rows, 1, &[], &packing, true) {
            return;
        }
        if n_caps > 0 && self.odd() && {
            let caps = [(self.chance.below(n_caps), 1)];
            self.add(tree, &rows, 0, &caps, &packing, true)
        } {
            return;
        }
        if self.odd() && !rows.is_empty() {
            let mut any = |n: usize| -> Vec<(usize, u64)> {
                (0..self.chance.below(7))
                    .filter(|_| n > 0)
                    .map(|_| (self.chance.below(n), self.chance.below(4) as u64))
                    .collect()
            };
            let (caps, named) = (any(n_caps), any(rows.len()));
            let budget = self.chance.below(5) as u64;
            if self.add(tree, &rows, budget, &caps, &named, false) {
                return;
            }
        }
        if depth < 6 && self.odd() {
            let region: Vec<u32> = (0..self.n_cells as u32)
                .filter(|cell| tree.region()[*cell as usize] && self.chance.one_in(2))
                .collect();
            let bound = self.chance.below(1 + tree.budget().max(0) as usize) as i128;
            self.bytes.number(5).list(&region).number(bound as u64);
            let mark = tree.mark();
            let members = (0..self.n_cells as u32).map(|cell| region.contains(&cell)).collect();
            tree.add_cap(Cap { id: 0, members, bound });
            self.node(tree, rows.clone(), depth + 1, (n_caps + 1, n_branches));
            tree.back_to(mark.clone());
            tree.add_branch(Row::unit(0, &region, bound + 1));
            self.node(tree, rows, depth + 1, (n_caps, n_branches + 1));
            tree.back_to(mark);
            return;
        }
        // What is left is to try the cells of a set that is not met.
        if rows.iter().all(|row| row.rhs < 1 || row.terms.iter().any(|(cell, _)| tree.chosen().contains(cell))) {
            rows = self.name(tree, n_branches, 0);
        }
        let live = |row: &Row| row.terms.iter().filter(|(cell, _)| tree.is_live(*cell)).count();
        let unmet = |row: &Row| row.rhs >= 1 && !row.terms.iter().any(|(cell, _)| tree.chosen().contains(cell));
        let row = (0..rows.len()).filter(|row| unmet(&rows[*row])).min_by_key(|row| live(&rows[*row]));
        let row = row.expect("the chosen cells do not meet all sets");
        for (cell, _) in rows[row].terms.clone() {
            if tree.is_live(cell) {
                self.bytes.number(10 + u64::from(cell));
                let mark = tree.mark();
                tree.choose(cell);
                self.node(tree, rows.clone(), depth + 1, (n_caps, n_branches));
                tree.unchoose();
                tree.back_to(mark);
                tree.remove(&[cell], 0, Needs::default());
            }
        }
        self.bytes.numbers(&[7, row as u64]);
    }
}

/// The weight `u_0`: what is missing to the room of the live cells of the cap 0.
fn lift(tree: &Tree, weights: &Weights<'_>) -> i128 {
    let live = (0..tree.region().len()).filter(|cell| tree.caps()[0].members[*cell] && tree.is_live(*cell as u32));
    let over = live.map(|cell| {
        let of_row = |(row, weight): &(&Row, i128)| -> i128 {
            row.terms.iter().filter(|(other, _)| *other as usize == cell).map(|(_, a)| weight * a).sum()
        };
        let caps = weights.caps.iter().filter(|(cap, _)| tree.caps()[*cap].members[cell]);
        weights.rows.iter().map(of_row).sum::<i128>() - weights.budget - caps.map(|(_, weight)| weight).sum::<i128>()
    });
    over.fold(0, i128::max)
}
