//! The rules of a grid as the second solver knows them: written down once more, and not those of the search.

use minclue_core::base::Index;
use minclue_core::sudoku::Shape;

use super::second_relations::Relation;

/// Which cells may not be equal, and what else holds between cells. Cells are numbered row by row from 0.
pub(super) struct Rules {
    /// The cells of each house.
    pub(super) houses: Vec<Vec<usize>>,
    /// The houses of each cell.
    pub(super) houses_of: Vec<Vec<usize>>,
    /// The cells that each cell may not be equal to beside those of its houses.
    pub(super) moves: Vec<Vec<usize>>,
    pub(super) relations: Vec<Relation>,
    /// The relations of each cell.
    pub(super) relations_of: Vec<Vec<usize>>,
}

impl Rules {
    /// Rows, columns and boxes, and the rules of a variant as records name them, such as `x,anti-knight`.
    ///
    /// # Errors
    /// The rule that is not known here.
    pub(super) fn new(shape: Shape, variant: &str) -> Result<Self, String> {
        let n = shape.n();
        let mut rules = Self {
            houses: Vec::new(),
            houses_of: vec![Vec::new(); n * n],
            moves: vec![Vec::new(); n * n],
            relations: Vec::new(),
            relations_of: vec![Vec::new(); n * n],
        };
        let mut house = |cells: &mut dyn Iterator<Item = usize>| {
            let cells: Vec<usize> = cells.collect();
            for cell in &cells {
                rules.houses_of[*cell].push(rules.houses.len());
            }
            rules.houses.push(cells);
        };
        for i in 0..n {
            house(&mut (0..n).map(|j| n * i + j));
            house(&mut (0..n).map(|j| n * j + i));
            house(&mut shape.cells().filter(|cell| shape.box_of(*cell) == i).map(Index::get));
        }
        let (mut steps, mut relations): (Vec<(usize, usize)>, Vec<Relation>) = Default::default();
        for rule in variant.split(',').filter(|rule| !rule.is_empty()) {
            match rule {
                "x" => {
                    house(&mut (0..n).map(|i| n * i + i));
                    house(&mut (0..n).map(|i| n * i + n - 1 - i));
                }
                "falling-diagonal" => house(&mut (0..n).map(|i| n * i + i)),
                "rising-diagonal" => house(&mut (0..n).map(|i| n * i + n - 1 - i)),
                "windoku" if n == 9 => {
                    for first in [10, 14, 46, 50] {
                        house(&mut (0..9).map(|i| first + 9 * (i / 3) + i % 3));
                    }
                }
                "disjoint-groups" => {
                    let (rows, columns) = (shape.box_rows(), shape.box_cols());
                    for place in 0..n {
                        let is_there = |cell: &usize| columns * (cell / n % rows) + cell % n % columns == place;
                        house(&mut (0..n * n).filter(is_there));
                    }
                }
                "anti-knight" => steps.extend([(1, 2), (2, 1)]),
                "anti-king" => steps.push((1, 1)),
                "non-consecutive" => {
                    for cell in 0..n * n {
                        let right = (cell % n + 1 < n).then_some(cell + 1);
                        let below = (cell + n < n * n).then_some(cell + n);
                        let pairs = right.into_iter().chain(below).map(|other| [cell, other]);
                        relations.extend(pairs.map(Relation::NotConsecutive));
                    }
                }
                _ if rule.contains(' ') => {
                    let known = Relation::of_line(rule, n);
                    relations.extend(known.ok_or_else(|| format!("the second solver cannot read the rule `{rule}`"))?);
                }
                _ => match rule.strip_prefix("jigsaw=").filter(|letters| letters.len() == n * n) {
                    Some(letters) => {
                        for letter in (b'A'..=b'Z').filter(|letter| letters.as_bytes().contains(letter)) {
                            house(&mut (0..n * n).filter(|cell| letters.as_bytes()[*cell] == letter));
                        }
                    }
                    None => return Err(format!("the second solver does not know the rule `{rule}`")),
                },
            }
        }
        for (a, others) in rules.moves.iter_mut().enumerate() {
            let apart = |b: usize| ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
            others.extend((0..n * n).filter(|b| steps.contains(&apart(*b))));
        }
        for (number, relation) in relations.iter().enumerate() {
            relation.cells().iter().for_each(|cell| rules.relations_of[*cell].push(number));
        }
        rules.relations = relations;
        Ok(rules)
    }
}
