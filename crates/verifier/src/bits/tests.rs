//! Counters and numbers cell by cell, on random input.

use super::{Bits, Counters};

fn compare<const W: usize>(random: &mut impl FnMut(u64) -> u64) {
    let (mut counters, mut numbers) = (Counters::<W>::default(), vec![0; 64 * W]);
    for _ in 0..300 {
        if random(40) == 0 {
            counters.clear();
            numbers.fill(0);
        }
        let density = 1 + random(20);
        let cells: Bits<W> = (0..64 * W).filter(|_| random(density) == 0).collect();
        let sizes = [random(20), random(20)];
        let [weight, a] = sizes.map(|size| random(1 << size) as i64 - 9);
        counters.add(cells, weight, a).expect("they are small");
        cells.iter().for_each(|c| numbers[c] += weight * a);
        let positive = numbers.iter().filter(|number| **number > 0);
        assert_eq!(counters.sum_above_0(), Ok(positive.sum()));
        assert_eq!(counters.negative(), (0..64 * W).filter(|&c| numbers[c] < 0).collect());
        assert_eq!(counters.greatest(cells), cells.iter().map(|c| numbers[c]).max().map_or(0, |max| max.max(0)));
        assert!(numbers.iter().enumerate().all(|(c, &number)| number < 0 || counters.get(c) == number));
        assert!(numbers.iter().all(|number| number.abs() <= counters.max()));
    }
}

#[test]
fn counters_are_numbers() {
    // xorshift.
    let mut state = 1_u64;
    let mut random = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % n
    };
    for _ in 0..20 {
        compare::<1>(&mut random);
        compare::<2>(&mut random);
        compare::<4>(&mut random);
        compare::<10>(&mut random);
    }
}

#[test]
fn numbers_too_large() {
    let (mut counters, cells) = (Counters::<1>::default(), Bits::one(3));
    counters.add(cells, -1, i64::MAX).expect("it fits");
    assert_eq!((counters.negative(), counters.greatest(cells), counters.sum_above_0()), (cells, 0, Ok(0)));
    assert!(counters.add(cells, 1, 1).is_err());
    counters.clear();
    counters.add(Bits::from_iter([3, 4]), 1, i64::MAX).expect("it fits");
    assert_eq!((counters.get(3), counters.greatest(cells)), (i64::MAX, i64::MAX));
    assert!(counters.sum_above_0().is_err() && counters.add(cells, i64::MAX, 2).is_err());
}
