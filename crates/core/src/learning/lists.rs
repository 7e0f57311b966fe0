//! A list of lists in one block of memory.

use std::ops::Range;

/// Lists, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    starts: Vec<u32>,
    entries: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { starts: vec![0], entries: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    /// The lists of `n` owners: each entry comes with the number of its own.
    pub(crate) fn by_owner(n: usize, entries: &[(usize, T)]) -> Self {
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|i| entries[*i].0);
        let mut starts = vec![0_u32; n + 1];
        entries.iter().for_each(|(owner, _)| starts[owner + 1] += 1);
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        Self { starts, entries: order.into_iter().map(|i| entries[i].1).collect() }
    }

    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.entries.extend(list);
        self.starts.push(u32::try_from(self.entries.len()).expect("fewer than 2^32 entries"));
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(crate) fn range(&self, i: usize) -> Range<usize> {
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    #[inline]
    pub(crate) fn of(&self, i: usize) -> &[T] {
        &self.entries[self.range(i)]
    }

    #[inline]
    pub(crate) fn entry(&self, i: usize) -> T {
        self.entries[i]
    }
}
