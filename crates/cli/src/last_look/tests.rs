//! Wrong answers, one lie in each, that the last look must not let pass; and right ones beside them.

use minclue_core::base::Limits;
use minclue_core::ilp::{BinaryModel, Row, Sense};
use minclue_report::{Head, Number};
use minclue_verifier::{LinearRow, Problem};

use super::search::{Patience, Searched};
use super::statement::States as _;
use super::*;

/// Four things with rows, weights and sets: a and b or c, not d, and a with b.
fn typed() -> Typed {
    let names: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).into();
    let mut rows = BinaryModel::new("rows");
    let vars: Vec<_> = ["A", "b", "c"].into_iter().map(|name| rows.add_var(name)).collect();
    rows.add_row("together", [(vars[0], 1), (vars[1], -1)], Sense::LessEqual, 0);
    let typed = Typed {
        names,
        given: vec![0],
        forbidden: vec![3],
        rows: Some(rows),
        sets: vec![vec![1, 2], vec![0, 3]],
        question: Some(BoundQuestion::AtMost(7)),
        ..Typed::default()
    };
    typed.with_weights(Some("a 2 # dear\nB 3\n\nd\t9\n")).expect("weights")
}

fn right() -> FinalAnswer {
    FinalAnswer {
        status: AnswerStatus::Optimal,
        chosen: Some(vec![0, 1]),
        lower: Some(5),
        upper: Some(5),
        optimum: Some(5),
        may_cost_less: false,
    }
}

#[test]
fn a_right_answer_passes() {
    assert_eq!(typed().look(&right()), Ok(()));
    let stopped = FinalAnswer { status: AnswerStatus::TimeLimit, lower: Some(2), optimum: None, ..right() };
    assert_eq!(typed().look(&stopped), Ok(()));
    let decided = FinalAnswer { status: AnswerStatus::Decided, ..stopped.clone() };
    assert_eq!(typed().look(&decided), Ok(()));
    let nothing = FinalAnswer { chosen: None, upper: None, ..stopped };
    assert_eq!(typed().look(&nothing), Ok(()));
}

#[test]
fn a_lie_in_any_field_is_seen() {
    let lies = |what: &str, shown: FinalAnswer| {
        let said = typed().look(&shown).expect_err(what);
        assert!(said.contains(what), "{what}: {said}");
    };
    let choice = |chosen: &[usize], weight: i64| FinalAnswer {
        chosen: Some(chosen.to_vec()),
        lower: Some(weight),
        upper: Some(weight),
        optimum: Some(weight),
        ..right()
    };
    lies("a is given, and not taken", choice(&[1], 3));
    lies("d is forbidden, and taken", choice(&[0, 1, 3], 14));
    lies("row `together` does not hold", choice(&[0, 2], 3));
    lies("the choice comes to 5, and 4 is said", choice(&[0, 1], 4));
    lies("the choice comes to 5, and 6 is said", choice(&[0, 1], 6));
    lies("at least 6 and at most 5", FinalAnswer { lower: Some(6), ..right() });
    lies("the bounds are not both that", FinalAnswer { lower: Some(4), ..right() });
    lies("the bounds do not meet", FinalAnswer { optimum: None, lower: Some(4), ..right() });
    lies("there is no choice that shows it", FinalAnswer { chosen: None, ..right() });
    lies("no upper bound", FinalAnswer { status: AnswerStatus::TimeLimit, upper: None, optimum: None, ..right() });
    let question = Typed { question: Some(BoundQuestion::AtMost(4)), ..typed() };
    let undecided = FinalAnswer { status: AnswerStatus::Decided, lower: Some(1), optimum: None, ..right() };
    assert!(question.look(&undecided).is_err_and(|said| said.contains("neither bound decides it")));
    let sets = Typed { sets: vec![vec![2]], ..typed() };
    assert_eq!(sets.look(&right()), Err("hyperedge 1 is not hit".to_owned()));
}

#[test]
fn less_is_only_said_of_units_at_a_limit() {
    let shown =
        FinalAnswer { status: AnswerStatus::TimeLimit, lower: Some(2), upper: Some(6), optimum: None, ..right() };
    assert!(typed().look(&shown).is_err());
    assert_eq!(typed().look(&FinalAnswer { may_cost_less: true, ..shown.clone() }), Ok(()));
    assert!(typed().look(&FinalAnswer { may_cost_less: true, upper: Some(4), ..shown }).is_err());
}

#[test]
fn clues_are_digits_of_the_grid() {
    let grid: Grid = "1234341221434321".parse().expect("a grid");
    let typed = of_grid(&grid);
    assert_eq!(typed.clues_of("1..............1"), Ok(vec![0, 15]));
    assert!(typed.clues_of("2...............").is_err_and(|said| said.contains("R1C1")));
    assert!(typed.clues_of("1...").is_err());
}

