//! Star battle: the same number of stars in every row, column and region, without stars that touch.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock, cell_key, cell_name};
use super::draft::Draft;
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "star-battle",
    about: "k stars in every row, column and region of a square board; no two stars touch, not even at a corner",
    clue: "a star; the regions are given",
    example: "star-battle four
.*..
...*
*...
..*.
AABB
AABB
CCDD
CCDD
",
    is_modified: false,
    parse,
};

/// The most rows of a board.
const MAX_ROWS: usize = 50;

/// The stars first, then as many rows of letters; the head may say how many stars a row has.
fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(1)?;
    let lines = block.rows();
    let n = lines.len() / 2;
    if !lines.len().is_multiple_of(2) || n == 0 || n > MAX_ROWS {
        let message =
            format!("{} rows; there are as many rows of letters as of stars, at most {MAX_ROWS} of each", lines.len());
        return Err(block.fail_head(message));
    }
    let (stars, letters) = (block.part_of_grid(0..n)?, block.part_of_grid(n..2 * n)?);
    for (first, part) in [(0, &stars), (n, &letters)] {
        if part[0].len() != n {
            return Err(block.fail_at(first, 0, format!("this row has {} fields, not {n}", part[0].len())));
        }
    }
    let is_star = |cell: usize| stars[cell / n][cell % n] == '*';
    if let Some(cell) = (0..n * n).find(|cell| !matches!(stars[cell / n][cell % n], '*' | '.')) {
        let message = format!("{:?} is not a field: * for a star, or .", stars[cell / n][cell % n]);
        return Err(block.fail_at(cell / n, cell % n, message));
    }
    let k = block.parameter(0, number_of_stars)?.unwrap_or_else(|| (0..n).filter(|cell| is_star(*cell)).count());
    let houses = houses(block, n, &letters)?;
    for house in &houses {
        let found = house.cells.iter().filter(|cell| is_star(**cell)).count();
        if found != k {
            let (cell, noun) = (house.cells[0], if k == 1 { "star" } else { "stars" });
            let row = if house.is_region { n + cell / n } else { cell / n };
            return Err(block.fail_at(
                row,
                cell % n,
                format!("{} has {found} stars; it should have {k} {noun}", house.name),
            ));
        }
    }
    if k == 0 {
        return Err(block.fail_at(0, 0, "there are no stars, so there are no clues"));
    }
    let corner = |cell: usize| [cell, cell + 1, cell + n, cell + n + 1];
    let corners: Vec<[usize; 4]> = (0..n * n).filter(|cell| cell / n + 1 < n && cell % n + 1 < n).map(corner).collect();
    for four in &corners {
        let mut both = four.iter().filter(|cell| is_star(**cell));
        if let (Some(one), Some(other)) = (both.next(), both.next()) {
            let [one_name, other_name] = [one, other].map(|cell| cell_name(cell / n, cell % n));
            return Err(block.fail_at(other / n, other % n, format!("the stars in {one_name} and {other_name} touch")));
        }
    }

    let mut draft = Draft::new(PUZZLE.name);
    let vars: Vec<VarId> =
        (0..n * n).map(|cell| draft.var(format!("s_{}", cell_key(cell / n, cell % n)), is_star(cell))).collect();
    for house in &houses {
        let terms = house.cells.iter().map(|cell| (vars[*cell], 1));
        draft.row(house.name.replace(' ', ""), terms, Sense::Equal, k as i64);
    }
    for four in &corners {
        let name = format!("apart_{}", cell_key(four[0] / n, four[0] % n));
        draft.one_of(name, four.iter().map(|cell| vars[*cell]), Sense::LessEqual);
    }
    let mut template = Template::default();
    for (cell, var) in vars.iter().enumerate() {
        if is_star(cell) {
            template.clue(*var, "*");
        } else {
            template.text(".");
        }
        if (cell + 1) % n == 0 {
            template.end_line();
        }
    }
    lines[n..].iter().for_each(|line| template.line(&line.text, None));
    draft.finish(
        block,
        vars.into_iter().enumerate().filter(|(cell, _)| is_star(*cell)).map(|(_, var)| var).collect(),
        template,
    )
}

