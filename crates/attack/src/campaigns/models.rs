//! Random 0/1 models with a random solution, as LP and MPS files.

use std::fmt::Write as _;

use rand::Rng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use crate::Rng;
use crate::ask::ModelProblem;
use crate::lab::{Lab, Wrong};
use crate::options::one_of;
use crate::truth::{Truth, set_of};

/// Numbers of a model are multiples of 10^-9.
pub(crate) const ONE: i128 = 1_000_000_000;

/// A sum of multiples of variables, within bounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) terms: Vec<(usize, i128)>,
    pub(crate) low: Option<i128>,
    pub(crate) high: Option<i128>,
}

/// A model whose variables are all 0 or 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub(crate) names: Vec<String>,
    pub(crate) objective: Vec<(usize, i128)>,
    pub(crate) rows: Vec<Row>,
    /// Variables that have one value only.
    pub(crate) fixed: Vec<Option<bool>>,
}

impl Model {
    /// Does this point, bit i for variable i, satisfy everything?
    pub(crate) fn has(&self, point: u64) -> bool {
        let value = |variable: usize| i128::from(point >> variable & 1);
        let holds = |row: &Row| {
            let sum: i128 = row.terms.iter().map(|(variable, a)| a * value(*variable)).sum();
            row.low.is_none_or(|low| low <= sum) && row.high.is_none_or(|high| sum <= high)
        };
        let is_free = |(i, fixed): (usize, &Option<bool>)| fixed.is_none_or(|fixed| i128::from(fixed) == value(i));
        self.rows.iter().all(holds) && self.fixed.iter().enumerate().all(is_free)
    }

    pub(crate) fn points(&self) -> Vec<u64> {
        (0..1 << self.names.len()).filter(|point| self.has(*point)).collect()
    }
}

/// A number as decimal, in one of the ways in which people and programs write it.
pub(crate) fn decimal(number: i128, rng: &mut Rng) -> String {
    let (sign, size) = (if number < 0 { "-" } else { "" }, number.abs());
    let (whole, part) = (size / ONE, size % ONE);
    let places = format!("{part:09}");
    let places = places.trim_end_matches('0');
    let plain = match (places, rng.random_range(0..8)) {
        ("", 0) => format!("{whole}.0"),
        ("", 1) => format!("{whole}."),
        ("", 2) if whole != 0 && whole % 10 == 0 => format!("{}e+01", whole / 10),
        ("", _) => whole.to_string(),
        (_, 0) if whole == 0 => format!(".{places}"),
        (_, 1) => format!("{whole}.{places}0"),
        (_, 2) => format!("{whole}{places}e-{}", places.len()),
        (_, 3) => format!("{whole}{places}E-0{}", places.len()),
        _ => format!("{whole}.{places}"),
    };
    format!("{sign}{plain}")
}

/// A coefficient that is not 0.
fn coefficient(rng: &mut Rng, is_decimal: bool) -> i128 {
    let sign = if rng.random_bool(0.35) { -1 } else { 1 };
    sign * match rng.random_range(0..12) {
        0 if is_decimal => {
            i128::from(rng.random_range(1..10_u64)) * 1_000_000 * i128::from(rng.random_range(1..500_u64))
        }
        1 | 2 if is_decimal => i128::from(rng.random_range(1..80_u64)) * ONE / 8,
        3 | 4 if is_decimal => i128::from(rng.random_range(1..100_u64)) * ONE / 10,
        5 if is_decimal => i128::from(rng.random_range(1..2_000_000_000_u64)),
        6 => i128::from(rng.random_range(1..1_000_000_u64)) * ONE,
        _ => i128::from(rng.random_range(1..=4_u64)) * ONE,
    }
}

