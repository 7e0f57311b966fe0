//! Small files of each solver, written by hand.

use super::*;

fn model() -> BinaryModel {
    let mut model = BinaryModel::new("names");
    for name in ["alpha", "beta", "gamma", "x(1,2)"] {
        model.add_var(name);
    }
    model
}

const WANTED: [bool; 4] = [true, false, true, false];

fn read(text: &str) -> Result<Vec<bool>, SolutionError> {
    read_solution(text.as_bytes(), &model(), &Limits::none())
}

/// The place as text, and the reason.
fn refusal(text: &str) -> (String, SolutionReason) {
    match read(text).expect_err("a refusal") {
        SolutionError::Line { place, reason } => (place.to_string(), reason),
        other => panic!("{other}"),
    }
}

#[test]
fn highs_writes_columns_and_rows() {
    let raw = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 2\n# Columns 4\nalpha 1\nbeta 0\n\
               gamma 0.9999999\nx(1,2) -0\n# Rows 1\nalpha 7\n\n# Dual solution values\nNone\n\n# Basis\nHiGHS v1\nNone\n";
    assert_eq!(read(raw), Ok(WANTED.to_vec()));
    let sparse = "Model status\nTime limit reached\n\n# Primal solution values\nFeasible\nObjective 2\n# Columns -2\n\
                  alpha 1 0\ngamma 1 2\n";
    assert_eq!(read(sparse), Ok(WANTED.to_vec()));
    let table = "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        Name\n        \
                 0                0            1            1               Integer     alpha\n        \
                 2                0            1            1               Integer     gamma\n\
                 Rows\n    Index Status        Lower        Upper       Primal         Dual  Name\n        \
                 0                0            1            5               alpha\n\nModel status: Optimal\n";
    assert_eq!(read(table), Ok(WANTED.to_vec()));
}

#[test]
fn scip_leaves_zeros_out() {
    let text = "solution status: optimal solution found\nobjective value:                                    2\n\
                alpha                                               1 \t(obj:1)\n\
                gamma                                 1.0000000000001 \t(obj:1)\n";
    assert_eq!(read(text), Ok(WANTED.to_vec()));
    assert_eq!(read("solution status: unknown\nobjective value: 0\n"), Ok(vec![false; 4]));
}

#[test]
fn cbc_numbers_its_lines() {
    let text = "Optimal - objective value 2.00000000\n      0 alpha                  1                       1\n\
                **    1 beta              1e-09                       0\n      2 gamma                  1     1\n";
    assert_eq!(read(text), Ok(WANTED.to_vec()));
    assert_eq!(read("Stopped on time - objective value 0\n"), Ok(vec![false; 4]));
}

#[test]
fn gurobi_and_miplib_write_names_and_values() {
    let gurobi = "# Solution for model names\n# Objective value = 2\nalpha 1\nbeta 0\ngamma 1\nx(1,2) 0\n";
    assert_eq!(read(gurobi), Ok(WANTED.to_vec()));
    assert_eq!(read("=obj= 2\r\nalpha 1\r\ngamma   1.0\r\n"), Ok(WANTED.to_vec()));
    assert_eq!(read("\n\ngamma 1e0\nalpha 1"), Ok(WANTED.to_vec()));
}

const NO_TABLE: &str = "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        Name\n        0                   \
     0            1                            Integer     alpha\nRows\n\nModel status: Infeasible\n";

const NO_POINT: &str =
    "Stopped on time (no integer solution - continuous used) - objective value 1.5\n      0 alpha 0.5 0\n";

#[test]
fn a_file_without_a_solution_says_so() {
    for text in [
        "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
        "solution status: infeasible\nno solution available\n",
        "Infeasible - objective value 0.00000000\n      0 alpha 1 0\n",
        "Integer infeasible - objective value 0\n",
        "=infeas=\n",
    ] {
        assert_eq!(refusal(text).1, SolutionReason::Infeasible, "{text}");
    }
    for text in [
        "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
        "no solution available\n",
        "=unkn=",
        NO_POINT,
        NO_TABLE,
    ] {
        assert_eq!(refusal(text).1, SolutionReason::NoSolution, "{text}");
    }
    assert_eq!(read(" \n\n"), Err(SolutionError::Empty));
    assert_eq!(refusal("\nsolution status: infeasible\n").0, "line 2, column 1");
}

