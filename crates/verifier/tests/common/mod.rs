//! Writes certificates, true ones and others, and finds minima by brute force.
#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod costly_certificates;

use minclue_verifier::{Limits, Refusal, Verdict, verify_stream, verify_stream_within};

pub(crate) const FIRST: &str = "minclue-cert/1\n";

/// A stream whose digest is of no matter.
pub(crate) fn undigested(rest: &[u8]) -> Vec<u8> {
    [FIRST.as_bytes(), &[b'0'; 64], b"\n", rest].concat()
}

/// The stream with the digest of its problem, if it has a problem, so that a problem can be changed and nothing else.
pub(crate) fn digested(mut stream: Vec<u8>) -> Vec<u8> {
    // Without searches, nothing that follows the problem takes long.
    let checked = verify_stream_within(&stream[..], &searches_within(0));
    let refusal = checked.map_or_else(|refusal| refusal.reason.to_string(), |_| String::new());
    if let Some(rest) = refusal.strip_prefix("its SHA-256 is ") {
        stream[FIRST.len()..][..64].copy_from_slice(&rest.as_bytes()[..64]);
    }
    stream
}

/// Limits with this many looks for all searches.
pub(crate) fn searches_within(search_looks: u64) -> Limits<'static> {
    Limits { search_looks, ..Limits::default() }
}

/// A certificate as numbers. Nodes are numbers already; lists in them are made by [`list`].
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub(crate) problem: Problem,
    pub(crate) lower: u64,
    pub(crate) puzzle: Vec<usize>,
    pub(crate) sets: Vec<(Vec<usize>, Vec<usize>)>,
    pub(crate) symmetries: Vec<Vec<usize>>,
    pub(crate) lemmas: Vec<(Vec<usize>, u64, Vec<u64>)>,
    pub(crate) tree: Vec<u64>,
}

#[derive(Clone, Debug)]
pub(crate) enum Problem {
    Sudoku { box_rows: usize, box_columns: usize, digits: Vec<usize> },
    Cover(Cover),
    Model(Linear),
}

/// A linear 0/1 model with a target.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub(crate) n_vars: usize,
    /// Variables with their coefficients, and the least sum.
    pub(crate) rows: Vec<(Vec<(usize, i64)>, i64)>,
    pub(crate) ones: Vec<usize>,
    pub(crate) cells: Vec<usize>,
    pub(crate) shown: Vec<usize>,
}

/// An exact cover problem with a target.
#[derive(Clone, Debug)]
pub(crate) struct Cover {
    pub(crate) n_items: usize,
    pub(crate) options: Vec<Vec<usize>>,
    pub(crate) target: Vec<usize>,
}

/// `list` as numbers: its length, its first member, and the distances less 1.
pub(crate) fn list(members: &[usize]) -> Vec<u64> {
    let firsts = members.first().map(|&first| first as u64);
    let steps = members.windows(2).map(|pair| (pair[1] - pair[0] - 1) as u64);
    [members.len() as u64].into_iter().chain(firsts).chain(steps).collect()
}

/// A number with a sign as one without.
pub(crate) fn signed(number: i64) -> u64 {
    if number < 0 { 2 * (number.unsigned_abs() - 1) + 1 } else { 2 * number.unsigned_abs() }
}

