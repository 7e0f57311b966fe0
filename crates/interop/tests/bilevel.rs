//! Certificates of random bilevel programs as proofs for `VeriPB`, both halves.

#[path = "../../verifier/tests/common/mod.rs"]
mod common;
#[path = "../../verifier/tests/bilevel/maker.rs"]
mod maker;
#[allow(dead_code, reason = "each test program uses its own part")]
#[path = "../../verifier/tests/bilevel/program.rs"]
mod program;

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::Command;

use common::Random;
use maker::{Maker, Plain, Rule, Rules, dot};
use minclue_interop::{BilevelProof, LONGEST_PROOF, OutsideError, WrittenProof};
use program::Program;

/// The checker of the variable `VERIPB`, or that on the path.
fn checker() -> Option<PathBuf> {
    let named = std::env::var_os("VERIPB").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    named.or_else(|| std::env::split_paths(&path).map(|folder| folder.join("veripb")).find(|file| file.is_file()))
}

/// What the checker says of files that are written so.
fn host(
    checker: &PathBuf,
    write: impl FnOnce(&mut Vec<u8>, &mut Vec<u8>) -> Result<Option<WrittenProof>, OutsideError>,
) -> Result<String, String> {
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    let written = write(&mut formula, &mut proof).expect("it is small").expect("this half is there");
    assert_eq!(written.bytes, proof.len() as u64);
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["formula.opb", "proof.pbp"].map(|name| folder.path().join(name));
    for (path, bytes) in paths.iter().zip([&formula, &proof]) {
        fs::write(path, bytes).expect("space");
    }
    let output = Command::new(checker).args(&paths).output().expect("it runs");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    if output.status.success() && text.contains("s VERIFIED") {
        return Ok(text);
    }
    Err(format!("{text}\n{}\n{}", String::from_utf8_lossy(&formula), String::from_utf8_lossy(&proof)))
}

/// The least that a sum can be within the bounds, one by one.
fn at_0(a: &[i64], bounds: &[(i64, i64)]) -> i64 {
    a.iter().zip(bounds).map(|(a, bounds)| a * bounds.0).sum()
}

#[test]
fn both_halves_of_random_programs() {
    let checker = checker();
    if checker.is_none() {
        // `println!` is not for this crate, not even for its tests.
        drop(writeln!(io::stdout(), "skipped: no veripb on the path, and VERIPB names none"));
    }
    let mut random = Random(5);
    let mut n = 0;
    while n < 100 {
        let program = Program::random(&mut random);
        let plain = Plain::new(&program);
        if program.n_points() > 60 || plain.bounds.len() > program.variables.len() + 3 {
            continue;
        }
        n += 1;
        let truth = program.truth();
        let mut rules = Rules::default();
        for _ in 0..random.below(6) {
            let rule = Rule::random(&plain, &mut random, rules.all.len());
            rules.take(&plain, rule);
        }
        let mut maker = Maker { rules, ..Maker::new(&plain, &mut random) };
        maker.lower(truth.as_ref().map(|truth| truth.0));
        let point = truth.as_ref().map(|(value, choice)| {
            let point: Vec<i64> = (0..plain.bounds.len()).map(|v| choice.get(v).copied().unwrap_or(0)).collect();
            let of = |point: &Vec<i64>| plain.constant + dot(&plain.leader, point);
            let mut best = plain.best_answers(&point).into_iter();
            best.find(|point| plain.holds(point) && of(point) == *value).expect("the plain form has the same value")
        });
        if let Some(point) = &point {
            maker.upper(point);
        }
        let text = format!("{}{}end\n", program.text(), maker.text);
        let proof = BilevelProof::read(text.as_bytes(), LONGEST_PROOF).expect("it is right");
        let Some(checker) = &checker else { continue };
        let lower = host(checker, |formula, out| proof.write_lower(formula, out));
        let lower = lower.unwrap_or_else(|error| panic!("lower: {error}\n{text}"));
        let (Some(point), Some((value, _))) = (point, truth) else {
            assert!(lower.contains("s VERIFIED UNSATISFIABLE"), "{lower}");
            continue;
        };
        let bound = value - plain.constant - at_0(&plain.leader, &plain.bounds);
        assert!(lower.contains(&format!("s VERIFIED BOUNDS {bound} <= obj")), "{bound}: {lower}");
        let upper = host(checker, |formula, out| proof.write_upper(formula, out));
        let upper = upper.unwrap_or_else(|error| panic!("upper: {error}\n{text}"));
        let fixed: Vec<(i64, i64)> = (plain.bounds.iter().zip(&plain.is_follower).zip(&point))
            .map(|((bounds, is_follower), x)| if *is_follower { *bounds } else { (*x, *x) })
            .collect();
        let best = dot(&plain.follower, &point) - at_0(&plain.follower, &fixed);
        assert!(upper.contains(&format!("s VERIFIED BOUNDS {best} <= obj <= {best}")), "{best}: {upper}");
    }
}
