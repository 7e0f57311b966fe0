//! A problem of your own: a 0/1 model, one of its solutions, and the question how few of its variables set that
//! solution apart from all others.
//!
//! Here: the ways to put 4 queens on a 4x4 board so that none attacks another. There are two.
//!
//!     cargo run --release --example own_problem

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use minclue::{BinaryModel, Error, ModelInstance, Problem, Sense, Solver};

fn main() -> Result<(), Error> {
    let mut model = BinaryModel::new("queens");
    let queens: Vec<Vec<_>> =
        (0..4).map(|row| (0..4).map(|column| model.add_var(format!("q{row}{column}"))).collect()).collect();
    for (r, row) in queens.iter().enumerate() {
        model.add_row(format!("row{r}"), row.iter().map(|&queen| (queen, 1)), Sense::Equal, 1);
    }
    for c in 0..4 {
        model.add_row(format!("column{c}"), queens.iter().map(|row| (row[c], 1)), Sense::Equal, 1);
    }
    for sum in 1..6 {
        let on = |cell: fn(usize, usize) -> usize| {
            (0..16).map(|i| (i / 4, i % 4)).filter(move |&(r, c)| cell(r, c) == sum).map(|(r, c)| (queens[r][c], 1))
        };
        model.add_row(format!("up{sum}"), on(|r, c| r + c), Sense::LessEqual, 1);
        model.add_row(format!("down{sum}"), on(|r, c| r + 3 - c), Sense::LessEqual, 1);
    }
    let solution = [(0, 1), (1, 3), (2, 0), (3, 2)].map(|(row, column): (usize, usize)| queens[row][column]);
    let problem = Problem::of_model(ModelInstance::new(model, &solution)?);
    let answer = Solver::new(&problem).run()?;
    if let (Some(minimum), Some(queens)) = (answer.minimum(), answer.choice()) {
        println!("{minimum} of them is enough: {queens}");
    }
    Ok(())
}
