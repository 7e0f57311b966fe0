//! Integer programs from pairs of files: accepted files, rejected files, and 0/1 programs through both readers.

use rand::Rng as _;

use super::*;
use crate::ilp::{IntegerBilevel, LevelRow, Sense};

/// The leader has `x`, from -3 to 9, the follower `y`, from 0 to 5, with `lead` over both.
const MPS: &str = "NAME t\nROWS\n N obj\n G lead\n L r1\n E r2\nCOLUMNS\n M1 'MARKER' 'INTORG'\n x obj -1.5 lead 1\n \
                   x r1 2 r2 1\n y obj -7 lead -2\n y r1 -0.25 r2 1\n z obj 0 r2 -1\n M2 'MARKER' 'INTEND'\nRHS\n \
                   r obj -2.25 lead -10\n r r1 7\nBOUNDS\n LO b x -3\n UP b x 9\n UP b y 5\n LO b z -3\n UP b z 14\nENDATA\n";
const INDEX: &str = "N 2\nM 2\nLC 1\nLC 2\nLR 1\nLR 2\nLO 1.5\nLO -0.05\nOS 1\n";
const NAMES: &str = "@NUMVARS\n2\n@NUMCONSTRS\n2\n@VARSBEGIN\ny 1.5\nz -0.05\n@VARSEND\n@CONSTRSBEGIN\nr1\nr2\n\
                     @CONSTRSEND\n";

fn read(mps: &str, aux: &str) -> Result<PlacedIntegerBilevel, MpsAuxError> {
    read_integer_mps_aux(mps.as_bytes(), aux.as_bytes(), "t", &Limits::none())
}

fn of_model(from: &str, to: &str) -> String {
    let changed = MPS.replacen(from, to, 1);
    assert_ne!(changed, MPS, "{from}");
    read(&changed, INDEX).expect_err("a refusal").to_string()
}

fn of_aux(from: &str, to: &str) -> String {
    let changed = INDEX.replacen(from, to, 1);
    assert_ne!(changed, INDEX, "{from}");
    read(MPS, &changed).expect_err("a refusal").to_string()
}

/// The bounds of each variable, by name.
fn bounds_of(program: &IntegerBilevel) -> Vec<(&str, i64, i64)> {
    program.variables.iter().map(|variable| (variable.name.as_str(), variable.lower, variable.upper)).collect()
}

#[test]
fn rows_and_objectives_become_integers() {
    let placed = read(MPS, INDEX).expect("a pair");
    let wanted = "minclue-bilevel-cert/1\nprogram t\nreading optimistic\nno-answer forbidden\nvariables 3\nL -3 9 x\n\
                  F 0 5 y\nF -3 14 z\nrows 3\nL >= -10 lead 0 1 1 -2\nF <= 700 r1 0 200 1 -25\nF = 0 r2 0 1 1 1 2 -1\n\
                  leader 100 225 0 -150 1 -700\nfollower 100 0 1 150 2 -5\n";
    assert_eq!(placed.program.text(), wanted);
    assert_eq!((placed.is_follower_maximized, &placed.implied[..], placed.leaning), (false, &[][..], None));
    assert_eq!((&placed.row_lines[..], &placed.variable_lines[..]), (&[4, 5, 6][..], &[20, 21, 23][..]));
    assert_eq!(read(MPS, NAMES), Ok(placed.clone()));
    // What is maximized is the other objective, minimized.
    let maximized = read(MPS, "OS -1 N 2 M 2 LO -1.50 LO 5e-2 LC y LC z LR r2 LR r1").expect("a pair");
    assert!(maximized.is_follower_maximized);
    assert_eq!(PlacedIntegerBilevel { is_follower_maximized: false, ..maximized }, placed);
    // A follower may have no rows of its own, and columns in any order.
    let free = read(MPS, "N 2 M 0 LC 2 LC 1 LO 3 LO 0").expect("a pair").program;
    assert_eq!(free.follower.terms, [(VarId::new(2), 3)]);
    assert!(free.rows.iter().all(|row| !row.is_follower));
}