#[test]
fn a_refusal_names_its_place() {
    let value = |variable: &str, value: &str| SolutionReason::Value { variable: variable.into(), value: value.into() };
    let at = |line: usize, column: usize| format!("line {line}, column {column}");
    assert_eq!(refusal("# x\nalpha 1\n  beta 0.5\n"), (at(3, 8), value("beta", "0.5")));
    assert_eq!(refusal("alpha 0.999998"), (at(1, 7), value("alpha", "0.999998")));
    assert_eq!(refusal("alpha nan"), (at(1, 7), value("alpha", "nan")));
    assert_eq!(refusal("alpha -1"), (at(1, 7), value("alpha", "-1")));
    assert_eq!(refusal("alpha one"), (at(1, 7), SolutionReason::Number("one".into())));
    assert_eq!(refusal("alpha 1\nbeta 1\n\talpha 0\n"), (at(3, 2), SolutionReason::Twice("alpha".into())));
    assert_eq!(refusal("alpha 1\nbeta\n"), (at(2, 1), SolutionReason::Form));
    assert_eq!(refusal("alpha 1 2\n"), (at(1, 1), SolutionReason::Form));
    let error = read("alpha 1\nbeta 0.5\n").expect_err("one half").to_string();
    assert_eq!(error, "line 2, column 6: variable `beta` is 0.5, neither 0 nor 1");
}

