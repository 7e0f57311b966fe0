//! Cases that were found: each file whole, through the built program.

use minclue_testkit::Run;
use serde_json::Value;

use crate::minclue;

fn run(model: (&str, &str), solution: &str) -> Run {
    let program = minclue();
    program.write(model.0, model.1);
    program.write("s.sol", solution);
    let files = ["fcp", "--model", model.0, "--solution", "s.sol"];
    program.run(files.iter().chain(&["--both-signs", "--engine", "both", "--format", "jsonl"]))
}

/// The minimum that both engines find.
fn minimum(model: (&str, &str), solution: &str) -> Value {
    let output = run(model, solution);
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.record()["minimum"].clone()
}

/// The line, the column and the message of a refusal; the line is shown.
fn refusal(model: (&str, &str), shown: &str) -> (u64, u64, String) {
    let output = run(model, "x 1\ny 0\n");
    let said = &output.stderr;
    assert_eq!(output.code, 3, "{said}");
    assert!(said.contains(shown), "{said}");
    let error = &output.record()["error"];
    let number = |name: &str| error[name].as_u64().expect("a number");
    (number("line"), number("column"), error["message"].as_str().expect("a text").to_owned())
}

const SOLUTION: &str = "x 1\ny 0\n";

fn mps(rows: &str, entries: &str, rest: &str) -> String {
    format!(
        "NAME t\n{rows}COLUMNS\n    M 'MARKER' 'INTORG'\n{entries}    M 'MARKER' 'INTEND'\nRHS\n{rest}BOUNDS\n BV b x\n BV b y\n"
    )
}

const ROWS: &str = "ROWS\n N obj\n L r1\n";

/// Solutions of x + y <= 2 with x = 1: y is the only question, so one clue. HiGHS drops the line `FX`, and two clues
/// are needed then.
#[test]
fn a_bound_that_fixes_a_binary_variable_holds() {
    let start = mps(ROWS, "    x obj 1\n    x r1 1\n    y r1 1\n", "    rhs r1 2\n");
    assert_eq!(minimum(("bnd2.mps", &format!("{start} FX b x 1\nENDATA\n")), SOLUTION), 1);
    // Without that line x is free, and two clues are needed.
    assert_eq!(minimum(("bnd2.mps", &format!("{start}ENDATA\n")), SOLUTION), 2);
}

#[test]
fn a_constant_in_a_row_is_refused() {
    let text = "Minimize\n obj: x\nSubject To\n r1: x + y + 1 <= 2\nBinary\nx y\nEnd\n";
    let (line, column, message) = refusal(("cst2.lp", text), "4 │  r1: x + y + 1 <= 2");
    assert_eq!((line, column), (4, 14));
    assert_eq!(
        message,
        "row `r1` has the constant 1 on its left side; write it on the right side, with the other sign"
    );
    // As it says: then x = 1 leaves y = 0, and x = 0 both values. `y = 0` leaves two, `x = 1` one: one clue.
    assert_eq!(minimum(("moved.lp", &text.replace("+ 1 <= 2", "<= 1")), SOLUTION), 1);
}

#[test]
fn an_exponent_is_no_variable() {
    let text = "Minimize\n obj: x\nSubject To\n r1: x + 2 e1 + 3e1 <= 5\nBinary\nx e1\nEnd\n";
    let (line, column, message) = refusal(("e1.lp", text), "4 │  r1: x + 2 e1 + 3e1 <= 5");
    assert_eq!((line, column), (4, 17));
    assert!(message.contains("the constant 3e1") && message.ends_with("write a blank before the e"), "{message}");
    // x + 5 e1 <= 5 with the variable meant: x = 1 forces e1 = 0.
    assert_eq!(minimum(("meant.lp", &text.replace("3e1", "3 e1")), "x 1\ne1 0\n"), 1);
    let (line, column, message) = refusal(("two.lp", &text.replace("2 e1 + 3e1", "2 3 e1")), "2 3 e1 <= 5");
    assert_eq!((line, column, message.as_str()), (4, 12, "a sign is missing before `3`"));
}

