//! Pairs of files and .ki files: what is read, and every mistake that other programs pass over.

use super::*;
use crate::base::Stop;
use std::time::Duration;

/// The follower packs two items of weights 2 and 3 into 4, and the leader takes one of them: rows `cap`, `l1`, `l2`.
const MPS: &str = "NAME t\nROWS\n N obj\n L budget\n L cap\n L l1\n L l2\nCOLUMNS\n M1 'MARKER' 'INTORG'\n \
                   x1 budget 1 l1 1\n x2 budget 1 l2 1\n z1 obj 5 cap 2\n z1 l1 1\n z2 obj 6 cap 3\n z2 l2 1\n \
                   M2 'MARKER' 'INTEND'\nRHS\n r budget 1 cap 4\n r l1 1 l2 1\nBOUNDS\n BV b x1\n BV b x2\n BV b z1\n \
                   UP b z2 1\nENDATA\n";
const INDEX: &str = "N 2\nM 3\nLC 2\nLC 3\nLR 1\nLR 2\nLR 3\nLO -5\nLO -6\nOS 1\n";
const NAMES: &str = "@NUMVARS\n2\n@NUMCONSTRS\n3\n@VARSBEGIN\nz1 -5\nz2 -6.0\n@VARSEND\n@CONSTRSBEGIN\ncap\nl1\nl2\n\
                     @CONSTRSEND\n@NAME\nt\n@MPS\nt.mps\n";

fn read(mps: &str, aux: &str) -> Result<BilevelProgram, MpsAuxError> {
    read_mps_aux(mps.as_bytes(), aux.as_bytes(), "t", &Limits::none())
}

fn refusal(aux: &str) -> String {
    read(MPS, aux).expect_err("a refusal").to_string()
}

fn of_model(change: impl FnOnce(&str) -> String) -> String {
    read(&change(MPS), INDEX).expect_err("a refusal").to_string()
}

#[test]
fn both_dialects_say_the_same() {
    let index = read(MPS, INDEX).expect("a pair");
    assert_eq!(read(MPS, NAMES), Ok(index.clone()));
    let var = VarId::new;
    assert_eq!(index.follower_vars, [var(2), var(3)]);
    assert_eq!(index.follower_rows, [RowId::new(1), RowId::new(2), RowId::new(3)]);
    assert_eq!(index.follower_objective, [(var(2), 5), (var(3), 6)]);
    assert_eq!(index.row_lines, [4, 5, 6, 7]);
    // What the follower maximizes is the same by OS -1, and keys may come in any order after their counts.
    for same in [
        "OS -1 N 2 M 3\nLO 5 LO 6\nLC 2 LC 3 LR 3 LR 2 LR 1",
        "# N is 7\nM 3 # and M\nN 2\nLR cap LR l1 LR l2 LC z1 LC z2 LO -5 LO -6",
        "@NUMCONSTR 3 @NUMVARS 2 @CONSTRBEGIN cap l1 l2 @CONSTREND @OBJSENSE MAX @VARSBEGIN z1 5 z2 6 @VARSEND @LP t",
    ] {
        assert_eq!(read(MPS, same), Ok(index.clone()), "{same}");
    }
}

/// The right side of the objective is its constant with the other sign, as every program that reads MPS has it.
#[test]
fn the_constant_of_the_objective_is_read_with_its_sign() {
    let with = |number: &str| MPS.replace(" r budget 1", &format!(" r obj {number}\n r budget 1"));
    for (number, constant) in [("-100", 100), ("7", -7), ("0", 0), ("2.50e1", -25), ("-3.000", 3)] {
        for aux in [INDEX, NAMES] {
            let program = read(&with(number), aux).expect("a pair");
            assert_eq!((program.constant, program.follower_constant), (constant, 0), "{number}");
        }
    }
    // The place of a set may be empty, and two pairs may share a line.
    let pairs = MPS.replace(" r budget 1 cap 4", " r budget 1 obj -5\n r cap 4");
    assert_eq!(read(&pairs, INDEX).expect("a pair").constant, 5);
    for number in ["0.5", "1e30", "9223372036854775808", "inf", "1e-12"] {
        let refused = read(&with(number), INDEX).expect_err("a refusal").to_string();
        let wanted = format!("line 18: the constant `{number}` of the objective is not an integer of at most 64 bits");
        assert!(refused.starts_with(&wanted), "{refused}");
    }
    // In the interdiction dialect both values are minus the objective of the file.
    let mps =
        "NAME t\nROWS\n N obj\n L cap\nCOLUMNS\n x obj -3 cap 1\nRHS\n r obj 40\n r cap 1\nBOUNDS\n BV b x\nENDATA\n";
    let program = read(mps, "N 1 M 2 LC 1 LR 1 LR 2 LO -3 IC 1 IB 1").expect("a pair");
    assert_eq!((program.constant, program.follower_constant), (40, 40));
}

