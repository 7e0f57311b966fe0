//! Puzzles whose solution is not known: a search finds it from the clues and rules.

use crate::base::{Digit, Limits, Stop};
use crate::problem::points;
use crate::sudoku::{Puzzle, Rule, digit_char};

use super::block::{Line, PuzzleError, TextBlock, cell_name};
use super::modifiers::nearest;
use super::reader::{block_of, parse};
use super::{MODIFIERS, PuzzleInstance};

/// A square puzzle with rules and clues, without its solution.
#[derive(Debug)]
pub struct OpenPuzzle {
    block: TextBlock,
    instance: PuzzleInstance,
    n: usize,
    /// The given digits, row-major.
    given: Vec<Option<usize>>,
}

/// The solutions of a puzzle.
#[derive(Debug)]
pub enum OpenSolutions {
    /// There is no solution.
    None,
    /// There is one: the puzzle with its solution.
    One(Box<PuzzleInstance>),
    /// There are at least these two, as digits, row-major.
    Several([Vec<Digit>; 2]),
}

impl OpenPuzzle {
    /// Creates a puzzle with these additional rules; `id` is its name.
    ///
    /// # Errors
    /// [`PuzzleError`] at the line of a rule that does not fit the square; the lines are those of the format in
    /// docs/puzzles.md.
    pub fn new(puzzle: &Puzzle, rules: &[Rule], id: Option<&str>) -> Result<Self, PuzzleError> {
        Self::of_block(block_of(&text(puzzle, rules, id))?)
    }

    /// The puzzle of a block.
    ///
    /// # Errors
    /// [`PuzzleError`] at the first place that is wrong.
    pub(super) fn of_block(block: TextBlock) -> Result<Self, PuzzleError> {
        let instance = parse(&block)?;
        let Some(square) = &instance.square else {
            return Err(block.fail_head("its solution must be known: only squares of digits may have empty cells"));
        };
        let n = square.shape.n();
        let rows = block.rows().iter().take(n);
        let digit = |c: char| (1..=n).find(|digit| digit_char(n, Digit::new(*digit)) == c);
        let given = rows.flat_map(|row| row.text.chars().map(digit).collect::<Vec<_>>()).collect();
        Ok(Self { block, instance, n, given })
    }

    /// Looks for the solutions of the puzzle: none, one, or several.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn solutions(&self, limits: &Limits) -> Result<OpenSolutions, Stop> {
        let model = &self.instance.model;
        // Every square begins with its cells, n variables each.
        let vars: Vec<_> = model.vars().take(self.n.pow(3)).collect();
        let var = |(cell, digit): (usize, &Option<usize>)| digit.map(|digit| vars[cell * self.n + digit - 1]);
        let ones: Vec<_> = self.given.iter().enumerate().filter_map(var).collect();
        let found = points(model, &ones, &vars, 2, limits).expect("sums of a square are small")?;
        let digits = |point: &Vec<bool>| -> Vec<Digit> {
            let of_cell = |cell: &[bool]| Digit::from_index(cell.iter().position(|value| *value).unwrap_or_default());
            point[..vars.len()].chunks(self.n).map(of_cell).collect()
        };
        Ok(match found.as_slice() {
            [] => OpenSolutions::None,
            [only] => OpenSolutions::One(Box::new(self.solved(&digits(only)))),
            [one, other, ..] => OpenSolutions::Several([digits(one), digits(other)]),
        })
    }

    /// Returns the puzzle with its only solution.
    ///
    /// # Errors
    /// [`PuzzleError`] if there is no solution or several, or if a limit was reached.
    pub fn only(&self, limits: &Limits) -> Result<PuzzleInstance, PuzzleError> {
        let fail = |message: &str| self.block.fail_head(message);
        match self.solutions(limits) {
            Ok(OpenSolutions::One(solved)) => Ok(*solved),
            Ok(OpenSolutions::None) => Err(fail("this puzzle has no solution")),
            Ok(OpenSolutions::Several([one, other])) => {
                let differs = (0..one.len()).find(|cell| one[*cell] != other[*cell]).unwrap_or_default();
                let name = cell_name(differs / self.n, differs % self.n);
                Err(fail(&format!("this puzzle has several solutions; two of them differ in {name}")))
            }
            Err(stop) => {
                let error = fail("a limit was reached before the solution of this puzzle was found");
                Err(PuzzleError { stop: Some(stop), ..error })
            }
        }
    }

    /// The instance with this solution.
    fn solved(&self, digits: &[Digit]) -> PuzzleInstance {
        let mut block = self.block.clone();
        for (row, digits) in block.rows.iter_mut().zip(digits.chunks(self.n)) {
            row.text = digits.iter().map(|digit| digit_char(self.n, *digit)).collect();
        }
        let mut instance = parse(&block).expect("a solution keeps the rules of the model");
        let cells = instance.square.as_ref().map_or(&[][..], |square| &square.cells);
        let is_given = |(cell, _): &(usize, _)| self.given[*cell].is_some();
        instance.given = Some(cells.iter().enumerate().filter(is_given).map(|(_, var)| *var).collect());
        instance
    }
}

