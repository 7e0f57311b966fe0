//! The follower's value from the items after a given item, if the leader sees its earlier decisions before each item.

use std::collections::HashMap;
use std::rc::Rc;

use crate::base::Limits;

use super::items::Items;
use super::{KEPT_BYTES, LAYER_BYTES, ROW_BYTES};

/// Rows of one bound may take this times as much as what is left for the next one.
const MANY: usize = 3;

/// A worth, as small as it can be.
pub(super) trait Cell: Copy + Ord + Default + std::ops::Add<Output = Self> {
    fn of(number: i64) -> Self;
    fn number(self) -> i64;
}

impl Cell for i16 {
    fn of(number: i64) -> Self {
        number as Self
    }
    fn number(self) -> i64 {
        self.into()
    }
}

impl Cell for i32 {
    fn of(number: i64) -> Self {
        number as Self
    }
    fn number(self) -> i64 {
        self.into()
    }
}

/// The possible remainders of budget and capacity before an item: a remainder above the needs of all later items is
/// equivalent to these needs, and the remainder is at least that after taking all earlier items.
#[derive(Clone, Copy)]
pub(super) struct Window {
    budget: [usize; 2],
    capacity: [usize; 2],
}

impl Window {
    fn width(&self) -> usize {
        self.capacity[1] - self.capacity[0] + 1
    }

    fn len(&self) -> usize {
        (self.budget[1] - self.budget[0] + 1) * self.width()
    }
}

/// The table. Layers that are not kept are made again, row by row, where a search comes by.
pub(super) struct Table<T> {
    price: Vec<usize>,
    weight: Vec<usize>,
    worth: Vec<T>,
    windows: Vec<Window>,
    layers: Vec<Option<Vec<T>>>,
    rows: HashMap<(usize, usize), Rc<[T]>>,
    n_row_bytes: usize,
}

/// The windows before each item and behind the last one.
fn windows(items: &Items) -> Vec<Window> {
    let ends = |needs: &[i64], all: i64| -> Vec<[usize; 2]> {
        let (mut before, mut behind) = (0, needs.iter().sum::<i64>());
        let mut ends = vec![[all as usize, all as usize]];
        for need in needs {
            before += need;
            behind -= need;
            ends.push([(all - before).max(0) as usize, all.min(behind) as usize]);
        }
        ends
    };
    let (budgets, capacities) = (ends(&items.price, items.budget), ends(&items.weight, items.capacity));
    budgets.into_iter().zip(capacities).map(|(budget, capacity)| Window { budget, capacity }).collect()
}

/// The same, if the table is small enough.
pub(super) fn fitting<T>(items: &Items) -> Option<Vec<Window>> {
    // The products of the windows must be numbers before anything is made of them.
    i32::try_from(items.budget).ok()?;
    i32::try_from(items.capacity).ok()?;
    let windows = windows(items);
    let fits = |n_cells: usize| n_cells.saturating_mul(size_of::<T>()) <= LAYER_BYTES;
    let of_search = (items.capacity as usize + 1).saturating_mul(items.len() + 1);
    (fits(of_search) && windows.iter().all(|window| fits(window.len()))).then_some(windows)
}

impl<T: Cell> Table<T> {
    /// Makes the table; `None` if it would be too large, or if a limit comes.
    pub(super) fn new(items: &Items, limits: &Limits) -> Option<Self> {
        let sizes = |numbers: &[i64]| numbers.iter().map(|number| *number as usize).collect();
        let windows = fitting::<T>(items)?;
        let bytes = |window: &Window| window.len().saturating_mul(size_of::<T>());
        let all: usize = windows.iter().map(bytes).sum();
        let every = all / KEPT_BYTES + 1;
        let n = items.len();
        let mut table = Self {
            price: sizes(&items.price),
            weight: sizes(&items.weight),
            worth: items.worth.iter().map(|p| T::of(*p)).collect(),
            windows,
            layers: vec![None; n + 1],
            rows: HashMap::new(),
            n_row_bytes: 0,
        };
        let mut next = vec![T::default(); table.windows[n].len()];
        // The memory of a layer that is not kept.
        let mut spare = Vec::new();
        for i in (0..n).rev() {
            if limits.reached(0).is_some() {
                return None;
            }
            let mut layer = std::mem::take(&mut spare);
            table.fill(i, &next, &mut layer);
            let done = std::mem::replace(&mut next, layer);
            match (i + 1) % every == 0 || i + 1 == n {
                true => table.layers[i + 1] = Some(done),
                false => spare = done,
            }
        }
        table.layers[0] = Some(next);
        Some(table)
    }

