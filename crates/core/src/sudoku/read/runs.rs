//! Tests that consecutive rows are read as the puzzles that they are, or rejected.

use super::*;
use crate::base::{Digit, rng};
use crate::sudoku::random_grid;
use crate::sudoku::text::{digit_char, line, picture};

const SHAPES: &[(u8, u8)] = &[(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5)];

/// Puzzles of a shape with few clues: most of them do not clash with what is put before them.
fn puzzles(shape: Shape, n_puzzles: usize) -> Vec<Puzzle> {
    let mut rng = rng(7);
    let one = |i: usize, rng: &mut _| {
        let grid = random_grid::<10>(shape, rng);
        // The last digits stand for clues, so that a 16x16 row is known to be one.
        let keep = |cell: usize, digit: &Digit| digit.value() + 3 > shape.n() && (cell + i).is_multiple_of(2);
        let cells = grid.digits().iter().enumerate().map(|(cell, d)| keep(cell, d).then_some(*d)).collect::<Vec<_>>();
        Puzzle::new(shape, cells).expect("clues of a grid")
    };
    (0..n_puzzles).map(|i| one(i, &mut rng)).collect()
}

/// The rows of puzzles, their cells with `by` between them.
fn rows(puzzles: &[Puzzle], by: &str) -> Vec<String> {
    let row = |cells: &[char]| cells.iter().map(char::to_string).collect::<Vec<_>>().join(by);
    let of = |puzzle: &Puzzle| {
        let cells: Vec<char> = line(puzzle).chars().collect();
        cells.chunks(puzzle.shape().n()).map(row).collect::<Vec<_>>()
    };
    puzzles.iter().flat_map(of).collect()
}

/// What is read of a text, and what is said.
fn found(text: &str) -> (Vec<String>, Vec<String>) {
    let all: Vec<_> = Reader::new(text.as_bytes(), None).collect();
    let read = all.iter().flatten().map(|entry| line(&entry.puzzle)).collect();
    (read, all.into_iter().filter_map(Result::err).map(|e| e.to_string()).collect())
}

