//! Files as other programs write them: empty sections, helpers, and rows without variables.

use super::{Read, read, refusal, rows};
use crate::ilp::ModelError;

fn model(text: &str, ending: &str) -> Read {
    read(text, ending).unwrap_or_else(|e| panic!("{e}:\n{text}"))
}

fn names(read: &Read) -> Vec<&str> {
    read.model.var_names().collect()
}

fn with_rows(text: &str) -> Result<Read, ModelError> {
    read(&format!("Minimize\n obj: x + y\nSubject To\n{text}\nBinaries\n x y\nEnd\n"), ".lp")
}

/// `writeModel` writes all of its heads, and rows without terms.
#[test]
fn highs_writes_empty_sections_and_empty_rows() {
    let text = "\\ File written by HiGHS .lp file handler\nmin\n obj: +1 x +2 y  +5\nst\n r1: +1 x +1 y >= +1\n \
                r2lo: +1 x -1 y >= -1\n r2up: +1 x -1 y <= +0\n none: = +0\n end: >= -1\nbounds\n x <= 1\n y <= 1\n w = 1\n\
                bin\n x\n y\ngen\n w\nsemi\nend\n";
    let found = model(text, ".lp");
    assert_eq!(rows(&found), ["r1: 1 x 1 y >= 1", "r2lo: -1 y 1 x >= -1", "r2up: -1 y 1 x <= 0", "fix_w: 1 w = 1"]);
    assert_eq!(names(&found), ["x", "y", "w"]);
    assert_eq!(found.free_rows, ["none", "end"]);
    let max = "max\n obj: \nst\n r: +1 x +1 y <= +1\nbounds\nbin\n x\n y\ngen\nsemi\nend\n";
    assert_eq!(rows(&model(max, ".lp")), ["r: 1 x 1 y <= 1"]);
}

/// HiGHS writes 0.1 with the 17 digits that a float has.
#[test]
fn floats_with_all_their_digits_are_the_decimals_that_they_were() {
    let lp = "min\n obj: \nst\n r: +0.10000000000000001 x +2.2000000000000002 y >= +0.29999999999999999\nbounds\nbin\n x\n y\n\
              gen\nsemi\nend\n";
    assert_eq!(rows(&model(lp, ".lp")), ["r: 1 x 22 y >= 3"]);
    let mps = "NAME\nROWS\n N  COST\n G  r\nCOLUMNS\n    MARKER  'MARKER'  'INTORG'\n    x  r  0.10000000000000001\n    \
               y  r  2.2000000000000002\n    MARKER  'MARKER'  'INTEND'\nRHS\n    RHS_V  r  0.29999999999999999\nENDATA\n";
    assert_eq!(rows(&model(mps, ".mps")), ["r: 1 x 22 y >= 3"]);
    assert!(read(&lp.replace("0.29999999999999999", "0.30000000000000004"), ".lp").is_err());
}

#[test]
fn scip_and_cbc_write_empty_rows_as_well() {
    let scip = "\\ SCIP STATISTICS\n\\   Problem name     : s\nMinimize\n Obj: +1 x +2 y -1 z +5\nSubject to\n r1: +1 x +1 y >= +1\n \
                none: = +0\n end: >= -1\nBounds\n 0 <= x <= 1\n 0 <= y <= 1\n 1 <= z <= 1\nBinaries\n x y z\nEnd\n";
    assert_eq!(rows(&model(scip, ".lp")), ["r1: 1 x 1 y >= 1", "fix_z: 1 z = 1"]);
    let cbc = "\\Problem name: s\n\nMinimize\nobj: x + 2 y - z\nSubject To\ncons0:  x + y + z >= 1\ncons1: x + y <= 3\n\
               cons1_low: x + y >= 1\ncons2:  = 0\ncons3:  >= -1\nBounds\n -0 <= x <= 1\n 0 <= y <= 1\n 1 <= z <= 1\nIntegers\nx y z \nEnd\n";
    let wanted = ["cons0: 1 x 1 y 1 z >= 1", "cons1: 1 x 1 y <= 3", "cons1_low: 1 x 1 y >= 1", "fix_z: 1 z = 1"];
    assert_eq!(rows(&model(cbc, ".lp")), wanted);
}

