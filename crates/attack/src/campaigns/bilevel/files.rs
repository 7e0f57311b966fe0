//! The files of a program: `.ki`, or MPS with an AUX file in one of three dialects.

use std::fmt::Write as _;

use rand::Rng as _;

use crate::Rng;
use crate::lab::{Lab, Wrong};
use crate::options::one_of;

use super::program::{Goal, Program};

/// Columns and rows of an MPS file, each with the entries of its column and its right side.
#[derive(Debug, Default)]
struct Mps {
    /// The letter and the name of each row.
    rows: Vec<(char, String)>,
    columns: Vec<(String, Vec<(String, i64)>)>,
    sides: Vec<(String, i64)>,
}

impl Mps {
    fn row(&mut self, letter: char, name: &str, rhs: i64, terms: &[(String, i64)]) {
        self.rows.push((letter, name.to_owned()));
        if rhs != 0 {
            self.sides.push((name.to_owned(), rhs));
        }
        for (variable, a) in terms.iter().filter(|(_, a)| *a != 0) {
            if let Some((_, entries)) = self.columns.iter_mut().find(|(column, _)| column == variable) {
                entries.push((name.to_owned(), *a));
            }
        }
    }

    fn text(&self, rng: &mut Rng) -> String {
        let mut text = String::from("NAME made\nROWS\n N obj\n");
        self.rows.iter().for_each(|(letter, name)| _ = writeln!(text, " {letter} {name}"));
        text.push_str("COLUMNS\n");
        let is_marked = rng.random_bool(0.5);
        let mark = |text: &mut String, name: &str, what: &str| {
            if is_marked {
                let _ = writeln!(text, "    {name} 'MARKER' '{what}'");
            }
        };
        mark(&mut text, "M1", "INTORG");
        for (name, entries) in &self.columns {
            for (row, a) in entries {
                let _ = writeln!(text, "    {name} {row} {a}{}", one_of(rng, &["", "", ".0"]));
            }
            if entries.is_empty() {
                let _ = writeln!(text, "    {name} obj 0");
            }
        }
        mark(&mut text, "M2", "INTEND");
        text.push_str("RHS\n");
        self.sides.iter().for_each(|(row, side)| _ = writeln!(text, "    RHS {row} {side}"));
        text.push_str("BOUNDS\n");
        for (name, _) in &self.columns {
            let line = if is_marked && rng.random_bool(0.5) { " UP BND" } else { " BV BND" };
            let _ = writeln!(text, "{line} {name}{}", if line == " UP BND" { " 1" } else { "" });
        }
        text.push_str("ENDATA\n");
        if rng.random_bool(0.1) { text.replace('\n', "\r\n") } else { text }
    }
}

fn x(i: usize) -> String {
    format!("x{}", i + 1)
}

fn z(i: usize) -> String {
    format!("z{}", i + 1)
}

/// Writes a program, and returns the file that `bilevel` takes.
///
/// # Errors
/// A file cannot be written.
pub(super) fn write(program: &Program, rng: &mut Rng, lab: &mut Lab) -> Result<&'static str, Wrong> {
    if program.is_knapsack {
        lab.write("b.ki", &ki(program, rng))?;
        return Ok("b.ki");
    }
    let is_taken_away = program.is_item_by_item
        && program.n_leader == program.n_follower
        && program.leader_rows.is_empty()
        && program.constant == 0
        && matches!(program.goal, Goal::Interdiction { budget: Some(_), scale: 1 });
    let (mps, aux) = if is_taken_away && rng.random_bool(0.4) { alone(program, rng) } else { together(program, rng) };
    lab.write("b.mps", &mps)?;
    lab.write("b.aux", &aux)?;
    Ok("b.mps")
}

