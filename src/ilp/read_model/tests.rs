//! Small files, and what we write ourselves read again.

use super::*;
use crate::ilp::{Names, Row, write_lp, write_mps};

fn read(text: &str, extension: &str) -> Result<Read, ModelError> {
    let file = tempfile::Builder::new().prefix("model").suffix(extension).tempfile().expect("a temporary file");
    std::fs::write(file.path(), text).expect("it can be written");
    read_model(file.path())
}

fn lp(rows: &str, rest: &str) -> Result<Read, ModelError> {
    read(&format!("Minimize\n obj: x + y\nSubject To\n{rows}\n{rest}\nEnd\n"), ".lp")
}

/// A row as text, with its terms by name.
fn shown(model: &BinaryModel, row: &Row) -> String {
    let mut terms: Vec<String> = row.terms.iter().map(|(v, a)| format!("{a} {}", model.var_name(*v))).collect();
    terms.sort();
    let sense = match row.sense {
        Sense::LessEqual => "<=",
        Sense::Equal => "=",
        Sense::GreaterEqual => ">=",
    };
    format!("{}: {} {sense} {}", row.name, terms.join(" "), row.rhs)
}

fn rows(read: &Read) -> Vec<String> {
    read.model.rows().iter().map(|row| shown(&read.model, row)).collect()
}

#[test]
fn what_we_write_is_read_as_the_same_model() {
    let mut model = BinaryModel::new("mixed");
    let vars: Vec<VarId> = (1..=40).map(|i| model.add_var(format!("a_long_variable_name_{i}"))).collect();
    model.add_row("le", vars[..30].iter().map(|&v| (v, 3)), Sense::LessEqual, 100);
    model.add_row("ge", [(vars[0], -5), (vars[2], 2)], Sense::GreaterEqual, -3);
    model.add_row("eq", vars[..39].iter().map(|&v| (v, 1)), Sense::Equal, 30);
    model.add_row("zero", [(vars[1], 9_007_199_254_740_991), (vars[2], -1)], Sense::LessEqual, 0);
    model.minimise(vars[..30].iter().map(|&v| (v, -2)));
    for names in [Names::Full, Names::Short] {
        let (mut as_lp, mut as_mps) = (Vec::new(), Vec::new());
        write_lp(&model, names, &mut as_lp).expect("memory");
        write_mps(&model, names, &mut as_mps).expect("memory");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        let mut from_mps = read(&text(as_mps), ".mps").expect("a model");
        assert!(from_mps.has_objective && from_mps.free_rows.is_empty());
        from_mps.model.name = "mixed".into();
        if names == Names::Full {
            assert_eq!(from_mps.model, model);
        }
        // In an LP file, the variables come as they are first met.
        let from_lp = read(&text(as_lp), ".lp").expect("a model");
        assert_eq!(rows(&from_lp), rows(&from_mps));
        let named = |read: &Read| -> Vec<(String, i64)> {
            let objective = read.model.objective().iter();
            let mut terms: Vec<_> = objective.map(|(v, a)| (read.model.var_name(*v).to_owned(), *a)).collect();
            terms.sort();
            terms
        };
        assert_eq!(named(&from_lp), named(&from_mps));
        let sorted = |read: &Read| {
            let mut names: Vec<String> = read.model.var_names().map(str::to_owned).collect();
            names.sort();
            names
        };
        assert_eq!(sorted(&from_lp), sorted(&from_mps));
    }
}

#[test]
fn decimals_become_integers() {
    let read = lp(" a: 0.5 x - 1.25 y <= 3\n b: x + y >= 0.1\n c: 1e-9 x + y <= 1", "Binaries\n x y").expect("a model");
    assert_eq!(rows(&read), ["a: -125 y 50 x <= 300", "b: 10 x 10 y >= 1", "c: 1 x 1000000000 y <= 1000000000"]);
}

#[test]
fn what_is_not_exact_is_refused() {
    let error = |rows: &str| lp(rows, "Binaries\n x y").expect_err("no exact row").to_string();
    assert_eq!(
        error(" a: x + 0.3333333333 y <= 1"),
        "row `a`: the coefficient 0.3333333333 of variable `y` is no integer, and none with 9 decimals"
    );
    assert_eq!(
        error(" a: x + y <= 1.00000000001"),
        "row `a`: the right side 1.00000000001 is no integer, and none with 9 decimals"
    );
    assert_eq!(
        error(" big: 5000000000000 x + 0.00000001 y <= 1"),
        "the numbers of row `big` do not fit into 64 bits as integers"
    );
    assert!(error(" a: 9007199254740992 x + y <= 1").contains("9007199254740992 of variable `x`"));
}

