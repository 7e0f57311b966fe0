//! Finds the smallest set of clues that determine a given solution, with proof.
//!
//! A [`Solver`] takes a [`Problem`] and returns an [`Answer`]: a proven lower bound, a proven upper bound, and the best
//! choice found.
//!
//! The crate is not on a registry yet. In `Cargo.toml`, depend on a copy of the sources by its path, or on its
//! repository (`git = "..."`). Without the default features, only Rust is compiled, and the native engine is available;
//! the feature `highs` adds the branch and cut.
//!
//! ```toml
//! [dependencies]
//! minclue = { path = "../minclue", default-features = false }
//! ```
//!
//! # A Sudoku
//!
//! ```
//! # fn main() -> Result<(), minclue::Error> {
//! let problem: minclue::Problem = "123456456123231564564231312645645312".parse()?;
//! let answer = minclue::Solver::new(&problem).run()?;
//! assert_eq!(answer.minimum(), Some(9));
//! # Ok(())
//! # }
//! ```
//!
//! [`Answer::puzzle`] is a puzzle with that many clues. A grid is parsed from text: one line or a block of rows, from
//! 4x4 to 25x25, with the usual boxes for its size. A puzzle is accepted in place of its solution. [`Grid::new`] takes
//! any [`Shape`], including other boxes and Latin squares, and [`VariantGrid`] adds the rules of a variant.
//!
//! # A bilevel program, a contradiction, a hypergraph
//!
//! The same three lines solve an interdiction or blocker problem given as an MPS and an AUX file, find a smallest
//! unsatisfiable subset of the clauses of a CNF file, and find a minimum hitting set of a hypergraph.
//!
//! ```
//! # fn main() -> Result<(), minclue::Error> {
//! use minclue::{Problem, Solver};
//!
//! let program = Problem::read("instances/toolkit/clique.mps")?; // and clique.aux beside it
//! let answer = Solver::new(&program).run()?;
//! assert_eq!(answer.minimum(), Some(3));
//! assert!(answer.choice().expect("there was no limit").len() <= 1); // it may remove one vertex
//!
//! let groups = Problem::read("instances/toolkit/steps.gcnf")?;
//! let answer = Solver::new(&groups).run()?;
//! assert_eq!(answer.choice().expect("there was no limit").names(), ["group2", "group4"]);
//!
//! let fano = Problem::read("instances/toolkit/fano.hgr")?;
//! let answer = Solver::new(&fano).run()?;
//! assert_eq!(answer.minimum(), Some(3));
//! # Ok(())
//! # }
//! ```
//!
//! Problems can also be built in code: a [`Hypergraph`] is a list of sets, and a [`BilevelProgram`] is a
//! [`BinaryModel`] in which some variables and rows belong to the follower. Here the follower packs items of weights 2,
//! 3 and 4 and values 5, 6 and 8 into a knapsack of capacity 5, and the leader may remove one item.
//!
//! ```
//! # fn main() -> Result<(), minclue::Error> {
//! use minclue::{BilevelProgram, BinaryModel, Hypergraph, Problem, Sense, Solver};
//!
//! let square = Hypergraph { n_vertices: 4, edges: vec![vec![0, 1], vec![1, 2], vec![2, 3], vec![0, 3]] };
//! let answer = Solver::new(&Problem::of_hypergraph(square)?).run()?;
//! assert_eq!(answer.minimum(), Some(2));
//!
//! let mut model = BinaryModel::new("knapsack");
//! let takes = [1, 2, 3].map(|item| model.add_var(format!("take{item}")));
//! let carries = [1, 2, 3].map(|item| model.add_var(format!("carry{item}")));
//! let (weights, values) = ([2, 3, 4], [5, 6, 8]);
//! model.add_row("budget", takes.map(|take| (take, 1)), Sense::LessEqual, 1);
//! let mut own = vec![model.add_row("capacity", carries.into_iter().zip(weights), Sense::LessEqual, 5)];
//! for (take, carry) in takes.into_iter().zip(carries) {
//!     own.push(model.add_row("gone", [(take, 1), (carry, 1)], Sense::LessEqual, 1));
//! }
//! let worth: Vec<_> = carries.into_iter().zip(values).collect();
//! model.minimize(worth.clone());
//! let program = BilevelProgram::new(model, carries, own, worth);
//! let answer = Solver::new(&Problem::of_program(&program)).run()?;
//! assert_eq!(answer.minimum(), Some(8));
//! assert_eq!(answer.choice().expect("there was no limit").len(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! # Limits, engines, proof
//!
//! Some 9x9 grids take hours. If a run hits a limit, the answer has the bounds proven so far.
//!
//! ```
//! use std::time::Duration;
//! use minclue::{Problem, Solver};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let problem: Problem = "1234341221434321".parse()?;
//! let answer = Solver::new(&problem).threads(2).time_limit(Duration::from_secs(60)).run()?;
//! assert!(answer.lower_bound() <= answer.upper_bound());
//! # Ok(())
//! # }
//! ```
//!
//! [`Solver::independent`] solves a problem twice, with engines that share no search code, and compares the answers.
//! [`Solver::certificate`] writes a certificate of the answer, which an independent checker accepts or refuses:
//!
//! ```
//! use minclue::{Problem, Solver, verify};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let problem: Problem = "1234341221434321".parse()?;
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("grid.cert");
//! Solver::new(&problem).certificate(&file).run()?;
//! assert_eq!(verify(&file)?.lower, 4);
//! # Ok(())
//! # }
//! ```
//!
//! # Conditions
//!
//! A problem can have conditions: cells that are [given](Problem::given) or [forbidden](Problem::forbidden),
//! [weights](Problem::weights) of cells, and [rows](Problem::row), which are linear constraints. Is there a puzzle with
//! at most four clues that include these cells?
//!
//! ```
//! use minclue::{Grid, Problem, Solver};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let grid: Grid = "1234341221434321".parse()?;
//! let corners = [(0, 0), (0, 3), (3, 0), (3, 3)].map(|(row, column)| grid.shape().cell(row, column));
//! let problem = Problem::of_grid(&grid).given(corners);
//! let answer = Solver::new(&problem).at_most(4).run()?;
//! assert!(answer.lower_bound() > Some(4));
//!
//! let weight = |cell| if corners.contains(&cell) { 1 } else { 3 };
//! let lightest = Solver::new(&Problem::of_grid(&grid).weights(weight)).run()?;
//! assert!(lightest.minimum() >= Some(4));
//! # Ok(())
//! # }
//! ```
//!
//! # All puzzles, and unavoidable sets
//!
//! [`Solver::all_with`] returns an iterator over all puzzles with a given number of clues, and [`Solver::list`] passes
//! them to a visitor. An unavoidable set is a set of cells of which every puzzle has at least one as a clue.
//! [`unavoidable_sets`] finds those of a grid, and [`Solver::sets`] finds them by any source, including those of a 0/1
//! model.
//!
//! # The model for other solvers
//!
//! [`Solver::export`] writes the leader/follower model of tjusila-2023, its relaxation, the follower's program or the
//! hitting set of unavoidable sets, for solvers of integer and bilevel programs. [`Solver::chosen`] reads their
//! solutions, and [`Solver::second_solution`] returns an inequality that such a solution violates.
//!
//! ```
//! use minclue::{AuxDialect, ExportFormat, ExportModel, ExportOptions, Problem, Solver};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let problem: Problem = "1234341221434321".parse()?;
//! let files = ExportFormat::MpsAux(AuxDialect::Names);
//! let bilevel = Solver::new(&problem).export(&ExportOptions::new(ExportModel::Bilevel, files))?;
//! assert!(bilevel.model.contains("ROWS") && bilevel.aux.is_some_and(|aux| aux.contains("@NUMVARS")));
//! # Ok(())
//! # }
//! ```
//!
//! # Other models
//!
//! Every solution of a 0/1 model has a smallest set of clues. Here the model chooses two of three things; how many of
//! them must be named to determine the choice?
//!
//! ```
//! use minclue::{BinaryModel, ModelInstance, Problem, Sense, Solver};
//!
//! # fn main() -> Result<(), minclue::Error> {
//! let mut model = BinaryModel::new("choice");
//! let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
//! model.add_row("two", [(a, 1), (b, 1), (c, 1)], Sense::Equal, 2);
//! let problem = Problem::of_model(ModelInstance::new(model, &[a, b])?);
//! assert_eq!(Solver::new(&problem).run()?.minimum(), Some(2));
//! # Ok(())
//! # }
//! ```
//!
//! If no solution is known, [`ModelInstance::solve`] finds one. An [`ExactCover`] builds such a model from the names of
//! its items and options. Here dominoes tile a board of two by three cells; how many of them determine the tiling?
//!
//! ```
//! # fn main() -> Result<(), minclue::Error> {
//! use minclue::{ExactCover, Limits, Problem, Solver};
//!
//! let mut tilings = ExactCover::new("dominoes");
//! for column in 1..=3 {
//!     tilings.option(format!("down{column}"), [format!("a{column}"), format!("b{column}")]);
//! }
//! for (row, column) in [("a", 1), ("a", 2), ("b", 1), ("b", 2)] {
//!     tilings.option(format!("{row}{column}-"), [column, column + 1].map(|column| format!("{row}{column}")));
//! }
//! let standing = Problem::of_model(tilings.with_cover(["down1", "down2", "down3"])?);
//! assert_eq!(Solver::new(&standing).run()?.choice().expect("no limit").names(), ["down2"]);
//! let found = Problem::of_model(tilings.solve(&Limits::none())?);
//! assert_eq!(Solver::new(&found).run()?.minimum(), Some(1));
//! # Ok(())
//! # }
//! ```
//!
//! # Tools for Sudoku puzzles
//!
//! `puzzle_tools` works on single puzzles: `check` reports whether a puzzle is valid, and if not, why; `minimize`
//! removes clues until the puzzle is minimal; `minlex` returns the canonical form of a puzzle and its number of
//! automorphisms; `rate` estimates its difficulty; `find_neighbors` exchanges clues; `Hunt` repeats such exchanges in
//! search of fewer clues; and `generate` makes new puzzles to a specification.
//!
//! ```
//! # #[cfg(feature = "puzzles")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use minclue::puzzle_tools::{Checked, GridSource, Pattern, PuzzleSpec};
//! use minclue::puzzle_tools::{check, generate, minimize, minlex, rate};
//! use minclue::{Limits, Puzzle, Variant, is_only_solution};
//!
//! let (puzzle, limits): (Puzzle, Limits) = ("12.43.1.21......".parse()?, Limits::none());
//! let plain = Variant::plain(puzzle.shape());
//! let Checked::Valid { grid, redundant } = check(&plain, &puzzle, 1000, &limits)? else {
//!     panic!("it has one solution");
//! };
//! assert!(!redundant?.is_empty());
//! let minimal = minimize(&puzzle, &grid, 10, 1, &limits, &mut |_| {});
//! assert!(minimal.is_minimal && minimal.puzzle.n_clues() < puzzle.n_clues());
//! assert!(is_only_solution(&plain, &minimal.puzzle, &grid, &limits)?);
//! assert_eq!(minlex(&Puzzle::from(&grid), &limits)?.form.to_string(), "1234341221434321");
//! assert_eq!(rate(&plain, &puzzle, false, &limits).n_clues, 7);
//! let symmetric = PuzzleSpec::dug(GridSource::Solver(plain), Pattern::HalfTurn);
//! assert!(generate(&symmetric, 1, 0, &limits).is_ok_and(|made| made.valid));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "puzzles"))]
//! # fn main() {}
//! ```
//!
//! This exchanges two clues for one in every possible way, from one class of isomorphic puzzles to the next, until a
//! puzzle has four clues:
//!
//! ```
//! # #[cfg(feature = "puzzles")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::ops::ControlFlow;
//! use minclue::Limits;
//! use minclue::puzzle_tools::{Hunt, find_neighbors};
//!
//! let (mut hunt, limits) = (Hunt::new(4), Limits::none());
//! hunt.insert(&"12.4.........32.".parse()?, &limits)?;
//! while hunt.n_found() == 0 {
//!     let (step, from) = hunt.next().map(|(step, from)| (step, from.clone())).expect("there are some");
//!     let mut insert = |found: &_| match hunt.insert(found, &limits) {
//!         Ok(_) => ControlFlow::Continue(()),
//!         Err(_) => ControlFlow::Break(()),
//!     };
//!     find_neighbors(&from, step.exchange(), &limits, &mut insert, &mut |_| {});
//!     assert!(hunt.done(step, &from));
//! }
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "puzzles"))]
//! # fn main() {}
//! ```
//!
//! # Features
//!
//! - `highs` (default): the branch and cut, on HiGHS. If HiGHS is not installed, it is compiled from C++, which takes
//!   minutes.
//!
//! - `puzzles` (default): reads puzzles of all kinds and the files of other programs, and adds `puzzle_tools`.
//!
//! - `packed` (default): reads files compressed by gzip or zstd.
//!
//! - `papers` (default): the published searches as [`Engines`], and their subcommands.
//!
//! - `cli` (default): the program. A library does not need it: use `default-features = false`.
//!
//! - `farm` (default): the subcommands for many runs.
//!
//! - `cbc`: CBC as a second solver of integer programs; needs the library of the system.
//!
//! # Sources
//!
//! The problem and its bilevel model are those of tjusila-2023, and the native engine builds on the checkers of
//! mcguire-2012 and lin-wu-2013; the README lists the papers. This crate re-exports the parts that most users need from
//! `minclue-solver`, `minclue-engines`, `minclue-core` and other crates.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use minclue_core::base::{Cell, Digit, Index, Interrupt, Limits, Stop};
pub use minclue_core::hitting::Hypergraph;
pub use minclue_core::ilp::{
    BilevelProgram, BinaryModel, Clause, ClauseGroup, ClauseSet, IntegerBilevel, IntegerVariable, LevelRow, Literal,
    Names, NoAnswer, Reading, Row, RowId, ScaledObjective, Sense, SolutionError, VarId,
};
pub use minclue_core::problem::{Counters, ModelCluesError, Witness};
pub use minclue_core::sudoku::{
    Clash, Grid, JigsawRegions, ParseError, Puzzle, RegionsError, Rule, RuleError, Shape, Variant, VariantClash,
    VariantError,
};
pub use minclue_core::unavoidable::ImportedSet;
#[cfg(feature = "puzzles")]
pub use minclue_puzzles::puzzle_tools;
pub use minclue_solver::{
    Answer, AnswerStatus, AuxDialect, BilevelVerdict, Choice, Choices, EngineName, EngineRecord, Engines, Error,
    Evidence, ExactCover, ExportFormat, ExportModel, ExportOptions, Exported, FollowerChoice, GivenSets,
    GivenSetsReport, LeaderEvidence, ListEnd, ListOptions, LoadError, ModelInstance, Monitor, Outcome, Problem,
    ProblemKind, RegionRows, SetSource, SetsFound, SetsFrom, SetsOptions, Solver, SourceOptions, Unavoidable,
    VariantGrid, Verdict, WantedPuzzles, is_only_solution, minimum, solution, unavoidable_sets, verify, verify_bilevel,
};