fn ki(program: &Program, rng: &mut Rng) -> String {
    let n = program.n_leader;
    let knapsack = &program.rows[0];
    let weight = |i: usize| knapsack.own.iter().find(|(own, _)| *own == i).map_or(0, |(_, weight)| *weight);
    let budget = if let Goal::Interdiction { budget: Some(budget), .. } = program.goal { budget } else { 0 };
    let line = |numbers: &[i64], rng: &mut Rng| {
        let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
        words.join(one_of(rng, &[" ", " ", "\t", "\n"])) + "\n"
    };
    let mut text = line(&[n as i64, knapsack.rhs, budget], rng);
    text += &line(&(0..n).map(weight).collect::<Vec<_>>(), rng);
    text += &line(&program.prices, rng);
    text += &line(&program.worths, rng);
    text + one_of(rng, &["", "", "group made\n"])
}

/// Both levels in the MPS file; the AUX file says by number or by name which columns and rows are the follower's.
fn together(program: &Program, rng: &mut Rng) -> (String, String) {
    let mut mps = Mps::default();
    let mut variables: Vec<String> = (0..program.n_leader).map(x).collect();
    variables.extend((0..program.n_follower).map(z));
    // In any order of the levels.
    if rng.random_bool(0.5) {
        variables.rotate_left(program.n_leader);
    }
    mps.columns = variables.iter().map(|name| (name.clone(), Vec::new())).collect();
    let prices: Vec<(String, i64)> = program.prices.iter().enumerate().map(|(i, price)| (x(i), *price)).collect();
    let worths: Vec<(String, i64)> = program.worths.iter().enumerate().map(|(i, worth)| (z(i), *worth)).collect();
    let objective: Vec<(String, i64)> = match program.goal {
        Goal::Interdiction { scale, .. } => worths.iter().map(|(name, worth)| (name.clone(), scale * worth)).collect(),
        Goal::Blocker { .. } => prices.clone(),
    };
    for (name, a) in objective.iter().filter(|(_, a)| *a != 0) {
        if let Some((_, entries)) = mps.columns.iter_mut().find(|(column, _)| column == name) {
            entries.push(("obj".to_owned(), *a));
        }
    }
    if program.constant != 0 {
        mps.sides.push(("obj".to_owned(), -program.constant));
    }
    match program.goal {
        Goal::Interdiction { budget: Some(budget), .. } => mps.row('L', "budget", budget, &prices),
        Goal::Interdiction { budget: None, .. } => {}
        Goal::Blocker { most } => mps.row('L', "most", most, &worths),
    }
    for (i, row) in program.leader_rows.iter().enumerate() {
        let terms: Vec<(String, i64)> = row.terms.iter().map(|(i, a)| (x(*i), *a)).collect();
        match (row.low, row.high) {
            (Some(low), Some(high)) if low == high => mps.row('E', &format!("lead{i}"), low, &terms),
            (low, high) => {
                low.into_iter().for_each(|low| mps.row('G', &format!("lead{i}"), low, &terms));
                high.into_iter().for_each(|high| mps.row('L', &format!("lead{i}h"), high, &terms));
            }
        }
    }
    let first = mps.rows.len();
    for (i, row) in program.rows.iter().enumerate() {
        let own = row.own.iter().map(|(i, a)| (z(*i), *a));
        let terms: Vec<(String, i64)> = own.chain(row.taken.iter().map(|(i, a)| (x(*i), *a))).collect();
        // A row with the opposite sense and numbers says the same.
        if !row.is_equal && rng.random_bool(0.2) {
            let minus: Vec<(String, i64)> = terms.iter().map(|(name, a)| (name.clone(), -a)).collect();
            mps.row('G', &format!("f{i}"), -row.rhs, &minus);
        } else {
            mps.row(if row.is_equal { 'E' } else { 'L' }, &format!("f{i}"), row.rhs, &terms);
        }
    }
    let rows = first..mps.rows.len();
    let is_maximized = rng.random_bool(0.5);
    let cost = |i: usize| if is_maximized { program.worths[i] } else { -program.worths[i] };
    let n = program.n_follower;
    let mut aux = String::new();
    if rng.random_bool(0.5) {
        let _ = writeln!(aux, "N {n}\nM {}", rows.len());
        for i in 0..n {
            let place = variables.iter().position(|name| *name == z(i)).unwrap_or_default();
            let _ = writeln!(aux, "LC {place}");
        }
        rows.for_each(|row| _ = writeln!(aux, "LR {row}"));
        (0..n).for_each(|i| _ = writeln!(aux, "LO {}", cost(i)));
        let _ = writeln!(aux, "OS {}", if is_maximized { -1 } else { 1 });
    } else {
        let _ = writeln!(aux, "@NUMVARS\n{n}\n@NUMCONSTRS\n{}\n@VARSBEGIN", rows.len());
        (0..n).for_each(|i| _ = writeln!(aux, "{} {}", z(i), cost(i)));
        aux.push_str("@VARSEND\n@CONSTRSBEGIN\n");
        rows.for_each(|row| _ = writeln!(aux, "{}", mps.rows[row].1));
        aux.push_str("@CONSTRSEND\n");
        if is_maximized || rng.random_bool(0.3) {
            let _ = writeln!(aux, "@OBJSENSE\n{}", if is_maximized { "MAX" } else { "MIN" });
        }
        aux.push_str("@NAME\nmade\n@MPS\nb.mps\n");
    }
    (mps.text(rng), aux)
}

