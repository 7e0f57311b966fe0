use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;

use super::super::{LONGEST_PROOF, OutsideError, WrittenProof, write_veripb};
use super::make::{
    Bytes, Chance, Taste, certify, cover, edges, grid, hitting_set, hypergraph, packed, sealed, unavoidable,
};

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
    let written = write_veripb(&packed(certificate)[..], &mut formula, &mut proof, LONGEST_PROOF)?;
    assert_eq!(written.bytes, proof.len() as u64);
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
    let sets = unavoidable(&cover(2, 2, digits));
    let cells: Vec<u32> = (0..16).collect();
    let only: Vec<Vec<u32>> = sets.iter().map(|(set, _)| set.clone()).collect();
    let puzzle = hitting_set(&cells, &only);
    let lower = puzzle.len() as u64 - less;
    (certify(grid(2, 2, digits), 16, &sets, &puzzle, lower, taste), lower, puzzle.len())
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
    let mut only: Vec<Vec<u32>> = Vec::new();
    while only.len() < n_sets {
        let size = 2 + chance.below(3);
        let mut set: Vec<u32> = (0..size).map(|_| chance.below(n_cells) as u32).collect();
        set.sort_unstable();
        set.dedup();
        // A cell alone is an option of the target.
        if set.len() > 1 && !only.contains(&set) {
            only.push(set);
        }
    }
    let mut puzzle = hitting_set(&(0..n_cells as u32).collect::<Vec<_>>(), &only);
    let lower = puzzle.len() as u64 - chance.below(2) as u64;
    if chance.one_in(3) {
        puzzle.extend((0..n_cells as u32).find(|cell| !puzzle.contains(cell)));
        puzzle.sort_unstable();
    }
    let sets = edges(n_cells, &only);
    (certify(hypergraph(n_cells, &only), n_cells, &sets, &puzzle, lower, taste), lower, puzzle.len())
}

#[test]
fn all_steps_by_chance() {
    for seed in 0..60 {
        let taste = Taste { odd: 1 + (seed % 4) as usize, seed, n_lemmas: (seed % 3) as usize };
        let (certificate, lower, upper) = by_chance(seed, 8 + (seed % 7) as usize, taste);
        assert_accepted(&format!("seed {seed}"), &certificate, &format!("BOUNDS {lower} <= obj <= {upper}"));
    }
}

/// The cycle of five cells, of which three meet all edges; `body` follows the sets.
fn cycle_of(lower: u64, puzzles: &[&[u32]], body: impl FnOnce(&mut Bytes)) -> Vec<u8> {
    let cycle = [[0, 1], [1, 2], [2, 3], [3, 4], [0, 4]].map(Vec::from);
    let mut bytes = hypergraph(5, &cycle);
    bytes.numbers(&[lower, puzzles.len() as u64]);
    puzzles.iter().for_each(|puzzle| {
        bytes.list(puzzle).number(0);
    });
    bytes.number(5);
    for (edge, options) in edges(5, &cycle) {
        bytes.list(&edge).list(&options);
    }
    bytes.number(0);
    body(&mut bytes);
    sealed(&bytes)
}

