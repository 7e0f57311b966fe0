//! Squares of digits: Latin squares and their kin with more houses, and with signs.

use std::sync::OnceLock;

use rand::Rng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::{PuzzleInstance, title, truth};
use crate::Rng;
use crate::lab::{Lab, Wrong};
use crate::solver::{House, Houses};

fn rows(n: usize, cells: &[u8]) -> String {
    let row = |row: &[u8]| row.iter().map(|value| char::from(b'0' + value)).chain(['\n']).collect::<String>();
    cells.chunks(n).map(row).collect()
}

fn names(n: usize, cells: &[u8]) -> Vec<String> {
    cells.iter().enumerate().map(|(cell, value)| format!("x_r{}c{}_{value}", cell / n + 1, cell % n + 1)).collect()
}

/// All Latin squares of an order up to 4.
fn squares(n: usize) -> &'static [Vec<u8>] {
    static ALL: [OnceLock<Vec<Vec<u8>>>; 5] = [const { OnceLock::new() }; 5];
    ALL[n].get_or_init(|| Houses::new(n * n, n, &Houses::lines(n)).all(&vec![0; n * n], 1000).unwrap_or_default())
}

/// One of all fillings as the target.
fn posed(n: usize, head: &str, all: &[Vec<u8>], rng: &mut Rng) -> Option<PuzzleInstance> {
    let target = all.choose(rng)?;
    Some(PuzzleInstance {
        text: format!("{head}\n{}", rows(n, target)),
        names: names(n, target),
        truth: truth(target, all),
    })
}

pub(super) fn latin(rng: &mut Rng) -> Option<PuzzleInstance> {
    let n = rng.random_range(1..=4);
    posed(n, &format!("latin{}", title(rng)), squares(n), rng)
}

pub(super) fn sudoku(rng: &mut Rng) -> Option<PuzzleInstance> {
    let all = Houses::new(16, 4, &[Houses::lines(4), Houses::boxes(2, 2)].concat()).all(&[0; 16], 1000)?;
    let shape = if rng.random_bool(0.5) { "" } else { " 2x2" };
    posed(4, &format!("sudoku{shape}{}", title(rng)), &all, rng)
}

/// Both diagonals of a square.
fn diagonals(n: usize) -> [House; 2] {
    [(0..n).map(|i| n * i + i).collect(), (0..n).map(|i| n * i + n - 1 - i).collect()]
}

pub(super) fn sudoku_x(rng: &mut Rng) -> Option<PuzzleInstance> {
    let houses = [Houses::lines(4), Houses::boxes(2, 2), diagonals(4).to_vec()].concat();
    let all = Houses::new(16, 4, &houses).all(&[0; 16], 1000)?;
    posed(4, &format!("sudoku-x 2x2{}", title(rng)), &all, rng)
}

/// Each digit's cells are dealt to the regions, so that every region has every digit.
pub(super) fn jigsaw(rng: &mut Rng) -> Option<PuzzleInstance> {
    let n = *[3, 4, 4].choose(rng)?;
    let target = squares(n).choose(rng)?;
    let mut regions = vec![0; n * n];
    for value in 1..=n as u8 {
        let mut order: Vec<usize> = (0..n).collect();
        order.shuffle(rng);
        let places = (0..n * n).filter(|cell| target[*cell] == value);
        places.zip(order).for_each(|(cell, region)| regions[cell] = region);
    }
    let region = |i: usize| (0..n * n).filter(|cell| regions[*cell] == i).collect::<House>();
    let houses = [Houses::lines(n), (0..n).map(region).collect()].concat();
    let all = Houses::new(n * n, n, &houses).all(&vec![0; n * n], 1000)?;
    let drawn = |row: &[usize]| row.iter().map(|i| char::from(b'A' + *i as u8)).chain(['\n']).collect::<String>();
    let regions: String = regions.chunks(n).map(drawn).collect();
    let text = format!("jigsaw{}\n{}{regions}", title(rng), rows(n, target));
    Some(PuzzleInstance { text, names: names(n, target), truth: truth(target, &all) })
}

