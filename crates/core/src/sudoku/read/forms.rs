//! Every form in which a file may have a puzzle is read as that puzzle, and nothing else is.

use proptest::prelude::*;

use super::*;
use crate::base::{Digit, rng};
use crate::sudoku::grid::Grid;
use crate::sudoku::random_grid;
use crate::sudoku::text::{digit_char, line, picture};

const SHAPES: &[(u8, u8)] = &[(2, 2), (2, 3), (2, 4), (3, 3), (3, 2), (3, 4), (4, 4), (5, 5), (1, 5)];

/// A grid, and a puzzle of it with at least one clue.
#[derive(Debug)]
struct Case {
    grid: Grid,
    puzzle: Puzzle,
    name: String,
    empty: char,
}

impl Case {
    fn shape(&self) -> Shape {
        self.puzzle.shape()
    }

    /// Must the reader be given the shape?
    fn needs_shape(&self) -> bool {
        Shape::of_cells(self.shape().n_cells()) != Some(self.shape())
    }

    fn write(&self, empty: char) -> String {
        let n = self.shape().n();
        self.puzzle.cells().iter().map(|cell| cell.map_or(empty, |d| digit_char(n, d))).collect()
    }

    fn solution(&self) -> String {
        line(&Puzzle::from(&self.grid))
    }

    /// Placed digits have a plus before them, as in `HoDoKu`'s library.
    fn placed(&self) -> String {
        let mark = |(i, c): (usize, char)| {
            let plus = if i % 3 == 1 && matches!(c, '1'..='9') { "+" } else { "" };
            format!("{plus}{c}")
        };
        self.write('.').chars().enumerate().map(mark).collect()
    }

    /// All forms: the text, and is there a name in it?
    fn forms(&self) -> Vec<(String, bool)> {
        let (name, solution) = (&self.name, self.solution());
        let (p, dots) = (self.write(self.empty), self.write('.'));
        let rows = |text: &str| {
            let chars: Vec<char> = text.chars().collect();
            chars.chunks(self.shape().n()).map(|row| row.iter().collect::<String>() + "\n").collect::<String>()
        };
        let cells = |by: &str| p.chars().map(String::from).collect::<Vec<_>>().join(by);
        let mut forms = vec![
            (p.clone(), false),
            (format!("{name} {p}"), true),
            (format!("  {p} # {solution}"), false),
            (format!("Id Sudoku Grid\n{name} {p}\n"), true),
            (format!("{name}\t{p}\r\n"), true),
            (format!("quizzes,solutions\n{p},{solution}\n"), false),
            (format!("puzzle,solution\n{p},{solution}"), false),
            (format!("Puzzle,\n{p},\n"), false),
            (format!("id,puzzle,solution,clues\n{name},{p},{solution},{}", self.puzzle.n_clues()), true),
            (format!("\"{name}\",\"{p}\",\"{solution}\""), true),
            (format!("\"{p}\""), false),
            (format!("'{p}',"), false),
            (format!("{p};11.90;2.60;{name};ER=9.0"), false),
            (format!("{p} ED=7.2/1.2/1.2"), false),
            (format!(":0000:x:{dots}:::"), false),
            (format!(":0110:4:{}:421 621:r3c2:", self.placed()), false),
            (format!("{solution},{solution}"), false),
            (rows(&dots), false),
            (rows(&self.write('x')), false),
            (picture(&self.puzzle), false),
            (format!("[Puzzle]\n{}", picture(&self.puzzle).replace('\n', "\r\n")), false),
        ];
        // A row of dashes alone would be a rule.
        forms.extend([" ", ",", " | "].map(|by| (cells(by), false)));
        forms
    }
}

fn cases() -> impl Strategy<Value = Case> {
    let name = "[A-Za-z][A-Za-z0-9_./-]{0,11}";
    (0..SHAPES.len(), any::<u64>(), 1..100_usize, name, prop::sample::select(vec!['.', '0', '_', '*', '-', 'x', 'X']))
        .prop_map(|(shape, seed, percent, name, empty)| {
            let (rows, columns) = SHAPES[shape];
            let shape = Shape::new(rows, columns).expect("a shape");
            let mut rng = rng(seed);
            let grid = random_grid::<10>(shape, &mut rng);
            let first = (seed % shape.n_cells() as u64) as usize;
            let keep = |i: usize| i == first || (seed.rotate_left(i as u32) ^ i as u64) % 100 < percent as u64;
            let cells: Vec<Option<Digit>> =
                grid.digits().iter().enumerate().map(|(i, d)| keep(i).then_some(*d)).collect();
            let puzzle = Puzzle::new(shape, cells).expect("clues of a grid");
            let empty = if shape.n() == 16 && empty == '0' { '.' } else { empty };
            Case { grid, puzzle, name, empty }
        })
}

fn read_all(text: &str, shape: Option<Shape>) -> Vec<Result<Entry, ReadError>> {
    Reader::new(text.as_bytes(), shape).collect()
}

/// What a field of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Puzzle,
    OtherPuzzle,
    Solution,
    OtherGrid,
    Short,
    Word,
}