/// A row with a range gets a continuous variable; so 1 <= x + y + z <= 3 is written here.
#[test]
fn glpk_writes_a_range_with_a_variable_of_its_own() {
    let of = |row: &str, bounds: &str, cost: &str| {
        let text = format!(
            "\\* Problem: s *\\\n\nMinimize\n obj: + x + 2 y + z {cost}\n\nSubject To\n r1: + x + y >= 1\n {row}\n none: 0 x >= -1\n\n\
             Bounds\n {bounds}\n 0 <= x <= 1\n 0 <= y <= 1\n 0 <= z <= 1\n\nGenerals\n x\n y\n z\n\nEnd\n"
        );
        read(&text, ".lp")
    };
    let found = of("r2: + x + y + z - ~r_2 = 1", "0 <= ~r_2 <= 2", "").expect("a model");
    let wanted = ["r1: 1 x 1 y >= 1", "r2: 1 x 1 y 1 z >= 1", "r2_upper: 1 x 1 y 1 z <= 3", "none:  >= -1"];
    assert_eq!((rows(&found), names(&found)), (wanted.map(str::to_owned).to_vec(), vec!["x", "y", "z"]));
    let below = of("r2: + x - y + z - ~r_2 = -1", "-2 <= ~r_2 <= 0", "").expect("a model");
    assert_eq!(rows(&below)[1..3], ["r2: -1 y 1 x 1 z >= -3", "r2_upper: -1 y 1 x 1 z <= -1"]);
    // Anything else is a continuous variable like others.
    for (row, bounds, cost) in [
        ("r2: + x + y + z - ~r_2 >= 1", "0 <= ~r_2 <= 2", ""),
        ("r2: + x + y + z - 2 ~r_2 = 1", "0 <= ~r_2 <= 2", ""),
        ("r2: + x + y + z - ~r_2 = 1", "0 <= ~r_2 <= 2", "+ ~r_2"),
        ("r2: + x + y + z - ~r_2 = 1\n r3: x + ~r_2 <= 2", "0 <= ~r_2 <= 2", ""),
        ("r2: + x + y + z - ~s_2 = 1", "0 <= ~s_2 <= 2", ""),
    ] {
        assert!(refusal(of(row, bounds, cost)).1.ends_with("is continuous; every variable must be binary"), "{row}");
    }
}

/// `$` begins a comment there, as before an empty column.
#[test]
fn glpk_writes_comments_into_lines_of_mps() {
    let text = "* Problem:    s\n*\nNAME s\nROWS\n N R0000000\n G r1\n E r2\nCOLUMNS\n M0000001 'MARKER' 'INTORG'\n x R0000000 1 r1 1\n \
                x r2 1\n y r1 1 r2 1\n e r1 0 $ empty column\n M0000002 'MARKER' 'INTEND'\nRHS\n RHS1 R0000000 -5 r1 1\n RHS1 r2 1\n\
                RANGES\n RNG1 r2 1\nBOUNDS\n UP BND1 x 1\n UP BND1 y 1\n UP BND1 e 1\nENDATA\n";
    let found = model(text, ".mps");
    assert_eq!(rows(&found), ["r1: 1 x 1 y >= 1", "r2: 1 x 1 y >= 1", "r2_upper: 1 x 1 y <= 2"]);
    assert_eq!(names(&found), ["x", "y", "e"]);
}

/// `PuLP` has a variable `__dummy` where a sum has no terms, which is continuous and 0.
#[test]
fn pulp_writes_a_continuous_variable_that_is_zero() {
    let text = "\\* t *\\\nMinimize\nOBJ: x + 2 y\nSubject To\n_C1: x + y >= 1\n_dummy: __dummy = 0\n_C3: __dummy <= 0\n\
                Binaries\nx\ny\nEnd\n";
    assert_eq!(rows(&model(text, ".lp")), ["_C1: 1 x 1 y >= 1", "_dummy: 1 __dummy = 0", "_C3: 1 __dummy <= 0"]);
    let bound = "\\* noobj *\\\nMaximize\nOBJ: __dummy\nSubject To\n_C1: x + y <= 1\nBounds\n __dummy = 0\nBinaries\nx\ny\nEnd\n";
    assert_eq!(rows(&model(bound, ".lp")), ["_C1: 1 x 1 y <= 1", "fix___dummy: 1 __dummy = 0"]);
    let mps = "*SENSE:Maximize\nNAME          noobj\nROWS\n N  OBJ\n L  _C1\nCOLUMNS\n    __dummy   OBJ        1.000000000000e+00\n    \
               MARK      'MARKER'                 'INTORG'\n    x         _C1        1.000000000000e+00\n    \
               MARK      'MARKER'                 'INTEND'\nRHS\n    RHS       _C1        1.000000000000e+00\nBOUNDS\n \
               FX BND       __dummy    0.000000000000e+00\n BV BND       x       \nENDATA";
    assert_eq!(rows(&model(mps, ".mps")), ["_C1: 1 x <= 1", "fix___dummy: 1 __dummy = 0"]);
    // One that is left with another value, or with several, is refused.
    for (row, bound) in [
        ("_dummy: __dummy = 0.5", ""),
        ("_dummy: __dummy <= 0", ""),
        ("r: x >= 0", "__dummy = 0.5"),
        ("r: x >= 0", "__dummy <= 1"),
    ] {
        let text = format!("Minimize\nOBJ: x + __dummy\nSubject To\n{row}\nBounds\n{bound}\nBinaries\nx\nEnd\n");
        assert!(refusal(read(&text, ".lp")).1.contains("`__dummy`"), "{row} {bound}");
    }
}

