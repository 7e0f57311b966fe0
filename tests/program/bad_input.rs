//! Bad input of every kind: each has a message that helps and an exit code, and none makes the program panic.
//!
//! The messages are kept whole in `tests/program/snapshots`, one file a theme, to be read by people.

use std::ffi::OsStr;
use std::fmt::Write as _;

use minclue_testkit::{Program, Run};

use crate::minclue;

const FOUR: &str = "1234341221434321";
const NINE: &str = "793645281158792436642183795537418629961327548284956173375864912416239857829571364";
/// Another grid of 9x9.
const FILLED: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Runs cases in one fresh directory and gathers what people see.
struct Theme {
    program: Program,
    seen: String,
    n_cases: usize,
}

impl Theme {
    fn new() -> Self {
        Self { program: minclue(), seen: String::new(), n_cases: 0 }
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        self.program.write(name, content);
    }

    /// One case: what it is about, the arguments, and standard input.
    fn case<A: AsRef<OsStr>>(&mut self, about: &str, args: &[A], stdin: impl AsRef<[u8]>) {
        let Run { code, stderr, .. } = self.program.feed(args, stdin);
        assert!(!stderr.is_empty(), "{about}: no message");
        assert!((1..=5).contains(&code), "{about}: exit code {code}");
        assert!(stderr.chars().all(|c| c == '\n' || !c.is_control()), "{about}: control characters in {stderr:?}");
        let _ = writeln!(self.seen, "## {about}: exit {code}\n{}\n", stderr.trim_end());
        self.n_cases += 1;
    }

    fn solve(&mut self, about: &str, stdin: impl AsRef<[u8]>) {
        self.case(about, &["solve"], stdin);
    }

    fn end(self, name: &str, n_cases: usize) {
        assert_eq!(self.n_cases, n_cases, "a case was lost");
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => true }, {
            insta::assert_snapshot!(name, self.seen);
        });
    }
}

#[test]
fn arguments() {
    let mut t = Theme::new();
    t.case("no verb", &[] as &[&str], "");
    t.case("a verb that is none", &["slove", FOUR], "");
    t.case("a grid where the verb should be", &[FOUR], "");
    t.case("an option that is none", &["solve", "--fast", FOUR], "");
    t.case("an engine that is none", &["solve", "--engine", "quantum", FOUR], "");
    t.case("a format that is none", &["solve", "--format", "xml", FOUR], "");
    t.case("standard input twice", &["solve", "-", "-"], FOUR);
    t.case("verbose and quiet", &["solve", "-v", "-q", FOUR], "");
    t.case("a backend without its source", &["sets", "--source", "region", "--backend", "cbc", FOUR], "");
    t.case("a form without its source", &["sets", "--form", "minimize", FOUR], "");
    t.case("a form that is none", &["sets", "--source", "ilp", "--form", "small", FOUR], "");
    t.case("a journal without its source", &["sets", "--source", "region", "--journal", "j", FOUR], "");
    t.case("a bilevel model without AUX", &["export", "--what", "bilevel", "--to", "lp", FOUR], "");
    t.case("a follower without clues", &["export", "--what", "follower", "--to", "mps", FOUR], "");
    t.case("sets of a model without them", &["export", "--what", "follower", "--max-sets", "5", FOUR], "");
    t.case("parts of the catalog as records", &["catalog", "--find", FOUR, "--format", "json"], "");
    t.case("clues that are not cells", &["export", "--what", "follower", "--to", "mps", "--given", "A1", FOUR], "");
    t.case("a clue outside the grid", &["export", "--what", "follower", "--to", "mps", "--given", "R9C9", FOUR], "");
    t.case("a hypergraph of a model with variables", &["export", "--what", "hpr", "--to", "hgr", FOUR], "");
    t.case("names in a hypergraph", &["export", "--what", "hitting", "--to", "hgr", "--names", "short", FOUR], "");
    t.case(
        "sets for a follower",
        &["export", "--what", "follower", "--to", "lp", "--given", "R1C1", "--from", "x", FOUR],
        "",
    );
    t.case("clauses of a model with sums", &["export", "--what", "hpr", "--to", "wcnf", FOUR], "");
    t.case("a bilevel model in one file", &["export", "--to", "opb", FOUR], "");
    t.case("names in OPB", &["export", "--what", "hpr", "--to", "opb", "--names", "short", FOUR], "");
    t.case("a BOBILib pair of one level", &["export", "--what", "hitting", "--to", "bobilib", FOUR], "");
    t.case("a BOBILib pair with numbers", &["export", "--to", "bobilib", "--aux", "index", FOUR], "");
    t.case("a dialect without AUX", &["export", "--what", "hpr", "--to", "mps", "--aux", "names", FOUR], "");
    t.case(
        "minima of regions for the follower",
        &["export", "--what", "follower", "--region-rows", "parts", "--given", "R1C1", FOUR],
        "",
    );
    t.case("symmetries of the set model", &["export", "--what", "sets", "--size", "4", "--symmetry-rows", FOUR], "");
    t.case("minima of regions in clauses", &["export", "--to", "wcnf", "--region-rows", "lines", FOUR], "");
    t.case("symmetries in a hypergraph", &["export", "--to", "hgr", "--symmetry-rows", FOUR], "");
    t.case("two sizes of sets", &["export", "--what", "sets", "--size", "6", "--max-size", "4", FOUR], "");
    t.case("a dialect that is none", &["export", "--aux", "roman", FOUR], "");
    t.case("regions of another source", &["sets", "--regions", "checker", FOUR], "");
    t.end("arguments", 34);
}

