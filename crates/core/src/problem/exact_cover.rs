//! Exact cover as a clue problem: which options of one solution must be shown so that it is the only one?
//!
//! Perfect matchings are exact covers of vertices by edges, and their minimum is the forcing number; Sudoku is one as
//! well, for which [`SudokuClues`](super::SudokuClues) is the fast form.

use crate::base::{Cell, CellPermutation, CellSet, Index, Pace, Stop};
use crate::ilp::{BinaryModel, Literal, Sense, VarId};
use crate::proof::Instance;

use super::{Certifiable, ClueProblem, LinearProblem, Oracle, Verdict, Witness, WitnessError};

/// The clue problem of one solution of an exact cover problem. Cell i is the i-th option of the solution.
#[derive(Clone, Debug)]
pub struct ExactCoverClues<const W: usize> {
    cover: Cover,
}

#[derive(Clone, Debug)]
struct Cover {
    n_items: usize,
    /// The items of each option, ascending.
    options: Vec<Vec<usize>>,
    /// The options of the solution, ascending.
    target: Vec<usize>,
    /// The options with each item.
    with_item: Vec<Vec<usize>>,
}

/// Why there is no such clue problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactCoverError {
    /// More options in the solution than the width holds.
    #[error("{n_cells} options in the solution; there may be at most {max}")]
    TooLarge {
        /// Options of the solution.
        n_cells: usize,
        /// Options that the width holds.
        max: usize,
    },
    /// An option without items would be in a solution or not, as one likes.
    #[error("option {0} has no items")]
    Empty(usize),
    /// An option has an item that there is not.
    #[error("option {0} has an item that there is not")]
    Item(usize),
    /// Two options have the same items.
    #[error("options {0} and {1} have the same items")]
    Same(usize, usize),
    /// The target names an option that there is not.
    #[error("there is no option {0}")]
    Option(usize),
    /// Some item is not covered once by the target.
    #[error("item {item} is covered {times} times by the solution")]
    NotCovered {
        /// The item.
        item: usize,
        /// How often it is covered.
        times: usize,
    },
}

impl<const W: usize> ExactCoverClues<W> {
    /// The clue problem of the solution `target`, as numbers of `options`, where each option is a list of items below
    /// `n_items`.
    ///
    /// # Errors
    /// [`ExactCoverError`] unless the target covers every item once, and the options are different and not empty.
    pub fn new(n_items: usize, mut options: Vec<Vec<usize>>, mut target: Vec<usize>) -> Result<Self, ExactCoverError> {
        for (o, option) in options.iter_mut().enumerate() {
            option.sort_unstable();
            option.dedup();
            match option.last() {
                None => return Err(ExactCoverError::Empty(o)),
                Some(last) if *last >= n_items => return Err(ExactCoverError::Item(o)),
                Some(_) => {}
            }
        }
        let order = sorted(&options);
        if let Some(pair) = order.windows(2).find(|pair| options[pair[0]] == options[pair[1]]) {
            return Err(ExactCoverError::Same(pair[0].min(pair[1]), pair[0].max(pair[1])));
        }
        target.sort_unstable();
        target.dedup();
        if let Some(o) = target.iter().find(|o| **o >= options.len()) {
            return Err(ExactCoverError::Option(*o));
        }
        let (n_cells, max) = (target.len(), CellSet::<W>::CAPACITY);
        if n_cells > max {
            return Err(ExactCoverError::TooLarge { n_cells, max });
        }
        let mut with_item = vec![Vec::new(); n_items];
        for (o, option) in options.iter().enumerate() {
            option.iter().for_each(|item| with_item[*item].push(o));
        }
        for (item, options) in with_item.iter().enumerate() {
            let times = options.iter().filter(|o| target.binary_search(o).is_ok()).count();
            if times != 1 {
                return Err(ExactCoverError::NotCovered { item, times });
            }
        }
        Ok(Self { cover: Cover { n_items, options, target, with_item } })
    }

