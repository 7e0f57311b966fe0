//! Small puzzles of all kinds against brute force: all fillings that the rules allow, without a model, and all sets of
//! clues.

use std::collections::{BTreeMap, BTreeSet};

use minclue_core::base::Limits;
use minclue_core::problem::Verdict;

use super::{both, minimum, posed, problem};

/// The fewest of the clues of `target` that no other solution has as well, by looking at all sets of clues; `None` if
/// all of them together are not enough.
pub(crate) fn fewest(target: &[usize], others: &[&[usize]]) -> Option<usize> {
    let differing =
        |other: &&[usize]| -> u32 { (0..target.len()).filter(|i| other[*i] != target[*i]).map(|i| 1 << i).sum() };
    let differing: BTreeSet<u32> = others.iter().map(differing).collect();
    let is_valid = |clues: &u32| differing.iter().all(|set| set & clues != 0);
    (0..1_u32 << target.len()).filter(is_valid).map(u32::count_ones).min().map(|n| n as usize)
}

/// All fillings of `n_cells` cells with 1 to `max` that `fits` accepts cell by cell: it sees the cells filled so far.
fn fillings(n_cells: usize, max: usize, fits: &dyn Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
    fn go(
        filling: &mut Vec<usize>,
        n_cells: usize,
        max: usize,
        fits: &dyn Fn(&[usize]) -> bool,
        all: &mut Vec<Vec<usize>>,
    ) {
        if filling.len() == n_cells {
            all.push(filling.clone());
            return;
        }
        for value in 1..=max {
            filling.push(value);
            if fits(filling) {
                go(filling, n_cells, max, fits, all);
            }
            filling.pop();
        }
    }
    let mut all = Vec::new();
    go(&mut Vec::new(), n_cells, max, fits, &mut all);
    all
}

/// Does the last of the cells filled so far differ from all others of its houses?
fn differs(filling: &[usize], houses: &[Vec<usize>]) -> bool {
    let last = filling.len() - 1;
    let fits = |house: &Vec<usize>| house.iter().all(|cell| *cell >= last || filling[*cell] != filling[last]);
    houses.iter().filter(|house| house.contains(&last)).all(fits)
}

/// Rows and columns of n lines.
fn lines(n: usize) -> Vec<Vec<usize>> {
    let rows = (0..n).map(|r| (0..n).map(|c| n * r + c).collect());
    rows.chain((0..n).map(|c| (0..n).map(|r| n * r + c).collect())).collect()
}

fn rows(n: usize, filling: &[usize]) -> String {
    filling.chunks(n).map(|row| row.iter().map(usize::to_string).chain(["\n".into()]).collect::<String>()).collect()
}

/// Every `step`-th solution as the target among all of them, where the clues are the entries of a solution. The values
/// met.
fn agree(all: &[Vec<usize>], step: usize, text: &dyn Fn(&[usize]) -> String) -> BTreeSet<usize> {
    let of = |i: usize| {
        let others: Vec<&[usize]> =
            all.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, other)| &other[..]).collect();
        let (text, wanted) = (text(&all[i]), fewest(&all[i], &others).expect("all entries together are the solution"));
        assert_eq!(minimum(&text), wanted, "{text}");
        wanted
    };
    (0..all.len()).step_by(step).map(of).collect()
}

#[test]
fn grids_with_more_houses() {
    let mut houses = lines(4);
    houses.extend([vec![0, 1, 4, 5], vec![2, 3, 6, 7], vec![8, 9, 12, 13], vec![10, 11, 14, 15]]);
    houses.extend([vec![0, 5, 10, 15], vec![3, 6, 9, 12]]);
    let all = fillings(16, 4, &|filling| differs(filling, &houses));
    assert_eq!(all.len(), 48);
    agree(&all, 5, &|filling| format!("sudoku-x 2x2\n{}", rows(4, filling)));
}

