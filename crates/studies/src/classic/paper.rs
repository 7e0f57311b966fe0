//! What the papers print.

use super::variant::Method;

/// A number of abuluaih-2015, section 5: of recursions (Table 1) and backtracks (Table 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Published {
    pub(super) recursions: u64,
    pub(super) backtracks: u64,
}

impl Published {
    /// Means of a method over the puzzles of a band of the paper; none of another band.
    pub(super) fn of(method: Method, band: &str) -> Option<Self> {
        let i = ["easy", "medium", "difficult"].iter().position(|name| *name == band)?;
        let (recursions, backtracks) = match method {
            Method::Fc => ([45, 394, 84_594], [12, 341, 84_539]),
            Method::Mrv => ([33, 48, 215], [1, 4, 161]),
            Method::Ctn => ([10, 26, 171], [1, 1, 132]),
        };
        Some(Self { recursions: recursions[i], backtracks: backtracks[i] })
    }

    /// The assignments that were not undone.
    pub(super) fn depth(self) -> u64 {
        self.recursions - self.backtracks
    }
}

/// A column of maniccam-2013, Fig. 3, five puzzles each: average, minimum, maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Daily {
    pub(super) tries: [f64; 3],
    /// Of a program in Java.
    pub(super) milliseconds: [f64; 3],
}

impl Daily {
    /// The column of a group; none of another group.
    pub(super) fn of(group: &str) -> Option<Self> {
        match group {
            "easy" => Some(Self { tries: [561.0, 188.0, 1404.0], milliseconds: [1.2, 1.0, 2.0] }),
            "medium" => Some(Self { tries: [45_467.0, 1462.0, 98_072.0], milliseconds: [36.8, 2.0, 63.0] }),
            "very hard" => Some(Self { tries: [162_500.0, 19_836.0, 473_842.0], milliseconds: [70.5, 27.0, 141.0] }),
            _ => None,
        }
    }
}

/// The solutions of the puzzle of maniccam-2013, Fig. 2, and of what is left after clues more were removed (section 6):
/// clues, solutions.
pub(super) const REMOVED: [(usize, u64); 4] = [(0, 109), (1, 401), (2, 1158), (4, 5153)];

#[cfg(test)]
mod tests {
    use super::*;

    /// The depths that say how far the published runs went: those of FC and MRV are near the blanks of a whole
    /// solution.
    #[test]
    fn depths_by_hand() {
        let depths =
            |method| ["easy", "medium", "difficult"].map(|b| Published::of(method, b).expect("a band").depth());
        assert_eq!(depths(Method::Fc), [33, 53, 55]);
        assert_eq!(depths(Method::Mrv), [32, 44, 54]);
        assert_eq!(depths(Method::Ctn), [9, 25, 39]);
        assert_eq!(Published::of(Method::Fc, "evil"), None);
    }
}