#[test]
fn what_stands_twice_is_refused() {
    let dup = mps(ROWS, "    x r1 1\n    x r1 1\n    y r1 1\n", "    rhs r1 2\n") + "ENDATA\n";
    let (line, column, message) = refusal(("dup.mps", &dup), "x r1 1");
    assert_eq!((line, column, message.as_str()), (8, 7, "column `x` has two entries in row `r1`"));
    // In LP format `x + x` counts twice: 2x + y <= 2, and x = 1 forces y = 0.
    let lp = "Minimize\n obj: x\nSubject To\n r1: x + x + y <= 2\nBinary\nx y\nEnd\n";
    assert_eq!(minimum(("sum.lp", lp), SOLUTION), 1);
    let row = mps("ROWS\n N obj\n L r1\n L r1\n", "    x r1 1\n    y r1 1\n", "    rhs r1 1\n") + "ENDATA\n";
    let (line, column, message) = refusal(("duprow.mps", &row), " L r1");
    assert_eq!((line, column, message.as_str()), (5, 4, "there are two rows `r1`"));
    let split =
        mps("ROWS\n N obj\n L r1\n G r2\n", "    x r1 1\n    y r1 1\n    x r2 1\n", "    rhs r1 1\n") + "ENDATA\n";
    let (line, column, message) = refusal(("splitcol.mps", &split), "x r2 1");
    assert_eq!((line, column), (10, 5));
    assert_eq!(message, "column `x` comes a second time; all entries of a column must stand together");
}

/// The file that HiGHS reads without end.
#[test]
fn a_missing_section_is_refused() {
    let text = mps("\n N obj\n L r1\n", "    x r1 1\n    y r1 1\n", "    rhs r1 1\n") + "ENDATA\n";
    let (line, column, message) = refusal(("typo5.mps", &text), " N obj");
    assert_eq!((line, column), (3, 2));
    assert_eq!(message, "data stand before the first section; an MPS file begins with NAME or ROWS");
}

/// 0.1 <= 0.1 x + 0.1 y <= 0.3 is 1 <= x + y <= 3: x = 1 leaves y free, and y = 0 forces x = 1.
#[test]
fn decimals_in_ranges_are_exact() {
    let text = "NAME t\nROWS\n N obj\n G r1\nCOLUMNS\n    M 'MARKER' 'INTORG'\n    x r1 0.1\n    y r1 0.1\n    M 'MARKER' 'INTEND'\n\
                RHS\n    rhs r1 0.1\nRANGES\n    rng r1 0.2\nBOUNDS\n BV b x\n BV b y\nENDATA\n";
    assert_eq!(minimum(("range.mps", text), SOLUTION), 1);
}

/// `inf_1 + y >= 1` as before; `1 <= x + y <= 1` has two points, so one clue.
#[test]
fn valid_files_that_were_refused() {
    let inf = "Minimize\n obj: inf_1\nSubject To\n r1: inf_1 + y >= 1\nBinary\n inf_1 y\nEnd\n";
    assert_eq!(minimum(("inf.lp", inf), "\u{feff}inf_1 1\ny 0\n"), 1);
    let two = "Minimize\n obj: x\nSubject To\n r1: 1 <= x + y <= 1\nBinary\n x y\nEnd\n";
    assert_eq!(minimum(("two.lp", two), SOLUTION), 1);
    let (line, column, message) = refusal(("right.lp", &two.replace("1 <= x + y <= 1", "x <= y")), "r1: x <= y");
    assert_eq!((line, column), (4, 11));
    assert!(message.starts_with("row `r1` has the variable `y` on its right side"), "{message}");
}

