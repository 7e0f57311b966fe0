//! Slitherlink: one closed loop along the sides of faces; a number is that of the sides of a face in the loop.
//!
//! A single loop is determined by its inside: a connected set of faces, such that all other faces are connected to the
//! border. So the model chooses the inside, and everything else follows from it.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock, cell_key, cell_name};
use super::draft::Draft;
use super::reach::{Board, add_reach};
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "slitherlink",
    about: "one closed loop along the sides of faces, drawn as the faces inside it",
    clue: "the number of a face: the number of its sides in the loop",
    example: "slitherlink three
##.
.##
.#.
",
    is_modified: false,
    parse,
};

/// The most faces; the model has some 6,000 variables then.
const MAX_FACES: usize = 64;

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(0)?;
    let grid = block.grid()?;
    let board = Board { rows: grid.len(), columns: grid[0].len() };
    if board.n_fields() > MAX_FACES {
        let message = format!("{} faces; there may be at most {MAX_FACES}", board.n_fields());
        return Err(block.fail_head(message));
    }
    let mut is_inside = Vec::new();
    for (row, line) in grid.iter().enumerate() {
        for (column, face) in line.iter().enumerate() {
            match face {
                '#' => is_inside.push(true),
                '.' => is_inside.push(false),
                other => {
                    let message = format!("{other:?} is not a face: # inside the loop, . outside");
                    return Err(block.fail_at(row, column, message));
                }
            }
        }
    }
    check(block, board, &is_inside)?;
    let mut draft = Draft::new(PUZZLE.name);
    let inside = add_loop(&mut draft, board, &is_inside);
    let sides = add_sides(&mut draft, board, &inside);
    let (mut clues, mut template) = (Vec::new(), Template::default());
    for (face, sides) in sides.iter().enumerate() {
        let n_sides = sides.iter().filter(|side| draft.value(**side)).count();
        let key = cell_key(face / board.columns, face % board.columns);
        let number = draft.choice("n", &key, 0..=4, n_sides);
        let terms = sides.iter().map(|side| (*side, 1)).chain(number.value(-1));
        draft.row(format!("count_{key}"), terms, Sense::Equal, 0);
        clues.push(number.chosen);
        template.clue(number.chosen, n_sides.to_string());
        if (face + 1) % board.columns == 0 {
            template.end_line();
        }
    }
    draft.finish(block, clues, template)
}

/// Is the boundary of the inside one loop?
fn check(block: &TextBlock, board: Board, is_inside: &[bool]) -> Result<(), PuzzleError> {
    let fail = |face: usize, what: &str| {
        let (row, column) = (face / board.columns, face % board.columns);
        Err(block.fail_at(row, column, format!("{} {what}", cell_name(row, column))))
    };
    let faces = 0..board.n_fields();
    let Some(first) = faces.clone().find(|face| is_inside[*face]) else {
        return Err(block.fail_at(0, 0, "no face is inside, so there is no loop"));
    };
    let is_reached = flood(board, is_inside, vec![first]);
    if let Some(face) = faces.clone().find(|face| is_inside[*face] && !is_reached[*face]) {
        return fail(face, "is inside, but is not connected to the first face inside: these are two loops");
    }
    let border: Vec<usize> = faces.clone().filter(|face| board.is_on_border(*face)).collect();
    let is_reached = flood(board, &is_inside.iter().map(|inside| !inside).collect::<Vec<_>>(), border);
    if let Some(face) = faces.clone().find(|face| !is_inside[*face] && !is_reached[*face]) {
        return fail(face, "is outside, but the inside goes all around it: these are two loops");
    }
    Ok(())
}

/// The members that hang together with a start.
fn flood(board: Board, is_member: &[bool], starts: Vec<usize>) -> Vec<bool> {
    let mut is_reached = vec![false; board.n_fields()];
    let mut open = starts;
    while let Some(face) = open.pop() {
        if is_member[face] && !std::mem::replace(&mut is_reached[face], true) {
            open.extend(board.neighbors(face));
        }
    }
    is_reached
}

/// The variables `in_r1c1`, and the rows that make their boundary one loop.
fn add_loop(draft: &mut Draft, board: Board, is_inside: &[bool]) -> Vec<VarId> {
    let keys: Vec<String> =
        (0..board.n_fields()).map(|face| cell_key(face / board.columns, face % board.columns)).collect();
    let inside: Vec<VarId> =
        keys.iter().zip(is_inside).map(|(key, value)| draft.var(format!("in_{key}"), *value)).collect();
    let mut outside = Vec::new();
    for (key, var) in keys.iter().zip(&inside) {
        let out = draft.var(format!("out_{key}"), !draft.value(*var));
        draft.one_of(format!("side_{key}"), [*var, out], Sense::Equal);
        outside.push(out);
    }
    // Where two faces touch at a corner only, the loop would meet itself. The rest of the rows forbids it too, less
    // directly.
    for face in 0..board.n_fields() {
        let (right, below) = (face + 1, face + board.columns);
        if right % board.columns != 0 && below < board.n_fields() {
            let ([a, b], [c, d]) = ([inside[face], inside[right]], [inside[below], inside[below + 1]]);
            let key = &keys[face];
            draft.row(format!("corner_{key}_a"), [(a, 1), (d, 1), (b, -1), (c, -1)], Sense::LessEqual, 1);
            draft.row(format!("corner_{key}_b"), [(b, 1), (c, 1), (a, -1), (d, -1)], Sense::LessEqual, 1);
        }
    }
    let starts = add_first(draft, &keys, &inside);
    // The first layer counts no step, so the ways inside have one step less than fields.
    add_reach(draft, "near", board, &inside, starts, board.longest_way() - 1);
    // A shortest way from the border has one field at the border, and then goes through the inner fields.
    let at_border = |face: usize| board.is_on_border(face).then_some(outside[face]);
    let starts = (0..board.n_fields()).map(at_border).collect();
    let inner = Board { rows: board.rows.saturating_sub(2), columns: board.columns.saturating_sub(2) };
    add_reach(draft, "free", board, &outside, starts, inner.longest_way());
    inside
}

