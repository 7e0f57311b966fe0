//! Both ways to add up a sum, on random input.

use super::{Cap, Node, Outcome, Prover, Row};
use crate::bits::Bits;

/// xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n
    }

    /// Each cell one time in `n`.
    fn cells<const W: usize>(&mut self, cells: usize, n: usize) -> Bits<W> {
        (0..cells).filter(|_| self.below(n) == 0).fold(Bits::EMPTY, Bits::with)
    }
}

/// How many of the random sums close, remove cells, and do neither.
fn compare<const W: usize>(cells: usize) -> [u32; 3] {
    let mut random = Random(cells as u64);
    let mut n_seen = [0; 3];
    for round in 0..20_000 {
        let mut prover = Prover::<W>::new(cells);
        let chosen = random.cells(cells, 12);
        let (alive, density) = (random.cells(cells, 2) - chosen, 2 + random.below(60));
        for _ in 0..random.below(16) {
            let row = random.cells::<W>(cells, density);
            let begin = prover.more.len() as u32;
            // Larger coefficients only where the quick way allows them.
            prover.more.extend((row - alive).iter().filter(|c| c % 3 == 0).map(|c| (c as u16, 1 + c as i64 % 5)));
            let h = 1 + (row & chosen).count() + random.below(3) as i64;
            prover.rows.push(Row { cells: row, h, more: (begin, prover.more.len() as u32) });
            prover.terms.push((prover.rows.len() - 1, 1));
        }
        for _ in 0..random.below(4) {
            let left = random.below(4) as i64 - 1;
            prover.caps.push(Cap { cells: random.cells(cells, 2), left });
        }
        let full = prover.caps.iter().filter(|cap| cap.left <= 0).fold(Bits::EMPTY, |full, cap| full | cap.cells);
        let node = Node {
            chosen,
            alive,
            // From nothing to more than any sum asks for.
            left: round % 18 - 1,
            ..Node::default()
        };
        let live = if node.left > 0 { alive - full } else { Bits::EMPTY };
        let cap = match random.below(2) * prover.caps.len() {
            0 => None,
            n => Some(random.below(n)),
        };
        let weights: Vec<(usize, i64)> = cap.iter().map(|&cap| (cap, 1)).collect();
        let quick = prover.quick_sum(&node, live, cap);
        assert_eq!(prover.sum(&node, live, i64::from(cap.is_none()), &weights, true), Ok(quick));
        n_seen[match quick {
            Outcome::Closed => 0,
            Outcome::Removed(cells) => 1 + usize::from(cells.is_empty()),
        }] += 1;
    }
    n_seen
}

#[test]
fn quick_sums_agree_with_the_others() {
    for seen in [compare::<1>(16), compare::<1>(64), compare::<2>(81), compare::<4>(256), compare::<10>(640)] {
        assert!(seen.iter().all(|&n| n > 200), "{seen:?}");
    }
}