fn text(rows: &[String]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

#[test]
fn of_rows_that_are_no_whole_blocks_none_is_answered() {
    for &(box_rows, box_columns) in SHAPES {
        let shape = Shape::new(box_rows, box_columns).expect("a shape");
        let n = shape.n();
        for n_puzzles in 1..=2 {
            let puzzles = puzzles(shape, n_puzzles);
            let lines: Vec<String> = puzzles.iter().map(line).collect();
            for by in ["", " ", ",", ", ", " | ", ";", "\t"] {
                let rows = rows(&puzzles, by);
                let (read, said) = found(&text(&rows));
                assert_eq!((read, said.len()), (lines.clone(), 0), "{shape} {by:?}: {said:?}");
                let head = |from: usize| {
                    (from..from + n).map(|i| i.to_string()).collect::<Vec<_>>().join(if by.is_empty() {
                        " "
                    } else {
                        by
                    })
                };
                let with = |at: usize, row: String| {
                    let mut rows = rows.clone();
                    rows.insert(at, row);
                    rows
                };
                let mut wrong = vec![with(0, head(0)), with(0, head(1)), with(n * n_puzzles, head(1))];
                wrong.extend((0..rows.len()).step_by(3).map(|at| with(at, rows[at].clone())));
                wrong.extend((0..rows.len()).step_by(3).map(|at| [&rows[..at], &rows[at + 1..]].concat()));
                for rows in wrong {
                    let (read, said) = found(&text(&rows));
                    assert!(read.is_empty() && !said.is_empty(), "{shape} {by:?}: {read:?}\n{}", text(&rows));
                }
            }
        }
    }
}

#[test]
fn the_refusal_has_the_rows_their_lines_and_what_they_look_like() {
    let four = Shape::new(2, 2).expect("a shape");
    let nine = Shape::NINE;
    let said = |text: &str| found(text).1;
    let of = |shape: Shape, n_puzzles: usize| text(&rows(&puzzles(shape, n_puzzles), ","));
    for head in ["0,1,2,3", "1,2,3,4"] {
        assert_eq!(
            said(&format!("{head}\n{}", of(four, 1))),
            ["line 1, column 1: 5 rows of 4, up to line 5: is the first a head of column numbers?"]
        );
    }
    let short: String = of(nine, 2).split_inclusive('\n').skip(1).collect();
    assert_eq!(said(&short), ["line 1, column 1: 17 rows of 9, up to line 17: a row is missing or one too many"]);
    let one: String = of(nine, 1).split_inclusive('\n').skip(1).collect();
    assert_eq!(said(&format!("\n{one}")), ["line 2, column 1: this block ends after 8 of 9 rows"]);
}

#[test]
fn heads_of_all_puzzles_are_seen_though_the_rows_are_whole_blocks() {
    for n_puzzles in [4, 8] {
        let four = Shape::new(2, 2).expect("a shape");
        let rows = rows(&puzzles(four, n_puzzles), " ");
        for head in ["0 1 2 3", "1 2 3 4"] {
            let all: String = rows.chunks(4).map(|block| format!("{head}\n{}", text(block))).collect();
            let (read, said) = found(&all);
            assert!(read.is_empty() && said[0].contains("of each 5 a head of column numbers?"), "{read:?} {said:?}");
        }
    }
}

#[test]
fn rows_and_columns_that_are_numbered_are_no_larger_grid() {
    // A frame of numbers makes ten rows of ten of a 9x9 puzzle, as pandas writes it.
    let puzzle = &puzzles(Shape::NINE, 1)[0];
    let numbered = |from: usize| {
        let head = (from..from + 9).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
        let rows = rows(std::slice::from_ref(puzzle), ",");
        let rows: String =
            rows.iter().enumerate().map(|(i, row)| format!("{},{}\n", i + from, row.replace('.', "0"))).collect();
        format!(",{head}\n{rows}")
    };
    for from in [0, 1] {
        let (read, said) = found(&numbered(from));
        assert!(read.is_empty() && said.len() == 1, "{read:?}");
        assert!(said[0].contains("at the edges numbers of columns and rows") || said[0].contains("twice"), "{said:?}");
    }
}

#[test]
fn bands_and_rows_may_stand_apart_if_all_of_them_do() {
    let puzzles = puzzles(Shape::NINE, 2);
    let lines: Vec<String> = puzzles.iter().map(line).collect();
    let rows = rows(&puzzles, "");
    let apart = |rows: &[String], by: usize, gap: &str| rows.chunks(by).map(text).collect::<Vec<_>>().join(gap);
    for gap in ["\n", "\n\n", "---+---+---\n", "# a note\n"] {
        for by in [1, 3, 9, 18] {
            assert_eq!(found(&apart(&rows, by, gap)), (lines.clone(), Vec::new()), "{by} {gap:?}");
        }
        for by in [1, 3] {
            let head = "123456789\n".to_owned() + gap;
            let (read, said) = found(&(head + &apart(&rows, by, gap)));
            assert!(read.is_empty() && !said.is_empty(), "{by} {gap:?}: {read:?}");
            for missing in [0, 4, 12, 17] {
                let short = [&rows[..missing], &rows[missing + 1..]].concat();
                let (read, said) = found(&apart(&short, by, gap));
                assert!(read.is_empty() && !said.is_empty(), "{by} {gap:?} {missing}: {read:?}");
            }
        }
    }
    // Boxes without anything between them: the last band of one stands with the first of the next.
    let boxed: String = puzzles.iter().map(picture).collect();
    assert_eq!(found(&boxed), (lines.clone(), Vec::new()));
    let (read, said) = found(&format!("1 2 3   4 5 6   7 8 9\n------+-------+------\n{boxed}"));
    assert!(read.is_empty() && said.len() == 1, "{read:?} {said:?}");
}

#[test]
fn a_puzzle_between_empty_lines_stands_by_itself() {
    let puzzles = puzzles(Shape::NINE, 3);
    let lines: Vec<String> = puzzles.iter().map(line).collect();
    let blocks: Vec<Vec<String>> = puzzles.iter().map(|puzzle| rows(std::slice::from_ref(puzzle), " ")).collect();
    let short = text(&blocks[1][1..]);
    let long = text(&blocks[1]) + &blocks[1][0] + "\n";
    let flawed = text(&blocks[1]).replacen("\n", " 1\n", 4);
    for broken in [short, long, flawed] {
        let (read, said) = found(&format!("{}\n{broken}\n{}", text(&blocks[0]), text(&blocks[2])));
        assert_eq!((read, said.len()), (vec![lines[0].clone(), lines[2].clone()], 1), "{broken}: {said:?}");
    }
    // A head that stands apart is refused alone.
    let (read, said) = found(&format!("1 2 3 4 5 6 7 8 9\n\n{}", text(&blocks[0])));
    assert_eq!((read, said.len()), (vec![lines[0].clone()], 1), "{said:?}");
    // A clash is one of its block.
    let clash = text(
        &[blocks[0].clone(), vec!["1 1 . . . . . . .".to_owned()], blocks[1][1..].to_vec(), blocks[2].clone()].concat(),
    );
    let (read, said) = found(&clash);
    assert_eq!((read, said.len()), (vec![lines[0].clone(), lines[2].clone()], 1), "{said:?}");
}

#[test]
fn a_row_of_16_cells_is_no_small_grid_if_larger_digits_follow() {
    let shape = Shape::new(4, 4).expect("a shape");
    for first in ["1..............4", "................", "..2......3......"] {
        let rest: Vec<String> = rows(&puzzles(shape, 1), "")[1..].to_vec();
        let rest = rest.iter().map(|row| row.replace(['1', '2', '3', '4'], "."));
        let block: String = std::iter::once(first.to_owned()).chain(rest).map(|row| row + "\n").collect();
        let (read, said) = found(&block);
        assert_eq!((read.len(), read.first().map(String::len), said.len()), (1, Some(256), 0), "{said:?}\n{block}");
        // Without a row of the larger grid they are small ones.
        assert_eq!(found(&format!("{first}\n{first}\n\n1234341221434321\n")).0, [first, first, "1234341221434321"]);
        assert_eq!(found(&format!("{first}\nhello\n{first}")).0, [first, first]);
    }
}

#[test]
fn a_run_without_an_end_takes_little_memory() {
    let endless = "1234\n3412\n2143\n4321\n".repeat(2_000);
    let (read, said) = found(&format!("{endless}\n1234341221434321\n"));
    assert_eq!(read, ["1234341221434321"]);
    assert!(said.len() == 1 && said[0].contains("rows without an empty line"), "{said:?}");
    // With empty lines there is no end to it.
    assert_eq!(found(&"1234\n3412\n2143\n4321\n\n".repeat(2_000)).0.len(), 2_000);
}

#[test]
fn digits_of_a_run_keep_their_meaning() {
    let shape = Shape::new(3, 4).expect("a shape");
    let puzzle = &puzzles(shape, 1)[0];
    let number = |c: char| (1..=12).find(|v| digit_char(12, Digit::new(*v)) == c).unwrap_or(0);
    let cells: Vec<String> = line(puzzle).chars().map(|c| number(c).to_string()).collect();
    for by in [" ", ",", ", ", "\t", "  ", ";", " | "] {
        let block: String = cells.chunks(12).map(|row| row.join(by) + "\n").collect();
        assert_eq!(found(&block), (vec![line(puzzle)], Vec::new()), "{by:?}\n{block}");
        assert_eq!(found(&cells.join(by)), (vec![line(puzzle)], Vec::new()), "{by:?}");
    }
    let padded: String =
        cells.chunks(12).map(|row| row.iter().map(|c| format!("{c:0>2} ")).collect::<String>() + "\n").collect();
    assert_eq!(found(&padded).0, [line(puzzle)]);
}

/// Rows of a table with empty fields: `size` cells from `at`, in `n` of them.
fn within(puzzle: &Puzzle, n: usize, at: usize) -> String {
    let (size, cells) = (puzzle.shape().n(), line(puzzle).replace('.', " ").chars().collect::<Vec<_>>());
    let is_inside = |i: usize| (at..at + size).contains(&i);
    let cell = |row: usize, column: usize| match is_inside(row) && is_inside(column) {
        true => cells[(row - at) * size + column - at].to_string().trim().to_owned(),
        false => String::new(),
    };
    (0..n).map(|row| (0..n).map(|column| cell(row, column)).collect::<Vec<_>>().join(",") + "\n").collect()
}

#[test]
fn a_puzzle_with_empty_margins_is_no_larger_puzzle() {
    let puzzle = &puzzles(Shape::NINE, 1)[0];
    for (n, at) in [(10, 0), (10, 1), (12, 0), (12, 1), (12, 3), (16, 2), (25, 7)] {
        let table = within(puzzle, n, at);
        let (read, said) = found(&table);
        assert!(read.is_empty() && said.len() == 1, "{n} {at}: {read:?}");
        assert!(said[0].contains("are these 9x9 puzzles with something beside them?"), "{said:?}");
        // A shape that was asked for is believed; its boxes may have a digit twice.
        let asked: Vec<_> = Reader::new(table.as_bytes(), Shape::of_cells(n * n)).collect();
        let is_believed = |entry: &Result<_, ReadError>| match entry {
            Ok(_) => true,
            Err(e) => e.to_string().contains("occurs twice"),
        };
        assert!(asked.len() == 1 && asked.iter().all(is_believed), "{n} {at}: {asked:?}");
    }
    // One that has a larger digit, or hardly a clue, may be what it is.
    let (_, said) = found(&within(puzzle, 10, 0).replacen('9', "A", 1));
    assert!(said.iter().all(|why| why.contains("occurs twice")), "{said:?}");
    assert_eq!(found(&("1".to_owned() + &" .".repeat(11) + "\n" + &(". ".repeat(12) + "\n").repeat(11))).0.len(), 1);
}

#[test]
fn puzzles_side_by_side_are_no_larger_puzzle() {
    for (size, side) in [(4, 2), (4, 3), (6, 2), (9, 2)] {
        // The same clues in other rows and columns of each puzzle, so that none clashes.
        let n = size * side;
        let cell = |row: usize, column: usize| match (row % size, column % size) {
            (a, b) if a == row / size && b == (row / size + column / size) % size => 1,
            (a, b) if a == (row / size + 1) % size && b == (row / size + column / size + 1) % size => 2,
            _ => 0,
        };
        let cells = |by: &str| -> String {
            (0..n).map(|r| (0..n).map(|c| cell(r, c).to_string()).collect::<Vec<_>>().join(by) + "\n").collect()
        };
        let (read, said) = found(&cells(" "));
        assert!(read.is_empty() && said[0].contains("puzzles with something beside them"), "{size} {side}: {said:?}");
    }
}

#[test]
fn numbers_at_any_edges_are_no_clues() {
    let eight = Shape::new(2, 4).expect("a shape");
    let empty = ["0"; 8];
    for (top, left) in [(true, true), (true, false), (false, true), (false, false)] {
        for (first_row, first_column) in [(0, 0), (0, 1), (1, 0)] {
            let numbers = |from: usize| (from..from + 8).map(|i| i.to_string()).collect::<Vec<_>>();
            let edge = |cells: Vec<String>, cell: String| match left {
                true => [vec![cell], cells].concat().join(","),
                false => [cells, vec![cell]].concat().join(","),
            };
            let mut rows: Vec<String> = (0..8)
                .map(|i| edge(empty.iter().map(|c| (*c).to_owned()).collect(), numbers(first_column)[i].clone()))
                .collect();
            let head = edge(numbers(first_row), String::new());
            rows.insert(if top { 0 } else { 8 }, head);
            let (read, said) = found(&text(&rows));
            assert!(read.is_empty() && said.len() == 1, "{top} {left} {first_row} {first_column}: {read:?}");
        }
    }
    assert_eq!(found(&text(&rows(&puzzles(eight, 1), ","))).0.len(), 1);
}

#[test]
fn the_same_row_after_each_puzzle_is_none_of_them() {
    for (n, shape) in [(4, Shape::new(2, 2)), (6, Shape::new(2, 3)), (9, Ok(Shape::NINE))] {
        let rows = rows(&puzzles(shape.expect("a shape"), n), ",");
        for between in [".", ""] {
            let row = vec![between; n].join(",");
            let after: String = rows.chunks(n).map(|block| text(block) + &row + "\n").collect();
            let before: String = rows.chunks(n).map(|block| row.clone() + "\n" + &text(block)).collect();
            for all in [after, before] {
                let (read, said) = found(&all);
                assert!(read.is_empty() && said.len() == 1, "{n} {between:?}: {read:?} {said:?}");
            }
        }
        assert_eq!(found(&text(&rows)).0.len(), n);
    }
}

#[test]
fn boxes_are_those_that_are_drawn() {
    for (height, width) in [(2, 3), (3, 2), (2, 4), (4, 2), (2, 6), (3, 4), (4, 3), (6, 2), (2, 5), (5, 2), (3, 3)] {
        let shape = Shape::new(height, width).expect("a shape");
        let puzzle = &puzzles(shape, 1)[0];
        let n = shape.n();
        let all = rows(std::slice::from_ref(puzzle), "");
        let of = |by: &str, between: &str, bar: &str| -> String {
            let row = |row: &String| {
                let cells: Vec<String> = row.chars().map(String::from).collect();
                cells.chunks(width.into()).map(|part| part.join(by)).collect::<Vec<_>>().join(bar) + "\n"
            };
            let bands = all.chunks(height.into()).map(|band| band.iter().map(row).collect::<String>());
            bands.collect::<Vec<_>>().join(between)
        };
        let drawn = [
            picture(puzzle),
            of(" ", "", " | "),
            of("", "", " "),
            of("", "\n", ""),
            of(" ", "---+---\n", " "),
            of(" ", "\n", "  "),
            of(" ", "", " \u{2502} "),
        ];
        for text in drawn {
            let found: Vec<Puzzle> =
                Reader::new(text.as_bytes(), None).map(|entry| entry.expect("a puzzle").puzzle).collect();
            assert_eq!(found, std::slice::from_ref(puzzle), "{shape}\n{text}");
        }
        // Without any boxes they are the usual ones.
        let usual = Shape::of_cells(n * n);
        let read = Reader::new(of(" ", "", " ").as_bytes(), None).flatten().map(|entry| entry.puzzle.shape()).next();
        assert!(read.is_none() || read == usual, "{shape}");
    }
    let wrong = "1 . . | . . .\n. . . | . . .\n. . . | . . .\n------+------\n".repeat(2);
    let (read, said) = found(&wrong);
    assert!(read.is_empty() && said[0].contains("with boxes of 3x3 cells, which no 6x6 grid has"), "{read:?} {said:?}");
}