#[test]
fn lines_may_end_in_several_carriage_returns() {
    let plain = read(MPS, INDEX);
    for end in ["\r\n", "\r\r\n"] {
        assert_eq!(read(&MPS.replace('\n', end), &INDEX.replace('\n', end)), plain);
    }
    assert!(read(&MPS.replacen(" L cap", " L\rcap", 1), INDEX).is_err());
}

#[test]
fn mistakes_in_an_aux_file_are_refused_with_their_line() {
    let changed = |from: &str, to: &str| {
        let text = INDEX.replacen(from, to, 1);
        assert_ne!(text, INDEX);
        refusal(&text)
    };
    let counted = |key: &str| format!("but there are 2 of `{key}`: is a part of the file missing?");
    assert_eq!(changed("LR 3\n", ""), format!("line 2: `M` is 3, {}", counted("LR")));
    assert!(changed("N 2", "N 3").starts_with("line 1: `N` is 3"));
    assert!(changed("LO -6\n", "").starts_with("line 1: `N` is 2, but there are 1 of `LO`"));
    assert_eq!(changed("N 2\n", ""), "line 2, column 1: `LC` comes before `N`, which gives their number");
    assert_eq!(changed("M 3\n", "N 2\n"), "line 2, column 1: `N` occurs twice");
    assert_eq!(changed("LC 3", "LC 4"), "line 4: column 4 is not in the model, which has 4, counted from 0");
    assert!(
        changed("LR 3", "LR 4").starts_with("line 7: row 4 is not in the model, which has 4 besides the objective")
    );
    assert_eq!(changed("LC 3", "LC z9"), "line 4: the model has no column `z9`");
    assert_eq!(changed("LR 3", "LR l9"), "line 7: the model has no row `l9`");
    assert_eq!(changed("LR 3", "LR 2"), "line 7: `2` occurs twice");
    assert_eq!(
        changed("OS 1", "OS 0").lines().next(),
        Some(
            "line 10, column 4: `0` is not a sense: use 1 or MIN if the \
                                                             follower minimizes, and -1 or MAX if it maximizes"
        )
    );
    assert!(changed("LO -5", "LO -5.5").starts_with("line 8, column 4: `-5.5` is not an integer"));
    assert!(changed("N 2", "N two").starts_with("line 1, column 3: `two` is not a nonnegative integer"));
    assert!(changed("M 3", "M -3").starts_with("line 2, column 3: `-3` is not a nonnegative integer"));
    assert!(changed("OS 1", "ZZ 1").starts_with("line 10, column 1: `ZZ` is not a key of an AUX file"));
    assert!(changed("OS 1", "@OBJSENSE MIN").contains("belongs to the other dialect"));
    assert_eq!(refusal(""), "line 1: `N` is missing");
    assert_eq!(refusal("N 2 LC 2 LC 3 LO 1 LO 1"), "line 1: `M` is missing");
    assert_eq!(refusal("N 0 M 0"), "line 1: the follower has no variables, so there is no second level");
    assert_eq!(refusal("N 1\nM 0\nLC 2\nLO 1"), "line 2: the follower has no rows, so there is no second level");
    assert_eq!(refusal("N 2\nM"), "line 2: the file ends where a count is expected: is a part of it missing?");
}

#[test]
fn mistakes_in_named_lists_are_refused_too() {
    let changed = |from: &str, to: &str| refusal(&NAMES.replacen(from, to, 1));
    assert_eq!(changed("@VARSEND\n", ""), "line 8, column 1: `@VARSEND` is missing");
    assert!(changed("@CONSTRSEND\n", "").ends_with("`@CONSTRSEND` is missing"));
    assert!(changed("z2 -6.0", "z9 -6").contains("the model has no column `z9`"));
    assert!(changed("l2\n", "").contains("`@NUMCONSTRS` is 3, but there are 2 of `@CONSTRSBEGIN`"));
    assert!(changed("z2 -6.0", "z2").contains("is not an integer"));
    assert!(changed("t.mps\n", "").contains("the file ends where a name is expected"));
}

