//! Certificates of the native engine, from the search to the checker: what is accepted, and what damage does.

#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::fs;
use std::io::{ErrorKind, Read as _};

use minclue_core::base::{Digit, Limits, Stop, rng};
use minclue_core::problem::{Certifiable, ClueProblem as _, Minimum, SudokuClues};
use minclue_core::sudoku::{Grid, Shape, all_grids, random_grid};
use minclue_core::unavoidable::{Family, displacements};
use minclue_engines::engine::Reference;
use minclue_engines::search::SearchOptions;
use minclue_interop::{LONGEST_PROOF, write_veripb};
use minclue_verifier::{Problem, Verdict, verify, verify_stream};
use rand::Rng as _;

use crate::ask;
use crate::common::{matching, of_the_paper, published, random, shape};

/// Searches with a certificate, and returns the file.
fn certified(
    problem: &dyn Certifiable<2>,
    family: &Family<2>,
    options: &SearchOptions,
    limits: &Limits,
) -> (Minimum<2>, Vec<u8>) {
    let (minimum, proof) = ask::proven(&ask::native(options), problem, family, limits, tempfile::tempfile);
    let proof = proof.expect("temporary files can be written");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("certificate");
    let witness = |set: &_| family.sets().iter().find(|known| known.cells == *set).map(|known| known.witness.clone());
    let certificate = problem.certificate(minimum.clues.expect("all cells are a puzzle"), proof, &witness);
    let written = certificate.write(&path).expect("it can be written");
    let bytes = fs::read(&path).expect("it was written");
    assert_eq!(written.file_bytes, bytes.len() as u64);
    (minimum, bytes)
}

/// Searches with a certificate, which must be accepted and say the same.
fn accepted(problem: &dyn Certifiable<2>, family: &Family<2>) -> Verdict {
    let (minimum, bytes) = certified(problem, family, &SearchOptions::default(), &Limits::none());
    let verdict = verify(&bytes[..]).unwrap_or_else(|refusal| panic!("REFUSED {refusal}"));
    assert_eq!((verdict.lower, Some(verdict.upper)), (minimum.lower_bound, minimum.upper_bound()));
    assert_eq!(verdict.lower, verdict.upper);
    paid_by_few_bytes(&verdict, bytes.len());
    verdict
}

/// What the checker refuses as too much work for so few bytes is far from what a search writes: it allows 1024 looks a
/// byte, and 256 unpacked bytes a byte of the file, beside what is free.
fn paid_by_few_bytes(verdict: &Verdict, file_bytes: usize) {
    assert!(verdict.n_looks <= 128 * verdict.n_bytes + (1 << 20), "{} of {}", verdict.n_looks, verdict.n_bytes);
    assert!(verdict.n_bytes <= 32 * file_bytes as u64, "{} of {file_bytes}", verdict.n_bytes);
}

pub(crate) fn sets<const W: usize>(problem: &SudokuClues<W>, max_size: usize) -> Family<W> {
    let mut family = Family::new();
    displacements(problem, problem.cells(), max_size, &Limits::none()).sets.into_iter().for_each(|set| {
        family.insert(set);
    });
    family
}

/// The bytes of a certificate before compression.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    zstd::stream::read::Decoder::new(bytes).and_then(|mut d| d.read_to_end(&mut stream)).expect("zstd");
    stream
}

#[test]
fn four_by_four() {
    for (i, grid) in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().enumerate().filter(|(i, _)| i % 8 == 0) {
        let problem = SudokuClues::<2>::new(grid);
        let family = if i % 16 == 0 { sets(&problem, 16) } else { Family::new() };
        assert_eq!(accepted(&problem, &family).lower, 4);
    }
}

#[test]
fn twenty_of_six_by_six() {
    for seed in 1..=20 {
        let problem = random::<2>(shape(2, 3), seed);
        let wanted =
            ask::minimum(&ask::native(&SearchOptions::default()), &problem, &sets(&problem, 8), &Limits::none());
        for family in [sets(&problem, 8), Family::new()] {
            assert_eq!(Some(accepted(&problem, &family).lower), wanted.upper_bound());
        }
    }
}

