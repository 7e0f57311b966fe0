//! Kakuro, or Cross Sum: digits with given sums.

use crate::ilp::Sense;

use super::block::{PuzzleError, TextBlock};
use super::runs::CrossSum;
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "kakuro",
    about: "digits 1 to 9, different in every run of white cells, with given sums of the runs",
    clue: "the digit of a cell; the sums are given",
    example: "kakuro small
#12#
1357
2498
#61#
",
    is_modified: false,
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(0)?;
    let sum = CrossSum::read(block)?;
    let (mut draft, cells) = sum.draft(PUZZLE.name);
    for run in &sum.runs {
        draft.row(format!("sum_{}", run.key), CrossSum::sum_of(run, &cells), Sense::Equal, run.total as i64);
    }
    let mut template = Template::default();
    for line in &sum.places {
        for place in line {
            match place {
                Some(cell) => template.clue(cells[*cell].chosen, sum.cells[*cell].2.to_string()),
                None => template.text("#"),
            }
        }
        template.end_line();
    }
    for run in &sum.runs {
        template.text(format!("{} {}\n", run.name, run.total));
    }
    draft.finish(block, cells.iter().map(|choice| choice.chosen).collect(), template)
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;

    #[test]
    fn sums_are_shown_with_and_without_digits() {
        let [none, all] = shown("kakuro\n#12\n35#\n");
        assert_eq!(none, "#..\n..#\nacross R1C2 3\nacross R2C1 8\ndown R1C2 6\n");
        assert!(all.starts_with("#12\n35#\nacross"));
    }
}