/// Numbers before lists of names that end where their counts say: a mixture that MibS reads.
#[test]
fn lists_of_names_may_be_counted_by_numbers() {
    let mixed = "N 2\nM 2\nOS 1\n@VARSBEGIN\ny 1.5\nz -0.05\n@CONSTSBEGIN\nr1\nr2\n";
    let wanted = read(MPS, INDEX).expect("a pair");
    assert_eq!(read(MPS, mixed), Ok(wanted.clone()));
    let ordered = "M 2 @CONSTSBEGIN r1 r2 N 2 @VARSBEGIN z -0.05 y 1.5 # no OS";
    assert_eq!(read(MPS, ordered), Ok(wanted));
    let refused = |from: &str, to: &str| {
        let changed = mixed.replacen(from, to, 1);
        assert_ne!(changed, mixed, "{from}");
        read(MPS, &changed).expect_err("a refusal").to_string()
    };
    assert!(refused("z -0.05\n", "").contains("`r1` is not a number"));
    assert_eq!(refused("r2\n", ""), "line 8: the file ends where a row is expected: is a part of it missing?");
    assert!(refused("r2\n", "r2\nlead\n").contains("`lead` is not a key of an AUX file"));
    assert!(refused("N 2\n", "").contains("`@VARSBEGIN` comes before `N`"));
    assert!(refused("M 2\n", "").contains("`@CONSTSBEGIN` comes before `M`"));
    assert!(refused("OS 1", "LC 1").contains("`@VARSBEGIN` occurs twice"));
    assert!(refused("OS 1", "LR 1").contains("`@CONSTSBEGIN` occurs twice"));
    // For 0/1 programs it is refused, as it was.
    let binary = read_mps_aux(MPS.as_bytes(), mixed.as_bytes(), "t", &Limits::none());
    assert!(binary.is_err());
}

#[test]
fn decimals_scale_each_objective_by_itself() {
    let costs = |mps: &str, aux: &str| {
        let program = read(mps, aux).expect("a pair").program;
        (program.leader, program.follower)
    };
    let (leader, follower) = costs(&MPS.replace("r obj -2.25 lead", "r lead"), &INDEX.replace("-0.05", "2"));
    assert_eq!((leader.places, leader.constant, leader.terms[0].1), (1, 0, -15));
    assert_eq!((follower.places, follower.terms[0].1, follower.terms[1].1), (1, 15, 20));
    let (leader, _) = costs(&MPS.replace("-1.5", "2").replace("-2.25", "4"), INDEX);
    assert_eq!((leader.places, leader.constant, leader.shown(leader.constant)), (0, -4, "-4".to_owned()));
    // 17 digits of a float are the decimal that it was.
    let (_, follower) = costs(MPS, &INDEX.replace("-0.05", "0.10000000000000001"));
    assert_eq!(follower.terms[1].1, 1);
}

#[test]
fn other_variables_are_refused_by_name_and_line() {
    let bounded = "every variable must be an integer between two bounds";
    // Without its entry in a row, `z` has no bounds but those of the file.
    let apart = |from: &str, to: &str| {
        let changed = MPS.replace(" z obj 0 r2 -1", " z obj 0").replacen(from, to, 1);
        read(&changed, INDEX).expect_err("a refusal").to_string()
    };
    let missing =
        |line: usize, what: &str| format!("line {line}: `z` has no {what}, and its rows give it none; {bounded}");
    assert_eq!(apart(" UP b z 14", " PL b z"), missing(23, "upper bound"));
    assert_eq!(apart(" UP b z 14", " UP b z 1e30"), missing(23, "upper bound"));
    assert_eq!(apart(" UP b z 14\n", ""), missing(22, "upper bound"));
    assert_eq!(apart(" LO b z -3", " MI b z"), missing(22, "lower bound"));
    assert_eq!(apart(" LO b z -3\n UP b z 14", " FR b z"), missing(22, "bounds"));
    let continuous = MPS.replace(" M1 'MARKER' 'INTORG'\n", "").replace(" z obj", " M1 'MARKER' 'INTORG'\n z obj");
    let continuous = read(&continuous, INDEX).expect_err("a refusal").to_string();
    assert_eq!(continuous, format!("line 20: variable `x` is continuous; {bounded}"));
    assert_eq!(of_model(" UP b y 5", " LO b y 2\n UP b y 1"), "line 22: the bounds of variable `y` leave it no value");
    assert_eq!(
        of_model(" UP b y 5", " LO b y 2\n SC b y 5"),
        format!("line 21: `y` is 0 or at least 2; {bounded}, with all values between them")
    );
    let wide = format!(" UP b z {}", LARGEST_SUM + 1);
    assert!(of_model(" UP b z 14", &wide).starts_with("line 23: the bounds of `z` are beyond 144115188075855872"));
}