#[test]
fn models_that_programs_read_differently_are_refused() {
    assert!(of_model(|mps| mps.replace("ROWS\n N obj", "OBJSENSE\n MAX\nROWS\n N obj")).contains("OBJSENSE is MAX"));
    assert_eq!(
        of_model(|mps| mps.replace(" L cap", " L cap\n N free")),
        "line 6: row `free` has no limit; programs count such rows differently, so they are not allowed with an AUX file"
    );
    assert_eq!(
        of_model(|mps| mps.replace("BOUNDS", "RANGES\n r cap 2\nBOUNDS")),
        "line 5: row `cap` has a range; with an AUX file, write it as two rows"
    );
    assert!(of_model(|mps| mps.replace("obj 5", "obj 5.5")).contains("the objective is not linear with integers"));
    // The example of the manual of MibS has general integers.
    assert_eq!(
        of_model(|mps| mps.replace("UP b z2 1", "UP b z2 10")),
        "line 24: variable `z2` may be 10; every variable must be binary"
    );
    assert!(
        of_model(|mps| mps.replace(" M1 'MARKER' 'INTORG'\n", "").replace(" M2 'MARKER' 'INTEND'\n", ""))
            .contains("continuous")
    );
}

/// The dialect of MibS's own interdiction data: the MPS file is the follower alone.
#[test]
fn an_interdiction_file_has_the_leader_in_the_aux_file() {
    let mps = "NAME t\nROWS\n N obj\n L cap\nCOLUMNS\n z1 obj -5 cap 2\n z2 obj -6 cap 3\nRHS\n r cap 4\nBOUNDS\n BV b z1\n BV b \
               z2\nENDATA\n";
    let aux = "N 2\nM 3\nLC 2\nLC 3\nLR 1\nLR 2\nLR 3\nLO -5\nLO -6\nOS 1\nIC 1\nIC 1\nIB 1\n";
    let read = |aux: &str| read_mps_aux(mps.as_bytes(), aux.as_bytes(), "t", &Limits::none());
    let model = read(aux).expect("a pair");
    let names: Vec<&str> = model.model.var_names().collect();
    assert_eq!(names, ["z1", "z2", "take_z1", "take_z2"]);
    assert_eq!(model.follower_objective, [(VarId::new(0), 5), (VarId::new(1), 6)]);
    assert_eq!(model.model.objective(), model.follower_objective);
    let rows: Vec<&str> = model.model.rows().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(rows, ["cap", "link_z1", "link_z2", "budget"]);
    assert_eq!(model.row_lines, [4, 0, 0, 12]);
    let refused = |from: &str, to: &str| read(&aux.replacen(from, to, 1)).expect_err("a refusal").to_string();
    assert!(refused("IB 1\n", "").contains("`IB` is missing"));
    assert!(refused("IC 1\nIC 1\n", "").contains("`IC` is missing"));
    assert!(refused("IC 1\n", "").contains("`N` is 2, but there are 1 of `IC`"));
    assert!(refused("IC 1", "IC -1").contains("line 11, column 4: -1 is negative"));
    assert!(refused("LC 2", "LC 0").contains("line 3: column 0 is out of place"));
    assert!(refused("LR 1", "LR 0").contains("line 5: row 0 is out of place"));
    assert!(refused("M 3", "M 1").contains("`M` is 1"));
    assert!(
        read(&aux.replace("M 3", "M 1").replace("LR 2\nLR 3\n", ""))
            .is_err_and(|e| e.to_string().contains("it must be 3"))
    );
    assert!(
        refused("LO -5", "LO -7").contains("line 3: LO is -7 for column `z1`, but the objective of the model has -5")
    );
    assert!(refused("OS 1", "OS -1").contains("in the interdiction dialect they must be equal"));
}

/// The leader's variables and rows beside a follower whose own are called as they would be.
#[test]
fn the_names_of_an_interdiction_file_are_unique() {
    let mps = "NAME t\nROWS\n N obj\n L link_x\n L budget\nCOLUMNS\n x obj -1 link_x 1\n x_ obj -1 link_x 1\n \
               take_x obj -1 budget 1\nRHS\n r link_x 1 budget 1\nBOUNDS\n BV b x\n BV b x_\n BV b take_x\nENDATA\n";
    let aux = "N 3 M 5 LC 3 LC 4 LC 5 LR 1 LR 2 LR 3 LR 4 LR 5 LO -1 LO -1 LO -1 IC 1 IC 1 IC 1 IB 1";
    let model = read(mps, aux).expect("a pair").model;
    let names: Vec<&str> = model.var_names().collect();
    assert_eq!(names, ["x", "x_", "take_x", "take_x_", "take_x__", "take_take_x"]);
    let rows: Vec<&str> = model.rows().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(rows, ["link_x", "budget", "link_x_", "link_x__", "link_take_x", "budget_"]);
}