/// Variables that are 1 for the first face inside only; and there is one.
fn add_first(draft: &mut Draft, keys: &[String], inside: &[VarId]) -> Vec<Option<VarId>> {
    let mut starts = vec![Some(inside[0])];
    // Is this face or an earlier one inside?
    let mut seen = inside[0];
    for (key, var) in keys.iter().zip(inside).skip(1) {
        let first = draft.var(format!("first_{key}"), draft.value(*var) && !draft.value(seen));
        let now = draft.var(format!("seen_{key}"), draft.value(*var) || draft.value(seen));
        draft.row(format!("first_{key}"), [(first, 1), (seen, 1), (now, -1)], Sense::Equal, 0);
        draft.row(format!("seen_{key}_here"), [(*var, 1), (now, -1)], Sense::LessEqual, 0);
        draft.row(format!("first_{key}_here"), [(first, 1), (*var, -1)], Sense::LessEqual, 0);
        starts.push(Some(first));
        seen = now;
    }
    draft.row("some_inside", [(seen, 1)], Sense::Equal, 1);
    starts
}

/// The variables of all sides, `h_r1c1` above and `v_r1c1` to the left of a face, each 1 where exactly one of the faces
/// beside it is inside; for each face its four sides.
fn add_sides(draft: &mut Draft, board: Board, inside: &[VarId]) -> Vec<Vec<VarId>> {
    let mut sides = vec![Vec::new(); board.n_fields()];
    let face = |row: usize, column: usize| row * board.columns + column;
    let mut add = |key: String, beside: Vec<usize>| {
        let vars: Vec<VarId> = beside.iter().map(|face| inside[*face]).collect();
        let side = draft.var(key.clone(), vars.iter().filter(|var| draft.value(**var)).count() == 1);
        if let [a, b] = vars[..] {
            draft.row(format!("{key}_a"), [(a, 1), (b, -1), (side, -1)], Sense::LessEqual, 0);
            draft.row(format!("{key}_b"), [(b, 1), (a, -1), (side, -1)], Sense::LessEqual, 0);
            draft.row(format!("{key}_neither"), [(side, 1), (a, -1), (b, -1)], Sense::LessEqual, 0);
            draft.row(format!("{key}_both"), [(side, 1), (a, 1), (b, 1)], Sense::LessEqual, 2);
        } else {
            draft.row(format!("{key}_border"), [(side, 1), (vars[0], -1)], Sense::Equal, 0);
        }
        beside.iter().for_each(|face| sides[*face].push(side));
    };
    for row in 0..=board.rows {
        for column in 0..board.columns {
            let above = row.checked_sub(1).map(|above| face(above, column));
            let below = (row < board.rows).then(|| face(row, column));
            add(format!("h_{}", cell_key(row, column)), above.into_iter().chain(below).collect());
        }
    }
    for row in 0..board.rows {
        for column in 0..=board.columns {
            let left = column.checked_sub(1).map(|left| face(row, left));
            let right = (column < board.columns).then(|| face(row, column));
            add(format!("v_{}", cell_key(row, column)), left.into_iter().chain(right).collect());
        }
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal, shown};

    #[test]
    fn numbers_count_the_sides_of_the_loop() {
        let [none, all] = shown("slitherlink\n##.\n.##\n.#.\n");
        assert_eq!((none.as_str(), all.as_str()), ("...\n...\n...\n", "322\n213\n132\n"));
        assert_eq!(shown("slitherlink\n#\n")[1], "4\n");
    }

    #[test]
    fn two_loops_are_refused() {
        let found = refusal("slitherlink\n#.#\n###\n..#\n#..\n");
        assert!(found.starts_with("line 5, column 1: R4C1 is inside, but is not connected"), "{found}");
        let found = refusal("slitherlink\n###\n#.#\n###\n");
        assert!(found.starts_with("line 3, column 2: R2C2 is outside, but the inside goes all around"), "{found}");
        // Touching at a corner is two loops too.
        let found = refusal("slitherlink\n###\n#.#\n##.\n");
        assert!(found.starts_with("line 3, column 2: R2C2 is outside"), "{found}");
        assert!(refusal("slitherlink\n..\n").contains("no face is inside"));
        assert_eq!(refusal("slitherlink\n#x\n"), "line 2, column 2: 'x' is not a face: # inside the loop, . outside");
    }

    #[test]
    fn the_largest_board_is_posed() {
        let posed = only(&format!("slitherlink\n{}", "########\n".repeat(8))).expect("a loop");
        assert!(posed.model.n_vars() < 7_000, "{posed:?}");
        assert!(refusal(&format!("slitherlink\n{}", "########\n".repeat(9))).contains("at most 64"));
    }
}
