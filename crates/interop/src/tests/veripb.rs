use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;

use super::super::{
    CertificateReader, Expander, Fault, Header, LONGEST_PROOF, OutsideError, SearchNode, WrittenProof, write_veripb,
};
use super::make::{Bytes, Chance, NoSearches, Taste, certify, cover, grid, hitting_set, problem, unavoidable};

/// The checker of the variable `VERIPB`, or that on the path; `None` if there is none, which is said once.
fn checker() -> Option<PathBuf> {
    static SAID: Once = Once::new();
    let named = std::env::var_os("VERIPB").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        named.or_else(|| std::env::split_paths(&path).map(|folder| folder.join("veripb")).find(|file| file.is_file()));
    if found.is_none() {
        // `println!` is not for this crate, not even for its tests.
        let say = || writeln!(io::stdout(), "skipped: no veripb on the path, and VERIPB names none");
        SAID.call_once(|| drop(say()));
    }
    found
}

fn files(certificate: &[u8]) -> Result<(Vec<u8>, Vec<u8>, WrittenProof), OutsideError> {
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    let mut reader = CertificateReader::unpacked(certificate)?;
    let written = write_veripb(&mut reader, &mut formula, &mut proof, LONGEST_PROOF, &mut NoSearches)?;
    assert_eq!(written.bytes, proof.len() as u64);
    assert_eq!(reader.position(), certificate.len() as u64);
    Ok((formula, proof, written))
}

/// What the checker says, all of it, if it accepts or refuses.
fn host(formula: &[u8], proof: &[u8]) -> Option<Result<String, String>> {
    let checker = checker()?;
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["formula.opb", "proof.pbp"].map(|name| folder.path().join(name));
    for (path, bytes) in paths.iter().zip([formula, proof]) {
        fs::write(path, bytes).expect("space");
    }
    let output = Command::new(checker).args(&paths).output().expect("it runs");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Some(if output.status.success() && text.contains("s VERIFIED") { Ok(text) } else { Err(text) })
}

fn assert_accepted(name: &str, certificate: &[u8], bounds: &str) {
    let (formula, proof, _) = files(certificate).unwrap_or_else(|error| panic!("{name}: {error}"));
    match host(&formula, &proof) {
        None => {}
        Some(Ok(text)) => assert!(text.contains(bounds), "{name}: {text}"),
        Some(Err(text)) => panic!("{name}: {text}\n{}", String::from_utf8_lossy(&proof)),
    }
}

fn assert_refused(what: &str, formula: &[u8], proof: &str) {
    if let Some(Ok(text)) = host(formula, proof.as_bytes()) {
        panic!("{what} was accepted: {text}\n{proof}");
    }
}

const GRIDS: [&str; 2] = ["1234341221434321", "1234341223414123"];

/// A certificate of a 4x4 grid; `lower` may be smaller than what is true.
fn four(digits: &str, less: u64, taste: Taste) -> (Vec<u8>, u64, usize) {
    let start = grid(2, 2, digits);
    let sets = unavoidable(&problem(&start));
    let cells: Vec<u32> = (0..16).collect();
    let only: Vec<Vec<u32>> = sets.iter().map(|(set, _)| set.clone()).collect();
    let puzzle = hitting_set(&cells, &only);
    let lower = puzzle.len() as u64 - less;
    (certify(start, 16, &sets, &puzzle, lower, taste), lower, puzzle.len())
}

#[test]
fn both_grids_of_4x4() {
    for digits in GRIDS {
        for (less, odd) in [(0, 0), (0, 2), (1, 0), (1, 2), (4, 0)] {
            let (certificate, lower, upper) = four(digits, less, Taste { odd, seed: 4, n_lemmas: odd / 2 });
            let bounds = format!("BOUNDS {lower} <= obj <= {upper}");
            assert_accepted(&format!("{digits} less {less} odd {odd}"), &certificate, &bounds);
        }
    }
}

