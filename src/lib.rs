//! The smallest set of clues that leaves a given solution as the only one, with proof.
//!
//! # The minimum of one grid
//!
//! ```
//! # fn main() -> Result<(), minclue::Error> {
//! let grid = "123456456123231564564231312645645312".parse()?;
//! let answer = minclue::minimum(&grid)?;
//! assert_eq!(answer.minimum(), Some(9));
//! # Ok(())
//! # }
//! ```
//!
//! [`Answer::puzzle`] is a puzzle with that many clues. A [`Grid`] is read from text: one line, or a block of rows, from
//! 4x4 to 25x25, with the boxes that are customary for its size. [`Grid::new`] takes any [`Shape`], other boxes and
//! Latin squares among them. For the grid of a [`Puzzle`] there is [`solution`].
//!
//! # Limits, engines, proof
//!
//! Some 9x9 grids take hours. A [`Solver`] has limits; after one, the answer is what is known by then: two bounds that
//! are both proven, and the puzzle of the upper one.
//!
//! ```
//! use std::time::Duration;
//! use minclue::{Grid, Solver};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let grid: Grid = "1234341221434321".parse()?;
//! let answer = Solver::new(&grid).threads(2).time_limit(Duration::from_secs(60)).run()?;
//! assert!(answer.lower_bound() <= answer.upper_bound());
//! println!("{}", answer.puzzle());
//! # Ok(())
//! # }
//! ```
//!
//! Two engines that share nothing can confirm each other ([`Solver::independent`]). And an answer can be written down
//! as a certificate, which a checker accepts or refuses that knows nothing of the search:
//!
//! ```
//! use minclue::{Grid, Solver, verify};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let grid: Grid = "1234341221434321".parse()?;
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("grid.cert");
//! Solver::new(&grid).certificate(&file).run()?;
//! assert_eq!(verify(&file)?.lower, 4);
//! # Ok(())
//! # }
//! ```
//!
//! # Questions with conditions
//!
//! Is there a puzzle with at most four clues? With these cells among them, or without those?
//!
//! ```
//! use minclue::{Grid, Solver};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let grid: Grid = "1234341221434321".parse()?;
//! let shape = grid.shape();
//! let corners = [(0, 0), (0, 3), (3, 0), (3, 3)].map(|(row, column)| shape.cell(row, column));
//! let answer = Solver::new(&grid).forbidden(corners).run()?;
//! assert!(answer.clues().iter().all(|cell| !corners.contains(cell)));
//! let answer = Solver::new(&grid).given(corners).at_most(4).run()?;
//! assert!(answer.lower_bound() > 4);
//! # Ok(())
//! # }
//! ```
//!
//! Where clues have weights, [`least_weight`] finds the lightest puzzle.
//!
//! # All puzzles, and why there are no smaller ones
//!
//! [`puzzles_with`] is an iterator over all puzzles of a grid with a given number of clues. [`unavoidable_sets`] are
//! what minima are made of: sets of cells of which every puzzle needs one.
//!
//! # Problems of your own
//!
//! Any 0/1 model with a known solution has fewest clues. Here: which of two of three things were chosen?
//!
//! ```
//! use minclue::{BinaryModel, ModelInstance, Sense, Solver};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let mut model = BinaryModel::new("choice");
//! let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
//! model.add_row("two", [(a, 1), (b, 1), (c, 1)], Sense::Equal, 2);
//! let instance = ModelInstance::new(model, &[a, b])?;
//! assert_eq!(Solver::of_model(&instance).run()?.minimum(), Some(2));
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! `highs` (default) has the branch and cut, and compiles HiGHS, which is C++ and takes minutes. `cli` (default) is the
//! program; a library does without: `default-features = false`. `cbc` has a second solver of integer programs, from the
//! system.
//!
//! # Sources
//!
//! The problem and its bilevel model are those of tjusila-2023, and the native engine stands on the checkers of
//! mcguire-2012 and lin-wu-2013; the README has the papers. The crates below this one have the parts: `minclue-solver`,
//! `minclue-engines`, `minclue-core` and others.

#![forbid(unsafe_code)]

pub use minclue_core::base::{Cell, Digit, Index, Interrupt, Stop};
pub use minclue_core::ilp::{BinaryModel, Sense, VarId};
pub use minclue_core::problem::{Counters, ModelCluesError};
pub use minclue_core::sudoku::{
    Clash, Grid, JigsawRegions, ParseError, Puzzle, RegionsError, Rule, RuleError, Shape, Variant, VariantClash,
    VariantError,
};
pub use minclue_solver::{
    Answer, AnswerStatus, EngineName, EngineRecord, Engines, Error, LeastWeight, ModelInstance, Monitor, Outcome,
    Puzzles, Solution, Solver, Unavoidable, VariantGrid, Verdict, least_weight, minimum, puzzles_with, solution,
    unavoidable_sets, verify,
};
