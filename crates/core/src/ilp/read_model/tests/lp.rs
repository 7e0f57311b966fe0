//! LP files, counted by hand, and what is refused where.

use super::{Read, message, read, refusal, rows};
use crate::ilp::ModelError;

/// Rows over the binary variables x, y and z; the first row stands in line 4.
pub(super) fn with(text: &str) -> Result<Read, ModelError> {
    read(&format!("Minimize\n obj: x + y + z\nSubject To\n{text}\nBinaries\n x y z\nEnd\n"), ".lp")
}

pub(super) fn row_of(text: &str) -> Vec<String> {
    rows(&with(text).unwrap_or_else(|e| panic!("{text}: {e}")))
}

pub(super) fn at(line: usize, column: usize) -> String {
    format!("line {line}, column {column}")
}

/// HiGHS drops the constant of cst2.lp and e1.lp; CBC and GLPK refuse the files.
#[test]
fn a_constant_on_the_left_side_is_refused_with_help() {
    let constant = |value: &str, help: &str| format!("row `r1` has the constant {value} on its left side; {help}");
    let move_it = "write it on the right side, with the other sign";
    assert_eq!(refusal(with(" r1: x + y + 1 <= 2")), (at(4, 14), constant("1", move_it)));
    assert_eq!(refusal(with(" r1: 1 + x + y <= 2")), (at(4, 6), constant("1", move_it)));
    assert_eq!(refusal(with(" r1: x + 1 + y <= 2")), (at(4, 10), constant("1", move_it)));
    let blank = "if a variable is meant, write a blank before the e";
    assert_eq!(refusal(with(" r1: x + 2 e1 + 3e1 <= 5")), (at(4, 17), constant("3e1", blank)));
    assert_eq!(refusal(with(" r1: 2 3 x + y <= 6")), (at(4, 8), "a sign is missing before `3`".into()));
    assert_eq!(refusal(with(" r1: x 2 y <= 6")).1, "a sign is missing before `2`");
    assert_eq!(refusal(with(" r1: x y <= 6")).1, "a sign is missing before `y`");
}

#[test]
fn an_exponent_belongs_to_its_number() {
    let text = "Minimize\n obj: x\nSubject To\n r1: x + 2 e1 + 3 e2 <= 3e0\n r2: 1e2 x - 5.e-1 e1 >= -.5\nBinary\n x e1 e2\nEnd";
    assert_eq!(rows(&read(text, ".lp").expect("a model")), ["r1: 1 x 2 e1 3 e2 <= 3", "r2: -5 e1 1000 x >= -5"]);
    let glued = "can be read in two ways; write a blank between a number and a name";
    assert_eq!(refusal(with(" r1: 3e1x + y <= 5")), (at(4, 6), format!("`3e1x` {glued}")));
    assert_eq!(refusal(with(" r1: x + 3e >= 5")), (at(4, 10), format!("`3e` {glued}")));
    assert_eq!(row_of(" r1: 2x + 3y <= 4"), ["r1: 2 x 3 y <= 4"]);
}

