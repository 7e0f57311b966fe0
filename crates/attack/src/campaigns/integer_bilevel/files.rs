//! The files of a program: MPS in free format with an AUX file, by number or by name.

use std::fmt::Write as _;

use rand::Rng as _;
use rand::seq::SliceRandom as _;

use crate::Rng;
use crate::options::one_of;

use super::program::{Bounds, Program, Sense};

/// An MPS file and its AUX file.
#[derive(Clone, Debug)]
pub(super) struct Files {
    pub(super) mps: String,
    pub(super) aux: String,
}

/// The name of the leader's variable `i`.
pub(super) fn x(i: usize) -> String {
    format!("x{}", i + 1)
}

/// The name of the follower's variable `i`.
pub(super) fn y(i: usize) -> String {
    format!("y{}", i + 1)
}

/// A number with decimals, from what it is times ten to the power of `places`.
pub(super) fn decimal(number: i64, places: u32) -> String {
    let scale = 10_u64.pow(places);
    let (whole, behind) = (number.unsigned_abs() / scale, number.unsigned_abs() % scale);
    let sign = if number < 0 { "-" } else { "" };
    match format!("{behind:0width$}", width = places as usize).trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        behind => format!("{sign}{whole}.{behind}"),
    }
}

/// A column: its name, its bounds, and of which level it is which.
struct Column {
    name: String,
    bounds: Bounds,
    is_follower: bool,
    number: usize,
}

/// Writes a program; the order of columns and rows, and all that has no meaning, is random.
pub(super) fn write(program: &Program, rng: &mut Rng) -> Files {
    let column = |is_follower: bool, number: usize, bounds: Bounds| Column {
        name: if is_follower { y(number) } else { x(number) },
        bounds,
        is_follower,
        number,
    };
    let of = |bounds: &[Bounds], is_follower| -> Vec<Column> {
        bounds.iter().enumerate().map(|(number, bounds)| column(is_follower, number, *bounds)).collect()
    };
    let mut columns = of(&program.leader, false);
    columns.extend(of(&program.follower, true));
    let mut rows: Vec<usize> = (0..program.rows.len()).collect();
    if rng.random_bool(0.5) {
        columns.shuffle(rng);
        rows.shuffle(rng);
    }
    Files { mps: mps(program, &columns, &rows, rng), aux: aux(program, &columns, &rows, rng) }
}

/// Rows are called for their place in the program, not in the file.
fn row_name(program: &Program, row: usize) -> String {
    format!("{}{row}", if program.rows[row].is_follower { "f" } else { "lead" })
}

fn mps(program: &Program, columns: &[Column], rows: &[usize], rng: &mut Rng) -> String {
    let mut text = String::from("NAME made\nROWS\n");
    let objective = " N obj\n";
    text.push_str(objective);
    for row in rows {
        let letter = match program.rows[*row].sense {
            Sense::AtMost => 'L',
            Sense::AtLeast => 'G',
            Sense::Equal => 'E',
        };
        let _ = writeln!(text, " {letter} {}", row_name(program, *row));
    }
    text.push_str("COLUMNS\n");
    // Integers are marked, or have bounds that say so.
    let is_marked = rng.random_bool(0.7);
    if is_marked {
        text.push_str("    M1 'MARKER' 'INTORG'\n");
    }
    for Column { name, is_follower, number, .. } in columns {
        let in_list = |leader: &[i64], follower: &[i64]| if *is_follower { follower[*number] } else { leader[*number] };
        let aim = &program.objective;
        let mut entries = vec![("obj".to_owned(), in_list(&aim.of_leader, &aim.of_follower), aim.places)];
        for row in rows {
            let Some(of) = program.rows.get(*row) else { continue };
            entries.push((row_name(program, *row), in_list(&of.of_leader, &of.of_follower), of.places));
        }
        entries.retain(|(_, a, _)| *a != 0);
        if entries.is_empty() {
            let _ = writeln!(text, "    {name} obj 0");
        }
        // One or two entries a line.
        while !entries.is_empty() {
            let n = if rng.random_bool(0.3) { 2 } else { 1 };
            let line: Vec<String> = entries
                .drain(..n.min(entries.len()))
                .map(|(row, a, places)| format!("{row} {}", number_word(a, places, rng)))
                .collect();
            let _ = writeln!(text, "    {name} {}", line.join(" "));
        }
    }
    if is_marked {
        text.push_str("    M2 'MARKER' 'INTEND'\n");
    }
    text.push_str("RHS\n");
    if program.objective.constant != 0 {
        let _ = writeln!(text, "    RHS obj {}", decimal(-program.objective.constant, program.objective.places));
    }
    for row in rows {
        let of = &program.rows[*row];
        if of.rhs != 0 || rng.random_bool(0.2) {
            let _ = writeln!(text, "    RHS {} {}", row_name(program, *row), number_word(of.rhs, of.places, rng));
        }
    }
    text.push_str("BOUNDS\n");
    for Column { name, bounds: Bounds { lower, upper }, .. } in columns {
        if (*lower, *upper) == (0, 1) && rng.random_bool(0.4) {
            let _ = writeln!(text, " BV BND {name}");
            continue;
        }
        if is_marked && lower == upper && rng.random_bool(0.5) {
            let _ = writeln!(text, " FX BND {name} {lower}");
            continue;
        }
        let (low, up) = if is_marked { ("LO", "UP") } else { ("LI", "UI") };
        // The lower one comes first, since an upper one below 0 may mean that there is none.
        if *lower != 0 || rng.random_bool(0.2) {
            let _ = writeln!(text, " {low} BND {name} {lower}");
        }
        let _ = writeln!(text, " {up} BND {name} {upper}");
    }
    text.push_str("ENDATA\n");
    if rng.random_bool(0.1) { text.replace('\n', "\r\n") } else { text }
}

