//! The cheapest clues and hitting sets under all kinds of conditions at the same time: weights, rows, given and
//! forbidden.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use super::{grids, hypergraphs, models};
use crate::Rng;
use crate::ask::ModelProblem;
use crate::cheapest::{self, Chosen, MAX_CLUES, Terms};
use crate::lab::{Lab, Wrong};
use crate::options::one_of;
use crate::truth::{Clues, Truth, members};

/// Where no row is read, weights are units of a cell each, of which there are not many.
const FEW_UNITS: u64 = 30;

/// A question: the words before all options, those that tell `verify` of the input, the names, and the truth.
struct Question {
    ask: Vec<String>,
    about: Vec<String>,
    names: Vec<String>,
    /// The names in rows: they begin with a letter.
    in_rows: Vec<String>,
    /// Does it take given and forbidden clues?
    takes_conditions: bool,
    largest: u64,
    truth: Truth,
    chosen: Box<Chosen>,
}

/// One input, and some questions with terms of their own.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let question = match rng.random_range(0..10) {
        0..5 => hypergraph(rng, lab)?,
        5..9 => Some(grid(rng, lab)?),
        _ => model(rng, lab)?,
    };
    let Some(question) = question.filter(|question| (1..=MAX_CLUES).contains(&question.truth.n())) else {
        return Ok(());
    };
    for _ in 0..rng.random_range(1..=3) {
        ask(&question, rng, lab)?;
    }
    Ok(())
}

fn ask(question: &Question, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let Question { truth, names, .. } = question;
    let mut terms = Terms::random(rng, names.len(), question.largest);
    if !question.takes_conditions {
        (terms.given, terms.forbidden) = (0, 0);
    }
    if terms.rows.is_empty() {
        terms.prices.iter_mut().for_each(|price| *price = (*price).min(FEW_UNITS));
    }
    let mut about: Vec<String> = Vec::new();
    if !terms.is_plain() || rng.random_bool(0.1) {
        lab.write("weights.txt", &terms.weights(names, rng))?;
        about.extend(["--weights", "weights.txt"].map(str::to_owned));
    }
    if !terms.rows.is_empty() {
        let (ending, text) = terms.row_file(&question.in_rows, rng);
        lab.write(&format!("rows.{ending}"), &text)?;
        about.extend(["--rows".to_owned(), format!("rows.{ending}")]);
    }
    for (option, set) in [("--given", terms.given), ("--forbidden", terms.forbidden)] {
        if set != 0 {
            let list: Vec<&str> = members(set).map(|clue| names[clue as usize].as_str()).collect();
            about.extend([option.to_owned(), list.join(",")]);
        }
    }
    let (mut options, is_limited, mut certificate) = cheapest::options(rng);
    // Without weights and rows, certificates are about whole grids.
    let is_choice = about.iter().any(|word| word == "--weights" || word == "--rows");
    if !is_choice && !about.is_empty() && question.about[0] == "--grid" && certificate.take().is_some() {
        options.truncate(options.len() - 2);
    }
    // Weights and rows have their own engine, and two engines write no certificate.
    if !is_choice && certificate.is_none() && rng.random_bool(0.6) {
        options.extend(["--engine".to_owned(), one_of(rng, &["native", "bilevel", "both"]).to_owned()]);
    }
    certificate.into_iter().for_each(|file| {
        lab.remove(file);
        lab.remove(&format!("{file}.upper"));
    });
    let words: Vec<String> = question.ask.iter().chain(&about).chain(&options).cloned().collect();
    let output = lab.run(&words)?;
    cheapest::check(&output, truth, &terms, is_limited, &*question.chosen)?;
    let Some(file) = certificate else { return Ok(()) };
    let about: Vec<String> = question.about.iter().chain(&about).cloned().collect();
    cheapest::check_certificates(lab, &output, &about, file)
}

