//! Kropki: a white dot between consecutive digits, and a black dot between digits of which one is twice the other.

use crate::ilp::VarId;
use crate::sudoku::{CellAt, DrawnRule};

use super::super::block::PuzzleError;
use super::super::houses::Square;
use super::line_rules::{LineRule, LineRules};
use super::non_consecutive::neighbors;
use super::{Modifier, RuleLine, RuleText, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "kropki",
    about: "digits at a white dot are consecutive; at a black dot, one is twice the other",
    lines: &["kropki"],
    is_drawn: false,
    clue: Some("a dot"),
    example: "sudoku kropki four
1234
3412
2143
4321
kropki white r1c2 r1c3
kropki black r1c4 r2c4
kropki white r3c1 r3c2
",
    read: |text| LineRules::read(text, dots),
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Color {
    White,
    Black,
}

impl Color {
    fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    fn holds(self, a: usize, b: usize) -> bool {
        match self {
            Self::White => a.abs_diff(b) == 1,
            Self::Black => a == 2 * b || b == 2 * a,
        }
    }
}

struct Dot {
    color: Color,
    cells: [usize; 2],
    key: String,
    rule: DrawnRule,
}

impl Dot {
    fn new(square: &Square, color: Color, mut cells: [usize; 2]) -> Self {
        cells.sort_unstable();
        let ([one, other], name) = (cells.map(|cell| square.cell_key(cell)), color.name());
        let at = cells.map(|cell| CellAt::of(cell, square.n));
        let rule = match color {
            Color::White => DrawnRule::WhiteDot(at),
            Color::Black => DrawnRule::BlackDot(at),
        };
        Self { color, cells, key: format!("{one}_{name}_{other}"), rule }
    }
}

/// A color and two cells, or `all` for every dot that there can be: white between 1 and 2.
fn dots(text: &RuleText<'_>, line: &RuleLine<'_>) -> Result<Vec<Dot>, PuzzleError> {
    let square = text.square;
    let digits = |cells: [usize; 2]| cells.map(|cell| square.digits[cell]);
    if let [_, (column, "all")] = line.words[..] {
        if !square.is_solved() {
            return Err(text.fail(line, column, "`all` needs a solved puzzle: the dots follow from its digits"));
        }
        let color = |cells| {
            let [a, b] = digits(cells);
            [Color::White, Color::Black].into_iter().find(|color| color.holds(a, b))
        };
        let dot = |(a, b)| color([a, b]).map(|color| Dot::new(square, color, [a, b]));
        return Ok(neighbors(square.n).filter_map(dot).collect());
    }
    let form = "a dot has a color, `white` or `black`, and two cells; or write `all`";
    let color = match line.words.get(1) {
        Some((_, "white")) => Color::White,
        Some((_, "black")) => Color::Black,
        Some((column, _)) => return Err(text.fail(line, *column, form)),
        None => return Err(text.fail_end(line, form)),
    };
    let [one, other] = text.cells(line, &line.words[2..])?[..] else {
        return Err(text.fail_end(line, form));
    };
    if !neighbors(square.n).any(|pair| pair == (one.min(other), one.max(other))) {
        let message = format!("{} and {} are not neighbors", square.cell_name(one), square.cell_name(other));
        return Err(text.fail(line, line.words[2].0, message));
    }
    let [a, b] = digits([one, other]);
    if a > 0 && b > 0 && !color.holds(a, b) {
        let [one, other] = [one, other].map(|cell| format!("{} in {}", square.symbol(cell), square.cell_name(cell)));
        let message = match color {
            Color::White => format!("{one} and {other} are not consecutive"),
            Color::Black => format!("{one} and {other}: neither is twice the other"),
        };
        return Err(text.fail(line, line.words[2].0, message));
    }
    Ok(vec![Dot::new(square, color, [one, other])])
}

impl LineRule for Dot {
    fn rule(&self) -> DrawnRule {
        self.rule.clone()
    }

    fn give(&self, model: &mut SquareModel<'_>, _: usize) {
        model.give_related(self.cells, &self.key, |a, b| self.color.holds(a, b));
    }

    fn clue(&self, model: &mut SquareModel<'_>, _: usize) -> VarId {
        model.related(self.cells, &self.key, |a, b| self.color.holds(a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{only, refusal};

    #[test]
    fn dots_that_do_not_hold_are_refused() {
        let of = |rule: &str| refusal(&format!("latin\n1324\n2413\n3142\n4231\n{rule}\n"));
        assert_eq!(of("kropki white r1c1 r1c2"), "line 6, column 14: 1 in R1C1 and 3 in R1C2 are not consecutive");
        assert_eq!(
            of("kropki black r1c2 r1c3"),
            "line 6, column 14: 3 in R1C2 and 2 in R1C3: neither is twice the other"
        );
        assert_eq!(of("kropki black r1c1 r2c2"), "line 6, column 14: R1C1 and R2C2 are not neighbors");
        let form = "a dot has a color, `white` or `black`, and two cells; or write `all`";
        assert_eq!(of("kropki red r1c1 r2c2"), format!("line 6, column 8: {form}"));
        assert_eq!(of("kropki"), format!("line 6, column 7: {form}"));
        assert_eq!(of("kropki black r1c1"), format!("line 6, column 18: {form}"));
    }

    /// 1-2, 2-3 and 3-4 are white, 2-4 black.
    #[test]
    fn all_dots_are_those_that_hold() {
        let posed = only("latin clues=kropki\n1234\n2341\n3412\n4123\nkropki all\n").expect("a square");
        let [none, all] = super::super::super::tests::shown("latin clues=kropki\n1234\n2341\n3412\n4123\nkropki all\n");
        assert_eq!(none.lines().count(), 4);
        let n = |color: &str| all.lines().filter(|line| line.starts_with(&format!("kropki {color}"))).count();
        assert_eq!((n("white"), n("black"), posed.clues.len()), (18, 0, 18));
    }
}
