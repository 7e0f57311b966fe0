//! Random hypergraphs as files.

use std::fmt::Write as _;

use rand::Rng as _;
use rand::seq::SliceRandom as _;

use crate::Rng;
use crate::ask::{check_listed, expect_status, number};
use crate::lab::{Lab, Wrong};
use crate::options;
use crate::truth::{Clues, Expected, Truth, members, set_of};

/// Hyperedges over a few of the vertices, the others in none.
#[derive(Debug)]
pub(super) struct Hypergraph {
    pub(super) n_vertices: usize,
    /// The vertices that hyperedges have, ascending; clue i is the i-th of them.
    pub(super) used: Vec<usize>,
    pub(super) edges: Vec<Clues>,
}

pub(super) fn random(rng: &mut Rng) -> Hypergraph {
    let max = if rng.random_bool(0.3) { 16 } else { 10 };
    let n = rng.random_range(1..=max);
    // Vertices far apart lie in different words of a bit set.
    let n_vertices = match rng.random_range(0..6) {
        0 => rng.random_range(n..=640),
        1 => rng.random_range(n..=130.max(n)),
        _ => n,
    };
    let mut used: Vec<usize> = (0..n_vertices).collect();
    used.shuffle(rng);
    used.truncate(n);
    used.sort_unstable();
    let largest = rng.random_range(1..=n.min(6));
    let edge = |rng: &mut Rng| {
        let size = rng.random_range(1..=largest);
        set_of((0..size).map(|_| rng.random_range(0..n)))
    };
    let n_edges = rng.random_range(0..=3 * n);
    let edges = (0..n_edges).map(|_| edge(rng)).collect();
    Hypergraph { n_vertices, used, edges }
}

pub(super) fn hgr(hypergraph: &Hypergraph, rng: &mut Rng) -> String {
    let mut text = String::new();
    if rng.random_bool(0.3) {
        text.push_str("c made by the attack\n\n");
    }
    let _ = writeln!(text, "p hs {} {}", hypergraph.n_vertices, hypergraph.edges.len());
    for edge in &hypergraph.edges {
        let mut vertices: Vec<usize> = members(*edge).map(|i| hypergraph.used[i as usize] + 1).collect();
        if rng.random_bool(0.2) {
            vertices.reverse();
        }
        if rng.random_bool(0.05) {
            vertices.push(vertices[0]);
        }
        let words: Vec<String> = vertices.iter().map(usize::to_string).collect();
        let _ = writeln!(text, "{}", words.join(if rng.random_bool(0.1) { "\t" } else { " " }));
        if rng.random_bool(0.05) {
            text.push_str("c between\n");
        }
    }
    if rng.random_bool(0.15) { text.replace('\n', "\r\n") } else { text }
}

/// One hypergraph, and some enumerations.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let hypergraph = random(rng);
    lab.write("h.hgr", &hgr(&hypergraph, rng))?;
    // Every hyperedge is another solution that the target's vertices in it contradict.
    let truth = Truth::new(hypergraph.used.len(), hypergraph.edges.clone());
    for _ in 0..rng.random_range(1..=3) {
        let minimum = truth.minimum().ok_or("an edge is empty")?;
        let k = match rng.random_range(0..4) {
            0 => minimum,
            1 => minimum.saturating_sub(1),
            2 => (minimum + 1).min(truth.n()),
            _ => rng.random_range(0..=truth.n()),
        };
        enumerate(&hypergraph, &truth, k, rng, lab)?;
    }
    Ok(())
}

