use super::super::{
    CertificateReadError, CertificateReader, CertificateStep, LONGEST_PROOF, Malformed, Origin, OutsideError,
    write_cnf, write_drat, write_opb, write_veripb,
};
use super::make::{Bytes, Chance, NoSearches, Taste, certify, cover, grid, problem, unavoidable};

/// Everything that reads, on anything; it must not panic.
fn read(bytes: &[u8]) {
    let Ok(mut reader) = CertificateReader::unpacked(bytes) else { return };
    let header = reader.header().clone();
    let _ = write_opb(&header, &mut Vec::new());
    let _ = write_cnf(&header, &mut Vec::new());
    let _ = write_drat(&header, &mut Vec::new(), 1000);
    let _ = write_veripb(&mut reader, &mut Vec::new(), &mut Vec::new(), LONGEST_PROOF, &mut NoSearches);
}

fn small() -> Vec<u8> {
    let start = grid(2, 2, "1234341223414123");
    let sets = unavoidable(&problem(&start));
    certify(
        start,
        16,
        &sets[..8.min(sets.len())],
        &(0..16).collect::<Vec<_>>(),
        1,
        Taste { odd: 2, seed: 3, n_lemmas: 2 },
    )
}

#[test]
fn nothing_makes_it_panic() {
    let whole = small();
    (0..whole.len()).for_each(|length| read(&whole[..length]));
    let mut chance = Chance(9);
    for _ in 0..20_000 {
        let mut damaged = whole.clone();
        for _ in 0..=chance.below(3) {
            let place = chance.below(damaged.len());
            match chance.below(3) {
                0 => damaged[place] = chance.below(256) as u8,
                1 => damaged[place] ^= 1 << chance.below(8),
                _ => drop(damaged.remove(place)),
            }
        }
        read(&damaged);
    }
}

#[test]
fn packed_and_unpacked_are_the_same() {
    let whole = small();
    let (left, right) = whole.split_at(whole.len() / 2);
    // Two frames, one after the other.
    let packed = [left, right].map(|part| zstd::encode_all(part, 3).expect("memory")).concat();
    let (mut one, mut other) = (
        CertificateReader::new(packed.as_slice()).expect("packed"),
        CertificateReader::unpacked(whole.as_slice()).expect("unpacked"),
    );
    assert_eq!(one.header(), other.header());
    let (mut first, mut second) = (Vec::new(), Vec::new());
    write_veripb(&mut one, &mut Vec::new(), &mut first, 1000, &mut NoSearches).expect("it is right");
    write_veripb(&mut other, &mut Vec::new(), &mut second, 1000, &mut NoSearches).expect("it is right");
    assert_eq!(first, second);
    let cut = &packed[..packed.len() - 3];
    // What is unpacked is read in large pieces, so that the cut shows at once.
    assert!(matches!(CertificateReader::new(cut).map(|_| ()), Err(CertificateReadError::Read { .. })));
    assert!(CertificateReader::new(&b"no zstd frame"[..]).is_err());
}

#[test]
fn a_digest_in_the_second_line_changes_nothing() {
    let old = small();
    let digest = [&b"minclue-cert/2\n"[..], &[b'0'; 64], b"\n"].concat();
    let new = [&digest[..], &old["minclue-cert/1\n".len()..]].concat();
    let headers =
        [old, new].map(|bytes| CertificateReader::unpacked(bytes.as_slice()).expect("a certificate").header().clone());
    assert_eq!(headers[0], headers[1]);
}

#[test]
fn every_refusal_has_its_byte() {
    let refusal = |bytes: &Bytes| match CertificateReader::unpacked(bytes.0.as_slice()).map(|_| ()) {
        Err(CertificateReadError::Malformed { position, what }) => (position, what),
        other => panic!("{other:?}"),
    };
    let head = Bytes(b"minclue-cert/1\n".to_vec());
    let with = |numbers: &[u64]| head.clone().numbers(numbers).clone();
    assert_eq!(refusal(&Bytes(b"minclue-cert/7\n".to_vec())), (14, Malformed::Magic));
    assert_eq!(refusal(&Bytes(b"minclue-cert/6\n".to_vec())), (14, Malformed::Symmetric));
    assert_eq!(refusal(&Bytes(b"minclue-cert/5\n".to_vec())), (14, Malformed::Weighted));
    assert_eq!(refusal(&Bytes(b"minclue-cert/2\n0g".to_vec())), (17, Malformed::Magic));
    let long = [&b"minclue-cert/2\n"[..], &[b'0'; 65]].concat();
    assert_eq!(refusal(&Bytes(long)), (80, Malformed::Magic));
    assert_eq!(refusal(&Bytes(b"minclue".to_vec())), (7, Malformed::Magic));
    assert_eq!(refusal(&head), (15, Malformed::End));
    assert_eq!(refusal(&with(&[3])), (15, Malformed::Range { found: 3, end: 3 }));
    assert_eq!(refusal(&with(&[0, 0, 2])), (17, Malformed::Zero));
    assert_eq!(refusal(&with(&[0, 9, 9])), (17, Malformed::Range { found: 81, end: 65 }));
    assert_eq!(refusal(&with(&[0, 2, 2, 5])), (18, Malformed::Range { found: 5, end: 5 }));
    for number in [&[0x80, 0][..], &[0xff; 10], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]] {
        let mut bytes = head.clone();
        bytes.0.extend(number);
        assert!(matches!(refusal(&bytes), (_, Malformed::Number)));
    }
    let largest = cover(1).number(u64::MAX).numbers(&[0, 0, 0, 0]).clone();
    assert_eq!(CertificateReader::unpacked(largest.0.as_slice()).expect("it can be read").header().lower, u64::MAX);
    let mut beyond = cover(2);
    beyond.number(0).numbers(&[2, 0, 1]);
    assert!(matches!(refusal(&beyond), (_, Malformed::Range { found: 2, end: 2 })));
    let long = largest.clone().numbers(&[5]).clone();
    let mut reader = CertificateReader::unpacked(long.0.as_slice()).expect("the head is right");
    assert!(matches!(reader.end(), Err(CertificateReadError::Malformed { what: Malformed::Trailing, .. })));
}

