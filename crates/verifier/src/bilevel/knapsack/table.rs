//! The follower's value from the items after a given one, by the remaining capacities of both rows.

use std::collections::HashMap;
use std::mem::size_of;

use super::Item;
use crate::Reason;
use crate::work::Meter;

/// No layer may take more than this, in bytes, nor what the first items bring by how many they are.
const MAX_LAYER: u128 = 1 << 28;
/// The layers that are kept take less than this together, and so do rows beside them.
const KEPT: u128 = 1 << 29;
const ROWS: usize = 1 << 27;
/// Those of one node may take this times as much.
const MANY: usize = 4;

/// A table over numbers of some size.
pub(super) trait Table {
    /// Returns a lower bound on the follower's value from all items, for these decisions of the leader on the first
    /// ones, and `left` as its remaining budget.
    fn bound(&mut self, taken: &[bool], left: i64, meter: &mut Meter<'_>) -> Result<i64, Reason>;
}

/// A number of the table.
trait Number: Copy + Ord + Default + TryFrom<i64> + Into<i64> + std::ops::Add<Output = Self> {}

impl Number for i16 {}
impl Number for i32 {}

/// The table of these items.
pub(super) fn make(items: &[Item], rows: [i64; 2], meter: &mut Meter<'_>) -> Result<Box<dyn Table>, Reason> {
    let all: i128 = items.iter().map(|item| i128::from(item.worth)).sum();
    if all <= i16::MAX.into() {
        Ok(Box::new(Layers::<i16>::new(items, rows, meter)?))
    } else if all <= i32::MAX.into() {
        Ok(Box::new(Layers::<i32>::new(items, rows, meter)?))
    } else {
        Err(too_large())
    }
}

fn too_large() -> Reason {
    Reason::TooMuch("the table of the knapsack is too large for this checker".into())
}

/// From the least to the most that matters.
#[derive(Clone, Copy)]
struct Span {
    from: usize,
    to: usize,
}

impl Span {
    fn len(self) -> usize {
        self.to - self.from + 1
    }
}

/// Behind a number of items, what can be left: at least `all` less what they need, and at most `all`; more than what the
/// other items need is as good as that.
fn spans(needs: &[i128], all: i64) -> Vec<Span> {
    let total: i128 = needs.iter().sum();
    let all = i128::from(all).min(total);
    let mut used = 0;
    let mut spans = Vec::new();
    for need in needs.iter().chain([&0]) {
        // Both are between 0 and what is small enough for a row.
        spans.push(Span { from: (all - used).max(0) as usize, to: all.min(total - used) as usize });
        used += need;
    }
    spans
}

/// A decided item: what it takes, as far as that matters, and what it is worth.
struct Step<T> {
    price: usize,
    weight: usize,
    worth: T,
}

struct Layers<T> {
    steps: Vec<Step<T>>,
    budgets: Vec<Span>,
    capacities: Vec<Span>,
    /// Row by row of the budget; some of them are not kept.
    layers: Vec<Option<Vec<T>>>,
    /// Rows of those that are not kept.
    rows: HashMap<(usize, usize), Vec<T>>,
    n_row_bytes: usize,
    /// The decisions about the first items that were asked for last, and what the items up to each bring the follower,
    /// by what it has left.
    taken: Vec<bool>,
    before: Vec<Vec<T>>,
}

impl<T: Number> Layers<T> {
    fn new(items: &[Item], [budget, capacity]: [i64; 2], meter: &mut Meter<'_>) -> Result<Self, Reason> {
        let needs = |of: fn(&Item) -> i64| -> Vec<i128> { items.iter().map(|item| of(item).into()).collect() };
        let budgets = spans(&needs(|item| item.price), budget);
        let capacities = spans(&needs(|item| item.weight), capacity);
        let bytes = |n_cells: u128| n_cells.saturating_mul(size_of::<T>() as u128);
        let mut all_bytes = 0_u128;
        for (budget, capacity) in budgets.iter().zip(&capacities) {
            let layer = bytes((budget.len() as u128).saturating_mul(capacity.len() as u128));
            if layer > MAX_LAYER {
                return Err(too_large());
            }
            all_bytes = all_bytes.saturating_add(layer);
        }
        let n = items.len();
        let most = [budgets[0].to, capacities[0].to];
        if bytes((most[1] as u128 + 1).saturating_mul(n as u128 + 1)) > MAX_LAYER {
            return Err(too_large());
        }
        let cut = |need: i64, most: usize| (need as u64).min(most as u64 + 1) as usize;
        let step = |item: &Item| Step {
            price: cut(item.price, most[0]),
            weight: cut(item.weight, most[1]),
            // All of them together are small enough.
            worth: T::try_from(item.worth).unwrap_or_default(),
        };
        let mut table = Self {
            steps: items.iter().map(step).collect(),
            budgets,
            capacities,
            layers: vec![None; n + 1],
            rows: HashMap::new(),
            n_row_bytes: 0,
            taken: Vec::new(),
            before: vec![vec![T::default(); most[1] + 1]],
        };
        // Of this many layers one is kept; and the first one, which is small.
        let one_in = (all_bytes / KEPT + 1).min(n as u128 + 1) as usize;
        let mut next = vec![T::default(); table.budgets[n].len() * table.capacities[n].len()];
        let mut spare = Vec::new();
        for i in (0..n).rev() {
            let mut layer = std::mem::take(&mut spare);
            table.layer(i, &next, &mut layer, meter)?;
            let done = std::mem::replace(&mut next, layer);
            if (i + 1) % one_in == 0 || i + 1 == n {
                table.layers[i + 1] = Some(done);
            } else {
                spare = done;
            }
        }
        table.layers[0] = Some(next);
        Ok(table)
    }

