//! Cages: different digits with a sum. A Sudoku with cages is a killer.
//!
//! A sum excludes some digits and requires others: in two cells, 3 is 1 and 2. Both have separate rows, since the row
//! of the sum alone does not imply them for fractional points.

use std::collections::BTreeMap;

use crate::ilp::{Sense, VarId};
use crate::sudoku::DrawnRule;

use super::super::block::PuzzleError;
use super::super::digit_uses::{Use, digit_uses, digits_follow};
use super::super::draft::Choice;
use super::super::template::Template;
use super::{Modifier, Rule, RuleSet, RuleText, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "cages",
    about: "the digits of a cage differ, and have a sum where one is given; this is killer Sudoku",
    lines: &["cages", "sum", "cage"],
    is_drawn: true,
    clue: Some("a cage with its sum"),
    example: "sudoku cages four
1234
3412
2143
4321
cages
AABB
.CCB
D..E
DDEE
sum A 3
sum B 9
sum C 5
sum D 9
sum E 6
",
    read,
};

/// A row of letters each.
type Drawing = Vec<Vec<char>>;

struct Cages {
    /// The drawing, if there is one.
    drawing: Option<Drawing>,
    /// Those of the drawing by their letters, then those with a line of their own.
    cages: Vec<Cage>,
}

struct Cage {
    /// Its letter in the drawing.
    letter: Option<char>,
    cells: Vec<usize>,
    /// The sum, if it has one.
    total: Option<usize>,
    key: String,
    rule: DrawnRule,
}

/// The highest sum that n digits can have.
fn highest(n: usize) -> usize {
    n * (n + 1) / 2
}

impl Cage {
    fn new(text: &RuleText<'_>, letter: Option<char>, cells: Vec<usize>, total: Option<usize>, number: usize) -> Self {
        let sum = total.and_then(|total| u16::try_from(total).ok());
        let key = letter.map_or_else(|| format!("cage{number}"), |letter| format!("cage{letter}"));
        Self { letter, key, rule: DrawnRule::Cage { cells: text.all_at(&cells), sum }, cells, total }
    }
}

/// A drawing, which lines `sum A 15` may follow, and lines such as `cage r1c1 r1c2 sum 5`: those may overlap, and need
/// have no sum.
fn read(text: &RuleText<'_>) -> Result<Box<dyn RuleSet>, PuzzleError> {
    let is_line = |line: &&super::RuleLine<'_>| line.words.first().is_some_and(|(_, word)| *word == "cage");
    let of_lines: Vec<&super::RuleLine<'_>> = text.lines.iter().filter(is_line).collect();
    let (drawing, mut cages) = match of_lines.len() == text.lines.len() {
        true => (None, Vec::new()),
        false => drawn(text).map(|(drawing, cages)| (Some(drawing), cages))?,
    };
    for (i, line) in of_lines.into_iter().enumerate() {
        let cage = of_line(text, line, i + 1)?;
        if cages.iter().any(|other: &Cage| other.letter.is_none() && other.rule == cage.rule) {
            return Err(text.fail(line, 1, format!("this occurs twice: {}", cage.rule)));
        }
        cages.push(cage);
    }
    Ok(Box::new(Cages { drawing, cages }))
}

/// A cage with a line of its own.
fn of_line(text: &RuleText<'_>, line: &super::RuleLine<'_>, number: usize) -> Result<Cage, PuzzleError> {
    let square = text.square;
    let (words, sum) = match &line.words[1..] {
        [cells @ .., (_, "sum"), sum] => (cells, Some(*sum)),
        cells => (cells, None),
    };
    let cells = text.cells(line, words)?;
    if cells.len() < 2 && (sum.is_none() || cells.is_empty()) {
        return Err(text.fail_end(line, "a cage has two or more cells, or a sum: cage r1c1 r1c2 sum 5"));
    }
    for (i, cell) in cells.iter().enumerate().filter(|(_, cell)| square.digits[**cell] > 0) {
        if let Some(other) = cells[..i].iter().find(|other| square.digits[**other] == square.digits[*cell]) {
            let (digit, one, here) = (square.symbol(*cell), square.cell_name(*other), square.cell_name(*cell));
            return Err(text.fail(line, words[i].0, format!("{digit} occurs twice in this cage: {one} and {here}")));
        }
    }
    if let Some((column, _)) = words.get(square.n) {
        return Err(text.fail(
            line,
            *column,
            format!("a cage has at most {} cells, since its digits differ", square.n),
        ));
    }
    let total = sum.map(|(column, word)| {
        let found: usize = cells.iter().map(|cell| square.digits[*cell]).sum();
        match word.parse::<usize>() {
            Ok(total) if square.is_solved() && total != found => {
                Err(text.fail(line, column, format!("this cage has the sum {found}, not {total}")))
            }
            Ok(total) if total <= highest(square.n) => Ok(total),
            _ => Err(text.fail(line, column, format!("`{word}` is not a sum of up to {}", highest(square.n)))),
        }
    });
    let total = total.transpose()?;
    Ok(Cage::new(text, None, cells, total, number))
}