/// A number as one of the ways to write it.
fn number_word(number: i64, places: u32, rng: &mut Rng) -> String {
    let plain = decimal(number, places);
    match rng.random_range(0..20) {
        0 if !plain.contains('.') => format!("{plain}.0"),
        1 if plain.contains('.') => format!("{plain}0"),
        2 => format!("{number}e-{places}"),
        _ => plain,
    }
}

fn aux(program: &Program, columns: &[Column], rows: &[usize], rng: &mut Rng) -> String {
    let mut variables: Vec<(usize, &Column)> =
        columns.iter().enumerate().filter(|(_, column)| column.is_follower).collect();
    let mut own: Vec<(usize, usize)> =
        rows.iter().copied().enumerate().filter(|(_, row)| program.rows[*row].is_follower).collect();
    if rng.random_bool(0.3) {
        variables.shuffle(rng);
        own.shuffle(rng);
    }
    let cost = |column: &Column| decimal(program.goal.of_follower[column.number], program.goal.places);
    let mut text = String::new();
    if rng.random_bool(0.5) {
        let _ = writeln!(text, "N {}\nM {}", variables.len(), own.len());
        variables.iter().for_each(|(place, _)| _ = writeln!(text, "LC {place}"));
        own.iter().for_each(|(place, _)| _ = writeln!(text, "LR {place}"));
        variables.iter().for_each(|(_, column)| _ = writeln!(text, "LO {}", cost(column)));
        let _ = writeln!(text, "OS {}", if program.is_maximized { -1 } else { 1 });
        return text;
    }
    let _ = writeln!(text, "@NUMVARS\n{}\n@NUMCONSTRS\n{}\n@VARSBEGIN", variables.len(), own.len());
    variables.iter().for_each(|(_, column)| _ = writeln!(text, "{} {}", column.name, cost(column)));
    text.push_str("@VARSEND\n@CONSTRSBEGIN\n");
    own.iter().for_each(|(_, row)| _ = writeln!(text, "{}", row_name(program, *row)));
    text.push_str("@CONSTRSEND\n");
    if program.is_maximized || rng.random_bool(0.3) {
        let _ = writeln!(text, "@OBJSENSE\n{}", if program.is_maximized { "MAX" } else { "MIN" });
    }
    text.push_str(one_of(rng, &["", "@NAME\nmade\n"]));
    text
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng as _;

    use super::super::kinds::Question;
    use super::super::program::points;
    use super::*;

    #[test]
    fn numbers_have_their_decimals() {
        let words = [(0, 2), (-5, 2), (120, 2), (-1234, 1), (7, 0), (-99, 2)].map(|(v, places)| decimal(v, places));
        assert_eq!(words, ["0", "-0.05", "1.2", "-123.4", "7", "-0.99"]);
    }

    /// What a plain reader finds in the file, which knows only what stands here: rows as (letter, terms, rhs).
    #[derive(Default)]
    struct Read {
        rows: HashMap<String, (char, HashMap<String, f64>, f64)>,
        bounds: HashMap<String, (f64, f64)>,
    }

    fn read(mps: &str) -> Read {
        let (mut read, mut section) = (Read::default(), String::new());
        for line in mps.lines().filter(|line| !line.contains("MARKER")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |word: &str| word.parse::<f64>().expect("a number");
            match (section.as_str(), line.starts_with(' ')) {
                (_, false) => section = words[0].to_owned(),
                ("ROWS", _) => {
                    let letter = words[0].chars().next().expect("a letter");
                    read.rows.insert(words[1].to_owned(), (letter, HashMap::new(), 0.0));
                }
                ("COLUMNS", _) => {
                    read.bounds.entry(words[0].to_owned()).or_insert((0.0, f64::INFINITY));
                    for pair in words[1..].chunks(2) {
                        let row = read.rows.get_mut(pair[0]).expect("a row");
                        row.1.insert(words[0].to_owned(), number(pair[1]));
                    }
                }
                ("RHS", _) => read.rows.get_mut(words[1]).expect("a row").2 = number(words[2]),
                _ => {
                    let bounds = read.bounds.get_mut(words[2]).expect("a column");
                    let value = words.get(3).map_or(1.0, |word| number(word));
                    match words[0] {
                        "BV" => *bounds = (0.0, 1.0),
                        "FX" => *bounds = (value, value),
                        "LO" | "LI" => bounds.0 = value,
                        _ => bounds.1 = value,
                    }
                }
            }
        }
        read
    }

    /// Rows, bounds and the objective of the file are those of the program at every point.
    #[test]
    fn the_file_says_what_the_program_says() {
        let mut rng = Rng::seed_from_u64(11);
        for _ in 0..60 {
            let program = Question::random(&mut rng).program;
            let files = write(&program, &mut rng);
            let file = read(&files.mps);
            let names: Vec<String> =
                (0..program.leader.len()).map(x).chain((0..program.follower.len()).map(y)).collect();
            let all: Vec<Bounds> = program.leader.iter().chain(&program.follower).copied().collect();
            for (name, bounds) in names.iter().zip(&all) {
                assert_eq!(file.bounds[name], (bounds.lower as f64, bounds.upper as f64), "{}", files.mps);
            }
            for point in points(&all).step_by(7).take(200) {
                let (x, y) = point.split_at(program.leader.len());
                let sum = |row: &str| -> f64 {
                    let terms = &file.rows[row].1;
                    names.iter().zip(&point).map(|(name, v)| terms.get(name).unwrap_or(&0.0) * *v as f64).sum()
                };
                for (i, row) in program.rows.iter().enumerate() {
                    let name = row_name(&program, i);
                    let (letter, _, rhs) = &file.rows[&name];
                    let over = sum(&name) - rhs;
                    let holds = match letter {
                        'L' => over <= 1e-9,
                        'G' => over >= -1e-9,
                        _ => over.abs() <= 1e-9,
                    };
                    assert_eq!(holds, row.holds(x, y), "{name} at {point:?}: {}", files.mps);
                }
                let scale = 10_f64.powi(program.objective.places as i32);
                let value = program.value(x, y) as f64 / scale;
                assert!((sum("obj") - file.rows["obj"].2 - value).abs() < 1e-9, "{}", files.mps);
            }
        }
    }

    /// The AUX file names the follower's variables with their costs, and its rows.
    #[test]
    fn the_aux_file_says_whose_is_what() {
        let mut rng = Rng::seed_from_u64(12);
        for _ in 0..60 {
            let program = Question::random(&mut rng).program;
            let Files { mps, aux } = write(&program, &mut rng);
            let words: Vec<&str> = aux.split_whitespace().collect();
            let after = |key: &str| -> Vec<&str> {
                words.windows(2).filter(|pair| pair[0] == key).map(|pair| pair[1]).collect()
            };
            let between = |from: &str, to: &str| -> Vec<&str> {
                let place = |key: &str| words.iter().position(|word| *word == key).expect("a key");
                words[place(from) + 1..place(to)].to_vec()
            };
            let section = |name: &str, end: &str| mps.split(name).nth(1).and_then(|rest| rest.split(end).next());
            let mut columns: Vec<&str> = Vec::new();
            for line in section("COLUMNS", "RHS").expect("columns").lines().filter(|line| !line.contains("MARKER")) {
                columns.extend(line.split_whitespace().next());
            }
            columns.dedup();
            let lines = section("ROWS", "COLUMNS").expect("rows").lines();
            let rows: Vec<&str> = lines.filter_map(|line| line.split_whitespace().nth(1)).skip(1).collect();
            let (mut costs, mut own): (Vec<(&str, &str)>, Vec<&str>) = if aux.starts_with('N') {
                let at = |list: &[&'_ str], key: &str| -> Vec<String> {
                    after(key).iter().map(|n| list[n.parse::<usize>().expect("a number")].to_owned()).collect()
                };
                let (names, own) = (at(&columns, "LC"), at(&rows, "LR"));
                let find = |list: &[&'_ str], name: &String| list.iter().position(|other| other == name).expect("it");
                let costs = names.iter().map(|name| columns[find(&columns, name)]).zip(after("LO")).collect();
                (costs, own.iter().map(|name| rows[find(&rows, name)]).collect())
            } else {
                let list = between("@VARSBEGIN", "@VARSEND");
                (list.chunks(2).map(|pair| (pair[0], pair[1])).collect(), between("@CONSTRSBEGIN", "@CONSTRSEND"))
            };
            costs.sort_unstable();
            own.sort_unstable();
            let goal = &program.goal;
            let wanted: Vec<(String, String)> =
                (0..program.follower.len()).map(|i| (y(i), decimal(goal.of_follower[i], goal.places))).collect();
            let found: Vec<(String, String)> =
                costs.iter().map(|(name, cost)| ((*name).to_owned(), (*cost).to_owned())).collect();
            assert_eq!(found, wanted, "{aux}{mps}");
            let of_follower: Vec<usize> = (0..program.rows.len()).filter(|i| program.rows[*i].is_follower).collect();
            let wanted: Vec<String> = of_follower.iter().map(|i| format!("f{i}")).collect();
            assert_eq!(own, wanted, "{aux}");
            let is_maximized = after("OS") == ["-1"] || after("@OBJSENSE") == ["MAX"];
            assert_eq!(is_maximized, program.is_maximized, "{aux}");
        }
    }
}
