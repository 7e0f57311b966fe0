//! Four windows are houses: windoku.

use super::super::houses::House;
use super::{Houses, Modifier, Rule};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "windoku",
    about: "each digit once in the four 3x3 windows at rows and columns 2 to 4 and 6 to 8",
    lines: &[],
    is_drawn: false,
    clue: None,
    example: "sudoku windoku nine
637198524
214576893
598342176
972684351
185923647
463715982
341857269
759261438
826439715
",
    read: |text| match text.square.n {
        9 => Ok(Box::new(Houses(Rule::Windows, (0..4).map(window).collect()))),
        n => Err(text.fail_word(format!("windows need 9 rows; this square has {n}"))),
    },
};

/// One of the four windows, row-major from 0.
fn window(number: usize) -> House {
    let (top, left) = (1 + 4 * (number / 2), 1 + 4 * (number % 2));
    let cells = (0..9).map(|i| (top + i / 3) * 9 + left + i % 3).collect();
    House { name: format!("window {}", number + 1), cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_do_not_touch_the_border_or_each_other() {
        assert_eq!(window(0).cells, [10, 11, 12, 19, 20, 21, 28, 29, 30]);
        assert_eq!(window(3).cells, [50, 51, 52, 59, 60, 61, 68, 69, 70]);
    }
}