/// Varints.
pub(crate) fn bytes(numbers: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &number in numbers {
        let mut rest = number;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes
}

impl From<&minclue_verifier::Problem> for Problem {
    fn from(problem: &minclue_verifier::Problem) -> Self {
        use minclue_verifier::{LinearRow, Problem as Read};
        let wide = |numbers: &[u32]| numbers.iter().map(|&number| number as usize).collect();
        let terms = |row: &LinearRow| row.terms.iter().map(|&(variable, a)| (variable as usize, a)).collect();
        match problem.clone() {
            Read::Sudoku { box_rows, box_columns, digits } => {
                Self::Sudoku { box_rows, box_columns, digits: wide(&digits) }
            }
            Read::ExactCover { n_items, options, target } => {
                Self::Cover(Cover { n_items, options: options.iter().map(|option| wide(option)).collect(), target })
            }
            Read::Model { n_vars, rows, ones, cells, shown } => {
                let rows = rows.iter().map(|row| (terms(row), row.rhs)).collect();
                Self::Model(Linear { n_vars, rows, ones, cells, shown })
            }
        }
    }
}

impl Problem {
    fn numbers(&self) -> Vec<u64> {
        match self {
            Self::Sudoku { box_rows, box_columns, digits } => {
                let shape = [0, *box_rows, *box_columns];
                shape.iter().chain(digits).map(|&number| number as u64).collect()
            }
            Self::Cover(Cover { n_items, options, target }) => {
                let mut numbers = vec![1, *n_items as u64, options.len() as u64];
                numbers.extend(options.iter().flat_map(|option| list(option)));
                numbers.extend(list(target));
                numbers
            }
            Self::Model(Linear { n_vars, rows, ones, cells, shown }) => {
                let mut numbers = vec![2, *n_vars as u64, rows.len() as u64];
                for (terms, rhs) in rows {
                    let variables: Vec<usize> = terms.iter().map(|term| term.0).collect();
                    numbers.extend(list(&variables));
                    numbers.extend(terms.iter().map(|term| signed(term.1)).chain([signed(*rhs)]));
                }
                numbers.extend(list(ones));
                numbers.push(cells.len() as u64);
                numbers.extend(cells.iter().map(|&variable| variable as u64).chain(list(shown)));
                numbers
            }
        }
    }

    pub(crate) fn n_cells(&self) -> usize {
        match self {
            Self::Model(model) => model.cells.len(),
            _ => self.cover().target.len(),
        }
    }

    /// For each other solution the cells where the target differs, and what proves it in a certificate; small sets
    /// first.
    pub(crate) fn sets(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut sets = match self {
            Self::Model(model) => model.sets(),
            _ => self.cover().sets(),
        };
        sets.sort_by_key(|(cells, _)| cells.len());
        sets
    }

    /// Whether these cells leave the target as the only solution.
    pub(crate) fn valid(&self, cells: &[usize]) -> bool {
        self.sets().iter().all(|(set, _)| set.iter().any(|cell| cells.contains(cell)))
    }

    /// A smallest valid set, by trying all of them.
    pub(crate) fn smallest(&self) -> Vec<usize> {
        let sets: Vec<Cells> = self.sets().iter().map(|(set, _)| mask(set)).collect();
        let valid = (0..1 << self.n_cells()).filter(|cells| sets.iter().all(|set| set & cells != 0));
        members(valid.min_by_key(|cells| cells.count_ones()).expect("all cells are a valid set"))
    }

    /// The same as an exact cover problem.
    pub(crate) fn cover(&self) -> Cover {
        let (rows, columns, digits) = match self {
            Self::Cover(cover) => return cover.clone(),
            Self::Model(_) => panic!("a linear model is not an exact cover problem"),
            Self::Sudoku { box_rows, box_columns, digits } => (*box_rows, *box_columns, digits),
        };
        let n = rows * columns;
        let mut options = Vec::new();
        for row in 0..n {
            for column in 0..n {
                for digit in 0..n {
                    let area = row / rows * rows + column / columns;
                    let mut items = vec![row * n + column];
                    items.push(n * n + row * n + digit);
                    items.push(2 * n * n + column * n + digit);
                    if rows > 1 && columns > 1 {
                        items.push(3 * n * n + area * n + digit);
                    }
                    options.push(items);
                }
            }
        }
        let target = digits.iter().enumerate().map(|(cell, digit)| cell * n + digit - 1).collect();
        Cover { n_items: n * n * if rows > 1 && columns > 1 { 4 } else { 3 }, options, target }
    }
}

impl Cover {
    /// Every solution, its options ascending.
    pub(crate) fn solutions(&self) -> Vec<Vec<usize>> {
        fn extend(cover: &Cover, covered: &mut [bool], chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
            let Some(open) = covered.iter().position(|covered| !covered) else {
                let mut solution = chosen.clone();
                solution.sort_unstable();
                found.push(solution);
                return;
            };
            for (at, option) in cover.options.iter().enumerate() {
                if option.contains(&open) && option.iter().all(|&item| !covered[item]) {
                    option.iter().for_each(|&item| covered[item] = true);
                    chosen.push(at);
                    extend(cover, covered, chosen, found);
                    chosen.pop();
                    option.iter().for_each(|&item| covered[item] = false);
                }
            }
        }
        let mut found = Vec::new();
        extend(self, &mut vec![false; self.n_items], &mut Vec::new(), &mut found);
        found
    }

    /// For each other solution the cells where the target differs, and the options that it has instead.
    fn sets(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let differences = self.solutions().into_iter().filter(|solution| *solution != self.target).map(|solution| {
            let cells = (0..self.target.len()).filter(|&cell| !solution.contains(&self.target[cell])).collect();
            (cells, solution.into_iter().filter(|option| !self.target.contains(option)).collect())
        });
        differences.collect()
    }
}

impl Linear {
    /// The variables on which something depends.
    pub(crate) fn used(&self) -> Vec<usize> {
        let in_rows = self.rows.iter().flat_map(|(terms, _)| terms.iter().map(|term| term.0));
        let mut used: Vec<usize> = in_rows.chain(self.shown.iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// Whether the point where just these variables differ from the target is a solution.
    pub(crate) fn holds(&self, flips: &[usize]) -> bool {
        let is_one = |variable: &usize| self.ones.contains(variable) != flips.contains(variable);
        self.rows.iter().all(|(terms, rhs)| {
            let sum: i64 = terms.iter().filter(|term| is_one(&term.0)).map(|term| term.1).sum();
            sum >= *rhs
        })
    }

    /// The cells among these variables.
    pub(crate) fn cells_of(&self, variables: &[usize]) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| variables.contains(&self.cells[cell])).collect()
    }

    /// For each second solution, where only variables count that are used, its cells and all variables that differ.
    fn sets(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let used = self.used();
        let point =
            |bits: u32| -> Vec<usize> { (0..used.len()).filter(|at| bits >> at & 1 == 1).map(|at| used[at]).collect() };
        let points = (0..1 << used.len()).map(point);
        let second =
            points.filter(|flips| flips.iter().any(|variable| self.shown.contains(variable)) && self.holds(flips));
        second.map(|flips| (self.cells_of(&flips), flips)).collect()
    }
}

impl Certificate {
    /// Of a problem with its smallest valid set, but with nothing proven.
    pub(crate) fn new(problem: Problem) -> Self {
        let puzzle = problem.smallest();
        Self { lower: puzzle.len() as u64, ..Self::about(problem, puzzle) }
    }

    /// That this is a puzzle, and no more.
    pub(crate) fn about(problem: Problem, puzzle: Vec<usize>) -> Self {
        let (sets, symmetries, lemmas, tree) = Default::default();
        Self { problem, lower: 0, puzzle, sets, symmetries, lemmas, tree }
    }

    /// The numbers in the stream.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.numbers_with(&self.claim(&[]), &[0])
    }

    /// The puzzle with these clauses.
    fn claim(&self, clauses: &[Vec<usize>]) -> Vec<u64> {
        let head = [1].into_iter().chain(list(&self.puzzle)).chain([clauses.len() as u64]);
        head.chain(clauses.iter().flat_map(|clause| list(clause))).collect()
    }

    /// The same with this claim after the bound, and these weighted sets.
    fn numbers_with(&self, claim: &[u64], weighted: &[u64]) -> Vec<u64> {
        let mut numbers = self.problem.numbers();
        numbers.push(self.lower);
        numbers.extend(claim);
        numbers.push(self.sets.len() as u64);
        for (cells, options) in &self.sets {
            numbers.extend(list(cells).into_iter().chain(list(options)));
        }
        numbers.extend(weighted);
        numbers.push(self.symmetries.len() as u64);
        numbers.extend(self.symmetries.iter().flatten().map(|&item| item as u64));
        numbers.push(self.lemmas.len() as u64);
        for (region, min, node) in &self.lemmas {
            numbers.extend(list(region));
            numbers.push(*min);
            numbers.extend(node);
        }
        numbers.extend(&self.tree);
        numbers
    }

    /// The unpacked stream.
    pub(crate) fn stream(&self) -> Vec<u8> {
        digested(undigested(&bytes(&self.numbers())))
    }

    /// The bytes that state the problem.
    pub(crate) fn problem_bytes(&self) -> Vec<u8> {
        bytes(&self.problem.numbers())
    }

    /// The unpacked stream with this second line.
    pub(crate) fn stream_with(&self, second_line: &str) -> Vec<u8> {
        [format!("{FIRST}{second_line}\n").as_bytes(), &bytes(&self.numbers())].concat()
    }

    /// The unpacked stream with a list of puzzles.
    pub(crate) fn stream_with_list(&self, puzzles: &[Vec<usize>]) -> Vec<u8> {
        let lists = puzzles.iter().flat_map(|puzzle| list(puzzle).into_iter().chain([0]));
        self.stream_of(&[puzzles.len() as u64].into_iter().chain(lists).collect::<Vec<_>>(), &[0])
    }

    /// The unpacked stream with these clauses for the puzzle.
    pub(crate) fn stream_with_clauses(&self, clauses: &[Vec<usize>]) -> Vec<u8> {
        self.stream_of(&self.claim(clauses), &[0])
    }

    /// The unpacked stream with these weighted sets.
    pub(crate) fn stream_with_weights(&self, weighted: &[Weighted]) -> Vec<u8> {
        let sets = weighted.iter().flat_map(Weighted::numbers);
        self.stream_of(&self.claim(&[]), &[weighted.len() as u64].into_iter().chain(sets).collect::<Vec<_>>())
    }

    fn stream_of(&self, claim: &[u64], weighted: &[u64]) -> Vec<u8> {
        digested(undigested(&bytes(&self.numbers_with(claim, weighted))))
    }

    pub(crate) fn verify(&self) -> Result<Verdict, Refusal> {
        verify_stream(&self.stream()[..])
    }

    /// The reason of the refusal.
    pub(crate) fn reason(&self) -> String {
        self.verify().expect_err("must be refused").reason.to_string()
    }
}

