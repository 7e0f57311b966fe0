//! Problems of certificates that are not those of the files, one difference in each: of constraints that contradict each
//! other, and of bilevel programs.

use minclue_core::base::Limits;
use minclue_core::ilp::{
    BilevelProgram, BinaryModel, ClauseFormat, Names, Row, Sense, VarId, read_clauses, read_mps_aux,
};
use minclue_core::problem::{BilevelProblem, MonotoneFollower, SudokuClues};
use minclue_core::proof::Instance;
use minclue_engines::bilevel::{AuxDialect, Format, ModelKind, export};
use minclue_solver::about::Known;
use minclue_solver::{ProblemInstance as _, SetSource, SourceOptions};
use minclue_verifier::{LinearRow, Problem};

use super::*;
use crate::bilevel::clues_of;

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
        (ProgramStatement::new(program, self.target, &[]), stated(&known))
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

/// A grid of each shape up to 9x9, and rows of the leader for some of its sets.
const GRIDS: [&str; 4] = [
    "1234341221434321",
    "123456456123231564564231312645645312",
    "123456456123214365365214531642642531",
    "123456789456789123789123456231674895875912364694538217317265948542897631968341572",
];

/// The files of a grid as `export` writes them, read again; and the names of its clues.
fn exported(grid: &Grid, max_sets: usize) -> (BilevelProgram, Vec<(String, usize)>) {
    let clues = SudokuClues::<2>::new(grid.clone());
    let wanted = SourceOptions { max_sets: Some(max_sets), ..SourceOptions::of(SetSource::Complete) };
    let family = clues.start_sets(&wanted, &Limits::none()).expect("sets");
    let format = Format::MpsAux(AuxDialect::Names);
    let files = export(&clues, ModelKind::Bilevel((&family).into()), format, Names::Full, "grid").expect("files");
    let aux = files.aux.expect("an AUX file");
    let program = read_mps_aux(files.model.as_bytes(), aux.as_bytes(), "grid", &Limits::none()).expect("a program");
    let problem = BilevelProblem::of(&program).expect("a blocker");
    (program, clues_of(&problem))
}

/// The grid behind the program, as a certificate has it.
fn stated_grid(program: &BilevelProgram) -> Problem {
    let hidden = BilevelProblem::of(program).expect("a blocker").hidden.expect("a grid");
    let shape = hidden.grid.shape();
    let digits = hidden.grid.digits().iter().map(|digit| digit.value() as u32).collect();
    Problem::Sudoku { box_rows: shape.box_rows(), box_columns: shape.box_cols(), digits }
}

#[test]
fn the_grid_that_a_program_hides_is_seen_to_be_it() {
    for text in GRIDS {
        for max_sets in [0, 30] {
            let (program, clues) = exported(&text.parse().expect("a grid"), max_sets);
            let statement = ProgramStatement::new(program.clone(), 0, &clues);
            assert_eq!(statement.check_problem(&stated_grid(&program), &[]), Ok(()), "{text}");
        }
    }
}

#[test]
fn another_grid_than_the_program_hides_is_refused() {
    let (program, clues) = exported(&GRIDS[1].parse().expect("a grid"), 5);
    let statement = ProgramStatement::new(program.clone(), 0, &clues);
    let Problem::Sudoku { box_rows, box_columns, digits } = stated_grid(&program) else { panic!("a grid") };
    let refused = |digits: Vec<u32>, shape: (usize, usize)| {
        let problem = Problem::Sudoku { box_rows: shape.0, box_columns: shape.1, digits };
        assert!(statement.check_problem(&problem, &[]).is_err(), "{problem:?}");
    };
    // Two digits, rows or columns in each other's place: all of these are grids, and the clues are other ones there.
    let n = box_rows * box_columns;
    let swapped = |a: u32, b: u32| -> Vec<u32> {
        digits
            .iter()
            .map(|digit| {
                if *digit == a {
                    b
                } else if *digit == b {
                    a
                } else {
                    *digit
                }
            })
            .collect()
    };
    let moved = |of: &dyn Fn(usize, usize) -> usize| -> Vec<u32> {
        (0..n * n).map(|cell| digits[of(cell / n, cell % n)]).collect()
    };
    let other = |line: usize| match line {
        0 => 1,
        1 => 0,
        line => line,
    };
    refused(moved(&|row, column| other(row) * n + column), (box_rows, box_columns));
    refused(moved(&|row, column| row * n + other(column)), (box_rows, box_columns));
    refused(moved(&|row, column| column * n + row), (box_columns, box_rows));
    refused(digits.clone(), (box_columns, box_rows));
    refused(digits[1..].to_vec(), (box_rows, box_columns));
    for (cell, digit) in [(0, 2), (17, 1)] {
        let mut damaged = digits.clone();
        damaged[cell] = if damaged[cell] == digit { digit + 1 } else { digit };
        refused(damaged, (box_rows, box_columns));
    }
    let (other, _) = exported(&GRIDS[2].parse().expect("a grid"), 0);
    assert!(statement.check_problem(&stated_grid(&other), &[]).is_err());
    // Digits by other names are another certificate, and the same question: the follower's variables have no names.
    let renamed = Problem::Sudoku { box_rows, box_columns, digits: swapped(1, 2) };
    assert_eq!(statement.check_problem(&renamed, &[]), Ok(()));
}

