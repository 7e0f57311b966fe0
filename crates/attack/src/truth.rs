//! The truth about a question, by exhaustive enumeration: all other solutions, and all sets of clues.

/// A set of clues: bit i stands for clue i.
pub(crate) type Clues = u64;

/// More sets of clues than this are not looked through.
const MAX_CHOICES: u64 = 2_000_000;

/// What is wanted of sets of clues.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    /// The exact number of clues.
    pub(crate) k: u32,
    /// Clues that are in every set.
    pub(crate) given: Clues,
    /// Clues that are in no set.
    pub(crate) forbidden: Clues,
    /// Only sets from which no clue can be taken.
    pub(crate) minimal: bool,
    /// At most this many solutions, the target among them.
    pub(crate) max_solutions: usize,
}

impl Expected {
    /// All sets of `k` clues.
    pub(crate) fn size(k: u32) -> Self {
        Self { k, given: 0, forbidden: 0, minimal: false, max_solutions: 1 }
    }
}

/// A target among all solutions, and what may be said about it.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    n: u32,
    /// For every other solution the clues that are not true of it.
    others: Vec<Clues>,
    /// Those of them that have no other inside, each once, small ones first.
    minimal: Vec<Clues>,
}

impl Truth {
    /// `n` clues, and for every other solution the clues that are not true of it.
    pub(crate) fn new(n: usize, others: Vec<Clues>) -> Self {
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        assert!(n < 64, "a question has fewer than 64 clues");
        let mut sorted = others.clone();
        sorted.sort_unstable_by_key(|set| (set.count_ones(), *set));
        sorted.dedup();
        let mut minimal: Vec<Clues> = Vec::new();
        for set in sorted {
            if !minimal.iter().any(|inner| inner & set == *inner) {
                minimal.push(set);
            }
        }
        Self { n, others, minimal }
    }

    /// The number of clues.
    pub(crate) fn n(&self) -> u32 {
        self.n
    }

    pub(crate) fn all_clues(&self) -> Clues {
        (1 << self.n) - 1
    }

    /// Do these clues leave the target as the only solution?
    pub(crate) fn is_valid(&self, clues: Clues) -> bool {
        self.minimal.iter().all(|set| set & clues != 0)
    }

    /// Do all clues together leave one solution?
    pub(crate) fn is_answerable(&self) -> bool {
        self.is_valid(self.all_clues())
    }

    /// Solutions that these clues leave, the target among them.
    pub(crate) fn n_solutions(&self, clues: Clues) -> usize {
        1 + self.others.iter().filter(|set| *set & clues == 0).count()
    }

    /// The clues of a valid set that can each be dropped alone.
    pub(crate) fn redundant(&self, clues: Clues) -> Clues {
        members(clues).filter(|clue| self.is_valid(clues & !(1 << clue))).fold(0, |set, clue| set | 1 << clue)
    }

    /// The fewest clues; `None` if all of them are not enough, or there are too many to try all sets.
    pub(crate) fn minimum(&self) -> Option<u32> {
        if !self.is_answerable() {
            return None;
        }
        let mut left = MAX_CHOICES;
        for k in 0..=self.n {
            left = left.checked_sub(choose(self.n, k))?;
            if subsets(self.all_clues(), k).any(|clues| self.is_valid(clues)) {
                return Some(k);
            }
        }
        None
    }

    /// Can all sets of `k` clues be looked through, with some of them given?
    pub(crate) fn is_countable(&self, k: u32) -> bool {
        choose(self.n, k) <= MAX_CHOICES / 8
    }

    /// Every set of clues that is wanted, ascending.
    pub(crate) fn all(&self, wanted: &Expected) -> Vec<Clues> {
        let n_given = wanted.given.count_ones();
        if wanted.given & wanted.forbidden != 0 || wanted.k < n_given {
            return Vec::new();
        }
        let free = self.all_clues() & !wanted.given & !wanted.forbidden;
        let is_enough = |clues: Clues| {
            if wanted.max_solutions == 1 {
                self.is_valid(clues)
            } else {
                self.n_solutions(clues) <= wanted.max_solutions
            }
        };
        let is_wanted = |clues: &Clues| {
            is_enough(*clues) && !(wanted.minimal && members(*clues).any(|clue| is_enough(clues & !(1 << clue))))
        };
        let mut found: Vec<Clues> =
            subsets(free, wanted.k - n_given).map(|clues| clues | wanted.given).filter(is_wanted).collect();
        found.sort_unstable();
        found
    }

    /// The minimal unavoidable sets, small ones first.
    pub(crate) fn sets(&self) -> &[Clues] {
        &self.minimal
    }
}

