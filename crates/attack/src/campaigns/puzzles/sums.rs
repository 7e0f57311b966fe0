//! Cross sums: digits with given sums, and sums that are the clues.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;

use super::{PuzzleInstance, title, truth};
use crate::Rng;

/// White cells and runs of a board.
#[derive(Debug)]
struct Board {
    columns: usize,
    /// Is the cell white? Row by row.
    white: Vec<bool>,
    /// Two or more white cells in a line: the name, and the white cells by number.
    runs: Vec<(String, Vec<usize>)>,
}

impl Board {
    /// `None` if a white cell is in no run.
    fn new(rows: usize, columns: usize, white: Vec<bool>) -> Option<Self> {
        let mut numbers = vec![None; white.len()];
        let places: Vec<usize> = (0..white.len()).filter(|place| white[*place]).collect();
        places.iter().enumerate().for_each(|(i, place)| numbers[*place] = Some(i));
        let across = (0..rows).map(|r| ("across", (0..columns).map(|c| r * columns + c).collect::<Vec<_>>()));
        let down = (0..columns).map(|c| ("down", (0..rows).map(|r| r * columns + c).collect()));
        let mut runs = Vec::new();
        for (direction, line) in across.chain(down) {
            for run in line.split(|place| !white[*place]).filter(|run| run.len() > 1) {
                let name = format!("{direction}_r{}c{}", run[0] / columns + 1, run[0] % columns + 1);
                runs.push((name, run.iter().filter_map(|place| numbers[*place]).collect::<Vec<_>>()));
            }
        }
        let is_in_run = |i: usize| runs.iter().any(|(_, cells)| cells.contains(&i));
        let is_whole = !places.is_empty() && (0..places.len()).all(is_in_run);
        is_whole.then_some(Self { columns, white, runs })
    }

    fn random(rng: &mut Rng, most_white: usize) -> Option<Self> {
        let (rows, columns) = (rng.random_range(1..=4), rng.random_range(2..=4));
        let white: Vec<bool> = (0..rows * columns).map(|_| rng.random_bool(0.65)).collect();
        let n_white = white.iter().filter(|is_white| **is_white).count();
        if n_white > most_white { None } else { Self::new(rows, columns, white) }
    }

    fn n_white(&self) -> usize {
        self.white.iter().filter(|is_white| **is_white).count()
    }

    fn sums(&self, digits: &[u8]) -> Vec<u8> {
        self.runs.iter().map(|(_, cells)| cells.iter().map(|cell| digits[*cell]).sum()).collect()
    }

    /// Every way to fill the white cells with different digits in every run.
    fn fillings(&self) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for cell in 0..self.n_white() {
            let rivals: Vec<usize> = self
                .runs
                .iter()
                .filter(|(_, run)| run.contains(&cell))
                .flat_map(|(_, run)| run)
                .copied()
                .filter(|c| *c < cell)
                .collect();
            let longer = |filling: &Vec<u8>| {
                let fits = |digit: &u8| rivals.iter().all(|rival| filling[*rival] != *digit);
                (1..=9).filter(fits).map(|digit| [filling.as_slice(), &[digit]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn text(&self, digits: &[u8]) -> String {
        let mut left = digits.iter();
        let mut place = |is_white: &bool| match is_white {
            true => left.next().map_or('?', |digit| char::from(b'0' + digit)),
            false => '#',
        };
        self.white
            .chunks(self.columns)
            .map(|row| row.iter().map(&mut place).chain(['\n']).collect::<String>())
            .collect()
    }
}

/// The digits are the clues.
pub(super) fn kakuro(rng: &mut Rng) -> Option<PuzzleInstance> {
    let board = (0..50).find_map(|_| Board::random(rng, 6))?;
    let all = board.fillings();
    let target = all.choose(rng)?;
    let sums = board.sums(target);
    let same: Vec<Vec<u8>> = all.iter().filter(|other| board.sums(other) == sums).cloned().collect();
    let places = (0..board.white.len()).filter(|place| board.white[*place]);
    let name = |(place, digit): (usize, &u8)| {
        format!("x_r{}c{}_{digit}", place / board.columns + 1, place % board.columns + 1)
    };
    let names = places.zip(target).map(name).collect();
    Some(PuzzleInstance {
        text: format!("kakuro{}\n{}", title(rng), board.text(target)),
        names,
        truth: truth(target, &same),
    })
}

/// The sums are the clues. Most boards are such that all sums together leave one filling.
pub(super) fn kakuro_sums(rng: &mut Rng) -> Option<PuzzleInstance> {
    let board = (0..50).find_map(|_| Board::random(rng, 6))?;
    let mut all: Vec<(Vec<u8>, Vec<u8>)> =
        board.fillings().into_iter().map(|digits| (board.sums(&digits), digits)).collect();
    all.sort_unstable();
    let is_alone = |i: &usize| {
        let differs = |j: usize| all.get(j).is_none_or(|other| other.0 != all[*i].0);
        differs(i.wrapping_sub(1)) && differs(i + 1)
    };
    let alone: Vec<usize> = (0..all.len()).filter(is_alone).collect();
    let target = match alone.choose(rng) {
        Some(i) if rng.random_bool(0.85) => *i,
        _ => rng.random_range(0..all.len()),
    };
    let (sums, digits) = all[target].clone();
    // Two fillings with the same sums are two solutions that no clue tells apart.
    let others: Vec<Vec<u8>> =
        all.iter().enumerate().filter(|(i, _)| *i != target).map(|(_, (sums, _))| sums.clone()).collect();
    let differing = |other: &Vec<u8>| crate::truth::set_of((0..sums.len()).filter(|i| other[*i] != sums[*i]));
    let truth = crate::truth::Truth::new(sums.len(), others.iter().map(differing).collect());
    let names = board.runs.iter().zip(&sums).map(|((name, _), sum)| format!("s_{name}_{sum}")).collect();
    Some(PuzzleInstance { text: format!("kakuro-sums{}\n{}", title(rng), board.text(&digits)), names, truth })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: two cells have 72 fillings; the sums 3, 4, 16 and 17 have one pair of digits each, in two orders.
    #[test]
    fn two_cells_by_hand() {
        let board = Board::new(1, 2, vec![true; 2]).expect("a board");
        let all = board.fillings();
        assert_eq!((all.len(), board.runs.len()), (72, 1));
        for (sum, n) in [(3, 2), (4, 2), (5, 4), (10, 8), (16, 2), (17, 2), (18, 0)] {
            assert_eq!(all.iter().filter(|digits| board.sums(digits) == [sum]).count(), n, "{sum}");
        }
        assert_eq!(board.text(&[1, 9]), "19\n");
    }

    /// `#12` over `35#`: one run across in each row, and one down in the second column.
    #[test]
    fn runs_end_at_black_cells() {
        let board = Board::new(2, 3, vec![false, true, true, true, true, false]).expect("a board");
        let names: Vec<&str> = board.runs.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["across_r1c2", "across_r2c1", "down_r1c2"]);
        assert_eq!(board.sums(&[1, 2, 3, 5]), [3, 8, 6]);
        assert!(
            Board::new(1, 3, vec![true, true, false]).is_some() && Board::new(1, 3, vec![true, false, true]).is_none()
        );
    }
}
