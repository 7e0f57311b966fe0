//! Rows without variables, what stands behind `End`, names that are words of the format, and limits near whole numbers.

use super::lp::{at, row_of, with};
use super::{read, refusal, rows};

/// HiGHS reads such rows as we do; CBC takes the variables of the next row into them, and GLPK and SCIP refuse them.
#[test]
fn a_row_of_numbers_that_holds_is_left_out_and_swallows_nothing() {
    for numbers in [
        "0 <= 3",
        "3 >= 2",
        "-0 >= -1",
        "- 1 <= - 0",
        "1 <= 2 <= 3",
        "3 >= 2 >= 2",
        "2 = 2",
        "0.5 < 1e3",
        "0\n <=\n 3",
        "1 <= 2\n <= 3",
        "1\n <= 2 <=\n + 3",
        "-inf <= 3",
        "3 <= inf",
        "0 <= 3 \\ always",
    ] {
        for name in ["", "n: ", "end: ", "n:\n "] {
            for next in ["r: x + y <= 1", "x + y <= 1", "2 x + y <= 2", "+ x + y <= 1", "1 >= x + y", "- x\n - y >= -1"]
            {
                let row = format!("{name}{numbers}");
                // The sum in `1 >= x + y` goes on with the sign of the next line, so a name ends it.
                let end = if name.is_empty() { "e: 0 <= 3" } else { &row };
                let alone = row_of(&format!(" {next}"));
                let without_names = |rows: Vec<String>| -> Vec<String> {
                    rows.into_iter().map(|row| row.split_once(": ").expect("a name").1.to_owned()).collect()
                };
                for text in [format!(" {row}\n {next}"), format!(" {next}\n {end}"), format!(" z = 0\n {row}\n {next}")]
                {
                    let mut found = without_names(row_of(&text));
                    found.retain(|row| row != "1 z = 0");
                    assert_eq!(found, without_names(alone.clone()), "{text}");
                }
            }
        }
    }
    // In one line, a name ends the row before it.
    assert_eq!(row_of(" n: 0 <= 3 r: x + y <= 1"), ["r: 1 x 1 y <= 1"]);
    assert_eq!(row_of(" 1 <= 2 <= 3 r: x + y <= 1 m: 1 <= 2"), ["r: 1 x 1 y <= 1"]);
    assert_eq!(row_of(" r: 0 <= 3 x + y <= 3"), ["r: 1 y 3 x >= 0", "r_upper: 1 y 3 x <= 3"]);
    let left_out = with(" n: 0 <= 3\n x <= 1\n 1 <= 2\n m: >= -0").expect("a model");
    assert_eq!(
        (rows(&left_out), left_out.free_rows),
        (vec!["c2: 1 x <= 1".into()], vec!["n".into(), "c3".into(), "m".into()])
    );
}

#[test]
fn a_row_of_numbers_that_does_not_hold_is_refused_with_its_place() {
    let never = |row: &str| format!("row `{row}` has no variables and never holds, so the model has no solution");
    assert_eq!(refusal(with(" n: 3 <= 2\n x + y <= 1")), (at(4, 10), never("n")));
    assert_eq!(refusal(with(" r: x <= 1\n 3 <= 2")), (at(5, 7), never("c2")));
    assert_eq!(refusal(with(" r: x <= 1\n 3 <=\n 2")), (at(6, 2), never("c2")));
    assert_eq!(refusal(with(" 3 <= 2\n <= 4\n x + y <= 1")), (at(4, 7), never("c1")));
    assert_eq!(refusal(with(" n: 1 <= 2 <= 1")), (at(4, 15), never("n")));
    assert_eq!(refusal(with(" n: 1 <= 2\n <= 1")), (at(5, 5), never("n")));
    assert_eq!(refusal(with(" n: 1 = 2 r: x <= 1")), (at(4, 9), never("n")));
    assert_eq!(refusal(with(" n: 0 >= inf")), (at(4, 10), never("n")));
    assert_eq!(refusal(with(" n: >= 1\n x <= 1")), (at(4, 8), never("n")));
    assert_eq!(refusal(with(" n: <= -0.5\n x <= 1")), (at(4, 9), never("n")));
    assert_eq!(refusal(with(" n: = 1")).1, never("n"));
    // These are none.
    assert_eq!(
        refusal(with(" 1 <= 2 >= 0")).1,
        "row `c1` has inconsistent comparisons: two point the same way, as in 1 <= x <= 2"
    );
    assert_eq!(refusal(with(" <= 1")), (at(4, 2), "expected a variable or a number here".into()));
    assert_eq!(refusal(with(" r: x <= 1\n <= 2")), (at(5, 2), "expected a variable or a number here".into()));
    assert_eq!(refusal(with(" n: 0 <= 3 4")).1, "a sign is missing before `4`");
    assert!(refusal(with(" n: 0 <= 3 + 4")).1.contains("has the constant 3 on its left side"));
    assert_eq!(refusal(with(" n: 0 <=\n m: x <= 1")).1, "row `n` is not complete");
}