#[test]
fn bounds_are_those_that_the_file_means() {
    let bounds = |from: &str, to: &str| {
        let placed = read(&MPS.replacen(from, to, 1), INDEX).expect("a pair");
        placed.program.variables.into_iter().map(|variable| (variable.lower, variable.upper)).collect::<Vec<_>>()
    };
    // An integer column without bounds is binary, and decimals are rounded to the inside.
    assert_eq!(bounds(" UP b y 5\n", "")[1], (0, 1));
    assert_eq!(bounds(" LO b x -3\n UP b x 9", " LO b x -2.5\n UP b x 8.75")[0], (-2, 8));
    assert_eq!(bounds(" UP b y 5", " FX b y 4")[1], (4, 4));
    assert_eq!(bounds(" UP b y 5", " BV b y")[1], (0, 1));
    assert_eq!(bounds(" UP b y 5", " SC b y 5")[1], (0, 5));
    // A continuous column that has one integer as its value is one.
    let fixed = MPS.replace(" M2 'MARKER' 'INTEND'\n", "").replace(" z obj", " M2 'MARKER' 'INTEND'\n z obj");
    let fixed = fixed.replace(" LO b z -3\n UP b z 14", " FX b z 7");
    assert_eq!(bounds_of(&read(&fixed, INDEX).expect("a pair").program)[2], ("z", 7, 7));
}

/// Rows of the follower may bound all variables, those of the leader its own.
#[test]
fn rows_give_bounds_that_are_missing() {
    let mps = |rows: &str, bounds: &str| {
        format!(
            "NAME t\nROWS\n N obj\n L r1\n L r2\n{rows}COLUMNS\n M1 'MARKER' 'INTORG'\n x obj 1 r1 1\n x r2 -1\n y obj 1 r1 3\n \
             y r2 2\n M2 'MARKER' 'INTEND'\nRHS\n r r1 20 r2 9\nBOUNDS\n{bounds}ENDATA\n"
        )
    };
    let both = mps("", " PL b x\n PL b y\n");
    let placed = read(&both, "N 1 M 2 LC 1 LR 0 LR 1 LO 1").expect("a pair");
    assert_eq!(bounds_of(&placed.program), [("x", 0, 20), ("y", 0, 6)]);
    assert_eq!((placed.implied, placed.leaning), (vec![VarId::new(0), VarId::new(1)], Some(VarId::new(0))));
    // `r1` is the leader's: it does not bound the follower, which does so by `r2` once x is bounded.
    let placed = read(&both, "N 1 M 1 LC 1 LR 1 LO 1").expect("a pair");
    assert_eq!(bounds_of(&placed.program), [("x", 0, 20), ("y", 0, 14)]);
    let refused = read(&both, "N 1 M 0 LC 1 LO 1").expect_err("a refusal").to_string();
    assert!(refused.starts_with("line 17: `y` has no upper bound"), "{refused}");
    // A row of the leader alone holds whatever the follower answers.
    let alone = mps(" L cap\n", " PL b x\n UP b y 4\n")
        .replace(" x r2 -1", " x r2 -1 cap 2")
        .replace(" r r1", " r cap 9\n r r1");
    let placed = read(&alone, "N 1 M 1 LC 1 LR 1 LO 1").expect("a pair");
    assert_eq!((bounds_of(&placed.program)[0], placed.leaning), (("x", 0, 4), None));
    // Rows that contradict a bound leave the variable a value; the program has no point.
    let none = mps("", " PL b x\n UP b y 4\n").replace("r1 20", "r1 -5");
    let placed = read(&none, "N 1 M 2 LC 1 LR 0 LR 1 LO 1").expect("a pair");
    assert_eq!(bounds_of(&placed.program)[0], ("x", 0, 0));
}

