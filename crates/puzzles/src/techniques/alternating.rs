//! Alternating inference chains: chains of candidates, each of which is true if the previous one is false. In a strong
//! link, one of the two candidates is true: the two candidates of a cell, or the two places of a digit in a house. In a
//! weak link, at most one is true: candidates of a cell, or places of a digit in a house. Links alternate, with strong
//! links first and last, so one of the two ends is true, and a candidate with weak links to both ends is false.

use std::collections::VecDeque;

use crate::base::{Cell, Digit, Index as _};

use super::conjugate::ConjugatePair;
use super::{Candidate, Deduction, Find, Position, Technique, words};

pub(super) struct Alternating;

impl Find for Alternating {
    /// The shortest of all.
    fn find(&self, position: &Position) -> Option<Deduction> {
        let links = Links::of(position);
        let mut best: Option<Vec<usize>> = None;
        for start in 0..links.strong.len() {
            if !links.strong[start].is_empty() {
                let chain = links.shortest(start, best.as_ref().map_or(usize::MAX, Vec::len));
                best = chain.or(best);
            }
        }
        let chain = best?;
        let (first, last) = (*chain.first()?, *chain.last()?);
        let why = || links.sentence(position, &chain);
        if first == last {
            return Some(Deduction::place(position, Technique::AlternatingChain, links.candidate(first), &why()));
        }
        let removed = links.removed(first, last).map(|i| links.candidate(i)).collect();
        Deduction::remove(position, Technique::AlternatingChain, removed, why)
    }
}

/// The links between the candidates of a position, which have numbers: cell times n, plus the digit from 0.
struct Links {
    n: usize,
    strong: Vec<Vec<usize>>,
    weak: Vec<Vec<usize>>,
}

impl Links {
    fn of(position: &Position) -> Self {
        let n = position.shape().n();
        let mut links = Self {
            n,
            strong: vec![Vec::new(); n * position.shape().n_cells()],
            weak: vec![Vec::new(); n * position.shape().n_cells()],
        };
        for cell in position.empty_cells() {
            let candidates = position.candidates(cell);
            for digit in candidates.iter() {
                let number = links.number(cell, digit);
                let (same_cell, same_digit) =
                    (candidates.without(digit), position.places(digit) & position.peers(cell));
                let weak = same_cell.iter().map(|other| (cell, other));
                let weak = weak.chain(same_digit.iter().map(|other| (other, digit)));
                links.weak[number] = weak.map(|(cell, digit)| cell.get() * n + digit.index()).collect();
                if let Some(other) = same_cell.single() {
                    let other = links.number(cell, other);
                    links.strong[number].push(other);
                }
            }
        }
        for digit in position.digits() {
            for (one, other) in ConjugatePair::all(position, digit).into_iter().flat_map(ConjugatePair::ways) {
                let (one, other) = (links.number(one, digit), links.number(other, digit));
                if !links.strong[one].contains(&other) {
                    links.strong[one].push(other);
                }
            }
        }
        links
    }

    fn number(&self, cell: Cell, digit: Digit) -> usize {
        cell.get() * self.n + digit.index()
    }

    fn candidate(&self, number: usize) -> Candidate {
        Candidate { cell: Cell::new(number / self.n), digit: Digit::from_index(number % self.n) }
    }

    /// Returns the candidates that are false if one of two candidates is true.
    fn removed(&self, first: usize, last: usize) -> impl Iterator<Item = usize> + '_ {
        self.weak[first].iter().copied().filter(move |i| self.weak[last].contains(i))
    }

    /// The shortest chain from here, of less than `limit` candidates, that leads to something: false and true ones in
    /// turn, the first is false. The last is the first one where it turns out to be true.
    fn shortest(&self, start: usize, limit: usize) -> Option<Vec<usize>> {
        const NOT_MET: usize = usize::MAX;
        // By candidate: the one before it where it is false, and where it is true.
        let mut before = [vec![NOT_MET; self.strong.len()], vec![NOT_MET; self.strong.len()]];
        let mut open = VecDeque::from([(start, false, 1)]);
        before[0][start] = start;
        while let Some((at, is_true, length)) = open.pop_front() {
            if length >= limit {
                return None;
            }
            if is_true && (at == start || self.removed(start, at).next().is_some()) {
                let (mut chain, mut state) = (vec![at], usize::from(is_true));
                let mut here = at;
                while chain.len() < length {
                    here = before[state][here];
                    state = 1 - state;
                    chain.push(here);
                }
                chain.reverse();
                return Some(chain);
            }
            let next = usize::from(!is_true);
            for &other in if is_true { &self.weak[at] } else { &self.strong[at] } {
                if before[next][other] == NOT_MET {
                    before[next][other] = at;
                    open.push_back((other, !is_true, length + 1));
                }
            }
        }
        None
    }

    fn sentence(&self, position: &Position, chain: &[usize]) -> String {
        let state = |(i, &number): (usize, &usize)| {
            let Candidate { cell, digit } = self.candidate(number);
            let verb = if i % 2 == 0 { "is not" } else { "is" };
            format!("{} {verb} {}", words::cell(position, cell), words::digit(position, digit))
        };
        let states: Vec<String> = chain.iter().enumerate().map(state).collect();
        format!("if {}", states.join(", then "))
    }
}
