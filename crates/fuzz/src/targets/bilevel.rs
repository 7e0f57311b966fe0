//! Bilevel programs: AUX files in three dialects beside their models, and `.ki` files.

use minclue_core::base::Limits;
use minclue_core::ilp::{
    BilevelProgram, IntegerBilevel, LevelRow, Row, Sense, VarId, read_integer_mps_aux, read_ki, read_mps_aux,
};
use minclue_core::problem::BilevelProblem;

/// Points of programs with this many variables are compared.
const MAX_VARS: usize = 7;

/// Before it stands the MPS file, where it is not one of ours.
const BETWEEN: &str = "\n%%\n";

/// Both levels: columns `x1 x2 z1 z2`, rows `budget cap l1 l2`.
const LEVELS: &str = "NAME t\nROWS\n N obj\n L budget\n L cap\n L l1\n L l2\nCOLUMNS\n M1 'MARKER' 'INTORG'\n \
    x1 budget 1 l1 1\n x2 budget 1 l2 1\n z1 obj 5 cap 2\n z1 l1 1\n z2 obj 6 cap 3\n z2 l2 1\n M2 'MARKER' 'INTEND'\n\
    RHS\n r budget 1 cap 4\n r l1 1 l2 1\nBOUNDS\n BV b x1\n BV b x2\n BV b z1\n UP b z2 1\nENDATA\n";

/// The follower alone, for the dialect of interdiction.
const FOLLOWER: &str = "NAME t\nROWS\n N obj\n L cap\nCOLUMNS\n z1 obj -5 cap 2\n z2 obj -6 cap 3\nRHS\n r cap 4\n\
    BOUNDS\n BV b z1\n BV b z2\nENDATA\n";

/// An AUX file beside our models, or beside the one before it.
pub(crate) fn aux(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.split_once(BETWEEN) {
        Some((mps, aux)) => beside(mps, aux),
        None => [LEVELS, FOLLOWER].iter().for_each(|mps| beside(mps, &text)),
    }
}