#[test]
fn rows_in_all_forms() {
    for (text, wanted) in [
        ("r: x + y - z >= 1", "r: -1 z 1 x 1 y >= 1"),
        ("r: + - x - - y >= -1", "r: -1 x 1 y >= -1"),
        ("r:\n x\n + 2\n y\n <=\n 2", "r: 1 x 2 y <= 2"),
        ("r: x + x + y <= 1", "r: 1 y 2 x <= 1"),
        ("r: 0.1 x + 0.2 x + y <= 0.3", "r: 10 y 3 x <= 3"),
        ("r: x - x + y <= 1", "r: 1 y <= 1"),
        ("r: x + y =< 1", "r: 1 x 1 y <= 1"),
        ("r: x + y < 1", "r: 1 x 1 y <= 1"),
        ("r: x + y => 1", "r: 1 x 1 y >= 1"),
        ("r: x + y > 1", "r: 1 x 1 y >= 1"),
        ("r: x + y = +1", "r: 1 x 1 y = 1"),
        ("r: x + y = - 1 \\ it cannot be", "r: 1 x 1 y = -1"),
        ("r: 1 <= x + y", "r: 1 x 1 y >= 1"),
        ("r: 1 >= x + y", "r: 1 x 1 y <= 1"),
        ("r: -1 = x - y", "r: -1 y 1 x = -1"),
        ("r: -inf <= x + y <= 1", "r: 1 x 1 y <= 1"),
        ("r: 1 <= x + y <= 1", "r: 1 x 1 y = 1"),
        ("x + y <= 1", "c1: 1 x 1 y <= 1"),
        ("2 x + y <= 2", "c1: 1 y 2 x <= 2"),
        ("1 <= x + y", "c1: 1 x 1 y >= 1"),
        ("- x + y <= 0", "c1: -1 x 1 y <= 0"),
    ] {
        let wanted: Vec<&str> = wanted.split('|').collect();
        let sorted = |row: &str| {
            let mut words: Vec<String> = row.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        let found = row_of(&format!(" {text}"));
        assert_eq!(found.len(), wanted.len(), "{text}: {found:?}");
        for (found, wanted) in found.iter().zip(wanted) {
            assert_eq!(sorted(found), sorted(wanted), "{text}");
        }
    }
}

/// HiGHS refuses the first of these without a reason, and GLPK too; CPLEX and Gurobi read them.
#[test]
fn a_row_may_have_two_sides() {
    let wanted = ["r: 1 x 1 y 1 z >= 1", "r_upper: 1 x 1 y 1 z <= 2"];
    assert_eq!(row_of(" r: 1 <= x + y + z <= 2"), wanted);
    assert_eq!(row_of(" r: 2 >= x + y + z >= 1"), wanted);
    let wrong = "row `r` has inconsistent comparisons: two point the same way, as in 1 <= x <= 2";
    assert_eq!(refusal(with(" r: 1 <= x + y >= 2")), (at(4, 16), wrong.into()));
    assert_eq!(refusal(with(" r: 1 = x + y = 2")).1, wrong);
    assert_eq!(refusal(with(" r: x + y <= 2 <= 3")).1, wrong);
}

/// A row ends with its right side, or in the line of its last term if that is on the left.
#[test]
fn rows_follow_each_other() {
    let wanted = ["c1: 1 x 1 y <= 1", "c2: 1 x >= 0", "r3: 1 y >= 0", "c4: 2 z >= 0"];
    assert_eq!(row_of(" x + y <= 1\n x >= 0\n r3: y >= 0\n 2 z >= 0"), wanted);
    assert_eq!(row_of(" 1 >= x + y\n x >= 0 r3: y >= 0\n 2 z >= 0"), wanted);
    assert_eq!(row_of(" 1 >= x\n + y\n 0 <= x r3: 0 <= y\n 0 <= 2 z"), wanted);
    // Names that are made up are new ones.
    assert_eq!(row_of(" x <= 1\n c1: y <= 1"), ["c1_: 1 x <= 1", "c1: 1 y <= 1"]);
    // A sign in a new line begins a row, since a right side is one number.
    assert_eq!(row_of(" x <= 1\n + y <= 1"), ["c1: 1 x <= 1", "c2: 1 y <= 1"]);
    assert_eq!(
        refusal(with(" r: x <= 1 + y")),
        (at(4, 12), "the right side of row `r` is not a single number; start the next row on a new line".into())
    );
    assert_eq!(
        refusal(with(" x <= 1 y <= 1")).1,
        "row `c1` has the variable `y` on its right side; write all variables on the left, as in x - y <= 0"
    );
    assert_eq!(
        refusal(with(" r: x <= y")),
        (
            at(4, 10),
            "row `r` has the variable `y` on its right side; write all variables on the left, as in x - y <= 0".into()
        )
    );
    assert_eq!(refusal(with(" r: x <= 2 y")).0, at(4, 12));
}

#[test]
fn names_of_the_format() {
    let text = "Maximize\n cost: inf_1 + infinity2 + x(1,2)\nsubject  TO\n a.b: inf_1 + infinity2 + x(1,2) <= 2\n \
                inf.: inf_1 - x#y@{z}~ >= -1\nbOuNdS\n -inf <= inf_1 <= +Infinity\n 0 <= inf_1 <= 1\nGENERAL\n inf_1\n\
                Bin infinity2 x(1,2) x#y@{z}~\nEND";
    let found = read(text, ".lp").expect("a model");
    assert_eq!(rows(&found), ["a.b: 1 inf_1 1 infinity2 1 x(1,2) <= 2", "inf.: -1 x#y@{z}~ 1 inf_1 >= -1"]);
    assert_eq!(found.model.objective().iter().map(|(_, a)| *a).collect::<Vec<_>>(), [-1, -1, -1]);
}

#[test]
fn a_keyword_is_no_name() {
    let keyword = |word: &str| {
        format!("`{word}` is a keyword of the LP format: a section begins a line, and no variable can have this name")
    };
    assert_eq!(refusal(with(" r: x + bin <= 1")), (at(4, 9), keyword("bin")));
    assert_eq!(refusal(with(" r: x + y <= 1 Bounds")), (at(4, 16), keyword("Bounds")));
    assert_eq!(refusal(with(" r: inf + y <= 1")).0, at(4, 5));
    assert_eq!(
        refusal(read("max: 3 x;\n", ".lp")).1.split(';').next(),
        Some("`max:` begins a file in the LP format of lp_solve, which is another one")
    );
}

#[test]
fn bounds_in_all_forms() {
    let of = |bounds: &str| {
        let text = format!(
            "Minimize\n obj: x\nSubject To\n r: x + y <= 2\nBounds\n{bounds}\nGenerals\n x\nBinaries\n y\nEnd\n"
        );
        read(&text, ".lp")
    };
    let fixed = |bounds: &str| rows(&of(bounds).unwrap_or_else(|e| panic!("{bounds}: {e}")))[1..].to_vec();
    for bounds in [
        "x <= 1",
        "0 <= x <= 1",
        "1 >= x >= 0",
        "x >= 0\n x <= 1",
        "-0.5 <= x <= 1.5",
        "1 >= x",
        "x <= 5 x <= 1",
        "0\n<=\nx <=\n1",
    ] {
        assert_eq!(fixed(bounds), Vec::<String>::new(), "{bounds}");
    }
    for bounds in [
        "x = 1",
        "1 = x",
        "1 <= x <= 1",
        "x >= 0.5\n x <= 1",
        "x = 0\n x = 1",
        "x free\n x = 1",
        "-inf <= x <= inf x = 1",
    ] {
        assert_eq!(fixed(bounds), ["fix_x: 1 x = 1"], "{bounds}");
    }
    let error = |bounds: &str| refusal(of(bounds));
    let may_be = |value: &str| format!("variable `x` may be {value}; every variable must be binary");
    assert_eq!(error("x >= 0").1, may_be("2"));
    assert_eq!(error("x <= 7"), ("line 6".into(), may_be("7")));
    assert_eq!(error("x <= 1\n x >= -inf"), ("line 7".into(), may_be("-1")));
    assert_eq!(error("x free").1, may_be("2"));
    assert!(error("x <= -1").1.starts_with("variable `x` gets a negative upper bound without a lower bound"));
    assert_eq!(error("x <= -inf").1, "this bound of variable `x` can never hold: its limit is infinite");
    assert_eq!(
        error("0 <= x >= 1").1,
        "the bound of variable `x` has inconsistent comparisons: two point the same way, as in 1 <= x <= 2"
    );
    for (bounds, column, what) in [
        ("x + y <= 1", 3, "a comparison or `free`"),
        ("0 <= 1", 6, "a variable"),
        ("x <= y", 6, "a number"),
        ("<= 1", 1, "a bound, as in 0 <= x <= 1,"),
        ("- x <= 1", 3, "a number"),
        ("1 x", 3, "a comparison"),
    ] {
        assert_eq!(error(bounds), (at(6, column), format!("expected {what} here")), "{bounds}");
    }
    assert_eq!(error("x <="), (at(7, 1), "expected the rest of a bound here".into()));
    assert_eq!(
        error("x <= 0.3333333333").1,
        "variable `x`: the bound 0.3333333333 is neither an integer nor a decimal with at most 9 places"
    );
}

/// HiGHS, CBC and GLPK agree here: the later bound holds.
#[test]
fn a_bound_given_twice_is_the_last_one() {
    let text =
        "Minimize\n obj: x\nSubject To\n r: x + y <= 2\nBounds\n x <= 1\n x <= 0\nGenerals\n x\nBinaries\n y\nEnd\n";
    assert_eq!(rows(&read(text, ".lp").expect("a model")), ["r: 1 x 1 y <= 2", "fix_x: 1 x = 0"]);
}

/// Bounds of a binary variable hold as well, wherever they stand: HiGHS and CBC read both, GLPK the first.
#[test]
fn bounds_of_binaries_hold() {
    for (bounds, wanted) in [("x = 1", "fix_x: 1 x = 1"), ("x <= 0", "fix_x: 1 x = 0"), ("x >= 1", "fix_x: 1 x = 1")] {
        for sections in [format!("Bounds\n {bounds}\nBinary\n x y"), format!("Binary\n x y\nBounds\n {bounds}")] {
            let text = format!("Minimize\n obj: x\nSubject To\n r: x + y <= 2\n{sections}\nEnd\n");
            assert_eq!(rows(&read(&text, ".lp").expect("a model")), ["r: 1 x 1 y <= 2", wanted], "{sections}");
        }
    }
    // 3 to HiGHS and GLPK, 1 to CBC.
    let text = "Minimize\n obj: x\nSubject To\n r: x <= 2\nBounds\n x <= 3\nBinary\n x\nEnd\n";
    assert_eq!(
        refusal(read(text, ".lp")),
        ("line 6".into(), "variable `x` may be 3; every variable must be binary".into())
    );
}

#[test]
fn what_is_not_linear_is_refused() {
    assert_eq!(
        refusal(with(" q: [ x ^2 ] <= 1")),
        (at(4, 5), "row `q` is quadratic; only linear rows are supported".into())
    );
    assert_eq!(refusal(with(" q: x + [ x * y ] <= 1")).1, "row `q` is quadratic; only linear rows are supported");
    assert_eq!(
        refusal(with(" i: x = 1 -> y + z <= 1")),
        (at(4, 11), "an indicator constraint is not linear; only linear rows are supported".into())
    );
    assert_eq!(refusal(with(" r: 2 * x <= 1")), (at(4, 7), "the character `*` is not allowed here".into()));
    assert_eq!(row_of(" r: x <= 1\nLazy Constraints\n l: y + z <= 1"), ["r: 1 x <= 1", "l: 1 y 1 z <= 1"]);
}

#[test]
fn objectives() {
    let of = |text: &str| {
        let text = format!("{text}\nSubject To\n r: x + y <= 1\nBinaries\n x y\nEnd\n");
        let found = read(&text, ".lp").unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut terms: Vec<(String, i64)> =
            found.model.objective().iter().map(|(var, a)| (found.model.var_name(*var).to_owned(), *a)).collect();
        terms.sort();
        found.has_objective.then_some(terms)
    };
    let terms = |x: i64, y: i64| Some(vec![("x".to_owned(), x), ("y".to_owned(), y)]);
    assert_eq!(of("MIN x + 2 y"), terms(1, 2));
    assert_eq!(of("Maximize obj: 0.5 x - y"), terms(-5, 10));
    assert_eq!(of("Maximise obj: 0.5 x - y"), of("Maximize obj: 0.5 x - y"));
    assert_eq!(of("Minimize\n obj: 3 + x + 2 y - 1"), terms(1, 2));
    assert_eq!(of("Minimize\n obj: x + 2\n y\n - 2 x"), terms(-1, 2));
    assert_eq!(of("Minimize\n obj:"), Some(vec![]));
    assert_eq!(of("Minimize"), Some(vec![]));
    assert_eq!(of("Minimize\n obj: x + [ x ^2 + 2 x * y ] / 2"), None);
    assert_eq!(of("Minimize\n obj: [ x ^2 ]/2 + y"), None);
    assert_eq!(of("Minimize\n obj: 0.33333333333 x"), None);
    let error = |text: &str| refusal(read(&format!("{text}\nEnd\n"), ".lp"));
    assert_eq!(error("Minimize\n obj: x <= 1"), (at(2, 9), "expected `Subject To` here".into()));
    assert_eq!(error("Minimize\n obj: 2 3 x").1, "a sign is missing before `3`");
    assert_eq!(error("Minimize\n obj: x +").1, "expected the rest of the objective here");
}

#[test]
fn sections_stand_in_order_and_the_file_is_whole() {
    let order = |word: &str| format!("the section `{word}` is in the wrong place");
    assert_eq!(refusal(with(" r: x <= 1\nSubject To\n s: x <= 1")), (at(5, 1), order("Subject To")));
    assert_eq!(refusal(with(" r: x <= 1\nMaximize\n x")).1, order("Maximize"));
    assert_eq!(refusal(with(" r: x + y")), (at(5, 1), "row `r` is not complete".into()));
    assert_eq!(refusal(with(" r: x + y <=")).1, "row `r` is not complete");
    assert_eq!(refusal(with(" r:")).1, "row `r` is not complete");
    assert_eq!(refusal(with(" r: x <= 1\n r: y <= 1")), (at(5, 2), "there are two rows `r`".into()));
    assert_eq!(refusal(with(" r: x >= inf")), (at(4, 10), "row `r` can never hold: its limit is infinite".into()));
    let text = "Minimize\n obj: x\nSubject To\n r: x <= 1\nBinaries\n x\n";
    assert_eq!(
        refusal(read(text, ".lp")),
        ("line 7".into(), "the file ends without `End`: is a part of it missing?".into())
    );
    // A variable that only a list names is one all the same: HiGHS and GLPK have it.
    let named = read(&format!("{text} q\nEnd\n"), ".lp").expect("a model");
    assert_eq!(named.model.n_vars(), 2);
    assert_eq!(
        message(read("Minimize\n obj: x\nSubject To\n r: x <= 1\nGenerals\n x\nEnd\n", ".lp")),
        "variable `x` may be 2; every variable must be binary"
    );
    let without_rows = read("Minimize\n obj: x\nBinaries\n x\nEnd\n", ".lp").expect("a model");
    assert_eq!((rows(&without_rows), without_rows.model.n_vars()), (vec![], 1));
    let free_row = with(" r: x + y >= -inf\n s: x <= 1e30").expect("a model");
    assert_eq!((rows(&free_row), free_row.free_rows), (vec![], vec!["r".to_owned(), "s".to_owned()]));
}
