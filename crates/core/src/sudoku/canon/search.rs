//! Computes the rows of the form one after the other: every state tries every source line that may come next, and those
//! with the smallest row are kept.
//!
//! A row is built from left to right. At each step, the current place gets the smallest possible value: an empty cell,
//! or else the digit whose name comes first. If that value is a digit of another tie, the threads that have it come
//! first in both ties, and the row links the two. There are only two kinds of choices: the next stack, if several had
//! no clue so far and have one now; and a tie whose columns hold its own digits, whose threads can only be ordered one
//! by one.

use crate::base::{Limits, Pace, Stop};

use super::side::Side;
use super::state::{FREE, State, Threads};

/// More memory is not taken for the states of one row: they are as many as automorphisms, and those of a very symmetric
/// large square are without end.
const MAX_BYTES: usize = 1 << 29;

/// The states of all symmetries that lead to the smallest of all images; at least one.
pub(super) fn attain<const N: usize>(sides: &[Side<N>], n: usize, limits: &Limits) -> Result<Vec<State<N>>, Stop> {
    let mut search =
        Search { n, width: sides[0].width, best: [0; N], found: Vec::new(), pace: limits.pace(256), nodes: 0 };
    let mut states: Vec<State<N>> = (0..sides.len()).map(|side| State::new(side as u8, n, search.width)).collect();
    for depth in 0..n {
        search.best = [u8::MAX; N];
        for state in &states {
            let side = &sides[usize::from(state.side)];
            for (line, band) in side.next_lines(state, n) {
                let mut next = *state;
                next.rows[depth] = line as u8;
                next.left = band & !(1 << line);
                next.bands |= 1 << (line / side.height);
                search.make_row(&mut next, &side.cells[line])?;
            }
        }
        std::mem::swap(&mut states, &mut search.found);
        search.found.clear();
    }
    Ok(states)
}

struct Search<const N: usize> {
    n: usize,
    width: usize,
    /// The smallest row so far, with values of 0 and of names from 1; its unknown part has the largest values.
    best: [u8; N],
    /// The states with this row.
    found: Vec<State<N>>,
    pace: Pace,
    nodes: u64,
}

impl<const N: usize> Search<N> {
    /// The value at slot `i` of the row, all before it being those of `best`; `false` if it is too large.
    #[inline]
    fn put(&mut self, i: usize, value: usize) -> bool {
        let (value, best) = (value as u8, self.best[i]);
        if value < best {
            self.best[i] = value;
            self.best[i + 1..].fill(u8::MAX);
            self.found.clear();
        }
        value <= best
    }

    /// `len` empty cells.
    #[inline]
    fn put_empty(&mut self, i: usize, len: usize) -> bool {
        (i..i + len).all(|i| self.put(i, 0))
    }

    /// Names in a row, the first of which is in slot `name`.
    #[inline]
    fn put_names(&mut self, i: usize, name: u8, len: usize) -> bool {
        (0..len).all(|k| self.put(i + k, usize::from(name) + k + 1))
    }

    fn count(&mut self) -> Result<(), Stop> {
        if let Some(stop) = self.pace.step(self.nodes) {
            return Err(stop);
        }
        self.nodes += 1;
        Ok(())
    }

    /// The next row of `state`, made of `line`.
    fn make_row(&mut self, state: &mut State<N>, line: &[u8; N]) -> Result<(), Stop> {
        self.count()?;
        // Stacks that stay without a clue come first, and stay in any order.
        let (width, end) = (self.width, usize::from(state.n_empty_stacks));
        let mut n_empty = 0;
        for stack in 0..end {
            if self.n_clues(state, stack, line) == 0 {
                state.swap_stacks(n_empty, stack, width);
                n_empty += 1;
            }
        }
        (state.n_empty_stacks, state.open_end) = (n_empty as u8, end as u8);
        if !self.put_empty(0, n_empty * width) {
            return Ok(());
        }
        self.choose_stack(state, n_empty, line)
    }

    fn n_clues(&self, state: &State<N>, stack: usize, line: &[u8; N]) -> usize {
        let columns = &state.columns.item[stack * self.width..(stack + 1) * self.width];
        columns.iter().filter(|c| line[usize::from(**c)] != 0).count()
    }

    /// Goes on from stack `stack`, which is to be chosen if it is open.
    fn choose_stack(&mut self, state: &mut State<N>, stack: usize, line: &[u8; N]) -> Result<(), Stop> {
        let end = usize::from(state.open_end);
        if stack + 1 >= end {
            return self.fill(state, stack * self.width, line);
        }
        // More empty cells make a stack smaller, since its columns have none but open orders.
        let fewest = (stack..end).map(|s| self.n_clues(state, s, line)).min().expect("a stack is open");
        for other in stack..end {
            if self.n_clues(state, other, line) == fewest {
                let mut next = *state;
                next.swap_stacks(stack, other, self.width);
                self.count()?;
                self.fill(&mut next, stack * self.width, line)?;
            }
        }
        Ok(())
    }