/// The follower alone in the MPS file; the AUX file has the prices and the budget.
fn alone(program: &Program, rng: &mut Rng) -> (String, String) {
    let n = program.n_follower;
    let mut mps = Mps { columns: (0..n).map(|i| (z(i), Vec::new())).collect(), ..Mps::default() };
    for (i, (_, entries)) in mps.columns.iter_mut().enumerate().filter(|(i, _)| program.worths[*i] != 0) {
        entries.push(("obj".to_owned(), -program.worths[i]));
    }
    // Those that forbid an item follow from the dialect.
    let own: Vec<_> = program.rows.iter().filter(|row| row.taken.is_empty()).collect();
    for (i, row) in own.iter().enumerate() {
        let terms: Vec<(String, i64)> = row.own.iter().map(|(i, a)| (z(*i), *a)).collect();
        mps.row('L', &format!("f{i}"), row.rhs, &terms);
    }
    if own.is_empty() {
        mps.row('L', "f", 1, &[(z(0), 1)]);
    }
    let n_rows = mps.rows.len();
    let mut aux = format!("N {n}\nM {}\n", n_rows + n);
    (n..2 * n).for_each(|column| _ = writeln!(aux, "LC {column}"));
    (1..=n_rows + n).for_each(|row| _ = writeln!(aux, "LR {row}"));
    program.worths.iter().for_each(|worth| _ = writeln!(aux, "LO {}", -worth));
    aux.push_str("OS 1\n");
    program.prices.iter().for_each(|price| _ = writeln!(aux, "IC {price}"));
    let budget = if let Goal::Interdiction { budget: Some(budget), .. } = program.goal { budget } else { 0 };
    let _ = writeln!(aux, "IB {budget}");
    (mps.text(rng), aux)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// The numbers of a knapsack stand in the order of the format, whatever is between them.
    #[test]
    fn a_knapsack_has_its_numbers() {
        let mut rng = Rng::seed_from_u64(1);
        let program = (0..1000).map(|_| Program::random(&mut rng)).find(|program| program.is_knapsack).expect("one");
        let text = ki(&program, &mut rng);
        let numbers: Vec<i64> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
        let n = program.n_leader;
        assert_eq!((numbers.len(), numbers[0]), (3 + 3 * n, n as i64));
        assert_eq!((&numbers[3 + n..3 + 2 * n], &numbers[3 + 2 * n..]), (&program.prices[..], &program.worths[..]));
    }

    #[test]
    fn every_column_and_every_row_is_in_the_files() {
        let mut rng = Rng::seed_from_u64(2);
        for _ in 0..100 {
            let program = Program::random(&mut rng);
            let (mps, aux) = together(&program, &mut rng);
            let bounds = mps.split("BOUNDS").nth(1).expect("bounds");
            assert_eq!(bounds.matches("BND").count(), program.n_leader + program.n_follower);
            for i in 0..program.rows.len() {
                assert!(mps.contains(&format!(" f{i}")), "{mps}");
            }
            assert!(aux.contains(&program.n_follower.to_string()));
        }
    }
}
