//! Constraints that contradict each other: clauses, groups, soft clauses and rows, against all assignments.

use std::fmt::Write as _;

use rand::Rng as _;
use serde_json::Value;

use crate::Rng;
use crate::ask::{Bound, check_certificate_of, check_minimum};
use crate::cheapest::{self, ChoiceRow, Chosen, MAX_CLUES, Terms};
use crate::lab::{Lab, Output, Wrong};
use crate::options::{self, one_of};
use crate::truth::{Clues, Truth, set_of};

/// Units that all constraints may weigh together where each is a cell.
const MAX_UNITS: u64 = 600;

/// A disjunction of literals: variable i is `i + 1`, and negated if negative.
type Clause = Vec<i32>;

/// Runs `explain` on the file with more words.
type Ask<'a> = dyn Fn(&mut Lab, &[String]) -> Result<Output, Wrong> + 'a;

/// What a file holds: what always holds, and the groups from which is chosen.
struct Constraints {
    n: usize,
    hard: Vec<Constraint>,
    groups: Vec<Vec<Constraint>>,
    /// The names of the groups.
    names: Vec<String>,
    /// What they weigh in the file itself.
    weights: Option<Vec<u64>>,
    file: &'static str,
    text: String,
    /// More words of the command line.
    args: Vec<String>,
}

enum Constraint {
    Clause(Clause),
    Row(ChoiceRow),
}

impl Constraint {
    fn holds(&self, point: u64) -> bool {
        match self {
            Self::Clause(clause) => {
                clause.iter().any(|literal| (point >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0))
            }
            Self::Row(row) => {
                let sum: i64 = row.terms.iter().map(|(i, a)| a * (point >> i & 1) as i64).sum();
                row.low.is_none_or(|low| low <= sum) && row.high.is_none_or(|high| sum <= high)
            }
        }
    }
}

impl Constraints {
    /// Every assignment that keeps what is hard must be contradicted: by a group that it does not keep.
    fn truth(&self) -> Truth {
        let mut sets: Vec<Clues> = Vec::new();
        for point in 0..1_u64 << self.n {
            if self.hard.iter().all(|constraint| constraint.holds(point)) {
                let is_broken = |group: &Vec<Constraint>| !group.iter().all(|constraint| constraint.holds(point));
                sets.push(set_of((0..self.groups.len()).filter(|i| is_broken(&self.groups[*i]))));
            }
        }
        Truth::new(self.groups.len(), sets)
    }
}

/// One file, and some questions.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let n = rng.random_range(1..=5);
    let constraints = match rng.random_range(0..5) {
        0 => cnf(rng, n),
        1 => gcnf(rng, n),
        2 => wcnf(rng, n),
        3 => rows(rng, n, "lp"),
        _ => rows(rng, n, "opb"),
    };
    lab.write(constraints.file, &constraints.text)?;
    let truth = constraints.truth();
    for _ in 0..rng.random_range(1..=2) {
        ask(&constraints, &truth, rng, lab)?;
    }
    Ok(())
}

