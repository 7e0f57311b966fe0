//! MPS files, counted by hand, and what is refused where.

use super::{Read, message, read, refusal, rows};
use crate::ilp::ModelError;

/// A file with two integer columns in one row of type L, `x + y <= 2`; pieces of it are replaced.
const TWO: &str = "NAME t
ROWS
 N obj
 L r1
COLUMNS
    M 'MARKER' 'INTORG'
    x obj 1
    x r1 1
    y r1 1
    M 'MARKER' 'INTEND'
RHS
    rhs r1 2
BOUNDS
 BV b x
 BV b y
ENDATA
";

fn with(old: &str, new: &str) -> Result<Read, ModelError> {
    assert!(TWO.contains(old), "{old}");
    read(&TWO.replace(old, new), ".mps")
}

/// With these lines of BOUNDS.
fn bounds(lines: &str) -> Result<Read, ModelError> {
    with(" BV b x\n BV b y\n", lines)
}

fn row_of(read: Result<Read, ModelError>) -> Vec<String> {
    rows(&read.expect("a model"))
}

fn at(line: usize, column: usize) -> String {
    format!("line {line}, column {column}")
}

/// HiGHS drops the second bound of bnd2.mps; CBC has x fixed.
#[test]
fn a_later_fx_fixes_a_variable() {
    assert_eq!(row_of(bounds(" BV b x\n BV b y\n FX b x 1\n")), ["r1: 1 x 1 y <= 2", "fix_x: 1 x = 1"]);
    assert_eq!(row_of(bounds(" UP b x 1\n FX b x 0\n BV b y\n")), ["r1: 1 x 1 y <= 2", "fix_x: 1 x = 0"]);
    assert_eq!(row_of(bounds(" FX b x 1\n FX b x 0\n BV b y\n")), ["r1: 1 x 1 y <= 2", "fix_x: 1 x = 0"]);
}

/// CBC and GLPK refuse these files, HiGHS silently takes the first bound.
#[test]
fn another_second_bound_is_refused_with_both_lines() {
    for (first, second, side) in [
        ("BV b x", "LO b x 1", "lower"),
        ("BV b x", "BV b x", "lower"),
        ("UP b x 1", "UP b x 0", "upper"),
        ("UP b x 1", "BV b x", "upper"),
        ("FX b x 1", "UP b x 1", "upper"),
        ("FR b x", "UP b x 1", "upper"),
        ("MI b x", "LO b x 0", "lower"),
        ("LI b x 0", "LO b x 0", "lower"),
    ] {
        let (place, reason) = refusal(bounds(&format!(" {first}\n BV b y\n {second}\n")));
        assert_eq!(place, at(16, 7), "{first}, {second}");
        let wanted = format!(
            "the {side} bound of variable `x` is given twice, here and in line 14; a later bound may only be `FX`"
        );
        assert_eq!(reason, wanted, "{first}, {second}");
    }
}

#[test]
fn bounds_of_all_types() {
    let fixed = |lines: &str| row_of(bounds(&format!("{lines} BV b y\n")))[1..].to_vec();
    assert_eq!(fixed(" UP b x 1\n"), Vec::<String>::new());
    assert_eq!(fixed(" LO b x 0\n UP b x 1\n"), Vec::<String>::new());
    assert_eq!(fixed(" UP b x 1.5\n LO b x -0.5\n"), Vec::<String>::new());
    assert_eq!(fixed(" MI b x\n FX b x 1\n"), ["fix_x: 1 x = 1"]);
    assert_eq!(fixed(" LI b x 1\n UI b x 1\n"), ["fix_x: 1 x = 1"]);
    assert_eq!(fixed(" UP b x 0\n"), ["fix_x: 1 x = 0"]);
    assert_eq!(fixed(" LO b x 1\n SC b x 1\n"), Vec::<String>::new());
    assert_eq!(fixed(" LO b x 0\n SC b x 0\n"), ["fix_x: 1 x = 0"]);
    // HiGHS, GLPK and SCIP pass the value of such a bound over.
    for value in ["1", "0", "5", "0.5", "1e30"] {
        assert_eq!(fixed(&format!(" BV b x {value}\n")), Vec::<String>::new());
        assert_eq!(fixed(&format!(" BV x {value}\n")), Vec::<String>::new());
    }
    // Without the name of the set.
    assert_eq!(fixed(" FX x 1\n"), ["fix_x: 1 x = 1"]);
    assert_eq!(row_of(bounds(" BV x\n BV y\n")), ["r1: 1 x 1 y <= 2"]);
    assert_eq!(row_of(bounds(" BV x 1\n UP y 1\n")), ["r1: 1 x 1 y <= 2"]);
    // Without any bound HiGHS, CBC and GLPK take an integer column for a binary one.
    assert_eq!(row_of(with("BOUNDS\n BV b x\n BV b y\n", "")), ["r1: 1 x 1 y <= 2"]);
}