/// Bilevel feasible points are the same with the implied bounds as with very wide ones.
#[test]
fn implied_bounds_cost_no_point() {
    let mut rng = crate::base::rng(58);
    let (wide, mut n_read) = (9, 0);
    for _ in 0..4000 {
        let mut mps = String::from("NAME t\nROWS\n N obj\n");
        let senses = [(); 3].map(|()| ["L", "G", "E"][[0, 0, 0, 1, 1, 2][rng.random_range(0..6)]]);
        senses.iter().enumerate().for_each(|(i, sense)| mps.push_str(&format!(" {sense} r{i}\n")));
        mps.push_str("COLUMNS\n M1 'MARKER' 'INTORG'\n");
        for name in ["x", "u", "y"] {
            mps.push_str(&format!(" {name} obj {}\n", rng.random_range(-3..4)));
            (0..3).for_each(|row| mps.push_str(&format!(" {name} r{row} {}\n", rng.random_range(-2..4))));
        }
        mps.push_str(" M2 'MARKER' 'INTEND'\nRHS\n");
        (0..3).for_each(|row| mps.push_str(&format!(" r r{row} {}\n", rng.random_range(-1..6))));
        mps.push_str("BOUNDS\n");
        for name in ["x", "u", "y"] {
            let lower = if rng.random_range(0..5) == 0 { "MI b" } else { "LI b" };
            let value = if lower == "LI b" { "-1" } else { "" };
            mps.push_str(&format!(" {lower} {name} {value}\n"));
            match rng.random_range(0..2) {
                0 => mps.push_str(&format!(" UP b {name} {}\n", rng.random_range(0..4))),
                _ => mps.push_str(&format!(" PL b {name}\n")),
            }
        }
        mps.push_str("ENDATA\n");
        let n = rng.random_range(0..3);
        let mut aux = format!("N 1 M {n} LC 2 LO {}", ["1", "-1"][rng.random_range(0..2)]);
        (0..n).for_each(|row| aux.push_str(&format!(" LR {row}")));
        let Ok(placed) = read(&mps, &aux) else { continue };
        let program = placed.program;
        if placed.implied.is_empty() || program.variables.iter().any(|v| v.lower < -wide || v.upper > wide) {
            continue;
        }
        n_read += 1;
        let mut other = program.clone();
        for var in &placed.implied {
            let (own, other) = (&program.variables[var.get()], &mut other.variables[var.get()]);
            other.lower = if own.lower == -1 { -1 } else { -wide };
            other.upper = wide;
            if mps.contains(&format!(" UP b {} {}\n", own.name, own.upper)) {
                other.upper = own.upper;
            }
        }
        assert_eq!(points(&program), points(&other), "{mps}{aux}");
    }
    assert!(n_read > 300, "{n_read}");
}

/// All bilevel feasible points of a program with three variables, of which the last is the follower's.
fn points(program: &IntegerBilevel) -> Vec<[i64; 3]> {
    let range = |var: usize| program.variables[var].lower..=program.variables[var].upper;
    let cost = program.follower.terms.first().map_or(0, |(_, cost)| *cost);
    let keeps = |point: &[i64; 3], level: &LevelRow| {
        let sum: i64 = level.row.terms.iter().map(|(var, a)| a * point[var.get()]).sum();
        match level.row.sense {
            Sense::LessEqual => sum <= level.row.rhs,
            Sense::Equal => sum == level.row.rhs,
            Sense::GreaterEqual => sum >= level.row.rhs,
        }
    };
    let mut points = Vec::new();
    for x in range(0) {
        for u in range(1) {
            let answers: Vec<[i64; 3]> = range(2)
                .map(|y| [x, u, y])
                .filter(|point| program.rows.iter().filter(|row| row.is_follower).all(|row| keeps(point, row)))
                .collect();
            let best = answers.iter().map(|point| cost * point[2]).min();
            points.extend(
                answers
                    .into_iter()
                    .filter(|point| Some(cost * point[2]) == best && program.rows.iter().all(|row| keeps(point, row))),
            );
        }
    }
    points
}

