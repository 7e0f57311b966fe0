//! Small files on which a verb was once wrong, one for each reason.

use std::io::Write as _;
use std::process::Stdio;

use minclue_testkit::{Program, Run};
use serde_json::json;

use crate::minclue;

#[track_caller]
fn says(run: &Run, code: i32, what: &str) {
    let text: String = run.stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
    assert!(run.code == code && text.contains(what), "{}: {}", run.code, run.stderr);
}

fn bilevel(program: &Program, args: &[&str]) -> Run {
    program.run([&["bilevel", "--format", "jsonl"], args].concat())
}

/// The first answer is worth 100, and the leader's row forbids the one item that prevents it: one row says so. Without
/// it, the tree once had a node for each choice of the 38 others.
#[test]
fn a_row_that_no_choice_can_meet_ends_the_search() {
    let program = minclue();
    let n = 40;
    let worth = |i: usize| if i == 0 { 100 } else { 1 };
    let list = |line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    program.write(
        "b.mps",
        format!(
            "NAME b\nROWS\n N obj\n L keep\n L most\n{}COLUMNS\n{}{}RHS\n r most 50\n{}BOUNDS\n{}{}ENDATA\n",
            list(&|i| format!(" L l{i}\n")),
            list(&|i| format!(" x{i} obj 1 l{i} 1\n{}", if i < 2 { format!(" x{i} keep 1\n") } else { String::new() })),
            list(&|i| format!(" z{i} most {} l{i} 1\n", worth(i))),
            list(&|i| format!(" r l{i} 1\n")),
            list(&|i| format!(" BV b x{i}\n")),
            list(&|i| format!(" BV b z{i}\n")),
        ),
    );
    program.write(
        "b.aux",
        format!(
            "N {n}\nM {n}\n{}{}{}OS 1\n",
            list(&|i| format!("LC {}\n", n + i)),
            list(&|i| format!("LR {}\n", 2 + i)),
            list(&|i| format!("LO -{}\n", worth(i))),
        ),
    );
    says(&bilevel(&program, &["--node-limit", "100", "b.mps"]), 3, "no choice that keeps the rows is enough");
}

#[test]
fn more_to_choose_from_than_cells_is_refused() {
    let program = minclue();
    let file = |n: usize, price: &str| {
        let (ones, prices) = ("1 ".repeat(n), price.repeat(n));
        format!("{n}\n2\n1\n{ones}\n{prices}\n{ones}\n")
    };
    program.write("a.ki", file(641, "1 "));
    says(&bilevel(&program, &["a.ki"]), 3, "the leader chooses from 641 cells; there may be at most 640");
    // Prices that differ make two cells of each item.
    program.write("b.ki", file(322, "1 2 "));
    assert_eq!(bilevel(&program, &["b.ki"]).code, 3);
    program.write("c.ki", file(640, "1 "));
    let run = bilevel(&program, &["--time-limit", "300ms", "c.ki"]);
    assert!([0, 4].contains(&run.code), "{}: {}", run.code, run.stderr);
}

/// The leader can take both or none of x1 and x2, and has one: so z1 is always left. What was written about a higher
/// target on the way proves nothing about the value.
#[test]
fn a_certificate_of_a_higher_target_is_not_left_behind() {
    let program = minclue();
    program.write(
        "e.mps",
        "NAME e\nROWS\n N obj\n L bud\n E eq\n L one\n L l1\n L l2\nCOLUMNS\n x1 bud 1 eq 1\n x1 l1 1\n x2 bud 1 eq -1\n x2 \
         l2 1\n z1 obj 5 one 1\n z2 obj 3 one 1\n z2 l1 1 l2 1\nRHS\n r bud 1 one 1\n r l1 1 l2 1\nBOUNDS\n BV b x1\n BV b \
         x2\n BV b z1\n BV b z2\nENDATA\n",
    );
    program.write("e.aux", "N 2\nM 3\nLC 2\nLC 3\nLR 2\nLR 3\nLR 4\nLO 5\nLO 3\nOS -1\n");
    for engine in ["cuts", "native", "bilevel"] {
        let record = bilevel(&program, &["--engine", engine, "--certify", "e.cert", "e.mps"]).record();
        assert_eq!(record["optimum"], 5, "{engine}");
        assert!(!program.path("e.cert").exists(), "{engine}: there is no lower bound to prove");
        let upper = ["verify", "e.cert.upper", "--bilevel", "e.mps", "--target", "6"];
        assert_eq!(program.run(upper).code, 0, "{engine}");
    }
}