#[test]
fn grids_with_other_regions() {
    for regions in ["AABBACCBACDBCDDD", "AAAABBBCBDCCDDDC", "ABCDBADCCDABDCBA"] {
        let mut houses = lines(4);
        let region =
            |name: char| regions.chars().enumerate().filter(move |(_, other)| *other == name).map(|(cell, _)| cell);
        houses.extend("ABCD".chars().map(|name| region(name).collect()));
        let all = fillings(16, 4, &|filling| differs(filling, &houses));
        let drawn: Vec<&str> = (0..4).map(|r| &regions[4 * r..4 * r + 4]).collect();
        let step = all.len().div_ceil(8).max(1);
        assert!(!all.is_empty(), "{regions}");
        agree(&all, step, &|filling| format!("jigsaw\n{}{}\n", rows(4, filling), drawn.join("\n")));
    }
}

/// Squares with signs between some pairs of neighbors: which one is less is what the target has.
#[test]
fn squares_with_signs() {
    let (n, houses) = (4, lines(4));
    let squares = fillings(n * n, n, &|filling| differs(filling, &houses));
    assert_eq!(squares.len(), 576);
    let mut met = BTreeSet::new();
    for (i, target) in squares.iter().enumerate().step_by(48) {
        // More signs from target to target.
        let is_signed = |(a, b): &(usize, usize)| (7 * a + 5 * b) % 12 < 1 + i / 48;
        let across = (0..n * n).filter(|cell| cell % n != n - 1).map(|cell| (cell, cell + 1));
        let signs: Vec<_> = across.chain((0..n * n - n).map(|cell| (cell, cell + n))).filter(is_signed).collect();
        let same =
            |square: &&Vec<usize>| signs.iter().all(|&(a, b)| (square[a] < square[b]) == (target[a] < target[b]));
        let sign = |a: usize, b: usize, less: char, more: char| match (signs.contains(&(a, b)), target[a] < target[b]) {
            (false, _) => ' ',
            (true, is_less) => {
                if is_less {
                    less
                } else {
                    more
                }
            }
        };
        let mut text = String::from("futoshiki\n");
        for r in 0..n {
            for c in 0..n {
                let cell = n * r + c;
                text.push_str(&target[cell].to_string());
                text.push(if c + 1 < n { sign(cell, cell + 1, '<', '>') } else { '\n' });
            }
            if r + 1 < n {
                let below = (0..n).flat_map(|c| [sign(n * r + c, n * r + c + n, '^', 'v'), ' ']).collect::<String>();
                text.push_str(below.trim_end());
                text.push_str(if below.trim().is_empty() { "" } else { "\n" });
            }
        }
        let all: Vec<&[usize]> = squares.iter().filter(same).filter(|s| *s != target).map(|s| &s[..]).collect();
        let wanted = fewest(target, &all).expect("all digits are the square");
        assert_eq!(minimum(&text), wanted, "{text}");
        met.insert(wanted);
    }
    assert!(met.len() > 2, "{met:?}");
}

#[test]
fn queens() {
    for (n, n_placements, step) in [(5, 10, 1), (6, 4, 1), (7, 40, 3), (8, 92, 9)] {
        let fits = |columns: &[usize]| {
            let last = columns.len() - 1;
            (0..last).all(|r| columns[r] != columns[last] && columns[r].abs_diff(columns[last]) != last - r)
        };
        let all = fillings(n, n, &fits);
        assert_eq!(all.len(), n_placements);
        let row =
            |column: &usize| (1..=n).map(|c| if c == *column { 'Q' } else { '.' }).chain(['\n']).collect::<String>();
        agree(&all, step, &|columns| format!("queens\n{}", columns.iter().map(row).collect::<String>()));
    }
}

/// The runs of a board of black (`#`) and white cells, as numbers of white cells.
fn runs(board: &str) -> Vec<Vec<usize>> {
    let rows: Vec<Vec<char>> = board.lines().map(|row| row.chars().collect()).collect();
    let (n_rows, n_columns) = (rows.len(), rows[0].len());
    let is_white = |r: usize, c: usize| rows[r][c] != '#';
    let number =
        |r: usize, c: usize| board.lines().flat_map(str::chars).take(n_columns * r + c).filter(|x| *x != '#').count();
    let across: Vec<Vec<_>> = (0..n_rows).map(|r| (0..n_columns).map(|c| (r, c)).collect()).collect();
    let down: Vec<Vec<_>> = (0..n_columns).map(|c| (0..n_rows).map(|r| (r, c)).collect()).collect();
    let mut found = Vec::new();
    for line in across.into_iter().chain(down) {
        for run in line.split(|(r, c)| !is_white(*r, *c)).filter(|run| run.len() > 1) {
            found.push(run.iter().map(|(r, c)| number(*r, *c)).collect());
        }
    }
    found
}

