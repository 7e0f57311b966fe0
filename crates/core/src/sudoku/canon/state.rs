//! The decided and the open parts of a symmetry after some rows of the form.
//!
//! A state represents all symmetries, with renamings of the digits, that put the same source lines into the first rows
//! and give the same rows. It does not list them. A *tie* has m *threads* whose order is open. A thread consists of
//! columns and digits of the source that move together because a finished row links them: the name of a digit depends
//! on its column. So a tie owns *places*, runs of m neighboring columns or of m neighboring names, and its thread t has
//! offset t in all of them. All m! orders give the same finished rows, and orders of different ties are independent.
//!
//! Columns without a clue so far are in no tie: they come first in their stack, in any order. Stacks without a clue so
//! far come before all others, in any order. Digits without a name so far come after all names.

use crate::base::ones;

/// No name yet, which is larger than every name.
pub(super) const FREE: u8 = u8::MAX;

/// Columns or digits at their slots: a slot is a column of the form, or a name.
#[derive(Clone, Copy)]
pub(super) struct Slots<const N: usize> {
    /// The source column or digit.
    pub(super) item: [u8; N],
    pub(super) tie: [u8; N],
    /// The first slot of its place.
    pub(super) start: [u8; N],
}

/// Threads whose order is open; of one thread if it is known.
#[derive(Clone, Copy)]
struct Tie {
    /// The first slots of its places, as bits.
    columns: u32,
    digits: u32,
    size: u8,
}

/// Some threads of a tie, in an order.
#[derive(Clone, Copy)]
pub(super) struct Threads<const N: usize> {
    threads: [u8; N],
    len: usize,
}

impl<const N: usize> Threads<N> {
    pub(super) const NONE: Self = Self { threads: [0; N], len: 0 };

    pub(super) fn push(&mut self, thread: usize) {
        self.threads[self.len] = thread as u8;
        self.len += 1;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.threads[..self.len]
    }
}

/// See the head of this file.
#[derive(Clone, Copy)]
pub(super) struct State<const N: usize> {
    /// The source: upright or transposed.
    pub(super) side: u8,
    /// The source lines of the rows that are done.
    pub(super) rows: [u8; N],
    /// Source bands that are begun, as bits.
    pub(super) bands: u32,
    /// Source lines of the band at hand that are not yet rows.
    pub(super) left: u32,
    pub(super) columns: Slots<N>,
    pub(super) digits: Slots<N>,
    /// The name of each digit of the source, or [`FREE`].
    pub(super) name: [u8; N],
    pub(super) n_named: u8,
    /// Stacks without a clue.
    pub(super) n_empty_stacks: u8,
    /// While a row is made: stacks from `n_empty_stacks` up to this are still to be put in order.
    pub(super) open_end: u8,
    /// For each stack the columns without a clue.
    pub(super) n_empty_columns: [u8; N],
    ties: [Tie; N],
}

impl<const N: usize> State<N> {
    pub(super) fn new(side: u8, n: usize, width: usize) -> Self {
        let mut slots = Slots { item: [0; N], tie: [0; N], start: [0; N] };
        for i in 0..N {
            slots.item[i] = i as u8;
        }
        Self {
            side,
            rows: [0; N],
            bands: 0,
            left: 0,
            columns: slots,
            digits: slots,
            name: [FREE; N],
            n_named: 0,
            n_empty_stacks: (n / width) as u8,
            open_end: 0,
            n_empty_columns: [width as u8; N],
            ties: [Tie { columns: 0, digits: 0, size: 0 }; N],
        }
    }

    /// The first slot of the place of a digit's name, or [`FREE`].
    #[inline]
    pub(super) fn place_of(&self, digit: usize) -> u8 {
        let name = self.name[digit];
        if name == FREE { FREE } else { self.digits.start[usize::from(name)] }
    }

    /// Threads of a tie.
    #[inline]
    pub(super) fn size(&self, tie: usize) -> usize {
        usize::from(self.ties[tie].size)
    }

    /// A new tie of `m` digits without a name, which it gets, and of the columns from slot `column` on.
    pub(super) fn tie_new(&mut self, digits: impl Iterator<Item = usize>, column: usize, m: usize) {
        // The first name of a tie is its number: such a slot begins a place once only, so no number is given twice.
        let tie = usize::from(self.n_named);
        self.ties[tie] = Tie { columns: 0, digits: 0, size: m as u8 };
        self.name_next(tie, digits);
        self.add_columns(tie, column);
    }