fn read(mps: &str, aux: &str) -> Option<BilevelProgram> {
    match read_mps_aux(mps.as_bytes(), aux.as_bytes(), "fuzz", &Limits::none()) {
        Ok(program) => Some(program),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fn beside(mps: &str, aux: &str) {
    let program = read(mps, aux);
    as_integers(mps, aux, program.as_ref());
    let Some(program) = program else { return };
    check(&program);
    if let Some(pairs) = pairs(aux) {
        as_said(&program, &pairs);
    }
    // The model of the dialect of interdiction is not that of the MPS file.
    if aux.split([' ', '\t', '\n', '\r']).any(|word| word == "IC") {
        return;
    }
    assert_eq!(read(mps, &by_number(&program)).as_ref(), Some(&program), "{}", by_number(&program));
    if let Some(text) = by_name(&program) {
        assert_eq!(read(mps, &text).as_ref(), Some(&program), "{text}");
    }
}

/// The same files as a program over integers: every variable has a value, every row its terms in order, and a 0/1 program
/// is the same one, but that bounds stand in place of the rows that fix variables.
fn as_integers(mps: &str, aux: &str, program: Option<&BilevelProgram>) {
    let placed = match read_integer_mps_aux(mps.as_bytes(), aux.as_bytes(), "fuzz", &Limits::none()) {
        Ok(placed) => placed,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let IntegerBilevel { variables, rows, leader, follower, .. } = &placed.program;
    assert!(variables.iter().all(|variable| variable.lower <= variable.upper));
    assert!(placed.implied.is_sorted() && placed.implied.iter().all(|var| var.get() < variables.len()));
    assert!(placed.leaning.is_none_or(|var| placed.implied.contains(&var) && !placed.program.is_follower(var)));
    let all_terms = rows.iter().map(|level| &level.row.terms).chain([&leader.terms, &follower.terms]);
    for terms in all_terms {
        assert!(terms.is_sorted_by(|(a, _), (b, _)| a < b) && terms.iter().all(|(_, a)| *a != 0));
    }
    assert!(follower.terms.iter().all(|(var, _)| placed.program.is_follower(*var)));
    assert_eq!((placed.row_lines.len(), placed.variable_lines.len()), (rows.len(), variables.len()));
    let Some(program) = program else { return };
    let mut binary = IntegerBilevel::from(program);
    for LevelRow { row, is_follower } in binary.rows.split_off(rows.len()) {
        let variable = &mut binary.variables[row.terms[0].0.get()];
        assert_eq!(is_follower, variable.is_follower);
        (variable.lower, variable.upper) = (row.rhs, row.rhs);
    }
    assert_eq!(binary, placed.program);
}

/// The keys and values of an AUX file by number, if it has no others.
fn pairs(aux: &str) -> Option<Vec<(String, i64)>> {
    let words: Vec<&str> = aux
        .lines()
        .flat_map(|line| {
            line.split([' ', '\t']).filter(|word| !word.is_empty()).take_while(|word| !word.starts_with('#'))
        })
        .collect();
    let known = |key: &str| ["N", "M", "LC", "LR", "LO", "OS", "IC", "IB"].contains(&key);
    let pair = |pair: &[&str]| match pair {
        [key, value] if known(key) => Some(((*key).to_owned(), value.parse().ok()?)),
        _ => None,
    };
    words.chunks(2).map(pair).collect()
}

/// What these pairs say is what was read.
fn as_said(program: &BilevelProgram, pairs: &[(String, i64)]) {
    let all = |key: &'static str| pairs.iter().filter(move |(other, _)| other == key).map(|(_, value)| *value);
    let (n, prices): (usize, Vec<i64>) = (program.model.n_vars(), all("IC").collect());
    if prices.is_empty() {
        let mut columns: Vec<i64> = all("LC").collect();
        let sign = if all("OS").any(|sense| sense == -1) { 1 } else { -1 };
        let worth: Vec<i64> = all("LO").map(|cost| sign * cost).collect();
        for (column, worth) in columns.iter().zip(&worth) {
            let read = program.follower_objective.iter().find(|(var, _)| var.get() as i64 == *column);
            assert_eq!(read.map_or(0, |(_, worth)| *worth), *worth, "column {column}");
        }
        columns.sort_unstable();
        assert!(program.follower_vars.iter().map(|var| var.get() as i64).eq(columns));
        assert!(all("LR").all(|row| program.follower_rows.iter().any(|read| read.get() as i64 == row)));
    } else {
        assert_eq!(2 * prices.len(), n);
        let budget = program.model.rows().last().expect("the budget");
        assert_eq!(Some(budget.rhs), all("IB").next());
        assert_eq!((budget.sense, dense(budget, n)), (Sense::LessEqual, [vec![0; n / 2], prices].concat()));
    }
}

fn dense(row: &Row, n: usize) -> Vec<i64> {
    let mut all = vec![0; n];
    row.terms.iter().for_each(|(var, a)| all[var.get()] += a);
    all
}

/// Numbers are in range and in order; what is found to be a follower that the leader blocks is one, at every point.
fn check(program: &BilevelProgram) {
    let (n, n_rows) = (program.model.n_vars(), program.model.rows().len());
    let is_follower = |var: &VarId| program.follower_vars.binary_search(var).is_ok();
    assert!(program.follower_vars.iter().is_sorted_by(|a, b| a < b));
    assert!(program.follower_vars.iter().all(|var| var.get() < n));
    assert!(program.follower_rows.iter().is_sorted_by(|a, b| a < b));
    assert!(program.follower_rows.iter().all(|row| row.get() < n_rows));
    assert!(program.follower_objective.iter().all(|(var, _)| is_follower(var)));
    assert_eq!((program.row_lines.len(), program.variable_lines.len()), (n_rows, n));
    let problem = match BilevelProblem::of(program) {
        Ok(problem) => problem,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let own = problem.follower.n_items() + problem.taken.len();
    assert!(own <= n - program.follower_vars.len(), "{own} variables of the leader");
    if n > MAX_VARS {
        return;
    }
    let values = |point: u32| (0..n).map(|i| point >> i & 1 == 1).collect::<Vec<_>>();
    let rows: Vec<&Row> = program.follower_rows.iter().map(|row| &program.model.rows()[row.get()]).collect();
    let holds: Vec<bool> = (0..1_u32 << n).map(|point| rows.iter().all(|row| row.holds(&values(point)))).collect();
    for point in (0..1_usize << n).filter(|point| holds[*point]) {
        for var in program.model.vars().filter(|var| !is_follower(var)) {
            assert!(holds[point & !(1 << var.get())], "the follower is hindered where the leader takes less");
        }
    }
}

/// The follower's rows that stand in the model file; those that fix a variable follow from it.
fn rows(program: &BilevelProgram) -> Vec<usize> {
    program.follower_rows.iter().map(|row| row.get()).filter(|row| program.row_lines[*row] > 0).collect()
}

fn worth(program: &BilevelProgram, var: VarId) -> i64 {
    program.follower_objective.iter().find(|(other, _)| *other == var).map_or(0, |(_, worth)| *worth)
}

fn by_number(program: &BilevelProgram) -> String {
    let (columns, rows) = (&program.follower_vars, rows(program));
    let mut text = format!("N {}\nM {}\n", columns.len(), rows.len());
    columns.iter().for_each(|var| text.push_str(&format!("LC {}\n", var.get())));
    rows.iter().for_each(|row| text.push_str(&format!("LR {row}\n")));
    columns.iter().for_each(|var| text.push_str(&format!("LO {}\n", -worth(program, *var))));
    text + "OS 1\n"
}

/// `None` if a name would be taken for something else.
fn by_name(program: &BilevelProgram) -> Option<String> {
    let (columns, rows) = (&program.follower_vars, rows(program));
    let is_plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric());
    let mut text = format!("@NUMVARS\n{}\n@NUMCONSTRS\n{}\n@VARSBEGIN\n", columns.len(), rows.len());
    for var in columns {
        let name = Some(program.model.var_name(*var)).filter(|name| is_plain(name))?;
        text.push_str(&format!("{name} {}\n", worth(program, *var)));
    }
    text.push_str("@VARSEND\n@CONSTRSBEGIN\n");
    for row in rows {
        let name = Some(&program.model.rows()[row].name).filter(|name| is_plain(name))?;
        text.push_str(&format!("{name}\n"));
    }
    Some(text + "@CONSTRSEND\n@OBJSENSE\nMAX\n")
}

/// A knapsack, held against the numbers of the text one after the other, and written and read again.
pub(crate) fn ki(bytes: &[u8]) {
    let read = |bytes: &[u8]| read_ki(bytes, "fuzz", &Limits::none());
    let program = match read(bytes) {
        Ok(program) => program,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    check(&program);
    let n = program.follower_vars.len();
    let (model, rows) = (&program.model, program.model.rows());
    let (knapsack, budget) = (&rows[0], rows.last().expect("the budget"));
    let (weights, costs) = (dense(knapsack, 2 * n), dense(budget, 2 * n));
    let mut profits = vec![0; 2 * n];
    program.follower_objective.iter().for_each(|(var, profit)| profits[var.get()] = *profit);
    let lists = [&weights[..n], &costs[n..], &profits[..n]];
    let read_numbers: Vec<i64> = [n as i64, knapsack.rhs, budget.rhs].into_iter().chain(lists.concat()).collect();
    // A mark before the text says nothing.
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)).into_owned();
    let numbers = text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).map(str::parse::<i64>);
    if let Ok(numbers) = numbers.take(3 * n + 3).collect::<Result<Vec<_>, _>>() {
        assert_eq!(numbers, read_numbers);
    }
    assert_eq!((model.n_vars(), rows.len()), (2 * n, n + 2));
    let line = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let written = line(&read_numbers[..3]) + &lists.map(line).concat();
    let again = read(written.as_bytes()).expect("what is written");
    assert_eq!((&again.model, &again.follower_objective), (model, &program.follower_objective));
}

/// An MPS file before its AUX file.
pub(crate) fn made_aux() -> Vec<Vec<u8>> {
    let index = "N 2\nM 3\nLC 2\nLC 3\nLR 1\nLR 2\nLR 3\nLO -5\nLO -6\nOS 1\n";
    let taken = "N 2\nM 3\nLC 2\nLC 3\nLR 1\nLR 2\nLR 3\nLO -5\nLO -6\nOS 1\nIC 1\nIC 1\nIB 1\n";
    vec![format!("{LEVELS}{BETWEEN}{index}").into_bytes(), format!("{FOLLOWER}{BETWEEN}{taken}").into_bytes()]
}
