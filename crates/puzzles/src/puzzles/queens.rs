//! Queens that do not attack each other.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock, cell_key, cell_name};
use super::draft::Draft;
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "queens",
    about: "n queens on an n x n board, with no two in one row, column or diagonal",
    clue: "a queen",
    example: "queens four
.Q..
...Q
Q...
..Q.
",
    is_modified: false,
    parse,
};

/// The most rows of a board.
const MAX_ROWS: usize = 100;

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(0)?;
    let grid = block.grid()?;
    let n = grid.len();
    if grid[0].len() != n || n > MAX_ROWS {
        let message = format!("{n} rows of {} fields; a board is square, with at most {MAX_ROWS} rows", grid[0].len());
        return Err(block.fail_at(0, 0, message));
    }
    let mut draft = Draft::new(PUZZLE.name);
    let mut lines: Vec<Attack> = attacks(n);
    let (mut clues, mut template) = (Vec::new(), Template::default());
    for (row, line) in grid.iter().enumerate() {
        for (column, field) in line.iter().enumerate() {
            if !matches!(field, 'Q' | '.') {
                return Err(block.fail_at(row, column, format!("{field:?} is not a field: Q or .")));
            }
            let is_queen = *field == 'Q';
            let var = draft.var(format!("q_{}", cell_key(row, column)), is_queen);
            // The four lines through a field, in the order of `attacks`.
            for number in [row, n + column, 2 * n + row + column, 4 * n - 1 + row + n - 1 - column] {
                let attack = &mut lines[number];
                attack.vars.push(var);
                if is_queen && let Some((r, c)) = attack.queen.replace((row, column)) {
                    let (one, other) = (cell_name(r, c), cell_name(row, column));
                    let message = format!("two queens are in one {}: {one} and {other}", attack.kind);
                    return Err(block.fail_at(row, column, message));
                }
            }
            if is_queen {
                clues.push(var);
                template.clue(var, "Q");
            } else {
                template.text(".");
            }
        }
        template.end_line();
    }
    if let Some(row) = (0..n).find(|row| lines[*row].queen.is_none()) {
        return Err(block.fail_at(row, 0, "there is no queen in this row"));
    }
    for attack in lines {
        draft.one_of(attack.key, attack.vars, attack.sense);
    }
    draft.finish(block, clues, template)
}

/// Fields of which at most one has a queen, and exactly one in rows and columns.
struct Attack {
    key: String,
    kind: &'static str,
    sense: Sense,
    vars: Vec<VarId>,
    /// The queen that was seen here.
    queen: Option<(usize, usize)>,
}

/// The rows, the columns, and the diagonals of both directions, still without fields.
fn attacks(n: usize) -> Vec<Attack> {
    let kinds = [("row", n, Sense::Equal), ("column", n, Sense::Equal)];
    let diagonals = [("rising", 2 * n - 1), ("falling", 2 * n - 1)].map(|(key, count)| (key, count, Sense::LessEqual));
    let one = |key: &'static str, i: usize, sense| {
        let kind = if sense == Sense::Equal { key } else { "diagonal line" };
        Attack { key: format!("{key}{}", i + 1), kind, sense, vars: Vec::new(), queen: None }
    };
    kinds
        .into_iter()
        .chain(diagonals)
        .flat_map(|(key, count, sense)| (0..count).map(move |i| one(key, i, sense)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::refusal;

    #[test]
    fn queens_that_attack_each_other_are_named() {
        assert_eq!(refusal("queens\nQQ\n..\n"), "line 2, column 2: two queens are in one row: R1C1 and R1C2");
        assert_eq!(refusal("queens\n.Q\n.Q\n"), "line 3, column 2: two queens are in one column: R1C2 and R2C2");
        assert_eq!(refusal("queens\n.Q\nQ.\n"), "line 3, column 1: two queens are in one diagonal line: R1C2 and R2C1");
        assert_eq!(refusal("queens\nQ.\n.Q\n"), "line 3, column 2: two queens are in one diagonal line: R1C1 and R2C2");
        assert_eq!(refusal("queens\nQ.\n..\n"), "line 3, column 1: there is no queen in this row");
        assert_eq!(refusal("queens\nq\n"), "line 2, column 1: 'q' is not a field: Q or .");
        assert!(refusal("queens\n..\n").contains("a board is square"));
    }
}
