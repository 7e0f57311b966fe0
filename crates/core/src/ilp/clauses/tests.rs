//! Small files of each format, and what is refused.

use super::*;
use crate::ilp::{BinaryModel, ModelError, ModelFormat, Read, VarId, read_model};

fn set(text: &str, format: ClauseFormat) -> Result<ClauseSet, ModelError> {
    read_clauses(text.as_bytes(), format, &Limits::none())
}

fn model(text: &str, format: ClauseFormat) -> Result<Read, ModelError> {
    read_model(text.as_bytes(), ModelFormat::Clauses(format), "clauses", &Limits::none())
}

/// The place or the line, and the reason.
fn refusal(text: &str, format: ClauseFormat) -> String {
    model(text, format).expect_err("a refusal").to_string()
}

fn literals(clauses: &[Clause]) -> Vec<Vec<i32>> {
    clauses.iter().map(|clause| clause.literals.clone()).collect()
}

/// The points of a model, by the values of its variables.
fn points(model: &BinaryModel) -> Vec<Vec<bool>> {
    let n = model.n_vars();
    let all = (0..1_u32 << n).map(|point| (0..n).map(|i| point >> i & 1 == 1).collect::<Vec<bool>>());
    all.filter(|point| model.violated_row(point).is_none()).collect()
}

#[test]
fn clauses_go_on_over_lines() {
    let text = "c a comment\np cnf 4 3\n1 -2\n c between\n 0 3 0 -1\n\n4 0\n";
    let found = set(text, ClauseFormat::Cnf).expect("clauses");
    assert_eq!(literals(&found.hard), [vec![1, -2], vec![3], vec![-1, 4]]);
    assert_eq!(found.hard.iter().map(|clause| clause.line).collect::<Vec<_>>(), [3, 5, 5]);
    assert_eq!((found.n_vars, found.groups.len()), (4, 0));
    // SATLIB ends its files so.
    assert!(set("p cnf 1 1\n1 0\n%\n0\n", ClauseFormat::Cnf).is_ok());
    assert!(set("p cnf 2 1\n0\n", ClauseFormat::Cnf).is_ok());
}

#[test]
fn weights_say_what_is_soft_in_both_forms() {
    let wanted = |text: &str| {
        let found = set(text, ClauseFormat::Wcnf).expect("clauses");
        let soft = found.groups.iter().map(|g| (g.number, g.weight, g.clauses[0].literals.clone()));
        (literals(&found.hard), soft.collect::<Vec<_>>())
    };
    let both = (vec![vec![1, 2]], vec![(1, 3, vec![-1]), (2, 1, vec![-2])]);
    assert_eq!(wanted("p wcnf 2 3 10\n3 -1 0\n10 1 2 0\n1 -2 0\n"), both);
    assert_eq!(wanted("c 2022\n3 -1 0\nh 1 2 0\n1 -2 0\n"), both);
    // Without a top, all are soft.
    assert_eq!(wanted("p wcnf 2 1\n10 1 2 0\n"), (vec![], vec![(1, 10, vec![1, 2])]));
}

#[test]
fn groups_are_gathered() {
    let found =
        set("p gcnf 3 5 4\n{0} 1 0\n{4} 2 0\n{2} -1 0\n{4} -2 3 0\n{0} 3 0\n", ClauseFormat::Gcnf).expect("clauses");
    assert_eq!(literals(&found.hard), [vec![1], vec![3]]);
    let groups: Vec<_> = found.groups.iter().map(|g| (g.number, literals(&g.clauses))).collect();
    assert_eq!(groups, [(2, vec![vec![-1]]), (4, vec![vec![2], vec![-2, 3]])]);
}

#[test]
fn assignments_of_the_hard_clauses_are_points() {
    // Variable 3 occurs nowhere; a literal occurs twice, and a clause always holds.
    let read = model("p cnf 4 3\n1 1 -2 0\n2 4 0\n1 -1 0\n", ClauseFormat::Cnf).expect("a model");
    assert_eq!(read.model.var_names().collect::<Vec<_>>(), ["x1", "x2", "x4"]);
    assert_eq!((read.free_rows, read.cells), (vec!["c3".to_owned()], None));
    assert_eq!(points(&read.model).len(), 4);
}