/// The board with these digits in its white cells.
fn filled(board: &str, filling: &[usize]) -> String {
    let mut digits = filling.iter();
    let cell = |c: char| if c == '.' { digits.next().expect("a digit for each").to_string() } else { c.to_string() };
    board.chars().map(cell).collect()
}

fn sums(filling: &[usize], runs: &[Vec<usize>]) -> Vec<usize> {
    runs.iter().map(|run| run.iter().map(|cell| filling[*cell]).sum()).collect()
}

#[test]
fn cross_sums_with_given_sums() {
    let mut met = BTreeSet::new();
    for board in ["#25\n174\n48#\n", "12#\n349\n", "#58#\n4628\n3156\n#49#\n", "#12#\n1357\n2498\n#61#\n"] {
        let runs = runs(board);
        let target: Vec<usize> = board.chars().filter_map(|c| c.to_digit(10)).map(|d| d as usize).collect();
        let totals = sums(&target, &runs);
        let fits = |filling: &[usize]| {
            let n = filling.len();
            let fits = |run: &Vec<usize>, total: usize| {
                let sum: usize = run.iter().filter(|cell| **cell < n).map(|cell| filling[*cell]).sum();
                if run.iter().all(|cell| *cell < n) { sum == total } else { sum < total }
            };
            differs(filling, &runs) && runs.iter().zip(&totals).all(|(run, total)| fits(run, *total))
        };
        let all = fillings(target.len(), 9, &fits);
        let others: Vec<&[usize]> = all.iter().filter(|other| **other != target).map(|other| &other[..]).collect();
        assert_eq!(others.len() + 1, all.len(), "the target is one of them");
        let wanted = fewest(&target, &others).expect("all digits are the filling");
        assert_eq!(minimum(&format!("kakuro\n{board}")), wanted, "{board}");
        met.insert(wanted);
    }
    assert!(met.len() > 1, "{met:?}");
}

#[test]
fn cross_sums_whose_sums_are_the_clues() {
    for (board, n_targets) in [("..#\n...\n", 12), ("#..\n...\n..#\n", 6)] {
        let runs = runs(board);
        let n_cells = board.matches('.').count();
        let all = fillings(n_cells, 9, &|filling| differs(filling, &runs));
        let totals: Vec<Vec<usize>> = all.iter().map(|filling| sums(filling, &runs)).collect();
        let mut n_with: BTreeMap<&[usize], usize> = BTreeMap::new();
        totals.iter().for_each(|sums| *n_with.entry(sums).or_default() += 1);
        let mut n_repeated = 0;
        // Fillings from all over the list, until this many of them had an answer.
        let mut left = n_targets;
        for i in (0..all.len()).step_by(all.len() / 997 + 1) {
            let is_single = n_with[&totals[i][..]] == 1;
            if is_single && left == 0 || !is_single && n_repeated == 5 {
                continue;
            }
            let text = format!("kakuro-sums\n{}", filled(board, &all[i]));
            let problem = problem(&posed(&text));
            let suffices = problem.suffices(&mut Limits::none().pace(1)) == Verdict::Unique;
            assert_eq!(suffices, is_single, "{text}");
            if is_single {
                let others: Vec<&[usize]> = n_with.keys().copied().filter(|other| *other != totals[i]).collect();
                let wanted = fewest(&totals[i], &others).expect("all sums are enough");
                assert_eq!(both(&problem, &text), wanted, "{text}");
                left -= 1;
            } else {
                n_repeated += 1;
            }
        }
        assert_eq!((left, n_repeated), (0, 5), "{board}");
    }
}