/// A hypergraph by chance, with all that the format has.
fn by_chance(seed: u64, n_cells: usize, taste: Taste) -> (Vec<u8>, u64, usize) {
    let mut chance = Chance(seed);
    let n_sets = n_cells + chance.below(n_cells);
    let mut sets: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    while sets.len() < n_sets {
        let size = 2 + chance.below(3);
        let mut set: Vec<u32> = (0..size).map(|_| chance.below(n_cells) as u32).collect();
        set.sort_unstable();
        set.dedup();
        if !sets.iter().any(|(other, _)| *other == set) {
            sets.push((set, vec![]));
        }
    }
    let only: Vec<Vec<u32>> = sets.iter().map(|(set, _)| set.clone()).collect();
    let mut puzzle = hitting_set(&(0..n_cells as u32).collect::<Vec<_>>(), &only);
    let lower = puzzle.len() as u64 - chance.below(2) as u64;
    if chance.one_in(3) {
        puzzle.extend((0..n_cells as u32).find(|cell| !puzzle.contains(cell)));
        puzzle.sort_unstable();
    }
    (certify(cover(n_cells), n_cells, &sets, &puzzle, lower, taste), lower, puzzle.len())
}

#[test]
fn all_steps_by_chance() {
    for seed in 0..60 {
        let taste = Taste { odd: 1 + (seed % 4) as usize, seed, n_lemmas: (seed % 3) as usize };
        let (certificate, lower, upper) = by_chance(seed, 8 + (seed % 7) as usize, taste);
        assert_accepted(&format!("seed {seed}"), &certificate, &format!("BOUNDS {lower} <= obj <= {upper}"));
    }
}

/// The cycle of five cells needs three: all its edges, halved and rounded up.
fn cycle(lower: u64, body: impl FnOnce(&mut Bytes)) -> Vec<u8> {
    let mut bytes = cover(5);
    bytes.number(lower).list(&[0, 2, 3]).number(5);
    for edge in [[0, 1], [1, 2], [2, 3], [3, 4], [0, 4]] {
        bytes.list(&edge).list(&[]);
    }
    bytes.number(0);
    body(&mut bytes);
    bytes.0
}

#[test]
fn a_rounded_row_closes_the_cycle() {
    let proof = |lower, weight: u64| {
        cycle(lower, |bytes| {
            bytes.number(0).numbers(&[0, 6, 2, 3, 4, 5, 6]);
            bytes.numbers(&[0, 2, 5, 0, 1, 1, 1, 2, 1, 3, 1, 4, weight]);
            bytes.numbers(&[2, 1, 5]);
        })
    };
    assert_accepted("cycle", &proof(3, 1), "BOUNDS 3 <= obj <= 3");
    let (formula, text, _) = files(&proof(3, 1)).expect("it is right");
    let text = String::from_utf8(text).expect("ASCII");
    assert!(text.contains("\npol 1 2 + 3 + 4 + 5 + 2 d;\n"), "{text}");
    // An edge less, and a bound more.
    assert_refused("an edge less", &formula, &text.replace(" 5 + 2 d", " 2 d"));
    assert_refused("a bound more", &formula, &text.replace("BOUNDS 3 : 9 3", "BOUNDS 4 : 9 4"));
    // In the certificate the node stays open, or is closed too early.
    let step = |result| matches!(result, Err(OutsideError::Read(_)));
    assert!(step(files(&proof(3, 0)).map(|_| ())));
    assert!(matches!(files(&proof(4, 1)), Err(OutsideError::Bounds { lower: 4, upper: 3 })));
}

/// The four steps that the others' tests of the format would not write.
#[test]
fn a_split_a_lemma_a_child_and_an_excess() {
    // A lemma of three cells on a path of three edges, by its own split; then a child with a cell that has too much.
    let certificate = cycle(3, |bytes| {
        bytes.number(1);
        // At least 2 of 0, 1, 2, 3 meet the edges 01, 12, 23: by the two disjoint ones on one side, by the row of the
        // split on the other.
        bytes.list(&[0, 1, 2, 3]).number(2).numbers(&[0, 3, 2, 3, 4]);
        bytes.number(5).list(&[0, 1]).number(0);
        bytes.numbers(&[3, 0, 1, 0]);
        bytes.numbers(&[0, 2, 4, 1, 0, 2, 2, 0, 1]);
        // The tree: the lemma is row 0, the edges 34, 04 are rows 1 and 2. Cell 4 is chosen, then none is left for the
        // rest.
        bytes.numbers(&[0, 6, 0, 0, 0, 5, 6, 2, 3, 4]);
        bytes.number(8 + 4).numbers(&[1, 1, 0, 1, 0, 1]);
        // Now 3 and 0 are in, and 12 is not met: two, three and two times more than twice 2, though 0 has one too much.
        bytes.numbers(&[1, 2, 0, 3, 1, 2, 2, 3, 4, 2]);
    });
    let (formula, proof, _) = files(&certificate).expect("it is right");
    let proof = String::from_utf8(proof).expect("ASCII");
    assert_accepted("by hand", &certificate, "BOUNDS 3 <= obj <= 3");
    assert_refused(
        "nothing derived",
        &formula,
        &proof.lines().filter(|line| !line.starts_with("pol")).collect::<Vec<_>>().join("\n"),
    );
}