    /// Layer i, from the one behind it.
    fn fill(&self, i: usize, next: &[T], layer: &mut Vec<T>) {
        let window = self.windows[i];
        layer.resize(window.len(), T::default());
        let (behind, width) = (self.windows[i + 1], self.windows[i + 1].width());
        let row = |budget: usize| {
            let at = budget.min(behind.budget[1]) - behind.budget[0];
            &next[at * width..(at + 1) * width]
        };
        let budgets = window.budget[0]..=window.budget[1];
        for (budget, out) in budgets.zip(layer.chunks_exact_mut(window.width())) {
            self.step(i, row(budget), budget.checked_sub(self.price[i]).map(row), out);
        }
    }

    /// A row of layer i from the one behind it if the item is left, and from that if it is taken away.
    fn step(&self, i: usize, left: &[T], taken: Option<&[T]>, out: &mut [T]) {
        let (here, behind) = (self.windows[i].capacity, self.windows[i + 1].capacity);
        let (weight, worth) = (self.weight[i], self.worth[i]);
        let shift = here[0] - behind[0];
        let same = left.get(shift..).unwrap_or_default();
        let n = out.len().min(same.len());
        out[..n].copy_from_slice(&same[..n]);
        let last = left[left.len() - 1];
        out[n..].fill(last);
        // The follower packs the item.
        if weight <= here[1] {
            let first = here[0].max(weight);
            let packed = &mut out[first - here[0]..];
            let from = &left[first - weight - behind[0]..];
            packed.iter_mut().zip(from).for_each(|(out, from)| *out = (*out).max(*from + worth));
            let n = packed.len().min(from.len());
            packed[n..].iter_mut().for_each(|out| *out = (*out).max(last + worth));
        }
        if let Some(taken) = taken {
            let same = taken.get(shift..).unwrap_or_default();
            out.iter_mut().zip(same).for_each(|(out, taken)| *out = (*out).min(*taken));
            out[n..].iter_mut().for_each(|out| *out = (*out).min(taken[taken.len() - 1]));
        }
    }

    /// Is enough left of the budget for all items from here on?
    pub(super) fn is_enough(&self, i: usize, budget: usize) -> bool {
        budget >= self.price[i..].iter().sum()
    }

    /// A row of layer i, made now if it has to be; `None` if there are too many.
    fn row(&mut self, i: usize, budget: usize) -> Option<Rc<[T]>> {
        let window = self.windows[i];
        let budget = budget.min(window.budget[1]);
        if let Some(layer) = &self.layers[i] {
            let (at, width) = (budget - window.budget[0], window.width());
            return Some(layer[at * width..(at + 1) * width].into());
        }
        if let Some(row) = self.rows.get(&(i, budget)) {
            return Some(Rc::clone(row));
        }
        let left = self.row(i + 1, budget)?;
        let taken = match budget.checked_sub(self.price[i]) {
            Some(budget) => Some(self.row(i + 1, budget)?),
            None => None,
        };
        let mut out = vec![T::default(); window.width()];
        self.step(i, &left, taken.as_deref(), &mut out);
        self.n_row_bytes += size_of_val(&out[..]);
        if self.n_row_bytes > MANY * ROW_BYTES {
            return None;
        }
        let out: Rc<[T]> = out.into();
        self.rows.insert((i, budget), Rc::clone(&out));
        Some(out)
    }

    /// Returns a lower bound on the follower's value, if items from the i-th on are open, `budget` is the remaining
    /// budget, and the earlier items give it `before[l]` if it keeps l of the capacity for later ones. `None` if that
    /// takes too much memory.
    pub(super) fn bound(&mut self, i: usize, budget: usize, before: &[T]) -> Option<i64> {
        if self.n_row_bytes > ROW_BYTES {
            self.rows.clear();
            self.n_row_bytes = 0;
        }
        let first = self.windows[i].capacity[0];
        let row = self.row(i, budget)?;
        let sums = row.iter().zip(&before[first..]).map(|(row, before)| *row + *before);
        Some(sums.max().unwrap_or_default().number())
    }
}