#[test]
fn bounds_that_are_refused() {
    let error = |lines: &str| refusal(bounds(&format!("{lines} BV b y\n")));
    let may_be = |value: &str| format!("variable `x` may be {value}; every variable must be binary");
    // With a lower bound alone, x has no upper bound to HiGHS and CBC, and 1 to GLPK.
    assert_eq!(error(" LO b x 0\n"), ("line 14".into(), may_be("2")));
    assert_eq!(error(" PL b x\n").1, may_be("2"));
    assert_eq!(error(" UP b x 3\n").1, may_be("3"));
    assert_eq!(error(" UP b x 1e30\n").1, may_be("2"));
    assert_eq!(error(" MI b x\n UP b x 1\n"), ("line 14".into(), may_be("-1")));
    assert_eq!(error(" FX b x 2\n").1, may_be("2"));
    assert_eq!(error(" FX b x 0.5\n").1, "the bounds of variable `x` leave it no value");
    assert_eq!(error(" LO b x 1\n UP b x 0\n").1, "the bounds of variable `x` leave it no value");
    // Semi-continuous, x is 0 or at least 2 and at most 1: a mistake, though 0 is left.
    let crossed = ("line 15".to_owned(), "the bounds of variable `x` leave it no value".to_owned());
    assert_eq!(error(" LO b x 2\n SC b x 1\n"), crossed);
    assert_eq!(error(" LO b x 1\n SI b x 0\n"), crossed);
    let negative = "variable `x` gets a negative upper bound without a lower bound";
    assert!(error(" UP b x -1\n").1.starts_with(negative));
    assert_eq!(error(" UP b x -1\n").0, at(14, 7));
    assert_eq!(error(" BV b z\n"), (at(14, 7), "there is no column `z`".into()));
    assert_eq!(error(" BV b x no\n"), (at(14, 9), "`no` is not a number".into()));
    assert_eq!(error(" UQ b x 0\n"), (at(14, 2), "`UQ` is not a supported bound type".into()));
    assert_eq!(error(" UP b x one\n"), (at(14, 9), "`one` is not a number".into()));
    for kind in ["UP", "LO", "FX", "SC", "SI", "UI"] {
        let lacks = format!(
            "the bound {kind} of column `x` lacks its value; without one `x` has no upper limit, and every variable must be binary"
        );
        assert_eq!(error(&format!(" {kind} b x\n")), (at(14, 7), lacks.clone()));
        assert_eq!(error(&format!(" {kind} x\n")), (at(14, 5), lacks));
    }
    assert_eq!(error(" UP b z\n"), (at(14, 5), "there is no column `b`".into()));
    assert_eq!(
        error(" LO b x inf\n"),
        (at(14, 7), "this bound of variable `x` can never hold: its limit is infinite".into())
    );
    assert_eq!(
        error(" BV b x\n FX c x 1\n"),
        (at(15, 5), "section BOUNDS has a second set `c`; only one is supported".into())
    );
    let continuous = message(read(
        &TWO.replace("    M 'MARKER' 'INTORG'\n", "")
            .replace("    M 'MARKER' 'INTEND'\n", "")
            .replace(" BV b x\n", " UP b x 1\n"),
        ".mps",
    ));
    assert_eq!(continuous, "variable `x` is continuous; every variable must be binary");
}