    /// The clue problem of a perfect matching: `edges` of a graph with vertices below `n_vertices`, and which of them
    /// match.
    ///
    /// # Errors
    /// [`ExactCoverError`] unless the matching is perfect, and the edges are different.
    pub fn matching(n_vertices: usize, edges: &[(usize, usize)], matching: &[usize]) -> Result<Self, ExactCoverError> {
        Self::new(n_vertices, edges.iter().map(|(a, b)| vec![*a, *b]).collect(), matching.to_vec())
    }
}

/// Looks for other covers by trying the options of the item with the fewest.
#[derive(Clone, Debug)]
struct ExactCoverOracle<'c> {
    cover: &'c Cover,
}

impl<const W: usize> ClueProblem<W> for ExactCoverClues<W> {
    fn cells(&self) -> CellSet<W> {
        CellSet::first_n(self.cover.target.len())
    }

    fn oracle(&self) -> Box<dyn Oracle<W> + '_> {
        Box::new(ExactCoverOracle { cover: &self.cover })
    }

    /// A witness has a byte for each option: 1 if it has it.
    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError> {
        let (cover, values) = (&self.cover, &witness.0);
        if values.len() != cover.options.len() {
            return Err(WitnessError::Length { found: values.len(), wanted: cover.options.len() });
        }
        for (item, options) in cover.with_item.iter().enumerate() {
            let times = options.iter().filter(|o| values[**o] != 0).count();
            if times != 1 {
                return Err(WitnessError::NotASolution(format!("item {item} is covered {times} times")));
            }
        }
        let lost = |cell: &Cell| values[cover.target[cell.get()]] == 0;
        let differs: CellSet<W> = self.cells().iter().filter(lost).collect();
        if differs.is_empty() { Err(WitnessError::Target) } else { Ok(differs) }
    }

    fn cell_name(&self, cell: Cell) -> String {
        format!("option {}", self.cover.target[cell.get()])
    }
}

impl<const W: usize> LinearProblem<W> for ExactCoverClues<W> {
    fn model(&self) -> BinaryModel {
        let mut model = BinaryModel::new("covers");
        for o in 0..self.cover.options.len() {
            model.add_var(format!("x{o}"));
        }
        for (item, options) in self.cover.with_item.iter().enumerate() {
            model.add_row(format!("item{item}"), options.iter().map(|o| (VarId::new(*o), 1)), Sense::Equal, 1);
        }
        model
    }

    fn agreement(&self, cell: Cell) -> Literal {
        VarId::new(self.cover.target[cell.get()]).into()
    }

    fn witness(&self, values: &[bool]) -> Witness {
        Witness(values.iter().take(self.cover.options.len()).map(|value| u8::from(*value)).collect())
    }
}

impl<const W: usize> Certifiable<W> for ExactCoverClues<W> {
    fn instance(&self) -> Instance {
        let Cover { n_items, options, target, .. } = &self.cover;
        Instance::ExactCover { n_items: *n_items, options: options.clone(), target: target.clone() }
    }

    fn replacement(&self, _: CellSet<W>, witness: &Witness) -> Vec<usize> {
        let is_new = |o: &usize| witness.0[*o] != 0 && self.cover.target.binary_search(o).is_err();
        (0..self.cover.options.len()).filter(is_new).collect()
    }

    /// Symmetries are not looked for, so there is only the identity.
    fn item_images(&self, _: &CellPermutation) -> Vec<usize> {
        (0..self.cover.n_items).collect()
    }
}

impl<const W: usize> Oracle<W> for ExactCoverOracle<'_> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        let mut search = Search { cover: self.cover, is_covered: vec![false; self.cover.n_items], chosen: Vec::new() };
        for cell in clues {
            search.take(self.cover.target[cell.get()]);
        }
        match search.other(pace) {
            Ok(false) => Verdict::Unique,
            Ok(true) => {
                let mut values = vec![0; self.cover.options.len()];
                search.chosen.iter().for_each(|o| values[*o] = 1);
                Verdict::Second(Witness(values.into()))
            }
            Err(stop) => Verdict::Limit(stop),
        }
    }
}

/// A partial cover.
struct Search<'c> {
    cover: &'c Cover,
    is_covered: Vec<bool>,
    chosen: Vec<usize>,
}

