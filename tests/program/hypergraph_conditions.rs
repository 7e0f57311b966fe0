//! Vertices that must be taken and vertices that must not, beside rows and weights: a condition on the whole problem,
//! not on its hyperedges alone.

use minclue_testkit::{Program, Run};

use crate::minclue;

/// An LP file of rows over these variables.
fn rows(rows: &str, variables: &str) -> String {
    format!("Minimize\n obj: 0 x1\nSubject To\n {rows}\nBinary\n {variables}\nEnd\n")
}

fn folder() -> Program {
    let program = minclue();
    program.write("one.hgr", "p hs 2 1\n1\n");
    program.write("with.lp", rows("c: x1 - x2 <= 0", "x1 x2"));
    program.write("three.hgr", "p hs 3 1\n3\n");
    program.write("some.lp", rows("c: x1 + x2 >= 1", "x1 x2"));
    program.write("w.txt", "1 5\n2 1\n3 1\n");
    program
}

const ENGINES: [&[&str]; 4] = [&[], &["--engine", "native"], &["--engine", "bilevel"], &["--engine", "both"]];

fn solve(program: &Program, args: &[&str]) -> Run {
    program.run(["solve", "--format", "jsonl", "--hypergraph"].iter().chain(args))
}

fn leader(run: &Run) -> Vec<String> {
    let record = run.record();
    let names = record["leader"].as_array().unwrap_or_else(|| panic!("{record}"));
    names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

#[test]
fn a_row_does_not_take_a_forbidden_vertex() {
    let program = folder();
    for engine in ENGINES {
        let none = solve(&program, &[&["one.hgr", "--rows", "with.lp", "--forbidden", "2"], engine].concat());
        assert_eq!(none.code, 3, "{engine:?}: {}", none.text);
        let weighted = [&["three.hgr", "--rows", "some.lp", "--weights", "w.txt", "--forbidden", "2"], engine].concat();
        let run = solve(&program, &weighted);
        assert_eq!((run.code, leader(&run)), (0, vec!["1".to_owned(), "3".to_owned()]), "{engine:?}");
        assert_eq!(run.record()["optimum"], 6, "{engine:?}");
        // Without the condition the vertex is the cheaper one.
        let free = solve(&program, &[&["three.hgr", "--rows", "some.lp", "--weights", "w.txt"], engine].concat());
        assert_eq!((leader(&free), free.record()["optimum"].as_i64()), (vec!["2".to_owned(), "3".to_owned()], Some(2)));
    }
}

#[test]
fn a_given_vertex_in_no_hyperedge_is_taken_with_rows_and_without() {
    let program = folder();
    program.write("not.lp", rows("c: x1 + x2 <= 1", "x1 x2"));
    for engine in ENGINES {
        let plain = solve(&program, &[&["three.hgr", "--given", "1"], engine].concat());
        assert_eq!((plain.code, &plain.record()["puzzle"]), (0, &"1 3".into()), "{engine:?}");
        let run = solve(&program, &[&["three.hgr", "--rows", "not.lp", "--given", "2"], engine].concat());
        assert_eq!((run.code, leader(&run)), (0, vec!["2".to_owned(), "3".to_owned()]), "{engine:?}");
        let both = solve(&program, &[&["three.hgr", "--rows", "not.lp", "--given", "1,2"], engine].concat());
        assert_eq!(both.code, 3, "{engine:?}: {}", both.text);
        let clash =
            solve(&program, &[&["three.hgr", "--rows", "not.lp", "--given", "1", "--forbidden", "1"], engine].concat());
        assert!(clash.code == 3 && clash.stderr.contains("both given and forbidden"), "{engine:?}: {}", clash.stderr);
    }
    let empty = solve(&program, &["three.hgr", "--rows", "some.lp", "--forbidden", "3"]);
    assert!(empty.code == 3 && empty.stderr.contains("nothing hits it"), "{}", empty.stderr);
}

#[test]
fn certificates_carry_the_conditions() {
    let program = folder();
    let question = ["three.hgr", "--rows", "some.lp", "--weights", "w.txt"];
    let run = solve(&program, &[&question[..], &["--forbidden", "2", "--certify", "c"]].concat());
    assert_eq!(run.record()["certified"], true, "{}", run.text);
    let verify = |file: &str, cost: &str, more: &[&str]| -> i32 {
        let about = ["--hypergraph", "three.hgr", "--rows", "some.lp", "--weights", "w.txt"];
        program.run(["verify", file, "--cost", cost].iter().chain(&about).chain(more)).code
    };
    assert_eq!(verify("c", "5", &["--forbidden", "2"]), 0);
    assert_eq!(verify("c.upper", "6", &["--forbidden", "2"]), 0);
    for other in [&[][..], &["--forbidden", "1"], &["--given", "1"], &["--forbidden", "2", "--given", "1"]] {
        assert_eq!(verify("c", "5", other), 5, "{other:?}");
        assert_eq!(verify("c.upper", "6", other), 5, "{other:?}");
    }
    // A certificate of the question without the condition is none with it.
    assert_eq!(solve(&program, &[&question[..], &["--certify", "free"]].concat()).record()["optimum"], 2);
    assert_eq!(verify("free", "1", &[]), 0);
    for (file, cost) in [("free", "1"), ("free.upper", "2")] {
        assert_eq!(verify(file, cost, &["--forbidden", "2"]), 5, "{file}");
    }
}

#[test]
fn a_choice_that_a_limit_leaves_has_no_forbidden_vertex() {
    let program = minclue();
    // Blocks of a plane and of its images, too many to be done within a millisecond.
    let edges: Vec<String> = (1..=400_usize)
        .map(|i| {
            (0..9).map(|j| ((i * (j * j + 3 * j + 1) + j * 37) % 200 + 1).to_string()).collect::<Vec<_>>().join(" ")
        })
        .collect();
    program.write("large.hgr", format!("p hs 200 {}\n{}\n", edges.len(), edges.join("\n")));
    let weights: String = (1..=200).map(|vertex| format!("{vertex} {}\n", vertex % 2 + 1)).collect();
    program.write("large.txt", weights);
    for more in [&[][..], &["--engine", "bilevel"], &["--weights", "large.txt"]] {
        for time in ["1ms", "20ms"] {
            let args = ["large.hgr", "--forbidden", "1,2,3,4,5", "--given", "6", "--time-limit", time];
            let run = solve(&program, &[&args[..], more].concat());
            // Where the limit came before the files were read, there is none.
            let Some(record) = run.records().pop() else { continue };
            let Some(clues) = record["clues"].as_array() else { continue };
            let has = |vertex: &str| clues.iter().any(|clue| clue == vertex);
            assert!(has("6"), "{more:?} {time}: {record}");
            assert!(!["1", "2", "3", "4", "5"].iter().any(|vertex| has(vertex)), "{more:?} {time}: {record}");
        }
    }
}

#[test]
fn forbidden_vertices_go_with_weights_alone_and_their_certificates() {
    let program = folder();
    program.write("pairs.hgr", "p hs 4 2\n1 2\n2 3 4\n");
    program.write("two.txt", "2 1\n1 3\n3 2\n4 2\n");
    let args = ["pairs.hgr", "--weights", "two.txt", "--forbidden", "2", "--certify", "c"];
    let record = solve(&program, &args).record();
    assert_eq!((&record["minimum"], &record["certified"]), (&5.into(), &true.into()), "{record}");
    let verify = |more: &[&str]| -> i32 {
        program.run(["verify", "c", "--hypergraph", "pairs.hgr", "--weights", "two.txt"].iter().chain(more)).code
    };
    assert_eq!(verify(&["--forbidden", "2"]), 0);
    assert_eq!(verify(&[]), 5);
    assert_eq!(verify(&["--forbidden", "3"]), 5);
    let plain = solve(&program, &["pairs.hgr", "--forbidden", "2", "--given", "4", "--certify", "p"]).record();
    assert_eq!((&plain["puzzle"], &plain["certified"]), (&"1 4".into(), &true.into()), "{plain}");
    let about = ["verify", "p", "--hypergraph", "pairs.hgr", "--forbidden", "2"];
    assert_eq!(program.run(about.iter().chain(&["--given", "4"])).code, 0);
    assert_eq!(program.run(about).code, 5);
}

#[test]
fn two_spellings_of_one_name_in_a_row_are_one_thing() {
    let program = minclue();
    program.write("grid.txt", "1234341221434321");
    let rows = |row: &str| format!("Minimize\n obj:\nSubject To\n {row}\nBinary\n R1C1 r1c1\nEnd\n");
    program.write("twice.lp", rows("c: R1C1 + r1c1 >= 2"));
    program.write("never.lp", rows("c: R1C1 - r1c1 >= 1"));
    for engine in ENGINES {
        let args = [&["solve", "--format", "jsonl", "grid.txt", "--rows", "twice.lp"], engine].concat();
        let run = program.run(args);
        assert!(leader(&run).contains(&"R1C1".to_owned()), "{engine:?}: {}", run.text);
        let never = program.run([&["solve", "-q", "grid.txt", "--rows", "never.lp"], engine].concat());
        assert_eq!(never.code, 3, "{engine:?}: {}", never.text);
    }
}
