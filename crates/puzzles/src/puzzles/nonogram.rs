//! Nonogram: lists of the lengths of the blocks of filled cells in each line.
//!
//! A list is an automaton that reads the cells of its line: a state is the number of finished blocks, and of cells of
//! the current block. The model has a variable for each arc, which is 1 if the line takes it, and rows for the
//! conservation of flow in each state. A fractional point of these rows is a convex combination of lines with this
//! list.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock, cell_key};
use super::draft::Draft;
use super::template::Template;
use super::{MAX_VARS, PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "nonogram",
    about: "filled cells of a board; a list has the lengths of the blocks of filled cells of a row or column, in order",
    clue: "the list of a row or column; with `clues=cells` a filled cell, and the lists are given",
    example: "nonogram small
#.#
###
.#.
",
    is_modified: false,
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(1)?;
    let gives_lists = block.parameter(0, |word| match word {
        "clues=cells" => Ok(true),
        "clues=lists" => Ok(false),
        _ => Err(format!("`{word}` has no effect here; use clues=lists or clues=cells")),
    })?;
    let gives_lists = gives_lists.unwrap_or(false);
    let grid = block.grid()?;
    let (n_rows, n_columns) = (grid.len(), grid[0].len());
    for (row, line) in grid.iter().enumerate() {
        if let Some(column) = line.iter().position(|cell| !matches!(cell, '#' | '.')) {
            let message = format!("{:?} is not a cell: # if it is filled, or .", line[column]);
            return Err(block.fail_at(row, column, message));
        }
    }
    block.at_most_cells(n_rows * n_columns)?;
    let is_filled = |row: usize, column: usize| grid[row][column] == '#';
    let cells: Vec<Vec<usize>> = (0..n_rows)
        .map(|row| (0..n_columns).map(|column| row * n_columns + column).collect())
        .chain((0..n_columns).map(|column| (0..n_rows).map(|row| row * n_columns + column).collect()))
        .collect();
    let values = |line: &[usize]| line.iter().map(|cell| is_filled(cell / n_columns, cell % n_columns)).collect();
    let lines: Vec<Automaton> = cells.iter().map(|line| Automaton::of(values(line))).collect();
    let n_vars: usize = lines.iter().map(|line| line.n_arcs(!gives_lists)).sum::<usize>() + n_rows * n_columns;
    if n_vars > MAX_VARS {
        return Err(block.fail_head(format!("the model has {n_vars} variables; there may be at most {MAX_VARS}")));
    }

    let mut draft = Draft::new(PUZZLE.name);
    let filled: Vec<VarId> = (0..n_rows * n_columns)
        .map(|cell| (cell / n_columns, cell % n_columns))
        .map(|(row, column)| draft.var(format!("f_{}", cell_key(row, column)), is_filled(row, column)))
        .collect();
    let name = |i: usize| if i < n_rows { format!("row{}", i + 1) } else { format!("column{}", i + 1 - n_rows) };
    let mut lists = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let vars: Vec<VarId> = cells[i].iter().map(|cell| filled[*cell]).collect();
        lists.extend(line.add(&mut draft, &name(i), &vars, gives_lists));
    }
    let ones = (0..filled.len()).filter(|cell| is_filled(cell / n_columns, cell % n_columns));
    let is_shown: Vec<Option<VarId>> = (0..filled.len())
        .map(|cell| Some(filled[cell]).filter(|_| gives_lists && is_filled(cell / n_columns, cell % n_columns)))
        .collect();
    let clues = if gives_lists { ones.map(|cell| filled[cell]).collect() } else { lists.clone() };
    if clues.is_empty() {
        return Err(block.fail_at(0, 0, "no cell is filled, so there are no clues"));
    }
    let texts: Vec<Vec<String>> = lines.iter().map(Automaton::list).collect();
    let (of_rows, of_columns) = texts.split_at(n_rows);
    let template = template(of_rows, of_columns, &lists, &is_shown);
    draft.finish(block, clues, template)
}