#[test]
fn questions() {
    let mut t = Theme::new();
    t.case("both questions", &["solve", "--at-most", "4", "--at-least", "5", FOUR], "");
    t.case("at least nothing", &["solve", "--at-least", "0", FOUR], "");
    t.case("a number of clues that is none", &["solve", "--at-most", "few", FOUR], "");
    t.case("no thread", &["solve", "--threads", "0", FOUR], "");
    t.case("too many threads", &["solve", "--threads", "100000", FOUR], "");
    t.end("questions", 5);
}

#[test]
fn bilevel_engine() {
    let mut t = Theme::new();
    let mut case = |about: &str, engine: &str, options: &[&str]| {
        t.case(about, &[&["solve", "--engine", engine], options, &[FOUR]].concat(), "");
    };
    case("a leaf without its engine", "native", &["--leaf", "lp"]);
    case("a heuristic without its engine", "native", &["--heuristic", "none"]);
    case("a switch without its engine", "native", &["--no-split"]);
    case("a state without its engine", "native", &["--state", "states"]);
    case("a node log without its engine", "native", &["--log", "log"]);
    case("a cross-check without its engine", "native", &["--cross-check"]);
    case("a cross-check of both engines", "both", &["--cross-check"]);
    case("a program as follower of other leaves", "bilevel", &["--follower", "highs", "--leaf", "auto"]);
    case("a program as follower of the native search", "bilevel", &["--follower", "highs", "--leaf", "native"]);
    case("clues of other leaves", "bilevel", &["--leaf-clues", "5"]);
    case("no clues for a leaf", "bilevel", &["--leaf", "native", "--leaf-clues", "0"]);
    case("a leaf that is none", "bilevel", &["--leaf", "sat"]);
    case("a follower that is none", "bilevel", &["--follower", "gurobi"]);
    case("region rows that are none", "bilevel", &["--region-rows", "boxes"]);
    case("cuts that are none", "bilevel", &["--cuts", "gomory"]);
    case("a branching that is none", "bilevel", &["--branching", "random"]);
    case("a node order that is none", "bilevel", &["--node-order", "breadth"]);
    case("budgets that are none", "bilevel", &["--budgets", "level"]);
    case("a heuristic that is none", "bilevel", &["--heuristic", "tabu"]);
    case("a log in a folder that is not there", "bilevel", &["--log", "missing/log"]);
    case("a memory limit of 0", "bilevel", &["--memory-limit", "0"]);
    t.file("file", "");
    let state = ["solve", "--engine", "bilevel", "--state", "file", FOUR];
    t.case("a state where a file is", &state, "");
    t.end("bilevel_engine", 22);
}

/// With CBC the message is another one, so the two are not in one snapshot.
#[test]
fn cbc_as_follower() {
    let mut t = Theme::new();
    t.case(
        "CBC as follower of other leaves",
        &["solve", "--engine", "bilevel", "--follower", "cbc", "--leaf", "auto", FOUR],
        "",
    );
    t.end(if cfg!(feature = "cbc") { "cbc_as_follower" } else { "cbc_as_follower_without_cbc" }, 1);
}

