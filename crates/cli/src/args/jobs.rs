//! How many inputs are answered at a time.

use std::num::NonZero;
use std::thread;

use clap::Args as ClapArgs;

use super::heading;
use super::values::threads;

/// How many inputs are answered at a time.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub struct JobArgs {
    /// Inputs to answer at the same time, or auto for all cores [default: auto]
    ///
    /// No number changes the answers or their order.
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    #[arg(help_heading = heading::INPUT)]
    pub jobs: Option<usize>,
}

/// A number of inputs that are answered at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Jobs {
    /// As many as were said.
    Said(usize),
    /// As many as there are cores for, where there are several inputs.
    UpTo(usize),
}

impl Jobs {
    /// One at a time.
    pub(in super::super) const ONE: Self = Self::Said(1);
}

impl JobArgs {
    /// As said, or else all cores.
    pub(in super::super) fn all(self) -> Jobs {
        self.sharing(1, false)
    }

    /// As said, or else as many as leave each of them `n_threads` cores; one where something `is_shared`.
    pub(in super::super) fn sharing(self, n_threads: usize, is_shared: bool) -> Jobs {
        let n_cores = thread::available_parallelism().map_or(1, NonZero::get);
        match self.jobs {
            Some(n) => Jobs::Said(n),
            None if is_shared => Jobs::ONE,
            None => Jobs::UpTo((n_cores / n_threads.max(1)).max(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_and_threads_together_take_no_more_cores_than_there_are() {
        let n_cores = thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = |jobs, n_threads| JobArgs { jobs }.sharing(n_threads, false);
        assert_eq!(jobs(None, 1), Jobs::UpTo(n_cores));
        assert_eq!((jobs(None, n_cores), jobs(None, 2 * n_cores)), (Jobs::UpTo(1), Jobs::UpTo(1)));
        assert_eq!(jobs(Some(3), 2 * n_cores), Jobs::Said(3));
        assert_eq!(JobArgs { jobs: None }.sharing(1, true), Jobs::ONE);
    }
}