/// A set of cells with weights, and the solution that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weighted {
    pub(crate) cells: Vec<usize>,
    pub(crate) weights: Vec<u64>,
    pub(crate) min: u64,
    pub(crate) flips: Vec<usize>,
    pub(crate) groups: Vec<Vec<usize>>,
}

impl Weighted {
    fn numbers(&self) -> Vec<u64> {
        let mut numbers = list(&self.cells);
        numbers.extend(&self.weights);
        numbers.push(self.min);
        numbers.extend(list(&self.flips));
        numbers.extend(self.groups.iter().flat_map(|group| list(group)));
        numbers
    }
}

/// Step 0 with these sets.
pub(crate) fn name_sets(sets: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let entries: Vec<u64> = sets.into_iter().map(|set| set as u64 + 2).collect();
    [0, entries.len() as u64].into_iter().chain(entries).collect()
}

/// Step 2 with the rows 0, 1, ..., `n` - 1.
pub(crate) fn pack(n: u64) -> Vec<u64> {
    [2, n].into_iter().chain(0..n).collect()
}

/// A 4x4 grid.
pub(crate) fn grid(text: &str) -> Problem {
    let digits = text.bytes().map(|byte| usize::from(byte - b'0')).collect();
    Problem::Sudoku { box_rows: 2, box_columns: 2, digits }
}

