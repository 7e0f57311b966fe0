//! Files: packed or not, of either format, and the program.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs, process};

use minclue_verifier::{Limits, Proven, Reason, verify_bilevel, verify_either};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::common::{FOURS, four};

const SMALL: &str = "minclue-bilevel-cert/1\nprogram small\nreading optimistic\nno-answer forbidden\nvariables 2\nL 0 3 x\n\
F 0 3 y\nrows 1\nF <= 4 r 0 1 1 1\nleader 10 0 0 -1 1 2\nfollower 1 0 1 -1\n";
const LOWER: &str = "rules 0\nlower -1\nw 1 1 1 0\nd 1 1 1 2\n";
const UPPER: &str = "upper -1\npoint 3 1\nd 1 1 0 1\n";

fn run(name: &str, bytes: &[u8]) -> (Option<i32>, String, String) {
    let path: PathBuf = env::temp_dir().join(format!("minclue-verifier-bilevel-{name}-{}", process::id()));
    fs::write(&path, bytes).expect("there is room for a small file");
    let program = Command::new(env!("CARGO_BIN_EXE_minclue-verifier")).arg(&path).output();
    fs::remove_file(&path).expect("it was written");
    let Output { status, stdout, stderr } = program.expect("it is built");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn what_the_program_says() {
    let both = format!("{SMALL}{LOWER}{UPPER}end\n");
    let (code, out, err) = run("both", both.as_bytes());
    assert_eq!((code, &*err), (Some(0), ""));
    // As `sha256sum` has it.
    let digest = "3020dbe0c77c6eafb97b077d5e947c530be88f1ef61a6326a95861bc7a4ec718";
    let about = "program small\nreading optimistic, no-answer forbidden\n";
    let who = "leader x=3\nfollower y=1\n";
    let sha = out.lines().last().and_then(|line| line.strip_prefix("program sha256 ")).expect("a digest").to_owned();
    assert_eq!(out, format!("VERIFIED value = -0.1, both halves\n{about}{who}program sha256 {sha}\n"));
    let (_, out, _) = run("lower", format!("{SMALL}{LOWER}end\n").as_bytes());
    assert_eq!(out, format!("VERIFIED value >= -0.1\n{about}program sha256 {sha}\n"));
    let (_, out, _) = run("upper", format!("{SMALL}{UPPER}end\n").as_bytes());
    assert_eq!(out, format!("VERIFIED value <= -0.1\n{about}{who}program sha256 {sha}\n"));
    assert_eq!(sha, digest);
    let (code, out, err) = run("refused", both.replace("lower -1", "lower 0").as_bytes());
    assert_eq!((code, &*out), (Some(5), ""));
    let place = "line 15, node 1 of the lower half";
    let expected = format!(
        "REFUSED at byte 203 of the unpacked stream, in {place}: the sum does not close the node: it can be -3, and -3 is \
         allowed\n"
    );
    assert_eq!(err, expected);
}

#[test]
fn packed_and_of_either_format() {
    let either = |bytes: &[u8]| verify_either(bytes, &Limits::default());
    let both = format!("{SMALL}{LOWER}{UPPER}end\n");
    let pack = |bytes: &[u8]| compress_to_vec(bytes, CompressionLevel::Fastest);
    let plain = either(both.as_bytes());
    assert!(matches!(&plain, Ok(Proven::Bilevel(verdict)) if verdict.is_solved()), "{plain:?}");
    assert_eq!(either(&pack(both.as_bytes())), plain);
    let clues = four(FOURS[0]).stream();
    assert!(matches!(either(&pack(&clues)), Ok(Proven::Clues(verdict)) if verdict.lower == 4));
    // Neither, unpacked clues, and a file that ends in a frame.
    let packed = pack(both.as_bytes());
    for (bytes, is_foreign) in [
        (&b""[..], true),
        (b"min", true),
        (b"53..7....\n", true),
        (&clues, true),
        (b"minclue-bilevel-cert", true),
        (b"minclue-bilevel-cert/2\n", false),
        (&packed[..packed.len() - 1], false),
        (&packed[..3], true),
        (&pack(b"minclue"), false),
    ] {
        let refusal = either(bytes).expect_err("it is not a certificate");
        assert_eq!(matches!(refusal.reason, Reason::Foreign(_)), is_foreign, "{bytes:?}: {refusal}");
        assert!(refusal.reason.is_refusal());
    }
    let refusal = verify_bilevel(&b"something else\n"[..], &Limits::default()).expect_err("it is not one");
    assert_eq!(refusal.to_string(), "not a minclue certificate: its first line is not `minclue-bilevel-cert/1`");
}

#[test]
fn limits_end_a_check() {
    let both = format!("{SMALL}{LOWER}{UPPER}end\n");
    let within = |search_looks| verify_bilevel(both.as_bytes(), &Limits { search_looks, ..Limits::default() });
    let n_looks = within(1 << 20).expect("it is small").n_looks;
    assert!(within(n_looks).is_ok());
    assert!(matches!(within(n_looks - 1), Err(refusal) if matches!(refusal.reason, Reason::TooMuch(_))));
    let limits = Limits { stop: &|| true, ..Limits::default() };
    assert!(matches!(verify_bilevel(both.as_bytes(), &limits), Err(refusal) if refusal.reason == Reason::Stopped));
}

/// Memory is bounded, whatever a file asks for.
#[test]
fn paths_and_lines_without_end() {
    let head = SMALL.replace("L 0 3 x", "L 0 9999999 x");
    let path: String = (0..=1 << 20).map(|depth| format!("b 0 {}\n", 9_999_998 - depth)).collect();
    let check = |text: &str| verify_bilevel(text.as_bytes(), &Limits::default()).expect_err("it is too long");
    let refusal = check(&format!("{head}rules 0\nlower -1\n{path}"));
    assert_eq!(refusal.place, "line 1048590, node 1048576 of the lower half");
    assert!(matches!(refusal.reason, Reason::TooMuch(_)), "{refusal}");
    // Each answer leaves as many rows as the follower has.
    let rows = "F <= 4 r 0 1 1 1\n".repeat(4000);
    let head = SMALL.replace("L 0 3 x", "L 0 9 x").replace("rows 1\nF <= 4 r 0 1 1 1\n", &format!("rows 4000\n{rows}"));
    let refusal = check(&format!("{head}rules 0\nlower -1\n{}", "w 1 1 1 0\n".repeat(500)));
    assert_eq!(refusal.place, "line 4432, node 419 of the lower half");
    assert!(matches!(refusal.reason, Reason::TooMuch(_)), "{refusal}");
    let refusal = check(&format!("{SMALL}rules 0\nlower {}\n", "1".repeat(1 << 24)));
    assert_eq!(refusal.reason.to_string(), "a line has more than 16777216 bytes");
}