fn ask(constraints: &Constraints, truth: &Truth, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let names = &constraints.names;
    let mut terms = Terms::random(rng, names.len(), 9);
    (terms.given, terms.forbidden) = (0, 0);
    let mut about: Vec<String> = Vec::new();
    match &constraints.weights {
        // Rows beside weights of the file itself are not asked about.
        Some(weights) => {
            // Clauses that all weigh the same are counted.
            let are_counted = weights.iter().all(|weight| *weight == weights[0]);
            let prices = if are_counted { vec![1; weights.len()] } else { weights.clone() };
            terms = Terms { prices, ..Terms::default() };
        }
        None if !terms.is_plain() => {
            lab.write("weights.txt", &terms.weights(names, rng))?;
            about.extend(["--weights", "weights.txt"].map(str::to_owned));
        }
        None => {}
    }
    if names.len() as u32 > MAX_CLUES || terms.prices.iter().sum::<u64>() > MAX_UNITS {
        return Ok(());
    }
    if !terms.rows.is_empty() {
        // A group without clauses may stand in rows, and is never taken.
        terms.forbidden = set_of((0..names.len()).filter(|i| constraints.groups[*i].is_empty()));
        let (ending, text) = terms.row_file(names, rng);
        lab.write(&format!("choice.{ending}"), &text)?;
        about.extend(["--rows".to_owned(), format!("choice.{ending}")]);
    }
    about.extend(constraints.args.iter().cloned());
    let is_plain = terms.is_plain() && terms.rows.is_empty();
    let known = names.clone();
    let chosen = move |record: &Value| chosen(&known, record);
    let ask = |lab: &mut Lab, more: &[String]| {
        let first = ["explain", "--format", "jsonl", constraints.file].map(str::to_owned);
        lab.run(&first.iter().chain(&about).chain(more).cloned().collect::<Vec<_>>())
    };
    let words = [&["--explain".to_owned(), constraints.file.to_owned()], &about[..]].concat();
    if is_plain && rng.random_bool(0.7) {
        return ask_fewest(truth, rng, lab, &words, &ask, &chosen);
    }
    let (options, is_limited, certificate) = cheapest::options(rng);
    certificate
        .into_iter()
        .for_each(|file| [file.to_owned(), format!("{file}.upper")].iter().for_each(|f| lab.remove(f)));
    let output = ask(lab, &options)?;
    cheapest::check(&output, truth, &terms, is_limited, &chosen)?;
    certificate.map_or(Ok(()), |file| cheapest::check_certificates(lab, &output, &words, file))
}

/// The fewest constraints, with the options of every engine.
fn ask_fewest(
    truth: &Truth,
    rng: &mut Rng,
    lab: &mut Lab,
    about: &[String],
    ask: &Ask<'_>,
    chosen: &Chosen,
) -> Result<(), Wrong> {
    let mut args: Vec<String> = Vec::new();
    if rng.random_bool(0.5) {
        args.extend(["--engine".to_owned(), one_of(rng, &["native", "bilevel", "both"]).to_owned()]);
    }
    let takes_follower = args.iter().any(|word| word == "bilevel");
    if takes_follower && rng.random_bool(0.4) {
        args.extend(["--follower".to_owned(), one_of(rng, &["oracle", "highs"]).to_owned()]);
    }
    options::native(rng, &mut args);
    let is_limited = rng.random_bool(0.15);
    if is_limited {
        args.extend(["--node-limit".to_owned(), rng.random_range(1..20).to_string()]);
    }
    let certificate = (!args.iter().any(|word| word == "both" || word == "--follower") && rng.random_bool(0.5))
        .then_some("answer.cert");
    if let Some(file) = certificate {
        lab.remove(file);
        args.extend(["--certify".to_owned(), file.to_owned()]);
    }
    let bound =
        truth.minimum().filter(|_| rng.random_bool(0.25)).map(|minimum| Bound::random(rng, minimum, truth.n(), false));
    args.extend(bound.map(Bound::args).into_iter().flatten());
    let output = ask(lab, &args)?;
    if truth.minimum().is_none() {
        return output.expect_code(3).map_err(|e| format!("all constraints together have a solution, but: {e}"));
    }
    check_minimum(&output, truth, is_limited, bound, chosen)?;
    certificate.map_or(Ok(()), |file| check_certificate_of(lab, &output, file, about))
}

/// The constraints of a record, by their names.
fn chosen(names: &[String], record: &Value) -> Result<Option<Clues>, Wrong> {
    let list = if record["leader"].is_array() { &record["leader"] } else { &record["clues"] };
    let Some(list) = list.as_array() else { return Ok(None) };
    let place = |name: &Value| names.iter().position(|other| name == other).ok_or_else(|| format!("{name} is none"));
    let set = set_of(list.iter().map(place).collect::<Result<Vec<_>, _>>()?);
    if set.count_ones() as usize == list.len() { Ok(Some(set)) } else { Err(format!("twice in {list:?}")) }
}