/// The text of a puzzle, in the form of docs/puzzles.md.
fn text(puzzle: &Puzzle, rules: &[Rule], id: Option<&str>) -> String {
    let shape = puzzle.shape();
    let n = shape.n();
    let regions = rules.iter().find_map(|rule| if let Rule::Jigsaw(regions) = rule { Some(regions) } else { None });
    let mut head = match (regions, shape.is_latin()) {
        (Some(_), _) => "sudoku jigsaw".to_owned(),
        (None, true) => "latin".to_owned(),
        (None, false) => format!("sudoku {shape}"),
    };
    // A name is one word, and none that the head knows.
    let id = id.map(|id| id.split_whitespace().collect::<Vec<_>>().join("_"));
    if let Some(id) = id.filter(|id| is_name(id)) {
        head += &format!(" {id}");
    }
    for rule in rules.iter().filter(|rule| Rule::NAMED.contains(rule)) {
        head += &format!(" {}", rule.name());
    }
    let mut lines = vec![head];
    for row in 0..n {
        let cells = (0..n).map(|column| puzzle.get(shape.cell(row, column)));
        lines.push(cells.map(|digit| digit.map_or('.', |digit| digit_char(n, digit))).collect());
    }
    if let Some(regions) = regions {
        lines.push("jigsaw".to_owned());
        let letter = |cell| char::from(b'A' + u8::try_from(regions.of(cell)).unwrap_or_default());
        lines.extend((0..n).map(|row| (0..n).map(|column| letter(shape.cell(row, column))).collect::<String>()));
    }
    lines.extend(
        rules.iter().filter_map(|rule| if let Rule::Drawn(rule) = rule { Some(rule.to_string()) } else { None }),
    );
    lines.join("\n")
}

