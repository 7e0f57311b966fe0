//! Sets for which the table has no slot. A long search learns thousands of them.

/// Sets that are looked at together, without a branch.
const LANES: usize = 8;

/// The sets, those of use lately in front: their cells in the region, and in the last part.
#[derive(Debug, Default)]
pub(super) struct Overflow {
    regions: Vec<u64>,
    lasts: Vec<u64>,
}

impl Overflow {
    pub(super) fn clear(&mut self) {
        self.regions.clear();
        self.lasts.clear();
    }

    pub(super) fn push(&mut self, region: u64, last: u32) {
        self.regions.push(region);
        self.lasts.push(u64::from(last));
    }

    /// The cells in the last part of the first set that these cells do not hit. It moves half the way to the front,
    /// since sets that were of use soon are again.
    #[inline(always)]
    pub(super) fn take_forward(&mut self, region: u64, last: u32) -> Option<u32> {
        let at = self.first(region, u64::from(last))?;
        let to = at / 2;
        self.regions.swap(at, to);
        self.lasts.swap(at, to);
        Some(self.lasts[to] as u32)
    }

    #[inline(always)]
    fn first(&self, region: u64, last: u64) -> Option<usize> {
        let is_unhit = |(i, j): (&u64, &u64)| i & region | j & last == 0;
        let (regions, more_regions) = self.regions.as_chunks::<LANES>();
        let (lasts, more_lasts) = self.lasts.as_chunks::<LANES>();
        for (n, (regions, lasts)) in regions.iter().zip(lasts).enumerate() {
            let mut is_any = false;
            for i in 0..LANES {
                is_any |= regions[i] & region | lasts[i] & last == 0;
            }
            if is_any {
                return regions.iter().zip(lasts).position(is_unhit).map(|i| LANES * n + i);
            }
        }
        let n_before = self.regions.len() - more_regions.len();
        more_regions.iter().zip(more_lasts).position(is_unhit).map(|i| n_before + i)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against a list of the sets, as long as there is one that is not hit.
        #[test]
        fn the_first_unhit_set_is_found_and_moves(
            sets in prop::collection::vec((1u64..256, 1u32..256), 0..40),
            asked in prop::collection::vec((any::<u8>(), any::<u8>()), 1..20),
        ) {
            let mut overflow = Overflow::default();
            let mut list = sets;
            list.iter().for_each(|(region, last)| overflow.push(*region, *last));
            for (region, last) in asked {
                let (region, last) = (u64::from(region), u32::from(last));
                let at = list.iter().position(|set| set.0 & region == 0 && set.1 & last == 0);
                prop_assert_eq!(overflow.take_forward(region, last), at.map(|at| list[at].1));
                if let Some(at) = at {
                    list.swap(at, at / 2);
                }
            }
        }
    }
}