/// The two classes of 4x4 grids.
pub(crate) const FOURS: [&str; 2] = ["1234341221434321", "1234341223414123"];

/// Four disjoint sets of a 4x4 grid are all of its proof.
pub(crate) fn four(text: &str) -> Certificate {
    fn disjoint(sets: &[(Vec<usize>, Vec<usize>)], chosen: &mut Vec<usize>, n: usize) -> bool {
        let from = chosen.last().map_or(0, |last| last + 1);
        chosen.len() == n
            || (from..sets.len()).any(|next| {
                let free = |cell| chosen.iter().all(|&set: &usize| !sets[set].0.contains(cell));
                let fits = sets[next].0.iter().all(free);
                if fits {
                    chosen.push(next);
                }
                let found = fits && disjoint(sets, chosen, n);
                if fits && !found {
                    chosen.pop();
                }
                found
            })
    }
    let mut certificate = Certificate::new(grid(text));
    let sets = certificate.problem.sets();
    let mut chosen = Vec::new();
    assert!(disjoint(&sets, &mut chosen, 4));
    certificate.sets = chosen.into_iter().map(|set| sets[set].clone()).collect();
    certificate.tree = [name_sets(0..4), pack(4)].concat();
    certificate
}

/// The exact cover problem whose valid sets hit all `edges`: an option for each cell alone, and one for each edge.
/// Set s is edge s, and the puzzle has all cells.
pub(crate) fn edges(n_cells: usize, edges: Vec<Vec<usize>>) -> Certificate {
    let sets = edges.iter().cloned().enumerate().map(|(at, edge)| (edge, vec![n_cells + at])).collect();
    let options = (0..n_cells).map(|cell| vec![cell]).chain(edges).collect();
    let all: Vec<usize> = (0..n_cells).collect();
    let problem = Problem::Cover(Cover { n_items: n_cells, options, target: all.clone() });
    Certificate { sets, ..Certificate::about(problem, all) }
}

/// The same with a smallest puzzle.
fn hypergraph(n_cells: usize, sets: &[&[usize]]) -> Certificate {
    let all = edges(n_cells, sets.iter().map(|edge| edge.to_vec()).collect());
    Certificate { sets: all.sets, ..Certificate::new(all.problem) }
}

