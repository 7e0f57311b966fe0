//! Lists of puzzles, compared with all sets of cells.

use crate::common;
use crate::common::{Cells, Certificate, FOURS, Random, cycle, grid, hitting, mask, members};
use minclue_verifier::{Reason, Refusal, Verdict, verify_stream, verify_stream_within};

fn verify(certificate: &Certificate, puzzles: &[Vec<usize>]) -> Result<Verdict, Refusal> {
    verify_stream(&certificate.stream_with_list(puzzles)[..])
}

fn reason(certificate: &Certificate, puzzles: &[Vec<usize>]) -> String {
    verify(certificate, puzzles).expect_err("must be refused").reason.to_string()
}

/// By number of cells, and then by the cells.
fn in_order(mut puzzles: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    puzzles.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    puzzles
}

/// The valid sets with fewer than `below` cells from which none can be taken, as brute force finds them.
fn minimal(sets: &[Cells], n_cells: usize, below: u32) -> Vec<Vec<usize>> {
    let is_valid = |cells: Cells| sets.iter().all(|set| set & cells != 0);
    let is_minimal = |cells: Cells| members(cells).iter().all(|cell| !is_valid(cells & !(1 << cell)));
    let few = (0..1 << n_cells).filter(|cells: &Cells| cells.count_ones() < below);
    in_order(few.filter(|cells| is_valid(*cells) && is_minimal(*cells)).map(members).collect())
}

/// A search through everything: step 8.
fn search(n_sets: usize) -> Vec<u64> {
    vec![8, 0, n_sets as u64, 0]
}

/// The true list is accepted, and no other: not with one puzzle less, and not with one that is not minimal.
#[test]
fn a_list_is_accepted_if_it_is_all() {
    let mut random = Random(243);
    let (mut n_puzzles, mut n_split) = (0, 0);
    for round in 0..600 {
        let n_cells = 5 + random.below(5);
        let n_sets = 2 + random.below(9);
        let mut sets: Vec<Cells> = Vec::new();
        while sets.len() < n_sets {
            let set = (0..2 + random.below(3)).fold(0, |set: Cells, _| set | 1 << random.below(n_cells));
            if set.count_ones() > 1 && !sets.contains(&set) {
                sets.push(set);
            }
        }
        let below = 1 + random.below(n_cells + 1);
        let mut certificate = hitting(n_cells, &sets, below as u64);
        // In one search, or case by case.
        certificate.tree = search(sets.len());
        if random.below(2) == 0 && below > 1 {
            n_split += 1;
            let cell = random.below(n_cells);
            certificate.tree = [vec![10 + cell as u64], search(sets.len()), search(sets.len())].concat();
        }
        let all = minimal(&sets, n_cells, below as u32);
        if all.is_empty() {
            let least = minimal(&sets, n_cells, 99).swap_remove(0);
            let verdict = verify(&certificate, std::slice::from_ref(&least)).expect("there is none");
            assert_eq!((verdict.lower, verdict.upper, verdict.listed.len()), (below, least.len(), 0), "{round}");
            continue;
        }
        n_puzzles += all.len();
        let verdict = verify(&certificate, &all).expect("all there are");
        assert_eq!((verdict.lower, verdict.upper), (all[0].len(), all[0].len()), "{round}");
        assert_eq!((verdict.listed_below, &verdict.listed), (below, &all), "{round}");
        // One that is large enough to say nothing comes after them.
        let more = in_order(minimal(&sets, n_cells, 99));
        assert_eq!(verify(&certificate, &more).map(|verdict| verdict.listed), Ok(all.clone()), "{round}");
        let mut less = all.clone();
        less.remove(random.below(all.len()));
        if !less.is_empty() {
            assert!(reason(&certificate, &less).starts_with("the search ends with cells"), "{round}");
        }
        let larger: Vec<Vec<usize>> =
            all.iter().map(|puzzle| members(mask(puzzle) | 1 << random.below(n_cells))).collect();
        if larger.iter().any(|puzzle| !all.contains(puzzle)) {
            let mut larger = in_order(larger);
            larger.dedup();
            assert!(verify(&certificate, &larger).is_err(), "{round}");
        }
        let both = in_order(all.iter().cloned().chain([(0..n_cells).collect()]).collect());
        if all[0].len() < n_cells {
            assert_eq!(reason(&certificate, &both), format!("puzzle {} contains another one", all.len()), "{round}");
        }
    }
    assert!(n_puzzles > 1000 && n_split > 100, "{n_puzzles} puzzles, {n_split} splits");
}

/// All puzzles with at most five clues, by brute force and in one search.
#[test]
fn grids_of_sixteen_cells() {
    for text in FOURS {
        let problem = grid(text);
        let mut certificate = Certificate::new(problem);
        certificate.sets = certificate.problem.sets();
        let sets: Vec<Cells> = certificate.sets.iter().map(|(set, _)| mask(set)).collect();
        let all = minimal(&sets, 16, 6);
        (certificate.lower, certificate.tree) = (6, search(sets.len()));
        let verdict = verify(&certificate, &all).expect("all there are");
        assert_eq!((verdict.lower, verdict.upper, verdict.listed), (4, 4, all));
    }
}

#[test]
fn long_lists_end_at_the_limit_of_searches() {
    let mut certificate = cycle();
    (certificate.lower, certificate.tree) = (4, search(5));
    let puzzles = minimal(&[0b11, 0b110, 0b1100, 0b11000, 0b10001], 5, 4);
    let stream = certificate.stream_with_list(&puzzles);
    let within = |looks| {
        verify_stream_within(&stream[..], &common::searches_within(looks))
            .map_err(|refusal| (refusal.place, refusal.reason))
    };
    let too_much = Reason::TooMuch("its searches exceed the work limit".into());
    assert_eq!(within(3).map(|_| ()), Err(("the claim".into(), too_much)));
    assert!(within(1 << 20).is_ok());
}