/// The example of the format: two disjoint sets of four variables, with names for the cells in another order.
fn model() -> Vec<u8> {
    let mut bytes = Bytes(b"minclue-cert/1\n".to_vec());
    bytes.numbers(&[2, 4, 2, 4, 0, 0, 0, 0, 6, 4, 4, 2, 8, 4, 0, 0, 0, 0, 1, 1, 1, 1, 3, 2, 0, 0]);
    bytes.numbers(&[4, 3, 1, 2, 0, 4, 0, 0, 0, 0]);
    // Cell 0 is the variable 3, and cell 3 the variable 0.
    bytes.numbers(&[2, 2, 1, 0, 2, 2, 2, 0, 2, 0, 1, 2, 0, 0, 2, 1, 1, 0, 0]);
    bytes.numbers(&[0, 2, 2, 3, 2, 2, 0, 1]);
    bytes.0
}

#[test]
fn a_model_has_a_proof_but_no_clauses() {
    let model = model();
    assert_eq!(minclue_verifier::verify_stream(&model[..]).map(|verdict| verdict.lower), Ok(2));
    let mut reader = CertificateReader::unpacked(model.as_slice()).expect("a model");
    let header = reader.header().clone();
    assert_eq!((header.problem.n_cells(), header.problem.origin.clone()), (4, Origin::Model { n_vars: 4 }));
    assert_eq!(header.problem.cell_name(0), "variable 3");
    assert!(matches!(write_cnf(&header, &mut Vec::new()), Err(OutsideError::Model)));
    assert!(matches!(write_drat(&header, &mut Vec::new(), 1000), Err(OutsideError::Model)));
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    write_veripb(&mut reader, &mut formula, &mut proof, LONGEST_PROOF, &mut NoSearches).expect("it is right");
    let (formula, proof) = (String::from_utf8(formula).expect("text"), String::from_utf8(proof).expect("text"));
    assert!(formula.contains("\n+1 x3 +1 x4 >= 1 ;\n+1 x1 +1 x2 >= 1 ;\n"), "{formula}");
    assert!(proof.contains("conclusion BOUNDS 2 : "), "{proof}");
    (0..model.len()).for_each(|length| read(&model[..length]));
}

#[test]
fn a_grid_becomes_a_cover_problem() {
    let mut bytes = grid(2, 3, &"123456456123234561561234345612612345"[..36]);
    bytes.numbers(&[0, 0, 0, 0, 0]).number(8 + 35);
    let mut reader = CertificateReader::unpacked(bytes.0.as_slice()).expect("a grid");
    let problem = reader.header().problem.clone();
    assert!(matches!(problem.origin, Origin::Grid { rows: 2, columns: 3, .. }));
    assert_eq!((problem.n_items, problem.options.len(), problem.n_cells()), (4 * 36, 216, 36));
    // Cell r3c4 (row 2, column 3), digit 5: box 3, the second in the second of three bands.
    assert_eq!(problem.options[15 * 6 + 4], [15, 36 + 2 * 6 + 4, 72 + 3 * 6 + 4, 108 + 3 * 6 + 4]);
    let mut times = vec![0; problem.n_items];
    problem
        .target
        .iter()
        .flat_map(|option| &problem.options[*option as usize])
        .for_each(|item| times[*item as usize] += 1);
    assert!(times.iter().all(|times| *times == 1), "a Sudoku");
    assert_eq!(problem.cell_name(15), "r3c4=5");
    assert_eq!(reader.step().expect("a step"), CertificateStep::Child(35));
    let latin = super::make::problem(&grid(1, 3, "123231312"));
    assert_eq!((latin.n_items, latin.options[5].clone()), (27, vec![1, 9 + 2, 18 + 3 + 2]));
}