    /// Makes the row from slot `i` on, whose stack is chosen.
    fn fill(&mut self, state: &mut State<N>, mut i: usize, line: &[u8; N]) -> Result<(), Stop> {
        let mut is_chosen = true;
        while i < self.n {
            if i.is_multiple_of(self.width) {
                let stack = i / self.width;
                if !is_chosen && stack + 1 < usize::from(state.open_end) {
                    return self.choose_stack(state, stack, line);
                }
                let len = usize::from(state.n_empty_columns[stack]);
                if len > 0 {
                    if !self.fill_untied(state, stack, line) {
                        return Ok(());
                    }
                    i += len;
                    is_chosen = false;
                    continue;
                }
            }
            is_chosen = false;
            match self.fill_place(state, i, line) {
                Filled::Until(next) => i = next,
                Filled::TooLarge => return Ok(()),
                Filled::Choices(threads) => {
                    let tie = usize::from(state.columns.tie[i]);
                    for thread in threads.as_slice() {
                        let mut next = *state;
                        let mut first = Threads::NONE;
                        first.push(usize::from(*thread));
                        next.bring_first(tie, &first);
                        self.count()?;
                        self.fill(&mut next, i, line)?;
                    }
                    return Ok(());
                }
            }
        }
        if self.found.len() >= MAX_BYTES / size_of::<State<N>>() {
            return Err(Stop::Memory);
        }
        self.found.push(*state);
        Ok(())
    }

    /// The columns of a stack that are in no tie yet; `false` if the row gets too large.
    fn fill_untied(&mut self, state: &mut State<N>, stack: usize, line: &[u8; N]) -> bool {
        let from = stack * self.width;
        let end = from + usize::from(state.n_empty_columns[stack]);
        let mut i = from;
        for slot in from..end {
            if line[usize::from(state.columns.item[slot])] == 0 {
                state.columns.item.swap(i, slot);
                i += 1;
            }
        }
        state.n_empty_columns[stack] = (i - from) as u8;
        if !self.put_empty(from, i - from) {
            return false;
        }
        let digit = |state: &State<N>, slot: usize| usize::from(line[usize::from(state.columns.item[slot])]) - 1;
        while i < end {
            let first = (i..end).map(|slot| state.place_of(digit(state, slot))).min().expect("i < end");
            if first == FREE {
                let named = state.n_named;
                let columns = state.columns.item;
                let digits = (i..end).map(|slot| usize::from(line[usize::from(columns[slot])]) - 1);
                state.tie_new(digits, i, end - i);
                return self.put_names(i, named, end - i);
            }
            let tie = usize::from(state.digits.tie[usize::from(first)]);
            let mut threads = Threads::NONE;
            let start = i;
            for slot in start..end {
                let digit = digit(state, slot);
                if state.place_of(digit) == first {
                    threads.push(usize::from(state.name[digit] - first));
                    state.columns.item.swap(i, slot);
                    i += 1;
                }
            }
            if !self.put_names(start, first, i - start) {
                return false;
            }
            state.bring_first(tie, &threads);
            state.add_columns(tie, start);
        }
        true
    }

    /// Makes some of the place that begins at slot `i`.
    fn fill_place(&mut self, state: &mut State<N>, i: usize, line: &[u8; N]) -> Filled<N> {
        let tie = usize::from(state.columns.tie[i]);
        let m = state.size(tie);
        let value = |state: &State<N>, t: usize| usize::from(line[usize::from(state.columns.item[i + t])]);
        let until = |fits: bool, len: usize| if fits { Filled::Until(i + len) } else { Filled::TooLarge };
        // The smallest place of a digit, and the threads that have it.
        let mut empty = Threads::NONE;
        let (mut first, mut threads) = (FREE, Threads::NONE);
        for t in 0..m {
            match value(state, t) {
                0 => empty.push(t),
                value => {
                    let place = state.place_of(value - 1);
                    if place < first {
                        (first, threads) = (place, Threads::NONE);
                    }
                    if place == first {
                        threads.push(t);
                    }
                }
            }
        }
        if empty.len() > 0 {
            let fits = self.put_empty(i, empty.len());
            if fits {
                state.bring_first(tie, &empty);
            }
            return until(fits, empty.len());
        }
        if first == FREE {
            let named = state.n_named;
            if !self.put_names(i, named, m) {
                return Filled::TooLarge;
            }
            let columns = state.columns.item;
            let digits = (i..i + m).map(|slot| usize::from(line[usize::from(columns[slot])]) - 1);
            state.name_next(tie, digits);
            return Filled::Until(i + m);
        }
        let other = usize::from(state.digits.tie[usize::from(first)]);
        let image = |state: &State<N>, t: u8| state.name[value(state, usize::from(t)) - 1] - first;
        if other == tie && m > 1 {
            // Threads that have their own digit get the smaller value.
            let mut fixed = Threads::NONE;
            for t in threads.as_slice() {
                if image(state, *t) == *t {
                    fixed.push(usize::from(*t));
                }
            }
            if fixed.len() == 0 {
                return Filled::Choices(threads);
            }
            let fits = self.put_names(i, first, fixed.len());
            if fits {
                state.bring_first(tie, &fixed);
            }
            return until(fits, fixed.len());
        }
        if !self.put_names(i, first, threads.len()) {
            return Filled::TooLarge;
        }
        if m > 1 || state.size(other) > 1 {
            let mut images = Threads::NONE;
            for t in threads.as_slice() {
                images.push(usize::from(image(state, *t)));
            }
            state.bring_first(tie, &threads);
            state.bring_first(other, &images);
            state.link(tie, other);
        }
        Filled::Until(i + threads.len())
    }
}

/// The progress in a row.
enum Filled<const N: usize> {
    /// Up to this slot.
    Until(usize),
    /// It is not the smallest.
    TooLarge,
    /// One of these threads is the first of its place.
    Choices(Threads<N>),
}