/// Sets of cells are bits.
pub(crate) type Cells = u32;

pub(crate) fn members(cells: Cells) -> Vec<usize> {
    (0..32).filter(|cell| cells >> cell & 1 == 1).collect()
}

pub(crate) fn mask(cells: &[usize]) -> Cells {
    cells.iter().fold(0, |mask, cell| mask | 1 << cell)
}

/// What hits these sets.
pub(crate) fn hitting(n_cells: usize, sets: &[Cells], lower: u64) -> Certificate {
    Certificate { lower, ..edges(n_cells, sets.iter().map(|set| members(*set)).collect()) }
}

/// A cycle of 5 cells has no 2 that hit its 5 edges.
pub(crate) fn cycle() -> Certificate {
    hypergraph(5, &[&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[0, 4]])
}

/// Half the sum of the edges of a cycle, rounded up.
pub(crate) fn cycle_by_row() -> Certificate {
    let mut certificate = cycle();
    certificate.tree = vec![0, 6, 2, 3, 4, 5, 6, 0, 2, 5, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 2, 1, 5];
    certificate
}

/// At most one of 0, 1 and 2, or two of them.
pub(crate) fn cycle_by_split() -> Certificate {
    let mut certificate = cycle();
    let split = [vec![5], list(&[0, 1, 2]), vec![1]].concat();
    // The cap of the first side is full twice; the second side names its branch row in new entries.
    let sides = vec![2, 4, 0, 1, 2, 4, 0, 2, 1, 0, 2 + 3, 2, 2, 0, 1];
    certificate.tree = [name_sets(0..5), split, sides].concat();
    certificate
}

/// Without cell 0, then without its images.
pub(crate) fn cycle_by_symmetry() -> Certificate {
    let mut certificate = cycle();
    certificate.symmetries = vec![vec![1, 2, 3, 4, 0]];
    certificate.tree = [name_sets(0..5), vec![10, 2, 2, 1, 3, 4, 1, 0, 7, 0]].concat();
    certificate
}

/// Two cycles with a lemma each: one proven by a row, one by children.
pub(crate) fn two_cycles() -> Certificate {
    let first: [&[usize]; 5] = [&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[0, 4]];
    let second: [&[usize]; 5] = [&[5, 6], &[6, 7], &[7, 8], &[8, 9], &[5, 9]];
    let mut certificate = hypergraph(10, &[first, second].concat());
    let by_row = cycle_by_row().tree;
    let children = vec![10 + 5, 2, 2, 1, 3, 10 + 6, 2, 2, 2, 4, 7, 0];
    let by_children = [name_sets(5..10), children].concat();
    certificate.lemmas = vec![((0..5).collect(), 3, by_row), ((5..10).collect(), 3, by_children)];
    certificate.tree = [vec![0, 2, 0, 0, 0, 0, 0, 1], pack(2)].concat();
    certificate
}

/// Two triangles: where one has two of three cells, one is left for the other, and its cap is full.
pub(crate) fn two_triangles() -> Certificate {
    let mut certificate = hypergraph(6, &[&[0, 1], &[0, 2], &[1, 2], &[3, 4], &[3, 5], &[4, 5]]);
    let rows = vec![0, 7, 2, 3, 4, 5, 6, 7, 0, 2, 3, 0, 1, 1, 1, 2, 1];
    certificate.tree = [rows, vec![6, 6, 3, 0, 3, 3, 4, 5]].concat();
    certificate
}

/// A packing without gap removes the cell outside of it; without that one, three sets are disjoint.
pub(crate) fn removal() -> Certificate {
    let mut certificate = hypergraph(5, &[&[0, 1], &[2, 3], &[0, 4], &[1, 4]]);
    certificate.tree = [name_sets(0..4), vec![2, 2, 0, 1, 2, 3, 1, 2, 3]].concat();
    certificate
}

/// A cycle of 6 vertices has two perfect matchings, so one edge says which.
pub(crate) fn matching() -> Certificate {
    let options = vec![vec![0, 1], vec![1, 2], vec![2, 3], vec![3, 4], vec![4, 5], vec![0, 5]];
    let mut certificate = Certificate::new(Problem::Cover(Cover { n_items: 6, options, target: vec![0, 2, 4] }));
    certificate.sets = certificate.problem.sets();
    certificate.tree = [name_sets([0]), vec![7, 0]].concat();
    certificate
}