    /// Gives names to the digits of a new place, one for each thread of the tie.
    pub(super) fn name_next(&mut self, tie: usize, digits: impl Iterator<Item = usize>) {
        let start = self.n_named;
        for digit in digits {
            let slot = usize::from(self.n_named);
            self.digits.item[slot] = digit as u8;
            self.digits.tie[slot] = tie as u8;
            self.digits.start[slot] = start;
            self.name[digit] = self.n_named;
            self.n_named += 1;
        }
        self.ties[tie].digits |= 1 << start;
    }

    /// Makes a new place of the columns from slot `start` on, which must be in no tie.
    pub(super) fn add_columns(&mut self, tie: usize, start: usize) {
        for slot in start..start + self.size(tie) {
            self.columns.tie[slot] = tie as u8;
            self.columns.start[slot] = start as u8;
        }
        self.ties[tie].columns |= 1 << start;
    }

    /// Exchanges two stacks of `width` columns, both without a clue.
    pub(super) fn swap_stacks(&mut self, a: usize, b: usize, width: usize) {
        for k in 0..width {
            self.columns.item.swap(a * width + k, b * width + k);
        }
    }

    /// Decides that the threads of `first` come before the others of the tie: these are cut off as a tie of their own.
    /// The threads of `first` are put in its order, which stays open.
    pub(super) fn bring_first(&mut self, tie: usize, first: &Threads<N>) {
        let Tie { columns, digits, size } = self.ties[tie];
        let (m, k) = (usize::from(size), first.len());
        if first.as_slice().iter().enumerate().any(|(i, t)| i != usize::from(*t)) {
            self.permute(tie, first);
        }
        if k == m {
            return;
        }
        let rest = digits.trailing_zeros() as usize + k;
        self.ties[tie].size = k as u8;
        self.ties[rest] = Tie { columns: columns << k, digits: digits << k, size: (m - k) as u8 };
        for (slots, starts) in [(&mut self.columns, columns), (&mut self.digits, digits)] {
            for start in ones(u64::from(starts)) {
                for slot in start + k..start + m {
                    slots.tie[slot] = rest as u8;
                    slots.start[slot] = (start + k) as u8;
                }
            }
        }
    }

    /// Puts the threads of `first` first, and the others after them.
    fn permute(&mut self, tie: usize, first: &Threads<N>) {
        let Tie { columns, digits, size } = self.ties[tie];
        let m = usize::from(size);
        let mut order = *first;
        let chosen = first.as_slice().iter().fold(0_u32, |bits, t| bits | 1 << t);
        for thread in 0..m {
            if chosen & (1 << thread) == 0 {
                order.push(thread);
            }
        }
        for (slots, starts) in [(&mut self.columns, columns), (&mut self.digits, digits)] {
            for start in ones(u64::from(starts)) {
                let old = slots.item;
                for (i, thread) in order.as_slice().iter().enumerate() {
                    slots.item[start + i] = old[start + usize::from(*thread)];
                }
            }
        }
        for start in ones(u64::from(digits)) {
            for slot in start..start + m {
                self.name[usize::from(self.digits.item[slot])] = slot as u8;
            }
        }
    }

    /// Links thread t of `other` to thread t of `tie`, for all t, and makes one tie of both.
    pub(super) fn link(&mut self, tie: usize, other: usize) {
        // What has an order needs no link.
        if self.ties[tie].size == 1 {
            return;
        }
        let Tie { columns, digits, size } = self.ties[other];
        for (slots, starts) in [(&mut self.columns, columns), (&mut self.digits, digits)] {
            for start in ones(u64::from(starts)) {
                slots.tie[start..start + usize::from(size)].fill(tie as u8);
            }
        }
        self.ties[tie].columns |= columns;
        self.ties[tie].digits |= digits;
    }

    /// The number of symmetries for which this state stands when all rows are done, the order of empty lines of the
    /// source apart.
    pub(super) fn n_orders(&self, n: usize, width: usize) -> u64 {
        let empty = usize::from(self.n_empty_stacks);
        let mut orders = factorial(empty);
        for stack in 0..n / width {
            orders = orders.saturating_mul(factorial(usize::from(self.n_empty_columns[stack])));
        }
        let mut seen = 0_u32;
        for slot in 0..usize::from(self.n_named) {
            let tie = self.digits.tie[slot];
            if seen & (1 << tie) == 0 {
                seen |= 1 << tie;
                orders = orders.saturating_mul(factorial(self.size(usize::from(tie))));
            }
        }
        orders
    }
}

/// k!, or the largest number if it is too large.
pub(super) fn factorial(k: usize) -> u64 {
    (2..=k as u64).fold(1, u64::saturating_mul)
}