/// All hitting sets of `k` vertices. Vertices outside all hyperedges are forbidden, or there are too many sets; but now
/// and then one of them is given.
fn enumerate(hypergraph: &Hypergraph, truth: &Truth, k: u32, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let n = hypergraph.used.len();
    let some = |rng: &mut Rng, chance: f64| set_of((0..n).filter(|_| rng.random_bool(chance)));
    let given = if rng.random_bool(0.3) { some(rng, 0.2) } else { 0 };
    let forbidden = if rng.random_bool(0.3) { some(rng, 0.2) } else { 0 };
    let unused: Vec<usize> = (0..hypergraph.n_vertices).filter(|v| !hypergraph.used.contains(v)).collect();
    let minimal = rng.random_bool(0.4);
    // A vertex that hits nothing is in no minimal set, and in a set of k + 1 if it is given.
    let idle = unused.first().filter(|_| !minimal && rng.random_bool(0.3)).copied();
    let wanted = Expected { given, forbidden, minimal, ..Expected::size(k) };
    let list = |set: Clues, more: &[usize]| {
        let vertices = members(set).map(|i| hypergraph.used[i as usize]).chain(more.iter().copied());
        vertices.map(|v| (v + 1).to_string()).collect::<Vec<_>>().join(",")
    };
    let size = k + u32::from(idle.is_some());
    let mut args: Vec<String> = ["enumerate", "--hypergraph", "h.hgr", "--format", "jsonl"].map(str::to_owned).to_vec();
    args.extend(["-k".to_owned(), size.to_string()]);
    let given_text = list(given, idle.as_slice());
    if !given_text.is_empty() {
        args.extend(["--given".to_owned(), given_text]);
    }
    let out: Vec<usize> = unused.iter().copied().filter(|v| Some(*v) != idle).collect();
    let is_published = rng.random_bool(0.5);
    // A minimal set has none of them anyway; but a published search tries them all, which takes hours with hundreds.
    let forbidden_text = list(forbidden, if minimal && !is_published && rng.random_bool(0.5) { &[] } else { &out });
    if !forbidden_text.is_empty() {
        args.extend(["--forbidden".to_owned(), forbidden_text]);
    }
    if minimal {
        args.push("--minimal".to_owned());
    }
    if is_published {
        args.extend(["--engine".to_owned(), options::published(rng)]);
    }
    options::native(rng, &mut args);
    let output = lab.run(&args)?;
    output.expect_code(0)?;
    let mut records = output.records()?;
    let last = records.pop().ok_or("no record")?;
    expect_status(&last, "done")?;
    if last["complete"] != true || number(&last, "n_hitting_sets") != u32::try_from(records.len()).ok() {
        return Err(format!("{} hitting sets, and the record says {last}", records.len()));
    }
    let set = |record: &serde_json::Value| -> Result<Clues, Wrong> {
        let vertices = record["vertices"].as_array().ok_or("no vertices")?;
        let mut set = 0;
        for vertex in vertices.iter().filter_map(serde_json::Value::as_u64) {
            match hypergraph.used.iter().position(|used| *used as u64 + 1 == vertex) {
                Some(i) => set |= 1 << i,
                None if idle.is_some_and(|idle| idle as u64 + 1 == vertex) => {}
                None => return Err(format!("vertex {vertex} was forbidden")),
            }
        }
        if vertices.len() == size as usize {
            Ok(set)
        } else {
            Err(format!("{} vertices in place of {size}", vertices.len()))
        }
    };
    let found = records.iter().map(set).collect::<Result<Vec<_>, _>>()?;
    check_listed(&found, &truth.all(&wanted))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn files_have_the_edges() {
        let hypergraph = Hypergraph { n_vertices: 9, used: vec![2, 5, 7], edges: vec![0b011, 0b100] };
        let mut rng = Rng::seed_from_u64(1);
        let lines = |text: String| {
            let is_edge = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
            let numbers = |line: &str| {
                let mut all: Vec<u32> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                all.sort_unstable();
                all.dedup();
                all
            };
            text.lines().filter(is_edge).map(numbers).collect::<Vec<_>>()
        };
        for _ in 0..50 {
            assert_eq!(lines(hgr(&hypergraph, &mut rng)), [vec![3, 6], vec![8]]);
        }
    }
}