/// Their heads, in any case and at any place behind the rows.
#[test]
fn an_empty_section_that_is_not_read_says_nothing() {
    let wanted = ["r: 1 x <= 1"];
    for head in [
        "semi",
        "SOS",
        "sos1",
        "SOS2",
        "sec",
        "SIN",
        "Semi-Continuous",
        "semis",
        "semi-integers",
        "PWLObj",
        "User Cuts",
        "General Constraints",
        "free",
        "sec\n\n\\ nothing\nsin\nSOS2",
    ] {
        for (before, behind) in [("Bounds\n x <= 1\n", ""), ("", "Bounds\n x <= 1\n"), ("", "Generals\n")] {
            let text =
                format!("Minimize\n obj: x\nSubject To\n r: x <= 1\n{before}Binaries\n x\n{head}\n{behind}End\n");
            assert_eq!(rows(&model(&text, ".lp")), wanted, "{head}");
        }
        // What stands there is refused.
        let text = format!("Minimize\n obj: x\nSubject To\n r: x <= 1\nBinaries\n x\n{head}\n\n s1: x\nEnd\n");
        let head = head.lines().last().unwrap_or_default();
        let wanted = format!("section {head} is not supported: only linear rows over 0/1 variables are");
        let (place, reason) = refusal(read(&text, ".lp"));
        assert_eq!((place.ends_with("column 2"), reason), (true, wanted), "{head}");
    }
    let cuts = "User Cuts\nLazy Constraints\n l: x + y <= 1\nUser Cuts\nBounds";
    assert_eq!(rows(&with_rows(&format!(" r: x <= 1\n{cuts}")).expect("a model")), ["r: 1 x <= 1", "l: 1 x 1 y <= 1"]);
    assert!(with_rows(" r: x <= 1\nUser Cuts\n u: x + y <= 1").is_err());
}

/// `sec` and `sin` begin sections of `lp_solve`, and are names elsewhere.
#[test]
fn a_variable_may_be_called_sin() {
    let text =
        "Minimize\n obj: sec + sin\nSubject To\n sin\n + sec >= 1\nBounds\n sin <= 1\nBinaries\n sec\n sin\nEnd\n";
    assert_eq!(rows(&model(text, ".lp")), ["c1: 1 sec 1 sin >= 1"]);
    for (rows_of, wanted) in [(" r: x <= 1\nsin", "r: 1 x <= 1"), (" r: x <= 1\nsec\nBounds\n x <= 1", "r: 1 x <= 1")] {
        assert_eq!(rows(&with_rows(rows_of).expect("a model")), [wanted]);
    }
    assert!(with_rows(" r: x <= 1\nsin\n x").is_err() && with_rows(" r: x + sin <= 1\nsin").is_err());
}

const MPS: &str =
    "NAME t\nROWS\n N obj\n G r1\nCOLUMNS\n x obj 1 r1 1\n y r1 1\nRHS\n rhs r1 1\nBOUNDS\n BV b x\n BV b y\nENDATA\n";

#[test]
fn an_empty_section_of_mps_says_nothing() {
    for head in [
        "SOS",
        "SOS1",
        "SOS2",
        "SETS",
        "USERCUTS",
        "LAZYCONS",
        "QSECTION obj",
        "QUADOBJ",
        "QMATRIX",
        "QCMATRIX r1",
        "CSECTION k 0 QUAD",
        "INDICATORS",
        "GENCONS",
        "PWLOBJ",
        "SOS1\nSOS2\nINDICATORS",
    ] {
        // Lazy rows and quadratic objectives have their places.
        let places: &[&str] = match head {
            "LAZYCONS" => &["COLUMNS"],
            "QUADOBJ" | "QMATRIX" => &["RHS", "ENDATA"],
            _ => &["COLUMNS", "RHS", "BOUNDS", "ENDATA"],
        };
        for place in places {
            let text = MPS.replace(&format!("{place}\n"), &format!("{head}\n* nothing\n{place}\n"));
            assert_eq!(rows(&model(&text, ".mps")), ["r1: 1 x 1 y >= 1"], "{head} before {place}");
        }
    }
    let text = MPS.replace("ENDATA", "SOS1\nSOS2\n S2 SOS s1 1\nENDATA");
    let wanted = "section SOS2 is not supported: only linear rows over 0/1 variables are";
    assert_eq!(refusal(read(&text, ".mps")), ("line 15, column 2".into(), wanted.into()));
    let text = MPS.replace("COLUMNS", "USERCUTS\n G u1\nCOLUMNS");
    assert_eq!(refusal(read(&text, ".mps")).0, "line 6, column 2");
}

/// CR CR LF, as files of MibS have it, and CR LF.
#[test]
fn lines_may_end_in_more_than_one_carriage_return() {
    for end in ["\r\n", "\r\r\n"] {
        assert_eq!(rows(&model(&MPS.replace('\n', end), ".mps")), ["r1: 1 x 1 y >= 1"]);
        let lp = "Minimize\n obj: x\nSubject To\n r: x >= 1\nBinaries\n x\nEnd\n".replace('\n', end);
        assert_eq!(rows(&model(&lp, ".lp")), ["r: 1 x >= 1"]);
        assert_eq!(rows(&model(&"+1 x1 >= 1 ;\n".replace('\n', end), ".opb")), ["c1: 1 x1 >= 1"]);
    }
}