/// A letter or digit for each cage, `.` for cells in none; lines `sum A 15` may follow, and must where the puzzle is not
/// solved.
fn drawn(text: &RuleText<'_>) -> Result<(Drawing, Vec<Cage>), PuzzleError> {
    let (square, n) = (text.square, text.square.n);
    let is_drawing = |line: &&super::RuleLine<'_>| line.words.first().is_some_and(|(_, word)| *word == "cages");
    let mut drawings = text.lines.iter().filter(is_drawing);
    let Some(line) = drawings.next() else {
        let first = &text.lines[0];
        return Err(text.fail(first, 1, "this sum belongs to no cage; write `cages` and a drawing first"));
    };
    if let Some(other) = drawings.next() {
        return Err(text.fail(other, 1, "the cages are drawn already"));
    }
    if let Some((column, word)) = line.words.get(1) {
        return Err(text.fail(line, *column, format!("`{word}` has no effect here")));
    }
    let drawing = text.drawing(line)?;
    let mut cages: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    for (cell, letter) in drawing.iter().flatten().enumerate() {
        let fail = |message| Err(text.block.fail_at(line.drawing.start + cell / n, cell % n, message));
        if *letter == '.' {
            continue;
        }
        if !letter.is_ascii_alphanumeric() {
            return fail(format!(
                "{letter:?} is not a cage: write a letter or digit, or . for a cell outside all cages"
            ));
        }
        let cells = cages.entry(*letter).or_default();
        let is_same = |other: &&usize| square.digits[cell] > 0 && square.digits[**other] == square.digits[cell];
        if let Some(other) = cells.iter().find(is_same) {
            let (digit, one, here) = (square.symbol(cell), square.cell_name(*other), square.cell_name(cell));
            return fail(format!("{digit} occurs twice in cage {letter}: {one} and {here}"));
        }
        if cells.len() == n {
            return fail(format!("cage {letter} has more than {n} cells, and its digits differ"));
        }
        cells.push(cell);
    }
    if cages.is_empty() {
        return Err(text.fail(line, 1, "no cell is in a cage"));
    }
    let sums = sums(text, &cages)?;
    let cage = |(letter, cells): (char, Vec<usize>)| {
        let known = || square.is_solved().then(|| cells.iter().map(|cell| square.digits[*cell]).sum());
        let total = sums.iter().find(|(of, _)| *of == letter).map(|(_, sum)| *sum).or_else(known);
        Cage::new(text, Some(letter), cells, total, 0)
    };
    Ok((drawing, cages.into_iter().map(cage).collect()))
}

/// The sums that stand in the text, which are those of the solution where that is known.
fn sums(text: &RuleText<'_>, cages: &BTreeMap<char, Vec<usize>>) -> Result<Vec<(char, usize)>, PuzzleError> {
    let square = text.square;
    let mut sums: Vec<(char, usize)> = Vec::new();
    for line in text.lines.iter().filter(|line| line.words.first().is_some_and(|(_, word)| *word == "sum")) {
        let [_, (column, letter), (number, sum)] = line.words[..] else {
            return Err(text.fail_end(line, "a sum has the letter of its cage and a number: sum A 15"));
        };
        let Some((letter, cells)) = cages.iter().find(|(other, _)| letter.chars().eq([**other])) else {
            return Err(text.fail(line, column, format!("there is no cage `{letter}`")));
        };
        let total: usize = cells.iter().map(|cell| square.digits[*cell]).sum();
        let said = sum.parse::<usize>().ok().filter(|sum| *sum <= highest(square.n));
        if square.is_solved() && said != Some(total) {
            return Err(text.fail(line, number, format!("cage {letter} has the sum {total}, not {sum}")));
        }
        if sums.iter().any(|(other, _)| other == letter) {
            return Err(text.fail(line, column, format!("cage {letter} has its sum already")));
        }
        let wrong = || text.fail(line, number, format!("`{sum}` is not a sum of up to {}", highest(square.n)));
        sums.push((*letter, said.ok_or_else(wrong)?));
    }
    Ok(sums)
}