/// As GLPK and SCIP read it; HiGHS does so under COLUMNS alone.
#[test]
fn a_dollar_begins_a_comment_behind_the_fields_of_a_line() {
    let wanted = ["r1: 1 x 1 y <= 2"];
    for (old, new) in [
        (" L r1\n", " L r1 $ a remark\n"),
        ("ROWS\n", "ROWS $ a remark\n"),
        ("    x r1 1\n", "    x r1 1 $ x obj 7\n"),
        ("    x r1 1\n", "    x r1 1 $x\n"),
        ("    x obj 1\n    x r1 1\n", "    x obj 1 r1 1 $ \u{fffd}\n"),
        ("'INTORG'\n", "'INTORG' $ begin\n"),
        ("    rhs r1 2\n", "    rhs r1 2 $ r1 3\n"),
        ("    rhs r1 2\n", "    r1 2 $ r1 3\n"),
        ("BOUNDS\n", "RANGES $ none\nBOUNDS $\n"),
        (" BV b x\n", " BV b x $ y\n"),
        (" BV b x\n", " BV x $ 0\n"),
        (" BV b x\n", " UP b x 1 $ 0\n"),
        ("ENDATA\n", "ENDATA $ of it\n"),
    ] {
        assert_eq!(row_of(with(old, new)), wanted, "{new}");
    }
    // A name may begin with it.
    let named = TWO.replace("r1", "$1").replace(" x", " $x");
    assert_eq!(row_of(read(&named, ".mps")), ["$1: 1 $x 1 y <= 2"]);
    assert_eq!(refusal(with("    x r1 1\n", "    x r1 $ 1\n")).0, at(8, 5));
}

/// HiGHS counts the entry once; CBC and GLPK refuse the file.
#[test]
fn what_stands_twice_is_refused() {
    let twice = with("    x r1 1\n", "    x r1 1\n    x r1 1\n");
    assert_eq!(refusal(twice), (at(9, 7), "column `x` has two entries in row `r1`".into()));
    let in_a_line = with("    x r1 1\n", "    x r1 1 r1 1\n");
    assert_eq!(refusal(in_a_line), (at(8, 12), "column `x` has two entries in row `r1`".into()));
    let rhs = with("    rhs r1 2\n", "    rhs r1 2\n    rhs r1 2\n");
    assert_eq!(refusal(rhs), (at(13, 9), "row `r1` has two right sides".into()));
    let ranges = with("BOUNDS\n", "RANGES\n rng r1 1\n rng r1 1\nBOUNDS\n");
    assert_eq!(refusal(ranges), (at(15, 6), "row `r1` has two ranges".into()));
    let row = with(" L r1\n", " L r1\n L r1\n");
    assert_eq!(refusal(row), (at(5, 4), "there are two rows `r1`".into()));
    let objective = with(" L r1\n", " L r1\n N r1\n");
    assert_eq!(refusal(objective), (at(5, 4), "there are two rows `r1`".into()));
    let split = with("    y r1 1\n", "    y r1 1\n    x r1 1\n");
    assert_eq!(
        refusal(split),
        (at(10, 5), "column `x` occurs again; all entries of a column must be consecutive".into())
    );
    let set = with("    rhs r1 2\n", "    rhs r1 2\n    other obj 2\n");
    assert_eq!(refusal(set), (at(13, 5), "section RHS has a second set `other`; only one is supported".into()));
}

#[test]
fn sections_stand_in_order_and_once() {
    let error = |old: &str, new: &str| refusal(with(old, new));
    let order = |section: &str| {
        format!("section {section} is in the wrong place; the order is ROWS, COLUMNS, then RHS, RANGES and BOUNDS")
    };
    // HiGHS reads typo5.mps without end.
    assert_eq!(
        error("ROWS\n", "\n"),
        (at(3, 2), "there are data before the first section; an MPS file begins with NAME or ROWS".into())
    );
    assert_eq!(error("NAME t\nROWS\n N obj\n L r1\n", "NAME t\n"), (at(2, 1), order("COLUMNS")));
    assert_eq!(error("ENDATA\n", "ROWS\n L r2\nENDATA\n").1, "section ROWS occurs twice");
    assert_eq!(error("ENDATA\n", "NAME\nENDATA\n").1, "section NAME occurs twice");
    assert_eq!(error("NAME t\n", "RHS\nNAME t\n"), (at(1, 1), order("RHS")));
    assert_eq!(error("COLUMNS\n", "ENDATA\n"), (at(5, 1), order("ENDATA")));
    let unknown = |word: &str| format!("`{word}` is not a supported section; lines of data begin with a blank");
    assert_eq!(error("RHS\n", "RH\n"), (at(11, 1), unknown("RH")));
    assert_eq!(error("RHS\n", "R\n"), (at(11, 1), unknown("R")));
    assert_eq!(error("    rhs r1 2\n", "rhs r1 2\n"), (at(12, 1), unknown("rhs")));
    assert_eq!(
        error("ENDATA\n", ""),
        ("line 16".into(), "the file ends without `ENDATA`: is a part of it missing?".into())
    );
    // What follows the end is not a part of the model.
    assert_eq!(row_of(with("ENDATA\n", "ENDATA\nanything\n")), ["r1: 1 x 1 y <= 2"]);
}