/// A model of 2 to `max` variables with a solution, bit i for variable i.
pub(crate) fn random(rng: &mut Rng, max: usize) -> (Model, u64) {
    let n = rng.random_range(2..=max);
    let point = rng.random_range(0..1_u64 << n);
    let mut model = Model { names: names(rng, n), fixed: vec![None; n], ..Model::default() };
    let is_decimal = rng.random_bool(0.4);
    let mut keys: Vec<usize> = (0..9).collect();
    keys.shuffle(rng);
    let prefix = one_of(rng, &["r", "R", "c", "row_", "lim"]).to_owned();
    for key in keys.into_iter().take(rng.random_range(0..=5)) {
        let mut row = Row { name: format!("{prefix}{key}"), ..Row::default() };
        for variable in 0..n {
            if rng.random_bool(0.6) {
                row.terms.push((variable, coefficient(rng, is_decimal)));
            }
        }
        row.terms.shuffle(rng);
        let sum =
            |point: u64| row.terms.iter().map(|(variable, a)| a * i128::from(point >> variable & 1)).sum::<i128>();
        let (here, there) = (sum(point), sum(rng.random_range(0..1 << n)));
        // Most right sides are sums of some point, so that rows are tight.
        let slack = if rng.random_bool(0.7) { 0 } else { coefficient(rng, is_decimal).abs() };
        match rng.random_range(0..7) {
            0 => (row.low, row.high) = (Some(here), Some(here)),
            1 | 2 => row.high = Some(here.max(there) + slack),
            3 | 4 => row.low = Some(here.min(there) - slack),
            5 => (row.low, row.high) = (Some(here.min(there)), Some(here.max(there) + slack)),
            _ => row.high = Some(here + slack),
        }
        model.rows.push(row);
    }
    for variable in 0..n {
        if rng.random_bool(0.12) {
            model.fixed[variable] = Some(point >> variable & 1 == 1);
        }
        if rng.random_bool(0.5) {
            model.objective.push((variable, coefficient(rng, is_decimal)));
        }
    }
    (model, point)
}

/// Names as people give them; none that a format could take for something else.
fn names(rng: &mut Rng, n: usize) -> Vec<String> {
    match rng.random_range(0..5) {
        0 => (0..n).map(|i| char::from(b"abcdghkmnpqrsuvwxyz"[i]).to_string()).collect(),
        1 => (1..=n).map(|i| format!("x{i}")).collect(),
        2 => (1..=n).map(|i| format!("x_r{}c{}_{i}", i % 3, i / 3)).collect(),
        3 => {
            let mut all = ["Alpha", "b.2", "Z", "y_1", "y_11", "u(3)", "long_name_of_a_variable_", "v.3.1", "W0", "q_"];
            all.shuffle(rng);
            all.iter().take(n).map(|name| (*name).to_owned()).collect()
        }
        _ => (0..n).map(|i| format!("var{i:03}")).collect(),
    }
}

/// How rows and variables of LP files are written.
pub(crate) fn lp(model: &Model, rng: &mut Rng) -> String {
    let mut text = String::new();
    let case = rng.random_range(0..3);
    let word = |text: &str| match case {
        0 => text.to_owned(),
        1 => text.to_uppercase(),
        _ => text.to_lowercase(),
    };
    if rng.random_bool(0.3) {
        text.push_str("\\ a comment: x + y <= 3\n");
    }
    text.push_str(&word(one_of(rng, &["Minimize", "Maximize", "Min", "Max"])));
    let objective = if model.objective.is_empty() { vec![(0, 0)] } else { model.objective.clone() };
    let _ =
        write!(text, "\n obj: {}\n{}\n", sum(model, &objective, rng), word(one_of(rng, &["Subject To", "st", "s.t."])));
    let mut rows: Vec<String> = Vec::new();
    for row in model.rows.iter().filter(|row| !row.terms.is_empty()) {
        let left = sum(model, &row.terms, rng);
        let mut add = |suffix: &str, senses: &[&str], side: i128, rng: &mut Rng| {
            let sense = one_of(rng, senses);
            rows.push(format!(" {}{suffix}: {left} {sense} {}", row.name, decimal(side, rng)));
        };
        match (row.low, row.high) {
            (Some(low), Some(high)) if low == high => add("", &["="], low, rng),
            (low, high) => {
                if let Some(low) = low {
                    add("_low", &[">=", ">=", "=>", ">"], low, rng);
                }
                if let Some(high) = high {
                    add("", &["<=", "<=", "=<", "<"], high, rng);
                }
            }
        }
    }
    if rows.is_empty() {
        // A model needs rows to be one.
        rows.push(format!(" none: {} <= 1", model.names[0]));
    }
    rows.shuffle(rng);
    text.push_str(&rows.join("\n"));
    text.push('\n');
    let (fixed, free): (Vec<usize>, Vec<usize>) = (0..model.names.len()).partition(|i| model.fixed[*i].is_some());
    let is_general = rng.random_bool(0.2);
    let bounded: Vec<usize> = if is_general { (0..model.names.len()).collect() } else { fixed };
    if !bounded.is_empty() {
        let _ = writeln!(text, "{}", word("Bounds"));
        for i in &bounded {
            let name = &model.names[*i];
            let line = match (model.fixed[*i].map(u8::from), rng.random_range(0..3)) {
                (Some(value), 0) => format!(" {value} <= {name} <= {value}"),
                (Some(value), _) => format!(" {name} = {value}"),
                (None, 0) => format!(" {name} <= 1"),
                (None, _) => format!(" 0 <= {name} <= 1"),
            };
            text.push_str(&line);
            text.push('\n');
        }
    }
    let list = |variables: &[usize]| variables.iter().map(|i| format!(" {}", model.names[*i])).collect::<String>();
    if !is_general && !free.is_empty() {
        let _ = writeln!(text, "{}\n{}", word(one_of(rng, &["Binary", "Binaries", "Bin"])), list(&free));
    }
    if !bounded.is_empty() {
        let _ = writeln!(text, "{}\n{}", word(one_of(rng, &["General", "Generals", "Gen"])), list(&bounded));
    }
    text.push_str(&word("End"));
    text.push('\n');
    if rng.random_bool(0.15) { text.replace('\n', "\r\n") } else { text }
}