/// A `pol` line without one of its terms makes the proof fail somewhere, unless the sum had more than it needed.
#[test]
fn damaged_lines_are_refused() {
    let (mut tried, mut refused) = (0, 0);
    for seed in 0..20 {
        let (certificate, ..) = by_chance(seed, 13, Taste { odd: 0, seed, n_lemmas: 0 });
        let (formula, proof, _) = files(&certificate).expect("it is right");
        let proof = String::from_utf8(proof).expect("ASCII");
        for (end, _) in proof.match_indices(" +;").take(3) {
            let start = proof[..end].rfind(' ').expect("a term");
            let damaged = format!("{}{}", &proof[..start], &proof[end + 2..]);
            match host(&formula, damaged.as_bytes()) {
                None => return,
                Some(Ok(_)) => {}
                Some(Err(_)) => refused += 1,
            }
            tried += 1;
        }
    }
    assert!(tried > 20 && refused * 10 > tried * 8, "{refused} of {tried} refused");
}

#[test]
fn wrong_steps_are_told() {
    let from = |numbers: &[u64]| {
        files(&cycle(3, |bytes| {
            bytes.numbers(numbers);
        }))
    };
    let fault = |numbers: &[u64]| match from(numbers) {
        Err(OutsideError::Step { fault, .. }) => fault,
        other => panic!("{:?}", other.map(|_| ())),
    };
    assert_eq!(fault(&[0, 7, 0]), Fault::Row(0));
    assert_eq!(fault(&[0, 0, 1, 2, 7, 0]), Fault::NotClosed(0));
    assert_eq!(fault(&[0, 0, 1, 1, 0]), Fault::Branch(0));
    assert_eq!(fault(&[0, 3, 0, 0]), Fault::Cap(0));
    assert_eq!(fault(&[0, 8, 8]), Fault::NotLive(0));
    assert_eq!(fault(&[1, 1, 0, 1, 0, 1, 0, 0, 0]), Fault::Lemma(0));
    assert_eq!(fault(&[1, 1, 0, 1, 0, 1, 3, 2, 1, 0]), Fault::Outside(1));
    assert_eq!(fault(&[0, 0, 2, 2, 0, 1, 1, 0, 2, 6, 1]), Fault::NotUnit(0));
    assert_eq!(fault(&[0, 0, 2, 2, 0, 1, 1, 0, u64::MAX]), Fault::Overflow);
    assert!(matches!(from(&[0, 4, 0]), Err(OutsideError::Symmetry { .. })));
    let (certificate, ..) = four(GRIDS[0], 0, Taste { odd: 2, seed: 4, n_lemmas: 1 });
    let mut reader = CertificateReader::unpacked(certificate.as_slice()).expect("a certificate");
    let short = write_veripb(&mut reader, &mut Vec::new(), &mut Vec::new(), 2, &mut NoSearches);
    assert!(matches!(short, Err(OutsideError::TooLong { limit: 2, .. })));
    let said = OutsideError::TooLong { form: "VeriPB", limit: 10_000_000 }.to_string();
    assert_eq!(said, "the VeriPB proof would exceed 10,000,000 steps");
}

/// Says what it is asked, and answers with these steps.
struct Steps(Option<Vec<u8>>, Vec<SearchNode>);

impl Expander for Steps {
    fn expand(&mut self, _: &Header, node: &SearchNode) -> Option<Vec<u8>> {
        self.1.push(node.clone());
        self.0.clone()
    }
}

