//! OPB files, and what is refused.

use super::*;
use crate::ilp::write_opb;

fn opb(text: &str) -> Result<Read, ModelError> {
    read(text, ".opb")
}

fn of(text: &str) -> (String, String) {
    refusal(opb(text))
}

fn rows(text: &str) -> Vec<String> {
    let model = opb(text).unwrap_or_else(|e| panic!("{text}: {e}")).model;
    model.rows().iter().map(|row| shown(&model, row)).collect()
}

#[test]
fn statements_end_with_a_semicolon() {
    let text = "* #variable= 3 #constraint= 2\nmin: +1 x1 -2 x3 ;\n+3 x1 +2\n x2 >= 2;+1 x1 = 1 ; 1 x2 1 x3 <= 1 ;\n";
    let read = opb(text).expect("a model");
    assert_eq!(read.model.var_names().collect::<Vec<_>>(), ["x1", "x3", "x2"]);
    assert_eq!(read.model.objective().len(), 2);
    assert_eq!(read.model.rows().len(), 3);
    assert_eq!(rows("+3 x1 +2 x2 >= 2 ;\n"), ["c1: 2 x2 3 x1 >= 2"]);
}

/// However many statements stand between two blanks.
#[test]
fn statements_need_no_blanks_between_them() {
    let text = format!("1 a 1 b >= 1;{}\n", ">=0;".repeat(100_000));
    assert_eq!(rows(&text)[0], "c1: 1 a 1 b >= 1");
}

/// The grammar of the competitions has no blank that must stand there.
#[test]
fn no_blank_need_stand_after_min_and_a_comparison() {
    for (tight, loose) in [
        ("min:+1 x1 ;\n+1 x1 +1 x2 >=1;\n", "min: +1 x1 ;\n+1 x1 +1 x2 >= 1 ;\n"),
        ("min:;+1 x1 =+1 ;\n-1 x1 <=-1;\n", "min: ;\n+1 x1 = +1 ;\n-1 x1 <= -1 ;\n"),
    ] {
        assert_eq!(opb(tight), opb(loose), "{tight}");
        assert!(opb(tight).is_ok(), "{tight}");
    }
    for (text, column, reason) in [
        ("min:x1 ;\n", 5, "`x1` is not an integer"),
        ("+1 x1 >=x2 ;\n", 9, "`x2` is not an integer"),
        ("+1 x1 >=1 2 ;\n", 11, "expected `;` here"),
        ("+1 x1 =>1 ;\n", 7, "`=>` is not a comparison of this format; it has >=, <= and ="),
        ("max:+1 x1 ;\n", 1, "write `min:`"),
        ("soft:5 ;\n", 1, "(WBO) are not supported"),
    ] {
        let found = of(text);
        assert_eq!((found.0, found.1.contains(reason)), (format!("line 1, column {column}"), true), "{text}");
    }
}

#[test]
fn another_comparison_is_named() {
    for mark in ["=>", ">", "<", "!=", "==", "=<", "<>", "<=>", "==>"] {
        for text in [format!("+1 x1 {mark} 1 ;\n"), format!("+1 x1 {mark}1 ;\n"), format!("1 x1 1 x2 {mark} -1;\n")] {
            let wanted = format!("`{mark}` is not a comparison of this format; it has >=, <= and =");
            assert_eq!(of(&text).1, wanted, "{text}");
        }
    }
}

/// `VeriPB` and the Glasgow solver name rows so.
#[test]
fn a_label_is_the_name_of_its_row() {
    let text = "* #variable= 2 #constraint= 3\nmin: 1 x1 ;\n@c1 1 x1 1 x2 >= 1 ;\n1 ~x1 >= 1 ;\n@c4\n1 ~x2 >= 0 ;1 x1 >= 0 ;@c1 1 x2 >= 0;\n";
    let wanted = ["c1: 1 x1 1 x2 >= 1", "c2: -1 x1 >= 0", "c4: -1 x2 >= -1", "c4_: 1 x1 >= 0", "c1_: 1 x2 >= 0"];
    assert_eq!(rows(text), wanted);
    for (text, place, reason) in [
        ("1 x1 >= 1 ;\n@c2\n", "line 2", "has no `;`"),
        ("@c1 min: 1 x1 ;\n", "line 1, column 5", "expected a row"),
        ("@c1 @c2 1 x1 >= 1 ;\n", "line 1, column 5", "`@c2` is not an integer"),
        ("1 x1 @c2 >= 1 ;\n", "line 1, column 6", "`@c2` is not an integer"),
        ("@ 1 x1 >= 1 ;\n", "line 1, column 1", "`@` is not an integer"),
        ("@c1 ;\n", "line 1, column 5", "expected a comparison"),
    ] {
        let found = of(text);
        assert_eq!((found.0.as_str(), found.1.contains(reason)), (place, true), "{text}: {found:?}");
    }
}

