//! Weighted sets: what one answer says of all choices, with coefficients.

use crate::common::{Certificate, Linear, Problem, Random, Weighted, mask};
use minclue_verifier::{Refusal, Verdict, verify_stream};

/// The leader takes items of a knapsack: variable i < n says so and is 1 in the target, n + i says that the follower
/// packs it, and the last one that what is packed has its worth. Second solutions are packings worth `target`.
struct Knapsack {
    sizes: Vec<i64>,
    worths: Vec<i64>,
    room: i64,
    target: i64,
}

impl Knapsack {
    fn n(&self) -> usize {
        self.sizes.len()
    }

    fn problem(&self) -> Problem {
        let n = self.n();
        let mut rows: Vec<(Vec<(usize, i64)>, i64)> = Vec::new();
        rows.push(((0..n).map(|i| (n + i, -self.sizes[i])).collect(), -self.room));
        rows.extend((0..n).map(|i| (vec![(i, -1), (n + i, -1)], -1)));
        let worth = (0..n).map(|i| (n + i, self.worths[i])).chain([(2 * n, -self.target)]);
        rows.push((worth.collect(), 0));
        Problem::Model(Linear {
            n_vars: 2 * n + 1,
            rows,
            ones: (0..n).collect(),
            cells: (0..n).collect(),
            shown: vec![2 * n],
        })
    }

    /// What the packing of these items says.
    fn packed(&self, items: &[usize]) -> Weighted {
        let n = self.n();
        let worth: i64 = items.iter().map(|&i| self.worths[i]).sum();
        let min = (worth - self.target + 1).unsigned_abs();
        let weights: Vec<u64> = items.iter().map(|&i| self.worths[i].unsigned_abs().min(min)).collect();
        let groups =
            items.iter().zip(&weights).map(|(&i, &weight)| if weight < min { vec![n + i] } else { Vec::new() });
        let flips = items.iter().copied().chain(items.iter().map(|&i| n + i)).chain([2 * n]).collect();
        Weighted { cells: items.to_vec(), groups: groups.collect(), weights, min, flips }
    }

    /// All packings that are worth enough.
    fn packings(&self) -> Vec<Vec<usize>> {
        let sum = |of: &[i64], items: &[usize]| items.iter().map(|&i| of[i]).sum::<i64>();
        let items = |bits: u32| (0..self.n()).filter(|i| bits >> i & 1 == 1).collect::<Vec<usize>>();
        let all = (1..1_u32 << self.n()).map(items);
        all.filter(|items| sum(&self.sizes, items) <= self.room && sum(&self.worths, items) >= self.target).collect()
    }
}

fn random_knapsack(random: &mut Random) -> Knapsack {
    let n = 3 + random.below(3);
    let mut numbers = |most: usize| (0..n).map(|_| 1 + random.below(most) as i64).collect::<Vec<i64>>();
    let (sizes, worths) = (numbers(6), numbers(7));
    let room = sizes.iter().sum::<i64>() / 2;
    let target = 1 + random.below(8) as i64;
    Knapsack { sizes, worths, room, target }
}

fn verify(problem: &Problem, set: &Weighted) -> Result<Verdict, Refusal> {
    let about = Certificate::about(problem.clone(), (0..problem.n_cells()).collect());
    verify_stream(&about.stream_with_weights(std::slice::from_ref(set))[..])
}

/// Has every valid set of clues as much of the set as it says?
fn is_true(problem: &Problem, set: &Weighted) -> bool {
    let n = problem.n_cells();
    let unavoidable: Vec<u32> = problem.sets().iter().map(|(cells, _)| mask(cells)).collect();
    (0..1_u32 << n).filter(|clues| unavoidable.iter().all(|set| set & clues != 0)).all(|clues| {
        let in_clues = set.cells.iter().zip(&set.weights).filter(|(cell, _)| clues >> *cell & 1 == 1);
        in_clues.map(|(_, weight)| weight).sum::<u64>() >= set.min
    })
}

#[test]
fn packings_prove_their_rows() {
    let mut random = Random(3);
    let mut n_heavy = 0;
    for _ in 0..200 {
        let knapsack = random_knapsack(&mut random);
        let problem = knapsack.problem();
        for items in knapsack.packings() {
            let set = knapsack.packed(&items);
            let verdict = verify(&problem, &set).expect("it is right");
            assert_eq!((verdict.n_weighted_sets, verdict.lower), (1, 0));
            assert!(is_true(&problem, &set), "{set:?}");
            n_heavy += usize::from(set.min > 2);
        }
    }
    assert!(n_heavy > 100, "{n_heavy}");
}

/// Whatever is changed in a set, what is still accepted is true.
#[test]
fn nothing_is_accepted_that_is_not_true() {
    let mut random = Random(5);
    let [mut n_accepted, mut n_refused, mut n_false] = [0; 3];
    for _ in 0..600 {
        let knapsack = random_knapsack(&mut random);
        let problem = knapsack.problem();
        let packings = knapsack.packings();
        if packings.is_empty() {
            continue;
        }
        let mut set = knapsack.packed(&packings[random.below(packings.len())]);
        for _ in 0..=random.below(2) {
            let at = random.below(set.cells.len());
            match random.below(6) {
                0 => set.weights[at] = set.weights[at].saturating_sub(1),
                1 => set.weights[at] += 1,
                2 => set.min += 1,
                3 => set.min = set.min.saturating_sub(1),
                4 => set.groups[at].clear(),
                _ => {
                    let other = random.below(set.groups.len());
                    let group = std::mem::take(&mut set.groups[other]);
                    set.groups[at].extend(group);
                    set.groups[at].sort_unstable();
                    set.groups[at].dedup();
                }
            }
        }
        match verify(&problem, &set) {
            Ok(_) => {
                assert!(is_true(&problem, &set), "{set:?}");
                n_accepted += 1;
            }
            Err(_) => {
                n_refused += 1;
                n_false += usize::from(!is_true(&problem, &set));
            }
        }
    }
    assert!(n_accepted > 30 && n_refused > 100 && n_false > 50, "{n_accepted}, {n_refused}, {n_false}");
}
