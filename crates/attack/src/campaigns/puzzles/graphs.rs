//! Perfect matchings and colorings of small graphs.

use std::fmt::Write as _;

use rand::Rng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::{PuzzleInstance, title, truth};
use crate::Rng;
use crate::truth::{Truth, set_of};

/// Vertices from 1, each edge with the smaller end first, ascending.
#[derive(Debug)]
struct Graph {
    n: usize,
    edges: Vec<(usize, usize)>,
    /// The line that draws it.
    text: String,
}

impl Graph {
    fn new(n: usize, mut edges: Vec<(usize, usize)>, text: Option<String>, rng: &mut Rng) -> Self {
        edges.iter_mut().for_each(|(a, b)| (*a, *b) = (*a.min(b), *a.max(b)));
        edges.sort_unstable();
        edges.dedup();
        let mut drawn: Vec<(usize, usize)> = edges.clone();
        drawn.shuffle(rng);
        let pair =
            |(a, b): &(usize, usize)| if rng.random_bool(0.5) { format!(" {a}-{b}") } else { format!(" {b}-{a}") };
        let pairs: Vec<String> = drawn.iter().map(pair).collect();
        let text = text.unwrap_or_else(|| pairs.chunks(5).map(|some| format!("edges{}\n", some.concat())).collect());
        Self { n, edges, text }
    }

    /// One of the families with a name.
    fn named(rng: &mut Rng) -> Self {
        let n = rng.random_range(3..=8);
        let (r, c) = (rng.random_range(1..=3), rng.random_range(2..=4));
        let (n, edges, text) = match rng.random_range(0..5) {
            0 => (n, (1..=n).map(|i| (i, i % n + 1)).collect(), format!("cycle {n}\n")),
            1 => (n.min(6), pairs(n.min(6)), format!("complete {}\n", n.min(6))),
            2 => {
                let across = (1..=r * c).filter(|v| v % c != 0).map(|v| (v, v + 1));
                let down = (1..=(r - 1) * c).map(|v| (v, v + c));
                (r * c, across.chain(down).collect(), format!("grid {r}x{c}\n"))
            }
            3 => {
                let all = pairs(8).into_iter().filter(|(a, b)| ((a - 1) ^ (b - 1)).is_power_of_two());
                (8, all.collect(), "hypercube 3\n".to_owned())
            }
            _ => {
                let outer = (0..5).map(|i| (i + 1, (i + 1) % 5 + 1));
                let spokes = (1..=5).map(|i| (i, i + 5));
                let star = (0..5).map(|i| (i + 6, (i + 2) % 5 + 6));
                (10, outer.chain(spokes).chain(star).collect(), "petersen\n".to_owned())
            }
        };
        Self::new(n, edges, Some(text), rng)
    }

    /// Every vertex has an edge, or the text would not have it.
    fn random(rng: &mut Rng, max: usize) -> Self {
        let n = rng.random_range(2..=max);
        let chance = rng.random_range(0.2..0.9);
        let mut edges: Vec<(usize, usize)> = pairs(n).into_iter().filter(|_| rng.random_bool(chance)).collect();
        for v in 1..=n {
            if !edges.iter().any(|(a, b)| *a == v || *b == v) {
                edges.push((v, v % n + 1));
            }
        }
        Self::new(n, edges, None, rng)
    }

    /// Every perfect matching, as the places of its edges.
    fn matchings(&self) -> Vec<Vec<usize>> {
        fn go(graph: &Graph, used: u32, chosen: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
            let Some(v) = (1..=graph.n).find(|v| used >> v & 1 == 0) else {
                return all.push(chosen.clone());
            };
            for (i, (a, b)) in graph.edges.iter().enumerate() {
                if (*a == v || *b == v) && used >> a & 1 == 0 && used >> b & 1 == 0 {
                    chosen.push(i);
                    go(graph, used | 1 << a | 1 << b, chosen, all);
                    chosen.pop();
                }
            }
        }
        let mut all = Vec::new();
        go(self, 0, &mut Vec::new(), &mut all);
        all
    }