    /// The layer before item i, from the one behind it.
    fn layer(&self, i: usize, next: &[T], layer: &mut Vec<T>, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let (span, behind) = (self.budgets[i], self.budgets[i + 1]);
        let width = self.capacities[i + 1].len();
        let row = |left: usize| {
            let at = (left.min(behind.to) - behind.from) * width;
            &next[at..at + width]
        };
        layer.clear();
        layer.reserve_exact(span.len() * self.capacities[i].len());
        for left in span.from..=span.to {
            let taken = left.checked_sub(self.steps[i].price).map(row);
            self.extend(i, row(left), taken, layer, meter)?;
        }
        Ok(())
    }

    /// Adds a row before item i, from that behind it where it is left, and from that where the leader takes it.
    fn extend(
        &self,
        i: usize,
        left: &[T],
        taken: Option<&[T]>,
        out: &mut Vec<T>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let (span, behind) = (self.capacities[i], self.capacities[i + 1]);
        let Step { weight, worth, .. } = self.steps[i];
        meter.spend(8 + span.len() as u64)?;
        let begin = out.len();
        // Those within the span behind the item as well, and those beyond its end, which are like the end.
        let shift = span.from - behind.from;
        let n_same = span.len().min(left.len().saturating_sub(shift));
        let part = |row: &[T]| -> Option<std::ops::Range<usize>> { (shift < row.len()).then(|| shift..shift + n_same) };
        let last = left[left.len() - 1];
        out.extend_from_slice(part(left).map_or(&[], |part| &left[part]));
        out.resize(begin + span.len(), last);
        let row = &mut out[begin..];
        if weight <= span.to {
            let first = weight.max(span.from);
            let from = &left[first - weight - behind.from..];
            let (within, beyond) = {
                let packed = &mut row[first - span.from..];
                let n = packed.len().min(from.len());
                packed.split_at_mut(n)
            };
            for (cell, from) in within.iter_mut().zip(from) {
                *cell = (*cell).max(*from + worth);
            }
            for cell in beyond {
                *cell = (*cell).max(last + worth);
            }
        }
        if let Some(taken) = taken {
            let (within, beyond) = row.split_at_mut(n_same);
            if let Some(part) = part(taken) {
                for (cell, taken) in within.iter_mut().zip(&taken[part]) {
                    *cell = (*cell).min(*taken);
                }
            }
            for cell in beyond {
                *cell = (*cell).min(taken[taken.len() - 1]);
            }
        }
        Ok(())
    }