/// The cycle needs three: all its edges, halved and rounded up.
fn cycle(lower: u64, body: impl FnOnce(&mut Bytes)) -> Vec<u8> {
    cycle_of(lower, &[&[0, 2, 3]], |bytes| body(bytes.number(0)))
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
    assert!(matches!(files(&proof(3, 0)), Err(OutsideError::Refused(_))));
    assert!(matches!(files(&proof(5, 1)), Err(OutsideError::Refused(_))));
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
        bytes.number(10 + 4).numbers(&[1, 1, 0, 1, 0, 1]);
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
fn a_proof_that_is_too_long_is_none() {
    let (certificate, ..) = four(GRIDS[0], 0, Taste { odd: 2, seed: 4, n_lemmas: 1 });
    let short = write_veripb(&packed(&certificate)[..], &mut Vec::new(), &mut Vec::new(), 2);
    assert!(matches!(short, Err(OutsideError::TooLong { limit: 2, .. })));
    let said = OutsideError::TooLong { form: "VeriPB", limit: 10_000_000 }.to_string();
    assert_eq!(said, "the VeriPB proof would exceed 10,000,000 steps");
}

#[test]
fn a_search_is_written_step_by_step() {
    // At the root; below the first side of a split, and below the second one, whose branch row is of no help.
    let whole = cycle(3, |bytes| {
        bytes.number(0).numbers(&[8, 0, 5, 0]);
    });
    let below = cycle(3, |bytes| {
        bytes.number(0).numbers(&[5, 2, 0, 0, 0]).numbers(&[8, 1, 5, 0]).numbers(&[8, 0, 5, 0]);
    });
    let child = cycle(3, |bytes| {
        bytes.number(0).numbers(&[10 + 4, 8, 0, 5, 0, 8, 0, 5, 0]);
    });
    for (name, certificate) in [("root", &whole), ("split", &below), ("child", &child)] {
        assert_accepted(name, certificate, "BOUNDS 3 <= obj <= 3");
    }
    // Half of each edge is one sum: five edges are more than twice two cells.
    let (formula, proof, written) = files(&whole).expect("it is right");
    let proof = String::from_utf8(proof).expect("ASCII");
    let sums: Vec<&str> = proof.lines().filter(|line| line.starts_with("pol")).collect();
    assert!(sums.len() == 1 && sums[0].starts_with("pol 6 2 * ") && sums[0].matches(" +").count() == 5, "{proof}");
    assert_eq!(written.steps, 1);
    let (before, _) = sums[0].rsplit_once(' ').and_then(|(before, _)| before.rsplit_once(' ')).expect("terms");
    assert_refused("an edge less", &formula, &proof.replace(sums[0], &format!("{before};")));
    assert_refused("a budget less", &formula, &proof.replace("pol 6 2 * ", "pol 6 3 * "));
}

/// The graph of Petersen, where halves prove 5 and 6 are needed: no sum of edges closes the root.
#[test]
fn a_search_branches_where_no_sum_closes_it() {
    let only: Vec<Vec<u32>> = (0..5)
        .flat_map(|i: u32| [[i, (i + 1) % 5], [i, i + 5], [i + 5, (i + 2) % 5 + 5]])
        .map(|[a, b]| vec![a.min(b), a.max(b)])
        .collect();
    let puzzle = hitting_set(&(0..10).collect::<Vec<_>>(), &only);
    assert_eq!(puzzle.len(), 6);
    let searched = |lower: u64| {
        let mut bytes = hypergraph(10, &only);
        bytes.numbers(&[lower, 1]);
        bytes.list(&puzzle).number(0).number(15);
        for (edge, options) in edges(10, &only) {
            bytes.list(&edge).list(&options);
        }
        bytes.numbers(&[0, 0, 0]).numbers(&[8, 0, 15, 0]);
        sealed(&bytes)
    };
    assert_accepted("Petersen", &searched(6), "BOUNDS 6 <= obj <= 6");
    assert_accepted("Petersen, one less", &searched(5), "BOUNDS 5 <= obj <= 6");
    let [(.., six), (.., five)] = [6, 5].map(|lower| files(&searched(lower)).expect("it is right"));
    assert!(six.steps > 1 && five.steps == 1, "{six:?} {five:?}");
    // The checker sees that six are enough, before anything is written of a seventh.
    assert!(matches!(files(&searched(7)), Err(OutsideError::Refused(_))));
}

/// Lists of the valid sets of three cells, from which nothing can be taken: any two that do not touch, and the one
/// between the others.
#[test]
fn a_list_is_written_with_its_puzzles_in_the_formula() {
    let puzzles: [&[u32]; 5] = [&[0, 1, 3], &[0, 2, 3], &[0, 2, 4], &[1, 2, 4], &[1, 3, 4]];
    let list = cycle_of(4, &puzzles, |bytes| {
        // The search ends at them; and at one by hand, after 0, 1 and 3.
        bytes.numbers(&[0, 0, 10, 11, 13, 9, 8, 0, 5, 0, 8, 0, 5, 0, 8, 0, 5, 0]);
    });
    assert_accepted("list", &list, "BOUNDS 4 <= obj <= INF");
    let (formula, proof, _) = files(&list).expect("it is right");
    let proof = String::from_utf8(proof).expect("ASCII");
    assert_refused("a bound more", &formula, &proof.replace("BOUNDS 4 :", "BOUNDS 5 :"));
    let formula = String::from_utf8(formula).expect("ASCII").replace("-1 x2 -1 x4 -1 x5 >= -2", "-1 x2 >= -2");
    assert_refused("a puzzle less", formula.as_bytes(), &proof);
}

/// The cycle turned by one: of a node without chosen cells one child is enough, since all other cells are images.
#[test]
fn what_follows_by_symmetry_is_written_once_more() {
    let turned = |tree: &[u64]| {
        cycle_of(3, &[&[0, 2, 3]], |bytes| {
            // The images of the items.
            bytes.numbers(&[1, 1, 2, 3, 4, 0]).numbers(&[0]).numbers(tree);
        })
    };
    let rows = [0, 5, 2, 3, 4, 5, 6];
    let by_sum = [&rows[..], &[10, 2, 2, 1, 3, 4, 1, 0, 7, 0]].concat();
    let by_search = [&rows[..], &[10, 8, 0, 5, 0, 4, 1, 0, 7, 0]].concat();
    // Below, rows are named once more, and the cells of a cap and of a split are mapped as well.
    let by_split = [&rows[..], &[10, 0, 3, 3, 4, 0, 1, 2, 0, 1, 1, 1, 5, 2, 1, 0, 1]].concat();
    let by_split = [&by_split[..], &[8, 1, 5, 0, 8, 0, 5, 0, 4, 1, 0, 7, 0]].concat();
    for (name, tree) in [("sum", by_sum), ("search", by_search), ("split", by_split)] {
        let certificate = turned(&tree);
        assert_accepted(name, &certificate, "BOUNDS 3 <= obj <= 3");
        let (formula, proof, _) = files(&certificate).unwrap_or_else(|error| panic!("{name}: {error}"));
        let formula = String::from_utf8(formula).expect("ASCII");
        assert!(formula.starts_with("* #variable= 5 #constraint= 5\n"), "the images are there: {formula}");
        let proof = String::from_utf8(proof).expect("ASCII");
        let n_children = proof.lines().filter(|line| line.contains(" ==> ")).count();
        assert!(n_children >= 5, "{name}: {proof}");
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
            set
        };
        let mut only: Vec<Vec<u32>> = (0..n_sets).map(|_| set(&mut chance)).collect();
        only.sort_unstable();
        only.dedup();
        let sets = edges(n_cells, &only);
        let puzzle = hitting_set(&(0..n_cells as u32).collect::<Vec<_>>(), &only);
        let taste = Taste { odd, seed: 1, n_lemmas: 0 };
        let certificate = certify(hypergraph(n_cells, &only), n_cells, &sets, &puzzle, puzzle.len() as u64, taste);
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