#[test]
fn enumerations() {
    let mut t = Theme::new();
    t.case("no number of clues", &["enumerate", FOUR], "");
    t.case("a negative number of clues", &["enumerate", "-k", "-1", FOUR], "");
    let mut cells = |about: &str, option: &str, cells: &str| {
        t.case(about, &["enumerate", "-k", "4", option, cells, FOUR], "");
    };
    cells("a name that is none", "--given", "r1c1,x2,r3c3");
    cells("a row 0", "--forbidden", "r1c1, R0C1");
    cells("a column beyond every grid", "--given", "r1c26");
    cells("a name that ends early", "--given", "r1");
    cells("a comma too many", "--given", "r1c1,");
    cells("no cells", "--given", "");
    cells("a mask of no grid", "--forbidden", "x.x.x");
    cells("control codes", "--forbidden", "r1c1,\u{1b}[2J");
    cells("a cell outside the grid", "--given", "r1c1,r2c5");
    cells("the mask of a larger grid", "--forbidden", &"x........".repeat(9));
    cells("the mask of a smaller grid", "--given", "x........");
    let two = format!("four {FOUR}\nnine {NINE}\n");
    t.case("a cell outside one grid of two", &["enumerate", "-q", "-k", "4", "--given", "r9c9"], two);
    t.case("a puzzle with several solutions", &["enumerate", "-k", "4"], "1...............");
    t.end("enumerations", 15);
}