/// The Latin square of order 3, by children only.
pub(crate) fn latin() -> Certificate {
    let digits = vec![1, 2, 3, 2, 3, 1, 3, 1, 2];
    by_children(Problem::Sudoku { box_rows: 1, box_columns: 3, digits })
}

/// Branches on the live cells of the first set that is not hit, all sets being in the certificate.
pub(crate) fn by_children(problem: Problem) -> Certificate {
    fn node(
        sets: &[(Vec<usize>, Vec<usize>)],
        chosen: &mut Vec<usize>,
        dead: &[usize],
        left: u64,
        tree: &mut Vec<u64>,
    ) {
        let open = sets.iter().position(|(cells, _)| chosen.iter().all(|cell| !cells.contains(cell)));
        let open = open.expect("the budget is below the minimum");
        let mut dead = dead.to_vec();
        if left > 0 {
            for &cell in &sets[open].0 {
                if !dead.contains(&cell) {
                    tree.push(10 + cell as u64);
                    dead.push(cell);
                    chosen.push(cell);
                    node(sets, chosen, &dead, left - 1, tree);
                    chosen.pop();
                }
            }
        }
        tree.extend([7, open as u64]);
    }
    let mut certificate = Certificate::new(problem);
    certificate.sets = certificate.problem.sets();
    if certificate.lower > 0 {
        certificate.tree = name_sets(0..certificate.sets.len());
        node(&certificate.sets, &mut Vec::new(), &[], certificate.lower - 1, &mut certificate.tree);
    }
    certificate
}

/// Four things that weigh 3, 2, 2 and 1, two of which weigh at least 4.
pub(crate) fn knapsack() -> Certificate {
    let rows = vec![(vec![(0, 3), (1, 2), (2, 2), (3, 1)], 4), (vec![(0, -1), (1, -1), (2, -1), (3, -1)], -2)];
    let (ones, all) = (vec![0, 1], vec![0, 1, 2, 3]);
    let model = Linear { n_vars: 4, rows, ones, cells: all.clone(), shown: all };
    let mut certificate = Certificate::new(Problem::Model(model));
    certificate.sets = vec![(vec![0, 2], vec![0, 2]), (vec![1, 3], vec![1, 3])];
    certificate.tree = [name_sets(0..2), pack(2)].concat();
    certificate
}

/// The same with the cells in another order, and with variables that are not shown: 0, which is free as long as 1 is 1,
/// and 5, which is a cell in vain.
pub(crate) fn hidden() -> Certificate {
    let rows = vec![
        (vec![(1, 3), (2, 2), (3, 2), (4, 1)], 4),
        (vec![(1, -1), (2, -1), (3, -1), (4, -1)], -2),
        (vec![(0, 1), (1, 1)], 1),
    ];
    let (ones, cells, shown) = (vec![1, 2, 5], vec![4, 5, 3, 2, 1], vec![1, 2, 3, 4]);
    by_children(Problem::Model(Linear { n_vars: 7, rows, ones, cells, shown }))
}

/// The same proof about the same problem as a linear model. Symmetries of items are left out.
pub(crate) fn as_model(certificate: &Certificate) -> Certificate {
    let Cover { n_items, options, target } = certificate.problem.cover();
    let row = |item: usize, a: i64| {
        ((0..options.len()).filter(|&option| options[option].contains(&item)).map(|option| (option, a)).collect(), a)
    };
    let rows = (0..n_items).flat_map(|item| [row(item, 1), row(item, -1)]).collect();
    let (n_vars, shown) = (options.len(), (0..options.len()).collect());
    let mut model = certificate.clone();
    for (cells, options) in &mut model.sets {
        options.extend(cells.iter().map(|&cell| target[cell]));
        options.sort_unstable();
    }
    model.problem = Problem::Model(Linear { n_vars, rows, ones: target.clone(), cells: target, shown });
    model.symmetries.clear();
    model
}

/// One of each kind.
pub(crate) fn all() -> Vec<Certificate> {
    let fours = FOURS.iter().map(|text| four(text));
    let cycles = [cycle_by_row(), cycle_by_split(), cycle_by_symmetry(), two_cycles()];
    fours
        .chain(cycles)
        .chain([two_triangles(), removal(), matching(), latin(), knapsack(), hidden(), as_model(&matching())])
        .collect()
}

/// Pseudo-random numbers: xorshift with a multiplication.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
    /// The same in a random order.
    pub(crate) fn shuffled<T>(&mut self, mut cells: Vec<T>) -> Vec<T> {
        for at in (1..cells.len()).rev() {
            cells.swap(at, self.below(at + 1));
        }
        cells
    }
}