#[test]
fn every_variable_is_binary() {
    let error = |rest: &str| lp(" a: x + y <= 1", rest).expect_err("not binary").to_string();
    assert_eq!(error("Binaries\n x"), "variable `y` is continuous; every variable must be binary");
    assert_eq!(
        error("Bounds\n y <= 7\nBinaries\n x\nGenerals\n y"),
        "variable `y` may be 7; every variable must be binary"
    );
    assert_eq!(error("Binaries\n x\nGenerals\n y"), "variable `y` may be 2; every variable must be binary");
    assert_eq!(
        error("Bounds\n -3 <= y <= 1\nBinaries\n x\nGenerals\n y"),
        "variable `y` may be -3; every variable must be binary"
    );
    assert_eq!(
        error("Bounds\n 0.3 <= y <= 0.6\nBinaries\n x\nGenerals\n y"),
        "the bounds of variable `y` leave it no value"
    );
    assert!(lp(" a: x + y <= 1", "Bounds\n 0 <= y <= 1.5\nBinaries\n x\nGenerals\n y").is_ok());
}

#[test]
fn a_fixed_variable_gets_a_row() {
    let read = lp(" fix_x: x + y <= 1", "Bounds\n y <= 0\n x >= 1\n x <= 1\nGenerals\n x y").expect("a model");
    assert_eq!(rows(&read), ["fix_x: 1 x 1 y <= 1", "fix_x_: 1 x = 1", "fix_y: 1 y = 0"]);
}

const MPS: &str = "NAME          ranges
ROWS
 N  cost
 G  both
 L  both_upper
 N  free
 E  none
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x         cost                 0.5   both                   1
    x         free                   1
    y         cost                   1   both                   2
    y         both_upper             1
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       both                   1   both_upper             1
RANGES
    rng       both                   2
BOUNDS
 BV bnd       x
 BV bnd       y
ENDATA
";

#[test]
fn ranges_free_rows_and_empty_rows() {
    let found = read(MPS, ".mps").expect("a model");
    assert_eq!(rows(&found), ["both: 1 x 2 y >= 1", "both_upper_: 1 x 2 y <= 3", "both_upper: 1 y <= 1", "none:  = 0"]);
    let [x, y] = [0, 1].map(VarId::new);
    assert_eq!(found.model.objective(), [(x, 5), (y, 10)]);
    assert!(found.has_objective && found.model.name.starts_with("model"));
    let most =
        read("Maximize\n obj: x + 2 y\nSubject To\n a: x + y <= 1\nBinaries\n x y\nEnd\n", ".lp").expect("a model");
    assert_eq!(most.model.objective(), [(x, -1), (y, -2)]);
    // An objective that cannot be had is no reason to refuse: it plays no part.
    let none = read("Minimize\n obj: 0.3333333333 x\nSubject To\n a: x + y <= 1\nBinaries\n x y\nEnd\n", ".lp")
        .expect("a model");
    assert!(!none.has_objective && none.model.objective().is_empty());
}

#[test]
fn rows_without_names_get_some() {
    let found =
        read("Minimize\n x + y\nSubject To\n x + y <= 1\n x - y >= 0\nBinaries\n x y\nEnd\n", ".lp").expect("a model");
    assert_eq!(found.model.rows().len(), 2);
    assert_ne!(found.model.rows()[0].name, found.model.rows()[1].name);
}

#[test]
fn a_long_name_is_read_whole() {
    let name = "n".repeat(3000);
    let text = MPS.replace("    y   ", &format!("    {name} ")).replace("bnd       y", &format!("bnd {name}"));
    // HiGHS may refuse such a name, but what it reads is whole.
    if let Ok(found) = read(&text, ".mps") {
        assert!(found.model.var_names().any(|other| other == name));
    }
}

#[test]
fn bad_files_are_refused() {
    assert_eq!(read("this is no model", ".lp"), Err(ModelError::NoVariables));
    assert_eq!(read("this is no model", ".mps"), Err(ModelError::Refused));
    assert_eq!(read("", ".txt"), Err(ModelError::Extension));
    assert!(matches!(read_model(Path::new("no such file.mps")), Err(ModelError::Open(_))));
}