/// The lists of columns above the board, those of rows left of it; `lists` has their variables where they are clues,
/// and `cells` those of cells.
fn template(of_rows: &[Vec<String>], of_columns: &[Vec<String>], lists: &[VarId], cells: &[Option<VarId>]) -> Template {
    let mut template = Template::default();
    let list = |i: usize| lists.get(i).copied();
    let put = |template: &mut Template, clue: Option<VarId>, shown: String, hidden: String| match clue {
        Some(var) => template.clue_or(var, shown, hidden),
        None => template.text(shown),
    };
    let rows: Vec<String> = of_rows.iter().map(|list| list.join(" ")).collect();
    let left = rows.iter().map(String::len).max().unwrap_or(0);
    let (levels, width) = (
        of_columns.iter().map(Vec::len).max().unwrap_or(0),
        of_columns.iter().flatten().map(String::len).max().unwrap_or(1) + 1,
    );
    for level in 0..levels {
        template.text(" ".repeat(left));
        for (j, column) in of_columns.iter().enumerate() {
            let number = (level + column.len()).checked_sub(levels).map_or("", |i| column[i].as_str());
            let hidden = if level + 1 == levels { "." } else { "" };
            put(&mut template, list(of_rows.len() + j), format!("{number:>width$}"), format!("{hidden:>width$}"));
        }
        template.end_line();
    }
    for (i, row) in rows.iter().enumerate() {
        put(&mut template, list(i), format!("{row:>left$}"), format!("{:>left$}", "."));
        for cell in &cells[i * of_columns.len()..(i + 1) * of_columns.len()] {
            template.text(" ".repeat(width - 1));
            match cell {
                Some(var) => template.clue(*var, "#"),
                None => template.text("."),
            }
        }
        template.end_line();
    }
    template
}

/// What reads a line: `states[p]` are those after p cells from which the list can still be had.
struct Automaton {
    /// The lengths of the blocks.
    blocks: Vec<usize>,
    values: Vec<bool>,
    states: Vec<Vec<State>>,
}

/// How many blocks are done, and how many cells of the next.
type State = (usize, usize);

impl Automaton {
    fn of(values: Vec<bool>) -> Self {
        let blocks: Vec<usize> =
            values.split(|is_filled| !is_filled).map(<[bool]>::len).filter(|length| *length > 0).collect();
        let mut automaton = Self { blocks, values, states: vec![vec![(0, 0)]] };
        let length = automaton.values.len();
        for p in 0..length {
            let both = automaton.states[p].iter().flat_map(|state| [(*state, false), (*state, true)]);
            let mut states: Vec<State> =
                both.filter_map(|(state, is_filled)| automaton.next(state, is_filled)).collect();
            states.retain(|state| automaton.least(*state) < length - p);
            states.sort_unstable();
            states.dedup();
            automaton.states.push(states);
        }
        automaton
    }

    /// The list, as it is shown.
    fn list(&self) -> Vec<String> {
        if self.blocks.is_empty() { vec!["0".to_owned()] } else { self.blocks.iter().map(usize::to_string).collect() }
    }

    /// The state after a cell, unless the list cannot be had any more.
    fn next(&self, (done, part): State, is_filled: bool) -> Option<State> {
        let block = self.blocks.get(done).copied().unwrap_or(0);
        match is_filled {
            true => (part < block).then_some((done, part + 1)),
            false if part == 0 => Some((done, 0)),
            false => (part == block).then_some((done + 1, 0)),
        }
    }

    /// The fewest cells that the rest of the list needs.
    fn least(&self, (done, part): State) -> usize {
        let rest = &self.blocks[done..];
        let cells = rest.iter().sum::<usize>() + rest.len().saturating_sub(1);
        cells - part
    }

    /// The state that an arc of cell p leads to; `None` where the list cannot be had any more.
    fn target(&self, p: usize, state: Option<State>, is_filled: bool) -> Option<State> {
        self.next(state?, is_filled).filter(|next| self.states[p + 1].binary_search(next).is_ok())
    }

    /// The states before cell p; with `may_fail` also the one where the list cannot be had any more.
    fn before(&self, p: usize, may_fail: bool) -> impl Iterator<Item = Option<State>> {
        let alive = self.states[p].iter().copied().map(Some);
        alive.chain((may_fail && p > 0).then_some(None))
    }

    /// The arcs of cell p: state, value, target.
    fn arcs(&self, p: usize, may_fail: bool) -> Vec<(Option<State>, bool, Option<State>)> {
        let of = |state| [false, true].map(|value| (state, value, self.target(p, state, value)));
        self.before(p, may_fail).flat_map(of).filter(|(.., target)| may_fail || target.is_some()).collect()
    }

    fn n_arcs(&self, may_fail: bool) -> usize {
        (0..self.values.len()).map(|p| self.arcs(p, may_fail).len()).sum()
    }

