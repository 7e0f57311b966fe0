//! Kakuro in which the sums are the clues, as when such puzzles are made.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock};
use super::digit_uses::{digit_uses, digits_follow};
use super::runs::CrossSum;
use super::template::Template;
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "kakuro-sums",
    about: "digits 1 to 9, different in every run of white cells",
    clue: "the sum of a run; digits cannot be given",
    example: "kakuro-sums small
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
    block.at_most_clues(sum.runs.len())?;
    let (mut draft, cells) = sum.draft(PUZZLE.name);
    let mut totals: Vec<VarId> = Vec::new();
    for run in &sum.runs {
        let total = draft.choice("s", &run.key, run.totals(), run.total);
        let terms = CrossSum::sum_of(run, &cells).into_iter().chain(total.value(-1));
        draft.row(format!("sum_{}", run.key), terms, Sense::Equal, 0);
        let run_cells: Vec<_> = run.cells.iter().map(|cell| &cells[*cell]).collect();
        let uses = digit_uses(9, run.cells.len(), run.total);
        digits_follow(&mut draft, &run.key, total.chosen, &uses, &run_cells);
        totals.push(total.chosen);
    }
    let mut template = Template::default();
    for line in &sum.places {
        let shown = |place: &Option<usize>| if place.is_some() { '.' } else { '#' };
        template.text(line.iter().map(shown).collect::<String>());
        template.end_line();
    }
    for (run, total) in sum.runs.iter().zip(&totals) {
        template.text(format!("{} ", run.name));
        template.clue(*total, run.total.to_string());
        template.end_line();
    }
    draft.finish(block, totals, template)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, shown};

    #[test]
    fn only_sums_are_given() {
        let text = "kakuro-sums\n#12\n35#\n";
        let [none, all] = shown(text);
        assert_eq!(none, "#..\n..#\nacross R1C2 .\nacross R2C1 .\ndown R1C2 .\n");
        assert_eq!(all, "#..\n..#\nacross R1C2 3\nacross R2C1 8\ndown R1C2 6\n");
        let posed = only(text).expect("a cross sum");
        let names: Vec<&str> = posed.clues.iter().map(|clue| posed.model.var_name(*clue)).collect();
        assert_eq!(names, ["s_across_r1c2_3", "s_across_r2c1_8", "s_down_r1c2_6"]);
    }
}