/// Every assignment is one point, in which the variables of the groups say whether they hold.
#[test]
fn selectors_say_whether_groups_hold() {
    let text = "p gcnf 3 8 4\n{0} 1 2 0\n{1} 1 -3 0\n{2} 2 3 0\n{2} -1 0\n{2} -2 3 0\n{3} 0\n{4} 2 -2 0\n{1} 3 0\n";
    let read = model(text, ClauseFormat::Gcnf).expect("a model");
    let names = |vars: &[VarId]| vars.iter().map(|var| read.model.var_name(*var).to_owned()).collect::<Vec<_>>();
    assert_eq!(names(read.cells.as_deref().expect("groups")), ["group1", "group2", "group3", "group4"]);
    let found = points(&read.model);
    assert_eq!(found.len(), 6);
    for point in found {
        // By hand: in group 2, the second variable no longer matters.
        let (a, c) = (point[0], point[2]);
        let wanted = [a && c, !a && c, false, true];
        let cells = read.cells.as_deref().expect("groups");
        assert_eq!(cells.iter().map(|var| point[var.get()]).collect::<Vec<_>>(), wanted, "{point:?}");
        // What a solver of the file says nothing about is found again.
        let mut values = point.clone();
        values[3..].fill(false);
        read.complete(&mut values);
        assert_eq!(values, point);
    }
    let read = model("1 1 0\n5 -1 2 0\nh 2 3 0\n", ClauseFormat::Wcnf).expect("a model");
    assert_eq!(read.model.var_names().collect::<Vec<_>>(), ["x1", "x2", "x3", "soft1", "soft2"]);
    assert_eq!(points(&read.model).len(), 6);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let of = |text: &str| refusal(text, ClauseFormat::Cnf);
    assert_eq!(of("1 0\n"), "line 1, column 1: a line that begins with `p cnf` must come before the clauses");
    assert_eq!(of(""), "line 1: a line that begins with `p cnf` must come before the clauses");
    assert_eq!(of("p cnf 2\n"), "line 1, column 1: this line should be `p cnf VARIABLES CLAUSES`, with numbers");
    assert_eq!(of("p wcnf 2 1\n"), "line 1, column 1: this line should be `p cnf VARIABLES CLAUSES`, with numbers");
    assert_eq!(of("p cnf 4294967296 1\n").split(':').next(), Some("line 1, column 1"));
    assert_eq!(
        of("p cnf 2 1\n1 0\np cnf 2 1\n"),
        "line 3, column 1: a line with `p` must occur once, before all clauses"
    );
    assert_eq!(of("p cnf 2 1\n1 3 0\n"), "line 2, column 3: the literal 3 exceeds the 2 variables of the line `p`");
    for word in ["x1", "1.5", "+1", "-0", "--1", "99999999999", "-"] {
        let found = of(&format!("p cnf 2 1\n1 {word} 0\n"));
        assert!(found.starts_with(&format!("line 2, column 3: `{word}` is not a literal")), "{found}");
    }
    let found = of("p cnf 2 2\n1 0\n2\n");
    assert_eq!(found, "line 3: the clause that begins here has no 0 at its end: is a part of the file missing?");
    let found = of("p cnf 2 2\n1 0\n");
    assert_eq!(found, "line 3: the line `p` declares 2 clauses, but there are 1: is a part of the file missing?");
    assert_eq!(of("p cnf 2 2\n1 0\n0\n"), "line 3: a clause without literals can never hold, so there is no solution");
    assert_eq!(of("p cnf 2 0\n"), "the model has no variables");
    let of = |text: &str| refusal(text, ClauseFormat::Wcnf);
    for text in ["0 1 0\n", "-1 1 0\n", "x 1 0\n", "p wcnf 2 1 5\nh 1 0\n"] {
        assert!(of(text).contains("is not a weight"), "{}", of(text));
    }
    assert_eq!(of(""), "the model has no variables");
    let of = |text: &str| refusal(text, ClauseFormat::Gcnf);
    for group in ["{3}", "1", "{x}", "{-1}", "{1"] {
        let found = of(&format!("p gcnf 2 1 2\n{group} 1 0\n"));
        assert!(found.starts_with(&format!("line 2, column 1: `{group}` is not a group")), "{found}");
    }
    assert!(of("p gcnf 2 1\n").contains("`p gcnf VARIABLES CLAUSES GROUPS`"));
}

/// A head line that promises much costs nothing.
#[test]
fn nothing_is_built_of_a_head_line() {
    let read = model("p cnf 2147483647 1\n2147483647 0\n", ClauseFormat::Cnf).expect("a model");
    assert_eq!(read.model.var_names().collect::<Vec<_>>(), ["x2147483647"]);
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let stopped = read_clauses("p cnf 1 1\n1 0\n".as_bytes(), ClauseFormat::Cnf, &limits);
    assert!(matches!(stopped, Err(ModelError::Stopped(_))));
}

/// A group of a literal and its negation never holds, and its rows name each variable once.
#[test]
fn a_group_that_contradicts_itself_never_holds() {
    let read = model("p gcnf 2 3 1\n{0} 1 2 0\n{1} 1 0\n{1} -1 0\n", ClauseFormat::Gcnf).expect("a model");
    let [group] = read.cells.as_deref().expect("groups") else { panic!("one group") };
    let found = points(&read.model);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|point| !point[group.get()]));
    for row in read.model.rows() {
        let mut vars: Vec<_> = row.terms.iter().map(|(var, _)| *var).collect();
        vars.sort_unstable();
        vars.dedup();
        assert_eq!(vars.len(), row.terms.len(), "{}", row.name);
    }
}