/// x + y <= 1 with nothing given has three points, so x = 0 and y = 0 take two clues. With both
/// variables in the row of numbers it would be one.
#[test]
fn a_row_of_numbers_swallows_nothing() {
    let text = "Minimize\n obj: x\nSubject To\n c1: 0 <= 3\n x + y <= 1\nBinary\n x y\nEnd\n";
    for row in ["c1: 0 <= 3", "0 <= 3", "-0 >= -1", "end: 1 <= 2 <= 3", "c1: >= -0"] {
        assert_eq!(minimum(("numbers.lp", &text.replace("c1: 0 <= 3", row)), "x 0\ny 0\n"), 2, "{row}");
    }
    let (line, column, message) = refusal(("never.lp", &text.replace("0 <= 3", "4 <= 3")), "4 │  c1: 4 <= 3");
    assert_eq!((line, column), (4, 11));
    assert_eq!(message, "row `c1` has no variables and never holds, so the model has no solution");
}

#[test]
fn a_row_behind_the_end_is_refused() {
    let text = "Minimize\n obj: x\nSubject To\n r: x + y >= 1\nBinary\n x y\nEnd\n c: x + y <= 1\n";
    let (line, column, message) = refusal(("end.lp", text), "8 │  c: x + y <= 1");
    assert_eq!((line, column), (8, 2));
    assert!(message.starts_with("this stands behind `End`"), "{message}");
    // Of the three points with x + y >= 1, y = 0 leaves one.
    assert_eq!(minimum(("end.lp", &text.replace(" c:", "\\ c:")), SOLUTION), 1);
}

/// As `writeModel` of HiGHS has it, with solutions of GLPK and HiGHS.
#[test]
fn files_of_highs_and_glpk_go_together() {
    let model = "\\ File written by HiGHS .lp file handler\nmin\n obj: +1 x +1 y  +5\nst\n c1: +1 x +1 y = +1\n end: >= -1\n\
                 bounds\n x <= 1\n y <= 1\nbin\n x\n y\ngen\nsemi\nend\n";
    let report = "Problem:    small\nRows:       1\nColumns:    2 (2 integer, 2 binary)\nNon-zeros:  2\nStatus:     INTEGER OPTIMAL\n\
                  Objective:  obj = 6 (MINimum)\n\n   No. Column name       Activity     Lower bound   Upper bound\n------ ------------    \
                  ------------- ------------- -------------\n     1 x            *              0             0             1 \n     \
                  2 y            *              1             0             1 \n\nEnd of output\n";
    assert_eq!(minimum(("highs.lp", model), report), 1);
    let output = run(("highs.lp", model), "c Problem:    \nc\ns mip 1 2 o 1\ni 1 1\nj 1 0\nj 2 1\ne o f\n");
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("glpsol -w") && output.stderr.contains("glpsol -o"), "{}", output.stderr);
}

/// Solvers let x be 1 here, and so did the program that wrote it.
#[test]
fn a_bound_near_one_is_refused_with_the_number() {
    let text =
        "Minimize\n obj: x\nSubject To\n c: x + y >= 1\nBounds\n x <= 0.999999999\nGenerals\n x\nBinary\n y\nEnd\n";
    let (line, column, message) = refusal(("near.lp", text), "x <= 0.999999999");
    assert_eq!((line, column), (6, 7));
    assert!(message.ends_with("did you mean 1?"), "{message}");
}

#[test]
fn a_model_that_cannot_be_unpacked_is_refused_by_name_and_by_content() {
    let output = run(("m.mps.xz", "\x1f"), SOLUTION);
    assert_eq!(output.code, 3);
    let said = &output.stderr;
    assert!(said.contains("m.mps.xz: the file is compressed; unpack it first"), "{said}");
    let program = minclue();
    program.write("m.mps", b"\x1f\x8b\x08\x00\x00\x00\xff\xfe");
    program.write("s.sol", SOLUTION);
    let output = program.run(["fcp", "--model", "m.mps", "--solution", "s.sol"]);
    assert_eq!(output.code, 1, "{}", output.stderr);
    assert!(output.stderr.contains("this gzip file is cut off at byte 8"), "{}", output.stderr);
}