/// `3 x - 2.5 y + z`, over several lines now and then.
pub(crate) fn sum(model: &Model, terms: &[(usize, i128)], rng: &mut Rng) -> String {
    let mut text = String::new();
    for (place, (variable, a)) in terms.iter().enumerate() {
        if *a < 0 {
            text.push_str("- ");
        } else if place > 0 || rng.random_bool(0.2) {
            text.push_str("+ ");
        }
        if a.abs() != ONE || rng.random_bool(0.2) {
            text.push_str(&decimal(a.abs(), rng));
            text.push(' ');
        }
        text.push_str(&model.names[*variable]);
        text.push_str(if rng.random_bool(0.05) { "\n  " } else { " " });
    }
    text.trim_end().to_owned()
}

/// MPS, with sections in the usual order.
pub(crate) fn mps(model: &Model, rng: &mut Rng) -> String {
    let mut text = String::new();
    if rng.random_bool(0.3) {
        text.push_str("* a comment\n");
    }
    text.push_str(one_of(rng, &["NAME          test\n", "NAME\n", "NAME test FREE\n"]).replace(" FREE", "").as_str());
    if rng.random_bool(0.2) {
        text.push_str(one_of(rng, &["OBJSENSE\n    MAX\n", "OBJSENSE\n  MIN\n"]));
    }
    text.push_str("ROWS\n N  obj\n");
    // The letter, the right side and the range of each row.
    let mut sides: Vec<(char, i128, Option<i128>)> = Vec::new();
    for row in &model.rows {
        sides.push(match (row.low, row.high) {
            (Some(low), Some(high)) if low == high => ('E', low, None),
            (Some(low), Some(high)) => match rng.random_range(0..4) {
                0 => ('L', high, Some(high - low)),
                1 => ('G', low, Some(high - low)),
                2 => ('E', low, Some(high - low)),
                _ => ('E', high, Some(low - high)),
            },
            (Some(low), None) => ('G', low, None),
            (None, Some(high)) => ('L', high, None),
            (None, None) => ('N', 0, None),
        });
    }
    for (row, side) in model.rows.iter().zip(&sides) {
        let _ = writeln!(text, " {}  {}", side.0, row.name);
    }
    // A row that always holds.
    let has_free_row = rng.random_bool(0.2);
    if has_free_row {
        text.push_str(" N  nothing\n");
    }
    text.push_str("COLUMNS\n");
    let is_marked = rng.random_bool(0.6);
    if is_marked {
        text.push_str("    MARKER                 'MARKER'                 'INTORG'\n");
    }
    for (variable, name) in model.names.iter().enumerate() {
        let mut entries: Vec<(&str, i128)> = Vec::new();
        entries.extend(model.objective.iter().filter(|(v, _)| *v == variable).map(|(_, a)| ("obj", *a)));
        for row in &model.rows {
            entries.extend(row.terms.iter().filter(|(v, _)| *v == variable).map(|(_, a)| (row.name.as_str(), *a)));
        }
        if has_free_row && rng.random_bool(0.5) {
            entries.push(("nothing", ONE));
        }
        if entries.is_empty() {
            entries.push(("obj", 0));
        }
        pairs(&mut text, name, &entries, rng);
    }
    if is_marked {
        text.push_str("    MARKER                 'MARKER'                 'INTEND'\n");
    }
    text.push_str("RHS\n");
    let set = one_of(rng, &["RHS", "rhs1", "B"]);
    let known = model.rows.iter().zip(&sides);
    let right: Vec<(&str, i128)> =
        known.clone().filter(|(_, side)| side.1 != 0).map(|(row, side)| (row.name.as_str(), side.1)).collect();
    pairs(&mut text, set, &right, rng);
    let ranges: Vec<(&str, i128)> = known.filter_map(|(row, side)| Some((row.name.as_str(), side.2?))).collect();
    if !ranges.is_empty() {
        text.push_str("RANGES\n");
        pairs(&mut text, one_of(rng, &["RNG", "ranges"]), &ranges, rng);
    }
    text.push_str("BOUNDS\n");
    for (name, fixed) in model.names.iter().zip(&model.fixed) {
        let line = match (fixed.map(u8::from), is_marked, rng.random_range(0..3)) {
            (Some(value), true, _) => format!(" FX BND  {name}  {value}\n"),
            // Without markers there is no other way to say that a fixed variable is an integer.
            (Some(value), false, _) => format!(" LI BND  {name}  {value}\n UI BND  {name}  {value}\n"),
            (None, true, 0) => format!(" UP BND  {name}  1\n"),
            (None, true, 1) => format!(" LO BND  {name}  0\n UP BND  {name}  1\n"),
            (None, _, _) => format!(" BV BND  {name}\n"),
        };
        text.push_str(&line);
    }
    text.push_str("ENDATA\n");
    if rng.random_bool(0.15) { text.replace('\n', "\r\n") } else { text }
}

