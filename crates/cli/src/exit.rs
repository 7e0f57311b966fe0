//! Exit codes: the answer of the whole run in one number.

use std::process::ExitCode;

/// How a run ended. Of many inputs the gravest outcome counts, in the order of the variants here, the last one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0: every input was answered as asked.
    Answered,
    /// 4: a limit stopped some answer.
    Limit,
    /// 3: some input was invalid; the others were answered.
    InvalidInput,
    /// 130 or 143: a signal ended the run; the bounds so far were written.
    Signal(u8),
    /// 2: the command itself makes no sense.
    Usage,
    /// 1: this program or the machine failed.
    Internal,
    /// 5: two engines contradict each other, or a check that was required failed.
    CheckFailed,
}

impl Exit {
    /// The number that the shell sees.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::Internal => 1,
            Self::Usage => 2,
            Self::InvalidInput => 3,
            Self::Limit => 4,
            Self::CheckFailed => 5,
            Self::Signal(number) => 128 + number,
        }
    }

    /// The outcome of both together: the graver one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_outcome_counts() {
        assert_eq!(Exit::Answered.and(Exit::Limit), Exit::Limit);
        assert_eq!(Exit::InvalidInput.and(Exit::Limit), Exit::InvalidInput);
        assert_eq!(Exit::InvalidInput.and(Exit::Signal(2)), Exit::Signal(2));
        assert_eq!(Exit::CheckFailed.and(Exit::Internal), Exit::CheckFailed);
        assert_eq!(Exit::Signal(2).code(), 130);
        assert_eq!(Exit::Signal(15).code(), 143);
    }
}