/// Signs between some neighbors.
pub(super) fn futoshiki(rng: &mut Rng) -> Option<PuzzleInstance> {
    let n = *[2, 3, 4, 4].choose(rng)?;
    let target = squares(n).choose(rng)?;
    let chance = rng.random_range(0.0..0.5);
    let (mut signs, mut text) = (Vec::new(), format!("futoshiki{}\n", title(rng)));
    for r in 0..n {
        let (mut row, mut below) = (String::new(), String::new());
        for c in 0..n {
            let cell = n * r + c;
            row.push(char::from(b'0' + target[cell]));
            if c + 1 < n {
                let is_signed = rng.random_bool(chance);
                row.push(match (is_signed, target[cell] < target[cell + 1]) {
                    (false, _) => ' ',
                    (true, true) => '<',
                    (true, false) => '>',
                });
                signs.extend(is_signed.then_some((cell, cell + 1)));
            }
            if r + 1 < n {
                let is_signed = rng.random_bool(chance);
                below.push(match (is_signed, target[cell] < target[cell + n]) {
                    (false, _) => ' ',
                    (true, true) => '^',
                    (true, false) => 'v',
                });
                below.push(' ');
                signs.extend(is_signed.then_some((cell, cell + n)));
            }
        }
        text.push_str(row.trim_end());
        text.push('\n');
        if !below.trim().is_empty() {
            text.push_str(below.trim_end());
            text.push('\n');
        }
    }
    let agrees = |other: &&Vec<u8>| signs.iter().all(|(a, b)| (other[*a] < other[*b]) == (target[*a] < target[*b]));
    let all: Vec<Vec<u8>> = squares(n).iter().filter(agrees).cloned().collect();
    Some(PuzzleInstance { text, names: names(n, target), truth: truth(target, &all) })
}

fn windows() -> Vec<House> {
    let window = |top: usize, left: usize| (0..9).map(|i| 9 * (top + i / 3) + left + i % 3).collect();
    vec![window(1, 1), window(1, 5), window(5, 1), window(5, 5)]
}

/// Are some clues of a random large square enough, and is each of them needed? Windoku has 81 cells and no smaller
/// square; the others come along.
pub(super) fn large(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let (n, head, mut houses) = match rng.random_range(0..6) {
        0 => (6, "sudoku 2x3".to_owned(), Houses::boxes(2, 3)),
        1 => (6, "sudoku-x 3x2".to_owned(), [Houses::boxes(3, 2), diagonals(6).to_vec()].concat()),
        2 => (6, "latin".to_owned(), Vec::new()),
        _ => (9, "windoku".to_owned(), [Houses::boxes(3, 3), windows()].concat()),
    };
    houses.extend(Houses::lines(n));
    let houses = Houses::new(n * n, n, &houses);
    let target = houses.random(rng);
    lab.write("puzzle.txt", &format!("{head}{}\n{}", title(rng), rows(n, &target)))?;
    let names = names(n, &target);
    for _ in 0..2 {
        let share = rng.random_range(0.25..0.7);
        let clues: Vec<usize> = (0..n * n).filter(|_| rng.random_bool(share)).collect();
        let named: Vec<&str> = clues.iter().map(|cell| names[*cell].as_str()).collect();
        if named.is_empty() {
            continue;
        }
        let output = lab.run(&["fcp", "--format", "jsonl", "--check", &named.join(","), "puzzle.txt"])?;
        let with = |without: Option<usize>| {
            let mut cells = vec![0; n * n];
            clues.iter().filter(|cell| Some(**cell) != without).for_each(|cell| cells[*cell] = target[*cell]);
            houses.count(&cells, 2) == 1
        };
        let is_valid = with(None);
        output.expect_code(if is_valid { 0 } else { 5 })?;
        let record = output.record()?;
        if record["valid"] != is_valid {
            return Err(format!("valid is {is_valid}, and the record says {record}"));
        }
        if is_valid {
            let redundant: Vec<u64> = clues.iter().filter(|cell| with(Some(**cell))).map(|cell| *cell as u64).collect();
            if record["redundant"] != serde_json::json!(redundant) {
                return Err(format!("the cells {redundant:?} are redundant, and the record says {record}"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// 48 of the 288 grids of 4x4 have different digits in both diagonals too: 2 for each first row and order of the
    /// second. The first box leaves the diagonal cell of the second row two digits, and everything else follows.
    #[test]
    fn houses_by_hand() {
        let all = [Houses::lines(4), Houses::boxes(2, 2), diagonals(4).to_vec()].concat();
        assert_eq!(Houses::new(16, 4, &all).count(&[0; 16], 999), 48);
        assert_eq!(windows()[3][8], 9 * 7 + 7);
    }

    #[test]
    fn jigsaws_have_every_digit_in_every_region() {
        let mut rng = Rng::seed_from_u64(2);
        for _ in 0..20 {
            let posed = jigsaw(&mut rng).expect("an instance");
            // The target is a solution, or `truth` would take it for another one that differs nowhere.
            assert!(posed.truth.is_answerable(), "{}", posed.text);
        }
    }

    /// 1<2 leaves one of the two squares of order 2.
    #[test]
    fn signs_leave_out_squares() {
        let mut rng = Rng::seed_from_u64(3);
        let mut met = [false; 2];
        for _ in 0..200 {
            let posed = futoshiki(&mut rng).expect("an instance");
            if posed.names.len() == 4 {
                let is_signed = posed.text.contains(['<', '>', '^', 'v']);
                assert_eq!(posed.truth.minimum(), Some(u32::from(!is_signed)), "{}", posed.text);
                met[usize::from(is_signed)] = true;
            }
        }
        assert_eq!(met, [true; 2]);
    }
}