/// The proof of a cycle of five whose tree is this, in version 3.
fn searched(tree: &[u64], steps: &mut Steps) -> Result<Vec<u8>, OutsideError> {
    let old = cycle(3, |bytes| {
        bytes.numbers(tree);
    });
    let head = [&b"minclue-cert/3\n"[..], &[b'0'; 64], b"\n"].concat();
    // The claim has a list of one puzzle after the bound: five cells in one list.
    let mut body = old["minclue-cert/1\n".len()..].to_vec();
    let claim = body.windows(2).position(|pair| pair == [3, 3]).expect("the bound and the puzzle");
    body.insert(claim + 1, 1);
    let certificate = [head, body].concat();
    let mut proof = Vec::new();
    let mut reader = CertificateReader::unpacked(certificate.as_slice())?;
    write_veripb(&mut reader, &mut Vec::new(), &mut proof, LONGEST_PROOF, steps)?;
    Ok(proof)
}

#[test]
fn a_search_is_written_as_what_it_did() {
    // No lemmas; a split over two cells, and one search after each child of the first side and for the second.
    let split = [0, 5, 2, 0, 0, 1];
    let by_hand = [0, 6, 2, 3, 4, 5, 6, 0, 2, 5, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 2, 1, 5];
    let mut steps = Steps(Some(by_hand.map(|number| number as u8).to_vec()), Vec::new());
    let whole = searched(&[&[0][..], &by_hand].concat(), &mut Steps(None, Vec::new())).expect("it is right");
    assert_eq!(searched(&[0, 8, 0, 5, 0], &mut steps).expect("a search"), whole);
    let root = SearchNode { chosen: vec![], live: vec![0, 1, 2, 3, 4], max: 2, caps: vec![], first: None, n_sets: 5 };
    assert_eq!(steps.1, [root]);
    let nested = Steps(Some(vec![8, 0, 5, 0]), Vec::new());
    for mut steps in [Steps(None, Vec::new()), nested] {
        let refused = searched(&[0, 8, 0, 5, 0], &mut steps);
        assert!(matches!(refused, Err(OutsideError::Step { fault: Fault::Search, .. })), "{:?}", refused.map(|_| ()));
    }
    let mut steps = Steps(None, Vec::new());
    assert!(searched(&[&split[..], &[10 + 4, 8, 1, 4, 1, 2, 3, 4]].concat(), &mut steps).is_err());
    let child = SearchNode {
        chosen: vec![4],
        live: vec![0, 1, 2, 3],
        max: 2,
        caps: vec![(vec![0, 1], 1)],
        first: Some(0),
        n_sets: 4,
    };
    assert_eq!(steps.1, [child]);
    // Sets and cells that are not there.
    for tree in [&[0, 8, 0, 6, 0][..], &[0, 8, 0, 5, 1, 0, 1, 5]] {
        assert!(matches!(searched(tree, &mut Steps(None, Vec::new())), Err(OutsideError::Read(_))));
    }
}

/// `MINCLUE_MEASURE=folder cargo test --release --lib proof -- --ignored --nocapture` writes long proofs there.
#[test]
#[ignore = "a measurement; it writes some files"]
fn measure() {
    let Some(folder) = std::env::var_os("MINCLUE_MEASURE").map(PathBuf::from) else { return };
    for (name, n_cells, size, n_sets, odd) in [("plain", 44, 5, 100, 0), ("odd", 44, 4, 90, 200)] {
        let mut chance = Chance(5);
        let set = |chance: &mut Chance| {
            let mut set: Vec<u32> = (0..size).map(|_| chance.below(n_cells) as u32).collect();
            set.sort_unstable();
            set.dedup();
            (set, vec![])
        };
        let sets: Vec<_> = (0..n_sets).map(|_| set(&mut chance)).collect();
        let only: Vec<Vec<u32>> = sets.iter().map(|(set, _)| set.clone()).collect();
        let puzzle = hitting_set(&(0..n_cells as u32).collect::<Vec<_>>(), &only);
        let taste = Taste { odd, seed: 1, n_lemmas: 0 };
        let certificate = certify(cover(n_cells), n_cells, &sets, &puzzle, puzzle.len() as u64, taste);
        let start = std::time::Instant::now();
        let (formula, proof, written) = files(&certificate).expect("it is right");
        let seconds = start.elapsed().as_secs_f64();
        fs::write(folder.join(format!("{name}.opb")), formula).expect("space");
        fs::write(folder.join(format!("{name}.pbp")), proof).expect("space");
        fs::write(
            folder.join(format!("{name}.txt")),
            format!("{} bytes, {written:?}, {seconds:.4} s, minimum {}", certificate.len(), puzzle.len()),
        )
        .expect("space");
    }
}
