//! The built program, run in fresh folders.

mod advice;
mod ask;
mod bad_input;
mod bilevel_large;
mod bilevel_runs;
mod bilevel_values;
mod campaign;
mod catalog;
mod certified_problems;
mod certify;
mod check;
mod chunk_file;
mod cli;
mod conditions;
mod corners;
mod enumerate;
mod exports;
mod fcp;
mod few_clues;
mod hypergraph_conditions;
mod independent;
mod jobs;
mod journal;
mod limits;
mod log;
mod mibs;
mod model_files;
mod output_files;
mod pages;
mod papers;
mod people;
mod pictures;
mod puzzle_files;
mod puzzle_making;
mod questions;
mod reading;
mod report;
mod schemas;
mod set_files;
mod signals;
mod study;
mod threads;
mod toolkit;
mod variants;
mod weights;

use minclue_testkit::{Program, Run};

/// The program in a fresh folder.
fn minclue() -> Program {
    Program::new(env!("CARGO_BIN_EXE_minclue"))
}

/// One run in a fresh folder.
fn run(args: &[&str], stdin: &str) -> Run {
    minclue().feed(args, stdin)
}

/// The text of a run that answers everything.
fn said(args: &[&str], stdin: &str) -> String {
    let run = run(args, stdin);
    assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    run.text
}
