//! The order of guesses: variables of recent conflicts first.

/// A heap of open variables by activity. Variables that are not open may be in it; they are skipped when they come out.
#[derive(Clone, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    /// The increment for a conflict. It grows, so that old conflicts count less.
    step: f64,
    heap: Vec<u32>,
    /// The position of each variable in the heap.
    at: Vec<u32>,
}

/// A variable that is not in the heap.
const OUT: u32 = u32::MAX;
/// How fast conflicts are forgotten.
const DECAY: f64 = 0.95;
/// Activities are scaled down before they overflow.
const LARGEST: f64 = 1e100;

impl Order {
    pub(super) fn new(n_vars: usize) -> Self {
        let vars = 0..n_vars as u32;
        Self { activity: vec![0.0; n_vars], step: 1.0, heap: vars.clone().collect(), at: vars.collect() }
    }

    /// Becomes as `other` is, in the memory that it has.
    pub(super) fn restore(&mut self, other: &Self) {
        self.activity.clone_from(&other.activity);
        self.step = other.step;
        self.heap.clone_from(&other.heap);
        self.at.clone_from(&other.at);
    }

    /// A variable took part in a conflict.
    pub(super) fn bump(&mut self, var: usize) {
        self.activity[var] += self.step;
        if self.activity[var] > LARGEST {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGEST);
            self.step /= LARGEST;
        }
        if self.at[var] != OUT {
            self.rise(self.at[var] as usize);
        }
    }

    /// The conflict is over.
    pub(super) fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// A variable is open again.
    #[inline]
    pub(super) fn put_back(&mut self, var: usize) {
        if self.at[var] == OUT {
            self.heap.push(var as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes out the most active variable.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let last = self.heap.pop()?;
        let Some(&top) = self.heap.first() else {
            self.at[last as usize] = OUT;
            return Some(last as usize);
        };
        self.at[top as usize] = OUT;
        self.sink(last);
        Some(top as usize)
    }

    /// Moves what is at place `i` toward the top.
    fn rise(&mut self, mut i: usize) {
        let var = self.heap[i];
        while i > 0 {
            let above = self.heap[(i - 1) / 2];
            if self.activity[above as usize] >= self.activity[var as usize] {
                break;
            }
            self.set(i, above);
            i = (i - 1) / 2;
        }
        self.set(i, var);
    }

    /// Puts a variable in at the top and moves it down.
    fn sink(&mut self, var: u32) {
        let active = |heap: &[u32], i: usize| self.activity[heap[i] as usize];
        let mut i = 0;
        loop {
            let mut below = 2 * i + 1;
            if below >= self.heap.len() {
                break;
            }
            if below + 1 < self.heap.len() && active(&self.heap, below + 1) > active(&self.heap, below) {
                below += 1;
            }
            if active(&self.heap, below) <= self.activity[var as usize] {
                break;
            }
            let moved = self.heap[below];
            self.heap[i] = moved;
            self.at[moved as usize] = i as u32;
            i = below;
        }
        self.set(i, var);
    }

    fn set(&mut self, i: usize, var: u32) {
        self.heap[i] = var;
        self.at[var as usize] = i as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first_and_comes_again_when_put_back() {
        let mut order = Order::new(50);
        for (times, var) in [7, 3, 41, 20].into_iter().enumerate() {
            (0..=times).for_each(|_| order.bump(var));
        }
        assert_eq!([order.pop(), order.pop()], [Some(20), Some(41)]);
        order.put_back(20);
        order.put_back(20);
        order.decay();
        (0..5).for_each(|_| order.bump(3));
        assert_eq!([order.pop(), order.pop(), order.pop()], [Some(3), Some(20), Some(7)]);
        let mut rest: Vec<usize> = std::iter::from_fn(|| order.pop()).collect();
        rest.sort_unstable();
        assert!(rest.len() == 46 && rest.windows(2).all(|pair| pair[0] < pair[1]) && !rest.contains(&41));
    }

    #[test]
    fn activities_are_scaled_before_they_overflow() {
        let mut order = Order::new(10);
        for round in 0..20_000 {
            order.bump(round % 10);
            order.decay();
        }
        assert!(order.activity.iter().all(|activity| activity.is_finite()));
        assert_eq!(order.pop(), Some(9));
    }
}
