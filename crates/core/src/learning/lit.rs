//! Literals.

/// A 0/1 variable, or its negation; variables are numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Creates the literal that is true if variable `var` has this value.
    ///
    /// # Panics
    /// If there are 2^31 variables or more.
    #[inline]
    #[must_use]
    pub fn new(var: usize, value: bool) -> Self {
        let var = u32::try_from(var).ok().filter(|var| *var < 1 << 31).expect("fewer than 2^31 variables");
        Self(2 * var + u32::from(!value))
    }

    /// The number of its variable.
    #[inline]
    #[must_use]
    pub fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether it is the variable itself, and not its negation.
    #[inline]
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline]
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "a method reads better in chains, and there is only one")]
    pub fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Its place in a table of all literals.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// As a word of the clause store, and back.
    #[inline]
    pub(super) fn to_word(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) fn from_word(word: u32) -> Self {
        Self(word)
    }
}
