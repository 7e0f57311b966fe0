//! A minimum with a certificate, checked by a program that knows nothing of the search.
//!
//!     cargo run --release --example certificate

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use minclue::{Error, Problem, Solver, verify};

fn main() -> Result<(), Error> {
    let problem: Problem = "123456456123231564564231312645645312".parse()?;
    let file = std::env::temp_dir().join("minclue-example.cert");
    let answer = Solver::new(&problem).certificate(&file).run()?;
    // `run` has had it checked already; anyone can do that again, now or later.
    let verdict = verify(&file)?;
    assert_eq!(Some(verdict.lower as i64), answer.minimum());
    println!("{} proves that {} clues are needed, and has {} that do", file.display(), verdict.lower, verdict.upper);
    std::fs::remove_file(file)?;
    Ok(())
}