/// The members of a set, ascending.
pub(crate) fn members(set: Clues) -> impl Iterator<Item = u32> {
    (0..64).filter(move |i| set >> i & 1 == 1)
}

/// Sets with these members.
pub(crate) fn set_of(members: impl IntoIterator<Item = usize>) -> Clues {
    members.into_iter().fold(0, |set, i| set | 1 << i)
}

/// n over k, at most `u64::MAX`.
fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |product: u64, i| product.saturating_mul(u64::from(n).saturating_sub(i)) / (i + 1))
}

/// All subsets of `set` with `k` members.
fn subsets(set: Clues, k: u32) -> impl Iterator<Item = Clues> {
    let places: Vec<u32> = members(set).collect();
    let mut chosen: Option<Vec<usize>> = (k as usize <= places.len()).then(|| (0..k as usize).collect());
    std::iter::from_fn(move || {
        let now = chosen.as_mut()?;
        let subset = now.iter().fold(0, |subset, i| subset | 1 << places[*i]);
        // The last index that can still go up goes up, and those after it follow closely.
        let (n, k) = (places.len(), now.len());
        match (0..k).rfind(|i| now[*i] < n - k + i) {
            Some(i) => {
                let first = now[i] + 1;
                (i..k).for_each(|j| now[j] = first + j - i);
            }
            None => chosen = None,
        }
        Some(subset)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of four clues, the other solutions contradict 0 and 1; 1 and 2; 0, 1 and 2; and 3.
    fn four() -> Truth {
        Truth::new(4, vec![0b0011, 0b0110, 0b0111, 0b1000])
    }

    /// By hand: 3 is always needed, and with it 1, or 0 and 2.
    #[test]
    fn minima_and_minimal_sets_by_hand() {
        let truth = four();
        assert_eq!(truth.sets(), [0b1000, 0b0011, 0b0110]);
        assert_eq!(truth.minimum(), Some(2));
        assert_eq!(truth.all(&Expected::size(2)), [0b1010]);
        assert_eq!(truth.all(&Expected::size(3)), [0b1011, 0b1101, 0b1110]);
        assert_eq!(truth.all(&Expected { minimal: true, ..Expected::size(3) }), [0b1101]);
        assert_eq!(truth.redundant(0b1011), 0b0001);
        assert_eq!(truth.redundant(0b1101), 0);
    }

    #[test]
    fn given_and_forbidden_clues_by_hand() {
        let truth = four();
        assert_eq!(truth.all(&Expected { given: 0b0001, ..Expected::size(3) }), [0b1011, 0b1101]);
        assert_eq!(truth.all(&Expected { forbidden: 0b0010, ..Expected::size(3) }), [0b1101]);
        assert!(truth.all(&Expected { given: 1, forbidden: 1, ..Expected::size(3) }).is_empty());
        assert!(truth.all(&Expected { given: 0b0011, ..Expected::size(1) }).is_empty());
    }

    /// Two solutions: one other may be left. Clue 1 alone leaves that of 3; clue 3 alone leaves three.
    #[test]
    fn several_solutions_by_hand() {
        let truth = four();
        assert_eq!((truth.n_solutions(0b0010), truth.n_solutions(0b1000), truth.n_solutions(0)), (2, 4, 5));
        assert_eq!(truth.all(&Expected { max_solutions: 2, ..Expected::size(1) }), [0b0010]);
        assert_eq!(truth.all(&Expected { max_solutions: 4, ..Expected::size(1) }), [0b0001, 0b0010, 0b0100, 0b1000]);
        // Clue 1 alone leaves one other, so that no minimal set has it and more.
        assert_eq!(
            truth.all(&Expected { max_solutions: 2, minimal: true, ..Expected::size(2) }),
            [0b0101, 0b1001, 0b1100]
        );
    }

    #[test]
    fn a_solution_that_no_clue_contradicts_makes_the_question_unanswerable() {
        let truth = Truth::new(3, vec![0b011, 0]);
        assert!(!truth.is_answerable());
        assert_eq!((truth.minimum(), truth.sets()), (None, &[0][..]));
        assert_eq!(Truth::new(3, vec![]).minimum(), Some(0));
    }

    #[test]
    fn subsets_are_all_there_once() {
        for (n, k, wanted) in [(5, 0, 1), (5, 2, 10), (5, 5, 1), (6, 3, 20), (3, 4, 0)] {
            let mut found: Vec<Clues> = subsets((1 << n) - 1, k).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), wanted, "{k} of {n}");
            assert!(found.iter().all(|set| set.count_ones() == k));
        }
        assert_eq!(subsets(0b10110, 2).collect::<Vec<_>>(), [0b00110, 0b10010, 0b10100]);
        assert_eq!((choose(25, 6), choose(4, 5)), (177_100, 0));
    }
}