#[test]
fn a_comment_begins_at_the_start_of_a_word() {
    let mps = MPS.replace(" l1", " l#1");
    let named = |aux: &str| read(&mps, aux);
    let aux = NAMES.replace("\nl1\n", "\nl#1 # not l\n#l3\n");
    let whole = named(&aux).expect("a pair");
    assert_eq!(whole.follower_rows, [RowId::new(1), RowId::new(2), RowId::new(3)]);
    assert_eq!(whole.model.rows()[2].name, "l#1");
    // What was meant for a comment is a part of the word before it, and never passed over.
    let message = |from: &str, to: &str| named(&aux.replacen(from, to, 1)).expect_err("a refusal").to_string();
    assert!(message("l#1 #", "l #").contains("the model has no row `l`"));
    assert!(message("-6.0", "-6#0").contains("`-6#0` is not an integer"));
}

#[test]
fn a_ki_file_is_a_knapsack_and_a_budget() {
    let ki = |text: &str| read_ki(text.as_bytes(), "k", &Limits::none());
    let model = ki("2\n4\n1\n2 3\n1 1\n5 6\ngroup T\nclass uc\n").expect("a knapsack");
    assert_eq!(model.model.var_names().collect::<Vec<_>>(), ["z1", "z2", "x1", "x2"]);
    assert_eq!(model.row_lines, [2, 0, 0, 3]);
    assert_eq!(model.follower_objective, [(VarId::new(0), 5), (VarId::new(1), 6)]);
    let refused = |text: &str| ki(text).expect_err("a refusal").to_string();
    assert!(refused("2\n4\n1\n2 3\n1 1\n5\n").starts_with("line 6: the file ends where a profit is expected"));
    assert_eq!(refused("2\n4\n1\n2 3\n1 1\n5 6\n7\n").split(':').nth(1), Some(" `7` comes after the last number"));
    assert_eq!(refused("2\n4\n1\n2 -3\n1 1\n5 6\n"), "line 4, column 3: -3 is negative");
    assert!(refused("0\n1\n1\n").contains("the follower has no items"));
    assert!(refused("2\n4\n1\n2 x\n").contains("line 4, column 3: `x` is not an integer"));
    // The number that is too large is named with its place: by itself, or with those before it.
    let (large, half) = (i64::MAX, LARGEST_SUM / 2);
    for (text, place, number) in [
        (format!("2\n4\n1\n{large} 3\n1 1\n5 6\n"), "line 4, column 1", large),
        (format!("2\n4\n1\n{half} {half}\n1 1\n5 6\n"), "line 4, column 19", half),
        (format!("2\n4\n1\n2 3\n1 {LARGEST_SUM}\n5 6\n"), "line 5, column 3", LARGEST_SUM),
        (format!("2\n4\n1\n2 3\n1 1\n5 {LARGEST_SUM}\n"), "line 6, column 3", LARGEST_SUM),
        (format!("2\n{}\n1\n2 3\n1 1\n5 6\n", LARGEST_SUM + 1), "line 2, column 1", LARGEST_SUM + 1),
    ] {
        assert!(refused(&text).starts_with(&format!("{place}: {number} is too large")), "{}", refused(&text));
    }
    assert!(ki(&format!("2\n4\n1\n2 3\n1 1\n0 {LARGEST_SUM}\n")).is_ok());
    let late = Limits::none().with_time(Duration::ZERO);
    assert_eq!(read_ki("2\n".as_bytes(), "k", &late), Err(BilevelFileError::Stopped(Stop::Time)));
}

/// Whatever the bytes are, reading ends, and with a reason or a program.
#[test]
fn no_text_is_too_strange() {
    use rand::Rng as _;
    let mut rng = crate::base::rng(26);
    for _ in 0..2000 {
        let mut text = [INDEX, NAMES, MPS][rng.random_range(0..3)].as_bytes().to_vec();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..text.len().max(1));
            if text.is_empty() {
                break;
            }
            match rng.random_range(0..3) {
                0 => _ = text.remove(at),
                1 => text[at] = rng.random_range(0..=255),
                _ => text.truncate(at.max(1)),
            }
        }
        let _ = read_mps_aux(MPS.as_bytes(), &text[..], "t", &Limits::none());
        let _ = read_mps_aux(&text[..], INDEX.as_bytes(), "t", &Limits::none());
        let _ = read_ki(&text[..], "t", &Limits::none());
    }
}
