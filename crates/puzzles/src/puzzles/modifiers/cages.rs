//! Cages: different digits with a sum. A Sudoku with cages is a killer.
//!
//! A sum leaves some digits out and needs others: in two cells, 3 is 1 and 2. Both are rows of their own, since the row
//! of the sum alone does not say so of fractional points.

use std::collections::BTreeMap;

use crate::ilp::{Sense, VarId};

use super::super::block::PuzzleError;
use super::super::digit_uses::{Use, digit_uses, digits_follow};
use super::super::draft::Choice;
use super::super::template::Template;
use super::{Modifier, RuleSet, RuleText, SquareModel};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "cages",
    about: "the digits of a cage differ, and have a given sum; this is killer Sudoku",
    lines: &["cages", "sum"],
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

struct Cages {
    /// The drawing, a row of letters each.
    drawing: Vec<Vec<char>>,
    cages: Vec<Cage>,
}

struct Cage {
    letter: char,
    cells: Vec<usize>,
    total: usize,
}

/// A letter or digit for each cage, `.` for cells in none; lines `sum A 15` may follow.
fn read(text: &RuleText<'_>) -> Result<Box<dyn RuleSet>, PuzzleError> {
    let (square, n) = (text.square, text.square.n);
    let is_drawing = |line: &&super::RuleLine<'_>| line.words.first().is_some_and(|(_, word)| *word == "cages");
    let mut drawings = text.lines.iter().filter(is_drawing);
    let Some(line) = drawings.next() else {
        let first = &text.lines[0];
        return Err(text.fail(first, 1, "this sum belongs to no cage; `cages` and a drawing come first"));
    };
    if let Some(other) = drawings.next() {
        return Err(text.fail(other, 1, "the cages are drawn already"));
    }
    if let Some((column, word)) = line.words.get(1) {
        return Err(text.fail(line, *column, format!("`{word}` says nothing here")));
    }
    let drawing = text.drawing(line)?;
    let mut cages: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    for (cell, letter) in drawing.iter().flatten().enumerate() {
        let fail = |message| Err(text.block.fail_at(line.drawing.start + cell / n, cell % n, message));
        if *letter == '.' {
            continue;
        }
        if !letter.is_ascii_alphanumeric() {
            return fail(format!("{letter:?} is not a cage: a letter or digit, or . for a cell in none"));
        }
        let cells = cages.entry(*letter).or_default();
        if let Some(other) = cells.iter().find(|other| square.digits[**other] == square.digits[cell]) {
            let (digit, one, here) = (square.symbol(cell), square.cell_name(*other), square.cell_name(cell));
            return fail(format!("{digit} stands twice in cage {letter}: {one} and {here}"));
        }
        cells.push(cell);
    }
    if cages.is_empty() {
        return Err(text.fail(line, 1, "no cell is in a cage"));
    }
    let total = |cells: &[usize]| cells.iter().map(|cell| square.digits[*cell]).sum();
    let cages: Vec<Cage> =
        cages.into_iter().map(|(letter, cells)| Cage { letter, total: total(&cells), cells }).collect();
    check_sums(text, &cages)?;
    Ok(Box::new(Cages { drawing, cages }))
}

/// Sums that stand in the text are those of the solution.
fn check_sums(text: &RuleText<'_>, cages: &[Cage]) -> Result<(), PuzzleError> {
    let mut seen = Vec::new();
    for line in text.lines.iter().filter(|line| line.words.first().is_some_and(|(_, word)| *word == "sum")) {
        let [_, (column, letter), (number, sum)] = line.words[..] else {
            return Err(text.fail_end(line, "a sum has the letter of its cage and a number: sum A 15"));
        };
        let Some(cage) = cages.iter().find(|cage| letter.chars().eq([cage.letter])) else {
            return Err(text.fail(line, column, format!("there is no cage `{letter}`")));
        };
        if sum.parse() != Ok(cage.total) {
            let message = format!("cage {letter} has the sum {}, not {sum}", cage.total);
            return Err(text.fail(line, number, message));
        }
        if seen.contains(&cage.letter) {
            return Err(text.fail(line, column, format!("cage {letter} has its sum already")));
        }
        seen.push(cage.letter);
    }
    Ok(())
}

impl Cage {
    fn key(&self) -> String {
        format!("cage{}", self.letter)
    }

    /// The digits differ, and have the sum.
    fn give(&self, model: &mut SquareModel<'_>) {
        let key = self.key();
        let terms = model.sum(&self.cells, 1);
        model.draft.row(format!("sum_{key}"), terms, Sense::Equal, self.total as i64);
        let in_house = model.in_one_house(&self.cells);
        let uses = digit_uses(model.square.n, self.cells.len(), self.total);
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
        let (key, n, length) = (self.key(), model.square.n, self.cells.len());
        let in_house = model.in_one_house(&self.cells);
        let least = if in_house { length * (length + 1) / 2 } else { length };
        let totals = least..=length * (n + 1) - least;
        let terms = model.sum(&self.cells, 1);
        let sum = model.total_is(terms, 0, totals, &key, in_house.then_some(&*key));
        if in_house {
            self.say_digits(model, sum);
            return sum;
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
        let differ = model.draft.var(format!("differ_{key}"), true);
        for (digit, var) in (1..).zip(&again) {
            model.draft.one_of(format!("differ_{key}_{digit}"), [differ, *var], Sense::LessEqual);
        }
        model.draft.one_of(format!("differ_{key}_from"), again.into_iter().chain([differ]), Sense::GreaterEqual);
        let holds = model.all(&[sum, differ], &key);
        self.say_digits(model, holds);
        holds
    }

    fn say_digits(&self, model: &mut SquareModel<'_>, holds: VarId) {
        let cells: Vec<&Choice> = self.cells.iter().map(|cell| &model.cells[*cell]).collect();
        let uses = digit_uses(model.square.n, self.cells.len(), self.total);
        digits_follow(&mut model.draft, &self.key(), holds, &uses, &cells);
    }
}

impl RuleSet for Cages {
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
            let at = self.cages.iter().position(|cage| cage.letter == letter)?;
            clues.map(|clues| clues[at])
        };
        template.line("cages", None);
        for row in &self.drawing {
            for letter in row {
                match clue(*letter) {
                    Some(var) => template.clue(var, *letter),
                    None => template.text(*letter),
                }
            }
            template.end_line();
        }
        for cage in &self.cages {
            template.line(&format!("sum {} {}", cage.letter, cage.total), clue(cage.letter));
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
        assert_eq!(of("sum A 3\n"), "line 6, column 1: this sum belongs to no cage; `cages` and a drawing come first");
        assert_eq!(of(&format!("cages\n....\n{dots}")), "line 6, column 1: no cell is in a cage");
        assert_eq!(of(&format!("cages x\n....\n{dots}")), "line 6, column 7: `x` says nothing here");
        assert_eq!(of(&format!("cages\n..#.\n{dots}")).split(':').next(), Some("line 7, column 3"));
        assert_eq!(of(&format!("cages\n...\n{dots}")), "line 8, column 4: this row has 4 characters, the first has 3");
        let drawn = "cages\nA...\n.A..\n..A.\n....\n";
        assert_eq!(of(drawn), "line 9, column 3: 4 stands twice in cage A: R2C2 and R3C3");
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
