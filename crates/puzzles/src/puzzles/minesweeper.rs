//! Minesweeper: the number of a safe cell counts the mines around it.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock, cell_key};
use super::draft::Draft;
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "minesweeper",
    about: "mines in some cells of a board; the number of a cell without one counts the mines around it",
    clue: "the number of a safe cell",
    example: "minesweeper small
*..
..*
...
",
    is_modified: false,
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(1)?;
    let grid = block.grid()?;
    let (n_rows, n_columns) = (grid.len(), grid[0].len());
    let mut is_mine = Vec::new();
    for (row, line) in grid.iter().enumerate() {
        for (column, field) in line.iter().enumerate() {
            match field {
                '*' => is_mine.push(true),
                '.' => is_mine.push(false),
                other => {
                    return Err(block.fail_at(row, column, format!("{other:?} is not a cell: * for a mine, or .")));
                }
            }
        }
    }
    let n_mines = is_mine.iter().filter(|is_mine| **is_mine).count();
    if n_mines == is_mine.len() {
        return Err(block.fail_at(0, 0, "all cells have mines, so there are no numbers"));
    }
    block.at_most_clues(is_mine.len() - n_mines)?;
    block.at_most_cells(is_mine.len())?;
    let total = block.parameter(0, |word| total(word, n_mines))?;

    let mut draft = Draft::new(PUZZLE.name);
    let keys: Vec<String> = (0..is_mine.len()).map(|cell| cell_key(cell / n_columns, cell % n_columns)).collect();
    let mines: Vec<VarId> =
        keys.iter().zip(&is_mine).map(|(key, value)| draft.var(format!("m_{key}"), *value)).collect();
    let (mut clues, mut template) = (Vec::new(), Template::default());
    for (cell, key) in keys.iter().enumerate() {
        let around = neighbors(n_rows, n_columns, cell);
        let count = around.iter().filter(|other| is_mine[**other]).count();
        // One of its numbers, or a mine.
        let number = |k: usize| (k, draft.var(format!("n_{key}_{k}"), !is_mine[cell] && k == count));
        let numbers: Vec<(usize, VarId)> = (0..=around.len()).map(number).collect();
        let all = numbers.iter().map(|(_, var)| *var).chain([mines[cell]]);
        draft.one_of(format!("cell_{key}"), all, Sense::Equal);
        let sum = || around.iter().map(|other| (mines[*other], 1));
        let told = || numbers.iter().filter(|(k, _)| *k > 0).map(|(k, var)| (*var, -(*k as i64)));
        if around.is_empty() {
            // A board of one cell: its only number is 0.
        } else {
            draft.row(format!("count_{key}_a"), sum().chain(told()), Sense::GreaterEqual, 0);
            let unless_mine = [(mines[cell], -(around.len() as i64))];
            draft.row(format!("count_{key}_b"), sum().chain(told()).chain(unless_mine), Sense::LessEqual, 0);
        }
        if is_mine[cell] {
            template.text(".");
        } else {
            clues.push(numbers[count].1);
            template.clue(numbers[count].1, count.to_string());
        }
        if (cell + 1) % n_columns == 0 {
            template.end_line();
        }
    }
    if let Some(total) = total {
        draft.row("mines", mines.iter().map(|var| (*var, 1)), Sense::Equal, total as i64);
        template.line(&format!("mines {total}"), None);
    }
    draft.finish(block, clues, template)
}

/// The number of mines that a parameter such as `mines=10` gives.
fn total(word: &str, n_mines: usize) -> Result<usize, String> {
    let number = word
        .strip_prefix("mines=")
        .ok_or_else(|| format!("`{word}` has no effect here; write the number of mines as mines=10"))?;
    match number.parse::<usize>() {
        Ok(total) if total == n_mines => Ok(total),
        Ok(total) => Err(format!("there are {n_mines} mines, not {total}")),
        Err(_) => Err(format!("`{number}` is not a number of mines")),
    }
}

/// The cells around a cell, at most eight.
fn neighbors(n_rows: usize, n_columns: usize, cell: usize) -> Vec<usize> {
    let (row, column) = (cell / n_columns, cell % n_columns);
    let near = |at: usize, n: usize| at.saturating_sub(1)..(at + 2).min(n);
    let all = near(row, n_rows).flat_map(|r| near(column, n_columns).map(move |c| r * n_columns + c));
    all.filter(|other| *other != cell).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal, shown};

    #[test]
    fn numbers_count_the_mines_around() {
        let [none, all] = shown("minesweeper\n*..\n..*\n...\n");
        assert_eq!((none.as_str(), all.as_str()), ("...\n...\n...\n", ".21\n12.\n011\n"));
        assert_eq!(shown("minesweeper mines=1\n*.\n")[1], ".1\nmines 1\n");
        assert_eq!(shown("minesweeper\n.\n")[1], "0\n");
    }

    #[test]
    fn boards_are_refused_with_their_place() {
        assert_eq!(refusal("minesweeper\n*.\n.#\n"), "line 3, column 2: '#' is not a cell: * for a mine, or .");
        assert_eq!(refusal("minesweeper\n**\n"), "line 2, column 1: all cells have mines, so there are no numbers");
        assert_eq!(refusal("minesweeper mines=2\n*.\n"), "line 1, column 13: there are 1 mines, not 2");
        assert_eq!(refusal("minesweeper mines=x\n*.\n"), "line 1, column 13: `x` is not a number of mines");
        assert_eq!(
            refusal("minesweeper k=2\n*.\n"),
            "line 1, column 13: `k=2` has no effect here; write the number of mines as mines=10"
        );
        assert!(
            refusal(&format!("minesweeper\n{}", "...................\n".repeat(34))).contains("the maximum is 640")
        );
        let wide = format!("minesweeper\n.{}\n", "*".repeat(5_000));
        assert!(refusal(&wide).contains("5001 cells"), "{}", refusal(&wide));
        assert_eq!(only("minesweeper\n*.\n").map(|posed| posed.clues.len()).ok(), Some(1));
    }
}