impl Search<'_> {
    fn take(&mut self, option: usize) {
        self.chosen.push(option);
        self.cover.options[option].iter().for_each(|item| self.is_covered[*item] = true);
    }

    fn fits(&self, option: usize) -> bool {
        self.cover.options[option].iter().all(|item| !self.is_covered[*item])
    }

    /// Completes the cover to one that is not the target, if there is one.
    fn other(&mut self, pace: &mut Pace) -> Result<bool, Stop> {
        if let Some(stop) = pace.step(0) {
            return Err(stop);
        }
        let open = (0..self.cover.n_items).filter(|item| !self.is_covered[*item]);
        let n_options = |item: &usize| self.cover.with_item[*item].iter().filter(|o| self.fits(**o)).count();
        let Some(item) = open.min_by_key(n_options) else {
            return Ok(self.chosen.iter().any(|o| self.cover.target.binary_search(o).is_err()));
        };
        for i in 0..self.cover.with_item[item].len() {
            let option = self.cover.with_item[item][i];
            if !self.fits(option) {
                continue;
            }
            self.take(option);
            if self.other(pace)? {
                return Ok(true);
            }
            self.chosen.pop();
            self.cover.options[option].iter().for_each(|item| self.is_covered[*item] = false);
        }
        Ok(false)
    }
}

/// The numbers of the options in lexicographic order.
fn sorted(options: &[Vec<usize>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..options.len()).collect();
    order.sort_by_key(|o| &options[*o]);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Limits;

    fn is_valid(problem: &ExactCoverClues<1>, clues: &[usize]) -> bool {
        let clues = clues.iter().map(|cell| Cell::new(*cell)).collect();
        problem.oracle().second_solution(clues, &mut Limits::none().pace(1)) == Verdict::Unique
    }

    #[test]
    fn a_hexagon_is_forced_by_any_edge() {
        let edges: Vec<(usize, usize)> = (0..6).map(|v| (v, (v + 1) % 6)).collect();
        let problem = ExactCoverClues::<1>::matching(6, &edges, &[0, 2, 4]).expect("a matching");
        assert!(!is_valid(&problem, &[]));
        assert!((0..3).all(|cell| is_valid(&problem, &[cell])));
        assert_eq!(problem.cell_name(Cell::new(1)), "option 2");
    }

    #[test]
    fn what_is_not_a_solution_is_refused() {
        let new = |options: &[&[usize]], target: &[usize]| {
            let options = options.iter().map(|option| option.to_vec()).collect();
            ExactCoverClues::<1>::new(3, options, target.to_vec()).map(|_| ())
        };
        assert_eq!(new(&[&[0, 1], &[2]], &[0, 1]), Ok(()));
        assert_eq!(new(&[&[0, 1], &[]], &[0]), Err(ExactCoverError::Empty(1)));
        assert_eq!(new(&[&[0, 3]], &[0]), Err(ExactCoverError::Item(0)));
        assert_eq!(new(&[&[0, 1], &[2], &[1, 0]], &[0, 1]), Err(ExactCoverError::Same(0, 2)));
        assert_eq!(new(&[&[0, 1], &[2]], &[0, 2]), Err(ExactCoverError::Option(2)));
        assert_eq!(new(&[&[0, 1], &[2]], &[0]), Err(ExactCoverError::NotCovered { item: 2, times: 0 }));
        assert_eq!(new(&[&[0, 1], &[1, 2]], &[0, 1]), Err(ExactCoverError::NotCovered { item: 1, times: 2 }));
    }

    #[test]
    fn a_witness_is_checked() {
        let edges = [(0, 1), (2, 3), (1, 2), (0, 3)];
        let problem = ExactCoverClues::<1>::matching(4, &edges, &[0, 1]).expect("a matching");
        let witness = |values: &[u8]| problem.difference(&Witness(values.into()));
        assert_eq!(witness(&[0, 0, 1, 1]).map(|set| set.len()), Ok(2));
        assert_eq!(witness(&[1, 1, 0, 0]), Err(WitnessError::Target));
        assert!(matches!(witness(&[1, 0, 0, 1]), Err(WitnessError::NotASolution(_))));
        assert!(matches!(witness(&[1]), Err(WitnessError::Length { found: 1, wanted: 4 })));
    }
}