/// May this word be the name of a puzzle in its head?
fn is_name(word: &str) -> bool {
    let head = Line { number: 1, text: format!("sudoku {word} x") };
    let is_id = |block: TextBlock| block.id() == Some(word) && nearest(word, MODIFIERS).is_none();
    TextBlock::new(head, Vec::new(), MODIFIERS).is_ok_and(is_id)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};
    use super::*;

    fn digits(digits: &[Digit]) -> String {
        digits.iter().map(|digit| digit_char(4, *digit)).collect()
    }

    #[test]
    fn an_open_puzzle_gets_its_solution() {
        let posed = only("sudoku 2x2 four\n..3.\n.4..\n.1..\n..2.\n").expect("a puzzle with one solution");
        let square = posed.square.as_ref().expect("a square");
        assert_eq!(digits(&square.digits), "1234341221434321");
        let given: Vec<&str> = posed.given.iter().flatten().map(|var| posed.model.var_name(*var)).collect();
        assert_eq!(given, ["x_r1c3_3", "x_r2c2_4", "x_r3c2_1", "x_r4c3_2"]);
        assert!(!posed.is_open && posed.model.violated_row(&posed.solution).is_none());
        assert!(only("sudoku 2x2\n1234\n3412\n2143\n4321\n").expect("a grid").given.is_none());
    }

    #[test]
    fn none_and_several_solutions_are_refused() {
        let several = refusal("sudoku 2x2\n1...\n....\n....\n....\n");
        assert!(several.starts_with("line 1, column 1: this puzzle has several solutions; two of them differ in R"));
        assert_eq!(refusal("latin\n12.\n..3\n...\n"), "line 1, column 1: this puzzle has no solution");
        assert_eq!(refusal("latin\n1..\n1..\n...\n"), "line 3, column 1: 1 occurs twice in column 1: R1C1 and R2C1");
        assert_eq!(
            refusal("latin\n1..\n...\n...\nkropki all\n"),
            "line 5, column 8: `all` needs a solved puzzle: the dots follow from its digits"
        );
        assert_eq!(
            refusal("latin\n1..\n...\n...\nlittle-killer r1c1 down-right\n"),
            "line 5, column 30: the sum is missing; it can only be omitted in a solved puzzle"
        );
    }

    #[test]
    fn rules_may_stand_for_all_digits() {
        let text = "sudoku 2x2 cages\n....\n....\n....\n....\ncage r1c1 r1c2 sum 3\ncage r1c3 r2c3 sum 4\n\
                    cage r2c1 r3c1 sum 5\nthermometer r1c1 r1c2\ncage r3c1 r4c2 r3c3 r4c4\ncage r4c1 sum 4\n";
        let posed = only(&text.replacen("2x2", "2x2 clues=cages", 1));
        let said = posed.map(|posed| {
            let square = posed.square.expect("a square");
            (digits(&square.digits), square.rules.len(), posed.clues.len())
        });
        let open = OpenPuzzle::of_block(block_of(text).expect("a block")).expect("an open puzzle");
        match open.solutions(&Limits::none()).expect("there are no limits") {
            OpenSolutions::One(solved) => {
                let square = solved.square.expect("a square");
                assert_eq!(said.expect("a puzzle"), (digits(&square.digits), 6, 5));
            }
            OpenSolutions::Several(_) => assert!(said.expect_err("no puzzle").message.contains("several solutions")),
            OpenSolutions::None => panic!("there is a filling"),
        }
    }

    /// The text of a solved puzzle with empty cells is the puzzle again, whatever its rules are.
    #[test]
    fn examples_without_a_digit_are_themselves_again() {
        for modifier in MODIFIERS {
            let solved = only(modifier.example).expect("an instance");
            let square = solved.square.as_ref().expect("a square");
            let rules: Vec<Rule> = square.rules.iter().map(|(rule, _)| rule.clone()).collect();
            let mut clues: Vec<Option<Digit>> = square.digits.iter().copied().map(Some).collect();
            clues[0] = None;
            let puzzle = Puzzle::new(square.shape, clues).expect("clues of a square");
            let open = OpenPuzzle::new(&puzzle, &rules, Some("an id")).expect(modifier.name);
            match open.solutions(&Limits::none()) {
                Ok(OpenSolutions::One(again)) => {
                    let found = again.square.expect("a square");
                    assert_eq!((&found.digits, found.rules.len()), (&square.digits, rules.len()), "{}", modifier.name);
                    assert_eq!(again.id.as_deref(), Some("an_id"));
                    assert_eq!(again.given.map(|given| given.len()), Some(square.digits.len() - 1));
                }
                other => panic!("{}: {other:?}", modifier.name),
            }
        }
    }

    #[test]
    fn a_name_that_is_a_word_of_the_head_is_left_out() {
        assert!(
            is_name("four") && !is_name("x") && !is_name("2x2") && !is_name("clues=digits") && !is_name("anti-knigt")
        );
    }
}