#[test]
fn lines_of_data_have_their_fields() {
    let error = |old: &str, new: &str| refusal(with(old, new));
    assert_eq!(error("    x r1 1\n", "    x r2 1\n"), (at(8, 7), "there is no row `r2`".into()));
    assert_eq!(error("    rhs r1 2\n", "    rhs r2 2\n"), (at(12, 9), "there is no row `r2`".into()));
    assert_eq!(error("BOUNDS\n", "RANGES\n rng r2 2\nBOUNDS\n"), (at(14, 6), "there is no row `r2`".into()));
    assert_eq!(
        error("BOUNDS\n", "RANGES\n rng obj 2\nBOUNDS\n"),
        (at(14, 6), "row `obj` has type N, so it cannot have a range".into())
    );
    assert_eq!(error(" L r1\n", " X r1\n"), (at(4, 2), "`X` is not a row type; use N, E, L or G".into()));
    assert_eq!(
        error(" L r1\n", " L my r1\n"),
        (at(4, 2), "a line of section ROWS has a type and a name, and names cannot contain blanks".into())
    );
    assert_eq!(error("    x r1 1\n", "    x r1\n").0, at(8, 5));
    assert_eq!(error("    x r1 1\n", "    x r1 1 obj\n").0, at(8, 5));
    assert_eq!(error("    x r1 1\n", "    x r1 1,5\n"), (at(8, 10), "`1,5` is not a number".into()));
    assert_eq!(error("    rhs r1 2\n", "    rhs r1 two\n"), (at(12, 12), "`two` is not a number".into()));
    assert_eq!(error("    rhs r1 2\n", "    r1\n").0, at(12, 5));
    assert_eq!(
        error("    rhs r1 2\n", "    rhs r1 -inf\n"),
        ("line 4".into(), "row `r1` can never hold: its limit is infinite".into())
    );
    assert_eq!(error("    x r1 1\n", "  * x\n"), (at(8, 3), "a comment begins with `*` in the first column".into()));
    assert_eq!(error("'INTORG'", "'SOSORG'").1, "`'SOSORG'` is not a supported marker; use 'INTORG' or 'INTEND'");
    assert_eq!(
        error("'INTORG'", "'INTEND'"),
        (at(6, 16), "marker 'INTEND' does not match the marker before it".into())
    );
    assert_eq!(
        error("    x r1 1\n", "    x r1 0.3333333333\n").1,
        "row `r1`: the coefficient 0.3333333333 of variable `x` is neither an integer nor a decimal with at most 9 places"
    );
}

#[test]
fn layouts_of_the_same_file() {
    let wanted = ["r1: 1 x 1 y <= 2"];
    for (old, new) in [
        ("NAME t\n", ""),
        ("NAME t\n", "* a comment\n\nNAME          t       FREE\n"),
        ("NAME t\n", "OBJSENSE\n    MIN\nNAME t\n"),
        ("    x obj 1\n    x r1 1\n", "    x obj 1 r1 1\n"),
        ("    x obj 1\n    x r1 1\n", "\tx\tobj\t1\t\tr1\t1.0e0\t\n"),
        ("    rhs r1 2\n", "    r1 2\n"),
        ("    rhs r1 2\n", "    rhs obj -7 r1 2\n"),
        ("    rhs r1 2\n", "    obj 0.33333333333 r1 2\n"),
        ("    x obj 1\n", "    x obj 1e99\n"),
        ("ROWS\n", "ROWS\n\n* between\n"),
        ("    M 'MARKER' 'INTEND'\n", ""),
        ("    y r1 1\n", "    M 'MARKER' 'INTEND'\n    y r1 1\n    M 'MARKER' 'INTORG'\n"),
    ] {
        assert_eq!(row_of(with(old, new)), wanted, "{new}");
    }
    assert_eq!(rows(&read(&TWO.replace('\n', "\r\n"), ".mps").expect("a model")), wanted);
    assert_eq!(rows(&read(&format!("\u{feff}{TWO}"), ".mps").expect("a model")), wanted);
}