fn clause(rng: &mut Rng, n: usize) -> Clause {
    let size = rng.random_range(1..=3.min(n));
    let literal = |rng: &mut Rng| {
        let variable = rng.random_range(1..=n as i32);
        if rng.random_bool(0.5) { -variable } else { variable }
    };
    (0..size).map(|_| literal(rng)).collect()
}

/// Enough clauses that most have no solution together.
fn clauses(rng: &mut Rng, n: usize) -> Vec<Clause> {
    let max = (3 * n + 3).min(MAX_CLUES as usize);
    (0..rng.random_range(n.min(max)..=max)).map(|_| clause(rng, n)).collect()
}

fn written(clause: &[i32]) -> String {
    clause.iter().map(|literal| format!("{literal} ")).collect::<String>() + "0\n"
}

fn only(clause: Clause) -> Vec<Constraint> {
    vec![Constraint::Clause(clause)]
}

fn cnf(rng: &mut Rng, n: usize) -> Constraints {
    let all = clauses(rng, n);
    let body: String = all.iter().map(|clause| written(clause)).collect();
    Constraints {
        n,
        hard: Vec::new(),
        names: (1..=all.len()).map(|i| format!("c{i}")).collect(),
        text: format!("c made by the attack\np cnf {n} {}\n{body}", all.len()),
        groups: all.into_iter().map(only).collect(),
        weights: None,
        file: "e.cnf",
        args: Vec::new(),
    }
}

fn gcnf(rng: &mut Rng, n: usize) -> Constraints {
    let all = clauses(rng, n);
    let n_groups = rng.random_range(1..=6);
    let (mut hard, mut groups, mut body) = (Vec::new(), Vec::new(), String::new());
    // A group may be empty; such a one contradicts nothing.
    groups.resize_with(n_groups, Vec::new);
    for clause in &all {
        let group = if rng.random_bool(0.2) { 0 } else { rng.random_range(1..=n_groups) };
        let _ = write!(body, "{{{group}}} {}", written(clause));
        let place = if group == 0 { &mut hard } else { &mut groups[group - 1] };
        place.push(Constraint::Clause(clause.clone()));
    }
    Constraints {
        n,
        hard,
        names: (1..=n_groups).map(|i| format!("group{i}")).collect(),
        text: format!("p gcnf {n} {} {n_groups}\n{body}", all.len()),
        groups,
        weights: None,
        file: "e.gcnf",
        args: Vec::new(),
    }
}

/// In the format of 2022, or that before it.
fn wcnf(rng: &mut Rng, n: usize) -> Constraints {
    let all = clauses(rng, n);
    let is_old = rng.random_bool(0.5);
    let most = [1, 3, 9][rng.random_range(0..3)];
    let top = most * all.len() as u64 + 1;
    let (mut hard, mut groups, mut weights, mut body) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    for clause in &all {
        if rng.random_bool(0.25) {
            let _ = write!(body, "{} {}", if is_old { top.to_string() } else { "h".to_owned() }, written(clause));
            hard.push(Constraint::Clause(clause.clone()));
        } else {
            let weight = rng.random_range(1..=most);
            let _ = write!(body, "{weight} {}", written(clause));
            weights.push(weight);
            groups.push(only(clause.clone()));
        }
    }
    if groups.is_empty() {
        let _ = write!(body, "1 {}", written(&[1]));
        groups.push(only(vec![1]));
        weights.push(1);
    }
    let head = if is_old { format!("p wcnf {n} {} {top}\n", hard.len() + groups.len()) } else { String::new() };
    Constraints {
        n,
        hard,
        names: (1..=groups.len()).map(|i| format!("soft{i}")).collect(),
        text: format!("{head}{body}"),
        groups,
        weights: Some(weights),
        file: "e.wcnf",
        args: Vec::new(),
    }
}