    /// Every coloring with colors 1 to k.
    fn colorings(&self, k: u8) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for v in 1..=self.n {
            let longer = |coloring: &Vec<u8>| {
                let differs = |color: &u8| {
                    let clash = |(a, b): &(usize, usize)| *b == v && coloring[a - 1] == *color;
                    !self.edges.iter().any(clash)
                };
                (1..=k).filter(differs).map(|color| [coloring.as_slice(), &[color]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}

fn pairs(n: usize) -> Vec<(usize, usize)> {
    (1..=n).flat_map(|b| (1..b).map(move |a| (a, b))).collect()
}

/// The edges of a perfect matching are the clues.
pub(super) fn matching(rng: &mut Rng) -> Option<PuzzleInstance> {
    let (graph, all) = (0..50).find_map(|_| {
        let graph = if rng.random_bool(0.4) { Graph::named(rng) } else { Graph::random(rng, 8) };
        let all = graph.matchings();
        (!all.is_empty()).then_some((graph, all))
    })?;
    let target = all.choose(rng)?;
    let edge = |i: &usize| graph.edges[*i];
    let mut text = format!("matching{}\n{}matched", title(rng), graph.text);
    let mut order: Vec<(usize, usize)> = target.iter().map(edge).collect();
    order.shuffle(rng);
    for (a, b) in &order {
        let _ = write!(text, " {a}-{b}");
    }
    text.push('\n');
    let mut chosen: Vec<(usize, usize)> = target.iter().map(edge).collect();
    chosen.sort_unstable();
    let missing = |other: &Vec<usize>| {
        let has = |pair: &(usize, usize)| other.iter().any(|i| graph.edges[*i] == *pair);
        set_of((0..chosen.len()).filter(|i| !has(&chosen[*i])))
    };
    let others = all.iter().filter(|other| *other != target).map(missing).collect();
    let names = chosen.iter().map(|(a, b)| format!("m_{a}_{b}")).collect();
    Some(PuzzleInstance { text, names, truth: Truth::new(chosen.len(), others) })
}

/// The colors of vertices are the clues.
pub(super) fn coloring(rng: &mut Rng) -> Option<PuzzleInstance> {
    let graph = if rng.random_bool(0.4) { Graph::named(rng) } else { Graph::random(rng, 7) };
    let k = rng.random_range(2..=4);
    let all = graph.colorings(k);
    let target = all.choose(rng).filter(|_| all.len() <= 3000)?;
    let colors: Vec<String> = target.iter().map(u8::to_string).collect();
    let is_said = target.iter().max() != Some(&k) || rng.random_bool(0.5);
    let parameter = if is_said { format!(" k={k}") } else { String::new() };
    let text = format!("coloring{}{parameter}\n{}colors {}\n", title(rng), graph.text, colors.join(" "));
    let names = target.iter().enumerate().map(|(v, color)| format!("x_v{}_{color}", v + 1)).collect();
    Some(PuzzleInstance { text, names, truth: truth(target, &all) })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// Known counts: (2n - 1)!! matchings of a complete graph, 9 of the cube, 6 of Petersen's graph; (k - 1)^n + (-1)^n
    /// (k - 1) colorings of a cycle, 120 of Petersen's graph with three colors.
    #[test]
    fn matchings_and_colorings_have_their_known_numbers() {
        let mut rng = Rng::seed_from_u64(1);
        let mut met = Vec::new();
        for _ in 0..300 {
            let graph = Graph::named(&mut rng);
            let (n_matchings, n_colorings) = match graph.text.trim() {
                "complete 6" => (15, 0),
                "complete 4" => (3, 0),
                "hypercube 3" => (9, 114),
                "petersen" => (6, 120),
                "cycle 5" => (0, 30),
                "cycle 6" => (2, 66),
                "grid 2x3" => (3, 54),
                _ => continue,
            };
            assert_eq!(
                (graph.matchings().len(), graph.colorings(3).len()),
                (n_matchings, n_colorings),
                "{}",
                graph.text
            );
            met.push(graph.text);
        }
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 7);
    }
}