/// One or two entries a line.
pub(crate) fn pairs(text: &mut String, name: &str, entries: &[(&str, i128)], rng: &mut Rng) {
    let width = rng.random_range(1..=2);
    for some in entries.chunks(width) {
        let _ = write!(text, "    {name:<8}");
        for (row, a) in some {
            let _ = write!(text, "  {row:<8}  {:<12}", decimal(*a, rng));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
}

/// A solution as one of the programs writes it.
pub(crate) fn solution(model: &Model, point: u64, rng: &mut Rng) -> String {
    let style = rng.random_range(0..6);
    let mut lines: Vec<String> = Vec::new();
    for (i, name) in model.names.iter().enumerate() {
        let is_one = point >> i & 1 == 1;
        if !is_one && rng.random_bool(0.5) {
            continue;
        }
        let value = if is_one {
            one_of(rng, &["1", "1", "1.0", "0.9999999", "1e0"])
        } else {
            one_of(rng, &["0", "0.0", "1e-9"])
        };
        lines.push(match style {
            0 => format!("{i:>7} {name:<20} {value:>10} {:>10}", 0),
            1 => format!("{name:<40} {value} \t(obj:1)"),
            _ => format!("{name} {value}"),
        });
    }
    let head = match style {
        0 => "Optimal - objective value 3.00000000\n",
        1 => "solution status: optimal solution found\nobjective value: 3\n",
        2 => "# Objective value = 3\n",
        3 => "=obj= 3\n",
        // A text without a head and without values is not a solution.
        _ if lines.is_empty() => "# all are 0\n=obj= 0\n",
        _ => "",
    };
    if style >= 2 {
        lines.shuffle(rng);
    }
    format!("{head}{}\n", lines.join("\n"))
}

/// What is asked about a model: which literals may be clues, and which variables are shown.
pub(crate) fn state(model: &Model, point: u64, args: Vec<String>, rng: &mut Rng) -> Option<ModelProblem> {
    let n = model.names.len();
    let mut args = args;
    let both = rng.random_bool(0.5);
    if both {
        args.push("--both-signs".to_owned());
    }
    let some = |rng: &mut Rng, min: f64| -> Vec<usize> { (0..n).filter(|_| rng.random_bool(min)).collect() };
    let mut named: Vec<usize> = (0..n).collect();
    if rng.random_bool(0.3) {
        named = some(rng, 0.75);
        if named.is_empty() {
            return None;
        }
        args.extend(["--clue-vars".to_owned(), patterns(model, &named)]);
    }
    let mut shown: Vec<usize> = (0..n).collect();
    if rng.random_bool(0.3) {
        shown = some(rng, 0.7);
        if shown.is_empty() {
            return None;
        }
        args.extend(["--shown".to_owned(), patterns(model, &shown)]);
    }
    let is_one = |i: usize| point >> i & 1 == 1;
    let cells: Vec<usize> = named.into_iter().filter(|i| both || is_one(*i)).collect();
    if cells.is_empty() {
        return None;
    }
    let shown = set_of(shown);
    let others = model.points().into_iter().map(|other| other ^ point).filter(|differs| differs & shown != 0);
    let literal = |differs: u64| set_of((0..cells.len()).filter(|cell| differs >> cells[*cell] & 1 == 1));
    let truth = Truth::new(cells.len(), others.map(literal).collect());
    let names = cells.iter().map(|i| format!("{}{}", model.names[*i], if is_one(*i) { "" } else { "=0" })).collect();
    let options = cells.iter().map(|i| model.names[*i].clone()).collect();
    Some(ModelProblem { args, names, options, truth })
}

/// Names between commas, or a pattern that has just these.
fn patterns(model: &Model, variables: &[usize]) -> String {
    if variables.len() == model.names.len() {
        return "*".to_owned();
    }
    variables.iter().map(|i| model.names[*i].as_str()).collect::<Vec<_>>().join(",")
}

/// One model, and some questions.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let max = *[4, 7, 7, 10].choose(rng).unwrap_or(&7);
    let (model, point) = random(rng, max);
    let (file, text) = if rng.random_bool(0.5) { ("m.lp", lp(&model, rng)) } else { ("m.mps", mps(&model, rng)) };
    lab.write(file, &text)?;
    lab.write("m.sol", &solution(&model, point, rng))?;
    let args = ["--model", file, "--solution", "m.sol"].map(str::to_owned).to_vec();
    match state(&model, point, args, rng) {
        Some(stated) => stated.ask(rng, lab),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// x + y >= 1 and 2x + 2y + z = 3, by hand: z is 1, and one of x and y.
    #[test]
    fn points_by_hand() {
        let row = |terms: &[(usize, i128)], low, high| Row { terms: terms.to_vec(), low, high, ..Row::default() };
        let mut model = Model {
            names: ["x", "y", "z"].map(str::to_owned).to_vec(),
            rows: vec![
                row(&[(0, ONE), (1, ONE)], Some(ONE), None),
                row(&[(0, 2 * ONE), (1, 2 * ONE), (2, ONE)], Some(3 * ONE), Some(3 * ONE)),
            ],
            fixed: vec![None; 3],
            ..Model::default()
        };
        assert_eq!(model.points(), [0b101, 0b110]);
        model.fixed[1] = Some(true);
        assert_eq!(model.points(), [0b110]);
    }

    #[test]
    fn decimals_keep_their_value() {
        let mut rng = Rng::seed_from_u64(3);
        for number in [0, ONE, -ONE, 10 * ONE, 30 * ONE, 1, -ONE / 8, 3 * ONE / 2, 123_456_789, 1_000_000 * ONE] {
            for _ in 0..50 {
                let text = decimal(number, &mut rng);
                let read: f64 = text.parse().expect("a number");
                assert!((read - number as f64 / ONE as f64).abs() < 1e-12, "{text}");
            }
        }
    }

    #[test]
    fn the_solution_is_a_point_of_its_model() {
        let mut rng = Rng::seed_from_u64(4);
        for _ in 0..300 {
            let (model, point) = random(&mut rng, 7);
            assert!(model.has(point), "{model:?}");
        }
    }
}
