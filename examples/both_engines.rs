//! Two engines that share nothing that searches or decides must come to the same answer.
//!
//!     cargo run --release --example both_engines

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::time::Duration;

use minclue::{Error, Problem, Solver};

fn main() -> Result<(), Error> {
    let problem: Problem = "123456456123231564564231312645645312".parse()?;
    // Each engine has this time. A contradiction would be `Error::Contradiction`.
    let answer = Solver::new(&problem).independent().time_limit(Duration::from_secs(60)).run()?;
    for engine in answer.engines() {
        let lower = engine.bounds.lower_bound.unwrap_or(0);
        println!("{}: at least {lower} clues, {} nodes", engine.engine, engine.work.n_nodes);
    }
    match (answer.minimum(), answer.choice()) {
        (Some(minimum), Some(puzzle)) => println!("the minimum is {minimum}: {puzzle}"),
        _ => println!("stopped with bounds {:?} and {:?}", answer.lower_bound(), answer.upper_bound()),
    }
    Ok(())
}
