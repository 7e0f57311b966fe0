//! Small files, and what we write ourselves read again.

use super::*;
use crate::base::Interrupt;
use crate::ilp::{Names, Row, Sense, VarId, write_lp, write_mps};

mod lp;
mod mps;
mod numbers;
mod opb;
mod written;

fn read(text: &str, ending: &str) -> Result<Read, ModelError> {
    let format = ModelFormat::of(Path::new(&format!("model{ending}"))).expect("a known ending");
    read_model(text.as_bytes(), format, "model", &Limits::none())
}

/// The place as text, or the line, and the reason.
fn refusal(read: Result<Read, ModelError>) -> (String, String) {
    match read.expect_err("a refusal") {
        ModelError::Place { place, reason } => (place.to_string(), reason.to_string()),
        ModelError::Line { line, reason } => (format!("line {line}"), reason.to_string()),
        other => (String::new(), other.to_string()),
    }
}

/// What a row without a whole place says, its line before it.
fn message(read: Result<Read, ModelError>) -> String {
    refusal(read).1
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
    model.minimize(vars[..30].iter().map(|&v| (v, -2)));
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
    let error = |rows: &str| message(lp(rows, "Binaries\n x y"));
    assert_eq!(
        error(" a: x + 0.3333333333 y <= 1"),
        "row `a`: the coefficient 0.3333333333 of variable `y` is neither an integer nor a decimal with at most 9 places"
    );
    assert_eq!(
        error(" a: x + y <= 1.33333333331"),
        "row `a`: the right side 1.33333333331 is neither an integer nor a decimal with at most 9 places"
    );
    assert_eq!(
        error(" big: 5000000000000 x + 0.00000001 y <= 1"),
        "the numbers of row `big` do not fit into 64 bits as integers"
    );
    assert!(error(" a: 9223372036854775808 x + y <= 1").contains("row `a` do not fit into 64 bits"));
    // Each fits, but not their sum.
    assert!(error(" a: 5000000000000000000 x + 5000000000000000000 y <= 1").contains("row `a` do not fit"));
    let large = lp(" a: 9007199254740993 x + y <= 1", "Binaries\n x y").expect("a model");
    assert_eq!(rows(&large), ["a: 1 y 9007199254740993 x <= 1"]);
}

#[test]
fn every_variable_is_binary() {
    let error = |rest: &str| message(lp(" a: x + y <= 1", rest));
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
    let max =
        read("Maximize\n obj: x + 2 y\nSubject To\n a: x + y <= 1\nBinaries\n x y\nEnd\n", ".lp").expect("a model");
    assert_eq!(max.model.objective(), [(x, -1), (y, -2)]);
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
    let found = read(&text, ".mps").expect("a model");
    assert!(found.model.var_names().any(|other| other == name));
}

#[test]
fn bad_files_are_refused() {
    let beginning = "a model in LP format begins with `Minimize` or `Maximize`".to_owned();
    assert_eq!(refusal(read("this is not a model", ".lp")), ("line 1, column 1".into(), beginning.clone()));
    assert_eq!(refusal(read("\\ only a comment\n", ".lp")), ("line 2".into(), beginning));
    let (place, reason) = refusal(read("this is not a model", ".mps"));
    assert_eq!(place, "line 1, column 1");
    assert_eq!(reason, "`this` is not a supported section; lines of data begin with a blank");
    assert_eq!(refusal(read("", ".mps")).1, "the file ends without `ENDATA`: is a part of it missing?");
    assert_eq!(read("Minimize\nSubject To\nEnd\n", ".lp"), Err(ModelError::NoVariables));
}

#[test]
fn the_name_says_the_format() {
    let of = |name: &str| ModelFormat::of(Path::new(name));
    assert_eq!((of("a.lp"), of("dir/a.b.MPS")), (Ok(ModelFormat::Lp), Ok(ModelFormat::Mps)));
    assert_eq!((of("a.mps.gz"), of("a.lp.ZST")), (Ok(ModelFormat::Mps), Ok(ModelFormat::Lp)));
    assert_eq!((of("a.mps.xz"), of("a.lp.BZ2")), (Err(ModelError::Compressed), Err(ModelError::Compressed)));
    assert_eq!((of("a.gz"), of(".gz")), (Err(ModelError::Extension), Err(ModelError::Extension)));
    assert_eq!((of("a.txt"), of("lp")), (Err(ModelError::Extension), Err(ModelError::Extension)));
}

#[test]
fn what_is_not_text_is_refused() {
    for (ending, format) in [(".lp", ModelFormat::Lp), (".mps", ModelFormat::Mps)] {
        let error = |bytes: &[u8]| message(read_model(bytes, format, "m", &Limits::none()));
        assert!(error(b"\x1f\x8b\x08\x08rubbish").contains("decompress it first"), "{ending}");
        assert!(error(b"M\0i\0n\0").contains("zero byte"), "{ending}");
    }
    let umlaut = b"Minimize\n obj: x\n\\ f\xfcr alle\nSubject To\n r: x >= 1\nBinaries\n x\nEnd\n";
    let read = |bytes: &[u8]| read_model(bytes, ModelFormat::Lp, "m", &Limits::none());
    assert_eq!(rows(&read(umlaut).expect("a comment may hold anything")), ["r: 1 x >= 1"]);
    let name = b"Minimize\n obj: \xfcx\nEnd\n";
    assert_eq!(refusal(read(name)), ("line 2, column 7".into(), "this is not text in UTF-8".into()));
}

/// The parser asks as well: a line may be long, and a file whole in memory.
#[test]
fn limits_end_the_reading() {
    let interrupt = Interrupt::default();
    interrupt.raise();
    let limits = Limits::none().with_interrupt(interrupt);
    let text = "Minimize\n obj: x\nSubject To\n r: x >= 1\nBinaries\n x\nEnd\n";
    assert_eq!(
        read_model(text.as_bytes(), ModelFormat::Lp, "m", &limits),
        Err(ModelError::Stopped(crate::base::Stop::Interrupted))
    );
    // A node limit is none here.
    assert!(read_model(text.as_bytes(), ModelFormat::Lp, "m", &Limits::none().with_nodes(0)).is_ok());
}