impl Cage {
    /// How the digits occur: without a sum as those of a house with fewer or as many cells.
    fn uses(&self, n: usize) -> Vec<Use> {
        match self.total {
            Some(total) => digit_uses(n, self.cells.len(), total),
            None if self.cells.len() == n => vec![Use::Always; n],
            None => vec![Use::Sometimes; n],
        }
    }

    /// The digits differ, and have the sum.
    fn give(&self, model: &mut SquareModel<'_>) {
        let key = &self.key;
        if let Some(total) = self.total {
            let terms = model.sum(&self.cells, 1);
            model.draft.row(format!("sum_{key}"), terms, Sense::Equal, total as i64);
        }
        let in_house = model.in_one_house(&self.cells);
        if in_house && self.total.is_none() {
            return;
        }
        let uses = self.uses(model.square.n);
        let vars =
            |digit: usize| self.cells.iter().filter_map(|cell| model.cells[*cell].var(digit)).collect::<Vec<_>>();
        let mut never: Vec<VarId> = Vec::new();
        let mut rows = Vec::new();
        for (digit, digit_use) in (1..).zip(uses) {
            match digit_use {
                Use::Never => never.extend(vars(digit)),
                Use::Always => rows.push((format!("{key}_{digit}"), vars(digit), Sense::Equal)),
                Use::Sometimes if !in_house => rows.push((format!("{key}_{digit}"), vars(digit), Sense::LessEqual)),
                Use::Sometimes => {}
            }
        }
        for (name, vars, sense) in rows {
            model.draft.one_of(name, vars, sense);
        }
        if !never.is_empty() {
            model.draft.row(format!("{key}_never"), never.into_iter().map(|var| (var, 1)), Sense::Equal, 0);
        }
    }

    /// A variable that is 1 exactly where the digits differ and have the sum.
    fn clue(&self, model: &mut SquareModel<'_>) -> VarId {
        let (key, n, length) = (&self.key, model.square.n, self.cells.len());
        let in_house = model.in_one_house(&self.cells);
        let least = if in_house { length * (length + 1) / 2 } else { length };
        let totals = least..=length * (n + 1) - least;
        let sum = self.total.map(|_| {
            let terms = model.sum(&self.cells, 1);
            model.total_is(terms, 0, totals, key, in_house.then_some(&**key))
        });
        match (sum, in_house) {
            (Some(sum), true) => {
                self.say_digits(model, sum);
                return sum;
            }
            // It says nothing that is not so in any filling.
            (None, true) => {
                let always = model.draft.var(key, true);
                model.draft.one_of(format!("{key}_always"), [always], Sense::Equal);
                return always;
            }
            _ => {}
        }
        // For each digit: does it stand there more than once?
        let mut again = Vec::new();
        for digit in 1..=n {
            let vars: Vec<VarId> = self.cells.iter().filter_map(|cell| model.cells[*cell].var(digit)).collect();
            // The solution keeps the rules of its cages.
            let var = model.draft.var(format!("again_{key}_{digit}"), false);
            let with = |a: i64| vars.iter().map(|var| (*var, 1)).chain([(var, a)]).collect::<Vec<_>>();
            let (once, twice) = (with(1 - length as i64), with(-2));
            let once = once.into_iter().filter(|(_, a)| *a != 0);
            model.draft.row(format!("again_{key}_{digit}_a"), once, Sense::LessEqual, 1);
            model.draft.row(format!("again_{key}_{digit}_b"), twice, Sense::GreaterEqual, 0);
            again.push(var);
        }
        let differ = match sum {
            Some(_) => model.draft.var(format!("differ_{key}"), true),
            None => model.draft.var(key, true),
        };
        for (digit, var) in (1..).zip(&again) {
            model.draft.one_of(format!("differ_{key}_{digit}"), [differ, *var], Sense::LessEqual);
        }
        model.draft.one_of(format!("differ_{key}_from"), again.into_iter().chain([differ]), Sense::GreaterEqual);
        let Some(sum) = sum else { return differ };
        let holds = model.all(&[sum, differ], key);
        self.say_digits(model, holds);
        holds
    }

