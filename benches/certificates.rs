//! What a certificate costs on a grid that the project generates: the question whether 16 clues do, with and without a
//! proof, and the check of that proof. `results/certificates/` has whole minima.

use std::fs;

use criterion::{Criterion, criterion_group, criterion_main};

use minclue_core::base::{Limits, rng};
use minclue_core::problem::{Certifiable as _, NoObserver, SudokuClues};
use minclue_core::sudoku::{Shape, random_grid};
use minclue_core::unavoidable::{Complete, Family, Source};
use minclue_engines::engine::{Engine as _, ProofLog, Question, Run, Start};
use minclue_engines::search::{Native, SearchOptions};

fn benches(c: &mut Criterion) {
    let problem = SudokuClues::new(random_grid::<2>(Shape::NINE, &mut rng(6)));
    let mut family = Family::<2>::new();
    Complete { max_size: 14 }.find(&problem, &mut family, &Limits::none()).expect("no tool to fail");
    let engine = Native { options: SearchOptions { heuristic: false, ..SearchOptions::default() } };
    let ask = |proof: Option<&mut ProofLog<2>>| {
        let (limits, mut silent) = (Limits::none(), NoObserver);
        let mut run = Run { proof, ..Run::new(&limits, &mut silent).asking(Question::AtMost(16)) };
        engine.minimum(&problem, &Start::from(&family), &mut run).expect("it proves")
    };
    let prove = || {
        let mut log = ProofLog::new(tempfile::tempfile);
        (ask(Some(&mut log)), log.into_proof())
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("certificate");
    let (minimum, proof) = prove();
    let certificate = problem.certificate(
        minimum.clues.expect("all cells do"),
        proof.expect("it can write").expect("a run leaves one"),
        &|_| None,
    );
    certificate.write(&path).expect("it can be written");
    let bytes = fs::read(&path).expect("it was written");

    let mut group = c.benchmark_group("16 clues, seed 6");
    group.sample_size(10);
    group.bench_function("without a proof", |b| {
        b.iter(|| ask(None));
    });
    group.bench_function("with a proof", |b| b.iter(prove));
    group.bench_function("the check", |b| b.iter(|| minclue_verifier::verify(&bytes[..]).expect("it is a proof")));
    group.finish();
}

criterion_group!(certificates, benches);
criterion_main!(certificates);