#[test]
fn latin_squares() {
    for n in [4, 5] {
        for seed in 0..4 {
            let problem = random::<2>(shape(1, n), seed);
            let verdict = accepted(&problem, &Family::new());
            assert_eq!(
                Some(verdict.lower),
                ask::minimum(&Reference, &problem, &Family::new(), &Limits::none()).upper_bound()
            );
        }
    }
}

/// Perfect matchings of random graphs: the certified forcing number is that of the reference.
#[test]
fn matchings() {
    let mut rng = rng(7);
    let mut values = Vec::new();
    for _ in 0..30 {
        let n = 2 * rng.random_range(3..8);
        // The matching joins 2 i and 2 i + 1.
        let mut edges: Vec<(usize, usize)> = (0..n / 2).map(|i| (2 * i, 2 * i + 1)).collect();
        for a in 0..n {
            for b in a + 1..n {
                if (a / 2 != b / 2) && rng.random_range(0..n) < 4 {
                    edges.push((a, b));
                }
            }
        }
        let chosen: Vec<usize> = (0..n / 2).collect();
        let problem = matching(n, &edges, &chosen);
        let verdict = accepted(&problem, &Family::new());
        assert_eq!(
            Some(verdict.lower),
            ask::minimum(&Reference, &problem, &Family::new(), &Limits::none()).upper_bound()
        );
        values.push(verdict.lower);
    }
    assert!(values.iter().max() > Some(&2) && values.iter().min() < Some(&2), "{values:?}");
}

#[test]
fn the_most_canonical_grid_needs_twenty() {
    let problem = SudokuClues::<2>::new(published("most-canonical"));
    let verdict = accepted(&problem, &sets(&problem, 14));
    assert_eq!(verdict.lower, 20);
    assert!(verdict.n_symmetries > 0);
    // Without symmetries the tree is larger, and says the same.
    let options = SearchOptions { symmetry: false, ..SearchOptions::default() };
    let bytes = certified(&problem, &sets(&problem, 14), &options, &Limits::none().with_nodes(1 << 20)).1;
    assert_eq!(verify(&bytes[..]).expect("bounds").n_symmetries, 0);
}

/// 17, 17 and 19: the paper's grids 7, 22 and 31.
#[test]
#[ignore = "long: three grids of 9x9"]
fn minima_of_grids_of_the_paper_are_proven_at_length() {
    for (name, minimum) in [("7", 17), ("22", 17), ("31", 19)] {
        let Some(grid) = of_the_paper(name) else { return };
        let problem = SudokuClues::<2>::new(grid);
        assert_eq!(accepted(&problem, &sets(&problem, 14)).lower, minimum);
    }
}

/// The parts that threads wrote join without a hole, and always to the same file.
#[test]
fn any_number_of_threads_writes_the_same() {
    let problem = random::<2>(shape(2, 3), 3);
    let family = sets(&problem, 6);
    let with = |threads| {
        certified(&problem, &family, &SearchOptions { threads, ..SearchOptions::default() }, &Limits::none()).1
    };
    let one = with(1);
    assert_eq!(with(2), one);
    assert_eq!(with(3), one);
}

/// A limit leaves the proof of the bounds that were reached.
#[test]
fn a_limit_leaves_a_certificate_of_the_bounds() {
    let problem = random::<2>(Shape::NINE, 2);
    let family = sets(&problem, 12);
    for nodes in [0, 1000, 50_000] {
        let limits = Limits::none().with_nodes(nodes);
        let (minimum, bytes) = certified(&problem, &family, &SearchOptions::default(), &limits);
        let verdict = verify(&bytes[..]).expect("bounds are proven");
        assert_eq!((verdict.lower, Some(verdict.upper)), (minimum.lower_bound, minimum.upper_bound()));
        assert!(verdict.lower < verdict.upper && minimum.stop.is_some());
        assert!(nodes == 0 || verdict.lower >= 8, "{} after {nodes} nodes", verdict.lower);
    }
}