    fn say_digits(&self, model: &mut SquareModel<'_>, holds: VarId) {
        let cells: Vec<&Choice> = self.cells.iter().map(|cell| &model.cells[*cell]).collect();
        let uses = self.uses(model.square.n);
        digits_follow(&mut model.draft, &self.key, holds, &uses, &cells);
    }
}

impl RuleSet for Cages {
    fn rules(&self) -> Vec<Rule> {
        self.cages.iter().map(|cage| Rule::Drawn(cage.rule.clone())).collect()
    }

    fn n_rules(&self) -> usize {
        self.cages.len()
    }

    fn add(&self, model: &mut SquareModel<'_>) {
        self.cages.iter().for_each(|cage| cage.give(model));
    }

    fn add_clues(&self, model: &mut SquareModel<'_>) -> Vec<VarId> {
        self.cages.iter().map(|cage| cage.clue(model)).collect()
    }

    fn show(&self, template: &mut Template, clues: Option<&[VarId]>) {
        let clue = |letter: char| {
            let at = self.cages.iter().position(|cage| cage.letter == Some(letter))?;
            clues.map(|clues| clues[at])
        };
        if let Some(drawing) = &self.drawing {
            template.line("cages", None);
            for row in drawing {
                for letter in row {
                    match clue(*letter) {
                        Some(var) => template.clue(var, *letter),
                        None => template.text(*letter),
                    }
                }
                template.end_line();
            }
        }
        for (i, cage) in self.cages.iter().enumerate() {
            let line = match (cage.letter, cage.total) {
                (Some(letter), Some(total)) => format!("sum {letter} {total}"),
                (Some(_), None) => continue,
                (None, _) => cage.rule.to_string(),
            };
            template.line(&line, clues.map(|clues| clues[i]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{refusal, shown};

    const FOUR: &str = "1234\n3412\n2143\n4321\n";

    #[test]
    fn cages_are_shown_with_their_sums() {
        let text = format!("sudoku clues=cages\n{FOUR}cages\nAABB\n....\n....\n...C\n");
        let [none, all] = shown(&text);
        let dots = "....\n".repeat(4);
        assert_eq!(none, format!("{dots}cages\n{dots}"));
        assert_eq!(all, format!("{dots}cages\nAABB\n....\n....\n...C\nsum A 3\nsum B 7\nsum C 1\n"));
    }

    #[test]
    fn cages_are_refused_where_they_are_drawn() {
        let of = |rules: &str| refusal(&format!("sudoku\n{FOUR}{rules}"));
        let dots = "....\n....\n....\n";
        assert_eq!(of("sum A 3\n"), "line 6, column 1: this sum belongs to no cage; write `cages` and a drawing first");
        assert_eq!(of(&format!("cages\n....\n{dots}")), "line 6, column 1: no cell is in a cage");
        assert_eq!(of(&format!("cages x\n....\n{dots}")), "line 6, column 7: `x` has no effect here");
        assert_eq!(of(&format!("cages\n..#.\n{dots}")).split(':').next(), Some("line 7, column 3"));
        assert_eq!(of(&format!("cages\n...\n{dots}")), "line 8, column 4: this row has 4 characters, the first has 3");
        let drawn = "cages\nA...\n.A..\n..A.\n....\n";
        assert_eq!(of(drawn), "line 9, column 3: 4 occurs twice in cage A: R2C2 and R3C3");
        let drawn = format!("cages\nAA..\n{dots}");
        assert_eq!(of(&format!("{drawn}cages\nA...\n{dots}")), "line 11, column 1: the cages are drawn already");
        assert_eq!(of(&format!("{drawn}sum A 4\n")), "line 11, column 7: cage A has the sum 3, not 4");
        assert_eq!(of(&format!("{drawn}sum B 3\n")), "line 11, column 5: there is no cage `B`");
        assert_eq!(of(&format!("{drawn}sum A 3\nsum A 3\n")), "line 12, column 5: cage A has its sum already");
        assert_eq!(
            of(&format!("{drawn}sum A\n")),
            "line 11, column 6: a sum has the letter of its cage and a number: sum A 15"
        );
    }
}
