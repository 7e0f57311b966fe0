use super::super::{
    Cover, Facts, LONGEST_PROOF, OutsideError, WeightedCells, write_cnf, write_drat, write_opb, write_veripb,
};
use super::make::{Bytes, Chance, Taste, certify, cover, grid, packed, sealed, unavoidable};

/// Everything that listens, on anything; it must not panic.
fn read(bytes: &[u8]) {
    let file = packed(bytes);
    let _ = write_veripb(&file[..], &mut Vec::new(), &mut Vec::new(), LONGEST_PROOF);
    let Ok(facts) = Facts::read(&file[..]) else { return };
    let _ = write_opb(&facts, &mut Vec::new());
    if let Ok(cover) = Cover::of(&facts.problem) {
        let _ = write_cnf(&cover, facts.puzzle(), &mut Vec::new());
        let _ = write_drat(&cover, facts.puzzle(), &mut Vec::new(), 1000);
    }
}

const FOUR: &str = "1234341223414123";

fn small() -> Vec<u8> {
    let sets = unavoidable(&cover(2, 2, FOUR));
    certify(
        grid(2, 2, FOUR),
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
    for _ in 0..1500 {
        let mut damaged = whole.clone();
        for _ in 0..=chance.below(3) {
            // What is damaged before the claim is not looked at.
            let place = 99 + chance.below(damaged.len() - 99);
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
fn facts_are_read_without_the_proofs() {
    let whole = small();
    let facts = Facts::read(&packed(&whole)[..]).expect("it is right");
    assert_eq!((facts.below, facts.n_cells(), facts.puzzle().len()), (1, 16, 16));
    assert_eq!(facts.cell_name(4), "r2c1=3");
    // The last byte closes the tree.
    let cut = &packed(&whole[..whole.len() - 1]);
    assert_eq!(Facts::read(&cut[..]).expect("the facts are there"), facts);
    let refused = write_veripb(&cut[..], &mut Vec::new(), &mut Vec::new(), LONGEST_PROOF);
    assert!(matches!(refused, Err(OutsideError::Refused(_))));
    let before_the_sets = &packed(&whole[..105])[..];
    assert!(matches!(Facts::read(before_the_sets), Err(OutsideError::Refused(_))));
}

/// The example of the format: two disjoint sets of four variables, with names for the cells in another order.
fn model() -> Vec<u8> {
    let mut bytes = Bytes::default();
    bytes.numbers(&[2, 4, 2, 4, 0, 0, 0, 0, 6, 4, 4, 2, 8, 4, 0, 0, 0, 0, 1, 1, 1, 1, 3, 2, 0, 0]);
    bytes.numbers(&[4, 3, 1, 2, 0, 4, 0, 0, 0, 0]);
    // Cell 0 is the variable 3, and cell 3 the variable 0.
    bytes.numbers(&[2, 1, 2, 1, 0, 0, 2, 2, 2, 0, 2, 0, 1, 2, 0, 0, 2, 1, 1, 0, 0, 0]);
    bytes.numbers(&[0, 2, 2, 3, 2, 2, 0, 1]);
    sealed(&bytes)
}

#[test]
fn a_model_has_a_proof_but_no_clauses() {
    let model = model();
    let file = packed(&model);
    let facts = Facts::read(&file[..]).expect("a model");
    assert_eq!((facts.n_cells(), facts.cell_name(0)), (4, "variable 3".to_owned()));
    assert!(matches!(Cover::of(&facts.problem), Err(OutsideError::Model)));
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    write_veripb(&file[..], &mut formula, &mut proof, LONGEST_PROOF).expect("it is right");
    let (formula, proof) = (String::from_utf8(formula).expect("text"), String::from_utf8(proof).expect("text"));
    assert!(formula.contains("\n+1 x3 +1 x4 >= 1 ;\n+1 x1 +1 x2 >= 1 ;\n"), "{formula}");
    assert!(proof.contains("conclusion BOUNDS 2 : "), "{proof}");
    (0..model.len()).for_each(|length| read(&model[..length]));
}

#[test]
fn weighted_sets_and_listed_puzzles_stand_in_the_formula() {
    let mut facts = Facts::read(&packed(&model())[..]).expect("a model");
    facts.weighted = vec![WeightedCells { cells: vec![(0, 2), (2, 3)], min: 3 }];
    facts.below = 3;
    let mut formula = Vec::new();
    write_opb(&facts, &mut formula).expect("memory");
    let formula = String::from_utf8(formula).expect("text");
    assert!(formula.starts_with("* #variable= 4 #constraint= 4\n"), "{formula}");
    assert!(formula.ends_with("\n+2 x1 +3 x3 >= 3 ;\n-1 x2 -1 x3 >= -1 ;\n"), "{formula}");
}

#[test]
fn a_grid_becomes_a_cover_problem() {
    let cover = cover(2, 3, &"123456456123234561561234345612612345"[..36]);
    assert_eq!((cover.n_items, cover.options.len(), cover.target.len()), (4 * 36, 216, 36));
    // Cell r3c4 (row 2, column 3), digit 5: box 3, the second in the second of three bands.
    assert_eq!(*cover.options[15 * 6 + 4], [15, 36 + 2 * 6 + 4, 72 + 3 * 6 + 4, 108 + 3 * 6 + 4]);
    let mut times = vec![0; cover.n_items];
    let items = cover.target.iter().flat_map(|option| &cover.options[*option as usize]);
    items.for_each(|item| times[*item as usize] += 1);
    assert!(times.iter().all(|times| *times == 1), "a Sudoku");
    let latin = super::make::cover(1, 3, "123231312");
    assert_eq!((latin.n_items, &*latin.options[5]), (27, &[1, 9 + 2, 18 + 3 + 2][..]));
}
