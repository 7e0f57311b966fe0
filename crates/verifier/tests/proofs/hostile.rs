//! Bytes that nobody wrote: nothing may panic, and what is accepted has to be true.

use std::collections::HashMap;

use crate::common;
use crate::common::{Certificate, Problem, Random, all, digested, undigested};
use minclue_verifier::{Verdict, verify, verify_stream};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Minima by brute force, each problem looked at once.
#[derive(Default)]
struct Oracle(HashMap<String, Option<(Problem, usize)>>);

impl Oracle {
    #[track_caller]
    fn check(&mut self, verdict: &Verdict) {
        let known = self.0.entry(format!("{:?}", verdict.problem)).or_insert_with(|| {
            let problem = Problem::from(&verdict.problem);
            match &problem {
                Problem::Model(model) => {
                    assert!(model.holds(&[]));
                    if model.used().len() > 16 || model.cells.len() > 16 {
                        return None;
                    }
                }
                _ => assert!(problem.cover().solutions().contains(&problem.cover().target)),
            }
            let minimum = problem.smallest().len();
            Some((problem, minimum))
        });
        // Models of many variables are not looked at.
        let Some((problem, minimum)) = known else { return };
        assert!(verdict.lower <= *minimum && *minimum <= verdict.upper, "{verdict:?}");
        assert_eq!(verdict.upper, verdict.puzzle.len());
        assert!(problem.valid(&verdict.puzzle), "{verdict:?}");
    }
}

#[test]
fn random_bytes() {
    let mut random = Random(2);
    for _ in 0..100_000 {
        let n = random.below(60);
        let bytes: Vec<u8> = (0..n).map(|_| random.below(256) as u8).collect();
        assert!(verify(&bytes[..]).is_err());
        let _ = verify_stream(&digested(undigested(&bytes))[..]);
    }
}

#[test]
fn random_bytes_in_place_of_the_tree() {
    let mut random = Random(3);
    let mut oracle = Oracle::default();
    let certificates = all();
    for round in 0..100_000 {
        let mut certificate = certificates[round % certificates.len()].clone();
        certificate.tree.truncate(random.below(certificate.tree.len() + 1));
        let n = random.below(20);
        certificate.tree.extend((0..n).map(|_| random.below(24) as u64));
        if let Ok(verdict) = certificate.verify() {
            oracle.check(&verdict);
        }
    }
}

#[test]
fn every_bit_flipped() {
    let mut oracle = Oracle::default();
    let mut n_accepted = 0;
    for certificate in all() {
        let stream = certificate.stream();
        for bit in 0..8 * stream.len() {
            let mut stream = stream.clone();
            stream[bit / 8] ^= 1 << (bit % 8);
            if let Ok(verdict) = verify_stream(&digested(stream)[..]) {
                oracle.check(&verdict);
                n_accepted += 1;
            }
        }
    }
    assert!(n_accepted > 0);
}

/// A number replaced, added or left out, once or several times.
fn mutated(certificate: &Certificate, random: &mut Random) -> Vec<u8> {
    let mut numbers = certificate.numbers();
    for _ in 0..1 + random.below(3) {
        let at = random.below(numbers.len());
        let number = match random.below(8) {
            0 => 1 << random.below(64),
            1 => u64::MAX >> random.below(3),
            _ => random.below(24) as u64,
        };
        match random.below(4) {
            0 => numbers.insert(at, number),
            1 => drop(numbers.remove(at)),
            2 => {
                let other = random.below(numbers.len());
                numbers.swap(at, other);
            }
            _ => numbers[at] = number,
        }
    }
    digested(undigested(&common::bytes(&numbers)))
}

#[test]
fn random_mutations() {
    let mut random = Random(4);
    let mut oracle = Oracle::default();
    let mut certificates = all();
    // Half of them with a puzzle of all cells, which leaves room for claims above the minimum.
    for mut certificate in all() {
        certificate.puzzle = (0..certificate.problem.n_cells()).collect();
        certificate.lower += u64::from(random.below(2) == 0);
        certificates.push(certificate);
    }
    let mut n_accepted = 0;
    for round in 0..200_000 {
        let stream = mutated(&certificates[round % certificates.len()], &mut random);
        if let Ok(verdict) = verify_stream(&stream[..]) {
            oracle.check(&verdict);
            n_accepted += 1;
        }
    }
    assert!(n_accepted > 1000, "{n_accepted}");
}

#[test]
fn mutated_files() {
    let mut random = Random(5);
    let mut oracle = Oracle::default();
    for level in [CompressionLevel::Uncompressed, CompressionLevel::Fastest] {
        let files: Vec<Vec<u8>> =
            all().iter().map(|certificate| compress_to_vec(&certificate.stream()[..], level)).collect();
        for round in 0..20_000 {
            let mut file = files[round % files.len()].clone();
            for _ in 0..1 + random.below(2) {
                let at = random.below(file.len());
                file[at] ^= 1 << random.below(8);
            }
            if let Ok(verdict) = verify(&file[..]) {
                oracle.check(&verdict);
            }
        }
    }
}