/// The number of stars that a parameter such as `k=2` gives.
fn number_of_stars(word: &str) -> Result<usize, String> {
    let number = word
        .strip_prefix("k=")
        .ok_or_else(|| format!("`{word}` has no effect here; write the number of stars as k=2"))?;
    number.parse().map_err(|_| format!("`{number}` is not a number of stars"))
}

/// Fields with k stars.
struct House {
    name: String,
    cells: Vec<usize>,
    is_region: bool,
}

/// The rows, columns and regions.
fn houses(block: &TextBlock, n: usize, letters: &[Vec<char>]) -> Result<Vec<House>, PuzzleError> {
    let row = |i: usize| (format!("row {}", i + 1), (0..n).map(|j| i * n + j).collect());
    let column = |j: usize| (format!("column {}", j + 1), (0..n).map(|i| i * n + j).collect());
    let lines = (0..n).map(row).chain((0..n).map(column));
    let mut houses: Vec<House> = lines.map(|(name, cells)| House { name, cells, is_region: false }).collect();
    for (cell, letter) in letters.iter().flatten().enumerate() {
        if !letter.is_ascii_alphabetic() {
            return Err(block.fail_at(n + cell / n, cell % n, format!("{letter:?} is not a letter of a region")));
        }
        let name = format!("region {letter}");
        match houses.iter_mut().find(|house| house.name == name) {
            Some(house) => house.cells.push(cell),
            None => houses.push(House { name, cells: vec![cell], is_region: true }),
        }
    }
    Ok(houses)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};

    const STARS: &str = ".*..\n...*\n*...\n..*.\n";
    const REGIONS: &str = "AABB\nAABB\nCCDD\nCCDD\n";

    #[test]
    fn boards_that_break_a_rule_are_refused() {
        let of = |stars: &str, regions: &str| refusal(&format!("star-battle\n{stars}{regions}"));
        assert_eq!(
            of(STARS, "AAAA\nAAAA\nCCDD\nCCDD\n"),
            "line 6, column 1: region A has 2 stars; it should have 1 star"
        );
        assert_eq!(
            of("*...\n.*..\n...*\n..*.\n", REGIONS),
            "line 6, column 1: region A has 2 stars; it should have 1 star"
        );
        assert_eq!(
            of("..*.\n*...\n.*..\n...*\n", "AABB\nAABB\nCCDD\nCCDD\n"),
            "line 4, column 2: the stars in R2C1 and R3C2 touch"
        );
        assert_eq!(
            of("**..\n...*\n*...\n..*.\n", REGIONS),
            "line 3, column 1: row 2 has 1 stars; it should have 2 stars"
        );
        assert_eq!(
            of(".*..\n...*\n*...\n.*..\n", REGIONS),
            "line 2, column 2: column 2 has 2 stars; it should have 1 star"
        );
        assert_eq!(of(STARS, "AABB\nAA1B\nCCDD\nCCDD\n"), "line 7, column 3: '1' is not a letter of a region");
        assert_eq!(of(".*x.\n...*\n*...\n..*.\n", REGIONS), "line 2, column 3: 'x' is not a field: * for a star, or .");
        assert!(of(STARS, "AABB\n").starts_with("line 1, column 1: 5 rows;"));
        assert_eq!(refusal("star-battle\n*.\nAA\n"), "line 2, column 1: this row has 2 fields, not 1");
        assert_eq!(refusal("star-battle\n.\nA\n"), "line 2, column 1: there are no stars, so there are no clues");
    }

    #[test]
    fn the_head_says_how_many_stars_a_row_has() {
        assert!(only(&format!("star-battle k=1\n{STARS}{REGIONS}")).is_ok());
        let of = |head: &str| refusal(&format!("star-battle {head}\n{STARS}{REGIONS}"));
        assert_eq!(of("k=2"), "line 2, column 1: row 1 has 1 stars; it should have 2 stars");
        assert_eq!(of("k=two"), "line 1, column 13: `two` is not a number of stars");
        assert_eq!(of("2x2"), "line 1, column 13: `2x2` has no effect here; write the number of stars as k=2");
    }
}