    /// Makes a row of a layer that is not kept, and those that it needs.
    fn want(&mut self, i: usize, left: usize, meter: &mut Meter<'_>) -> Result<(), Reason> {
        let mut waiting = vec![(i, left)];
        while let Some(&(i, left)) = waiting.last() {
            meter.spend(8)?;
            let left = left.min(self.budgets[i].to);
            if self.has(i, left) {
                waiting.pop();
                continue;
            }
            let needed = [Some(left), left.checked_sub(self.steps[i].price)];
            let missing = needed.iter().flatten().find(|left| !self.has(i + 1, **left));
            if let Some(left) = missing {
                waiting.push((i + 1, *left));
                continue;
            }
            let mut row = Vec::with_capacity(self.capacities[i].len());
            let [kept, taken] = needed.map(|left| left.map(|left| self.row(i + 1, left)));
            self.extend(i, kept.unwrap_or_default(), taken, &mut row, meter)?;
            self.n_row_bytes += size_of::<T>() * row.len();
            if self.n_row_bytes > MANY * ROWS {
                return Err(too_large());
            }
            self.rows.insert((i, left), row);
        }
        Ok(())
    }

    fn has(&self, i: usize, left: usize) -> bool {
        self.layers[i].is_some() || self.rows.contains_key(&(i, left.min(self.budgets[i].to)))
    }

    /// A row that is there.
    fn row(&self, i: usize, left: usize) -> &[T] {
        let left = left.min(self.budgets[i].to);
        match &self.layers[i] {
            Some(layer) => {
                let width = self.capacities[i].len();
                let at = (left - self.budgets[i].from) * width;
                &layer[at..at + width]
            }
            None => self.rows.get(&(i, left)).map_or(&[], |row| row),
        }
    }

    /// Brings `before` to these decisions.
    fn decide(&mut self, taken: &[bool], meter: &mut Meter<'_>) -> Result<(), Reason> {
        let n_same = self.taken.iter().zip(taken).take_while(|(old, new)| old == new).count();
        self.taken.truncate(n_same);
        self.before.truncate(n_same + 1);
        for (i, is_taken) in taken.iter().enumerate().skip(n_same) {
            let old = &self.before[i];
            meter.spend(8 + 2 * old.len() as u64)?;
            let mut new = old.clone();
            let Step { weight, worth, .. } = self.steps[i];
            if let (false, Some(more)) = (*is_taken, old.get(weight..)) {
                for (cell, more) in new.iter_mut().zip(more) {
                    *cell = (*cell).max(*more + worth);
                }
            }
            self.before.push(new);
            self.taken.push(*is_taken);
        }
        Ok(())
    }
}

impl<T: Number> Table for Layers<T> {
    fn bound(&mut self, taken: &[bool], left: i64, meter: &mut Meter<'_>) -> Result<i64, Reason> {
        self.decide(taken, meter)?;
        let i = taken.len();
        let most = self.budgets[i].to;
        let left = usize::try_from(left).unwrap_or(most).min(most);
        if self.n_row_bytes > ROWS {
            self.rows.clear();
            self.n_row_bytes = 0;
        }
        self.want(i, left, meter)?;
        let (row, from) = (self.row(i, left), self.capacities[i].from);
        meter.spend(row.len() as u64)?;
        let sums = row.iter().zip(&self.before[i][from..]).map(|(row, before)| *row + *before);
        Ok(sums.max().unwrap_or_default().into())
    }
}