fn fields() -> impl Strategy<Value = Vec<Field>> {
    use Field::{OtherGrid, OtherPuzzle, Puzzle, Short, Solution, Word};
    prop::collection::vec(prop::sample::select(vec![Puzzle, OtherPuzzle, Solution, OtherGrid, Short, Word]), 1..4)
}

proptest! {
    #[test]
    fn a_puzzle_in_any_form_reads_as_itself_with_its_name(case in cases()) {
        for (text, has_name) in case.forms() {
            let is_solution = text == format!("{0},{0}", case.solution());
            let puzzle = if is_solution { Puzzle::from(&case.grid) } else { case.puzzle.clone() };
            // Rows of 16 cells may be grids of 4x4, which only a shape can settle.
            let shapes = if case.needs_shape() || case.shape().n() == 16 { vec![Some(case.shape())] }
                         else { vec![None, Some(case.shape())] };
            for shape in shapes {
                let entries = read_all(&text, shape);
                prop_assert_eq!(entries.len(), 1, "{}: {:?}", text, entries);
                let entry = entries[0].as_ref();
                prop_assert!(entry.is_ok(), "{}: {:?}", text, entry);
                let entry = entry.expect("just seen");
                prop_assert_eq!(&entry.puzzle, &puzzle, "{}", text);
                prop_assert_eq!(entry.id.as_ref(), has_name.then_some(&case.name), "{}", text);
            }
        }
    }

    /// Held against the rule itself: the first field of full size is meant; any other of that size must be its
    /// solution, and one with a cell too few is a mistake.
    #[test]
    fn a_field_of_the_size_of_a_grid_is_never_a_name_or_a_comment(
        case in cases(), other in any::<u64>(), fields in fields(), by in prop::sample::select(vec![",", " ", ";", "\t", "\",\""])
    ) {
        let other = random_grid::<10>(case.shape(), &mut rng(other));
        prop_assume!(other != case.grid);
        let mut cells: Vec<_> = other.digits().iter().copied().map(Some).collect();
        cells[0] = None;
        let other_puzzle = Puzzle::new(case.shape(), cells).expect("clues of a grid");
        let write = |field: &Field| match field {
            Field::Puzzle => case.write(case.empty),
            Field::OtherPuzzle => line(&other_puzzle),
            Field::Solution => case.solution(),
            Field::OtherGrid => line(&Puzzle::from(&other)),
            Field::Short => case.solution().chars().skip(1).collect(),
            Field::Word => "easy".to_owned(),
        };
        let is_full = |field: &&Field| !matches!(field, Field::Short | Field::Word);
        let puzzle_of = |field: Field| match field {
            Field::Puzzle => case.puzzle.clone(),
            Field::OtherPuzzle => other_puzzle.clone(),
            Field::Solution => Puzzle::from(&case.grid),
            _ => Puzzle::from(&other),
        };
        let contains = |whole: &Puzzle, part: &Puzzle| {
            whole.n_clues() == case.shape().n_cells()
                && part.cells().iter().zip(whole.cells()).all(|(p, w)| p.is_none() || p == w)
        };
        let meant = fields.iter().find(is_full).map(|f| puzzle_of(*f)).filter(|puzzle| {
            !fields.contains(&Field::Short)
                && fields.iter().filter(is_full).skip(1).all(|f| contains(&puzzle_of(*f), puzzle))
        });
        let text = fields.iter().map(write).collect::<Vec<_>>().join(by);
        let read = read_all(&text, Some(case.shape()));
        let found: Vec<&Puzzle> = read.iter().filter_map(|e| e.as_ref().ok()).map(|e| &e.puzzle).collect();
        prop_assert_eq!(found, meant.iter().collect::<Vec<_>>(), "{} {:?}", text, read);
    }

    /// Whatever is read stands in the text where the entry says, character by character, and its name is not a grid.
    #[test]
    fn what_is_read_stands_at_its_place(text in "([1-4]{1,17}|[1-4.x0-]{14,18}|[ ,;:|#\n\"+]|[a-e]{1,3}|-){0,40}") {
        for shape in [None, Shape::new(2, 2).ok(), Shape::new(1, 2).ok()] {
            for entry in read_all(&text, shape).into_iter().flatten() {
                let n = entry.puzzle.shape().n();
                let stands: String = entry.place.text.chars().skip(entry.place.column - 1).take(entry.place.width)
                    .filter(|c| !c.is_whitespace() && !matches!(c, ',' | ';' | ':' | '|' | '"' | '+'))
                    .map(|c| if matches!(c, 'x' | '0' | '-') && n != 16 { '.' } else { c })
                    .collect();
                let all = line(&entry.puzzle);
                // An empty field of a table is an empty cell without a character, so these have fewer than a row.
                let seen = |cells: &str| cells.replace('.', "");
                let is_table = entry.place.text.contains([',', ';']) && stands.len() < n;
                let is_row = stands == all[..n] || (is_table && seen(&stands) == seen(&all[..n]));
                prop_assert!(stands == all || is_row, "{stands} {all} {text}");
                let name = entry.id.unwrap_or_default();
                let named = read_all(&name, Some(entry.puzzle.shape()));
                prop_assert!(!named.iter().any(Result::is_ok), "{name}");
            }
        }
    }
}