#[test]
fn an_unknown_name_gets_help() {
    let help = |name: &str| match refusal(&format!("{name} 1")).1 {
        SolutionReason::Unknown { nearest, .. } => nearest,
        other => panic!("{other}"),
    };
    assert_eq!(help("gama").as_deref(), Some("gamma"));
    assert_eq!(help("x(2,1)").as_deref(), Some("x(1,2)"));
    assert_eq!(help("Beta").as_deref(), Some("beta"));
    assert_eq!((help("be"), help("delta2")), (None, None));
    let error = read("alpah 1").expect_err("unknown").to_string();
    assert_eq!(error, "line 1, column 1: the model has no variable `alpah`; did you mean `alpha`?");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_name() {
    assert_eq!(read("\u{feff}alpha 1\ngamma 1\n"), Ok(WANTED.to_vec()));
    assert_eq!(read("\u{feff}# Objective value = 2\r\nalpha 1\r\ngamma 1\r\n"), Ok(WANTED.to_vec()));
}

#[test]
fn what_is_not_text_is_refused() {
    let of = |bytes: &[u8]| match read_solution(bytes, &model(), &Limits::none()) {
        Err(SolutionError::Line { place, reason }) => (place.to_string(), reason.to_string()),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        of(b"alpha 1\nb\0"),
        ("line 2, column 2".into(), "the file is not text in UTF-8: it has a zero byte".into())
    );
    assert_eq!(of(b"\xe4lpha 1\n"), ("line 1, column 1".into(), "this is not text in UTF-8".into()));
    assert!(of(b"\x1f\x8b\x08\x08").1.contains("decompress it first"));
}

#[test]
fn limits_end_the_reading() {
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let endless = std::io::BufReader::new(std::io::repeat(b'\n'));
    assert_eq!(read_solution(endless, &model(), &limits), Err(SolutionError::Stopped(Stop::Time)));
}

const REPORT: &str = "Problem:    t
Rows:       2
Columns:    4 (4 integer, 4 binary)
Non-zeros:  6
Status:     INTEGER OPTIMAL
Objective:  obj = 2 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 alpha                       7             1             = 
     2 a_row_with_a_long_name
                                   0                           1 

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 alpha        *              1             0             1 
     2 beta         *              0             0             1 
     3 gamma        *              1             0             1 
     4 x(1,2)       *              0             0             1 

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0

End of output
";

/// `glpsol -o` and HiGHS in the style 3.
#[test]
fn glpk_writes_a_report() {
    let report = REPORT;
    assert_eq!(read(report), Ok(WANTED.to_vec()));
    // A name of more than twelve characters has a line for itself.
    let mut model = BinaryModel::new("long");
    for name in ["alpha", "a_name_of_some_length", "gamma", "x(1,2)"] {
        model.add_var(name);
    }
    let long = report.replace("     2 beta         *", "     2 a_name_of_some_length\n                    *");
    assert_eq!(read_solution(long.as_bytes(), &model, &Limits::none()), Ok(WANTED.to_vec()));
    // A linear program has a status for each column, or nothing.
    for status in ["B ", "NL", "NU", "  "] {
        let relaxed = report.replace("INTEGER OPTIMAL", "OPTIMAL").replace(" * ", &format!(" {status} "));
        assert_eq!(read(&relaxed), Ok(WANTED.to_vec()), "{status}");
    }
    for (status, reason) in [
        ("INTEGER EMPTY", SolutionReason::Infeasible),
        ("INFEASIBLE (FINAL)", SolutionReason::Infeasible),
        ("INTEGER UNDEFINED", SolutionReason::NoSolution),
        ("UNDEFINED", SolutionReason::NoSolution),
        ("UNBOUNDED", SolutionReason::NoSolution),
    ] {
        assert_eq!(refusal(&report.replace("INTEGER OPTIMAL", status)), ("line 5, column 1".into(), reason));
    }
    for cut in [5, 14, 18, 19] {
        let part: Vec<&str> = report.lines().take(cut).collect();
        assert_eq!(read(&part.join("\n")), Err(SolutionError::Cut), "{cut}");
    }
    assert_eq!(
        refusal(&report.replace("beta         *              0", "beta         *            0.5")).0,
        "line 17, column 34"
    );
    assert_eq!(
        refusal(&report.replace(" beta ", " bett ")).1,
        SolutionReason::Unknown { name: "bett".into(), nearest: Some("beta".into()) }
    );
    // What GLPK writes a range of a row with is none of the model's variables.
    assert_eq!(read("~r_3 2\nalpha 1\ngamma 1\n"), Ok(WANTED.to_vec()));
    assert!(matches!(refusal("~r_ 2\n").1, SolutionReason::Unknown { .. }));
}

/// The name of the program, and what makes it write another file.
#[test]
fn a_file_without_names_is_refused_with_a_way() {
    let glpk = "c Problem:    \nc Rows:       1\nc Columns:    2\nc\ns mip 1 2 o 1\ni 1 1\nj 1 0\nj 2 1\ne o f\n";
    let of = |text: &str| refusal(text).1.to_string();
    let wanted = "this is a file of GLPK (glpsol -w) or of HiGHS in the style 2, without names, which is not supported; write the solution \
                  with glpsol -o, or with write_solution_style 0, 1, 3 or 4";
    for status in ["mip 1 2 o 1", "bas 1 2 f f 1", "ipt 1 2 o 1"] {
        assert_eq!(of(&glpk.replace("mip 1 2 o 1", status)), wanted);
    }
    assert_eq!(of(glpk.split_once("c\n").expect("a comment").1), wanted);
    // Also where the model has variables of these names.
    let mut model = BinaryModel::new("letters");
    for name in ["c", "s", "i", "j"] {
        model.add_var(name);
    }
    let of_letters = read_solution(glpk.as_bytes(), &model, &Limits::none());
    assert!(of_letters.expect_err("a refusal").to_string().contains("glpsol -w"));
    let old = "2 1 : Number of columns and rows for primal or dual solution or basis\nT Primal solution\nF Dual solution\nF Basis\nColumns\n1 \n-0 \nRows\n1 \n";
    assert!(of(old).starts_with("this is a file of HiGHS in the style -1, without names"));
    let special = "Optimal - objective value 1.00000000\n\tint intIndicesV[]={\n0 };\n\tdouble intSolnV[]={\n1. };\n";
    assert_eq!(refusal(special).0, "line 2, column 2");
    assert!(of(special).ends_with("write the solution with printingOptions normal or all"));
    assert!(of("{ \"SolutionInfo\": { \"Status\": 2 } }\n").starts_with("this is JSON"));
}

/// `printingOptions all`: the rows stand before the columns, and both are counted from 0.
#[test]
fn cbc_writes_rows_before_columns() {
    let rows = "Optimal - objective value 2.00000000\n      0 c1       7      0\n      1 a_row    0     0\n**    2 beta    1   0\n";
    let columns =
        "      0 alpha    1      1\n      1 beta    0    0\n      2 gamma    1     1\n      3 x(1,2)    0     1\n";
    assert_eq!(read(&format!("{rows}{columns}")), Ok(WANTED.to_vec()));
    assert_eq!(read(&format!("Optimal - objective value 2.0\n 0 c1 3 0\n{columns}")), Ok(WANTED.to_vec()));
    // A name that is none of the model's stands out where nothing says that it is that of a row.
    assert_eq!(refusal(rows).0, "line 2, column 9");
    assert_eq!(refusal(&format!("Optimal - objective value 2.0\n{columns}      4 delta 1 0\n")).0, "line 6, column 9");
    // Two lists of columns are no rows and columns.
    let twice = format!("Optimal - objective value 2.0\n{columns}{columns}");
    assert_eq!(refusal(&twice), ("line 6, column 9".into(), SolutionReason::Twice("alpha".into())));
    let again = format!("Optimal - objective value 2.0\n 0 c1 3 0\nOptimal - objective value 2.0\n{columns}");
    assert!(read(&again).is_err());
    assert_eq!(read("name,solution\nalpha,1\nbeta,0\ngamma,1\nx(1,2),0\n"), Ok(WANTED.to_vec()));
    assert_eq!(refusal("name,solution\nalpha 1\n"), ("line 2, column 1".into(), SolutionReason::Form));
}

#[test]
fn cplex_writes_xml() {
    let head = "<?xml version = \"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<CPLEXSolution version=\"1.2\">\n <header\n   \
                problemName=\"t.lp\"\n   solutionStatusString=\"integer optimal solution\"/>\n <linearConstraints>\n  \
                <constraint name=\"alpha\" index=\"0\" slack=\"0\"/>\n </linearConstraints>\n <variables>\n";
    let variables = "  <variable name=\"alpha\" index=\"0\" value=\"1\"/>\n  <variable name=\"beta\" index=\"1\" value=\"-0\"/>\n  \
                     <variable name=\"gamma\" index=\"2\" value=\"0.99999999\"/>\n";
    let end = " </variables>\n</CPLEXSolution>\n";
    assert_eq!(read(&format!("{head}{variables}{end}")), Ok(WANTED.to_vec()));
    // In one line, and with names that XML writes in another way.
    let line = format!("{head}{variables}{end}").replace('\n', " ");
    assert_eq!(read(&line), Ok(WANTED.to_vec()));
    let mut model = BinaryModel::new("marks");
    model.add_var("a<&b");
    let marks = format!("{head}<variable name=\"a&lt;&amp;b\" value=\"1\"/>{end}");
    assert_eq!(read_solution(marks.as_bytes(), &model, &Limits::none()), Ok(vec![true]));
    assert_eq!(read(&format!("{head}{end}")), Err(SolutionError::Empty));
    assert_eq!(refusal(&head.replace("integer optimal solution", "integer infeasible")).1, SolutionReason::Infeasible);
    assert_eq!(
        refusal(&format!("{head}{}", variables.replace("-0", "0.5"))),
        ("line 11, column 42".into(), SolutionReason::Value { variable: "beta".into(), value: "0.5".into() })
    );
    assert_eq!(refusal(&format!("{head}{variables}{variables}")).1, SolutionReason::Twice("alpha".into()));
    assert_eq!(refusal("<?xml?><variable index=\"0\" value=\"1\"/>").1, SolutionReason::Form);
}

/// Long names would take a time that grows with the square of their length.
#[test]
fn a_long_unknown_name_gets_no_help() {
    let mut model = BinaryModel::new("long");
    model.add_var("a".repeat(100_000));
    let text = format!("{} 1\n", "b".repeat(100_000));
    match read_solution(text.as_bytes(), &model, &Limits::none()) {
        Err(SolutionError::Line { reason: SolutionReason::Unknown { nearest, .. }, .. }) => assert_eq!(nearest, None),
        other => panic!("{other:?}"),
    }
}

/// The variables 1, 2, 3 and 5 of a file of clauses.
fn of_clauses(text: &str) -> Result<Vec<bool>, SolutionError> {
    let mut model = BinaryModel::new("clauses");
    for name in ["x1", "x2", "x3", "x5"] {
        model.add_var(name);
    }
    read_solution(text.as_bytes(), &model, &Limits::none())
}

#[test]
fn sat_solvers_print_literals() {
    for text in [
        "c a comment\ns SATISFIABLE\nv 1 -2 3\nv 4 -5 0\n",
        "s SATISFIABLE\nv 1 3 0\n",
        "v 1 3 0\n",
        "SAT\n1 -2 3 -4 -5 0\n",
        // Pseudo-Boolean solvers, and MaxSAT solvers since 2022.
        "s OPTIMUM FOUND\nv x1 -x2 x3 x4 -x5\n",
        "c\no 7\nv x1 ~x2 x3\no 6\n",
        "s OPTIMUM FOUND\nv 10110\n",
        "x1 1\nx3 1\n",
    ] {
        assert_eq!(of_clauses(text), Ok(WANTED.to_vec()), "{text}");
    }
    // Three digits cannot be the values of five variables.
    assert_eq!(of_clauses("v 1 -2 101 0\n"), Ok(vec![true, false, false, false]));
    assert_eq!(of_clauses("v 11111\n"), Ok(vec![true; 4]));
}

/// The head line may promise more variables than occur, here twelve of which two do.
#[test]
fn a_number_of_zeros_and_ones_is_a_variable_beside_other_words() {
    let mut model = BinaryModel::new("two");
    for name in ["x1", "x2"] {
        model.add_var(name);
    }
    let of = |text: &str| read_solution(text.as_bytes(), &model, &Limits::none());
    for text in [
        "s SATISFIABLE\nv 1 2 3 4 5 6 7 8 9 10 11 12 0\n",
        "v 10 0\nv 2 1 0\n",
        "v 10\nv 11\nv x1 x2\n",
        "SAT\n11 10 1 2 0\n",
        "s OPTIMUM FOUND\nv 11\n",
        "v 110000000000\n",
    ] {
        assert_eq!(of(text), Ok(vec![true, true]), "{text}");
    }
    assert_eq!(of("v 10 0\n"), Ok(vec![false, false]));
    assert_eq!(of("v 10\n"), Ok(vec![true, false]));
    let refused = |text: &str| match of(text).expect_err("a refusal") {
        SolutionError::Line { place, reason } => (place.to_string(), reason),
        other => panic!("{other}"),
    };
    // Among others, these are neither bits nor variables; the first word has its own place.
    let literal = |word: &str| SolutionReason::Literal(word.to_owned());
    assert_eq!(refused("v 110000000000\nv 0\n"), ("line 1, column 3".into(), literal("110000000000")));
    assert_eq!(refused("v 1\nv 0 y\n"), ("line 2, column 5".into(), literal("y")));
    assert_eq!(refused("v y\n"), ("line 1, column 3".into(), literal("y")));
    assert_eq!(refused("v 1 -1\n"), ("line 1, column 5".into(), SolutionReason::Twice("x1".into())));
}

#[test]
fn what_sat_solvers_do_not_print_is_refused() {
    let of = |text: &str| match of_clauses(text).expect_err("a refusal") {
        SolutionError::Line { place, reason } => (place.to_string(), reason),
        other => panic!("{other}"),
    };
    let at = |place: &str, reason: SolutionReason| (place.to_owned(), reason);
    assert_eq!(of("s UNSATISFIABLE\n"), at("line 1, column 1", SolutionReason::Infeasible));
    assert_eq!(of("UNSAT\n"), at("line 1, column 1", SolutionReason::Infeasible));
    assert_eq!(of("c x\ns UNKNOWN\n"), at("line 2, column 1", SolutionReason::NoSolution));
    assert_eq!(of("s PERHAPS\n"), at("line 1, column 1", SolutionReason::Form));
    assert_eq!(of("v 1 0\nw 2 0\n"), at("line 2, column 1", SolutionReason::Form));
    assert_eq!(of("v 1 -2 1 0\n"), at("line 1, column 8", SolutionReason::Twice("x1".to_owned())));
    assert_eq!(of("v 1 y 0\n"), at("line 1, column 5", SolutionReason::Literal("y".to_owned())));
    assert_eq!(of("v -0 0\n"), at("line 1, column 3", SolutionReason::Literal("-0".to_owned())));
    assert_eq!(of("v 99999999999 0\n"), at("line 1, column 3", SolutionReason::Literal("99999999999".to_owned())));
}

/// A variable may be called like a mark.
#[test]
fn a_variable_called_v_has_a_value() {
    let mut model = BinaryModel::new("v");
    model.add_var("v");
    assert_eq!(read_solution("v 1\n".as_bytes(), &model, &Limits::none()), Ok(vec![true]));
}