/// The true minimum of what a verdict is about.
fn true_minimum(problem: &Problem) -> usize {
    let Problem::Sudoku { box_rows, box_columns, digits } = problem else { panic!("a grid stays a grid") };
    let digits: Vec<Digit> = digits.iter().map(|digit| Digit::new(*digit as usize)).collect();
    let shape = shape(*box_rows as u8, *box_columns as u8);
    let problem = SudokuClues::<2>::new(Grid::new(shape, &digits).expect("it was verified"));
    ask::minimum(&Reference, &problem, &sets(&problem, 12), &Limits::none())
        .upper_bound()
        .expect("the reference has no limit")
}

/// What is accepted of a certificate whose problem has the digest that is stated, whichever that was before.
fn with_its_digest(mut stream: Vec<u8>) -> Option<Verdict> {
    let refusal = match verify_stream(&stream[..]) {
        Ok(verdict) => return Some(verdict),
        Err(refusal) => refusal.reason.to_string(),
    };
    let digest = refusal.strip_prefix("its SHA-256 is ")?.split(',').next()?;
    stream["minclue-cert/1\n".len()..][..64].copy_from_slice(digest.as_bytes());
    verify_stream(&stream[..]).ok()
}

/// What is accepted after a bit was turned over must be true all the same: another grid's proof, or another proof.
#[test]
fn ten_thousand_bit_flips() {
    let problem = random::<2>(shape(2, 3), 5);
    let (_, bytes) = certified(&problem, &sets(&problem, 8), &SearchOptions::default(), &Limits::none());
    let stream = unpacked(&bytes);
    let whole = verify_stream(&stream[..]).expect("it is a certificate");
    let mut rng = rng(11);
    let (mut n_accepted, mut known) = (0, vec![(whole.problem.clone(), true_minimum(&whole.problem))]);
    for _ in 0..10_000 {
        let mut damaged = stream.clone();
        let bit = rng.random_range(0..8 * damaged.len());
        damaged[bit / 8] ^= 1 << (bit % 8);
        let Some(verdict) = with_its_digest(damaged) else { continue };
        n_accepted += 1;
        let minimum = match known.iter().find(|(problem, _)| *problem == verdict.problem) {
            Some((_, minimum)) => *minimum,
            None => {
                let minimum = true_minimum(&verdict.problem);
                known.push((verdict.problem.clone(), minimum));
                minimum
            }
        };
        assert!(verdict.lower <= minimum && minimum <= verdict.upper, "bit {bit}");
    }
    assert!(n_accepted > 0, "some flips only change which true thing is said");
    // Files are compressed, which leaves less to chance.
    for _ in 0..2000 {
        let mut damaged = bytes.clone();
        let bit = rng.random_range(0..8 * damaged.len());
        damaged[bit / 8] ^= 1 << (bit % 8);
        if let Ok(verdict) = verify(&damaged[..]) {
            assert!(verdict.lower <= true_minimum(&verdict.problem), "bit {bit} of the file");
        }
    }
}

/// The claim of one clue more, and cut or lengthened files, for a certificate of a search.
#[test]
fn false_claims_and_cut_files_are_refused() {
    let problem = random::<2>(shape(2, 3), 4);
    let (minimum, bytes) = certified(&problem, &sets(&problem, 8), &SearchOptions::default(), &Limits::none());
    let stream = unpacked(&bytes);
    // The claim stands after the name, the digest, the kind, the shape and the digits.
    let claim = b"minclue-cert/1\n".len() + 65 + 3 + 36;
    assert_eq!(usize::from(stream[claim]), minimum.lower_bound);
    for more in [1, 2] {
        let mut false_claim = stream.clone();
        false_claim[claim] += more;
        assert!(verify_stream(&false_claim[..]).is_err());
    }
    for cut in (0..stream.len()).step_by(stream.len() / 200 + 1) {
        assert!(verify_stream(&stream[..cut]).is_err(), "cut at {cut}");
    }
    for cut in (0..bytes.len()).step_by(bytes.len() / 50 + 1) {
        assert!(verify(&bytes[..cut]).is_err(), "cut at {cut} of the file");
    }
    assert!(verify_stream(&[&stream[..], &[0]].concat()[..]).is_err());
    assert!(verify(&[&bytes[..], b"more"].concat()[..]).is_err());
    assert!(verify(&[&bytes[..], &bytes[..]].concat()[..]).is_err());
}