/// The set of these names; each stands once.
fn named(names: &[String], record: &Value) -> Result<Option<Clues>, Wrong> {
    let list = if record["leader"].is_array() { &record["leader"] } else { &record["clues"] };
    let Some(list) = list.as_array() else { return Ok(None) };
    let mut set = 0;
    for name in list {
        let place = names.iter().position(|other| name.as_str().is_some_and(|name| name.eq_ignore_ascii_case(other)));
        let bit = 1 << place.ok_or_else(|| format!("{name} is not the name of a clue"))?;
        if set & bit != 0 {
            return Err(format!("{name} occurs twice"));
        }
        set |= bit;
    }
    Ok(Some(set))
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn hypergraph(rng: &mut Rng, lab: &mut Lab) -> Result<Option<Question>, Wrong> {
    let hypergraph = hypergraphs::random(rng);
    lab.write("h.hgr", &hypergraphs::hgr(&hypergraph, rng))?;
    // With many vertices, those in no hyperedge could be chosen as well.
    if hypergraph.n_vertices != hypergraph.used.len() {
        return Ok(None);
    }
    let truth = Truth::new(hypergraph.used.len(), hypergraph.edges.clone());
    let names: Vec<String> = (1..=hypergraph.n_vertices).map(|vertex| vertex.to_string()).collect();
    let (in_rows, known) = (names.iter().map(|name| format!("x{name}")).collect(), names.clone());
    Ok(Some(Question {
        ask: words(&["solve", "--format", "jsonl", "--hypergraph", "h.hgr"]),
        about: words(&["--hypergraph", "h.hgr"]),
        names,
        in_rows,
        takes_conditions: true,
        largest: if rng.random_bool(0.9) { 9 } else { 1_000_000 },
        truth,
        chosen: Box::new(move |record| named(&known, record)),
    }))
}

fn grid(rng: &mut Rng, lab: &mut Lab) -> Result<Question, Wrong> {
    let (shape, n) = *[("1x3", 3), ("1x4", 4), ("2x2", 4), ("2x2", 4)].choose(rng).unwrap_or(&("2x2", 4));
    let (line, truth) = grids::random(rng, shape)?;
    lab.write("grid.txt", &format!("{line}\n"))?;
    let names: Vec<String> = (0..n * n).map(|cell| format!("r{}c{}", cell / n + 1, cell % n + 1)).collect();
    let (known, in_rows) = (names.clone(), names.clone());
    let chosen = move |record: &Value| {
        let Some(puzzle) = record["puzzle"].as_str() else { return Ok(None) };
        let clues = grids::clues_of(puzzle, line.as_bytes().iter().map(|c| c - b'0').collect::<Vec<_>>().as_slice())?;
        // The list of its cells says the same.
        match named(&known, record)? {
            Some(listed) if listed != clues => Err(format!("{puzzle} has other clues than {}", record["leader"])),
            _ => Ok(Some(clues)),
        }
    };
    Ok(Question {
        ask: words(&["solve", "--format", "jsonl", "--shape", shape, "grid.txt"]),
        about: words(&["--grid", "grid.txt", "--shape", shape]),
        names,
        in_rows,
        takes_conditions: true,
        largest: if rng.random_bool(0.9) { 9 } else { 1_000_000 },
        truth,
        chosen: Box::new(chosen),
    })
}

/// A model, of which the ones of the solution may be clues.
fn model(rng: &mut Rng, lab: &mut Lab) -> Result<Option<Question>, Wrong> {
    let (model, point) = models::random(rng, 7);
    lab.write("m.lp", &models::lp(&model, rng))?;
    lab.write("m.sol", &models::solution(&model, point, rng))?;
    let args = words(&["--model", "m.lp", "--solution", "m.sol"]);
    let Some(ModelProblem { args, names, truth, .. }) = models::state(&model, point, args, rng) else {
        return Ok(None);
    };
    // Names such as `x=0` are none in a row, and names that only differ in their case say two things.
    let is_plain = |name: &String| {
        let alike = names.iter().filter(|other| other.eq_ignore_ascii_case(name)).count();
        alike == 1 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.starts_with(['e', 'E'])
    };
    if !truth.is_answerable() || !names.iter().all(is_plain) {
        return Ok(None);
    }
    let known = names.clone();
    Ok(Some(Question {
        ask: [words(&["fcp", "--format", "jsonl"]), args.clone()].concat(),
        about: args,
        in_rows: names.clone(),
        names,
        takes_conditions: false,
        largest: 9,
        truth,
        chosen: Box::new(move |record| named(&known, record)),
    }))
}