/// HiGHS and GLPK refuse these files, SCIP drops the rows.
#[test]
fn nothing_but_comments_stands_behind_the_end() {
    let text = "Minimize\n obj: x\nSubject To\n r: x <= 1\nBinaries\n x\n";
    for end in ["End", "End\n", "End \\ of it\n\n \\ and more \u{fffd}\n\t\n", "end\r\n\r\n"] {
        assert_eq!(rows(&read(&format!("{text}{end}"), ".lp").expect("a model")), ["r: 1 x <= 1"]);
    }
    let more = "this comes after `End`, where programs stop reading; move `End` to the end of the file";
    for (end, place) in [
        ("End\n s: x >= 1\n", at(8, 2)),
        ("End\n\n\\ note\n\tx\n", at(10, 2)),
        ("End s: x >= 1\n", at(7, 5)),
        ("End\nEnd\n", at(8, 1)),
        ("End\nBinaries\n", at(8, 1)),
        ("End x", at(7, 5)),
    ] {
        assert_eq!(refusal(read(&format!("{text}{end}"), ".lp")), (place, more.into()), "{end}");
    }
}

/// HiGHS, GLPK, SCIP and CBC read all of these.
#[test]
fn a_word_of_the_format_before_a_colon_is_the_name_of_a_row() {
    for name in [
        "end", "END", "st", "s.t.", "Bounds", "bin", "Binaries", "gen", "General", "free", "inf", "Infinity", "max",
        "semi", "SOS", "subject", "lazy", "sec", "sin", "int",
    ] {
        assert_eq!(
            row_of(&format!(" {name}: x + y <= 1\n z >= 0")),
            [format!("{name}: 1 x 1 y <= 1"), "c2: 1 z >= 0".into()]
        );
        assert_eq!(
            row_of(&format!(" z >= 0\n{name} : x\n + y <= 1")),
            ["c1: 1 z >= 0".into(), format!("{name}: 1 x 1 y <= 1")]
        );
        assert_eq!(
            row_of(&format!(" r: z >= 0 {name}: x + y <= 1")),
            ["r: 1 z >= 0".into(), format!("{name}: 1 x 1 y <= 1")]
        );
    }
    let text = "Minimize\n end: x\nSubject To\n bounds: x >= 1\nBinaries\n x\nEnd\n";
    assert_eq!(rows(&read(text, ".lp").expect("a model")), ["bounds: 1 x >= 1"]);
    assert_eq!(refusal(with(" end: x <= 1\n end: y <= 1")), (at(5, 2), "there are two rows `end`".into()));
    // A head with a colon too many.
    let colon = |word: &str| {
        format!("a colon follows `{word}` here, as it follows the name of a row; the head of a section has none")
    };
    assert_eq!(refusal(read("Minimize\n obj: x\nst:\n r: x >= 1\nEnd\n", ".lp")), (at(3, 1), colon("st")));
    assert_eq!(
        refusal(read("Minimize\n obj: x\nSubject To:\n r: x >= 1\nEnd\n", ".lp")),
        (at(3, 1), colon("Subject To"))
    );
    assert_eq!(refusal(with(" r: x <= 1\nBounds\nBinaries:\n x")).1, colon("Binaries"));
    assert_eq!(refusal(with(" r: x <= 1\nBinaries:\n x")).1, "row `Binaries` is not complete");
}

fn near(what: &str, value: &str, near: &str) -> String {
    format!("{what} {value} is within 10^-6 of {near}, which solvers treat as equal; did you mean {near}?")
}

