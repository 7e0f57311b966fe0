//! The program in the place of MibS: called as `BilevelJuMP` and PAO call that one, and read as they read it.

use std::collections::BTreeMap;

use minclue_testkit::{Program, Run, project_text};

use crate::minclue;

/// The graph of `instances/toolkit`: the leader removes one of six vertices, and the value is 3.
fn clique() -> Program {
    let program = minclue();
    for name in ["clique.mps", "clique.aux"] {
        program.write(name, project_text(&format!("instances/toolkit/{name}")));
    }
    program
}

/// What a caller takes from standard output: the value, and the numbers of variables that are not 0.
#[derive(Debug, Default, PartialEq)]
struct Found {
    is_optimal: bool,
    cost: Option<f64>,
    leader: BTreeMap<usize, f64>,
    follower: BTreeMap<usize, f64>,
}

impl Found {
    fn put(&mut self, name: &str, value: &str) {
        let (level, number) = name.trim_end_matches(']').split_once('[').expect("x[0] or y[0]");
        let level = if level == "x" { &mut self.leader } else { &mut self.follower };
        level.insert(number.parse().expect("a number"), value.parse().expect("a value"));
    }
}

/// As `BilevelJuMP` reads: it fails at any word on standard error and at any other exit code than 0, waits for a line that
/// holds `Optimal solution`, and then takes every line of one of its two forms, wherever it stands.
fn as_in_julia(run: &Run) -> Found {
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let mut found = Found::default();
    for line in run.text.lines() {
        if !found.is_optimal {
            found.is_optimal = line.contains("Optimal solution");
        } else if let Some((name, value)) = line.split_once(" = ") {
            match name {
                "Cost" => found.cost = value.parse().ok(),
                _ if name.ends_with(']') => found.put(name, value),
                _ => {}
            }
        }
    }
    found
}

/// As PAO reads: at exit code 0 a line that begins with `Optimal solution:`, the next one for the value, and then a
/// variable a line, in three words, up to one that begins with `Number`.
fn as_in_python(run: &Run) -> Found {
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut found = Found::default();
    let mut lines = run.text.split('\n').map(str::trim).skip_while(|line| !line.starts_with("Optimal solution:"));
    found.is_optimal = lines.next().is_some();
    if found.is_optimal {
        let cost = lines.next().expect("the value");
        found.cost = Some(cost.split('=').nth(1).expect("a number").trim().parse().expect("a number"));
        let mut is_ended = false;
        for line in lines.by_ref() {
            if line.starts_with("Number") {
                is_ended = true;
                break;
            }
            let words: Vec<&str> = line.split(' ').collect();
            let [name, "=", value] = words[..] else { panic!("{line}") };
            found.put(name, value);
        }
        assert!(is_ended, "the loop of PAO ends at this line, and breaks at an empty one");
    }
    found
}

#[test]
fn both_languages_find_value_and_variables() {
    let program = clique();
    let files = ["-Alps_instance", "clique.mps", "-MibS_auxiliaryInfoFile", "clique.aux"];
    for verb in [&[][..], &["bilevel"]] {
        let run = program.run([verb, &files].concat());
        let found = as_in_julia(&run);
        assert_eq!(found, as_in_python(&run));
        // Whatever the leader takes, a clique of three is left; z2, z3 and z4 are numbered from 0.
        let ones = |numbers: &[usize]| numbers.iter().map(|number| (*number, 1.0)).collect::<BTreeMap<usize, f64>>();
        let (leader, follower) = (ones(&[]), ones(&[1, 2, 3]));
        assert_eq!(found, Found { is_optimal: true, cost: Some(3.0), leader, follower });
    }
    assert_eq!(program.names(), ["clique.aux", "clique.mps"], "nothing is left");
}

#[test]
fn parameters_of_other_solvers_are_named_and_passed_over() {
    let program = clique();
    program.write("mibs.par", "MibS_useFractionalCuts 1\n");
    let files = ["-Alps_instance", "clique.mps", "-MibS_auxiliaryInfoFile", "clique.aux"];
    let run = program
        .run([&files[..], &["-MibS_branchStrategy", "1", "-Alps_timeLimit", "60", "-param", "mibs.par"]].concat());
    assert_eq!(
        run.stderr,
        "minclue: ignored, since they are parameters of another solver: -MibS_branchStrategy, -param\n"
    );
    assert_eq!(as_in_python(&run).cost, Some(3.0));
    // An option of our own may stand among them, and names of variables in place of numbers.
    let run = program.run([&files[..], &["--certify", "c.cert", "-MibS_inputFormat", "nameBased"]].concat());
    assert!(
        run.text.starts_with("Optimal solution:\nCost = 3\nz2 = 1\nz3 = 1\nz4 = 1\nNumber of nodes"),
        "{}",
        run.text
    );
    assert_eq!(program.names(), ["c.cert", "clique.aux", "clique.mps", "mibs.par"]);
}

#[test]
fn what_is_wrong_is_no_solution() {
    let program = clique();
    program.write("bad.aux", "N 1\n");
    for (args, code) in [
        (&["-Alps_instance", "clique.mps", "-MibS_auxiliaryInfoFile", "bad.aux"][..], 3),
        (&["-Alps_instance", "none.mps", "-MibS_auxiliaryInfoFile", "clique.aux"], 1),
        (&["-param", "mibs.par"], 2),
        (&["-Alps_instance", "clique.mps", "--no-such-option"], 2),
        (&["-Alps_instance", "clique.mps", "--output", "answer.txt"], 2),
        (&["-Alps_instance", "clique.mps", "-o", "answer.txt"], 2),
    ] {
        let run = program.run(args);
        assert_eq!(run.code, code, "{}", run.stderr);
        assert!(!run.text.contains("solution") && !run.stderr.is_empty(), "{args:?}: {}", run.text);
    }
}
