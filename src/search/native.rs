//! The minimum by ascending budgets: refute K, then K + 1, until a puzzle is found.

use crate::base::{CellSet, Index, Limits, Stop};
use crate::hitting::reference;
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::unavoidable::Family;

use super::Options;
use super::pool::Pool;
use super::tree::{Cap, Halt, Question, Tree};

/// How often the limits are asked, in nodes or guesses.
const PACE: u32 = 4096;

/// See [`super::minimum`].
pub(super) fn minimum<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    start: &Family<W>,
    _options: &Options,
    limits: &Limits,
    observer: &mut dyn Observer<W>,
) -> Minimum<W> {
    let pool = Pool::new(start.sets().iter().map(|set| set.cells));
    let mut tree = Tree::new(problem, pool, limits.pace(PACE));
    let cells = problem.cells();
    let mut lower = 0;
    let mut stop = None;
    let mut clues = None;
    for k in 0..=cells.len() {
        let t = std::time::Instant::now();
        let n = tree.counters.n_nodes;
        match refute(&mut tree, problem, k) {
            Ok(()) => lower = k + 1,
            Err(Halt::Found(c)) => clues = Some(c),
            Err(Halt::Limit(s)) => stop = Some(s),
        }
        let line = || {
            format!(
                "k {k} nodes {} {:.3}s {:?}",
                tree.counters.n_nodes - n,
                t.elapsed().as_secs_f64(),
                clues.map(|c: CellSet<W>| c.len())
            )
        };
        observer.log(&line);
        if clues.is_some() || stop.is_some() {
            break;
        }
    }
    let mut counters = tree.counters;
    counters.n_sets = tree.pool.len() as u64;
    counters.n_learned = tree.pool.n_learned;
    Minimum { lower_bound: lower, clues, stop, counters }
}

fn refute<const W: usize, P: ClueProblem<W>>(tree: &mut Tree<'_, W, P>, problem: &P, k: usize) -> Result<(), Halt<W>> {
    let cells = problem.cells();
    let parts = problem.partitions().into_iter().next().unwrap_or_default();
    if parts.len() < 3 || std::env::var("NOSPLIT").is_ok() || k < 8 {
        return tree.ask(Question { most: k, cells, caps: vec![], relaxed: false });
    }
    let p = parts.len();
    let regions: Vec<_> = parts.iter().map(|part| cells - *part).collect();
    let mut budget = vec![0; p];
    for i in 0..(p - 1) * k - (p - 1) {
        budget[i % p] += 1;
    }
    for i in 0..p {
        let mut caps = vec![Cap { region: regions[i], most: budget[i] }];
        for j in 0..i {
            caps.push(Cap { region: parts[j], most: k - budget[j] - 1 });
        }
        tree.ask(Question { most: k, cells, caps, relaxed: false })?;
    }
    Ok(())
}