#[test]
fn names_are_those_that_can_be_taken_each_once() {
    let names = |list: &[&str]| typed().places(&list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    assert_eq!(names(&["c", "a"]), Ok(vec![0, 2]));
    assert!(names(&["e"]).is_err() && names(&["a", "a"]).is_err());
}

#[test]
fn constraints_that_are_chosen_have_no_solution() {
    let mut model = BinaryModel::new("m");
    let (x, y) = (model.add_var("x"), model.add_var("y"));
    let row = |model: &mut BinaryModel, name: &str, terms: &[_], rhs| {
        model.add_row(name, terms.iter().copied(), Sense::GreaterEqual, rhs)
    };
    row(&mut model, "both", &[(x, 1), (y, 1)], 2);
    row(&mut model, "free", &[(x, 1)], 0);
    row(&mut model, "one", &[(x, -1), (y, -1)], -1);
    let constraints = Constraints::of_model(&model, &[], &[]);
    let typed = Typed {
        names: ["both", "free", "one"].map(str::to_owned).into(),
        constraints: Some(constraints),
        ..Typed::default()
    };
    assert_eq!(typed.check(&[0, 2]), Ok(()));
    assert_eq!(typed.check(&[0, 1]), Err("the chosen constraints have a solution".to_owned()));
    assert_eq!(typed.check(&[2]), Err("the chosen constraints have a solution".to_owned()));
}

#[test]
fn the_search_says_what_there_is() {
    let mut model = BinaryModel::new("m");
    let vars: Vec<_> = (0..6).map(|i| model.add_var(format!("x{i}"))).collect();
    // Three pigeons in two holes, which only a search sees.
    for pigeon in 0..3 {
        model.add_row(format!("p{pigeon}"), [(vars[2 * pigeon], 1), (vars[2 * pigeon + 1], 1)], Sense::GreaterEqual, 1);
    }
    let holes: Vec<_> =
        (0..2).map(|hole| (0..3).map(|pigeon| (vars[2 * pigeon + hole], 1)).collect::<Vec<_>>()).collect();
    model.add_row("h0", holes[0].clone(), Sense::LessEqual, 1);
    model.add_row("h1", holes[1].clone(), Sense::LessEqual, 1);
    let rows: Vec<_> = model.rows().iter().collect();
    let solution = |rows: &[&Row]| Patience::of(1).solution(&model, rows);
    assert_eq!(solution(&rows), Searched::Nothing);
    let Searched::Solution(values) = solution(&rows[..4]) else { panic!("one hole may be full") };
    assert!(rows[..4].iter().all(|row| row.holds(&values)));
}

/// The hyperedge {1, 3} of three vertices with a model as certificates have it: `edge` differs from the target in it.
fn stated(n_cells: usize, rows: &[(&[(u32, i64)], i64)]) -> Problem {
    let rows = rows.iter().map(|(terms, rhs)| LinearRow { terms: terms.to_vec(), rhs: *rhs }).collect();
    let ones: Vec<usize> = (1..=n_cells).collect();
    Problem::Model { n_vars: n_cells + 1, rows, ones: ones.clone(), cells: ones.clone(), shown: ones }
}

#[test]
fn a_certificate_must_state_what_was_typed() {
    let of = |given: &[usize], forbidden: &[usize], edges: &[&[usize]]| Statement {
        typed: Typed {
            names: ["1", "2", "3"].map(str::to_owned).into(),
            given: given.to_vec(),
            forbidden: forbidden.to_vec(),
            sets: edges.iter().map(|edge| edge.to_vec()).collect(),
            ..Typed::default()
        },
        cost: None,
        has_units: false,
    };
    // A vertex of the hyperedge agrees exactly where the hyperedge is not chosen, and the other one always.
    let edge: &[(&[(u32, i64)], i64)] = &[
        (&[(0, 1), (1, 1)], 1),
        (&[(0, -1), (1, -1)], -1),
        (&[(2, 1)], 1),
        (&[(0, 1), (3, 1)], 1),
        (&[(0, -1), (3, -1)], -1),
    ];
    let problem = stated(3, edge);
    assert_eq!(of(&[], &[], &[&[0, 2]]).check_problem(&problem, &[]), Ok(()));
    assert_eq!(of(&[], &[1], &[&[0, 2]]).check_problem(&problem, &[]), Ok(()));
    for (given, forbidden, edges) in [
        (&[1][..], &[][..], &[&[0, 2][..]][..]),
        (&[], &[2], &[&[0, 2]]),
        (&[], &[], &[&[0]]),
        (&[], &[], &[&[0, 1, 2]]),
        (&[], &[], &[&[0, 2], &[1, 2]]),
    ] {
        let said = of(given, forbidden, edges).check_problem(&problem, &[]);
        assert!(said.is_err(), "{given:?} {forbidden:?} {edges:?}");
    }
    let priced = Statement { cost: Some(1), ..of(&[], &[], &[&[0, 2]]) };
    assert!(priced.check_problem(&problem, &[]).is_err(), "it may cost anything there");
}

const MPS: &str = "NAME tiny
ROWS
 N cost
 L budget
 L cover
 L linkx
COLUMNS
 x cost 0 budget 2
 x linkx 1
 w cost 0 budget 3
 y cost 5 cover 1
 y linkx 1
 z cost 3 cover 1
RHS
 r budget 2 cover 2
 r linkx 1
BOUNDS
 BV b x
 BV b w
 BV b y
 BV b z
ENDATA
";
const AUX: &str = "N 2\nM 2\nLC 2\nLC 3\nLR 1\nLR 2\nLO -5\nLO -3\nOS 1\n";

fn said(value: i64) -> Option<Number> {
    Some(value.into())
}

/// A record of what leader and follower do, and of what both get.
fn record_of(leader: &[&str], follower: &[&str], (value, worth): (i64, i64)) -> BilevelRecord {
    let head = Head::new(BilevelRecord::SCHEMA, AnswerStatus::Optimal);
    let names = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    BilevelRecord {
        lower_bound: said(value),
        upper_bound: said(value),
        optimum: said(value),
        leader: names(leader),
        follower: names(follower),
        follower_value: said(worth),
        ..crate::cheapest::unanswered(crate::cheapest::asked(1), head)
    }
}

#[test]
fn what_leader_and_follower_do_keeps_the_rows_and_is_worth_what_is_said() {
    let program = minclue_core::ilp::read_mps_aux(MPS.as_bytes(), AUX.as_bytes(), "tiny", &Limits::none());
    let program = program.expect("a program");
    let record = |leader: &[&str], follower: &[&str], value: i64| record_of(leader, follower, (value, value));
    assert_eq!(bilevel(&program, &record(&["x"], &["z"], 3)), Ok(()));
    // Until an answer is proven to be the follower's best, the bound may be above what it is worth, and not below.
    let stopped = |lower, upper, upper_proof| BilevelRecord {
        upper_bound: said(upper),
        lower_bound: said(lower),
        optimum: None,
        upper_proof,
        head: Head::new(BilevelRecord::SCHEMA, AnswerStatus::TimeLimit),
        ..record(&["x"], &["z"], 3)
    };
    assert_eq!(bilevel(&program, &stopped(1, 5, None)), Ok(()));
    let lies = [
        ("row `budget`", record(&["w"], &["y", "z"], 8)),
        ("row `linkx`", record(&["x"], &["y", "z"], 8)),
        ("is 3, but the answer reports 4", record(&["x"], &["z"], 4)),
        ("not a variable of its level", record(&["y"], &["z"], 3)),
        ("not a variable of its level", record(&["x"], &["none"], 3)),
        ("the leader's objective is 3", stopped(1, 5, Some("search"))),
        ("the leader's objective is 3", stopped(1, 2, None)),
        ("at least 4 and at most 3", BilevelRecord { lower_bound: said(4), ..record(&["x"], &["z"], 3) }),
        ("not both that", BilevelRecord { lower_bound: said(2), ..record(&["x"], &["z"], 3) }),
        ("do not meet", BilevelRecord { lower_bound: said(2), optimum: None, ..record(&["x"], &["z"], 3) }),
    ];
    for (what, lie) in lies {
        let message = bilevel(&program, &lie).expect_err(what);
        assert!(message.contains(what), "{what}: {message}");
    }
}

#[test]
fn without_an_answer_the_rows_of_the_leader_alone_are_kept() {
    let placed = minclue_core::ilp::read_integer_mps_aux(MPS.as_bytes(), AUX.as_bytes(), "tiny", &Limits::none());
    let placed = placed.expect("a program");
    let answered =
        crate::cheapest::unanswered(crate::cheapest::asked(1), Head::new(BilevelRecord::SCHEMA, AnswerStatus::Optimal));
    let names = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let right = BilevelRecord {
        head: Head::new(BilevelRecord::SCHEMA, AnswerStatus::Optimal),
        no_answer: Some("prevented"),
        lower_bound: said(3),
        upper_bound: said(3),
        optimum: said(3),
        leader: names(&["x=1"]),
        follower: names(&["z=1"]),
        follower_value: said(-3),
        ..answered
    };
    assert_eq!(integers(&placed, &right), Ok(()));
    let nothing = BilevelRecord {
        lower_bound: said(0),
        upper_bound: said(0),
        optimum: said(0),
        follower: None,
        follower_value: None,
        ..right.clone()
    };
    assert_eq!(integers(&placed, &nothing), Ok(()));
    let lies = [
        ("which is not allowed", BilevelRecord { no_answer: Some("forbidden"), ..nothing.clone() }),
        ("row `budget`", BilevelRecord { leader: names(&["w=1"]), ..nothing.clone() }),
        ("outside of its bounds", BilevelRecord { leader: names(&["x=2"]), ..nothing }),
        ("row `linkx`", BilevelRecord { follower: names(&["y=1", "z=1"]), ..right.clone() }),
        ("the follower's objective is -3", BilevelRecord { follower_value: said(3), ..right }),
    ];
    for (what, lie) in lies {
        let message = integers(&placed, &lie).expect_err(what);
        assert!(message.contains(what), "{what}: {message}");
    }
}

#[test]
fn a_record_of_the_least_weight_is_looked_at_in_each_field() {
    let answered =
        crate::cheapest::unanswered(crate::cheapest::asked(1), Head::new(BilevelRecord::SCHEMA, AnswerStatus::Optimal));
    let names = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let right = BilevelRecord {
        head: Head::new(BilevelRecord::SCHEMA, AnswerStatus::Optimal),
        lower_bound: said(5),
        upper_bound: said(5),
        optimum: said(5),
        leader_cost: Some(5),
        leader: names(&["a", "b"]),
        ..answered
    };
    assert_eq!(least_weight(&typed(), &right), Ok(()));
    for lie in [
        BilevelRecord { leader: names(&["b"]), ..right.clone() },
        BilevelRecord { leader: names(&["a", "b", "d"]), ..right.clone() },
        BilevelRecord { leader: names(&["a", "e"]), ..right.clone() },
        BilevelRecord { leader: None, ..right.clone() },
        BilevelRecord { leader_cost: Some(4), ..right.clone() },
        BilevelRecord { lower_bound: said(4), ..right.clone() },
        BilevelRecord { upper_bound: said(6), optimum: None, ..right.clone() },
        BilevelRecord { optimum: None, lower_bound: said(3), ..right.clone() },
    ] {
        assert!(least_weight(&typed(), &lie).is_err(), "{lie:?}");
    }
    // Of a grid, the puzzle has the clues that are named.
    let grid: Grid = "1234341221434321".parse().expect("a grid");
    let shown = |puzzle: &str| BilevelRecord {
        leader: names(&["R1C1", "R1C2", "R2C1", "R2C2", "R4C4"]),
        puzzle: Some(puzzle.to_owned()),
        ..right.clone()
    };
    assert_eq!(least_weight(&of_grid(&grid), &shown("12..34.........1")), Ok(()));
    assert!(least_weight(&of_grid(&grid), &shown("12..34........2.")).is_err());
    let unproven = unproven(BilevelRecord { certified: true, ..right });
    assert!(unproven.optimum.is_none() && unproven.lower_bound.is_none() && !unproven.certified);
    assert_eq!(unproven.leader, names(&["a", "b"]), "what was found stays");
}

#[test]
fn a_record_of_a_program_over_integers_is_looked_at_in_each_field() {
    let aux = "N 2\nM 2\nLC 2\nLC 3\nLR 1\nLR 2\nLO -5\nLO -3\nOS 1\n";
    let placed = minclue_core::ilp::read_integer_mps_aux(MPS.as_bytes(), aux.as_bytes(), "tiny", &Limits::none());
    let placed = placed.expect("a program");
    let record = |leader: &[&str], follower: &[&str], value: i64| record_of(leader, follower, (value, -value));
    assert_eq!(integers(&placed, &record(&["x=1"], &["z=1"], 3)), Ok(()));
    let lies = [
        ("row `budget`", record(&["w=1"], &["y=1", "z=1"], 8)),
        ("row `linkx`", record(&["x=1"], &["y=1", "z=1"], 8)),
        ("is 3, but the answer reports 4", record(&["x=1"], &["z=1"], 4)),
        ("not a variable of its level", record(&["y=1"], &["z=1"], 3)),
        ("outside of its bounds", record(&["x=2"], &["z=1"], 3)),
        ("has no value", record(&["x"], &["z=1"], 3)),
        ("at least 4 and at most 3", BilevelRecord { lower_bound: said(4), ..record(&["x=1"], &["z=1"], 3) }),
        ("the follower's objective", BilevelRecord { follower_value: said(3), ..record(&["x=1"], &["z=1"], 3) }),
    ];
    for (what, lie) in lies {
        let message = integers(&placed, &lie).expect_err(what);
        assert!(message.contains(what), "{what}: {message}");
    }
}