#[test]
fn objectives() {
    let of = |read: Result<Read, ModelError>| {
        let read = read.expect("a model");
        (read.model.objective().iter().map(|(var, a)| (var.get(), *a)).collect::<Vec<_>>(), read.has_objective)
    };
    for head in ["OBJSENSE\n    MAX\n", "OBJSENSE MAX\n", "OBJSENSE\n  MAXIMIZE\n"] {
        assert_eq!(of(with("ROWS\n", &format!("{head}ROWS\n"))), (vec![(0, -1)], true), "{head}");
    }
    assert_eq!(refusal(with("ROWS\n", "OBJSENSE UP\nROWS\n")), (at(2, 10), "`UP` is neither MAX nor MIN".into()));
    // The first row of type N unless OBJNAME says which; the others always hold.
    let two = TWO.replace(" L r1\n", " L r1\n N cost\n").replace("    y r1 1\n", "    y r1 1 cost 0.25\n");
    let first = read(&two, ".mps");
    assert_eq!(first.as_ref().map(|read| read.free_rows.clone()), Ok(vec!["cost".to_owned()]));
    assert_eq!(of(first), (vec![(0, 1)], true));
    assert_eq!(of(read(&two.replace("ROWS\n", "OBJNAME\n cost\nROWS\n"), ".mps")), (vec![(1, 25)], true));
    assert_eq!(
        message(read(&two.replace("ROWS\n", "OBJNAME\n r1\nROWS\n"), ".mps")),
        "OBJNAME is `r1`, but there is no row of type N with this name"
    );
    assert_eq!(of(with("ENDATA\n", "QUADOBJ\n x y 2\nENDATA\n")), (vec![], false));
    assert_eq!(of(with("    x obj 1\n", "    x obj 1e-11\n")), (vec![], false));
}

/// A lazy constraint is a row that CPLEX looks at late.
#[test]
fn lazy_constraints_are_rows() {
    let lazy = TWO.replace("COLUMNS\n", "LAZYCONS\n G r2\nCOLUMNS\n").replace("    y r1 1\n", "    y r1 1 r2 1\n");
    assert_eq!(row_of(read(&lazy, ".mps")), ["r1: 1 x 1 y <= 2", "r2: 1 y >= 0"]);
    assert_eq!(refusal(with("COLUMNS\n", "LAZYCONS\n N r2\nCOLUMNS\n")).0, at(6, 2));
}

/// By hand: the row has the right side 0.1 and the range 0.2, whose sum is 0.3 and not the float
/// 0.30000000000000004 of HiGHS.
#[test]
fn ranges_widen_rows_by_type_and_sign() {
    let of = |kind: &str, range: &str| {
        let text = TWO.replace(" L r1\n", &format!(" {kind} r1\n")).replace("rhs r1 2", "rhs r1 0.1");
        row_of(read(&text.replace("BOUNDS\n", &format!("RANGES\n rng r1 {range}\nBOUNDS\n")), ".mps"))
    };
    let sum = "10 x 10 y";
    let between = |lower: i64, upper: i64| vec![format!("r1: {sum} >= {lower}"), format!("r1_upper: {sum} <= {upper}")];
    assert_eq!(of("G", "0.2"), between(1, 3));
    assert_eq!(of("G", "-0.2"), between(1, 3));
    assert_eq!(of("L", "0.2"), between(-1, 1));
    assert_eq!(of("L", "-0.2"), between(-1, 1));
    assert_eq!(of("E", "0.2"), between(1, 3));
    assert_eq!(of("E", "-0.2"), between(-1, 1));
    for kind in ["E", "L", "G"] {
        assert_eq!(of(kind, "0"), [format!("r1: {sum} = 1")], "{kind}");
    }
    assert_eq!(of("G", "1e30"), [format!("r1: {sum} >= 1")]);
    assert_eq!(of("E", "-inf"), [format!("r1: {sum} <= 1")]);
    // The range may come before the right side.
    let early = TWO.replace("RHS\n    rhs r1 2\n", "RANGES\n rng r1 1\nRHS\n rhs r1 2\n");
    assert_eq!(row_of(read(&early, ".mps")), ["r1: 1 x 1 y >= 1", "r1_upper: 1 x 1 y <= 2"]);
    let free = with("rhs r1 2", "rhs r1 1e30").expect("a model");
    assert_eq!((rows(&free), free.free_rows), (vec![], vec!["r1".to_owned()]));
}
