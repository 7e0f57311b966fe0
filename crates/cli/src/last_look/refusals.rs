//! Problems of certificates that are not those of the files, one difference in each: of constraints that contradict each
//! other, and of bilevel programs.

use minclue_core::base::Limits;
use minclue_core::ilp::{ClauseFormat, read_clauses, read_mps_aux};
use minclue_core::problem::{BilevelProblem, MonotoneFollower};
use minclue_core::proof::Instance;
use minclue_solver::about::Known;
use minclue_verifier::{LinearRow, Problem};

use super::*;

/// A problem as the checker reads it.
fn stated(known: &Known) -> Problem {
    let Instance::Model(model) = &known.instance else { panic!("a model") };
    let term = |(var, a): &(usize, i64)| (u32::try_from(*var).expect("a small number"), *a);
    let rows = model.rows.iter().map(|row| LinearRow { terms: row.terms.iter().map(term).collect(), rhs: row.rhs });
    Problem::Model {
        n_vars: model.n_vars,
        rows: rows.collect(),
        ones: model.ones.clone(),
        cells: model.cells.clone(),
        shown: model.shown.clone(),
    }
}

/// What is typed by clauses, and the problem that they are.
fn of_clauses(format: ClauseFormat, text: &str) -> (Statement, Problem) {
    let set = read_clauses(text.as_bytes(), format, &Limits::none()).expect("clauses");
    let follower = MonotoneFollower::of_clauses(&set, "c").expect("constraints");
    let plain = Constraints::of_clauses(&set);
    let names = (0..follower.n_items()).map(|item| follower.item_name(item).to_owned()).collect();
    let weights = plain.weights();
    let has_units = weights.is_some();
    let typed = Typed { names, weights, constraints: Some(plain), ..Typed::default() };
    let problem = stated(&Known::of_follower(&follower, None, String::new()).expect("a problem"));
    (Statement { typed, cost: None, has_units }, problem)
}

#[test]
fn a_certificate_of_other_clauses_is_refused() {
    let cnf = |last: &str| format!("p cnf 4 6\n1 0\n-1 2 0\n3 4 0\n-3 -4 0\n-2 -4 0\n{last} 0\n");
    let gcnf =
        |first: &str, third: &str| format!("p gcnf 2 4 3\n{first} 1 2 0\n{{1}} -1 0\n{third} -2 0\n{{3}} -1 -2 0\n");
    let wcnf = |weight: u8, hard: &str| format!("p wcnf 2 4 9\n{hard} 1 0\n{weight} -1 2 0\n1 -2 0\n2 -1 0\n");
    let groups = [gcnf("{0}", "{2}"), gcnf("{3}", "{2}"), gcnf("{0}", "{3}"), gcnf("{0}", "{1}")];
    let weighted = [wcnf(2, "9"), wcnf(1, "9"), wcnf(3, "9"), wcnf(2, "8")];
    for (format, texts) in [
        (ClauseFormat::Cnf, [cnf("-2"), cnf("-2 3"), cnf("-1"), cnf("-3")]),
        (ClauseFormat::Gcnf, groups),
        (ClauseFormat::Wcnf, weighted),
    ] {
        for (at, typed) in texts.iter().enumerate() {
            for (other, text) in texts.iter().enumerate() {
                let (statement, _) = of_clauses(format, typed);
                let (_, problem) = of_clauses(format, text);
                let checked = statement.check_problem(&problem, &[]);
                assert_eq!(checked.is_ok(), at == other, "{typed}{text}{checked:?}");
            }
        }
    }
}

/// The interdiction of a knapsack as files have it.
struct Files {
    mps: String,
    aux: &'static str,
    target: i64,
}

fn interdiction(budget: u8, weight: u8, link: u8, target: i64) -> Files {
    let mps = format!(
        "NAME k\nROWS\n N cost\n L budget\n L room\n L l1\n L l2\n L l3\nCOLUMNS\n x1 budget 1\n x1 l1 1\n x2 budget 1\n \
         x2 l2 1\n x3 budget 1\n x3 l3 {link}\n y1 cost 5 room {weight}\n y1 l1 1\n y2 cost 6 room 3\n y2 l2 1\n y3 cost 8 \
         room 4\n y3 l3 1\nRHS\n r budget {budget} room 5\n r l1 1 l2 1\n r l3 1\nBOUNDS\n BV b x1\n BV b x2\n BV b x3\n BV b \
         y1\n BV b y2\n BV b y3\nENDATA\n"
    );
    Files { mps, aux: "N 3\nM 4\nLC 3\nLC 4\nLC 5\nLR 1\nLR 2\nLR 3\nLR 4\nLO -5\nLO -6\nLO -8\nOS 1\n", target }
}

impl Files {
    fn read(&self) -> (ProgramStatement, Problem) {
        let program = read_mps_aux(self.mps.as_bytes(), self.aux.as_bytes(), "k", &Limits::none()).expect("a program");
        let problem = BilevelProblem::of(&program).expect("interdiction");
        let known = Known::of_follower(&problem.follower, Some(self.target), String::new()).expect("a problem");
        (ProgramStatement::new(program, self.target, None), stated(&known))
    }
}

#[test]
fn a_certificate_of_another_bilevel_program_is_refused() {
    let all = [
        interdiction(1, 2, 1, 9),
        interdiction(2, 2, 1, 9),
        interdiction(1, 1, 1, 9),
        interdiction(1, 2, 1, 7),
        interdiction(1, 2, 0, 7),
    ];
    for (at, typed) in all.iter().enumerate() {
        for (other, files) in all.iter().enumerate() {
            let (statement, _) = typed.read();
            let (_, problem) = files.read();
            let checked = statement.check_problem(&problem, &[]);
            // How many may be taken is in the bounds of a certificate, and not in its problem.
            let is_same = at == other || (at < 2 && other < 2);
            assert_eq!(checked.is_ok(), is_same, "{at} {other}: {checked:?}");
        }
    }
}