#[test]
fn a_program_that_says_more_than_its_grid_is_refused() {
    let (program, clues) = exported(&GRIDS[0].parse().expect("a grid"), 0);
    let problem = stated_grid(&program);
    let look = |what: &str, change: &dyn Fn(&mut BilevelProgram)| {
        let mut changed = program.clone();
        change(&mut changed);
        let said = ProgramStatement::new(changed, 0, &clues).check_problem(&problem, &[]);
        if what.is_empty() {
            assert_eq!(said, Ok(()));
        } else {
            let said = said.expect_err(what);
            assert!(said.contains(what), "{what}: {said}");
        }
    };
    let var = |name: &str| program.model.vars().find(|var| program.model.var_name(*var) == name).expect("a variable");
    let y: Vec<VarId> = clues.iter().map(|(name, _)| var(name)).collect();
    let shown = program.follower_objective[0].0;
    let digit = *program.follower_vars.iter().find(|var| **var != shown).expect("a digit");
    let ones = |vars: &[VarId]| vars.iter().map(|var| (*var, 1)).collect::<Vec<_>>();
    let own = |terms: Vec<(VarId, i64)>, sense: Sense, rhs: i64| {
        move |p: &mut BilevelProgram| _ = p.model.add_row("more", terms.clone(), sense, rhs)
    };
    // What all clues keep that are enough, and what holds of any.
    look("", &own(ones(&y), Sense::GreaterEqual, 1));
    look("", &own(ones(&y), Sense::LessEqual, 16));
    look("asks for more than one clue", &own(ones(&y[..4]), Sense::GreaterEqual, 2));
    look("asks for clues that are not needed", &own(ones(&y[..2]), Sense::GreaterEqual, 1));
    look("asks for clues that are not needed", &own(ones(&y[..1]), Sense::Equal, 1));
    look("hinders clues", &own(ones(&y[..1]), Sense::LessEqual, 0));
    look("hinders clues", &own(ones(&y[..2]), Sense::LessEqual, 1));
    look("hinders clues", &own(vec![(y[0], 1), (y[1], -1)], Sense::LessEqual, 0));
    look("is not about a second solution", &own(ones(&[shown]), Sense::LessEqual, 0));
    look("is not about a second solution", &own(ones(&[digit]), Sense::LessEqual, 0));
    look("more than one answer", &own(ones(&[shown, digit]), Sense::LessEqual, 1));
    // The leader pays for one clue more than for others, for nothing, and for what is not a clue.
    let price = |terms: Vec<(VarId, i64)>| move |p: &mut BilevelProgram| p.model.minimize(terms.clone());
    look("costs more or less", &price(y.iter().zip(1..).map(|(y, price)| (*y, price)).collect()));
    look("cost nothing", &price(Vec::new()));
    look("is not a clue", &price([ones(&y), vec![(digit, 1)]].concat()));
    look("`free` is paid for or taken", &|p| _ = p.model.add_var("free"));
    // The follower: a rule more, one that is twice there, and one less of each kind.
    let rule = |terms: Vec<(VarId, i64)>, sense: Sense, rhs: i64| {
        move |p: &mut BilevelProgram| {
            let row = p.model.add_row("rule", terms.clone(), sense, rhs);
            p.follower_rows.push(row);
        }
    };
    look("row `rule` of the program", &rule(ones(&program.follower_vars[..2]), Sense::LessEqual, 1));
    look("row `rule` of the program", &rule(vec![(y[0], 1), (digit, -2)], Sense::LessEqual, 0));
    look("row `rule` of the program", &rule(ones(&program.follower_vars[..4]), Sense::Equal, 2));
    for row in &program.follower_rows {
        let name = program.model.rows()[row.get()].name.clone();
        let mut changed = program.clone();
        changed.follower_rows.retain(|other| other != row);
        // As a row of nobody, since it is no row of the leader either.
        let rows: Vec<Row> = changed.model.rows().to_vec();
        let mut model = BinaryModel::new("less");
        program.model.var_names().for_each(|name| _ = model.add_var(name));
        let mut follower_rows = Vec::new();
        for (number, of) in rows.into_iter().enumerate().filter(|(number, _)| *number != row.get()) {
            let id = model.add_row(of.name, of.terms, of.sense, of.rhs);
            if program.follower_rows.iter().any(|other| other.get() == number) {
                follower_rows.push(id);
            }
        }
        model.minimize(program.model.objective().to_vec());
        let changed = BilevelProgram { model, follower_rows, ..changed };
        let said = ProgramStatement::new(changed, 0, &clues).check_problem(&problem, &[]);
        assert!(said.is_err(), "{name}");
    }
    // What answers are worth.
    look("is not one variable", &|p| p.follower_objective.push((digit, 1)));
    look("does not state whether", &|p| p.follower_objective = vec![(shown, 1)]);
    let statement = ProgramStatement::new(program.clone(), -1, &clues);
    assert!(statement.check_problem(&problem, &[]).is_err_and(|said| said.contains("does not state whether")));
    // Clues that are said to be elsewhere, twice somewhere, or not there.
    type Clues = Vec<(String, usize)>;
    let with = |change: &dyn Fn(&mut Clues)| {
        let mut clues = clues.clone();
        change(&mut clues);
        ProgramStatement::new(program.clone(), 0, &clues).check_problem(&problem, &[])
    };
    assert!(with(&|clues| (clues[0].1, clues[1].1) = (clues[1].1, clues[0].1)).is_err());
    assert!(with(&|clues| clues[0].1 = clues[1].1).is_err());
    assert!(with(&|clues| _ = clues.pop()).is_err());
    assert!(with(&Vec::clear).is_err());
}
