//! All puzzles with four clues of a 4x4 grid, as they are found; then the first one of a larger grid.
//!
//!     cargo run --release --example enumerate

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use minclue::{Error, Problem, Solver};

fn main() -> Result<(), Error> {
    let problem: Problem = "1234341221434321".parse()?;
    let n = Solver::new(&problem).all_with(4)?.inspect(|puzzle| println!("{puzzle}")).count();
    println!("{n} puzzles of this grid have four clues");

    let problem: Problem = "123456456123231564564231312645645312".parse()?;
    // The search ends with the iterator that is dropped here.
    if let Some(puzzle) = Solver::new(&problem).all_with(9)?.next() {
        println!("{puzzle} is one with nine");
    }
    Ok(())
}