#[test]
fn negated_variables_and_repeated_ones_are_added_up() {
    assert_eq!(rows("+3 ~x1 +2 x2 >= 2 ;\n"), ["c1: -3 x1 2 x2 >= -1"]);
    assert_eq!(rows("+1 x1 +1 ~x1 +1 x2 >= 2 ;\n"), ["c1: 1 x2 >= 1"]);
    assert_eq!(rows("+1 x1 +4 x1 = 5 ;\n"), ["c1: 5 x1 = 5"]);
}

#[test]
fn what_is_written_is_read_again() {
    let mut model = BinaryModel::new("mixed");
    let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
    model.add_row("le", [(a, 3), (b, 2)], Sense::LessEqual, 4);
    model.add_row("ge", [(a, -5), (c, 2)], Sense::GreaterEqual, -3);
    model.add_row("eq", [(b, 1)], Sense::Equal, 1);
    model.minimize([(a, -9), (c, 3)]);
    let mut text = Vec::new();
    write_opb(&model, &mut text).expect("memory");
    let again = opb(std::str::from_utf8(&text).expect("text")).expect("a model").model;
    for point in 0..8_u32 {
        let values: Vec<bool> = (0..3).map(|i| point >> i & 1 == 1).collect();
        // Variables come in the order in which they occur: x1, x3, x2.
        let other = [values[0], values[2], values[1]];
        assert_eq!(model.violated_row(&values).is_none(), again.violated_row(&other).is_none());
        assert_eq!(model.value(&values), again.value(&other));
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let at = |text: &str, place: &str, reason: &str| {
        let found = of(text);
        assert_eq!((found.0.as_str(), found.1.contains(reason)), (place, true), "{text}: {found:?}");
    };
    at("+1 x1 >= 1\n", "line 1", "has no `;`");
    at("+1 x1 >= ;\n", "line 1, column 10", "expected a right side here");
    at("+1 x1 ;\n", "line 1, column 7", "expected a comparison (>=, <= or =) here");
    at("+1 >= 1 ;\n", "line 1, column 4", "`>=` is not a variable");
    at("+1 x1 x2 >= 1 ;\n", "line 1, column 7", "a product is not linear");
    at("x1 >= 1 ;\n", "line 1, column 1", "`x1` is not an integer");
    at("+1.5 x1 >= 1 ;\n", "line 1, column 1", "`+1.5` is not an integer");
    at("+99999999999999999999 x1 >= 1 ;\n", "line 1, column 1", "is not an integer of at most 64 bits");
    at("+9223372036854775807 x1 +1 x2 >= 1 ;\n", "line 1, column 36", "do not fit into 64 bits");
    at("+1 x1 >= 1 2 ;\n", "line 1, column 12", "expected `;` here");
    at("soft: 5 ;\n", "line 1, column 1", "(WBO) are not supported");
    at("+1 x1 >= 1 ;\n[2] +1 x1 >= 1 ;\n", "line 2, column 1", "(WBO) are not supported");
    at("max: +1 x1 ;\n", "line 1, column 1", "write `min:`");
    at("min: ;\nmin: ;\n", "line 2, column 1", "already an objective");
    at("+1 x1 >= 1 ;\nmin: +1 x1 ;\n", "line 2, column 1", "before all rows");
    at("min: +1 x1 >= 1 ;\n", "line 1, column 12", "a coefficient or `;`");
    at("", "", "no variables");
    at(";\n", "line 1, column 1", "expected a comparison (>=, <= or =) here");
    at("+1 ~~x1 >= 1 ;\n", "line 1, column 4", "is not a variable");
}
