//! All puzzles with four clues of a 4x4 grid, as they are found; then the first one of a larger grid.
//!
//!     cargo run --release --example enumerate

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use minclue::{Error, Grid, puzzles_with};

fn main() -> Result<(), Error> {
    let grid: Grid = "1234341221434321".parse()?;
    let n = puzzles_with(&grid, 4).inspect(|puzzle| println!("{puzzle}")).count();
    println!("{n} puzzles of {grid} have four clues");

    let grid: Grid = "123456456123231564564231312645645312".parse()?;
    // The search ends with the iterator that is dropped here.
    if let Some(puzzle) = puzzles_with(&grid, 9).next() {
        println!("{puzzle} is one with nine");
    }
    Ok(())
}
