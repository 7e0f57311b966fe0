//! Small certificates that ask for much work.

use super::{Certificate, Cover, Linear, Problem, bytes, cycle, digested, edges, list, name_sets, undigested};

/// This number of splits, each below the first side of the one before and with another cap.
fn splits(n: u64) -> Vec<u64> {
    (0..n).flat_map(|at| [vec![5], list(&[0]), vec![at]].concat()).collect()
}

/// Symmetries that are all the identity, each looked at against a thousand caps, time and again.
pub(crate) fn symmetries_against_caps() -> Certificate {
    let mut certificate = cycle();
    let n = 4096;
    certificate.symmetries = vec![(0..5).collect(); n];
    let step: Vec<u64> = [4, n as u64].into_iter().chain(0..n as u64).collect();
    certificate.tree = [splits(1000), step.repeat(20)].concat();
    certificate
}

/// One edge of 300 cells, for which sets of cells are long.
fn wide() -> Certificate {
    Certificate { lower: 1, puzzle: vec![0], ..edges(300, vec![(0..300).collect()]) }
}

/// Two hundred thousand steps that say nothing, below a thousand caps.
pub(crate) fn steps_below_caps() -> Certificate {
    let mut certificate = wide();
    certificate.tree = [splits(1000), [0, 0].repeat(200_000)].concat();
    certificate
}

/// Rows made of a row with coefficients of 62 bits, forty thousand of them.
pub(crate) fn rows_of_large_numbers() -> Certificate {
    let mut certificate = wide();
    let row = [0, 1 << 62, 1, 1, 1];
    let first = vec![0, 40_002, 2, 0, 1, 1, 0, (1 << 62) - 1];
    certificate.tree = [first, row.repeat(40_000)].concat();
    certificate
}

/// Twenty thousand sets by a variable that is in 2^18 rows.
pub(crate) fn sets_of_a_long_column() -> Certificate {
    let rows = vec![(vec![(0, 1)], 0); 1 << 18];
    let model = Linear { n_vars: 1, rows, ones: vec![], cells: vec![0], shown: vec![0] };
    let sets = vec![(vec![0], vec![0]); 20_000];
    let tree = [name_sets([0]), vec![2, 1, 0]].concat();
    Certificate { lower: 1, sets, tree, ..Certificate::about(Problem::Model(model), vec![0]) }
}

/// Symmetries of 14 items, of which every set is an option: short to write, long to look through.
pub(crate) fn symmetries_of_many_options() -> Certificate {
    let n_items = 14;
    let options: Vec<Vec<usize>> =
        (1..1 << n_items).map(|set: usize| (0..n_items).filter(|item| set >> item & 1 == 1).collect()).collect();
    let target = vec![options.len() - 1];
    let problem = Problem::Cover(Cover { n_items, options, target });
    let symmetries = vec![(0..n_items).collect(); 4096];
    Certificate { symmetries, ..Certificate::about(problem, vec![0]) }
}

/// `n` times `x0 + x3 <= 1`, and `n` rows over x0 and others that ask for all of those.
pub(crate) fn rows_against_exclusions(n: usize) -> Certificate {
    let exclusion = (vec![(0, -1), (3, -1)], -1);
    let row = (vec![(0, 1), (1, 1), (2, 1)], 0);
    let rows = [vec![exclusion; n], vec![row; n]].concat();
    let model = Linear { n_vars: 4, rows, ones: vec![], cells: vec![0], shown: vec![0] };
    Certificate::about(Problem::Model(model), vec![0])
}

/// A model without rows, for each puzzle of which all of its variables are made ready.
pub(crate) fn puzzles_of_many_variables(n_vars: usize, n_cells: usize) -> (Certificate, Vec<Vec<usize>>) {
    let cells: Vec<usize> = (0..n_cells).collect();
    let model = Linear { n_vars, rows: vec![], ones: vec![], shown: vec![0], cells };
    (Certificate::about(Problem::Model(model), vec![0]), (1..n_cells).map(|cell| vec![0, cell]).collect())
}

/// A search whose first part has 64 cells and sets that fill all bits, and then these. What is chosen there may have
/// `budget` cells, and the last part needs one more.
pub(crate) fn sets_without_bits(n: usize, budget: usize, set: impl Fn(usize) -> Vec<usize>) -> Certificate {
    let pairs = (1..64).flat_map(|a| (a + 1..64).map(move |b| vec![0, a, b]));
    let bits = pairs.take(64);
    let singles = (64..=64 + budget).map(|cell| vec![cell]);
    search_for(65 + budget, budget, bits.chain((0..n).map(set)).chain(singles).collect())
}

