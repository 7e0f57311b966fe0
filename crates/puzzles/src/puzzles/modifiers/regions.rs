//! Jigsaw: regions of any form in place of boxes.

use crate::ilp::VarId;

use super::super::block::PuzzleError;
use super::super::houses::House;
use super::super::template::Template;
use super::{Modifier, Rule, RuleSet, RuleText, SquareModel};

/// The name of the modifier, which is one of a puzzle too.
pub(in super::super) const NAME: &str = "jigsaw";

pub(super) const MODIFIER: Modifier = Modifier {
    name: NAME,
    about: "each digit once in every region of a drawing; there are no boxes",
    lines: &[NAME],
    is_drawn: true,
    clue: None,
    example: "sudoku jigsaw four
1234
3412
4321
2143
jigsaw
AABB
ACCB
ACDB
CDDD
",
    read,
};

struct Regions {
    rule: Rule,
    houses: Vec<House>,
    /// What is shown: a line `jigsaw`, where there is one, and the drawing.
    lines: Vec<String>,
}

/// One letter for each region; regions need not hang together.
fn read(text: &RuleText<'_>) -> Result<Box<dyn RuleSet>, PuzzleError> {
    let [line, others @ ..] = text.lines else {
        return Err(text.fail_word("the rows of letters are missing"));
    };
    if let Some(other) = others.first() {
        return Err(text.fail(other, 1, "the regions are drawn already"));
    }
    if let Some((column, word)) = line.words.get(1) {
        return Err(text.fail(line, *column, format!("`{word}` has no effect here")));
    }
    let n = text.square.n;
    let letters = text.drawing(line)?;
    let fail = |cell: usize, message| Err(text.block.fail_at(line.drawing.start + cell / n, cell % n, message));
    let mut regions: Vec<(char, House)> = Vec::new();
    for (cell, letter) in letters.iter().flatten().enumerate() {
        if !letter.is_ascii_alphabetic() {
            return fail(cell, format!("{letter:?} is not a letter of a region"));
        }
        match regions.iter_mut().find(|(known, _)| known == letter) {
            Some((_, region)) if region.cells.len() == n => {
                return fail(cell, format!("region {letter} has more than {n} cells"));
            }
            Some((_, region)) => region.cells.push(cell),
            None => regions.push((*letter, House { name: format!("region {letter}"), cells: vec![cell] })),
        }
    }
    if let Some((letter, region)) = regions.iter().find(|(_, region)| region.cells.len() < n) {
        return fail(region.cells[0], format!("region {letter} has {} cells, not {n}", region.cells.len()));
    }
    let head = line.row.map(|_| NAME.to_owned());
    let drawing = letters.iter().map(|row| row.iter().collect());
    let houses = regions.into_iter().map(|(_, region)| region).collect();
    let rule = letters.iter().flatten().collect::<String>().parse().map(Rule::Jigsaw);
    let rule = rule.map_err(|e| text.fail_word(e.to_string()))?;
    Ok(Box::new(Regions { rule, houses, lines: head.into_iter().chain(drawing).collect() }))
}

impl RuleSet for Regions {
    fn rules(&self) -> Vec<Rule> {
        vec![self.rule.clone()]
    }

    fn houses(&self) -> &[House] {
        &self.houses
    }

    fn add(&self, _: &mut SquareModel<'_>) {}

    fn show(&self, template: &mut Template, _: Option<&[VarId]>) {
        self.lines.iter().for_each(|line| template.line(line, None));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::refusal;

    #[test]
    fn regions_are_drawn_once() {
        let of = |rules: &str| refusal(&format!("sudoku jigsaw\n12\n21\n{rules}"));
        assert_eq!(of("jigsaw\nAA\nBB\njigsaw\nAA\nBB\n"), "line 7, column 1: the regions are drawn already");
        assert_eq!(of("jigsaw A\nAA\nBB\n"), "line 4, column 8: `A` has no effect here");
        assert_eq!(of("jigsaw\nAA\nAB\n"), "line 6, column 1: region A has more than 2 cells");
        assert_eq!(of("jigsaw\nAAA\nBBB\n"), "line 5, column 1: this row has 3 letters, not 2");
        assert_eq!(of("jigsaw\nAB\nBA\n"), "line 3, column 2: 1 occurs twice in region A: R1C1 and R2C2");
    }
}
