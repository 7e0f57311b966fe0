//! The minimum number of clues of one grid, and a puzzle that has it.
//!
//!     cargo run --release --example minimum

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use minclue::{Error, Grid};

fn main() -> Result<(), Error> {
    let grid: Grid = "123456456123231564564231312645645312".parse()?;
    let answer = minclue::minimum(&grid)?;
    if let (Some(lower), Some(puzzle)) = (answer.lower_bound(), answer.puzzle()) {
        println!("at least {lower} clues are needed, and these are enough:\n{puzzle}");
    }
    Ok(())
}