/// To HiGHS, SCIP and CBC, x may be 1 where its bound is 0.999999999.
#[test]
fn a_bound_near_a_whole_number_is_refused() {
    for (value, whole) in [
        ("0.999999999", "1"),
        ("0.9999999999999999", "1"),
        ("9.999999e-1", "1"),
        ("1.000001", "1"),
        ("1.00000000001", "1"),
        ("0.0000000001", "0"),
        ("1e-7", "0"),
        ("-1e-30", "0"),
    ] {
        let what = "variable `x`: the bound";
        let lp = |bound: &str| {
            read(
                &format!(
                    "Minimize\n obj: x\nSubject To\n r: x + y >= 1\nBounds\n {bound}\nGenerals\n x\nBinaries\n y\nEnd\n"
                ),
                ".lp",
            )
        };
        for bound in
            [format!("x <= {value}"), format!("x >= {value}"), format!("0 <= x <= {value}"), format!("x = {value}")]
        {
            let (place, reason) = refusal(lp(&bound));
            assert_eq!((place.starts_with("line 6, column"), reason), (true, near(what, value, whole)), "{bound}");
        }
        for bound in [format!("{value} >= x"), format!("{value} <= x <= 1")] {
            assert_eq!(refusal(lp(&bound)).1, near("the bound", value, whole), "{bound}");
        }
        for kind in ["UP", "LO", "FX", "UI", "LI", "SC"] {
            let mps = format!(
                "ROWS\n N obj\n G r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x r 1\n y r 1\n M 'MARKER' 'INTEND'\nRHS\n rhs r 1\nBOUNDS\n {kind} b x {value}\n BV b y\nENDATA\n"
            );
            let (place, reason) = refusal(read(&mps, ".mps"));
            assert_eq!((place, reason), (at(12, 9), near(what, value, whole)), "{kind} {value}");
        }
    }
}

#[test]
fn a_right_side_near_a_whole_number_is_refused() {
    for (value, whole) in
        [("0.9999999", "1"), ("-0.99999999999", "-1"), ("2.000001", "2"), ("1e-11", "0"), ("- 1.9999999999", "-2")]
    {
        let shown = value.replace(' ', "");
        let wanted = near("row `r`: the limit", &shown, whole);
        for row in [
            format!("r: x + y >= {value}"),
            format!("r: 2 x - 3 y <= {value}"),
            format!("r: x = {value}"),
            format!("r: -9 <= x <= {value}"),
        ] {
            let (place, reason) = refusal(with(&format!(" {row}")));
            assert_eq!((place.starts_with("line 4, column"), &reason), (true, &wanted), "{row}");
        }
        for row in [format!("r: {value} <= x + y"), format!("r: {value} <= x + y <= 9")] {
            assert!(refusal(with(&format!(" {row}"))).1.ends_with(&format!("did you mean {whole}?")), "{row}");
        }
        let of = |rhs: &str, range: &str| {
            let text = format!(
                "ROWS\n N obj\n G r\nCOLUMNS\n x r 1\n y r 1\nRHS\n rhs r {rhs}\nRANGES\n rng r {range}\nBOUNDS\n BV b x\n BV b y\nENDATA\n"
            );
            refusal(read(&text, ".mps"))
        };
        assert_eq!(of(&shown, "1"), (at(8, 8), wanted.clone()));
        assert_eq!(of("1", &shown), (at(10, 8), wanted));
        let reason = near("the right side", &shown, whole);
        assert_eq!(refusal(read(&format!("1 x1 1 x2 >= {shown} ;\n"), ".opb")), (at(1, 14), reason));
    }
    assert_eq!(refusal(with(" r: 1 <= 0.9999999")).1, near("row `r`: the limit", "0.9999999", "1"));
    // With coefficients that are no integers, what counts is what the sum can be.
    let thirds = " r: 0.333333333 x + 0.333333333 y + 0.333333333 z";
    assert_eq!(
        refusal(with(&format!("{thirds} >= 1"))),
        ("line 4".into(), near("row `r`: the limit", "1", "0.999999999"))
    );
    assert!(with(&format!("{thirds} >= 0.999999999")).is_ok() && with(" r: 0.5 x + 0.5 y >= 0.75").is_ok());
    // Farther away it is exact.
    assert_eq!(row_of(" r: x + y >= 0.99999"), ["r: 100000 x 100000 y >= 99999"]);
    assert_eq!(row_of(" r: x + 0.000000001 y >= 0.000000001"), ["r: 1 y 1000000000 x >= 1"]);
}