#[test]
fn set_files() {
    let mut t = Theme::new();
    t.file("words", "0 1\nset 2\n");
    t.file("avoidable", "# pairs\n0 2 4 6\n0 1\n");
    t.file("outside", "0 99\n");
    let record = format!(r#"{{"schema":"minclue-sets/1","grid":"{FOUR}","shape":"2x2","sets":[{{"cells":[0,2,4,6],"#);
    t.file("truncated", &record);
    t.file("false-witness", format!(r#"{record}"witness":"2134341212434321"}}]}}"#));
    t.file("no-solution", format!(r#"{record}"witness":"3214143221434322"}}]}}"#));
    t.file("result", r#"{"schema":"minclue-result/1"}"#);
    t.file("program", b"\x80\x02cos\nsystem\n.");
    t.file("cut.cuts", b"\x80\x02]](K\x00K\x00\x86K\x00K\x04\x86ea.");
    t.case("a file that is not there", &["sets", "--from", "missing", FOUR], "");
    for file in ["words", "avoidable", "outside", "truncated", "false-witness", "no-solution", "result", "program"] {
        t.case(file, &["sets", "--from", file, FOUR], "");
    }
    t.case("a cut outside the grid", &["solve", "--from", "cut.cuts"], format!("first {FOUR}\n"));
    t.case("a source too", &["solve", "--from", "words", "--source", "region", FOUR], "");
    t.case("a backend too", &["sets", "--from", "words", "--backend", "highs", FOUR], "");
    t.end("set_files", 12);
}

#[test]
fn limits() {
    let mut t = Theme::new();
    t.case("a time limit of 0", &["solve", "--time-limit", "0", FOUR], "");
    t.case("a negative time limit", &["solve", "--time-limit", "-5", FOUR], "");
    t.case("a time limit with a unit that is none", &["solve", "--time-limit", "1 week", FOUR], "");
    t.case("an endless time limit", &["solve", "--time-limit", "inf", FOUR], "");
    t.case("a time limit that is not a number", &["solve", "--time-limit", "nan", FOUR], "");
    t.case("a node limit of 0", &["solve", "--node-limit", "0", FOUR], "");
    t.case("a seed that is not a number", &["solve", "--seed", "-1", FOUR], "");
    t.end("limits", 7);
}

#[test]
fn shapes() {
    let mut t = Theme::new();
    t.case("one number", &["solve", "--shape", "9", FOUR], "");
    t.case("too large", &["solve", "--shape", "6x5", FOUR], "");
    t.case("of nothing", &["solve", "--shape", "0x0", FOUR], "");
    t.case("beyond every number", &["solve", "--shape", "999x999", FOUR], "");
    t.case("another one than the grid's", &["solve", "--shape", "3x3", FOUR], "");
    t.case("not the boxes of this grid", &["solve", "--shape", "1x4", "1234341221434312"], "");
    t.case("a word with a shape", &["solve", "--shape", "1x2", "data"], "");
    t.case("a wrong cell with a shape", &["solve", "--shape", "1x2", "122z"], "");
    t.solve("five rows without a shape", "1234551234451233451223451");
    t.end("shapes", 9);
}

#[test]
fn files() {
    let mut t = Theme::new();
    t.file("empty.txt", "");
    t.file("comments.txt", "# nothing\n\n# but this\n");
    std::fs::create_dir(t.program.folder().join("folder")).expect("a folder");
    t.case("a file that is not there", &["solve", "missing.txt"], "");
    t.case("a directory", &["solve", "folder"], "");
    t.case("an empty file", &["solve", "empty.txt"], "");
    t.case("a file of comments", &["solve", "comments.txt"], "");
    t.file("list.txt.gz", b"\x1f\x8b\x08\x08\x13\x2a\x00\x03list.txt\x00\x33\x34\x32\n\x05\x00");
    t.file("list.zip", b"PK\x03\x04\x14\x00\x00\x00\x08\x00");
    t.file("grid.cert", b"\x28\xb5\x2f\xfd\x04\x58\x01");
    t.case("a gzip file", &["solve", "list.txt.gz"], "");
    t.case("a zip archive", &["solve", "list.zip"], "");
    t.case("a certificate", &["solve", "grid.cert"], "");
    t.case("empty standard input", &["solve", "-"], "");
    t.case("an empty argument", &["solve", ""], "");
    t.case("a name that would steer the terminal", &["solve", "\u{1b}[2Jmissing"], "");
    t.end("files", 10);
}

#[test]
fn journals() {
    let mut t = Theme::new();
    let run = r#""backend":"highs","form":"sizes","parts":true"#;
    let head = format!(r#"{{"schema":"minclue-journal/1","grid":"{FOUR}","shape":"2x2",{run}}}"#);
    let solve = r#"{"m":1,"part":0,"seconds":0.1,"simplex_iterations":0,"nodes":0}"#;
    let sets = |journal: &'static str| ["sets", "--source", "ilp", "--max-size", "1", "--journal", journal, FOUR];
    t.file("grid.txt", format!("{FOUR}\n"));
    t.case("a file that is not a journal", &sets("grid.txt"), "");
    t.file("new", format!("{}\n", head.replace("journal/1", "journal/2")));
    t.case("a layout of another version", &sets("new"), "");
    t.file("grid", format!("{}\n", head.replace(FOUR, "1234341243212143")));
    t.case("the journal of another grid", &sets("grid"), "");
    t.file("boxes", format!("{}\n", head.replace("2x2", "1x4")));
    t.case("the journal of another shape", &sets("boxes"), "");
    t.file("backend", format!("{}\n", head.replace("highs", "cbc")));
    t.case("the journal of another backend", &sets("backend"), "");
    t.file("form", format!("{}\n", head.replace("sizes", "minimize")));
    t.case("the journal of another form", &sets("form"), "");
    t.file("whole", format!("{}\n", head.replace(r#","parts":true"#, "")));
    t.case("the journal of programs that were not cut", &sets("whole"), "");
    t.file("torn", format!("{head}\n{}\n{solve}\n", &solve[..20]));
    t.case("a piece of a line in the middle", &sets("torn"), "");
    t.file("twice", format!("{head}\n{solve}\n{solve}\n"));
    t.case("a solve twice", &sets("twice"), "");
    let set = r#"{"m":1,"size":1,"cells":[0],"witness":"2134341212434321","seconds":0.1}"#;
    t.file("set", format!("{head}\n{set}\n"));
    t.case("a set that its witness does not prove", &sets("set"), "");
    t.file("bytes", [head.as_bytes(), b"\n\xff\xfe\n".as_slice()].concat());
    t.case("bytes that are not text", &sets("bytes"), "");
    std::fs::create_dir(t.program.folder().join("folder")).expect("a folder");
    t.case("a directory", &sets("folder"), "");
    t.case("a folder that is not there", &sets("missing/journal"), "");
    let two = ["sets", "--source", "ilp", "--max-size", "1", "--journal", "two"];
    t.case("two grids", &two, format!("{FOUR}\n1234341243212143\n"));
    t.end("journals", 14);
}

#[test]
fn grids() {
    let mut t = Theme::new();
    t.solve("one cell too few", &NINE[..80]);
    t.solve("one cell too many", format!("{NINE}1"));
    t.solve("twice in a row", NINE.replacen("79", "77", 1));
    t.solve("twice in a column", format!("{}7{}", &NINE[..9], ".".repeat(71)));
    t.solve("twice in a box", format!("7.........7{}", ".".repeat(70)));
    t.solve("a letter", NINE.replacen('5', "z", 1));
    t.solve("a digit beyond the size", "123456".to_owned() + &"......".repeat(4) + "....7.");
    t.solve("two grids in a line", format!("{NINE} {}", &FILLED));
    t.solve("two puzzles in a line", format!("one .{},..{}", &NINE[1..], &NINE[2..]));
    let three_is_four = format!("puzzle,solution\n..4{},{NINE}\n", ".".repeat(78));
    t.solve("a solution that contradicts its puzzle", three_is_four);
    t.solve("a solution that breaks the rules", format!("..{},77{}", &NINE[2..], &NINE[2..]));
    t.solve("a broken puzzle before its solution", format!("{},{NINE}", &NINE[1..]));
    t.solve("a broken puzzle after a number", format!("7 {}", &NINE[1..]));
    t.solve("words", "these are my favorite ones\nand here is nothing else that could be read\n");
    t.case("a bad grid as argument", &["solve", &NINE[..78]], "");
    t.case("a wrong character in an argument", &["solve", &NINE.replace('5', "?")], "");
    t.case(
        "on line 3 of a file among good ones",
        &["check", "--format", "jsonl"],
        format!("{NINE}\n{FOUR}\nab {}\n", &NINE[..80]),
    );
    t.end("grids", 17);
}

#[test]
fn puzzles() {
    let mut t = Theme::new();
    t.solve("no solution", "none 123........4....");
    t.solve("several solutions", "1...............");
    t.case("several solutions, for sets", &["sets", "1..............."], "");
    t.case("an incomplete grid to compare with", &["check", "--grid", "123.341221434321", FOUR], "");
    t.case("a wrong grid to compare with", &["check", "--grid", "1134341221434321", FOUR], "");
    t.case("a grid of another size to compare with", &["check", "--grid", NINE, FOUR], "");
    t.end("puzzles", 6);
}

#[test]
fn making() {
    let mut t = Theme::new();
    t.file("puzzles.txt", "1234341221434321\n12z4............\n");
    t.case("a range that is none", &["generate", "--clues", "few"], "");
    t.case("an empty range", &["generate", "--clues", "30..20"], "");
    t.case("a density above 1", &["generate", "--density", "1.5"], "");
    t.case("validity of what is valid anyway", &["generate", "--valid"], "");
    t.case("a pattern of a density", &["generate", "--density", "0.5", "--symmetry", "full"], "");
    t.case("whole grids with few clues", &["generate", "--grids", "--clues", "20"], "");
    t.case("no puzzles", &["generate", "-n", "0"], "");
    t.case("grids from a puzzle with several solutions", &["generate", "--from", "1234............"], "");
    t.case("grids from a file that is not there", &["generate", "--from", "nothing.txt"], "");
    t.case("a wrong line among grids", &["generate", "--from", "puzzles.txt", "-q"], "");
    t.case("a grid where there is no input", &["generate", FOUR], "");
    t.case("no clue taken away or put in", &["neighbors", "--remove", "0", "--add", "0", FOUR], "");
    t.case("half of an exchange", &["neighbors", "--remove", "1", FOUR], "");
    t.case(
        "known puzzles that are none",
        &["neighbors", "--remove", "1", "--add", "1", "--known", "puzzles.txt", FOUR],
        "",
    );
    t.case(
        "known puzzles that are not there",
        &["neighbors", "--remove", "1", "--add", "1", "--known", "no.txt", FOUR],
        "",
    );
    t.case("no puzzle to compare with", &["canon", "--same-as", "", FOUR], "");
    t.case("a comparison with a wrong puzzle", &["canon", "--same-as", "1234341221434322", FOUR], "");
    t.case("the grid of several", &["canon", "--grids", "1234............"], "");
    t.case("the grid of several to compare with", &["canon", "--grids", "--same-as", "1234............", FOUR], "");
    t.case("a minimal puzzle of several", &["minimize", "1234............"], "");
    t.case("no solver", &["classic"], "");
    t.case("all and some solutions", &["classic", "fill", "--all", "--max-solutions", "3", FOUR], "");
    t.case("a strategy that is none", &["classic", "search", "--strategies", "fc,dlx", FOUR], "");
    t.case("a table where there is none", &["show", "--format", "csv", FOUR], "");
    t.case("a wrong puzzle to rate", &["rate", "1134............"], "");
    t.case("a number of clues that is none", &["neighbors", "--remove", "-1", "--add", "1", FOUR], "");
    t.case(
        "numbers of clues that sum to 0 in 64 bits",
        &["neighbors", "--remove", "9223372036854775808", "--add", "9223372036854775808", ".1"],
        "",
    );
    t.case("puzzles beyond the last number", &["generate", "--first", "18446744073709551615", "-n", "3"], "");
    t.case("more clues than cells", &["generate", "-k", "90"], "");
    t.case("fewer clues than any puzzle has", &["generate", "-k", "5"], "");
    t.case("fewer clues than any puzzle of 4x4 has", &["generate", "-k", "..3", "--shape", "2x2"], "");
    t.case("no grids to generate from", &["generate", "--from", "-"], "");
    t.case("a table of solutions", &["classic", "fill", "--list", "--format", "csv", FOUR], "");
    t.case("equal chances of grids that are too large", &["generate", "--grids", "--uniform", "--shape", "3x4"], "");
    t.case("equal chances of what is changed", &["generate", "--fill", "uniform", "--pattern", "r1c1"], "");
    t.case("a catalog of grids that are too large", &["catalog", "--shape", "2x4"], "");
    t.case("a band that there is not", &["catalog", "417"], "");
    t.case("a part that is not one", &["catalog", "17.5"], "");
    t.case("more prefixes than a band has", &["catalog", "1.0.3000000"], "");
    t.case("numbers as pictures", &["catalog", "--count", "--format", "svg", "416"], "");
    t.end("making", 40);
}

#[test]
fn blocks() {
    let mut t = Theme::new();
    t.solve("a short row", "1234\n3412\n214\n4321\n");
    t.solve("a long row", "1234\n34125\n2143\n4321\n");
    t.solve("a row too few", "1234\n3412\n2143\n");
    t.solve("a clash", "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 1 2\n");
    t.solve("a wrong character", "12 34\n34 12\n21 4?\n43 21\n");
    t.solve("blanks for empty cells", "5 3     7\n6     1 9 5\n");
    t.solve("a Latin square", "12345\n23451\n34512\n45123\n51234\n");
    let six = "123456\n456123\n231564\n564231\n312645\n645312\n";
    t.case("rows of another shape", &["solve", "--shape", "3x3"], six);
    t.solve("pencil marks", "| 12 3 45 | 6 7 89 | 1 2 34 |\n".repeat(9));
    t.end("blocks", 9);
}

#[test]
fn encodings() {
    let mut t = Theme::new();
    t.solve("bytes that are not text", [b"1234\xff\xfe412214".as_slice(), b"\n"].concat());
    t.solve("UTF-16", FOUR.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
    t.solve("full-width digits", "１２３４３４１２２１４３４３２１");
    t.solve("a terminal's control codes", format!("\u{1b}[31m{NINE}\u{1b}[0m"));
    t.solve("a line without end", "1".repeat(1 << 20));
    t.solve("bytes of a program", b"\x7fELF\x02\x01\x01\x00\x90\xfe\xc3\x07\x08\x1b\xe8\xff".repeat(20));
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        t.case("an argument that is not text", &[OsStr::new("solve"), OsStr::from_bytes(b"gr\xffd")], "");
    }
    #[cfg(unix)]
    t.end("encodings", 7);
}

#[test]
fn fewest_clues() {
    let mut theme = Theme::new();
    let lp = "Minimize\n obj: a + b + c\nSubject To\n e1: a + b >= 1\n e2: b + c >= 1\n e3: a + c >= 1\n";
    theme.file("good.lp", format!("{lp}Binaries\n a b c\nEnd\n"));
    theme.file("continuous.lp", format!("{lp}Binaries\n a b\nEnd\n"));
    theme.file("integer.lp", format!("{lp}Bounds\n c <= 7\nGenerals\n c\nBinaries\n a b\nEnd\n"));
    theme.file("fraction.lp", format!("{lp} r: 0.00000000001 a + b >= 0\nBinaries\n a b c\nEnd\n"));
    theme.file("no-model.lp", "this is not a model");
    theme.file("model.txt", lp);
    theme.file("good.sol", "a 1\nb 1\n");
    theme.file("violates.sol", "a 1\n");
    theme.file("unknown.sol", "a 1\nbb 1\n");
    theme.file("half.sol", "a 1\nb 0.5\n");
    theme.file("infeasible.sol", "solution status: infeasible\n");
    theme.file("empty.sol", "");
    theme.file("latin.txt", "latin a\n12\n21\n");
    let mut model = |about: &str, model: &str, solution: &str, more: &[&str]| {
        theme.case(about, &[&["fcp", "--model", model, "--solution", solution], more].concat(), "");
    };
    model("a model without binaries", "continuous.lp", "good.sol", &[]);
    model("an integer variable", "integer.lp", "good.sol", &[]);
    model("a tiny coefficient", "fraction.lp", "good.sol", &[]);
    model("no model", "no-model.lp", "good.sol", &[]);
    model("another ending", "model.txt", "good.sol", &[]);
    model("no such model", "missing.lp", "good.sol", &[]);
    model("no such solution", "good.lp", "missing.sol", &[]);
    model("a solution that violates a row", "good.lp", "violates.sol", &[]);
    model("a name that the model has not", "good.lp", "unknown.sol", &[]);
    model("a fraction as a value", "good.lp", "half.sol", &[]);
    model("an infeasible model", "good.lp", "infeasible.sol", &[]);
    model("no solution in the file", "good.lp", "empty.sol", &[]);
    model("clues that do not suffice", "good.lp", "good.sol", &[]);
    model("clues that there are not", "good.lp", "good.sol", &["--clue-vars", "x_*"]);
    model("clues that are 0", "good.lp", "good.sol", &["--clue-vars", "c"]);
    model("shown variables that there are not", "good.lp", "good.sol", &["--shown", "a,,b"]);
    model("a check of no clue", "good.lp", "good.sol", &["--check", "c"]);
    theme.case("a model without a solution", &["fcp", "--model", "good.lp"], "");
    theme.case("a model and a file", &["fcp", "latin.txt", "--model", "good.lp", "--solution", "good.sol"], "");
    theme.case("no such file", &["fcp", "missing.txt"], "");
    theme.case("a grid in place of a file", &["fcp", FOUR], "");
    theme.case("nothing", &["fcp"], "");
    theme.case("an unknown puzzle", &["fcp"], "lattin a\n12\n21\n");
    theme.case("a symbol twice in a row", &["fcp"], "latin a\n11\n22\n");
    theme.case("a modifier with another spelling", &["fcp"], "sudoku antiknight four\n1234\n3412\n4321\n2143\n");
    theme.case("a puzzle whose only clue does not suffice", &["fcp"], "minesweeper four\n****\n*.**\n****\n****\n");
    theme.case("a puzzle whose clues do not suffice", &["fcp"], "kakuro-sums two\n1357\n2498\n");
    theme.case("a model in place of puzzles", &["fcp", "good.lp"], "");
    theme.case("two tasks", &["fcp", "latin.txt", "--sets", "--enumerate", "2"], "");
    theme.case("a certificate of no minimum", &["fcp", "latin.txt", "--sets", "--certify", "x"], "");
    theme.case("a state", &["fcp", "latin.txt", "--engine", "bilevel", "--state", "x"], "");
    theme.case("bilevel options", &["fcp", "latin.txt", "--engine", "native", "--no-split"], "");
    theme.case("a follower's model without clues", &["fcp", "latin.txt", "--export", "m", "--what", "follower"], "");
    theme.case("one file for two levels", &["fcp", "latin.txt", "--export", "m", "--to", "lp"], "");
    theme.case("a size without the model", &["fcp", "latin.txt", "--export", "m", "--size", "4"], "");
    theme.end("fewest_clues", 35);
}
