//! Cells at the same position in their boxes are a house.

use super::super::houses::House;
use super::{Houses, Modifier, Rule};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "disjoint-groups",
    about: "each digit once among the cells that have the same place in their boxes",
    lines: &[],
    is_drawn: false,
    clue: None,
    example: "sudoku disjoint-groups four
1234
3412
4321
2143
",
    read: |text| match text.shape {
        Some(shape) => {
            let boxes = text.square.boxes(shape);
            let group = |i: usize| House {
                name: format!("group {}", i + 1),
                cells: boxes.iter().map(|house| house.cells[i]).collect(),
            };
            Ok(Box::new(Houses(Rule::DisjointGroups, (0..text.square.n).map(group).collect())))
        }
        None => Err(text.fail_word("disjoint groups need boxes, and this square has none")),
    },
};

#[cfg(test)]
mod tests {
    use super::super::super::tests::refusal;

    #[test]
    fn a_digit_at_the_same_place_of_two_boxes_is_refused() {
        assert_eq!(
            refusal("sudoku disjoint-groups\n1234\n4321\n3142\n2413\n"),
            "line 4, column 1: 3 occurs twice in group 1: R1C3 and R3C1"
        );
    }
}
