//! Writes certificates, true ones and others, and finds minima by brute force.
#![allow(dead_code, reason = "each test program uses its own part")]

use minclue_verifier::{Reason, Refusal, Verdict, verify_stream};

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
        }
    }

    /// The same as an exact cover problem.
    pub(crate) fn cover(&self) -> Cover {
        let (rows, columns, digits) = match self {
            Self::Cover(cover) => return cover.clone(),
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

    /// For each other solution the cells where the target differs, and the options that it has instead; small sets first.
    pub(crate) fn sets(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let differences = self.solutions().into_iter().filter(|solution| *solution != self.target).map(|solution| {
            let cells = (0..self.target.len()).filter(|&cell| !solution.contains(&self.target[cell])).collect();
            (cells, solution.into_iter().filter(|option| !self.target.contains(option)).collect())
        });
        let mut sets: Vec<(Vec<usize>, Vec<usize>)> = differences.collect();
        sets.sort_by_key(|(cells, _)| cells.len());
        sets
    }

    /// Whether these cells leave the target as the only solution.
    pub(crate) fn valid(&self, cells: &[usize]) -> bool {
        self.sets().iter().all(|(set, _)| set.iter().any(|cell| cells.contains(cell)))
    }

    /// A smallest valid set, by trying all of them.
    pub(crate) fn smallest(&self) -> Vec<usize> {
        let mask = |cells: &[usize]| cells.iter().fold(0_u32, |mask, cell| mask | 1 << cell);
        let sets: Vec<u32> = self.sets().iter().map(|(set, _)| mask(set)).collect();
        let valid = (0..1_u32 << self.target.len()).filter(|cells| sets.iter().all(|set| set & cells != 0));
        let smallest = valid.min_by_key(|cells| cells.count_ones()).expect("all cells are a valid set");
        (0..self.target.len()).filter(|cell| smallest >> cell & 1 == 1).collect()
    }
}

impl Certificate {
    /// Of a problem with its smallest valid set, but with nothing proven.
    pub(crate) fn new(problem: Problem) -> Self {
        let puzzle = problem.cover().smallest();
        let (sets, symmetries, lemmas, tree) = Default::default();
        Self { problem, lower: puzzle.len() as u64, puzzle, sets, symmetries, lemmas, tree }
    }

    /// The numbers in the stream.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let mut numbers = self.problem.numbers();
        numbers.push(self.lower);
        numbers.extend(list(&self.puzzle));
        numbers.push(self.sets.len() as u64);
        for (cells, options) in &self.sets {
            numbers.extend(list(cells).into_iter().chain(list(options)));
        }
        numbers.push(self.symmetries.len() as u64);
        numbers.extend(self.symmetries.iter().flatten().map(|&item| item as u64));
        numbers.push(self.lemmas.len() as u64);
        for (region, least, node) in &self.lemmas {
            numbers.extend(list(region));
            numbers.push(*least);
            numbers.extend(node);
        }
        numbers.extend(&self.tree);
        numbers
    }

    /// The unpacked stream.
    pub(crate) fn stream(&self) -> Vec<u8> {
        let mut stream = b"minclue-cert/1\n".to_vec();
        stream.extend(bytes(&self.numbers()));
        stream
    }

    pub(crate) fn verify(&self) -> Result<Verdict, Refusal> {
        verify_stream(&self.stream()[..])
    }

    /// The reason of the refusal.
    pub(crate) fn reason(&self) -> Reason {
        self.verify().expect_err("must be refused").reason
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

fn grid(text: &str) -> Problem {
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
    let sets = certificate.problem.cover().sets();
    let mut chosen = Vec::new();
    assert!(disjoint(&sets, &mut chosen, 4));
    certificate.sets = chosen.into_iter().map(|set| sets[set].clone()).collect();
    certificate.tree = [name_sets(0..4), pack(4)].concat();
    certificate
}