/// What was read by the time limit is a part of the weights, and its least weight is that of another question.
#[test]
fn weights_that_do_not_come_in_time_are_no_question() {
    let program = minclue();
    program.write("h.hgr", "p hs 3 2\n1 2\n2 3\n");
    program.write("e.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    for input in [&["solve", "--hypergraph", "h.hgr"][..], &["explain", "e.cnf"]] {
        let args = [input, &["--weights", "-", "--time-limit", "200ms"]].concat();
        let mut child = program.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("piped");
        writeln!(stdin, "1 5").expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        drop(stdin);
        assert_eq!(output.status.code(), Some(4), "{input:?}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("minimum"), "{input:?}");
    }
}

#[test]
fn sets_that_are_not_all_there_make_no_model() {
    let program = minclue();
    let rows: String =
        (0..7).map(|r| (0..7).map(|c| ((r + c) % 7 + 1).to_string()).collect::<String>() + "\n").collect();
    program.write("latin.txt", format!("latin\n{rows}"));
    let export = ["puzzle", "latin.txt", "--export", "m", "--what", "hitting", "--to", "hgr", "--time-limit", "1ms"];
    let run = program.run(export);
    assert_eq!((run.code, program.path("m.hgr").exists()), (4, false), "{}", run.stderr);
}

#[test]
fn nobody_has_to_hear_a_verdict() {
    let program = minclue();
    assert_eq!(program.run(["solve", "-q", "--certify", "a.cert", "1234341221434321"]).code, 0);
    let certificate = std::fs::read(program.path("a.cert")).expect("a certificate");
    for (content, code) in [(&certificate[..], 0), (&certificate[..100], 5)] {
        let mut command = program.command(["verify", "-"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("runs");
        drop(child.stdout.take());
        child.stdin.take().expect("piped").write_all(content).expect("it reads");
        assert_eq!(child.wait().expect("it ends").code(), Some(code));
    }
}

/// `--engine` was once not heard by `puzzle --enumerate`.
#[test]
fn puzzles_are_enumerated_by_the_engine_that_is_asked() {
    let program = minclue();
    program.write("latin.txt", "latin\n123\n231\n312\n");
    let listed = |engine: &str| {
        let args = ["puzzle", "latin.txt", "--enumerate", "2", "--format", "jsonl", "--engine", engine];
        let mut records = program.run(args).records();
        let end = records.pop().expect("the end");
        let mut found: Vec<String> = records.iter().map(|record| record["puzzle"].to_string()).collect();
        found.sort_unstable();
        (end["engine"].clone(), found)
    };
    let (native, published) = (listed("native"), listed("v3"));
    assert_eq!((&native.0, &published.0), (&json!("native"), &json!("dmus-basic/sets=320/order=overlap")));
    assert_eq!(native.1, published.1);
    assert!(!native.1.is_empty());
    let run = program.run(["puzzle", "latin.txt", "--enumerate", "2", "--engine", "bilevel"]);
    says(&run, 2, "not by the bilevel engine");
}

#[test]
fn a_folder_of_man_pages_that_cannot_be_written_is_named() {
    let program = minclue();
    program.write("pages", "a file");
    says(&program.run(["man", "pages"]), 1, "DIR pages: this cannot be written");
}