    /// Adds the arcs of the line with these cells; the variable that is 1 exactly where it has the list, unless that is
    /// given.
    fn add(&self, draft: &mut Draft, key: &str, cells: &[VarId], is_given: bool) -> Option<VarId> {
        let name = |state: Option<State>| state.map_or("no".to_owned(), |(done, part)| format!("{done}_{part}"));
        // What comes into the states before cell p.
        let mut into: Vec<(Option<State>, Vec<VarId>)> = Vec::new();
        let mut here = Some((0, 0));
        for (p, cell) in cells.iter().enumerate() {
            let (mut of_filled, mut next) = (Vec::new(), Vec::<(Option<State>, Vec<VarId>)>::new());
            let mut out: Vec<(Option<State>, Vec<VarId>)> = Vec::new();
            for (state, value, target) in self.arcs(p, !is_given) {
                let is_taken = state == here && value == self.values[p];
                let arc = draft.var(format!("{key}_{}_{}_{}", p + 1, name(state), u8::from(value)), is_taken);
                of_filled.extend(Some(arc).filter(|_| value));
                for (list, at) in [(&mut next, target), (&mut out, state)] {
                    match list.iter_mut().find(|(other, _)| *other == at) {
                        Some((_, vars)) => vars.push(arc),
                        None => list.push((at, vec![arc])),
                    }
                }
            }
            for (state, vars) in out {
                let from = into.iter().find(|(other, _)| *other == state).map_or(&[][..], |(_, vars)| vars);
                let terms = vars.iter().map(|var| (*var, 1)).chain(from.iter().map(|var| (*var, -1)));
                // One unit comes into the first state.
                let rhs = i64::from(p == 0);
                draft.row(format!("{key}_{}_{}", p + 1, name(state)), terms, Sense::Equal, rhs);
            }
            let terms = of_filled.into_iter().map(|var| (var, 1)).chain([(*cell, -1)]);
            draft.row(format!("{key}_{}", p + 1), terms, Sense::Equal, 0);
            here = self.target(p, here, self.values[p]);
            into = next;
        }
        if is_given {
            return None;
        }
        // Every state that is left after the last cell has the list.
        let ends = into.iter().filter(|(state, _)| state.is_some()).flat_map(|(_, vars)| vars);
        let has_list = draft.var(key, true);
        draft.row(format!("{key}_list"), ends.map(|var| (*var, 1)).chain([(has_list, -1)]), Sense::Equal, 0);
        Some(has_list)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal, shown};
    use super::Automaton;

    #[test]
    fn lists_stand_above_and_left() {
        let [none, all] = shown("nonogram\n##.#\n....\n");
        assert_eq!(none, "    . . . .\n  . . . . .\n  . . . . .\n");
        assert_eq!(all, "    1 1 0 1\n2 1 . . . .\n  0 . . . .\n");
        let [none, all] = shown("nonogram clues=cells\n##.#\n....\n");
        assert_eq!(none, "    1 1 0 1\n2 1 . . . .\n  0 . . . .\n");
        assert_eq!(all, "    1 1 0 1\n2 1 # # . #\n  0 . . . .\n");
        assert_eq!(shown("nonogram\n#\n.\n#\n")[0], "   \n  .\n. .\n. .\n. .\n");
    }

    #[test]
    fn states_are_those_from_which_the_list_can_be_had() {
        let line = |text: &str| Automaton::of(text.chars().map(|c| c == '#').collect());
        assert_eq!(line("##.#").states.iter().map(Vec::len).collect::<Vec<_>>(), [1; 5]);
        // A single cell in three: before, in or after it.
        assert_eq!(
            line("#..").states,
            [vec![(0, 0)], vec![(0, 0), (0, 1)], vec![(0, 0), (0, 1), (1, 0)], vec![(0, 1), (1, 0)]]
        );
    }

    #[test]
    fn boards_are_refused_with_their_place() {
        assert_eq!(refusal("nonogram\n#x\n"), "line 2, column 2: 'x' is not a cell: # if it is filled, or .");
        assert_eq!(
            refusal("nonogram clues=digits\n#\n"),
            "line 1, column 10: `clues=digits` has no effect here; use clues=lists or clues=cells"
        );
        assert_eq!(refusal("nonogram clues=cells\n..\n"), "line 2, column 1: no cell is filled, so there are no clues");
        assert!(refusal(&format!("nonogram\n{}", "#.".repeat(1500))).contains("3000 cells"));
        let busy = format!("{}\n", "#....".repeat(10)).repeat(50);
        assert!(refusal(&format!("nonogram\n{busy}")).contains("variables; there may be at most 50000"));
        assert!(only("nonogram\n..\n").is_ok());
    }
}
