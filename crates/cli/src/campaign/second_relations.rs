//! Relations between the digits of cells as the second solver knows them, from the lines that records name them by.

/// What holds between the digits of some cells. Cells are numbered row by row from 0, digits from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// They differ, and have this sum, if there is one.
    Cage(Vec<usize>, Option<usize>),
    /// Each is greater than the one before.
    Increasing(Vec<usize>),
    /// The first one is the sum of the others.
    Arrow(Vec<usize>),
    Greater([usize; 2]),
    Consecutive([usize; 2]),
    NotConsecutive([usize; 2]),
    /// One of them is twice the other.
    Double([usize; 2]),
    Sum(Vec<usize>, usize),
}

impl Relation {
    /// The relation of a line such as `thermometer r1c1 r1c2` in a grid of `n` rows, or none of a line that requires
    /// nothing; `None` if the line is not known.
    pub(super) fn of_line(line: &str, n: usize) -> Option<Option<Self>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let cell = |word: &str| {
            let (row, column) = word.strip_prefix('r')?.split_once('c')?;
            let inside = |text: &str| text.parse::<usize>().ok().filter(|i| (1..=n).contains(i));
            Some((inside(row)? - 1) * n + inside(column)? - 1)
        };
        let cells = |words: &[&str]| words.iter().map(|word| cell(word)).collect::<Option<Vec<usize>>>();
        let pair = |words: &[&str]| <[usize; 2]>::try_from(cells(words)?).ok();
        let relation = match words.as_slice() {
            ["cage", members @ .., "sum", sum] => Self::Cage(cells(members)?, Some(sum.parse().ok()?)),
            ["cage", members @ ..] => Self::Cage(cells(members)?, None),
            ["thermometer", members @ ..] => Self::Increasing(cells(members)?),
            ["arrow", members @ ..] => Self::Arrow(cells(members)?),
            ["greater", members @ ..] => Self::Greater(pair(members)?),
            ["kropki", "white", members @ ..] => Self::Consecutive(pair(members)?),
            ["kropki", "black", members @ ..] => Self::Double(pair(members)?),
            ["little-killer", _, _] => return Some(None),
            ["little-killer", start, direction, sum] => {
                let (down, right) = match *direction {
                    "down-right" => (1, 1),
                    "down-left" => (1, -1),
                    "up-right" => (-1, 1),
                    "up-left" => (-1, -1),
                    _ => return None,
                };
                let (mut at, mut members) = (Some(cell(start)?), Vec::new());
                while let Some(cell) = at {
                    members.push(cell);
                    let next = [(cell / n, down), (cell % n, right)].map(|(i, step)| i.checked_add_signed(step));
                    at = match next {
                        [Some(row), Some(column)] if row < n && column < n => Some(row * n + column),
                        _ => None,
                    };
                }
                Self::Sum(members, sum.parse().ok()?)
            }
            _ => return None,
        };
        Some(Some(relation))
    }

    pub(super) fn cells(&self) -> &[usize] {
        match self {
            Self::Cage(cells, _) | Self::Increasing(cells) | Self::Arrow(cells) | Self::Sum(cells, _) => cells,
            Self::Greater(pair) | Self::Consecutive(pair) | Self::NotConsecutive(pair) | Self::Double(pair) => pair,
        }
    }

    /// Whether some of the digits leave it possible; exact once all cells have one. `n` is the largest digit.
    pub(super) fn can_hold(&self, digit: &dyn Fn(usize) -> Option<usize>, n: usize) -> bool {
        let of_pair = |pair: &[usize; 2], holds: fn(usize, usize) -> bool| match pair.map(digit) {
            [Some(a), Some(b)] => holds(a, b),
            _ => true,
        };
        match self {
            Self::Cage(cells, sum) => {
                let known: Vec<usize> = cells.iter().filter_map(|cell| digit(*cell)).collect();
                let differ = known.iter().enumerate().all(|(i, a)| !known[..i].contains(a));
                differ && sum.is_none_or(|sum| can_sum(cells, digit, n, [sum, sum]))
            }
            Self::Increasing(cells) => {
                // Places count from the first cell; those before and after need their digits too.
                let known: Vec<(usize, usize)> =
                    (0..).zip(cells).filter_map(|(i, cell)| Some((i, digit(*cell)?))).collect();
                let fits = |(i, d): &(usize, usize)| *d > *i && d + (cells.len() - 1 - i) <= n;
                known.iter().all(fits) && known.windows(2).all(|two| two[1].1 >= two[0].1 + (two[1].0 - two[0].0))
            }
            Self::Arrow(cells) => {
                let Some((circle, others)) = cells.split_first() else { return true };
                let total = digit(*circle).map_or([1, n], |sum| [sum, sum]);
                can_sum(others, digit, n, total)
            }
            Self::Sum(cells, sum) => can_sum(cells, digit, n, [*sum, *sum]),
            Self::Greater(pair) => of_pair(pair, |a, b| a > b),
            Self::Consecutive(pair) => of_pair(pair, |a, b| a.abs_diff(b) == 1),
            Self::NotConsecutive(pair) => of_pair(pair, |a, b| a.abs_diff(b) != 1),
            Self::Double(pair) => of_pair(pair, |a, b| a == 2 * b || b == 2 * a),
        }
    }
}

/// Whether the digits of cells can have a sum in this range, both ends among it.
fn can_sum(cells: &[usize], digit: &dyn Fn(usize) -> Option<usize>, n: usize, [least, most]: [usize; 2]) -> bool {
    let known: Vec<usize> = cells.iter().filter_map(|cell| digit(*cell)).collect();
    let (sum, n_open) = (known.iter().sum::<usize>(), cells.len() - known.len());
    sum + n_open <= most && sum + n_open * n >= least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_cells_and_sums() {
        let of = |line| Relation::of_line(line, 4);
        assert_eq!(of("cage r1c1 r2c4 sum 7"), Some(Some(Relation::Cage(vec![0, 7], Some(7)))));
        assert_eq!(of("little-killer r1c2 down-right 6"), Some(Some(Relation::Sum(vec![1, 6, 11], 6))));
        assert_eq!(of("little-killer r3c4 up-left 9"), Some(Some(Relation::Sum(vec![11, 6, 1], 9))));
        assert_eq!(of("little-killer r3c4 up-left"), Some(None));
        for wrong in ["cage r1c5", "greater r1c1", "sandwich r1c1 3", "little-killer r1c1 up 3", "arrow r0c1 r1c1"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