/// Rows of a model, some of them hard by their names.
fn rows(rng: &mut Rng, n: usize, ending: &str) -> Constraints {
    let names: Vec<String> = (1..=n).map(|i| format!("x{i}")).collect();
    let mut all: Vec<ChoiceRow> = Vec::new();
    for _ in 0..rng.random_range(2..=8) {
        let mut row = cheapest::row(rng, n);
        // Rows with a side that few points keep, so that most files have no solution.
        let most: i64 = row.terms.iter().map(|(_, a)| *a.max(&0)).sum();
        if rng.random_bool(0.5) {
            (row.low, row.high) = (Some(most), None);
        } else if rng.random_bool(0.6) {
            (row.low, row.high) = (None, Some(most - 1));
        }
        // A row with two sides would be two rows in the file.
        if row.low.is_some() && row.high.is_some() {
            row.high = row.low;
        }
        all.push(row);
    }
    let is_hard: Vec<bool> = all.iter().map(|_| rng.random_bool(0.2)).collect();
    let is_lp = ending == "lp";
    let can_be_hard = is_lp && is_hard.contains(&true) && is_hard.contains(&false);
    let name = |i: usize, row: &ChoiceRow| match (is_lp, row.low, row.high) {
        (false, ..) => format!("c{}", i + 1),
        (true, Some(low), high) if high != Some(low) => format!("c{i}_low"),
        _ => format!("c{i}"),
    };
    let text = if is_lp { cheapest::lp(&all, &names, rng) } else { cheapest::opb(&all, &names) };
    let (mut hard, mut groups, mut group_names, mut hard_names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (i, row) in all.into_iter().enumerate() {
        let name = name(i, &row);
        if can_be_hard && is_hard[i] {
            hard.push(Constraint::Row(row));
            hard_names.push(name);
        } else {
            groups.push(vec![Constraint::Row(row)]);
            group_names.push(name);
        }
    }
    let args = if hard.is_empty() { Vec::new() } else { ["--hard".to_owned(), hard_names.join(",")].to_vec() };
    Constraints {
        n,
        hard,
        groups,
        names: group_names,
        weights: None,
        file: if is_lp { "e.lp" } else { "e.opb" },
        text,
        args,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// By hand: x; not x; x or y; not y. The first two contradict each other, and so do the last three.
    #[test]
    fn contradictions_by_hand() {
        let groups = vec![only(vec![1]), only(vec![-1]), only(vec![1, 2]), only(vec![-2])];
        let mut constraints = cnf(&mut Rng::seed_from_u64(1), 2);
        constraints.groups = groups;
        let truth = constraints.truth();
        assert_eq!(truth.minimum(), Some(2));
        assert!(truth.is_valid(0b0011) && truth.is_valid(0b1110) && !truth.is_valid(0b1101));
        constraints.hard = only(vec![-1]);
        assert_eq!(constraints.truth().minimum(), Some(1));
    }

    #[test]
    fn rows_hold_where_their_sums_do() {
        let row = ChoiceRow { terms: vec![(0, 2), (1, -1)], low: Some(1), high: None };
        let holds = |point| Constraint::Row(row.clone()).holds(point);
        assert_eq!([0, 1, 2, 3].map(holds), [false, true, false, true]);
    }

    /// Of all kinds, some files have a solution and most have none.
    #[test]
    fn most_files_are_contradictions() {
        let mut rng = Rng::seed_from_u64(2);
        for kind in [cnf, gcnf, wcnf, |rng: &mut Rng, n| rows(rng, n, "lp"), |rng: &mut Rng, n| rows(rng, n, "opb")] {
            let n = (0..200).filter(|_| kind(&mut rng, 3).truth().is_answerable()).count();
            assert!((60..200).contains(&n), "{n}");
        }
    }
}