/// The same with many sets of a cell of the first part and three of the last, for most of which the table has no place.
pub(crate) fn sets_without_places(n: usize, budget: usize) -> Certificate {
    let triples = (0..32).flat_map(|a| (a + 1..32).flat_map(move |b| (b + 1..32).map(move |c| [a, b, c])));
    let sets = triples.enumerate().map(|(i, last)| {
        let last = last.iter().map(|cell| 64 + cell);
        [1 + i % 63].into_iter().chain(last).collect()
    });
    search_for(96, budget, sets.take(n).collect())
}

/// A search below this many caps, of which it asks for each.
pub(crate) fn search_below_caps(n: u64) -> Certificate {
    let mut certificate = search_for(96, 0, vec![vec![0]]);
    let first: Vec<usize> = (0..64).collect();
    let search = [vec![5], list(&first), vec![0, 8, n + 1, 1, 0]].concat();
    // Then the second sides from the innermost one on: their branch rows need a cell, and no cell is left.
    certificate.tree = [splits(n), search, [0, 1, 1, 0, 7, 0].repeat(n as usize + 1)].concat();
    certificate
}

/// That these sets need more cells than `budget` is left to a search, which begins with the first 64 cells. All cells
/// are free, so that whatever has a cell is an unavoidable set.
fn search_for(n_cells: usize, budget: usize, sets: Vec<Vec<usize>>) -> Certificate {
    let first: Vec<usize> = (0..64).collect();
    let below = [vec![5], list(&first), vec![budget as u64, 8, 1, sets.len() as u64, 0]];
    let tree = [&below.concat()[..], &[0, 1, 1, 0, 2, 1, 0]].concat();
    Certificate { tree, ..free_cells(n_cells, budget, sets) }
}

/// The same without a tree: that more than `budget` of these cells hit the sets.
pub(crate) fn free_cells(n_cells: usize, budget: usize, sets: Vec<Vec<usize>>) -> Certificate {
    let all: Vec<usize> = (0..n_cells).collect();
    let model = Linear { n_vars: n_cells, rows: vec![], ones: vec![], cells: all.clone(), shown: all.clone() };
    let sets = sets.into_iter().map(|set| (set.clone(), vec![set[0]])).collect();
    Certificate { lower: budget as u64 + 1, sets, ..Certificate::about(Problem::Model(model), all) }
}

/// One more pigeon than holes, each in a hole of its own unless a variable says that this need not be: the puzzle
/// without clues has one solution, and resolution needs very long to see it.
pub(crate) fn pigeons(n_holes: usize) -> Vec<u8> {
    let at = |pigeon: usize, hole: usize| pigeon * n_holes + hole;
    let free = (n_holes + 1) * n_holes;
    let pigeons = (0..=n_holes).map(|pigeon| {
        let holes = (0..n_holes).map(|hole| (at(pigeon, hole), 1));
        (holes.chain([(free, 1)]).collect(), 1)
    });
    let holes = (0..n_holes).map(|hole| ((0..=n_holes).map(|pigeon| (at(pigeon, hole), -1)).collect(), -1));
    let rows = pigeons.chain(holes).collect();
    let model = Linear { n_vars: free + 1, rows, ones: vec![free], cells: vec![free], shown: vec![free] };
    Certificate::about(Problem::Model(model), vec![]).stream()
}

/// A stream with rows of 2^20 terms, most of whose bytes are 0, so that it packs into next to nothing.
pub(crate) fn long_rows(n: usize) -> Vec<u8> {
    let n_vars = 1 << 20;
    let row = [bytes(&[n_vars]), vec![0; 2 * n_vars as usize + 1]].concat();
    let head = bytes(&[2, n_vars, n as u64]);
    // Nothing is 1 in the target; there is no cell, and nothing is shown. One puzzle is claimed, and the rest is empty.
    let rest = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    digested(undigested(&[&head[..], &row.repeat(n), &rest].concat()))
}

/// A stream as a zstd frame whose runs of one byte are blocks of four bytes.
pub(crate) fn packed_runs(stream: &[u8]) -> Vec<u8> {
    // A window of 128 KiB, which is the length of the longest block too.
    let mut file = b"\x28\xb5\x2f\xfd\0\x38".to_vec();
    let mut block = |last: bool, run: bool, n: usize, bytes: &[u8]| {
        let header = n << 3 | usize::from(run) << 1 | usize::from(last);
        file.extend_from_slice(&header.to_le_bytes()[..3]);
        file.extend_from_slice(bytes);
    };
    for run in stream.chunk_by(|a, b| a == b) {
        for run in run.chunks(1 << 17) {
            block(false, true, run.len(), &run[..1]);
        }
    }
    block(true, false, 0, &[]);
    file
}