#[test]
fn numbers_that_are_not_exact_are_refused() {
    let large = "may come to more than 144115188075855872, so sums would not be exact";
    assert_eq!(
        of_model("obj -1.5", "obj 1e-12"),
        "line 24: the objective is not linear with numbers of at most 64 bits and 9 decimals"
    );
    assert_eq!(
        of_model("obj -2.25", "obj 1e-12"),
        "line 16: the constant `1e-12` of the objective is not a number of at most 64 bits and 9 decimals"
    );
    assert!(of_model("obj -2.25", "obj 1e17").starts_with(&format!("line 24: the objective {large}")));
    assert!(of_model("x obj -1.5", "x obj 1e17").starts_with(&format!("line 24: the objective {large}")));
    assert!(of_model("x r1 2", "x r1 2e14").starts_with(&format!("line 5: row `r1` {large}")));
    assert!(of_aux("LO 1.5", "LO 1e15").starts_with(&format!("line 1: the follower's objective {large}")));
    assert!(of_aux("LO 1.5", "LO 1e30").starts_with("line 7, column 4: `1e30` is not a number of at most 64 bits"));
    assert!(of_aux("LO 1.5", "LO one").contains("`one` is not a number of at most 64 bits with at most 9 decimals"));
    assert!(of_aux("LO 1.5", "LO 1e-10").contains("`1e-10` is not a number"));
}

#[test]
fn what_programs_read_differently_is_refused_as_for_binary_programs() {
    assert!(of_model("ROWS\n", "OBJSENSE\n MAX\nROWS\n").contains("OBJSENSE is MAX"));
    assert!(of_model("BOUNDS", "RANGES\n r lead 2\nBOUNDS").contains("line 4: row `lead` has a range"));
    assert!(of_model(" G lead", " N free\n G lead").contains("row `free` has no limit"));
    assert!(of_aux("LR 2", "LR 3").starts_with("line 6: row 3 is not in the model, which has 3 besides the objective"));
    assert!(of_aux("LC 2", "LC 1").contains("`1` occurs twice"));
    assert!(of_aux("N 2", "N 3").starts_with("line 1: `N` is 3"));
    assert!(of_aux("M 2", "M 1").starts_with("line 2: `M` is 1"));
    assert_eq!(
        read(MPS, "N 0 M 0").expect_err("a refusal").to_string(),
        "line 1: the follower has no variables, so there is no second level"
    );
}

/// The interdiction dialect is that of 0/1 programs, with the same program.
#[test]
fn an_interdiction_file_is_the_same_program() {
    let mps = "NAME t\nROWS\n N obj\n L cap\nCOLUMNS\n z1 obj -5 cap 2\n z2 obj -6 cap 3\nRHS\n r obj 40 cap 4\nBOUNDS\n BV b z1\n BV b \
               z2\nENDATA\n";
    let aux = "N 2 M 3 LC 2 LC 3 LR 1 LR 2 LR 3 LO -5.0 LO -6 OS 1 IC 1 IC 1 IB 1";
    let placed = read(mps, aux).expect("a pair");
    let binary = read_mps_aux(mps.as_bytes(), aux.as_bytes(), "t", &Limits::none()).expect("a pair");
    assert_eq!(placed, PlacedIntegerBilevel::from(&binary));
    assert_eq!((placed.program.leader.constant, placed.program.follower.constant), (40, -40));
    assert_eq!(placed.program.follower.terms, [(VarId::new(0), -5), (VarId::new(1), -6)]);
    let refused = |mps: &str, aux: &str| read(mps, aux).expect_err("a refusal").to_string();
    assert!(refused(mps, &aux.replace("-5.0", "-5.5")).contains("`-5.5` is not an integer"));
    let wide = mps.replace("BV b z1", "UI b z1 2");
    assert_eq!(refused(&wide, aux), "line 11: variable `z1` may be 2; every variable must be binary");
}

