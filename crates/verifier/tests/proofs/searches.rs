//! Searches of the checker, compared with all sets of cells.

use crate::common;
use crate::common::{Cells, Certificate, Random, cycle, hitting, list, members};
use minclue_verifier::{Reason, verify_stream_within};

/// A search for what hits the first `n_sets` sets: step 8.
fn search(first_cap: u64, n_sets: usize, groups: &[usize]) -> Vec<u64> {
    let head = [8, first_cap, n_sets as u64, groups.len() as u64 / 3];
    head.into_iter().chain(groups.iter().map(|&cell| cell as u64)).collect()
}

/// Different sets of two to five of the cells.
fn random_sets(random: &mut Random, n_cells: usize, n: usize) -> Vec<Cells> {
    let mut sets = Vec::new();
    while sets.len() < n {
        let set: Cells = (0..2 + random.below(4)).fold(0, |set, _| set | 1 << random.below(n_cells));
        if set.count_ones() > 1 && !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

/// The same, most of them with two or three cells of one of `groups` and some of `part`.
fn sets_in_groups(random: &mut Random, n_cells: usize, n: usize, groups: &[usize], part: &[usize]) -> Vec<Cells> {
    let mut sets = random_sets(random, n_cells, 1 + n / 4);
    for _ in 0..n {
        let Some(group) = groups.chunks(3).nth(random.below(groups.len() / 3 + 1)) else { continue };
        let drop = random.below(4);
        let inside = (0..3).filter(|i| *i != drop).fold(0, |set: Cells, i| set | 1 << group[i]);
        let n_first = if part.is_empty() { 0 } else { random.below(4) };
        let set = (0..n_first).fold(inside, |set, _| set | 1 << part[random.below(part.len())]);
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

/// Where a search stands in a random tree.
struct Node {
    chosen: Cells,
    alive: Cells,
    budget: u32,
    caps: Vec<(Cells, u32)>,
}

impl Node {
    /// Does something that the node stands for hit the sets?
    fn is_open(&self, sets: &[Cells]) -> bool {
        let mut more = self.alive;
        loop {
            let cells = self.chosen | more;
            let keeps = |(cap, max): &(Cells, u32)| (cells & cap).count_ones() <= *max;
            let fits = cells.count_ones() <= self.budget && self.caps.iter().all(keeps);
            if fits && sets.iter().all(|set| set & cells != 0) {
                return true;
            }
            if more == 0 {
                return false;
            }
            more = (more - 1) & self.alive;
        }
    }
}

/// A random certificate, and the first node that its searches do not close: a split over a part, a child in the first
/// side, and a search wherever a node is to be closed. One of these is just closed, or just not.
fn random_proof(random: &mut Random) -> (Certificate, Option<usize>) {
    let n_cells = 6 + random.below(8);
    let all: Cells = (1 << n_cells) - 1;
    let n_first = random.below(n_cells);
    let order = random.shuffled((0..n_cells).collect());
    let (part, rest) = order.split_at(n_first);
    let part: Vec<usize> = {
        let mut part = part.to_vec();
        part.sort_unstable();
        part
    };
    let groups = &rest[..rest.len() / 3 * 3];
    let most = if random.below(4) == 0 { 80 } else { 16 };
    let n = 2 + random.below(most);
    let sets = sets_in_groups(random, n_cells, n, groups, &part);
    let cells = part.iter().fold(0, |cells: Cells, cell| cells | 1 << cell);
    let max = random.below(n_first + 1) as u32;
    let cell = random.below(n_cells);
    let has_child = max > 0 || cells >> cell & 1 == 0;
    let caps = || vec![(cells, max)];
    let rest = all & !(1 << cell);
    let mut nodes = vec![
        Node { chosen: 0, alive: if has_child { rest } else { all }, budget: 0, caps: caps() },
        Node { chosen: 0, alive: all, budget: 0, caps: Vec::new() },
    ];
    if has_child {
        nodes.insert(0, Node { chosen: 1 << cell, alive: rest, budget: 0, caps: caps() });
    }
    let n_sets = sets.len() - random.below(2);
    let known = &sets[..n_sets];
    let one = random.below(nodes.len());
    let enough = (1..n_cells as u32)
        .find(|budget| Node { budget: *budget, caps: nodes[one].caps.clone(), ..nodes[one] }.is_open(known));
    let budget = (enough.unwrap_or(n_cells as u32 - 1) - random.below(2) as u32).max(1);
    nodes.iter_mut().for_each(|node| node.budget = budget);

    let mut certificate = hitting(n_cells, &sets, u64::from(budget) + 1);
    let mut tree = vec![5];
    tree.extend(list(&part));
    tree.push(u64::from(max));
    if has_child {
        tree.push(10 + cell as u64);
    }
    for node in &nodes {
        // The second side has no cap, so all of its cells are in the first part.
        let by_cap = !node.caps.is_empty() && random.below(4) > 0;
        tree.extend(search(by_cap.into(), n_sets, if by_cap { groups } else { &[] }));
    }
    certificate.tree = tree;
    // In the order in which they begin: the root, the first side, perhaps its child, the second side.
    let numbers: &[usize] = if has_child { &[2, 1, 3] } else { &[1, 2] };
    let open = nodes.iter().position(|node| node.is_open(known));
    (certificate, open.map(|place| numbers[place]))
}

#[test]
fn what_a_search_finds_is_what_there_is() {
    let mut random = Random(24);
    let mut n = [0; 4];
    for round in 0..6000 {
        let (certificate, open) = random_proof(&mut random);
        match certificate.verify() {
            Ok(_) => assert_eq!(open, None, "{round}: {certificate:?}"),
            Err(refusal) => {
                let place = open.map(|node| format!("node {node} of the tree"));
                assert_eq!(Some(&refusal.place), place.as_ref(), "{round}: {refusal}: {certificate:?}");
                assert!(refusal.reason.to_string().starts_with("the search ends with cells"), "{refusal}");
            }
        }
        n[open.unwrap_or(0)] += 1;
    }
    assert!(n.iter().all(|n| *n > 200), "{n:?}");
}

/// More sets inside the first part than have bits, and more in groups and of other forms than have places.
#[test]
fn sets_without_a_place_count_too() {
    let mut random = Random(7);
    for n_cells in [15, 16] {
        let all: Cells = (1 << n_cells) - 1;
        let sets = random_sets(&mut random, n_cells, 1400);
        let part: Cells = 0b1111;
        let open = |budget| Node { chosen: 0, alive: all, budget, caps: Vec::new() }.is_open(&sets);
        let least = (1..=n_cells as u32).find(|budget| open(*budget)).expect("all cells hit all sets");
        let groups: Vec<usize> = (4..n_cells).take((n_cells - 4) / 3 * 3).collect();
        for (lower, is_right) in [(least, true), (least + 1, false)] {
            let mut certificate = hitting(n_cells, &sets, u64::from(lower));
            certificate.tree = search(0, sets.len(), &[]);
            assert_eq!(certificate.verify().is_ok(), is_right, "{n_cells} cells, {lower}");
            // Nothing of the part is left out: at most four of its four cells.
            let split = [vec![5], list(&members(part)), vec![4]].concat();
            let sides = [search(1, sets.len(), &groups), search(0, sets.len(), &[])].concat();
            certificate.tree = [split, sides].concat();
            assert_eq!(certificate.verify().is_ok(), is_right, "{n_cells} cells, {lower}, in two parts");
        }
    }
}

#[test]
fn searches_end_at_their_limit() {
    let mut certificate = cycle();
    certificate.tree = search(0, 5, &[]);
    let stream = certificate.stream();
    let within =
        |looks| verify_stream_within(&stream[..], &common::searches_within(looks)).map_err(|refusal| refusal.reason);
    let too_much = Err(Reason::TooMuch("its searches exceed the work limit".into()));
    let enough = (0..).find(|looks| within(*looks).is_ok()).expect("some looks");
    assert!(enough > 100 && (0..enough).all(|looks| within(looks) == too_much), "{enough}");
}

#[test]
fn parts_have_limits() {
    let mut certificate = hitting(99, &[0b11], 1);
    certificate.tree = search(0, 1, &[]);
    assert_eq!(certificate.reason(), "parts of 99 and 0 cells, above this checker's limits");
    let split = [vec![5], list(&(0..64).collect::<Vec<_>>()), vec![0]].concat();
    certificate.tree = [split, search(1, 1, &[])].concat();
    assert_eq!(certificate.reason(), "parts of 64 and 35 cells, above this checker's limits");
}