/// What a certificate leaves to the checker is written down step by step.
#[test]
fn searches_are_expanded() {
    let problem = random::<2>(shape(2, 3), 5);
    let (minimum, bytes) = certified(&problem, &sets(&problem, 8), &SearchOptions::default(), &Limits::none());
    let verdict = verify(&bytes[..]).expect("accepted");
    assert!(verdict.n_searched > 0, "{verdict:?}");
    let mut proof = Vec::new();
    let written = write_veripb(&bytes[..], &mut Vec::new(), &mut proof, LONGEST_PROOF);
    assert!(written.expect("it has a form").steps > verdict.n_steps);
    let conclusion = format!("conclusion BOUNDS {0} : ", minimum.lower_bound);
    assert!(String::from_utf8_lossy(&proof).contains(&conclusion));
}

/// `VeriPB`, where it is installed, confirms what our own checker says.
#[test]
fn veripb_agrees() {
    let program = std::env::var_os("VERIPB").unwrap_or_else(|| "veripb".into());
    if std::process::Command::new(&program).arg("--help").output().is_err() {
        println!("skipped: there is no program veripb");
        return;
    }
    let check = |bytes: &[u8], lower: usize| {
        let directory = tempfile::tempdir().expect("a directory");
        let (formula, proof) = (directory.path().join("sets.opb"), directory.path().join("proof.pbp"));
        let mut files = [&formula, &proof].map(|path| std::io::BufWriter::new(fs::File::create(path).expect("a file")));
        let [sets, steps] = &mut files;
        write_veripb(bytes, sets, steps, LONGEST_PROOF).expect("it has a form");
        drop(files);
        let output = std::process::Command::new(&program).arg(&formula).arg(&proof).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains(&format!("VERIFIED BOUNDS {lower} <= obj <= {lower}")), "{said}");
    };
    let one = |problem: &SudokuClues<2>| {
        for symmetry in [false, true] {
            let options = SearchOptions { symmetry, ..SearchOptions::default() };
            let (minimum, bytes) = certified(problem, &sets(problem, 8), &options, &Limits::none());
            check(&bytes, minimum.lower_bound);
        }
    };
    all_grids::<2>(shape(2, 2), usize::MAX).into_iter().step_by(48).for_each(|grid| one(&SudokuClues::new(grid)));
    let six = |seed| random_grid::<2>(shape(2, 3), &mut rng(seed));
    (1..=20).for_each(|seed| one(&SudokuClues::new(six(seed))));
    for name in ["7", "22"] {
        let Some(grid) = of_the_paper(name) else { return };
        let problem = SudokuClues::<2>::new(grid);
        let options = SearchOptions { symmetry: false, ..SearchOptions::default() };
        let (minimum, bytes) = certified(&problem, &sets(&problem, 14), &options, &Limits::none());
        check(&bytes, minimum.lower_bound);
    }
}

/// However many trees there was room for, the bounds hold, and rise with the room.
#[test]
fn a_full_disk_leaves_the_bounds() {
    let problem = random::<2>(shape(2, 3), 3);
    let family = sets(&problem, 6);
    let wanted = ask::minimum(&ask::native(&SearchOptions::default()), &problem, &family, &Limits::none());
    let (mut lowers, mut n_most) = (Vec::new(), 0);
    loop {
        let mut n_made = 0;
        let files = move || {
            n_made += 1;
            if n_made > n_most { Err(ErrorKind::StorageFull.into()) } else { tempfile::tempfile() }
        };
        let (options, limits) = (SearchOptions::default(), Limits::none());
        let (found, proof) = ask::proven(&ask::native(&options), &problem, &family, &limits, files);
        lowers.push(found.lower_bound);
        assert!(found.lower_bound <= wanted.lower_bound && found.upper_bound() >= wanted.upper_bound());
        match proof {
            Ok(_) => break assert_eq!((found.stop, found.lower_bound), (None, wanted.lower_bound)),
            Err(e) => assert_eq!((e.kind(), found.stop), (ErrorKind::StorageFull, Some(Stop::OracleFailed))),
        }
        n_most += 1;
    }
    assert!(lowers.is_sorted() && lowers[0] > 0 && lowers[0] < wanted.lower_bound, "{lowers:?}");
}