#[test]
fn a_ki_file_is_a_program_over_integers() {
    let binary = read_ki("2\n4\n1\n2 3\n1 1\n5 6\n".as_bytes(), "k", &Limits::none()).expect("a knapsack");
    let wanted = "minclue-bilevel-cert/1\nprogram k\nreading optimistic\nno-answer forbidden\nvariables 4\nF 0 1 z1\nF 0 1 z2\n\
                  L 0 1 x1\nL 0 1 x2\nrows 4\nF <= 4 knapsack 0 2 1 3\nF <= 1 link1 0 1 2 1\nF <= 1 link2 1 1 3 1\n\
                  L <= 1 budget 2 1 3 1\nleader 1 0 0 5 1 6\nfollower 1 0 0 -5 1 -6\n";
    assert_eq!(IntegerBilevel::from(&binary).text(), wanted);
}

/// A random 0/1 program is the same by either reader, but that a fixed variable has a row in one and bounds in the other.
#[test]
fn binary_programs_are_the_same_by_either_reader() {
    let mut rng = crate::base::rng(4);
    for _ in 0..400 {
        let (n, m) = (rng.random_range(2..7), rng.random_range(1..5));
        let mut mps = String::from("NAME t\nROWS\n N obj\n");
        (0..m).for_each(|row| mps.push_str(&format!(" {} r{row}\n", ["L", "G", "E"][rng.random_range(0..3)])));
        mps.push_str("COLUMNS\n M1 'MARKER' 'INTORG'\n");
        for var in 0..n {
            mps.push_str(&format!(" v{var} obj {}\n", rng.random_range(-5..6)));
            for row in 0..m {
                let number = ["0", "1", "-3", "2.5", "0.125", "-1e1"][rng.random_range(0..6)];
                mps.push_str(&format!(" v{var} r{row} {number}\n"));
            }
        }
        mps.push_str(&format!(" M2 'MARKER' 'INTEND'\nRHS\n r obj {}\n", rng.random_range(-9..9)));
        (0..m).for_each(|row| mps.push_str(&format!(" r r{row} {}\n", ["1", "2", "-0.5"][rng.random_range(0..3)])));
        mps.push_str("BOUNDS\n");
        for var in 0..n {
            let bound = ["BV b", "UP b", "FX b"][rng.random_range(0..3)];
            mps.push_str(&format!(" {bound} v{var} {}\n", if bound == "FX b" { rng.random_range(0..2) } else { 1 }));
        }
        mps.push_str("ENDATA\n");
        let mut aux = format!("N {} M 1 OS {} LR {}", n - 1, [1, -1][rng.random_range(0..2)], rng.random_range(0..m));
        (1..n).rev().for_each(|var| aux.push_str(&format!(" LC {var} LO {}", rng.random_range(-4..5))));
        let binary = read_mps_aux(mps.as_bytes(), aux.as_bytes(), "t", &Limits::none()).expect("a pair");
        let mut by_binary = IntegerBilevel::from(&binary);
        let placed = read(&mps, &aux).expect("a pair");
        let fixing = by_binary.rows.split_off(placed.program.rows.len());
        for LevelRow { row, is_follower } in fixing {
            let [(var, 1)] = row.terms[..] else { panic!("{row:?}") };
            let variable = &mut by_binary.variables[var.get()];
            assert_eq!((row.name, is_follower), (format!("fix_{}", variable.name), variable.is_follower));
            (variable.lower, variable.upper) = (row.rhs, row.rhs);
        }
        assert_eq!(by_binary, placed.program);
        assert_eq!((&binary.row_lines[..m], binary.variable_lines), (&placed.row_lines[..], placed.variable_lines));
    }
}

/// Whatever the bytes are, reading ends, and with a reason or a program.
#[test]
fn no_text_is_too_strange() {
    let mut rng = crate::base::rng(27);
    for _ in 0..3000 {
        let mut text = [INDEX, NAMES, MPS][rng.random_range(0..3)].as_bytes().to_vec();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..text.len());
            match rng.random_range(0..4) {
                0 if text.len() > 1 => _ = text.remove(at),
                1 => text[at] = rng.random_range(0..=255),
                2 => text[at] = b"0123456789e-. \n"[rng.random_range(0..15)],
                _ => text.truncate(at.max(1)),
            }
        }
        let _ = read_integer_mps_aux(MPS.as_bytes(), &text[..], "t", &Limits::none());
        let _ = read_integer_mps_aux(&text[..], INDEX.as_bytes(), "t", &Limits::none());
    }
}
